/* Gestures: a contact that is not a preview becomes a tap, a double tap, a hold or a scroll. This table decides, and a contact becomes only
 * one of them:
 *
 *   an open contact                                                becomes           and then
 *   lifts, before it is a hold, within slop, tap_us and target     tap               (waits for a second one where the
 *                                                                                    target takes double taps)
 *   does so a second time, soon and near                           double tap
 *   stays within hold_slop for hold_us, target takes holds         hold              no preview, no tap
 *   moves scroll_slop or more, target or a container of it scrolls scroll            no preview, no tap, no hold
 *   moves slop and hold_slop or more, otherwise                    stays open        no tap, no hold; it may still preview
 *   reaches preview_pressure, target previews or peeks             preview, peek     no tap, no hold, no scroll
 *   is a preview, lifts within tap_us (0: hold_us) and slop before tap               after preview_cancelled; only where
 *   the preview phase has ended                                                      preview_after_us is not 0
 *   begins while quick actions are on show                         actions           nothing else (peek.h)
 *
 * An open contact that can no longer become a tap, because it moved by slop, was down for longer than tap_us or left the target that it
 * would tap, delivers PRESS_EVENT_TAP_FAILED; it may still become something else. A tap that waits for a second one is delivered before the
 * events of the second touch.
 *
 * A tap never follows a hold, a scroll, or a preview that lasted longer or whose phase ended. A hold never begins after the lift.
 * docs/interactions/contact.md has this as a picture.
 *
 * Holds, taps that wait for a second one and rising pressure have deadlines: they are delivered by press_tick, or by the next
 * press_feed, with the time at which they were due. press_next_deadline says when to call.
 */
#ifndef PRESS_GESTURES_H
#define PRESS_GESTURES_H

#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/** press_gestures_config.flags */
enum PRESS_AS(press_gestures_flags, uint32_t) {
  PRESS_GESTURES_SCROLL_FROM_TOUCH = 1 /**< a scroll counts from where its contact began, so that it begins with a jump by scroll_slop; else
                                            from where it has become one */
};
PRESS_FLAGS(press_gestures_flags, uint32_t);

/** Start from press_gestures_config_init. Times are microseconds. */
typedef struct press_gestures_config {
  uint32_t             size;                     /**< sizeof(press_gestures_config) */
  uint32_t             hold_us;                  /**< above 0: how long a contact stays still to be a hold; 500000 */
  uint32_t             tap_us;                   /**< a tap lifts within this; 0: any time before it is a hold; 0 */
  uint32_t             double_tap_us;            /**< from lift to the next touch; 0: no double taps; 300000 */
  press_q16            slop;                     /**< points, not negative: a contact that moved this far from where it began is no tap; 10 */
  press_q16            double_tap_slop;          /**< points, not negative: two taps of a double tap are less apart; 40 */
  uint32_t             force_from_hold_us;       /**< where there is no force: pressure rises from 0 to 1 within this time of holding
                                    still, so that every phase of a preview works on a plain touch sensor. Not of contacts with
                                    PRESS_SAMPLE_HAS_FORCE; 0: off */
  uint32_t             force_from_hold_delay_us; /**< how long after the touch it starts to rise; 200000 */
  uint32_t             frame_us;                 /**< above 0: how often it rises; 16667 */
  press_q16            hold_slop;                /**< points, not negative: one that moved this far is no hold, and no longer still; 10 */
  press_q16            scroll_slop;              /**< points, not negative: one that moved this far scrolls, where something scrolls; 10 */
  uint32_t             hold_repeat_us;           /**< a hold repeats after each of these times; 0: off; 0 */
  press_gestures_flags flags;                    /**< PRESS_GESTURES_...; 0 */
} press_gestures_config;

/** Writes every default. NULL is ignored. */
PRESS_API void press_gestures_config_init(press_gestures_config *config);

/** @return as press_config_check. */
PRESS_API PRESS_NODISCARD int press_gestures_config_check(const press_gestures_config *config, const char **why);

