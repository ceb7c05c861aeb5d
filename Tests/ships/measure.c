/* Feeds samples or frames in one steady state, so that callgrind can count what one of them costs; prints the
 * nanoseconds that it took.
 * measure sizes | measure idle|active|attached|attached-all|attached-all-idle|calls-idle|calls-active|transition|pad|pad-jitter|pad-event|
 *   pad-untouched|frame|frame-8|frame-CHANNELS-untouched|creep|taps-WHICH-TARGETS-APART|all-taps-WHICH-APART|edits-WHAT-TARGETS|drag-TARGETS|
 *   across-TARGETS|contacts-N|button-N|feedback|grid-SIDE-FINGERS COUNT
 * pad delivers no event, pad-event one with each reading; taps are on the top target, on the bottom one, or on any, of 1,024 or of so
 * many, which lie so many points apart, or beside each other;
 * attached and taps have the five interactions of the documents, -all and all- every one.
 * The first four feed one batch, the others each sample in a call of its own, as boards do; untouched: a converter reads noise.
 * button: the force button is attached, so many contacts are down. Grid fingers 99: every cell pressed, 100: noise above the threshold
 * everywhere, 101: nothing touches, each cell has a zero and noise, the zeros follow in every second frame; 102: in every frame. */
#define _POSIX_C_SOURCE 199309L
#include <limits.h>
#include <press.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../PressABITests/generated/lives.h"

static int updates;

static void updated(press_engine *engine, const press_touch *touch, press_q16 progress, bool ended, void *user) {
  (void)engine, (void)touch, (void)progress, (void)ended, (void)user;
  updates++;
}

static void print_sizes(void) {
  press_config config;
  press_config_init(&config);
  printf("engine, default config %zu\n", press_engine_size(&config));
  config.max_contacts = 1;
  config.max_targets = config.max_events = 0;
  printf("engine, one contact, preview only %zu\n", press_engine_size(&config));
  printf("pad, one sensor %zu\npad, eight sensors %zu\n", press_pad_size(1), press_pad_size(8));
  press_grid_config grid;
  press_grid_config_init(&grid);
  printf("grid, 16 x 16, default config %zu\n", press_grid_size(&grid));
  grid.columns = grid.rows = grid.max_contacts = 32;
  grid.flags = PRESS_GRID_BASELINE;
  printf("grid, 32 x 32, everything %zu\n", press_grid_size(&grid));
}

/* Interactions up to one, one transition following the preview. */
static void attach_up_to(press_engine *engine, int last) {
#define OR_ATTACH(name) || (IS_##name <= last && press_##name##_attach(engine, NULL))
  if (false INTERACTIONS(OR_ATTACH) || press_transition_bind(engine, 1, PRESS_DRIVER_PREVIEW, 0, 0, 0)) abort();
}

static void attach_everything(press_engine *engine) { attach_up_to(engine, INT_MAX); }

/* The five interactions of the documents: without strikes, lifts, pinches, throws, swipes and levels. */
static void attach_first_five(press_engine *engine) { attach_up_to(engine, IS_button); }

static void feed_samples(press_engine *engine, int count, press_q16 force) {
  press_sample *samples = calloc((size_t)count, sizeof *samples);
  for (int i = 0; i < count; i++) {
    samples[i].t_us = 1000u * (uint64_t)(i + 1);
    samples[i].force = force + i % 100;
  }
  if (press_feed(engine, samples, (size_t)count) != count) abort();
  free(samples);
}

static void feed_calls(press_engine *engine, int count, press_q16 force) {
  for (int i = 0; i < count; i++) {
    press_sample sample = {.t_us = 1000u * (uint64_t)(i + 1), .force = force + i % 100};
    if (press_feed(engine, &sample, 1) != 1) abort();
  }
}

/* The readings after the start: a press whose preview has ended, a press whose progress is delivered with each reading, or none. */
enum pressing { PRESSED, MOVING, UNTOUCHED };
static int32_t code_at(int i, enum pressing what) {
  // The noise of an untouched converter.
  if (i < 300 || what == UNTOUCHED) return 5 + i * 7919 % 11;
  return what == MOVING ? 13500 + 60 * abs(i % 32 - 16) : 12000 + i % 50;
}

