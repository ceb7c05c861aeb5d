/* Drivers of converters on models from data sheets (chips.h): with inaccurate oscillators, transfers that break off at any byte, and another
 * program on the same converter. Each code must be of its input and of its time, or the driver must refuse it. */
#include "chips.h"

#include <stddef.h>
#include <stdio.h>

/* `make test-chips-night` has four million: 200,000 and more with each thing that another program does. */
#define FRAMES (getenv("FRAMES") ? (unsigned)atol(getenv("FRAMES")) : IS_FAST ? 200000u : 20000u)

static chip_bus  bus;
static press_bus functions;
enum { ADS1115, ADS1015 };

static press_converter        adc;
static press_converter_config config;
static press_frame            frame;

/* Counts of the codes in the frames. */
static struct { unsigned codes, wrong, failed; } seen;

static void look(unsigned channels, double most) {
  unsigned index = 0;
  for (unsigned channel = 0; channel < 16; channel++) {
    if (!(channels >> channel & 1)) continue;
    if (frame.failed >> index & 1) seen.failed++;
    if (frame.present >> index & 1) {
      double off = chip_error(&bus.chip, channel, frame.code[index], (frame.t_us - frame.before_us[index]) * 1000);
      seen.codes++;
      if (off > most) {
        if (seen.wrong++ == 0) print_error("input %u: code %d, %.2f conversions off\n", channel, (int)frame.code[index], off);
      }
    }
    index++;
  }
}

static void plug_in_ads(unsigned model, unsigned flags, unsigned channels, unsigned rate, double oscillator) {
  static const uint16_t rates[2][8] = {{8, 16, 32, 64, 128, 250, 475, 860}, {128, 250, 490, 920, 1600, 2400, 3300, 0}};
  memset(&seen, 0, sizeof seen);
  memset(&bus, 0, sizeof bus);
  bus.hertz = 400000;
  bus.seed = 1;
  bus.chip = ads_chip(model == ADS1115 ? 15 : 11, 1, rates[model][rate]);
  bus.chip.oscillator = oscillator;
  functions = chip_functions(&bus);
  press_converter_config_init(&config);
  config.part = model == ADS1115 ? PRESS_CONVERTER_ADS1115 : PRESS_CONVERTER_ADS1015;
  config.flags = (uint8_t)flags;
  config.channels = (uint8_t)channels;
  config.rate_sps = rates[model][rate];
  assert_int_equal(press_converter_init(&adc, &config, &functions), 0);
}

/* The middle of a conversion that runs without pause is known to a conversion. */
static double known_to(void) { return config.flags & PRESS_CONVERTER_FLAG_CONTINUOUS ? 1.1 : 0.6; }

static void read_ads(unsigned frames, unsigned pause_us) {
  for (unsigned n = 0; n < frames; n++) {
    assert_int_equal(press_converter_read(&adc, 10000000, &frame), 0);
    look(config.channels, known_to());
    if (pause_us) chip_wait(bus.ns / 1000 + pause_us, &bus);
  }
}

static const uint8_t modes[] = {0, PRESS_CONVERTER_FLAG_POLL_READY, PRESS_CONVERTER_FLAG_CONTINUOUS, PRESS_CONVERTER_FLAG_READY_PIN};

TEST(each_code_of_an_ads1115_and_an_ads1015_is_right_with_oscillators_a_quarter_off) {
  for (unsigned model = 0; model < 2; model++) {
    for (unsigned rate = 0; rate < 8u - model; rate++) {
      for (size_t mode = 0; mode < COUNT(modes); mode++) {
        for (int percent = -25; percent <= 25; percent += IS_FAST ? 1 : 5) {
          for (unsigned channels = 1; channels < 16; channels += channels < 3 ? 2 : 6) {
            if (modes[mode] == PRESS_CONVERTER_FLAG_CONTINUOUS && channels > 1) continue;
            plug_in_ads(model, modes[mode], channels, rate, 1 + percent / 100.0);
            read_ads(5, 0);
            read_ads(2, 3000);
            assert_int_equal(seen.wrong, 0);
            assert_int_equal(seen.failed, 0);
            assert_int_equal(press_converter_last_error(&adc), 0);
          }
        }
      }
    }
  }
}

