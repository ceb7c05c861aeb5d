/* board: an I2C bus with an ADS1115 on it, or another converter, for the running kernel. It is the USB device behind the kernel's own drivers
 * i2c-tiny-usb or i2c-diolan-u2c, plugged in through vhci-hcd (USB over IP): no hardware, no network.
 *
 *   board [-p PORT] [-d] [-m MODEL] [-a ADDRESS] [-v VOLTS -r HZ] [-o SERVED] [FAULT@FROM-TO ...]
 *
 * -d: the Diolan adapter, which can report that a clock was stretched too long. MODEL: a converter of parts.h, without faults. ADDRESS 0: an empty bus. VOLTS: a line
 * per time with the voltages of AIN0 to AIN3; the last one stays. SERVED: every code that was read, and of which input.
 * Seconds count from the first conversion; FROM 0 is before it, and without TO it lasts.
 *   nack     nobody acknowledges              off      as nack, and the converter forgets its registers
 *   once     one message is not acknowledged  busy     conversions never end
 *   error    transfers fail                   stuck    the code stays as it is
 *   silent   the adapter does not answer      garbage  codes are random
 *   stretch  the adapter gives up (-d only)   wrong    another chip: whatever is read is 0x5a
 *   gone     the adapter is unplugged */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <linux/i2c.h>

/* ---- Faults --------------------------------------------------------------------------------------------------- */

static const char *const names[] = {"nack", "off", "once", "error", "silent", "stretch", "gone", "busy", "stuck", "garbage", "wrong"};
enum fault { NACK, OFF, ONCE, ERROR, SILENT, STRETCH, GONE, BUSY, STUCK, GARBAGE, WRONG, FAULTS };
static struct {
  double from, to;
  int    on;
} faults[FAULTS];
static double began; /* when the first conversion began, 0: not yet */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int is(enum fault fault) {
  double t = began > 0 ? now() - began : 0;
  return faults[fault].on && t >= faults[fault].from && t < faults[fault].to;
}

static int parse_fault(const char *text) {
  for (int i = 0; i < FAULTS; i++) {
    size_t n = strlen(names[i]);
    if (strncmp(text, names[i], n) != 0 || text[n] != '@') continue;
    char *end;
    faults[i].on = 1;
    faults[i].from = strtod(text + n + 1, &end);
    faults[i].to = *end == '-' && end[1] ? strtod(end + 1, NULL) : 1e9;
    return 1;
  }
  return 0;
}

/* ---- The converter -------------------------------------------------------------------------------------------- */

static const int reset_values[4] = {0, 0x8583, 0x8000, 0x7fff};
static int       address = 0x48, registers[4], pointer, running, latched, was_off;
static double    done, hertz = 200;
static double (*volts)[4];
static long  volts_count;
static FILE *served;

static void reset(void) {
  memcpy(registers, reset_values, sizeof registers);
  pointer = running = 0;
}

static double period(int config) {
  static const int rates[8] = {8, 16, 32, 64, 128, 250, 475, 860};
  return 1.03 / rates[config >> 5 & 7]; /* the oscillator is 3 % slow */
}

static void begin(double t) {
  if (began == 0) began = t;
  latched = registers[1];
  running = 1;
  done = t + period(latched);
}

static double voltage(int input, double t) {
  long i = (long)((t - began) * hertz);
  return volts_count ? volts[i < volts_count ? i : volts_count - 1][input] : 0;
}

#include "parts.h"

static void finish(double t) {
  static const double ranges[8] = {6.144, 4.096, 2.048, 1.024, 0.512, 0.256, 0.256, 0.256};
  static const int    against[4][2] = {{0, 1}, {0, 3}, {1, 3}, {2, 3}};
  int                 mux = latched >> 12 & 7;
  double              u = mux >= 4 ? voltage(mux - 4, t) : voltage(against[mux][0], t) - voltage(against[mux][1], t);
  double              code = u / ranges[latched >> 9 & 7] * 32768;
  if (is(STUCK)) return;
  if (is(GARBAGE)) code = rand() % 65536 - 32768;
  registers[0] = code > 32767 ? 0x7fff : code < -32768 ? 0x8000 : (int)(code < 0 ? code - 0.5 : code + 0.5) & 0xffff;
}

