/* program VERSION: the library that runs is of the version of the headers and of the installed metadata. */
#include <press.h>
#include <stdio.h>
#include <string.h>

static uint64_t storage[PRESS_ENGINE_STORAGE / 8];

int main(int argc, char **argv) {
  char          version[32];
  uint32_t      v = press_version();
  press_engine *engine;
  press_sample  sample = {.t_us = 1, .force = PRESS_Q16(3.5)};
  press_event   events[8];
  snprintf(version, sizeof version, "%u.%u.%u", v >> 16, v >> 8 & 255, v & 255);
  if (argc != 2 || strcmp(argv[1], version) || v != PRESS_VERSION_NUMBER) return 1;
  if (press_engine_init(storage, sizeof storage, NULL, &engine) || press_feed(engine, &sample, 1) != 1) return 2;
  /* a contact, a preview, its phase ended, the commit phase */
  return press_poll(engine, events, 8) == 4 ? 0 : 3;
}
