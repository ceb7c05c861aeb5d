/* The grid: frames of a matrix in, contacts with lasting identities out. Fingers are bells of force; a test knows where they
 * are, and compares. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 16, CELLS = N * N, MS = 1000 };

typedef struct finger {
  double x, y, newtons;
} finger;

typedef struct table {
  _Alignas(8) unsigned char storage[65536];
  press_grid_config  config;
  press_grid        *grid;
  press_engine      *engine; /* NULL: none */
  uint64_t           now;
  double             gain[CELLS]; /* spread of the cells */
  double             noise;
  uint32_t           seed;
  int32_t            cells[CELLS];
  press_grid_contact contacts[32];
  int                count;
} table;

/* Of this test; the engine behind it, where one is needed. */
static table t;
static bench b;

static double unit(table *t) {
  t->seed = t->seed * 1664525u + 1013904223u;
  return (t->seed >> 8) / 16777216.0;
}

static press_grid_config usual(void) {
  press_grid_config config;
  press_grid_config_init(&config);
  return config;
}

static void make(table *t, const press_grid_config *config) {
  memset(t, 0, sizeof *t);
  t->config = config ? *config : usual();
  t->seed = 1;
  for (int i = 0; i < CELLS; i++) t->gain[i] = 1;
  /* Storage is whatever it was before. */
  memset(t->storage, 0xa5, sizeof t->storage);
  assert_int_equal(press_grid_init(t->storage, sizeof t->storage, &t->config, &t->grid), 0);
}

/* Makes the grid with changes of the usual config. */
#define MAKE(...) \
  do { \
    press_grid_config c = usual(); \
    (void)(__VA_ARGS__); \
    make(&t, &c); \
  } while (0)
#define GRID_TEST(name) TEST_BETWEEN(make(&t, NULL), (void)0, name)
#define GRID_TEST_WITH(name, ...) TEST_BETWEEN(MAKE(__VA_ARGS__), (void)0, name)

/* Feeds an engine from now on. */
#define FEED_BENCH(...) \
  do { \
    BENCH(&b, __VA_ARGS__); \
    t.engine = b.engine; \
  } while (0)

static press_grid_stats grid_stats(void) {
  press_grid_stats stats = {.size = sizeof stats};
  assert_int_equal(press_grid_get_stats(t.grid, &stats), 0);
  return stats;
}

/* Adds the forces of the fingers to the cells. */
static void press(table *t, const finger *fingers, int count, double sigma) {
  for (int row = 0; row < N; row++) {
    for (int column = 0; column < N; column++) {
      double force = t->noise * unit(t);
      for (int i = 0; i < count; i++) {
        double dx = column - fingers[i].x, dy = row - fingers[i].y;
        force += fingers[i].newtons * exp(-(dx * dx + dy * dy) / (2 * sigma * sigma)) / (2 * 3.14159265358979 * sigma * sigma);
      }
      t->cells[row * N + column] = (int32_t)(force * t->gain[row * N + column] * 65536);
    }
  }
}

static int feed_cells(table *t) {
  t->now += 10 * MS;
  int status = press_grid_feed(t->grid, t->now, t->cells, CELLS, t->engine);
  t->count = press_grid_get_contacts(t->grid, t->contacts, 32);
  assert_true(t->count >= 0);
  return status;
}

static void feed(table *t, const finger *fingers, int count) {
  press(t, fingers, count, 0.9);
  assert_int_equal(feed_cells(t), 0);
}

/* Feeds the cells; asserts how many contacts there are. */
static void finds(int count) {
  assert_int_equal(feed_cells(&t), 0);
  assert_int_equal(t.count, count);
}

/* The contact nearest to a finger. */
static const press_grid_contact *at(const table *t, finger f) {
  const press_grid_contact *best = NULL;
  double                    least = 1e9;
  for (int i = 0; i < t->count; i++) {
    double d = hypot(t->contacts[i].x / 65536.0 - f.x, t->contacts[i].y / 65536.0 - f.y);
    if (d < least) least = d, best = &t->contacts[i];
  }
  return least < 1.5 ? best : NULL;
}

#define assert_contact(t, f, expected) \
  do { \
    const press_grid_contact *c_ = at((t), (f)); \
    assert_non_null(c_); \
    assert_int_equal(c_->serial, (expected)); \
  } while (0)

/* ---- one finger ---- */

GRID_TEST(a_finger_is_where_its_force_is_and_as_hard) {
  feed(&t, &(finger){7.3, 4.8, 3}, 1);
  assert_int_equal(t.count, 1);
  assert_true(fabs(t.contacts[0].x / 65536.0 - 7.3) < 0.1 && fabs(t.contacts[0].y / 65536.0 - 4.8) < 0.1);
  assert_true(t.contacts[0].force > PRESS_Q16(2.2) && t.contacts[0].force < PRESS_Q16(3.01));
  assert_int_equal(t.contacts[0].contact, 0);
  assert_int_equal(t.contacts[0].serial, 1);
}

GRID_TEST_WITH(places_are_points_from_origin_and_pitch_also_mirrored, c.x = PRESS_Q16(100), c.y = PRESS_Q16(50), c.pitch_x = PRESS_Q16(5),
  c.pitch_y = PRESS_Q16(-2)) {
  t.cells[3 * N + 10] = PRESS_ONE;
  assert_int_equal(feed_cells(&t), 0);
  assert_int_equal(t.contacts[0].x, PRESS_Q16(150));
  assert_int_equal(t.contacts[0].y, PRESS_Q16(44));
}

TEST(codes_are_newtons_by_gain_and_by_curve) {
  press_grid_config config = usual();
  config.gain = PRESS_Q16(100); /* 100/65536 N a code */
  make(&t, &config);
  t.cells[0] = 4096;
  assert_int_equal(feed_cells(&t), 0);
  assert_int_equal(t.contacts[0].force, 409600);
  press_curve_point points[] = {{PRESS_Q16(1), PRESS_Q16(1)}, {PRESS_Q16(2), PRESS_Q16(4)}};
  assert_int_equal(press_curve_table(points, 2, &config.curve), 0);
  config.gain = PRESS_Q16(16);
  make(&t, &config);
  t.cells[0] = 6144; /* 1.5 */
  assert_int_equal(feed_cells(&t), 0);
  assert_int_equal(t.contacts[0].force, PRESS_Q16(2.5));
}

GRID_TEST(the_least_that_counts_is_release_force_and_the_least_that_begins_touch_force) {
  t.cells[40] = t.config.touch_force - 1;
  finds(0);
  t.cells[40]++;
  t.cells[41] = t.config.release_force;
  t.cells[42] = t.config.release_force - 1;
  finds(1);
  assert_int_equal(t.contacts[0].cells, 2);
  t.cells[40] = t.config.release_force;
  finds(1);
}

