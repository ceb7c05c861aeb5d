/* A force-sensing resistor on a microcontroller, without a system and without libc: a timer interrupt samples, the main loop
 * feeds and sleeps, events go out as text. The board is behind board.h; make.sh builds it, and install.md of the
 * documents says what to change.
 */
#include <press.h>

#include "board.h"

enum { RATE_HZ = 200, PERIOD_US = 1000000 / RATE_HZ, WAITING = 8 };

/* ---- Readings, from the interrupt to the main loop. Each side writes one of the two counters: nothing is locked. ---- */

static volatile struct {
  uint64_t t_us;
  int32_t  code;
} readings[WAITING];
static volatile uint32_t written, taken, missed;

/* Called by the timer interrupt RATE_HZ times a second. */
void board_tick(void) {
  static uint64_t t_us;
  int32_t         code = board_read_code();
  t_us += PERIOD_US;
  if (written - taken == WAITING) { /* the main loop was busy for WAITING periods: what follows carries the right time */
    missed++;
    return;
  }
  readings[written % WAITING].t_us = t_us;
  readings[written % WAITING].code = code;
  written++;
}

/* ---- Events, as text ---- */

static void print_number(uint32_t value, int digits) {
  char text[11], *place = &text[sizeof text - 1];
  *place = 0;
  do *--place = (char)('0' + value % 10);
  while ((value /= 10) || &text[sizeof text - 1] - place < digits);
  board_print(place);
}

static void on_event(press_engine *engine, const press_event *event, void *user) {
  (void)engine, (void)user;
  const bool is_update = event->type == PRESS_EVENT_PREVIEW_UPDATED || event->type == PRESS_EVENT_COMMIT_UPDATED;
  if (is_update && !(event->flags & PRESS_EVENT_FLAG_ENDED)) return; /* only the last update of a phase */
  uint32_t centinewtons = (uint32_t)event->force * 100 >> 16;
  print_number((uint32_t)(event->t_us / 1000), 4);
  board_print(" ms ");
  board_print(press_event_name(event->type));
  board_print(" ");
  print_number(centinewtons / 100, 1);
  board_print(".");
  print_number(centinewtons % 100, 2);
  board_print(" N\n");
}

/* ---- The program ---- */

static uint64_t engine_storage[PRESS_ENGINE_STORAGE / 8], pad_storage[PRESS_PAD_STORAGE_1 / 8];

static int start(press_engine **engine, press_pad **pad) {
  const press_delegate delegate = {.size = sizeof delegate, .on_event = on_event};
  press_sensor         sensor;
  press_sensor_init(&sensor);
  sensor.circuit.full_scale = 4095; /* 12 bits, whose reference is the supply of the divider */
  sensor.circuit.resistor_ohm = 10000;
  int status = press_engine_init(engine_storage, sizeof engine_storage, NULL, engine);
  if (status == 0) status = press_set_delegate(*engine, &delegate);
  if (status == 0) status = press_pad_init(pad_storage, sizeof pad_storage, NULL, &sensor, 1, pad);
  return status;
}

int main(void) {
  press_engine *engine;
  press_pad    *pad;
  int           status = start(&engine, &pad);
  board_start(RATE_HZ);
  while (status >= 0 && !board_is_over()) {
    board_wait(&written, taken); /* sleeps until the interrupt has written */
    while (status >= 0 && taken != written) {
      const press_frame frame = {.t_us = readings[taken % WAITING].t_us, .present = 1, .code = {readings[taken % WAITING].code}};
      taken++;
      status = press_pad_feed(pad, &frame, engine);
    }
  }
  if (status < 0) board_print(press_strerror(status));
  print_number(taken, 1);
  board_print(" readings, ");
  print_number(missed, 1);
  board_print(" missed\n");
  return status < 0;
}
