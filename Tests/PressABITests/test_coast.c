/* Content goes on while a lift is not certain yet: scroll.h and transition.h, "coasts". */
#include "support.h"

#include <math.h>
#include <stdio.h>

#define RELEASES (IS_FAST ? 10000 : 200)
enum { LIST = 1, FRAME_US = 16667 };

static bench b;

static void make(uint32_t lift_us, uint32_t flags) {
  BENCH(&b, c.traits = 0, c.lift_us = lift_us);
  BENCH_ATTACH_WITH(gestures, c.flags = PRESS_GESTURES_SCROLL_FROM_TOUCH);
  BENCH_ATTACH_WITH(scroll, c.flags = flags);
  bench_target(&b, LIST, 0, -16000, -16000, 32000, 32000, PRESS_TARGET_SCROLL | PRESS_TARGET_TAP);
}

static void feed(uint64_t t, uint32_t contact, double newtons, double y) {
  press_sample sample = sample_of(t, contact, newtons, 0);
  sample.y = (press_q16)lround(y * 65536);
  assert_int_equal(press_feed(b.engine, &sample, 1), 1);
}

static void declare(void) {
  press_scroll_content content;
  press_scroll_content_init(&content);
  content.target = LIST;
  assert_int_equal(press_scroll_declare(b.engine, &content), PRESS_OK);
}

static press_scroll_status status(void) {
  press_scroll_status now;
  press_scroll_status_init(&now);
  assert_int_equal(press_scroll_get(b.engine, LIST, &now), PRESS_OK);
  return now;
}

static double place(void) { return status().y / 65536.0; }

/* The place of the content in a program that draws from events alone. */
static double shown(void) {
  double y = 0, base = 0;
  for (size_t i = 0; i < b.log.count; i++) {
    press_event e = b.log.entries[i].event;
    if (b.log.entries[i].kind != ENTRY_EVENT) continue;
    if (e.type == PRESS_EVENT_SCROLL_BEGAN) base = y;
    if (e.type == PRESS_EVENT_SCROLL_MOVED || e.type == PRESS_EVENT_SCROLL_ENDED || e.type == PRESS_EVENT_SCROLL_CANCELLED)
      y = base + e.value2 / 65536.0;
    if (e.type == PRESS_EVENT_THROW_BEGAN || e.type == PRESS_EVENT_THROW_MOVED || e.type == PRESS_EVENT_THROW_ENDED) y = e.y / 65536.0;
  }
  return y;
}

static unsigned count(uint32_t type) { return (unsigned)recorder_count(&b.log, type); }

/* A program reads the place 60 times a second, while a finger at a constant speed is sampled at some rate and then lifts. The step of a frame is
 * compared with the movement of the finger, and later of friction, in that frame. Under the finger it depends on the samples in the frame: at 60
 * to 100 a second some frames have none, or twice as many as others. A frame after the lift is odd if its step is less than 80 % of the
 * least step of its neighbours (six before it, three after it), or more than 125 % of the greatest. */
typedef struct band {
  double hz; /* and more */
  int    releases, odd;
} band;

/* When a program calls press_tick: as it draws; each millisecond; or not while a finger is down, so that nobody knows when it draws. */
typedef enum ticks { EACH_FRAME, EACH_MS, NOT_BEFORE_THE_LIFT } ticks;

enum { BEFORE = 6, AFTER = 3 };

static bool is_odd(const double *parts, int frame, int frames) {
  double least = 9, most = 0;
  for (int i = frame - BEFORE; i <= frame + AFTER && i < frames; i++) {
    if (i == frame) continue;
    least = fmin(least, parts[i]);
    most = fmax(most, parts[i]);
  }
  return parts[frame] < 0.8 * least || parts[frame] > 1.25 * most;
}

typedef struct course {
  double parts[64]; /* of each frame, what it goes of what it should */
  int    first;     /* from the lift on */
  int    frames;
} course;

