/* scroll.h: one thing moves content at a time. Two to five fingers, throws of the program, coasting and springs on one list: who moves it is
 * followed by the events, and its place by its owner. */
#include "support.h"

#include <math.h>
#include <stdio.h>

enum { LIST = 1, OTHER = 2, FINGERS = 5 };

static bench b;

static press_q16 q16(double v) { return (press_q16)lround(v * 65536); }

static void make_with(uint32_t lift_us, uint32_t scroll_flags, uint32_t gesture_flags) {
  BENCH(&b, c.traits = 0, c.lift_us = lift_us);
  BENCH_ATTACH_WITH(gestures, c.flags = gesture_flags);
  BENCH_ATTACH_WITH(scroll, c.flags = scroll_flags);
  bench_target(&b, LIST, 0, 0, 0, 1000, 1000, PRESS_TARGET_SCROLL | PRESS_TARGET_TAP);
}

static void at(uint32_t contact, double x, double newtons, uint64_t later) {
  press_sample sample = sample_of(b.now += later, contact, newtons, 0);
  sample.x = q16(x);
  sample.y = q16(100 + 100.0 * contact);
  assert_int_equal(press_feed(b.engine, &sample, 1), 1);
}

static void pass(uint64_t us) {
  uint64_t end = b.now + us, due;
  while ((due = press_next_deadline(b.engine)) <= end) assert_int_equal(press_tick(b.engine, due), PRESS_OK);
  assert_int_equal(press_tick(b.engine, b.now = end), PRESS_OK);
}

static void declare(void) {
  press_scroll_content content;
  press_scroll_content_init(&content);
  content.target = LIST;
  assert_int_equal(press_scroll_declare(b.engine, &content), PRESS_OK);
}

/* The events but for progress. */
static const char *steps(void) {
  static char text[4096];
  size_t      used = 0;
  text[0] = 0;
  for (size_t i = 0; i < b.log.count; i++) {
    const press_event *e = &b.log.entries[i].event;
    bool               moves = e->type == PRESS_EVENT_SCROLL_MOVED || e->type == PRESS_EVENT_THROW_MOVED;
    if (b.log.entries[i].kind != ENTRY_EVENT || moves) continue;
    const char *name = press_event_name(e->type), *of = e->contact == PRESS_NO_CONTACT ? "" : e->contact == 0 ? "A" : "B";
    used += (size_t)snprintf(
      text + used, sizeof text - used, "%s%s%s%s%s", used ? " " : "", name, of, e->reason ? ":" : "", e->reason ? press_reason_name(e->reason) : "");
  }
  recorder_clear(&b.log);
  return text;
}

#define STEPS(expected) assert_string_equal(steps(), expected)

/* A flicks at 1,000 points a second while B lies on the list. */
static void flick_beside(uint32_t lift_us) {
  make_with(lift_us, 0, 0);
  at(1, 500, 1, 10000);
  for (int i = 0; i <= 20; i++) at(0, 300 + 10 * i, 1, 10000);
  at(0, 500, 0, 10000);
}

TEST(a_scroll_that_begins_in_thrown_content_catches_it_and_its_own_lift_throws_again) {
  flick_beside(0);
  STEPS("contact_beganB contact_beganA scroll_beganA scroll_endedA:lifted throw_began contact_endedA:lifted");
  for (int i = 1; i <= 10; i++) at(1, 500 + 8 * i, 1, 10000);
  STEPS("throw_ended:touched scroll_beganB");
  at(1, 580, 0, 10000);
  STEPS("scroll_endedB:lifted throw_began contact_endedB:lifted");
  pass(10000000);
  STEPS("throw_ended");
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

TEST(a_scroll_that_begins_in_coasting_content_takes_it_over) {
  flick_beside(50000);
  recorder_clear(&b.log);
  at(1, 506, 1, 5000);
  at(1, 512, 1, 5000);
  STEPS("scroll_cancelledA:touched scroll_beganB");
  /* A moves again: it no longer scrolls. */
  at(0, 520, 1, 5000);
  at(0, 560, 1, 5000);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_SCROLL_MOVED), 0);
  at(0, 560, 0, 5000);
  for (int i = 0; i < 10; i++) at(1, 520 + 8 * i, 1, 10000);
  at(1, 592, 0, 10000);
  pass(10000000);
  STEPS("contact_endedA:lifted scroll_endedB:lifted throw_began contact_endedB:lifted throw_ended");
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

