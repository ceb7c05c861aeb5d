/* gestures.h: taps, double taps, holds, scrolls, and the table that decides between them. Targets lie side by side, each with
 * its own traits; the names of the tests are the sentences that they pin. */
#include "support.h"

#include <stdio.h>

enum {
  TAP = PRESS_TARGET_TAP,
  HOLD = PRESS_TARGET_HOLD,
  SCROLL = PRESS_TARGET_SCROLL,
  DOUBLE = PRESS_TARGET_TAP | PRESS_TARGET_DOUBLE_TAP,
  PREVIEW = PRESS_TARGET_PREVIEW
};

static bench b, other;

static press_gestures_config gestures_config(void) {
  press_gestures_config c;
  memset(&c, 0xee, sizeof c);
  press_gestures_config_init(&c);
  return c;
}

/* An engine with gestures; its one target covers the places that the tests touch. */
static void make(bench *it, uint32_t traits, const press_gestures_config *gestures) {
  bench_make(it, NULL);
  assert_int_equal(press_gestures_attach(it->engine, gestures), PRESS_OK);
  bench_target(it, 1, 0, 0, 0, 1000, 1000, traits);
}

/* The same with changes of the gestures `g`. */
#define MAKE(traits, ...) \
  do { \
    press_gestures_config g = gestures_config(); \
    (void)(__VA_ARGS__); \
    make(&b, traits, &g); \
  } while (0)
#define GESTURES_TEST(name, traits) TEST_BETWEEN(make(&b, traits, NULL), bench_finish(&b), name)
#define GESTURES_TEST_WITH(name, traits, ...) TEST_BETWEEN(MAKE(traits, __VA_ARGS__), bench_finish(&b), name)

/* One step of a finger. Times are relative to the step before. */
typedef struct step {
  uint32_t after_us;
  double   force, x, y; /* force -1: a tick; -2: lost; -3: a palm; -4: reset; -5: the target goes; -6: press_gestures_cancel;
                           -7: press_preview_cancel */
} step;

static void play(bench *it, const step *steps, size_t count) {
  for (size_t i = 0; i < count; i++) {
    it->now += steps[i].after_us;
    press_sample s = sample_of(it->now, 0, 0.2, 0);
    s.x = PRESS_Q16(steps[i].x);
    s.y = PRESS_Q16(steps[i].y);
    if (steps[i].force >= 0) s.force = PRESS_Q16(steps[i].force);
    switch ((int)steps[i].force) {
      case -1: assert_int_equal(press_tick(it->engine, it->now), PRESS_OK); continue;
      case -2: s.flags = PRESS_SAMPLE_LOST; break;
      case -3: s.flags = PRESS_SAMPLE_PALM; break;
      case -4: assert_int_equal(press_engine_reset(it->engine), PRESS_OK); continue;
      case -5: assert_int_equal(press_target_remove(it->engine, 1), PRESS_OK); continue;
      case -6: press_gestures_cancel(it->engine, 0); continue;
      case -7: press_preview_cancel(it->engine, 0); continue;
      default: break;
    }
    assert_int_equal(press_feed(it->engine, &s, 1), 1);
  }
}

#define PLAY(...) play(&b, (const step[]){__VA_ARGS__}, COUNT(((const step[]){__VA_ARGS__})))

typedef struct story {
  const char *name;
  uint32_t    traits;
  step        steps[8];
  const char *events;
} story;

static void delivers_with(const story *stories, size_t count, uint32_t tap_us, uint32_t preview_after_us) {
  for (const story *s = stories; s < stories + count; s++) {
    BENCH(&b, c.preview_after_us = preview_after_us);
    BENCH_ATTACH_WITH(gestures, c.tap_us = tap_us);
    bench_target(&b, 1, 0, 0, 0, 1000, 1000, s->traits);
    size_t steps = 0;
    while (steps < 8 && (s->steps[steps].force != 0 || s->steps[steps].after_us != 0)) steps++;
    play(&b, s->steps, steps);
    if (strcmp(recorder_events(&b.log), s->events)) fail_msg("%s:\n  delivered %s\n  expected %s", s->name, recorder_events(&b.log), s->events);
    bench_finish(&b);
  }
}

static void delivers(const story *stories, size_t count) { delivers_with(stories, count, 0, 0); }

/* ---- the table ---- */

TEST(a_contact_becomes_what_the_table_says) {
  static const story stories[] = {
    {"a tap", TAP, {{1, 0.2, 5, 5}, {100000, 0, 5, 5}}, "contact_began tapped contact_ended:lifted"},
    {"a tap within slop", TAP, {{1, 0.2, 5, 5}, {9, 0.2, 12, 11}, {100000, 0, 12, 11}}, "contact_began tapped contact_ended:lifted"},
    {"a tap that wandered and came back", TAP, {{1, 0.2, 5, 5}, {9, 0.2, 15, 5}, {9, 0.2, 5, 5}, {9, 0, 5, 5}},
      "contact_began tap_failed:moved contact_ended:lifted"},
    {"a long tap where nothing holds", TAP, {{1, 0.2, 5, 5}, {9000000, -1, 0, 0}, {1, 0, 5, 5}}, "contact_began tapped contact_ended:lifted"},
    {"no tap without the trait", HOLD, {{1, 0.2, 5, 5}, {100000, 0, 5, 5}}, "contact_began contact_ended:lifted"},
    {"a hold", TAP | HOLD, {{1, 0.2, 5, 5}, {500000, -1, 0, 0}, {100000, 0, 5, 5}},
      "contact_began hold_began hold_ended:lifted contact_ended:lifted"},
    {"a hold that moves on is a hold", TAP | HOLD | SCROLL, {{1, 0.2, 5, 5}, {500000, -1, 0, 0}, {9, 0.2, 99, 5}, {100000, 0, 99, 5}},
      "contact_began hold_began hold_ended:lifted contact_ended:lifted"},
    {"no hold after it moved", TAP | HOLD, {{1, 0.2, 5, 5}, {9, 0.2, 15, 5}, {900000, -1, 0, 0}, {9, 0, 15, 5}},
      "contact_began tap_failed:moved contact_ended:lifted"},
    {"a scroll", TAP | HOLD | SCROLL, {{1, 0.2, 5, 5}, {9, 0.2, 15, 5}, {9, 0.2, 25, 5}, {900000, 0.2, 26, 5}, {9, 0, 26, 5}},
      "contact_began scroll_began scroll_moved scroll_moved scroll_moved scroll_ended:lifted contact_ended:lifted"},
    {"a preview is no tap", TAP | HOLD | SCROLL | PREVIEW, {{1, 0.3, 5, 5}, {9, 0.3, 99, 5}, {900000, -1, 0, 0}, {9, 0, 5, 5}},
      "contact_began preview_began preview_updated preview_updated preview_cancelled:lifted contact_ended:lifted"},
    {"a hold does not preview", HOLD | PREVIEW, {{1, 0.2, 5, 5}, {500000, -1, 0, 0}, {9, 0.9, 5, 5}, {9, 0, 5, 5}},
      "contact_began hold_began hold_ended:lifted contact_ended:lifted"},
    {"a scroll does not preview", SCROLL | PREVIEW, {{1, 0.2, 5, 5}, {9, 0.2, 15, 5}, {9, 0.9, 15, 5}, {9, 0, 15, 5}},
      "contact_began scroll_began scroll_moved scroll_moved scroll_ended:lifted contact_ended:lifted"},
    {"what moved may still preview", TAP | HOLD | PREVIEW, {{1, 0.2, 5, 5}, {9, 0.2, 15, 5}, {9, 0.3, 15, 5}, {9, 0, 15, 5}},
      "contact_began tap_failed:moved preview_began preview_updated preview_cancelled:lifted contact_ended:lifted"},
    {"a double tap", DOUBLE, {{1, 0.2, 5, 5}, {9, 0, 5, 5}, {100000, 0.2, 5, 5}, {9, 0, 5, 5}},
      "contact_began contact_ended:lifted contact_began double_tapped contact_ended:lifted"},
    {"a tap that waited in vain", DOUBLE, {{1, 0.2, 5, 5}, {9, 0, 5, 5}, {300000, -1, 0, 0}}, "contact_began contact_ended:lifted tapped"},
    {"a second one too late", DOUBLE, {{1, 0.2, 5, 5}, {9, 0, 5, 5}, {300001, 0.2, 5, 5}, {9, 0, 5, 5}},
      "contact_began contact_ended:lifted tapped contact_began contact_ended:lifted"},
    {"a second one too far", DOUBLE, {{1, 0.2, 5, 5}, {9, 0, 5, 5}, {9, 0.2, 45, 5}, {9, 0, 45, 5}},
      "contact_began contact_ended:lifted contact_began tapped contact_ended:lifted"},
    {"a second one that holds", DOUBLE | HOLD, {{1, 0.2, 5, 5}, {9, 0, 5, 5}, {9, 0.2, 5, 5}, {500000, -1, 0, 0}, {9, 0, 5, 5}},
      "contact_began contact_ended:lifted contact_began tapped hold_began hold_ended:lifted contact_ended:lifted"},
    {"a second one that scrolls", DOUBLE | SCROLL, {{1, 0.2, 5, 5}, {9, 0, 5, 5}, {9, 0.2, 5, 5}, {9, 0.2, 25, 5}, {9, 0, 25, 5}},
      "contact_began contact_ended:lifted contact_began tapped scroll_began scroll_moved scroll_ended:lifted contact_ended:lifted"},
    {"a second one that is lost", DOUBLE, {{1, 0.2, 5, 5}, {9, 0, 5, 5}, {9, 0.2, 5, 5}, {9, -2, 0, 0}},
      "contact_began contact_ended:lifted contact_began tapped contact_cancelled:lost"},
    {"three are a double tap and a tap", DOUBLE,
      {{1, 0.2, 5, 5}, {9, 0, 5, 5}, {9, 0.2, 5, 5}, {9, 0, 5, 5}, {9, 0.2, 5, 5}, {9, 0, 5, 5}, {300000, -1, 0, 0}},
      "contact_began contact_ended:lifted contact_began double_tapped contact_ended:lifted contact_began contact_ended:lifted tapped"},
  };
  delivers(stories, COUNT(stories));
}

