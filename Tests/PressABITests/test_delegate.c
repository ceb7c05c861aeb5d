/* delegate.h: the order of callbacks, delegates that change, and calls from inside callbacks. */
#include "support.h"

static bench b, other;

/* One press through all states: preview, commit, back, up again, a cancel; then a contact that completes. */
static void press_through(bench *it) {
  static const double forces[] = {0.2, 0.3, 0.45, 0.6, 0.4, 0, 0.3, 0.1, 0, 0.9, 0.2, 0};
  for (size_t i = 0; i < sizeof forces / sizeof *forces; i++) bench_feed(it, forces[i]);
}

static size_t poll_all(bench *it, press_event *events, size_t capacity) {
  int taken = press_poll(it->engine, events, capacity);
  assert_true(taken >= 0);
  return (size_t)taken;
}

/* conforms: preview-25 */
TEST(every_member_is_optional_in_every_combination) {
  static press_event all[64], some[64];
  press_config       c = bench_config();
  c.max_events = 64;
  bench_make(&b, &c);
  press_through(&b);
  size_t count = poll_all(&b, all, 64);
  assert_true(count > 15);
  for (unsigned members = 0; members < 32; members++) {
    bench_make(&other, &c);
    press_delegate d = recorder_delegate(&other.log);
    if (!(members & 1)) d.preview_should_begin = NULL;
    if (!(members & 2)) d.preview_did_update = NULL;
    if (!(members & 4)) d.commit_did_update = NULL;
    if (!(members & 8)) d.preview_did_cancel = NULL;
    if (!(members & 16)) d.on_event = NULL;
    assert_int_equal(press_set_delegate(other.engine, &d), PRESS_OK);
    press_through(&other);
    /* The events do not depend on which functions the delegate has. */
    assert_int_equal(poll_all(&other, some, 64), count);
    assert_memory_equal(all, some, count * sizeof *all);
    /* Each function receives the same calls, whichever other functions are set. */
    size_t next = 0;
    for (size_t i = 0; i < b.log.count; i++) {
      const entry *delivered = &b.log.entries[i];
      if (!(members & 1u << delivered->kind)) continue;
      assert_true(next < other.log.count);
      assert_memory_equal(&other.log.entries[next++], delivered, sizeof *delivered);
    }
    assert_int_equal(next, other.log.count);
    assert_int_equal(press_engine_reset(other.engine), PRESS_OK);
  }
  b.config.max_events = 64;
  bench_finish(&b);
}

/* conforms: preview-08 */
BENCH_TEST(a_missing_should_begin_means_yes) {
  press_delegate d = recorder_delegate(&b.log);
  d.preview_should_begin = NULL;
  b.log.refuses = true;
  assert_int_equal(press_set_delegate(b.engine, &d), PRESS_OK);
  BENCH_ROW("0.3", "contact_began preview_began preview_updated");
}

TEST(without_a_delegate_everything_happens_in_the_queue) {
  press_event events[32];
  BENCH_POLLED(&b, (void)0);
  BENCH_FEED(0.9, 0);
  assert_int_equal(b.log.count, 0);
  assert_int_equal(press_poll(b.engine, events, 32), 5);
  assert_every_beginning_has_one_end(events, 5);
}

BENCH_TEST(a_delegate_of_the_wrong_size_is_refused_and_the_old_one_stays) {
  static const uint32_t sizes[] = {0, 4, offsetof(press_delegate, on_event), sizeof(press_delegate) - 2, 4096, UINT32_MAX};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    press_delegate d = recorder_delegate(&other.log);
    d.size = sizes[i];
    assert_int_equal(press_set_delegate(b.engine, &d), PRESS_ERR_INVAL);
  }
  BENCH_ROW("0.2", "contact_began");
}

BENCH_TEST(the_delegate_is_copied) {
  press_delegate d = recorder_delegate(&b.log);
  assert_int_equal(press_set_delegate(b.engine, &d), PRESS_OK);
  memset(&d, 0x5a, sizeof d);
  bench_feed(&b, 0.9);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_COMMIT_UPDATED), 1);
}

/* conforms: preview-03 */
BENCH_TEST(on_event_comes_just_after_the_callback_that_says_the_same) {
  press_through(&b);
  assert_string_equal(recorder_calls(&b.log),
    "contact_began should_begin? preview_began did_update preview_updated did_update preview_updated "
    "did_update! preview_updated! commit_did_update commit_updated commit_did_update commit_updated "
    "did_cancel preview_cancelled:lifted contact_ended:lifted "
    "contact_began should_begin? preview_began did_update preview_updated did_update preview_updated "
    "did_cancel preview_cancelled:lifted contact_ended:lifted "
    "contact_began should_begin? preview_began did_update! preview_updated! commit_did_update! commit_updated! contact_ended:lifted");
}

/* ---- delegates that change ---- */

static void hand_over(recorder *log, press_engine *engine, const entry *delivered) {
  if (delivered->kind != ENTRY_EVENT || delivered->event.type != PRESS_EVENT_PREVIEW_BEGAN || log->calls++) return;
  press_delegate d = recorder_delegate(&other.log);
  assert_int_equal(press_set_delegate(engine, &d), PRESS_OK);
}

