/* check.h: the findings of a check for different behaviour of the person, the wires and the converter. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { FULL = 26400, PRESSED = 20300, LOST = INT32_MIN, PERIOD = 5000 };

static uint64_t            storage[PRESS_CHECK_STORAGE_8 / 8];
static press_sensor        sensor;
static press_check_options options;
static press_check        *check;
static press_check_status  at;

/* ---- A bench ---- */

static void begin(void) {
  press_sensor_init(&sensor);
  press_check_options_init(&options);
  press_check_status_init(&at);
  options.touch_force = PRESS_Q16(0.4);
  options.release_force = PRESS_Q16(0.25);
  options.sensor[0].sensor = &sensor;
}

static void make(void) { assert_int_equal(press_check_init(storage, sizeof storage, &options, &check), PRESS_OK); }

static void make_usual(void) {
  begin();
  make();
}

static void make_recorded(void) {
  begin();
  options.flags = PRESS_CHECK_FLAG_RECORDED;
  make();
}

static void look(void) { assert_int_equal(press_check_get(check, &at), PRESS_OK); }

static const char *names(void) {
  static char   text[2048];
  press_finding finding;
  size_t        n = 0;
  press_finding_init(&finding);
  text[0] = 0;
  for (uint32_t i = 0; press_check_get_finding(check, i, &finding) == PRESS_OK; i++)
    n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", i ? " " : "", finding.name);
  look();
  return text;
}

static const char *words(uint32_t index, uint32_t which) {
  static char text[512];
  int         length = press_check_get_text(check, index, which, text, sizeof text);
  assert_true(length >= 0 && strlen(text) == (size_t)length);
  return text;
}

/* The words of the finding with that name, "FOUND -> ADVICE". */
static const char *said(const char *name) {
  static char   text[1024];
  press_finding finding;
  press_finding_init(&finding);
  for (uint32_t i = 0; press_check_get_finding(check, i, &finding) == PRESS_OK; i++) {
    if (strcmp(finding.name, name) != 0) continue;
    int n = snprintf(text, sizeof text, "%s", words(i, PRESS_CHECK_TEXT_FOUND));
    if (finding.result != PRESS_FINDING_RESULT_OK) snprintf(text + n, sizeof text - (size_t)n, " -> %s", words(i, PRESS_CHECK_TEXT_ADVICE));
    return text;
  }
  return "not found";
}

static void feed(uint64_t t_us, int32_t code) {
  const press_frame frame = {.t_us = t_us, .present = 1, .code = {code}};
  assert_int_equal(press_check_feed(check, &frame), PRESS_OK);
}

/* The code of all sensors in the n-th frame of a step, `us` after the step began. LOST: the reading failed. */
typedef int32_t codes(uint32_t step, uint32_t us, uint32_t n);

/* Does every step of the check, up to the end, with one frame each period and a pause of the program between steps. */
static void follow(codes *read, uint32_t period, uint64_t *now) {
  uint32_t step = 0, own = 99, us = 0, n = 0;
  uint64_t rounds = 0;
  for (look(); at.step < PRESS_CHECK_STEP_REPLAY; look()) {
    assert_true(++rounds < 100000);
    if (at.step != step || at.sensor != own) {
      *now += 7000000;
      us = n = 0;
    }
    step = at.step;
    own = at.sensor;
    press_frame frame = {.t_us = *now};
    for (uint32_t i = 0; i < options.sensors; i++) {
      int32_t code = read(step, us, n);
      if (code == LOST)
        frame.failed |= 1u << i;
      else if (step == PRESS_CHECK_STEP_REST || i == own)
        frame.present |= 1u << i, frame.code[i] = code;
      else
        frame.present |= 1u << i, frame.code[i] = read(PRESS_CHECK_STEP_REST, us, n);
    }
    assert_int_equal(press_check_feed(check, &frame), PRESS_OK);
    *now += period;
    us += period;
    n++;
  }
}

/* ---- What is wrong ---- */

static int32_t good(uint32_t step, uint32_t us, uint32_t n) {
  (void)n;
  if (step == PRESS_CHECK_STEP_PRESS) return us > 300000 ? PRESSED : 0;
  return step == PRESS_CHECK_STEP_LET_GO && us < 200000 ? PRESSED : 0;
}
static int32_t silent(uint32_t step, uint32_t us, uint32_t n) { return (void)step, (void)us, (void)n, LOST; }
static int32_t flaky(uint32_t step, uint32_t us, uint32_t n) { return n % 50 == 7 ? LOST : good(step, us, n); }
static int32_t open_wire(uint32_t step, uint32_t us, uint32_t n) { return (void)step, (void)us, (void)n, 0; }
static int32_t with_parallel(uint32_t step, uint32_t us, uint32_t n) {
  int32_t code = good(step, us, n);
  return code ? code : 261; /* 4.7 of 474.7 kOhm */
}
static int32_t shorted(uint32_t step, uint32_t us, uint32_t n) { return (void)step, (void)us, (void)n, FULL - 10; }
static int32_t swapped(uint32_t step, uint32_t us, uint32_t n) { return FULL - good(step, us, n); }
static int32_t grounds(uint32_t step, uint32_t us, uint32_t n) {
  int32_t code = good(step, us, n);
  return code ? code : -900;
}
static int32_t loaded(uint32_t step, uint32_t us, uint32_t n) {
  int32_t code = good(step, us, n);
  return code ? code : 11500;
}
static int32_t noisy(uint32_t step, uint32_t us, uint32_t n) { return good(step, us, n) + (step == PRESS_CHECK_STEP_REST && n % 2 ? 2400 : 0); }
static int32_t wild(uint32_t step, uint32_t us, uint32_t n) { return good(step, us, n) + (step == PRESS_CHECK_STEP_REST && n % 2 ? 9000 : 0); }
static int32_t never(uint32_t step, uint32_t us, uint32_t n) { return (void)step, (void)us, (void)n, 3; }
static int32_t held(uint32_t step, uint32_t us, uint32_t n) { return step == PRESS_CHECK_STEP_LET_GO ? PRESSED : good(step, us, n); }
static int32_t sticky(uint32_t step, uint32_t us, uint32_t n) {
  return step == PRESS_CHECK_STEP_LET_GO && us > 200000 ? 2800 : good(step, us, n); /* 0.15 N */
}
static int32_t slow_to_press(uint32_t step, uint32_t us, uint32_t n) {
  return step == PRESS_CHECK_STEP_PRESS && us < 14900000 ? 0 : good(step, us, n);
}
static int32_t too_late(uint32_t step, uint32_t us, uint32_t n) { return step == PRESS_CHECK_STEP_PRESS && us < 15100000 ? 0 : good(step, us, n); }
static int32_t once_away(uint32_t step, uint32_t us, uint32_t n) { /* nine readings in the wrong direction, as a wire that is moved */
  return step == PRESS_CHECK_STEP_PRESS && n < 9 ? -2000 : good(step, us, n);
}
static int32_t one_outlier(uint32_t step, uint32_t us, uint32_t n) { return step == PRESS_CHECK_STEP_REST && n == 100 ? PRESSED : good(step, us, n); }
static unsigned rests;
static int32_t  hand_at_first(uint32_t step, uint32_t us, uint32_t n) { /* the first of the two rests has a hand on it */
  if (step == PRESS_CHECK_STEP_REST && us == 0) rests++;
  return step == PRESS_CHECK_STEP_REST && rests == 1 && us > 500000 && us < 900000 ? PRESSED : good(step, us, n);
}
static int32_t a_little(uint32_t step, uint32_t us, uint32_t n) { return good(step, us, n) ? 8000 : 0; }
static int32_t to_the_end(uint32_t step, uint32_t us, uint32_t n) { return good(step, us, n) ? FULL - 150 + (int32_t)(n % 7) : 0; }
static int32_t crowded(uint32_t step, uint32_t us, uint32_t n) { return good(step, us, n) ? 25000 : 0; }

