/* The zero of a sensor: the table of Zero.swift, walked; then seeded plays of plates, of preloads that are gone for a while, and of load
 * cells, by the statics of plates between rigid (k 0) and freely twisting (k 1). PLAYS: how many of each kind. */
#include "pads.h"

#include <stdlib.h>

#define PLAYS (getenv("PLAYS") ? atoi(getenv("PLAYS")) : IS_FAST ? 60 : 6)

/* ---- the table ---- */

enum zero_kind { DECLARED, STORED, LEARNT, NOT_KNOWN };
static const char *const kinds[] = {"declared", "stored", "learnt", "not known"};

static uint32_t counts[64]; /* baseline_changed, by reason */

static void count_zeros(press_engine *engine, const press_event *e, void *user) {
  (void)engine, (void)user;
  if (e->type == PRESS_EVENT_CONTACT_BEGAN) counts[0]++;
  if (e->type == PRESS_EVENT_CONTACT_ENDED) counts[1]++;
  if (e->type == PRESS_EVENT_CONTACT_CANCELLED) counts[2]++;
  if (e->type == PRESS_EVENT_BASELINE_CHANGED && e->reason > 2 && e->reason < 64) counts[e->reason]++;
}

static void make_counted(const press_config *config) {
  make_pad();
  bench_make(&b, config);
  press_delegate counting = {.size = sizeof counting, .on_event = count_zeros};
  assert_int_equal(press_set_delegate(b.engine, &counting), PRESS_OK);
  memset(counts, 0, sizeof counts);
}

/* Two sensors: the force on the first, and whether a finger is on the second. */
static void feed_two(double first, bool is_touched, double seconds) {
  for (uint64_t end = p.now + (uint64_t)llround(seconds * 1e6); p.now < end;) {
    feed_frame((press_frame){.present = 3, .code = {code_of(first), code_of(is_touched ? 3 : 0)}});
  }
}

/* A pad whose first sensor rests at 1 N, or at 0.18 N if nothing declares that rest. Returns the rest. */
static double make_kind(enum zero_kind kind) {
  prepare();
  p.now = 0;
  p.count = 2;
  p.config.rise_us = p.config.fall_us = 0;
  if (kind == DECLARED) p.sensors[0].preload_force = PRESS_ONE;
  if (kind == STORED) p.sensors[0].zero = PRESS_Q16(100);
  press_config c = bench_config();
  c.touch_force = PRESS_Q16(0.4);
  make_counted(&c);
  return kind <= STORED ? 1 : 0.18;
}

static const double aways[] = {0.04, 2, 60, 130};

TEST(a_zero_that_is_known_stays_while_the_sensor_reads_below_it_until_that_lasted) {
  for (enum zero_kind kind = DECLARED; kind <= LEARNT; kind++)
    for (size_t a = 0; a < COUNT(aways); a++) {
      double rest = make_kind(kind), away = kind == LEARNT ? 0.05 : 0.3;
      feed_two(rest, false, 3);
      double known = zero(0);
      feed_two(away, false, aways[a]);
      bool   is_stepped = aways[a] > 120;
      double now = zero(0);
      if (fabs(now - (is_stepped ? away * 100 : known)) > 0.2) fail_msg("%s, away for %g s: %g uS", kinds[kind], aways[a], now);
      assert_true(newtons() < 0.001);
      assert_int_equal(counts[PRESS_REASON_BELOW_ZERO], (aways[a] > 1) + is_stepped);
      /* The load is back: nothing touches, and a press has its full force. */
      feed_two(rest, false, 2);
      if (counts[0] != 0) fail_msg("%s, away for %g s: a contact", kinds[kind], aways[a]);
      assert_true(fabs(zero(0) - known) < 0.2);
      assert_int_equal(counts[PRESS_REASON_RETURNED], aways[a] > 1);
      feed_two(rest + 2, false, 0.5);
      assert_true(fabs(newtons() - 2) < 0.06);
      feed_two(rest, false, 0.5);
      assert_int_equal(counts[0], 1);
      assert_int_equal(counts[1], 1);
    }
}

