/* check.h, on circuits: the readings of right and wrong wirings, computed by the laws of their circuits, for different converters, resistors,
 * forces, rates and hands. A finding must name the wiring, or the wirings that it can be; no wiring may get wrong advice. */
#include "support.h"

#include <math.h>
#include <stdio.h>

enum { SENSORS = 4 };
#define SEEDS (IS_FAST ? 60 : 8)

/* ---- A bench ---- */

static uint64_t            storage[PRESS_CHECK_STORAGE_8 / 8];
static press_sensor        sensors[SENSORS];
static press_check_options options;
static press_check        *check;
static press_check_status  at;
static uint32_t            seed;

static double drawn(double least, double most) {
  seed = seed * 1664525u + 1013904223u;
  return least + (most - least) * (seed >> 8) / 16777216.0;
}
static int one_of(int count) { return (int)drawn(0, count); }

/* The converter, its load on an input, the board, the hand and the config. */
static struct {
  double full;    /* the code of the supply */
  double load;    /* siemens from an input to ground */
  double held;    /* an input that nothing holds keeps this part of what was sampled before */
  double ohm;     /* sensor.resistor_ohm */
  double board;   /* the resistor on the board */
  double gain;    /* how much this sensor differs from the curve */
  double hard;    /* newtons of a hard press */
  double rise;    /* seconds */
  double rate;    /* frames a second */
  double noise;   /* codes */
  double number;  /* of this wiring, drawn once */
  int    is_held; /* the converter samples and holds */
} world;

/* Siemens of an FSR 402 under newtons: straight lines between the points of its curve. */
static double fsr(double newtons) {
  static const double points[][2] = {{0, 0}, {0.196137, 33.333}, {0.490326, 100}, {0.980667, 166.667}, {2.451663, 285.714}, {4.90332, 500},
    {9.806656, 800}, {19.613297, 1333.333}, {39.22659, 2222.222}, {68.64654, 3333.333}, {98.0665, 4000}};
  for (size_t i = 1; i < COUNT(points); i++) {
    double part = (newtons - points[i - 1][0]) / (points[i][0] - points[i - 1][0]);
    if (part <= 1 || i + 1 == COUNT(points)) return 1e-6 * world.gain * fmax(points[i - 1][1] + part * (points[i][1] - points[i - 1][1]), 0);
  }
  return 0;
}

/* A converter of 16 bits with a reference of its own, or of 10 or 12 bits with the supply as its reference. */
static int32_t converted(double volts) { /* of 1 */
  double code = volts * world.full + drawn(-world.noise, world.noise);
  return (int32_t)lround(world.is_held ? fmin(fmax(code, 0), world.full) : fmin(fmax(code, -32768), world.full * 1.09));
}

static double divided(double siemens, double ohm) { return siemens / (siemens + 1 / ohm + world.load); }

/* ---- The wirings: what an input reads, of 1, under newtons on each sensor ---- */

typedef double volts(int i, const double *newtons, double t);