/* 5 V: the converter ends at its reference, clamps above it, or has 12 bits. */
static int32_t to_its_end(uint32_t step, uint32_t us, uint32_t n) { return good(step, us, n) ? FULL : 0; }
/* With a reference near 0 V every input is at full scale, except at ground. */
static int32_t floating(uint32_t step, uint32_t us, uint32_t n) { return good(step, us, n) || n % 16 == 0 ? FULL : 0; }
static int32_t clamped(uint32_t step, uint32_t us, uint32_t n) { return good(step, us, n) ? FULL + 2400 + (int32_t)(n % 3) : 0; }
static int32_t to_4095(uint32_t step, uint32_t us, uint32_t n) { return good(step, us, n) ? 4095 : 0; }
static int32_t nine_at_the_end(uint32_t step, uint32_t us, uint32_t n) { return !good(step, us, n) ? 0 : n % 10 ? FULL : FULL - 500; }
static int32_t two_beyond(uint32_t step, uint32_t us, uint32_t n) { return !good(step, us, n) ? 0 : n % 5 < 2 ? FULL + 2400 : PRESSED; }
static int32_t noise_beyond(uint32_t step, uint32_t us, uint32_t n) { return good(step, us, n) ? FULL + (int32_t)(n % 200) : 0; }

static void with_12_bits(void) { sensor.circuit.full_scale = 4096; }
static void with_max_code(void) { sensor.circuit.full_scale = 40000, sensor.circuit.max_code = FULL; }
static void with_its_clamp(void) { sensor.circuit.max_code = FULL; }
static void with_pull_up(void) { sensor.circuit.flags = PRESS_CIRCUIT_PULL_UP; }
static void with_resistor(void) { sensor.circuit.parallel_ohm = 470000; }
static void with_preload(void) { sensor.preload_force = PRESS_Q16(0.97); }
static void with_reference_pin(void) { options.sensor[0].flags = PRESS_CHECK_SENSOR_FLAG_REFERENCE_PIN; }
static void without_resistor(void) { options.sensor[0].flags = PRESS_CHECK_SENSOR_FLAG_NO_RESISTOR; }
static void with_high_touch(void) { options.touch_force = PRESS_Q16(3); }
static void with_low_release(void) { options.release_force = PRESS_Q16(0.1); }

#define AT_REST "rate_reached input_sound zero_fits noise_low "
#define PRESSED_WELL "press_felt range_fits release_clean"

