/* The library must not read or write behind a sized struct. In these tests memory ends where the struct ends by its size; if the size is
 * refused, memory ends right behind the member `size`. */
#if defined(__linux__)
#define _DEFAULT_SOURCE
#include <sys/mman.h>
#include <unistd.h>
#endif
#include "support.h"
#include "generated/lives.h"

enum { BLOCK = 8192, MOST_NEWER = 256 };

static uint64_t       storage[32768 / 8], pad_storage[PRESS_PAD_STORAGE_8 / 8], grid_storage[32768 / 8];
static press_engine  *engine;
static unsigned char *end;

/* Memory behind which nothing can be read or written. On a processor without an MMU, the bytes behind it are compared instead. */
static int make_end(void **state) {
  (void)state;
#if defined(__linux__)
  size_t         page = (size_t)sysconf(_SC_PAGESIZE), bytes = (BLOCK + page - 1) / page * page;
  unsigned char *block = mmap(NULL, bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED || mprotect(block + bytes, page, PROT_NONE) != 0) return -1;
  end = block + bytes;
#else
  static uint64_t block[BLOCK / 8 + 64];
  end = (unsigned char *)(block + BLOCK / 8);
#endif
  return 0;
}

/* A struct that starts with `given`, has the size member `size`, and 0 behind its known members. Only `there` bytes of it exist, rounded up
 * to its alignment. */
static void *lay(const void *given, size_t known, size_t aligned, uint32_t size, size_t there) {
  there = (there + aligned - 1) / aligned * aligned;
  unsigned char *at = end - there;
  memset(at, 0, there);
  memcpy(at, given, there < known ? there : known);
  memcpy(at, &size, sizeof size);
  return at;
}

static bool is_size(uint32_t size, size_t least, size_t known, size_t aligned) {
  return size >= least && size <= known + MOST_NEWER && size % aligned == 0;
}

static uint32_t next_size(uint32_t size, size_t known) {
  if (size < known + MOST_NEWER + 16) return size + 1;
  return size < 1u << 20 ? 1u << 20 : size < UINT32_MAX - 3 ? UINT32_MAX - 3 : size + 1;
}

