/* Random calls against the library as it ships.
 *
 *   fuzz_sequences [sequences [seed [first [sum]]]]
 *
 * Sequence n of a seed is always the same: to see one that failed, run `fuzz_sequences 1 seed n` with FUZZ_TRACE=1. All that was answered
 * and delivered must have the sum, where that is given. */
#include "machine.h"

static machine m;

/* Prints any 64 bytes as an event. */
static void print_noise(uint64_t seed) {
  press_event e;
  for (size_t i = 0; i < sizeof e; i += 8) {
    uint64_t bytes = random_next(&seed);
    memcpy((char *)&e + i, &bytes, 8);
  }
  const char *wrong = event_lines(&e, (size_t)seed);
  e.type %= EVENT_TYPES;
  if (!wrong) wrong = event_lines(&e, (size_t)seed >> 32);
  if (wrong) machine_fail(&m, wrong, "noise");
}

static void play(uint64_t number, uint64_t seed) {
  m.done.sequences = number;
  m.seed = seed;
  machine_run(&m, 40);
  print_noise(seed);
}

static void say(uint64_t sequences, double seconds) {
  printf("%llu sequences, %llu calls (%llu from inside callbacks, %llu refused), %llu samples, %llu events in %.1f s\n",
    (unsigned long long)sequences, (unsigned long long)m.done.calls, (unsigned long long)m.done.nested, (unsigned long long)m.done.failed,
    (unsigned long long)m.done.samples, (unsigned long long)m.done.events, seconds);
  for (uint32_t type = 0; type < EVENT_TYPES; type++)
    if (m.done.by_type[type]) printf("  %-18s %llu\n", press_event_name(type), (unsigned long long)m.done.by_type[type]);
}

/* The number of calls after which every type of event that came has set every field that event.h names. */
enum { ENOUGH = 1000000 };
static int check_fields(void) {
  int missed = 0;
  for (uint32_t type = 0; type < EVENT_TYPES; type++) {
    event_fields may = event_carries(type), seen = m.done.seen[type];
    /* The angle of a pinch begins at 0. */
    if (type == PRESS_EVENT_PINCH_BEGAN) may.fields &= ~(unsigned)FIELD_VALUE2;
    if (!m.done.by_type[type] || !((may.fields & ~seen.fields) | (may.flags & ~seen.flags))) continue;
    fprintf(stderr, "%s: event.h names what was never set: fields %#x, flags %#x\n", press_event_name(type), may.fields & ~seen.fields,
      may.flags & ~seen.flags);
    missed = 1;
  }
  return missed;
}

int main(int argc, char **argv) {
  m.traces = getenv("FUZZ_TRACE") != NULL;
  machine_learn();
  int status = random_main(argc, argv, 100000, play, say, &m.done.sum);
  return status || m.done.sequences < ENOUGH ? status : check_fields();
}
