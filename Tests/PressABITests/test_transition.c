/* transition.h: fractions of an animation. The names of the tests begin with the row that they pin, C1 to C12 and A8. */
#include "support.h"

#include <math.h>

static bench b, other;

static void make_with(bench *it, const press_transition_config *config) {
  bench_make(it, NULL);
  assert_int_equal(press_transition_attach(it->engine, config), PRESS_OK);
}

/* Linear, 400 ms, a frame every 100 ms. */
static press_transition_config linear(void) {
  press_transition_config c;
  press_transition_config_init(&c);
  press_timing_curve line = PRESS_CURVE_LINEAR;
  c.options.curve = line;
  c.frame_us = 100000;
  return c;
}

static void make(void) {
  press_transition_config c = linear();
  make_with(&b, &c);
}

static void tick(uint64_t t) { assert_int_equal(press_tick(b.engine, t), PRESS_OK); }

static void delivers(const char *expected) { bench_delivers(&b, expected); }

static press_q16 fraction_of(uint32_t id) {
  press_transition_status now;
  press_transition_status_init(&now);
  assert_int_equal(press_transition_get(b.engine, id, &now), PRESS_OK);
  return now.fraction;
}

static uint32_t state_of(uint32_t id) {
  press_transition_status now;
  press_transition_status_init(&now);
  assert_int_equal(press_transition_get(b.engine, id, &now), PRESS_OK);
  return now.state;
}

static void is_near(press_q16 is, double should) { assert_in_range(is + 100, PRESS_Q16(should) + 100 - 5, PRESS_Q16(should) + 100 + 5); }

/* ---- C1, C2 ---- */

/* conforms: transition-01, transition-11, transition-12 */
TEST(c1_start_asks_how_it_runs_and_delivers_started) {
  make();
  assert_int_equal(press_transition_start(b.engine, 5, NULL), PRESS_OK);
  assert_string_equal(recorder_calls(&b.log), "will_start? transition_started");
  assert_int_equal(b.log.entries[0].transition, 5);
  assert_int_equal(b.log.entries[1].event.subject, 5);
  assert_int_equal(b.log.entries[1].event.contact, PRESS_NO_CONTACT);
  assert_int_equal(state_of(5), PRESS_TRANSITION_INTERACTIVE);
  assert_int_equal(press_transition_start(b.engine, 5, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_start(b.engine, 0, NULL), PRESS_ERR_INVAL);
  bench_finish(&b);
  assert_int_equal(state_of(5), PRESS_TRANSITION_NONE);
}

/* conforms: transition-12, transition-16 */
TEST(c1_what_the_delegate_leaves_is_what_runs) {
  press_transition_options o;
  make();
  press_transition_options_init(&o);
  press_timing_curve line = PRESS_CURVE_LINEAR;
  o.curve = line;
  o.duration_us = 1000000;
  b.log.options = &o;
  assert_int_equal(press_transition_start(b.engine, 5, NULL), PRESS_OK);
  assert_int_equal(press_transition_finish(b.engine, 5), PRESS_OK);
  tick(500000);
  is_near(fraction_of(5), 0.5);
  bench_finish(&b);
  make();
  o.speed = 0;
  b.log.options = &o;
  assert_int_equal(press_transition_start(b.engine, 5, NULL), PRESS_ERR_INVAL);
  assert_string_equal(recorder_calls(&b.log), "will_start?");
  bench_finish(&b);
}

/* conforms: transition-03, transition-05, transition-13 */
TEST(c2_update_sets_the_fraction_clamped_back_and_forth) {
  static const press_q16 in[] = {0, 32768, 10000, PRESS_ONE, PRESS_ONE + 1, INT32_MAX, -1, INT32_MIN, 77};
  make();
  assert_int_equal(press_transition_start(b.engine, 1, NULL), PRESS_OK);
  for (size_t i = 0; i < COUNT(in); i++) {
    press_q16 expected = in[i] < 0 ? 0 : in[i] > PRESS_ONE ? PRESS_ONE : in[i];
    assert_int_equal(press_transition_update(b.engine, 1, in[i]), PRESS_OK);
    assert_int_equal(recorder_last(&b.log, PRESS_EVENT_TRANSITION_UPDATED)->progress, expected);
    assert_int_equal(fraction_of(1), expected);
  }
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_UPDATED), COUNT(in));
  assert_int_equal(press_transition_update(b.engine, 2, 0), PRESS_ERR_NOENT);
  bench_finish(&b);
}

/* ---- C3 ---- */

/* conforms: transition-07, transition-14, transition-15 */
TEST(c3_finish_and_cancel_run_the_rest_on_ticks_without_a_jump) {
  make();
  press_transition_start(b.engine, 1, NULL);
  press_transition_update(b.engine, 1, PRESS_ONE / 4);
  recorder_clear(&b.log);
  assert_int_equal(press_transition_finish(b.engine, 1), PRESS_OK);
  assert_int_equal(fraction_of(1), PRESS_ONE / 4);
  assert_int_equal(press_transition_update(b.engine, 1, 0), PRESS_ERR_STATE);
  delivers("");
  /* Three quarters of 400 ms. */
  tick(100000);
  is_near(fraction_of(1), 0.5);
  tick(200000);
  is_near(fraction_of(1), 0.75);
  delivers("transition_updated transition_updated");
  tick(300000);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_TRANSITION_FINISHED)->progress, PRESS_ONE);
  delivers("transition_updated transition_finished");
  tick(900000);
  delivers("");
  press_transition_start(b.engine, 1, NULL);
  press_transition_update(b.engine, 1, PRESS_ONE / 4);
  recorder_clear(&b.log);
  assert_int_equal(press_transition_cancel(b.engine, 1), PRESS_OK);
  tick(999999);
  delivers("");
  tick(1000000);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_TRANSITION_CANCELLED)->progress, 0);
  delivers("transition_updated transition_cancelled");
}

TEST(c3_nothing_left_to_run_is_over_at_once) {
  make();
  press_transition_start(b.engine, 1, NULL);
  press_transition_cancel(b.engine, 1);
  const char *events = recorder_events(&b.log);
  assert_non_null(strstr(events, "transition_cancelled"));
  recorder_clear(&b.log);
  press_transition_start(b.engine, 1, NULL);
  press_transition_update(b.engine, 1, PRESS_ONE);
  press_transition_finish(b.engine, 1);
  assert_non_null(strstr(recorder_events(&b.log), "transition_finished"));
  assert_int_equal(press_transition_finish(b.engine, 1), PRESS_ERR_NOENT);
  assert_int_equal(press_transition_cancel(b.engine, 1), PRESS_ERR_NOENT);
  bench_finish(&b);
}

/* conforms: transition-18, transition-19 */
TEST(c3_the_rest_takes_duration_times_distance_by_speed) {
  static const struct {
    double   from, speed;
    uint64_t rest;
  } runs[] = {{0, 1, 400000}, {0.5, 1, 200000}, {0.5, 2, 100000}, {0.25, 0.5, 600000}};
  for (size_t i = 0; i < COUNT(runs); i++) {
    make();
    press_transition_start(b.engine, 1, NULL);
    press_transition_update(b.engine, 1, PRESS_Q16(runs[i].from));
    assert_int_equal(press_transition_set_speed(b.engine, 1, PRESS_Q16(runs[i].speed)), PRESS_OK);
    press_transition_finish(b.engine, 1);
    tick(runs[i].rest - 1);
    assert_int_equal(state_of(1), PRESS_TRANSITION_FINISHING);
    tick(runs[i].rest);
    assert_int_equal(state_of(1), PRESS_TRANSITION_NONE);
    bench_finish(&b);
  }
}

/* ---- C4, C5 ---- */

static double exact(const double c[4], double x) {
  double low = 0, high = 1;
  for (int i = 0; i < 80; i++) {
    double t = (low + high) / 2, u = 1 - t;
    if (3 * u * u * t * c[0] + 3 * u * t * t * c[2] + t * t * t < x)
      low = t;
    else
      high = t;
  }
  double t = (low + high) / 2, u = 1 - t;
  return 3 * u * u * t * c[1] + 3 * u * t * t * c[3] + t * t * t;
}

/* conforms: transition-17 */
TEST(c4_curves_are_within_a_16384th_of_the_exact_ones) {
  static const press_timing_curve curves[] = {PRESS_CURVE_EASE_IN_OUT, PRESS_CURVE_EASE_IN, PRESS_CURVE_EASE_OUT, PRESS_CURVE_LINEAR,
    {0, PRESS_ONE, PRESS_ONE, 0}, {PRESS_ONE, 0, 0, PRESS_ONE}, {20000, -PRESS_ONE, 40000, 2 * PRESS_ONE}};
  for (size_t i = 0; i < COUNT(curves); i++) {
    const double c[4] = {curves[i].x1 / 65536.0, curves[i].y1 / 65536.0, curves[i].x2 / 65536.0, curves[i].y2 / 65536.0};
    for (press_q16 x = 0; x <= PRESS_ONE; x += 113) {
      press_q16 y;
      assert_int_equal(press_timing_curve_y(&curves[i], x, &y), PRESS_OK);
      /* x1 = 1, x2 = 0 is vertical at one half: there x decides nothing. */
      if (i == 5 && x > 31000 && x < 34500) continue;
      double error = fabs(y / 65536.0 - exact(c, x / 65536.0));
      if (error > 1.0 / 16384) fail_msg("curve %zu at %d is off by %g", i, x, error);
    }
    press_q16 y;
    press_timing_curve_y(&curves[i], -5, &y);
    assert_int_equal(y, 0);
    press_timing_curve_y(&curves[i], PRESS_ONE + 5, &y);
    assert_int_equal(y, PRESS_ONE);
  }
  press_timing_curve wrong = {-1, 0, 0, 0};
  press_q16          y = 77;
  assert_int_equal(press_timing_curve_y(&wrong, 0, &y), PRESS_ERR_INVAL);
  wrong.x1 = 0;
  wrong.x2 = PRESS_ONE + 1;
  assert_int_equal(press_timing_curve_y(&wrong, 0, &y), PRESS_ERR_INVAL);
  assert_int_equal(press_timing_curve_y(NULL, 0, &y), PRESS_ERR_INVAL);
  assert_int_equal(press_timing_curve_y(&curves[0], 0, NULL), PRESS_ERR_INVAL);
  assert_int_equal(y, 77);
}

/* conforms: transition-20 */
TEST(c5_a_speed_that_is_not_above_0_changes_nothing) {
  press_transition_options o;
  press_transition_options_init(&o);
  make();
  press_transition_start(b.engine, 1, NULL);
  memcpy(other.storage, b.storage, sizeof b.storage);
  assert_int_equal(press_transition_set_speed(b.engine, 1, 0), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_set_speed(b.engine, 1, -1), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_set_speed(b.engine, 2, PRESS_ONE), PRESS_ERR_NOENT);
  o.speed = 0;
  b.log.options = NULL;
  assert_int_equal(press_transition_start(b.engine, 2, &o), PRESS_ERR_INVAL);
  assert_memory_equal(other.storage, b.storage, sizeof b.storage);
  bench_finish(&b);
}

