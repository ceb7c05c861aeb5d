/* Replays a trace and writes everything that libpress says to it as text, bit for bit: every field of every event, every
 * status that is not plain success. The log of one trace must be the same on every processor.
 *
 *   replay TRACE LOG
 *
 * A trace is lines of whole numbers:
 *   c TOUCH RELEASE ZERO FULL PREVIEW COMMIT COMPLETE LOST_AFTER STEP MOVED LIFT   a bare engine with this config
 *   a PADS FULL_SCALE RESISTOR FLAGS   an engine with everything attached, and so many pads of one sensor each
 *   p PAD CODE FORCE                   a point of a pad's calibration
 *   s T CONTACT LOST FORCE             a sample
 *   f T CODE...                        a code for each pad; - where it was not read, ! where reading it failed
 *   t T                                a tick
 *   r                                  a reset
 *   n SEED COUNT                       so many random calls to an engine with everything attached
 *   x SEED COUNT                       so many random numbers through circuits, curves and filters
 * Lines that begin otherwise are passed over. */
#include <press.h>

#include "../PressABITests/generated/lives.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PADS = 8, POINTS = 512 };

static uint64_t          engine_storage[32768 / 8], pad_storage[PADS][PRESS_PAD_STORAGE_1 / 8];
static press_engine     *engine;
static press_pad        *pads[PADS];
static press_sensor      sensors[PADS];
static press_curve_point points[PADS][POINTS];
static size_t            pad_count, point_count[PADS];
static uint32_t          pad_flags;
static bool              pads_made;
static FILE             *out;
static uint64_t          seed;

static void fail(const char *what) {
  fprintf(stderr, "replay: %s\n", what);
  exit(1);
}

/* ---- the log ---- */

static void on_event(press_engine *e, const press_event *v, void *user) {
  (void)e, (void)user;
  fprintf(out, "%llu %s %lu %lu %lu %s %ld %ld %ld %ld %ld %lu %ld %ld %lu\n", (unsigned long long)v->t_us, press_event_name(v->type),
    (unsigned long)v->contact, (unsigned long)v->target, (unsigned long)v->flags, press_reason_name(v->reason), (long)v->x, (long)v->y,
    (long)v->force, (long)v->pressure, (long)v->progress, (unsigned long)v->subject, (long)v->value, (long)v->value2, (unsigned long)v->late_us);
}

static void status(const char *call, int value, int plain) {
  if (value != plain) fprintf(out, "%s %d\n", call, value);
}

/* ---- engines ---- */

/* Numbered as the bindings number them, so that they can write the same log (bindings/js/tests/replay.js). */
static const press_action inner[] = {{.id = 3}, {.id = 4, .flags = PRESS_ACTION_FLAG_DISABLED}};
static const press_action actions[] = {{.id = 1}, {.id = 2, .child_count = 2, .children = inner}, {.id = 5}};

static bool show(press_engine *e, const press_touch *touch, press_peek *peek, void *user) {
  (void)e, (void)user;
  peek->id = touch->target + 100;
  peek->action_count = 3;
  peek->actions = actions;
  peek->actions_width = peek->action_height = PRESS_Q16(20);
  return true;
}

static void make(const press_config *config, bool with_peeks) {
  press_delegate delegate = {.size = sizeof delegate, .on_event = on_event, .peek_will_show = with_peeks ? show : NULL};
  memset(engine_storage, 0xa5, sizeof engine_storage);
  if (press_engine_init(engine_storage, sizeof engine_storage, config, &engine) || press_set_delegate(engine, &delegate))
    fail("an engine that cannot be made");
  pad_count = 0;
  pads_made = false;
}

static void make_with_everything(void) {
  press_config config;
  press_config_init(&config);
  config.traits = PRESS_TARGET_PREVIEW | PRESS_TARGET_PEEK | PRESS_TARGET_TAP | PRESS_TARGET_HOLD | PRESS_TARGET_SCROLL;
  make(&config, true);
#define OR_ATTACH(name) || press_##name##_attach(engine, NULL)
  if (false INTERACTIONS(OR_ATTACH) || press_transition_bind(engine, 1, PRESS_DRIVER_PREVIEW, 0, 0, 0)
      || press_transition_bind(engine, 2, PRESS_DRIVER_PRESSURE, 0, 0, 0)
      || press_transition_bind(engine, 3, PRESS_DRIVER_MOTION, 0, PRESS_Q16(30), PRESS_Q16(-10)))
    fail("what cannot be attached");
}

