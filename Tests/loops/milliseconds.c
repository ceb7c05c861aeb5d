/* A loop that has milliseconds alone, as poll(2) has: milliseconds down|up NODE. Rounded down it wakes early, again and again. */
#include "../../examples/loops/sensor.h"

#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>

static volatile sig_atomic_t is_over;

static void on_end(int number) { is_over = number; }

int main(int count, char **arguments) {
  static struct sensor sensor;
  if (count < 3 || sensor_open(&sensor, arguments[2]) < 0) return 2;
  const uint64_t up = strcmp(arguments[1], "up") == 0 ? 999 : 0;
  signal(SIGTERM, on_end);
  while (!is_over) {
    const uint64_t due = sensor_work(&sensor), now = now_us(), left = due > now ? due - now : 0;
    poll(NULL, 0, due == PRESS_NEVER ? -1 : left / 1000 >= INT_MAX ? INT_MAX : (int)((left + up) / 1000));
  }
  sensor_close(&sensor);
  return 0;
}
