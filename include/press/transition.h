/* Transitions: fractions of an animation that a finger drives, and that run on by themselves when it lets go.
 *
 *   start ──► interactive ──finish──► running to 1 ──► finished
 *               ▲     └────cancel──► running to 0 ──► cancelled
 *               └──pause──┘ (from any run, at the present fraction; finish and cancel also turn a run round)
 *   any of them ──run_to──► running to a target ──► interactive there
 *
 * A run begins with the present speed: that of the finger (MOTION), of the updates of the program, or of the run that it turns round. It
 * follows a curve, or a spring (PRESS_TRANSITION_FLAG_SPRING).
 *
 * A transition with MOTION coasts from the fall of the force on, if its finger was moving: TRANSITION_UPDATED follows the run that begins
 * if this is the lift, and that run then goes on along the same course. A finger that comes back within the grace moves the transition on
 * from there. It stays interactive until the lift is certain.
 *
 * While it runs TRANSITION_UPDATED is delivered every frame_us from the start of the run, and once more at its very end. When time jumps
 * over several frames it is delivered for the newest of them. Events carry PRESS_NO_CONTACT, with any driver. press_engine_reset cancels
 * all at once, with PRESS_REASON_RESET; bindings stay. Frames are delivered by press_tick, or by the next press_feed: sleep until
 * press_next_deadline. Configs, options and curves are copied. All functions here except press_transition_attach may be called from
 * callbacks. For the engine NULL they return PRESS_ERR_INVAL, and PRESS_ERR_STATE if transitions are not attached.
 */
#ifndef PRESS_TRANSITION_H
#define PRESS_TRANSITION_H

#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A cubic Bezier from (0, 0) to (1, 1) with two control points; x in 0..1, y any. */
typedef struct press_timing_curve {
  press_q16 x1, y1, x2, y2;
} press_timing_curve;

#define PRESS_CURVE_EASE_IN_OUT \
  { PRESS_Q16(0.42), 0, PRESS_Q16(0.58), PRESS_ONE }
#define PRESS_CURVE_EASE_IN \
  { PRESS_Q16(0.42), 0, PRESS_ONE, PRESS_ONE }
#define PRESS_CURVE_EASE_OUT \
  { 0, 0, PRESS_Q16(0.58), PRESS_ONE }
#define PRESS_CURVE_LINEAR \
  { 0, 0, PRESS_ONE, PRESS_ONE }

/** y of the curve at x, within 1/16384 of the exact curve.
 * @param x        0..1; clamped
 * @param[out] y   as the curve has it: outside 0..1 where y1 or y2 are; saturates
 * @return 0; PRESS_ERR_INVAL: NULL, or x1 or x2 outside 0..1. */
PRESS_API int press_timing_curve_y(const press_timing_curve *curve, press_q16 x, press_q16 *y);

/** The curve of options with PRESS_TRANSITION_FLAG_SPRING, from literals. damping: 0..10, 1: the quickest without passing its end, 0: it swings
 * for ever. response: 0.001..60, seconds of one oscillation without damping; a smaller one is stiffer. A mass m at a stiffness k with the
 * friction c has damping = c / (2 sqrt(k m)), response = 2 pi sqrt(m / k). */
#define PRESS_SPRING(damping, response) \
  { PRESS_Q16(damping), PRESS_Q16(response), 0, 0 }

/** press_transition_options.flags */
enum PRESS_AS(press_transition_flags, uint32_t) {
  PRESS_TRANSITION_FLAG_AUTOMATIC = 1, /**< runs to 1 at once, for its whole duration: not interactive */
  PRESS_TRANSITION_FLAG_SPRING    = 2, /**< a run is a spring: curve is PRESS_SPRING(damping, response), within 1e-4 of the exact one (of the whole
                                     distance, or of the starting velocity per radian, up to 1000, if that is more). duration_us has no effect;
                                     speed divides the response. It ends once distance and velocity per radian together are below rest; without
                                     damping it never ends */
  PRESS_TRANSITION_FLAG_OVERSHOOT = 4  /**< a spring may pass its end, and a run may go beyond 0 and 1, as a curve whose y does, with its progress. A
                                     run that is caught there stays there. Without it progress is 0..1, a damping below 1 is raised to 1, and a
                                     spring that is too fast for its response gets a shorter one */
};
PRESS_FLAGS(press_transition_flags, uint32_t);

