/* drv2605l.h as C sees it, on a chip of a few lines that follows its data sheet, in a time of its own. What is written to it is
 * kept as text: REGISTER=BYTES, one for each transfer. */
#include <stdio.h>

#include "support.h"

static struct chip {
  uint64_t now, done; /* done: when GO clears */
  uint8_t  registers[64];
  uint8_t  latched; /* of STATUS */
  bool     stuck;   /* GO never clears */
  int      failure; /* what transfers answer */
  unsigned transfers, longest;
  char     log[4096];
} chip;

static void power_on(void) {
  static const uint8_t defaults[] = {
    0xE0, 0x40, 0, 1, 1, [0x11] = 5, 0x19, 0xFF, 0x19, 0xFF, 0x3E, 0x8C, 0x0C, 0x6C, 0x36, 0x93, 0xF5, 0xA0, 0x20, 0x80, 0x33};
  memset(chip.registers, 0, sizeof chip.registers);
  memcpy(chip.registers, defaults, sizeof defaults);
  chip.done = 0;
}

static void store(unsigned number, uint8_t value) {
  assert_in_range(number, 1, 0x22);
  if (number == 0x1E) assert_int_equal(value & 3, 0); /* never burn */
  if (number == 0x0C && value && !(chip.registers[1] & 0x40)) {
    unsigned mode = chip.registers[1] & 7;
    assert_true(mode == 0 || mode == 7);
    chip.done = chip.now + (mode == 7 ? 1100000 : 50000);
  }
  if (number == 0x0C && !value) chip.done = 0;
  chip.registers[number] = value;
}

static void advance(void) {
  if (chip.stuck || !chip.done || chip.now < chip.done) return;
  if (chip.registers[1] == 7 && !(chip.latched & 8)) memcpy(chip.registers + 0x18, (uint8_t[]){0x0E, 0x77, 0xA9}, 3);
  chip.registers[0x0C] = 0;
  chip.done = 0;
}

static int transfer(uint8_t address, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count, void *user) {
  (void)user;
  chip.transfers++;
  chip.now += 25 * (out_count + in_count + 1 + (in_count != 0));
  if (out_count + in_count + 1 + (in_count != 0) > chip.longest) chip.longest = (unsigned)(out_count + in_count + 1 + (in_count != 0));
  if (address != 0x5A) return PRESS_ERR_NACK;
  if (chip.failure) return chip.failure;
  advance();
  assert_true(out_count >= 1);
  unsigned pointer = out[0];
  if (out_count > 1) {
    size_t used = strlen(chip.log);
    used += (size_t)snprintf(chip.log + used, sizeof chip.log - used, "%s%02X=", used ? " " : "", pointer);
    for (size_t i = 1; i < out_count; i++) {
      used += (size_t)snprintf(chip.log + used, sizeof chip.log - used, "%02X", out[i]);
      store(pointer++, out[i]);
    }
  }
  for (size_t i = 0; i < in_count; i++, pointer++) {
    in[i] = chip.registers[pointer];
    if (pointer == 0) in[i] |= chip.latched, chip.latched = 0;
  }
  return 0;
}

static const press_bus       bus = {sizeof bus, NULL, transfer, NULL};
static press_drv2605l_config config;
static press_drv2605l        motor;
static press_drv2605l_status status;

static int plug_in(void **state) {
  (void)state;
  memset(&chip, 0, sizeof chip);
  power_on();
  press_drv2605l_config_init(&config);
  press_drv2605l_status_init(&status);
  memset(&motor, 0, sizeof motor);
  return 0;
}

static void make(void) {
  assert_int_equal(press_drv2605l_init(&motor, &config, &bus), 0);
  assert_int_equal(chip.transfers, 0);
}

