/* power.h: the board sleeps in the middle of a press, its supply sags, and it reads seldom while nobody touches. */
#define OWN_CODES
#include "pad_plays.h"

#include <math.h>
#include <stdlib.h>

static size_t looked; /* at so many entries of the log */

static void make_with(const press_config *config) {
  p.now = 0;
  looked = 0;
  bench_make(&b, config);
  make_pad();
}

static void make(void) { make_with(NULL); }

static int32_t clipped(double code) { return code > 32767 ? 32767 : (int32_t)lround(code); }

static int32_t code_of(double newtons) {
  const press_circuit *c = &p.sensors[0].circuit;
  double               ratio = newtons * 100 * c->resistor_ohm / 1e6;
  double               part = ratio / (1 + ratio);
  return clipped(p.volts / 4.096 * 32768 * (c->flags & PRESS_CIRCUIT_PULL_UP ? 1 - part : part));
}

static void resume_at(uint64_t t) { assert_int_equal(press_pad_resume(p.pad, p.now = t, b.engine), PRESS_OK); }

/* The log since the last look at it. */
static recorder        part;
static const recorder *since(void) {
  part.count = b.log.count - looked;
  memcpy(part.entries, b.log.entries + looked, part.count * sizeof *part.entries);
  return &part;
}

static void look(void) { looked = b.log.count; }

static void start(void) {
  feed_for(0, 250000);
  assert_int_equal(recorder_last(since(), PRESS_EVENT_BASELINE_CHANGED)->reason, PRESS_REASON_START);
  look();
}

static void delivers(const char *expected) {
  assert_string_equal(recorder_events(since()), expected);
  look();
}

/* A test that begins once the zero is learnt of a pad that nothing touches. */
#define RESTING_TEST(name) RESTING_TEST_WITH(name, (void)0)
#define RESTING_TEST_WITH(name, ...) TEST_BETWEEN((prepare(), __VA_ARGS__, make(), start()), finish(), name)

/* ---- sleep ---- */

static const uint64_t HOUR = 3600000000u;

TEST(pressed_before_and_after_is_cancelled_once_and_rests_until_its_lift) {
  prepare();
  /* A clock that stands still while the board sleeps, and one that goes on. */
  for (int clock = 0; clock < 2; clock++) {
    make();
    start();
    feed_for(0.2, 200000);
    look();
    uint64_t last = p.now;
    resume_at(p.now + (clock ? HOUR : 0));
    assert_int_equal(recorder_last(since(), PRESS_EVENT_CONTACT_CANCELLED)->t_us, last);
    delivers("contact_cancelled:slept");
    feed_for(0.2, 3000000);
    delivers("contact_began:resting");
    assert_true(fabs(zero(0)) < 0.5);
    plays("0:100 0.2:100");
    delivers("contact_ended:lifted contact_began");
    finish();
  }
}

RESTING_TEST(pressed_before_only_is_up) {
  feed_for(0.2, 200000);
  look();
  resume_at(p.now + HOUR);
  feed(0);
  delivers("contact_cancelled:slept");
  plays("flags=none 0.2 0.2");
  delivers("contact_began");
}

RESTING_TEST(pressed_after_only_rests_and_is_no_zero) {
  resume_at(p.now + HOUR);
  delivers("");
  feed_for(0.4, 3 * STEP);
  delivers("contact_began:resting");
  feed_for(0.4, 5000000);
  assert_true(fabs(zero(0)) < 0.5);
  plays("n=0.4 0 0");
  assert_int_equal(recorder_count(since(), PRESS_EVENT_CONTACT_ENDED), 1);
}

RESTING_TEST(what_drifted_meanwhile_is_learnt_once_nothing_presses) {
  resume_at(p.now + HOUR);
  feed_for(0.04, 300000);
  const press_event *e = recorder_last(since(), PRESS_EVENT_BASELINE_CHANGED);
  assert_int_equal(e->reason, PRESS_REASON_SLEPT);
  assert_true(fabs(zero(0) - 4) < 0.1);
}

PAD_TEST(a_start_that_slept_is_watched_again) {
  feed_for(0.04, 150000);
  resume_at(p.now + HOUR);
  feed_for(0, 150000);
  delivers("");
  feed_for(0, 100000);
  delivers("baseline_changed:start");
  assert_true(fabs(zero(0)) < 0.1);
}

RESTING_TEST(after_a_sleep_nothing_is_known_to_press_and_a_tare_is_taken) {
  plays("0.2:200 tare=no");
  resume_at(p.now + HOUR);
  look();
  plays("tare 0.04:300");
  delivers("baseline_changed:requested");
  feed_for(0.04, 300000);
  delivers("");
}

RESTING_TEST_WITH(a_contact_after_a_sleep_that_becomes_the_zero_is_learnt_once, p.config.longest_contact_us = 1000000) {
  resume_at(p.now + HOUR);
  feed_for(0.2, 1100000);
  assert_int_equal(recorder_count(since(), PRESS_EVENT_BASELINE_CHANGED), 1);
  look();
  feed_for(0.2, 1000000);
  delivers("");
}

