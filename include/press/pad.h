/* The pad: 1 to 8 force-sensing resistors that feel one finger. Codes in, newtons and faults out. */
#ifndef PRESS_PAD_H
#define PRESS_PAD_H

#include "engine.h"
#include "sensor.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PRESS_PAD_SENSORS 8

/** press_pad_config.flags: parts to leave out. */
enum PRESS_AS(press_pad_flags, uint32_t) {
  PRESS_PAD_NO_MEDIAN   = 1, /**< no median of three, and no third reading for a phase: readings are not wrong */
  PRESS_PAD_NO_FILTER   = 2, /**< no 1 euro filter */
  PRESS_PAD_NO_BASELINE = 4, /**< zero stays as the sensor declares it (zero, preload_force): no learning, no following */
  PRESS_PAD_NO_THIRD    = 8  /**< no third reading for a contact: it begins with the second one, as for drums */
};
PRESS_FLAGS(press_pad_flags, uint32_t);

/** How a position (x, y) of the sensors is corrected: x' = a * x + b * y + c, y' = d * x + e * y + f, rounded to
 * nearest, saturating. press_pad_fit finds a correction. */
typedef struct press_pad_correction {
  press_q16 a, b; /**< -1024..1024; 1, 0 */
  press_q16 c;    /**< points; 0 */
  press_q16 d, e; /**< -1024..1024: a * e not equal to b * d; 0, 1 */
  press_q16 f;    /**< points; 0 */
} press_pad_correction;

/** Writes the correction that changes nothing. NULL is ignored. */
PRESS_API void press_pad_correction_init(press_pad_correction *correction);

/* Two readings in a row may be wrong. So from 200 readings a second on (by the median of the first 16 intervals) a contact begins with the
 * third reading in a row that touches: 10 ms after the first at 200 readings a second, 2.3 ms at 860. At lower rates, and with
 * PRESS_PAD_NO_THIRD, it begins with the second, because two readings may then be a tap (20 ms apart at 50). A phase of its preview begins
 * or ends with the third sample in a row that is at its level (an engine that is fed directly: with the first). That is 2 intervals later,
 * 20 ms at 100 readings a second, 100 ms at 20; progress is below 1 until then. */

/* The zero of a sensor is known if the sensor declares it (preload_force, zero), or once the pad was untouched for a second since it was
 * learnt. A known zero moves with slow drift only. A reading below it is no force; on a plate it is the negative share of that sensor, down
 * to minus its preload. When the sensor reads the zero again nothing touches. A reading that stays below it for below_zero_us becomes the
 * zero, and the one before is remembered: it is the zero again when the sensors read it for a second (below: for 50 ms), and until then
 * nothing touches. A zero that is not known follows what is below it after 50 ms. While anything is on the pad no zero moves.
 * PRESS_EVENT_BASELINE_CHANGED says what happened, and how it ended. */

