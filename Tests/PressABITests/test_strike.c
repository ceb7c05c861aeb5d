/* strike.h: how fast a contact was struck. The bench touches at 0.1 N and releases below 0.05 N; readings come every millisecond; the
 * window is 5 ms; velocity is speed / 10. The surface does not preview. */
#include "strikes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bench b;

static press_strike_config levels(void) {
  press_strike_config c = strike_levels();
  c.window_us = 5000;
  return c;
}

/* Makes the bench with changes of the strikes `s` and of the engine `c`. */
#define MAKE(...) \
  do { \
    press_strike_config s = levels(); \
    press_config        c = bench_config(); \
    c.traits = 0; \
    (void)(__VA_ARGS__); \
    bench_make(&b, &c); \
    assert_int_equal(press_strike_attach(b.engine, &s), PRESS_OK); \
  } while (0)
#define STRIKE_TEST(name, window) STRIKE_TEST_WITH(name, s.window_us = window)
#define STRIKE_TEST_WITH(name, ...) TEST_BETWEEN(MAKE(__VA_ARGS__), bench_finish(&b), name)

static void make(uint32_t window_us) { MAKE(s.window_us = window_us); }

static void read_of(uint32_t contact, double newtons, uint32_t flags) { assert_int_equal(bench_try(&b, b.now += 1000, contact, newtons, flags), 1); }

static void feed(const double *forces, size_t count) {
  for (size_t i = 0; i < count; i++) read_of(0, forces[i], 0);
}

#define FEED(...) feed((const double[]){__VA_ARGS__}, sizeof((const double[]){__VA_ARGS__}) / sizeof(double))

/* Asserts the events without LET_GO, which test_let_go.c tests. */
static void delivers(const char *expected) {
  char found[1024], *lift;
  snprintf(found, sizeof found, "%s ", recorder_events(&b.log));
  while ((lift = strstr(found, "let_go ")) && (lift == found || lift[-1] == ' ')) memmove(lift, lift + 7, strlen(lift + 7) + 1);
  found[strlen(found) - 1] = 0;
  assert_string_equal(found, expected);
  recorder_clear(&b.log);
}

/* The strike that was delivered last: N/s and microseconds. */
static void struck(double speed, uint32_t velocity, uint32_t delay_us) {
  const press_event *event = strike_last(&b, PRESS_EVENT_STRUCK, speed, velocity, delay_us);
  press_strike       of = {.size = sizeof of};
  assert_int_equal(press_strike_get(b.engine, event->contact, &of), PRESS_OK);
  assert_int_equal(of.speed, event->value);
  assert_int_equal(of.velocity, velocity);
  assert_int_equal(of.delay_us, delay_us);
  assert_int_equal(of.known, event->flags & PRESS_EVENT_FLAG_UNKNOWN ? 2 : 1);
  assert_true(of.began_us == event->t_us - delay_us);
}

/* Feeds forces, a millisecond apart, and asserts what they deliver, and how the strike was. */
#define PLAYS(expected, ...) (FEED(__VA_ARGS__), delivers(expected))
#define STRIKES(speed, velocity, delay_us, expected, ...) (FEED(__VA_ARGS__), struck(speed, velocity, delay_us), delivers(expected))

STRIKE_TEST(a_strike_is_the_steepest_rise_within_the_window, 5000) {
  PLAYS("contact_began", 0, 0, 0.05, 0.25, 0.55, 0.95, 1.25, 1.55);
  STRIKES(225, 22, 5000, "struck", 1.80);
  PLAYS("contact_ended:lifted", 3, 5, 1, 0);
}

STRIKE_TEST_WITH(a_strike_comes_before_what_its_contact_becomes_and_before_its_end, s.window_us = 50000, c.traits = PRESS_TARGET_TAP) {
  BENCH_ATTACH_WITH(button, c.press_force = PRESS_Q16(0.6), c.release_force = PRESS_Q16(0.3));
  BENCH_ATTACH(gestures);
  STRIKES(62.5, 6, 1000, "contact_began struck tapped contact_ended:lifted", 0, 0.5, 0);
  FEED(0, 0.2, 0.4, 0.6);
  for (int i = 0; i < 12; i++) FEED(0.65);
  delivers("contact_began button_pressed struck");
  PLAYS("tapped button_released contact_ended:lifted", 0);
  /* The press and the strike of one reading. */
  FEED(0);
  for (int i = 0; i < 12; i++) FEED(0.5);
  delivers("contact_began");
  PLAYS("struck button_pressed tapped button_released contact_ended:lifted", 0.65, 0);
}

