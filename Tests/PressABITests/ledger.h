/* Follows events, for tests and for the fuzz machine: every beginning has one end, in order, and nothing is delivered of what
 * has ended. What begins and ends comes from the headers (lives.h); what else holds of an interaction is stated here.
 * Each function returns what is wrong, or NULL. */
#ifndef LEDGER_H
#define LEDGER_H

#include "drags.h"
#include "generated/lives.h"

enum { LEDGER_LIVES = 512, LEDGER_CONTACTS = 256 };

typedef struct ledger_life {
  uint32_t kind, contact, subject, value;
} ledger_life;

typedef struct ledger_contact {
  uint32_t id;
  uint32_t became;                              /* the event with which it became a preview, a hold, a scroll, a double tap or a drag */
  bool     decided, committing, lifted, failed; /* failed: as a tap */
  bool     resting;
  int32_t  repeats;
  int32_t  level, climbed; /* as delivered, and how often it was repeated */
  uint32_t scrolled;       /* the target that it scrolls */
} ledger_contact;

typedef struct ledger {
  bool           misses_faults; /* not all frames of the pad went to the engine: faults need not pair up */
  uint64_t       latest;        /* the time of the event before */
  uint32_t       late_limit;    /* how late a sample may be */
  uint32_t       restarts;      /* how often time may start again: as often as the engine was reset */
  ledger_life    lives[LEDGER_LIVES];
  size_t         life_count;
  ledger_contact contacts[LEDGER_CONTACTS];
  size_t         contact_count;
  bool           revealed, chosen;                                /* of the one peek */
  int32_t        fault[32][PRESS_GRID_COLUMNS + PRESS_GRID_ROWS]; /* its reason, by the contact of pad or grid and the sensor or line */
  drags          drags;
  bool           removing; /* targets went away, and so far all that was delivered are ends that name them */
  bool           removed;  /* they did in the call that is under way */
} ledger;

/* `polled`: events come late, the engine must not be asked about them. */
static inline void ledger_init(ledger *l, bool polled, bool misses_faults) {
  l->misses_faults = misses_faults;
  l->latest = l->restarts = 0;
  l->late_limit = 100000;
  l->life_count = l->contact_count = 0;
  l->revealed = l->chosen = l->removing = l->removed = false;
  memset(&l->drags, 0, sizeof l->drags);
  l->drags.polled = polled;
}

/* ---- lives ---- */

static inline ledger_life ledger_key(uint32_t kind, const press_event *e) {
  uint32_t    bit = 1u << kind;
  ledger_life key = {kind, LIVES_SINGLE & bit ? 0 : e->contact, e->subject, LIVES_OF_ITEMS & bit ? (uint32_t)e->value : 0};
  return key;
}

static inline ledger_life *ledger_find(ledger *l, ledger_life key) {
  for (size_t i = 0; i < l->life_count; i++)
    if (!memcmp(&l->lives[i], &key, sizeof key)) return &l->lives[i];
  return NULL;
}

static inline bool ledger_lives(ledger *l, uint32_t kind, uint32_t contact, uint32_t subject) {
  ledger_life key = {kind, contact, subject, 0};
  return ledger_find(l, key) != NULL;
}

/* How many lives of a kind have begun and not ended. */
static inline size_t ledger_count(const ledger *l, uint32_t kind) {
  size_t count = 0;
  for (size_t i = 0; i < l->life_count; i++) count += l->lives[i].kind == kind;
  return count;
}

static inline const char *ledger_begin(ledger *l, ledger_life key) {
  LEDGER_MUST(!ledger_find(l, key) && l->life_count < LEDGER_LIVES);
  l->lives[l->life_count++] = key;
  return NULL;
}

static inline const char *ledger_end(ledger *l, ledger_life key) {
  ledger_life *it = ledger_find(l, key);
  bool         what_ends_has_begun = it != NULL;
  LEDGER_MUST(what_ends_has_begun);
  *it = l->lives[--l->life_count];
  return NULL;
}

