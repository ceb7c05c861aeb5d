/* Peek and pop with quick actions. A peek uses the preview of a target with the trait PRESS_TARGET_PEEK:
 *
 *   preview begins        peek_will_show is asked what to show (the innermost target that returns true wins)
 *   preview phase         its progress is the hint
 *   preview phase ends    PEEK_SHOWN
 *   commit phase          its progress grows the peek
 *   commit phase ends     PEEK_POPPED: show it for good
 *   lift before that      PEEK_DISMISSED
 *   swipe up while shown  ACTIONS_REVEALED: it cannot pop any more. A finger that rested or turned back since, and then moves
 *                         onto an action, highlights it; lifting there selects it. Lifting elsewhere leaves the actions on
 *                         show: then a touch that lifts on an action selects it, a touch that lifts outside closes the open
 *                         group, or dismisses the peek. A tap on a disabled action does nothing. A tap on the peek itself
 *                         pops it.
 *   touch while on show   PEEK_TOUCHED: the peek takes it, and it becomes nothing else
 *
 * Memory. Configs and press_peek structs are copied. Tables of actions and of declarations are not copied: the library reads them in place
 * and never writes them. The actions of a peek must stay valid and unchanged until its PEEK_POPPED or PEEK_DISMISSED was delivered, also
 * when other peeks were declared in between, or until press_peek_replace took other actions.
 *
 * All functions here except press_peek_attach may be called from callbacks. They return PRESS_ERR_INVAL for the engine
 * NULL, and PRESS_ERR_STATE for an engine without peeks.
 */
#ifndef PRESS_PEEK_H
#define PRESS_PEEK_H

#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/** press_action.style: how a quick action is drawn. */
enum PRESS_AS(press_action_style, uint32_t) {
  PRESS_ACTION_DEFAULT     = 0, /**< an ordinary row */
  PRESS_ACTION_SELECTED    = 1, /**< the row has a check mark */
  PRESS_ACTION_DESTRUCTIVE = 2  /**< the row deletes something: red */
};
PRESS_TYPE(press_action_style, uint32_t);

/** press_action.flags. The library draws nothing: CHECKED and MIXED are for the program, and exclude each other. */
enum PRESS_AS(press_action_flags, uint32_t) {
  PRESS_ACTION_FLAG_DISABLED  = 1, /**< shown, cannot be chosen */
  PRESS_ACTION_FLAG_CHECKED   = 2, /**< what it switches is on */
  PRESS_ACTION_FLAG_MIXED     = 4, /**< and here partly so */
  PRESS_ACTION_FLAG_KEEP_OPEN = 8  /**< selecting it leaves the actions on show */
};
PRESS_FLAGS(press_action_flags, uint32_t);

/** A quick action, or a group of them: an element of the program's table (see above). A table has at most 64 actions, groups in it are at
 * most 4 deep, and there are at most 4,096 actions in all of it, groups included. */
typedef struct press_action {
  uint32_t                   id;          /**< not 0, unique within a peek */
  press_action_style         style;       /**< PRESS_ACTION_... */
  press_action_flags         flags;       /**< PRESS_ACTION_FLAG_... */
  uint32_t                   child_count; /**< above 0: a group, at most 64 */
  const char                *title;       /**< UTF-8, for the program; may be NULL: the library does not read it */
  const char                *subtitle;    /**< the same */
  const struct press_action *children;    /**< of a group: child_count of them; else NULL */
} press_action;

/** The content of a peek. All 0 but size: a peek without actions. Lengths are points of the surface, sizes not negative. */
typedef struct press_peek {
  uint32_t            size;                                            /**< sizeof(press_peek) */
  uint32_t            id;                                              /**< the program's name for what is shown */
  press_q16           source_x, source_y, source_width, source_height; /**< what to keep sharp; width 0: the target */
  press_q16           x, y;                                            /**< where the program shows it */
  press_q16           width, height;                                   /**< preferred size; width 0: the full width; height 0: it cannot be tapped */
  press_q16           actions_x, actions_y;                            /**< where the program draws the first action, points */
  press_q16           actions_width;                                   /**< and how wide; 0: actions cannot be hit, only chosen from code */
  press_q16           action_height;                                   /**< each, downwards */
  uint32_t            action_count;                                    /**< at most 64 */
  const press_action *actions;                                         /**< NULL where action_count is 0 */
} press_peek;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_peek_init(press_peek *peek);

