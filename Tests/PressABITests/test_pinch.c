/* pinch.h: two contacts that scale, turn and move a target. The engine of the bench: pressure equals force, a force below 0.05 N is a lift.
 * Target 1 takes pinches, and covers all places of these tests. The expected values are computed in doubles from the places of the fingers. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PINCH = PRESS_TARGET_PINCH, MS = 1000 };

static bench b;

/* The length of the text of all events up to the last `delivers` or `pass_over`. The log keeps all events. */
static size_t said;

static void pass_over(void) { said = strlen(recorder_events(&b.log)); }

static void delivers(const char *expected) {
  const char *text = recorder_events(&b.log) + said;
  assert_string_equal(*text == ' ' ? text + 1 : text, expected);
  pass_over();
}

static void make_with(const press_config *config, const press_pinch_config *pinch, uint32_t traits, bool gestures, bool drags) {
  bench_make(&b, config);
  if (gestures) assert_int_equal(press_gestures_attach(b.engine, NULL), PRESS_OK);
  if (drags) assert_int_equal(press_drag_attach(b.engine, NULL), PRESS_OK);
  assert_int_equal(press_pinch_attach(b.engine, pinch), PRESS_OK);
  bench_target(&b, 1, 0, -1000, -1000, 3000, 3000, traits);
  said = 0;
}

static void make(void) { make_with(NULL, NULL, PINCH, false, false); }

static void feed(uint32_t contact, double force, double x, double y) {
  press_sample sample = {.t_us = b.now, .contact = contact, .force = PRESS_Q16(force), .x = PRESS_Q16(x), .y = PRESS_Q16(y)};
  assert_int_equal(press_feed(b.engine, &sample, 1), 1);
}

/* Both in one frame, 10 ms after the one before. */
static void both(double ax, double ay, double bx, double by) {
  b.now += 10 * MS;
  feed(4, 0.2, ax, ay);
  feed(7, 0.2, bx, by);
}

static void one(uint32_t contact, double force, double x, double y) {
  b.now += 10 * MS;
  feed(contact, force, x, y);
}

static const press_event *last(uint32_t type) {
  const press_event *event = recorder_last(&b.log, type);
  assert_non_null(event);
  return event;
}

static void is_about(double expected, press_q16 value, double within) {
  if (fabs(expected - value / 65536.0) > within) fail_msg("%f, not %f", value / 65536.0, expected);
}

#define BEGUN "contact_began contact_began pinch_began"

/* Two fingers that pinch: 40 points apart, then 80. */
static void begin(void) {
  make();
  both(100, 100, 140, 100);
  both(80, 100, 160, 100);
  delivers(BEGUN);
}

/* ---- scale, angle, centre ---- */

#define PINCH_TEST(name) TEST_BETWEEN(make(), bench_finish(&b), name)

/* conforms: pinch-01, pinch-02, pinch-03, pinch-04, pinch-06 */
PINCH_TEST(two_that_move_apart_scale_from_where_it_began_to_count) {
  both(100, 100, 140, 100);
  both(98, 100, 145, 100); /* 47: not yet */
  delivers("contact_began contact_began");
  both(96, 100, 146, 102);
  delivers("pinch_began");
  const press_event *e = last(PRESS_EVENT_PINCH_BEGAN);
  assert_int_equal(e->contact, 4);
  assert_int_equal(e->subject, 7);
  assert_int_equal(e->target, 1);
  assert_int_equal(e->value, PRESS_ONE);
  assert_int_equal(e->value2, 0);
  assert_int_equal(e->x, PRESS_Q16(121));
  assert_int_equal(e->y, PRESS_Q16(101));
  assert_int_equal(e->force, PRESS_Q16(0.2) * 2);
  assert_int_equal(e->pressure, PRESS_Q16(0.2));
  both(71, 100, 171, 104);
  delivers("pinch_changed");
  is_about(hypot(100, 4) / hypot(50, 2), last(PRESS_EVENT_PINCH_CHANGED)->value, 1e-4);
  both(110, 100, 135, 101);
  is_about(hypot(25, 1) / hypot(50, 2), last(PRESS_EVENT_PINCH_CHANGED)->value, 1e-4);
  assert_int_equal(last(PRESS_EVENT_PINCH_CHANGED)->value2, 0);
  both(110, 100, 135, 101); /* nothing moved */
  delivers("pinch_changed");
}