/* MUX 101: AIN1. */
static const stranger_step points[] = {{0, 1, {1}, 2}};
static const stranger_step reads_one[] = {{0, 3, {1, 0xD3, 0xE3}, 0}, {1500, 1, {0}, 2}};
static const stranger_step starts_one[] = {{0, 3, {1, 0xD3, 0xE3}, 0}};
static const stranger_step starts_slowly[] = {{0, 3, {1, 0xD3, 0x03}, 0}};
static const stranger_step leaves_it_running[] = {{0, 3, {1, 0x52, 0xE3}, 0}};
static const stranger_step leaves_it_slow[] = {{0, 3, {1, 0x52, 0x03}, 0}};
static const stranger_step another_gain[] = {{0, 3, {1, 0x4A, 0xE3}, 0}};
static const stranger_step another_pair[] = {{0, 3, {1, 0x83, 0xE3}, 0}};

static const struct {
  const char          *what;
  const stranger_step *steps;
  unsigned             count;
  bool                 disturbs;
} strangers[] = {
  {"reads the config", points, 1, false},
  {"reads AIN1 once", reads_one, 2, true},
  {"starts AIN1", starts_one, 1, true},
  {"starts AIN1 at 8 a second", starts_slowly, 1, true},
  {"leaves it converting AIN1", leaves_it_running, 1, true},
  {"leaves it converting AIN1 at 8 a second", leaves_it_slow, 1, true},
  {"leaves it converting AIN0 with another gain", another_gain, 1, true},
  {"starts AIN0 - AIN1", another_pair, 1, true},
};

TEST(no_code_of_another_program_is_a_code_of_an_ads1115_or_an_ads1015) {
  unsigned each = FRAMES / 48 + 1;
  for (unsigned model = 0; model < 2; model++) {
    for (size_t mode = 0; mode < 3; mode++) {
      for (size_t i = 0; i < COUNT(strangers); i++) {
        unsigned rate = model == ADS1115 ? 7 : i % 2 ? 6 : 3;
        plug_in_ads(model, modes[mode], mode == 2 ? 1 : i % 2 ? 13 : 1, rate, 1);
        read_ads(3, 0);
        bus.steps = strangers[i].steps;
        bus.step_count = strangers[i].count;
        /* A program that converts at 8 a second holds the converter for 125 ms. */
        bus.every_ns = (strstr(strangers[i].what, "8 a second") ? 500 : 50) * MILLISECOND_NS;
        bus.due_ns = bus.ns + 1000;
        for (unsigned n = 0; n < each || bus.visits < 4; n++) read_ads(1, n % 2 ? 0 : 3210);
        if (seen.wrong)
          print_error("model %u, mode %u, a program that %s: %u of %u wrong in %u visits\n", model, modes[mode], strangers[i].what, seen.wrong,
            seen.codes, (unsigned)bus.visits);
        assert_int_equal(seen.wrong, 0);
        assert_true(seen.codes > each / 4);
        if (strangers[i].disturbs) {
          assert_true(press_converter_conflicts(&adc) > 0);
          /* If a slow conversion of the other program began just before a start, the driver sees a conversion that does not end. */
          int last = press_converter_last_error(&adc);
          assert_true(last == PRESS_ERR_STATE || (last == PRESS_ERR_TIMEDOUT && strstr(strangers[i].what, "8 a second")));
        } else {
          assert_int_equal(press_converter_conflicts(&adc) + seen.failed, 0);
        }
      }
    }
  }
}

/* 156 frames of four were read at 400 kHz before the ready bit was asked for with each code, 115 at 100 kHz. */
TEST(four_inputs_of_an_ads1115_are_read_as_fast_as_without_the_question_for_its_ready_bit) {
  static const struct {
    unsigned hertz, least;
    int      percent;
  } buses[] = {{400000, 156, 0}, {400000, 156, 5}, {400000, 152, 10}, {400000, 190, -20}, {100000, 103, 0}};
  for (size_t i = 0; i < COUNT(buses); i++) {
    for (unsigned mode = 0; mode < 2; mode++) {
      plug_in_ads(ADS1115, modes[mode], 15, 7, 1 + buses[i].percent / 100.0);
      bus.hertz = buses[i].hertz;
      read_ads(100, 0);
      unsigned before = bus.transfers;
      uint64_t began = bus.ns;
      read_ads(400, 0);
      uint64_t frames = 400 * 1000000000ull / (bus.ns - began);
      if (frames < buses[i].least || getenv("SHOW"))
        print_message("%u Hz, oscillator %+d %%: %u frames a second, %.2f transfers for a code\n", buses[i].hertz, buses[i].percent, (unsigned)frames,
          (bus.transfers - before) / 1600.0);
      assert_true(frames >= buses[i].least);
      assert_true(bus.transfers - before < 1600 * 3.2);
      assert_int_equal(seen.wrong + seen.failed, 0);
    }
  }
}

