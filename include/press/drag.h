/* Drag and drop. A contact on a target with the trait DRAG_SOURCE that moves by `slop` becomes a drag session; targets with
 * the trait DROP are its destinations, those with SPRING open under it, those with SCROLL scroll near their edges.
 *
 *   what happens                         asked                   delivered (subject: the session, in all of them)
 *   it is held still, where that is asked for                    DRAG_LIFTED, after HOLD_BEGAN; DRAG_SETTLED where no drag follows
 *   a contact moves off its source       drag_will_begin         DRAG_BEGAN, DRAG_ITEMS_CHANGED
 *   it does so while max_sessions exist                          DRAG_REFUSED, of no session
 *   it moves                                                     DRAG_MOVED
 *   it comes over a destination, leaves  drop_will_propose       DRAG_ENTERED, DRAG_LEFT; DRAG_PROPOSED where the proposal
 *                                                                changes without; DRAG_ITEMS_CHANGED, DRAG_HINT_CHANGED
 *   it comes over one that refuses       drop_will_propose       DRAG_FORBIDDEN, DRAG_HINT_CHANGED; nothing as it leaves
 *   another contact taps a source        drag_will_begin         DRAG_ITEMS_CHANGED
 *   it rests on, or presses, a spring    spring_should_activate  SPRING_POSSIBLE, SPRING_ACTIVATING, SPRING_ACTIVATED;
 *                                                                SPRING_ENDED at the end in any case
 *   it is near an edge of a scroller                             AUTOSCROLL_BEGAN, AUTOSCROLL_CHANGED, AUTOSCROLL_ENDED
 *   it comes where nothing accepts it    drag_should_launch      DRAG_HINT_CHANGED
 *   it lifts there, and nothing launches                         DRAG_CANCELLED: why, and whether to fly back or to fade
 *   it lifts on a destination                                    DRAG_DROPPED, and then the drop:
 *     a drop that cannot be undone                               DRAG_CONFIRM first, until press_drop_confirm
 *     each item that is taken                                    DROP_ITEM_BEGAN, DROP_ITEM_UPDATED, DROP_ITEM_ENDED
 *     each of the others                                         DROP_ITEM_NOT_TAKEN
 *     it takes longer than slow_us                               DROP_SLOW
 *     a drop that starts a task                                  TASK_BEGAN, TASK_UPDATED, TASK_ENDED
 *     the new selection                                          SELECTION_SET, SELECTION_CLEARED
 *     in any case, once                                          DROP_CONCLUDED
 *   press_drop_undo                                              DROP_ITEM_UNDONE for each item, with what is selected; DROP_UNDONE
 *   press_drop_redo                                              DROP_ITEM_REDONE likewise; DROP_REDONE
 *
 * DRAG_LEFT, SPRING_ENDED and AUTOSCROLL_ENDED come before the end of the drag, also when it drops there. Autoscroll does not know the
 * direction in which a container scrolls: a program whose container scrolls along one axis ignores the other. Drags from code do not
 * scroll.
 *
 * An engine that keeps events for press_poll needs room for three more events of each session, beside the other interactions. A drop, and
 * events that are neither a beginning nor an end of a drag, wait for room and go on with press_poll.
 */
#ifndef PRESS_DRAG_H
#define PRESS_DRAG_H

#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The effect of a drop on the items. Between domains a move becomes a copy. */
enum PRESS_AS(press_drop_operation, uint32_t) {
  PRESS_DROP_CANCEL    = 0, /**< nothing: the destination has no use for them */
  PRESS_DROP_FORBIDDEN = 1, /**< it would take them, but not now */
  PRESS_DROP_COPY      = 2, /**< the items are copied */
  PRESS_DROP_MOVE      = 3  /**< the items are moved */
};
PRESS_TYPE(press_drop_operation, uint32_t);

/** press_drag_item.flags */
enum PRESS_AS(press_item_flags, uint32_t) {
  PRESS_ITEM_SELECTED    = 1, /**< it is selected at its source; the rules for selections deselect it there */
  PRESS_ITEM_COPY_ONLY   = 2, /**< it may be copied, never moved: a drop that takes it copies all that it takes */
  PRESS_ITEM_SAME_DOMAIN = 4, /**< destinations in another domain than its source's do not take it; empty space is in domain 0 */
  PRESS_ITEM_INSIDE      = 8  /**< it is a part of its source, like words of a text: by the default rule the source itself may take it. Without
                                 this flag the source is dragged, and it cannot go into itself or into a target inside it */
};
PRESS_FLAGS(press_item_flags, uint32_t);

