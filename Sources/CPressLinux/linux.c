#define _GNU_SOURCE
#include "CPressLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <linux/uinput.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

/* As in press/base.h, which this file does without. */
enum { BUS_IO = -5, BUS_TIMEDOUT = -110, BUS_NACK = -121 };

static volatile sig_atomic_t caught, asked, reload_asked;

static int status_of(long result) { return result < 0 ? -errno : (int)result; }

void linux_keep_standard_files(void) {
  /* What is opened so cannot be written, or read: an error, as where it is closed. */
  static const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};
  for (int fd = 0; fd < 3; fd++)
    if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", modes[fd]) < 0) _exit(74);
}

long linux_read(int fd, void *bytes, size_t count) {
  for (;;) {
    long got = read(fd, bytes, count);
    if (got >= 0 || errno != EINTR) return got < 0 ? -errno : got;
    if (caught) return -EINTR;
  }
}

static int write_all(int fd, const void *bytes, size_t count, bool waits) {
  const char *from = bytes;
  while (count > 0) {
    size_t part = count;
    if (caught) { /* a reader who does not read must not keep the program from ending; a ready pipe takes 4096 */
      struct pollfd ready = {.fd = fd, .events = POLLOUT};
      if (poll(&ready, 1, 1000) != 1) return -EPIPE;
      if (part > 4096) part = 4096;
    }
    long done = write(fd, from, part);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0 && errno == EAGAIN && waits && !caught) { /* somebody made it non-blocking: its reader is slow */
      struct pollfd ready = {.fd = fd, .events = POLLOUT};
      poll(&ready, 1, -1);
      continue;
    }
    if (done < 0) return -errno;
    from += done;
    count -= (size_t)done;
  }
  return 0;
}

int linux_write(int fd, const void *bytes, size_t count) { return write_all(fd, bytes, count, true); }
int linux_write_now(int fd, const void *bytes, size_t count) { return write_all(fd, bytes, count, false); }

int linux_close(int fd) { return status_of(close(fd)); }

long linux_read_again(int fd, void *bytes, size_t count) {
  for (;;) {
    long got = pread(fd, bytes, count, 0);
    if (got >= 0 || errno != EINTR) return got < 0 ? -errno : got;
    if (caught) return -EINTR;
  }
}

int linux_i2c_open(const char *path, unsigned timeout_ms) {
  int fd = status_of(open(path, O_RDWR | O_CLOEXEC));
  if (fd < 0) return fd;
  unsigned long functions = 0;
  int           status = status_of(ioctl(fd, I2C_FUNCS, &functions));
  if (status == 0 && !(functions & I2C_FUNC_I2C)) status = -EOPNOTSUPP;
  if (status == 0) {
    ioctl(fd, I2C_TIMEOUT, (unsigned long)(timeout_ms + 9) / 10); /* an adapter that cannot keeps its own */
    return fd;
  }
  close(fd);
  return status;
}

int linux_i2c_transfer(int fd, uint8_t address, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count) {
  struct i2c_msg             messages[2];
  struct i2c_rdwr_ioctl_data data = {messages, 0};
  if (out_count > 0xFFFF || in_count > 0xFFFF) return BUS_IO;
  if (out_count > 0) messages[data.nmsgs++] = (struct i2c_msg){address, 0, (uint16_t)out_count, (uint8_t *)out};
  if (in_count > 0) messages[data.nmsgs++] = (struct i2c_msg){address, I2C_M_RD, (uint16_t)in_count, in};
  if (data.nmsgs == 0) return 0;
  int done = ioctl(fd, I2C_RDWR, &data);
  if (done == (int)data.nmsgs) return 0;
  if (done >= 0) return BUS_IO; /* short */
  switch (errno) {
    case ENXIO: /* which adapters say ENXIO and which EREMOTEIO is not agreed upon */
    case EREMOTEIO: return BUS_NACK;
    case ENODEV:
    case ESHUTDOWN: return -ENODEV;
    case ETIMEDOUT: return BUS_TIMEDOUT;
    default: return BUS_IO;
  }
}

