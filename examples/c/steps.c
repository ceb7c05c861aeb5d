/* A step pad of nine plates, with four load sensors under each: 36 sensors, nine pads on one surface, one engine. A simulated dancer
 * steps; each step is printed with its plate, place and velocity, beside the one that was stepped.
 *
 *   cc -std=c11 steps.c $(pkg-config --cflags --libs libpress) -o steps && ./steps
 *
 * It ends with 1 where a step is missed or felt twice, comes later than one reading, or is off by more than WORST or by more than 10 mm.
 */
#include <press.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLATES = 9, SIDE = 300, READING_US = 2000, TOUCH = 20, WORST = 2, MIN_SPEED = 500, MAX_SPEED = 32000 };

/* When, which plate, how hard (N), how long its force rises, and where on the plate (mm). */
static const struct step {
  int ms, plate, peak, rise_ms, x, y;
} dance[] = {
  {500, 1, 300, 40, 150, 150},
  {900, 3, 420, 35, 120, 160},
  {900, 5, 380, 35, 180, 150},
  {1300, 7, 250, 50, 150, 200},
  {1700, 3, 500, 30, 100, 150},
  {1900, 5, 480, 30, 200, 150},
  {2100, 3, 300, 40, 110, 140},
  {2300, 5, 280, 40, 190, 160},
  {2700, 0, 600, 40, 200, 200},
  {2700, 8, 600, 40, 100, 100},
  {3300, 1, 150, 60, 150, 100},
  {3304, 7, 150, 60, 150, 200},
  {3900, 2, 400, 25, 100, 200},
  {4100, 6, 400, 25, 200, 100},
  {4300, 4, 700, 45, 150, 150},
  {4900, 4, 200, 50, 140, 160},
};
enum { STEPS = sizeof dance / sizeof *dance };
static const char *const names[] = {"up left", "up", "up right", "left", "centre", "right", "down left", "down", "down right"};

/* The way of a foot: 0 to 1 by minimum jerk. */
static double way(double x) { return x <= 0 ? 0 : x >= 1 ? 1 : x * x * x * (10 + x * (6 * x - 15)); }

/* Newtons of a step: it rises, stays for 100 ms, and falls within 60. */
static double force_of(const struct step *step, double ms) {
  double since = ms - step->ms;
  return step->peak * (way(since / step->rise_ms) - way((since - step->rise_ms - 100) / 60));
}

/* The code of a sensor in a corner of a plate: 1 microsiemens for each newton, above 1 kOhm, 15 bits, two codes of noise. */
static int32_t code_of(int plate, int corner, double ms) {
  static uint32_t noise = 1;
  double          force = 0;
  for (int i = 0; i < STEPS; i++) {
    if (dance[i].plate != plate) continue;
    double x = (double)dance[i].x / SIDE, y = (double)dance[i].y / SIDE;
    force += force_of(&dance[i], ms) * (corner & 1 ? x : 1 - x) * (corner & 2 ? y : 1 - y);
  }
  double ratio = force * 1e-6 * 1000;
  noise = noise * 1664525u + 1013904223u;
  return (int32_t)(32767 * ratio / (1 + ratio) + 0.5) + 4 + (int32_t)(noise >> 24) % 5 - 2;
}

static int felt[STEPS], late, off, worst, unknown;

static void on_event(press_engine *engine, const press_event *event, void *user) {
  (void)engine, (void)user;
  if (event->type != PRESS_EVENT_STRUCK) return;
  int    plate = (int)event->contact, i = STEPS, velocity = event->value2 / PRESS_ONE;
  double began = (double)(event->t_us - event->late_us) / 1000;
  while (i > 0 && (dance[i - 1].plate != plate || dance[i - 1].ms > began)) i--;
  if (i-- == 0) {
    unknown++;
    return;
  }
  /* The steepest 8 ms. */
  double touched = dance[i].ms, half = 4.0 / dance[i].rise_ms, speed = dance[i].peak * (way(0.5 + half) - way(0.5 - half)) / 0.008;
  while (force_of(&dance[i], touched) < TOUCH) touched += 0.01;
  int stepped = 1 + (int)(126 * (speed - MIN_SPEED) / (MAX_SPEED - MIN_SPEED) + 0.5);
  int x = (event->x + PRESS_ONE / 2) / PRESS_ONE, y = (event->y + PRESS_ONE / 2) / PRESS_ONE;
  if (stepped > 127) stepped = 127;
  felt[i]++;
  late += began - touched > READING_US / 1000.0;
  if (abs(velocity - stepped) > worst) worst = abs(velocity - stepped);
  off += abs(velocity - stepped) > WORST || abs(x - SIDE * (plate % 3) - dance[i].x) > 10 || abs(y - SIDE * (plate / 3) - dance[i].y) > 10;
  printf("%5d ms  %-10s at %3d, %3d  velocity %3d, stepped %3d, known after %2u ms\n", dance[i].ms, names[plate], x, y, velocity, stepped,
    (unsigned)((event->late_us + 500) / 1000));
}

