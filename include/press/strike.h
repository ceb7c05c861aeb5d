/* Strikes and lifts: how fast a contact was struck and how fast it let go, in newtons per second, and as a velocity of 0..127 as drums
 * and keyboards have it.
 *
 * PRESS_EVENT_STRUCK is delivered once for each contact: value: the steepest 8 ms of its force, N/s; value2: its velocity, a whole number
 * 0..127; both Q16.16. late_us: how long ago the contact began. For each reading, from the last one before the contact on, the rise over
 * the 8 ms before it is measured; a pad gives the force before its 1 euro filter. Over 8 ms noise, one flat reading and the skin of a
 * finger, which touches first, change little. A rise that was seen for less than 8 ms is divided by 8 ms. If readings are further apart,
 * the two steepest neighbours are used. The result is corrected by the readings around them, and by the part of a hit of 10 to 25 ms that
 * such a rate misses. The speed is known if the readings of the steepest 8 ms are at most 5.5 ms apart, and if, at the end of the window,
 * it exceeds the result up to the reading before by at most an eighth. It is also known at max_speed or more. Otherwise PRESS_EVENT_FLAG_UNKNOWN
 * is set: with fewer than 180 readings a second a speed is an estimate; docs/interactions/strikes.md has its bounds for each rate. A harder
 * hit still has a higher velocity; unknown_velocity may give all of these hits one velocity.
 *
 *   an open contact, not struck yet                                          what is delivered
 *   12 ms after it began 8 ms rise at less than half of the steepest         STRUCK
 *   a reading after which the next would come later than window_us           STRUCK
 *   its force falls below release_force                                      STRUCK, with that reading, before the grace
 *   it lifts at once                                                         STRUCK, then what it became, then its end
 *   only one reading of it is known (none in the 100 ms before it)           nothing yet: the next decides
 *   the same, and it lifts                                                   no strike
 *   it is cancelled (lost, silent, a palm, reset)                            no strike
 *
 * A window of 0 delivers it with the reading that begins the contact, right after PRESS_EVENT_CONTACT_BEGAN. A longer window delays a
 * strike, and measures its speed more exactly: docs/interactions/strikes.md has measurements of both. STRUCK comes before all other events
 * of the same sample, but after PRESS_EVENT_CONTACT_BEGAN. A contact with a strike may also tap, hold, preview or press the button.
 *
 * PRESS_EVENT_LET_GO is a strike backwards in time: the steepest 8 ms of the fall, up to the reading that is below release_force. It looks
 * back for at most 40 ms and at least 12 ms, to the time when the force fell at less than half of the steepest. Its speed is known under
 * the same conditions, and its velocity has the same curve. It is delivered as the contact lifts, before the events of the lift and before
 * its end; late_us is the time since the force fell. It belongs to strikes and not to the end of the contact, because only strikes keep the
 * force before the filter. An engine without strikes does not pay for it.
 *
 *   an open contact                                                          what is delivered
 *   it lifts: its force stayed below release_force for the grace             LET_GO, then what it became, then its end
 *   the same, with one reading of it in 100 ms                               no lift
 *   its force comes back within the grace                                    nothing: the next fall counts
 *   it is cancelled (lost, silent, a palm, reset)                            no lift
 *
 * All functions here except press_strike_attach may be called from callbacks; configs are copied.
 */
#ifndef PRESS_STRIKE_H
#define PRESS_STRIKE_H

#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/** press_strike_config.curve: how the velocity follows the speed, from 1 at min_speed to 127 at max_speed. */
enum PRESS_AS(press_strike_curve, uint32_t) {
  PRESS_STRIKE_LOG    = 0, /**< by the logarithm: twice the speed always adds the same */
  PRESS_STRIKE_LINEAR = 1, /**< in proportion to the speed */
  PRESS_STRIKE_POWER  = 2  /**< linear, to the power of `exponent` */
};
PRESS_TYPE(press_strike_curve, uint32_t);

