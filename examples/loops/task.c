/* Threads, the first right pattern: one task feeds, ticks and polls, and a queue each way joins it to the rest. Nothing is shared, so nothing is
 * locked. The rest prints the events; a line of its input is the button's key.
 *
 *   cc -std=gnu11 -pthread task.c sensor.c $(pkg-config --cflags --libs libpress) -o task && ./task /dev/i2c-1
 */
#define _GNU_SOURCE /* ppoll */
#include "sensor.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

enum { END = 0, BUTTON = 1 };

static struct sensor sensor;                 /* after main has started the task, of the task alone */
static int           events[2], commands[2]; /* pipes: press_event from the task, uint32_t to it: a target to activate, or END */

/* ---- The task ---- */

/* Hands on what the engine keeps, as far as there is room: the rest stays in the engine. A pipe takes an event whole or not at all. */
static void hand_on(int wait_ms) {
  struct pollfd room = {.fd = events[1], .events = POLLOUT};
  press_event   event;
  while (poll(&room, 1, wait_ms) == 1 && room.revents & POLLOUT && press_poll(sensor.engine, &event, 1) == 1)
    if (write(events[1], &event, sizeof event) != sizeof event) perror("task");
}

/* What the rest asks for. False: to end. */
static bool obey(void) {
  uint32_t target;
  if (read(commands[0], &target, sizeof target) != sizeof target || target == END) return false;
  int status = press_target_activate(sensor.engine, target);
  if (status < 0) fprintf(stderr, "task: %s\n", press_strerror(status));
  return true;
}

static void *run_task(void *unused) {
  struct pollfd asked = {.fd = commands[0], .events = POLLIN};
  do {
    const uint64_t  due = sensor_work(&sensor), now = now_us(), left = due > now ? due - now : 0;
    struct timespec pause = {.tv_sec = (time_t)(left / 1000000u), .tv_nsec = (long)(left % 1000000u) * 1000};
    hand_on(0);
    asked.revents = 0;
    ppoll(&asked, 1, due == PRESS_NEVER ? NULL : &pause, NULL);
  } while (!(asked.revents & POLLIN) || obey());
  sensor_close(&sensor);
  hand_on(1000);
  close(events[1]);
  return unused;
}

/* ---- The rest ---- */

static void ask(uint32_t command) {
  if (write(commands[1], &command, sizeof command) != sizeof command) perror("task");
}

int main(int count, char **arguments) {
  pthread_t   task;
  sigset_t    ends;
  press_event event;
  char        line[PRESS_EVENT_LINE];
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigprocmask(SIG_BLOCK, &ends, NULL); /* of the task, too */
  int end = signalfd(-1, &ends, SFD_CLOEXEC);
  if (end < 0 || pipe2(events, O_CLOEXEC) < 0 || pipe2(commands, O_CLOEXEC) < 0) return perror("task"), 1;
  if (sensor_open(&sensor, count > 1 ? arguments[1] : "/dev/i2c-1") < 0) return 1;
  if (press_set_delegate(sensor.engine, NULL) < 0) return 1; /* the task polls */
  if (pthread_create(&task, NULL, run_task, NULL) != 0) return 1;
  struct pollfd ready[] = {{.fd = events[0], .events = POLLIN}, {.fd = end, .events = POLLIN}, {.fd = STDIN_FILENO, .events = POLLIN}};
  for (;;) {
    if (poll(ready, 3, -1) < 0) continue;
    if (ready[0].revents) {
      if (read(events[0], &event, sizeof event) != sizeof event) break; /* the task has ended */
      if (event.type != PRESS_EVENT_PREVIEW_UPDATED && event.type != PRESS_EVENT_COMMIT_UPDATED && press_event_text(&event, line, sizeof line) > 0)
        puts(line);
    }
    if (ready[1].revents) ask(END), ready[1].fd = -1;
    if (ready[2].revents && !fgets(line, sizeof line, stdin))
      ready[2].fd = -1;
    else if (ready[2].revents)
      ask(BUTTON);
  }
  return pthread_join(task, NULL);
}
