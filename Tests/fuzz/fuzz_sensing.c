/* Random readings, and calls between them, against what senses: pads of all kinds of sensors with their supply and idle, grids, surfaces,
 * and the functions of curves, calibrations, corrections, times and feedback.
 *
 *   fuzz_sensing [sequences [seed [first [sum]]]]
 *
 * as fuzz_sequences. What holds:
 * - every beginning has one end, as the ledger has it, and forces, flags and ids are in their ranges;
 * - a call that failed changed no byte of what lives here, but for counters of refused input;
 * - what a check accepts is accepted at init, and nothing else is;
 * - a tare, a sleep, a loss do what they say;
 * - counters never go down.
 * An expression draws once at most: so the sum does not hang on the order in which a compiler works out arguments. */
#include <stddef.h>
#include <string.h>

#include "../PressABITests/ledger.h"
#include "random.h"

enum { ARENA = 98304, CANARY = 16, THINGS = 8, FINGERS = 4, CELLS = PRESS_GRID_COLUMNS * PRESS_GRID_ROWS };

/* The faults of a sensor. */
enum { WELL, OPEN, SHORTED, AT_THE_END, STUCK, SPIKES, WILD, FAILS, IS_MISSING, ODDITIES };

/* Positions and speeds: cells in Q8. */
typedef struct finger {
  int32_t  x, y, dx, dy, force, width;
  uint32_t left;
} finger;

typedef struct totals {
  uint64_t calls, nested, refused, frames, events, sum;
} totals;

static struct {
  uint64_t seed, number, now;
  totals   done;
  bool     traces;
  int      depth;
  size_t   used, things, canaries[THINGS];

  press_engine   *engine;
  bool            polled;
  bool            partly; /* some frames do not go to the engine */
  ledger          ledger;
  press_feedback *feedback;

  press_pad          *pad; /* NULL: none */
  press_pad_config    pad_config;
  press_sensor        sensors[PRESS_PAD_SENSORS];
  size_t              sensor_count;
  press_pad_stats     pad_stats;
  bool                is_lost;
  press_supply       *supply; /* NULL: none */
  press_supply_config supply_config;
  press_supply_status supply_status;
  int32_t             supply_code;
  press_idle         *idle; /* NULL: none */
  press_idle_config   idle_config;
  press_idle_status   idle_status;

  /* The load at the pad, in nanosiemens. */
  int64_t  load, target, rate, rest[PRESS_PAD_SENSORS];
  int32_t  weight[PRESS_PAD_SENSORS], code[PRESS_PAD_SENSORS];
  int32_t  noise;
  size_t   odd_sensor;
  int      oddity;
  uint32_t scene_left, step;
  bool     in_turn, dated; /* one sensor a frame; frames say when each was read */
  size_t   turn;

  press_grid       *grid; /* NULL: none */
  press_grid_config grid_config;
  press_grid_stats  grid_stats;
  bool              is_another; /* its config changed */
  int32_t           cells[CELLS];
  finger            fingers[FINGERS];
} w;

static _Alignas(8) unsigned char arena[ARENA], before[2][ARENA];
static const char *why;

static void fail(const char *what, const char *where) {
  fprintf(stderr, "sequence %llu: %s (%s)\n", (unsigned long long)w.number, what, where);
  fflush(NULL);
  abort();
}
#define MUST(condition, where) ((condition) ? (void)0 : fail(#condition, where))

/* ---- decisions ---- */

static uint32_t below(uint32_t limit) { return (uint32_t)((random_next(&w.seed) & 0xffffff) * limit >> 24); }
static bool     one_in(uint32_t n) { return below(n) == 0; }
static int32_t  one_of(const int32_t *values, size_t count) { return values[below((uint32_t)count)]; }
#define ONE_OF(...) one_of((const int32_t[]){__VA_ARGS__}, sizeof((const int32_t[]){__VA_ARGS__}) / sizeof(int32_t))

static int32_t wild(void) {
  uint32_t pick = below(12);
  return pick < RANDOM_EXTREMES ? random_extremes[pick] : (int32_t)(uint32_t)random_next(&w.seed);
}

/* In some configs sets one field to any value. Fields are words, or pairs of halves. */
static void spoil(void *config, size_t bytes) {
  if (!one_in(6)) return;
  size_t  at = below((uint32_t)(bytes / 4)) * 4;
  int32_t value = wild();
  memcpy((char *)config + at, &value, sizeof value);
}

/* ---- answers ---- */

static void add(int64_t number) { sum_add(&w.done.sum, (uint64_t)number); }

/* Structs of words, without bytes between or behind them. */
static void add_words(const void *words, size_t bytes) {
  for (size_t i = 0; i < bytes; i += 4) {
    int32_t word;
    memcpy(&word, (const char *)words + i, sizeof word);
    add(word);
  }
}

/* The words of a struct from `first` on are counters. */
static void must_grow(const void *from, const void *to, size_t first, size_t count) {
  for (size_t at = first; at < first + count; at++) {
    uint32_t was, is;
    memcpy(&was, (const char *)from + 4 * at, sizeof was);
    memcpy(&is, (const char *)to + 4 * at, sizeof is);
    MUST(is >= was, "counters never go down");
  }
}

static void remember(void) {
  if (!w.depth) ledger_next_call(&w.ledger);
  memcpy(before[w.depth], arena, w.used);
}

static int answered(const char *call, int status) {
  w.done.calls++;
  w.done.nested += w.depth != 0;
  add(status);
  if (w.traces) printf("%*s%s = %d\n", w.depth * 4, "", call, status);
  if (status >= 0) return status;
  w.done.refused++;
  size_t changed = 0;
  for (size_t i = 0; i < w.used; i += 4) changed += memcmp(arena + i, before[w.depth] + i, 4) != 0;
  /* Two counters of an engine and one of a pad or grid may change. If the engine has no slot for a contact, the frame itself may have been taken. */
  MUST(status == PRESS_ERR_NOSPC || status == PRESS_ERR_AGAIN || changed <= (status == PRESS_ERR_TIME ? 3 : 0), call);
  return status;
}
#define CALL(function, ...) answered(#function, (remember(), function(__VA_ARGS__)))

static bool is_good(const char *check, int status) {
  MUST(status == PRESS_OK ? !why : status == PRESS_ERR_INVAL && why && *why, check);
  return status == PRESS_OK;
}
#define GOOD(check, config) (why = NULL, is_good(#check, answered(#check, (remember(), check(config, &why)))))

static void *room(size_t bytes) {
  unsigned char *it = arena + w.used;
  MUST(bytes && w.things < THINGS && w.used + bytes + 8 + CANARY <= ARENA, "room");
  memset(it, 0xa5, bytes + 8 + CANARY);
  w.used += (bytes + 7) / 8 * 8;
  w.canaries[w.things++] = w.used;
  w.used += CANARY;
  return it;
}

/* ---- events ---- */

