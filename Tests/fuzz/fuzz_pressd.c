/* pressd as a whole, from its command line to its last event, on what LLVM's fuzzer makes of each of its inputs. The target is
 * what the program is called, fuzz_NAME: see `targets`. run-libfuzzer.sh builds it.
 *
 * What holds after every run:
 * - the exit code is one that the manual has; where it is not 0, stderr says why;
 * - nothing that somebody else wrote brings a control character to stderr;
 * - every line of the log is one JSON object in ASCII, and every contact that began has one end. */
#include "world.h"

int pressd_main(int count, char **words); /* main, renamed */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define QUESTIONS 4000

/* Codes of a finger that taps and presses, for any number of sensors. */
static char   frames[1 << 16];
static size_t frames_size;

static void make_frames(void) {
  static const int codes[] = {0, 0, 0, 4000, 12000, 16000, 4000, 0, 0, 9000, 15000, 18000, 20000, 22000, 23000, 12000, 0, 0};
  for (size_t i = 0; i < 5 * sizeof codes / sizeof *codes; i++) {
    for (int channel = 0; channel < 8; channel++)
      frames_size += (size_t)sprintf(frames + frames_size, "%d%c", codes[i / 5], channel < 7 ? ',' : '\n');
  }
}

static const char plate[] =
  "[sensor]\npreload_force = 0.5\nx = 0\ny = 0\n[sensor2]\nx = 100\ny = 0\n[sensor3]\nx = 0\ny = 100\n[sensor4]\nx = 100\ny = 100\n";

/* Everything that there is. */
static const char everything[] = "[sensor]\n[engine]\ntell_moved = yes\n[gestures]\n[peeks]\n[peek]\ntarget = 1\n[action]\n[transition]\ntarget = 1\n"
                                 "[target]\nwidth = 100\nheight = 100\ntraits = tap hold peek\n";

/* ---- Running ---- */

enum { WORDS = 40 };
static char *words[WORDS + 1];
static int   word_count;

static void word(const char *text) {
  if (word_count < WORDS) words[word_count++] = (char *)text;
}

static void must(bool holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "%s\n---- stderr of pressd:\n%s---- stdout of pressd:\n%.2000s\n", what, world.text[2], world.text[1]);
  abort();
}

static size_t occurrences(const char *text, const char *part) {
  size_t count = 0;
  for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part)) count++;
  return count;
}

static void check_log(void) {
  const char *text = world.text[1];
  for (const char *line = text; *line;) {
    size_t length = strcspn(line, "\n");
    must(line[length] == '\n' && length > 2 && line[0] == '{' && line[length - 1] == '}', "a line that is no object");
    for (size_t i = 0; i < length; i++) must(line[i] >= ' ' && line[i] <= '~', "a byte in the log that is not ASCII");
    line += length + 1;
  }
  must(occurrences(text, "\"contact_began\"") == occurrences(text, "\"contact_ended\"") + occurrences(text, "\"contact_cancelled\""),
    "contacts that began and ended are not as many");
}

/* Whether the output has a failed check, as text or as JSON. */
static bool is_finding(const char *out) { return strstr(out, "fail ") || strstr(out, "\"result\":\"fail\""); }

/* is_log: whether stdout is the log alone. */
static void run(bool is_log) {
  static const int codes[] = {0, 64, 65, 66, 69, 73, 74, 75, 77, 78, 128 + SIGHUP, 128 + SIGINT, 128 + SIGTERM};
  words[word_count] = NULL;
  int code = pressd_main(word_count, words);
  world_end();
  bool is_known = false;
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) is_known |= code == codes[i];
  must(is_known, "an exit code that the manual does not have");
  must(code == 0 || strstr(world.text[2], "pressd: ") || (!is_log && is_finding(world.text[1])), "a failure without a word");
  if (!is_log) return;
  must(strlen(world.text[2]) == world.said[2], "a 0 on stderr");
  for (const char *at = world.text[2]; *at; at++) must((unsigned char)*at >= ' ' || *at == '\n', "a control character on stderr");
  if (world.said[1] < SAID - 1) check_log();
}

