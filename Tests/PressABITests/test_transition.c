/* transition.h: fractions of an animation. */
#include "support.h"

#include <math.h>

enum { AUTOMATIC = PRESS_TRANSITION_FLAG_AUTOMATIC, PEEK = PRESS_TARGET_PEEK, PREVIEW = PRESS_TARGET_PREVIEW };

static bench b, other;

static void make_with(bench *it, const press_transition_config *config) {
  bench_make(it, NULL);
  assert_int_equal(press_transition_attach(it->engine, config), PRESS_OK);
}

/* Linear, 400 ms, a frame every 100 ms. */
static press_transition_config linear(void) {
  press_transition_config c;
  press_transition_config_init(&c);
  press_timing_curve line = PRESS_CURVE_LINEAR;
  c.options.curve = line;
  c.frame_us = 100000;
  return c;
}

static void make(void) {
  press_transition_config c = linear();
  make_with(&b, &c);
}

static void tick(uint64_t t) { assert_int_equal(press_tick(b.engine, t), PRESS_OK); }

static press_transition_status status_of(uint32_t id) {
  press_transition_status now;
  press_transition_status_init(&now);
  assert_int_equal(press_transition_get(b.engine, id, &now), PRESS_OK);
  return now;
}

static press_q16 fraction_of(uint32_t id) { return status_of(id).fraction; }
static uint32_t  state_of(uint32_t id) { return status_of(id).state; }

static bool is_about(press_q16 is, double should) { return fabs(is - should * 65536) <= 6; }
static void is_near(press_q16 is, double should) { assert_true(is_about(is, should)); }

/* ---- scripts ---- */

static const char *const drivers[] = {"none", "preview", "commit", "pressure", "motion", "peek"};
static const char *const states[] = {"none", "interactive", "finishing", "cancelling", "moving"};

static uint32_t index_of(const char *const *names, size_t count, const char *name) {
  for (size_t i = 0; i < count; i++)
    if (strncmp(name, names[i], strlen(names[i])) == 0) return (uint32_t)i;
  fail_msg("no such name: %s", name);
  return 0;
}

/* The transition is 1, or that of a number behind the verb: start, finish, cancel, pause; auto and auto0: one that is automatic, and takes no
 * time; from0.5: it starts there; set0.5, speed2, to0.5: a value for 1; bind:pressure, bind2:preview@3: of target 3; motion along 100 points. Those with = compare: is, f
 * the fraction, v=0 and v>1 the speed, due in so many ms, and how many events were delivered: started, updated, finished, cancelled.
 * open, pop, dismiss, do1 of the peek; give_up: the preview; refuse and accept previews; unhook: the hook is over. */
static int call(bench *it, const char *word) {
  press_engine            *e = it->engine;
  const char              *value = word + strcspn(word, "0123456789-"), *sign = word + strcspn(word, "=:");
  const uint32_t           id = *sign && value > sign ? 1 : *value ? (uint32_t)atoi(value) : 1;
  const press_q16          q = PRESS_Q16(atof(value));
  const uint64_t           due = press_next_deadline(e);
  press_transition_options o = linear().options;
  press_q16                velocity = 0;
  static const struct {
    const char *word;
    uint32_t    type;
  } counts[] = {{"started=", PRESS_EVENT_TRANSITION_STARTED}, {"updated=", PRESS_EVENT_TRANSITION_UPDATED},
    {"finished=", PRESS_EVENT_TRANSITION_FINISHED}, {"cancelled=", PRESS_EVENT_TRANSITION_CANCELLED}};
#define IS(name) (strncmp(word, name, sizeof name - 1) == 0)
  for (size_t i = 0; i < COUNT(counts); i++)
    if (strncmp(word, counts[i].word, strlen(counts[i].word)) == 0)
      return recorder_count(&it->log, counts[i].type) == (size_t)atoi(sign + 1) ? PRESS_OK : NOT_SO;
  if (IS("bind")) {
    uint32_t    driver = index_of(drivers, COUNT(drivers), sign + 1);
    const char *at = strchr(word, '@');
    return press_transition_bind(e, id, driver, at ? (uint32_t)atoi(at + 1) : 0, driver == PRESS_DRIVER_MOTION ? PRESS_Q16(100) : 0, 0);
  }
  if (IS("is")) return state_of(id) == index_of(states, COUNT(states), sign + 1) ? PRESS_OK : NOT_SO;
  if (IS("f=") || IS("f2=")) return is_about(fraction_of(id), atof(sign + 1)) ? PRESS_OK : NOT_SO;
  if (IS("due=")) return due == (IS("due=never") ? PRESS_NEVER : it->now + (uint64_t)(atof(sign + 1) * 1000)) ? PRESS_OK : NOT_SO;
  if (IS("v=0")) return press_transition_get_velocity(e, 1, &velocity) || velocity != 0 ? NOT_SO : PRESS_OK;
  if (IS("v>1")) return press_transition_get_velocity(e, 1, &velocity) || velocity <= PRESS_ONE ? NOT_SO : PRESS_OK;
  if (IS("start")) return press_transition_start(e, id, NULL);
  if (IS("auto")) return o.flags = AUTOMATIC, o.duration_us = IS("auto0") ? 0 : 400000, press_transition_start(e, 1, &o);
  if (IS("from")) return o.fraction = q, press_transition_start(e, 1, &o);
  if (IS("set")) return press_transition_update(e, 1, q);
  if (IS("speed")) return press_transition_set_speed(e, 1, q);
  if (IS("to")) return press_transition_run_to(e, 1, q);
  if (IS("finish")) return press_transition_finish(e, id);
  if (IS("cancel")) return press_transition_cancel(e, id);
  if (IS("pause")) return press_transition_pause(e, id);
  if (IS("open")) return press_peek_open(e, 1);
  if (IS("pop")) return press_peek_pop(e);
  if (IS("dismiss")) return press_peek_dismiss(e);
  if (IS("do1")) return press_action_perform(e, 1);
  if (IS("give_up")) return press_preview_cancel(e, it->contact);
  if (IS("refuse") || IS("accept")) return it->log.refuses = *word == 'r', PRESS_OK;
  if (IS("unhook")) return it->log.hook = NULL, PRESS_OK;
  fail_msg("no such word: %s", word);
  return PRESS_ERR_INVAL;
}

static void play(const char *script) { bench_play(&b, script, script, call); }

typedef struct setting {
  uint32_t                        first, second; /* traits of the targets at (0, 0) and (100, 0), 100 by 100; of the first, 0: there is none */
  uint32_t                        peek_flags, flags, lift_us, frame_us;
  bool                            no_flicks;
  const press_transition_options *options;
} setting;

typedef struct story {
  const char *name, *script, *delivered; /* delivered NULL: the script says all */
  setting     in;
  const char *at, *does; /* the words that it plays within the first callback of a name */
  void (*hook)(recorder *log, press_engine *engine, const entry *what);
} story;

static void play_rows(const story *stories, size_t count) {
  static const press_action action = {.id = 1};
  static const press_peek   peek = {.size = sizeof peek, .id = 7, .action_count = 1, .actions = &action};
  for (const story *one = stories; one < stories + count; one++) {
    press_transition_config c = linear();
    press_config            config = bench_config();
    press_peek_config       p;
    c.flags = one->in.flags;
    if (one->in.no_flicks) c.flick_speed = 0;
    if (one->in.frame_us) c.frame_us = one->in.frame_us;
    config.lift_us = one->in.lift_us;
    bench_make(&b, &config);
    assert_int_equal(press_transition_attach(b.engine, &c), PRESS_OK);
    press_peek_config_init(&p);
    p.flags = one->in.peek_flags;
    if (one->in.first & PEEK) assert_int_equal(press_peek_attach(b.engine, &p), PRESS_OK);
    if (one->in.first) bench_target(&b, 1, 0, 0, 0, 100, 100, one->in.first);
    if (one->in.second) bench_target(&b, 2, 0, 100, 0, 100, 100, one->in.second);
    b.log.peek = &peek;
    b.log.options = one->in.options;
    b.log.hook = one->hook;
    if (one->at) bench_within(&b, one->at, one->does, call);
    bench_play(&b, one->name, one->script, call);
    if (one->delivered && strcmp(recorder_events(&b.log), one->delivered))
      fail_msg("%s\n  delivered %s\n  expected  %s", one->name, recorder_events(&b.log), one->delivered);
    b.log.options = NULL;
    bench_finish(&b);
  }
}

