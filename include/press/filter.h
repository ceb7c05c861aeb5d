/* Filters, usable on their own. A pad runs them for its sensors. */
#ifndef PRESS_FILTER_H
#define PRESS_FILTER_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Median of the last three values: takes out single-sample spikes. Delay: one sample on an edge. All zero: fresh. */
typedef struct press_median {
  int32_t  previous[2];
  uint32_t count;
} press_median;

/** @return the median of `value` and the two before it; the first two values pass unchanged. NULL: `value`. */
PRESS_API int32_t press_median_step(press_median *median, int32_t value);

/** The 1 euro filter [Casiez, Roussel, Vogel 2012]: a low-pass whose cutoff rises with the speed of the signal.
 * cutoff = min_cutoff_hz + beta * |speed|; delay about 1 / (2 pi cutoff). From the same state each step is within 1e-4 of the
 * amplitude of the signal (1 to 50) of the published algorithm; where beta times a jump is large, that magnifies differences. */
typedef struct press_one_euro {
  press_q16 min_cutoff_hz;        /**< above 0 */
  press_q16 beta;                 /**< not negative: Hz per unit per second */
  press_q16 derivative_cutoff_hz; /**< above 0; 1 in the paper */
  uint32_t  started;              /**< 0: fresh */
  uint64_t  t_us;
  int64_t   value, speed; /**< the state; formats may change */
} press_one_euro;

/** Sets the parameters and makes the filter fresh.
 * @return 0; PRESS_ERR_INVAL: NULL or a parameter out of range. */
PRESS_API PRESS_NODISCARD int press_one_euro_init(press_one_euro *filter, press_q16 min_cutoff_hz, press_q16 beta, press_q16 derivative_cutoff_hz);

/** Filters one value. The first passes unchanged. Samples may come at uneven times.
 * @param[out] filtered
 * @return 0; PRESS_ERR_TIME: t_us is not later than the one before; PRESS_ERR_INVAL: NULL or a filter that was not
 *         initialised. */
PRESS_API int press_one_euro_step(press_one_euro *filter, uint64_t t_us, press_q16 value, press_q16 *filtered);

#ifdef __cplusplus
}
#endif
#endif