static inline const char *ledger_follow_life(ledger *l, const press_event *e) {
  enum { BEGINS, ENDS, ENDS_WITH_LAST };
  static const struct {
    uint32_t kind, type;
    int      what;
  } rows[] = {
#define ROW(kind, type, what) {LIFE_##kind, type, what},
    LIVES(ROW)
#undef ROW
  };
  const char *wrong = NULL;
  /* An event first ends its lives, and then begins its lives. */
  for (int begins = 0; begins < 2; begins++)
    for (size_t i = 0; i < sizeof rows / sizeof *rows && !wrong; i++) {
      if (rows[i].type != e->type || (rows[i].what == BEGINS) != begins) continue;
      if (rows[i].kind == LIFE_FAULT && l->misses_faults) continue;
      if (rows[i].what == ENDS_WITH_LAST && !(e->flags & PRESS_EVENT_FLAG_ENDED)) continue;
      wrong = begins ? ledger_begin(l, ledger_key(rows[i].kind, e)) : ledger_end(l, ledger_key(rows[i].kind, e));
    }
  return wrong;
}

/* ---- contacts ---- */

static inline ledger_contact *ledger_contact_of(ledger *l, uint32_t id) {
  for (size_t i = 0; i < l->contact_count; i++)
    if (l->contacts[i].id == id) return &l->contacts[i];
  if (l->contact_count == LEDGER_CONTACTS) return NULL;
  ledger_contact fresh = {.id = id};
  l->contacts[l->contact_count] = fresh;
  return &l->contacts[l->contact_count++];
}

/* Whether a contact scrolls a target. */
static inline bool ledger_scrolls(ledger *l, uint32_t target) {
  for (size_t i = 0; i < l->life_count; i++)
    if (l->lives[i].kind == LIFE_SCROLL && ledger_contact_of(l, l->lives[i].contact)->scrolled == target) return true;
  return false;
}

static inline const char *ledger_becomes(ledger_contact *it, const press_event *e) {
  bool a_contact_becomes_one_thing_only = !it->became && !it->lifted;
  LEDGER_MUST(a_contact_becomes_one_thing_only);
  it->became = e->type;
  return NULL;
}

