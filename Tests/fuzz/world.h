/* A world for pressd in memory: linux.c is compiled into it, with what it asks of the kernel answered here. Files hold what a
 * target puts there, time stands still but for sleeping and asking, and after so many questions a signal ends the run. */
#ifndef WORLD_H
#define WORLD_H

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <linux/uinput.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "../../Sources/CPressLinux/include/CPressLinux.h"

enum { FILES = 8, OPENED = 64, FIRST_FD = 3, SAID = 1 << 21, BLOCKS = 64, SOCKET = 100, READERS = 24, RECEIVED = 1 << 16 };

/* The kind of a file. */
enum {
  PLAIN,
  ATTRIBUTES, /* a folder of sysfs: every file in it gives the next line of the decisions */
  BUS,        /* an I2C adapter: the decisions are what it answers */
  CHIP,       /* a GPIO chip */
  UINPUT
};

typedef struct world_file {
  const char    *path;
  int            kind;
  const uint8_t *bytes;
  size_t         size;
} world_file;

static struct {
  /* Set by a target. */
  const uint8_t *decisions;
  size_t         left;
  world_file     files[FILES];
  size_t         file_count;
  bool           is_terminal;
  unsigned       width;
  const char    *environment[5]; /* TERM, NO_COLOR, LC_ALL, LC_CTYPE, LANG */
  unsigned       questions;      /* after so many a signal comes */
  /* Results. */
  struct {
    const world_file *file;
    size_t            at;
  } opened[OPENED];
  uint64_t ns;
  size_t   said[3]; /* bytes in text[1] and text[2] */
  char     text[3][SAID];
  /* Programs that connect, and the bytes that they send in turns. */
  bool           has_socket;
  const uint8_t *sent;
  size_t         sent_left;
  size_t         reader_count;
  char           received[READERS][RECEIVED];
  size_t         received_count[READERS];
  bool           is_gone[READERS];
  void          *blocks[BLOCKS];
  size_t         block_count;
} world;

static uint8_t decide(void) {
  if (world.left == 0) return 0;
  world.left--;
  return *world.decisions++;
}

static int world_open(const char *path, int flags, ...) {
  const world_file *found = NULL;
  for (size_t i = 0; i < world.file_count; i++) {
    const world_file *file = &world.files[i];
    if (file->kind == ATTRIBUTES ? strncmp(path, file->path, strlen(file->path)) == 0 : strcmp(path, file->path) == 0) found = file;
  }
  if (!found && !(flags & O_CREAT)) return errno = ENOENT, -1;
  if (found && found->kind == ATTRIBUTES && decide() == '~') return errno = ENOENT, -1;
  for (int i = 0; i < OPENED; i++)
    if (!world.opened[i].file) {
      static const world_file written = {.path = "written"};
      world.opened[i].file = found ? found : &written;
      world.opened[i].at = 0;
      return FIRST_FD + i;
    }
  return errno = EMFILE, -1;
}

static int world_close(int fd) {
  if (fd < FIRST_FD || fd >= SOCKET - 1) return 0;
  if (fd >= FIRST_FD + OPENED || !world.opened[fd - FIRST_FD].file) return errno = EBADF, -1;
  world.opened[fd - FIRST_FD].file = NULL;
  return 0;
}

/* A line of what a driver says, '!' for an error. */
static ssize_t world_attribute(char *bytes, size_t count) {
  size_t n = 0;
  while (n < count && world.left) {
    char byte = (char)decide();
    if (n == 0 && byte == '!') return errno = EIO, -1;
    bytes[n++] = byte;
    if (byte == '\n') break;
  }
  return (ssize_t)n;
}

static ssize_t world_read(int fd, void *bytes, size_t count) {
  if (fd < FIRST_FD || fd >= FIRST_FD + OPENED || !world.opened[fd - FIRST_FD].file) return errno = EBADF, -1;
  const world_file *file = world.opened[fd - FIRST_FD].file;
  size_t           *at = &world.opened[fd - FIRST_FD].at;
  if (file->kind == ATTRIBUTES) return world_attribute(bytes, count);
  if (file->kind == CHIP) return decide() & 1 ? (ssize_t)sizeof(struct gpio_v2_line_event) : (errno = EAGAIN, -1);
  if (count > file->size - *at) count = file->size - *at;
  if (count > 1000) count /= 2; /* a file may give less than it is asked for */
  if (count > 0) memcpy(bytes, file->bytes + *at, count);
  *at += count;
  return (ssize_t)count;
}

