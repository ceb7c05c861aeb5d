/* transition.h: with what speed a run begins, and springs. */
#include "support.h"

#include <math.h>

/* Swipes of each test. */
enum { FRAME_US = 16667 };
#define SWIPES (IS_FAST ? 10000 : 40)

static bench        b;
static const double pi = 3.14159265358979323846;

/* The tolerance of fractions: 1e-4, and half a step of the numbers. */
static const double near = 1.2e-4;

static void make(uint32_t flags, press_timing_curve curve) {
  press_transition_config c;
  press_transition_config_init(&c);
  c.options.flags = flags;
  c.options.curve = curve;
  bench_make(&b, NULL);
  assert_int_equal(press_transition_attach(b.engine, &c), PRESS_OK);
}

static double fraction(void) {
  press_transition_status now;
  press_transition_status_init(&now);
  assert_int_equal(press_transition_get(b.engine, 1, &now), PRESS_OK);
  return now.fraction / 65536.0;
}

static uint32_t state_now(void) {
  press_transition_status now;
  press_transition_status_init(&now);
  assert_int_equal(press_transition_get(b.engine, 1, &now), PRESS_OK);
  return now.state;
}

static bool runs(void) { return state_now() >= PRESS_TRANSITION_FINISHING; }

static double velocity(void) {
  press_q16 now;
  assert_int_equal(press_transition_get_velocity(b.engine, 1, &now), PRESS_OK);
  return now / 65536.0;
}

/* A finger that swipes up to the fraction `to` of 100 points, with `speed` a second, and lifts. Returns the first speed of the run. */
static double swipe(double to, double speed, double hz) {
  double step = speed / hz, at = to - step * ceil(0.12 * hz);
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, PRESS_Q16(100), 0), PRESS_OK);
  uint64_t     t = b.now + 1000000;
  press_sample sample = {.t_us = t, .force = PRESS_Q16(0.2)};
  assert_int_equal(press_feed(b.engine, &sample, 1), 1);
  for (; at <= to + step / 2; at += step) {
    t += (uint64_t)(1e6 / hz);
    sample = (press_sample){.t_us = t, .force = PRESS_Q16(0.2), .x = (press_q16)lround(at * 100 * 65536)};
    assert_int_equal(press_feed(b.engine, &sample, 1), 1);
  }
  sample.t_us = t;
  sample.force = 0;
  sample.flags = 0;
  b.now = t;
  sample.t_us = ++t;
  assert_int_equal(press_feed(b.engine, &sample, 1), 1);
  return runs() ? velocity() : 0;
}

/* The fraction of an ease-in, ease-out run with a lead at `u` of its length, as transition.h says. */
static double eased(double u) {
  press_timing_curve curve = PRESS_CURVE_EASE_IN_OUT;
  press_q16          y;
  assert_int_equal(press_timing_curve_y(&curve, (press_q16)lround(u * 65536), &y), PRESS_OK);
  return y / 65536.0;
}

/* conforms: transition-19 */
TEST(a_run_begins_as_fast_as_the_finger_with_curves) {
  press_timing_curve ease = PRESS_CURVE_EASE_IN_OUT;
  uint64_t           seed = 13;
  for (int i = 0; i < SWIPES / 2; i++) {
    make(0, ease);
    double speed = exp(uniform(&seed, log(3.2), log(20))), to = uniform(&seed, 0.1, 0.9);
    bool   back = i % 2;
    double found = swipe(to, back ? -speed : speed, 1000);
    if (!runs()) continue; /* it was at its end */
    double from = fraction(), distance = back ? from : 1 - from, length = 0.4 * distance;
    assert_true(fabs(found - (back ? -speed : speed)) < 0.02 * speed);
    double   fastest = fmin(length, 3 * distance / fabs(found)), lead = fmin(length * fabs(found) / distance / 3, 1);
    uint64_t began = b.now + 1;
    for (int frame = 1; runs(); frame++) {
      press_tick(b.engine, began + (uint64_t)frame * FRAME_US);
      if (!runs()) break;
      double u = frame * FRAME_US / 1e6 / fastest, part = lead * (1 - pow(1 - u, 3)) + (1 - lead) * eased(u);
      double should = back ? from - distance * part : from + distance * part;
      if (fabs(fraction() - should) > 2e-3) fail_msg("swipe %d, frame %d: %f, not %f", i, frame, fraction(), should);
    }
    bench_finish(&b);
  }
}

