#include "screen.h"

#include <press.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cell {
  char          text[5]; /* one character */
  unsigned char style, tint;
};

int                 columns, lines;
static struct cell *cells, *shown; /* what is drawn, what was printed */
static bool         is_new;        /* nothing of this size was printed yet */

void screen_resize(int new_columns, int new_lines) {
  columns = new_columns;
  lines = new_lines;
  free(cells);
  free(shown);
  cells = calloc((size_t)columns * (size_t)lines, sizeof *cells);
  shown = calloc((size_t)columns * (size_t)lines, sizeof *shown);
  if (!cells || !shown) abort();
  is_new = true;
}

/* ---- Drawing ------------------------------------------------------------------------------------------------------ */

static int bytes_of(const char *character) {
  int count = 1;
  while (((unsigned char)character[count] & 0xc0) == 0x80) count++;
  return count;
}

int width(const char *text) {
  int count = 0;
  for (; *text; text += bytes_of(text)) count++;
  return count;
}

int put(int column, int line, int style, int tint, const char *text) {
  for (; *text; text += bytes_of(text), column++) {
    if (column < 0 || column >= columns || line < 0 || line >= lines) continue;
    struct cell *cell = &cells[line * columns + column];
    memset(cell, 0, sizeof *cell);
    memcpy(cell->text, text, (size_t)bytes_of(text));
    cell->style = (unsigned char)style;
    cell->tint = (unsigned char)tint;
  }
  return column;
}

void fill(int column, int line, int count, int style, int tint, const char *character) {
  for (int i = 0; i < count; i++) put(column + i, line, style, tint, character);
}

void screen_clear(void) {
  for (int line = 0; line < lines; line++) fill(0, line, columns, 0, 0, " ");
  fill(0, 1, columns, DIM, 0, "─");
  fill(0, lines - 2, columns, DIM, 0, "─");
}

void screen_status(int32_t pressure, int tenths, const char *words) {
  static const int32_t levels[] = {PRESS_Q16(0.25), PRESS_Q16(0.5), PRESS_Q16(0.85)}; /* preview, commit, completed */
  int                  length = columns / 5;
  char                 force[16];
  snprintf(force, sizeof force, "%d.%d N", tenths / 10, tenths % 10);
  fill(1, lines - 1, length, DIM, 0, "·");
  for (int i = 0; i < 3; i++) put(1 + levels[i] * length / PRESS_ONE, lines - 1, 0, 0, "│");
  for (int i = 0; i < length; i++)
    if ((int64_t)pressure * length > (int64_t)i * PRESS_ONE) put(1 + i, lines - 1, 0, 26, "█");
  put(2 + length, lines - 1, 0, 0, force);
  put(8 + length, lines - 1, DIM, 0, words);
}

void screen_box(const char *const *texts, int count) {
  int inside = 0;
  for (int i = 0; i < count; i++)
    if (width(texts[i]) > inside) inside = width(texts[i]);
  int left = (columns - inside - 4) / 2, top = (lines - count - 2) / 2;
  for (int i = -1; i <= count; i++) {
    bool is_edge = i < 0 || i == count;
    fill(left, top + 1 + i, inside + 4, 0, 0, is_edge ? "─" : " ");
    put(left, top + 1 + i, 0, 0, i < 0 ? "╭" : i == count ? "╰" : "│");
    put(left + inside + 3, top + 1 + i, 0, 0, i < 0 ? "╮" : i == count ? "╯" : "│");
    if (!is_edge) put(left + 2, top + 1 + i, 0, 0, texts[i]);
  }
}

/* ---- Printing ----------------------------------------------------------------------------------------------------- */

static void print_text(const struct cell *row) {
  int count = columns;
  while (count > 0 && strcmp(row[count - 1].text, " ") == 0) count--;
  for (int i = 0; i < count; i++) fputs(row[i].text, stdout);
  putchar('\n');
}

static void print_line(const struct cell *row, bool has_colors) {
  int style = -1, tint = -1;
  for (int i = 0; i < columns; i++) {
    if (row[i].style != style || row[i].tint != tint) {
      style = row[i].style;
      tint = row[i].tint;
      printf("\033[0%s%s%s", style & DIM ? ";2" : "", style & BOLD ? ";1" : "", style & REVERSE ? ";7" : "");
      if (tint && has_colors) printf(";38;5;%d", tint);
      putchar('m');
    }
    fputs(row[i].text, stdout);
  }
  fputs("\033[0m", stdout);
}

void screen_show(enum screen_mode mode, uint64_t t_us) {
  size_t row = (size_t)columns * sizeof *cells;
  if (!is_new && memcmp(cells, shown, row * (size_t)lines) == 0) return;
  if (mode == SCREEN_TEXT) printf("%d.%02d s\n", (int)(t_us / 1000000), (int)(t_us / 10000 % 100));
  for (int line = 0; line < lines; line++) {
    const struct cell *now = cells + line * columns;
    if (mode == SCREEN_TEXT) {
      print_text(now);
    } else if (is_new || memcmp(now, shown + line * columns, row) != 0) {
      printf("\033[%d;1H", line + 1);
      print_line(now, mode == SCREEN_COLORS);
    }
  }
  if (mode == SCREEN_TEXT) putchar('\n');
  memcpy(shown, cells, row * (size_t)lines);
  is_new = false;
  fflush(stdout);
}