TEST(a_suspicion_does_not_last_through_a_sleep_or_a_pause) {
  prepare();
  p.sensors[0].circuit.parallel_ohm = 100000;
  /* 4.7 kOhm against 100 kOhm: 1185 at rest, 0 if the wire is open. */
  for (int sleeps = 0; sleeps < 2; sleeps++) {
    make();
    for (int i = 0; i < 50; i++) feed_code(1185);
    look();
    plays("#0 w5000");
    if (sleeps) resume_at(p.now);
    feed_code(0);
    delivers("");
    for (int i = 0; i < 5; i++) feed_code(0);
    delivers("sensor_fault:open");
    finish();
  }
}

RESTING_TEST(a_fault_lasts_through_a_sleep_until_codes_are_good) {
  press_frame f = {.failed = 1};
  for (int i = 0; i < 6; i++) {
    f.t_us = p.now += STEP;
    assert_int_equal(press_pad_feed(p.pad, &f, b.engine), PRESS_OK);
  }
  delivers("sensor_fault:bus");
  resume_at(p.now + HOUR);
  feed(0);
  delivers("");
  feed_for(0, 100000);
  delivers("sensor_recovered:bus");
}

PREPARED_TEST(what_ran_ends_once_in_the_order_of_ends) {
  press_config config = bench_config();
  config.traits = PRESS_TARGET_PREVIEW | PRESS_TARGET_HOLD | PRESS_TARGET_SCROLL | PRESS_TARGET_TAP;
  make_with(&config);
  assert_int_equal(press_gestures_attach(b.engine, NULL), PRESS_OK);
  assert_int_equal(press_button_attach(b.engine, NULL), PRESS_OK);
  assert_int_equal(press_transition_attach(b.engine, NULL), PRESS_OK);
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_PREVIEW, 0, 0, 0), PRESS_OK);
  start();
  feed_for(0.4, 100000);
  /* Another finger, of another source, scrolls. */
  assert_int_equal(bench_try(&b, p.now, 5, 0.2, 0), 1);
  press_sample slid = sample_of(p.now, 5, 0.2, 0);
  slid.x = PRESS_Q16(60);
  assert_int_equal(press_feed(b.engine, &slid, 1), 1);
  assert_int_equal(recorder_count(since(), PRESS_EVENT_SCROLL_BEGAN), 1);
  assert_int_equal(recorder_count(since(), PRESS_EVENT_TRANSITION_STARTED), 1);
  look();
  /* The contact that was held before the sleep causes no hold and no repeat. */
  resume_at(p.now + HOUR);
  assert_int_equal(recorder_count(since(), PRESS_EVENT_HOLD_BEGAN), 0);
  assert_int_equal(recorder_count(since(), PRESS_EVENT_SCROLL_CANCELLED), 1);
  assert_int_equal(recorder_last(since(), PRESS_EVENT_SCROLL_CANCELLED)->reason, PRESS_REASON_SLEPT);
  assert_int_equal(recorder_count(since(), PRESS_EVENT_PREVIEW_CANCELLED), 1);
  assert_int_equal(recorder_last(since(), PRESS_EVENT_PREVIEW_CANCELLED)->reason, PRESS_REASON_SLEPT);
  assert_int_equal(recorder_count(since(), PRESS_EVENT_CONTACT_CANCELLED), 2);
  assert_int_equal(recorder_count(since(), PRESS_EVENT_TRANSITION_CANCELLED), 1);
  look();
  resume_at(p.now + HOUR);
  delivers("");
}

static size_t one_item(press_engine *engine, const press_touch *touch, uint32_t session, press_drag_item *items, size_t capacity, void *user) {
  (void)engine, (void)touch, (void)session, (void)user;
  assert_true(capacity > 0);
  items[0] = (press_drag_item){.id = 1};
  return 1;
}

TEST(a_drag_and_a_peek_are_cancelled_by_a_sleep) {
  prepare();
  make();
  assert_int_equal(press_drag_attach(b.engine, NULL), PRESS_OK);
  press_delegate d = recorder_delegate(&b.log);
  d.drag_will_begin = one_item;
  assert_int_equal(press_set_delegate(b.engine, &d), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 50, 50, PRESS_TARGET_DRAG_SOURCE);
  start();
  press_sample s = sample_of(p.now, 5, 0.2, 0);
  assert_int_equal(press_feed(b.engine, &s, 1), 1);
  s.x = PRESS_Q16(30);
  assert_int_equal(press_feed(b.engine, &s, 1), 1);
  assert_int_equal(recorder_count(since(), PRESS_EVENT_DRAG_BEGAN), 1);
  look();
  resume_at(p.now + HOUR);
  assert_int_equal(recorder_count(since(), PRESS_EVENT_DRAG_CANCELLED), 1);
  assert_int_equal(recorder_last(since(), PRESS_EVENT_DRAG_CANCELLED)->reason, PRESS_REASON_SLEPT);
  finish();

  static const press_peek peek = {.size = sizeof peek, .id = 7};
  make();
  assert_int_equal(press_peek_attach(b.engine, NULL), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 50, 50, PRESS_TARGET_PEEK);
  b.log.peek = &peek;
  start();
  feed_for(0.6, 100000);
  assert_int_equal(recorder_count(since(), PRESS_EVENT_PEEK_SHOWN), 1);
  look();
  resume_at(p.now + HOUR);
  assert_int_equal(recorder_count(since(), PRESS_EVENT_PEEK_DISMISSED), 1);
  assert_int_equal(recorder_last(since(), PRESS_EVENT_PEEK_DISMISSED)->reason, PRESS_REASON_SLEPT);
  finish();
}

