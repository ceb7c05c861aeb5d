/* The names under which programs for other cores find what makes an engine and a pad (press/base.h): of each core that the code of this
 * archive runs on: CORES. Each is a few bytes, and is linked where it is used. */
#define PRESS_ANY_CORE
#include "press.h"

#define ON(core) \
  int press_engine_init_on_##core(void *storage, size_t bytes, const press_config *config, press_engine **engine); \
  int press_engine_init_on_##core(void *storage, size_t bytes, const press_config *config, press_engine **engine) { \
    return press_engine_init(storage, bytes, config, engine); \
  } \
  int press_pad_init_on_##core( \
    void *storage, size_t bytes, const press_pad_config *config, const press_sensor *sensors, size_t count, press_pad **pad); \
  int press_pad_init_on_##core( \
    void *storage, size_t bytes, const press_pad_config *config, const press_sensor *sensors, size_t count, press_pad **pad) { \
    return press_pad_init(storage, bytes, config, sensors, count, pad); \
  }
CORES

#if defined(__arm__)
/* No float is passed: it fits programs of each float ABI. */
__asm__(".eabi_attribute 28, 3");
#endif