TEST(a_zero_that_is_not_known_follows_what_is_below_it_after_50_ms) {
  for (size_t a = 0; a < COUNT(aways); a++) {
    double rest = make_kind(NOT_KNOWN);
    feed_two(rest, false, 0.5);
    feed_two(0, false, aways[a]);
    assert_true(fabs(zero(0) - (aways[a] < 0.05 ? rest * 100 : 0)) < 0.2);
    assert_int_equal(counts[PRESS_REASON_BELOW_ZERO], aways[a] > 0.05);
    assert_int_equal(counts[0], 0);
  }
}

TEST(while_anything_is_on_the_pad_no_zero_moves) {
  for (enum zero_kind kind = DECLARED; kind <= NOT_KNOWN; kind++)
    for (size_t a = 0; a < COUNT(aways); a++) {
      double rest = make_kind(kind), away = kind < LEARNT ? 0.3 : 0;
      feed_two(rest, false, kind == NOT_KNOWN ? 0.4 : 3);
      double known = zero(0);
      feed_two(rest, true, 0.2);
      feed_two(away, true, aways[a]);
      assert_true(zero(0) == known);
      feed_two(rest, true, 0.2);
      feed_two(rest, false, 0.5);
      assert_true(zero(0) == known);
      assert_int_equal(counts[0], 1);
      assert_int_equal(counts[1], 1);
      assert_int_equal(counts[PRESS_REASON_BELOW_ZERO] + counts[PRESS_REASON_RETURNED], 0);
    }
}

TEST(a_zero_is_known_once_nothing_was_on_the_pad_for_a_second) {
  for (int tenths = 2; tenths < 20; tenths++) {
    double rest = make_kind(LEARNT);
    feed_two(rest, false, 0.205 + tenths / 10.0);
    feed_two(0.05, false, 0.1);
    bool is_known = counts[PRESS_REASON_BELOW_ZERO] == 0;
    if (is_known != (tenths >= 10)) fail_msg("after %g s", tenths / 10.0);
  }
}

TEST(a_lid_that_comes_back_after_an_hour_is_no_touch) {
  make_kind(DECLARED);
  feed_two(1, false, 3);
  feed_two(0, false, IS_FAST ? 3600 : 200);
  assert_true(zero(0) < 0.1);
  feed_two(2, false, 0.5); /* without it, a press of 2 N reads so */
  assert_true(fabs(newtons() - 2) < 0.02);
  feed_two(0, false, 2);
  assert_int_equal(counts[0], 1);
  feed_two(1, false, 0.5);
  assert_true(newtons() == 0);
  feed_two(1, false, 1);
  assert_true(fabs(zero(0) - 100) < 0.2);
  /* The load is off again: the pad recognises that, too. */
  feed_two(0, false, 0.1);
  assert_true(zero(0) < 0.1);
  feed_two(1, false, 1.5);
  feed_two(3, false, 0.5);
  assert_true(fabs(newtons() - 2) < 0.02);
  feed_two(1, false, 1);
  assert_int_equal(counts[0], 2);
  assert_int_equal(counts[1], 2);
}

TEST(a_lid_that_is_pushed_on_and_seats_a_little_otherwise_ends_its_contact_by_itself) {
  make_kind(DECLARED);
  feed_two(1, false, 3);
  feed_two(0, false, 200);
  feed_two(6, false, 0.4);
  feed_two(1.1, false, 9);
  assert_true(newtons() > 1);
  feed_two(1.1, false, 2);
  assert_true(newtons() < 0.01);
  assert_int_equal(counts[0], counts[1]);
  feed_two(3.1, false, 0.5);
  assert_true(fabs(newtons() - 2) < 0.05);
}

