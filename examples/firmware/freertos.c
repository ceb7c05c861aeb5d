/* A polled engine in a task of FreeRTOS. A timer starts the converter, DMA fills a buffer, its interrupt puts the mean of that and the time in a
 * queue; the task feeds what is there, and hands on the events that it polls. Nothing but the task calls the library, so nothing is locked.
 * A driver of your board calls `readings_done` from the interrupt, and has three functions: `board_counter_us` (32 bits at 1 MHz, which may
 * wrap), `board_event`, which takes the events, and `board_refused`, which reports the error of a call; the task goes on.
 */
#include <FreeRTOS.h>
#include <press.h>
#include <queue.h>
#include <task.h>

enum { CODES = 8, PERIOD_US = 5000, WAITING = 8, EVENTS = 16 };

uint32_t board_counter_us(void);
void     board_event(const press_event *event);
void     board_refused(int status);
void     readings_done(const uint16_t codes[CODES], uint32_t counter_us);
void     press_start(void);

typedef struct reading {
  uint32_t counter_us;
  uint16_t code;
} reading;

static QueueHandle_t     readings;
static volatile uint32_t missed; /* the task was kept from its work for WAITING periods */

/* From the interrupt: DMA has CODES codes, the last of them of this time. */
void readings_done(const uint16_t codes[CODES], uint32_t counter_us) {
  uint32_t   sum = 0;
  BaseType_t wakes = pdFALSE;
  for (int i = 0; i < CODES; i++) sum += codes[i];
  const reading one = {counter_us, (uint16_t)(sum / CODES)};
  if (xQueueSendFromISR(readings, &one, &wakes) != pdTRUE) missed++;
  portYIELD_FROM_ISR(wakes);
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

/* ---- The task ---- */

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* How many ticks to sleep, rounded up. FreeRTOS counts interrupts of its tick, and the first comes early, so a wait may end up to a tick before the
 * deadline: then one more tick follows. So it wakes twice at most, and late by less than a tick: set configTICK_RATE_HZ to 1000. */
static TickType_t ticks_until(uint64_t due_us, uint64_t now_us) {
  const uint64_t tick_us = 1000000 / configTICK_RATE_HZ;
  if (due_us == PRESS_NEVER) return portMAX_DELAY;
  const uint64_t ticks = due_us > now_us ? (due_us - now_us + tick_us - 1) / tick_us : 0;
  return ticks < portMAX_DELAY ? (TickType_t)ticks : portMAX_DELAY - 1;
}

static void press_task(void *unused) {
  press_engine *engine;
  press_pad    *pad;
  press_event   event;
  reading       one;
  uint64_t      now_us = 0;
  int           status = start(&engine, &pad);
  (void)unused;
  if (status < 0) board_refused(status);
  while (status >= 0) {
    const uint64_t due = least(press_pad_next_deadline(pad), press_next_deadline(engine));
    int            taken;
    if (xQueueReceive(readings, &one, ticks_until(due, now_us)) == pdTRUE) { /* a reading comes first: what is due until then fires before it */
      const press_frame frame = {.t_us = press_time_extend(now_us, one.counter_us), .present = 1, .code = {one.code}};
      taken = press_pad_feed(pad, &frame, engine);
    } else { /* then time alone: a hold, a lift, a converter that sleeps or hangs */
      now_us = press_time_extend(now_us, board_counter_us());
      taken = due <= now_us ? press_pad_tick(pad, now_us, engine) : 0;
    }
    if (taken < 0) board_refused(taken);
    now_us = press_time_extend(now_us, board_counter_us());
    while (press_poll(engine, &event, 1) == 1) board_event(&event);
  }
  vTaskDelete(NULL);
}

/* ---- The start ---- */

void press_start(void) {
  readings = xQueueCreate(WAITING, sizeof(reading));
  xTaskCreate(press_task, "press", 1024, NULL, tskIDLE_PRIORITY + 2, NULL);
}