TEST(a_program_that_is_slow_between_two_steps_pays_no_conversions_for_it) {
  for (unsigned pause_us = 0; pause_us <= 200; pause_us += 20) {
    plug_in_ads(ADS1115, 0, 3, 7, 1);
    read_ads(1, 0);
    unsigned before = bus.transfers;
    for (unsigned frames = 0; frames < 200;) {
      int got = press_converter_step(&adc, bus.ns / 1000, &frame);
      assert_in_range(got, 0, 1);
      if (got) look(config.channels, known_to());
      frames += (unsigned)got;
      uint64_t next = press_converter_next_deadline(&adc);
      chip_wait(next > bus.ns / 1000 + pause_us ? next : bus.ns / 1000 + pause_us, &bus);
    }
    assert_int_equal(seen.wrong, 0);
    /* Three for each code, whether it is idle, and one look in 17 that is too early. */
    assert_true(bus.transfers - before <= 200 * 2 * (4 + 1.0 / 12) + 20);
  }
}

static const int statuses[] = {PRESS_ERR_NACK, PRESS_ERR_IO, PRESS_ERR_TIMEDOUT};

/* Breaks `breaks` transfers in a row after `bytes` bytes, beginning with number `at`. */
static void break_off(unsigned at, unsigned bytes, unsigned breaks, int status) {
  bus.break_at = bus.transfers + at;
  bus.break_after = bytes;
  bus.breaks = breaks;
  bus.break_with = status;
}

TEST(a_transfer_of_an_ads1115_that_breaks_off_at_any_byte_gives_no_wrong_code_and_costs_two_conversions) {
  for (size_t mode = 0; mode < COUNT(modes); mode++) {
    for (unsigned at = 1; at <= (IS_FAST ? 60u : 25u); at++) {
      for (unsigned bytes = 0; bytes <= 5; bytes++) {
        for (unsigned breaks = 1; breaks <= 4; breaks++) {
          int status = statuses[(at + bytes + breaks) % COUNT(statuses)];
          plug_in_ads(ADS1115, modes[mode], mode == 2 ? 2 : 11, 7, mode % 2 ? 1.1 : 0.9);
          if (at % 2) read_ads(2, 100);
          break_off(at, bytes, breaks, status);
          while (bus.breaks > 0) read_ads(1, 0);
          read_ads(1, 0);
          assert_int_equal(seen.wrong, 0);
          /* The frame that began after the last break, and the one after it. */
          uint64_t before = bus.ns;
          unsigned failed = seen.failed;
          read_ads(1, 0);
          assert_int_equal(seen.failed, failed);
          assert_true(bus.ns - before < (mode == 2 ? 1 : 3) * 2 * bus.chip.period_ns);
          assert_int_equal(seen.wrong, 0);
        }
      }
    }
  }
}

TEST(an_ads1115_that_loses_its_power_before_any_transfer_gives_no_wrong_code) {
  for (size_t mode = 0; mode < COUNT(modes); mode++) {
    for (unsigned at = 1; at <= 30; at++) {
      plug_in_ads(ADS1115, modes[mode], mode == 2 ? 2 : 11, 7, 1);
      read_ads(2, 100);
      unsigned conflicts = press_converter_conflicts(&adc);
      bus.reset_at = bus.transfers + at;
      read_ads(20, at % 2 * 500);
      assert_int_equal(seen.wrong, 0);
      assert_int_equal(seen.failed, 0);
      assert_true(press_converter_conflicts(&adc) <= conflicts + 1);
    }
  }
}

/* ---- NAU7802, MCP342x */

static press_converter        converter;
static press_converter_config part_config;

static void plug_in(chip c, uint8_t part, unsigned channels, unsigned rate, unsigned gain, double oscillator) {
  memset(&seen, 0, sizeof seen);
  memset(&bus, 0, sizeof bus);
  bus.hertz = 400000;
  bus.seed = 1;
  bus.chip = c;
  bus.chip.oscillator = oscillator;
  functions = chip_functions(&bus);
  press_converter_config_init(&part_config);
  part_config.part = part;
  part_config.channels = (uint16_t)channels;
  part_config.rate_sps = (uint16_t)rate;
  part_config.gain = (uint16_t)gain;
  assert_int_equal(press_converter_init(&converter, &part_config, &functions), 0);
}