TEST(a_finger_that_comes_back_to_what_another_caught_moves_it_on_from_where_it_is) {
  make_with(50000, 0, 0);
  press_scroll_status before, now;
  declare();
  for (int i = 0; i <= 20; i++) at(0, 300 + 10 * i, 1, 10000);
  at(0, 500, 0, 10000);
  at(1, 500, 1, 10000); /* it catches what coasts */
  press_scroll_status_init(&before);
  press_scroll_status_init(&now);
  assert_int_equal(press_scroll_get(b.engine, LIST, &before), PRESS_OK);
  at(0, 540, 1, 10000);
  at(0, 545, 1, 10000);
  assert_int_equal(press_scroll_get(b.engine, LIST, &now), PRESS_OK);
  assert_true(abs(now.x - before.x - PRESS_Q16(5)) < 256);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_SCROLL_CANCELLED), 0);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

TEST(a_second_finger_waits_while_the_first_scrolls_and_takes_its_turn) {
  for (uint32_t flags = 0; flags < 2; flags++) {
    make_with(0, 0, flags ? PRESS_GESTURES_SCROLL_FROM_TOUCH : 0);
    for (int i = 0; i <= 20; i++) at(0, 300 + 10 * i, 1, 5000), at(1, 300 + 10 * i, 1, 5000);
    STEPS("contact_beganA contact_beganB scroll_beganA tap_failedB:moved");
    /* A lifts and B moves on: nothing is thrown, and the scroll of B starts at this place. */
    at(0, 500, 0, 5000);
    at(1, 510, 1, 5000);
    STEPS("scroll_endedA:lifted contact_endedA:lifted scroll_beganB");
    at(1, 520, 1, 10000);
    assert_int_equal(recorder_last(&b.log, PRESS_EVENT_SCROLL_MOVED)->value, PRESS_Q16(10));
    at(1, 530, 0, 10000);
    STEPS("scroll_endedB:lifted throw_began contact_endedB:lifted");
    assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  }
}

TEST(a_second_finger_that_lies_still_lets_a_flick_go_on_until_it_moves_by_slop) {
  make_with(0, 0, 0);
  at(1, 500, 1, 10000);
  for (int i = 0; i <= 20; i++) at(0, 300 + 10 * i, 1, 5000), at(1, i < 4 ? 500 + 5 * i : 515, 1, 5000);
  at(0, 510, 1, 5000);
  at(0, 510, 0, 5000);
  at(1, 518, 1, 5000);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_THROW_BEGAN), 1);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_THROW_ENDED), 0);
  recorder_clear(&b.log);
  at(1, 526, 1, 5000);
  STEPS("throw_ended:touched scroll_beganB");
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