static course release(ticks how, uint64_t *seed, double speed, double hz, double jitter) {
  uint64_t t = 100000, latest = t, fell = t + 200000 + (uint64_t)uniform(seed, 0, 17000), next = 100000 + FRAME_US;
  double   last = 0, from = 0;
  course   c = {.first = 0};
  while (next < fell + 150000) {
    if (how == EACH_MS)
      for (uint64_t ms = (latest / 1000 + 1) * 1000; ms < t && ms < next; ms += 1000) assert_int_equal(press_tick(b.engine, latest = ms), PRESS_OK);
    if (t <= next) {
      if (t >= fell && from == 0) from = (double)t - 5e5 / hz; /* from there on friction slows it down */
      feed(latest = t, 0, t < fell, speed * (double)(t - 100000) / 1e6);
      t += (uint64_t)(1e6 / hz * uniform(seed, 1 - jitter, 1 + jitter));
      continue;
    }
    if (how != NOT_BEFORE_THE_LIFT || from > 0) assert_int_equal(press_tick(b.engine, latest = next), PRESS_OK);
    double here = place(), since = from > 0 ? fmax((double)next - from, 0) / 1e6 : 0, passed = fmin(since, FRAME_US / 1e6);
    double whole = FRAME_US / 1e6 - passed + (exp(-2 * (since - passed)) - exp(-2 * since)) / 2;
    if (from > 0 && c.first == 0) c.first = c.frames;
    if (next > 130000) c.parts[c.frames++] = (here - last) / (speed * whole);
    last = here;
    next += FRAME_US;
  }
  return c;
}

/* Counts odd frames in each band: from 150, 100 and 60 samples a second. */
static void count_odd(band bands[3], ticks how, double jitter) {
  uint64_t seed = 14;
  int      still = 0;
  for (int i = 0; i < RELEASES; i++) {
    double   speed = exp(uniform(&seed, log(400), log(4000))), hz = exp(uniform(&seed, log(60), log(1000)));
    uint64_t lift = (uint64_t)uniform(&seed, 0, 3) * 25000;
    make((uint32_t)lift, 0);
    declare();
    course c = release(how, &seed, speed, hz, jitter);
    bool   odd = false;
    for (int frame = c.first; frame < c.frames; frame++) {
      odd = odd || is_odd(c.parts, frame, c.frames);
      still += c.parts[frame] < 0.25;
    }
    band *own = hz >= 150 ? bands : hz >= 100 ? bands + 1 : bands + 2;
    own->releases++;
    own->odd += odd;
    assert_int_equal(count(PRESS_EVENT_SCROLL_ENDED), 1);
    assert_int_equal(count(PRESS_EVENT_THROW_BEGAN), 1);
    if (fabs(shown() - place()) > 0.02 * speed) fail_msg("release %d: %f is shown, %f is so", i, shown(), place());
    bench_finish(&b);
  }
  for (int i = 0; i < 3; i++)
    printf("ticks %d, jitter %.1f, from %.0f samples a second: %d of %d releases have an odd frame\n", (int)how, jitter, bands[i].hz, bands[i].odd,
      bands[i].releases);
  assert_true(bands[0].releases > RELEASES / 2 && bands[1].releases > RELEASES / 20 && bands[2].releases > RELEASES / 20);
  if (jitter == 0) assert_int_equal(bands[0].odd + still, 0);
}

#define BANDS \
  { \
    {150, 0, 0}, {100, 0, 0}, { 60, 0, 0 } \
  }

TEST(no_frame_stands_still_or_jumps_because_of_a_lift) {
  for (int jitters = 0; jitters < 2; jitters++) {
    band bands[] = BANDS;
    count_odd(bands, EACH_FRAME, 0.2 * jitters);
    assert_true(bands[0].odd + bands[1].odd + bands[2].odd <= 2 * jitters);
  }
}

TEST(few_frames_jump_because_of_a_lift_where_nobody_knows_when_they_are_drawn) {
  for (int how = EACH_MS; how <= NOT_BEFORE_THE_LIFT; how++) {
    band bands[] = BANDS;
    count_odd(bands, (ticks)how, 0);
    assert_true(bands[1].odd * (IS_FAST ? 25 : 5) <= bands[1].releases && bands[2].odd * (IS_FAST ? 6 : 5) <= bands[2].releases);
  }
}

/* At 100 samples a second, 1,000 points a second, for 200 ms; the force falls at 300 ms. */
static void stroke(void) {
  for (uint64_t t = 100000; t < 300000; t += 10000) feed(t, 0, 1, (double)(t - 100000) / 1000);
  feed(300000, 0, 0, 200);
}