TEST(a_jump_of_the_time_of_frames_ends_a_contact_at_its_limit_and_not_before) {
  prepare();
  press_config config = bench_config();
  config.lost_after_us = 250000;
  for (int is_late = 0; is_late < 2; is_late++) {
    make_with(&config);
    start();
    feed_for(0.2, 200000);
    look();
    p.now += 249999 + is_late - STEP;
    feed(0.2);
    delivers(is_late ? "contact_cancelled:silent contact_began:resting" : "");
    if (is_late) {
      feed_for(0.2, 1000000);
      delivers("");
      plays("0:50 0.2:50");
      delivers("contact_ended:lifted contact_began");
    }
    finish();
  }
}

RESTING_TEST(a_pause_exactly_of_gap_us_is_none) {
  p.now += 100000 - STEP;
  plays("0 gaps=0");
  p.now += 100001 - STEP;
  plays("0 gaps=1");
}

RESTING_TEST_WITH(a_touch_through_a_pause_is_not_one_long_contact_that_becomes_the_zero, p.config.longest_contact_us = 2000000) {
  plays("0.2:500 w5000 0.2:500");
  assert_true(fabs(zero(0)) < 0.5);
}

RESTING_TEST(a_clock_that_goes_back_is_refused_or_begins_again) {
  feed_for(0.2, 100000);
  look();
  press_pad_stats before = stats();
  assert_int_equal(press_pad_resume(p.pad, p.now - 100001, b.engine), PRESS_ERR_TIME);
  assert_int_equal(stats().backwards, before.backwards + 1);
  assert_int_equal(stats().gaps, before.gaps);
  delivers("");
  plays("0.2 n>0.15");
  /* The board has another clock now. */
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  delivers("contact_cancelled:reset");
  resume_at(1000);
  plays("0 0.2:50");
  delivers("contact_began");
  assert_true(recorder_count(since(), PRESS_EVENT_CONTACT_BEGAN) == 0 && p.now < 100000);
}

static int32_t resumed;
static void    resumes(recorder *log, press_engine *engine, const entry *delivered) {
     (void)log, (void)delivered;
     resumed = press_pad_resume(p.pad, p.now, engine);
}

RESTING_TEST(resume_is_refused_in_a_callback_and_without_a_pad) {
  b.log.hook = resumes;
  feed_for(0.2, 3 * STEP);
  assert_int_equal(resumed, PRESS_ERR_BUSY);
  b.log.hook = NULL;
  assert_int_equal(press_pad_resume(p.pad, 0, NULL), PRESS_OK);
}

/* ---- supply ---- */

static press_supply supply;

static void make_supply(double ratio) {
  press_supply_config c;
  press_supply_config_init(&c);
  c.ratio = PRESS_Q16(ratio);
  memset(&supply, 0xa5, sizeof supply);
  assert_int_equal(press_supply_init(&supply, &c), PRESS_OK);
}

static void read_supply(double ratio) {
  assert_int_equal(press_supply_feed(&supply, p.now, clipped(p.volts / ratio / 4.096 * 32768), p.pad, b.engine), PRESS_OK);
}

static void make_read_supply(double ratio) {
  make_supply(ratio);
  read_supply(ratio);
}

static press_supply_status supply_status(void) {
  press_supply_status s;
  press_supply_status_init(&s);
  assert_int_equal(press_supply_get(&supply, &s), PRESS_OK);
  return s;
}

/* Held while the supply sags from 3.3 to 3.0 V over a second, and read ten times a second. @return the greatest error. */
static double sag(double force, bool has_reference) {
  make();
  make_supply(1);
  if (has_reference) read_supply(1);
  start();
  feed_for(force, 100000);
  double worst = 0;
  for (int i = 0; i <= 400; i++) {
    p.volts = i < 200 ? 3.3 - 0.3 * i / 200 : 3.0;
    if (has_reference && i % 20 == 0) read_supply(1);
    feed(force);
    worst = fmax(worst, fabs(newtons() - force));
  }
  double end = fabs(newtons() - force);
  if (has_reference) assert_true(end < 0.002 * force);
  finish();
  p.volts = 3.3;
  return worst / force;
}

