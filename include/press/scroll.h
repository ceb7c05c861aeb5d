/* Throws and swipes: the speed at the end of a scroll, the throw that follows, and swipes.
 *
 * A scroll (gestures.h) ends with the speed of its finger at the moment when the force first fell, from a curve through its positions of
 * the last velocity_us. A finger that was still for still_us has no speed, with or without samples. A position that repeats the one before it
 * within 25 ms does not count, since touch screens report a lift in that way. Then its target is thrown: it goes on
 * without a finger, friction slows it down, and it comes to rest where friction stops it, or where its content may rest.
 *
 *   a target that scrolls                                                    what is delivered
 *   the force of a scroll falls, and it is faster than min_speed along an    SCROLL_MOVED each frame_us: it coasts, along the way of the
 *   axis                                                                     throw that follows if this is the lift
 *   its scroll ends by a lift                                                THROW_BEGAN, after SCROLL_ENDED: the same way goes on
 *   it coasts, and the finger comes back within the grace                    SCROLL_MOVED: the finger moves it from where it is
 *   it coasts, and another contact begins in it; its scroll is cancelled     what ends the scroll; it rests where it is
 *   it coasts, and another contact becomes a scroll in it                    SCROLL_CANCELLED, PRESS_REASON_TOUCHED; SCROLL_BEGAN of the other
 *   the same, slower, but its content may not rest where it is               THROW_BEGAN, with a speed of 0
 *   the same, where another contact moves it on, or its scroll was cancelled  nothing
 *   it is thrown, and a frame is due                                         THROW_MOVED
 *   it comes to rest                                                         THROW_ENDED, PRESS_REASON_NONE
 *   a contact begins or becomes a scroll in it: it is caught, and no tap     THROW_ENDED, PRESS_REASON_TOUCHED
 *   press_scroll_stop; it is removed or loses the trait; a reset             THROW_ENDED, with the reason
 *
 * One thing moves content at a time. While a contact scrolls a target, another one that moves in it waits until that has ended, and the
 * program cannot throw it. If the other moves as the first lifts, it goes on at once; otherwise once it moves by scroll_slop again.
 *
 * Beyond an end of its range (press_scroll_declare) content follows its finger like a rubber band: x points of the finger are d c x / (d +
 * c x), for the width or height d of the target and c = 0.55. So it is never as far as d beyond the end. SCROLL_MOVED has the movement of
 * the finger.
 *
 * A throw begins at the latest position of its finger. A program that draws once for each press_tick has drawn a position that was some time
 * old by then. The content goes on to lag by that time, so that no frame jumps. If no tick came for 40 ms, or ticks come less than 6 ms
 * apart, it lags by half the time from the latest position to the fall of the force. THROW_BEGAN has the present position and speed of the
 * content; late_us is the time since the force fell. Content under a still finger does not coast.
 *
 * x, y of content is its movement from its first position, in the direction of the finger. press_scroll_declare sets where it is and where
 * it may rest; without that a scroll begins at 0, 0, and content may rest anywhere. Along each axis a throw
 *
 *   goes                                     as
 *   to a place that lies ahead               end - (end - start) * exp(-k t), k so that it begins with its speed: the friction, where nothing
 *                                            else ends it. It is over half a point before its end
 *   back, or further than twice as far as    a critically damped spring with settle_us, which begins with its speed
 *   friction leads
 *   to an end that friction leads beyond,    by friction to that end, and from there as that spring: with a speed v it goes beyond by
 *   with PRESS_SCROLL_BOUNCE                 v * settle_us / (2 pi e)
 *
 * A swipe is a contact on a target with PRESS_TARGET_SWIPE_X or _Y that moves by swipe_distance along that axis, at swipe_speed or faster
 * after the first fifth of it, before it became anything else. It delivers PRESS_EVENT_SWIPED, once, and the contact becomes nothing more.
 * A scroll waits while the contact may still swipe. Frames and rests are deadlines. All functions here except press_scroll_attach may be
 * called from callbacks; structs are copied.
 */