/** One dragged item. */
typedef struct press_drag_item {
  uint32_t         id;     /**< the program's id for it, not 0, unique within the session */
  press_item_flags flags;  /**< PRESS_ITEM_... */
  uint32_t         source; /**< the target it comes from; written by the library */
  uint32_t         representation_count;
  const uint32_t  *representations; /**< the program's numbers for types, richest first; must live as long as the session.
                                           None: every destination can take it */
} press_drag_item;

/** The pointer that shows what a drop would do. */
enum PRESS_AS(press_pointer_hint, uint32_t) {
  PRESS_HINT_PLAIN        = 0, /**< nothing special */
  PRESS_HINT_COPY         = 1, /**< the drop will copy */
  PRESS_HINT_LINK         = 2, /**< the drop will make a link */
  PRESS_HINT_DISAPPEARING = 3, /**< the items will disappear */
  PRESS_HINT_NOT_ALLOWED  = 4  /**< no drop here */
};
PRESS_TYPE(press_pointer_hint, uint32_t);

/** press_drop_proposal.flags */
enum PRESS_AS(press_proposal_flags, uint32_t) {
  PRESS_PROPOSAL_EXACT        = 1,  /**< it requires the exact place: asked again for every sample that moves over it */
  PRESS_PROPOSAL_PART         = 2,  /**< it takes a part of each item only */
  PRESS_PROPOSAL_TRANSFERS    = 4,  /**< the drop takes time: it is over when press_drop_finish was called for every item */
  PRESS_PROPOSAL_TASK         = 8,  /**< the drop starts a task (printing): over when press_drop_finish was called for item 0 */
  PRESS_PROPOSAL_IRREVERSIBLE = 16, /**< it cannot be undone: DRAG_CONFIRM first */
  PRESS_PROPOSAL_OWN_HINT     = 32  /**< `hint` is used; otherwise it follows from the operation */
};
PRESS_FLAGS(press_proposal_flags, uint32_t);

/** The answer of a destination to a drag. */
typedef struct press_drop_proposal {
  uint32_t             size;         /**< sizeof(press_drop_proposal) */
  press_drop_operation operation;    /**< PRESS_DROP_... */
  uint32_t             item_count;   /**< at most this many items: the first ones that have an accepted representation */
  press_proposal_flags flags;        /**< PRESS_PROPOSAL_... */
  press_pointer_hint   hint;         /**< PRESS_HINT_... */
  uint32_t             accept_count; /**< types that it accepts; 0: any */
  const uint32_t      *accepts;      /**< the program's numbers for them; must live as long as the session */
} press_drop_proposal;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_drop_proposal_init(press_drop_proposal *proposal);

/** The state of a drag session. */
enum PRESS_AS(press_drag_state, uint32_t) {
  PRESS_DRAG_NONE       = 0, /**< no such session, or over.
                                  Becomes DRAGGING: a contact moves off a source and drag_will_begin names items, or press_drag_begin */
  PRESS_DRAG_DRAGGING   = 1, /**< follows the finger or the program; at most one destination is current.
                                  Becomes DROPPING: it lifts over a destination that takes it; CONFIRMING: that drop could not be undone; NONE:
                                  cancelled */
  PRESS_DRAG_CONFIRMING = 2, /**< lifted, waits for press_drop_confirm. Becomes DROPPING: yes; NONE: no, cancelled */
  PRESS_DRAG_DROPPING   = 3  /**< dropped; items are transferred, or a task runs. Becomes NONE: all have ended, concluded */
};
PRESS_TYPE(press_drag_state, uint32_t);

/** The state of spring loading under a drag. */
enum PRESS_AS(press_spring_state, uint32_t) {
  PRESS_SPRING_INACTIVE   = 0, /**< not over a spring, or spring_should_activate said no. Becomes POSSIBLE: the drag comes over one that says yes */
  PRESS_SPRING_POSSIBLE   = 1, /**< over a spring.
                                    Becomes ACTIVATING: after spring_dwell_us; ACTIVATED: past spring_pressure, if it says yes again */
  PRESS_SPRING_ACTIVATING = 2, /**< about to open: show it.
                                    Becomes ACTIVATED: after spring_activating_us or past spring_pressure, if it says yes again */
  PRESS_SPRING_ACTIVATED  = 3  /**< open it. Becomes INACTIVE: the drag leaves it, or ends */
};
PRESS_TYPE(press_spring_state, uint32_t);

