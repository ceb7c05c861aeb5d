/* preview.h: the preview interaction. */
#include "support.h"

static bench b;

static press_q16 progress_of(uint32_t type) {
  const press_event *e = recorder_last(&b.log, type);
  assert_non_null(e);
  return e->progress;
}

/* Feeds an exact force. */
static void feed_raw(press_q16 force) {
  press_sample s = sample_of(b.now += 10000, 0, 0, 0);
  s.force = force;
  assert_int_equal(press_feed(b.engine, &s, 1), 1);
}

static size_t asked(void) {
  size_t count = 0;
  for (size_t i = 0; i < b.log.count; i++) count += b.log.entries[i].kind == ENTRY_ASKED;
  return count;
}

/* ---- the question ---- */

BENCH_TEST(should_begin_is_asked_once_per_contact) {
  bench_feed(&b, 0.2);
  assert_int_equal(asked(), 0);
  BENCH_FEED(0.3, 0.2, 0.4, 0.9, 0.3);
  assert_int_equal(asked(), 1);
  BENCH_FEED(0, 0.3);
  assert_int_equal(asked(), 2);
}

/* conforms: preview-06 */
BENCH_TEST(should_begin_is_asked_at_preview_pressure_not_before) {
  feed_raw(PRESS_Q16(0.25) - 1);
  assert_int_equal(asked(), 0);
  assert_int_equal(press_preview_state(b.engine, 0), PRESS_PREVIEW_WAITING);
  feed_raw(PRESS_Q16(0.25));
  assert_int_equal(asked(), 1);
  assert_string_equal(recorder_calls(&b.log), "contact_began should_begin? preview_began did_update preview_updated");
  assert_int_equal(progress_of(PRESS_EVENT_PREVIEW_UPDATED), 0);
}

/* conforms: preview-05, preview-07 */
BENCH_TEST(refused_means_no_preview_until_it_lifts) {
  b.log.refuses = true;
  bench_feed(&b, 0.3);
  assert_string_equal(recorder_calls(&b.log), "contact_began should_begin? preview_refused");
  assert_int_equal(press_preview_state(b.engine, 0), PRESS_PREVIEW_OVER);
  b.log.refuses = false;
  BENCH_FEED(0.9, 0.1, 0.9);
  assert_int_equal(b.log.count, 3);
  assert_int_equal(press_preview_cancel(b.engine, 0), PRESS_ERR_STATE);
  BENCH_ROW("0 0.3", "contact_began preview_refused contact_ended:lifted contact_began preview_began preview_updated");
}

/* ---- the preview phase ---- */

/* conforms: preview-09, preview-10 */
BENCH_TEST(every_sample_delivers_progress_rising_and_falling) {
  static const double forces[] = {0.25, 0.3125, 0.375, 0.375, 0.4375, 0.375, 0.3125, 0.25, 0.15, 0.3125};
  static const double expected[] = {0, 0.25, 0.5, 0.5, 0.75, 0.5, 0.25, 0, 0, 0.25};
  for (size_t i = 0; i < sizeof forces / sizeof *forces; i++) {
    bench_feed(&b, forces[i]);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PREVIEW_UPDATED), i + 1);
    assert_int_equal(progress_of(PRESS_EVENT_PREVIEW_UPDATED), PRESS_Q16(expected[i]));
  }
}

BENCH_TEST(falling_back_below_preview_pressure_does_not_end) {
  BENCH_FEED(0.4, 0.06);
  assert_int_equal(press_preview_state(b.engine, 0), PRESS_PREVIEW_PREVIEWING);
  bench_feed(&b, 0.4);
  assert_int_equal(asked(), 1);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PREVIEW_UPDATED), 3);
}

/* ---- its end ---- */

