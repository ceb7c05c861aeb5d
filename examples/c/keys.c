/* A keyboard of 25 keys, C3 to C5: a force-sensing resistor under each, 25 pads on one surface, one engine. A simulated player plays a
 * song; each strike and each lift is printed with its velocity, beside the one that was played.
 *
 *   cc -std=c11 keys.c $(pkg-config --cflags --libs libpress) -o keys && ./keys
 *
 * It ends with 1 where a strike or a lift is missed or delivered twice, a strike comes later than one reading, or a velocity is off by
 * more than WORST.
 */
#include <press.h>
#include <stdio.h>
#include <stdlib.h>

enum { KEYS = 25, READING_US = 1000, WORST = 2, MIN_SPEED = 20, MAX_SPEED = 1500 };

/* When, which key, how hard (0.1 N), and how long its force rises. */
static const struct note {
  int ms, key, peak, rise_ms;
} song[] = {
  {500, 16, 30, 12},
  {900, 16, 32, 12},
  {1300, 17, 40, 11},
  {1700, 19, 60, 9},
  {2100, 19, 55, 9},
  {2500, 17, 40, 11},
  {2900, 16, 30, 13},
  {3300, 14, 22, 16},
  {3700, 12, 20, 18},
  {3700, 0, 50, 15},
  {3700, 7, 45, 15},
  {4100, 12, 24, 16},
  {4500, 14, 30, 13},
  {4900, 16, 45, 11},
  {5300, 16, 80, 8},
  {5300, 4, 60, 12},
  {5300, 9, 60, 12},
  {5700, 14, 15, 20},
  {5900, 14, 90, 10},
  {5900, 7, 90, 10},
  {5900, 11, 90, 10},
  {6500, 12, 12, 20},
  {6504, 24, 12, 20},
  {6508, 0, 12, 20},
};
enum { NOTES = sizeof song / sizeof *song };
static const char *const names[] = {"C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"};

/* The way of a finger: 0 to 1 by minimum jerk. */
static double way(double x) { return x <= 0 ? 0 : x >= 1 ? 1 : x * x * x * (10 + x * (6 * x - 15)); }

/* Newtons of a note: it rises, stays for 120 ms, and falls within 40. */
static double force_of(const struct note *note, double ms) {
  double since = ms - note->ms;
  return note->peak / 10.0 * (way(since / note->rise_ms) - way((since - note->rise_ms - 120) / 40));
}

/* The code of a key: 15 microsiemens for each newton, above 10 kOhm, 15 bits, two codes of noise. */
static int32_t code_of(int key, double ms) {
  static uint32_t noise = 1;
  double          force = 0;
  for (int i = 0; i < NOTES; i++)
    if (song[i].key == key) force += force_of(&song[i], ms);
  double ratio = force * 15e-6 * 10000;
  noise = noise * 1664525u + 1013904223u;
  return (int32_t)(32767 * ratio / (1 + ratio) + 0.5) + 4 + (int32_t)(noise >> 24) % 5 - 2;
}

static int counts[NOTES], lifts[NOTES], late, off, worst, unknown;

/* The velocity of a speed, N/s. */
static int velocity_of(double speed) {
  int velocity = 1 + (int)(126 * (speed - MIN_SPEED) / (MAX_SPEED - MIN_SPEED) + 0.5);
  return velocity > 127 ? 127 : velocity;
}

static void on_event(press_engine *engine, const press_event *event, void *user) {
  (void)engine, (void)user;
  if (event->type != PRESS_EVENT_STRUCK && event->type != PRESS_EVENT_LET_GO) return;
  int    key = (int)event->contact, i = NOTES, velocity = event->value2 / PRESS_ONE, is_lift = event->type == PRESS_EVENT_LET_GO;
  double since = (double)(event->t_us - event->late_us) / 1000;
  while (i > 0 && (song[i - 1].key != key || song[i - 1].ms > since)) i--;
  if (i-- == 0) {
    unknown++;
    return;
  }
  double touched = song[i].ms, ms = is_lift ? 40 : song[i].rise_ms;
  while (force_of(&song[i], touched) < 0.4) touched += 0.01;
  /* The steepest 8 ms. */
  int played = velocity_of(song[i].peak / 10.0 * (way(0.5 + 4 / ms) - way(0.5 - 4 / ms)) / 0.008);
  (is_lift ? lifts : counts)[i]++;
  late += !is_lift && since - touched > READING_US / 1000.0;
  if (abs(velocity - played) > worst) worst = abs(velocity - played);
  off += abs(velocity - played) > WORST;
  printf("%5d ms  %-2s%d  %s velocity %3d, played %3d", song[i].ms, names[key % 12], 3 + key / 12, is_lift ? "let go" : "struck", velocity, played);
  if (!is_lift) printf(", known after %2u ms", (unsigned)((event->late_us + 500) / 1000));
  putchar('\n');
}

static int check(int status, const char *what) {
  if (status < 0) fprintf(stderr, "%s: %s\n", what, press_strerror(status)), exit(1);
  return status;
}

int main(void) {
  static uint64_t      engine_storage[24576 / 8], pad_storage[KEYS][PRESS_PAD_STORAGE_1 / 8];
  const press_delegate delegate = {.size = sizeof delegate, .on_event = on_event};
  press_engine        *engine;
  press_pad           *pads[KEYS];
  press_config         config;
  press_strike_config  strike;
  press_surface        surface;
  press_sensor         sensor;

  press_config_init(&config);
  config.max_contacts = KEYS;
  config.max_events = 0;
  config.lift_us = 0; /* a key that is struck again soon is struck again */
  check(press_engine_init(engine_storage, sizeof engine_storage, &config, &engine), "the engine");
  press_strike_config_init(&strike);
  strike.curve = PRESS_STRIKE_LINEAR;
  strike.min_speed = PRESS_Q16(MIN_SPEED);
  strike.max_speed = PRESS_Q16(MAX_SPEED);
  check(press_strike_attach(engine, &strike), "strikes");
  check(press_set_delegate(engine, &delegate), "the delegate");

  press_surface_init(&surface);
  surface.width = PRESS_Q16(25 * 20);
  surface.height = PRESS_Q16(100);
  press_sensor_init(&sensor);
  sensor.circuit.full_scale = 32767;
  sensor.circuit.resistor_ohm = 10000;
  check(press_curve_power(PRESS_Q16(15), PRESS_Q16(1), PRESS_ONE, &sensor.curve), "the curve");
  for (int key = 0; key < KEYS; key++) {
    press_place      place;
    press_pad_config pad;
    press_place_init(&place);
    press_pad_config_init(&pad);
    place.x = PRESS_ONE * (20 * key + 10);
    place.y = PRESS_Q16(50);
    pad.flags = PRESS_PAD_NO_MEDIAN; /* it costs one reading */
    check(press_surface_add_pad(&surface, &place, &pad, NULL), "a key");
    check(press_pad_init(pad_storage[key], sizeof pad_storage[key], &pad, &sensor, 1, &pads[key]), "a pad");
  }

  for (uint64_t t_us = READING_US; t_us < 7000000; t_us += READING_US)
    for (int key = 0; key < KEYS; key++) {
      press_frame frame = {.t_us = t_us, .present = 1, .code = {code_of(key, (double)t_us / 1000)}};
      check(press_pad_feed(pads[key], &frame, engine), "a reading");
    }

  int once = 0;
  for (int i = 0; i < NOTES; i++) once += counts[i] == 1 && lifts[i] == 1;
  printf("%d of %d strikes and lifts, %d later than one reading, velocities within %d\n", once, (int)NOTES, late, worst);
  return once != NOTES || late || off || unknown;
}
