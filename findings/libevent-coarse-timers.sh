#!/usr/bin/env bash
# libevent 2.1.12: event_add takes a time in microseconds, but by default it reads CLOCK_MONOTONIC_COARSE, which steps with the kernel's tick (4 ms at
# 250 Hz), and rounds up to milliseconds. A timer of 1.163 ms, the period of an ADS1115, comes 3 ms late on a kernel of 250 Hz. An expert would expect that an
# interface in microseconds is late by the latency of the machine. EVENT_BASE_FLAG_PRECISE_TIMER, or the environment's EVENT_PRECISE_TIMER, is on time.
# Runs libevent alone, from Debian's package in a temporary folder.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
version=2.1.12-stable-8+deb12u1
apt-get -qq download "libevent-dev=$version" "libevent-core-2.1-7=$version" > /dev/null 2>&1 || { echo "libevent $version cannot be had here"; exit 1; }
for package in *.deb; do dpkg-deb -x "$package" root; done
cat > timers.c <<'END'
#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
enum { TIMERS = 300, US = 1163 };
static long               due, late[TIMERS];
static int                fired;
static struct event_base *base;
static struct event      *timer;
static long now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000 + t.tv_nsec / 1000;
}
static int order(const void *a, const void *b) { return *(const long *)a < *(const long *)b ? -1 : 1; }
static void again(void) {
  const struct timeval time = {0, US};
  due = now_us() + US;
  event_add(timer, &time);
}
static void on_time(evutil_socket_t fd, short what, void *user) {
  late[fired++] = now_us() - due;
  if (fired == TIMERS) event_base_loopbreak(base);
  else again();
}
int main(int count, char **arguments) {
  struct event_config *config = event_config_new();
  if (count > 1) event_config_set_flag(config, EVENT_BASE_FLAG_PRECISE_TIMER);
  base = event_base_new_with_config(config);
  timer = evtimer_new(base, on_time, NULL);
  again();
  event_base_dispatch(base);
  qsort(late, TIMERS, sizeof *late, order);
  fprintf(stderr, "%s: a timer of 1163 us is %ld us late, half of the times; 1 of 10 by %ld us\n", count > 1 ? "precise" : "default", late[TIMERS / 2],
    late[TIMERS * 9 / 10]);
  printf("%ld\n", late[TIMERS / 2]);
  return 0;
}
END
library=$(find root -name 'libevent_core-2.1.so.7.*')
cc -w -I root/usr/include -I "root/usr/include/$(cc -dumpmachine)" timers.c "$library" -o timers
export LD_LIBRARY_PATH=$PWD/${library%/*}
echo "libevent $version"
default=$(./timers) precise=$(./timers precise)
[ "$default" -gt 500 ] && [ "$default" -gt $((2 * precise)) ]