static double as_it_should_be(int i, const double *n, double t) { return (void)t, divided(fsr(n[i]), world.board); }
static double no_resistor(int i, const double *n, double t) {
  double g = fsr(n[i]), rest = world.is_held ? world.number * 0.3 : 0.043;
  return (void)t, g > 0 ? g / (g + fmax(world.load, 1e-9)) : rest;
}
static double ten_times(int i, const double *n, double t) { return (void)t, divided(fsr(n[i]), world.ohm * 10); }
static double a_tenth(int i, const double *n, double t) { return (void)t, divided(fsr(n[i]), world.ohm / 10); }
static double exchanged(int i, const double *n, double t) { return (void)t, 1 / (1 + world.board * (fsr(n[i]) + world.load)); }
static double five_volts(int i, const double *n, double t) { return (void)t, 5 / 3.3 * divided(fsr(n[i]), world.board); }
static double to_the_supply(int i, const double *n, double t) { return (void)i, (void)n, (void)t, 1; }
static double to_ground(int i, const double *n, double t) { return (void)i, (void)n, (void)t, 0; }
static double in_series(int i, const double *n, double t) { return (void)t, divided(1 / (1 / fmax(fsr(n[i]), 1e-12) + 1000), world.board); }
/* Two dividers whose ground wire is cut: current flows only over both resistors to the other input. */
static double rail_cut(int i, const double *n, double t) {
  double own = fsr(n[i]), other = fsr(n[1 - i]), link = 0.5 / world.board, load = fmax(world.load, 1e-9);
  /* v (own + link + load) - w link = own; w (other + link + load) - v link = other */
  double a = own + link + load, b = other + link + load;
  return (void)t, (own * b + other * link) / (a * b - link * link);
}
/* The second divider has no ground, and its input keeps the voltage that was sampled from the first. */
static double one_ground_cut(int i, const double *n, double t) {
  double first = divided(fsr(n[0]), world.board);
  return (void)t, i == 0 ? first : fsr(n[1]) > 1e-7 ? 1 : first * world.held;
}
static double joined(int i, const double *n, double t) { return (void)i, (void)t, divided(fsr(n[0]) + fsr(n[1]), world.board / 2); }
static double crossed(int i, const double *n, double t) { return (void)t, divided(fsr(n[1 - i]), world.board); }
static double floating(int i, const double *n, double t) {
  return (void)i, (void)n, world.is_held ? drawn(0, 1) : 0.17 + 0.02 * world.number * sin(314.159 * t);
}
/* A transimpedance amplifier, up to the limit of its output: near its supply, or 1.5 V below. */
static double amplifier(int i, const double *n, double t) {
  double end = world.number < 0.3 ? 0.545 : 0.9 + 0.1 * world.number;
  return (void)t, fmin(fsr(n[i]) * world.board, end);
}
static double hum(int i, const double *n, double t) {
  double u = divided(fsr(n[i]), world.board);
  return fmax(u + 0.03 * world.number * (1 - u) * sin(314.159 * t), 0);
}
static double ground_lifted(int i, const double *n, double t) { return (void)t, 0.015 + (1 - 0.015) * divided(fsr(n[i]), world.board); }

static double plate_k; /* 0: rigid; 1: it twists freely */
/* The force of a corner, from the forces on all corners. */
static double share(int i, const double *n) {
  double sum = 0;
  for (int from = 0; from < SENSORS; from++) {
    double a = (i ^ from) & 1 ? -1 : 1, b = (i ^ from) & 2 ? -1 : 1, near = 0.8;
    sum += n[from] * (1 + near * a + near * b + plate_k * near * near * a * b) / 4;
  }
  return sum;
}
static double plate(int i, const double *n, double t) { return (void)t, divided(fsr(fmax(share(i, n) + 0.5, 0)), world.board); }
static double cells(int i, const double *n, double t) {
  return (void)t, (32768 + 170 * share(i, n) * (i == (int)(world.number * SENSORS) ? -1 : 1)) / world.full;
}
static double cell(int i, const double *n, double t) { return (void)t, (32768 + 170 * n[i]) / world.full; }
static double cell_swapped(int i, const double *n, double t) { return (void)t, (32768 - 170 * n[i]) / world.full; }

/* ---- What the config says ---- */

static void pulls_up(void) { sensors[0].circuit.flags = PRESS_CIRCUIT_PULL_UP; }
/* Forces at which a reading reaches the limit of the converter; a weaker press would only read too much. */
static void firm(void) {
  if (world.ohm < 2000) world.ohm = world.board = 2200;
  sensors[0].circuit.resistor_ohm = (uint32_t)world.ohm;
  world.hard = drawn(8, 20);
}
static void two(void) { options.sensors = 2; }
static void on_a_plate(void) {
  options.sensors = SENSORS;
  plate_k = drawn(0, 1);
  for (int i = 0; i < SENSORS; i++) {
    sensors[i].x = i & 1 ? PRESS_Q16(100) : 0, sensors[i].y = i & 2 ? PRESS_Q16(100) : 0;
    sensors[i].preload_force = PRESS_Q16(0.5);
  }
}
static void of_cells(void) {
  world.full = 16777215, world.is_held = 0, world.noise = 3;
  for (int i = 0; i < SENSORS; i++) {
    sensors[i].circuit.full_scale = 16777215, sensors[i].circuit.max_code = 65535, sensors[i].circuit.resistor_ohm = 1;
    sensors[i].curve.kind = PRESS_CURVE_TABLE, sensors[i].curve.count = 1;
    sensors[i].curve.points[0] = (press_curve_point){.conductance = PRESS_Q16(102), .force = PRESS_Q16(10)};
    sensors[i].zero = PRESS_Q16(1957);
  }
}
static void of_cells_turned(void) { of_cells(), pulls_up(); }
static void of_cells_on_a_plate(void) {
  of_cells(), on_a_plate();
  for (int i = 0; i < SENSORS; i++) sensors[i].preload_force = 0;
}
static void of_a_larger_scale(void) { /* the codes have 10 bits */
  sensors[0].circuit.full_scale = (int32_t[]){26400, 32767, 65535}[one_of(3)];
  world.full = 1023, world.noise = 1, world.is_held = 1;
}
static void of_a_smaller_scale(void) { /* libraries that stretch to 16 bits */
  sensors[0].circuit.full_scale = (int32_t[]){1023, 4095, 26400}[one_of(3)];
  world.full = 65535, world.noise = 30, world.is_held = 1;
}
static void of_the_same_bits(void) {
  world.full = 1023, world.noise = 1, world.is_held = 1;
  for (int i = 0; i < SENSORS; i++) sensors[i].circuit.full_scale = 1023;
}
static void two_that_hold(void) { two(), of_the_same_bits(); }