TEST(the_throw_is_the_course_that_began_at_the_fall) {
  make(50000, 0);
  declare();
  stroke();
  double latest = 190;
  for (uint64_t t = 310000; t <= 340000; t += 10000) {
    assert_int_equal(press_tick(b.engine, t), PRESS_OK);
    double should = latest + 500 * (1 - exp(-2 * (double)(t - 295000) / 1e6));
    if (fabs(place() - should) > 0.1) fail_msg("%f, not %f", place(), should);
    assert_int_equal(count(PRESS_EVENT_THROW_BEGAN), 0);
    press_scroll_status now = status();
    assert_int_equal(now.is_thrown, 0);
    assert_true(now.vy > 0 && now.ends_us > t && fabs(now.end_y / 65536.0 - latest - 500) < 0.1);
  }
  assert_true(count(PRESS_EVENT_SCROLL_MOVED) > 20);
  assert_int_equal(press_tick(b.engine, 350000), PRESS_OK);
  const press_event *began = recorder_last(&b.log, PRESS_EVENT_THROW_BEGAN), *ended = recorder_last(&b.log, PRESS_EVENT_SCROLL_ENDED);
  assert_int_equal(began->late_us, 50000);
  double should = latest + 500 * (1 - exp(-2 * 0.055));
  assert_true(fabs(began->y / 65536.0 - should) < 0.1 && fabs(began->y / 65536.0 - ended->value2 / 65536.0) < 0.01);
  assert_int_equal(press_tick(b.engine, 5000000), PRESS_OK);
  press_scroll_status now = status();
  assert_true(now.vy == 0 && now.ends_us == 0 && fabs(now.y / 65536.0 - latest - 500) < 0.1);
  assert_int_equal(count(PRESS_EVENT_THROW_ENDED), 1);
  bench_finish(&b);
}

TEST(a_finger_that_comes_back_catches_content_where_it_is_and_there_was_no_throw) {
  for (int declared = 0; declared < 2; declared++) {
    make(50000, 0);
    if (declared) declare();
    stroke();
    assert_int_equal(press_tick(b.engine, 330000), PRESS_OK);
    double here = 190 + 500 * (1 - exp(-2 * 0.035)), caught = 190 + 500 * (1 - exp(-2 * 0.04));
    assert_true(fabs(shown() - here) < 15);
    feed(335000, 0, 1, 260);
    assert_true(fabs(shown() - caught) < 0.2);
    feed(345000, 0, 1, 263);
    assert_true(fabs(shown() - caught - 3) < 0.2);
    if (declared) assert_true(fabs(place() - caught - 3) < 0.2);
    assert_int_equal(press_tick(b.engine, 500000), PRESS_OK);
    assert_true(fabs(shown() - caught - 3) < 0.2);
    /* The finger lies still before it lifts: nothing is thrown. */
    feed(500000, 0, 1, 263);
    feed(550000, 0, 1, 263);
    feed(560000, 0, 0, 263);
    assert_int_equal(press_tick(b.engine, 700000), PRESS_OK);
    assert_int_equal(count(PRESS_EVENT_THROW_BEGAN), 0);
    assert_int_equal(count(PRESS_EVENT_SCROLL_ENDED), 1);
    assert_true(fabs(shown() - caught - 3) < 0.2);
    bench_finish(&b);
  }
}

TEST(what_ends_otherwise_in_the_grace_rests_where_it_is) {
  for (int how = 0; how < 5; how++) {
    make(50000, 0);
    stroke();
    if (how == 0) { /* another finger catches it */
      feed(320000, 1, 1, 100);
      assert_int_equal(press_tick(b.engine, 400000), PRESS_OK);
      feed(410000, 1, 0, 100);
      assert_int_equal(press_tick(b.engine, 500000), PRESS_OK);
      assert_int_equal(count(PRESS_EVENT_TAPPED), 0);
      assert_int_equal(count(PRESS_EVENT_SCROLL_ENDED), 1);
    } else {
      press_sample lost = sample_of(320000, 0, 1, PRESS_SAMPLE_LOST);
      if (how == 1) assert_int_equal(press_feed(b.engine, &lost, 1), 1);
      if (how == 2) assert_int_equal(press_target_remove(b.engine, LIST), PRESS_OK);
      if (how == 3) assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
      if (how == 4) assert_int_equal(press_gestures_cancel(b.engine, 0), PRESS_OK);
      assert_int_equal(count(PRESS_EVENT_SCROLL_CANCELLED), 1);
    }
    assert_int_equal(count(PRESS_EVENT_THROW_BEGAN) + count(PRESS_EVENT_THROW_ENDED), 0);
    uint64_t now = 600000;
    if (how != 3) assert_int_equal(press_tick(b.engine, now), PRESS_OK);
    assert_int_equal(count(PRESS_EVENT_THROW_BEGAN) + count(PRESS_EVENT_THROW_ENDED), 0);
    assert_true(press_next_deadline(b.engine) == UINT64_MAX);
    bench_finish(&b);
  }
}