static void follow(const press_event *e) {
  w.done.events++;
  sum_event(&w.done.sum, e);
  if (w.traces)
    printf("    %llu %s contact %u %s sensor %u force %d values %d %d\n", (unsigned long long)e->t_us, press_event_name(e->type), e->contact,
      press_reason_name(e->reason), e->subject, e->force, e->value, e->value2);
  const char *wrong = ledger_follow(&w.ledger, e, w.polled ? NULL : w.engine);
  if (wrong) fail(wrong, press_event_name(e->type));
  press_effect effect = {0};
  int          gives = press_feedback_event(w.feedback, e, &effect);
  MUST(gives == 0 || gives == 1, "press_feedback_event");
  MUST(effect.strength >= 0 && effect.strength <= PRESS_ONE && effect.kind <= PRESS_EFFECT_DOUBLE, "press_effect");
  if (gives) add_words(&effect, sizeof effect);
}

static void on_event(press_engine *engine, const press_event *e, void *user) {
  (void)user;
  follow(e);
  if (w.depth || !one_in(12)) return;
  static const press_frame frame = {.t_us = PRESS_NEVER, .present = 1};
  size_t                   cells = (size_t)w.grid_config.columns * w.grid_config.rows;
  uint32_t                 pick = below(8);
  int                      status = PRESS_ERR_BUSY;
  w.depth = 1;
  if (pick == 0 && w.pad) status = CALL(press_pad_feed, w.pad, &frame, engine);
  if (pick == 1 && w.pad) status = CALL(press_pad_tick, w.pad, PRESS_NEVER, engine);
  if (pick == 2 && w.pad) status = CALL(press_pad_resume, w.pad, PRESS_NEVER, engine);
  if (pick == 3 && w.supply) status = CALL(press_supply_feed, w.supply, w.now, 0, w.pad, engine);
  if (pick == 4 && w.idle) status = CALL(press_idle_look, w.idle, w.pad, engine);
  if (pick == 5 && w.grid) status = CALL(press_grid_feed, w.grid, PRESS_NEVER, w.cells, cells, engine);
  if (pick == 6 && w.pad) CALL(press_pad_tare, w.pad, below(2));
  if (pick == 6 && w.grid) CALL(press_grid_tare, w.grid, below(2));
  if (pick == 7 && w.pad) CALL(press_pad_set, w.pad, &w.pad_config);
  if (pick == 7 && w.pad && one_in(4)) CALL(press_pad_set_sensors, w.pad, w.sensors, w.sensor_count);
  if (pick == 7 && w.grid) CALL(press_grid_set, w.grid, &w.grid_config);
  MUST(status == PRESS_ERR_BUSY, "what feeds is refused in a callback");
  w.depth = 0;
}

static void take_events(void) {
  press_event events[8];
  int         count;
  while ((count = press_poll(w.engine, events, 8)) > 0)
    for (int i = 0; i < count && w.polled; i++) follow(&events[i]);
}

static press_engine *for_this_call(void) { return w.partly && one_in(3) ? NULL : w.engine; }

/* ---- sensors, and functions of their own ---- */

static press_curve some_curve(void) {
  press_curve c = {.kind = PRESS_CURVE_POWER};
  c.reference_conductance = ONE_OF(PRESS_ONE, 100 * PRESS_ONE, 30 * PRESS_ONE);
  c.reference_force = ONE_OF(PRESS_ONE, PRESS_ONE / 4);
  c.exponent = ONE_OF(PRESS_ONE, PRESS_ONE / 4, 4 * PRESS_ONE, 78643);
  /* Members behind the points of a table are ignored, and may have any value. */
  for (int i = 0; i < PRESS_CURVE_POINTS; i++) c.points[i].conductance = wild();
  if (one_in(2)) {
    press_curve_point at = {0, 0};
    c.kind = PRESS_CURVE_TABLE;
    c.count = (uint16_t)(1 + below(PRESS_CURVE_POINTS));
    for (int i = 0; i < c.count; i++) {
      at.conductance += 1 + (int32_t)below(30 * PRESS_ONE);
      at.force += ONE_OF(1, PRESS_ONE / 8, PRESS_ONE / 2, PRESS_ONE);
      c.points[i] = at;
    }
  }
  spoil(&c, sizeof c);
  return c;
}

static press_sensor some_sensor(void) {
  press_sensor s;
  press_sensor_init(&s);
  s.x = ONE_OF(0, 0, 4 * PRESS_ONE, 30 * PRESS_ONE, -PRESS_ONE);
  s.y = ONE_OF(0, 0, 4 * PRESS_ONE, 20 * PRESS_ONE);
  s.lag_us = (uint32_t)ONE_OF(0, 0, 0, 500, 4000);
  s.creep = ONE_OF(0, 0, 0, 3277, PRESS_ONE);
  s.preload_force = ONE_OF(0, 0, 0, PRESS_ONE / 4, PRESS_ONE);
  s.zero = ONE_OF(0, 0, 0, 2 * PRESS_ONE, 30 * PRESS_ONE);
  s.zero_limit = ONE_OF(0, 0, PRESS_ONE / 32, PRESS_ONE / 4);
  s.span = ONE_OF(0, 0, 20 * PRESS_ONE, 200 * PRESS_ONE);
  s.circuit.full_scale = ONE_OF(26400, 26400, 4095, 1023, 255, 0xffffff);
  s.circuit.resistor_ohm = (uint32_t)ONE_OF(4700, 4700, 10000, 1000);
  s.circuit.parallel_ohm = (uint32_t)ONE_OF(0, 100000, 100000, 1000000);
  s.circuit.flags = one_in(4) ? PRESS_CIRCUIT_PULL_UP : 0;
  if (one_in(4)) s.circuit.max_code = s.circuit.full_scale - s.circuit.full_scale / ONE_OF(2, 8, 64);
  s.circuit.short_ohm = (uint32_t)ONE_OF(20, 20, 200, 1);
  if (!one_in(3)) s.curve = some_curve();
  spoil(&s, sizeof s);
  return s;
}

static void call_fit(void) {
  press_pad_point  points[PRESS_PAD_FIT_POINTS + 1];
  press_pad_config c;
  press_q16        worst = -1, side = ONE_OF(2, 3, 16, 1000) * PRESS_ONE;
  size_t           count = one_in(2) ? 3 + below(2) : below(PRESS_PAD_FIT_POINTS + 2);
  int32_t          factor = ONE_OF(1, 1, 2, -1, 0), jitter = ONE_OF(0, 1, 3, 1000, PRESS_ONE);
  press_pad_config_init(&c);
  for (size_t i = 0; i < count; i++) {
    press_pad_point *p = points + i;
    p->x = i < 4 ? (press_q16)(i & 1) * side : ONE_OF(0, 1, 2, 3) * side;
    p->y = i < 4 ? (press_q16)(i >> 1) * side : ONE_OF(0, 1, 2, 3) * side;
    p->wanted_x = p->x * factor + (int32_t)below(2 * (uint32_t)jitter + 1) - jitter;
    p->wanted_y = p->y + (int32_t)below(2 * (uint32_t)jitter + 1) - jitter;
    if (one_in(16)) spoil(p, sizeof *p);
  }
  if (CALL(press_pad_fit, points, count, &c.correction, one_in(8) ? NULL : &worst) != PRESS_OK) return;
  MUST(GOOD(press_pad_config_check, &c), "a correction that was fitted is one");
  add(worst);
  add_words(&c.correction, sizeof c.correction);
}

