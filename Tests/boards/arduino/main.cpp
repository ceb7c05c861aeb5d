#include "Arduino.h"
#include "../stand_in.h"

#if defined(__ARM_FP)
/* A board's start switches the unit for floats on. */
__attribute__((constructor)) static void switch_on() {
  *(volatile uint32_t *)0xe000ed88 |= 0xfu << 20;
  __asm volatile("dsb; isb");
}
#endif

uint64_t      stand_in_us;
static int    resolution, baud;
unsigned long micros() { return (unsigned long)(uint32_t)(stand_in_us + 0xfff00000u); /* it wraps on the way */ }
void          delay(unsigned long ms) { stand_in_wait(ms * 1000); }
int           analogRead(pin_size_t pin) { return pin == A0 && resolution == 12 ? stand_in_code() : 0; }
void          analogReadResolution(int bits) { resolution = bits; }
void          Stream::begin(unsigned long rate) { baud = (int)rate; }
size_t        Stream::println(const char *text) { return baud ? (size_t)printf("%s\n", text) : 0; }
Stream        Serial;
int           main() {
            setup();
            for (;;) loop();
}
