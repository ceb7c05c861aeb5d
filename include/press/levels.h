/* Levels: the pressure of a contact in 2 to 8 steps, each of which it may enter and leave many times; and an accelerator, which repeats
 * faster when it is pressed harder.
 *
 * The levels lie at equal distances from first_pressure to last_pressure. Each is entered at its pressure and left a part of the distance
 * below it (`hysteresis`), so that a finger that trembles there stays. A contact at a level has one beginning and one end:
 *
 *   a contact                                                         what is delivered
 *   at no level, comes to one or past several                         LEVELS_BEGAN, with the level
 *   at a level, comes to a higher one or past several                 LEVEL_ENTERED, with both
 *   at a level, falls to a lower one or past several                  LEVEL_LEFT, with both
 *   at a level, falls below the first one                             LEVELS_ENDED; levels may begin again
 *   at a level, lifts                                                 LEVELS_ENDED with PRESS_REASON_LIFTED, then its end
 *   at a level, is lost, silent, a palm; a reset                      LEVELS_CANCELLED with that reason, then its end
 *   at a level, press_levels_cancel                                   LEVELS_CANCELLED with PRESS_REASON_PROGRAM; no level until it lifts
 *   at a level, scrolls, drags or pinches, with NOT_WHILE_MOVING      LEVELS_CANCELLED with PRESS_REASON_MOVED; no level until it lifts
 *   at a level, repeat_us is not 0                                    LEVEL_REPEATED, again and again
 *
 * When a pad or a grid feeds the engine, a level is entered once three readings in a row are at it, as two may be wrong. It is left at
 * once.
 *
 * The accelerator repeats for the first time repeat_delay_us after the contact came to a level. From then on the rate rises with the
 * pressure in a straight line, from one repeat in repeat_us at first_pressure to one in repeat_fast_us at last_pressure and above. A change
 * of pressure has its effect at once, also between two repeats. Repeats have deadlines: press_next_deadline. When time jumps over several
 * repeats, only the newest is delivered. There are no repeats during the grace of a lift. A repeat without room in the queue is left out,
 * but counted.
 *
 * A contact with levels may also tap, hold, preview, scroll, drag or pinch, and work the button. On a target without those traits only
 * levels use the pressure. Events of levels come before those of previews of the same sample. Each contact has its own levels.
 *
 * An engine that is polled keeps room for the LEVELS_ENDED of one contact, and of more contacts if max_events is larger (interactions.h). A
 * contact without room comes to a level once there is some. All functions here except press_levels_attach may be called from callbacks;
 * structs are copied.
 */
#ifndef PRESS_LEVELS_H
#define PRESS_LEVELS_H

#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/** press_levels_config.flags */
enum PRESS_AS(press_levels_flags, uint32_t) {
  PRESS_LEVELS_STEPPED          = 1, /**< the rate of repeats is that of the level, and does not follow the pressure between two */
  PRESS_LEVELS_NOT_WHILE_MOVING = 2  /**< a contact that scrolls, drags or pinches is at no level until it lifts */
};
PRESS_FLAGS(press_levels_flags, uint32_t);

#define PRESS_LEVELS_MOST 8

/** Start from press_levels_config_init. */
typedef struct press_levels_config {
  uint32_t           size;            /**< sizeof(press_levels_config) */
  press_levels_flags flags;           /**< PRESS_LEVELS_...; 0 */
  uint32_t           count;           /**< 2..8: the number of levels; 2 */
  press_q16          first_pressure;  /**< above 0: where the first level is entered; 0.25 */
  press_q16          last_pressure;   /**< 0..1, above first_pressure: where the last level is entered; 0.67 */
  press_q16          hysteresis;      /**< 0..0.9: a level is left so far below where it is entered, in parts of the distance between two; 0.3 */
  uint32_t           repeat_us;       /**< 0 or 1000..10000000: from one repeat to the next at first_pressure; 0: no repeats; 0 */
  uint32_t           repeat_fast_us;  /**< 1000..10000000: from one repeat to the next at last_pressure and above; 75000 */
  uint32_t           repeat_delay_us; /**< 0..10000000: from the first level to the first repeat; 0: as from one to the next; 400000 */
  uint32_t           reserved;        /**< 0 */
} press_levels_config;

/** Writes every default. NULL is ignored. */
PRESS_API void press_levels_config_init(press_levels_config *config);

/** @return as press_config_check. */
PRESS_API PRESS_NODISCARD int press_levels_config_check(const press_levels_config *config, const char **why);

/** Bytes that attaching takes of an engine, as press_gestures_size. */
PRESS_API size_t press_levels_size(const press_config *engine, const press_levels_config *config);

/** Attaches levels to the whole surface of an engine. A finger that is already down can come to a level with its next sample.
 * @param config  NULL: the defaults
 * @return as press_gestures_attach. */
PRESS_API PRESS_NODISCARD int press_levels_attach(press_engine *engine, const press_levels_config *config);

/** Changes the config. It applies from the next contact that begins while no other is down.
 * @return 0; PRESS_ERR_INVAL: NULL or out of range; PRESS_ERR_STATE: not attached. */
PRESS_API int press_levels_set(press_engine *engine, const press_levels_config *config);

/** Copies out the last config that was given. @return as press_gestures_get_config. */
PRESS_API int press_levels_get_config(const press_engine *engine, press_levels_config *config);

/** The level of a contact, as press_levels_get fills it. */
typedef struct press_levels_status {
  uint32_t size;        /**< sizeof(press_levels_status) */
  uint32_t level;       /**< 0: at none */
  uint32_t highest;     /**< that it came to since LEVELS_BEGAN; 0: it is at none */
  uint32_t repeats;     /**< so often it was repeated since then */
  uint32_t interval_us; /**< from one repeat to the next at its pressure; 0: it does not repeat */
} press_levels_status;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_levels_status_init(press_levels_status *status);

/** The level of a contact.
 * @return 0; PRESS_ERR_NOENT: the contact is not down; PRESS_ERR_STATE: not attached; PRESS_ERR_INVAL: NULL, or its
 * size is not set. */
PRESS_API int press_levels_get(const press_engine *engine, uint32_t contact, press_levels_status *status);

/** Cancels the levels of a contact: it is at no level until it lifts. Its other interactions go on.
 * @return 0; PRESS_ERR_NOENT: the contact is not down; PRESS_ERR_STATE: it is at no level, or not attached; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_levels_cancel(press_engine *engine, uint32_t contact);

#ifdef __cplusplus
}
#endif
#endif
