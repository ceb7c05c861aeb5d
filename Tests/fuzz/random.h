/* Shared by the programs of random calls: the source of their decisions, the sum of all answers and events, and the command
 * line. */
#ifndef RANDOM_H
#define RANDOM_H

#include <press.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* SplitMix64. */
static inline uint64_t random_next(uint64_t *seed) {
  uint64_t z = *seed += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* The least and the greatest numbers, and those at which rules begin. */
static const int32_t random_extremes[] = {0, 1, -1, INT32_MIN, INT32_MAX, INT32_MIN + 1, INT32_MAX - 1, PRESS_ONE, -PRESS_ONE};
enum { RANDOM_EXTREMES = sizeof random_extremes / sizeof *random_extremes };

/* FNV-1a, a number at a time. */
static inline void sum_add(uint64_t *sum, uint64_t number) { *sum = (*sum ^ number) * 0x100000001b3u; }

static inline void sum_event(uint64_t *sum, const press_event *e) {
  const int64_t all[] = {(int64_t)e->t_us, e->type, e->contact, e->target, e->reason, e->flags, e->late_us, e->subject, e->x, e->y, e->force,
    e->pressure, e->progress, e->value, e->value2};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) sum_add(sum, (uint64_t)all[i]);
}

/* Runs a program with the arguments [sequences [seed [first [sum]]]]: plays the sequences, prints the time, and compares the sum if one is given. */
static inline int random_main(int argc, char **argv, uint64_t sequences, void (*play)(uint64_t number, uint64_t seed),
  void (*say)(uint64_t sequences, double seconds), const uint64_t *sum) {
  sequences = argc > 1 ? strtoull(argv[1], NULL, 0) : sequences;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1, first = argc > 3 ? strtoull(argv[3], NULL, 0) : 0;
  clock_t  began = clock();
  for (uint64_t i = first; i < first + sequences; i++) play(i, seed * 0x2545f4914f6cdd1du + i * 0xda942042e4dd58b5u);
  say(sequences, (double)(clock() - began) / CLOCKS_PER_SEC);
  printf("sum %016llx\n", (unsigned long long)*sum);
  if (argc <= 4 || strtoull(argv[4], NULL, 16) == *sum) return 0;
  fprintf(stderr, "the sum is another one than %s: something is answered or delivered otherwise than before\n", argv[4]);
  return 1;
}

#endif
