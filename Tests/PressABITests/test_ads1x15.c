/* converter.h and bus.h: the driver of an ADS1115 as C sees it, on a converter of a few lines, in a time of its own. What it does on the bus is
 * tested in Tests/PressDeviceTests, and on a model of the chip in test_chips.c. */
#include "support.h"

static struct chip {
  uint64_t now, done;
  uint16_t config, conversion, thresholds[2];
  uint8_t  pointer;
  int      failure; /* what transfers answer; 0: the converter does */
  unsigned transfers;
} chip;

static uint16_t code_of(unsigned channel) { return (uint16_t)(1000 * (channel + 1)); }

static int transfer(uint8_t address, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count, void *user) {
  struct chip *c = user;
  c->transfers++;
  c->now += 200;
  if (address != 0x48) return PRESS_ERR_NACK;
  if (c->failure) return c->failure;
  if (c->done && c->now >= c->done) {
    c->conversion = code_of((c->config >> 12 & 7) - 4u);
    c->done = 0;
  }
  if (out_count > 0) c->pointer = out[0];
  if (out_count == 3 && c->pointer == 1) {
    c->config = (uint16_t)(out[1] << 8 | out[2]);
    if ((c->config & 0x8000 || !(c->config & 0x100)) && !c->done) c->done = c->now + 1163;
  }
  if (out_count == 3 && c->pointer >= 2) c->thresholds[c->pointer - 2] = (uint16_t)(out[1] << 8 | out[2]);
  if (in_count == 2) {
    uint16_t value = c->pointer == 1 ? (uint16_t)((c->config & 0x7FFF) | (c->done ? 0 : 0x8000)) : c->conversion;
    in[0] = (uint8_t)(value >> 8);
    in[1] = (uint8_t)value;
  }
  return 0;
}

static uint64_t wait_until(uint64_t until_us, void *user) {
  struct chip *c = user;
  if (until_us > c->now) c->now = until_us;
  return c->now;
}

static const press_bus        bus = {sizeof bus, &chip, transfer, wait_until};
static press_converter_config config;
static press_converter        adc;

static int plug_in(void **state) {
  (void)state;
  memset(&chip, 0, sizeof chip);
  chip.config = 0x8583;
  press_converter_config_init(&config);
  config.part = PRESS_CONVERTER_ADS1115;
  config.channels = 0xF;
  memset(&adc, 0, sizeof adc);
  return press_converter_init(&adc, &config, &bus);
}

static void assert_reads_all(void) {
  press_frame frame;
  assert_int_equal(press_converter_read(&adc, 100000, &frame), 0);
  assert_int_equal(frame.present, 0xF);
  assert_int_equal(frame.failed, 0);
  for (unsigned i = 0; i < 4; i++) assert_int_equal(frame.code[i], code_of(i));
}

/* As Linux numbers errors, and as newlib does. A bus that returns errno, and not less than 0: nothing was read, so no code may be. */
TEST_AFTER(plug_in, what_the_bus_answers_is_the_last_error) {
  static const int errors[][2] = {{PRESS_ERR_NACK, PRESS_ERR_NACK}, {PRESS_ERR_IO, PRESS_ERR_IO}, {PRESS_ERR_TIMEDOUT, PRESS_ERR_TIMEDOUT},
    {-19, -19}, {-116, PRESS_ERR_TIMEDOUT}, {6, PRESS_ERR_NACK}, {116, PRESS_ERR_TIMEDOUT}, {5, PRESS_ERR_IO}, {3, -3}, {INT32_MAX, -INT32_MAX}};
  for (size_t i = 0; i < COUNT(errors); i++) {
    press_frame frame;
    chip.failure = errors[i][0];
    assert_int_equal(press_converter_read(&adc, 100000, &frame), 0);
    assert_int_equal(frame.present, 0);
    assert_int_equal(frame.failed, 0xF);
    if (press_converter_last_error(&adc) != errors[i][1]) fail_msg("%d: %d", errors[i][0], press_converter_last_error(&adc));
    chip.failure = 0;
    assert_reads_all();
  }
}

TEST_AFTER(plug_in, a_read_ends_when_its_time_is_up) {
  press_frame frame = {.t_us = 77};
  assert_int_equal(press_converter_read(&adc, 500, &frame), PRESS_ERR_TIMEDOUT);
  assert_int_equal(frame.t_us, 77);
  assert_in_range(chip.now, 500, 1000);
}

TEST_AFTER(plug_in, without_wait_a_program_steps_itself) {
  press_bus   stepped = bus;
  press_frame frame;
  stepped.wait = NULL;
  assert_int_equal(press_converter_init(&adc, &config, &stepped), 0);
  assert_int_equal(press_converter_read(&adc, 100000, &frame), PRESS_ERR_INVAL);
  int frames = 0;
  for (int steps = 0; frames < 5; steps++) {
    assert_in_range(steps, 0, 200);
    if (press_converter_next_deadline(&adc) > chip.now) chip.now = press_converter_next_deadline(&adc);
    frames += press_converter_step(&adc, chip.now, &frame);
  }
  assert_int_equal(frame.present, 0xF);
}

TEST_AFTER(plug_in, a_watch_sets_the_window_and_ends_with_the_next_frame) {
  assert_reads_all();
  assert_int_equal(press_converter_stop(&adc), 0);
  unsigned before = chip.transfers;
  assert_int_equal(press_converter_watch(&adc, 4, 300, 900), PRESS_ERR_INVAL);
  assert_int_equal(press_converter_watch(&adc, 3, 900, 300), PRESS_ERR_INVAL);
  assert_int_equal(press_converter_watch(NULL, 3, 300, 900), PRESS_ERR_INVAL);
  press_converter other;
  for (uint8_t part = 1; part <= PRESS_CONVERTER_TLA2024; part++) {
    press_converter_config own;
    press_converter_config_init(&own);
    own.part = part;
    assert_int_equal(press_converter_init(&other, &own, &bus), 0);
    if (part != PRESS_CONVERTER_ADS1115 && part != PRESS_CONVERTER_ADS1015) assert_int_equal(press_converter_watch(&other, 0, 1, 2), PRESS_ERR_INVAL);
  }
  assert_int_equal(chip.transfers, before);
  assert_int_equal(press_converter_watch(&adc, 3, 300, 900), 0);
  assert_int_equal(chip.transfers, before + 3);
  assert_int_equal(chip.thresholds[0], 300);
  assert_int_equal(chip.thresholds[1], 900);
  /* AIN3, a window, low when it is beyond, after two; continuous. */
  assert_int_equal(chip.config & 0x711F, 0x7011);
  assert_reads_all();
  assert_int_equal(chip.config & 0x0103, 0x0103);
  chip.failure = PRESS_ERR_IO;
  assert_int_equal(press_converter_watch(&adc, 3, 300, 900), PRESS_ERR_IO);
}

int main(void) { return run_all(NULL, NULL); }
