#define _DEFAULT_SOURCE /* the size of a terminal, and signals as they are known */
#include "terminal.h"

#include "screen.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { STEP_US = 20000, PAUSE_US = 100000, END_US = 1000000, ESCAPE_MS = 50 };

static struct termios   usual;
static bool             is_raw, is_text, has_steps, has_ended;
static enum screen_mode mode;
static uint64_t         start_us, steps_us;
static int              wake[2];  /* a pipe: signals write their number into it */
static int              ended_by; /* a signal, 0: none */

/* ---- Modes -------------------------------------------------------------------------------------------------------- */

/* The other screen, no cursor, no wrapping, every motion of the mouse, its reports in decimal numbers. */
static void take(void) {
  if (is_raw) {
    struct termios raw = usual;
    raw.c_lflag &= (tcflag_t) ~(ICANON | ECHO);
    tcsetattr(0, TCSANOW, &raw);
  }
  if (!is_text) fputs("\033[?1049h\033[?25l\033[?7l\033[?1003h\033[?1006h\033[2J", stdout);
  fflush(stdout);
}

static void give_back(void) {
  if (!is_text) fputs("\033[?1006l\033[?1003l\033[?25h\033[?7h\033[?1049l", stdout);
  fflush(stdout);
  if (is_raw) tcsetattr(0, TCSANOW, &usual);
}

static int number_of(const char *text, int otherwise) {
  int value = text ? atoi(text) : 0;
  return value > 0 && value <= 1000 ? value : otherwise;
}

static void find_size(void) {
  struct winsize size = {0};
  if (is_text)
    screen_resize(number_of(getenv("COLUMNS"), 80), number_of(getenv("LINES"), 24));
  else if (ioctl(1, TIOCGWINSZ, &size) < 0 || size.ws_col == 0 || size.ws_row == 0)
    screen_resize(80, 24);
  else
    screen_resize(size.ws_col, size.ws_row);
}

/* By its name: what has no colours is an old one, or says so. */
static bool has_colors(const char *terminal) {
  const char *refused = getenv("NO_COLOR");
  return !(refused && *refused) && strncmp(terminal, "vt", 2) != 0 && !strstr(terminal, "-m");
}

static void on_signal(int number) {
  char byte = (char)number;
  if (write(wake[1], &byte, 1) < 0) return; /* the pipe is full: the program is to wake up anyway */
}

static uint64_t clock_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

void terminal_open(int count, char **words, const char *name) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH};
  const char      *terminal = getenv("TERM");
  is_text = !isatty(1) || !terminal || !*terminal || strcmp(terminal, "dumb") == 0;
  has_steps = !isatty(0);
  for (int i = 1; i < count; i++) {
    if (strcmp(words[i], "--text") == 0)
      is_text = true;
    else if (strcmp(words[i], "--steps") == 0)
      has_steps = true;
    else
      fprintf(stderr, "usage: %s [--text] [--steps]\n", name), exit(2);
  }
  mode = is_text ? SCREEN_TEXT : has_colors(terminal) ? SCREEN_COLORS : SCREEN_PLAIN;
  if (pipe(wake) < 0) perror(name), exit(1);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) signal(numbers[i], on_signal);
  is_raw = tcgetattr(0, &usual) == 0;
  start_us = clock_us();
  take();
  find_size();
}

void terminal_close(void) {
  give_back();
  if (!ended_by) return;
  signal(ended_by, SIG_DFL);
  raise(ended_by);
}

void terminal_show(void) { screen_show(mode, terminal_now()); }

/* ---- Time --------------------------------------------------------------------------------------------------------- */

uint64_t terminal_now(void) { return has_steps ? steps_us : clock_us() - start_us; }

/* Of steps. A file that is played on a terminal is played as fast as a person would. */
static void pass(uint64_t us) {
  struct timespec time = {.tv_sec = (time_t)(us / 1000000), .tv_nsec = (long)(us % 1000000 * 1000)};
  steps_us += us;
  if (!is_text && !isatty(0)) nanosleep(&time, NULL);
}

/* ---- Input -------------------------------------------------------------------------------------------------------- */