/* ---- C6, C7 ---- */

/* conforms: transition-05, transition-10 */
TEST(c6_pause_and_turning_round_keep_the_position) {
  make();
  press_transition_start(b.engine, 1, NULL);
  assert_int_equal(press_transition_pause(b.engine, 1), PRESS_ERR_STATE);
  press_transition_finish(b.engine, 1);
  tick(150000);
  press_q16 before = fraction_of(1);
  recorder_clear(&b.log);
  assert_int_equal(press_transition_pause(b.engine, 1), PRESS_OK);
  delivers("transition_updated");
  assert_int_equal(state_of(1), PRESS_TRANSITION_INTERACTIVE);
  assert_int_equal(fraction_of(1), before);
  assert_true(press_next_deadline(b.engine) == PRESS_NEVER);
  tick(160000);
  assert_int_equal(fraction_of(1), before);
  press_transition_finish(b.engine, 1);
  tick(260000);
  before = fraction_of(1);
  press_transition_cancel(b.engine, 1);
  assert_int_equal(fraction_of(1), before);
  tick(270000);
  /* The run goes on with its speed, turns round, and comes back. */
  is_near(fraction_of(1), before / 65536.0 + 0.02108);
  press_transition_finish(b.engine, 1);
  tick(900000);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_FINISHED), 1);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

/* conforms: transition-09 */
TEST(c7_an_automatic_one_runs_by_itself_with_the_same_events) {
  press_transition_config  c = linear();
  press_transition_options o = c.options;
  make();
  o.flags = PRESS_TRANSITION_FLAG_AUTOMATIC;
  assert_int_equal(press_transition_start(b.engine, 1, &o), PRESS_OK);
  assert_int_equal(state_of(1), PRESS_TRANSITION_FINISHING);
  for (uint64_t t = 100000; t <= 400000; t += 100000) tick(t);
  delivers("transition_started transition_updated transition_updated transition_updated transition_updated transition_finished");
  bench_finish(&b);
  make();
  o.duration_us = 0;
  assert_int_equal(press_transition_start(b.engine, 1, &o), PRESS_OK);
  assert_non_null(strstr(recorder_events(&b.log), "transition_finished"));
  bench_finish(&b);
}

/* ---- C8, A8 ---- */

TEST(c8_a_preview_drives_and_a_refused_one_does_not) {
  make();
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_PREVIEW, 0, 0, 0), PRESS_OK);
  bench_feed(&b, 0.375);
  bench_feed(&b, 0.3);
  assert_int_equal(fraction_of(1), recorder_last(&b.log, PRESS_EVENT_PREVIEW_UPDATED)->progress);
  bench_feed(&b, 0.6);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_FINISHED), 1);
  bench_feed(&b, 0);
  recorder_clear(&b.log);
  b.log.refuses = true;
  bench_feed(&b, 0.9);
  delivers("contact_began preview_refused");
  bench_feed(&b, 0);
  b.log.refuses = false;
  bench_feed(&b, 0.375);
  bench_feed(&b, 0);
  assert_int_equal(state_of(1), PRESS_TRANSITION_CANCELLING);
  tick(b.now + 900000);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_TRANSITION_CANCELLED)->reason, PRESS_REASON_NONE);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

/* conforms: preview-24, transition-02 */
TEST(a8_preview_and_commit_drive_one_transition_each) {
  make();
  press_transition_bind(b.engine, 1, PRESS_DRIVER_PREVIEW, 0, 0, 0);
  press_transition_bind(b.engine, 2, PRESS_DRIVER_COMMIT, 0, 0, 0);
  bench_feed(&b, 0.375);
  assert_int_equal(state_of(2), PRESS_TRANSITION_NONE);
  bench_feed(&b, 0.625);
  assert_int_equal(fraction_of(2), PRESS_ONE / 2);
  bench_feed(&b, 0.9);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_FINISHED), 2);
  bench_finish(&b);
}

TEST(c8_pressure_drives_until_the_lift) {
  make();
  press_transition_bind(b.engine, 1, PRESS_DRIVER_PRESSURE, 0, 0, 0);
  bench_feed(&b, 0.2);
  assert_int_equal(fraction_of(1), PRESS_Q16(0.2));
  bench_feed(&b, 0.8);
  assert_int_equal(fraction_of(1), PRESS_Q16(0.8));
  bench_feed(&b, 0);
  assert_int_equal(state_of(1), PRESS_TRANSITION_CANCELLING);
  /* The next contact catches it in its run, 10 ms of 400 later, and drives it once it presses as hard. */
  bench_feed(&b, 0.5);
  assert_int_equal(state_of(1), PRESS_TRANSITION_INTERACTIVE);
  is_near(fraction_of(1), 0.775);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_STARTED), 1);
  bench_feed(&b, 0.78);
  assert_int_equal(fraction_of(1), PRESS_Q16(0.78));
  bench_feed(&b, 0.5);
  assert_int_equal(fraction_of(1), PRESS_Q16(0.5));
  /* The program takes it from the contact. */
  assert_int_equal(press_transition_finish(b.engine, 1), PRESS_OK);
  bench_feed(&b, 0.6);
  assert_int_equal(state_of(1), PRESS_TRANSITION_FINISHING);
  bench_finish(&b);
}

/* conforms: transition-02, transition-06 */
TEST(c8_motion_drives_along_a_direction_and_finishes_from_one_half_on) {
  for (int half = 0; half < 2; half++) {
    make();
    assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, PRESS_Q16(100), 0), PRESS_OK);
    bench_feed_at(&b, 0, 0.2, 10, 10);
    bench_feed_at(&b, 0, 0.2, 0, 99);
    assert_int_equal(state_of(1), PRESS_TRANSITION_NONE);
    bench_feed_at(&b, 0, 0.2, 35, 99);
    is_near(fraction_of(1), 0.25);
    bench_feed_at(&b, 0, 0.2, half ? 60 : 59, 99);
    tick(b.now += 200000);
    bench_feed_at(&b, 0, 0, half ? 60 : 59, 99);
    assert_int_equal(state_of(1), half ? PRESS_TRANSITION_FINISHING : PRESS_TRANSITION_CANCELLING);
    bench_finish(&b);
  }
}

/* ---- C10 ---- */

/* MOTION along 100 points: lifted at 0.6, so it runs to 1. */
static void let_it_run(void) {
  make();
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, PRESS_Q16(100), 0), PRESS_OK);
  bench_feed_at(&b, 0, 0.2, 10, 10);
  bench_feed_at(&b, 0, 0.2, 70, 10);
  tick(b.now += 200000);
  bench_feed_at(&b, 0, 0, 70, 10);
  assert_int_equal(state_of(1), PRESS_TRANSITION_FINISHING);
}

TEST(c10_a_touch_stops_what_runs_and_motion_counts_from_there) {
  let_it_run();
  tick(b.now += 100000);
  is_near(fraction_of(1), 0.85);
  bench_feed_at(&b, 0, 0.2, 50, 50);
  assert_int_equal(state_of(1), PRESS_TRANSITION_INTERACTIVE);
  press_q16 caught = fraction_of(1);
  is_near(caught, 0.875);
  bench_feed_at(&b, 0, 0.2, 51, 90);
  is_near(fraction_of(1) - caught, 0.01);
  bench_feed_at(&b, 0, 0.2, 30, 90);
  is_near(fraction_of(1), 0.675);
  bench_feed_at(&b, 0, 0.2, 99, 90);
  assert_int_equal(fraction_of(1), PRESS_ONE);
  bench_feed_at(&b, 0, 0.2, -99, 90);
  assert_int_equal(fraction_of(1), 0);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_STARTED), 1);
  bench_finish(&b);
}

TEST(c10_a_touch_that_does_not_move_lets_it_go_on_as_it_did) {
  for (int back = 0; back < 2; back++) {
    let_it_run();
    if (back) assert_int_equal(press_transition_cancel(b.engine, 1), PRESS_OK);
    tick(b.now += 10000);
    bench_feed_at(&b, 0, 0.2, 50, 50);
    press_q16 caught = fraction_of(1);
    tick(b.now += 300000);
    assert_int_equal(fraction_of(1), caught);
    bench_feed_at(&b, 0, 0, 50, 50);
    assert_int_equal(state_of(1), back ? PRESS_TRANSITION_CANCELLING : PRESS_TRANSITION_FINISHING);
    bench_finish(&b);
  }
  /* A transition that the program left at rest stays with the program. */
  make();
  press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, PRESS_Q16(100), 0);
  press_transition_start(b.engine, 1, NULL);
  press_transition_update(b.engine, 1, PRESS_ONE / 4);
  bench_feed_at(&b, 0, 0.2, 50, 50);
  bench_feed_at(&b, 0, 0, 50, 50);
  assert_int_equal(state_of(1), PRESS_TRANSITION_INTERACTIVE);
  bench_feed_at(&b, 0, 0.2, 50, 50);
  bench_feed_at(&b, 0, 0.2, 60, 50);
  is_near(fraction_of(1), 0.35);
  bench_finish(&b);
}

TEST(c15_a_touch_that_does_not_move_lets_it_go_on_to_its_target) {
  let_it_run();
  assert_int_equal(press_transition_run_to(b.engine, 1, PRESS_ONE / 8), PRESS_OK);
  tick(b.now += 10000);
  bench_feed_at(&b, 0, 0.2, 50, 50);
  assert_int_equal(state_of(1), PRESS_TRANSITION_INTERACTIVE);
  bench_feed_at(&b, 0, 0, 50, 50);
  assert_int_equal(state_of(1), PRESS_TRANSITION_MOVING);
  tick(b.now += 10000000);
  assert_int_equal(state_of(1), PRESS_TRANSITION_INTERACTIVE);
  assert_int_equal(fraction_of(1), PRESS_ONE / 8);
  /* It finishes from there, beginning at rest. */
  assert_int_equal(press_transition_finish(b.engine, 1), PRESS_OK);
  press_q16 velocity = 77;
  assert_int_equal(press_transition_get_velocity(b.engine, 1, &velocity), PRESS_OK);
  assert_int_equal(velocity, 0);
  bench_finish(&b);
}