static void read_part(unsigned frames, unsigned pause_us) {
  for (unsigned n = 0; n < frames; n++) {
    assert_int_equal(press_converter_read(&converter, 60000000, &frame), 0);
    if (part_config.part == PRESS_CONVERTER_NAU7802) {
      for (unsigned i = 0; i < 2; i++) frame.code[i] -= 32768;
    }
    look(part_config.channels, 0.75);
    if (pause_us) chip_wait(bus.ns / 1000 + pause_us, &bus);
  }
}

static void plug_in_nau(unsigned channels, unsigned rate, double oscillator) {
  static const struct {
    uint16_t sps;
    uint8_t  code;
  } rates[] = {{320, 7}, {80, 3}, {40, 2}, {20, 1}, {10, 0}};
  plug_in(nau_chip(rates[rate].code), PRESS_CONVERTER_NAU7802, channels, rates[rate].sps, 0, oscillator);
}

TEST(each_code_of_an_nau7802_is_right_with_oscillators_a_quarter_off) {
  for (unsigned channels = 1; channels <= 3; channels++) {
    for (unsigned rate = 0; rate < 5; rate++) {
      for (int percent = -25; percent <= 25; percent += 5) {
        plug_in_nau(channels, rate, 1 + percent / 100.0);
        read_part(20, 0);
        read_part(3, 50000);
        assert_int_equal(seen.wrong, 0);
        assert_int_equal(seen.failed, 0);
        assert_int_equal(press_converter_conflicts(&converter), 0);
        /* Pin 2 is free: its capacitor takes noise off channel 1. */
        assert_int_equal(bus.chip.registers[NAU_POWER] & 0x80, channels == 1 ? 0x80 : 0);
      }
    }
  }
}

static int32_t no_volts(const chip *c, unsigned channel, uint64_t ns) {
  (void)c;
  (void)channel;
  (void)ns;
  return 0;
}

TEST(an_nau7802_gives_a_zero_that_is_one) {
  plug_in_nau(1, 0, 1);
  bus.chip.input = no_volts;
  for (int i = 0; i < 5; i++) {
    assert_int_equal(press_converter_read(&converter, 5000000, &frame), 0);
    assert_int_equal(frame.present, 1);
    assert_int_equal(frame.code[0], 32768);
  }
}

TEST(each_code_of_an_nau7802_that_is_fed_from_outside_is_right_and_its_ldo_stays_off) {
  static const stranger_step switches_it_on[] = {{0, 2, {NAU_PU, 0x9E}, 0}};
  for (unsigned channels = 1; channels <= 3; channels++) {
    plug_in_nau(channels, 0, 1);
    bus.chip.is_fed = true;
    part_config.external_avdd = 1;
    assert_int_equal(press_converter_init(&converter, &part_config, &functions), 0);
    read_part(20, 0);
    assert_int_equal(seen.wrong + seen.failed, 0);
    assert_int_equal(bus.chip.registers[NAU_PU] & 0x80, 0);
    bus.steps = switches_it_on;
    bus.step_count = 1;
    bus.every_ns = 3000ull * MILLISECOND_NS;
    bus.due_ns = bus.ns + 10000;
    while (bus.visits < 4) read_part(1, 3000);
    assert_int_equal(seen.wrong, 0);
    assert_true(press_converter_conflicts(&converter) > 0);
  }
}

static const stranger_step nau_gain[] = {{0, 2, {NAU_CTRL1, 0x2C}, 0}};
static const stranger_step nau_ldo[] = {{0, 2, {NAU_CTRL1, 0x27}, 0}};
static const stranger_step nau_channel[] = {{0, 2, {NAU_CTRL2, 0xF0}, 0}};
static const stranger_step nau_rate[] = {{0, 2, {NAU_CTRL2, 0x30}, 0}};
static const stranger_step nau_reads[] = {{0, 1, {NAU_ADCO}, 3}};
static const stranger_step nau_sleeps[] = {{0, 2, {NAU_PU, 0x80}, 0}};
/* The start sequences of the libraries of two makers of boards, each with its own gain. */
static const stranger_step nau_begins[] = {{0, 2, {NAU_PU, 0x01}, 0}, {0, 2, {NAU_PU, 0x02}, 0}, {1000, 2, {NAU_PU, 0x86}, 0},
  {0, 2, {NAU_CTRL1, 0x2B}, 0}, {0, 2, {NAU_CTRL2, 0x30}, 0}, {0, 2, {NAU_PU, 0x96}, 0}, {0, 2, {NAU_CTRL2, 0x34}, 0}, {344000, 1, {NAU_CTRL2}, 1}};