/* Row 2: cells from column 5 on, in steps of 1/65536 N. */
static void feed_row(table *t, const int32_t *cells, int count) {
  memset(t->cells, 0, sizeof t->cells);
  memcpy(t->cells + 2 * N + 5, cells, (size_t)count * sizeof *cells);
  assert_int_equal(feed_cells(t), 0);
}

GRID_TEST(cells_beside_a_contact_that_do_not_count_have_a_part_in_its_place_alone) {
  enum { HALF = 3277, PEAK = 20000 };
  static const struct {
    int32_t cells[3], x; /* x: of the second */
  } rows[] = {{{0, PEAK, 0}, 0}, {{0, PEAK, HALF}, 0}, {{0, PEAK, 6553}, 6553 - HALF}, {{6553, PEAK, 0}, HALF - 6553}, {{5000, PEAK, 5000}, 0}};
  assert_int_equal(t.config.release_force, 6554);
  for (size_t i = 0; i < COUNT(rows); i++) {
    feed_row(&t, rows[i].cells, 3);
    assert_int_equal(t.count, 1);
    assert_int_equal(t.contacts[0].cells, 1);
    assert_int_equal(t.contacts[0].force, PEAK);
    assert_int_equal(t.contacts[0].y, 2 * PRESS_ONE);
    assert_true(fabs(t.contacts[0].x - 65536 * (6 + (double)rows[i].x / (PEAK - HALF + (double)labs(rows[i].x)))) <= 1);
  }
  /* A force has no effect on the place two cells away, in a masked cell, or beside noise below a contact. */
  feed_row(&t, (const int32_t[]){PEAK, 0, 6553}, 3);
  assert_int_equal(t.contacts[0].x, 5 * PRESS_ONE);
  uint32_t mask[N] = {[2] = 1 << 6};
  assert_int_equal(press_grid_set_mask(t.grid, mask, N), 0);
  feed_row(&t, (const int32_t[]){PEAK, 6553}, 2);
  assert_int_equal(t.contacts[0].x, 5 * PRESS_ONE);
}

TEST(a_cell_between_two_contacts_has_a_part_in_the_place_of_the_one_with_its_highest_neighbour) {
  for (int higher = 0; higher < 2; higher++) {
    make(&t, NULL);
    feed_row(&t, (const int32_t[]){higher ? 20000 : 30000, 6000, higher ? 30000 : 20000}, 3);
    assert_int_equal(t.count, 2);
    const press_grid_contact *first = at(&t, (finger){5, 2, 0}), *second = at(&t, (finger){7, 2, 0});
    assert_true(higher ? first->x == 5 * PRESS_ONE : first->x > 5 * PRESS_ONE);
    assert_true(higher ? second->x < 7 * PRESS_ONE : second->x == 7 * PRESS_ONE);
  }
}

GRID_TEST(a_cell_that_begins_to_count_does_not_move_its_contact_by_that) {
  press_q16 before = 5 * PRESS_ONE;
  for (int32_t cell = 3000; cell < 8000; cell++) {
    feed_row(&t, (const int32_t[]){15000, cell}, 2);
    assert_int_equal(t.contacts[0].cells, cell < t.config.release_force ? 1 : 2);
    assert_true(t.contacts[0].x >= before && t.contacts[0].x <= before + 8);
    before = t.contacts[0].x;
  }
}

TEST(a_cell_that_does_not_count_has_its_part_by_the_curve_and_above_its_zero) {
  press_curve_point points[] = {{PRESS_Q16(1), PRESS_Q16(0.02)}, {PRESS_Q16(2), PRESS_Q16(0.09)}, {PRESS_Q16(3), PRESS_Q16(1)}};
  press_grid_config config = usual();
  config.flags = PRESS_GRID_BASELINE;
  assert_int_equal(press_curve_table(points, 3, &config.curve), 0);
  make(&t, &config);
  for (int i = 0; i < CELLS; i++) t.cells[i] = PRESS_Q16(7);
  for (int i = 0; i < 30; i++) assert_int_equal(feed_cells(&t), 0);
  t.cells[40] = PRESS_Q16(10), t.cells[41] = PRESS_Q16(9);
  finds(1);
  assert_int_equal(t.contacts[0].cells, 1);
  assert_true(fabs(t.contacts[0].x / 65536.0 - (8 + 0.04 / (0.95 + 0.04))) < 0.001);
}

GRID_TEST(the_corners_and_edges_are_like_the_middle) {
  static const finger places[] = {{0, 0, 4}, {15, 0, 4}, {0, 15, 4}, {15, 15, 4}, {7, 0, 4}, {0, 7, 4}, {15, 8, 4}, {8, 15, 4}};
  feed(&t, places, 8);
  assert_int_equal(t.count, 8);
  for (int i = 0; i < 8; i++) assert_non_null(at(&t, places[i]));
}

TEST(grids_of_one_cell_one_row_and_one_column_work) {
  static const uint16_t shapes[][2] = {{1, 1}, {32, 1}, {1, 32}, {32, 32}};
  static int32_t        cells[1024];
  for (int i = 0; i < 4; i++) {
    press_grid_config config = usual();
    config.columns = shapes[i][0], config.rows = shapes[i][1];
    memset(&t, 0, sizeof t);
    assert_int_equal(press_grid_init(t.storage, press_grid_size(&config), &config, &t.grid), 0);
    size_t count = (size_t)config.columns * config.rows;
    memset(cells, 0, sizeof cells);
    cells[count - 1] = PRESS_ONE;
    assert_int_equal(press_grid_feed(t.grid, 1, cells, count, NULL), 0);
    assert_int_equal(press_grid_get_contacts(t.grid, t.contacts, 32), 1);
    assert_int_equal(t.contacts[0].x, (config.columns - 1) * PRESS_ONE);
    assert_int_equal(t.contacts[0].y, (config.rows - 1) * PRESS_ONE);
  }
}

/* ---- identities ---- */

TEST(two_fingers_that_cross_keep_their_identities) {
  for (int pass = 0; pass < 24; pass += IS_FAST ? 1 : 5) {
    double step = pass < 12 ? 0.5 : 0.1; /* cells a frame */
    make(&t, NULL);
    t.seed = (uint32_t)pass + 1, t.noise = 0.02;
    for (int i = 0; i < CELLS; i++) t.gain[i] = 0.85 + 0.3 * unit(&t);
    finger f[2];
    for (int k = 0; k * step <= 12; k++) {
      f[0] = (finger){1.5 + step * k, 7.0 - 0.1 * (pass % 4), 3};
      f[1] = (finger){13.5 - step * k, 7.6 + 0.1 * (pass % 3), 4};
      feed(&t, f, 2);
      assert_int_equal(t.count, 2);
    }
    uint32_t first = at(&t, f[0])->serial, second = at(&t, f[1])->serial;
    assert_int_equal(first, 2); /* the harder one was first */
    assert_int_equal(second, 1);
    assert_true(grid_stats().merges >= 1);
  }
}

