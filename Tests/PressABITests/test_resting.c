/* pad.h: a load that was there before anybody pressed is no press. */
#include "pads.h"

#include <math.h>
#include <stdio.h>

/* A pad with the defaults, of an engine with all that a contact may become. */
static void make_with(uint32_t flags) {
  press_config config;
  press_config_init(&config);
  config.max_events = 0;
  config.traits = PRESS_TARGET_PREVIEW | PRESS_TARGET_TAP | PRESS_TARGET_HOLD | PRESS_TARGET_SCROLL;
  bench_make(&b, &config);
  BENCH_ATTACH(gestures);
  BENCH_ATTACH(scroll);
  BENCH_ATTACH(button);
  BENCH_ATTACH(levels);
  BENCH_ATTACH(strike);
  BENCH_ATTACH(peek);
  p.now = 0;
  prepare();
  p.config.flags = flags;
  make_pad();
}

/* The events of contacts, without progress. */
static const char *delivered(void) {
  size_t kept = 0;
  for (size_t i = 0; i < b.log.count; i++) {
    const press_event *e = &b.log.entries[i].event;
    bool               is_sample = e->type == PRESS_EVENT_PREVIEW_UPDATED || e->type == PRESS_EVENT_COMMIT_UPDATED;
    bool               is_sensor = e->type >= PRESS_EVENT_SENSOR_FAULT && e->type <= PRESS_EVENT_RECALIBRATE;
    if (b.log.entries[i].kind == ENTRY_EVENT && !is_sample && !is_sensor) b.log.entries[kept++] = b.log.entries[i];
  }
  b.log.count = kept;
  return recorder_events(&b.log);
}

static void delivers(const char *name, double load, const char *expected) {
  const char *now = delivered();
  if (strcmp(now, expected)) fail_msg("%s, %.2f N: '%s', not '%s'", name, load, now, expected);
  recorder_clear(&b.log);
}

static void failed_for(uint64_t us) {
  for (uint64_t end = p.now + us; p.now < end;) { feed_frame((press_frame){.failed = 1}); }
}

static void at_power_up(double load) { (void)load; }

static void after_a_fault(double load) {
  feed_for(0, 500000);
  failed_for(100000);
  feed_for(load, 100000);
}

static void after_a_fault_of_a_press(double load) {
  feed_for(0, 500000);
  feed_for(load, 100000);
  failed_for(100000);
  recorder_clear(&b.log);
  feed_for(load, 100000);
}

static void after_a_reload(double load) {
  (void)load;
  feed_for(0, 500000);
  assert_int_equal(press_pad_set_sensors(p.pad, p.sensors, 1), PRESS_OK);
}

static void after_sleep(double load) {
  (void)load;
  feed_for(0, 500000);
  assert_int_equal(press_pad_resume(p.pad, p.now += 1000000, b.engine), PRESS_OK);
}

static void after_sleep_of_a_press(double load) {
  feed_for(0, 500000);
  feed_for(load, 100000);
  assert_int_equal(press_pad_resume(p.pad, p.now += 1000000, b.engine), PRESS_OK);
  recorder_clear(&b.log);
}

static void after_silence(double load) {
  feed_for(0, 500000);
  feed_for(load, 100000);
  p.now += 400000;
  assert_int_equal(press_pad_tick(p.pad, p.now, b.engine), PRESS_OK);
  recorder_clear(&b.log);
}

static const struct {
  const char *name;
  void (*come)(double load);
} ways[] = {
  {"power-up", at_power_up},
  {"fault", after_a_fault},
  {"fault of a press", after_a_fault_of_a_press},
  {"reload", after_a_reload},
  {"sleep", after_sleep},
  {"sleep of a press", after_sleep_of_a_press},
  {"silence", after_silence},
};