/* conforms: pinch-03, pinch-08, pinch-09 */
PINCH_TEST(two_that_turn_have_an_angle_that_goes_on) {
  double turned_at = 0;
  for (int degrees = 0; degrees <= 1000; degrees += 5) {
    double a = degrees * acos(-1) / 180;
    both(100 - 50 * cos(a), 100 - 50 * sin(a), 100 + 50 * cos(a), 100 + 50 * sin(a));
    if (!turned_at && recorder_count(&b.log, PRESS_EVENT_PINCH_BEGAN)) turned_at = degrees;
  }
  assert_int_equal(turned_at, 10);
  is_about(1000 - turned_at, last(PRESS_EVENT_PINCH_CHANGED)->value2, 0.01);
  assert_int_equal(last(PRESS_EVENT_PINCH_CHANGED)->value, PRESS_ONE);
  for (int degrees = 1000; degrees >= -500; degrees -= 50) {
    double a = degrees * acos(-1) / 180;
    both(100 - 50 * cos(a), 100 - 50 * sin(a), 100 + 50 * cos(a), 100 + 50 * sin(a));
  }
  is_about(-500 - turned_at, last(PRESS_EVENT_PINCH_CHANGED)->value2, 0.01);
}

PINCH_TEST(two_that_move_side_by_side_move_the_centre_alone) {
  both(100, 100, 140, 100);
  for (int i = 1; i <= 20; i++) both(100 + i, 100 + 2 * i, 140 + i, 100 + 2 * i);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PINCH_BEGAN), 1);
  const press_event *e = last(PRESS_EVENT_PINCH_CHANGED);
  assert_int_equal(e->value, PRESS_ONE);
  assert_int_equal(e->value2, 0);
  assert_int_equal(e->x, PRESS_Q16(140));
  assert_int_equal(e->y, PRESS_Q16(140));
}

PINCH_TEST(fingers_that_lie_on_each_other_are_a_point_apart_and_do_not_turn) {
  both(100, 100, 120, 100);
  both(100, 100, 110, 100); /* counts from 10 */
  both(100, 100, 100.3, 100.4);
  is_about(0.1, last(PRESS_EVENT_PINCH_CHANGED)->value, 1e-4);
  both(100, 100, 100, 100);
  assert_int_equal(last(PRESS_EVENT_PINCH_CHANGED)->value2, 0);
  both(-30000, -30000, 30000, 30000);
  is_about(hypot(60000, 60000) / 10, last(PRESS_EVENT_PINCH_CHANGED)->value, 1);
  both(-32767, -32767, 32767, 32767);
  both(-32768, -32768, 32767.9, 32767.9);
}

/* The speeds of a pinch at the last PINCH_ENDED or PINCH_CANCELLED. */
static double   ended_scale, ended_angle;
static uint32_t asked;

static void speed_at_end(recorder *log, press_engine *engine, const entry *delivered) {
  press_pinch now;
  (void)log;
  uint32_t type = delivered->event.type;
  if (delivered->kind != ENTRY_EVENT || (type != PRESS_EVENT_PINCH_ENDED && type != PRESS_EVENT_PINCH_CANCELLED)) return;
  press_pinch_init(&now);
  for (int i = 0; i < 2; i++) assert_int_equal(press_pinch_get(engine, i ? delivered->event.subject : delivered->event.contact, &now), PRESS_OK);
  assert_int_equal(now.scale, delivered->event.value);
  ended_scale = now.scale_velocity / 65536.0;
  ended_angle = now.angle_velocity / 65536.0;
  asked++;
}

/* Two fingers for 300 ms, a sample every 10 ms: their distance grows by `grows` points a second with the acceleration `more`, and they turn. */
static double spread(double grows, double more, double turns, uint32_t lift_us) {
  press_config config = bench_config();
  config.lift_us = lift_us;
  make_with(&config, NULL, PINCH, false, false);
  b.log.hook = speed_at_end;
  double base = 0, distance = 200;
  for (int i = 0; i <= 30; i++) {
    double t = i / 100.0, a = turns * t * acos(-1) / 180;
    distance = 200 + grows * t + more * t * t / 2;
    both(300 - distance / 2 * cos(a), 300 - distance / 2 * sin(a), 300 + distance / 2 * cos(a), 300 + distance / 2 * sin(a));
    if (!base && fabs(distance - 200) >= 8) base = distance;
  }
  return base;
}

static void ends_as_fast_as(double scale, double angle) {
  assert_int_equal(asked, 1);
  if (fabs(ended_scale - scale) > fabs(scale) * 0.03 + 0.02) fail_msg("scale: %f a second, not %f", ended_scale, scale);
  if (fabs(ended_angle - angle) > fabs(angle) * 0.03 + 1.5) fail_msg("angle: %f a second, not %f", ended_angle, angle);
}

