/* epoll, with a timerfd for the deadline and a signalfd for the end.
 *
 *   cc -std=gnu11 epoll.c sensor.c $(pkg-config --cflags --libs libpress) -o epoll && ./epoll /dev/i2c-1
 */
#include "sensor.h"

#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int watch(int loop, int fd) {
  struct epoll_event one = {.events = EPOLLIN, .data.fd = fd};
  return epoll_ctl(loop, EPOLL_CTL_ADD, fd, &one);
}

int main(int count, char **arguments) {
  static struct sensor sensor;
  sigset_t             ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigprocmask(SIG_BLOCK, &ends, NULL);
  int loop = epoll_create1(EPOLL_CLOEXEC), timer = deadline_open(), end = signalfd(-1, &ends, SFD_CLOEXEC);
  if (loop < 0 || timer < 0 || end < 0 || watch(loop, timer) < 0 || watch(loop, end) < 0) return perror("epoll"), 1;
  if (sensor_open(&sensor, count > 1 ? arguments[1] : "/dev/i2c-1") < 0) return 1;
  for (bool is_over = false; !is_over;) {
    struct epoll_event ready[8];
    deadline_set(timer, sensor_work(&sensor));
    int found = epoll_wait(loop, ready, 8, -1);
    for (int i = 0; i < found; i++) is_over |= ready[i].data.fd == end; /* your own files: here */
  }
  sensor_close(&sensor);
  return close(end), close(timer), close(loop), 0;
}