/* ---- GPIO ---- */

int linux_gpio_open(const char *path, unsigned line) {
  int chip = status_of(open(path, O_RDWR | O_CLOEXEC));
  if (chip < 0) return chip;
  struct gpio_v2_line_request request;
  memset(&request, 0, sizeof request);
  request.offsets[0] = line;
  request.num_lines = 1;
  request.config.flags = GPIO_V2_LINE_FLAG_INPUT | GPIO_V2_LINE_FLAG_EDGE_FALLING | GPIO_V2_LINE_FLAG_BIAS_PULL_UP;
  strcpy(request.consumer, "pressd");
  int status = status_of(ioctl(chip, GPIO_V2_GET_LINE_IOCTL, &request));
  close(chip);
  if (status < 0) return status;
  int flags = fcntl(request.fd, F_GETFL);
  fcntl(request.fd, F_SETFL, flags | O_NONBLOCK);
  fcntl(request.fd, F_SETFD, FD_CLOEXEC);
  return request.fd;
}

/* Whether edges had come; they are forgotten. */
static bool take_edges(int line) {
  struct gpio_v2_line_event events[16]; /* as many as the kernel keeps for one line */
  return read(line, events, sizeof events) > 0;
}

bool linux_gpio_wait_us(const int *lines, size_t count, uint64_t until_us) {
  struct pollfd polls[4];
  nfds_t        n = 0;
  for (size_t i = 0; i < count && i < 4; i++)
    if (lines[i] >= 0) polls[n++] = (struct pollfd){.fd = lines[i], .events = POLLIN};
  uint64_t now = linux_now_us();
  if (caught || now >= until_us) return false;
  uint64_t        left = until_us - now;
  struct timespec timeout = {(time_t)(left / 1000000u), (long)(left % 1000000u) * 1000};
  if (ppoll(polls, n, &timeout, NULL) <= 0) return false;
  bool came = false;
  for (nfds_t i = 0; i < n; i++)
    if (polls[i].revents & POLLIN && take_edges(polls[i].fd)) came = true;
  if (!came) linux_sleep_until_us(until_us); /* a line that is gone would end every poll at once */
  return came;
}

void linux_gpio_forget(const int *lines, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (lines[i] >= 0) take_edges(lines[i]);
}

/* ---- uinput ---- */

_Static_assert(LINUX_ABS_X == ABS_X && LINUX_ABS_Y == ABS_Y && LINUX_ABS_PRESSURE == ABS_PRESSURE, "axes");
_Static_assert(LINUX_BTN_TOUCH == BTN_TOUCH && LINUX_BTN_TOOL_FINGER == BTN_TOOL_FINGER, "keys");
_Static_assert(LINUX_EV_SYN == EV_SYN && LINUX_EV_KEY == EV_KEY && LINUX_EV_ABS == EV_ABS, "types");

int linux_uinput_open(const char *path) {
  int fd = status_of(open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC));
  if (fd < 0) return fd;
  unsigned version = 0;
  int      status = status_of(ioctl(fd, UI_GET_VERSION, &version));
  if (status >= 0 && version < 5) status = -EOPNOTSUPP; /* UI_DEV_SETUP: Linux 4.5 */
  if (status >= 0) return fd;
  close(fd);
  return status;
}

int linux_uinput_allow_key(int fd, uint16_t code) {
  if (ioctl(fd, UI_SET_EVBIT, EV_KEY) < 0) return -errno;
  return status_of(ioctl(fd, UI_SET_KEYBIT, (int)code));
}

int linux_uinput_allow_axis(int fd, uint16_t code, int32_t least, int32_t most, int32_t units_per) {
  struct uinput_abs_setup axis;
  memset(&axis, 0, sizeof axis);
  axis.code = code;
  axis.absinfo.minimum = least;
  axis.absinfo.maximum = most;
  axis.absinfo.resolution = units_per;
  if (ioctl(fd, UI_SET_EVBIT, EV_ABS) < 0) return -errno;
  if (ioctl(fd, UI_SET_ABSBIT, (int)code) < 0) return -errno;
  return status_of(ioctl(fd, UI_ABS_SETUP, &axis));
}