static void begin(const uint8_t *decisions, size_t count) {
  world_begin(decisions, count, QUESTIONS);
  word_count = 0;
  word("pressd");
}

static void play_frames(void) {
  world_add("/frames", PLAIN, frames, frames_size);
  word("--source=trace:/frames");
  word("--rate=200");
  word("--fast");
}

/* ---- Targets ---- */

static void config(const uint8_t *data, size_t size) {
  begin(NULL, 0);
  world_add("/config", PLAIN, data, size);
  word("--config=/config");
  play_frames();
  run(true);
}

static void calibration(const uint8_t *data, size_t size) {
  static const char before[] = "[sensor]\ncalibration = /calibration\n";
  static const char after[] = "[sensor]\npreload_force = 0.5\ncurve = power 250 1 0.75\nzero = 1\ncalibration = /calibration\n[sensor2]\n";
  uint8_t           bytes[256] = {0};
  if (size < 1 || size > sizeof bytes) return;
  uint8_t how = data[0];
  memcpy(bytes, data + 1, --size);
  if (how & 1 && size >= 8) { /* whole, whatever it says: "PRCL" and the CRC-32 */
    memcpy(bytes, "PRCL", 4);
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size - 4; i++) {
      crc ^= bytes[i];
      for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    crc = ~crc;
    for (int i = 0; i < 4; i++) bytes[size - 4 + (size_t)i] = (uint8_t)(crc >> 8 * i);
  }
  begin(NULL, 0);
  world_add("/calibration", PLAIN, bytes, size);
  world_add("/config", PLAIN, how & 2 ? after : before, how & 2 ? sizeof after - 1 : sizeof before - 1);
  word("--config=/config");
  play_frames();
  run(true);
}

static void trace(const uint8_t *data, size_t size) {
  if (size < 1) return;
  uint8_t how = *data++;
  begin(NULL, 0);
  world_add("/trace", PLAIN, data, size - 1);
  word("--source=trace:/trace");
  word("--record=/written");
  if (how & 1) word("--fast");
  if (how & 2) word("--rate=3300");
  if (how & 4) word("--duration=0.01");
  if (how & 8) word("--stats");
  if (how & 16) {
    world_add("/config", PLAIN, plate, sizeof plate - 1);
    word("--config=/config");
  }
  run(true);
}

static void finger(const uint8_t *data, size_t size) {
  if (size < 1) return;
  uint8_t how = *data++;
  begin(NULL, 0);
  world.questions = 1000;
  world_add("/finger", PLAIN, data, size - 1);
  word("--source=finger:/finger");
  if (how & 1) word("--fast");
  if (how & 2) word("--duration=2");
  if (how & 4) {
    world_add("/config", PLAIN, plate, sizeof plate - 1);
    word("--config=/config");
  }
  run(true);
}

/* A word a line. */
static void command_line(const uint8_t *data, size_t size) {
  static const char keys[] = "0 0\n100ms 3 # newtons\n1s 0\n";
  static char       text[4096];
  if (size >= sizeof text) return;
  memcpy(text, data, size);
  text[size] = 0;
  begin(data, size);
  world.questions = 1000;
  world_add("c", PLAIN, everything, sizeof everything - 1);
  world_add("t", PLAIN, frames, frames_size);
  world_add("f", PLAIN, keys, sizeof keys - 1);
  world_add("/dev/i2c-1", BUS, NULL, 0);
  world_add("/dev/gpiochip0", CHIP, NULL, 0);
  world_add("/dev/uinput", UINPUT, NULL, 0);
  world_add("/sys/bus/iio/devices", ATTRIBUTES, NULL, 0);
  bool is_log = true;
  for (char *next = text; next && *next;) {
    char *line = next;
    next = strchr(line, '\n');
    if (next) *next++ = 0;
    word(line);
    if (strstr(line, "draw") || strstr(line, "format") || strstr(line, "text") || strstr(line, "help") || strstr(line, "version")
        || strstr(line, "check") || strcmp(line, "-h") == 0)
      is_log = false;
  }
  run(is_log);
}

