/* libevent. Its own timers use a coarse clock and milliseconds, without EVENT_BASE_FLAG_PRECISE_TIMER.
 *
 *   cc -std=gnu11 event.c sensor.c $(pkg-config --cflags --libs libpress libevent_core) -o event && ./event /dev/i2c-1
 */
#include "sensor.h"

#include <event2/event.h>
#include <signal.h>
#include <stdio.h>

static void on_deadline(evutil_socket_t timer, short what, void *user) {
  (void)what;
  deadline_set(timer, sensor_work(user));
}

static void on_end(evutil_socket_t number, short what, void *base) {
  (void)number, (void)what;
  event_base_loopbreak(base);
}

int main(int count, char **arguments) {
  static struct sensor sensor;
  struct event_base   *base = event_base_new();
  int                  timer = deadline_open();
  if (!base || timer < 0) return fprintf(stderr, "event: no loop\n"), 1;
  if (sensor_open(&sensor, count > 1 ? arguments[1] : "/dev/i2c-1") < 0) return 1;
  struct event *deadline = event_new(base, timer, EV_READ | EV_PERSIST, on_deadline, &sensor);
  struct event *interrupt = evsignal_new(base, SIGINT, on_end, base), *terminate = evsignal_new(base, SIGTERM, on_end, base);
  if (!deadline || !interrupt || !terminate || event_add(deadline, NULL) || event_add(interrupt, NULL) || event_add(terminate, NULL)) return 1;
  deadline_set(timer, sensor_work(&sensor));
  event_base_dispatch(base);
  sensor_close(&sensor);
  event_free(deadline), event_free(interrupt), event_free(terminate);
  return event_base_free(base), 0;
}