/* ---- how one is started ---- */

/* conforms: transition-01, transition-11, transition-12 */
TEST(start_asks_how_it_runs_and_delivers_started) {
  make();
  assert_int_equal(press_transition_start(b.engine, 5, NULL), PRESS_OK);
  assert_string_equal(recorder_calls(&b.log), "will_start? transition_started");
  assert_int_equal(b.log.entries[0].transition, 5);
  assert_int_equal(b.log.entries[1].event.subject, 5);
  assert_int_equal(b.log.entries[1].event.contact, PRESS_NO_CONTACT);
  assert_int_equal(state_of(5), PRESS_TRANSITION_INTERACTIVE);
  assert_int_equal(press_transition_start(b.engine, 5, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_start(b.engine, 0, NULL), PRESS_ERR_INVAL);
  bench_finish(&b);
  assert_int_equal(state_of(5), PRESS_TRANSITION_NONE);
}

/* conforms: transition-12, transition-16 */
TEST(what_the_delegate_leaves_is_what_runs) {
  press_transition_options o;
  make();
  press_transition_options_init(&o);
  press_timing_curve line = PRESS_CURVE_LINEAR;
  o.curve = line;
  o.duration_us = 1000000;
  b.log.options = &o;
  assert_int_equal(press_transition_start(b.engine, 5, NULL), PRESS_OK);
  assert_int_equal(press_transition_finish(b.engine, 5), PRESS_OK);
  tick(500000);
  is_near(fraction_of(5), 0.5);
  bench_finish(&b);
  make();
  o.speed = 0;
  b.log.options = &o;
  assert_int_equal(press_transition_start(b.engine, 5, NULL), PRESS_ERR_INVAL);
  assert_string_equal(recorder_calls(&b.log), "will_start?");
  bench_finish(&b);
}

#define RUN_TEST(name) TEST_BETWEEN(make(), bench_finish(&b), name)

/* conforms: transition-03, transition-05, transition-13 */
RUN_TEST(update_sets_the_fraction_clamped_back_and_forth) {
  static const press_q16 in[] = {0, 32768, 10000, PRESS_ONE, PRESS_ONE + 1, INT32_MAX, -1, INT32_MIN, 77};
  assert_int_equal(press_transition_start(b.engine, 1, NULL), PRESS_OK);
  for (size_t i = 0; i < COUNT(in); i++) {
    press_q16 expected = in[i] < 0 ? 0 : in[i] > PRESS_ONE ? PRESS_ONE : in[i];
    assert_int_equal(press_transition_update(b.engine, 1, in[i]), PRESS_OK);
    assert_int_equal(recorder_last(&b.log, PRESS_EVENT_TRANSITION_UPDATED)->progress, expected);
    assert_int_equal(fraction_of(1), expected);
  }
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_UPDATED), COUNT(in));
  assert_int_equal(press_transition_update(b.engine, 2, 0), PRESS_ERR_NOENT);
}

/* ---- a run ---- */

/* conforms: transition-07, transition-14, transition-15, transition-18, transition-19 */
TEST(finish_and_cancel_run_the_rest_on_ticks_without_a_jump) {
  static const story stories[] = {
    {"three quarters of 400 ms", "start set0.25 | finish f=0.25 !set0 updated=1 +100 f=0.5 +100 f=0.75 updated=3 +100 is=none +600",
      "transition_updated transition_updated transition_updated transition_finished"},
    {"back a quarter of it", "start set0.25 | cancel +99.999 is=cancelling +0.001 is=none", "transition_updated transition_cancelled"},
    {"all of it", "start finish +399.999 is=finishing +0.001 is=none"},
    {"from a fraction", "from0.25 f=0.25 finish +100 f=0.5", "transition_started transition_updated"},
    {"half of it", "start set0.5 finish +199.999 is=finishing +0.001 is=none"},
    {"half of it twice as fast", "start set0.5 speed2 finish +99.999 is=finishing +0.001 is=none"},
    {"three quarters half as fast", "start set0.25 speed0.5 finish +599.999 is=finishing +0.001 is=none"},
    {"a speed that is set on the way holds for the way back", "start set0.5 finish speed2 cancel +99.999 is=cancelling +0.001 is=none"},
    {"nothing is left of the way back", "start cancel ?finish ?cancel", "transition_started transition_cancelled"},
    {"nothing is left", "start set1 | finish ?finish ?cancel", "transition_finished"},
    {"one that is automatic", "auto is=finishing +100 +100 +100 +100",
      "transition_started transition_updated transition_updated transition_updated transition_updated transition_finished"},
    {"one that is automatic and takes no time", "auto0 finished=1"},
  };
  play_rows(stories, COUNT(stories));
}

/* conforms: transition-05, transition-10 */
TEST(pause_and_turning_round_keep_the_position) {
  static const story stories[] = {
    /* The run goes on with its speed, turns round, and comes back. */
    {"paused and turned round", "start !pause finish +150 updated=1 pause updated=2 is=interactive f=0.375 due=never +10 f=0.375 finish +100 f=0.625 "
                                "cancel f=0.625 +10 f=0.64608 finish +630 finished=1"},
    /* The movement before a run has no effect on the run after it. */
    {"paused, it begins again at rest", "start +5 set0 +5 set0.05 +5 set0.1 +5 set0.15 +5 set0.2 +5 set0.25 finish v>1 pause finish v=0"},
  };
  play_rows(stories, COUNT(stories));
}

/* conforms: transition-09 */
TEST(the_deadline_is_the_next_frame_while_one_runs) {
  static const story stories[] = {
    {"frame by frame, and over several",
      "+1 start due=never finish due=100 +99.999 updated=0 +0.001 updated=1 due=100 +249 updated=2 +51 updated=3 finished=1 due=never"},
    {"a jump to the very end passes over all frames before it", "start finish | +400", "transition_updated transition_finished",
      .in.frame_us = 150000},
  };
  play_rows(stories, COUNT(stories));
}

/* ---- curves and speeds ---- */

static double exact(const double c[4], double x) {
  double low = 0, high = 1;
  for (int i = 0; i < 80; i++) {
    double t = (low + high) / 2, u = 1 - t;
    if (3 * u * u * t * c[0] + 3 * u * t * t * c[2] + t * t * t < x)
      low = t;
    else
      high = t;
  }
  double t = (low + high) / 2, u = 1 - t;
  return 3 * u * u * t * c[1] + 3 * u * t * t * c[3] + t * t * t;
}

