/* The shape of a contact on a grid: against the same sums in floating point, over fingers that lie in every direction. */
#include "support.h"

#include <math.h>
#include <stdlib.h>

enum { N = 16, CELLS = N * N };

static _Alignas(8) unsigned char storage[65536];
static press_grid *grid;
static uint64_t    now;
static int32_t     cells[CELLS];
static uint32_t    seed;

static double unit(void) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) / 16777216.0;
}

static press_grid_config usual(double pitch_x, double pitch_y) {
  press_grid_config config;
  press_grid_config_init(&config);
  config.x = PRESS_Q16(100), config.y = PRESS_Q16(-50);
  config.pitch_x = (press_q16)(pitch_x * 65536), config.pitch_y = (press_q16)(pitch_y * 65536);
  return config;
}

static void make(const press_grid_config *config) {
  memset(storage, 0xa5, sizeof storage);
  memset(cells, 0, sizeof cells);
  now = 0;
  assert_int_equal(press_grid_init(storage, sizeof storage, config, &grid), 0);
}

static void feed(void) {
  now += 10000;
  assert_int_equal(press_grid_feed(grid, now, cells, CELLS, NULL), 0);
}

static press_grid_shape shape_of(uint32_t contact) {
  press_grid_shape shape;
  press_grid_shape_init(&shape);
  assert_int_equal(press_grid_get_shape(grid, contact, &shape), 0);
  return shape;
}

/* A finger of so many newtons whose force falls off in an ellipse, in cells, turned by so many degrees on the grid. */
static void press(double x, double y, double major, double minor, double degrees, double newtons) {
  double turn = degrees * acos(-1) / 180, sum = 0, part[CELLS];
  for (int i = 0; i < CELLS; i++) {
    double dx = i % N - x, dy = (double)(i / N) - y;
    double a = (dx * cos(turn) + dy * sin(turn)) / (major / 4), b = (dy * cos(turn) - dx * sin(turn)) / (minor / 4);
    sum += part[i] = exp(-(a * a + b * b) / 2);
  }
  for (int i = 0; i < CELLS; i++) cells[i] += (int32_t)(part[i] / sum * newtons * 65536);
}

/* In points. */
typedef struct ellipse {
  double major, minor, degrees;
  int    cells;
} ellipse;

static ellipse expected(const press_grid_config *c) {
  double  force = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0, px = c->pitch_x / 65536.0, py = c->pitch_y / 65536.0;
  ellipse e = {0, 0, 0, 0};
  for (int i = 0; i < CELLS; i++) {
    if (cells[i] < c->release_force) continue;
    e.cells++;
    force += cells[i], x += (double)cells[i] * (i % N), y += (double)cells[i] * (i / N);
  }
  x /= force, y /= force;
  for (int i = 0; i < CELLS; i++) {
    if (cells[i] < c->release_force) continue;
    double dx = (i % N - x) * px, dy = (i / N - y) * py, w = cells[i] / force;
    xx += w * dx * dx, xy += w * dx * dy, yy += w * dy * dy;
  }
  double root = hypot(xx - yy, 2 * xy);
  e.major = 4 * sqrt((xx + yy + root) / 2);
  e.minor = 4 * sqrt(fmax(xx + yy - root, 0) / 2);
  e.degrees = atan2(2 * xy, xx - yy) * 90 / acos(-1);
  return e;
}

static void assert_shape(const press_grid_config *config, press_grid_shape s) {
  ellipse e = expected(config);
  double  pitch = fmax(abs(config->pitch_x), abs(config->pitch_y)) / 65536.0;
  double  off = s.angle / 65536.0 - e.degrees;
  if (off > 90) off -= 180;
  if (off < -90) off += 180;
  assert_int_equal(s.cells, e.cells);
  double near = e.minor < pitch / 2 ? pitch / 64 : pitch / 1024;
  assert_true(fabs(s.major / 65536.0 - e.major) < near);
  assert_true(fabs(s.minor / 65536.0 - e.minor) < near);
  assert_true(s.minor >= 0 && s.minor <= s.major);
  assert_true(s.angle > PRESS_Q16(-90) && s.angle <= PRESS_Q16(90));
  if (e.major - e.minor > pitch / 8) assert_true(fabs(off) < 0.01);
}

TEST(the_ellipse_of_a_finger_has_its_axes_in_every_direction) {
  static const double pitches[][2] = {{1, 1}, {5, 5}, {5, -2}, {-0.03, 0.05}, {300, 700}, {-8, -8}};
  seed = 1;
  for (size_t p = 0; p < COUNT(pitches); p++) {
    press_grid_config config = usual(pitches[p][0], pitches[p][1]);
    for (int i = 0; i < (IS_FAST ? 400 : 60); i++) {
      double minor = 3 + 2 * unit(), major = minor + 6 * unit();
      make(&config);
      press(5 + 6 * unit(), 5 + 6 * unit(), major, minor, 360 * unit(), 20 + 600 * unit() * unit());
      feed();
      assert_shape(&config, shape_of(0));
    }
  }
}