/** How the signal is conditioned. Start from press_pad_config_init. Times of 0 turn their rule off. */
typedef struct press_pad_config {
  uint32_t        size;                 /**< sizeof(press_pad_config) */
  press_pad_flags flags;                /**< PRESS_PAD_...; 0 */
  uint32_t        contact;              /**< at most 0xfffffffe: the contact id of its samples; 0 */
  press_q16       min_cutoff_hz;        /**< Hz, not negative: 1 euro filter, for progress: begin and end are judged before it; 0: by the
                                     rate of the first 17 frames, 500 Hz^2 / rate, at least 3 Hz, until a pause of gap_us */
  press_q16       beta;                 /**< not negative: Hz per N per second; 1 */
  press_q16       derivative_cutoff_hz; /**< Hz, above 0; 1 */

  uint32_t  start_us;           /**< how long the zero is watched at the start, for four readings at least; force reads 0 meanwhile; 200000 */
  press_q16 start_limit;        /**< N, not negative: above the zero that the sensor declares: more than this is a finger, not a zero. At most
                                   half the engine's touch_force (not with CONTACT_FROM_FLAG): press_pad_config_check_with. With a finger the
                                   declared zero stays, and zero is learnt at the first still stretch of start_us below the limit. Up to an
                                   eighth of the declared preload above the limit it is learnt after 10 s more (sensors differ from their
                                   curves); 0: half the engine's touch_force, at most 0.2, of load cells (max_code at most full_scale / 16)
                                   whatever it is; 0 */
  press_q16 untouched_force;    /**< N, above 0: all sensors below it: the pad is untouched, zero may follow; 0.15. A config of press_setup or
                                   pressd, and Python, take 3/8 of touch_force for load cells where it is more */
  uint32_t  hold_us;            /**< zero stays frozen this long after a touch; 1000000 */
  uint32_t  rise_us, fall_us;   /**< time constants of following upwards and downwards; 30000000, 5000000 */
  press_q16 drift_step;         /**< microsiemens, not negative: drift is delivered each time it adds up to this; 2.0 */
  press_q16 below_zero;         /**< microsiemens, not negative: less than this under the zero is noise; a quarter of untouched_force is the
                                   most that counts; 3.0 */
  uint32_t  below_zero_us;      /**< a zero that is known stays while the sensor reads below it. After so long without a touch the reading is
                                   the zero, and the one before is remembered; 0: never; 120000000 */
  uint32_t  longest_contact_us; /**< a touch longer than this is taken for a new zero; 0: off */

  uint32_t             open_after_us;     /**< the wire is open for this long; 20000 */
  uint32_t             shorted_after_us;  /**< at or below short_ohm for this long, where the codes can show it (press_circuit); 20000 */
  uint32_t             shorted_at_end_us; /**< where they cannot: in the highest 1024th of the codes for this long, without one reading
                                     below. A hard press looks the same; 12000000 */
  uint32_t             bus_after_us;      /**< reading it fails, or gives codes that its converter cannot give (press_circuit), for this long; off: a
                                     failure is silence (stale_after_us), and such a code counts as the nearest that can be; 20000 */
  uint32_t             stuck_after_us;    /**< at or above untouched_force without one code of difference for this long, but not at the
                                     end of the range; 0 */
  uint32_t             stale_after_us;   /**< no code for this long, or (by default) for three intervals of readings that come less often, at most 2 s
                                     each; after the first reading 3 s; 100000 */
  uint32_t             recover_after_us; /**< good codes for this long end a fault; 100000 */
  uint32_t             gap_us;           /**< a pause longer than this, or (by default) than three intervals, starts the filters again; 100000 */
  press_q16            position_force;   /**< N, not negative: below it x and y stay where they were; 0.2 */
  press_pad_correction correction;       /**< of x and y; changes nothing */
} press_pad_config;

/** Writes every default. NULL is ignored. */
PRESS_API void press_pad_config_init(press_pad_config *config);

/** @return as press_config_check. */
PRESS_API PRESS_NODISCARD int press_pad_config_check(const press_pad_config *config, const char **why);

/** press_pad_config_check, and a check of the pad against its engine: start_limit is at most half of touch_force (not with
 * CONTACT_FROM_FLAG). If press_engine_set lowers touch_force later, half of the new touch_force is the limit until the pad is set.
 * @param[out] why  the first error: of the pad's config, of the engine's config, or of both together
 * @return as press_config_check. */
PRESS_API PRESS_NODISCARD int press_pad_config_check_with(const press_pad_config *config, const press_config *engine, const char **why);

/** A pad: the sensors that one contact presses, in the caller's storage. */
typedef struct press_pad press_pad;

/** Bytes of storage for a pad of this many sensors, aligned to 8. @return 0 unless sensors is 1..8. */
PRESS_API size_t press_pad_size(size_t sensors);

/** Bytes enough for one sensor, for static storage. */
#define PRESS_PAD_STORAGE_1 1280
/** Bytes enough for eight. */
#define PRESS_PAD_STORAGE_8 5120
/** Bytes enough for `sensors` of them. */
#define PRESS_PAD_STORAGE_FOR(sensors) (768 + 512 * (sensors))

/** Makes a pad in the caller's storage. Config and sensors are copied.
 * @param config    NULL: the defaults
 * @param sensors   `count` of them, 1..8, all of the same size; NULL: one with the defaults (count must be 1)
 * @param[out] pad
 * @return 0; PRESS_ERR_INVAL: NULL, not aligned to 8, or out of range; PRESS_ERR_NOSPC: too few bytes; PRESS_ERR_BUSY: from inside a
 *         callback of a frame of the pad that already uses this storage. */
PRESS_API PRESS_NODISCARD int press_pad_init(void *storage, size_t bytes, const press_pad_config *config, const press_sensor *sensors, size_t count,
  press_pad **pad) PRESS_ON_CORE(press_pad_init);

/** Changes the config at any time. It applies from the first frame before which nothing presses by the old config and by the new one, so a
 * change never presses or releases. A start or a fault that is under way goes on.
 * @param config  copied; its contact is that of the pad
 * @return 0; PRESS_ERR_INVAL: NULL, out of range, or another contact. */