TEST(a_program_may_have_it_stand_still) {
  make(50000, PRESS_SCROLL_NO_COAST);
  declare();
  stroke();
  assert_int_equal(press_tick(b.engine, 340000), PRESS_OK);
  assert_true(place() == 190);
  assert_int_equal(press_tick(b.engine, 350000), PRESS_OK);
  const press_event *began = recorder_last(&b.log, PRESS_EVENT_THROW_BEGAN);
  assert_non_null(began);
  assert_true(began->y == PRESS_Q16(190) && began->late_us == 50000);
  bench_finish(&b);
}

TEST(a_finger_that_lay_still_leaves_content_where_it_is) {
  make(50000, 0);
  declare();
  for (uint64_t t = 100000; t < 300000; t += 10000) feed(t, 0, 1, (double)(t - 100000) / 1000);
  for (uint64_t t = 300000; t < 350000; t += 10000) feed(t, 0, 1, 190);
  feed(350000, 0, 0, 190);
  assert_int_equal(press_tick(b.engine, 390000), PRESS_OK);
  assert_true(place() == 190);
  assert_int_equal(press_tick(b.engine, 600000), PRESS_OK);
  assert_int_equal(count(PRESS_EVENT_THROW_BEGAN), 0);
  bench_finish(&b);
}

/* A transition along x, 1,000 points long, with the options of a kind. */
static void make_run(uint32_t flags, press_timing_curve curve, uint32_t lift_us) {
  BENCH(&b, c.traits = 0, c.lift_us = lift_us);
  BENCH_ATTACH_WITH(transition, c.options.flags = flags, c.options.curve = curve);
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, 0, PRESS_Q16(1000)), PRESS_OK);
}

static press_transition_status run_now(void) {
  press_transition_status now;
  press_transition_status_init(&now);
  assert_int_equal(press_transition_get(b.engine, 1, &now), PRESS_OK);
  return now;
}

static double fraction(void) { return run_now().fraction / 65536.0; }

TEST(a_transition_goes_on_through_the_grace_along_its_run) {
  static const press_timing_curve kinds[] = {PRESS_CURVE_EASE_IN_OUT, PRESS_CURVE_LINEAR, PRESS_SPRING(1, 0.4), PRESS_SPRING(0.6, 0.3)};
  static const uint32_t           flags[] = {0, 0, PRESS_TRANSITION_FLAG_SPRING, PRESS_TRANSITION_FLAG_SPRING | PRESS_TRANSITION_FLAG_OVERSHOOT};
  for (int kind = 0; kind < 4; kind++)
    for (int back = 0; back < 2; back++) {
      double course[2][60];
      for (int late = 0; late < 2; late++) { /* the same course, whenever the lift is certain */
        make_run(flags[kind], kinds[kind], late ? 60000 : 0);
        for (int i = 0; i < 20; i++) feed(100000 + (uint64_t)i * 10000, 0, 1, back ? (i < 10 ? 80.0 * i : 1160 - 40.0 * i) : 20.0 * i);
        feed(300000, 0, 0, 0);
        double last = back ? 1 : 0;
        for (int i = 0; i < 60; i++) {
          assert_int_equal(press_tick(b.engine, 300000 + (uint64_t)i * 5000), PRESS_OK);
          course[late][i] = run_now().state ? fraction() : back ? 0 : 1;
          if (late && i < 12) assert_int_equal(run_now().state, PRESS_TRANSITION_INTERACTIVE);
          if (late && i < 12 && i > 0) assert_true(back ? course[1][i] < last : course[1][i] > last || kind == 3);
          last = course[late][i];
        }
        assert_int_equal(press_tick(b.engine, 5000000), PRESS_OK);
        assert_int_equal(count(back ? PRESS_EVENT_TRANSITION_CANCELLED : PRESS_EVENT_TRANSITION_FINISHED), 1);
        bench_finish(&b);
      }
      for (int i = 0; i < 60; i++)
        if (fabs(course[0][i] - course[1][i]) > 2e-4) fail_msg("kind %d, %d: %f, %f", kind, i, course[0][i], course[1][i]);
    }
}