/* Calls the step function whenever a step is due, for `us` microseconds. Each step does one transfer at most. */
static void run(uint32_t us) {
  uint64_t end = chip.now + us;
  for (;;) {
    uint64_t next = press_drv2605l_next_deadline(&motor);
    if (next > end) break;
    if (next > chip.now) chip.now = next;
    unsigned before = chip.transfers;
    assert_in_range(press_drv2605l_step(&motor, chip.now), 0, 1);
    assert_in_range(chip.transfers - before, 0, 1u + config.retries);
    if (chip.now > end) break;
  }
  if (chip.now < end) chip.now = end;
}

static void make_ready(void) {
  make();
  run(1000000);
  chip.log[0] = 0;
}

static const press_drv2605l_status *now(void) {
  assert_int_equal(press_drv2605l_get(&motor, &status), 0);
  return &status;
}

static void wrote(const char *expected) {
  assert_string_equal(chip.log, expected);
  chip.log[0] = 0;
}

static void play(uint32_t kind, double strength) {
  press_effect effect = {.t_us = chip.now, .kind = kind, .strength = PRESS_Q16(strength)};
  assert_int_equal(press_drv2605l_play(&motor, chip.now, &effect), 0);
}

static void play_now(uint32_t kind, double strength) {
  play(kind, strength);
  run(1000);
}

#define SET_UP "01=00 16=3D8B0C6C2A93F5A030"

TEST_AFTER(plug_in, it_is_set_up_and_goes_to_standby) {
  make();
  assert_int_equal(press_drv2605l_next_deadline(&motor), 0);
  assert_int_equal(now()->state, PRESS_DRV2605L_SETTING_UP);
  run(50000);
  assert_int_equal(now()->state, PRESS_DRV2605L_READY);
  wrote(SET_UP);
  run(100000);
  wrote("01=40");
  assert_true(press_drv2605l_next_deadline(&motor) == PRESS_NEVER);
  assert_int_equal(now()->last_error, 0);
  assert_int_equal(now()->faults, 0);
  assert_int_equal(now()->is_calibrated, 0);
  assert_int_equal(chip.longest, 11);
}

TEST_AFTER(plug_in, each_kind_and_strength_has_its_effect_of_the_library) {
  static const struct {
    uint32_t    kind;
    double      strength;
    const char *number;
  } all[] = {{PRESS_EFFECT_TICK, 1, "18"}, {PRESS_EFFECT_TICK, 0.8, "19"}, {PRESS_EFFECT_TICK, 0.01, "1A"}, {PRESS_EFFECT_SOFT, 1, "07"},
    {PRESS_EFFECT_SOFT, 0.6, "08"}, {PRESS_EFFECT_SOFT, 0.3, "09"}, {PRESS_EFFECT_FIRM, 1, "01"}, {PRESS_EFFECT_FIRM, 0.6, "02"},
    {PRESS_EFFECT_FIRM, 0.3, "03"}, {PRESS_EFFECT_DOUBLE, 1, "0A"}, {PRESS_EFFECT_DOUBLE, 0.6, "0B"}};
  make_ready();
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    char expected[64];
    play(all[i].kind, all[i].strength);
    assert_int_equal(press_drv2605l_next_deadline(&motor), 0);
    uint64_t began = chip.now;
    run(1000);
    assert_true(chip.done > began); /* it plays */
    assert_int_equal(now()->state, PRESS_DRV2605L_PLAYING);
    run(1000000);
    assert_int_equal(now()->state, PRESS_DRV2605L_READY);
    snprintf(expected, sizeof expected, "01=000001 04=%s0000000000000001 01=40", all[i].number);
    wrote(expected);
  }
  assert_int_equal(now()->played, sizeof all / sizeof *all);
  assert_int_equal(now()->dropped, 0);
  play(PRESS_EFFECT_FIRM, 0);
  run(1000000);
  wrote("");
}