static inline const char *ledger_follow_contact(ledger *l, ledger_contact *it, const press_event *e) {
  bool lifted = e->reason == PRESS_REASON_LIFTED, ended = e->flags & PRESS_EVENT_FLAG_ENDED;
  switch (e->type) {
    case PRESS_EVENT_PEEK_TOUCHED: return ledger_becomes(it, e);
    case PRESS_EVENT_CONTACT_BEGAN: {
      ledger_contact fresh = {.id = e->contact, .resting = e->flags & PRESS_EVENT_FLAG_RESTING};
      *it = fresh;
      LEDGER_MUST(e->late_us <= l->late_limit);
      break;
    }
    case PRESS_EVENT_CONTACT_CANCELLED: LEDGER_MUST(e->late_us <= l->late_limit && e->reason); /* fall through */
    case PRESS_EVENT_CONTACT_ENDED:
      LEDGER_MUST((e->type == PRESS_EVENT_CONTACT_ENDED) == lifted);
      for (uint32_t kind = LIFE_PREVIEW; kind <= LIFE_SCROLL; kind++) {
        bool all_of_it_ends_before_its_contact = !ledger_lives(l, kind, e->contact, 0);
        LEDGER_MUST(all_of_it_ends_before_its_contact);
      }
      for (size_t i = 0; i < l->life_count; i++) {
        const ledger_life *one = &l->lives[i];
        bool               its_pinch_ends_before = one->kind != LIFE_PINCH || (one->contact != e->contact && one->subject != e->contact);
        LEDGER_MUST(its_pinch_ends_before);
      }
      LEDGER_MUST(!ledger_lives(l, LIFE_LEVELS, e->contact, 0));
      break;
    case PRESS_EVENT_PREVIEW_BEGAN:
      LEDGER_MUST(!it->decided);
      it->decided = true;
      it->committing = false;
      return ledger_becomes(it, e);
    case PRESS_EVENT_PREVIEW_REFUSED:
      LEDGER_MUST(!it->decided);
      it->decided = true;
      break;
    case PRESS_EVENT_PREVIEW_UPDATED:
    case PRESS_EVENT_COMMIT_UPDATED:
      LEDGER_MUST(it->committing == (e->type == PRESS_EVENT_COMMIT_UPDATED));
      LEDGER_MUST(e->progress >= 0 && e->progress <= PRESS_ONE && (e->progress == PRESS_ONE) == ended);
      LEDGER_MUST(ledger_lives(l, LIFE_PREVIEW, e->contact, 0));
      it->committing = it->committing != ended;
      break;
    case PRESS_EVENT_PREVIEW_CANCELLED: LEDGER_MUST(e->reason); break;
    case PRESS_EVENT_DOUBLE_TAPPED: LEDGER_MUST(!it->failed); /* fall through */
    case PRESS_EVENT_HOLD_BEGAN:
    case PRESS_EVENT_SWIPED: return ledger_becomes(it, e);
    case PRESS_EVENT_SCROLL_BEGAN: {
      bool one_thing_moves_content_at_a_time = !ledger_scrolls(l, e->target) && !ledger_lives(l, LIFE_THROW, PRESS_NO_CONTACT, e->target);
      LEDGER_MUST(one_thing_moves_content_at_a_time);
      it->scrolled = e->target;
      return ledger_becomes(it, e);
    }
    case PRESS_EVENT_HOLD_ENDED:
    case PRESS_EVENT_HOLD_CANCELLED: LEDGER_MUST(e->reason && lifted == (e->type == PRESS_EVENT_HOLD_ENDED)); break;
    case PRESS_EVENT_TAP_FAILED:
      LEDGER_MUST(e->reason >= PRESS_REASON_MOVED && e->reason <= PRESS_REASON_LEFT_TARGET && !it->became && !it->failed);
      it->failed = true;
      break;
    case PRESS_EVENT_HOLD_REPEATED:
      LEDGER_MUST(ledger_lives(l, LIFE_HOLD, e->contact, 0) && e->value > it->repeats);
      it->repeats = e->value;
      break;
    case PRESS_EVENT_SCROLL_MOVED: LEDGER_MUST(ledger_lives(l, LIFE_SCROLL, e->contact, 0)); break;
    case PRESS_EVENT_SCROLL_ENDED:
    case PRESS_EVENT_SCROLL_CANCELLED: LEDGER_MUST(e->reason && lifted == (e->type == PRESS_EVENT_SCROLL_ENDED)); break;
    case PRESS_EVENT_DRAG_BEGAN: {
      bool held = it->became == PRESS_EVENT_HOLD_BEGAN && it->lifted && !ledger_lives(l, LIFE_HOLD, e->contact, 0);
      bool a_contact_becomes_one_thing_only = !it->became || held || ledger_lives(l, LIFE_PREVIEW, e->contact, 0);
      LEDGER_MUST(a_contact_becomes_one_thing_only);
      it->became = e->type;
      break;
    }
    case PRESS_EVENT_DRAG_LIFTED:
      LEDGER_MUST(it->became ? it->became == PRESS_EVENT_HOLD_BEGAN && ledger_lives(l, LIFE_HOLD, e->contact, 0) : !it->lifted);
      it->lifted = true;
      break;
    default: break;
  }
  return NULL;
}

/* ---- the rest ---- */

static inline const char *ledger_follow_time(ledger *l, const press_event *e) {
  bool goes_back = e->t_us < l->latest, time_goes_back_after_a_reset_only = !goes_back || l->restarts > 0;
  LEDGER_MUST(time_goes_back_after_a_reset_only);
  l->restarts -= goes_back;
  l->latest = e->t_us;
  return NULL;
}