int linux_uinput_create(int fd, const char *name, LINUX_SHAPE shape) {
  struct uinput_setup setup;
  memset(&setup, 0, sizeof setup);
  setup.id.bustype = BUS_VIRTUAL;
  strncpy(setup.name, name, sizeof setup.name - 1);
  if (shape != LINUX_SHAPE_NONE && ioctl(fd, UI_SET_PROPBIT, shape == LINUX_SHAPE_SCREEN ? INPUT_PROP_DIRECT : INPUT_PROP_POINTER) < 0) return -errno;
  if (ioctl(fd, UI_DEV_SETUP, &setup) < 0) return -errno;
  return status_of(ioctl(fd, UI_DEV_CREATE));
}

int linux_uinput_write(int fd, const linux_input *inputs, size_t count) {
  struct input_event events[64];
  if (count > 64) return -EINVAL;
  memset(events, 0, sizeof events[0] * count);
  for (size_t i = 0; i < count; i++) {
    events[i].type = inputs[i].type;
    events[i].code = inputs[i].code;
    events[i].value = inputs[i].value;
  }
  return linux_write(fd, events, sizeof events[0] * count);
}

int linux_uinput_destroy(int fd) {
  ioctl(fd, UI_DEV_DESTROY);
  return linux_close(fd);
}

/* ---- Force feedback ---- */

static bool has_bit(const unsigned char *bits, unsigned number) { return bits[number / 8] >> number % 8 & 1; }

static int ff_bits(int fd, unsigned char bits[FF_CNT / 8 + 1]) {
  memset(bits, 0, FF_CNT / 8 + 1);
  return status_of(ioctl(fd, EVIOCGBIT(EV_FF, FF_CNT / 8 + 1), bits));
}

int linux_ff_open(const char *path) {
  unsigned char bits[FF_CNT / 8 + 1];
  int           fd = status_of(open(path, O_RDWR | O_CLOEXEC));
  if (fd < 0) return fd;
  int status = ff_bits(fd, bits);
  if (status >= 0 && !has_bit(bits, FF_RUMBLE)) status = -EOPNOTSUPP;
  if (status >= 0) return fd;
  close(fd);
  return status;
}

bool linux_ff_has_gain(int fd) {
  unsigned char bits[FF_CNT / 8 + 1];
  return ff_bits(fd, bits) >= 0 && has_bit(bits, FF_GAIN);
}

int linux_ff_upload(int fd, uint16_t length_ms, uint16_t delay_ms) {
  struct ff_effect effect;
  memset(&effect, 0, sizeof effect);
  effect.type = FF_RUMBLE;
  effect.id = -1;
  effect.replay.length = length_ms;
  effect.replay.delay = delay_ms;
  effect.u.rumble.strong_magnitude = effect.u.rumble.weak_magnitude = 0xffff;
  int status = status_of(ioctl(fd, EVIOCSFF, &effect));
  return status < 0 ? status : effect.id;
}

static int ff_write(int fd, uint16_t code, int32_t value) {
  linux_input input = {EV_FF, code, value};
  return linux_uinput_write(fd, &input, 1);
}

int linux_ff_play(int fd, int id, int count) { return ff_write(fd, (uint16_t)id, count); }
int linux_ff_gain(int fd, uint16_t gain) { return ff_write(fd, FF_GAIN, gain); }

int linux_open_write(const char *path) { return status_of(open(path, O_WRONLY | O_CLOEXEC)); }

/* ---- Time and signals ---- */

