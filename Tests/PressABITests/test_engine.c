/* engine.h: configs, storage, samples and time, deadlines, the queue, copies. */
#include "support.h"
#include "generated/lives.h"

#include <stdio.h>
#include <stdlib.h>

static bench b, two;

/* ---- config ---- */

TEST(a_null_config_means_the_defaults) {
  press_engine *engine = NULL;
  press_config  usual;
  press_config_init(&usual);
  assert_int_equal(press_engine_size(NULL), press_engine_size(&usual));
  assert_int_equal(press_engine_init(b.storage, PRESS_ENGINE_STORAGE, NULL, &engine), PRESS_OK);
  assert_int_equal(press_engine_reset(engine), PRESS_OK);
}

/* A program with more contacts need not know how many events they take. */
TEST(fewer_events_than_contacts_take_are_as_many_as_they_take) {
  press_config c;
  press_config_init(&c);
  c.max_contacts = 32;
  c.max_events = 8 + 2 * 32;
  size_t size = press_engine_size(&c);
  c.max_events = 1;
  assert_int_equal(press_engine_size(&c), size);
}

/* ---- storage ---- */

TEST(the_default_fits_its_static_storage) {
  static uint64_t storage[PRESS_ENGINE_STORAGE / 8];
  press_engine   *engine = NULL;
  press_config    c;
  press_config_init(&c);
  assert_in_range(press_engine_size(&c) + press_gestures_size(&c, NULL) + press_peek_size(&c, NULL), 1, PRESS_ENGINE_STORAGE);
  assert_int_equal(press_engine_init(storage, sizeof storage, &c, &engine), PRESS_OK);
}

TEST(storage_for_capacities_of_ones_own_is_enough_and_not_much_more) {
  for (unsigned contacts = 1; contacts <= 32; contacts++)
    for (unsigned targets = 0; targets <= 1024; targets = targets * 2 + 1)
      for (unsigned events = 0; events <= 4096; events = events < 80 ? events + 1 : events * 2) {
        press_config c;
        press_config_init(&c);
        c.max_contacts = (uint16_t)contacts, c.max_targets = (uint16_t)targets, c.max_events = (uint16_t)events;
        size_t bytes = PRESS_ENGINE_STORAGE_FOR(contacts, targets, events), least = press_engine_size(&c);
        if (bytes % 8 || bytes < least || bytes > least + least / 10)
          fail_msg("%u contacts, %u targets, %u events: %zu bytes for %zu", contacts, targets, events, bytes, least);
        enum {
          ROOM = 16, /* at least: for settings of later versions, which a program that was built before runs with */
          SMALL =
            PRESS_GESTURES_STORAGE_FOR(1) % 8 + PRESS_DRAG_STORAGE_FOR(1) % 8 + PRESS_STRIKE_STORAGE_FOR(1) % 8 + PRESS_SCROLL_STORAGE_FOR(1) % 8
        };
        assert_int_equal(SMALL, 0);
        assert_in_range(press_gestures_size(&c, NULL), 1, PRESS_GESTURES_STORAGE_FOR(contacts) - ROOM);
        assert_in_range(press_peek_size(&c, NULL), 1, PRESS_PEEK_STORAGE - ROOM);
        assert_in_range(press_transition_size(&c, NULL), 1, PRESS_TRANSITION_STORAGE - ROOM);
        assert_in_range(press_drag_size(&c, NULL), 1, PRESS_DRAG_STORAGE_FOR(contacts) - ROOM);
        assert_in_range(press_button_size(&c, NULL), 1, PRESS_BUTTON_STORAGE - ROOM);
        assert_in_range(press_strike_size(&c, NULL), 1, PRESS_STRIKE_STORAGE_FOR(contacts) - ROOM);
        assert_in_range(press_scroll_size(&c, NULL), 1, PRESS_SCROLL_STORAGE_FOR(contacts) - ROOM);
        assert_in_range(press_pinch_size(&c, NULL), 1, PRESS_PINCH_STORAGE_FOR(contacts) - ROOM);
        assert_in_range(press_levels_size(&c, NULL), 1, PRESS_LEVELS_STORAGE_FOR(contacts) - ROOM);
        assert_in_range(press_crosstalk_size(&c, NULL), 1, PRESS_CROSSTALK_STORAGE - ROOM);
      }
  static uint64_t storage[(PRESS_ENGINE_STORAGE_FOR(2, 4, 0) + PRESS_GESTURES_STORAGE_FOR(2) + PRESS_PEEK_STORAGE) / 8];
  press_engine   *engine = NULL;
  press_config    c;
  press_config_init(&c);
  c.max_contacts = 2, c.max_targets = 4, c.max_events = 0;
  assert_int_equal(press_engine_init(storage, sizeof storage, &c, &engine), PRESS_OK);
  assert_int_equal(press_gestures_attach(engine, NULL), PRESS_OK);
  assert_int_equal(press_peek_attach(engine, NULL), PRESS_OK);
}

TEST(one_contact_with_preview_alone_is_small) {
  press_config c;
  press_config_init(&c);
  c.max_contacts = 1;
  c.max_targets = c.max_events = 0;
  assert_in_range(press_engine_size(&c), 1, 560);
}

TEST(size_grows_with_every_capacity) {
  press_config c;
  press_config_init(&c);
  size_t size = press_engine_size(&c);
  c.max_targets++;
  assert_true(press_engine_size(&c) > size);
  size = press_engine_size(&c);
  c.max_events++;
  assert_int_equal(press_engine_size(&c), size + sizeof(press_event));
  c.max_contacts--;
  assert_true(press_engine_size(&c) < size + sizeof(press_event));
}

TEST(storage_too_small_is_refused_and_left_alone) {
  press_config c = bench_config();
  size_t       size = press_engine_size(&c);
  memset(b.storage, 0x5a, sizeof b.storage);
  press_engine *engine = NULL;
  assert_int_equal(press_engine_init(b.storage, size - 1, &c, &engine), PRESS_ERR_NOSPC);
  assert_int_equal(press_engine_init(b.storage, 0, &c, &engine), PRESS_ERR_NOSPC);
  assert_null(engine);
  for (size_t i = 0; i < sizeof b.storage; i++) assert_int_equal(b.storage[i], 0x5a);
  assert_int_equal(press_engine_init(b.storage, size, &c, &engine), PRESS_OK);
  for (size_t i = size; i < sizeof b.storage; i++) assert_int_equal(b.storage[i], 0x5a);
  assert_int_equal(press_engine_init(b.storage, SIZE_MAX, &c, &engine), PRESS_OK);
}

TEST(misaligned_storage_is_refused) {
  press_engine *engine = NULL;
  for (size_t off = 1; off < 8; off++) assert_int_equal(press_engine_init(b.storage + off, 16384, NULL, &engine), PRESS_ERR_INVAL);
  assert_null(engine);
  assert_int_equal(press_engine_init(b.storage + 8, 16384, NULL, &engine), PRESS_OK);
}

