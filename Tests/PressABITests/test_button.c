/* button.h: the force button. The levels of these tests: press 1.0 N, release 0.5 N, ratio down 0.5, ratio up 2,
 * ceiling 4 N, full speed 100 points per second. The surface does not preview. */
#include "support.h"

static bench b, other;

static press_button_config levels(void) {
  press_button_config c;
  memset(&c, 0xee, sizeof c);
  press_button_config_init(&c);
  c.press_force = PRESS_Q16(1);
  c.release_force = PRESS_Q16(0.5);
  c.ratio_down = PRESS_Q16(0.5);
  c.ratio_up = PRESS_Q16(2);
  c.ceiling = PRESS_Q16(4);
  c.full_speed = PRESS_Q16(100);
  return c;
}

static void make(bench *it) {
  press_config        config = bench_config();
  press_button_config c = levels();
  config.traits = 0;
  bench_make(it, &config);
  assert_int_equal(press_button_attach(it->engine, &c), PRESS_OK);
}

#define BUTTON_TEST(name) TEST_BETWEEN(make(&b), press_engine_reset(b.engine), name)

static void delivers(const char *expected) { bench_delivers(&b, expected); }

static void plays(const char *script, const char *expected) { BENCH_DELIVERS(script, expected); }

static void feed(const double *forces, size_t count) {
  for (size_t i = 0; i < count; i++) bench_feed(&b, forces[i]);
}

#define FEED(...) feed((const double[]){__VA_ARGS__}, COUNT(((const double[]){__VA_ARGS__})))

TEST(a_click_is_pressed_and_released) {
  make(&b);
  plays("0.5 0.999", "contact_began");
  plays("1.0", "button_pressed");
  plays("0.9 0.5", "");
  plays("0.49", "button_released");
  plays("0", "contact_ended:lifted");
  plays("1 0", "contact_began button_pressed button_released contact_ended:lifted");
}

TEST(a_hard_press_releases_early_up_to_the_ceiling) {
  static const struct { double peak, holds, releases; } presses[] = {{1, 0.5, 0.49}, {2, 1, 0.99}, {3, 1.5, 1.49}, {4, 2, 1.99}, {9, 2, 1.99}};
  for (size_t i = 0; i < COUNT(presses); i++) {
    make(&b);
    FEED(presses[i].peak, presses[i].holds);
    delivers("contact_began button_pressed");
    FEED(presses[i].releases);
    delivers("button_released");
    press_engine_reset(b.engine);
  }
}

BUTTON_TEST(after_an_early_release_trembling_does_not_press_again) {
  plays("3 1.4", "contact_began button_pressed button_released");
  /* Twice the least force since. */
  plays("1.6 2.7", "");
  plays("1.0 1.9", "");
  plays("2.1", "button_pressed");
}

BUTTON_TEST(a_fast_finger_does_not_release) {
  bench_feed_at(&b, 0, 1, 0, 0);
  /* One point in 10 ms: full speed. */
  plays("0.3@1,0 0.06@2,0", "contact_began button_pressed");
  plays("0.3@2,0", "button_released");
}

static void set(press_q16 press, press_q16 release) {
  press_button_config c = levels();
  c.press_force = press;
  c.release_force = release;
  assert_int_equal(press_button_set(b.engine, &c), PRESS_OK);
}

BUTTON_TEST(while_it_is_down_the_former_levels_hold_until_the_release) {
  FEED(1.2);
  recorder_clear(&b.log);
  /* Above what the finger does. */
  set(PRESS_Q16(3), PRESS_Q16(2.5));
  assert_int_equal(bench_button(&b).state, PRESS_BUTTON_DOWN);
  plays("1.2 2.6 1.31", "");
  plays("0.4", "button_released");
  plays("2.9", "");
  plays("3", "button_pressed");
  /* Below: it does not press again before the force fell below the new release level. */
  set(PRESS_Q16(0.6), PRESS_Q16(0.4));
  plays("1.4", "button_released");
  plays("1.5 0.5 0.7", "");
  plays("0.3 0.6", "button_pressed");
}