GRID_TEST(two_that_merge_share_the_force_and_part_again) {
  for (int k = 0; k < 40; k++) {
    double d = k < 10 ? 4 - 0.3 * k : k < 30 ? 1 : 1 + 0.3 * (k - 30);
    finger f[2] = {{7.5 - d / 2, 6, 4}, {7.5 + d / 2, 6, 4}};
    feed(&t, f, 2);
    assert_int_equal(t.count, 2);
    if (k == 20) {
      assert_true(t.contacts[0].flags & PRESS_GRID_CONTACT_MERGED && t.contacts[1].flags & PRESS_GRID_CONTACT_MERGED);
      double sum = (t.contacts[0].force + t.contacts[1].force) / 65536.0;
      assert_true(sum > 7 && sum < 8.01);
    }
  }
  assert_true(t.contacts[0].serial == 1 && t.contacts[1].serial == 2);
  assert_true(!(t.contacts[0].flags & PRESS_GRID_CONTACT_MERGED));
}

TEST(of_two_merged_ones_that_which_lifts_ends_and_the_other_stays_itself) {
  for (int which = 0; which < 2; which++) {
    make(&t, NULL);
    uint32_t serial[2] = {0};
    for (int k = 0; k < 40; k++) {
      double d = k < 10 ? 5 - 0.3 * k : 2;
      finger f[2] = {{7.5 - d / 2, 6, 4}, {7.5 + d / 2, 6, 4}};
      if (k == 0)
        feed(&t, f, 2), serial[0] = at(&t, f[0])->serial, serial[1] = at(&t, f[1])->serial;
      else
        feed(&t, k < 13 ? f : &f[1 - which], k < 13 ? 2 : 1);
      if (k == 12) assert_true(t.contacts[0].flags & PRESS_GRID_CONTACT_MERGED);
    }
    assert_int_equal(t.count, 1);
    assert_int_equal(t.contacts[0].serial, serial[1 - which]);
  }
}

TEST(one_that_drops_out_comes_back_as_itself_when_near_and_in_time) {
  for (int frames = 1; frames <= 5; frames++) {
    make(&t, NULL);
    finger f = {5, 5, 3};
    for (int k = 0; k < 5; k++) feed(&t, &f, 1);
    for (int k = 0; k < frames; k++) {
      feed(&t, NULL, 0);
      assert_int_equal(t.count, frames <= 2 || k < 2 ? 1 : 0);
      if (t.count) assert_int_equal(t.contacts[0].flags, PRESS_GRID_CONTACT_HELD);
    }
    f.x += 1;
    feed(&t, &f, 1);
    assert_int_equal(t.count, 1);
    assert_int_equal(t.contacts[0].serial, frames <= 2 ? 1 : 2);
  }
}

GRID_TEST(one_that_comes_back_far_away_is_another) {
  for (int k = 0; k < 5; k++) feed(&t, &(finger){3, 3, 3}, 1);
  feed(&t, NULL, 0);
  feed(&t, &(finger){12, 12, 3}, 1);
  assert_int_equal(t.count, 2); /* the first is held: its id is not given to the other */
  assert_int_equal(t.contacts[0].serial, 1);
  assert_int_equal(t.contacts[1].contact, 1);
  for (int k = 0; k < 3; k++) feed(&t, &(finger){12, 12, 3}, 1);
  assert_int_equal(t.count, 1);
  assert_int_equal(t.contacts[0].serial, 2);
}

GRID_TEST(a_spike_of_one_frame_is_not_held) {
  feed(&t, &(finger){3, 3, 3}, 1);
  assert_int_equal(t.count, 1);
  feed(&t, NULL, 0);
  assert_int_equal(t.count, 0);
}

GRID_TEST(a_finger_that_slides_quickly_stays_itself) {
  for (double x = 1, speed = 0.5; x < 14; x += speed, speed = fmin(speed + 1, 4)) {
    feed(&t, &(finger){x, 8, 3}, 1);
    assert_int_equal(t.count, 1);
    assert_int_equal(t.contacts[0].serial, 1);
  }
}

GRID_TEST(a_chord_of_ten_stays_ten) {
  t.noise = 0.03;
  finger   f[10];
  uint32_t serial[10] = {0};
  for (int k = 0; k < 60; k++) {
    for (int i = 0; i < 10; i++) { f[i] = (finger){1.5 + 3 * (i % 5) + 0.1 * sin(k / 7.0 + i), 4 + 7 * (i / 5) + 2 * cos(k / 5.0), 2 + i * 0.2}; }
    feed(&t, f, 10);
    assert_int_equal(t.count, 10);
    for (int i = 0; i < 10; i++) {
      if (k == 0) serial[i] = at(&t, f[i])->serial;
      assert_contact(&t, f[i], serial[i]);
    }
  }
}

GRID_TEST_WITH(more_blobs_than_contacts_keep_those_that_are_there, c.max_contacts = 2) {
  finger f[4] = {{2, 2, 2}, {12, 2, 2}, {2, 12, 5}, {12, 12, 5}};
  feed(&t, f, 2);
  feed(&t, f, 4);
  assert_int_equal(t.count, 2);
  assert_non_null(at(&t, f[0]));
  assert_non_null(at(&t, f[1]));
  assert_int_equal(grid_stats().crowded, 2);
}

GRID_TEST_WITH(a_checkerboard_of_peaks_is_bounded_by_max_contacts, c.max_contacts = 32) {
  for (int i = 0; i < CELLS; i++) t.cells[i] = (i / N) % 2 == 0 && i % 2 == 0 ? PRESS_ONE + i : 0;
  for (int k = 0; k < 3; k++) finds(32);
}

/* ---- loads that are no fingers ---- */

GRID_TEST_WITH(single_cells_are_noise_when_min_cells_says_so, c.min_cells = 2) {
  t.cells[100] = PRESS_ONE;
  finds(0);
  assert_int_equal(grid_stats().noise, 1);
  t.cells[101] = PRESS_ONE / 2;
  finds(1);
}

GRID_TEST(a_masked_cell_or_row_counts_as_nothing) {
  uint32_t mask[N] = {0};
  mask[3] = 1u << 5;
  mask[9] = 0xffff;
  assert_int_equal(press_grid_set_mask(t.grid, mask, N), 0);
  t.cells[3 * N + 5] = PRESS_Q16(5);
  for (int i = 0; i < N; i++) t.cells[9 * N + i] = PRESS_Q16(5);
  finds(0);
  assert_int_equal(press_grid_set_mask(t.grid, NULL, 0), 0);
  finds(2);
}

GRID_TEST(a_dead_cell_under_a_finger_does_not_make_two_of_it) {
  t.gain[6 * N + 7] = 0;
  feed(&t, &(finger){7.2, 6.1, 6}, 1);
  assert_int_equal(t.count, 1);
}

