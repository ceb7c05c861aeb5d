/* A trackpad whose config is C: `pressd --compile trackpad.conf > board.c`, then PROGRAM="trackpad.c board.c" make.sh .... A simulated finger
 * taps, peeks, scrolls and drags; on a board of your own `read` reads its converter, at 200 frames a second. What is printed is the same on every
 * processor: trackpad.txt.
 */
#include <press.h>

#include "board.h"

int board_init(const press_bus *bus, press_engine **engine, press_pad **pad);
int board_transition(uint32_t id, press_transition_options *options);

extern press_feedback board_feedback;

enum { PERIOD_US = 5000 };

/* ---- The finger: where it is at which frame, and with which force; between two lines it moves, and presses more or less ---- */

static const struct {
  uint16_t frame, x, y, permille;
} path[] = {
  {0, 25, 30, 0},
  {101, 25, 30, 0},
  {102, 25, 30, 300},
  {112, 25, 30, 300},
  {113, 25, 30, 0}, /* a tap */
  {200, 25, 30, 0},
  {204, 25, 30, 200},
  {240, 25, 30, 200},
  {300, 25, 30, 900},
  {310, 25, 30, 0}, /* a peek that pops */
  {400, 75, 25, 0},
  {401, 75, 25, 200},
  {410, 75, 25, 200},
  {440, 75, 5, 200},
  {444, 75, 5, 0}, /* a list is thrown */
  {600, 25, 30, 0},
  {601, 25, 30, 120},
  {610, 25, 30, 120},
  {680, 75, 45, 120},
  {720, 75, 45, 120}, /* a card goes to the tray */
  {724, 75, 45, 0},
  {1000, 75, 45, 0},
};

/* A sensor's share of a force at a place of the plate, and the code of the divider: the least that reads like an FSR. */
static int32_t code_of(unsigned sensor, uint32_t x, uint32_t y, uint32_t permille) {
  const uint32_t beside = sensor & 1 ? x : 100 - x, along = sensor & 2 ? y : 60 - y;
  const uint32_t load = 100 + permille * beside * along / 6000 * 3; /* what always lies on it, and the finger */
  return (int32_t)(4095 * load / (load + 600));
}

static press_frame read(uint32_t at) {
  press_frame frame = {.t_us = (uint64_t)PERIOD_US * (at + 1), .present = 15};
  unsigned    i = 0;
  while (i + 2 < sizeof path / sizeof path[0] && path[i + 1].frame <= at) i++;
  const uint32_t span = (uint32_t)(path[i + 1].frame - path[i].frame), done = at - path[i].frame < span ? at - path[i].frame : span;
  const uint32_t rest = span - done;
  const uint32_t x = (path[i].x * rest + path[i + 1].x * done) / span, y = (path[i].y * rest + path[i + 1].y * done) / span;
  const uint32_t permille = (path[i].permille * rest + path[i + 1].permille * done) / span;
  for (unsigned sensor = 0; sensor < 4; sensor++) frame.code[sensor] = code_of(sensor, x, y, permille);
  return frame;
}

void board_tick(void) {} /* no timer here: the finger is simulated */

/* ---- Events, as text ---- */

static void print_number(uint32_t value) {
  char text[11], *place = &text[sizeof text - 1];
  *place = 0;
  do *--place = (char)('0' + value % 10);
  while (value /= 10);
  board_print(place);
}

static bool is_progress(uint32_t type) {
  return type == PRESS_EVENT_PREVIEW_UPDATED || type == PRESS_EVENT_COMMIT_UPDATED || type == PRESS_EVENT_TRANSITION_UPDATED
         || type == PRESS_EVENT_DRAG_MOVED || type == PRESS_EVENT_SCROLL_MOVED || type == PRESS_EVENT_THROW_MOVED;
}

static uint32_t sum = 2166136261u, events; /* of every byte of every event */

static void on_event(press_engine *engine, const press_event *event, void *user) {
  press_effect effect;
  (void)engine, (void)user;
  for (unsigned i = 0; i < sizeof *event; i++) sum = (sum ^ ((const uint8_t *)event)[i]) * 16777619u;
  events++;
  if (press_feedback_event(&board_feedback, event, &effect) == 1) sum = (sum ^ effect.kind) * 16777619u;
  if (is_progress(event->type)) return;
  print_number((uint32_t)(event->t_us / 1000));
  board_print(" ms ");
  board_print(press_event_name(event->type));
  board_print("\n");
}

static void will_start(press_engine *engine, uint32_t id, press_transition_options *options, void *user) {
  (void)engine, (void)user;
  board_transition(id, options);
}

int main(void) {
  const press_delegate delegate = {.size = sizeof delegate, .on_event = on_event, .transition_will_start = will_start};
  press_engine        *engine;
  press_pad           *pad;
  int                  status = board_init(NULL, &engine, &pad);
  if (status == 0) status = press_set_delegate(engine, &delegate);
  for (uint32_t at = 0; status >= 0 && at < 1200; at++) {
    const press_frame frame = read(at);
    status = press_pad_feed(pad, &frame, engine);
  }
  if (status < 0) board_print(press_strerror(status));
  print_number(events);
  board_print(" events, sum ");
  print_number(sum);
  board_print("\n");
  return status < 0;
}
