/* The interactions that are attached to an engine, as one set. They may also be attached one by one, in any order, before or after targets
 * and the delegate: this does not change the events.
 *
 * An engine that keeps events for press_poll (max_events not 0) keeps room for the end of everything that can run. Attaching is refused
 * with PRESS_ERR_NOBUFS unless max_events is at least 8 + 2 * max_contacts, and the `room` that each of them below asks for. Strikes require
 * none; with 2 * max_contacts more, no strike and no lift is ever left out. Throws require none; each takes one more while it runs, and without that room there is no throw.
 * Pinches require none: each uses the room of the previews that its contacts cannot have. Levels require none; with max_contacts - 1 more,
 * every contact can be at a level at once.
 *
 * With that much no end is lost, but a sample may be refused (PRESS_ERR_AGAIN) while only progress waits for press_poll. With a larger
 * max_events a sample is refused only while a beginning or an end waits, and progress that nobody polls is merged until then. That requires
 * more than attaching: max_contacts, with PRESS_CONFIG_TELL_MOVED 2 * max_contacts; for strikes 2 + 2 * max_contacts; for levels 2 +
 * max_contacts; for throws 2 * max_throws; for a pad 3 * sensors.
 */
#ifndef PRESS_INTERACTIONS_H
#define PRESS_INTERACTIONS_H

#include "gestures.h"
#include "peek.h"
#include "transition.h"
#include "drag.h"
#include "button.h"
#include "strike.h"
#include "pinch.h"
#include "scroll.h"
#include "levels.h"
#include "crosstalk.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Start from press_interactions_init. Each member is a config, or NULL: not attached; `room`: for so many ends. They are in the order in
 * which they observe: a contact that drags has become a drag before it would scroll. */
typedef struct press_interactions {
  uint32_t                       size;       /**< sizeof(press_interactions) */
  uint32_t                       reserved;   /**< 0 */
  const press_drag_config       *drag;       /**< room for 3 * max_sessions */
  const press_gestures_config   *gestures;   /**< room for max_contacts + 2 */
  const press_peek_config       *peek;       /**< room for 4 */
  const press_transition_config *transition; /**< room for 3 * max_transitions */
  const press_button_config     *button;     /**< room for 2 */
  const press_strike_config     *strike;
  const press_pinch_config      *pinch;
  const press_scroll_config     *scroll;
  const press_levels_config     *levels;
  const press_crosstalk_config  *crosstalk;
} press_interactions;

/** Writes the size, and nothing attached. NULL is ignored. */
PRESS_API void press_interactions_init(press_interactions *interactions);

/** Whether every config of a set is valid.
 * @param[out] why  as press_config_check, of the first that is not
 * @return as press_config_check. */
PRESS_API PRESS_NODISCARD int press_interactions_check(const press_interactions *interactions, const char **why);

/** Bytes that attaching a set takes of an engine, as press_gestures_size.
 * @return 0: nothing is attached, or one of them is invalid. */
PRESS_API size_t press_interactions_size(const press_config *engine, const press_interactions *interactions);

/** Bytes enough for one interaction with its defaults, of an engine for so many contacts: added to PRESS_ENGINE_STORAGE_FOR. */
#define PRESS_GESTURES_STORAGE_FOR(contacts) (320 + 64 * (contacts))
#define PRESS_PEEK_STORAGE 896
#define PRESS_TRANSITION_STORAGE 1728
#define PRESS_DRAG_STORAGE_FOR(contacts) (2752 + 48 * (contacts))
#define PRESS_BUTTON_STORAGE 1024
#define PRESS_SCROLL_STORAGE_FOR(contacts) (544 + 216 * (contacts))
#define PRESS_STRIKE_STORAGE_FOR(contacts) (128 + 328 * (contacts))
#define PRESS_PINCH_STORAGE_FOR(contacts) (448 + 176 * (contacts))
#define PRESS_LEVELS_STORAGE_FOR(contacts) (264 + 32 * (contacts))
#define PRESS_CROSSTALK_STORAGE 704

/** Attaches a set: all of it, or nothing. Which ones is known at run time only, so the static library links all interactions, 150 KB on
 * x86-64. A program that knows which it needs calls their own functions (press_gestures_attach), and links only these: with taps, 42 KB.
 * @return as press_gestures_attach, of the first that is refused. */
PRESS_API PRESS_NODISCARD int press_interactions_attach(press_engine *engine, const press_interactions *interactions);

/** Bytes of storage for an engine with all of these attached: press_engine_size and the bytes of each of them.
 * @param config        NULL: the defaults
 * @param interactions  NULL: nothing is attached
 * @return 0: one of them is invalid. */
PRESS_API size_t press_engine_size_with(const press_config *config, const press_interactions *interactions);

#ifdef __cplusplus
}
#endif
#endif
