/* scroll.h: throws and swipes. A list, target 1, scrolls; samples come every 10 ms; friction is 2, so that 1,000 points a second go 500 points.
 * The tests compute friction and springs in doubles. */
#include "support.h"

#include <math.h>
#include <stdio.h>

static bench b;
enum { LIST = 1, OTHER = 2 };

static void make_with(uint32_t traits, uint32_t lift_us, press_scroll_config c) {
  BENCH(&b, c.traits = 0, c.lift_us = lift_us);
  BENCH_ATTACH_WITH(gestures, c.flags = PRESS_GESTURES_SCROLL_FROM_TOUCH);
  assert_int_equal(press_scroll_attach(b.engine, &c), PRESS_OK);
  bench_target(&b, LIST, 0, 0, 0, 1000, 1000, traits);
}

static press_scroll_config defaults(void) {
  press_scroll_config c;
  memset(&c, 0xee, sizeof c);
  press_scroll_config_init(&c);
  return c;
}

static void make(void) { make_with(PRESS_TARGET_SCROLL | PRESS_TARGET_TAP, 0, defaults()); }

static void at(uint32_t contact, double x, double y, double newtons) {
  press_sample sample = sample_of(b.now += 10000, contact, newtons, 0);
  sample.x = PRESS_Q16(x);
  sample.y = PRESS_Q16(y);
  assert_int_equal(press_feed(b.engine, &sample, 1), 1);
}

/* A finger that starts at a place, moves by dx and dy every 10 ms, and lifts. */
static void stroke(double x, double y, double dx, double dy, int samples) {
  for (int i = 0; i <= samples; i++) at(0, x + i * dx, y + i * dy, 1);
  at(0, x + samples * dx, y + samples * dy, 0);
}

static void pass(uint64_t us) {
  uint64_t end = b.now + us, due;
  while ((due = press_next_deadline(b.engine)) <= end) assert_int_equal(press_tick(b.engine, due), PRESS_OK);
  assert_int_equal(press_tick(b.engine, b.now = end), PRESS_OK);
}

static void declare(double y, double min, double max, double snap) {
  press_scroll_content content;
  press_scroll_content_init(&content);
  content.target = LIST;
  content.y = PRESS_Q16(y);
  content.min_y = PRESS_Q16(min);
  content.max_y = PRESS_Q16(max);
  content.snap_y = PRESS_Q16(snap);
  content.min_x = content.max_x = 0;
  assert_int_equal(press_scroll_declare(b.engine, &content), PRESS_OK);
}

static press_scroll_status content_now(void) {
  press_scroll_status now;
  press_scroll_status_init(&now);
  /* Content that nobody declared is forgotten once it rests. */
  int status = press_scroll_get(b.engine, LIST, &now);
  assert_true(status == PRESS_OK || (status == PRESS_ERR_NOENT && !now.is_thrown));
  return now;
}

static void near(double found, double expected, double within, const char *what) {
  if (fabs(found - expected) > within) fail_msg("%s: %f, expected %f", what, found, expected);
}

static const press_event *last(uint32_t type) {
  const press_event *event = recorder_last(&b.log, type);
  assert_non_null(event);
  return event;
}

/* The speed that friction leaves of 1,000 points a second after some seconds, and the distance until then. */
static double slowed(double seconds) { return 1000 * exp(-2 * seconds); }
static double gone(double seconds) { return (1000 - slowed(seconds)) / 2; }

#define LIST_TEST(name) TEST_BETWEEN(make(), bench_finish(&b), name)

LIST_TEST(a_scroll_ends_with_the_speed_of_its_finger_and_is_thrown) {
  stroke(500, 900, 0, -10, 30);
  /* Halfway since its latest place, 10 ms ago. */
  near(last(PRESS_EVENT_THROW_BEGAN)->value2 / 65536.0, -slowed(0.005), 0.1, "speed");
  assert_int_equal(last(PRESS_EVENT_THROW_BEGAN)->value, 0);
  assert_int_equal(last(PRESS_EVENT_THROW_BEGAN)->target, LIST);
  assert_int_equal(last(PRESS_EVENT_THROW_BEGAN)->contact, PRESS_NO_CONTACT);
  near(last(PRESS_EVENT_THROW_BEGAN)->y / 65536.0, -300 - gone(0.005), 0.1, "place");
  near(content_now().end_y / 65536.0, -800, 0.01, "predicted end");
  pass(10000000);
  near(last(PRESS_EVENT_THROW_ENDED)->y / 65536.0, -800, 0.01, "end");
  assert_int_equal(last(PRESS_EVENT_THROW_ENDED)->reason, PRESS_REASON_NONE);
  /* Over when half a point is left: log(1000) / 2 s. */
  near((double)(last(PRESS_EVENT_THROW_ENDED)->t_us - last(PRESS_EVENT_THROW_BEGAN)->t_us), log(1000) / 2 * 1e6 - 5000, 400, "how long");
}

