/* Samples, frames and ticks that come late: they count at the engine's time and say how late they are. Loops look at their timers before they
 * read, reports wait in queues, pads are read in turn: no lift may be lost to that. */
#include "ledger.h"
#include "pads.h"

#include <stdio.h>

enum { LIMIT = 100000, HOLD = PRESS_TARGET_TAP | PRESS_TARGET_HOLD };

static press_event last(uint32_t type) {
  const press_event *event = recorder_last(&b.log, type);
  assert_non_null(event);
  return *event;
}

static void happened(uint32_t type, uint64_t at, uint64_t counted) {
  press_event event = last(type);
  assert_int_equal(event.t_us, counted);
  assert_int_equal(event.t_us - event.late_us, at);
}

TEST(a_lift_that_waited_while_a_deadline_was_fired_ends_its_contact) {
  BENCH(&b, c.flags = PRESS_CONFIG_CONTACT_FROM_FLAG);
  assert_int_equal(press_gestures_attach(b.engine, NULL), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 100, 100, HOLD);
  assert_int_equal(bench_try(&b, 1000, 0, 0, PRESS_SAMPLE_DOWN), 1);
  uint64_t due = press_next_deadline(b.engine);
  assert_true(due > 1000 && due < PRESS_NEVER);
  assert_int_equal(press_tick(b.engine, due + 3000), PRESS_OK);
  assert_int_equal(bench_try(&b, due - 2000, 0, 0, 0), 1);
  happened(PRESS_EVENT_CONTACT_ENDED, due - 2000, due + 3000);
  happened(PRESS_EVENT_HOLD_ENDED, due - 2000, due + 3000);
  bench_finish(&b);
}

TEST(a_sample_may_be_late_by_the_limit_and_no_more) {
  for (uint32_t limit = 0; limit <= LIMIT; limit += LIMIT / 2) {
    BENCH(&b, c.late_limit_us = limit);
    assert_int_equal(press_engine_time(b.engine), 0);
    assert_int_equal(press_tick(b.engine, 1000000), PRESS_OK);
    assert_int_equal(press_engine_time(b.engine), 1000000);
    assert_int_equal(bench_try(&b, 1000000 - limit - 1, 0, 0.2, 0), PRESS_ERR_TIME);
    assert_int_equal(press_tick(b.engine, 1000000 - limit - 1), PRESS_ERR_TIME);
    assert_int_equal(bench_stats(&b).backwards, 1);
    assert_int_equal(b.log.count, 0);
    assert_int_equal(bench_try(&b, 1000000 - limit, 0, 0.2, 0), 1);
    assert_int_equal(press_tick(b.engine, 1000000 - limit), PRESS_OK);
    assert_int_equal(press_engine_time(b.engine), 1000000);
    happened(PRESS_EVENT_CONTACT_BEGAN, 1000000 - limit, 1000000);
    bench_finish(&b);
  }
  assert_int_equal(press_engine_time(NULL), 0);
}

BENCH_TEST(a_late_sample_that_is_bad_is_refused_as_any_other) {
  assert_int_equal(press_tick(b.engine, 1000000), PRESS_OK);
  assert_int_equal(bench_try(&b, 999999, 0, 1, 1u << 30), PRESS_ERR_INVAL);
  assert_int_equal(bench_try(&b, 999999, PRESS_NO_CONTACT, 1, 0), PRESS_ERR_INVAL);
  assert_int_equal(b.log.count, 0);
}

/* The events of a sample on time have late_us 0, also after a late sample. */
BENCH_TEST(only_what_a_late_sample_causes_is_late) {
  assert_int_equal(press_tick(b.engine, 1000000), PRESS_OK);
  assert_int_equal(bench_try(&b, 990000, 0, 0.3, 0), 1);
  happened(PRESS_EVENT_PREVIEW_BEGAN, 990000, 1000000);
  happened(PRESS_EVENT_PREVIEW_UPDATED, 990000, 1000000);
  assert_int_equal(bench_try(&b, 1000000, 0, 0.4, 0), 1);
  happened(PRESS_EVENT_PREVIEW_UPDATED, 1000000, 1000000);
  assert_int_equal(bench_try(&b, 999000, 1, 0.3, 0), 1);
  assert_int_equal(bench_try(&b, 1001000, 0, 0, 0), 1);
  happened(PRESS_EVENT_CONTACT_ENDED, 1001000, 1001000);
}

