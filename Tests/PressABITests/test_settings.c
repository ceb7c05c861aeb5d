/* Configs can be changed while they are in use: press_engine_set, press_gestures_set, press_peek_set, press_transition_set,
 * press_drag_set. A change has no effect on interactions that run, and begins nothing. (The tests of press_button_set, press_pad_set and
 * press_grid_set are in test_button.c, test_pad.c and test_grid.c.) */
#include "support.h"

static bench b;

static void delivers(const char *expected) { bench_delivers(&b, expected); }

static void plays(const char *script, const char *expected) { BENCH_DELIVERS(script, expected); }

/* The log was cleared in between. */
static void finish(void) {
  b.log.hook = NULL;
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

static press_config with_levels(double touch, double release) {
  press_config c = bench_config();
  c.touch_force = PRESS_Q16(touch);
  c.release_force = PRESS_Q16(release);
  return c;
}

static void set(const press_config *c) { assert_int_equal(press_engine_set(b.engine, c), PRESS_OK); }

TEST(a_contact_that_is_down_keeps_its_levels) {
  bench_make(&b, NULL);
  plays("0.3", "contact_began preview_began preview_updated");
  press_config c = with_levels(0.6, 0.4);
  c.preview_pressure = PRESS_Q16(0.7);
  c.commit_pressure = c.complete_pressure = PRESS_Q16(0.9);
  c.flags = PRESS_CONFIG_TELL_MOVED;
  set(&c);
  /* Below the new release level and the new preview level. */
  plays("0.2", "preview_updated");
  plays("0.5", "preview_updated! commit_updated");
  plays("0", "preview_cancelled:lifted contact_ended:lifted");
  /* The next one has the new ones. */
  plays("0.59", "");
  plays("0.65", "contact_began contact_moved");
  plays("0.7", "contact_moved preview_began preview_updated");
  plays("0.39", "preview_cancelled:lifted contact_ended:lifted");
  finish();
}

TEST(contacts_that_join_one_that_is_down_have_its_levels) {
  bench_make(&b, NULL);
  bench_feed_at(&b, 1, 0.2, 0, 0);
  press_config c = with_levels(0.6, 0.4);
  set(&c);
  plays("c2 0.2", "contact_began contact_began");
  plays("c1 0 0.2", "contact_ended:lifted contact_began");
  BENCH_PLAY("c1 0 c2 0");
  recorder_clear(&b.log);
  plays("c1 0.5", "");
  finish();
}

TEST(a_finger_that_rests_below_the_former_level_begins_no_contact) {
  press_config before = with_levels(0.5, 0.4), after = with_levels(0.2, 0.1);
  /* The finger rests, and lifts. */
  bench_make(&b, &before);
  bench_feed(&b, 0.3);
  set(&after);
  plays("0.3 0.45 0.25", "");
  plays("0.19 0.2", "contact_began");
  finish();
  /* The finger presses harder: 0.5 is a touch by both configs. */
  bench_make(&b, &before);
  set(&after);
  BENCH_FEED(0.3, 0.5, 0.15);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 1);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_ENDED), 0);
  finish();
}

TEST(a_grace_that_runs_keeps_its_length) {
  press_config c = bench_config();
  c.lift_us = 25000;
  bench_make(&b, &c);
  BENCH_FEED(0.2, 0);
  c.lift_us = 0;
  set(&c);
  assert_int_equal(press_next_deadline(b.engine), b.now + 25000);
  assert_int_equal(press_tick(b.engine, b.now += 25000), PRESS_OK);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_CONTACT_ENDED)->late_us, 25000);
  recorder_clear(&b.log);
  plays("0.2 0", "contact_began contact_ended:lifted");
  finish();
}

