/* strike.h: how fast a contact let go. The bench touches at 0.1 N and releases below 0.05 N; readings come every 2 ms; velocity is
 * speed / 10. The surface does not preview. */
#include "strikes.h"

static bench b;

static void make(uint32_t lift_us, uint32_t traits) {
  press_strike_config levels = strike_levels();
  BENCH(&b, c.traits = traits, c.lift_us = lift_us);
  assert_int_equal(press_strike_attach(b.engine, &levels), PRESS_OK);
}

static void read_of(uint32_t contact, double newtons, uint32_t flags) { assert_int_equal(bench_try(&b, b.now += 2000, contact, newtons, flags), 1); }

static void feed(const double *forces, size_t count) {
  for (size_t i = 0; i < count; i++) read_of(0, forces[i], 0);
}

#define FEED(...) feed((const double[]){__VA_ARGS__}, sizeof((const double[]){__VA_ARGS__}) / sizeof(double))

static void delivers(const char *expected) { bench_delivers(&b, expected); }

static size_t lifts(void) { return recorder_count(&b.log, PRESS_EVENT_LET_GO); }

static void lifted(double speed, uint32_t velocity, uint32_t late_us, bool is_known) {
  const press_event *event = strike_last(&b, PRESS_EVENT_LET_GO, speed, velocity, late_us);
  assert_int_equal(event->flags, is_known ? 0 : PRESS_EVENT_FLAG_UNKNOWN);
}

TEST(a_lift_is_the_steepest_fall_up_to_the_reading_below_release) {
  static const struct {
    const char *name;
    double      forces[16], speed;
    uint32_t    velocity;
  } falls[] = {
    {"the steepest", {2, 2, 2, 1.9, 1.6, 1.1, 0.7, 0.4, 0.2, 0}, 190.62, 19},
    {"the last fall is the whole lift", {0.9, 0.9, 0.9, 0.9, 0}, 112.5, 11},
    {"not what fell before a stretch of less than half", {4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 0.8, 0.5, 0.2, 0}, 125.00, 12},
    {"the stretch must last at least 12 ms", {4, 4, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.2, 0}, 500.00, 50},
  };
  for (size_t i = 0; i < COUNT(falls); i++) {
    make(0, 0);
    FEED(0);
    size_t count = 0;
    while (falls[i].forces[count] > 0) FEED(falls[i].forces[count++]);
    if (lifts()) fail_msg("%s: before it lifts", falls[i].name);
    FEED(0);
    lifted(falls[i].speed, falls[i].velocity, 0, true);
    delivers("contact_began struck let_go contact_ended:lifted");
    bench_finish(&b);
  }
}

TEST(a_fall_that_is_longer_ago_than_40_ms_does_not_count) {
  static const double forces[] = {0, 3, 2, 1.4, 0.9, 0.5, 0.2, 0};
  for (uint32_t more = 0; more < 2; more++) {
    make(0, 0);
    for (size_t i = 0; i < COUNT(forces); i++) assert_int_equal(bench_try(&b, b.now += 10000 + more, 0, forces[i], 0), 1);
    lifted(more ? 40.96 : 50.96, more ? 4 : 5, 0, false);
    bench_finish(&b);
  }
}

/* The sensor keeps a force. It has lain flat for 2 s when that is known, and then no fall is near. */
TEST(a_lift_that_leaves_a_force_has_no_speed) {
  press_strike_config levels = strike_levels();
  BENCH(&b, c.traits = 0, c.creep_limit = PRESS_Q16(0.14));
  assert_int_equal(press_strike_attach(b.engine, &levels), PRESS_OK);
  FEED(0, 3, 3, 3, 2.4, 1.6, 0.9, 0.3);
  for (int i = 0; i < 1200; i++) FEED(0.06);
  const press_event *event = recorder_last(&b.log, PRESS_EVENT_LET_GO);
  assert_true(event && event->value == 0 && event->flags == PRESS_EVENT_FLAG_UNKNOWN && event->late_us == 2000000);
  delivers("contact_began struck let_go contact_ended:lifted");
  bench_finish(&b);
}

