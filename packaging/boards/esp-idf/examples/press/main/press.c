/* A force-sensing resistor between 3.3 V and channel 0 of the converter (GPIO 0 of an ESP32-C3), 10 kOhm from there to ground: prints what a
 * finger does. */
#include <stdio.h>

#include "esp_adc/adc_oneshot.h"
#include "esp_err.h"
#include "esp_timer.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"
#include "press.h"

static uint64_t engine_storage[PRESS_ENGINE_STORAGE_FOR(1, 0, 0) / 8];
static uint64_t pad_storage[PRESS_PAD_STORAGE_1 / 8];

static void on_event(press_engine *engine, const press_event *event, void *user) {
  (void)engine, (void)user;
  char line[PRESS_EVENT_LINE];
  if (press_event_text(event, line, sizeof line) > 0) printf("%s\n", line);
}

static int start(press_engine **engine, press_pad **pad) {
  press_config config;
  press_config_init(&config);
  config.max_contacts = 1; /* one finger, the whole surface one target, events delivered at once: as in engine_storage */
  config.max_targets = config.max_events = 0;
  press_sensor sensor;
  press_sensor_init(&sensor);
  sensor.circuit.full_scale = 4095;
  sensor.circuit.resistor_ohm = 10000;
  const press_delegate delegate = {.size = sizeof delegate, .on_event = on_event};
  int                  status = press_engine_init(engine_storage, sizeof engine_storage, &config, engine);
  if (status == 0) status = press_set_delegate(*engine, &delegate);
  if (status == 0) status = press_pad_init(pad_storage, sizeof pad_storage, NULL, &sensor, 1, pad);
  return status;
}

void app_main(void) {
  adc_oneshot_unit_handle_t         unit;
  const adc_oneshot_unit_init_cfg_t one = {.unit_id = ADC_UNIT_1};
  const adc_oneshot_chan_cfg_t      channel = {.atten = ADC_ATTEN_DB_12, .bitwidth = ADC_BITWIDTH_12};
  ESP_ERROR_CHECK(adc_oneshot_new_unit(&one, &unit));
  ESP_ERROR_CHECK(adc_oneshot_config_channel(unit, ADC_CHANNEL_0, &channel));
  press_engine *engine;
  press_pad    *pad;
  int           status = start(&engine, &pad);
  if (status < 0) printf("%s\n", press_strerror(status));
  while (status >= 0) {
    int         code;
    press_frame frame = {.t_us = (uint64_t)esp_timer_get_time()};
    if (adc_oneshot_read(unit, ADC_CHANNEL_0, &code) == ESP_OK) {
      frame.present = 1;
      frame.code[0] = code;
    } else {
      frame.failed = 1;
    }
    int taken = press_pad_feed(pad, &frame, engine);
    if (taken < 0) printf("%s\n", press_strerror(taken));
    vTaskDelay(pdMS_TO_TICKS(10)); /* a tick of FreeRTOS is 10 ms where nobody set another */
  }
}
