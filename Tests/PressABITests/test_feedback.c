/* feedback.h: which effect answers which event. Effects are written as KIND@STRENGTH in percent. */
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

static bench                 b;
static press_feedback        feedback;
static press_feedback_config config;
static press_feedback_row    rows[PRESS_FEEDBACK_ROWS];
static size_t                row_count;
static uint64_t              now;
static char                  answers[2048];

static void note(const press_effect *effect) {
  assert_in_range(effect->kind, PRESS_EFFECT_LEVEL, PRESS_EFFECT_DOUBLE);
  assert_in_range(effect->strength, 0, PRESS_ONE);
  size_t used = strlen(answers);
  snprintf(answers + used, sizeof answers - used, "%s%s@%d", used ? " " : "", press_effect_name(effect->kind),
    (int)(((int64_t)effect->strength * 100 + PRESS_ONE / 2) / PRESS_ONE));
}

static void receive(const press_event *event) {
  press_effect effect;
  int          status = press_feedback_event(&feedback, event, &effect);
  assert_in_range(status, 0, 1);
  if (!status) return;
  assert_int_equal(effect.t_us, event->t_us);
  assert_int_equal(effect.event, event->type);
  note(&effect);
}

static void answered(const char *expected) {
  assert_string_equal(answers, expected);
  answers[0] = 0;
}

static int begin(void **state) {
  (void)state;
  press_feedback_config_init(&config);
  memset(rows, 0, sizeof rows);
  memset(&feedback, 0, sizeof feedback);
  row_count = 0;
  now = 1000000;
  answers[0] = 0;
  return 0;
}

static press_feedback_row *row(uint32_t event, uint8_t effect, double least, double most) {
  press_feedback_row *one = rows + row_count++;
  *one = (press_feedback_row){.event = event, .least = PRESS_Q16(least), .most = PRESS_Q16(most), .effect = effect};
  return one;
}

static void make(void) { assert_int_equal(press_feedback_init(&feedback, &config, rows, row_count), 0); }

/* An event 100 ms after the one before. */
static press_event *event(uint32_t type) {
  static press_event one;
  now += 100000;
  one = (press_event){.t_us = now, .type = type, .contact = 1};
  return &one;
}

static void happens(uint32_t type) { receive(event(type)); }

/* The same with changes of the event `e`. */
#define HAPPENS(type, ...) \
  do { \
    press_event *e = event(type); \
    (void)(__VA_ARGS__); \
    receive(e); \
  } while (0)

static void progress(uint32_t type, uint32_t contact, double value) {
  press_event *one = event(type);
  one->contact = contact;
  one->progress = PRESS_Q16(value);
  receive(one);
}

#define PROGRESS(type, contact, ...) \
  for (size_t i = 0; i < COUNT(((const double[]){__VA_ARGS__})); i++) progress(type, contact, ((const double[]){__VA_ARGS__})[i])

/* Contact 1 by a list of {progress, what answers it}. */
#define FELT(type, ...) \
  do { \
    static const struct { \
      double      progress; \
      const char *answers; \
    } each[] = {__VA_ARGS__}; \
    for (size_t i = 0; i < COUNT(each); i++) progress(type, 1, each[i].progress), answered(each[i].answers); \
  } while (0)

/* ---- on an engine ---- */

static void hand_over(recorder *log, press_engine *engine, const entry *delivered) {
  (void)log, (void)engine;
  if (delivered->kind == ENTRY_EVENT) receive(&delivered->event);
}

static void press_and_release(void) {
  bench_make(&b, NULL);
  b.log.hook = hand_over;
  for (int i = 0; i <= 10; i++) bench_feed(&b, i / 10.0);
  for (int i = 9; i >= 0; i--) bench_feed(&b, i / 10.0);
}

TEST_AFTER(begin, a_press_is_soft_where_the_preview_ends_and_firm_where_it_completes) {
  assert_int_equal(press_feedback_init(&feedback, NULL, NULL, 0), 0);
  press_and_release();
  answered("soft@60 firm@100");
}

TEST_AFTER(begin, a_level_follows_a_press_and_ends_with_it_once) {
  config.level_step = PRESS_Q16(0.5);
  row(PRESS_EVENT_PREVIEW_UPDATED, PRESS_EFFECT_LEVEL, 0, 1)->source = PRESS_STRENGTH_PROGRESS;
  make();
  bench_make(&b, NULL);
  b.log.hook = hand_over;
  for (int i = 0; i < 20; i++) bench_feed(&b, 0.25 + i / 100.0);
  for (int i = 20; i >= 0; i--) bench_feed(&b, i / 100.0);
  answered("level@4 level@56 level@0");
}

/* ---- which row ---- */

TEST_AFTER(begin, the_first_row_that_an_event_fits_decides) {
  row(PRESS_EVENT_TAPPED, PRESS_EFFECT_SOFT, 0, 0.5);
  row(PRESS_EVENT_TAPPED, PRESS_EFFECT_FIRM, 0, 1);
  row(PRESS_EVENT_HOLD_BEGAN, PRESS_EFFECT_NONE, 0, 0);
  row(PRESS_EVENT_HOLD_BEGAN, PRESS_EFFECT_FIRM, 0, 1);
  make();
  happens(PRESS_EVENT_TAPPED);
  happens(PRESS_EVENT_HOLD_BEGAN);
  happens(PRESS_EVENT_DOUBLE_TAPPED);
  answered("soft@50");
}