static inline const char *ledger_follow_sensor(ledger *l, const press_event *e) {
  bool is_of_a_cell = e->type == PRESS_EVENT_BASELINE_CHANGED && e->subject < PRESS_GRID_COLUMNS * PRESS_GRID_ROWS;
  LEDGER_MUST(is_of_a_cell || e->subject < PRESS_GRID_COLUMNS + PRESS_GRID_ROWS);
  switch (e->type) {
    case PRESS_EVENT_SENSOR_FAULT:
      LEDGER_MUST(e->reason >= PRESS_REASON_OPEN && e->reason <= PRESS_REASON_FLICKERING);
      l->fault[e->contact % 32][e->subject] = e->reason;
      break;
    case PRESS_EVENT_SENSOR_RECOVERED: LEDGER_MUST(l->misses_faults || e->reason == l->fault[e->contact % 32][e->subject]); break;
    case PRESS_EVENT_BASELINE_CHANGED: {
      bool is_of_a_zero = (e->reason >= PRESS_REASON_START && e->reason <= PRESS_REASON_FINGER_AT_START) || e->reason == PRESS_REASON_SLEPT
                          || e->reason == PRESS_REASON_RETURNED;
      LEDGER_MUST(is_of_a_zero);
      break;
    }
    case PRESS_EVENT_SENSOR_SATURATED: LEDGER_MUST(e->reason == PRESS_REASON_SATURATED); break;
    case PRESS_EVENT_RECALIBRATE: LEDGER_MUST(e->reason == PRESS_REASON_ZERO || e->reason == PRESS_REASON_SPAN); break;
    default: break;
  }
  return NULL;
}

static inline const char *ledger_follow_peek(ledger *l, const press_event *e) {
  bool lives = ledger_lives(l, LIFE_PEEK, 0, e->subject);
  switch (e->type) {
    case PRESS_EVENT_PEEK_SHOWN:
      LEDGER_MUST(ledger_count(l, LIFE_PEEK) == 1);
      l->revealed = l->chosen = false;
      break;
    case PRESS_EVENT_ACTIONS_REVEALED:
      LEDGER_MUST(lives && !l->chosen);
      l->revealed = true;
      break;
    case PRESS_EVENT_PEEK_TOUCHED: LEDGER_MUST(lives && e->contact != PRESS_NO_CONTACT); break;
    case PRESS_EVENT_ACTION_HIGHLIGHTED: LEDGER_MUST(lives && l->revealed && !l->chosen); break;
    case PRESS_EVENT_ACTION_SELECTED:
      LEDGER_MUST(lives && l->revealed && !l->chosen);
      l->chosen = !(e->flags & PRESS_EVENT_FLAG_KEPT);
      break;
    case PRESS_EVENT_ACTIONS_HIDDEN:
      LEDGER_MUST(lives && l->revealed && !l->chosen);
      l->revealed = false;
      break;
    /* Revealing blocks the pop by force; the program and a tap may. */
    case PRESS_EVENT_PEEK_POPPED: {
      bool by_force = e->reason == PRESS_REASON_NONE;
      LEDGER_MUST(by_force ? !l->revealed : e->reason == PRESS_REASON_PROGRAM || e->reason == PRESS_REASON_TAPPED);
      break;
    }
    case PRESS_EVENT_PEEK_DISMISSED: LEDGER_MUST(l->chosen == (e->reason == PRESS_REASON_NONE)); break;
    default: break;
  }
  return NULL;
}

static inline const char *ledger_follow_transition(ledger *l, const press_event *e) {
  LEDGER_MUST(e->subject && e->contact == PRESS_NO_CONTACT);
  /* A spring may overshoot while it runs, and be cancelled there. */
  if (e->type != PRESS_EVENT_TRANSITION_UPDATED && e->type != PRESS_EVENT_TRANSITION_CANCELLED)
    LEDGER_MUST(e->progress >= 0 && e->progress <= PRESS_ONE);
  if (e->type == PRESS_EVENT_TRANSITION_UPDATED) LEDGER_MUST(ledger_lives(l, LIFE_TRANSITION, e->contact, e->subject));
  if (e->type == PRESS_EVENT_TRANSITION_FINISHED) LEDGER_MUST(e->progress == PRESS_ONE);
  return NULL;
}

static inline const char *ledger_follow_throw(ledger *l, const press_event *e) {
  LEDGER_MUST(e->contact == PRESS_NO_CONTACT && e->subject == e->target);
  if (e->type == PRESS_EVENT_THROW_MOVED) LEDGER_MUST(ledger_lives(l, LIFE_THROW, e->contact, e->subject));
  if (e->type == PRESS_EVENT_THROW_BEGAN) LEDGER_MUST(!ledger_scrolls(l, e->target));
  return NULL;
}