TEST(the_start_does_not_take_a_lid_that_is_off_for_the_zero) {
  for (int is_off = 0; is_off < 2; is_off++) {
    make_kind(DECLARED);
    feed_two(is_off ? 0.2 : 0.7, false, 1);
    assert_int_equal(counts[PRESS_REASON_START], is_off ? 1 : 2); /* the second sensor declares nothing */
    assert_true(fabs(zero(0) - (is_off ? 100 : 70)) < 0.2);
    feed_two(1, false, 2);
    assert_int_equal(counts[0], 0);
    feed_two(3, false, 0.5);
    assert_true(fabs(newtons() - 2) < 0.02);
  }
}

TEST(a_known_zero_follows_drift_both_ways_untouched) {
  prepare();
  p.now = 0;
  p.sensors[0].preload_force = PRESS_ONE;
  make_counted(NULL);
  feed_for(1, 2000000);
  double at = 1;
  for (int way = -1; way <= 1; way += 2)
    for (int s = 0; s < 180; s++) { /* 0.3 N in three minutes */
      at += way * 0.3 / 180;
      feed_for(at, 1000000);
      if (fabs(zero(0) - at * 100) > 6) fail_msg("%g N: %g uS", at, zero(0));
    }
  assert_int_equal(counts[0], 0);
}

/* ---- plays ---- */

/* The places of the default sensors in their order; half the side of the plate is 1. */
static const double corners[4][2] = {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}};

typedef struct play {
  uint64_t seed;
  double   hz, k, noise;
  double   rest[4]; /* N: what lies on each */
  double   load[4]; /* N: what each bears besides */
  bool     tips;    /* more than one sensor has lifted off */
} play;

static double microsiemens(const press_curve *c, double n) {
  double g0 = 0, f0 = 0, g1 = 0, f1 = 0;
  for (int i = 0; i < c->count; i++) {
    g1 = c->points[i].conductance / 65536.0, f1 = c->points[i].force / 65536.0;
    if (n <= f1) break;
    if (i + 1 < c->count) g0 = g1, f0 = f1;
  }
  return g0 + (g1 - g0) * (n - f0) / (f1 - f0);
}

static int32_t code_of_plate(play *it, size_t i) {
  double n = it->rest[i] + it->load[i], g = n > 0 ? microsiemens(&p.sensors[i].curve, n) : 0;
  double white = uniform(&it->seed, -1, 1) + uniform(&it->seed, -1, 1);
  g *= 1 + 0.004 * white;
  double ratio = g * p.sensors[i].circuit.resistor_ohm / 1e6;
  double code = p.sensors[i].circuit.full_scale * ratio / (1 + ratio) + uniform(&it->seed, -it->noise, it->noise);
  return (int32_t)lround(code < 0 ? 0 : code);
}

/* A force at a place: the law of the plate; a corner that would be pulled by more than lies there lifts off, and the rest is borne by three. */
static void press_at(play *it, double force, double u, double v) {
  int lifted = 0, off = 0;
  it->load[0] = force;
  if (p.count == 1) return;
  for (int i = 0; i < 4; i++) {
    double s = corners[i][0], t = corners[i][1];
    it->load[i] = force * (1 + s * u + t * v + it->k * s * t * u * v) / 4;
    if (it->load[i] < -it->rest[i]) lifted++, off = i;
  }
  it->tips = lifted > 1;
  if (lifted == 0) return;
  /* The lifted corner bears nothing. Sum and moments stay the same: its neighbours bear less, and the opposite corner bears more. */
  double more = -it->rest[off] - it->load[off];
  it->load[off] += more;
  it->load[off ^ 1] -= more;
  it->load[off ^ 2] -= more;
  it->load[off ^ 3] += more;
  for (int i = 0; i < 4; i++)
    if (it->load[i] < -it->rest[i] - 1e-9) it->tips = true, it->load[i] = -it->rest[i];
}

static void feed_play(play *it) {
  press_frame f = {.t_us = p.now += (uint64_t)llround(1e6 / it->hz * uniform(&it->seed, 0.95, 1.05)), .present = (1u << p.count) - 1};
  for (size_t i = 0; i < p.count; i++) f.code[i] = code_of_plate(it, i);
  assert_int_equal(press_pad_feed(p.pad, &f, b.engine), PRESS_OK);
}