TEST(press_and_hold_never_both_fire) {
  static const double forces[] = {0.05, 0.2, 0.3, 0.6, 0.9};
  /* Whatever the force does at whatever time. */
  for (size_t i = 0; i < 625; i++) {
    make(&b, TAP | HOLD | PREVIEW, NULL);
    size_t rest = i;
    for (int k = 0; k < 4; k++, rest /= 5) { PLAY({170000, forces[rest % 5], 5, 5}, {1, -1, 0, 0}); }
    PLAY({170000, 0, 5, 5});
    bool previews = false, holds = false;
    for (size_t k = 0; k < b.log.count; k++) {
      if (b.log.entries[k].kind != ENTRY_EVENT) continue;
      uint32_t type = b.log.entries[k].event.type;
      if (type == PRESS_EVENT_CONTACT_BEGAN) previews = holds = false;
      previews = previews || type == PRESS_EVENT_PREVIEW_BEGAN;
      holds = holds || type == PRESS_EVENT_HOLD_BEGAN;
      assert_false(previews && holds);
      if (type == PRESS_EVENT_TAPPED) assert_false(previews || holds);
    }
    bench_finish(&b);
  }
}

TEST(a_hold_never_fires_after_the_lift) {
  static const uint32_t lifts[] = {1, 499998, 499999};
  for (size_t i = 0; i < COUNT(lifts); i++) {
    make(&b, HOLD, NULL);
    step s[] = {{1, 0.2, 5, 5}, {lifts[i], 0, 5, 5}, {9000000, -1, 0, 0}};
    play(&b, s, 3);
    assert_string_equal(recorder_events(&b.log), "contact_began contact_ended:lifted");
    bench_finish(&b);
  }
  /* A lift exactly at the time of the hold, or one microsecond later, comes after the hold. */
  for (uint32_t late = 0; late < 2; late++) {
    make(&b, HOLD, NULL);
    PLAY({1, 0.2, 5, 5}, {500000 + late, 0, 5, 5});
    assert_string_equal(recorder_events(&b.log), "contact_began hold_began hold_ended:lifted contact_ended:lifted");
    assert_true(recorder_last(&b.log, PRESS_EVENT_HOLD_BEGAN)->t_us == 500001);
    bench_finish(&b);
  }
}

/* ---- quick and hard is a tap, too ---- */

TEST(near_the_end_of_time_no_deadline_lies_before_now) {
  for (uint64_t left = 1; left < 4000; left += 7) {
    BENCH(&b, c.preview_after_us = 1000);
    assert_int_equal(bench_try(&b, UINT64_MAX - left, 0, 0.6, 0), 1);
    assert_true(press_next_deadline(b.engine) >= UINT64_MAX - left);
    assert_int_equal(press_tick(b.engine, UINT64_MAX - 1), PRESS_OK);
    assert_true(press_next_deadline(b.engine) == PRESS_NEVER);
  }
}

TEST(a_preview_that_lifts_soon_and_before_its_phase_has_ended_is_a_tap) {
  static const story quick[] = {
    {"quick", TAP | PREVIEW, {{1, 0.3, 5, 5}, {99, 0, 5, 5}},
      "contact_began preview_began preview_updated preview_cancelled:lifted tapped contact_ended:lifted"},
    {"quick, within a container that takes taps", TAP | PREVIEW | SCROLL, {{1, 0.3, 5, 5}, {50, 0.4, 9, 9}, {50, 0, 5, 5}},
      "contact_began preview_began preview_updated preview_updated preview_cancelled:lifted tapped contact_ended:lifted"},
    {"too long", TAP | PREVIEW, {{1, 0.3, 5, 5}, {101, 0, 5, 5}},
      "contact_began preview_began preview_updated preview_cancelled:lifted contact_ended:lifted"},
    {"nothing to tap", PREVIEW, {{1, 0.3, 5, 5}, {9, 0, 5, 5}},
      "contact_began preview_began preview_updated preview_cancelled:lifted contact_ended:lifted"},
    {"the program cancelled it", TAP | PREVIEW, {{1, 0.3, 5, 5}, {9, -1, 0, 0}, {9, -7, 0, 0}, {9, 0, 5, 5}},
      "contact_began preview_began preview_updated preview_cancelled:program contact_ended:lifted"},
    {"it moved, and came back", TAP | PREVIEW, {{1, 0.3, 5, 5}, {9, 0.3, 15, 5}, {9, 0.3, 5, 5}, {9, 0, 5, 5}},
      "contact_began preview_began preview_updated preview_updated preview_updated preview_cancelled:lifted contact_ended:lifted"},
    {"lost", TAP | PREVIEW, {{1, 0.3, 5, 5}, {9, -2, 0, 0}},
      "contact_began preview_began preview_updated preview_cancelled:lost contact_cancelled:lost"},
    {"a tap that may be a double tap waits", DOUBLE | PREVIEW, {{1, 0.3, 5, 5}, {9, 0, 5, 5}, {300000, -1, 0, 0}},
      "contact_began preview_began preview_updated preview_cancelled:lifted contact_ended:lifted tapped"},
    {"a quick one after a tap", DOUBLE | PREVIEW, {{1, 0.2, 5, 5}, {9, 0, 5, 5}, {9, 0.3, 5, 5}, {9, 0, 5, 5}, {300000, -1, 0, 0}},
      "contact_began contact_ended:lifted contact_began tapped preview_began preview_updated preview_cancelled:lifted "
      "contact_ended:lifted tapped"},
  };
  static const story any_time[] = {
    {"any time is as long as a hold takes", TAP | PREVIEW, {{1, 0.3, 5, 5}, {499900, 0, 5, 5}},
      "contact_began preview_began preview_updated preview_cancelled:lifted tapped contact_ended:lifted"},
    {"longer than that", TAP | PREVIEW, {{1, 0.3, 5, 5}, {500100, 0, 5, 5}},
      "contact_began preview_began preview_updated preview_cancelled:lifted contact_ended:lifted"},
  };
  static const story turned_off[] = {
    {"turned off", TAP | PREVIEW, {{1, 0.3, 5, 5}, {9, 0, 5, 5}},
      "contact_began preview_began preview_updated preview_cancelled:lifted contact_ended:lifted"},
  };
  static const story slow[] = {
    {"too early for its phase to end", TAP | PREVIEW, {{1, 0.6, 5, 5}, {2990, 0, 5, 5}},
      "contact_began preview_began preview_updated preview_cancelled:lifted tapped contact_ended:lifted"},
    {"its phase has ended", TAP | PREVIEW, {{1, 0.6, 5, 5}, {4100, 0, 5, 5}},
      "contact_began preview_began preview_updated preview_updated! commit_updated preview_cancelled:lifted contact_ended:lifted"},
  };
  delivers_with(quick, COUNT(quick), 100, 1);
  delivers_with(any_time, COUNT(any_time), 0, 1);
  delivers_with(turned_off, COUNT(turned_off), 100, 0);
  delivers_with(slow, COUNT(slow), 9000, 1000);
}

TEST(a_preview_begins_once_its_contact_is_old_enough_where_the_force_stands_then) {
  static const story stories[] = {
    {"lifts before", TAP | PREVIEW, {{1, 0.9, 5, 5}, {9, 0.9, 5, 5}, {90, 0, 5, 5}}, "contact_began tapped contact_ended:lifted"},
    {"by a tick at its time", TAP | PREVIEW, {{1, 0.3, 5, 5}, {9, 0.4, 5, 5}, {91, -1, 0, 0}}, "contact_began preview_began preview_updated"},
    {"not before", TAP | PREVIEW, {{1, 0.3, 5, 5}, {99, -1, 0, 0}}, "contact_began"},
    {"by a sample", TAP | PREVIEW, {{1, 0.3, 5, 5}, {150, 0.4, 5, 5}}, "contact_began preview_began preview_updated preview_updated"},
    {"no commit for now", TAP | PREVIEW, {{1, 0.6, 5, 5}, {100, -1, 0, 0}}, "contact_began preview_began preview_updated"},
    {"commit once its phase may end", TAP | PREVIEW, {{1, 0.6, 5, 5}, {1400, -1, 0, 0}},
      "contact_began preview_began preview_updated preview_updated! commit_updated"},
    {"by a sample before that", TAP | PREVIEW, {{1, 0.4, 5, 5}, {200, 0.9, 5, 5}, {1200, -1, 0, 0}},
      "contact_began preview_began preview_updated preview_updated preview_updated! commit_updated!"},
    {"light by then", TAP | PREVIEW, {{1, 0.9, 5, 5}, {50, 0.2, 5, 5}, {50, -1, 0, 0}, {9, 0.3, 5, 5}},
      "contact_began preview_began preview_updated"},
    {"lost before", TAP | PREVIEW, {{1, 0.9, 5, 5}, {50, -2, 0, 0}, {100, -1, 0, 0}}, "contact_began contact_cancelled:lost"},
    {"its target goes", TAP | PREVIEW, {{1, 0.9, 5, 5}, {50, -5, 0, 0}, {100, -1, 0, 0}}, "contact_began"},
  };
  delivers_with(stories, COUNT(stories), 0, 100);
}