/* conforms: transition-17 */
TEST(curves_are_within_a_16384th_of_the_exact_ones) {
  static const press_timing_curve curves[] = {PRESS_CURVE_EASE_IN_OUT, PRESS_CURVE_EASE_IN, PRESS_CURVE_EASE_OUT, PRESS_CURVE_LINEAR,
    {0, PRESS_ONE, PRESS_ONE, 0}, {PRESS_ONE, 0, 0, PRESS_ONE}, {20000, -PRESS_ONE, 40000, 2 * PRESS_ONE}};
  for (size_t i = 0; i < COUNT(curves); i++) {
    const double c[4] = {curves[i].x1 / 65536.0, curves[i].y1 / 65536.0, curves[i].x2 / 65536.0, curves[i].y2 / 65536.0};
    for (press_q16 x = 0; x <= PRESS_ONE; x += 113) {
      press_q16 y;
      assert_int_equal(press_timing_curve_y(&curves[i], x, &y), PRESS_OK);
      /* x1 = 1, x2 = 0 is vertical at one half: there x decides nothing. */
      if (i == 5 && x > 31000 && x < 34500) continue;
      double error = fabs(y / 65536.0 - exact(c, x / 65536.0));
      if (error > 1.0 / 16384) fail_msg("curve %zu at %d is off by %g", i, x, error);
    }
    press_q16 y;
    press_timing_curve_y(&curves[i], -5, &y);
    assert_int_equal(y, 0);
    press_timing_curve_y(&curves[i], PRESS_ONE + 5, &y);
    assert_int_equal(y, PRESS_ONE);
  }
  press_timing_curve wrong = {-1, 0, 0, 0};
  press_q16          y = 77;
  assert_int_equal(press_timing_curve_y(&wrong, 0, &y), PRESS_ERR_INVAL);
  wrong.x1 = 0;
  wrong.x2 = PRESS_ONE + 1;
  assert_int_equal(press_timing_curve_y(&wrong, 0, &y), PRESS_ERR_INVAL);
  assert_int_equal(press_timing_curve_y(NULL, 0, &y), PRESS_ERR_INVAL);
  assert_int_equal(press_timing_curve_y(&curves[0], 0, NULL), PRESS_ERR_INVAL);
  assert_int_equal(y, 77);
}

TEST(each_end_of_a_curve_is_checked_for_itself) {
  static const press_q16 off[] = {-1, PRESS_ONE + 1};
  press_q16              y;
  for (int i = 0; i < 4; i++) {
    press_timing_curve curve = PRESS_CURVE_EASE_IN_OUT;
    *(i & 1 ? &curve.x2 : &curve.x1) = off[i >> 1];
    assert_int_equal(press_timing_curve_y(&curve, 0, &y), PRESS_ERR_INVAL);
    curve.x1 = curve.x2 = i & 1 ? PRESS_ONE : 0;
    assert_int_equal(press_timing_curve_y(&curve, 0, &y), PRESS_OK);
  }
}

/* conforms: transition-20 */
RUN_TEST(a_speed_that_is_not_above_0_changes_nothing) {
  press_transition_options o;
  press_transition_options_init(&o);
  press_transition_start(b.engine, 1, NULL);
  memcpy(other.storage, b.storage, sizeof b.storage);
  assert_int_equal(press_transition_set_speed(b.engine, 1, 0), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_set_speed(b.engine, 1, -1), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_set_speed(b.engine, 2, PRESS_ONE), PRESS_ERR_NOENT);
  o.speed = 0;
  b.log.options = NULL;
  assert_int_equal(press_transition_start(b.engine, 2, &o), PRESS_ERR_INVAL);
  assert_memory_equal(other.storage, b.storage, sizeof b.storage);
}

/* ---- what drives one ---- */

/* conforms: preview-24, transition-02 */
TEST(a_preview_and_its_commit_drive_one_each) {
  static const story stories[] = {
    {"a preview", "bind:preview 0.375 f=0.5 0.3 f=0.2 0.6 finished=1 0"},
    {"a preview that is refused does not", "bind:preview refuse 0.9 0 accept | 0.375 0 is=cancelling +900",
      "contact_began preview_began transition_started preview_updated transition_updated preview_cancelled:lifted contact_ended:lifted "
      "transition_updated transition_cancelled"},
    {"both", "bind:preview bind2:commit 0.375 is2=none 0.625 f2=0.5 0.9 finished=2"},
    {"a press in one sample", "bind:commit 0.95 started=1 finished=1"},
    {"not another contact that gives up", "bind:preview@1 0.3@50,50 c1 0.3@150,50 is=interactive give_up is=interactive",
      .in = {.first = PREVIEW, .second = PREVIEW}},
  };
  play_rows(stories, COUNT(stories));
}

TEST(pressure_drives_until_the_lift) {
  static const story stories[] = {
    /* The next contact catches it in its run, 10 ms of 400 later, and drives it once it presses as hard. The program takes it from the contact. */
    {"caught",
      "bind:pressure 0.2 f=0.2 0.8 f=0.8 0 is=cancelling 0.5 is=interactive f=0.775 started=1 0.78 f=0.78 0.5 f=0.5 finish 0.6 is=finishing"},
    {"one contact at a time", "bind:pressure 0.4 f=0.4 c1 0.9@50,0 0.95 f=0.4 0 is=interactive c0 0.6@0,0 f=0.6 0 is=cancelling"},
    {"unbound it is left to the program", "bind:pressure@2 0.2@50,50 is=none 0 0.2@150,50 is=interactive bind:none 0.9 0 f=0.2 is=interactive",
      .in.second = PREVIEW},
    {"what stands at 0 follows from the first value", "bind:pressure start 0.4 f=0.4 0.3 f=0.3"},
    {"a value from above meets the fraction", "bind:pressure start set0.5 0.75 f=0.5 0.5 f=0.5 0.7 f=0.7 0.3 f=0.3"},
    {"a value from below meets the fraction", "bind:pressure start set0.5 0.25 f=0.5 0.5 f=0.5 0.3 f=0.3 0.7 f=0.7"},
    {"the very first value meets the fraction", "bind:pressure start set0.5 0.5 f=0.5 0.3 f=0.3 0.7 f=0.7"},
    {"progress meets the fraction at once", "bind:preview start set0.5 0.375 f=0.5 0.4375 f=0.75"},
  };
  play_rows(stories, COUNT(stories));
  press_transition_options half = linear().options;
  half.fraction = PRESS_ONE / 2;
  const story from_half = {
    "it begins where the program says, and is taken over there", "bind:pressure 0.2 f=0.5 0.4 f=0.5 0.6 f=0.6", .in.options = &half};
  play_rows(&from_half, 1);
}

/* MOTION along 100 points: lifted at 0.6, so it runs to 1. */
#define RUNS "bind:motion 0.2@10,10 0.2@70,10 +200 0 is=finishing "
#define TO_88 "0.2@0,0 0.2@8,0 0.2@16,0 0.2@24,0 0.2@32,0 0.2@40,0 0.2@48,0 0.2@56,0 0.2@64,0 0.2@72,0 0.2@80,0 0.2@88,0 "
#define TO_35 "bind:motion 0.2@0,0 0.2@5,0 0.2@10,0 0.2@15,0 0.2@20,0 0.2@25,0 0.2@30,0 0.2@35,0 "

/* conforms: transition-02, transition-06 */
TEST(motion_drives_along_a_direction_and_a_touch_stops_what_runs) {
  static const story stories[] = {
    {"from one half on it finishes", "bind:motion 0.2@10,10 0.2@0,99 is=none 0.2@35,99 f=0.25 0.2@60,99 +200 0 is=finishing"},
    {"before the half it does not", "bind:motion 0.2@10,10 0.2@59,99 +200 0 is=cancelling"},
    {"a touch stops it, and motion counts from there",
      RUNS "+100 f=0.85 0.2@50,50 is=interactive f=0.875 0.2@51,90 f=0.885 0.2@30,90 f=0.675 0.2@99,90 f=1 0.2@-99,90 f=0 started=1"},
    {"a touch that does not move lets it go on", RUNS "+10 0.2@50,50 f=0.65 +300 f=0.65 0 is=finishing"},
    {"also back", RUNS "cancel +10 0.2@50,50 is=interactive +300 0 is=cancelling"},
    {"also to its target, and it finishes from there, beginning at rest",
      RUNS "to0.125 +10 0.2@50,50 is=interactive 0 is=moving +10000 is=interactive f=0.125 finish v=0"},
    {"at rest it stays with the program", "bind:motion start set0.25 0.2@50,50 0 is=interactive 0.2@50,50 0.2@60,50 f=0.35"},
    /* The place and speed at which a contact caught a transition are forgotten when the contact ends. */
    {"a new contact starts from nothing", "bind:motion 0.2@50,50 start 0.2@20,50 0.2@140,50 0 0.2@50,50 0",
      "contact_began transition_started transition_updated transition_finished contact_ended:lifted contact_began contact_ended:lifted"},
    {"a new contact after a flick", "bind:motion " TO_88 "0 is=finishing 0.2@50,50 0 is=finishing"},
    {"one that was down before the run catches it where it is", "0.2@10,10 0.2@60,10 bind:motion auto +90 0.2@61,10 f=0.25 0.2@62,10 f=0.26"},
  };
  play_rows(stories, COUNT(stories));
}

