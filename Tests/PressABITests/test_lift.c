/* Lift grace and freedom after a cancel: what a fall of force means. Each story is a line of samples and what follows.
 *
 * Words: `N` a sample of N newtons, 10 ms after the last (touch 0.4, release 0.25, full 5); `N@ID` of another contact;
 * `lost`, `palm`, `bad`: such a sample with 3 N; `+MS` time passes, by press_tick; `reset`; `cancel`: the preview.
 * Delivered: the names of events, `-MS` what late_us says, `:reason`. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct scene {
  _Alignas(8) unsigned char storage[32768];
  press_engine *engine;
  uint64_t      now, last;
  char          log[4096];
} scene;

static scene s;

static void on_event(press_engine *engine, const press_event *e, void *user) {
  (void)engine;
  (void)user;
  assert_true(e->t_us >= s.last);
  assert_int_equal(e->t_us, s.now);
  s.last = e->t_us;
  if (e->type == PRESS_EVENT_PREVIEW_UPDATED || e->type == PRESS_EVENT_COMMIT_UPDATED) return;
  char *end = s.log + strlen(s.log);
  end += sprintf(end, "%s%s", *s.log ? " " : "", press_event_name(e->type));
  if (e->contact && e->contact != PRESS_NO_CONTACT) end += sprintf(end, "@%u", (unsigned)e->contact);
  if (e->late_us) end += sprintf(end, "-%u", (unsigned)e->late_us / 1000);
  if (e->reason != PRESS_REASON_NONE && e->reason != PRESS_REASON_LIFTED) sprintf(end, ":%s", press_reason_name(e->reason));
}

static void make(uint32_t lift_us, uint16_t contacts, uint32_t traits, uint32_t flags) {
  press_config config;
  press_config_init(&config);
  config.lift_us = lift_us;
  config.max_contacts = contacts;
  config.traits = traits;
  config.lost_after_us = 0;
  config.flags = flags;
  memset(s.storage, 0xa5, sizeof s.storage);
  assert_int_equal(press_engine_init(s.storage, sizeof s.storage, &config, &s.engine), PRESS_OK);
  press_delegate delegate = {.size = sizeof delegate, .on_event = on_event};
  assert_int_equal(press_set_delegate(s.engine, &delegate), PRESS_OK);
  s.now = 1000000;
  s.last = 0;
  *s.log = 0;
}

/* Time to t, deadline by deadline, so that each event is delivered at its own time. */
static void pass(uint64_t t) {
  uint64_t due;
  while ((due = press_next_deadline(s.engine)) <= t) {
    s.now = due;
    assert_int_equal(press_tick(s.engine, due), PRESS_OK);
  }
  s.now = t;
}

static void feed(uint32_t contact, double newtons, uint32_t flags) {
  uint64_t due = press_next_deadline(s.engine);
  if (due < s.now + 10000) pass(s.now + 9999);
  press_sample sample = sample_of(s.now += s.now % 10 == 9 ? 1 : 10000, contact, newtons, flags);
  assert_int_equal(press_feed(s.engine, &sample, 1), 1);
}

static void play(const char *story) {
  for (char word[32]; *story;) {
    story = next_word(story, " ", word, sizeof word);
    if (*word == '+') {
      uint64_t to = s.now + strtoull(word + 1, NULL, 10) * 1000;
      pass(to);
      assert_int_equal(press_tick(s.engine, to), PRESS_OK);
    } else if (!strcmp(word, "lost")) {
      feed(0, 3, PRESS_SAMPLE_LOST);
    } else if (!strcmp(word, "palm")) {
      feed(0, 3, PRESS_SAMPLE_PALM);
    } else if (!strcmp(word, "reset")) {
      assert_int_equal(press_engine_reset(s.engine), PRESS_OK);
      s.last = 0;
    } else if (!strcmp(word, "cancel")) {
      assert_int_equal(press_preview_cancel(s.engine, 0), PRESS_OK);
    } else {
      const char *at = strchr(word, '@');
      feed(at ? (uint32_t)atoi(at + 1) : 0, atof(word), strchr(word, 'd') ? PRESS_SAMPLE_DOWN : 0);
    }
  }
}

typedef struct story {
  const char *name, *samples, *delivered;
} story;