static void rest_for(play *it, double seconds) {
  for (size_t i = 0; i < 4; i++) it->load[i] = 0;
  for (uint64_t end = p.now + (uint64_t)(seconds * 1e6); p.now < end;) feed_play(it);
}

static void press_for(play *it, double force, double u, double v, double seconds) {
  double rise = uniform(&it->seed, 0.02, 0.08);
  for (uint64_t began = p.now, end = began + (uint64_t)((seconds + 2 * rise) * 1e6); p.now < end;) {
    double t = (double)(p.now - began) / 1e6, part = fmin(1, fmin(t / rise, (seconds + 2 * rise - t) / rise));
    press_at(it, force * fmax(part, 0), u, v);
    feed_play(it);
  }
}

static void make_plays(play *it, size_t count, uint64_t seed) {
  memset(it, 0, sizeof *it);
  it->seed = seed;
  it->noise = 1.5;
  for (int i = 0; i < 9; i++) uniform(&it->seed, 0, 1);
  press_pad_config_init(&p.config);
  for (size_t i = 0; i < 4; i++) {
    press_sensor_init(&p.sensors[i]);
    p.sensors[i].x = PRESS_Q16(50 + 50 * corners[i][0]);
    p.sensors[i].y = PRESS_Q16(50 + 50 * corners[i][1]);
  }
  p.count = count;
  p.now = (uint64_t)uniform(&it->seed, 0, 1e9);
}

/* Asserts the rest after `presses` presses: each began and ended, none was cancelled, and each zero is within 0.1 N of its load. */
static void assert_rests(const char *what, const play *it, uint64_t seed, unsigned presses) {
  if (counts[0] != presses || counts[1] != presses || counts[2] != 0)
    fail_msg("%s, seed %llu: %u contacts began, %u ended, %u were cancelled, for %u presses", what, (unsigned long long)seed, counts[0], counts[1],
      counts[2], presses);
  for (size_t i = 0; i < p.count; i++) {
    double off = zero(i) - microsiemens(&p.sensors[i].curve, it->rest[i]);
    double newton = microsiemens(&p.sensors[i].curve, it->rest[i] + 0.1) - microsiemens(&p.sensors[i].curve, it->rest[i]);
    if (fabs(off) > newton) fail_msg("%s, seed %llu: zero %zu is off by %g N", what, (unsigned long long)seed, i, off / newton / 10);
  }
  if (newtons() > 0.1) fail_msg("%s, seed %llu: %g N at rest", what, (unsigned long long)seed, newtons());
}

static double log_uniform(uint64_t *seed, double from, double to) { return exp(uniform(seed, log(from), log(to))); }

/* On each sensor lies its preload, give or take a part of it. */
static void make_preloaded(play *it, double preload, double part) {
  for (size_t i = 0; i < 4; i++) {
    p.sensors[i].preload_force = PRESS_Q16(preload);
    it->rest[i] = preload * uniform(&it->seed, 1 - part, 1 + part);
  }
  press_config c;
  press_config_init(&c);
  make_counted(&c);
}

static void play_a_plate(uint64_t seed) {
  play it;
  make_plays(&it, 4, seed);
  it.hz = log_uniform(&it.seed, 40, 860);
  it.k = uniform(&it.seed, 0, 1);
  double side = uniform(&it.seed, 60, 300), overhang = uniform(&it.seed, 0, 15), reach = 1 + overhang / (side / 2);
  make_preloaded(&it, log_uniform(&it.seed, 0.2, 2), 0.02);
  rest_for(&it, 12);
  unsigned presses = 0;
  for (int i = 0; i < 6; i++) {
    double u = uniform(&it.seed, -reach, reach), v = uniform(&it.seed, -reach, reach), seconds = log_uniform(&it.seed, 0.06, 3);
    press_for(&it, log_uniform(&it.seed, 1, 8), u, v, seconds + 3 / it.hz);
    presses++;
    rest_for(&it, uniform(&it.seed, 0.4, 3));
  }
  press_for(&it, 4, 0, 0, 0.3);
  rest_for(&it, 2);
  assert_rests("plate", &it, seed, presses + 1);
}

