/* engine.h, row A29: what a sensor keeps of a press is not a press. */
#include "support.h"

#include <math.h>

static bench    b;
static uint64_t interval;

static void make(uint32_t rate, double creep_limit, uint32_t flags) {
  press_config config;
  press_config_init(&config);
  config.creep_limit = PRESS_Q16(creep_limit);
  config.flags = flags;
  config.max_events = 0;
  bench_make(&b, &config);
  recorder_clear(&b.log);
  interval = 1000000 / rate;
}

static size_t ends(void) { return recorder_count(&b.log, PRESS_EVENT_CONTACT_ENDED); }

static void feed(double newtons) {
  if (b.log.count > RECORDER_CAPACITY / 2 && ends() == 0) recorder_clear(&b.log);
  press_sample s = {.t_us = b.now += interval, .flags = PRESS_SAMPLE_DOWN, .force = PRESS_Q16(newtons)};
  assert_int_equal(press_feed(b.engine, &s, 1), 1);
}

static void feed_for(double newtons, double seconds) {
  for (uint64_t end = b.now + (uint64_t)(seconds * 1e6); b.now < end;) feed(newtons);
}

static const uint32_t rates[] = {20, 50, 100, 370, 860};

TEST(a29_a_force_that_fell_far_and_lies_flat_below_touch_is_no_contact) {
  static const struct {
    double peak, left;
    bool   ends;
  } cases[] = {
    {6, 0.26, true}, {6, 0.39, true}, {3, 0.3, true}, {1.5, 0.3, true}, {20, 0.4, true}, /* far, and below touch_force */
    {6, 0.45, false}, {6, 1.4, false},                                                   /* far, but a touch */
    {1, 0.3, false}, {0.9, 0.26, false},                                                 /* not far */
  };
  /* With a creep_limit of 0 no part of a force is taken for creep. */
  for (size_t r = 0; r < COUNT(rates); r++)
    for (int creeps = 0; creeps < 2; creeps++)
      for (size_t i = 0; i < COUNT(cases); i++) {
        make(rates[r], creeps ? 0.14 : 0, 0);
        feed_for(0, 0.5);
        feed_for(cases[i].peak, 0.6);
        uint64_t fell = b.now;
        feed_for(cases[i].left, 10);
        bool must = cases[i].ends && creeps;
        if (ends() != must) fail_msg("%u Hz, %.2f N after %.1f: %d ends", (unsigned)rates[r], cases[i].left, cases[i].peak, (int)ends());
        if (!must) continue;
        const press_event *e = recorder_last(&b.log, PRESS_EVENT_CONTACT_ENDED);
        assert_int_equal(e->reason, PRESS_REASON_LIFTED);
        assert_int_equal(e->late_us, 2000000);
        assert_in_range(e->t_us - e->late_us, fell, fell + 250000);
        assert_true(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN) <= 1);
      }
}

TEST(a29_presses_count_from_what_is_kept_until_the_force_was_below_release) {
  for (size_t r = 1; r < COUNT(rates); r++) {
    make(rates[r], 0.14, 0);
    feed_for(0, 0.5);
    feed_for(6, 0.6);
    feed_for(0.3, 3);
    for (int n = 0; n < 3; n++) {
      recorder_clear(&b.log);
      feed_for(0.6, 0.3);
      assert_int_equal(b.log.count, 0); /* not touch_force above it */
      feed_for(3, 0.3);
      assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PREVIEW_BEGAN), 1);
      press_config config;
      press_config_init(&config);
      press_q16   pressure;
      press_touch touch;
      assert_int_equal(press_config_pressure(&config, PRESS_Q16(2.7), &pressure), PRESS_OK);
      assert_int_equal(press_touch_get(b.engine, 0, 0, &touch), PRESS_OK);
      assert_in_range(touch.pressure, pressure - 8, pressure + 8);
      feed_for(0.3, 1);
      assert_int_equal(ends(), 1); /* below release_force above it */
    }
    feed_for(0, 1);
    recorder_clear(&b.log);
    feed_for(0.45, 0.2);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 1);
  }
}

TEST(a29_a_finger_that_relaxes_and_rests_lightly_is_not_cut_off) {
  for (size_t r = 0; r < COUNT(rates); r++)
    for (int seed = 0; seed < 6; seed++) {
      make(rates[r], 0.14, 0);
      uint32_t draws = 77 + (uint32_t)seed;
      double   slow = 0, force = 0;
      feed_for(0, 0.5);
      feed_for(4, 0.5);
      uint64_t begin = b.now;
      while (b.now - begin < 60000000) {
        double t = (b.now - begin) / 1e6, white = 0, keep = exp(-(double)interval / 1e6 / 0.3);
        for (int i = 0; i < 12; i++) draws = draws * 1664525u + 1013904223u, white += (draws >> 8) / 16777216.0 - 0.5;
        /* A hand wanders by 4 % with a time constant of 0.3 s. */
        slow = slow * keep + 0.04 * sqrt(1 - keep * keep) * white;
        force = (0.32 + 3.68 * exp(-t / 0.5)) * (1 + slow);
        feed(force);
        assert_int_equal(ends(), 0);
        recorder_clear(&b.log);
      }
      feed_for(0, 0.5);
      assert_int_equal(ends(), 1);
    }
}

TEST(a29_the_noise_of_a_sensor_is_flat) {
  for (size_t r = 0; r < COUNT(rates); r++)
    for (int seed = 0; seed < 10; seed++) {
      make(rates[r], 0.14, 0);
      uint32_t draws = 5 + (uint32_t)seed;
      feed_for(0, 0.5);
      feed_for(6, 0.5);
      for (uint64_t end = b.now + 10000000; b.now < end;) {
        double white = 0;
        for (int i = 0; i < 12; i++) draws = draws * 1664525u + 1013904223u, white += (draws >> 8) / 16777216.0 - 0.5;
        feed(0.3 * (1 + 0.005 * white));
      }
      assert_int_equal(ends(), 1);
    }
}

TEST(a29_where_a_flag_says_what_touches_no_force_ends_it) {
  make(100, 0.14, PRESS_CONFIG_CONTACT_FROM_FLAG);
  feed_for(6, 0.5);
  feed_for(0.26, 10);
  assert_int_equal(ends(), 0);
  bench_finish(&b);
}

int main(void) { return run_all(NULL, NULL); }