TEST(the_time_of_a_young_preview_is_a_deadline_and_silence_still_cancels) {
  BENCH(&b, c.preview_after_us = 100000, c.lost_after_us = 250000);
  assert_int_equal(bench_try(&b, 1000000, 0, 0.3, 0), 1);
  assert_int_equal(press_next_deadline(b.engine), 1100000);
  assert_int_equal(press_preview_state(b.engine, 0), PRESS_PREVIEW_WAITING);
  assert_int_equal(press_tick(b.engine, 1100000), PRESS_OK);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PREVIEW_BEGAN)->t_us, 1100000);
  assert_int_equal(press_next_deadline(b.engine), 1250000);
  assert_int_equal(press_tick(b.engine, 1250000), PRESS_OK);
  bench_delivers(&b, "contact_began preview_began preview_updated preview_cancelled:silent contact_cancelled:silent");
}

/* A contact that falls silent before it is old enough, or just then, does not cause repeated deadlines. */
TEST(a_contact_that_falls_silent_while_its_preview_is_young_is_cancelled) {
  for (uint32_t lost = 99999; lost <= 100001; lost++) {
    BENCH(&b, c.preview_after_us = 100000, c.lost_after_us = lost);
    assert_int_equal(bench_try(&b, 1000000, 0, 0.3, 0), 1);
    assert_int_equal(press_tick(b.engine, 2000000), PRESS_OK);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_CONTACT_CANCELLED), 1);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PREVIEW_BEGAN), lost > 100000);
  }
}

TEST(a_young_preview_of_a_finger_that_may_be_lifting_waits) {
  BENCH(&b, c.preview_after_us = 100000, c.lift_us = 30000);
  assert_int_equal(bench_try(&b, 1000000, 0, 0.4, 0), 1);
  assert_int_equal(bench_try(&b, 1090000, 0, 0, 0), 1);
  assert_int_equal(press_tick(b.engine, 1110000), PRESS_OK);
  bench_delivers(&b, "contact_began");
  assert_int_equal(bench_try(&b, 1115000, 0, 0.4, 0), 1);
  bench_delivers(&b, "preview_began preview_updated");
}

TEST(a_tap_never_follows_a_preview) {
  static const story stories[] = {
    {"cancelled by the program", TAP | PREVIEW, {{1, 0.3, 5, 5}, {9, -7, 0, 0}, {9, 0.1, 5, 5}, {9, 0, 5, 5}},
      "contact_began preview_began preview_updated preview_cancelled:program contact_ended:lifted"},
    {"completed", TAP | PREVIEW, {{1, 0.9, 5, 5}, {9, 0, 5, 5}}, "contact_began preview_began preview_updated! commit_updated! contact_ended:lifted"},
  };
  delivers(stories, COUNT(stories));
  /* Refused is no preview: the others go on. */
  make(&b, TAP | HOLD | PREVIEW, NULL);
  b.log.refuses = true;
  step s[] = {{1, 0.3, 5, 5}, {9, 0, 5, 5}, {9, 0.9, 5, 5}, {500000, -1, 0, 0}};
  play(&b, s, 4);
  assert_string_equal(recorder_events(&b.log), "contact_began preview_refused tapped contact_ended:lifted "
                                               "contact_began preview_refused hold_began");
  bench_finish(&b);
}

GESTURES_TEST_WITH(a_tap_lifts_within_tap_us, TAP, g.tap_us = 200000) {
  PLAY({1, 0.2, 5, 5}, {200000, 0, 5, 5}, {9, 0.2, 5, 5}, {200001, 0, 5, 5});
  assert_string_equal(recorder_events(&b.log), "contact_began tapped contact_ended:lifted contact_began tap_failed:too_long contact_ended:lifted");
}

BENCH_TEST(events_name_the_target_with_the_trait_and_how_far_it_scrolled) {
  press_gestures_config c = gestures_config();
  c.flags = PRESS_GESTURES_SCROLL_FROM_TOUCH;
  assert_int_equal(press_gestures_attach(b.engine, &c), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 1000, 1000, SCROLL);
  bench_target(&b, 2, 1, 0, 0, 500, 500, HOLD);
  bench_target(&b, 3, 2, 0, 0, 100, 100, TAP);
  PLAY({1, 0.2, 5, 5}, {9, 0, 5, 5}, {9, 0.2, 5, 5}, {500000, -1, 0, 0}, {9, 0, 5, 5}, {9, 0.2, 5, 5}, {9, 0.2, 25, 1}, {9, 0, 25, 1});
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_TAPPED)->target, 3);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_HOLD_BEGAN)->target, 2);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_HOLD_ENDED)->target, 2);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_SCROLL_MOVED)->target, 1);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_SCROLL_MOVED)->value, PRESS_Q16(20));
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_SCROLL_MOVED)->value2, PRESS_Q16(-4));
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_CONTACT_BEGAN)->target, 3);
}

static void feed_settling(uint32_t after_us, double force, double x) {
  press_sample s = sample_of(b.now += after_us, 0, force, PRESS_SAMPLE_SETTLING);
  s.x = PRESS_Q16(x);
  s.y = PRESS_Q16(5);
  assert_int_equal(press_feed(b.engine, &s, 1), 1);
}

GESTURES_TEST(a_place_that_settles_is_no_movement, TAP | SCROLL) {
  feed_settling(1, 0.2, 5);
  feed_settling(9, 0.2, 30);
  feed_settling(9, 0.2, 60);
  PLAY({9, 0.2, 69, 5}, {9, 0, 69, 5});
  assert_string_equal(recorder_events(&b.log), "contact_began tapped contact_ended:lifted");
}

TEST(a_place_that_settles_later_keeps_the_way_that_a_finger_went_before_and_goes_after) {
  for (int more = 0; more < 2; more++) {
    make(&b, TAP | SCROLL, NULL);
    PLAY({1, 0.2, 5, 5}, {9, 0.2, 12, 5});
    feed_settling(9, 0.2, 40);
    PLAY({9, 0.2, more ? 44 : 42, 5});
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_SCROLL_BEGAN), more);
    bench_finish(&b);
  }
}

TEST(a_scroll_begins_without_a_jump_unless_it_counts_from_the_touch) {
  for (uint32_t flags = 0; flags < 2; flags++) {
    MAKE(TAP | SCROLL, g.flags = flags);
    double jump = flags ? 12 : 0;
    step   begins[] = {{1, 0.2, 5, 5}, {9, 0.2, 17, 5}};
    play(&b, begins, 2);
    assert_int_equal(recorder_last(&b.log, PRESS_EVENT_SCROLL_MOVED)->value, PRESS_Q16(jump));
    PLAY({9, 0.2, 20, 4}, {9, 0, 20, 4});
    assert_int_equal(recorder_last(&b.log, PRESS_EVENT_SCROLL_ENDED)->value, PRESS_Q16(jump + 3));
    assert_int_equal(recorder_last(&b.log, PRESS_EVENT_SCROLL_ENDED)->value2, PRESS_Q16(-1));
    bench_finish(&b);
  }
}

GESTURES_TEST_WITH(what_a_finger_scrolled_counts_from_where_its_place_had_settled, TAP | SCROLL, g.flags = PRESS_GESTURES_SCROLL_FROM_TOUCH) {
  feed_settling(1, 0.2, 5);
  feed_settling(9, 0.2, 30);
  PLAY({9, 0.2, 45, 5});
  assert_string_equal(recorder_events(&b.log), "contact_began scroll_began scroll_moved");
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_SCROLL_MOVED)->value, PRESS_Q16(15));
  /* A contact that is a scroll stays one. */
  feed_settling(9, 0.2, 50);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_SCROLL_MOVED)->value, PRESS_Q16(20));
  PLAY({9, 0, 50, 5});
}

BENCH_TEST(two_taps_at_two_places_or_targets_are_two_taps) {
  BENCH_ATTACH(gestures);
  bench_target(&b, 1, 0, 0, 0, 10, 10, DOUBLE);
  bench_target(&b, 2, 0, 10, 0, 10, 10, DOUBLE);
  PLAY({1, 0.2, 9, 5}, {9, 0, 9, 5}, {9, 0.2, 11, 5}, {9, 0, 11, 5}, {300000, -1, 0, 0});
  assert_string_equal(recorder_events(&b.log), "contact_began contact_ended:lifted contact_began tapped contact_ended:lifted tapped");
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_TAPPED)->target, 2);
}

/* The square of the largest distance has more than 64 bits. */
TEST(two_taps_at_both_ends_of_the_numbers_are_two_taps) {
  static const double ends[][2] = {{-32768, 32767.99998}, {32767.99998, -32768}};
  press_config        c = bench_config();
  c.traits = DOUBLE;
  for (size_t i = 0; i < COUNT(ends); i++) {
    for (int across = 0; across < 2; across++) {
      double from = ends[i][0], to = ends[i][1];
      bench_make(&b, &c);
      BENCH_ATTACH(gestures);
      step s[] = {{1, 0.2, 0, from}, {9, 0, 0, from}, {9, 0.2, 3, to}, {9, 0, 3, to}, {300000, -1, 0, 0}};
      for (size_t k = 0; across && k < COUNT(s) - 1; k++) s[k] = (step){s[k].after_us, s[k].force, s[k].y, s[k].x};
      play(&b, s, COUNT(s));
      assert_string_equal(recorder_events(&b.log), "contact_began contact_ended:lifted contact_began tapped contact_ended:lifted tapped");
      bench_finish(&b);
    }
  }
}

/* ---- a hold in place of force ---- */

