/* peek.h: peek and pop with quick actions. The names of the tests begin with the row that they pin, B1 to B10. Target 1 peeks
 * and is 100 points high; its actions are drawn from (200, 0) downwards, 50 wide, 10 high each. */
#include "support.h"

enum { PEEK = PRESS_TARGET_PEEK, PREVIEW = PRESS_TARGET_PREVIEW, TAP = PRESS_TARGET_TAP };

static const press_action inner[] = {{.id = 21, .title = "inner"}, {.id = 22, .title = "other"}};
static const press_action actions[] = {
  {.id = 11, .title = "copy"},
  {.id = 12, .title = "more", .child_count = 2, .children = inner},
  {.id = 13, .title = "not now", .flags = PRESS_ACTION_FLAG_DISABLED},
  {.id = 14, .title = "delete", .style = PRESS_ACTION_DESTRUCTIVE},
};
static const press_peek plain = {.size = sizeof plain, .id = 7};
static const press_peek full = {
  .size = sizeof full,
  .id = 8,
  .actions_x = PRESS_Q16(200),
  .actions_width = PRESS_Q16(50),
  .action_height = PRESS_Q16(10),
  .action_count = 4,
  .actions = actions,
};

static bench b, other;

static void make_with(bench *it, const press_peek *peek, const press_peek_config *config) {
  bench_make(it, NULL);
  assert_int_equal(press_peek_attach(it->engine, config), PRESS_OK);
  bench_target(it, 1, 0, 0, 0, 100, 100, PEEK);
  it->log.peek = peek;
}

static void make(const press_peek *peek) { make_with(&b, peek, NULL); }

static press_peek_status status_of(bench *it) {
  press_peek_status s = {.size = sizeof s};
  assert_int_equal(press_peek_get(it->engine, &s), PRESS_OK);
  return s;
}

/* Force, x, y. */
typedef struct move {
  double force, x, y;
} move;

static void play(bench *it, const move *moves, size_t count) {
  for (size_t i = 0; i < count; i++) bench_feed_at(it, 0, moves[i].force, moves[i].x, moves[i].y);
}

#define PLAY(...) \
  do { \
    static const move moves[] = {__VA_ARGS__}; \
    play(&b, moves, COUNT(moves)); \
  } while (0)

static void delivers(const char *expected) { bench_delivers(&b, expected); }

/* A finger shows the peek and reveals its actions. */
static void reveal(bench *it) {
  static const move moves[] = {{0.2, 50, 90}, {0.55, 50, 90}, {0.55, 50, 50}};
  play(it, moves, COUNT(moves));
}

/* The finger stays there for 100 ms. */
static void rest_at(bench *it, double x, double y) {
  for (int i = 0; i <= 10; i++) bench_feed_at(it, 0, 0.55, x, y);
}

#define REVEALED "contact_began preview_began preview_updated! peek_shown commit_updated actions_revealed=0"

/* Actions stay on show. */
static void leave_on_show(bench *it) {
  static const move lift = {0, 50, 50};
  reveal(it);
  play(it, &lift, 1);
}

/* ---- B1 ---- */

/* conforms: peek-09, peek-11 */
TEST(b1_the_program_is_asked_what_is_peeked_as_the_preview_begins) {
  make(&full);
  PLAY({0.2, 50, 90}, {0.3, 60, 80}, {0, 60, 80});
  assert_string_equal(recorder_calls(&b.log), "contact_began will_show? preview_began did_update preview_updated did_cancel "
                                              "preview_cancelled:lifted contact_ended:lifted");
  const press_touch *touch = &b.log.entries[1].touch;
  assert_int_equal(touch->target, 1);
  assert_int_equal(touch->contact, 0);
  assert_int_equal(touch->x, PRESS_Q16(60));
  assert_int_equal(touch->y, PRESS_Q16(80));
  bench_finish(&b);
}

/* conforms: peek-08, peek-12 */
TEST(b1_the_innermost_target_that_answers_wins) {
  for (uint32_t answers = 1; answers <= 4; answers++) {
    make(&full);
    bench_target(&b, 2, 1, 0, 0, 50, 50, PEEK);
    bench_target(&b, 3, 2, 0, 0, 20, 20, PEEK);
    b.log.peek_target = answers;
    PLAY({0.55, 5, 5});
    size_t asked = 0;
    for (size_t i = 0; i < b.log.count; i++)
      if (b.log.entries[i].kind == ENTRY_WILL_SHOW) assert_int_equal(b.log.entries[i].touch.target, 3 - asked++);
    assert_int_equal(asked, answers == 4 ? 3 : 4 - answers);
    if (answers == 4) {
      delivers("contact_began preview_refused");
    } else {
      assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PEEK_SHOWN)->target, answers);
      assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PREVIEW_BEGAN)->target, answers);
    }
    b.log.peek = NULL;
    press_engine_reset(b.engine);
  }
}

TEST(b1_a_refused_peek_on_a_preview_target_is_a_preview) {
  bench_make(&b, NULL);
  assert_int_equal(press_peek_attach(b.engine, NULL), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 100, 100, PREVIEW);
  bench_target(&b, 2, 1, 0, 0, 50, 50, PEEK);
  PLAY({0.3, 5, 5}, {0, 5, 5});
  assert_string_equal(recorder_calls(&b.log), "contact_began will_show? should_begin? preview_began did_update preview_updated "
                                              "did_cancel preview_cancelled:lifted contact_ended:lifted");
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PREVIEW_BEGAN)->target, 1);
  bench_finish(&b);
}

TEST(b1_a_peek_that_is_wrong_is_a_refusal) {
  press_action nameless = {.id = 0};
  press_peek   wrong[4] = {full, full, full, full};
  wrong[0].size = 4;
  wrong[1].actions = NULL;
  wrong[2].actions = &nameless;
  wrong[2].action_count = 1;
  wrong[3].action_count = 65;
  for (size_t i = 0; i < COUNT(wrong); i++) {
    make(&wrong[i]);
    PLAY({0.55, 5, 5}, {0, 5, 5});
    delivers("contact_began preview_refused contact_ended:lifted");
    bench_finish(&b);
  }
}

/* ---- B2 ---- */

TEST(the_trait_counts_from_the_next_contact_on) {
  bench_make(&b, NULL);
  bench_target(&b, 1, 0, 0, 0, 100, 100, PEEK | PREVIEW);
  b.log.peek = &full;
  PLAY({0.2, 5, 5});
  assert_int_equal(press_peek_attach(b.engine, NULL), PRESS_OK);
  PLAY({0.55, 5, 5}, {0, 5, 5});
  delivers("contact_began preview_began preview_updated! commit_updated preview_cancelled:lifted contact_ended:lifted");
  PLAY({0.55, 5, 5});
  delivers("contact_began preview_began preview_updated! peek_shown commit_updated");
  press_engine_reset(b.engine);
}

/* conforms: peek-01, peek-14, peek-15, peek-16 */
TEST(b2_hint_show_grow_pop) {
  make(&full);
  PLAY({0.3, 5, 5});
  assert_int_equal(status_of(&b).state, PRESS_PEEK_HINTING);
  PLAY({0.4, 5, 5}, {0.5, 5, 5});
  assert_int_equal(status_of(&b).state, PRESS_PEEK_SHOWN);
  assert_int_equal(status_of(&b).peek.id, 8);
  assert_int_equal(status_of(&b).contact, 0);
  assert_int_equal(status_of(&b).action_count, 0); /* They are not revealed. */
  assert_null(status_of(&b).actions);
  PLAY({0.6, 5, 5}, {0.75, 5, 5});
  assert_int_equal(status_of(&b).state, PRESS_PEEK_NONE);
  PLAY({0.9, 5, 5}, {0, 5, 5});
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PEEK_POPPED)->subject, 8);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PEEK_POPPED)->target, 1);
  delivers("contact_began preview_began preview_updated preview_updated preview_updated! peek_shown commit_updated commit_updated "
           "commit_updated! peek_popped contact_ended:lifted");
  bench_finish(&b);
  /* All of this happens in one sample. */
  make(&full);
  PLAY({0.9, 5, 5});
  delivers("contact_began preview_began preview_updated! peek_shown commit_updated! peek_popped");
  press_engine_reset(b.engine);
}

/* conforms: peek-01 */
TEST(b2_whatever_ends_the_finger_dismisses) {
  static const struct {
    uint32_t    flags;
    double      force;
    const char *events;
  } ends[] = {
    {0, 0, "peek_dismissed:lifted preview_cancelled:lifted contact_ended:lifted"},
    {PRESS_SAMPLE_LOST, 0.6, "peek_dismissed:lost preview_cancelled:lost contact_cancelled:lost"},
    {PRESS_SAMPLE_PALM, 0.6, "peek_dismissed:palm preview_cancelled:palm contact_cancelled:palm"},
  };
  for (size_t i = 0; i < COUNT(ends); i++) {
    make(&full);
    PLAY({0.6, 5, 5});
    recorder_clear(&b.log);
    bench_feed_flags(&b, 0, ends[i].force, ends[i].flags);
    delivers(ends[i].events);
  }
  make(&full);
  PLAY({0.6, 5, 5});
  recorder_clear(&b.log);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  delivers("peek_dismissed:reset preview_cancelled:reset contact_cancelled:reset");
  make(&full);
  PLAY({0.6, 5, 5});
  recorder_clear(&b.log);
  assert_int_equal(press_target_remove(b.engine, 1), PRESS_OK);
  delivers("peek_dismissed:target_removed preview_cancelled:target_removed");
  PLAY({0, 5, 5});
  make(&full);
  PLAY({0.6, 5, 5});
  recorder_clear(&b.log);
  assert_int_equal(press_preview_cancel(b.engine, 0), PRESS_OK);
  delivers("peek_dismissed:program preview_cancelled:program");
}

TEST(b2_an_update_that_leaves_the_trait_leaves_the_peek) {
  press_target t = {.size = sizeof t, .id = 1, .width = PRESS_Q16(50), .height = PRESS_Q16(50), .traits = PEEK};
  make(&full);
  PLAY({0.6, 5, 5});
  recorder_clear(&b.log);
  assert_int_equal(press_target_update(b.engine, &t), PRESS_OK);
  delivers("");
  t.traits = TAP;
  assert_int_equal(press_target_update(b.engine, &t), PRESS_OK);
  delivers("peek_dismissed:target_removed preview_cancelled:target_removed");
  PLAY({0, 5, 5});
}

/* ---- B3 ---- */

/* conforms: peek-04 */
TEST(b3_swiping_up_reveals_the_actions_and_blocks_the_pop) {
  make(&full);
  PLAY({0.55, 50, 90}, {0.55, 50, 51}, {0.55, 99, 90});
  delivers("contact_began preview_began preview_updated! peek_shown commit_updated commit_updated commit_updated");
  PLAY({0.9, 50, 50});
  delivers("actions_revealed=0");
  assert_int_equal(status_of(&b).state, PRESS_PEEK_REVEALED);
  assert_int_equal(press_preview_state(b.engine, 0), PRESS_PREVIEW_HELD);
  PLAY({1, 50, 40}, {0.1, 50, 30}, {1, 50, 90});
  delivers("");
  PLAY({0, 50, 90});
  delivers("preview_cancelled:lifted contact_ended:lifted");
  assert_int_equal(status_of(&b).state, PRESS_PEEK_REVEALED);
  assert_int_equal(press_peek_dismiss(b.engine), PRESS_OK);
  delivers("peek_dismissed:program");
  assert_true(press_next_deadline(b.engine) == PRESS_NEVER);
}

TEST(b3_without_actions_nothing_is_revealed) {
  make(&plain);
  PLAY({0.55, 50, 90}, {0.55, 50, 10}, {0.8, 50, 10}, {0, 50, 10});
  delivers("contact_began preview_began preview_updated! peek_shown commit_updated commit_updated commit_updated! peek_popped contact_ended:lifted");
  bench_finish(&b);
}

static void reveal_when_completed(recorder *log, press_engine *engine, const entry *what) {
  (void)log;
  bool completes = what->kind == ENTRY_COMMIT
                     ? what->ended
                     : what->kind == ENTRY_EVENT && what->event.type == PRESS_EVENT_COMMIT_UPDATED && (what->event.flags & PRESS_EVENT_FLAG_ENDED);
  if (completes) press_peek_reveal(engine);
}