static void delivers(const story *stories, size_t count, uint32_t lift_us, uint16_t contacts, uint32_t traits) {
  for (size_t i = 0; i < count; i++) {
    make(lift_us, contacts, traits, 0);
    if (traits & (PRESS_TARGET_TAP | PRESS_TARGET_HOLD)) assert_int_equal(press_gestures_attach(s.engine, NULL), PRESS_OK);
    play(stories[i].samples);
    if (strcmp(s.log, stories[i].delivered))
      fail_msg("%s: %s\n  delivered %s\n  not       %s", stories[i].name, stories[i].samples, s.log, stories[i].delivered);
  }
}
#define DELIVERS(stories, lift, contacts, traits) delivers(stories, sizeof stories / sizeof *stories, lift, contacts, traits)

/* ---- lift grace ---- */

TEST(a_force_below_release_has_its_grace_to_come_back) {
  static const story stories[] = {
    {"lifts", "1 1 0 +100", "contact_began contact_ended-30"},
    {"lifts while samples come", "1 1 0 0 0 0 0", "contact_began contact_ended-30"},
    {"is not over before", "1 1 0 0 0", "contact_began"},
    {"a dip of one sample", "1 0 1 1", "contact_began"},
    {"back before the end of the grace", "1 0 0 1", "contact_began"},
    {"back at its very end", "1 0 0 0 1", "contact_began contact_ended-30 contact_began"},
    {"back between release and touch", "1 0 0.3 0.3", "contact_began"},
    {"dip after dip, each with a grace of its own", "1 0 0 1 0 0 1 0 0 1 0 +30", "contact_began contact_ended-30"},
    {"light samples in the grace do not lengthen it", "1 0.2 0.1 0.2 0.1 0.2", "contact_began contact_ended-30"},
    {"silence in the grace is a lift", "1 0 +1000", "contact_began contact_ended-30"},
    {"lost in the grace", "1 0 lost", "contact_began contact_cancelled:lost"},
    {"a palm in the grace", "1 0 palm", "contact_began contact_cancelled:palm"},
    {"reset in the grace", "1 0 reset", "contact_began contact_cancelled:reset"},
    {"two touches 60 ms apart stay two", "1 1 0 +50 1 0 +50", "contact_began contact_ended-30 contact_began contact_ended-30"},
  };
  DELIVERS(stories, 30000, 1, 0);
}

/* ---- the grace knows the rate ---- */

static bench b;

static void make_bench(uint32_t lift_us) { BENCH(&b, c.traits = 0, c.lift_us = lift_us); }

/* So many samples of a force, one each `step`. */
static void sampled(uint64_t *t, uint64_t step, double newtons, int count) {
  for (int i = 0; i < count; i++) assert_int_equal(bench_try(&b, *t += step, 0, newtons, 0), 1);
}

/* `before` untouched samples, a press, `low` samples below release, the press again, and a lift. Returns the number of contacts, and how
 * late the end of the last one was delivered. */
typedef struct paced {
  size_t   contacts;
  uint32_t late_us;
} paced;

static paced press_with_a_dip(uint32_t lift_us, uint64_t step_us, int before, int low) {
  make_bench(lift_us);
  uint64_t t = 0;
  sampled(&t, step_us, 0, before);
  sampled(&t, step_us, 2, 3);
  sampled(&t, step_us, 0, low);
  sampled(&t, step_us, 2, 3);
  sampled(&t, step_us, 0, 4);
  assert_int_equal(press_tick(b.engine, t + 1000000), PRESS_OK);
  const press_event *end = recorder_last(&b.log, PRESS_EVENT_CONTACT_ENDED);
  return (paced){recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), end->late_us};
}

TEST(at_any_rate_one_low_reading_ends_nothing_and_two_do_from_12_a_second_down) {
  static const struct {
    uint64_t step;
    int      bridged; /* after so many intervals it is the same contact still, or not any more */
    uint32_t late_us;
  } rates[] = {
    {125000, 1, 187500},
    {100000, 1, 150000},
    {80000, 1, 150000},
    {70000, 2, 150000},
    {50000, 2, 110009},
    {40000, 2, 88007},
    {25000, 2, 55004},
    {20000, 3, 44003},
    {17000, 3, 38000},
    {10000, 5, 45000},
    {5000, 10, 50000},
    {1000, 54, 54000},
  };
  for (size_t i = 0; i < COUNT(rates); i++) {
    paced bridged = press_with_a_dip(55000, rates[i].step, 20, rates[i].bridged - (rates[i].bridged > 1));
    paced split = press_with_a_dip(55000, rates[i].step, 20, rates[i].bridged + 1);
    assert_int_equal(bridged.contacts, 1);
    assert_int_equal(split.contacts, 2);
    assert_int_equal(bridged.late_us, rates[i].late_us);
  }
}

