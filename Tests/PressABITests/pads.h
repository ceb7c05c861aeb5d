/* Plays a pad on a bench. The sensors have a straight curve, 1 N for 100 microsiemens, so that every reading can be given in newtons. A
 * program with another supply defines OWN_CODES, and then converts forces to codes itself. */
#ifndef PADS_H
#define PADS_H

#include "support.h"

#include <math.h>

static bench b;

static struct {
  _Alignas(8) unsigned char storage[PRESS_PAD_STORAGE_8];
  press_pad_config config;
  press_sensor     sensors[PRESS_PAD_SENSORS];
  size_t           count;
  press_pad       *pad;
  double           volts; /* of the supply */
  uint64_t         now;
} p;

enum { STEP = 5000 }; /* 200 frames a second */

#ifdef OWN_CODES
static int32_t code_of(double newtons);
#else
/* The code of a force on the first sensor. */
static inline int32_t code_of(double newtons) {
  const press_circuit *c = &p.sensors[0].circuit;
  double               g = newtons * 100 + (c->parallel_ohm ? 1e6 / c->parallel_ohm : 0);
  double               ratio = g * c->resistor_ohm / 1e6;
  double               code = c->full_scale * ratio / (1 + ratio);
  return (int32_t)lround(c->flags & PRESS_CIRCUIT_PULL_UP ? c->full_scale - code : code);
}
#endif

static inline void prepare(void) {
  press_pad_config_init(&p.config);
  /* The 1 euro filter has its own test: here a force is there at once, or, with the median, one frame later. */
  p.config.flags = PRESS_PAD_NO_FILTER;
  for (size_t i = 0; i < PRESS_PAD_SENSORS; i++) {
    press_sensor_init(&p.sensors[i]);
    assert_int_equal(press_curve_power(PRESS_Q16(100), PRESS_ONE, PRESS_ONE, &p.sensors[i].curve), PRESS_OK);
  }
  p.count = 1;
  p.volts = 3.3;
}

static inline void make_pad(void) {
  memset(p.storage, 0xa5, sizeof p.storage);
  assert_int_equal(press_pad_init(p.storage, sizeof p.storage, &p.config, p.sensors, p.count, &p.pad), PRESS_OK);
}

static inline int feed_code_at(uint64_t t, int32_t code) {
  press_frame f = {.t_us = t, .present = (1u << p.count) - 1};
  for (size_t i = 0; i < p.count; i++) f.code[i] = code;
  return press_pad_feed(p.pad, &f, b.engine);
}

static inline void feed_code(int32_t code) { assert_int_equal(feed_code_at(p.now += STEP, code), PRESS_OK); }
static inline void feed(double newtons) { feed_code(code_of(newtons)); }
static inline void feed_for(double newtons, uint64_t us) {
  for (uint64_t end = p.now + us; p.now < end;) feed(newtons);
}

static inline press_reading reading(void) {
  press_reading r = {.size = sizeof r};
  assert_int_equal(press_pad_get(p.pad, &r), PRESS_OK);
  assert_true(r.force >= 0);
  return r;
}

static inline press_pad_stats stats(void) {
  press_pad_stats s = {.size = sizeof s};
  assert_int_equal(press_pad_get_stats(p.pad, &s), PRESS_OK);
  return s;
}

/* The event that was delivered last of its type, for this reason. */
static inline const press_event *last_of(uint32_t type, int32_t reason) {
  const press_event *e = recorder_last(&b.log, type);
  assert_non_null(e);
  assert_int_equal(e->reason, reason);
  return e;
}

/* Asserts how many contacts began, ended and were cancelled. */
static inline void contacts(size_t began, size_t ended, size_t cancelled) {
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), began);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_ENDED), ended);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_CANCELLED), cancelled);
}

/* Feeds what a frame has but its time. */
static inline void feed_frame(press_frame f) {
  f.t_us = p.now += STEP;
  assert_int_equal(press_pad_feed(p.pad, &f, b.engine), PRESS_OK);
}

static inline double newtons(void) { return reading().force / 65536.0; }
static inline double zero(size_t i) { return reading().baseline[i] / 65536.0; }

/* Faults may last for ever; contacts may not. */
static inline void finish(void) {
  size_t kept = 0;
  for (size_t i = 0; i < b.log.count; i++) {
    uint32_t type = b.log.entries[i].event.type;
    if (b.log.entries[i].kind != ENTRY_EVENT || type < PRESS_EVENT_SENSOR_FAULT || type > PRESS_EVENT_SUPPLY_RECOVERED)
      b.log.entries[kept++] = b.log.entries[i];
  }
  b.log.count = kept;
  bench_finish(&b);
}

/* A test on a pad with the usual settings or with changes of them, which its program makes before and finishes after it. PREPARED_TEST: it
 * makes the pad itself. */
#define PREPARED_TEST(name) TEST_BETWEEN(prepare(), finish(), name)
#define PAD_TEST(name) PAD_TEST_WITH(name, (void)0)
#define PAD_TEST_WITH(name, ...) TEST_BETWEEN((prepare(), __VA_ARGS__, make()), finish(), name)

#endif
