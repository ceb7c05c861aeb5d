/* What structs.c prints with, where there is a C library. */
#include "../../examples/firmware/board.h"

#include <stdio.h>

void board_print(const char *text) { fputs(text, stdout); }