TEST_AFTER(begin, flags_say_which_of_its_events) {
  press_feedback_row *one = row(PRESS_EVENT_DRAG_CANCELLED, PRESS_EFFECT_DOUBLE, 0, 1);
  one->flags = PRESS_FEEDBACK_REASON, one->match = PRESS_REASON_DENIED;
  one = row(PRESS_EVENT_DRAG_HINT_CHANGED, PRESS_EFFECT_TICK, 0, 1);
  one->flags = PRESS_FEEDBACK_VALUE, one->match = PRESS_HINT_NOT_ALLOWED;
  row(PRESS_EVENT_ACTION_HIGHLIGHTED, PRESS_EFFECT_SOFT, 0, 1)->flags = PRESS_FEEDBACK_NOT_ZERO;
  row(PRESS_EVENT_COMMIT_UPDATED, PRESS_EFFECT_FIRM, 0, 1)->flags = PRESS_FEEDBACK_ENDED;
  make();
  happens(PRESS_EVENT_DRAG_CANCELLED);
  HAPPENS(PRESS_EVENT_DRAG_HINT_CHANGED, e->value = PRESS_HINT_COPY);
  happens(PRESS_EVENT_ACTION_HIGHLIGHTED);
  happens(PRESS_EVENT_COMMIT_UPDATED);
  answered("");
  HAPPENS(PRESS_EVENT_DRAG_CANCELLED, e->reason = PRESS_REASON_DENIED);
  HAPPENS(PRESS_EVENT_DRAG_HINT_CHANGED, e->value = PRESS_HINT_NOT_ALLOWED);
  HAPPENS(PRESS_EVENT_ACTION_HIGHLIGHTED, e->value = 3);
  HAPPENS(PRESS_EVENT_COMMIT_UPDATED, e->flags = PRESS_EVENT_FLAG_ENDED);
  answered("double@100 tick@100 soft@100 firm@100");
}

TEST_AFTER(begin, the_default_table_says_no_to_what_is_forbidden_and_ticks_at_actions) {
  assert_int_equal(press_feedback_init(&feedback, NULL, NULL, 0), 0);
  happens(PRESS_EVENT_PREVIEW_REFUSED);
  HAPPENS(PRESS_EVENT_DRAG_HINT_CHANGED, e->value = PRESS_HINT_NOT_ALLOWED);
  HAPPENS(PRESS_EVENT_DRAG_CANCELLED, e->reason = PRESS_REASON_FORBIDDEN);
  HAPPENS(PRESS_EVENT_DRAG_CANCELLED, e->reason = PRESS_REASON_NO_DESTINATION);
  HAPPENS(PRESS_EVENT_ACTION_HIGHLIGHTED, e->value = 2);
  happens(PRESS_EVENT_ACTION_HIGHLIGHTED);
  happens(PRESS_EVENT_BUTTON_PRESSED);
  happens(PRESS_EVENT_BUTTON_RELEASED);
  answered("double@100 double@60 double@100 tick@80 firm@100 soft@60");
}

/* conforms: accelerator-12 */
TEST_AFTER(begin, the_default_table_ticks_at_levels_and_less_where_they_are_left) {
  assert_int_equal(press_feedback_init(&feedback, NULL, NULL, 0), 0);
  BENCH(&b, c.traits = 0);
  BENCH_ATTACH(levels);
  b.log.hook = hand_over;
  for (int i = 0; i <= 20; i++) bench_feed(&b, (i <= 10 ? i : 20 - i) / 10.0);
  answered("tick@80 tick@80 tick@50");
}

/* ---- how strong ---- */

TEST_AFTER(begin, a_strength_comes_from_force_pressure_or_progress) {
  row(PRESS_EVENT_TAPPED, PRESS_EFFECT_FIRM, 0.2, 1)->source = PRESS_STRENGTH_FORCE;
  row(PRESS_EVENT_DOUBLE_TAPPED, PRESS_EFFECT_FIRM, 1, 0.5)->source = PRESS_STRENGTH_PRESSURE;
  row(PRESS_EVENT_TASK_UPDATED, PRESS_EFFECT_FIRM, 0, 1)->source = PRESS_STRENGTH_PROGRESS;
  make();
  static const double forces[] = {-3, 0, 2.5, 5, 30000};
  for (size_t i = 0; i < sizeof forces / sizeof *forces; i++) { HAPPENS(PRESS_EVENT_TAPPED, e->force = PRESS_Q16(forces[i])); }
  answered("firm@20 firm@20 firm@60 firm@100 firm@100");
  HAPPENS(PRESS_EVENT_DOUBLE_TAPPED, e->pressure = PRESS_Q16(0.5));
  progress(PRESS_EVENT_TASK_UPDATED, 1, 0.25);
  answered("firm@75 firm@25");
}

/* ---- detents ---- */

