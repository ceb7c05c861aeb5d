/* LD_PRELOAD: a monotonic clock that steps back by FAKE_CLOCK_BACK_MS once a program has run for FAKE_CLOCK_AT_MS. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long long ms_of(const char *name) {
  const char *text = getenv(name);
  return text ? atoll(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  static long long began;
  if (syscall(SYS_clock_gettime, clock, now)) return -1;
  if (clock != CLOCK_MONOTONIC && clock != CLOCK_BOOTTIME) return 0;
  long long ns = now->tv_sec * 1000000000LL + now->tv_nsec;
  if (!began) began = ns;
  if (ns - began > ms_of("FAKE_CLOCK_AT_MS") * 1000000LL) ns -= ms_of("FAKE_CLOCK_BACK_MS") * 1000000LL;
  now->tv_sec = ns / 1000000000LL;
  now->tv_nsec = ns % 1000000000LL;
  return 0;
}