TEST(a_contact_of_one_reading_that_nothing_came_before_is_not_struck) {
  press_strike of = {.size = sizeof of};
  make(0);
  PLAYS("contact_began", 3);
  assert_int_equal(press_strike_get(b.engine, 0, &of), PRESS_OK);
  assert_int_equal(of.known, 0);
  assert_int_equal(of.speed, 0);
  PLAYS("contact_ended:lifted", 0);
  assert_int_equal(press_strike_get(b.engine, 0, &of), PRESS_ERR_NOENT);
  /* A second reading gives a speed. After a pause of more than 100 ms earlier readings do not count. */
  b.now += 100001;
  STRIKES(25, 2, 1000, "contact_began struck", 0.3, 0.5);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

STRIKE_TEST(a_reset_forgets_what_was_read_before, 5000) {
  press_strike of = {.size = sizeof of};
  FEED(0, 0.3, 0.6, 0);
  assert_int_equal(press_strike_get(b.engine, 0, &of), PRESS_OK);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  assert_int_equal(press_strike_get(b.engine, 0, &of), PRESS_ERR_NOENT);
  recorder_clear(&b.log);
  PLAYS("contact_began contact_ended:lifted", 3, 0);
}

static void cancels_at(recorder *log, press_engine *engine, const entry *delivered) {
  if (delivered->kind == ENTRY_EVENT && delivered->event.type == (uint32_t)log->calls) press_engine_reset(engine);
}

TEST(a_reset_from_a_callback_leaves_nothing_out_and_delivers_nothing_twice) {
  make(0);
  b.log.hook = cancels_at;
  b.log.calls = PRESS_EVENT_CONTACT_BEGAN;
  PLAYS("contact_began contact_cancelled:reset", 0, 0.5);
  make(0);
  b.log.hook = cancels_at;
  b.log.calls = PRESS_EVENT_STRUCK;
  PLAYS("contact_began struck contact_cancelled:reset", 0, 0.5);
  bench_finish(&b);
}

STRIKE_TEST(a_strike_names_the_target_while_it_is_there, 3000) {
  bench_target(&b, 7, 0, -10, -10, 100, 100, 0);
  FEED(0, 0.3, 0.5, 0.7, 0.9);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_STRUCK)->target, 7);
  FEED(0, 0.3, 0.5);
  assert_int_equal(press_target_remove(b.engine, 7), PRESS_OK);
  FEED(0.7, 0.9);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_STRUCK), 2);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_STRUCK)->target, 0);
}