RUN_TEST(motion_counts_from_where_a_place_has_settled_also_during_a_preview) {
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, PRESS_Q16(100), 0), PRESS_OK);
  bench_feed_at(&b, 0, 0.3, 0, 0);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PREVIEW_BEGAN), 1);
  press_sample settling = sample_of(b.now += 10000, 0, 0.3, PRESS_SAMPLE_SETTLING);
  settling.x = PRESS_Q16(40);
  assert_int_equal(press_feed(b.engine, &settling, 1), 1);
  assert_int_equal(state_of(1), PRESS_TRANSITION_NONE);
  bench_feed_at(&b, 0, 0.3, 60, 0);
  is_near(fraction_of(1), 0.2);
}

/* What has moved has become something: its place may settle no more. */
RUN_TEST(of_a_contact_that_has_moved_each_way_counts) {
  assert_int_equal(press_gestures_attach(b.engine, NULL), PRESS_OK);
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, PRESS_Q16(100), 0), PRESS_OK);
  bench_feed_at(&b, 0, 0.2, 0, 0);
  bench_feed_at(&b, 0, 0.2, 30, 0);
  press_sample settling = sample_of(b.now += 10000, 0, 0.2, PRESS_SAMPLE_SETTLING);
  settling.x = PRESS_Q16(50);
  assert_int_equal(press_feed(b.engine, &settling, 1), 1);
  bench_feed_at(&b, 0, 0.2, 60, 0);
  is_near(fraction_of(1), 0.6);
}

/* A hold and a frame are due at the same time. */
TEST(of_two_interactions_that_are_due_at_once_the_first_is_first) {
  BENCH(&b, c.traits = PRESS_TARGET_HOLD);
  BENCH_ATTACH(gestures);
  BENCH_ATTACH_WITH(transition, c.frame_us = 100000, c.options.duration_us = 1000000);
  BENCH_FEED(0.2);
  assert_int_equal(press_transition_start(b.engine, 1, NULL), PRESS_OK);
  assert_int_equal(press_transition_finish(b.engine, 1), PRESS_OK);
  tick(b.now + 499999);
  b.log.from = b.log.count;
  tick(b.now + 500000);
  assert_string_equal(recorder_events(&b.log), "hold_began transition_updated");
  bench_finish(&b);
}

TEST(progress_and_pressure_take_it_over_where_they_reach_it) {
  for (uint32_t driver = PRESS_DRIVER_PREVIEW; driver <= PRESS_DRIVER_PRESSURE; driver++) {
    /* The fraction f of the driver's way as a force. */
#define AT(f) (driver == PRESS_DRIVER_PREVIEW ? 0.25 + 0.25 * (f) : driver == PRESS_DRIVER_COMMIT ? 0.5 + 0.25 * (f) : (f))
    for (int above = 0; above < 2; above++) {
      make();
      assert_int_equal(press_transition_bind(b.engine, 1, driver, 0, 0, 0), PRESS_OK);
      bench_feed(&b, AT(0.6));
      is_near(fraction_of(1), 0.6);
      bench_feed(&b, 0);
      tick(b.now += 30000);
      double first = above ? 0.9 : 0.2, between = above ? 0.7 : 0.4, beyond = above ? 0.3 : 0.8;
      bench_feed(&b, AT(first));
      assert_int_equal(state_of(1), PRESS_TRANSITION_INTERACTIVE);
      is_near(fraction_of(1), 0.5);
      bench_feed(&b, AT(between));
      is_near(fraction_of(1), 0.5);
      bench_feed(&b, AT(0.5));
      is_near(fraction_of(1), 0.5);
      bench_feed(&b, AT(beyond));
      is_near(fraction_of(1), beyond);
      bench_feed(&b, AT(first));
      is_near(fraction_of(1), first);
      bench_finish(&b);
      /* If the finger lifts before that, the transition runs back from its fraction; after the end of a phase it runs on from there. */
      make();
      press_transition_bind(b.engine, 1, driver, 0, 0, 0);
      bench_feed(&b, AT(0.6));
      bench_feed(&b, 0);
      tick(b.now += 30000);
      bench_feed(&b, AT(first));
      bench_feed(&b, above && driver != PRESS_DRIVER_PRESSURE ? AT(1) : 0);
      assert_int_equal(state_of(1), above && driver != PRESS_DRIVER_PRESSURE ? PRESS_TRANSITION_FINISHING : PRESS_TRANSITION_CANCELLING);
      is_near(fraction_of(1), 0.5);
      bench_finish(&b);
    }
  }
}

/* ---- previews and peeks that are given up ---- */

TEST(a_preview_that_is_given_up_in_the_commit_phase_runs_back) {
#define COMMITS "bind:preview 0.375 0.6 "
#define RUNS_BACK " is=cancelling f=1 +100 f=0.75 +400 is=none started=2 finished=1 cancelled=1"
  static const story stories[] = {
    {"it finishes first", COMMITS,
      "contact_began preview_began transition_started preview_updated transition_updated preview_updated! transition_updated transition_finished "
      "commit_updated"},
    {"lifted", COMMITS "0" RUNS_BACK},
    {"given up", COMMITS "give_up" RUNS_BACK},
    {"lost", COMMITS "~" RUNS_BACK},
    {"not after a commit", "bind:preview 0.9 0 started=1"},
    {"not if the program has taken it", "bind:preview 0.6 start cancel 0 started=2"},
  };
  play_rows(stories, COUNT(stories));
}

TEST(a_peek_drives_from_its_hint_to_its_pop) {
  static const story stories[] = {
    {"from the hint to the pop", "bind:peek 0.2@50,90 is=none 0.375 f=0.25 0.5 f=0.5 0.7 f=0.9 0.55 f=0.6 0.9 finished=1"},
    {"given up while it hints", "bind:peek 0.375@50,90 0 is=cancelling f=0.25"},
    {"given up while it is shown", "bind:peek 0.6@50,90 0 is=cancelling f=0.7"},
    {"not by a preview without a peek", "bind:peek 0.6@150,90 is=none"},
    {"bound during a hint it waits for its peek", "0.3@50,90 bind:peek c1 0.3@150,50 0.4 is=none"},
    {"opened by a hold, from one half", "bind:peek 0.2@50,50 +500 f=0.5 pop is=finishing", .in.peek_flags = PRESS_PEEK_FLAG_FROM_HOLD},
    {"opened by code, from one half; popped", "bind:peek open is=interactive f=0.5 pop is=finishing +300 is=none"},
    {"opened by code; an action", "bind:peek open do1 is=cancelling +300 is=none"},
    {"not that of another target", "bind:peek@2 open is=none"},
  };
  for (size_t i = 0; i < COUNT(stories); i++) {
    story one = stories[i];
    one.in.first = PEEK, one.in.second = PREVIEW;
    play_rows(&one, 1);
  }
  /* The program is asked with one half, and cannot choose another first fraction. */
  static const press_peek  peek = {.size = sizeof peek, .id = 7};
  press_transition_options o = linear().options;
  o.fraction = PRESS_ONE / 4;
  make();
  assert_int_equal(press_peek_attach(b.engine, NULL), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 100, 100, PEEK);
  b.log.peek = &peek;
  b.log.options = &o;
  play("bind:peek open f=0.5");
  assert_string_equal(recorder_calls(&b.log), "will_show? peek_shown will_start? transition_started");
  assert_int_equal(b.log.entries[2].progress, PRESS_ONE / 2);
  bench_finish(&b);
}