BUTTON_TEST(while_it_is_up_a_new_level_does_not_press_a_finger_that_rests) {
  FEED(0.8);
  recorder_clear(&b.log);
  set(PRESS_Q16(0.7), PRESS_Q16(0.4));
  plays("0.8 0.9", "");
  /* Not below the new release level yet: the former level still presses. */
  plays("0.5 0.75", "");
  plays("1", "button_pressed");
  plays("0.3 0.69", "button_released");
  plays("0.7", "button_pressed");
  FEED(0);
  recorder_clear(&b.log);
  /* If the force is below the new press level, the new config applies at once. */
  set(PRESS_Q16(1), PRESS_Q16(0.5));
  FEED(0.5);
  set(PRESS_Q16(0.6), PRESS_Q16(0.2));
  plays("0.6", "contact_began button_pressed");
}

BUTTON_TEST(a_fall_below_the_new_level_in_one_reading_counts_as_one) {
  FEED(1.2);
  set(PRESS_Q16(0.8), PRESS_Q16(0.7));
  recorder_clear(&b.log);
  plays("0.4", "button_released");
  plays("0.8", "button_pressed");
}

BUTTON_TEST(a_changed_full_speed_does_not_release) {
  press_button_config c = levels();
  bench_feed_at(&b, 0, 1, 0, 0);
  /* At full speed: 0.3 N hold it. */
  BENCH_PLAY("0.3@1,0 0.3@2,0");
  recorder_clear(&b.log);
  c.full_speed = 0;
  assert_int_equal(press_button_set(b.engine, &c), PRESS_OK);
  plays("0.3@3,0 0.3@4,0", "");
  plays("0.3@4,0", "button_released");
  plays("1.2@4,0", "button_pressed");
  plays("0.4@5,0", "button_released");
}

BUTTON_TEST(a_changed_grace_counts_after_the_release) {
  press_button_config c = levels();
  c.lift_us = 15000;
  assert_int_equal(press_button_set(b.engine, &c), PRESS_OK);
  plays("1.2 0.4", "contact_began button_pressed");
  c.lift_us = 0;
  assert_int_equal(press_button_set(b.engine, &c), PRESS_OK);
  assert_int_equal(press_next_deadline(b.engine), b.now + 15000);
  plays("0.4", "");
  plays("0.4", "button_released");
  plays("1.2 0.4", "button_pressed button_released");
}

/* Target 1 scrolls or drags; target 2 has no traits. */
static void make_moving(uint32_t flags, bool drags) {
  press_button_config c = levels();
  c.flags = flags;
  bench_make(&b, NULL);
  if (drags)
    BENCH_ATTACH(drag);
  else
    BENCH_ATTACH(gestures);
  assert_int_equal(press_button_attach(b.engine, &c), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 100, 100, drags ? PRESS_TARGET_DRAG_SOURCE : PRESS_TARGET_SCROLL);
  bench_target(&b, 2, 0, 100, 0, 100, 100, 0);
}

