/* Random calls against the library as it ships.
 *
 *   fuzz_sequences [sequences [seed [first [sum]]]]
 *
 * Sequence n of a seed is always the same: to see one that failed, run `fuzz_sequences 1 seed n` with FUZZ_TRACE=1. All that was answered
 * and delivered must have the sum, where that is given. */
#include "machine.h"

static machine m;

static void play(uint64_t number, uint64_t seed) {
  m.done.sequences = number;
  m.seed = seed;
  machine_run(&m, 40);
}

static void say(uint64_t sequences, double seconds) {
  printf("%llu sequences, %llu calls (%llu from inside callbacks, %llu refused), %llu samples, %llu events in %.1f s\n",
         (unsigned long long)sequences, (unsigned long long)m.done.calls, (unsigned long long)m.done.nested,
         (unsigned long long)m.done.failed, (unsigned long long)m.done.samples, (unsigned long long)m.done.events, seconds);
  for (uint32_t type = 0; type < 160; type++)
    if (m.done.by_type[type]) printf("  %-18s %llu\n", press_event_name(type), (unsigned long long)m.done.by_type[type]);
}

int main(int argc, char **argv) {
  m.traces = getenv("FUZZ_TRACE") != NULL;
  machine_learn();
  return random_main(argc, argv, 100000, play, say, &m.done.sum);
}
