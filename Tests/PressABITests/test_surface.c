/* surface.h: many pads and grids on one surface. */
#include "support.h"

static press_surface    surface;
static press_place      place;
static press_pad_config pad_config;
static const char      *why;

static void fresh(double width, double height) {
  press_surface_init(&surface);
  press_place_init(&place);
  press_pad_config_init(&pad_config);
  surface.width = PRESS_Q16(width);
  surface.height = PRESS_Q16(height);
  why = NULL;
}

/* A refusal names the field, and changes nothing. */
static void refused(int status, const char *field) {
  press_surface    before = surface;
  press_pad_config config = pad_config;
  assert_int_equal(press_surface_add_pad(&surface, &place, &pad_config, &why), status);
  assert_non_null(why);
  if (strncmp(why, field, strlen(field)) != 0) fail_msg("\"%s\" where %s is meant", why, field);
  assert_memory_equal(&surface, &before, sizeof before);
  assert_memory_equal(&pad_config, &config, sizeof config);
  assert_int_equal(press_surface_add_pad(&surface, &place, &pad_config, NULL), status);
}

TEST(each_has_contact_ids_of_its_own) {
  fresh(0, 0);
  press_grid_config grid;
  press_grid_config_init(&grid);
  grid.max_contacts = 5;
  static const uint32_t expected[] = {0, 1, 2, 8};
  for (int i = 0; i < 4; i++) {
    if (i == 3) assert_int_equal(press_surface_add_grid(&surface, &place, &grid, &why), PRESS_OK);
    assert_int_equal(press_surface_add_pad(&surface, &place, &pad_config, &why), PRESS_OK);
    assert_int_equal(pad_config.contact, expected[i]);
  }
  assert_int_equal(grid.contact, 3);
  assert_null(why);
}

TEST(what_reaches_beyond_the_surface_is_refused_by_name) {
  fresh(300, 200);
  place.width = PRESS_Q16(100);
  place.height = PRESS_Q16(50);
  place.x = PRESS_Q16(200);
  place.y = PRESS_Q16(150);
  assert_int_equal(press_surface_add_pad(&surface, &place, &pad_config, &why), PRESS_OK);
  fresh(300, 200);
  place.width = PRESS_Q16(100);
  place.x = PRESS_Q16(200.001);
  refused(PRESS_ERR_INVAL, "x:");
  place.x = PRESS_Q16(-0.001);
  refused(PRESS_ERR_INVAL, "x:");
  place.x = PRESS_Q16(100);
  place.scale_x = PRESS_Q16(2.01);
  refused(PRESS_ERR_INVAL, "x:");
  place.scale_x = PRESS_Q16(-1);
  place.y = PRESS_Q16(201);
  refused(PRESS_ERR_INVAL, "y:");
  place.y = 0;
  assert_int_equal(press_surface_add_pad(&surface, &place, &pad_config, &why), PRESS_OK);
}

