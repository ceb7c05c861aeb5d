/* Follows the events of drags and drops, for tests and for the fuzz machine: every beginning has one end, in order, and
 * nothing is delivered of what has ended. Each function returns what is wrong, or NULL. */
#ifndef DRAGS_H
#define DRAGS_H

#include <press.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { DRAGS_SESSIONS = 32, DRAGS_CONTACTS = 32, DRAGS_ITEMS = 64 };

typedef struct drag_life {
  uint32_t id, state; /* PRESS_DRAG_... */
  uint32_t contact, over, forbidden, operation, accepted, hint, badge, items, spring, spring_state, scroller;
  uint32_t destination, taken, begun, arrived, lost;
  bool     task, had_task, slow;
  uint32_t item[DRAGS_ITEMS];            /* those that began */
  uint32_t left[DRAGS_ITEMS], not_taken; /* those that stay where they came from */
  bool     runs[DRAGS_ITEMS], is_there[DRAGS_ITEMS], is_set[DRAGS_ITEMS], is_cleared[DRAGS_ITEMS];
} drag_life;

typedef struct drags {
  bool      polled; /* events come late: the engine must not be asked about them */
  drag_life lives[DRAGS_SESSIONS];
  struct {
    uint32_t id;
    bool     down, dragged, lifted, was_lifted;
    uint64_t since;
  } contacts[DRAGS_CONTACTS];
  size_t   contact_count;
  uint32_t undoing, undone, item; /* session, how many items, the latest */
  bool     again, is_set, is_cleared;
} drags;

#define LEDGER_MUST(condition) \
  do { \
    if (!(condition)) return #condition; \
  } while (0)

/* Whether the value of an event is a valid operation: a plain number, although its type is Q16. */
static inline bool drags_operation(press_q16 value) { return value > 0 && (uint32_t)value <= PRESS_DROP_MOVE; }

static inline drag_life *drags_life(drags *d, uint32_t session) {
  for (size_t i = 0; i < DRAGS_SESSIONS; i++)
    if (d->lives[i].state && d->lives[i].id == session) return &d->lives[i];
  return NULL;
}

static inline const char *drags_contact(drags *d, const press_event *e) {
  size_t i = 0;
  while (i < d->contact_count && d->contacts[i].id != e->contact) i++;
  if (i == d->contact_count) {
    LEDGER_MUST(i < DRAGS_CONTACTS);
    d->contacts[i].id = e->contact;
    d->contacts[i].down = false;
    d->contact_count++;
  }
  switch (e->type) {
    case PRESS_EVENT_CONTACT_BEGAN:
      d->contacts[i].down = true;
      d->contacts[i].dragged = d->contacts[i].lifted = d->contacts[i].was_lifted = false;
      d->contacts[i].since = e->t_us;
      break;
    case PRESS_EVENT_CONTACT_ENDED:
    case PRESS_EVENT_CONTACT_CANCELLED:
      LEDGER_MUST(!d->contacts[i].lifted);
      for (size_t s = 0; s < DRAGS_SESSIONS && !d->polled; s++) {
        bool its_drag_goes_on = d->lives[s].state == PRESS_DRAG_DRAGGING && d->lives[s].contact == e->contact;
        LEDGER_MUST(!its_drag_goes_on);
      }
      d->contacts[i].down = false;
      break;
    case PRESS_EVENT_DRAG_BEGAN:
      if (e->contact == PRESS_NO_CONTACT) break;
      LEDGER_MUST(d->contacts[i].down && !d->contacts[i].dragged);
      d->contacts[i].dragged = true;
      d->contacts[i].lifted = false;
      break;
    case PRESS_EVENT_DRAG_LIFTED:
      LEDGER_MUST(d->contacts[i].down && !d->contacts[i].dragged && !d->contacts[i].was_lifted && !e->subject);
      d->contacts[i].lifted = d->contacts[i].was_lifted = true;
      break;
    case PRESS_EVENT_DRAG_SETTLED:
      LEDGER_MUST(d->contacts[i].lifted && !e->subject);
      d->contacts[i].lifted = false;
      break;
    case PRESS_EVENT_TAPPED:
      /* The tap that waited for a second one is older than the contact. */
      LEDGER_MUST(!d->contacts[i].down || (!d->contacts[i].dragged && !d->contacts[i].was_lifted) || e->late_us == UINT32_MAX
                  || e->t_us - e->late_us <= d->contacts[i].since);
      break;
    case PRESS_EVENT_DOUBLE_TAPPED:
    case PRESS_EVENT_HOLD_BEGAN:
    case PRESS_EVENT_SCROLL_BEGAN:
    case PRESS_EVENT_PREVIEW_BEGAN: {
      bool what_is_lifted_becomes_something_else = d->contacts[i].down && d->contacts[i].was_lifted;
      LEDGER_MUST(!what_is_lifted_becomes_something_else);
    } /* fall through */
    case PRESS_EVENT_PREVIEW_REFUSED:
    case PRESS_EVENT_TARGET_ACTIVATED: {
      bool a_contact_that_drags_becomes_something_else = d->contacts[i].down && d->contacts[i].dragged;
      LEDGER_MUST(!a_contact_that_drags_becomes_something_else);
    }
    default: break;
  }
  return NULL;
}