static void feed_readings(press_engine *engine, int count, enum pressing what, uint32_t jitter) {
  static uint64_t storage[PRESS_PAD_STORAGE_1 / 8];
  press_pad      *pad;
  if (press_pad_init(storage, sizeof storage, NULL, NULL, 1, &pad)) abort();
  for (int i = 0; i < count; i++) {
    press_frame frame = {.t_us = 1000u * (uint64_t)(i + 1) + (uint32_t)(i * 7919) % jitter, .present = 1, .code = {code_at(i, what)}};
    if (press_pad_feed(pad, &frame, engine)) abort();
  }
  if (what == MOVING && updates < count - 320) abort();
  if (what == UNTOUCHED && updates) abort();
}

/* Progress of a preview through a table of five effects; the last one has detents, one of which is passed now and then. */
static void feed_feedback(int count) {
  static press_feedback feedback;
  press_feedback_row    rows[5] = {{.event = PRESS_EVENT_COMMIT_UPDATED}, {.event = PRESS_EVENT_TAPPED}, {.event = PRESS_EVENT_HOLD_BEGAN},
       {.event = PRESS_EVENT_BUTTON_PRESSED},
       {.event = PRESS_EVENT_PREVIEW_UPDATED, .effect = PRESS_EFFECT_TICK, .source = PRESS_STRENGTH_PROGRESS, .most = PRESS_ONE, .detents = 10}};
  if (press_feedback_init(&feedback, NULL, rows, 5)) abort();
  for (int i = 0; i < count; i++) {
    press_event  event = {.t_us = 1000u * (uint64_t)(i + 1), .type = PRESS_EVENT_PREVIEW_UPDATED, .progress = i % 128 * 512};
    press_effect effect;
    if (press_feedback_event(&feedback, &event, &effect) < 0) abort();
  }
}

/* The distance between targets: squares of 10 points in rows of 32, side by side or further apart. */
static press_q16 pitch = PRESS_Q16(10);
enum layout { ALONE, IN_THE_FIRST, IN_THE_ONE_BEFORE };
static void add_targets_in(press_engine *engine, int targets, uint32_t traits, enum layout layout) {
  for (int i = 0; i < targets; i++) {
    press_target target = {.size = sizeof target,
      .id = (uint32_t)i + 1,
      .container = i == 0 || layout == ALONE ? 0
                   : layout == IN_THE_FIRST  ? 1
                                             : (uint32_t)i,
      .x = pitch * (i % 32),
      .y = pitch * (i / 32),
      .width = PRESS_Q16(10),
      .height = PRESS_Q16(10),
      .traits = traits};
    if (press_target_add(engine, &target)) abort();
  }
}

static void add_targets(press_engine *engine, int targets, uint32_t traits) { add_targets_in(engine, targets, traits, ALONE); }

/* Each an engine to which so many targets are added, which lie in the first of them, each in the one before, or nowhere. Then one of them is
 * moved by a point or removed, all are removed one by one, or the first is removed. */
static void edit_targets(int count, const char *what, int targets) {
  static uint64_t storage[262144 / 8];
  enum layout     layout = !strcmp(what, "container") ? IN_THE_FIRST : !strcmp(what, "chain") ? IN_THE_ONE_BEFORE : ALONE;
  press_engine   *engine;
  press_config    config;
  press_config_init(&config);
  config.max_targets = (uint16_t)targets;
  for (int i = 0; i < count; i++) {
    if (press_engine_init(storage, sizeof storage, &config, &engine)) abort();
    add_targets_in(engine, targets, PRESS_TARGET_TAP, layout);
    uint32_t one = 1 + (uint32_t)(i * 401 % targets);
    if (!strcmp(what, "remove") || !strcmp(what, "drain")) {
      int removed = what[0] == 'r' ? 1 : targets;
      for (int n = 0; n < removed; n++, one = 1 + (one + 400) % (uint32_t)targets)
        if (press_target_remove(engine, one)) abort();
      continue;
    }
    press_target target = {.size = sizeof target};
    if (press_target_get(engine, one, &target)) abort();
    target.x += PRESS_ONE;
    if (layout == ALONE ? press_target_update(engine, &target) : press_target_remove(engine, 1)) abort();
  }
}

