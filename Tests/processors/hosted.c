/* The output function of structs.c on a system with a C library. */
#include "../../examples/firmware/board.h"

#include <stdio.h>

void board_print(const char *text) { fputs(text, stdout); }