/* Two touches of 100 ms, 50 to 70 ms apart: at any pattern of three readings in 36 ms. */
TEST(a_double_tap_stays_two_in_whatever_bursts_readings_come) {
  uint32_t drawn = 1;
  for (int round = 0; round < 1000; round++) {
    uint32_t cuts[2];
    for (int i = 0; i < 2; i++) drawn = drawn * 1664525u + 1013904223u, cuts[i] = 1000 + (drawn >> 8) % 34000;
    if (cuts[0] > cuts[1]) cuts[0] ^= cuts[1], cuts[1] ^= cuts[0], cuts[0] ^= cuts[1];
    if (round < 200) cuts[0] = 2000, cuts[1] = 4000;
    if (cuts[1] == cuts[0]) cuts[1] += 500;
    drawn = drawn * 1664525u + 1013904223u;
    uint32_t     pause = 50000 + (drawn >> 8) % 20000, start = 400000 + (drawn >> 3) % 36000, at[3] = {0, cuts[0], cuts[1]}, began = 0;
    press_config config;
    press_config_init(&config);
    config.max_events = 64;
    assert_int_equal(press_engine_init(s.storage, sizeof s.storage, &config, &s.engine), PRESS_OK);
    for (uint32_t i = 0; i < 80; i++) {
      uint32_t     t = i / 3 * 36000 + at[i % 3], since = t - start;
      bool         down = t >= start && (since < 100000 || (since >= 100000 + pause && since < 200000 + pause));
      press_sample sample = {.t_us = t, .force = down ? PRESS_Q16(1) : 0};
      press_event  event;
      assert_int_equal(press_feed(s.engine, &sample, 1), 1);
      while (press_poll(s.engine, &event, 1) == 1) began += event.type == PRESS_EVENT_CONTACT_BEGAN;
    }
    if (began != 2) fail_msg("readings at 0, %u, %u of 36000 us, a pause of %u: %u contacts", cuts[0], cuts[1], pause, began);
  }
}

TEST(a_time_that_the_program_gives_stays_what_it_says) {
  for (uint32_t lift = 0; lift <= 110000; lift += 10000) {
    assert_int_equal(press_with_a_dip(lift, 50000, 20, 1).contacts, lift > 50000 ? 1 : 2);
    assert_int_equal(press_with_a_dip(lift, 50000, 20, 1).late_us, lift);
  }
}

TEST(what_a_few_samples_or_a_pause_say_is_no_rate) {
  assert_int_equal(press_with_a_dip(55000, 100000, 5, 1).contacts, 2);
  assert_int_equal(press_with_a_dip(55000, 130000, 20, 1).contacts, 2);
  make_bench(55000);
  /* A pause before the fall at 100 Hz, which the next sample shows to be one; then idle readings at 10 Hz before a quick tap at 100 Hz. */
  uint64_t t = 0;
  sampled(&t, 10000, 2, 20);
  sampled(&t, 90000, 0, 1);
  assert_int_equal(press_next_deadline(b.engine), t + 150000);
  assert_int_equal(bench_try(&b, t + 10000, 0, 0, 0), 1);
  assert_int_equal(press_next_deadline(b.engine), t + 45000);
  sampled(&t, 100000, 0, 40);
  sampled(&t, 10000, 2, 5);
  sampled(&t, 10000, 0, 1);
  assert_int_equal(press_next_deadline(b.engine), t + 45000);
}

TEST(with_several_contacts_each_has_the_grace_of_its_own_samples) {
  make_bench(55000);
  uint64_t t = 0;
  for (int i = 0; i < 20; i++, t += 50000)
    for (uint32_t finger = 0; finger < 4; finger++) assert_int_equal(bench_try(&b, t, finger, 2, 0), 1);
  for (uint32_t finger = 0; finger < 4; finger++) assert_int_equal(bench_try(&b, t, finger, finger ? 2 : 0, 0), 1);
  assert_int_equal(press_next_deadline(b.engine), t + 110009);
  for (uint32_t finger = 0; finger < 4; finger++) assert_int_equal(bench_try(&b, t + 50000, finger, 2, 0), 1);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_BEGAN), 4);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_ENDED), 0);
}

