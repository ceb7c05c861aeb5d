/* The engine: samples of force in, events out. */
#ifndef PRESS_ENGINE_H
#define PRESS_ENGINE_H

#include "delegate.h"

#ifdef __cplusplus
extern "C" {
#endif

/** press_config.flags */
enum PRESS_AS(press_config_flag, uint32_t) {
  PRESS_CONFIG_CONTACT_FROM_FLAG = 1, /**< a contact is there while its samples carry PRESS_SAMPLE_DOWN, whatever the force */
  PRESS_CONFIG_TELL_MOVED        = 2  /**< deliver PRESS_EVENT_CONTACT_MOVED for every sample of a contact */
};
PRESS_OPEN_FLAGS(press_config_flags, press_config_flag, uint32_t);

/** Capacities and levels. Start from press_config_init. */
typedef struct press_config {
  uint32_t            size;              /**< sizeof(press_config) */
  uint16_t            max_contacts;      /**< 1..32; 10 */
  uint16_t            max_targets;       /**< 0..1024; 32 */
  press_q16           touch_force;       /**< N, above 0, unless PRESS_CONFIG_CONTACT_FROM_FLAG: a contact begins at or above; 0.4 */
  press_q16           release_force;     /**< N, above 0, at most touch_force, unless PRESS_CONFIG_CONTACT_FROM_FLAG: a contact ends below; 0.25 */
  press_q16           zero_force;        /**< N, not negative: pressure 0; 0.4 */
  press_q16           full_force;        /**< N, above zero_force: pressure 1; 5.0 */
  press_q16           preview_pressure;  /**< not negative: the preview begins; 0.25 */
  press_q16           commit_pressure;   /**< at least preview_pressure: the preview phase ends; 0.5 */
  press_q16           complete_pressure; /**< at least commit_pressure: completed; above 1: never by force; 0.85 */
  uint32_t            lost_after_us;     /**< silence that cancels a contact, until it lifts, or (by default) three intervals of its samples
                                  where these are longer, at most 2 s each; 0: never; 250000 */
  press_config_flags  flags;             /**< PRESS_CONFIG_...; 0 */
  press_target_traits traits;            /**< PRESS_TARGET_...: of the whole surface while there are no targets; PRESS_TARGET_PREVIEW */
  press_q16           min_progress_step; /**< 0..1: updates that change progress by less are left out, first and last never; 0 */
  uint16_t            max_events;        /**< 0..4096: events kept for press_poll: 0: none; smaller values are raised to 8 + 2 * max_contacts.
                                  interactions.h says how many the attached interactions need, and how many are needed so that unpolled progress
                                  never refuses a sample: 8 + 3 * max_contacts without interactions; 64 */
  uint16_t            reserved;          /**< 0 */
  uint32_t            lift_us;           /**< a contact whose force falls below release_force has this long to come back before it ends:
                                  fingers slip, FSRs chatter. 0: it ends at once. 55000: so long less one interval of its samples before
                                  the fall, or 2.2 intervals where these are longer, but no more than 150 ms or 1.5 intervals. From 10 Hz down
                                  two low samples are a lift. The interval is the shorter one of the latest two, from 8 Hz up once 16 samples
                                  were taken. Any other time is what it says. Not with CONTACT_FROM_FLAG; 55000 */
  uint32_t            preview_after_us;  /**< 0..10000000: a preview is asked for once its contact is so old, and starts where the force
                                  stands then; its phase ends once the contact is three times as old (in steps of 1.024 ms).
                                  A quick press that is over before is no preview, or a tap yet (gestures.h), however hard; 0 */
  press_q16           creep_limit;   /**< 0..1: the greatest rise of the force of a contact in each tenfold of time that is taken for creep, as a part
                                  of the force. From a second after the last change of the force, a slower rise is creep of the sensor, and does
                                  not change the pressure. A force that wanders by less than an eighth is taken for creep too. An added force
                                  counts in full, and permanently if it is an eighth of the held force or more; 0: every rise counts; 0.14 */
  press_q16           firmness;      /**< -1..1: the curve from force to pressure between zero_force and full_force. Where it is negative a soft
                                  touch gives more pressure, where it is positive it takes a firm one. With x, the part of the way in force,
                                  pressure is x^3 at 1 and 1 - (1 - x)^3 at -1, and between these so much of that as it says and the rest
                                  of x. More force is never less pressure. Rounded down, within two steps of Q16. 0: straight; 0 */
  uint32_t            late_limit_us; /**< 0..10000000: how much earlier than the engine's time a sample, a frame or a tick may be: then it counts
                                  at the engine's time, and late_us of its events says so. 0: not at all; 100000 */
} press_config;

/** preview_after_us of a pad, a grid or pressd that makes its own engine. Short presses are as hard as others; with this value most recorded
 * short presses tap on a target that takes taps and previews (docs/quality.md). */
#define PRESS_PREVIEW_AFTER_US 80000

/** Writes every default. NULL is ignored. */
PRESS_API void press_config_init(press_config *config);

/** @param[out] why  where it is refused: the field and its rule; may be NULL
 * @return 0; PRESS_ERR_INVAL: NULL or out of range. */
PRESS_API PRESS_NODISCARD int press_config_check(const press_config *config, const char **why);

/** The pressure of a force, by zero_force, full_force and firmness, without creep and without a force that the sensor keeps.
 * @param[out] pressure  0..1
 * @return 0; PRESS_ERR_INVAL: NULL, or a bad config. */
PRESS_API int press_config_pressure(const press_config *config, press_q16 force, press_q16 *pressure);

/** The other way: the least force that gives a pressure; zero_force for 0.
 * @param pressure  0..1
 * @param[out] force  N
 * @return 0; PRESS_ERR_INVAL: NULL, a bad config, or a pressure out of range. */
PRESS_API int press_config_force(const press_config *config, press_q16 pressure, press_q16 *force);

/** Bytes of storage that an engine with these capacities needs; storage is aligned to 8.
 * @param config  NULL: the defaults
 * @return 0 when the config is invalid. */
PRESS_API size_t press_engine_size(const press_config *config);

/** Bytes enough for the default config with gestures and peeks attached, for static storage:
 * static uint64_t storage[PRESS_ENGINE_STORAGE / 8]; */
#define PRESS_ENGINE_STORAGE 9216
/** The same with all interactions attached with their defaults. press_engine_size_with (interactions.h) returns the size for other sets. */
#define PRESS_ENGINE_STORAGE_ALL 23552
/** Bytes enough for your own capacities, as a constant for static storage: max_contacts, max_targets and max_events, which the config must
 * set too. It is at most a tenth more than press_engine_size. Add the bytes of interactions (PRESS_GESTURES_STORAGE_FOR and the others,
 * interactions.h). static uint64_t storage[PRESS_ENGINE_STORAGE_FOR(2, 4, 0) / 8];
 * Use it with the static library. A later shared library may need more: press_engine_size returns how much. */
#define PRESS_ENGINE_STORAGE_FOR(contacts, targets, events) \
  ((368 + 13 * sizeof(void *) + 92 * (contacts) + ((targets) > 32 ? 136 + 58 * (targets) : 42 * (targets)) \
     + 64 * ((events) == 0 || (events) > 8 + 2 * (contacts) ? (events) : 8 + 2 * (contacts)) + 7) \
    / 8 * 8)

/** Makes an engine in the caller's storage. Bytes beyond press_engine_size are room for the interactions that you attach (interactions.h).
 * An interaction that you do not attach is not linked from the static library. press_interactions_attach names all of them, and links all.
 * @param config       NULL: the defaults
 * @param[out] engine  the engine; it points into `storage`
 * @return 0; PRESS_ERR_INVAL: NULL, storage not aligned to 8, or a bad config; PRESS_ERR_NOSPC: fewer bytes than
 *         press_engine_size; PRESS_ERR_BUSY: called from a callback of the engine that already uses this storage. */
PRESS_API PRESS_NODISCARD int press_engine_init(void *storage, size_t bytes, const press_config *config, press_engine **engine)
  PRESS_ON_CORE(press_engine_init);

/** Takes over an engine that another process made, in memory that both share, in a file that is mapped again after a restart, or in RAM that a
 * restart kept. Its bytes are as valid there, but it has functions of its interactions and pointers of its program, which lie elsewhere. So an
 * engine that was made, or taken over, where the library lay at another address refuses every other call with PRESS_ERR_MOVED, and calls
 * nothing; each call compares one address. To go on where it stands: call this function, attach the same interactions again (their settings
 * and what they are doing stay, the config that you pass is checked and not used), and set the delegate again. Other calls return
 * PRESS_ERR_MOVED until the last interaction is attached. Declare peeks again, too (press_peek_declare). Tables of the program lie elsewhere, so
 * press_peek_attach returns PRESS_ERR_STATE while a peek with actions runs, and press_drag_attach while a drag has representations, or
 * accepts some: then make another engine.
 * If two processes share an engine, each takes it over before it uses it, one at a time. Always call this function in a new process: the
 * address may be the same by chance, and a user pointer is not. The bytes are trusted: lengths and places are checked, no more.
 * @param[in,out] storage  where the bytes are now
 * @param[out] engine      the engine; it points into `storage`
 * @return how many interactions are to be attached again; PRESS_ERR_INVAL: NULL, or storage not aligned to 8; PRESS_ERR_VERSION: bytes of
 *         another version or build of the library, or no engine; PRESS_ERR_DAMAGED: capacities or places that cannot be;
 *         PRESS_ERR_NOSPC: fewer bytes than it takes; PRESS_ERR_BUSY: its process stopped inside a call, so it is half done. */
PRESS_API PRESS_NODISCARD int press_engine_adopt(void *storage, size_t bytes, press_engine **engine);

/** Changes levels, times, flags and surface traits at any time. The new values apply once no contact is down. A change never begins a
 * contact: if the new config needs less force, a finger that rests between the two levels must lift first.
 * @param config  max_contacts, max_targets and max_events are those of the engine
 * @return 0; PRESS_ERR_INVAL: NULL, out of range, or other capacities. */
PRESS_API int press_engine_set(press_engine *engine, const press_config *config);

/** Copies out the last config that was given, also while it does not apply yet. With CONTACT_FROM_FLAG the unused release_force and lift_us
 * read as 0; max_events is the raised value.
 * @param[in,out] config  from press_config_init
 * @return 0; PRESS_ERR_INVAL: NULL or wrong size. */
PRESS_API int press_engine_get_config(const press_engine *engine, press_config *config);

/** Cancels the interaction of a contact (a preview, a peek, a hold, a scroll, a drag, a transition that it drives), with the reason
 * PRESS_REASON_PROGRAM. The contact becomes nothing more; its end is delivered when it lifts. The force button and levels are not affected.
 * @return 0; PRESS_ERR_NOENT: the contact is not down; PRESS_ERR_STATE: it can become nothing more, or its end is being delivered;
 *         PRESS_ERR_INVAL: NULL. */
PRESS_API int press_contact_release(press_engine *engine, uint32_t contact);

/** Cancels everything that runs, and lets time start again. From inside a callback, time starts again once the ends were delivered; if the
 * callback came from a deadline before a sample, that sample belongs to the time before, and begins nothing. Targets, delegate, levels and
 * events that were not polled yet stay. A finger that is still down begins a new contact only after it has lifted. The engine does not know
 * the new time before the next sample or tick: until then its time is 0.
 * @return 0; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_engine_reset(press_engine *engine);

/** press_sample.flags */
enum PRESS_AS(press_sample_flag, uint32_t) {
  PRESS_SAMPLE_DOWN      = 1, /**< the contact is down (read only with PRESS_CONFIG_CONTACT_FROM_FLAG) */
  PRESS_SAMPLE_LOST      = 2, /**< the sensor gives no valid value: the contact is cancelled, it does not end by a lift */
  PRESS_SAMPLE_PALM      = 4, /**< not a finger, until it lifts: its contact is cancelled, or does not begin */
  PRESS_SAMPLE_HAS_FORCE = 8, /**< the device measures the force, as a pen does: force_from_hold_us does not raise this contact. Read with its
                                 first sample */
  PRESS_SAMPLE_SETTLING  = 16 /**< x and y are still settling, as while a finger comes down on a plate or lifts: the way to here counts for no
                                 distance (slop, scroll, the motion of a transition), until the contact has become an interaction. A faster
                                 way counts once the force is below 31/32 of its greatest: more than 153 points a second, times the square
                                 of the greatest force divided by this one */
};
PRESS_OPEN_FLAGS(press_sample_flags, press_sample_flag, uint32_t);

/** One measurement of one contact. */
typedef struct press_sample {
  uint64_t           t_us;
  uint32_t           contact;  /**< which finger; any value but PRESS_NO_CONTACT; 0 where there is but one */
  press_sample_flags flags;    /**< PRESS_SAMPLE_... */
  press_q16          force;    /**< N; below 0 counts as 0 */
  press_q16          x, y;     /**< points */
  uint32_t           reserved; /**< 0 */
} press_sample;

/** Takes samples, in order, and delivers the events that they cause. Stops before the first bad one. A deadline that is due at the time of a
 * sample, or earlier, fires before the sample, as with press_tick.
 * A sample may come late: a loop looks at its timers before it reads, a report waits in a queue, two pads are read in turn. If it is earlier
 * than the engine's time (press_engine_time) by late_limit_us at most, it counts at the engine's time, so the time of events never goes back.
 * The events that it causes, and those that its callbacks cause, have late_us: t_us - late_us is the time of the sample. Speeds (strikes,
 * throws, swipes, flicks), taps and holds count from the time of the sample, the grace of a lift (below) from the engine's time.
 * A contact begins when the force of its samples reaches touch_force. It ends when the force falls below release_force and stays there for
 * lift_us. That time is its grace: no event of the contact is delivered, press_touch_get returns its last values, and deadlines that need
 * the finger wait. If the force comes back they fire then, with late_us. With the default of lift_us and even samples, 54 a second or more,
 * a finger that was away for 55 ms or more comes back as a new contact. With uneven samples it does so after more than 50 ms; uneven are two
 * intervals that differ by more than 1.3 ms and an eighth, one below 18.3 ms and none above 55 ms.
 * The end of the contact is delivered by the first sample or tick at
 * its end or later, with the time at which the grace was over; late_us counts from the fall. A contact in its grace gives up its slot when
 * another contact needs it.
 * A contact also ends when its force fell below touch_force and a quarter of its peak, and then is flat for 2 s: within 0.006 N from one
 * eighth of a second to the next. A sensor that keeps some force after a press is so flat, a finger is not. late_us counts from the
 * beginning of the flat part. The next contact begins as after a barred contact (below). This rule is off with CONTACT_FROM_FLAG and with a
 * creep_limit of 0.
 * A contact that was cancelled (lost, silent, reset), or that was lost or a palm before it began, is barred: a sensor that comes back under
 * a finger must not make a press that nobody made. (A pad or a grid delivers a contact that rests there: see pad.h.) It is free again when
 * the finger lifts: when the force falls below release_force, or (except for a palm) when it stays for 50 ms below a quarter of the
 * greatest force since just before the contact was barred. In the second case the sensor keeps the remaining force after a hard press. A
 * contact then begins only when the force rises by touch_force above the least force since; levels and pressure count from that least force
 * until the force was below release_force. (A barred contact is forgotten when another contact needs its slot, a palm last.)
 * @return the number of samples that were taken; or, when the first is bad, its error:
 *         PRESS_ERR_TIME: earlier than the engine's time by more than late_limit_us; PRESS_ERR_INVAL: unknown flags, reserved not 0, or
 *         PRESS_NO_CONTACT;
 *         PRESS_ERR_AGAIN: no delegate is set, and press_poll must make room first: then the same sample is taken;
 *         PRESS_ERR_NOSPC: max_contacts are down: leave the sample out until one has lifted.
 *         PRESS_ERR_INVAL also for NULL (samples may be NULL when count is 0) and for a count above INT32_MAX;
 *         PRESS_ERR_BUSY from inside a callback. */
PRESS_API PRESS_NODISCARD int press_feed(press_engine *engine, const press_sample *samples, size_t count);

/** Lets time pass without a sample: fires the deadlines up to and including t_us. Call it once for each frame that you draw, with its time, also
 * while a finger is down: what a finger lets go then goes on without a jump (scroll.h). A tick that is earlier than the engine's time by
 * late_limit_us at most counts at the engine's time: the deadlines up to there have been fired.
 * @return 0; PRESS_ERR_TIME: earlier than that; PRESS_ERR_BUSY: from inside a callback;
 *         PRESS_ERR_INVAL: NULL, or PRESS_NEVER, which press_next_deadline returns when there is nothing to wait for. */
PRESS_API int press_tick(press_engine *engine, uint64_t t_us);

/** The time at which press_tick is next due.
 * @return PRESS_NEVER when nothing waits, or for NULL. */
PRESS_API uint64_t press_next_deadline(const press_engine *engine);

/** The engine's time: that of the latest sample or tick; in a callback that of the event. It never goes back but with press_engine_reset.
 * @return 0 before the first sample or tick, after a reset, and for NULL. */
PRESS_API uint64_t press_engine_time(const press_engine *engine);

/** Takes the oldest events. With a delegate set, the oldest are overwritten when nobody polls. Without a delegate press_feed refuses a
 * sample before a beginning or an end would be lost, and merges progress into newer progress (interactions.h says how large max_events must
 * be for that). Events that waited for room (drag.h) are delivered as soon as this call makes room.
 * @param events    room for `capacity` events; may be NULL when capacity is 0
 * @return how many were written; PRESS_ERR_STATE: max_events is 0, so nothing is kept; PRESS_ERR_INVAL: NULL. */
PRESS_API PRESS_NODISCARD int press_poll(press_engine *engine, press_event *events, size_t capacity);

/** Where and how hard a contact touches now.
 * @param target      coordinates relative to this target's corner; 0: surface coordinates
 * @param[out] touch  as it was last delivered
 * @return 0; PRESS_ERR_NOENT: the contact is not down, or no such target; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_touch_get(const press_engine *engine, uint32_t contact, uint32_t target, press_touch *touch);

/** Counters of an engine since init. They wrap. */
typedef struct press_engine_stats {
  uint32_t size;        /**< sizeof(press_engine_stats) */
  uint32_t refused;     /**< samples refused with any error; a sample that only ends a batch is counted when it is fed again */
  uint64_t samples;     /**< taken */
  uint32_t backwards;   /**< of those refused: time went backwards by more than late_limit_us */
  uint32_t merged;      /**< progress events merged into newer ones because nobody polled */
  uint32_t overwritten; /**< events delivered to the delegate and never polled */
  uint32_t reserved;    /**< 0 */
} press_engine_stats;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_engine_stats_init(press_engine_stats *stats);

/** @param[in,out] stats  from press_engine_stats_init
 * @return 0; PRESS_ERR_INVAL: NULL or wrong size. */
PRESS_API int press_engine_get_stats(const press_engine *engine, press_engine_stats *stats);

#ifdef __cplusplus
}
#endif
#endif
