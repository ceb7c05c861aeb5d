/* What a Cortex-M reads first: the top of the stack and where to begin; any fault ends the program with a failure.
 * Files, arguments and the exit status go through semihosting (newlib's rdimon). */
#include <stdlib.h>

void stack_top(void); /* an address of the linker's */
void _start(void);

static void fault(void) { abort(); }

__attribute__((section(".vectors"), used)) static void (*const vectors[16])(void) = {stack_top, _start, fault, fault, fault, fault, fault};