static const struct {
  const char *what;
  codes      *read;
  void (*with)(void);
  uint32_t    period;
  const char *found;
  uint32_t    code;
} sequences[] = {
  {"all is well", good, NULL, PERIOD, AT_REST PRESSED_WELL, 0},
  {"all is well, with a pull-up", swapped, with_pull_up, PERIOD, AT_REST PRESSED_WELL, 0},
  {"a resistor across the sensor", with_parallel, with_resistor, PERIOD, AT_REST PRESSED_WELL, 0},
  {"20,000 frames a second: more than there is room for", good, NULL, 50, AT_REST PRESSED_WELL, 0},
  {"50 a second", good, NULL, 20000, "rate_low input_sound zero_fits noise_low " PRESSED_WELL, 0},
  {"9 a second", good, NULL, 111111, "rate_poor input_sound zero_fits noise_low " PRESSED_WELL, 69},
  {"no reading ever", silent, NULL, PERIOD, "transfers_fail", 74},
  {"a reading in fifty fails", flaky, NULL, PERIOD, "rate_reached readings_lost input_sound zero_fits noise_low " PRESSED_WELL, 0},
  {"an open wire, and a resistor across the sensor", open_wire, with_resistor, PERIOD, "rate_reached input_open zero_fits noise_low press_none", 69},
  {"an open wire", open_wire, NULL, PERIOD, AT_REST "press_none", 69},
  {"a short", shorted, NULL, PERIOD, "rate_reached input_shorted press_none", 69},
  {"sensor and resistor swapped", swapped, NULL, PERIOD, "rate_reached input_shorted press_backwards", 69},
  {"sensor and resistor swapped, with a pull-up", good, with_pull_up, PERIOD, "rate_reached input_shorted press_backwards", 69},
  {"grounds that differ", grounds, NULL, PERIOD, "rate_reached input_negative zero_fits noise_low " PRESSED_WELL, 0},
  {"something lies on it", loaded, NULL, PERIOD, "rate_reached input_sound zero_loaded noise_low " PRESSED_WELL, 0},
  {"something lies on it, and is declared", loaded, with_preload, PERIOD, AT_REST PRESSED_WELL, 0},
  {"noise near touch_force", noisy, NULL, PERIOD, "rate_reached input_sound zero_fits noise_high " PRESSED_WELL, 0},
  {"the same noise, far from touch_force", noisy, with_high_touch, PERIOD, AT_REST PRESSED_WELL, 0},
  {"noise above touch_force", wild, NULL, PERIOD, "rate_reached input_sound zero_fits noise_poor " PRESSED_WELL, 69},
  {"one reading that is wrong, at rest", one_outlier, NULL, PERIOD, AT_REST PRESSED_WELL, 0},
  {"a hand at first", hand_at_first, NULL, PERIOD, AT_REST PRESSED_WELL, 0},
  {"nobody presses", never, NULL, PERIOD, AT_REST "press_none", 69},
  {"somebody presses at last", slow_to_press, NULL, PERIOD, AT_REST PRESSED_WELL, 0},
  {"somebody presses too late", too_late, NULL, PERIOD, AT_REST "press_none", 69},
  {"nine readings the wrong way", once_away, NULL, PERIOD, AT_REST PRESSED_WELL, 0},
  {"a small part of the range", a_little, NULL, PERIOD, AT_REST "press_felt range_little release_clean", 0},
  {"a large part of the range", crowded, NULL, PERIOD, AT_REST "press_felt range_crowded release_clean", 0},
  {"the end of the range", to_the_end, NULL, PERIOD, AT_REST "press_felt resistor_other release_clean", 78},
  {"fed from 5 V, to the end of the codes", to_its_end, NULL, PERIOD, AT_REST "press_felt supply_clipped release_clean", 0},
  {"a reference that is low", to_its_end, with_reference_pin, PERIOD, AT_REST "press_felt reference_low release_clean", 78},
  {"a reference that floats", floating, with_reference_pin, PERIOD,
    "rate_reached input_sound zero_fits reference_low press_felt reference_low release_clean", 78},
  {"all is well, with a pin for the reference", good, with_reference_pin, PERIOD, AT_REST PRESSED_WELL, 0},
  {"fed from 5 V, to a clamp above full_scale", clamped, NULL, PERIOD, AT_REST "press_felt supply_clipped release_clean", 0},
  {"fed from 5 V, with max_code, to a clamp above full_scale", clamped, with_its_clamp, PERIOD, AT_REST "press_felt supply_clipped release_clean", 0},
  {"fed from 5 V, 12 bits", to_4095, with_12_bits, PERIOD, AT_REST "press_felt supply_clipped release_clean", 0},
  {"fed from 5 V, and said so", to_its_end, with_max_code, PERIOD, AT_REST "press_felt range_ends release_clean", 0},
  {"nine readings at the end, and one below", nine_at_the_end, NULL, PERIOD, AT_REST "press_felt resistor_other release_clean", 78},
  {"two readings above full_scale", two_beyond, NULL, PERIOD, AT_REST "press_felt resistor_other release_clean", 78},
  {"noise around full_scale", noise_beyond, NULL, PERIOD, AT_REST "press_felt resistor_other release_clean", 78},
  {"a load cell at its end", clamped, without_resistor, PERIOD, AT_REST "press_felt release_clean", 0},
  {"a load cell uses what it uses", a_little, without_resistor, PERIOD, AT_REST "press_felt release_clean", 0},
  {"nobody lets go", held, NULL, PERIOD, AT_REST "press_felt range_fits release_held", 69},
  {"it does not come back", sticky, NULL, PERIOD, AT_REST "press_felt range_fits release_rest", 0},
  {"it does not come back below release_force", sticky, with_low_release, PERIOD, AT_REST "press_felt range_fits release_held", 69},
};

TEST(each_sequence_finds_what_is_wrong_and_nothing_else) {
  for (size_t i = 0; i < COUNT(sequences); i++) {
    uint64_t now = 123456789;
    begin();
    rests = 0;
    if (sequences[i].with) sequences[i].with();
    make();
    follow(sequences[i].read, sequences[i].period, &now);
    if (strcmp(names(), sequences[i].found) != 0) fail_msg("%s: %s", sequences[i].what, names());
    assert_int_equal(at.exit_code, sequences[i].code);
  }
}

/* The sensor and the resistor of a divider are exchanged; the supply, in percent of full_scale. What goes past the codes is clipped. */
static int32_t supply;
static int32_t exchanged(uint32_t step, uint32_t us, uint32_t n) {
  double sensor = good(step, us, n) ? (1 - PRESSED / (double)FULL) : 1;
  double code = (options.sensor[0].sensor->circuit.flags & PRESS_CIRCUIT_PULL_UP ? 1 - sensor : sensor) * FULL * supply / 100;
  return (int32_t)fmin(code, 32700) + (int32_t)(n * 7919 % 41) - 20;
}

TEST(a_divider_that_is_the_other_way_round_is_found_at_every_supply_voltage) {
  for (int pulls_up = 0; pulls_up < 2; pulls_up++) {
    for (supply = 30; supply <= 160; supply++) {
      uint64_t now = 0;
      begin();
      if (pulls_up) with_pull_up();
      make();
      follow(exchanged, PERIOD, &now);
      if (!strstr(names(), "press_backwards") || strstr(names(), "press_felt")) fail_msg("%d %%: %s", (int)supply, names());
      if (supply >= 80 && !strstr(names(), "input_shorted")) fail_msg("%d %%: %s", (int)supply, names());
      if (supply >= 80 && !strstr(said("input_shorted"), pulls_up ? "pull_up = no" : "pull_up = yes")) fail_msg("%s", said("input_shorted"));
    }
  }
}

