/* crosstalk.h: what a pad hands on to its neighbours begins nothing there. A hit rises in 12 ms, stays for 8 and falls in 30, by minimum jerk. */
#include <math.h>
#include <stdio.h>

#include "pads.h"

enum { PADS = 3, LEAD = 20000, BETWEEN = 400000 };

static _Alignas(8) unsigned char storage[PADS][PRESS_PAD_STORAGE_1];
static press_pad *pads[PADS];

static double jerk(double x) { return x <= 0 ? 0 : x >= 1 ? 1 : x * x * x * (10 - 15 * x + 6 * x * x); }

/* The fraction of the force of a hit, t microseconds after it began. */
static double hit(double t) { return jerk(t / 12000) * (1 - jerk((t - 20000) / 30000)); }

static press_crosstalk_config shares(double share) {
  press_crosstalk_config c;
  memset(&c, 0xee, sizeof c);
  press_crosstalk_config_init(&c);
  c.share = PRESS_Q16(share);
  return c;
}

static uint64_t now; /* of `both` */

static void make(double share) {
  press_config config;
  press_config_init(&config);
  config.max_events = 0;
  config.lift_us = 0;
  config.traits = PRESS_TARGET_PREVIEW | PRESS_TARGET_TAP | PRESS_TARGET_HOLD;
  bench_make(&b, &config);
  press_crosstalk_config c = shares(share);
  BENCH_ATTACH(gestures);
  BENCH_ATTACH(button);
  BENCH_ATTACH(levels);
  BENCH_ATTACH(strike);
  assert_int_equal(press_crosstalk_attach(b.engine, &c), PRESS_OK);
  prepare();
  now = 0;
  for (uint32_t i = 0; i < PADS; i++) {
    p.config.contact = i;
    assert_int_equal(press_pad_init(storage[i], sizeof storage[i], &p.config, p.sensors, 1, &pads[i]), PRESS_OK);
  }
}

#define CROSSTALK_TEST(name, share) TEST_BETWEEN(make(share), bench_finish(&b), name)

static void read_pad(uint32_t pad, uint64_t t, double newtons) {
  press_frame f = {.t_us = t, .present = 1, .code[0] = code_of(newtons)};
  assert_int_equal(press_pad_feed(pads[pad], &f, b.engine), PRESS_OK);
}

/* How many events of a type a contact had; 0: of all types, except those of sensors. */
static unsigned count(uint32_t type, uint32_t contact) {
  unsigned found = 0;
  for (size_t i = 0; i < b.log.count; i++) {
    const press_event *e = &b.log.entries[i].event;
    bool               is_sensor = e->type >= PRESS_EVENT_SENSOR_FAULT && e->type <= PRESS_EVENT_RECALIBRATE;
    found += b.log.entries[i].kind == ENTRY_EVENT && !is_sensor && e->contact == contact && (type == 0 || e->type == type);
  }
  return found;
}

/* The order of the pads' readings: the first pad, and how much later the next one is read. */
typedef struct {
  const char *name;
  uint32_t    first;
  uint32_t    apart; /* part of the interval, of 100 */
} order;

static const order orders[] = {
  {"the one that is hit first", 0, 0}, {"the one beside first", 1, 0}, {"in turn", 0, 33}, {"in turn, beside first", 1, 33}};
static const double rates[] = {100, 156, 200, 500, 860};

/* Hits on pad 0; pads 1 and 2 read a part of each somewhat later, and pad 1 also has a hit of its own. Returns when the hits are over. */
static uint64_t play(const order *o, double rate, double part, double later, double own) {
  static const double newtons[] = {2, 4, 6, 8, 10, 12, 15};
  double              interval = 1e6 / rate;
  uint64_t            end = LEAD + 500000 + COUNT(newtons) * BETWEEN, t = 0;
  for (size_t n = 0; t < end; n++) {
    for (uint32_t i = 0; i < PADS; i++) {
      uint32_t pad = (o->first + i) % PADS;
      t = (uint64_t)(n * interval + i * interval * o->apart / 100) + 1;
      double since = (double)t - LEAD - 500000;
      double in = fmod(since, BETWEEN);
      double force = since < 0 ? 0 : newtons[(size_t)(since / BETWEEN) % COUNT(newtons)];
      double beside = pad == 1 ? fmax(part * force * hit(in - later), own * force * hit(in)) : part * force * hit(in - later);
      read_pad(pad, t, since < 0 ? 0 : pad == 0 ? force * hit(in) : beside);
    }
  }
  return t;
}

