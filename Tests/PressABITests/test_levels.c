/* levels.h: how hard a contact presses, in steps, and the accelerator; Tests/scenarios/levels.txt has the order of their events. On the bench
 * pressure is force: the three levels are entered at 0.25, 0.5 and 0.75 and left 0.1 below. Samples come every 10 ms. The surface does not
 * preview. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "pads.h"

static size_t said; /* so many entries of the log */

static press_levels_config three(void) {
  press_levels_config c;
  memset(&c, 0xee, sizeof c);
  press_levels_config_init(&c);
  c.count = 3;
  c.last_pressure = PRESS_Q16(0.75);
  c.hysteresis = PRESS_Q16(0.4);
  return c;
}

/* With an accelerator: at the first level every 200 ms, at the last every 50, with no delay. */
static press_levels_config repeating(void) {
  press_levels_config c = three();
  c.repeat_us = 200000;
  c.repeat_fast_us = 50000;
  c.repeat_delay_us = 0;
  return c;
}

/* Makes the bench with these levels, and with changes of them, `l`, and of the engine, `c`. */
#define MAKE(levels, ...) \
  do { \
    press_levels_config l = levels; \
    press_config        c = bench_config(); \
    c.traits = 0; \
    (void)(__VA_ARGS__); \
    bench_make(&b, &c); \
    said = 0; \
    assert_int_equal(press_levels_attach(b.engine, &l), PRESS_OK); \
  } while (0)
#define LEVELS_TEST(name, levels) LEVELS_TEST_WITH(name, levels, (void)0)
#define LEVELS_TEST_WITH(name, levels, ...) TEST_BETWEEN(MAKE(levels, __VA_ARGS__), bench_finish(&b), name)

static void at(uint64_t us, uint32_t contact, double newtons, uint32_t flags) {
  assert_int_equal(bench_try(&b, b.now = us, contact, newtons, flags), 1);
}

#define FEED(...) \
  for (size_t i = 0; i < sizeof((const double[]){__VA_ARGS__}) / sizeof(double); i++) bench_feed(&b, ((const double[]){__VA_ARGS__})[i])

/* Asserts the events since the last such call, by name; levels have their numbers as `from>level`, repeats as `level*repeats`. */
static void says(const char *expected) {
  char   text[2048] = "";
  size_t used = 0;
  for (; said < b.log.count; said++) {
    const press_event *e = &b.log.entries[said].event;
    if (b.log.entries[said].kind != ENTRY_EVENT) continue;
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? " " : "", press_event_name(e->type));
    if (e->type == PRESS_EVENT_LEVEL_REPEATED) used += (size_t)snprintf(text + used, sizeof text - used, ":%d*%d", e->value, e->value2);
    if (e->type != PRESS_EVENT_LEVEL_REPEATED && e->type >= PRESS_EVENT_LEVELS_BEGAN && e->type <= PRESS_EVENT_LEVELS_CANCELLED)
      used += (size_t)snprintf(text + used, sizeof text - used, ":%d>%d", e->value2, e->value);
    if (e->reason) used += (size_t)snprintf(text + used, sizeof text - used, ":%s", press_reason_name(e->reason));
    assert_in_range(used, 0, sizeof text - 64);
  }
  assert_string_equal(text, expected);
}

static void plays(const char *script, const char *expected) {
  BENCH_PLAY(script);
  says(expected);
}

static press_levels_status level_of(uint32_t contact) {
  press_levels_status level;
  memset(&level, 0xee, sizeof level);
  press_levels_status_init(&level);
  assert_int_equal(press_levels_get(b.engine, contact, &level), PRESS_OK);
  assert_int_equal(level.size, sizeof level);
  return level;
}

static void is_due_at(uint64_t us) { assert_int_equal(press_next_deadline(b.engine), us); }

static void tick(uint64_t us) { assert_int_equal(press_tick(b.engine, us), PRESS_OK); }

/* ---- levels ---- */

/* conforms: accelerator-11 */
LEVELS_TEST(a_level_is_entered_at_its_pressure_and_left_the_hysteresis_below, three()) {
  plays("0.2 0.2499 0.25 0.16 0.1501", "contact_began levels_began:0>1");
  plays("0.1499", "levels_ended:1>0");
  plays("0.25 0.5 0.4001 0.3999", "levels_began:0>1 level_entered:1>2 level_left:2>1");
}