/* Checks that each change of level starts from the present level, and that the count of repeats continues while a level lasts. */
static inline const char *ledger_follow_levels(ledger *l, const press_event *e) {
  ledger_contact *it = ledger_contact_of(l, e->contact);
  LEDGER_MUST(it && ledger_lives(l, LIFE_CONTACT, e->contact, 0));
  if (e->type == PRESS_EVENT_LEVEL_REPEATED) {
    bool counts_on = e->value2 > it->climbed || e->value2 == INT32_MAX; /* an event cannot say more */
    LEDGER_MUST(it->level > 0 && e->value == it->level && counts_on);
    it->climbed = e->value2;
    return NULL;
  }
  int32_t to = e->value, from = e->value2;
  LEDGER_MUST(from == it->level && from != to && to >= 0 && to <= PRESS_LEVELS_MOST);
  LEDGER_MUST((from == 0) == (e->type == PRESS_EVENT_LEVELS_BEGAN));
  LEDGER_MUST((to == 0) == (e->type == PRESS_EVENT_LEVELS_ENDED || e->type == PRESS_EVENT_LEVELS_CANCELLED));
  if (e->type == PRESS_EVENT_LEVEL_ENTERED || e->type == PRESS_EVENT_LEVEL_LEFT) LEDGER_MUST((to > from) == (e->type == PRESS_EVENT_LEVEL_ENTERED));
  bool says_why = e->reason != PRESS_REASON_NONE && e->reason != PRESS_REASON_LIFTED;
  LEDGER_MUST(says_why == (e->type == PRESS_EVENT_LEVELS_CANCELLED));
  it->level = to;
  if (to == 0) it->climbed = 0;
  return NULL;
}

static inline bool ledger_between(const press_event *e, uint32_t first, uint32_t last) { return e->type >= first && e->type <= last; }

/* Targets went away. */
static inline void ledger_remove(ledger *l) { l->removing = l->removed = true; }
/* The call in which they did is over. */
static inline void ledger_next_call(ledger *l) { l->removed = false; }

/* Only the ends that a removal causes may still name the target. They come directly after it, but behind events that were pending before. */
static inline const char *ledger_follow_target(ledger *l, const press_event *e, press_engine *engine) {
  press_target t = {.size = sizeof t};
  if (!engine || l->drags.polled) return NULL;
  bool is_gone = e->target && press_target_get(engine, e->target, &t) == PRESS_ERR_NOENT;
  bool is_end = e->reason == PRESS_REASON_TARGET_REMOVED || drags_is_end(e->type);
  bool nothing_names_a_target_that_is_gone = !is_gone || l->removing || (l->removed && is_end);
  LEDGER_MUST(nothing_names_a_target_that_is_gone);
  if (!is_gone && !is_end) l->removing = false;
  return NULL;
}

static inline const char *ledger_follow_pinch(ledger *l, const press_event *e) {
  bool two = e->contact != e->subject && e->value > 0;
  LEDGER_MUST(two);
  if (e->type == PRESS_EVENT_PINCH_CHANGED) LEDGER_MUST(ledger_lives(l, LIFE_PINCH, e->contact, e->subject));
  if (e->type == PRESS_EVENT_PINCH_ENDED) LEDGER_MUST(e->reason == PRESS_REASON_LIFTED);
  if (e->type == PRESS_EVENT_PINCH_CANCELLED) LEDGER_MUST(e->reason && e->reason != PRESS_REASON_LIFTED);
  for (int i = 0; i < 2 && e->type == PRESS_EVENT_PINCH_BEGAN; i++) {
    ledger_contact *it = ledger_contact_of(l, i ? e->subject : e->contact);
    LEDGER_MUST(it && ledger_lives(l, LIFE_CONTACT, it->id, 0));
    bool a_contact_becomes_one_thing_only = !it->became || it->became == PRESS_EVENT_PREVIEW_BEGAN || it->became == e->type;
    LEDGER_MUST(a_contact_becomes_one_thing_only && !it->lifted);
    it->became = e->type;
  }
  return NULL;
}