static inline bool drags_is_end(uint32_t type) {
  return type == PRESS_EVENT_DRAG_LEFT || type == PRESS_EVENT_DRAG_CANCELLED || type == PRESS_EVENT_SPRING_ENDED
         || type == PRESS_EVENT_AUTOSCROLL_ENDED || type == PRESS_EVENT_DROP_ITEM_ENDED || type == PRESS_EVENT_DROP_CONCLUDED
         || type == PRESS_EVENT_DROP_ITEM_NOT_TAKEN || type == PRESS_EVENT_TASK_ENDED || type == PRESS_EVENT_DROP_UNDONE
         || type == PRESS_EVENT_DROP_ITEM_UNDONE || type == PRESS_EVENT_DROP_REDONE || type == PRESS_EVENT_DROP_ITEM_REDONE;
}

static inline const char *drags_dragging(drag_life *s, const press_event *e) {
  bool over = e->target == s->over;
  LEDGER_MUST(s->state == PRESS_DRAG_DRAGGING || e->type == PRESS_EVENT_DRAG_LEFT || e->type == PRESS_EVENT_DRAG_CANCELLED
              || e->type == PRESS_EVENT_DRAG_DROPPED || e->type == PRESS_EVENT_DRAG_PROPOSED || e->type == PRESS_EVENT_DRAG_ITEMS_CHANGED
              || e->type == PRESS_EVENT_DRAG_HINT_CHANGED || e->type == PRESS_EVENT_SPRING_ENDED || e->type == PRESS_EVENT_AUTOSCROLL_ENDED);
  switch (e->type) {
    case PRESS_EVENT_DRAG_ENTERED:
      LEDGER_MUST(!s->over && e->target && drags_operation(e->value));
      s->over = e->target;
      s->forbidden = 0;
      break;
    case PRESS_EVENT_DRAG_FORBIDDEN:
      LEDGER_MUST(!s->over && e->target && (e->value == PRESS_DROP_CANCEL || e->value == PRESS_DROP_FORBIDDEN));
      s->forbidden = e->target;
      s->operation = (uint32_t)e->value;
      break;
    case PRESS_EVENT_DRAG_PROPOSED: LEDGER_MUST(s->over && over); break;
    case PRESS_EVENT_DRAG_LEFT:
      LEDGER_MUST(s->over && over);
      s->over = 0;
      break;
    case PRESS_EVENT_DRAG_ITEMS_CHANGED:
      LEDGER_MUST(e->value >= 0 && e->value <= e->value2 && e->value2 > 0);
      LEDGER_MUST((uint32_t)e->value != s->badge || (uint32_t)e->value2 != s->items);
      s->badge = (uint32_t)e->value;
      s->items = (uint32_t)e->value2;
      break;
    case PRESS_EVENT_DRAG_HINT_CHANGED:
      LEDGER_MUST((uint32_t)e->value <= PRESS_HINT_NOT_ALLOWED && (uint32_t)e->value != s->hint);
      s->hint = (uint32_t)e->value;
      break;
    case PRESS_EVENT_DRAG_CONFIRM:
      LEDGER_MUST(s->over && over && !s->spring_state && !s->scroller);
      s->state = PRESS_DRAG_CONFIRMING;
      break;
    case PRESS_EVENT_SPRING_POSSIBLE:
      LEDGER_MUST(!s->spring_state && e->target);
      s->spring = e->target;
      s->spring_state = PRESS_SPRING_POSSIBLE;
      break;
    case PRESS_EVENT_SPRING_ACTIVATING:
    case PRESS_EVENT_SPRING_ACTIVATED:
      LEDGER_MUST(e->target == s->spring && e->type == PRESS_EVENT_SPRING_POSSIBLE + s->spring_state);
      s->spring_state++;
      break;
    case PRESS_EVENT_SPRING_ENDED:
      LEDGER_MUST(s->spring_state && e->target == s->spring);
      s->spring = s->spring_state = 0;
      break;
    case PRESS_EVENT_AUTOSCROLL_BEGAN:
      LEDGER_MUST(!s->scroller && e->target);
      s->scroller = e->target;
      break;
    case PRESS_EVENT_AUTOSCROLL_CHANGED: LEDGER_MUST(s->scroller && e->target == s->scroller); break;
    case PRESS_EVENT_AUTOSCROLL_ENDED:
      LEDGER_MUST(s->scroller && e->target == s->scroller);
      s->scroller = 0;
      break;
    case PRESS_EVENT_DRAG_CANCELLED:
      LEDGER_MUST(!s->over && !s->spring_state && !s->scroller && e->reason);
      LEDGER_MUST(e->flags == PRESS_EVENT_FLAG_RETURNS || e->flags == PRESS_EVENT_FLAG_FADES);
      s->state = PRESS_DRAG_NONE;
      break;
    case PRESS_EVENT_DRAG_DROPPED:
      LEDGER_MUST(!s->over && !s->spring_state && !s->scroller && drags_operation(e->value) && e->value2 > 0);
      s->state = PRESS_DRAG_DROPPING;
      s->destination = e->target;
      s->taken = (uint32_t)e->value2;
      break;
    default: break;
  }
  if (e->type == PRESS_EVENT_DRAG_ENTERED || e->type == PRESS_EVENT_DRAG_PROPOSED) {
    LEDGER_MUST(e->value > 0 && e->value2 > 0);
    LEDGER_MUST(e->type == PRESS_EVENT_DRAG_ENTERED || (uint32_t)e->value != s->operation || (uint32_t)e->value2 != s->accepted);
    s->operation = (uint32_t)e->value;
    s->accepted = (uint32_t)e->value2;
  }
  return NULL;
}