TEST(a_finger_that_comes_back_moves_a_transition_from_where_it_is) {
  make_run(0, (press_timing_curve)PRESS_CURVE_EASE_IN_OUT, 60000);
  for (int i = 0; i < 20; i++) feed(100000 + (uint64_t)i * 10000, 0, 1, 20.0 * i);
  feed(300000, 0, 0, 0);
  assert_int_equal(press_tick(b.engine, 330000), PRESS_OK);
  double here = fraction();
  assert_true(here > 0.42);
  feed(330000, 0, 1, 450);
  assert_true(fabs(fraction() - here) < 1e-4);
  feed(340000, 0, 1, 460);
  assert_true(fabs(fraction() - here - 0.01) < 1e-4);
  assert_int_equal(press_tick(b.engine, 700000), PRESS_OK);
  assert_true(fabs(fraction() - here - 0.01) < 1e-4);
  /* The finger lies still before it reaches the half. */
  for (uint64_t t = 700000; t < 800000; t += 10000) feed(t, 0, 1, 460);
  feed(800000, 0, 0, 460);
  assert_int_equal(press_tick(b.engine, 850000), PRESS_OK);
  assert_true(fabs(fraction() - here - 0.01) < 1e-4);
  assert_int_equal(press_tick(b.engine, 2000000), PRESS_OK);
  assert_int_equal(count(PRESS_EVENT_TRANSITION_FINISHED) + count(PRESS_EVENT_TRANSITION_CANCELLED), 1);
  assert_int_equal(count(PRESS_EVENT_TRANSITION_STARTED), 1);
  bench_finish(&b);
}

TEST(a_coasting_transition_takes_each_call_from_where_it_is) {
  for (int how = 0; how < 7; how++) {
    make_run(0, (press_timing_curve)PRESS_CURVE_EASE_IN_OUT, 60000);
    for (int i = 0; i < 20; i++) feed(100000 + (uint64_t)i * 10000, 0, 1, 20.0 * i);
    feed(300000, 0, 0, 0);
    assert_int_equal(press_tick(b.engine, 320000), PRESS_OK);
    double here = fraction();
    if (how == 0) assert_int_equal(press_transition_update(b.engine, 1, PRESS_Q16(0.7)), PRESS_OK), here = 0.7;
    if (how == 1) assert_int_equal(press_transition_finish(b.engine, 1), PRESS_OK);
    if (how == 2) assert_int_equal(press_transition_cancel(b.engine, 1), PRESS_OK);
    if (how == 3) assert_int_equal(press_transition_pause(b.engine, 1), PRESS_ERR_STATE);
    if (how == 4) assert_int_equal(press_transition_set_speed(b.engine, 1, PRESS_Q16(2)), PRESS_OK);
    if (how == 5) assert_int_equal(press_transition_set_velocity(b.engine, 1, PRESS_Q16(-1)), PRESS_OK);
    if (how == 6) {
      press_sample lost = sample_of(320000, 0, 1, PRESS_SAMPLE_LOST);
      assert_int_equal(press_feed(b.engine, &lost, 1), 1);
      assert_int_equal(run_now().state, PRESS_TRANSITION_CANCELLING);
    }
    assert_true(fabs(fraction() - here) < 1e-4);
    assert_int_equal(press_tick(b.engine, 320001), PRESS_OK);
    assert_true(fabs(fraction() - here) < 1e-3);
    assert_int_equal(press_tick(b.engine, 3000000), PRESS_OK);
    assert_int_equal(run_now().state, PRESS_TRANSITION_NONE);
    assert_int_equal(count(PRESS_EVENT_TRANSITION_FINISHED) + count(PRESS_EVENT_TRANSITION_CANCELLED), 1);
    bench_finish(&b);
  }
}

