/* Any Cortex-M: SysTick is the timer, semihosting prints. Semihosting requires a debugger (or QEMU): without one print on a UART. */
#include "board.h"

int             main(void);
extern uint32_t stack_top[], data_from[], data_start[], data_end[], bss_start[], bss_end[]; /* of cortex-m.ld */

#define SYST_CSR (*(volatile uint32_t *)0xE000E010)
#define SYST_RVR (*(volatile uint32_t *)0xE000E014)
#define SYST_CVR (*(volatile uint32_t *)0xE000E018)

enum { WRITE0 = 4, EXIT = 0x18, STOPPED = 0x20026, FAILED = 0x20023 };

static void semihosting(uint32_t operation, uintptr_t argument) {
  register uint32_t  r0 __asm__("r0") = operation;
  register uintptr_t r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
}

void board_print(const char *text) { semihosting(WRITE0, (uintptr_t)text); }

void board_start(uint32_t rate_hz) {
  SYST_RVR = CLOCK_HZ / rate_hz - 1;
  SYST_CVR = 0;
  SYST_CSR = 7; /* the clock of the processor, the interrupt, on */
}

void board_wait(const volatile uint32_t *written, uint32_t taken) {
  __asm__ volatile("cpsid i" ::: "memory");
  if (*written == taken) __asm__ volatile("wfi" ::: "memory");
  __asm__ volatile("cpsie i" ::: "memory");
}

static void end(int status) {
  semihosting(EXIT, status ? FAILED : STOPPED);
  for (;;) {}
}

static void fault(void) {
  board_print("fault\n");
  end(1);
}

void start(void) {
  for (uint32_t *to = data_start, *from = data_from; to < data_end;) *to++ = *from++;
  for (uint32_t *to = bss_start; to < bss_end;) *to++ = 0;
  end(main());
}

__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {
  stack_top, start, fault, fault, fault, fault, fault, [11] = fault, [14] = fault, [15] = board_tick};
