/* Pinches of fingers on a grid: 16 by 16 cells of 10 points with gains that differ by 15 % and noise of up to 0.02 N, 100 frames a
 * second. A finger is a bell of force. The test computes the distance and the angle of the two fingers in doubles, and compares them with the
 * events in every frame of the gesture. docs/interactions/pinch.md has the output of the first test. */
#include "support.h"

#include <math.h>
#include <stdio.h>

#define TRIES (IS_FAST ? 20 : 1)
enum { N = 16, CELLS = N * N, MS = 1000, FINGERS = 4 };

#define PI 3.14159265358979

typedef struct finger {
  double x, y, newtons, sigma; /* cells, N, cells */
} finger;

static bench b;
static _Alignas(8) unsigned char storage[65536];
static press_grid *grid;
static double      gain[CELLS];

static double noise(void) {
  static uint32_t seed = 1;
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) / 16777216.0;
}

static void make(uint16_t palm_cells, uint32_t lift_us) {
  press_config config = bench_config();
  config.lift_us = lift_us;
  bench_make(&b, &config);
  assert_int_equal(press_pinch_attach(b.engine, NULL), PRESS_OK);
  bench_target(&b, 1, 0, -1000, -1000, 3000, 3000, PRESS_TARGET_PINCH);
  press_grid_config cells;
  press_grid_config_init(&cells);
  cells.pitch_x = cells.pitch_y = PRESS_Q16(10);
  cells.palm_cells = palm_cells;
  assert_int_equal(press_grid_init(storage, sizeof storage, &cells, &grid), 0);
  for (int i = 0; i < CELLS; i++) gain[i] = 0.85 + 0.3 * noise();
  static const int32_t untouched[CELLS];
  assert_int_equal(press_grid_feed(grid, b.now += 10 * MS, untouched, CELLS, b.engine), 0);
}

/* A bell around a place, at a cell. */
static double bell(double place, int cell, double sigma) {
  double off = (cell - place) / sigma;
  return exp(-off * off / 2) / (sqrt(2 * PI) * sigma);
}

static void frame(const finger *fingers, int count) {
  int32_t cells[CELLS];
  double  across[FINGERS][N], down[FINGERS][N];
  assert_true(count <= FINGERS);
  for (int f = 0; f < count; f++) {
    for (int i = 0; i < N; i++) {
      across[f][i] = fingers[f].newtons * bell(fingers[f].x, i, fingers[f].sigma);
      down[f][i] = bell(fingers[f].y, i, fingers[f].sigma);
    }
  }
  for (int i = 0; i < CELLS; i++) {
    double force = 0.02 * noise();
    for (int f = 0; f < count; f++) force += across[f][i % N] * down[f][i / N];
    cells[i] = (int32_t)(force * gain[i] * 65536);
  }
  assert_int_equal(press_grid_feed(grid, b.now += 10 * MS, cells, CELLS, b.engine), 0);
}

/* ---- true and delivered values ---- */

typedef struct way {
  double apart, grows, turns; /* cells, cells a second, degrees a second */
} way;

typedef struct course {
  way    w;
  double direction, x, y, newtons; /* degrees at first, the centre in cells */
  int    frames;
  double apart, turned; /* now */
  bool   has_begun, scales, turns;
  double first_apart, first_turned; /* where they began to count */
} course;

typedef struct errors {
  double scale, angle, centre; /* parts, degrees, cells: the greatest */
} errors;

/* The places of the two fingers in the next frame. */
static void move(course *c, finger two[2]) {
  double seconds = c->frames++ / 100.0;
  c->apart = c->w.apart + c->w.grows * seconds, c->turned = c->w.turns * seconds;
  double angle = (c->direction + c->turned) * PI / 180;
  for (int f = 0; f < 2; f++) {
    double side = (f ? 1 : -1) * c->apart / 2;
    two[f] = (finger){c->x + side * cos(angle), c->y + side * sin(angle), c->newtons, 0.9};
  }
}

/* Compares the newest event of a pinch with the truth. Once it began it is there in every frame. */
static void compare(course *c, double apart_before, double turned_before, errors *worst) {
  size_t begun = recorder_count(&b.log, PRESS_EVENT_PINCH_BEGAN);
  if (begun == 0) return;
  assert_int_equal(begun, 1);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PINCH_ENDED) + recorder_count(&b.log, PRESS_EVENT_PINCH_CANCELLED), 0);
  const press_event *e = recorder_last(&b.log, c->has_begun ? PRESS_EVENT_PINCH_CHANGED : PRESS_EVENT_PINCH_BEGAN);
  assert_non_null(e);
  assert_int_equal(e->t_us, b.now);
  c->has_begun = true;
  /* The scale is relative to the last frame in which it was 1, the angle to the last one in which it was 0. */
  if (!c->scales && e->value != PRESS_ONE) c->scales = true, c->first_apart = apart_before;
  if (!c->turns && e->value2 != 0) c->turns = true, c->first_turned = turned_before;
  if (c->scales) worst->scale = fmax(worst->scale, fabs(e->value / 65536.0 / (c->apart / c->first_apart) - 1));
  if (c->turns) worst->angle = fmax(worst->angle, fabs(e->value2 / 65536.0 - (c->turned - c->first_turned)));
  worst->centre = fmax(worst->centre, hypot(e->x / 655360.0 - c->x, e->y / 655360.0 - c->y));
}