/* conforms: pinch-07 */
TEST(a_pinch_ends_as_fast_as_its_fingers_were_as_the_force_fell) {
  static const struct {
    double grows, more, turns;
  } ways[] = {{400, 0, 0}, {-300, 0, 0}, {0, 0, 90}, {0, 0, -360}, {300, 0, 180}, {0, 2000, 0}, {600, -1000, -90}, {0, 0, 0}};
  for (uint32_t lift_us = 0; lift_us <= 60000; lift_us += 30000)
    for (size_t i = 0; i < COUNT(ways); i++) {
      asked = 0;
      double base = spread(ways[i].grows, ways[i].more, ways[i].turns, lift_us), speed = ways[i].grows + ways[i].more * 0.305;
      one(7, 0, 300, 300);
      b.now += 200 * MS;
      assert_int_equal(press_tick(b.engine, b.now), PRESS_OK);
      if (ways[i].grows != 0 || ways[i].more != 0 || ways[i].turns != 0) ends_as_fast_as(base ? speed / base : 0, ways[i].turns);
      press_pinch now;
      press_pinch_init(&now);
      assert_int_equal(press_pinch_get(b.engine, 4, &now), PRESS_ERR_NOENT);
      bench_finish(&b);
    }
}

TEST(a_pinch_that_lies_still_for_40_ms_has_no_speed) {
  for (int samples = 0; samples < 2; samples++) {
    asked = 0;
    double      base = spread(400, 0, 90, 60000), a = 27 * acos(-1) / 180;
    press_pinch now;
    press_pinch_init(&now);
    assert_int_equal(press_pinch_get(b.engine, 7, &now), PRESS_OK);
    is_about(400 / base, now.scale_velocity, 0.05);
    is_about(90, now.angle_velocity, 3);
    for (int i = 0; i < 5; i++) {
      if (samples) both(300 - 160 * cos(a), 300 - 160 * sin(a), 300 + 160 * cos(a), 300 + 160 * sin(a));
      if (!samples) b.now += 10 * MS;
    }
    one(4, 0, 300, 300);
    b.now += 200 * MS;
    assert_int_equal(press_tick(b.engine, b.now), PRESS_OK);
    ends_as_fast_as(0, 0);
    bench_finish(&b);
  }
}

TEST(a_pinch_that_is_cancelled_says_how_fast_it_was) {
  for (int how = 0; how < 3; how++) {
    asked = 0;
    double       base = spread(400, 0, 0, 60000);
    press_sample lost = sample_of(b.now, 4, 1, PRESS_SAMPLE_LOST);
    if (how == 0) assert_int_equal(press_feed(b.engine, &lost, 1), 1);
    if (how == 1) assert_int_equal(press_target_remove(b.engine, 1), PRESS_OK);
    if (how == 2) assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
    ends_as_fast_as(400 / base, 0);
    bench_finish(&b);
  }
}

PINCH_TEST(a_scale_saturates) {
  both(100, 100, 112, 100);
  both(100, 100, 100.5, 100);
  both(-32768, -32768, 32767, 32767);
  assert_int_equal(last(PRESS_EVENT_PINCH_CHANGED)->value, INT32_MAX);
}

/* ---- one event for both ---- */

PINCH_TEST(what_lies_between_the_samples_of_one_frame_is_no_place) {
  both(100, 100, 150, 100);
  both(120, 100, 170, 100);
  for (int i = 0; i < 10; i++) both(120 + 20 * i, 100, 170 + 20 * i, 100);
  for (size_t i = 0; i < b.log.count; i++)
    if (b.log.entries[i].kind == ENTRY_EVENT && b.log.entries[i].event.type == PRESS_EVENT_PINCH_CHANGED)
      assert_int_equal(b.log.entries[i].event.value, PRESS_ONE);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PINCH_CHANGED), 9);
}

PINCH_TEST(contacts_with_times_of_their_own_are_followed_one_by_one) {
  one(4, 0.2, 100, 100);
  one(7, 0.2, 150, 100);
  delivers("contact_began contact_began");
  one(4, 0.2, 90, 100);
  delivers("pinch_began");
  one(7, 0.2, 170, 100);
  delivers("pinch_changed");
  is_about(80.0 / 60, last(PRESS_EVENT_PINCH_CHANGED)->value, 1e-4);
  /* If both fingers stop, and one moves on alone, its second sample continues the pinch. */
  both(90, 100, 170, 100);
  delivers("");
  one(4, 0.2, 80, 100);
  one(4, 0.2, 70, 100);
  delivers("pinch_changed");
  is_about(100.0 / 60, last(PRESS_EVENT_PINCH_CHANGED)->value, 1e-4);
}