static void call_curve(void) {
  press_curve        c = some_curve(), other = some_curve();
  press_curve_report report;
  press_q16          force = -1, least = -1;
  bool               good = GOOD(press_curve_check, &c);
  if (c.kind == PRESS_CURVE_TABLE && c.count <= PRESS_CURVE_POINTS)
    MUST((CALL(press_curve_table, c.points, c.count, &other) == PRESS_OK) == good, "what is a curve is a table");
  for (press_q16 conductance = 0; conductance < 300 * PRESS_ONE; conductance += 37 * PRESS_ONE + 11, least = force) {
    MUST((CALL(press_curve_force, &c, conductance, &force) == PRESS_OK) == good && force >= least, "a curve rises");
    add(force);
  }
  press_q16 at = one_in(8) ? wild() : (press_q16)below(300 * PRESS_ONE);
  press_q16 newtons = ONE_OF(1, PRESS_ONE / 8, PRESS_ONE, 30 * PRESS_ONE, INT32_MAX);
  if (CALL(press_curve_scale, &c, at, newtons, &other) == PRESS_OK) {
    MUST(good && GOOD(press_curve_check, &other), "what was scaled is a curve");
    add_words(&other, sizeof other);
  }
  press_curve_point points[PRESS_CURVE_FIT_POINTS + 1];
  size_t            count = one_in(4) ? below(PRESS_CURVE_FIT_POINTS + 2) : below(24);
  for (size_t i = 0; i < count; i++) {
    points[i].conductance = (press_q16)i * ONE_OF(PRESS_ONE, PRESS_ONE, PRESS_ONE, 20000, -1);
    points[i].force = one_in(8) ? 0 : (press_q16)below((uint32_t)(i + 1) * 8) * (PRESS_ONE / 8);
  }
  press_curve_report_init(&report);
  int status = CALL(press_curve_fit, points, count, &c, &report);
  MUST((status == PRESS_OK) == (report.rule == PRESS_CURVE_RULE_FITS), "a report says why");
  if (status == PRESS_OK) MUST(GOOD(press_curve_check, &c), "what was fitted is a curve");
  add_words(&c, sizeof c);
  add_words(&report, sizeof report);
  uint32_t rule = report.rule;
  force = 0;
  int best = CALL(press_curve_fit_best, points, count, &c, &report, &force);
  MUST(best == status && report.rule == rule && (best != PRESS_OK || GOOD(press_curve_check, &c)), "the best fit is a curve where there is one");
  add_words(&c, sizeof c);
  add(force);
  add_words(&report, sizeof report);
}

static void call_calibration(void) {
  press_sensor      s = some_sensor(), back = some_sensor();
  press_calibration c, read;
  uint8_t           bytes[PRESS_CALIBRATION_BYTES];
  press_q16         out = 0;
  bool              good = GOOD(press_sensor_check, &s);
  press_calibration_init(&c);
  press_calibration_init(&read);
  MUST((CALL(press_calibration_take, &s, &c) == PRESS_OK) == good, "a good sensor has a calibration");
  spoil(&c, sizeof c);
  good = GOOD(press_calibration_check, &c);
  MUST((CALL(press_calibration_store, &c, bytes, sizeof bytes) == sizeof bytes) == good, "a good calibration is stored");
  press_q16 conductance = (press_q16)below(300 * PRESS_ONE), force = ONE_OF(0, 1, PRESS_ONE, 10 * PRESS_ONE);
  if (CALL(press_calibration_error, &c, conductance, force, &out) == PRESS_OK) add(out);
  if (CALL(press_calibration_apply, &c, &back) == PRESS_OK) add_words(&back, sizeof back);
  int code = wild();
  if (CALL(press_circuit_conductance, &c.circuit, code, &out) == PRESS_OK) add(out);
  MUST(GOOD(press_circuit_check, &c.circuit) || !good, "a good calibration has a good circuit");
  if (!good) return;
  MUST(CALL(press_calibration_load, bytes, sizeof bytes, &read) == PRESS_OK, "what is stored is loaded");
  add_words(&read, sizeof read);
  uint32_t bit = below(8 * sizeof bytes);
  bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
  MUST(CALL(press_calibration_load, bytes, sizeof bytes - below(2), &read) < 0, "a wrong bit is noticed");
}

static void call_pure(void) {
  press_timing_curve curve = {ONE_OF(0, 27525, PRESS_ONE), 0, 0, PRESS_ONE};
  press_q16          y = 0;
  uint64_t           last = below(2) * 0xffffffffu;
  switch (below(6)) {
    case 0: call_fit(); break;
    case 1: call_curve(); break;
    case 2: call_calibration(); break;
    case 3:
      curve.x2 = ONE_OF(0, 38011, PRESS_ONE);
      curve.y2 = ONE_OF(0, PRESS_ONE, 2 * PRESS_ONE);
      spoil(&curve, sizeof curve);
      if (CALL(press_timing_curve_y, &curve, one_in(8) ? wild() : (press_q16)below(PRESS_ONE + 1), &y) == PRESS_OK) add(y);
      break;
    default:
      last += (uint64_t)(int64_t)ONE_OF(0, 1, 2, 1000, INT32_MAX);
      uint32_t now = one_in(2) ? (uint32_t)wild() : (uint32_t)last + (uint32_t)ONE_OF(0, 1, -1, -2, 1000, INT32_MIN, INT32_MAX);
      uint64_t later = press_time_extend(last, now);
      MUST((uint32_t)later == now, "press_time_extend");
      add((int64_t)later);
  }
}

/* ---- engine, feedback, surface ---- */

static void make_feedback(void) {
  press_feedback_config config;
  press_feedback_row    rows[PRESS_FEEDBACK_ROWS];
  size_t                count = (size_t)press_feedback_defaults(rows, PRESS_FEEDBACK_ROWS);
  press_feedback_config_init(&config);
  config.gap_us = (uint32_t)ONE_OF(25000, 0, 1);
  spoil(&config, sizeof config);
  bool good = GOOD(press_feedback_config_check, &config);
  for (size_t i = 0; i < count; i++) {
    rows[i].most = ONE_OF(PRESS_ONE, PRESS_ONE / 2, 1);
    if (one_in(8)) spoil(&rows[i], sizeof *rows);
    good = GOOD(press_feedback_row_check, &rows[i]) && good;
  }
  w.feedback = room(sizeof *w.feedback);
  MUST((CALL(press_feedback_init, w.feedback, &config, rows, count) == PRESS_OK) == good, "feedback");
  if (!good) MUST(press_feedback_init(w.feedback, NULL, NULL, 0) == PRESS_OK, "feedback");
}

