/* The terminal of the samples colors and board: its size, its keys and its mouse, and the time. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>
#include <stdint.h>

enum input_kind {
  INPUT_NONE,   /* time has passed, or the size has changed */
  INPUT_KEY,    /* `key` */
  INPUT_DOWN,   /* the left button of the mouse goes down at column, line */
  INPUT_MOVE,   /* the mouse moves there */
  INPUT_UP,     /* the button goes up there */
  INPUT_HARDER, /* the wheel turns up there */
  INPUT_SOFTER, /* and down */
  INPUT_END     /* there is no more input, or a signal ends the program */
};

enum { KEY_UP = 256, KEY_DOWN, KEY_RIGHT, KEY_LEFT, KEY_ENTER, KEY_ESCAPE };

struct input {
  enum input_kind kind;
  int             key, column, line;
  bool            is_resized; /* the size has changed: columns, lines */
};

/* Reads the options, and takes the terminal until the program ends.
 *   --text   prints each new screen as lines of text; so it is where the output is no terminal
 *   --steps  time passes with the input only: 20 ms before each key or report of the mouse, and 100 ms for each "."; so it is
 *            where the input is no terminal */
void terminal_open(int count, char **words, const char *name);

/* Prints what has changed. */
void terminal_show(void);

/* Waits for input, until `until_us` at most. */
struct input terminal_next(uint64_t until_us);

/* Microseconds since terminal_open. */
uint64_t terminal_now(void);

/* Gives the terminal back. A signal that ended the input ends the program here. */
void terminal_close(void);

#endif
