/* Strikes and lifts: how fast a contact was struck and how fast it let go, in newtons per second, and as a velocity of 0..127 as drums
 * and keyboards have it.
 *
 * PRESS_EVENT_STRUCK is delivered once for each contact: value: the steepest 8 ms of its force, N/s; value2: its velocity, a whole
 * number 0..127; both Q16.16. late_us: how long ago the contact began. 8 ms are looked at up to each reading, from the last one before
 * the contact on, and before the 1 euro filter where a pad feeds: noise, one flat reading and the skin of a finger, which touches first,
 * weigh little in them. A rise that was seen for less than 8 ms counts as if it had taken 8.
 * Where readings are further apart it is the steepest two neighbours, corrected by what the readings around them say and by what such a
 * rate misses of a hit of 10 to 25 ms. The speed is known where the readings of the steepest 8 ms are 5.5 ms apart or less, and it was not
 * steeper than that up to the reading before by more than an eighth as the window was over; and where it is max_speed or more. Else
 * PRESS_EVENT_FLAG_UNKNOWN is set: from fewer than 180 readings a second a speed is an estimate, whose bounds docs/interactions/strikes.md
 * has for each rate. A harder hit has a higher velocity all the same; unknown_velocity may give all of these one.
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
 * A window of 0 delivers it with the reading that begins the contact, right behind PRESS_EVENT_CONTACT_BEGAN. A longer one
 * delays a strike, and comes closer to how fast it becomes: docs/interactions/strikes.md has both as measured.
 * STRUCK comes before all other events of the same sample, but after PRESS_EVENT_CONTACT_BEGAN. A contact does not
 * become a strike: it taps, holds, previews or presses the button as well.
 *
 * PRESS_EVENT_LET_GO is a strike in a mirror: the steepest 8 ms of the fall within the 40 ms before the force fell below release_force,
 * that reading included, back to where it fell at less than half of the steepest, 12 ms at least. Its speed is known under the same conditions, and
 * its velocity has the same curve. It is delivered as the contact lifts, before what the contact becomes and before its end, with the same
 * late_us: since the force fell. It belongs to strikes and not to the end of the contact: only they keep the force as it was read, before
 * it was filtered, and an engine without them pays nothing for it.
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

/* press_strike_config.curve: how the velocity follows the speed, from 1 at min_speed to 127 at max_speed. */
enum PRESS_AS(press_strike_curve, uint32_t) {
  PRESS_STRIKE_LOG    = 0, /* by the logarithm: twice the speed is always so much more */
  PRESS_STRIKE_LINEAR = 1,
  PRESS_STRIKE_POWER  = 2 /* linear, to the power of `exponent` */
};
PRESS_TYPE(press_strike_curve, uint32_t);

/* Start from press_strike_config_init. */
typedef struct press_strike_config {
  uint32_t           size;      /* sizeof(press_strike_config) */
  uint32_t           window_us; /* 0..100000: a strike is delivered with the last reading within this time of its contact; 20000 */
  press_q16          min_speed; /* N per second, above 0: velocity 1; less is velocity 0; 10.0 */
  press_q16          max_speed; /* N per second, above min_speed: velocity 127, and so is more; 1000.0 */
  press_strike_curve curve;     /* one of PRESS_STRIKE_LOG PRESS_STRIKE_LINEAR PRESS_STRIKE_POWER; PRESS_STRIKE_LOG */
  press_q16          exponent;  /* 0.125..8: with PRESS_STRIKE_POWER; below 1: soft strikes count for more; 1.0 */
  uint16_t           sources;   /* 0..256: how many contact ids keep readings from before the touch; where there are more, the one that touched
                          longest ago is dropped; raised to max_contacts if smaller; 0 */
  uint16_t unknown_velocity;    /* 0..127: the velocity of strikes and lifts whose speed is not known; 0: that of the speed that is estimated; 0 */
} press_strike_config;

/* Writes every default. NULL is ignored. */
PRESS_API void press_strike_config_init(press_strike_config *config);

/* @return as press_config_check. */
PRESS_API int press_strike_config_check(const press_strike_config *config, const char **why);

/* Bytes that attaching takes of an engine, as press_gestures_size. */
PRESS_API size_t press_strike_size(const press_config *engine, const press_strike_config *config);

/* Attaches strikes to the whole surface of an engine: every sample is looked at, also while nothing touches. An engine that is
 * polled keeps room for the strikes of contacts that are over before their window, and for lifts, where the queue has so much more
 * than interactions.h requires as a contact begins; where it has not, one that finds no room is left out, and press_strike_get still knows a
 * strike.
 * @param config  NULL: the defaults
 * @return as press_gestures_attach. */
PRESS_API int press_strike_attach(press_engine *engine, const press_strike_config *config);

/* Changes the config: it counts from the next contact on that begins while no strike is measured. A lift has what counts as the force falls.
 * @param config  its sources are those of press_strike_attach
 * @return 0; PRESS_ERR_INVAL: NULL, out of range, or other sources; PRESS_ERR_STATE: not attached. */
PRESS_API int press_strike_set(press_engine *engine, const press_strike_config *config);

/* Copies out the config that was given last. @return as press_gestures_get_config. */
PRESS_API int press_strike_get_config(const press_engine *engine, press_strike_config *config);

/* How a contact was struck. */
typedef struct press_strike {
  uint32_t  size;     /* sizeof(press_strike) */
  uint32_t  velocity; /* 0..127 */
  uint64_t  began_us; /* when its contact began */
  press_q16 speed;    /* N per second */
  uint32_t  delay_us; /* how long after that it was known */
  uint32_t  known;    /* 1; 2: its speed is not known, and this is an estimate; 0: it is still measured, and this is how fast it
                         was so far */
  uint32_t  reserved; /* 0 */
} press_strike;

/* Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_strike_init(press_strike *strike);

/* The strike of a contact that is down, or of the latest with that id: for a tap, a press of the button, or whatever it became.
 * While a tap is delivered the strike of its contact is known.
 * @param[in,out] strike  from press_strike_init
 * @return 0; PRESS_ERR_NOENT: it was not struck, or that is forgotten (press_strike_config.sources); PRESS_ERR_STATE: not
 *         attached; PRESS_ERR_INVAL: NULL or wrong size. */
PRESS_API int press_strike_get(const press_engine *engine, uint32_t contact, press_strike *strike);

#ifdef __cplusplus
}
#endif
#endif