/* The movement before a run has no effect on the run after it. */
TEST(c15_a_run_that_was_paused_does_not_begin_again_with_the_speed_from_before_it) {
  make();
  press_transition_start(b.engine, 1, NULL);
  for (int i = 0; i <= 5; i++) {
    tick(b.now += 5000);
    press_transition_update(b.engine, 1, i * PRESS_ONE / 20);
  }
  press_q16 velocity = 0;
  press_transition_finish(b.engine, 1);
  press_transition_get_velocity(b.engine, 1, &velocity);
  assert_true(velocity > PRESS_ONE);
  press_transition_pause(b.engine, 1);
  press_transition_finish(b.engine, 1);
  press_transition_get_velocity(b.engine, 1, &velocity);
  assert_int_equal(velocity, 0);
  bench_finish(&b);
}

/* The place and speed at which a contact caught a transition are forgotten when the contact ends. */
TEST(c10_a_new_contact_starts_from_nothing) {
  make();
  press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, PRESS_Q16(100), 0);
  bench_feed_at(&b, 0, 0.2, 50, 50);
  press_transition_start(b.engine, 1, NULL);
  bench_feed_at(&b, 0, 0.2, 20, 50);
  bench_feed_at(&b, 0, 0.2, 140, 50);
  bench_feed_at(&b, 0, 0, 140, 50);
  delivers("contact_began transition_started transition_updated transition_finished contact_ended:lifted");
  bench_feed_at(&b, 0, 0.2, 50, 50);
  bench_feed_at(&b, 0, 0, 50, 50);
  delivers("contact_began contact_ended:lifted");
  for (int i = 0; i < 12; i++) bench_feed_at(&b, 0, 0.2, 8 * i, 0);
  bench_feed_at(&b, 0, 0, 88, 0);
  assert_int_equal(state_of(1), PRESS_TRANSITION_FINISHING);
  bench_feed_at(&b, 0, 0.2, 50, 50);
  bench_feed_at(&b, 0, 0, 50, 50);
  assert_int_equal(state_of(1), PRESS_TRANSITION_FINISHING);
  bench_finish(&b);
}

TEST(c10_a_contact_that_was_down_before_the_run_catches_it_where_it_is) {
  press_transition_options o = linear().options;
  o.flags = PRESS_TRANSITION_FLAG_AUTOMATIC;
  make();
  bench_feed_at(&b, 0, 0.2, 10, 10);
  bench_feed_at(&b, 0, 0.2, 60, 10);
  press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, PRESS_Q16(100), 0);
  assert_int_equal(press_transition_start(b.engine, 1, &o), PRESS_OK);
  tick(b.now += 90000);
  bench_feed_at(&b, 0, 0.2, 61, 10);
  is_near(fraction_of(1), 0.25);
  bench_feed_at(&b, 0, 0.2, 62, 10);
  is_near(fraction_of(1), 0.26);
  bench_finish(&b);
}

TEST(c10_progress_and_pressure_take_it_over_where_they_reach_it) {
  for (uint32_t driver = PRESS_DRIVER_PREVIEW; driver <= PRESS_DRIVER_PRESSURE; driver++) {
    /* The fraction f of the driver's way as a force. */
#define AT(f) (driver == PRESS_DRIVER_PREVIEW ? 0.25 + 0.25 * (f) : driver == PRESS_DRIVER_COMMIT ? 0.5 + 0.25 * (f) : (f))
    for (int above = 0; above < 2; above++) {
      make();
      assert_int_equal(press_transition_bind(b.engine, 1, driver, 0, 0, 0), PRESS_OK);
      bench_feed(&b, AT(0.6));
      is_near(fraction_of(1), 0.6);
      bench_feed(&b, 0);
      tick(b.now += 30000);
      double first = above ? 0.9 : 0.2, between = above ? 0.7 : 0.4, beyond = above ? 0.3 : 0.8;
      bench_feed(&b, AT(first));
      assert_int_equal(state_of(1), PRESS_TRANSITION_INTERACTIVE);
      is_near(fraction_of(1), 0.5);
      bench_feed(&b, AT(between));
      is_near(fraction_of(1), 0.5);
      bench_feed(&b, AT(0.5));
      is_near(fraction_of(1), 0.5);
      bench_feed(&b, AT(beyond));
      is_near(fraction_of(1), beyond);
      bench_feed(&b, AT(first));
      is_near(fraction_of(1), first);
      bench_finish(&b);
      /* If the finger lifts before that, the transition runs back from its fraction; after the end of a phase it runs on from there. */
      make();
      press_transition_bind(b.engine, 1, driver, 0, 0, 0);
      bench_feed(&b, AT(0.6));
      bench_feed(&b, 0);
      tick(b.now += 30000);
      bench_feed(&b, AT(first));
      bench_feed(&b, above && driver != PRESS_DRIVER_PRESSURE ? AT(1) : 0);
      assert_int_equal(state_of(1), above && driver != PRESS_DRIVER_PRESSURE ? PRESS_TRANSITION_FINISHING : PRESS_TRANSITION_CANCELLING);
      is_near(fraction_of(1), 0.5);
      bench_finish(&b);
    }
  }
}

/* ---- C11 ---- */

TEST(c11_a_preview_that_is_given_up_in_the_commit_phase_runs_back) {
  for (int way = 0; way < 3; way++) {
    make();
    press_transition_bind(b.engine, 1, PRESS_DRIVER_PREVIEW, 0, 0, 0);
    bench_feed(&b, 0.375);
    bench_feed(&b, 0.6);
    delivers("contact_began preview_began transition_started preview_updated transition_updated preview_updated! "
             "transition_updated transition_finished commit_updated");
    if (way == 1)
      assert_int_equal(press_preview_cancel(b.engine, 0), PRESS_OK);
    else
      bench_feed_flags(&b, 0, way == 2 ? 0.6 : 0, way == 2 ? PRESS_SAMPLE_LOST : 0);
    assert_int_equal(state_of(1), PRESS_TRANSITION_CANCELLING);
    assert_int_equal(recorder_last(&b.log, PRESS_EVENT_TRANSITION_STARTED)->progress, PRESS_ONE);
    b.now += 100000;
    tick(b.now);
    is_near(fraction_of(1), 0.75);
    b.now += 400000;
    tick(b.now);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_STARTED), 1);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_CANCELLED), 1);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_FINISHED), 0);
    assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  }
  /* Not after a commit, and not if the program has taken the transition. */
  for (int taken = 0; taken < 2; taken++) {
    make();
    press_transition_bind(b.engine, 1, PRESS_DRIVER_PREVIEW, 0, 0, 0);
    bench_feed(&b, taken ? 0.6 : 0.9);
    if (taken) {
      press_transition_start(b.engine, 1, NULL);
      press_transition_cancel(b.engine, 1);
    }
    recorder_clear(&b.log);
    bench_feed(&b, 0);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_STARTED), 0);
    press_engine_reset(b.engine);
  }
}

/* A peek with one action on target 1, with transition 1 bound to `driver`. */
static void make_peek(uint32_t driver) {
  static const press_action action = {.id = 1};
  static const press_peek   peek = {.size = sizeof peek, .id = 7, .action_count = 1, .actions = &action};
  make();
  assert_int_equal(press_peek_attach(b.engine, NULL), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 100, 100, PRESS_TARGET_PEEK);
  b.log.peek = &peek;
  assert_int_equal(press_transition_bind(b.engine, 1, driver, 0, 0, 0), PRESS_OK);
}

TEST(c11_a_peek_drives_from_its_hint_to_its_pop) {
  make_peek(PRESS_DRIVER_PEEK);
  bench_feed_at(&b, 0, 0.2, 50, 90);
  assert_int_equal(state_of(1), PRESS_TRANSITION_NONE);
  bench_feed_at(&b, 0, 0.375, 50, 90);
  is_near(fraction_of(1), 0.25);
  bench_feed_at(&b, 0, 0.5, 50, 90);
  is_near(fraction_of(1), 0.5);
  bench_feed_at(&b, 0, 0.7, 50, 90);
  is_near(fraction_of(1), 0.9);
  bench_feed_at(&b, 0, 0.55, 50, 90);
  is_near(fraction_of(1), 0.6);
  bench_feed_at(&b, 0, 0.9, 50, 90);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_TRANSITION_FINISHED)->progress, PRESS_ONE);
  bench_finish(&b);
  /* Given up while it hints, and while it is shown. */
  for (int shown = 0; shown < 2; shown++) {
    make_peek(PRESS_DRIVER_PEEK);
    bench_feed_at(&b, 0, shown ? 0.6 : 0.375, 50, 90);
    bench_feed_at(&b, 0, 0, 50, 90);
    assert_int_equal(state_of(1), PRESS_TRANSITION_CANCELLING);
    is_near(fraction_of(1), shown ? 0.7 : 0.25);
    bench_finish(&b);
  }
  /* A preview without a peek does not drive it. */
  make_peek(PRESS_DRIVER_PEEK);
  bench_target(&b, 2, 0, 200, 0, 100, 100, PRESS_TARGET_PREVIEW);
  bench_feed_at(&b, 0, 0.6, 250, 90);
  assert_int_equal(state_of(1), PRESS_TRANSITION_NONE);
  bench_finish(&b);
  /* The program cannot choose the first fraction of a peek's transition. */
  press_transition_options o = linear().options;
  make_peek(PRESS_DRIVER_PEEK);
  o.fraction = PRESS_ONE / 4;
  b.log.options = &o;
  assert_int_equal(press_peek_open(b.engine, 1), PRESS_OK);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_TRANSITION_STARTED)->progress, PRESS_ONE / 2);
  bench_finish(&b);
}

TEST(c11_what_a_preview_drives_stays_while_actions_are_on_show) {
  static const uint32_t drivers[] = {PRESS_DRIVER_PREVIEW, PRESS_DRIVER_COMMIT, PRESS_DRIVER_PEEK};
  for (int i = 0; i < 3; i++) {
    for (int pops = 0; pops < 2; pops++) {
      make_peek(drivers[i]);
      bench_feed_at(&b, 0, 0.6, 50, 90);
      press_q16 before = fraction_of(1);
      is_near(before, i == 0 ? 0 : i == 1 ? 0.4 : 0.7);
      bench_feed_at(&b, 0, 0.6, 50, 40);
      bench_feed_at(&b, 0, 0.3, 50, 40);
      bench_feed_at(&b, 0, 0, 50, 40);
      b.now += 500000;
      tick(b.now);
      assert_int_equal(fraction_of(1), before);
      assert_int_equal(state_of(1), i == 0 ? PRESS_TRANSITION_NONE : PRESS_TRANSITION_INTERACTIVE);
      assert_int_equal(pops ? press_peek_pop(b.engine) : press_peek_dismiss(b.engine), PRESS_OK);
      assert_int_equal(state_of(1), pops && i == 0 ? PRESS_TRANSITION_NONE : pops ? PRESS_TRANSITION_FINISHING : PRESS_TRANSITION_CANCELLING);
      is_near(fraction_of(1), i == 0 ? 1 - pops : before / 65536.0);
      bench_finish(&b);
    }
  }
}