/* A finger peeks and reveals the actions, and lifts. */
#define LEAVES_ACTIONS " 0.6@50,90 0.6@50,40 0.3 0 +500 "
/* They are revealed, pressed harder, and hidden. */
#define HIDES_ACTIONS " 0.6@50,90 0.6@50,40 0.7 0.7@50,80 "

TEST(what_a_preview_drives_stays_while_actions_are_on_show) {
  static const story stories[] = {
    {"preview, popped", "bind:preview" LEAVES_ACTIONS "is=none f=0 pop is=none f=0"},
    {"preview, dismissed", "bind:preview" LEAVES_ACTIONS "is=none f=0 dismiss is=cancelling f=1"},
    {"commit, popped", "bind:commit" LEAVES_ACTIONS "is=interactive f=0.4 pop is=finishing f=0.4"},
    {"commit, dismissed", "bind:commit" LEAVES_ACTIONS "is=interactive f=0.4 dismiss is=cancelling f=0.4"},
    {"peek, popped", "bind:peek" LEAVES_ACTIONS "is=interactive f=0.7 pop is=finishing f=0.7"},
    {"peek, dismissed", "bind:peek" LEAVES_ACTIONS "is=interactive f=0.7 dismiss is=cancelling f=0.7"},
    {"hidden, a peek takes over where the fraction stands", "bind:peek" HIDES_ACTIONS "f=0.7 0.65 f=0.7 0.55 f=0.6"},
    {"hidden, a commit takes over where the fraction stands", "bind:commit" HIDES_ACTIONS "f=0.4 0.65 f=0.4 0.55 f=0.2"},
    {"a pop from code finishes what the preview drives", "bind:preview 0.6@50,90 pop is=none 0 +500 finished=1 started=1"},
    {"a pop from code finishes what the commit drives", "bind:commit 0.6@50,90 pop is=finishing 0 +500 finished=1 started=1"},
    {"a pop from code finishes what the peek drives", "bind:peek 0.6@50,90 pop is=finishing 0 +500 finished=1 started=1"},
    {"a pop from code leaves what another finger drives", "bind2:preview@2 0.6@50,90 c1 0.375@150,50 f2=0.5 pop is2=interactive 0.3125 f2=0.25"},
  };
  for (size_t i = 0; i < COUNT(stories); i++) {
    story one = stories[i];
    one.in = (setting){.first = PEEK, .second = PREVIEW, .peek_flags = PRESS_PEEK_FLAG_HIDE};
    play_rows(&one, 1);
  }
}

TEST(a_peek_that_code_pops_lets_its_transition_run_whatever_the_levels_are) {
  for (press_q16 more = 0; more < 16; more++) {
    static const press_peek peek = {.size = sizeof peek, .id = 7};
    make();
    assert_int_equal(press_peek_attach(b.engine, NULL), PRESS_OK);
    bench_target(&b, 1, 0, 0, 0, 100, 100, PEEK);
    b.log.peek = &peek;
    press_config config = b.config;
    config.commit_pressure += more;
    assert_int_equal(press_engine_set(b.engine, &config), PRESS_OK);
    play("bind:peek open pop is=finishing");
    bench_finish(&b);
  }
}

/* ---- the options of each run ---- */

/* conforms: transition-18 */
TEST(each_run_is_asked_for_its_curve_and_speed) {
  press_transition_options o = linear().options;
  make();
  b.log.run_options = &o;
  o.speed = 2 * PRESS_ONE;
  play("start set0.5 | finish");
  const entry *asked = &b.log.entries[b.log.from];
  assert_true(asked->transition == 1 && asked->ended && asked->progress == PRESS_ONE / 2);
  /* Finishing what finishes is no new run. The next one has its own pace again. */
  play("+50 f=0.75 finish");
  b.log.run_options = NULL;
  play("cancel");
  assert_string_equal(recorder_calls(&b.log), "will_run?! transition_updated will_run?");
  /* The fraction was rising by 5 a second: after a third of the duration it is back where the run began. */
  play("+100 f=0.75 pause");
  /* Out of range: as it would. */
  o.speed = 0;
  b.log.run_options = &o;
  play("cancel +100 f=0.5");
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  /* A run without duration. The program is not asked about automatic transitions. */
  make();
  o = linear().options;
  o.duration_us = 0;
  b.log.run_options = &o;
  play("start finish auto");
  assert_string_equal(recorder_calls(&b.log), "will_start? transition_started will_run?! transition_updated transition_finished "
                                              "will_start? transition_started");
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  /* A contact that lets go asks too. */
  make();
  play("bind:preview 0.375 | 0");
  assert_string_equal(recorder_calls(&b.log), "will_run? did_cancel preview_cancelled:lifted contact_ended:lifted");
  press_engine_reset(b.engine);
}

static void turn_round_when_asked(recorder *log, press_engine *engine, const entry *what) {
  if (what->kind == ENTRY_WILL_RUN && log->calls++ == 0) assert_int_equal(press_transition_cancel(engine, 1), PRESS_OK);
}

RUN_TEST(what_the_program_does_when_asked_goes_first) {
  press_transition_options o = linear().options;
  o.duration_us = 1;
  b.log.run_options = &o;
  b.log.hook = turn_round_when_asked;
  press_transition_start(b.engine, 1, NULL);
  press_transition_update(b.engine, 1, PRESS_ONE / 2);
  assert_int_equal(press_transition_finish(b.engine, 1), PRESS_OK);
  assert_int_equal(state_of(1), PRESS_TRANSITION_CANCELLING);
  assert_int_equal(b.log.calls, 2);
  b.log.run_options = NULL;
  b.log.hook = NULL;
}

static void is_asked_without_flags(press_engine *engine, uint32_t id, bool finishes, press_transition_options *options, void *user) {
  (void)engine, (void)id, (void)finishes;
  int *asked = user;
  assert_int_equal(options->flags, 0);
  assert_int_equal(options->duration_us, 400000);
  assert_int_equal(options->speed, 2 * PRESS_ONE);
  assert_int_equal(options->fraction, PRESS_ONE / 2);
  ++*asked;
}

TEST(a_run_is_asked_for_with_its_pace_and_without_flags) {
  press_transition_config c = linear();
  c.options.flags = PRESS_TRANSITION_FLAG_AUTOMATIC;
  c.options.speed = 2 * PRESS_ONE;
  make_with(&b, &c);
  int            asked = 0;
  press_delegate delegate = {.size = sizeof delegate, .user = &asked, .transition_will_run = is_asked_without_flags};
  assert_int_equal(press_set_delegate(b.engine, &delegate), PRESS_OK);
  assert_int_equal(press_transition_start(b.engine, 1, NULL), PRESS_OK);
  tick(b.now += 100000);
  assert_int_equal(press_transition_cancel(b.engine, 1), PRESS_OK);
  assert_int_equal(asked, 1);
}

/* ---- flicks ---- */

/* Moves by `step` points every 10 ms from `from`, `count` times, stays for `still` samples, and lifts. */
static void flick(double from, double step, int count, int still) {
  make();
  press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, PRESS_Q16(60), PRESS_Q16(80));
  bench_feed_at(&b, 0, 0.2, 0, 0);
  double at = from;
  bench_feed_at(&b, 0, 0.2, 0.6 * at, 0.8 * at);
  for (int i = 0; i < 12; i++) bench_feed_at(&b, 0, 0.2, 0.6 * at, 0.8 * at);
  for (int i = 0; i < count; i++) {
    at += step;
    bench_feed_at(&b, 0, 0.2, 0.6 * at, 0.8 * at);
  }
  for (int i = 0; i < still; i++) bench_feed_at(&b, 0, 0.2, 0.6 * at, 0.8 * at);
  bench_feed_at(&b, 0, 0, 0, 0);
}

