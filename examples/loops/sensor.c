/* What is due when, for any loop: the converter, the pad and the engine have deadlines, and the least of the three counts. */
#include "sensor.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { BUTTON = 1 };

/* ---- What is due when ---- */

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* A call that is refused says so, and the loop goes on: the same error is printed once. */
static void taken(struct sensor *sensor, int status) {
  if (status >= 0) return;
  if (status != sensor->error) fprintf(stderr, "sensor: %s\n", press_strerror(status));
  sensor->error = status;
  sensor->refused++;
}

uint64_t sensor_work(struct sensor *sensor) {
  const uint64_t now = now_us();
  press_frame    frame;
  /* The reading comes first: it has this time, and what the engine has due until then fires before it. */
  if (press_converter_next_deadline(&sensor->converter) <= now && press_converter_step(&sensor->converter, now, &frame) > 0)
    taken(sensor, press_pad_feed(sensor->pad, &frame, sensor->engine));
  /* Then time alone, if something is still due: a hold, a lift, a sensor that is silent. It ticks the engine too. */
  if (least(press_pad_next_deadline(sensor->pad), press_next_deadline(sensor->engine)) <= now)
    taken(sensor, press_pad_tick(sensor->pad, now, sensor->engine));
  return least(press_converter_next_deadline(&sensor->converter), least(press_pad_next_deadline(sensor->pad), press_next_deadline(sensor->engine)));
}

int deadline_open(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC); }

void deadline_set(int fd, uint64_t due_us) {
  struct itimerspec at = {{0, 0}, {0, 0}}; /* 0 stops it */
  if (due_us != PRESS_NEVER) {
    at.it_value.tv_sec = (time_t)(due_us / 1000000u);
    at.it_value.tv_nsec = (long)(due_us % 1000000u) * 1000;
    if (due_us == 0) at.it_value.tv_nsec = 1; /* at once */
  }
  if (timerfd_settime(fd, TFD_TIMER_ABSTIME, &at, NULL) < 0) perror("timerfd_settime");
}

/* ---- The bus of Linux, and its clock ---- */

uint64_t now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

static uint64_t clock_only(uint64_t until_us, void *user) { return (void)until_us, (void)user, now_us(); }

static int transfer(uint8_t address, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count, void *user) {
  uint8_t                    written[8]; /* the kernel's struct has no const */
  struct i2c_msg             messages[2];
  struct i2c_rdwr_ioctl_data data = {.msgs = messages, .nmsgs = 0};
  if (out_count > sizeof written || in_count > UINT16_MAX) return PRESS_ERR_INVAL;
  if (out_count > 0) {
    memcpy(written, out, out_count);
    messages[data.nmsgs++] = (struct i2c_msg){.addr = address, .len = (uint16_t)out_count, .buf = written};
  }
  if (in_count > 0) messages[data.nmsgs++] = (struct i2c_msg){.addr = address, .flags = I2C_M_RD, .len = (uint16_t)in_count, .buf = in};
  if (data.nmsgs == 0) return 0;
  int done;
  do done = ioctl(((const struct sensor *)user)->fd, I2C_RDWR, &data); /* a signal may interrupt it: then again */
  while (done < 0 && errno == EINTR);
  if (done == (int)data.nmsgs) return 0;
  if (done < 0 && (errno == EREMOTEIO || errno == ENXIO)) return PRESS_ERR_NACK; /* adapters differ */
  return done < 0 && errno == ETIMEDOUT ? PRESS_ERR_TIMEDOUT : PRESS_ERR_IO;
}

/* ---- The parts ---- */

static void on_event(press_engine *engine, const press_event *event, void *user) {
  char line[PRESS_EVENT_LINE];
  (void)engine, (void)user;
  if (press_event_text(event, line, sizeof line) > 0) puts(line);
}

int sensor_open(struct sensor *sensor, const char *node) {
  const press_delegate   delegate = {.size = sizeof delegate, .on_event = on_event};
  press_converter_config converter;
  press_gestures_config  gestures;
  press_target           button;
  memset(sensor, 0, sizeof *sensor);
  sensor->fd = open(node, O_RDWR | O_CLOEXEC);
  if (sensor->fd < 0) return fprintf(stderr, "sensor: %s: %s\n", node, strerror(errno)), -1;
  press_bus_init(&sensor->bus);
  sensor->bus.user = sensor;
  sensor->bus.transfer = transfer;
  sensor->bus.wait = clock_only; /* nothing here waits: only the loop does */
  press_converter_config_init(&converter);
  converter.part = PRESS_CONVERTER_ADS1115;
  converter.flags = PRESS_CONVERTER_FLAG_CONTINUOUS; /* 860 a second */
  press_gestures_config_init(&gestures);
  gestures.hold_repeat_us = 130000;
  press_target_init(&button);
  button.id = BUTTON;
  button.width = button.height = 100 * PRESS_ONE;
  button.traits = PRESS_TARGET_TAP | PRESS_TARGET_HOLD;
  int status = press_converter_init(&sensor->converter, &converter, &sensor->bus);
  if (status == 0) status = press_engine_init(sensor->engine_storage, sizeof sensor->engine_storage, NULL, &sensor->engine);
  if (status == 0) status = press_gestures_attach(sensor->engine, &gestures);
  if (status == 0) status = press_target_add(sensor->engine, &button);
  if (status == 0) status = press_set_delegate(sensor->engine, &delegate);
  if (status == 0) status = press_set_progress(sensor->engine, false); /* beginnings and ends only */
  if (status == 0) status = press_pad_init(sensor->pad_storage, sizeof sensor->pad_storage, NULL, NULL, 1, &sensor->pad);
  if (status < 0) fprintf(stderr, "sensor: %s\n", press_strerror(status)), close(sensor->fd);
  return status;
}

void sensor_close(struct sensor *sensor) {
  press_engine_reset(sensor->engine); /* what runs is cancelled, and its ends are delivered */
  press_converter_stop(&sensor->converter);
  close(sensor->fd);
}
