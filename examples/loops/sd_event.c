/* sd-event, of systemd. Its timers take an absolute time in microseconds. Their accuracy is 1: an accuracy of 0 is one of 250 ms.
 *
 *   cc -std=gnu11 sd_event.c sensor.c $(pkg-config --cflags --libs libpress libsystemd) -o sd_event && ./sd_event /dev/i2c-1
 */
#include "sensor.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <systemd/sd-event.h>

enum { ACCURACY_US = 1 };

static int on_deadline(sd_event_source *source, uint64_t due_us, void *user) {
  (void)due_us;
  int status = sd_event_source_set_time(source, sensor_work(user));
  return status < 0 ? status : sd_event_source_set_enabled(source, SD_EVENT_ONESHOT);
}

int main(int count, char **arguments) {
  static struct sensor sensor;
  sd_event            *loop;
  sigset_t             ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigprocmask(SIG_BLOCK, &ends, NULL);
  int status = sd_event_default(&loop);
  if (status >= 0) status = sd_event_add_signal(loop, NULL, SIGINT, NULL, NULL); /* without a function: it ends the loop */
  if (status >= 0) status = sd_event_add_signal(loop, NULL, SIGTERM, NULL, NULL);
  if (status < 0) return fprintf(stderr, "sd_event: %s\n", strerror(-status)), 1;
  if (sensor_open(&sensor, count > 1 ? arguments[1] : "/dev/i2c-1") < 0) return 1;
  status = sd_event_add_time(loop, NULL, CLOCK_MONOTONIC, sensor_work(&sensor), ACCURACY_US, on_deadline, &sensor);
  if (status >= 0) status = sd_event_loop(loop);
  if (status < 0) fprintf(stderr, "sd_event: %s\n", strerror(-status));
  sensor_close(&sensor);
  sd_event_unref(loop);
  return status < 0;
}
