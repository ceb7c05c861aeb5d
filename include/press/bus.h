/* The bus: two functions and a user pointer, so that drivers run on Linux, on bare metal and in tests. */
#ifndef PRESS_BUS_H
#define PRESS_BUS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How the program transfers bytes on its I2C bus. */
typedef struct press_bus {
  uint32_t size; /**< sizeof(press_bus) */
  void    *user; /**< handed to both functions */

  /** Writes `out_count` bytes to the 7-bit address, then, after a repeated start, reads `in_count`; either may be 0. Must return within a
   * bounded time. @return 0 or a negative errno: PRESS_ERR_NACK, PRESS_ERR_TIMEDOUT, PRESS_ERR_IO. Errors of the C library with other
   * numbers are accepted too: -ETIMEDOUT of newlib (-116) is PRESS_ERR_TIMEDOUT, -ENXIO (-6) is PRESS_ERR_NACK. Any other negative value is
   * a failure, which ..._last_error returns as it is. More than 0 is a failure too, also a number of bytes: it is taken for an errno without
   * its minus. */
  int (*transfer)(uint8_t address, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count, void *user);
  /** Sleeps until the monotonic time `until_us`, or less; 0: not at all. @return the time now, by the clock that gives `now_us`. May be NULL
   * if the program uses no function that waits; drivers then allow for the slowest bus. */
  uint64_t (*wait)(uint64_t until_us, void *user);
} press_bus;

/** Writes the size, and NULL in the rest. NULL is ignored. */
PRESS_API void press_bus_init(press_bus *bus);

#ifdef __cplusplus
}
#endif
#endif