TEST(c11_a_pop_from_code_finishes_what_the_preview_drives) {
  for (uint32_t driver = PRESS_DRIVER_PREVIEW; driver <= PRESS_DRIVER_PEEK; driver += driver == PRESS_DRIVER_PREVIEW ? 1 : 3) {
    make_peek(driver);
    bench_feed_at(&b, 0, 0.6, 50, 90);
    assert_int_equal(press_peek_pop(b.engine), PRESS_OK);
    assert_int_equal(state_of(1), driver == PRESS_DRIVER_PREVIEW ? PRESS_TRANSITION_NONE : PRESS_TRANSITION_FINISHING);
    bench_feed_at(&b, 0, 0, 50, 90);
    tick(b.now += 500000);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_FINISHED), 1);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_STARTED), 1);
    bench_finish(&b);
  }
}

TEST(c11_a_peek_that_no_finger_presses_drives_from_one_half) {
  for (int pops = 0; pops < 2; pops++) {
    make_peek(PRESS_DRIVER_PEEK);
    assert_int_equal(press_peek_open(b.engine, 1), PRESS_OK);
    assert_string_equal(recorder_events(&b.log), "peek_shown actions_revealed=0 transition_started");
    assert_int_equal(recorder_last(&b.log, PRESS_EVENT_TRANSITION_STARTED)->progress, PRESS_ONE / 2);
    size_t asked = 0;
    while (asked < b.log.count && b.log.entries[asked].kind != ENTRY_WILL_START) asked++;
    assert_true(asked < b.log.count);
    assert_int_equal(b.log.entries[asked].progress, PRESS_ONE / 2);
    assert_int_equal(state_of(1), PRESS_TRANSITION_INTERACTIVE);
    assert_int_equal(pops ? press_peek_pop(b.engine) : press_action_perform(b.engine, 1), PRESS_OK);
    assert_int_equal(state_of(1), pops ? PRESS_TRANSITION_FINISHING : PRESS_TRANSITION_CANCELLING);
    b.now += 300000;
    tick(b.now);
    assert_int_equal(state_of(1), PRESS_TRANSITION_NONE);
    bench_finish(&b);
  }
  make_peek(PRESS_DRIVER_PEEK);
  press_transition_bind(b.engine, 1, PRESS_DRIVER_PEEK, 2, 0, 0);
  assert_int_equal(press_peek_open(b.engine, 1), PRESS_OK);
  assert_int_equal(state_of(1), PRESS_TRANSITION_NONE);
  bench_finish(&b);
}

/* ---- C12 ---- */

TEST(c12_start_takes_a_fraction) {
  press_transition_options o = linear().options;
  make();
  o.fraction = PRESS_ONE / 4;
  assert_int_equal(press_transition_start(b.engine, 1, &o), PRESS_OK);
  delivers("transition_started");
  assert_int_equal(fraction_of(1), PRESS_ONE / 4);
  assert_int_equal(press_transition_finish(b.engine, 1), PRESS_OK);
  tick(100000);
  is_near(fraction_of(1), 0.5);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  for (int wrong = 0; wrong < 2; wrong++) {
    make();
    o.fraction = wrong ? -1 : PRESS_ONE + 1;
    assert_int_equal(press_transition_start(b.engine, 1, &o), PRESS_ERR_INVAL);
    assert_int_equal(press_transition_options_check(&o, NULL), PRESS_ERR_INVAL);
    delivers("");
  }
  /* A transition that a contact starts begins at that fraction, too; the contact takes it over there. */
  make();
  o.fraction = PRESS_ONE / 2;
  b.log.options = &o;
  press_transition_bind(b.engine, 1, PRESS_DRIVER_PRESSURE, 0, 0, 0);
  bench_feed(&b, 0.2);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_TRANSITION_STARTED)->progress, PRESS_ONE / 2);
  bench_feed(&b, 0.4);
  assert_int_equal(fraction_of(1), PRESS_ONE / 2);
  bench_feed(&b, 0.6);
  assert_int_equal(fraction_of(1), PRESS_Q16(0.6));
  b.log.options = NULL;
  bench_finish(&b);
}

/* conforms: transition-18 */
TEST(c12_each_run_is_asked_for_its_curve_and_speed) {
  press_transition_options o = linear().options;
  make();
  b.log.run_options = &o;
  press_transition_start(b.engine, 1, NULL);
  press_transition_update(b.engine, 1, PRESS_ONE / 2);
  recorder_clear(&b.log);
  o.speed = 2 * PRESS_ONE;
  assert_int_equal(press_transition_finish(b.engine, 1), PRESS_OK);
  assert_string_equal(recorder_calls(&b.log), "will_run?!");
  assert_int_equal(b.log.entries[0].transition, 1);
  assert_true(b.log.entries[0].ended);
  assert_int_equal(b.log.entries[0].progress, PRESS_ONE / 2);
  tick(50000);
  is_near(fraction_of(1), 0.75);
  /* Finishing what finishes is no new run. The next one has its own pace again. */
  assert_int_equal(press_transition_finish(b.engine, 1), PRESS_OK);
  b.log.run_options = NULL;
  assert_int_equal(press_transition_cancel(b.engine, 1), PRESS_OK);
  assert_string_equal(recorder_calls(&b.log), "will_run?! transition_updated will_run?");
  assert_false(b.log.entries[2].ended);
  /* The fraction was rising by 5 a second: after a third of the duration it is back where the run began. */
  tick(150000);
  is_near(fraction_of(1), 0.75);
  /* Out of range: as it would. */
  press_transition_pause(b.engine, 1);
  o.speed = 0;
  b.log.run_options = &o;
  press_transition_cancel(b.engine, 1);
  tick(250000);
  is_near(fraction_of(1), 0.5);
  b.log.run_options = NULL;
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  /* A run without duration. The program is not asked about automatic transitions. */
  make();
  o = linear().options;
  o.duration_us = 0;
  b.log.run_options = &o;
  press_transition_start(b.engine, 1, NULL);
  press_transition_finish(b.engine, 1);
  assert_string_equal(recorder_calls(&b.log), "will_start? transition_started will_run?! transition_updated transition_finished");
  recorder_clear(&b.log);
  o = linear().options;
  o.flags = PRESS_TRANSITION_FLAG_AUTOMATIC;
  press_transition_start(b.engine, 1, &o);
  assert_string_equal(recorder_calls(&b.log), "will_start? transition_started");
  b.log.run_options = NULL;
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  /* A contact that lets go asks too. */
  make();
  press_transition_bind(b.engine, 1, PRESS_DRIVER_PREVIEW, 0, 0, 0);
  bench_feed(&b, 0.375);
  recorder_clear(&b.log);
  bench_feed(&b, 0);
  assert_string_equal(recorder_calls(&b.log), "will_run? did_cancel preview_cancelled:lifted contact_ended:lifted");
  press_engine_reset(b.engine);
}

static void turn_round_when_asked(recorder *log, press_engine *engine, const entry *what) {
  if (what->kind == ENTRY_WILL_RUN && log->calls++ == 0) assert_int_equal(press_transition_cancel(engine, 1), PRESS_OK);
}

TEST(c12_what_the_program_does_when_asked_goes_first) {
  press_transition_options o = linear().options;
  make();
  o.duration_us = 1;
  b.log.run_options = &o;
  b.log.hook = turn_round_when_asked;
  press_transition_start(b.engine, 1, NULL);
  press_transition_update(b.engine, 1, PRESS_ONE / 2);
  assert_int_equal(press_transition_finish(b.engine, 1), PRESS_OK);
  assert_int_equal(state_of(1), PRESS_TRANSITION_CANCELLING);
  assert_int_equal(b.log.calls, 2);
  b.log.run_options = NULL;
  b.log.hook = NULL;
  bench_finish(&b);
}

/* Moves by `step` points every 10 ms from `from`, `count` times, stays for `still` samples, and lifts. */
static void flick(double from, double step, int count, int still) {
  make();
  press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, PRESS_Q16(60), PRESS_Q16(80));
  bench_feed_at(&b, 0, 0.2, 0, 0);
  double at = from;
  bench_feed_at(&b, 0, 0.2, 0.6 * at, 0.8 * at);
  for (int i = 0; i < 12; i++) bench_feed_at(&b, 0, 0.2, 0.6 * at, 0.8 * at);
  for (int i = 0; i < count; i++) {
    at += step;
    bench_feed_at(&b, 0, 0.2, 0.6 * at, 0.8 * at);
  }
  for (int i = 0; i < still; i++) bench_feed_at(&b, 0, 0.2, 0.6 * at, 0.8 * at);
  bench_feed_at(&b, 0, 0, 0, 0);
}

TEST(c12_a_flick_decides_whatever_the_half_says) {
  static const struct {
    double from, step;
    int    count, still;
    bool   finishes;
  } flicks[] = {
    {5, 3.05, 11, 0, true},    /* 305 points a second, short of the half */
    {5, 2.95, 11, 0, false},   /* 295 */
    {90, -3.05, 11, 0, false}, /* back, past the half */
    {90, -2.95, 11, 0, true},
    {5, 3.05, 11, 10, false}, /* it rested for 100 ms */
    {90, -8, 3, 10, true},
    {5, 8, 3, 0, true},  /* as fast as it was when it let go: 800 points a second */
    {5, 8, 3, 3, false}, /* it lay still for 40 ms */
    {90, -8, 3, 0, false},
  };
  for (size_t i = 0; i < COUNT(flicks); i++) {
    flick(flicks[i].from, flicks[i].step, flicks[i].count, flicks[i].still);
    if ((state_of(1) == PRESS_TRANSITION_FINISHING) != flicks[i].finishes) fail_msg("flick %zu", i);
    bench_finish(&b);
  }
}

TEST(c12_a_flick_is_judged_by_when_the_force_fell_and_can_be_off) {
  for (int off = 0; off < 2; off++) {
    press_transition_config c = linear();
    press_config            config = bench_config();
    config.lift_us = 200000;
    c.flags = PRESS_TRANSITIONS_NO_COAST;
    if (off) c.flick_speed = 0;
    bench_make(&b, &config);
    assert_int_equal(press_transition_attach(b.engine, &c), PRESS_OK);
    press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, PRESS_Q16(100), 0);
    for (int i = 0; i < 5; i++) bench_feed_at(&b, 0, 0.2, 8 * i, 0);
    bench_feed_at(&b, 0, 0, 8 * 4, 0);
    tick(b.now + 199999);
    assert_int_equal(state_of(1), PRESS_TRANSITION_INTERACTIVE);
    assert_in_range(fraction_of(1), PRESS_Q16(0.32) - 2, PRESS_Q16(0.32) + 2);
    tick(b.now + 200000);
    assert_int_equal(state_of(1), off ? PRESS_TRANSITION_CANCELLING : PRESS_TRANSITION_FINISHING);
    bench_finish(&b);
  }
}