/** Start from press_strike_config_init. */
typedef struct press_strike_config {
  uint32_t           size;      /**< sizeof(press_strike_config) */
  uint32_t           window_us; /**< 0..100000: a strike is delivered with the last reading within this time of its contact; 20000 */
  press_q16          min_speed; /**< N per second, above 0: velocity 1; less is velocity 0; 10.0 */
  press_q16          max_speed; /**< N per second, above min_speed: velocity 127, also for more; 1000.0 */
  press_strike_curve curve;     /**< one of PRESS_STRIKE_LOG PRESS_STRIKE_LINEAR PRESS_STRIKE_POWER; PRESS_STRIKE_LOG */
  press_q16          exponent;  /**< 0.125..8: with PRESS_STRIKE_POWER; below 1: soft strikes count for more; 1.0 */
  uint16_t           sources;   /**< 0..256: how many contact ids keep readings from before the touch; where there are more, the one that touched
                          longest ago is dropped; raised to max_contacts if smaller; 0 */
  uint16_t unknown_velocity;    /**< 0..127: the velocity of strikes and lifts whose speed is not known; 0: that of the speed that is estimated; 0 */
} press_strike_config;

/** Writes every default. NULL is ignored. */
PRESS_API void press_strike_config_init(press_strike_config *config);

/** @return as press_config_check. */
PRESS_API PRESS_NODISCARD int press_strike_config_check(const press_strike_config *config, const char **why);

/** Bytes that attaching takes of an engine, as press_gestures_size. */
PRESS_API size_t press_strike_size(const press_config *engine, const press_strike_config *config);

/** Attaches strikes to the whole surface of an engine: they read every sample, also while nothing touches. An engine that is polled keeps
 * room for the strikes of contacts that end before their window, and for lifts, if max_events is large enough (interactions.h) when a
 * contact begins. Otherwise a strike or lift without room is left out; press_strike_get still returns the strike.
 * @param config  NULL: the defaults
 * @return as press_gestures_attach. */
PRESS_API PRESS_NODISCARD int press_strike_attach(press_engine *engine, const press_strike_config *config);

/** Changes the config. It applies from the next contact that begins while no strike is measured. A lift uses the config at the fall of the
 * force.
 * @param config  its sources are those of press_strike_attach
 * @return 0; PRESS_ERR_INVAL: NULL, out of range, or other sources; PRESS_ERR_STATE: not attached. */
PRESS_API int press_strike_set(press_engine *engine, const press_strike_config *config);

/** Copies out the last config that was given. @return as press_gestures_get_config. */
PRESS_API int press_strike_get_config(const press_engine *engine, press_strike_config *config);

/** The strike of a contact. */
typedef struct press_strike {
  uint32_t  size;     /**< sizeof(press_strike) */
  uint32_t  velocity; /**< 0..127 */
  uint64_t  began_us; /**< when its contact began */
  press_q16 speed;    /**< N per second */
  uint32_t  delay_us; /**< the time from then until it was known */
  uint32_t  known;    /**< 1: the speed is known; 2: it is an estimate; 0: it is still measured, and this is the speed so far */
  uint32_t  reserved; /**< 0 */
} press_strike;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_strike_init(press_strike *strike);

/** The strike of a contact that is down, or of the latest contact with that id: for a tap, a press of the button, or any other interaction.
 * While a tap is delivered the strike of its contact is known.
 * @param[in,out] strike  from press_strike_init
 * @return 0; PRESS_ERR_NOENT: it has no strike, or the strike is forgotten (press_strike_config.sources); PRESS_ERR_STATE: not attached;
 *         PRESS_ERR_INVAL: NULL or wrong size. */
PRESS_API int press_strike_get(const press_engine *engine, uint32_t contact, press_strike *strike);

#ifdef __cplusplus
}
#endif
#endif