TEST(b3_revealing_once_the_commit_has_completed_leaves_it_completed) {
  make(&full);
  b.log.hook = reveal_when_completed;
  PLAY({0.9, 50, 90}, {0, 50, 90});
  assert_null(strstr(recorder_events(&b.log), "preview_cancelled"));
  bench_finish(&b);
}

/* ---- B4 ---- */

/* conforms: peek-18, peek-20 */
TEST(b4_sliding_over_an_action_highlights_it_and_lifting_there_selects_it) {
  make(&full);
  reveal(&b);
  delivers(REVEALED);
  rest_at(&b, 50, 50);
  PLAY({0.3, 210, 5}, {0.3, 210, 35}, {0.3, 210, 25}, {0.3, 250, 5}, {0.3, 249, 9});
  delivers("action_highlighted=11 action_highlighted=14 action_highlighted=0 action_highlighted=11");
  assert_int_equal(status_of(&b).highlighted, 11);
  PLAY({0, 210, 5});
  const press_event *e = recorder_last(&b.log, PRESS_EVENT_ACTION_SELECTED);
  assert_int_equal(e->target, 1);
  assert_int_equal(e->subject, 8);
  delivers("action_selected=11 peek_dismissed preview_cancelled:lifted contact_ended:lifted");
  assert_int_equal(status_of(&b).state, PRESS_PEEK_NONE);
}

TEST(b4_a_touch_on_an_action_selects_it_and_one_outside_dismisses) {
  make(&full);
  leave_on_show(&b);
  delivers(REVEALED " preview_cancelled:lifted contact_ended:lifted");
  assert_int_equal(status_of(&b).contact, PRESS_NO_CONTACT);
  PLAY({0.9, 210, 5}, {0.9, 210, 15}, {0.9, 210, 35}, {0, 210, 35});
  delivers("contact_began peek_touched action_highlighted=11 action_highlighted=12 action_highlighted=14 action_selected=14 peek_dismissed "
           "contact_ended:lifted");
  leave_on_show(&b);
  recorder_clear(&b.log);
  PLAY({0.9, 5, 5}, {0, 5, 5});
  delivers("contact_began peek_touched peek_dismissed:lifted contact_ended:lifted");
}