static press_feedback_row *detents(uint8_t count) {
  press_feedback_row *one = row(PRESS_EVENT_PREVIEW_UPDATED, PRESS_EFFECT_TICK, 0, 1);
  one->source = PRESS_STRENGTH_PROGRESS;
  one->detents = count;
  return one;
}

TEST_AFTER(begin, a_detent_is_felt_at_its_place_and_back_behind_the_hysteresis) {
  config.hysteresis = PRESS_Q16(0.4);
  detents(4);
  make();
  PROGRESS(PRESS_EVENT_PREVIEW_UPDATED, 1, 0.1, 0.249, 0.25, 0.26, 0.24, 0.25, 0.16, 0.26);
  answered("tick@25");
  FELT(PRESS_EVENT_PREVIEW_UPDATED, {0.14, "tick@14"}, {1, "tick@100"}, {0, "tick@0"});
}

TEST_AFTER(begin, a_detent_may_be_felt_upwards_only) {
  detents(2)->flags = PRESS_FEEDBACK_RISING;
  make();
  PROGRESS(PRESS_EVENT_PREVIEW_UPDATED, 1, 0, 0.5, 0, 0.5, 1, 0);
  answered("tick@50 tick@50 tick@100");
}

/* Activate and deactivate. */
TEST_AFTER(begin, a_threshold_that_is_left_may_be_felt_otherwise_than_one_that_is_reached) {
  config.hysteresis = PRESS_Q16(0.2);
  press_feedback_row *down = row(PRESS_EVENT_PREVIEW_UPDATED, PRESS_EFFECT_SOFT, 0.3, 0.3);
  down->source = PRESS_STRENGTH_PROGRESS, down->detents = 2, down->flags = PRESS_FEEDBACK_FALLING;
  press_feedback_row *up = row(PRESS_EVENT_PREVIEW_UPDATED, PRESS_EFFECT_FIRM, 1, 1);
  up->source = PRESS_STRENGTH_PROGRESS, up->detents = 2, up->flags = PRESS_FEEDBACK_RISING;
  make();
  /* The same if the value falls and rises again with two events. */
  PROGRESS(PRESS_EVENT_PREVIEW_UPDATED, 1, 0, 0.49, 0.5, 0.45, 0.41, 0.39, 0.5, 0.3, 0.6, 1, 0.95, 0.89, 0);
  answered("firm@100 soft@30 firm@100 soft@30 firm@100 firm@100 soft@30 soft@30");
  down->flags |= PRESS_FEEDBACK_RISING;
  assert_int_equal(press_feedback_row_check(down, NULL), PRESS_ERR_INVAL);
  down->flags = PRESS_FEEDBACK_FALLING, down->detents = 0;
  assert_int_equal(press_feedback_row_check(down, NULL), PRESS_ERR_INVAL);
}

