/* pad.h: from codes to newtons, places and contacts. */
#include "pad_plays.h"

#include <math.h>
#include <stdlib.h>

/* The permanent load on the sensors. */
static void preload(double newtons) {
  for (size_t i = 0; i < PRESS_PAD_SENSORS; i++) p.sensors[i].preload_force = PRESS_Q16(newtons);
}

static void make(void) {
  p.now = 0;
  make_pad();
  bench_make(&b, NULL);
}

static const press_event *last_zero(int32_t reason) { return last_of(PRESS_EVENT_BASELINE_CHANGED, reason); }

static void start_at(double n) {
  feed_for(n, 250000);
  last_zero(PRESS_REASON_START);
}

/* A test that begins once the zero is learnt of a pad that nothing touches. */
#define RESTING_TEST(name) RESTING_TEST_WITH(name, (void)0)
#define RESTING_TEST_WITH(name, ...) TEST_BETWEEN((prepare(), __VA_ARGS__, make(), start_at(0)), finish(), name)

/* ---- config, storage, NULL ---- */

TEST(sizes_and_storage_are_checked) {
  static uint64_t small[PRESS_PAD_STORAGE_1 / 8];
  press_pad      *pad = NULL;
  assert_int_equal(press_pad_size(0), 0);
  assert_int_equal(press_pad_size(9), 0);
  assert_int_equal(press_pad_size(SIZE_MAX), 0);
  assert_in_range(press_pad_size(1), 1, PRESS_PAD_STORAGE_1);
  assert_in_range(press_pad_size(8), press_pad_size(7) + 1, PRESS_PAD_STORAGE_8);
  assert_int_equal(press_pad_init(small, sizeof small, NULL, NULL, 1, &pad), PRESS_OK);
  assert_ptr_equal(pad, small);
  prepare();
  for (size_t count = 1; count <= 8; count++) {
    size_t size = press_pad_size(count);
    memset(p.storage, 0x5a, sizeof p.storage);
    pad = NULL;
    assert_int_equal(press_pad_init(p.storage, size - 1, &p.config, p.sensors, count, &pad), PRESS_ERR_NOSPC);
    assert_null(pad);
    for (size_t i = 0; i < sizeof p.storage; i++) assert_int_equal(p.storage[i], 0x5a);
    assert_int_equal(press_pad_init(p.storage, size, &p.config, p.sensors, count, &pad), PRESS_OK);
    for (size_t i = size; i < sizeof p.storage; i++) assert_int_equal(p.storage[i], 0x5a);
  }
  for (size_t off = 1; off < 8; off++)
    assert_int_equal(press_pad_init(p.storage + off, sizeof p.storage - 8, &p.config, p.sensors, 1, &pad), PRESS_ERR_INVAL);
}

/* All but the first, which test_checks.c has. */
TEST(each_sensor_is_checked) {
  press_pad *pad = NULL;
  prepare();
  p.sensors[1].creep = -1;
  assert_int_equal(press_pad_init(p.storage, sizeof p.storage, &p.config, p.sensors, 2, &pad), PRESS_ERR_INVAL);
  prepare();
  p.sensors[0].preload_force = PRESS_Q16(30000); /* no conductance on the curve gives it */
  assert_int_equal(press_pad_init(p.storage, sizeof p.storage, &p.config, p.sensors, 2, &pad), PRESS_ERR_INVAL);
  assert_int_equal(press_pad_init(p.storage, sizeof p.storage, &p.config, p.sensors, 9, &pad), PRESS_ERR_INVAL);
  assert_null(pad);
}

PAD_TEST(a_pad_needs_no_engine) {
  press_frame f = {.t_us = 1, .present = 1};
  assert_int_equal(press_pad_feed(p.pad, &f, NULL), PRESS_OK);
  assert_int_equal(press_pad_tick(p.pad, 2, NULL), PRESS_OK);
}

PAD_TEST_WITH(frames_of_sensors_that_are_not_there_are_refused, p.count = 2) {
  press_frame f = {.t_us = 1, .present = 4};
  assert_int_equal(press_pad_feed(p.pad, &f, b.engine), PRESS_ERR_INVAL);
  f.present = 3;
  f.failed = 1u << 31;
  assert_int_equal(press_pad_feed(p.pad, &f, b.engine), PRESS_ERR_INVAL);
  assert_int_equal(stats().frames, 0);
  f.failed = 0;
  assert_int_equal(press_pad_feed(p.pad, &f, b.engine), PRESS_OK);
}

/* ---- codes and forces ---- */

TEST(codes_become_newtons) {
  for (int circuit = 0; circuit < 3; circuit++) {
    prepare();
    p.config.flags |= PRESS_PAD_NO_BASELINE | PRESS_PAD_NO_MEDIAN;
    if (circuit == 1) p.sensors[0].circuit.flags = PRESS_CIRCUIT_PULL_UP;
    if (circuit == 2) p.sensors[0].circuit.parallel_ohm = 100000;
    make();
    for (double n = 0; n < 20; n += 0.37) {
      feed(n);
      assert_true(fabs(newtons() - n) < 0.001 + n * 0.002);
      assert_int_equal(reading().raw_force[0], reading().force);
    }
    feed(0);
    finish();
  }
}

PAD_TEST_WITH(a_press_on_a_pad_goes_through_to_commit, p.config.contact = 42) {
  plays("0:250 0.3:50 0.9:50 0:50");
  const press_event *e = recorder_last(&b.log, PRESS_EVENT_COMMIT_UPDATED);
  assert_non_null(e);
  assert_int_equal(e->contact, 42);
  assert_int_equal(e->flags, PRESS_EVENT_FLAG_ENDED);
  contacts(1, 1, 0);
}

/* ---- the zero ---- */

PAD_TEST(the_zero_is_learnt_at_the_start_and_force_reads_0_meanwhile) {
  feed(0.04);
  uint64_t first = p.now;
  while (p.now < first + 200000 - STEP) { plays("0.04 flags=starting n=0~0 baseline_changed=0"); }
  plays("0.04 flags=none");
  const press_event *e = last_zero(PRESS_REASON_START);
  assert_int_equal(e->value2, 0);
  assert_true(fabs(e->value / 65536.0 - 4) < 0.1);
  assert_int_equal(e->value, reading().baseline[0]);
  plays("2.04:50 n=2");
}

PAD_TEST_WITH(the_zero_learnt_is_the_mean, p.config.flags |= PRESS_PAD_NO_MEDIAN) {
  /* 41 frames from the first to 200 ms later. */
  for (int i = 0; i < 41; i++) feed(i % 2 ? 0.01 : 0.04);
  plays("flags=none zero=2.5~0.2");
}

TEST(a_start_learns_a_zero_or_says_that_a_finger_is_there) {
  static const struct {
    const char *name;
    size_t      sensors;
    const char *script;
  } rows[] = {
    {"a finger, for which the load is taken", 1, "1.5:400 zero:finger_at_start zero=0~0 n=1.5 contact_began=1"},
    {"something that moves", 1, "0.05:100 0.30:300 zero:finger_at_start zero=0~0"},
    {"a steady offset of up to half of touch_force", 1, "0.0495:400 zero:start zero=4.95~0.1 n=0"},
    {"half of touch_force on two sensors", 2, "0.02:400 zero:start 0:50"},
    {"a hand on two sensors", 2, "0.04:400 zero:finger_at_start 0:50"},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    prepare();
    p.count = rows[i].sensors;
    make();
    plays_row(rows[i].name, rows[i].script);
    finish();
  }
}

/* Whether a steady force at the start becomes the zero. */
static bool is_zero(double newtons, press_config *engine, press_q16 limit) {
  prepare();
  p.config.start_limit = limit;
  p.now = 0;
  make_pad();
  bench_make(&b, engine);
  feed_for(newtons, 400000);
  bool found = recorder_last(&b.log, PRESS_EVENT_BASELINE_CHANGED)->reason == PRESS_REASON_START;
  finish();
  return found;
}

TEST(a_start_limit_of_0_is_half_of_touch_force_and_at_most_two_tenths) {
  static const double cases[][2] = {{0.1, 0.05}, {0.2, 0.1}, {0.3, 0.15}, {0.4, 0.2}, {0.5, 0.2}, {4, 0.2}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    for (int is_flagged = 0; is_flagged < 2; is_flagged++) {
      press_config c = bench_config();
      double       limit = is_flagged ? 0.2 : cases[i][1];
      c.touch_force = PRESS_Q16(cases[i][0]);
      c.release_force = c.touch_force / 2;
      c.flags |= is_flagged ? PRESS_CONFIG_CONTACT_FROM_FLAG : 0;
      if (!is_zero(limit - 0.004, &c, 0) || is_zero(limit + 0.004, &c, 0)) fail_msg("%g N, flagged: %d", cases[i][0], is_flagged);
    }
  }
}

TEST(a_start_limit_acts_as_it_is_given) {
  press_config c = bench_config();
  c.touch_force = PRESS_Q16(4);
  c.release_force = PRESS_Q16(1);
  for (int tenths = 1; tenths <= 20; tenths++) {
    press_q16 limit = tenths * PRESS_ONE / 10;
    assert_true(is_zero(tenths / 10.0 - 0.004, &c, limit) && !is_zero(tenths / 10.0 + 0.004, &c, limit));
  }
}

TEST(a_start_limit_above_half_of_touch_force_is_refused_by_name) {
  press_pad_config pad;
  press_config     c;
  const char      *why = NULL;
  press_pad_config_init(&pad);
  press_config_init(&c);
  assert_int_equal(press_pad_config_check_with(&pad, &c, &why), PRESS_OK);
  for (press_q16 touch = PRESS_ONE / 4; touch < PRESS_Q16(20); touch += 4711) {
    c.touch_force = touch;
    c.release_force = 1;
    for (int more = 0; more < 2; more++) {
      pad.start_limit = touch / 2 + more;
      c.flags = 0;
      why = NULL;
      assert_int_equal(press_pad_config_check_with(&pad, &c, &why), more ? PRESS_ERR_INVAL : PRESS_OK);
      if (more)
        assert_string_equal(why, "start_limit: at most half of the engine's touch_force");
      else
        assert_null(why);
      c.flags = PRESS_CONFIG_CONTACT_FROM_FLAG;
      assert_int_equal(press_pad_config_check_with(&pad, &c, NULL), PRESS_OK);
    }
  }
  c.touch_force = 0;
  assert_int_equal(press_pad_config_check_with(&pad, &c, &why), PRESS_OK); /* With CONTACT_FROM_FLAG it does not count. */
  c.flags = 0;
  assert_int_equal(press_pad_config_check_with(&pad, &c, &why), PRESS_ERR_INVAL);
  assert_non_null(strstr(why, "touch_force: "));
  pad.beta = -1;
  assert_int_equal(press_pad_config_check_with(&pad, &c, &why), PRESS_ERR_INVAL);
  assert_string_equal(why, "beta: not negative");
  assert_int_equal(press_pad_config_check_with(NULL, &c, &why), PRESS_ERR_INVAL);
  assert_int_equal(press_pad_config_check_with(&pad, NULL, &why), PRESS_ERR_INVAL);
  assert_string_equal(why, "NULL: there is nothing to check");
}

PAD_TEST_WITH(without_a_start_the_zero_is_0, p.config.start_us = 0) { plays("1 n=1 1 baseline_changed=0 flags=touched n=1"); }

/* An engine with a touch_force so high that half of it is above every zero here. */
static void make_firm(void) {
  press_config c = bench_config();
  c.touch_force = PRESS_Q16(0.5);
  p.now = 0;
  make_pad();
  bench_make(&b, &c);
}

RESTING_TEST_WITH(drift_is_followed_with_its_time_constant_upwards, p.config.rise_us = 10000000) {
  feed_for(0.1, 10000000);
  assert_true(fabs(zero(0) - 10 * (1 - exp(-1))) < 0.15);
  plays("0.1:60000 zero=10~0.1 n=0~0.001");
}

PAD_TEST_WITH(drift_is_followed_with_its_own_time_constant_downwards, preload(0.3), p.config.below_zero_us = 0, p.config.fall_us = 2000000) {
  start_at(0.3);
  feed_for(0.272, 2000000);
  assert_true(fabs(zero(0) - (27.2 + 2.8 * exp(-1))) < 0.05);
}

RESTING_TEST_WITH(drift_is_delivered_each_time_it_adds_up_to_a_step, p.config.rise_us = 1000000) {
  size_t before = recorder_count(&b.log, PRESS_EVENT_BASELINE_CHANGED);
  feed_for(0.1, 20000000);
  size_t    delivered = 0;
  press_q16 last = 0;
  for (size_t i = 0; i < b.log.count; i++) {
    const press_event *e = &b.log.entries[i].event;
    if (b.log.entries[i].kind != ENTRY_EVENT || e->type != PRESS_EVENT_BASELINE_CHANGED || e->reason != PRESS_REASON_DRIFT) continue;
    assert_int_equal(e->value2, last);
    assert_true(e->value - e->value2 >= PRESS_Q16(2));
    assert_true(e->value - e->value2 < PRESS_Q16(2.2));
    last = e->value;
    delivered++;
  }
  assert_int_equal(delivered, 4);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_BASELINE_CHANGED), before + delivered);
}

RESTING_TEST_WITH(the_zero_is_frozen_during_contact_and_for_a_time_after, p.config.rise_us = 1000000) {
  plays("1:10000 zero=0~0.1");
  feed(0.1); /* the median still says 1 N here */
  feed(0.1);
  uint64_t lifted = p.now;
  while (p.now < lifted + 1000000 - 2 * STEP) { plays("0.1 zero=0~0.1"); }
  plays("0.1:1000 zero>4");
}

RESTING_TEST_WITH(a_touch_of_one_sensor_freezes_them_all, p.config.rise_us = 500000, p.count = 2) {
  for (int i = 0; i < 1000; i++) { feed_frame((press_frame){.present = 3, .code = {code_of(1), code_of(0.1)}}); }
  assert_true(zero(0) < 0.1);
  assert_true(zero(1) < 0.1);
}

PAD_TEST_WITH(a_time_constant_of_0_follows_nothing, preload(0.3), p.config.rise_us = p.config.fall_us = p.config.below_zero_us = 0) {
  start_at(0.3);
  double learnt = zero(0);
  plays("0.4:30000 0.1:30000");
  assert_true(zero(0) == learnt);
}

PREPARED_TEST(a_reading_below_a_zero_that_is_not_known_corrects_it_after_its_time_and_not_before) {
  p.config.fall_us = 0;
  make_firm();
  start_at(0.15);
  feed(0.05); /* the median still says 0.15 N here */
  feed(0.05);
  uint64_t since = p.now;
  while (p.now < since + 50000 - STEP) { plays("0.05 zero>14.5"); }
  feed(0.05);
  const press_event *e = last_zero(PRESS_REASON_BELOW_ZERO);
  assert_true(fabs(e->value2 / 65536.0 - 15) < 0.5);
  assert_true(fabs(e->value / 65536.0 - 5) < 0.5);
  assert_true(fabs(zero(0) - 5) < 0.5);
}

