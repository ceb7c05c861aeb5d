/* An FSR behind an ADS1115 on Linux, in a loop that never blocks in the driver: it steps the converter, feeds the pad,
 * fires deadlines, and sleeps in ppoll(2), where a program has its other files.
 *
 *   cc -std=c11 ads1115.c $(pkg-config --cflags --libs libpress) -o ads1115 && ./ads1115 /dev/i2c-1 [SECONDS]
 *
 * Ends with 1 when the bus cannot be opened or no converter answers.
 */
#define _GNU_SOURCE /* ppoll */
#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <poll.h>
#include <press.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static uint64_t now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

/* The two functions of a bus. As press_converter_step uses it, the second only returns the time. */
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
  int done = ioctl(*(const int *)user, I2C_RDWR, &data);
  if (done == (int)data.nmsgs) return 0;
  if (done < 0 && (errno == EREMOTEIO || errno == ENXIO)) return PRESS_ERR_NACK; /* adapters differ */
  return done < 0 && errno == ETIMEDOUT ? PRESS_ERR_TIMEDOUT : PRESS_ERR_IO;
}

static uint64_t wait_until(uint64_t until_us, void *user) {
  (void)user;
  uint64_t now = now_us();
  if (until_us > now) {
    struct timespec until = {.tv_sec = (time_t)(until_us / 1000000u), .tv_nsec = (long)(until_us % 1000000u) * 1000};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
    now = now_us();
  }
  return now;
}

static void on_event(press_engine *engine, const press_event *event, void *user) {
  (void)engine, (void)user;
  bool is_update = event->type == PRESS_EVENT_PREVIEW_UPDATED || event->type == PRESS_EVENT_COMMIT_UPDATED;
  if (is_update && !(event->flags & PRESS_EVENT_FLAG_ENDED)) return;
  printf("%-18s %5.2f N%s%s\n", press_event_name(event->type), event->force / 65536.0, event->reason ? ", " : "",
    event->reason ? press_reason_name(event->reason) : "");
}

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

int main(int count, char **arguments) {
  static uint64_t        engine_storage[PRESS_ENGINE_STORAGE / 8], pad_storage[PRESS_PAD_STORAGE_1 / 8];
  const char            *node = count > 1 ? arguments[1] : "/dev/i2c-1";
  uint64_t               seconds = count > 2 ? strtoull(arguments[2], NULL, 10) : 0; /* 0: until interrupted */
  const press_delegate   delegate = {.size = sizeof delegate, .on_event = on_event};
  press_converter_config config;
  press_converter        adc;
  press_engine          *engine;
  press_pad             *pad;

  int fd = open(node, O_RDWR | O_CLOEXEC);
  if (fd < 0) return fprintf(stderr, "ads1115: %s: %s; ls /dev/i2c-* lists the buses\n", node, strerror(errno)), 1;
  setvbuf(stdout, NULL, _IOLBF, 0); /* events at once, also into a pipe */
  const press_bus bus = {.size = sizeof bus, .user = &fd, .transfer = transfer, .wait = wait_until};

  press_converter_config_init(&config); /* AIN0, 4.096 V */
  config.part = PRESS_CONVERTER_ADS1115;
  config.address = 0x48;
  config.flags = PRESS_CONVERTER_FLAG_CONTINUOUS;
  config.rate_sps = 250;
  int status = press_converter_init(&adc, &config, &bus);
  if (status == 0) status = press_engine_init(engine_storage, sizeof engine_storage, NULL, &engine);
  if (status == 0) status = press_set_delegate(engine, &delegate);
  if (status == 0) status = press_pad_init(pad_storage, sizeof pad_storage, NULL, NULL, 1, &pad);
  if (status < 0) return fprintf(stderr, "ads1115: %s\n", press_strerror(status)), 1;

  const uint64_t begin = now_us(), end = seconds ? begin + seconds * 1000000u : PRESS_NEVER;
  bool           has_answered = false;
  for (uint64_t now = begin; now < end; now = now_us()) {
    press_frame frame;
    if (press_converter_step(&adc, now, &frame) > 0) {
      if (frame.present != 0) has_answered = true;
      if (!has_answered && now - begin > 500000) {
        fprintf(stderr, "ads1115: %s, address 0x%02x: %s\n", node, config.address, press_strerror(press_converter_last_error(&adc)));
        return close(fd), 1;
      }
      /* Later on, frames that failed are fed too: they become sensor faults. */
      status = has_answered ? press_pad_feed(pad, &frame, engine) : 0;
      if (status < 0) fprintf(stderr, "ads1115: %s\n", press_strerror(status));
    }
    uint64_t due = least(press_pad_next_deadline(pad), press_next_deadline(engine));
    if (due <= now) {
      status = press_pad_tick(pad, now, engine); /* ticks the engine too */
      if (status < 0) fprintf(stderr, "ads1115: %s\n", press_strerror(status));
      due = least(press_pad_next_deadline(pad), press_next_deadline(engine));
    }
    due = least(least(due, press_converter_next_deadline(&adc)), end);
    now = now_us();
    if (due > now) {
      uint64_t        left = due - now;
      struct timespec pause = {.tv_sec = (time_t)(left / 1000000u), .tv_nsec = (long)(left % 1000000u) * 1000};
      ppoll(NULL, 0, &pause, NULL); /* your own files go here */
    }
  }
  press_engine_reset(engine); /* what runs is cancelled, and its ends are delivered */
  press_converter_stop(&adc);
  return close(fd), 0;
}