TEST(a_sample_that_comes_late_in_the_grace_does_not_end_it_at_once) {
  make_bench(55000);
  uint64_t t = 0;
  sampled(&t, 100000, 2, 20);
  sampled(&t, 100000, 0, 1);
  assert_int_equal(press_next_deadline(b.engine), t + 150000);
  assert_int_equal(bench_try(&b, t + 60000, 0, 0, 0), 1);
  assert_int_equal(press_next_deadline(b.engine), t + 150000);
  assert_int_equal(bench_try(&b, t + 120000, 0, 0, 0), 1);
  assert_int_equal(press_next_deadline(b.engine), t + 150000);
}

TEST(the_button_has_the_grace_of_contacts) {
  make_bench(55000);
  assert_int_equal(press_button_attach(b.engine, NULL), PRESS_OK);
  uint64_t t = 0;
  sampled(&t, 50000, 4, 20);
  sampled(&t, 50000, 0.5, 2);
  sampled(&t, 50000, 4, 1);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_BUTTON_RELEASED), 0);
  sampled(&t, 50000, 0.5, 4);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_BUTTON_RELEASED), 1);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_BUTTON_RELEASED)->late_us, 110009);
}

TEST(without_a_grace_a_lift_is_delivered_at_once) {
  static const story stories[] = {
    {"lifts", "1 0", "contact_began contact_ended"},
    {"a dip splits", "1 0 1 0", "contact_began contact_ended contact_began contact_ended"},
  };
  DELIVERS(stories, 0, 1, 0);
}

TEST(a_contact_from_a_flag_has_no_grace) {
  make(30000, 1, 0, PRESS_CONFIG_CONTACT_FROM_FLAG);
  play("1d 1d 1 1d");
  assert_string_equal(s.log, "contact_began contact_ended contact_began");
}

/* conforms: preview-16 */
TEST(a_preview_lives_through_a_dip) {
  static const story stories[] = {
    {"goes on and completes", "2 0 0 2 5", "contact_began preview_began"},
    {"is cancelled with the lift, as late as it", "2 0 +30", "contact_began preview_began preview_cancelled-30 contact_ended-30"},
    {"the program cancels it in the grace", "2 0 cancel +30", "contact_began preview_began preview_cancelled:program contact_ended-30"},
  };
  DELIVERS(stories, 30000, 1, PRESS_TARGET_PREVIEW);
}

TEST(in_the_grace_nothing_is_delivered_and_queries_answer_with_the_last_values) {
  make(30000, 1, PRESS_TARGET_PREVIEW, PRESS_CONFIG_TELL_MOVED);
  play("2");
  press_touch before, now;
  assert_int_equal(press_touch_get(s.engine, 0, 0, &before), PRESS_OK);
  *s.log = 0;
  play("0.1 0 0.2");
  assert_string_equal(s.log, "");
  assert_int_equal(press_touch_get(s.engine, 0, 0, &now), PRESS_OK);
  assert_memory_equal(&before, &now, sizeof now);
  assert_int_equal(press_preview_state(s.engine, 0), PRESS_PREVIEW_PREVIEWING);
  assert_true(press_next_deadline(s.engine) == s.now + 10000);
  play("+10");
  assert_string_equal(s.log, "preview_cancelled-30 contact_ended-30");
  assert_int_equal(press_touch_get(s.engine, 0, 0, &now), PRESS_ERR_NOENT);
}

TEST(a_deadline_that_needs_the_finger_waits_and_fires_late_if_it_comes_back) {
  /* A hold is due 500 ms after the beginning. */
  static const story stories[] = {
    {"a hold in time", "1 +500", "contact_began hold_began"},
    {"due in a dip, comes back", "1 +485 0 0 1 +50", "contact_began hold_began-15"},
    {"due as the dip begins", "1 +490 0 0 1 +50", "contact_began hold_began"},
    {"due as it comes back", "1 +480 0 1 +50", "contact_began hold_began"},
    {"due in a dip, lifts", "1 +485 0 +100", "contact_began contact_ended-30"},
    {"due after the dip", "1 +460 0 0 1 +50", "contact_began hold_began"},
    {"a hold lives through a dip", "1 +600 0 0 1 0 +30", "contact_began hold_began hold_ended-30 contact_ended-30"},
  };
  DELIVERS(stories, 30000, 1, PRESS_TARGET_HOLD);
}