PAD_TEST_WITH(below_zero_by_no_more_than_noise_is_not_corrected, preload(0.5), p.config.fall_us = 0) {
  start_at(0.5);
  plays("0.475:2000 zero>49");
  /* The same if the load comes and goes. */
  plays("(0.3:40 0.5:40)*50 zero>49");
}

RESTING_TEST(a_contact_may_last_for_ever_by_default) { plays("2:120000 contact_cancelled=0 n=2"); }

RESTING_TEST_WITH(a_contact_that_lasts_too_long_becomes_the_zero, p.config.longest_contact_us = 1000000) {
  plays("2 2");
  uint64_t since = p.now;
  while (p.now < since + 1000000 - STEP) { plays("2 contact_cancelled=0"); }
  plays("2 contacts=1/0/1");
  const press_event *e = last_zero(PRESS_REASON_CONTACT_TOO_LONG);
  assert_true(fabs(e->value / 65536.0 - 200) < 1);
  plays("n=0~0 2:100 n=0");
  /* The finger lifts after all: the zero is corrected, and the next touch has its full force. */
  plays("0:200 1:100 n=1~0.05 contact_began=2");
}

RESTING_TEST_WITH(tare_learns_the_zero_again, p.config.rise_us = 0) {
  plays("0.04:50 n>0.03 tare n=0~0");
  assert_int_equal(reading().flags & PRESS_READING_STARTING, PRESS_READING_STARTING);
  plays("0.04 n=0~0 0.04:250");
  const press_event *e = last_zero(PRESS_REASON_REQUESTED);
  assert_true(fabs(e->value / 65536.0 - 4) < 0.1);
  plays("flags=none n=0");
}

RESTING_TEST(tare_with_a_finger_on_it_is_not_now) {
  plays("1:50 tare=no n=1 0:50 tare");
  /* A finger that comes while it is watched is noticed too. */
  plays("1:300 zero:finger_at_start zero=0~0.1");
}

/* ---- a resting hand is no zero ---- */

TEST(a_start_under_a_hand_reads_forces_like_one_without_from_the_first_lift_on) {
  for (int preloaded = 0; preloaded < 2; preloaded++) {
    for (double hand = 0.3; hand < 1.01; hand += 0.1) {
      double idle = preloaded ? 1.03 : 0.03;
      prepare();
      if (preloaded) preload(1);
      make();
      feed_for(idle + hand, 3000000);
      const press_event *e = last_zero(PRESS_REASON_FINGER_AT_START);
      assert_true(fabs(e->value / 65536.0 - preloaded * 100) < 0.001);
      assert_int_equal(e->value2, e->value);
      assert_true(fabs(newtons() - hand) < 0.05);
      feed_for(idle, 300000);
      last_zero(PRESS_REASON_START);
      for (double n = 1; n < 6; n += 0.5) {
        feed_for(idle + n, 300000);
        assert_true(fabs(newtons() - n) < 0.01 * n);
        feed_for(idle, 100000);
      }
      assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 11);
      finish();
    }
  }
}

PAD_TEST(the_first_press_after_the_lift_is_within_5_percent_too) { plays("0.53:1000 0.03:40 1.03:100 n=1~0.05 0:50"); }

PAD_TEST_WITH(the_zero_is_learnt_at_the_first_quiet_stretch_as_long_as_the_start, p.config.rise_us = p.config.fall_us = 0) {
  feed_for(1, 1000000);
  for (int i = 0; i < 5; i++) {
    feed_for(0.03, 195000); /* the first of them still reads as pressed, by the median */
    feed_for(i % 2 ? 0.06 : 1, 30000);
    assert_int_equal(zero(0), 0);
  }
  feed(0.03);
  uint64_t since = p.now + STEP;
  while (p.now + STEP < since + 200000) { plays("0.03 zero=0~0"); }
  plays("0.03 0.03");
  assert_int_equal(last_zero(PRESS_REASON_START)->value2, 0);
  assert_true(fabs(zero(0) - 3) < 0.1);
}

TEST(sensors_that_differ_from_their_curves_under_a_declared_preload_get_a_zero_after_10_still_seconds) {
  /* The most that is learnt is half of touch, 0.05 N, and an eighth of 2 N. */
  static const struct {
    double more;
    bool   is_learnt;
  } rests[] = {{0.2, true}, {0.29, true}, {0.31, false}};
  for (size_t i = 0; i < 3; i++) {
    prepare();
    preload(2);
    make();
    feed_for(2 + rests[i].more, 5000000);
    last_zero(PRESS_REASON_FINGER_AT_START);
    /* A press: all 10 s again. */
    feed_for(4, 100000);
    uint64_t since = p.now;
    feed_for(2 + rests[i].more, 10150000);
    last_zero(PRESS_REASON_FINGER_AT_START);
    while (p.now < since + 10300000 && recorder_last(&b.log, PRESS_EVENT_BASELINE_CHANGED)->reason != PRESS_REASON_START) feed(2 + rests[i].more);
    last_zero(rests[i].is_learnt ? PRESS_REASON_START : PRESS_REASON_FINGER_AT_START);
    assert_true(fabs(newtons() - (rests[i].is_learnt ? 0 : rests[i].more)) < 0.01);
    feed_for(2, 100000);
    finish();
  }
}

TEST(an_engine_that_goes_by_flags_leaves_the_limit_to_the_pad) {
  for (int turn = 0; turn < 3; turn++) {
    press_config c = bench_config();
    c.touch_force = PRESS_Q16(turn == 2 ? 0.3 : 0.1);
    if (turn == 1) c.flags |= PRESS_CONFIG_CONTACT_FROM_FLAG;
    prepare();
    make();
    bench_make(&b, &c);
    feed_for(0.149, 250000);
    last_zero(turn ? PRESS_REASON_START : PRESS_REASON_FINGER_AT_START);
    if (turn == 1) { plays("tare 0.34:500 zero:requested"); }
    feed_for(0, 50000);
    finish();
  }
}

TEST(a_preload_comes_off_on_a_curve_that_is_not_straight) {
  press_q16 exponents[] = {PRESS_Q16(0.7), PRESS_Q16(1), PRESS_Q16(1.4)};
  for (size_t i = 0; i < 3; i++) {
    prepare();
    assert_int_equal(press_curve_power(PRESS_Q16(100), PRESS_ONE, exponents[i], &p.sensors[0].curve), PRESS_OK);
    preload(1);
    make();
    double exponent = exponents[i] / 65536.0;
    start_at(1); /* 100 microsiemens */
    for (double n = 0; n < 8; n += 0.25) {
      feed_for(pow(1 + n, 1 / exponent), 20000);
      assert_true(fabs(newtons() - n) < 0.002 + 0.002 * (1 + n));
    }
    feed_for(1, 50000);
    finish();
  }
}

TEST(a_stored_zero_holds_until_one_is_learnt) {
  prepare();
  p.sensors[0].zero = PRESS_Q16(40);
  make();
  assert_int_equal(reading().baseline[0], PRESS_Q16(40));
  feed_for(1.4, 300000);
  assert_int_equal(last_zero(PRESS_REASON_FINGER_AT_START)->value, PRESS_Q16(40));
  assert_true(fabs(newtons() - 1) < 0.01);
  feed_for(0.3, 300000); /* below it is no obstacle */
  assert_true(fabs(zero(0) - 30) < 0.2);
  finish();
  prepare();
  p.config.flags |= PRESS_PAD_NO_BASELINE;
  preload(0.4);
  make();
  plays("1.4:300 n=1 0.4:50");
  finish();
}

RESTING_TEST(a_forced_tare_cancels_the_contact_and_takes_what_lies_there) {
  feed_for(1.5, 100000);
  assert_int_equal(press_pad_tare(p.pad, PRESS_PAD_TARE_FORCE), PRESS_OK);
  assert_int_equal(press_pad_tare(p.pad, 2), PRESS_ERR_INVAL);
  plays("contact_cancelled=0 1.5 contact_cancelled:lost");
  uint64_t since = p.now;
  while (p.now + STEP < since + 200000) { plays("1.5 n=0~0 flags=starting"); }
  feed(1.5);
  assert_true(fabs(last_zero(PRESS_REASON_REQUESTED)->value / 65536.0 - 150) < 0.5);
  plays("2.5:100 n=1 1.5:50 contacts=2/1/1");
}

TEST(a_tare_that_was_refused_is_made_up_for_when_it_is_quiet_also_where_settings_count_meanwhile) {
  for (int settings = 0; settings < 2; settings++) {
    prepare();
    p.config.rise_us = 0;
    make();
    start_at(0);
    plays("tare 1:300 zero:finger_at_start");
    if (settings) assert_int_equal(press_pad_set(p.pad, &p.config), PRESS_OK);
    feed_for(0.03, 300000);
    assert_true(fabs(last_zero(PRESS_REASON_REQUESTED)->value / 65536.0 - 3) < 0.1);
    finish();
  }
}

PAD_TEST_WITH(a_zero_that_has_wandered_is_delivered_once_until_it_is_back, p.config.rise_us = p.config.fall_us = 100000, p.config.hold_us = 0,
  p.config.untouched_force = PRESS_Q16(3), p.config.below_zero = PRESS_Q16(100), p.sensors[0].zero = PRESS_Q16(200),
  p.sensors[0].zero_limit = PRESS_Q16(0.5)) {
  start_at(2);
  const struct {
    double newtons;
    size_t delivered;
  } steps[] = {{2.49, 0}, {2.51, 1}, {2.2, 1}, {2.51, 2}, {2.26, 2}, {2.6, 2}, {2, 2}, {1.49, 3}};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    feed_for(steps[i].newtons, 2000000);
    if (recorder_count(&b.log, PRESS_EVENT_RECALIBRATE) != steps[i].delivered) fail_msg("at %f N", steps[i].newtons);
  }
  const press_event *e = last_of(PRESS_EVENT_RECALIBRATE, PRESS_REASON_ZERO);
  assert_int_equal(e->value2, PRESS_Q16(200));
  assert_true(fabs(e->value / 65536.0 - 149.5) < 1);
}

RESTING_TEST_WITH(more_than_the_calibration_covers_is_delivered_once_for_each_touch, p.sensors[0].span = PRESS_Q16(200)) {
  for (size_t touch = 1; touch <= 3; touch++) {
    feed_for(2.98, 100000);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_RECALIBRATE), touch - 1);
    plays("(3.05:100 1:100)*5 0:50");
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_RECALIBRATE), touch);
  }
  const press_event *e = last_of(PRESS_EVENT_RECALIBRATE, PRESS_REASON_SPAN);
  assert_int_equal(e->value2, PRESS_Q16(200));
  assert_true(e->value >= PRESS_Q16(300));
}

PAD_TEST_WITH(without_a_baseline_nothing_is_learnt, p.config.flags |= PRESS_PAD_NO_BASELINE, p.config.longest_contact_us = 1000) {
  plays("tare=no 0.1:10000 2:1000");
  assert_int_equal(reading().baseline[0], 0);
  plays("baseline_changed=0 n=2");
}

/* ---- spikes and the filter ---- */

RESTING_TEST(a_spike_of_one_frame_begins_nothing) { plays("(0:50 10)*20 0:50 contact_began=0 spikes=20"); }

RESTING_TEST(a_dropout_of_one_frame_ends_nothing) { plays("(2:50 0)*20 2 contacts=1/0/0"); }

RESTING_TEST_WITH(without_the_median_spikes_pass, p.config.flags |= PRESS_PAD_NO_MEDIAN) { plays("10 n=10~0.1 0 contact_began=1 spikes=0"); }

RESTING_TEST(edges_and_slopes_are_no_spikes) {
  for (int i = 0; i < 10; i++) { plays("5:100 0:100"); }
  for (double n = 0; n < 20; n += 2) feed(n);
  for (double n = 20; n > 0; n -= 2) feed(n);
  assert_int_equal(stats().spikes, 0);
}

PAD_TEST_WITH(
  the_force_is_that_of_the_1_euro_filter, p.config.flags = PRESS_PAD_NO_BASELINE | PRESS_PAD_NO_MEDIAN, p.config.min_cutoff_hz = PRESS_Q16(3)) {
  press_one_euro f;
  assert_int_equal(press_one_euro_init(&f, p.config.min_cutoff_hz, p.config.beta, p.config.derivative_cutoff_hz), PRESS_OK);
  feed(0);
  for (int i = 0; i < 500; i++) {
    feed(i % 100 < 50 ? 3 : 0.5);
    press_q16 expected = 0;
    assert_int_equal(press_one_euro_step(&f, p.now, reading().raw_force[0], &expected), PRESS_OK);
    assert_int_equal(reading().force, expected);
  }
}

/* ---- the filter does not delay ---- */

static uint32_t seed;
static uint32_t draw(uint32_t below) {
  seed = seed * 1664525u + 1013904223u;
  return (uint32_t)(((uint64_t)(seed >> 8) * below) >> 24);
}

/* A hand on one sensor: rests, strikes, climbs, hovers about the levels, dips, trembles, leaves. */
static double wander(double now) {
  switch (draw(24)) {
    case 0: return 0;
    case 1: return 0.1 + draw(100) / 1000.0;
    case 2: return draw(1000) / 100.0;
    case 3: return 0.04 + draw(40) / 1000.0;
    case 4: return now / 4;
    default: return fmax(0, now * (0.9 + draw(200) / 1000.0) + (draw(21) - 10.0) / 1000);
  }
}

/* Contacts of an engine as times and kinds. */
static size_t contacts_of(const recorder *log, uint64_t *times, size_t capacity) {
  size_t count = 0;
  for (size_t i = 0; i < log->count; i++) {
    const press_event *e = &log->entries[i].event;
    if (log->entries[i].kind != ENTRY_EVENT || e->type > PRESS_EVENT_CONTACT_CANCELLED) continue;
    assert_true(count < capacity);
    times[count++] = e->t_us * 4 + e->type;
  }
  return count;
}

TEST(contacts_begin_and_end_with_the_filter_as_without_it) {
  static uint64_t       times[2][8192];
  static press_q16      forces[2][4000];
  static const unsigned rates[] = {20, 50, 100, 200, 366, 860, 1000};
  size_t                edges = 0, filtered = 0;
  for (seed = 1; seed <= 21 * 1000003u; seed += 1000003u) {
    uint32_t start = seed, step = 1000000 / rates[seed / 1000003u % 7];
    size_t   count[2];
    for (int off = 0; off < 2; off++) {
      seed = start;
      prepare();
      p.config.flags = (off ? PRESS_PAD_NO_FILTER : 0) | PRESS_PAD_NO_BASELINE | (draw(2) ? PRESS_PAD_NO_MEDIAN : 0);
      p.config.min_cutoff_hz = draw(2) ? 0 : PRESS_ONE;
      make();
      double n = 0;
      for (int i = 0; i < 4000; i++) {
        n = fmin(wander(n), 20);
        assert_int_equal(feed_code_at(p.now += step + draw(step / 10), code_of(n)), PRESS_OK);
        forces[off][i] = reading().force;
        if (b.log.count > RECORDER_CAPACITY - 40) break;
      }
      count[off] = contacts_of(&b.log, times[off], 8192);
      recorder_clear(&b.log);
    }
    seed = start;
    if (count[0] != count[1]) fail_msg("seed %u: %u and %u events", (unsigned)start, (unsigned)count[0], (unsigned)count[1]);
    assert_memory_equal(times[0], times[1], count[0] * sizeof **times);
    for (size_t i = 0; i < 4000; i++) filtered += forces[0][i] != forces[1][i];
    edges += count[0];
  }
  assert_true(edges > 4000 && filtered > 4000);
}