TEST(b4_a_disabled_action_is_neither_highlighted_nor_chosen) {
  make(&full);
  leave_on_show(&b);
  recorder_clear(&b.log);
  assert_int_equal(press_action_perform(b.engine, 13), PRESS_ERR_STATE);
  PLAY({0.2, 210, 25}, {0, 210, 25});
  delivers("contact_began peek_touched contact_ended:lifted");
  assert_int_equal(status_of(&b).state, PRESS_PEEK_REVEALED);
  PLAY({0.2, 210, 5}, {0.2, 210, 25}, {0, 210, 25});
  delivers("contact_began peek_touched action_highlighted=11 action_highlighted=0 contact_ended:lifted");
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

/* ---- B8 ---- */

/* Its actions lie at the place where a swipe up ends. */
static const press_peek under_the_swipe = {
  .size = sizeof under_the_swipe,
  .id = 8,
  .actions_width = PRESS_Q16(100),
  .action_height = PRESS_Q16(20),
  .action_count = 4,
  .actions = actions,
};

TEST(b8_what_a_swipe_comes_to_lie_on_is_not_chosen) {
  make(&under_the_swipe);
  PLAY({0.2, 50, 90}, {0.55, 50, 90}, {0.55, 50, 70}, {0.55, 50, 50}, {0.55, 50, 30}, {0.55, 50, 15}, {0, 50, 15});
  assert_null(strstr(recorder_events(&b.log), "action_highlighted"));
  assert_int_equal(status_of(&b).state, PRESS_PEEK_REVEALED);
  recorder_clear(&b.log);
  /* A new touch may choose at once. */
  PLAY({0.2, 50, 15}, {0, 50, 15});
  delivers("contact_began peek_touched action_highlighted=11 action_selected=11 peek_dismissed contact_ended:lifted");
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

TEST(b8_a_finger_that_rested_arms_what_it_moves_onto) {
  /* 90 ms are not enough, nor 20 points in 100 ms. */
  make(&under_the_swipe);
  reveal(&b);
  recorder_clear(&b.log);
  for (int i = 0; i < 9; i++) bench_feed_at(&b, 0, 0.55, 50, 50);
  PLAY(
    {0.55, 50, 39}, {0.55, 50, 30}, {0.55, 61, 30}, {0.55, 50, 30}, {0.55, 61, 30}, {0.55, 50, 30}, {0.55, 61, 30}, {0.55, 50, 30}, {0.55, 50, 15});
  delivers("");
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  make(&under_the_swipe);
  reveal(&b);
  rest_at(&b, 55, 45);
  recorder_clear(&b.log);
  PLAY({0.55, 50, 41});
  delivers("");
  assert_int_equal(status_of(&b).highlighted, 0);
  PLAY({0.55, 50, 35});
  delivers("action_highlighted=12");
  PLAY({0.55, 50, 15}, {0, 50, 15});
  delivers("action_highlighted=11 action_selected=11 peek_dismissed preview_cancelled:lifted contact_ended:lifted");
  /* The one on which it rested is armed once it was left. */
  make(&under_the_swipe);
  reveal(&b);
  rest_at(&b, 50, 35);
  recorder_clear(&b.log);
  PLAY({0.55, 150, 35});
  delivers("");
  PLAY({0.55, 50, 35});
  delivers("action_highlighted=12");
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

TEST(b8_a_new_touch_arms_that_on_which_the_finger_before_rested) {
  make(&under_the_swipe);
  reveal(&b);
  rest_at(&b, 50, 15);
  PLAY({0, 50, 15});
  assert_int_equal(status_of(&b).state, PRESS_PEEK_REVEALED);
  recorder_clear(&b.log);
  PLAY({0.2, 50, 15}, {0, 50, 15});
  delivers("contact_began peek_touched action_highlighted=11 action_selected=11 peek_dismissed contact_ended:lifted");
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

static void release_as_it_begins(recorder *log, press_engine *engine, const entry *what) {
  (void)log;
  if (what->kind == ENTRY_EVENT && what->event.type == PRESS_EVENT_CONTACT_BEGAN)
    assert_int_equal(press_contact_release(engine, what->event.contact), PRESS_OK);
}

TEST(b4_a_touch_that_is_released_as_it_begins_operates_nothing) {
  make(&full);
  leave_on_show(&b);
  recorder_clear(&b.log);
  b.log.hook = release_as_it_begins;
  PLAY({0.2, 50, 90}, {0, 50, 90}, {0.2, 210, 5}, {0, 210, 5});
  delivers("contact_began contact_ended:lifted contact_began contact_ended:lifted");
  assert_int_equal(status_of(&b).state, PRESS_PEEK_REVEALED);
  b.log.hook = NULL;
  PLAY({0.2, 50, 90}, {0, 50, 90});
  delivers("contact_began peek_touched peek_dismissed:lifted contact_ended:lifted");
}

TEST(b8_a_finger_that_turned_back_arms_what_it_moves_onto) {
  make(&under_the_swipe);
  reveal(&b);
  recorder_clear(&b.log);
  PLAY({0.55, 50, 15}, {0.55, 50, 24.9});
  delivers("");
  PLAY({0.55, 50, 25});
  delivers("action_highlighted=12");
  PLAY({0.55, 50, 10}, {0, 50, 10});
  delivers("action_highlighted=11 action_selected=11 peek_dismissed preview_cancelled:lifted contact_ended:lifted");
  /* The action on which the finger turned stays unarmed. */
  make(&under_the_swipe);
  reveal(&b);
  recorder_clear(&b.log);
  PLAY({0.55, 50, 5}, {0.55, 50, 16}, {0, 50, 16});
  delivers("preview_cancelled:lifted contact_ended:lifted");
  assert_int_equal(status_of(&b).state, PRESS_PEEK_REVEALED);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

TEST(b8_what_a_group_brings_under_a_finger_is_not_chosen) {
  for (int opens = 0; opens < 2; opens++) {
    make(&full);
    leave_on_show(&b);
    if (!opens) assert_int_equal(press_action_perform(b.engine, 12), PRESS_OK);
    PLAY({0.2, 50, 5}, {0.2, 210, 5});
    assert_int_equal(opens ? press_action_perform(b.engine, 12) : press_action_back(b.engine), PRESS_OK);
    recorder_clear(&b.log);
    PLAY({0.2, 210, 5}, {0, 210, 5});
    delivers("contact_ended:lifted");
    assert_int_equal(status_of(&b).state, PRESS_PEEK_REVEALED);
    assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  }
}

/* conforms: peek-17 */
TEST(b4_a_group_opens_and_going_back_closes_it) {
  make(&full);
  leave_on_show(&b);
  recorder_clear(&b.log);
  PLAY({0.2, 210, 15}, {0, 210, 15});
  delivers("contact_began peek_touched action_highlighted=12 actions_revealed=12 contact_ended:lifted");
  press_peek_status s = status_of(&b);
  assert_int_equal(s.group, 12);
  assert_int_equal(s.action_count, 2);
  assert_ptr_equal(s.actions, inner);
  assert_int_equal(press_action_perform(b.engine, 11), PRESS_ERR_NOENT);
  /* Outside: the group closes, then the peek. */
  PLAY({0.2, 5, 5}, {0, 5, 5});
  delivers("contact_began peek_touched actions_revealed=0 contact_ended:lifted");
  PLAY({0.2, 210, 15}, {0, 210, 15}, {0.2, 210, 15}, {0, 210, 15});
  delivers("contact_began peek_touched action_highlighted=12 actions_revealed=12 contact_ended:lifted "
           "contact_began peek_touched action_highlighted=22 action_selected=22 peek_dismissed contact_ended:lifted");
  assert_int_equal(press_action_back(b.engine), PRESS_ERR_STATE);
}

TEST(b4_a_touch_that_is_cancelled_chooses_nothing) {
  make(&full);
  leave_on_show(&b);
  recorder_clear(&b.log);
  PLAY({0.2, 210, 5});
  bench_feed_flags(&b, 0, 0.2, PRESS_SAMPLE_LOST);
  delivers("contact_began peek_touched action_highlighted=11 action_highlighted=0 contact_cancelled:lost");
  assert_int_equal(status_of(&b).state, PRESS_PEEK_REVEALED);
  press_engine_reset(b.engine);
  delivers("peek_dismissed:reset");
}

TEST(b4_without_slides_the_finger_that_peeked_chooses_nothing) {
  press_peek_config c;
  press_peek_config_init(&c);
  c.flags = PRESS_PEEK_FLAG_NO_SLIDE;
  make_with(&b, &full, &c);
  reveal(&b);
  PLAY({0.5, 210, 5}, {0, 210, 5}, {0.2, 210, 5}, {0, 210, 5});
  delivers(REVEALED " preview_cancelled:lifted contact_ended:lifted contact_began peek_touched action_highlighted=11 action_selected=11 "
                    "peek_dismissed contact_ended:lifted");
}

TEST(b11_a_peek_on_show_says_that_it_takes_a_touch) {
  make(&full);
  leave_on_show(&b);
  recorder_clear(&b.log);
  bench_feed_at(&b, 1, 0.2, 5, 5);
  const press_event *e = recorder_last(&b.log, PRESS_EVENT_PEEK_TOUCHED);
  assert_true(e && e->contact == 1 && e->target == 1 && e->subject == 8 && e->x == PRESS_Q16(5));
  /* Another one does nothing, and is taken all the same. */
  bench_feed_at(&b, 2, 0.2, 210, 5);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PEEK_TOUCHED)->contact, 2);
  delivers("contact_began peek_touched contact_began peek_touched");
  bench_feed_at(&b, 1, 0, 5, 5);
  delivers("peek_dismissed:lifted contact_ended:lifted");
  /* Nothing is on show any more. */
  bench_feed_at(&b, 1, 0.2, 250, 250);
  delivers("contact_began");
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

TEST(a_contact_that_begins_while_actions_are_on_show_becomes_nothing_else) {
  for (int fingers = 1; fingers <= 2; fingers++) {
    make(&full);
    assert_int_equal(press_gestures_attach(b.engine, NULL), PRESS_OK);
    bench_target(&b, 2, 0, 0, 200, 100, 100, TAP | PREVIEW);
    leave_on_show(&b);
    recorder_clear(&b.log);
    bench_feed_at(&b, 1, 0.2, 50, 250);
    if (fingers == 2) bench_feed_at(&b, 2, 0.2, 50, 250);
    assert_int_equal(press_gestures_state(b.engine, (uint32_t)fingers), PRESS_GESTURE_ACTIONS);
    bench_feed_at(&b, (uint32_t)fingers, 0.9, 50, 250);
    bench_feed_at(&b, (uint32_t)fingers, 0, 50, 250);
    assert_null(strstr(recorder_events(&b.log), "tapped"));
    assert_null(strstr(recorder_events(&b.log), "preview_began"));
    assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  }
}

/* ---- B5 ---- */

/* conforms: peek-05, peek-06 */
TEST(b5_declared_or_programmed_the_log_is_the_same) {
  static const move moves[] = {{0.3, 50, 90}, {0.55, 50, 90}, {0.55, 50, 40}, {0.55, 205, 0}, {0.55, 210, 15}, {0, 210, 15}, {0.2, 210, 5},
    {0, 210, 5}, {0.9, 50, 90}, {0, 50, 90}};
  static const press_peek_declaration table[] = {{.target = 9, .peek = {.size = sizeof(press_peek)}}, {.target = 1,
                                                                                                        .peek = {.size = sizeof(press_peek),
                                                                                                          .id = 8,
                                                                                                          .actions_x = PRESS_Q16(200),
                                                                                                          .actions_width = PRESS_Q16(50),
                                                                                                          .action_height = PRESS_Q16(10),
                                                                                                          .action_count = 4,
                                                                                                          .actions = actions}}};
  make(&full);
  make_with(&other, NULL, NULL);
  assert_int_equal(press_peek_declare(other.engine, table, 2), PRESS_OK);
  play(&b, moves, COUNT(moves));
  play(&other, moves, COUNT(moves));
  for (size_t i = 0; i < other.log.count; i++) assert_int_not_equal(other.log.entries[i].kind, ENTRY_WILL_SHOW);
  static char programmed[8192];
  strcpy(programmed, recorder_events(&b.log));
  assert_string_equal(programmed, recorder_events(&other.log));
  assert_non_null(strstr(programmed, "action_selected=21 peek_dismissed"));
  assert_non_null(strstr(programmed, "peek_popped"));
  /* Declared away again. */
  assert_int_equal(press_peek_declare(other.engine, NULL, 0), PRESS_OK);
  press_peek peek = {.size = sizeof peek};
  assert_int_equal(press_peek_find(other.engine, 1, &peek), PRESS_ERR_NOENT);
  bench_finish(&b);
  bench_finish(&other);
}

TEST(b5_tables_that_are_wrong_are_refused) {
  make(&full);
  press_peek_declaration d = {.target = 1, .peek = full};
  assert_int_equal(press_peek_declare(b.engine, NULL, 1), PRESS_ERR_INVAL);
  assert_int_equal(press_peek_declare(NULL, &d, 1), PRESS_ERR_INVAL);
  d.reserved = 1;
  assert_int_equal(press_peek_declare(b.engine, &d, 1), PRESS_ERR_INVAL);
  d.reserved = 0;
  d.peek.size = 8;
  assert_int_equal(press_peek_declare(b.engine, &d, 1), PRESS_ERR_INVAL);
  /* Four groups deep is well, five are not. */
  press_action chain[6] = {{0}};
  for (uint32_t i = 0; i < 6; i++) {
    chain[i].id = 100 + i;
    if (i < 5) {
      chain[i].child_count = 1;
      chain[i].children = &chain[i + 1];
    }
  }
  d.peek = full;
  d.peek.action_count = 1;
  d.peek.actions = chain;
  assert_int_equal(press_peek_declare(b.engine, &d, 1), PRESS_ERR_INVAL);
  d.peek.actions = chain + 1;
  assert_int_equal(press_peek_declare(b.engine, &d, 1), PRESS_OK);
  assert_int_equal(press_peek_open(b.engine, 1), PRESS_OK);
  for (uint32_t id = 101; id <= 104; id++) {
    assert_int_equal(press_action_perform(b.engine, id), PRESS_OK);
    assert_int_equal(status_of(&b).group, id);
  }
  for (uint32_t id = 103; id >= 101; id--) {
    assert_int_equal(press_action_back(b.engine), PRESS_OK);
    assert_int_equal(status_of(&b).group, id);
  }
  bench_finish(&b);
}

/* ---- B6 ---- */

/* conforms: peek-22 */
TEST(b6_open_perform_back_pop_dismiss_and_reveal_from_code) {
  make(&full);
  assert_int_equal(press_peek_pop(b.engine), PRESS_ERR_STATE);
  assert_int_equal(press_peek_dismiss(b.engine), PRESS_ERR_STATE);
  assert_int_equal(press_peek_reveal(b.engine), PRESS_ERR_STATE);
  assert_int_equal(press_action_perform(b.engine, 11), PRESS_ERR_STATE);
  assert_int_equal(press_action_back(b.engine), PRESS_ERR_STATE);
  assert_int_equal(press_peek_open(b.engine, 5), PRESS_ERR_NOENT);
  assert_int_equal(press_peek_open(b.engine, 1), PRESS_OK);
  assert_string_equal(recorder_calls(&b.log), "will_show? peek_shown actions_revealed=0");
  assert_int_equal(b.log.entries[0].touch.contact, PRESS_NO_CONTACT);
  recorder_clear(&b.log);
  assert_int_equal(press_action_perform(b.engine, 12), PRESS_OK);
  assert_int_equal(press_action_perform(b.engine, 11), PRESS_ERR_NOENT);
  assert_int_equal(press_action_back(b.engine), PRESS_OK);
  assert_int_equal(press_action_perform(b.engine, 11), PRESS_OK);
  delivers("actions_revealed=12 actions_revealed=0 action_selected=11 peek_dismissed");
  assert_int_equal(press_peek_open(b.engine, 1), PRESS_OK);
  assert_int_equal(press_peek_open(b.engine, 1), PRESS_OK);
  assert_int_equal(press_peek_pop(b.engine), PRESS_OK);
  delivers("peek_shown actions_revealed=0 peek_dismissed:program peek_shown actions_revealed=0 peek_popped:program");
  /* A finger peeks. */
  PLAY({0.55, 50, 90});
  assert_int_equal(press_peek_open(b.engine, 1), PRESS_ERR_STATE);
  recorder_clear(&b.log);
  assert_int_equal(press_peek_reveal(b.engine), PRESS_OK);
  assert_int_equal(press_peek_reveal(b.engine), PRESS_ERR_STATE);
  PLAY({0.9, 50, 90});
  delivers("actions_revealed=0");
  assert_int_equal(press_action_perform(b.engine, 14), PRESS_OK);
  delivers("action_selected=14 peek_dismissed preview_cancelled:program");
  PLAY({0, 50, 90}, {0.55, 50, 90});
  recorder_clear(&b.log);
  assert_int_equal(press_peek_pop(b.engine), PRESS_OK);
  delivers("peek_popped:program preview_cancelled:program");
  PLAY({0, 50, 90}, {0.3, 50, 90});
  recorder_clear(&b.log);
  assert_int_equal(press_peek_dismiss(b.engine), PRESS_OK);
  delivers("preview_cancelled:program");
  PLAY({0, 50, 90});
  recorder_clear(&b.log);
  b.log.peek = NULL;
  assert_int_equal(press_peek_open(b.engine, 1), PRESS_ERR_NOENT);
  delivers("");
}

static void is_busy(recorder *log, press_engine *engine, const entry *what) {
  (void)log;
  (void)what;
  press_sample  s = sample_of(1u << 30, 0, 0.9, 0);
  press_engine *made;
  assert_int_equal(press_feed(engine, &s, 1), PRESS_ERR_BUSY);
  assert_int_equal(press_tick(engine, 1u << 30), PRESS_ERR_BUSY);
  assert_int_equal(press_peek_attach(engine, NULL), PRESS_ERR_BUSY);
  assert_int_equal(press_engine_init(b.storage, sizeof b.storage, NULL, &made), PRESS_ERR_BUSY);
}

TEST(the_engine_is_busy_in_every_callback_also_of_open_and_find) {
  press_peek peek = {.size = sizeof peek};
  make(&full);
  b.log.hook = is_busy;
  leave_on_show(&b);
  assert_int_equal(press_peek_dismiss(b.engine), PRESS_OK);
  assert_int_equal(press_peek_open(b.engine, 1), PRESS_OK);
  assert_int_equal(press_peek_find(b.engine, 1, &peek), PRESS_OK);
  assert_int_equal(press_peek_pop(b.engine), PRESS_OK);
  bench_finish(&b);
}

TEST(without_a_delegate_nothing_that_the_program_does_loses_an_event) {
  static const press_peek_declaration table[] = {{.target = 1, .peek = {.size = sizeof(press_peek), .id = 3}}};
  press_engine_stats                  stats = {.size = sizeof stats};
  press_event                         events[64];
  make(NULL);
  assert_int_equal(press_peek_declare(b.engine, table, 1), PRESS_OK);
  assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
  for (int i = 0; i < 100; i++) {
    int status = press_peek_open(b.engine, 1);
    if (status != PRESS_OK) assert_int_equal(status, PRESS_ERR_AGAIN);
  }
  press_engine_reset(b.engine);
  assert_int_equal(press_engine_get_stats(b.engine, &stats), PRESS_OK);
  assert_int_equal(stats.overwritten, 0);
  int count = press_poll(b.engine, events, 64);
  assert_every_beginning_has_one_end(events, (size_t)count);
}

/* ---- B9 ---- */

static void make_menu(const press_peek *peek, uint32_t flags, uint32_t traits, bool gestures) {
  press_peek_config c;
  press_peek_config_init(&c);
  c.flags = flags;
  bench_make(&b, NULL);
  if (gestures) assert_int_equal(press_gestures_attach(b.engine, NULL), PRESS_OK);
  assert_int_equal(press_peek_attach(b.engine, &c), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 100, 100, traits);
  b.log.peek = peek;
}

static void tick(uint64_t us) { assert_int_equal(press_tick(b.engine, b.now += us), PRESS_OK); }

TEST(b9_a_hold_opens_the_peek_with_its_actions_and_it_stays) {
  static const struct {
    uint32_t traits;
    bool     gestures;
  } ways[] = {{PEEK, false}, {PEEK, true}, {PEEK | PRESS_TARGET_HOLD | TAP, true}};
  for (size_t i = 0; i < COUNT(ways); i++) {
    make_menu(&full, PRESS_PEEK_FLAG_FROM_HOLD, ways[i].traits, ways[i].gestures);
    PLAY({0.2, 50, 90});
    assert_true(press_next_deadline(b.engine) == b.now + 500000);
    tick(499999);
    delivers("contact_began");
    tick(1);
    assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PEEK_SHOWN)->contact, 0);
    assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PEEK_SHOWN)->x, PRESS_Q16(50));
    delivers("peek_shown actions_revealed=0");
    tick(600000);
    PLAY({0.9, 50, 90}, {0, 50, 90});
    delivers("contact_ended:lifted");
    assert_int_equal(status_of(&b).state, PRESS_PEEK_REVEALED);
    assert_int_equal(status_of(&b).contact, PRESS_NO_CONTACT);
    PLAY({0.2, 210, 5}, {0, 210, 5});
    delivers("contact_began peek_touched action_highlighted=11 action_selected=11 peek_dismissed contact_ended:lifted");
    press_engine_reset(b.engine);
  }
}

TEST(b9_one_hold_reveals_and_chooses) {
  make_menu(&under_the_swipe, PRESS_PEEK_FLAG_FROM_HOLD, PEEK, false);
  PLAY({0.2, 50, 50});
  tick(500000);
  recorder_clear(&b.log);
  PLAY({0.2, 50, 45});
  delivers("");
  PLAY({0.2, 50, 35}, {0, 50, 35});
  delivers("action_highlighted=12 actions_revealed=12 contact_ended:lifted");
  press_engine_reset(b.engine);
}