TEST(no_press_begins_while_a_contact_scrolls_or_drags) {
  for (int drags = 0; drags < 2; drags++) {
    make_moving(PRESS_BUTTON_FLAG_NOT_WHILE_MOVING, drags);
    BENCH_PLAY("c1 0.2@0,0 0.2@20,0 1.2 c2 1.5@150,0");
    assert_int_equal(bench_button(&b).state, PRESS_BUTTON_UP);
    bench_feed_at(&b, 1, 0, 20, 0);
    /* The movement is over; a contact that pressed during it must let go first. */
    BENCH_PLAY("c2 1.5@150,0 0.6 1.5");
    assert_int_equal(bench_button(&b).state, PRESS_BUTTON_UP);
    BENCH_PLAY("c2 0.4@150,0 1.5");
    assert_int_equal(bench_button(&b).state, PRESS_BUTTON_DOWN);
    bench_finish(&b);
    /* A button that was down before stays down. */
    make_moving(PRESS_BUTTON_FLAG_NOT_WHILE_MOVING, drags);
    BENCH_PLAY("c1 1.2@0,0 1.2@20,0*2");
    assert_int_equal(bench_button(&b).state, PRESS_BUTTON_DOWN);
    bench_finish(&b);
    make_moving(0, drags);
    BENCH_PLAY("c1 0.2@0,0 0.2@20,0 1.2");
    assert_int_equal(bench_button(&b).state, PRESS_BUTTON_DOWN);
    bench_finish(&b);
  }
}

BUTTON_TEST(a_rapid_trigger_follows_changes_of_force) {
  press_button_config c = levels();
  c.flags = PRESS_BUTTON_FLAG_RAPID_TRIGGER;
  c.rapid_fall = PRESS_Q16(0.2);
  c.rapid_rise = PRESS_Q16(0.4);
  /* The button ignores the grace: each event is delivered with the sample that causes it. */
  c.lift_us = 40000;
  assert_int_equal(press_button_set(b.engine, &c), PRESS_OK);
  plays("0.9", "contact_began");
  plays("1", "button_pressed");
  plays("3 2.9", "");
  plays("2.7", "button_released");
  plays("2.5 2.8", "");
  plays("3", "button_pressed");
  /* Below the band: up, and the press level counts again. */
  plays("0.4", "button_released");
  plays("0.9", "");
  plays("1", "button_pressed");
  /* Above it falls count from the ceiling. */
  plays("9 5", "");
  plays("3.7", "button_released");
}

/* As the README gives the delay: one reading, and one more with the median of a pad. */
TEST(a_median_adds_one_reading) {
  static uint64_t  storage[PRESS_PAD_STORAGE_1 / 8];
  press_pad_config config;
  press_pad       *pad;
  press_pad_config_init(&config);
  config.start_us = 0;
  config.min_cutoff_hz = INT32_MAX;
  for (int median = 0; median < 2; median++) {
    press_button_config c = levels();
    c.flags = PRESS_BUTTON_FLAG_RAPID_TRIGGER;
    make(&b);
    assert_int_equal(press_button_set(b.engine, &c), PRESS_OK);
    config.flags = PRESS_PAD_NO_BASELINE | (median ? 0 : PRESS_PAD_NO_MEDIAN);
    assert_int_equal(press_pad_init(storage, sizeof storage, &config, NULL, 1, &pad), PRESS_OK);
    int pressed = 0;
    for (int i = 0; i < 20 && !pressed; i++) {
      press_frame frame = {.t_us = 1000u * (uint64_t)(i + 1), .present = 1, .code = {i < 10 ? 0 : 20000}};
      assert_int_equal(press_pad_feed(pad, &frame, b.engine), PRESS_OK);
      if (bench_button(&b).state == PRESS_BUTTON_DOWN) pressed = i;
    }
    assert_int_equal(pressed, 10 + median);
    press_engine_reset(b.engine);
  }
}

BUTTON_TEST(the_strongest_counts_and_fingers_are_not_summed) {
  plays("c1 0.7 c2 0.7", "contact_began contact_began");
  plays("c2 1", "button_pressed");
  plays("c2 0.3", "");
  plays("c1 0.4", "button_released");
}

