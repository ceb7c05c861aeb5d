/* A first program: a button that is tapped, and pressed for a preview, on one sensor. docs/api/first-program.md has the ten functions that it calls.
 *
 *   cc -std=c11 first.c $(pkg-config --cflags --libs libpress) -o first && ./first
 */
#include <press.h>
#include <stdio.h>

static uint64_t engine_storage[PRESS_ENGINE_STORAGE / 8], pad_storage[PRESS_PAD_STORAGE_1 / 8];

/* Your converter. Here a finger taps after 0.4 s, and presses hard after 0.8 s. */
static int32_t read_adc(uint32_t ms) { return ms >= 400 && ms < 500 ? 2400 : ms >= 800 && ms < 1000 ? 3600 : 0; }

static void on_event(press_engine *engine, const press_event *event, void *user) {
  (void)engine, (void)user;
  switch (event->type) {
    case PRESS_EVENT_TAPPED: puts("tapped"); break;
    case PRESS_EVENT_PREVIEW_BEGAN: puts("preview"); break;
    case PRESS_EVENT_COMMIT_UPDATED:
      if (event->flags & PRESS_EVENT_FLAG_ENDED) puts("completed");
      break;
    default: break;
  }
}

int main(void) {
  press_engine  *engine = NULL;
  press_pad     *pad = NULL;
  press_delegate delegate;
  press_delegate_init(&delegate);
  delegate.on_event = on_event;
  press_target button;
  press_target_init(&button);
  button.id = 1, button.width = PRESS_Q16(100), button.height = PRESS_Q16(50);
  button.traits = PRESS_TARGET_PREVIEW | PRESS_TARGET_TAP;
  press_sensor sensor;
  press_sensor_init(&sensor);
  sensor.circuit.full_scale = 4095, sensor.circuit.resistor_ohm = 10000;

  int status = press_engine_init(engine_storage, sizeof engine_storage, NULL, &engine);
  if (status == PRESS_OK) status = press_set_delegate(engine, &delegate);
  if (status == PRESS_OK) status = press_gestures_attach(engine, NULL);
  if (status == PRESS_OK) status = press_target_add(engine, &button);
  if (status == PRESS_OK) status = press_pad_init(pad_storage, sizeof pad_storage, NULL, &sensor, 1, &pad);
  for (uint32_t ms = 0; status == PRESS_OK && ms < 1500; ms += 5) {
    static press_frame frame;
    frame.t_us = ms * 1000, frame.present = 1, frame.code[0] = read_adc(ms);
    status = press_pad_feed(pad, &frame, engine);
  }
  if (status != PRESS_OK) puts(press_strerror(status));
  return status != PRESS_OK;
}