static ssize_t world_write(int fd, const void *bytes, size_t count) {
  if (count > 100) count /= 2;
  if (fd != 1 && fd != 2) return (ssize_t)count;
  size_t room = SAID - 1 - world.said[fd];
  size_t kept = count < room ? count : room;
  memcpy(world.text[fd] + world.said[fd], bytes, kept);
  world.said[fd] += kept;
  return (ssize_t)count;
}

static int world_ioctl(int fd, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  static const int errors[] = {ENXIO, EREMOTEIO, ENODEV, ETIMEDOUT, EIO, EAGAIN, EBUSY, EACCES, ESHUTDOWN};
  if (request == TIOCGWINSZ) {
    struct winsize size = {.ws_col = (unsigned short)world.width};
    return world.width ? (*(struct winsize *)argument = size, 0) : (errno = ENOTTY, -1);
  }
  const world_file *file = fd >= FIRST_FD && fd < FIRST_FD + OPENED ? world.opened[fd - FIRST_FD].file : NULL;
  if (!file || file->kind == PLAIN || file->kind == ATTRIBUTES) return errno = ENOTTY, -1;
  uint8_t answer = decide();
  if (answer >= 0xF0) return errno = errors[answer % (sizeof errors / sizeof *errors)], -1;
  if (request == I2C_FUNCS) *(unsigned long *)argument = I2C_FUNC_I2C;
  if (request == UI_GET_VERSION) *(unsigned *)argument = 5;
  if (request == GPIO_V2_GET_LINE_IOCTL) {
    ((struct gpio_v2_line_request *)argument)->fd = world_open(file->path, O_RDWR);
    return ((struct gpio_v2_line_request *)argument)->fd < 0 ? -1 : 0;
  }
  if (request != I2C_RDWR) return 0;
  struct i2c_rdwr_ioctl_data *data = argument;
  static uint8_t              kept[2]; /* what was written to a register is read again, mostly */
  for (unsigned i = 0; i < data->nmsgs; i++)
    for (unsigned j = 0; j < data->msgs[i].len; j++)
      if (!(data->msgs[i].flags & I2C_M_RD)) {
        if (j > 0 && j < 3) kept[j - 1] = data->msgs[i].buf[j];
      } else {
        data->msgs[i].buf[j] = answer < 0x60 && j < 2 ? (uint8_t)(kept[j] | (j == 0 ? 0x80 : 0)) : decide();
      }
  return answer == 0xEF ? 1 : (int)data->nmsgs;
}

static int world_clock_gettime(clockid_t clock, struct timespec *now) {
  (void)clock;
  world.ns += 1000;
  now->tv_sec = (time_t)(world.ns / 1000000000u);
  now->tv_nsec = (long)(world.ns % 1000000000u);
  return 0;
}

static int world_nanosleep(clockid_t clock, int flags, const struct timespec *until, struct timespec *rest) {
  (void)clock, (void)flags, (void)rest;
  uint64_t ns = (uint64_t)until->tv_sec * 1000000000u + (uint64_t)until->tv_nsec;
  if (ns > world.ns) world.ns = ns;
  return 0;
}

static int world_ppoll(struct pollfd *polls, nfds_t count, const struct timespec *timeout, const sigset_t *signals) {
  (void)signals;
  bool comes = decide() & 1;
  for (nfds_t i = 0; i < count; i++) polls[i].revents = comes ? POLLIN : 0;
  world.ns += ((uint64_t)timeout->tv_sec * 1000000000u + (uint64_t)timeout->tv_nsec) / (comes ? 2 : 1);
  return comes ? (int)count : 0;
}

static int world_poll(struct pollfd *polls, nfds_t count) {
  for (nfds_t i = 0; i < count; i++) polls[i].revents = polls[i].events;
  return (int)count;
}

static int world_fcntl(int fd, int command, ...) { return (void)command, fd < 0 ? -1 : 0; }