PRESS_API int press_pad_set(press_pad *pad, const press_pad_config *config);

/** Copies out the last config that was given, also while it does not apply yet.
 * @param[in,out] config  from press_pad_config_init
 * @return 0; PRESS_ERR_INVAL: NULL or wrong size. */
PRESS_API int press_pad_get_config(const press_pad *pad, press_pad_config *config);

/** Replaces the pad's sensors, for example with a new calibration, without a restart. The pad then starts again: it waits for a code of each
 * sensor, and watches the zero for start_us. Its config, its statistics and the faults of its sensors stay. If a press_supply scales them,
 * it does so again from its next reading.
 * @param sensors  as for press_pad_init; copied
 * @param count    how many the pad has
 * @return 0; PRESS_ERR_STATE: something presses; PRESS_ERR_BUSY: from inside a callback of its frame; PRESS_ERR_INVAL: NULL, another
 *         count, or a sensor that press_sensor_check refuses. */
PRESS_API int press_pad_set_sensors(press_pad *pad, const press_sensor *sensors, size_t count);

/** One reading of all sensors. A sensor that is neither in `present` nor in `failed` was not read this time: its earlier code stays in use
 * until it goes stale. So sensors may be read in turn, one a frame. */
typedef struct press_frame {
  uint64_t t_us;
  uint32_t present; /**< bit n: code[n] is new */
  uint32_t failed;  /**< bit n: reading sensor n failed */
  int32_t  code[PRESS_PAD_SENSORS];
  uint32_t before_us[PRESS_PAD_SENSORS]; /**< how long before t_us sensor n was read: not before time 0, and not before its reading of an earlier
                                            frame; all 0: lag_us of the sensors is used */
} press_frame;

/** Takes one frame through the whole chain: validity, median, conductance, zero, curve, filter, faults. Then it feeds the engine one sample,
 * and lets it deliver the events of the sensors. No sample is fed while a sensor has never been read, or failed this time. A reading that
 * may be open, shorted or out of range is not used: the reading before it stays in use, until the suspicion is over or becomes a fault.
 * During a fault each frame feeds a lost sample. A load may lie on the pad before anybody presses: the first force after press_pad_init,
 * press_pad_set_sensors, press_pad_resume or a fault, or a force that goes on after the engine cancelled its contact. Such a contact rests.
 * Its beginning is delivered with PRESS_EVENT_FLAG_RESTING, and it becomes no preview, tap, hold, button, level, strike, scroll or drag. When
 * the engine takes it for lifted (as a barred contact, press_feed), its end is delivered, and the next press is an ordinary one. A first
 * force below touch_force shows that nothing lies there, so a press during the watch of the zero is an ordinary one. Samples that a program
 * feeds itself (press_feed) never rest: the first one is a beginning.
 * @param engine  NULL: only the pad is brought up to date
 * @return 0; PRESS_ERR_TIME: not later than the frame before, or earlier than the engine's time by more than late_limit_us (counted);
 *         PRESS_ERR_INVAL: NULL, bits of sensors that are not there, or one in both masks; PRESS_ERR_BUSY: from inside a callback of the
 *         engine or of this pad's frame;
 *         PRESS_ERR_AGAIN: as for press_feed; PRESS_ERR_NOSPC, or, if a callback removed the delegate, PRESS_ERR_AGAIN: the pad is up to
 *         date, but the engine has no slot for its contact; PRESS_ERR_NOBUFS: the engine is polled, and its max_events is less than 8 + 2 *
 *         max_contacts + 3 * sensors and what is attached (interactions.h): it could not keep the events if all sensors fail or saturate at
 *         once. */
PRESS_API PRESS_NODISCARD int press_pad_feed(press_pad *pad, const press_frame *frame, press_engine *engine);

/** The same for many frames, in order, up to the first that is refused.
 * @return the number that was taken; or, when the first is refused, its error, as for press_pad_feed. PRESS_ERR_INVAL also for a count
 *         above INT32_MAX; `frames` may be NULL when it is 0. */
PRESS_API PRESS_NODISCARD int press_pad_feed_many(press_pad *pad, const press_frame *frames, size_t count, press_engine *engine);

/** Lets time pass without a frame: finds stale sensors, each at its deadline, in the order of time. Then ticks the engine.
 * @return as for press_pad_feed; the time may be the same as before. */
PRESS_API int press_pad_tick(press_pad *pad, uint64_t t_us, press_engine *engine);