TEST(the_speed_is_that_before_the_force_fell_whatever_the_grace) {
  make_with(PRESS_TARGET_SCROLL, 50000, defaults());
  press_q16 vx, vy;
  stroke(500, 900, 4, -10, 30);
  assert_int_equal(press_scroll_get_velocity(b.engine, 0, &vx, &vy), PRESS_OK);
  pass(60000);
  near(last(PRESS_EVENT_THROW_BEGAN)->value2 / 65536.0, -slowed(0.055), 0.2, "vy");
  near(last(PRESS_EVENT_THROW_BEGAN)->value / 65536.0, slowed(0.055) * 0.4, 0.1, "vx");
  assert_int_equal(last(PRESS_EVENT_THROW_BEGAN)->late_us, 50000);
  /* The finger rested before it lifted. */
  make();
  for (int i = 0; i <= 20; i++) at(0, 500, 900 - 10 * i, 1);
  for (int i = 0; i < 12; i++) at(0, 500, 700, 1);
  at(0, 500, 700, 0);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_SCROLL_ENDED), 1);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_THROW_BEGAN), 0);
  bench_finish(&b);
}

static void velocity_at(recorder *log, press_engine *engine, const entry *delivered) {
  press_q16 vx = 0, vy = 0;
  if (delivered->kind != ENTRY_EVENT || delivered->event.type != PRESS_EVENT_SCROLL_ENDED) return;
  assert_int_equal(press_scroll_get_velocity(engine, 0, &vx, &vy), PRESS_OK);
  assert_in_range(-vy, PRESS_Q16(999), PRESS_Q16(1001));
  log->calls++;
}

static double dropped_at[2];

static void speed_of_drop(recorder *log, press_engine *engine, const entry *delivered) {
  press_q16 vx = 0, vy = 0;
  uint32_t  type = delivered->event.type;
  if (delivered->kind != ENTRY_EVENT || (type != PRESS_EVENT_DRAG_DROPPED && type != PRESS_EVENT_DRAG_CANCELLED)) return;
  assert_int_equal(press_scroll_get_velocity(engine, 0, &vx, &vy), PRESS_OK);
  dropped_at[0] = vx / 65536.0;
  dropped_at[1] = vy / 65536.0;
  log->calls++;
}

/* ---- scripts ---- */

/* Words: THROW, a stroke from (500, 900) 10 points up each 10 ms, that lifts; go4,-10*30@500,900 the same without its lift; cancel the
 * gesture; pass: 10 s, deadline by deadline; throws=, scrolls=, swipes= how many began, x= where the newest scroll did. */
static int call(bench *it, const char *word) {
  const press_event *scroll = recorder_last(&it->log, PRESS_EVENT_SCROLL_BEGAN);
  const char        *is = strchr(word, '=');
  double             dx, dy, x, y;
  int                samples;
  if (sscanf(word, "go%lf,%lf*%d@%lf,%lf", &dx, &dy, &samples, &x, &y) == 5) {
    for (int i = 0; i <= samples; i++) at(it->contact, it->x = x + i * dx, it->y = y + i * dy, it->newtons = 1);
    return PRESS_OK;
  }
  if (strcmp(word, "cancel") == 0) return press_gestures_cancel(it->engine, it->contact);
  if (strcmp(word, "unhook") == 0) return it->log.hook = NULL, PRESS_OK;
  if (strcmp(word, "pass") == 0) return pass(10000000), PRESS_OK;
  assert_non_null(is);
  size_t n = (size_t)atoi(is + 1);
  if (strncmp(word, "throws", 6) == 0) return recorder_count(&it->log, PRESS_EVENT_THROW_BEGAN) == n ? PRESS_OK : NOT_SO;
  if (strncmp(word, "swipes", 6) == 0) return recorder_count(&it->log, PRESS_EVENT_SWIPED) == n ? PRESS_OK : NOT_SO;
  if (strncmp(word, "scrolls", 7) == 0) return recorder_count(&it->log, PRESS_EVENT_SCROLL_BEGAN) == n ? PRESS_OK : NOT_SO;
  return scroll && scroll->x == PRESS_Q16((double)n) ? PRESS_OK : NOT_SO;
}