static char *world_getenv(const char *name) {
  static const char *const names[] = {"TERM", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0) return (char *)world.environment[i];
  return NULL;
}

/* The system calls of linux.c. */
#define open(...) world_open(__VA_ARGS__)
#define close(fd) world_close(fd)
#define read(fd, bytes, count) world_read(fd, bytes, count)
#define pread(fd, bytes, count, at) world_read(fd, bytes, count)
#define write(fd, bytes, count) world_write(fd, bytes, count)
#define ioctl(...) world_ioctl(__VA_ARGS__, NULL)
#define fcntl(...) world_fcntl(__VA_ARGS__)
#define poll(polls, count, ms) world_poll(polls, count)
#define ppoll(polls, count, timeout, signals) world_ppoll(polls, count, timeout, signals)
#define isatty(fd) ((fd) >= 0 && world.is_terminal)
#define getenv(name) world_getenv(name)
#define clock_gettime(clock, now) world_clock_gettime(clock, now)
#define clock_nanosleep(clock, flags, until, rest) world_nanosleep(clock, flags, until, rest)
#define sigaction(number, action, old) ((void)(action), 0)
#define prctl(...) 0
#define sched_setscheduler(process, policy, parameter) ((void)(policy), (void)(parameter), 0)
#define mlockall(flags) 0
#define linux_signal linux_signal_of_linux
#define linux_static_memory linux_static_memory_of_linux
#define linux_with_stack linux_with_stack_of_linux
#include "../../Sources/CPressLinux/linux.c"

/* Nobody else reads the converters of this world (claim.c). */
int         linux_i2c_claim(int fd, uint8_t address) { return (void)fd, (void)address, 0; }
void        linux_i2c_release(int fd, uint8_t address) { (void)fd, (void)address; }
const char *linux_i2c_holder(void) { return "another process"; }
const char *linux_i2c_holder_advice(void) { return ""; }
int         linux_link_name(const char *path, uint8_t *name, size_t room) { return (void)path, (void)name, (void)room, -ENOENT; }
#undef linux_signal
#undef linux_static_memory
#undef linux_with_stack
#undef open
#undef close
#undef read
#undef pread
#undef write
#undef ioctl
#undef fcntl
#undef poll
#undef ppoll
#undef stat
#undef isatty
#undef getenv
#undef clock_gettime
#undef clock_nanosleep
#undef sigaction
#undef prctl
#undef sched_setscheduler
#undef mlockall

int linux_signal(void) {
  if (world.questions == 0 && !caught) on_signal(SIGTERM);
  if (world.questions > 0) world.questions--;
  return linux_signal_of_linux();
}

/* ---- Sockets: every call may give less, nothing, or an error ---- */

int linux_listen(const char *path, unsigned mode, linux_socket *made) {
  (void)path, (void)mode;
  *made = (linux_socket){.fd = SOCKET - 1};
  return world.has_socket ? 0 : -EACCES;
}
void   linux_unlisten(const char *path, const linux_socket *made) { (void)path, (void)made; }
size_t linux_activated(void) { return 0; }
int    linux_take_activated(size_t index, bool *only_reads) { return (void)index, *only_reads = false, -EBADF; }
void   linux_keep_activated(int fd) { (void)fd; }

int linux_accept(int fd, unsigned group, linux_peer *peer) {
  (void)fd, (void)group;
  uint8_t how = decide();
  if (how >= 0xF0) return how & 1 ? -EAGAIN : -EMFILE;
  if (world.reader_count == READERS) return -EAGAIN;
  *peer = (linux_peer){.is_own = !(how & 1)};
  return SOCKET + (int)world.reader_count++;
}

long linux_send(int fd, const void *bytes, size_t count) {
  size_t  reader = (size_t)(fd - SOCKET);
  uint8_t how = decide();
  if (fd < SOCKET || reader >= world.reader_count) abort();
  if (how >= 0xF8) return -EPIPE;
  if (how >= 0xE0) return -EAGAIN;
  if (how >= 0xC0 && count > 3) count /= 3;
  size_t room = RECEIVED - 1 - world.received_count[reader];
  memcpy(world.received[reader] + world.received_count[reader], bytes, count < room ? count : room);
  world.received_count[reader] += count < room ? count : room;
  return (long)count;
}

