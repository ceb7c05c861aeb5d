/* Mats in C: the results of a circuit for codes at its ends, and the sums of the load. The network, feet and zeros are tested in Python, with
 * models of them (test_mat.py). */
#include "support.h"

#include <stdio.h>

enum { N = 8, CELLS = N * N };

static _Alignas(8) unsigned char storage[65536];
static press_grid *grid;

static press_grid_config usual(press_grid_circuit circuit) {
  press_grid_config config;
  press_grid_config_init(&config);
  config.columns = config.rows = N;
  config.circuit = circuit;
  config.column_ohm = 1000;
  config.gain = PRESS_ONE / 64;
  config.touch_force = PRESS_Q16(0.2), config.release_force = PRESS_Q16(0.1);
  return config;
}

static void make(const press_grid_config *config) {
  memset(storage, 0xa5, sizeof storage);
  assert_int_equal(press_grid_init(storage, press_grid_size(config), config, &grid), 0);
}

static press_grid_load feed(uint64_t t_us, const int32_t *cells) {
  press_grid_load load;
  press_grid_load_init(&load);
  assert_int_equal(press_grid_feed(grid, t_us, cells, CELLS, NULL), 0);
  assert_int_equal(press_grid_get_load(grid, NULL, &load), 0);
  return load;
}

static double newtons(press_q16 force) { return force / 65536.0; }

TEST(cells_of_a_column_give_back_what_they_take_from_each_other) {
  /* u = G / (1/R + sum of G): with 1, 2 and 3 mS in a column of 1 kOhm these are 1/7, 2/7 and 3/7 of 1,022 codes. */
  press_grid_config config = usual(PRESS_GRID_CIRCUIT_DIVIDERS);
  config.full_scale = 1022;
  config.valley = 0;
  make(&config);
  int32_t cells[CELLS] = {[0 * N + 2] = 146, [1 * N + 2] = 292, [2 * N + 2] = 438};
  assert_in_range(feed(1000, cells).force, PRESS_Q16(93.74), PRESS_Q16(93.76));
  press_q16 map[CELLS];
  assert_int_equal(press_grid_get_map(grid, map, CELLS), 0);
  assert_in_range(map[2], PRESS_Q16(15.62), PRESS_Q16(15.63));
  assert_in_range(map[N + 2], PRESS_Q16(31.24), PRESS_Q16(31.26));
  assert_int_equal(map[3], 0);
}

TEST(cells_of_a_row_behind_a_resistance_share_it) {
  /* Through amplifiers with 1 kOhm and rows of 500 ohm: 1 and 3 mS read 1/(1 + 0.5 * 4) of 1 and 3. */
  press_grid_config config = usual(PRESS_GRID_CIRCUIT_AMPLIFIERS);
  config.full_scale = 3000, config.row_ohm = 500;
  make(&config);
  int32_t         cells[CELLS] = {[3 * N + 1] = 1000, [3 * N + 2] = 2999};
  press_grid_load load = feed(1000, cells);
  assert_true(newtons(load.force) > 62.4 && newtons(load.force) < 62.6);
}

TEST(a_column_that_is_full_is_reported_with_its_contact) {
  press_grid_config config = usual(PRESS_GRID_CIRCUIT_DIVIDERS);
  make(&config);
  int32_t            cells[CELLS] = {[2 * N + 2] = 500, [3 * N + 2] = 500, [6 * N + 6] = 400};
  press_grid_contact contacts[4];
  press_grid_lines   lines;
  press_grid_lines_init(&lines);
  (void)feed(1000, cells);
  assert_int_equal(press_grid_get_contacts(grid, contacts, 4), 2);
  assert_int_equal(contacts[0].flags, PRESS_GRID_CONTACT_SATURATED);
  assert_int_equal(contacts[1].flags, 0);
  assert_int_equal(press_grid_get_lines(grid, &lines), 0);
  assert_int_equal(lines.saturated_columns, 1u << 2);
}

TEST(of_a_region_the_cells_count_whose_middles_lie_in_it) {
  press_grid_config config = usual(PRESS_GRID_CIRCUIT_DIVIDERS);
  config.full_scale = 1022;
  config.valley = 0;
  make(&config);
  /* A cell, and those above, below, left and right of it. */
  int32_t cells[CELLS] = {
    [2 * N + 3] = 146,
    [3 * N + 2] = 200,
    [3 * N + 3] = 292,
    [3 * N + 4] = 200,
    [4 * N + 3] = 438,
  };
  assert_int_equal(feed(1000, cells).cells, 5);
  press_grid_load   load;
  press_grid_region region = {PRESS_Q16(2.5), PRESS_Q16(2.5), PRESS_ONE, PRESS_ONE};
  press_grid_load_init(&load);
  assert_int_equal(press_grid_get_load(grid, &region, &load), 0);
  assert_int_equal(load.cells, 1);
  assert_in_range(load.force, PRESS_Q16(31.24), PRESS_Q16(31.26));
  assert_int_equal(load.x, PRESS_Q16(3));
  assert_int_equal(load.y, PRESS_Q16(3));
}

