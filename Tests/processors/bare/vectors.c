/* The vector table that a Cortex-M reads first: the top of the stack and the entry; any fault ends the program with a failure.
 * Files, arguments and the exit status go through semihosting (newlib's rdimon), whose _start makes the memory of zeros. */
#include <stdint.h>
#include <stdlib.h>

void            _start(void);
extern uint32_t stack_top[], data_from[], data_start[], data_end[]; /* of examples/firmware/cortex-m.ld */

static void fault(void) { abort(); }

void start(void) {
  for (uint32_t *to = data_start, *from = data_from; to < data_end;) *to++ = *from++;
  _start();
}

__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {stack_top, start, fault, fault, fault, fault, fault};
