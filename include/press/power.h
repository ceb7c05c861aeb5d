/* Boards on a battery: they sleep during a press, their supply sags, and they read less often while nobody touches.
 *
 * A program that calls none of these functions does not link them, and its frames cost the same. */
#ifndef PRESS_POWER_H
#define PRESS_POWER_H

#include "pad.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Sleep ---- */

/** The board slept since the last frame, or its clock begins again. Call this when it wakes, before the next frame: a clock that stands
 * still during sleep (CLOCK_MONOTONIC) does not show it. Every open contact of the engine is cancelled, once, with PRESS_REASON_SLEPT, at
 * the time of the last frame, and deadlines that need it do not fire. Then reading begins again. Suspicions about sensors, the filters, the
 * touch, the creep and earlier codes are forgotten. The zero stays until it is learnt at the first still stretch
 * (press_pad_config.start_us) without a press, so a finger that rests at the wake-up does not become the zero. A load that presses in the
 * first frame rests until it lifts (press_pad_feed), whether it was there before or came during the sleep; a finger that lifted during the
 * sleep is up. A fault lasts until good codes end it.
 * @param t_us    now. It may be earlier than the pad's time if the engine takes it (press_engine_reset)
 * @param engine  as in press_pad_feed
 * @return 0; PRESS_ERR_TIME: earlier than the engine's time by more than late_limit_us (counted); PRESS_ERR_BUSY: from inside a callback;
 *         PRESS_ERR_INVAL: NULL. */
PRESS_API int press_pad_resume(press_pad *pad, uint64_t t_us, press_engine *engine);

/* ---- Supply ---- */

/** The supply of the dividers, read on a spare input of a converter that has a reference of its own. The library uses the ratio of codes to
 * it, and adapts full_scale and max_code of the sensors. Start from press_supply_config_init. */
typedef struct press_supply_config {
  uint32_t  size;             /**< sizeof(press_supply_config) */
  uint32_t  sensors;          /**< 1..255: bit n: sensor n of the pad is fed by it; 255 */
  press_q16 ratio;            /**< 1..64: the supply by the voltage at the input: 2 between two equal resistors; 1 */
  int32_t   top_code;         /**< 1..16777215: the highest code that the converter gives: there the supply is above its range. If
                                 ratio times a code is more, the sensors' max_code is this; 32767 */
  int32_t   least_code;       /**< above 0, at most top_code: less is no supply; 8192 */
  uint32_t  fault_after_us;   /**< nonsense, or no reading, for this long; 0: at once; 200000 */
  uint32_t  recover_after_us; /**< good readings for this long end that; 100000 */
} press_supply_config;

/** Writes every default. NULL is ignored. */
PRESS_API void press_supply_config_init(press_supply_config *config);

/** @return as press_config_check. */
PRESS_API PRESS_NODISCARD int press_supply_config_check(const press_supply_config *config, const char **why);

/** The supply of one pad. Given by the caller; its content is private. */
typedef struct press_supply {
  uint64_t opaque[16];
} press_supply;

/** Sets it up. If it was set up before and an outage has begun, the outage goes on: the pad knows of it, and its end is delivered.
 * @param config  copied; NULL: the defaults
 * @return 0; PRESS_ERR_INVAL: NULL or out of range. */
PRESS_API PRESS_NODISCARD int press_supply_init(press_supply *supply, const press_supply_config *config);

/** A code that means: the reading failed. */
#define PRESS_SUPPLY_FAILED (-1)

/** Takes a reading of the supply, before its frame. The first good reading is used at once; a later one too, unless it differs by more than
 * a 64th. Such a step is used when the next good reading is within a 64th of it. So one reading every 100 ms is enough for a supply that
 * falls by a tenth in a second; after a step forces are wrong for two readings. Force, zero and the codes in the median do not move with
 * the supply. A bad reading changes nothing: the last good reading stays in use, and contacts go on. Bad readings are
 * PRESS_REASON_SATURATED (at top_code), SHORTED (below a 64th of it), OPEN (below least_code) and BUS (it failed). After fault_after_us it
 * delivers PRESS_EVENT_SUPPLY_FAULT.
 * @param t_us    when; a time before the engine's is raised to that
 * @param code    the code of the input, or PRESS_SUPPLY_FAILED
 * @param pad     the pad that gets the frames
 * @param engine  as in press_pad_feed
 * @return 0; PRESS_ERR_BUSY: from inside a callback; PRESS_ERR_AGAIN: the engine's queue has no room for its event, nothing
 *         changed; PRESS_ERR_INVAL: NULL, not set up, or another negative code. */