TEST(c8_unbinding_leaves_a_transition_to_the_program) {
  make();
  bench_target(&b, 3, 0, 0, 0, 10, 10, PRESS_TARGET_PREVIEW);
  press_transition_bind(b.engine, 1, PRESS_DRIVER_PRESSURE, 3, 0, 0);
  bench_feed_at(&b, 0, 0.2, 50, 50);
  assert_int_equal(state_of(1), PRESS_TRANSITION_NONE);
  bench_feed_at(&b, 0, 0, 50, 50);
  bench_feed_at(&b, 0, 0.2, 5, 5);
  assert_int_equal(state_of(1), PRESS_TRANSITION_INTERACTIVE);
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_NONE, 0, 0, 0), PRESS_OK);
  bench_feed_at(&b, 0, 0.9, 5, 5);
  bench_feed_at(&b, 0, 0, 5, 5);
  assert_int_equal(fraction_of(1), PRESS_Q16(0.2));
  assert_int_equal(state_of(1), PRESS_TRANSITION_INTERACTIVE);
  bench_finish(&b);
}

/* ---- C9 ---- */

TEST(c9_the_deadline_is_the_next_frame_while_one_runs) {
  make();
  tick(1000);
  press_transition_start(b.engine, 1, NULL);
  assert_true(press_next_deadline(b.engine) == PRESS_NEVER);
  press_transition_finish(b.engine, 1);
  assert_true(press_next_deadline(b.engine) == 101000);
  recorder_clear(&b.log);
  tick(100999);
  delivers("");
  tick(101000);
  delivers("transition_updated");
  assert_true(press_next_deadline(b.engine) == 201000);
  /* Over several frames: the newest, then the end. */
  tick(350000);
  delivers("transition_updated");
  tick(401000);
  delivers("transition_updated transition_finished");
  assert_true(press_next_deadline(b.engine) == PRESS_NEVER);
}

/* ---- everywhere ---- */

enum deed { START, UPDATE, FINISH, CANCEL, PAUSE, SPEED, BIND, UNBIND, RESET, CANCEL_PREVIEW, DEEDS };

static void do_deed(press_engine *engine, int deed) {
  int status = 0;
  switch (deed) {
    case START: status = press_transition_start(engine, 9, NULL); break;
    case UPDATE: status = press_transition_update(engine, 1, 5000); break;
    case FINISH: status = press_transition_finish(engine, 1); break;
    case CANCEL: status = press_transition_cancel(engine, 1); break;
    case PAUSE: status = press_transition_pause(engine, 1); break;
    case SPEED: status = press_transition_set_speed(engine, 1, PRESS_ONE * 4); break;
    case BIND: status = press_transition_bind(engine, 1, PRESS_DRIVER_PRESSURE, 0, 0, 0); break;
    case UNBIND: status = press_transition_bind(engine, 1, PRESS_DRIVER_NONE, 0, 0, 0); break;
    case RESET: status = press_engine_reset(engine); break;
    default: status = press_preview_cancel(engine, 0); break;
  }
  assert_true(status == PRESS_OK || status == PRESS_ERR_NOENT || status == PRESS_ERR_STATE || status == PRESS_ERR_INVAL || status == PRESS_ERR_NOSPC);
}

static void at_one_call(recorder *log, press_engine *engine, const entry *what) {
  (void)what;
  const int *plan = log->context;
  assert_int_equal(press_tick(engine, UINT64_MAX), PRESS_ERR_BUSY);
  assert_int_equal(press_transition_attach(engine, NULL), PRESS_ERR_BUSY);
  if (log->calls++ != plan[0]) return;
  do_deed(engine, plan[1]);
  do_deed(engine, plan[2]);
}

static void drive(bench *it, int from, int to) {
  static const double forces[] = {0.2, 0.3, 0.6, 0.4, 0, 0.9, 0};
  for (int i = from; i < to; i++) bench_feed_at(it, 0, forces[i], i * 20.0, 0);
  if (to == 7) {
    for (int i = 0; i < 6; i++) assert_int_equal(press_tick(it->engine, it->now += 90000), PRESS_OK);
  }
}

TEST(every_call_at_every_point_leaves_one_end_for_every_beginning) {
  for (uint32_t driver = PRESS_DRIVER_PREVIEW; driver <= PRESS_DRIVER_PEEK; driver++) {
    press_q16 dx = driver == PRESS_DRIVER_MOTION ? PRESS_Q16(100) : 0;
    for (int deed = 0; deed < DEEDS; deed++) {
      for (int at = 0; at < 7; at++) {
        make();
        press_transition_bind(b.engine, 1, driver, 0, dx, 0);
        drive(&b, 0, at);
        do_deed(b.engine, deed);
        drive(&b, at, 7);
        bench_finish(&b);
      }
      for (int second = 0; second < DEEDS; second++) {
        int calls = 1;
        for (int at = 0; at < calls; at++) {
          int plan[3] = {at, deed, second};
          make();
          press_transition_bind(b.engine, 1, driver, 0, dx, 0);
          b.log.hook = at_one_call;
          b.log.context = plan;
          drive(&b, 0, 7);
          calls = b.log.calls;
          bench_finish(&b);
        }
      }
    }
  }
}

TEST(a_copy_of_the_bytes_is_a_copy_of_the_engine) {
  for (uint32_t driver = PRESS_DRIVER_PREVIEW; driver <= PRESS_DRIVER_MOTION; driver++) {
    for (int at = 0; at < 7; at++) {
      make();
      make_with(&other, NULL);
      press_transition_bind(b.engine, 1, driver, 0, driver == PRESS_DRIVER_MOTION ? PRESS_ONE : 0, 0);
      drive(&b, 0, at);
      bench_copy(&other, &b);
      drive(&b, at, 7);
      drive(&other, at, 7);
      assert_same_events(&b.log, &other.log);
    }
  }
}

TEST(a_reset_cancels_all_and_keeps_the_bindings) {
  make();
  press_transition_bind(b.engine, 1, PRESS_DRIVER_PRESSURE, 0, 0, 0);
  press_transition_start(b.engine, 2, NULL);
  press_transition_start(b.engine, 3, NULL);
  press_transition_finish(b.engine, 3);
  bench_feed(&b, 0.2);
  recorder_clear(&b.log);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_CANCELLED), 3);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_TRANSITION_CANCELLED)->reason, PRESS_REASON_RESET);
  bench_feed(&b, 0);
  recorder_clear(&b.log);
  bench_feed(&b, 0.2);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_STARTED), 1);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

static void start_when_cancelled(recorder *log, press_engine *engine, const entry *what) {
  (void)log;
  if (what->kind != ENTRY_EVENT || what->event.type != PRESS_EVENT_CONTACT_CANCELLED) return;
  assert_int_equal(press_transition_start(engine, 1, NULL), PRESS_OK);
  assert_int_equal(press_transition_update(engine, 1, PRESS_ONE / 2), PRESS_OK);
  assert_int_equal(press_transition_finish(engine, 1), PRESS_OK);
}

TEST(what_a_callback_of_a_reset_starts_runs) {
  make();
  bench_feed(&b, 0.2);
  b.log.hook = start_when_cancelled;
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  b.log.hook = NULL;
  assert_int_equal(state_of(1), PRESS_TRANSITION_FINISHING);
  assert_true(press_next_deadline(b.engine) != PRESS_NEVER);
  /* Samples alone carry it on. */
  for (int i = 0; i < 60; i++) bench_feed(&b, 0);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_FINISHED), 1);
  bench_finish(&b);
}

static void starts_the_other_one(recorder *log, press_engine *engine, const entry *what) {
  if (what->kind != ENTRY_EVENT || what->event.type != PRESS_EVENT_TRANSITION_FINISHED) return;
  assert_int_equal(press_transition_start(engine, 3 - what->event.subject, NULL), log->calls++ ? PRESS_OK : PRESS_ERR_INVAL);
}

TEST(what_ended_keeps_its_name_until_its_end_is_delivered) {
  make();
  for (uint32_t id = 1; id < 3; id++) {
    assert_int_equal(press_transition_start(b.engine, id, NULL), PRESS_OK);
    assert_int_equal(press_transition_finish(b.engine, id), PRESS_OK);
  }
  b.log.hook = starts_the_other_one;
  tick(500000);
  b.log.hook = NULL;
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_FINISHED), 2);
  assert_int_equal(state_of(1), PRESS_TRANSITION_INTERACTIVE);
  assert_int_equal(state_of(2), PRESS_TRANSITION_NONE);
  bench_finish(&b);
}

TEST(without_a_delegate_nothing_that_the_program_does_loses_an_event) {
  press_engine_stats stats = {.size = sizeof stats};
  press_event        events[64];
  make();
  assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
  bench_feed(&b, 0.2);
  for (int i = 0; i < 100; i++) {
    int status = press_transition_start(b.engine, 1, NULL);
    assert_true(status == PRESS_OK || status == PRESS_ERR_AGAIN || status == PRESS_ERR_INVAL);
    press_transition_update(b.engine, 1, i);
    press_transition_cancel(b.engine, 1);
    press_transition_update(b.engine, 1, 0);
  }
  press_engine_reset(b.engine);
  assert_int_equal(press_engine_get_stats(b.engine, &stats), PRESS_OK);
  assert_int_equal(stats.overwritten, 0);
  int count = press_poll(b.engine, events, 64);
  assert_every_beginning_has_one_end(events, (size_t)count);
}