/** A peek of a target, for a table. */
typedef struct press_peek_declaration {
  uint32_t   target;
  uint32_t   reserved; /**< 0 */
  press_peek peek;
} press_peek_declaration;

/** press_peek_config.flags */
enum PRESS_AS(press_peek_flags, uint32_t) {
  PRESS_PEEK_FLAG_NO_SLIDE  = 1, /**< actions are chosen by a touch of their own only, not by sliding onto them */
  PRESS_PEEK_FLAG_FROM_HOLD = 2, /**< a contact that stays still for hold_us opens the peek of its target, with its actions revealed: for
                               sensors without force. No hold begins there. It stays when the finger lifts */
  PRESS_PEEK_FLAG_HIDE      = 4  /**< a finger that swiped up for the actions hides them by coming back down to half of
                               reveal_distance: ACTIONS_HIDDEN. It may pop again, once its pressure was below complete_pressure */
};
PRESS_FLAGS(press_peek_flags, uint32_t);

/** Start from press_peek_config_init. */
typedef struct press_peek_config {
  uint32_t         size;            /**< sizeof(press_peek_config) */
  press_peek_flags flags;           /**< PRESS_PEEK_FLAG_...; 0 */
  press_q16        reveal_distance; /**< points, above 0: upwards from where the peek was shown; 40 */
  press_q16        slop;            /**< points, above 0: a finger that stays within this for rest_us, or turns back downwards by it,
                                may choose actions; 10 */
  uint32_t         rest_us;         /**< how long it does so; 100000 */
  uint32_t         hold_us;         /**< above 0: with FROM_HOLD: how long it stays still, within slop; 500000 */
  uint32_t         reserved[2];     /**< 0 */
} press_peek_config;

/** Writes every default. NULL is ignored. */
PRESS_API void press_peek_config_init(press_peek_config *config);

/** @return as press_config_check. */
PRESS_API PRESS_NODISCARD int press_peek_config_check(const press_peek_config *config, const char **why);

/** Bytes that attaching takes of an engine, as press_gestures_size. */
PRESS_API size_t press_peek_size(const press_config *engine, const press_peek_config *config);

/** Attaches peeks to an engine: the trait PEEK has an effect from the next contact on. One peek is shown at a time. On a target with PEEK
 * peek_will_show is asked in place of preview_should_begin. If no target has a peek, a target that also has PREVIEW previews without one.
 * @param config  copied; NULL: the defaults
 * @return as press_gestures_attach. */
PRESS_API PRESS_NODISCARD int press_peek_attach(press_engine *engine, const press_peek_config *config);

/** Changes the config. It applies from the next contact that begins while no other is down and no peek is on show.
 * @return 0; PRESS_ERR_INVAL: NULL or out of range; PRESS_ERR_STATE: not attached. */
PRESS_API int press_peek_set(press_engine *engine, const press_peek_config *config);

/** Copies out the last config that was given. @return as press_gestures_get_config. */
PRESS_API int press_peek_get_config(const press_engine *engine, press_peek_config *config);

/** Declares the peeks of targets with a table, which must stay valid as long as the engine is used, or until the next declaration.
 * peek_will_show is not asked for a target in the table; target 0 is the surface without targets.
 * @param declarations  NULL with count 0: none
 * @return 0; PRESS_ERR_INVAL: NULL, wrong sizes, actions without id or beyond the limits of
 *         press_action; PRESS_ERR_STATE: not attached. */
PRESS_API int press_peek_declare(press_engine *engine, const press_peek_declaration *declarations, size_t count);

/** Why press_peek_declare would refuse a table.
 * @param[out] why  the field and its rule, of the first declaration that it would refuse; may be NULL
 * @return 0; PRESS_ERR_INVAL. */
PRESS_API PRESS_NODISCARD int press_peek_declarations_check(const press_peek_declaration *declarations, size_t count, const char **why);