static void removes(recorder *log, press_engine *engine, const entry *delivered) {
  (void)log;
  if (delivered->kind == ENTRY_EVENT && delivered->event.type == PRESS_EVENT_TAP_FAILED)
    assert_int_equal(press_target_remove(engine, LIST), PRESS_OK);
}

typedef struct story {
  const char *name, *script, *delivered; /* NULL: the script says all */
  uint32_t    traits;                    /* of the list; 0: SCROLL and TAP */
  void (*hook)(recorder *log, press_engine *engine, const entry *delivered);
} story;

static void play_rows(const story *stories, size_t count) {
  for (const story *one = stories; one < stories + count; one++) {
    make_with(one->traits ? one->traits : PRESS_TARGET_SCROLL | PRESS_TARGET_TAP, 0, defaults());
    bench_target(&b, OTHER, 0, 2000, 0, 100, 100, PRESS_TARGET_TAP);
    b.log.hook = one->hook;
    bench_play(&b, one->name, one->script, call);
    if (one->delivered && strcmp(recorder_events(&b.log), one->delivered)) fail_msg("%s: delivered %s", one->name, recorder_events(&b.log));
    bench_finish(&b);
  }
}

#define THROW "go0,-10*30@500,900 0 "
#define MOVED_ON "contact_began tap_failed:moved "

TEST(a_throw_is_caught_by_a_touch_on_it_and_each_end_says_why) {
  static const story stories[] = {
    {"a touch, which is no tap; the next one is", THROW "+100 | c3 1@500,500 0 1 0",
      "contact_began throw_ended:touched contact_ended:lifted contact_began tapped contact_ended:lifted"},
    {"caught content can be scrolled on", THROW "| " THROW "throws=2 scrolls=2 pass throws=2"},
    {"a touch beside it catches nothing", THROW "| c3 1@2050,50 0", "contact_began throw_moved tapped contact_ended:lifted"},
    {"its target is removed", THROW "| -1", "throw_ended:target_removed"},
    {"its target scrolls no more", THROW "| x1", "throw_ended:target_removed"},
    {"a reset", THROW "| R", "throw_ended:reset"},
    {"a jump of time passes over frames", THROW "| +500", "throw_moved throw_moved"},
    {"what another finger scrolls on is not thrown before that lifts",
      "1@500,900 c1 1@300,900 c0 go0,-10*30@500,900 c1 go0,-10*30@300,900 c0 0@500,600 throws=0 c1 1@300,590 0 throws=1"},
    {"what was cancelled is not thrown", "go0,-10*30@500,900 cancel 0 throws=0"},
  };
  play_rows(stories, COUNT(stories));
}

TEST(while_the_end_of_a_scroll_is_delivered_its_speed_can_be_asked) {
  make();
  b.log.hook = velocity_at;
  b.log.calls = 0;
  stroke(500, 900, 0, -10, 30);
  assert_int_equal(b.log.calls, 1);
  press_q16 vx, vy;
  assert_int_equal(press_scroll_get_velocity(b.engine, 0, &vx, &vy), PRESS_ERR_NOENT);
  assert_int_equal(press_scroll_get_velocity(b.engine, 0, NULL, &vy), PRESS_ERR_INVAL);
  press_engine_reset(b.engine);
}

/* The oracle of friction: the differential equation itself, in small steps. */
TEST(friction_is_that_of_its_differential_equation) {
  for (double friction = 0.5; friction < 30; friction *= IS_FAST ? 1.9 : 7) {
    press_scroll_config c = defaults();
    c.friction = PRESS_Q16(friction);
    make_with(PRESS_TARGET_SCROLL, 0, c);
    assert_int_equal(press_scroll_throw(b.engine, LIST, 0, PRESS_Q16(3000)), PRESS_OK);
    double x = 0, v = 3000, most = 3000 / friction, step = 1e-6;
    for (uint64_t t = 0, next = 16667; next < 400000; t++) {
      /* Midpoint. */
      double half = v - friction * v * step / 2;
      x += half * step;
      v -= friction * half * step;
      if (t + 1 != next) continue;
      assert_int_equal(press_tick(b.engine, next), PRESS_OK);
      press_scroll_status now = content_now();
      if (!now.is_thrown) break;
      near(now.y / 65536.0, x, most * 1e-4, "place");
      near(now.vy / 65536.0, v, 3000 * 1e-4, "speed");
      next += 16667;
    }
    press_engine_reset(b.engine);
  }
}