TEST(b9_what_moves_lifts_or_is_refused_opens_nothing) {
  make_menu(&full, PRESS_PEEK_FLAG_FROM_HOLD, PEEK | PRESS_TARGET_HOLD, true);
  PLAY({0.2, 50, 90}, {0.2, 50, 80});
  tick(900000);
  PLAY({0, 50, 90}, {0.2, 50, 90});
  tick(400000);
  PLAY({0, 50, 90});
  tick(900000);
  delivers("contact_began contact_ended:lifted contact_began contact_ended:lifted");
  /* Its preview began first. */
  PLAY({0.3, 50, 90});
  tick(900000);
  PLAY({0, 50, 90});
  delivers("contact_began preview_began preview_updated preview_cancelled:lifted contact_ended:lifted");
  b.log.peek = NULL;
  PLAY({0.2, 50, 90});
  tick(900000);
  PLAY({0, 50, 90});
  delivers("contact_began hold_began hold_ended:lifted contact_ended:lifted");
  /* Without the flag a hold is a hold. */
  make_menu(&full, 0, PEEK | PRESS_TARGET_HOLD, true);
  PLAY({0.2, 50, 90});
  tick(900000);
  delivers("contact_began hold_began");
  press_engine_reset(b.engine);
  /* Without actions it is shown, and stays. */
  make_menu(&plain, PRESS_PEEK_FLAG_FROM_HOLD, PEEK, false);
  PLAY({0.2, 50, 90});
  tick(500000);
  PLAY({0, 50, 90});
  delivers("contact_began peek_shown contact_ended:lifted");
  PLAY({0.2, 50, 90}, {0, 50, 90});
  delivers("contact_began peek_touched peek_dismissed:lifted contact_ended:lifted");
}

static void remove_when_asked(recorder *log, press_engine *engine, const entry *what) {
  (void)log;
  if (what->kind == ENTRY_WILL_SHOW) assert_int_equal(press_target_remove(engine, 1), PRESS_OK);
}

TEST(b9_what_the_program_does_when_a_hold_asks_counts) {
  make_menu(&full, PRESS_PEEK_FLAG_FROM_HOLD, PEEK | PRESS_TARGET_HOLD, true);
  b.log.hook = remove_when_asked;
  PLAY({0.2, 50, 90});
  tick(900000);
  delivers("contact_began");
  assert_int_equal(status_of(&b).state, PRESS_PEEK_NONE);
  press_engine_reset(b.engine);
}

TEST(b9_a_hold_asks_at_the_time_at_which_it_is_due) {
  make_menu(&full, PRESS_PEEK_FLAG_FROM_HOLD, PEEK | PRESS_TARGET_HOLD, true);
  PLAY({0.2, 50, 90});
  uint64_t due = press_next_deadline(b.engine);
  assert_int_equal(press_tick(b.engine, due), PRESS_OK);
  const entry *asked = NULL;
  for (size_t i = 0; i < b.log.count; i++)
    if (b.log.entries[i].kind == ENTRY_WILL_SHOW) asked = &b.log.entries[i];
  assert_non_null(asked);
  assert_true(asked->touch.t_us == due && due > b.now);
  press_engine_reset(b.engine);
}

TEST(b9_a_tap_on_the_peek_pops_it) {
  press_peek placed = full;
  placed.x = PRESS_Q16(120);
  placed.y = PRESS_Q16(10);
  placed.height = PRESS_Q16(30);
  for (int wide = 0; wide < 2; wide++) {
    placed.width = wide ? 0 : PRESS_Q16(75);
    make(&placed);
    leave_on_show(&b);
    recorder_clear(&b.log);
    PLAY({0.2, 125, 45}, {0.2, 125, 39}, {0, 125, 39});
    delivers("contact_began peek_touched contact_ended:lifted");
    /* Its actions lie over it. */
    PLAY({0.2, 210, 25}, {0, 210, 25});
    delivers("contact_began peek_touched contact_ended:lifted");
    PLAY({0.2, 125, 39}, {0, 130, 12});
    delivers("contact_began peek_touched peek_popped:tapped contact_ended:lifted");
    assert_int_equal(status_of(&b).state, PRESS_PEEK_NONE);
    leave_on_show(&b);
    recorder_clear(&b.log);
    PLAY({0.2, 119, 39}, {0, 119, 39});
    delivers(wide ? "contact_began peek_touched peek_popped:tapped contact_ended:lifted"
                  : "contact_began peek_touched peek_dismissed:lifted contact_ended:lifted");
    leave_on_show(&b);
    recorder_clear(&b.log);
    PLAY({0.2, 195, 39}, {0, 195, 39});
    delivers(wide ? "contact_began peek_touched peek_popped:tapped contact_ended:lifted"
                  : "contact_began peek_touched peek_dismissed:lifted contact_ended:lifted");
  }
  placed.height = -1;
  assert_int_equal(press_peek_declare(b.engine, &(press_peek_declaration){.target = 1, .peek = placed}, 1), PRESS_ERR_INVAL);
}

TEST(b9_sliding_back_down_hides_the_actions) {
  make_menu(&full, PRESS_PEEK_FLAG_HIDE, PEEK, false);
  reveal(&b);
  recorder_clear(&b.log);
  PLAY({0.55, 50, 70});
  delivers("");
  PLAY({0.55, 50, 70.5});
  delivers("actions_hidden commit_updated");
  assert_int_equal(status_of(&b).state, PRESS_PEEK_SHOWN);
  assert_int_equal(press_preview_state(b.engine, 0), PRESS_PREVIEW_COMMITTING);
  PLAY({0.55, 50, 50}, {0.9, 50, 50}, {0.9, 50, 80}, {0.9, 50, 80});
  /* A pop needs the pressure to rise through its level again. */
  delivers("actions_revealed=0 actions_hidden");
  PLAY({0.75, 50, 80}, {0.76, 50, 80});
  delivers("");
  PLAY({0.7, 50, 80}, {0.76, 50, 80}, {0, 50, 80});
  delivers("commit_updated commit_updated! peek_popped contact_ended:lifted");
  /* Still too hard as it lifts: dismissed. */
  reveal(&b);
  recorder_clear(&b.log);
  PLAY({0.9, 50, 50}, {0.9, 50, 80}, {0, 50, 80});
  delivers("actions_hidden peek_dismissed:lifted preview_cancelled:lifted contact_ended:lifted");
  /* A finger cannot hide actions that it did not reveal by sliding up. */
  PLAY({0.55, 50, 90});
  assert_int_equal(press_peek_reveal(b.engine), PRESS_OK);
  recorder_clear(&b.log);
  PLAY({0.55, 50, 90}, {0.55, 50, 99});
  delivers("");
  press_engine_reset(b.engine);
}

TEST(b9_another_finger_hides_nothing) {
  make_menu(&full, PRESS_PEEK_FLAG_HIDE, PEEK, false);
  leave_on_show(&b);
  recorder_clear(&b.log);
  PLAY({0.2, 50, 90}, {0.2, 50, 99}, {0.2, 210, 5});
  delivers("contact_began peek_touched action_highlighted=11");
  press_engine_reset(b.engine);
}

TEST(b9_a_peek_that_code_opens_takes_the_place_of_a_hold) {
  make_menu(&full, PRESS_PEEK_FLAG_FROM_HOLD, PEEK, false);
  PLAY({0.2, 50, 90});
  assert_int_equal(press_peek_open(b.engine, 1), PRESS_OK);
  assert_int_equal(press_peek_pop(b.engine), PRESS_OK);
  assert_true(press_next_deadline(b.engine) == PRESS_NEVER);
  tick(900000);
  /* A contact that was refused when it pressed is not asked about again. */
  PLAY({0, 50, 90});
  b.log.peek = NULL;
  PLAY({0.3, 50, 90});
  recorder_clear(&b.log);
  tick(900000);
  assert_string_equal(recorder_calls(&b.log), "");
  press_engine_reset(b.engine);
}

TEST(b9_hiding_takes_back_what_was_highlighted) {
  make_menu(&under_the_swipe, PRESS_PEEK_FLAG_HIDE, PEEK, false);
  reveal(&b);
  rest_at(&b, 50, 50);
  PLAY({0.55, 50, 35});
  recorder_clear(&b.log);
  PLAY({0.55, 50, 75}, {0.55, 50, 30});
  delivers("action_highlighted=0 actions_hidden commit_updated actions_revealed=0");
  press_engine_reset(b.engine);
}

/* ---- B10 ---- */

TEST(b10_an_action_that_keeps_open_leaves_the_actions_on_show) {
  static const press_action toggles[] = {{.id = 1, .flags = PRESS_ACTION_FLAG_KEEP_OPEN | PRESS_ACTION_FLAG_CHECKED, .subtitle = "on"},
    {.id = 2, .flags = PRESS_ACTION_FLAG_KEEP_OPEN | PRESS_ACTION_FLAG_MIXED}, {.id = 3}};
  press_peek                peek = full;
  peek.actions = toggles;
  peek.action_count = 3;
  make(&peek);
  leave_on_show(&b);
  recorder_clear(&b.log);
  PLAY({0.2, 210, 5}, {0, 210, 5});
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_ACTION_SELECTED)->flags, PRESS_EVENT_FLAG_KEPT);
  delivers("contact_began peek_touched action_highlighted=1 action_selected=1 action_highlighted=0 contact_ended:lifted");
  assert_int_equal(press_action_perform(b.engine, 2), PRESS_OK);
  delivers("action_selected=2");
  assert_int_equal(status_of(&b).state, PRESS_PEEK_REVEALED);
  assert_int_equal(press_action_perform(b.engine, 3), PRESS_OK);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_ACTION_SELECTED)->flags, 0);
  delivers("action_selected=3 peek_dismissed");
  press_action           both = {.id = 1, .flags = PRESS_ACTION_FLAG_CHECKED | PRESS_ACTION_FLAG_MIXED};
  press_peek_declaration d = {.target = 1, .peek = full};
  d.peek.actions = &both;
  d.peek.action_count = 1;
  assert_int_equal(press_peek_declare(b.engine, &d, 1), PRESS_ERR_INVAL);
  both.flags = PRESS_ACTION_FLAG_KEEP_OPEN * 2;
  assert_int_equal(press_peek_declare(b.engine, &d, 1), PRESS_ERR_INVAL);
}

static void remove_when_tapped(recorder *log, press_engine *engine, const entry *what) {
  if (what->kind == ENTRY_EVENT && what->event.type == PRESS_EVENT_TAPPED) {
    if (log->calls++ == 0) assert_int_equal(log->refuses ? press_peek_dismiss(engine) : press_target_remove(engine, 1), PRESS_OK);
  }
}

TEST(b10_what_is_over_takes_its_highlight_and_what_is_kept_along) {
  static const press_action keep = {.id = 1, .flags = PRESS_ACTION_FLAG_KEEP_OPEN};
  press_peek                peek = full;
  peek.actions = &keep;
  peek.action_count = 1;
  for (int dismisses = 0; dismisses < 2; dismisses++) {
    bench_make(&b, NULL);
    assert_int_equal(press_gestures_attach(b.engine, NULL), PRESS_OK);
    assert_int_equal(press_peek_attach(b.engine, NULL), PRESS_OK);
    bench_target(&b, 1, 0, 0, 0, 100, 100, PEEK);
    bench_target(&b, 2, 0, 0, 200, 100, 100, TAP | PRESS_TARGET_DOUBLE_TAP);
    b.log.peek = &peek;
    bench_feed_at(&b, 0, 0.2, 50, 250);
    bench_feed_at(&b, 0, 0, 50, 250);
    assert_int_equal(press_peek_open(b.engine, 1), PRESS_OK);
    recorder_clear(&b.log);
    b.log.hook = remove_when_tapped;
    b.log.refuses = dismisses;
    /* The touch lets the tap stop waiting, and highlights. */
    bench_feed_at(&b, 0, 0.2, 210, 5);
    delivers(dismisses ? "contact_began tapped peek_touched peek_dismissed:program" : "contact_began tapped peek_dismissed:target_removed");
    b.log.refuses = false;
    b.log.hook = NULL;
    press_engine_reset(b.engine);
  }
}