/** press_drag_set_modifiers: keys held during a drag. */
enum PRESS_AS(press_modifiers, uint32_t) {
  PRESS_MODIFIER_COPY = 1 /**< copy instead of move */
};
PRESS_FLAGS(press_modifiers, uint32_t);

/** A drag session as it is now. */
typedef struct press_drag {
  uint32_t             size; /**< sizeof(press_drag) */
  uint32_t             session;
  press_drag_state     state;                /**< PRESS_DRAG_... */
  uint32_t             contact;              /**< PRESS_NO_CONTACT: from code */
  uint32_t             source, destination;  /**< of its first item; 0: none */
  press_drop_operation operation;            /**< PRESS_DROP_..., of the destination; CANCEL without one */
  uint32_t             item_count, accepted; /**< dragged; that the destination would take */
  press_pointer_hint   hint;                 /**< PRESS_HINT_... */
  press_modifiers      modifiers;            /**< PRESS_MODIFIER_... */
  uint32_t             spring;               /**< the target, 0: none */
  press_spring_state   spring_state;         /**< PRESS_SPRING_... */
  press_q16            x, y;                 /**< points */
  uint32_t             reserved;             /**< 0 */
} press_drag;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_drag_init(press_drag *drag);

/** press_drag_config.flags */
enum PRESS_AS(press_drag_flags, uint32_t) {
  PRESS_DRAG_FLAG_AFTER_HOLD      = 1,  /**< a drag starts only after the contact has been still for hold_us: DRAG_LIFTED. From then on it cannot be a
                                      tap, and its hold ends when it drags */
  PRESS_DRAG_FLAG_HOLD_IN_SCROLL  = 2,  /**< the same, but only where a container of the source scrolls: moving at once scrolls */
  PRESS_DRAG_FLAG_BY_FORCE        = 4,  /**< only once the pressure has been at or above start_pressure */
  PRESS_DRAG_FLAG_FROM_PREVIEW    = 8,  /**< moving by still_slop in the preview phase cancels the preview and drags; without this flag a contact that
                                      previews never drags */
  PRESS_DRAG_FLAG_NO_DWELL        = 16, /**< springs activate by force alone */
  PRESS_DRAG_FLAG_NO_SPRING_FORCE = 32, /**< springs activate by dwelling alone */
  PRESS_DRAG_FLAG_LINEAR_SCROLL   = 64  /**< the speed of autoscroll grows in proportion to nearness and time, else with their squares */
};
PRESS_FLAGS(press_drag_flags, uint32_t);

/** Start from press_drag_config_init. */
typedef struct press_drag_config {
  uint32_t         size;                 /**< sizeof(press_drag_config) */
  press_drag_flags flags;                /**< PRESS_DRAG_FLAG_...; 0 */
  uint16_t         max_sessions;         /**< 1..16: at once, drops that are still transferring included; 2 */
  uint16_t         max_items;            /**< 1..64: of one session; 8 */
  uint16_t         undo_depth;           /**< 0..16: concluded drops that can be undone; 4 */
  uint16_t         reserved;             /**< 0 */
  press_q16        slop;                 /**< points, not negative; 3 */
  press_q16        still_slop;           /**< points, not negative: moving less is still, for holding and for a preview; 10 */
  press_q16        start_pressure;       /**< 0..1: with BY_FORCE, the pressure from which on a contact drags; 0.25 */
  uint32_t         hold_us;              /**< with AFTER_HOLD or HOLD_IN_SCROLL: how long it has been still; 500000 */
  uint32_t         spring_dwell_us;      /**< rest on a spring until it is activating; 500000 */
  uint32_t         spring_activating_us; /**< and from there until it is activated; 250000 */
  press_q16        spring_pressure;      /**< pressing at or above this activates at once, if the pressure was below before; 0.5 */
  press_q16        drop_pressure;        /**< pressing at or above this drops without lifting, under the same condition; above 1: never; 2 */
  press_q16        scroll_edge;          /**< points, not negative: from the edge of a scroller, at most a quarter of it, where it scrolls; 40 */
  press_q16        scroll_speed;         /**< points per second, not negative: the full speed; 800 */
  uint32_t         scroll_ramp_us;       /**< until it is at full speed; 1200000 */
  uint32_t         frame_us;             /**< above 0: how often the speed changes; 16667 */
  uint32_t         slow_us;              /**< a drop that takes longer is slow; 1000000 */
  press_q16        scroll_full;          /**< points, not negative: from the edge of a scroller, where it scrolls at full speed; less where
                                    scroll_edge is, in proportion; 8 */
  press_q16        scroll_toward;        /**< points, not negative: a drag that begins within scroll_edge of an edge scrolls there once it is nearer
                                    by so much, or by half of the distance at its beginning, or has been away from that edge; 0: at once; 5 */
  uint32_t         scroll_wait_us;       /**< how long it is near an edge before it scrolls; 0 */
} press_drag_config;