TEST(a_program_throws_nothing_that_a_finger_scrolls) {
  make_with(0, 0, 0);
  at(0, 300, 1, 10000);
  assert_int_equal(press_scroll_throw(b.engine, LIST, PRESS_Q16(1000), 0), PRESS_OK);
  for (int i = 1; i <= 4; i++) at(0, 300 + 8 * i, 1, 10000);
  STEPS("contact_beganA throw_began throw_ended:touched scroll_beganA");
  assert_int_equal(press_scroll_throw(b.engine, LIST, PRESS_Q16(1000), 0), PRESS_ERR_STATE);
  assert_int_equal(press_scroll_stop(b.engine, LIST), PRESS_ERR_STATE);
  assert_int_equal(press_gestures_cancel(b.engine, 0), PRESS_OK);
  assert_int_equal(press_scroll_throw(b.engine, LIST, PRESS_Q16(1000), 0), PRESS_OK);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

TEST(what_coasts_stops_with_its_scroll) {
  make_with(50000, 0, 0);
  press_scroll_status now;
  declare();
  for (int i = 0; i <= 20; i++) at(0, 300 + 10 * i, 1, 10000);
  at(0, 500, 0, 10000);
  pass(5000);
  press_scroll_status_init(&now);
  assert_int_equal(press_gestures_cancel(b.engine, 0), PRESS_OK);
  assert_int_equal(press_scroll_get(b.engine, LIST, &now), PRESS_OK);
  assert_int_equal(now.vx, 0);
  press_q16 x = now.x;
  pass(200000);
  assert_int_equal(press_scroll_get(b.engine, LIST, &now), PRESS_OK);
  assert_int_equal(now.x, x);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

/* ---- random calls ---- */

/* The mover of a target, as the events say. */
typedef struct mover {
  bool     thrown;
  uint32_t scrolled; /* by so many contacts */
} mover;
static mover movers[3];
static int   scrolls, takeovers, throws, caught;

static void follow(recorder *log, press_engine *engine, const entry *delivered) {
  (void)engine;
  const press_event *e = &delivered->event;
  if (delivered->kind != ENTRY_EVENT || e->target > OTHER) return;
  mover *m = &movers[e->target];
  switch (e->type) {
    case PRESS_EVENT_SCROLL_BEGAN:
      if (m->thrown || m->scrolled)
        fail_msg("contact %u scrolls %u at %u us beside %s", e->contact, e->target, (unsigned)e->t_us, m->thrown ? "a throw" : "another");
      m->scrolled = 1 + e->contact, scrolls++;
      break;
    case PRESS_EVENT_SCROLL_MOVED: assert_int_equal(m->scrolled, 1 + e->contact); break;
    case PRESS_EVENT_SCROLL_ENDED:
    case PRESS_EVENT_SCROLL_CANCELLED:
      assert_int_equal(m->scrolled, 1 + e->contact);
      m->scrolled = 0, takeovers += e->reason == PRESS_REASON_TOUCHED;
      break;
    case PRESS_EVENT_THROW_BEGAN:
      if (m->thrown || m->scrolled) fail_msg("%u is thrown at %u us beside %s", e->target, (unsigned)e->t_us, m->thrown ? "a throw" : "a scroll");
      m->thrown = true, throws++;
      break;
    case PRESS_EVENT_THROW_MOVED: assert_true(m->thrown && !m->scrolled); break;
    case PRESS_EVENT_THROW_ENDED:
      assert_true(m->thrown);
      m->thrown = false, caught += e->reason == PRESS_REASON_TOUCHED;
      break;
    default: break;
  }
  log->count = 0;
}

typedef struct finger {
  double    x, y, vx, vy, force;
  uint64_t  since, until;
  press_q16 px, py; /* as it was fed last */
} finger;

static void declare_some(uint64_t *seed) {
  press_scroll_content content;
  press_scroll_content_init(&content);
  content.target = LIST;
  content.x = q16(uniform(seed, -500, 500)), content.y = q16(uniform(seed, -500, 500));
  content.min_x = content.min_y = q16(-uniform(seed, 0, 2000));
  content.max_x = content.max_y = q16(uniform(seed, 0, 2000));
  if (uniform(seed, 0, 1) < 0.4) content.snap_x = content.snap_y = q16(uniform(seed, 1, 400));
  assert_int_equal(press_scroll_declare(b.engine, &content), PRESS_OK);
}

static bool place_of(press_scroll_status *now) {
  press_scroll_status_init(now);
  return press_scroll_get(b.engine, LIST, now) == PRESS_OK;
}

/* Asserts for one axis that from one call to the next the content moves by no more than the finger did and its course may go in that time. It
 * comes to rest when less than half a point is left. */
static void within(double from, double to, double v0, double v1, double finger_moved, double goal, double seconds, int call, const char *what) {
  double course = (fabs(v0) + fabs(v1)) * seconds + 16 * seconds * fabs(goal - from);
  if (fabs(to - from) > fabs(finger_moved) + course + 0.6)
    fail_msg("call %d, %s: from %f to %f, finger %f, course %f", call, what, from, to, finger_moved, course);
}

static void play(uint64_t seed, int calls) {
  int count = 2 + (int)uniform(&seed, 0, 4);
  if (count > FINGERS) count = FINGERS;
  make_with(
    uniform(&seed, 0, 1) < 0.3 ? 0 : 50000, (uint32_t)uniform(&seed, 0, 8), uniform(&seed, 0, 1) < 0.5 ? PRESS_GESTURES_SCROLL_FROM_TOUCH : 0);
  bench_target(&b, OTHER, 0, 1200, 0, 500, 1000, PRESS_TARGET_SCROLL);
  memset(movers, 0, sizeof movers);
  b.log.hook = follow;
  finger fingers[FINGERS] = {0};
  declare_some(&seed);
  bool has_list = true;
  for (int call = 0; call < calls; call++) {
    press_scroll_status before, now;
    bool                was = place_of(&before), jumps = false, falls = false;
    int                 began = throws;
    uint64_t            then = b.now;
    double              moved_x = 0, moved_y = 0;
    uint64_t            step = (uint64_t)uniform(&seed, 0, 8000);
    double              what = uniform(&seed, 0, 1);
    if (what < 0.9) {
      int     n = (int)uniform(&seed, 0, count);
      finger *f = &fingers[n];
      bool    is_down = f->force > 0;
      b.now += step;
      if (b.now >= f->until) { /* another stroke, a rest, a dip, a lift */
        double next = uniform(&seed, 0, 1);
        f->until = b.now + (uint64_t)uniform(&seed, 5000, next < 0.3 ? 40000 : 250000);
        f->since = b.now;
        if (next < 0.45 && f->force > 0)
          f->force = 0;
        else if (f->force == 0 && next < 0.9) {
          f->x = uniform(&seed, 0, next < 0.2 ? 1700 : 900), f->y = uniform(&seed, 0, 900);
          f->force = 1;
        }
        double speed = uniform(&seed, 0, 1) < 0.4 ? 0 : uniform(&seed, -2500, 2500);
        f->vx = speed, f->vy = uniform(&seed, -1, 1) * speed;
      }
      if (f->force > 0) f->x += f->vx * (double)(b.now - f->since) / 1e6, f->y += f->vy * (double)(b.now - f->since) / 1e6;
      f->since = b.now;
      press_sample sample = sample_of(b.now, (uint32_t)n, f->force, uniform(&seed, 0, 1) < 0.002 ? PRESS_SAMPLE_LOST : 0);
      sample.x = q16(f->x), sample.y = q16(f->y);
      assert_int_equal(press_feed(b.engine, &sample, 1), 1);
      falls = is_down && f->force == 0;
      /* A finger that has just become a scroll may count from its touch. */
      moved_x = (sample.x - f->px) / 65536.0, moved_y = (sample.y - f->py) / 65536.0;
      moved_x += copysign(16, moved_x), moved_y += copysign(16, moved_y);
      f->px = sample.x, f->py = sample.y;
    } else if (what < 0.95) {
      assert_int_equal(press_tick(b.engine, b.now += step * 4), PRESS_OK);
    } else if (what < 0.975) {
      int status = press_scroll_throw(b.engine, LIST, q16(uniform(&seed, -3000, 3000)), q16(uniform(&seed, -3000, 3000)));
      if (movers[LIST].scrolled) assert_int_equal(status, has_list ? PRESS_ERR_STATE : PRESS_ERR_NOENT);
    } else if (what < 0.982) {
      (void)press_scroll_stop(b.engine, LIST);
    } else if (what < 0.987 && has_list) {
      declare_some(&seed);
      jumps = true;
    } else if (what < 0.992) {
      (void)press_gestures_cancel(b.engine, (uint32_t)uniform(&seed, 0, count));
    } else if (what < 0.994) {
      (void)press_contact_release(b.engine, (uint32_t)uniform(&seed, 0, count));
    } else if (what < 0.996 && has_list) {
      assert_int_equal(press_target_remove(b.engine, LIST), PRESS_OK);
      has_list = false;
    } else if (!has_list) {
      bench_target(&b, LIST, 0, 0, 0, 1000, 1000, PRESS_TARGET_SCROLL);
      declare_some(&seed);
      has_list = jumps = true;
    }
    /* A throw, and coasting, begin since the latest place of the finger: 40 ms ago at most. */
    if (was && place_of(&now) && !jumps) {
      double seconds = (double)(b.now - then) / 1e6 + (throws == began && !falls ? 0 : 0.05);
      within(before.x / 65536.0, now.x / 65536.0, before.vx / 65536.0, now.vx / 65536.0, moved_x, now.end_x / 65536.0, seconds, call, "x");
      within(before.y / 65536.0, now.y / 65536.0, before.vy / 65536.0, now.vy / 65536.0, moved_y, now.end_y / 65536.0, seconds, call, "y");
    }
  }
  b.log.hook = NULL;
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

TEST(between_the_begin_and_the_end_of_a_scroll_nothing_else_moves_its_target) {
  int games = IS_FAST ? 500 : 10;
  scrolls = takeovers = throws = caught = 0;
  for (int game = 0; game < games; game++) play(69 + (uint64_t)game, 2000);
  printf("%d calls: %d scrolls, %d taken over, %d throws, %d caught\n", games * 2000, scrolls, takeovers, throws, caught);
  assert_true(scrolls > games && throws > games && caught > games / 4 && (takeovers > 0 || !IS_FAST));
}

/* ---- every way ---- */

typedef struct world {
  unsigned char storage[sizeof b.storage];
  mover         movers[3];
  double        x[2];
  uint64_t      now;
  bool          has_list;
} world;

static double where[2];
static bool   is_there;
static long   edges;

static void touch(uint32_t contact, double dx, double force, uint32_t flags) {
  press_sample sample = sample_of(b.now += 10000, contact, force, flags);
  where[contact] += dx;
  sample.x = q16(where[contact]);
  sample.y = q16(300 + 100.0 * contact);
  assert_int_equal(press_feed(b.engine, &sample, 1), 1);
}

enum { A_MOVES, A_RESTS, A_FALLS, A_IS_LOST, B_MOVES, B_RESTS, B_FALLS, TICKS, WAITS, IS_THROWN, IS_CANCELLED, IS_REMOVED, INPUTS };

static void input(int which) {
  switch (which) {
    case A_MOVES: touch(0, 12, 1, 0); break;
    case A_RESTS: touch(0, 0, 1, 0); break;
    case A_FALLS: touch(0, 0, 0, 0); break;
    case A_IS_LOST: touch(0, 0, 1, PRESS_SAMPLE_LOST); break;
    case B_MOVES: touch(1, -12, 1, 0); break;
    case B_RESTS: touch(1, 0, 1, 0); break;
    case B_FALLS: touch(1, 0, 0, 0); break;
    case TICKS: assert_int_equal(press_tick(b.engine, b.now += 17000), PRESS_OK); break;
    case WAITS: assert_int_equal(press_tick(b.engine, b.now += 60000), PRESS_OK); break;
    case IS_THROWN: {
      int status = press_scroll_throw(b.engine, LIST, PRESS_Q16(800), 0);
      assert_int_equal(status, !is_there ? PRESS_ERR_NOENT : movers[LIST].scrolled ? PRESS_ERR_STATE : PRESS_OK);
      break;
    }
    case IS_CANCELLED: (void)press_gestures_cancel(b.engine, 0); break;
    default:
      if (is_there)
        assert_int_equal(press_target_remove(b.engine, LIST), PRESS_OK);
      else
        bench_target(&b, LIST, 0, 0, 0, 1000, 1000, PRESS_TARGET_SCROLL);
      is_there = !is_there;
  }
}

static void walk(int depth) {
  if (depth == 0) return;
  world *before = malloc(sizeof *before);
  assert_non_null(before);
  memcpy(before->storage, b.storage, sizeof b.storage);
  memcpy(before->movers, movers, sizeof movers);
  memcpy(before->x, where, sizeof where);
  before->now = b.now;
  before->has_list = is_there;
  for (int which = 0; which < INPUTS; which++) {
    input(which);
    edges++;
    walk(depth - 1);
    memcpy(b.storage, before->storage, sizeof b.storage);
    memcpy(movers, before->movers, sizeof movers);
    memcpy(where, before->x, sizeof where);
    b.now = before->now;
    is_there = before->has_list;
  }
  free(before);
}

TEST(one_thing_moves_content_on_every_way_of_two_fingers_throws_of_the_program_and_removals) {
  static const int starts[][6] = {{A_RESTS, B_RESTS, -1}, {A_RESTS, B_RESTS, A_MOVES, A_MOVES, -1}, {A_RESTS, B_RESTS, A_MOVES, A_MOVES, A_FALLS, -1},
    {A_RESTS, IS_THROWN, B_RESTS, IS_THROWN, -1}};
  edges = 0;
  for (size_t start = 0; start < COUNT(starts); start++) {
    make_with(50000, 0, 0);
    memset(movers, 0, sizeof movers);
    where[0] = 300, where[1] = 600;
    is_there = true;
    b.log.hook = follow;
    for (int i = 0; starts[start][i] >= 0; i++) input(starts[start][i]);
    walk(IS_FAST ? 4 : 3);
    b.log.hook = NULL;
    assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  }
  printf("%ld inputs\n", edges);
}

int main(void) { return run_all(NULL, NULL); }