TEST(whatever_codes_come_forces_stay_in_their_range) {
  static const int32_t  codes[] = {INT32_MIN, -(1 << 24), -1, 0, 1, 1023, 1 << 24, INT32_MAX};
  static const int32_t  full[] = {1, 1023, 16777215};
  static const uint32_t ohms[] = {10, 10000, 16777215}, rows[] = {0, 470, 100000};
  for (press_grid_circuit circuit = 0; circuit <= PRESS_GRID_CIRCUIT_AMPLIFIERS; circuit++) {
    for (int n = 0; n < 3 * 3 * 3 * 8; n++) {
      press_grid_config config = usual(circuit);
      config.flags = n % 8;
      config.full_scale = full[n / 8 % 3], config.column_ohm = ohms[n / 24 % 3], config.row_ohm = rows[n / 72 % 3];
      config.start_us = 0;
      make(&config);
      int32_t cells[CELLS];
      for (int k = 0; k < 20; k++) {
        for (int i = 0; i < CELLS; i++) cells[i] = codes[(i * 7 + k * 3 + i / 5) % 8];
        press_grid_load load = feed((uint64_t)(k + 1) * 30000, cells);
        press_q16       map[CELLS];
        assert_int_equal(press_grid_get_map(grid, map, CELLS), 0);
        int64_t sum = 0;
        for (int i = 0; i < CELLS; i++) {
          assert_true(map[i] >= 0);
          sum += map[i];
        }
        assert_int_equal(load.force, sum > INT32_MAX ? INT32_MAX : sum);
        assert_true(load.cells == 0 || (load.x >= 0 && load.x <= PRESS_Q16(N - 1) && load.y >= 0 && load.y <= PRESS_Q16(N - 1)));
      }
    }
  }
}

TEST(what_is_asked_wrongly_is_refused) {
  press_grid_config config = usual(PRESS_GRID_CIRCUIT_PLAIN);
  make(&config);
  press_grid_load load;
  press_grid_load_init(&load);
  press_grid_lines  lines = {.size = 4};
  press_q16         map[CELLS], gains[CELLS];
  press_grid_region region = {.width = -1};
  assert_int_equal(press_grid_get_load(grid, &region, &load), PRESS_ERR_INVAL);
  region.width = 0;
  assert_int_equal(press_grid_get_load(grid, &region, &load), 0);
  assert_int_equal(load.cells, 0);
  assert_int_equal(press_grid_get_load(NULL, NULL, &load), PRESS_ERR_INVAL);
  assert_int_equal(press_grid_get_load(grid, NULL, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_grid_get_map(grid, map, CELLS - 1), PRESS_ERR_INVAL);
  assert_int_equal(press_grid_get_map(grid, NULL, CELLS), PRESS_ERR_INVAL);
  assert_int_equal(press_grid_get_map(NULL, map, CELLS), PRESS_ERR_INVAL);
  assert_int_equal(press_grid_get_lines(grid, &lines), PRESS_ERR_INVAL);
  assert_int_equal(press_grid_get_lines(NULL, &lines), PRESS_ERR_INVAL);
  for (int i = 0; i < CELLS; i++) gains[i] = PRESS_ONE;
  assert_int_equal(press_grid_set_gains(grid, gains, CELLS), PRESS_ERR_INVAL);
  config.flags = PRESS_GRID_GAINS;
  make(&config);
  assert_int_equal(press_grid_set_gains(grid, gains, CELLS), 0);
  assert_int_equal(press_grid_set_gains(grid, gains, CELLS - 1), PRESS_ERR_INVAL);
  assert_int_equal(press_grid_set_gains(grid, NULL, CELLS), PRESS_ERR_INVAL);
  assert_int_equal(press_grid_set_gains(grid, NULL, 0), 0);
  gains[3] = 0;
  assert_int_equal(press_grid_set_gains(grid, gains, CELLS), PRESS_ERR_INVAL);
  gains[3] = 64 * PRESS_ONE + 1;
  assert_int_equal(press_grid_set_gains(grid, gains, CELLS), PRESS_ERR_INVAL);
  assert_int_equal(press_grid_tare(grid, 0), PRESS_ERR_STATE);
  assert_int_equal(press_grid_tare(grid, 2), PRESS_ERR_INVAL);
}

int main(void) { return run_all(NULL, NULL); }
