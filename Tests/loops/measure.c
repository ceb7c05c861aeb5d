/* Measures a program of examples/loops from the inside: `sensor_work` of it comes here first (the linker's --wrap). At the end it prints one line:
 *
 *   wakes N early N worst_early N late_us MEDIAN WORST frames_us MEDIAN MEAN waited_ms N refused N
 *
 * early: calls before the time that the call before had returned; worst_early: the most of them for one deadline. late_us: how long after that
 * time, without the time for which the kernel had no processor for the thread (/proc/thread-self/schedstat): a busy machine is no fault of a
 * loop; that of all but one in a hundred. frames_us: from one reading to the next. waited_ms: that time without a processor. */
#include "../../examples/loops/sensor.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 20000 };

uint64_t __real_sensor_work(struct sensor *sensor);
uint64_t __wrap_sensor_work(struct sensor *sensor);
int      __real_press_pad_feed(press_pad *pad, const press_frame *frame, press_engine *engine);
int      __wrap_press_pad_feed(press_pad *pad, const press_frame *frame, press_engine *engine);

static uint64_t begun, due, waited, first_frame, last_frame;
static uint32_t late[MOST], between[MOST], lates, betweens, wakes, early, early_now, worst_early;
static bool     is_over;
static long     run_ms = 2500;

/* Microseconds for which this thread was ready and had no processor. */
static uint64_t waited_us(void) {
  static _Thread_local int file = -1;
  char                     text[128] = "";
  if (file < 0) file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  if (file < 0 || pread(file, text, sizeof text - 1, 0) <= 0) return 0;
  const char *second = strchr(text, ' ');
  return second ? strtoull(second, NULL, 10) / 1000 : 0;
}

static int order(const void *a, const void *b) {
  return (int)(*(const uint32_t *)a > *(const uint32_t *)b) - (int)(*(const uint32_t *)a < *(const uint32_t *)b);
}

static void say(const struct sensor *sensor) {
  if (lates == 0 || betweens == 0) return;
  qsort(late, lates, sizeof *late, order);
  qsort(between, betweens, sizeof *between, order);
  fprintf(stderr, "wakes %u early %u worst_early %u late_us %u %u frames_us %u %u waited_ms %u refused %u\n", wakes, early, worst_early,
    late[lates / 2], late[lates - 1 - lates / 100], between[betweens / 2], (unsigned)((last_frame - first_frame) / betweens),
    (unsigned)(waited / 1000), sensor->refused);
}

uint64_t __wrap_sensor_work(struct sensor *sensor) {
  const uint64_t now = now_us(), wait = waited_us();
  if (begun == 0) {
    begun = now;
    if (getenv("RUN_MS")) run_ms = atol(getenv("RUN_MS"));
  } else {
    wakes++;
    if (now < due) {
      early++;
      if (++early_now > worst_early) worst_early = early_now;
    } else {
      const uint64_t after = now - due, without = wait - waited;
      if (lates < MOST) late[lates++] = (uint32_t)(after > without ? after - without : 0);
      early_now = 0;
    }
  }
  if (!is_over && now - begun > (uint64_t)run_ms * 1000u) {
    is_over = true;
    say(sensor);
    kill(getpid(), SIGTERM);
  }
  due = __real_sensor_work(sensor);
  if (due < now) due = now;
  waited = waited_us();
  return due;
}

int __wrap_press_pad_feed(press_pad *pad, const press_frame *frame, press_engine *engine) {
  if (last_frame != 0 && betweens < MOST) between[betweens++] = (uint32_t)(frame->t_us - last_frame);
  if (first_frame == 0) first_frame = frame->t_us;
  last_frame = frame->t_us;
  return __real_press_pad_feed(pad, frame, engine);
}