/* conforms: peek-22 */
TEST(a_hold_stands_in_for_force) {
  press_gestures_config c = gestures_config();
  c.force_from_hold_us = 600000;
  c.force_from_hold_delay_us = 100000;
  c.frame_us = 100000;
  make(&b, TAP | PREVIEW, &c);
  step s[] = {{1, 0.2, 5, 5}, {99999, -1, 0, 0}, {900000, -1, 0, 0}, {9, 0, 5, 5}};
  play(&b, s, 2);
  assert_string_equal(recorder_events(&b.log), "contact_began");
  assert_true(press_next_deadline(b.engine) == 100001);
  play(&b, s + 2, 2);
  const char *delivered = recorder_events(&b.log);
  assert_non_null(strstr(delivered, "preview_began"));
  assert_non_null(strstr(delivered, "preview_updated!"));
  assert_non_null(strstr(delivered, "commit_updated!"));
  assert_null(strstr(delivered, "tapped"));
  bench_finish(&b);
  /* Pressure does not rise for a contact that moved away, and is never below the present force. */
  make(&b, TAP | PREVIEW, &c);
  PLAY({1, 0.2, 5, 5}, {9, 0.2, 50, 5}, {900000, -1, 0, 0}, {9, 0, 5, 5});
  assert_string_equal(recorder_events(&b.log), "contact_began tap_failed:moved contact_ended:lifted");
  bench_finish(&b);
}

/* Law 10: no loop runs on data. */
GESTURES_TEST_WITH(a_jump_of_time_costs_no_more_than_a_few_frames, PREVIEW, g.force_from_hold_us = 10000, g.frame_us = 1) {
  PLAY({1, 0.2, 5, 5}, {900000, -1, 0, 0});
  assert_true(b.log.count < 40);
}

BENCH_TEST(rising_pressure_never_turns_into_a_jump_for_a_contact_that_was_down_before) {
  press_gestures_config c = gestures_config();
  c.force_from_hold_us = 600000;
  b.now = 9000000;
  bench_feed(&b, 0.2);
  assert_int_equal(press_gestures_attach(b.engine, &c), PRESS_OK);
  BENCH_ROW("0.2", "contact_began");
}

/* A sample of contact 1 at 800 ms delivers the newest frame of contact 0 before it, with the time of that frame. */
static void rises_in_time(void) {
  size_t before = b.log.count;
  assert_int_equal(bench_try(&b, 800000, 1, 1, 0), 1);
  bool rose = false;
  for (size_t i = before; i < b.log.count; i++) {
    const press_event *event = &b.log.entries[i].event;
    if (b.log.entries[i].kind != ENTRY_EVENT) continue;
    assert_int_equal(event->late_us, 0);
    rose = rose || (event->contact == 0 && event->t_us > 700000 && event->t_us <= 800000);
  }
  assert_true(rose);
  bench_finish(&b);
}

TEST(pressure_that_was_full_rises_on_in_time_when_the_force_falls) {
  press_config config = bench_config();
  config.complete_pressure = 2 * PRESS_ONE; /* never by force */
  bench_make(&b, &config);
  BENCH_ATTACH_WITH(gestures, c.force_from_hold_us = 600000, c.force_from_hold_delay_us = 100000, c.frame_us = 50000);
  /* Two contacts at full force: no frame is due. */
  for (uint64_t t = 1000; t <= 200000; t += 1000)
    for (uint32_t contact = 0; contact < 2; contact++) assert_int_equal(bench_try(&b, t, contact, 1, 0), 1);
  assert_int_equal(bench_try(&b, 250000, 0, 0.6, 0), 1);
  rises_in_time();
}

/* The same if no frame is due yet as the force falls: before pressure rises at all, and between two frames. */
TEST(pressure_that_was_full_rises_in_time_whenever_the_force_falls) {
  static const uint64_t falls_at[] = {50000, 130000};
  for (size_t i = 0; i < COUNT(falls_at); i++) {
    press_gestures_config c = gestures_config();
    press_config          config = bench_config();
    c.force_from_hold_us = 600000;
    c.force_from_hold_delay_us = 100000;
    c.frame_us = 50000;
    config.complete_pressure = 2 * PRESS_ONE; /* never by force */
    bench_make(&b, &config);
    assert_int_equal(press_gestures_attach(b.engine, &c), PRESS_OK);
    assert_int_equal(bench_try(&b, 1000, 0, 0.3, 0), 1);
    assert_int_equal(bench_try(&b, 2000, 1, 1, 0), 1);
    assert_int_equal(bench_try(&b, falls_at[i] - 10000, 0, 1, 0), 1);
    /* Another kind of sample looks for all that is due. */
    assert_int_equal(bench_try(&b, falls_at[i] - 5000, 1, 1, PRESS_SAMPLE_SETTLING), 1);
    assert_int_equal(bench_try(&b, falls_at[i], 0, 0.3, 0), 1);
    rises_in_time();
  }
}

/* conforms: peek-22 */
GESTURES_TEST(activating_from_code_delivers_a_tap, TAP) {
  bench_target(&b, 2, 0, 0, 0, 1, 1, HOLD);
  assert_int_equal(press_target_activate(b.engine, 1), PRESS_OK);
  assert_string_equal(recorder_events(&b.log), "tapped:program");
  const press_event *e = recorder_last(&b.log, PRESS_EVENT_TAPPED);
  assert_int_equal(e->contact, PRESS_NO_CONTACT);
  assert_int_equal(e->target, 1);
  assert_int_equal(press_target_activate(b.engine, 2), PRESS_ERR_STATE);
  assert_int_equal(press_target_activate(b.engine, 3), PRESS_ERR_NOENT);
  assert_int_equal(press_target_activate(b.engine, 0), PRESS_ERR_NOENT);
  assert_int_equal(b.log.count, 1);
}

TEST(without_a_delegate_nothing_that_the_program_does_loses_an_event) {
  press_engine_stats stats = {.size = sizeof stats};
  press_event        events[64];
  make(&b, TAP, NULL);
  assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
  bench_feed_at(&b, 0, 0.2, 5, 5);
  int taken = 0;
  for (int i = 0; i < 200; i++) {
    int status = press_target_activate(b.engine, 1);
    if (status != PRESS_OK) assert_int_equal(status, PRESS_ERR_AGAIN);
    taken += status == PRESS_OK;
  }
  bench_feed_at(&b, 0, 0, 5, 5);
  stats = bench_stats(&b);
  assert_int_equal(stats.overwritten, 0);
  int count = press_poll(b.engine, events, 64);
  assert_int_equal(count, taken + 3);
  assert_every_beginning_has_one_end(events, (size_t)count);
}

/* ---- ends ---- */

TEST(whatever_ends_a_contact_ends_its_hold_and_its_scroll) {
  static const struct {
    double      how;
    const char *hold, *scroll;
  } ends[] = {
    {0, "hold_ended:lifted contact_ended:lifted", "scroll_ended:lifted contact_ended:lifted"},
    {-2, "hold_cancelled:lost contact_cancelled:lost", "scroll_cancelled:lost contact_cancelled:lost"},
    {-3, "hold_cancelled:palm contact_cancelled:palm", "scroll_cancelled:palm contact_cancelled:palm"},
    {-4, "hold_cancelled:reset contact_cancelled:reset", "scroll_cancelled:reset contact_cancelled:reset"},
    {-5, "hold_cancelled:target_removed", "scroll_cancelled:target_removed"},
    {-6, "hold_cancelled:program", "scroll_cancelled:program"},
  };
  for (size_t i = 0; i < COUNT(ends); i++) {
    char expected[256];
    make(&b, HOLD | SCROLL, NULL);
    PLAY({1, 0.2, 5, 5}, {500000, -1, 0, 0}, {9, ends[i].how, 5, 5});
    snprintf(expected, sizeof expected, "contact_began hold_began %s", ends[i].hold);
    assert_string_equal(recorder_events(&b.log), expected);
    bench_finish(&b);
    make(&b, HOLD | SCROLL, NULL);
    PLAY({1, 0.2, 5, 5}, {9, 0.2, 50, 5}, {9, ends[i].how, 50, 5});
    snprintf(expected, sizeof expected, "contact_began scroll_began scroll_moved %s", ends[i].scroll);
    assert_string_equal(recorder_events(&b.log), expected);
    bench_finish(&b);
  }
}

TEST(a_palm_never_taps_and_does_not_begin) {
  static const story stories[] = {
    {"no tap", TAP, {{1, 0.2, 5, 5}, {9, -3, 0, 0}, {9, 0, 5, 5}}, "contact_began contact_cancelled:palm"},
    {"barred until it lifts", TAP, {{1, 0.2, 5, 5}, {9, -3, 0, 0}, {9, 0.2, 5, 5}, {9, 0, 5, 5}}, "contact_began contact_cancelled:palm"},
    {"does not begin", TAP, {{1, -3, 0, 0}, {9, -3, 0, 0}}, ""},
    {"a preview", PREVIEW, {{1, 0.3, 5, 5}, {9, -3, 0, 0}},
      "contact_began preview_began preview_updated preview_cancelled:palm contact_cancelled:palm"},
  };
  delivers(stories, COUNT(stories));
}

/* A call from inside a callback, for contact 0 and target 1. */
enum deed { CANCEL_GESTURE, CANCEL_PREVIEW, RESET, REMOVE, ACTIVATE, ADD, UPDATE, DEEDS };

static void do_deed(press_engine *engine, int deed) {
  press_target t = {.size = sizeof t, .id = 9, .width = PRESS_ONE, .height = PRESS_ONE, .traits = TAP | HOLD};
  press_target same = {.size = sizeof t, .id = 1, .width = PRESS_Q16(900), .height = PRESS_Q16(900), .traits = TAP};
  int          status = 0;
  switch (deed) {
    case CANCEL_GESTURE: status = press_gestures_cancel(engine, 0); break;
    case CANCEL_PREVIEW: status = press_preview_cancel(engine, 0); break;
    case RESET: status = press_engine_reset(engine); break;
    case REMOVE: status = press_target_remove(engine, 1); break;
    case ACTIVATE: status = press_target_activate(engine, 1); break;
    case ADD: status = press_target_add(engine, &t); break;
    default: status = press_target_update(engine, &same); break;
  }
  assert_true(status == PRESS_OK || status == PRESS_ERR_NOENT || status == PRESS_ERR_STATE || status == PRESS_ERR_INVAL);
}

