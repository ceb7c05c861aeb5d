/* One FSR behind the 10-bit converter of a microcontroller: codes to newtons, with a curve from kitchen masses, to
 * previews and faults.
 *
 *   V+ ---+--[ FSR ]--+---+---[ 10 kOhm ]--- GND        the converter's reference is V+: full scale is 1023
 *         +--[ 470 k ]+   |
 *                        ADC
 *
 *   cc -std=c11 pad.c $(pkg-config --cflags --libs libpress) -o pad && ./pad
 */
#include <press.h>
#include <stdio.h>

/* What the converter said 5 s after each mass was put on. */
static const struct {
  int32_t code;
  int     grams;
} measured[] = {{452, 50}, {646, 100}, {774, 200}, {842, 300}, {897, 500}};
enum { MEASURED = sizeof measured / sizeof *measured };

/* Newtons of a mass: 9.80665 mN for a gram, in whole numbers. */
static press_q16 newtons(int grams) { return (press_q16)((int64_t)grams * 980665 * PRESS_ONE / 100000000); }

static bool calibrate(press_sensor *sensor) {
  press_curve_point  points[MEASURED];
  press_curve_report report;
  int                status = 0;
  press_curve_report_init(&report);
  for (size_t i = 0; i < MEASURED && status == 0; i++) {
    points[i].force = newtons(measured[i].grams);
    status = press_circuit_conductance(&sensor->circuit, measured[i].code, &points[i].conductance);
  }
  if (status == 0) status = press_curve_fit(points, MEASURED, &sensor->curve, &report);
  if (status < 0) {
    fprintf(stderr, "calibration: %s", press_strerror(status));
    if (report.pair >= 0) fprintf(stderr, " (rule %u, look at %d g)", (unsigned)report.rule, measured[report.pair].grams);
    return fprintf(stderr, "\n"), false;
  }
  for (int i = 0; i < sensor->curve.count; i++)
    printf("%8.2f uS %6.3f N\n", sensor->curve.points[i].conductance / 65536.0, sensor->curve.points[i].force / 65536.0);
  printf("residual: worst %.1f %%, rms %.1f %%\n", report.worst * 100 / 65536.0, report.rms * 100 / 65536.0);
  return true;
}

static void on_event(press_engine *engine, const press_event *event, void *user) {
  (void)engine, (void)user;
  bool is_update = event->type == PRESS_EVENT_PREVIEW_UPDATED || event->type == PRESS_EVENT_COMMIT_UPDATED;
  if (is_update && !(event->flags & PRESS_EVENT_FLAG_ENDED)) return; /* only the milestones */
  printf("%4u ms  %-18s", (unsigned)(event->t_us / 1000), press_event_name(event->type));
  switch (event->type) {
    case PRESS_EVENT_SENSOR_FAULT:
    case PRESS_EVENT_SENSOR_RECOVERED: printf(" sensor %u: %s\n", (unsigned)event->subject, press_reason_name(event->reason)); break;
    case PRESS_EVENT_BASELINE_CHANGED: printf(" %s, zero is %.2f uS\n", press_reason_name(event->reason), event->value / 65536.0); break;
    default: printf(" %.2f N%s%s\n", event->force / 65536.0, event->reason ? ", " : "", event->reason ? press_reason_name(event->reason) : "");
  }
}

/* Stands for the converter: nobody, a press, a press during which the wire breaks, the wire mended. 5 ms a code. */
static int32_t read_code(unsigned ms) {
  if (ms >= 1200 && ms < 1300) return 0; /* open: not even the 470 kOhm is left */
  if (ms >= 400 && ms < 700) return 21 + (int32_t)(ms - 400) * 3;
  if (ms >= 700 && ms < 750) return 921;
  if (ms >= 1000 && ms < 1200) return 800;
  return 21 + (int32_t)(ms / 5 % 2); /* 470 kOhm alone: 21 of 1023 */
}

int main(void) {
  static uint64_t      engine_storage[PRESS_ENGINE_STORAGE / 8], pad_storage[PRESS_PAD_STORAGE_1 / 8];
  const press_delegate delegate = {.size = sizeof delegate, .on_event = on_event};
  press_engine        *engine;
  press_pad           *pad;
  press_sensor         sensor;
  press_pad_stats      stats;

  press_pad_stats_init(&stats);
  press_sensor_init(&sensor);
  sensor.circuit.full_scale = 1023;
  sensor.circuit.resistor_ohm = 10000;
  sensor.circuit.parallel_ohm = 470000;
  if (!calibrate(&sensor)) return 1;

  int status = press_engine_init(engine_storage, sizeof engine_storage, NULL, &engine);
  if (status == 0) status = press_set_delegate(engine, &delegate);
  if (status == 0) status = press_pad_init(pad_storage, sizeof pad_storage, NULL, &sensor, 1, &pad);
  for (unsigned ms = 0; status >= 0 && ms < 1600; ms += 5) {
    press_frame frame = {.t_us = ms * 1000u, .present = 1, .code = {read_code(ms)}};
    status = press_pad_feed(pad, &frame, engine);
  }
  if (status < 0) return fprintf(stderr, "%s\n", press_strerror(status)), 1;

  press_pad_get_stats(pad, &stats);
  printf("%u frames, %u faults, %u spikes\n", (unsigned)stats.frames, (unsigned)stats.faults, (unsigned)stats.spikes);
  return 0;
}