/* The oracle of a spring: the same. */
TEST(a_throw_back_to_where_it_may_rest_is_a_critically_damped_spring) {
  static const struct { double from, speed; } starts[] = {{80, 0}, {80, 500}, {40, -20}, {200, 2000}};
  for (size_t i = 0; i < COUNT(starts); i += IS_FAST ? 1 : 3) {
    press_scroll_config c = defaults();
    c.min_speed = 0;
    make_with(PRESS_TARGET_SCROLL, 0, c);
    declare(starts[i].from, -1000, 0, 0);
    assert_int_equal(press_scroll_throw(b.engine, LIST, 0, PRESS_Q16(starts[i].speed)), PRESS_OK);
    near(content_now().end_y, 0, 0, "end");
    double x = starts[i].from, v = starts[i].speed, w = 2 * 3.14159265358979 / 0.4, step = 1e-6, most = x;
    for (uint64_t t = 0, next = 16667; next < 2000000; t++) {
      double a = -w * w * x - 2 * w * v, half = v + a * step / 2;
      x += half * step;
      v += (-w * w * (x - half * step / 2) - 2 * w * half) * step;
      if (x > most) most = x;
      if (t + 1 != next) continue;
      assert_int_equal(press_tick(b.engine, next), PRESS_OK);
      press_scroll_status now = content_now();
      if (!now.is_thrown) break;
      near(now.y / 65536.0, x, most * 1e-4 + 2e-3, "place");
      next += 16667;
    }
    assert_int_equal(content_now().is_thrown, 0);
    press_engine_reset(b.engine);
  }
}

TEST(a_throw_snaps_to_the_nearest_place_and_begins_with_its_speed) {
  static const struct {
    double place, speed, min, snap, end;
  } throws[] = {
    {-300, -1000, -3000, 300, -900}, /* -800: -900 is nearer */
    {-300, -800, -3000, 300, -600},
    {-350, 0, -3000, 300, -300},
    {-350, 60, -3000, 300, -300},
    {-460, 0, -3000, 300, -600},
    {-2700, -5000, -3000, 300, -3000}, /* the edge */
    {-900, -200, -1040, 300, -1040},   /* the last one is not whole */
    {-920, -60, -1040, 300, -900},
    {-100, 5000, -3000, 0, 0},
    {-100, 5000, -3000, 300, 0},
  };
  for (size_t i = 0; i < COUNT(throws); i++) {
    make();
    declare(throws[i].place, throws[i].min, 0, throws[i].snap);
    assert_int_equal(press_scroll_throw(b.engine, LIST, 0, PRESS_Q16(throws[i].speed)), PRESS_OK);
    near(content_now().end_y / 65536.0, throws[i].end, 0, "end");
    near(last(PRESS_EVENT_THROW_BEGAN)->value2 / 65536.0, throws[i].speed, fabs(throws[i].speed) * 1e-4 + 0.01, "speed");
    double   ahead = throws[i].end - throws[i].place, k = throws[i].speed / ahead;
    uint64_t start = b.now;
    while (content_now().is_thrown) {
      uint64_t due = press_next_deadline(b.engine);
      assert_int_equal(press_tick(b.engine, b.now = due), PRESS_OK);
      double t = (double)(due - start) / 1e6, y = content_now().y / 65536.0;
      if (k >= 1 && content_now().is_thrown) near(y, throws[i].end - ahead * exp(-k * t), fabs(ahead) * 1e-4, "place");
      if (throws[i].speed * ahead > 0) assert_true(fabs(y - throws[i].place) <= fabs(ahead) + 0.001);
    }
    near(last(PRESS_EVENT_THROW_ENDED)->y / 65536.0, throws[i].end, 0, "rests");
    near((double)(content_now().y), throws[i].end * 65536, 0, "rests there");
    bench_finish(&b);
  }
}

LIST_TEST(content_follows_its_scroll_and_what_is_slow_goes_back_to_where_it_may_rest) {
  declare(-300, -3000, 0, 300);
  for (int i = 0; i <= 20; i++) at(0, 500, 900 - 5 * i, 1);
  near(content_now().y / 65536.0, -400, 0, "while it scrolls");
  for (int i = 0; i < 12; i++) at(0, 500, 800, 1);
  at(0, 500, 800, 0);
  near(last(PRESS_EVENT_THROW_BEGAN)->value2, 0, 0, "speed");
  pass(3000000);
  near(last(PRESS_EVENT_THROW_ENDED)->y / 65536.0, -300, 0, "rests");
  /* Content that already is at a place where it may rest is not thrown. */
  recorder_clear(&b.log);
  for (int i = 0; i <= 30; i++) at(0, 500, 900 - 10 * i, 1);
  for (int i = 0; i < 12; i++) at(0, 500, 600, 1);
  at(0, 500, 600, 0);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_THROW_BEGAN), 0);
  near(content_now().y / 65536.0, -600, 0, "rests");
}