TEST(plates_of_any_stiffness_have_no_contact_without_end_and_lose_no_press) {
  for (int seed = 0; seed < PLAYS; seed++) play_a_plate((uint64_t)seed);
}

static void play_a_preload(uint64_t seed) {
  play it;
  make_plays(&it, seed % 2 ? 4 : 1, seed);
  it.hz = log_uniform(&it.seed, 40, 860);
  it.k = uniform(&it.seed, 0, 1);
  make_preloaded(&it, log_uniform(&it.seed, 0.2, 2), 0.02);
  double rest[4];
  memcpy(rest, it.rest, sizeof rest);
  rest_for(&it, 12);
  unsigned presses = 0;
  for (int i = 0; i < 4; i++) {
    bool is_hit = uniform(&it.seed, 0, 1) < 0.5;
    if (is_hit) press_for(&it, 6, 0, 0, 0.06 + 3 / it.hz), presses++;
    double bears = is_hit || uniform(&it.seed, 0, 1) < 0.5 ? 0 : uniform(&it.seed, 0, 0.9);
    for (size_t n = 0; n < 4; n++) it.rest[n] = bears * rest[n];
    rest_for(&it, log_uniform(&it.seed, 0.04, 60));
    memcpy(it.rest, rest, sizeof rest);
    rest_for(&it, uniform(&it.seed, 0.5, 4));
    press_for(&it, log_uniform(&it.seed, 1, 8), 0, 0, 0.1 + 3 / it.hz), presses++;
    rest_for(&it, uniform(&it.seed, 0.5, 2));
  }
  assert_rests("preload", &it, seed, presses);
}

TEST(preloads_that_are_gone_for_40_ms_to_a_minute_are_the_zero_again_at_once) {
  for (int seed = 0; seed < PLAYS; seed++) play_a_preload((uint64_t)seed);
}

/* A load cell: linear around its stored zero. */
typedef struct cell {
  uint64_t seed;
  double   hz, codes;
} cell;

enum { CELL_ZERO = 32770, CELL_RANGE = 0xffffff };

static void feed_cell(cell *it, double force) {
  double      code = CELL_ZERO + it->codes * force + uniform(&it->seed, -1.5, 1.5);
  press_frame f = {.t_us = p.now += (uint64_t)llround(1e6 / it->hz), .present = 1, .code = {(int32_t)lround(fmax(0, fmin(65535, code)))}};
  assert_int_equal(press_pad_feed(p.pad, &f, b.engine), PRESS_OK);
}

static void cell_for(cell *it, double force, double seconds) {
  for (uint64_t end = p.now + (uint64_t)(seconds * 1e6); p.now < end;) feed_cell(it, force);
}

static void cell_press(cell *it, uint64_t seed) {
  uint32_t began = counts[0], ended = counts[1];
  cell_for(it, log_uniform(&it->seed, 1, 8), uniform(&it->seed, 0.3, 1.5) + 2 / it->hz);
  cell_for(it, 0, 2);
  if (counts[0] != began + 1 || counts[1] != ended + 1)
    fail_msg("cell, seed %llu: a press is %u contacts", (unsigned long long)seed, counts[0] - began);
}