TEST(a_flick_decides_whatever_the_half_says) {
  static const struct {
    double from, step;
    int    count, still;
    bool   finishes;
  } flicks[] = {
    {5, 3.05, 11, 0, true},    /* 305 points a second, short of the half */
    {5, 2.95, 11, 0, false},   /* 295 */
    {90, -3.05, 11, 0, false}, /* back, past the half */
    {90, -2.95, 11, 0, true},
    {5, 3.05, 11, 10, false}, /* it rested for 100 ms */
    {90, -8, 3, 10, true},
    {5, 8, 3, 0, true},  /* as fast as it was when it let go: 800 points a second */
    {5, 8, 3, 3, false}, /* it lay still for 40 ms */
    {90, -8, 3, 0, false},
  };
  for (size_t i = 0; i < COUNT(flicks); i++) {
    flick(flicks[i].from, flicks[i].step, flicks[i].count, flicks[i].still);
    if ((state_of(1) == PRESS_TRANSITION_FINISHING) != flicks[i].finishes) fail_msg("flick %zu", i);
    bench_finish(&b);
  }
}

TEST(a_flick_is_judged_by_when_the_force_fell) {
#define TO_32 "bind:motion 0.2@0,0 0.2@8,0 0.2@16,0 0.2@24,0 0.2@32,0 0 +199.999 is=interactive f=0.32 +0.001 "
  static const setting waits = {.lift_us = 200000, .flags = PRESS_TRANSITIONS_NO_COAST};
  static const setting off = {.lift_us = 200000, .flags = PRESS_TRANSITIONS_NO_COAST, .no_flicks = true};
  static const story   stories[] = {
      {"though it is known later", TO_32 "is=finishing", .in = waits},
      {"not where flicks are off", TO_32 "is=cancelling", .in = off},
      {"off, a still finger beyond the half finishes", "bind:motion 0.2@0,0 0.2@60,0*20 0 is=finishing", .in.no_flicks = true},
      {"a finger that does not lie still", TO_35 "0 is=finishing"},
      {"a finger that lay still for 40 ms", TO_35 "0.2*3 0 is=cancelling"},
      {"a finger that lay still for 110 ms", TO_35 "0.2*10 0 is=cancelling"},
      /* Times of places are kept in 32 bits: 72 minutes later an old one must not look young. */
      {"a place from before a long pause", "bind:motion 0.2@0,0 0.2@5,0*2 w4294967.296 0.2@35,0 0 is=cancelling"},
      {"a place of just 100 ms before", "bind:motion 0.2@0,0 w90 0.2@31,0 w-10 0 is=finishing"},
      {"an older one", "bind:motion 0.2@0,0 w90.001 0.2@31,0 w-10 0 is=cancelling"},
  };
  play_rows(stories, COUNT(stories));
}

TEST(a_flick_is_counted_in_points_however_short_the_way_is) {
  static const press_q16 ways[] = {2, 3, 100, PRESS_Q16(1), PRESS_Q16(100)};
  for (size_t i = 0; i < COUNT(ways); i++)
    for (int flicks = 0; flicks < 2; flicks++) {
      make();
      press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, ways[i], 0);
      bench_feed_at(&b, 0, 0.2, 0, 0);
      bench_feed_at(&b, 0, 0.2, 150, 0);
      for (int k = 0; k < 15; k++) bench_feed_at(&b, 0, 0.2, 150, 0);
      /* The finger moves back at 200 or at 400 points per second: 400 decides the direction, at 200 the place decides. */
      for (int k = 1; k <= 10; k++) bench_feed_at(&b, 0, 0.2, 150 - (flicks ? 4 : 2) * k, 0);
      bench_feed_at(&b, 0, 0, 150 - (flicks ? 40 : 20), 0);
      if (flicks) {
        assert_true(state_of(1) == PRESS_TRANSITION_CANCELLING);
      } else {
        assert_int_equal(recorder_count(&b.log, PRESS_EVENT_TRANSITION_FINISHED), 1);
      }
      bench_finish(&b);
    }
}

TEST(a_flick_of_just_its_speed_decides) {
  for (int way = -1; way <= 1; way += 2) {
    make();
    press_transition_bind(b.engine, 1, PRESS_DRIVER_MOTION, 0, PRESS_Q16(100), 0);
    bench_feed_at(&b, 0, 0.2, 0, 0);
    double from = way > 0 ? 0 : 90;
    for (int i = 0; i < 12; i++) bench_feed_at(&b, 0, 0.2, from + way * 3 * i, 0);
    bench_feed_at(&b, 0, 0, from + way * 33, 0);
    assert_int_equal(state_of(1), way > 0 ? PRESS_TRANSITION_FINISHING : PRESS_TRANSITION_CANCELLING);
    bench_finish(&b);
  }
}

/* ---- everywhere ---- */

enum deed { START, UPDATE, FINISH, CANCEL, PAUSE, SPEED, BIND, UNBIND, RESET, CANCEL_PREVIEW, DEEDS };

static void do_deed(press_engine *engine, int deed) {
  int status = 0;
  switch (deed) {
    case START: status = press_transition_start(engine, 9, NULL); break;
    case UPDATE: status = press_transition_update(engine, 1, 5000); break;
    case FINISH: status = press_transition_finish(engine, 1); break;
    case CANCEL: status = press_transition_cancel(engine, 1); break;
    case PAUSE: status = press_transition_pause(engine, 1); break;
    case SPEED: status = press_transition_set_speed(engine, 1, PRESS_ONE * 4); break;
    case BIND: status = press_transition_bind(engine, 1, PRESS_DRIVER_PRESSURE, 0, 0, 0); break;
    case UNBIND: status = press_transition_bind(engine, 1, PRESS_DRIVER_NONE, 0, 0, 0); break;
    case RESET: status = press_engine_reset(engine); break;
    default: status = press_preview_cancel(engine, 0); break;
  }
  assert_true(status == PRESS_OK || status == PRESS_ERR_NOENT || status == PRESS_ERR_STATE || status == PRESS_ERR_INVAL || status == PRESS_ERR_NOSPC);
}

static void at_one_call(recorder *log, press_engine *engine, const entry *what) {
  (void)what;
  const int *plan = log->context;
  assert_int_equal(press_tick(engine, UINT64_MAX), PRESS_ERR_BUSY);
  assert_int_equal(press_transition_attach(engine, NULL), PRESS_ERR_BUSY);
  if (log->calls++ != plan[0]) return;
  do_deed(engine, plan[1]);
  do_deed(engine, plan[2]);
}

static void drive(bench *it, int from, int to) {
  static const double forces[] = {0.2, 0.3, 0.6, 0.4, 0, 0.9, 0};
  for (int i = from; i < to; i++) bench_feed_at(it, 0, forces[i], i * 20.0, 0);
  if (to == 7) {
    for (int i = 0; i < 6; i++) assert_int_equal(press_tick(it->engine, it->now += 90000), PRESS_OK);
  }
}

TEST(every_call_at_every_point_leaves_one_end_for_every_beginning) {
  for (uint32_t driver = PRESS_DRIVER_PREVIEW; driver <= PRESS_DRIVER_PEEK; driver++) {
    press_q16 dx = driver == PRESS_DRIVER_MOTION ? PRESS_Q16(100) : 0;
    for (int deed = 0; deed < DEEDS; deed++) {
      for (int at = 0; at < 7; at++) {
        make();
        press_transition_bind(b.engine, 1, driver, 0, dx, 0);
        drive(&b, 0, at);
        do_deed(b.engine, deed);
        drive(&b, at, 7);
        bench_finish(&b);
      }
      for (int second = 0; second < DEEDS; second++) {
        int calls = 1;
        for (int at = 0; at < calls; at++) {
          int plan[3] = {at, deed, second};
          make();
          press_transition_bind(b.engine, 1, driver, 0, dx, 0);
          b.log.hook = at_one_call;
          b.log.context = plan;
          drive(&b, 0, 7);
          calls = b.log.calls;
          bench_finish(&b);
        }
      }
    }
  }
}