/* The movement of content for a finger x points beyond an end, in a target of 1,000 points. */
static double banded(double x) { return 1000 * 0.55 * x / (1000 + 0.55 * x); }

TEST(beyond_an_end_content_follows_as_on_a_rubber_band) {
  for (uint32_t flags = 0; flags < 2; flags++) {
    press_scroll_config c = defaults();
    if (flags) c.flags = PRESS_SCROLL_NO_RUBBER_BAND;
    make_with(PRESS_TARGET_SCROLL, 0, c);
    declare(-50, -1000, 0, 0);
    /* The finger moves down by 450 points, 400 of them beyond the end, and all the way back: content follows the same curve. */
    for (int i = 0; i <= 180; i++) {
      double finger = 5.0 * (i <= 90 ? i : 180 - i), beyond = fmax(finger - 50, 0);
      at(0, 500, 100 + finger, 1);
      if (i > 2) near(content_now().y / 65536.0, fmin(finger - 50, 0) + (flags ? beyond : banded(beyond)), 0.05, "place");
    }
    at(0, 500, 100, 0);
    pass(6000000);
    near(content_now().y / 65536.0, content_now().end_y / 65536.0, 0.01, "rests");
    bench_finish(&b);
  }
}

LIST_TEST(what_is_let_go_beyond_an_end_goes_on_as_fast_as_it_was) {
  declare(0, -1000, 0, 0);
  stroke(500, 100, 0, 10, 30);
  double place = banded(300), slope = 0.55 * pow((1000 - place) / 1000, 2);
  /* The spring that pulls it back, halfway in the 10 ms since its latest place. */
  double w = 2 * 3.14159265358979 / 0.4, speed = 1000 * slope;
  near(content_now().vy / 65536.0, (speed - w * (speed + w * place) * 0.005) * exp(-w * 0.005), 3, "speed");
  near(content_now().end_y, 0, 0, "end");
  pass(3000000);
  near(last(PRESS_EVENT_THROW_ENDED)->y, 0, 0, "rests");
}

/* The oracle: friction until the end is passed, then the spring, step by step. The first case starts at the end; in the last one friction stops
 * the content before the end. */
TEST(a_throw_that_bounces_passes_its_end_and_comes_back) {
  static const struct {
    double from, speed, min, snap;
  } throws[] = {
    {0, 900, -1000, 0}, {-100, 5000, -1000, 0}, {-900, -600, -1000, 300}, {-20, 12000, -3000, 300}, {-400, 900, -1000, 0}, {-300, 500, -1000, 0}};
  for (int flags = 0; flags < 2; flags++)
    for (size_t i = 0; i < COUNT(throws); i += IS_FAST ? 1 : 2) {
      press_scroll_config c = defaults();
      if (flags) c.flags = PRESS_SCROLL_BOUNCE;
      make_with(PRESS_TARGET_SCROLL, 0, c);
      declare(throws[i].from, throws[i].min, 0, throws[i].snap);
      double end = throws[i].speed > 0 ? 0 : throws[i].min, natural = throws[i].from + throws[i].speed / 2;
      bool   bounces = flags && (natural > 0 || natural < throws[i].min);
      if (!flags && throws[i].from == end) {
        assert_int_equal(press_scroll_throw(b.engine, LIST, 0, PRESS_Q16(throws[i].speed)), PRESS_ERR_STATE);
        bench_finish(&b);
        continue;
      }
      assert_int_equal(press_scroll_throw(b.engine, LIST, 0, PRESS_Q16(throws[i].speed)), PRESS_OK);
      if (natural > 0 || natural < throws[i].min) near(content_now().end_y / 65536.0, end, 0, "end");
      double x = throws[i].from, v = throws[i].speed, w = 2 * 3.14159265358979 / 0.4, step = 1e-6, way = fabs(v) / 2, most = 0, far = 0;
      bool   passed = false, thrown = content_now().is_thrown;
      for (uint64_t t = 0, next = 16667; thrown; t++) {
        double k = passed ? -w * w * (x - end) - 2 * w * v : -2 * v, half = v + k * step / 2;
        x += half * step;
        v += (passed ? -w * w * (x - half * step / 2 - end) - 2 * w * half : -2 * half) * step;
        passed = passed || (v > 0 ? x >= end : x <= end);
        far = fmax(far, fabs(x - end) * passed);
        if (t + 1 != next) continue;
        assert_int_equal(press_tick(b.engine, next), PRESS_OK);
        double y = content_now().y / 65536.0, beyond = y > 0 ? y : throws[i].min - y;
        most = fmax(most, beyond);
        thrown = content_now().is_thrown;
        if (bounces && thrown) near(y, x, way * 1e-4 + 0.01, "place");
        next += 16667;
      }
      if (bounces) assert_true(most > 0.7 * far && most < far + 0.5 && far > 0.5);
      if (!bounces) assert_true(most <= 0.01);
      near(last(PRESS_EVENT_THROW_ENDED)->y, content_now().end_y, 0, "rests");
      assert_int_equal(recorder_count(&b.log, PRESS_EVENT_THROW_ENDED), 1);
      press_engine_reset(b.engine);
      bench_finish(&b);
    }
}

