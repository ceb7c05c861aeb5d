/* A refused call changes no byte but the counters of refused input. The rows have every function that changes storage, with every refusal that
 * a row can express. Tests/contract checks that no function is missing. */
#include "support.h"
#include "generated/lives.h"

enum { NOWHERE = 99 };

static struct {
  _Alignas(8) unsigned char engine[PRESS_ENGINE_STORAGE_ALL + 8192];
  _Alignas(8) unsigned char pad[PRESS_PAD_STORAGE_8];
  _Alignas(8) unsigned char grid[16384];
  press_supply   supply;
  press_idle     idle;
  press_feedback feedback;
  press_one_euro filter;
  press_profile  profile;
  press_surface  surface;
} s;

static press_engine *engine;
static press_pad    *pad;
static press_grid   *grid;

/* Everything is attached; a target that takes everything; a finger is down, and pressed at 1000. */
static void prepare(void) {
  memset(&s, 0, sizeof s);
  press_config config;
  press_config_init(&config);
  config.max_targets = 2;
  config.late_limit_us = 0;
  assert_int_equal(press_engine_init(s.engine, sizeof s.engine, &config, &engine), PRESS_OK);
#define ATTACH(x) assert_int_equal(press_##x##_attach(engine, NULL), PRESS_OK);
  INTERACTIONS(ATTACH)
#undef ATTACH
  for (uint32_t id = 1; id <= 2; id++) {
    press_target t;
    press_target_init(&t);
    t.id = id;
    t.width = t.height = PRESS_Q16(10);
    t.x = (press_q16)(id - 1) * PRESS_Q16(20);
    t.traits = PRESS_TARGET_TAP | PRESS_TARGET_PREVIEW;
    assert_int_equal(press_target_add(engine, &t), PRESS_OK);
  }
  press_sample down = {.t_us = 1000, .flags = PRESS_SAMPLE_DOWN, .force = PRESS_ONE};
  assert_int_equal(press_feed(engine, &down, 1), 1);
  assert_int_equal(press_pad_init(s.pad, sizeof s.pad, NULL, NULL, 1, &pad), PRESS_OK);
  press_frame frame = {.t_us = 1000, .present = 1};
  assert_int_equal(press_pad_feed(pad, &frame, NULL), PRESS_OK);
  assert_int_equal(press_grid_init(s.grid, sizeof s.grid, NULL, &grid), PRESS_OK);
  assert_int_equal(press_supply_init(&s.supply, NULL), PRESS_OK);
  assert_int_equal(press_idle_init(&s.idle, NULL), PRESS_OK);
  press_feedback_row rows[PRESS_FEEDBACK_ROWS];
  int                count = press_feedback_defaults(rows, COUNT(rows));
  assert_int_equal(press_feedback_init(&s.feedback, NULL, rows, (size_t)count), PRESS_OK);
  assert_int_equal(press_one_euro_init(&s.filter, PRESS_ONE, PRESS_ONE, PRESS_ONE), PRESS_OK);
  press_profile_init(&s.profile);
}

/* A config that its check refuses: its size. */
#define WRONG(name) \
  press_##name wrong; \
  press_##name##_init(&wrong); \
  wrong.size = 4

static const char   *refused; /* the row */
static unsigned char before[sizeof s];

static void begin(const char *row) {
  refused = row;
  memcpy(before, &s, sizeof before);
}

/* `counts`: how many counters of refused input may have changed, each by 1. */
static void end(int status, int expected, size_t counts) {
  if (status != expected) fail_msg("%s: answered %d, not %d", refused, status, expected);
  const unsigned char *now = (const unsigned char *)&s;
  size_t               changed = 0;
  for (size_t i = 0; i < sizeof s; i++) changed += now[i] != before[i] && (unsigned char)(now[i] - before[i]) == 1;
  for (size_t i = 0; i < sizeof s; i++)
    if (now[i] != before[i] && (unsigned char)(now[i] - before[i]) != 1) fail_msg("%s: byte %zu is another", refused, i);
  if (changed != counts) fail_msg("%s: %zu bytes are others", refused, changed);
}

