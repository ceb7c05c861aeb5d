/* Loads the named library as Python does, and prints its version and the events of a press. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

#include "../../include/press.h"

#define LOAD(name) __typeof__(&name) load_##name = (__typeof__(&name))(uintptr_t)dlsym(library, #name)

static void updated(press_engine *engine, const press_touch *touch, press_q16 progress, bool ended, void *user) {
  (void)engine, (void)touch, (void)ended, (void)user;
  printf(" %.3f", progress / 65536.0);
}

int main(int argc, char **argv) {
  static uint64_t      storage[PRESS_ENGINE_STORAGE / 8];
  const press_delegate delegate = {.size = sizeof delegate, .preview_did_update = updated};
  void                *library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
  if (!library) return fprintf(stderr, "%s\n", argc > 1 ? dlerror() : "usage: load LIBRARY"), 1;
  LOAD(press_version);
  LOAD(press_engine_init);
  LOAD(press_set_delegate);
  LOAD(press_feed);
  press_engine *engine;
  if (load_press_engine_init(storage, sizeof storage, NULL, &engine) || load_press_set_delegate(engine, &delegate)) return 1;
  uint32_t version = load_press_version();
  printf("%u.%u.%u", (unsigned)(version >> 16), (unsigned)(version >> 8 & 255), (unsigned)(version & 255));
  for (unsigned i = 0; i < 2; i++) {
    const press_sample sample = {.t_us = i * 100000, .force = i ? PRESS_Q16(2.4) : PRESS_Q16(0.5)};
    if (load_press_feed(engine, &sample, 1) != 1) return 1;
  }
  printf("\n");
  return 0;
}