/** The options of one transition. press_transition_options_init writes the defaults; the delegate's transition_will_start may change them,
 * and transition_will_run may change them for each run. */
typedef struct press_transition_options {
  uint32_t               size;        /**< sizeof(press_transition_options) */
  press_transition_flags flags;       /**< PRESS_TRANSITION_FLAG_...; 0 */
  uint32_t               duration_us; /**< of the whole, from 0 to 1; 0: ends at once; 400000. Shorter where the finger is faster */
  press_q16              speed;       /**< above 0: completion speed: the rest takes duration * distance left / speed; 1.0 */
  press_timing_curve     curve;       /**< of what runs by itself; ease in, ease out */
  press_q16              fraction;    /**< 0..1: where it starts; 0 */
} press_transition_options;

/** press_transition_config.flags */
enum PRESS_AS(press_transitions_flags, uint32_t) {
  PRESS_TRANSITIONS_NO_COAST = 1 /**< what MOTION drives stands still from the fall of the force until the lift is certain */
};
PRESS_FLAGS(press_transitions_flags, uint32_t);

/** Start from press_transition_config_init. */
typedef struct press_transition_config {
  uint32_t                 size;            /**< sizeof(press_transition_config) */
  uint16_t                 max_transitions; /**< 1..32: at once; 4 */
  uint16_t                 rest;        /**< 1..65535: a spring ends once its place and its velocity per radian are together below so many 65536ths;
                                           16 */
  uint32_t                 frame_us;    /**< above 0: how often a running transition is updated; 16667 */
  press_q16                flick_speed; /**< points per second, not negative: MOTION: a contact that lifts at this speed along the
                                           direction, or against it, decides; 0: none does; 300 */
  press_transition_options options;     /**< of transitions that are started without their own */
  uint32_t                 velocity_us; /**< 20000..100000: what counts for a speed: the places of so long; 100000 */
  uint32_t                 still_us;    /**< 10000..1000000: a finger that lies still for so long has stopped; 40000 */
  press_transitions_flags  flags;       /**< PRESS_TRANSITIONS_...; 0 */
} press_transition_config;

/** Writes every default. NULL is ignored. */
PRESS_API void press_transition_config_init(press_transition_config *config);

/** Writes every default. NULL is ignored. */
PRESS_API void press_transition_options_init(press_transition_options *options);

/** @return as press_config_check. */
PRESS_API PRESS_NODISCARD int press_transition_config_check(const press_transition_config *config, const char **why);

/** @return as press_config_check. */
PRESS_API PRESS_NODISCARD int press_transition_options_check(const press_transition_options *options, const char **why);

/** Bytes that attaching takes of an engine, as press_gestures_size. */
PRESS_API size_t press_transition_size(const press_config *engine, const press_transition_config *config);

/** Attaches transitions to an engine.
 * @param config  NULL: the defaults
 * @return as press_gestures_attach. */
PRESS_API PRESS_NODISCARD int press_transition_attach(press_engine *engine, const press_transition_config *config);

/** Changes the config for transitions that start from now on, and flick_speed for contacts that start or catch one from now on.
 * @param config  max_transitions is that of the engine
 * @return 0; PRESS_ERR_INVAL: NULL, out of range, or another max_transitions; PRESS_ERR_STATE: not attached. */
PRESS_API int press_transition_set(press_engine *engine, const press_transition_config *config);

/** Copies out the last config that was given. @return as press_gestures_get_config. */
PRESS_API int press_transition_get_config(const press_engine *engine, press_transition_config *config);

/** Starts a transition: asks transition_will_start, delivers TRANSITION_STARTED. Time counts from the engine's time, that of its
 * latest sample or tick: after a time without these call press_tick first, or it is over at the next one.
 * @param id       the program's id for it: not 0, and not the id of a transition that is active or whose end is pending
 * @param options  NULL: those of the config
 * @return 0; PRESS_ERR_INVAL: id 0 or in use, options out of range (speed not above 0), also as transition_will_start left
 *         them; PRESS_ERR_NOSPC: max_transitions are active or bound; PRESS_ERR_AGAIN: without a delegate press_poll must
 *         make room first; PRESS_ERR_STATE: not attached. */
