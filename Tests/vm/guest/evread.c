/* evread NAME: waits for the input device of that name, prints what it is and whatever it does, until it goes away.
   It reads before the program that writes goes on. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <linux/input.h>

static int find(const char *expected) {
  for (int tries = 0; tries < 6000; tries++) {
    for (int i = 0; i < 32; i++) {
      char path[32], name[80] = "";
      snprintf(path, sizeof path, "/dev/input/event%d", i);
      int fd = open(path, O_RDONLY);
      if (fd < 0) continue;
      if (ioctl(fd, EVIOCGNAME(sizeof name - 1), name) >= 0 && strcmp(name, expected) == 0) return fd;
      close(fd);
    }
    usleep(10000);
  }
  return -1;
}

int main(int count, char **words) {
  struct input_absinfo pressure;
  struct input_event   event;
  struct sched_param   first = {.sched_priority = 50};
  char                 held[KEY_CNT] = {0};
  int                  fd = count == 2 ? find(words[1]) : -1;
  if (fd < 0) return fprintf(stderr, "evread: no such device\n"), 1;
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (sched_setscheduler(0, SCHED_FIFO, &first) < 0) return perror("sched_setscheduler"), 1;
  if (ioctl(fd, EVIOCGABS(ABS_PRESSURE), &pressure) < 0)
    printf("no pressure\n");
  else
    printf("pressure %d %d\n", pressure.minimum, pressure.maximum);
  while (read(fd, &event, sizeof event) == sizeof event) {
    printf("%d %d %d\n", event.type, event.code, event.value);
    if (event.type == EV_KEY) held[event.code] = event.value != 0;
  }
  if (errno != ENODEV) return perror("evread"), 1;
  for (int i = 0; i < KEY_CNT; i++)
    if (held[i]) printf("held %d\n", i);
  printf("gone\n");
  return 0;
}