TEST(a_throw_that_bounces_is_caught_beyond_its_end_and_goes_back_from_there) {
  press_scroll_config c = defaults();
  c.flags = PRESS_SCROLL_BOUNCE;
  make_with(PRESS_TARGET_SCROLL, 0, c);
  declare(-100, -1000, 0, 0);
  assert_int_equal(press_scroll_throw(b.engine, LIST, 0, PRESS_Q16(6000)), PRESS_OK);
  while (content_now().y <= PRESS_Q16(60)) pass(5000);
  at(0, 500, 500, 1);
  double here = content_now().y / 65536.0;
  assert_true(here > 60 && !content_now().is_thrown);
  at(0, 500, 500, 0);
  pass(3000000);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_THROW_BEGAN), 1);
  /* A drag from there, let go still: the spring pulls it back. */
  for (int i = 0; i <= 10; i++) at(0, 500, 500 - i, 1);
  pass(100000);
  at(0, 500, 490, 0);
  pass(3000000);
  near(content_now().y, 0, 0, "rests");
  bench_finish(&b);
}

TEST(the_speed_of_a_drag_can_be_asked_as_it_drops) {
  for (int how = 0; how < 3; how++) { /* it goes on to the fall; it lies still for 60 ms; it is cancelled */
    BENCH(&b, c.lift_us = 50000);
    BENCH_ATTACH(drag);
    BENCH_ATTACH(scroll);
    bench_target(&b, LIST, 0, 0, 0, 1000, 1000, PRESS_TARGET_DRAG_SOURCE | PRESS_TARGET_DROP);
    b.log.hook = speed_of_drop;
    b.log.calls = 0;
    dropped_at[0] = dropped_at[1] = -1;
    for (int i = 0; i <= 30; i++) at(0, 500 + 4 * i, 900 - 10 * i, 1);
    press_q16 vx, vy;
    assert_int_equal(press_scroll_get_velocity(b.engine, 0, &vx, &vy), PRESS_OK);
    near(vy / 65536.0, -1000, 1, "vy");
    if (how == 1)
      for (int i = 0; i < 6; i++) at(0, 620, 600, 1);
    press_sample lost = sample_of(b.now + 10000, 0, 1, PRESS_SAMPLE_LOST);
    if (how == 2) assert_int_equal(press_feed(b.engine, &lost, 1), 1);
    if (how != 2) at(0, 620, 600, 0);
    pass(100000);
    assert_int_equal(b.log.calls, 1);
    near(dropped_at[0], how == 1 ? 0 : 400, 1, "vx");
    near(dropped_at[1], how == 1 ? 0 : -1000, 1, "vy");
    assert_int_equal(press_scroll_get_velocity(b.engine, 0, &vx, &vy), PRESS_ERR_NOENT);
    bench_finish(&b);
  }
}

static void aims(recorder *log, press_engine *engine, const entry *delivered) {
  (void)log;
  if (delivered->kind == ENTRY_EVENT && delivered->event.type == PRESS_EVENT_THROW_BEGAN)
    assert_int_equal(press_scroll_aim(engine, LIST, 0, PRESS_Q16(-777)), PRESS_OK);
}

LIST_TEST(a_program_aims_a_throw_while_it_begins) {
  b.log.hook = aims;
  stroke(500, 900, 0, -10, 30);
  b.log.hook = NULL;
  near(content_now().end_y / 65536.0, -777, 0, "end");
  near(content_now().vy / 65536.0, -slowed(0.005), 0.2, "speed");
  pass(10000000);
  near(last(PRESS_EVENT_THROW_ENDED)->y / 65536.0, -777, 0, "rests");
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_THROW_BEGAN), 1);
  assert_int_equal(press_scroll_aim(b.engine, LIST, 0, 0), PRESS_ERR_STATE);
}