TEST(a_held_press_does_not_move_with_the_supply_where_it_is_read) {
  prepare();
  for (int up = 0; up < 2; up++) {
    p.sensors[0].circuit.flags = up ? PRESS_CIRCUIT_PULL_UP : 0;
    /* A tenth less supply: with the resistor to ground a seventh less force and more. */
    assert_true(sag(0.8, false) > 0.11);
    /* While it falls by a hundredth from one reading to the next; then not at all. */
    assert_true(sag(0.8, true) < (up ? 0.04 : 0.015));
  }
}

TEST(replaced_sensors_have_the_supply_from_its_next_reading_on) {
  prepare();
  make();
  make_supply(1);
  p.volts = 3.0;
  for (int i = 0; i < 3; i++) read_supply(1);
  start();
  plays("0.8:100 n=0.8 0:100");
  assert_int_equal(press_pad_set_sensors(p.pad, p.sensors, p.count), PRESS_OK);
  read_supply(1);
  plays("0:300 0.8:100 n=0.8");
  finish();
  p.volts = 3.3;
}

PAD_TEST(a_step_of_the_supply_counts_with_its_second_reading_and_a_spike_never) {
  make_read_supply(1);
  start();
  feed_for(0.8, 100000);
  int32_t whole = supply_status().full_scale;
  assert_int_equal(press_supply_feed(&supply, p.now, 20000, p.pad, b.engine), PRESS_OK);
  assert_int_equal(supply_status().full_scale, whole);
  read_supply(1);
  assert_int_equal(supply_status().full_scale, whole);
  p.volts = 3.0;
  read_supply(1);
  assert_int_equal(supply_status().full_scale, whole);
  read_supply(1);
  assert_int_equal(supply_status().full_scale, 24000);
  /* The earlier readings in the median are scaled too: not one reading is wrong. */
  plays("0.8 n=0.8~0.001");
}

PREPARED_TEST(full_scale_and_a_clip_are_found) {
  /* A supply of 5 V with a range of 4.096 V, and half of the supply at the spare input; the config has another full_scale. */
  p.volts = 5.0;
  p.sensors[0].circuit.full_scale = 30000;
  make();
  make_read_supply(2);
  assert_true(abs(supply_status().full_scale - 40000) <= 1);
  assert_int_equal(supply_status().max_code, 32767);
  start();
  plays("0.8:100 n=0.8~0.001 20:300");
  assert_int_equal(recorder_count(since(), PRESS_EVENT_SENSOR_SATURATED), 1);
  assert_int_equal(recorder_count(since(), PRESS_EVENT_SENSOR_FAULT), 0);
}

TEST(nonsense_of_the_reference_is_a_named_fault_and_loses_nothing) {
  prepare();
  static const struct {
    int32_t code, reason;
  } cases[] = {
    {0, PRESS_REASON_SHORTED},
    {510, PRESS_REASON_SHORTED},
    {511, PRESS_REASON_OPEN},
    {8191, PRESS_REASON_OPEN},
    {32767, PRESS_REASON_SATURATED},
    {PRESS_SUPPLY_FAILED, PRESS_REASON_BUS},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    make();
    make_read_supply(1);
    start();
    feed_for(0.2, 100000);
    int32_t whole = supply_status().full_scale;
    look();
    for (int n = 0; n < 4; n++) {
      assert_int_equal(press_supply_feed(&supply, p.now, cases[i].code, p.pad, b.engine), PRESS_OK);
      feed_for(0.2, 100000);
    }
    const press_event *e = recorder_last(since(), PRESS_EVENT_SUPPLY_FAULT);
    assert_non_null(e);
    assert_int_equal(e->reason, cases[i].reason);
    assert_int_equal(recorder_count(since(), PRESS_EVENT_SUPPLY_FAULT), 1);
    assert_int_equal(supply_status().fault, cases[i].reason);
    assert_int_equal(supply_status().full_scale, whole);
    assert_int_equal(supply_status().refused, 4);
    assert_true(fabs(newtons() - 0.2) < 0.001);
    look();
    for (int n = 0; n < 2; n++) {
      read_supply(1);
      feed_for(0.2, 100000);
    }
    assert_int_equal(recorder_last(since(), PRESS_EVENT_SUPPLY_RECOVERED)->reason, cases[i].reason);
    assert_int_equal(recorder_count(since(), PRESS_EVENT_CONTACT_CANCELLED), 0);
    feed_for(0, 50000);
    assert_int_equal(recorder_count(since(), PRESS_EVENT_CONTACT_ENDED), 1);
    finish();
  }
}

PAD_TEST(a_supply_that_was_not_set_up_and_codes_that_are_none_are_refused) {
  press_supply        none = {{0}};
  press_supply_status s;
  press_supply_status_init(&s);
  assert_int_equal(press_supply_feed(&none, 0, 20000, p.pad, b.engine), PRESS_ERR_INVAL);
  assert_int_equal(press_supply_get(&none, &s), PRESS_ERR_INVAL);
  make_supply(1);
  assert_int_equal(press_supply_feed(&supply, 0, -2, p.pad, b.engine), PRESS_ERR_INVAL);
  assert_int_equal(press_supply_feed(&supply, 0, 26400, p.pad, NULL), PRESS_OK);
  s.size = 4;
  assert_int_equal(press_supply_get(&supply, &s), PRESS_ERR_INVAL);
  assert_int_equal(supply_status().full_scale, 26400);
}