TEST(storage_that_is_refused_has_its_reason) {
  const struct {
    size_t      off, bytes, required;
    int         status;
    const char *why;
  } cases[] = {
    {1, 16384, 8, PRESS_ERR_INVAL, "storage: aligned to 8 bytes"},
    {4, 16384, 8, PRESS_ERR_INVAL, "storage: aligned to 8 bytes"},
    {0, 16384, 0, PRESS_ERR_INVAL, "required: not 0: the config is refused, and its ..._check says why"},
    {0, 0, 1, PRESS_ERR_NOSPC, "bytes: at least what the ..._size of the object returns"},
    {0, press_engine_size(NULL) - 1, press_engine_size(NULL), PRESS_ERR_NOSPC, "bytes: at least what the ..._size of the object returns"},
    {0, press_engine_size(NULL), press_engine_size(NULL), PRESS_OK, NULL},
    {0, SIZE_MAX, press_engine_size(NULL), PRESS_OK, NULL},
  };
  memset(b.storage, 0, sizeof b.storage); /* no engine of another test, from whose callback this might be called */
  for (size_t i = 0; i < COUNT(cases); i++) {
    press_engine *engine = NULL;
    const char   *why = NULL;
    int           said = press_storage_check(b.storage + cases[i].off, cases[i].bytes, cases[i].required, &why);
    assert_int_equal(said, cases[i].status);
    assert_int_equal(press_storage_check(b.storage + cases[i].off, cases[i].bytes, cases[i].required, NULL), said);
    assert_int_equal(why == NULL, cases[i].why == NULL);
    if (why) assert_string_equal(why, cases[i].why);
    if (cases[i].required > 0) assert_int_equal(press_engine_init(b.storage + cases[i].off, cases[i].bytes, NULL, &engine), said);
  }
  assert_int_equal(press_storage_check(NULL, 8, 8, NULL), PRESS_ERR_INVAL);
}

BENCH_TEST(nothing_of_no_samples_and_no_events_is_taken) {
  press_sample sample = sample_of(1, 0, 0, 0);
  assert_int_equal(press_feed(b.engine, NULL, 0), 0);
  assert_int_equal(press_feed(b.engine, &sample, 0), 0);
  assert_int_equal(press_poll(b.engine, NULL, 0), 0);
}

/* ---- samples and time ---- */

BENCH_TEST(samples_with_unknown_flags_or_reserved_bits_are_refused) {
  assert_int_equal(bench_try(&b, 1, 0, 1, 32), PRESS_ERR_INVAL);
  assert_int_equal(bench_try(&b, 1, 0, 1, 1u << 31), PRESS_ERR_INVAL);
  press_sample sample = sample_of(1, 0, 1, 0);
  sample.reserved = 1;
  assert_int_equal(press_feed(b.engine, &sample, 1), PRESS_ERR_INVAL);
  assert_int_equal(b.log.count, 0);
  press_engine_stats stats = bench_stats(&b);
  assert_int_equal(stats.samples, 0);
  assert_int_equal(stats.refused, 3);
  assert_int_equal(stats.backwards, 0);
  /* While a finger is down, too. */
  assert_int_equal(bench_try(&b, 1, 0, 1, 0), 1);
  for (uint32_t bad = 1; bad; bad <<= 1) {
    sample = sample_of(2, 0, 1, 0);
    sample.reserved = bad;
    assert_int_equal(press_feed(b.engine, &sample, 1), PRESS_ERR_INVAL);
    if (bad > PRESS_SAMPLE_SETTLING) assert_int_equal(bench_try(&b, 2, 0, 1, bad), PRESS_ERR_INVAL);
  }
  assert_int_equal(bench_try(&b, 3, 0, 0, 0), 1);
}

BENCH_TEST(each_sample_of_a_batch_counts) {
  press_sample batch[] = {sample_of(1, 0, 0, 0), sample_of(2, 1, 0, 0), sample_of(3, 0, 0.5, 0), sample_of(4, 1, 0, 0)};
  assert_int_equal(press_feed(b.engine, batch, 4), 4);
  assert_int_equal(bench_stats(&b).samples, 4);
  assert_int_equal(bench_try(&b, 5, 0, 0, 0), 1);
}

BENCH_TEST_WITH(one_of_many_fingers_that_lifted_and_comes_again_begins_again, c.max_contacts = 12) {
  for (uint32_t contact = 0; contact < 12; contact++) bench_feed_at(&b, contact, 0.5, 0, 0);
  BENCH_PLAY("c11 0 +100");
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_CONTACT_ENDED)->contact, 11);
  bench_feed_at(&b, 11, 0.5, 0, 0);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_CONTACT_BEGAN)->t_us, b.now);
}

BENCH_TEST_WITH(time_may_stand_still_but_not_go_back_by_more_than_the_limit, c.late_limit_us = 0) {
  assert_int_equal(bench_try(&b, 100, 0, 0.2, 0), 1);
  assert_int_equal(bench_try(&b, 100, 1, 0.2, 0), 1);
  assert_int_equal(press_tick(b.engine, 100), PRESS_OK);
  assert_int_equal(bench_try(&b, 99, 0, 0.2, 0), PRESS_ERR_TIME);
  assert_int_equal(press_tick(b.engine, 99), PRESS_ERR_TIME);
  assert_int_equal(press_tick(b.engine, 150), PRESS_OK);
  assert_int_equal(bench_try(&b, 149, 0, 0.2, 0), PRESS_ERR_TIME);
  assert_int_equal(bench_try(&b, 150, 0, 0.2, 0), 1);
  press_engine_stats stats = bench_stats(&b);
  assert_int_equal(stats.samples, 3);
  assert_int_equal(stats.refused, 2);
  assert_int_equal(stats.backwards, 2);
}

/* A loop that ticks at the deadline that it is given: with nothing to wait for that is no time, and nothing stops. */
BENCH_TEST(a_tick_at_a_deadline_that_is_never_is_refused_and_time_goes_on) {
  static uint64_t storage[PRESS_PAD_STORAGE_1 / 8];
  press_pad      *pad;
  press_frame     frame = {.t_us = 1000, .present = 1};
  assert_int_equal(press_pad_init(storage, sizeof storage, NULL, NULL, 1, &pad), PRESS_OK);
  assert_true(press_pad_feed(pad, &frame, b.engine) >= 0);
  assert_true(press_next_deadline(b.engine) == PRESS_NEVER);
  assert_int_equal(press_tick(b.engine, press_next_deadline(b.engine)), PRESS_ERR_INVAL);
  assert_int_equal(bench_try(&b, PRESS_NEVER, 0, 0, 0), PRESS_ERR_INVAL);
  assert_int_equal(bench_try(&b, PRESS_NEVER, 0, 1, 0), PRESS_ERR_INVAL);
  frame.t_us = PRESS_NEVER;
  assert_int_equal(press_pad_feed(pad, &frame, b.engine), PRESS_ERR_INVAL);
  assert_int_equal(press_pad_feed(pad, &frame, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_pad_tick(pad, PRESS_NEVER, b.engine), PRESS_ERR_INVAL);
  frame.t_us = 6000;
  assert_true(press_pad_feed(pad, &frame, b.engine) >= 0);
  assert_int_equal(press_tick(b.engine, 6000), PRESS_OK);
}

BENCH_TEST_WITH(the_whole_range_of_time_is_usable, c.lost_after_us = 1000) {
  assert_int_equal(bench_try(&b, 0, 0, 1, 0), 1);
  assert_int_equal(bench_try(&b, UINT64_MAX - 2, 0, 0, 0), 1);
  assert_int_equal(bench_try(&b, UINT64_MAX - 1, 0, 1, 0), 1);
  assert_true(press_next_deadline(b.engine) == PRESS_NEVER);
  assert_int_equal(bench_try(&b, UINT64_MAX - 1, 0, 0, 0), 1);
  assert_int_equal(press_tick(b.engine, UINT64_MAX - 1), PRESS_OK);
  assert_int_equal(bench_try(&b, UINT64_MAX - 2 - 100000, 0, 0, 0), PRESS_ERR_TIME);
}

BENCH_TEST(reset_lets_time_start_again) {
  assert_int_equal(bench_try(&b, 1000000, 0, 0.2, 0), 1);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  assert_int_equal(bench_try(&b, 1, 0, 0, 0), 1);
}

static void reset_inside(recorder *log, press_engine *engine, const entry *delivered) {
  (void)delivered;
  if (log->calls++ == 0) assert_int_equal(press_engine_reset(engine), PRESS_OK);
}

BENCH_TEST_WITH(reset_from_a_callback_of_a_tick_lets_time_start_again, c.lost_after_us = 1000) {
  assert_int_equal(bench_try(&b, 1000000, 0, 0.2, 0), 1);
  b.log.hook = reset_inside;
  assert_int_equal(press_tick(b.engine, 2000000), PRESS_OK);
  assert_int_equal(bench_try(&b, 1, 0, 0, 0), 1);
}

BENCH_TEST(reset_from_a_callback_of_a_sample_lets_time_start_again) {
  b.log.hook = reset_inside;
  assert_int_equal(bench_try(&b, 1000000, 0, 0.2, 0), 1);
  assert_int_equal(bench_try(&b, 1, 0, 0, 0), 1);
}

BENCH_TEST(a_feed_stops_before_the_first_bad_sample) {
  press_sample samples[] = {sample_of(10, 0, 0.2, 0), sample_of(120000, 0, 0.3, 0), sample_of(15, 0, 0.9, 0), sample_of(120030, 0, 0, 0)};
  assert_int_equal(press_feed(b.engine, samples, 4), 2);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PREVIEW_UPDATED)->t_us, 120000);
  assert_int_equal(press_feed(b.engine, samples + 2, 2), PRESS_ERR_TIME);
  assert_int_equal(press_feed(b.engine, samples + 3, 1), 1);
  press_engine_stats stats = bench_stats(&b);
  assert_int_equal(stats.samples, 3);
  /* Counted when its error is asked for, not when the batch stopped before it. */
  assert_int_equal(stats.refused, 1);
}

