#define _GNU_SOURCE
#include "CPressLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/* As in press/base.h, which this file does without. */
enum { BUS_IO = -5, BUS_TIMEDOUT = -110, BUS_NACK = -121 };

static volatile sig_atomic_t caught;

static int status_of(long result) { return result < 0 ? -errno : (int)result; }

int linux_open_read(const char *path) { return status_of(open(path, O_RDONLY | O_CLOEXEC)); }

int linux_create(const char *path) { return status_of(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)); }

long linux_read(int fd, void *bytes, size_t count) {
  for (;;) {
    long got = read(fd, bytes, count);
    if (got >= 0 || errno != EINTR) return got < 0 ? -errno : got;
    if (caught) return -EINTR;
  }
}

int linux_write(int fd, const void *bytes, size_t count) {
  const char *from = bytes;
  while (count > 0) {
    long done = write(fd, from, count);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return -errno;
    from += done;
    count -= (size_t)done;
  }
  return 0;
}

int linux_close(int fd) { return status_of(close(fd)); }

int linux_i2c_open(const char *path) {
  int fd = status_of(open(path, O_RDWR | O_CLOEXEC));
  if (fd < 0) return fd;
  unsigned long functions = 0;
  int status = status_of(ioctl(fd, I2C_FUNCS, &functions));
  if (status == 0 && !(functions & I2C_FUNC_I2C)) status = -EOPNOTSUPP;
  if (status == 0) return fd;
  close(fd);
  return status;
}

int linux_i2c_transfer(int fd, uint8_t address, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count) {
  struct i2c_msg messages[2];
  struct i2c_rdwr_ioctl_data data = {messages, 0};
  if (out_count > 0xFFFF || in_count > 0xFFFF) return BUS_IO;
  if (out_count > 0)
    messages[data.nmsgs++] = (struct i2c_msg){address, 0, (uint16_t)out_count, (uint8_t *)out};
  if (in_count > 0)
    messages[data.nmsgs++] = (struct i2c_msg){address, I2C_M_RD, (uint16_t)in_count, in};
  if (data.nmsgs == 0) return 0;
  int done = ioctl(fd, I2C_RDWR, &data);
  if (done == (int)data.nmsgs) return 0;
  if (done >= 0) return BUS_IO; /* short */
  switch (errno) {
  case ENXIO: /* which adapters say ENXIO and which EREMOTEIO is not agreed upon */
  case EREMOTEIO:
  case ENODEV: return BUS_NACK;
  case ETIMEDOUT: return BUS_TIMEDOUT;
  default: return BUS_IO;
  }
}

uint64_t linux_now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

void linux_sleep_until_us(uint64_t until_us) {
  struct timespec until = {(time_t)(until_us / 1000000u), (long)(until_us % 1000000u) * 1000};
  if (!caught) clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
}

static void on_signal(int number) { caught = number; }

void linux_catch_signals(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal; /* no SA_RESTART: sleeping ends */
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, NULL);
}

int linux_signal(void) { return caught; }

bool linux_is_terminal(int fd) { return isatty(fd) == 1; }

int linux_terminal_width(int fd) {
  struct winsize size;
  return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

const char *linux_environment(const char *name) { return getenv(name); }

const char *linux_strerror(int status) { return strerror(-status); }

void *linux_static_memory(size_t bytes) {
  static uint64_t memory[1 << 15];
  return bytes <= sizeof memory ? memory : NULL;
}