static void make_engine(void) {
  press_config          c;
  press_gestures_config gestures;
  press_strike_config   strikes;
  press_interactions    all;
  press_delegate        delegate = {.size = sizeof delegate, .on_event = on_event};
  press_config_init(&c);
  press_gestures_config_init(&gestures);
  press_strike_config_init(&strikes);
  press_interactions_init(&all);
  all.gestures = &gestures;
  all.strike = &strikes;
  c.max_contacts = (uint16_t)(1 + below(4));
  c.max_targets = 0;
  c.max_events = (uint16_t)(8 + 4 * c.max_contacts + 2 + 3 * PRESS_PAD_SENSORS + below(40));
  c.touch_force = ONE_OF(26214, 26214, 13107, PRESS_ONE);
  c.release_force = c.touch_force / ONE_OF(1, 2, 4);
  c.lost_after_us = (uint32_t)ONE_OF(250000, 0, 30000);
  c.lift_us = (uint32_t)ONE_OF(0, 10000, 40000);
  c.flags = below(4);
  c.traits = PRESS_TARGET_PREVIEW | PRESS_TARGET_TAP | PRESS_TARGET_HOLD | PRESS_TARGET_SCROLL;
  gestures.slop = gestures.scroll_slop = ONE_OF(PRESS_ONE / 8, PRESS_ONE, 10 * PRESS_ONE);
  gestures.hold_us = (uint32_t)ONE_OF(100000, 500000);
  strikes.window_us = (uint32_t)ONE_OF(10000, 0, 50000);
  size_t bytes = press_engine_size_with(&c, &all);
  void  *storage = room(bytes);
  MUST(CALL(press_engine_init, storage, bytes, &c, &w.engine) == PRESS_OK, "engine");
  MUST(CALL(press_gestures_attach, w.engine, &gestures) == PRESS_OK, "gestures");
  MUST(CALL(press_strike_attach, w.engine, &strikes) == PRESS_OK, "strikes");
  w.polled = one_in(2);
  if (!w.polled) MUST(CALL(press_set_delegate, w.engine, &delegate) == PRESS_OK, "delegate");
  w.partly = one_in(8);
  ledger_init(&w.ledger, w.polled, w.partly);
}

/* Resets the engine. Time starts again or goes on; if a pad and a grid feed the engine by turns, it goes on. */
static uint64_t reset_engine(void) {
  w.ledger.restarts++;
  MUST(CALL(press_engine_reset, w.engine) == PRESS_OK, "press_engine_reset");
  if (!w.pad || !w.grid) w.now = below(2) * w.now;
  return w.now;
}

static press_place some_place(void) {
  press_place place;
  press_place_init(&place);
  place.x = ONE_OF(0, 0, PRESS_ONE, -5 * PRESS_ONE);
  place.scale_x = ONE_OF(PRESS_ONE, PRESS_ONE, -PRESS_ONE, PRESS_ONE / 2, 1024 * PRESS_ONE);
  place.width = ONE_OF(0, 0, PRESS_ONE);
  spoil(&place, sizeof place);
  return place;
}

static void put_on_surface(press_pad_config *pad, press_grid_config *grid) {
  press_surface surface;
  press_surface_init(&surface);
  if (one_in(4)) surface.width = surface.height = ONE_OF(PRESS_ONE, 100 * PRESS_ONE);
  surface.next = (uint32_t)ONE_OF(0, 0, 0, 7, -3, -40);
  spoil(&surface, sizeof surface);
  for (int i = 0; i < 3; i++) {
    press_place place = some_place();
    bool        good = i == 1 ? GOOD(press_grid_config_check, grid) : GOOD(press_pad_config_check, pad);
    int  status = i == 1 ? CALL(press_surface_add_grid, &surface, &place, grid, NULL) : CALL(press_surface_add_pad, &surface, &place, pad, NULL);
    bool stays = i == 1 ? GOOD(press_grid_config_check, grid) : GOOD(press_pad_config_check, pad);
    MUST(stays == good && (good || status == PRESS_ERR_INVAL), "a surface takes what is good, which stays so");
    add_words(&surface, sizeof surface);
  }
}

/* ---- pads ---- */

static press_pad_config some_pad_config(void) {
  press_pad_config c;
  press_pad_config_init(&c);
  c.flags = one_in(3) ? below(8) : (uint32_t)ONE_OF(0, PRESS_PAD_NO_FILTER);
  c.min_cutoff_hz = ONE_OF(0, 0, PRESS_ONE, 8 * PRESS_ONE);
  c.beta = ONE_OF(PRESS_ONE, 0, 16 * PRESS_ONE);
  c.start_us = (uint32_t)ONE_OF(200000, 50000, 50000, 10000, 0);
  c.start_limit = ONE_OF(13107, 0, 4 * PRESS_ONE);
  c.untouched_force = ONE_OF(9830, 9830, 1, PRESS_ONE);
  c.hold_us = (uint32_t)ONE_OF(0, 20000, 100000, 1000000);
  c.rise_us = (uint32_t)ONE_OF(0, 100000, 1000000, 30000000);
  c.fall_us = (uint32_t)ONE_OF(0, 100000, 5000000);
  c.drift_step = ONE_OF(0, 2 * PRESS_ONE, PRESS_ONE / 16);
  c.below_zero = ONE_OF(3 * PRESS_ONE, 0, PRESS_ONE / 2);
  c.below_zero_us = (uint32_t)ONE_OF(0, 10000, 50000);
  c.longest_contact_us = (uint32_t)ONE_OF(0, 0, 50000, 200000);
  c.open_after_us = (uint32_t)ONE_OF(0, 10000, 20000);
  c.shorted_after_us = (uint32_t)ONE_OF(0, 10000, 20000);
  c.shorted_at_end_us = (uint32_t)ONE_OF(0, 50000, 12000000);
  c.bus_after_us = (uint32_t)ONE_OF(0, 10000, 20000);
  c.stuck_after_us = (uint32_t)ONE_OF(0, 20000, 100000);
  c.stale_after_us = (uint32_t)ONE_OF(0, 30000, 60000, 150000, 1000000);
  c.recover_after_us = (uint32_t)ONE_OF(0, 20000, 60000, 100000);
  c.gap_us = (uint32_t)ONE_OF(0, 30000, 60000, 150000);
  c.position_force = ONE_OF(13107, 0, PRESS_ONE);
  if (one_in(4)) c.correction.b = ONE_OF(PRESS_ONE, PRESS_ONE / 2, -1);
  spoil(&c, sizeof c);
  return c;
}

