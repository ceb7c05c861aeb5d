/* button.h: the force button, row A10. The levels of these tests: press 1.0 N, release 0.5 N, ratio down 0.5, ratio up 2,
 * ceiling 4 N, full speed 100 points per second. The surface does not preview. */
#include "support.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

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

static void delivers(const char *expected) {
  assert_string_equal(recorder_events(&b.log), expected);
  recorder_clear(&b.log);
}

static void feed(const double *forces, size_t count) {
  for (size_t i = 0; i < count; i++) bench_feed(&b, forces[i]);
}

#define FEED(...) feed((const double[]){__VA_ARGS__}, COUNT(((const double[]){__VA_ARGS__})))

static void a10_a_click_is_pressed_and_released(void **state) {
  (void)state;
  make(&b);
  FEED(0.5, 0.999);
  delivers("contact_began");
  FEED(1.0);
  delivers("button_pressed");
  FEED(0.9, 0.5);
  delivers("");
  FEED(0.49);
  delivers("button_released");
  FEED(0);
  delivers("contact_ended:lifted");
  FEED(1, 0);
  delivers("contact_began button_pressed button_released contact_ended:lifted");
}

static void a10_a_hard_press_releases_early_up_to_the_ceiling(void **state) {
  (void)state;
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

static void a10_after_an_early_release_trembling_does_not_press_again(void **state) {
  (void)state;
  make(&b);
  FEED(3, 1.4);
  delivers("contact_began button_pressed button_released");
  /* Twice the least force since. */
  FEED(1.6, 2.7);
  delivers("");
  FEED(1.0, 1.9);
  delivers("");
  FEED(2.1);
  delivers("button_pressed");
  press_engine_reset(b.engine);
}

static void a10_a_fast_finger_does_not_release(void **state) {
  (void)state;
  make(&b);
  bench_feed_at(&b, 0, 1, 0, 0);
  /* One point in 10 ms: full speed. */
  bench_feed_at(&b, 0, 0.3, 1, 0);
  bench_feed_at(&b, 0, 0.06, 2, 0);
  delivers("contact_began button_pressed");
  bench_feed_at(&b, 0, 0.3, 2, 0);
  delivers("button_released");
  press_engine_reset(b.engine);
}

static void a10_new_levels_wait_until_the_finger_has_passed_the_new_release_level(void **state) {
  (void)state;
  press_button_config c = levels();
  make(&b);
  FEED(1.2);
  recorder_clear(&b.log);
  /* Above what the finger does: the former levels hold. */
  c.press_force = PRESS_Q16(3);
  c.release_force = PRESS_Q16(2.5);
  assert_int_equal(press_button_set(b.engine, &c), PRESS_OK);
  assert_int_equal(bench_button(&b).state, PRESS_BUTTON_DOWN);
  FEED(1.2, 0.7);
  delivers("");
  FEED(0.4);
  delivers("button_released");
  FEED(1.2);
  delivers("");
  FEED(0);
  recorder_clear(&b.log);
  FEED(2.9, 3);
  delivers("contact_began button_pressed");
  FEED(0);
  recorder_clear(&b.log);
  /* While up at once. */
  c = levels();
  assert_int_equal(press_button_set(b.engine, &c), PRESS_OK);
  FEED(1);
  delivers("contact_began button_pressed");
  press_engine_reset(b.engine);
}

static void the_strongest_counts_and_fingers_are_not_summed(void **state) {
  (void)state;
  make(&b);
  bench_feed_at(&b, 1, 0.7, 0, 0);
  bench_feed_at(&b, 2, 0.7, 0, 0);
  delivers("contact_began contact_began");
  bench_feed_at(&b, 2, 1, 0, 0);
  delivers("button_pressed");
  bench_feed_at(&b, 2, 0.3, 0, 0);
  delivers("");
  bench_feed_at(&b, 1, 0.4, 0, 0);
  delivers("button_released");
  press_engine_reset(b.engine);
}

static void a_contact_that_is_cancelled_cancels_the_press_it_holds(void **state) {
  (void)state;
  static const struct { uint32_t flags; const char *events; } ends[] = {
    {PRESS_SAMPLE_LOST, "button_cancelled:lost contact_cancelled:lost"}, {PRESS_SAMPLE_PALM, "button_cancelled:palm contact_cancelled:palm"},
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
    bench_feed_at(&b, 1, 1.2, 0, 0);
    bench_feed_at(&b, 2, 0.8, 0, 0);
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

static void every_call_in_every_callback_leaves_one_end_for_every_beginning(void **state) {
  (void)state;
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

static void a_copy_of_the_bytes_is_a_copy_of_the_engine(void **state) {
  (void)state;
  for (size_t at = 0; at < COUNT(way); at++) {
    make(&b);
    make(&other);
    feed(way, at);
    memcpy(other.storage, b.storage, sizeof b.storage);
    other.now = b.now;
    press_delegate d = recorder_delegate(&other.log);
    assert_int_equal(press_set_delegate(other.engine, &d), PRESS_OK);
    recorder_clear(&b.log);
    feed(way + at, COUNT(way) - at);
    for (size_t i = at; i < COUNT(way); i++) bench_feed(&other, way[i]);
    assert_int_equal(b.log.count, other.log.count);
    for (size_t i = 0; i < b.log.count; i++) assert_memory_equal(&b.log.entries[i].event, &other.log.entries[i].event, sizeof(press_event));
  }
}

static void null_limits_and_what_is_out_of_range(void **state) {
  (void)state;
  press_button_config c;
  press_button_status now = {.size = sizeof now, .press_force = 77};
  press_engine       *engine;
  press_button_config_init(&c);
  press_button_config_init(NULL);
  assert_int_equal(c.size, sizeof c);
  assert_int_equal(c.flags, 0);
  assert_int_equal(c.press_force, PRESS_Q16(1.5));
  assert_int_equal(c.release_force, PRESS_Q16(1.3));
  assert_int_equal(c.ratio_down, PRESS_Q16(0.6));
  assert_int_equal(c.ratio_up, PRESS_Q16(1.2));
  assert_int_equal(c.ceiling, PRESS_Q16(6));
  assert_int_equal(c.full_speed, PRESS_Q16(200));
  bench_make(&b, NULL);
  assert_int_equal(press_button_get(b.engine, &now), PRESS_ERR_STATE);
  c = levels();
  assert_int_equal(press_button_set(b.engine, &c), PRESS_ERR_STATE);
#define REFUSE(field, value) \
  do { \
    c = levels(); \
    c.field = (value); \
    assert_int_equal(press_button_attach(b.engine, &c), PRESS_ERR_INVAL); \
  } while (0)
  REFUSE(size, 0);
  REFUSE(flags, 1);
  REFUSE(press_force, 0);
  REFUSE(release_force, 0);
  REFUSE(release_force, PRESS_Q16(1) + 1);
  REFUSE(ratio_down, -1);
  REFUSE(ratio_down, PRESS_ONE + 1);
  REFUSE(ratio_up, PRESS_ONE - 1);
  REFUSE(ratio_up, 4 * PRESS_ONE + 1);
  REFUSE(ceiling, PRESS_Q16(1) - 1);
  REFUSE(full_speed, -1);
  REFUSE(reserved[2], 1);
  assert_int_equal(press_button_attach(NULL, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_button_attach(b.engine, NULL), PRESS_OK);
  assert_int_equal(press_button_attach(b.engine, NULL), PRESS_ERR_STATE);
  assert_int_equal(press_button_set(NULL, &c), PRESS_ERR_INVAL);
  assert_int_equal(press_button_set(b.engine, NULL), PRESS_ERR_INVAL);
  c = levels();
  c.ratio_up = 0;
  assert_int_equal(press_button_set(b.engine, &c), PRESS_ERR_INVAL);
  assert_int_equal(press_button_get(NULL, &now), PRESS_ERR_INVAL);
  assert_int_equal(press_button_get(b.engine, NULL), PRESS_ERR_INVAL);
  assert_int_equal(now.press_force, 77);
  assert_int_equal(press_button_get(b.engine, &now), PRESS_OK);
  assert_int_equal(now.state, PRESS_BUTTON_UP);
  assert_int_equal(now.press_force, PRESS_Q16(1.5));
  assert_int_equal(now.release_force, PRESS_Q16(1.3));
  bench_finish(&b);
  press_config config = bench_config();
  size_t       bytes = press_engine_size(&config) + press_button_size(&config, NULL);
  assert_int_equal(press_engine_init(b.storage, bytes - 8, &config, &engine), PRESS_OK);
  assert_int_equal(press_button_attach(engine, NULL), PRESS_ERR_NOSPC);
  assert_int_equal(press_engine_init(b.storage, bytes, &config, &engine), PRESS_OK);
  assert_int_equal(press_button_attach(engine, NULL), PRESS_OK);
  config.max_events = (uint16_t)(8 + 2 * config.max_contacts);
  assert_int_equal(press_engine_init(b.storage, sizeof b.storage, &config, &engine), PRESS_OK);
  assert_int_equal(press_button_attach(engine, NULL), PRESS_ERR_NOBUFS);
}

/* Everything at once: the default queue holds it, and the order within one sample is fixed. */
static void with_everything_attached_two_engines_deliver_the_same(void **state) {
  (void)state;
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
  assert_int_equal(b.log.count, other.log.count);
  for (size_t i = 0; i < b.log.count; i++) assert_memory_equal(&b.log.entries[i].event, &other.log.entries[i].event, sizeof(press_event));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a10_a_click_is_pressed_and_released),
    cmocka_unit_test(a10_a_hard_press_releases_early_up_to_the_ceiling),
    cmocka_unit_test(a10_after_an_early_release_trembling_does_not_press_again),
    cmocka_unit_test(a10_a_fast_finger_does_not_release),
    cmocka_unit_test(a10_new_levels_wait_until_the_finger_has_passed_the_new_release_level),
    cmocka_unit_test(the_strongest_counts_and_fingers_are_not_summed),
    cmocka_unit_test(a_contact_that_is_cancelled_cancels_the_press_it_holds),
    cmocka_unit_test(every_call_in_every_callback_leaves_one_end_for_every_beginning),
    cmocka_unit_test(a_copy_of_the_bytes_is_a_copy_of_the_engine),
    cmocka_unit_test(null_limits_and_what_is_out_of_range),
    cmocka_unit_test(with_everything_attached_two_engines_deliver_the_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