/* ---- The table ---- */

/* `names`: at least one of these findings must come. `may`: the only other findings that may warn or fail. */
static const struct {
  const char *what;
  volts      *circuit;
  void (*config)(void);
  const char *names, *may, *says;
} wirings[] = {
  {"as it should be", as_it_should_be, NULL, "press_felt", "range_little range_crowded", NULL},
  {"as it should be, falling", exchanged, pulls_up, "press_felt", "range_little range_crowded", NULL},
  {"no resistor", no_resistor, NULL, "resistor_other supply_clipped", "zero_loaded noise_high noise_poor release_held release_rest", "missing"},
  {"ten times the resistor", ten_times, NULL, "resistor_other range_crowded range_ends press_heavy", "", "resistor"},
  {"a tenth of the resistor", a_tenth, NULL, "press_weak press_light range_little", "", "resistor"},
  {"sensor and resistor exchanged", exchanged, NULL, "press_backwards", "input_shorted zero_loaded", "pull_up = yes"},
  {"a pull-up that is not there", as_it_should_be, pulls_up, "press_backwards", "input_shorted zero_loaded", "pull_up = no"},
  {"the ground of two is cut", rail_cut, two, "inputs_together", "resistor_other supply_clipped range_ends range_crowded zero_loaded release_rest",
    "ground"},
  {"the ground of one is cut", one_ground_cut, two_that_hold, "inputs_together",
    "resistor_other supply_clipped range_crowded range_little release_rest release_held", "ground"},
  {"two inputs are joined", joined, two, "inputs_together", "range_crowded range_little", "joint"},
  {"5 V on 3.3 V", five_volts, firm, "supply_clipped range_crowded range_ends resistor_other press_heavy", "", "supply"},
  {"a short", to_the_supply, NULL, "input_shorted", "press_none", "bridge"},
  {"a short to ground, or an open wire", to_ground, NULL, "press_none", "", "wires"},
  {"1 kOhm in series", in_series, NULL, "press_light range_little", "", "in series"},
  {"a plate with a preload", plate, on_a_plate, "press_felt", "zero_loaded range_little range_crowded", NULL},
  {"a load cell", cell, of_cells, "press_felt", "", NULL},
  {"A+ and A- of a load cell exchanged", cell_swapped, of_cells, "press_backwards", "", "A+ and A-"},
  {"the same with the setting that it says", cell_swapped, of_cells_turned, "press_felt", "", NULL},
  {"one corner of four cells reversed", cells, of_cells_on_a_plate, "press_backwards", "", "A+ and A-"},
  {"on another channel", crossed, two, "press_elsewhere", "range_crowded range_little", "sensor.channel"},
  {"nothing is wired to it", floating, NULL, "press_none noise_high noise_poor press_weak resistor_other release_unseen range_crowded",
    "zero_loaded range_little range_ends supply_clipped release_held release_rest release_unseen input_shorted press_backwards", NULL},
  {"an amplifier", amplifier, firm, "resistor_other supply_clipped range_ends range_crowded press_light press_heavy", "", "amplifier"},
  {"hum", hum, NULL, "press_felt", "noise_high noise_poor zero_loaded range_little range_crowded release_rest release_held", NULL},
  {"a ground that is lifted by 50 mV", ground_lifted, NULL, "press_felt", "range_little range_crowded", NULL},
  {"codes of 10 bits for more", as_it_should_be, of_a_larger_scale, "range_unused press_weak", "", "scale"},
  {"codes of 16 bits for less", as_it_should_be, of_a_smaller_scale, "range_exceeded supply_clipped range_ends range_crowded resistor_other",
    "noise_high", "scale"},
};