/* ---- ends ---- */

/* conforms: pinch-05 */
TEST(a_pinch_ends_before_the_contact_that_lifts_and_the_other_becomes_nothing) {
  make_with(NULL, NULL, PINCH | PRESS_TARGET_TAP | PRESS_TARGET_HOLD | PRESS_TARGET_SCROLL, true, false);
  both(100, 100, 140, 100);
  both(80, 100, 160, 100);
  delivers("contact_began contact_began tap_failed:moved tap_failed:moved pinch_began");
  assert_int_equal(press_gestures_state(b.engine, 4), PRESS_GESTURE_PINCH);
  one(7, 0, 160, 100);
  delivers("pinch_ended:lifted contact_ended:lifted");
  is_about(1, last(PRESS_EVENT_PINCH_ENDED)->value, 0);
  one(4, 0.2, 300, 100);
  assert_int_equal(press_tick(b.engine, b.now += 3000 * MS), PRESS_OK);
  one(4, 0, 300, 100);
  delivers("contact_ended:lifted");
  bench_finish(&b);
}

static int call(bench *it, const char *word) { return press_contact_release(it->engine, (uint32_t)atoi(word + 7)); }

TEST(a_pinch_is_cancelled_with_a_contact_and_with_its_target) {
  static const struct {
    const char *name, *script, *delivered;
  } ends[] = {
    {"lost", "c4 ~", "pinch_cancelled:lost contact_cancelled:lost"},
    {"a palm", "c4 p", "pinch_cancelled:palm contact_cancelled:palm"},
    {"a reset", "R", "pinch_cancelled:reset contact_cancelled:reset contact_cancelled:reset"},
    {"released", "release7", "pinch_cancelled:program"},
    {"its target is removed", "-1", "pinch_cancelled:target_removed"},
    {"its target loses the trait", "x1", "pinch_cancelled:target_removed"},
  };
  for (size_t i = 0; i < COUNT(ends); i++) {
    begin();
    b.newtons = 0.2, b.x = 80, b.y = 100;
    b.log.from = b.log.count;
    bench_row(&b, ends[i].name, ends[i].script, ends[i].delivered, call);
    b.log.from = 0;
    assert_int_equal(last(PRESS_EVENT_PINCH_CANCELLED)->target, 1); /* a last time */
    pass_over();
    if (i >= 3) both(60, 100, 200, 100);
    delivers("");
    bench_finish(&b);
  }
}

static void remove_when_struck(recorder *log, press_engine *engine, const entry *delivered) {
  if (delivered->kind == ENTRY_EVENT && delivered->event.type == PRESS_EVENT_STRUCK && log->calls++ == 1)
    assert_int_equal(press_target_remove(engine, 1), PRESS_OK);
}

/* The end of the pinch by the lift is pending when its target is removed: it comes before LET_GO, which names no target any more. */
PINCH_TEST(a_pinch_that_ends_names_a_target_that_is_being_removed_before_anything_else_is_delivered) {
  press_strike_config strike;
  press_strike_config_init(&strike);
  strike.window_us = 100 * MS;
  assert_int_equal(press_strike_attach(b.engine, &strike), PRESS_OK);
  both(100, 100, 140, 100);
  both(80, 100, 160, 100);
  delivers(BEGUN);
  b.log.hook = remove_when_struck;
  b.log.calls = 1;
  one(7, 0.2, 160, 100);
  one(7, 0, 160, 100);
  delivers("struck pinch_ended:lifted let_go contact_ended:lifted");
  assert_int_equal(last(PRESS_EVENT_PINCH_ENDED)->target, 1);
  assert_int_equal(last(PRESS_EVENT_LET_GO)->target, 0);
  b.log.hook = NULL;
  one(4, 0, 80, 100);
}

PINCH_TEST(two_more_fingers_on_a_target_that_is_pinched_do_not_pinch_it) {
  both(0, 0, 100, 0);
  for (int i = 0; i < 30; i++) both(-2 * i, 0, 100 + 2 * i, 0);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PINCH_BEGAN), 1);
  for (int i = 0; i < 30; i++) {
    both(-60, 0, 160, 0);
    feed(8, 0.2, -3 * i, 200);
    feed(9, 0.2, 100 + 3 * i, 200);
  }
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 4);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PINCH_BEGAN), 1);
}

/* ---- which two; Tests/scenarios/pinch.txt has a third finger, those that are left, and the grace of a lift ---- */