#ifndef PRESS_SCROLL_H
#define PRESS_SCROLL_H

#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The value of PRESS_EVENT_SWIPED. */
enum PRESS_AS(press_swipe_direction, uint32_t) {
  PRESS_SWIPE_LEFT  = 0, /**< towards smaller x */
  PRESS_SWIPE_RIGHT = 1, /**< towards larger x */
  PRESS_SWIPE_UP    = 2, /**< towards smaller y */
  PRESS_SWIPE_DOWN  = 3  /**< towards larger y */
};
PRESS_TYPE(press_swipe_direction, uint32_t);

/** press_scroll_config.flags */
enum PRESS_AS(press_scroll_flags, uint32_t) {
  PRESS_SCROLL_NO_COAST       = 1, /**< content stands still from the fall of the force until the lift is certain */
  PRESS_SCROLL_NO_RUBBER_BAND = 2, /**< content follows a finger beyond its ends one to one */
  PRESS_SCROLL_BOUNCE         = 4  /**< a throw that friction leads beyond an end passes it, and comes back; else it slows down to rest there */
};
PRESS_FLAGS(press_scroll_flags, uint32_t);

/** Start from press_scroll_config_init. */
typedef struct press_scroll_config {
  uint32_t           size;           /**< sizeof(press_scroll_config) */
  uint16_t           max_throws;     /**< 1..8: targets that are thrown at once or whose content is declared; 2 */
  uint16_t           reserved;       /**< 0 */
  press_q16          friction;       /**< 0.25..64: after 1 / friction seconds a throw has 1 / e of its speed; 2.0 */
  press_q16          min_speed;      /**< points per second, not negative: what is slower along an axis counts as 0; 50 */
  uint32_t           frame_us;       /**< above 0: how often a throw moves; 16667 */
  uint32_t           settle_us;      /**< 10000..10000000: the response of the spring: how long it would take for one swing without damping; 400000 */
  press_q16          swipe_distance; /**< points, above 0: how far a swipe goes; 50 */
  press_q16          swipe_speed;    /**< points per second, above 0: and how fast at least; 300 */
  uint32_t           velocity_us;    /**< 20000..100000: what counts for a speed: the places of so long; 100000 */
  uint32_t           still_us;       /**< 10000..1000000: a finger that lies still for so long has stopped; 40000 */
  press_scroll_flags flags;          /**< PRESS_SCROLL_...; 0 */
} press_scroll_config;

/** Writes every default. NULL is ignored. */
PRESS_API void press_scroll_config_init(press_scroll_config *config);

/** @return as press_config_check. */
PRESS_API PRESS_NODISCARD int press_scroll_config_check(const press_scroll_config *config, const char **why);

/** Bytes that attaching takes of an engine, as press_gestures_size. */
PRESS_API size_t press_scroll_size(const press_config *engine, const press_scroll_config *config);

/** Attaches throws and swipes to an engine. Without gestures nothing scrolls; swipes need none.
 * @param config  NULL: the defaults
 * @return as press_gestures_attach. */
PRESS_API PRESS_NODISCARD int press_scroll_attach(press_engine *engine, const press_scroll_config *config);

/** Changes the config; a running throw keeps the old one.
 * @param config  its max_throws is that of press_scroll_attach
 * @return 0; PRESS_ERR_INVAL: NULL, out of range, or another max_throws; PRESS_ERR_STATE: not attached. */
PRESS_API int press_scroll_set(press_engine *engine, const press_scroll_config *config);

/** Copies out the last config that was given. @return as press_gestures_get_config. */
PRESS_API int press_scroll_get_config(const press_engine *engine, press_scroll_config *config);

