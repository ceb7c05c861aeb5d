/* Shared by the tests of strikes and of lifts: a curve that is a straight line from 0 to 1270 N/s, so that velocity is speed / 10, and the
 * members that both events have. */
#ifndef STRIKES_H
#define STRIKES_H

#include "support.h"

static inline press_strike_config strike_levels(void) {
  press_strike_config c;
  memset(&c, 0xee, sizeof c);
  press_strike_config_init(&c);
  c.min_speed = PRESS_Q16(10);
  c.max_speed = PRESS_Q16(1270);
  c.curve = PRESS_STRIKE_LINEAR;
  c.unknown_velocity = 0;
  return c;
}

/* The one that was delivered last of its type: N/s and microseconds. */
static inline const press_event *strike_last(bench *b, uint32_t type, double speed, uint32_t velocity, uint32_t late_us) {
  const press_event *event = recorder_last(&b->log, type);
  assert_non_null(event);
  assert_in_range(event->value, PRESS_Q16(speed) - 3300, PRESS_Q16(speed) + 3300);
  assert_int_equal(event->value2, velocity << 16);
  assert_int_equal(event->late_us, late_us);
  return event;
}

#endif