/* Follows one more event. `engine`: NULL if it is not known at this moment. */
static inline const char *ledger_follow(ledger *l, const press_event *e, press_engine *engine) {
  bool        drags = e->type >= PRESS_EVENT_DRAG_BEGAN;
  const char *wrong = ledger_follow_time(l, e);
  if (wrong) return wrong;
  LEDGER_MUST(strcmp(press_event_name(e->type), "unknown") && strcmp(press_reason_name(e->reason), "unknown"));
  /* Late is only what later input decided: a lift, a tap that waited, what waited for a finger that came back. */
  uint32_t flags = drags                                    ? 15
                   : e->type == PRESS_EVENT_ACTION_SELECTED ? PRESS_EVENT_FLAG_KEPT
                   : e->type == PRESS_EVENT_CONTACT_BEGAN   ? PRESS_EVENT_FLAG_RESTING
                   : e->type == PRESS_EVENT_STRUCK          ? PRESS_EVENT_FLAG_UNKNOWN
                   : e->type == PRESS_EVENT_LET_GO          ? PRESS_EVENT_FLAG_UNKNOWN
                   : e->flags & PRESS_EVENT_FLAG_ENDED && (e->type == PRESS_EVENT_PREVIEW_UPDATED || e->type == PRESS_EVENT_COMMIT_UPDATED)
                     ? PRESS_EVENT_FLAG_ENDED | PRESS_EVENT_FLAG_BUTTON
                     : PRESS_EVENT_FLAG_ENDED;
  LEDGER_MUST(e->late_us <= e->t_us && !(e->flags & ~flags));
  LEDGER_MUST(e->force >= 0 && e->pressure >= 0 && e->pressure <= PRESS_ONE);
  bool lifts_what_is_down = e->type != PRESS_EVENT_LET_GO || ledger_lives(l, LIFE_CONTACT, e->contact, 0);
  LEDGER_MUST(lifts_what_is_down);
  bool of_contact = e->contact != PRESS_NO_CONTACT && e->type != PRESS_EVENT_TAPPED
                    && (e->type <= PRESS_EVENT_HOLD_REPEATED || e->type == PRESS_EVENT_SWIPED || e->type == PRESS_EVENT_PEEK_TOUCHED);
  bool nothing_is_delivered_of_a_contact_that_is_not_down =
    !of_contact || e->type == PRESS_EVENT_CONTACT_BEGAN || ledger_lives(l, LIFE_CONTACT, e->contact, 0);
  LEDGER_MUST(nothing_is_delivered_of_a_contact_that_is_not_down);
  bool drags_on = e->type == PRESS_EVENT_DRAG_BEGAN || e->type == PRESS_EVENT_DRAG_LIFTED;
  if (of_contact || (drags_on && e->contact != PRESS_NO_CONTACT)) {
    ledger_contact *it = ledger_contact_of(l, e->contact);
    LEDGER_MUST(it);
    bool nothing_becomes_of_what_rests = !it->resting || ledger_between(e, PRESS_EVENT_CONTACT_BEGAN, PRESS_EVENT_CONTACT_CANCELLED);
    LEDGER_MUST(nothing_becomes_of_what_rests);
    wrong = ledger_follow_contact(l, it, e);
    if (wrong) return wrong;
  }
  wrong = ledger_follow_life(l, e);
  if (!wrong) wrong = ledger_follow_target(l, e, engine);
  if (wrong) return wrong;
  if (e->type == PRESS_EVENT_DRAG_REFUSED) LEDGER_MUST(e->contact != PRESS_NO_CONTACT && e->subject == 0 && e->reason == PRESS_REASON_NO_SESSION);
  if (ledger_between(e, PRESS_EVENT_SENSOR_FAULT, PRESS_EVENT_RECALIBRATE)) return ledger_follow_sensor(l, e);
  if (ledger_between(e, PRESS_EVENT_THROW_BEGAN, PRESS_EVENT_THROW_ENDED)) return ledger_follow_throw(l, e);
  if (ledger_between(e, PRESS_EVENT_PEEK_SHOWN, PRESS_EVENT_PEEK_TOUCHED)) return ledger_follow_peek(l, e);
  if (ledger_between(e, PRESS_EVENT_PINCH_BEGAN, PRESS_EVENT_PINCH_CANCELLED)) return ledger_follow_pinch(l, e);
  if (ledger_between(e, PRESS_EVENT_LEVELS_BEGAN, PRESS_EVENT_LEVELS_CANCELLED)) return ledger_follow_levels(l, e);
  if (ledger_between(e, PRESS_EVENT_TRANSITION_STARTED, PRESS_EVENT_TRANSITION_CANCELLED)) return ledger_follow_transition(l, e);
  if (ledger_between(e, PRESS_EVENT_BUTTON_PRESSED, PRESS_EVENT_BUTTON_CANCELLED)) {
    LEDGER_MUST(ledger_count(l, LIFE_PRESS) <= 1 && (e->type == PRESS_EVENT_BUTTON_CANCELLED) == (e->reason != PRESS_REASON_NONE));
    return NULL;
  }
  /* A tap that waited for a second one is delivered when its contact is gone. */
  if (e->type == PRESS_EVENT_TAPPED) LEDGER_MUST((e->contact == PRESS_NO_CONTACT) == (e->reason == PRESS_REASON_PROGRAM));
  return drags_follow(&l->drags, e, engine);
}