TEST(contacts_may_come_from_a_flag_from_now_on) {
  bench_make(&b, NULL);
  bench_feed_flags(&b, 0, 0.05, PRESS_SAMPLE_DOWN);
  press_config c = bench_config();
  c.flags = PRESS_CONFIG_CONTACT_FROM_FLAG;
  set(&c);
  bench_feed_flags(&b, 0, 0.05, PRESS_SAMPLE_DOWN);
  delivers("");
  bench_feed_flags(&b, 0, 0, 0);
  bench_feed_flags(&b, 0, 0.05, PRESS_SAMPLE_DOWN);
  delivers("contact_began");
  /* The config is set back. */
  c.flags = 0;
  set(&c);
  bench_feed_flags(&b, 0, 0, PRESS_SAMPLE_DOWN);
  delivers("");
  plays("0.9", "contact_ended:lifted");
  plays("0.09 0.1", "contact_began");
  finish();
}

TEST(what_a_sensor_kept_begins_no_contact_by_lower_levels) {
  press_config c = with_levels(0.3, 0.1);
  c.traits = 0;
  bench_make(&b, &c);
  BENCH_PLAY("c0 2 ~");
  for (int i = 0; i < 8; i++) bench_feed(&b, 0.4);
  recorder_clear(&b.log);
  c.touch_force = PRESS_Q16(0.15);
  set(&c);
  plays("c1 0 c0 0.6 0.5", "");
  plays("c0 0.65", "contact_began");
  finish();
}

static void at_one_call(recorder *log, press_engine *engine, const entry *what) {
  (void)what;
  press_config          c = with_levels(0.6, 0.4);
  press_gestures_config g;
  press_drag_config     d;
  const int            *at = log->context;
  press_gestures_config_init(&g);
  press_drag_config_init(&d);
  if (log->calls++ != *at) return;
  assert_int_equal(press_engine_set(engine, &c), PRESS_OK);
  assert_int_equal(press_gestures_set(engine, &g), PRESS_OK);
  assert_int_equal(press_drag_set(engine, &d), PRESS_OK);
}

TEST(a_change_in_any_callback_changes_nothing_that_runs) {
  static const double way[] = {0.2, 0.3, 0.6, 0.8, 0.07, 0.2, 0};
  static char         expected[4096];
  int                 calls = 1;
  for (int at = -1; at < calls; at++) {
    bench_make(&b, NULL);
    BENCH_ATTACH(gestures);
    BENCH_ATTACH(drag);
    b.log.hook = at_one_call;
    b.log.context = &at;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) bench_feed(&b, way[i]);
    if (at < 0)
      strcpy(expected, recorder_events(&b.log));
    else
      assert_string_equal(recorder_events(&b.log), expected);
    calls = b.log.calls;
    finish();
  }
}

/* ---- gestures ---- */

enum { HOLD = PRESS_TARGET_HOLD, TAP = PRESS_TARGET_TAP, DOUBLE = PRESS_TARGET_TAP | PRESS_TARGET_DOUBLE_TAP };

static void make_gestures(uint32_t traits) {
  bench_make(&b, NULL);
  BENCH_ATTACH(gestures);
  bench_target(&b, 1, 0, 0, 0, 1000, 1000, traits);
}

static void set_gestures(uint32_t hold_us, double slop, uint32_t double_tap_us) {
  press_gestures_config g;
  press_gestures_config_init(&g);
  g.hold_us = hold_us;
  g.slop = g.hold_slop = PRESS_Q16(slop);
  g.double_tap_us = double_tap_us;
  assert_int_equal(press_gestures_set(b.engine, &g), PRESS_OK);
}

TEST(a_contact_keeps_the_gestures_that_it_began_with) {
  make_gestures(HOLD | TAP);
  bench_feed(&b, 0.2);
  set_gestures(20000, 100, 300000);
  assert_int_equal(press_next_deadline(b.engine), b.now + 500000);
  plays("0.2@20,0", "contact_began tap_failed:moved");
  plays("0@20,0 0.2@0,0 0.2@50,0*3", "contact_ended:lifted contact_began hold_began");
  finish();
}

TEST(a_tap_that_waits_keeps_its_time) {
  make_gestures(DOUBLE);
  BENCH_FEED(0.2, 0);
  set_gestures(500000, 10, 1000);
  plays("0.2 0", "contact_began contact_ended:lifted contact_began double_tapped contact_ended:lifted");
  plays("0.2 0 0.2", "contact_began contact_ended:lifted tapped contact_began");
  finish();
}

