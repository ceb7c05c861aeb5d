/* A bool that a program's function returns is only the lowest byte of the register on x86-64 and aarch64: the bits above it have no meaning. On
 * ARMv7 and MIPS it is the whole register. Prints the value that C reads, and whether a preview begins, with a lowest byte that is false and
 * one that is true, and with other bits above. */
#include <press.h>
#include <stdio.h>

static uint64_t answer;
static uint64_t answered(press_engine *engine, const press_touch *touch, void *user) {
  (void)engine, (void)touch, (void)user;
  return answer;
}

int main(void) {
  bool (*volatile asked)(press_engine *, const press_touch *, void *) = (bool (*)(press_engine *, const press_touch *, void *))(uintptr_t)answered;
  for (int i = 0; i < 2; i++) {
    static uint64_t storage[PRESS_ENGINE_STORAGE / 8];
    press_engine   *engine;
    press_delegate  delegate;
    press_delegate_init(&delegate);
    delegate.preview_should_begin = asked;
    if (press_engine_init(storage, sizeof storage, NULL, &engine) || press_set_delegate(engine, &delegate)) return 1;
    answer = i ? 0xabcdef01u : 0xabcdef00u;
    for (uint64_t t = 1; t < 40; t++) {
      press_sample sample = {.t_us = t * 10000, .force = PRESS_Q16(0.1) * (press_q16)t};
      if (press_feed(engine, &sample, 1) != 1) return 2;
    }
    press_event events[64];
    int         count = press_poll(engine, events, 64), began = 0;
    for (int k = 0; k < count; k++) began += events[k].type == PRESS_EVENT_PREVIEW_BEGAN;
    volatile int true_in_c = 0;
    if (asked(NULL, NULL, NULL)) true_in_c = 1;
    printf("%d%d\n", true_in_c, began);
  }
}