/* Whether everything that began has ended; with `code`, also what code began. A fault, of a sensor or of the supply, may last. */
static inline const char *ledger_over(ledger *l, bool code) {
  for (size_t i = 0; i < l->life_count; i++) {
    uint32_t kind = l->lives[i].kind;
    bool     of_code = kind == LIFE_PEEK || l->lives[i].contact == PRESS_NO_CONTACT;
    bool     everything_that_began_has_ended = kind == LIFE_FAULT || kind == LIFE_OUTAGE || (of_code && !code);
    LEDGER_MUST(everything_that_began_has_ended);
  }
  return drags_over(&l->drags, code);
}

/* Checks that the delivered events agree with the answers of the engine. Not from inside a callback. */
static inline const char *ledger_agrees(ledger *l, press_engine *engine, const uint32_t *contacts, size_t count) {
  for (size_t i = 0; i < count; i++) {
    int  state = press_preview_state(engine, contacts[i]), gesture = press_gestures_state(engine, contacts[i]);
    bool previewing = ledger_lives(l, LIFE_PREVIEW, contacts[i], 0), down = ledger_lives(l, LIFE_CONTACT, contacts[i], 0);
    bool committing = previewing && ledger_contact_of(l, contacts[i])->committing;
    LEDGER_MUST(down == (state >= 0) && (previewing && !committing) == (state == PRESS_PREVIEW_PREVIEWING));
    LEDGER_MUST(committing == (state == PRESS_PREVIEW_COMMITTING || state == PRESS_PREVIEW_HELD));
    LEDGER_MUST(ledger_lives(l, LIFE_HOLD, contacts[i], 0) == (gesture == PRESS_GESTURE_HOLD));
    LEDGER_MUST(ledger_lives(l, LIFE_SCROLL, contacts[i], 0) == (gesture == PRESS_GESTURE_SCROLL));
    press_levels_status level;
    press_levels_status_init(&level);
    bool            climbs = ledger_lives(l, LIFE_LEVELS, contacts[i], 0);
    ledger_contact *it = ledger_contact_of(l, contacts[i]);
    bool            is_there = press_levels_get(engine, contacts[i], &level) == PRESS_OK;
    LEDGER_MUST(climbs == (is_there && level.level > 0) && (!climbs || (it && it->level == (int32_t)level.level)));
  }
  press_peek_status peek;
  press_peek_status_init(&peek);
  if (press_peek_get(engine, &peek) == PRESS_OK) {
    bool shown = ledger_count(l, LIFE_PEEK) == 1;
    LEDGER_MUST(shown == (peek.state >= PRESS_PEEK_SHOWN) && (!shown || l->revealed == (peek.state == PRESS_PEEK_REVEALED)));
  }
  press_transition_status transition;
  press_transition_status_init(&transition);
  for (uint32_t id = 1; id <= 4; id++) {
    if (press_transition_get(engine, id, &transition)) continue;
    LEDGER_MUST(ledger_lives(l, LIFE_TRANSITION, PRESS_NO_CONTACT, id) == (transition.state != PRESS_TRANSITION_NONE));
  }
  press_button_status button;
  press_button_status_init(&button);
  if (press_button_get(engine, &button) == PRESS_OK) LEDGER_MUST((ledger_count(l, LIFE_PRESS) == 1) == (button.state == PRESS_BUTTON_DOWN));
  return drags_agree(&l->drags, engine);
}

#endif