/* conforms: transition-16, transition-19 */
TEST(null_limits_and_what_is_out_of_range) {
  press_transition_config  c, good;
  press_transition_options o;
  press_engine            *engine;
  memset(&c, 0xee, sizeof c);
  memset(&o, 0xee, sizeof o);
  press_transition_config_init(&c);
  press_transition_options_init(&o);
  press_transition_config_init(NULL);
  press_transition_options_init(NULL);
  good = c;
  assert_int_equal(c.size, sizeof c);
  assert_int_equal(c.max_transitions, 4);
  assert_int_equal(c.frame_us, 16667);
  assert_int_equal(c.flick_speed, PRESS_Q16(300));
  assert_int_equal(o.fraction, 0);
  assert_int_equal(o.size, sizeof o);
  assert_int_equal(o.flags, 0);
  assert_int_equal(o.duration_us, 400000);
  assert_int_equal(o.speed, PRESS_ONE);
  press_timing_curve ease = PRESS_CURVE_EASE_IN_OUT;
  assert_memory_equal(&o.curve, &ease, sizeof ease);
  assert_memory_equal(&o, &c.options, sizeof o);
  bench_make(&b, NULL);
#define REFUSE(field, value) \
  do { \
    c = good; \
    c.field = (value); \
    assert_int_equal(press_transition_size(NULL, &c), 0); \
    assert_int_equal(press_transition_attach(b.engine, &c), PRESS_ERR_INVAL); \
  } while (0)
  REFUSE(size, 0);
  REFUSE(max_transitions, 0);
  REFUSE(max_transitions, 33);
  REFUSE(rest, 0);
  REFUSE(frame_us, 0);
  REFUSE(flick_speed, -1);
  REFUSE(options.fraction, PRESS_ONE + 1);
  REFUSE(options.size, 0);
  REFUSE(options.flags, 2);
  REFUSE(options.speed, 0);
  REFUSE(options.curve.x1, -1);
  REFUSE(options.curve.x2, PRESS_ONE + 1);
  assert_int_equal(press_transition_attach(NULL, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_start(b.engine, 1, NULL), PRESS_ERR_STATE);
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_PREVIEW, 0, 0, 0), PRESS_ERR_STATE);
  press_transition_status now;
  press_transition_status_init(&now);
  assert_int_equal(press_transition_get(b.engine, 1, &now), PRESS_ERR_STATE);
  assert_int_equal(press_transition_attach(b.engine, NULL), PRESS_OK);
  assert_int_equal(press_transition_attach(b.engine, NULL), PRESS_ERR_STATE);
  assert_int_equal(press_transition_start(NULL, 1, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_update(NULL, 1, 0), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_finish(NULL, 1), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_cancel(NULL, 1), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_pause(NULL, 1), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_set_speed(NULL, 1, 1), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_bind(NULL, 1, 0, 0, 0, 0), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_get(NULL, 1, &now), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_get(b.engine, 1, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_bind(b.engine, 0, PRESS_DRIVER_PREVIEW, 0, 0, 0), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_bind(b.engine, 1, 6, 0, 0, 0), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, 0, 0), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_PREVIEW, 0, 1, 0), PRESS_ERR_INVAL);
  /* Four live or are bound, no fifth. */
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_PREVIEW, 0, 0, 0), PRESS_OK);
  for (uint32_t id = 2; id <= 4; id++) assert_int_equal(press_transition_start(b.engine, id, NULL), PRESS_OK);
  assert_int_equal(press_transition_start(b.engine, 5, NULL), PRESS_ERR_NOSPC);
  assert_int_equal(press_transition_bind(b.engine, 5, PRESS_DRIVER_PREVIEW, 0, 0, 0), PRESS_ERR_NOSPC);
  bench_finish(&b);
  press_config config = bench_config();
  size_t       bytes = press_engine_size(&config) + press_transition_size(&config, &good);
  assert_int_equal(press_engine_init(b.storage, bytes - 8, &config, &engine), PRESS_OK);
  assert_int_equal(press_transition_attach(engine, NULL), PRESS_ERR_NOSPC);
  assert_int_equal(press_engine_init(b.storage, bytes, &config, &engine), PRESS_OK);
  assert_int_equal(press_transition_attach(engine, NULL), PRESS_OK);
  config.max_events = (uint16_t)(8 + 2 * config.max_contacts);
  assert_int_equal(press_engine_init(b.storage, sizeof b.storage, &config, &engine), PRESS_OK);
  assert_int_equal(press_transition_attach(engine, NULL), PRESS_ERR_NOBUFS);
}

/* A finger that moves by 30 points once, and lies still for some time before it lifts. */
TEST(a33_a_finger_that_lay_still_for_40_ms_flicks_nothing) {
  for (int still = 0; still <= 10; still++) {
    make();
    press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, PRESS_Q16(100), 0);
    for (int i = 0; i < 8; i++) bench_feed_at(&b, 0, 0.2, i * 5, 0);
    for (int i = 0; i < still; i++) bench_feed_at(&b, 0, 0.2, 35, 0);
    bench_feed_at(&b, 0, 0, 35, 0);
    if (still == 0) assert_int_equal(state_of(1), PRESS_TRANSITION_FINISHING);
    if (still >= 3) assert_int_equal(state_of(1), PRESS_TRANSITION_CANCELLING);
    bench_finish(&b);
  }
}

/* Times of places are kept in 32 bits: 72 minutes later an old one must not look young. */
TEST(c12_a_place_from_before_a_long_pause_makes_no_flick) {
  make();
  press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, PRESS_Q16(100), 0);
  for (int i = 0; i < 3; i++) bench_feed_at(&b, 0, 0.2, i ? 5 : 0, 0);
  b.now += 1ull << 32;
  bench_feed_at(&b, 0, 0.2, 35, 0);
  bench_feed_at(&b, 0, 0, 35, 0);
  assert_int_equal(state_of(1), PRESS_TRANSITION_CANCELLING);
  bench_finish(&b);
}

/* Target 1 has a peek with an action, which can be hidden again. */
static void make_with_actions(void) {
  static const press_action action = {.id = 1};
  static const press_peek   peek = {.size = sizeof peek, .id = 7, .action_count = 1, .actions = &action};
  press_peek_config         c;
  press_peek_config_init(&c);
  c.flags = PRESS_PEEK_FLAG_HIDE;
  make();
  assert_int_equal(press_peek_attach(b.engine, &c), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 100, 100, PRESS_TARGET_PEEK);
  b.log.peek = &peek;
}

TEST(c11_after_its_actions_were_hidden_a_peek_takes_over_where_the_fraction_stands) {
  make_with_actions();
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_PEEK, 0, 0, 0), PRESS_OK);
  bench_feed_at(&b, 0, 0.6, 50, 90);
  bench_feed_at(&b, 0, 0.6, 50, 40);
  bench_feed_at(&b, 0, 0.7, 50, 40);
  bench_feed_at(&b, 0, 0.7, 50, 80);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_ACTIONS_HIDDEN), 1);
  is_near(fraction_of(1), 0.7);
  bench_feed_at(&b, 0, 0.65, 50, 80);
  is_near(fraction_of(1), 0.7);
  bench_feed_at(&b, 0, 0.55, 50, 80);
  is_near(fraction_of(1), 0.6);
  bench_finish(&b);
}

TEST(c11_a_peek_that_code_pops_lets_its_transition_run_whatever_the_levels_are) {
  for (press_q16 more = 0; more < 16; more++) {
    make_peek(PRESS_DRIVER_PEEK);
    press_config config = b.config;
    config.commit_pressure += more;
    assert_int_equal(press_engine_set(b.engine, &config), PRESS_OK);
    assert_int_equal(press_peek_open(b.engine, 1), PRESS_OK);
    assert_int_equal(press_peek_pop(b.engine), PRESS_OK);
    assert_int_equal(state_of(1), PRESS_TRANSITION_FINISHING);
    bench_finish(&b);
  }
}

TEST(c7_what_another_contact_gives_up_leaves_a_transition_alone) {
  make();
  bench_target(&b, 1, 0, 0, 0, 100, 100, PRESS_TARGET_PREVIEW);
  bench_target(&b, 2, 0, 100, 0, 100, 100, PRESS_TARGET_PREVIEW);
  press_transition_bind(b.engine, 1, PRESS_DRIVER_PREVIEW, 1, 0, 0);
  bench_feed_at(&b, 0, 0.3, 50, 50);
  bench_feed_at(&b, 1, 0.3, 150, 50);
  assert_int_equal(state_of(1), PRESS_TRANSITION_INTERACTIVE);
  assert_int_equal(press_preview_cancel(b.engine, 1), PRESS_OK);
  assert_int_equal(state_of(1), PRESS_TRANSITION_INTERACTIVE);
  bench_feed_at(&b, 1, 0, 150, 50);
  bench_finish(&b);
}

TEST(c12_where_flicks_are_off_a_still_finger_beyond_the_half_finishes) {
  press_transition_config c = linear();
  c.flick_speed = 0;
  make_with(&b, &c);
  press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, PRESS_Q16(100), 0);
  bench_feed_at(&b, 0, 0.2, 0, 0);
  for (int i = 0; i < 20; i++) bench_feed_at(&b, 0, 0.2, 60, 0);
  bench_feed_at(&b, 0, 0, 60, 0);
  assert_int_equal(state_of(1), PRESS_TRANSITION_FINISHING);
  bench_finish(&b);
}

TEST(c8_one_contact_at_a_time_drives_and_another_neither_takes_nor_ends_it) {
  make();
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_PRESSURE, 0, 0, 0), PRESS_OK);
  bench_feed_at(&b, 0, 0.4, 0, 0);
  is_near(fraction_of(1), 0.4);
  bench_feed_at(&b, 1, 0.9, 50, 0);
  bench_feed_at(&b, 1, 0.95, 50, 0);
  is_near(fraction_of(1), 0.4);
  bench_feed_at(&b, 1, 0, 50, 0);
  assert_int_equal(state_of(1), PRESS_TRANSITION_INTERACTIVE);
  bench_feed_at(&b, 0, 0.6, 0, 0);
  is_near(fraction_of(1), 0.6);
  bench_feed_at(&b, 0, 0, 0, 0);
  assert_int_equal(state_of(1), PRESS_TRANSITION_CANCELLING);
  bench_finish(&b);
}

TEST(c10_what_stands_at_0_is_followed_from_the_first_value) {
  make();
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_PRESSURE, 0, 0, 0), PRESS_OK);
  assert_int_equal(press_transition_start(b.engine, 1, NULL), PRESS_OK);
  bench_feed_at(&b, 0, 0.4, 0, 0);
  is_near(fraction_of(1), 0.4);
  bench_feed_at(&b, 0, 0.3, 0, 0);
  is_near(fraction_of(1), 0.3);
  bench_finish(&b);
}

TEST(c10_a_value_that_meets_the_fraction_exactly_takes_it_over) {
  /* Catching from above and from below, and with the very first value. */
  static const double first[] = {0.75, 0.25, 0.5};
  for (size_t i = 0; i < COUNT(first); i++) {
    make();
    assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_PRESSURE, 0, 0, 0), PRESS_OK);
    assert_int_equal(press_transition_start(b.engine, 1, NULL), PRESS_OK);
    assert_int_equal(press_transition_update(b.engine, 1, PRESS_ONE / 2), PRESS_OK);
    bench_feed_at(&b, 0, first[i], 0, 0);
    assert_int_equal(fraction_of(1), PRESS_ONE / 2);
    bench_feed_at(&b, 0, 0.5, 0, 0);
    assert_int_equal(fraction_of(1), PRESS_ONE / 2);
    bench_feed_at(&b, 0, i ? 0.3 : 0.7, 0, 0);
    is_near(fraction_of(1), i ? 0.3 : 0.7);
    bench_feed_at(&b, 0, i ? 0.7 : 0.3, 0, 0);
    is_near(fraction_of(1), i ? 0.7 : 0.3);
    bench_finish(&b);
  }
}