PAD_TEST_WITH(the_filter_begins_with_the_first_value_of_a_touch_and_rests_between, p.config.flags = PRESS_PAD_NO_MEDIAN | PRESS_PAD_NO_BASELINE) {
  for (int turn = 0; turn < 3; turn++) {
    plays("0.02 raw 0.09 raw 3 raw 4");
    assert_true(reading().force < reading().raw_force[0]);
    feed(0.06); /* down still: on the median's side of both levels */
    assert_true(reading().force < PRESS_Q16(0.1) && reading().force >= PRESS_Q16(0.05));
    plays("0.06*100 0.11");
    assert_true(reading().force >= PRESS_Q16(0.1));
    plays("0.04 raw");
  }
}

TEST(without_levels_the_filter_runs_while_the_pad_is_touched) {
  for (int turn = 0; turn < 2; turn++) {
    press_config c = bench_config();
    c.flags |= PRESS_CONFIG_CONTACT_FROM_FLAG;
    prepare();
    p.config.flags = PRESS_PAD_NO_MEDIAN | PRESS_PAD_NO_BASELINE;
    make();
    bench_make(&b, &c);
    press_engine *engine = b.engine;
    if (turn) b.engine = NULL;
    for (int i = 0; i < 3; i++) {
      plays("0.14 raw 2 raw 0.16");
      assert_true(reading().force > PRESS_Q16(0.5));
      plays("0.01 raw");
    }
    b.engine = engine;
    finish();
  }
}

static void make_with_the_filter_alone(void) {
  prepare();
  p.config.flags = PRESS_PAD_NO_MEDIAN | PRESS_PAD_NO_BASELINE;
  p.config.beta = 0;
  make();
}

/* The present cutoff, computed from one step of the filter. It must be the last frame of a test. */
static double cutoff_of_a_step(double newtons) {
  press_q16 before = reading().force;
  assert_int_equal(feed_code_at(p.now += 10000, code_of(newtons)), PRESS_OK);
  double share = (reading().force - before) / (double)(reading().raw_force[0] - before);
  feed_code_at(p.now += 10000, code_of(0));
  finish();
  return share / (1 - share) / (2 * 3.14159265358979 * 0.01);
}

/* The least cutoff of a pad whose frames are `step` apart. */
static double cutoff(uint32_t step, int frames) {
  make_with_the_filter_alone();
  for (int i = 0; i < frames; i++)
    assert_int_equal(feed_code_at(p.now += (i % 4 == 1 ? step / 2 : step + (i % 2 ? step / 8 : 0)), code_of(1)), PRESS_OK);
  return cutoff_of_a_step(2);
}

TEST(the_cutoff_goes_by_the_median_of_the_first_16_intervals) {
  static const struct {
    uint32_t step;
    double   hertz;
  } rows[] = {{50000, 25}, {20000, 10}, {10000, 5}, {5000, 3}, {1163, 3}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (fabs(cutoff(rows[i].step, 15) - 10) > 0.02) fail_msg("before it is known: %f Hz", cutoff(rows[i].step, 15));
    if (fabs(cutoff(rows[i].step, 17) / rows[i].hertz - 1) > 0.01) fail_msg("%u us: %f Hz", rows[i].step, cutoff(rows[i].step, 17));
    if (fabs(cutoff(rows[i].step, 60) / rows[i].hertz - 1) > 0.01) fail_msg("%u us, later: %f Hz", rows[i].step, cutoff(rows[i].step, 60));
  }
}

TEST(a_gap_measures_the_rate_again_and_the_cutoff_holds_meanwhile) {
  for (int frames = 10; frames <= 20; frames += 10) {
    make_with_the_filter_alone();
    for (int i = 0; i < 30; i++) assert_int_equal(feed_code_at(p.now += 20000, code_of(1)), PRESS_OK);
    p.now += 500000;
    for (int i = 0; i < frames; i++) assert_int_equal(feed_code_at(p.now += 50000, code_of(1)), PRESS_OK);
    assert_true(fabs(cutoff_of_a_step(2) - (frames == 10 ? 10 : 25)) < 0.1);
  }
}

/* ---- places ---- */

PREPARED_TEST(eight_sensors_add_up_and_say_where) {
  p.count = 8;
  for (int i = 0; i < 8; i++) {
    p.sensors[i].x = PRESS_Q16((i % 4) * 10);
    p.sensors[i].y = PRESS_Q16((i / 4) * 10);
  }
  make();
  start_at(0);
  for (int k = 0; k < 20; k++) {
    press_frame f = {.t_us = p.now += STEP, .present = 255};
    for (int i = 0; i < 8; i++) f.code[i] = code_of(i == 1 ? 1 : i == 2 ? 3 : 0);
    assert_int_equal(press_pad_feed(p.pad, &f, b.engine), PRESS_OK);
  }
  assert_true(fabs(newtons() - 4) < 0.05);
  assert_true(fabs(reading().x / 65536.0 - 17.5) < 0.1);
  assert_true(fabs(reading().y / 65536.0) < 0.1);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_CONTACT_BEGAN)->y, 0);
  /* While the force dips, the place stays. */
  press_q16 x = reading().x;
  for (int k = 0; k < 20; k++) {
    press_frame f = {.t_us = p.now += STEP, .present = 255};
    for (int i = 0; i < 8; i++) f.code[i] = code_of(i == 7 ? 0.1 : 0);
    assert_int_equal(press_pad_feed(p.pad, &f, b.engine), PRESS_OK);
  }
  assert_int_equal(reading().x, x);
}

static void make_plate(uint32_t lag) {
  p.count = 4;
  for (int i = 0; i < 4; i++) {
    p.sensors[i].x = PRESS_Q16(i % 2 * 100);
    p.sensors[i].y = PRESS_Q16(i / 2 * 100);
    p.sensors[i].lag_us = (uint32_t)(3 - i) * lag;
  }
  make();
}

static void feed_plate(double a, double b_, double c, double d) {
  feed_frame((press_frame){.present = 15, .code = {code_of(a), code_of(b_), code_of(c), code_of(d)}});
}

static void assert_at(double x, double y) {
  press_reading r = reading();
  if (fabs(r.x / 65536.0 - x) > 0.5 || fabs(r.y / 65536.0 - y) > 0.5) fail_msg("at %f, %f", r.x / 65536.0, r.y / 65536.0);
}

PREPARED_TEST(a_preload_is_the_zero_and_takes_no_part_in_the_position) {
  const double weight[] = {0.8, 0.3, 0.5, 0.6};
  for (int i = 0; i < 4; i++) p.sensors[i].preload_force = PRESS_Q16(weight[i]);
  make_plate(0);
  for (int i = 0; i < 60; i++) feed_plate(0.8, 0.3, 0.5, 0.6);
  for (int i = 0; i < 3; i++) feed_plate(0.8 + 0.06, 0.3 + 0.06, 0.5 + 0.06, 0.6 + 0.06);
  assert_at(50, 50);
  for (int i = 0; i < 3; i++) feed_plate(0.8 + 0.3, 0.3, 0.5 + 0.1, 0.6);
  assert_at(0, 25);
}

TEST(forces_that_rise_while_sensors_are_read_are_brought_to_one_moment) {
  for (uint32_t lag = 0; lag <= 1000; lag += 1000) {
    prepare();
    p.config.flags |= PRESS_PAD_NO_MEDIAN;
    make_plate(lag);
    for (int i = 0; i < 60; i++) feed_plate(0, 0, 0, 0);
    /* In the middle, 0.1 N a millisecond each. */
    for (double ms = 5; ms < 50; ms += 5) feed_plate((ms - 3) / 10, (ms - 2) / 10, (ms - 1) / 10, ms / 10);
    if (lag)
      assert_at(50, 50);
    else
      assert_true(reading().y > PRESS_Q16(51));
    for (int i = 0; i < 5; i++) feed_plate(0, 0, 0, 0);
    finish();
  }
}

PREPARED_TEST(a_correction_is_applied_from_the_first_position_on) {
  p.config.correction = (press_pad_correction){0, 2 * PRESS_ONE, PRESS_Q16(7), -PRESS_ONE, 0, PRESS_Q16(300)};
  make_plate(0);
  assert_int_equal(reading().x, PRESS_Q16(7));
  assert_int_equal(reading().y, PRESS_Q16(300));
  plays("0,0,0,0*60 0.3,0.1,0,0*3 at=7,275");
}

TEST(a_fit_meets_three_touches_and_refuses_what_says_nothing) {
  press_pad_point points[PRESS_PAD_FIT_POINTS + 1] = {
    {PRESS_Q16(10), PRESS_Q16(10), 0, 0}, {PRESS_Q16(90), PRESS_Q16(10), PRESS_Q16(320), 0}, {PRESS_Q16(10), PRESS_Q16(90), 0, PRESS_Q16(480)}};
  press_pad_correction k = {1, 2, 3, 4, 5, 6}, untouched = k;
  press_q16            worst = 77;
  assert_int_equal(press_pad_fit(NULL, 3, &k, &worst), PRESS_ERR_INVAL);
  assert_int_equal(press_pad_fit(points, 3, NULL, &worst), PRESS_ERR_INVAL);
  assert_int_equal(press_pad_fit(points, 2, &k, &worst), PRESS_ERR_INVAL);
  assert_int_equal(press_pad_fit(points, 65, &k, &worst), PRESS_ERR_INVAL);
  press_pad_point line[3] = {points[0], points[1], points[0]};
  assert_int_equal(press_pad_fit(line, 3, &k, &worst), PRESS_ERR_INVAL);
  press_pad_point folded[3] = {points[0], points[1], points[2]};
  folded[2].wanted_y = 0;
  assert_int_equal(press_pad_fit(folded, 3, &k, &worst), PRESS_ERR_INVAL);
  assert_memory_equal(&k, &untouched, sizeof k);
  assert_int_equal(worst, 77);
  assert_int_equal(press_pad_fit(points, 3, &k, NULL), PRESS_OK);
  assert_int_equal(press_pad_fit(points, 3, &k, &worst), PRESS_OK);
  assert_in_range(worst, 0, 655);
  assert_true(abs(k.a - 4 * PRESS_ONE) < 4 && abs(k.e - 6 * PRESS_ONE) < 4 && abs(k.b) < 4 && abs(k.d) < 4);
  assert_true(abs(k.c + PRESS_Q16(40)) < 655 && abs(k.f + PRESS_Q16(60)) < 655);
  /* The whole range of numbers. */
  press_pad_point wide[3] = {{INT32_MIN, INT32_MIN, INT32_MAX, 0}, {INT32_MAX, INT32_MIN, 0, INT32_MAX}, {0, INT32_MAX, INT32_MIN, INT32_MIN}};
  assert_int_equal(press_pad_fit(wide, 3, &k, &worst), PRESS_OK);
}

/* ---- each sensor has its time ---- */

/* A finger in the middle of the plate, that rises by 0.1 N a millisecond on each sensor from 5 ms on; sensor n is read n ms
 * after the first. */
static void press_in_turn(uint64_t t, const uint32_t *before) {
  press_frame f = {.t_us = t, .present = 15};
  for (int n = 0; n < 4; n++) {
    double ms = (double)t / 1000 - 300 - (3 - n);
    f.code[n] = code_of(ms > 5 ? (ms - 5) / 10 : 0);
    f.before_us[n] = before[n];
  }
  assert_int_equal(press_pad_feed(p.pad, &f, b.engine), PRESS_OK);
}

TEST(frames_that_say_when_need_no_setting) {
  static const uint32_t none[4], times[4] = {3000, 2000, 1000, 0};
  press_reading         with[40], lagging;
  for (int by_lag = 0; by_lag < 2; by_lag++) {
    prepare();
    make_plate(by_lag ? 1000 : 0);
    for (uint64_t i = 1; i <= 100; i++) {
      press_in_turn(i * STEP, by_lag ? none : times);
      if (i <= 60) continue;
      lagging = reading();
      if (!by_lag)
        with[i - 61] = lagging;
      else
        assert_memory_equal(&with[i - 61], &lagging, sizeof lagging);
      if (i > 63) assert_at(50, 50);
    }
    finish();
  }
  prepare();
  make_plate(0);
  for (uint64_t i = 1; i <= 64; i++) press_in_turn(i * STEP, none);
  assert_true(reading().y > PRESS_Q16(51));
  finish();
}

PREPARED_TEST(times_of_a_frame_count_before_the_lag_of_a_sensor) {
  static const uint32_t times[4] = {3000, 2000, 1000, 0};
  make_plate(20000);
  for (uint64_t i = 1; i <= 100; i++) {
    press_in_turn(i * STEP, times);
    if (i > 63) assert_at(50, 50);
  }
}

PREPARED_TEST(times_that_go_back_or_lie_before_0_are_bounded) {
  make_plate(0);
  for (uint64_t i = 1; i <= 200; i++) {
    press_frame f = {.t_us = i * STEP, .present = 15};
    for (int n = 0; n < 4; n++) {
      f.code[n] = code_of(i > 60 ? 1 + (n == 1) : 0);
      f.before_us[n] = (i * 7919 + (unsigned)n) % 5 ? (uint32_t)(i * 65537 * (unsigned)(n + 1)) : UINT32_MAX;
    }
    assert_int_equal(press_pad_feed(p.pad, &f, b.engine), PRESS_OK);
    if (i > 64) assert_at(60, 40);
  }
}

TEST(a_time_before_the_reading_of_an_earlier_frame_is_that_of_it) {
  press_reading exact = {.size = sizeof exact}, bounded = {.size = sizeof bounded};
  for (int far = 0; far < 2; far++) {
    prepare();
    make_plate(0);
    for (uint64_t i = 1; i <= 70; i++) {
      press_frame f = {.t_us = i * STEP, .present = 15};
      for (int n = 0; n < 4; n++) {
        f.code[n] = code_of(i > 60 ? (double)(i - 60) / 10 : 0);
        /* The others were read 4 ms before each frame but the last. */
        if (n == 1)
          f.before_us[n] = i == 70 ? (far ? UINT32_MAX : STEP) : 0;
        else
          f.before_us[n] = i == 70 ? 0 : 4000;
      }
      assert_int_equal(press_pad_feed(p.pad, &f, b.engine), PRESS_OK);
    }
    bounded = reading();
    if (far) assert_memory_equal(&exact, &bounded, sizeof exact);
    exact = bounded;
    finish();
  }
}