TEST_AFTER(plug_in, from_standby_an_effect_takes_two_transfers) {
  make();
  run(1000000);
  unsigned before = chip.transfers;
  play(PRESS_EFFECT_FIRM, 1);
  assert_int_equal(press_drv2605l_step(&motor, chip.now), 1);
  assert_int_equal(press_drv2605l_step(&motor, chip.now), 0);
  assert_int_equal(chip.transfers - before, 2);
  assert_true(chip.done > 0);
}

static void ready(uint32_t for_us) { assert_int_equal(press_drv2605l_arm(&motor, chip.now, for_us), 0); }

TEST_AFTER(plug_in, a_chip_that_was_readied_plays_with_one_transfer_until_it_sleeps_again) {
  make_ready();
  ready(500000);
  assert_int_equal(press_drv2605l_next_deadline(&motor), 0);
  run(1000);
  wrote("01=000001");
  assert_int_equal(now()->state, PRESS_DRV2605L_ARMED);
  run(300000);
  unsigned before = chip.transfers;
  play(PRESS_EFFECT_FIRM, 1);
  assert_int_equal(press_drv2605l_step(&motor, chip.now), 1);
  assert_int_equal(chip.transfers - before, 1);
  assert_true(chip.done > 0);
  assert_int_equal(now()->state, PRESS_DRV2605L_PLAYING);
  /* When the effect is over, the motor is armed for the remaining time without another transfer. */
  run(100000);
  wrote("04=010000000000000001");
  assert_int_equal(now()->state, PRESS_DRV2605L_ARMED);
  play_now(PRESS_EFFECT_LEVEL, 1);
  play_now(PRESS_EFFECT_LEVEL, 0);
  wrote("01=057F 01=0000");
  assert_int_equal(now()->state, PRESS_DRV2605L_ARMED);
  run(120000);
  wrote("01=40");
  assert_int_equal(now()->state, PRESS_DRV2605L_READY);
  assert_true(press_drv2605l_next_deadline(&motor) == PRESS_NEVER);
  assert_int_equal(now()->played, 2);
}

TEST_AFTER(plug_in, readying_again_lengthens_it_and_0_ends_it) {
  make_ready();
  for (int i = 0; i < 5; i++) {
    ready(100000);
    run(60000);
  }
  wrote("01=000001");
  run(41000);
  wrote("01=40");
  ready(1000000);
  run(1000);
  ready(0);
  run(1000);
  wrote("01=000001 01=40");
  ready(0);
  run(1000);
  ready(100);
  chip.now += 200; /* nobody stepped in time */
  run(1000);
  wrote("");
  assert_true(press_drv2605l_next_deadline(&motor) == PRESS_NEVER);
}

TEST_AFTER(plug_in, readying_waits_for_what_plays_and_for_setting_up) {
  make();
  ready(3000000);
  run(100000);
  wrote(SET_UP " 01=000001");
  play_now(PRESS_EFFECT_FIRM, 1);
  ready(3000000);
  run(1000);
  wrote("04=010000000000000001");
  power_on(); /* it lost all */
  run(1000000);
  wrote(SET_UP " 01=000001");
  assert_int_equal(now()->state, PRESS_DRV2605L_ARMED);
  assert_int_equal(press_drv2605l_stop(&motor), 0);
  chip.log[0] = 0;
  run(50000);
  wrote(SET_UP " 01=000001");
  assert_int_equal(press_drv2605l_arm(NULL, 0, 1), PRESS_ERR_INVAL);
  /* A clock that steps back keeps it armed for as long again, not for ever. */
  chip.now = 1000;
  run(4000000);
  wrote("01=40");
}

