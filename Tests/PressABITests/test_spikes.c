/* pad.h, row E26: two wrong readings do not begin a contact if a third comes soon. */
#include "pads.h"

#include <math.h>

static uint64_t interval;

static void reading_of(double newtons) { assert_int_equal(feed_code_at(p.now += interval, code_of(newtons)), PRESS_OK); }

static void make(uint32_t rate, uint32_t flags, size_t sensors) {
  press_config config;
  press_config_init(&config);
  config.max_events = 0;
  config.traits = PRESS_TARGET_PREVIEW | PRESS_TARGET_TAP;
  bench_make(&b, &config);
  assert_int_equal(press_gestures_attach(b.engine, NULL), PRESS_OK);
  assert_int_equal(press_button_attach(b.engine, NULL), PRESS_OK);
  recorder_clear(&b.log);
  prepare();
  p.config.flags = flags;
  p.config.gap_us = p.config.stale_after_us = 0;
  p.count = sensors;
  p.now = 0;
  make_pad();
  interval = 1000000 / rate;
  for (uint64_t end = 1000000 + 20 * interval; p.now < end;) reading_of(0);
}

static size_t begun(void) { return recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN); }

TEST(e26_two_wrong_readings_touch_nothing_from_200_readings_a_second_on) {
  static const uint32_t rates[] = {200, 250, 370, 500, 860};
  for (size_t r = 0; r < COUNT(rates); r++)
    for (size_t sensors = 1; sensors <= 2; sensors++)
      for (double spike = 0.5; spike <= 8; spike += 0.5)
        for (int many = 1; many <= 2; many++) {
          make(rates[r], 0, sensors);
          for (int i = 0; i < 10; i++) {
            for (int k = 0; k < many; k++) reading_of(spike / (double)sensors);
            for (uint32_t k = 0; k < rates[r] / 20; k++) reading_of(0);
          }
          if (begun()) fail_msg("%u Hz, %d readings of %.1f N: %d contacts", (unsigned)rates[r], many, spike, (int)begun());
        }
}

/* The number of readings of a finger that begin its contact, as stated for each rate. */
TEST(e26_a_contact_begins_with_the_third_reading_that_touches_or_the_second) {
  static const struct {
    uint32_t rate, flags;
    int      readings;
  } cases[] = {{20, 0, 2}, {50, 0, 2}, {100, 0, 2}, {150, 0, 2}, {200, 0, 3}, {370, 0, 3}, {860, 0, 3}, {200, PRESS_PAD_NO_THIRD, 2},
    {860, PRESS_PAD_NO_THIRD, 2}, {860, PRESS_PAD_NO_MEDIAN, 1}, {100, PRESS_PAD_NO_MEDIAN, 1}};
  for (size_t i = 0; i < COUNT(cases); i++)
    for (double force = 0.45; force < 9; force *= 2) {
      make(cases[i].rate, cases[i].flags, 1);
      int readings = 0;
      while (!begun() && readings < 10) reading_of(force), readings++;
      if (readings != cases[i].readings)
        fail_msg("%u Hz, flags %u, %.2f N: %d readings", (unsigned)cases[i].rate, (unsigned)cases[i].flags, force, readings);
    }
}

TEST(e26_below_200_readings_a_second_two_readings_are_a_tap) {
  static const uint32_t rates[] = {20, 50, 100};
  for (size_t r = 0; r < COUNT(rates); r++) {
    make(rates[r], 0, 1);
    reading_of(2), reading_of(2);
    for (uint32_t k = 0; k < rates[r]; k++) reading_of(0);
    assert_int_equal(begun(), 1);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TAPPED), 1);
  }
}

/* Spikes of one and of two readings at random beside presses: the presses alone are contacts, and none is later than by one reading. */
TEST(e26_of_presses_among_spikes_the_presses_are_contacts) {
  static const uint32_t rates[] = {200, 500, 860};
  uint32_t              seed = 3;
  for (size_t r = 0; r < COUNT(rates); r++) {
    make(rates[r], 0, 1);
    size_t presses = 0;
    for (int second = 0; second < (IS_FAST ? 200 : 40); second++) {
      uint32_t at = 0;
      for (uint32_t k = 0; k < rates[r]; k++) {
        seed = seed * 1664525u + 1013904223u;
        double t = (double)k / rates[r], force = t > 0.5 && t < 0.7 ? 2 * fmin(1, (t - 0.5) / 0.03) : 0;
        /* A spike of one or two readings, at least 100 ms before the press. */
        if (t < 0.4 && at == 0 && (seed >> 8) % (rates[r] / 4) == 0) at = k;
        if (at && k - at < 1 + seed % 2) force = 0.5 + (seed >> 20) % 60 / 10.0;
        if (at && k - at > rates[r] / 20) at = 0;
        reading_of(force);
      }
      presses++;
      assert_int_equal(begun(), presses);
      if (b.log.count > RECORDER_CAPACITY / 2) recorder_clear(&b.log), presses = 0;
    }
  }
}

/* Two touches of 100 ms, 50 to 70 ms apart, of three readings in 36 ms at any pattern: the first low reading is hidden by the median, and so is the
 * first high one. */
TEST(e25_a_double_tap_on_a_pad_stays_two_in_whatever_bursts_readings_come) {
  uint32_t seed = 1;
  for (int round = 0; round < (IS_FAST ? 1000 : 400); round++) {
    uint32_t drawn[4];
    for (int i = 0; i < 4; i++) seed = seed * 1664525u + 1013904223u, drawn[i] = seed >> 8;
    uint32_t cuts[2] = {1000 + drawn[0] % 34000, 1000 + drawn[1] % 34000}, pause = 50000 + drawn[2] % 20000;
    if (round < 100) cuts[0] = 2000, cuts[1] = 4000;
    if (cuts[0] > cuts[1]) cuts[0] ^= cuts[1], cuts[1] ^= cuts[0], cuts[0] ^= cuts[1];
    make(83, 0, 1);
    uint64_t start = p.now + 36000, begin = start + 200000 + drawn[3] % 36000;
    for (uint32_t i = 0; i < 60; i++) {
      uint64_t t = start + i / 3 * 36000 + (i % 3 == 0 ? 0 : cuts[i % 3 - 1]);
      bool     down = t >= begin && (t - begin < 100000 || (t - begin >= 100000 + pause && t - begin < 200000 + pause));
      if (t > p.now) assert_int_equal(feed_code_at(p.now = t, code_of(down ? 2 : 0)), PRESS_OK);
    }
    if (begun() != 2) fail_msg("readings at 0, %u, %u of 36000 us, a pause of %u: %d contacts", cuts[0], cuts[1], pause, (int)begun());
    bench_finish(&b);
  }
}

int main(void) { return run_all(NULL, NULL); }
