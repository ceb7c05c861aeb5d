/* A force-sensing resistor between 3.3 V and A0, 10 kOhm from A0 to ground: prints what a finger does, at 115200 baud. */
#include <press.h>

static uint64_t engine_storage[PRESS_ENGINE_STORAGE_FOR(1, 0, 0) / 8];
static uint64_t pad_storage[PRESS_PAD_STORAGE_1 / 8];
static press_engine *engine;
static press_pad *pad;
static uint64_t t_us;

static void on_event(press_engine *, const press_event *event, void *) {
  char line[PRESS_EVENT_LINE];
  if (press_event_text(event, line, sizeof line) > 0) Serial.println(line);
}

static int start() {
  press_config config;
  press_config_init(&config);
  config.max_contacts = 1; /* one finger, the whole surface one target, events delivered at once: as in engine_storage */
  config.max_targets = config.max_events = 0;
  press_sensor sensor;
  press_sensor_init(&sensor);
  sensor.circuit.full_scale = 4095;
  sensor.circuit.resistor_ohm = 10000;
  press_delegate delegate = {};
  delegate.size = sizeof delegate;
  delegate.on_event = on_event;
  int status = press_engine_init(engine_storage, sizeof engine_storage, &config, &engine);
  if (status == 0) status = press_set_delegate(engine, &delegate);
  if (status == 0) status = press_pad_init(pad_storage, sizeof pad_storage, NULL, &sensor, 1, &pad);
  return status;
}

void setup() {
  Serial.begin(115200);
  analogReadResolution(12);
  int status = start();
  if (status < 0) Serial.println(press_strerror(status));
}

void loop() {
  press_frame frame = {};
  frame.t_us = t_us = press_time_extend(t_us, micros());
  frame.present = 1;
  frame.code[0] = analogRead(A0);
  int status = pad ? press_pad_feed(pad, &frame, engine) : 0;
  if (status < 0) Serial.println(press_strerror(status));
  delay(5); /* 200 readings a second */
}