PRESS_API int press_transition_start(press_engine *engine, uint32_t id, const press_transition_options *options);

/** Sets the fraction of an interactive transition, clamped to 0..1, and delivers TRANSITION_UPDATED.
 * @return 0; PRESS_ERR_NOENT: no such transition is active; PRESS_ERR_STATE: it runs by itself (pause it first). */
PRESS_API int press_transition_update(press_engine *engine, uint32_t id, press_q16 fraction);

/** Lets it run on by itself to 1, from its present fraction and without a jump. This also turns a run round. transition_will_run is asked for the
 * options. If no distance is left, it is finished at once. This function, press_transition_cancel and press_transition_pause take a transition
 * from the contact that drives it, until that lifts.
 * @return 0; PRESS_ERR_NOENT: no such transition is active. */
PRESS_API int press_transition_finish(press_engine *engine, uint32_t id);

/** As press_transition_finish, back to 0: if no distance is left, it is cancelled at once.
 * @return as press_transition_finish. */
PRESS_API int press_transition_cancel(press_engine *engine, uint32_t id);

/** Lets it run by itself to any target, from its present fraction and with its present speed. A running one gets a new target without a jump
 * in fraction or speed, up to 32,767 fractions a second (the limit of press_q16). At the target it is interactive again: the last
 * TRANSITION_UPDATED has the target. transition_will_run is asked, but not for a new target.
 * @param target  0..1; with PRESS_TRANSITION_FLAG_OVERSHOOT -16384..16384
 * @return 0; PRESS_ERR_INVAL: out of range; PRESS_ERR_NOENT: no such transition is active. */
PRESS_API int press_transition_run_to(press_engine *engine, uint32_t id, press_q16 target);

/** Makes a running transition interactive at its present fraction, and delivers TRANSITION_UPDATED if that fraction was not delivered yet.
 * @return 0; PRESS_ERR_NOENT: no such transition is active; PRESS_ERR_STATE: it does not run. */
PRESS_API int press_transition_pause(press_engine *engine, uint32_t id);

/** Changes the completion speed; a run goes on from its present fraction, a spring also with its present speed.
 * @return 0; PRESS_ERR_INVAL: not above 0; PRESS_ERR_NOENT: no such transition is active. */
PRESS_API int press_transition_set_speed(press_engine *engine, uint32_t id, press_q16 speed);

/** The present speed of a running transition, fractions per second; in transition_will_run the speed with which the run begins. For an
 * interactive one it is the value of press_transition_set_velocity, otherwise 0.
 * @param[out] velocity  below 0: towards 0
 * @return 0; PRESS_ERR_INVAL: NULL; PRESS_ERR_NOENT: no such transition is active. */
PRESS_API int press_transition_get_velocity(const press_engine *engine, uint32_t id, press_q16 *velocity);

/** Sets it, fractions per second. A run goes on with it from its present fraction; otherwise the next run begins with it, unless an update
 * comes first.
 * @return 0; PRESS_ERR_NOENT: no such transition is active. */
PRESS_API int press_transition_set_velocity(press_engine *engine, uint32_t id, press_q16 velocity);

/** The drivers of a transition. While the quick actions of a peek are on show, transitions that PREVIEW, COMMIT and PEEK drive stay at their
 * fraction, also when the finger lifts: they finish or cancel as the peek pops or is dismissed. */