TEST(no_frame_of_a_swipe_has_a_step_in_speed_larger_than_its_own) {
  static const press_timing_curve kinds[] = {PRESS_CURVE_EASE_IN_OUT, PRESS_CURVE_EASE_IN, PRESS_SPRING(1, 0.4), PRESS_SPRING(0.6, 0.3)};
  static const uint32_t           flags[] = {0, 0, PRESS_TRANSITION_FLAG_SPRING, PRESS_TRANSITION_FLAG_SPRING | PRESS_TRANSITION_FLAG_OVERSHOOT};
  uint64_t                        seed = 4;
  for (int i = 0; i < SWIPES; i++) {
    int kind = i % 4;
    make(flags[kind], kinds[kind]);
    double   speed = exp(uniform(&seed, log(0.2), log(20))), to = uniform(&seed, 0.05, 0.95);
    double   found = swipe(to, i & 4 ? -speed : speed, 500);
    uint64_t began = b.now + 1;
    if (!runs()) continue;
    assert_true(fabs(found - (i & 4 ? -speed : speed)) < 0.03 * speed + 0.01);
    double last = fraction(), before = found, distance = (state_now() == PRESS_TRANSITION_FINISHING) ? 1 - last : last;
    /* The most that a course changes its speed by in a second: to stop on its way, v²/d; to follow its curve in 0.4 s of the way, some
     * 40/d; as a spring of 0.3 s, 450. A step is looked for every millisecond. */
    double allowed = 0.0015 * (found * found / distance + 40 / distance + 450) + 0.05;
    for (uint64_t t = began; runs(); t += 1000) {
      press_tick(b.engine, t + 1000);
      if (!runs()) break;
      double here = fraction(), now = (here - last) * 1000;
      if (fabs(now - before) > allowed) fail_msg("swipe %d of %f at %f: %f after %f at %f", i, speed, to, now, before, here);
      last = here;
      before = now;
    }
    bench_finish(&b);
  }
}

/* ---- Springs ---- */

/* The state of a spring, a time t after x and v: the solution of x'' = -w² x - 2 d w x'. */
static void turn(double *x, double *v, double d, double w, double t) {
  double x0 = *x, v0 = *v;
  if (fabs(d - 1) < 1e-9) {
    double b = v0 + w * x0, e = exp(-w * t);
    *x = (x0 + b * t) * e;
    *v = (b - w * (x0 + b * t)) * e;
  } else if (d < 1) {
    double u = w * sqrt(1 - d * d), b = (v0 + d * w * x0) / u, e = exp(-d * w * t), s = sin(u * t), c = cos(u * t);
    *x = e * (x0 * c + b * s);
    *v = e * ((b * u - d * w * x0) * c - (x0 * u + d * w * b) * s);
  } else {
    double r = w * sqrt(d * d - 1), p = -d * w + r, q = -d * w - r, a = (v0 - q * x0) / (p - q), b = x0 - a;
    *x = a * exp(p * t) + b * exp(q * t);
    *v = a * p * exp(p * t) + b * q * exp(q * t);
  }
}