/* ---- drags ---- */

TEST(a_drag_keeps_its_settings) {
  press_drag_config d;
  press_drag_config_init(&d);
  bench_make(&b, NULL);
  assert_int_equal(press_drag_attach(b.engine, &d), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 1000, 1000, PRESS_TARGET_DRAG_SOURCE);
  bench_feed(&b, 0.2);
  d.slop = PRESS_Q16(50);
  d.drop_pressure = PRESS_Q16(0.3);
  assert_int_equal(press_drag_set(b.engine, &d), PRESS_OK);
  plays("0.2@5,0 0.5", "contact_began drag_began drag_items_changed");
  bench_feed_at(&b, 0, 0, 5, 0);
  recorder_clear(&b.log);
  plays("0.2@0,0 0.2@49,0", "contact_began");
  plays("0.2@50,0", "drag_began drag_items_changed");
  plays("0.2@50,0 0.3", "drag_cancelled:no_destination");
  finish();
}

static void make_peeks(const press_peek_config *config) {
  static const press_action actions[] = {{.id = 11, .title = "copy"}};
  static const press_peek   peek = {
      .size = sizeof peek, .id = 7, .actions_width = PRESS_Q16(50), .action_height = PRESS_Q16(10), .action_count = 1, .actions = actions};
  bench_make(&b, NULL);
  assert_int_equal(press_peek_attach(b.engine, config), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 100, 100, PRESS_TARGET_PEEK);
  b.log.peek = &peek;
}

static void tick(uint64_t us) { assert_int_equal(press_tick(b.engine, b.now += us), PRESS_OK); }

TEST(a_contact_keeps_the_way_in_which_it_opens_a_peek) {
  press_peek_config c;
  press_peek_config_init(&c);
  c.flags = PRESS_PEEK_FLAG_FROM_HOLD;
  make_peeks(&c);
  bench_feed_at(&b, 0, 0.2, 5, 5);
  c.hold_us = 100000;
  assert_int_equal(press_peek_set(b.engine, &c), PRESS_OK);
  assert_int_equal(press_next_deadline(b.engine), b.now + 500000);
  /* A contact beside it neither. */
  BENCH_PLAY("c1 0.2@5,5 c0 0");
  plays("+400", "contact_began contact_began contact_ended:lifted");
  BENCH_PLAY("c1 0@5,5 0.2");
  tick(99999);
  delivers("contact_ended:lifted contact_began");
  tick(1);
  delivers("peek_shown actions_revealed=0");
  /* While the peek is shown, its touches use the former config until it is dismissed. */
  c.flags = 0;
  assert_int_equal(press_peek_set(b.engine, &c), PRESS_OK);
  bench_feed_at(&b, 1, 0, 5, 5);
  assert_int_equal(press_peek_dismiss(b.engine), PRESS_OK);
  recorder_clear(&b.log);
  plays("c1 0.2@5,5 +600", "contact_began");
  finish();
}

TEST(a_peek_keeps_the_way_to_its_actions) {
  press_peek_config c;
  press_peek_config_init(&c);
  make_peeks(&c);
  bench_feed_at(&b, 0, 0.5, 5, 90);
  c.reveal_distance = PRESS_Q16(80);
  assert_int_equal(press_peek_set(b.engine, &c), PRESS_OK);
  bench_feed_at(&b, 0, 0.5, 5, 50);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_ACTIONS_REVEALED), 1);
  bench_feed_at(&b, 0, 0, 5, 50);
  assert_int_equal(press_peek_dismiss(b.engine), PRESS_OK);
  BENCH_PLAY("0.5@5,90 0.5@5,50");
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_ACTIONS_REVEALED), 1);
  bench_feed_at(&b, 0, 0.5, 5, 10);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_ACTIONS_REVEALED), 2);
  finish();
}