static void at_one_call(recorder *log, press_engine *engine, const entry *delivered) {
  (void)delivered;
  const int *plan = log->context; /* at which call, what */
  assert_int_equal(press_tick(engine, UINT64_MAX), PRESS_ERR_BUSY);
  assert_int_equal(press_feed(engine, NULL, 0), PRESS_ERR_BUSY);
  assert_int_equal(press_gestures_attach(engine, NULL), PRESS_ERR_BUSY);
  if (log->calls++ == plan[0]) do_deed(engine, plan[1]);
}

static const step all_kinds[][7] = {
  {{1, 0.2, 5, 5}, {9, 0, 5, 5}, {9, 0.2, 5, 5}, {9, 0, 5, 5}, {300000, -1, 0, 0}, {1, 0.2, 5, 5}, {9, 0, 5, 5}},
  {{1, 0.2, 5, 5}, {500000, -1, 0, 0}, {9, 0.2, 9, 9}, {9, 0, 5, 5}, {9, 0.2, 5, 5}, {500001, 0.2, 5, 5}, {9, -2, 0, 0}},
  {{1, 0.2, 5, 5}, {9, 0.2, 50, 5}, {9, 0.2, 60, 5}, {9, 0, 60, 5}, {9, 0.2, 5, 5}, {9, 0.3, 50, 5}, {9, -3, 0, 0}},
  {{1, 0.3, 5, 5}, {9, 0.6, 5, 5}, {9, 0.9, 5, 5}, {9, 0, 5, 5}, {9, 0.2, 5, 5}, {9, 0.9, 5, 5}, {9, 0, 5, 5}},
  {{1, 0.2, 5, 5}, {9, 0, 5, 5}, {9, 0.2, 5, 5}, {600000, -1, 0, 0}, {9, -4, 0, 0}, {9, 0.2, 5, 5}, {9, 0, 5, 5}},
};

TEST(every_edit_at_every_point_leaves_one_end_for_every_beginning) {
  for (size_t kind = 0; kind < COUNT(all_kinds); kind++) {
    for (int deed = 0; deed < DEEDS; deed++) {
      /* From outside, after each step. */
      for (size_t at = 0; at < 7; at++) {
        make(&b, DOUBLE | HOLD | SCROLL | PREVIEW, NULL);
        play(&b, all_kinds[kind], at + 1);
        do_deed(b.engine, deed);
        b.now = 2000000;
        play(&b, all_kinds[kind] + at + 1, 6 - at);
        bench_finish(&b);
      }
      /* From inside, at each callback. */
      int calls = 1;
      for (int at = 0; at < calls; at++) {
        int plan[2] = {at, deed};
        make(&b, DOUBLE | HOLD | SCROLL | PREVIEW, NULL);
        b.log.hook = at_one_call;
        b.log.context = plan;
        for (size_t k = 0; k < 7; k++) {
          step s = all_kinds[kind][k];
          s.after_us += (uint32_t)(k == 0);
          play(&b, &s, 1);
        }
        calls = b.log.calls;
        bench_finish(&b);
      }
    }
  }
}

static void cancel_once(recorder *log, press_engine *engine, const entry *delivered) {
  if (delivered->kind == ENTRY_EVENT && delivered->event.type == *(uint32_t *)log->context)
    assert_int_equal(press_gestures_cancel(engine, delivered->event.contact), log->calls++ ? PRESS_ERR_STATE : PRESS_OK);
}

TEST(cancelling_takes_effect_before_the_next_event) {
  uint32_t type = PRESS_EVENT_SCROLL_BEGAN;
  make(&b, SCROLL, NULL);
  b.log.hook = cancel_once;
  b.log.context = &type;
  PLAY({1, 0.2, 5, 5}, {9, 0.2, 50, 5}, {9, 0.2, 60, 5}, {9, 0, 60, 5});
  assert_string_equal(recorder_events(&b.log), "contact_began scroll_began scroll_cancelled:program contact_ended:lifted");
  bench_finish(&b);
  type = PRESS_EVENT_HOLD_BEGAN;
  make(&b, HOLD, NULL);
  b.log.hook = cancel_once;
  b.log.context = &type;
  PLAY({1, 0.2, 5, 5}, {500000, -1, 0, 0}, {900000, -1, 0, 0}, {9, 0, 5, 5});
  assert_string_equal(recorder_events(&b.log), "contact_began hold_began hold_cancelled:program contact_ended:lifted");
  bench_finish(&b);
}

/* ---- state, limits ---- */

TEST(the_state_says_what_a_contact_has_become) {
  make(&b, TAP | HOLD | SCROLL | PREVIEW, NULL);
  assert_int_equal(press_gestures_state(b.engine, 0), PRESS_ERR_NOENT);
  step s[] = {{1, 0.2, 5, 5}, {500000, -1, 0, 0}, {9, 0, 5, 5}, {9, 0.2, 5, 5}, {9, 0.2, 50, 5}, {9, -6, 0, 0}, {9, 0, 5, 5}, {9, 0.3, 5, 5}};
  static const int expected[] = {PRESS_GESTURE_OPEN, PRESS_GESTURE_HOLD, PRESS_ERR_NOENT, PRESS_GESTURE_OPEN, PRESS_GESTURE_SCROLL,
    PRESS_GESTURE_OVER, PRESS_ERR_NOENT, PRESS_GESTURE_PREVIEW};
  for (size_t i = 0; i < COUNT(s); i++) {
    play(&b, s + i, 1);
    assert_int_equal(press_gestures_state(b.engine, 0), expected[i]);
  }
  assert_int_equal(press_gestures_cancel(b.engine, 0), PRESS_ERR_STATE);
  assert_int_equal(press_gestures_cancel(b.engine, 7), PRESS_ERR_NOENT);
  bench_finish(&b);
  make(&b, TAP, NULL);
  PLAY({1, 0.2, 5, 5}, {9, 0.2, 50, 5});
  assert_int_equal(press_gestures_state(b.engine, 0), PRESS_GESTURE_MOVED);
  assert_int_equal(press_gestures_cancel(b.engine, 0), PRESS_ERR_STATE);
  bench_finish(&b);
}

BENCH_TEST(without_gestures_there_is_no_state_of_them) {
  press_config bad = bench_config();
  bad.max_contacts = 0;
  assert_int_equal(press_gestures_size(&bad, NULL), 0);
  assert_int_equal(press_gestures_state(b.engine, 0), PRESS_ERR_STATE);
  assert_int_equal(press_gestures_cancel(b.engine, 0), PRESS_ERR_STATE);
}

TEST(a_copy_of_the_bytes_is_a_copy_of_the_engine) {
  for (size_t kind = 0; kind < COUNT(all_kinds); kind++) {
    for (size_t at = 0; at < 7; at++) {
      make(&b, DOUBLE | HOLD | SCROLL | PREVIEW, NULL);
      bench_make(&other, NULL);
      play(&b, all_kinds[kind], at);
      bench_copy(&other, &b);
      play(&b, all_kinds[kind] + at, 7 - at);
      play(&other, all_kinds[kind] + at, 7 - at);
      assert_same_events(&b.log, &other.log);
    }
  }
}

GESTURES_TEST(a_second_tap_whose_preview_the_program_refuses_makes_a_double_tap, DOUBLE | PREVIEW) {
  b.log.refuses = true;
  PLAY({1, 0.2, 5, 5}, {9, 0, 5, 5}, {9, 0.3, 5, 5}, {9, 0, 5, 5}, {300000, -1, 0, 0});
  assert_string_equal(recorder_events(&b.log), "contact_began contact_ended:lifted contact_began preview_refused double_tapped contact_ended:lifted");
}

GESTURES_TEST(one_tap_makes_one_double_tap_of_two_fingers, DOUBLE | PREVIEW) {
  static const struct {
    uint32_t t_us, contact;
    double   force;
  } samples[] = {
    {1000, 0, 0.2}, {2000, 0, 0},                   /* the tap that waits */
    {100000, 0, 0.2}, {101000, 1, 0.2},             /* both come second */
    {110000, 1, 0}, {120000, 0, 0}, {420000, 0, 0}, /* the first that lifts has it */
  };
  for (size_t i = 0; i < COUNT(samples); i++) {
    press_sample s = sample_of(samples[i].t_us, samples[i].contact, samples[i].force, 0);
    assert_int_equal(press_feed(b.engine, &s, 1), 1);
  }
  assert_string_equal(recorder_events(&b.log), "contact_began contact_ended:lifted contact_began contact_began double_tapped contact_ended:lifted "
                                               "contact_ended:lifted tapped");
}

/* ---- taps that fail, holds that repeat ---- */

/* `change`: a change of the gestures `g`. */
#define DELIVERS(change, traits, expected, ...) \
  do { \
    MAKE(traits, change); \
    PLAY(__VA_ARGS__); \
    assert_string_equal(recorder_events(&b.log), expected); \
    bench_finish(&b); \
  } while (0)

