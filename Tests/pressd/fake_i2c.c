/* LD_PRELOAD: /dev/i2c-7 with an ADS1115 at 0x48, so that pressd's path through ioctl runs without hardware.
 * A finger presses for a second, from FAKE_I2C_PRESS_MS (600) after the node was first opened. AIN0 is wired; others read what must not be
 * read, unless FAKE_I2C_ALL is set. FAKE_I2C_SECOND: another one at 0x49. /dev/gpiochip7: line 3 is ALERT/RDY of the
 * first, which FAKE_I2C_NO_EDGES cuts off.
 *
 * FAKE_I2C_NODE: the file that stands for the node, whose locks processes share; without it each has one of its own.
 *
 * FAKE_I2C_DRIVEN: the address, in decimal, of a chip that a driver of the kernel has.
 *
 * FAKE_I2C_MOTOR: a DRV2605L at 0x5A; what is written to it goes to that file, REGISTER=BYTES, a line for each transfer.
 *
 * FAKE_I2C_HANGING: a file that nobody can open while this name with .hangs after it is there, as on a network that is away.
 *
 * From FAKE_I2C_FROM_MS to FAKE_I2C_TO_MS:
 *   FAKE_I2C_ERRNO    transfers fail with it; a time-out takes as long as I2C_TIMEOUT said
 *   FAKE_I2C_ONLY     the address that this holds for, in decimal; without it, for all
 *   FAKE_I2C_ONCE_IN  only one transfer in so many does
 *   FAKE_I2C_TROUBLE  gone (the adapter and its node), other (chip), floating, garbage, stuck, unready */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

struct chip {
  uint16_t config, conversion, low, high;
  uint8_t  pointer;
  uint64_t done;
};
static const struct chip at_reset = {0x8583, 0, 0x8000, 0x7FFF, 0, 0};
static struct chip       chips[2] = {{0x8583, 0, 0x8000, 0x7FFF, 0, 0}, {0x8583, 0, 0x8000, 0x7FFF, 0, 0}};
static int               node = -1, gpiochip = -1, line = -1;
static uint64_t          begin, transfers, address, opened_ms;
static unsigned long     timeout_10ms = 100; /* an adapter's default: a second */

static uint64_t now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

static uint64_t number(const char *name) {
  const char *text = getenv(name);
  return text ? strtoull(text, NULL, 10) : 0;
}

static int is_bad(void) {
  uint64_t ms = (now_us() - begin) / 1000;
  if (getenv("FAKE_I2C_ONLY") && number("FAKE_I2C_ONLY") != address) return 0;
  return ms >= number("FAKE_I2C_FROM_MS") && ms < number("FAKE_I2C_TO_MS");
}

static int has(const char *trouble) {
  const char *text = getenv("FAKE_I2C_TROUBLE");
  return text && strcmp(text, trouble) == 0 && is_bad();
}

int open(const char *path, int flags, ...) {
  int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
  va_list rest;
  va_start(rest, flags);
  int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
  va_end(rest);
  const char *hanging = getenv("FAKE_I2C_HANGING");
  char        hangs[4096];
  if (hanging && strcmp(path, hanging) == 0 && snprintf(hangs, sizeof hangs, "%s.hangs", path) > 0)
    while (access(hangs, F_OK) == 0) usleep(1000);
  if (strcmp(path, "/dev/gpiochip7") == 0) return gpiochip = real("/dev/null", flags);
  if (strcmp(path, "/dev/i2c-7") != 0) return real(path, flags, mode);
  if (!begin) begin = now_us();
  if (has("gone")) {
    errno = ENOENT;
    return -1;
  }
  opened_ms = (now_us() - begin) / 1000;
  return node = getenv("FAKE_I2C_NODE") ? real(getenv("FAKE_I2C_NODE"), flags) : memfd_create("i2c-7", MFD_CLOEXEC);
}

/* The function that programs built for large files call, as Python is. */
int open64(const char *path, int flags, ...) __attribute__((alias("open")));