TEST(what_a_hit_hands_on_is_nothing_at_any_rate_and_in_any_order) {
  static const double parts[] = {0.05, 0.08, 0.12, 0.2};
  for (size_t r = 0; r < COUNT(rates); r++) {
    for (size_t o = 0; o < COUNT(orders); o++) {
      for (size_t n = 0; n < COUNT(parts); n++) {
        if (!IS_FAST && (r + o + n) % 4 != 0) continue;
        for (double later = 0; later < 3001; later += IS_FAST ? 1000 : 3000) {
          make(1.5 * parts[n]);
          play(&orders[o], rates[r], parts[n], later, 0);
          unsigned struck = count(PRESS_EVENT_STRUCK, 0), beside = count(0, 1) + count(0, 2);
          if (struck != 7 || beside != 0) {
            fail_msg("%g a second, %s, %g of it %g us later: struck %u times, and %u events beside", rates[r], orders[o].name, parts[n], later,
              struck, beside);
          }
          bench_finish(&b);
        }
      }
    }
  }
}

TEST(a_hit_at_the_same_moment_counts_where_it_is_above_the_share) {
  for (size_t r = 0; r < COUNT(rates); r++) {
    for (size_t o = 0; o < COUNT(orders); o++) {
      if (!IS_FAST && (r + o) % 2 != 0) continue;
      make(0.18);
      play(&orders[o], rates[r], 0.12, 1000, 0.5);
      if (count(PRESS_EVENT_STRUCK, 0) != 7 || count(PRESS_EVENT_STRUCK, 1) != 7 || count(0, 2) != 0) {
        fail_msg("%g a second, %s: %u, %u and %u", rates[r], orders[o].name, count(PRESS_EVENT_STRUCK, 0), count(PRESS_EVENT_STRUCK, 1), count(0, 2));
      }
      bench_finish(&b);
    }
  }
}

TEST(a_soft_hit_alone_counts_before_and_after_a_hard_one) {
  for (size_t r = 0; r < COUNT(rates); r++) {
    make(0.9);
    for (size_t n = 0; n < (size_t)(rates[r] * 2); n++) {
      double t = n * 1e6 / rates[r];
      read_pad(0, (uint64_t)t + 1, 12 * hit(t - 1000000));
      read_pad(1, (uint64_t)t + 1, 0.9 * hit(t - 800000) + 0.9 * hit(t - 1200000));
    }
    if (count(PRESS_EVENT_STRUCK, 0) != 1 || count(PRESS_EVENT_STRUCK, 1) != 2) fail_msg("%g a second: %u", rates[r], count(PRESS_EVENT_STRUCK, 1));
    bench_finish(&b);
  }
}

/* The same by samples of a program: at 1 ms, each pad in turn. */
static void both(double struck, double beside) {
  now += 1000;
  bench_try(&b, now, 0, struck, 0);
  bench_try(&b, now, 1, beside, 0);
}

CROSSTALK_TEST(what_rises_above_the_share_later_is_a_contact_then, 0.2) {
  for (int i = 0; i < 20; i++) both(0, 0);
  for (int i = 0; i < 10; i++) both(10, 1.5);
  assert_int_equal(count(PRESS_EVENT_CONTACT_BEGAN, 1), 0);
  both(10, 3);
  assert_int_equal(count(PRESS_EVENT_CONTACT_BEGAN, 1), 1);
  both(0, 0);
}

CROSSTALK_TEST(what_a_pad_read_counts_less_and_less_until_the_window_is_over, 0.2) {
  both(0, 0);
  both(10, 0);
  both(0, 0);
  /* Right after a hit of 10 N 2 N are ignored; 30 ms later, half of the window, 1 N. */
  while (now < 2000 + 28000) both(0, 0);
  both(0, 0.9);
  assert_int_equal(count(PRESS_EVENT_CONTACT_BEGAN, 1), 0);
  both(0, 0);
  both(0, 1.2);
  assert_int_equal(count(PRESS_EVENT_CONTACT_BEGAN, 1), 1);
  both(0, 0);
}

CROSSTALK_TEST(a_contact_that_has_begun_goes_on_beside_any_hit, 0.9) {
  both(0, 0);
  for (int i = 0; i < 20; i++) both(0, 1);
  for (int i = 0; i < 20; i++) both(15, 1);
  assert_int_equal(count(PRESS_EVENT_CONTACT_BEGAN, 1), 1);
  assert_int_equal(count(PRESS_EVENT_CONTACT_ENDED, 1), 0);
  both(0, 0);
}

CROSSTALK_TEST(a_pad_that_is_alone_waits_for_nobody, 0.9) {
  both(0, 0);
  bench_try(&b, 200000, 1, 2, 0);
  assert_int_equal(count(PRESS_EVENT_CONTACT_BEGAN, 1), 1);
  bench_try(&b, 201000, 1, 0, 0);
}