static void throws_again(recorder *log, press_engine *engine, const entry *delivered) {
  if (delivered->kind != ENTRY_EVENT || delivered->event.type != PRESS_EVENT_THROW_BEGAN || log->calls++) return;
  assert_int_equal(press_scroll_stop(engine, LIST), PRESS_OK);
  assert_int_equal(press_scroll_throw(engine, LIST, 0, PRESS_Q16(100)), PRESS_OK);
  assert_int_equal(press_scroll_stop(engine, LIST), PRESS_OK);
  assert_int_equal(press_scroll_throw(engine, LIST, 0, PRESS_Q16(200)), PRESS_OK);
}

TEST(what_is_stopped_and_thrown_in_a_callback_ends_and_begins_once) {
  make();
  b.log.hook = throws_again;
  b.log.calls = 0;
  assert_int_equal(press_scroll_throw(b.engine, LIST, 0, PRESS_Q16(1000)), PRESS_OK);
  bench_delivers(&b, "throw_began throw_ended:program throw_began");
  pass(10000000);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_THROW_ENDED), 1);
  press_engine_reset(b.engine);
}

TEST(calls_that_are_refused_say_why) {
  press_scroll_content content;
  press_scroll_status  now;
  press_scroll_content_init(&content);
  press_scroll_status_init(&now);
  bench_make(&b, NULL);
  assert_int_equal(press_scroll_declare(b.engine, &content), PRESS_ERR_STATE);
  assert_int_equal(press_scroll_get(b.engine, 0, &now), PRESS_ERR_STATE);
  assert_int_equal(press_scroll_throw(b.engine, 0, 0, PRESS_ONE), PRESS_ERR_STATE);
  make();
  assert_int_equal(press_scroll_get(b.engine, LIST, &now), PRESS_ERR_NOENT);
  assert_int_equal(press_scroll_get(b.engine, LIST, NULL), PRESS_ERR_INVAL);
  content.target = 77;
  assert_int_equal(press_scroll_declare(b.engine, &content), PRESS_ERR_NOENT);
  content.target = LIST;
  content.min_x = 1;
  content.max_x = 0;
  assert_int_equal(press_scroll_declare(b.engine, &content), PRESS_ERR_INVAL);
  content.min_x = 0;
  content.snap_y = -1;
  assert_int_equal(press_scroll_declare(b.engine, &content), PRESS_ERR_INVAL);
  assert_int_equal(press_scroll_throw(b.engine, 77, 0, PRESS_Q16(500)), PRESS_ERR_NOENT);
  assert_int_equal(press_scroll_throw(b.engine, LIST, 0, PRESS_Q16(1)), PRESS_ERR_STATE);
  for (int i = 0; i < 4; i++) at(0, 500, 500 + 10 * i, 1);
  assert_int_equal(press_scroll_throw(b.engine, LIST, 0, PRESS_Q16(500)), PRESS_ERR_STATE);
  assert_int_equal(press_gestures_cancel(b.engine, 0), PRESS_OK);
  at(0, 500, 500, 0);
  for (uint32_t id = 10; id < 13; id++) {
    bench_target(&b, id, 0, 3000, 0, 10, 10, id == 12 ? PRESS_TARGET_TAP : PRESS_TARGET_SCROLL);
    if (id < 12) assert_int_equal(press_scroll_throw(b.engine, id, 0, PRESS_Q16(500)), PRESS_OK);
  }
  assert_int_equal(press_scroll_throw(b.engine, LIST, 0, PRESS_Q16(500)), PRESS_ERR_NOSPC);
  content.snap_y = 0;
  assert_int_equal(press_scroll_declare(b.engine, &content), PRESS_ERR_NOSPC);
  assert_int_equal(press_scroll_throw(b.engine, 12, 0, PRESS_Q16(500)), PRESS_ERR_STATE);
  press_scroll_config c = defaults();
  c.max_throws = 3;
  assert_int_equal(press_scroll_set(b.engine, &c), PRESS_ERR_INVAL);
  c.max_throws = 2;
  assert_int_equal(press_scroll_set(b.engine, &c), PRESS_OK);
  pass(10000000);
  bench_finish(&b);
}

/* ---- swipes ---- */