TEST(a_batch_says_the_same_as_its_samples_one_by_one) {
  press_sample samples[200];
  for (int i = 0; i < 200; i++) samples[i] = sample_of((uint64_t)i * 1000, (uint32_t)(i % 3), (i * 7 % 50) / 40.0, 0);
  bench_make(&b, NULL);
  bench_make(&two, NULL);
  assert_int_equal(press_feed(b.engine, samples, 200), 200);
  for (int i = 0; i < 200; i++) assert_int_equal(press_feed(two.engine, samples + i, 1), 1);
  assert_int_equal(b.log.count, two.log.count);
  assert_memory_equal(b.log.entries, two.log.entries, b.log.count * sizeof *b.log.entries);
  bench_finish(&b);
  bench_finish(&two);
}

BENCH_TEST(a_contact_begins_at_touch_force_and_ends_below_release_force) {
  press_sample s = sample_of(1, 0, 0, 0);
  s.force = PRESS_Q16(0.1) - 1;
  assert_int_equal(press_feed(b.engine, &s, 1), 1);
  assert_int_equal(b.log.count, 0);
  s.force = PRESS_Q16(0.1);
  assert_int_equal(press_feed(b.engine, &s, 1), 1);
  assert_string_equal(recorder_events(&b.log), "contact_began");
  s.force = PRESS_Q16(0.05);
  assert_int_equal(press_feed(b.engine, &s, 1), 1);
  assert_string_equal(recorder_events(&b.log), "contact_began");
  s.force = PRESS_Q16(0.05) - 1;
  assert_int_equal(press_feed(b.engine, &s, 1), 1);
  assert_string_equal(recorder_events(&b.log), "contact_began contact_ended:lifted");
  s.force = PRESS_Q16(0.1) - 1;
  assert_int_equal(press_feed(b.engine, &s, 1), 1);
  assert_int_equal(b.log.count, 2);
}

BENCH_TEST(forces_below_zero_count_as_zero) {
  bench_feed(&b, 0.2);
  press_sample s = sample_of(b.now + 1, 0, 0, 0);
  s.force = INT32_MIN;
  assert_int_equal(press_feed(b.engine, &s, 1), 1);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_CONTACT_ENDED)->force, 0);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_CONTACT_ENDED)->pressure, 0);
}

BENCH_TEST_WITH(pressure_runs_from_zero_force_to_full_force, c.zero_force = PRESS_Q16(0.5), c.full_force = PRESS_Q16(4.5)) {
  static const struct { double force, pressure; } pairs[] = {{0.2, 0}, {0.5, 0}, {1.5, 0.25}, {2.5, 0.5}, {4.5, 1}, {9, 1}, {30000, 1}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    press_touch touch;
    bench_feed(&b, pairs[i].force);
    assert_int_equal(press_touch_get(b.engine, 0, 0, &touch), PRESS_OK);
    assert_in_range(touch.pressure, PRESS_Q16(pairs[i].pressure) - (pairs[i].pressure > 0 && pairs[i].pressure < 1), PRESS_Q16(pairs[i].pressure));
  }
  press_sample s = sample_of(b.now, 0, 0, 0);
  press_touch  touch;
  s.force = PRESS_Q16(4.5) - 1;
  assert_int_equal(press_feed(b.engine, &s, 1), 1);
  assert_int_equal(press_touch_get(b.engine, 0, 0, &touch), PRESS_OK);
  assert_in_range(touch.pressure, PRESS_ONE - 2, PRESS_ONE - 1);
}

/* ---- contacts ---- */

BENCH_TEST_WITH(a_contact_beyond_max_contacts_is_refused, c.max_contacts = 2) {
  BENCH_PLAY("c1 0.2 c2 0.2");
  assert_int_equal(bench_try(&b, b.now, 3, 0.2, 0), PRESS_ERR_NOSPC);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 2);
  BENCH_PLAY("c3 0 c1 0.3 0 c3 0.2");
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 3);
}

BENCH_TEST_WITH(all_32_contacts_can_be_down, c.max_contacts = 32, c.max_events = 8 + 2 * 32) {
  for (uint32_t i = 0; i < 32; i++) bench_feed_flags(&b, UINT32_MAX - 1 - i, 0.3, 0);
  assert_int_equal(bench_try(&b, b.now, 5, 0.3, 0), PRESS_ERR_NOSPC);
  for (uint32_t i = 0; i < 32; i++) assert_int_equal(press_preview_state(b.engine, UINT32_MAX - 1 - i), PRESS_PREVIEW_PREVIEWING);
  for (uint32_t i = 0; i < 32; i++) bench_feed_flags(&b, UINT32_MAX - 1 - i, 0, 0);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_ENDED), 32);
}

static void a_transition_then(recorder *log, press_engine *engine, const entry *delivered) {
  press_transition_options options;
  press_transition_options_init(&options);
  options.flags = PRESS_TRANSITION_FLAG_AUTOMATIC;
  if (delivered->kind != ENTRY_EVENT || (int)delivered->event.type != *(const int *)log->context || log->calls++) return;
  assert_int_equal(press_engine_reset(engine), PRESS_OK);
  assert_int_equal(press_transition_start(engine, 1, &options), PRESS_OK);
}

/* Time started again in between, which the log does not show. */
static void finish_after_a_reset(void) {
  b.log.hook = NULL;
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  b.log.count = 0;
  bench_finish(&b);
}