BENCH_TEST(a_palm_is_delivered_and_stays_one_until_it_lifts) {
  MAKE(c.palm_cells = 30);
  t.engine = b.engine;
  press(&t, &(finger){8, 8, 2}, 1, 0.9);
  assert_int_equal(feed_cells(&t), 0);
  press(&t, &(finger){8, 8, 60}, 1, 2.5);
  assert_int_equal(feed_cells(&t), 0);
  assert_true(t.contacts[0].flags & PRESS_GRID_CONTACT_PALM);
  press(&t, &(finger){8, 8, 2}, 1, 0.9);
  assert_int_equal(feed_cells(&t), 0);
  assert_true(t.contacts[0].flags & PRESS_GRID_CONTACT_PALM);
  const press_event *end = recorder_last(&b.log, PRESS_EVENT_CONTACT_CANCELLED);
  assert_non_null(end);
  assert_int_equal(end->reason, PRESS_REASON_PALM);
  for (int k = 0; k < 5; k++) feed(&t, NULL, 0);
  for (int k = 0; k < 2; k++) feed(&t, &(finger){8, 8, 2}, 1);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 2);
  b.now = t.now;
}

/* ---- the zero of each cell ---- */

GRID_TEST_WITH(the_zero_of_each_cell_is_learnt_and_followed, c.flags = PRESS_GRID_BASELINE, c.start_us = 50 * MS, c.rise_us = 1000 * MS) {
  for (int k = 0; k < 6; k++) {
    for (int i = 0; i < CELLS; i++) t.cells[i] = PRESS_ONE * (i % 5);
    finds(0);
  }
  t.cells[77] += PRESS_ONE;
  finds(1);
  assert_int_equal(t.contacts[0].force, PRESS_ONE);
  t.cells[77] -= PRESS_ONE;
  for (int k = 0; k < 6; k++) assert_int_equal(feed_cells(&t), 0);
  for (int k = 0; k < 500; k++) { /* 1 N of drift in 5 s */
    t.cells[20] += PRESS_ONE / 500;
    finds(0);
  }
}

TEST(tare_learns_a_stuck_cell_away) {
  MAKE(c.flags = PRESS_GRID_BASELINE);
  for (int k = 0; k < 25; k++) assert_int_equal(feed_cells(&t), 0);
  t.cells[3] = PRESS_ONE;
  assert_int_equal(feed_cells(&t), 0);
  assert_int_equal(press_grid_tare(t.grid, 0), PRESS_ERR_STATE);
  assert_int_equal(press_grid_reset(t.grid), 0);
  for (int k = 0; k < 25; k++) finds(0);
  assert_int_equal(press_grid_tare(t.grid, 0), 0);
  make(&t, NULL);
  assert_int_equal(press_grid_tare(t.grid, 0), PRESS_ERR_STATE);
}

/* ---- the engine ---- */

GRID_TEST(every_contact_begins_and_ends_once_in_the_engine) {
  FEED_BENCH((void)0);
  for (int k = 0; k < 200; k++) {
    finger f[5];
    int    count = 0;
    for (int i = 0; i < 5; i++) {
      if ((k + 13 * i) % 40 < 25) f[count++] = (finger){2 + 2.8 * i, 8 + 4 * sin(k / 15.0 + i), 2};
    }
    feed(&t, f, count);
  }
  for (int k = 0; k < 5; k++) feed(&t, NULL, 0);
  assert_int_equal(t.count, 0);
  assert_log_is_sound(&b.log);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_ENDED), recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN));
  assert_true(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN) >= 20);
}

GRID_TEST(a_finger_that_one_frame_does_not_see_stays_its_contact_at_20_hz) {
  FEED_BENCH(c.lift_us = 55000);
  finger f = {5, 5, 3};
  feed(&t, NULL, 0);
  for (int k = 0; k < 24; k++) {
    t.now += 40 * MS;
    feed(&t, &f, k == 20 || k == 22 ? 0 : 1);
  }
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 1);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_ENDED), 0);
}

BENCH_TEST(what_touches_a_grid_in_its_first_frame_and_in_the_first_after_a_loss_rests) {
  make(&t, NULL);
  t.engine = b.engine;
  finger f[2] = {{4, 4, 2}, {11, 11, 2}};
  for (int k = 0; k < 3; k++) feed(&t, f, 2);
  assert_string_equal(recorder_events(&b.log), "contact_began:resting contact_began:resting");
  recorder_clear(&b.log);
  for (int k = 0; k < 10; k++) feed(&t, NULL, 0);
  assert_string_equal(recorder_events(&b.log), "contact_ended:lifted contact_ended:lifted");
  recorder_clear(&b.log);
  for (int k = 0; k < 3; k++) feed(&t, f, 2);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PREVIEW_BEGAN), 2);
  assert_int_equal(press_grid_lost(t.grid, t.now, t.engine), 0);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_CANCELLED), 2);
  assert_int_equal(press_grid_get_contacts(t.grid, t.contacts, 32), 0);
  for (int k = 0; k < 3; k++) feed(&t, &f[1], 1);
  assert_int_equal(t.count, 1);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_CONTACT_BEGAN)->flags, PRESS_EVENT_FLAG_RESTING);
  feed(&t, f, 2);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_CONTACT_BEGAN)->flags, 0);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 4);
  feed(&t, NULL, 0);
  b.now = t.now;
}

GRID_TEST(an_engine_that_nobody_polls_refuses_the_frame_and_the_grid_is_as_before) {
  BENCH_POLLED(&b, c.max_events = 64);
  t.engine = b.engine;
  int status = 0, refused = 0;
  for (int k = 0; k < 400 && !refused; k++) {
    press(&t, &(finger){5, 5, 2 + (k % 8 < 4)}, k % 8 < 6, 0.9);
    press_grid_contact before[32];
    int                count = press_grid_get_contacts(t.grid, before, 32);
    status = feed_cells(&t);
    if (status == 0) continue;
    assert_int_equal(status, PRESS_ERR_AGAIN);
    assert_int_equal(t.count, count);
    assert_memory_equal(before, t.contacts, (size_t)count * sizeof *before);
    refused = 1;
  }
  assert_true(refused);
  press_event events[256];
  assert_true(press_poll(b.engine, events, 256) > 0);
  assert_int_equal(press_grid_feed(t.grid, t.now, t.cells, CELLS, t.engine), 0); /* the very frame that was refused */
}

static table *inner;
static int    inside_status[6];
static void   call_inside(recorder *log, press_engine *engine, const entry *delivered) {
    (void)log, (void)delivered;
    inside_status[0] = press_grid_feed(inner->grid, inner->now + 1, inner->cells, CELLS, engine);
    inside_status[1] = press_grid_lost(inner->grid, inner->now + 1, NULL);
    inside_status[2] = press_grid_reset(inner->grid);
    press_grid *other;
    inside_status[3] = press_grid_init(inner->storage, sizeof inner->storage, NULL, &other);
    inside_status[4] = press_grid_set_mask(inner->grid, NULL, 0);
    inside_status[5] = press_grid_tare(inner->grid, 0);
}