TEST(a_contact_waits_one_frame_for_its_place_and_no_longer) {
  for (int skewed = 0; skewed < 2; skewed++) {
    prepare();
    p.config.flags |= PRESS_PAD_NO_MEDIAN;
    make_plate(skewed ? 1000 : 0);
    for (int i = 0; i < 60; i++) feed_plate(0, 0, 0, 0);
    /* Only the sensor that is read last reads the touch already. */
    feed_plate(0, 0, 0, 0.21);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), !skewed);
    plays("0.1,0.1,0.1,0.1 contact_began=1 0,0,0,0*5");
    /* A force that never is enough for a place. */
    feed_plate(0.03, 0.03, 0.03, 0.03);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), skewed ? 1 : 2);
    plays("0.03,0.03,0.03,0.03 contact_began=2 0,0,0,0*5");
    finish();
  }
}

PREPARED_TEST(while_a_finger_comes_down_its_place_settles_and_moves_nothing) {
  make_plate(0);
  press_gestures_config gestures;
  press_gestures_config_init(&gestures);
  assert_int_equal(press_gestures_attach(b.engine, &gestures), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 100, 100, PRESS_TARGET_TAP | PRESS_TARGET_SCROLL);
  for (int taps = 1; taps <= 5; taps++) {
    for (int i = 0; i < 60; i++) feed_plate(0, 0, 0, 0);
    /* Sensors that read too little at first: the finger seems to come from another place. */
    for (int i = 1; i <= 10; i++) {
      double newtons = 0.2 * taps * i / 10;
      feed_plate(newtons, newtons, newtons * i / 10, newtons * i / 10);
    }
    for (int i = 0; i < 20; i++) feed_plate(0.2 * taps, 0.2 * taps, 0.2 * taps, 0.2 * taps);
    plays("at=50,50 0,0,0,0*60 scroll_began=0");
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TAPPED), taps);
  }
  /* From then on it is movement. */
  plays("0.5,0.5,0.5,0.5*10 0.7,0.7,0.3,0.3*10 scroll_began=1 0,0,0,0*60");
}

/* No frame of the gestures is due in between: each reading of the sensor raises the pressure. */
PAD_TEST(holding_a_sensor_still_stands_in_for_force_with_each_reading) {
  press_gestures_config gestures;
  press_gestures_config_init(&gestures);
  gestures.force_from_hold_us = 600000;
  gestures.force_from_hold_delay_us = 100000;
  gestures.frame_us = 60000000;
  assert_int_equal(press_gestures_attach(b.engine, &gestures), PRESS_OK);
  start_at(0);
  plays("0.2:240 preview_began=0 0.2:50 preview_began=1 0.2:150");
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_COMMIT_UPDATED) > 0, 1);
  feed_for(0, 100000);
}

/* ---- faults ---- */

static void good(void) { feed_code(code_of(0) + (p.now / STEP % 2 ? 1 : 0)); }

static void bad_code(void (*bad)(void), int32_t reason, uint64_t after) {
  start_at(0);
  plays("0.6:50 contact_began=1");
  bad();
  uint64_t since = p.now;
  while (p.now + STEP < since + after) {
    bad();
    if (recorder_count(&b.log, PRESS_EVENT_SENSOR_FAULT)) fail_msg("%s is delivered too early", press_reason_name(reason));
  }
  bad();
  const press_event *e = recorder_last(&b.log, PRESS_EVENT_SENSOR_FAULT);
  if (!e) fail_msg("%s is not delivered in time", press_reason_name(reason));
  assert_int_equal(e->reason, reason);
  assert_int_equal(e->subject, 0);
  assert_true(e->t_us == p.now);
  assert_int_equal(reading().fault[0], reason);
  assert_true(reading().flags & PRESS_READING_LOST);
  assert_int_equal(reading().force, 0);
  /* Cancelled, not released. */
  plays("contact_ended=0 contact_cancelled:lost preview_cancelled:lost");
  for (int i = 0; i < 50; i++) bad();
  plays("sensor_fault=1 faults=1");
  /* Good codes must last before it is over. */
  good();
  since = p.now;
  while (p.now + STEP < since + 50000) good();
  bad();
  good();
  since = p.now;
  while (p.now + STEP < since + 100000) {
    good();
    if (recorder_count(&b.log, PRESS_EVENT_SENSOR_RECOVERED)) fail_msg("%s recovers too early", press_reason_name(reason));
  }
  good();
  e = recorder_last(&b.log, PRESS_EVENT_SENSOR_RECOVERED);
  if (!e) fail_msg("%s does not recover", press_reason_name(reason));
  assert_int_equal(e->reason, reason);
  assert_int_equal(e->subject, 0);
  plays("fault=none 0:50 0.6:50 contact_began=2");
  finish();
}

static void shorted(void) { feed_code(26400); }
static void opened(void) { feed_code(0); }
static void failed(void) { feed_failed(1); }
static void stuck(void) { feed_code(code_of(0.6)); }

TEST(a_fault_is_delivered_after_its_time_and_recovers) {
  static const struct {
    void (*bad)(void);
    int32_t  reason;
    uint32_t parallel_ohm;
  } rows[] = {{shorted, PRESS_REASON_SHORTED, 0}, {opened, PRESS_REASON_OPEN, 100000}, {failed, PRESS_REASON_BUS, 0}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    prepare();
    p.sensors[0].circuit.parallel_ohm = rows[i].parallel_ohm;
    make();
    bad_code(rows[i].bad, rows[i].reason, 20000);
  }
}

/* Codes that no converter of this full_scale gives, and those beside them. */
static int32_t impossible;
static void    beyond(void) { feed_code(impossible); }
TEST(codes_that_the_converter_cannot_give_are_a_fault_that_is_counted) {
  static const struct {
    uint32_t parallel_ohm;
    int32_t  max_code, code;
  } codes[] = {
    {0, 0, 33001},
    {0, 0, 65535},
    {0, 0, INT32_MAX},
    {0, 0, -6601},
    {0, 0, INT32_MIN},
    {0, 20000, 20313},
    {100000, 0, -6601},
  };
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
    prepare();
    p.sensors[0].circuit.parallel_ohm = codes[i].parallel_ohm;
    p.sensors[0].circuit.max_code = codes[i].max_code;
    impossible = codes[i].code;
    make();
    bad_code(beyond, PRESS_REASON_RANGE, 20000);
    assert_true(stats().bus_errors > 1);
  }
}

TEST(the_last_codes_that_a_converter_can_give_and_the_first_that_it_cannot) {
  static const struct {
    uint32_t flags;
    int32_t  max_code, code, fault;
  } codes[] = {
    {0, 0, 33000, PRESS_REASON_SHORTED},
    {0, 0, -6600, PRESS_REASON_NONE},
    {0, 20000, 20312, PRESS_REASON_NONE},
    {PRESS_CIRCUIT_PULL_UP, 0, -6600, PRESS_REASON_SHORTED},
    {PRESS_CIRCUIT_PULL_UP, 0, 33000, PRESS_REASON_NONE},
    {PRESS_CIRCUIT_PULL_UP, 0, -6601, PRESS_REASON_RANGE},
    {PRESS_CIRCUIT_PULL_UP, 0, 33001, PRESS_REASON_RANGE},
    {PRESS_CIRCUIT_PULL_UP, 20000, 6088, PRESS_REASON_NONE},
    {PRESS_CIRCUIT_PULL_UP, 20000, 6087, PRESS_REASON_RANGE},
  };
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
    prepare();
    p.sensors[0].circuit.flags = codes[i].flags;
    p.sensors[0].circuit.max_code = codes[i].max_code;
    make();
    start_at(0);
    feed_code_for(codes[i].code, 50000);
    assert_int_equal(reading().fault[0], codes[i].fault);
    assert_int_equal(stats().bus_errors != 0, codes[i].fault == PRESS_REASON_RANGE);
    finish();
  }
}

RESTING_TEST(one_code_that_the_converter_cannot_give_presses_and_lifts_nothing) {
  for (int i = 0; i < 50; i++) i % 4 ? feed_code(code_of(0) + i % 2) : feed_code(65535);
  plays("contact_began=0 2:100");
  for (int i = 0; i < 50; i++) i % 4 ? feed_code(code_of(2) + i % 2) : feed_code(-30000);
  plays("contacts=1/0/0 sensor_fault=0 bus_errors=26");
}

RESTING_TEST_WITH(the_second_fault_recovers_as_late_as_the_first, p.config.recover_after_us = 10000) {
  for (size_t time = 1; time < 3; time++) {
    for (int i = 0; i < 1000 && recorder_count(&b.log, PRESS_EVENT_SENSOR_FAULT) < time; i++) shorted();
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_SENSOR_FAULT), time);
    good();
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_SENSOR_RECOVERED), time - 1);
    for (int i = 0; i < 50; i++) good();
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_SENSOR_RECOVERED), time);
  }
}

PAD_TEST_WITH(stuck_is_delivered_after_its_time, p.config.stuck_after_us = 500000, p.config.flags |= PRESS_PAD_NO_MEDIAN) {
  for (int i = 0; i < 60; i++) feed_code(code_of(0.05) + i % 2);
  feed_code(code_of(0.6) + 1);
  stuck();
  uint64_t since = p.now;
  while (p.now + STEP < since + 500000) {
    stuck();
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_SENSOR_FAULT), 0);
  }
  stuck();
  plays("sensor_fault:stuck contact_cancelled:lost");
  for (int i = 0; i < 30; i++) feed_code(code_of(0.05) + i % 2);
  last_of(PRESS_EVENT_SENSOR_RECOVERED, PRESS_REASON_STUCK);
}

RESTING_TEST(stuck_is_off_by_default) {
  feed_code_for(code_of(0.6), 20000000);
  assert_int_equal(stats().faults, 0);
}

PAD_TEST(stale_is_delivered_by_a_tick_at_its_deadline) {
  assert_true(press_pad_next_deadline(p.pad) == PRESS_NEVER);
  start_at(0);
  feed_for(0.6, 50000);
  assert_true(press_pad_next_deadline(p.pad) == p.now + 100000);
  assert_int_equal(press_pad_tick(p.pad, p.now + 99999, b.engine), PRESS_OK);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_SENSOR_FAULT), 0);
  assert_int_equal(press_pad_tick(p.pad, p.now + 100000, b.engine), PRESS_OK);
  plays("sensor_fault:stale contact_cancelled:lost contact_ended=0");
  assert_true(press_pad_next_deadline(p.pad) == PRESS_NEVER);
  plays("+500 faults=1 0:110 sensor_recovered:stale");
}

RESTING_TEST_WITH(one_sensor_of_two_can_go_stale, p.count = 2) {
  for (int i = 0; i < 30; i++) {
    press_frame f = {.t_us = p.now += STEP, .present = 1};
    f.code[0] = code_of(0);
    assert_int_equal(press_pad_feed(p.pad, &f, b.engine), PRESS_OK);
  }
  last_of(PRESS_EVENT_SENSOR_FAULT, PRESS_REASON_STALE);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_SENSOR_FAULT)->subject, 1);
  assert_int_equal(reading().fault[0], PRESS_REASON_NONE);
  assert_int_equal(reading().fault[1], PRESS_REASON_STALE);
}

RESTING_TEST_WITH(a_suspected_short_never_produces_force, p.config.flags |= PRESS_PAD_NO_MEDIAN) {
  for (int i = 0; i < 100; i++) {
    /* Never long enough to be a fault, again and again. */
    plays("#26400 #26350 n=0 0 n=0");
  }
  plays("contact_began=0 faults=0");
}

RESTING_TEST_WITH(a_suspected_open_wire_does_not_lift_a_finger, p.config.flags |= PRESS_PAD_NO_MEDIAN, p.sensors[0].circuit.parallel_ohm = 100000) {
  plays("1:50 #0 #0 1:50 contacts=1/0/0");
}

TEST(without_a_parallel_resistor_no_code_is_an_open_wire) {
  for (int turn = 0; turn < 2; turn++) {
    prepare();
    p.sensors[0].circuit.flags = turn ? PRESS_CIRCUIT_PULL_UP : 0;
    make();
    /* Noise around zero goes below it. */
    for (int i = 0; i < 400; i++) feed_code(turn ? 26400 + i % 3 : -(i % 3));
    plays("faults=0 flags=none");
    feed_code_for(turn ? 33000 : -6600, 100000);
    plays("faults=0 n=0~0");
    finish();
  }
}

RESTING_TEST_WITH(
  a_pull_up_knows_its_faults_the_other_way_round, p.sensors[0].circuit.flags = PRESS_CIRCUIT_PULL_UP, p.sensors[0].circuit.parallel_ohm = 100000) {
  feed_code_for(0, 50000);
  assert_int_equal(reading().fault[0], PRESS_REASON_SHORTED);
  feed_for(0, 200000);
  assert_int_equal(reading().fault[0], PRESS_REASON_NONE);
  feed_code_for(26400, 50000);
  assert_int_equal(reading().fault[0], PRESS_REASON_OPEN);
}

/* Each kind of fault, with the time that switches it off and the function that causes it. */
static void stale(void) { assert_int_equal(press_pad_tick(p.pad, p.now += 10 * STEP, b.engine), PRESS_OK); }
static const struct {
  int32_t reason;
  size_t  switch_at;
  void (*bad)(void);
} kinds[] = {
  {PRESS_REASON_SHORTED, offsetof(press_pad_config, shorted_after_us), shorted},
  {PRESS_REASON_OPEN, offsetof(press_pad_config, open_after_us), opened},
  {PRESS_REASON_BUS, offsetof(press_pad_config, bus_after_us), failed},
  {PRESS_REASON_STUCK, offsetof(press_pad_config, stuck_after_us), stuck},
  {PRESS_REASON_STALE, offsetof(press_pad_config, stale_after_us), stale},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

TEST(a_time_of_0_turns_off_one_kind_of_fault_alone) {
  for (size_t off = 0; off <= KINDS; off++) {
    prepare();
    p.sensors[0].circuit.parallel_ohm = 100000;
    p.config.stuck_after_us = 50000;
    if (off < KINDS) *(uint32_t *)(void *)((char *)&p.config + kinds[off].switch_at) = 0;
    make();
    for (size_t kind = 0; kind < KINDS; kind++) {
      feed_for(0, 250000);
      for (int i = 0; i < 9; i++) feed_code(code_of(0.6) + i % 2);
      uint32_t before = stats().faults;
      for (int i = 0; i < 14; i++) kinds[kind].bad();
      /* If bus errors are no fault, a sensor with nothing but errors becomes stale. */
      bool is_silent = off == kind && kinds[kind].reason == PRESS_REASON_BUS;
      if (stats().faults - before != (off != kind)) {
        for (int i = 0; i < 20 && is_silent; i++) kinds[kind].bad();
        if (!is_silent || stats().faults - before != 1)
          fail_msg("%s, with %s off: %u faults", press_reason_name(kinds[kind].reason), off < KINDS ? press_reason_name(kinds[off].reason) : "none",
            (unsigned)(stats().faults - before));
      }
      if (stats().faults != before) assert_int_equal(reading().fault[0], is_silent ? PRESS_REASON_STALE : kinds[kind].reason);
    }
    finish();
  }
}

RESTING_TEST_WITH(with_every_time_of_0_nothing_is_a_fault,
  p.config.open_after_us = p.config.shorted_after_us = p.config.shorted_at_end_us = p.config.bus_after_us = p.config.stale_after_us = 0,
  p.sensors[0].circuit.parallel_ohm = 100000) {
  feed_code_for(26400, 2000000);
  assert_true(newtons() > 10);
  feed_code_for(0, 2000000);
  assert_int_equal(reading().force, 0);
  for (int i = 0; i < 100; i++) feed_failed(1);
  assert_int_equal(press_pad_tick(p.pad, p.now += 10000000, b.engine), PRESS_OK);
  assert_int_equal(stats().faults, 0);
  assert_true(press_pad_next_deadline(p.pad) == PRESS_NEVER);
}

/* ---- the end of the range is a hard press ---- */

RESTING_TEST_WITH(a_hard_press_is_saturated_once_for_each_touch_and_goes_on, p.count = 2) {
  for (size_t touch = 1; touch <= 3; touch++) {
    feed_for(1, 50000);
    for (int i = 0; i < 400; i++) {
      press_frame f = {.t_us = p.now += STEP, .present = 3, .code = {25988 + i % 3, code_of(1)}};
      if (i % 40 == 39) f.code[0] = code_of(5);
      assert_int_equal(press_pad_feed(p.pad, &f, b.engine), PRESS_OK);
      assert_true(i < 2 || newtons() > 6);
    }
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_SENSOR_SATURATED), touch);
    const press_event *e = recorder_last(&b.log, PRESS_EVENT_SENSOR_SATURATED);
    assert_int_equal(e->subject, 0);
    assert_int_equal(e->reason, PRESS_REASON_SATURATED);
    feed_for(0, 50000);
    contacts(touch, touch, 0);
  }
  assert_int_equal(stats().faults, 0);
}