/* conforms: transition-19 */
TEST(a_spring_is_where_the_equation_says) {
  static const double dampings[] = {0.005, 0.04, 0.3, 0.7, 1, 1.5, 4, 10}, responses[] = {0.001, 0.003, 0.03, 0.35, 2, 60},
                      speeds[] = {0, 0.5, -2, 8, -20, 500, -6000};
  for (size_t d = 0; d < COUNT(dampings); d++) {
    for (size_t r = 0; r < COUNT(responses); r++) {
      for (size_t s = 0; s < COUNT(speeds); s++) {
        press_timing_curve spring = {(press_q16)lround(dampings[d] * 65536), (press_q16)lround(responses[r] * 65536), 0, 0};
        make(PRESS_TRANSITION_FLAG_SPRING | PRESS_TRANSITION_FLAG_OVERSHOOT, spring);
        assert_int_equal(press_transition_start(b.engine, 1, NULL), PRESS_OK);
        assert_int_equal(press_transition_update(b.engine, 1, PRESS_Q16(0.25)), PRESS_OK);
        assert_int_equal(press_transition_set_velocity(b.engine, 1, (press_q16)lround(speeds[s] * 65536)), PRESS_OK);
        assert_int_equal(press_transition_finish(b.engine, 1), PRESS_OK);
        assert_true(fabs(velocity() - speeds[s]) < 1e-4);
        double x = -0.75, v = speeds[s], w = 2 * pi / (spring.y1 / 65536.0), seconds = 0, most = near * fmax(1, fabs(v) / w);
        if (fabs(v) / w > 1000) continue; /* no speed is that high */
        double step = fmin(SWIPES < 1000 ? 0.2 : 0.05, responses[r] / 5) * (responses[r] > 2 ? 100 : responses[r] > 1 ? 4 : 1);
        while (runs()) {
          turn(&x, &v, spring.x1 / 65536.0, w, step);
          seconds += step;
          press_tick(b.engine, (uint64_t)llround(seconds * 1e6));
          if (!runs()) break;
          /* Times are whole microseconds, so the fraction may be that of a microsecond earlier or later. */
          if (fabs(fraction() - (1 + x)) > most + fabs(v) * 1e-6) {
            fail_msg("damping %f, response %f, speed %f, after %f: %f, not %f", dampings[d], responses[r], speeds[s], seconds, fraction(), 1 + x);
          }
        }
        /* The spring has settled, and had not settled long before. */
        assert_true(fabs(x) < 3e-4);
        assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_FINISHED), 1);
        bench_finish(&b);
      }
    }
  }
}

/* conforms: transition-19 */
TEST(a_spring_runs_to_any_target_and_to_a_new_one_in_flight_without_a_jump) {
  uint64_t seed = 15;
  for (int i = 0; i < SWIPES / 20; i++) {
    double             damping = i % 5 == 0 ? 0 : exp(uniform(&seed, log(0.05), log(10)));
    press_timing_curve spring = {(press_q16)lround(damping * 65536), (press_q16)lround(65536 * exp(uniform(&seed, log(0.002), log(3)))), 0, 0};
    make(PRESS_TRANSITION_FLAG_SPRING | PRESS_TRANSITION_FLAG_OVERSHOOT, spring);
    assert_int_equal(press_transition_start(b.engine, 1, NULL), PRESS_OK);
    double   x = 0, v = 0, target = 0, d = spring.x1 / 65536.0, response = spring.y1 / 65536.0, w = 2 * pi / response;
    uint64_t t = 0, step = (uint64_t)(response * 1e6 / uniform(&seed, 3, 20));
    for (int turnings = 0; turnings < 5; turnings++) {
      double next = (press_q16)lround(65536 * uniform(&seed, -10, 10)) / 65536.0;
      assert_int_equal(press_transition_run_to(b.engine, 1, (press_q16)(next * 65536)), PRESS_OK);
      assert_int_equal(state_now(), PRESS_TRANSITION_MOVING);
      if (fabs(fraction() - (target + x)) > near) fail_msg("spring %d jumps: %f, not %f", i, fraction(), target + x);
      if (fabs(velocity() - v) > near * w + 1e-4) fail_msg("spring %d jumps in speed: %f, not %f", i, velocity(), v);
      x += target - next;
      target = next;
      for (int frames = (int)uniform(&seed, 1, 60); frames > 0 && runs(); frames--) {
        turn(&x, &v, d, w, (double)step / 1e6);
        press_tick(b.engine, t += step);
        if (runs() && fabs(fraction() - (target + x)) > 2 * near) {
          fail_msg("spring %d of %f and %f: %f, not %f", i, d, response, fraction(), target + x);
        }
      }
      if (runs()) continue;
      /* The run has arrived exactly at its end, and rests. */
      assert_true(fabs(x) < 3e-4);
      assert_int_equal(state_now(), PRESS_TRANSITION_INTERACTIVE);
      assert_true(fraction() == target && velocity() == 0);
      x = v = 0;
    }
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_FINISHED) + recorder_count(&b.log, PRESS_EVENT_TRANSITION_CANCELLED), 0);
    bench_finish(&b);
  }
}

