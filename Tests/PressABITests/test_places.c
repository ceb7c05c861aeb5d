/* target.h: the target at a point, compared with a search of all rectangles from the top one down. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 1024 };

static uint64_t      storage[131072 / 8];
static press_engine *engine;
static press_target  model[MOST]; /* from the bottom up */
static size_t        count, bytes;
static uint64_t      seed;

static uint32_t chance(uint32_t below) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % below;
}

static void start(uint16_t targets) {
  press_config c;
  press_config_init(&c);
  c.max_targets = targets;
  c.max_events = 0;
  count = 0;
  memset(storage, 0xa5, sizeof storage); /* nothing may count on zeros */
  assert_in_range(press_engine_size(&c), 1, sizeof storage - 64);
  bytes = press_engine_size(&c);
  assert_int_equal(press_engine_init(storage, bytes, &c, &engine), PRESS_OK);
}

static void assert_nothing_is_written_behind(void) {
  for (size_t i = bytes; i < bytes + 64; i++) assert_int_equal(((unsigned char *)storage)[i], 0xa5);
}

static void add(press_target t) {
  t.size = sizeof t;
  model[count++] = t;
  assert_int_equal(press_target_add(engine, &t), PRESS_OK);
}

static bool contains(const press_target *t, int64_t x, int64_t y) {
  return x >= t->x && x < (int64_t)t->x + t->width && y >= t->y && y < (int64_t)t->y + t->height;
}

static uint32_t walked(press_q16 x, press_q16 y) {
  for (size_t i = count; i > 0; i--)
    if (contains(&model[i - 1], x, y)) return model[i - 1].id;
  return 0;
}

static void assert_at(press_q16 x, press_q16 y) {
  uint32_t id = 12345, expected = walked(x, y);
  assert_int_equal(press_target_find(engine, x, y, &id), PRESS_OK);
  if (id != expected) fail_msg("%u instead of %u at %d, %d among %zu", id, expected, x, y, count);
}

static press_q16 clamped(int64_t v) { return v < INT32_MIN ? INT32_MIN : v > INT32_MAX ? INT32_MAX : (press_q16)v; }

/* Compares points at the corners of some targets, just beside them, and anywhere. */
static void assert_places(int points, uint32_t side) {
  for (int i = 0; i < points; i++) {
    const press_target *t = &model[count ? chance((uint32_t)count) : 0];
    int64_t             x = count ? t->x + (chance(2) ? t->width : 0) + (int64_t)chance(3) - 1 : 0;
    int64_t             y = count ? t->y + (chance(2) ? t->height : 0) + (int64_t)chance(3) - 1 : 0;
    assert_at(clamped(x), clamped(y));
    assert_at((press_q16)chance(side), (press_q16)chance(side));
  }
}

/* Forgets a target and all targets in it. */
static void forget(uint32_t id) {
  bool   leaves[MOST] = {false};
  size_t kept = 0;
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < count; i++) {
      bool is_in = model[i].id == id;
      for (size_t n = 0; n < count && !is_in; n++) is_in = leaves[n] && model[i].container == model[n].id;
      if (is_in && !leaves[i]) leaves[i] = more = true;
    }
  }
  for (size_t i = 0; i < count; i++)
    if (!leaves[i]) model[kept++] = model[i];
  count = kept;
}

static press_target anywhere(uint32_t id, uint32_t side, uint32_t largest) {
  return (press_target){.size = sizeof(press_target),
    .id = id,
    .x = (press_q16)chance(side),
    .y = (press_q16)chance(side),
    .width = (press_q16)chance(largest),
    .height = (press_q16)chance(largest),
    .traits = PRESS_TARGET_PREVIEW};
}

/* Adds, moves and removes targets, in an engine for `most` targets. */
static void change(uint16_t most, int steps, uint32_t side, uint32_t largest) {
  uint32_t next = 1;
  start(most);
  for (int i = 0; i < steps; i++) {
    size_t   which = count ? chance((uint32_t)count) : 0;
    uint32_t kind = chance(count * 2 < most ? 10 : 20);
    if (count < most && kind < 8) {
      press_target t = anywhere(next++ * 2654435761u | 1, side, largest);
      if (count && chance(4) == 0) t.container = model[which].id;
      add(t);
    } else if (count && kind < 18) {
      press_target t = anywhere(model[which].id, side, largest);
      t.container = model[which].container;
      model[which] = t;
      assert_int_equal(press_target_update(engine, &t), PRESS_OK);
    } else if (count) {
      uint32_t id = model[which].id;
      assert_int_equal(press_target_remove(engine, id), PRESS_OK);
      forget(id);
    }
    assert_places(4, side + largest);
    press_target found = {.size = sizeof found};
    if (count == 0) continue;
    which = chance((uint32_t)count);
    assert_int_equal(press_target_get(engine, model[which].id, &found), PRESS_OK);
    assert_memory_equal(&found, &model[which], sizeof found);
    assert_int_equal(press_target_get(engine, model[which].id + 1, &found), PRESS_ERR_NOENT);
  }
  assert_nothing_is_written_behind();
}