/* An adapter that comes back is a new one: a program that still has the node of the first one open cannot use it. */
static int is_orphaned(void) {
  const char *text = getenv("FAKE_I2C_TROUBLE");
  uint64_t    from = number("FAKE_I2C_FROM_MS");
  return text && strcmp(text, "gone") == 0 && opened_ms < from && (now_us() - begin) / 1000 >= from;
}

static uint64_t period(const struct chip *c) {
  static const uint16_t rates[8] = {8, 16, 32, 64, 128, 250, 475, 860};
  return 1000000u / rates[c->config >> 5 & 7];
}

static uint16_t code_at(uint64_t us) {
  uint64_t ms = (us - begin) / 1000;
  uint16_t noise = (uint16_t)(ms * 7 % 11);
  uint64_t from = getenv("FAKE_I2C_PRESS_MS") ? number("FAKE_I2C_PRESS_MS") : 600;
  if (ms < from || ms > from + 1000) return noise;
  return ms < from + 400 ? (uint16_t)((ms - from) * 40 + noise) : (uint16_t)(16000 + noise);
}

static uint16_t code(void) { return code_at(now_us()); }

/* When a continuous converter has two codes beyond its window; 0: not in the next minute. */
static uint64_t alert(const struct chip *c) {
  for (uint64_t us = c->done; us < c->done + 60000000u; us += period(c)) {
    uint16_t first = code_at(us), second = code_at(us + period(c));
    int      is_high = first > (int16_t)c->high && second > (int16_t)c->high;
    if (is_high || (first < (int16_t)c->low && second < (int16_t)c->low)) return us + period(c);
  }
  return 0;
}

/* The pin falls when the conversion is done, or when the comparator says so. */
static void arm(const struct chip *c) {
  int signals = c->high & 0x8000 && !(c->low & 0x8000) && (c->config & 3) != 3;
  int watches = (c->config & 0x11F) == 0x011 && !signals;
  if (getenv("FAKE_I2C_NO_EDGES") || line < 0 || c != chips || !c->done || !(signals || watches)) return;
  uint64_t          falls = signals ? c->done : alert(c);
  struct itimerspec when = {{0, 0}, {(time_t)(falls / 1000000u), (long)(falls % 1000000u) * 1000}};
  timerfd_settime(line, TFD_TIMER_ABSTIME, &when, NULL);
}

static void convert(struct chip *c) {
  uint64_t now = now_us();
  if (!c->done || now < c->done || has("unready")) return;
  if (!has("stuck")) c->conversion = getenv("FAKE_I2C_ALL") || (c->config >> 12 & 7) == 4 ? code() : 31000;
  c->done = c->config & 0x100 ? 0 : now + period(c) - (now - c->done) % period(c);
  arm(c);
}

static void put(struct chip *c, const struct i2c_msg *m) {
  if (m->len > 0) c->pointer = m->buf[0] & 3;
  if (m->len < 3) return;
  uint16_t value = (uint16_t)(m->buf[1] << 8 | m->buf[2]);
  if (c->pointer == 2) c->low = value;
  if (c->pointer == 3) c->high = value;
  if (c->pointer != 1) return;
  int starts = value & 0x8000 || !(value & 0x100);
  c->config = value & 0x7FFF;
  if ((c->config & 3) == 3 && c == chips && line >= 0) timerfd_settime(line, 0, &(struct itimerspec){{0, 0}, {0, 0}}, NULL);
  if (!starts) return;
  if (!c->done) c->done = now_us() + period(c);
  arm(c);
}

static int fail(int error) {
  if (error == ETIMEDOUT) usleep((useconds_t)(timeout_10ms * 10000));
  /* A chip that only misses single acknowledgements keeps its registers. */
  if (!getenv("FAKE_I2C_ONCE_IN")) chips[address == 0x49] = at_reset;
  errno = error;
  return -1;
}

/* Registers as its data sheet has them after a reset; what plays takes 40 ms. */
static uint8_t  motor[64] = {0xE0, 0x40, 0, 1, 1, [0x16] = 0x3E, 0x8C, 0x0C, 0x6C, 0x36, 0x93, 0xF5, 0xA0, 0x20, 0x80, 0x33};
static uint64_t motor_done;

