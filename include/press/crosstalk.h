/* Crosstalk: pads of one engine that share a frame, a plate or a stand feel each other's hits. While one pad is struck, a force below a
 * share of that hit on another pad is no contact: it has no strike, tap, hold, press or preview.
 *
 * The pads are the contacts 0 to 15, as press_surface_add_pad numbers them; other contacts are not affected.
 *
 *   a pad that has no contact reads a force from touch_force on           result
 *   at most the share of what another pad reads at that time              nothing
 *   the same of what another pad read before: that counts less and less,  nothing
 *     and nothing more after window_us
 *   more than that, also where it was less before                         a contact
 *   another pad was not read at that time or later                        that is decided with the next reading of this pad
 *   it lies there with the first reading (PRESS_EVENT_FLAG_RESTING)            a contact that rests
 *
 * So a hit that is harder than the share of its neighbours begins a contact, also at the same moment. A soft hit alone begins one too. A
 * contact that has begun goes on until it lifts. Pads that are fed one after the other at one time delay each other by at most one reading;
 * a pad that was silent for 100 ms delays no other.
 */
#ifndef PRESS_CROSSTALK_H
#define PRESS_CROSSTALK_H

#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PRESS_CROSSTALK_PADS 16

/** Start from press_crosstalk_config_init. */
typedef struct press_crosstalk_config {
  uint32_t  size;      /**< sizeof(press_crosstalk_config) */
  uint32_t  window_us; /**< 1000..1000000: so long a force counts for its neighbours, less and less, in a straight line; 60000 */
  press_q16 share;     /**< 0..0.99: of a force, that each other pad reads at most, until press_crosstalk_set_share says it of a pair; 0.2 */
  uint32_t  reserved;  /**< 0 */
} press_crosstalk_config;

/** Writes every default. NULL is ignored. */
PRESS_API void press_crosstalk_config_init(press_crosstalk_config *config);

/** @return as press_config_check. */
PRESS_API PRESS_NODISCARD int press_crosstalk_config_check(const press_crosstalk_config *config, const char **why);

/** Bytes that attaching takes of an engine, as press_gestures_size. */
PRESS_API size_t press_crosstalk_size(const press_config *engine, const press_crosstalk_config *config);

/** Attaches it to an engine: every sample is looked at, also while nothing touches.
 * @param config  NULL: the defaults
 * @return as press_gestures_attach. */
PRESS_API PRESS_NODISCARD int press_crosstalk_attach(press_engine *engine, const press_crosstalk_config *config);

/** Changes the config, from the next sample on. Every pair has `share` again.
 * @return 0; PRESS_ERR_INVAL: NULL or out of range; PRESS_ERR_STATE: not attached. */
PRESS_API int press_crosstalk_set(press_engine *engine, const press_crosstalk_config *config);

/** Copies out the last config that was given. @return as press_gestures_get_config. */
PRESS_API int press_crosstalk_get_config(const press_engine *engine, press_crosstalk_config *config);

/** Sets the greatest part of the force of one pad that another one reads, from the next sample on.
 * @param from, to  contacts of two pads, 0..15
 * @param share     0..0.99; kept rounded up to a whole 1/256; 0: none
 * @return 0; PRESS_ERR_INVAL: NULL, out of range, or one pad twice; PRESS_ERR_STATE: not attached. */
PRESS_API int press_crosstalk_set_share(press_engine *engine, uint32_t from, uint32_t to, press_q16 share);

/** Copies out the share of a pair, as it is kept.
 * @return as press_crosstalk_set_share. */
PRESS_API int press_crosstalk_get_share(const press_engine *engine, uint32_t from, uint32_t to, press_q16 *share);

#ifdef __cplusplus
}
#endif
#endif
