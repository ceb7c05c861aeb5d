/* GLib, as in GTK and GStreamer. Its own timers round up to milliseconds: at 860 readings a second half of them would be missed.
 *
 *   cc -std=gnu11 glib.c sensor.c $(pkg-config --cflags --libs libpress glib-2.0) -o glib && ./glib /dev/i2c-1
 */
#include "sensor.h"

#include <glib-unix.h>
#include <stdio.h>

static gboolean on_deadline(gint timer, GIOCondition condition, gpointer user) {
  (void)condition;
  deadline_set(timer, sensor_work(user));
  return G_SOURCE_CONTINUE;
}

static gboolean on_end(gpointer loop) {
  g_main_loop_quit(loop);
  return G_SOURCE_CONTINUE;
}

int main(int count, char **arguments) {
  static struct sensor sensor;
  GMainLoop           *loop = g_main_loop_new(NULL, FALSE);
  int                  timer = deadline_open();
  if (timer < 0) return perror("glib"), 1;
  if (sensor_open(&sensor, count > 1 ? arguments[1] : "/dev/i2c-1") < 0) return 1;
  g_unix_fd_add(timer, G_IO_IN, on_deadline, &sensor);
  g_unix_signal_add(SIGINT, on_end, loop);
  g_unix_signal_add(SIGTERM, on_end, loop);
  deadline_set(timer, sensor_work(&sensor));
  g_main_loop_run(loop);
  sensor_close(&sensor);
  return g_main_loop_unref(loop), 0;
}