static void make_pads(void) {
  press_pad_config config;
  press_pad_config_init(&config);
  config.flags = pad_flags;
  for (size_t i = 0; i < pad_count; i++) {
    press_curve_report report;
    press_curve_report_init(&report);
    if (point_count[i]) {
      status("fit", press_curve_fit(points[i], point_count[i], &sensors[i].curve, &report), 0);
      fprintf(out, "curve %u worst %ld rms %ld\n", (unsigned)sensors[i].curve.count, (long)report.worst, (long)report.rms);
      for (unsigned n = 0; n < sensors[i].curve.count; n++)
        fprintf(out, "  %ld %ld\n", (long)sensors[i].curve.points[n].conductance, (long)sensors[i].curve.points[n].force);
    }
    config.contact = (uint32_t)i;
    if (press_pad_init(pad_storage[i], sizeof pad_storage[i], &config, &sensors[i], 1, &pads[i])) fail("a pad that cannot be made");
  }
  pads_made = true;
}

static void calibrate(size_t pad, int32_t code, press_q16 force) {
  press_curve_point next = {.force = force};
  size_t            count = pad < pad_count ? point_count[pad] : POINTS;
  if (count == POINTS) fail("more calibration than there is room for");
  status("conductance", press_circuit_conductance(&sensors[pad].circuit, code, &next.conductance), 0);
  /* A code that does not rise above the one before delivers nothing new. */
  if (next.conductance <= (count ? points[pad][count - 1].conductance : 0)) return;
  points[pad][point_count[pad]++] = next;
}

static void frame(char *text) {
  if (!pads_made) make_pads();
  uint64_t t = strtoull(text, &text, 10);
  for (size_t i = 0; i < pad_count; i++) {
    press_frame   f = {.t_us = t};
    press_reading reading = {.size = sizeof reading};
    while (*text == ' ') text++;
    if (*text == '!') f.failed = 1;
    if (*text == '!' || *text == '-')
      text++;
    else {
      f.code[0] = (int32_t)strtol(text, &text, 10);
      f.present = 1;
    }
    status("pad", press_pad_feed(pads[i], &f, engine), 0);
    if (press_pad_get(pads[i], &reading)) fail("a pad that cannot be read");
    if (t / 1000 % 64 == 0) fprintf(out, "reading %ld %ld %ld\n", (long)reading.force, (long)reading.conductance[0], (long)reading.baseline[0]);
  }
}

/* ---- random calls ---- */