TEST(b10_a_table_is_replaced_while_it_is_shown) {
  static const press_action deeper[] = {{.id = 23}};
  static const press_action fewer[] = {{.id = 15}, {.id = 12, .child_count = 1, .children = deeper}};
  static const press_action flat[] = {{.id = 12}, {.id = 16}};
  make(&full);
  assert_int_equal(press_peek_replace(b.engine, fewer, 2), PRESS_ERR_STATE);
  leave_on_show(&b);
  assert_int_equal(press_action_perform(b.engine, 12), PRESS_OK);
  recorder_clear(&b.log);
  assert_int_equal(press_peek_replace(b.engine, NULL, 2), PRESS_ERR_INVAL);
  assert_int_equal(press_peek_replace(b.engine, NULL, 0), PRESS_ERR_INVAL);
  assert_int_equal(press_peek_replace(NULL, fewer, 2), PRESS_ERR_INVAL);
  assert_ptr_equal(status_of(&b).actions, inner);
  assert_int_equal(press_peek_replace(b.engine, fewer, 2), PRESS_OK);
  delivers("actions_revealed=12");
  assert_int_equal(status_of(&b).group, 12);
  assert_ptr_equal(status_of(&b).actions, deeper);
  assert_ptr_equal(status_of(&b).peek.actions, fewer);
  assert_int_equal(press_peek_replace(b.engine, flat, 2), PRESS_OK);
  delivers("actions_revealed=0");
  assert_int_equal(status_of(&b).group, 0);
  /* An action that comes to lie under a finger is not chosen. */
  PLAY({0.2, 210, 5});
  assert_int_equal(press_peek_replace(b.engine, fewer, 2), PRESS_OK);
  PLAY({0.2, 210, 5}, {0, 210, 5});
  delivers("contact_began peek_touched action_highlighted=12 action_highlighted=0 actions_revealed=0 contact_ended:lifted");
  /* During the hint no actions are shown; later the replaced ones are. */
  assert_int_equal(press_peek_dismiss(b.engine), PRESS_OK);
  PLAY({0.3, 50, 90});
  recorder_clear(&b.log);
  assert_int_equal(press_peek_replace(b.engine, NULL, 0), PRESS_OK);
  PLAY({0.55, 50, 90}, {0.55, 50, 40});
  delivers("preview_updated! peek_shown commit_updated commit_updated");
  PLAY({0, 50, 40}, {0.55, 50, 90}, {0.55, 50, 40});
  assert_ptr_equal(status_of(&b).actions, actions);
  press_engine_reset(b.engine);
}

TEST(b10_so_many_actions_and_no_more) {
  /* 64 groups of 62 or 63, 4,096 in all. */
  static press_action groups[64], children[4096];
  uint32_t            used = 0;
  make(&full);
  for (uint32_t extra = 0; extra < 2; extra++) {
    used = 0;
    for (uint32_t i = 0; i < 64; i++) {
      uint32_t count = i == 63 && extra ? 64 : 63;
      groups[i] = (press_action){.id = 10000 + i, .child_count = count, .children = &children[used]};
      for (uint32_t j = 0; j < count; j++, used++) children[used] = (press_action){.id = 1 + used};
    }
    assert_int_equal(used + 64, 4096 + extra);
    press_peek_declaration d = {.target = 1, .peek = full};
    d.peek.actions = groups;
    d.peek.action_count = 64;
    assert_int_equal(press_peek_declare(b.engine, &d, 1), extra ? PRESS_ERR_INVAL : PRESS_OK);
  }
  groups[0].child_count = 65;
  assert_int_equal(press_peek_declare(
                     b.engine, &(press_peek_declaration){.target = 1, .peek = {.size = sizeof(press_peek), .action_count = 1, .actions = groups}}, 1),
    PRESS_ERR_INVAL);
  for (uint32_t count = 64; count <= 65; count++)
    assert_int_equal(press_peek_declare(b.engine,
                       &(press_peek_declaration){.target = 1, .peek = {.size = sizeof(press_peek), .action_count = count, .actions = children}}, 1),
      count == 64 ? PRESS_OK : PRESS_ERR_INVAL);
  press_engine_reset(b.engine);
}

/* ---- B7 ---- */

/* conforms: peek-21 */
TEST(b7_actions_can_be_listed_and_queried_at_any_time) {
  press_peek peek = {.size = sizeof peek};
  make(&full);
  press_peek_status s = status_of(&b);
  assert_int_equal(s.state, PRESS_PEEK_NONE);
  assert_int_equal(s.contact, PRESS_NO_CONTACT);
  assert_int_equal(press_peek_find(b.engine, 1, &peek), PRESS_OK);
  assert_memory_equal(&peek, &full, offsetof(press_peek, action_count) + sizeof peek.action_count);
  assert_ptr_equal(peek.actions, full.actions);
  assert_int_equal(press_peek_find(b.engine, 2, &peek), PRESS_ERR_NOENT);
  bench_target(&b, 2, 0, 300, 0, 1, 1, TAP);
  assert_int_equal(press_peek_find(b.engine, 2, &peek), PRESS_ERR_NOENT);
  reveal(&b);
  s = status_of(&b);
  assert_int_equal(s.action_count, 4);
  assert_ptr_equal(s.actions, actions);
  assert_int_equal(s.target, 1);
  assert_memory_equal(&s.peek, &full, sizeof full);
  bench_finish(&b);
  b.log.peek = NULL;
  assert_int_equal(press_peek_find(b.engine, 1, &peek), PRESS_ERR_NOENT);
}

/* ---- everywhere, limits ---- */

enum deed { RESET, REMOVE, CANCEL, OPEN, POP, DISMISS, REVEAL, PERFORM, GROUP, BACK, REPLACE, FIND, DEEDS };

static void do_deed(press_engine *engine, int deed) {
  press_peek peek = {.size = sizeof peek};
  int        status = 0;
  switch (deed) {
    case RESET: status = press_engine_reset(engine); break;
    case REMOVE: status = press_target_remove(engine, 1); break;
    case CANCEL: status = press_preview_cancel(engine, 0); break;
    case OPEN: status = press_peek_open(engine, 1); break;
    case POP: status = press_peek_pop(engine); break;
    case DISMISS: status = press_peek_dismiss(engine); break;
    case REVEAL: status = press_peek_reveal(engine); break;
    case PERFORM: status = press_action_perform(engine, 11); break;
    case GROUP: status = press_action_perform(engine, 12); break;
    case BACK: status = press_action_back(engine); break;
    case REPLACE: status = press_peek_replace(engine, actions + 1, 3); break;
    default: status = press_peek_find(engine, 1, &peek); break;
  }
  assert_true(status == PRESS_OK || status == PRESS_ERR_NOENT || status == PRESS_ERR_STATE || status == PRESS_ERR_NOSPC);
}

static void at_one_call(recorder *log, press_engine *engine, const entry *what) {
  (void)what;
  const int *plan = log->context;
  if (log->calls++ != plan[0]) return;
  do_deed(engine, plan[1]);
  do_deed(engine, plan[2]);
}

static const move ways[][9] = {
  {{0.3, 50, 90}, {0.55, 50, 90}, {0.6, 50, 90}, {0.9, 50, 90}, {0, 50, 90}, {0.9, 50, 90}, {0, 50, 90}, {0.55, 50, 90}, {0, 50, 90}},
  {{0.55, 50, 90}, {0.55, 50, 40}, {0.55, 210, 2}, {0.55, 210, 15}, {0, 210, 15}, {0.2, 210, 5}, {0, 210, 5}, {0.55, 50, 90}, {0, 50, 90}},
  {{0.55, 50, 90}, {0.55, 50, 40}, {0, 50, 40}, {0.9, 5, 5}, {0.9, 210, 5}, {0, 5, 5}, {0.55, 50, 90}, {0.55, 50, 40}, {0, 210, 35}},
};

TEST(every_call_at_every_point_leaves_one_end_for_every_beginning) {
  for (size_t way = 0; way < COUNT(ways); way++) {
    for (int deed = 0; deed < DEEDS; deed++) {
      for (size_t at = 0; at < 9; at++) {
        make(&full);
        play(&b, ways[way], at + 1);
        do_deed(b.engine, deed);
        b.now += 1000;
        play(&b, ways[way] + at + 1, 8 - at);
        bench_finish(&b);
      }
      for (int second = 0; second < DEEDS; second++) {
        int calls = 1;
        for (int at = 0; at < calls; at++) {
          int plan[3] = {at, deed, second};
          make(&full);
          b.log.hook = at_one_call;
          b.log.context = plan;
          play(&b, ways[way], 9);
          calls = b.log.calls;
          bench_finish(&b);
          assert_int_equal(status_of(&b).state, PRESS_PEEK_NONE);
        }
      }
    }
  }
}

static void many_calls_in_one_callback(recorder *log, press_engine *engine, const entry *what) {
  (void)what;
  if (log->calls++) return;
  int refused = 0;
  for (int i = 0; i < 60; i++) {
    int status = i % 2 ? press_peek_dismiss(engine) : press_peek_open(engine, 1);
    refused += status == PRESS_ERR_NOSPC;
    assert_true(status == PRESS_OK || status == PRESS_ERR_NOSPC || status == PRESS_ERR_STATE);
  }
  assert_true(refused > 0);
}

TEST(so_many_calls_in_one_callback_that_they_do_not_fit_are_refused) {
  make(&full);
  b.log.calls = 1;
  PLAY({0.2, 50, 90});
  b.log.calls = 0;
  b.log.hook = many_calls_in_one_callback;
  PLAY({0, 50, 90});
  bench_finish(&b);
}

TEST(a_copy_of_the_bytes_is_a_copy_of_the_engine) {
  for (size_t way = 0; way < COUNT(ways); way++) {
    for (size_t at = 0; at < 9; at++) {
      make(&full);
      make_with(&other, &full, NULL);
      play(&b, ways[way], at);
      bench_copy(&other, &b);
      play(&b, ways[way] + at, 9 - at);
      play(&other, ways[way] + at, 9 - at);
      assert_same_events(&b.log, &other.log);
    }
  }
}

