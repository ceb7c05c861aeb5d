/* LD_PRELOAD: a board that sleeps for an hour, FAKE_SLEEP_MS after the clock was first asked: CLOCK_BOOTTIME goes on by so much, and
 * CLOCK_MONOTONIC stands still. FAKE_SLEEP_FOR_MS: for so long instead. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

static int64_t number(const char *name, int64_t usual) {
  const char *text = getenv(name);
  return text ? strtoll(text, NULL, 10) : usual;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  static int (*real)(clockid_t, struct timespec *);
  static int64_t began_ms = -1;
  if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  struct timespec awake;
  real(CLOCK_MONOTONIC, &awake);
  int64_t ms = (int64_t)awake.tv_sec * 1000 + awake.tv_nsec / 1000000;
  if (began_ms < 0) began_ms = ms;
  if (clock != CLOCK_BOOTTIME) return real(clock, now);
  *now = awake;
  if (ms - began_ms >= number("FAKE_SLEEP_MS", 0)) {
    int64_t slept = number("FAKE_SLEEP_FOR_MS", 3600000);
    now->tv_sec += slept / 1000;
    now->tv_nsec += slept % 1000 * 1000000;
    if (now->tv_nsec >= 1000000000) now->tv_nsec -= 1000000000, now->tv_sec++;
  }
  return 0;
}
