/* The instructions of a board for each frame of 1 to 8 channels at 200 Hz, counted by a timer that the emulator advances with each instruction
 * (board.py). A line for each number of channels: at rest / pressed / pressed, a callback with each frame; then the same with
 * everything attached.
 *   board TICKS   how many ticks of the timer 1,000 instructions take */
#include <press.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "../PressABITests/generated/lives.h"

enum { RATE_HZ = 200, UNTOUCHED = 100, WARM = 300, COUNTED = 320 };
enum what { REST, PRESSED, MOVING };

/* SysTick of every Cortex-M, 24 bits, which counts down. */
static volatile uint32_t *const systick = (volatile uint32_t *)0xe000e010;

static uint32_t passed(uint32_t before, uint32_t after) { return (before - after) & 0xffffff; }

static int updates;

static void updated(press_engine *engine, const press_touch *touch, press_q16 progress, bool ended, void *user) {
  (void)engine, (void)touch, (void)progress, (void)ended, (void)user;
  updates++;
}

/* The code of a converter: noise at rest; a finger that holds still after its preview has ended; or a finger whose force moves to and fro. */
static int32_t code_at(int i, enum what what) {
  if (i < UNTOUCHED || what == REST) return 5 + i * 7919 % 11;
  return what == MOVING ? 13500 + 60 * abs(i % 32 - 16) : 12000 + i % 50;
}

static void attach_everything(press_engine *engine) {
#define OR_ATTACH(name) || press_##name##_attach(engine, NULL)
  if (false INTERACTIONS(OR_ATTACH) || press_transition_bind(engine, 1, PRESS_DRIVER_PREVIEW, 0, 0, 0)) abort();
}

/* The ticks that the frames take. The full force grows with the channels, so that a finger presses equally on all of them. */
static uint32_t measured(int channels, enum what what, bool has_all) {
  static uint64_t storage[4 * PRESS_ENGINE_STORAGE / 8], pad_storage[PRESS_PAD_STORAGE_8 / 8];
  press_delegate  delegate = {.size = sizeof delegate, .preview_did_update = updated};
  press_sensor    sensors[8];
  press_config    config;
  press_engine   *engine;
  press_pad      *pad;
  press_config_init(&config);
  config.full_force *= channels;
  if (press_engine_init(storage, sizeof storage, &config, &engine) || press_set_delegate(engine, &delegate)) abort();
  if (has_all) attach_everything(engine);
  for (int i = 0; i < channels; i++) {
    press_sensor_init(&sensors[i]);
    sensors[i].x = PRESS_ONE * (i & 1);
    sensors[i].y = PRESS_ONE * (i >> 1);
  }
  if (press_pad_init(pad_storage, sizeof pad_storage, NULL, sensors, (size_t)channels, &pad)) abort();
  uint32_t ticks = 0;
  for (int i = 0; i < WARM + COUNTED; i++) {
    press_frame frame = {.t_us = 1000000 / RATE_HZ * (uint64_t)(i + 1), .present = (1u << channels) - 1};
    for (int n = 0; n < channels; n++) frame.code[n] = code_at(i + n, what);
    if (i == WARM) updates = 0;
    uint32_t before = systick[2];
    int      status = press_pad_feed(pad, &frame, engine);
    uint32_t after = systick[2];
    if (status) abort();
    if (i >= WARM) ticks += passed(before, after);
  }
  if (what == MOVING ? updates < COUNTED - COUNTED / 16 : updates != 0) abort();
  return ticks;
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  uint64_t ticks_of_1000 = strtoul(argv[1], NULL, 10);
  systick[1] = 0xffffff;
  systick[2] = 0;
  systick[0] = 5; /* by the clock of the processor, without an interrupt */
  uint32_t empty = 0;
  for (int i = 0; i < COUNTED; i++) {
    uint32_t before = systick[2];
    empty += passed(before, systick[2]);
  }
  for (int channels = 1; channels <= 8; channels++) {
    printf("%d", channels);
    for (int has_all = 0; has_all < 2; has_all++)
      for (int what = REST; what <= MOVING; what++)
        printf(" %u", (unsigned)((uint64_t)(measured(channels, (enum what)what, has_all != 0) - empty) * 1000 / ticks_of_1000 / COUNTED));
    printf("\n");
  }
  return 0;
}