static void make_pad(void) {
  bool good;
  do {
    w.sensor_count = one_in(2) ? 1 : 2 + below(PRESS_PAD_SENSORS - 1);
    press_pad_config c = some_pad_config();
    if (w.pad_config.size) c.contact = w.pad_config.contact, c.correction = w.pad_config.correction;
    w.pad_config = c;
    good = GOOD(press_pad_config_check, &w.pad_config);
    for (size_t i = 0; i < w.sensor_count; i++) {
      w.sensors[i] = i && !one_in(4) ? w.sensors[0] : some_sensor();
      if (i && !one_in(4)) w.sensors[i].x = ONE_OF(0, 4, 10, 30) * PRESS_ONE;
      /* `size` is that of all. */
      w.sensors[i].size = sizeof *w.sensors;
      good = GOOD(press_sensor_check, &w.sensors[i]) && good;
    }
    size_t bytes = press_pad_size(w.sensor_count), used = w.used;
    void  *storage = room(bytes);
    MUST((CALL(press_pad_init, storage, bytes, &w.pad_config, w.sensors, w.sensor_count, &w.pad) == PRESS_OK) == good, "pad");
    if (!good) w.used = used, w.things--;
  } while (!good);
  memset(&w.pad_stats, 0, sizeof w.pad_stats);
}

static void make_supply_and_idle(void) {
  press_supply_config *s = &w.supply_config;
  press_idle_config   *c = &w.idle_config;
  press_supply_config_init(s);
  s->sensors = (uint32_t)ONE_OF(255, 255, 1, 6);
  s->ratio = ONE_OF(PRESS_ONE, 2 * PRESS_ONE, 98304, 64 * PRESS_ONE);
  s->top_code = ONE_OF(32767, 4095, 1023, 64);
  s->least_code = s->top_code / ONE_OF(4, 2, 64);
  s->fault_after_us = (uint32_t)ONE_OF(0, 20000, 100000);
  s->recover_after_us = (uint32_t)ONE_OF(0, 20000, 60000);
  spoil(s, sizeof *s);
  press_idle_config_init(c);
  c->after_us = (uint32_t)ONE_OF(1, 50000, 200000);
  c->interval_us = (uint32_t)ONE_OF(10000, 20000, 50000);
  c->wake_force = ONE_OF(6554, 1, PRESS_ONE);
  spoil(c, sizeof *c);
  bool supplied = one_in(3), idles = one_in(2);
  w.supply = room(sizeof *w.supply);
  w.idle = room(sizeof *w.idle);
  bool good = GOOD(press_supply_config_check, s);
  MUST((CALL(press_supply_init, w.supply, s) == PRESS_OK) == good, "supply");
  if (!supplied || !good) w.supply = NULL;
  good = GOOD(press_idle_config_check, c);
  MUST((CALL(press_idle_init, w.idle, c) == PRESS_OK) == good, "idle");
  if (!idles || !good) w.idle = NULL;
  press_supply_status_init(&w.supply_status);
  press_idle_status_init(&w.idle_status);
  w.supply_code = s->top_code / 4 * 3;
}

/* Begins another scene at the pad: a press, a hand that rests, creep, a zero that moves, or a fault of one sensor. */
static void next_scene(void) {
  static const int32_t microsiemens[] = {0, 0, 0, 1, 3, 8, 20, 60, 120, 400, 2000, 30000};
  w.scene_left = 1 + below(40);
  w.target = one_of(microsiemens, 12) * 1000;
  w.rate = (w.target > w.load ? w.target - w.load : w.load - w.target) / ONE_OF(1, 1, 3, 8, 100) + 1;
  w.step = (uint32_t)ONE_OF(1000, 2500, 5000, 5000, 10000, 10000, 30000, 200000);
  w.noise = ONE_OF(0, 1, 1, 4, 30);
  w.oddity = one_in(3) ? 1 + (int)below(ODDITIES - 1) : WELL;
  w.odd_sensor = below((uint32_t)w.sensor_count);
  if (w.idle && one_in(2)) w.step = w.idle_config.interval_us & 0xfffff;
  for (size_t i = 0; i < PRESS_PAD_SENSORS; i++) {
    if (one_in(2)) w.weight[i] = ONE_OF(0, 4, 8, 16, 16);
    if (one_in(8)) w.rest[i] = ONE_OF(0, 500, 2000, 8000, 30000);
  }
}

/* The code that the converter returns. */
static int32_t code_of(size_t i) {
  const press_circuit *c = &w.sensors[i].circuit;
  bool                 supplied = w.supply && w.supply_status.full_scale && w.supply_config.sensors >> i & 1;
  int64_t              full = supplied ? w.supply_status.full_scale : c->full_scale, most = supplied ? w.supply_status.max_code : c->max_code;
  int64_t              conducts = w.rest[i] + w.load * w.weight[i] / 16 + (c->parallel_ohm ? 1000000000 / c->parallel_ohm : 0);
  int64_t              code = full * conducts / (conducts + 1000000000 / c->resistor_ohm + 1) + below((uint32_t)w.noise + 1);
  if (i == w.odd_sensor) {
    if (w.oddity == OPEN) code = 0;
    if (w.oddity == SHORTED) code = full;
    if (w.oddity == AT_THE_END) code = full - (full >> 10) - 1 + below(3);
    if (w.oddity == STUCK) return w.code[i];
    if (w.oddity == SPIKES && one_in(6)) code = below((uint32_t)full + 1);
    if (w.oddity == WILD) return wild();
  }
  if (code > (most ? most : full)) code = most ? most : full;
  return w.code[i] = (int32_t)(c->flags & PRESS_CIRCUIT_PULL_UP ? full - code : code);
}

static void look_at_pad(void) {
  press_reading   r = {.size = sizeof r};
  press_pad_stats s = {.size = sizeof s};
  MUST(press_pad_get(w.pad, &r) == PRESS_OK && press_pad_get_stats(w.pad, &s) == PRESS_OK, "pad");
  bool lost = false;
  for (size_t i = 0; i < PRESS_PAD_SENSORS; i++) {
    lost = lost || r.fault[i];
    MUST(r.fault[i] == 0 || (i < w.sensor_count && r.fault[i] >= PRESS_REASON_OPEN && r.fault[i] <= PRESS_REASON_RANGE), "fault");
  }
  w.is_lost = lost;
  MUST(r.force >= 0 && r.flags < 8 && lost == ((r.flags & PRESS_READING_LOST) != 0), "reading");
  MUST(!(r.flags & (PRESS_READING_LOST | PRESS_READING_STARTING)) || r.force == 0, "no force while it is lost or starts");
  must_grow(&w.pad_stats, &s, 1, 7);
  w.pad_stats = s;
  add_words(&r, sizeof r);
  add_words(&s, sizeof s);
  add((int64_t)press_pad_next_deadline(w.pad));
}

/* The next time, or sometimes one that is wrong, or much later. */
static uint64_t next_time(void) {
  if (one_in(8)) return w.now + 1 + below(w.step);
  if (!one_in(48)) return w.now + w.step;
  int32_t jump = ONE_OF(0, -1, -5000, 1, 60000, 300000, 2000000, 11000000);
  return jump < 0 && w.now < 5000 ? 0 : w.now + (uint64_t)(int64_t)jump;
}