/* Silence, a hold, or a grace comes to its end within the call of a sample. */
TEST(reset_from_whichever_callback_lets_time_start_again) {
  static const int types[] = {
    PRESS_EVENT_CONTACT_CANCELLED, PRESS_EVENT_HOLD_BEGAN, PRESS_EVENT_CONTACT_ENDED, PRESS_EVENT_TAPPED, PRESS_EVENT_CONTACT_BEGAN};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    BENCH(&b, c.lost_after_us = types[i] == PRESS_EVENT_CONTACT_CANCELLED ? 100000 : 0, c.lift_us = 40000);
    BENCH_ATTACH(gestures);
    BENCH_ATTACH(transition);
    bench_target(&b, 1, 0, 0, 0, 100, 100, PRESS_TARGET_TAP | PRESS_TARGET_HOLD);
    b.log.hook = a_transition_then;
    b.log.context = (void *)&types[i];
    assert_int_equal(bench_try(&b, 1000000, 0, 0.2, 0), 1);
    if (types[i] == PRESS_EVENT_CONTACT_ENDED || types[i] == PRESS_EVENT_TAPPED) assert_int_equal(bench_try(&b, 1001000, 0, 0, 0), 1);
    /* A sample of another finger from before the reset begins nothing. */
    if (types[i] != PRESS_EVENT_CONTACT_BEGAN) assert_int_equal(bench_try(&b, 9000000, 1, 0.2, 0), 1);
    assert_int_equal(b.log.calls, 1);
    assert_int_equal(press_preview_state(b.engine, 1), PRESS_ERR_NOENT);
    /* The transition runs from the new time. */
    assert_int_equal(press_next_deadline(b.engine), 16667);
    assert_int_equal(bench_try(&b, 20000, 1, 0, 0), 1);
    assert_int_equal(recorder_last(&b.log, PRESS_EVENT_TRANSITION_UPDATED)->t_us, 16667);
    assert_int_equal(bench_try(&b, 500000, 1, 0, 0), 1);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_FINISHED), 1);
    finish_after_a_reset();
  }
}

AT_QUESTION(reset_as_it_starts, ENTRY_WILL_START, press_engine_reset(engine))

TEST(what_is_being_started_while_the_engine_is_reset_counts_from_the_new_time) {
  press_transition_options options;
  press_transition_options_init(&options);
  options.flags = PRESS_TRANSITION_FLAG_AUTOMATIC;
  bench_make(&b, NULL);
  BENCH_ATTACH(transition);
  assert_int_equal(press_tick(b.engine, 1000000), PRESS_OK);
  b.log.hook = reset_as_it_starts;
  assert_int_equal(press_transition_start(b.engine, 1, &options), PRESS_OK);
  assert_int_equal(press_next_deadline(b.engine), 16667);
  assert_int_equal(press_tick(b.engine, 500000), PRESS_OK);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_FINISHED), 1);
  finish_after_a_reset();
}

AT_FIRST(reset_as_it_lifts, PRESS_EVENT_CONTACT_ENDED, press_engine_reset(engine))

TEST(a_finger_that_needed_the_place_of_another_begins_after_a_reset_in_between) {
  BENCH(&b, c.max_contacts = 1, c.lift_us = 40000);
  b.log.hook = reset_as_it_lifts;
  assert_int_equal(bench_try(&b, 1000000, 0, 0.2, 0), 1);
  assert_int_equal(bench_try(&b, 1001000, 0, 0, 0), 1);
  assert_int_equal(bench_try(&b, 1002000, 1, 0.2, 0), 1);
  assert_string_equal(recorder_events(&b.log), "contact_began contact_ended:lifted");
  assert_int_equal(bench_try(&b, 5, 1, 0.2, 0), 1);
  assert_string_equal(recorder_events(&b.log), "contact_began contact_ended:lifted contact_began");
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_CONTACT_BEGAN)->t_us, 5);
  finish_after_a_reset();
}

TEST(no_contact_is_no_contact) {
  press_engine_stats stats = {.size = sizeof stats};
  bench_make(&b, NULL);
  /* Pressed, not pressed, in a batch, while another is down. */
  assert_int_equal(bench_try(&b, 1, PRESS_NO_CONTACT, 0.2, 0), PRESS_ERR_INVAL);
  assert_int_equal(bench_try(&b, 1, PRESS_NO_CONTACT, 0, 0), PRESS_ERR_INVAL);
  press_sample batch[] = {sample_of(1, 0, 0, 0), sample_of(2, PRESS_NO_CONTACT, 0, 0), sample_of(3, 0, 0.2, 0)};
  assert_int_equal(press_feed(b.engine, batch, 3), 1);
  assert_int_equal(bench_try(&b, 4, 0, 0.2, 0), 1);
  assert_int_equal(bench_try(&b, 5, PRESS_NO_CONTACT, 0.2, PRESS_SAMPLE_LOST), PRESS_ERR_INVAL);
  assert_string_equal(recorder_events(&b.log), "contact_began");
  stats = bench_stats(&b);
  assert_int_equal(stats.refused, 3);
  bench_finish(&b);
  press_pad_config pad;
  const char      *why;
  press_pad_config_init(&pad);
  pad.contact = PRESS_NO_CONTACT;
  assert_int_equal(press_pad_config_check(&pad, &why), PRESS_ERR_INVAL);
  assert_string_equal(why, "contact: at most 0xfffffffe");
  press_grid_config grid;
  press_grid_config_init(&grid);
  grid.contact = PRESS_NO_CONTACT - 32;
  assert_int_equal(press_grid_config_check(&grid, NULL), PRESS_OK);
  grid.contact++;
  assert_int_equal(press_grid_config_check(&grid, &why), PRESS_ERR_INVAL);
  assert_string_equal(why, "contact: at most 0xffffffdf");
}

BENCH_TEST_WITH(a_palm_stays_one_until_it_lifts, c.max_contacts = 2) {
  bench_feed_flags(&b, 1, 0.9, PRESS_SAMPLE_PALM);
  bench_feed_flags(&b, 2, 0.2, 0);
  bench_feed_flags(&b, 2, 0.2, PRESS_SAMPLE_LOST);
  /* Of the barred contacts the palm gives up its slot last. */
  BENCH_ROW("c3 0.2", "contact_began contact_cancelled:lost contact_began");
  for (int i = 0; i < 20; i++) bench_feed_flags(&b, 1, i < 10 ? 0.9 : 0.1, 0);
  assert_string_equal(recorder_events(&b.log), "contact_began contact_cancelled:lost contact_began");
  BENCH_ROW("c1 0 0.2", "contact_began contact_cancelled:lost contact_began contact_began");
}

TEST(of_barred_fingers_the_one_barred_longest_is_forgotten) {
  for (uint32_t oldest = 1; oldest <= 3; oldest++) {
    BENCH(&b, c.max_contacts = 3);
    for (uint32_t id = 1; id <= 3; id++) bench_feed_flags(&b, id, 0.2, 0);
    bench_feed_flags(&b, oldest, 0.2, PRESS_SAMPLE_LOST);
    for (uint32_t id = 1; id <= 3; id++)
      if (id != oldest) bench_feed_flags(&b, id, 0.2, PRESS_SAMPLE_LOST);
    bench_feed_flags(&b, 7, 0.2, 0);
    size_t before = b.log.count;
    /* Contacts that are still barred begin nothing. */
    for (uint32_t id = 1; id <= 3; id++)
      if (id != oldest) bench_feed_flags(&b, id, 0.2, 0);
    assert_int_equal(b.log.count, before);
    bench_feed_flags(&b, oldest, 0.2, 0);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 5);
    bench_finish(&b);
  }
}

BENCH_TEST(a_cancelled_contact_begins_again_only_after_it_has_lifted) {
  BENCH_PLAY("0.2 ~ 0.2 0.9 0.05");
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 1);
  assert_int_equal(press_preview_state(b.engine, 0), PRESS_ERR_NOENT);
  /* Lost is not lifted. */
  bench_feed_flags(&b, 0, 0, PRESS_SAMPLE_LOST);
  bench_feed(&b, 0.2);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 1);
  bench_feed(&b, 0.04);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 1);
  bench_feed(&b, 0.2);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 2);
}