TEST(a_transition_keeps_its_frames_and_its_flick) {
  press_transition_config c;
  press_transition_config_init(&c);
  c.frame_us = 100000;
  c.flick_speed = 0;
  bench_make(&b, NULL);
  assert_int_equal(press_transition_attach(b.engine, &c), PRESS_OK);
  assert_int_equal(press_transition_start(b.engine, 1, NULL), PRESS_OK);
  assert_int_equal(press_transition_finish(b.engine, 1), PRESS_OK);
  c.frame_us = 10000;
  c.options.duration_us = 20000;
  assert_int_equal(press_transition_set(b.engine, &c), PRESS_OK);
  assert_int_equal(press_next_deadline(b.engine), 100000);
  assert_int_equal(press_transition_start(b.engine, 2, NULL), PRESS_OK);
  assert_int_equal(press_transition_finish(b.engine, 2), PRESS_OK);
  assert_int_equal(press_next_deadline(b.engine), 10000);
  tick(400000);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_FINISHED), 2);
  /* A movement that has begun is decided by the place of its lift; the next one by its speed. */
  assert_int_equal(press_transition_bind(b.engine, 3, PRESS_DRIVER_MOTION, 0, PRESS_Q16(100), 0), PRESS_OK);
  for (int turn = 0; turn < 2; turn++) {
    press_transition_status now;
    press_transition_status_init(&now);
    for (int i = 0; i < 5; i++) bench_feed_at(&b, 0, 0.2, 8 * i, 0);
    c.flick_speed = PRESS_Q16(300);
    assert_int_equal(press_transition_set(b.engine, &c), PRESS_OK);
    bench_feed_at(&b, 0, 0, 32, 0);
    assert_int_equal(press_transition_get(b.engine, 3, &now), PRESS_OK);
    assert_int_equal(now.state, turn == 0 ? PRESS_TRANSITION_CANCELLING : PRESS_TRANSITION_FINISHING);
    tick(400000);
  }
  finish();
}