static uint64_t clock_us(clockid_t clock) {
  struct timespec now;
  if (clock_gettime(clock, &now)) return 0;
  return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

/* The clock of a broken kernel or emulator may step back: then time stands still until it is there again, since all that is made of it
 * takes for granted that it does not. */
uint64_t linux_now_us(void) {
  static uint64_t last;
  uint64_t        now = clock_us(CLOCK_MONOTONIC);
  if (now > last) last = now;
  return last;
}

uint64_t linux_slept_us(void) {
  /* In this order, or a pause between the two would look like sleep. */
  uint64_t all = clock_us(CLOCK_BOOTTIME), awake = clock_us(CLOCK_MONOTONIC);
  return all > awake ? all - awake : 0;
}

void linux_sleep_until_us(uint64_t until_us) {
  struct timespec until = {(time_t)(until_us / 1000000u), (long)(until_us % 1000000u) * 1000};
  if (!caught) clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
}

uint64_t linux_processor_us(void) {
  struct timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return (uint64_t)used.tv_sec * 1000000u + (uint64_t)used.tv_nsec / 1000u;
}

static int set_policy(int policy, int priority) {
  struct sched_param parameter;
  memset(&parameter, 0, sizeof parameter);
  parameter.sched_priority = priority;
  return status_of(sched_setscheduler(0, policy, &parameter));
}

int linux_set_priority(int priority) { return set_policy(SCHED_FIFO, priority); }

int linux_lock_memory(void) { return status_of(mlockall(MCL_CURRENT | MCL_FUTURE)); }

static void on_signal(int number) { caught = number; }
static void on_question(int number) { (void)number, asked = 1; }
static void on_reload(int number) { (void)number, reload_asked = 1; }

/* Those that are caught. */
static sigset_t signals(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGHUP);
  sigaddset(&set, SIGUSR1);
  return set;
}

static bool has_terminal(void) {
  int fd = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (fd >= 0) close(fd);
  return fd >= 0;
}

/* The defaults would end pressd without a word, SIGUSR1 too, until it knows its options. So signals wait from its first instruction on, before
 * the constructors of any library. */
static void hold_signals(void) {
  sigset_t set = signals();
  sigprocmask(SIG_BLOCK, &set, NULL);
}
__attribute__((section(".preinit_array"), used)) static void (*const hold_first)(void) = hold_signals;

void linux_let_signals_end(void) {
  sigset_t set = signals();
  sigprocmask(SIG_UNBLOCK, &set, NULL);
}

void linux_catch_signals(bool reloads) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal; /* no SA_RESTART: sleeping ends */
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  struct sigaction hangup;
  if (reloads && !has_terminal()) action.sa_handler = on_reload;
  if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, NULL); /* nohup */
  action.sa_handler = on_question;
  action.sa_flags = SA_RESTART;
  sigaction(SIGUSR1, &action, NULL);
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, NULL);
  sigaction(SIGXFSZ, &action, NULL);
  prctl(PR_SET_TIMERSLACK, 1000ul); /* nanoseconds; the default is 50 us */
  sigset_t set = signals();
  sigprocmask(SIG_UNBLOCK, &set, NULL); /* what came while it started again comes now */
}

int linux_signal(void) { return caught; }

bool linux_is_asked(void) {
  bool is_asked = asked;
  asked = 0;
  return is_asked;
}

/* ---- Reload ---- */

static pid_t child;
static bool  ends_for_reload;

bool linux_is_reload_asked(void) {
  bool is_asked = reload_asked;
  reload_asked = 0;
  return is_asked;
}

int linux_fork(void) {
  pid_t parent = getpid();
  child = fork();
  if (child < 0) return -errno;
  if (child > 0) return 1;
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  signal(SIGHUP, SIG_IGN);
  signal(SIGUSR1, SIG_IGN);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  set_policy(SCHED_OTHER, 0); /* what reads files does not hold up frames */
  if (getppid() != parent) _exit(0);
  return 0;
}

void linux_exit(int code) { _exit(code); }