TEST(each_target_has_a_pinch_of_its_own) {
  bench_make(&b, NULL);
  assert_int_equal(press_pinch_attach(b.engine, NULL), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 200, 200, PINCH);
  bench_target(&b, 2, 0, 200, 0, 200, 200, PINCH);
  bench_target(&b, 3, 2, 300, 0, 100, 200, 0); /* lies in 2 */
  bench_target(&b, 4, 0, 400, 0, 200, 200, 0);
  for (int i = 0; i < 3; i++) {
    b.now += 10 * MS;
    feed(0, 0.2, 20 - 5 * i, 100), feed(1, 0.2, 100 + 5 * i, 100);
    feed(2, 0.2, 220 - 5 * i, 100), feed(3, 0.2, 350 + 5 * i, 100);
    feed(5, 0.2, 450 - 5 * i, 100), feed(6, 0.2, 500 + 5 * i, 100);
    feed(8, 0.2, 150, 100 + i), feed(9, 0.2, 250, 100 + i); /* one on each: too late */
  }
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PINCH_BEGAN), 2);
  press_pinch pinch;
  press_pinch_init(&pinch);
  assert_int_equal(press_pinch_get(b.engine, 1, &pinch), PRESS_OK);
  assert_true(pinch.contact == 0 && pinch.other == 1 && pinch.target == 1);
  assert_int_equal(press_pinch_get(b.engine, 3, &pinch), PRESS_OK);
  assert_true(pinch.contact == 2 && pinch.other == 3 && pinch.target == 2);
  is_about(150, pinch.distance, 0.001);
  is_about(285, pinch.x, 0.001);
  for (uint32_t contact = 5; contact < 10; contact++) assert_int_equal(press_pinch_get(b.engine, contact, &pinch), PRESS_ERR_NOENT);
  bench_finish(&b);
}

/* ---- two fingers with other interactions ---- */

TEST(two_that_have_not_decided_neither_scroll_nor_drag_nor_hold) {
  uint32_t traits = PINCH | PRESS_TARGET_SCROLL | PRESS_TARGET_HOLD | PRESS_TARGET_DRAG_SOURCE;
  make_with(NULL, NULL, traits, true, true);
  both(100, 100, 400, 100);
  assert_int_equal(press_tick(b.engine, b.now += 600 * MS), PRESS_OK);
  both(100, 100, 400, 111); /* further than all slops, and neither apart, nor turned, nor is the centre */
  delivers("contact_began contact_began");
  both(100, 100, 400, 117);
  delivers("pinch_began");
  one(7, 0, 400, 117);
  one(4, 0, 100, 100);
  pass_over();
  /* A single finger acts as it does without pinches. */
  one(4, 0.2, 100, 100);
  one(4, 0.2, 100, 104);
  delivers("contact_began drag_began drag_items_changed");
  one(7, 0.2, 200, 100);
  one(4, 0.2, 0, 104);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PINCH_BEGAN), 1);
  bench_finish(&b);
}

TEST(without_moving_a_pinch_leaves_scrolling_to_the_fingers_one_at_a_time) {
  press_pinch_config config;
  press_pinch_config_init(&config);
  config.flags = PRESS_PINCH_NO_MOVE;
  make_with(NULL, &config, PINCH | PRESS_TARGET_SCROLL, true, false);
  both(100, 100, 140, 100);
  both(100, 108, 140, 108);
  both(100, 112, 140, 112);
  delivers("contact_began contact_began scroll_began scroll_moved");
  both(90, 112, 190, 112);
  delivers("scroll_moved");
  bench_finish(&b);
  make_with(NULL, &config, PINCH | PRESS_TARGET_SCROLL, true, false);
  both(100, 100, 140, 100);
  both(95, 104, 145, 104);
  delivers(BEGUN);
  bench_finish(&b);
}

TEST(a_preview_ends_as_its_contact_pinches) {
  make_with(NULL, NULL, PINCH | PRESS_TARGET_PREVIEW, false, false);
  one(4, 0.3, 100, 100);
  one(7, 0.2, 140, 100);
  delivers("contact_began preview_began preview_updated contact_began");
  one(7, 0.2, 160, 100);
  delivers("pinch_began preview_cancelled:pinched");
  one(7, 0.9, 180, 100);
  delivers("pinch_changed");
  bench_finish(&b);
}

TEST(a_tap_of_both_is_two_taps) {
  make_with(NULL, NULL, PINCH | PRESS_TARGET_TAP, true, false);
  both(100, 100, 140, 100);
  b.now += 10 * MS;
  feed(4, 0, 100, 100), feed(7, 0, 140, 100);
  delivers("contact_began contact_began tapped contact_ended:lifted tapped contact_ended:lifted");
  bench_finish(&b);
}

/* ---- calls ---- */