TEST(a_contact_that_is_cancelled_cancels_the_press_it_holds) {
  static const struct {
    uint32_t    flags;
    const char *events;
  } ends[] = {
    {PRESS_SAMPLE_LOST, "button_cancelled:lost contact_cancelled:lost"},
    {PRESS_SAMPLE_PALM, "button_cancelled:palm contact_cancelled:palm"},
  };
  for (size_t i = 0; i < COUNT(ends); i++) {
    make(&b);
    FEED(1.2);
    recorder_clear(&b.log);
    bench_feed_flags(&b, 0, 1.2, ends[i].flags);
    delivers(ends[i].events);
    assert_int_equal(bench_button(&b).state, PRESS_BUTTON_UP);
    /* Another holds it. */
    make(&b);
    BENCH_PLAY("c1 1.2 c2 0.8");
    recorder_clear(&b.log);
    bench_feed_flags(&b, 1, 1.2, ends[i].flags);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_BUTTON_CANCELLED), 0);
    bench_feed_at(&b, 2, 0, 0, 0);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_BUTTON_RELEASED), 1);
  }
  make(&b);
  FEED(1.2);
  recorder_clear(&b.log);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  delivers("button_cancelled:reset contact_cancelled:reset");
}

static void reset_or_set_at_one_call(recorder *log, press_engine *engine, const entry *what) {
  (void)what;
  const int          *plan = log->context;
  press_button_config c = levels();
  c.press_force = c.ceiling;
  assert_int_equal(press_button_attach(engine, NULL), PRESS_ERR_BUSY);
  if (log->calls++ != plan[0]) return;
  assert_int_equal(plan[1] ? press_button_set(engine, &c) : press_engine_reset(engine), PRESS_OK);
}

static const double way[] = {0.2, 1.2, 3, 1.2, 2.7, 0.4, 0, 5, 0.7, 0};

TEST(every_call_in_every_callback_leaves_one_end_for_every_beginning) {
  for (int deed = 0; deed < 2; deed++) {
    int calls = 1;
    for (int at = 0; at < calls; at++) {
      int plan[2] = {at, deed};
      make(&b);
      b.log.hook = reset_or_set_at_one_call;
      b.log.context = plan;
      feed(way, COUNT(way));
      calls = b.log.calls;
      bench_finish(&b);
    }
  }
}

TEST(a_copy_of_the_bytes_is_a_copy_of_the_engine) {
  for (size_t at = 0; at < COUNT(way); at++) {
    make(&b);
    make(&other);
    feed(way, at);
    bench_copy(&other, &b);
    feed(way + at, COUNT(way) - at);
    for (size_t i = at; i < COUNT(way); i++) bench_feed(&other, way[i]);
    assert_same_events(&b.log, &other.log);
  }
}

TEST(null_limits_and_what_is_out_of_range) {
  press_button_config c;
  press_button_status now = {.size = sizeof now, .press_force = 77};
  press_button_config_init(&c);
  bench_make(&b, NULL);
  assert_int_equal(press_button_get(b.engine, &now), PRESS_ERR_STATE);
  c = levels();
  assert_int_equal(press_button_set(b.engine, &c), PRESS_ERR_STATE);
  BENCH_ATTACH(button);
  assert_int_equal(press_button_get(b.engine, &now), PRESS_OK);
  assert_int_equal(now.state, PRESS_BUTTON_UP);
  assert_int_equal(now.press_force, PRESS_Q16(1.5));
  assert_int_equal(now.release_force, PRESS_Q16(1.3));
  bench_finish(&b);
}