/* conforms: accelerator-10 */
TEST(all_counts_from_2_to_8_lie_at_equal_distances) {
  for (uint32_t count = 2; count <= 8; count++) {
    MAKE(three(), l.count = count, l.first_pressure = PRESS_Q16(0.2), l.last_pressure = PRESS_Q16(0.9), l.hysteresis = 0);
    bench_feed(&b, 0.15);
    for (uint32_t n = 1; n <= count; n++) {
      double place = 0.2 + 0.7 * (n - 1) / (count - 1);
      FEED(place - 0.001, place + 0.001, place - 0.001);
      assert_int_equal(level_of(0).level, n - 1);
      FEED(place + 0.001);
      assert_int_equal(level_of(0).level, n);
    }
    bench_finish(&b);
  }
}

/* The events of levels that one sample caused. */
typedef struct step {
  int      count;
  uint32_t type;
  int32_t  from, to;
} step;

static step deliver(int32_t pressure) {
  size_t before = b.log.count;
  step   found = {0};
  bench_feed(&b, pressure / 65536.0);
  for (size_t i = before; i < b.log.count; i++) {
    const press_event *e = &b.log.entries[i].event;
    if (b.log.entries[i].kind != ENTRY_EVENT || e->type < PRESS_EVENT_LEVELS_BEGAN || e->type > PRESS_EVENT_LEVELS_CANCELLED) continue;
    found = (step){found.count + 1, e->type, e->value2, e->value};
  }
  return found;
}

/* Known of one level while a pressure wanders: whether a contact is at or above it, and the pressure that brought it there or took it away. */
typedef struct boundary {
  bool    is_at;
  int     entered, left;
  int32_t crossed_at;
} boundary;

static void cross(boundary *levels, step s, int32_t pressure, int32_t hysteresis) {
  assert_int_not_equal(s.from, s.to);
  for (int32_t n = (s.from < s.to ? s.from : s.to) + 1; n <= (s.from < s.to ? s.to : s.from); n++) {
    boundary *level = &levels[n];
    assert_true(level->is_at == (s.to < s.from));
    /* Between an entry and a leave, and between a leave and an entry, the pressure has moved by more than the hysteresis. */
    if (level->entered) assert_in_range(abs(pressure - level->crossed_at), (uint32_t)hysteresis + 1, PRESS_ONE);
    *level = (boundary){!level->is_at, level->entered + (s.to > s.from), level->left + (s.to < s.from), pressure};
  }
}

static void wander(uint32_t count, press_q16 hysteresis, int32_t stride) {
  press_levels_config c = three();
  boundary            levels[PRESS_LEVELS_MOST + 1] = {0};
  uint32_t            random = count * 7919 + (uint32_t)stride;
  int32_t             pressure = PRESS_ONE / 2, level = 0, crossed = 0, below;
  c.count = count;
  c.first_pressure = PRESS_Q16(0.3);
  c.last_pressure = PRESS_Q16(0.95);
  c.hysteresis = hysteresis;
  below = (int32_t)((int64_t)((c.last_pressure - c.first_pressure) / (int32_t)(count - 1)) * hysteresis >> 16);
  MAKE(c, (void)0);
  for (int i = 0; i < 4000; i++) {
    random = random * 1664525 + 1013904223;
    pressure += (int32_t)(random >> 8) % (2 * stride + 1) - stride;
    pressure = pressure > PRESS_ONE ? PRESS_ONE : pressure < PRESS_ONE / 8 ? PRESS_ONE / 8 : pressure;
    step s = deliver(pressure);
    assert_in_range(s.count, 0, 1);
    if (!s.count) continue;
    assert_int_equal(s.from, level);
    level = s.to;
    assert_int_equal(s.type, s.from == 0     ? PRESS_EVENT_LEVELS_BEGAN
                             : s.to == 0     ? PRESS_EVENT_LEVELS_ENDED
                             : s.to > s.from ? PRESS_EVENT_LEVEL_ENTERED
                                             : PRESS_EVENT_LEVEL_LEFT);
    cross(levels, s, pressure, below);
    crossed++;
  }
  step s = deliver(0);
  if (level) cross(levels, s, 0, -1);
  assert_true(crossed > 10);
  for (uint32_t n = 1; n <= count; n++) {
    assert_true(levels[n].entered && levels[n].entered == levels[n].left);
    /* Whatever it does there, a pressure that moves by less than the hysteresis changes nothing. */
    int32_t top = c.first_pressure + (int32_t)((int64_t)(c.last_pressure - c.first_pressure) * (n - 1) / (count - 1));
    assert_int_equal(deliver(top).to, n);
    for (int i = 0; i < 200; i++) {
      random = random * 1664525 + 1013904223;
      int32_t trembles = top - (int32_t)(random >> 8) % (below + 1);
      assert_int_equal(deliver(trembles < PRESS_ONE / 8 ? PRESS_ONE / 8 : trembles).count, 0);
    }
    deliver(0);
  }
  bench_finish(&b);
}

