/* Which process reads a converter: a lock on the byte of its address, of the file of its bus. Python takes the same. */
#define _GNU_SOURCE
#include "CPressLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* ---- Who has it ---- */

struct entry { /* linux_dirent64 */
  uint64_t       node;
  int64_t        offset;
  unsigned short length;
  unsigned char  type;
  char           name[];
};

/* Calls it with each number that a folder has as a name, until it answers true. */
static bool any_number(const char *folder, bool (*look)(unsigned long number, void *user), void *user) {
  char bytes[2048] __attribute__((aligned(8)));
  int  fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  bool found = false;
  for (long got = 1; fd >= 0 && !found && (got = syscall(SYS_getdents64, fd, bytes, sizeof bytes)) > 0;) {
    for (long at = 0; at < got && !found;) {
      const struct entry *one = (const struct entry *)(bytes + at);
      char               *end;
      unsigned long       number = strtoul(one->name, &end, 10);
      found = *end == 0 && end != one->name && look(number, user);
      at += one->length;
    }
  }
  if (fd >= 0) close(fd);
  return found;
}

struct holder {
  struct stat   bus;
  uint8_t       address;
  unsigned long process;
  char          text[160], advice[320];
};

/* As much of a file of /proc as has room, and a zero. */
static size_t text_of(const char *path, char *text, size_t room) {
  int  fd = open(path, O_RDONLY | O_CLOEXEC);
  long got = fd < 0 ? 0 : read(fd, text, room - 1);
  if (fd >= 0) close(fd);
  text[got > 0 ? got : 0] = 0;
  return got > 0 ? (size_t)got : 0;
}

static bool has_lock(unsigned long fd, void *user) {
  struct holder *holder = user;
  struct stat    file;
  char           path[80], text[1024], range[16];
  snprintf(path, sizeof path, "/proc/%lu/fd/%lu", holder->process, fd);
  if (stat(path, &file) < 0 || file.st_dev != holder->bus.st_dev || file.st_ino != holder->bus.st_ino) return false;
  snprintf(path, sizeof path, "/proc/%lu/fdinfo/%lu", holder->process, fd);
  text_of(path, text, sizeof text);
  snprintf(range, sizeof range, " %u %u\n", holder->address, holder->address);
  return strstr(text, range) != NULL;
}

static bool is_holder(unsigned long process, void *user) {
  struct holder *holder = user;
  char           path[48], line[80];
  holder->process = process;
  snprintf(path, sizeof path, "/proc/%lu/fd", process);
  if (process == (unsigned long)getpid() || !any_number(path, has_lock, holder)) return false;
  snprintf(path, sizeof path, "/proc/%lu/cmdline", process);
  size_t count = text_of(path, line, sizeof line);
  while (count > 0 && line[count - 1] == 0) count--;
  line[count] = 0;
  for (size_t i = 0; i < count; i++) line[i] = line[i] == 0 ? ' ' : line[i] < 0x20 || line[i] > 0x7e ? '?' : line[i];
  snprintf(holder->text, sizeof holder->text, "another process (%lu: %s)", process, line);
  return true;
}

/* ---- The lock ---- */

static struct holder holder;

/* Of the open file, not of the process: it stays when another file of this bus is closed. */
static int lock(int fd, uint8_t address, short kind) {
  struct flock range = {.l_type = kind, .l_whence = SEEK_SET, .l_start = address, .l_len = 1};
  return fcntl(fd, F_OFD_SETLK, &range) < 0 ? -errno : 0;
}

/* Which driver of the kernel has the address, and what a person can do: the kernel passes transfers to it all the same, so that both would
 * change its input in the middle of each other's conversions. */
static void name_driver(int fd, uint8_t address) {
  char              folder[64], path[160], driver[40];
  unsigned          bus = fstat(fd, &holder.bus) < 0 ? 0 : minor(holder.bus.st_rdev);
  static const char end[] = "Give it free (echo %u-00%02x > /sys/bus/i2c/drivers/%s/unbind, or remove its overlay of the device tree)";
  snprintf(folder, sizeof folder, "/sys/bus/i2c/devices/%u-00%02x", bus, address);
  snprintf(path, sizeof path, "%s/driver", folder);
  int count = linux_link_name(path, (uint8_t *)driver, sizeof driver - 1);
  driver[count > 0 ? count : 0] = 0;
  if (count <= 0) strcpy(driver, "DRIVER");
  snprintf(holder.text, sizeof holder.text, count > 0 ? "the kernel's driver %s" : "a driver of the kernel", driver);
  size_t length = (size_t)snprintf(holder.advice, sizeof holder.advice, end, bus, address, driver);
  for (unsigned i = 0; i < 64; i++) {
    snprintf(path, sizeof path, "%s/iio:device%u", folder, i);
    if (access(path, F_OK) == 0) {
      snprintf(holder.advice + length, sizeof holder.advice - length, ", or read it through that driver: --source iio:device%u", i);
      break;
    }
  }
}

int linux_i2c_claim(int fd, uint8_t address) {
  int status = lock(fd, address, F_WRLCK);
  if (status == -EAGAIN || status == -EACCES) { /* none on a system without such locks */
    holder.address = address;
    if (fstat(fd, &holder.bus) < 0 || !any_number("/proc", is_holder, &holder)) strcpy(holder.text, "another process");
    strcpy(holder.advice, "End it first; what pressd reads, other programs take from its socket (pressd --listen)");
    return -EBUSY;
  }
  /* Nothing is sent: the adapter only says whether the address is free. */
  if (ioctl(fd, I2C_SLAVE, (unsigned long)address) == 0 || errno != EBUSY) return 0;
  name_driver(fd, address);
  lock(fd, address, F_UNLCK);
  return -EBUSY;
}

void linux_i2c_release(int fd, uint8_t address) { lock(fd, address, F_UNLCK); }

const char *linux_i2c_holder(void) { return holder.text; }

const char *linux_i2c_holder_advice(void) { return holder.advice; }