GRID_TEST(from_inside_a_callback_of_its_frame_a_grid_is_busy) {
  FEED_BENCH((void)0);
  inner = &t;
  b.log.hook = call_inside;
  feed(&t, &(finger){5, 5, 2}, 1);
  for (int i = 0; i < 6; i++) assert_int_equal(inside_status[i], PRESS_ERR_BUSY);
}

/* ---- bad input ---- */

GRID_TEST(time_that_does_not_go_forwards_is_refused_and_counted) {
  feed(&t, NULL, 0);
  assert_int_equal(press_grid_feed(t.grid, t.now, t.cells, CELLS, NULL), PRESS_ERR_TIME);
  assert_int_equal(press_grid_feed(t.grid, t.now - 1, t.cells, CELLS, NULL), PRESS_ERR_TIME);
  assert_int_equal(press_grid_lost(t.grid, t.now - 1, NULL), PRESS_ERR_TIME);
  assert_int_equal(grid_stats().backwards, 3);
  assert_int_equal(grid_stats().frames, 1);
  assert_int_equal(press_grid_reset(t.grid), 0);
  assert_int_equal(press_grid_feed(t.grid, 0, t.cells, CELLS, NULL), 0);
}

TEST(a_grid_takes_the_storage_that_it_says_and_no_less) {
  press_grid       *grid = NULL;
  press_grid_config good = usual();
  assert_int_equal(press_grid_init(t.storage + 1, sizeof t.storage - 1, &good, &grid), PRESS_ERR_INVAL);
  assert_int_equal(press_grid_init(t.storage, press_grid_size(&good) - 1, &good, &grid), PRESS_ERR_NOSPC);
  assert_null(grid);
  assert_int_equal(press_grid_init(t.storage, press_grid_size(&good), &good, &grid), 0);
}

GRID_TEST(contacts_that_do_not_fit_are_not_written) {
  feed(&t, (finger[]){{3, 3, 2}, {9, 9, 2}}, 2);
  press_grid_contact out[2] = {{.serial = 99}};
  assert_int_equal(press_grid_get_contacts(t.grid, NULL, 0), 2);
  assert_int_equal(press_grid_get_contacts(t.grid, out, 0), 2);
  assert_int_equal(out[0].serial, 99);
  out[1].serial = 77;
  assert_int_equal(press_grid_get_contacts(t.grid, out, 1), 2);
  assert_int_equal(out[0].serial, 1);
  assert_int_equal(out[1].serial, 77);
  assert_int_equal(press_grid_get_contacts(t.grid, out, 2), 2);
  assert_int_equal(out[1].serial, 2);
  /* However large it is. */
  memset(out, 0, sizeof out);
  assert_int_equal(press_grid_get_contacts(t.grid, out, SIZE_MAX), 2);
  assert_int_equal(out[0].serial, 1);
  assert_int_equal(out[1].serial, 2);
}

/* Random calls, in bytes around which nothing may change, against what must always hold. */
TEST(random_calls_keep_the_rules) {
  static uint64_t guarded[65536 / 8 + 2];
  for (uint32_t seed = 1; seed <= (IS_FAST ? 60 : 12); seed++) {
    memset(&t, 0, sizeof t);
    t.seed = seed;
    t.config = usual();
    t.config.flags = unit(&t) < 0.5 ? PRESS_GRID_BASELINE : 0;
    t.config.start_us = 20 * MS;
    t.config.max_contacts = (uint16_t)(1 + 32 * unit(&t));
    t.config.min_cells = (uint16_t)(3 * unit(&t));
    t.config.palm_cells = unit(&t) < 0.3 ? 20 : 0;
    t.config.dropout_us = (uint32_t)(60 * MS * unit(&t));
    t.config.merge_us = (uint32_t)(90 * MS * unit(&t));
    size_t size = press_grid_size(&t.config);
    assert_true(size % 8 == 0 && size <= sizeof guarded - 16);
    memset(guarded, 0x5a, sizeof guarded);
    assert_int_equal(press_grid_init(guarded + 1, size, &t.config, &t.grid), 0);
    press_config config = bench_config();
    config.max_contacts = 4;
    bench_make(&b, &config);
    int polled = seed % 3 == 0;
    if (polled) assert_int_equal(press_set_delegate(b.engine, NULL), 0);
    for (int k = 0; k < 150; k++) {
      double what = unit(&t);
      t.now += (uint64_t)(20 * MS * unit(&t));
      for (int i = 0; i < CELLS; i++) {
        double r = unit(&t);
        t.cells[i] = r < 0.9 ? (int32_t)(r * 3000) : r < 0.99 ? (int32_t)((r - 0.9) * 6000000) : r < 0.995 ? INT32_MIN : INT32_MAX;
      }
      int status;
      if (what < 0.7)
        status = press_grid_feed(t.grid, t.now, t.cells, CELLS, b.engine);
      else if (what < 0.8)
        memset(t.cells, 0, sizeof t.cells), status = press_grid_feed(t.grid, t.now, t.cells, CELLS, b.engine);
      else if (what < 0.86)
        status = press_grid_lost(t.grid, t.now, b.engine);
      else if (what < 0.9)
        status = press_grid_tare(t.grid, 0);
      else if (what < 0.92)
        status = press_engine_reset(b.engine);
      else if (what < 0.94)
        status = press_grid_reset(t.grid) | press_engine_reset(b.engine);
      else
        status = press_grid_set_mask(t.grid, (uint32_t[N]){[3] = 0xff, [7] = (uint32_t)k}, N);
      assert_true(status == 0 || status == PRESS_ERR_TIME || status == PRESS_ERR_NOSPC || status == PRESS_ERR_AGAIN || status == PRESS_ERR_STATE);
      t.count = press_grid_get_contacts(t.grid, t.contacts, 32);
      assert_true(t.count >= 0 && t.count <= t.config.max_contacts);
      for (int i = 0; i < t.count; i++) {
        const press_grid_contact *c = &t.contacts[i];
        assert_true(c->x >= 0 && c->y >= 0 && c->x <= 15 * PRESS_ONE && c->y <= 15 * PRESS_ONE);
        assert_true(c->force > 0);
        assert_true(i == 0 || c->contact > c[-1].contact);
        for (int j = 0; j < i; j++) assert_int_not_equal(c->serial, t.contacts[j].serial);
      }
      press_event events[64];
      if (polled && unit(&t) < 0.3) assert_true(press_poll(b.engine, events, 64) >= 0);
    }
    if (!polled) {
      assert_int_equal(press_engine_reset(b.engine), 0);
      assert_log_is_sound(&b.log);
    }
    assert_int_equal(guarded[0], 0x5a5a5a5a5a5a5a5a);
    assert_int_equal(guarded[1 + size / 8], 0x5a5a5a5a5a5a5a5a);
  }
}