static const struct {
  const char          *what;
  const stranger_step *steps;
  unsigned             count, every_ms;
} others[] = {
  {"changes the gain", nau_gain, 1, 3000},
  {"changes the LDO", nau_ldo, 1, 3000},
  {"changes the channel", nau_channel, 1, 50},
  {"changes the rate", nau_rate, 1, 50},
  {"reads", nau_reads, 1, 50},
  {"lets it sleep", nau_sleeps, 1, 3000},
  {"begins with it", nau_begins, COUNT(nau_begins), 5000},
};

TEST(no_code_of_an_nau7802_that_another_program_has_set_up_counts) {
  for (unsigned channels = 1; channels <= 3; channels++) {
    for (size_t i = 0; i < COUNT(others); i++) {
      plug_in_nau(channels, 0, 1);
      read_part(2, 0);
      static const stranger_step first_channel[] = {{0, 2, {NAU_CTRL2, 0x70}, 0}};
      bus.steps = others[i].steps == nau_channel && channels == 2 ? first_channel : others[i].steps;
      bus.step_count = others[i].count;
      bus.every_ns = (uint64_t)others[i].every_ms * MILLISECOND_NS;
      bus.due_ns = bus.ns + 10000;
      for (unsigned n = 0; n < FRAMES / 20 || bus.visits < 4; n++) read_part(1, n % 3 == 0 ? 5000 : 0);
      if (seen.wrong) print_error("channels %u, a program that %s: %u of %u wrong\n", channels, others[i].what, seen.wrong, seen.codes);
      assert_int_equal(seen.wrong, 0);
      assert_true(seen.codes > 10);
      bool disturbs = others[i].steps != nau_reads;
      assert_int_equal(disturbs, press_converter_conflicts(&converter) > 0);
      if (disturbs) assert_int_equal(press_converter_last_error(&converter), PRESS_ERR_STATE);
    }
  }
}

/* If the program was late, a conversion may end between the question and the code. */
TEST(no_code_of_an_nau7802_counts_whose_gain_changes_between_the_question_and_the_code) {
  for (unsigned late_us = 0; late_us <= 6250; late_us += 125) {
    for (unsigned at_us = 0; at_us <= 800; at_us += 50) {
      plug_in_nau(1, 0, 1);
      read_part(2, 0);
      chip_wait(bus.ns / 1000 + late_us, &bus);
      bus.steps = nau_gain;
      bus.step_count = 1;
      bus.every_ns = 60000ull * MILLISECOND_NS;
      bus.due_ns = bus.ns + at_us * 1000;
      read_part(3, 0);
      assert_int_equal(seen.wrong, 0);
    }
  }
}

/* The other program may begin a calibration between two steps of the driver: for 344 ms the driver then cannot do anything. */
TEST(no_code_of_an_nau7802_counts_that_is_not_calibrated_whenever_another_program_begins_with_it) {
  for (unsigned at_us = 0; at_us < 8000; at_us += 13) {
    plug_in_nau(1, 0, 1);
    read_part(2, 0);
    bus.steps = nau_begins;
    bus.step_count = COUNT(nau_begins);
    bus.every_ns = 60000ull * MILLISECOND_NS;
    bus.due_ns = bus.ns + at_us * 1000;
    read_part(8, 0);
    assert_int_equal(seen.wrong, 0);
  }
}

TEST(a_transfer_of_an_nau7802_that_breaks_off_at_any_byte_gives_no_wrong_code_and_costs_two_conversions) {
  for (unsigned channels = 1; channels <= 3; channels++) {
    for (unsigned at = 1; at <= 40; at++) {
      for (unsigned bytes = 0; bytes <= 6; bytes++) {
        for (unsigned breaks = 1; breaks <= 3; breaks++) {
          plug_in_nau(channels, 0, 1);
          if (at % 2) read_part(3, 0);
          break_off(at, bytes, breaks, statuses[(at + bytes) % COUNT(statuses)]);
          while (bus.breaks > 0) read_part(1, 0);
          read_part(1, 0);
          unsigned failed = seen.failed;
          uint64_t before = bus.ns;
          read_part(1, 0);
          assert_int_equal(seen.wrong, 0);
          assert_int_equal(seen.failed, failed);
          /* Two channels settle for six conversions each. */
          assert_true(bus.ns - before < (channels == 3 ? 20 : 2) * bus.chip.period_ns);
        }
      }
    }
  }
}