static const double   loads[] = {0.45, 1, 2, 6, 9};
static const uint32_t flags_of[] = {
  0, PRESS_PAD_NO_BASELINE, PRESS_PAD_NO_MEDIAN | PRESS_PAD_NO_FILTER, PRESS_PAD_NO_BASELINE | PRESS_PAD_NO_MEDIAN | PRESS_PAD_NO_FILTER};

TEST(what_was_there_begins_and_becomes_nothing_and_the_first_press_after_it_counts) {
  for (size_t way = 0; way < COUNT(ways); way++)
    for (size_t i = 0; i < COUNT(loads); i++)
      for (size_t f = 0; f < COUNT(flags_of); f++) {
        make_with(flags_of[f]);
        ways[way].come(loads[i]);
        feed_for(loads[i], 3000000);
        delivers(ways[way].name, loads[i], "contact_began:resting");
        press_touch touch;
        assert_int_equal(press_touch_get(b.engine, 0, 0, &touch), PRESS_OK);
        assert_true(fabs(touch.force / 65536.0 - loads[i]) < 0.05 * loads[i]);
        assert_int_equal(press_contact_release(b.engine, 0), PRESS_ERR_STATE);
        feed_for(loads[i] * 0.2, 20000);
        feed_for(0, 1500000);
        assert_true(recorder_last(&b.log, PRESS_EVENT_CONTACT_ENDED)->late_us <= 20000);
        delivers(ways[way].name, loads[i], "contact_ended:lifted");
        assert_int_equal(press_touch_get(b.engine, 0, 0, &touch), PRESS_ERR_NOENT);
        feed_for(6, 1000000);
        const char *events = delivered();
        const char *must[] = {"contact_began ", "struck", "preview_began", "button_pressed", "levels_began"};
        for (size_t k = 0; k < COUNT(must); k++)
          if (!strstr(events, must[k])) fail_msg("%s, %.2f N: no %s in '%s'", ways[way].name, loads[i], must[k], events);
      }
}

TEST(a_first_reading_below_touch_says_that_nothing_lies_there) {
  static const double first[] = {0, 0.1, 0.3, 0.39};
  for (size_t way = 0; way < COUNT(ways); way++)
    for (size_t i = 0; i < COUNT(first); i++) {
      /* After a cancelled press the finger must lift: the force must fall below release. */
      bool is_pressed = strstr(ways[way].name, "press") || ways[way].come == after_silence || ways[way].come == after_a_fault;
      if (is_pressed && first[i] > 0.2) continue;
      make_with(PRESS_PAD_NO_BASELINE | PRESS_PAD_NO_MEDIAN | PRESS_PAD_NO_FILTER);
      ways[way].come(is_pressed ? 2 : 0);
      recorder_clear(&b.log);
      feed_for(first[i], ways[way].come == after_silence ? 200000 : STEP);
      if (is_pressed) recorder_clear(&b.log);
      feed_for(2, 50000);
      const char *events = delivered();
      if (!strstr(events, "contact_began ") || strstr(events, "resting")) fail_msg("%s, %.2f N: '%s'", ways[way].name, first[i], events);
    }
}

TEST(a_press_that_comes_while_the_zero_is_watched_counts) {
  make_with(0);
  feed_for(0, 100000);
  feed_for(3, 1000000);
  const char *events = delivered();
  assert_true(strstr(events, "contact_began ") && strstr(events, "preview_began"));
  /* A press after a load that was removed meanwhile counts, too. */
  make_with(0);
  recorder_clear(&b.log);
  feed_for(3, 50000);
  feed_for(0, 50000);
  feed_for(3, 1000000);
  events = delivered();
  assert_true(strstr(events, "contact_began ") && strstr(events, "preview_began"));
}

TEST(what_rests_is_cancelled_where_it_cannot_be_read_any_more_and_begins_again) {
  make_with(PRESS_PAD_NO_BASELINE);
  feed_for(3, 500000);
  failed_for(100000);
  feed_for(3, 300000);
  delivers("a fault", 3, "contact_began:resting contact_cancelled:lost contact_began:resting");
}