/** The position of the content of a target, and the positions where it may rest. Start from press_scroll_content_init. */
typedef struct press_scroll_content {
  uint32_t  size;           /**< sizeof(press_scroll_content) */
  uint32_t  target;         /**< whose content it is; 0: the surface */
  press_q16 x, y;           /**< points: where it is now; 0, 0 */
  press_q16 min_x, max_x;   /**< points, max not below min: it rests between them; -32768, 32767 */
  press_q16 min_y, max_y;   /**< the same; -32768, 32767 */
  press_q16 snap_x, snap_y; /**< points, not negative: it rests at max less a multiple of it, or at min; 0: anywhere; 0, 0 */
} press_scroll_content;

/** Writes the defaults. NULL is ignored. */
PRESS_API void press_scroll_content_init(press_scroll_content *content);

/** Sets where content is and where it may rest; a second call changes it. A throw goes on from there, with its speed. The declaration is
 * forgotten with its target.
 * @return 0; PRESS_ERR_INVAL: NULL or out of range; PRESS_ERR_NOENT: no such target; PRESS_ERR_NOSPC: max_throws are thrown or declared;
 *         PRESS_ERR_STATE: not attached. */
PRESS_API int press_scroll_declare(press_engine *engine, const press_scroll_content *content);

/** Throws a target from code (a wheel, keys), from the position of its content; a target that is already thrown goes on with this speed.
 * It starts at the engine's time: after a time without samples and ticks call press_tick first.
 * @param vx, vy  points per second
 * @return 0; PRESS_ERR_NOENT: no such target; PRESS_ERR_STATE: it would not move, a contact scrolls it, it lacks the trait SCROLL, or not
 *         attached; PRESS_ERR_NOSPC: max_throws are thrown or declared; PRESS_ERR_AGAIN: without a delegate press_poll must make room
 *         first; PRESS_ERR_NOBUFS: without a delegate, max_events has no room for a throw beside the ends of everything that can run
 *         (interactions.h); PRESS_ERR_INVAL: NULL. */
PRESS_API int press_scroll_throw(press_engine *engine, uint32_t target, press_q16 vx, press_q16 vy);

/** Changes the end of a throw, from its present position and with its speed: for ends that the program chooses while PRESS_EVENT_THROW_BEGAN
 * is delivered.
 * @param x, y  points
 * @return 0; PRESS_ERR_STATE: it is not thrown, or not attached; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_scroll_aim(press_engine *engine, uint32_t target, press_q16 x, press_q16 y);

/** Ends a throw at its present position: PRESS_EVENT_THROW_ENDED with PRESS_REASON_PROGRAM.
 * @return as press_scroll_aim. */
PRESS_API int press_scroll_stop(press_engine *engine, uint32_t target);

/** Content, as press_scroll_get fills it. */
typedef struct press_scroll_status {
  uint32_t  size;         /**< sizeof(press_scroll_status) */
  uint32_t  is_thrown;    /**< 1 or 0; while it coasts 0 */
  press_q16 x, y;         /**< points: where it is at the engine's time */
  press_q16 vx, vy;       /**< points per second */
  press_q16 end_x, end_y; /**< points: where it will rest */
  uint64_t  ends_us;      /**< when; 0: it is not thrown and does not coast */
} press_scroll_status;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_scroll_status_init(press_scroll_status *status);

/** The content of a target that is declared or thrown.
 * @return 0; PRESS_ERR_NOENT: neither; PRESS_ERR_STATE: not attached; PRESS_ERR_INVAL: NULL, or its size is not set. */
PRESS_API int press_scroll_get(const press_engine *engine, uint32_t target, press_scroll_status *status);

/** The speed of a contact that scrolls, may swipe, or drags (drag.h). While its SCROLL_ENDED, DRAG_CONFIRM, DRAG_DROPPED or DRAG_CANCELLED
 * is delivered, it is the speed at the fall of its force. It is 0 if the contact was still for still_us, or came, or began to drag, less
 * than 4 ms ago.
 * @param[out] vx, vy  points per second
 * @return 0; PRESS_ERR_NOENT: it is not down, or does none of these; PRESS_ERR_STATE: not attached; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_scroll_get_velocity(const press_engine *engine, uint32_t contact, press_q16 *vx, press_q16 *vy);

#ifdef __cplusplus
}
#endif
#endif