int linux_child_code(void) {
  int status = 0;
  if (child <= 0) return -ECHILD;
  pid_t ended = waitpid(child, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return -EAGAIN;
  child = 0;
  if (ended < 0) return -ECHILD;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void linux_end_for_reload(void) {
  sigset_t set = signals();
  sigprocmask(SIG_BLOCK, &set, NULL); /* none may come between the two */
  if (!caught) caught = SIGHUP, ends_for_reload = true;
  sigprocmask(SIG_UNBLOCK, &set, NULL);
}

bool linux_reloads(void) { return ends_for_reload && caught == SIGHUP; }

int linux_start_again(char *const *words) {
  sigset_t set = signals();
  sigprocmask(SIG_BLOCK, &set, NULL);
  if (!linux_reloads()) return 0;
  execv("/proc/self/exe", words);
  return -errno;
}

/* ---- The service manager ---- */

/* flags: MSG_DONTWAIT, so that a manager that does not read holds nothing up; the first word may take its time. */
static int notify(const char *state, int flags) {
  const char *path = getenv("NOTIFY_SOCKET");
  if (!path) return 0;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t             length = strlen(path);
  if ((path[0] != '/' && path[0] != '@') || length >= sizeof address.sun_path) return -EINVAL;
  memcpy(address.sun_path, path, length);
  if (path[0] == '@') address.sun_path[0] = 0; /* abstract */
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
  long      done = sendto(fd, state, strlen(state), MSG_NOSIGNAL | flags, (struct sockaddr *)&address, size);
  int       status = done < 0 ? -errno : 0;
  close(fd);
  return status;
}

int linux_notify_ready(void) { return notify("READY=1", 0); }

void linux_notify_stopping(void) { notify("STOPPING=1", MSG_DONTWAIT); }

void linux_notify_reloading(void) {
  char state[64];
  snprintf(state, sizeof state, "RELOADING=1\nMONOTONIC_USEC=%llu", (unsigned long long)linux_now_us());
  notify(state, MSG_DONTWAIT);
}

/* For this process, half of what the manager waits; 0: it does not. */
static uint64_t watchdog_us(void) {
  const char *us = getenv("WATCHDOG_USEC"), *process = getenv("WATCHDOG_PID");
  if (!us || (process && strtoull(process, NULL, 10) != (unsigned long long)getpid())) return 0;
  return strtoull(us, NULL, 10) / 2;
}

void linux_notify_alive(void) {
  static bool     is_known;
  static uint64_t every_us, next_us;
  if (!is_known) every_us = watchdog_us();
  is_known = true;
  if (every_us == 0) return;
  uint64_t now = linux_now_us();
  if (now < next_us) return;
  next_us = now + every_us;
  notify("WATCHDOG=1", MSG_DONTWAIT);
}

bool linux_is_journal(int fd) {
  unsigned long long device, node;
  const char        *stream = getenv("JOURNAL_STREAM");
  struct stat        file;
  return stream && sscanf(stream, "%llu:%llu", &device, &node) == 2 && fstat(fd, &file) == 0 && file.st_dev == device && file.st_ino == node;
}

bool linux_is_terminal(int fd) { return isatty(fd) == 1; }

int linux_terminal_width(int fd) {
  struct winsize size;
  return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

const char *linux_environment(const char *name) { return getenv(name); }

const char *linux_strerror(int status) { return strerror(-status); }

/* ---- The stack ---- */

static ucontext_t outside, inside;
static void (*deep)(void *user);
static void *deep_user;

static void call_deep(void) { deep(deep_user); }

void linux_with_stack(size_t bytes, void (*body)(void *user), void *user) {
  size_t guard = 65536; /* a multiple of every page */
  char  *room = mmap(NULL, bytes + guard, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED || mprotect(room, guard, PROT_NONE) < 0 || getcontext(&inside) < 0) {
    body(user);
    return;
  }
  deep = body;
  deep_user = user;
  inside.uc_stack.ss_sp = room + guard;
  inside.uc_stack.ss_size = bytes;
  inside.uc_link = &outside;
  makecontext(&inside, call_deep, 0);
  swapcontext(&outside, &inside);
}

void *linux_static_memory(size_t bytes) {
  static uint64_t memory[9 << 14] __attribute__((aligned(64)));
  static size_t   taken;
  size_t          begin = taken, more = (bytes + 63) & ~(size_t)63;
  if (more > sizeof memory - begin) return NULL;
  taken += more;
  return (char *)memory + begin;
}