static void advance(void) {
  while (running && done <= now() && !is(BUSY)) {
    finish(done);
    running = 0;
    if (!(registers[1] & 0x100)) begin(done);
  }
}

static void chip_write(const uint8_t *bytes, int count) {
  if (part) {
    part->write(bytes, count);
    return;
  }
  advance();
  if (is(WRONG) || count < 1) return;
  pointer = bytes[0] & 3;
  if (count < 3 || pointer == 0) return;
  int value = bytes[1] << 8 | bytes[2];
  registers[pointer] = pointer == 1 ? value & 0x7fff : value;
  if (pointer == 1 && !running && (value & 0x8000 || !(value & 0x100))) begin(now());
}

static void chip_read(uint8_t *bytes, int count) {
  if (part) {
    part->read(bytes, count);
    return;
  }
  advance();
  int value = registers[pointer];
  if (pointer == 1) value = (value & 0x7fff) | (running ? 0 : 0x8000);
  if (is(WRONG)) value = 0x5a5a;
  for (int i = 0; i < count; i++) bytes[i] = (uint8_t)(i & 1 ? value : value >> 8);
  if (served && (pointer == 0 || is(WRONG)) && count == 2) fprintf(served, "%.6f %d %d\n", now() - began, latched >> 12 & 7, (int16_t)value);
}

/* The fault that stops a message before it reaches the converter. FAULTS: none. */
static enum fault obstacle(int to) {
  if (is(OFF))
    was_off = 1;
  else if (was_off)
    was_off = 0, reset();
  if (is(SILENT)) return SILENT;
  if (is(ERROR)) return ERROR;
  if (is(STRETCH)) return STRETCH;
  if (to != address || address == 0 || is(NACK) || is(OFF)) return NACK;
  if (is(ONCE)) return faults[ONCE].on = 0, NACK;
  return FAULTS;
}

/* ---- The adapter ---------------------------------------------------------------------------------------------- */

static const uint8_t tiny_device[18] = {18, 1, 0x10, 1, 0xff, 0, 0, 64, 0x03, 0x04, 0x31, 0xc6, 5, 2, 0, 0, 0, 1};
static const uint8_t tiny_config[18] = {9, 2, 18, 0, 1, 1, 0, 0x80, 5, 9, 4, 0, 0, 0, 0xff, 0, 0, 0};
static const uint8_t diolan_device[18] = {18, 1, 0x10, 1, 0xff, 0, 0, 64, 0xbf, 0x0a, 0x70, 0x33, 1, 0, 0, 0, 0, 1};
static const uint8_t diolan_config[32] = {
  9, 2, 32, 0, 1, 1, 0, 0x80, 50, 9, 4, 0, 0, 2, 0xff, 0, 0, 0, 7, 5, 0x02, 2, 64, 0, 0, 7, 5, 0x84, 2, 64, 0, 0};
static int is_diolan;
enum { NO_ANSWER = -1 };

static int standard_request(const uint8_t *setup, uint8_t *bytes) {
  int            value = setup[2] | setup[3] << 8;
  const uint8_t *device = is_diolan ? diolan_device : tiny_device, *config = is_diolan ? diolan_config : tiny_config;
  switch (setup[1]) {
    case 0: return memset(bytes, 0, 2), 2;
    case 6:
      if (value >> 8 == 1) return memcpy(bytes, device, 18), 18;
      if (value >> 8 == 2) return memcpy(bytes, config, config[2]), config[2];
      return -EPIPE;
    case 1:
    case 3:
    case 5:
    case 9:
    case 11: return 0;
    default: return -EPIPE;
  }
}