TEST(what_is_out_of_range_is_refused_by_name) {
#define REFUSED(field, change) \
  do { \
    fresh(10, 10); \
    change; \
    refused(PRESS_ERR_INVAL, field); \
  } while (0)
  REFUSED("size:", surface.size = 3);
  REFUSED("size:", place.size = 3);
  REFUSED("width:", surface.width = -1);
  REFUSED("height:", surface.height = -1);
  REFUSED("width:", place.width = -1);
  REFUSED("height:", place.height = -1);
  REFUSED("reserved:", place.reserved = 1);
  REFUSED("scale_x:", place.scale_x = 0);
  REFUSED("scale_y:", place.scale_y = (1024 << 16) + 1);
  REFUSED("correction:", (pad_config.correction.a = PRESS_Q16(2), place.scale_x = PRESS_Q16(1000)));
  REFUSED("correction:", pad_config.correction.e = 0);
  fresh(10, 10);
  surface.next = PRESS_NO_CONTACT - 1;
  assert_int_equal(press_surface_add_pad(&surface, &place, &pad_config, &why), PRESS_OK);
  refused(PRESS_ERR_NOSPC, "next:");
  assert_int_equal(press_surface_add_pad(NULL, &place, &pad_config, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_surface_add_pad(&surface, NULL, &pad_config, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_surface_add_pad(&surface, &place, NULL, NULL), PRESS_ERR_INVAL);
  press_grid_config grid;
  fresh(10, 10);
  press_grid_config_init(&grid);
  assert_int_equal(press_surface_add_grid(&surface, &place, &grid, &why), PRESS_ERR_INVAL);
  assert_true(why[0] == 'x');
  place.x = place.y = PRESS_Q16(0.3125);
  place.scale_x = place.scale_y = PRESS_Q16(0.625);
  assert_int_equal(press_surface_add_grid(&surface, &place, &grid, &why), PRESS_OK);
  assert_int_equal(grid.x, PRESS_Q16(0.3125));
  assert_int_equal(grid.pitch_x, PRESS_Q16(0.625));
  /* A grid of one cell is one. */
  grid.columns = grid.rows = 1;
  assert_int_equal(press_surface_add_grid(&surface, &place, &grid, &why), PRESS_OK);
  /* A grid is added only if 32 ids are left, however few contacts it has. */
  surface.next = PRESS_NO_CONTACT - 31;
  assert_int_equal(press_surface_add_grid(&surface, &place, &grid, &why), PRESS_ERR_NOSPC);
  assert_true(strncmp(why, "next:", 5) == 0);
  surface.next = PRESS_NO_CONTACT - 32;
  assert_int_equal(press_surface_add_grid(&surface, &place, &grid, &why), PRESS_OK);
  assert_int_equal(grid.contact, PRESS_NO_CONTACT - 32);
  surface.next = 5;
  grid.max_contacts = 0;
  assert_int_equal(press_surface_add_grid(&surface, &place, &grid, &why), PRESS_ERR_INVAL);
  assert_true(strncmp(why, "max_contacts:", 13) == 0);
  /* A config that its own check refuses is refused here, too, and stays unchanged. */
  press_pad_config pad;
  press_pad_config_init(&pad);
  pad.beta = -1;
  const press_pad_config pad_before = pad;
  const uint32_t         next = surface.next;
  assert_int_equal(press_surface_add_pad(&surface, &place, &pad, &why), PRESS_ERR_INVAL);
  assert_true(strncmp(why, "beta:", 5) == 0);
  assert_memory_equal(&pad, &pad_before, sizeof pad);
  assert_int_equal(surface.next, next);
}

TEST(a_place_lies_behind_the_correction) {
  fresh(0, 0);
  pad_config.correction.a = PRESS_Q16(2);
  pad_config.correction.b = PRESS_Q16(0.5);
  pad_config.correction.c = PRESS_Q16(3);
  place.x = PRESS_Q16(100);
  place.y = PRESS_Q16(-50);
  place.scale_x = PRESS_Q16(-1);
  place.scale_y = PRESS_Q16(3);
  assert_int_equal(press_surface_add_pad(&surface, &place, &pad_config, &why), PRESS_OK);
  assert_int_equal(pad_config.correction.a, PRESS_Q16(-2));
  assert_int_equal(pad_config.correction.b, PRESS_Q16(-0.5));
  assert_int_equal(pad_config.correction.c, PRESS_Q16(97));
  assert_int_equal(pad_config.correction.d, 0);
  assert_int_equal(pad_config.correction.e, PRESS_Q16(3));
  assert_int_equal(pad_config.correction.f, PRESS_Q16(-50));
}

/* Thirty pads and a grid feed one engine: whatever is pressed together, each contact has the id and the place of its own sensor. */
TEST(thirty_pads_and_a_grid_feed_one_engine) {
  enum { PADS = 30 };
  static uint64_t   storage[PADS][PRESS_PAD_STORAGE_1 / 8], grid_storage[12288 / 8];
  static bench      b;
  press_pad        *pads[PADS];
  press_grid       *grid;
  press_grid_config grid_config;
  press_config      config = bench_config();
  config.max_contacts = 32;
  config.traits = 0;
  config.touch_force = PRESS_Q16(0.4);
  config.release_force = PRESS_Q16(0.25);
  bench_make(&b, &config);
  fresh(700, 400);
  for (int i = 0; i < PADS; i++) {
    press_pad_config_init(&pad_config);
    press_place_init(&place);
    place.x = (press_q16)(PRESS_ONE * (10 + 20 * i));
    place.y = PRESS_Q16(5);
    assert_int_equal(press_surface_add_pad(&surface, &place, &pad_config, &why), PRESS_OK);
    assert_int_equal(press_pad_init(storage[i], sizeof storage[i], &pad_config, NULL, 1, &pads[i]), PRESS_OK);
  }
  press_grid_config_init(&grid_config);
  press_place_init(&place);
  grid_config.columns = grid_config.rows = 8;
  place.x = PRESS_Q16(100);
  place.y = PRESS_Q16(200);
  place.scale_x = place.scale_y = PRESS_Q16(10);
  assert_int_equal(press_surface_add_grid(&surface, &place, &grid_config, &why), PRESS_OK);
  assert_int_equal(press_grid_init(grid_storage, sizeof grid_storage, &grid_config, &grid), PRESS_OK);
  for (int frame = 0; frame < 300; frame++) {
    uint64_t t = b.now += 2000;
    for (int i = 0; i < PADS; i++) {
      press_frame reading = {.t_us = t, .present = 1, .code = {frame > 200 && i % 3 == 1 ? 9000 : 5}};
      assert_int_equal(press_pad_feed(pads[i], &reading, b.engine), PRESS_OK);
    }
    int32_t cells[64] = {0};
    if (frame > 200) cells[3 * 8 + 2] = PRESS_Q16(1);
    assert_int_equal(press_grid_feed(grid, t, cells, 64, b.engine), PRESS_OK);
  }
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 11);
  for (size_t i = 0; i < b.log.count; i++) {
    const press_event *event = &b.log.entries[i].event;
    if (event->type != PRESS_EVENT_CONTACT_BEGAN) continue;
    bool is_grid = event->contact >= PADS;
    assert_int_equal(event->contact % 3 == 1 || is_grid, true);
    assert_int_equal(event->x, is_grid ? PRESS_Q16(120) : PRESS_ONE * (10 + 20 * (int32_t)event->contact));
    assert_int_equal(event->y, is_grid ? PRESS_Q16(230) : PRESS_Q16(5));
  }
  bench_finish(&b);
}

TEST(a_grid_that_is_none_is_refused_and_stays_as_it_is) {
  static const char *const names[] = {"pitch_x:", "pitch_y:", "columns:", "columns:", "rows:", "rows:", "max_contacts:", "max_contacts:",
    "width, height:", "width, height:", "scale_x:", "scale_y:", "gain:"};
  for (int wrong = 0; wrong < 13; wrong++) {
    press_grid_config grid;
    fresh(0, 0);
    press_grid_config_init(&grid);
    switch (wrong) {
      case 0: grid.pitch_x = 0; break;
      case 1: grid.pitch_y = 0; break;
      case 2: grid.columns = 0; break;
      case 3: grid.columns = PRESS_GRID_COLUMNS + 1; break;
      case 4: grid.rows = 0; break;
      case 5: grid.rows = PRESS_GRID_ROWS + 1; break;
      case 6: grid.max_contacts = 0; break;
      case 7: grid.max_contacts = PRESS_GRID_CONTACTS + 1; break;
      case 8: place.width = 1; break;
      case 9: place.height = 1; break;
      /* Scaled to nothing. */
      case 10: grid.pitch_x = 1, place.scale_x = 1; break;
      case 11: grid.pitch_y = 1, place.scale_y = 1; break;
      default: grid.gain = 0; break;
    }
    const press_surface     surface_before = surface;
    const press_grid_config grid_before = grid;
    assert_int_equal(press_surface_add_grid(&surface, &place, &grid, &why), PRESS_ERR_INVAL);
    if (strncmp(why, names[wrong], strlen(names[wrong]))) fail_msg("%d: %s", wrong, why);
    assert_memory_equal(&surface, &surface_before, sizeof surface);
    assert_memory_equal(&grid, &grid_before, sizeof grid);
  }
  press_grid_config grid;
  fresh(0, 0);
  press_grid_config_init(&grid);
  grid.columns = PRESS_GRID_COLUMNS, grid.rows = PRESS_GRID_ROWS, grid.max_contacts = PRESS_GRID_CONTACTS;
  grid.pitch_x = -1, grid.pitch_y = 1;
  assert_int_equal(press_surface_add_grid(&surface, &place, &grid, &why), PRESS_OK);
}

int main(void) { return run_all(NULL, NULL); }
