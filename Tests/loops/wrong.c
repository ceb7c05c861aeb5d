/* The mistakes that docs/loops.md names, to show that the race detector finds them: wrong poll|order NODE.
 *
 *   poll    one thread feeds, another polls, without a lock
 *   order   a hook takes the program's lock; elsewhere the program holds that lock while it calls the engine. One after the other, so that it ends */
#include "../../examples/loops/sensor.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

static struct sensor   sensor;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, screen = PTHREAD_MUTEX_INITIALIZER;

static void pause_until(uint64_t until_us) {
  struct timespec at = {.tv_sec = (time_t)(until_us / 1000000u), .tv_nsec = (long)(until_us % 1000000u) * 1000};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL);
}

static void *feed(void *unused) {
  for (const uint64_t end = now_us() + 1000000; now_us() < end;) {
    pthread_mutex_lock(&lock);
    uint64_t due = sensor_work(&sensor);
    pthread_mutex_unlock(&lock);
    pause_until(due);
  }
  return unused;
}

static void on_event(press_engine *engine, const press_event *event, void *user) {
  (void)engine, (void)event, (void)user;
  pthread_mutex_lock(&screen);
  pthread_mutex_unlock(&screen);
}

int main(int count, char **arguments) {
  const press_delegate takes_a_lock = {.size = sizeof takes_a_lock, .on_event = on_event};
  press_event          event;
  pthread_t            thread;
  if (count < 3 || sensor_open(&sensor, arguments[2]) < 0) return 2;
  const bool polls = strcmp(arguments[1], "poll") == 0;
  press_set_delegate(sensor.engine, polls ? NULL : &takes_a_lock);
  pthread_create(&thread, NULL, feed, NULL);
  for (int i = 0; polls && i < 100; i++) {
    press_poll(sensor.engine, &event, 1);
    pause_until(now_us() + 10000);
  }
  pthread_join(thread, NULL);
  pthread_mutex_lock(&screen);
  pthread_mutex_lock(&lock);
  press_target_activate(sensor.engine, 2); /* no such target */
  pthread_mutex_unlock(&lock);
  pthread_mutex_unlock(&screen);
  return 0;
}