PINCH_TEST(settings_count_from_the_next_two_on) {
  press_pinch_config config;
  press_pinch_config_init(&config);
  config.slop = PRESS_Q16(50);
  both(100, 100, 140, 100);
  assert_int_equal(press_pinch_set(b.engine, &config), PRESS_OK);
  both(95, 100, 145, 100);
  delivers(BEGUN);
  b.now += 10 * MS;
  feed(4, 0, 95, 100), feed(7, 0, 145, 100);
  pass_over();
  both(100, 100, 140, 100);
  both(80, 100, 160, 100);
  delivers("contact_began contact_began");
  both(70, 100, 170, 100);
  delivers("pinch_began");
  config.turn_slop = PRESS_Q16(0.4);
  assert_int_equal(press_pinch_set(b.engine, &config), PRESS_ERR_INVAL);
  assert_int_equal(press_pinch_set(b.engine, NULL), PRESS_ERR_INVAL);
}

TEST(a_pinch_can_be_asked_for_in_a_callback_and_by_both_contacts) {
  make();
  press_pinch pinch;
  press_pinch_init(&pinch);
  both(100, 100, 140, 100);
  assert_int_equal(press_pinch_get(b.engine, 4, &pinch), PRESS_ERR_NOENT);
  both(80, 100, 160, 100);
  both(60, 100, 180, 100);
  for (uint32_t contact = 4; contact <= 7; contact += 3) {
    assert_int_equal(press_pinch_get(b.engine, contact, &pinch), PRESS_OK);
    assert_int_equal(pinch.scale, last(PRESS_EVENT_PINCH_CHANGED)->value);
    is_about(120, pinch.distance, 0.001);
  }
  assert_int_equal(press_pinch_get(NULL, 4, &pinch), PRESS_ERR_INVAL);
  assert_int_equal(press_pinch_get(b.engine, 4, NULL), PRESS_ERR_INVAL);
  pinch.size = 4;
  assert_int_equal(press_pinch_get(b.engine, 4, &pinch), PRESS_ERR_INVAL);
  bench_finish(&b);
  bench_make(&b, NULL);
  press_pinch_init(&pinch);
  assert_int_equal(press_pinch_get(b.engine, 4, &pinch), PRESS_ERR_STATE);
  assert_int_equal(press_pinch_set(b.engine, NULL), PRESS_ERR_INVAL);
}

/* ---- the walk: three fingers, wherever they may come to, against a model that is stated from the header ---- */

enum { FINGERS = 3, PLACES = 3, SLOP = 8 };

typedef struct finger {
  uint8_t state;        /* 0: up, 1: down, 2: cancelled, and not lifted yet */
  uint8_t place, order; /* order: of coming, from 1 on */
  bool    may;          /* it may pinch */
} finger;

typedef struct model {
  finger  fingers[FINGERS];
  uint8_t pair;                /* 0: none, 1: watched, 2: pinched */
  uint8_t first, second;       /* of the pair */
  bool    has_target;          /* here no byte lies between the fields: models are compared as bytes */
  int16_t apart, centre, base; /* where they came together, doubled the centre; base 0: the scale does not count */
} model;

typedef struct expected {
  uint32_t type;
  uint8_t  first, second;
  double   scale;
  int32_t  reason;
} expected;

static expected found[4];
static size_t   found_count;

static int at(const model *m, int f) { return 100 * f + (int[]){0, 5, 30}[m->fingers[f].place]; }

static double scale_of(const model *m) { return m->base ? (double)(at(m, m->second) - at(m, m->first)) / m->base : 1; }

static void expects(const model *m, uint32_t type, int32_t reason, double scale) {
  double sign = scale < 0 ? -1 : 1;
  found[found_count++] = (expected){type, m->first, m->second, scale * sign, reason};
}

static void pair_up(model *m) {
  if (m->pair) return;
  int two[2] = {-1, -1};
  for (int f = 0; f < FINGERS; f++) {
    if (m->fingers[f].state != 1 || !m->fingers[f].may) continue;
    if (two[0] < 0 || m->fingers[f].order < m->fingers[two[0]].order)
      two[1] = two[0], two[0] = f;
    else if (two[1] < 0 || m->fingers[f].order < m->fingers[two[1]].order)
      two[1] = f;
  }
  if (two[1] < 0) return;
  m->pair = 1, m->first = (uint8_t)two[0], m->second = (uint8_t)two[1], m->base = 0;
  m->apart = (int16_t)abs(at(m, two[1]) - at(m, two[0]));
  m->centre = (int16_t)(at(m, two[1]) + at(m, two[0]));
}