/* conforms: preview-11, preview-12, preview-22 */
TEST(commit_pressure_ends_the_preview_phase_once) {
  bench_make(&b, NULL);
  bench_feed(&b, 0.3);
  feed_raw(PRESS_Q16(0.5) - 1);
  assert_false(b.log.entries[b.log.count - 2].ended);
  assert_in_range(progress_of(PRESS_EVENT_PREVIEW_UPDATED), PRESS_ONE - 8, PRESS_ONE - 1);
  recorder_clear(&b.log);
  feed_raw(PRESS_Q16(0.5));
  assert_string_equal(recorder_calls(&b.log), "did_update! preview_updated! commit_did_update commit_updated");
  assert_int_equal(progress_of(PRESS_EVENT_PREVIEW_UPDATED), PRESS_ONE);
  assert_int_equal(progress_of(PRESS_EVENT_COMMIT_UPDATED), 0);
  b.log.count = 0;
  for (double force = 0.7; force > 0.06; force -= 0.05) bench_feed(&b, force);
  for (double force = 0.06; force < 0.7; force += 0.05) bench_feed(&b, force);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PREVIEW_UPDATED), 0);
  assert_int_equal(press_preview_state(b.engine, 0), PRESS_PREVIEW_COMMITTING);
  b.log.count = 0;
  b.log.hook = NULL;
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

/* ---- the commit phase ---- */

/* conforms: preview-02, preview-13, preview-14 */
BENCH_TEST(commit_progress_rises_and_falls_to_completion) {
  bench_feed(&b, 0.5);
  static const double forces[] = {0.5625, 0.625, 0.5, 0.3, 0.6875};
  static const double expected[] = {0.25, 0.5, 0, 0, 0.75};
  for (size_t i = 0; i < sizeof forces / sizeof *forces; i++) {
    bench_feed(&b, forces[i]);
    assert_int_equal(progress_of(PRESS_EVENT_COMMIT_UPDATED), PRESS_Q16(expected[i]));
  }
  feed_raw(PRESS_Q16(0.75) - 1);
  assert_int_equal(press_preview_state(b.engine, 0), PRESS_PREVIEW_COMMITTING);
  feed_raw(PRESS_Q16(0.75));
  assert_int_equal(press_preview_state(b.engine, 0), PRESS_PREVIEW_COMPLETED);
  assert_int_equal(progress_of(PRESS_EVENT_COMMIT_UPDATED), PRESS_ONE);
}

/* conforms: preview-14 */
BENCH_TEST(nothing_more_after_completion_until_it_lifts) {
  bench_feed(&b, 0.9);
  size_t count = b.log.count;
  for (double force = 1; force > 0.06; force -= 0.1) bench_feed(&b, force);
  bench_feed(&b, 1);
  assert_int_equal(b.log.count, count);
  bench_feed(&b, 0);
  assert_int_equal(b.log.count, count + 1);
  bench_feed(&b, 0.3);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PREVIEW_BEGAN), 2);
}

/* conforms: preview-03 */
TEST(one_sample_passes_through_all_phases_in_order) {
  bench_make(&b, NULL);
  bench_feed(&b, 1);
  assert_string_equal(
    recorder_calls(&b.log), "contact_began should_begin? preview_began did_update! preview_updated! commit_did_update! commit_updated!");
  bench_finish(&b);
  bench_make(&b, NULL);
  BENCH_ROW("0.6", "contact_began preview_began preview_updated! commit_updated");
  BENCH_ROW("0.8", "contact_began preview_began preview_updated! commit_updated commit_updated!");
  bench_finish(&b);
}

BENCH_TEST_WITH(complete_pressure_above_1_is_never_reached_by_force, c.complete_pressure = PRESS_ONE + 1) {
  feed_raw(INT32_MAX);
  assert_int_equal(press_preview_state(b.engine, 0), PRESS_PREVIEW_COMMITTING);
  assert_true(progress_of(PRESS_EVENT_COMMIT_UPDATED) < PRESS_ONE);
  bench_feed(&b, 0);
  assert_string_equal(
    recorder_events(&b.log), "contact_began preview_began preview_updated! commit_updated preview_cancelled:lifted contact_ended:lifted");
}

BENCH_TEST_WITH(complete_pressure_of_1_is_reached_at_full_force, c.complete_pressure = PRESS_ONE) {
  feed_raw(PRESS_ONE - 1);
  assert_int_equal(press_preview_state(b.engine, 0), PRESS_PREVIEW_COMMITTING);
  feed_raw(PRESS_ONE);
  assert_int_equal(press_preview_state(b.engine, 0), PRESS_PREVIEW_COMPLETED);
}