static void look_idle(void) {
  press_idle_status was = w.idle_status;
  int32_t           low = 0, high = 0;
  int               status = CALL(press_idle_look, w.idle, w.pad, for_this_call());
  MUST(press_idle_get(w.idle, &w.idle_status) == PRESS_OK && status == (int)w.idle_status.is_idle, "press_idle_look");
  must_grow(&was, &w.idle_status, 2, 2);
  add_words(&w.idle_status, sizeof w.idle_status);
  uint32_t sensor = below(PRESS_PAD_SENSORS);
  int      there = CALL(press_idle_codes, w.idle, w.pad, sensor, &low, &high);
  MUST(there == (sensor < w.sensor_count ? PRESS_OK : PRESS_ERR_NOENT), "press_idle_codes");
  MUST(low <= high, "codes");
  add(low);
  add(high);
}

static void feed_supply(void) {
  const press_supply_config *c = &w.supply_config;
  press_supply_status        was = w.supply_status;
  int32_t                    top = c->top_code, least = c->least_code, none = top >> 6;
  if (one_in(4))
    w.supply_code = top / 4 * 3;
  else if (one_in(3))
    w.supply_code -= w.supply_code / ONE_OF(64, 65, 30, -64);
  else if (one_in(4))
    w.supply_code = ONE_OF(top, top - 1, least, least - 1, none, none - 1, 0, PRESS_SUPPLY_FAILED, -2);
  int status = CALL(press_supply_feed, w.supply, w.now, w.supply_code, w.pad, w.engine);
  MUST(press_supply_get(w.supply, &w.supply_status) == PRESS_OK && w.supply_status.full_scale >= 0, "press_supply_get");
  uint32_t counted = w.supply_status.readings - was.readings + w.supply_status.refused - was.refused;
  MUST(counted == (status == PRESS_OK) && (status == PRESS_ERR_INVAL) == (w.supply_code < -1), "a reading counts once");
  add_words(&w.supply_status, sizeof w.supply_status);
}

static void call_pad(void) {
  press_pad_config c;
  press_reading    r = {.size = sizeof r};
  press_touch      touch;
  uint64_t         t = w.now + below(w.step);
  switch (below(10)) {
    case 0:
    case 1:
      if (CALL(press_pad_tare, w.pad, (uint32_t)ONE_OF(PRESS_PAD_TARE_FORCE, PRESS_PAD_TARE_FORCE, 0, 0, 0, 2)) != PRESS_OK) break;
      MUST(press_pad_get(w.pad, &r) == PRESS_OK && r.flags & PRESS_READING_STARTING && r.force == 0, "a tare watches the zero");
      break;
    case 2:
    case 3:
      c = some_pad_config();
      c.contact = one_in(8) ? c.contact : w.pad_config.contact;
      bool good = GOOD(press_pad_config_check, &c) && c.contact == w.pad_config.contact;
      MUST((CALL(press_pad_set, w.pad, &c) == PRESS_OK) == good, "press_pad_set");
      if (one_in(4)) CALL(press_pad_set_sensors, w.pad, w.sensors, w.sensor_count);
      break;
    case 4:
      if (one_in(4)) t = reset_engine();
      if (CALL(press_pad_resume, w.pad, t, w.engine) != PRESS_OK) break;
      MUST(press_pad_get(w.pad, &r) == PRESS_OK && !(r.flags & PRESS_READING_TOUCHED) && r.force == 0, "nothing presses after a sleep");
      MUST(press_touch_get(w.engine, w.pad_config.contact, 0, &touch) == PRESS_ERR_NOENT, "a sleep cancels contacts");
      w.now = t;
      break;
    case 5: t = press_pad_next_deadline(w.pad); /* fall through */
    case 6:
      if (t == PRESS_NEVER || t > w.now + 5000000) t = w.now;
      if (CALL(press_pad_tick, w.pad, t, for_this_call()) != PRESS_OK) break;
      MUST(press_pad_next_deadline(w.pad) > t, "a deadline that the tick should have fired");
      if (t > w.now) w.now = t;
      break;
    case 7:
      if (CALL(press_tick, w.engine, t) == PRESS_OK) w.now = t;
      break;
    case 8: CALL(press_contact_release, w.engine, w.pad_config.contact); break;
    default:
      if (w.idle) look_idle();
  }
}

static void feed_pad(void) {
  press_frame f = {.t_us = next_time()};
  w.turn++;
  if (!w.scene_left--) next_scene();
  int64_t way = w.target - w.load;
  w.load += way > w.rate ? w.rate : way < -w.rate ? -w.rate : way;
  for (size_t i = 0; i < w.sensor_count; i++) {
    f.code[i] = code_of(i);
    if (w.dated) f.before_us[i] = (uint32_t)ONE_OF(0, 0, 400, 1000, 5000, 20000);
    if (w.in_turn && w.turn % w.sensor_count != i) continue;
    if (i == w.odd_sensor && w.oddity == IS_MISSING) continue;
    if (i == w.odd_sensor && w.oddity == FAILS)
      f.failed |= 1u << i;
    else
      f.present |= 1u << i;
  }
  if (one_in(100)) f.present |= 1u << below(9);
  bool          good = !(f.present & f.failed) && (f.present | f.failed) < 1u << w.sensor_count;
  press_engine *engine = for_this_call();
  int           status = CALL(press_pad_feed, w.pad, &f, engine);
  MUST((status == PRESS_ERR_INVAL) == !good, "press_pad_feed");
  MUST(!good || f.t_us <= w.now || status == PRESS_OK || status == PRESS_ERR_NOSPC || status == PRESS_ERR_AGAIN, "a good frame counts");
  uint64_t frames = w.pad_stats.frames;
  look_at_pad();
  press_touch touch;
  if (status == PRESS_OK && w.is_lost && engine)
    MUST(press_touch_get(engine, w.pad_config.contact, 0, &touch) == PRESS_ERR_NOENT, "no contact where a sensor is lost");
  if (w.pad_stats.frames != frames) w.now = f.t_us > w.now ? f.t_us : w.now;
  if (w.supply && one_in(4)) feed_supply();
  if (w.idle && !one_in(8)) look_idle();
  if (one_in(10))
    for (uint32_t i = below(3); i < 3; i++) call_pad();
}

/* ---- grids ---- */

