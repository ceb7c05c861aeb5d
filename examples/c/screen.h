/* The screen of the samples colors and board: cells, and how they reach a terminal or a file. */
#ifndef SCREEN_H
#define SCREEN_H

#include <stdbool.h>
#include <stdint.h>

enum { DIM = 1, BOLD = 2, REVERSE = 4 }; /* styles */
enum { LEAST_COLUMNS = 40, LEAST_LINES = 12 };

/* How the cells are printed. */
enum screen_mode { SCREEN_TEXT, SCREEN_PLAIN, SCREEN_COLORS }; /* lines of text; a terminal without colours; with colours */

extern int columns, lines; /* the size, in cells */

/* Takes a size; what is printed next is the whole screen. */
void screen_resize(int new_columns, int new_lines);

/* Writes text from a cell to the right. What lies outside the screen is cut off. `tint` is one of 256 colours, 0: none.
 * Returns the column behind the text. */
int put(int column, int line, int style, int tint, const char *text);

/* Writes one character into `count` cells from left to right. */
void fill(int column, int line, int count, int style, int tint, const char *character);

/* How many characters the text has. */
int width(const char *text);

/* Removes everything; writes rules below the first line and above the last one. */
void screen_clear(void);

/* A meter of a pressure (Q16.16) and a force in tenths of a newton, on the last line, and words behind it. */
void screen_status(int32_t pressure, int tenths, const char *words);

/* A box in the middle, with one line of text each. */
void screen_box(const char *const *texts, int count);

/* Prints what has changed since the call before; `t_us` heads the lines of SCREEN_TEXT. */
void screen_show(enum screen_mode mode, uint64_t t_us);

#endif