TEST(a_recording_of_a_divider_that_is_the_other_way_round_says_so) {
  for (int pulls_up = 0; pulls_up < 2; pulls_up++) {
    for (supply = 30; supply <= 160; supply++) {
      begin();
      if (pulls_up) with_pull_up();
      options.flags = PRESS_CHECK_FLAG_RECORDED;
      make();
      for (uint32_t n = 0; n < 1200; n++) {
        uint32_t step = n < 500 || n > 800 ? PRESS_CHECK_STEP_REST : PRESS_CHECK_STEP_PRESS;
        feed(n * (uint64_t)PERIOD, exchanged(step, 1000000, n));
      }
      assert_int_equal(press_check_end(check), PRESS_OK);
      if (!strstr(names(), "press_backwards")) fail_msg("%d %%: %s", (int)supply, names());
    }
  }
}

TEST(a_recording_that_begins_in_a_press_is_not_taken_for_a_divider_that_is_the_other_way_round) {
  make_recorded();
  for (uint32_t n = 0; n < 1200; n++) { feed(n * (uint64_t)PERIOD, n < 600 ? PRESSED : 0); }
  assert_int_equal(press_check_end(check), PRESS_OK);
  if (strstr(names(), "press_backwards")) fail_msg("%s", names());
}

/* ---- What is said ---- */

static void check_of(codes *read, void (*with)(void)) {
  uint64_t now = 0;
  begin();
  if (with) with();
  make();
  follow(read, PERIOD, &now);
}

TEST(sentences_have_their_values) {
  check_of(good, NULL);
  assert_string_equal(said("rate_reached"), "200 readings a second");
  assert_string_equal(said("input_sound"), "neither open nor shorted, as far as the codes can show");
  assert_string_equal(said("zero_fits"), "untouched 0.0 uS, which is 0.00 N");
  assert_string_equal(said("press_felt"), "the press reads 8.3 N on AIN0");
  assert_string_equal(said("range_fits"), "a hard press uses 77 % of the codes");
  assert_string_equal(said("release_clean"), "after the release the force was zero within 205 ms");
  check_of(a_little, NULL);
  assert_string_equal(said("range_little"),
    "a hard press uses 30 % of the codes only -> Press harder. If that was hard, measure the resistor on the board: "
    "if it is not the 4700 Ohm of sensor.resistor_ohm, set what is there. If it is, look for another one in "
    "series with the sensor, or use a resistor of some 47000 Ohm, on the board and in sensor.resistor_ohm.");
  options.sensor[0].input = "1 of converter2";
  uint64_t now = 0;
  make();
  follow(held, PERIOD, &now);
  assert_string_equal(said("press_felt"), "the press reads 8.3 N on AIN1 of converter2");
  assert_string_equal(said("release_held"),
    "8.30 N are still there 5 s after \"let go\" -> Let go. If you did: give the mounting some slack, so that "
    "it holds no load, and look whether the resistor to ground is there: without it nothing takes the charge away.");
}

TEST(values_are_numbers_too) {
  int64_t value = 1;
  check_of(good, NULL);
  assert_int_equal(press_check_get_value(check, 0, "rate", &value), PRESS_OK);
  assert_int_equal(value, 200 * 65536);
  assert_int_equal(press_check_get_value(check, 4, "force", &value), PRESS_OK);
  assert_in_range(value, PRESS_Q16(8.2), PRESS_Q16(8.4));
  assert_int_equal(press_check_get_value(check, 5, "share", &value), PRESS_OK);
  assert_int_equal(value, 77 * 65536);
  assert_int_equal(press_check_get_value(check, 0, "force", &value), PRESS_ERR_NOENT);
  assert_int_equal(press_check_get_value(check, 0, "?", &value), PRESS_ERR_NOENT);
  assert_int_equal(press_check_get_value(check, 0, "", &value), PRESS_ERR_NOENT);
  assert_int_equal(press_check_get_value(check, 99, "rate", &value), PRESS_ERR_NOENT);
  assert_int_equal(press_check_get_value(check, 0, NULL, &value), PRESS_ERR_INVAL);
  assert_int_equal(press_check_get_value(check, 0, "rate", NULL), PRESS_ERR_INVAL);
}

TEST(the_rows_of_the_table_stand_without_a_check) {
  press_finding row;
  uint32_t      kinds = 0;
  press_finding_init(&row);
  assert_int_equal(row.sensor, -1);
  while (press_finding_get(kinds + 1, &row) == PRESS_OK) {
    kinds++;
    assert_int_equal(row.kind, kinds);
    assert_true(row.result <= PRESS_FINDING_RESULT_FAIL && (row.result == PRESS_FINDING_RESULT_FAIL) == (row.exit_code != 0));
    assert_true(*row.name && *row.check);
  }
  assert_int_equal(kinds, PRESS_FINDING_PRESS_HEAVY);
  assert_int_equal(press_finding_get(PRESS_FINDING_NOISE_HIGH, &row), PRESS_OK);
  assert_string_equal(row.name, "noise_high");
  assert_string_equal(row.check, "noise");
  assert_int_equal(row.limit, PRESS_Q16(0.2));
  assert_int_equal(press_finding_get(0, &row), PRESS_ERR_NOENT);
  assert_int_equal(press_finding_get(257, &row), PRESS_ERR_NOENT);
}

/* ---- The bus ---- */