TEST(cells_along_a_diagonal_have_no_width) {
  press_grid_config config = usual(5, 5);
  seed = 2;
  for (int i = 0; i < 200; i++) {
    make(&config);
    int length = 2 + (int)(unit() * 13), column = (int)(unit() * (N - length)), row = (int)(unit() * (N - length));
    for (int k = 0; k < length; k++) cells[(row + k) * N + column + k] = (int32_t)((1 + unit() / 5) * 65536);
    feed();
    assert_shape(&config, shape_of(0));
    assert_in_range(shape_of(0).angle, PRESS_Q16(44.99), PRESS_Q16(45.01));
  }
}

TEST(a_finger_that_lies_along_the_grid_is_at_0_or_90_degrees) {
  press_grid_config config = usual(4, 4);
  make(&config);
  press(7, 7, 8, 3, 0, 10);
  feed();
  assert_int_equal(shape_of(0).angle, 0);
  make(&config);
  press(7, 7, 8, 3, 90, 10);
  feed();
  assert_int_equal(shape_of(0).angle, PRESS_Q16(90));
  make(&config);
  press(7, 7, 8, 3, 45, 10);
  feed();
  assert_in_range(shape_of(0).angle, PRESS_Q16(44.99), PRESS_Q16(45.01));
  /* Mirrored, it is turned the other way. */
  config = usual(4, -4);
  make(&config);
  press(7, 7, 8, 3, 45, 10);
  feed();
  assert_in_range(-shape_of(0).angle, PRESS_Q16(44.99), PRESS_Q16(45.01));
}

TEST(one_cell_is_a_box_of_its_pitches_and_a_point_and_a_row_of_cells_has_no_width) {
  press_grid_config config = usual(5, -2);
  make(&config);
  cells[3 * N + 10] = PRESS_ONE;
  feed();
  press_grid_shape s = shape_of(0);
  assert_int_equal(s.cells, 1);
  assert_int_equal(s.area, 10 << 16);
  assert_int_equal(s.major, 0);
  assert_int_equal(s.minor, 0);
  assert_int_equal(s.angle, 0);
  assert_int_equal(s.x, PRESS_Q16(147.5));
  assert_int_equal(s.y, PRESS_Q16(-57));
  assert_int_equal(s.width, PRESS_Q16(5));
  assert_int_equal(s.height, PRESS_Q16(2));
  assert_int_equal(s.peak, PRESS_ONE);
  assert_int_equal(s.peak_x, PRESS_Q16(150));
  assert_int_equal(s.peak_y, PRESS_Q16(-56));
  for (int column = 6; column < 14; column++) cells[3 * N + column] = PRESS_ONE;
  feed();
  s = shape_of(0);
  assert_int_equal(s.cells, 8);
  assert_int_equal(s.minor, 0);
  /* Eight equal ones in a line: the variance is (64 - 1) / 12. */
  assert_true(fabs(s.major / 65536.0 - 4 * 5 * sqrt(63 / 12.0)) < 0.01);
  assert_int_equal(s.x, PRESS_Q16(127.5));
  assert_int_equal(s.width, PRESS_Q16(40));
  assert_int_equal(s.height, PRESS_Q16(2));
  /* The first of several equal peaks is reported. */
  assert_int_equal(s.peak_x, PRESS_Q16(130));
}

TEST(numbers_that_are_too_large_saturate) {
  press_grid_config config = usual(1, 1);
  config.x = INT32_MAX, config.y = INT32_MIN;
  config.pitch_x = INT32_MAX, config.pitch_y = INT32_MIN;
  config.gain = INT32_MAX;
  make(&config);
  for (int i = 0; i < CELLS; i++) cells[i] = INT32_MAX;
  feed();
  press_grid_shape s = shape_of(0);
  assert_int_equal(s.cells, CELLS);
  assert_int_equal(s.area, (uint64_t)CELLS * (((uint64_t)INT32_MAX * ((uint64_t)INT32_MAX + 1)) >> 16));
  assert_int_equal(s.major, INT32_MAX);
  assert_int_equal(s.minor, INT32_MAX);
  assert_int_equal(s.width, INT32_MAX);
  assert_int_equal(s.height, INT32_MAX);
  assert_int_equal(s.y, INT32_MIN);
  assert_int_equal(s.peak, INT32_MAX);
}

TEST(two_fingers_have_their_own_shapes_and_merged_ones_that_of_their_blob) {
  press_grid_config config = usual(1, 1);
  make(&config);
  press(3, 3, 3, 2.5, 0, 3);
  press(12, 10, 7, 3, 30, 6);
  feed();
  press_grid_shape a = shape_of(0), b = shape_of(1);
  /* The harder one is the first. */
  assert_true(a.major != b.major && abs(a.peak_x - b.peak_x) > PRESS_Q16(5));
  press_grid_shape *flat = a.peak_x > b.peak_x ? &a : &b;
  assert_true(flat->major > PRESS_Q16(5) && flat->angle > PRESS_Q16(20) && flat->angle < PRESS_Q16(40));
  for (double way = 0; way <= 4.2; way += 0.35) {
    memset(cells, 0, sizeof cells);
    press(3 + way, 7, 3, 3, 0, 4);
    press(12 - way, 7, 3, 3, 0, 4);
    feed();
  }
  press_grid_contact contacts[4];
  int                count = press_grid_get_contacts(grid, contacts, 4), merged = 0;
  for (int i = 0; i < count; i++) {
    if (!(contacts[i].flags & PRESS_GRID_CONTACT_MERGED)) continue;
    merged++;
    a = shape_of(contacts[i].contact);
    b = shape_of(contacts[(i + 1) % count].contact);
    assert_memory_equal(&a, &b, sizeof a);
  }
  assert_int_equal(merged, 2);
}