TEST_AFTER(plug_in, a_sequence_is_played_as_it_is_given) {
  make_ready();
  assert_int_equal(press_drv2605l_play_sequence(&motor, chip.now, (uint8_t[]){47, 128 + 20, 123, 1, 2, 3, 4, 255}, 8), 0);
  run(1000);
  wrote("01=000001 04=2F947B01020304FF01");
  assert_int_equal(press_drv2605l_play_sequence(&motor, 0, (uint8_t[]){0}, 1), PRESS_ERR_INVAL);
  assert_int_equal(press_drv2605l_play_sequence(&motor, 0, (uint8_t[]){124}, 1), PRESS_ERR_INVAL);
  assert_int_equal(press_drv2605l_play_sequence(&motor, 0, (uint8_t[]){128}, 1), PRESS_ERR_INVAL);
  assert_int_equal(press_drv2605l_play_sequence(&motor, 0, (uint8_t[]){1}, 0), PRESS_ERR_INVAL);
  assert_int_equal(press_drv2605l_play_sequence(&motor, 0, (uint8_t[]){1, 1, 1, 1, 1, 1, 1, 1, 1}, 9), PRESS_ERR_INVAL);
}

TEST_AFTER(plug_in, what_plays_makes_way_for_what_is_newer) {
  make_ready();
  play(PRESS_EFFECT_SOFT, 1);
  play_now(PRESS_EFFECT_TICK, 1); /* before anything was sent */
  wrote("01=000001 04=180000000000000001");
  assert_int_equal(now()->dropped, 1);
  play_now(PRESS_EFFECT_FIRM, 1);
  wrote("0C=00 04=010000000000000001");
  play_now(PRESS_EFFECT_LEVEL, 1);
  wrote("0C=00 01=057F");
  play_now(PRESS_EFFECT_FIRM, 1);
  wrote("01=000001 04=010000000000000001");
  assert_int_equal(now()->played, 4);
}

TEST_AFTER(plug_in, a_level_follows_ends_and_is_never_forgotten) {
  make_ready();
  play_now(PRESS_EFFECT_LEVEL, 0.5);
  assert_int_equal(now()->state, PRESS_DRV2605L_AT_LEVEL);
  play_now(PRESS_EFFECT_LEVEL, 1);
  play_now(PRESS_EFFECT_LEVEL, 0);
  wrote("01=0540 02=7F 01=0000");
  assert_int_equal(now()->state, PRESS_DRV2605L_READY);
  play_now(PRESS_EFFECT_LEVEL, 0); /* none is on */
  wrote("");
  play(PRESS_EFFECT_LEVEL, 0.25);
  run(1999000);
  assert_int_equal(now()->state, PRESS_DRV2605L_AT_LEVEL);
  run(2000);
  wrote("01=0520 01=0000");
}

TEST_AFTER(plug_in, an_answer_that_comes_too_late_is_dropped) {
  make_ready();
  chip.failure = PRESS_ERR_NACK;
  play(PRESS_EFFECT_FIRM, 1);
  run(200000);
  chip.failure = 0;
  run(2000000);
  assert_int_equal(now()->dropped, 1);
  assert_int_equal(now()->played, 0);
  wrote(SET_UP " 01=40");
  assert_int_equal(now()->last_error, PRESS_ERR_NACK);
}

/* ---- calibration ---- */

TEST_AFTER(plug_in, a_calibration_is_made_kept_and_given_to_the_next) {
  config.motor = PRESS_MOTOR_LRA;
  config.flags = PRESS_DRV2605L_FLAG_CALIBRATE;
  config.rated_mv = 2000;
  config.clamp_mv = 2500;
  make();
  run(500000);
  assert_int_equal(now()->state, PRESS_DRV2605L_CALIBRATING);
  run(1500000);
  assert_int_equal(now()->state, PRESS_DRV2605L_READY);
  wrote("01=00 16=53760C6CAA98F58030 01=07 0C=01 01=00 16=53760E77A998F58030 01=40");
  assert_int_equal(now()->is_calibrated, 1);
  config.flags = PRESS_DRV2605L_FLAG_CALIBRATED;
  config.compensation = now()->compensation, config.back_emf = now()->back_emf, config.gain = now()->gain;
  power_on();
  chip.transfers = 0;
  make();
  run(1000000);
  wrote("01=00 16=53760E77A998F58030 01=40");
  play_now(PRESS_EFFECT_FIRM, 1);
  wrote("01=000006 04=010000000000000001");
}