enum PRESS_AS(press_driver, uint32_t) {
  PRESS_DRIVER_NONE     = 0, /**< calls of the program */
  PRESS_DRIVER_PREVIEW  = 1, /**< progress of the preview phase; finishes with it, cancels (runs back) with the preview. Given up in
                                the commit phase it starts again, at 1, and runs back */
  PRESS_DRIVER_COMMIT   = 2, /**< progress of the commit phase; finishes with it, cancels with the preview */
  PRESS_DRIVER_PRESSURE = 3, /**< the pressure of a contact; cancels when it lifts */
  PRESS_DRIVER_MOTION   = 4, /**< how far a contact moved from where it began, along a direction; on lift its speed decides
                                (flick_speed: as its force fell; 0 where it lay still for still_us); a slower one
                                finishes from one half on, else cancels */
  PRESS_DRIVER_PEEK     = 5  /**< a peek: 0 to 1/2 is its hint, 1/2 to 1 its growth; finishes as it pops, cancels as it is
                                dismissed. One that no finger presses (press_peek_open) starts at 1/2 */
};
PRESS_TYPE(press_driver, uint32_t);

/** Lets contacts drive a transition. The next contact on the target starts it with the options of the config, or catches it at its present
 * fraction if it is active, also while it runs. Then that contact updates it until it lifts; one contact at a time. A contact that caught
 * it moves it from there (MOTION), or once the value of the driver reaches its fraction. Binding again and unbinding leave an active
 * transition at its fraction; the program goes on with it.
 * @param driver    PRESS_DRIVER_NONE unbinds
 * @param target    contacts whose touch has this target, which may be added later; 0: any contact
 * @param dx, dy    MOTION: the way from 0 to 1 in points; not both 0; else 0
 * @return 0; PRESS_ERR_INVAL: out of range, id 0; PRESS_ERR_NOSPC: max_transitions are active or bound; PRESS_ERR_STATE: not
 *         attached. */
PRESS_API int press_transition_bind(press_engine *engine, uint32_t id, press_driver driver, uint32_t target, press_q16 dx, press_q16 dy);

/** Why press_transition_bind would refuse this now, or bind what nothing drives.
 * @param[out] why  where it would: the argument and its rule; may be NULL
 * @return as press_transition_bind; PRESS_ERR_NOENT: it would bind, and the target is not there. */
PRESS_API PRESS_NODISCARD int press_transition_bind_check(
  const press_engine *engine, uint32_t id, press_driver driver, uint32_t target, press_q16 dx, press_q16 dy, const char **why);

/** press_transition_status.state: the state of a transition. */
enum PRESS_AS(press_transition_state, uint32_t) {
  PRESS_TRANSITION_NONE        = 0, /**< not started, or over.
                                         Becomes INTERACTIVE: press_transition_start, or a contact that it is bound to; FINISHING: it is automatic */
  PRESS_TRANSITION_INTERACTIVE = 1, /**< a contact or the program sets the fraction.
                                         Becomes FINISHING: press_transition_finish; CANCELLING: press_transition_cancel */
  PRESS_TRANSITION_FINISHING   = 2, /**< runs to 1.
                                         Becomes NONE: at 1, finished; CANCELLING: press_transition_cancel; INTERACTIVE: press_transition_pause,
                                         or a new contact */
  PRESS_TRANSITION_CANCELLING  = 3, /**< runs to 0.
                                         Becomes NONE: at 0, cancelled; FINISHING: press_transition_finish; INTERACTIVE: press_transition_pause,
                                         or a new contact */
  PRESS_TRANSITION_MOVING      = 4  /**< runs to the target of press_transition_run_to.
                                         Becomes INTERACTIVE: there; FINISHING, CANCELLING: by their calls */
};
PRESS_TYPE(press_transition_state, uint32_t);

/** A transition as it is now. */
typedef struct press_transition_status {
  uint32_t               size;     /**< sizeof(press_transition_status) */
  press_transition_state state;    /**< PRESS_TRANSITION_... */
  press_q16              fraction; /**< 0..1, with PRESS_TRANSITION_FLAG_OVERSHOOT also beyond; 0 where it is not started, or over */
} press_transition_status;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_transition_status_init(press_transition_status *status);

/** @param[in,out] status  from press_transition_status_init
 * @return 0; PRESS_ERR_INVAL: NULL or wrong size; PRESS_ERR_STATE: not attached. */
PRESS_API int press_transition_get(const press_engine *engine, uint32_t id, press_transition_status *status);

#ifdef __cplusplus
}
#endif
#endif