TEST(a_long_contact_is_a_palm_until_it_lifts_and_two_fingers_in_a_blob_are_none) {
  press_grid_config config = usual(4, 4);
  config.palm_length = 24;
  make(&config);
  press_grid_contact contact[2];
  press(7, 7, 5.8, 4, 30, 8);
  feed();
  assert_int_equal(press_grid_get_contacts(grid, contact, 2), 1);
  assert_int_equal(contact[0].flags, 0);
  assert_in_range(shape_of(0).major, PRESS_Q16(18), PRESS_Q16(24) - 1);
  press(7, 7, 9, 3, 30, 12);
  feed();
  assert_true(shape_of(0).major >= PRESS_Q16(24));
  assert_int_equal(press_grid_get_contacts(grid, contact, 2), 1);
  assert_int_equal(contact[0].flags, PRESS_GRID_CONTACT_PALM);
  memset(cells, 0, sizeof cells);
  press(7, 7, 4, 3, 0, 4);
  feed();
  assert_int_equal(press_grid_get_contacts(grid, contact, 2), 1);
  assert_int_equal(contact[0].flags, PRESS_GRID_CONTACT_PALM);
  /* It is a palm at once if it begins with that length, and at exactly that length. */
  make(&config);
  for (int column = 4; column < 9; column++) cells[7 * N + column] = PRESS_ONE;
  config.palm_length = 22; /* five equal cells: 4 * 4 * sqrt(2) = 22.6 */
  make(&config);
  for (int column = 4; column < 9; column++) cells[7 * N + column] = PRESS_ONE;
  feed();
  assert_int_equal(press_grid_get_contacts(grid, contact, 2), 1);
  assert_int_equal(contact[0].flags, PRESS_GRID_CONTACT_PALM);
  config.palm_length = 23;
  make(&config);
  for (int column = 4; column < 9; column++) cells[7 * N + column] = PRESS_ONE;
  feed();
  assert_int_equal(press_grid_get_contacts(grid, contact, 2), 1);
  assert_int_equal(contact[0].flags, 0);
  /* Two fingers that merge. */
  config.palm_length = 18;
  make(&config);
  int merged = 0;
  for (double way = 0; way <= 4.2; way += 0.35) {
    memset(cells, 0, sizeof cells);
    press(3 + way, 7, 3, 3, 0, 4);
    press(12 - way, 7, 3, 3, 0, 4);
    feed();
    int count = press_grid_get_contacts(grid, contact, 2);
    for (int i = 0; i < count; i++) {
      assert_int_equal(contact[i].flags & PRESS_GRID_CONTACT_PALM, 0);
      merged += contact[i].flags & PRESS_GRID_CONTACT_MERGED && shape_of(contact[i].contact).major >= PRESS_Q16(18);
    }
  }
  assert_true(merged > 0);
}

TEST(what_has_no_shape_is_refused_and_nothing_is_written) {
  press_grid_config config = usual(1, 1);
  config.contact = 7;
  make(&config);
  press_grid_shape shape, before;
  press_grid_shape_init(&shape);
  before = shape;
  assert_int_equal(press_grid_get_shape(grid, 7, &shape), PRESS_ERR_NOENT);
  press(7, 7, 4, 3, 0, 3);
  feed();
  assert_int_equal(press_grid_get_shape(grid, 6, &shape), PRESS_ERR_NOENT);
  assert_int_equal(press_grid_get_shape(grid, 8, &shape), PRESS_ERR_NOENT);
  assert_int_equal(press_grid_get_shape(grid, 7 + config.max_contacts, &shape), PRESS_ERR_NOENT);
  /* Already in its first frame. */
  shape_of(7);
  feed();
  memset(cells, 0, sizeof cells);
  feed();
  press_grid_contact contact;
  assert_int_equal(press_grid_get_contacts(grid, &contact, 1), 1);
  assert_int_equal(contact.flags, PRESS_GRID_CONTACT_HELD);
  assert_int_equal(press_grid_get_shape(grid, 7, &shape), PRESS_ERR_STATE);
  assert_int_equal(press_grid_lost(grid, now + 1, NULL), 0);
  assert_int_equal(press_grid_get_shape(grid, 7, &shape), PRESS_ERR_NOENT);
  assert_memory_equal(&shape, &before, sizeof shape);
  press_grid_shape_init(NULL);
}

int main(void) { return run_all(NULL, NULL); }
