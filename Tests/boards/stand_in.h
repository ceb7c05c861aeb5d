/* A model of a board and its framework: a clock that advances while the program waits, a converter with a finger on its sensor, and an
 * output. It ends after two seconds. */
#ifndef STAND_IN_H
#define STAND_IN_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif
extern uint64_t stand_in_us;

static inline void stand_in_wait(uint64_t us) {
  stand_in_us += us;
  if (stand_in_us >= 2000000) exit(0);
}

/* Nobody, a press that stands and lets go, a press that goes on, nobody. */
static inline int stand_in_code(void) {
  int ms = (int)(stand_in_us / 1000);
  if (ms >= 400 && ms < 600) return ms < 440 ? 200 + (ms - 400) * 70 : 3000;
  if (ms >= 1000 && ms < 1500) return 200 + (ms - 1000) * 76 / 10;
  return ms / 5 % 2;
}
#ifdef __cplusplus
}
#endif
#endif