/* The sample at whose time the hold begins is of the time before the reset: its 9 N are not what later forces are compared with. */
TEST(a_force_from_before_a_reset_does_not_free_a_finger_that_is_still_down) {
  static const int hold = PRESS_EVENT_HOLD_BEGAN;
  bench_make(&b, NULL);
  BENCH_ATTACH(gestures);
  BENCH_ATTACH(transition);
  bench_target(&b, 1, 0, 0, 0, 100, 100, PRESS_TARGET_HOLD);
  b.log.hook = a_transition_then;
  b.log.context = (void *)&hold;
  assert_int_equal(bench_try(&b, 1000000, 0, 1, 0), 1);
  assert_int_equal(bench_try(&b, 9000000, 0, 9, 0), 1);
  assert_int_equal(b.log.calls, 1);
  for (uint64_t t = 0; t <= 200000; t += 10000) assert_int_equal(bench_try(&b, t, 0, 1, 0), 1);
  assert_int_equal(bench_try(&b, 210000, 0, 3, 0), 1);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 1);
  finish_after_a_reset();
}

BENCH_TEST(reset_twice_delivers_once) {
  bench_feed(&b, 0.3);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  size_t count = b.log.count;
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  assert_int_equal(b.log.count, count);
}

TEST(moved_is_delivered_when_asked_for_and_only_then) {
  press_config c = bench_config();
  bench_make(&b, &c);
  BENCH_ROW("0.2@0,0*2", "contact_began");
  bench_finish(&b);
  c.flags = PRESS_CONFIG_TELL_MOVED;
  bench_make(&b, &c);
  BENCH_ROW("0.2@1,2 0.2@3,4 0@0,0", "contact_began contact_moved contact_moved contact_ended:lifted");
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_CONTACT_MOVED)->x, PRESS_Q16(3));
  /* The last place while it was down. */
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_CONTACT_ENDED)->x, PRESS_Q16(3));
  bench_finish(&b);
}

BENCH_TEST_WITH(moved_is_not_delivered_of_a_contact_that_its_own_beginning_cancelled, c.flags = PRESS_CONFIG_TELL_MOVED) {
  b.log.hook = reset_inside;
  BENCH_ROW("0.9", "contact_began contact_cancelled:reset");
}

/* ---- deadlines ---- */

BENCH_TEST_WITH(silence_cancels_a_contact_at_its_deadline, c.lost_after_us = 1000) {
  assert_true(press_next_deadline(b.engine) == PRESS_NEVER);
  assert_int_equal(bench_try(&b, 5000, 0, 0.3, 0), 1);
  assert_true(press_next_deadline(b.engine) == 6000);
  assert_int_equal(press_tick(b.engine, 5999), PRESS_OK);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_CANCELLED), 0);
  assert_int_equal(press_tick(b.engine, 6000), PRESS_OK);
  assert_string_equal(recorder_events(&b.log), "contact_began preview_began preview_updated preview_cancelled:silent contact_cancelled:silent");
  assert_true(recorder_last(&b.log, PRESS_EVENT_CONTACT_CANCELLED)->t_us == 6000);
  assert_true(press_next_deadline(b.engine) == PRESS_NEVER);
}

BENCH_TEST_WITH(a_late_tick_delivers_the_time_of_the_deadline, c.lost_after_us = 1000) {
  assert_int_equal(bench_try(&b, 5000, 1, 0.2, 0), 1);
  assert_int_equal(bench_try(&b, 5500, 2, 0.2, 0), 1);
  assert_int_equal(bench_try(&b, 5700, 1, 0.2, 0), 1);
  assert_true(press_next_deadline(b.engine) == 6500);
  assert_int_equal(press_tick(b.engine, 100000), PRESS_OK);
  assert_string_equal(recorder_events(&b.log), "contact_began contact_began contact_cancelled:silent contact_cancelled:silent");
  assert_int_equal(b.log.entries[2].event.contact, 2);
  assert_true(b.log.entries[2].event.t_us == 6500);
  assert_int_equal(b.log.entries[3].event.contact, 1);
  assert_true(b.log.entries[3].event.t_us == 6700);
}

BENCH_TEST_WITH(a_sample_fires_the_deadlines_before_it, c.lost_after_us = 1000) {
  assert_int_equal(bench_try(&b, 5000, 1, 0.2, 0), 1);
  assert_int_equal(bench_try(&b, 7000, 2, 0.2, 0), 1);
  assert_string_equal(recorder_events(&b.log), "contact_began contact_cancelled:silent contact_began");
  /* The silent one is still down as far as anybody knows. */
  assert_int_equal(bench_try(&b, 7001, 1, 0.2, 0), 1);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 2);
}

BENCH_TEST_WITH(every_sample_pushes_the_deadline_on, c.lost_after_us = 1000) {
  uint64_t t = 0;
  for (; t < 100000; t += 999) {
    assert_int_equal(bench_try(&b, t, 0, 0.2, 0), 1);
    assert_true(press_next_deadline(b.engine) == t + 1000);
  }
  assert_string_equal(recorder_events(&b.log), "contact_began");
  /* A sample exactly at the deadline comes too late. */
  assert_int_equal(bench_try(&b, t + 1, 0, 0.2, 0), 1);
  assert_string_equal(recorder_events(&b.log), "contact_began contact_cancelled:silent");
}

BENCH_TEST(without_lost_after_silence_is_no_loss) {
  bench_feed(&b, 0.2);
  assert_true(press_next_deadline(b.engine) == PRESS_NEVER);
  assert_int_equal(press_tick(b.engine, UINT64_MAX - 1), PRESS_OK);
  assert_string_equal(recorder_events(&b.log), "contact_began");
}

/* ---- the queue ---- */

BENCH_TEST(the_queue_holds_the_same_events_in_the_same_order) {
  for (int i = 0; i < 7; i++) bench_feed(&b, i * 0.15);
  bench_feed(&b, 0);
  press_event events[64];
  int         taken = press_poll(b.engine, events, 3);
  assert_int_equal(taken, 3);
  int more;
  while ((more = press_poll(b.engine, events + taken, 2)) > 0) taken += more;
  size_t next = 0;
  for (size_t i = 0; i < b.log.count; i++)
    if (b.log.entries[i].kind == ENTRY_EVENT) assert_memory_equal(&b.log.entries[i].event, &events[next++], sizeof *events);
  assert_int_equal(next, taken);
}

BENCH_TEST_WITH(with_a_delegate_the_oldest_are_overwritten_and_counted, c.max_contacts = 1, c.max_events = 10) {
  for (int i = 0; i < 8; i++) { BENCH_FEED(0.2, 0); }
  assert_int_equal(bench_stats(&b).overwritten, 6);
  press_event events[16];
  assert_int_equal(press_poll(b.engine, events, 16), 10);
  assert_true(events[0].t_us == 70000);
  assert_int_equal(events[0].type, PRESS_EVENT_CONTACT_BEGAN);
}