/* `call` takes `given`. */
#define TAKES(name, call) \
  do { \
    press_##name whole = known_##name(); \
    for (uint32_t size = 0; size != UINT32_MAX; size = next_size(size, sizeof whole)) { \
      bool          is = is_size(size, sizeof whole, sizeof whole, _Alignof(press_##name)); \
      press_##name *given = lay(&whole, sizeof whole, _Alignof(press_##name), size, is ? size : sizeof size); \
      press_engine_init(storage, sizeof storage, NULL, &engine); \
      int status = call; \
      if (is ? status < 0 : status != PRESS_ERR_INVAL) fail_msg("%s, size %u: %d", #call, (unsigned)size, status); \
    } \
  } while (0)
/* A function that says how many bytes something takes, 0: invalid. */
#define SIZE(call) ((call) == 0 ? PRESS_ERR_INVAL : PRESS_OK)

/* ---- what each call is handed ---- */

#define DEFAULT(name) \
  static press_##name known_##name(void) { \
    press_##name it; \
    press_##name##_init(&it); \
    return it; \
  }
#define DEFAULT_CONFIG(name) DEFAULT(name##_config)
INTERACTIONS(DEFAULT_CONFIG)
DEFAULT(config)
DEFAULT(interactions)
DEFAULT(delegate)
DEFAULT(transition_options)
DEFAULT(pad_config)
DEFAULT(grid_config)
DEFAULT(sensor)
DEFAULT(calibration)
DEFAULT(converter_config)
DEFAULT(converter_part)
DEFAULT(drv2605l_config)
DEFAULT(drv2605l_status)
DEFAULT(feedback_config)
DEFAULT(supply_config)
DEFAULT(supply_status)
DEFAULT(idle_config)
DEFAULT(idle_status)
DEFAULT(surface)
DEFAULT(place)
DEFAULT(profile)
DEFAULT(peek)
DEFAULT(peek_status)
DEFAULT(drag)
DEFAULT(button_status)
DEFAULT(grid_shape)
DEFAULT(transition_status)
DEFAULT(curve_report)
DEFAULT(setup_files)
DEFAULT(setup_fault)
DEFAULT(setup_key)
DEFAULT(setup_value)
DEFAULT(setup_parts)
DEFAULT(check_status)
DEFAULT(engine_stats)
DEFAULT(pad_stats)
DEFAULT(grid_stats)
DEFAULT(reading)
DEFAULT(strike)
DEFAULT(levels_status)
DEFAULT(scroll_status)
DEFAULT(finding)

static press_target known_target(void) {
  press_target t;
  press_target_init(&t);
  t.id = 1;
  t.width = t.height = PRESS_ONE;
  t.traits = PRESS_TARGET_PEEK | PRESS_TARGET_DRAG_SOURCE | PRESS_TARGET_SCROLL;
  return t;
}

static int no_transfer(uint8_t address, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count, void *user) {
  (void)address, (void)out, (void)out_count, (void)in, (void)in_count, (void)user;
  return PRESS_ERR_NACK;
}

static press_bus known_bus(void) {
  press_bus bus;
  press_bus_init(&bus);
  bus.transfer = no_transfer;
  return bus;
}

static bool shows(press_engine *of, const press_touch *touch, press_peek *peek, void *user) {
  (void)of, (void)touch, (void)user;
  peek->id = 9;
  return true;
}

/* An engine with all that a struct can be asked of. */
static void fill_engine(uint32_t *session) {
  press_target   t = known_target();
  press_delegate delegate = known_delegate();
  delegate.peek_will_show = shows;
  press_config config;
  press_config_init(&config);
  config.max_events = 200;
  assert_int_equal(press_engine_init(storage, sizeof storage, &config, &engine), PRESS_OK);
#define ATTACH(x) assert_int_equal(press_##x##_attach(engine, NULL), PRESS_OK);
  INTERACTIONS(ATTACH)
  assert_int_equal(press_set_delegate(engine, &delegate), PRESS_OK);
  assert_int_equal(press_target_add(engine, &t), PRESS_OK);
  assert_int_equal(press_drag_begin(engine, 1, session), PRESS_OK);
  assert_int_equal(press_transition_start(engine, 1, NULL), PRESS_OK);
  assert_int_equal(press_peek_open(engine, 1), PRESS_OK);
  press_scroll_content content;
  press_scroll_content_init(&content);
  content.target = 1;
  assert_int_equal(press_scroll_declare(engine, &content), PRESS_OK);
  for (uint32_t i = 0; i < 8; i++) {
    for (uint32_t contact = 0; contact < 2; contact++) {
      press_sample sample = {.t_us = i * 2000, .contact = contact, .force = (press_q16)(i < 4 ? i : 4) * PRESS_ONE};
      sample.x = PRESS_Q16(10 + 100 * (int)contact) + (contact ? (press_q16)i * 10 * PRESS_ONE : 0);
      assert_int_equal(press_feed(engine, &sample, 1), 1);
    }
  }
}

/* ---- structs that are read ---- */

#define SET_AFTER(attach, call) ((attach) == PRESS_OK ? (call) : PRESS_ERR_IO)

TEST(what_is_read_of_an_engine_ends_where_its_struct_does) {
  TAKES(config, press_config_check(given, NULL));
  TAKES(config, SIZE(press_engine_size(given)));
  press_q16 out;
  TAKES(config, press_config_pressure(given, 0, &out));
  TAKES(config, press_config_force(given, 0, &out));
  TAKES(config, SIZE(press_engine_size_with(given, NULL)));
  TAKES(config, press_engine_init(storage, sizeof storage, given, &engine));
  TAKES(config, press_engine_set(engine, given));
  TAKES(delegate, press_set_delegate(engine, given));
  TAKES(interactions, SIZE(press_engine_size_with(NULL, given)));
  TAKES(target, press_target_check(given, NULL));
  TAKES(target, press_target_add(engine, given));
  press_target t = known_target();
  TAKES(target, SET_AFTER(press_target_add(engine, &t), press_target_update(engine, given)));
#define EACH(x) \
  TAKES(x##_config, press_##x##_config_check(given, NULL)); \
  TAKES(x##_config, SIZE(press_##x##_size(NULL, given))); \
  TAKES(config, SIZE(press_##x##_size(given, NULL))); \
  TAKES(x##_config, press_##x##_attach(engine, given)); \
  TAKES(x##_config, SET_AFTER(press_##x##_attach(engine, NULL), press_##x##_set(engine, given)));
  INTERACTIONS(EACH)
  TAKES(transition_options, press_transition_options_check(given, NULL));
  TAKES(transition_options, SET_AFTER(press_transition_attach(engine, NULL), press_transition_start(engine, 1, given)));
}

TEST(what_is_read_of_sensors_ends_where_their_struct_does) {
  press_pad        *pad;
  press_grid       *grid;
  uint8_t           bytes[PRESS_CALIBRATION_BYTES];
  press_q16         error;
  press_supply      supply;
  press_idle        idle;
  press_calibration calibration = known_calibration();
  press_sensor      sensor = known_sensor();
  TAKES(pad_config, press_pad_config_check(given, NULL));
  TAKES(pad_config, press_pad_init(pad_storage, sizeof pad_storage, given, NULL, 1, &pad));
  TAKES(pad_config, press_pad_set(pad, given));
  TAKES(sensor, press_sensor_check(given, NULL));
  TAKES(sensor, press_pad_init(pad_storage, sizeof pad_storage, NULL, given, 1, &pad));
  TAKES(sensor, press_calibration_take(given, &calibration));
  calibration = known_calibration();
  TAKES(sensor, press_calibration_apply(&calibration, given));
  TAKES(calibration, press_calibration_check(given, NULL));
  TAKES(calibration, press_calibration_apply(given, &sensor));
  TAKES(calibration, press_calibration_store(given, bytes, sizeof bytes));
  TAKES(calibration, press_calibration_error(given, PRESS_ONE, PRESS_ONE, &error));
  TAKES(grid_config, press_grid_config_check(given, NULL));
  TAKES(grid_config, SIZE(press_grid_size(given)));
  TAKES(grid_config, press_grid_init(grid_storage, sizeof grid_storage, given, &grid));
  TAKES(grid_config, press_grid_set(grid, given));
  TAKES(supply_config, press_supply_config_check(given, NULL));
  TAKES(supply_config, press_supply_init(&supply, given));
  TAKES(idle_config, press_idle_config_check(given, NULL));
  TAKES(idle_config, press_idle_init(&idle, given));
}

TEST(what_is_read_of_a_surface_and_a_profile_ends_where_their_struct_does) {
  press_surface     surface = known_surface();
  press_place       place = known_place();
  press_pad_config  pad = known_pad_config();
  press_grid_config grid = known_grid_config();
  TAKES(surface, (pad = known_pad_config(), press_surface_add_pad(given, &place, &pad, NULL)));
  TAKES(place, (pad = known_pad_config(), surface = known_surface(), press_surface_add_pad(&surface, given, &pad, NULL)));
  TAKES(pad_config, (surface = known_surface(), press_surface_add_pad(&surface, &place, given, NULL)));
  TAKES(surface, (grid = known_grid_config(), press_surface_add_grid(given, &place, &grid, NULL)));
  TAKES(place, (grid = known_grid_config(), surface = known_surface(), press_surface_add_grid(&surface, given, &grid, NULL)));
  TAKES(grid_config, (surface = known_surface(), press_surface_add_grid(&surface, &place, given, NULL)));
  TAKES(profile, press_profile_line(given, "[engine]", 8, NULL));
  /* The configs that a profile changes. */
  press_profile profile;
  press_config  config = known_config();
  for (uint32_t size = 0; size < sizeof config; size += 4) {
    bool has = size > offsetof(press_config, lift_us);
    profile = known_profile();
    profile.engine = lay(&config, sizeof config, 4, size, has ? size : sizeof size);
    assert_int_equal(press_profile_line(&profile, "[engine]", 8, NULL), PRESS_OK);
    assert_int_equal(press_profile_line(&profile, "lift_us = 20ms", 14, NULL), has ? PRESS_OK : PRESS_ERR_INVAL);
  }
}

TEST(what_is_read_of_a_device_ends_where_its_struct_does) {
  press_converter      converter;
  press_drv2605l       motor;
  press_feedback       feedback;
  press_bus            bus = known_bus();
  press_converter_part part = known_converter_part();
  TAKES(converter_config, press_converter_config_check(given, NULL));
  TAKES(converter_config, press_converter_part_get(given, &part));
  TAKES(converter_config, press_converter_init(&converter, given, &bus));
  press_converter_config config = known_converter_config();
  TAKES(bus, press_converter_init(&converter, &config, given));
  TAKES(drv2605l_config, press_drv2605l_config_check(given, NULL));
  TAKES(drv2605l_config, press_drv2605l_init(&motor, given, &bus));
  press_drv2605l_config drv2605l = known_drv2605l_config();
  TAKES(bus, press_drv2605l_init(&motor, &drv2605l, given));
  TAKES(feedback_config, press_feedback_config_check(given, NULL));
  TAKES(feedback_config, press_feedback_init(&feedback, given, NULL, 0));
}

/* ---- structs that are filled ---- */

/* The same without making the engine again; the members that are known are filled alike, others with 0. */
#define FILLS(name, call) \
  do { \
    press_##name whole = known_##name(), first = whole; \
    for (uint32_t size = 0; size != UINT32_MAX; size = next_size(size, sizeof whole)) { \
      bool          is = is_size(size, sizeof whole, sizeof whole, _Alignof(press_##name)); \
      press_##name *out = lay(&whole, sizeof whole, _Alignof(press_##name), size, is ? size : sizeof size); \
      if (is) memset((unsigned char *)out + sizeof whole, 0xee, size - sizeof whole); \
      int status = call; \
      if (is ? status < 0 : status != PRESS_ERR_INVAL) fail_msg("%s, size %u: %d", #call, (unsigned)size, status); \
      assert_int_equal(out->size, size); \
      if (is && size == sizeof whole) first = *out; \
      first.size = size; \
      if (is) assert_memory_equal(out, &first, sizeof whole); \
      for (size_t i = sizeof whole; is && i < size; i++) assert_int_equal(((unsigned char *)out)[i], 0); \
    } \
  } while (0)

TEST(what_is_filled_ends_where_the_struct_of_the_program_does) {
  uint32_t               session;
  press_sensor           sensor = known_sensor();
  press_calibration      calibration = known_calibration();
  press_converter_config config = known_converter_config();
  press_supply           supply;
  press_idle             idle;
  press_drv2605l         motor;
  press_bus              bus = known_bus();
  press_curve            curve;
  press_curve_point      point = {PRESS_ONE, PRESS_ONE};
  uint8_t                bytes[PRESS_CALIBRATION_BYTES];
  assert_int_equal(press_supply_init(&supply, NULL), PRESS_OK);
  assert_int_equal(press_idle_init(&idle, NULL), PRESS_OK);
  press_drv2605l_config drv2605l = known_drv2605l_config();
  assert_int_equal(press_drv2605l_init(&motor, &drv2605l, &bus), PRESS_OK);
  assert_int_equal(press_calibration_store(&calibration, bytes, sizeof bytes), PRESS_CALIBRATION_BYTES);
  fill_engine(&session);
  static int32_t cells[16 * 16] = {PRESS_ONE};
  press_grid    *grid;
  assert_int_equal(press_grid_init(grid_storage, sizeof grid_storage, NULL, &grid), PRESS_OK);
  assert_int_equal(press_grid_feed(grid, 1, cells, COUNT(cells), NULL), PRESS_OK);
  press_pad *pad;
  assert_int_equal(press_pad_init(pad_storage, sizeof pad_storage, NULL, NULL, 1, &pad), PRESS_OK);
  FILLS(engine_stats, press_engine_get_stats(engine, out));
  FILLS(pad_stats, press_pad_get_stats(pad, out));
  FILLS(grid_stats, press_grid_get_stats(grid, out));
  FILLS(reading, press_pad_get(pad, out));
  FILLS(strike, press_strike_get(engine, 0, out));
  FILLS(levels_status, press_levels_get(engine, 0, out));
  FILLS(scroll_status, press_scroll_get(engine, 1, out));
  FILLS(config, press_engine_get_config(engine, out));
  FILLS(pad_config, press_pad_get_config(pad, out));
  FILLS(grid_config, press_grid_get_config(grid, out));
#define FILLS_CONFIG(x) FILLS(x##_config, press_##x##_get_config(engine, out));
  INTERACTIONS(FILLS_CONFIG)
  FILLS(grid_shape, press_grid_get_shape(grid, 0, out));
  FILLS(target, press_target_get(engine, 1, out));
  FILLS(drag, press_drag_get(engine, session, out));
  FILLS(peek_status, press_peek_get(engine, out));
  FILLS(peek, press_peek_find(engine, 1, out));
  FILLS(button_status, press_button_get(engine, out));
  FILLS(transition_status, press_transition_get(engine, 1, out));
  FILLS(calibration, press_calibration_take(&sensor, out));
  FILLS(calibration, press_calibration_load(bytes, sizeof bytes, out));
  FILLS(converter_part, press_converter_part_get(&config, out));
  FILLS(supply_status, press_supply_get(&supply, out));
  FILLS(idle_status, press_idle_get(&idle, out));
  FILLS(drv2605l_status, press_drv2605l_get(&motor, out));
  FILLS(curve_report, press_curve_fit(&point, 1, &curve, out));
}

static uint64_t setup_storage[PRESS_SETUP_STORAGE / 8], check_storage[PRESS_CHECK_STORAGE_1 / 8];

static press_check_options known_check_options(void) {
  static press_sensor sensor;
  press_check_options options;
  press_sensor_init(&sensor);
  press_check_options_init(&options);
  options.sensor[0].sensor = &sensor;
  options.touch_force = PRESS_Q16(0.4);
  options.release_force = PRESS_Q16(0.3);
  return options;
}

static press_check_result known_check_result(void) {
  press_check_result result;
  press_check_result_init(&result);
  result.what = PRESS_CHECK_STAGE_READ;
  return result;
}

TEST(what_a_setup_and_a_check_read_and_fill_ends_where_the_struct_of_the_program_does) {
  static const char   text[] = "[sensor]\n[transition]\ntarget = 1\n[target]\nwidth = 9\nheight = 9\n";
  press_setup        *setup;
  press_check        *check;
  press_check_options options = known_check_options();
  assert_int_equal(press_setup_init(setup_storage, sizeof setup_storage, &setup), PRESS_OK);
  assert_int_equal(press_setup_text(setup, PRESS_SETUP_ORIGIN_CONFIG, text, sizeof text - 1), PRESS_OK);
  assert_int_equal(press_setup_option(setup, "engine.touch_force=-1"), PRESS_ERR_INVAL);
  FILLS(setup_fault, press_setup_get_fault(setup, out));
  assert_int_equal(press_setup_check(setup, PRESS_SETUP_SOURCE_CODES), PRESS_OK);
  TAKES(setup_files, press_setup_set_files(setup, given));
  FILLS(setup_key, press_setup_key_get(0, out));
  FILLS(setup_value, press_setup_get(setup, "engine.touch_force", out));
  FILLS(transition_options, press_setup_get_transition(setup, 1, out));
  TAKES(setup_parts, press_setup_start(setup, given));
  TAKES(check_options, press_check_init(check_storage, sizeof check_storage, given, &check));
  assert_int_equal(press_check_init(check_storage, sizeof check_storage, &options, &check), PRESS_OK);
  TAKES(check_result, press_check_bus(check, given));
  FILLS(check_status, press_check_get(check, out));
  press_check_result opened = known_check_result();
  opened.what = PRESS_CHECK_STAGE_OPENED;
  assert_int_equal(press_check_bus(check, &opened), PRESS_OK);
  FILLS(finding, press_check_get_finding(check, 0, out));
  FILLS(finding, press_finding_get(1, out));
}

int main(void) { return run_all(make_end, NULL); }