PRESS_API PRESS_NODISCARD int press_supply_feed(press_supply *supply, uint64_t t_us, int32_t code, press_pad *pad, press_engine *engine);

/** The state of a supply. */
typedef struct press_supply_status {
  uint32_t     size;       /**< sizeof(press_supply_status) */
  int32_t      full_scale; /**< the code at the supply, ratio counted; 0: none was good yet, the sensors' own counts */
  int32_t      max_code;   /**< where the converter clips below the supply; 0: it does not */
  press_reason fault;      /**< PRESS_REASON_..., 0: none */
  uint32_t     readings;   /**< good ones; wraps */
  uint32_t     refused;    /**< nonsense and failures; wraps */
} press_supply_status;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_supply_status_init(press_supply_status *status);

/** @return 0; PRESS_ERR_INVAL: NULL, not set up, or the wrong size. */
PRESS_API int press_supply_get(const press_supply *supply, press_supply_status *status);

/* ---- Idle ---- */

/** When to read less often. Start from press_idle_config_init. */
typedef struct press_idle_config {
  uint32_t  size;        /**< sizeof(press_idle_config) */
  uint32_t  after_us;    /**< above 0: nobody touches and nothing runs for this long; 10000000 */
  uint32_t  interval_us; /**< above 0: from one reading to the next while idle; 50000 */
  press_q16 wake_force;  /**< N, above 0: a code that says so much above the zero, and more than six times the noise, wakes; 0.1 */
} press_idle_config;

/** Writes every default. NULL is ignored. */
PRESS_API void press_idle_config_init(press_idle_config *config);

/** @return as press_config_check. */
PRESS_API PRESS_NODISCARD int press_idle_config_check(const press_idle_config *config, const char **why);

/** Decides how often a pad is read. Given by the caller; its content is private. */
typedef struct press_idle {
  uint64_t opaque[32];
} press_idle;

/** @param config  copied; NULL: the defaults
 * @return 0; PRESS_ERR_INVAL: NULL or out of range. */
PRESS_API PRESS_NODISCARD int press_idle_init(press_idle *idle, const press_idle_config *config);

/** Checks a pad after each frame that it took. Idle begins when for after_us no sensor was touched, no code was suspected, no zero was
 * watched and the engine had no deadline. It ends with the first code that could be a touch, before filters; the next frames, at the full
 * rate, show whether it is a touch. So a contact begins at most interval_us and one reading after the touch. Idle begins again after_us
 * after a touch, and four intervals after a false alarm, so the rate does not change more often. A press that is shorter than interval_us
 * may not be seen, unless a comparator ends the wait (press_converter_watch). While idle, stale_after_us and gap_us of the pad are at least
 * three times interval_us. A lasting fault does not keep it awake.
 * @param engine  as in press_pad_feed
 * @return 1: idle, the next frame after interval_us; 0: at the full rate; PRESS_ERR_BUSY: from inside a callback;
 *         PRESS_ERR_INVAL: NULL, or not set up. */
PRESS_API int press_idle_look(press_idle *idle, press_pad *pad, const press_engine *engine);

/** The codes between which a sensor is at rest, for a comparator: the code of wake_force above its zero, but at least six times its noise
 * above the zero. They are codes of the converter: with PULL_UP below the zero.
 * @param[out] low, high  a code below `low` or above `high` may be a touch, or an open wire
 * @return 0; PRESS_ERR_NOENT: no such sensor; PRESS_ERR_INVAL: NULL, or not set up. */
PRESS_API int press_idle_codes(const press_idle *idle, const press_pad *pad, uint32_t sensor, int32_t *low, int32_t *high);

/** The counters of idle. */
typedef struct press_idle_status {
  uint32_t size;    /**< sizeof(press_idle_status) */
  uint32_t is_idle; /**< 1: it is */
  uint32_t wakes;   /**< ends of idle; wraps */
  uint32_t frames;  /**< that were looked at while idle; wraps */
} press_idle_status;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_idle_status_init(press_idle_status *status);

/** @return 0; PRESS_ERR_INVAL: NULL, not set up, or the wrong size. */
PRESS_API int press_idle_get(const press_idle *idle, press_idle_status *status);

#ifdef __cplusplus
}
#endif
#endif
