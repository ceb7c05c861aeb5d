/* Every header, struct and function, on a processor as a program finds them: each struct has the size that the library takes it for, and no call
 * writes behind one; a config in text makes an engine with everything on it, a press is fed, and its events are printed. The lists are made from
 * the headers: a new struct is among them. */
#define PRESS_MAY_DISCARD 1 /* each function is called, whatever it returns */
#include "generated/structs.h"

#include <press.h>

#include "../../examples/firmware/board.h"

enum { BEHIND = 64, CANARY = 0xee };
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* One struct of each type, and the bytes behind it, which must stay as they are. */
typedef const char *text;
#define TYPES(X) STRUCTS(X) X(uint32_t) X(size_t) X(int32_t) X(int64_t) X(press_q16) X(text)
#define GUARDED(type, name, count) \
  static struct { \
    type given count; \
    uint8_t    behind[BEHIND]; \
  } name;
#define ONE_OF(type) GUARDED(type, of_##type, )
TYPES(ONE_OF)
#define AT(type) (&of_##type.given)
GUARDED(char, texts, [320])
GUARDED(uint8_t, bytes, [256])
GUARDED(int32_t, cells, [256])

static uint64_t setup_storage[PRESS_SETUP_STORAGE / 8], engine_storage[PRESS_ENGINE_STORAGE_ALL / 8], pad_storage[PRESS_PAD_STORAGE_1 / 8],
  grid_storage[16384 / 8], check_storage[PRESS_CHECK_STORAGE_1 / 8];
static press_setup  *setup;
static press_engine *engine;
static press_pad    *pad;
static press_grid   *grid;
static press_check  *check;
static uint64_t      now;
static int           wrong;

void board_tick(void) {}

static void say(const char *first, const char *second) {
  board_print(first);
  board_print(second);
  board_print("\n");
}

static void say_number(const char *name, uint32_t value) {
  char  digits[11];
  char *place = digits + sizeof digits - 1;
  *place = 0;
  do *--place = (char)('0' + value % 10);
  while (value /= 10);
  say(name, place);
}

static void paint(uint8_t *behind) {
  for (int i = 0; i < BEHIND; i++) behind[i] = CANARY;
}

static void look(const uint8_t *behind, const char *type, const char *call) {
  for (int i = 0; i < BEHIND; i++) {
    if (behind[i] == CANARY) continue;
    wrong++;
    board_print(call);
    say(" writes behind ", type);
    return;
  }
}

static void intact(const char *call) {
#define LOOK(type) look(of_##type.behind, #type, call);
  TYPES(LOOK)
  look(texts.behind, "a text", call);
  look(bytes.behind, "bytes", call);
  look(cells.behind, "cells", call);
}

static void begin(void) {
#define PAINT(type) paint(of_##type.behind);
  TYPES(PAINT)
  paint(texts.behind);
  paint(bytes.behind);
  paint(cells.behind);
#define SIZE(type) of_##type.given.size = sizeof(type);
  SIZED(SIZE)
#define INIT(type) \
  type##_init(AT(type)); \
  intact(#type "_init");
  INITS(INIT)
#define SAME(type) \
  if (of_##type.given.size != sizeof(type)) wrong++, say("of another size for the library: ", #type);
  SIZED(SAME)
}

static int transfer(uint8_t address, const uint8_t *write, size_t write_count, uint8_t *read, size_t read_count, void *user) {
  (void)address, (void)write, (void)write_count, (void)user;
  for (size_t i = 0; i < read_count; i++) read[i] = 0;
  return 0;
}

static void on_event(press_engine *of, const press_event *event, void *user) {
  char line[320];
  (void)of, (void)user;
  const bool is_progress = event->type == PRESS_EVENT_PREVIEW_UPDATED || event->type == PRESS_EVENT_COMMIT_UPDATED
                           || event->type == PRESS_EVENT_TRANSITION_UPDATED || event->type == PRESS_EVENT_LEVEL_REPEATED;
  if (!is_progress && press_event_text(event, line, sizeof line) > 0) say(line, "");
}

static const char config[] = "[sensor]\nfull_scale = 4095\nresistor_ohm = 4700\nx = 20\ny = 20\n"
                             "[drag]\n[gestures]\n[button]\nenabled = yes\n[strike]\nenabled = yes\n[pinch]\nenabled = yes\n"
                             "[scroll]\nenabled = yes\n[levels]\nenabled = yes\n"
                             "[target]\nid = 7\nwidth = 100\nheight = 100\ntraits = preview peek tap hold drag_source swipe_x\n"
                             "[peek]\nid = 3\ntarget = 7\n[action]\npeek = 3\nid = 4\ntitle = Star\n"
                             "[transition]\nid = 5\ndriver = preview\n";

static int run(void) {
  int status = press_setup_init(setup_storage, sizeof setup_storage, &setup);
  if (status == 0) status = press_setup_text(setup, PRESS_SETUP_ORIGIN_CONFIG, config, sizeof config - 1);
  if (status == 0) status = press_setup_check(setup, PRESS_SETUP_SOURCE_CODES);
  if (status != 0) {
    press_setup_get_fault(setup, AT(press_setup_fault));
    say("the config: ", of_press_setup_fault.given.words);
    return status;
  }
  press_setup_parts *parts = AT(press_setup_parts);
  parts->engine_storage = engine_storage;
  parts->engine_bytes = sizeof engine_storage;
  parts->pad_storage = pad_storage;
  parts->pad_bytes = sizeof pad_storage;
  status = press_setup_start(setup, parts);
  if (status != 0) return status;
  intact("press_setup_start");
  engine = parts->engine;
  pad = parts->pad;
  of_press_delegate.given.on_event = on_event;
  status = press_set_delegate(engine, AT(press_delegate));
  /* No touch for 600 ms, then a finger for half a second. */
  for (unsigned ms = 0; status >= 0 && ms < 1500; ms += 5) {
    const press_frame frame = {
      .t_us = now = 1000 * (uint64_t)(ms + 5), .present = 1, .code = {ms >= 600 && ms < 1100 ? 1400 + (int32_t)(ms - 600) : 20}};
    status = press_pad_feed(pad, &frame, engine);
  }
  return status;
}

static uint32_t call_everything(void) {
  uint32_t calls = 0;
  press_grid_init(grid_storage, sizeof grid_storage, NULL, &grid);
  press_check_init(check_storage, sizeof check_storage, NULL, &check);
  of_press_bus.given.transfer = transfer;
#define CALL(function, arguments) \
  (void)function arguments; \
  intact(#function); \
  calls++;
  CALLS(CALL)
  return calls;
}

int main(void) {
  begin();
  int status = run();
  if (status < 0) wrong++, say("a press: ", press_strerror(status));
  uint32_t calls = call_everything();
#define ONE(type) +1u
  say_number("structs: ", 0 STRUCTS(ONE));
  say_number("calls: ", calls);
  say_number("wrong: ", (uint32_t)wrong);
  return wrong != 0;
}