TEST_AFTER(plug_in, a_calibration_that_fails_or_hangs_is_a_fault_and_it_plays_all_the_same) {
  for (int hangs = 0; hangs < 2; hangs++) {
    plug_in(NULL);
    config.flags = PRESS_DRV2605L_FLAG_CALIBRATE;
    chip.latched = 0;
    chip.stuck = hangs;
    make();
    run(500000);
    if (!hangs) chip.latched = 8;
    run(3000000);
    assert_int_equal(now()->faults, PRESS_DRV2605L_FAULT_CALIBRATION);
    assert_int_equal(now()->is_calibrated, 0);
    wrote(hangs ? SET_UP " 01=07 0C=01 0C=00 " SET_UP " 01=40" : SET_UP " 01=07 0C=01 " SET_UP " 01=40");
    chip.stuck = false;
    play_now(PRESS_EFFECT_FIRM, 1);
    assert_int_equal(now()->played, 1);
  }
}

/* ---- faults ---- */

TEST_AFTER(plug_in, another_chip_is_not_taken_for_one) {
  chip.registers[0] = 0x80; /* a DRV2604 has no effects */
  make();
  run(1000000);
  wrote("");
  assert_int_equal(now()->last_error, PRESS_ERR_STATE);
  assert_int_equal(now()->state, PRESS_DRV2605L_SETTING_UP);
  assert_in_range(chip.transfers, 3, 6); /* it is asked more and more seldom */
  chip.registers[0] = 0x60;              /* a DRV2605 */
  run(10000000);
  assert_int_equal(now()->state, PRESS_DRV2605L_READY);
}

TEST_AFTER(plug_in, a_chip_that_lost_its_power_is_set_up_again) {
  make_ready();
  play_now(PRESS_EFFECT_FIRM, 1);
  power_on();
  run(1000000);
  wrote("01=000001 04=010000000000000001 " SET_UP " 01=40");
  assert_int_equal(now()->last_error, PRESS_ERR_STATE);
}

TEST_AFTER(plug_in, over_current_and_heat_are_reported) {
  make();
  run(1000000);
  play_now(PRESS_EFFECT_FIRM, 1);
  chip.latched = 1;
  run(1000000);
  assert_int_equal(now()->faults, PRESS_DRV2605L_FAULT_CURRENT);
  play_now(PRESS_EFFECT_FIRM, 1);
  chip.latched = 2;
  run(1000000);
  assert_int_equal(now()->faults, PRESS_DRV2605L_FAULT_CURRENT | PRESS_DRV2605L_FAULT_TEMPERATURE);
}

TEST_AFTER(plug_in, what_never_ends_is_stopped) {
  make_ready();
  chip.stuck = true;
  play(PRESS_EFFECT_FIRM, 1);
  run(11000000);
  wrote("01=000001 04=010000000000000001 0C=00 01=40");
  assert_int_equal(now()->faults, PRESS_DRV2605L_FAULT_ENDLESS);
}

TEST_AFTER(plug_in, a_bus_that_fails_costs_a_transfer_and_its_retries_and_comes_back) {
  make();
  chip.failure = PRESS_ERR_NACK;
  assert_int_equal(press_drv2605l_step(&motor, chip.now), 0);
  assert_int_equal(chip.transfers, 2);
  chip.failure = PRESS_ERR_TIMEDOUT;
  run(60000);
  assert_int_equal(chip.transfers, 3);
  assert_int_equal(now()->last_error, PRESS_ERR_TIMEDOUT);
  assert_int_equal(press_drv2605l_stop(&motor), PRESS_ERR_TIMEDOUT);
  chip.failure = 0;
  run(1000000);
  assert_int_equal(now()->state, PRESS_DRV2605L_READY);
  chip.log[0] = 0;
  assert_int_equal(press_drv2605l_stop(&motor), 0);
  wrote("0C=00 01=40");
}