/* One of the scripts, with any seed, rate and duration, and a config. */
static void script(const uint8_t *data, size_t size) {
  static const char *const scripts[] = {"press", "taps", "hold", "ramp", "peek", "check", "drag", "scroll", "actions", "average", "firm", "light",
    "slipping", "resting", "double_tapping", "flaky", "unplug", "absent", "hang", "storm"};
  static char              source[32], seed[32], rate[32], duration[32];
  if (size < 6) return;
  sprintf(source, "--source=sim:%s", scripts[data[0] % (sizeof scripts / sizeof *scripts)]);
  sprintf(seed, "--seed=%d", data[1] << 8 | data[2]);
  sprintf(rate, "--rate=%d", 1 + (data[3] << 8 | data[4]) % 3300);
  sprintf(duration, "--duration=%d.%d", data[5] / 10, data[5] % 10 + 1);
  begin(NULL, 0);
  world.questions = 2000;
  world_add("/config", PLAIN, data + 6, size - 6);
  word(source);
  word(seed);
  if (data[3] | data[4]) word(rate);
  if (data[5]) word(duration);
  word("--config=/config");
  word("--fast");
  run(true);
}

/* Events and forces at any times, on a terminal of any width: width, how, then of each frame a time and a code. */
static void drawing(const uint8_t *data, size_t size) {
  static const uint64_t steps[] = {1, 1000, 5000, 5000, 20000, 100000, 300000, 1000000, 60000000, 3600000000u, 1ull << 40, 1ull << 55};
  static char           text[1 << 16];
  if (size < 3) return;
  uint8_t  how = data[2];
  size_t   length = (size_t)sprintf(text, "# libpress trace 1 sensors=1 full_scale=26400\n");
  uint64_t us = how & 1 ? INT64_MAX / 2 : 0;
  for (size_t i = 3; i + 2 < size && length + 64 < sizeof text; i += 3) {
    uint64_t step = steps[data[i] % (sizeof steps / sizeof *steps)];
    if (us > INT64_MAX - step) break;
    us += step;
    int sign = data[i] & 0x40 ? -1 : 1;
    length += (size_t)sprintf(text + length, "%llu,%d,%d,%d\n", (unsigned long long)us, data[i] < 0xE0, data[i] >= 0xE0,
      sign * ((data[i + 1] << 8 | data[i + 2]) << (data[i] >> 4 & 2)));
  }
  begin(NULL, 0);
  world.width = data[0] < 250 ? data[0] : (unsigned)data[0] << 8 | data[1];
  world.is_terminal = how & 2;
  world.environment[0] = how & 4 ? "dumb" : "xterm";
  world.environment[1] = how & 8 ? "1" : NULL;
  world.environment[4] = how & 16 ? "C" : "en_US.UTF-8";
  world_add("/trace", PLAIN, text, length);
  world_add("/config", PLAIN, everything, sizeof everything - 1);
  word("--source=trace:/trace");
  word("--config=/config");
  word("--draw");
  if (how & 32) word("--format=json");
  if (how & 64) word("--fast");
  run(false);
}

/* The texts of the files of an IIO device, a line each. */
static void iio(const uint8_t *data, size_t size) {
  static const char two[] = "[sensor]\nchannel = 1\n[sensor2]\nchannel = 3\n[iio]\nsupply_mv = 5000\n";
  if (size < 1) return;
  uint8_t how = *data++;
  begin(data, size - 1);
  world.questions = 1000;
  world_add("/sys/bus/iio/devices", ATTRIBUTES, NULL, 0);
  word(how & 1 ? "--source=iio:device0" : how & 2 ? "--source=iio:ads1015" : "--source=iio:a");
  if (how & 4) {
    world_add("/config", PLAIN, two, sizeof two - 1);
    word("--config=/config");
  }
  if (how & 8) word("--set=sensor.full_scale=1000");
  word("--duration=1");
  run(true);
}