TEST(a_copy_of_the_bytes_is_a_copy_of_the_engine) {
  for (uint32_t driver = PRESS_DRIVER_PREVIEW; driver <= PRESS_DRIVER_MOTION; driver++) {
    for (int at = 0; at < 7; at++) {
      make();
      make_with(&other, NULL);
      press_transition_bind(b.engine, 1, driver, 0, driver == PRESS_DRIVER_MOTION ? PRESS_ONE : 0, 0);
      drive(&b, 0, at);
      bench_copy(&other, &b);
      drive(&b, at, 7);
      drive(&other, at, 7);
      assert_same_events(&b.log, &other.log);
    }
  }
}

static void starts_the_other_one(recorder *log, press_engine *engine, const entry *what) {
  if (what->kind != ENTRY_EVENT || what->event.type != PRESS_EVENT_TRANSITION_FINISHED) return;
  assert_int_equal(press_transition_start(engine, 3 - what->event.subject, NULL), log->calls++ ? PRESS_OK : PRESS_ERR_INVAL);
}

TEST(what_a_reset_and_callbacks_do_counts) {
  static const story stories[] = {
    {"a reset cancels all and keeps the bindings", "bind:pressure start2 start3 finish3 0.2 | R cancelled=3 0 0.2 started=4",
      "transition_cancelled:reset transition_cancelled:reset transition_cancelled:reset contact_cancelled:reset contact_began transition_started "
      "transition_updated"},
    /* Samples alone carry it on. */
    {"what a callback of a reset starts runs", "0.2 R unhook is=finishing 0*60 finished=1", .at = "contact_cancelled", .does = "start set0.5 finish"},
    {"what ended keeps its name until its end is delivered", "start finish start2 finish2 +500 unhook finished=2 is=interactive is2=none",
      .hook = starts_the_other_one},
    {"a commit phase that a callback ends at once drives nothing", "bind:commit 0.55 unhook started=0 is=none", .at = "commit_updated",
      .does = "give_up"},
  };
  play_rows(stories, COUNT(stories));
}

TEST(without_a_delegate_nothing_that_the_program_does_loses_an_event) {
  press_event events[64];
  make();
  assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
  bench_feed(&b, 0.2);
  for (int i = 0; i < 100; i++) {
    int status = press_transition_start(b.engine, 1, NULL);
    assert_true(status == PRESS_OK || status == PRESS_ERR_AGAIN || status == PRESS_ERR_INVAL);
    press_transition_update(b.engine, 1, i);
    press_transition_cancel(b.engine, 1);
    press_transition_update(b.engine, 1, 0);
  }
  press_engine_reset(b.engine);
  assert_int_equal(bench_stats(&b).overwritten, 0);
  int count = press_poll(b.engine, events, 64);
  assert_every_beginning_has_one_end(events, (size_t)count);
}

/* What lies out of range, and what is refused of any call, is in test_checks.c and test_refused.c. */
/* conforms: transition-16, transition-19 */
TEST(the_defaults_are_those_of_the_header_and_as_many_live_as_there_is_room_for) {
  press_transition_config  c;
  press_transition_options o;
  press_engine            *engine;
  memset(&c, 0xee, sizeof c);
  memset(&o, 0xee, sizeof o);
  press_transition_config_init(&c);
  press_transition_options_init(&o);
  press_transition_config_init(NULL);
  press_transition_options_init(NULL);
  assert_int_equal(c.size, sizeof c);
  assert_int_equal(c.max_transitions, 4);
  assert_int_equal(c.frame_us, 16667);
  assert_int_equal(c.flick_speed, PRESS_Q16(300));
  assert_int_equal(o.fraction, 0);
  assert_int_equal(o.size, sizeof o);
  assert_int_equal(o.flags, 0);
  assert_int_equal(o.duration_us, 400000);
  assert_int_equal(o.speed, PRESS_ONE);
  press_timing_curve ease = PRESS_CURVE_EASE_IN_OUT;
  assert_memory_equal(&o.curve, &ease, sizeof ease);
  assert_memory_equal(&o, &c.options, sizeof o);
  bench_make(&b, NULL);
  assert_int_equal(press_transition_start(b.engine, 1, NULL), PRESS_ERR_STATE);
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_PREVIEW, 0, 0, 0), PRESS_ERR_STATE);
  press_transition_status now;
  press_transition_status_init(&now);
  assert_int_equal(press_transition_get(b.engine, 1, &now), PRESS_ERR_STATE);
  assert_int_equal(press_transition_attach(b.engine, NULL), PRESS_OK);
  assert_int_equal(press_transition_get(NULL, 1, &now), PRESS_ERR_INVAL);
  assert_int_equal(press_transition_get(b.engine, 1, NULL), PRESS_ERR_INVAL);
  /* Four live or are bound, no fifth. */
  assert_int_equal(press_transition_bind(b.engine, 1, PRESS_DRIVER_PREVIEW, 0, 0, 0), PRESS_OK);
  for (uint32_t id = 2; id <= 4; id++) assert_int_equal(press_transition_start(b.engine, id, NULL), PRESS_OK);
  assert_int_equal(press_transition_start(b.engine, 5, NULL), PRESS_ERR_NOSPC);
  assert_int_equal(press_transition_bind(b.engine, 5, PRESS_DRIVER_PREVIEW, 0, 0, 0), PRESS_ERR_NOSPC);
  bench_finish(&b);
  press_config config = bench_config();
  config.max_events = (uint16_t)(8 + 2 * config.max_contacts);
  assert_int_equal(press_engine_init(b.storage, sizeof b.storage, &config, &engine), PRESS_OK);
  assert_int_equal(press_transition_attach(engine, NULL), PRESS_ERR_NOBUFS);
}

TEST(a_transition_that_is_over_gives_its_place_to_another) {
  press_transition_config c = linear();
  c.max_transitions = 2;
  make_with(&b, &c);
  for (uint32_t id = 1; id <= 9; id++) {
    assert_int_equal(press_transition_start(b.engine, id, NULL), PRESS_OK);
    assert_int_equal(press_transition_update(b.engine, id, PRESS_ONE / 2), PRESS_OK);
    assert_int_equal(id % 2 ? press_transition_finish(b.engine, id) : press_transition_cancel(b.engine, id), PRESS_OK);
    tick(b.now += 400000);
    assert_int_equal(state_of(id), PRESS_TRANSITION_NONE);
  }
  /* Bound it keeps its place, until it is unbound. */
  for (uint32_t id = 1; id <= 9; id++) {
    assert_int_equal(press_transition_bind(b.engine, id, PRESS_DRIVER_PRESSURE, 0, 0, 0), PRESS_OK);
    assert_int_equal(press_transition_start(b.engine, 100, NULL), PRESS_OK);
    assert_int_equal(press_transition_start(b.engine, 101, NULL), PRESS_ERR_NOSPC);
    assert_int_equal(press_transition_cancel(b.engine, 100), PRESS_OK);
    assert_int_equal(press_transition_bind(b.engine, id, PRESS_DRIVER_NONE, 0, 0, 0), PRESS_OK);
    assert_int_equal(press_transition_bind(b.engine, 55, PRESS_DRIVER_NONE, 0, 0, 0), PRESS_OK);
  }
  bench_finish(&b);
}