/* ---- a press ---- */

static bench          b;
static press_feedback feedback;

static void hand_over(recorder *log, press_engine *engine, const entry *delivered) {
  (void)log, (void)engine;
  press_effect effect;
  if (delivered->kind == ENTRY_EVENT && press_feedback_event(&feedback, &delivered->event, &effect))
    assert_int_equal(press_drv2605l_play(&motor, chip.now, &effect), 0);
}

TEST_AFTER(plug_in, a_press_that_previews_completes_and_is_released_is_felt) {
  make_ready();
  assert_int_equal(press_feedback_init(&feedback, NULL, NULL, 0), 0);
  bench_make(&b, NULL);
  b.log.hook = hand_over;
  for (int i = 0; i <= 20; i++) {
    bench_feed(&b, (i <= 10 ? i : 20 - i) / 10.0);
    run(10000);
  }
  run(1000000);
  /* The end of the preview at 0.5, its completion at 0.75, 30 ms later: the bump makes way for the click. */
  wrote("01=000001 04=080000000000000001 0C=00 04=010000000000000001 01=40");
  assert_int_equal(now()->played, 2);
}

TEST_AFTER(plug_in, null_and_what_was_not_set_up_are_refused) {
  press_effect effect = {.kind = PRESS_EFFECT_FIRM, .strength = PRESS_ONE};
  press_bus    broken = bus;
  press_drv2605l_config_init(NULL);
  press_drv2605l_status_init(NULL);
  assert_int_equal(press_drv2605l_init(NULL, &config, &bus), PRESS_ERR_INVAL);
  assert_int_equal(press_drv2605l_init(&motor, NULL, &bus), PRESS_ERR_INVAL);
  assert_int_equal(press_drv2605l_init(&motor, &config, NULL), PRESS_ERR_INVAL);
  broken.transfer = NULL;
  assert_int_equal(press_drv2605l_init(&motor, &config, &broken), PRESS_ERR_INVAL);
  assert_int_equal(press_drv2605l_step(&motor, 0), PRESS_ERR_INVAL);
  assert_int_equal(press_drv2605l_play(&motor, 0, &effect), PRESS_ERR_INVAL);
  assert_int_equal(press_drv2605l_play_sequence(&motor, 0, (uint8_t[]){1}, 1), PRESS_ERR_INVAL);
  assert_int_equal(press_drv2605l_get(&motor, &status), PRESS_ERR_INVAL);
  assert_int_equal(press_drv2605l_stop(&motor), PRESS_ERR_INVAL);
  assert_true(press_drv2605l_next_deadline(&motor) == PRESS_NEVER && press_drv2605l_next_deadline(NULL) == PRESS_NEVER);
  make();
  assert_int_equal(press_drv2605l_step(NULL, 0), PRESS_ERR_INVAL);
  assert_int_equal(press_drv2605l_play(&motor, 0, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_drv2605l_play_sequence(&motor, 0, NULL, 1), PRESS_ERR_INVAL);
  assert_int_equal(press_drv2605l_get(&motor, NULL), PRESS_ERR_INVAL);
  for (uint32_t kind = 0; kind < 8; kind++) {
    effect.kind = kind;
    assert_int_equal(press_drv2605l_play(&motor, 0, &effect), kind >= 1 && kind <= 5 ? 0 : PRESS_ERR_INVAL);
  }
  effect.kind = PRESS_EFFECT_FIRM;
  effect.strength = PRESS_ONE + 1;
  assert_int_equal(press_drv2605l_play(&motor, 0, &effect), PRESS_ERR_INVAL);
  effect.strength = -1;
  assert_int_equal(press_drv2605l_play(&motor, 0, &effect), PRESS_ERR_INVAL);
  assert_int_equal(press_drv2605l_stop(NULL), PRESS_ERR_INVAL);
}

int main(void) { return run_all(NULL, NULL); }
