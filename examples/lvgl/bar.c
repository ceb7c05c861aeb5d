/* A bar that follows the finger, in LVGL 9. A timer of LVGL reads the sensor, so hooks run in the task of LVGL, and no lock is needed.
 *
 * The board has the display, calls lv_timer_handler in its loop, and provides two functions: a reading of its converter, and a clock.
 */
#include "lvgl.h"
#include <press.h>

int32_t  board_read_code(void); /* 0 to 4095 */
uint64_t board_us(void);
int      bar_start(lv_obj_t *screen);

enum { PERIOD_MS = 5, LENGTH = 300 };
static uint64_t      engine_storage[PRESS_ENGINE_STORAGE / 8], pad_storage[PRESS_PAD_STORAGE_1 / 8];
static press_engine *engine;
static press_pad    *pad;
static lv_obj_t     *bar;

static void on_event(press_engine *from, const press_event *event, void *user) {
  (void)from, (void)user;
  if (event->type == PRESS_EVENT_CONTACT_BEGAN) lv_obj_set_style_bg_color(bar, lv_color_hex(0xd81b60), 0);
  if (event->type == PRESS_EVENT_CONTACT_ENDED || event->type == PRESS_EVENT_CONTACT_CANCELLED)
    lv_obj_set_style_bg_color(bar, lv_color_hex(0x9e9e9e), 0);
}

static void read_sensor(lv_timer_t *timer) {
  static press_frame frame;
  press_reading      reading;
  (void)timer;
  frame.t_us = board_us(), frame.present = 1, frame.code[0] = board_read_code();
  if (press_pad_feed(pad, &frame, engine) < 0) return; /* a reading of an earlier time: nothing is lost */
  press_reading_init(&reading);
  press_pad_get(pad, &reading);
  lv_obj_set_size(bar, (int32_t)((int64_t)reading.force * LENGTH / (5 * PRESS_ONE)), 40); /* 5 N is the whole length */
}

/* 0, or a negative press_status. */
int bar_start(lv_obj_t *screen) {
  press_delegate delegate;
  press_sensor   sensor;
  press_delegate_init(&delegate);
  delegate.on_event = on_event;
  press_sensor_init(&sensor);
  sensor.circuit.full_scale = 4095, sensor.circuit.resistor_ohm = 10000;
  int status = press_engine_init(engine_storage, sizeof engine_storage, NULL, &engine);
  if (status == PRESS_OK) status = press_set_delegate(engine, &delegate);
  if (status == PRESS_OK) status = press_pad_init(pad_storage, sizeof pad_storage, NULL, &sensor, 1, &pad);
  if (status != PRESS_OK) return status;
  bar = lv_obj_create(screen);
  lv_obj_remove_style_all(bar);
  lv_obj_set_pos(bar, 10, 10);
  lv_obj_set_style_bg_opa(bar, LV_OPA_COVER, 0);
  lv_timer_create(read_sensor, PERIOD_MS, NULL);
  return PRESS_OK;
}