/* A copy of the bytes goes on as the original does. */
GRID_TEST(a_grid_is_a_value) {
  static table copy;
  for (int k = 0; k < 20; k++) {
    finger f[2] = {{2 + 0.5 * k, 7, 3}, {13 - 0.5 * k, 8, 3}};
    feed(&t, f, 2);
    if (k == 9) copy = t, copy.grid = (press_grid *)copy.storage;
    if (k > 9) {
      feed(&copy, f, 2);
      assert_int_equal(copy.count, t.count);
      assert_memory_equal(copy.contacts, t.contacts, (size_t)t.count * sizeof *t.contacts);
    }
  }
}

TEST(a_grid_changes_once_nothing_touches) {
  press_grid_config config = usual();
  make(&t, &config);
  feed(&t, &(finger){7, 4, 3}, 1);
  config.touch_force = PRESS_Q16(2), config.release_force = PRESS_Q16(1.9), config.x = PRESS_Q16(100);
  assert_int_equal(press_grid_set(t.grid, &config), 0);
  /* While it touches, the former levels and the former place apply. */
  feed(&t, &(finger){7, 4, 2}, 1);
  assert_int_equal(t.count, 1);
  assert_true(fabs(t.contacts[0].x / 65536.0 - 7) < 0.1);
  for (int i = 0; i < 5; i++) feed(&t, NULL, 0);
  assert_int_equal(t.count, 0);
  feed(&t, &(finger){7, 4, 3}, 1);
  assert_int_equal(t.count, 0);
  /* A finger that rests does not begin by lower levels. */
  config.touch_force = PRESS_Q16(0.2), config.release_force = PRESS_Q16(0.1);
  assert_int_equal(press_grid_set(t.grid, &config), 0);
  feed(&t, &(finger){7, 4, 3}, 1);
  assert_int_equal(t.count, 0);
  feed(&t, NULL, 0);
  feed(&t, &(finger){7, 4, 3}, 1);
  assert_int_equal(t.count, 1);
  assert_true(fabs(t.contacts[0].x / 65536.0 - 107) < 0.1);
  static const size_t fixed[] = {offsetof(press_grid_config, columns), offsetof(press_grid_config, rows), offsetof(press_grid_config, max_contacts)};
  for (size_t i = 0; i < 3; i++) {
    press_grid_config c = config;
    uint16_t          value = 3;
    memcpy((char *)&c + fixed[i], &value, sizeof value);
    assert_int_equal(press_grid_set(t.grid, &c), PRESS_ERR_INVAL);
  }
  config.contact = 1;
  assert_int_equal(press_grid_set(t.grid, &config), PRESS_ERR_INVAL);
  config = usual();
  config.flags = PRESS_GRID_BASELINE;
  assert_int_equal(press_grid_set(t.grid, &config), PRESS_ERR_INVAL);
}

/* ---- on the boundaries ---- */

TEST(peaks_are_one_finger_where_the_way_between_goes_down_to_the_part_of_the_lower_itself) {
  press_grid_config config = usual();
  config.valley = PRESS_Q16(0.5);
  for (int less = 0; less < 2; less++) {
    make(&t, &config);
    t.cells[2 * N + 2] = PRESS_Q16(5);
    t.cells[2 * N + 3] = PRESS_Q16(2) - less;
    t.cells[2 * N + 4] = PRESS_Q16(4);
    finds(1 + less);
  }
}

GRID_TEST_WITH(a_zero_that_is_learnt_again_begins_from_nothing, c.flags = PRESS_GRID_BASELINE, c.start_us = 50 * MS) {
  for (int i = 0; i < CELLS; i++) t.cells[i] = PRESS_ONE;
  for (int turn = 0; turn < 2; turn++) {
    for (int k = 0; k < 6; k++) assert_int_equal(feed_cells(&t), 0);
    assert_int_equal(press_grid_tare(t.grid, 0), 0);
  }
  for (int k = 0; k < 6; k++) assert_int_equal(feed_cells(&t), 0);
  t.cells[77] += PRESS_ONE;
  finds(1);
  assert_int_equal(t.contacts[0].force, PRESS_ONE);
}

GRID_TEST_WITH(the_first_4096_frames_of_a_start_are_its_zero, c.flags = PRESS_GRID_BASELINE, c.start_us = 8191 * 10 * MS) {
  for (int k = 0; k < 8192; k++) {
    t.cells[77] = k < 4096 ? 0 : PRESS_ONE;
    assert_int_equal(feed_cells(&t), 0);
  }
  assert_int_equal(t.count, 1);
  assert_int_equal(t.contacts[0].force, PRESS_ONE);
}

GRID_TEST_WITH(nothing_begins_before_the_start_is_over, c.flags = PRESS_GRID_BASELINE, c.start_us = 50 * MS) {
  for (int k = 0; k < 5; k++) {
    t.cells[77] = k == 0 ? 0 : PRESS_Q16(5);
    finds(0);
  }
}

TEST(a_frame_at_the_time_of_the_one_before_is_refused_with_an_engine_too) {
  bench_make(&b, NULL);
  make(&t, NULL);
  t.engine = b.engine;
  feed(&t, NULL, 0);
  assert_int_equal(press_grid_feed(t.grid, t.now, t.cells, CELLS, t.engine), PRESS_ERR_TIME);
  assert_int_equal(grid_stats().frames, 1);
}

/* A third finger, the hardest, found no place, and stays as the two that had one lift. */
GRID_TEST_WITH(contacts_that_lift_never_become_one_that_is_far_away, c.max_contacts = 2) {
  const finger fingers[] = {{2, 2, 3}, {6, 2, 3}, {13, 13, 5}};
  feed(&t, fingers, 2);
  feed(&t, fingers, 3);
  assert_int_equal(t.count, 2);
  feed(&t, fingers + 2, 1);
  assert_null(at(&t, fingers[2]));
  for (int k = 0; k < 20; k++) feed(&t, fingers + 2, 1);
  assert_int_equal(t.count, 1);
  assert_contact(&t, fingers[2], 3);
}

/* ---- edges ---- */

TEST(as_many_cells_as_palm_cells_are_a_palm) {
  for (uint16_t least = 9; least <= 10; least++) {
    MAKE(c.palm_cells = least);
    for (int i = 0; i < 9; i++) t.cells[(5 + i / 3) * N + 5 + i % 3] = i == 4 ? 2 * PRESS_ONE : PRESS_ONE;
    finds(1);
    assert_int_equal(t.contacts[0].cells, 9);
    assert_int_equal(t.contacts[0].flags & PRESS_GRID_CONTACT_PALM ? 1 : 0, least == 9);
  }
}

