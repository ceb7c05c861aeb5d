/* sensor.h: circuits and curves at their ends, and fits. Tests/PressCoreTests/Sensing has their formulas in double precision. */
#include "support.h"

#include <math.h>
#include <stdlib.h>

static press_circuit usual(void) {
  press_sensor s;
  press_sensor_init(&s);
  return s.circuit;
}

static press_q16 conductance(const press_circuit *c, int32_t code) {
  press_q16 g = 0;
  assert_int_equal(press_circuit_conductance(c, code, &g), PRESS_OK);
  return g;
}

TEST(codes_beyond_the_ends_are_clamped) {
  press_circuit c = usual();
  assert_int_equal(conductance(&c, 0), 0);
  assert_int_equal(conductance(&c, -1), 0);
  assert_int_equal(conductance(&c, INT32_MIN), 0);
  press_q16 most = conductance(&c, 26400);
  assert_int_equal(conductance(&c, INT32_MAX), most);
  assert_int_equal(conductance(&c, 25990), most);
  assert_true(conductance(&c, 25980) < most);
  /* At 63/64 of the scale the FSR has a 63rd of the divider's resistance. */
  assert_true(fabs(most / 65536.0 - 63e6 / 4700) < 20);
  c.flags = PRESS_CIRCUIT_PULL_UP;
  assert_int_equal(conductance(&c, INT32_MAX), 0);
  assert_int_equal(conductance(&c, 26400), 0);
  assert_int_equal(conductance(&c, INT32_MIN), most);
}

TEST(conductance_saturates) {
  press_circuit c = usual();
  c.resistor_ohm = 1;
  assert_int_equal(conductance(&c, 26400), INT32_MAX);
  assert_int_equal(conductance(&c, 13200), INT32_MAX);
  c.full_scale = 16777215;
  assert_int_equal(conductance(&c, 16777215), INT32_MAX);
  c.parallel_ohm = 1;
  assert_int_equal(conductance(&c, 0), INT32_MIN);
}

TEST(a_circuit_that_is_refused_has_no_conductance) {
  press_circuit c = usual();
  press_q16     g = 77;
  assert_int_equal(press_circuit_conductance(NULL, 0, &g), PRESS_ERR_INVAL);
  assert_int_equal(press_circuit_conductance(&c, 0, NULL), PRESS_ERR_INVAL);
  c.full_scale = 0;
  assert_int_equal(press_circuit_conductance(&c, 100, &g), PRESS_ERR_INVAL);
  assert_int_equal(g, 77);
}

/* ---- power law ---- */

static press_q16 force(const press_curve *curve, press_q16 g) {
  press_q16 f = -1;
  assert_int_equal(press_curve_force(curve, g, &f), PRESS_OK);
  return f;
}

TEST(force_is_0_at_0_and_below_and_saturates) {
  press_curve curve;
  assert_int_equal(press_curve_power(1, INT32_MAX, PRESS_Q16(4), &curve), PRESS_OK);
  assert_int_equal(force(&curve, 0), 0);
  assert_int_equal(force(&curve, -1), 0);
  assert_int_equal(force(&curve, INT32_MIN), 0);
  assert_int_equal(force(&curve, INT32_MAX), INT32_MAX);
  assert_int_equal(force(&curve, 1), INT32_MAX);
  assert_int_equal(press_curve_power(INT32_MAX, 1, PRESS_Q16(4), &curve), PRESS_OK);
  assert_int_equal(force(&curve, 1), 0);
  assert_int_equal(force(&curve, INT32_MAX), 1);
}

