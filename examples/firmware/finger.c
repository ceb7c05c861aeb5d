/* Stands for the converter: nobody, a press that lets go, a press that goes on, nobody. On a board of your own
 * board_read_code reads its converter, and board_is_over returns false. */
#include "board.h"

static volatile uint32_t n; /* readings so far, 5 ms apart */

int32_t board_read_code(void) {
  uint32_t at = n++;
  if (at >= 80 && at < 120) return 200 + (int32_t)(at - 80) * 75;
  if (at >= 200 && at < 300) return 200 + (int32_t)(at - 200) * 38;
  return (int32_t)(at % 2);
}

bool board_is_over(void) { return n >= 400; }