/* ---- A hand ---- */

/* The force on a sensor at time t of a press that lasts for `lasts`. */
static double pressed(double t, double lasts) {
  double ramp = fmin(t / world.rise, (lasts - t) / world.rise);
  return ramp <= 0 ? 0 : world.hard * fmin(ramp, 1) * (1 + 0.02 * sin(50 * t));
}

static void feed(int wiring, uint64_t us, int on, double newtons) {
  double      all[SENSORS] = {0};
  press_frame frame = {.t_us = us, .present = (1u << options.sensors) - 1};
  if (on >= 0) all[on] = newtons;
  for (uint32_t i = 0; i < options.sensors; i++) frame.code[i] = converted(wirings[wiring].circuit((int)i, all, (double)us / 1e6));
  assert_int_equal(press_check_feed(check, &frame), PRESS_OK);
}

static void look(void) { assert_int_equal(press_check_get(check, &at), PRESS_OK); }

static void live(int wiring) {
  uint32_t step = 0, own = 99, frames = 0;
  double   t = 0;
  uint64_t us = 1000000, period = (uint64_t)(1e6 / world.rate);
  for (look(); at.step != PRESS_CHECK_STEP_DONE; look(), us += period, t += 1 / world.rate) {
    assert_true(++frames < 100000);
    if (at.step != step || at.sensor != own) t = 0;
    step = at.step, own = at.sensor;
    double newtons = step == PRESS_CHECK_STEP_PRESS ? pressed(t - 0.4, 1e9) : step == PRESS_CHECK_STEP_LET_GO ? pressed(0.3 - t, 1e9) : 0;
    feed(wiring, us, step == PRESS_CHECK_STEP_REST ? -1 : (int)own, newtons);
  }
}

/* Three presses on each, fed once for the rest and once more from its beginning. */
static void recorded(int wiring) {
  uint64_t period = (uint64_t)(1e6 / world.rate);
  for (uint32_t step = PRESS_CHECK_STEP_REST; step != PRESS_CHECK_STEP_DONE; step = at.step) {
    uint64_t us = 0;
    for (uint32_t press = 0; press < 3 * options.sensors; press++)
      for (double t = press ? -1 : -2.5; t < 2 && at.step == step; t += 1 / world.rate, us += period, look())
        feed(wiring, us, (int)(press / 3), pressed(t, 1));
    if (at.step == step) assert_int_equal(press_check_end(check), PRESS_OK);
    look();
  }
}

/* ---- What is said ---- */

static char found[4096];

static bool is_among(const char *name, const char *list) {
  size_t length = strlen(name);
  for (const char *at_word = list; (at_word = strstr(at_word, name)); at_word += length)
    if ((at_word == list || at_word[-1] == ' ') && (at_word[length] == ' ' || !at_word[length])) return true;
  return false;
}