GRID_TEST_WITH(a_zero_follows_by_the_time_that_passed, c.flags = PRESS_GRID_BASELINE, c.start_us = 50 * MS, c.rise_us = 1000 * MS) {
  for (int k = 0; k < 6; k++) assert_int_equal(feed_cells(&t), 0);
  t.cells[77] = PRESS_ONE / 20;
  for (int k = 0; k < 20; k++) assert_int_equal(feed_cells(&t), 0);
  t.cells[77] = PRESS_ONE;
  finds(1);
  /* A fifth of the time constant. */
  double zero = 1 - t.contacts[0].force / 65536.0, expected = (1 - exp(-0.2)) / 20;
  if (fabs(zero - expected) > 0.0015) fail_msg("%f, not %f", zero, expected);
}

GRID_TEST(every_cell_of_a_hand_on_the_whole_grid_counts_once) {
  double sum = 0;
  for (int i = 0; i < CELLS; i++) {
    /* Falling away from the middle, no two alike. */
    double d = hypot(i % N - 7.9, i / N - 7.7);
    t.cells[i] = (int32_t)(PRESS_ONE * (3 - d / 8)) + i;
    sum += t.cells[i] / 65536.0;
  }
  finds(1);
  assert_int_equal(t.contacts[0].cells, CELLS);
  if (fabs(t.contacts[0].force / 65536.0 - sum) > 0.01) fail_msg("%f N, not %f", t.contacts[0].force / 65536.0, sum);
}

TEST(no_more_contacts_are_written_than_there_are) {
  /* Whatever the lowest byte of the highest cell is. */
  for (int low = 0; low < 8; low++) {
    make(&t, NULL);
    t.cells[77] = PRESS_ONE + low;
    assert_int_equal(feed_cells(&t), 0);
    press_grid_contact out[2] = {{.serial = 99}, {.serial = 77}};
    assert_int_equal(press_grid_get_contacts(t.grid, out, 2), 1);
    assert_int_equal(out[0].serial, 1);
    assert_int_equal(out[1].serial, 77);
  }
}

TEST(a_grid_feeds_its_own_contacts_and_no_others) {
  for (int low = 0; low < 8; low++) {
    make(&t, NULL);
    FEED_BENCH((void)0);
    t.cells[77] = PRESS_ONE + low;
    for (int k = 0; k < 3; k++) assert_int_equal(feed_cells(&t), 0);
    assert_int_equal(press_grid_lost(t.grid, t.now += 10 * MS, t.engine), 0);
    assert_int_equal(bench_stats(&b).samples, 4);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 1);
    b.now = t.now;
    bench_finish(&b);
  }
}

static void lose_inside(recorder *log, press_engine *engine, const entry *delivered) {
  (void)log, (void)engine;
  if (delivered->event.type == PRESS_EVENT_CONTACT_CANCELLED)
    inside_status[0] = press_grid_feed(inner->grid, inner->now + 1, inner->cells, CELLS, NULL);
}

TEST(while_a_grid_is_lost_it_is_busy_and_without_contacts_after_that) {
  for (int resets = 0; resets < 2; resets++) {
    MAKE(c.flags = PRESS_GRID_BASELINE);
    FEED_BENCH((void)0);
    inner = &t;
    b.log.hook = lose_inside;
    for (int k = 0; k < 25; k++) assert_int_equal(feed_cells(&t), 0);
    t.cells[77] = PRESS_ONE;
    assert_int_equal(feed_cells(&t), 0);
    assert_int_equal(press_grid_tare(t.grid, 0), PRESS_ERR_STATE);
    inside_status[0] = 0;
    assert_int_equal(resets ? press_grid_reset(t.grid) : press_grid_lost(t.grid, t.now += 10 * MS, t.engine), 0);
    if (!resets) assert_int_equal(inside_status[0], PRESS_ERR_BUSY);
    assert_int_equal(press_grid_tare(t.grid, 0), 0);
    b.now = t.now;
    bench_finish(&b);
  }
}

TEST(what_rests_at_the_new_touch_force_itself_begins_nothing) {
  press_grid_config config = usual();
  config.touch_force = 2 * PRESS_ONE;
  make(&t, &config);
  t.cells[77] = PRESS_ONE;
  assert_int_equal(feed_cells(&t), 0);
  config.touch_force = PRESS_ONE;
  assert_int_equal(press_grid_set(t.grid, &config), 0);
  for (int k = 0; k < 3; k++) { finds(0); }
}

TEST(cells_that_touch_at_a_corner_are_one_finger) {
  for (int corner = 0; corner < 4; corner++) {
    make(&t, NULL);
    t.cells[5 * N + 5] = 2 * PRESS_ONE;
    t.cells[(corner < 2 ? 4 : 6) * N + (corner % 2 ? 4 : 6)] = PRESS_ONE;
    finds(1);
    assert_int_equal(t.contacts[0].cells, 2);
  }
}

GRID_TEST_WITH(too_few_cells_are_noise_also_beside_a_finger, c.min_cells = 2) {
  t.cells[3 * N + 3] = t.cells[3 * N + 4] = PRESS_ONE;
  t.cells[9 * N + 9] = 2 * PRESS_ONE;
  finds(1);
  assert_int_equal(t.contacts[0].cells, 2);
}

TEST(one_that_is_max_jump_away_is_another) {
  for (int nearer = 0; nearer < 2; nearer++) {
    MAKE(c.max_jump = PRESS_Q16(2) + (nearer ? 16 : 0));
    t.cells[5 * N + 5] = PRESS_ONE;
    for (int k = 0; k < 2; k++) assert_int_equal(feed_cells(&t), 0);
    t.cells[5 * N + 5] = 0;
    t.cells[5 * N + 7] = PRESS_ONE;
    assert_int_equal(feed_cells(&t), 0);
    assert_contact(&t, ((finger){7, 5, 1}), nearer ? 1 : 2);
  }
}

GRID_TEST(as_many_peaks_as_fit_keep_every_contact) {
  for (int i = 0; i < 64; i++) t.cells[i / 8 * 2 * N + i % 8 * 2] = PRESS_ONE + 1000 * i;
  for (int k = 0; k < 3; k++) {
    finds(t.config.max_contacts);
    for (int i = 0; i < t.count; i++) {
      assert_int_equal(t.contacts[i].serial, i + 1);
      assert_int_equal(t.contacts[i].flags, 0);
    }
  }
  assert_int_equal(grid_stats().merges, 0);
}

GRID_TEST_WITH(one_that_is_merged_stays_for_merge_us_and_no_frame_longer, c.merge_us = 100 * MS) {
  int merged = 0;
  for (int k = 0; k < 40; k++) {
    double d = k < 10 ? 4 - 0.3 * k : 1;
    finger f[2] = {{7.5 - d / 2, 6, 4}, {7.5 + d / 2, 6, 4}};
    feed(&t, f, 2);
    merged += t.count == 2 && (t.contacts[0].flags & t.contacts[1].flags & PRESS_GRID_CONTACT_MERGED) != 0;
  }
  assert_int_equal(t.count, 1);
  assert_int_equal(merged, 10);
}

