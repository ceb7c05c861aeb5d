/* The force button: a click from force, with levels that follow the force of the press.
 *
 *   up ──── strongest force at or above the press level ────► down: PRESS_EVENT_BUTTON_PRESSED
 *   down ── strongest force below the release level ────────► up:   PRESS_EVENT_BUTTON_RELEASED
 *   down ── its contacts are cancelled ──────────────────────► up:  PRESS_EVENT_BUTTON_CANCELLED
 *
 * While down, the release level is the larger of release_force and ratio_down of the peak so far (of at most `ceiling`): a hard press
 * releases early. While up, the press level is the larger of press_force and ratio_up of the least force since the release (but at most
 * `ceiling`), so that a finger that trembles after an early release does not press again. A fall below the release level is a release once
 * it has lasted for lift_us; late_us of the event counts from the fall. Several fingers are not summed: the button follows the strongest.
 * While the strongest moves fast the release level is lowered: multiplied with 1 - (speed / full_speed)^2, at least a tenth. When a contact
 * is cancelled and the others do not hold the button down, it is cancelled too.
 *
 * With PRESS_BUTTON_FLAG_RAPID_TRIGGER the button follows changes of force, in a band from release_force to `ceiling`. It is pressed at
 * press_force. It is released when the force falls by rapid_fall from its peak, and pressed again when the force rises by rapid_rise from
 * its least since. Below release_force it is up, and press_force is the press level again. In this mode ratio_down, ratio_up and lift_us
 * have no effect: the button follows each sample at once.
 *
 * A contact does not become the button: a contact that previews, holds or scrolls works the button as well. Events carry
 * the contact that was strongest and the target that it touched. All functions here except
 * press_button_attach may be called from callbacks; configs are copied.
 */
#ifndef PRESS_BUTTON_H
#define PRESS_BUTTON_H

#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/** press_button_config.flags */
enum PRESS_AS(press_button_flags, uint32_t) {
  PRESS_BUTTON_FLAG_NOT_WHILE_MOVING = 1, /**< no press begins while a contact scrolls or drags; a force that would have pressed then
                                        must fall below release_force first. A button that is down stays down */
  PRESS_BUTTON_FLAG_RAPID_TRIGGER    = 2  /**< it follows changes of force, see above */
};
PRESS_FLAGS(press_button_flags, uint32_t);

/** press_button_config.lift_us: that of the engine. */
#define PRESS_BUTTON_LIFT_OF_CONTACT 0xffffffffu

/** Start from press_button_config_init. */
typedef struct press_button_config {
  uint32_t           size;          /**< sizeof(press_button_config) */
  press_button_flags flags;         /**< PRESS_BUTTON_FLAG_...; 0 */
  press_q16          press_force;   /**< N, above 0; 1.5 */
  press_q16          release_force; /**< N, above 0, at most press_force; 1.3 */
  press_q16          ratio_down;    /**< 0..1: of the peak; 0: the release level does not follow; 0.6 */
  press_q16          ratio_up;      /**< 1..4: of the least force since the release; 1.2 */
  press_q16          ceiling;       /**< N, at least press_force: levels do not follow further; 6.0 */
  press_q16          full_speed;    /**< points per second, not negative: at it the release level is at its lowest, a tenth; 0: off; 200 */
  uint32_t           lift_us;       /**< a force that falls below the release level has this long to come back before the button is
                              released; 0: it is released at once; PRESS_BUTTON_LIFT_OF_CONTACT: as press_config.lift_us
                              has it */
  press_q16          rapid_fall;    /**< N, above 0: with RAPID_TRIGGER, the fall from the peak that releases; 0.3 */
  press_q16          rapid_rise;    /**< N, above 0: with RAPID_TRIGGER, the rise from the least force that presses again; 0.3 */
  uint32_t           reserved;      /**< 0 */
} press_button_config;

/** Writes every default. NULL is ignored. */
PRESS_API void press_button_config_init(press_button_config *config);

/** @return as press_config_check. */
PRESS_API PRESS_NODISCARD int press_button_config_check(const press_button_config *config, const char **why);

/** Bytes that attaching takes of an engine, as press_gestures_size. */
PRESS_API size_t press_button_size(const press_config *engine, const press_button_config *config);

/** Attaches a force button to the whole surface of an engine. A finger that is already down can press it with its next sample.
 * @param config  NULL: the defaults
 * @return as press_gestures_attach. */
PRESS_API PRESS_NODISCARD int press_button_attach(press_engine *engine, const press_button_config *config);

/** Changes the whole config. It never presses and never releases. While the button is down, it keeps the old config until it is released.
 * While it is up, and after that release, the new config applies at once if the force is below the new press level; otherwise once the
 * force has fallen below the new release_force.
 * @return 0; PRESS_ERR_INVAL: NULL or out of range; PRESS_ERR_STATE: not attached. */
PRESS_API int press_button_set(press_engine *engine, const press_button_config *config);

/** Copies out the last config that was given. @return as press_gestures_get_config. */
PRESS_API int press_button_get_config(const press_engine *engine, press_button_config *config);

/** press_button_status.state */
enum PRESS_AS(press_button_state, uint32_t) {
  PRESS_BUTTON_UP   = 0, /**< not clicked */
  PRESS_BUTTON_DOWN = 1  /**< clicked, and not let go */
};
PRESS_TYPE(press_button_state, uint32_t);

/** The button as it is now. */
typedef struct press_button_status {
  uint32_t           size;          /**< sizeof(press_button_status) */
  press_button_state state;         /**< PRESS_BUTTON_UP, PRESS_BUTTON_DOWN */
  press_q16          press_force;   /**< N: the level that presses */
  press_q16          release_force; /**< N: the level below which it is released */
} press_button_status;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_button_status_init(press_button_status *status);

/** @param[in,out] status  from press_button_status_init
 * @return 0; PRESS_ERR_INVAL: NULL or wrong size; PRESS_ERR_STATE: not attached. */
PRESS_API int press_button_get(const press_engine *engine, press_button_status *status);

#ifdef __cplusplus
}
#endif
#endif