static inline const char *drags_dropping(drag_life *s, const press_event *e) {
  bool selects = e->type == PRESS_EVENT_SELECTION_SET || e->type == PRESS_EVENT_SELECTION_CLEARED;
  bool of_task = e->type == PRESS_EVENT_TASK_BEGAN || e->type == PRESS_EVENT_TASK_UPDATED || e->type == PRESS_EVENT_TASK_ENDED;
  LEDGER_MUST(s->state == PRESS_DRAG_DROPPING);
  LEDGER_MUST(e->target == s->destination || e->type == PRESS_EVENT_SELECTION_CLEARED);
  LEDGER_MUST(e->progress >= 0 && e->progress <= PRESS_ONE);
  size_t n = 0;
  if (e->type == PRESS_EVENT_DROP_ITEM_NOT_TAKEN) {
    LEDGER_MUST(e->value != 0 && (e->flags == PRESS_EVENT_FLAG_RETURNS || e->flags == PRESS_EVENT_FLAG_FADES));
    for (n = 0; n < s->begun; n++) LEDGER_MUST(s->item[n] != (uint32_t)e->value);
    for (n = 0; n < s->not_taken; n++) LEDGER_MUST(s->left[n] != (uint32_t)e->value);
    LEDGER_MUST(s->not_taken < DRAGS_ITEMS);
    s->left[s->not_taken++] = (uint32_t)e->value;
    return NULL;
  }
  if (selects || (e->type >= PRESS_EVENT_DROP_ITEM_BEGAN && e->type <= PRESS_EVENT_DROP_ITEM_ENDED)) {
    while (n < s->begun && s->item[n] != (uint32_t)e->value) n++;
    LEDGER_MUST((n == s->begun) == (e->type == PRESS_EVENT_DROP_ITEM_BEGAN) && n < DRAGS_ITEMS && e->value != 0);
  }
  if (of_task) LEDGER_MUST(s->task == (e->type != PRESS_EVENT_TASK_BEGAN));
  switch (e->type) {
    case PRESS_EVENT_DROP_ITEM_BEGAN:
      LEDGER_MUST(s->begun < s->taken);
      s->item[s->begun++] = (uint32_t)e->value;
      s->runs[n] = true;
      s->is_there[n] = s->is_set[n] = s->is_cleared[n] = false;
      break;
    case PRESS_EVENT_DROP_ITEM_UPDATED: LEDGER_MUST(s->runs[n]); break;
    case PRESS_EVENT_DROP_ITEM_ENDED:
      LEDGER_MUST(s->runs[n]);
      LEDGER_MUST(e->reason ? e->flags == PRESS_EVENT_FLAG_RETURNS || e->flags == PRESS_EVENT_FLAG_FADES : e->flags == 0);
      s->runs[n] = false;
      s->is_there[n] = !e->reason;
      if (e->reason)
        s->lost++;
      else
        s->arrived++;
      break;
    case PRESS_EVENT_DROP_SLOW:
      LEDGER_MUST(!s->slow);
      s->slow = true;
      break;
    case PRESS_EVENT_TASK_BEGAN:
      LEDGER_MUST(!s->had_task);
      s->task = s->had_task = true;
      break;
    case PRESS_EVENT_TASK_ENDED: s->task = false; break;
    case PRESS_EVENT_SELECTION_SET:
      LEDGER_MUST(s->destination && s->is_there[n] && !s->is_set[n]);
      s->is_set[n] = true;
      break;
    case PRESS_EVENT_SELECTION_CLEARED:
      LEDGER_MUST(e->target && s->is_there[n] && !s->is_cleared[n]);
      s->is_cleared[n] = true;
      break;
    case PRESS_EVENT_DROP_CONCLUDED:
      for (n = 0; n < s->begun; n++) LEDGER_MUST(!s->runs[n]);
      LEDGER_MUST(!s->task && (uint32_t)e->value == s->arrived && (uint32_t)e->value2 == s->taken - s->arrived);
      LEDGER_MUST(s->begun == s->taken || e->reason);
      bool what_became_of_every_item_is_delivered = s->begun + s->not_taken == s->items;
      LEDGER_MUST(what_became_of_every_item_is_delivered);
      s->state = PRESS_DRAG_NONE;
      break;
    default: break;
  }
  return NULL;
}