TEST(a_lift_is_as_late_as_its_fall_was_and_its_grace) {
  BENCH(&b, c.lift_us = 20000);
  assert_int_equal(bench_try(&b, 900000, 0, 0.3, 0), 1);
  assert_int_equal(press_tick(b.engine, 1000000), PRESS_OK);
  assert_int_equal(bench_try(&b, 970000, 0, 0, 0), 1);
  /* A late sample is taken at once: the grace of the finger runs from now. */
  assert_int_equal(press_next_deadline(b.engine), 1020000);
  assert_int_equal(press_tick(b.engine, 1500000), PRESS_OK);
  happened(PRESS_EVENT_CONTACT_ENDED, 970000, 1020000);
  happened(PRESS_EVENT_PREVIEW_CANCELLED, 970000, 1020000);
  bench_finish(&b);
}

TEST(a_lift_that_a_late_sample_of_another_finger_hastens_is_not_late) {
  BENCH(&b, c.lift_us = 20000, c.max_contacts = 1);
  assert_int_equal(bench_try(&b, 1000000, 0, 0.3, 0), 1);
  assert_int_equal(bench_try(&b, 1100000, 0, 0, 0), 1);
  assert_int_equal(bench_try(&b, 1060000, 1, 0.3, 0), 1);
  happened(PRESS_EVENT_CONTACT_ENDED, 1100000, 1100000);
  happened(PRESS_EVENT_PREVIEW_CANCELLED, 1100000, 1100000);
  happened(PRESS_EVENT_CONTACT_BEGAN, 1060000, 1100000);
  bench_finish(&b);
}

TEST(a_dip_that_is_read_late_ends_nothing) {
  BENCH(&b, c.lift_us = 55000);
  for (uint64_t t = 500000; t < 900000; t += 1000) assert_int_equal(bench_try(&b, t, 0, 0.3, 0), 1);
  assert_int_equal(press_tick(b.engine, 995000), PRESS_OK);
  for (uint64_t t = 900000; t < 990000; t += 1000) assert_int_equal(bench_try(&b, t, 0, t / 5000 % 4 == 2 ? 0 : 0.3, 0), 1);
  for (uint64_t t = 990000; t < 1200000; t += 1000) assert_int_equal(bench_try(&b, t, 0, 0.3, 0), 1);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_ENDED), 0);
  bench_finish(&b);
}

/* The finger was down for 30 ms, however late its loop is. */
TEST(a_tap_is_as_short_as_its_samples_say) {
  for (uint64_t late = 0; late <= 60000; late += 20000) {
    bench_make(&b, NULL);
    BENCH_ATTACH_WITH(gestures, c.tap_us = 40000);
    bench_target(&b, 1, 0, 0, 0, 100, 100, PRESS_TARGET_TAP);
    assert_int_equal(bench_try(&b, 1000000, 0, 0.2, 0), 1);
    if (late) assert_int_equal(press_tick(b.engine, 1030000 + late), PRESS_OK);
    assert_int_equal(bench_try(&b, 1030000, 0, 0, 0), 1);
    /* An earlier tick may already have delivered that the contact is no tap. */
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TAPPED), late <= 10000);
    for (uint64_t t = 1300000; t <= 1400000; t += 100000) {
      assert_int_equal(press_tick(b.engine, t), PRESS_OK);
      assert_int_equal(bench_try(&b, t - late, 0, 0.2, 0), 1);
      assert_int_equal(bench_try(&b, t - late + (t == 1300000 ? 30000 : 50000), 0, 0, 0), 1);
    }
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TAPPED), 1 + (late <= 10000));
    bench_finish(&b);
  }
}