TEST(the_defaults_are_those_of_the_header_and_the_rest_is_refused) {
  press_peek_config c, good;
  press_peek_status s = {.size = sizeof s};
  press_peek        peek = {.size = sizeof peek};
  press_engine     *engine;
  memset(&c, 0xee, sizeof c);
  press_peek_config_init(&c);
  press_peek_config_init(NULL);
  assert_int_equal(c.size, sizeof c);
  assert_int_equal(c.flags, 0);
  assert_int_equal(c.reveal_distance, PRESS_Q16(40));
  assert_int_equal(c.slop, PRESS_Q16(10));
  assert_int_equal(c.rest_us, 100000);
  assert_int_equal(c.hold_us, 500000);
  good = c;
  bench_make(&b, NULL);
#define REFUSE(field, value) \
  do { \
    c = good; \
    c.field = (value); \
    assert_int_equal(press_peek_attach(b.engine, &c), PRESS_ERR_INVAL); \
  } while (0)
  REFUSE(size, 0);
  REFUSE(flags, 8);
  REFUSE(reveal_distance, -1);
  REFUSE(slop, 0);
  REFUSE(hold_us, 0);
  REFUSE(reserved[1], 1);
  /* Peeks are not attached. */
  assert_int_equal(press_peek_declare(b.engine, NULL, 0), PRESS_ERR_STATE);
  assert_int_equal(press_peek_get(b.engine, &s), PRESS_ERR_STATE);
  assert_int_equal(press_peek_find(b.engine, 1, &peek), PRESS_ERR_STATE);
  assert_int_equal(press_peek_open(b.engine, 1), PRESS_ERR_STATE);
  assert_int_equal(press_peek_pop(b.engine), PRESS_ERR_STATE);
  assert_int_equal(press_peek_dismiss(b.engine), PRESS_ERR_STATE);
  assert_int_equal(press_peek_reveal(b.engine), PRESS_ERR_STATE);
  assert_int_equal(press_action_perform(b.engine, 1), PRESS_ERR_STATE);
  assert_int_equal(press_action_back(b.engine), PRESS_ERR_STATE);
  assert_int_equal(press_peek_attach(b.engine, NULL), PRESS_OK);
  assert_int_equal(press_peek_attach(b.engine, NULL), PRESS_ERR_STATE);
  /* NULL. */
  assert_int_equal(press_peek_attach(NULL, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_peek_get(NULL, &s), PRESS_ERR_INVAL);
  assert_int_equal(press_peek_get(b.engine, NULL), PRESS_ERR_INVAL);
  s.size = 8;
  assert_int_equal(press_peek_get(b.engine, &s), PRESS_ERR_INVAL);
  assert_int_equal(press_peek_find(NULL, 1, &peek), PRESS_ERR_INVAL);
  assert_int_equal(press_peek_find(b.engine, 1, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_peek_open(NULL, 1), PRESS_ERR_INVAL);
  assert_int_equal(press_peek_pop(NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_peek_dismiss(NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_peek_reveal(NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_action_perform(NULL, 1), PRESS_ERR_INVAL);
  assert_int_equal(press_action_back(NULL), PRESS_ERR_INVAL);
  /* Storage and queue. */
  press_config config = bench_config();
  size_t       bytes = press_engine_size(&config) + press_peek_size(&config, NULL);
  assert_int_equal(press_engine_init(b.storage, bytes - 8, &config, &engine), PRESS_OK);
  assert_int_equal(press_peek_attach(engine, NULL), PRESS_ERR_NOSPC);
  assert_int_equal(press_engine_init(b.storage, bytes, &config, &engine), PRESS_OK);
  assert_int_equal(press_peek_attach(engine, NULL), PRESS_OK);
  config.max_events = (uint16_t)(8 + 2 * config.max_contacts);
  assert_int_equal(press_engine_init(b.storage, sizeof b.storage, &config, &engine), PRESS_OK);
  assert_int_equal(press_peek_attach(engine, NULL), PRESS_ERR_NOBUFS);
}

/* ---- removed targets, and the time of their removal ---- */

static void remove_as_it_commits(recorder *log, press_engine *engine, const entry *what) {
  bool ended = what->kind == ENTRY_EVENT && what->event.type == PRESS_EVENT_PREVIEW_UPDATED && what->event.flags & PRESS_EVENT_FLAG_ENDED;
  if (ended && log->calls++ == 0) assert_int_equal(press_target_remove(engine, 1), PRESS_OK);
}

TEST(a_target_that_goes_away_before_its_peek_is_delivered_shows_none) {
  make(&full);
  b.log.hook = remove_as_it_commits;
  PLAY({0.2, 50, 90}, {0.55, 50, 90}, {0, 50, 90});
  delivers("contact_began preview_began preview_updated! preview_cancelled:target_removed contact_ended:lifted");
  bench_finish(&b);
}

/* The tap that waited comes first, and takes the target away. */
TEST(a_target_that_goes_away_as_a_hold_opens_its_peek_shows_none) {
  make_menu(&plain, PRESS_PEEK_FLAG_FROM_HOLD, PEEK | TAP | PRESS_TARGET_DOUBLE_TAP, true);
  PLAY({0.2, 50, 50}, {0, 50, 50}, {0.2, 50, 50});
  recorder_clear(&b.log);
  b.log.hook = remove_when_tapped;
  tick(500000);
  delivers("tapped");
  assert_int_equal(status_of(&b).state, PRESS_PEEK_NONE);
  press_engine_reset(b.engine);
}

TEST(a_group_that_keeps_open_opens_all_the_same) {
  press_action groups[] = {{.id = 12, .flags = PRESS_ACTION_FLAG_KEEP_OPEN, .child_count = 2, .children = inner}};
  press_peek   peek = full;
  peek.actions = groups;
  peek.action_count = 1;
  make(&peek);
  leave_on_show(&b);
  recorder_clear(&b.log);
  assert_int_equal(press_action_perform(b.engine, 12), PRESS_OK);
  delivers("actions_revealed=12");
  assert_int_equal(press_action_perform(b.engine, 21), PRESS_OK);
  delivers("action_selected=21 peek_dismissed");
  bench_finish(&b);
}

TEST(each_length_of_a_peek_that_is_negative_is_refused) {
  make(NULL);
  for (int field = 0; field < 6; field++) {
    press_peek_declaration d = {.target = 1, .peek = plain};
    press_q16 *lengths[] = {&d.peek.source_width, &d.peek.source_height, &d.peek.width, &d.peek.height, &d.peek.actions_width, &d.peek.action_height};
    *lengths[field] = -1;
    assert_int_equal(press_peek_declare(b.engine, &d, 1), PRESS_ERR_INVAL);
    *lengths[field] = 0;
    assert_int_equal(press_peek_declare(b.engine, &d, 1), PRESS_OK);
  }
}

TEST(the_end_of_another_finger_leaves_a_hold_that_opens_as_it_is) {
  make_menu(&full, PRESS_PEEK_FLAG_FROM_HOLD, PEEK, false);
  PLAY({0.2, 50, 90});
  bench_feed_at(&b, 1, 0.2, 300, 300);
  bench_feed_at(&b, 1, 0, 300, 300);
  recorder_clear(&b.log);
  tick(480000);
  delivers("peek_shown actions_revealed=0");
  press_engine_reset(b.engine);
}

TEST(the_moves_of_another_finger_leave_a_hold_that_opens_as_it_is) {
  make_menu(&full, PRESS_PEEK_FLAG_FROM_HOLD, PEEK, false);
  PLAY({0.2, 50, 90});
  bench_feed_at(&b, 1, 0.2, 300, 300);
  bench_feed_at(&b, 1, 0.2, 300, 350);
  recorder_clear(&b.log);
  tick(480000);
  delivers("peek_shown actions_revealed=0");
  press_engine_reset(b.engine);
}

static size_t asked(void) {
  size_t count = 0;
  for (size_t i = 0; i < b.log.count; i++) count += b.log.entries[i].kind == ENTRY_WILL_SHOW;
  return count;
}

TEST(while_a_finger_peeks_nobody_is_asked_what_another_or_code_would) {
  make(&full);
  bench_target(&b, 2, 0, 300, 0, 100, 100, PEEK);
  PLAY({0.55, 50, 90});
  assert_int_equal(asked(), 1);
  bench_feed_at(&b, 1, 0.55, 350, 50);
  assert_int_equal(press_peek_open(b.engine, 2), PRESS_ERR_STATE);
  assert_int_equal(asked(), 1);
  assert_int_equal(status_of(&b).target, 1);
  press_engine_reset(b.engine);
}

TEST(settings_wait_while_actions_are_on_show) {
  press_peek_config c;
  press_peek_config_init(&c);
  c.rest_us = 10000000;
  c.slop = PRESS_Q16(1000);
  make(&full);
  leave_on_show(&b);
  assert_int_equal(press_peek_set(b.engine, &c), PRESS_OK);
  /* An action that replaces another under a finger is armed after the finger has rested for the former time. */
  PLAY({0.2, 210, 5});
  assert_int_equal(press_peek_replace(b.engine, inner, 2), PRESS_OK);
  for (int i = 0; i < 60; i++) PLAY({0.2, 210, 5});
  recorder_clear(&b.log);
  PLAY({0.2, 210, 15});
  delivers("action_highlighted=22");
  press_engine_reset(b.engine);
}

static void open_and_dismiss(recorder *log, press_engine *engine, const entry *what) {
  if (what->kind != ENTRY_EVENT || log->calls++ != 0) return;
  assert_int_equal(press_peek_open(engine, 1), PRESS_OK);
  assert_int_equal(press_peek_dismiss(engine), PRESS_OK);
}

TEST(actions_of_a_peek_that_is_over_before_they_are_delivered_are_never_revealed) {
  make(&full);
  b.log.hook = open_and_dismiss;
  PLAY({0.2, 300, 300}, {0, 300, 300});
  delivers("contact_began peek_shown peek_dismissed:program contact_ended:lifted");
  bench_finish(&b);
}

/* A drag from code begins as the peek is popped, and its beginning removes the target that was peeked. */
static void drag_and_remove(recorder *log, press_engine *engine, const entry *delivered) {
  (void)log;
  const press_event *e = &delivered->event;
  if (delivered->kind != ENTRY_EVENT) return;
  if (e->type == PRESS_EVENT_COMMIT_UPDATED && e->flags & PRESS_EVENT_FLAG_ENDED) assert_int_equal(press_drag_begin(engine, 2, NULL), PRESS_OK);
  if (e->type == PRESS_EVENT_DRAG_BEGAN) assert_int_equal(press_target_remove(engine, 1), PRESS_OK);
}

TEST(a_pop_that_is_pending_names_a_target_that_goes_away_before_all_else) {
  make(&plain);
  assert_int_equal(press_drag_attach(b.engine, NULL), PRESS_OK);
  bench_target(&b, 2, 0, 200, 0, 50, 50, PRESS_TARGET_DRAG_SOURCE | PRESS_TARGET_DROP | PRESS_TARGET_SPRING);
  b.log.hook = drag_and_remove;
  PLAY({0.2, 50, 90}, {0.8, 50, 90});
  assert_string_equal(recorder_events(&b.log), "contact_began preview_began preview_updated! peek_shown commit_updated! drag_began "
                                               "peek_popped drag_forbidden drag_items_changed drag_hint_changed spring_possible");
  b.log.hook = NULL;
  bench_finish(&b);
}

static void reset_when_asked(recorder *log, press_engine *engine, const entry *what) {
  (void)log;
  if (what->kind == ENTRY_WILL_SHOW) assert_int_equal(press_engine_reset(engine), PRESS_OK);
}

TEST(b9_a_reset_while_a_hold_asks_opens_nothing) {
  make_menu(&full, PRESS_PEEK_FLAG_FROM_HOLD, PEEK, false);
  b.log.hook = reset_when_asked;
  PLAY({0.2, 50, 90});
  tick(900000);
  delivers("contact_began contact_cancelled:reset");
  assert_int_equal(status_of(&b).state, PRESS_PEEK_NONE);
  press_engine_reset(b.engine);
}

static void make_surface_menu(void) {
  press_peek_config config;
  press_peek_config_init(&config);
  config.flags = PRESS_PEEK_FLAG_FROM_HOLD;
  press_config surface = bench_config();
  surface.traits = PEEK;
  bench_make(&b, &surface);
  assert_int_equal(press_peek_attach(b.engine, &config), PRESS_OK);
  b.log.peek = &full;
}

TEST(b9_a_hold_on_a_surface_without_targets_opens_its_peek) {
  make_surface_menu();
  PLAY({0.2, 50, 90});
  tick(900000);
  delivers("contact_began peek_shown actions_revealed=0");
}

/* Without targets the surface is one, which peeks here; but what was held is gone. */
TEST(b9_a_target_that_goes_away_while_a_hold_asks_opens_nothing) {
  make_surface_menu();
  bench_target(&b, 1, 0, 0, 0, 100, 100, PEEK);
  b.log.hook = remove_when_asked;
  PLAY({0.2, 50, 90});
  tick(900000);
  b.log.hook = NULL;
  PLAY({0, 50, 90});
  delivers("contact_began contact_ended:lifted");
}

TEST(b9_a_hold_opens_the_peek_of_the_container_where_the_target_itself_shows_none) {
  for (uint32_t traits = 0; traits <= PEEK; traits += PEEK) {
    make_menu(&plain, PRESS_PEEK_FLAG_FROM_HOLD, PEEK, false);
    bench_target(&b, 2, 1, 0, 0, 100, 100, traits);
    b.log.peek_target = 1;
    PLAY({0.2, 50, 90});
    tick(500000);
    delivers("contact_began peek_shown");
    assert_int_equal(status_of(&b).target, 1);
    press_engine_reset(b.engine);
  }
}

TEST(b9_a_hold_opens_nothing_while_its_finger_may_be_lifting) {
  for (int comes_back = 0; comes_back < 2; comes_back++) {
    press_peek_config c;
    press_config      config = bench_config();
    press_peek_config_init(&c);
    c.flags = PRESS_PEEK_FLAG_FROM_HOLD;
    config.lift_us = 40000;
    bench_make(&b, &config);
    assert_int_equal(press_peek_attach(b.engine, &c), PRESS_OK);
    bench_target(&b, 1, 0, 0, 0, 100, 100, PEEK);
    b.log.peek = &plain;
    PLAY({0.2, 50, 90});
    tick(485000);
    PLAY({0, 50, 90});
    tick(20000);
    delivers("contact_began");
    if (comes_back) {
      PLAY({0.2, 50, 90});
      delivers("peek_shown");
    } else {
      tick(500000);
      delivers("contact_ended:lifted");
    }
    press_engine_reset(b.engine);
  }
}

TEST(b9_a_hold_asks_each_target_once_and_not_the_surface_under_them) {
  press_peek_config c;
  press_config      config = bench_config();
  press_peek_config_init(&c);
  c.flags = PRESS_PEEK_FLAG_FROM_HOLD;
  config.traits = PEEK;
  bench_make(&b, &config);
  assert_int_equal(press_peek_attach(b.engine, &c), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 100, 100, PEEK);
  b.log.peek = NULL;
  PLAY({0.2, 50, 90});
  tick(900000);
  assert_string_equal(recorder_calls(&b.log), "contact_began will_show?");
  press_engine_reset(b.engine);
}

static void open_2_when_asked(recorder *log, press_engine *engine, const entry *what) {
  if (what->kind == ENTRY_WILL_SHOW && !log->calls++) assert_int_equal(press_peek_open(engine, 2), PRESS_OK);
}

TEST(b1_a_finger_previews_nothing_where_code_opened_a_peek_as_it_was_asked) {
  bench_make(&b, NULL);
  assert_int_equal(press_peek_attach(b.engine, NULL), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 100, 100, PEEK | PREVIEW);
  bench_target(&b, 2, 0, 100, 0, 100, 100, PEEK);
  b.log.peek = &plain;
  b.log.hook = open_2_when_asked;
  PLAY({0.3, 50, 90});
  delivers("contact_began peek_shown preview_refused");
  press_engine_reset(b.engine);
}

TEST(a_finger_that_was_released_leaves_the_actions_to_the_next) {
  make(&full);
  leave_on_show(&b);
  recorder_clear(&b.log);
  bench_feed_at(&b, 0, 0.2, 210, 5);
  assert_int_equal(press_contact_release(b.engine, 0), PRESS_OK);
  assert_int_equal(status_of(&b).contact, PRESS_NO_CONTACT);
  bench_feed_at(&b, 1, 0.2, 210, 35);
  bench_feed_at(&b, 1, 0, 210, 35);
  delivers("contact_began peek_touched action_highlighted=11 action_highlighted=0 contact_began peek_touched action_highlighted=14 "
           "action_selected=14 peek_dismissed "
           "contact_ended:lifted");
  press_engine_reset(b.engine);
}

TEST(what_another_finger_presses_leaves_a_peek_alone) {
  make(&full);
  bench_target(&b, 2, 0, 100, 0, 100, 100, PREVIEW);
  bench_feed_at(&b, 0, 0.3, 50, 90);
  bench_feed_at(&b, 1, 0.3, 150, 50);
  bench_feed_at(&b, 1, 0.6, 150, 50);
  assert_int_equal(status_of(&b).state, PRESS_PEEK_HINTING);
  bench_feed_at(&b, 0, 0.6, 50, 90);
  assert_int_equal(status_of(&b).state, PRESS_PEEK_SHOWN);
  bench_feed_at(&b, 1, 0.9, 150, 10);
  assert_int_equal(status_of(&b).state, PRESS_PEEK_SHOWN);
  bench_feed_at(&b, 1, 0, 150, 10);
  assert_int_equal(status_of(&b).state, PRESS_PEEK_SHOWN);
  bench_feed_at(&b, 1, 0.3, 150, 50);
  assert_int_equal(press_preview_cancel(b.engine, 1), PRESS_OK);
  assert_int_equal(status_of(&b).state, PRESS_PEEK_SHOWN);
  assert_int_equal(status_of(&b).contact, 0);
  bench_feed_at(&b, 0, 0.9, 50, 90);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PEEK_POPPED), 1);
  bench_finish(&b);
}

TEST(what_another_finger_does_leaves_the_one_that_chooses_alone) {
  make(&full);
  leave_on_show(&b);
  bench_feed_at(&b, 1, 0.2, 210, 5);
  bench_feed_at(&b, 2, 0.2, 210, 35);
  assert_int_equal(status_of(&b).contact, 1);
  assert_int_equal(status_of(&b).highlighted, 11);
  assert_int_equal(press_contact_release(b.engine, 2), PRESS_OK);
  assert_int_equal(status_of(&b).highlighted, 11);
  bench_feed_at(&b, 2, 0, 210, 35);
  assert_int_equal(status_of(&b).highlighted, 11);
  recorder_clear(&b.log);
  bench_feed_at(&b, 1, 0, 210, 5);
  delivers("action_selected=11 peek_dismissed contact_ended:lifted");
  press_engine_reset(b.engine);
}

static void performs_and_removes(recorder *log, press_engine *engine, const entry *what) {
  if (what->kind != ENTRY_EVENT || what->event.type != PRESS_EVENT_TAPPED || log->calls++) return;
  assert_int_equal(press_action_perform(engine, 11), PRESS_OK);
  assert_int_equal(press_target_remove(engine, 1), PRESS_OK);
}

TEST(what_was_chosen_on_a_target_that_goes_away_at_once_is_not_chosen) {
  make_menu(&full, 0, PEEK | TAP, true);
  bench_target(&b, 2, 0, 0, 200, 100, 100, TAP | PRESS_TARGET_DOUBLE_TAP);
  PLAY({0.2, 50, 250}, {0, 50, 250});
  assert_int_equal(press_peek_open(b.engine, 1), PRESS_OK);
  recorder_clear(&b.log);
  b.log.hook = performs_and_removes;
  PLAY({0.2, 90, 250});
  delivers("contact_began tapped peek_touched peek_dismissed:target_removed");
  press_engine_reset(b.engine);
}

TEST(who_comes_while_a_finger_peeks_opens_nothing_by_holding) {
  make_menu(&full, PRESS_PEEK_FLAG_FROM_HOLD, PEEK, false);
  bench_feed_at(&b, 0, 0.3, 50, 50);
  assert_int_equal(status_of(&b).state, PRESS_PEEK_HINTING);
  bench_feed_at(&b, 1, 0.2, 60, 50);
  bench_feed_at(&b, 0, 0, 50, 50);
  assert_int_equal(status_of(&b).state, PRESS_PEEK_NONE);
  assert_true(press_next_deadline(b.engine) == PRESS_NEVER);
  tick(2000000);
  assert_int_equal(status_of(&b).state, PRESS_PEEK_NONE);
  b.now = 2000000;
  bench_finish(&b);
}

static void opens_another(recorder *log, press_engine *engine, const entry *what) {
  if (what->kind == ENTRY_WILL_SHOW && log->calls++ == 0) assert_int_equal(press_peek_open(engine, 2), PRESS_OK);
}

TEST(a_peek_that_opens_as_a_hold_asks_for_its_own_stays) {
  make_menu(&full, PRESS_PEEK_FLAG_FROM_HOLD, PEEK, false);
  bench_target(&b, 2, 0, 100, 0, 100, 100, PEEK);
  const press_peek_declaration second = {.target = 2, .peek = plain};
  assert_int_equal(press_peek_declare(b.engine, &second, 1), PRESS_OK);
  bench_feed_at(&b, 0, 0.2, 50, 50);
  b.log.hook = opens_another;
  tick(2000000);
  assert_int_equal(b.log.calls, 1);
  assert_int_equal(status_of(&b).target, 2);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PEEK_SHOWN), 1);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PEEK_DISMISSED), 0);
  b.now = 2000000;
  bench_finish(&b);
}

