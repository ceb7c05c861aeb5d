/* Squeezes: two contacts that press hard one soon after the other.
 *
 *   two contacts                                                          what is delivered
 *   both come to `pressure`, the second within within_us of the first     SQUEEZE_BEGAN, of the second
 *   one of them falls below it, or lifts                                  SQUEEZE_ENDED
 *   one of them is cancelled                                              SQUEEZE_CANCELLED
 *
 * There is one squeeze at a time. A contact does not become a squeeze: it previews, taps or drags as well.
 */
#ifndef PRESS_SQUEEZE_H
#define PRESS_SQUEEZE_H

#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Start from press_squeeze_config_init. */
typedef struct press_squeeze_config {
  uint32_t  size;      /**< sizeof(press_squeeze_config) */
  uint32_t  within_us; /**< 0..2000000: how long after the first contact the second one may come to the pressure; 200000 */
  press_q16 pressure;  /**< 0..1: that both come to; 0.5 */
  uint32_t  reserved;  /**< 0 */
} press_squeeze_config;

/** Writes every default. NULL is ignored. */
PRESS_API void press_squeeze_config_init(press_squeeze_config *config);

/** @return as press_config_check. */
PRESS_API int press_squeeze_config_check(const press_squeeze_config *config, const char **why);

/** Bytes that attaching takes of an engine, as press_gestures_size. */
PRESS_API size_t press_squeeze_size(const press_config *engine, const press_squeeze_config *config);

/** Attaches squeezes to the whole surface of an engine.
 * @param config  NULL: the defaults
 * @return as press_gestures_attach. */
PRESS_API int press_squeeze_attach(press_engine *engine, const press_squeeze_config *config);

/** Changes the config, from the next sample on.
 * @return 0; PRESS_ERR_INVAL: NULL, or out of range; PRESS_ERR_STATE: not attached. */
PRESS_API int press_squeeze_set(press_engine *engine, const press_squeeze_config *config);

/** Copies out the config that was given last. @return as press_gestures_get_config. */
PRESS_API int press_squeeze_get_config(const press_engine *engine, press_squeeze_config *config);

#ifdef __cplusplus
}
#endif
#endif