/* Collects all findings with their words. Returns the error, or NULL: one of `names` must be there, and no other may warn or fail than `may`. */
static const char *judged(int wiring) {
  static char   words[1024];
  press_finding finding;
  size_t        used = 0;
  bool          is_named = false, is_said = !wirings[wiring].says;
  const char   *wrong = NULL;
  press_finding_init(&finding);
  found[0] = 0;
  for (uint32_t i = 0; press_check_get_finding(check, i, &finding) == PRESS_OK; i++) {
    for (uint32_t which = PRESS_CHECK_TEXT_FOUND; which <= PRESS_CHECK_TEXT_ADVICE; which++) {
      int length = press_check_get_text(check, i, which, words, sizeof words);
      assert_true(length >= 0 && !strchr(words, '{') && !strstr(words, "?"));
      if (finding.result != PRESS_FINDING_RESULT_OK || strstr(finding.name, "press"))
        used += (size_t)snprintf(found + used, sizeof found - used, "\n  %s: %s", finding.name, words);
      assert_true(used < sizeof found);
      bool is_one = is_among(finding.name, wirings[wiring].names);
      is_named = is_named || is_one;
      if (is_one && wirings[wiring].says && strstr(words, wirings[wiring].says)) is_said = true;
      const char *ohm = strstr(words, "of some ");
      if (ohm && atol(ohm + 8) < 1000) wrong = "an advice below 1 kOhm";
    }
    bool is_rate = finding.kind == PRESS_FINDING_RATE_LOW || finding.kind == PRESS_FINDING_RATE_POOR;
    if (finding.result != PRESS_FINDING_RESULT_OK && !is_rate && !is_among(finding.name, wirings[wiring].names)
        && !is_among(finding.name, wirings[wiring].may))
      wrong = finding.name;
  }
  /* A recording does not say how hard its presses were. */
  bool is_soft = options.flags & PRESS_CHECK_FLAG_RECORDED && strstr(wirings[wiring].names, "press_light") && strstr(found, "press_felt");
  return wrong ? wrong : is_soft ? NULL : !is_named ? "it is not named" : is_said ? NULL : "the cause is not said";
}

static void play(int wiring, uint32_t from, bool is_recorded) {
  static const double ohms[] = {1000, 2200, 3300, 4700, 10000};
  seed = from * 2654435761u + (uint32_t)wiring;
  int converter = one_of(3);
  world.full = (double[]){26400, 1023, 4095}[converter];
  world.is_held = converter > 0;
  world.load = world.is_held ? 0 : 1 / 4.3e6;
  world.noise = world.is_held ? 0.6 : 2;
  world.held = drawn(0.93, 1);
  world.ohm = ohms[one_of(COUNT(ohms))];
  world.board = world.ohm * drawn(0.95, 1.05);
  world.gain = drawn(0.85, 1.15);
  world.hard = drawn(4, 20);
  world.rise = drawn(0.03, 0.3);
  world.rate = (double[]){50, 100, 200, 400}[one_of(4)];
  world.number = drawn(0, 1);
  press_check_options_init(&options);
  press_check_status_init(&at);
  options.sensors = 1;
  options.touch_force = PRESS_Q16(0.4);
  options.release_force = PRESS_Q16(0.25);
  for (int i = 0; i < SENSORS; i++) {
    press_sensor_init(&sensors[i]);
    sensors[i].circuit.full_scale = (int32_t)world.full;
    sensors[i].circuit.resistor_ohm = (uint32_t)world.ohm;
    options.sensor[i].sensor = &sensors[i];
  }
  if (wirings[wiring].config) wirings[wiring].config();
  if (is_recorded) options.flags = PRESS_CHECK_FLAG_RECORDED;
  assert_int_equal(press_check_init(storage, sizeof storage, &options, &check), PRESS_OK);
  look();
  if (is_recorded)
    recorded(wiring);
  else
    live(wiring);
}

static void all_are_named(bool is_recorded) {
  unsigned count = 0;
  for (int wiring = 0; wiring < (int)COUNT(wirings); wiring++) {
    unsigned own = 0;
    /* A recording does not show which channel it is on. */
    if (is_recorded && wirings[wiring].circuit == crossed) continue;
    for (int from = 1; from <= SEEDS; from++) {
      play(wiring, (uint32_t)from, is_recorded);
      const char *wrong = judged(wiring);
      if (wrong && own++ < 2)
        print_message("%s, seed %u, %.0f N, %.0f Ohm, full scale %.0f, %.0f Hz: %s%s\n", wirings[wiring].what, (unsigned)from, world.hard, world.ohm,
          world.full, world.rate, wrong, found);
    }
    if (own) print_message("%s: %u of %d wrong\n", wirings[wiring].what, own, SEEDS);
    count += own;
  }
  assert_int_equal(count, 0);
}

TEST(each_wiring_is_named_or_what_it_can_be_is_said) { all_are_named(false); }
TEST(so_it_is_by_a_recording) { all_are_named(true); }

int main(void) { return run_all(NULL, NULL); }