TEST(each_of_several_contacts_is_struck_for_itself) {
  make(3000);
  for (int i = 0; i < 3; i++) read_of(0, 0, 0), read_of(1, 0, 0);
  /* Readings of each come every 2 ms. */
  read_of(0, 0.4, 0), read_of(1, 0.1, 0), read_of(0, 0.8, 0), read_of(1, 0.2, 0), read_of(0, 1.2, 0), read_of(1, 0.3, 0);
  delivers("contact_began contact_began struck struck");
  press_strike of = {.size = sizeof of};
  assert_int_equal(press_strike_get(b.engine, 0, &of), PRESS_OK);
  assert_in_range(of.speed, PRESS_Q16(99.9), PRESS_Q16(100.1));
  assert_int_equal(press_strike_get(b.engine, 1, &of), PRESS_OK);
  assert_in_range(of.speed, PRESS_Q16(24.9), PRESS_Q16(25.1));
  assert_int_equal(press_strike_get(b.engine, 2, &of), PRESS_ERR_NOENT);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

TEST(asking_for_a_strike_writes_nothing) {
  press_strike         strike = {.size = sizeof strike};
  static unsigned char before[sizeof b.storage];
  make(5000);
  for (uint32_t contact = 0; contact < 3; contact++) read_of(contact, 0.2, 0), read_of(contact, 0.4, 0);
  memcpy(before, b.storage, sizeof before);
  for (uint32_t contact = 0; contact < 4; contact++) {
    assert_int_equal(press_strike_get(b.engine, contact, &strike), contact < 3 ? PRESS_OK : PRESS_ERR_NOENT);
    assert_memory_equal(before, b.storage, sizeof before);
  }
}

STRIKE_TEST(a_rise_that_was_seen_for_less_than_8_ms_counts_as_if_it_had_taken_8, 0) {
  /* 0.1 ms apart, with noise of 0.02 N. */
  static const double forces[] = {0, 0.02, 0, 0.02, 0.12};
  for (size_t i = 0; i < 5; i++) assert_int_equal(bench_try(&b, b.now += 100, 0, forces[i], 0), 1);
  struck(15, 1, 0);
}

/* ---- strikes say how good they are ---- */

TEST(a_speed_is_known_where_readings_are_dense_and_once_it_does_not_grow_any_more) {
  static const struct {
    const char *name;
    uint32_t    step_us;
    double      forces[8];
    bool        is_known;
  } stories[] = {
    {"it is over", 2000, {0, 0.2, 0.5, 0.8, 0.9, 1.0, 1.0, 1.0}, true},
    {"a flat reading", 2000, {0, 0.4, 0.4, 0.7, 1.0, 1.0, 1.0, 1.0}, true},
    {"the first reading is all of it", 4000, {0, 0.9, 0.95, 0.95, 0.95, 0.95, 0.95, 0.95}, true},
    {"steeper by an eighth at most as the window is over", 4000, {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}, true},
    {"steeper by more", 4000, {0, 0.1, 0.15, 0.2, 0.25, 0.3, 0.45, 0.8}, false},
    {"readings 5.5 ms apart", 5500, {0, 0.4, 0.8, 0.9, 0.9, 0.9, 0.9, 0.9}, true},
    {"readings further apart", 5501, {0, 0.4, 0.8, 0.9, 0.9, 0.9, 0.9, 0.9}, false},
    {"but as fast as counts", 5501, {0, 9, 18, 20, 20, 20, 20, 20}, true},
  };
  for (size_t i = 0; i < COUNT(stories); i++)
    for (uint32_t fixed = 0; fixed <= 127; fixed += 127) {
      press_strike_config c = levels();
      c.window_us = 6 * stories[i].step_us;
      c.unknown_velocity = (uint16_t)fixed;
      bench_make(&b, NULL);
      assert_int_equal(press_strike_attach(b.engine, &c), PRESS_OK);
      for (int k = 0; k < 3; k++) bench_try(&b, b.now += stories[i].step_us, 0, 0, 0);
      for (size_t k = 0; k < 8; k++) bench_try(&b, b.now += stories[i].step_us, 0, stories[i].forces[k], 0);
      bench_try(&b, b.now += stories[i].step_us, 0, 0, 0);
      const press_event *event = recorder_last(&b.log, PRESS_EVENT_STRUCK);
      assert_non_null(event);
      if ((event->flags == 0) != stories[i].is_known) fail_msg("%s", stories[i].name);
      if (!stories[i].is_known && fixed) assert_int_equal(event->value2, 127 << 16);
      press_strike of = {.size = sizeof of};
      assert_int_equal(press_strike_get(b.engine, 0, &of), PRESS_OK);
      if (of.known != (stories[i].is_known ? 1 : 2)) fail_msg("%s: %u", stories[i].name, of.known);
      bench_finish(&b);
    }
}

static uint32_t velocity(press_strike_config c, double speed) {
  bench_make(&b, NULL);
  c.window_us = 0;
  c.sources = 0;
  assert_int_equal(press_strike_attach(b.engine, &c), PRESS_OK);
  /* 8 ms apart. */
  FEED(0);
  b.now += 7000;
  FEED(speed / 125);
  press_strike of = {.size = sizeof of};
  assert_int_equal(press_strike_get(b.engine, 0, &of), PRESS_OK);
  return of.velocity;
}

TEST(curves_go_from_1_at_the_least_to_127_at_the_most_speed) {
  press_strike_config c = levels();
  c.min_speed = PRESS_Q16(20);
  c.max_speed = PRESS_Q16(2000);
  for (uint32_t curve = PRESS_STRIKE_LOG; curve <= PRESS_STRIKE_POWER; curve++) {
    c.curve = curve;
    c.exponent = PRESS_Q16(0.5);
    assert_int_equal(velocity(c, 19), 0);
    assert_int_equal(velocity(c, 20.01), 1);
    assert_int_equal(velocity(c, 2001), 127);
    assert_int_equal(velocity(c, 9000), 127);
    uint32_t before = 0;
    for (double speed = 20.01; speed < 2100; speed *= 1.07) {
      uint32_t now = velocity(c, speed);
      assert_in_range(now, before, 127);
      before = now;
    }
  }
  c.curve = PRESS_STRIKE_LOG;
  assert_int_equal(velocity(c, 200), 64);
  c.curve = PRESS_STRIKE_LINEAR;
  assert_int_equal(velocity(c, 1010), 64);
  c.curve = PRESS_STRIKE_POWER;
  /* A quarter of the way: half. */
  assert_int_equal(velocity(c, 515), 64);
  c.exponent = PRESS_Q16(2);
  assert_int_equal(velocity(c, 1010), 33);
}

STRIKE_TEST(changed_levels_do_not_hide_readings_from_strikes, 0) {
  press_config config = b.config;
  config.touch_force = PRESS_Q16(0.2);
  assert_int_equal(press_engine_set(b.engine, &config), PRESS_OK);
  FEED(0, 0.3);
  struck(37.5, 4, 0);
}

/* Without a delegate: samples whose events do not fit are refused, and no strike is left out. */
TEST(an_engine_that_is_polled_loses_no_strike) {
  MAKE(s.window_us = 50000, c.max_contacts = 4, c.max_events = 8 + 2 * 4 + 2 * 4);
  assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
  uint32_t    began = 0, strikes = 0, ended = 0, refused = 0;
  press_event events[32];
  for (int round = 0; round < 200; round++) {
    for (uint32_t contact = 0; contact < 4; contact++) {
      /* Contacts that begin together and lift before their windows are over. */
      double force = round == 0 || (round + (int)contact) % 4 == 3 ? 0 : 0.1 + 0.1 * ((round + (int)contact) % 4);
      while (bench_try(&b, b.now += 1000, contact, force, 0) == PRESS_ERR_AGAIN) {
        refused++;
        int taken = press_poll(b.engine, events, 32);
        assert_true(taken > 0);
        for (int i = 0; i < taken; i++) {
          began += events[i].type == PRESS_EVENT_CONTACT_BEGAN;
          strikes += events[i].type == PRESS_EVENT_STRUCK;
          ended += events[i].type == PRESS_EVENT_CONTACT_ENDED;
        }
      }
    }
  }
  for (int i = 0, taken = press_poll(b.engine, events, 32); i < taken; i++) {
    began += events[i].type == PRESS_EVENT_CONTACT_BEGAN;
    strikes += events[i].type == PRESS_EVENT_STRUCK;
    ended += events[i].type == PRESS_EVENT_CONTACT_ENDED;
  }
  assert_true(refused > 10);
  assert_in_range(began, 190, 210);
  assert_in_range(strikes, ended, began);
  assert_in_range(ended, began - 4, began);
}

/* With one sample silence ends a press of the button, and the next contact begins, is struck, presses and previews. The queue has the given
 * capacity, and already holds the events of `samples` samples. Returns whether the sample was taken. */
static bool strike_as_a_press_ends(uint16_t capacity, uint64_t samples) {
  static uint64_t storage[8192 / 8];
  press_engine   *engine;
  press_event     events[64];
  press_config    config = bench_config();
  config.flags = PRESS_CONFIG_TELL_MOVED;
  config.full_force = PRESS_Q16(3);
  config.max_contacts = 2;
  config.max_events = capacity;
  config.lost_after_us = 100000;
  press_strike_config strikes = levels();
  strikes.window_us = 0;
  assert_int_equal(press_engine_init(storage, sizeof storage, &config, &engine), PRESS_OK);
  assert_int_equal(press_strike_attach(engine, &strikes), PRESS_OK);
  if (press_button_attach(engine, NULL) != PRESS_OK) return false;
  bool taken = true;
  for (uint64_t i = 0; i <= samples && taken; i++) {
    press_sample sample = sample_of(i, 1, i % 2 ? 2.1 : 2, 0);
    sample.x = (press_q16)i * PRESS_ONE;
    taken = press_feed(engine, &sample, 1) == 1;
  }
  press_sample before = sample_of(99990, 2, 0, 0), last = sample_of(100100, 2, 2, 0);
  assert_int_equal(press_feed(engine, &before, 1), 1);
  taken = taken && press_feed(engine, &last, 1) == 1;
  press_engine_stats stats = {.size = sizeof stats};
  assert_int_equal(press_engine_reset(engine), PRESS_OK);
  press_engine_get_stats(engine, &stats);
  assert_int_equal(stats.overwritten, 0);
  int  count = press_poll(engine, events, 64), began = 0, ended = 0;
  bool is_struck = false;
  assert_int_equal(events[0].type, PRESS_EVENT_CONTACT_BEGAN);
  for (int i = 0; i < count; i++) {
    began += events[i].type == PRESS_EVENT_CONTACT_BEGAN;
    ended += events[i].type == PRESS_EVENT_CONTACT_CANCELLED;
    is_struck |= events[i].type == PRESS_EVENT_STRUCK && events[i].contact == 2;
  }
  assert_int_equal(ended, began);
  if (capacity >= 8 + 2 * 2 + 2 + 2) assert_true(is_struck == taken);
  return taken;
}

TEST(a_strike_by_a_sample_that_ends_a_press_costs_no_other_event_its_place) {
  size_t taken = 0;
  for (uint16_t capacity = 14; capacity < 40; capacity++)
    for (uint64_t samples = 0; samples < 40; samples++) taken += strike_as_a_press_ends(capacity, samples);
  assert_true(taken > 100);
}

/* If the queue has too little room, a strike is left out, and not an end. */
TEST(a_queue_without_room_leaves_out_a_strike_before_an_end) {
  MAKE(s.window_us = 50000, c.max_contacts = 4, c.max_events = 8 + 2 * 4);
  assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
  for (uint32_t contact = 0; contact < 4; contact++) read_of(contact, 0, 0);
  int status = 1;
  for (uint32_t contact = 0; contact < 4 && status == 1; contact++) status = bench_try(&b, b.now += 100, contact, 0.5, 0);
  assert_int_equal(status, PRESS_ERR_AGAIN);
  for (uint32_t contact = 0; contact < 4; contact++) assert_int_equal(bench_try(&b, b.now += 100, contact, 0, 0), 1);
  press_event events[16];
  int         taken = press_poll(b.engine, events, 16), began = 0, ended = 0;
  for (int i = 0; i < taken; i++) began += events[i].type == PRESS_EVENT_CONTACT_BEGAN, ended += events[i].type == PRESS_EVENT_CONTACT_ENDED;
  assert_true(began >= 1);
  assert_int_equal(ended, began);
  press_strike of = {.size = sizeof of};
  assert_int_equal(press_strike_get(b.engine, 0, &of), PRESS_OK);
  assert_true(of.known != 0);
}

/* More sources than slots: if the earlier readings of a contact were forgotten, only readings of the contact itself count. */
TEST(sources_say_how_many_are_remembered) {
  for (uint16_t sources = 0; sources <= 20; sources += 20) {
    press_strike_config c = levels();
    press_config        config = bench_config();
    config.traits = 0;
    config.max_contacts = 2;
    c.window_us = 0;
    c.sources = sources;
    bench_make(&b, &config);
    assert_int_equal(press_strike_size(&config, &c) > 20 * 40, sources == 20);
    assert_int_equal(press_strike_attach(b.engine, &c), PRESS_OK);
    for (int frame = 0; frame < 3; frame++)
      for (uint32_t id = 0; id < 20; id++) assert_int_equal(bench_try(&b, b.now += 50, id, 0, 0), 1);
    assert_int_equal(bench_try(&b, b.now += 50, 0, 0.5, 0), 1);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_STRUCK), sources == 20);
    assert_int_equal(bench_try(&b, b.now += 1000, 0, 0.9, 0), 1);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_STRUCK), 1);
    bench_finish(&b);
  }
}

