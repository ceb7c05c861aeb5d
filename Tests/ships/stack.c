/* The deepest that any call reaches down the stack with everything attached, callbacks' own part excluded: paints the
 * stack, makes random calls, looks how far the paint is gone. Prints the bytes, and the call. */
#include <press.h>
#include <stdio.h>
#include <string.h>

#include "../PressABITests/generated/lives.h"

enum { AREA = 8192, PAINT = 0xa5 };

static uint64_t      engine_storage[65536 / 8], pad_storage[4096 / 8];
static press_engine *engine;
static press_pad    *pad;
static uint64_t      grid_storage[16384 / 8];
static press_grid   *grid;

__attribute__((noinline)) static void paint(void) {
  volatile unsigned char area[AREA + 512]; /* `depth` lies a little deeper */
  for (int i = 0; i < AREA + 512; i++) area[i] = PAINT;
  (void)area[0];
}

__attribute__((noinline)) static int depth(void) {
  volatile unsigned char area[AREA];
  __asm__ volatile("" : : "r"(area) : "memory");
  int i = 0;
  while (i < AREA && area[i] == PAINT) i++;
  return AREA - i;
}

static struct {
  int         bytes;
  const char *call;
} deepest;
static const char *now_calling = "";
static int         inside;

static void note(const char *call) {
  int bytes = depth();
  if (bytes > deepest.bytes) deepest.bytes = bytes, deepest.call = call;
}
#define CALL(function, ...) (paint(), now_calling = #function, (void)function(__VA_ARGS__), inside = 0, note(#function))

static uint32_t seed = 1;
static uint32_t below(uint32_t n) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) % n;
}

static bool yes(press_engine *e, const press_touch *t, void *u) {
  (void)e, (void)t, (void)u;
  return true;
}
static void updated(press_engine *e, const press_touch *t, press_q16 p, bool ended, void *u) { (void)e, (void)t, (void)p, (void)ended, (void)u; }
static void cancelled(press_engine *e, const press_touch *t, void *u) { (void)e, (void)t, (void)u; }
static void on_event(press_engine *e, const press_event *event, void *u) { (void)e, (void)event, (void)u; }

static int failed(const char *what) {
  fprintf(stderr, "stack: %s failed\n", what);
  return 1;
}

int main(void) {
  static const press_action     more[] = {{.id = 21, .title = "one"}, {.id = 22, .title = "two"}};
  static const press_action     actions[] = {{.id = 11, .title = "star"}, {.id = 12, .title = "more", .children = more, .child_count = 2}};
  static press_peek_declaration declared = {.target = 1};
  press_config                  config;
  press_config_init(&config);
  config.max_contacts = 4;
  config.flags |= PRESS_CONFIG_TELL_MOVED;
  if (press_engine_init(engine_storage, sizeof engine_storage, &config, &engine)) return failed("press_engine_init");
  press_gestures_config gestures;
  press_gestures_config_init(&gestures);
  gestures.force_from_hold_us = 400000;
  if (press_gestures_attach(engine, &gestures)) return failed("attaching");
#define OR_ATTACH(name) || (IS_##name != IS_gestures && press_##name##_attach(engine, NULL))
  if (false INTERACTIONS(OR_ATTACH)) return failed("attaching");
  if (press_pad_init(pad_storage, sizeof pad_storage, NULL, NULL, 1, &pad)) return failed("press_pad_init");
  if (press_grid_init(grid_storage, sizeof grid_storage, NULL, &grid)) return failed("press_grid_init");
  declared.peek.size = sizeof declared.peek;
  declared.peek.id = 7;
  declared.peek.actions = actions;
  declared.peek.action_count = 2;
  declared.peek.actions_width = PRESS_Q16(100);
  declared.peek.action_height = PRESS_Q16(20);
  if (press_peek_declare(engine, &declared, 1)) return failed("press_peek_declare");
  press_delegate delegate = {.size = sizeof delegate,
    .preview_should_begin = yes,
    .preview_did_update = updated,
    .commit_did_update = updated,
    .preview_did_cancel = cancelled,
    .on_event = on_event};
  if (press_set_delegate(engine, &delegate)) return failed("press_set_delegate");
  for (uint32_t id = 1; id <= 3; id++) {
    press_target target = {.size = sizeof target,
      .id = id,
      .container = id > 1 ? id - 1 : 0,
      .x = PRESS_Q16(10) * (int32_t)id,
      .width = PRESS_Q16(100),
      .height = PRESS_Q16(100),
      .traits = PRESS_TARGET_PREVIEW | PRESS_TARGET_PEEK | PRESS_TARGET_TAP | PRESS_TARGET_HOLD | PRESS_TARGET_DOUBLE_TAP
                | (id == 3 ? PRESS_TARGET_SCROLL : 0) | (id == 2 ? PRESS_TARGET_DRAG_SOURCE : PRESS_TARGET_DROP | PRESS_TARGET_SPRING)};
    if (press_target_add(engine, &target)) return failed("press_target_add");
  }
  for (uint32_t id = 1; id <= 4; id++) {
    if (press_transition_bind(engine, id, id, 0, id == PRESS_DRIVER_MOTION ? PRESS_Q16(50) : 0, 0)) return failed("press_transition_bind");
  }
  uint64_t t = 0;
  for (int i = 0; i < 300000; i++) {
    t += below(8) ? 1000u + below(30000) : below(2000000);
    press_sample sample = {.t_us = t,
      .contact = below(3),
      .force = (press_q16)below(PRESS_Q16(12)),
      .x = PRESS_Q16(1) * (int32_t)below(150),
      .y = PRESS_Q16(1) * (int32_t)below(120)};
    if (!below(20)) sample.flags = PRESS_SAMPLE_LOST;
    if (below(3)) sample.force = below(2) ? PRESS_Q16(2) : 0;
    press_frame    frame = {.t_us = t, .present = 1};
    static int32_t cells[256];
    cells[below(256)] = (int32_t)below(PRESS_Q16(2));
    cells[below(256)] = 0;
    frame.code[0] = (int32_t)below(26400);
    switch (below(22)) {
      case 0: CALL(press_tick, engine, t); break;
      case 1: CALL(press_pad_feed, pad, &frame, engine); break;
      case 2: CALL(press_pad_tick, pad, t, engine); break;
      case 3: CALL(press_transition_start, engine, 1 + below(5), NULL); break;
      case 4: CALL(press_transition_finish, engine, 1 + below(5)); break;
      case 5: CALL(press_transition_cancel, engine, 1 + below(5)); break;
      case 6: CALL(press_peek_open, engine, 1 + below(3)); break;
      case 7: CALL(press_peek_dismiss, engine); break;
      case 8: CALL(press_action_perform, engine, below(2) ? 11 : 21); break;
      case 9: CALL(press_target_activate, engine, 1 + below(3)); break;
      case 11: CALL(press_drag_perform, engine, 2, 1 + below(3), NULL); break;
      case 12: CALL(press_drop_undo, engine); break;
      case 13: CALL(press_drag_set_modifiers, engine, below(2)); break;
      case 14: CALL(press_grid_feed, grid, t, cells, 256, engine); break;
      case 15:
        if (!below(50)) CALL(press_grid_lost, grid, t, engine);
        break;
      case 10:
        if (!below(50)) CALL(press_engine_reset, engine);
        break;
      default: CALL(press_feed, engine, &sample, 1); break;
    }
  }
  printf("%d %s\n", deepest.bytes, deepest.call);
  return 0;
}
