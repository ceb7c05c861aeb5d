/* calibration.h: what a board keeps of its sensors. */
#include "support.h"

/* Every member has another value. */
static press_calibration some(void) {
  press_calibration c;
  press_calibration_init(&c);
  c.circuit.full_scale = 1023;
  c.circuit.resistor_ohm = 10000;
  c.circuit.parallel_ohm = 470000;
  c.circuit.flags = PRESS_CIRCUIT_PULL_UP;
  c.circuit.max_code = 1000;
  c.circuit.short_ohm = 33;
  c.zero = -PRESS_Q16(1.5);
  c.preload_force = PRESS_Q16(0.25);
  c.span = PRESS_Q16(1200);
  c.x = PRESS_Q16(-12);
  c.y = PRESS_Q16(34.5);
  static const press_curve_point p[] = {{PRESS_Q16(10), PRESS_Q16(1)}, {PRESS_Q16(30), PRESS_Q16(2)}, {PRESS_Q16(40), PRESS_Q16(4)}};
  assert_int_equal(press_curve_table(p, 3, &c.curve), PRESS_OK);
  return c;
}

TEST(the_defaults_are_those_of_a_sensor) {
  press_sensor      s;
  press_calibration c, of;
  memset(&c, 0xff, sizeof c);
  memset(&of, 0xff, sizeof of);
  of.size = sizeof of;
  press_sensor_init(&s);
  press_calibration_init(&c);
  press_calibration_init(NULL);
  assert_int_equal(press_calibration_take(&s, &of), PRESS_OK);
  assert_memory_equal(&c, &of, sizeof c);
  assert_int_equal(c.size, sizeof c);
  assert_int_equal(c.version, PRESS_CALIBRATION_VERSION);
  assert_int_equal(c.zero | c.preload_force | c.span | c.x | c.y, 0);
  assert_memory_equal(&c.circuit, &s.circuit, sizeof s.circuit);
  assert_memory_equal(&c.curve, &s.curve, sizeof s.curve);
}

TEST(a_sensor_takes_a_calibration_and_gives_it_back) {
  press_calibration c = some(), back;
  press_sensor      s, before;
  press_sensor_init(&s);
  s.lag_us = 7;
  s.creep = PRESS_Q16(0.05);
  s.zero_limit = PRESS_Q16(0.3);
  before = s;
  assert_int_equal(press_calibration_apply(&c, &s), PRESS_OK);
  before.zero = c.zero, before.preload_force = c.preload_force, before.span = c.span, before.x = c.x, before.y = c.y;
  before.circuit = c.circuit, before.curve = c.curve;
  assert_memory_equal(&s, &before, sizeof s); /* all else stays */
  memset(&back, 0xff, sizeof back);
  back.size = sizeof back;
  assert_int_equal(press_calibration_take(&s, &back), PRESS_OK);
  assert_memory_equal(&back, &c, sizeof c);
}

