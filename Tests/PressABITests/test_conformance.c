/* Statements of Tests/style/statements.md that no other test pins. */
#include "support.h"

static bench b;

/* ---- the preview ---- */

static void asserts_that_a_call_runs(recorder *log, press_engine *engine, const entry *what) {
  (void)engine;
  (void)what;
  assert_true(*(const bool *)log->context);
}

/* conforms: preview-01 */
BENCH_TEST(callbacks_run_inside_the_call_that_causes_them) {
  static const double forces[] = {0.2, 0.4, 0.6, 0.9, 0};
  bool                runs = false;
  b.log.hook = asserts_that_a_call_runs;
  b.log.context = &runs;
  for (size_t i = 0; i < sizeof forces / sizeof *forces; i++) {
    size_t before = b.log.count;
    runs = true;
    bench_feed(&b, forces[i]);
    runs = false;
    assert_true(b.log.count > before);
  }
  press_event events[16];
  assert_int_equal(press_poll(b.engine, events, 16), 7);
  b.log.hook = NULL;
}

/* conforms: preview-26 */
BENCH_TEST(where_a_finger_is_can_be_asked_at_any_time_of_a_preview) {
  bench_target(&b, 1, 0, 100, 100, 200, 200, PRESS_TARGET_PREVIEW);
  static const double ways[][3] = {{0.2, 110, 120}, {0.4, 111, 121}, {0.6, 113, 124}, {0.9, 140, 150}};
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    bench_feed_at(&b, 0, ways[i][0], ways[i][1], ways[i][2]);
    press_touch touch;
    assert_int_equal(press_touch_get(b.engine, 0, 0, &touch), PRESS_OK);
    /* The place is relative to the surface, not to the target. */
    assert_int_equal(touch.x, PRESS_Q16(ways[i][1]));
    assert_int_equal(touch.y, PRESS_Q16(ways[i][2]));
    assert_int_equal(touch.target, 1);
  }
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PREVIEW_BEGAN), 1);
}

/* ---- peeks ---- */

static const press_action star = {.id = 1, .title = "Star"}, unstar = {.id = 1, .title = "Unstar"};
static const press_peek   plain_row = {.size = sizeof plain_row, .id = 5, .action_count = 1, .actions = &star};
static const press_peek   starred_row = {.size = sizeof starred_row, .id = 5, .action_count = 1, .actions = &unstar};

static void make_row(void) {
  bench_make(&b, NULL);
  BENCH_ATTACH(gestures);
  BENCH_ATTACH(peek);
  bench_target(&b, 1, 0, 0, 0, 100, 20, PRESS_TARGET_PEEK | PRESS_TARGET_TAP);
  b.log.peek = &plain_row;
}

/* conforms: peek-02, peek-03 */
TEST(a_row_that_peeks_is_tapped_as_one_that_does_not) {
  make_row();
  BENCH_ROW("0.2@5,5 0", "contact_began tapped contact_ended:lifted");
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_TAPPED)->target, 1);
  recorder_clear(&b.log);
  BENCH_PLAY("0.6@5,5 0");
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PEEK_SHOWN)->target, 1);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TAPPED), 0);
  bench_finish(&b);
}

/* conforms: peek-19 */
TEST(the_actions_are_asked_for_at_every_peek) {
  const press_peek *const asked[] = {&plain_row, &starred_row, &plain_row};
  make_row();
  for (size_t i = 0; i < 3; i++) {
    press_peek_status s = {.size = sizeof s};
    b.log.peek = asked[i];
    bench_feed_at(&b, 0, 0.6, 5, 5);
    assert_int_equal(press_peek_get(b.engine, &s), PRESS_OK);
    assert_string_equal(s.peek.actions[0].title, i == 1 ? "Unstar" : "Star");
    bench_feed_at(&b, 0, 0, 5, 5);
  }
  bench_finish(&b);
}