static void normal(model *m) {
  if (m->pair == 0) m->first = m->second = 0, m->apart = m->centre = m->base = 0;
  if (m->pair == 2 && m->base) m->apart = m->centre = 0;
  if (m->pair == 2) m->centre = 0;
  for (int f = 0; f < FINGERS; f++) {
    if (m->fingers[f].state != 1) m->fingers[f].order = 0, m->fingers[f].may = false;
    if (m->fingers[f].state == 0) m->fingers[f].place = 0;
    if (!m->fingers[f].may) m->fingers[f].order = m->fingers[f].place = 0;
  }
  uint8_t next = 0; /* orders from 1 on, without gaps */
  for (uint8_t order = 1; order < 64; order++)
    for (int f = 0; f < FINGERS; f++)
      if (m->fingers[f].order == order) {
        m->fingers[f].order = ++next;
        f = FINGERS;
      }
}

static void part(model *m, uint32_t type, int32_t reason) {
  if (m->pair == 2) expects(m, type, reason, scale_of(m));
  m->pair = 0;
}

static void leaves(model *m, int f, uint32_t type, int32_t reason) {
  double scale = m->pair == 2 ? scale_of(m) : 1;
  bool   is_in = m->pair && (m->first == f || m->second == f);
  m->fingers[f].may = false;
  if (!is_in) return;
  if (m->pair == 2) expects(m, type, reason, scale);
  m->pair = 0;
}

static void moves(model *m, int f, int place) {
  bool was = m->fingers[f].place != place;
  m->fingers[f].place = (uint8_t)place;
  if (!m->pair || (m->first != f && m->second != f)) return;
  int apart = abs(at(m, m->second) - at(m, m->first)), centre = at(m, m->second) + at(m, m->first);
  if (m->pair == 1 && (abs(apart - m->apart) >= SLOP || abs(centre - m->centre) >= 2 * SLOP)) {
    m->pair = 2;
    bool spreads = abs(apart - m->apart) >= SLOP;
    m->base = (int16_t)(spreads ? at(m, m->second) - at(m, m->first) : 0);
    expects(m, PRESS_EVENT_PINCH_BEGAN, 0, 1);
  } else if (m->pair == 2) {
    bool begins = !m->base && abs(apart - m->apart) >= SLOP;
    if (begins) m->base = (int16_t)(at(m, m->second) - at(m, m->first));
    if (was) expects(m, PRESS_EVENT_PINCH_CHANGED, 0, scale_of(m));
  }
}

enum { MOVE = PLACES, LIFT = MOVE, PALM, RELEASE, PER_FINGER, REMOVE = FINGERS * PER_FINGER, ADD, RESET, ACTIONS };

static press_target whole(void) {
  return (press_target){
    .size = sizeof(press_target), .id = 1, .x = -(1000 << 16), .y = -(1000 << 16), .width = 3000 << 16, .height = 3000 << 16, .traits = PINCH};
}

static void sample(int f, int place, double force, uint32_t flags) {
  press_sample s = {
    .t_us = b.now, .contact = (uint32_t)f, .flags = flags, .force = PRESS_Q16(force), .x = (100 * f + (int[]){0, 5, 30}[place]) << 16};
  assert_int_equal(press_feed(b.engine, &s, 1), 1);
}

/* Does it to the engine and to the model. @return false: it cannot be done here. */
static bool act(model *m, int action) {
  b.now += 10 * MS;
  found_count = 0;
  if (action == REMOVE || action == ADD) {
    press_target t = whole();
    if (m->has_target == (action == ADD)) return false;
    m->has_target = action == ADD;
    if (action == ADD) return assert_int_equal(press_target_add(b.engine, &t), PRESS_OK), true;
    assert_int_equal(press_target_remove(b.engine, 1), PRESS_OK);
    part(m, PRESS_EVENT_PINCH_CANCELLED, PRESS_REASON_TARGET_REMOVED);
    for (int f = 0; f < FINGERS; f++) m->fingers[f].may = false;
    return true;
  }
  if (action == RESET) {
    assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
    part(m, PRESS_EVENT_PINCH_CANCELLED, PRESS_REASON_RESET);
    for (int f = 0; f < FINGERS; f++)
      if (m->fingers[f].state == 1) m->fingers[f].state = 2;
    return true;
  }
  int     f = action / PER_FINGER, what = action % PER_FINGER;
  finger *one = &m->fingers[f];
  if (what == LIFT) {
    if (one->state == 0) return false;
    sample(f, one->place, 0, 0);
    if (one->state == 1) leaves(m, f, PRESS_EVENT_PINCH_ENDED, PRESS_REASON_LIFTED);
    one->state = 0;
    pair_up(m);
  } else if (what == PALM) {
    if (one->state != 1) return false;
    sample(f, one->place, 0.2, PRESS_SAMPLE_PALM);
    leaves(m, f, PRESS_EVENT_PINCH_CANCELLED, PRESS_REASON_PALM);
    one->state = 2;
    pair_up(m);
  } else if (what == RELEASE) {
    if (one->state != 1) return false;
    int status = press_contact_release(b.engine, (uint32_t)f);
    if (status == PRESS_ERR_STATE && !one->may) return false; /* it was released before */
    assert_int_equal(status, PRESS_OK);
    leaves(m, f, PRESS_EVENT_PINCH_CANCELLED, PRESS_REASON_PROGRAM);
    pair_up(m);
  } else {
    sample(f, what, 0.2, 0);
    if (one->state == 2) return true;
    if (one->state == 0) {
      *one = (finger){.state = 1, .place = (uint8_t)what, .order = 60, .may = m->has_target};
      pair_up(m);
    }
    moves(m, f, what);
  }
  return true;
}