TEST(nothing_is_asked_of_an_engine_without_strikes) {
  press_strike of = {.size = sizeof of};
  bench_make(&b, NULL);
  assert_int_equal(press_strike_get(b.engine, 0, &of), PRESS_ERR_STATE);
  FEED(0, 0.5);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_STRUCK), 0);
}

/* A pad feeds filtered forces; a strike is measured from the unfiltered ones. */
TEST(the_filter_of_a_pad_does_not_slow_a_strike) {
  static uint64_t pads[2][PRESS_PAD_STORAGE_1 / 8];
  press_q16       speeds[2];
  for (uint32_t plain = 0; plain < 2; plain++) {
    press_pad       *pad;
    press_pad_config config;
    MAKE(s.window_us = 10000);
    press_pad_config_init(&config);
    config.flags = plain ? PRESS_PAD_NO_FILTER : 0;
    assert_int_equal(press_pad_init(pads[plain], sizeof pads[plain], &config, NULL, 1, &pad), PRESS_OK);
    for (int i = 0; i < 320; i++) {
      press_frame frame = {.t_us = b.now += 1000, .present = 1, .code = {i < 300 ? 5 : 5 + (i - 300) * 900}};
      assert_int_equal(press_pad_feed(pad, &frame, b.engine), PRESS_OK);
    }
    speeds[plain] = recorder_last(&b.log, PRESS_EVENT_STRUCK)->value;
    bench_finish(&b);
  }
  assert_int_equal(speeds[0], speeds[1]);
}