TEST(a_spring_without_damping_swings_until_the_program_ends_it) {
  make(PRESS_TRANSITION_FLAG_SPRING | PRESS_TRANSITION_FLAG_OVERSHOOT, (press_timing_curve)PRESS_SPRING(0, 0.25));
  assert_int_equal(press_transition_start(b.engine, 1, NULL), PRESS_OK);
  assert_int_equal(press_transition_run_to(b.engine, 1, PRESS_Q16(1)), PRESS_OK);
  /* A thousand, and the ten thousandth part of a day. */
  for (uint64_t t = 0; t < 1000000000; t += 10062500) {
    press_tick(b.engine, t);
    double should = 1 - cos(2 * pi * (double)(t % 250000) / 250000);
    if (fabs(fraction() - should) > near) fail_msg("after %f s: %f, not %f", (double)t / 1e6, fraction(), should);
  }
  assert_int_equal(press_transition_pause(b.engine, 1), PRESS_OK);
  assert_int_equal(state_now(), PRESS_TRANSITION_INTERACTIVE);
  bench_finish(&b);
}

TEST(a_target_out_of_reach_is_refused_and_changes_nothing) {
  make(PRESS_TRANSITION_FLAG_SPRING, (press_timing_curve)PRESS_SPRING(1, 0.25));
  assert_int_equal(press_transition_run_to(b.engine, 1, 0), PRESS_ERR_NOENT);
  assert_int_equal(press_transition_start(b.engine, 1, NULL), PRESS_OK);
  static const press_q16 wrong[] = {-1, PRESS_ONE + 1, PRESS_Q16(16384) + 1, INT32_MIN, INT32_MAX};
  for (size_t i = 0; i < COUNT(wrong); i++) {
    assert_int_equal(press_transition_run_to(b.engine, 1, wrong[i]), PRESS_ERR_INVAL);
    assert_int_equal(state_now(), PRESS_TRANSITION_INTERACTIVE);
  }
  assert_int_equal(press_transition_run_to(NULL, 1, 0), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_run_to(b.engine, 1, PRESS_ONE / 2), PRESS_OK);
  press_tick(b.engine, 10000000);
  assert_true(state_now() == PRESS_TRANSITION_INTERACTIVE && fraction() == 0.5);
  bench_finish(&b);
}

TEST(what_counts_as_rest_decides_when_a_spring_ends) {
  double last = 0;
  for (uint16_t rest = PRESS_ONE / 4; rest > 4; rest /= 8) {
    press_transition_config c;
    press_transition_config_init(&c);
    c.options.flags = PRESS_TRANSITION_FLAG_SPRING;
    c.options.curve = (press_timing_curve)PRESS_SPRING(1, 1);
    c.rest = rest;
    bench_make(&b, NULL);
    assert_int_equal(press_transition_attach(b.engine, &c), PRESS_OK);
    assert_int_equal(press_transition_start(b.engine, 1, NULL), PRESS_OK);
    assert_int_equal(press_transition_finish(b.engine, 1), PRESS_OK);
    uint64_t t = 0;
    while (runs()) press_tick(b.engine, t += 1000);
    double x = -1, v = 0, seconds = (double)t / 1e6;
    turn(&x, &v, 1, 2 * pi, seconds);
    assert_true(hypot(x, v / 2 / pi) < rest / 65536.0 + 2e-5);
    turn(&x, &v, 1, 2 * pi, -0.01);
    assert_true(hypot(x, v / 2 / pi) > rest / 65536.0 - 2e-5);
    assert_true(seconds > last);
    last = seconds;
    bench_finish(&b);
  }
}

