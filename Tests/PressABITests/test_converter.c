/* converter.h as C sees it, on an ADS7830 and an MCP3422 of a few lines, in a time of its own. */
#include "support.h"

static struct chip {
  uint64_t now, done;
  uint8_t  address, command;
  int      failure; /* what transfers answer */
  unsigned transfers;
} chip;

/* An ADS7830 whose codes are 10 times the input, plus 7; an MCP3422 whose codes are 100 times, plus 1. */
static int transfer(uint8_t address, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count, void *user) {
  struct chip *c = user;
  c->transfers++;
  c->now += 100;
  if (address != c->address) return PRESS_ERR_NACK;
  if (c->failure) return c->failure;
  if (out_count == 1) {
    c->command = out[0];
    c->done = c->now + 4000;
  }
  if (address == 0x48 && in_count == 1) in[0] = (uint8_t)(10 * ((c->command >> 4 & 3) * 2 + (c->command >> 6 & 1)) + 7);
  if (address == 0x6A && in_count == 3) {
    int code = c->now < c->done ? 777 : 100 * (c->command >> 5 & 3) + 1;
    in[0] = (uint8_t)(code >> 8);
    in[1] = (uint8_t)code;
    in[2] = (uint8_t)((c->command & 0x7F) | (c->now < c->done ? 0x80 : 0));
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
static press_converter        converter;
static press_frame            frame;

static int plug_in(void **state) {
  (void)state;
  chip = (struct chip){.address = 0x48};
  press_converter_config_init(&config);
  memset(&converter, 0, sizeof converter);
  return 0;
}

TEST_AFTER(plug_in, the_least_program_reads_all_channels) {
  config.channels = 0xFF;
  assert_int_equal(press_converter_init(&converter, &config, &bus), 0);
  assert_int_equal(chip.transfers, 0);
  assert_int_equal(press_converter_next_deadline(&converter), 0);
  assert_int_equal(press_converter_read(&converter, 100000, &frame), 0);
  assert_int_equal(frame.present, 0xFF);
  for (int i = 0; i < 8; i++) assert_int_equal(frame.code[i], 10 * i + 7);
  for (unsigned i = 0; i < 8; i++) assert_int_equal(frame.before_us[i], 100 * (7 - i));
  assert_int_equal(press_converter_last_error(&converter), 0);
  assert_int_equal(press_converter_stop(&converter), 0);
  assert_int_equal(chip.command & 0x0C, 0);
}

TEST_AFTER(plug_in, a_conversion_is_waited_for_and_its_middle_is_known) {
  chip.address = config.address = 0x6A;
  config.part = PRESS_CONVERTER_MCP3422;
  config.channels = 3;
  assert_int_equal(press_converter_init(&converter, &config, &bus), 0);
  for (int n = 0; n < 20; n++) {
    uint64_t began = chip.now;
    assert_int_equal(press_converter_read(&converter, 100000, &frame), 0);
    assert_int_equal(frame.present, 3);
    assert_int_equal(frame.code[0], 1);
    assert_int_equal(frame.code[1], 101);
    assert_in_range(frame.t_us - frame.before_us[0] - began, 2000, 2400);
    assert_in_range(frame.before_us[1], 2000, 2400);
  }
}

TEST_AFTER(plug_in, what_fails_is_reported_and_a_hang_costs_one_transfer) {
  config.channels = 0x0F;
  assert_int_equal(press_converter_init(&converter, &config, &bus), 0);
  chip.failure = PRESS_ERR_NACK;
  assert_int_equal(press_converter_read(&converter, 100000, &frame), 0);
  assert_int_equal(frame.failed, 0x0F);
  assert_int_equal(frame.present, 0);
  assert_int_equal(press_converter_last_error(&converter), PRESS_ERR_NACK);
  assert_int_equal(chip.transfers, 8);
  chip.transfers = 0;
  chip.failure = -6; /* ENXIO */
  assert_int_equal(press_converter_read(&converter, 100000, &frame), 0);
  assert_int_equal(press_converter_last_error(&converter), PRESS_ERR_NACK);
  chip.transfers = 8;
  chip.failure = -116; /* ETIMEDOUT of newlib */
  assert_int_equal(press_converter_read(&converter, 100000, &frame), 0);
  assert_int_equal(frame.failed, 0x0F);
  assert_int_equal(chip.transfers, 9);
  assert_int_equal(press_converter_stop(&converter), PRESS_ERR_TIMEDOUT);
  chip.failure = 0;
  assert_int_equal(press_converter_read(&converter, 100000, &frame), 0);
  assert_int_equal(frame.present, 0x0F);
}

TEST_AFTER(plug_in, null_and_what_was_not_set_up_are_refused) {
  press_converter_part part;
  press_bus            broken = bus;
  press_converter_config_init(NULL);
  press_converter_part_init(NULL);
  press_converter_part_init(&part);
  assert_int_equal(press_converter_init(NULL, &config, &bus), PRESS_ERR_INVAL);
  assert_int_equal(press_converter_init(&converter, NULL, &bus), PRESS_ERR_INVAL);
  assert_int_equal(press_converter_init(&converter, &config, NULL), PRESS_ERR_INVAL);
  broken.transfer = NULL;
  assert_int_equal(press_converter_init(&converter, &config, &broken), PRESS_ERR_INVAL);
  assert_int_equal(press_converter_step(&converter, 0, &frame), PRESS_ERR_INVAL);
  assert_int_equal(press_converter_read(&converter, 0, &frame), PRESS_ERR_INVAL);
  assert_int_equal(press_converter_last_error(&converter), PRESS_ERR_INVAL);
  assert_int_equal(press_converter_stop(&converter), PRESS_ERR_INVAL);
  assert_int_equal(press_converter_conflicts(&converter), 0);
  assert_int_equal(press_converter_conflicts(NULL), 0);
  assert_true(press_converter_next_deadline(&converter) == PRESS_NEVER && press_converter_next_deadline(NULL) == PRESS_NEVER);
  assert_int_equal(press_converter_part_get(NULL, &part), PRESS_ERR_INVAL);
  assert_int_equal(press_converter_part_get(&config, NULL), PRESS_ERR_INVAL);
  part.size = 3;
  assert_int_equal(press_converter_part_get(&config, &part), PRESS_ERR_INVAL);
  assert_string_equal(press_converter_name(0), "unknown");
  assert_string_equal(press_converter_name(255), "unknown");
  assert_int_equal(press_converter_init(&converter, &config, &bus), 0);
  assert_int_equal(press_converter_step(NULL, 0, &frame), PRESS_ERR_INVAL);
  assert_int_equal(press_converter_step(&converter, 0, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_converter_read(&converter, 0, NULL), PRESS_ERR_INVAL);
  broken = bus;
  broken.wait = NULL;
  assert_int_equal(press_converter_init(&converter, &config, &broken), 0);
  assert_int_equal(press_converter_read(&converter, 1000, &frame), PRESS_ERR_INVAL);
}

TEST_AFTER(plug_in, a_clock_that_steps_back_delays_by_one_wait) {
  chip.address = 0x68;
  config.part = PRESS_CONVERTER_MCP3422;
  assert_int_equal(press_converter_init(&converter, &config, &bus), 0);
  chip.now = 1000000000;
  assert_int_equal(press_converter_step(&converter, chip.now, &frame), 0);
  chip.now = 5000;
  for (uint64_t now = 5000; now < 5000 + 4200; now += 100) assert_int_equal(press_converter_step(&converter, now, &frame), 0);
  assert_true(press_converter_next_deadline(&converter) < 20000);
}

int main(void) { return run_all(NULL, NULL); }