TEST(phases_of_no_width_still_end_each) {
  press_config c = bench_config();
  c.preview_pressure = c.commit_pressure = c.complete_pressure = PRESS_Q16(0.5);
  bench_make(&b, &c);
  feed_raw(PRESS_Q16(0.5) - 1);
  assert_string_equal(recorder_events(&b.log), "contact_began");
  feed_raw(PRESS_Q16(0.5));
  assert_string_equal(recorder_events(&b.log), "contact_began preview_began preview_updated! commit_updated!");
  bench_finish(&b);
  c.preview_pressure = c.commit_pressure = c.complete_pressure = 0;
  bench_make(&b, &c);
  BENCH_ROW("0.1", "contact_began preview_began preview_updated! commit_updated!");
  bench_finish(&b);
}

BENCH_TEST_WITH(a_commit_phase_of_no_width_completes_with_the_preview, c.complete_pressure = c.commit_pressure) {
  BENCH_ROW("0.3 0.5", "contact_began preview_began preview_updated preview_updated! commit_updated!");
}

/* ---- what cancels ---- */

/* The forces of a contact, with the state of the preview at each. */
static const struct phase {
  const char *name;
  double      force;
  int         state;
  bool        running;
} phases[] = {
  {"waiting", 0.2, PRESS_PREVIEW_WAITING, false},
  {"previewing", 0.3, PRESS_PREVIEW_PREVIEWING, true},
  {"committing", 0.6, PRESS_PREVIEW_COMMITTING, true},
  {"completed", 0.9, PRESS_PREVIEW_COMPLETED, false},
};
enum { PHASES = sizeof phases / sizeof *phases };

typedef void stopper(void);

static void stop_lift(void) { bench_feed(&b, 0); }
static void stop_lost(void) { bench_feed_flags(&b, 0, 0.9, PRESS_SAMPLE_LOST); }
static void stop_reset(void) { assert_int_equal(press_engine_reset(b.engine), PRESS_OK); }
static void stop_silence(void) { assert_int_equal(press_tick(b.engine, b.now += 1000000), PRESS_OK); }
static void stop_remove(void) { assert_int_equal(press_target_remove(b.engine, 1), PRESS_OK); }
static void stop_trait(void) {
  press_target t = {.size = sizeof t, .id = 1, .width = PRESS_ONE, .height = PRESS_ONE};
  assert_int_equal(press_target_update(b.engine, &t), PRESS_OK);
}

static void stop_at_each_phase(stopper *stop, int32_t reason, bool ends_contact) {
  press_config c = bench_config();
  c.lost_after_us = 500000;
  for (int i = 0; i < PHASES; i++) {
    bench_make(&b, &c);
    bench_target(&b, 1, 0, 0, 0, 10, 10, PRESS_TARGET_PREVIEW);
    bench_target(&b, 2, 0, 90, 90, 10, 10, PRESS_TARGET_PREVIEW);
    bench_feed(&b, phases[i].force);
    assert_int_equal(press_preview_state(b.engine, 0), phases[i].state);
    stop();
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PREVIEW_CANCELLED), phases[i].running);
    if (phases[i].running) {
      assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PREVIEW_CANCELLED)->reason, reason);
      assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PREVIEW_CANCELLED)->target, 1);
    }
    int after = phases[i].state == PRESS_PREVIEW_COMPLETED ? PRESS_PREVIEW_COMPLETED : PRESS_PREVIEW_OVER;
    assert_int_equal(press_preview_state(b.engine, 0), ends_contact ? PRESS_ERR_NOENT : after);
    assert_int_equal(press_preview_cancel(b.engine, 0), ends_contact ? PRESS_ERR_NOENT : PRESS_ERR_STATE);
    /* Force says nothing more until the contact has lifted. */
    size_t count = b.log.count;
    if (stop != stop_lift) {
      if (stop == stop_reset) b.now = 0;
      BENCH_FEED(0.3, 0.9);
      assert_int_equal(b.log.count, count);
    }
    bench_finish(&b);
  }
}

/* conforms: preview-02, preview-16, preview-18 */
TEST(lifting_cancels_at_each_phase_once) { stop_at_each_phase(stop_lift, PRESS_REASON_LIFTED, true); }

