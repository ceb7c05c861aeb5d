/* Pinches: two contacts on one target that move apart, together, side by side, or round each other. Scale, angle and centre follow
 * them.
 *
 *   two contacts on a target with the trait PINCH                                what is delivered
 *   their distance or their centre changes by `slop`, or they turn by turn_slop  PINCH_BEGAN; both become nothing else from here on
 *   one of them moves                                                            PINCH_CHANGED, where scale, angle or centre changes
 *   the force of one falls below release_force                                   nothing, until it comes back, or its lift is over
 *   one of them lifts                                                            PINCH_ENDED; the other becomes nothing by itself
 *   one of them is cancelled: lost, silent, a palm, released by the program      PINCH_CANCELLED, with its reason
 *   the target is removed, or loses the trait; a reset                           PINCH_CANCELLED
 *   a third contact comes, moves, lifts, or is a palm                            nothing of the pinch: it becomes what it may by itself
 *   one lifts while a third is there, or comes again                             the two that are left may pinch again, from where they are
 *
 * The scale is 1 until the distance has changed by `slop`, and counts from the distance of that moment: 2 is twice as far apart. The angle
 * is 0 until the two have turned by turn_slop, and counts from there, degrees: clockwise is above 0, y points down; it goes on beyond 180.
 * So trembling fingers do not turn a pinch and do not scale a turn. The centre is midway between the two. Fingers that are less than a
 * point apart count as a point apart, and do not turn.
 *
 * When both contacts come in one frame (a grid, a touch screen), one event follows for both; contacts with separate times are followed one
 * by one. As long as the two may pinch, they do not scroll, drag or hold. A contact that already does one of these takes no part in a
 * pinch. A preview ends with PRESS_REASON_PINCHED. Each target has one pinch at a time: that of the first two contacts.
 *
 * All functions here except press_pinch_attach may be called from callbacks; configs are copied.
 */
#ifndef PRESS_PINCH_H
#define PRESS_PINCH_H

#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/** press_pinch_config.flags */
enum PRESS_AS(press_pinch_flags, uint32_t) {
  PRESS_PINCH_NO_MOVE = 1 /**< two that move side by side do not begin a pinch: each of them may scroll or drag */
};
PRESS_FLAGS(press_pinch_flags, uint32_t);

/** Start from press_pinch_config_init. */
typedef struct press_pinch_config {
  uint32_t          size;        /**< sizeof(press_pinch_config) */
  press_pinch_flags flags;       /**< PRESS_PINCH_...; 0 */
  press_q16         slop;        /**< points, above 0: of the distance, and of the centre; 8 */
  press_q16         turn_slop;   /**< degrees, 0.5..90: of the angle; 8 */
  uint32_t          reserved[2]; /**< 0 */
} press_pinch_config;

/** Writes every default. NULL is ignored. */
PRESS_API void press_pinch_config_init(press_pinch_config *config);

/** @return as press_config_check. */
PRESS_API PRESS_NODISCARD int press_pinch_config_check(const press_pinch_config *config, const char **why);

/** Bytes that attaching takes of an engine, as press_gestures_size. */
PRESS_API size_t press_pinch_size(const press_config *engine, const press_pinch_config *config);

/** Attaches pinches to an engine: the trait PINCH has an effect from the next contact on.
 * @param config  NULL: the defaults
 * @return as press_gestures_attach. */
PRESS_API PRESS_NODISCARD int press_pinch_attach(press_engine *engine, const press_pinch_config *config);

/** Changes the config. It applies from the next two contacts that come together.
 * @return 0; PRESS_ERR_INVAL: NULL, or out of range; PRESS_ERR_STATE: not attached. */
PRESS_API int press_pinch_set(press_engine *engine, const press_pinch_config *config);

/** Copies out the last config that was given. @return as press_gestures_get_config. */
PRESS_API int press_pinch_get_config(const press_engine *engine, press_pinch_config *config);

/** A pinch as it is now. */
typedef struct press_pinch {
  uint32_t  size;           /**< sizeof(press_pinch) */
  uint32_t  contact, other; /**< the one that came first, and the other */
  uint32_t  target;
  press_q16 scale;          /**< as PINCH_CHANGED has it */
  press_q16 angle;          /**< degrees */
  press_q16 x, y;           /**< points: the centre */
  press_q16 distance;       /**< points */
  press_q16 scale_velocity; /**< how fast the scale grows, a second; below 0: they come together */
  press_q16 angle_velocity; /**< degrees per second, clockwise */
} press_pinch;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_pinch_init(press_pinch *pinch);

/** The pinch of a contact that is one of two; also while its PINCH_ENDED or PINCH_CANCELLED is delivered. Its velocities are the slopes of
 * curves through the positions of the last 100 ms, like those of scrolls (scroll.h). At its end they are the velocities at the fall of the
 * force of the finger that lifted. They are 0 if the two were still for 40 ms, or came less than 4 ms ago. The velocity of the scale or of
 * the angle is also 0 while the slop is not passed yet.
 * @param[in,out] pinch  from press_pinch_init
 * @return 0; PRESS_ERR_NOENT: it does not pinch; PRESS_ERR_INVAL: NULL or wrong size; PRESS_ERR_STATE: not attached. */
PRESS_API int press_pinch_get(const press_engine *engine, uint32_t contact, press_pinch *pinch);

#ifdef __cplusplus
}
#endif
#endif