static const struct {
  uint32_t    what;
  int32_t     status;
  const char *found, *words;
} results[] = {
  {PRESS_CHECK_STAGE_OPENED, 0, "bus_opens", "/dev/i2c-7 opens"},
  {PRESS_CHECK_STAGE_OPENED, -2, "bus_absent", "/dev/i2c-7: there is no such bus"},
  {PRESS_CHECK_STAGE_OPENED, -19, "bus_absent", "/dev/i2c-7: there is no such bus"},
  {PRESS_CHECK_STAGE_OPENED, -13, "bus_forbidden", "this user may not open /dev/i2c-7"},
  {PRESS_CHECK_STAGE_OPENED, -1, "bus_forbidden", "this user may not open /dev/i2c-7"},
  {PRESS_CHECK_STAGE_OPENED, PRESS_ERR_TIMEDOUT, "bus_hangs", "/dev/i2c-7: the bus hangs, or the conversion never ends"},
  {PRESS_CHECK_STAGE_OPENED, -25, "bus_other", "/dev/i2c-7 is not an I2C bus that can do plain transfers"},
  {PRESS_CHECK_STAGE_CLAIMED, 0, "", ""},
  {PRESS_CHECK_STAGE_CLAIMED, PRESS_ERR_BUSY, "converter_in_use", "process 12 reads the converter at 0x49 on /dev/i2c-7 already"},
  {PRESS_CHECK_STAGE_ASKED, 0, "address_answers", "a chip answers at 0x49"},
  {PRESS_CHECK_STAGE_ASKED, PRESS_ERR_NACK, "address_silent", "/dev/i2c-7: nothing answers at 0x49"},
  {PRESS_CHECK_STAGE_ASKED, -6, "address_silent", "/dev/i2c-7: nothing answers at 0x49"},
  {PRESS_CHECK_STAGE_ASKED, PRESS_ERR_TIMEDOUT, "bus_hangs", "/dev/i2c-7: the bus hangs, or the conversion never ends"},
  {PRESS_CHECK_STAGE_ASKED, PRESS_ERR_IO, "transfers_fail", "/dev/i2c-7: transfers fail"},
  {PRESS_CHECK_STAGE_PART, PRESS_ERR_STATE, "part_other", "/dev/i2c-7: what answers at 0x49 does not keep what is written to it"},
  {PRESS_CHECK_STAGE_PART, 0, "part_model", "it is an ads1015, and the config says ads1115"},
  {PRESS_CHECK_STAGE_READ, PRESS_ERR_IO, "", ""},
  {PRESS_CHECK_STAGE_BOARD, 0, "", ""},
};

/* Which boards of docs/hardware/boards.md a chip can be. */
static const struct {
  uint32_t    what;
  int32_t     status;
  uint16_t    address, other;
  const char *model, *declared, *found, *words;
} boards[] = {
  {PRESS_CHECK_STAGE_BOARD, 0, 0x48, 0, "ads1115", NULL, "part_boards",
    "an ads1115 at 0x48 can be adafruit-ads1115 or grove-ads1115 or dfrobot-ads1115 or seeed-ads1115"},
  {PRESS_CHECK_STAGE_BOARD, 0, 0x48, 0, "ads1015", NULL, "part_boards",
    "an ads1015 at 0x48 can be adafruit-ads1015 or sparkfun-ads1015 or waveshare-sense-hat-b"},
  {PRESS_CHECK_STAGE_BOARD, 0, 0x2A, 0, "nau7802", NULL, "part_boards", "an nau7802 at 0x2a can be adafruit-nau7802 or sparkfun-qwiic-scale"},
  {PRESS_CHECK_STAGE_BOARD, 0, 0x4B, 0, "ads7830", NULL, "part_boards", "an ads7830 at 0x4b can be freenove-ads7830"},
  {PRESS_CHECK_STAGE_BOARD, 0, 0x4B, 0, "ads1115", NULL, "", ""},
  {PRESS_CHECK_STAGE_BOARD, 0, 0x48, 0, "ads", NULL, "", ""},
  {PRESS_CHECK_STAGE_BOARD, 0, 0x48, 0, NULL, NULL, "", ""},
  {PRESS_CHECK_STAGE_PART, PRESS_ERR_STATE, 0x48, 0, NULL, NULL, "part_board",
    "what answers at 0x48 does not keep what is written to it; adafruit-pcf8591 or rak16001 has that address"},
  {PRESS_CHECK_STAGE_PART, PRESS_ERR_STATE, 0x4A, 0, NULL, "ads1115", "part_other", NULL},
  {PRESS_CHECK_STAGE_ASKED, PRESS_ERR_STATE, 0x2A, 0, NULL, "nau7802", "part_other", NULL},
  {PRESS_CHECK_STAGE_ASKED, PRESS_ERR_NACK, 0x48, 0x2A, NULL, "ads1115", "address_board",
    "nothing answers at 0x48, but a chip does at 0x2a, which is that of adafruit-nau7802 or sparkfun-qwiic-scale"},
  {PRESS_CHECK_STAGE_ASKED, PRESS_ERR_NACK, 0x2A, 0x4B, NULL, "nau7802", "address_board",
    "nothing answers at 0x2a, but a chip does at 0x4b, which is that of freenove-ads7830"},
  {PRESS_CHECK_STAGE_ASKED, PRESS_ERR_NACK, 0x49, 0x4B, NULL, NULL, "address_elsewhere", NULL},
  {PRESS_CHECK_STAGE_ASKED, PRESS_ERR_NACK, 0x2A, 0x33, NULL, "nau7802", "address_elsewhere", NULL},
};

TEST(boards_of_an_address_are_named_from_the_table_of_the_library) {
  for (size_t i = 0; i < COUNT(boards); i++) {
    press_check_result result;
    press_check_result_init(&result);
    result.what = boards[i].what, result.status = boards[i].status, result.address = boards[i].address, result.other = boards[i].other;
    result.model = boards[i].model, result.declared = boards[i].declared;
    make_usual();
    assert_int_equal(press_check_bus(check, &result), PRESS_OK);
    assert_string_equal(names(), boards[i].found);
    if (boards[i].words != NULL && *boards[i].words) assert_string_equal(words(0, PRESS_CHECK_TEXT_FOUND), boards[i].words);
    int64_t value;
    if (boards[i].words != NULL && *boards[i].words) assert_int_equal(press_check_get_value(check, 0, "boards", &value), PRESS_ERR_NOENT);
  }
}

/* The middle of the codes is no force. */
static int32_t rests_in_the_middle(uint32_t step, uint32_t us, uint32_t n) {
  return 32768 + (int32_t)(n * 7919 % 5) + (step == PRESS_CHECK_STEP_PRESS && us > 500000 ? 700 : 0);
}

TEST(a_load_cell_at_rest_reads_no_force_above_the_zero_that_it_was_calibrated_with) {
  uint64_t now = 0;
  begin();
  static const press_curve_point ten_newtons = {PRESS_Q16(102), PRESS_Q16(10)};
  options.sensor[0].flags = PRESS_CHECK_SENSOR_FLAG_NO_RESISTOR;
  sensor.circuit.full_scale = 0xFFFFFF, sensor.circuit.max_code = 0xFFFF, sensor.circuit.resistor_ohm = 1;
  assert_int_equal(press_curve_table(&ten_newtons, 1, &sensor.curve), PRESS_OK);
  sensor.zero = PRESS_Q16(1957);
  make();
  follow(rests_in_the_middle, PERIOD, &now);
  assert_non_null(strstr(names(), "zero_fits"));
  assert_non_null(strstr(said("zero_fits"), "which is 0.0"));
}