/* A request is a command, with the flags of an i2c_msg, an address and a length. */
static int tiny_request(const uint8_t *setup, uint8_t *bytes) {
  static uint8_t status;
  int            flags = setup[2] | setup[3] << 8, to = setup[4] | setup[5] << 8, count = setup[6] | setup[7] << 8;
  switch (setup[1]) {
    case 1: return memcpy(bytes, (uint32_t[]){I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL}, 4), 4;
    case 2: return 0;
    case 3: return bytes[0] = status, 1;
    case 4:
    case 5:
    case 6:
    case 7: break;
    default: return -EPIPE;
  }
  enum fault in_the_way = obstacle(to);
  if (in_the_way == SILENT) return NO_ANSWER;
  if (in_the_way == ERROR) return -EPIPE;
  status = in_the_way == FAULTS ? 1 : 2;
  if (in_the_way != FAULTS)
    memset(bytes, 0, (size_t)count);
  else if (flags & I2C_M_RD)
    chip_read(bytes, count);
  else
    chip_write(bytes, count);
  return count;
}

/* Commands byte by byte, each with an answer of its own that ends in a status. */
static struct {
  uint8_t bytes[8];
  int     count;
} answers[64];
static unsigned asked, answered;

static void answer(const void *bytes, int count, uint8_t status) {
  memcpy(answers[asked % 64].bytes, bytes, (size_t)count);
  answers[asked % 64].bytes[count] = status;
  answers[asked++ % 64].count = count + 1;
}

static void diolan_commands(const uint8_t *bytes, int count) {
  static uint8_t message[8], in[2];
  static int     length, is_address, is_reading, taken;
  for (int i = 0; i < count; i++) {
    enum fault in_the_way = FAULTS;
    switch (bytes[i]) {
      case 0x0a: answer("\1\0", 2, 0); break;     /* version */
      case 0x0b: answer("\1\2\3\4", 4, 0); break; /* serial */
      case 0x0c:
      case 0x0d:
      case 0x0e: /* start, stop, start again */
        if (!is_reading && length > 0) chip_write(message, length);
        length = is_reading = 0;
        is_address = bytes[i] != 0x0d;
        answer("", 0, 0);
        break;
      case 0x13: /* a byte out */
        i++;
        if (is_address)
          in_the_way = obstacle(bytes[i] >> 1), is_reading = bytes[i] & 1, taken = 0;
        else if (length < 8)
          message[length++] = bytes[i];
        is_address = 0;
        answer("", 0, in_the_way == FAULTS ? 0 : in_the_way == NACK ? 7 : in_the_way == STRETCH ? 9 : 1);
        break;
      case 0x14: /* a byte in */
        i++;
        if (taken == 0) chip_read(in, 2);
        answer(in + taken++ % 2, 1, 0);
        break;
      default: answer("", 0, 0); i = count; /* speed and the like */
    }
  }
}

/* ---- USB over IP ---------------------------------------------------------------------------------------------- */

static volatile sig_atomic_t stopped;
static void                  on_signal(int number) { stopped = number; }

static int all(int fd, void *bytes, size_t count, int is_write) {
  for (size_t i = 0; i < count;) {
    ssize_t n = is_write ? write(fd, (char *)bytes + i, count - i) : read(fd, (char *)bytes + i, count - i);
    if (n < 0 && errno == EINTR && !stopped) continue;
    if (n <= 0) return -1;
    i += (size_t)n;
  }
  return 0;
}

static int attach(int port) {
  int  pair[2], fd = open("/sys/devices/platform/vhci_hcd.0/attach", O_WRONLY);
  char line[64];
  if (fd < 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0) return -1;
  int n = snprintf(line, sizeof line, "%d %d %d 2", port, pair[1], 0x10001 + port);
  if (write(fd, line, (size_t)n) != n) return -1;
  close(fd);
  close(pair[1]);
  return pair[0];
}

static int reply(int fd, uint32_t sequence, int is_in, int result, uint32_t length, const uint8_t *bytes) {
  static uint8_t out[48 + 65536];
  uint32_t       head[12] = {htonl(3), sequence, 0, 0, 0, htonl((uint32_t)(result < 0 ? result : 0))};
  int            has_data = is_in && result > 0;
  head[6] = htonl(result < 0 ? 0 : is_in ? (uint32_t)result : length);
  memcpy(out, head, 48);
  if (has_data) memcpy(out + 48, bytes, (size_t)result);
  return all(fd, out, 48 + (has_data ? (size_t)result : 0), 1);
}