TEST(a_hold_that_waited_for_its_finger_says_how_long) {
  press_config config = bench_config();
  config.lift_us = 40000;
  bench_make(&b, &config);
  press_peek_config c;
  press_peek_config_init(&c);
  c.flags = PRESS_PEEK_FLAG_FROM_HOLD;
  c.hold_us = 55000;
  assert_int_equal(press_peek_attach(b.engine, &c), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 100, 100, PEEK);
  b.log.peek = &plain;
  /* The force falls 15 ms before the hold is long enough, and comes back 15 ms after. */
  for (int i = 0; i < 5; i++) bench_feed_at(&b, 0, 0.2, 50, 50);
  bench_feed_at(&b, 0, 0.01, 50, 50);
  bench_feed_at(&b, 0, 0.01, 50, 50);
  assert_null(recorder_last(&b.log, PRESS_EVENT_PEEK_SHOWN));
  bench_feed_at(&b, 0, 0.2, 50, 50);
  const press_event *shown = recorder_last(&b.log, PRESS_EVENT_PEEK_SHOWN);
  assert_non_null(shown);
  assert_int_equal(shown->t_us, 80000);
  assert_int_equal(shown->late_us, 15000);
  bench_finish(&b);
}

static int opened_inside;

static void opens_until_refused(recorder *log, press_engine *engine, const entry *what) {
  if (what->kind != ENTRY_EVENT || what->event.type != PRESS_EVENT_CONTACT_BEGAN || log->calls++) return;
  while (press_peek_open(engine, 1) == PRESS_OK) opened_inside++;
}

TEST(a_callback_opens_as_many_peeks_as_can_be_pending) {
  make(&full);
  b.log.hook = opens_until_refused;
  opened_inside = 0;
  PLAY({0.2, 150, 150});
  assert_int_equal(opened_inside, 5);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PEEK_SHOWN), 5);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PEEK_DISMISSED), 4);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_ACTIONS_REVEALED), 1);
  bench_finish(&b);
}

TEST(a_touch_that_closed_a_group_leaves_the_actions_to_the_next) {
  make(&full);
  leave_on_show(&b);
  assert_int_equal(press_action_perform(b.engine, 12), PRESS_OK);
  recorder_clear(&b.log);
  PLAY({0.2, 5, 5}, {0, 5, 5});
  assert_int_equal(status_of(&b).group, 0);
  assert_int_equal(status_of(&b).contact, PRESS_NO_CONTACT);
  recorder_clear(&b.log);
  PLAY({0.2, 210, 5}, {0, 210, 5});
  delivers("contact_began peek_touched action_highlighted=11 action_selected=11 peek_dismissed contact_ended:lifted");
  press_engine_reset(b.engine);
}

TEST(below_the_last_action_there_is_none) {
  /* The table goes on, but not that of the peek. */
  press_peek peek = full;
  peek.action_count = 1;
  make(&peek);
  leave_on_show(&b);
  recorder_clear(&b.log);
  PLAY({0.2, 210, 15}, {0.2, 210, 35}, {0.2, 210, 9.9}, {0.2, 210, 10});
  delivers("contact_began peek_touched action_highlighted=11 action_highlighted=0");
  press_engine_reset(b.engine);
}

TEST(a_group_stays_open_wherever_it_lies_in_the_new_table) {
  static const press_action deeper[] = {{.id = 23}, {.id = 24}};
  static const press_action first[] = {{.id = 12, .child_count = 2, .children = deeper}, {.id = 15}, {.id = 16}};
  static const press_action last[] = {{.id = 15}, {.id = 16}, {.id = 12, .child_count = 1, .children = deeper}};
  make(&full);
  leave_on_show(&b);
  assert_int_equal(press_action_perform(b.engine, 12), PRESS_OK);
  recorder_clear(&b.log);
  assert_int_equal(press_peek_replace(b.engine, first, 3), PRESS_OK);
  delivers("actions_revealed=12");
  assert_ptr_equal(status_of(&b).actions, deeper);
  assert_int_equal(status_of(&b).action_count, 2);
  assert_int_equal(press_peek_replace(b.engine, last, 3), PRESS_OK);
  delivers("actions_revealed=12");
  assert_ptr_equal(status_of(&b).actions, deeper);
  assert_int_equal(status_of(&b).action_count, 1);
  assert_int_equal(status_of(&b).group, 12);
  press_engine_reset(b.engine);
}

TEST(a_finger_that_gestures_call_moved_opens_no_peek_by_holding) {
  for (int moves = 0; moves < 2; moves++) {
    press_gestures_config g;
    press_peek_config     c;
    press_gestures_config_init(&g);
    g.slop = g.hold_slop = PRESS_Q16(5);
    press_peek_config_init(&c);
    c.flags = PRESS_PEEK_FLAG_FROM_HOLD;
    bench_make(&b, NULL);
    assert_int_equal(press_gestures_attach(b.engine, &g), PRESS_OK);
    assert_int_equal(press_peek_attach(b.engine, &c), PRESS_OK);
    bench_target(&b, 1, 0, 0, 0, 100, 100, PEEK | TAP);
    b.log.peek = &plain;
    PLAY({0.2, 50, 50});
    bench_feed_at(&b, 0, 0.2, moves ? 57 : 53, 50);
    tick(1000000);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PEEK_SHOWN), !moves);
    press_engine_reset(b.engine);
  }
}