TEST(an_index_stays_in_its_storage) {
  for (uint16_t most = 33; most <= MOST; most = (uint16_t)(most + (most < 300 ? 1 : 101))) {
    start(most);
    for (uint32_t id = 1; id <= most; id++)
      add((press_target){.id = id, .x = (press_q16)(id * 7919), .y = (press_q16)(id * 104729), .width = 9, .height = 9});
    assert_nothing_is_written_behind();
  }
}

TEST(places_are_found_among_any_number_that_is_added_moved_and_removed) {
  seed = 1;
  for (uint16_t most = 1; most <= 80; most++) change(most, 3 * most + 20, 1000, 300);
  change(257, 1500, 100000, 20000);
  change(1024, 4000, 1000000, 50000);
}

TEST(places_are_found_among_many_that_lie_on_each_other) {
  seed = 2;
  change(64, 2000, 8, 8);
  change(200, 2000, 2, 4000);
  start(MOST);
  for (uint32_t id = 1; id <= MOST; id++) add((press_target){.id = id, .width = 10, .height = 10});
  assert_places(50, 12);
}

TEST(places_are_found_where_rectangles_reach_beyond_what_a_number_holds) {
  static const press_q16 starts[] = {INT32_MIN, INT32_MIN + 1, -5, 0, 5, INT32_MAX - 1, INT32_MAX};
  static const press_q16 lengths[] = {0, 1, 2, 10, INT32_MAX - 1, INT32_MAX};
  seed = 3;
  for (int round = 0; round < 300; round++) {
    start(40);
    for (uint32_t id = 1; id <= 40; id++)
      add((press_target){.id = id, .x = starts[chance(7)], .y = starts[chance(7)], .width = lengths[chance(6)], .height = lengths[chance(6)]});
    for (int i = 0; i < 49; i++) assert_at(starts[i % 7], starts[i / 7]);
    assert_places(20, 100);
  }
}

/* Every rectangle of a grid of three by three, every pair and every triple of them, whichever lies on top. */
TEST(places_are_found_in_every_small_layout) {
  press_target all[36];
  size_t       n = 0;
  for (int x = 0; x < 3; x++)
    for (int y = 0; y < 3; y++)
      for (int w = 1; w <= 3 - x; w++)
        for (int h = 1; h <= 3 - y; h++) all[n++] = (press_target){.x = x, .y = y, .width = w, .height = h};
  assert_int_equal(n, COUNT(all));
  start(33); /* no more, and they would be walked */
  for (uint32_t id = 1; id <= 3; id++) all[0].id = id, add(all[0]);
  for (size_t i = 0; i < n * n * n; i++) {
    size_t which[] = {i % n, i / n % n, i / n / n};
    for (uint32_t id = 1; id <= 3; id++) {
      press_target t = all[which[id - 1]];
      t.size = sizeof t, t.id = id;
      if (memcmp(&model[id - 1], &t, sizeof t) == 0) continue;
      model[id - 1] = t;
      assert_int_equal(press_target_update(engine, &t), PRESS_OK);
    }
    for (int at = 0; at < 25; at++) assert_at(at % 5 - 1, at / 5 - 1);
  }
}

/* The size of an index: two lists rounded up to fours, the state of the index, boxes, and a key for each target. */
static size_t index_of(size_t targets) { return 4 * ((targets + 3) / 4 * 4) + 2 * sizeof(void *) + 8 + 8 * targets + 96 + 4 * targets; }

/* A target itself takes 40 bytes. The other tests of this file check that the size is enough: they have no queue behind the index. */
TEST(more_than_32_targets_take_16_bytes_more_each_and_120) {
  press_config c;
  press_config_init(&c);
  c.max_targets = 0;
  size_t none = press_engine_size(&c);
  c.max_targets = 32;
  assert_int_equal(press_engine_size(&c) - none, 32 * 40);
  for (c.max_targets = 33; c.max_targets <= MOST; c.max_targets++)
    assert_int_equal(press_engine_size(&c) - none, (c.max_targets * 40u + index_of(c.max_targets) + 7) / 8 * 8);
}

int main(void) { return run_all(NULL, NULL); }