long linux_receive(int fd, void *bytes, size_t count) {
  if (fd < SOCKET || (size_t)(fd - SOCKET) >= world.reader_count || count == 0) abort();
  if (world.is_gone[fd - SOCKET]) return 0;
  uint8_t how = decide();
  if (how >= 0xFC) return -ECONNRESET;
  if (how >= 0xE0) return -EAGAIN;
  size_t n = 0;
  while (n < count && world.sent_left) {
    ((uint8_t *)bytes)[n++] = *world.sent++;
    world.sent_left--;
    if (((uint8_t *)bytes)[n - 1] == '\n' || (how >= 0xC0 && n == 7)) break;
  }
  if (n == 0) world.is_gone[fd - SOCKET] = true;
  return (long)n;
}

int linux_watch_until_us(linux_watch *watches, size_t count, uint64_t until_us) {
  int ready = 0;
  for (size_t i = 0; i < count; i++) {
    bool is_full = watches[i].fd < SOCKET && (world.reader_count == READERS || (world.reader_count > 0 && world.left == 0));
    watches[i].has = is_full || (decide() & 7) == 7 ? 0 : watches[i].asks;
    ready += watches[i].has != 0;
  }
  if (ready == 0 && until_us * 1000 > world.ns) world.ns = until_us * 1000;
  world.ns += 1000;
  return ready;
}

/* The sanitizers know one stack. */
void linux_with_stack(size_t bytes, void (*body)(void *user), void *user) { (void)bytes, body(user); }

/* ---- What files.c asks ---- */

int linux_open_file(const char *path) { return status_of(world_open(path, O_RDONLY)); }

int linux_open_own(const char *path) { return linux_open_file(path); }

int linux_open_stream(const char *path) { return linux_open_file(path); }

bool linux_was_read(const char *path) { return (void)path, (decide() & 15) == 15; }

void linux_forget_read(void) {}

bool linux_is_same_file(const char *path, const char *other) { return strcmp(path, other) == 0; }

int linux_create(const char *path, bool waits) { return (void)waits, status_of(world_open(path, O_CREAT)); }

/* Whether a file is being replaced; the outcome is decided at the end. */
static bool is_replacing;

int linux_replace(const char *path, const void *bytes, size_t count) { return (void)path, (void)bytes, (void)count, decide() & 1 ? -EIO : 0; }

int linux_replace_begin(const char *path, const void *bytes, size_t count) {
  (void)path, (void)bytes, (void)count;
  if (decide() & 1) return -EIO;
  is_replacing = true;
  return 0;
}

int linux_replace_end(void) {
  if (!is_replacing) return -ECHILD;
  uint8_t how = decide();
  if (how & 1) return -EAGAIN;
  is_replacing = false;
  return how & 2 ? -EIO : 0;
}

uint64_t linux_wall_us(void) { return 1; }

/* A block of its own for each part, so that the address sanitizer sees its ends. */
void *linux_static_memory(size_t bytes) {
  if (world.block_count == BLOCKS) abort();
  return world.blocks[world.block_count++] = calloc(1, bytes);
}

/* A world without files. */
static void world_begin(const uint8_t *decisions, size_t count, unsigned questions) {
  world.decisions = decisions;
  world.left = count;
  world.file_count = 0;
  world.is_terminal = false;
  world.width = 0;
  memset(world.environment, 0, sizeof world.environment);
  world.questions = questions;
  world.has_socket = is_replacing = false;
  world.reader_count = 0;
  memset(world.received_count, 0, sizeof world.received_count);
  memset(world.is_gone, 0, sizeof world.is_gone);
  memset(world.opened, 0, sizeof world.opened);
  world.ns = 1000000000u;
  world.said[1] = world.said[2] = 0;
  caught = asked = 0;
}

static void world_add(const char *path, int kind, const void *bytes, size_t size) {
  if (world.file_count == FILES) abort();
  world.files[world.file_count++] = (world_file){path, kind, bytes, size};
}

static void world_end(void) {
  for (size_t i = 0; i < world.block_count; i++) free(world.blocks[i]);
  world.block_count = 0;
  world.text[1][world.said[1]] = world.text[2][world.said[2]] = 0;
}

#endif