TEST(a_reading_of_an_nau7802_that_fails_costs_two_conversions_and_no_calibration) {
  plug_in_nau(1, 4, 1);
  read_part(3, 0);
  break_off(2, 6, 2, PRESS_ERR_IO);
  uint64_t before = bus.ns;
  read_part(2, 0);
  assert_int_equal(seen.failed, 1);
  assert_true(bus.ns - before < 4 * bus.chip.period_ns);
  assert_int_equal(press_converter_last_error(&converter), PRESS_ERR_IO);
}

static void plug_in_mcp(unsigned channels, unsigned rate, unsigned gain_code, double oscillator) {
  static const uint16_t rates[] = {240, 60, 15, 3};
  plug_in(mcp_chip(4, rate, gain_code), PRESS_CONVERTER_MCP3424, channels, rates[rate], 1u << gain_code, oscillator);
}

TEST(each_code_of_an_mcp3424_is_right_with_oscillators_a_quarter_off) {
  for (unsigned rate = 0; rate < 4; rate++) {
    for (unsigned gain_code = 0; gain_code < 4; gain_code++) {
      for (int percent = -25; percent <= 25; percent += 5) {
        for (unsigned channels = 1; channels <= 15; channels += 7) {
          plug_in_mcp(channels, rate, gain_code, 1 + percent / 100.0);
          read_part(4, percent % 2 ? 0 : 3000);
          assert_int_equal(seen.wrong, 0);
          assert_int_equal(seen.failed, 0);
        }
      }
    }
  }
}

/* RDY is also 1 after the other program has read the result. */
static const stranger_step mcp_reads[] = {{0, 0, {0}, 3}};
static const stranger_step mcp_channel[] = {{0, 1, {0x90 | 3 << 5}, 0}};
static const stranger_step mcp_gain[] = {{0, 1, {0x81}, 0}};
static const stranger_step mcp_rate[] = {{0, 1, {0x84}, 0}};

TEST(no_code_of_an_mcp3424_that_another_program_has_set_up_counts) {
  static const stranger_step *const what[] = {mcp_reads, mcp_channel, mcp_gain, mcp_rate};
  for (size_t i = 0; i < COUNT(what); i++) {
    for (unsigned channels = 1; channels <= 15; channels += 14) {
      plug_in_mcp(channels, 0, 0, 1.1);
      bus.steps = what[i];
      bus.step_count = 1;
      bus.every_ns = 50 * MILLISECOND_NS;
      for (unsigned n = 0; n < FRAMES / 20; n++) read_part(1, n % 3 == 0 ? 5000 : 0);
      assert_int_equal(seen.wrong, 0);
      assert_true(seen.codes > 9 * seen.failed);
    }
  }
}

TEST(a_transfer_of_an_mcp3424_that_breaks_off_at_any_byte_gives_no_wrong_code_and_costs_two_conversions) {
  for (unsigned at = 1; at <= 12; at++) {
    for (unsigned bytes = 0; bytes <= 5; bytes++) {
      for (unsigned breaks = 1; breaks <= 4; breaks++) {
        int status = statuses[(at + bytes) % COUNT(statuses)];
        plug_in_mcp(3, 0, 0, 0.9);
        if (at % 2) read_part(2, 0);
        uint64_t before = bus.ns;
        break_off(at, bytes, breaks, status);
        while (bus.breaks > 0) read_part(1, 0);
        read_part(1, 0);
        /* A transfer that breaks off once costs no channel, unless the bus stalled. */
        if (breaks == 1 && status != PRESS_ERR_TIMEDOUT) assert_int_equal(seen.failed, 0);
        if (seen.failed) assert_int_equal(press_converter_last_error(&converter), status);
        unsigned failed = seen.failed;
        read_part(1, 0);
        assert_int_equal(seen.wrong, 0);
        assert_int_equal(seen.failed, failed);
        assert_true(bus.ns - before < (at + 2 * breaks + 6) * 2 * bus.chip.period_ns);
      }
    }
  }
}