TEST(with_max_events_0_nothing_is_kept_and_nothing_refused) {
  BENCH_POLLED(&b, c.max_events = 0);
  for (int i = 0; i < 1000; i++) bench_feed(&b, i % 2);
  press_event event;
  assert_int_equal(press_poll(b.engine, &event, 1), PRESS_ERR_STATE);
  press_delegate d = recorder_delegate(&b.log);
  assert_int_equal(press_set_delegate(b.engine, &d), PRESS_OK);
  BENCH_FEED(0, 0.2);
  assert_int_equal(b.log.entries[b.log.count - 1].event.type, PRESS_EVENT_CONTACT_BEGAN);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

static size_t drain(press_engine *engine, press_event *events, size_t capacity) {
  size_t count = 0;
  int    taken;
  while ((taken = press_poll(engine, events + count, capacity - count)) > 0) count += (size_t)taken;
  return count;
}

TEST(without_a_delegate_a_full_queue_refuses_samples_and_loses_nothing) {
  static press_event events[100000];
  for (uint16_t contacts = 1; contacts <= 3; contacts++) {
    BENCH_POLLED(&b, c.max_contacts = contacts, c.max_events = (uint16_t)(8 + 2 * contacts), c.flags = PRESS_CONFIG_TELL_MOVED);
    size_t count = 0;
    int    refused = 0;
    for (int i = 0; i < 3000; i++) {
      /* The force rises and falls through all phases, for one contact after the other, and also reaches 0. */
      double         force = (i * 13 % 17) / 16.0;
      const uint32_t merged = bench_stats(&b).merged;
      int            status = bench_try(&b, (uint64_t)i, (uint32_t)(i % contacts), force, 0);
      if (status == PRESS_ERR_AGAIN) {
        /* A refused sample changes nothing: no progress was merged for it. */
        assert_int_equal(bench_stats(&b).merged, merged);
        refused++;
        count += drain(b.engine, events + count, 100000 - count);
        status = bench_try(&b, (uint64_t)i, (uint32_t)(i % contacts), force, 0);
      }
      assert_int_equal(status, 1);
    }
    assert_true(refused > 0);
    press_engine_stats stats = bench_stats(&b);
    assert_int_equal(stats.overwritten, 0);
    assert_int_equal(stats.refused, refused);
    assert_int_equal(stats.samples, 3000);
    assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
    count += drain(b.engine, events + count, 100000 - count);
    assert_every_beginning_has_one_end(events, count);
  }
}

static uint32_t lcg(uint32_t *state) { return *state = *state * 1664525u + 1013904223u; }

TEST(the_end_of_everything_fits_into_a_queue_that_refused) {
  static press_event events[4096];
  for (uint32_t seed = 0; seed < 3000; seed++) {
    uint32_t     random = seed;
    press_config c = bench_config();
    c.max_contacts = (uint16_t)(1 + seed % 3);
    c.max_events = (uint16_t)(8 + 2 * c.max_contacts);
    c.flags = seed & 4 ? PRESS_CONFIG_TELL_MOVED : 0;
    c.lost_after_us = seed & 8 ? 3 : 0;
    bench_make(&b, &c);
    assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
    size_t   count = 0;
    uint64_t t = 0;
    for (int i = 0; i < 60; i++) {
      uint32_t contact = (lcg(&random) >> 20) % c.max_contacts;
      if (bench_try(&b, ++t, contact, (lcg(&random) >> 20) % 9 / 8.0, 0) == 1) continue;
      /* Everything may end at once although nobody has polled. */
      if (lcg(&random) >> 31) break;
      int taken = press_poll(b.engine, events + count, (lcg(&random) >> 20) % 8);
      assert_true(taken >= 0);
      count += (size_t)taken;
    }
    if (lcg(&random) >> 31) assert_int_equal(press_tick(b.engine, t + 1000), PRESS_OK);
    assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
    assert_int_equal(bench_stats(&b).overwritten, 0);
    assert_every_beginning_has_one_end(events, count + drain(b.engine, events + count, 4096 - count));
  }
}

TEST(superseded_progress_is_merged_into_the_newest) {
  press_event events[64];
  BENCH_POLLED(&b, c.max_contacts = 1, c.max_events = 16);
  for (int i = 0; i < 100; i++) bench_feed(&b, 0.25 + i / 512.0);
  assert_true(bench_stats(&b).merged > 80);
  assert_int_equal(bench_stats(&b).refused, 0);
  BENCH_FEED(0.6, 0);
  size_t count = drain(b.engine, events, 64);
  assert_int_equal(events[0].type, PRESS_EVENT_CONTACT_BEGAN);
  assert_int_equal(events[1].type, PRESS_EVENT_PREVIEW_BEGAN);
  assert_every_beginning_has_one_end(events, count);
  press_q16 last = -1;
  for (size_t i = 0; i < count; i++)
    if (events[i].type == PRESS_EVENT_PREVIEW_UPDATED) {
      assert_true(events[i].progress >= last);
      last = events[i].progress;
    }
  assert_int_equal(last, PRESS_ONE);
  /* Each of the 100 updates was merged or delivered. Six more events: began, began, ended, commit, cancelled, ended. */
  assert_int_equal(bench_stats(&b).merged + count - 6, 100);
}

TEST(merging_keeps_the_newest_progress_of_each_contact) {
  press_event events[64];
  BENCH_POLLED(&b, c.max_contacts = 3, c.max_events = 32);
  static const double last[] = {0.3125, 0.375, 0.4375};
  for (uint32_t i = 0; i < 3; i++) bench_feed_flags(&b, i, 0.26, 0);
  bench_feed_flags(&b, 0, last[0], 0);
  for (int k = 0; k < 30; k++) bench_feed_flags(&b, 1, 0.3, 0);
  bench_feed_flags(&b, 1, last[1], 0);
  for (int k = 0; k < 30; k++) bench_feed_flags(&b, 2, 0.4, 0);
  bench_feed_flags(&b, 2, last[2], 0);
  assert_true(bench_stats(&b).merged > 0);
  size_t    count = drain(b.engine, events, 64);
  press_q16 seen[3] = {0, 0, 0};
  for (size_t i = 0; i < count; i++)
    if (events[i].type == PRESS_EVENT_PREVIEW_UPDATED) seen[events[i].contact] = events[i].progress;
  for (uint32_t i = 0; i < 3; i++) assert_int_equal(seen[i], PRESS_Q16((last[i] - 0.25) * 4));
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  assert_int_equal(drain(b.engine, events, 64), 6);
}

TEST(a_refused_feed_keeps_what_was_not_polled) {
  press_event events[64];
  BENCH_POLLED(&b, c.max_contacts = 1, c.max_events = 10);
  int taken = 0;
  while (bench_try(&b, (uint64_t)taken, 0, taken % 2 ? 0 : 0.2, 0) == 1) taken++;
  /* A beginning or an end each: none may be missing. */
  assert_int_equal(drain(b.engine, events, 64), taken);
  for (int i = 0; i < taken; i++) assert_int_equal(events[i].type, i % 2 ? PRESS_EVENT_CONTACT_ENDED : PRESS_EVENT_CONTACT_BEGAN);
  assert_int_equal(bench_try(&b, (uint64_t)taken, 0, taken % 2 ? 0 : 0.2, 0), 1);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

/* ---- touch ---- */

BENCH_TEST(a_touch_can_be_asked_while_the_contact_is_down) {
  press_touch touch;
  assert_int_equal(press_touch_get(b.engine, 0, 0, &touch), PRESS_ERR_NOENT);
  bench_feed_at(&b, 4, 0.2, 7, -8);
  assert_int_equal(press_touch_get(b.engine, 0, 0, &touch), PRESS_ERR_NOENT);
  assert_int_equal(press_touch_get(b.engine, 4, 9, &touch), PRESS_ERR_NOENT);
  assert_int_equal(press_touch_get(b.engine, 4, 0, &touch), PRESS_OK);
  assert_true(touch.t_us == b.now);
  assert_int_equal(touch.contact, 4);
  assert_int_equal(touch.target, 0);
  assert_int_equal(touch.x, PRESS_Q16(7));
  assert_int_equal(touch.y, PRESS_Q16(-8));
  assert_int_equal(touch.force, PRESS_Q16(0.2));
  assert_int_equal(touch.pressure, PRESS_Q16(0.2));
  bench_feed_at(&b, 4, 0, 7, -8);
  assert_int_equal(press_touch_get(b.engine, 4, 0, &touch), PRESS_ERR_NOENT);
}

/* ---- values ---- */

static void feed_something(bench *b, uint32_t *random, int count) {
  for (int i = 0; i < count; i++) {
    press_sample s = sample_of(b->now += lcg(random) >> 17, lcg(random) >> 30, (lcg(random) >> 24) / 200.0, 0);
    s.x = (press_q16)(lcg(random) >> 10);
    assert_int_equal(press_feed(b->engine, &s, 1), 1);
  }
}

TEST(a_copy_of_the_bytes_is_a_copy_of_the_engine) {
  press_config c = bench_config();
  c.flags = PRESS_CONFIG_TELL_MOVED;
  c.lost_after_us = 600000;
  uint32_t random = 5;
  bench_make(&b, &c);
  bench_make(&two, &c);
  bench_target(&b, 1, 0, 0, 0, 30, 1, PRESS_TARGET_PREVIEW);
  feed_something(&b, &random, 100);
  /* The copy lies at another address; only the user pointer is to be the other recorder. */
  memcpy(two.storage, b.storage, press_engine_size(&c));
  two.engine = (press_engine *)(void *)two.storage;
  two.now = b.now;
  press_delegate d = recorder_delegate(&two.log);
  assert_int_equal(press_set_delegate(two.engine, &d), PRESS_OK);
  recorder_clear(&b.log);
  uint32_t same = random;
  feed_something(&b, &random, 500);
  feed_something(&two, &same, 500);
  assert_int_equal(press_target_remove(b.engine, 1), PRESS_OK);
  assert_int_equal(press_target_remove(two.engine, 1), PRESS_OK);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  assert_int_equal(press_engine_reset(two.engine), PRESS_OK);
  assert_true(b.log.count > 500);
  assert_int_equal(b.log.count, two.log.count);
  assert_memory_equal(b.log.entries, two.log.entries, b.log.count * sizeof *b.log.entries);
}

TEST(two_engines_share_nothing) {
  bench_make(&b, NULL);
  bench_make(&two, NULL);
  bench_feed(&b, 0.3);
  bench_feed_flags(&two, 9, 0.9, 0);
  assert_int_equal(press_preview_state(b.engine, 9), PRESS_ERR_NOENT);
  assert_int_equal(press_preview_state(two.engine, 0), PRESS_ERR_NOENT);
  assert_int_equal(press_engine_reset(two.engine), PRESS_OK);
  assert_int_equal(press_preview_state(b.engine, 0), PRESS_PREVIEW_PREVIEWING);
  bench_finish(&b);
  bench_finish(&two);
}

static void feed_the_other(recorder *log, press_engine *engine, const entry *delivered) {
  (void)engine;
  (void)delivered;
  press_sample s = sample_of((uint64_t)++log->calls, 0, 0.2, 0);
  assert_int_equal(press_feed(two.engine, &s, 1), 1);
}

TEST(a_callback_may_feed_another_engine) {
  bench_make(&b, NULL);
  bench_make(&two, NULL);
  b.log.hook = feed_the_other;
  bench_feed(&b, 0.3);
  assert_string_equal(recorder_events(&two.log), "contact_began");
  bench_finish(&b);
  bench_finish(&two);
}

TEST(the_same_input_gives_the_same_log_whatever_the_storage_held) {
  uint32_t random = 77, same = 77;
  bench_make(&b, NULL);
  bench_make(&two, NULL);
  memset(two.storage, 0, sizeof two.storage);
  assert_int_equal(press_engine_init(two.storage, sizeof two.storage, &two.config, &two.engine), PRESS_OK);
  press_delegate d = recorder_delegate(&two.log);
  assert_int_equal(press_set_delegate(two.engine, &d), PRESS_OK);
  feed_something(&b, &random, 1000);
  feed_something(&two, &same, 1000);
  assert_int_equal(b.log.count, two.log.count);
  assert_memory_equal(b.log.entries, two.log.entries, b.log.count * sizeof *b.log.entries);
  bench_finish(&b);
  bench_finish(&two);
}

static void init_inside(recorder *log, press_engine *engine, const entry *delivered) {
  (void)delivered;
  press_engine *made = NULL;
  assert_int_equal(press_engine_init(engine, sizeof b.storage, NULL, &made), PRESS_ERR_BUSY);
  assert_null(made);
  log->calls++;
}

BENCH_TEST(init_in_its_own_callback_is_busy) {
  b.log.hook = init_inside;
  bench_feed(&b, 0.9);
  assert_true(b.log.calls > 5);
}

TEST(a_queue_with_room_merges_nothing) {
  press_event events[64];
  BENCH_POLLED(&b, c.max_contacts = 1, c.max_events = 32, c.traits = 0, c.flags = PRESS_CONFIG_TELL_MOVED);
  for (int i = 0; i < 20; i++) bench_feed_at(&b, 0, 0.2, i, 0);
  assert_int_equal(bench_stats(&b).merged, 0);
  assert_int_equal(drain(b.engine, events, 64), 21);
  assert_int_equal(events[0].type, PRESS_EVENT_CONTACT_BEGAN);
  for (int i = 0; i < 20; i++) assert_int_equal(events[i + 1].x, PRESS_Q16(i));
}

static bool is_progress(const press_event *event) {
  switch (event->type) {
    case PRESS_EVENT_CONTACT_MOVED:
    case PRESS_EVENT_PREVIEW_UPDATED:
    case PRESS_EVENT_COMMIT_UPDATED:
    case PRESS_EVENT_SCROLL_MOVED:
    case PRESS_EVENT_DRAG_MOVED:
    case PRESS_EVENT_PINCH_CHANGED: return !(event->flags & PRESS_EVENT_FLAG_ENDED);
    default: return false;
  }
}

/* The interactions of a set, a bit for each, are attached, or one is refused with this status. */
static int attach_set(press_engine *engine, uint32_t set) {
#define ATTACH_OF_SET(name) \
  if (set >> IS_##name & 1) { \
    int status = press_##name##_attach(engine, NULL); \
    if (status != PRESS_OK) return status; \
  }
  INTERACTIONS(ATTACH_OF_SET)
#undef ATTACH_OF_SET
  return PRESS_OK;
}

/* Random fingers, and a program that polls a few events now and then. Returns how many samples were refused while only progress waited. */
static size_t refused_beside_progress(const press_config *config, uint32_t set, uint32_t seed) {
  static uint64_t    storage[32768 / 8], copy[32768 / 8];
  static press_event events[512];
  press_engine      *engine;
  uint32_t           random = seed * 7919u;
  size_t             refused = 0;
#define BELOW(n) ((lcg(&random) >> 8) % (uint32_t)(n))
  assert_int_equal(press_engine_init(storage, sizeof storage, config, &engine), PRESS_OK);
  assert_int_equal(attach_set(engine, set), PRESS_OK);
  for (uint32_t id = 1; id <= 3 && BELOW(4); id++) {
    press_target target = {.size = sizeof target,
      .id = id,
      .x = PRESS_Q16(60) * (press_q16)(id - 1),
      .width = PRESS_Q16(100),
      .height = PRESS_Q16(100),
      .traits = BELOW(1 << 15)};
    assert_int_equal(press_target_add(engine, &target), PRESS_OK);
  }
  press_sample fingers[3] = {{.contact = 0}, {.contact = 1}, {.contact = 2}};
  for (int i = 0; i < 300; i++) {
    press_sample *finger = &fingers[BELOW(config->max_contacts)];
    uint64_t      t = b.now += BELOW(10) ? 1000 + BELOW(20000) : BELOW(400000);
    uint32_t      how = BELOW(6);
    if (how == 0) {
      finger->force = 0, finger->x = PRESS_Q16(1) * (press_q16)BELOW(150), finger->y = PRESS_Q16(1) * (press_q16)BELOW(100);
    } else {
      press_q16 force = how == 1 ? (press_q16)BELOW(6 * PRESS_ONE) : finger->force + (press_q16)BELOW(PRESS_ONE) - PRESS_ONE / 2;
      finger->force = force < 0 ? 0 : force, finger->x += (press_q16)BELOW(8 * PRESS_ONE) - 4 * PRESS_ONE;
    }
    finger->t_us = t;
    if (press_feed(engine, finger, 1) == PRESS_ERR_AGAIN) {
      memcpy(copy, storage, sizeof storage);
      int waiting = press_poll((press_engine *)(void *)copy, events, 512), others = 0;
      for (int n = 0; n < waiting; n++) others += !is_progress(&events[n]);
      refused += others == 0;
      press_poll(engine, events, 1 + BELOW(3));
    }
    if (!BELOW(8)) press_poll(engine, events, 1 + BELOW(6));
  }
  return refused;
#undef BELOW
}

/* interactions.h says how much more than attaching requires. */
TEST(a_sample_is_refused_only_while_a_beginning_or_an_end_waits) {
  uint32_t every = (1u << INTERACTION_COUNT) - 1;
  size_t   tight = 0;
  for (uint32_t which = 0; which <= INTERACTION_COUNT + 1; which++) {
    uint32_t set = which == 0 ? 0 : which == INTERACTION_COUNT + 1 ? every : 1u << (which - 1);
    for (uint16_t contacts = 1; contacts <= 3; contacts++) {
      for (uint32_t flags = 0; flags <= PRESS_CONFIG_TELL_MOVED; flags += PRESS_CONFIG_TELL_MOVED) {
        press_config c;
        press_config_init(&c);
        c.max_contacts = contacts, c.max_targets = 3, c.flags = flags, c.max_events = (uint16_t)(8 + 2 * contacts);
        c.traits = PRESS_TARGET_PREVIEW | PRESS_TARGET_TAP | PRESS_TARGET_SCROLL | PRESS_TARGET_PINCH;
        static uint64_t storage[32768 / 8];
        press_engine   *engine;
        while (press_engine_init(storage, sizeof storage, &c, &engine) == PRESS_OK && attach_set(engine, set) == PRESS_ERR_NOBUFS) c.max_events++;
        c.max_events = (uint16_t)(c.max_events + contacts * (flags ? 2 : 1));
        if (set >> IS_strike & 1) c.max_events = (uint16_t)(c.max_events + 2 + 2 * contacts);
        if (set >> IS_levels & 1) c.max_events = (uint16_t)(c.max_events + 2 + contacts);
        if (set >> IS_scroll & 1) c.max_events = (uint16_t)(c.max_events + 2 * 2);
        for (uint32_t seed = 1; seed <= (IS_FAST ? 200 : 4); seed++) {
          if (refused_beside_progress(&c, set, seed))
            fail_msg("set %x, %u contacts, %u events: progress alone waits, and a sample is refused", set, contacts, c.max_events);
          c.max_events--;
          if (set == 0) tight += refused_beside_progress(&c, set, seed);
          c.max_events++;
        }
      }
    }
  }
  assert_true(tight > 0);
}

/* The queue is a ring: what was polled still lies in it. */
TEST(merging_forgets_no_newest_whatever_was_polled_before) {
  press_event  events[128];
  press_config c = bench_config();
  c.max_contacts = 2;
  c.traits = 0;
  c.flags = PRESS_CONFIG_TELL_MOVED;
  for (c.max_events = 16; c.max_events < 40; c.max_events++) {
    bench_make(&b, &c);
    assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
    for (int round = 1; round <= 40; round++) {
      bench_feed_at(&b, 0, 0.2, round, 0);
      for (int i = 0; i < 5 + round; i++) bench_feed_at(&b, 1, 0.2, 100 + i, 0);
      bench_feed_at(&b, 1, 0.2, 1000 + round, 0);
      press_q16 seen[2] = {0, 0};
      size_t    count = drain(b.engine, events, 128);
      for (size_t i = 0; i < count; i++) seen[events[i].contact] = events[i].x;
      assert_int_equal(seen[0], PRESS_Q16(round));
      assert_int_equal(seen[1], PRESS_Q16(1000 + round));
    }
  }
}

TEST(a_barred_finger_gives_its_place_also_where_nobody_is_called) {
  BENCH_POLLED(&b, c.max_contacts = 2);
  press_event events[64];
  for (uint32_t id = 1; id <= 2; id++) bench_feed_flags(&b, id, 0.2, 0);
  for (uint32_t id = 1; id <= 2; id++) bench_feed_flags(&b, id, 0.2, PRESS_SAMPLE_LOST);
  assert_int_equal(drain(b.engine, events, 64), 4);
  BENCH_PLAY("c7 0.2 c2 0.2");
  assert_int_equal(drain(b.engine, events, 64), 1);
  assert_int_equal(events[0].type, PRESS_EVENT_CONTACT_BEGAN);
  assert_int_equal(events[0].contact, 7);
  bench_feed_flags(&b, 1, 0.2, 0);
  assert_int_equal(drain(b.engine, events, 64), 1);
  assert_int_equal(events[0].contact, 1);
}

/* A sample of a finger that only presses on takes a fast path; an unknown flag in the sample makes it take the full path. Every set of
 * interactions must deliver the same on both. */
TEST(what_is_delivered_does_not_depend_on_how_closely_a_sample_is_looked_at) {
  size_t previews = 0;
  for (uint32_t seed = 1; seed <= (IS_FAST ? 2000 : 6); seed++) {
    uint32_t     random = seed;
    press_config c = bench_config();
    c.lost_after_us = lcg(&random) >> 31 ? 30000 : 0;
    c.preview_after_us = lcg(&random) >> 31 ? 20000 : 0;
    c.flags = lcg(&random) >> 31 ? PRESS_CONFIG_TELL_MOVED : 0;
    c.max_events = 400;
    bench *benches[] = {&b, &two};
    for (size_t i = 0; i < 2; i++) {
      bench_make(benches[i], &c);
      uint32_t with = random;
#define ATTACH(x) \
  if (lcg(&with) >> 31) assert_int_equal(press_##x##_attach(benches[i]->engine, NULL), PRESS_OK);
      INTERACTIONS(ATTACH)
#undef ATTACH
      for (uint32_t id = 1; id <= 3; id++) bench_target(benches[i], id, 0, 40.0 * id, 0, 60, 100, lcg(&with) >> 18);
      if (i) random = with;
    }
    press_sample s[] = {sample_of(0, 0, 0, 0), sample_of(0, 1, 0, 0)};
    for (int i = 0; i < 100; i++) {
      press_sample *next = s + (lcg(&random) >> 31);
      uint64_t      t = b.now += lcg(&random) >> 17;
      /* Mostly a little more or less, and sometimes another force. */
      int force = lcg(&random) >> 29 ? next->force + (int)(lcg(&random) >> 17) - 16000 : (int)(lcg(&random) >> 15);
      next->t_us = t;
      next->force = force < 0 ? 0 : force > PRESS_ONE ? PRESS_ONE : force;
      next->x = next->force == 0 ? PRESS_Q16(50 + 40 * (double)next->contact) : next->x + (press_q16)(lcg(&random) >> 14) - PRESS_Q16(2);
      press_sample closely = *next;
      closely.flags = PRESS_SAMPLE_HAS_FORCE;
      assert_int_equal(press_feed(b.engine, next, 1), 1);
      assert_int_equal(press_feed(two.engine, &closely, 1), 1);
      assert_same_events(&b.log, &two.log);
      previews += recorder_count(&b.log, PRESS_EVENT_PREVIEW_UPDATED) + recorder_count(&b.log, PRESS_EVENT_COMMIT_UPDATED);
      recorder_clear(&b.log);
      recorder_clear(&two.log);
    }
  }
  assert_true(previews > (IS_FAST ? 5000 : 10));
}

int main(void) { return run_all(NULL, NULL); }