static press_check_result result_of(uint32_t what, int32_t status) {
  press_check_result result;
  press_check_result_init(&result);
  result.what = what;
  result.status = status;
  result.address = 0x49;
  result.node = "/dev/i2c-7";
  result.bus = "7";
  result.who = "process 12";
  result.model = "ads1015";
  result.declared = "ads1115";
  return result;
}

TEST(what_comes_of_the_bus_is_a_finding) {
  for (size_t i = 0; i < COUNT(results); i++) {
    press_check_result result = result_of(results[i].what, results[i].status);
    make_usual();
    assert_int_equal(press_check_bus(check, &result), PRESS_OK);
    assert_string_equal(names(), results[i].found);
    if (*results[i].found) assert_string_equal(words(0, PRESS_CHECK_TEXT_FOUND), results[i].words);
    look();
    assert_int_equal(at.step, PRESS_CHECK_STEP_REST);
  }
  press_check_result result = result_of(PRESS_CHECK_STAGE_ASKED, PRESS_ERR_NACK);
  result.other = 0x4a;
  result.model = NULL;
  make_usual();
  press_check_bus(check, &result);
  assert_string_equal(said("address_elsewhere"),
    "nothing answers at 0x49, but a chip does at 0x4a -> Set converter.address = 0x4a, or wire the pin ADDR: "
    "GND 0x48, VDD 0x49, SDA 0x4a, SCL 0x4b.");
  result = result_of(PRESS_CHECK_STAGE_PART, 0);
  result.declared = "ads1015";
  press_check_bus(check, &result);
  result.declared = NULL;
  press_check_bus(check, &result);
  result = result_of(PRESS_CHECK_STAGE_PART, PRESS_ERR_STATE);
  result.model = NULL;
  press_check_bus(check, &result);
  assert_string_equal(names(), "address_elsewhere part_fits part_model part_other");
  assert_int_equal(at.exit_code, 69);
}

TEST(why_readings_fail_is_what_the_program_says) {
  static const struct {
    int32_t     status;
    const char *found;
  } why[] = {
    {PRESS_ERR_NACK, "address_silent"}, {PRESS_ERR_TIMEDOUT, "bus_hangs"}, {PRESS_ERR_STATE, "part_other"}, {PRESS_ERR_IO, "transfers_fail"}};
  for (size_t i = 0; i < COUNT(why); i++) {
    press_check_result result = result_of(PRESS_CHECK_STAGE_READ, why[i].status);
    uint64_t           now = 0;
    make_usual();
    assert_int_equal(press_check_bus(check, &result), PRESS_OK);
    follow(silent, PERIOD, &now);
    assert_string_equal(names(), why[i].found);
  }
}

TEST(more_results_than_there_is_room_for_are_refused) {
  press_check_result result = result_of(PRESS_CHECK_STAGE_OPENED, 0);
  make_usual();
  for (int i = 0; i < 20; i++) assert_int_equal(press_check_bus(check, &result), PRESS_OK);
  assert_int_equal(press_check_bus(check, &result), PRESS_ERR_NOSPC);
  result.what = PRESS_CHECK_STAGE_READ;
  assert_int_equal(press_check_bus(check, &result), PRESS_OK);
  uint64_t now = 0;
  follow(sticky, PERIOD, &now);
  assert_non_null(strstr(names(), "bus_opens rate_reached"));
  assert_non_null(strstr(names(), "release_rest"));
}

/* ---- Several sensors, recordings, other inputs, and ends ---- */

TEST(each_sensor_is_pressed) {
  uint64_t now = 0;
  begin();
  options.sensors = 8;
  for (int i = 1; i < 8; i++) options.sensor[i] = options.sensor[0];
  make();
  follow(sticky, PERIOD, &now);
  press_finding finding;
  press_finding_init(&finding);
  int32_t felt = 0;
  for (uint32_t i = 0; press_check_get_finding(check, i, &finding) == PRESS_OK; i++) {
    if (finding.kind == PRESS_FINDING_RATE_REACHED) assert_int_equal(finding.sensor, -1);
    if (finding.kind == PRESS_FINDING_PRESS_FELT) assert_int_equal(finding.sensor, felt++);
  }
  assert_int_equal(felt, 8);
  assert_int_equal(at.findings, 1 + 8 * 6);
}

static void play(const int32_t *given, uint32_t count, uint32_t ms) {
  for (uint32_t i = 0; i < count; i++) {
    const press_frame frame = {.t_us = 1000 * (uint64_t)i * ms, .present = 1, .code = {given[i]}};
    look();
    const uint32_t step = at.step;
    assert_int_equal(press_check_feed(check, &frame), PRESS_OK);
    look();
    if (at.step != step) return; /* it is fed again from its beginning */
  }
  assert_int_equal(press_check_end(check), PRESS_OK);
}

TEST(a_recording_is_fed_twice) {
  int32_t given[700];
  for (int i = 0; i < 700; i++) given[i] = i < 190 ? 3 : i < 200 ? 3 + 100 * (i - 189) : i < 400 ? PRESSED : 2;
  make_recorded();
  play(given, 700, 5);
  look();
  assert_int_equal(at.step, PRESS_CHECK_STEP_REPLAY);
  assert_string_equal(names(), "rate_reached input_sound zero_fits noise_low");
  play(given, 700, 5);
  assert_string_equal(names(), AT_REST "press_felt range_fits");
  look();
  assert_int_equal(at.step, PRESS_CHECK_STEP_DONE);
  /* In a recording without a touch the rest is 2 s of it, or all of a shorter one. */
  for (uint32_t count = 100; count <= 700; count += 600) {
    make();
    play(given, count < 190 ? count : 190, 5);
    play(given, 190, 5);
    assert_string_equal(names(), AT_REST "press_none");
  }
}