TEST(a_lost_sensor_cancels_at_each_phase_once) { stop_at_each_phase(stop_lost, PRESS_REASON_LOST, true); }

TEST(a_reset_cancels_at_each_phase_once) { stop_at_each_phase(stop_reset, PRESS_REASON_RESET, true); }

TEST(silence_cancels_at_each_phase_once) { stop_at_each_phase(stop_silence, PRESS_REASON_SILENT, true); }

TEST(removal_of_the_target_cancels_at_each_phase_once) { stop_at_each_phase(stop_remove, PRESS_REASON_TARGET_REMOVED, false); }

TEST(loss_of_the_trait_cancels_at_each_phase_once) { stop_at_each_phase(stop_trait, PRESS_REASON_TARGET_REMOVED, false); }

/* conforms: preview-17, preview-18 */
TEST(cancel_works_while_a_preview_runs_and_only_then) {
  for (int i = 0; i < PHASES; i++) {
    bench_make(&b, NULL);
    assert_int_equal(press_preview_cancel(b.engine, 0), PRESS_ERR_NOENT);
    bench_feed(&b, phases[i].force);
    size_t count = b.log.count;
    assert_int_equal(press_preview_cancel(b.engine, 1), PRESS_ERR_NOENT);
    assert_int_equal(press_preview_cancel(b.engine, 0), phases[i].running ? PRESS_OK : PRESS_ERR_STATE);
    assert_int_equal(b.log.count, count + (phases[i].running ? 2 : 0));
    assert_int_equal(press_preview_cancel(b.engine, 0), PRESS_ERR_STATE);
    if (phases[i].running) {
      assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PREVIEW_CANCELLED)->reason, PRESS_REASON_PROGRAM);
      bench_feed(&b, 0.9);
      assert_int_equal(press_preview_state(b.engine, 0), PRESS_PREVIEW_OVER);
      assert_int_equal(b.log.count, count + 2);
    }
    BENCH_FEED(0, 0.3);
    assert_int_equal(press_preview_state(b.engine, 0), PRESS_PREVIEW_PREVIEWING);
    bench_finish(&b);
  }
}

/* The call that is made from inside callback number `inside_when` of one sample. */
enum inside { INSIDE_CANCEL, INSIDE_RESET, INSIDE_REMOVE, INSIDE_TRAIT, INSIDE_KINDS };
static enum inside inside_kind;
static int         inside_when;
static int         inside_status;

static void act_inside(recorder *log, press_engine *engine, const entry *delivered) {
  (void)delivered;
  if (log->calls++ != inside_when) return;
  press_target t = {.size = sizeof t, .id = 1, .width = PRESS_ONE, .height = PRESS_ONE};
  switch (inside_kind) {
    case INSIDE_CANCEL: inside_status = press_preview_cancel(engine, 0); break;
    case INSIDE_RESET: inside_status = press_engine_reset(engine); break;
    case INSIDE_REMOVE: inside_status = press_target_remove(engine, 1); break;
    case INSIDE_TRAIT: inside_status = press_target_update(engine, &t); break;
    default: break;
  }
}