RESTING_TEST(a_single_reading_at_the_end_is_no_saturation) { plays("1:50 #26000 1:50 sensor_saturated=0"); }

PAD_TEST(force_at_the_end_is_that_of_63_64_of_full_scale) {
  press_q16 most, force;
  start_at(0);
  assert_int_equal(press_circuit_conductance(&p.sensors[0].circuit, 26400, &most), PRESS_OK);
  assert_int_equal(press_curve_force(&p.sensors[0].curve, most, &force), PRESS_OK);
  feed_code_for(26200, 100000);
  assert_int_equal(reading().force, force);
  feed_for(0, 100000);
}

/* full scale, resistor, parallel resistor, highest code, ohms of a short; then the lowest code that is a short, or 0 if codes cannot show a
 * short, and in that case the first code of the end of the range. */
static const struct {
  int32_t  full;
  uint32_t resistor, parallel;
  int32_t  max;
  uint32_t ohm;
  int32_t  shorted_from, end_from;
} circuits[] = {
  {26400, 4700, 0, 0, 20, 26288, 0},
  {26400, 4700, 0, 26400, 20, 26288, 0},
  {26400, 4700, 100000, 0, 20, 26288, 0},
  {26400, 4700, 10, 0, 20, 26363, 0},    /* 6.7 Ohm together */
  {26400, 4700, 0, 26292, 20, 26288, 0}, /* exactly 4 codes above it */
  {26400, 4700, 0, 26291, 20, 0, 26266},
  {1023, 4700, 0, 0, 20, 1019, 0},
  {1023, 10000, 0, 0, 20, 0, 1023},
  {1550, 10000, 0, 1023, 20, 0, 1023}, /* a divider at 5 V, a converter that ends at 3.3 V */
  {255, 10000, 0, 0, 200, 250, 0},
  {26400, 4700, 0, 0, 16777215, 7, 0}, /* anything is a short */
  {1, 1, 0, 0, 1, 0, 1},
};

TEST(the_level_decides_only_where_the_end_is_4_codes_above_that_of_a_short) {
  for (size_t i = 0; i < sizeof circuits / sizeof *circuits; i++) {
    for (int turn = 0; turn < 2; turn++) {
      press_circuit c = {.full_scale = circuits[i].full,
        .resistor_ohm = circuits[i].resistor,
        .parallel_ohm = circuits[i].parallel,
        .flags = turn ? PRESS_CIRCUIT_PULL_UP : 0,
        .max_code = circuits[i].max,
        .short_ohm = circuits[i].ohm};
      int32_t       from = circuits[i].shorted_from ? circuits[i].shorted_from : circuits[i].end_from;
      for (int below = 0; below < 2; below++) {
        prepare();
        p.config.open_after_us = 0;
        p.config.shorted_at_end_us = 300000;
        p.sensors[0].circuit = c;
        make();
        int32_t code = from - below;
        for (int k = 0; k < 20; k++) feed_code(turn ? c.full_scale - code : code);
        uint32_t by_level = stats().faults;
        for (int k = 0; k < 200; k++) feed_code(turn ? c.full_scale - code : code);
        if (by_level != (!below && circuits[i].shorted_from) || stats().faults != !below)
          fail_msg("circuit %u, %s, code %d: %u faults, then %u", (unsigned)i, turn ? "pull up" : "pull down", code, (unsigned)by_level,
            (unsigned)stats().faults);
        finish();
      }
    }
  }
}

/* A divider of 10 kOhm and a short of 200: its code, 25882, lies below that from which on a sensor is saturated, 25988. */
static void prepare_noisy_short(void) {
  prepare();
  p.sensors[0].circuit = (press_circuit){.full_scale = 26400, .resistor_ohm = 10000, .short_ohm = 200};
  make();
  start_at(0);
}

TEST(a_short_whose_code_moves_is_found_as_fast_as_one_whose_code_stays) {
  for (int noise = 0; noise < 2; noise++) {
    prepare_noisy_short();
    uint64_t since = p.now;
    for (int k = 0; k < 40 && !stats().faults; k++) feed_code(25890 + (k & noise));
    assert_true(p.now - since <= 20000 + 2 * STEP);
    plays("sensor_fault:shorted contact_began=0");
    for (int k = 0; k < 200; k++) feed_code(25881 - (k & 1));
    last_of(PRESS_EVENT_SENSOR_RECOVERED, PRESS_REASON_SHORTED);
    finish();
  }
}

TEST(a_press_just_short_of_a_short_is_none_and_counts_as_saturated_only_where_it_is) {
  prepare_noisy_short();
  feed_for(0.6, 50000);
  for (int k = 0; k < 5000; k++) feed_code(25881 - (k & 1));
  assert_int_equal(stats().faults, 0);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_CANCELLED) + recorder_count(&b.log, PRESS_EVENT_SENSOR_SATURATED), 0);
  /* With the rule for shorts off, a short is a hard press. */
  p.config.shorted_after_us = 0;
  make();
  start_at(0);
  feed_for(0.6, 50000);
  for (int k = 0; k < 5000; k++) feed_code(25890 + (k & 1));
  assert_int_equal(stats().faults + recorder_count(&b.log, PRESS_EVENT_SENSOR_SATURATED), 0);
  for (int k = 0; k < 20; k++) feed_code(25995 + (k & 1));
  plays("faults=0 sensor_saturated=1");
  finish();
}

/* 10 bits at 3.3 V, a divider at 5 V: from 5 kOhm on the code is the highest. */
static void prepare_clip(void) {
  prepare();
  p.sensors[0].circuit = (press_circuit){.full_scale = 1550, .resistor_ohm = 10000, .max_code = 1023, .short_ohm = 20};
  make();
  start_at(0);
}

TEST(a_finger_at_the_very_end_for_10_s_is_one_contact_however_it_came_there) {
  for (int slow = 0; slow < 2; slow++) {
    prepare_clip();
    if (slow) feed_for(1, 50000);
    plays("#1023:10000 0:100 faults=0 sensor_saturated=1 contacts=1/1/0");
    finish();
  }
}

TEST(a_short_that_the_level_cannot_show_is_one_after_12_s_without_a_break) {
  prepare_clip();
  feed_code(1023);
  uint64_t since = p.now;
  while (p.now + STEP < since + 11000000) feed_code(1023);
  plays("#1022 #1023");
  since = p.now;
  while (p.now + STEP < since + 12000000) feed_code(1023);
  plays("sensor_fault=0 contact_cancelled=0 #1023 sensor_fault:shorted contact_cancelled:lost 0:150 sensor_recovered:shorted");
  plays("1:100 0:100 contact_ended=1");
  finish();
}

PREPARED_TEST(a_suspected_short_neither_ends_nor_cancels_a_contact) {
  press_config c = bench_config();
  c.lost_after_us = 30000;
  p.config.shorted_after_us = 500000;
  make();
  bench_make(&b, &c);
  start_at(0);
  plays("0.6:50 #26400:400 n=0.6 0.6:50");
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_ENDED) + recorder_count(&b.log, PRESS_EVENT_CONTACT_CANCELLED), 0);
  plays("contact_began=1 faults=0");
}

TEST(rest_without_noise_and_a_clip_are_not_stuck) {
  prepare_clip();
  p.config.stuck_after_us = 50000;
  make();
  plays("#0:1000 #20:1000 1:20 #1023:1000 faults=0 #500:100 fault=stuck");
  finish();
}

/* Two sensors that fall silent at different times. */
static void fall_silent(void) {
  prepare();
  p.count = 2;
  make();
  start_at(0);
  feed_for(0.6, 50000);
  feed_frame((press_frame){.present = 2, .code = {0, code_of(0.6)}});
}

TEST(a_late_tick_delivers_what_went_stale_at_its_time_and_in_order) {
  for (int by_frame = 0; by_frame < 2; by_frame++) {
    fall_silent();
    uint64_t first = p.now - STEP + 100000;
    size_t   before = b.log.count;
    if (by_frame) {
      /* The second sensor is read again, much too late for the first. */
      press_frame f = {.t_us = p.now + 100000, .present = 2, .code = {0, code_of(0.6)}};
      assert_int_equal(press_pad_feed(p.pad, &f, b.engine), PRESS_OK);
    } else
      assert_int_equal(press_pad_tick(p.pad, p.now + 700000, b.engine), PRESS_OK);
    uint32_t subject = 0;
    bool     is_cancelled = false;
    for (size_t i = before; i < b.log.count; i++) {
      const press_event *e = &b.log.entries[i].event;
      if (b.log.entries[i].kind != ENTRY_EVENT) continue;
      if (e->type == PRESS_EVENT_SENSOR_FAULT) {
        assert_int_equal(e->subject, subject);
        assert_true(e->t_us == first + subject * STEP);
        subject++;
      }
      if (e->type == PRESS_EVENT_CONTACT_CANCELLED) {
        assert_true(e->t_us == first);
        assert_int_equal(e->reason, PRESS_REASON_LOST);
        is_cancelled = true;
      }
    }
    assert_int_equal(subject, by_frame ? 1 : 2);
    assert_true(is_cancelled);
    finish();
  }
}

RESTING_TEST(bus_errors_are_counted) { plays("(!1 0)*3 bus_errors=3 faults=0"); }

RESTING_TEST(a_finger_still_down_at_recovery_rests_until_it_has_lifted) {
  plays("1:50 #26400:50 1:200 fault=none contact_began=2");
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_CONTACT_BEGAN)->flags, PRESS_EVENT_FLAG_RESTING);
  plays("0:50 1:50 contact_began=3");
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_CONTACT_BEGAN)->flags, 0);
}

RESTING_TEST_WITH(eight_sensors_fail_and_recover_each_for_itself, p.count = 8) {
  for (uint32_t i = 0; i < 8; i++) {
    for (int k = 0; k < 10; k++) feed_failed(1u << i);
    assert_int_equal(recorder_last(&b.log, PRESS_EVENT_SENSOR_FAULT)->subject, i);
    feed_for(0, 110000);
    assert_int_equal(recorder_last(&b.log, PRESS_EVENT_SENSOR_RECOVERED)->subject, i);
  }
  plays("!255*10 faults=16 bus_errors=160 0:110 sensor_recovered=16");
  assert_int_equal(reading().flags & PRESS_READING_LOST, 0);
}

/* ---- creep ---- */

/* The creep at a time after the onset, as a fraction of the force: 10 % a decade. */
static double crept(uint64_t us) { return 0.1 * log10(1 + us / 1e5); }

/* A finger that presses with one force while the sensor creeps. */
static void hold_creeping(double n, uint64_t us) {
  for (uint64_t onset = p.now + STEP, end = p.now + us; p.now < end;) feed(n * (1 + crept(p.now + STEP - onset)));
}

static void prepare_creeping(press_q16 creep) {
  prepare();
  p.config.flags |= PRESS_PAD_NO_MEDIAN;
  p.sensors[0].creep = creep;
  make();
  start_at(0);
}

TEST(a_constant_finger_reads_constant_for_100_s) {
  prepare_creeping(PRESS_Q16(0.1));
  for (uint64_t onset = p.now + STEP, end = p.now + 100000000; p.now < end;) {
    feed(0.8 * (1 + crept(p.now + STEP - onset)));
    if (fabs(newtons() - 0.8) > 0.002) fail_msg("%f N after %u ms", newtons(), (unsigned)((p.now - onset) / 1000));
  }
  feed_for(0, 5 * STEP);
  finish();
}

TEST(a_long_hold_below_the_commit_level_drifts_over_it_unless_creep_is_taken_off) {
  for (int on = 0; on < 2; on++) {
    prepare_creeping(on ? PRESS_Q16(0.1) : 0);
    hold_creeping(0.45, 30000000);
    const press_event *e = recorder_last(&b.log, PRESS_EVENT_PREVIEW_UPDATED);
    assert_non_null(e);
    assert_int_equal(e->flags & PRESS_EVENT_FLAG_ENDED ? 1 : 0, !on);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_COMMIT_UPDATED) > 0, !on);
    feed_for(0, 5 * STEP);
    finish();
  }
}

TEST(a_force_button_is_neither_pressed_nor_held_by_creep_that_is_taken_off) {
  for (int on = 0; on < 2; on++) {
    press_button_config c;
    press_button_config_init(&c);
    c.press_force = PRESS_Q16(0.7);
    c.release_force = PRESS_Q16(0.6);
    c.ratio_down = 0;
    prepare_creeping(on ? PRESS_Q16(0.1) : 0);
    assert_int_equal(press_button_attach(b.engine, &c), PRESS_OK);
    /* It rests below the press level. */
    hold_creeping(0.6, 30000000);
    assert_int_equal(bench_button(&b).state, on ? PRESS_BUTTON_UP : PRESS_BUTTON_DOWN);
    /* It presses, holds, and eases off to below the release level. */
    feed_for(0, 60000000);
    hold_creeping(1, 30000000);
    assert_int_equal(bench_button(&b).state, PRESS_BUTTON_DOWN);
    feed(0.45 + crept(30000000));
    assert_int_equal(bench_button(&b).state, on ? PRESS_BUTTON_UP : PRESS_BUTTON_DOWN);
    feed_for(0, 5 * STEP);
    finish();
  }
}

TEST(nothing_jumps_where_a_finger_comes_or_goes) {
  prepare_creeping(PRESS_Q16(0.14));
  double before = 0;
  /* Up in 100 ms, 10 s of rest, down in 1 s: no step is larger than that of the finger and 1 %. */
  for (int i = 0; i < 2240; i++) {
    double n = i < 20 ? i * 0.05 : i < 2020 ? 1 : fmax(0, 1 - (i - 2020) * 0.005);
    feed(n);
    if (fabs(newtons() - before) > (i < 21 ? 0.05 : 0.005) + 0.01) fail_msg("from %f to %f N", before, newtons());
    before = newtons();
  }
  assert_true(newtons() < 0.001);
  finish();
}