/* @return -1: the kernel hung up. */
static int serve(int fd) {
  static uint8_t  bytes[65536];
  static uint32_t waiting; /* the bulk request that is not answered yet */
  uint32_t        head[12], unlinked[12] = {htonl(4)};
  if (all(fd, head, 48, 0) < 0) return -1;
  if (ntohl(head[0]) == 2) {
    unlinked[1] = head[1];
    unlinked[5] = htonl((uint32_t)-ECONNRESET);
    if (waiting == head[5]) waiting = 0;
    return all(fd, unlinked, 48, 1);
  }
  int            is_in = ntohl(head[3]) == 1, end = (int)ntohl(head[4]), result;
  uint32_t       length = ntohl(head[6]);
  const uint8_t *setup = (const uint8_t *)&head[10];
  if (ntohl(head[0]) != 1 || length > sizeof bytes) return -1;
  if (!is_in && length > 0 && all(fd, bytes, length, 0) < 0) return -1;
  if (end == 0) {
    result = setup[0] & 0x60 ? tiny_request(setup, bytes) : standard_request(setup, bytes);
    if (result == NO_ANSWER) return 0;
  } else if (!is_in) {
    diolan_commands(bytes, (int)length);
    result = 0;
    if (waiting && answered != asked) {
      uint32_t sequence = waiting;
      waiting = 0;
      if (reply(fd, head[1], 0, 0, length, NULL) < 0) return -1;
      return reply(fd, sequence, 1, answers[answered % 64].count, 0, answers[answered % 64].bytes), answered++, 0;
    }
  } else if (answered == asked) {
    waiting = head[1];
    return 0;
  } else {
    result = answers[answered % 64].count;
    memcpy(bytes, answers[answered++ % 64].bytes, (size_t)result);
  }
  if (is_in && result > (int)length) result = (int)length;
  return reply(fd, head[1], is_in, result, length, bytes);
}

static int read_volts(const char *path) {
  FILE *file = fopen(path, "r");
  char  line[128];
  if (!file) return -1;
  volts = calloc(1 << 16, sizeof *volts);
  while (volts_count < 1 << 16 && fgets(line, sizeof line, file)) {
    double *v = volts[volts_count];
    if (sscanf(line, "%lf %lf %lf %lf", v, v + 1, v + 2, v + 3) > 0) volts_count++;
  }
  fclose(file);
  return 0;
}

int main(int count, char **words) {
  int port = 0, option;
  reset();
  while ((option = getopt(count, words, "p:dm:a:v:r:o:")) > 0) {
    if (option == 'p')
      port = atoi(optarg);
    else if (option == 'd')
      is_diolan = 1;
    else if (option == 'a')
      address = (int)strtol(optarg, NULL, 0);
    else if (option == 'r')
      hertz = atof(optarg);
    else if (option == 'm' && choose_part(optarg))
      continue;
    else if (option == 'o' ? !(served = fopen(optarg, "w")) : option == 'v' ? read_volts(optarg) < 0 : 1)
      return fprintf(stderr, "board: -%c %s: not accepted\n", option, optarg ? optarg : ""), 1;
  }
  for (int i = optind; i < count; i++)
    if (!parse_fault(words[i])) return fprintf(stderr, "board: %s: no such fault\n", words[i]), 1;
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGTERM, &action, NULL);
  signal(SIGPIPE, SIG_IGN);
  int fd = -1;
  while (!stopped) {
    if (is(GONE)) {
      if (fd >= 0) close(fd), fd = -1, reset();
      usleep(10000);
      continue;
    }
    if (fd < 0) {
      fd = attach(port);
      if (fd < 0 && faults[GONE].on) {
        usleep(10000);
        continue;
      } /* the port is not free yet */
      if (fd < 0) return perror("board: cannot plug in"), 1;
    }
    struct pollfd waiting = {fd, POLLIN, 0};
    if (poll(&waiting, 1, 10) > 0 && serve(fd) < 0) break;
  }
  if (served) fclose(served);
  return 0;
}