static int transfer_motor(struct i2c_rdwr_ioctl_data *data) {
  unsigned pointer = data->msgs[0].buf[0];
  if (motor_done && now_us() >= motor_done) motor[0x0C] = 0, motor_done = 0;
  if (data->msgs[0].len > 1) {
    FILE *file = fopen(getenv("FAKE_I2C_MOTOR"), "a");
    fprintf(file, "%02X=", pointer);
    for (unsigned i = 1; i < data->msgs[0].len; i++, pointer++) {
      fprintf(file, "%02X", data->msgs[0].buf[i]);
      motor[pointer & 63] = data->msgs[0].buf[i];
      if (pointer == 0x0C && motor[0x0C]) motor_done = now_us() + 40000;
    }
    fprintf(file, "\n");
    fclose(file);
  }
  for (unsigned n = 1; n < data->nmsgs; n++)
    for (unsigned i = 0; i < data->msgs[n].len; i++, pointer++) data->msgs[n].buf[i] = motor[pointer & 63];
  return (int)data->nmsgs;
}

static int transfer(struct i2c_rdwr_ioctl_data *data) {
  uint64_t once_in = number("FAKE_I2C_ONCE_IN");
  address = data->msgs[0].addr;
  if (has("gone") || is_orphaned()) return fail(ENODEV);
  transfers++;
  int is_due = once_in == 0 || transfers % once_in == 0;
  if (getenv("FAKE_I2C_ERRNO") && is_bad() && is_due) return fail((int)number("FAKE_I2C_ERRNO"));
  if (address == 0x5A && getenv("FAKE_I2C_MOTOR")) return transfer_motor(data);
  if (address != 0x48 && !(address == 0x49 && getenv("FAKE_I2C_SECOND"))) {
    errno = EREMOTEIO;
    return -1;
  }
  struct chip *c = &chips[address - 0x48];
  for (unsigned i = 0; i < data->nmsgs; i++) {
    struct i2c_msg *m = &data->msgs[i];
    convert(c);
    if (!(m->flags & I2C_M_RD)) {
      if (!has("other")) put(c, m);
      continue;
    }
    uint16_t values[4] = {c->conversion, (uint16_t)(c->config | (c->done ? 0 : 0x8000)), c->low, c->high};
    uint16_t value = values[c->pointer];
    if (has("other")) value = 0x2A2A;
    if (has("floating")) value = 0xFFFF;
    if (has("garbage")) value = (uint16_t)rand();
    m->buf[0] = (uint8_t)(value >> 8);
    m->buf[1] = (uint8_t)value;
  }
  return (int)data->nmsgs;
}

int ioctl(int fd, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  if (fd >= 0 && fd == gpiochip && request == GPIO_V2_GET_LINE_IOCTL) {
    struct gpio_v2_line_request *asked = argument;
    int                          expected = asked->num_lines == 1 && asked->config.flags & GPIO_V2_LINE_FLAG_EDGE_FALLING;
    if (!expected || asked->offsets[0] != 3) {
      errno = asked->offsets[0] == 4 ? EBUSY : EINVAL;
      return -1;
    }
    asked->fd = line = timerfd_create(CLOCK_MONOTONIC, 0);
    return 0;
  }
  if (fd < 0 || fd != node) {
    int (*real)(int, unsigned long, ...) = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
    return real(fd, request, argument);
  }
  switch (request) {
    case I2C_FUNCS: *(unsigned long *)argument = I2C_FUNC_I2C; return 0;
    case I2C_TIMEOUT: timeout_10ms = (unsigned long)(uintptr_t)argument; return 0;
    case I2C_SLAVE: errno = EBUSY; return getenv("FAKE_I2C_DRIVEN") && number("FAKE_I2C_DRIVEN") == (uintptr_t)argument ? -1 : 0;
    case I2C_RDWR: return transfer(argument);
    default: errno = ENOTTY; return -1;
  }
}