/** The state of the peek of an engine. */
enum PRESS_AS(press_peek_state, uint32_t) {
  PRESS_PEEK_NONE     = 0, /**< no peek.
                                Becomes HINTING: a preview begins on a target that peeks; REVEALED: with FROM_HOLD a contact holds still there */
  PRESS_PEEK_HINTING  = 1, /**< the preview phase, whose progress is the hint. Becomes SHOWN: that phase ends; NONE: the preview is cancelled */
  PRESS_PEEK_SHOWN    = 2, /**< the commit phase, whose progress grows the peek.
                                Becomes NONE: popped as that phase ends, dismissed if it is cancelled; REVEALED: the finger moves up by
                                reveal_distance */
  PRESS_PEEK_REVEALED = 3  /**< quick actions are on show; force cannot pop it any more.
                                Becomes NONE: an action was selected, a touch lifted outside, or tapped the peek (popped); SHOWN: with HIDE the
                                finger moves half of reveal_distance back down */
};
PRESS_TYPE(press_peek_state, uint32_t);

/** A peek as it is now. */
typedef struct press_peek_status {
  uint32_t            size;            /**< sizeof(press_peek_status) */
  press_peek_state    state;           /**< PRESS_PEEK_... */
  uint32_t            target, contact; /**< PRESS_NO_CONTACT: opened from code, or left on show */
  uint32_t            highlighted;     /**< action id, 0: none */
  uint32_t            group;           /**< id of the open group, 0: none */
  uint32_t            action_count;
  uint32_t            reserved; /**< 0 */
  const press_action *actions;  /**< those on show: of the open group, or of the peek */
  press_peek          peek;     /**< as declared or as peek_will_show filled it */
} press_peek_status;

/** Writes the sizes, and 0 in the rest. NULL is ignored. */
PRESS_API void press_peek_status_init(press_peek_status *status);

/** Replaces the actions of the peek that hints or is shown, until its end. An open group stays open if the new table has its id. Delivers
 * ACTIONS_REVEALED if actions are on show. An action that comes under a finger by this is not chosen. The old table is not read any more.
 * @return 0; PRESS_ERR_INVAL: a wrong table, or an empty one while actions are on show; PRESS_ERR_STATE: there is no peek;
 *         PRESS_ERR_NOSPC, PRESS_ERR_AGAIN: see press_peek_open. */
PRESS_API int press_peek_replace(press_engine *engine, const press_action *actions, size_t count);

/** The present peek; its actions can be listed and queried at any time.
 * @param[in,out] status  from press_peek_status_init; its pointers lead to memory of the program
 * @return 0; PRESS_ERR_INVAL: NULL or wrong size; PRESS_ERR_STATE: not attached. */
PRESS_API int press_peek_get(const press_engine *engine, press_peek_status *status);

/** The peek that a target would show: from the declarations, otherwise from peek_will_show (with PRESS_NO_CONTACT).
 * @param[in,out] peek  from press_peek_init
 * @return 0; PRESS_ERR_NOENT: no such target, or it has no peek; PRESS_ERR_INVAL: NULL or wrong size; PRESS_ERR_STATE: not attached. */
PRESS_API int press_peek_find(press_engine *engine, uint32_t target, press_peek *peek);

/** From code, for keys, switches and assistive technology; each delivers the events that a finger causes.
 * Opens the peek of a target with its actions revealed. A peek that was open is dismissed first.
 * @return 0; PRESS_ERR_NOENT: no such target, or it peeks nothing; PRESS_ERR_STATE: not attached, or a finger peeks. This function and
 * those below return PRESS_ERR_NOSPC when the events of many calls in one callback do not fit, and PRESS_ERR_AGAIN when without a delegate
 * press_poll must make room first. */
PRESS_API int press_peek_open(press_engine *engine, uint32_t target);
/** Pops the peek that is shown. @return 0; PRESS_ERR_STATE: none is shown. */
PRESS_API int press_peek_pop(press_engine *engine);
/** Dismisses the peek that hints or is shown; a preview under it is cancelled. @return 0; PRESS_ERR_STATE: there is none. */
PRESS_API int press_peek_dismiss(press_engine *engine);
/** Reveals the actions of the peek that is shown. @return 0; PRESS_ERR_STATE: none is shown, or it has none. */
PRESS_API int press_peek_reveal(press_engine *engine);
/** Chooses an action that is on show: selects it, or opens the group.
 * @return 0; PRESS_ERR_NOENT: it is not on show; PRESS_ERR_STATE: actions are not on show, or it is disabled. */
PRESS_API int press_action_perform(press_engine *engine, uint32_t action);
/** Closes the open group. @return 0; PRESS_ERR_STATE: no group is open. */
PRESS_API int press_action_back(press_engine *engine);

#ifdef __cplusplus
}
#endif
#endif
