/* What main.c requires of a board. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

void    board_tick(void);              /* of main.c: the board calls it from its timer interrupt */
int32_t board_read_code(void);         /* one reading of the converter; called from the interrupt */
void    board_start(uint32_t rate_hz); /* starts the timer */
void    board_print(const char *text);
/* Sleeps until *written differs from `taken`. The interrupt is held back between the look and the sleep, so that none slips
 * through; a pending one ends the sleep all the same. */
void board_wait(const volatile uint32_t *written, uint32_t taken);
bool board_is_over(void); /* on a real board: never */

#endif