TEST(a_spring_passes_its_end_only_where_it_may) {
  for (int may = 0; may < 2; may++) {
    make(PRESS_TRANSITION_FLAG_SPRING | (may ? PRESS_TRANSITION_FLAG_OVERSHOOT : 0), (press_timing_curve)PRESS_SPRING(0.4, 0.3));
    press_transition_start(b.engine, 1, NULL);
    press_transition_set_velocity(b.engine, 1, PRESS_Q16(15));
    press_transition_finish(b.engine, 1);
    double most = 0, last = 0;
    for (uint64_t t = 5000; runs(); t += 5000) {
      press_tick(b.engine, t);
      if (!runs()) break;
      most = fmax(most, fraction());
      if (!may) assert_true(fraction() >= last);
      last = fraction();
    }
    assert_true(may ? most > 1.1 : most <= 1);
    for (size_t i = 0; i < b.log.count; i++) {
      if (!may) assert_in_range(b.log.entries[i].event.progress, 0, PRESS_ONE);
    }
    bench_finish(&b);
  }
}

TEST(progress_is_within_0_and_1_unless_what_runs_may_overshoot) {
  static const press_timing_curve kinds[] = {PRESS_SPRING(0.3, 0.3), {0, PRESS_Q16(-1), PRESS_ONE, PRESS_Q16(2)}, PRESS_CURVE_EASE_IN_OUT};
  for (size_t kind = 0; kind < COUNT(kinds); kind++) {
    for (uint32_t may = 0; may < 2; may++) {
      make((kind == 0 ? PRESS_TRANSITION_FLAG_SPRING : 0) | (may ? PRESS_TRANSITION_FLAG_OVERSHOOT : 0), kinds[kind]);
      press_transition_start(b.engine, 1, NULL);
      press_transition_set_velocity(b.engine, 1, PRESS_Q16(kind == 2 ? -20 : 0));
      press_transition_finish(b.engine, 1);
      press_q16 least = 0, most = 0;
      bool      is_caught = false;
      for (uint64_t t = 5000; runs(); t += 5000) {
        press_tick(b.engine, t);
        is_caught = is_caught || (runs() && (fraction() < 0 || fraction() > 1));
        if (!is_caught) continue;
        press_transition_pause(b.engine, 1);
        assert_true(fraction() < 0 || fraction() > 1);
      }
      assert_int_equal(is_caught, may);
      if (is_caught) press_engine_reset(b.engine);
      for (size_t i = 0; i < b.log.count; i++) {
        press_event event = b.log.entries[i].event;
        if (event.type == PRESS_EVENT_TRANSITION_STARTED) assert_in_range(event.progress, 0, PRESS_ONE);
        if (event.type == PRESS_EVENT_TRANSITION_FINISHED) assert_int_equal(event.progress, PRESS_ONE);
        if (event.progress < least) least = event.progress;
        if (event.progress > most) most = event.progress;
      }
      assert_int_equal(least < 0 || most > PRESS_ONE, may);
      bench_finish(&b);
    }
  }
}

TEST(turning_round_keeps_place_and_speed) {
  static const press_timing_curve kinds[] = {PRESS_CURVE_EASE_IN_OUT, PRESS_CURVE_LINEAR, PRESS_SPRING(0.5, 0.4)};
  static const uint32_t           flags[] = {0, 0, PRESS_TRANSITION_FLAG_SPRING | PRESS_TRANSITION_FLAG_OVERSHOOT};
  for (size_t kind = 0; kind < COUNT(kinds); kind++) {
    for (uint64_t at = 100000; at < 300000; at += 20000) {
      make(flags[kind], kinds[kind]);
      press_transition_start(b.engine, 1, NULL);
      press_transition_finish(b.engine, 1);
      press_tick(b.engine, at);
      double before = fraction(), speed = velocity();
      assert_int_equal(press_transition_cancel(b.engine, 1), PRESS_OK);
      assert_true(fabs(fraction() - before) < 1e-4);
      assert_true(fabs(velocity() - speed) < 1e-4);
      press_tick(b.engine, at + 2000);
      /* Two milliseconds later the fraction has moved by the speed; the tolerance is for the bounds and the curve. */
      if (kind != 0 || at < 200000) assert_true(fabs(fraction() - before - speed * 0.002) < 0.0012 + fabs(speed) * 0.0008);
      bench_finish(&b);
    }
  }
}