static int check(int status, const char *what) {
  if (status < 0) fprintf(stderr, "%s: %s\n", what, press_strerror(status)), exit(1);
  return status;
}

int main(void) {
  static uint64_t      engine_storage[16384 / 8], pad_storage[PLATES][PRESS_PAD_STORAGE_8 / 8];
  const press_delegate delegate = {.size = sizeof delegate, .on_event = on_event};
  press_engine        *engine;
  press_pad           *pads[PLATES];
  press_config         config;
  press_strike_config  strike;
  press_surface        surface;
  press_sensor         sensors[4];

  press_config_init(&config);
  config.max_events = 0;
  config.touch_force = PRESS_Q16(TOUCH);
  config.release_force = config.zero_force = PRESS_Q16(12);
  config.full_force = PRESS_Q16(600);
  check(press_engine_init(engine_storage, sizeof engine_storage, &config, &engine), "the engine");
  press_strike_config_init(&strike);
  strike.window_us = 40000; /* feet rise slowly */
  strike.curve = PRESS_STRIKE_LINEAR;
  strike.min_speed = PRESS_Q16(MIN_SPEED);
  strike.max_speed = PRESS_Q16(MAX_SPEED);
  check(press_strike_attach(engine, &strike), "strikes");
  check(press_set_delegate(engine, &delegate), "the delegate");

  press_surface_init(&surface);
  surface.width = surface.height = PRESS_Q16(3 * SIDE);
  for (int corner = 0; corner < 4; corner++) {
    press_sensor_init(&sensors[corner]);
    sensors[corner].circuit.full_scale = 32767;
    sensors[corner].circuit.resistor_ohm = 1000;
    sensors[corner].x = PRESS_ONE * (corner & 1 ? SIDE : 0);
    sensors[corner].y = PRESS_ONE * (corner & 2 ? SIDE : 0);
    check(press_curve_power(PRESS_Q16(100), PRESS_Q16(100), PRESS_ONE, &sensors[corner].curve), "the curve");
  }
  for (int plate = 0; plate < PLATES; plate++) {
    press_place      place;
    press_pad_config pad;
    press_place_init(&place);
    press_pad_config_init(&pad);
    place.x = PRESS_ONE * SIDE * (plate % 3);
    place.y = PRESS_ONE * SIDE * (plate / 3);
    place.width = place.height = PRESS_Q16(SIDE);
    pad.flags = PRESS_PAD_NO_MEDIAN; /* it costs one reading */
    pad.start_limit = PRESS_Q16(8);
    pad.untouched_force = PRESS_Q16(5);
    pad.position_force = PRESS_Q16(10);
    check(press_surface_add_pad(&surface, &place, &pad, NULL), "a plate");
    check(press_pad_init(pad_storage[plate], sizeof pad_storage[plate], &pad, sensors, 4, &pads[plate]), "a pad");
  }

  for (uint64_t t_us = READING_US; t_us < 5500000; t_us += READING_US)
    for (int plate = 0; plate < PLATES; plate++) {
      press_frame frame = {.t_us = t_us, .present = 15};
      for (int corner = 0; corner < 4; corner++) frame.code[corner] = code_of(plate, corner, (double)t_us / 1000);
      check(press_pad_feed(pads[plate], &frame, engine), "a reading");
    }

  int once = 0;
  for (int i = 0; i < STEPS; i++) once += felt[i] == 1;
  printf("%d of %d steps, %d later than one reading, velocities within %d\n", once, (int)STEPS, late, worst);
  return once != STEPS || late || off || unknown;
}