/* An engine in the storage of the one before, whatever that left there. */
static void make_in_place(bench *it, uint16_t transitions) {
  static const press_action action = {.id = 1};
  static const press_peek peek = {.size = sizeof peek, .id = 7, .width = PRESS_Q16(9), .height = PRESS_Q16(9), .action_count = 1, .actions = &action};
  press_transition_config c = linear();
  press_delegate          delegate = recorder_delegate(&it->log);
  it->config = bench_config();
  it->config.max_events = 0;
  it->now = 0;
  recorder_clear(&it->log);
  it->log.peek = &peek;
  c.max_transitions = transitions;
  assert_int_equal(press_engine_init(it->storage, sizeof it->storage, &it->config, &it->engine), PRESS_OK);
  assert_int_equal(press_set_delegate(it->engine, &delegate), PRESS_OK);
  assert_int_equal(press_peek_attach(it->engine, NULL), PRESS_OK);
  assert_int_equal(press_transition_attach(it->engine, &c), PRESS_OK);
  bench_target(it, 1, 0, 0, 0, 100, 100, PRESS_TARGET_PEEK);
  bench_target(it, 2, 0, 100, 0, 100, 100, PRESS_TARGET_PREVIEW);
}

static void bind_driver(bench *it, uint32_t id, uint32_t driver) {
  press_q16 dx = driver == PRESS_DRIVER_MOTION ? PRESS_Q16(100) : 0;
  assert_int_equal(press_transition_bind(it->engine, id, driver, 0, dx, 0), PRESS_OK);
}

/* Peeks, pops, swipes, previews, presses through, gives up: as far as `steps`. */
static void press_about(bench *it, int steps) {
  static const struct {
    double force, x, y;
  } samples[] = {
    {0.3, 50, 90},
    {0.4, 60, 90},
    {0.6, 60, 90},
    {0.6, 60, 30},
    {0, 60, 30},
    {0.2, 5, 5},
    {0, 5, 5},
    {0.3, 50, 90},
    {0.6, 50, 90},
    {0.9, 50, 90},
    {0, 50, 90},
    {0.3, 150, 50},
    {0.6, 170, 50},
    {0.9, 180, 50},
    {0, 180, 50},
    {0.3, 150, 50},
    {0.4, 160, 50},
    {0.2, 150, 50},
    {0, 150, 50},
    {0.3, 50, 90},
    {0.6, 50, 90},
    {0.6, 50, 90},
  };
  for (int i = 0; i < steps && i < (int)COUNT(samples); i++) bench_feed_at(it, 0, samples[i].force, samples[i].x, samples[i].y);
  if (steps < (int)COUNT(samples)) return;
  assert_int_equal(press_contact_release(it->engine, 0), PRESS_OK);
  assert_int_equal(press_tick(it->engine, it->now += 1000000), PRESS_OK);
  assert_int_equal(press_engine_reset(it->engine), PRESS_OK);
}

TEST(what_a_larger_engine_left_in_the_storage_is_none_of_a_smaller_one) {
  for (uint32_t left = PRESS_DRIVER_PREVIEW; left <= PRESS_DRIVER_PEEK; left++)
    for (uint32_t driver = PRESS_DRIVER_NONE; driver <= PRESS_DRIVER_PEEK; driver++)
      for (int steps = 0; steps < 22; steps++) {
        bench_make(&b, NULL);
        make_in_place(&b, 2);
        bind_driver(&b, 11, driver);
        bind_driver(&b, 12, left);
        press_about(&b, steps);
        make_in_place(&b, 1);
        bind_driver(&b, 21, driver);
        press_about(&b, 100);
        bench_make(&other, NULL);
        make_in_place(&other, 1);
        bind_driver(&other, 21, driver);
        press_about(&other, 100);
        assert_int_equal(b.log.count, other.log.count);
        assert_memory_equal(b.log.entries, other.log.entries, other.log.count * sizeof *other.log.entries);
      }
}

TEST(what_lies_behind_an_engine_is_neither_read_nor_written) {
  static _Alignas(8) unsigned char storage[32768];
  press_config                     config = bench_config();
  config.max_events = 0;
  for (int behind = 0; behind < 0xff; behind += 0x5a)
    for (uint16_t count = 1; count <= 32; count++) {
      press_transition_config c = linear();
      press_engine           *engine;
      c.max_transitions = count;
      size_t size = press_engine_size(&config) + press_transition_size(&config, &c);
      memset(storage, behind, sizeof storage);
      assert_int_equal(press_engine_init(storage, size, &config, &engine), PRESS_OK);
      assert_int_equal(press_transition_attach(engine, &c), PRESS_OK);
      for (uint32_t id = 1; id <= count; id++) assert_int_equal(press_transition_start(engine, id, NULL), PRESS_OK);
      assert_int_equal(press_transition_start(engine, count + 1u, NULL), PRESS_ERR_NOSPC);
      assert_int_equal(press_tick(engine, 1000000), PRESS_OK);
      assert_int_equal(press_engine_reset(engine), PRESS_OK);
      for (size_t i = size; i < size + 512; i++) assert_int_equal(storage[i], behind);
    }
}

TEST(why_a_transition_is_not_bound_or_driven_by_nothing_is_said) {
  static const struct {
    uint32_t    id, driver, target;
    press_q16   dx;
    const char *why;
  } cases[] = {
    {1, PRESS_DRIVER_PREVIEW, 0, 0, NULL},
    {0, PRESS_DRIVER_PREVIEW, 0, 0, "id: not 0"},
    {1, 6, 0, 0, "driver: PRESS_DRIVER_...; dx, dy: not both 0 with MOTION, else 0"},
    {1, PRESS_DRIVER_MOTION, 0, 0, "driver: PRESS_DRIVER_...; dx, dy: not both 0 with MOTION, else 0"},
    {1, PRESS_DRIVER_PREVIEW, 0, 1, "driver: PRESS_DRIVER_...; dx, dy: not both 0 with MOTION, else 0"},
    {1, PRESS_DRIVER_PREVIEW, 8, 0, "target: it is not there: nothing drives the transition before it is added"},
    {1, PRESS_DRIVER_PREVIEW, 7, 0, NULL},
    {1, PRESS_DRIVER_NONE, 8, 0, NULL}, /* it binds nothing */
    {2, PRESS_DRIVER_NONE, 0, 0, NULL},
    {2, PRESS_DRIVER_PREVIEW, 0, 0, NULL},
    {3, PRESS_DRIVER_PREVIEW, 0, 0, NULL},
    {4, PRESS_DRIVER_PREVIEW, 0, 0, NULL},
    {1, PRESS_DRIVER_PREVIEW, 0, 0, NULL},
    {5, PRESS_DRIVER_PREVIEW, 0, 0, "max_transitions are active or bound"},
  };
  const char *why = NULL;
  bench_make(&b, NULL);
  assert_int_equal(press_transition_bind_check(b.engine, 1, PRESS_DRIVER_PREVIEW, 0, 0, 0, &why), PRESS_ERR_STATE);
  assert_string_equal(why, "press_transition_attach: not attached");
  assert_int_equal(press_transition_bind_check(NULL, 1, PRESS_DRIVER_PREVIEW, 0, 0, 0, NULL), PRESS_ERR_INVAL);
  make();
  bench_target(&b, 7, 0, 0, 0, 10, 10, PRESS_TARGET_PREVIEW);
  for (size_t i = 0; i < COUNT(cases); i++) {
    why = NULL;
    int said = press_transition_bind_check(b.engine, cases[i].id, cases[i].driver, cases[i].target, cases[i].dx, 0, &why);
    assert_int_equal(press_transition_bind_check(b.engine, cases[i].id, cases[i].driver, cases[i].target, cases[i].dx, 0, NULL), said);
    int bound = press_transition_bind(b.engine, cases[i].id, cases[i].driver, cases[i].target, cases[i].dx, 0);
    assert_int_equal(bound, said == PRESS_ERR_NOENT ? PRESS_OK : said);
    assert_int_equal(said == PRESS_OK, cases[i].why == NULL);
    if (cases[i].why)
      assert_string_equal(why, cases[i].why);
    else
      assert_null(why);
  }
}

int main(void) { return run_all(NULL, NULL); }
