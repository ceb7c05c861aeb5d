/* Feedback: a table of effects that answer events, so that a press can be felt and seen.
 *
 * A press_feedback is a table of rows, with the state of its detents. It is not attached to an engine. The program passes every event to
 * it, from on_event or press_poll, and plays the returned effect on its own hardware: a DRV2605L (drv2605l.h), another motor, a light.
 * docs/feedback.md has the default table and a program.
 *
 * The first row that fits an event is used, so one event gives at most one effect. An effect is dropped if an effect of the same or a
 * greater strength was given less than gap_us before. An effect of a click (BUTTON_PRESSED, BUTTON_RELEASED, TAPPED, DOUBLE_TAPPED) is not
 * dropped for one of a preview, a level, a move or a transition. The values of PRESS_EFFECT_ are in the order of their strength. The same events give
 * the same effects on every processor.
 *
 * With `detents` a row answers when its source passes one of n detents at equal distances, 1/n, 2/n ... 1, upwards or downwards. Several
 * detents at once give one effect. Upwards a detent is passed at its value, downwards `hysteresis` below it. Detents and levels follow one
 * contact or transition, the first that comes, until it ends; detents below its start are not answered. With FALLING and RISING the two
 * directions have separate effects: one that activates, one that deactivates.
 */
#ifndef PRESS_FEEDBACK_H
#define PRESS_FEEDBACK_H

#include "event.h"

