/* LD_PRELOAD: /dev/uinput. What is written to it goes to the file FAKE_UINPUT_EVENTS, what is asked of it, a line each,
 * to FAKE_UINPUT_SETUP. FAKE_UINPUT_ERRNO: it cannot be opened. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int node = -1;

static int real_open(const char *path, int flags, int mode) {
  int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
  return real(path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
  va_end(rest);
  if (strcmp(path, "/dev/uinput") != 0) return real_open(path, flags, mode);
  if (getenv("FAKE_UINPUT_ERRNO")) {
    errno = atoi(getenv("FAKE_UINPUT_ERRNO"));
    return -1;
  }
  return node = real_open(getenv("FAKE_UINPUT_EVENTS"), O_WRONLY | O_CREAT | O_APPEND, 0600);
}

static void note(const char *format, ...) {
  FILE *file = fopen(getenv("FAKE_UINPUT_SETUP"), "a");
  va_list rest;
  va_start(rest, format);
  vfprintf(file, format, rest);
  va_end(rest);
  fclose(file);
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
  const struct uinput_abs_setup *axis = argument;
  const struct uinput_setup *setup = argument;
  switch (request) {
  case UI_GET_VERSION: *(unsigned *)argument = 5; break;
  case UI_SET_EVBIT: note("type %d\n", (int)(size_t)argument); break;
  case UI_SET_KEYBIT: note("key %d\n", (int)(size_t)argument); break;
  case UI_SET_ABSBIT: break;
  case UI_SET_PROPBIT: note("property %d\n", (int)(size_t)argument); break;
  case UI_ABS_SETUP: note("axis %d from %d to %d\n", axis->code, axis->absinfo.minimum, axis->absinfo.maximum); break;
  case UI_DEV_SETUP: note("name %s bus %d\n", setup->name, setup->id.bustype); break;
  case UI_DEV_CREATE: note("create\n"); break;
  case UI_DEV_DESTROY: note("destroy\n"); break;
  default: errno = EINVAL; return -1;
  }
  return 0;
}