/* ---- Parts whose reading is a conversion: the command and its answer are one transfer, so that nobody has a place between them */

/* If another program lets an ADC121C021 convert by itself, a reading is up to 2.5 ms old: 0.25 of a conversion in this model. */
static const struct at_once {
  uint8_t  part;
  unsigned channels, hertz;
} at_once[] = {{PRESS_CONVERTER_ADS7828, 0xFF, 400000}, {PRESS_CONVERTER_ADS7830, 0xA5, 400000}, {PRESS_CONVERTER_PCF8591, 15, 100000},
  {PRESS_CONVERTER_MCP3221, 1, 400000}, {PRESS_CONVERTER_MCP3021, 1, 400000}, {PRESS_CONVERTER_ADC121C021, 1, 400000},
  {PRESS_CONVERTER_ADC101C021, 1, 400000}, {PRESS_CONVERTER_ADC081C021, 1, 400000}, {PRESS_CONVERTER_MAX11613, 15, 400000},
  {PRESS_CONVERTER_MAX11617, 0xFF0, 400000}, {PRESS_CONVERTER_MAX11603, 0xFF, 400000}, {PRESS_CONVERTER_MAX11611, 0xF0F, 400000},
  {PRESS_CONVERTER_TLA2528, 0xFF, 400000}, {PRESS_CONVERTER_ADS7138, 0xA5, 400000}, {PRESS_CONVERTER_TLA2528, 1, 400000}};

static chip at_once_of(uint8_t part) {
  switch (part) {
    case PRESS_CONVERTER_ADS7828: return ads78_chip(12);
    case PRESS_CONVERTER_ADS7830: return ads78_chip(8);
    case PRESS_CONVERTER_PCF8591: return pcf_chip();
    case PRESS_CONVERTER_MCP3221: return mcp3_chip(12);
    case PRESS_CONVERTER_MCP3021: return mcp3_chip(10);
    case PRESS_CONVERTER_ADC121C021: return adc121_chip(12);
    case PRESS_CONVERTER_ADC101C021: return adc121_chip(10);
    case PRESS_CONVERTER_ADC081C021: return adc121_chip(8);
    case PRESS_CONVERTER_MAX11613: return max_chip(0x34, 12, 4);
    case PRESS_CONVERTER_MAX11617: return max_chip(0x35, 12, 12);
    case PRESS_CONVERTER_MAX11603: return max_chip(0x6D, 8, 8);
    case PRESS_CONVERTER_TLA2528: return tla_chip(false);
    case PRESS_CONVERTER_ADS7138: return tla_chip(true);
    default: return max_chip(0x35, 10, 12);
  }
}

static void plug_in_at_once(const struct at_once *one) {
  plug_in(at_once_of(one->part), one->part, one->channels, 0, 0, 1);
  bus.hertz = one->hertz;
}

static const stranger_step elsewhere_reads[] = {{0, 0, {0}, 4}};
static const stranger_step ads78_pair[] = {{0, 1, {0x04}, 2}};
static const stranger_step ads78_reference[] = {{0, 1, {0xFC}, 2}};
static const stranger_step pcf_scans[] = {{0, 1, {0x44}, 5}};
static const stranger_step pcf_pairs[] = {{0, 2, {0x31, 0x80}, 0}};
static const stranger_step adc121_alone[] = {{0, 2, {2, 0xE0}, 0}};
static const stranger_step adc121_alerts[] = {{0, 2, {2, 0x2C}, 0}, {10, 3, {4, 0, 16}, 0}};
static const stranger_step adc121_points[] = {{0, 1, {4}, 2}};
static const stranger_step max_resets[] = {{0, 1, {0x80}, 0}};
static const stranger_step max_bipolar[] = {{0, 2, {0xD6, 0x06}, 4}};
static const stranger_step max_eight_times[] = {{0, 1, {0x23}, 8}};
static const stranger_step tla_channel[] = {{0, 3, {0x08, TLA_CHANNEL, 3}, 0}};
static const stranger_step tla_no_channel[] = {{0, 3, {0x08, TLA_DATA, 0}, 0}};
static const stranger_step tla_pattern[] = {{0, 3, {0x18, TLA_DATA, 0x80}, 0}};
static const stranger_step tla_mean[] = {{0, 3, {0x08, TLA_OSR, 3}, 0}};
static const stranger_step tla_outputs[] = {{0, 3, {0x08, TLA_PIN, 0xFF}, 0}};
static const stranger_step tla_register[] = {{0, 2, {0x10, TLA_PIN}, 1}};
static const stranger_step tla_resets[] = {{0, 3, {0x08, 1, 1}, 0}};
static const stranger_step tla_sequence[] = {{0, 3, {0x08, TLA_SEQUENCED, 0xFF}, 0}, {0, 3, {0x08, TLA_SEQUENCE, 0x11}, 5}};
/* The start sequence of a library: its own bits, and its channel without the appended channel number. */
static const stranger_step tla_begins[] = {{0, 3, {0x20, TLA_DATA, 0x10}, 0}, {0, 3, {0x08, TLA_OSR, 0}, 0}, {0, 3, {0x08, TLA_CHANNEL, 7}, 2}};

