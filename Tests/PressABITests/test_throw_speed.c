/* scroll.h: the speed with which a throw continues the movement of a finger. Nothing jumps at the transition, and no frame changes the speed by
 * more than friction or the spring can in its time. */
#include "support.h"

#include <math.h>

#define SWIPES (IS_FAST ? 10000 : 40)
enum { LIST = 1, FRAME_US = 16667 };

static bench        b;
static const double pi = 3.14159265358979323846, friction = 2, settle = 0.4, way = 1000;

/* The places at which the content may rest along an axis. */
enum kind { ANYWHERE, PAGES, EDGE_AHEAD, EDGE_BEHIND, KINDS };

typedef struct axis {
  enum kind kind;
  double    finger; /* points a second */
  double    place, speed, end;
  bool      glides;
  double    rate; /* of a glide: k; of a spring: radians a second */
} axis;

static press_q16 q16(double v) { return (press_q16)lround(v * 65536); }

/* The limits of an axis for content that a finger moves by `moved` points. */
static void limit(const axis *a, uint64_t *seed, double moved, press_q16 *min, press_q16 *max, press_q16 *snap) {
  double some = uniform(seed, 20, 700);
  *min = q16(-32000);
  *max = q16(32000);
  if (a->kind == PAGES) *snap = q16(some);
  if (a->kind < EDGE_AHEAD) return;
  double edge = a->kind == EDGE_AHEAD ? moved + copysign(some, a->finger) : moved - copysign(some, a->finger);
  if (a->finger > 0) *max = q16(edge);
  if (a->finger <= 0) *min = q16(edge);
}

/* A finger goes straight at its speed, and lifts: in 0.12 s and then some. Returns since when it is thrown, halfway since its latest place. */
static double swipe(axis axes[2], double hz, uint64_t *seed) {
  press_scroll_content content;
  int                  samples = (int)ceil(0.12 * hz) + 1;
  double               step = round(1e6 / hz);
  BENCH(&b, c.traits = 0);
  BENCH_ATTACH_WITH(gestures, c.flags = PRESS_GESTURES_SCROLL_FROM_TOUCH);
  BENCH_ATTACH_WITH(scroll, c.min_speed = 0, c.flags = PRESS_SCROLL_NO_RUBBER_BAND);
  bench_target(&b, LIST, 0, -16000, -16000, 32000, 32000, PRESS_TARGET_SCROLL);
  press_scroll_content_init(&content);
  content.target = LIST;
  limit(&axes[0], seed, axes[0].finger * step * samples / 1e6, &content.min_x, &content.max_x, &content.snap_x);
  limit(&axes[1], seed, axes[1].finger * step * samples / 1e6, &content.min_y, &content.max_y, &content.snap_y);
  assert_int_equal(press_scroll_declare(b.engine, &content), PRESS_OK);
  for (int i = 0; i <= samples + 1; i++) {
    double       t = step * (i <= samples ? i : samples) / 1e6;
    press_sample sample = sample_of(b.now += (uint64_t)step, 0, i <= samples, 0);
    sample.x = q16(axes[0].finger * t);
    sample.y = q16(axes[1].finger * t);
    assert_int_equal(press_feed(b.engine, &sample, 1), 1);
    axes[0].place = sample.x / 65536.0;
    axes[1].place = sample.y / 65536.0;
  }
  return floor(step / 2) / 1e6;
}

/* Compares one axis of a frame: its mean speed, and the speed at its end, with the speed at the end of the frame before. The change may be at
 * most that of friction or of the spring in that time, from the place of the content. */
static void follow(axis *a, press_q16 place, press_q16 speed, double seconds, int number, int frame) {
  double to = place / 65536.0, left = fabs(a->end - a->place), fast = fabs(a->speed);
  double most = a->glides ? a->rate * fast : 1.4 * (a->rate * a->rate * left + 2 * a->rate * fast);
  /* The content comes to rest when less than half a point is left. */
  double error = (to == a->end ? 0.6 : 0.002 + 2e-5 * left) / seconds;
  double mean = fabs((to - a->place) / seconds - a->speed), step = fabs(speed / 65536.0 - a->speed);
  if (left > 0 && (mean > most * seconds + error || (to != a->end && step > most * seconds + error))) {
    fail_msg("swipe %d, frame %d: steps of %f and %f after %f from %f to %f", number, frame, mean, step, a->speed, a->place, a->end);
  }
  a->place = to;
  a->speed = speed / 65536.0;
}

/* Decides between friction and spring, as scroll.h says. */
static void begin(axis *a, press_q16 place, press_q16 speed, press_q16 end, double age, int number) {
  a->end = end / 65536.0;
  double left = fabs(a->end - a->place), k = (a->end - a->place) * a->finger > 0 ? fabs(a->finger) / left : 0;
  a->glides = k * 2 >= friction;
  a->rate = a->glides ? k : fmax(2 * pi / settle, k);
  a->speed = a->finger;
  /* No jump: the throw continues from the latest place and from its time, with the speed of the finger. */
  follow(a, place, speed, age, number, 0);
}

TEST(no_frame_of_a_throw_has_a_step_in_speed_larger_than_its_own) {
  uint64_t seed = 24;
  int      thrown = 0, frames = 0, kinds[KINDS] = {0};
  for (int i = 0; i < SWIPES; i++) {
    double speed = exp(uniform(&seed, log(0.2), log(20))) * way, angle = uniform(&seed, 0, 2 * pi);
    axis   axes[2] = {
        {.kind = (enum kind)(i % KINDS), .finger = speed * cos(angle)}, {.kind = (enum kind)(i / KINDS % KINDS), .finger = speed * sin(angle)}};
    double             age = swipe(axes, exp(uniform(&seed, log(100), log(1000))), &seed);
    const press_event *began = recorder_last(&b.log, PRESS_EVENT_THROW_BEGAN);
    assert_non_null(began);
    press_scroll_status now;
    press_scroll_status_init(&now);
    assert_int_equal(press_scroll_get(b.engine, LIST, &now), PRESS_OK);
    begin(&axes[0], began->x, began->value, now.end_x, age, i);
    begin(&axes[1], began->y, began->value2, now.end_y, age, i);
    thrown++;
    kinds[axes[0].kind]++;
    uint64_t last = b.now;
    for (int frame = 1; now.is_thrown; frame++, frames++) {
      uint64_t due = press_next_deadline(b.engine);
      assert_true(due - last <= FRAME_US);
      assert_int_equal(press_tick(b.engine, due), PRESS_OK);
      assert_int_equal(press_scroll_get(b.engine, LIST, &now), PRESS_OK);
      follow(&axes[0], now.x, now.vx, (double)(due - last) / 1e6, i, frame);
      follow(&axes[1], now.y, now.vy, (double)(due - last) / 1e6, i, frame);
      last = due;
    }
    assert_int_equal(now.x, now.end_x);
    assert_int_equal(now.y, now.end_y);
    bench_finish(&b);
  }
  assert_int_equal(thrown, SWIPES);
  for (int kind = 0; kind < KINDS; kind++) assert_int_equal(kinds[kind], SWIPES / KINDS);
  assert_true(frames > 20 * SWIPES);
}

int main(void) { return run_all(NULL, NULL); }