STRIKE_TEST(the_first_reading_may_be_at_time_0, 0) {
  assert_int_equal(bench_try(&b, 0, 0, 0, 0), 1);
  FEED(0.3);
  struck(37.5, 4, 0);
}

TEST(a_reading_of_100_ms_before_counts_and_an_older_one_does_not) {
  for (uint64_t more = 0; more < 2; more++) {
    make(0);
    FEED(0);
    b.now += 99000 + more;
    FEED(10);
    FEED(0);
    delivers(more ? "contact_began contact_ended:lifted" : "contact_began struck contact_ended:lifted");
    bench_finish(&b);
  }
}

static uint32_t velocity_of(uint32_t contact) {
  press_strike strike = {.size = sizeof strike};
  assert_int_equal(press_strike_get(b.engine, contact, &strike), PRESS_OK);
  assert_true(strike.known != 0);
  return strike.velocity;
}

TEST(a_changed_config_waits_while_a_strike_is_measured) {
  make(5000);
  press_strike_config c = levels();
  c.max_speed = PRESS_Q16(635);
  FEED(0, 0.3);
  assert_int_equal(press_strike_set(b.engine, &c), PRESS_OK);
  /* Another contact begins meanwhile. */
  read_of(1, 0, 0);
  read_of(1, 0.3, 0);
  for (int i = 0; i < 5; i++) read_of(0, 0.3, 0), read_of(1, 0.3, 0);
  assert_int_equal(velocity_of(0), 4);
  assert_int_equal(velocity_of(1), 4);
  read_of(2, 0, 0);
  read_of(2, 0.3, 0);
  for (int i = 0; i < 5; i++) read_of(2, 0.3, 0);
  assert_in_range(velocity_of(2), 6, 8);
  press_engine_reset(b.engine);
}

STRIKE_TEST(the_rise_of_one_contact_is_none_of_the_next_of_its_source, 5000) {
  PLAYS("contact_began struck contact_ended:lifted", 0, 0.5, 0.6, 0);
  b.now += 200000;
  FEED(0.5);
  b.now += 200000;
  PLAYS("contact_began contact_ended:lifted", 0);
}

TEST(what_is_cancelled_while_it_is_measured_holds_nothing_back) {
  make(5000);
  FEED(0, 0.2);
  read_of(0, 0.2, PRESS_SAMPLE_LOST);
  FEED(0, 0);
  recorder_clear(&b.log);
  press_strike_config c = levels();
  c.window_us = 0;
  assert_int_equal(press_strike_set(b.engine, &c), PRESS_OK);
  PLAYS("contact_began struck", 0.5);
  press_engine_reset(b.engine);
}

TEST(a_source_that_was_read_just_now_gives_its_place_too) {
  press_strike_config c = levels();
  c.sources = 1;
  c.window_us = 0;
  BENCH(&b, c.traits = 0);
  assert_int_equal(press_strike_attach(b.engine, &c), PRESS_OK);
  b.now = 1000000;
  assert_int_equal(bench_try(&b, b.now, 1, 0, 0), 1);
  assert_int_equal(bench_try(&b, b.now, 0, 0, 0), 1);
  read_of(0, 0.5, 0);
  delivers("contact_began struck");
  press_engine_reset(b.engine);
}

