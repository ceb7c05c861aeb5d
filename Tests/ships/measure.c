/* Feeds samples or frames in one steady state, so that callgrind can count what one of them costs; prints the
 * nanoseconds that it took.
 * measure sizes | measure idle|active|attached|frame|creep COUNT */
#define _POSIX_C_SOURCE 199309L
#include <press.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void updated(press_engine *engine, const press_touch *touch, press_q16 progress, bool ended, void *user) {
  (void)engine, (void)touch, (void)progress, (void)ended, (void)user;
}

static void print_sizes(void) {
  press_config config;
  press_config_init(&config);
  printf("engine, default config %zu\n", press_engine_size(&config));
  config.max_contacts = 1;
  config.max_targets = config.max_events = 0;
  printf("engine, one contact, preview only %zu\n", press_engine_size(&config));
  printf("pad, one sensor %zu\npad, eight sensors %zu\n", press_pad_size(1), press_pad_size(8));
}

static void feed_samples(press_engine *engine, int count, press_q16 force) {
  press_sample *samples = calloc((size_t)count, sizeof *samples);
  for (int i = 0; i < count; i++) {
    samples[i].t_us = 1000u * (uint64_t)(i + 1);
    samples[i].force = force + i % 100;
  }
  if (press_feed(engine, samples, (size_t)count) != count) abort();
  free(samples);
}

static void feed_frames(press_engine *engine, int count, press_q16 creep) {
  static uint64_t storage[PRESS_PAD_STORAGE_8 / 8];
  press_sensor sensors[4];
  press_pad *pad;
  for (int i = 0; i < 4; i++) {
    press_sensor_init(&sensors[i]);
    sensors[i].x = PRESS_ONE * (i & 1);
    sensors[i].y = PRESS_ONE * (i >> 1);
    sensors[i].creep = creep;
  }
  if (press_pad_init(storage, sizeof storage, NULL, sensors, 4, &pad)) abort();
  for (int i = 0; i < count; i++) {
    press_frame frame = {.t_us = 1000u * (uint64_t)(i + 1), .present = 15};
    for (int n = 0; n < 4; n++) frame.code[n] = i < 300 ? 5 : 12000 + i % 50;
    if (press_pad_feed(pad, &frame, engine)) abort();
  }
}

/* Gestures, peek, transitions and force button, one transition following the preview. */
static void attach_everything(press_engine *engine) {
  if (press_gestures_attach(engine, NULL) || press_peek_attach(engine, NULL) || press_transition_attach(engine, NULL) ||
      press_button_attach(engine, NULL) || press_transition_bind(engine, 1, PRESS_DRIVER_PREVIEW, 0, 0, 0)) abort();
}

int main(int argc, char **argv) {
  static uint64_t storage[2 * PRESS_ENGINE_STORAGE / 8];
  press_engine *engine;
  press_delegate delegate = {.size = sizeof delegate, .preview_did_update = updated};
  if (argc == 2 && !strcmp(argv[1], "sizes")) return print_sizes(), 0;
  if (argc != 3 || press_engine_init(storage, sizeof storage, NULL, &engine) || press_set_delegate(engine, &delegate)) return 2;
  int count = atoi(argv[2]);
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  if (!strcmp(argv[1], "idle")) feed_samples(engine, count, 0);
  else if (!strcmp(argv[1], "active")) feed_samples(engine, count, PRESS_Q16(2));
  else if (!strcmp(argv[1], "attached")) attach_everything(engine), feed_samples(engine, count, PRESS_Q16(2));
  else if (!strcmp(argv[1], "frame")) feed_frames(engine, count, 0);
  else if (!strcmp(argv[1], "creep")) feed_frames(engine, count, PRESS_Q16(0.1));
  else return 2;
  clock_gettime(CLOCK_MONOTONIC, &after);
  printf("%.0f\n", (double)(after.tv_sec - before.tv_sec) * 1e9 + (double)(after.tv_nsec - before.tv_nsec));
  return 0;
}
