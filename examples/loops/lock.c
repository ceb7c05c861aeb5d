/* Threads, the second right pattern: one lock round every call, and a hook that only posts. A thread reads, the rest draws and has a lock of its
 * own. A line of its input is the button's key.
 *
 *   cc -std=gnu11 -pthread lock.c sensor.c $(pkg-config --cflags --libs libpress) -o lock && ./lock /dev/i2c-1
 */
#define _GNU_SOURCE /* pipe2 */
#include "sensor.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum { BUTTON = 1 };

static struct sensor   sensor; /* of who holds `lock`, as is_over and lost */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, screen = PTHREAD_MUTEX_INITIALIZER;
static int             posted[2], timer;
static bool            is_over;
static unsigned        lost; /* events for which the pipe had no room */

/* It runs while its caller holds `lock`. So it takes no lock and waits for nothing: who holds `screen` may be waiting for `lock`. */
static void on_event(press_engine *engine, const press_event *event, void *user) {
  (void)engine, (void)user;
  if (write(posted[1], event, sizeof *event) != sizeof *event) lost++;
}

static void *read_sensor(void *unused) {
  struct pollfd due = {.fd = timer, .events = POLLIN};
  for (bool ends = false; !ends;) {
    pthread_mutex_lock(&lock);
    ends = is_over;
    if (!ends) deadline_set(timer, sensor_work(&sensor));
    pthread_mutex_unlock(&lock);
    if (!ends) poll(&due, 1, -1);
  }
  return unused;
}

/* ---- The rest ---- */

static void draw(const press_event *event) {
  char line[PRESS_EVENT_LINE];
  pthread_mutex_lock(&screen);
  if (press_event_text(event, line, sizeof line) > 0) puts(line);
  pthread_mutex_unlock(&screen);
}

/* A call of another thread may start something that is due earlier: so the deadline is set again. */
static void press_key(void) {
  pthread_mutex_lock(&screen); /* `screen` first, then `lock`: nothing takes them the other way round */
  pthread_mutex_lock(&lock);
  int status = press_target_activate(sensor.engine, BUTTON);
  deadline_set(timer, sensor_work(&sensor));
  pthread_mutex_unlock(&lock);
  if (status < 0) fprintf(stderr, "lock: %s\n", press_strerror(status));
  pthread_mutex_unlock(&screen);
}

int main(int count, char **arguments) {
  const press_delegate delegate = {.size = sizeof delegate, .on_event = on_event};
  pthread_t            reader;
  sigset_t             ends;
  press_event          event;
  char                 line[64];
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigprocmask(SIG_BLOCK, &ends, NULL);
  int end = signalfd(-1, &ends, SFD_CLOEXEC);
  timer = deadline_open();
  if (end < 0 || timer < 0 || pipe2(posted, O_CLOEXEC | O_NONBLOCK) < 0) return perror("lock"), 1;
  if (sensor_open(&sensor, count > 1 ? arguments[1] : "/dev/i2c-1") < 0) return 1;
  if (press_set_delegate(sensor.engine, &delegate) < 0) return 1;
  if (pthread_create(&reader, NULL, read_sensor, NULL) != 0) return 1;
  struct pollfd ready[] = {{.fd = posted[0], .events = POLLIN}, {.fd = end, .events = POLLIN}, {.fd = STDIN_FILENO, .events = POLLIN}};
  while (!ready[1].revents) {
    if (poll(ready, 3, -1) < 0) continue;
    while (read(posted[0], &event, sizeof event) == sizeof event) draw(&event);
    if (ready[2].revents && !fgets(line, sizeof line, stdin))
      ready[2].fd = -1;
    else if (ready[2].revents)
      press_key();
  }
  pthread_mutex_lock(&lock);
  is_over = true;
  deadline_set(timer, 0);
  pthread_mutex_unlock(&lock);
  pthread_join(reader, NULL);
  sensor_close(&sensor); /* one thread is left: no lock */
  while (read(posted[0], &event, sizeof event) == sizeof event) draw(&event);
  if (lost) fprintf(stderr, "lock: %u events lost\n", lost);
  return lost != 0;
}