TEST(a_load_that_is_there_at_the_start_is_delivered_and_rests) {
  make(0.9);
  for (uint64_t t = 1000; t < 400000; t += 2000) {
    read_pad(0, t, 6);
    read_pad(1, t, 2);
  }
  for (uint32_t i = 0; i < 2; i++) {
    assert_int_equal(count(PRESS_EVENT_CONTACT_BEGAN, i), 1);
    assert_int_equal(count(0, i), 1);
  }
}

CROSSTALK_TEST(what_a_sensor_keeps_of_a_press_lets_nothing_through, 0.2) {
  both(0, 0);
  /* Pad 1 is pressed with 6 N and keeps 0.3 N: it lies flat for two seconds, and is no contact any more. */
  for (int i = 0; i < 20; i++) both(0, 6);
  for (int i = 0; i < 2600; i++) both(0, 0.3);
  assert_int_equal(count(PRESS_EVENT_CONTACT_ENDED, 1), 1);
  for (int i = 0; i < 20; i++) both(10, 1.5);
  for (int i = 0; i < 100; i++) both(0, 0.3);
  assert_int_equal(count(PRESS_EVENT_CONTACT_BEGAN, 1), 1);
  for (int i = 0; i < 20; i++) both(0, 1.5);
  assert_int_equal(count(PRESS_EVENT_CONTACT_BEGAN, 1), 2);
  both(0, 0);
}

static press_q16 share_of(uint32_t from, uint32_t to) {
  press_q16 share = -1;
  assert_int_equal(press_crosstalk_get_share(b.engine, from, to, &share), PRESS_OK);
  return share;
}

CROSSTALK_TEST(each_pair_has_its_share_rounded_up, 0.2) {
  assert_int_equal(press_crosstalk_set_share(b.engine, 0, 1, PRESS_Q16(0.1)), PRESS_OK);
  assert_int_equal(press_crosstalk_set_share(b.engine, 15, 14, 0), PRESS_OK);
  assert_int_equal(press_crosstalk_set_share(b.engine, 14, 15, PRESS_Q16(0.99)), PRESS_OK);
  assert_int_equal(share_of(0, 1), 26 * 256);
  assert_int_equal(share_of(1, 0), 52 * 256);
  assert_int_equal(share_of(15, 14), 0);
  assert_int_equal(share_of(14, 15), 254 * 256);
  press_crosstalk_config c = shares(0.5);
  assert_int_equal(press_crosstalk_set(b.engine, &c), PRESS_OK);
  assert_int_equal(share_of(0, 1), 128 * 256);
}

TEST(what_is_no_pair_is_refused_and_changes_nothing) {
  static const uint32_t pairs[][2] = {{0, 0}, {16, 0}, {0, 16}, {UINT32_MAX, 1}};
  press_q16             share = 7;
  make(0.25);
  for (size_t i = 0; i < COUNT(pairs); i++) {
    assert_int_equal(press_crosstalk_set_share(b.engine, pairs[i][0], pairs[i][1], 0), PRESS_ERR_INVAL);
    assert_int_equal(press_crosstalk_get_share(b.engine, pairs[i][0], pairs[i][1], &share), PRESS_ERR_INVAL);
  }
  assert_int_equal(press_crosstalk_set_share(b.engine, 0, 1, -1), PRESS_ERR_INVAL);
  assert_int_equal(press_crosstalk_set_share(b.engine, 0, 1, PRESS_Q16(0.99) + 1), PRESS_ERR_INVAL);
  assert_int_equal(share, 7);
  assert_int_equal(share_of(0, 1), 64 * 256);
  bench_finish(&b);
  bench_make(&b, NULL);
  assert_int_equal(press_crosstalk_set_share(b.engine, 0, 1, 0), PRESS_ERR_STATE);
  assert_int_equal(press_crosstalk_get_share(b.engine, 0, 1, &share), PRESS_ERR_STATE);
  bench_finish(&b);
}

CROSSTALK_TEST(a_contact_that_is_no_pad_and_one_without_crosstalk_are_as_they_were, 0.9) {
  bench_try(&b, 1000, 0, 10, 0);
  bench_try(&b, 1000, 16, 1, 0);
  assert_int_equal(count(PRESS_EVENT_CONTACT_BEGAN, 16), 1);
  bench_try(&b, 2000, 0, 0, 0);
  bench_try(&b, 2000, 16, 0, 0);
}

CROSSTALK_TEST(time_starts_again_with_a_reset, 0.9) {
  bench_try(&b, 1000000, 0, 10, 0);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  bench_try(&b, 1000, 1, 1, 0);
  assert_int_equal(count(PRESS_EVENT_CONTACT_BEGAN, 1), 1);
  bench_try(&b, 2000, 1, 0, 0);
}

int main(void) { return run_all(NULL, NULL); }