/* A ring at 45 ms, and what reads it looks every 50 ms: a drag, a throw and a strike are as fast as they were. */
static press_event measured(uint32_t type, bool late) {
  bench_make(&b, NULL);
  assert_int_equal(press_gestures_attach(b.engine, NULL), PRESS_OK);
  assert_int_equal(press_scroll_attach(b.engine, NULL), PRESS_OK);
  assert_int_equal(press_strike_attach(b.engine, NULL), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 1000, 1000, type == PRESS_EVENT_SWIPED ? PRESS_TARGET_SWIPE_X : PRESS_TARGET_SCROLL);
  uint64_t begin = 1000000, end = begin + 150000;
  for (uint64_t t = begin - 20000; t <= end; t += 5000) {
    if (late && t % 50000 == 30000) assert_int_equal(press_tick(b.engine, t + 45000), PRESS_OK);
    double       at = t < begin ? 0 : (double)(t - begin);
    press_sample sample = sample_of(t, 0, t < begin || t == end ? 0 : at >= 15000 ? 0.24 : 0.12 + 8e-6 * at, 0);
    sample.x = PRESS_Q16(10 + at * 0.0012), sample.y = PRESS_Q16(10);
    assert_int_equal(press_feed(b.engine, &sample, 1), 1);
  }
  assert_int_equal(press_tick(b.engine, end + 100000), PRESS_OK);
  press_event event = last(type);
  bench_finish(&b);
  return event;
}

TEST(speeds_are_those_of_the_samples_however_late_they_are_read) {
  static const uint32_t types[] = {PRESS_EVENT_SWIPED, PRESS_EVENT_THROW_BEGAN, PRESS_EVENT_STRUCK};
  for (size_t i = 0; i < COUNT(types); i++) {
    press_event right = measured(types[i], false), late = measured(types[i], true);
    /* A throw has the speed of its beginning, and then slows down. */
    assert_true(abs(late.value - right.value) <= (types[i] == PRESS_EVENT_THROW_BEGAN ? right.value / 100 : 0));
    assert_int_equal(late.value2, right.value2);
  }
}

TEST(two_pads_whose_frames_come_in_turn_both_count) {
  for (uint64_t apart = 0; apart <= 5000; apart = apart ? apart * 40 : 3) {
    prepare();
    bench_make(&b, NULL);
    make_pad();
    static uint64_t  storage[PRESS_PAD_STORAGE_1 / 8];
    press_pad       *other;
    press_pad_config config = p.config;
    config.contact = 1;
    assert_int_equal(press_pad_init(storage, sizeof storage, &config, p.sensors, 1, &other), PRESS_OK);
    for (uint64_t t = 100000; t < 3000000; t += STEP) {
      bool presses = t >= 2000000 && t < 2500000;
      assert_int_equal(feed_code_at(t, code_of(0)), PRESS_OK);
      press_frame frame = {.t_us = t - apart, .present = 1, .code = {code_of(presses ? 0.3 : 0)}};
      assert_int_equal(press_pad_feed(other, &frame, b.engine), PRESS_OK);
      assert_int_equal(press_engine_time(b.engine), t);
    }
    /* A contact of a pad begins with its third reading. */
    happened(PRESS_EVENT_CONTACT_BEGAN, 2000000 + 2 * STEP - apart, 2000000 + 2 * STEP);
    happened(PRESS_EVENT_CONTACT_ENDED, 2500000 + STEP - apart, 2500000 + STEP);
    assert_int_equal(press_pad_tick(other, 2990000, b.engine), PRESS_OK);
    assert_int_equal(press_pad_tick(other, 2800000, b.engine), PRESS_ERR_TIME);
    press_pad_stats stats = {.size = sizeof stats};
    assert_int_equal(press_pad_get_stats(other, &stats), PRESS_OK);
    assert_int_equal(stats.backwards, 1);
    assert_int_equal(stats.faults, 0);
    bench_finish(&b);
  }
}

BENCH_TEST(a_frame_of_a_pad_that_was_ticked_before_says_how_late_it_is) {
  prepare();
  make_pad();
  for (uint64_t t = 100000; t < 1000000; t += STEP) assert_int_equal(feed_code_at(t, code_of(0)), PRESS_OK);
  assert_int_equal(press_pad_tick(p.pad, 1020000, b.engine), PRESS_OK);
  for (uint64_t t = 1000000; t < 1020000; t += STEP) assert_int_equal(feed_code_at(t, code_of(0.3)), PRESS_OK);
  happened(PRESS_EVENT_CONTACT_BEGAN, 1000000 + 2 * STEP, 1020000);
}

