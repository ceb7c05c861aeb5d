/* The delegate: the functions that an engine calls to ask and to deliver events. */
#ifndef PRESS_DELEGATE_H
#define PRESS_DELEGATE_H

#include "event.h"
#include "target.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Where and how hard a contact touches. */
typedef struct press_touch {
  uint64_t  t_us;            /**< of the latest sample */
  uint32_t  contact, target; /**< the caller's contact id; the target of the interaction, 0: the surface */
  press_q16 x, y;            /**< points, surface coordinates; of the latest sample that was down */
  press_q16 force, pressure; /**< N; 0..1 between zero_force and full_force */
} press_touch;

/** Declared without typedef: C99 does not allow the same typedef twice. */
struct press_peek;               /**< peek.h */
struct press_transition_options; /**< transition.h */
struct press_drag;               /**< drag.h */
struct press_drag_item;
struct press_drop_proposal;

/** Every member may be NULL. `touch` and `event` are valid during the call only. */
typedef struct press_delegate {
  uint32_t size; /**< sizeof(press_delegate) */
  void    *user; /**< handed to every function */

  /** Asked once per contact, as pressure first reaches preview_pressure on a target with the preview trait. No: no
   * preview for this contact until it lifts. NULL: yes. */
  bool (*preview_should_begin)(press_engine *engine, const press_touch *touch, void *user);
  /** Progress 0..1 from preview_pressure to commit_pressure, for every sample; rises and falls with the force. `ended`
   * is true once, with progress 1: the commit phase begins. NULL: nothing. */
  void (*preview_did_update)(press_engine *engine, const press_touch *touch, press_q16 progress, bool ended, void *user);
  /** Progress 0..1 from commit_pressure to complete_pressure. `ended` is true once, with progress 1: completed; nothing
   * more is delivered of this contact's preview. NULL: nothing. */
  void (*commit_did_update)(press_engine *engine, const press_touch *touch, press_q16 progress, bool ended, void *user);
  /** Called once when a preview that began does not complete. NULL: nothing. */
  void (*preview_did_cancel)(press_engine *engine, const press_touch *touch, void *user);
  /** Called with every event, in order; the matching function above is called just before it. NULL: nothing. */
  void (*on_event)(press_engine *engine, const press_event *event, void *user);

  /** Asked as the preview of a target with the trait PEEK begins: fill `peek` (all 0 except size) and return
   * true, or return false. touch->target is the target asked for: the innermost first, then its containers. touch->contact is
   * PRESS_NO_CONTACT where code asks (press_peek_open, press_peek_find). A peek out of range counts as false. NULL: no. */
  bool (*peek_will_show)(press_engine *engine, const press_touch *touch, struct press_peek *peek, void *user);
  /** Asked as a transition starts: may change its options; with options out of range it does not start. NULL: nothing changes. */
  void (*transition_will_start)(press_engine *engine, uint32_t transition, struct press_transition_options *options, void *user);

  /** Asked as a transition begins to run by itself, to 1 (`finishes`), back to 0, or to a target: may change duration, speed and curve of
   * this run; fraction: its present value. Not asked for automatic transitions. Options out of range change nothing. NULL: it runs as it
   * started. */
  void (*transition_will_run)(press_engine *engine, uint32_t transition, bool finishes, struct press_transition_options *options, void *user);

  /** Asked as a drag starts, and as another contact, or press_drag_add, adds to `session` (0: a new one). Fill at most `capacity` items (all
   * 0) that are dragged from touch->target, and return their number; 0: none. NULL: one item with the id of the target, selected. */
  size_t (*drag_will_begin)(
    press_engine *engine, const press_touch *touch, uint32_t session, struct press_drag_item *items, size_t capacity, void *user);
  /** Asked as a drag comes over a target with the trait DROP, and again as items, modifiers or targets change. `proposal` has the answer of
   * the default rule: change it and return true. If you return false, the target below is asked. NULL: the default rule: within one
   * container it moves (with PRESS_MODIFIER_COPY: copies), otherwise it copies. The container is the same if the target lies in the
   * container of every source, or that container in the target. Between domains it always copies. */
  bool (*drop_will_propose)(
    press_engine *engine, const struct press_drag *drag, uint32_t destination, struct press_drop_proposal *proposal, void *user);
  /** Asked as a drag comes over a target with the trait SPRING, and, with `again`, before it is activated. NULL: yes. */
  bool (*spring_should_activate)(press_engine *engine, const struct press_drag *drag, uint32_t target, bool again, void *user);
  /** Asked once as a drag comes to a point without a destination, and again as its items change. If it returns true, a drop there goes to
   * the program, which opens the items. NULL: no. */
  bool (*drag_should_launch)(press_engine *engine, const struct press_drag *drag, void *user);
} press_delegate;

/** Writes the size, and NULL in the rest. NULL is ignored. */
PRESS_API void press_delegate_init(press_delegate *delegate);

/** Sets the delegate; the struct is copied. It can be called from inside a callback; it takes effect at once: pending calls of the same
 * event go to the new delegate.
 * @param delegate  NULL removes it
 * @return 0; PRESS_ERR_INVAL: engine NULL or wrong size. */
PRESS_API PRESS_NODISCARD int press_set_delegate(press_engine *engine, const press_delegate *delegate);

/** Whether on_event is called for progress that a newer event of its contact replaces: CONTACT_MOVED, SCROLL_MOVED, PINCH_CHANGED,
 * DRAG_MOVED, and PREVIEW_UPDATED and COMMIT_UPDATED without PRESS_EVENT_FLAG_ENDED. A program that does not need it saves a call for each
 * sample. All other functions of the delegate are called, and press_poll returns all events, in both cases. press_set_delegate does not
 * change this setting; it is on at first.
 * @return 0; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_set_progress(press_engine *engine, bool delivers);

#ifdef __cplusplus
}
#endif
#endif