/* ---- idle ---- */

static press_idle idle;

static void make_idle(uint32_t after_us, uint32_t interval_us) {
  press_idle_config c;
  press_idle_config_init(&c);
  c.after_us = after_us;
  c.interval_us = interval_us;
  memset(&idle, 0xa5, sizeof idle);
  assert_int_equal(press_idle_init(&idle, &c), PRESS_OK);
}

static press_idle_status idle_status(void) {
  press_idle_status s;
  press_idle_status_init(&s);
  assert_int_equal(press_idle_get(&idle, &s), PRESS_OK);
  return s;
}

/* When the next reading is due; pad and engine are ticked at their own deadlines. */
static uint64_t due;
static int32_t  rest_code;
static size_t   taken;
static void     live(double force, uint64_t us) {
      for (uint64_t end = p.now + us; p.now < end; p.now += 1000) {
        while (press_pad_next_deadline(p.pad) <= p.now) assert_int_equal(press_pad_tick(p.pad, p.now, b.engine), PRESS_OK);
    if (p.now < due) continue;
    int32_t code = code_of(force) + rest_code + (force == 0 ? (int32_t)(taken % 5) - 2 : 0);
        assert_int_equal(feed_code_at(p.now, code < 0 ? 0 : code), PRESS_OK);
        taken++;
        due = p.now + (press_idle_look(&idle, p.pad, b.engine) == 1 ? 50000 : STEP);
  }
}

static void begin_to_live(int32_t rest) {
  make_idle(1000000, 50000);
  p.now = 1000;
  due = 0;
  taken = 0;
  rest_code = rest;
}

static void make_living(void) {
  make();
  begin_to_live(100);
  live(0, 2000000);
  assert_int_equal(idle_status().is_idle, 1);
  look();
}

TEST(the_first_press_from_idle_is_felt_within_an_interval_and_two_readings) {
  prepare();
  /* A press at every moment of the interval. */
  for (uint64_t late = 0; late < 50000; late += 3000) {
    make_living();
    live(0, late);
    uint64_t touched = p.now;
    live(0.5, 100000);
    const press_event *e = recorder_last(since(), PRESS_EVENT_CONTACT_BEGAN);
    assert_non_null(e);
    assert_true(e->t_us - touched <= 50000 + 2 * STEP + 1000);
    assert_int_equal(idle_status().is_idle, 0);
    live(0, 100000);
    assert_int_equal(recorder_count(since(), PRESS_EVENT_CONTACT_ENDED), 1);
    finish();
  }
}

PREPARED_TEST(a_spike_wakes_and_presses_nothing) {
  make_living();
  p.now = due;
  assert_int_equal(feed_code_at(p.now, 20000), PRESS_OK);
  assert_int_equal(press_idle_look(&idle, p.pad, b.engine), 0);
  due = p.now + STEP;
  live(0, 150000);
  assert_int_equal(idle_status().is_idle, 0);
  live(0, 100000);
  assert_int_equal(idle_status().is_idle, 1);
  assert_int_equal(recorder_count(since(), PRESS_EVENT_CONTACT_BEGAN), 0);
  assert_int_equal(idle_status().wakes, 1);
}

PREPARED_TEST(a_change_of_rate_costs_the_time_of_after_us) {
  make_living();
  /* A code that comes and goes at the threshold, for 20 s. */
  for (int i = 0; i < 200; i++) {
    live(0.3, 20000);
    live(0, 80000);
  }
  assert_true(idle_status().wakes <= 1);
  live(0, 2000000);
  assert_int_equal(idle_status().is_idle, 1);
}

PREPARED_TEST(readings_an_hour_are_counted) {
  make_living();
  size_t before = taken;
  live(0, 60000000);
  /* 20 a second in place of 200. */
  assert_in_range((taken - before) * 60, 71900, 72100);
  assert_int_equal(recorder_count(since(), PRESS_EVENT_SENSOR_FAULT), 0);
  assert_int_equal(stats().gaps, 0);
}

PAD_TEST_WITH(silence_and_bad_codes_are_faults_while_idle, p.sensors[0].circuit.parallel_ohm = 100000) {
  begin_to_live(1185);
  live(0, 2500000);
  assert_int_equal(idle_status().is_idle, 1);
  look();
  /* The wire breaks: awake with the next reading, and a fault 20 ms later. */
  rest_code = 0;
  uint64_t broke = p.now;
  live(0, 200000);
  const press_event *e = recorder_last(since(), PRESS_EVENT_SENSOR_FAULT);
  assert_non_null(e);
  assert_int_equal(e->reason, PRESS_REASON_OPEN);
  assert_true(e->t_us - broke <= 50000 + 20000 + 2 * STEP);
  /* A fault that lasts does not keep it awake, and it recovers while idle. */
  live(0, 3000000);
  assert_int_equal(idle_status().is_idle, 1);
  rest_code = 1185;
  live(0, 400000);
  assert_int_equal(recorder_count(since(), PRESS_EVENT_SENSOR_RECOVERED), 1);
  live(0, 3000000);
  assert_int_equal(idle_status().is_idle, 1);
  look();
  uint64_t last = p.now;
  due = p.now + HOUR;
  live(0, 1000000);
  e = recorder_last(since(), PRESS_EVENT_SENSOR_FAULT);
  assert_non_null(e);
  assert_int_equal(e->reason, PRESS_REASON_STALE);
  assert_true(e->t_us - last <= 151000);
}

