/* A polled engine in a thread of Zephyr. A timer starts the converter, DMA fills a buffer, its interrupt puts the mean of that and the time in a
 * queue; the thread feeds what is there, and hands on the events that it polls. Nothing but the thread calls the library, so nothing is locked.
 * A driver of your board calls `readings_done` from the interrupt, has `board_counter_us` (32 bits at 1 MHz, which may wrap) and takes the
 * events in `board_event`.
 */
#include <press.h>
#include <zephyr/kernel.h>

enum { CODES = 8, PERIOD_US = 5000, WAITING = 8, EVENTS = 16 };

uint32_t board_counter_us(void);
void     board_event(const press_event *event);
void     readings_done(const uint16_t codes[CODES], uint32_t counter_us);

struct reading {
  uint32_t counter_us;
  uint16_t code;
};

K_MSGQ_DEFINE(readings, sizeof(struct reading), WAITING, 4);
static volatile uint32_t missed; /* the thread was kept from its work for WAITING periods */

/* From the interrupt: DMA has CODES codes, the last of them of this time. */
void readings_done(const uint16_t codes[CODES], uint32_t counter_us) {
  uint32_t sum = 0;
  for (int i = 0; i < CODES; i++) sum += codes[i];
  const struct reading one = {counter_us, (uint16_t)(sum / CODES)};
  if (k_msgq_put(&readings, &one, K_NO_WAIT) != 0) missed++;
}

static int start(press_engine **engine, press_pad **pad) {
  static uint64_t engine_storage[PRESS_ENGINE_STORAGE_FOR(1, 0, EVENTS) / 8], pad_storage[PRESS_PAD_STORAGE_1 / 8];
  press_config    config;
  press_sensor    sensor;
  press_config_init(&config);
  config.max_contacts = 1;
  config.max_targets = 0;
  config.max_events = EVENTS; /* more than 8 + 3 * contacts + 3 * sensors: no sample is refused while progress waits (interactions.h) */
  press_sensor_init(&sensor);
  sensor.circuit.full_scale = 4095;
  sensor.circuit.resistor_ohm = 10000;
  int status = press_engine_init(engine_storage, sizeof engine_storage, &config, engine);
  if (status == 0) status = press_pad_init(pad_storage, sizeof pad_storage, NULL, &sensor, 1, pad);
  return status;
}

static void press_thread(void *a, void *b, void *c) {
  press_engine  *engine;
  press_pad     *pad;
  press_event    event;
  struct reading one;
  uint64_t       now_us = 0;
  int            status = start(&engine, &pad);
  ARG_UNUSED(a), ARG_UNUSED(b), ARG_UNUSED(c);
  while (status >= 0) {
    if (k_msgq_get(&readings, &one, K_USEC(4 * PERIOD_US)) == 0) {
      const press_frame frame = {.t_us = press_time_extend(now_us, one.counter_us), .present = 1, .code = {one.code}};
      status = press_pad_feed(pad, &frame, engine);
      if (status >= 0) now_us = frame.t_us;
    } else { /* the converter sleeps, or hangs: holds, lifts and a silent sensor are on time all the same */
      now_us = press_time_extend(now_us, board_counter_us());
      status = press_pad_tick(pad, now_us, engine);
    }
    /* A reading that was taken before such a tick, and comes after it, is left out. */
    if (status == PRESS_ERR_TIME) status = 0;
    while (status >= 0 && press_poll(engine, &event, 1) == 1) board_event(&event);
  }
}

K_THREAD_DEFINE(press_tid, 4096, press_thread, NULL, NULL, NULL, 5, 0, 0);