/* Taps, each of two samples in calls of their own: on the top one of the targets, which lie side by side in rows of 32, on the bottom one, or on
 * targets in random order. */
static void feed_taps(int count, const press_delegate *delegate, const char *which, int targets, bool with_everything) {
  static uint64_t storage[262144 / 8];
  press_engine   *engine;
  press_config    config;
  press_config_init(&config);
  config.max_targets = (uint16_t)targets;
  config.lift_us = 0;
  if (press_engine_init(storage, sizeof storage, &config, &engine) || press_set_delegate(engine, delegate)) abort();
  (with_everything ? attach_everything : attach_first_five)(engine);
  add_targets(engine, targets, PRESS_TARGET_TAP);
  press_sample sample = {.t_us = 1};
  for (int i = 0; i < count; i++) {
    int hit = which[0] == 'b' ? 0 : which[0] == 't' ? targets - 1 : i * 7919 % targets;
    sample.x = pitch * (hit % 32) + PRESS_Q16(5);
    sample.y = pitch * (hit / 32) + PRESS_Q16(5);
    sample.t_us += 30000;
    sample.force = PRESS_ONE;
    if (press_feed(engine, &sample, 1) != 1) abort();
    sample.t_us += 30000;
    sample.force = 0;
    if (press_feed(engine, &sample, 1) != 1) abort();
  }
}

static size_t drag_one(press_engine *engine, const press_touch *touch, uint32_t session, press_drag_item *items, size_t capacity, void *user) {
  (void)engine, (void)touch, (void)session, (void)capacity, (void)user;
  *items = (press_drag_item){.id = 1};
  return 1;
}

/* A contact drags an item over one of the targets, which accept it and spring; each sample in a call of its own. `across`: from
 * target to target. */
static void feed_drag(int count, int targets, bool across) {
  static uint64_t storage[262144 / 8];
  press_engine   *engine;
  press_config    config;
  press_config_init(&config);
  config.max_targets = (uint16_t)targets;
  press_delegate delegate = {.size = sizeof delegate, .drag_will_begin = drag_one};
  if (press_engine_init(storage, sizeof storage, &config, &engine) || press_set_delegate(engine, &delegate)) abort();
  attach_everything(engine);
  add_targets(engine, targets, PRESS_TARGET_DRAG_SOURCE | PRESS_TARGET_DROP | PRESS_TARGET_SPRING | PRESS_TARGET_SCROLL);
  press_sample sample = {.t_us = 1, .force = PRESS_ONE, .x = PRESS_Q16(5), .y = PRESS_Q16(5)};
  for (int i = 0; i < count; i++) {
    sample.t_us += 1000;
    sample.y = i < 100 ? PRESS_Q16(5) : (targets < 96 ? PRESS_Q16(5) : PRESS_Q16(25)) + i % 100;
    if (i >= 100) sample.x = across ? PRESS_Q16(10) * (i % 32) + PRESS_Q16(5) : PRESS_Q16(165);
    if (press_feed(engine, &sample, 1) != 1) abort();
  }
  uint32_t   session;
  press_drag drag;
  press_drag_init(&drag);
  if (count > 200 && (press_drag_find(engine, 0, &session) || press_drag_get(engine, session, &drag) || drag.destination == 0)) abort();
}

/* Several contacts are down, each with a thousand samples a second; each sample in a call of its own. */
static void feed_contacts(int count, const press_delegate *delegate, int contacts, bool has_button) {
  static uint64_t storage[65536 / 8];
  press_engine   *engine;
  press_config    config;
  press_config_init(&config);
  config.max_contacts = 32;
  config.max_events = 128;
  if (press_engine_init(storage, sizeof storage, &config, &engine) || press_set_delegate(engine, delegate)) abort();
  if (has_button && press_button_attach(engine, NULL)) abort();
  for (int i = 0; i < count + contacts; i++) {
    press_sample sample = {
      .t_us = 1000u * (uint64_t)(i / contacts + 1), .contact = (uint32_t)(i % contacts), .force = PRESS_Q16(2) + i / contacts % 100};
    if (press_feed(engine, &sample, 1) != 1) abort();
  }
}

