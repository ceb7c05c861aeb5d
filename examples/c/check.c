/* Firmware that finds what is wrong with its sensor: an FSR behind an ADS1115, here a simulated one whose hand does what it is asked.
 *
 *   cc -std=c11 check.c $(pkg-config --cflags --libs libpress) -o check && ./check
 *
 * A board has its own transfer and its own clock; what remains is the same. 6 KB for the check, nothing allocated, no files.
 */
#include <press.h>
#include <stdbool.h>
#include <stdio.h>

/* ---- The simulated converter, and the hand ---- */

static struct {
  uint64_t now_us, asked_us;        /* when the hand was asked for something */
  uint32_t step;                    /* PRESS_CHECK_STEP_PRESS: it presses */
  bool     is_silent;               /* nothing answers */
  unsigned resistor_ohm, supply_mv; /* of the divider */
  uint8_t  config[2];
} world;

/* The FSR has 1,400 ohm under a hard press. The hand needs 0.3 s. */
static int code_now(void) {
  const bool     was_pressed = world.step == PRESS_CHECK_STEP_LET_GO;
  const bool     is_pressed = world.now_us < world.asked_us + 300000 ? was_pressed : world.step == PRESS_CHECK_STEP_PRESS;
  const unsigned mv = is_pressed ? world.supply_mv * world.resistor_ohm / (world.resistor_ohm + 1400u) : 1;
  return (int)((mv > 3600 ? 3600 : mv) * 8u); /* it clamps 0.3 V above its own supply of 3.3 V */
}

static int transfer(uint8_t address, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count, void *user) {
  static uint8_t pointer;
  (void)address, (void)user;
  if (world.is_silent) return PRESS_ERR_NACK;
  world.now_us += 100; /* what a bus needs */
  if (out_count > 0) pointer = out[0];
  if (out_count == 3 && pointer == 1) world.config[0] = out[1], world.config[1] = out[2];
  const int     code = code_now();
  const uint8_t value[2] = {pointer ? world.config[0] | 0x80 : (uint8_t)(code >> 8), pointer ? world.config[1] : (uint8_t)code};
  for (size_t i = 0; i < in_count; i++) in[i] = value[i & 1];
  return 0;
}

/* ---- The firmware ---- */

static uint64_t storage[PRESS_CHECK_STORAGE_1 / 8];

static void ask(const press_check_status *state) {
  static const char *const words[] = {[PRESS_CHECK_STEP_REST] = "Keep your hand off the sensor.",
    [PRESS_CHECK_STEP_PRESS] = "Press hard on the sensor, and hold.",
    [PRESS_CHECK_STEP_LET_GO] = "Let go."};
  puts(words[state->step]);
  world.step = state->step;
  world.asked_us = world.now_us;
}

static void print(const press_check *check, uint32_t index) {
  static const char *const results[] = {"ok  ", "warn", "FAIL"};
  char                     words[512];
  press_finding            finding;
  press_finding_init(&finding);
  press_check_get_finding(check, index, &finding);
  press_check_get_text(check, index, PRESS_CHECK_TEXT_FOUND, words, sizeof words);
  printf("%s %s\n", results[finding.result], words);
  if (finding.result == PRESS_FINDING_RESULT_OK) return;
  press_check_get_text(check, index, PRESS_CHECK_TEXT_ADVICE, words, sizeof words);
  printf("     -> %s\n", words);
}

/* Whether a chip answers. */
static int find_converter(press_check *check, const press_bus *bus, uint8_t address) {
  uint8_t            byte;
  press_check_result result;
  press_check_result_init(&result);
  result.what = PRESS_CHECK_STAGE_ASKED;
  result.status = bus->transfer(address, NULL, 0, &byte, 1, bus->user);
  result.address = address;
  result.node = "I2C1";
  result.bus = "1";
  press_check_bus(check, &result);
  return result.status;
}

static void run(const char *what) {
  const press_bus        bus = {.size = sizeof bus, .transfer = transfer};
  press_sensor           sensor;
  press_check_options    options;
  press_check_status     state;
  press_check           *check;
  press_converter_config config;
  press_converter        adc;
  uint32_t               asked = 0, printed = 0;

  printf("%s\n", what);
  press_sensor_init(&sensor); /* 3.3 V */
  sensor.circuit.resistor_ohm = world.resistor_ohm;
  press_converter_config_init(&config);
  config.part = PRESS_CONVERTER_ADS1115;
  config.address = 0x48;
  press_check_options_init(&options);
  press_check_status_init(&state);
  options.sensor[0].sensor = &sensor;
  options.touch_force = PRESS_Q16(0.4);
  options.release_force = PRESS_Q16(0.25);
  if (press_check_init(storage, sizeof storage, &options, &check) != 0) return;
  bool is_there = find_converter(check, &bus, config.address) == 0 && press_converter_init(&adc, &config, &bus) == 0;

  while (press_check_get(check, &state) == 0) {
    while (printed < state.findings) print(check, printed++);
    if (!is_there || state.step == PRESS_CHECK_STEP_DONE) break;
    if (state.step != asked) ask(&state);
    asked = state.step;
    press_frame frame;
    if (press_converter_step(&adc, world.now_us, &frame) > 0) press_check_feed(check, &frame);
    if (press_converter_next_deadline(&adc) > world.now_us) world.now_us = press_converter_next_deadline(&adc); /* a board sleeps until then */
  }
}

int main(void) {
  world.resistor_ohm = 4700;
  world.supply_mv = 3300;
  run("As it is to be:");
  world.resistor_ohm = 680;
  run("A resistor of 680 ohm:");
  world.resistor_ohm = 4700;
  world.supply_mv = 5000;
  run("The sensor at 5 V, the converter at 3.3 V:");
  world.is_silent = true;
  run("The power of the converter is off:");
  return 0;
}
