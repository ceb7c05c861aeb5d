/* pad.h: ordinary frames. A pad takes them on a fast path, and must not take that path if anything of the frame, the pad or the engine is out of
 * the ordinary. */
#include "pads.h"

#include <math.h>

/* Frames without an engine, until nothing begins, is waited for or suspected. */
static void make_plain(size_t count) {
  press_engine *engine = b.engine;
  p.now = 0;
  p.count = count;
  make_pad();
  b.engine = NULL;
  feed_for(0, 1000000);
  b.engine = engine;
}

static void make(size_t count) {
  prepare();
  bench_make(&b, NULL);
  make_plain(count);
}

/* A frame that is refused changes nothing but the counter of refusals. */
static void refused(press_frame frame, press_engine *engine, int error) {
  press_reading   before = reading();
  press_pad_stats then = stats();
  assert_int_equal(press_pad_feed(p.pad, &frame, engine), error);
  press_reading after = reading();
  assert_true(
    before.t_us == after.t_us && before.force == after.force && before.flags == after.flags && before.conductance[0] == after.conductance[0]);
  press_pad_stats now = stats();
  assert_int_equal(now.backwards - then.backwards, error == PRESS_ERR_TIME);
  assert_true(now.frames == then.frames && now.spikes == then.spikes && now.gaps == then.gaps);
}

TEST(a_plain_pad_refuses_what_any_pad_refuses) {
  for (size_t count = 1; count <= 2; count++) {
    make(count);
    press_engine *const engines[] = {NULL, b.engine};
    for (int i = 0; i < 2; i++) {
      press_frame good = {.t_us = p.now + STEP, .present = (1u << count) - 1, .code = {code_of(0.6), code_of(0.6)}}, bad;
      bad = good, bad.failed = 1;
      refused(bad, engines[i], PRESS_ERR_INVAL);
      bad = good, bad.failed = 1u << count;
      refused(bad, engines[i], PRESS_ERR_INVAL);
      bad = good, bad.present |= 1u << count;
      refused(bad, engines[i], PRESS_ERR_INVAL);
      bad = good, bad.t_us = p.now;
      refused(bad, engines[i], PRESS_ERR_TIME);
      bad = good, bad.t_us = p.now - 1;
      refused(bad, engines[i], PRESS_ERR_TIME);
    }
    feed(0);
    finish();
  }
}

TEST(a_plain_pad_goes_no_further_back_than_its_engine_lets_it) {
  make(1);
  assert_int_equal(press_tick(b.engine, p.now + 10 * STEP + 100000), PRESS_OK);
  press_frame frame = {.t_us = p.now + 10 * STEP - 1, .present = 1, .code = {code_of(0)}};
  refused(frame, b.engine, PRESS_ERR_TIME);
  frame.t_us++;
  assert_int_equal(press_pad_feed(p.pad, &frame, b.engine), PRESS_OK);
  finish();
}

TEST(a_plain_pad_is_refused_by_name_by_an_engine_that_keeps_too_few_events_for_it) {
  for (size_t count = 1; count <= 8; count += 7) {
    press_config c = bench_config();
    prepare();
    c.max_events = (uint16_t)(8 + 2 * c.max_contacts + 3 * count - 1);
    for (int less = 1; less >= 0; less--, c.max_events++) {
      bench_make(&b, &c);
      assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
      make_plain(count);
      press_frame frame = {.t_us = p.now + STEP, .present = (1u << count) - 1};
      for (size_t i = 0; i < count; i++) frame.code[i] = code_of(0);
      if (less)
        refused(frame, b.engine, PRESS_ERR_NOBUFS);
      else
        assert_int_equal(press_pad_feed(p.pad, &frame, b.engine), PRESS_OK);
    }
  }
}

TEST(an_engine_counts_what_its_pad_feeds_and_what_it_refuses) {
  press_config c = bench_config();
  c.max_contacts = 1;
  make(1);
  bench_make(&b, &c);
  make_plain(1);
  const press_engine_stats before = bench_stats(&b);
  for (int i = 0; i < 7; i++) feed(0);
  for (int i = 0; i < 5; i++) feed(1);
  feed_for(0, 200000);
  press_engine_stats after = bench_stats(&b);
  assert_int_equal(after.samples - before.samples, 7 + 5 + 200000 / STEP);
  assert_int_equal(after.refused, before.refused);
  press_sample other = sample_of(p.now, 7, 0.5, 0);
  assert_int_equal(press_feed(b.engine, &other, 1), 1);
  int status = 0;
  for (int i = 0; i < 5 && status == 0; i++) status = feed_code_at(p.now += STEP, code_of(1));
  assert_int_equal(status, PRESS_ERR_NOSPC);
  after = bench_stats(&b);
  assert_int_equal(after.refused, before.refused + 1);
  finish();
}