/** The time at which the pad itself next needs press_pad_tick: PRESS_NEVER when nothing waits, or for NULL. */
PRESS_API uint64_t press_pad_next_deadline(const press_pad *pad);

/** press_pad_tare */
enum PRESS_AS(press_tare_flags, uint32_t) {
  PRESS_PAD_TARE_FORCE = 1 /**< also while something lies on it: the contact is cancelled with the next frame */
};
PRESS_FLAGS(press_tare_flags, uint32_t);

/** Learns the zero again over the next start_us; force reads 0 meanwhile. If something presses then (start_limit above the present zero),
 * the present zero stays, and a new one is learnt at the first still stretch. With PRESS_PAD_TARE_FORCE the reading becomes the zero, also
 * while something presses.
 * @param flags  PRESS_PAD_TARE_..., 0
 * @return 0; PRESS_ERR_STATE: a finger is on it (not with PRESS_PAD_TARE_FORCE), or the baseline is off; PRESS_ERR_BUSY: from
 *         inside a callback of its frame; PRESS_ERR_INVAL: NULL, or unknown flags. */
PRESS_API int press_pad_tare(press_pad *pad, uint32_t flags);

/** press_reading.flags */
enum PRESS_AS(press_reading_flags, uint32_t) {
  PRESS_READING_TOUCHED  = 1, /**< above untouched_force */
  PRESS_READING_STARTING = 2, /**< the zero is being watched */
  PRESS_READING_LOST     = 4  /**< a sensor is faulty: force means nothing */
};
PRESS_FLAGS(press_reading_flags, uint32_t);

/** The readings of a pad. */
typedef struct press_reading {
  uint32_t            size;                           /**< sizeof(press_reading) */
  press_reading_flags flags;                          /**< PRESS_READING_... */
  uint64_t            t_us;                           /**< of the latest frame */
  press_q16           force;                          /**< N, all sensors, as fed: filtered while its contact is down; not negative */
  press_q16           x, y;                           /**< points, centre of pressure */
  press_q16           raw_force[PRESS_PAD_SENSORS];   /**< N, each sensor, before the 1 euro filter; of a plate negative where it lifts off */
  press_q16           conductance[PRESS_PAD_SENSORS]; /**< microsiemens, before the zero is subtracted */
  press_q16           baseline[PRESS_PAD_SENSORS];    /**< microsiemens: the zero */
  press_reason        fault[PRESS_PAD_SENSORS];       /**< PRESS_REASON_..., 0: none */
  uint32_t            reserved;                       /**< 0 */
} press_reading;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_reading_init(press_reading *reading);

/** @param[in,out] reading  from press_reading_init
 * @return 0; PRESS_ERR_INVAL: NULL or wrong size. */
PRESS_API int press_pad_get(const press_pad *pad, press_reading *reading);

#define PRESS_PAD_FIT_POINTS 64

/** A touch at a known position. */
typedef struct press_pad_point {
  press_q16 x, y;               /**< as the pad read it, without correction */
  press_q16 wanted_x, wanted_y; /**< where it was */
} press_pad_point;

/** The correction that brings 3..64 touches closest to their true positions: least squares, in integers; distances of more than 2 points are
 * rounded to 1/131072 of the largest.
 * @param[out] worst  the error of the worst touch after the correction, along x or y, points; may be NULL
 * @return 0; PRESS_ERR_INVAL: NULL, too few or too many points, read or true positions that are nearly on a line (their width is less than
 *         a 32nd of their length), or a correction out of range. */
PRESS_API int press_pad_fit(const press_pad_point *points, size_t count, press_pad_correction *correction, press_q16 *worst);

/** Counters of a pad since init. They wrap. */
typedef struct press_pad_stats {
  uint32_t size;       /**< sizeof(press_pad_stats) */
  uint32_t backwards;  /**< refused because time did not go forwards */
  uint64_t frames;     /**< taken */
  uint32_t gaps;       /**< pauses longer than gap_us */
  uint32_t spikes;     /**< codes that the median corrected by more than full_scale / 64 */
  uint32_t bus_errors; /**< failed readings, and codes that the converter cannot give */
  uint32_t faults;     /**< faults begun */
} press_pad_stats;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_pad_stats_init(press_pad_stats *stats);

/** @param[in,out] stats  from press_pad_stats_init
 * @return 0; PRESS_ERR_INVAL: NULL or wrong size. */
PRESS_API int press_pad_get_stats(const press_pad *pad, press_pad_stats *stats);

#ifdef __cplusplus
}
#endif
#endif