static void feed_frames(press_engine *engine, int count, int of, press_q16 creep, enum pressing what) {
  static uint64_t storage[PRESS_PAD_STORAGE_8 / 8];
  press_sensor    sensors[8];
  press_pad      *pad;
  for (int i = 0; i < of; i++) {
    press_sensor_init(&sensors[i]);
    sensors[i].x = PRESS_ONE * (i & 1);
    sensors[i].y = PRESS_ONE * (i >> 1 & 1);
    sensors[i].creep = creep;
  }
  if (press_pad_init(storage, sizeof storage, NULL, sensors, (size_t)of, &pad)) abort();
  for (int i = 0; i < count; i++) {
    press_frame frame = {.t_us = 1000u * (uint64_t)(i + 1), .present = (1u << of) - 1};
    for (int n = 0; n < of; n++) frame.code[n] = code_at(i + n, what);
    if (press_pad_feed(pad, &frame, engine)) abort();
  }
}

/* Fingers of 21 cells each and a rim of 4, in a row, that move to and fro by a cell; or, when there are too many for that, every cell. From 200 on
 * through dividers, whose codes are noise (201) or five fingers (205); from 300 on behind rows with a resistance. */
static void feed_grid(press_engine *engine, int count, int side, int fingers) {
  static uint64_t      storage[65536 / 8];
  static int32_t       cells[2][1024];
  static const uint8_t bell[25] = {6, 11, 16, 11, 6, 11, 40, 60, 40, 11, 16, 60, 90, 60, 16, 11, 40, 60, 40, 11, 6, 11, 16, 11, 6};
  press_grid_config    config;
  press_grid          *grid;
  press_grid_config_init(&config);
  config.columns = config.rows = (uint16_t)side;
  bool is_mat = fingers > 200, is_noise = fingers % 100 == 1;
  if (is_mat) {
    config.circuit = PRESS_GRID_CIRCUIT_DIVIDERS;
    config.row_ohm = fingers > 300 ? 125 : 0;
    config.gain = PRESS_Q16(0.06);
    fingers = is_noise ? 200 : fingers % 100;
  }
  if (fingers > 100) config.flags |= PRESS_GRID_BASELINE;
  if (press_grid_init(storage, sizeof storage, &config, &grid)) abort();
  for (int n = 0; n < 2; n++) {
    for (int i = 0; i < fingers && fingers < 10; i++) {
      for (int c = 0; c < 25; c++) cells[n][(4 + 5 * (i / 3) + c / 5) * side + 5 * (i % 3) + n + c % 5] = bell[c] * (is_mat ? 1 : PRESS_ONE / 90);
    }
    for (int c = 0; c < side * side && fingers == 99; c++) cells[n][c] = PRESS_ONE + (c * 7919 + n) % 60000;
    for (int c = 0; c < side * side && fingers == 100; c++)
      cells[n][c] = config.touch_force + (int32_t)((uint32_t)(c + 1024 * n) * 2654435761u >> 16);
  }
  for (int n = 0; n < 2; n++) {
    for (int c = 0; c < side * side && is_mat && is_noise; c++) cells[n][c] = 20 + (int32_t)((uint32_t)(c + 1024 * n) * 2654435761u >> 30);
    for (int c = 0; c < side * side && fingers > 100 && !is_mat; c++)
      cells[n][c] = PRESS_ONE / 2 + (int32_t)((uint32_t)(c + 1024 * n) * 2654435761u >> 21);
  }
  uint64_t interval = fingers == 102 ? 20000 : 10000;
  for (int i = 0; i < count; i++) {
    if (press_grid_feed(grid, interval * (uint64_t)(i + 1), cells[i & 1], (size_t)(side * side), engine)) abort();
  }
}