/* The deadline of a contact that came back counts for samples, not for ticks alone. */
TEST(silence_after_a_dip_cancels) {
  press_config config;
  press_config_init(&config);
  assert_int_equal(press_engine_init(s.storage, sizeof s.storage, &config, &s.engine), PRESS_OK);
  assert_int_equal(press_gestures_attach(s.engine, NULL), PRESS_OK);
  press_sample samples[] = {sample_of(10000, 0, 1, 0), sample_of(20000, 0, 0, 0), sample_of(30000, 0, 1, 0), sample_of(900000, 0, 1, 0)};
  assert_int_equal(press_feed(s.engine, samples, 4), 4);
  press_event events[8];
  assert_int_equal(press_poll(s.engine, events, 8), 2);
  assert_int_equal(events[1].reason, PRESS_REASON_SILENT);
}

TEST(taps_are_judged_by_the_fall) {
  static const story taps[] = {
    {"a tap", "1 0 +30", "contact_began tapped-30 contact_ended-30"},
    {"a dip is not a tap", "1 0 1 0 +30", "contact_began tapped-30 contact_ended-30"},
    {"short enough by the fall, though delivered later", "1 +480 0 +30", "contact_began tapped-30 contact_ended-30"},
  };
  DELIVERS(taps, 30000, 1, PRESS_TARGET_TAP);
  static const story double_taps[] = {
    {"a tap that waits is delivered 300 ms after the fall", "1 0 +300", "contact_began contact_ended-30 tapped-300"},
    {"a second one in time counts from the fall", "1 0 +280 1 0 +30",
      "contact_began contact_ended-30 contact_began double_tapped-30 contact_ended-30"},
    {"60 ms apart", "1 0 +50 1 0 +30", "contact_began contact_ended-30 contact_began double_tapped-30 contact_ended-30"},
    {"too late by the fall", "1 0 +300 1 0 +30", "contact_began contact_ended-30 tapped-300 contact_began contact_ended-30"},
  };
  DELIVERS(double_taps, 30000, 1, PRESS_TARGET_TAP | PRESS_TARGET_DOUBLE_TAP);
}

TEST(a_late_tick_delivers_the_lift_at_its_deadline) {
  make(30000, 1, 0, 0);
  play("1 0");
  uint64_t fell = s.now;
  s.now = fell + 30000; /* what on_event expects */
  assert_int_equal(press_tick(s.engine, fell + 5000000), PRESS_OK);
  assert_string_equal(s.log, "contact_began contact_ended-30");
}

TEST(a_contact_in_its_grace_gives_up_its_place_first) {
  static const story stories[] = {
    {"for another finger", "1@1 0@1 1@2", "contact_began@1 contact_ended@1-10 contact_began@2"},
    {"and begins again after it", "1@1 0@1 1@2 0@2 1@1", "contact_began@1 contact_ended@1-10 contact_began@2 contact_ended@2-10 contact_began@1"},
  };
  DELIVERS(stories, 30000, 1, 0);
  /* A contact that is down keeps its slot. */
  make(30000, 1, 0, 0);
  play("1@1");
  press_sample sample = sample_of(s.now + 1, 2, 1, 0);
  assert_int_equal(press_feed(s.engine, &sample, 1), PRESS_ERR_NOSPC);
  make(30000, 3, 0, 0);
  play("1@1 1@2 1@3 0@2 0@1 1@4");
  assert_string_equal(s.log, "contact_began@1 contact_began@2 contact_began@3 contact_ended@2-20 contact_began@4");
}

TEST(the_end_has_the_force_of_the_sample_that_fell) {
  press_event events[8];
  make(30000, 1, 0, 0);
  press_set_delegate(s.engine, NULL);
  play("1 0.2 0.1 0 +30");
  assert_int_equal(press_poll(s.engine, events, 8), 2);
  assert_int_equal(events[1].force, PRESS_Q16(0.2));
  assert_int_equal(events[1].late_us, 30000);
}

/* ---- free again ---- */