/* Without the resistor nothing discharges the input: the force stays until the next press, and then is missing for one reading. */
TEST(a_recording_whose_force_never_falls_says_that_no_release_was_seen) {
  int32_t given[700];
  for (int low = 1; low <= 40; low *= 40) {
    for (int i = 0; i < 700; i++) {
      int of_press = (i - 200) % 150;
      given[i] = i < 200 ? 3 : of_press < low ? 0 : of_press < low + 5 ? PRESSED / 5 * (of_press - low + 1) : PRESSED - of_press;
    }
    make_recorded();
    play(given, 700, 5);
    play(given, 700, 5);
    assert_string_equal(names(), low > 20 ? AT_REST "press_felt range_fits" : AT_REST "press_felt range_fits release_unseen");
  }
}

TEST(a_press_on_another_input_is_found) {
  static const int32_t idle[4] = {0, 3, 10, 5};
  for (int own = 0; own < 2; own++) {
    const int32_t pressed[4] = {own ? PRESSED : 100, 3, own ? PRESSED - 100 : PRESSED, 5};
    begin();
    options.flags = PRESS_CHECK_FLAG_INPUTS;
    make();
    assert_int_equal(press_check_inputs(check, idle), PRESS_ERR_STATE);
    int asked = 0;
    for (uint64_t now = 0; look(), at.step < PRESS_CHECK_STEP_LET_GO; now += PERIOD) {
      const press_frame frame = {.t_us = now, .present = 1};
      if (at.asks_inputs)
        assert_int_equal(press_check_inputs(check, asked++ ? pressed : idle), PRESS_OK);
      else
        assert_int_equal(press_check_feed(check, &frame), PRESS_OK);
    }
    assert_int_equal(asked, 2);
    assert_string_equal(names(), own ? AT_REST "press_none" : AT_REST "press_elsewhere");
    if (!own) assert_non_null(strstr(said("press_elsewhere"), "felt on AIN2, and not on AIN0"));
    assert_int_equal(press_check_inputs(check, idle), PRESS_ERR_STATE);
  }
}

TEST(time_alone_ends_a_step) {
  make_usual();
  assert_int_equal(press_check_tick(check, 1000), PRESS_OK);
  assert_int_equal(press_check_tick(check, 2001000), PRESS_OK);
  look();
  assert_int_equal(at.step, PRESS_CHECK_STEP_REST);
  assert_int_equal(press_check_tick(check, 2001001), PRESS_OK);
  look();
  assert_int_equal(at.step, PRESS_CHECK_STEP_DONE);
  assert_string_equal(names(), "transfers_fail");
  assert_string_equal(words(0, PRESS_CHECK_TEXT_FOUND), "the converter: transfers fail");
  /* A bus that is lost in a press, and after it. */
  for (int felt = 0; felt < 2; felt++) {
    make();
    uint64_t now = 0;
    for (look(); at.step == PRESS_CHECK_STEP_REST; look(), now += PERIOD) {
      const press_frame frame = {.t_us = now, .present = 1};
      press_check_feed(check, &frame);
    }
    for (int i = 0; felt && i < 3; i++, now += PERIOD) {
      const press_frame frame = {.t_us = now, .present = 1, .code = {PRESSED}};
      press_check_feed(check, &frame);
    }
    for (look(); at.step < PRESS_CHECK_STEP_DONE; look()) assert_int_equal(press_check_tick(check, now += 500000), PRESS_OK);
    assert_string_equal(names(), felt ? AT_REST "press_felt range_fits release_held" : AT_REST "press_none");
  }
}

TEST(what_is_known_at_the_end_is_found) {
  static const char *const known[] = {"transfers_fail", AT_REST "press_none", AT_REST "press_none", AT_REST "press_felt range_fits",
    AT_REST "press_felt range_fits", AT_REST "press_felt range_fits release_clean"};
  static const uint32_t    ends[] = {0, 1000000, 2300000, 3500000, 4000000, 5000000};
  for (size_t i = 0; i < COUNT(ends); i++) {
    make_usual();
    for (uint64_t now = 0; now < ends[i]; now += PERIOD) { feed(now, now > 2500000 && now < 4200000 ? PRESSED : 0); }
    assert_int_equal(press_check_end(check), PRESS_OK);
    assert_string_equal(names(), known[i]);
    assert_int_equal(at.step, PRESS_CHECK_STEP_DONE);
    assert_int_equal(press_check_end(check), PRESS_ERR_STATE);
    assert_int_equal(press_check_tick(check, 9000000), PRESS_ERR_STATE);
  }
}

/* ---- What is refused ---- */

