/* Creep of a sensor under a finger that holds still changes no pressure (press_config.creep_limit); added force does. */
#include "support.h"

#include <math.h>
#include <stdlib.h>

enum { SECOND = 1000000 };
/* Ten minutes; less where floating point is slow, and not at all rates. */
#define HELD_S (IS_FAST ? 600 : 90)
#define NEEDED_S (IS_FAST ? 600 : 10)
#define RATES (IS_FAST ? 5u : 2u)

/* The readings of a sensor under a sudden load: `share` more in each decade of time, with peak noise of `noise` percent. */
typedef struct sensor {
  double   share, noise;
  uint32_t random;
} sensor;

static double creeping(sensor *s, double newtons, double seconds) {
  s->random = s->random * 1664525 + 1013904223;
  return newtons * (1 + s->share * log10(1 + seconds / 0.1)) * (1 + s->noise / 100 * ((double)s->random / 2147483648.0 - 1));
}

static uint64_t      storage[PRESS_ENGINE_STORAGE / 8];
static press_engine *engine;

static void make(double creep_limit) {
  press_config config;
  press_config_init(&config);
  config.creep_limit = PRESS_Q16(creep_limit);
  assert_int_equal(press_engine_init(storage, sizeof storage, &config, &engine), PRESS_OK);
}

static void feed(double seconds, double newtons) {
  press_sample s = sample_of((uint64_t)(seconds * SECOND), 0, newtons, 0);
  assert_int_equal(press_feed(engine, &s, 1), 1);
}

static press_q16 pressure(void) {
  press_touch touch = {0};
  assert_int_equal(press_touch_get(engine, 0, 0, &touch), PRESS_OK);
  return touch.pressure;
}

/* Holds `newtons` and then from `seconds` on `added` more for 0.2 s. Returns when a phase began or ended last before that, and in
 * `completed` whether it is completed in the end. */
static double hold(sensor s, double hertz, double newtons, double seconds, double added, bool *completed) {
  double last = 0;
  for (uint64_t i = 0;; i++) {
    double t = (double)i / hertz;
    if (t > seconds + 0.2) break;
    bool   more = t >= seconds;
    double force = creeping(&s, newtons, t) + (more ? creeping(&s, added, t - seconds) : 0);
    feed(1 + t, force);
    press_event events[16];
    int         count = press_poll(engine, events, 16);
    for (const press_event *e = events; e < events + count; e++) {
      bool is_phase = e->type == PRESS_EVENT_PREVIEW_BEGAN || e->flags & PRESS_EVENT_FLAG_ENDED;
      if (is_phase && !more) last = t;
      if (e->type == PRESS_EVENT_COMMIT_UPDATED && e->flags & PRESS_EVENT_FLAG_ENDED) *completed = true;
    }
  }
  return last;
}

static const double rates[] = {10, 50, 100, 370, 860};

TEST(what_is_held_for_ten_minutes_begins_no_phase_after_the_first_second) {
  static const sensor sensors[] = {{0.05, 0, 1}, {0.10, 0, 1}, {0.14, 0, 1}, {0.14, 1, 2}, {0.05, 1, 3}, {0, 2, 4}};
  for (size_t r = 0; r < RATES; r++) {
    for (size_t i = 0; i < COUNT(sensors); i++) {
      bool completed = false;
      make(0.14);
      assert_true(hold(sensors[i], rates[r], 3, HELD_S, 0, &completed) <= 1);
      assert_false(completed);
      make(0.14);
      hold(sensors[i], rates[r], 3, HELD_S, 1.5, &completed);
      assert_true(completed);
    }
  }
  bool completed = false;
  make(0);
  assert_true(hold((sensor){0.14, 0, 1}, 100, 3, 600, 0, &completed) > 60);
  assert_true(completed);
}

/* The force that must be added to complete, in hundredths of a newton. */
static int needed(sensor s, double seconds) {
  for (int added = 0; added < 200; added++) {
    bool completed = false;
    make(0.14);
    hold(s, 100, 3, seconds, added / 100.0, &completed);
    if (completed) return added;
  }
  return 200;
}

/* 1/f: as many processes of first order as there are octaves from 0.01 Hz up, each with the same share of the variance. */
enum { OCTAVES = 12 };
typedef struct hand {
  uint32_t random;
  double   parts[OCTAVES];
} hand;

static double wandering(hand *h, double rms, double interval) {
  double sum = 0;
  for (int k = 0; k < OCTAVES; k++) {
    double white = 0, keep = exp(-interval * 2 * 3.14159265 * 0.01 * pow(2, k));
    for (int i = 0; i < 12; i++) h->random = h->random * 1664525u + 1013904223u, white += (h->random >> 8) / 16777216.0 - 0.5;
    h->parts[k] = h->parts[k] * keep + sqrt(1 - keep * keep) * white;
    sum += h->parts[k];
  }
  return rms * sum / sqrt(OCTAVES);
}