/** Writes every default. NULL is ignored. */
PRESS_API void press_drag_config_init(press_drag_config *config);

/** @return as press_config_check. */
PRESS_API PRESS_NODISCARD int press_drag_config_check(const press_drag_config *config, const char **why);

/** Bytes that attaching takes of an engine, as press_gestures_size. */
PRESS_API size_t press_drag_size(const press_config *engine, const press_drag_config *config);

/** Attaches drag and drop to an engine: the trait DRAG_SOURCE has an effect from the next contact on.
 * @param config  NULL: the defaults
 * @return as press_gestures_attach. */
PRESS_API PRESS_NODISCARD int press_drag_attach(press_engine *engine, const press_drag_config *config);

/** Changes the config. It applies from the next drag on, once nothing is dragged and no other contact is down.
 * @param config  max_sessions, max_items and undo_depth are those that it was attached with
 * @return 0; PRESS_ERR_INVAL: NULL, out of range, or other capacities; PRESS_ERR_STATE: not attached. */
PRESS_API int press_drag_set(press_engine *engine, const press_drag_config *config);

/** Copies out the last config that was given. @return as press_gestures_get_config. */
PRESS_API int press_drag_get_config(const press_engine *engine, press_drag_config *config);

/** Copies out a session.
 * @param[in,out] drag  from press_drag_init
 * @return 0; PRESS_ERR_NOENT: no such session; PRESS_ERR_INVAL: NULL or wrong size; PRESS_ERR_STATE: not attached. */
PRESS_API int press_drag_get(const press_engine *engine, uint32_t session, press_drag *drag);

/** The items of a session.
 * @param[out] items  at most `capacity` are copied; NULL when that is 0
 * @return the number of items; else as press_drag_get. */
PRESS_API int press_drag_get_items(const press_engine *engine, uint32_t session, press_drag_item *items, size_t capacity);

/** The newest session of a contact, or the only one from code for PRESS_NO_CONTACT.
 * @param[out] session  its id, not 0
 * @return 0; PRESS_ERR_NOENT: none; PRESS_ERR_INVAL: NULL; PRESS_ERR_STATE: not attached. */
PRESS_API int press_drag_find(const press_engine *engine, uint32_t contact, uint32_t *session);

/** Sets the keys that are held now. The engine asks for proposals again. The keys at the time of the drop decide: within one container
 * PRESS_MODIFIER_COPY turns a move into a copy.
 * @return 0; PRESS_ERR_INVAL: NULL or unknown bits; PRESS_ERR_STATE: not attached. */
PRESS_API int press_drag_set_modifiers(press_engine *engine, uint32_t modifiers);

/** Ends a session in any state: a drag is cancelled, and items that are still being transferred fail.
 * @return 0; PRESS_ERR_NOENT: no such session; PRESS_ERR_INVAL: NULL; PRESS_ERR_STATE: not attached. */
PRESS_API int press_drag_cancel(press_engine *engine, uint32_t session);

/** Answers DRAG_CONFIRM, from inside its callback or any time later. No: the items return.
 * @return 0; PRESS_ERR_NOENT: no such session; PRESS_ERR_STATE: it waits for no answer, or not attached; PRESS_ERR_INVAL. */
PRESS_API int press_drop_confirm(press_engine *engine, uint32_t session, bool yes);