TEST(what_rests_is_silent_reset_and_asleep_as_others_are) {
  make_with(PRESS_PAD_NO_BASELINE);
  feed_for(3, 500000);
  p.now += 250000;
  assert_int_equal(press_tick(b.engine, p.now), PRESS_OK);
  delivers("silence", 3, "contact_began:resting contact_cancelled:silent");
  feed_for(3, 100000);
  assert_int_equal(press_pad_resume(p.pad, p.now += 1000000, b.engine), PRESS_OK);
  delivers("sleep", 3, "contact_began:resting contact_cancelled:slept");
  feed_for(3, 100000);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  delivers("reset", 3, "contact_began:resting contact_cancelled:reset");
}

/* A sensor keeps a residue of a load: after 50 ms below a quarter of the load, it is no load any more. */
TEST(what_is_kept_of_a_load_does_not_rest_and_the_next_press_counts_from_there) {
  make_with(PRESS_PAD_NO_BASELINE);
  feed_for(6, 1000000);
  delivers("load", 6, "contact_began:resting");
  feed_for(0.5, 300000);
  const press_event *end = recorder_last(&b.log, PRESS_EVENT_CONTACT_ENDED);
  assert_non_null(end);
  assert_in_range(end->late_us, 50000, 60000);
  delivers("kept", 0.5, "contact_ended:lifted");
  feed_for(3.5, 300000);
  assert_non_null(strstr(delivered(), "preview_began"));
}

/* The zero is learnt with the load on the sensor, so the load no longer counts. */
TEST(a_load_whose_zero_was_learnt_is_none) {
  make_with(0);
  feed_for(6, 1000000);
  delivers("load", 6, "contact_began:resting");
  assert_int_equal(press_pad_tare(p.pad, PRESS_PAD_TARE_FORCE), PRESS_OK);
  feed_for(6, 1000000);
  delivers("tare", 6, "contact_cancelled:lost");
  feed_for(12, 300000);
  const char *events = delivered();
  assert_true(strstr(events, "contact_began ") && strstr(events, "preview_began"));
}

/* A program has seen the beginning of each contact that it feeds. */
BENCH_TEST(contacts_that_a_program_feeds_never_rest) {
  bench_feed(&b, 0.9);
  assert_string_equal(recorder_events(&b.log), "contact_began preview_began preview_updated! commit_updated!");
}

/* Loads, noise and dips at random: a contact rests exactly when the first reading touches, and the press that follows is that of a pad that
 * started free. */
TEST(the_press_after_a_load_is_the_one_after_none) {
  uint32_t seed = 7;
  for (int round = 0; round < (IS_FAST ? 300 : 60); round++) {
    static char of[2][4096];
    for (int loaded = 0; loaded < 2; loaded++) {
      make_with(PRESS_PAD_NO_BASELINE);
      uint32_t draws = seed;
      double   load = 0.5 + (seed >> 8) % 800 / 100.0, peak = 0.5 + (seed >> 16) % 700 / 100.0;
      for (int i = 0; i < 400; i++) {
        draws = draws * 1664525u + 1013904223u;
        feed(loaded ? fmax(0.42, load * (1 + ((int)(draws >> 24) - 128) / 1280.0)) : 0);
      }
      if (loaded) delivers("load", load, "contact_began:resting");
      feed_for(0, 1000000);
      if (loaded) delivers("lift", load, "contact_ended:lifted");
      recorder_clear(&b.log);
      for (int i = 0; i < 100; i++) feed(peak * fmin(1, i / 10.0));
      feed_for(0, 500000);
      snprintf(of[loaded], sizeof of[loaded], "%s", delivered());
    }
    assert_string_equal(of[0], of[1]);
    seed = seed * 22695477u + 1;
  }
}

int main(void) { return run_all(NULL, NULL); }