static void play_a_cell(uint64_t seed) {
  play made;
  make_plays(&made, 1, seed);
  cell it = {.seed = made.seed, .hz = seed % 2 ? 80 : 10};
  it.codes = log_uniform(&it.seed, 100, 1500);
  press_sensor *s = &p.sensors[0];
  s->circuit.full_scale = CELL_RANGE;
  s->circuit.resistor_ohm = 1;
  s->circuit.max_code = 0xffff;
  double            ten = CELL_ZERO + 10 * it.codes, least = CELL_ZERO / (double)(CELL_RANGE - CELL_ZERO) * 1e6;
  press_curve_point point = {(press_q16)llround((ten / (CELL_RANGE - ten) * 1e6 - least) * 65536), PRESS_Q16(10)};
  assert_int_equal(press_curve_table(&point, 1, &s->curve), PRESS_OK);
  s->zero = (press_q16)llround(least * 65536);
  press_config c;
  press_config_init(&c);
  make_counted(&c);
  cell_for(&it, 0, 2);
  for (int i = 0; i < 5; i++) {
    double n = log_uniform(&it.seed, 0.05, 8), f = uniform(&it.seed, 3, 20), tau = log_uniform(&it.seed, 0.05, 0.5), sign = 1;
    switch ((int)uniform(&it.seed, 0, 4)) {
      case 0: /* a pull, or a pan that is off */ cell_for(&it, -n, log_uniform(&it.seed, 0.04, 60)); break;
      case 1: /* a cup is taken off */ cell_for(&it, n, 2); break;
      case 2: sign = -1; break;
      default: n = 0; break;
    }
    for (uint64_t at = p.now; p.now < at + 4000000;) {
      double t = (double)(p.now - at) / 1e6;
      feed_cell(&it, sign * n * exp(-t / tau) * cos(6.283185307 * f * t));
    }
    if (counts[0] != counts[1] + counts[2]) fail_msg("cell, seed %llu: a contact without end", (unsigned long long)seed);
    cell_press(&it, seed);
  }
  double off = (zero(0) - s->zero / 65536.0) * 10 / (point.conductance / 65536.0);
  if (fabs(off) > 0.1) fail_msg("cell, seed %llu: the zero is off by %g N", (unsigned long long)seed, off);
}

TEST(cells_that_ring_are_pulled_or_lose_their_pan_keep_their_zero) {
  for (int seed = 0; seed < PLAYS; seed++) play_a_cell((uint64_t)seed);
}

/* Each play holds its forces for a while: the mean of the readings is compared then. */
TEST(a_plate_with_a_preload_adds_what_each_sensor_says_with_its_sign) {
  static const double ks[] = {0, 0.32, 0.6, 0.73, 1};
  double              furthest = 0, least = 2, most = 0;
  for (size_t n = 0; n < COUNT(ks); n++)
    for (int place = 0; place < 50; place++) {
      play it;
      make_plays(&it, 4, (uint64_t)place);
      it.hz = 200;
      it.k = ks[n];
      it.noise = 0.5;
      double u = uniform(&it.seed, -0.95, 0.95), v = uniform(&it.seed, -0.95, 0.95), force = uniform(&it.seed, 1, 5), sums[4] = {0, 0, 0, 0};
      make_preloaded(&it, 1, 0);
      rest_for(&it, 1);
      press_at(&it, force, u, v);
      if (it.tips) continue;
      for (int i = 0; i < 100; i++) {
        feed_play(&it);
        press_reading r = reading();
        if (i < 50) continue;
        sums[0] += r.force / 65536.0 / 50;
        sums[1] += r.x / 65536.0 / 50;
        sums[2] += r.y / 65536.0 / 50;
      }
      double off = hypot(sums[1] - 50 - 50 * u, sums[2] - 50 - 50 * v), share = sums[0] / force;
      furthest = fmax(furthest, off), least = fmin(least, share), most = fmax(most, share);
      if (off > 2 || fabs(share - 1) > 0.05)
        fail_msg("k %g, %g N at %g, %g: %g N at %g, %g", ks[n], force, 50 + 50 * u, 50 + 50 * v, sums[0], sums[1], sums[2]);
    }
  if (getenv("SHOW")) print_message("place off by at most %.2f mm, the sum is %.3f to %.3f of the force\n", furthest, least, most);
}

int main(void) { return run_all(NULL, NULL); }