#define REFUSED(expected, call) REFUSED_COUNTED(expected, 0, call)
#define REFUSED_COUNTED(expected, counts, call) \
  do { \
    begin(#call); \
    end((call), PRESS_ERR_##expected, counts); \
  } while (0)

TEST(what_engines_refuse_leaves_every_byte) {
  prepare();
  WRONG(config);
  press_sample early = {.t_us = 999, .flags = PRESS_SAMPLE_DOWN, .force = PRESS_ONE}, flags = {.t_us = 2000, .flags = 1u << 31};
  press_event  event;
  REFUSED(INVAL, press_engine_set(NULL, &wrong));
  REFUSED(INVAL, press_engine_set(engine, &wrong));
  REFUSED(INVAL, press_engine_set(engine, NULL));
  REFUSED(INVAL, press_contact_release(NULL, 0));
  REFUSED(NOENT, press_contact_release(engine, NOWHERE));
  REFUSED(INVAL, press_engine_reset(NULL));
  REFUSED_COUNTED(TIME, 2, press_feed(engine, &early, 1));
  REFUSED_COUNTED(INVAL, 1, press_feed(engine, &flags, 1));
  REFUSED(INVAL, press_feed(engine, NULL, 1));
  REFUSED(INVAL, press_feed(engine, &early, (size_t)INT32_MAX + 1));
  REFUSED(INVAL, press_feed(engine, &early, SIZE_MAX));
  REFUSED(INVAL, press_feed(NULL, &early, 1));
  REFUSED(TIME, press_tick(engine, 999));
  REFUSED(INVAL, press_tick(NULL, 999));
  REFUSED(INVAL, press_tick(engine, PRESS_NEVER));
  REFUSED(INVAL, press_poll(engine, NULL, 1));
  REFUSED(INVAL, press_poll(NULL, &event, 1));
  press_delegate d;
  press_delegate_init(&d);
  d.size = 4;
  REFUSED(INVAL, press_set_delegate(engine, &d));
  REFUSED(INVAL, press_set_delegate(NULL, NULL));
  REFUSED(INVAL, press_preview_cancel(NULL, 0));
  REFUSED(NOENT, press_preview_cancel(engine, NOWHERE));
  press_interactions set;
  press_interactions_init(&set);
  set.reserved = 1;
  REFUSED(INVAL, press_interactions_attach(engine, &set));
  REFUSED(INVAL, press_interactions_attach(NULL, NULL));
}

TEST(what_targets_refuse_leaves_every_byte) {
  prepare();
  WRONG(target);
  REFUSED(INVAL, press_target_add(engine, &wrong));
  REFUSED(INVAL, press_target_update(engine, &wrong));
  wrong.size = sizeof wrong;
  wrong.id = 1;
  wrong.width = wrong.height = PRESS_ONE;
  REFUSED(INVAL, press_target_add(engine, &wrong));
  wrong.id = 3;
  REFUSED(NOSPC, press_target_add(engine, &wrong));
  REFUSED(NOENT, press_target_update(engine, &wrong));
  wrong.width = -1;
  REFUSED(INVAL, press_target_add(engine, &wrong));
  REFUSED(INVAL, press_target_add(engine, NULL));
  REFUSED(INVAL, press_target_add(NULL, &wrong));
  REFUSED(INVAL, press_target_update(NULL, &wrong));
  REFUSED(INVAL, press_targets_put(engine, &wrong, 1, NULL));
  REFUSED(INVAL, press_targets_put(engine, NULL, 1, NULL));
  REFUSED(INVAL, press_target_remove(NULL, 1));
  REFUSED(INVAL, press_targets_remove(engine, NULL, 1));
  REFUSED(NOENT, press_targets_remove(engine, (uint32_t[]){1, NOWHERE}, 2));
  REFUSED(NOENT, press_target_remove(engine, NOWHERE));
  REFUSED(INVAL, press_target_activate(NULL, 1));
  REFUSED(INVAL, press_set_progress(NULL, false));
  REFUSED(NOENT, press_target_activate(engine, NOWHERE));
}

TEST(what_interactions_refuse_leaves_every_byte) {
  prepare();
#define ONE(x) \
  do { \
    WRONG(x##_config); \
    REFUSED(INVAL, press_##x##_set(engine, &wrong)); \
    REFUSED(INVAL, press_##x##_set(engine, NULL)); \
    REFUSED(INVAL, press_##x##_set(NULL, NULL)); \
    REFUSED(INVAL, press_##x##_get_config(engine, NULL)); \
    REFUSED(INVAL, press_##x##_get_config(NULL, NULL)); \
    REFUSED(INVAL, press_##x##_attach(engine, &wrong)); \
    REFUSED(INVAL, press_##x##_attach(NULL, NULL)); \
    REFUSED(STATE, press_##x##_attach(engine, NULL)); \
  } while (0);
  INTERACTIONS(ONE)
#undef ONE
  REFUSED(INVAL, press_gestures_cancel(NULL, 0));
  REFUSED(NOENT, press_gestures_cancel(engine, NOWHERE));
  REFUSED(STATE, press_gestures_cancel(engine, 0));
  press_scroll_content content;
  press_scroll_content_init(&content);
  content.target = NOWHERE;
  REFUSED(INVAL, press_scroll_declare(NULL, &content));
  REFUSED(NOENT, press_scroll_declare(engine, &content));
  content.snap_x = -1;
  REFUSED(INVAL, press_scroll_declare(engine, &content));
  REFUSED(INVAL, press_scroll_throw(NULL, 1, 0, PRESS_Q16(500)));
  REFUSED(NOENT, press_scroll_throw(engine, NOWHERE, 0, PRESS_Q16(500)));
  REFUSED(STATE, press_scroll_throw(engine, 1, 0, PRESS_Q16(500)));
  REFUSED(INVAL, press_scroll_aim(NULL, 1, 0, 0));
  REFUSED(STATE, press_scroll_aim(engine, 1, 0, 0));
  REFUSED(INVAL, press_scroll_stop(NULL, 1));
  REFUSED(STATE, press_scroll_stop(engine, 1));
  REFUSED(INVAL, press_levels_cancel(NULL, 0));
  REFUSED(NOENT, press_levels_cancel(engine, NOWHERE));
  REFUSED(STATE, press_levels_cancel(engine, 0));
  press_peek peek;
  press_peek_init(&peek);
  REFUSED(INVAL, press_peek_declare(NULL, NULL, 0));
  REFUSED(INVAL, press_peek_declare(engine, NULL, 1));
  REFUSED(STATE, press_peek_replace(engine, NULL, 0));
  REFUSED(INVAL, press_peek_replace(NULL, NULL, 0));
  REFUSED(INVAL, press_peek_find(NULL, 1, &peek));
  REFUSED(NOENT, press_peek_find(engine, NOWHERE, &peek));
  REFUSED(INVAL, press_peek_open(NULL, 1));
  REFUSED(NOENT, press_peek_open(engine, NOWHERE));
  REFUSED(INVAL, press_peek_pop(NULL));
  REFUSED(STATE, press_peek_pop(engine));
  REFUSED(INVAL, press_peek_dismiss(NULL));
  REFUSED(STATE, press_peek_dismiss(engine));
  REFUSED(INVAL, press_peek_reveal(NULL));
  REFUSED(STATE, press_peek_reveal(engine));
  REFUSED(INVAL, press_action_perform(NULL, 0));
  REFUSED(STATE, press_action_perform(engine, 0));
  REFUSED(INVAL, press_action_back(NULL));
  REFUSED(STATE, press_action_back(engine));
}

TEST(what_is_not_attached_is_a_state) {
  static uint64_t plain[PRESS_ENGINE_STORAGE / 8];
  press_engine   *bare;
  press_q16       velocity;
  assert_int_equal(press_engine_init(plain, sizeof plain, NULL, &bare), PRESS_OK);
  assert_int_equal(press_transition_update(bare, 1, 0), PRESS_ERR_STATE);
  assert_int_equal(press_transition_finish(bare, 1), PRESS_ERR_STATE);
  assert_int_equal(press_transition_cancel(bare, 1), PRESS_ERR_STATE);
  assert_int_equal(press_transition_pause(bare, 1), PRESS_ERR_STATE);
  assert_int_equal(press_transition_set_speed(bare, 1, PRESS_ONE), PRESS_ERR_STATE);
  assert_int_equal(press_transition_get_velocity(bare, 1, &velocity), PRESS_ERR_STATE);
  assert_int_equal(press_transition_set_velocity(bare, 1, 0), PRESS_ERR_STATE);
  assert_int_equal(press_transition_run_to(bare, 1, 0), PRESS_ERR_STATE);
}

TEST(what_crosstalk_refuses_leaves_every_byte) {
  prepare();
  REFUSED(INVAL, press_crosstalk_set_share(NULL, 0, 1, 0));
  REFUSED(INVAL, press_crosstalk_set_share(engine, 1, 1, 0));
  REFUSED(INVAL, press_crosstalk_set_share(engine, 0, PRESS_CROSSTALK_PADS, 0));
  REFUSED(INVAL, press_crosstalk_set_share(engine, 0, 1, -1));
  REFUSED(INVAL, press_crosstalk_set_share(engine, 0, 1, PRESS_ONE));
}

TEST(what_transitions_refuse_leaves_every_byte) {
  prepare();
  WRONG(transition_options);
  REFUSED(INVAL, press_transition_start(engine, 1, &wrong));
  REFUSED(INVAL, press_transition_start(NULL, 1, NULL));
  REFUSED(INVAL, press_transition_update(NULL, 1, 0));
  REFUSED(NOENT, press_transition_update(engine, NOWHERE, 0));
  REFUSED(INVAL, press_transition_finish(NULL, 1));
  REFUSED(NOENT, press_transition_finish(engine, NOWHERE));
  REFUSED(INVAL, press_transition_cancel(NULL, 1));
  REFUSED(NOENT, press_transition_cancel(engine, NOWHERE));
  REFUSED(INVAL, press_transition_pause(NULL, 1));
  REFUSED(NOENT, press_transition_pause(engine, NOWHERE));
  REFUSED(INVAL, press_transition_run_to(NULL, 1, 0));
  REFUSED(NOENT, press_transition_run_to(engine, NOWHERE, 0));
  REFUSED(INVAL, press_transition_set_velocity(NULL, 1, 0));
  REFUSED(NOENT, press_transition_set_velocity(engine, NOWHERE, PRESS_ONE));
  REFUSED(INVAL, press_transition_set_speed(NULL, 1, 0));
  REFUSED(NOENT, press_transition_set_speed(engine, NOWHERE, PRESS_ONE));
  REFUSED(INVAL, press_transition_bind(NULL, 1, 1, 0, 0, 0));
  REFUSED(INVAL, press_transition_bind(engine, 1, NOWHERE, 0, 0, 0));
}

TEST(what_drags_refuse_leaves_every_byte) {
  prepare();
  uint32_t session = 0;
  REFUSED(INVAL, press_drag_set_modifiers(NULL, 0));
  REFUSED(INVAL, press_drag_cancel(NULL, 1));
  REFUSED(NOENT, press_drag_cancel(engine, NOWHERE));
  REFUSED(INVAL, press_drop_confirm(NULL, 1, true));
  REFUSED(NOENT, press_drop_confirm(engine, NOWHERE, true));
  REFUSED(INVAL, press_drop_update(NULL, 1, 0, 0));
  REFUSED(NOENT, press_drop_update(engine, NOWHERE, 0, 0));
  REFUSED(INVAL, press_drop_finish(NULL, 1, 0, true));
  REFUSED(NOENT, press_drop_finish(engine, NOWHERE, 0, true));
  REFUSED(INVAL, press_drop_undo(NULL));
  REFUSED(NOENT, press_drop_undo(engine));
  REFUSED(INVAL, press_drop_redo(NULL));
  REFUSED(NOENT, press_drop_redo(engine));
  REFUSED(INVAL, press_drag_begin(NULL, 1, &session));
  REFUSED(NOENT, press_drag_begin(engine, NOWHERE, &session));
  REFUSED(INVAL, press_drag_add(NULL, 1, 1));
  REFUSED(NOENT, press_drag_add(engine, NOWHERE, 1));
  REFUSED(INVAL, press_drag_move(NULL, 1, 0, 0));
  REFUSED(NOENT, press_drag_move(engine, NOWHERE, 0, 0));
  REFUSED(INVAL, press_drag_over(NULL, 1, 1));
  REFUSED(NOENT, press_drag_over(engine, NOWHERE, 1));
  REFUSED(INVAL, press_drag_drop(NULL, 1));
  REFUSED(NOENT, press_drag_drop(engine, NOWHERE));
  REFUSED(INVAL, press_drag_perform(NULL, 1, 2, &session));
  REFUSED(NOENT, press_drag_perform(engine, NOWHERE, 2, &session));
}

TEST(what_senses_refuses_leaves_every_byte) {
  prepare();
  WRONG(pad_config);
  press_frame  early = {.t_us = 1000, .present = 1}, unknown = {.t_us = 2000, .present = 2};
  press_sensor sensor;
  press_sensor_init(&sensor);
  sensor.size = 4;
  REFUSED(INVAL, press_pad_set(pad, &wrong));
  REFUSED(INVAL, press_pad_set(pad, NULL));
  REFUSED(INVAL, press_pad_set(NULL, &wrong));
  REFUSED(INVAL, press_pad_set_sensors(pad, &sensor, 1));
  REFUSED(INVAL, press_pad_set_sensors(pad, NULL, 1));
  REFUSED(INVAL, press_pad_set_sensors(NULL, &sensor, 1));
  REFUSED_COUNTED(TIME, 1, press_pad_feed(pad, &early, NULL));
  REFUSED(INVAL, press_pad_feed(pad, &unknown, NULL));
  REFUSED(INVAL, press_pad_feed_many(pad, &unknown, 1, NULL));
  REFUSED(INVAL, press_pad_feed_many(pad, NULL, 1, NULL));
  REFUSED(INVAL, press_pad_feed_many(NULL, &early, 1, NULL));
  REFUSED(INVAL, press_pad_feed(NULL, &early, NULL));
  REFUSED(INVAL, press_pad_feed(pad, NULL, engine));
  REFUSED_COUNTED(TIME, 1, press_pad_tick(pad, 999, NULL));
  REFUSED(INVAL, press_pad_tick(NULL, 999, NULL));
  REFUSED(INVAL, press_pad_tick(pad, PRESS_NEVER, NULL));
  REFUSED(INVAL, press_pad_tare(pad, 1u << 31));
  REFUSED(INVAL, press_pad_tare(NULL, 0));
  REFUSED_COUNTED(TIME, 1, press_pad_resume(pad, 999, engine));
  REFUSED(INVAL, press_pad_resume(NULL, 999, engine));
  REFUSED(INVAL, press_pad_resume(pad, PRESS_NEVER, engine));
  REFUSED(INVAL, press_supply_feed(&s.supply, PRESS_NEVER, 20000, pad, engine));
  REFUSED(INVAL, press_supply_feed(&s.supply, 2000, 20000, NULL, engine));
  REFUSED(INVAL, press_supply_feed(NULL, 2000, 20000, pad, engine));
  REFUSED(INVAL, press_idle_look(&s.idle, NULL, engine));
  REFUSED(INVAL, press_idle_look(NULL, pad, engine));
  press_grid_config few;
  press_grid_config_init(&few);
  few.size = 4;
  static const int32_t cells[257];
  REFUSED(INVAL, press_grid_set(grid, &few));
  REFUSED(INVAL, press_grid_set(grid, NULL));
  REFUSED(INVAL, press_grid_set(NULL, &few));
  REFUSED(INVAL, press_grid_set_mask(grid, NULL, 3));
  REFUSED(INVAL, press_grid_set_mask(grid, (uint32_t[16]){[2] = 1u << 16}, 16));
  REFUSED(INVAL, press_grid_set_mask(grid, (uint32_t[16]){0}, 2));
  REFUSED(INVAL, press_grid_set_mask(NULL, NULL, 0));
  for (size_t count = 0; count < 4; count++) REFUSED(INVAL, press_grid_feed(grid, 2000, cells, (size_t[]){4, 255, 257, SIZE_MAX}[count], NULL));
  REFUSED(INVAL, press_grid_feed(grid, 2000, NULL, 256, NULL));
  REFUSED(INVAL, press_grid_feed(NULL, 2000, cells, 4, NULL));
  REFUSED(INVAL, press_grid_lost(NULL, 2000, NULL));
  REFUSED(INVAL, press_grid_lost(grid, PRESS_NEVER, NULL));
  REFUSED(INVAL, press_grid_reset(NULL));
  REFUSED(INVAL, press_grid_tare(NULL, 0));
  REFUSED(INVAL, press_grid_tare(grid, 2));
  REFUSED(INVAL, press_grid_set_gains(grid, NULL, 0));
  REFUSED(INVAL, press_grid_set_gains(NULL, NULL, 0));
  press_q16 filtered;
  REFUSED(INVAL, press_one_euro_init(&s.filter, -1, 0, 0));
  REFUSED(INVAL, press_one_euro_step(NULL, 0, 0, &filtered));
  REFUSED(INVAL, press_one_euro_step(&s.filter, PRESS_NEVER, 0, &filtered));
  press_event  event = {0};
  press_effect effect;
  REFUSED(INVAL, press_feedback_event(NULL, &event, &effect));
  const char *why;
  REFUSED(STATE, press_profile_line(&s.profile, "touch_force = x", 15, &why));
  REFUSED(INVAL, press_surface_add_pad(&s.surface, NULL, NULL, &why));
  REFUSED(INVAL, press_surface_add_grid(&s.surface, NULL, NULL, &why));
}

/* What only reads: from nothing, or into nothing. */
TEST(what_is_asked_of_nothing_or_for_nobody_leaves_every_byte) {
  prepare();
  press_touch         touch;
  press_engine_stats  stats = {.size = sizeof stats};
  press_reading       reading = {.size = sizeof reading};
  press_pad_stats     pads = {.size = sizeof pads};
  press_strike        strike = {.size = sizeof strike};
  press_levels_status level = {.size = sizeof level};
  press_button_status button = {.size = sizeof button};
  press_grid_shape    shape = {.size = sizeof shape};
  press_config        config;
  press_pad_config    pad_config;
  press_q16           share;
  int32_t             low, high;
  press_config_init(&config);
  press_pad_config_init(&pad_config);
  assert_true(press_next_deadline(NULL) == PRESS_NEVER);
  assert_true(press_pad_next_deadline(NULL) == PRESS_NEVER);
  REFUSED(INVAL, press_touch_get(NULL, 0, 0, &touch));
  REFUSED(INVAL, press_touch_get(engine, 0, 0, NULL));
  REFUSED(INVAL, press_engine_get_stats(NULL, &stats));
  REFUSED(INVAL, press_engine_get_stats(engine, NULL));
  REFUSED(INVAL, press_engine_get_config(NULL, &config));
  REFUSED(INVAL, press_engine_get_config(engine, NULL));
  REFUSED(INVAL, press_preview_state(NULL, 0));
  REFUSED(NOENT, press_preview_state(engine, NOWHERE));
  REFUSED(INVAL, press_gestures_state(NULL, 0));
  REFUSED(INVAL, press_strike_get(NULL, 0, &strike));
  REFUSED(INVAL, press_strike_get(engine, 0, NULL));
  REFUSED(INVAL, press_levels_get(NULL, 0, &level));
  REFUSED(INVAL, press_levels_get(engine, 0, NULL));
  REFUSED(INVAL, press_button_get(NULL, &button));
  REFUSED(INVAL, press_button_get(engine, NULL));
  REFUSED(INVAL, press_crosstalk_get_share(NULL, 0, 1, &share));
  REFUSED(INVAL, press_crosstalk_get_share(engine, 0, 1, NULL));
  REFUSED(INVAL, press_pad_get(NULL, &reading));
  REFUSED(INVAL, press_pad_get(pad, NULL));
  REFUSED(INVAL, press_pad_get_stats(NULL, &pads));
  REFUSED(INVAL, press_pad_get_stats(pad, NULL));
  REFUSED(INVAL, press_pad_get_config(NULL, &pad_config));
  REFUSED(INVAL, press_pad_get_config(pad, NULL));
  REFUSED(INVAL, press_grid_get_config(NULL, NULL));
  REFUSED(INVAL, press_grid_get_config(grid, NULL));
  REFUSED(INVAL, press_grid_get_shape(NULL, 7, &shape));
  REFUSED(INVAL, press_grid_get_shape(grid, 7, NULL));
  REFUSED(INVAL, press_idle_codes(&s.idle, NULL, 0, &low, &high));
  REFUSED(NOENT, press_idle_codes(&s.idle, pad, 1, &low, &high));
}

/* A function that makes something makes all of it, or changes nothing. */
TEST(what_is_not_made_leaves_every_byte) {
  prepare();
  press_engine *e;
  press_pad    *p;
  press_grid   *g;
  WRONG(config);
  REFUSED(INVAL, press_engine_init(s.engine, sizeof s.engine, &wrong, &e));
  REFUSED(NOSPC, press_engine_init(s.engine, 64, NULL, &e));
  REFUSED(INVAL, press_engine_init(s.engine, sizeof s.engine, NULL, NULL));
  REFUSED(INVAL, press_engine_init(NULL, sizeof s.engine, NULL, &e));
  REFUSED(INVAL, press_pad_init(NULL, sizeof s.pad, NULL, NULL, 1, &p));
  REFUSED(INVAL, press_pad_init(s.pad, sizeof s.pad, NULL, NULL, 1, NULL));
  REFUSED(INVAL, press_pad_init(s.pad, sizeof s.pad, NULL, NULL, 2, &p));
  REFUSED(INVAL, press_pad_init(s.pad, sizeof s.pad, NULL, NULL, 0, &p));
  REFUSED(NOSPC, press_pad_init(s.pad, 64, NULL, NULL, 1, &p));
  REFUSED(INVAL, press_pad_init(s.pad, sizeof s.pad, NULL, NULL, 9, &p));
  REFUSED(NOSPC, press_grid_init(s.grid, 64, NULL, &g));
  REFUSED(INVAL, press_grid_init(s.grid + 1, sizeof s.grid, NULL, &g));
  press_supply_config supply;
  press_supply_config_init(&supply);
  supply.size = 4;
  REFUSED(INVAL, press_supply_init(&s.supply, &supply));
  REFUSED(INVAL, press_supply_init(NULL, NULL));
  press_idle_config idle;
  press_idle_config_init(&idle);
  idle.size = 4;
  REFUSED(INVAL, press_idle_init(&s.idle, &idle));
  REFUSED(INVAL, press_feedback_init(&s.feedback, NULL, NULL, 1));
  static union {
    press_converter converter;
    press_drv2605l  motor;
    unsigned char   bytes[sizeof(press_converter) + sizeof(press_drv2605l)];
  } device, untouched;
  press_bus none = {0};
  memset(&device, 0x5a, sizeof device);
  untouched = device;
  assert_int_equal(press_converter_init(&device.converter, NULL, &none), PRESS_ERR_INVAL);
  assert_int_equal(press_drv2605l_init(&device.motor, NULL, &none), PRESS_ERR_INVAL);
  assert_memory_equal(&device, &untouched, sizeof device);
}

int main(void) { return run_all(NULL, NULL); }