/* A frame of the two, and of others. @return false, and no frame: they would be nearer than 5 cells, or further than 11. */
static bool goes_on(course *c, const finger *others, int count, errors *worst) {
  finger all[FINGERS];
  double apart = c->apart, turned = c->turned;
  move(c, all);
  if (c->apart < 5 || c->apart > 11) return false;
  for (int f = 0; f < count; f++) all[2 + f] = others[f];
  frame(all, 2 + count);
  compare(c, apart, turned, worst);
  return true;
}

static course usual(way w, double newtons) {
  return (course){.w = w, .direction = 360 * noise(), .x = 7.5, .y = 7.5, .newtons = newtons, .apart = w.apart};
}

static void is_within(const errors *worst) {
  if (!(worst->scale <= 0.05)) fail_msg("scale: %.1f %%", 100 * worst->scale);
  if (!(worst->angle <= 4)) fail_msg("angle: %.1f degrees", worst->angle);
  if (!(worst->centre <= 0.25)) fail_msg("centre: %.2f cells", worst->centre);
}

/* conforms: pinch-10 */
TEST(on_a_grid_the_scale_is_within_5_percent_and_the_angle_within_4_degrees) {
  static const way    ways[] = {{5, 3, 0}, {5, 10, 0}, {5, 40, 0}, {5, 80, 0}, {11, -3, 0}, {11, -20, 0}, {11, -80, 0}, {5, 0, 45}, {5, 0, 180},
       {5, 0, 360}, {7, 0, -180}, {9, 0, 90}, {11, 0, 45}, {11, 0, -360}, {5, 10, 90}, {5, 20, 360}, {11, -10, -180}};
  static const double newtons[] = {5, 3, 2};
  printf("cells apart, cells/s, degrees/s: scale, angle, centre at worst\n");
  for (size_t f = 0; f < COUNT(newtons); f++) {
    errors all = {0, 0, 0};
    for (size_t i = 0; i < COUNT(ways); i++) {
      errors worst = {0, 0, 0};
      for (int tries = 0; tries < TRIES; tries++) {
        course c = usual(ways[i], newtons[f]);
        make(0, 0);
        while (c.frames < 200 && goes_on(&c, NULL, 0, &worst)) {}
        assert_true(c.has_begun && (c.scales || c.w.grows == 0) && (c.turns || c.w.turns == 0));
      }
      printf("%.0f N: %2.0f, %3.0f, %4.0f: %.1f %%, %.1f degrees, %.2f cells\n", newtons[f], ways[i].apart, ways[i].grows, ways[i].turns,
        100 * worst.scale, worst.angle, worst.centre);
      all = (errors){fmax(all.scale, worst.scale), fmax(all.angle, worst.angle), fmax(all.centre, worst.centre)};
    }
    printf("%.0f N: scale within %.1f %%, angle within %.1f degrees, centre within %.2f cells\n", newtons[f], 100 * all.scale, all.angle, all.centre);
    is_within(&all);
  }
}

/* ---- a third finger, a palm, and a lift in the middle ---- */

static size_t of_pinches(void) {
  size_t count = 0;
  for (uint32_t type = PRESS_EVENT_PINCH_BEGAN; type <= PRESS_EVENT_PINCH_CANCELLED; type++) count += recorder_count(&b.log, type);
  return count;
}

static const press_event *ended(uint32_t type, int32_t reason) {
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PINCH_ENDED) + recorder_count(&b.log, PRESS_EVENT_PINCH_CANCELLED), 1);
  const press_event *e = recorder_last(&b.log, type);
  assert_non_null(e);
  assert_int_equal(e->reason, reason);
  return e;
}

TEST(on_a_grid_a_third_finger_or_a_palm_beside_the_two_changes_nothing) {
  /* The two fingers are in the upper half. The third touches below them, moves, and lifts. A palm comes down like a finger, and spreads. */
  static const finger others[] = {{3, 13, 5, 0.9}, {8, 12.5, 20, 1.8}};
  for (size_t other = 0; other < COUNT(others); other++)
    for (int tries = 0; tries < TRIES; tries++) {
      errors worst = {0, 0, 0};
      course c = usual((way){6, 8, 20}, 5);
      c.direction = -5, c.y = 4;
      make(30, 0);
      for (int f = 0; f < 60; f++) {
        finger third = others[other];
        third.x += f / 30.0;
        if (f < 18) third.newtons = 5, third.sigma = 0.9;
        assert_true(goes_on(&c, &third, f >= 15 && f < 45, &worst));
      }
      assert_true(c.has_begun && c.scales && c.turns);
      is_within(&worst);
      assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 3);
      assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_CANCELLED), other);
      assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_ENDED), 1 - other);
      bench_finish(&b);
    }
}

