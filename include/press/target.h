/* Targets: regions of the surface to which interactions belong. */
#ifndef PRESS_TARGET_H
#define PRESS_TARGET_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An engine: samples of force in, events out, in the caller's storage. */
typedef struct press_engine press_engine;

/** press_target.traits: the interactions in which a target takes part. Any combination. */
enum PRESS_AS(press_target_trait, uint32_t) {
  PRESS_TARGET_PREVIEW     = 1 << 0,  /**< force previews and commits */
  PRESS_TARGET_PEEK        = 1 << 1,  /**< force peeks and pops (press_peek_attach) */
  PRESS_TARGET_TAP         = 1 << 2,  /**< TAP, HOLD, SCROLL, DOUBLE_TAP: press_gestures_attach */
  PRESS_TARGET_HOLD        = 1 << 3,  /**< its contacts may hold */
  PRESS_TARGET_DRAG_SOURCE = 1 << 4,  /**< DRAG_SOURCE, DROP, SPRING, INACTIVE, CONTENT, KEEPS_DRAG: press_drag_attach */
  PRESS_TARGET_DROP        = 1 << 5,  /**< takes drops */
  PRESS_TARGET_SPRING      = 1 << 6,  /**< springs open under a drag that rests on it, or with force */
  PRESS_TARGET_SCROLL      = 1 << 7,  /**< its contact scrolls */
  PRESS_TARGET_DOUBLE_TAP  = 1 << 8,  /**< with TAP: a tap waits for a second one before it is delivered */
  PRESS_TARGET_INACTIVE    = 1 << 9,  /**< a container in the background: dragging from it does not activate it */
  PRESS_TARGET_CONTENT     = 1 << 10, /**< a container that is part of the content of its own container, as a folder in a list is: for a
                                        drop the two are one container */
  PRESS_TARGET_PINCH       = 1 << 11, /**< two contacts scale, turn and move it (press_pinch_attach) */
  PRESS_TARGET_SWIPE_X     = 1 << 12, /**< a fast finger swipes to the left or right: press_scroll_attach */
  PRESS_TARGET_SWIPE_Y     = 1 << 13, /**< up or down */
  PRESS_TARGET_KEEPS_DRAG  = 1 << 14  /**< with DRAG_SOURCE: removed while it is dragged, as a row that a list takes out, it cancels no drag. The
                                        items count as things inside its nearest container that stays (PRESS_ITEM_INSIDE), or of the surface */
};
PRESS_OPEN_FLAGS(press_target_traits, press_target_trait, uint32_t);

/** A rectangle of the surface. A point is inside from x up to, not including, x + width. Where targets overlap, the
 * last added is on top. A contact belongs to the topmost target under the point where it began, or, for an interaction
 * whose trait that target lacks, to the nearest enclosing `container` that has the trait. */
typedef struct press_target {
  uint32_t            size;                /**< sizeof(press_target) */
  uint32_t            id;                  /**< not 0, unique */
  uint32_t            container;           /**< id of the enclosing target, or 0; it need not enclose geometrically */
  uint32_t            domain;              /**< which application it belongs to; any value */
  press_q16           x, y, width, height; /**< points; width and height not negative */
  press_target_traits traits;              /**< PRESS_TARGET_... */
} press_target;

/** Writes the size, traits PRESS_TARGET_PREVIEW, and 0 in the rest. NULL is ignored. */
PRESS_API void press_target_init(press_target *target);

/** Checks a target on its own. It does not check that its id is free or that its container exists.
 * @param[out] why  where it is refused: the field and its rule; may be NULL
 * @return 0; PRESS_ERR_INVAL: NULL or out of range. */
PRESS_API PRESS_NODISCARD int press_target_check(const press_target *target, const char **why);

/** Adds a target on top of all others. Contacts that are down keep their target.
 * @return 0; PRESS_ERR_INVAL: NULL, wrong size, id 0 or in use, negative width or height, unknown trait;
 *         PRESS_ERR_NOENT: no such container; PRESS_ERR_NOSPC: max_targets exist already. */