/* Everything at once: the default queue holds it, and the order within one sample is fixed. */
TEST(with_everything_attached_two_engines_deliver_the_same) {
  static const double forces[] = {0.2, 0.3, 0.6, 2, 0.7, 0, 0.2, 0.2, 0, 0.2, 0, 3, 0};
  static const double ys[] = {90, 90, 85, 80, 40, 40, 90, 60, 60, 90, 90, 90, 90};
  static press_peek   peek = {.size = sizeof peek, .id = 4};
  bench              *both[] = {&b, &other};
  for (size_t k = 0; k < 2; k++) {
    bench_make(both[k], NULL);
    assert_int_equal(press_gestures_attach(both[k]->engine, NULL), PRESS_OK);
    assert_int_equal(press_peek_attach(both[k]->engine, NULL), PRESS_OK);
    assert_int_equal(press_transition_attach(both[k]->engine, NULL), PRESS_OK);
    assert_int_equal(press_button_attach(both[k]->engine, NULL), PRESS_OK);
    both[k]->log.peek = &peek;
    bench_target(both[k], 1, 0, 0, 0, 100, 100, 511);
    assert_int_equal(press_transition_bind(both[k]->engine, 1, PRESS_DRIVER_PRESSURE, 0, 0, 0), PRESS_OK);
    assert_int_equal(press_transition_bind(both[k]->engine, 2, PRESS_DRIVER_PREVIEW, 0, 0, 0), PRESS_OK);
    for (size_t i = 0; i < COUNT(forces); i++) bench_feed_at(both[k], 0, forces[i], 50, ys[i]);
    assert_int_equal(press_tick(both[k]->engine, both[k]->now + 2000000), PRESS_OK);
    bench_finish(both[k]);
  }
  assert_same_events(&b.log, &other.log);
}

static press_q16 press_level(void) { return bench_button(&b).press_force; }

TEST(a_level_that_the_force_meets_exactly_waits_and_one_above_it_does_not) {
  make(&b);
  FEED(0.75);
  const press_q16 before = press_level();
  set(PRESS_Q16(0.75), PRESS_Q16(0.25));
  assert_int_equal(press_level(), before);
  FEED(0.75, 0.25);
  assert_int_equal(press_level(), before);
  FEED(0.2);
  assert_int_equal(press_level(), PRESS_Q16(0.75));
  press_engine_reset(b.engine);
  make(&b);
  FEED(0.75);
  set(PRESS_Q16(0.75) + 1, PRESS_Q16(0.25));
  assert_true(press_level() != before);
  press_engine_reset(b.engine);
  /* If nothing touches, the new config applies at once. */
  make(&b);
  set(PRESS_Q16(0.125), PRESS_Q16(0.0625));
  assert_int_equal(press_level(), PRESS_Q16(0.125));
  FEED(0.5, 0);
  set(PRESS_Q16(0.25), PRESS_Q16(0.125));
  assert_int_equal(press_level(), PRESS_Q16(0.25));
}

TEST(a_press_goes_on_by_another_contact_that_holds_just_the_release_level) {
  for (int below = 0; below < 2; below++) {
    make(&b);
    bench_feed_at(&b, 1, 2, 0, 0);
    press_sample second = sample_of(b.now += 10000, 2, 1, 0);
    second.force -= below;
    assert_int_equal(press_feed(b.engine, &second, 1), 1);
    assert_int_equal(bench_button(&b).release_force, PRESS_ONE);
    recorder_clear(&b.log);
    bench_feed_flags(&b, 1, 2, PRESS_SAMPLE_LOST);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_BUTTON_CANCELLED), below);
    assert_int_equal(bench_button(&b).state, below ? PRESS_BUTTON_UP : PRESS_BUTTON_DOWN);
    press_engine_reset(b.engine);
  }
}

TEST(a_button_that_is_down_as_its_contact_lifts_is_released_as_late_as_that) {
  press_button_config c = levels();
  c.release_force = PRESS_Q16(0.03125);
  c.ratio_down = 0;
  BENCH(&b, c.traits = 0, c.release_force = c.touch_force, c.lift_us = 30000);
  assert_int_equal(press_button_attach(b.engine, &c), PRESS_OK);
  /* The contact falls, the button does not. */
  plays("1.2 0.05*2", "contact_began button_pressed");
  assert_int_equal(press_tick(b.engine, b.now += 50000), PRESS_OK);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_BUTTON_RELEASED)->late_us, 30000);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_CONTACT_ENDED)->late_us, 30000);
}