static uint64_t draw(void) {
  uint64_t z = seed += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static uint32_t below(uint32_t limit) { return (uint32_t)((draw() >> 40) * limit >> 24); }

/* A random number of any width and either sign. */
static int32_t wide(void) {
  uint32_t bits = below(32);
  return (int32_t)((uint32_t)draw() >> bits) * (below(2) ? 1 : -1);
}

static void random_calls(uint32_t count) {
  static const uint32_t traits[] = {PRESS_TARGET_PREVIEW, PRESS_TARGET_PEEK, PRESS_TARGET_TAP | PRESS_TARGET_HOLD, PRESS_TARGET_SCROLL, 511};
  press_config          config;
  uint64_t              now = 0;
  press_config_init(&config);
  make_with_everything();
  for (uint32_t i = 0; i < count; i++) {
    uint32_t contact = below(3), id = 1 + below(5);
    now += below(8) ? below(20000) : below(400000);
    switch (below(24)) {
      case 0: status("tick", press_tick(engine, now), 0); break;
      case 1: {
        press_target t = {.size = sizeof t, .id = id};
        t.x = (press_q16)below(64) * 65536, t.y = (press_q16)below(64) * 65536;
        t.width = (press_q16)below(64) * 65536, t.height = (press_q16)below(64) * 65536;
        t.traits = traits[below(5)];
        status("add", press_target_add(engine, &t), 0);
        break;
      }
      case 2: status("remove", press_target_remove(engine, id), 0); break;
      case 3: status("cancel", press_preview_cancel(engine, contact), 0); break;
      case 4: status("start", press_transition_start(engine, 4, NULL), 0); break;
      case 5:
        if (below(2))
          status("speed", press_transition_set_speed(engine, 4, 1 + (press_q16)below(4 * 65536)), 0);
        else
          status("finish", press_transition_finish(engine, 4), 0);
        break;
      case 6: status("open", press_peek_open(engine, id), 0); break;
      case 7: status("pop", press_peek_pop(engine), 0); break;
      case 8: status("perform", press_action_perform(engine, id), 0); break;
      case 9: fprintf(out, "deadline %llu\n", (unsigned long long)press_next_deadline(engine)); break;
      case 10:
        if (below(8) == 0) status("reset", press_engine_reset(engine), 0);
        break;
      default: {
        press_sample s = {.t_us = now, .contact = contact};
        s.force = (press_q16)below(24) * (PRESS_ONE / 4) - 1;
        s.x = (press_q16)below(64 * 65536), s.y = (press_q16)below(64 * 65536);
        s.flags = below(24) ? 0 : PRESS_SAMPLE_LOST;
        status("feed", press_feed(engine, &s, 1), 1);
      }
    }
  }
  status("reset", press_engine_reset(engine), 0);
}

static void random_numbers(uint32_t count) {
  press_median   median = {0};
  press_one_euro euro;
  uint64_t       now = 0, extended = 0;
  press_one_euro_init(&euro, PRESS_Q16(3), PRESS_ONE, PRESS_ONE);
  for (uint32_t i = 0; i < count; i++) {
    press_circuit      circuit = {.full_scale = (int32_t)below(1u << 24), .resistor_ohm = 1 + below(1u << 24)};
    press_curve        curve;
    press_q16          conductance = 0, force = 0, filtered = 0, y = 0;
    press_timing_curve timing;
    circuit.parallel_ohm = below(2) ? below(1u << 24) : 0;
    circuit.flags = below(2);
    memset(&curve, 0, sizeof curve);
    status("conductance", press_circuit_conductance(&circuit, wide(), &conductance), 0);
    int32_t reference = wide() & INT32_MAX, newtons = wide() & INT32_MAX;
    status("power", press_curve_power(reference, newtons, PRESS_ONE / 4 + (press_q16)below(15 * PRESS_ONE / 4), &curve), 0);
    status("force", press_curve_force(&curve, wide(), &force), 0);
    if (below(64) == 0) {
      press_q16 cutoff = wide(), beta = wide();
      status("euro", press_one_euro_init(&euro, cutoff, beta, wide()), 0);
    }
    now += below(100000);
    status("step", press_one_euro_step(&euro, now, wide(), &filtered), 0);
    timing.x1 = (press_q16)below(65537), timing.y1 = wide() >> 8, timing.x2 = (press_q16)below(65537), timing.y2 = wide() >> 8;
    status("timing", press_timing_curve_y(&timing, (press_q16)below(65537), &y), 0);
    extended = press_time_extend(extended, (uint32_t)draw());
    fprintf(out, "%ld %ld %ld %ld %ld %llu\n", (long)conductance, (long)force, (long)filtered, (long)y, (long)press_median_step(&median, wide()),
      (unsigned long long)extended);
  }
}

/* ---- traces ---- */

static void line(char *text) {
  int64_t n[11] = {0};
  char   *at = text + 1;
  char    what = text[0];
  if (text[1] != ' ' && text[1] != '\n' && text[1] != 0) return;
  if (what == 'f') {
    frame(at);
    return;
  }
  for (int i = 0; i < 11; i++) n[i] = strtoll(at, &at, 10);
  press_config config;
  press_config_init(&config);
  switch (what) {
    case 'c':
      config.touch_force = (press_q16)n[0], config.release_force = (press_q16)n[1];
      config.zero_force = (press_q16)n[2], config.full_force = (press_q16)n[3];
      config.preview_pressure = (press_q16)n[4], config.commit_pressure = (press_q16)n[5], config.complete_pressure = (press_q16)n[6];
      config.lost_after_us = (uint32_t)n[7];
      config.min_progress_step = (press_q16)n[8];
      config.flags = n[9] ? PRESS_CONFIG_TELL_MOVED : 0;
      config.lift_us = (uint32_t)n[10];
      make(&config, false);
      break;
    case 'a':
      if (n[0] > PADS) fail("more pads than there is room for");
      make_with_everything();
      pad_count = (size_t)n[0];
      pad_flags = (uint32_t)n[3];
      for (size_t i = 0; i < pad_count; i++) {
        press_sensor_init(&sensors[i]);
        sensors[i].circuit.full_scale = (int32_t)n[1];
        sensors[i].circuit.resistor_ohm = (uint32_t)n[2];
        point_count[i] = 0;
      }
      break;
    case 'p': calibrate((size_t)n[0], (int32_t)n[1], (press_q16)n[2]); break;
    case 's': {
      press_sample s = {.t_us = (uint64_t)n[0], .contact = (uint32_t)n[1], .flags = n[2] ? PRESS_SAMPLE_LOST : 0, .force = (press_q16)n[3]};
      status("feed", press_feed(engine, &s, 1), 1);
      break;
    }
    case 't': status("tick", press_tick(engine, (uint64_t)n[0]), 0); break;
    case 'r': status("reset", press_engine_reset(engine), 0); break;
    case 'n':
    case 'x':
      seed = (uint64_t)n[0];
      if (what == 'n')
        random_calls((uint32_t)n[1]);
      else
        random_numbers((uint32_t)n[1]);
      break;
    default: break;
  }
}

int main(int argc, char **argv) {
  static char text[512], buffers[2][65536];
  FILE       *trace = argc == 3 ? fopen(argv[1], "r") : NULL;
  out = argc == 3 ? fopen(argv[2], "w") : NULL;
  if (!trace || !out) fail("replay TRACE LOG");
  setvbuf(trace, buffers[0], _IOFBF, sizeof buffers[0]);
  setvbuf(out, buffers[1], _IOFBF, sizeof buffers[1]);
  while (fgets(text, sizeof text, trace)) line(text);
  return fclose(out) ? 1 : 0;
}