PREPARED_TEST(the_pads_own_times_count_again_once_it_is_awake) {
  make_living();
  live(0.5, 200000);
  assert_true(press_pad_next_deadline(p.pad) <= p.now + 100000);
  /* A change while idle is taken over, and nothing goes stale by it. */
  live(0, 3000000);
  assert_int_equal(idle_status().is_idle, 1);
  p.config.stale_after_us = 30000;
  assert_int_equal(press_pad_set(p.pad, &p.config), PRESS_OK);
  p.now = due;
  live(0, 60000);
  look();
  live(0, 1000000);
  assert_int_equal(recorder_count(since(), PRESS_EVENT_SENSOR_FAULT), 0);
  live(0.5, 200000);
  assert_true(press_pad_next_deadline(p.pad) <= p.now + 30000);
  live(0, 100000);
}

TEST(the_window_follows_the_zero_and_the_noise) {
  prepare();
  for (int up = 0; up < 2; up++) {
    p.sensors[0].circuit.flags = up ? PRESS_CIRCUIT_PULL_UP : 0;
    make();
    make_idle(1000000, 50000);
    feed_for(0, 300000);
    int32_t low, high;
    assert_int_equal(press_idle_codes(&idle, p.pad, 0, &low, &high), PRESS_OK);
    int32_t edge = up ? low : high;
    assert_true(abs(edge - code_of(0.1)) <= 2);
    finish();
  }
  p.sensors[0].circuit.flags = 0;
  make();
  press_idle_config c;
  press_idle_config_init(&c);
  c.wake_force = PRESS_Q16(0.01);
  c.after_us = 100000000;
  assert_int_equal(press_idle_init(&idle, &c), PRESS_OK);
  for (int i = 0; i < 1000; i++) {
    feed_code(100 + (i % 2) * 100);
    press_idle_look(&idle, p.pad, b.engine);
  }
  int32_t low, high;
  assert_int_equal(press_idle_codes(&idle, p.pad, 0, &low, &high), PRESS_OK);
  /* Wider by the noise: codes differ by 100. */
  assert_in_range(high, 100 + 550, 200 + 650);
  finish();
}

PAD_TEST(an_idle_that_was_not_set_up_is_refused) {
  press_idle none = {{0}};
  assert_int_equal(press_idle_look(&none, p.pad, b.engine), PRESS_ERR_INVAL);
  make_idle(1, 1);
  assert_int_equal(press_idle_look(&idle, p.pad, NULL), 0);
}

/* ---- edges ---- */

RESTING_TEST_WITH(more_than_the_calibration_covers_is_delivered_again_after_sleep, p.sensors[0].span = PRESS_Q16(200)) {
  for (size_t times = 1; times <= 2; times++) {
    feed_for(3.1, 200000);
    assert_int_equal(recorder_count(since(), PRESS_EVENT_RECALIBRATE), times);
    resume_at(p.now);
  }
}

PREPARED_TEST(with_a_pull_up_a_converter_that_clips_leaves_hard_presses_as_they_are) {
  /* 5 V at a range of 4.096 V: the codes that clip are those of light presses. */
  p.volts = 5.0;
  p.sensors[0].circuit.flags = PRESS_CIRCUIT_PULL_UP;
  p.config.flags |= PRESS_PAD_NO_BASELINE;
  make();
  make_read_supply(2);
  assert_int_equal(supply_status().max_code, 32767);
  plays("12:300 n=12");
  assert_int_equal(recorder_count(since(), PRESS_EVENT_SENSOR_SATURATED), 0);
}

PAD_TEST_WITH(a_code_that_waits_for_another_sensor_is_scaled_with_the_supply, p.count = 2) {
  make_read_supply(1);
  feed_frame((press_frame){.present = 1, .code = {code_of(1)}});
  p.volts = 3.0;
  for (int i = 0; i < 2; i++) read_supply(1);
  feed_frame((press_frame){.present = 2, .code = {0, code_of(0)}});
  assert_true(fabs(reading().conductance[0] / 65536.0 - 100) < 0.1);
}

static int  supply_inside;
static void feed_supply_inside(recorder *log, press_engine *engine, const entry *delivered) {
  (void)log, (void)delivered;
  supply_inside = press_supply_feed(&supply, p.now, 20000, p.pad, engine);
}

PAD_TEST(from_inside_a_callback_of_its_engine_a_supply_is_busy) {
  make_supply(1);
  b.log.hook = feed_supply_inside;
  bench_feed_at(&b, 7, 0.5, 0, 0);
  assert_int_equal(supply_inside, PRESS_ERR_BUSY);
}

