/* A screen says where fingers are, sensors under it how hard. Contacts come and go with the screen's flag, several at a
 * time; there is no delegate: events are polled. `feed` shows what to do when the events are full, and when the contacts are.
 *
 *   cc -std=c11 touch_screen.c $(pkg-config --cflags --libs libpress) -o touch_screen && ./touch_screen
 */
#include <press.h>
#include <stdio.h>

/* The fewest events that are allowed, so that they fill up here; with the default of 32, and a poll for every report of
 * the screen, they do not. */
enum { CONTACTS = 2, EVENTS = 8 + 2 * CONTACTS };

static int polls;

/* Prints all events that wait. @return how many there were. */
static int drain(press_engine *engine) {
  press_event events[4];
  int         all = 0, count;
  while ((count = press_poll(engine, events, sizeof events / sizeof *events)) > 0) {
    for (int i = 0; i < count; i++) {
      const press_event *e = &events[i];
      printf("%4u ms  finger %u  %s", (unsigned)(e->t_us / 1000), (unsigned)e->contact, press_event_name(e->type));
      if (e->type == PRESS_EVENT_PREVIEW_UPDATED || e->type == PRESS_EVENT_COMMIT_UPDATED)
        printf(" %d %%%s", (int)(e->progress * 100 / PRESS_ONE), e->flags & PRESS_EVENT_FLAG_ENDED ? ", ended" : "");
      else if (e->reason != PRESS_REASON_NONE)
        printf(", %s", press_reason_name(e->reason));
      putchar('\n');
    }
    all += count;
  }
  polls += all > 0;
  return all;
}

/* Feeds all samples. AGAIN: the events are full: poll, then go on. NOSPC: more fingers are down than the engine has contacts: leave
 * that sample out. */
static bool feed(press_engine *engine, const press_sample *samples, size_t count) {
  size_t done = 0;
  while (done < count) {
    int taken = press_feed(engine, samples + done, count - done);
    if (taken >= 0) {
      done += (size_t)taken;
    } else if (taken == PRESS_ERR_AGAIN) {
      drain(engine);
    } else if (taken != PRESS_ERR_NOSPC) {
      return fprintf(stderr, "%s\n", press_strerror(taken)), false;
    } else {
      drain(engine);
      printf("%4u ms  finger %u  left out: %d contacts are down\n", (unsigned)(samples[done].t_us / 1000), (unsigned)samples[done].contact, CONTACTS);
      done++;
    }
  }
  return true;
}

#define DOWN(ms, finger, px, py, newtons) \
  { .t_us = (ms)*1000u, .contact = (finger), .flags = PRESS_SAMPLE_DOWN, .force = PRESS_Q16(newtons), .x = PRESS_Q16(px), .y = PRESS_Q16(py) }
#define UP(ms, finger) \
  { .t_us = (ms)*1000u, .contact = (finger) }

int main(void) {
  static uint64_t           storage[PRESS_ENGINE_STORAGE / 8];
  static const press_sample report[] = {
    /* as a screen sends them, 20 ms apart */
    DOWN(0, 1, 20, 30, 0.0), /* no force yet, but a contact */
    DOWN(20, 1, 20, 30, 1.8),
    DOWN(20, 2, 150, 20, 0.2),
    DOWN(40, 1, 21, 30, 3.0),
    DOWN(40, 2, 150, 20, 1.9),
    DOWN(40, 3, 80, 90, 0.5), /* one finger too many */
    DOWN(60, 1, 21, 31, 4.6),
    DOWN(60, 2, 151, 20, 2.2),
    DOWN(80, 1, 21, 31, 4.0),
    DOWN(80, 2, 151, 20, 2.4),
    UP(100, 1),
    DOWN(100, 2, 151, 20, 2.0),
    DOWN(120, 3, 80, 90, 0.5),
    UP(120, 2), /* now there is room */
    UP(140, 3),
  };
  press_config       config;
  press_engine      *engine;
  press_engine_stats stats;

  press_engine_stats_init(&stats);
  press_config_init(&config);
  config.flags = PRESS_CONFIG_CONTACT_FROM_FLAG;
  config.max_contacts = CONTACTS;
  config.max_events = EVENTS;
  config.max_targets = 0;
  int status = press_engine_init(storage, sizeof storage, &config, &engine);
  if (status < 0) return fprintf(stderr, "%s\n", press_strerror(status)), 1;

  if (!feed(engine, report, sizeof report / sizeof *report)) return 1;
  press_tick(engine, 500000); /* nobody is down: nothing is due */
  drain(engine);
  press_engine_get_stats(engine, &stats);
  printf("%u samples, %u refused, %u updates merged, %d polls\n", (unsigned)stats.samples, (unsigned)stats.refused, (unsigned)stats.merged, polls);
  return 0;
}