TEST(a_cancelled_contact_is_free_when_the_finger_lifts) {
  static const story stories[] = {
    {"barred while it stays", "3 lost 3 3 3 5 4", "contact_began contact_cancelled:lost"},
    {"free below release", "3 lost 3 0.2 3", "contact_began contact_cancelled:lost contact_began"},
    {"three quarters down is a lift too, after 50 ms", "4 lost 4 0.9 0.9 0.9 0.9 0.9 0.9 3", "contact_began contact_cancelled:lost contact_began"},
    {"but not before", "4 lost 4 0.9 0.9 0.9 0.9 0.9 3", "contact_began contact_cancelled:lost"},
    {"nor after a break", "4 lost 4 0.9 0.9 0.9 1.1 0.9 0.9 0.9 3", "contact_began contact_cancelled:lost"},
    {"a quarter is not below a quarter", "4 lost 4 1 1 1 1 1 1 1 3", "contact_began contact_cancelled:lost"},
    {"of the most since", "1 lost 4 0.9 0.9 0.9 0.9 0.9 0.9 3", "contact_began contact_cancelled:lost contact_began"},
    {"of the force just before it was barred", "4 lost 0.9 0.9 0.9 0.9 0.9 0.9 3", "contact_began contact_cancelled:lost contact_began"},
    {"a rise by less than touch begins nothing", "4 lost 0.9 0.9 0.9 0.9 0.9 0.9 1.2 1.25 1.29", "contact_began contact_cancelled:lost"},
    {"a rise by touch does", "4 lost 0.9 0.9 0.9 0.9 0.9 0.9 1.31", "contact_began contact_cancelled:lost contact_began"},
    {"above the least since", "4 lost 0.9 0.9 0.9 0.9 0.9 0.9 0.6 0.9 1.01", "contact_began contact_cancelled:lost contact_began"},
    {"levels count from there: ends 0.25 above", "4 lost 0.9 0.9 0.9 0.9 0.9 0.9 2 1.2 1.1 +30",
      "contact_began contact_cancelled:lost contact_began contact_ended-30"},
    {"again and again", "4 lost 0.9 0.9 0.9 0.9 0.9 0.9 2 1 +30 1 1.2 1.29 1.4 1 +30",
      "contact_began contact_cancelled:lost contact_began contact_ended-30 contact_began contact_ended-30"},
    {"until the force was below release", "4 lost 0.9 0.9 0.9 0.9 0.9 0.9 2 0.2 +30 0.45",
      "contact_began contact_cancelled:lost contact_began contact_ended-30 contact_began"},
    {"also in a dip", "4 lost 0.9 0.9 0.9 0.9 0.9 0.9 2 0.2 1 0.3 0.2 +30", "contact_began contact_cancelled:lost contact_began contact_ended-30"},
    {"lost again while something is kept", "4 lost 0.9 0.9 0.9 0.9 0.9 0.9 lost 3 3", "contact_began contact_cancelled:lost"},
    {"after a reset likewise", "4 reset 0.9 0.9 0.9 0.9 0.9 0.9 3", "contact_began contact_cancelled:reset contact_began"},
    {"a reset lets the 50 ms begin again", "4 lost 4 0.9 0.9 0.9 reset 0.9 0.9 0.9 0.9 3", "contact_began contact_cancelled:lost"},
    {"what is lost before it began begins no press when it is back", "lost 3 3", ""},
    {"but the next", "lost 3 0 3", "contact_began"},
    {"a palm is one until it lifts, however light it becomes", "4 palm 0.9 0.9 0.9 0.9 0.9 0.9 0.9 3 0 3",
      "contact_began contact_cancelled:palm contact_began"},
    {"a palm from the start", "palm 3 3", ""},
    {"and after it", "palm 3 0 3", "contact_began"},
    {"a palm from the start, however light it becomes", "palm 4 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 3 3", ""},
    {"what was lost from the start is free at a quarter", "lost 4 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 3", "contact_began"},
  };
  DELIVERS(stories, 30000, 1, 0);
}

TEST(pressure_counts_from_what_the_sensor_kept) {
  make(30000, 1, 0, 0);
  play("4 lost 0.9 0.9 0.9 0.9 0.9 0.9 2");
  press_touch touch;
  assert_int_equal(press_touch_get(s.engine, 0, 0, &touch), PRESS_OK);
  assert_int_equal(touch.force, PRESS_Q16(2));
  /* (2 - 0.9 - 0.4) of the 4.6 N between zero_force and full_force. */
  assert_in_range(touch.pressure, PRESS_Q16(0.7 / 4.6) - 2, PRESS_Q16(0.7 / 4.6) + 2);
}