TEST(what_is_out_of_range_is_refused_and_changes_nothing) {
  press_calibration c = some(), out;
  press_sensor      s, sensor_before;
  uint8_t           bytes[PRESS_CALIBRATION_BYTES], bytes_before[PRESS_CALIBRATION_BYTES];
  press_q16         error = 77;
  press_sensor_init(&s);
  sensor_before = s;
  memset(&out, 0x77, sizeof out);
  out.size = sizeof out;
  press_calibration out_before = out;
  memset(bytes, 0x77, sizeof bytes);
  memcpy(bytes_before, bytes, sizeof bytes);
#define BAD(field, value) \
  do { \
    c = some(); \
    c.field = value; \
    assert_int_equal(press_calibration_apply(&c, &s), PRESS_ERR_INVAL); \
    assert_int_equal(press_calibration_store(&c, bytes, sizeof bytes), PRESS_ERR_INVAL); \
    assert_int_equal(press_calibration_error(&c, 1, 1, &error), PRESS_ERR_INVAL); \
  } while (0)
  BAD(size, sizeof c - 4);
  BAD(version, PRESS_CALIBRATION_VERSION + 1);
  BAD(curve.count, 0);
  c = some();
  assert_int_equal(press_calibration_apply(NULL, &s), PRESS_ERR_INVAL);
  assert_int_equal(press_calibration_apply(&c, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_calibration_store(NULL, bytes, sizeof bytes), PRESS_ERR_INVAL);
  assert_int_equal(press_calibration_store(&c, NULL, sizeof bytes), PRESS_ERR_INVAL);
  assert_int_equal(press_calibration_store(&c, bytes, sizeof bytes - 1), PRESS_ERR_NOSPC);
  assert_int_equal(press_calibration_store(&c, bytes, 0), PRESS_ERR_NOSPC);
  assert_int_equal(press_calibration_error(NULL, 1, 1, &error), PRESS_ERR_INVAL);
  assert_int_equal(press_calibration_error(&c, 1, 1, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_calibration_error(&c, 1, 0, &error), PRESS_ERR_INVAL);
  assert_int_equal(press_calibration_error(&c, 1, -1, &error), PRESS_ERR_INVAL);
  assert_int_equal(press_calibration_take(NULL, &out), PRESS_ERR_INVAL);
  assert_int_equal(press_calibration_take(&s, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_calibration_load(NULL, sizeof bytes, &out), PRESS_ERR_INVAL);
  assert_memory_equal(&s, &sensor_before, sizeof s);
  s.size--;
  assert_int_equal(press_calibration_apply(&c, &s), PRESS_ERR_INVAL);
  assert_int_equal(press_calibration_take(&s, &out), PRESS_ERR_INVAL);
  s = sensor_before;
  s.creep = -1;
  assert_int_equal(press_calibration_take(&s, &out), PRESS_ERR_INVAL);
  assert_memory_equal(&out, &out_before, sizeof out);
  assert_memory_equal(bytes, bytes_before, sizeof bytes);
  assert_int_equal(error, 77);
}

static uint32_t word(const uint8_t *bytes) { return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24; }

/* The textbook algorithm: bit by bit, in the opposite direction of the library's. */
static uint32_t crc32(const uint8_t *bytes, size_t count) {
  uint32_t crc = 0, reversed = 0;
  for (size_t i = 0; i < count * 8 + 32; i++) {
    uint32_t in = i < count * 8 ? bytes[i / 8] >> i % 8 & 1 : 0;
    if (i < 32) in ^= 1;
    uint32_t out = crc >> 31;
    crc = crc << 1 | in;
    if (out) crc ^= 0x04c11db7;
  }
  for (int i = 0; i < 32; i++) reversed |= (crc >> i & 1) << (31 - i);
  return ~reversed;
}

TEST(the_bytes_are_what_the_header_says) {
  assert_int_equal(crc32((const uint8_t *)"123456789", 9), 0xcbf43926);
  press_calibration c = some();
  /* Points beyond the count are not written to the bytes. */
  c.curve.points[3].conductance = 12345;
  uint8_t bytes[PRESS_CALIBRATION_BYTES + 1];
  memset(bytes, 0x77, sizeof bytes);
  assert_int_equal(press_calibration_store(&c, bytes, SIZE_MAX), PRESS_CALIBRATION_BYTES);
  assert_int_equal(bytes[PRESS_CALIBRATION_BYTES], 0x77);
  assert_memory_equal(bytes, "PRCL", 4);
  const uint32_t words[] = {1, 1023, 10000, 470000, PRESS_CIRCUIT_PULL_UP, 1000, 33, (uint32_t)PRESS_Q16(-1.5), PRESS_Q16(0.25), PRESS_Q16(1200),
    (uint32_t)PRESS_Q16(-12), PRESS_Q16(34.5), PRESS_CURVE_TABLE | 3 << 16, 0, 0, 0, PRESS_Q16(10), PRESS_Q16(1), PRESS_Q16(30), PRESS_Q16(2),
    PRESS_Q16(40), PRESS_Q16(4)};
  for (size_t i = 0; i < 48; i++) assert_int_equal(word(bytes + 4 + 4 * i), i < sizeof words / 4 ? words[i] : 0);
  assert_int_equal(word(bytes + 196), crc32(bytes, 196));
}

TEST(what_is_stored_is_loaded) {
  press_calibration c = some(), back;
  uint8_t           bytes[PRESS_CALIBRATION_BYTES];
  memset(&back, 0xff, sizeof back);
  back.size = sizeof back;
  assert_int_equal(press_calibration_store(&c, bytes, sizeof bytes), PRESS_CALIBRATION_BYTES);
  assert_int_equal(press_calibration_load(bytes, sizeof bytes, &back), PRESS_OK);
  assert_memory_equal(&back, &c, sizeof c);
  assert_int_equal(press_curve_power(PRESS_Q16(100), PRESS_Q16(2), PRESS_Q16(1.25), &c.curve), PRESS_OK);
  memset(c.curve.points, 0, sizeof c.curve.points);
  assert_int_equal(press_calibration_store(&c, bytes, sizeof bytes), PRESS_CALIBRATION_BYTES);
  assert_int_equal(press_calibration_load(bytes, sizeof bytes, &back), PRESS_OK);
  assert_memory_equal(&back, &c, sizeof c);
}

static int load(const uint8_t *bytes, size_t count) {
  press_calibration out, before;
  memset(&out, 0x77, sizeof out);
  out.size = sizeof out;
  before = out;
  int status = press_calibration_load(bytes, count, &out);
  if (status != PRESS_OK) assert_memory_equal(&out, &before, sizeof out);
  return status;
}

TEST(bytes_that_end_before_their_version_are_damaged_whatever_they_say) {
  for (uint32_t count = 4; count < 12; count++) {
    uint8_t bytes[12] = "PRCL";
    if (count >= 8) {
      uint32_t crc = crc32(bytes, count - 4);
      for (uint32_t i = 0; i < 4; i++) bytes[count - 4 + i] = (uint8_t)(crc >> 8 * i);
    }
    assert_int_equal(load(bytes, count), PRESS_ERR_DAMAGED);
  }
}

TEST(every_wrong_bit_is_seen_and_every_two) {
  press_calibration c = some();
  uint8_t           bytes[PRESS_CALIBRATION_BYTES];
  press_calibration_store(&c, bytes, sizeof bytes);
  for (unsigned i = 0; i < 8 * sizeof bytes; i++) {
    bytes[i / 8] ^= (uint8_t)(1 << i % 8);
    assert_int_equal(load(bytes, sizeof bytes), i < 32 ? PRESS_ERR_INVAL : PRESS_ERR_DAMAGED);
    /* A second one, everywhere behind it in steps. */
    for (unsigned j = i + 1; j < 8 * sizeof bytes; j += 37) {
      bytes[j / 8] ^= (uint8_t)(1 << j % 8);
      assert_int_equal(load(bytes, sizeof bytes), i < 32 ? PRESS_ERR_INVAL : PRESS_ERR_DAMAGED);
      bytes[j / 8] ^= (uint8_t)(1 << j % 8);
    }
    bytes[i / 8] ^= (uint8_t)(1 << i % 8);
  }
  assert_int_equal(load(bytes, sizeof bytes), PRESS_OK);
}

TEST(missing_and_added_bytes_are_seen) {
  press_calibration c = some();
  uint8_t           bytes[PRESS_CALIBRATION_BYTES + 8] = {0};
  press_calibration_store(&c, bytes, sizeof bytes);
  for (size_t count = 0; count <= sizeof bytes; count++)
    if (count != PRESS_CALIBRATION_BYTES) assert_int_equal(load(bytes, count), count < 4 ? PRESS_ERR_INVAL : PRESS_ERR_DAMAGED);
  assert_int_equal(load(bytes, SIZE_MAX), PRESS_ERR_DAMAGED);
  assert_int_equal(load((const uint8_t *)"[sensor]\nresistor_ohm = 4700\n", 29), PRESS_ERR_INVAL);
}

TEST(bytes_of_erased_flash_are_no_calibration_and_other_bytes_are_wrong_ones) {
  uint8_t bytes[2 * PRESS_CALIBRATION_BYTES];
  for (int erased = 0; erased <= 0xff; erased++) {
    memset(bytes, erased, sizeof bytes);
    int said = erased == 0 || erased == 0xff ? PRESS_ERR_NOENT : PRESS_ERR_INVAL;
    assert_int_equal(load(bytes, PRESS_CALIBRATION_BYTES), said);
    assert_int_equal(load(bytes, sizeof bytes), said); /* a whole page */
    assert_int_equal(load(bytes, SIZE_MAX), said);
    assert_int_equal(load(bytes, 4), said);
    assert_int_equal(load(bytes, 3), PRESS_ERR_INVAL);
  }
  for (size_t i = 0; i < sizeof bytes; i++) {
    memset(bytes, 0xff, sizeof bytes);
    bytes[i] = 0x7f;
    assert_int_equal(load(bytes, sizeof bytes), i < PRESS_CALIBRATION_BYTES ? PRESS_ERR_INVAL : PRESS_ERR_NOENT);
    if (i >= 4) assert_int_equal(load(bytes, i), PRESS_ERR_NOENT);
  }
}

/* Bytes with a check value that is right. */
static int sealed(uint8_t *bytes, size_t count) {
  uint32_t crc = crc32(bytes, count - 4);
  for (int i = 0; i < 4; i++) bytes[count - 4 + i] = (uint8_t)(crc >> 8 * i);
  return load(bytes, count);
}

TEST(whole_bytes_of_another_version_length_or_out_of_range_are_refused) {
  press_calibration c = some();
  uint8_t           bytes[PRESS_CALIBRATION_BYTES + 4] = {0};
  press_calibration_store(&c, bytes, sizeof bytes);
  assert_int_equal(sealed(bytes, PRESS_CALIBRATION_BYTES), PRESS_OK);
  assert_int_equal(sealed(bytes, sizeof bytes), PRESS_ERR_DAMAGED);
  assert_int_equal(sealed(bytes, PRESS_CALIBRATION_BYTES - 4), PRESS_ERR_DAMAGED);
  press_calibration_store(&c, bytes, sizeof bytes);
  bytes[4] = 2;
  assert_int_equal(sealed(bytes, PRESS_CALIBRATION_BYTES), PRESS_ERR_VERSION);
  assert_int_equal(sealed(bytes, sizeof bytes), PRESS_ERR_VERSION);
  assert_int_equal(sealed(bytes, 12), PRESS_ERR_VERSION);
  bytes[4] = 0;
  assert_int_equal(sealed(bytes, PRESS_CALIBRATION_BYTES), PRESS_ERR_VERSION);
  press_calibration_store(&c, bytes, sizeof bytes);
  bytes[12] = bytes[13] = 0; /* resistor_ohm */
  assert_int_equal(sealed(bytes, PRESS_CALIBRATION_BYTES), PRESS_ERR_INVAL);
}

static press_q16 error_of(const press_calibration *c, double microsiemens, double newtons) {
  press_q16 error = 77;
  assert_int_equal(press_calibration_error(c, PRESS_Q16(microsiemens), PRESS_Q16(newtons), &error), PRESS_OK);
  return error;
}

TEST(a_known_mass_shows_how_far_the_sensor_has_wandered) {
  press_calibration c = some();
  c.zero = PRESS_Q16(5);
  assert_int_equal(error_of(&c, 35, 2), 0);
  assert_int_equal(error_of(&c, 40, 2), PRESS_Q16(0.5));
  assert_int_equal(error_of(&c, 15, 2), PRESS_Q16(-0.5));
  assert_int_equal(error_of(&c, 5, 2), -PRESS_ONE);
  assert_int_equal(error_of(&c, -100, 2), -PRESS_ONE);
  press_q16 error = 77;
  assert_int_equal(press_calibration_error(&c, INT32_MAX, 1, &error), PRESS_OK);
  assert_int_equal(error, INT32_MAX);
}

TEST(a_zero_that_is_not_stored_is_that_of_the_preload) {
  press_calibration c = some();
  c.zero = 0;
  c.preload_force = PRESS_Q16(0.5); /* at 5 microsiemens */
  assert_in_range(error_of(&c, 35, 2) + 2, 0, 4);
  c.preload_force = 0;
  assert_int_equal(error_of(&c, 30, 2), 0);
}

TEST(without_a_preload_a_zero_that_is_not_stored_is_0_itself) {
  press_calibration c = some();
  /* A curve so steep that one unit of conductance is a thousandth of the force. */
  static const press_curve_point p[] = {{1000, PRESS_Q16(1000)}};
  assert_int_equal(press_curve_table(p, 1, &c.curve), PRESS_OK);
  c.zero = c.preload_force = 0;
  press_q16 error = 77;
  assert_int_equal(press_calibration_error(&c, 1000, PRESS_Q16(1000), &error), PRESS_OK);
  assert_int_equal(error, 0);
}

int main(void) { return run_all(NULL, NULL); }