TEST(two_readings_far_apart_are_no_rise) {
  make(5000);
  FEED(0, 0, 0.5, 0.9, 0);
  recorder_clear(&b.log);
  b.now += 200000;
  FEED(0.5);
  b.now += 200000;
  FEED(0.6);
  PLAYS("contact_began contact_ended:lifted", 0);
}

TEST(what_an_engine_before_it_was_measuring_is_none_of_its_own) {
  press_strike_config c = levels();
  press_config        config = bench_config();
  config.traits = 0;
  make(5000);
  FEED(0, 0.2);
  press_delegate delegate = recorder_delegate(&b.log);
  assert_int_equal(press_engine_init(b.storage, sizeof b.storage, &config, &b.engine), PRESS_OK);
  assert_int_equal(press_set_delegate(b.engine, &delegate), PRESS_OK);
  c.window_us = 0;
  assert_int_equal(press_strike_attach(b.engine, &c), PRESS_OK);
  recorder_clear(&b.log);
  PLAYS("contact_began struck", 0, 0.5);
}

TEST(a_contact_that_was_struck_falls_beside_one_that_is_measured) {
  MAKE(s.window_us = 5000, c.lift_us = 40000);
  read_of(0, 0, 0);
  for (int i = 1; i <= 8; i++) read_of(0, 0.1 + i * 0.1, 0);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_STRUCK), 1);
  read_of(1, 0, 0);
  read_of(1, 0.3, 0);
  read_of(0, 0, 0);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_STRUCK), 1);
  for (int i = 0; i < 8; i++) read_of(1, 0.3, 0);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_STRUCK), 2);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_STRUCK)->contact, 1);
  press_engine_reset(b.engine);
}

/* ---- strikes measure the true speed ---- */

/* A hit of a finger: it rises within 10 to 25 ms, straight or by minimum jerk, three in five after a skin that touches 2 to 7 ms before. */
typedef struct hit {
  double rise, fall, peak, skin, first;
  int    smooth;
} hit;

static uint64_t drawn;

static double draw(double low, double high) {
  drawn = drawn * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * (double)(drawn >> 11) / 9007199254740992.0;
}

static hit draw_hit(void) {
  hit h = {.rise = draw(0.010, 0.025), .fall = draw(0.010, 0.060), .peak = exp(draw(log(1), log(12))), .smooth = draw(0, 1) < 0.5};
  if (draw(0, 1) < 0.6) h.skin = draw(0.002, 0.007), h.first = draw(0.3, 0.6);
  return h;
}

