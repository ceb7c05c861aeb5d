/* filter.h: the median of three and the 1 euro filter, against their definitions in double precision. (Tests/PressCoreTests/Signal has long
 * signals, and the ends of the numbers.) */
#include "support.h"

#include <math.h>

static uint32_t random_state = 1;
static double   some(double low, double high) {
    random_state = random_state * 1664525u + 1013904223u;
    return low + (high - low) * (random_state >> 8) / 16777216.0;
}

static int32_t middle(int32_t a, int32_t b, int32_t c) { return a > b ? (b > c ? b : a > c ? c : a) : (a > c ? a : b > c ? c : b); }

TEST(the_median_is_that_of_the_last_three) {
  static const int32_t values[] = {INT32_MIN, -1, 0, 1, 5, INT32_MAX};
  enum { N = sizeof values / sizeof *values };
  for (int a = 0; a < N; a++)
    for (int b = 0; b < N; b++)
      for (int c = 0; c < N; c++) {
        press_median m = {{0, 0}, 0};
        assert_int_equal(press_median_step(&m, values[a]), values[a]);
        assert_int_equal(press_median_step(&m, values[b]), values[b]);
        assert_int_equal(press_median_step(&m, values[c]), middle(values[a], values[b], values[c]));
        assert_int_equal(press_median_step(&m, 3), middle(values[b], values[c], 3));
      }
}

TEST(the_median_takes_out_a_spike_of_one_sample) {
  press_median m = {{0, 0}, 0};
  for (int i = 0; i < 100; i++) assert_int_equal(press_median_step(&m, i >= 2 && i % 5 == 0 ? 30000 : 7), 7);
}

TEST(the_median_delays_an_edge_by_one_sample) {
  press_median m = {{0, 0}, 0};
  for (int i = 0; i < 4; i++) assert_int_equal(press_median_step(&m, 0), 0);
  assert_int_equal(press_median_step(&m, 9), 0);
  assert_int_equal(press_median_step(&m, 9), 9);
}

TEST(without_a_median_the_value_passes) { assert_int_equal(press_median_step(NULL, -77), -77); }

TEST(one_euro_parameters_out_of_range_are_refused) {
  press_one_euro f;
  memset(&f, 0x77, sizeof f);
  press_one_euro before = f;
  assert_int_equal(press_one_euro_init(NULL, PRESS_ONE, PRESS_ONE, PRESS_ONE), PRESS_ERR_INVAL);
  assert_int_equal(press_one_euro_init(&f, 0, PRESS_ONE, PRESS_ONE), PRESS_ERR_INVAL);
  assert_int_equal(press_one_euro_init(&f, -1, PRESS_ONE, PRESS_ONE), PRESS_ERR_INVAL);
  assert_int_equal(press_one_euro_init(&f, PRESS_ONE, -1, PRESS_ONE), PRESS_ERR_INVAL);
  assert_int_equal(press_one_euro_init(&f, PRESS_ONE, PRESS_ONE, 0), PRESS_ERR_INVAL);
  assert_int_equal(press_one_euro_init(&f, PRESS_ONE, PRESS_ONE, INT32_MIN), PRESS_ERR_INVAL);
  assert_memory_equal(&f, &before, sizeof f);
  assert_int_equal(press_one_euro_init(&f, 1, 0, 1), PRESS_OK);
  assert_int_equal(press_one_euro_init(&f, INT32_MAX, INT32_MAX, INT32_MAX), PRESS_OK);
}

TEST(one_euro_refuses_null_and_filters_that_were_not_initialised) {
  press_one_euro f = {0};
  press_q16      out = 55;
  assert_int_equal(press_one_euro_step(NULL, 1, 1, &out), PRESS_ERR_INVAL);
  assert_int_equal(press_one_euro_step(&f, 1, 1, &out), PRESS_ERR_INVAL);
  assert_int_equal(press_one_euro_init(&f, PRESS_ONE, 0, PRESS_ONE), PRESS_OK);
  assert_int_equal(press_one_euro_step(&f, 1, 1, NULL), PRESS_ERR_INVAL);
  assert_int_equal(f.started, 0);
  assert_int_equal(out, 55);
}

TEST(one_euro_refuses_time_that_does_not_go_forwards) {
  press_one_euro f;
  press_q16      out = 55;
  assert_int_equal(press_one_euro_init(&f, PRESS_ONE, 0, PRESS_ONE), PRESS_OK);
  assert_int_equal(press_one_euro_step(&f, 100, 7, &out), PRESS_OK);
  press_one_euro before = f;
  assert_int_equal(press_one_euro_step(&f, 100, 9, &out), PRESS_ERR_TIME);
  assert_int_equal(press_one_euro_step(&f, 99, 9, &out), PRESS_ERR_TIME);
  assert_memory_equal(&f, &before, sizeof f);
  assert_int_equal(out, 7);
}