/* Capacities stay as they were when it was made or attached; other refusals are in test_checks.c and test_refused.c. */
TEST(a_change_of_a_capacity_is_refused) {
  bench_make(&b, NULL);
#define CHANGED(name, change) \
  do { \
    press_##name##_config c; \
    press_##name##_config_init(&c); \
    assert_int_equal(press_##name##_set(b.engine, &c), PRESS_ERR_STATE); \
    assert_int_equal(press_##name##_attach(b.engine, &c), PRESS_OK); \
    change; \
  } while (0)
#define REFUSED(name, field) \
  do { \
    c.field++; \
    assert_int_equal(press_##name##_set(b.engine, &c), PRESS_ERR_INVAL); \
    c.field--; \
    assert_int_equal(press_##name##_set(b.engine, &c), PRESS_OK); \
  } while (0)
  press_config c = bench_config();
  REFUSED(engine, max_contacts);
  REFUSED(engine, max_targets);
  REFUSED(engine, max_events);
  CHANGED(gestures, (void)0);
  CHANGED(drag, REFUSED(drag, max_sessions); REFUSED(drag, max_items); REFUSED(drag, undo_depth));
  CHANGED(peek, (void)0);
  CHANGED(transition, REFUSED(transition, max_transitions));
  finish();
}

/* ---- configs that are read back ---- */

static void *storage_of(size_t bytes) {
  static uint64_t bytes_of[65536 / 8];
  assert_true(bytes <= sizeof bytes_of);
  memset(bytes_of, 0, sizeof bytes_of);
  return bytes_of;
}

/* A config that differs from the defaults in every field that may; the capacities of one that is attached stay. */
static void odd_gestures(press_gestures_config *c) { c->hold_us = 1, c->slop = 2, c->tap_us = 3, c->scroll_slop = 4; }
static void odd_peek(press_peek_config *c) {
  c->flags = PRESS_PEEK_FLAG_NO_SLIDE | PRESS_PEEK_FLAG_HIDE, c->reveal_distance = 2, c->slop = 3, c->rest_us = 4, c->hold_us = 5;
}
static void odd_transition(press_transition_config *c) { c->frame_us = 2, c->flick_speed = 3, c->options.speed = 4, c->options.curve.y1 = -5; }
static void odd_drag(press_drag_config *c) {
  c->flags = PRESS_DRAG_FLAG_AFTER_HOLD, c->slop = 2, c->slow_us = 3, c->scroll_full = 4, c->drop_pressure = 5;
}
static void odd_button(press_button_config *c) {
  c->flags = PRESS_BUTTON_FLAG_RAPID_TRIGGER, c->press_force = 9, c->release_force = 8, c->ratio_down = 7, c->ratio_up = 65537, c->ceiling = 10;
  c->full_speed = 6, c->lift_us = 5, c->rapid_fall = 4, c->rapid_rise = 3;
}
static void odd_strike(press_strike_config *c) {
  c->window_us = 2, c->min_speed = 3, c->max_speed = 4, c->curve = PRESS_STRIKE_POWER, c->exponent = 65537, c->unknown_velocity = 5;
}
static void odd_pinch(press_pinch_config *c) { c->flags = PRESS_PINCH_NO_MOVE, c->slop = 2, c->turn_slop = 65537; }
static void odd_scroll(press_scroll_config *c) { c->friction = 65537, c->min_speed = 2, c->frame_us = 3, c->swipe_distance = 4, c->swipe_speed = 5; }
static void odd_levels(press_levels_config *c) {
  c->flags = PRESS_LEVELS_STEPPED, c->count = 7, c->first_pressure = 2, c->last_pressure = 65535, c->hysteresis = 4711, c->repeat_us = 1001;
  c->repeat_fast_us = 1003, c->repeat_delay_us = 3;
}

TEST(a_config_is_read_back_as_it_was_given_before_and_after_it_counts) {
#define READ_BACK(x) \
  do { \
    press_##x##_config c, back; \
    press_##x##_config_init(&c); \
    press_##x##_config_init(&back); \
    press_config config = bench_config(); \
    config.max_events = 0; \
    size_t bytes = press_engine_size(&config) + press_##x##_size(&config, NULL); \
    assert_int_equal(press_engine_init(storage_of(bytes), bytes, &config, &b.engine), PRESS_OK); \
    assert_int_equal(press_##x##_get_config(b.engine, &back), PRESS_ERR_STATE); \
    assert_int_equal(press_##x##_attach(b.engine, NULL), PRESS_OK); \
    assert_int_equal(press_##x##_get_config(b.engine, &back), PRESS_OK); \
    assert_memory_equal(&back, &c, sizeof c); \
    press_sample down = {.t_us = 1, .force = PRESS_ONE}, up = {.t_us = 9999999}; \
    assert_int_equal(press_feed(b.engine, &down, 1), 1); \
    odd_##x(&c); \
    assert_int_equal(press_##x##_set(b.engine, &c), PRESS_OK); \
    for (int turn = 0; turn < 2; turn++) { \
      assert_int_equal(press_##x##_get_config(b.engine, &back), PRESS_OK); \
      assert_memory_equal(&back, &c, sizeof c); \
      assert_int_equal(press_feed(b.engine, &up, 1), 1); \
      up.t_us += 9999999; \
      assert_int_equal(press_tick(b.engine, up.t_us), PRESS_OK); \
      down.t_us = up.t_us += 1; \
      assert_int_equal(press_feed(b.engine, &down, 1), 1); \
      up.t_us += 9999999; \
    } \
  } while (0);
  READ_BACK(gestures)
  READ_BACK(peek) READ_BACK(transition) READ_BACK(drag) READ_BACK(button) READ_BACK(strike) READ_BACK(pinch) READ_BACK(scroll) READ_BACK(levels)
}

/* The engine keeps the full force in another form: as the reciprocal of a span. */
TEST(the_config_of_an_engine_is_read_back) {
  static const struct {
    press_q16 zero, full, firmness;
  } forces[] = {{0, 1, 0}, {0, INT32_MAX, 0}, {0, INT32_MAX, -1}, {1, 3, 5}, {INT32_MAX - 1, INT32_MAX, 0}, {26214, 327680, 0},
    {12345, 987654321, -65536}, {0, 1 << 30, 0}, {0, (1 << 30) + 1, 65536}, {7, INT32_MAX - 1, 0}};
  for (size_t i = 0; i < COUNT(forces); i++) {
    press_config c, back;
    press_config_init(&c);
    press_config_init(&back);
    c.zero_force = forces[i].zero, c.full_force = forces[i].full, c.firmness = forces[i].firmness;
    c.flags = i % 2 ? PRESS_CONFIG_TELL_MOVED : 0;
    c.max_contacts = (uint16_t)(1 + i), c.max_targets = (uint16_t)i, c.max_events = i % 3 ? 60 : 0;
    c.preview_pressure = 2, c.commit_pressure = 3, c.complete_pressure = INT32_MAX, c.min_progress_step = 4, c.lost_after_us = (uint32_t)i;
    c.lift_us = 5, c.preview_after_us = 6, c.creep_limit = 7, c.traits = PRESS_TARGET_TAP, c.touch_force = 9, c.release_force = 8;
    size_t bytes = press_engine_size(&c) + 1024;
    assert_int_equal(press_engine_init(storage_of(bytes), bytes, &c, &b.engine), PRESS_OK);
    assert_int_equal(press_engine_get_config(b.engine, &back), PRESS_OK);
    assert_memory_equal(&back, &c, sizeof c);
    assert_int_equal(press_engine_set(b.engine, &back), PRESS_OK);
    press_sample down = {.t_us = 1, .force = PRESS_ONE};
    assert_int_equal(press_feed(b.engine, &down, 1), 1);
    c.touch_force = 10;
    assert_int_equal(press_engine_set(b.engine, &c), PRESS_OK);
    assert_int_equal(press_engine_get_config(b.engine, &back), PRESS_OK);
    assert_memory_equal(&back, &c, sizeof c);
  }
  press_config c, back;
  press_config_init(&c);
  press_config_init(&back);
  c.flags = PRESS_CONFIG_CONTACT_FROM_FLAG;
  c.max_events = 1;
  assert_int_equal(press_engine_init(storage_of(16384), 16384, &c, &b.engine), PRESS_OK);
  assert_int_equal(press_engine_get_config(b.engine, &back), PRESS_OK);
  c.release_force = 0, c.lift_us = 0, c.max_events = 28;
  assert_memory_equal(&back, &c, sizeof c);
  assert_int_equal(press_engine_set(b.engine, &back), PRESS_OK);
}

TEST(the_configs_of_pads_and_grids_are_read_back) {
  static uint64_t   pads[PRESS_PAD_STORAGE_1 / 8], grids[32768 / 8];
  press_pad_config  p, p_back;
  press_grid_config g, g_back;
  press_pad        *pad;
  press_grid       *grid;
  press_pad_config_init(&p), press_pad_config_init(&p_back);
  press_grid_config_init(&g), press_grid_config_init(&g_back);
  p.min_cutoff_hz = 1, p.fall_us = 2, p.correction.f = 3;
  g.gain = 2, g.merge_us = 3;
  assert_int_equal(press_pad_init(pads, sizeof pads, &p, NULL, 1, &pad), PRESS_OK);
  assert_int_equal(press_grid_init(grids, sizeof grids, &g, &grid), PRESS_OK);
  for (int turn = 0; turn < 2; turn++) {
    assert_int_equal(press_pad_get_config(pad, &p_back), PRESS_OK);
    assert_int_equal(press_grid_get_config(grid, &g_back), PRESS_OK);
    assert_memory_equal(&p_back, &p, sizeof p);
    assert_memory_equal(&g_back, &g, sizeof g);
    p.gap_us = 4, g.palm_cells = 5;
    assert_int_equal(press_pad_set(pad, &p), PRESS_OK);
    assert_int_equal(press_grid_set(grid, &g), PRESS_OK);
  }
}

int main(void) { return run_all(NULL, NULL); }