/* ---- time ---- */

PAD_TEST(time_that_does_not_go_forwards_is_refused_and_counted) {
  assert_int_equal(feed_code_at(1000, 0), PRESS_OK);
  assert_int_equal(feed_code_at(1000, 0), PRESS_ERR_TIME);
  assert_int_equal(feed_code_at(999, 0), PRESS_ERR_TIME);
  assert_int_equal(stats().backwards, 2);
  assert_int_equal(stats().frames, 1);
  /* Earlier than the engine's time, too. */
  assert_int_equal(press_tick(b.engine, 105000), PRESS_OK);
  assert_int_equal(feed_code_at(4000, 0), PRESS_ERR_TIME);
  assert_int_equal(press_pad_tick(p.pad, 4000, b.engine), PRESS_ERR_TIME);
  assert_true(reading().t_us == 1000);
  assert_int_equal(feed_code_at(6000, 0), PRESS_OK);
  assert_int_equal(stats().frames, 2);
}

RESTING_TEST_WITH(gaps_are_counted_and_start_the_filters_again, p.config.flags = 0) {
  feed_for(2, 500000);
  p.now += 100000 - STEP;
  feed(2);
  assert_int_equal(stats().gaps, 0); /* exactly gap_us is none */
  p.now += 100001 - STEP;
  plays("0.5 gaps=1");
  /* Neither the median nor the filter remembers the 2 N. */
  assert_true(fabs(newtons() - 0.5) < 0.01);
}

RESTING_TEST(uneven_frames_give_the_same_force) {
  static const uint64_t steps[] = {1, 90000, 300, 7000, 50000, 20, 2};
  for (size_t i = 0; i < 700; i++) {
    p.now += steps[i % 7];
    assert_int_equal(feed_code_at(p.now, code_of(1)), PRESS_OK);
    if (i > 2) assert_true(fabs(newtons() - 1) < 0.01);
  }
  contacts(1, 0, 0);
}

PAD_TEST(the_whole_range_of_time_is_usable) {
  assert_int_equal(feed_code_at(0, 0), PRESS_OK);
  assert_int_equal(feed_code_at(UINT64_MAX - 2, code_of(1)), PRESS_OK);
  assert_int_equal(feed_code_at(UINT64_MAX - 1, code_of(1)), PRESS_OK);
  assert_int_equal(press_pad_tick(p.pad, UINT64_MAX - 1, b.engine), PRESS_OK);
  assert_int_equal(feed_code_at(UINT64_MAX - 1, 0), PRESS_ERR_TIME);
}

PAD_TEST(a_wrapping_counter_is_extended_before_it_is_fed) {
  uint64_t t = 0xfffc0000u;
  uint32_t counter = 0xfffc0000u;
  for (int i = 0; i < 200; i++) {
    t = press_time_extend(t, counter += STEP);
    assert_int_equal(feed_code_at(t, code_of(0)), PRESS_OK);
  }
  plays("backwards=0 gaps=0");
}

/* ---- the pad and its engine ---- */

TEST(a_refused_frame_leaves_pad_and_engine_as_they_were) {
  static unsigned char before[sizeof p.storage], engine_before[sizeof b.storage];
  prepare();
  make();
  start_at(0);
  feed_for(0.6, 50000);
  memcpy(engine_before, b.storage, sizeof b.storage);
  memcpy(before, p.storage, sizeof before);
  press_frame f = {.t_us = p.now + STEP, .present = 2};
  assert_int_equal(press_pad_feed(p.pad, &f, b.engine), PRESS_ERR_INVAL);
  assert_memory_equal(before, p.storage, sizeof before);
  assert_memory_equal(engine_before, b.storage, sizeof b.storage);
  finish();
}

TEST(a_copy_of_the_bytes_is_a_copy_of_the_pad) {
  static _Alignas(8) unsigned char copy[sizeof p.storage];
  prepare();
  make();
  start_at(0.05);
  feed_for(1, 100000);
  memcpy(copy, p.storage, sizeof copy);
  press_pad *twin = (press_pad *)(void *)copy;
  for (int i = 0; i < 1000; i++) {
    press_frame   f = {.t_us = p.now += STEP, .present = 1, .code = {code_of(i % 37 / 20.0)}};
    press_reading a = {.size = sizeof a}, c = {.size = sizeof c};
    assert_int_equal(press_pad_feed(p.pad, &f, NULL), PRESS_OK);
    assert_int_equal(press_pad_feed(twin, &f, NULL), PRESS_OK);
    assert_int_equal(press_pad_get(p.pad, &a), PRESS_OK);
    assert_int_equal(press_pad_get(twin, &c), PRESS_OK);
    assert_memory_equal(&a, &c, sizeof a);
  }
  finish();
}

TEST(a_pad_gets_by_with_the_smallest_queue_when_it_is_polled) {
  press_event  events[64];
  press_config c = bench_config();
  c.max_contacts = 1;
  for (size_t count = 1; count <= 8; count += 7) {
    prepare();
    c.max_events = (uint16_t)(8 + 2 + 3 * count);
    p.count = count;
    p.config.flags |= PRESS_PAD_NO_BASELINE;
    make();
    bench_make(&b, &c);
    assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
    for (int i = 0; i < 40; i++) {
      while (press_poll(b.engine, events, 64) > 0) {}
      if (feed_code_at(p.now += STEP, code_of(i % 20 < 10 ? 0 : 0.6)) != PRESS_OK)
        fail_msg("%u sensors, frame %d: refused although nothing waits to be polled", (unsigned)count, i);
    }
  }
}

TEST(a_pad_is_refused_by_name_by_an_engine_that_keeps_too_few_events_for_it) {
  press_config c = bench_config();
  for (size_t count = 1; count <= 8; count += 7) {
    for (int attached = 0; attached < 2; attached++) {
      prepare();
      p.count = count;
      make();
      c.max_events = (uint16_t)(8 + 2 * c.max_contacts + 3 * count + (attached ? c.max_contacts + 2u : 0) - 1);
      for (int less = 1; less >= 0; less--, c.max_events++) {
        bench_make(&b, &c);
        if (attached) assert_int_equal(press_gestures_attach(b.engine, NULL), PRESS_OK);
        assert_int_equal(feed_code_at(p.now += STEP, code_of(0)), PRESS_OK); /* with a delegate it overwrites what was delivered */
        assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
        assert_int_equal(feed_code_at(p.now += STEP, code_of(0)), less ? PRESS_ERR_NOBUFS : PRESS_OK);
        assert_int_equal(press_pad_tick(p.pad, p.now, b.engine), less ? PRESS_ERR_NOBUFS : PRESS_OK);
        assert_int_equal(press_pad_feed(p.pad, NULL, b.engine), PRESS_ERR_INVAL);
      }
    }
  }
}

PREPARED_TEST(a_silence_that_is_due_is_delivered_before_a_later_fault) {
  press_config c = bench_config();
  c.lost_after_us = 50000;
  p.config.flags |= PRESS_PAD_NO_BASELINE;
  make();
  bench_make(&b, &c);
  feed_for(0.2, 50000);
  assert_int_equal(press_pad_tick(p.pad, p.now + 100000, b.engine), PRESS_OK);
  assert_string_equal(recorder_events(&b.log), "contact_began:resting contact_cancelled:silent sensor_fault:stale");
  for (size_t i = 1; i < b.log.count; i++) assert_true(b.log.entries[i].event.t_us >= b.log.entries[i - 1].event.t_us);
}

TEST(a_pad_whose_contact_finds_no_room_says_so) {
  press_config c = bench_config();
  c.max_contacts = 1;
  prepare();
  p.config.flags |= PRESS_PAD_NO_BASELINE | PRESS_PAD_NO_MEDIAN;
  make();
  bench_make(&b, &c);
  assert_int_equal(bench_try(&b, 1, 7, 0.3, 0), 1);
  assert_int_equal(feed_code_at(1000, code_of(0)), PRESS_OK);
  assert_int_equal(feed_code_at(2000, code_of(1)), PRESS_ERR_NOSPC);
  b.now = 3000;
  bench_finish(&b);
}

TEST(a_pad_changes_once_nothing_presses) {
  /* If the engine goes by flags, the pad decides whether there is a contact. */
  for (int by_flag = 0; by_flag < 2; by_flag++) {
    prepare();
    p.config.flags |= PRESS_PAD_NO_MEDIAN;
    make();
    press_config e = bench_config();
    if (by_flag) e.flags |= PRESS_CONFIG_CONTACT_FROM_FLAG;
    bench_make(&b, &e);
    plays("0:300 1");
    press_pad_config higher = p.config;
    higher.untouched_force = PRESS_Q16(3);
    higher.contact = 1;
    assert_int_equal(press_pad_set(p.pad, &higher), PRESS_ERR_INVAL);
    higher.contact = 0;
    assert_int_equal(press_pad_set(p.pad, &higher), PRESS_OK);
    plays("1:50 contact_ended=0 0 0 contact_ended=1");
    press_reading r = {.size = sizeof r};
    feed(1);
    assert_int_equal(press_pad_get(p.pad, &r), PRESS_OK);
    assert_false(r.flags & PRESS_READING_TOUCHED);
    /* A lower force is a touch from now on, but not for a finger that already rests. */
    press_pad_config lower = p.config;
    lower.untouched_force = PRESS_Q16(0.1);
    assert_int_equal(press_pad_set(p.pad, &lower), PRESS_OK);
    size_t began = recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN);
    feed_for(1, 50000);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), began);
    plays("0:50 1");
    assert_int_equal(press_pad_get(p.pad, &r), PRESS_OK);
    assert_true(r.flags & PRESS_READING_TOUCHED);
    feed_for(0, 50000);
    bench_finish(&b);
  }
}

TEST(a_place_is_corrected_from_the_next_touch_on) {
  prepare();
  p.count = 2;
  p.sensors[1].x = PRESS_Q16(10);
  make();
  plays("0:300 2:50");
  press_reading r = {.size = sizeof r};
  assert_int_equal(press_pad_get(p.pad, &r), PRESS_OK);
  assert_in_range(r.x, PRESS_Q16(4.9), PRESS_Q16(5.1));
  press_pad_config c = p.config;
  c.correction.c = PRESS_Q16(100);
  assert_int_equal(press_pad_set(p.pad, &c), PRESS_OK);
  feed_for(2, 50000);
  assert_int_equal(press_pad_get(p.pad, &r), PRESS_OK);
  assert_in_range(r.x, PRESS_Q16(4.9), PRESS_Q16(5.1));
  plays("0:50 2:50");
  assert_int_equal(press_pad_get(p.pad, &r), PRESS_OK);
  assert_in_range(r.x, PRESS_Q16(104.9), PRESS_Q16(105.1));
}

TEST(a_start_that_is_under_way_goes_on_and_the_filter_changes) {
  prepare();
  p.config.flags = 0;
  make();
  feed_for(0, 100000);
  press_pad_config c = p.config;
  c.start_us = 10000000;
  c.min_cutoff_hz = PRESS_Q16(0.05);
  c.beta = 0;
  assert_int_equal(press_pad_set(p.pad, &c), PRESS_OK);
  feed_for(0, 150000);
  press_reading r = {.size = sizeof r};
  assert_int_equal(press_pad_get(p.pad, &r), PRESS_OK);
  assert_false(r.flags & PRESS_READING_STARTING);
  /* A cutoff so low hardly follows. */
  plays("1:20 3:50");
  assert_int_equal(press_pad_get(p.pad, &r), PRESS_OK);
  assert_in_range(r.force, PRESS_Q16(0.9), PRESS_Q16(1.2));
  assert_int_equal(press_pad_set(p.pad, &p.config), PRESS_OK);
  plays("0:50 1:20 3:200");
  assert_int_equal(press_pad_get(p.pad, &r), PRESS_OK);
  assert_in_range(r.force, PRESS_Q16(2.8), PRESS_Q16(3.1));
}

/* ---- sensors that are replaced ---- */

RESTING_TEST(sensors_are_replaced_without_a_restart) {
  plays("2:50 n=2~0.02");
  /* While something presses nothing is replaced. */
  press_sensor softer = p.sensors[0];
  assert_int_equal(press_curve_power(PRESS_Q16(200), PRESS_ONE, PRESS_ONE, &softer.curve), PRESS_OK);
  assert_int_equal(press_pad_set_sensors(p.pad, &softer, 1), PRESS_ERR_STATE);
  plays("2:50 n=2~0.02 0:50");
  uint64_t frames = stats().frames;
  assert_int_equal(press_pad_set_sensors(p.pad, &softer, 1), PRESS_OK);
  plays("flags=starting n=0~0");
  assert_int_equal(stats().frames, frames);
  plays("0:250 zero:requested 2:50 n=1~0.02 contact_began=2 0:50");
}

RESTING_TEST(a_finger_that_comes_as_sensors_are_replaced_is_no_zero) {
  feed_for(0, 50000);
  assert_int_equal(press_pad_set_sensors(p.pad, p.sensors, 1), PRESS_OK);
  plays("1:300 zero:finger_at_start n=1~0.05 0:50");
}

RESTING_TEST_WITH(a_fault_lasts_over_a_replacement, p.count = 2) {
  for (int i = 0; i < 20; i++) feed_failed(2);
  assert_int_equal(reading().fault[1], PRESS_REASON_BUS);
  assert_int_equal(press_pad_set_sensors(p.pad, p.sensors, 2), PRESS_OK);
  assert_int_equal(reading().fault[1], PRESS_REASON_BUS);
  plays("0:50 sensor_recovered=0 0:100 sensor_recovered=1 sensor_fault=1");
}

TEST(what_is_refused_replaces_nothing) {
  prepare();
  p.count = 2;
  make();
  start_at(0);
  static unsigned char before[sizeof p.storage];
  memcpy(before, p.storage, sizeof before);
  press_sensor wrong[2] = {p.sensors[0], p.sensors[1]};
  wrong[1].circuit.full_scale = 0;
  assert_int_equal(press_pad_set_sensors(p.pad, wrong, 2), PRESS_ERR_INVAL);
  wrong[1] = p.sensors[1];
  wrong[1].size -= 8;
  assert_int_equal(press_pad_set_sensors(p.pad, wrong, 2), PRESS_ERR_INVAL);
  assert_int_equal(press_pad_set_sensors(p.pad, p.sensors, 1), PRESS_ERR_INVAL);
  assert_int_equal(press_pad_set_sensors(p.pad, p.sensors, 3), PRESS_ERR_INVAL);
  assert_memory_equal(before, p.storage, sizeof before);
}

/* ---- on the boundaries ---- */