TEST(on_a_grid_a_finger_that_becomes_a_palm_cancels) {
  for (int tries = 0; tries < TRIES; tries++) {
    errors worst = {0, 0, 0};
    course c = usual((way){8, -5, 0}, 5);
    make(30, 0);
    while (c.frames < 30) assert_true(goes_on(&c, NULL, 0, &worst));
    is_within(&worst);
    size_t before = of_pinches();
    finger two[2];
    move(&c, two);
    two[0].newtons = 20, two[0].sigma = 1.8;
    frame(two, 2);
    double scale = ended(PRESS_EVENT_PINCH_CANCELLED, PRESS_REASON_PALM)->value / 65536.0;
    assert_true(fabs(scale / (c.apart / c.first_apart) - 1) <= 0.05);
    assert_int_equal(of_pinches(), before + 1);
    for (int f = 0; f < 10; f++) move(&c, two), frame(two, 2);
    assert_int_equal(of_pinches(), before + 1);
    bench_finish(&b);
  }
}

/* One of the two fingers lifts, over 50 ms or at once. The other moves on. */
static double worst_end(bool slowly) {
  double worst_end = 0;
  for (int tries = 0; tries < TRIES; tries++) {
    errors worst = {0, 0, 0};
    course c = usual((way){6, 8, 45}, 5);
    finger two[2];
    make(0, 55 * MS);
    while (c.frames < 40) assert_true(goes_on(&c, NULL, 0, &worst));
    is_within(&worst);
    for (int f = 0; slowly && f < 5; f++) {
      move(&c, two);
      two[1].newtons = 4 - 0.9 * f;
      frame(two, 2);
    }
    double apart = c.apart, first_apart = c.first_apart;
    size_t before = of_pinches();
    for (int f = 0; f < 4; f++) move(&c, two), frame(two, 1);
    assert_int_equal(of_pinches(), before);
    for (int f = 0; f < 20; f++) move(&c, two), frame(two, 1);
    worst_end = fmax(worst_end, fabs(ended(PRESS_EVENT_PINCH_ENDED, PRESS_REASON_LIFTED)->value / 65536.0 / (apart / first_apart) - 1));
    assert_int_equal(of_pinches(), before + 1);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_ENDED), 1);
    bench_finish(&b);
  }
  return worst_end;
}

TEST(on_a_grid_a_lift_in_the_middle_ends_it_where_it_was) {
  double at_once = worst_end(false), slowly = worst_end(true);
  printf("a lift at once: scale within %.1f %%; over 50 ms: within %.1f %%\n", 100 * at_once, 100 * slowly);
  assert_true(at_once > 0 && at_once <= 0.05);
  assert_true(slowly > 0 && slowly <= 0.05);
}

TEST(on_a_grid_a_finger_that_is_gone_for_40_ms_goes_on_pinching) {
  for (int tries = 0; tries < TRIES; tries++) {
    errors worst = {0, 0, 0};
    course c = usual((way){6, 8, 45}, 5);
    finger two[2];
    make(0, 55 * MS);
    while (c.frames < 40) assert_true(goes_on(&c, NULL, 0, &worst));
    size_t before = of_pinches();
    for (int f = 0; f < 4; f++) move(&c, two), frame(two, 1);
    assert_int_equal(of_pinches(), before);
    while (c.frames < 60) assert_true(goes_on(&c, NULL, 0, &worst));
    assert_true(of_pinches() >= before + 15);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 2);
    is_within(&worst);
    bench_finish(&b);
  }
}

TEST(on_a_grid_those_that_are_left_pinch_again) {
  static const finger third = {3, 13, 5, 0.9};
  for (int tries = 0; tries < TRIES; tries++) {
    errors worst = {0, 0, 0};
    course c = usual((way){6, 8, 0}, 5);
    finger two[3];
    c.direction = -5, c.y = 4;
    make(0, 0);
    while (c.frames < 40) assert_true(goes_on(&c, &third, c.frames > 20, &worst));
    is_within(&worst);
    two[2] = third;
    for (int f = 0; f < 10; f++) move(&c, two), two[1] = third, frame(two, 2);
    ended(PRESS_EVENT_PINCH_ENDED, PRESS_REASON_LIFTED);
    /* The one that is left moves away from the third. */
    double apart = 0, first_apart = 0, error = 0;
    for (int f = 0; f < 40; f++) {
      double before = apart;
      two[0].x += 0.2, apart = hypot(two[0].x - third.x, two[0].y - third.y);
      frame(two, 2);
      const press_event *e = recorder_last(&b.log, PRESS_EVENT_PINCH_CHANGED);
      if (recorder_count(&b.log, PRESS_EVENT_PINCH_BEGAN) == 1 || e->t_us != b.now) continue;
      if (e->value != PRESS_ONE && first_apart == 0) first_apart = before;
      assert_int_equal(e->subject, 2);
      if (first_apart > 0) error = fmax(error, fabs(e->value / 65536.0 / (apart / first_apart) - 1));
    }
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PINCH_BEGAN), 2);
    assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PINCH_BEGAN)->value, PRESS_ONE);
    assert_true(error > 0 && error <= 0.05);
    bench_finish(&b);
  }
}

int main(void) { return run_all(NULL, NULL); }
