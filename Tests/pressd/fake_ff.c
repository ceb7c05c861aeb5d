/* LD_PRELOAD: /dev/input/event9, which rumbles. What is written to it goes to the file FAKE_FF_EVENTS, what is uploaded, a line
 * each, to FAKE_FF_UPLOADS. FAKE_FF_ERRNO: it cannot be opened. FAKE_FF_NO_GAIN, FAKE_FF_NO_RUMBLE: what it cannot do. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int node = -1, ids;

static int real_open(const char *path, int flags, int mode) {
  int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
  return real(path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
  va_end(rest);
  if (strcmp(path, "/dev/input/event9") != 0) return real_open(path, flags, mode);
  if (getenv("FAKE_FF_ERRNO")) {
    errno = atoi(getenv("FAKE_FF_ERRNO"));
    return -1;
  }
  return node = real_open(getenv("FAKE_FF_EVENTS"), O_WRONLY | O_CREAT | O_APPEND, 0600);
}

int ioctl(int fd, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  if (fd < 0 || fd != node) {
    int (*real)(int, unsigned long, ...) = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
    return real(fd, request, argument);
  }
  if (request == EVIOCSFF) {
    struct ff_effect *effect = argument;
    FILE             *file = fopen(getenv("FAKE_FF_UPLOADS"), "a");
    if (effect->id == -1) effect->id = (short)ids++;
    fprintf(file, "%d: type %d, %d ms after %d, magnitudes %d %d\n", effect->id, effect->type, effect->replay.length, effect->replay.delay,
            effect->u.rumble.strong_magnitude, effect->u.rumble.weak_magnitude);
    fclose(file);
    return 0;
  }
  if (_IOC_TYPE(request) == 'E' && _IOC_NR(request) == 0x20 + EV_FF) {
    unsigned char *bits = argument;
    if (!getenv("FAKE_FF_NO_RUMBLE")) bits[FF_RUMBLE / 8] |= 1 << FF_RUMBLE % 8;
    if (!getenv("FAKE_FF_NO_GAIN")) bits[FF_GAIN / 8] |= 1 << FF_GAIN % 8;
    return FF_CNT / 8;
  }
  errno = EINVAL;
  return -1;
}
