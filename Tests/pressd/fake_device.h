/* For a fake of one device, in front of the C library. NODE is where it lies; what is written to it goes to the file that the
 * environment names in PREFIX_EVENTS; PREFIX_ERRNO: it cannot be opened. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
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
  if (strcmp(path, NODE) != 0) return real_open(path, flags, mode);
  if (getenv(PREFIX "_ERRNO")) {
    errno = atoi(getenv(PREFIX "_ERRNO"));
    return -1;
  }
  return node = real_open(getenv(PREFIX "_EVENTS"), O_WRONLY | O_CREAT | O_APPEND, 0600);
}

/* Answers a request to the device; each fake defines it. */
static int answer(unsigned long request, void *argument);

int ioctl(int fd, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  if (fd >= 0 && fd == node) return answer(request, argument);
  int (*real)(int, unsigned long, ...) = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
  return real(fd, request, argument);
}
