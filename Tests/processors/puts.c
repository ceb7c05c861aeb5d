/* What examples/c/first.c takes of a C library, by what a board of examples/firmware prints with; it uses no timer. */
#include <stdio.h>

#include "../../examples/firmware/board.h"

int puts(const char *text) {
  board_print(text);
  board_print("\n");
  return 0;
}

void board_tick(void) {}