TEST_AFTER(begin, an_effect_is_expected_where_a_row_may_answer_what_follows) {
  static const struct {
    uint32_t row, event;
    bool     expects;
  } cases[] = {
    {PRESS_EVENT_PREVIEW_UPDATED, PRESS_EVENT_PREVIEW_BEGAN, true},
    {PRESS_EVENT_COMMIT_UPDATED, PRESS_EVENT_PREVIEW_BEGAN, true},
    {PRESS_EVENT_COMMIT_UPDATED, PRESS_EVENT_PREVIEW_UPDATED, true},
    {PRESS_EVENT_PREVIEW_UPDATED, PRESS_EVENT_COMMIT_UPDATED, false},
    {PRESS_EVENT_COMMIT_UPDATED, PRESS_EVENT_COMMIT_UPDATED, true},
    {PRESS_EVENT_PREVIEW_CANCELLED, PRESS_EVENT_COMMIT_UPDATED, true},
    {PRESS_EVENT_TAPPED, PRESS_EVENT_PREVIEW_BEGAN, false},
    {PRESS_EVENT_ACTION_HIGHLIGHTED, PRESS_EVENT_PEEK_SHOWN, true},
    {PRESS_EVENT_ACTION_HIGHLIGHTED, PRESS_EVENT_DRAG_BEGAN, false},
    {PRESS_EVENT_DRAG_HINT_CHANGED, PRESS_EVENT_DRAG_BEGAN, true},
    {PRESS_EVENT_DRAG_CANCELLED, PRESS_EVENT_DRAG_MOVED, true},
    {PRESS_EVENT_DRAG_CANCELLED, PRESS_EVENT_DRAG_DROPPED, false},
    {PRESS_EVENT_COMMIT_UPDATED, PRESS_EVENT_CONTACT_BEGAN, false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (int nothing = 0; nothing < 2; nothing++) {
      row_count = 0;
      row(cases[i].row, nothing ? PRESS_EFFECT_NONE : PRESS_EFFECT_FIRM, 0, 1);
      make();
      int expects = press_feedback_expects(&feedback, event(cases[i].event));
      if (expects != (cases[i].expects && !nothing)) fail_msg("case %zu: %d", i, expects);
    }
  row_count = 0;
  row(PRESS_EVENT_COMMIT_UPDATED, PRESS_EFFECT_FIRM, 0, 1);
  make();
  press_event *e = event(PRESS_EVENT_COMMIT_UPDATED);
  e->flags = PRESS_EVENT_FLAG_ENDED; /* it is over */
  assert_int_equal(press_feedback_expects(&feedback, e), 0);
  assert_int_equal(press_feedback_expects(NULL, e), PRESS_ERR_INVAL);
  assert_int_equal(press_feedback_expects(&feedback, NULL), PRESS_ERR_INVAL);
}

TEST_AFTER(begin, detents_are_counted_as_they_are_declared) {
  config.gap_us = 0;
  for (unsigned n = 1; n <= PRESS_FEEDBACK_DETENTS; n++) {
    row_count = 0;
    detents((uint8_t)n);
    make();
    unsigned felt = 0;
    for (int i = 0; i <= 4096; i++) {
      press_event *e = event(PRESS_EVENT_PREVIEW_UPDATED);
      press_effect effect;
      e->progress = i * 16;
      felt += (unsigned)press_feedback_event(&feedback, e, &effect);
    }
    assert_int_equal(felt, n);
    for (int i = 4096; i >= 0; i--) {
      press_event *e = event(PRESS_EVENT_PREVIEW_UPDATED);
      press_effect effect;
      e->progress = i * 16;
      felt += (unsigned)press_feedback_event(&feedback, e, &effect);
    }
    assert_int_equal(felt, 2 * n);
  }
}

TEST_AFTER(begin, detents_follow_one_contact_until_it_ends) {
  detents(2);
  make();
  progress(PRESS_EVENT_PREVIEW_UPDATED, 7, 0.9); /* what lies below where it begins is not answered */
  PROGRESS(PRESS_EVENT_PREVIEW_UPDATED, 8, 0, 1);
  answered("");
  progress(PRESS_EVENT_PREVIEW_UPDATED, 7, 1);
  answered("tick@100");
  progress(PRESS_EVENT_PREVIEW_CANCELLED, 8, 0);
  progress(PRESS_EVENT_PREVIEW_UPDATED, 8, 0);
  answered("");
  progress(PRESS_EVENT_PREVIEW_CANCELLED, 7, 0);
  PROGRESS(PRESS_EVENT_PREVIEW_UPDATED, 8, 0.4, 0.6);
  answered("tick@60");
}

TEST_AFTER(begin, detents_of_a_transition_follow_it_whatever_contact_moves_it) {
  detents(2)->event = PRESS_EVENT_TRANSITION_UPDATED;
  make();
  for (uint32_t contact = 1; contact <= 3; contact++) {
    HAPPENS(PRESS_EVENT_TRANSITION_UPDATED, e->contact = contact, e->subject = 5, e->progress = PRESS_Q16(contact / 3.0));
    HAPPENS(PRESS_EVENT_CONTACT_ENDED, e->contact = contact);
  }
  answered("tick@67 tick@100");
  HAPPENS(PRESS_EVENT_TRANSITION_UPDATED, e->subject = 6, e->progress = 0);
  answered("");
  HAPPENS(PRESS_EVENT_TRANSITION_FINISHED, e->subject = 5);
  HAPPENS(PRESS_EVENT_TRANSITION_UPDATED, e->subject = 6);
  HAPPENS(PRESS_EVENT_TRANSITION_UPDATED, e->subject = 6, e->progress = PRESS_ONE);
  answered("tick@100");
}

/* ---- how often ---- */

TEST_AFTER(begin, an_effect_after_one_as_strong_waits_for_the_gap) {
  row(PRESS_EVENT_TAPPED, PRESS_EFFECT_SOFT, 0, 1);
  row(PRESS_EVENT_HOLD_BEGAN, PRESS_EFFECT_TICK, 0, 1);
  row(PRESS_EVENT_HOLD_ENDED, PRESS_EFFECT_FIRM, 0, 1);
  make();
  static const struct {
    uint32_t type;
    uint64_t at;
  } all[] = {{PRESS_EVENT_TAPPED, 0}, {PRESS_EVENT_TAPPED, 24999}, {PRESS_EVENT_HOLD_BEGAN, 24999}, {PRESS_EVENT_HOLD_ENDED, 24999},
    {PRESS_EVENT_TAPPED, 25000}, {PRESS_EVENT_TAPPED, 49998}, {PRESS_EVENT_TAPPED, 49999}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    press_event e = {.t_us = 1000000 + all[i].at, .type = all[i].type};
    receive(&e);
  }
  answered("soft@100 firm@100 soft@100");
  press_event early = {.t_us = 5, .type = PRESS_EVENT_HOLD_BEGAN}; /* after a reset of the engine */
  receive(&early);
  answered("tick@100");
  /* Also from the very end of time. */
  static const uint64_t ends[] = {UINT64_MAX - 5, 5};
  for (size_t i = 0; i < 2; i++) {
    press_event e = {.t_us = ends[i], .type = PRESS_EVENT_TAPPED};
    receive(&e);
  }
  answered("soft@100 soft@100");
}

TEST_AFTER(begin, a_click_is_felt_however_soon_after_a_level_it_comes) {
  static const uint32_t clicks[] = {PRESS_EVENT_BUTTON_PRESSED, PRESS_EVENT_BUTTON_RELEASED, PRESS_EVENT_TAPPED, PRESS_EVENT_DOUBLE_TAPPED};
  static const uint32_t levels[] = {PRESS_EVENT_PREVIEW_BEGAN, PRESS_EVENT_PREVIEW_UPDATED, PRESS_EVENT_COMMIT_UPDATED, PRESS_EVENT_LEVELS_BEGAN,
    PRESS_EVENT_LEVEL_ENTERED, PRESS_EVENT_LEVEL_LEFT, PRESS_EVENT_CONTACT_MOVED, PRESS_EVENT_TRANSITION_UPDATED};
  for (size_t i = 0; i < COUNT(levels); i++) {
    for (size_t k = 0; k < COUNT(clicks); k++) {
      begin(NULL);
      row(levels[i], PRESS_EFFECT_DOUBLE, 0, 1);
      row(clicks[k], PRESS_EFFECT_TICK, 0, 1);
      make();
      const uint32_t all[] = {levels[i], clicks[k], clicks[k], levels[i], levels[i]};
      for (size_t n = 0; n < COUNT(all); n++) {
        press_event e = {.t_us = 1000000 + n, .type = all[n], .contact = 1};
        receive(&e);
      }
      /* A second click gives way to the first, and a stronger level comes, once. */
      answered("double@100 tick@100 double@100");
    }
  }
}

/* ---- a force button ---- */

static bool begins(press_engine *engine, const press_touch *touch, void *user) { return (void)engine, (void)touch, (void)user, true; }
static void updates(press_engine *engine, const press_touch *touch, press_q16 progress, bool ended, void *user) {
  (void)engine, (void)touch, (void)progress, (void)ended, (void)user;
}
static void cancels(press_engine *engine, const press_touch *touch, void *user) { (void)engine, (void)touch, (void)user; }
static void felt(press_engine *engine, const press_event *e, void *user) { (void)engine, (void)user, receive(e); }

/* Presses with 6 N and lets go, at 1,000 samples a second, in `ms`. */
static void press_a_button(double at, int ms, int kept, const press_delegate *given) {
  static uint64_t     memory[PRESS_ENGINE_STORAGE / 8];
  press_engine       *engine;
  press_button_config button;
  press_delegate      delegate;
  press_config        how;
  press_config_init(&how);
  if (!kept) how.max_events = 0;
  press_button_config_init(&button);
  button.press_force = PRESS_Q16(at), button.release_force = PRESS_Q16(at * 0.8);
  if (given)
    delegate = *given;
  else
    press_delegate_init(&delegate);
  delegate.on_event = felt;
  assert_int_equal(press_engine_init(memory, sizeof memory, &how, &engine), 0);
  assert_int_equal(press_button_attach(engine, &button), 0);
  assert_int_equal(press_set_delegate(engine, &delegate), 0);
  for (int i = 0; i <= 2 * ms + 200; i++) {
    double       force = i < ms ? 6.0 * i / ms : i < 2 * ms ? 6.0 * (2 * ms - i) / ms : 0;
    press_sample sample = {.t_us = 1000u * (unsigned)(i + 1), .force = PRESS_Q16(force)};
    assert_int_equal(press_feed(engine, &sample, 1), 1);
  }
}

TEST_AFTER(begin, a_force_button_is_felt_at_its_click_and_not_at_the_levels_of_previews_that_nothing_takes) {
  assert_int_equal(press_feedback_init(&feedback, NULL, NULL, 0), 0);
  static const double forces[] = {1.0, 1.5, 2.8, 4.2, 4.31, 4.4, 4.5, 5.5};
  for (size_t i = 0; i < COUNT(forces); i++) {
    for (int ms = 30; ms <= 3000; ms = ms * 3 / 2) {
      press_a_button(forces[i], ms, ms & 1, NULL);
      answered("firm@100 soft@60");
    }
  }
}

TEST_AFTER(begin, previews_that_a_function_takes_are_felt_beside_a_force_button) {
  assert_int_equal(press_feedback_init(&feedback, NULL, NULL, 0), 0);
  for (int which = 0; which < 4; which++) {
    press_delegate delegate;
    press_delegate_init(&delegate);
    if (which == 0) delegate.preview_should_begin = begins;
    if (which == 1) delegate.preview_did_update = updates;
    if (which == 2) delegate.commit_did_update = updates;
    if (which == 3) delegate.preview_did_cancel = cancels;
    press_a_button(1.5, 1000, 1, &delegate);
    answered("firm@100 soft@60 firm@100 soft@60");
  }
}

TEST_AFTER(begin, rows_of_a_program_are_felt_beside_a_force_button_unless_they_say_otherwise) {
  row(PRESS_EVENT_COMMIT_UPDATED, PRESS_EFFECT_DOUBLE, 0, 1)->flags = PRESS_FEEDBACK_ENDED;
  row(PRESS_EVENT_PREVIEW_UPDATED, PRESS_EFFECT_TICK, 0, 1)->flags = PRESS_FEEDBACK_ENDED | PRESS_FEEDBACK_UNLESS_BUTTON;
  make();
  press_a_button(1.5, 1000, 1, NULL);
  answered("double@100");
  press_and_release();
  answered("tick@100 double@100");
}

/* ---- levels ---- */

TEST_AFTER(begin, a_level_gives_way_to_a_click_and_goes_on) {
  row(PRESS_EVENT_CONTACT_MOVED, PRESS_EFFECT_LEVEL, 0, 1)->source = PRESS_STRENGTH_PROGRESS;
  row(PRESS_EVENT_TAPPED, PRESS_EFFECT_FIRM, 0, 1);
  row(PRESS_EVENT_CONTACT_ENDED, PRESS_EFFECT_SOFT, 0, 1);
  make();
  PROGRESS(PRESS_EVENT_CONTACT_MOVED, 1, 0, 0.5, 0.51);
  progress(PRESS_EVENT_CONTACT_MOVED, 2, 1);
  answered("level@50");
  happens(PRESS_EVENT_TAPPED);
  PROGRESS(PRESS_EVENT_CONTACT_MOVED, 1, 0.5, 0, 0);
  answered("firm@100 level@50 level@0");
  progress(PRESS_EVENT_CONTACT_MOVED, 1, 0.5);
  happens(PRESS_EVENT_CONTACT_ENDED); /* its own effect takes the place of the level's end */
  happens(PRESS_EVENT_CONTACT_ENDED);
  answered("level@50 soft@100 soft@100");
}

TEST_AFTER(begin, a_level_of_another_row_does_not_begin_with_the_event_that_ends_one) {
  row(PRESS_EVENT_PREVIEW_UPDATED, PRESS_EFFECT_LEVEL, 0.5, 1)->flags = PRESS_FEEDBACK_ENDED;
  row(PRESS_EVENT_PREVIEW_UPDATED, PRESS_EFFECT_LEVEL, 0, 1)->source = PRESS_STRENGTH_PROGRESS;
  make();
  progress(PRESS_EVENT_PREVIEW_UPDATED, 1, 0.5);
  press_event *last = event(PRESS_EVENT_PREVIEW_UPDATED);
  last->progress = PRESS_ONE;
  last->flags = PRESS_EVENT_FLAG_ENDED;
  receive(last);
  answered("level@50 level@0");
}

/* ---- random ---- */

static unsigned draw(unsigned *seed, unsigned below) {
  *seed = *seed * 1103515245u + 12345u;
  return (*seed >> 8) % below;
}

TEST_AFTER(begin, whatever_comes_levels_end_gaps_hold_and_the_same_comes_out_again) {
  static const uint32_t types[] = {PRESS_EVENT_CONTACT_MOVED, PRESS_EVENT_PREVIEW_UPDATED, PRESS_EVENT_COMMIT_UPDATED, PRESS_EVENT_TRANSITION_UPDATED,
    PRESS_EVENT_TAPPED, PRESS_EVENT_CONTACT_ENDED, PRESS_EVENT_PREVIEW_CANCELLED, PRESS_EVENT_TRANSITION_CANCELLED, PRESS_EVENT_CONTACT_CANCELLED};
  unsigned              seed = 1, given = 0, levels = 0;
  for (int run = 0; run < 3000; run++) {
    row_count = 0;
    while (row_count < PRESS_FEEDBACK_ROWS && draw(&seed, 8)) {
      press_feedback_row *one = row(types[draw(&seed, 9)], (uint8_t)draw(&seed, 6), 0, 0);
      one->least = (press_q16)draw(&seed, 65537), one->most = (press_q16)draw(&seed, 65537);
      one->flags = (uint8_t)(draw(&seed, 3) ? 0 : draw(&seed, 32));
      one->source = (uint8_t)draw(&seed, 4);
      one->detents = (uint8_t)(draw(&seed, 2) ? 0 : draw(&seed, 65));
      if (press_feedback_row_check(one, NULL) != 0) row_count--;
    }
    config.gap_us = draw(&seed, 2) ? 0 : draw(&seed, 50000);
    make();
    press_feedback twin = feedback;
    press_effect   last = {0};
    bool           is_level = false;
    for (int i = 0; i < 200; i++) {
      press_event  e = {.t_us = now += draw(&seed, 20000), .type = types[draw(&seed, 9)], .contact = draw(&seed, 3)};
      press_effect effect, other;
      e.subject = draw(&seed, 2), e.flags = draw(&seed, 6) ? 0 : PRESS_EVENT_FLAG_ENDED;
      e.progress = e.pressure = (press_q16)draw(&seed, 65537), e.force = (press_q16)draw(&seed, 400000);
      int status = press_feedback_event(&feedback, &e, &effect);
      assert_int_equal(press_feedback_event(&twin, &e, &other), status);
      if (!status) continue;
      assert_memory_equal(&effect, &other, sizeof effect);
      assert_in_range(effect.row, 0, row_count - 1);
      bool ends = effect.kind == PRESS_EFFECT_LEVEL && effect.strength == 0;
      if (ends) assert_true(is_level);
      bool is_click_on_the_way = effect.event == PRESS_EVENT_TAPPED && last.event != PRESS_EVENT_TAPPED && last.event != PRESS_EVENT_CONTACT_ENDED
                                 && last.event != PRESS_EVENT_CONTACT_CANCELLED && last.event != PRESS_EVENT_TRANSITION_CANCELLED;
      if (!ends && last.kind && effect.kind <= last.kind && !is_click_on_the_way) assert_true(effect.t_us - last.t_us >= config.gap_us);
      is_level = effect.kind == PRESS_EFFECT_LEVEL && !ends;
      levels += is_level;
      if (!ends) last = effect;
      given++;
    }
    for (uint32_t id = 0; id < 3; id++) { /* all that runs ends */
      press_effect effect;
      press_event  e = {.t_us = now += 100000, .type = PRESS_EVENT_CONTACT_ENDED, .contact = id};
      if (press_feedback_event(&feedback, &e, &effect)) is_level = effect.kind == PRESS_EFFECT_LEVEL && effect.strength;
      e.type = PRESS_EVENT_TRANSITION_FINISHED, e.subject = id;
      if (press_feedback_event(&feedback, &e, &effect)) is_level = effect.kind == PRESS_EFFECT_LEVEL && effect.strength;
    }
    assert_false(is_level);
  }
  assert_true(given > 10000 && levels > 1000);
}

/* ---- refusals ---- */

TEST_AFTER(begin, null_and_what_was_not_set_up_are_refused) {
  press_event  e = {.type = PRESS_EVENT_TAPPED};
  press_effect effect = {.kind = 99};
  press_feedback_config_init(NULL);
  assert_int_equal(press_feedback_event(&feedback, &e, &effect), PRESS_ERR_INVAL);
  assert_int_equal(press_feedback_init(NULL, NULL, NULL, 0), PRESS_ERR_INVAL);
  assert_int_equal(press_feedback_init(&feedback, NULL, NULL, 1), PRESS_ERR_INVAL);
  assert_int_equal(press_feedback_defaults(NULL, 0), PRESS_ERR_INVAL);
  assert_int_equal(press_feedback_init(&feedback, NULL, NULL, 0), 0);
  assert_int_equal(press_feedback_event(NULL, &e, &effect), PRESS_ERR_INVAL);
  assert_int_equal(press_feedback_event(&feedback, NULL, &effect), PRESS_ERR_INVAL);
  assert_int_equal(press_feedback_event(&feedback, &e, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_feedback_event(&feedback, &e, &effect), 0);
  assert_int_equal(effect.kind, 99);
  assert_string_equal(press_effect_name(PRESS_EFFECT_NONE), "none");
  assert_string_equal(press_effect_name(6), "unknown");
}

TEST_AFTER(begin, a_table_that_is_refused_changes_nothing) {
  press_feedback_row many[PRESS_FEEDBACK_ROWS + 1];
  row(PRESS_EVENT_TAPPED, PRESS_EFFECT_FIRM, 0, 1);
  make();
  press_feedback before = feedback;
  for (size_t i = 0; i <= PRESS_FEEDBACK_ROWS; i++) many[i] = rows[0];
  assert_int_equal(press_feedback_init(&feedback, NULL, many, PRESS_FEEDBACK_ROWS + 1), PRESS_ERR_NOSPC);
  assert_int_equal(press_feedback_init(&feedback, NULL, many, SIZE_MAX), PRESS_ERR_NOSPC);
  many[PRESS_FEEDBACK_ROWS - 1].event = 0;
  assert_int_equal(press_feedback_init(&feedback, NULL, many, PRESS_FEEDBACK_ROWS), PRESS_ERR_INVAL);
  config.full_force = 0;
  assert_int_equal(press_feedback_init(&feedback, &config, rows, 1), PRESS_ERR_INVAL);
  assert_memory_equal(&feedback, &before, sizeof before);
  assert_int_equal(press_feedback_init(&feedback, NULL, many, PRESS_FEEDBACK_ROWS - 1), 0);
  assert_int_equal(press_feedback_init(&feedback, NULL, many, 0), 0);
  happens(PRESS_EVENT_TAPPED);
  answered("");
}

TEST_AFTER(begin, what_a_row_breaks_is_named) {
#define WRONG_ROW(field, change) \
  do { \
    press_feedback_row r = {.event = PRESS_EVENT_PREVIEW_UPDATED, .effect = PRESS_EFFECT_FIRM, .most = PRESS_ONE}; \
    const char        *why = "as it was"; \
    assert_int_equal(press_feedback_row_check(&r, &why), 0); \
    assert_string_equal(why, "as it was"); \
    change; \
    assert_int_equal(press_feedback_row_check(&r, &why), PRESS_ERR_INVAL); \
    assert_int_equal(strncmp(why, field, strlen(field)), 0); \
    assert_int_equal(press_feedback_init(&feedback, NULL, &r, 1), PRESS_ERR_INVAL); \
  } while (0)
  WRONG_ROW("event", r.event = 0);
  WRONG_ROW("flags", r.flags = 128);
  WRONG_ROW("flags", r.flags = PRESS_FEEDBACK_RISING | PRESS_FEEDBACK_FALLING);
  WRONG_ROW("detents", r.flags = PRESS_FEEDBACK_FALLING);
  WRONG_ROW("match", r.match = 1);
  WRONG_ROW("match", r.flags = PRESS_FEEDBACK_REASON | PRESS_FEEDBACK_VALUE);
  WRONG_ROW("least, most", r.least = -1);
  WRONG_ROW("least, most", r.least = PRESS_ONE + 1);
  WRONG_ROW("least, most", r.most = -1);
  WRONG_ROW("least, most", r.most = PRESS_ONE + 1);
  WRONG_ROW("effect", r.effect = PRESS_EFFECT_DOUBLE + 1);
  WRONG_ROW("source", r.source = PRESS_STRENGTH_PROGRESS + 1);
  WRONG_ROW("detents", r.detents = 1);
  WRONG_ROW("detents", (r.source = PRESS_STRENGTH_FORCE, r.detents = PRESS_FEEDBACK_DETENTS + 1));
  WRONG_ROW("detents", (r.source = PRESS_STRENGTH_FORCE, r.effect = PRESS_EFFECT_LEVEL, r.detents = 1));
  WRONG_ROW("event", (r.event = PRESS_EVENT_TAPPED, r.effect = PRESS_EFFECT_LEVEL));
  WRONG_ROW("event", (r.event = PRESS_EVENT_TAPPED, r.source = PRESS_STRENGTH_FORCE, r.detents = 1));
  assert_int_equal(press_feedback_row_check(NULL, NULL), PRESS_ERR_INVAL);
}

TEST_AFTER(begin, the_default_table_can_be_taken_and_changed) {
  int count = press_feedback_defaults(rows, 2);
  assert_int_equal(count, 12);
  assert_int_equal(rows[2].event, 0);
  assert_int_equal(press_feedback_defaults(rows, PRESS_FEEDBACK_ROWS), count);
  for (int i = 0; i < count; i++) assert_int_equal(press_feedback_row_check(rows + i, NULL), 0);
  row_count = (size_t)count;
  rows[0].effect = PRESS_EFFECT_DOUBLE;
  make();
  press_and_release();
  answered("soft@60 double@100");
}

TEST_AFTER(begin, what_ends_with_another_event_of_its_contact_leaves_a_level_as_it_is) {
  row(PRESS_EVENT_COMMIT_UPDATED, PRESS_EFFECT_LEVEL, 0, 1)->source = PRESS_STRENGTH_PROGRESS;
  make();
  FELT(PRESS_EVENT_COMMIT_UPDATED, {0.5, "level@50"});
  press_event ended = *event(PRESS_EVENT_PREVIEW_UPDATED);
  ended.flags = PRESS_EVENT_FLAG_ENDED;
  receive(&ended);
  answered("");
  ended.type = PRESS_EVENT_COMMIT_UPDATED;
  receive(&ended);
  answered("level@0");
}

TEST_AFTER(begin, a_level_moves_by_a_step_and_by_exactly_one) {
  config.level_step = PRESS_Q16(0.25);
  row(PRESS_EVENT_CONTACT_MOVED, PRESS_EFFECT_LEVEL, 0, 1)->source = PRESS_STRENGTH_PROGRESS;
  make();
  FELT(PRESS_EVENT_CONTACT_MOVED, {0.5, "level@50"}, {0.7, ""}, {0.75, "level@75"}, {0.5, "level@50"}, {0.26, ""});
}

TEST_AFTER(begin, the_end_of_a_level_is_nothing_that_an_effect_may_be_too_near_to) {
  config.gap_us = 50000;
  row(PRESS_EVENT_CONTACT_MOVED, PRESS_EFFECT_LEVEL, 0, 1)->source = PRESS_STRENGTH_PROGRESS;
  make();
  PROGRESS(PRESS_EVENT_CONTACT_MOVED, 1, 0.5, 0);
  answered("level@50 level@0");
  /* 10 ms after the end, and 110 ms after it began. */
  now -= 90000;
  FELT(PRESS_EVENT_CONTACT_MOVED, {0.5, "level@50"});
}

TEST_AFTER(begin, what_is_felt_once_is_felt_of_every_contact) {
  row(PRESS_EVENT_CONTACT_MOVED, PRESS_EFFECT_FIRM, 1, 1);
  make();
  progress(PRESS_EVENT_CONTACT_MOVED, 1, 0);
  progress(PRESS_EVENT_CONTACT_MOVED, 2, 0);
  progress(PRESS_EVENT_CONTACT_MOVED, 1, 0);
  answered("firm@100 firm@100 firm@100");
}

TEST_AFTER(begin, a_level_of_a_contact_outlives_its_preview) {
  row(PRESS_EVENT_CONTACT_MOVED, PRESS_EFFECT_LEVEL, 0, 1)->source = PRESS_STRENGTH_PROGRESS;
  make();
  progress(PRESS_EVENT_CONTACT_MOVED, 1, 0.5);
  happens(PRESS_EVENT_PREVIEW_CANCELLED);
  answered("level@50");
  happens(PRESS_EVENT_CONTACT_ENDED);
  answered("level@0");
}

int main(void) { return run_all(NULL, NULL); }
