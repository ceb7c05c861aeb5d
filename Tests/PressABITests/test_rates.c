/* Readings at any rate from one a second on, with all settings as they are by default: a press is one contact, two readings near zero are a
 * lift, and a sensor that is silent is found. */
#include "pads.h"

#include <stdlib.h>

static const uint32_t RATES[] = {1, 2, 3, 4, 6, 8, 9, 10, 12, 20, 50};

/* The ticks between two readings. */
enum ticks { NONE, DUE, FRAMES };

static struct {
  enum ticks ticks;
  bool       fed; /* press_feed, without a pad */
  uint64_t   interval;
  uint32_t   jitter; /* of a thousand intervals */
} play;

static void make(void) {
  press_config config;
  press_config_init(&config);
  config.traits = 0;
  bench_make(&b, &config);
  prepare();
  p.config.flags = 0;
  make_pad();
  p.now = 1000000;
}

static void tick(uint64_t t) {
  if (play.fed) {
    assert_int_equal(press_tick(b.engine, t), PRESS_OK);
  } else {
    assert_int_equal(press_pad_tick(p.pad, t, b.engine), PRESS_OK);
  }
}

static uint64_t due(void) {
  uint64_t engine = press_next_deadline(b.engine), pad = play.fed ? PRESS_NEVER : press_pad_next_deadline(p.pad);
  return engine < pad ? engine : pad;
}

static void pass(uint64_t to) {
  if (play.ticks == FRAMES)
    for (uint64_t t = p.now + 16667; t < to; t += 16667) tick(t);
  if (play.ticks == DUE)
    for (uint64_t t; (t = due()) < to;) tick(t);
}

static void reads(double force, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    int64_t  off = play.jitter ? (int64_t)(rand() % (2 * play.jitter + 1)) - play.jitter : 0;
    uint64_t next = p.now + play.interval + (int64_t)play.interval * off / 1000;
    pass(next);
    p.now = next;
    if (play.fed) {
      assert_int_equal(bench_try(&b, next, 0, force, 0), 1);
    } else {
      assert_int_equal(feed_code_at(next, code_of(force)), PRESS_OK);
    }
  }
}

static void is(size_t presses, const char *what) {
  size_t began = recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), ended = recorder_count(&b.log, PRESS_EVENT_CONTACT_ENDED),
         cancelled = recorder_count(&b.log, PRESS_EVENT_CONTACT_CANCELLED), faults = recorder_count(&b.log, PRESS_EVENT_SENSOR_FAULT);
  if (began != presses || ended != presses || cancelled || faults)
    fail_msg("%s, every %u us, jitter %u, ticks %d, %s: %u began, %u ended, %u cancelled, %u faults, not %u", what, (unsigned)play.interval,
      (unsigned)play.jitter, play.ticks, play.fed ? "fed" : "pad", (unsigned)began, (unsigned)ended, (unsigned)cancelled, (unsigned)faults,
      (unsigned)presses);
}

#define EACH_WAY(RATE, ...) \
  for (size_t r_ = 0; r_ < COUNT(RATES); r_++) \
    for (int way_ = 0; way_ < 6; way_++) { \
      uint32_t RATE = RATES[r_]; \
      play.interval = 1000000 / RATE, play.ticks = way_ % 3, play.fed = way_ >= 3; \
      __VA_ARGS__ \
    }

TEST(a_press_of_a_minute_is_one_contact_at_any_rate) {
  srand(1);
  for (play.jitter = 0; play.jitter <= 400; play.jitter += 200)
    EACH_WAY(rate, {
      make();
      reads(0, rate * 5 + 5);
      reads(3, rate * 60);
      reads(0, rate * 5 + 5);
      is(1, "a minute");
    })
  play.jitter = 0;
}

TEST(ten_presses_of_two_seconds_are_ten_from_two_readings_a_second_on){EACH_WAY(rate,
  {
    if (rate < 2) continue;
    make();
    reads(0, rate * 5);
    for (int i = 0; i < 10; i++) reads(3, rate * 2), reads(0, rate * 2);
    reads(0, rate * 2);
    is(10, "ten");
  })}

TEST(one_low_reading_is_no_lift_and_two_are_from_ten_a_second_down){EACH_WAY(rate,
  {
    if (rate > 10) continue;
    for (uint64_t low = 1; low <= 2; low++) {
      if (play.fed && low == 1 && rate < 8) continue; /* without a median that is an event, not a rate */
      make();
      reads(0, 20);
      reads(3, 10);
      reads(0, low);
      reads(3, 10);
      reads(0, 5);
      is(low, low == 1 ? "one low" : "two low");
    }
  })}

TEST(a_wrong_reading_is_nothing_at_any_rate){EACH_WAY(rate,
  {
    if (play.fed) continue;
    make();
    for (int i = 0; i < 20; i++) reads(0, 9), reads(5, 1);
    is(0, "wrong");
  })}

/* Once it is silent for three intervals, and for as long as the defaults say. */
TEST(silence_is_found_after_three_intervals){EACH_WAY(rate,
  {
    make();
    reads(0, 20);
    reads(3, 10);
    uint64_t last = p.now;
    uint64_t interval = play.interval * 3;
    play.ticks = DUE;
    pass(last + 60000000);
    const press_event *found = recorder_last(&b.log, PRESS_EVENT_CONTACT_CANCELLED);
    uint64_t           at = play.fed ? 250000 : 100000;
    at = interval > at ? interval : at;
    if (!found) fail_msg("%u a second, %s: never silent", rate, play.fed ? "fed" : "pad");
    if (found->t_us > last + at || found->t_us + 40000 < last + at)
      fail_msg("%u a second, %s: silent after %u us, not %u", rate, play.fed ? "fed" : "pad", (unsigned)(found->t_us - last), (unsigned)at);
  })}

/* Each sensor is read once in eight frames. */
TEST(sensors_that_are_read_in_turn_are_not_silent) {
  for (uint32_t rate = 8; rate <= 160; rate += 19) {
    make();
    p.count = 8;
    make_pad();
    uint64_t t = 1000000;
    for (uint32_t i = 0; i < rate * 30; i++) {
      press_frame f = {.t_us = t, .present = 1u << i % 8};
      f.code[i % 8] = code_of(i > rate * 10 && i < rate * 20 ? 1 : 0);
      if (press_pad_next_deadline(p.pad) < t && i > 16) tick(press_pad_next_deadline(p.pad));
      assert_int_equal(press_pad_feed(p.pad, &f, b.engine), PRESS_OK);
      t += 1000000 / rate;
    }
    play.interval = 1000000 / rate;
    is(1, "in turn");
  }
}

/* Times that a program sets stay as they are, also lift_us. */
TEST(times_that_a_program_sets_do_not_follow_the_rate) {
  play.interval = 250000, play.ticks = DUE, play.fed = false;
  make();
  p.config.stale_after_us = 150000;
  make_pad();
  reads(0, 10);
  assert_true(recorder_count(&b.log, PRESS_EVENT_SENSOR_FAULT) > 0);
  press_config config = bench_config();
  config.traits = 0;
  config.lost_after_us = 200000;
  bench_make(&b, &config);
  play.fed = true;
  reads(0, 20);
  reads(3, 10);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_CANCELLED), 1);
}

int main(void) { return run_all(NULL, NULL); }
