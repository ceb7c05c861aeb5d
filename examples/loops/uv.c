/* libuv. Its uv_timer_t counts in milliseconds.
 *
 *   cc -std=gnu11 uv.c sensor.c $(pkg-config --cflags --libs libpress libuv) -o uv && ./uv /dev/i2c-1
 */
#include "sensor.h"

#include <signal.h>
#include <stdio.h>
#include <uv.h>

static int timer;

static void on_deadline(uv_poll_t *poll, int status, int events) {
  (void)events;
  if (status < 0) fprintf(stderr, "uv: %s\n", uv_strerror(status));
  deadline_set(timer, sensor_work(poll->data));
}

static void on_end(uv_signal_t *signal, int number) {
  (void)number;
  uv_stop(signal->loop);
}

int main(int count, char **arguments) {
  static struct sensor sensor;
  uv_loop_t           *loop = uv_default_loop();
  uv_poll_t            poll = {.data = &sensor};
  uv_signal_t          interrupt, terminate;
  timer = deadline_open();
  if (timer < 0 || uv_poll_init(loop, &poll, timer) < 0 || uv_signal_init(loop, &interrupt) < 0 || uv_signal_init(loop, &terminate) < 0)
    return fprintf(stderr, "uv: no loop\n"), 1;
  if (sensor_open(&sensor, count > 1 ? arguments[1] : "/dev/i2c-1") < 0) return 1;
  uv_poll_start(&poll, UV_READABLE, on_deadline);
  uv_signal_start(&interrupt, on_end, SIGINT);
  uv_signal_start(&terminate, on_end, SIGTERM);
  deadline_set(timer, sensor_work(&sensor));
  uv_run(loop, UV_RUN_DEFAULT);
  sensor_close(&sensor);
  return 0;
}