static void asks_how_fast(press_engine *engine, uint32_t id, bool finishes, press_transition_options *options, void *user) {
  (void)options;
  assert_true(finishes);
  assert_int_equal(press_transition_get_velocity(engine, id, user), PRESS_OK);
}

/* 1,000 points a second, 100 samples a second: as the force falls, content has moved half the distance since the latest place. */
TEST(a_tick_of_40_ms_ago_says_nothing_of_frames) {
  for (uint64_t lasts = 100000; lasts < 700000; lasts += 10000)
    for (uint64_t ago = 36000; ago < 48000 && ago < lasts; ago += 8000) {
      make(50000, 0);
      declare();
      for (uint64_t t = 0; t < lasts; t += 10000) {
        if (t > lasts - ago && t - 10000 < lasts - ago) assert_int_equal(press_tick(b.engine, lasts - ago), PRESS_OK);
        feed(t, 0, 1, (double)t / 1000);
      }
      feed(lasts, 0, 0, 0);
      double since = place() - (double)(lasts - 10000) / 1000;
      /* 36 ms ago the place was 4 ms old. */
      if (fabs(since - (ago < 40000 ? 6 : 5)) > 0.1) fail_msg("%f points, %u us after a tick", since, (unsigned)ago);
      bench_finish(&b);
    }
}

/* Firmware reads, feeds, ticks and draws in one loop; some tick first. */
TEST(what_is_drawn_at_each_sample_neither_stands_still_nor_jumps_as_it_lifts) {
  for (int ticks_first = 0; ticks_first < 2; ticks_first++)
    for (int runs = 0; runs < 2; runs++)
      for (uint64_t step = 6000; step <= 30000; step += 1000) {
        if (runs) make_run(PRESS_TRANSITION_FLAG_SPRING, (press_timing_curve)PRESS_SPRING(1, 2), 60000);
        if (!runs) make(60000, 0), declare();
        double places[3] = {0, 0, 0};
        for (uint64_t t = 100000, i = 0; i < 240000 / step + 3; i++, t += step) {
          bool is_down = i < 240000 / step;
          if (ticks_first) assert_int_equal(press_tick(b.engine, t), PRESS_OK);
          press_sample sample = sample_of(t, 0, is_down, 0);
          sample.x = sample.y = (press_q16)((double)(i * step) * 0.001 * 65536);
          assert_int_equal(press_feed(b.engine, &sample, 1), 1);
          if (!ticks_first) assert_int_equal(press_tick(b.engine, t), PRESS_OK);
          double here = runs ? fraction() * 1000 : place(), before = places[1] - places[0], goes = here - places[1];
          if (i + 1 >= 240000 / step && (goes < 0.8 * before || goes > 1.25 * before))
            fail_msg("each %u us: a step of %f after %f", (unsigned)step, goes, before);
          places[0] = places[1];
          places[1] = here;
        }
        bench_finish(&b);
      }
}

TEST(a_run_is_said_to_begin_as_fast_as_the_finger_let_go_however_late_that_is_certain) {
  for (int kind = 0; kind < 2; kind++)
    for (uint32_t lift_us = 0; lift_us <= 60000; lift_us += 20000) {
      press_q16      speed = 0;
      press_delegate delegate = {.size = sizeof delegate, .user = &speed, .transition_will_run = asks_how_fast};
      make_run(kind ? PRESS_TRANSITION_FLAG_SPRING : 0, kind ? (press_timing_curve)PRESS_SPRING(1, 0.4) : (press_timing_curve)PRESS_CURVE_EASE_IN_OUT,
        lift_us);
      assert_int_equal(press_set_delegate(b.engine, &delegate), PRESS_OK);
      for (int i = 0; i < 20; i++) feed(100000 + (uint64_t)i * 10000, 0, 1, 20.0 * i);
      feed(300000, 0, 0, 0);
      assert_int_equal(press_tick(b.engine, 400000), PRESS_OK);
      assert_true(fabs(speed / 65536.0 - 2) < 0.02);
      bench_finish(&b);
    }
}

int main(void) { return run_all(NULL, NULL); }