TEST(a_delegate_replaced_inside_a_callback_receives_the_next_event) {
  bench_make(&b, NULL);
  memset(&other.log, 0, sizeof other.log);
  b.log.hook = hand_over;
  bench_feed(&b, 0.9);
  assert_string_equal(recorder_calls(&b.log), "contact_began should_begin? preview_began");
  assert_string_equal(recorder_calls(&other.log), "did_update! preview_updated! commit_did_update! commit_updated!");
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

static void remove_it(recorder *log, press_engine *engine, const entry *delivered) {
  if (delivered->kind != ENTRY_EVENT || delivered->event.type != PRESS_EVENT_PREVIEW_BEGAN || log->calls++) return;
  assert_int_equal(press_set_delegate(engine, NULL), PRESS_OK);
}

TEST(a_delegate_removed_inside_a_callback_receives_nothing_more) {
  press_event events[32];
  bench_make(&b, NULL);
  b.log.hook = remove_it;
  BENCH_FEED(0.9, 0);
  assert_string_equal(recorder_calls(&b.log), "contact_began should_begin? preview_began");
  /* The events happened all the same, and are in the queue. */
  int count = press_poll(b.engine, events, 32);
  assert_int_equal(count, 5);
  assert_every_beginning_has_one_end(events, (size_t)count);
}

static void remove_always(recorder *log, press_engine *engine, const entry *delivered) {
  (void)log;
  (void)delivered;
  assert_int_equal(press_set_delegate(engine, NULL), PRESS_OK);
}

TEST(a_delegate_may_remove_itself_in_any_callback) {
  /* The user pointer may be invalid by then: not even the other callbacks of the present event come. */
  for (int members = 0; members < 4; members++) {
    press_event events[32];
    bench_make(&b, NULL);
    press_delegate d = {.size = sizeof d, .user = &b.log, .on_event = recorder_delegate(&b.log).on_event};
    if (members == 1) d.preview_should_begin = recorder_delegate(&b.log).preview_should_begin, d.on_event = NULL;
    if (members == 2) d.preview_did_update = recorder_delegate(&b.log).preview_did_update, d.on_event = NULL;
    if (members == 3) d.preview_did_cancel = recorder_delegate(&b.log).preview_did_cancel, d.on_event = NULL;
    assert_int_equal(press_set_delegate(b.engine, &d), PRESS_OK);
    b.log.hook = remove_always;
    BENCH_FEED(0.3, 0);
    assert_int_equal(b.log.count, 1);
    int count = press_poll(b.engine, events, 32);
    assert_int_equal(count, 5);
    assert_every_beginning_has_one_end(events, (size_t)count);
  }
}

/* ---- calls from inside ---- */

static press_pad *pad;

static void call_everything(recorder *log, press_engine *engine, const entry *delivered) {
  (void)delivered;
  press_sample       s = sample_of(UINT64_MAX / 2, 0, 1, 0);
  press_frame        f = {.t_us = UINT64_MAX / 2, .present = 1};
  press_engine_stats stats = {.size = sizeof stats};
  press_reading      reading = {.size = sizeof reading};
  assert_int_equal(press_feed(engine, &s, 1), PRESS_ERR_BUSY);
  assert_int_equal(press_tick(engine, UINT64_MAX / 2), PRESS_ERR_BUSY);
  assert_int_equal(press_pad_feed(pad, &f, engine), PRESS_ERR_BUSY);
  assert_int_equal(press_pad_tick(pad, UINT64_MAX / 2, engine), PRESS_ERR_BUSY);
  assert_int_equal(press_engine_get_stats(engine, &stats), PRESS_OK);
  assert_int_equal(stats.refused, 0);
  assert_int_equal(press_pad_get(pad, &reading), PRESS_OK);
  (void)press_next_deadline(engine);
  log->calls++;
}

BENCH_TEST(feeding_and_ticking_inside_callbacks_are_busy) {
  static uint64_t storage[PRESS_PAD_STORAGE_1 / 8];
  assert_int_equal(press_pad_init(storage, sizeof storage, NULL, NULL, 1, &pad), PRESS_OK);
  b.log.hook = call_everything;
  press_through(&b);
  assert_int_equal(b.log.calls, b.log.count);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  b.log.idle_resets++;
  b.now = 0;
  BENCH_FEED(0, 0.6);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  press_pad_stats stats = {.size = sizeof stats};
  assert_int_equal(press_pad_get_stats(pad, &stats), PRESS_OK);
  assert_int_equal(stats.frames, 0);
  assert_int_equal(stats.backwards, 0);
}

static void feed_pad_alone(recorder *log, press_engine *engine, const entry *delivered) {
  (void)engine;
  if (delivered->kind != ENTRY_EVENT || log->calls) return;
  press_frame f = {.t_us = UINT64_MAX / 2, .present = 1};
  log->calls = press_pad_feed(pad, &f, NULL);
  assert_int_equal(press_pad_tare(pad, 0), PRESS_ERR_BUSY);
  assert_int_equal(press_pad_tare(pad, PRESS_PAD_TARE_FORCE), PRESS_ERR_BUSY);
  press_sensor sensor;
  press_sensor_init(&sensor);
  assert_int_equal(press_pad_set_sensors(pad, &sensor, 1), PRESS_ERR_BUSY);
}

BENCH_TEST(a_pad_that_is_being_fed_is_busy_whatever_the_engine) {
  static uint64_t  storage[PRESS_PAD_STORAGE_1 / 8];
  press_pad_config c;
  press_pad_config_init(&c);
  c.flags = PRESS_PAD_NO_BASELINE;
  assert_int_equal(press_pad_init(storage, sizeof storage, &c, NULL, 1, &pad), PRESS_OK);
  b.log.hook = feed_pad_alone;
  press_frame f = {.t_us = 1000, .present = 1, .code = {20000}};
  assert_int_equal(press_pad_feed(pad, &f, b.engine), PRESS_OK);
  assert_int_equal(b.log.calls, PRESS_ERR_BUSY);
}

static void feed_nothing(recorder *log, press_engine *engine, const entry *delivered) {
  (void)delivered;
  press_sample s = sample_of(1, 0, 0, 0);
  assert_int_equal(press_feed(engine, &s, 0), PRESS_ERR_BUSY);
  assert_int_equal(press_feed(engine, NULL, 0), PRESS_ERR_BUSY);
  log->calls++;
}

BENCH_TEST(an_empty_feed_inside_a_callback_is_busy_too) {
  b.log.hook = feed_nothing;
  bench_feed(&b, 0.2);
}

static void poll_inside(recorder *log, press_engine *engine, const entry *delivered) {
  press_event event;
  if (delivered->kind != ENTRY_EVENT) return;
  /* The event that is delivered is there already. */
  assert_int_equal(press_poll(engine, &event, 1), 1);
  assert_memory_equal(&event, &delivered->event, sizeof event);
  assert_int_equal(press_poll(engine, &event, 1), 0);
  log->calls++;
}

BENCH_TEST(polling_inside_a_callback_gives_the_event_that_is_reported) {
  b.log.hook = poll_inside;
  press_through(&b);
  assert_true(b.log.calls > 10);
}

static void cancel_now(recorder *log, press_engine *engine, const entry *delivered) {
  if (delivered->kind != ENTRY_PREVIEW || log->calls++) return;
  assert_int_equal(press_preview_cancel(engine, 0), PRESS_OK);
  /* The call has taken effect at once; its event is delivered after this callback. */
  assert_int_equal(press_preview_state(engine, 0), PRESS_PREVIEW_OVER);
  assert_int_equal(log->entries[log->count - 1].kind, ENTRY_PREVIEW);
}

BENCH_TEST(what_a_callback_does_takes_effect_before_the_next_event) {
  b.log.hook = cancel_now;
  bench_feed(&b, 0.9);
  assert_string_equal(
    recorder_calls(&b.log), "contact_began should_begin? preview_began did_update! preview_updated! did_cancel preview_cancelled:program");
}

BENCH_TEST(callbacks_of_a_reset_are_callbacks_too) {
  static uint64_t storage[PRESS_PAD_STORAGE_1 / 8];
  assert_int_equal(press_pad_init(storage, sizeof storage, NULL, NULL, 1, &pad), PRESS_OK);
  bench_feed(&b, 0.3);
  recorder_clear(&b.log);
  b.log.hook = call_everything;
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  assert_int_equal(b.log.calls, 3);
  b.log.count = 0;
  b.now = 0;
  b.log.hook = NULL;
  bench_feed(&b, 0);
}

static press_touch        gone_touch;
static const press_touch *touch_at_begin;
static bool               keep_pointer(press_engine *engine, const press_touch *touch, void *user) {
                (void)engine;
                (void)user;
                gone_touch = *touch;
                touch_at_begin = touch;
                return true;
}

TEST(should_begin_receives_where_and_how_hard) {
  bench_make(&b, NULL);
  bench_target(&b, 6, 0, 0, 0, 10, 10, PRESS_TARGET_PREVIEW);
  press_delegate d = {.size = sizeof d, .preview_should_begin = keep_pointer};
  assert_int_equal(press_set_delegate(b.engine, &d), PRESS_OK);
  bench_feed_at(&b, 3, 0.5, 1, 2);
  assert_non_null(touch_at_begin);
  assert_int_equal(gone_touch.contact, 3);
  assert_int_equal(gone_touch.target, 6);
  assert_int_equal(gone_touch.x, PRESS_Q16(1));
  assert_int_equal(gone_touch.y, PRESS_Q16(2));
  assert_int_equal(gone_touch.force, PRESS_Q16(0.5));
  assert_int_equal(gone_touch.pressure, PRESS_Q16(0.5));
  assert_true(gone_touch.t_us == b.now);
}

int main(void) { return run_all(NULL, NULL); }