TEST(stopping_from_inside_each_callback_ends_everything_once) {
  static const char *const reasons[] = {"program", "reset", "target_removed", "target_removed"};
  /* All callbacks of one sample that goes through all phases. Stopping in callback n leaves the first n of them, and then the end. */
  static const char *const calls[] = {
    "contact_began", "should_begin?", "preview_began", "did_update!", "preview_updated!", "commit_did_update!", "commit_updated!"};
  enum { CALLS = sizeof calls / sizeof *calls };
  for (inside_kind = 0; inside_kind < INSIDE_KINDS; inside_kind++) {
    for (inside_when = 0; inside_when < CALLS; inside_when++) {
      bench_make(&b, NULL);
      bench_target(&b, 1, 0, 0, 0, 10, 10, PRESS_TARGET_PREVIEW);
      bench_target(&b, 2, 0, 90, 90, 10, 10, PRESS_TARGET_PREVIEW);
      b.log.hook = act_inside;
      bench_feed(&b, 1);
      char expected[512] = "";
      bool began = inside_when >= 2, completed = inside_when >= 5;
      bool refused = inside_kind == INSIDE_CANCEL && (!began || completed);
      assert_int_equal(inside_status, refused ? PRESS_ERR_STATE : PRESS_OK);
      for (int i = 0; i < CALLS; i++) {
        /* Delivery of the present event goes on: on_event follows its specific callback; a question is no event. */
        bool same_event = i == inside_when + 1 && (inside_when == 3 || inside_when == 5);
        if (i > inside_when && !same_event && !refused && !(completed && i <= 6)) break;
        if (i) strcat(expected, " ");
        strcat(expected, calls[i]);
      }
      if (began && !completed && !refused) {
        strcat(expected, " did_cancel preview_cancelled:");
        strcat(expected, reasons[inside_kind]);
      }
      if (inside_kind == INSIDE_RESET) strcat(expected, " contact_cancelled:reset");
      assert_string_equal(recorder_calls(&b.log), expected);
      BENCH_FEED(1, 0);
      bench_finish(&b);
    }
  }
}

TEST(stopping_from_inside_the_cancel_delivers_nothing_twice) {
  for (inside_kind = 0; inside_kind < INSIDE_KINDS; inside_kind++) {
    for (inside_when = 0; inside_when < 3; inside_when++) {
      bench_make(&b, NULL);
      bench_target(&b, 1, 0, 0, 0, 10, 10, PRESS_TARGET_PREVIEW);
      bench_feed(&b, 0.6);
      recorder_clear(&b.log);
      b.log.hook = act_inside;
      bench_feed(&b, 0);
      assert_string_equal(recorder_calls(&b.log), "did_cancel preview_cancelled:lifted contact_ended:lifted");
      b.log.hook = NULL;
      b.log.count = 0;
      if (inside_kind == INSIDE_RESET) b.now = 0;
      BENCH_ROW("0.2", "contact_began");
      bench_finish(&b);
    }
  }
}

TEST(an_update_whose_callback_cancels_is_the_last) {
  bench_make(&b, NULL);
  bench_feed(&b, 0.3);
  recorder_clear(&b.log);
  b.log.hook = act_inside;
  b.log.calls = 0;
  inside_kind = INSIDE_CANCEL;
  inside_when = 0;
  bench_feed(&b, 1);
  assert_string_equal(recorder_calls(&b.log), "did_update! preview_updated! did_cancel preview_cancelled:program");
  assert_int_equal(press_preview_state(b.engine, 0), PRESS_PREVIEW_OVER);
  b.log.count = 0;
  b.log.hook = NULL;
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

static int  asked_state, asked_cancel;
static void look_while_asking(recorder *log, press_engine *engine, const entry *delivered) {
  (void)log;
  if (delivered->kind != ENTRY_ASKED) return;
  asked_state = press_preview_state(engine, delivered->touch.contact);
  asked_cancel = press_preview_cancel(engine, delivered->touch.contact);
}

BENCH_TEST(while_it_is_asked_there_is_nothing_to_cancel_yet) {
  b.log.hook = look_while_asking;
  bench_feed(&b, 0.3);
  assert_int_equal(asked_state, PRESS_PREVIEW_ASKING);
  assert_int_equal(asked_cancel, PRESS_ERR_STATE);
  assert_int_equal(press_preview_state(b.engine, 0), PRESS_PREVIEW_PREVIEWING);
}

/* ---- places ---- */

static void locate_inside(recorder *log, press_engine *engine, const entry *delivered) {
  press_touch surface, target;
  if (delivered->kind == ENTRY_EVENT) return;
  assert_int_equal(press_touch_get(engine, 0, 0, &surface), PRESS_OK);
  assert_memory_equal(&surface, &delivered->touch, sizeof surface);
  assert_int_equal(press_touch_get(engine, 0, 1, &target), PRESS_OK);
  assert_int_equal(target.x, surface.x - PRESS_Q16(10));
  assert_int_equal(target.y, surface.y - PRESS_Q16(20));
  log->calls++;
}

BENCH_TEST(the_location_is_known_at_every_update_in_both_coordinates) {
  bench_target(&b, 1, 0, 10, 20, 50, 50, PRESS_TARGET_PREVIEW);
  b.log.hook = locate_inside;
  for (int i = 0; i < 5; i++) bench_feed_at(&b, 0, 0.2 + i * 0.1, 15 + i, 25 - i);
  bench_feed_at(&b, 0, 0, 77, 77);
  assert_int_equal(b.log.calls, 1 + 2 + 1 + 2 + 1);
  /* The lift is at the last place. */
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PREVIEW_CANCELLED)->x, PRESS_Q16(19));
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_CONTACT_ENDED)->y, PRESS_Q16(21));
}