TEST(a_force_of_untouched_force_itself_is_a_touch) {
  prepare();
  p.config.flags |= PRESS_PAD_NO_MEDIAN | PRESS_PAD_NO_BASELINE;
  make();
  feed(0.2);
  const press_q16 force = reading().raw_force[0];
  for (int more = 0; more < 2; more++) {
    p.config.untouched_force = force + more;
    make();
    feed(0.2);
    assert_int_equal(reading().flags & PRESS_READING_TOUCHED, more ? 0 : PRESS_READING_TOUCHED);
    finish();
  }
}

PAD_TEST_WITH(without_any_force_the_place_stays_also_where_position_force_is_0, p.config.flags |= PRESS_PAD_NO_MEDIAN | PRESS_PAD_NO_BASELINE,
  p.config.position_force = 0, p.count = 2, p.sensors[0].x = PRESS_Q16(10), p.sensors[1].x = PRESS_Q16(30)) {
  feed(0);
  assert_int_equal(reading().x, PRESS_Q16(10));
  feed(1);
  assert_int_equal(reading().x, PRESS_Q16(20));
  feed(0);
  assert_int_equal(reading().x, PRESS_Q16(20));
}

PREPARED_TEST(a_pad_reads_nothing_behind_its_storage) {
  p.config.flags |= PRESS_PAD_NO_MEDIAN | PRESS_PAD_NO_BASELINE;
  memset(p.storage, 0x7f, sizeof p.storage);
  p.now = 0;
  assert_int_equal(press_pad_init(p.storage, press_pad_size(1), &p.config, p.sensors, 1, &p.pad), PRESS_OK);
  bench_make(&b, NULL);
  press_pad_config c = p.config;
  c.untouched_force = PRESS_Q16(3);
  assert_int_equal(press_pad_set(p.pad, &c), PRESS_OK);
  feed(1);
  assert_int_equal(reading().flags & PRESS_READING_TOUCHED, 0);
  feed(0);
}

/* The contact and the filter use the levels of the contact, which are higher if the sensor kept a residue. */
PAD_TEST_WITH(the_filter_begins_at_the_touch_level_of_a_sensor_that_kept_a_force, p.config.flags = PRESS_PAD_NO_MEDIAN | PRESS_PAD_NO_BASELINE,
  p.config.min_cutoff_hz = PRESS_ONE, p.config.beta = 0) {
  feed_for(2, 50000);
  feed_code_for(26400, 50000);
  feed_for(0.3, 400000);
  assert_int_equal(reading().fault[0], PRESS_REASON_NONE);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 1);
  feed(0.45);
  assert_int_equal(reading().force, reading().raw_force[0]);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 2);
  feed(0);
}

PAD_TEST_WITH(a_cutoff_that_is_set_stays_as_the_rate_becomes_known, p.config.flags = PRESS_PAD_NO_MEDIAN | PRESS_PAD_NO_BASELINE,
  p.config.min_cutoff_hz = PRESS_Q16(0.05), p.config.beta = 0) {
  feed_for(1, 200000);
  feed_for(3, 50000);
  assert_in_range(reading().force, PRESS_Q16(0.9), PRESS_Q16(1.2));
  feed(0);
}

PAD_TEST_WITH(
  a_cutoff_that_is_not_set_any_more_goes_by_the_rate_again, p.config.flags = PRESS_PAD_NO_MEDIAN | PRESS_PAD_NO_BASELINE, p.config.beta = 0) {
  feed_for(0, 200000);
  press_pad_config c = p.config;
  c.min_cutoff_hz = PRESS_Q16(0.05);
  assert_int_equal(press_pad_set(p.pad, &c), PRESS_OK);
  feed(0);
  assert_int_equal(press_pad_set(p.pad, &p.config), PRESS_OK);
  feed(0);
  feed_for(1, 20000);
  feed_for(3, 200000);
  assert_in_range(reading().force, PRESS_Q16(2.8), PRESS_Q16(3.1));
  feed(0);
}

/* Every interval is the shortest so far, and a force that falls leaves the filter with a speed below 0. */
TEST(the_cutoff_goes_by_the_median_also_of_intervals_that_shrink) {
  make_with_the_filter_alone();
  for (int i = 0; i < 17; i++) assert_int_equal(feed_code_at(p.now += 51600 - 200u * (unsigned)i, code_of(4 - 0.1 * i)), PRESS_OK);
  assert_true(fabs(cutoff_of_a_step(1) - 25) < 0.2);
}

TEST(a_frame_without_a_sensor_is_one_in_turn_and_one_with_a_failed_sensor_is_not) {
  for (int has_failed = 0; has_failed < 2; has_failed++) {
    prepare();
    p.config.flags |= PRESS_PAD_NO_MEDIAN;
    make_plate(0);
    for (int i = 0; i < 60; i++) feed_plate(0, 0, 0, 0);
    feed_frame((press_frame){.present = 7, .failed = has_failed ? 8 : 0});
    feed_plate(0, 0, 0, 0);
    /* If sensors are read in turn, a contact without a place waits for one frame. */
    feed_plate(0.03, 0.03, 0.03, 0.03);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), has_failed);
    plays("0.03,0.03,0.03,0.03 contact_began=1 0,0,0,0*5");
    finish();
  }
}

RESTING_TEST_WITH(a_sensor_without_a_span_is_never_beyond_it, p.count = 2, p.sensors[0].span = PRESS_Q16(200)) {
  plays("3.05:100 recalibrate=1");
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_RECALIBRATE)->subject, 0);
  feed_for(0, 50000);
}

PAD_TEST(a_zero_that_a_lift_shows_to_be_too_high_is_corrected_while_it_is_frozen) {
  start_at(0.045);
  plays("1:50 0:70 zero:below_zero");
  assert_int_equal(reading().baseline[0], 0);
}

TEST(of_what_is_left_of_a_load_no_more_is_taken_off_than_it_could_have_crept) {
  prepare_creeping(PRESS_Q16(0.1));
  hold_creeping(1, 30000000);
  feed(0.2);
  assert_true(fabs(newtons() - 0.2 / (1 + crept(30000000))) < 0.002);
  feed_for(0, 5 * STEP);
  finish();
}

TEST(a_load_of_10_s_counts_as_one_of_100_ms_after_as_long_a_rest) {
  prepare_creeping(PRESS_Q16(0.1));
  hold_creeping(4, 10000000);
  feed_for(0, 10000000);
  hold_creeping(4, 20000);
  feed(0.2);
  assert_true(fabs(newtons() - 0.2 / (1 + crept(120000))) < 0.002);
  feed_for(0, 5 * STEP);
  finish();
}

PREPARED_TEST(a_table_does_not_hang_on_the_fields_of_a_power_law_as_a_force_falls) {
  static const press_curve_point points[] = {{PRESS_Q16(100), PRESS_Q16(1)}, {PRESS_Q16(300), PRESS_Q16(2)}};
  p.config.flags |= PRESS_PAD_NO_MEDIAN | PRESS_PAD_NO_BASELINE;
  assert_int_equal(press_curve_table(points, 2, &p.sensors[0].curve), PRESS_OK);
  p.sensors[0].curve.reference_force = p.sensors[0].curve.exponent = PRESS_Q16(1000);
  make();
  feed(2); /* 200 microsiemens */
  plays("n=1.5 0.5 n=0.5 0");
}

/* ---- edges ---- */

RESTING_TEST_WITH(
  a_single_sensor_that_is_read_before_its_frame_begins_its_contact_at_once, p.config.flags |= PRESS_PAD_NO_MEDIAN, p.sensors[0].lag_us = 1000) {
  feed(0.5);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 1);
}

PREPARED_TEST(a_zero_that_was_corrected_waits_its_time_again_for_the_next_correction) {
  p.config.flags |= PRESS_PAD_NO_MEDIAN;
  p.config.fall_us = 0;
  make_firm();
  start_at(0.19);
  feed_for(0.14, 50000 + STEP);
  plays("zero=14~0.5 0.08:50 zero=14~0.5 0.08 zero=8~0.5");
}

PREPARED_TEST(in_the_frame_of_a_correction_forces_count_from_all_zeros_as_they_are_then) {
  p.config.flags |= PRESS_PAD_NO_MEDIAN;
  p.config.rise_us = 1;
  p.count = 2;
  make_firm();
  for (int frames = 0; frames < 71; frames++) {
    /* The first falls below its zero, the second rises as that is corrected. */
    feed_frame((press_frame){.present = 3, .code = {code_of(frames < 60 ? 0.15 : 0.05), code_of(frames < 70 ? 0 : 0.1)}});
  }
  const press_event *e = recorder_last(&b.log, PRESS_EVENT_BASELINE_CHANGED);
  assert_int_equal(e->t_us, p.now);
  assert_true(fabs(zero(0) - 5) < 0.5 && fabs(zero(1) - 10) < 0.5);
  assert_int_equal(reading().raw_force[1], 0);
}

PAD_TEST_WITH(a_touch_that_becomes_the_zero_shows_at_once_that_it_has_wandered, p.config.longest_contact_us = 100000,
  p.sensors[0].zero = PRESS_Q16(200), p.sensors[0].zero_limit = PRESS_Q16(0.5)) {
  start_at(2);
  while (recorder_count(&b.log, PRESS_EVENT_CONTACT_CANCELLED) == 0) feed(4);
  const press_event *e = recorder_last(&b.log, PRESS_EVENT_RECALIBRATE);
  assert_non_null(e);
  assert_int_equal(e->t_us, p.now);
  assert_int_equal(e->reason, PRESS_REASON_ZERO);
}

TEST(more_conductance_than_can_be_said_is_not_the_end_of_the_range) {
  for (int has_span = 0; has_span < 2; has_span++) {
    prepare();
    p.config.flags |= PRESS_PAD_NO_MEDIAN | PRESS_PAD_NO_BASELINE;
    p.sensors[0].circuit.resistor_ohm = 100;
    p.sensors[0].circuit.short_ohm = 1;
    p.sensors[0].span = has_span ? INT32_MAX : 0;
    make();
    feed_code_for(21000, 100000);
    assert_int_equal(reading().conductance[0], INT32_MAX);
    plays("sensor_saturated=0 #26000 sensor_saturated=1 #0");
    finish();
  }
}

TEST(new_settings_leave_the_cutoff_that_went_by_the_rate) {
  make_with_the_filter_alone();
  for (int i = 0; i < 30; i++) assert_int_equal(feed_code_at(p.now += 50000, code_of(0)), PRESS_OK);
  /* A gap: the rate is measured again. */
  assert_int_equal(feed_code_at(p.now += 500000, code_of(0)), PRESS_OK);
  assert_int_equal(press_pad_set(p.pad, &p.config), PRESS_OK);
  assert_int_equal(feed_code_at(p.now += 50000, code_of(1)), PRESS_OK);
  assert_true(fabs(cutoff_of_a_step(2) - 25) < 0.1);
}

/* Two sensors, 100 points apart, and a surface that drags: the origin of a drag is where its distance counts from. */
TEST(a_place_has_settled_with_the_second_frame_in_which_the_force_did_not_grow) {
  /* The growth of the force from then on does not matter. */
  for (int grows = 0; grows < 2; grows++) {
    prepare();
    p.config.flags |= PRESS_PAD_NO_MEDIAN;
    p.count = 2;
    p.sensors[1].x = PRESS_Q16(100);
    make();
    press_config config = bench_config();
    config.traits = PRESS_TARGET_DRAG_SOURCE;
    bench_make(&b, &config);
    press_drag_config drag;
    press_drag_config_init(&drag);
    drag.slop = PRESS_Q16(20);
    assert_int_equal(press_drag_attach(b.engine, &drag), PRESS_OK);
    start_at(0);
    static const double places[] = {0.10, 0.14, 0.18, 0.60};
    for (size_t i = 0; i < 4; i++) {
      double newtons = i == 3 && grows ? 0.9 : 0.5;
      feed_frame((press_frame){.present = 3, .code = {code_of(newtons * (1 - places[i])), code_of(newtons * places[i])}});
    }
    const press_event *e = recorder_last(&b.log, PRESS_EVENT_DRAG_BEGAN);
    assert_non_null(e);
    assert_true(fabs(e->value / 65536.0 - 14) < 0.5);
    press_engine_reset(b.engine);
  }
}

PREPARED_TEST(an_onset_that_bends_is_brought_to_one_moment_along_a_parabola) {
  p.config.flags |= PRESS_PAD_NO_MEDIAN;
  make_plate(1000);
  for (int i = 0; i < 60; i++) feed_plate(0, 0, 0, 0);
  /* In the middle, by the square of the time. */
  for (double ms = 5; ms < 11; ms += 5)
    feed_plate(0.003 * (ms - 3) * (ms - 3), 0.003 * (ms - 2) * (ms - 2), 0.003 * (ms - 1) * (ms - 1), 0.003 * ms * ms);
  plays("at=50,50 0,0,0,0*5");
}

TEST(load_that_comes_later_is_fresh) {
  prepare_creeping(PRESS_Q16(0.1));
  hold_creeping(0.3, 30000000);
  for (int i = 0; i < 4; i++) {
    feed(0.3 * (1 + crept(30000000)) + 1);
    if (fabs(newtons() - 1.3) > 0.01) fail_msg("%f N", newtons());
  }
  feed_for(0, 5 * STEP);
  finish();
}

PAD_TEST_WITH(a_zero_that_is_learnt_or_corrected_shows_at_once_that_it_has_wandered, p.config.flags |= PRESS_PAD_NO_MEDIAN,
  p.config.rise_us = p.config.fall_us = 0, p.config.below_zero_us = 60000, p.sensors[0].zero = PRESS_Q16(200),
  p.sensors[0].zero_limit = PRESS_Q16(0.03)) {
  start_at(2.04);
  const press_event *learnt = recorder_last(&b.log, PRESS_EVENT_BASELINE_CHANGED), *wandered = recorder_last(&b.log, PRESS_EVENT_RECALIBRATE);
  assert_non_null(wandered);
  assert_int_equal(wandered->t_us, learnt->t_us);
  for (int i = 0; recorder_count(&b.log, PRESS_EVENT_BASELINE_CHANGED) < 2 && i < 20; i++) feed(2);
  last_zero(PRESS_REASON_RETURNED);
  /* The zero is back at the stored one; then it falls below it. */
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_RECALIBRATE), 1);
  for (int i = 0; recorder_count(&b.log, PRESS_EVENT_BASELINE_CHANGED) < 3 && i < 20; i++) feed(1.96);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_RECALIBRATE), 2);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_RECALIBRATE)->t_us, recorder_last(&b.log, PRESS_EVENT_BASELINE_CHANGED)->t_us);
}

PAD_TEST_WITH(what_moves_below_the_limit_at_the_start_is_refused_too, p.config.untouched_force = PRESS_Q16(0.02)) {
  while (recorder_count(&b.log, PRESS_EVENT_BASELINE_CHANGED) == 0) feed_for(p.now / 20000 % 2 ? 0.04 : 0.01, 20000);
  last_zero(PRESS_REASON_FINGER_AT_START);
}