/* 2.5 N: at 3 N a hand that wanders by 5 % is at times half a newton below. */
TEST(a_hand_that_wanders_completes_nothing_in_five_minutes_and_a_press_on_top_does) {
  static const double rms[] = {0, 0.01, 0.02, 0.05}, creep[] = {0, 0.05, 0.1};
  double              seconds = IS_FAST ? 300 : 100;
  int                 early = 0;
  for (size_t r = IS_FAST ? 0 : COUNT(rms) - 1; r < COUNT(rms); r++)
    for (size_t c = 0; c < COUNT(creep); c++)
      for (uint32_t seed = 1; seed <= (IS_FAST ? 24u : 1u); seed++) {
        sensor s = {creep[c], 0.2, seed};
        hand   h = {.random = seed};
        double done = 0;
        make(0.14);
        for (double t = 0; t < seconds + 0.6 && done == 0; t += 0.01) {
          double more = t < seconds ? 0 : 2.5 * fmin(1, (t - seconds) / 0.3);
          feed(1 + t, creeping(&s, 3, t) * (1 + wandering(&h, rms[r], 0.01)) + more);
          press_event events[16];
          int         count = press_poll(engine, events, 16);
          for (const press_event *e = events; e < events + count; e++)
            if (e->type == PRESS_EVENT_COMMIT_UPDATED && e->flags & PRESS_EVENT_FLAG_ENDED) done = t;
        }
        if (done == 0) fail_msg("%g %% of wander, %g of creep, seed %u: never", 100 * rms[r], creep[c], (unsigned)seed);
        if (done < seconds && (rms[r] < 0.05 || early++))
          fail_msg("%g %% of wander, %g of creep, seed %u: after %.1f s", 100 * rms[r], creep[c], (unsigned)seed, done);
      }
  assert_in_range(early, 0, 1); /* of 72 at 5 % */
}

/* A force that is added within the eighth by which a hand wanders is taken for creep; more than that counts for as long as it is held. */
TEST(what_is_added_above_an_eighth_counts_for_a_minute) {
  for (double added = 0.3; added < 1; added += IS_FAST ? 0.1 : 0.3) {
    sensor s = {0.05, 0.1, 1};
    make(0.14);
    press_q16 before = 0;
    for (double t = 0; t < 65; t += 0.01) {
      feed(1 + t, creeping(&s, 2, t) + (t >= 5 ? added : 0));
      if (t < 5) before = pressure();
    }
    assert_in_range(pressure() - before, PRESS_Q16((added - 0.05) / 4.6), PRESS_Q16((added + 0.05) / 4.6));
  }
}

TEST(after_ten_minutes_the_same_force_commits_as_after_a_second) {
  static const sensor sensors[] = {{0.05, 0, 1}, {0.14, 0, 1}};
  for (size_t i = 0; i < COUNT(sensors); i++) {
    int soon = needed(sensors[i], 1), late = needed(sensors[i], NEEDED_S);
    if (abs(soon - late) > 6) fail_msg("after a second %d, after ten minutes %d hundredths of a newton", soon, late);
  }
}

TEST(a_force_that_is_added_in_small_steps_counts_whole) {
  make(0.14);
  double force = 1.5, t = 0;
  for (; t < 2; t += 0.01) feed(1 + t, force);
  for (; force < 3.5; t += 0.01) feed(1 + t, force += 0.005); /* 0.5 N a second */
  press_q16 whole = (press_q16)((3.5 - 0.4) / 4.6 * PRESS_ONE);
  assert_in_range(pressure(), whole - whole / 16, whole + 2);
}

TEST(what_is_taken_off_takes_its_part_of_what_has_crept_with_it) {
  sensor s = {0.14, 0, 1};
  make(0.14);
  double t = 0;
  for (; t < 600; t += 0.01) feed(1 + t, creeping(&s, 3, t));
  press_q16 held = pressure();
  double    read = creeping(&s, 3, t);
  for (double end = t + 1; t < end; t += 0.01) feed(1 + t, read / 2);
  /* A force of half: the pressure counts from 0.4 N. */
  double at_held = (double)held / PRESS_ONE * 4.6 + 0.4;
  assert_in_range(pressure(), PRESS_Q16((at_held / 2 * 0.9 - 0.4) / 4.6), PRESS_Q16((at_held / 2 * 1.1 - 0.4) / 4.6));
}

TEST(a_press_of_a_second_is_as_it_was) {
  for (int on = 0; on < 2; on++) {
    make(on ? 0.14 : 0);
    for (int i = 0; i < 100; i++) {
      feed(1 + i * 0.01, 0.5 + 4.0 * i / 100);
      if (on == 0) continue;
      press_q16 expected = (press_q16)((0.5 + 4.0 * i / 100 - 0.4) / 4.6 * PRESS_ONE);
      assert_in_range(pressure(), expected - 2, expected + 2);
    }
  }
}

TEST(what_has_crept_is_never_more_than_the_force_and_ends_with_its_contact) {
  sensor s = {0.14, 5, 9};
  make(1);
  double t = 0;
  for (; t < 200; t += 0.05) feed(1 + t, creeping(&s, 1, t) + (fmod(t, 7) < 1 ? 0.06 * fmod(t, 7) : 0));
  assert_true(pressure() >= 0);
  feed(1 + t, 0);
  feed(2 + t, 0);
  feed(3 + t, 2.7);
  assert_in_range(pressure(), PRESS_Q16(0.5) - 2, PRESS_Q16(0.5) + 2);
}

int main(void) { return run_all(NULL, NULL); }