TEST(time_that_starts_again_within_a_late_sample_is_not_late) {
  BENCH(&b, c.lift_us = 55000);
  assert_int_equal(bench_try(&b, 1000000, 0, 0.3, 0), 1);
  assert_int_equal(press_tick(b.engine, 1000000 + LIMIT), PRESS_OK);
  assert_int_equal(bench_try(&b, 1000000, 0, 0, 0), 1);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  assert_int_equal(press_engine_time(b.engine), 0);
  assert_int_equal(last(PRESS_EVENT_CONTACT_CANCELLED).late_us, 0);
  assert_int_equal(bench_try(&b, 5, 0, 0, 0), 1);
  assert_int_equal(bench_try(&b, 6, 0, 0.3, 0), 1);
  happened(PRESS_EVENT_CONTACT_BEGAN, 6, 6);
  bench_finish(&b);
}

/* ---- loops ---- */

/* A source of samples, the queue in which they wait, and the expected events. */
typedef struct source {
  uint64_t at, arrives; /* of the next */
  bool     down, falls;
  uint32_t left;     /* samples until it changes */
  uint64_t fell;     /* when the force fell that is being watched */
  bool     is_there; /* a contact */
  uint32_t began, ended;
} source;

static struct {
  _Alignas(8) unsigned char storage[PRESS_ENGINE_STORAGE_ALL];
  press_engine *engine;
  source        sources[2];
  ledger        books;
  uint64_t      seed, delivered, late; /* late: how much the sample is that is fed */
  bool          silent;                /* a still finger sends nothing */
  char          wrong[200];
} l;

static uint64_t below(uint64_t n) {
  uint64_t z = l.seed += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return (z ^ z >> 31) % n;
}

static void wrong(const char *what, const press_event *e) {
  if (!l.wrong[0])
    snprintf(l.wrong, sizeof l.wrong, "%s: %s at %llu, late %u", what, e ? press_event_name(e->type) : "", e ? (unsigned long long)e->t_us : 0ull,
      e ? (unsigned)e->late_us : 0);
}

static void on_loop_event(press_engine *engine, const press_event *e, void *user) {
  (void)user;
  const char *broken = ledger_follow(&l.books, e, NULL);
  if (broken) wrong(broken, e);
  if (e->t_us < l.delivered) wrong("delivered time goes back", e);
  if (e->t_us != press_engine_time(engine)) wrong("the engine's time is another", e);
  l.delivered = e->t_us;
  if (e->contact > 1 || e->type > PRESS_EVENT_CONTACT_CANCELLED || e->type == PRESS_EVENT_CONTACT_MOVED) return;
  source *s = &l.sources[e->contact];
  if (e->type == PRESS_EVENT_CONTACT_BEGAN) {
    s->is_there = true, s->began++;
    if (e->late_us != l.late) wrong("a beginning is as late as its sample", e);
  } else if (e->type == PRESS_EVENT_CONTACT_ENDED) {
    s->is_there = false, s->ended++;
    if (e->t_us - e->late_us != s->fell) wrong("a lift happened when the force fell", e);
  } else {
    wrong("nothing was lost", e);
  }
}

/* Makes the next sample of a source: at any time from the last one on, with a random delay of its arrival that keeps the order. */
static void next_of(source *s) {
  if (s->left-- == 0) s->down = !s->down, s->left = 1 + (uint32_t)below(s->down ? 12 : 6);
  /* A touch screen sends when something changes. */
  uint64_t step = l.silent ? below(4) * below(60000) : below(3) ? 5000 : below(12000);
  s->at += step;
  uint64_t arrives = s->at + (below(3) ? below(3000) : below(60000));
  s->arrives = arrives > s->arrives ? arrives : s->arrives;
}

static void feed_of(source *s) {
  uint64_t     now = press_engine_time(l.engine);
  press_sample sample = {.t_us = s->at,
    .contact = (uint32_t)(s - l.sources),
    .flags = l.silent && s->down ? PRESS_SAMPLE_DOWN : 0,
    .force = s->down ? PRESS_ONE + (int32_t)below(PRESS_ONE) : 0,
    .x = (int32_t)below(200) * PRESS_ONE,
    .y = PRESS_ONE};
  l.late = s->at < now ? now - s->at : 0;
  if (!s->down && !s->falls) s->fell = s->at;
  int status = press_feed(l.engine, &sample, 1);
  if (status != 1) wrong(press_strerror(status), NULL);
  if (press_engine_time(l.engine) != (s->at > now ? s->at : now)) wrong("a sample brings its time", NULL);
  l.late = 0;
  s->falls = !s->down;
}