/* ---- progress ---- */

/* conforms: preview-19 */
TEST(progress_is_monotone_in_force_and_the_same_for_the_same) {
  BENCH(&b, c.zero_force = PRESS_Q16(0.013), c.full_force = PRESS_Q16(3.7), c.preview_pressure = PRESS_Q16(0.1), c.commit_pressure = PRESS_Q16(0.93),
    c.complete_pressure = PRESS_Q16(2), c.touch_force = c.release_force = 1);
  press_q16 last = -1;
  for (press_q16 force = PRESS_Q16(0.45); force < PRESS_Q16(3.4); force += 37) {
    b.log.count = 0;
    feed_raw(force);
    press_q16 up = progress_of(PRESS_EVENT_PREVIEW_UPDATED);
    assert_true(up >= last);
    last = up;
    b.log.count = 0;
    feed_raw(PRESS_Q16(0.45));
    b.log.count = 0;
    feed_raw(force);
    assert_int_equal(progress_of(PRESS_EVENT_PREVIEW_UPDATED), up);
  }
  assert_true(last > PRESS_ONE * 9 / 10);
  b.log.count = 0;
  b.log.hook = NULL;
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

BENCH_TEST_WITH(min_progress_step_thins_but_never_the_first_or_the_last, c.min_progress_step = PRESS_Q16(0.25)) {
  /* The first is delivered although it is 0.05 from nothing. */
  feed_raw(PRESS_Q16(0.2625));
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PREVIEW_UPDATED), 1);
  press_q16 delivered = progress_of(PRESS_EVENT_PREVIEW_UPDATED);
  for (press_q16 force = PRESS_Q16(0.2625); force < PRESS_Q16(0.5); force += 100) {
    size_t count = recorder_count(&b.log, PRESS_EVENT_PREVIEW_UPDATED);
    feed_raw(force);
    if (recorder_count(&b.log, PRESS_EVENT_PREVIEW_UPDATED) == count) continue;
    assert_true(progress_of(PRESS_EVENT_PREVIEW_UPDATED) - delivered >= PRESS_Q16(0.25));
    delivered = progress_of(PRESS_EVENT_PREVIEW_UPDATED);
  }
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PREVIEW_UPDATED), 4);
  feed_raw(PRESS_Q16(0.5));
  assert_int_equal(progress_of(PRESS_EVENT_PREVIEW_UPDATED), PRESS_ONE);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_COMMIT_UPDATED), 1);
  feed_raw(PRESS_Q16(0.51));
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_COMMIT_UPDATED), 1);
  feed_raw(PRESS_Q16(0.75));
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_COMMIT_UPDATED), 2);
  assert_int_equal(progress_of(PRESS_EVENT_COMMIT_UPDATED), PRESS_ONE);
}

BENCH_TEST_WITH(min_progress_step_counts_from_the_last_delivered_also_downwards, c.min_progress_step = PRESS_Q16(0.5)) {
  BENCH_FEED(0.25, 0.36);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PREVIEW_UPDATED), 1);
  bench_feed(&b, 0.375); /* exactly the step */
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PREVIEW_UPDATED), 2);
  bench_feed(&b, 0.26);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PREVIEW_UPDATED), 2);
  bench_feed(&b, 0.25);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PREVIEW_UPDATED), 3);
}

/* ---- flags and several contacts ---- */