static inline bool drags_is_of_undo(const drags *d, const press_event *e) {
  bool selects = e->type == PRESS_EVENT_SELECTION_SET || e->type == PRESS_EVENT_SELECTION_CLEARED;
  return e->type == PRESS_EVENT_DROP_ITEM_UNDONE || e->type == PRESS_EVENT_DROP_UNDONE || e->type == PRESS_EVENT_DROP_ITEM_REDONE
         || e->type == PRESS_EVENT_DROP_REDONE || (selects && d->undoing && d->undoing == e->subject);
}

/* Follows a drop that is undone or redone: the events of each item and of the selection, and then that of the whole drop. */
static inline const char *drags_undone(drags *d, const press_event *e) {
  bool again = e->type == PRESS_EVENT_DROP_ITEM_REDONE || e->type == PRESS_EVENT_DROP_REDONE;
  LEDGER_MUST(!d->undoing || d->undoing == e->subject);
  LEDGER_MUST(e->contact == PRESS_NO_CONTACT);
  switch (e->type) {
    case PRESS_EVENT_DROP_ITEM_UNDONE:
    case PRESS_EVENT_DROP_ITEM_REDONE:
      LEDGER_MUST(!d->undoing || d->again == again);
      LEDGER_MUST(drags_operation(e->value2));
      d->undoing = e->subject;
      d->again = again;
      d->undone++;
      d->item = (uint32_t)e->value;
      d->is_set = d->is_cleared = false;
      break;
    case PRESS_EVENT_SELECTION_SET:
      LEDGER_MUST(d->item == (uint32_t)e->value && !d->is_set && e->target);
      d->is_set = true;
      break;
    case PRESS_EVENT_SELECTION_CLEARED:
      LEDGER_MUST(d->item == (uint32_t)e->value && !d->is_cleared && e->target);
      d->is_cleared = true;
      break;
    default: LEDGER_MUST(d->undoing && d->again == again && (uint32_t)e->value2 == d->undone); d->undoing = d->undone = 0;
  }
  return NULL;
}