/** Reports the progress of the transfer of an item, or with item 0 of the task. Delivers DROP_ITEM_UPDATED, or TASK_UPDATED.
 * @param progress  0..1
 * @return 0; PRESS_ERR_NOENT: no such session or item; PRESS_ERR_INVAL: NULL or out of range; PRESS_ERR_STATE: it is not
 *         being transferred, or not attached. */
PRESS_API int press_drop_update(press_engine *engine, uint32_t session, uint32_t item, press_q16 progress);

/** Ends the transfer of an item, or with item 0 the task; without a task item 0 ends all remaining items.
 * @return as press_drop_update. */
PRESS_API int press_drop_finish(press_engine *engine, uint32_t session, uint32_t item, bool success);

/** Undoes the newest concluded drop: a move goes back, a copy goes away, and the old selection returns. A drop cannot be undone if it was
 * irreversible or a task, if its destination was removed since, or, for a move, if a source was removed.
 * @return 0; PRESS_ERR_NOENT: there is none; PRESS_ERR_INVAL: NULL; PRESS_ERR_STATE: not attached, or the reverse of the same
 *         drop is not delivered yet. */
PRESS_API int press_drop_undo(press_engine *engine);

/** Does the newest undone drop again. That is possible until another drop with an arrived item is concluded, or until its destination or a
 * source is removed.
 * @return as press_drop_undo. */
PRESS_API int press_drop_redo(press_engine *engine);

/** Begins a drag from code, with the events of a drag and PRESS_NO_CONTACT. One such session at a time.
 * @param[out] session  the session's id, not 0; may be NULL
 * @return 0; PRESS_ERR_NOENT: no such target; PRESS_ERR_STATE: it is no source, such a session exists already, drag_will_begin refused, or
 *         not attached; PRESS_ERR_NOSPC: max_sessions exist already; PRESS_ERR_AGAIN: without a delegate press_poll must make room first;
 *         PRESS_ERR_BUSY: from inside drag_will_begin. */
PRESS_API int press_drag_begin(press_engine *engine, uint32_t source, uint32_t *session);

/** More items, from another source, to a drag from code or of a finger. Asks drag_will_begin, like another contact that taps the source.
 * @return 0; PRESS_ERR_NOENT: no such session or target; PRESS_ERR_STATE: the target is no source, drag_will_begin refused, it is dropped
 *         already, or not attached; PRESS_ERR_NOSPC: it has max_items; PRESS_ERR_BUSY: from inside drag_will_begin. */
PRESS_API PRESS_NODISCARD int press_drag_add(press_engine *engine, uint32_t session, uint32_t source);

/** Moves a drag from code to a point, as a finger would.
 * @return 0; PRESS_ERR_NOENT: no such session; PRESS_ERR_STATE: it is not from code, or dropped already. */
PRESS_API int press_drag_move(press_engine *engine, uint32_t session, press_q16 x, press_q16 y);

/** Moves a drag from code to the middle of a target. This target is under the drag, whatever else lies there. The destination is this target
 * or, if it lacks the trait DROP, its nearest container that has it.
 * @return 0; PRESS_ERR_NOENT: no such session or target; PRESS_ERR_STATE: as for press_drag_move. */
PRESS_API int press_drag_over(press_engine *engine, uint32_t session, uint32_t target);

/** Lets go of a drag from code.
 * @return as press_drag_move. */
PRESS_API int press_drag_drop(press_engine *engine, uint32_t session);

/** A whole drag from code, from its source to its destination; its events have the result.
 * @param[out] session  the session's id, not 0; may be NULL
 * @return as press_drag_begin, and of the destination as press_drag_over. */
PRESS_API int press_drag_perform(press_engine *engine, uint32_t source, uint32_t destination, uint32_t *session);

/** Why press_drag_begin (and press_drag_perform, but for its destination) would refuse this now. What drag_will_begin refuses is not asked for.
 * @param[out] why  where it would: the argument and its rule, or what is there already; may be NULL
 * @return as press_drag_begin. */
PRESS_API PRESS_NODISCARD int press_drag_begin_check(const press_engine *engine, uint32_t source, const char **why);

/** The same of press_drag_add.
 * @return as press_drag_add. */
PRESS_API PRESS_NODISCARD int press_drag_add_check(const press_engine *engine, uint32_t session, uint32_t source, const char **why);

#ifdef __cplusplus
}
#endif
#endif