TEST(it_is_delivered_as_the_contact_lifts_and_says_when_the_force_fell) {
  make(40000, 0);
  FEED(0, 2, 2, 2, 1.6, 1.2, 0.01);
  delivers("contact_began struck");
  /* That was a slip: the last fall is the lift. */
  FEED(2, 2, 2, 2, 2, 1.8, 1.5, 1.2, 1.0, 0.8, 0.6, 0.4, 0.2, 0, 0, 0);
  delivers("");
  assert_int_equal(press_tick(b.engine, b.now += 36000), PRESS_OK);
  lifted(128.12, 13, 40000, true);
  delivers("let_go contact_ended:lifted");
  bench_finish(&b);
}

TEST(a_lift_comes_before_what_its_contact_becomes) {
  make(0, PRESS_TARGET_TAP);
  assert_int_equal(press_button_attach(b.engine, NULL), PRESS_OK);
  assert_int_equal(press_gestures_attach(b.engine, NULL), PRESS_OK);
  FEED(0, 2, 0);
  delivers("contact_began button_pressed struck let_go tapped button_released contact_ended:lifted");
  bench_finish(&b);
}

TEST(what_is_cancelled_is_no_lift) {
  static const uint32_t flags[] = {PRESS_SAMPLE_LOST, PRESS_SAMPLE_PALM};
  for (size_t i = 0; i < 2; i++) {
    make(0, 0);
    FEED(0, 2, 2, 1);
    read_of(0, 1, flags[i]);
    FEED(0, 0);
    assert_int_equal(lifts(), 0);
    FEED(0, 0.3, 0);
    assert_int_equal(lifts(), 1);
    bench_finish(&b);
  }
  make(40000, 0);
  FEED(0, 2, 2, 0);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  assert_int_equal(lifts(), 0);
  bench_finish(&b);
}

#define LIFT_TEST(name) TEST_BETWEEN(make(0, 0), bench_finish(&b), name)

LIFT_TEST(a_contact_of_one_reading_in_100_ms_is_no_lift) {
  FEED(0, 2);
  b.now += 98001;
  FEED(0);
  assert_int_equal(lifts(), 0);
  FEED(0, 2);
  b.now += 98000;
  FEED(0);
  lifted(98.16, 10, 0, false);
}

TEST(the_speed_of_a_lift_is_known_where_that_of_its_mirror_is) {
  static const struct {
    const char *name;
    uint32_t    step_us;
    double      forces[8];
    bool        is_known;
  } stories[] = {
    {"it begins after a hold", 2000, {1.0, 1.0, 1.0, 1.0, 0.8, 0.5, 0.2, 0}, true},
    {"the last reading is all of it", 4000, {0.95, 0.95, 0.95, 0.95, 0.95, 0.95, 0.9, 0}, true},
    {"steeper by an eighth at most as the window is over", 5500, {1.0, 0.95, 0.9, 0.8, 0.6, 0.4, 0.2, 0}, true},
    {"readings 5.5 ms apart", 5500, {0.9, 0.9, 0.9, 0.9, 0.9, 0.8, 0.4, 0}, true},
    {"readings further apart", 5501, {0.9, 0.9, 0.9, 0.9, 0.9, 0.8, 0.4, 0}, false},
    {"but as fast as counts", 5501, {20, 20, 20, 20, 20, 18, 9, 0}, true},
  };
  for (size_t i = 0; i < COUNT(stories); i++)
    for (uint32_t fixed = 0; fixed <= 127; fixed += 127) {
      press_config        config = bench_config();
      press_strike_config c = strike_levels();
      config.traits = 0;
      c.unknown_velocity = (uint16_t)fixed;
      bench_make(&b, &config);
      assert_int_equal(press_strike_attach(b.engine, &c), PRESS_OK);
      for (size_t k = 0; k < 8; k++) bench_try(&b, b.now += stories[i].step_us, 0, stories[i].forces[k], 0);
      const press_event *event = recorder_last(&b.log, PRESS_EVENT_LET_GO);
      assert_non_null(event);
      if ((event->flags == 0) != stories[i].is_known) fail_msg("%s", stories[i].name);
      if (!stories[i].is_known && fixed) assert_int_equal(event->value2, fixed << 16);
      bench_finish(&b);
    }
}