TEST(an_open_contact_that_can_no_longer_be_a_tap_says_so_once) {
  DELIVERS((void)0, TAP, "contact_began tap_failed:moved contact_ended:lifted", {1, 0.2, 5, 5}, {9, 0.2, 15, 5}, {9, 0.2, 30, 5}, {9, 0, 30, 5});
  DELIVERS(g.tap_us = 100000, TAP, "contact_began tap_failed:too_long contact_ended:lifted", {1, 0.2, 5, 5}, {500000, -1, 0, 0}, {9, 0.2, 5, 5},
    {9, 0, 5, 5});
  DELIVERS(g.slop = PRESS_Q16(100), TAP, "contact_began tap_failed:left_target contact_ended:lifted", {1, 0.2, 990, 5}, {9, 0.2, 999, 5},
    {9, 0.2, 1000, 5}, {9, 0.2, 999, 5}, {9, 0, 999, 5});
  /* At its deadline, and no earlier. */
  DELIVERS(g.tap_us = 100000, TAP, "contact_began tapped contact_ended:lifted", {1, 0.2, 5, 5}, {100000, -1, 0, 0}, {0, 0, 5, 5});
  press_gestures_config c = gestures_config();
  c.tap_us = 100000;
  make(&b, TAP, &c);
  PLAY({1, 0.2, 5, 5});
  assert_int_equal(press_next_deadline(b.engine), 100002);
  /* The contact may still become a hold; a contact that becomes something else reports no failed tap. */
  DELIVERS(g.tap_us = 100000, TAP | HOLD, "contact_began tap_failed:too_long hold_began hold_ended:lifted contact_ended:lifted", {1, 0.2, 5, 5},
    {900000, -1, 0, 0}, {9, 0, 5, 5});
  DELIVERS((void)0, TAP | SCROLL, "contact_began scroll_began scroll_moved scroll_ended:lifted contact_ended:lifted", {1, 0.2, 5, 5}, {9, 0.2, 15, 5},
    {9, 0, 15, 5});
  DELIVERS((void)0, HOLD, "contact_began contact_ended:lifted", {1, 0.2, 5, 5}, {9, 0.2, 15, 5}, {9, 0, 15, 5});
  /* The tap that waited for it comes first. */
  DELIVERS((void)0, DOUBLE, "contact_began contact_ended:lifted contact_began tapped tap_failed:moved contact_ended:lifted", {1, 0.2, 5, 5},
    {9, 0, 5, 5}, {9, 0.2, 5, 5}, {9, 0.2, 15, 5}, {9, 0, 15, 5});
}

TEST(a_tap_that_lasts_too_long_waits_for_room_in_the_queue) {
  press_gestures_config g = gestures_config();
  press_event           events[64];
  g.tap_us = 100000;
  BENCH(&b, c.max_contacts = 1, c.max_events = 16);
  assert_int_equal(press_gestures_attach(b.engine, &g), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 100, 100, TAP);
  assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
  int taken = 0;
  while (press_next_deadline(b.engine) == PRESS_NEVER && taken++ < 10) {
    bench_feed(&b, 0);
    press_sample s = sample_of(b.now += 10000, 0, 0.2, 0);
    if (press_feed(b.engine, &s, 1) != 1) break;
    if (press_target_activate(b.engine, 1) == PRESS_ERR_AGAIN) break;
  }
  while (press_target_activate(b.engine, 1) == PRESS_OK) {}
  assert_true(press_next_deadline(b.engine) == PRESS_NEVER);
  assert_int_equal(press_tick(b.engine, b.now += 500000), PRESS_OK);
  while (press_poll(b.engine, events, 64) > 0) {}
  assert_true(press_next_deadline(b.engine) < b.now);
  assert_int_equal(press_tick(b.engine, b.now), PRESS_OK);
  assert_int_equal(press_poll(b.engine, events, 64), 1);
  assert_int_equal(events[0].type, PRESS_EVENT_TAP_FAILED);
  assert_true(events[0].late_us > 300000);
}

GESTURES_TEST_WITH(a_hold_repeats_and_a_jump_of_time_delivers_the_newest, HOLD, g.hold_repeat_us = 100000) {
  PLAY({1, 0.2, 5, 5}, {600000, -1, 0, 0}, {100000, -1, 0, 0});
  assert_string_equal(recorder_events(&b.log), "contact_began hold_began hold_repeated hold_repeated");
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_HOLD_REPEATED)->value, 2);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_HOLD_REPEATED)->t_us, 700001);
  PLAY({1000050000, -1, 0, 0});
  assert_string_equal(recorder_events(&b.log), "contact_began hold_began hold_repeated hold_repeated hold_repeated");
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_HOLD_REPEATED)->value, 10002);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_HOLD_REPEATED)->t_us, 1000700001);
  PLAY({1, 0, 5, 5}, {9000000, -1, 0, 0});
  assert_string_equal(
    recorder_events(&b.log), "contact_began hold_began hold_repeated hold_repeated hold_repeated hold_ended:lifted contact_ended:lifted");
}

TEST(tap_hold_and_scroll_each_have_a_slop) {
#define SLOPS g.slop = PRESS_Q16(5), g.hold_slop = PRESS_Q16(10), g.scroll_slop = PRESS_Q16(20)
  DELIVERS(SLOPS, TAP | HOLD | SCROLL, "contact_began tap_failed:moved hold_began hold_ended:lifted contact_ended:lifted", {1, 0.2, 5, 5},
    {9, 0.2, 14, 5}, {900000, -1, 0, 0}, {9, 0, 14, 5});
  DELIVERS(SLOPS, TAP | HOLD | SCROLL, "contact_began tap_failed:moved scroll_began scroll_moved scroll_ended:lifted contact_ended:lifted",
    {1, 0.2, 5, 5}, {9, 0.2, 15, 5}, {900000, -1, 0, 0}, {9, 0.2, 25, 5}, {9, 0, 25, 5});
  DELIVERS(SLOPS, TAP | HOLD | SCROLL, "contact_began tap_failed:moved contact_ended:lifted", {1, 0.2, 5, 5}, {9, 0.2, 24, 5}, {900000, -1, 0, 0},
    {9, 0, 5, 5});
  DELIVERS((g.slop = PRESS_Q16(20), g.hold_slop = PRESS_Q16(5)), TAP | HOLD, "contact_began tapped contact_ended:lifted", {1, 0.2, 5, 5},
    {9, 0.2, 15, 5}, {900000, -1, 0, 0}, {9, 0, 15, 5});
#undef SLOPS
}

TEST(what_the_program_releases_is_cancelled_and_becomes_nothing_more) {
  static const struct {
    const char *name;
    uint32_t    traits;
    step        steps[4];
    const char *events;
  } stories[] = {
    {"an open contact", DOUBLE | HOLD | SCROLL | PREVIEW, {{1, 0.2, 5, 5}}, "contact_began"},
    {"one that moved", TAP | PREVIEW, {{1, 0.2, 5, 5}, {9, 0.2, 50, 5}}, "contact_began tap_failed:moved"},
    {"a hold", HOLD | PREVIEW, {{1, 0.2, 5, 5}, {500000, -1, 0, 0}}, "contact_began hold_began hold_cancelled:program"},
    {"a scroll", SCROLL | PREVIEW, {{1, 0.2, 5, 5}, {9, 0.2, 50, 5}}, "contact_began scroll_began scroll_moved scroll_cancelled:program"},
    {"a preview", PREVIEW, {{1, 0.3, 5, 5}}, "contact_began preview_began preview_updated preview_cancelled:program"},
    {"a drag", PRESS_TARGET_DRAG_SOURCE | PREVIEW, {{1, 0.2, 5, 5}, {9, 0.2, 50, 5}},
      "contact_began drag_began drag_items_changed drag_cancelled:program"},
  };
  for (size_t i = 0; i < COUNT(stories); i++) {
    make(&b, stories[i].traits, NULL);
    BENCH_ATTACH(drag);
    size_t count = 0;
    while (count < 4 && stories[i].steps[count].after_us) count++;
    play(&b, stories[i].steps, count);
    assert_int_equal(press_contact_release(b.engine, 0), PRESS_OK);
    if (strcmp(recorder_events(&b.log), stories[i].events)) fail_msg("%s: %s", stories[i].name, recorder_events(&b.log));
    assert_int_equal(press_gestures_state(b.engine, 0), PRESS_GESTURE_OVER);
    assert_int_equal(press_contact_release(b.engine, 0), PRESS_ERR_STATE);
    recorder_clear(&b.log);
    PLAY({900000, -1, 0, 0}, {9, 0.9, 50, 5}, {9, 0.9, 90, 5}, {9, 0, 90, 5});
    assert_string_equal(recorder_events(&b.log), "contact_ended:lifted");
    recorder_clear(&b.log);
    assert_int_equal(press_contact_release(b.engine, 0), PRESS_ERR_NOENT);
    b.log.count = 0;
    assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  }
}

TEST(a_released_contact_drives_no_transition_and_operates_no_actions) {
  static const press_action actions[] = {{.id = 1}};
  static const press_peek   peek = {
      .size = sizeof peek, .id = 7, .actions = actions, .action_count = 1, .actions_width = PRESS_Q16(1000), .action_height = PRESS_Q16(1000)};
  bench_make(&b, NULL);
  BENCH_ATTACH(transition);
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_PRESSURE, 0, 0, 0), PRESS_OK);
  bench_feed(&b, 0.2);
  assert_int_equal(press_contact_release(b.engine, 0), PRESS_OK);
  recorder_clear(&b.log);
  bench_feed(&b, 0.9);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_STARTED), 0);
  assert_int_equal(press_tick(b.engine, b.now + 2000000), PRESS_OK);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_CANCELLED), 1);
  b.log.count = 0;
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  bench_make(&b, NULL);
  BENCH_ATTACH(peek);
  bench_target(&b, 1, 0, 0, 0, 1000, 1000, PRESS_TARGET_PEEK);
  b.log.peek = &peek;
  assert_int_equal(press_peek_open(b.engine, 1), PRESS_OK);
  bench_feed(&b, 0.2);
  recorder_clear(&b.log);
  assert_int_equal(press_contact_release(b.engine, 0), PRESS_OK);
  BENCH_ROW("0", "action_highlighted=0 contact_ended:lifted");
  b.log.count = 0;
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