TEST(a_barred_finger_gives_its_place_to_another) {
  static const story stories[] = {
    {"barred", "3@1 1@1 reset 3@2", "contact_began@1 contact_cancelled@1:reset contact_began@2"},
  };
  DELIVERS(stories, 30000, 1, 0);
}

/* ---- The force button ---- */

static void button_story(const char *name, uint32_t lift_us, uint32_t own, const char *samples, const char *delivered) {
  make(lift_us, 2, 0, 0);
  press_button_config button;
  press_button_config_init(&button);
  assert_true(button.lift_us == PRESS_BUTTON_LIFT_OF_CONTACT);
  button.lift_us = own;
  button.ratio_down = 0;
  assert_int_equal(press_button_attach(s.engine, &button), PRESS_OK);
  play(samples);
  if (strcmp(s.log, delivered)) fail_msg("%s: %s\n  delivered %s\n  not       %s", name, samples, s.log, delivered);
}

TEST(the_button_has_a_grace_of_its_own) {
  const uint32_t its = PRESS_BUTTON_LIFT_OF_CONTACT;
  button_story("a dip does not release it", 30000, its, "2 1 1 2 +50", "contact_began button_pressed");
  button_story("as late as its grace", 30000, its, "2 1 +50", "contact_began button_pressed button_released-30");
  button_story("both at once", 30000, its, "2 0 +50", "contact_began button_pressed button_released-30 contact_ended-30");
  button_story("a dip of the contact", 30000, its, "2 0 0 2 +50", "contact_began button_pressed");
  button_story("without one of its own it is released at once", 30000, 0, "2 0 +50", "contact_began button_pressed button_released contact_ended-30");
  button_story("and pressed again in the grace of its contact", 30000, 0, "2 0 2 +50", "contact_began button_pressed button_released button_pressed");
  button_story("shorter", 30000, 15000, "2 0 +50", "contact_began button_pressed button_released-15 contact_ended-30");
  button_story(
    "longer than that of its contact, which ends it", 30000, 90000, "2 0 +200", "contact_began button_pressed button_released-30 contact_ended-30");
  button_story("the contact has none", 0, 20000, "2 1 2 1 +50", "contact_began button_pressed button_released-20");
  button_story("the contact has none and lifts", 0, 20000, "2 1 0 +50", "contact_began button_pressed button_released-10 contact_ended");
  button_story(
    "another finger takes over in the dip", 30000, its, "2@1 0@1 2@2 +50", "contact_began@1 button_pressed@1 contact_began@2 contact_ended@1-30");
  button_story("cancelled in the dip", 30000, its, "2 0 lost +50", "contact_began button_pressed button_cancelled:lost contact_cancelled:lost");
}

/* ---- Time ---- */

static uint64_t times[64];
static size_t   delivered_times;

static void restart(press_engine *engine, const press_event *e, void *user) {
  (void)user;
  times[delivered_times++] = e->t_us;
  if (e->type == PRESS_EVENT_PREVIEW_BEGAN) assert_int_equal(press_engine_reset(engine), PRESS_OK);
}

TEST(time_starts_again_after_a_reset_from_a_callback) {
  make(30000, 1, PRESS_TARGET_PREVIEW, 0);
  press_delegate delegate = {.size = sizeof delegate, .on_event = restart};
  assert_int_equal(press_set_delegate(s.engine, &delegate), PRESS_OK);
  delivered_times = 0;
  press_sample samples[2] = {sample_of(5000000, 0, 3, 0), sample_of(100, 0, 0, 0)};
  assert_int_equal(press_feed(s.engine, samples, 2), 2);
  /* The ends that the reset caused were delivered at the old time. */
  assert_int_equal(delivered_times, 4);
  for (size_t i = 0; i < delivered_times; i++) assert_true(times[i] == 5000000);
  assert_int_equal(press_tick(s.engine, 200), PRESS_OK);
}

TEST(what_the_program_cancels_is_delivered_at_the_latest_time) {
  make(30000, 2, PRESS_TARGET_PREVIEW, 0);
  play("2@0 2@1 +15");
  *s.log = 0;
  /* on_event asserts that time stands at now: contact 0 was sampled 25 ms before. */
  assert_int_equal(press_preview_cancel(s.engine, 0), PRESS_OK);
  assert_string_equal(s.log, "preview_cancelled:program");
}

/* ---- who gives up its place ---- */