int main(int argc, char **argv) {
  static uint64_t storage[4 * PRESS_ENGINE_STORAGE / 8];
  press_engine   *engine;
  press_delegate  delegate = {.size = sizeof delegate, .preview_did_update = updated};
  if (argc == 2 && !strcmp(argv[1], "sizes")) return print_sizes(), 0;
  if (argc != 3 || press_engine_init(storage, sizeof storage, NULL, &engine) || press_set_delegate(engine, &delegate)) return 2;
  char            which[16];
  int             count = atoi(argv[2]), side, fingers, targets = 1024, apart = 10;
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  if (!strcmp(argv[1], "idle"))
    feed_samples(engine, count, 0);
  else if (!strcmp(argv[1], "active"))
    feed_samples(engine, count, PRESS_Q16(2));
  else if (!strcmp(argv[1], "attached"))
    attach_first_five(engine), feed_samples(engine, count, PRESS_Q16(2));
  else if (!strcmp(argv[1], "attached-all"))
    attach_everything(engine), feed_samples(engine, count, PRESS_Q16(2));
  else if (!strcmp(argv[1], "attached-all-idle"))
    attach_everything(engine), feed_calls(engine, count, 0);
  else if (!strcmp(argv[1], "calls-idle"))
    feed_calls(engine, count, 0);
  else if (!strcmp(argv[1], "calls-active"))
    feed_calls(engine, count, PRESS_Q16(2));
  else if (!strcmp(argv[1], "transition")) {
    if (press_transition_attach(engine, NULL) || press_transition_bind(engine, 1, PRESS_DRIVER_COMMIT, 0, 0, 0)) abort();
    feed_samples(engine, count, PRESS_Q16(2));
  } else if (!strcmp(argv[1], "pad"))
    feed_readings(engine, count, PRESSED, 1);
  else if (!strcmp(argv[1], "pad-jitter"))
    feed_readings(engine, count, PRESSED, 100);
  else if (!strcmp(argv[1], "pad-event"))
    feed_readings(engine, count, MOVING, 1);
  else if (!strcmp(argv[1], "pad-untouched"))
    feed_readings(engine, count, UNTOUCHED, 1);
  else if (sscanf(argv[1], "taps-%15[a-z]-%d-%d", which, &targets, &apart) >= 1 && targets >= 1 && targets <= 1024 && apart >= 10 && apart < 1000)
    pitch = PRESS_ONE * apart, feed_taps(count, &delegate, which, targets, false);
  else if (sscanf(argv[1], "edits-%15[a-z]-%d", which, &targets) == 2 && targets >= 2 && targets <= 1024)
    edit_targets(count, which, targets);
  else if (sscanf(argv[1], "all-taps-%15[a-z]-%d", which, &apart) >= 1 && apart >= 10 && apart < 1000)
    pitch = PRESS_ONE * apart, feed_taps(count, &delegate, which, targets, true);
  else if ((sscanf(argv[1], "drag-%d", &targets) == 1 || sscanf(argv[1], "across-%d", &targets) == 1) && targets >= 32 && targets <= 1024)
    feed_drag(count, targets, argv[1][0] == 'a');
  else if (sscanf(argv[1], "contacts-%d", &fingers) == 1 && fingers >= 1 && fingers <= 32)
    feed_contacts(count, &delegate, fingers, false);
  else if (sscanf(argv[1], "button-%d", &fingers) == 1 && fingers >= 1 && fingers <= 32)
    feed_contacts(count, &delegate, fingers, true);
  else if (!strcmp(argv[1], "feedback"))
    feed_feedback(count);
  else if (!strcmp(argv[1], "frame"))
    feed_frames(engine, count, 4, 0, PRESSED);
  else if (!strcmp(argv[1], "frame-8"))
    feed_frames(engine, count, 8, 0, PRESSED);
  else if (!strcmp(argv[1], "creep"))
    feed_frames(engine, count, 4, PRESS_Q16(0.1), PRESSED);
  else if (sscanf(argv[1], "frame-%d-untouched", &side) == 1 && side >= 1 && side <= 8)
    feed_frames(engine, count, side, 0, UNTOUCHED);
  else if (sscanf(argv[1], "grid-%d-%d", &side, &fingers) == 2 && side >= 16 && side <= 32)
    feed_grid(engine, count, side, fingers);
  else
    return 2;
  clock_gettime(CLOCK_MONOTONIC, &after);
  printf("%.0f\n", (double)(after.tv_sec - before.tv_sec) * 1e9 + (double)(after.tv_nsec - before.tv_nsec));
  return 0;
}