/* ---- taps that wait ---- */

TEST(a_tap_that_waited_is_delivered_before_what_the_second_touch_becomes) {
  static const step first[] = {{1, 0.2, 5, 5}, {9, 0, 5, 5}};
  static const struct {
    uint32_t    traits;
    step        steps[3];
    const char *events;
  } stories[] = {
    {PREVIEW, {{9, 0.2, 5, 5}, {9, 0.3, 5, 5}}, "contact_began tapped preview_began preview_updated"},
    {PREVIEW, {{9, 0.3, 5, 5}}, "contact_began tapped preview_began preview_updated"},
    {HOLD, {{9, 0.2, 5, 5}, {900000, -1, 0, 0}}, "contact_began tapped hold_began"},
    {SCROLL, {{9, 0.2, 5, 5}, {9, 0.2, 20, 5}}, "contact_began tapped scroll_began scroll_moved"},
    {PRESS_TARGET_DRAG_SOURCE, {{9, 0.2, 5, 5}, {9, 0.2, 9, 5}}, "contact_began tapped drag_began drag_items_changed"},
  };
  for (size_t i = 0; i < COUNT(stories); i++) {
    make(&b, DOUBLE | stories[i].traits, NULL);
    BENCH_ATTACH(drag);
    play(&b, first, 2);
    recorder_clear(&b.log);
    size_t count = 0;
    while (count < 3 && stories[i].steps[count].after_us) count++;
    play(&b, stories[i].steps, count);
    assert_string_equal(recorder_events(&b.log), stories[i].events);
    press_engine_reset(b.engine);
  }
}

static const press_peek shown = {.size = sizeof shown, .id = 7};

AT_FIRST(open_peek, PRESS_EVENT_CONTACT_ENDED, press_peek_open(engine, 1))

TEST(also_where_the_second_touch_operates_a_peek) {
  make(&b, DOUBLE | PRESS_TARGET_PEEK, NULL);
  BENCH_ATTACH(peek);
  b.log.peek = &shown;
  b.log.hook = open_peek;
  PLAY({1, 0.2, 5, 5}, {9, 0, 5, 5}, {9, 0.2, 5, 5}, {9, 0, 5, 5});
  assert_string_equal(recorder_events(&b.log),
    "contact_began contact_ended:lifted peek_shown contact_began tapped peek_touched peek_dismissed:lifted contact_ended:lifted");
  press_engine_reset(b.engine);
}

AT_FIRST(cancel_preview, PRESS_EVENT_TAPPED, press_engine_reset(engine))

GESTURES_TEST(what_that_tap_ends_does_not_begin, DOUBLE | PREVIEW) {
  b.log.hook = cancel_preview;
  PLAY({1, 0.2, 5, 5}, {9, 0, 5, 5}, {9, 0.3, 5, 5});
  assert_string_equal(recorder_events(&b.log), "contact_began contact_ended:lifted contact_began tapped contact_cancelled:reset");
}

AT_FIRST(dismiss_peek, PRESS_EVENT_TAPPED, press_peek_dismiss(engine))

TEST(once_that_tap_is_delivered_the_second_is_one_too) {
  make(&b, DOUBLE | PRESS_TARGET_PEEK, NULL);
  BENCH_ATTACH(peek);
  b.log.peek = &shown;
  b.log.hook = dismiss_peek;
  PLAY({1, 0.2, 5, 5}, {9, 0, 5, 5}, {9, 0.3, 5, 5}, {9, 0, 5, 5}, {300000, -1, 0, 0});
  assert_string_equal(recorder_events(&b.log), "contact_began contact_ended:lifted contact_began tapped contact_ended:lifted tapped");
  b.log.hook = NULL;
  press_engine_reset(b.engine);
}

/* ---- other properties ---- */

static void activate_again(recorder *log, press_engine *engine, const entry *delivered) {
  if (delivered->kind != ENTRY_EVENT || delivered->event.type != PRESS_EVENT_TAPPED) return;
  log->calls++;
  int status = press_target_activate(engine, 1);
  assert_true(status == PRESS_OK || status == PRESS_ERR_NOSPC);
}

GESTURES_TEST(a_callback_that_activates_what_calls_it_comes_to_an_end, TAP) {
  b.log.hook = activate_again;
  for (int round = 1; round <= 3; round++) {
    assert_int_equal(press_target_activate(b.engine, 1), PRESS_OK);
    assert_int_equal(b.log.calls, 9 * round);
  }
  b.log.calls = 0;
  PLAY({1, 0.2, 5, 5}, {9, 0, 5, 5});
  assert_int_equal(b.log.calls, 9);
}

TEST(a_device_that_feels_force_is_not_raised_by_holding) {
  for (uint32_t flags = 0; flags <= PRESS_SAMPLE_HAS_FORCE; flags += PRESS_SAMPLE_HAS_FORCE) {
    MAKE(PREVIEW, g.force_from_hold_us = 400000);
    bench_feed_flags(&b, 0, 0.2, flags);
    assert_int_equal(press_tick(b.engine, b.now + 1000000), PRESS_OK);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PREVIEW_BEGAN), flags == 0);
    bench_finish(&b);
  }
}

BENCH_TEST(without_gestures_their_traits_do_nothing) {
  bench_target(&b, 1, 0, 0, 0, 1000, 1000, DOUBLE | HOLD | SCROLL);
  PLAY({1, 0.2, 5, 5}, {500000, -1, 0, 0}, {9, 0.2, 50, 5}, {9, 0, 50, 5});
  assert_string_equal(recorder_events(&b.log), "contact_began contact_ended:lifted");
  assert_int_equal(press_target_activate(b.engine, 1), PRESS_ERR_STATE);
}

TEST(a_tap_that_waits_is_delivered_when_its_second_touch_is_released) {
  make(&b, DOUBLE, NULL);
  BENCH_PLAY("0.2@50,50 0 0.2");
  recorder_clear(&b.log);
  assert_int_equal(press_contact_release(b.engine, 0), PRESS_OK);
  assert_string_equal(recorder_events(&b.log), "tapped");
  press_engine_reset(b.engine);
}

TEST(a_tap_that_waited_comes_first_after_new_settings_of_the_engine_too) {
  for (int sets = 0; sets < 2; sets++) {
    make(&b, DOUBLE | SCROLL | HOLD, NULL);
    if (sets) assert_int_equal(press_engine_set(b.engine, &b.config), PRESS_OK);
    BENCH_PLAY("0.2@50,50 0");
    recorder_clear(&b.log);
    BENCH_ROW("0.2@50,50 0.2@50,150", "contact_began tapped scroll_began scroll_moved");
    press_engine_reset(b.engine);
  }
}

GESTURES_TEST_WITH(a_hold_stands_in_for_no_force_once_the_preview_was_refused, PREVIEW, g.force_from_hold_us = 600000) {
  b.log.refuses = true;
  PLAY({1, 0.3, 5, 5});
  assert_string_equal(recorder_events(&b.log), "contact_began preview_refused");
  assert_true(press_next_deadline(b.engine) == PRESS_NEVER);
}

static void activate_two_and_remove_one(recorder *log, press_engine *engine, const entry *delivered) {
  if (delivered->kind != ENTRY_EVENT || delivered->event.type != PRESS_EVENT_TAPPED || log->calls++) return;
  assert_int_equal(press_target_activate(engine, 1), PRESS_OK);
  assert_int_equal(press_target_activate(engine, 2), PRESS_OK);
  assert_int_equal(press_target_remove(engine, 2), PRESS_OK);
}

GESTURES_TEST(a_target_that_goes_away_takes_no_other_activation_with_it, TAP) {
  bench_target(&b, 2, 0, 0, 0, 1, 1, TAP);
  b.log.hook = activate_two_and_remove_one;
  assert_int_equal(press_target_activate(b.engine, 2), PRESS_OK);
  assert_string_equal(recorder_events(&b.log), "tapped:program tapped:program");
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_TAPPED)->target, 1);
}

GESTURES_TEST(a_tap_that_waits_goes_away_with_its_target, DOUBLE) {
  BENCH_PLAY("0.2@50,50 0");
  assert_true(press_next_deadline(b.engine) != PRESS_NEVER);
  assert_int_equal(press_target_remove(b.engine, 1), PRESS_OK);
  assert_true(press_next_deadline(b.engine) == PRESS_NEVER);
  BENCH_ROW("+1000", "contact_began contact_ended:lifted");
}

TEST(what_does_not_hold_still_stands_in_for_no_force_though_it_may_still_tap) {
  press_gestures_config c = gestures_config();
  c.force_from_hold_us = 400000;
  c.hold_slop = PRESS_Q16(5);
  c.slop = PRESS_Q16(20);
  for (int moves = 0; moves < 2; moves++) {
    make(&b, PREVIEW | TAP, &c);
    bench_feed_at(&b, 0, 0.2, 50, 50);
    bench_feed_at(&b, 0, 0.2, moves ? 58 : 54, 50);
    assert_int_equal(press_tick(b.engine, b.now += 1000000), PRESS_OK);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PREVIEW_BEGAN), !moves);
    bench_finish(&b);
  }
}

AT_EACH(remove_as_it_is_struck, PRESS_EVENT_STRUCK, press_target_remove(engine, 1))

GESTURES_TEST(what_goes_away_before_its_tap_is_delivered_is_not_tapped, TAP) {
  BENCH_ATTACH(strike);
  b.log.hook = remove_as_it_is_struck;
  PLAY({1000, 0, 5, 5}, {1000, 0.2, 5, 5}, {1000, 0, 5, 5});
  assert_string_equal(recorder_events(&b.log), "contact_began struck let_go contact_ended:lifted");
}