/* Follows one more event. `engine`: NULL if it is not known at this moment. */
static inline const char *drags_follow(drags *d, const press_event *e, press_engine *engine) {
  const char  *wrong = NULL;
  press_target t;
  if (e->type < PRESS_EVENT_DRAG_BEGAN || e->type == PRESS_EVENT_TARGET_ACTIVATED || e->type == PRESS_EVENT_DRAG_BEGAN
      || e->type == PRESS_EVENT_DRAG_LIFTED || e->type == PRESS_EVENT_DRAG_SETTLED)
    wrong = drags_contact(d, e);
  if (wrong || e->type < PRESS_EVENT_DRAG_BEGAN || (e->type > PRESS_EVENT_DROP_REDONE && e->type != PRESS_EVENT_DRAG_FORBIDDEN)) return wrong;
  bool nothing_begins_on_a_target_that_is_gone =
    !engine || !e->target || drags_is_end(e->type) || press_target_get(engine, e->target, (t.size = sizeof t, &t)) == PRESS_OK;
  LEDGER_MUST(nothing_begins_on_a_target_that_is_gone);
  if (e->type == PRESS_EVENT_TARGET_ACTIVATED) return NULL;
  LEDGER_MUST(e->subject != 0 && e->subject <= INT32_MAX);
  if (drags_is_of_undo(d, e)) return drags_undone(d, e);
  drag_life *s = drags_life(d, e->subject);
  LEDGER_MUST((s == NULL) == (e->type == PRESS_EVENT_DRAG_BEGAN));
  if (!s) {
    size_t i = 0;
    while (i < DRAGS_SESSIONS && d->lives[i].state) i++;
    LEDGER_MUST(i < DRAGS_SESSIONS);
    drag_life fresh = {.id = e->subject, .state = PRESS_DRAG_DRAGGING, .contact = e->contact};
    d->lives[i] = fresh;
    return NULL;
  }
  LEDGER_MUST(e->contact == s->contact);
  bool drops = (e->type >= PRESS_EVENT_DROP_ITEM_BEGAN && e->type <= PRESS_EVENT_TASK_ENDED) || e->type == PRESS_EVENT_SELECTION_SET
               || e->type == PRESS_EVENT_SELECTION_CLEARED || e->type == PRESS_EVENT_DROP_ITEM_NOT_TAKEN;
  return drops ? drags_dropping(s, e) : drags_dragging(s, e);
}

/* Checks that the delivered events agree with the answers of the engine. Not from inside a callback. */
static inline const char *drags_agree(drags *d, press_engine *engine) {
  for (size_t i = 0; i < DRAGS_SESSIONS; i++) {
    const drag_life *s = &d->lives[i];
    press_drag       drag = {.size = sizeof drag};
    if (!s->id) continue;
    int status = press_drag_get(engine, s->id, &drag);
    LEDGER_MUST((status == PRESS_OK) == (s->state != PRESS_DRAG_NONE));
    if (!s->state) continue;
    LEDGER_MUST(drag.session == s->id && drag.state == s->state && drag.contact == s->contact);
    if (s->state == PRESS_DRAG_DROPPING) {
      LEDGER_MUST(drag.destination == s->destination);
      continue;
    }
    uint32_t found = 0;
    LEDGER_MUST(press_drag_find(engine, s->contact, &found) == PRESS_OK && found);
    LEDGER_MUST(s->state == PRESS_DRAG_CONFIRMING || found == s->id);
    LEDGER_MUST(drag.destination == (s->over || !drag.destination ? s->over : s->forbidden));
    LEDGER_MUST(drag.item_count == s->items && drag.hint == s->hint);
    LEDGER_MUST(drag.operation == (drag.destination ? s->operation : PRESS_DROP_CANCEL) && drag.accepted == (s->over ? s->accepted : 0));
    LEDGER_MUST(s->badge == (drag.accepted ? drag.accepted : drag.item_count));
    LEDGER_MUST(drag.spring_state == s->spring_state && (!s->spring_state || drag.spring == s->spring));
  }
  return NULL;
}

/* Whether everything that began has ended; with `code`, also what code began. */
static inline const char *drags_over(drags *d, bool code) {
  for (size_t i = 0; i < DRAGS_SESSIONS; i++) {
    bool is_over = d->lives[i].state == PRESS_DRAG_NONE || (!code && d->lives[i].contact == PRESS_NO_CONTACT);
    LEDGER_MUST(is_over);
  }
  LEDGER_MUST(!d->undoing);
  return NULL;
}

#endif