/* conforms: peek-07, peek-13 */
TEST(a_peek_keeps_its_size_and_what_stays_sharp) {
  static const press_peek sized = {.size = sizeof sized, .id = 5, .source_x = 1, .source_y = 2, .source_width = 3, .source_height = 4, .height = 6};
  const size_t            bytes = offsetof(press_peek, actions_x);
  press_peek              found = {.size = sizeof found};
  press_peek_status       s = {.size = sizeof s};
  make_row();
  b.log.peek = &sized;
  assert_int_equal(press_peek_find(b.engine, 1, &found), PRESS_OK);
  bench_feed_at(&b, 0, 0.6, 5, 5);
  assert_int_equal(press_peek_get(b.engine, &s), PRESS_OK);
  assert_memory_equal(&found, &sized, bytes);
  assert_memory_equal(&s.peek, &sized, bytes);
  bench_finish(&b);
}

/* conforms: peek-10 */
TEST(a_peek_needs_no_function_of_the_delegate) {
  static const press_peek_declaration table[] = {{.target = 1, .peek = {.size = sizeof(press_peek), .id = 5}}};
  static const uint32_t               ends[] = {PRESS_EVENT_PREVIEW_REFUSED, PRESS_EVENT_PEEK_POPPED};
  for (size_t declared = 0; declared < 2; declared++) {
    press_event events[16];
    make_row();
    assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
    assert_int_equal(press_peek_declare(b.engine, table, declared), PRESS_OK);
    bench_feed_at(&b, 0, 0.9, 5, 5);
    int count = press_poll(b.engine, events, 16);
    assert_true(count > 0);
    assert_int_equal(events[count - 1].type, ends[declared]);
  }
}

/* ---- drags ---- */

static bool transfers(press_engine *engine, const press_drag *drag, uint32_t destination, press_drop_proposal *proposal, void *user) {
  (void)engine, (void)drag, (void)destination, (void)user;
  proposal->flags = PRESS_PROPOSAL_TRANSFERS;
  return true;
}

/* Two sources in two domains, 1 and 2, and a destination, 3. */
static void make_desk(void) {
  press_target t = {.size = sizeof t};
  bench_make(&b, NULL);
  BENCH_ATTACH(drag);
  bench_target(&b, 1, 0, 0, 0, 50, 50, PRESS_TARGET_DRAG_SOURCE);
  bench_target(&b, 2, 0, 50, 0, 50, 50, PRESS_TARGET_DRAG_SOURCE);
  bench_target(&b, 3, 0, 200, 0, 100, 100, PRESS_TARGET_DROP);
  assert_int_equal(press_target_get(b.engine, 2, &t), PRESS_OK);
  t.domain = 7;
  assert_int_equal(press_target_update(b.engine, &t), PRESS_OK);
}

static uint32_t session_of(uint32_t contact) {
  uint32_t session = 0;
  assert_int_equal(press_drag_find(b.engine, contact, &session), PRESS_OK);
  return session;
}

/* conforms: drag-17 */
TEST(items_of_two_applications_are_dragged_as_a_group) {
  press_drag_item items[2];
  make_desk();
  BENCH_PLAY("c0 0.2@10,10 0.2@20,10 c1 0.2@60,10 0");
  assert_int_equal(press_drag_get_items(b.engine, session_of(0), items, 2), 2);
  assert_int_equal(items[0].source, 1);
  assert_int_equal(items[1].source, 2);
  BENCH_PLAY("c0 0.2@250,50 0");
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_DRAG_DROPPED)->value, PRESS_DROP_COPY);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_DROP_CONCLUDED)->value, 2);
  bench_finish(&b);
}

