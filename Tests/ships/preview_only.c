/* The smallest program: the size of its static link is the cost of the preview. */
#include <press.h>

static uint64_t storage[PRESS_ENGINE_STORAGE / 8];

int start(const press_delegate *delegate, const press_sample *samples, size_t count) {
  press_engine *engine;
  press_config  config;
  press_config_init(&config);
  if (press_engine_init(storage, sizeof storage, &config, &engine) || press_set_delegate(engine, delegate)) return -1;
  return press_feed(engine, samples, count);
}