static press_grid_config some_grid_config(void) {
  press_grid_config c;
  press_grid_config_init(&c);
  c.flags = (one_in(3) ? PRESS_GRID_BASELINE : 0) | (one_in(6) ? PRESS_GRID_FALLING : 0) | (one_in(6) ? PRESS_GRID_GAINS : 0);
  c.columns = (uint16_t)ONE_OF(1, 3, 6, 8, 12);
  c.rows = (uint16_t)ONE_OF(1, 2, 5, 8, 10);
  c.max_contacts = (uint16_t)ONE_OF(1, 2, 3, 6);
  c.min_cells = (uint16_t)ONE_OF(1, 1, 2);
  c.pitch_x = ONE_OF(PRESS_ONE, 5 * PRESS_ONE, -PRESS_ONE);
  c.gain = ONE_OF(PRESS_ONE, PRESS_ONE, PRESS_ONE / 2, 100 * PRESS_ONE);
  c.touch_force = ONE_OF(13107, PRESS_ONE / 4);
  c.release_force = c.touch_force / ONE_OF(1, 2);
  c.valley = ONE_OF(52429, 0, PRESS_ONE, PRESS_ONE / 2);
  c.max_jump = ONE_OF(3, 1, 10) * PRESS_ONE;
  c.dropout_us = (uint32_t)ONE_OF(30000, 0, 10000);
  c.merge_us = (uint32_t)ONE_OF(1000000, 50000, 0);
  c.palm_cells = (uint16_t)ONE_OF(0, 0, 6, 12);
  c.palm_length = (uint16_t)ONE_OF(0, 0, 3, 40);
  c.start_us = (uint32_t)ONE_OF(200000, 30000, 0);
  c.rise_us = (uint32_t)ONE_OF(30000000, 100000);
  c.fall_us = (uint32_t)ONE_OF(1000000, 0);
  c.below_zero_us = (uint32_t)ONE_OF(120000000, 0, 60000);
  c.longest_contact_us = (uint32_t)ONE_OF(0, 0, 100000);
  c.line_after_us = (uint32_t)ONE_OF(5000000, 0, 100000);
  c.join_x = ONE_OF(0, 0, 1, 2) * PRESS_ONE;
  c.join_y = ONE_OF(0, 0, 3, 40) * PRESS_ONE;
  c.circuit = (press_grid_circuit)ONE_OF(0, 0, 0, 1, 2);
  c.full_scale = ONE_OF(1023, 1, 16777215, PRESS_ONE);
  c.column_ohm = (uint32_t)ONE_OF(10000, 10, 16777215, 1000);
  c.row_ohm = (uint32_t)ONE_OF(0, 470, 100000);
  if (one_in(6)) c.curve = some_curve();
  spoil(&c, sizeof c);
  return c;
}

static void make_grid(void) {
  bool good;
  do {
    uint32_t contact = w.grid_config.contact;
    w.grid_config = some_grid_config();
    if (w.grid_config.contact == 0) w.grid_config.contact = contact;
    good = GOOD(press_grid_config_check, &w.grid_config);
    size_t bytes = press_grid_size(&w.grid_config), used = w.used;
    MUST((bytes != 0) == good, "press_grid_size");
    void *storage = room(good ? bytes : 8);
    MUST((CALL(press_grid_init, storage, good ? bytes : 8, &w.grid_config, &w.grid) == PRESS_OK) == good, "grid");
    if (!good) w.used = used, w.things--;
  } while (!good);
  memset(&w.grid_stats, 0, sizeof w.grid_stats);
}

/* Adds the force of a finger as a tent: between two cells, both get a part. */
static void press_cells(finger *f) {
  int32_t columns = w.grid_config.columns, rows = w.grid_config.rows;
  for (int32_t row = 0; row < rows; row++)
    for (int32_t column = 0; column < columns; column++) {
      int32_t across = column * 256 - f->x, down = row * 256 - f->y;
      int32_t x = f->width - (across < 0 ? -across : across), y = f->width - (down < 0 ? -down : down);
      if (x > 0 && y > 0) w.cells[row * columns + column] += (int32_t)((int64_t)f->force * x / f->width * y / f->width);
    }
  f->x += f->dx;
  f->y += f->dy;
}

static void move_fingers(void) {
  for (int i = 0; i < FINGERS; i++) {
    finger *f = w.fingers + i;
    if (!f->left) {
      f->left = 1 + below(30);
      f->force = ONE_OF(0, 0, 1, 1, 2, 2, 4, 3) * (PRESS_ONE / 2);
      if (one_in(3)) f->x = (int32_t)below(w.grid_config.columns) * 256;
      if (one_in(3)) f->y = (int32_t)below(w.grid_config.rows) * 256;
      if (one_in(4)) f->x += 128;
      f->dx = ONE_OF(0, 0, 64, -64, 128, -128, 256, -256);
      f->dy = ONE_OF(0, 0, 0, 128, -256);
      f->width = ONE_OF(256, 256, 512, 512, 700, 1500);
      const finger *other = w.fingers + (i ^ 1);
      /* Two fingers part or meet. */
      if (one_in(4)) {
        f->x = other->x + ONE_OF(0, 0, 512, -512, 1024), f->y = other->y;
        f->dx = -other->dx, f->dy = other->dy;
      }
    }
    f->left--;
    /* Sometimes it is not seen. */
    if (f->force && !one_in(24)) press_cells(f);
  }
}

static void look_at_grid(bool is_taken) {
  press_grid_contact       all[PRESS_GRID_CONTACTS];
  press_grid_stats         s = {.size = sizeof s};
  const press_grid_config *c = &w.grid_config;
  int                      count = CALL(press_grid_get_contacts, w.grid, all, PRESS_GRID_CONTACTS);
  MUST(count >= 0 && count <= c->max_contacts && press_grid_get_stats(w.grid, &s) == PRESS_OK, "grid");
  int64_t force = 0;
  for (int i = 0; i < count; i++) {
    if (!(all[i].flags & PRESS_GRID_CONTACT_HELD)) force += all[i].force;
    int64_t wide = (int64_t)c->pitch_x * (c->columns - 1), x = (int64_t)all[i].x - c->x;
    MUST(w.is_another || (wide < 0 ? x <= 0 && x >= wide : x >= 0 && x <= wide), "place");
    MUST(all[i].contact - c->contact < c->max_contacts && (i == 0 || all[i].contact > all[i - 1].contact), "ids");
    MUST(all[i].force >= 0 && all[i].peak >= 0 && all[i].flags < 16 && all[i].serial, "contact");
    press_grid_shape shape;
    press_grid_shape_init(&shape);
    int status = CALL(press_grid_get_shape, w.grid, all[i].contact, &shape);
    MUST(status == (all[i].flags & PRESS_GRID_CONTACT_HELD ? PRESS_ERR_STATE : PRESS_OK), "press_grid_get_shape");
    MUST(status || (shape.cells == all[i].cells && shape.peak == all[i].peak), "the shape is that of the blob");
    MUST(shape.minor >= 0 && shape.minor <= shape.major && shape.width >= 0 && shape.height >= 0, "shape");
    MUST(shape.angle > -PRESS_ONE * 90 && shape.angle <= PRESS_ONE * 90, "angle");
    add_words(&shape, sizeof shape);
  }
  for (int i = 0; i < c->columns * c->rows; i++) force -= w.cells[i] > 0 ? (int64_t)w.cells[i] * c->gain >> 16 : 0;
  MUST(!is_taken || w.is_another || force <= 0 || c->curve.kind || c->flags || c->circuit, "no more force than that of all cells");
  static press_q16 map[PRESS_GRID_COLUMNS * PRESS_GRID_ROWS];
  press_grid_load  load;
  press_grid_lines lines;
  press_grid_load_init(&load);
  press_grid_lines_init(&lines);
  size_t cells = (size_t)c->columns * c->rows;
  MUST(CALL(press_grid_get_map, w.grid, map, cells) == PRESS_OK && CALL(press_grid_get_load, w.grid, NULL, &load) == PRESS_OK, "map");
  int64_t  sum = 0;
  uint32_t bears = 0;
  for (size_t i = 0; i < cells; i++) MUST(map[i] >= 0, "a cell is not below 0"), sum += map[i], bears += map[i] > 0;
  MUST(load.force == (sum > INT32_MAX ? INT32_MAX : sum) && load.cells >= bears && load.peak <= load.force, "the load is the sum of the map");
  MUST(CALL(press_grid_get_lines, w.grid, &lines) == PRESS_OK && !((lines.dead_columns | lines.stuck_columns) >> (c->columns - 1) >> 1), "lines");
  must_grow(&w.grid_stats, &s, 1, 7);
  w.grid_stats = s;
  add_words(all, (size_t)count * sizeof *all);
  add_words(&s, sizeof s);
}