LIFT_TEST(a_lift_names_the_target_while_it_is_there) {
  bench_target(&b, 7, 0, -10, -10, 100, 100, 0);
  FEED(0, 2, 0);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_LET_GO)->target, 7);
  FEED(0, 2);
  assert_int_equal(press_target_remove(b.engine, 7), PRESS_OK);
  FEED(0);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_LET_GO)->target, 0);
}

LIFT_TEST(each_of_several_contacts_lets_go_for_itself) {
  for (uint32_t i = 0; i < 3; i++) read_of(i, 0, 0);
  for (int i = 0; i < 3; i++) read_of(0, 2, 0), read_of(1, 1, 0);
  /* Readings of each come every 2 ms. */
  read_of(0, 1.2, 0), read_of(1, 0.8, 0), read_of(0, 0.4, 0), read_of(1, 0.6, 0), read_of(0, 0, 0), read_of(1, 0.4, 0);
  lifted(212.5, 21, 0, true);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_LET_GO)->contact, 0);
  read_of(1, 0.2, 0), read_of(1, 0, 0);
  lifted(75, 7, 0, true);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_LET_GO)->contact, 1);
}

static void resets_at(recorder *log, press_engine *engine, const entry *delivered) {
  if (delivered->kind == ENTRY_EVENT && delivered->event.type == (uint32_t)log->calls) press_engine_reset(engine);
}

LIFT_TEST(a_reset_from_a_callback_ends_nothing_twice) {
  b.log.hook = resets_at;
  b.log.calls = PRESS_EVENT_LET_GO;
  FEED(0, 2, 0);
  delivers("contact_began struck let_go contact_ended:lifted");
}

/* The filter of a pad lags; the lift is of the force before it. */
TEST(the_filter_of_a_pad_does_not_slow_a_lift) {
  static uint64_t pads[2][PRESS_PAD_STORAGE_1 / 8];
  press_q16       speeds[2];
  for (uint32_t plain = 0; plain < 2; plain++) {
    press_pad       *pad;
    press_pad_config config;
    make(0, 0);
    press_pad_config_init(&config);
    config.flags = plain ? PRESS_PAD_NO_FILTER : 0;
    assert_int_equal(press_pad_init(pads[plain], sizeof pads[plain], &config, NULL, 1, &pad), PRESS_OK);
    for (int i = 0; i < 440; i++) {
      int         code = i < 300 ? 5 : i < 400 ? 9005 : i < 410 ? 9005 - (i - 400) * 900 : 5;
      press_frame frame = {.t_us = b.now += 1000, .present = 1, .code = {code}};
      assert_int_equal(press_pad_feed(pad, &frame, b.engine), PRESS_OK);
    }
    assert_int_equal(lifts(), 1);
    speeds[plain] = recorder_last(&b.log, PRESS_EVENT_LET_GO)->value;
    bench_finish(&b);
  }
  assert_int_equal(speeds[0], speeds[1]);
}

/* Without a delegate: samples whose events do not fit are refused, and no lift is left out. */
TEST(an_engine_that_is_polled_loses_no_lift) {
  press_config        config = bench_config();
  press_strike_config c = strike_levels();
  config.traits = 0;
  config.max_contacts = 4;
  config.max_events = 8 + 2 * 4 + 2 * 4;
  bench_make(&b, &config);
  assert_int_equal(press_strike_attach(b.engine, &c), PRESS_OK);
  assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
  uint32_t    lifts = 0, ended = 0, refused = 0;
  press_event events[32];
  for (int round = 0; round < 200; round++)
    for (uint32_t contact = 0; contact < 4; contact++) {
      double force = (round + (int)contact) % 4 == 3 ? 0 : 0.1 + 0.1 * ((round + (int)contact) % 4);
      while (bench_try(&b, b.now += 1000, contact, force, 0) == PRESS_ERR_AGAIN) {
        refused++;
        int taken = press_poll(b.engine, events, 32);
        assert_true(taken > 0);
        for (int i = 0; i < taken; i++) {
          lifts += events[i].type == PRESS_EVENT_LET_GO;
          ended += events[i].type == PRESS_EVENT_CONTACT_ENDED;
        }
      }
    }
  assert_true(refused > 10);
  assert_true(ended > 150);
  assert_int_equal(lifts, ended);
}

int main(void) { return run_all(NULL, NULL); }
