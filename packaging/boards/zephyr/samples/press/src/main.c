/* A force-sensing resistor between the supply and an input of the converter, 10 kOhm from there to ground: prints what a finger does.
 * The input stands in the overlay of the board, under zephyr,user. */
#include <press.h>
#include <zephyr/devicetree.h>
#include <zephyr/drivers/adc.h>
#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

static const struct adc_dt_spec input = ADC_DT_SPEC_GET(DT_PATH(zephyr_user));
static uint64_t                 engine_storage[PRESS_ENGINE_STORAGE_FOR(1, 0, 0) / 8];
static uint64_t                 pad_storage[PRESS_PAD_STORAGE_1 / 8];

static void on_event(press_engine *engine, const press_event *event, void *user) {
  (void)engine, (void)user;
  char line[PRESS_EVENT_LINE];
  if (press_event_text(event, line, sizeof line) > 0) printk("%s\n", line);
}

static int start(press_engine **engine, press_pad **pad) {
  press_config config;
  press_config_init(&config);
  config.max_contacts = 1; /* one finger, the whole surface one target, events delivered at once: as in engine_storage */
  config.max_targets = config.max_events = 0;
  press_sensor sensor;
  press_sensor_init(&sensor);
  sensor.circuit.full_scale = (1 << input.resolution) - 1;
  sensor.circuit.resistor_ohm = 10000;
  const press_delegate delegate = {.size = sizeof delegate, .on_event = on_event};
  int                  status = press_engine_init(engine_storage, sizeof engine_storage, &config, engine);
  if (status == 0) status = press_set_delegate(*engine, &delegate);
  if (status == 0) status = press_pad_init(pad_storage, sizeof pad_storage, NULL, &sensor, 1, pad);
  return status;
}

int main(void) {
  int16_t             code;
  struct adc_sequence sequence = {.buffer = &code, .buffer_size = sizeof code};
  press_engine       *engine;
  press_pad          *pad;
  int                 status = adc_is_ready_dt(&input) ? adc_channel_setup_dt(&input) : PRESS_ERR_NOENT;
  if (status == 0) status = adc_sequence_init_dt(&input, &sequence);
  if (status == 0) status = start(&engine, &pad);
  if (status < 0) printk("%s\n", press_strerror(status));
  while (status >= 0) {
    press_frame frame = {.t_us = k_ticks_to_us_floor64(k_uptime_ticks())};
    if (adc_read_dt(&input, &sequence) == 0) {
      frame.present = 1;
      frame.code[0] = code;
    } else {
      frame.failed = 1;
    }
    int taken = press_pad_feed(pad, &frame, engine);
    if (taken < 0) printk("%s\n", press_strerror(taken));
    k_msleep(5);
  }
  return status;
}