/** Bytes that attaching needs in the storage of an engine, beyond press_engine_size. The storage must hold the sum for all attached
 * interactions; press_engine_size_with (interactions.h) returns that sum.
 * @param engine  NULL: the defaults
 * @param config  NULL: the defaults
 * @return 0: one of them is invalid. */
PRESS_API size_t press_gestures_size(const press_config *engine, const press_gestures_config *config);

/** Attaches gestures to an engine, for as long as the engine is used. The traits TAP, DOUBLE_TAP, HOLD and SCROLL have an effect from the
 * next contact on.
 * @param config  copied; NULL: the defaults
 * @return 0; PRESS_ERR_INVAL: NULL or out of range; PRESS_ERR_NOSPC: the engine's storage is too small; PRESS_ERR_NOBUFS:
 *         its max_events (not 0) do not hold the ends of everything that can run (interactions.h); PRESS_ERR_STATE:
 *         attached already; PRESS_ERR_BUSY: from inside a callback. */
PRESS_API PRESS_NODISCARD int press_gestures_attach(press_engine *engine, const press_gestures_config *config);

/** Changes the config. It applies from the next contact that begins while no other contact is down and no tap waits for a second one.
 * @return 0; PRESS_ERR_INVAL: NULL or out of range; PRESS_ERR_STATE: not attached. */
PRESS_API int press_gestures_set(press_engine *engine, const press_gestures_config *config);

/** Copies out the last config that was given, also while it does not apply yet.
 * @param[in,out] config  from press_gestures_config_init
 * @return 0; PRESS_ERR_INVAL: NULL or wrong size; PRESS_ERR_STATE: not attached. */
PRESS_API int press_gestures_get_config(const press_engine *engine, press_gestures_config *config);

/** press_gestures_state: what a contact has become. */
enum PRESS_AS(press_gesture_state, int32_t) {
  PRESS_GESTURE_OPEN    = 0, /**< nothing yet, may still become anything */
  PRESS_GESTURE_MOVED   = 1, /**< moved too far for a tap or a hold */
  PRESS_GESTURE_HOLD    = 2, /**< the contact holds */
  PRESS_GESTURE_SCROLL  = 3, /**< the contact scrolls */
  PRESS_GESTURE_PREVIEW = 4, /**< a preview or peek */
  PRESS_GESTURE_ACTIONS = 5, /**< it operates the quick actions */
  PRESS_GESTURE_OVER    = 6, /**< nothing more until it lifts */
  PRESS_GESTURE_DRAG    = 7, /**< drag.h */
  PRESS_GESTURE_LIFTED  = 8, /**< PRESS_EVENT_DRAG_LIFTED was delivered of it, and it was no hold */
  PRESS_GESTURE_PINCH   = 9  /**< one of two contacts that pinched: pinch.h */
};
PRESS_TYPE(press_gesture_state, int32_t);

/** The interaction of a contact. @return PRESS_GESTURE_...; PRESS_ERR_NOENT: the contact is not down; PRESS_ERR_STATE: not attached;
 * PRESS_ERR_INVAL: NULL. */
PRESS_API int press_gestures_state(const press_engine *engine, uint32_t contact);

/** Cancels the hold or scroll of a contact; the contact becomes nothing more until it lifts.
 * @return 0; PRESS_ERR_NOENT: the contact is not down; PRESS_ERR_STATE: it does not hold or scroll, or not attached; PRESS_ERR_INVAL: NULL.
 *         */
PRESS_API int press_gestures_cancel(press_engine *engine, uint32_t contact);

/** Taps a target from code (for keys, switches, assistive technology): delivers PRESS_EVENT_TAPPED with PRESS_REASON_PROGRAM and
 * PRESS_NO_CONTACT, at the engine's time: after a time without samples and ticks call press_tick first.
 * @return 0; PRESS_ERR_NOENT: no such target; PRESS_ERR_STATE: it lacks the trait TAP, or not attached; PRESS_ERR_NOSPC: callbacks already
 *         activated 8 within one sample, deadline or call; this limit ends a callback that activates its own target; PRESS_ERR_AGAIN:
 *         without a delegate press_poll must make room first; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_target_activate(press_engine *engine, uint32_t target);

#ifdef __cplusplus
}
#endif
#endif