TEST(updates_of_the_program_hand_their_speed_over) {
  press_timing_curve ease = PRESS_CURVE_EASE_IN_OUT;
  make(0, ease);
  press_transition_start(b.engine, 1, NULL);
  for (int i = 0; i <= 10; i++) {
    press_tick(b.engine, (uint64_t)i * 10000);
    press_transition_update(b.engine, 1, i * PRESS_ONE / 20);
  }
  assert_int_equal(press_transition_finish(b.engine, 1), PRESS_OK);
  assert_true(fabs(velocity() - 5) < 0.01);
  bench_finish(&b);
  /* A transition that stood still for 100 ms begins at rest. */
  make(0, ease);
  press_transition_start(b.engine, 1, NULL);
  press_transition_update(b.engine, 1, PRESS_ONE / 4);
  press_tick(b.engine, 20000);
  press_transition_update(b.engine, 1, PRESS_ONE / 2);
  press_tick(b.engine, 121000);
  press_transition_cancel(b.engine, 1);
  assert_true(velocity() == 0);
  /* A speed that the program sets applies, also during a run. */
  press_transition_pause(b.engine, 1);
  press_transition_set_velocity(b.engine, 1, PRESS_Q16(-3));
  press_transition_cancel(b.engine, 1);
  assert_true(velocity() == -3);
  press_transition_set_velocity(b.engine, 1, PRESS_Q16(-1));
  assert_true(velocity() == -1);
  bench_finish(&b);
}

TEST(a_speed_of_what_is_not_there_has_a_named_error) {
  press_q16 found = 77;
  make(0, (press_timing_curve)PRESS_CURVE_LINEAR);
  assert_int_equal(press_transition_get_velocity(b.engine, 1, &found), PRESS_ERR_NOENT);
  assert_int_equal(press_transition_set_velocity(b.engine, 1, 0), PRESS_ERR_NOENT);
  assert_int_equal(press_transition_get_velocity(NULL, 1, &found), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_set_velocity(NULL, 1, 0), PRESS_ERR_INVAL);
  press_transition_start(b.engine, 1, NULL);
  assert_int_equal(press_transition_get_velocity(b.engine, 1, NULL), PRESS_ERR_INVAL);
  assert_int_equal(found, 77);
  bench_finish(&b);
}

TEST(springs_out_of_range_are_refused_by_name) {
  static const struct {
    press_timing_curve curve;
    bool               right;
  } all[] = {
    {{0, PRESS_Q16(0.3), 0, 0}, true},
    {{-1, PRESS_Q16(0.3), 0, 0}, false},
    {{PRESS_Q16(10), PRESS_Q16(60), 0, 0}, true},
    {{PRESS_Q16(10) + 1, PRESS_Q16(60), 0, 0}, false},
    {{PRESS_ONE, PRESS_Q16(0.001) + 1, 0, 0}, true},
    {{PRESS_ONE, 0, 0, 0}, false},
    {{PRESS_ONE, PRESS_Q16(60) + 1, 0, 0}, false},
    {{PRESS_ONE, PRESS_ONE, 1, 0}, false},
    {{PRESS_ONE, PRESS_ONE, 0, -1}, false},
  };
  for (size_t i = 0; i < COUNT(all); i++) {
    press_transition_options o;
    const char              *why = NULL;
    press_transition_options_init(&o);
    o.flags = PRESS_TRANSITION_FLAG_SPRING;
    o.curve = all[i].curve;
    int status = press_transition_options_check(&o, &why);
    if ((status == PRESS_OK) != all[i].right) fail_msg("spring %zu: %d", i, status);
    if (!all[i].right) assert_string_equal(why, "curve: of a spring, x1 0..10, y1 0.001..60, x2 and y2 0");
  }
}

int main(void) { return run_all(NULL, NULL); }