TEST(one_euro_passes_the_first_value_as_it_is) {
  static const press_q16 values[] = {0, -1, 12345, INT32_MIN, INT32_MAX};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    press_one_euro f;
    press_q16      out = 0;
    assert_int_equal(press_one_euro_init(&f, PRESS_ONE, PRESS_ONE, PRESS_ONE), PRESS_OK);
    assert_int_equal(press_one_euro_step(&f, i, values[i], &out), PRESS_OK);
    assert_int_equal(out, values[i]);
  }
}

/* The published algorithm. */
typedef struct reference {
  double min_cutoff, beta, derivative_cutoff, value, speed;
  bool   started;
} reference;

static double alpha(double cutoff, double seconds) {
  double tau = 1 / (2 * 3.14159265358979323846 * cutoff);
  return 1 / (1 + tau / seconds);
}

static double reference_step(reference *r, double seconds, double value) {
  if (!r->started) {
    r->started = true;
    return r->value = value;
  }
  r->speed += alpha(r->derivative_cutoff, seconds) * ((value - r->value) / seconds - r->speed);
  return r->value += alpha(r->min_cutoff + r->beta * fabs(r->speed), seconds) * (value - r->value);
}

/* Steps between 0 and `largest`, every third sample: each is compared with the algorithm from the very same state. */
static double worst_step(double min_cutoff, double beta, double derivative_cutoff, double largest, double shortest_us) {
  press_one_euro f;
  reference      r = {PRESS_Q16(min_cutoff) / 65536.0, PRESS_Q16(beta) / 65536.0, PRESS_Q16(derivative_cutoff) / 65536.0, 0, 0, true};
  double         worst = 0;
  uint64_t       t = 1000;
  press_q16      out = 0;
  assert_int_equal(press_one_euro_init(&f, PRESS_Q16(min_cutoff), PRESS_Q16(beta), PRESS_Q16(derivative_cutoff)), PRESS_OK);
  assert_int_equal(press_one_euro_step(&f, t, 0, &out), PRESS_OK);
  for (int i = 0; i < (IS_FAST ? 2000 : 200); i++) {
    uint64_t  elapsed = (uint64_t)some(shortest_us, 2 * shortest_us);
    press_q16 in = PRESS_Q16((i / 3 % 2 ? largest : 0) + some(-0.02, 0.02));
    r.value = (double)f.value / 4294967296.0;
    r.speed = (double)f.speed / 16777216.0;
    assert_int_equal(press_one_euro_step(&f, t += elapsed, in, &out), PRESS_OK);
    worst = fmax(worst, fabs(out / 65536.0 - reference_step(&r, (double)elapsed / 1e6, in / 65536.0)));
  }
  return worst;
}

TEST(one_euro_each_step_is_within_1e_4_of_the_amplitude) {
  static const double sizes[] = {1, 20, 50}, betas[] = {0, 0.1, 1, 10, 100}, cutoffs[] = {0.01, 1, 50}, times[] = {20, 1000, 10000};
  for (int i = 0; i < 3 * 5 * 3 * 3 * 3; i++) {
    double size = sizes[i % 3];
    assert_true(worst_step(cutoffs[i / 15 % 3], betas[i / 3 % 5], cutoffs[i / 45 % 3], size, times[i / 135]) < 1e-4 * size);
  }
}

TEST(one_euro_settles_exactly_on_a_constant) {
  press_one_euro f;
  press_q16      out = 0;
  assert_int_equal(press_one_euro_init(&f, PRESS_Q16(3), PRESS_ONE, PRESS_ONE), PRESS_OK);
  for (uint64_t i = 0; i < 5000; i++) assert_int_equal(press_one_euro_step(&f, i * 1000, i ? PRESS_Q16(2.5) : 0, &out), PRESS_OK);
  assert_int_equal(out, PRESS_Q16(2.5));
}

TEST(one_euro_follows_at_once_after_a_long_pause) {
  press_one_euro f;
  press_q16      out = 0;
  assert_int_equal(press_one_euro_init(&f, PRESS_Q16(3), 0, PRESS_ONE), PRESS_OK);
  assert_int_equal(press_one_euro_step(&f, 0, 0, &out), PRESS_OK);
  assert_int_equal(press_one_euro_step(&f, UINT64_MAX - 1, PRESS_Q16(5), &out), PRESS_OK);
  assert_in_range(out, PRESS_Q16(4.99), PRESS_Q16(5));
}

TEST(what_stays_the_same_stays_exactly_however_slow_the_filter_is) {
  press_one_euro f;
  assert_int_equal(press_one_euro_init(&f, 1, 0, 1), PRESS_OK);
  for (uint64_t t = 1; t <= 70000; t++) {
    press_q16 out = 0;
    assert_int_equal(press_one_euro_step(&f, t, PRESS_ONE, &out), PRESS_OK);
    assert_int_equal(out, PRESS_ONE);
  }
}

int main(void) { return run_all(NULL, NULL); }