static void selects_and_dismisses(recorder *log, press_engine *engine, const entry *what) {
  if (what->kind != ENTRY_EVENT || what->event.type != PRESS_EVENT_CONTACT_BEGAN || log->calls++) return;
  assert_int_equal(press_action_perform(engine, 1), PRESS_OK);
  assert_int_equal(press_peek_dismiss(engine), PRESS_OK);
}

TEST(what_was_selected_is_delivered_though_the_peek_is_dismissed_at_once) {
  static const press_action keep = {.id = 1, .flags = PRESS_ACTION_FLAG_KEEP_OPEN};
  press_peek                peek = full;
  peek.actions = &keep;
  peek.action_count = 1;
  make(&peek);
  assert_int_equal(press_peek_open(b.engine, 1), PRESS_OK);
  recorder_clear(&b.log);
  b.log.hook = selects_and_dismisses;
  PLAY({0.2, 5, 5});
  delivers("contact_began action_selected=1 peek_dismissed:program");
  press_engine_reset(b.engine);
}

TEST(samples_alone_bring_a_hold_to_its_peek) {
  make_menu(&full, PRESS_PEEK_FLAG_FROM_HOLD, PEEK, false);
  for (int i = 0; i < 50; i++) PLAY({0.2, 50, 50});
  assert_int_equal(status_of(&b).state, PRESS_PEEK_NONE);
  PLAY({0.2, 50, 50}, {0.2, 50, 50});
  assert_int_equal(status_of(&b).state, PRESS_PEEK_REVEALED);
  bench_finish(&b);
}

TEST(a_finger_that_moved_opens_nothing_by_holding_and_one_within_slop_does) {
  static const double places[] = {59, 60, 61};
  for (int i = 0; i < 3; i++) {
    make_menu(&full, PRESS_PEEK_FLAG_FROM_HOLD, PEEK, false);
    PLAY({0.2, 50, 50});
    bench_feed_at(&b, 0, 0.2, places[i], 50);
    bench_feed_at(&b, 0, 0.2, 50, 50);
    tick(1000000);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PEEK_SHOWN), i == 0);
    press_engine_reset(b.engine);
  }
}

TEST(a_hold_on_what_lies_in_a_peek_asks_for_that_alone) {
  make_menu(&full, PRESS_PEEK_FLAG_FROM_HOLD, PEEK, false);
  bench_target(&b, 2, 1, 20, 20, 30, 30, 0);
  PLAY({0.2, 30, 30});
  recorder_clear(&b.log);
  tick(1000000);
  assert_string_equal(recorder_calls(&b.log), "will_show? peek_shown actions_revealed=0");
  assert_int_equal(b.log.entries[0].touch.target, 1);
  assert_int_equal(status_of(&b).target, 1);
  press_engine_reset(b.engine);
}

static void reveals_as_it_commits(recorder *log, press_engine *engine, const entry *what) {
  if (what->kind != ENTRY_EVENT || what->event.type != PRESS_EVENT_COMMIT_UPDATED || !(what->event.flags & PRESS_EVENT_FLAG_ENDED)) return;
  log->calls++;
  assert_int_equal(press_peek_reveal(engine), PRESS_ERR_STATE);
}

TEST(a_peek_that_pops_next_reveals_no_actions) {
  for (uint32_t contact = 0; contact < 2; contact++) {
    make(&full);
    /* An idle contact has the first slot. */
    if (contact) bench_feed_at(&b, 7, 0.2, 500, 500);
    b.log.hook = reveals_as_it_commits;
    bench_feed_at(&b, contact, 0.6, 50, 50);
    bench_feed_at(&b, contact, 0.9, 50, 50);
    assert_int_equal(b.log.calls, 1);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PEEK_POPPED), 1);
    bench_finish(&b);
  }
}

static void resets_when_asked(recorder *log, press_engine *engine, const entry *what) {
  if (what->kind == ENTRY_WILL_SHOW && log->calls++ == 0) assert_int_equal(press_engine_reset(engine), PRESS_OK);
}

TEST(a_peek_that_is_asked_for_as_the_engine_is_reset_does_not_begin) {
  make(&full);
  b.log.hook = resets_when_asked;
  PLAY({0.3, 50, 50});
  assert_int_equal(b.log.calls, 1);
  assert_int_equal(status_of(&b).state, PRESS_PEEK_NONE);
  b.log.idle_resets = 1;
  b.log.hook = NULL;
  press_engine_reset(b.engine);
}

TEST(a_finger_that_chooses_and_is_lost_highlights_nothing_any_more) {
  make(&full);
  leave_on_show(&b);
  bench_feed_at(&b, 1, 0.2, 210, 5);
  assert_int_equal(status_of(&b).highlighted, 11);
  recorder_clear(&b.log);
  bench_feed_flags(&b, 1, 0.2, PRESS_SAMPLE_LOST);
  delivers("action_highlighted=0 contact_cancelled:lost");
  assert_int_equal(status_of(&b).highlighted, 0);
  press_engine_reset(b.engine);
}

static void resets_as_it_opens(recorder *log, press_engine *engine, const entry *what) {
  bool is_shown = what->kind == ENTRY_EVENT && what->event.type == PRESS_EVENT_PEEK_SHOWN;
  if (is_shown && log->calls++ == 0) assert_int_equal(press_engine_reset(engine), PRESS_OK);
}

TEST(what_a_reset_ends_is_not_late_whatever_was_before) {
  press_config      config = bench_config();
  press_peek_config c;
  press_peek_config_init(&c);
  config.lift_us = 40000;
  c.flags = PRESS_PEEK_FLAG_FROM_HOLD;
  c.hold_us = 55000;
  bench_make(&b, &config);
  assert_int_equal(press_peek_attach(b.engine, &c), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 100, 100, PEEK);
  b.log.peek = &plain;
  b.log.hook = resets_as_it_opens;
  for (int i = 0; i < 5; i++) bench_feed_at(&b, 0, 0.2, 50, 50);
  for (int i = 0; i < 3; i++) bench_feed_at(&b, 0, i < 2 ? 0.01 : 0.2, 50, 50);
  assert_int_equal(b.log.calls, 1);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PEEK_SHOWN)->late_us, 15000);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_CONTACT_CANCELLED)->late_us, 0);
  b.log.hook = NULL;
  press_engine_reset(b.engine);
}

TEST(the_smallest_queue_has_room_for_a_peek_from_code) {
  press_config config = bench_config();
  config.max_contacts = 1;
  config.max_events = 8 + 2 + 4;
  bench_make(&b, &config);
  assert_int_equal(press_peek_attach(b.engine, NULL), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 100, 100, PEEK);
  const press_peek_declaration declared = {.target = 1, .peek = full};
  assert_int_equal(press_peek_declare(b.engine, &declared, 1), PRESS_OK);
  assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
  assert_int_equal(press_peek_open(b.engine, 1), PRESS_OK);
  press_event events[16];
  assert_int_equal(press_poll(b.engine, events, 16), 2);
  assert_int_equal(press_peek_dismiss(b.engine), PRESS_OK);
  assert_int_equal(press_poll(b.engine, events, 16), 1);
}

TEST(actions_that_code_reveals_are_not_hidden_by_a_finger_that_did_not_swipe) {
  press_peek_config c;
  press_peek_config_init(&c);
  c.flags = PRESS_PEEK_FLAG_HIDE;
  make_with(&b, &full, &c);
  leave_on_show(&b);
  assert_int_equal(press_peek_dismiss(b.engine), PRESS_OK);
  PLAY({0.2, 50, 90}, {0.55, 50, 90});
  assert_int_equal(press_peek_reveal(b.engine), PRESS_OK);
  recorder_clear(&b.log);
  PLAY({0.55, 50, 90}, {0.55, 50, 95});
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_ACTIONS_HIDDEN), 0);
  assert_int_equal(status_of(&b).state, PRESS_PEEK_REVEALED);
  press_engine_reset(b.engine);
}

TEST(a_finger_that_presses_does_not_hold_whatever_the_one_before_did) {
  make_menu(&plain, PRESS_PEEK_FLAG_FROM_HOLD, PEEK, false);
  PLAY({0.2, 50, 50});
  tick(1000000);
  assert_int_equal(status_of(&b).state, PRESS_PEEK_SHOWN);
  PLAY({0, 50, 50});
  /* It stays, as it was opened by holding. */
  assert_int_equal(status_of(&b).state, PRESS_PEEK_SHOWN);
  assert_int_equal(press_peek_dismiss(b.engine), PRESS_OK);
  PLAY({0.3, 50, 50}, {0.6, 50, 50});
  assert_int_equal(status_of(&b).state, PRESS_PEEK_SHOWN);
  PLAY({0, 50, 50});
  assert_int_equal(status_of(&b).state, PRESS_PEEK_NONE);
  bench_finish(&b);
}

TEST(an_action_that_keeps_open_leaves_the_finger_that_peeks_at_it) {
  static const press_action keep = {.id = 1, .flags = PRESS_ACTION_FLAG_KEEP_OPEN};
  press_peek                peek = full;
  peek.actions = &keep;
  peek.action_count = 1;
  make(&peek);
  reveal(&b);
  recorder_clear(&b.log);
  assert_int_equal(press_action_perform(b.engine, 1), PRESS_OK);
  delivers("action_selected=1");
  assert_int_equal(press_preview_state(b.engine, 0), PRESS_PREVIEW_HELD);
  assert_int_equal(status_of(&b).contact, 0);
  press_engine_reset(b.engine);
}

static void opens_pops_and_removes(recorder *log, press_engine *engine, const entry *delivered) {
  if (delivered->kind != ENTRY_EVENT || delivered->event.type != PRESS_EVENT_CONTACT_BEGAN) return;
  (void)log;
  assert_int_equal(press_peek_open(engine, 1), PRESS_OK);
  assert_int_equal(press_peek_pop(engine), PRESS_OK);
  assert_int_equal(press_target_remove(engine, 1), PRESS_OK);
}

TEST(what_was_opened_and_popped_before_its_target_went_away_is_delivered) {
  make(&full);
  b.log.hook = opens_pops_and_removes;
  PLAY({0.2, 150, 150});
  delivers("contact_began peek_shown peek_popped:program");
  press_engine_reset(b.engine);
}

TEST(why_a_table_of_peeks_is_refused_is_said_and_as_it_is_refused) {
  static const press_action nameless = {.id = 0}, good = {.id = 1};
  press_peek_declaration    tables[6][2];
  static const char *const  whys[6] = {NULL, "reserved: 0", "peek.size: sizeof the struct, as its ..._init writes it",
     "peek: widths and heights are not negative", "peek.actions: ids not 0, PRESS_ACTION_..., at most 64 side by side, 4 deep, 4096 in all",
     "peek.actions: ids not 0, PRESS_ACTION_..., at most 64 side by side, 4 deep, 4096 in all"};
  memset(tables, 0, sizeof tables);
  for (size_t i = 0; i < COUNT(tables); i++) {
    for (size_t j = 0; j < 2; j++) press_peek_init(&tables[i][j].peek);
    tables[i][0].peek.actions = &good, tables[i][0].peek.action_count = 1;
  }
  tables[1][1].reserved = 1;
  tables[2][1].peek.size = 4;
  tables[3][1].peek.width = -1;
  tables[4][1].peek.actions = &nameless, tables[4][1].peek.action_count = 1;
  tables[5][0].peek.actions = NULL;
  bench_make(&b, NULL);
  assert_int_equal(press_peek_attach(b.engine, NULL), PRESS_OK);
  for (size_t i = 0; i < COUNT(tables); i++) {
    const char *why = NULL;
    assert_int_equal(press_peek_declarations_check(tables[i], 2, &why), whys[i] ? PRESS_ERR_INVAL : PRESS_OK);
    assert_int_equal(press_peek_declarations_check(tables[i], 2, NULL), press_peek_declare(b.engine, tables[i], 2));
    if (whys[i])
      assert_string_equal(why, whys[i]);
    else
      assert_null(why);
  }
  assert_int_equal(press_peek_declarations_check(NULL, 0, NULL), PRESS_OK);
  assert_int_equal(press_peek_declarations_check(NULL, 1, NULL), PRESS_ERR_INVAL);
}

int main(void) { return run_all(NULL, NULL); }