TEST(of_every_count_no_level_flickers_while_pressure_moves_by_less_than_the_hysteresis_and_what_is_entered_is_left) {
  for (uint32_t count = 2; count <= PRESS_LEVELS_MOST; count++) {
    wander(count, PRESS_Q16(0.3), PRESS_ONE / 25);
    wander(count, PRESS_Q16(0.1), PRESS_ONE / 4);
    wander(count, PRESS_Q16(0.9), PRESS_ONE / 8);
  }
}

LEVELS_TEST_WITH(without_pressure_every_level_is_left, three(), c.zero_force = PRESS_Q16(0.5), l.first_pressure = 1, l.hysteresis = PRESS_Q16(0.9)) {
  plays("0.6 0.5", "contact_began levels_began:0>1 levels_ended:1>0");
}

/* conforms: accelerator-07 */
LEVELS_TEST(a_lift_ends_it_before_its_contact_and_says_so, three()) {
  plays("0.6 0", "contact_began levels_began:0>2 levels_ended:2>0:lifted contact_ended:lifted");
  plays("0.2 0", "contact_began contact_ended:lifted");
}

LEVELS_TEST_WITH(a_palm_and_silence_cancel_it_with_the_same_reason, three(), c.lost_after_us = 50000) {
  plays("0.6 p", "contact_began levels_began:0>2 levels_cancelled:2>0:palm contact_cancelled:palm");
  plays("0 0.6 +60", "contact_began levels_began:0>2 levels_cancelled:2>0:silent contact_cancelled:silent");
}

BENCH_TEST(without_levels_there_is_none_to_be_asked_or_cancelled) {
  press_levels_status level;
  press_levels_status_init(&level);
  assert_int_equal(press_levels_cancel(b.engine, 0), PRESS_ERR_STATE);
  assert_int_equal(press_levels_get(b.engine, 0, &level), PRESS_ERR_STATE);
}

AT_EACH(cancel_inside, PRESS_EVENT_LEVELS_BEGAN, press_levels_cancel(engine, 0))

LEVELS_TEST_WITH(what_a_callback_cancels_ends_before_anything_else, three(), c.traits = PRESS_TARGET_PREVIEW) {
  b.log.hook = cancel_inside;
  plays("0.3", "contact_began levels_began:0>1 levels_cancelled:1>0:program preview_began preview_updated");
}

AT_EACH(reset_inside, PRESS_EVENT_STRUCK, press_engine_reset(engine))

LEVELS_TEST(what_was_not_delivered_to_begin_does_not_end, three()) {
  BENCH_ATTACH_WITH(strike, c.window_us = 0);
  b.log.hook = reset_inside;
  plays("0 0.6", "contact_began struck contact_cancelled:reset");
}

LEVELS_TEST_WITH(a_dip_within_the_grace_leaves_nothing_and_a_lift_says_how_late_it_is, three(), c.lift_us = 30000) {
  plays("0.6 0.01 0.6", "contact_began levels_began:0>2");
  FEED(0.01);
  tick(70000);
  const press_event *ended = recorder_last(&b.log, PRESS_EVENT_LEVELS_ENDED);
  assert_int_equal(ended->late_us, 30000);
  says("levels_ended:2>0:lifted contact_ended:lifted");
}

LEVELS_TEST(each_contact_has_levels_of_its_own, three()) {
  at(1000, 7, 0.6, 0);
  at(1000, 8, 0.3, 0);
  at(2000, 7, 0, 0);
  at(3000, 8, 0.8, 0);
  says("contact_began levels_began:0>2 contact_began levels_began:0>1 levels_ended:2>0:lifted contact_ended:lifted level_entered:1>3");
  assert_int_equal(level_of(8).level, 3);
}