static void call_grid(void) {
  uint32_t          mask[PRESS_GRID_ROWS] = {0};
  press_grid_config c = some_grid_config();
  uint64_t          t = w.now + below(w.step);
  uint32_t          row = below(PRESS_GRID_ROWS);
  int               status;
  mask[row] = 1u << below(12);
  switch (below(7)) {
    case 0:
      status = CALL(press_grid_lost, w.grid, t, for_this_call());
      MUST(status != PRESS_OK || press_grid_get_contacts(w.grid, NULL, 0) == 0, "a loss cancels contacts");
      /* The call may have taken effect even if the engine had no room. */
      if (status != PRESS_ERR_TIME) w.now = t;
      break;
    case 1: CALL(press_grid_tare, w.grid, below(2)); break;
    case 2: CALL(press_grid_set_mask, w.grid, one_in(2) ? NULL : mask, w.grid_config.rows); break;
    case 3: CALL(press_grid_set_mask, w.grid, NULL, 0); break;
    case 4:
      if (!one_in(8)) {
        c.columns = w.grid_config.columns, c.rows = w.grid_config.rows, c.max_contacts = w.grid_config.max_contacts;
        c.contact = w.grid_config.contact, c.flags = w.grid_config.flags, c.circuit = w.grid_config.circuit;
        c.full_scale = w.grid_config.full_scale, c.column_ohm = w.grid_config.column_ohm, c.row_ohm = w.grid_config.row_ohm;
      }
      bool good = GOOD(press_grid_config_check, &c);
      status = CALL(press_grid_set, w.grid, &c);
      MUST(good || status == PRESS_ERR_INVAL, "press_grid_set");
      if (status == PRESS_OK) w.is_another = true;
      break;
    case 5:
      MUST(CALL(press_grid_reset, w.grid) == PRESS_OK && press_grid_get_contacts(w.grid, NULL, 0) == 0, "press_grid_reset");
      reset_engine();
      break;
    default:
      if (CALL(press_tick, w.engine, t) == PRESS_OK) w.now = t;
  }
}

static void feed_grid(void) {
  size_t   count = (size_t)w.grid_config.columns * w.grid_config.rows;
  uint64_t t = next_time();
  if (!w.scene_left--) {
    w.scene_left = below(40);
    w.step = (uint32_t)ONE_OF(5000, 10000, 10000, 20000);
    w.noise = ONE_OF(0, 0, 0, 2000, 8000);
  }
  for (size_t i = 0; i < count; i++) w.cells[i] = w.noise ? (int32_t)below((uint32_t)w.noise) : 0;
  move_fingers();
  int32_t *any = w.cells + below((uint32_t)count);
  if (one_in(16)) *any = wild();
  uint64_t frames = w.grid_stats.frames;
  size_t   given = one_in(200) ? count + 1 : count;
  int      status = CALL(press_grid_feed, w.grid, t, w.cells, given, for_this_call());
  MUST((status == PRESS_ERR_INVAL) == (given != count), "press_grid_feed");
  MUST(given != count || t <= w.now || status == PRESS_OK || status == PRESS_ERR_NOSPC || status == PRESS_ERR_AGAIN, "a good frame counts");
  look_at_grid(status == PRESS_OK);
  if (w.grid_stats.frames != frames) w.now = t > w.now ? t : w.now;
  if (one_in(16)) call_grid();
}

/* ---- a sequence ---- */

static void begin(uint64_t number, uint64_t seed) {
  totals done = w.done;
  bool   traces = w.traces;
  memset(&w, 0, sizeof w);
  w.done = done;
  w.traces = traces;
  w.number = number;
  w.seed = seed;
  make_feedback();
  make_engine();
  w.pad_config = some_pad_config();
  w.grid_config = some_grid_config();
  put_on_surface(&w.pad_config, &w.grid_config);
  if (!GOOD(press_pad_config_check, &w.pad_config)) w.pad_config.size = 0;
  bool both = one_in(8), grids = one_in(3);
  if (both || !grids) {
    make_pad();
    make_supply_and_idle();
  }
  if (both || grids) make_grid();
  w.in_turn = one_in(8);
  w.dated = one_in(4);
  w.now = below(100000);
  w.step = 5000;
}

static void play(uint64_t number, uint64_t seed) {
  begin(number, seed);
  uint32_t contacts[] = {w.pad_config.contact, w.grid_config.contact, w.grid_config.contact + 1};
  for (uint32_t left = 40 + below(w.grid ? 60 : 200); left; left--) {
    w.done.frames++;
    if (w.pad) feed_pad();
    if (w.grid) feed_grid();
    if (w.polled && one_in(4)) take_events();
    if (one_in(64)) call_pure();
    const char *wrong = w.polled ? NULL : ledger_agrees(&w.ledger, w.engine, contacts, 3);
    if (wrong) fail(wrong, "what was delivered and what is there agree");
  }
  reset_engine();
  take_events();
  press_engine_stats stats = {.size = sizeof stats};
  MUST(press_engine_get_stats(w.engine, &stats) == PRESS_OK, "press_engine_get_stats");
  MUST(!w.polled || stats.overwritten == 0, "an event was lost without a delegate");
  const char *wrong = ledger_over(&w.ledger, true);
  if (wrong) fail(wrong, "at the end");
  for (size_t i = 0; i < w.things; i++)
    for (size_t j = 0; j < CANARY; j++) MUST(arena[w.canaries[i] + j] == 0xa5, "the bytes around the storage are untouched");
}

static void say(uint64_t sequences, double seconds) {
  printf("%llu sequences of %llu readings, %llu calls (%llu from inside callbacks, %llu refused), %llu events in %.1f s\n",
    (unsigned long long)sequences, (unsigned long long)w.done.frames, (unsigned long long)w.done.calls, (unsigned long long)w.done.nested,
    (unsigned long long)w.done.refused, (unsigned long long)w.done.events, seconds);
}

int main(int argc, char **argv) {
  w.traces = getenv("FUZZ_TRACE") != NULL;
  return random_main(argc, argv, 10000, play, say, &w.done.sum);
}