/* The answers of a bus, of a line of a GPIO chip and of uinput. */
static void i2c(const uint8_t *data, size_t size) {
  static const char two[] =
    "[sensor]\n[sensor2]\nchannel = converter2.0\n[converter]\nready_pin = /dev/gpiochip0:17\n[converter2]\nmodel = ads1015\n";
  if (size < 1) return;
  uint8_t how = *data++;
  begin(data, size - 1);
  world.questions = 1000;
  world_add("/dev/i2c-1", BUS, NULL, 0);
  world_add("/dev/gpiochip0", CHIP, NULL, 0);
  world_add("/dev/uinput", UINPUT, NULL, 0);
  word("--source=i2c:/dev/i2c-1");
  if (how & 1) {
    world_add("/config", PLAIN, two, sizeof two - 1);
    word("--config=/config");
  }
  if (how & 2) word("--set=converter.mode=continuous");
  if (how & 4) word("--set=converter.mode=single poll");
  if (how & 8) {
    word("--uinput");
    word("--set=uinput.kind=raw");
  }
  if (how & 16) word("--set=uinput.commit_key=key_enter");
  word("--duration=1");
  run(true);
}

/* Programs at the socket: the lines that they send, and when they connect, stall and disconnect. */
static void socket_of(const uint8_t *data, size_t size) {
  static const char drags[] = "[drag]\n[target2]\nx = 50\nwidth = 50\nheight = 100\ntraits = drag_source drop\n[listen]\nsave = /saved\n";
  static const char saved[] = "# Written by pressd.\nengine.touch_force = 0.5\npad.hold_us = 2s\n";
  static char       config[sizeof everything + sizeof drags];
  if (size < 2) return;
  uint8_t how = data[0];
  size_t  decisions = data[1] < size - 2 ? data[1] : size - 2;
  begin(data + 2, decisions);
  world.questions = 4000;
  world.has_socket = true;
  world.sent = data + 2 + decisions;
  world.sent_left = size - 2 - decisions;
  size_t length = (size_t)sprintf(config, "%s%s", everything, drags);
  world_add("/config", PLAIN, config, length);
  if (how & 1) world_add("/saved", PLAIN, saved, sizeof saved - 1);
  word("--config=/config");
  word("--listen=unix:/socket");
  word(how & 2 ? "--source=sim:taps" : "--source=sim:hold");
  word("--duration=1");
  if (how & 4) word("--fast");
  if (how & 8) word("--set=listen.commands=own");
  run(true);
  for (size_t i = 0; i < world.reader_count; i++) {
    const char *text = world.received[i];
    size_t      count = world.received_count[i], begun = 0;
    for (size_t n = 0; n < count; n++) {
      must(text[n] == '\n' || (text[n] >= ' ' && text[n] <= '~'), "a byte for a program that is not ASCII");
      if (text[n] != '\n') continue;
      must(text[begun] == '{' && n > begun + 1 && text[n - 1] == '}', "a line for a program that is no object");
      begun = n + 1;
    }
    must(count < 9 || strncmp(text, "{\"hello\":", 9) == 0 || strncmp(text, "{\"closed\"", 9) == 0, "a first line that is no greeting");
  }
}

static const struct {
  const char *name;
  void (*test)(const uint8_t *, size_t);
} targets[] = {
  {"config", config},
  {"calibration", calibration},
  {"trace", trace},
  {"finger", finger},
  {"command_line", command_line},
  {"script", script},
  {"drawing", drawing},
  {"iio", iio},
  {"i2c", i2c},
  {"socket", socket_of},
};
static void (*test)(const uint8_t *, size_t);

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  make_frames();
  const char *called = strrchr((*argv)[0], '/');
  for (size_t i = 0; called && i < sizeof targets / sizeof *targets; i++)
    if (strcmp(called + strlen("/fuzz_"), targets[i].name) == 0) test = targets[i].test;
  if (!test) {
    fprintf(stderr, "%s: no such target\n", (*argv)[0]);
    exit(2);
  }
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  test(data, size);
  return 0;
}