PREPARED_TEST(a_force_that_jumps_is_found_on_its_piece_of_a_table) {
  press_curve_point points[12];
  for (int i = 0; i < 12; i++) {
    points[i].conductance = (i + 1) * PRESS_Q16(50);
    points[i].force = (i + 1) * (i + 2) * PRESS_ONE / 20;
  }
  p.config.flags = PRESS_PAD_NO_FILTER | PRESS_PAD_NO_MEDIAN | PRESS_PAD_NO_BASELINE;
  assert_int_equal(press_curve_table(points, 12, &p.sensors[0].curve), PRESS_OK);
  make();
  static const double jumps[] = {0.2, 5.8, 0.3, 2.6, 2.4, 5.9, 3.1, 0.6, 4.4, 1.2, 1.3, 0.1, 5.2, 5.7, 2.2};
  for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++) {
    press_q16 conductance, force;
    int32_t   code = code_of(jumps[i]);
    assert_int_equal(press_circuit_conductance(&p.sensors[0].circuit, code, &conductance), PRESS_OK);
    assert_int_equal(press_curve_force(&p.sensors[0].curve, conductance, &force), PRESS_OK);
    feed_code(code);
    feed_code(code);
    assert_int_equal(reading().force, force);
  }
}

TEST(a_zero_without_a_limit_may_be_as_far_from_the_stored_one_as_it_likes) {
  for (int limited = 0; limited < 2; limited++) {
    prepare();
    p.config.rise_us = 1000000;
    p.sensors[0].zero = PRESS_Q16(10);
    p.sensors[0].zero_limit = limited ? PRESS_Q16(0.02) : 0;
    make();
    plays("0.1:2000 0.18:10000");
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_RECALIBRATE), limited);
    finish();
  }
}

TEST(a_correction_is_rounded_to_nearest) {
  /* Two thirds of what was read: 43690.67 of 65536. */
  static const press_pad_point points[] = {
    {0, 0, 0, 0},
    {PRESS_Q16(30), 0, PRESS_Q16(20), 0},
    {0, PRESS_Q16(30), 0, PRESS_Q16(-20)},
    {PRESS_Q16(30), PRESS_Q16(30), PRESS_Q16(20), PRESS_Q16(-20)},
  };
  press_pad_correction k;
  press_q16            worst;
  assert_int_equal(press_pad_fit(points, 4, &k, &worst), PRESS_OK);
  assert_int_equal(k.a, 43691);
  assert_int_equal(k.e, -43691);
  assert_int_equal(k.b, 0);
  assert_int_equal(k.d, 0);
  assert_in_range(worst, 0, 16);
  /* Exactly half way: up. */
  static const press_pad_point tie[] = {{0, 0, 0, 0}, {262144, 0, 262142, 0}, {0, 262144, 0, 131072}, {262144, 262144, 262142, 131072}};
  assert_int_equal(press_pad_fit(tie, 4, &k, &worst), PRESS_OK);
  assert_int_equal(k.a, 65536);
}

TEST(a_code_that_stays_the_same_is_stuck_from_untouched_force_on) {
  prepare();
  p.config.flags = PRESS_PAD_NO_FILTER | PRESS_PAD_NO_MEDIAN | PRESS_PAD_NO_BASELINE;
  make();
  plays("0.3 0.3");
  const press_q16 force = reading().force;
  for (int above = 0; above < 2; above++) {
    prepare();
    p.config.flags = PRESS_PAD_NO_FILTER | PRESS_PAD_NO_MEDIAN | PRESS_PAD_NO_BASELINE;
    p.config.stuck_after_us = 500000;
    p.config.untouched_force = force + above;
    make();
    feed_for(0.3, 2000000);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_SENSOR_FAULT), !above);
    finish();
  }
}

PAD_TEST_WITH(what_was_the_same_before_a_pause_is_not_stuck_after_it, p.config.stuck_after_us = 500000, p.config.stale_after_us = 0,
  p.config.flags |= PRESS_PAD_NO_MEDIAN) {
  for (int i = 0; i < 60; i++) feed_code(code_of(0.05) + i % 2);
  feed_code_for(code_of(0.6), 400000);
  p.now += 300000;
  feed_code_for(code_of(0.6), 400000);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_SENSOR_FAULT), 0);
  feed_code_for(code_of(0.6), 200000);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_SENSOR_FAULT), 1);
}

TEST(a_pad_is_never_ticked_back) {
  prepare();
  make();
  feed_for(0, 100000);
  assert_int_equal(press_pad_tick(p.pad, p.now - 1, NULL), PRESS_ERR_TIME);
  assert_int_equal(press_pad_tick(p.pad, p.now, NULL), PRESS_OK);
  assert_int_equal(press_pad_tick(p.pad, p.now + 5000, NULL), PRESS_OK);
  assert_int_equal(press_pad_tick(p.pad, p.now + 4999, NULL), PRESS_ERR_TIME);
  assert_int_equal(stats().backwards, 2);
}

static void feeds_the_pad_inside(recorder *log, press_engine *engine, const entry *delivered) {
  (void)engine;
  if (delivered->kind != ENTRY_EVENT || delivered->event.type != PRESS_EVENT_SENSOR_FAULT) return;
  press_frame f = {.t_us = p.now + 10000000, .present = 1};
  assert_int_equal(press_pad_feed(p.pad, &f, NULL), PRESS_ERR_BUSY);
  assert_int_equal(press_pad_tick(p.pad, f.t_us, NULL), PRESS_ERR_BUSY);
  unsigned char before[sizeof p.storage];
  memcpy(before, p.storage, sizeof before);
  press_pad *again = NULL;
  assert_int_equal(press_pad_init(p.storage, sizeof p.storage, &p.config, p.sensors, p.count, &again), PRESS_ERR_BUSY);
  assert_int_equal(press_pad_init(p.storage, sizeof p.storage, NULL, NULL, 1, &again), PRESS_ERR_BUSY);
  assert_null(again);
  assert_memory_equal(p.storage, before, sizeof before);
  log->calls++;
}

PAD_TEST(what_a_tick_of_a_pad_delivers_feeds_it_nothing) {
  feed_for(0, 300000);
  b.log.hook = feeds_the_pad_inside;
  assert_int_equal(press_pad_tick(p.pad, p.now + 1000000, b.engine), PRESS_OK);
  assert_int_equal(b.log.calls, 1);
}

PAD_TEST_WITH(readings_that_fail_seldom_are_a_fault_of_the_bus_and_no_silence, p.config.gap_us = 0) {
  feed_for(0, 300000);
  for (int i = 0; i < 3; i++) {
    p.now += 150000 - STEP;
    feed_failed(1);
  }
  plays("sensor_fault=1 sensor_fault:bus");
}

TEST(each_member_of_a_correction_alone_moves_the_place) {
  /* Corrections, and the place that each makes of (60, 20). */
  static const struct {
    press_pad_correction k;
    double               x, y;
  } ways[] = {
    {{PRESS_ONE, 0, 0, 0, PRESS_ONE, 0}, 60, 20},
    {{2 * PRESS_ONE, 0, 0, 0, PRESS_ONE, 0}, 120, 20},
    {{PRESS_ONE, PRESS_ONE, 0, 0, PRESS_ONE, 0}, 80, 20},
    {{PRESS_ONE, 0, 5 * PRESS_ONE, 0, PRESS_ONE, 0}, 65, 20},
    {{PRESS_ONE, 0, 0, PRESS_ONE, PRESS_ONE, 0}, 60, 80},
    {{PRESS_ONE, 0, 0, 0, 3 * PRESS_ONE, 0}, 60, 60},
    {{PRESS_ONE, 0, 0, 0, PRESS_ONE, 7 * PRESS_ONE}, 60, 27},
  };
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    prepare();
    p.config.correction = ways[i].k;
    make_plate(0);
    plays("0,0,0,0*100 0.64,0.96,0.16,0.24*10");
    assert_at(ways[i].x, ways[i].y);
    finish();
  }
}

TEST(a_fit_says_how_far_the_worst_point_is_off) {
  for (int off = 0; off <= 8; off += 4) {
    press_pad_point points[] = {
      {0, 0, 0, 0},
      {PRESS_Q16(100), 0, PRESS_Q16(100), 0},
      {0, PRESS_Q16(100), 0, PRESS_Q16(100)},
      {PRESS_Q16(100), PRESS_Q16(100), PRESS_Q16(100), PRESS_Q16(100)},
    };
    points[3].wanted_x += PRESS_Q16(off);
    press_pad_correction k;
    press_q16            worst = -1;
    assert_int_equal(press_pad_fit(points, 4, &k, &worst), PRESS_OK);
    /* A plane takes three quarters of one corner's error. */
    assert_in_range(worst, PRESS_Q16(off) / 4, PRESS_Q16(off) / 4 + 100);
  }
}

/* ---- two wrong readings never press ---- */

/* The events, as recorder_events writes them, of a finger at `resting`, after `readings` readings of a spike and then `resting` again. */
static const char *spiked(double hz, double resting, double spike, int readings, uint32_t flags) {
  uint64_t step = (uint64_t)(1e6 / hz);
  prepare();
  p.config.flags = flags;
  p.config.gap_us = p.config.stale_after_us = 0;
  make();
  for (uint64_t end = 1000000; p.now < end;) assert_int_equal(feed_code_at(p.now += step, code_of(0)), PRESS_OK);
  for (int i = 0; i < 40; i++) assert_int_equal(feed_code_at(p.now += step, code_of(resting)), PRESS_OK);
  recorder_clear(&b.log);
  for (int i = 0; i < readings; i++) assert_int_equal(feed_code_at(p.now += step, code_of(spike)), PRESS_OK);
  for (int i = 0; i < 20; i++) assert_int_equal(feed_code_at(p.now += step, code_of(resting)), PRESS_OK);
  return recorder_events(&b.log);
}

static bool has_phase(const char *events) { return strstr(events, "preview_began") || strchr(events, '!'); }

/* The states of the finger: nothing, a contact, a preview, a commit phase. */
static const double   RESTING[] = {0, 0.2, 0.4, 0.6}, RATES[] = {10, 20, 50, 100, 370, 860};
static const uint32_t FILTERS[] = {0, PRESS_PAD_NO_FILTER};

TEST(two_wrong_readings_begin_no_phase_at_any_rate_from_any_force) {
  for (size_t r = 0; r < 6; r++)
    for (size_t f = 0; f < 4; f++)
      for (size_t i = 0; i < 2; i++)
        for (double spike = 0.3; spike < 3; spike += 0.3)
          for (int readings = 1; readings <= 2; readings++) {
            if (spike <= RESTING[f]) continue;
            const char *events = spiked(RATES[r], RESTING[f], spike, readings, FILTERS[i]);
            if (has_phase(events)) fail_msg("%d readings of %g N from %g N at %g Hz: %s", readings, spike, RESTING[f], RATES[r], events);
          }
}

TEST(a_force_that_stays_for_three_readings_is_pressed_or_four_where_a_third_begins_the_contact) {
  for (size_t r = 0; r < 6; r++)
    for (size_t f = 0; f < 4; f++) {
      const char *events = spiked(RATES[r], RESTING[f], 2, RATES[r] < 200 ? 3 : 4, PRESS_PAD_NO_FILTER);
      if (!has_phase(events)) fail_msg("from %g N at %g Hz: %s", RESTING[f], RATES[r], events);
    }
}

TEST(without_the_median_and_fed_directly_one_reading_is_believed) {
  const char *events = spiked(100, 0.2, 2, 1, PRESS_PAD_NO_MEDIAN | PRESS_PAD_NO_FILTER);
  if (!has_phase(events)) fail_msg("%s", events);
  bench_make(&b, NULL);
  BENCH_FEED(0.2, 2);
  bench_delivers(&b, "contact_began preview_began preview_updated! commit_updated!");
}

/* A sample that is fed directly comes between the first and the second of three readings of 2 N: one engine with two sources. With
 * PRESS_SAMPLE_HAS_FORCE the engine takes that sample on its full path. */
TEST(a_sample_that_is_fed_directly_between_readings_stands_for_itself_alone) {
  static const double   FORCES[] = {0.2, 0.4, 0.6};
  static const uint32_t FLAGS[] = {PRESS_SAMPLE_DOWN, PRESS_SAMPLE_DOWN | PRESS_SAMPLE_HAS_FORCE};
  for (size_t f = 0; f < 3; f++)
    for (size_t i = 0; i < 2; i++) {
      prepare();
      make();
      feed_for(0, 500000);
      feed_for(FORCES[f], 200000);
      feed(2);
      press_sample s = sample_of(p.now += STEP, 0, FORCES[f], FLAGS[i]);
      assert_int_equal(press_feed(b.engine, &s, 1), 1);
      recorder_clear(&b.log);
      plays("2 2");
      if (has_phase(recorder_events(&b.log))) fail_msg("from %g N, flags %u: %s", FORCES[f], FLAGS[i], recorder_events(&b.log));
      feed(2);
      if (!has_phase(recorder_events(&b.log))) fail_msg("from %g N, flags %u: no phase after three readings", FORCES[f], FLAGS[i]);
    }
}

/* ---- many frames ---- */

TEST(many_frames_in_one_call_are_as_one_after_the_other) {
  enum { MANY = 500 };
  static uint64_t    pads[2][PRESS_PAD_STORAGE_1 / 8], engines[2][PRESS_ENGINE_STORAGE / 8];
  static recorder    logs[2];
  static press_frame frames[MANY];
  for (int wrong = -1; wrong < MANY; wrong += 1 + MANY / 3) {
    press_pad    *pad[2];
    press_engine *engine[2];
    for (int i = 0; i < 2; i++) {
      assert_int_equal(press_engine_init(engines[i], sizeof engines[i], NULL, &engine[i]), PRESS_OK);
      assert_int_equal(press_pad_init(pads[i], sizeof pads[i], NULL, NULL, 1, &pad[i]), PRESS_OK);
      press_delegate delegate = recorder_delegate(&logs[i]);
      recorder_clear(&logs[i]);
      assert_int_equal(press_set_delegate(engine[i], &delegate), PRESS_OK);
    }
    for (int i = 0; i < MANY; i++) {
      frames[i] = (press_frame){.t_us = 1000u * (uint64_t)(i + 1), .present = 1};
      frames[i].code[0] = i > 260 && i % 100 > 20 ? 250 * (i % 100) : 10;
    }
    if (wrong >= 0) frames[wrong].present = 2;
    int taken = 0, status = PRESS_OK;
    for (; taken < MANY && status == PRESS_OK; taken += status == PRESS_OK) status = press_pad_feed(pad[0], &frames[taken], engine[0]);
    int done = press_pad_feed_many(pad[1], frames, MANY, engine[1]);
    assert_int_equal(done, taken == 0 ? status : taken);
    if (taken < MANY) assert_int_equal(press_pad_feed_many(pad[1], frames + taken, 1, engine[1]), status);
    assert_same_events(&logs[0], &logs[1]);
    assert_true(taken == 0 || recorder_count(&logs[1], PRESS_EVENT_CONTACT_BEGAN) > 0 || taken < 300);
  }
  press_pad *pad;
  assert_int_equal(press_pad_init(pads[0], sizeof pads[0], NULL, NULL, 1, &pad), PRESS_OK);
  assert_int_equal(press_pad_feed_many(pad, NULL, 0, NULL), 0);
}

int main(void) { return run_all(NULL, NULL); }