GRID_TEST(a_frame_from_before_a_loss_is_late) {
  feed(&t, &(finger){7, 7, 3}, 1);
  uint64_t then = t.now;
  assert_int_equal(press_grid_lost(t.grid, then + 50 * MS, NULL), PRESS_OK);
  assert_int_equal(press_grid_lost(t.grid, then + 49 * MS, NULL), PRESS_ERR_TIME);
  assert_int_equal(press_grid_feed(t.grid, then + 30 * MS, t.cells, CELLS, NULL), PRESS_ERR_TIME);
  assert_int_equal(press_grid_feed(t.grid, then + 60 * MS, t.cells, CELLS, NULL), PRESS_OK);
}

/* Fingers that wander about, and now and then lift. */
static int wander(finger *f, int frame, uint32_t seed) {
  int count = 0;
  for (int i = 0; i < 5; i++) {
    double turn = frame * (0.11 + 0.03 * i) + seed * 1.7 + i;
    if ((frame + (int)seed + 7 * i) % (23 + 5 * i) < 6) continue;
    f[count++] = (finger){8 + 5 * cos(turn), 8 + 5 * sin(turn * 1.3 + i), 2 + i * 0.5};
  }
  return count;
}

TEST(what_a_grid_has_seen_before_it_was_let_go_changes_nothing) {
  table  old, fresh;
  finger f[5];
  for (uint32_t seed = 0; seed < (IS_FAST ? 12 : 2); seed++) {
    make(&old, NULL);
    for (int k = 0; k < 60; k++) feed(&old, f, wander(f, k, seed + 20));
    for (int k = 0; k < 30; k++) feed(&old, f, 0);
    assert_int_equal(old.count, 0);
    make(&fresh, NULL);
    fresh.now = old.now;
    uint32_t before = 0;
    for (int k = 0; k < 60; k++) {
      int count = wander(f, k, seed);
      feed(&old, f, count);
      feed(&fresh, f, count);
      assert_int_equal(old.count, fresh.count);
      if (old.count && !before) before = old.contacts[0].serial - fresh.contacts[0].serial;
      for (int i = 0; i < old.count; i++) old.contacts[i].serial -= before;
      assert_memory_equal(old.contacts, fresh.contacts, (size_t)old.count * sizeof *old.contacts);
    }
  }
}

/* Two fingers, and an engine with a place for one. */
static void make_one_too_many(table *t) {
  make(t, NULL);
  BENCH(&b, c.max_contacts = 1);
  t->engine = b.engine;
  press(t, (finger[]){{4, 4, 3}, {11, 11, 3}}, 2, 0.9);
  assert_int_equal(feed_cells(t), PRESS_ERR_NOSPC);
}

TEST(an_engine_without_a_place_for_a_finger_says_so) {
  make_one_too_many(&t);
  assert_int_equal(t.count, 2);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 1);
  press(&t, (finger[]){{4, 4, 3}}, 1, 0.9);
  for (int i = 0; i < 10; i++) feed_cells(&t);
  assert_int_equal(feed_cells(&t), PRESS_OK);
}

GRID_TEST(a_loss_brings_the_engine_its_time) {
  BENCH(&b, c.lost_after_us = 100 * MS);
  assert_int_equal(bench_try(&b, 10 * MS, 77, 0.2, 0), 1);
  assert_int_equal(press_grid_lost(t.grid, 200 * MS, b.engine), PRESS_OK);
  assert_string_equal(recorder_events(&b.log), "contact_began contact_cancelled:silent");
}

TEST(one_finger_without_a_place_is_refused_though_another_has_its_own) {
  make_one_too_many(&t);
  /* The first lifts, the second begins in its place; then comes a third, whose id is that of the first. */
  press(&t, (finger[]){{11, 11, 3}}, 1, 0.9);
  for (int i = 0; i < 10; i++) feed_cells(&t);
  assert_int_equal(feed_cells(&t), PRESS_OK);
  press(&t, (finger[]){{11, 11, 3}, {4, 11, 3}}, 2, 0.9);
  assert_int_equal(feed_cells(&t), PRESS_ERR_NOSPC);
  assert_int_equal(t.count, 2);
  assert_int_equal(t.contacts[0].contact, 0);
}

TEST(settings_that_wait_change_nothing_of_a_force) {
  table waits, usual_one;
  make(&waits, NULL);
  make(&usual_one, NULL);
  press_grid_config next = usual();
  next.touch_force = PRESS_Q16(0.02);
  next.release_force = PRESS_Q16(0.01);
  assert_int_equal(press_grid_set(waits.grid, &next), PRESS_OK);
  /* The light finger touches by the waiting config, but not by the present one. */
  finger light = {7, 7, 0.5}, hard = {7, 7, 5};
  for (int k = 0; k < 20; k++) {
    finger *f = k < 5 ? &light : &hard;
    feed(&waits, f, 1);
    feed(&usual_one, f, 1);
    assert_int_equal(waits.count, k >= 5);
    assert_memory_equal(waits.contacts, usual_one.contacts, (size_t)waits.count * sizeof *waits.contacts);
  }
}

GRID_TEST(the_grace_of_the_engine_alone_decides_when_a_finger_that_vanished_has_lifted) {
  FEED_BENCH(c.lift_us = 45 * MS);
  feed(&t, NULL, 0);
  for (int k = 0; k < 10; k++) feed(&t, &(finger){7, 7, 3}, 1);
  uint64_t last = t.now;
  for (int k = 0; k < 20; k++) feed(&t, NULL, 0);
  const press_event *ended = recorder_last(&b.log, PRESS_EVENT_CONTACT_ENDED);
  assert_non_null(ended);
  assert_int_equal(ended->t_us, last + 55 * MS);
  assert_int_equal(ended->late_us, 45 * MS);
}

TEST(room_for_more_fingers_changes_nothing_of_those_that_there_are) {
  table             few, many;
  finger            f[5];
  press_grid_config config = usual();
  config.max_contacts = 5;
  for (uint32_t seed = 0; seed < (IS_FAST ? 12 : 2); seed++) {
    make(&few, &config);
    make(&many, NULL);
    for (int k = 0; k < 80; k++) {
      int count = wander(f, k, seed);
      feed(&few, f, count);
      feed(&many, f, count);
      /* A contact that waits for its end keeps a slot. */
      if (many.count > 5) break;
      assert_int_equal(few.count, many.count);
      assert_memory_equal(few.contacts, many.contacts, (size_t)few.count * sizeof *few.contacts);
    }
  }
}

int main(void) { return run_all(NULL, NULL); }
