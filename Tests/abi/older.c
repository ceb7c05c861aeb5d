/* A program of 1.0.0: it skips events that it does not know. With max_targets 7 a grown library delivers such an event (test_grown.py). */
#include <press.h>
#include <stdio.h>
#include <string.h>

static unsigned known, unknown, named;

static void on_event(press_engine *engine, const press_event *event, void *user) {
  press_feedback *feedback = user;
  press_effect    effect;
  char            line[PRESS_EVENT_LINE];
  (void)engine;
  if (press_feedback_event(feedback, event, &effect) < 0 || press_event_describe(event, line, sizeof line) <= 0) return;
  switch (event->type) {
    case PRESS_EVENT_CONTACT_BEGAN:
    case PRESS_EVENT_PREVIEW_BEGAN:
    case PRESS_EVENT_PREVIEW_UPDATED:
    case PRESS_EVENT_PREVIEW_CANCELLED:
    case PRESS_EVENT_CONTACT_ENDED: known++; break;
    default: unknown++;
  }
  named += strstr(line, "\"event\":") != NULL;
}

int main(void) {
  static uint64_t    storage[PRESS_ENGINE_STORAGE / 8];
  press_config       config;
  press_delegate     delegate;
  press_feedback     feedback;
  press_engine      *engine;
  press_engine_stats stats;
  press_config_init(&config);
  press_delegate_init(&delegate);
  press_engine_stats_init(&stats);
  config.max_targets = 7;
  delegate.user = &feedback;
  delegate.on_event = on_event;
  if (press_feedback_init(&feedback, NULL, NULL, 0) || press_engine_init(storage, sizeof storage, &config, &engine)) return 1;
  if (press_set_delegate(engine, &delegate)) return 1;
  for (unsigned i = 1; i < 30; i++) {
    press_sample sample = {.t_us = i * 10000, .force = i < 20 ? PRESS_Q16(2) : 0};
    if (press_feed(engine, &sample, 1) != 1) return 1;
  }
  if (press_tick(engine, 1000000) || press_engine_get_stats(engine, &stats)) return 1;
  printf("%u known, %u unknown, %u lines, %u samples\n", known, unknown, named, (unsigned)stats.samples);
  return 0;
}