BENCH_TEST_WITH(contact_from_flag_ignores_the_force_for_the_contact, c.flags = PRESS_CONFIG_CONTACT_FROM_FLAG) {
  bench_feed_flags(&b, 0, 0.9, 0);
  assert_int_equal(b.log.count, 0);
  bench_feed_flags(&b, 0, 0, PRESS_SAMPLE_DOWN);
  assert_string_equal(recorder_events(&b.log), "contact_began");
  bench_feed_flags(&b, 0, 0.3, PRESS_SAMPLE_DOWN);
  bench_feed_flags(&b, 0, 0, PRESS_SAMPLE_DOWN);
  assert_string_equal(recorder_events(&b.log), "contact_began preview_began preview_updated preview_updated");
  bench_feed_flags(&b, 0, 0.9, 0);
  assert_string_equal(
    recorder_events(&b.log), "contact_began preview_began preview_updated preview_updated preview_cancelled:lifted contact_ended:lifted");
  bench_feed_flags(&b, 0, 0.2, PRESS_SAMPLE_DOWN);
  bench_feed_flags(&b, 0, 0.2, PRESS_SAMPLE_DOWN | PRESS_SAMPLE_LOST);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_CONTACT_CANCELLED)->reason, PRESS_REASON_LOST);
  bench_feed_flags(&b, 0, 0.2, PRESS_SAMPLE_DOWN);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 2);
  bench_feed_flags(&b, 0, 0.2, 0);
  bench_feed_flags(&b, 0, 0.2, PRESS_SAMPLE_DOWN);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 3);
}

BENCH_TEST(without_contact_from_flag_the_flag_means_nothing) {
  bench_feed_flags(&b, 0, 0, PRESS_SAMPLE_DOWN);
  assert_int_equal(b.log.count, 0);
  bench_feed_flags(&b, 0, 0.2, PRESS_SAMPLE_DOWN);
  bench_feed_flags(&b, 0, 0, PRESS_SAMPLE_DOWN);
  assert_string_equal(recorder_events(&b.log), "contact_began contact_ended:lifted");
}

/* conforms: preview-20 */
BENCH_TEST_WITH(moved_comes_before_the_progress_of_its_sample, c.flags = PRESS_CONFIG_TELL_MOVED) {
  BENCH_ROW("0.2 0.3", "contact_began contact_moved contact_moved preview_began preview_updated");
}

BENCH_TEST(several_contacts_have_a_preview_each) {
  BENCH_PLAY("c1 0.3 c2 0.6 c3 0.9 c4 0.2");
  static const int states[] = {PRESS_PREVIEW_PREVIEWING, PRESS_PREVIEW_COMMITTING, PRESS_PREVIEW_COMPLETED, PRESS_PREVIEW_WAITING};
  for (uint32_t i = 0; i < 4; i++) assert_int_equal(press_preview_state(b.engine, i + 1), states[i]);
  assert_int_equal(press_preview_cancel(b.engine, 2), PRESS_OK);
  assert_int_equal(press_preview_state(b.engine, 1), PRESS_PREVIEW_PREVIEWING);
  assert_int_equal(press_preview_state(b.engine, 2), PRESS_PREVIEW_OVER);
  bench_feed_flags(&b, 1, 0, 0);
  assert_int_equal(press_preview_state(b.engine, 4), PRESS_PREVIEW_WAITING);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_CANCELLED), 3);
}

static void cancel_the_other(recorder *log, press_engine *engine, const entry *delivered) {
  if (delivered->kind != ENTRY_PREVIEW || delivered->touch.contact != 1 || log->calls++) return;
  assert_int_equal(press_preview_cancel(engine, 2), PRESS_OK);
  assert_int_equal(press_preview_state(engine, 2), PRESS_PREVIEW_OVER);
  assert_int_equal(press_preview_cancel(engine, 2), PRESS_ERR_STATE);
}

BENCH_TEST(a_callback_may_cancel_the_preview_of_another_contact) {
  BENCH_PLAY("c1 0.2 c2 0.6");
  b.log.hook = cancel_the_other;
  bench_feed_flags(&b, 1, 0.3, 0);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PREVIEW_CANCELLED)->contact, 2);
  assert_int_equal(press_preview_state(b.engine, 1), PRESS_PREVIEW_PREVIEWING);
}