static double clip(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

static double force_at(const hit *h, double t) {
  double x = clip((t - h->skin) / h->rise), end = clip(1 - (t - h->skin - h->rise - 0.03) / h->fall);
  if (h->smooth) x = x * x * x * (10 + x * (6 * x - 15)), end = end * end * end * (10 + end * (6 * end - 15));
  return t <= 0 ? 0 : (h->first * clip(t / 0.001) + (h->peak - h->first) * x) * end;
}

/* The greatest slope over 8 ms: of the rise, or of the fall if `falling`. */
static double steepest_8_ms(const hit *h, bool falling) {
  double most = 0;
  for (double t = 0; t < 0.16; t += 0.0002) {
    double rise = (force_at(h, t) - force_at(h, t - 0.008)) / 0.008;
    if ((falling ? -rise : rise) > most) most = falling ? -rise : rise;
  }
  return most;
}

/* Plays it with noise and 20 % of jitter. Returns how fast it was struck, or let go; 0: it was too short for the rate. */
static double play(const hit *h, double rate, bool falling, int *velocity) {
  recorder_clear(&b.log);
  double t = -0.02 - 3 / rate - draw(0, 1) / rate;
  for (uint64_t start = b.now += 200000; t < 0.14 + 2 / rate; t += draw(0.8, 1.2) / rate) {
    double newtons = force_at(h, t) + (draw(0, 1) + draw(0, 1) + draw(0, 1) - 1.5) * 0.04;
    b.now = start + (uint64_t)((t + 0.3) * 1e6);
    assert_int_equal(bench_try(&b, b.now, 0, newtons < 0 ? 0 : newtons, 0), 1);
  }
  assert_int_equal(press_tick(b.engine, b.now += 200000), PRESS_OK);
  const press_event *event = recorder_last(&b.log, falling ? PRESS_EVENT_LET_GO : PRESS_EVENT_STRUCK);
  if (!event) return 0;
  *velocity = event->value2 >> 16;
  return event->value / 65536.0;
}

static void make_hits(void) {
  press_config config;
  press_config_init(&config);
  config.traits = 0;
  config.max_events = 0;
  bench_make(&b, &config);
  BENCH_ATTACH(strike);
}

static int by_size(const void *a, const void *z) {
  double x = *(const double *)a, y = *(const double *)z;
  return (x > y) - (x < y);
}

static const struct {
  double rate;
  /* The median error, and how many of 1,000 are wrong by more than 40 %. For soft lifts 5 more are allowed: half of these are noise. */
  double median;
  int    far;
} exact[] = {{100, 0.10, 100}, {125, 0.10, 60}, {156, 0.05, 10}, {200, 0.05, 1}, {250, 0.04, 0}, {500, 0.03, 0}, {860, 0.03, 0}, {1000, 0.03, 0}};

static void measures(bool falling) {
  static double parts[2000];
  const size_t  hits = IS_FAST ? COUNT(parts) : 400;
  for (size_t i = 0; i < COUNT(exact); i++) {
    size_t count = 0;
    int    far = 0, velocity;
    make_hits();
    drawn = 30 + i;
    while (count < hits) {
      hit    h = draw_hit();
      double speed = play(&h, exact[i].rate, falling, &velocity);
      if (speed == 0) continue;
      parts[count] = speed / steepest_8_ms(&h, falling) - 1;
      far += fabs(parts[count++]) > 0.4;
    }
    qsort(parts, hits, sizeof *parts, by_size);
    if (getenv("STRIKE_SHOW"))
      printf("%s %4.0f Hz: median %+.3f, p5 %+.2f, p95 %+.2f, %d of %d off by more than 40 %%\n", falling ? "lift" : "strike", exact[i].rate,
        parts[hits / 2], parts[hits / 20], parts[hits - hits / 20], far, (int)hits);
    else if (fabs(parts[hits / 2]) > exact[i].median || far * 1000 > (exact[i].far + (falling ? 5 : 0)) * (int)hits)
      fail_msg("%.0f Hz: median %+.3f, %d of %d are off by more than 40 %%", exact[i].rate, parts[hits / 2], far, (int)hits);
    bench_finish(&b);
  }
}

TEST(a_strike_is_the_steepest_8_ms_of_what_was_struck_at_every_rate) { measures(false); }

TEST(a_lift_is_the_steepest_8_ms_of_its_fall_at_every_rate) { measures(true); }

TEST(the_median_of_the_velocities_never_falls_as_hits_become_harder) {
  enum { HITS = 61 };
  double velocities[HITS];
  for (double rate = 20; rate < 1001; rate *= IS_FAST ? 1.05 : 1.32) {
    double before = 0;
    make_hits();
    for (double peak = 1.5; peak < 14; peak *= 1.25) {
      drawn = 7;
      for (int k = 0; k < HITS; k++) {
        int velocity = 0;
        hit h = draw_hit();
        h.peak = peak;
        play(&h, rate, false, &velocity);
        velocities[k] = velocity;
      }
      qsort(velocities, HITS, sizeof *velocities, by_size);
      if (velocities[HITS / 2] < before) fail_msg("%.0f Hz, %.1f N: %.0f after %.0f", rate, peak, velocities[HITS / 2], before);
      before = velocities[HITS / 2];
    }
    bench_finish(&b);
  }
}

TEST(a_skin_that_touches_first_does_not_end_a_strike) {
  static const double rates[] = {500, 860};
  for (size_t i = 0; i < COUNT(rates); i++)
    for (int phase = 0; phase < 16; phase++) {
      make_hits();
      double t = -0.05 - phase / rates[i] / 16;
      for (int k = 0; k < 0.15 * rates[i]; k++, t += 1 / rates[i])
        bench_try(&b, b.now += (uint64_t)(1e6 / rates[i]), 0, t < 0 ? 0 : t < 0.004 ? 0.45 : 0.45 + 350 * (t < 0.02 ? t - 0.004 : 0.016), 0);
      const press_event *event = recorder_last(&b.log, PRESS_EVENT_STRUCK);
      assert_non_null(event);
      assert_in_range(event->value, PRESS_Q16(315), PRESS_Q16(385));
      assert_int_equal(event->flags, 0);
      press_engine_reset(b.engine);
    }
}

/* A median delays by one reading: a pad with it must measure the same as a pad without it, also if readings come unevenly. */
TEST(a_pad_with_a_median_measures_from_when_readings_were_read) {
  static uint64_t pads[2][PRESS_PAD_STORAGE_1 / 8];
  static double   times[400], codes[400];
  double          apart = 0;
  int             hits = IS_FAST ? 400 : 100;
  drawn = 11;
  for (int n = 0; n < hits; n++) {
    double    rise = draw(0.015, 0.03), peak = draw(9000, 22000), t = -1;
    press_q16 values[2][2];
    for (int i = 0; i < 400; i++) {
      times[i] = t += draw(0.8, 1.2) / 200;
      double up = clip(t / rise), down = clip((0.1 + rise - t) / rise);
      codes[i] = peak * up * up * (3 - 2 * up) * down * down * (3 - 2 * down);
    }
    for (uint32_t plain = 0; plain < 2; plain++) {
      press_pad       *pad;
      press_pad_config config;
      make_hits();
      press_pad_config_init(&config);
      config.flags = PRESS_PAD_NO_FILTER | PRESS_PAD_NO_BASELINE | (plain ? PRESS_PAD_NO_MEDIAN : 0);
      assert_int_equal(press_pad_init(pads[plain], sizeof pads[plain], &config, NULL, 1, &pad), PRESS_OK);
      for (int i = 0; i < 400; i++) {
        press_frame frame = {.t_us = b.now = (uint64_t)((times[i] + 2) * 1e6), .present = 1, .code = {(int32_t)codes[i]}};
        assert_int_equal(press_pad_feed(pad, &frame, b.engine), PRESS_OK);
      }
      values[plain][0] = recorder_last(&b.log, PRESS_EVENT_STRUCK)->value;
      values[plain][1] = recorder_last(&b.log, PRESS_EVENT_LET_GO)->value;
      bench_finish(&b);
    }
    for (int k = 0; k < 2; k++) apart += fabs((double)values[0][k] / values[1][k] - 1) / (2 * hits);
  }
  if (apart > 0.01) fail_msg("%.3f apart in the mean", apart);
}

int main(void) { return run_all(NULL, NULL); }

AT_EACH(removes_what_is_struck, PRESS_EVENT_STRUCK, press_target_remove(engine, 1))

/* A strike that a lift ends early comes before what the lift ends. */
STRIKE_TEST(what_was_lifted_settles_before_all_else_where_a_callback_removes_its_source, 100000) {
  BENCH_ATTACH_WITH(drag, c.flags = PRESS_DRAG_FLAG_AFTER_HOLD, c.hold_us = 10000);
  BENCH_ATTACH(gestures);
  bench_target(&b, 1, 0, 0, 0, 10, 10, PRESS_TARGET_DRAG_SOURCE);
  b.log.hook = removes_what_is_struck;
  FEED(0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 0);
  b.log.hook = NULL;
  assert_string_equal(recorder_events(&b.log), "contact_began drag_lifted struck drag_settled:lifted let_go contact_ended:lifted");
}

/* The events of an engine without strikes and lifts. */
typedef struct delivered {
  press_event events[256];
  size_t      count;
} delivered;

static void deliver_into(press_engine *engine, const press_event *event, void *user) {
  (void)engine;
  delivered *into = user;
  if (event->type == PRESS_EVENT_STRUCK || event->type == PRESS_EVENT_LET_GO) return;
  assert_true(into->count < COUNT(into->events));
  into->events[into->count++] = *event;
}

/* If strikes keep the samples without a touch, the engine takes these on another path. Contacts must not differ. */
TEST(contacts_are_the_same_with_strikes_and_without_them_whatever_settings_wait) {
  static uint64_t        storage[2][PRESS_ENGINE_STORAGE_ALL / 8];
  static delivered       found[2];
  static const press_q16 forces[] = {0, 0, 0, 1000, PRESS_Q16(0.04), PRESS_Q16(0.07), PRESS_Q16(0.2), PRESS_Q16(0.9)};
  uint32_t               random = 1;
  size_t                 delivered_in_all = 0;
#define DRAW(most) ((random = random * 1664525u + 1013904223u) >> 8) % (most)
  for (int round = 0; round < 300; round++) {
    press_engine *engines[2];
    press_config  config = bench_config();
    uint64_t      t = 0;
    for (int n = 0; n < 2; n++) {
      press_delegate delegate = {.size = sizeof delegate, .user = &found[n], .on_event = deliver_into};
      assert_int_equal(press_engine_init(storage[n], sizeof storage[n], &config, &engines[n]), PRESS_OK);
      assert_int_equal(press_set_delegate(engines[n], &delegate), PRESS_OK);
      assert_int_equal(press_gestures_attach(engines[n], NULL), PRESS_OK);
    }
    if (round % 2) assert_int_equal(press_engine_set(engines[1], &config), PRESS_OK);
    assert_int_equal(press_strike_attach(engines[1], NULL), PRESS_OK);
    for (int step = 0; step < 60; step++) {
      uint32_t what = DRAW(20);
      int      answers[2];
      if (what == 0) {
        config.touch_force = DRAW(2) ? PRESS_Q16(0.1) : PRESS_Q16(0.06);
        config.flags = DRAW(4) ? 0 : PRESS_CONFIG_CONTACT_FROM_FLAG;
        for (int n = 0; n < 2; n++) answers[n] = press_engine_set(engines[n], &config);
      } else {
        t += what == 1 ? 0 : 500 + DRAW(20000);
        uint32_t     contact = DRAW(8) ? 0 : DRAW(3);
        press_sample sample = {.t_us = what == 2 && t > 50 ? t - 50 : t, .contact = contact, .force = forces[DRAW(COUNT(forces))]};
        if (what < 8) sample.flags = DRAW(16);
        for (int n = 0; n < 2; n++) answers[n] = press_feed(engines[n], &sample, 1);
      }
      assert_int_equal(answers[0], answers[1]);
      assert_int_equal(found[0].count, found[1].count);
      assert_memory_equal(found[0].events, found[1].events, found[0].count * sizeof *found[0].events);
      delivered_in_all += found[0].count;
      found[0].count = found[1].count = 0;
    }
  }
#undef DRAW
  assert_true(delivered_in_all > 1000);
}