/* conforms: accelerator-06 */
LEVELS_TEST(levels_say_where_a_contact_is, repeating()) {
  press_levels_status level;
  press_levels_status_init(&level);
  assert_int_equal(press_levels_get(b.engine, 0, &level), PRESS_ERR_NOENT);
  FEED(0.2);
  level = level_of(0);
  assert_true(level.level == 0 && level.highest == 0 && level.repeats == 0 && level.interval_us == 0);
  FEED(0.8, 0.5);
  level = level_of(0);
  assert_true(level.level == 2 && level.highest == 3 && level.interval_us == 80000);
  FEED(0.1);
  assert_int_equal(level_of(0).highest, 0);
}

BENCH_TEST_WITH(a_finger_that_is_down_comes_to_a_level_with_its_next_sample, c.traits = 0, said = 0) {
  press_levels_config c = three();
  FEED(0.6);
  assert_int_equal(press_levels_attach(b.engine, &c), PRESS_OK);
  says("contact_began");
  plays("0.6", "levels_began:0>2");
}

TEST(settings_count_from_the_next_contact_on_that_comes_alone) {
  press_levels_config c = three();
  MAKE(c, (void)0);
  FEED(0.3);
  c.first_pressure = PRESS_Q16(0.6);
  assert_int_equal(press_levels_set(b.engine, &c), PRESS_OK);
  plays("c0 0.55 0.2 0.3 c1 0.3", "contact_began levels_began:0>1 level_entered:1>2 level_left:2>1 contact_began levels_began:0>1");
  BENCH_PLAY("c0 0 c1 0");
  said = b.log.count;
  plays("c0 0.3 0.6", "contact_began levels_began:0>1");
  c.count = 9;
  assert_int_equal(press_levels_set(b.engine, &c), PRESS_ERR_INVAL);
  bench_finish(&b);
}

/* ---- beside other interactions ---- */

LEVELS_TEST_WITH(a_drag_takes_its_contact_from_levels_where_that_is_so_configured, three(), l.flags = PRESS_LEVELS_NOT_WHILE_MOVING) {
  BENCH_ATTACH(drag);
  bench_target(&b, 5, 0, 0, 0, 100, 100, PRESS_TARGET_DRAG_SOURCE);
  BENCH_PLAY("0.6@10,10 0.6@50,10 0.9");
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_DRAG_BEGAN), 1);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_LEVELS_CANCELLED)->reason, PRESS_REASON_MOVED);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_LEVEL_ENTERED), 0);
}

LEVELS_TEST(when_its_target_goes_it_goes_on_without, three()) {
  bench_target(&b, 5, 0, 0, 0, 100, 100, PRESS_TARGET_TAP);
  bench_feed_at(&b, 0, 0.6, 10, 10);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_LEVELS_BEGAN)->target, 5);
  BENCH_PLAY("-5 0.8@10,10");
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_LEVEL_ENTERED)->target, 0);
}

LEVELS_TEST_WITH(releasing_a_contact_leaves_levels_alone, three(), c.traits = PRESS_TARGET_PREVIEW) {
  FEED(0.3);
  assert_int_equal(press_contact_release(b.engine, 0), PRESS_OK);
  said = b.log.count;
  plays("0.6", "level_entered:1>2");
}

/* conforms: accelerator-09 */
LEVELS_TEST(where_there_is_no_force_holding_still_enters_levels, three()) {
  BENCH_ATTACH_WITH(gestures, c.force_from_hold_us = 100000, c.force_from_hold_delay_us = 0, c.frame_us = 200000);
  for (int i = 0; i <= 10; i++) bench_feed(&b, 0.1);
  says("contact_began levels_began:0>1 level_entered:1>2 level_entered:2>3");
}

/* conforms: accelerator-05 */
LEVELS_TEST_WITH(each_change_of_force_is_delivered_where_moves_are, three(), c.flags = PRESS_CONFIG_TELL_MOVED) {
  FEED(0.3, 0.31);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_CONTACT_MOVED)->pressure, PRESS_Q16(0.31));
  says("contact_began contact_moved levels_began:0>1 contact_moved");
}

/* ---- the accelerator ---- */