static char   sequence[32]; /* what follows an escape */
static size_t length;       /* of it, with the escape; 0: none */
static char   held;         /* a byte that comes behind an escape, and is no part of it; 0: none */

/* "[<0;12;7M" and the like: buttons and flags, column, line; "m" where a button goes up. */
static struct input mouse(char last) {
  int          buttons, column, line;
  struct input input = {.kind = INPUT_NONE};
  if (sscanf(sequence, "[<%d;%d;%d", &buttons, &column, &line) != 3) return input;
  input.column = column - 1;
  input.line = line - 1;
  if (buttons & 64)
    input.kind = (buttons & 3) == 0 ? INPUT_HARDER : (buttons & 3) == 1 ? INPUT_SOFTER : INPUT_NONE;
  else if (buttons & 32)
    input.kind = INPUT_MOVE;
  else if ((buttons & 3) == 0)
    input.kind = last == 'M' ? INPUT_DOWN : INPUT_UP;
  return input;
}

static struct input key(int key) { return (struct input){.kind = INPUT_KEY, .key = key}; }

/* Takes one byte. Returns whether `input` was written: some bytes are a part of something only. */
static bool decode(char byte, struct input *input) {
  if (byte == '\033') {
    bool was_alone = length == 1;
    length = 1;
    *input = key(KEY_ESCAPE);
    return was_alone;
  }
  if (length == 0) {
    *input = key(byte == '\r' || byte == '\n' ? KEY_ENTER : byte == 127 ? KEY_ESCAPE : byte);
    return true;
  }
  if (length == 1 && byte != '[' && byte != 'O') { /* it was the key, and this is another one */
    length = 0;
    held = byte;
    *input = key(KEY_ESCAPE);
    return true;
  }
  sequence[length - 1] = byte;
  sequence[length] = 0;
  bool is_last = length > 1 && byte >= '@' && byte <= '~', is_full = length + 1 == sizeof sequence;
  length = is_last || is_full ? 0 : length + 1;
  if (!is_last) return false;
  if (sequence[1] == '<')
    *input = mouse(byte);
  else if (byte >= 'A' && byte <= 'D')
    *input = key(KEY_UP + byte - 'A');
  else
    return false;
  return true;
}

/* What a signal asks for. Returns false where it ends the program. */
static bool obey(int number) {
  if (number == SIGTSTP) {
    give_back();
    raise(SIGSTOP);
    take();
  }
  if (number == SIGTSTP || number == SIGWINCH)
    find_size();
  else
    ended_by = number;
  return !ended_by;
}

static int timeout(uint64_t until_us) {
  uint64_t now = terminal_now();
  if (length == 1 && !has_steps) return ESCAPE_MS;
  if (has_steps || until_us == UINT64_MAX) return -1;
  if (until_us <= now) return 0;
  return until_us - now > 60000000 ? 60000 : (int)((until_us - now + 999) / 1000);
}

static struct input end(void) {
  if (has_steps && !has_ended) pass(END_US); /* what waits for time, such as a tap */
  has_ended = true;
  return (struct input){.kind = INPUT_END};
}

struct input terminal_next(uint64_t until_us) {
  struct input  input = {.kind = INPUT_NONE};
  struct pollfd files[] = {{.fd = 0, .events = POLLIN}, {.fd = wake[0], .events = POLLIN}};
  char          byte;
  for (;;) {
    int ready = held ? 1 : poll(files, 2, timeout(until_us));
    if (ready < 0) continue; /* a signal: it is in the pipe */
    if (!held && files[1].revents && read(wake[0], &byte, 1) == 1) {
      input.is_resized = true;
      return obey(byte) ? input : end();
    }
    if (ready == 0 && length == 1) {
      length = 0;
      return key(KEY_ESCAPE);
    }
    if (ready == 0) return input;
    byte = held;
    held = 0;
    if (!byte && read(0, &byte, 1) != 1) return end();
    if (!decode(byte, &input)) continue;
    if (has_steps) pass(input.kind == INPUT_KEY && input.key == '.' ? PAUSE_US : STEP_US);
    return input;
  }
}