static void read_all(uint64_t now) {
  for (;;) {
    /* Each source is read in its order; the two sources in order of arrival, but sometimes one is drained first. */
    source *a = &l.sources[0], *c = &l.sources[1];
    source *s = a->arrives <= now && (c->arrives > now || a->arrives <= c->arrives || below(2)) ? a : c;
    if (s->arrives > now) return;
    feed_of(s);
    next_of(s);
  }
}

static void tick_at(uint64_t t) {
  int status = press_tick(l.engine, t);
  if (status != PRESS_OK) wrong(press_strerror(status), NULL);
}

static void run_loop(uint64_t seed) {
  l.seed = seed * 7919, l.delivered = l.late = 0, l.silent = seed % 2, l.wrong[0] = 0;
  press_config c;
  press_config_init(&c);
  c.flags = l.silent ? PRESS_CONFIG_CONTACT_FROM_FLAG : 0;
  c.lost_after_us = 0, c.preview_after_us = seed % 3 ? 0 : PRESS_PREVIEW_AFTER_US, c.max_events = 0;
  if (seed % 5 == 0) c.lift_us = 0;
  assert_int_equal(press_engine_init(l.storage, sizeof l.storage, &c, &l.engine), PRESS_OK);
  if (seed % 4 == 0) {
    assert_int_equal(press_gestures_attach(l.engine, NULL), PRESS_OK);
    assert_int_equal(press_scroll_attach(l.engine, NULL), PRESS_OK);
    assert_int_equal(press_strike_attach(l.engine, NULL), PRESS_OK);
    assert_int_equal(press_button_attach(l.engine, NULL), PRESS_OK);
    press_target t = {
      .size = sizeof t, .id = 1, .width = 150 * PRESS_ONE, .height = 10 * PRESS_ONE, .traits = HOLD | PRESS_TARGET_SCROLL | PRESS_TARGET_PREVIEW};
    assert_int_equal(press_target_add(l.engine, &t), PRESS_OK);
  }
  press_delegate d = {.size = sizeof d, .on_event = on_loop_event};
  assert_int_equal(press_set_delegate(l.engine, &d), PRESS_OK);
  ledger_init(&l.books, false, false);
  uint64_t now = 1000000;
  for (int i = 0; i < 2; i++) {
    l.sources[i] = (source){.at = now + (uint64_t)i * below(5000), .falls = true, .left = (uint32_t)below(4)};
    next_of(&l.sources[i]);
  }
  for (int wake = 0; wake < 24; wake++) {
    uint64_t due = press_next_deadline(l.engine), step = below(40000);
    now += due > now && due - now < step && below(2) ? due - now : step;
    bool reads_first = below(2);
    if (reads_first) read_all(now);
    due = press_next_deadline(l.engine);
    switch (below(4)) {
      case 0: tick_at(now); break;
      case 1: tick_at(now - below(30000)); break; /* with a time that it took before */
      case 2:
        if (due <= now) tick_at(due + LIMIT < press_engine_time(l.engine) ? now : due);
        break;
      default:
        if (due <= now) tick_at(now);
    }
    if (!reads_first) read_all(now);
  }
  /* The fingers lift, and that is the last that is read. */
  for (int i = 0; i < 2; i++) {
    source *s = &l.sources[i];
    s->at = now + below(60000);
    s->down = false;
    if (i == 0) tick_at(now + 60000);
    feed_of(s);
  }
  tick_at(press_engine_time(l.engine) + 10000000);
  for (int i = 0; i < 2; i++)
    if (l.sources[i].is_there || l.sources[i].began != l.sources[i].ended) wrong("a contact never ended", NULL);
  const char *left = ledger_over(&l.books, true);
  if (left) wrong(left, NULL);
  now = press_engine_time(l.engine);
  press_sample back = {.t_us = now - LIMIT - 1};
  if (press_feed(l.engine, &back, 1) != PRESS_ERR_TIME || press_tick(l.engine, back.t_us) != PRESS_ERR_TIME || press_engine_time(l.engine) != now)
    wrong("a clock that goes back is refused", NULL);
  if (l.wrong[0]) fail_msg("loop %llu: %s", (unsigned long long)seed, l.wrong);
}

TEST(in_a_loop_of_any_order_every_contact_ends_and_time_never_goes_back) {
  for (uint64_t seed = 1; seed <= (IS_FAST ? 100000 : 3000); seed++) run_loop(seed);
}

int main(void) { return run_all(NULL, NULL); }
