/* One press and its events, for every compiler of C.
 *
 *   cc -std=c11 one_press.c $(pkg-config --cflags --libs libpress) -o one_press && ./one_press
 *
 * Beside libpress.c, press.h and the folder press (`make one-c-file`): cc -std=c99 -I. one_press.c libpress.c -o one_press */
#include <press.h>
#include <stdio.h>

static uint64_t storage[PRESS_ENGINE_STORAGE / 8];

int main(void) {
  press_engine *engine;
  int           status = press_engine_init(storage, sizeof storage, NULL, &engine);
  if (status) return fprintf(stderr, "%s\n", press_strerror(status)), 1;
  for (uint32_t step = 1; step <= 25; step++) { /* up to 4 N in 0.4 s, and down again */
    uint32_t     tenths = step <= 10 ? 4 * step : step < 20 ? 4 * (20 - step) : 0;
    press_sample sample = {.t_us = step * UINT64_C(40000), .force = (press_q16)(tenths << 16) / 10};
    if (press_feed(engine, &sample, 1) != 1) return 1;
    press_event event;
    while (press_poll(engine, &event, 1) == 1) printf("%3u ms  %s\n", (unsigned)(event.t_us / 1000), press_event_name(event.type));
  }
  return 0;
}