TEST(c10_progress_that_meets_the_fraction_at_once_takes_it_over) {
  make();
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_PREVIEW, 0, 0, 0), PRESS_OK);
  assert_int_equal(press_transition_start(b.engine, 1, NULL), PRESS_OK);
  assert_int_equal(press_transition_update(b.engine, 1, PRESS_ONE / 2), PRESS_OK);
  bench_feed(&b, 0.375);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PREVIEW_UPDATED)->progress, PRESS_ONE / 2);
  assert_int_equal(fraction_of(1), PRESS_ONE / 2);
  bench_feed(&b, 0.4375);
  assert_int_equal(fraction_of(1), PRESS_ONE / 4 * 3);
  bench_finish(&b);
}

TEST(a_transition_that_is_over_gives_its_place_to_another) {
  press_transition_config c = linear();
  c.max_transitions = 2;
  make_with(&b, &c);
  for (uint32_t id = 1; id <= 9; id++) {
    assert_int_equal(press_transition_start(b.engine, id, NULL), PRESS_OK);
    assert_int_equal(press_transition_update(b.engine, id, PRESS_ONE / 2), PRESS_OK);
    assert_int_equal(id % 2 ? press_transition_finish(b.engine, id) : press_transition_cancel(b.engine, id), PRESS_OK);
    tick(b.now += 400000);
    assert_int_equal(state_of(id), PRESS_TRANSITION_NONE);
  }
  /* Bound it keeps its place, until it is unbound. */
  for (uint32_t id = 1; id <= 9; id++) {
    assert_int_equal(press_transition_bind(b.engine, id, PRESS_DRIVER_PRESSURE, 0, 0, 0), PRESS_OK);
    assert_int_equal(press_transition_start(b.engine, 100, NULL), PRESS_OK);
    assert_int_equal(press_transition_start(b.engine, 101, NULL), PRESS_ERR_NOSPC);
    assert_int_equal(press_transition_cancel(b.engine, 100), PRESS_OK);
    assert_int_equal(press_transition_bind(b.engine, id, PRESS_DRIVER_NONE, 0, 0, 0), PRESS_OK);
    assert_int_equal(press_transition_bind(b.engine, 55, PRESS_DRIVER_NONE, 0, 0, 0), PRESS_OK);
  }
  bench_finish(&b);
}

static void is_asked_without_flags(press_engine *engine, uint32_t id, bool finishes, press_transition_options *options, void *user) {
  (void)engine, (void)id, (void)finishes;
  int *asked = user;
  assert_int_equal(options->flags, 0);
  assert_int_equal(options->duration_us, 400000);
  assert_int_equal(options->speed, 2 * PRESS_ONE);
  assert_int_equal(options->fraction, PRESS_ONE / 2);
  ++*asked;
}

TEST(c12_a_run_is_asked_for_with_its_pace_and_without_flags) {
  press_transition_config c = linear();
  c.options.flags = PRESS_TRANSITION_FLAG_AUTOMATIC;
  c.options.speed = 2 * PRESS_ONE;
  make_with(&b, &c);
  int            asked = 0;
  press_delegate delegate = {.size = sizeof delegate, .user = &asked, .transition_will_run = is_asked_without_flags};
  assert_int_equal(press_set_delegate(b.engine, &delegate), PRESS_OK);
  assert_int_equal(press_transition_start(b.engine, 1, NULL), PRESS_OK);
  tick(b.now += 100000);
  assert_int_equal(press_transition_cancel(b.engine, 1), PRESS_OK);
  assert_int_equal(asked, 1);
}

/* An engine in the storage of the one before, whatever that left there. */
static void make_in_place(bench *it, uint16_t transitions) {
  static const press_action action = {.id = 1};
  static const press_peek peek = {.size = sizeof peek, .id = 7, .width = PRESS_Q16(9), .height = PRESS_Q16(9), .action_count = 1, .actions = &action};
  press_transition_config c = linear();
  press_delegate          delegate = recorder_delegate(&it->log);
  it->config = bench_config();
  it->config.max_events = 0;
  it->now = 0;
  recorder_clear(&it->log);
  it->log.peek = &peek;
  c.max_transitions = transitions;
  assert_int_equal(press_engine_init(it->storage, sizeof it->storage, &it->config, &it->engine), PRESS_OK);
  assert_int_equal(press_set_delegate(it->engine, &delegate), PRESS_OK);
  assert_int_equal(press_peek_attach(it->engine, NULL), PRESS_OK);
  assert_int_equal(press_transition_attach(it->engine, &c), PRESS_OK);
  bench_target(it, 1, 0, 0, 0, 100, 100, PRESS_TARGET_PEEK);
  bench_target(it, 2, 0, 100, 0, 100, 100, PRESS_TARGET_PREVIEW);
}

static void bind_driver(bench *it, uint32_t id, uint32_t driver) {
  press_q16 dx = driver == PRESS_DRIVER_MOTION ? PRESS_Q16(100) : 0;
  assert_int_equal(press_transition_bind(it->engine, id, driver, 0, dx, 0), PRESS_OK);
}

/* Peeks, pops, swipes, previews, presses through, gives up: as far as `steps`. */
static void press_about(bench *it, int steps) {
  static const struct {
    double force, x, y;
  } samples[] = {
    {0.3, 50, 90},
    {0.4, 60, 90},
    {0.6, 60, 90},
    {0.6, 60, 30},
    {0, 60, 30},
    {0.2, 5, 5},
    {0, 5, 5},
    {0.3, 50, 90},
    {0.6, 50, 90},
    {0.9, 50, 90},
    {0, 50, 90},
    {0.3, 150, 50},
    {0.6, 170, 50},
    {0.9, 180, 50},
    {0, 180, 50},
    {0.3, 150, 50},
    {0.4, 160, 50},
    {0.2, 150, 50},
    {0, 150, 50},
    {0.3, 50, 90},
    {0.6, 50, 90},
    {0.6, 50, 90},
  };
  for (int i = 0; i < steps && i < (int)COUNT(samples); i++) bench_feed_at(it, 0, samples[i].force, samples[i].x, samples[i].y);
  if (steps < (int)COUNT(samples)) return;
  assert_int_equal(press_contact_release(it->engine, 0), PRESS_OK);
  assert_int_equal(press_tick(it->engine, it->now += 1000000), PRESS_OK);
  assert_int_equal(press_engine_reset(it->engine), PRESS_OK);
}

TEST(what_a_larger_engine_left_in_the_storage_is_none_of_a_smaller_one) {
  for (uint32_t left = PRESS_DRIVER_PREVIEW; left <= PRESS_DRIVER_PEEK; left++)
    for (uint32_t driver = PRESS_DRIVER_NONE; driver <= PRESS_DRIVER_PEEK; driver++)
      for (int steps = 0; steps < 22; steps++) {
        bench_make(&b, NULL);
        make_in_place(&b, 2);
        bind_driver(&b, 11, driver);
        bind_driver(&b, 12, left);
        press_about(&b, steps);
        make_in_place(&b, 1);
        bind_driver(&b, 21, driver);
        press_about(&b, 100);
        bench_make(&other, NULL);
        make_in_place(&other, 1);
        bind_driver(&other, 21, driver);
        press_about(&other, 100);
        assert_int_equal(b.log.count, other.log.count);
        assert_memory_equal(b.log.entries, other.log.entries, other.log.count * sizeof *other.log.entries);
      }
}

TEST(c11_a_peek_that_a_hold_opens_drives_from_one_half) {
  static const press_peek peek = {.size = sizeof peek, .id = 7};
  press_peek_config       c;
  press_peek_config_init(&c);
  c.flags = PRESS_PEEK_FLAG_FROM_HOLD;
  make();
  assert_int_equal(press_peek_attach(b.engine, &c), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 100, 100, PRESS_TARGET_PEEK);
  b.log.peek = &peek;
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_PEEK, 0, 0, 0), PRESS_OK);
  bench_feed_at(&b, 0, 0.2, 50, 50);
  tick(b.now += 500000);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PEEK_SHOWN), 1);
  assert_int_equal(fraction_of(1), PRESS_ONE / 2);
  assert_int_equal(press_peek_pop(b.engine), PRESS_OK);
  assert_int_equal(state_of(1), PRESS_TRANSITION_FINISHING);
  bench_finish(&b);
}

TEST(c11_what_is_bound_during_a_hint_waits_for_its_peek) {
  make_peek(PRESS_DRIVER_NONE);
  bench_target(&b, 2, 0, 100, 0, 100, 100, PRESS_TARGET_PREVIEW);
  bench_feed_at(&b, 0, 0.3, 50, 90);
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_PEEK, 0, 0, 0), PRESS_OK);
  bench_feed_at(&b, 1, 0.3, 150, 50);
  bench_feed_at(&b, 1, 0.4, 150, 50);
  assert_int_equal(state_of(1), PRESS_TRANSITION_NONE);
  bench_finish(&b);
}

TEST(c12_a_flick_counts_from_a_place_of_just_100_ms_before) {
  for (uint64_t more = 0; more < 2; more++) {
    make();
    press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, PRESS_Q16(100), 0);
    bench_feed_at(&b, 0, 0.2, 0, 0);
    b.now += 90000 + more;
    bench_feed_at(&b, 0, 0.2, 31, 0);
    press_sample lift = sample_of(b.now, 0, 0, 0);
    lift.x = PRESS_Q16(31);
    assert_int_equal(press_feed(b.engine, &lift, 1), 1);
    assert_int_equal(state_of(1), more ? PRESS_TRANSITION_CANCELLING : PRESS_TRANSITION_FINISHING);
    bench_finish(&b);
  }
}

TEST(c12_a_flick_is_counted_in_points_however_short_the_way_is) {
  static const press_q16 ways[] = {2, 3, 100, PRESS_Q16(1), PRESS_Q16(100)};
  for (size_t i = 0; i < COUNT(ways); i++)
    for (int flicks = 0; flicks < 2; flicks++) {
      make();
      press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, ways[i], 0);
      bench_feed_at(&b, 0, 0.2, 0, 0);
      bench_feed_at(&b, 0, 0.2, 150, 0);
      for (int k = 0; k < 15; k++) bench_feed_at(&b, 0, 0.2, 150, 0);
      /* The finger moves back at 200 or at 400 points per second: 400 decides the direction, at 200 the place decides. */
      for (int k = 1; k <= 10; k++) bench_feed_at(&b, 0, 0.2, 150 - (flicks ? 4 : 2) * k, 0);
      bench_feed_at(&b, 0, 0, 150 - (flicks ? 40 : 20), 0);
      if (flicks) {
        assert_true(state_of(1) == PRESS_TRANSITION_CANCELLING);
      } else {
        assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_FINISHED), 1);
      }
      bench_finish(&b);
    }
}