/* @return what differs, NULL: nothing. */
static const char *compare(void) {
  size_t n = 0;
  for (size_t i = 0; i < b.log.count; i++) {
    const press_event *e = &b.log.entries[i].event;
    if (b.log.entries[i].kind != ENTRY_EVENT || e->type < PRESS_EVENT_PINCH_BEGAN || e->type > PRESS_EVENT_PINCH_CANCELLED) continue;
    if (n == found_count) return "an event too many";
    const expected *x = &found[n++];
    if (e->type != x->type) return "another event";
    if (e->contact != x->first || e->subject != x->second) return "of others";
    if (e->reason != x->reason) return "another reason";
    if (fabs(e->value / 65536.0 - x->scale) > 1e-4) return "another scale";
    if (e->target != 1) return "another target";
  }
  return n < found_count ? "an event too few" : NULL;
}

typedef struct place {
  model          model;
  unsigned char *bytes;
} place;

enum { MOST = 1 << 17 };
static place  places[MOST];
static size_t place_count;
static int    numbers[2 * MOST]; /* by hash: of a place, from 1 on */

/* @return whether it was not there. */
static bool is_new(const model *m) {
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < sizeof *m; i++) hash = (hash ^ ((const unsigned char *)m)[i]) * 16777619u;
  size_t i = hash % COUNT(numbers);
  for (; numbers[i]; i = (i + 1) % COUNT(numbers))
    if (memcmp(&places[numbers[i] - 1].model, m, sizeof *m) == 0) return false;
  assert_true(place_count < MOST);
  numbers[i] = (int)place_count + 1;
  return true;
}

static void keep(const model *m, size_t used) {
  place *p = &places[place_count++];
  p->model = *m;
  p->bytes = malloc(used + sizeof b.now);
  memcpy(p->bytes, b.storage, used), memcpy(p->bytes + used, &b.now, sizeof b.now);
}

TEST(every_way_of_three_fingers_is_as_the_header_says) {
  size_t       edges = 0, began = 0;
  press_config config = bench_config();
  config.max_contacts = FINGERS, config.max_targets = 2, config.max_events = 0;
  make_with(&config, NULL, PINCH, false, false);
  size_t used = press_engine_size(&config) + press_pinch_size(&config, NULL);
  model  first = {.has_target = true};
  assert_in_range(used, 1, sizeof b.storage);
  assert_true(is_new(&first));
  assert_int_equal(sizeof(finger), 4);
  assert_int_equal(sizeof first, 22);
  keep(&first, used);
  for (size_t at_place = 0; at_place < place_count; at_place++)
    for (int action = 0; action < ACTIONS; action++) {
      memcpy(b.storage, places[at_place].bytes, used), memcpy(&b.now, places[at_place].bytes + used, sizeof b.now);
      model m = places[at_place].model;
      recorder_clear(&b.log);
      if (!act(&m, action)) continue;
      edges++;
      const char *wrong = compare();
      if (wrong) fail_msg("place %zu, action %d: %s, %s", at_place, action, wrong, recorder_events(&b.log));
      for (size_t i = 0; i < found_count; i++) began += found[i].type == PRESS_EVENT_PINCH_BEGAN;
      normal(&m);
      if (is_new(&m)) keep(&m, used);
    }
  printf("three fingers: %zu states, %zu edges, %zu pinches begin\n", place_count, edges, began);
  assert_true(place_count > 1000 && began > 500);
  for (size_t i = 0; i < place_count; i++) free(places[i].bytes);
}

int main(void) { return run_all(NULL, NULL); }