TEST(a_finger_at_rest_is_at_rest_whatever_the_full_speed_is) {
  for (press_q16 speed = 0; speed < 3; speed++) {
    press_button_config c = levels();
    c.full_speed = speed;
    BENCH(&b, c.traits = 0);
    assert_int_equal(press_button_attach(b.engine, &c), PRESS_OK);
    plays("1*2 0.5", "contact_began button_pressed");
    plays("0.49", "button_released");
  }
}

TEST(what_was_spent_is_forgotten_once_no_contact_is_left) {
  make_moving(PRESS_BUTTON_FLAG_NOT_WHILE_MOVING, false);
  BENCH_PLAY("c1 0.2@0,0 0.2@20,0 1.5");
  assert_int_equal(bench_button(&b).state, PRESS_BUTTON_UP);
  BENCH_PLAY("c1 0@20,0 c2 1.5@150,0");
  assert_int_equal(bench_button(&b).state, PRESS_BUTTON_DOWN);
  bench_finish(&b);
}

static bool touches(press_engine *engine, uint64_t t_us, uint32_t contact, double newtons) {
  press_sample sample = sample_of(t_us, contact, newtons, 0);
  return press_feed(engine, &sample, 1) == 1;
}

/* Two contacts are down as the button is attached, and the last sample before took what room there was: in it a contact ended and
 * the next began. It lifts (that sample is always taken), while the other presses hard, and stays or lifts too. Returns whether the last sample was
 * taken. */
static bool attach_to_a_full_queue(uint16_t capacity, uint64_t samples, uint32_t lift_us, bool stays) {
  static uint64_t storage[8192 / 8];
  press_engine   *engine;
  press_event     events[64];
  press_config    config = bench_config();
  config.flags = PRESS_CONFIG_TELL_MOVED;
  config.full_force = PRESS_Q16(3); /* Its preview commits, and goes on. */
  config.max_contacts = 2;
  config.max_events = capacity;
  config.lift_us = lift_us;
  assert_int_equal(press_engine_init(storage, sizeof storage, &config, &engine), PRESS_OK);
  bool taken = touches(engine, 0, 1, 2) && touches(engine, 0, 2, 2);
  for (uint64_t i = 1; i <= samples && taken; i++) taken = touches(engine, i, 1, 2);
  if (!taken || !touches(engine, 100, 2, 0) || !touches(engine, 101 + lift_us, 2, 2)) return false;
  press_button_config c = levels();
  assert_int_equal(press_button_attach(engine, &c), PRESS_OK);
  assert_true(touches(engine, 101 + lift_us, 2, 0));
  assert_true(touches(engine, 101 + lift_us, 1, stays ? 2 : 0) || stays);
  assert_int_equal(press_tick(engine, 101 + 2 * lift_us), PRESS_OK);
  press_engine_stats  stats = {.size = sizeof stats};
  press_button_status now = {.size = sizeof now};
  press_engine_get_stats(engine, &stats);
  assert_int_equal(stats.overwritten, 0);
  assert_true(press_poll(engine, events, 64) > 0);
  assert_int_equal(events[0].type, PRESS_EVENT_CONTACT_BEGAN);
  if (stays) {
    assert_true(touches(engine, 102 + 2 * lift_us, 1, 2));
    assert_int_equal(press_button_get(engine, &now), PRESS_OK);
    assert_int_equal(now.state, PRESS_BUTTON_DOWN);
  }
  return true;
}

TEST(attached_to_a_full_queue_it_presses_by_the_next_sample_that_touches) {
  size_t taken = 0;
  for (uint16_t capacity = 14; capacity < 40; capacity++) {
    for (uint64_t samples = 0; samples < 40; samples++) {
      for (int i = 0; i < 4; i++) taken += attach_to_a_full_queue(capacity, samples, i & 1 ? 30000 : 0, i & 2);
    }
  }
  assert_true(taken > 100);
}

int main(void) { return run_all(NULL, NULL); }