PRESS_API PRESS_NODISCARD int press_target_add(press_engine *engine, const press_target *target);

/** Why press_target_add would refuse a target of this engine now.
 * @param[out] why  where it would: the field and its rule; may be NULL
 * @return as press_target_add. */
PRESS_API PRESS_NODISCARD int press_target_add_check(const press_engine *engine, const press_target *target, const char **why);

/** Changes everything but the id and the order of the targets. A preview that runs on it goes on, unless the trait goes away: then it is
 * cancelled.
 * @return 0; PRESS_ERR_NOENT: no such target or container; PRESS_ERR_INVAL: as for press_target_add, or the container
 *         is the target itself or lies within it. */
PRESS_API int press_target_update(press_engine *engine, const press_target *target);

/** Why press_target_update would refuse a target now. @return as press_target_update. */
PRESS_API PRESS_NODISCARD int press_target_update_check(const press_engine *engine, const press_target *target, const char **why);

/** The same for many in one call, for example when a list scrolls: adds new targets, on top and in this order, and changes the others.
 * Contacts and interactions see all of them changed, or none.
 * @param targets    each as for press_target_add and press_target_update, and of the size of the first; when an id comes twice, the second
 *                   one changes the first
 * @param[out] done  the number that was taken: all before the first refused one; may be NULL
 * @return 0; otherwise as press_target_add or press_target_update for the first refused one. */
PRESS_API PRESS_NODISCARD int press_targets_put(press_engine *engine, const press_target *targets, size_t count, size_t *done);

/** Removes a target and all targets in it. The ends that this causes are delivered before any other event, and name the targets a last time.
 * After that no event names them, not even if the id is added again. A contact goes on, and belongs to the surface (0).
 * @return 0; PRESS_ERR_NOENT: no such target; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_target_remove(press_engine *engine, uint32_t id);

/** The same for many in one call, all or none of them. An id may come twice.
 * @return as press_target_remove; PRESS_ERR_NOENT: one of them is not there, and none is removed. */
PRESS_API int press_targets_remove(press_engine *engine, const uint32_t *ids, size_t count);

/** Copies a target out.
 * @param[in,out] target  from press_target_init
 * @return 0; PRESS_ERR_NOENT: no such target; PRESS_ERR_INVAL: NULL or wrong size. */
PRESS_API int press_target_get(const press_engine *engine, uint32_t id, press_target *target);

/** The topmost target at a point. With more than 32 max_targets the first search after a change of targets updates the engine's index:
 * this search writes into the engine, although the engine is const.
 * @param[out] id  its id, 0 where there is none
 * @return 0; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_target_find(const press_engine *engine, press_q16 x, press_q16 y, uint32_t *id);

/** Finds mistakes that would otherwise have no effect and no message. It finds a target with a trait whose interaction is not attached. It
 * finds a target with a trait that contains no point and no other target (a width or height of 0). And it finds a target whose right or
 * lower edge is beyond the largest number, where it ends. Call it when all targets are set up.
 * @param[out] target  the topmost such target, 0: the surface; may be NULL
 * @param[out] why     its trait, and the function that attaches the interaction; or the fields and their rule; may be NULL
 * @return 0: there is none; PRESS_ERR_STATE: there is one; PRESS_ERR_INVAL: NULL. */
PRESS_API PRESS_NODISCARD int press_targets_check(const press_engine *engine, uint32_t *target, const char **why);

/** The ids of all targets with any of these traits, topmost first: sources (DRAG_SOURCE) and drop points (DROP) for lists
 * and assistive technology.
 * @return how many there are (at most `capacity` are written); PRESS_ERR_INVAL: NULL or unknown traits. */
PRESS_API int press_target_list(const press_engine *engine, uint32_t traits, uint32_t *ids, size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
