#!/usr/bin/env bash
# sd-event of systemd 252: a timer with an accuracy of 0 is not the most exact one. It is one of 250 ms, on a grid that all such timers share:
# 20 timers that are 37 ms apart fire in four or five bundles, each up to 250 ms late. With an accuracy of 1 each fires by itself, on time.
# An expert would expect that 0 allows the least delay. (The manual of sd_event_add_time says that 0 selects the default.)
# Runs sd-event alone, from Debian's package in a temporary folder.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
version=252.39-1~deb12u2
apt-get -qq download "libsystemd-dev=$version" "libsystemd0=$version" > /dev/null 2>&1 || { echo "libsystemd0 $version cannot be had here"; exit 1; }
for package in *.deb; do dpkg-deb -x "$package" root; done
cat > timers.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <systemd/sd-event.h>
#include <time.h>
enum { TIMERS = 20, APART_US = 37000 };
static uint64_t begin, last, bundles, worst, fired;
static uint64_t now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}
static int on_time(sd_event_source *source, uint64_t due, void *user) {
  const uint64_t now = now_us();
  if (now - last > 10000) bundles++;
  last = now;
  if (now - due > worst) worst = now - due;
  return ++fired == TIMERS ? sd_event_exit(sd_event_source_get_event(source), 0) : 0;
}
int main(int count, char **arguments) {
  sd_event *loop;
  sd_event_new(&loop);
  begin = now_us();
  for (int i = 1; i <= TIMERS; i++)
    sd_event_add_time(loop, NULL, CLOCK_MONOTONIC, begin + (uint64_t)i * APART_US, strtoull(arguments[count - 1], NULL, 10), on_time, NULL);
  sd_event_loop(loop);
  printf("accuracy %s: %d timers in %d bundles, the latest %d ms late\n", arguments[1], TIMERS, (int)bundles, (int)(worst / 1000));
  return bundles <= 6 ? 3 : 0;
}
END
library=$(find root -name 'libsystemd.so.0.*')
cc -I root/usr/include timers.c "$library" -o timers
run() { LD_LIBRARY_PATH=$(dirname "$library") ./timers "$1"; }
echo "libsystemd0 $version"
exact=0 grid=0
run 1 || exact=$?
run 0 || grid=$?
[ "$exact" = 0 ] && [ "$grid" = 3 ]