/* conforms: accelerator-01, accelerator-02, accelerator-03 */
LEVELS_TEST(the_accelerator_repeats_the_faster_the_harder_it_is_pressed, repeating()) {
  at(10000, 0, 0.25, 0);
  says("contact_began levels_began:0>1");
  is_due_at(210000);
  tick(210000);
  says("level_repeated:1*1");
  is_due_at(410000);
  /* Half of an interval has passed: half of the shorter one is left. */
  at(310000, 0, 0.75, 0);
  says("level_entered:1>3");
  is_due_at(335000);
  tick(335000);
  tick(385000);
  says("level_repeated:3*2 level_repeated:3*3");
  /* 0.5 is half way from 5 a second to 20: 12.5. A quarter has passed. */
  at(397500, 0, 0.5, 0);
  says("level_left:3>2");
  is_due_at(457500);
  at(457500, 0, 0.9, 0);
  says("level_repeated:2*4 level_entered:2>3");
  is_due_at(507500);
  at(467500, 0, 0, 0);
  says("levels_ended:3>0:lifted contact_ended:lifted");
  assert_true(press_next_deadline(b.engine) == PRESS_NEVER);
}

/* conforms: accelerator-04 */
LEVELS_TEST_WITH(the_first_repeat_waits_for_its_delay_whatever_the_pressure, repeating(), l.repeat_delay_us = 400000) {
  at(10000, 0, 0.25, 0);
  at(110000, 0, 0.9, 0);
  is_due_at(410000);
  tick(410000);
  says("contact_began levels_began:0>1 level_entered:1>3 level_repeated:3*1");
  is_due_at(460000);
  at(420000, 0, 0, 0);
  at(430000, 0, 0.3, 0);
  is_due_at(830000);
}

LEVELS_TEST(below_the_first_level_there_are_no_repeats_and_they_count_from_0, repeating()) {
  at(10000, 0, 0.75, 0);
  tick(110000);
  said = b.log.count;
  assert_int_equal(level_of(0).repeats, 2);
  at(120000, 0, 0.1, 0);
  assert_true(press_next_deadline(b.engine) == PRESS_NEVER);
  at(400000, 0, 0.8, 0);
  tick(450000);
  says("levels_ended:3>0 levels_began:0>3 level_repeated:3*1");
}

LEVELS_TEST(of_the_repeats_that_a_jump_of_time_passes_the_newest_comes_and_all_count, repeating()) {
  at(10000, 0, 0.75, 0);
  said = b.log.count;
  tick(10000 + 50000 * 1000 + 20000);
  says("level_repeated:3*1000");
  is_due_at(10000 + 50000 * 1001);
  tick(UINT64_MAX - 1);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_LEVEL_REPEATED)->value2, INT32_MAX);
}

LEVELS_TEST_WITH(in_the_grace_of_a_lift_nothing_repeats_and_a_finger_that_comes_back_repeats_late, repeating(), c.lift_us = 60000) {
  at(10000, 0, 0.75, 0);
  at(50000, 0, 0.01, 0);
  said = b.log.count;
  tick(70000);
  says("");
  at(80000, 0, 0.75, 0);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_LEVEL_REPEATED)->late_us, 20000);
  says("level_repeated:3*1");
  is_due_at(110000);
  tick(110000);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_LEVEL_REPEATED)->late_us, 0);
}

LEVELS_TEST(a_rate_that_changes_with_every_sample_neither_gains_nor_loses_time, repeating()) {
  at(10000, 0, 0.25, 0);
  double sum = 0;
  for (int i = 1; i <= 4000; i++) {
    double pressure = 0.5 + 0.25 * sin(i / 50.0);
    at(10000 + (uint64_t)i * 1000, 0, pressure, 0);
    sum += 0.001 * (5 + 15 * (PRESS_Q16(pressure) / 65536.0 - 0.25) / 0.5);
  }
  assert_in_range(level_of(0).repeats, (uint32_t)(sum - 1.1), (uint32_t)(sum + 0.1));
}

/* Between two repeats at a pressure lies 1 / rate, where rate is a straight line from one repeat in repeat_us to one in repeat_fast_us:
 * within a microsecond, and within the 65,536th part of the line that a pressure can say. */