PREPARED_TEST(a_time_that_is_set_to_what_idle_had_made_of_it_is_kept) {
  make_living();
  live(0.5, 200000);
  /* Three intervals: as long as frames may fail to come while it is idle. */
  p.config.stale_after_us = 150000;
  assert_int_equal(press_pad_set(p.pad, &p.config), PRESS_OK);
  live(0, 3000000);
  assert_int_equal(idle_status().is_idle, 1);
  live(0.5, 200000);
  assert_int_equal(idle_status().is_idle, 0);
  assert_true(press_pad_next_deadline(p.pad) > p.now + 100000);
  live(0, 100000);
}

TEST(where_silence_and_pauses_are_nothing_they_are_nothing_while_idle) {
  for (int late = 0; late < 2; late++) {
    prepare();
    if (!late) p.config.stale_after_us = p.config.gap_us = 0;
    make_living();
    /* Or only while the pad is idle. */
    p.config.stale_after_us = p.config.gap_us = 0;
    assert_int_equal(press_pad_set(p.pad, &p.config), PRESS_OK);
    live(0, 300000);
    assert_int_equal(idle_status().is_idle, 1);
    assert_int_equal(feed_code_at(p.now += 3000000, rest_code), PRESS_OK);
    plays("gaps=0 faults=0");
    assert_true(press_pad_next_deadline(p.pad) == PRESS_NEVER);
    finish();
  }
}

PAD_TEST(one_spike_after_another_is_no_step) {
  make_read_supply(1);
  int32_t whole = supply_status().full_scale;
  for (int i = 0; i < 4; i++) {
    assert_int_equal(press_supply_feed(&supply, p.now, 20000, p.pad, b.engine), PRESS_OK);
    assert_int_equal(supply_status().full_scale, whole);
    read_supply(1);
    assert_int_equal(supply_status().full_scale, whole);
  }
}

TEST(a_reading_for_which_the_engine_has_no_room_changes_nothing) {
  press_config config = bench_config();
  config.max_contacts = 1;
  config.max_events = 10;
  prepare();
  make_with(&config);
  make_read_supply(1);
  assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
  p.now = 1000000;
  for (int i = 0; bench_try(&b, p.now, 7, i % 2 ? 0 : 0.2, 0) == 1; i++) assert_true(i < 20);
  press_supply_status before = supply_status();
  assert_int_equal(press_supply_feed(&supply, p.now, 24000, p.pad, b.engine), PRESS_ERR_AGAIN);
  press_supply_status after = supply_status();
  assert_memory_equal(&before, &after, sizeof before);
}

static void feeds_inside(recorder *log, press_engine *engine, const entry *delivered) {
  if (delivered->kind != ENTRY_EVENT || delivered->event.type != PRESS_EVENT_CONTACT_CANCELLED) return;
  press_sample sample = sample_of(UINT64_MAX / 2, 3, 0.2, 0);
  assert_int_equal(press_feed(engine, &sample, 1), PRESS_ERR_BUSY);
  assert_int_equal(press_tick(engine, UINT64_MAX / 2), PRESS_ERR_BUSY);
  log->calls++;
}

RESTING_TEST(what_a_sleep_cancels_is_a_callback_like_any_other) {
  feed_for(0.5, 100000);
  b.log.hook = feeds_inside;
  resume_at(p.now + 1000000);
  assert_int_equal(b.log.calls, 1);
  b.log.hook = NULL;
}

PREPARED_TEST(frames_of_an_idle_pad_are_no_pauses) {
  p.config.gap_us = 20000;
  p.config.stale_after_us = 20000;
  make_living();
  live(0, 2000000);
  assert_int_equal(idle_status().is_idle, 1);
  plays("gaps=0 faults=0");
}

PREPARED_TEST(each_of_eight_sensors_has_a_window_of_its_own) {
  p.count = 8;
  make_living();
  int32_t low, high, first_low, first_high;
  assert_int_equal(press_idle_codes(&idle, p.pad, 0, &first_low, &first_high), PRESS_OK);
  assert_in_range(first_high, rest_code + 3, 5000);
  for (uint32_t i = 1; i < 8; i++) {
    assert_int_equal(press_idle_codes(&idle, p.pad, i, &low, &high), PRESS_OK);
    assert_int_equal(low, first_low);
    assert_int_equal(high, first_high);
  }
  live(0.5, 100000);
  assert_int_equal(idle_status().is_idle, 0);
}

PAD_TEST(a_pad_is_not_idle_while_anything_runs) {
  press_transition_options o;
  press_transition_options_init(&o);
  o.flags = PRESS_TRANSITION_FLAG_AUTOMATIC;
  o.duration_us = 5000000;
  assert_int_equal(press_transition_attach(b.engine, NULL), PRESS_OK);
  begin_to_live(100);
  live(0, 500000);
  assert_int_equal(press_transition_start(b.engine, 1, &o), PRESS_OK);
  live(0, 4000000);
  assert_int_equal(idle_status().is_idle, 0);
  live(0, 3000000);
  assert_int_equal(idle_status().is_idle, 1);
}