TEST(code_activates_targets_also_where_nothing_is_kept_and_nobody_is_called) {
  BENCH(&b, c.max_events = 0);
  BENCH_ATTACH(gestures);
  bench_target(&b, 1, 0, 0, 0, 10, 10, TAP);
  assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
  assert_int_equal(press_target_activate(b.engine, 1), PRESS_OK);
}

TEST(what_a_target_loses_ends_there_and_nowhere_else) {
  static const struct {
    uint32_t    trait;
    step        steps[3];
    size_t      count;
    const char *then, *lost, *kept;
  } ways[] = {
    {TAP, {{1, 0.2, 5, 5}}, 1, "contact_began", "contact_ended:lifted", "tapped contact_ended:lifted"},
    {HOLD, {{1, 0.2, 5, 5}, {500000, -1, 0, 0}}, 2, "contact_began hold_began", "hold_cancelled:target_removed contact_ended:lifted",
      "hold_ended:lifted contact_ended:lifted"},
    {SCROLL, {{1, 0.2, 5, 5}, {9, 0.2, 50, 5}}, 2, "contact_began scroll_began scroll_moved", "scroll_cancelled:target_removed contact_ended:lifted",
      "scroll_ended:lifted contact_ended:lifted"},
  };
  for (size_t i = 0; i < COUNT(ways); i++)
    for (uint32_t loser = 1; loser <= 2; loser++) {
      make(&b, ways[i].trait, NULL);
      bench_target(&b, 2, 0, 2000, 0, 10, 10, TAP | HOLD | SCROLL);
      play(&b, ways[i].steps, ways[i].count);
      assert_string_equal(recorder_events(&b.log), ways[i].then);
      recorder_clear(&b.log);
      bench_change(&b, loser, 0);
      PLAY({9, 0, i == 2 ? 50 : 5, 5});
      assert_string_equal(recorder_events(&b.log), loser == 1 ? ways[i].lost : ways[i].kept);
      press_engine_reset(b.engine);
    }
}

AT_QUESTION(reset_when_asked, ENTRY_WILL_SHOW, press_engine_reset(engine))

TEST(no_hold_begins_of_what_a_callback_ended_as_it_was_due) {
  make(&b, HOLD | PRESS_TARGET_PEEK, NULL);
  BENCH_ATTACH_WITH(peek, c.flags = PRESS_PEEK_FLAG_FROM_HOLD);
  PLAY({1, 0.2, 5, 5});
  b.log.hook = reset_when_asked;
  assert_int_equal(press_tick(b.engine, b.now + 500000), PRESS_OK);
  assert_int_equal(b.log.calls, 1);
  assert_string_equal(recorder_events(&b.log), "contact_began contact_cancelled:reset");
  b.log.hook = NULL;
  press_engine_reset(b.engine);
}

TEST(samples_bring_no_frame_of_rising_pressure_forward) {
  MAKE(TAP, g.force_from_hold_us = 400000, g.force_from_hold_delay_us = 100000, g.frame_us = 50000);
  const step press[] = {{1000, 0.2, 5, 5}, {120000, 0.2, 5, 5}};
  bench_change(&b, 1, TAP | PREVIEW);
  play(&b, press, 2);
  assert_int_equal(press_next_deadline(b.engine), 1000 + 100000 + 50000);
  PLAY({10000, 0.2, 5, 5}, {10000, 0.2, 6, 5});
  assert_int_equal(press_next_deadline(b.engine), 1000 + 100000 + 50000);
  press_engine_reset(b.engine);
}

GESTURES_TEST(a_tap_that_waits_is_delivered_by_samples_of_which_nothing_touches, DOUBLE) {
  PLAY({1000, 0.2, 5, 5}, {10000, 0, 5, 5});
  const step rest = {10000, 0, 5, 5};
  for (int i = 0; i < 29; i++) play(&b, &rest, 1);
  assert_string_equal(recorder_events(&b.log), "contact_began contact_ended:lifted");
  play(&b, &rest, 1);
  assert_string_equal(recorder_events(&b.log), "contact_began contact_ended:lifted tapped");
}

BENCH_TEST_WITH(pressure_that_is_full_by_holding_is_not_due_any_more, c.complete_pressure = 2 * PRESS_ONE) {
  press_gestures_config c = gestures_config();
  c.force_from_hold_us = 100000;
  c.force_from_hold_delay_us = 10000;
  assert_int_equal(press_gestures_attach(b.engine, &c), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 1000, 1000, PREVIEW);
  PLAY({1000, 0.2, 5, 5});
  assert_int_equal(press_tick(b.engine, b.now += 500000), PRESS_OK);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_COMMIT_UPDATED)->pressure, PRESS_ONE);
  assert_true(press_next_deadline(b.engine) == PRESS_NEVER);
}

BENCH_TEST(what_is_lifted_to_be_dragged_does_not_rise) {
  press_gestures_config c = gestures_config();
  c.force_from_hold_us = 100000;
  c.force_from_hold_delay_us = 300000;
  assert_int_equal(press_gestures_attach(b.engine, &c), PRESS_OK);
  BENCH_ATTACH_WITH(drag, c.flags = PRESS_DRAG_FLAG_AFTER_HOLD, c.hold_us = 100000);
  bench_target(&b, 1, 0, 0, 0, 1000, 1000, PREVIEW | PRESS_TARGET_DRAG_SOURCE);
  PLAY({1000, 0.2, 5, 5});
  BENCH_ROW("+200", "contact_began drag_lifted");
  assert_true(press_next_deadline(b.engine) == PRESS_NEVER);
}

TEST(scrolls_that_nobody_polls_are_merged) {
  BENCH(&b, c.max_contacts = 1, c.max_events = 24);
  BENCH_ATTACH(gestures);
  bench_target(&b, 1, 0, 0, 0, 1000, 1000, SCROLL);
  assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
  for (int i = 0; i < 100; i++) bench_feed_at(&b, 0, 0.2, 5 + i, 5);
  press_event event, newest = {0};
  while (press_poll(b.engine, &event, 1) == 1)
    if (event.type == PRESS_EVENT_SCROLL_MOVED) newest = event;
  /* The scroll began at 10 points. */
  assert_int_equal(newest.value, PRESS_Q16(89));
}

GESTURES_TEST(a_hold_lives_on_though_another_target_of_its_name_was_removed_before, 0) {
  for (uint32_t id = 2; id <= 4; id++) bench_target(&b, id, 0, 2000, 0, 10, 10, HOLD);
  BENCH_PLAY("-4 -3");
  bench_target(&b, 4, 0, 0, 0, 100, 100, HOLD);
  PLAY({1, 0.2, 5, 5}, {500000, -1, 0, 0});
  BENCH_ROW("-2", "contact_began hold_began");
}

GESTURES_TEST(a_second_touch_beside_which_another_finger_comes_is_a_tap_of_its_own, DOUBLE) {
  bench_target(&b, 2, 0, 2000, 0, 10, 10, 0);
  BENCH_ROW("c0 0.2@5,5 0 0.2 c1 0.2@2005,5", "contact_began contact_ended:lifted contact_began contact_began tapped");
  BENCH_PLAY("c0 0@5,5 +400");
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_DOUBLE_TAPPED), 0);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TAPPED), 2);
}

static void touch_is_of_now(recorder *log, press_engine *engine, const entry *delivered) {
  press_touch touch;
  if (delivered->kind != ENTRY_EVENT || delivered->event.type != PRESS_EVENT_HOLD_REPEATED) return;
  assert_int_equal(press_touch_get(engine, 0, 0, &touch), PRESS_OK);
  assert_int_equal(touch.t_us, delivered->event.t_us);
  log->calls++;
}

GESTURES_TEST_WITH(a_hold_that_repeats_has_the_touch_of_that_time, HOLD, g.hold_repeat_us = 100000) {
  PLAY({1000, 0.2, 5, 5});
  b.log.hook = touch_is_of_now;
  for (int i = 0; i < 10; i++) assert_int_equal(press_tick(b.engine, b.now += 100000), PRESS_OK);
  assert_true(b.log.calls >= 4);
}

TEST(how_far_a_finger_moved_is_measured_across) {
  /* 6 and 8 are 10: that far is moved, and a little less is not. */
  for (int less = 0; less < 2; less++) {
    make(&b, TAP, NULL);
    bench_feed_at(&b, 0, 0.2, 5, 5);
    press_sample s = sample_of(b.now += 10000, 0, 0.2, 0);
    s.x = PRESS_Q16(11) - less;
    s.y = PRESS_Q16(13);
    assert_int_equal(press_feed(b.engine, &s, 1), 1);
    bench_feed_at(&b, 0, 0, 11, 13);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TAPPED), less);
    bench_finish(&b);
  }
}

BENCH_TEST_WITH(a_repeat_that_waited_for_its_finger_says_how_long, c.lift_us = 40000) {
  press_gestures_config c = gestures_config();
  c.hold_us = 105000;
  c.hold_repeat_us = 100000;
  assert_int_equal(press_gestures_attach(b.engine, &c), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 100, 100, HOLD);
  for (int i = 0; i < 20; i++) bench_feed_at(&b, 0, 0.2, 5, 5);
  /* Due after 215 ms: it falls at 210 and is back at 230. */
  BENCH_PLAY("0@5,5*2");
  assert_null(recorder_last(&b.log, PRESS_EVENT_HOLD_REPEATED));
  bench_feed_at(&b, 0, 0.2, 5, 5);
  const press_event *repeated = recorder_last(&b.log, PRESS_EVENT_HOLD_REPEATED);
  assert_non_null(repeated);
  assert_int_equal(repeated->t_us, 230000);
  assert_int_equal(repeated->late_us, 15000);
}

int main(void) { return run_all(NULL, NULL); }