static void bar(uint32_t contact, uint64_t t, uint32_t flags) {
  press_sample sample = sample_of(t, contact, 3, flags);
  assert_int_equal(press_feed(s.engine, &sample, 1), 1);
}

/* Asserts which of two barred contacts lost its slot to a third: that one begins when it is pressed again. */
static void gives_up(uint32_t first_flags, uint64_t first, uint32_t second_flags, uint64_t second, uint32_t expected) {
  make(0, 2, 0, 0);
  bar(0, first, first_flags);
  bar(1, second, second_flags);
  s.now = 1200000;
  feed(2, 3, 0);
  feed(2, 0, 0);
  *s.log = 0;
  feed(expected, 3, 0);
  assert_string_equal(s.log, expected ? "contact_began@1" : "contact_began");
  *s.log = 0;
  feed(1 - expected, 3, 0);
  assert_string_equal(s.log, "");
}

TEST(the_contact_that_is_barred_longest_gives_up_its_place_and_a_palm_last) {
  gives_up(PRESS_SAMPLE_LOST, 1000000, PRESS_SAMPLE_LOST, 1100000, 0);
  gives_up(PRESS_SAMPLE_LOST, 1000000, PRESS_SAMPLE_LOST, 1000000, 0);
  gives_up(PRESS_SAMPLE_PALM, 1000000, PRESS_SAMPLE_LOST, 1100000, 1);
  gives_up(PRESS_SAMPLE_LOST, 1000000, PRESS_SAMPLE_PALM, 1000000, 0);
}

TEST(of_two_that_lift_at_once_the_first_gives_up_its_place) {
  make(30000, 2, 0, 0);
  for (int fall = 0; fall < 2; fall++)
    for (uint32_t contact = 0; contact < 2; contact++) {
      press_sample sample = sample_of(s.now, contact, fall ? 0 : 1, 0);
      assert_int_equal(press_feed(s.engine, &sample, 1), 1);
      if (contact) s.now += 10000;
    }
  *s.log = 0;
  press_sample third = sample_of(s.now, 2, 1, 0);
  assert_int_equal(press_feed(s.engine, &third, 1), 1);
  assert_string_equal(s.log, "contact_ended-10 contact_began@2");
}

TEST(what_was_lost_and_turns_out_a_palm_stays_barred_until_it_lifts) {
  static const story stories[] = {
    {"lost", "5 lost 0.5 +60 0.5 3", "contact_began contact_cancelled:lost contact_began"},
    {"a palm after that", "5 lost palm 0.5 +60 0.5 3", "contact_began contact_cancelled:lost"},
    {"until it lifts", "5 lost palm 0.5 +60 0.5 3 0 3", "contact_began contact_cancelled:lost contact_began"},
  };
  DELIVERS(stories, 0, 1, 0);
}

/* The sensor of one contact keeps a residue, so the contact stays in its grace as a lifted finger: its slot must be the one that is taken. */
TEST(of_two_contacts_in_their_grace_one_gives_up_its_place_and_the_other_goes_on) {
  BENCH(&b, c.traits = 0, c.max_contacts = 2, c.lift_us = 40000);
  assert_int_equal(bench_try(&b, 0, 1, 2, 0), 1);
  assert_int_equal(bench_try(&b, 1000, 1, 2, PRESS_SAMPLE_LOST), 1);
  for (uint64_t t = 2000; t <= 72000; t += 10000) assert_int_equal(bench_try(&b, t, 1, 0.2, 0), 1);
  assert_int_equal(bench_try(&b, 100000, 1, 1, 0), 1);
  assert_int_equal(bench_try(&b, 101000, 2, 1, 0), 1);
  assert_int_equal(bench_try(&b, 110000, 1, 0.2, 0), 1);
  assert_int_equal(bench_try(&b, 111000, 2, 0, 0), 1);
  recorder_clear(&b.log);
  assert_int_equal(bench_try(&b, 112000, 3, 1, 0), 1);
  bench_delivers(&b, "contact_ended:lifted contact_began");
  assert_int_equal(bench_try(&b, 113000, 2, 1, 0), 1);
  bench_delivers(&b, "");
  press_touch touch;
  assert_int_equal(press_touch_get(b.engine, 2, 0, &touch), PRESS_OK);
  press_engine_reset(b.engine);
}

int main(void) { return run_all(NULL, NULL); }