/* conforms: drag-62 */
TEST(two_drops_are_transferred_at_once) {
  make_desk();
  press_delegate d = recorder_delegate(&b.log);
  d.drop_will_propose = transfers;
  assert_int_equal(press_set_delegate(b.engine, &d), PRESS_OK);
  for (uint32_t contact = 0; contact < 2; contact++) bench_feed_at(&b, contact, 0.2, 10 + 50 * contact, 10);
  for (uint32_t contact = 0; contact < 2; contact++) bench_feed_at(&b, contact, 0.2, 250, 50);
  uint32_t sessions[] = {session_of(0), session_of(1)};
  for (uint32_t contact = 0; contact < 2; contact++) bench_feed_at(&b, contact, 0, 250, 50);
  for (size_t i = 0; i < 2; i++) {
    press_drag drag = {.size = sizeof drag};
    assert_int_equal(press_drag_get(b.engine, sessions[i], &drag), PRESS_OK);
    assert_int_equal(drag.state, PRESS_DRAG_DROPPING);
  }
  for (size_t i = 2; i-- > 0;) { /* the later one is done first */
    assert_int_equal(press_drop_finish(b.engine, sessions[i], 0, true), PRESS_OK);
    assert_int_equal(recorder_last(&b.log, PRESS_EVENT_DROP_CONCLUDED)->subject, sessions[i]);
  }
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_DROP_CONCLUDED), 2);
  bench_finish(&b);
}

/* conforms: drag-49 */
TEST(a_drop_says_where_its_placeholder_belongs) {
  make_desk();
  BENCH_PLAY("0.2@10,10 0.2@230,40 0.2@260,70 0");
  const press_event *e = recorder_last(&b.log, PRESS_EVENT_DRAG_DROPPED);
  assert_int_equal(e->target, 3);
  assert_int_equal(e->x, PRESS_Q16(260));
  assert_int_equal(e->y, PRESS_Q16(70));
  bench_finish(&b);
}

/* ---- transitions ---- */

/* A transition that runs on by itself: linear, 400 ms. */
static void start(uint32_t flags) {
  press_transition_options o;
  press_timing_curve       line = PRESS_CURVE_LINEAR;
  press_transition_options_init(&o);
  o.curve = line;
  o.flags = flags;
  bench_make(&b, NULL);
  BENCH_ATTACH(transition);
  assert_int_equal(press_transition_start(b.engine, 1, &o), PRESS_OK);
}

static void is_at(uint64_t t_us, double fraction) {
  press_transition_status now;
  press_transition_status_init(&now);
  assert_int_equal(press_tick(b.engine, t_us), PRESS_OK);
  assert_int_equal(press_transition_get(b.engine, 1, &now), PRESS_OK);
  assert_in_range(now.fraction, PRESS_Q16(fraction) - 5, PRESS_Q16(fraction) + 5);
}

/* conforms: transition-08 */
TEST(a_transition_that_runs_by_itself_can_be_driven) {
  start(PRESS_TRANSITION_FLAG_AUTOMATIC);
  is_at(200000, 0.5);
  assert_int_equal(press_transition_pause(b.engine, 1), PRESS_OK);
  is_at(300000, 0.5);
  assert_int_equal(press_transition_update(b.engine, 1, PRESS_Q16(0.75)), PRESS_OK);
  assert_int_equal(press_transition_finish(b.engine, 1), PRESS_OK);
  is_at(350000, 0.875);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_FINISHED), 0);
  assert_int_equal(press_tick(b.engine, 400000), PRESS_OK);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_FINISHED), 1);
  bench_finish(&b);
}

/* conforms: transition-04 */
TEST(a_run_speeds_up_and_slows_down_without_a_jump) {
  start(PRESS_TRANSITION_FLAG_AUTOMATIC);
  is_at(100000, 0.25);
  assert_int_equal(press_transition_set_speed(b.engine, 1, PRESS_Q16(2)), PRESS_OK);
  is_at(100000, 0.25);
  is_at(150000, 0.5);
  assert_int_equal(press_transition_set_speed(b.engine, 1, PRESS_Q16(0.5)), PRESS_OK);
  is_at(150000, 0.5);
  is_at(350000, 0.75);
  assert_int_equal(press_tick(b.engine, 549999), PRESS_OK);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_FINISHED), 0);
  assert_int_equal(press_tick(b.engine, 550000), PRESS_OK);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_FINISHED), 1);
  bench_finish(&b);
}

int main(void) { return run_all(NULL, NULL); }