BENCH_TEST(a_commit_that_falls_below_the_preview_level_says_so) {
  bench_feed(&b, 0.6);
  assert_int_not_equal(progress_of(PRESS_EVENT_COMMIT_UPDATED), 0);
  bench_feed(&b, 0.2);
  assert_int_equal(progress_of(PRESS_EVENT_COMMIT_UPDATED), 0);
}

/* Samples take the full path while the place settles, with the same result as on the fast path. */
TEST(samples_that_settle_deliver_the_same_progress) {
  static const double forces[] = {0.2, 0.26, 0.3, 0.3, 0.28, 0.45, 0.51, 0.55, 0.6, 0.53, 0.74, 0.76, 0.9, 0.4, 0.2, 0, 0.3, 0.6, 0.4, 0, 0.9, 0};
  static bench        other;
  for (press_q16 step = 0; step <= PRESS_ONE / 4; step += PRESS_ONE / 8) {
    press_config config = bench_config();
    config.min_progress_step = step;
    bench_make(&b, &config);
    bench_make(&other, &config);
    for (size_t i = 0; i < sizeof forces / sizeof *forces; i++) {
      bench_feed_flags(&b, 0, forces[i], 0);
      bench_feed_flags(&other, 0, forces[i], PRESS_SAMPLE_SETTLING);
    }
    assert_int_equal(b.log.count, other.log.count);
    for (size_t i = 0; i < b.log.count; i++) assert_memory_equal(&b.log.entries[i], &other.log.entries[i], sizeof *b.log.entries);
    bench_finish(&b);
    bench_finish(&other);
  }
}

/* ---- press_set_progress ---- */

static bool is_progress(const press_event *e) {
  static const uint32_t types[] = {PRESS_EVENT_CONTACT_MOVED, PRESS_EVENT_PREVIEW_UPDATED, PRESS_EVENT_COMMIT_UPDATED, PRESS_EVENT_SCROLL_MOVED,
    PRESS_EVENT_PINCH_CHANGED, PRESS_EVENT_DRAG_MOVED};
  for (size_t i = 0; i < COUNT(types); i++)
    if (e->type == types[i]) return !(e->flags & PRESS_EVENT_FLAG_ENDED);
  return false;
}

TEST(without_progress_on_event_has_all_but_what_a_newer_event_replaces_and_other_functions_have_all) {
  static bench other;
  for (int keeps = 0; keeps < 2; keeps++) {
    press_config c = bench_config();
    c.max_events = keeps ? 256 : 0;
    c.flags = PRESS_CONFIG_TELL_MOVED;
    bench_make(&b, &c);
    bench_make(&other, &c);
    assert_int_equal(press_set_progress(other.engine, false), PRESS_OK);
    press_delegate delegate = recorder_delegate(&other.log);
    assert_int_equal(press_set_delegate(other.engine, &delegate), PRESS_OK); /* leaves it as it is */
    for (int i = 0; i < 300; i++) {
      double force = 0.45 + 0.45 * ((i * 7919 % 100) - 50) / 50;
      bench_feed(&b, force);
      bench_feed(&other, force);
      if (i == 250) assert_int_equal(press_set_progress(other.engine, true), PRESS_OK);
    }
    size_t at = 0;
    bool   left_out = false;
    for (size_t i = 0; i < b.log.count; i++) {
      const entry *one = &b.log.entries[i];
      if (one->kind == ENTRY_EVENT && one->event.t_us <= 251 * 10000 && is_progress(&one->event)) {
        left_out = true;
        continue;
      }
      assert_true(at < other.log.count);
      assert_int_equal(other.log.entries[at].kind, one->kind);
      if (one->kind == ENTRY_EVENT)
        assert_memory_equal(&other.log.entries[at].event, &one->event, sizeof one->event);
      else
        assert_memory_equal(&other.log.entries[at].touch, &one->touch, sizeof one->touch);
      at++;
    }
    assert_int_equal(at, other.log.count);
    assert_true(left_out);
    static press_event all[2][256];
    int                n = press_poll(b.engine, all[0], 256);
    assert_int_equal(press_poll(other.engine, all[1], 256), n);
    assert_int_equal(n > 0, keeps);
    if (keeps) assert_memory_equal(all[0], all[1], (size_t)n * sizeof all[0][0]);
  }
}

int main(void) { return run_all(NULL, NULL); }
