/* The mouse as a finger that feels force, for the samples colors and board. */
#ifndef FINGER_H
#define FINGER_H

#include "terminal.h"

#include <press.h>

enum { COLUMN = 8, LINE = 16 }; /* the size of a cell, points */

/* The button touches with 1 N; the wheel touches with half a newton for each step, up and down again. */
struct finger {
  press_engine *engine;
  bool          is_down, has_wheel; /* has_wheel: its force is that of the wheel, and holding still does not raise it */
  int           steps, column, line;
};

/* Takes what the mouse does, and the keys + and - as a wheel at `column`, `line`; arrows move a finger that such keys
 * have put down. Returns whether the input was one for the finger. */
bool finger_take(struct finger *finger, const struct input *input, int column, int line, uint64_t now_us);

/* Cancels what the finger does, and lifts it. Returns false where it is not down. */
bool finger_cancel(struct finger *finger, uint64_t now_us);

/* Ends the program with a message where a function of the library failed. */
void must(int status, const char *what);

#endif
