/* The curve from force to pressure (press_config.firmness): monotone, exact at its ends, near the formula of the header. */
#include "support.h"

#include <math.h>

static uint64_t      storage[PRESS_ENGINE_STORAGE / 8];
static press_engine *engine;

static press_config curve(press_q16 zero, press_q16 full, press_q16 firmness) {
  press_config config;
  press_config_init(&config);
  config.zero_force = zero;
  config.full_force = full;
  config.firmness = firmness;
  return config;
}

static press_q16 pressure_of(const press_config *config, press_q16 force) {
  press_q16 pressure = -1;
  assert_int_equal(press_config_pressure(config, force, &pressure), PRESS_OK);
  return pressure;
}

/* The formula, in floating point, in steps of Q16. */
static double formula(const press_config *c, press_q16 force) {
  double x = fmin(fmax(((double)force - c->zero_force) / ((double)c->full_force - c->zero_force), 0), 1);
  double k = c->firmness / 65536.0, bent = k < 0 ? 1 - pow(1 - x, 3) : x * x * x;
  return 65536 * ((1 - fabs(k)) * x + fabs(k) * bent);
}

static const press_q16 firmnesses[] = {-PRESS_ONE, -PRESS_ONE + 1, PRESS_Q16(-0.5), -1, 0, 1, PRESS_Q16(0.3), PRESS_ONE - 1, PRESS_ONE};
static const press_q16 ranges[][2] = {
  {PRESS_Q16(0.4), PRESS_Q16(5)}, {0, 1}, {0, 7}, {PRESS_ONE, PRESS_Q16(1.5)}, {0, INT32_MAX}, {INT32_MAX - 2, INT32_MAX}};

TEST(more_force_is_never_less_pressure_and_both_ends_are_exact) {
  for (size_t r = 0; r < COUNT(ranges); r++) {
    for (size_t f = 0; f < COUNT(firmnesses); f++) {
      press_q16    zero = ranges[r][0], full = ranges[r][1];
      press_config config = curve(zero, full, firmnesses[f]);
      uint32_t     step = (uint32_t)(full - zero) / (IS_FAST ? 400000 : 4000) + 1;
      press_q16    before = 0;
      assert_int_equal(pressure_of(&config, INT32_MIN), 0);
      assert_int_equal(pressure_of(&config, 0), 0);
      assert_int_equal(pressure_of(&config, zero), 0);
      assert_int_equal(pressure_of(&config, full), PRESS_ONE);
      assert_int_equal(pressure_of(&config, INT32_MAX), PRESS_ONE);
      for (int64_t force = zero; force < full; force += step) {
        press_q16 now = pressure_of(&config, (press_q16)force);
        double    error = formula(&config, (press_q16)force) - now;
        assert_true(now >= before && now < PRESS_ONE);
        assert_true(error > -1e-3 && error < 2);
        before = now;
      }
    }
  }
}

TEST(straight_is_as_it_was) {
  press_config config = curve(PRESS_Q16(0.4), PRESS_Q16(5), 0);
  for (press_q16 force = config.zero_force; force < config.full_force; force += 7)
    assert_int_equal(pressure_of(&config, force), ((int64_t)(force - config.zero_force) << 16) / (config.full_force - config.zero_force));
}

TEST(the_force_of_a_pressure_is_the_least_that_gives_it) {
  for (size_t r = 0; r < COUNT(ranges); r++) {
    for (size_t f = 0; f < COUNT(firmnesses); f++) {
      press_config config = curve(ranges[r][0], ranges[r][1], firmnesses[f]);
      for (press_q16 pressure = 1; pressure <= PRESS_ONE; pressure += !IS_FAST ? 1009 : pressure < 100 ? 1 : 37) {
        press_q16 force = 0;
        assert_int_equal(press_config_force(&config, pressure, &force), PRESS_OK);
        assert_true(pressure_of(&config, force) >= pressure);
        assert_true(pressure_of(&config, force - 1) < pressure);
      }
      press_q16 force = -1;
      assert_int_equal(press_config_force(&config, 0, &force), PRESS_OK);
      assert_int_equal(force, config.zero_force);
      assert_int_equal(press_config_force(&config, PRESS_ONE, &force), PRESS_OK);
      assert_int_equal(force, config.full_force);
    }
  }
}