TEST(a_swipe_says_where_to_and_how_fast_and_nothing_more_becomes_of_its_contact) {
  static const struct {
    double  dx, dy;
    int32_t direction;
  } ways[] = {{-6, 2, PRESS_SWIPE_LEFT}, {6, -2, PRESS_SWIPE_RIGHT}, {1, -6, PRESS_SWIPE_UP}, {1, 6, PRESS_SWIPE_DOWN}};
  for (size_t i = 0; i < COUNT(ways); i++) {
    make_with(PRESS_TARGET_SWIPE_X | PRESS_TARGET_SWIPE_Y | PRESS_TARGET_TAP | PRESS_TARGET_HOLD | PRESS_TARGET_SCROLL, 0, defaults());
    stroke(500, 500, ways[i].dx, ways[i].dy, 30);
    assert_int_equal(last(PRESS_EVENT_SWIPED)->value, ways[i].direction);
    assert_in_range(last(PRESS_EVENT_SWIPED)->value2, 590, 610);
    assert_int_equal(last(PRESS_EVENT_SWIPED)->target, LIST);
    bench_delivers(&b, "contact_began tap_failed:moved swiped contact_ended:lifted");
    bench_finish(&b);
  }
}

TEST(a_scroll_waits_while_a_contact_may_swipe_and_no_longer) {
  enum { X = PRESS_TARGET_SWIPE_X, SCROLL = PRESS_TARGET_SCROLL };
  static const story stories[] = {
    {"slow: it scrolls once a fifth of the way took too long", "go2,0*60@500,500 0 swipes=0 scrolls=1 x=510", NULL, X | SCROLL},
    {"fast, and then slow before it is there", "go10,0*4@500,500 scrolls=0 1@540,500*20 scrolls=1 1@700,500 0 swipes=0", NULL, X | SCROLL},
    {"it lifts on the way: no swipe, no scroll and no tap", "go10,0*3@500,500 0", MOVED_ON "contact_ended:lifted", X | SCROLL | PRESS_TARGET_TAP},
    {"nothing that scrolls is needed, and a rest before does not slow it", "1@500,500*30 go0,-5*12@500,500 0",
      "contact_began swiped contact_ended:lifted", PRESS_TARGET_SWIPE_Y},
    {"its target is removed by a callback", "1@500,500 1@560,500 0", MOVED_ON "contact_ended:lifted", X | PRESS_TARGET_TAP, removes},
    {"what holds swipes no more", "1@500,500*60 go20,0*10@500,500 0 swipes=0", "contact_began hold_began hold_ended:lifted contact_ended:lifted",
      X | PRESS_TARGET_HOLD},
    {"a target that lost the trait gets none", "1@500,500 x1 go20,0*10@500,500 0 swipes=0", NULL, X},
  };
  play_rows(stories, COUNT(stories));
}

/* ---- polled ---- */

TEST(an_engine_that_is_polled_and_full_loses_no_end_of_a_throw) {
  press_scroll_config c = defaults();
  press_config        config = bench_config();
  press_event         events[64];
  config.traits = 0;
  config.lift_us = 0;
  config.lost_after_us = 0;
  config.max_contacts = 2;
  for (uint16_t extra = 0; extra < 12; extra++) {
    config.max_events = (uint16_t)(8 + 2 * 2 + 2 + 2 + extra);
    bench_make(&b, &config);
    assert_int_equal(press_gestures_attach(b.engine, NULL), PRESS_OK);
    assert_int_equal(press_scroll_attach(b.engine, &c), PRESS_OK);
    bench_target(&b, LIST, 0, 0, 0, 1000, 1000, PRESS_TARGET_SCROLL);
    assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
    int began = 0, ended = 0, refused = 0;
    for (int round = 0; round < 40; round++)
      for (int i = 0; i <= 12; i++) {
        press_sample sample = sample_of(b.now += 10000, 0, i < 12, 0);
        sample.y = PRESS_Q16(900 - 10 * i);
        while (press_feed(b.engine, &sample, 1) == PRESS_ERR_AGAIN) {
          refused++;
          int taken = press_poll(b.engine, events, 64);
          assert_true(taken > 0);
          for (int k = 0; k < taken; k++) began += events[k].type == PRESS_EVENT_THROW_BEGAN, ended += events[k].type == PRESS_EVENT_THROW_ENDED;
        }
      }
    assert_int_equal(press_tick(b.engine, b.now += 10000000), PRESS_OK);
    for (int taken; (taken = press_poll(b.engine, events, 64)) > 0;)
      for (int k = 0; k < taken; k++) began += events[k].type == PRESS_EVENT_THROW_BEGAN, ended += events[k].type == PRESS_EVENT_THROW_ENDED;
    assert_true(refused > 0);
    assert_int_equal(began, ended);
    /* The smallest queue holds no throw beside all that may end. */
    if (extra == 0) assert_int_equal(began, 0);
    if (extra == 11) assert_true(began > 10);
    assert_int_equal(bench_stats(&b).overwritten, 0);
  }
}

int main(void) { return run_all(NULL, NULL); }
