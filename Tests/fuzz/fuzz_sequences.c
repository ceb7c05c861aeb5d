/* Random calls against the library as it ships.
 *
 *   fuzz_sequences [sequences [seed [first [sum]]]]
 *
 * Sequence n of a seed is always the same: to see one that failed, run `fuzz_sequences 1 seed n` with FUZZ_TRACE=1. All that was answered
 * and delivered must have the sum, where that is given. */
#include "machine.h"

#include <time.h>

int main(int argc, char **argv) {
  static machine m;
  uint64_t       sequences = argc > 1 ? strtoull(argv[1], NULL, 0) : 100000;
  uint64_t       seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
  uint64_t       first = argc > 3 ? strtoull(argv[3], NULL, 0) : 0;
  m.traces = getenv("FUZZ_TRACE") != NULL;
  m.done.sequences = first;
  machine_learn();
  clock_t began = clock();
  for (uint64_t i = first; i < first + sequences; i++) {
    m.seed = seed * 0x2545f4914f6cdd1du + i * 0xda942042e4dd58b5u;
    machine_run(&m, 40);
  }
  printf("%llu sequences, %llu calls (%llu from inside callbacks, %llu refused), %llu samples, %llu events in %.1f s\n",
         (unsigned long long)(m.done.sequences - first), (unsigned long long)m.done.calls,
         (unsigned long long)m.done.nested, (unsigned long long)m.done.failed, (unsigned long long)m.done.samples,
         (unsigned long long)m.done.events, (double)(clock() - began) / CLOCKS_PER_SEC);
  for (uint32_t type = 0; type < 160; type++)
    if (m.done.by_type[type]) printf("  %-18s %llu\n", press_event_name(type), (unsigned long long)m.done.by_type[type]);
  printf("sum %016llx\n", (unsigned long long)m.done.sum);
  if (argc <= 4 || strtoull(argv[4], NULL, 16) == m.done.sum) return 0;
  fprintf(stderr, "the sum is another one than %s: something is answered or delivered otherwise than before\n", argv[4]);
  return 1;
}