PREPARED_TEST(a_pad_that_woke_knows_pauses_as_before) {
  make_living();
  live(0.5, 100000);
  assert_int_equal(idle_status().is_idle, 0);
  uint64_t before = stats().gaps;
  assert_int_equal(feed_code_at(p.now += 120000, rest_code), PRESS_OK);
  assert_int_equal(stats().gaps, before + 1);
}

TEST(the_last_code_of_its_window_is_rest_and_the_next_wakes) {
  for (int beyond = 0; beyond < 2; beyond++) {
    prepare();
    make_living();
    int32_t low, high;
    assert_int_equal(press_idle_codes(&idle, p.pad, 0, &low, &high), PRESS_OK);
    assert_int_equal(feed_code_at(p.now += 50000, high + beyond), PRESS_OK);
    assert_int_equal(press_idle_look(&idle, p.pad, b.engine), !beyond);
    finish();
  }
}

PAD_TEST_WITH(without_a_baseline_a_sleep_learns_none, p.config.flags |= PRESS_PAD_NO_BASELINE) {
  feed_for(0.05, 1000000);
  double before = zero(0);
  resume_at(p.now + 1000000);
  feed_for(0.05, 3000000);
  assert_true(zero(0) == before);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_BASELINE_CHANGED), 0);
}

TEST(a_change_of_a_64th_counts_at_once_and_one_of_more_with_its_second_reading) {
  for (int more = 0; more < 2; more++) {
    prepare();
    make();
    make_supply(1);
    assert_int_equal(press_supply_feed(&supply, p.now, 25600, p.pad, b.engine), PRESS_OK);
    assert_int_equal(supply_status().full_scale, 25600);
    assert_int_equal(press_supply_feed(&supply, p.now, 26000 + more, p.pad, b.engine), PRESS_OK);
    assert_int_equal(supply_status().full_scale, more ? 25600 : 26000);
    assert_int_equal(press_supply_feed(&supply, p.now, 26000 + more, p.pad, b.engine), PRESS_OK);
    assert_int_equal(supply_status().full_scale, 26000 + more);
    finish();
  }
}

static void sets_up_inside(recorder *log, press_engine *engine, const entry *delivered) {
  (void)engine;
  if (delivered->kind != ENTRY_EVENT || delivered->event.type != PRESS_EVENT_SUPPLY_FAULT) return;
  assert_int_equal(supply_status().fault, PRESS_REASON_SHORTED);
  make_supply(2);
  assert_int_equal(supply_status().refused, 0);
  log->calls++;
}

/* The supply is configured again: the pad still knows that an outage began, and of which sensor. */
TEST(a_supply_that_is_set_up_again_during_an_outage_ends_it) {
  for (int inside = 0; inside < 2; inside++) {
    prepare();
    make();
    make_read_supply(1);
    if (inside) b.log.hook = sets_up_inside;
    for (int i = 0; i < 30; i++) {
      p.now += 10000;
      assert_int_equal(press_supply_feed(&supply, p.now, 100, p.pad, b.engine), PRESS_OK);
    }
    assert_int_equal(b.log.calls, inside);
    b.log.hook = NULL;
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_SUPPLY_FAULT), 1);
    make_read_supply(1);
    assert_int_equal(supply_status().fault, PRESS_REASON_SHORTED);
    for (int i = 0; i < 30; i++) {
      p.now += 10000;
      read_supply(1);
    }
    plays("supply_fault=1 supply_recovered=1");
    assert_int_equal(recorder_last(&b.log, PRESS_EVENT_SUPPLY_RECOVERED)->reason, PRESS_REASON_SHORTED);
    assert_int_equal(supply_status().fault, 0);
    make_read_supply(1);
    assert_int_equal(supply_status().fault, 0);
    finish();
  }
}

PAD_TEST_WITH(what_is_wrong_with_a_supply_names_the_contact_of_its_pad, p.config.contact = 5) {
  make_read_supply(1);
  for (int i = 0; i < 60; i++) {
    p.now += 10000;
    assert_int_equal(press_supply_feed(&supply, p.now, 100, p.pad, b.engine), PRESS_OK);
  }
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_SUPPLY_FAULT)->contact, 5);
}

TEST(a_wire_is_open_below_the_lowest_code_of_rest_and_not_at_it) {
  for (int below = 0; below < 2; below++) {
    prepare();
    p.sensors[0].circuit.parallel_ohm = 100000;
    make();
    make_idle(1000000, 50000);
    int32_t low, high;
    assert_int_equal(press_idle_codes(&idle, p.pad, 0, &low, &high), PRESS_OK);
    assert_true(low > 1);
    for (int i = 0; i < 100; i++) feed_code(low - below);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_SENSOR_FAULT), below);
    if (below) assert_int_equal(recorder_last(&b.log, PRESS_EVENT_SENSOR_FAULT)->reason, PRESS_REASON_OPEN);
    finish();
  }
}

int main(void) { return run_all(NULL, NULL); }
