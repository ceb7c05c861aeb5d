/* The checks of structs, and structs of older and newer programs. A struct can be used exactly if its check accepts it; a refusal names
 * the field and its rule. */
#include "support.h"
#include "generated/limits.h"
#include "generated/lives.h"

static uint64_t      storage[40960 / 8], pad_storage[PRESS_PAD_STORAGE_8 / 8];
static press_engine *engine;

static void make_engine(void) { assert_int_equal(press_engine_init(storage, sizeof storage, NULL, &engine), PRESS_OK); }

/* ---- the uses of each struct, with which its check must agree ---- */

static int use_config(const press_config *c) {
  size_t size = press_engine_size(c);
  void  *exact = calloc(1, size + 8);
  int    status = press_engine_init(exact, size, c, &engine);
  free(exact);
  assert_int_equal(status, size ? PRESS_OK : PRESS_ERR_INVAL);
  return press_engine_init(storage, sizeof storage, c, &engine);
}

#define ATTACH(x) \
  static inline int use_##x##_config(const press_##x##_config *c) { \
    make_engine(); \
    int status = press_##x##_attach(engine, c); \
    assert_int_equal(press_##x##_size(NULL, c) == 0, status == PRESS_ERR_INVAL); \
    assert_int_equal(press_##x##_size(NULL, c) % 8, 0); \
    return status; \
  }
INTERACTIONS(ATTACH)

/* A config of each interaction. */
#define CONFIG(x) press_##x##_config x;
#define DEFAULTS(x) press_##x##_config_init(&all.x);
#define ENTRY(x) set.x = &all.x;
typedef struct {
  INTERACTIONS(CONFIG)
} configs;

static configs all_defaults(void) {
  configs all;
  INTERACTIONS(DEFAULTS)
  return all;
}

static int use_transition_options(const press_transition_options *o) {
  make_engine();
  assert_int_equal(press_transition_attach(engine, NULL), PRESS_OK);
  return press_transition_start(engine, 1, o);
}

static int use_pad_config(const press_pad_config *c) {
  press_pad *pad;
  return press_pad_init(pad_storage, sizeof pad_storage, c, NULL, 1, &pad);
}

static int use_grid_config(const press_grid_config *c) {
  press_grid *grid;
  int         status = press_grid_init(storage, sizeof storage, c, &grid);
  assert_int_equal(press_grid_size(c) == 0, status != PRESS_OK);
  return status;
}

static int nothing_there(uint8_t address, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count, void *user) {
  (void)address, (void)out, (void)out_count, (void)in, (void)in_count, (void)user;
  return PRESS_ERR_NACK;
}

static int use_converter_config(const press_converter_config *c) {
  press_converter converter;
  press_bus       bus;
  press_bus_init(&bus);
  bus.transfer = nothing_there;
  return press_converter_init(&converter, c, &bus);
}

static int use_drv2605l_config(const press_drv2605l_config *c) {
  press_drv2605l motor;
  press_bus      bus;
  press_bus_init(&bus);
  bus.transfer = nothing_there;
  return press_drv2605l_init(&motor, c, &bus);
}

static int use_feedback_config(const press_feedback_config *c) {
  press_feedback feedback;
  return press_feedback_init(&feedback, c, NULL, 0);
}

static int use_supply_config(const press_supply_config *c) {
  press_supply supply;
  return press_supply_init(&supply, c);
}

static int use_idle_config(const press_idle_config *c) {
  press_idle idle;
  return press_idle_init(&idle, c);
}

static int use_sensor(const press_sensor *s) {
  press_pad *pad;
  return press_pad_init(pad_storage, sizeof pad_storage, NULL, s, 1, &pad);
}

static int use_circuit(const press_circuit *c) {
  press_q16 conductance;
  return press_circuit_conductance(c, 1, &conductance);
}

static int use_curve(const press_curve *c) {
  press_q16 force;
  return press_curve_force(c, 1, &force);
}

static int use_calibration(const press_calibration *c) {
  uint8_t bytes[PRESS_CALIBRATION_BYTES];
  int     status = press_calibration_store(c, bytes, sizeof bytes);
  return status > 0 ? PRESS_OK : status;
}

static int use_target(const press_target *t) {
  make_engine();
  return press_target_add(engine, t);
}

static void init_target(press_target *t) {
  press_target_init(t);
  if (t) t->id = 1;
}
#define press_target_init init_target

/* ---- every field out of its range, and at its limits ---- */

static void begins_with(const char *why, const char *field) {
  if (strncmp(why, field, strlen(field)) != 0 || why[strlen(field)] != ':') fail_msg("\"%s\" where %s is meant", why, field);
}

#define VALID(name, change) \
  do { \
    press_##name c; \
    const char  *why = "as it was"; \
    press_##name##_init(&c); \
    change; \
    assert_int_equal(press_##name##_check(&c, &why), PRESS_OK); \
    assert_string_equal(why, "as it was"); \
    assert_int_equal(use_##name(&c), PRESS_OK); \
  } while (0)

#define WRONG(name, field, change) \
  do { \
    press_##name c; \
    const char  *why = NULL; \
    press_##name##_init(&c); \
    change; \
    assert_int_equal(press_##name##_check(&c, &why), PRESS_ERR_INVAL); \
    assert_int_equal(press_##name##_check(&c, NULL), PRESS_ERR_INVAL); \
    begins_with(why, field); \
    assert_int_equal(use_##name(&c), PRESS_ERR_INVAL); \
  } while (0)

#define NULL_IS_NOTHING(name) \
  do { \
    const char *why = NULL; \
    assert_int_equal(press_##name##_check(NULL, &why), PRESS_ERR_INVAL); \
    begins_with(why, "NULL"); \
    assert_int_equal(press_##name##_check(NULL, NULL), PRESS_ERR_INVAL); \
    press_##name##_init(NULL); \
  } while (0)

/* The struct of a later version has more members: they are ignored if they are 0, and refused otherwise. The struct of an earlier version
 * would have fewer, but there is no earlier version yet: all of today's members are required. (test_sizes.c tries every size.) */
#define SIZED(name) \
  do { \
    struct { \
      press_##name now; \
      uint32_t     later[64]; \
    } newer = {0}; \
    const char *why = NULL; \
    press_##name##_init(&newer.now); \
    assert_int_equal(newer.now.size, sizeof newer.now); \
    newer.now.size = sizeof newer; \
    assert_int_equal(use_##name(&newer.now), PRESS_OK); \
    assert_int_equal(newer.now.size, sizeof newer); \
    newer.later[63] = 1u << 24; \
    assert_int_equal(press_##name##_check(&newer.now, &why), PRESS_ERR_INVAL); \
    begins_with(why, "size"); \
    assert_int_equal(use_##name(&newer.now), PRESS_ERR_INVAL); \
    newer.now.size -= 4; \
    assert_int_equal(press_##name##_check(&newer.now, NULL), PRESS_OK); \
    newer.later[63] = 0; \
    WRONG(name, "size", c.size = 4); \
    NULL_IS_NOTHING(name); \
  } while (0)

/* Each field at its limits and beyond. A refusal names that field, or a field whose rule is then broken as well. */
#define LIMIT(name, field, value, refused) \
  do { \
    press_##name c; \
    const char  *why = NULL; \
    press_##name##_init(&c); \
    c.field = value; \
    assert_int_equal(press_##name##_check(&c, &why), refused ? PRESS_ERR_INVAL : PRESS_OK); \
    if (refused) begins_with(why, refused); \
    assert_int_equal(use_##name(&c) == PRESS_ERR_INVAL, refused != NULL); \
  } while (0);
#define LIMITS_OF(name) \
  static void limits_of_##name(void) { LIMITS_OF_##name(LIMIT) }
CONFIGS(LIMITS_OF)

TEST(every_field_is_taken_within_its_limits_and_refused_by_name_beyond) {
#define CALL(name) limits_of_##name();
  CONFIGS(CALL)
}

#define SIZES(name) \
  static void sizes_of_##name(void) { SIZED(name); }
SIZED_CONFIGS(SIZES)

TEST(every_config_may_be_longer_and_not_shorter) {
#define CALL_SIZES(name) sizes_of_##name();
  SIZED_CONFIGS(CALL_SIZES)
}

/* ---- rules that join fields ---- */

TEST(of_an_engine) {
  VALID(config, c.release_force = c.touch_force = 1);
  VALID(config, (c.touch_force = 0, c.flags = PRESS_CONFIG_CONTACT_FROM_FLAG));
}

TEST(a_force_that_was_written_without_its_unit_is_named) {
  press_config c;
  const char  *why = NULL;
  press_config_init(&c);
  c.touch_force = 1; /* meant as a newton */
  assert_int_equal(press_config_check(&c, &why), PRESS_ERR_INVAL);
  assert_string_equal(why, "release_force: at most touch_force, which is below 0.01 N: 1 N is PRESS_ONE, 65536");
  press_config_init(&c);
  c.full_force = 5;
  assert_int_equal(press_config_check(&c, &why), PRESS_ERR_INVAL);
  begins_with(why, "full_force");
  /* A force that fits the others may be as small as the program likes. */
  press_config_init(&c);
  c.touch_force = c.release_force = 1;
  assert_int_equal(press_config_check(&c, NULL), PRESS_OK);
}

TEST(an_engine_that_keeps_no_events_says_so_when_it_is_polled) {
  press_config c;
  press_event  event;
  press_config_init(&c);
  c.max_events = 0;
  assert_int_equal(use_config(&c), PRESS_OK);
  assert_int_equal(press_poll(engine, &event, 1), PRESS_ERR_STATE);
  assert_int_equal(press_poll(engine, NULL, 0), 0);
  assert_int_equal(press_poll(engine, NULL, 1), PRESS_ERR_INVAL);
}

TEST(storage_that_was_never_made_an_engine_is_an_argument_that_is_wrong) {
  static uint64_t never[PRESS_ENGINE_STORAGE / 8];
  press_engine   *none = (press_engine *)never;
  press_sample    sample = {.t_us = 1, .force = PRESS_ONE};
  press_event     event;
  assert_int_equal(press_feed(none, &sample, 1), PRESS_ERR_INVAL);
  assert_int_equal(press_tick(none, 1), PRESS_ERR_INVAL);
  assert_int_equal(press_poll(none, &event, 1), PRESS_ERR_INVAL);
  assert_int_equal(press_gestures_attach(none, NULL), PRESS_ERR_INVAL);
}

TEST(of_transitions) {
  WRONG(transition_config, "options.size", c.options.size = 0);
  WRONG(transition_config, "options.curve", c.options.curve.x1 = -1);
  VALID(transition_options, (c.speed = 1, c.flags = 1, c.duration_us = 0, c.curve.y2 = INT32_MIN));
  WRONG(transition_options, "flags", c.flags = 8);
  WRONG(transition_options, "curve", c.curve.x2 = PRESS_ONE + 1);
}

TEST(of_the_button) {
  VALID(button_config, (c.release_force = c.press_force = c.ceiling, c.ratio_down = 0, c.ratio_up = PRESS_ONE, c.full_speed = 0));
}

TEST(of_a_pad) { WRONG(pad_config, "correction", c.correction.b = c.correction.d = PRESS_ONE); }

TEST(of_a_grid) {
  WRONG(grid_config, "curve.kind", c.curve.kind = 3);
  WRONG(grid_config, "curve.count", c.curve.kind = PRESS_CURVE_TABLE);
}

TEST(of_an_ads1115_and_its_like) {
  static const uint16_t rates[3][8] = {
    {8, 16, 32, 64, 128, 250, 475, 860}, {128, 250, 490, 920, 1600, 2400, 3300, 0}, {128, 250, 490, 920, 1600, 2400, 3300, 0}};
  static const uint16_t ranges[] = {0, 6144, 4096, 2048, 1024, 512, 256};
  for (uint8_t n = 0; n < 3; n++) {
    const uint8_t part = (uint8_t)(PRESS_CONVERTER_ADS1115 + n);
    for (size_t i = 0; i < 8; i++) VALID(converter_config, (c.part = part, c.rate_sps = rates[n][i]));
    for (size_t i = 0; i < COUNT(ranges); i++) VALID(converter_config, (c.part = part, c.range_mv = ranges[i]));
    WRONG(converter_config, "flags", (c.part = part, c.channels = 3, c.flags = PRESS_CONVERTER_FLAG_CONTINUOUS));
    WRONG(converter_config, "flags", (c.part = part, c.flags = 8));
    WRONG(converter_config, "range_mv", (c.part = part, c.range_mv = 4000));
    WRONG(converter_config, "gain", (c.part = part, c.gain = 2));
  }
  VALID(converter_config, (c.part = PRESS_CONVERTER_ADS1015, c.flags = PRESS_CONVERTER_FLAG_READY_PIN));
  WRONG(converter_config, "flags", (c.part = PRESS_CONVERTER_TLA2024, c.flags = PRESS_CONVERTER_FLAG_READY_PIN));
  WRONG(converter_config, "flags", (c.part = PRESS_CONVERTER_ADS7830, c.flags = PRESS_CONVERTER_FLAG_CONTINUOUS));
  WRONG(converter_config, "range_mv", (c.part = PRESS_CONVERTER_ADS7830, c.range_mv = 4096));
  WRONG(converter_config, "rate_sps", (c.part = PRESS_CONVERTER_ADS1015, c.rate_sps = 860));
}

TEST(of_a_converter_of_the_table) {
  SIZED(converter_config);
  uint8_t last = 0;
  for (press_converter_config each = {.part = 1}; each.part; each.part++) {
    press_converter_config c;
    press_converter_config_init(&c);
    c.part = each.part;
    if (press_converter_config_check(&c, NULL) == PRESS_OK) last = c.part;
  }
  assert_true(last >= PRESS_CONVERTER_MAX11611);
  for (uint8_t part = 1; part <= last; part++) {
    press_converter_config c;
    press_converter_part   what;
    press_converter_config_init(&c);
    press_converter_part_init(&what);
    c.part = part;
    assert_int_equal(press_converter_part_get(&c, &what), 0);
    for (unsigned address = 1; address < 256; address++) {
      unsigned place = address - what.first_address;
      bool     has = address >= what.first_address && place < 16 && what.addresses >> place & 1;
      c.address = (uint8_t)address;
      assert_int_equal(press_converter_config_check(&c, NULL), has ? 0 : PRESS_ERR_INVAL);
      assert_int_equal(use_converter_config(&c), has ? 0 : PRESS_ERR_INVAL);
    }
    assert_true(what.addresses >> (what.usual_address - what.first_address) & 1);
    WRONG(converter_config, "channels", (c.part = part, c.channels = (uint16_t)(1u << what.channels)));
    VALID(converter_config, (c.part = part, c.channels = (uint16_t)(1u << (what.channels - 1))));
    WRONG(converter_config, "gain", (c.part = part, c.gain = (uint16_t)(2 * what.highest_gain)));
    VALID(converter_config, (c.part = part, c.gain = what.highest_gain));
    WRONG(converter_config, "rate_sps", (c.part = part, c.rate_sps = 7));
    for (unsigned i = 0; i < PRESS_PART_RATES; i++) VALID(converter_config, (c.part = part, c.rate_sps = what.rates[i]));
    assert_int_equal(what.largest_code, (1 << what.bits) - 1);
    c.address = 0;
    c.reference_mv = 2500;
    if (press_converter_part_get(&c, &what) == 0) {
      assert_memory_equal(press_converter_name(part), "ADS78", 5); /* of this family only */
      assert_int_equal(what.range_mv, 2500);
    } else {
      WRONG(converter_config, "reference_mv", (c.part = part, c.reference_mv = 2500));
    }
  }
  WRONG(converter_config, "part", c.part = 0);
  WRONG(converter_config, "part", c.part = (uint8_t)(last + 1));
  WRONG(converter_config, "channels", c.channels = 0);
  WRONG(converter_config, "channels", (c.part = PRESS_CONVERTER_MAX11617, c.channels = 0x1FF));
  WRONG(converter_config, "gain", (c.part = PRESS_CONVERTER_MCP3424, c.gain = 3));
}

TEST(of_a_sensor_its_circuit_and_its_curve) {
  VALID(sensor, c.preload_force = PRESS_ONE);
  WRONG(sensor, "preload_force", c.preload_force = -1);
  WRONG(sensor, "preload_force", (press_curve_power(PRESS_Q16(32767), 1, PRESS_Q16(0.25), &c.curve), c.preload_force = PRESS_Q16(100)));
  WRONG(sensor, "curve.kind", c.curve.kind = 0);
  WRONG(sensor, "curve.points", c.curve.points[1].force = 0);

  assert_int_equal(press_circuit_check(NULL, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_curve_check(NULL, NULL), PRESS_ERR_INVAL);
  VALID(circuit, (c.full_scale = c.max_code = 0xffffff, c.resistor_ohm = c.parallel_ohm = c.short_ohm = 0xffffff, c.flags = 1));
  WRONG(curve, "kind", c.kind = 3);
  WRONG(curve, "count", c.count = 0);
  WRONG(curve, "count", c.count = 17);
  WRONG(curve, "points", c.points[0].conductance = 0);
  WRONG(curve, "points", c.points[9].force = c.points[8].force);
#define POWER press_curve_power(PRESS_ONE, PRESS_ONE, PRESS_ONE, &c)
  VALID(curve, POWER);
  VALID(curve, (POWER, c.exponent = 4 * PRESS_ONE));
  WRONG(curve, "count", (POWER, c.count = 1));
  WRONG(curve, "reference_conductance", (POWER, c.reference_conductance = 0));
  WRONG(curve, "reference_force", (POWER, c.reference_force = -1));
  WRONG(curve, "exponent", (POWER, c.exponent = PRESS_ONE / 4 - 1));
  WRONG(curve, "exponent", (POWER, c.exponent = 4 * PRESS_ONE + 1));
}

TEST(of_a_calibration) {
  SIZED(calibration);
  WRONG(calibration, "version", c.version = PRESS_CALIBRATION_VERSION + 1);
  WRONG(calibration, "circuit.resistor_ohm", c.circuit.resistor_ohm = 0);
  WRONG(calibration, "preload_force", c.preload_force = -1);
  WRONG(calibration, "span", c.span = -1);
  WRONG(calibration, "curve.count", c.curve.count = 0);
  VALID(calibration, c.zero = INT32_MIN);
}

TEST(of_a_target) {
  SIZED(target);
  WRONG(target, "id", c.id = 0);
  WRONG(target, "container", c.container = 1);
  VALID(target, (c.width = c.height = 0, c.traits = 0x7fff, c.x = INT32_MIN));
  WRONG(target, "width", c.width = -1);
  WRONG(target, "height", c.height = INT32_MIN);
  WRONG(target, "traits", c.traits = 0x8000);
}

/* ---- every sized struct has its ..._init ---- */

TEST(every_sized_struct_is_written_by_its_init) {
#define WRITES(name, ...) \
  do { \
    press_##name was, c; \
    memset(&was, 0, sizeof was); /* padding as well */ \
    memset(&c, 0, sizeof c); \
    was.size = sizeof was; \
    __VA_ARGS__; \
    press_##name##_init(&c); \
    press_##name##_init(NULL); \
    assert_memory_equal(&c, &was, sizeof c); \
  } while (0)
#undef press_target_init
  WRITES(target, c.x = 7, was.traits = PRESS_TARGET_PREVIEW);
  WRITES(delegate, c.user = &c);
  WRITES(bus, c.user = &c);
  WRITES(drag, c.session = 7);
  WRITES(drop_proposal, c.operation = 7);
  WRITES(button_status, c.state = 7);
  WRITES(transition_status, c.state = 7);
  WRITES(peek, c.id = 7);
  WRITES(peek_status, c.state = 7, was.peek.size = sizeof(press_peek));
  WRITES(interactions, c.drag = (const press_drag_config *)&c);
  WRITES(surface, c.next = 7);
  WRITES(place, c.x = 7, was.scale_x = was.scale_y = PRESS_ONE);
}

/* Sensors are an array: each is as long as the first says. */
TEST(sensors_of_a_newer_program_are_read) {
  struct {
    press_sensor now;
    uint32_t     later[3];
  } newer[8];
  press_sensor sensors[8];
  uint64_t     other[PRESS_PAD_STORAGE_8 / 8];
  press_pad   *pad;
  memset(newer, 0, sizeof newer);
  for (int i = 0; i < 8; i++) {
    press_sensor_init(&sensors[i]);
    sensors[i].x = i * PRESS_ONE;
    sensors[i].lag_us = (uint32_t)i;
    newer[i].now = sensors[i];
    newer[i].now.size = sizeof *newer;
  }
  memset(pad_storage, 0, sizeof pad_storage);
  memset(other, 0, sizeof other);
  assert_int_equal(press_pad_init(pad_storage, sizeof pad_storage, NULL, sensors, 8, &pad), PRESS_OK);
  assert_int_equal(press_pad_init(other, sizeof other, NULL, &newer[0].now, 8, &pad), PRESS_OK);
  press_reading one = {.size = sizeof one}, two = {.size = sizeof two};
  press_frame   frame = {.t_us = 1000, .present = 0xff, .code = {100, 200, 300, 400, 500, 600, 700, 800}};
  assert_int_equal(press_pad_feed((press_pad *)pad_storage, &frame, NULL), PRESS_OK);
  assert_int_equal(press_pad_feed(pad, &frame, NULL), PRESS_OK);
  assert_int_equal(press_pad_get((press_pad *)pad_storage, &one), PRESS_OK);
  assert_int_equal(press_pad_get(pad, &two), PRESS_OK);
  assert_memory_equal(&one, &two, sizeof one);
  newer[7].later[2] = 1;
  assert_int_equal(press_pad_init(other, sizeof other, NULL, &newer[0].now, 8, &pad), PRESS_ERR_INVAL);
  newer[7].later[2] = 0;
  newer[3].now.size -= 4;
  assert_int_equal(press_pad_init(other, sizeof other, NULL, &newer[0].now, 8, &pad), PRESS_ERR_INVAL);
}

/* ---- an engine and what is attached to it ---- */

TEST(the_size_of_an_engine_is_that_of_all_that_is_attached) {
  press_config config;
  configs      all = all_defaults();
  press_config_init(&config);
  for (int other = 0; other < 2; other++) {
    config.max_contacts = other ? 3 : config.max_contacts;
    all.transition.max_transitions = other ? 7 : all.transition.max_transitions;
    all.drag.max_sessions = other ? 5 : all.drag.max_sessions;
    config.max_events = 200;
    for (unsigned which = 0; which < 1u << INTERACTION_COUNT; which++) {
      press_interactions set;
      press_interactions_init(&set);
      size_t sum = press_engine_size(&config);
#define ADD(x) \
  if (which & 1u << IS_##x) set.x = &all.x, sum += press_##x##_size(&config, &all.x);
      INTERACTIONS(ADD)
#undef ADD
      size_t bytes = press_engine_size_with(&config, &set);
      assert_int_equal(bytes, sum);
      /* The size is enough, and 8 bytes less are not. */
      for (int less = 0; less < 2; less++) {
        int status = press_engine_init(storage, bytes - 8 * (size_t)less, &config, &engine);
#define ADD(x) \
  if (which & 1u << IS_##x && !status) status = press_##x##_attach(engine, &all.x);
        INTERACTIONS(ADD)
#undef ADD
        assert_int_equal(status, less ? PRESS_ERR_NOSPC : PRESS_OK);
      }
    }
  }
  press_interactions set;
  press_interactions_init(&set);
  press_config_init(&config);
  assert_int_equal(press_engine_size_with(NULL, NULL), press_engine_size(&config));
  assert_int_equal(press_engine_size_with(&config, &set), press_engine_size(&config));
  set.gestures = &all.gestures;
  all.gestures.hold_us = 0;
  assert_int_equal(press_engine_size_with(&config, &set), 0);
  set.gestures = NULL;
  set.reserved = 1;
  assert_int_equal(press_engine_size_with(&config, &set), 0);
  set.reserved = 0;
  set.size = offsetof(press_interactions, strike) - 4;
  assert_int_equal(press_engine_size_with(&config, &set), 0);
  config.max_contacts = 0;
  assert_int_equal(press_engine_size_with(&config, NULL), 0);
}

TEST(a_set_is_attached_whole_or_not_at_all) {
  static uint64_t    before[sizeof storage / 8];
  press_config       config;
  press_interactions set;
  configs            all = all_defaults();
  press_config_init(&config);
  config.max_events = 200;
  press_interactions_init(&set);
  INTERACTIONS(ENTRY)
  size_t bytes = press_engine_size_with(&config, &set);
  assert_int_equal(press_interactions_size(&config, &set) + press_engine_size(&config), bytes);
  assert_int_equal(press_interactions_check(&set, NULL), PRESS_OK);
  /* The result is that of attaching one by one: every interaction is attached, and no storage is left. */
  assert_int_equal(press_engine_init(storage, bytes, &config, &engine), PRESS_OK);
  assert_int_equal(press_interactions_attach(engine, &set), PRESS_OK);
#define IS_THERE(x) assert_int_equal(press_##x##_attach(engine, &all.x), PRESS_ERR_STATE);
  INTERACTIONS(IS_THERE)
#undef IS_THERE
  memcpy(before, storage, sizeof before);
  assert_int_equal(press_interactions_attach(engine, &set), PRESS_ERR_STATE);
  assert_memory_equal(storage, before, bytes);
  /* The last interaction finds no room: nothing is attached, and earlier attachments stay as they were. */
  for (int with = 0; with < 2; with++) {
    assert_int_equal(press_engine_init(storage, bytes - 8, &config, &engine), PRESS_OK);
    set.gestures = with ? NULL : &all.gestures;
    if (with) assert_int_equal(press_gestures_attach(engine, NULL), PRESS_OK);
    memcpy(before, storage, sizeof before);
    assert_int_equal(press_interactions_attach(engine, &set), PRESS_ERR_NOSPC);
    size_t kept = press_engine_size(&config) + (with ? press_gestures_size(&config, NULL) : 0);
    assert_memory_equal(storage, before, kept);
    set.drag = NULL;
    assert_int_equal(press_interactions_attach(engine, &set), PRESS_OK);
    set.drag = &all.drag;
  }
  /* An invalid config, which the check names; and too few events. */
  const char *why = NULL;
  all.strike.min_speed = 0;
  assert_int_equal(press_interactions_check(&set, &why), PRESS_ERR_INVAL);
  assert_string_equal(why, "min_speed: above 0");
  assert_int_equal(press_engine_init(storage, bytes, &config, &engine), PRESS_OK);
  assert_int_equal(press_interactions_attach(engine, &set), PRESS_ERR_INVAL);
  assert_int_equal(press_interactions_size(&config, &set), 0);
  assert_int_equal(press_peek_attach(engine, NULL), PRESS_OK);
  set.strike = NULL;
  config.max_events = 30;
  assert_int_equal(press_engine_init(storage, sizeof storage, &config, &engine), PRESS_OK);
  assert_int_equal(press_interactions_attach(engine, &set), PRESS_ERR_NOBUFS);
  assert_int_equal(press_interactions_attach(NULL, &set), PRESS_ERR_INVAL);
  assert_int_equal(press_interactions_attach(engine, NULL), PRESS_ERR_INVAL);
  set.reserved = 1;
  assert_int_equal(press_interactions_attach(engine, &set), PRESS_ERR_INVAL);
  assert_int_equal(press_interactions_check(NULL, NULL), PRESS_ERR_INVAL);
}

TEST(NULL_as_a_config_is_the_defaults) {
#define SAME(x) \
  do { \
    press_config       config; \
    press_##x##_config c; \
    press_config_init(&config); \
    press_##x##_config_init(&c); \
    assert_true(press_##x##_size(&config, &c) > 0); \
    assert_int_equal(press_##x##_size(NULL, NULL), press_##x##_size(&config, &c)); \
    config.max_contacts = 0; \
    assert_int_equal(press_##x##_size(&config, &c), 0); \
    make_engine(); \
    assert_int_equal(press_##x##_attach(engine, NULL), PRESS_OK); \
  } while (0);
  INTERACTIONS(SAME)
}

#define ATTACHING(x) \
  static int attach_##x(press_engine *to) { return press_##x##_attach(to, NULL); }
INTERACTIONS(ATTACHING)

/* The events of a finger that taps, holds, drags and presses. Everything is attached in the order of the set, or in reverse. */
static int caused(bool reversed, press_event *events, size_t capacity) {
#define NAMED(x) attach_##x,
  static int (*const all[])(press_engine *) = {INTERACTIONS(NAMED)};
  press_config config;
  press_target t;
  press_config_init(&config);
  config.max_events = 300;
  assert_int_equal(press_engine_init(storage, sizeof storage, &config, &engine), PRESS_OK);
  for (size_t i = 0; i < COUNT(all); i++) assert_int_equal(all[reversed ? COUNT(all) - 1 - i : i](engine), PRESS_OK);
  press_target_init(&t);
  t.id = 1;
  t.width = t.height = PRESS_Q16(200);
  t.traits = 0x3fff & ~(uint32_t)PRESS_TARGET_INACTIVE;
  assert_int_equal(press_target_add(engine, &t), PRESS_OK);
  assert_int_equal(press_transition_bind(engine, 1, PRESS_DRIVER_PRESSURE, 0, 0, 0), PRESS_OK);
  int      count = 0;
  uint32_t random = 1;
  for (uint64_t i = 1; i < 2000; i++) {
    press_sample s = {.t_us = i * 10000, .contact = i / 3 % 2};
    random = random * 1664525 + 1013904223;
    s.force = i % 100 < 70 ? (press_q16)(i % 100 * 6000 + random % 60000) : 0;
    s.x = (press_q16)(i % 100 < 35 ? 20 : i % 100) * PRESS_ONE, s.y = (press_q16)(20 + 10 * s.contact) * PRESS_ONE;
    assert_int_equal(press_feed(engine, &s, 1), 1);
    int taken = press_poll(engine, events + count, capacity - (size_t)count);
    assert_true(taken >= 0);
    count += taken;
  }
  return count;
}

TEST(the_order_in_which_interactions_are_attached_changes_nothing) {
  static press_event one[8000], other[8000];
  int                count = caused(false, one, COUNT(one));
  assert_in_range(count, 100, COUNT(one) - 1);
  assert_int_equal(caused(true, other, COUNT(other)), count);
  assert_memory_equal(one, other, (size_t)count * sizeof *one);
}

TEST(the_check_of_a_set_names_the_field) {
  press_interactions set;
  const char        *why = NULL;
  press_interactions_init(&set);
  set.reserved = 1;
  assert_int_equal(press_interactions_check(&set, &why), PRESS_ERR_INVAL);
  begins_with(why, "reserved");
  set.reserved = 0;
  set.size = 4;
  assert_int_equal(press_interactions_check(&set, &why), PRESS_ERR_INVAL);
  begins_with(why, "size");
}

TEST(everything_fits_its_static_storage) {
  static uint64_t    everything[PRESS_ENGINE_STORAGE_ALL / 8];
  configs            all = all_defaults();
  press_interactions set;
  press_interactions_init(&set);
  assert_int_equal(press_engine_init(everything, sizeof everything, NULL, &engine), PRESS_OK);
#define ADD(x) assert_int_equal(press_##x##_attach(engine, NULL), PRESS_OK);
  INTERACTIONS(ADD)
#undef ADD
  INTERACTIONS(ENTRY)
  size_t bytes = press_engine_size_with(NULL, &set);
  assert_in_range(bytes, 1, PRESS_ENGINE_STORAGE_ALL);
  /* On 64 bits the constant is not much larger than necessary. */
  if (sizeof(void *) == 8) assert_true(PRESS_ENGINE_STORAGE_ALL - bytes < 2048);
}

/* Too little storage and too few events are two statuses. */
TEST(too_few_events_are_not_too_little_storage) {
  press_config config;
  press_config_init(&config);
  config.max_events = 8 + 2 * 10;
  assert_int_equal(press_engine_init(storage, sizeof storage, &config, &engine), PRESS_OK);
  assert_int_equal(press_gestures_attach(engine, NULL), PRESS_ERR_NOBUFS);
  assert_int_equal(press_button_attach(engine, NULL), PRESS_ERR_NOBUFS);
  config.max_events = 8 + 2 * 10 + (10 + 2) + 4 + 3 * 4 + 2 + 3 * 2;
  for (int less = 0; less < 2; less++) {
    config.max_events = (uint16_t)(config.max_events - less);
    assert_int_equal(press_engine_init(storage, sizeof storage, &config, &engine), PRESS_OK);
    assert_int_equal(press_gestures_attach(engine, NULL), PRESS_OK);
    assert_int_equal(press_peek_attach(engine, NULL), PRESS_OK);
    assert_int_equal(press_transition_attach(engine, NULL), PRESS_OK);
    assert_int_equal(press_button_attach(engine, NULL), PRESS_OK);
    assert_int_equal(press_drag_attach(engine, NULL), less ? PRESS_ERR_NOBUFS : PRESS_OK);
  }
  assert_string_not_equal(press_strerror(PRESS_ERR_NOBUFS), press_strerror(PRESS_ERR_NOSPC));
}

int main(void) { return run_all(NULL, NULL); }