static const struct {
  ptrdiff_t            of; /* the family: the first of its parts in at_once */
  const stranger_step *steps;
  unsigned             count;
} at_once_strangers[] = {{-1, elsewhere_reads, 1}, {0, ads78_pair, 1}, {0, ads78_reference, 1}, {2, pcf_scans, 1}, {2, pcf_pairs, 1},
  {5, adc121_alone, 1}, {5, adc121_alerts, 2}, {5, adc121_points, 1}, {8, max_resets, 1}, {8, max_bipolar, 1}, {8, max_eight_times, 1},
  {12, tla_channel, 1}, {12, tla_no_channel, 1}, {12, tla_pattern, 1}, {12, tla_mean, 1}, {12, tla_outputs, 1}, {12, tla_register, 1},
  {12, tla_resets, 1}, {12, tla_sequence, 2}, {12, tla_begins, 3}};

/* The first of its family in at_once. */
static ptrdiff_t family_of(size_t i) { return i < 2 ? 0 : i < 3 ? 2 : i < 5 ? 3 : i < 8 ? 5 : i < 12 ? 8 : 12; }

TEST(each_code_of_a_part_that_converts_when_it_is_read_is_right_also_where_another_program_sets_it_up) {
  for (size_t i = 0; i < COUNT(at_once); i++) {
    plug_in_at_once(&at_once[i]);
    read_part(200, 0);
    read_part(50, 3333);
    assert_int_equal(seen.wrong + seen.failed, 0);
    for (size_t k = 0; k < COUNT(at_once_strangers); k++) {
      if (at_once_strangers[k].of >= 0 && at_once_strangers[k].of != family_of(i)) continue;
      plug_in_at_once(&at_once[i]);
      bus.steps = at_once_strangers[k].steps;
      bus.step_count = at_once_strangers[k].count;
      bus.every_ns = 50 * MILLISECOND_NS;
      for (unsigned n = 0; n < FRAMES / 20 || bus.visits < 4; n++) read_part(1, n % 3 == 0 ? 5000 : 0);
      if (seen.wrong) print_error("%s, stranger %u\n", press_converter_name(at_once[i].part), (unsigned)k);
      assert_int_equal(seen.wrong, 0);
      assert_true(seen.codes > 9 * seen.failed);
    }
  }
}

TEST(a_transfer_that_breaks_off_or_a_loss_of_power_gives_no_wrong_code_and_costs_one_frame) {
  for (size_t i = 0; i < COUNT(at_once); i++) {
    for (unsigned at = 1; at <= 80; at += at < 20 ? 1 : 7) {
      for (unsigned bytes = 0; bytes <= 9; bytes++) {
        for (unsigned breaks = 0; breaks <= 4; breaks++) {
          plug_in_at_once(&at_once[i]);
          if (at % 2) read_part(2, 0);
          bus.reset_at = bus.transfers + at + bytes;
          int status = statuses[(at + bytes + breaks) % COUNT(statuses)];
          break_off(at, bytes, breaks, status);
          while (bus.breaks > 0) read_part(1, 0);
          read_part(1, 0);
          /* A transfer that breaks off once costs nothing, unless the bus stalled. */
          if (breaks == 0 || (breaks == 1 && status != PRESS_ERR_TIMEDOUT)) assert_int_equal(seen.failed, 0);
          unsigned failed = seen.failed;
          read_part(4, 700);
          assert_int_equal(seen.wrong, 0);
          assert_int_equal(seen.failed, failed);
        }
      }
    }
  }
}

int main(void) { return run_all(NULL, NULL); }