#ifdef __cplusplus
extern "C" {
#endif

/** press_effect.kind: how the effect feels. */
enum PRESS_AS(press_effect_kind, uint32_t) {
  PRESS_EFFECT_NONE   = 0, /**< no effect; a row with it hides its events from the rows after it */
  PRESS_EFFECT_LEVEL  = 1, /**< goes on, at its strength, until the next effect; strength 0 ends it, the end of its contact or transition too */
  PRESS_EFFECT_TICK   = 2, /**< a short, light one */
  PRESS_EFFECT_SOFT   = 3, /**< a bump */
  PRESS_EFFECT_FIRM   = 4, /**< a click */
  PRESS_EFFECT_DOUBLE = 5  /**< two clicks: no */
};
PRESS_TYPE(press_effect_kind, uint32_t);

/** press_feedback_row.flags */
enum PRESS_AS(press_feedback_flags, uint8_t) {
  PRESS_FEEDBACK_ENDED         = 1,  /**< only events with PRESS_EVENT_FLAG_ENDED */
  PRESS_FEEDBACK_REASON        = 2,  /**< only events whose reason is `match` */
  PRESS_FEEDBACK_VALUE         = 4,  /**< only events whose value is `match` */
  PRESS_FEEDBACK_NOT_ZERO      = 8,  /**< only events whose value is not 0 */
  PRESS_FEEDBACK_RISING        = 16, /**< detents upwards only */
  PRESS_FEEDBACK_FALLING       = 32, /**< detents downwards only; an event that passes no detent goes on to the rows after it. So with this row before
                                   one with RISING, leaving a threshold has another effect than reaching it */
  PRESS_FEEDBACK_UNLESS_BUTTON = 64  /**< no events with PRESS_EVENT_FLAG_BUTTON: where a force button clicks and nothing takes previews, the ends
                                       of their phases are not felt. The default rows of previews have it */
};
PRESS_FLAGS(press_feedback_flags, uint8_t);

/** press_feedback_row.source: the value that the strength follows. */
enum PRESS_AS(press_strength_source, uint8_t) {
  PRESS_STRENGTH_FIXED    = 0, /**< `most` */
  PRESS_STRENGTH_FORCE    = 1, /**< from `least` at no force to `most` at full_force and above */
  PRESS_STRENGTH_PRESSURE = 2, /**< from `least` at pressure 0 to `most` at 1 */
  PRESS_STRENGTH_PROGRESS = 3  /**< from `least` at progress 0 to `most` at 1 */
};
PRESS_TYPE(press_strength_source, uint8_t);

#define PRESS_FEEDBACK_ROWS 16
#define PRESS_FEEDBACK_DETENTS 64

/** One row of the table: events and the effect that answers them. 20 bytes on every processor. */
typedef struct press_feedback_row {
  press_event_type      event;       /**< PRESS_EVENT_..., not 0 */
  int32_t               match;       /**< with PRESS_FEEDBACK_REASON or _VALUE, of which there is one at most; else 0 */
  press_q16             least, most; /**< strengths, 0..1 */
  press_feedback_flags  flags;       /**< PRESS_FEEDBACK_... */
  uint8_t               effect;      /**< PRESS_EFFECT_... */
  press_strength_source source;      /**< PRESS_STRENGTH_... */
  uint8_t               detents;     /**< 0: each of these events is answered; 1..64: detents, of a source that is not fixed, and not of a level.
                            Detents and levels are of CONTACT_MOVED, PREVIEW_UPDATED, COMMIT_UPDATED or TRANSITION_UPDATED */
} press_feedback_row;

/** Start from press_feedback_config_init. */
typedef struct press_feedback_config {
  uint32_t  size;       /**< sizeof(press_feedback_config) */
  uint32_t  gap_us;     /**< after an effect none that is as strong or weaker, for so long; 0: none is dropped; 25000 */
  press_q16 full_force; /**< N, above 0: the force of full strength; 5.0 */
  press_q16 hysteresis; /**< 0..0.9: of a detent, in parts of the distance between two; 0.3 */
  press_q16 level_step; /**< 0..1: a level is given again when it has changed by this; 0.03125 */
  uint32_t  reserved;   /**< 0 */
} press_feedback_config;

/** Writes every default. NULL is ignored. */
PRESS_API void press_feedback_config_init(press_feedback_config *config);

/** @return as press_config_check. */
PRESS_API PRESS_NODISCARD int press_feedback_config_check(const press_feedback_config *config, const char **why);

/** @return as press_config_check. */
PRESS_API PRESS_NODISCARD int press_feedback_row_check(const press_feedback_row *row, const char **why);

/** The default table. @return how many rows it has, while at most `capacity` are written; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_feedback_defaults(press_feedback_row *rows, size_t capacity);

/** A table with its state. Given by the caller; its content is private. */
typedef struct press_feedback {
  uint64_t opaque[96];
} press_feedback;

/** Sets it up; config and rows are copied.
 * @param config  NULL: the defaults
 * @param rows    in the order in which they are tried; NULL with count 0: the default table
 * @param count   up to PRESS_FEEDBACK_ROWS
 * @return 0; PRESS_ERR_INVAL: NULL, wrong size, a config or a row out of range; PRESS_ERR_NOSPC: more rows than that. */
PRESS_API PRESS_NODISCARD int press_feedback_init(
  press_feedback *feedback, const press_feedback_config *config, const press_feedback_row *rows, size_t count);

/** The effect that answers an event. 24 bytes on every processor. */
typedef struct press_effect {
  uint64_t          t_us;     /**< that of the event */
  press_effect_kind kind;     /**< PRESS_EFFECT_..., not NONE */
  press_q16         strength; /**< 0..1; 0 of a level: it ends */
  uint32_t          event;    /**< the type of the event */
  uint32_t          row;      /**< its row, from 0 */
} press_effect;

/** Takes the next event of one engine, in the order of their delivery. Time that goes back (press_engine_reset) starts gap_us again.
 * May be called from callbacks.
 * @param[out] effect  what to play
 * @return 1: `effect` was written; 0: nothing to play; PRESS_ERR_INVAL: NULL or not set up. */
PRESS_API int press_feedback_event(press_feedback *feedback, const press_event *event, press_effect *effect);

/** Whether a row may answer an event that comes soon after this one: of a running preview, a drag, open actions. Then prepare the motor
 * (press_drv2605l_arm), so that its effect is not late. This call changes nothing.
 * @return 1: it may; 0; PRESS_ERR_INVAL: NULL or not set up. */
PRESS_API int press_feedback_expects(const press_feedback *feedback, const press_event *event);

/** The name of a kind, in snake case ("firm"), for logs. @return static text, never NULL; "unknown" for other values. */
PRESS_API const char *press_effect_name(uint32_t kind);

#ifdef __cplusplus
}
#endif
#endif