TEST(what_is_wrong_is_refused_and_changes_nothing) {
  begin();
  assert_int_equal(press_check_size(0), 0);
  assert_int_equal(press_check_size(9), 0);
  assert_in_range(press_check_size(1), 1, PRESS_CHECK_STORAGE_1);
  assert_in_range(press_check_size(8), press_check_size(7) + 1, PRESS_CHECK_STORAGE_8);
  assert_int_equal(press_check_init(NULL, sizeof storage, &options, &check), PRESS_ERR_INVAL);
  assert_int_equal(press_check_init((char *)storage + 4, sizeof storage - 4, &options, &check), PRESS_ERR_INVAL);
  assert_int_equal(press_check_init(storage, sizeof storage, NULL, &check), PRESS_ERR_INVAL);
  assert_int_equal(press_check_init(storage, sizeof storage, &options, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_check_init(storage, press_check_size(1) - 1, &options, &check), PRESS_ERR_NOSPC);
  assert_int_equal(press_check_init(storage, press_check_size(1), &options, &check), PRESS_OK);
  const press_check_options good_options = options;
#define REFUSED(change) \
  do { \
    options = good_options; \
    change; \
    assert_int_equal(press_check_init(storage, sizeof storage, &options, &check), PRESS_ERR_INVAL); \
  } while (0)
  REFUSED(options.size--);
  REFUSED(options.sensors = 0);
  REFUSED(options.sensors = 9);
  REFUSED(options.sensors = 2);
  REFUSED(options.flags = 4);
  REFUSED(options.touch_force = 0);
  REFUSED(options.release_force = -1);
  REFUSED(options.reserved = 1);
  REFUSED(options.sensor[0].flags = 4);
  REFUSED(sensor.circuit.full_scale = 0);
  make_usual();
  press_frame        frame = {.t_us = 5000, .present = 1};
  press_check_result result = result_of(0, 0);
  assert_int_equal(press_check_feed(check, &frame), PRESS_OK);
  uint64_t before[sizeof storage / 8];
  memcpy(before, storage, sizeof storage);
  assert_int_equal(press_check_feed(NULL, &frame), PRESS_ERR_INVAL);
  assert_int_equal(press_check_feed(check, NULL), PRESS_ERR_INVAL);
  frame.present = 2;
  assert_int_equal(press_check_feed(check, &frame), PRESS_ERR_INVAL);
  frame.present = frame.failed = 1;
  assert_int_equal(press_check_feed(check, &frame), PRESS_ERR_INVAL);
  frame.failed = 0;
  frame.t_us = 4999;
  assert_int_equal(press_check_feed(check, &frame), PRESS_ERR_TIME);
  assert_int_equal(press_check_tick(check, 4999), PRESS_ERR_TIME);
  assert_int_equal(press_check_tick(NULL, 6000), PRESS_ERR_INVAL);
  assert_int_equal(press_check_bus(check, &result), PRESS_ERR_INVAL);
  result.what = 7;
  assert_int_equal(press_check_bus(check, &result), PRESS_ERR_INVAL);
  result.what = 1;
  result.size = 4;
  assert_int_equal(press_check_bus(check, &result), PRESS_ERR_INVAL);
  assert_int_equal(press_check_bus(NULL, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_check_inputs(check, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_check_end(NULL), PRESS_ERR_INVAL);
  at.size = 0;
  assert_int_equal(press_check_get(check, &at), PRESS_ERR_INVAL);
  char text[8];
  assert_int_equal(press_check_get_text(check, 0, PRESS_CHECK_TEXT_FOUND, text, sizeof text), PRESS_ERR_NOENT);
  assert_int_equal(press_check_get_text(check, 0, 3, text, sizeof text), PRESS_ERR_INVAL);
  assert_int_equal(press_check_get_text(check, 0, PRESS_CHECK_TEXT_FOUND, NULL, 8), PRESS_ERR_INVAL);
  assert_memory_equal(before, storage, sizeof storage);
  check_of(good, NULL);
  assert_int_equal(press_check_get_text(check, 0, PRESS_CHECK_TEXT_FOUND, text, sizeof text), PRESS_ERR_NOSPC);
  assert_string_equal(text, "");
}

/* ---- Whatever comes ---- */

static uint32_t seed;
static uint32_t draw(uint32_t n) { return seed = seed * 1664525u + 1013904223u, (uint32_t)((uint64_t)seed * n >> 32); }

/* Any codes at any times: a check ends, its findings fit, each has a whole sentence, and nothing behind its storage is written. */
TEST(whatever_comes_a_check_ends_and_says_what_it_found) {
  static const int32_t some[] = {0, 1, -1, 3, PRESSED, FULL, FULL + 1, FULL * 2, -FULL, INT32_MAX, INT32_MIN, 10000};
  for (uint32_t round = 0; round < 300; round++) {
    seed = round;
    begin();
    options.sensors = 1 + draw(8);
    options.flags = draw(4);
    options.touch_force = 1 + (int32_t)draw(1u << (1 + draw(30)));
    options.release_force = 1 + (int32_t)draw(1u << (1 + draw(30)));
    sensor.circuit.full_scale = draw(2) ? 1 + (int32_t)draw(16777215) : FULL;
    sensor.circuit.resistor_ohm = draw(2) ? 1 + draw(16777215) : 4700;
    sensor.circuit.parallel_ohm = draw(3) ? 0 : 1 + draw(16777215);
    sensor.circuit.flags = draw(2);
    for (uint32_t i = 1; i < options.sensors; i++) options.sensor[i] = options.sensor[0];
    const size_t bytes = press_check_size(options.sensors);
    memset(storage, 0xa5, sizeof storage);
    assert_int_equal(press_check_init(storage, bytes, &options, &check), PRESS_OK);
    uint64_t now = draw(2) ? 0 : UINT64_MAX - 100000000;
    uint32_t mood = draw(COUNT(some));
    uint32_t most = 1u << draw(22);
    for (look(); at.step != PRESS_CHECK_STEP_DONE; look()) {
      press_frame frame = {.t_us = now};
      if (draw(300) == 0) mood = draw(COUNT(some));
      for (uint32_t i = 0; i < options.sensors; i++) {
        if (draw(40) == 0)
          frame.failed |= 1u << i;
        else if (draw(40))
          frame.present |= 1u << i;
        frame.code[i] = draw(50) ? some[mood] : (int32_t)(draw(65536) << 16 | draw(65536));
      }
      now += draw(most);
      int32_t status;
      if (draw(20) == 0)
        status = press_check_tick(check, frame.t_us);
      else if (at.asks_inputs)
        status = press_check_inputs(check, frame.code);
      else if (draw(5000) == 0 || (at.step == PRESS_CHECK_STEP_REPLAY && draw(300) == 0))
        status = press_check_end(check);
      else
        status = press_check_feed(check, &frame);
      assert_true(status == PRESS_OK || status == PRESS_ERR_TIME);
      if (status == PRESS_ERR_TIME) press_check_end(check);
    }
    assert_in_range(at.findings, 1, 23 + 7 * options.sensors);
    for (uint32_t i = 0; i < at.findings; i++) {
      for (uint32_t which = PRESS_CHECK_TEXT_FOUND; which <= PRESS_CHECK_TEXT_ADVICE; which++) {
        press_finding finding;
        press_finding_init(&finding);
        assert_int_equal(press_check_get_finding(check, i, &finding), PRESS_OK);
        const char *text = words(i, which);
        assert_null(strpbrk(text, "{}?"));
        assert_int_equal(*text != 0, which == PRESS_CHECK_TEXT_FOUND || finding.result != PRESS_FINDING_RESULT_OK);
      }
    }
    for (size_t i = bytes; i < sizeof storage; i++) assert_int_equal(((unsigned char *)storage)[i], 0xa5);
  }
}

int main(void) { return run_all(NULL, NULL); }
