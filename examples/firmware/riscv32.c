/* A 32-bit RISC-V as QEMU's "virt" has it: the timer of the CLINT, a 16550 UART. An ESP32-C3 is rv32imc, too; its timer and its
 * UART are others, and go in here. */
#include "board.h"

__asm__(".option arch, +zicsr"); /* registers of the machine; a rv32imc has them */

int main(void);

#define MTIME_LOW (*(volatile uint32_t *)0x0200BFF8)
#define MTIME_HIGH (*(volatile uint32_t *)0x0200BFFC)
#define MTIMECMP_LOW (*(volatile uint32_t *)0x02004000)
#define MTIMECMP_HIGH (*(volatile uint32_t *)0x02004004)
#define UART_DATA (*(volatile uint8_t *)0x10000000)
#define UART_STATUS (*(volatile uint8_t *)0x10000005)
#define POWER (*(volatile uint32_t *)0x00100000)

enum { TIMER_HZ = 10000000, UART_FREE = 0x20, POWER_PASSED = 0x5555, POWER_FAILED = 0x13333, MSTATUS_MIE = 8, MIE_MTIE = 0x80 };

static uint32_t period;
static uint64_t next;

void board_print(const char *text) {
  for (; *text; text++) {
    while (!(UART_STATUS & UART_FREE)) {}
    UART_DATA = (uint8_t)*text;
  }
}

static uint64_t now(void) {
  uint32_t high, low;
  do high = MTIME_HIGH, low = MTIME_LOW;
  while (high != MTIME_HIGH);
  return (uint64_t)high << 32 | low;
}

static void wake_at(uint64_t time) {
  MTIMECMP_HIGH = UINT32_MAX; /* so that no half of it rings */
  MTIMECMP_LOW = (uint32_t)time;
  MTIMECMP_HIGH = (uint32_t)(time >> 32);
}

static void end(int status) {
  POWER = status ? POWER_FAILED : POWER_PASSED;
  for (;;) {}
}

__attribute__((interrupt("machine"), aligned(4))) static void trap(void) {
  uint32_t cause;
  __asm__ volatile("csrr %0, mcause" : "=r"(cause));
  if (cause != (1u << 31 | 7)) {
    board_print("fault\n");
    end(1);
  }
  wake_at(next += period);
  board_tick();
}

void board_start(uint32_t rate_hz) {
  period = TIMER_HZ / rate_hz;
  wake_at(next = now() + period);
  __asm__ volatile("csrw mtvec, %0" ::"r"(trap));
  __asm__ volatile("csrs mie, %0" ::"r"(MIE_MTIE));
  __asm__ volatile("csrs mstatus, %0" ::"r"(MSTATUS_MIE));
}

void board_wait(const volatile uint32_t *written, uint32_t taken) {
  __asm__ volatile("csrc mstatus, %0" ::"r"(MSTATUS_MIE) : "memory");
  if (*written == taken) __asm__ volatile("wfi" ::: "memory");
  __asm__ volatile("csrs mstatus, %0" ::"r"(MSTATUS_MIE) : "memory");
}

__attribute__((used)) static void run(void) {
  extern uint32_t bss_start[], bss_end[]; /* of riscv32.ld */
  for (uint32_t *to = bss_start; to < bss_end;) *to++ = 0;
  end(main());
}

__attribute__((naked, section(".start"), used)) void start(void) { __asm__ volatile("la sp, stack_top\n j run"); }