TEST(a8_a_press_in_one_sample_starts_and_finishes_what_its_commit_phase_drives) {
  make();
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_COMMIT, 0, 0, 0), PRESS_OK);
  bench_feed(&b, 0.95);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_STARTED), 1);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_FINISHED), 1);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_TRANSITION_FINISHED)->progress, PRESS_ONE);
  bench_finish(&b);
}

static void cancels_as_it_commits(recorder *log, press_engine *engine, const entry *delivered) {
  bool is_first = delivered->kind == ENTRY_EVENT && delivered->event.type == PRESS_EVENT_COMMIT_UPDATED && log->calls++ == 0;
  if (is_first) assert_int_equal(press_preview_cancel(engine, 0), PRESS_OK);
}

TEST(c8_a_commit_phase_that_a_callback_ends_at_once_drives_nothing) {
  make();
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_COMMIT, 0, 0, 0), PRESS_OK);
  b.log.hook = cancels_as_it_commits;
  bench_feed(&b, 0.55);
  assert_int_equal(b.log.calls, 1);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_STARTED), 0);
  assert_int_equal(state_of(1), PRESS_TRANSITION_NONE);
  bench_finish(&b);
}

TEST(c8_motion_counts_from_where_a_place_has_settled_also_during_a_preview) {
  make();
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, PRESS_Q16(100), 0), PRESS_OK);
  bench_feed_at(&b, 0, 0.3, 0, 0);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PREVIEW_BEGAN), 1);
  press_sample settling = sample_of(b.now += 10000, 0, 0.3, PRESS_SAMPLE_SETTLING);
  settling.x = PRESS_Q16(40);
  assert_int_equal(press_feed(b.engine, &settling, 1), 1);
  assert_int_equal(state_of(1), PRESS_TRANSITION_NONE);
  bench_feed_at(&b, 0, 0.3, 60, 0);
  is_near(fraction_of(1), 0.2);
  bench_finish(&b);
}

TEST(c5_a_speed_that_is_set_on_the_way_holds_for_the_way_back) {
  make();
  press_transition_start(b.engine, 1, NULL);
  press_transition_update(b.engine, 1, PRESS_ONE / 2);
  assert_int_equal(press_transition_finish(b.engine, 1), PRESS_OK);
  assert_int_equal(press_transition_set_speed(b.engine, 1, 2 * PRESS_ONE), PRESS_OK);
  assert_int_equal(press_transition_cancel(b.engine, 1), PRESS_OK);
  /* Half of 400 ms at twice the speed. */
  tick(99999);
  assert_int_equal(state_of(1), PRESS_TRANSITION_CANCELLING);
  tick(100000);
  assert_int_equal(state_of(1), PRESS_TRANSITION_NONE);
  bench_finish(&b);
}

TEST(c9_a_jump_to_the_very_end_passes_over_all_frames_before_it) {
  press_transition_config c = linear();
  c.frame_us = 150000;
  make_with(&b, &c);
  press_transition_start(b.engine, 1, NULL);
  assert_int_equal(press_transition_finish(b.engine, 1), PRESS_OK);
  recorder_clear(&b.log);
  tick(400000);
  delivers("transition_updated transition_finished");
}

TEST(what_lies_behind_an_engine_is_neither_read_nor_written) {
  static _Alignas(8) unsigned char storage[32768];
  press_config                     config = bench_config();
  config.max_events = 0;
  for (int behind = 0; behind < 0xff; behind += 0x5a)
    for (uint16_t count = 1; count <= 32; count++) {
      press_transition_config c = linear();
      press_engine           *engine;
      c.max_transitions = count;
      size_t size = press_engine_size(&config) + press_transition_size(&config, &c);
      memset(storage, behind, sizeof storage);
      assert_int_equal(press_engine_init(storage, size, &config, &engine), PRESS_OK);
      assert_int_equal(press_transition_attach(engine, &c), PRESS_OK);
      for (uint32_t id = 1; id <= count; id++) assert_int_equal(press_transition_start(engine, id, NULL), PRESS_OK);
      assert_int_equal(press_transition_start(engine, count + 1u, NULL), PRESS_ERR_NOSPC);
      assert_int_equal(press_tick(engine, 1000000), PRESS_OK);
      assert_int_equal(press_engine_reset(engine), PRESS_OK);
      for (size_t i = size; i < size + 512; i++) assert_int_equal(storage[i], behind);
    }
}

TEST(c4_each_end_of_a_curve_is_checked_for_itself) {
  static const press_q16 off[] = {-1, PRESS_ONE + 1};
  press_q16              y;
  for (int i = 0; i < 4; i++) {
    press_timing_curve curve = PRESS_CURVE_EASE_IN_OUT;
    *(i & 1 ? &curve.x2 : &curve.x1) = off[i >> 1];
    assert_int_equal(press_timing_curve_y(&curve, 0, &y), PRESS_ERR_INVAL);
    curve.x1 = curve.x2 = i & 1 ? PRESS_ONE : 0;
    assert_int_equal(press_timing_curve_y(&curve, 0, &y), PRESS_OK);
  }
}

TEST(c12_a_flick_of_just_its_speed_decides) {
  for (int way = -1; way <= 1; way += 2) {
    make();
    press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, PRESS_Q16(100), 0);
    bench_feed_at(&b, 0, 0.2, 0, 0);
    double from = way > 0 ? 0 : 90;
    for (int i = 0; i < 12; i++) bench_feed_at(&b, 0, 0.2, from + way * 3 * i, 0);
    bench_feed_at(&b, 0, 0, from + way * 33, 0);
    assert_int_equal(state_of(1), way > 0 ? PRESS_TRANSITION_FINISHING : PRESS_TRANSITION_CANCELLING);
    bench_finish(&b);
  }
}

TEST(c11_after_its_actions_were_hidden_a_commit_phase_takes_over_where_the_fraction_stands) {
  make_with_actions();
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_COMMIT, 0, 0, 0), PRESS_OK);
  bench_feed_at(&b, 0, 0.6, 50, 90);
  is_near(fraction_of(1), 0.4);
  bench_feed_at(&b, 0, 0.6, 50, 40);
  bench_feed_at(&b, 0, 0.7, 50, 40);
  bench_feed_at(&b, 0, 0.7, 50, 80);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_ACTIONS_HIDDEN), 1);
  is_near(fraction_of(1), 0.4);
  bench_feed_at(&b, 0, 0.65, 50, 80);
  is_near(fraction_of(1), 0.4);
  bench_feed_at(&b, 0, 0.55, 50, 80);
  is_near(fraction_of(1), 0.2);
  bench_finish(&b);
}

TEST(c11_a_pop_from_code_leaves_what_another_finger_drives_alone) {
  make_peek(PRESS_DRIVER_NONE);
  bench_target(&b, 2, 0, 100, 0, 100, 100, PRESS_TARGET_PREVIEW);
  assert_int_equal(press_transition_bind(b.engine, 2, PRESS_DRIVER_PREVIEW, 2, 0, 0), PRESS_OK);
  bench_feed_at(&b, 0, 0.6, 50, 90);
  bench_feed_at(&b, 1, 0.375, 150, 50);
  is_near(fraction_of(2), 0.5);
  assert_int_equal(press_peek_pop(b.engine), PRESS_OK);
  assert_int_equal(state_of(2), PRESS_TRANSITION_INTERACTIVE);
  bench_feed_at(&b, 1, 0.3125, 150, 50);
  is_near(fraction_of(2), 0.25);
  bench_finish(&b);
}

TEST(why_a_transition_is_not_bound_or_driven_by_nothing_is_said) {
  static const struct {
    uint32_t    id, driver, target;
    press_q16   dx;
    const char *why;
  } cases[] = {
    {1, PRESS_DRIVER_PREVIEW, 0, 0, NULL},
    {0, PRESS_DRIVER_PREVIEW, 0, 0, "id: not 0"},
    {1, 6, 0, 0, "driver: PRESS_DRIVER_...; dx, dy: not both 0 with MOTION, else 0"},
    {1, PRESS_DRIVER_MOTION, 0, 0, "driver: PRESS_DRIVER_...; dx, dy: not both 0 with MOTION, else 0"},
    {1, PRESS_DRIVER_PREVIEW, 0, 1, "driver: PRESS_DRIVER_...; dx, dy: not both 0 with MOTION, else 0"},
    {1, PRESS_DRIVER_PREVIEW, 8, 0, "target: it is not there: nothing drives the transition before it is added"},
    {1, PRESS_DRIVER_PREVIEW, 7, 0, NULL},
    {1, PRESS_DRIVER_NONE, 8, 0, NULL}, /* it binds nothing */
    {2, PRESS_DRIVER_NONE, 0, 0, NULL},
    {2, PRESS_DRIVER_PREVIEW, 0, 0, NULL},
    {3, PRESS_DRIVER_PREVIEW, 0, 0, NULL},
    {4, PRESS_DRIVER_PREVIEW, 0, 0, NULL},
    {1, PRESS_DRIVER_PREVIEW, 0, 0, NULL},
    {5, PRESS_DRIVER_PREVIEW, 0, 0, "max_transitions are active or bound"},
  };
  const char *why = NULL;
  bench_make(&b, NULL);
  assert_int_equal(press_transition_bind_check(b.engine, 1, PRESS_DRIVER_PREVIEW, 0, 0, 0, &why), PRESS_ERR_STATE);
  assert_string_equal(why, "press_transition_attach: not attached");
  assert_int_equal(press_transition_bind_check(NULL, 1, PRESS_DRIVER_PREVIEW, 0, 0, 0, NULL), PRESS_ERR_INVAL);
  make();
  bench_target(&b, 7, 0, 0, 0, 10, 10, PRESS_TARGET_PREVIEW);
  for (size_t i = 0; i < COUNT(cases); i++) {
    why = NULL;
    int said = press_transition_bind_check(b.engine, cases[i].id, cases[i].driver, cases[i].target, cases[i].dx, 0, &why);
    assert_int_equal(press_transition_bind_check(b.engine, cases[i].id, cases[i].driver, cases[i].target, cases[i].dx, 0, NULL), said);
    int bound = press_transition_bind(b.engine, cases[i].id, cases[i].driver, cases[i].target, cases[i].dx, 0);
    assert_int_equal(bound, said == PRESS_ERR_NOENT ? PRESS_OK : said);
    assert_int_equal(said == PRESS_OK, cases[i].why == NULL);
    if (cases[i].why)
      assert_string_equal(why, cases[i].why);
    else
      assert_null(why);
  }
}

int main(void) { return run_all(NULL, NULL); }
