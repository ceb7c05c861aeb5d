/* The functions of a C library that examples/c/first.c uses, by means of the output function of a board of examples/firmware. It uses no timer. */
#include <stdio.h>

#include "../../examples/firmware/board.h"

int puts(const char *text) {
  board_print(text);
  board_print("\n");
  return 0;
}

void board_tick(void) {}