TEST(a_plain_pad_waits_until_the_events_before_were_polled) {
  press_event  events[64];
  press_config c = bench_config();
  c.max_contacts = 1;
  c.max_events = 8 + 2 + 3;
  prepare();
  bench_make(&b, &c);
  assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
  make_plain(1);
  int answer = PRESS_OK;
  for (int i = 0; i < 100 && answer == PRESS_OK; i++) answer = feed_code_at(p.now += STEP, code_of(i % 8 < 4 ? 0.6 : 0));
  assert_int_equal(answer, PRESS_ERR_AGAIN);
  press_frame frame = {.t_us = p.now, .present = 1, .code = {code_of(0.6)}};
  refused(frame, b.engine, PRESS_ERR_AGAIN);
  while (press_poll(b.engine, events, 64) > 0) {}
  assert_int_equal(press_pad_feed(p.pad, &frame, b.engine), PRESS_OK);
}

static uint64_t   other_storage[PRESS_PAD_STORAGE_1 / 8];
static press_pad *other;

static void feeds_pads_inside(recorder *log, press_engine *engine, const entry *delivered) {
  if (delivered->kind != ENTRY_EVENT || delivered->event.type != PRESS_EVENT_CONTACT_BEGAN) return;
  press_frame f = {.t_us = p.now + STEP, .present = 1, .code = {code_of(0.6)}};
  assert_int_equal(press_pad_feed(p.pad, &f, NULL), PRESS_ERR_BUSY);
  assert_int_equal(press_pad_feed(other, &f, engine), PRESS_ERR_BUSY);
  log->calls++;
}

TEST(what_a_plain_pad_delivers_feeds_it_nothing_nor_another_one) {
  make(1);
  assert_int_equal(press_pad_init(other_storage, sizeof other_storage, &p.config, p.sensors, 1, &other), PRESS_OK);
  for (uint64_t t = STEP; t <= p.now; t += STEP) {
    press_frame f = {.t_us = t, .present = 1, .code = {code_of(0)}};
    assert_int_equal(press_pad_feed(other, &f, NULL), PRESS_OK);
  }
  b.log.hook = feeds_pads_inside;
  feed_for(0.6, 100000);
  assert_int_equal(b.log.calls, 1);
  finish();
}

TEST(a_plain_pad_that_a_tick_finds_silent_recovers_with_its_next_readings) {
  prepare();
  p.config.gap_us = 0;
  bench_make(&b, NULL);
  make_plain(1);
  assert_int_equal(press_pad_tick(p.pad, p.now + 1000000, b.engine), PRESS_OK);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_SENSOR_FAULT), 1);
  p.now += 1000000;
  feed_for(0, 1000000);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_SENSOR_RECOVERED), 1);
  feed_for(0.6, 100000);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 1);
  finish();
}

static void feed_failed(void) { feed_frame((press_frame){.failed = 1}); }

TEST(a_suspicion_that_a_plain_pad_has_is_over_with_its_next_reading) {
  make(1);
  for (int i = 0; i < 5; i++) {
    feed_failed();
    feed_for(0.02, 500000);
  }
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_SENSOR_FAULT), 0);
  for (int i = 0; i < 100; i++) feed_failed();
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_SENSOR_FAULT), 1);
  finish();
}

/* The place of a press that moves from the first of two sensors to the second. `before`, `later`: the times of the sensors in earlier and later
 * frames. */
static press_q16 place_of(const uint32_t *before, const uint32_t *later) {
  prepare();
  p.sensors[1].x = PRESS_Q16(100);
  p.count = 2;
  p.now = 0;
  make_pad();
  for (int i = 0; i < 220; i++) {
    double      moved = i < 200 ? 0 : (i - 200) * 0.05;
    press_frame f = {.t_us = p.now += STEP, .present = 3, .code = {code_of(i < 200 ? 0 : 2 - moved), code_of(moved)}};
    for (int n = 0; n < 2; n++) f.before_us[n] = i < 200 ? before[n] : later[n];
    assert_int_equal(press_pad_feed(p.pad, &f, NULL), PRESS_OK);
  }
  return reading().x;
}

TEST(a_plain_pad_uses_the_times_of_the_first_frame_that_has_some) {
  static const uint32_t none[2], times[2] = {4000, 0};
  assert_int_equal(place_of(none, times), place_of(times, times));
  assert_int_not_equal(place_of(none, times), place_of(none, none));
}

int main(void) { return run_all(NULL, NULL); }