TEST(what_is_wrong_is_refused_and_nothing_is_written) {
  press_config config = curve(0, PRESS_ONE, 0), wrong = curve(0, PRESS_ONE, PRESS_ONE + 1);
  press_q16    out = 42;
  assert_int_equal(press_config_pressure(NULL, 0, &out), PRESS_ERR_INVAL);
  assert_int_equal(press_config_pressure(&config, 0, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_config_pressure(&wrong, 0, &out), PRESS_ERR_INVAL);
  assert_int_equal(press_config_force(NULL, 0, &out), PRESS_ERR_INVAL);
  assert_int_equal(press_config_force(&config, 0, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_config_force(&wrong, 0, &out), PRESS_ERR_INVAL);
  assert_int_equal(press_config_force(&config, -1, &out), PRESS_ERR_INVAL);
  assert_int_equal(press_config_force(&config, PRESS_ONE + 1, &out), PRESS_ERR_INVAL);
  assert_int_equal(out, 42);
}

static void feed(uint64_t ms, press_q16 force) {
  press_sample sample = {.t_us = ms * 1000, .force = force};
  assert_int_equal(press_feed(engine, &sample, 1), 1);
}

static press_touch touch(void) {
  press_touch now = {0};
  assert_int_equal(press_touch_get(engine, 0, 0, &now), PRESS_OK);
  return now;
}

/* Pressure and progress in the events of a rise to 6 N and back. */
TEST(contacts_feel_the_curve_and_progress_never_falls_while_force_rises) {
  for (size_t f = 0; f < COUNT(firmnesses); f++) {
    press_config config = curve(PRESS_Q16(0.4), PRESS_Q16(5), firmnesses[f]);
    assert_int_equal(press_engine_init(storage, sizeof storage, &config, &engine), PRESS_OK);
    press_q16 began = 0, committed = 0;
    press_config_force(&config, config.preview_pressure, &began);
    press_config_force(&config, config.commit_pressure, &committed);
    press_q16 progress[2] = {0, 0}, previewed = 0, ended = 0;
    for (uint64_t i = 0; i < 600; i++) {
      press_q16 force = (press_q16)(PRESS_Q16(0.01) * (int)i);
      feed(i, force);
      if (force >= config.touch_force) assert_int_equal(touch().pressure, pressure_of(&config, force));
      press_event events[8];
      int         count = press_poll(engine, events, 8);
      for (const press_event *e = events; e < events + count; e++) {
        if (e->type == PRESS_EVENT_PREVIEW_BEGAN) previewed = force;
        if (e->type != PRESS_EVENT_PREVIEW_UPDATED && e->type != PRESS_EVENT_COMMIT_UPDATED) continue;
        bool is_commit = e->type == PRESS_EVENT_COMMIT_UPDATED;
        assert_true(e->progress >= progress[is_commit]);
        progress[is_commit] = e->progress;
        if (!is_commit && e->flags & PRESS_EVENT_FLAG_ENDED) ended = force;
      }
    }
    assert_true(previewed >= began && previewed < began + PRESS_Q16(0.0101));
    assert_true(ended >= committed && ended < committed + PRESS_Q16(0.0101));
  }
}

TEST(a_curve_that_changes_under_a_finger_counts_from_the_next_contact_and_begins_and_ends_nothing) {
  press_config straight = curve(PRESS_Q16(0.4), PRESS_Q16(5), 0), soft = curve(PRESS_Q16(0.4), PRESS_Q16(5), -PRESS_ONE);
  straight.lift_us = soft.lift_us = 0;
  press_event events[8];
  assert_int_equal(press_engine_init(storage, sizeof storage, &straight, &engine), PRESS_OK);
  feed(0, PRESS_Q16(1.2));
  assert_int_equal(press_poll(engine, events, 8), 1);
  assert_int_equal(press_engine_set(engine, &soft), PRESS_OK);
  feed(10, PRESS_Q16(1.2));
  assert_int_equal(touch().pressure, pressure_of(&straight, PRESS_Q16(1.2)));
  assert_int_equal(press_poll(engine, events, 8), 0);
  feed(20, 0);
  assert_int_equal(press_poll(engine, events, 8), 1);
  feed(30, PRESS_Q16(1.2));
  assert_int_equal(touch().pressure, pressure_of(&soft, PRESS_Q16(1.2)));
  assert_int_equal(press_poll(engine, events, 8), 3);
  assert_int_equal(events[1].type, PRESS_EVENT_PREVIEW_BEGAN);
  /* The config is set back: the preview keeps the curve with which it began. */
  assert_int_equal(press_engine_set(engine, &straight), PRESS_OK);
  feed(40, PRESS_Q16(1.2));
  assert_int_equal(touch().pressure, pressure_of(&soft, PRESS_Q16(1.2)));
}

int main(void) { return run_all(NULL, NULL); }