TEST(at_every_pressure_the_rate_is_that_of_a_straight_line) {
  static const uint32_t intervals[][2] = {{200000, 50000}, {500000, 1000}, {10000000, 75000}, {50000, 50000}, {20000, 300000}};
  for (size_t i = 0; i < sizeof intervals / sizeof *intervals; i++) {
    for (int32_t pressure = PRESS_Q16(0.25); pressure <= PRESS_ONE; pressure += 1733) {
      press_levels_config c = repeating();
      c.repeat_us = intervals[i][0];
      c.repeat_fast_us = intervals[i][1];
      MAKE(c, (void)0);
      at(10000, 0, pressure / 65536.0, 0);
      double slow = 1.0 / c.repeat_us, fast = 1.0 / c.repeat_fast_us;
      double share = fmin((pressure / 65536.0 - 0.25) / 0.5, 1), rate = slow + share * (fast - slow), grain = fabs(fast - slow) / 65536;
      for (uint64_t before = 10000, n = 0; n < 3; n++) {
        uint64_t due = press_next_deadline(b.engine);
        assert_in_range(due - before, (uint64_t)floor(1 / (rate + grain) - 1), (uint64_t)ceil(1 / fmax(rate - grain, fmin(slow, fast) / 2) + 1));
        tick(before = due);
      }
      assert_in_range(
        level_of(0).interval_us, (uint64_t)floor(1 / (rate + grain) - 1), (uint64_t)ceil(1 / fmax(rate - grain, fmin(slow, fast) / 2) + 1));
      assert_int_equal(level_of(0).repeats, 3);
      bench_finish(&b);
    }
  }
}

TEST(the_shortest_and_the_longest_interval_act_as_they_are_given) {
  press_levels_config c = repeating();
  c.repeat_us = c.repeat_fast_us = 1000;
  MAKE(c, (void)0);
  at(10000, 0, 0.25, 0);
  is_due_at(11000);
  c = repeating();
  c.repeat_us = c.repeat_fast_us = c.repeat_delay_us = 10000000;
  MAKE(c, (void)0);
  at(10000, 0, 0.25, 0);
  tick(10010000);
  assert_in_range(press_next_deadline(b.engine), 20009999, 20010001);
  bench_finish(&b);
}

/* ---- an engine that is polled ---- */

static void make_polled(uint16_t max_events, uint16_t contacts) {
  MAKE(repeating(), c.max_contacts = contacts, c.max_events = max_events);
  assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
}

static int level_now(uint32_t contact) { return (int)level_of(contact).level; }

TEST(the_smallest_queue_has_room_for_one_contact_at_a_level_and_a_larger_one_for_more) {
  for (uint16_t more = 0; more < 3; more++) {
    press_event events[16];
    make_polled((uint16_t)(8 + 2 * 3 + more), 3);
    for (uint32_t contact = 1; contact <= 3; contact++) {
      at(1000 * contact, contact, 0.6, 0);
      assert_int_equal(level_now(contact), contact <= 1u + more ? 2 : 0);
      while (press_poll(b.engine, events, 16) > 0) {}
    }
    /* When one contact ends, there is room for another. */
    at(4000, 1, 0, 0);
    while (press_poll(b.engine, events, 16) > 0) {}
    at(5000, 3, 0.6, 0);
    assert_int_equal(level_now(3), 2);
    while (press_poll(b.engine, events, 16) > 0) {}
  }
}

TEST(who_polls_too_late_misses_repeats_and_no_end) {
  press_event events[32];
  make_polled(8 + 2, 1);
  at(1000, 0, 0.75, 0);
  for (uint64_t t = 51000; t <= 2001000; t += 50000) tick(t);
  assert_int_equal(level_of(0).repeats, 40);
  at(2001000, 0, 0, 0);
  int taken = press_poll(b.engine, events, 32);
  assert_in_range(taken, 4, 10);
  assert_int_equal(events[taken - 1].type, PRESS_EVENT_CONTACT_ENDED);
  assert_int_equal(events[taken - 2].type, PRESS_EVENT_LEVELS_ENDED);
  assert_every_beginning_has_one_end(events, (size_t)taken);
}

/* ---- what a sensor feeds ---- */

TEST(two_wrong_readings_of_a_sensor_enter_no_level_and_three_do) {
  for (int readings = 1; readings <= 3; readings++) {
    prepare();
    p.now = 0;
    make_pad();
    MAKE(three(), (void)0);
    feed_for(0, 1000000);
    feed_for(0.2, 200000);
    said = b.log.count;
    for (int i = 0; i < readings; i++) feed(0.9);
    feed_for(0.2, 100000);
    if (readings < 3)
      says("");
    else
      says("levels_began:0>3 level_left:3>1");
    bench_finish(&b);
  }
}

int main(void) { return run_all(NULL, NULL); }