TEST(power_laws_out_of_range_are_refused) {
  press_curve curve;
  memset(&curve, 0x77, sizeof curve);
  press_curve before = curve;
  assert_int_equal(press_curve_power(1, 1, PRESS_ONE, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_power(0, 1, PRESS_ONE, &curve), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_power(-1, 1, PRESS_ONE, &curve), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_power(1, 0, PRESS_ONE, &curve), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_power(1, INT32_MIN, PRESS_ONE, &curve), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_power(1, 1, PRESS_ONE / 4 - 1, &curve), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_power(1, 1, PRESS_ONE * 4 + 1, &curve), PRESS_ERR_INVAL);
  assert_memory_equal(&curve, &before, sizeof curve);
  assert_int_equal(press_curve_power(1, 1, PRESS_ONE / 4, &curve), PRESS_OK);
  assert_int_equal(press_curve_power(1, 1, PRESS_ONE * 4, &curve), PRESS_OK);
}

/* ---- tables ---- */

TEST(a_table_of_one_point_is_a_line_from_the_origin) {
  press_curve       curve;
  press_curve_point p = {PRESS_Q16(10), PRESS_Q16(5)};
  assert_int_equal(press_curve_table(&p, 1, &curve), PRESS_OK);
  assert_int_equal(force(&curve, PRESS_Q16(4)), PRESS_Q16(2));
  assert_int_equal(force(&curve, PRESS_Q16(40)), PRESS_Q16(20));
  p.conductance = 1;
  p.force = INT32_MAX;
  assert_int_equal(press_curve_table(&p, 1, &curve), PRESS_OK);
  assert_int_equal(force(&curve, INT32_MAX), INT32_MAX);
}

TEST(tables_that_do_not_rise_are_refused) {
  press_curve       curve;
  press_curve_point p[17];
  memset(&curve, 0x77, sizeof curve);
  press_curve before = curve;
  for (int i = 0; i < 17; i++) p[i].conductance = p[i].force = i + 1;
  assert_int_equal(press_curve_table(p, 3, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_table(NULL, 3, &curve), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_table(p, 0, &curve), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_table(p, 17, &curve), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_table(p, SIZE_MAX, &curve), PRESS_ERR_INVAL);
  p[0].force = 0;
  assert_int_equal(press_curve_table(p, 3, &curve), PRESS_ERR_INVAL);
  p[0].force = 1;
  p[0].conductance = 0;
  assert_int_equal(press_curve_table(p, 3, &curve), PRESS_ERR_INVAL);
  p[0].conductance = 1;
  p[2].force = p[1].force;
  assert_int_equal(press_curve_table(p, 3, &curve), PRESS_ERR_INVAL);
  p[2].force = 3;
  p[2].conductance = p[1].conductance;
  assert_int_equal(press_curve_table(p, 3, &curve), PRESS_ERR_INVAL);
  assert_memory_equal(&curve, &before, sizeof curve);
  p[2].conductance = 3;
  assert_int_equal(press_curve_table(p, 16, &curve), PRESS_OK);
}

TEST(a_curve_that_is_refused_has_no_force) {
  press_curve curve;
  press_q16   f = 77;
  assert_int_equal(press_curve_power(1, 1, PRESS_ONE, &curve), PRESS_OK);
  assert_int_equal(press_curve_force(NULL, 1, &f), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_force(&curve, 1, NULL), PRESS_ERR_INVAL);
  curve.kind = PRESS_CURVE_TABLE; /* of no points */
  assert_int_equal(press_curve_force(&curve, 1, &f), PRESS_ERR_INVAL);
  assert_int_equal(f, 77);
}

/* ---- fit ---- */

static press_curve_report blank(void) {
  press_curve_report report;
  memset(&report, 0x77, sizeof report);
  press_curve_report_init(&report);
  return report;
}

/* Fits into a curve that must not be touched when it is refused. */
static press_curve_report fit(press_curve *curve, const press_curve_point *points, size_t count, int status) {
  press_curve_report report = blank();
  memset(curve, 0x77, sizeof *curve);
  press_curve before = *curve;
  assert_int_equal(press_curve_fit(points, count, curve, &report), status);
  if (status != PRESS_OK) {
    assert_memory_equal(curve, &before, sizeof before);
    assert_int_equal(report.worst | report.rms | report.zero | report.span, 0);
  } else
    assert_int_equal(report.rule, PRESS_CURVE_RULE_FITS);
  return report;
}

static void refused(const press_curve_point *points, size_t count, uint32_t rule, int32_t pair) {
  press_curve        curve;
  press_curve_report report = fit(&curve, points, count, PRESS_ERR_INVAL);
  assert_int_equal(report.rule, rule);
  assert_int_equal(report.pair, pair);
}

#define PAIR(microsiemens, newtons) \
  { PRESS_Q16(microsiemens), PRESS_Q16(newtons) }

TEST(up_to_16_rising_pairs_are_kept_as_they_are) {
  press_curve_point p[16];
  press_curve       made, table;
  for (int i = 0; i < 16; i++) {
    p[i].conductance = (i + 1) * PRESS_ONE;
    p[i].force = (i + 1) * (i + 1) * 1000;
  }
  for (size_t count = 1; count <= 16; count++) {
    press_curve_report report = fit(&made, p, count, PRESS_OK);
    assert_int_equal(press_curve_table(p, count, &table), PRESS_OK);
    assert_memory_equal(&made, &table, sizeof made);
    assert_int_equal(report.worst | report.rms | report.zero, 0);
    assert_int_equal(report.pair, -1);
    assert_int_equal(report.span, p[count - 1].conductance);
  }
  assert_int_equal(press_curve_fit(p, 16, &made, NULL), PRESS_OK);
}

TEST(pairs_on_a_line_cost_nothing) {
  press_curve_point p[64];
  press_curve       made;
  for (int i = 0; i < 64; i++) {
    p[i].conductance = (i + 1) * 65536;
    p[i].force = (i + 1) * 6553;
  }
  assert_int_equal(fit(&made, p, 64, PRESS_OK).worst, 0);
  for (int i = 0; i < 64; i++) assert_int_equal(force(&made, p[i].conductance), p[i].force);
}

TEST(the_order_of_the_pairs_does_not_matter) {
  press_curve_point p[40], q[40];
  press_curve       sorted, mixed;
  for (int i = 0; i < 40; i++) {
    p[i].conductance = (i + 1) * PRESS_ONE + (i * 7919 % 13) * 20000;
    p[i].force = (i / 2) * (i / 2) * 1000;
  }
  for (int i = 0; i < 40; i++) q[i * 27 % 40] = p[i];
  press_curve_report one = fit(&sorted, p, 40, PRESS_OK), other = fit(&mixed, q, 40, PRESS_OK);
  assert_memory_equal(&sorted, &mixed, sizeof sorted);
  assert_int_equal(one.worst, other.worst);
  assert_int_equal(one.rms, other.rms);
  assert_int_equal(one.zero, other.zero);
  assert_int_equal(one.pair * 27 % 40, other.pair);
}

TEST(pairs_with_force_0_are_the_zero_that_is_taken_off) {
  static const press_curve_point p[] = {PAIR(55, 1), PAIR(4, 0), PAIR(105, 2), PAIR(6, 0)};
  press_curve                    made;
  press_curve_report             report = fit(&made, p, 4, PRESS_OK);
  assert_int_equal(report.zero, PRESS_Q16(5));
  assert_int_equal(report.span, PRESS_Q16(105));
  assert_int_equal(report.worst, 0);
  assert_int_equal(made.count, 2);
  assert_int_equal(force(&made, PRESS_Q16(50)), PRESS_Q16(1));
  assert_int_equal(force(&made, PRESS_Q16(100)), PRESS_Q16(2));
}

TEST(a_zero_far_below_saturates_what_lies_above_it) {
  static const press_curve_point p[] = {{INT32_MIN, 0}, {INT32_MAX, PRESS_ONE}};
  press_curve                    made;
  press_curve_report             report = fit(&made, p, 2, PRESS_OK);
  assert_int_equal(report.zero, INT32_MIN);
  assert_int_equal(made.points[0].conductance, INT32_MAX);
}

TEST(repeats_of_a_mass_are_one_point_at_their_mean) {
  static const press_curve_point p[] = {PAIR(90, 1), PAIR(300, 2), PAIR(110, 1), PAIR(100, 1)};
  press_curve                    made;
  press_curve_report             report = fit(&made, p, 4, PRESS_OK);
  assert_int_equal(made.count, 2);
  assert_int_equal(made.points[0].conductance, PRESS_Q16(100));
  assert_int_equal(made.points[0].force, PRESS_Q16(1));
  /* 90 gives 0.9 N and 110 gives 1.05 N. */
  assert_in_range(report.worst, PRESS_Q16(0.0999), PRESS_Q16(0.1001));
  assert_int_equal(report.pair, 0);
  assert_true(fabs(report.rms / 65536.0 - sqrt((0.01 + 0.0025) / 4)) < 1e-4);
}

TEST(masses_that_do_not_rise_are_pooled_with_their_neighbours) {
  /* 2 N and 3 N fall, and their mean falls below 1.5 N: three become one. */
  static const press_curve_point p[] = {PAIR(100, 1), PAIR(250, 1.5), PAIR(280, 2), PAIR(190, 3), PAIR(400, 4)};
  press_curve                    made;
  fit(&made, p, 5, PRESS_OK);
  assert_int_equal(made.count, 3);
  assert_int_equal(made.points[1].conductance, PRESS_Q16(240));
  assert_int_equal(made.points[1].force, (PRESS_Q16(6.5) + 1) / 3);
  assert_int_equal(made.points[0].conductance, PRESS_Q16(100));
  assert_int_equal(made.points[2].conductance, PRESS_Q16(400));
}

TEST(pairs_of_nearly_one_mass_become_one_point) {
  static const press_curve_point falling[] = {PAIR(102, 1), PAIR(100, 1.1), PAIR(98, 1.25)};
  press_curve                    made;
  fit(&made, falling, 3, PRESS_OK);
  assert_int_equal(made.count, 1);
  assert_int_equal(made.points[0].conductance, PRESS_Q16(100));
}

TEST(means_that_are_one_number_are_one_point) {
  static const press_curve_point p[] = {{10, 100}, {11, 100}, {11, 101}, {20, 200}};
  press_curve                    made;
  fit(&made, p, 4, PRESS_OK);
  assert_int_equal(made.count, 2);
  assert_int_equal(made.points[0].conductance, 11);
}

TEST(pairs_that_no_curve_fits_are_refused_by_name) {
#define REFUSED(rule, pair, ...) \
  refused((const press_curve_point[]){__VA_ARGS__}, COUNT(((const press_curve_point[]){__VA_ARGS__})), PRESS_CURVE_RULE_##rule, pair)
  REFUSED(NEGATIVE, 1, PAIR(1, 1), PAIR(2, -1), PAIR(3, -2));
  REFUSED(TOO_FEW, -1, PAIR(1, 0), PAIR(2, 0));
  refused(&(press_curve_point)PAIR(1, 1), 0, PRESS_CURVE_RULE_TOO_FEW, -1);
  REFUSED(NOT_ABOVE_ZERO, 3, PAIR(300, 3), PAIR(5, 0), PAIR(6, 0.5), PAIR(2, 0.5), PAIR(4, 0.25));
  REFUSED(NOT_ABOVE_ZERO, 1, PAIR(-1, 0.5), PAIR(-3, 1));
  /* A sensor that is wired the other way round. */
  REFUSED(NOT_RISING, 0, PAIR(100, 3), PAIR(500, 1), PAIR(200, 2));
  REFUSED(NOT_RISING, 1, PAIR(100, 1), PAIR(100, 1.26));
  /* If two points fall equally far, the error names the lighter one; of pairs that are alike, the first. */
  REFUSED(NOT_RISING, 1, PAIR(100, 1), PAIR(80, 1.5), PAIR(80, 2));
  REFUSED(NOT_ABOVE_ZERO, 1, PAIR(9, 0), PAIR(5, 1), PAIR(5, 1), PAIR(20, 3));
  REFUSED(NOT_RISING, 1, PAIR(20, 1), PAIR(5, 3), PAIR(5, 3), PAIR(5, 3));
  /* A negative force is named whatever else is wrong. */
  REFUSED(NEGATIVE, 1, PAIR(0, 1), PAIR(5, -1));
  REFUSED(NEGATIVE, 3, PAIR(20, 1), PAIR(5, 3), PAIR(30, 4), PAIR(1, -0.5));
}

TEST(a_fit_of_too_many_pairs_is_refused) {
  press_curve_point p[65];
  for (int i = 0; i < 65; i++) p[i].conductance = p[i].force = i + 1;
  refused(p, 65, PRESS_CURVE_RULE_TOO_MANY, -1);
  refused(p, SIZE_MAX, PRESS_CURVE_RULE_TOO_MANY, -1);
}

TEST(a_fit_requires_its_pointers_and_a_report_of_the_right_size) {
  static const press_curve_point p[] = {PAIR(1, 1), PAIR(2, 2)};
  press_curve                    made;
  press_curve_report             report = blank(), before = report;
  assert_int_equal(report.size, sizeof report);
  assert_int_equal(report.pair, -1);
  press_curve_report_init(NULL);
  memset(&made, 0x77, sizeof made);
  press_curve as_was = made;
  assert_int_equal(press_curve_fit(p, 2, NULL, &report), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_fit(NULL, 2, &made, &report), PRESS_ERR_INVAL);
  assert_memory_equal(&report, &before, sizeof report);
  report.size = before.size = sizeof report - 4;
  assert_int_equal(press_curve_fit(p, 2, &made, &report), PRESS_ERR_INVAL);
  assert_memory_equal(&report, &before, sizeof report);
  assert_memory_equal(&made, &as_was, sizeof made);
}

TEST(a_report_of_an_earlier_refusal_does_not_stay) {
  static const press_curve_point p[] = {PAIR(1, 1), PAIR(2, -2)};
  press_curve                    made;
  press_curve_report             report = blank();
  assert_int_equal(press_curve_fit(p, 2, &made, &report), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_fit(p, 1, &made, &report), PRESS_OK);
  assert_int_equal(report.rule, PRESS_CURVE_RULE_FITS);
  assert_int_equal(report.pair, -1);
}

TEST(a_fit_may_read_the_points_of_the_curve_it_writes) {
  press_curve  curve, expected;
  press_sensor s;
  press_sensor_init(&s);
  curve = s.curve;
  press_curve_report report = blank();
  assert_int_equal(press_curve_table(s.curve.points, s.curve.count, &expected), PRESS_OK);
  assert_int_equal(press_curve_fit(curve.points, curve.count, &curve, &report), PRESS_OK);
  assert_memory_equal(&curve, &expected, sizeof curve);
  assert_int_equal(report.worst, 0);
}

TEST(residuals_saturate) {
  press_curve_point  p[] = {{1, 1}, {300, INT32_MAX}, {1000, 1}, {1, 1}, {1, 1}};
  press_curve        made;
  press_curve_report report = fit(&made, p, 5, PRESS_OK);
  assert_int_equal(report.worst, 0x1fffffff);
  assert_true(report.rms > 0 && report.rms <= report.worst);
}

/* ---- lines, or a power law ---- */

static press_curve_report fit_best(press_curve *curve, const press_curve_point *points, size_t count, press_q16 *others) {
  press_curve_report report = blank();
  assert_int_equal(press_curve_fit_best(points, count, curve, &report, others), PRESS_OK);
  return report;
}

TEST(three_points_of_a_power_law_make_that_law) {
  static const double exponents[] = {0.4, 0.7, 1.4, 2.5, 3.9};
  for (size_t i = 0; i < COUNT(exponents); i++) {
    press_curve_point p[4] = {PAIR(2, 0)};
    for (int k = 1; k < 4; k++) {
      double newtons = 0.2 * pow(4, k);
      p[k] = (press_curve_point)PAIR(2 + 30 * pow(newtons, 1 / exponents[i]), newtons);
    }
    press_curve        made;
    press_q16          others;
    press_curve_report report = fit_best(&made, p, 4, &others);
    assert_int_equal(made.kind, PRESS_CURVE_POWER);
    assert_true(fabs(made.exponent / 65536.0 - exponents[i]) < 0.002);
    assert_in_range(report.worst, 0, PRESS_Q16(0.002));
    assert_in_range(others, 0, PRESS_Q16(0.002));
    assert_int_equal(report.zero, PRESS_Q16(2));
    for (double newtons = 0.8; newtons < 12.8; newtons *= 1.3) {
      press_q16 force;
      assert_int_equal(press_curve_force(&made, PRESS_Q16(30 * pow(newtons, 1 / exponents[i])), &force), PRESS_OK);
      assert_true(fabs(force / 65536.0 / newtons - 1) < 0.003);
    }
  }
}

TEST(lines_stay_where_a_law_is_not_better_by_a_quarter) {
  static const struct {
    const char       *name;
    press_curve_point points[5];
    size_t            count;
  } cases[] = {
    {"one", {PAIR(20, 1)}, 1},
    {"two", {PAIR(20, 1), PAIR(60, 2)}, 2},
    {"two, and nothing on it", {PAIR(1, 0), PAIR(20, 1), PAIR(60, 2)}, 3},
    {"straight", {PAIR(10, 1), PAIR(20, 2), PAIR(30, 3), PAIR(40, 4)}, 4},
    {"a law below and another above", {PAIR(10, 1), PAIR(20, 2), PAIR(30, 9), PAIR(31, 12), PAIR(32, 15)}, 5},
    {"steeper than any law", {PAIR(10, 1), PAIR(10.5, 40), PAIR(11, 1600)}, 3},
    {"flatter than any law", {PAIR(0.01, 1), PAIR(10, 1.1), PAIR(10000, 1.2)}, 3},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    press_curve        lines, best;
    press_curve_report of_lines = fit(&lines, cases[i].points, cases[i].count, PRESS_OK);
    press_q16          others = -1;
    press_curve_report of_best = fit_best(&best, cases[i].points, cases[i].count, &others);
    assert_memory_equal(&lines, &best, sizeof lines);
    assert_memory_equal(&of_lines, &of_best, sizeof of_lines);
    assert_true(i < 4 ? others == 0 : others > PRESS_Q16(0.02));
  }
}

TEST(a_mass_left_out_says_how_far_lines_are_off_there) {
  static const press_curve_point p[] = {PAIR(10, 1), PAIR(30, 2), PAIR(70, 6), PAIR(90, 8), PAIR(50, 5)};
  press_curve                    made;
  press_q16                      others;
  fit_best(&made, p, 5, &others);
  assert_int_equal(made.kind, PRESS_CURVE_TABLE);
  /* 30 uS: 3 for 2; 50 uS: 4 for 5; 70 uS: 6.5 for 6. */
  assert_true(fabs(others / 65536.0 - sqrt((0.25 + 0.04 + 1 / 144.0) / 3)) < 0.001);
}

TEST(the_best_of_up_to_64_points_is_a_curve_that_rises) {
  press_curve_point p[64];
  for (int i = 0; i < 64; i++) p[i] = (press_curve_point){1 + i * (INT32_MAX / 64), 1 + i * (i + 1) * (INT32_MAX / 4200)};
  for (size_t count = 1; count <= 64; count++) {
    press_curve made;
    fit_best(&made, p, count, NULL);
    press_q16 last = 0, force;
    for (int64_t g = 0; g <= INT32_MAX; g += INT32_MAX / 200) {
      assert_int_equal(press_curve_force(&made, (press_q16)g, &force), PRESS_OK);
      assert_true(force >= last);
      last = force;
    }
  }
  press_curve made;
  press_q16   others = 7;
  assert_int_equal(press_curve_fit_best(p, 2, NULL, NULL, &others), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_fit_best(NULL, 2, &made, NULL, &others), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_fit_best(p, 65, &made, NULL, &others), PRESS_ERR_INVAL);
  assert_int_equal(others, 7);
}

/* ---- scale ---- */

TEST(one_mass_scales_a_known_curve) {
  press_sensor s;
  press_curve  made;
  press_sensor_init(&s);
  for (int i = 1; i < 60; i++) {
    press_q16 g = i * 7 * PRESS_ONE, f = (70 - i) * PRESS_ONE / 8;
    assert_int_equal(press_curve_scale(&s.curve, g, f, &made), PRESS_OK);
    assert_int_equal(made.count, s.curve.count);
    assert_true(abs(force(&made, g) - f) <= f / 5000 + 2);
    double factor = (double)made.points[9].conductance / s.curve.points[9].conductance;
    for (int j = 0; j < 10; j++) {
      assert_int_equal(made.points[j].force, s.curve.points[j].force);
      assert_true(fabs(made.points[j].conductance - factor * s.curve.points[j].conductance) <= 1);
    }
  }
  press_curve law = s.curve;
  assert_int_equal(press_curve_power(PRESS_Q16(100), PRESS_Q16(1), PRESS_Q16(1.5), &law), PRESS_OK);
  assert_int_equal(press_curve_scale(&law, PRESS_Q16(400), PRESS_Q16(2), &law), PRESS_OK);
  assert_int_equal(force(&law, PRESS_Q16(400)), PRESS_Q16(2));
  assert_true(abs(force(&law, PRESS_Q16(800)) - PRESS_Q16(2 * 2.8284271)) < 40);
}

TEST(a_curve_that_cannot_be_scaled_so_is_refused) {
  press_sensor s;
  press_curve  made;
  press_sensor_init(&s);
  memset(&made, 0x77, sizeof made);
  press_curve before = made;
  assert_int_equal(press_curve_scale(&s.curve, 1, 1, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_scale(NULL, 1, 1, &made), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_scale(&s.curve, 0, PRESS_ONE, &made), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_scale(&s.curve, -1, PRESS_ONE, &made), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_scale(&s.curve, PRESS_ONE, 0, &made), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_scale(&s.curve, PRESS_ONE, INT32_MIN, &made), PRESS_ERR_INVAL);
  /* A factor that is too large, and one so small that points coincide. */
  assert_int_equal(press_curve_scale(&s.curve, INT32_MAX, PRESS_ONE, &made), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_scale(&s.curve, 1, PRESS_ONE, &made), PRESS_ERR_INVAL);
  /* A factor so large that the overflowing numbers would rise again. */
  press_curve                    two;
  static const press_curve_point apart[] = {PAIR(1, 1), PAIR(5, 2)};
  assert_int_equal(press_curve_table(apart, 2, &two), PRESS_OK);
  assert_int_equal(press_curve_scale(&two, PRESS_Q16(16785), PRESS_ONE, &made), PRESS_ERR_INVAL);
  /* A force above that of the curve at any conductance. */
  press_curve                    flat;
  static const press_curve_point p[] = {{PRESS_ONE, 1}};
  assert_int_equal(press_curve_table(p, 1, &flat), PRESS_OK);
  assert_int_equal(press_curve_scale(&flat, PRESS_ONE, PRESS_ONE, &made), PRESS_ERR_INVAL);
  s.curve.count = 17;
  assert_int_equal(press_curve_scale(&s.curve, PRESS_ONE, PRESS_ONE, &made), PRESS_ERR_INVAL);
  assert_memory_equal(&made, &before, sizeof made);
}

TEST(the_default_sensor_is_a_typical_fsr_402) {
  press_sensor s;
  press_sensor_init(&s);
  /* 100 g at about 6 kOhm, 1 kg at about 1.25 kOhm. */
  assert_in_range(force(&s.curve, PRESS_Q16(1e6 / 6000)), PRESS_Q16(0.9), PRESS_Q16(1.1));
  assert_in_range(force(&s.curve, PRESS_Q16(1e6 / 1250)), PRESS_Q16(9.3), PRESS_Q16(10.3));
}

TEST(a_table_does_not_hang_on_the_fields_of_a_power_law) {
  static const press_curve_point p[] = {{PRESS_Q16(10), PRESS_Q16(1)}, {PRESS_Q16(30), PRESS_Q16(2)}};
  press_curve                    curve;
  assert_int_equal(press_curve_table(p, 2, &curve), PRESS_OK);
  curve.reference_conductance = curve.reference_force = curve.exponent = PRESS_Q16(1000);
  assert_int_equal(force(&curve, PRESS_Q16(5)), PRESS_Q16(0.5));
  assert_int_equal(force(&curve, PRESS_Q16(20)), PRESS_Q16(1.5));
}

TEST(of_points_that_all_lie_on_one_line_the_first_is_left_out) {
  press_curve_point p[17];
  press_curve       made;
  for (int i = 0; i < 17; i++) p[i] = (press_curve_point){(i + 1) * PRESS_ONE, (i + 1) * 1000};
  press_curve_report report = fit(&made, p, 17, PRESS_OK);
  assert_int_equal(report.worst, 0);
  assert_memory_equal(made.points, p + 1, 16 * sizeof *p);
}

TEST(a_power_law_rounds_to_nearest_also_where_it_is_least) {
  press_curve law;
  /* 0.65 of the least force that there is, and 0.33. */
  assert_int_equal(press_curve_power(INT32_MAX, INT32_MAX, PRESS_Q16(1.02), &law), PRESS_OK);
  assert_int_equal(force(&law, 1), 1);
  assert_int_equal(press_curve_power(INT32_MAX, INT32_MAX, PRESS_Q16(1.05), &law), PRESS_OK);
  assert_int_equal(force(&law, 1), 0);
}

int main(void) { return run_all(NULL, NULL); }
