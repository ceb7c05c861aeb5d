/* A machine that makes random calls, right and wrong, and checks after each what must always hold. It takes its
 * decisions from a source of numbers: a generator (fuzz_sequences.c) or the bytes of a fuzzer (fuzz_engine.c).
 *
 * What holds after every call:
 * - the bytes around the storage are untouched;
 * - a call that failed left the bytes of engine and pad as they were, but for the counters of refused input;
 * - the status is one that the header names;
 * - every beginning has one end, nothing is delivered of what has ended, progress is in 0..1, and 1 with ENDED alone;
 * - a contact becomes one thing only, and what was delivered of holds, scrolls, peeks, transitions, the button, levels and drags agrees
 *   with what the engine answers.
 */
#ifndef MACHINE_H
#define MACHINE_H

#include <stddef.h>
#include <string.h>

#include "../PressABITests/ledger.h"
#include "events.h"
#include "random.h"

/* The ways in which a sequence receives its events. */
enum {
  FOLLOW_DELEGATE, /* a delegate with on_event is always there */
  FOLLOW_QUEUE,    /* never a delegate: what press_poll gives */
  FOLLOW_NOTHING   /* delegates come and go, any member may be missing */
};

enum { CONTACTS = 5, CANARY = 32, STORAGE = 32768, PAD_STORAGE = PRESS_PAD_STORAGE_8 };

/* All traits that a target may have. */
#define TRAITS (1023u | PRESS_TARGET_CONTENT | PRESS_TARGET_PINCH | PRESS_TARGET_SWIPE_X | PRESS_TARGET_SWIPE_Y | PRESS_TARGET_KEEPS_DRAG)

typedef struct totals {
  uint64_t     sequences, calls, nested, events, failed, samples, by_type[EVENT_TYPES];
  event_fields seen[EVENT_TYPES];
  uint64_t     sum; /* of all that was answered and delivered, in its order */
} totals;

typedef struct machine {
  /* The source of decisions. */
  uint64_t       seed;
  const uint8_t *bytes;
  size_t         left;
  bool           traces;

  unsigned char        *engine_block, *pad_block;
  size_t                engine_bytes, pad_bytes;
  press_engine         *engine;
  press_pad            *pad;
  press_config          config;
  press_pad_config      pad_config;
  size_t                sensors;
  int                   following;
  bool                  tared_inside;
  bool                  pad_always_delivers; /* every frame goes to the engine, so that faults pair up in its events */
  uint64_t              now, resets;         /* how often the program let time start again */
  int                   depth, nested_left;
  ledger                ledger;
  bool                  asked[CONTACTS]; /* of a contact, since it began */
  bool                  attached[INTERACTION_COUNT];
  bool                  drags_mostly;
  press_feedback        feedback; /* receives every event that is followed */
  press_feedback_config feedback_config;
  press_effect          effect; /* its last one; kind 0: none yet */
  bool                  is_level;
  totals                done;
  unsigned char         engine_before[3][STORAGE], pad_before[3][PAD_STORAGE];
} machine;

static const uint32_t contact_ids[CONTACTS] = {0, 1, 2, 7, PRESS_NO_CONTACT - 1};

/* The places of the counters of refused input in the storage: machine_learn finds them with refused calls. */
static size_t engine_counter[2], pad_counter;
static size_t engine_counters;

static void machine_fail(const machine *m, const char *what, const char *detail) {
  fprintf(stderr, "sequence %llu, call %llu: %s (%s)\n", (unsigned long long)m->done.sequences, (unsigned long long)m->done.calls, what, detail);
  fflush(NULL);
  abort();
}

#define MUST(m, condition, detail) \
  do { \
    if (!(condition)) machine_fail(m, #condition, detail); \
  } while (0)

/* ---- decisions ---- */

static uint64_t draw(machine *m) {
  if (m->bytes) {
    /* A decision takes two bytes, so that inputs stay short. When no bytes are left, each decision is 0. */
    uint64_t value = 0;
    for (int i = 0; i < 2 && m->left; i++, m->left--) value = value << 8 | *m->bytes++;
    return value * 0x9e3779b97f4a7c15u >> 8 ^ value;
  }
  return random_next(&m->seed);
}

static uint32_t below(machine *m, uint32_t limit) { return (uint32_t)((draw(m) & 0xffff) * limit >> 16); }
static bool     one_in(machine *m, uint32_t n) { return below(m, n) == 0; }

static int32_t wild_number(machine *m) {
  uint32_t pick = below(m, 12);
  return pick < RANDOM_EXTREMES ? random_extremes[pick] : (int32_t)(uint32_t)draw(m);
}

static press_q16 some_force(machine *m) {
  if (one_in(m, 24)) return wild_number(m);
  /* A grid, so that levels are met exactly. */
  return one_in(m, 4) ? 0 : (press_q16)below(m, 24) * (PRESS_ONE / 16) + (one_in(m, 8) ? -1 : 0);
}

static press_q16 some_shift(machine *m) { return (press_q16)below(m, 64) * 4096 - 2 * PRESS_ONE; }
static press_q16 some_place(machine *m) { return one_in(m, 16) ? wild_number(m) : (press_q16)below(m, 64) * 4096; }

static uint64_t some_time(machine *m) {
  switch (below(m, 64)) {
    case 0: return 0;
    case 1: return m->now - below(m, 120000);
    case 2: return m->now;
    case 3: return one_in(m, 8) ? UINT64_MAX : m->now + 1;
    case 4: return one_in(m, 8) ? UINT64_MAX - below(m, 4) : m->now + 7;
    case 5: return m->now + (one_in(m, 4) ? draw(m) & 0xffffffff : 300000);
    case 6: return m->now + 100000 + below(m, 60000) * 16u;
    default: return m->now + below(m, 20000);
  }
}

static uint32_t some_contact(machine *m) { return contact_ids[one_in(m, 3) ? below(m, CONTACTS) : 0]; }
static uint32_t some_target(machine *m) { return one_in(m, 16) ? (uint32_t)wild_number(m) : below(m, 7); }

/* ---- what holds of the events ---- */

static size_t place_of(machine *m, uint32_t contact) {
  for (size_t i = 0; i < CONTACTS; i++)
    if (contact_ids[i] == contact) return i;
  machine_fail(m, "a contact that was never fed", "");
  return 0;
}

static bool is_down(machine *m, uint32_t contact) { return ledger_lives(&m->ledger, LIFE_CONTACT, contact, 0); }

/* A table of its own for each sequence: rows of every kind for events that are frequent. */
static void make_feedback(machine *m) {
  static const uint32_t types[] = {PRESS_EVENT_CONTACT_MOVED, PRESS_EVENT_PREVIEW_UPDATED, PRESS_EVENT_COMMIT_UPDATED, PRESS_EVENT_TRANSITION_UPDATED,
    PRESS_EVENT_CONTACT_BEGAN, PRESS_EVENT_CONTACT_ENDED, PRESS_EVENT_CONTACT_CANCELLED, PRESS_EVENT_PREVIEW_CANCELLED};
  press_feedback_row    rows[PRESS_FEEDBACK_ROWS];
  size_t                count = 0;
  uint64_t              bits = (m->done.sequences + 1) * 0x9e3779b97f4a7c15u;
  for (int i = 0; i < PRESS_FEEDBACK_ROWS; i++) {
    bits ^= bits >> 29, bits *= 0xbf58476d1ce4e5b9u, bits ^= bits >> 32;
    press_feedback_row *row = rows + count;
    *row = (press_feedback_row){.event = types[bits & 7],
      .flags = bits >> 3 & 3 ? 0 : bits >> 5 & 31,
      .effect = (uint8_t)((bits >> 10 & 7) % 6),
      .source = bits >> 13 & 3,
      .detents = bits >> 15 & 1 ? 0 : bits >> 16 & 15,
      .most = (press_q16)(bits >> 20 & 65535)};
    count += press_feedback_row_check(row, NULL) == PRESS_OK;
  }
  press_feedback_config_init(&m->feedback_config);
  if (bits >> 40 & 1) m->feedback_config.gap_us = 0;
  m->effect.kind = 0;
  m->is_level = false;
  MUST(m, press_feedback_init(&m->feedback, &m->feedback_config, rows, count) == PRESS_OK, "feedback");
}

static void follow_feedback(machine *m, const press_event *e) {
  press_effect effect;
  int          status = press_feedback_event(&m->feedback, e, &effect);
  MUST(m, status == 0 || status == 1, "feedback");
  if (!status) return;
  bool ends = effect.kind == PRESS_EFFECT_LEVEL && effect.strength == 0;
  MUST(m, effect.t_us == e->t_us && effect.event == e->type && effect.kind > 0 && effect.kind <= PRESS_EFFECT_DOUBLE, "effect");
  MUST(m, effect.strength >= 0 && effect.strength <= PRESS_ONE && effect.row < PRESS_FEEDBACK_ROWS, "effect");
  MUST(m, !ends || m->is_level, "a level ends that is not on");
  MUST(m, ends || effect.kind > m->effect.kind || effect.t_us < m->effect.t_us || effect.t_us - m->effect.t_us >= m->feedback_config.gap_us,
    "the gap of an effect");
  m->is_level = effect.kind == PRESS_EFFECT_LEVEL && !ends;
  if (!ends) m->effect = effect;
}

static void follow(machine *m, const press_event *e) {
  m->done.events++;
  sum_event(&m->done.sum, e);
  follow_feedback(m, e);
  MUST(m, e->type < EVENT_TYPES, "a type");
  const char *lines = event_follow(e, &m->done.seen[e->type]);
  if (!lines && m->done.by_type[e->type] < 1000) lines = event_lines(e, (size_t)m->done.events);
  if (lines) machine_fail(m, lines, press_event_name(e->type));
  m->done.by_type[e->type]++;
  bool ended = e->flags & PRESS_EVENT_FLAG_ENDED;
  if (m->traces)
    printf("    %llu %s contact %u target %u%s %s late %u progress %d subject %u values %d %d\n", (unsigned long long)e->t_us,
      press_event_name(e->type), e->contact, e->target, ended ? " ended" : "", press_reason_name(e->reason), e->late_us, e->progress, e->subject,
      e->value, e->value2);
  if (e->contact != PRESS_NO_CONTACT) place_of(m, e->contact);
  if (e->type == PRESS_EVENT_CONTACT_BEGAN) m->asked[place_of(m, e->contact)] = false;
  const char *wrong = ledger_follow(&m->ledger, e, m->following == FOLLOW_DELEGATE ? m->engine : NULL);
  if (wrong) machine_fail(m, wrong, press_event_name(e->type));
}

/* ---- the delegate ---- */

static void call_something(machine *m);

static void call_back(machine *m) {
  if (m->nested_left == 0 || m->depth == 2 || !one_in(m, 4)) return;
  m->nested_left--;
  m->depth++;
  call_something(m);
  m->depth--;
}

static void check_touch(machine *m, const press_touch *touch) {
  MUST(m, touch->force >= 0 && touch->pressure >= 0 && touch->pressure <= PRESS_ONE, "touch");
  if (m->following == FOLLOW_DELEGATE) MUST(m, is_down(m, touch->contact), "a callback for a contact that is not down");
}

/* Whether a preview of this contact is in this phase. */
static bool runs(machine *m, const press_touch *touch, bool commits) {
  return ledger_lives(&m->ledger, LIFE_PREVIEW, touch->contact, 0) && ledger_contact_of(&m->ledger, touch->contact)->committing == commits;
}

static bool on_ask(press_engine *engine, const press_touch *touch, void *user) {
  machine *m = user;
  (void)engine;
  check_touch(m, touch);
  if (m->following == FOLLOW_DELEGATE) {
    bool *asked = &m->asked[place_of(m, touch->contact)];
    MUST(m, !*asked, "asked twice");
    *asked = true;
  }
  call_back(m);
  return !one_in(m, 6);
}

static void on_preview(press_engine *engine, const press_touch *touch, press_q16 progress, bool ended, void *user) {
  machine *m = user;
  (void)engine;
  check_touch(m, touch);
  MUST(m, progress >= 0 && progress <= PRESS_ONE && ended == (progress == PRESS_ONE), "progress");
  if (m->following == FOLLOW_DELEGATE) MUST(m, runs(m, touch, false), "a preview update outside its phase");
  call_back(m);
}

static void on_commit(press_engine *engine, const press_touch *touch, press_q16 progress, bool ended, void *user) {
  machine *m = user;
  (void)engine;
  check_touch(m, touch);
  MUST(m, progress >= 0 && progress <= PRESS_ONE && ended == (progress == PRESS_ONE), "progress");
  if (m->following == FOLLOW_DELEGATE) MUST(m, runs(m, touch, true), "a commit update outside its phase");
  call_back(m);
}

static void on_cancel(press_engine *engine, const press_touch *touch, void *user) {
  machine *m = user;
  (void)engine;
  check_touch(m, touch);
  if (m->following == FOLLOW_DELEGATE) MUST(m, ledger_lives(&m->ledger, LIFE_PREVIEW, touch->contact, 0), "cancelled what does not run");
  call_back(m);
}

static void on_any(press_engine *engine, const press_event *event, void *user) {
  machine *m = user;
  (void)engine;
  if (m->following == FOLLOW_DELEGATE)
    follow(m, event);
  else
    m->done.events++;
  call_back(m);
}

static const press_action inner_actions[] = {{.id = 5}, {.id = 6, .flags = PRESS_ACTION_FLAG_DISABLED}};
static const press_action some_actions[] = {
  {.id = 1, .flags = PRESS_ACTION_FLAG_KEEP_OPEN | PRESS_ACTION_FLAG_CHECKED},
  {.id = 2, .child_count = 2, .children = inner_actions},
  {.id = 3, .flags = PRESS_ACTION_FLAG_DISABLED},
  {.id = 4},
};
static const press_peek_declaration declarations[] = {
  {.target = 1, .peek = {.size = sizeof(press_peek), .id = 71}},
  {.target = 2,
    .peek =
      {.size = sizeof(press_peek), .id = 72, .actions_width = 16 * 4096, .action_height = 8 * 4096, .action_count = 4, .actions = some_actions}},
};

static bool on_show(press_engine *engine, const press_touch *touch, press_peek *peek, void *user) {
  machine *m = user;
  (void)engine;
  MUST(m, peek->size == sizeof *peek, "peek");
  if (touch->contact != PRESS_NO_CONTACT) check_touch(m, touch);
  call_back(m);
  *peek = declarations[1].peek;
  peek->id = below(m, 8);
  peek->action_count = below(m, 5);
  peek->actions_width = some_place(m);
  if (one_in(m, 2)) peek->height = some_place(m);
  if (one_in(m, 16)) peek->size = (uint32_t)draw(m);
  if (one_in(m, 16)) peek->actions = NULL;
  return !one_in(m, 6);
}

/* Mostly a spring that there can be. */
static void some_spring(machine *m, press_transition_options *options) {
  options->flags =
    PRESS_TRANSITION_FLAG_SPRING | (options->flags & PRESS_TRANSITION_FLAG_AUTOMATIC) | (one_in(m, 2) ? PRESS_TRANSITION_FLAG_OVERSHOOT : 0);
  options->curve = (press_timing_curve){6554 + (press_q16)below(m, 200000), 66 + (press_q16)below(m, 40000), 0, 0};
  if (one_in(m, 8)) options->curve.x1 = wild_number(m);
  if (one_in(m, 8)) options->curve.y1 = wild_number(m);
}

static void on_start(press_engine *engine, uint32_t transition, press_transition_options *options, void *user) {
  machine *m = user;
  (void)engine;
  MUST(m, transition >= 1 && transition <= 3 && options->size == sizeof *options, "transition");
  call_back(m);
  if (one_in(m, 4)) options->flags = below(m, 9);
  if (one_in(m, 4)) some_spring(m, options);
  if (one_in(m, 4)) options->duration_us = below(m, 65536);
  if (one_in(m, 8)) options->speed = wild_number(m);
  if (one_in(m, 8)) options->curve.y1 = wild_number(m);
  if (one_in(m, 8)) options->fraction = one_in(m, 4) ? wild_number(m) : (press_q16)below(m, 65537);
}

static const uint32_t types[] = {1, 2, 3, 4};

static size_t on_drag(press_engine *engine, const press_touch *touch, uint32_t session, press_drag_item *items, size_t capacity, void *user) {
  machine   *m = user;
  press_drag drag = {.size = sizeof drag};
  MUST(m, capacity >= 1 && capacity <= 64, "capacity");
  for (size_t i = 0; i < capacity; i++)
    MUST(m, !items[i].id && !items[i].flags && !items[i].source && !items[i].representation_count && !items[i].representations, "items are 0");
  MUST(m, session == 0 || press_drag_get(engine, session, &drag) == PRESS_OK, "a session that is added to is there");
  if (touch->contact != PRESS_NO_CONTACT && !session) check_touch(m, touch);
  call_back(m);
  size_t count = below(m, (uint32_t)capacity + 1);
  for (size_t i = 0; i < count; i++) {
    items[i].id = one_in(m, 16) ? below(m, 3) : 1 + below(m, 16);
    items[i].flags = one_in(m, 16) ? (uint32_t)wild_number(m) : one_in(m, 2) ? below(m, 2) : below(m, 8);
    items[i].representation_count = below(m, 5);
    items[i].representations = one_in(m, 16) ? NULL : types;
  }
  return one_in(m, 16) ? capacity + 1 : one_in(m, 32) ? SIZE_MAX : count;
}

static void check_drag(machine *m, press_engine *engine, const press_drag *drag, uint32_t target, uint32_t trait) {
  press_target t = {.size = sizeof t};
  MUST(m, drag->size == sizeof *drag && drag->session && drag->item_count && drag->state == PRESS_DRAG_DRAGGING && !drag->reserved, "drag");
  if (trait) MUST(m, press_target_get(engine, target, &t) == PRESS_OK && t.traits & trait, "a target with the trait is asked for");
  MUST(m, m->following != FOLLOW_DELEGATE || drags_life(&m->ledger.drags, drag->session), "what has begun is asked for");
}

static bool on_propose(press_engine *engine, const press_drag *drag, uint32_t destination, press_drop_proposal *proposal, void *user) {
  machine *m = user;
  check_drag(m, engine, drag, destination, PRESS_TARGET_DROP);
  MUST(m, proposal->size == sizeof *proposal && proposal->operation >= PRESS_DROP_FORBIDDEN && proposal->item_count == drag->item_count, "proposal");
  call_back(m);
  if (one_in(m, 2)) return !one_in(m, 6);
  proposal->operation = one_in(m, 32) ? (uint32_t)wild_number(m) : one_in(m, 6) ? below(m, 2) : 2 + below(m, 2);
  proposal->item_count = one_in(m, 16) ? (uint32_t)wild_number(m) : 1 + below(m, 5);
  proposal->flags = one_in(m, 32) ? (uint32_t)wild_number(m) : below(m, 64) & below(m, 64);
  proposal->hint = one_in(m, 16) ? (uint32_t)wild_number(m) : below(m, 5);
  proposal->accept_count = one_in(m, 2) ? below(m, 3) : 0;
  proposal->accepts = one_in(m, 16) ? NULL : types + below(m, 3);
  if (one_in(m, 32)) proposal->size = (uint32_t)draw(m);
  return !one_in(m, 6);
}

static bool on_spring(press_engine *engine, const press_drag *drag, uint32_t target, bool again, void *user) {
  machine *m = user;
  check_drag(m, engine, drag, target, PRESS_TARGET_SPRING);
  MUST(m, again == (drag->spring_state != PRESS_SPRING_INACTIVE), "asked to begin, and asked to go on");
  call_back(m);
  return !one_in(m, 6);
}

static bool on_launch(press_engine *engine, const press_drag *drag, void *user) {
  machine *m = user;
  check_drag(m, engine, drag, 0, 0);
  MUST(m, drag->destination == 0, "there is no destination");
  call_back(m);
  return one_in(m, 2);
}

static void on_run(press_engine *engine, uint32_t transition, bool finishes, press_transition_options *options, void *user) {
  machine                *m = user;
  press_transition_status now;
  press_transition_status_init(&now);
  MUST(m, press_transition_get(engine, transition, &now) == PRESS_OK, "transition");
  MUST(m,
    (finishes ? now.state == PRESS_TRANSITION_FINISHING : now.state == PRESS_TRANSITION_CANCELLING || now.state == PRESS_TRANSITION_MOVING)
      && (now.fraction < 0            ? 0
           : now.fraction > PRESS_ONE ? PRESS_ONE
                                      : now.fraction)
           == options->fraction,
    "a run that is asked for has begun");
  call_back(m);
  if (one_in(m, 4)) options->duration_us = below(m, 65536);
  if (one_in(m, 4)) options->speed = wild_number(m);
  if (one_in(m, 8)) options->fraction = wild_number(m);
  if (one_in(m, 4)) some_spring(m, options);
}

static press_delegate some_delegate(machine *m) {
  uint32_t       members = below(m, 1024);
  press_delegate d = {.size = sizeof d, .user = m};
  if (members & 1) d.preview_should_begin = on_ask;
  if (members & 2) d.preview_did_update = on_preview;
  if (members & 4) d.commit_did_update = on_commit;
  if (members & 8) d.preview_did_cancel = on_cancel;
  if (members & 32) d.peek_will_show = on_show;
  if (members & 64) d.transition_will_start = on_start;
  if (members & 2048) d.transition_will_run = on_run;
  if (members & 128) d.drag_will_begin = on_drag;
  if (members & 256) d.drop_will_propose = on_propose;
  if (members & 512) d.spring_should_activate = on_spring;
  if (members & 1024) d.drag_should_launch = on_launch;
  if (members & 16 || m->following == FOLLOW_DELEGATE) d.on_event = on_any;
  return d;
}

/* ---- configs ---- */

static press_config some_config(machine *m, bool valid) {
  press_config c;
  press_config_init(&c);
  c.max_contacts = (uint16_t)(1 + below(m, 3));
  c.max_targets = (uint16_t)below(m, 5);
  c.max_events = (uint16_t)(one_in(m, 4) ? 0 : 8 + 2 * c.max_contacts + below(m, 20) + below(m, 4) * 16);
  c.release_force = 1 + (press_q16)below(m, 3) * PRESS_ONE / 8;
  c.touch_force = c.release_force + (press_q16)below(m, 3) * PRESS_ONE / 8;
  c.zero_force = (press_q16)below(m, 4) * PRESS_ONE / 8;
  c.full_force = c.zero_force + 1 + (press_q16)below(m, 9) * PRESS_ONE / 8;
  c.preview_pressure = (press_q16)below(m, 5) * PRESS_ONE / 8;
  c.commit_pressure = c.preview_pressure + (press_q16)below(m, 4) * PRESS_ONE / 8;
  c.complete_pressure = c.commit_pressure + (press_q16)below(m, 5) * PRESS_ONE / 8;
  c.lost_after_us = one_in(m, 3) ? 0 : 1 + below(m, 60000);
  c.lift_us = one_in(m, 2) ? 0 : below(m, 40001);
  c.preview_after_us = one_in(m, 3) ? below(m, 60000) : 0;
  c.creep_limit = one_in(m, 2) ? (press_q16)below(m, 0x10001) : 0;
  c.firmness = one_in(m, 3) ? (press_q16)below(m, 0x20001) - PRESS_ONE : 0;
  c.flags = one_in(m, 3) ? PRESS_CONFIG_CONTACT_FROM_FLAG : 0;
  if (one_in(m, 3)) c.flags |= PRESS_CONFIG_TELL_MOVED;
  if (one_in(m, 2)) c.traits = (below(m, 16384) & TRAITS);
  c.min_progress_step = one_in(m, 3) ? (press_q16)below(m, 0x10001) : 0;
  if (valid) return c;
  switch (below(m, 17)) {
    case 0: c.size = (uint32_t)draw(m); break;
    case 1: c.max_contacts = (uint16_t)draw(m); break;
    case 2: c.max_targets = (uint16_t)draw(m); break;
    case 3: c.max_events = (uint16_t)draw(m); break;
    case 4: c.touch_force = wild_number(m); break;
    case 5: c.release_force = wild_number(m); break;
    case 6: c.zero_force = wild_number(m); break;
    case 7: c.full_force = wild_number(m); break;
    case 8: c.preview_pressure = wild_number(m); break;
    case 9: c.commit_pressure = wild_number(m); break;
    case 10: c.complete_pressure = wild_number(m); break;
    case 11: c.flags = (uint32_t)draw(m); break;
    case 12: c.traits = (uint32_t)draw(m); break;
    case 13: c.min_progress_step = wild_number(m); break;
    case 14: c.reserved = (uint16_t)draw(m); break;
    case 15: c.firmness = wild_number(m); break;
    default: c.lost_after_us = (uint32_t)draw(m); break;
  }
  return c;
}

static press_pad_config some_pad_config(machine *m) {
  press_pad_config c;
  press_pad_config_init(&c);
  c.flags = below(m, 16);
  c.contact = some_contact(m);
  c.start_us = one_in(m, 2) ? 0 : below(m, 40000);
  c.start_limit = (press_q16)below(m, 3) * PRESS_ONE;
  c.hold_us = below(m, 60000);
  c.rise_us = below(m, 3) * 100000u;
  c.fall_us = below(m, 3) * 100000u;
  c.drift_step = (press_q16)below(m, 3) * PRESS_ONE;
  c.below_zero_us = below(m, 3) * 10000u;
  c.longest_contact_us = one_in(m, 3) ? below(m, 60000) : 0;
  c.open_after_us = below(m, 3) * 10000u;
  c.shorted_after_us = below(m, 3) * 10000u;
  c.shorted_at_end_us = below(m, 3) * 20000u;
  c.bus_after_us = below(m, 3) * 10000u;
  c.stuck_after_us = one_in(m, 3) ? below(m, 60000) : 0;
  c.stale_after_us = one_in(m, 3) ? 0 : below(m, 60000);
  c.recover_after_us = below(m, 3) * 10000u;
  c.gap_us = below(m, 60000);
  if (one_in(m, 12)) {
    switch (below(m, 10)) {
      case 0: c.size = (uint32_t)draw(m); break;
      case 1: c.flags = (uint32_t)draw(m); break;
      case 2: c.min_cutoff_hz = wild_number(m); break;
      case 3: c.beta = wild_number(m); break;
      case 4: c.derivative_cutoff_hz = wild_number(m); break;
      case 5: c.start_limit = wild_number(m); break;
      case 6: c.untouched_force = wild_number(m); break;
      case 7: c.drift_step = wild_number(m); break;
      case 8: c.below_zero = wild_number(m); break;
      default: c.position_force = wild_number(m); break;
    }
  }
  return c;
}

static press_sensor some_sensor(machine *m) {
  press_sensor s;
  press_sensor_init(&s);
  s.x = some_place(m);
  s.y = some_place(m);
  if (one_in(m, 2)) s.circuit.parallel_ohm = 100000;
  if (one_in(m, 4)) s.circuit.flags = PRESS_CIRCUIT_PULL_UP;
  if (one_in(m, 4)) s.circuit.full_scale = one_in(m, 2) ? wild_number(m) : 1 + (int32_t)below(m, 5000);
  if (one_in(m, 8)) s.circuit.resistor_ohm = (uint32_t)wild_number(m);
  if (one_in(m, 8)) s.circuit.parallel_ohm = (uint32_t)wild_number(m);
  if (one_in(m, 4)) press_curve_power(wild_number(m), wild_number(m), (press_q16)below(m, 65536) * 4, &s.curve);
  if (one_in(m, 32)) s.curve.points[below(m, 16)].force = wild_number(m);
  if (one_in(m, 32)) s.flags = (uint32_t)wild_number(m);
  if (one_in(m, 3)) s.circuit.max_code = one_in(m, 4) ? wild_number(m) : 17000;
  if (one_in(m, 3)) s.circuit.short_ohm = one_in(m, 4) ? (uint32_t)wild_number(m) : 1 + below(m, 3000);
  if (one_in(m, 4)) s.preload_force = one_in(m, 4) ? wild_number(m) : (press_q16)below(m, 2 * PRESS_ONE);
  if (one_in(m, 4)) s.zero = one_in(m, 4) ? wild_number(m) : (press_q16)below(m, 256) * PRESS_ONE;
  if (one_in(m, 4)) s.zero_limit = one_in(m, 4) ? wild_number(m) : (press_q16)below(m, PRESS_ONE);
  if (one_in(m, 4)) s.span = one_in(m, 4) ? wild_number(m) : (press_q16)below(m, 512) * PRESS_ONE;
  return s;
}

/* ---- checks around a call ---- */

static void check_canaries(machine *m) {
  for (int i = 0; i < CANARY; i++) {
    MUST(m, m->engine_block[i] == 0xc5 && m->engine_block[CANARY + m->engine_bytes + (size_t)i] == 0xc5, "engine");
    MUST(m, m->pad_block[i] == 0xc5 && m->pad_block[CANARY + m->pad_bytes + (size_t)i] == 0xc5, "pad");
  }
}

static unsigned char *engine_storage(machine *m) { return m->engine_block + CANARY; }
static unsigned char *pad_storage(machine *m) { return m->pad_block + CANARY; }

static int level_of(const machine *m) { return m->depth < 2 ? m->depth : 2; }

static void remember_engine(machine *m) { memcpy(m->engine_before[level_of(m)], engine_storage(m), m->engine_bytes); }

static void remember(machine *m) {
  if (m->depth == 0) ledger_next_call(&m->ledger);
  remember_engine(m);
  memcpy(m->pad_before[level_of(m)], pad_storage(m), m->pad_bytes);
}

/* Among many targets the first search after a change updates the index of the engine (target.h); the second changes nothing. */
static void search_first(machine *m) {
  uint32_t     id = 0;
  press_config c;
  press_config_init(&c);
  (void)press_target_find(m->engine, 0, 0, &id);
  if (press_engine_get_config(m->engine, &c) == PRESS_OK && c.max_targets > 32) remember_engine(m);
}

static void check_unchanged(machine *m, const char *call) {
  int level = level_of(m);
  for (size_t i = 0; i < engine_counters; i++) memcpy(m->engine_before[level] + engine_counter[i], engine_storage(m) + engine_counter[i], 4);
  memcpy(m->pad_before[level] + pad_counter, pad_storage(m) + pad_counter, 4);
  MUST(m, memcmp(m->engine_before[level], engine_storage(m), m->engine_bytes) == 0, call);
  MUST(m, memcmp(m->pad_before[level], pad_storage(m), m->pad_bytes) == 0, call);
}

/* A status of a call, those allowed, as a list that ends with 0 (0 and above are always allowed). */
static void check_status(machine *m, const char *call, int status, const int *allowed, uint32_t merged) {
  m->done.calls++;
  sum_add(&m->done.sum, (uint64_t)(int64_t)status);
  if (m->depth) m->done.nested++;
  if (m->traces) printf("%*s%s = %d\n", m->depth * 4, "", call, status);
  check_canaries(m);
  if (status >= 0) return;
  m->done.failed++;
  if (m->traces) fflush(stdout);
  bool known = false;
  for (; *allowed; allowed++) known = known || *allowed == status;
  MUST(m, known, call);
  if (status == PRESS_ERR_AGAIN) {
    /* Merging superseded progress to make room is the one thing that a refused call may do. */
    press_engine_stats stats = {.size = sizeof stats};
    press_engine_get_stats(m->engine, &stats);
    if (stats.merged != merged) return;
  }
  check_unchanged(m, call);
}

static uint32_t merged_now(machine *m) {
  press_engine_stats stats = {.size = sizeof stats};
  press_engine_get_stats(m->engine, &stats);
  return stats.merged;
}

#define STATUSES(...) ((const int[]){__VA_ARGS__, 0})

/* ---- calls ---- */

/* Checks that no deadline before a sample is left once it was taken, unless a callback let time start again. In a queue some events may wait
 * for room. */
static void check_deadlines(machine *m, uint64_t t, uint64_t resets) {
  if (m->depth || m->resets != resets || m->following != FOLLOW_DELEGATE) return;
  MUST(m, press_next_deadline(m->engine) >= t, "a deadline that the sample should have fired");
}

typedef struct twin {
  press_engine *engine;
  uint64_t      storage[STORAGE / 8], events, sum;
} twin;

static void on_twin(press_engine *engine, const press_event *event, void *user) {
  twin *t = user;
  (void)engine;
  t->events++;
  sum_event(&t->sum, event);
}

/* Makes two ticks less than 6 ms before t: the engine then takes neither these ticks nor one at t for frames (scroll.h). */
static bool says_nothing_of_frames(press_engine *engine, uint64_t t) {
  static const uint64_t ago[] = {5999, 1};
  for (int i = 0; i < 2; i++)
    if (t > ago[i] && press_tick(engine, t - ago[i]) == PRESS_OK) return press_tick(engine, t - ago[i]) == PRESS_OK;
  return false;
}

/* Makes two copies of the engine: one takes a sample, the other is ticked at its time first. Both must deliver the same, then and later. */
static void check_tick_first(machine *m, const press_sample *sample) {
  static twin twins[2];
  int         status[2];
  if (m->depth || m->done.calls % 8) return;
  for (int i = 0; i < 2; i++) {
    twin          *t = &twins[i];
    press_delegate d = {.size = sizeof d, .user = t, .on_event = on_twin};
    memcpy(t->storage, engine_storage(m), m->engine_bytes);
    t->engine = (press_engine *)(void *)t->storage;
    t->events = t->sum = 0;
    MUST(m, press_set_delegate(t->engine, &d) == PRESS_OK, "delegate of a copy");
    if (!says_nothing_of_frames(t->engine, sample->t_us)) return;
    if (i) (void)press_tick(t->engine, sample->t_us);
    status[i] = press_feed(t->engine, sample, 1);
  }
  if (status[0] == PRESS_ERR_INVAL) return;
  MUST(m, status[0] == status[1], "a tick before a sample changes its status");
  for (int left = 12; left && status[0] == 1; left--) {
    uint64_t next = press_next_deadline(twins[0].engine);
    MUST(m, next == press_next_deadline(twins[1].engine), "a tick before a sample changes a deadline");
    if (next == PRESS_NEVER) break;
    for (int i = 0; i < 2; i++) MUST(m, press_tick(twins[i].engine, next) == PRESS_OK, "tick of a copy");
  }
  for (int i = 0; i < 2 && status[0] == 1; i++) MUST(m, press_engine_reset(twins[i].engine) == PRESS_OK, "reset of a copy");
  if (status[0] == 1) MUST(m, twins[0].events == twins[1].events && twins[0].sum == twins[1].sum, "a tick before a sample changes what is delivered");
}

static void call_feed(machine *m) {
  press_sample samples[4];
  uint32_t     count = one_in(m, 6) ? below(m, 5) : 1;
  for (uint32_t i = 0; i < count; i++) {
    press_sample s = {.t_us = some_time(m),
      .contact = some_contact(m),
      .flags = one_in(m, 3) ? 0 : PRESS_SAMPLE_DOWN,
      .force = some_force(m),
      .x = some_place(m),
      .y = some_place(m)};
    if (one_in(m, 24)) s.flags |= PRESS_SAMPLE_LOST;
    if (one_in(m, 64)) s.flags = (uint32_t)draw(m);
    if (one_in(m, 64)) s.reserved = 1;
    if (one_in(m, 64)) s.contact = PRESS_NO_CONTACT;
    if (s.t_us > m->now && s.t_us - m->now < 2000000) m->now = s.t_us;
    samples[i] = s;
    if (m->traces) printf("  sample %llu contact %u flags %u force %d\n", (unsigned long long)s.t_us, s.contact, s.flags, s.force);
  }
  uint32_t merged = merged_now(m);
  bool     null = one_in(m, 128);
  size_t   size = one_in(m, 128) ? (size_t)INT32_MAX + 1 + below(m, 2) * (SIZE_MAX / 2) : count;
  uint64_t resets = m->resets;
  if (count) check_tick_first(m, samples);
  remember(m);
  int status = press_feed(m->engine, null ? NULL : samples, size);
  if (m->depth && !null && size == count && status != PRESS_ERR_BUSY) MUST(m, false, "feed inside a callback");
  if (size != count) MUST(m, status == PRESS_ERR_INVAL, "a count beyond INT32_MAX");
  MUST(m, status <= (int)count, "samples taken");
  if (status > 0) m->done.samples += (uint64_t)status, check_deadlines(m, samples[status - 1].t_us, resets);
  check_status(m, "press_feed", status, STATUSES(PRESS_ERR_TIME, PRESS_ERR_INVAL, PRESS_ERR_AGAIN, PRESS_ERR_NOSPC, PRESS_ERR_BUSY), merged);
}

static void call_tick(machine *m) {
  uint64_t t = one_in(m, 4) ? press_next_deadline(m->engine) : some_time(m);
  if (t > m->now && t - m->now < 2000000) m->now = t;
  remember(m);
  uint64_t resets = m->resets;
  int      status = press_tick(m->engine, t);
  if (m->depth) MUST(m, status == PRESS_ERR_BUSY, "tick inside a callback");
  /* A callback may have let time start again. */
  if (status == PRESS_OK && m->resets == resets) {
    uint64_t next = press_next_deadline(m->engine);
    MUST(m, next > t || next == PRESS_NEVER, "a deadline that the tick should have fired");
  }
  check_status(m, "press_tick", status, STATUSES(PRESS_ERR_TIME, PRESS_ERR_INVAL, PRESS_ERR_BUSY), 0);
}

/* Checks that nothing lives any more. Not `all`: a callback made calls, and lives that code began may last. */
static void check_nothing_lives(machine *m, bool all, const char *what) {
  const char *wrong = ledger_over(&m->ledger, all);
  if (wrong) machine_fail(m, wrong, what);
}

static void call_reset(machine *m) {
  int nested = m->nested_left;
  m->ledger.restarts++;
  m->resets++;
  int status = press_engine_reset(m->engine);
  MUST(m, status == PRESS_OK, "reset");
  if (m->depth == 0) m->now = below(m, 2) * m->now;
  if (m->depth == 0 && m->following == FOLLOW_DELEGATE) check_nothing_lives(m, nested == m->nested_left, "something outlives a reset");
  check_status(m, "press_engine_reset", status, STATUSES(0), 0);
}

static press_target some_target_spec(machine *m) {
  press_target t = {.size = sizeof t,
    .id = some_target(m),
    .container = one_in(m, 2) ? some_target(m) : 0,
    .domain = one_in(m, 4) ? (uint32_t)draw(m) : below(m, 2),
    .x = some_place(m),
    .y = some_place(m),
    .width = some_place(m),
    .height = some_place(m),
    .traits = one_in(m, 3) ? PRESS_TARGET_PREVIEW : (below(m, 16384) & TRAITS)};
  if (one_in(m, 32)) t.size = (uint32_t)draw(m);
  return t;
}

/* A copy of the engine, which delivers to nobody. */
static press_engine *copy_of_engine(machine *m) {
  static uint64_t storage[STORAGE / 8];
  press_engine   *copy = (press_engine *)(void *)storage;
  memcpy(storage, engine_storage(m), m->engine_bytes);
  MUST(m, press_set_delegate(copy, NULL) == PRESS_OK, "delegate of a copy");
  return copy;
}

/* The targets that there are, in their order, as a number. */
static uint64_t targets_of(machine *m, press_engine *engine) {
  uint32_t ids[16];
  uint64_t sum = 0;
  int      count = press_target_list(engine, 0, ids, 16);
  MUST(m, count >= 0 && count <= 16, "press_target_list");
  for (int i = 0; i < count; i++) {
    press_target t;
    press_target_init(&t);
    MUST(m, press_target_get(engine, ids[i], &t) == PRESS_OK && t.id == ids[i], "what is listed is there");
    const uint32_t all[] = {t.id, t.container, t.domain, (uint32_t)t.x, (uint32_t)t.y, (uint32_t)t.width, (uint32_t)t.height, t.traits};
    for (size_t j = 0; j < sizeof all / sizeof *all; j++) sum_add(&sum, all[j]);
    uint32_t on_top = 0;
    MUST(m, press_target_find(engine, t.x, t.y, &on_top) == PRESS_OK, "press_target_find");
    sum_add(&sum, on_top);
  }
  return sum;
}

/* Adds targets one by one to a copy: many in one call must have the same result, up to the first that is refused. */
static uint64_t put_one_by_one(machine *m, const press_target *targets, size_t count, size_t *done, int *status) {
  press_engine *copy = copy_of_engine(m);
  *status = PRESS_OK;
  for (*done = 0; *done < count && *status == PRESS_OK; *done += *status == PRESS_OK) {
    press_target found;
    press_target_init(&found);
    bool is_there = press_target_get(copy, targets[*done].id, &found) == PRESS_OK;
    *status = is_there ? press_target_update(copy, &targets[*done]) : press_target_add(copy, &targets[*done]);
  }
  return targets_of(m, copy);
}

static uint64_t remove_one_by_one(machine *m, const uint32_t *ids, size_t count) {
  press_engine *copy = copy_of_engine(m);
  for (size_t i = 0; i < count; i++) (void)press_target_remove(copy, ids[i]);
  return targets_of(m, copy);
}

static void call_target(machine *m) {
  press_target t = some_target_spec(m);
  uint32_t     which = below(m, 6);
  remember(m);
  if (which == 5) {
    press_target many[4] = {t, some_target_spec(m), some_target_spec(m), some_target_spec(m)};
    size_t       count = one_in(m, 64) ? 0 : 1 + below(m, 4), done = 99, each = 0;
    int          alone, nested = m->nested_left;
    uint64_t     sum = put_one_by_one(m, many, count, &each, &alone);
    int          status = press_targets_put(m->engine, many, count, &done);
    MUST(m, status == PRESS_OK ? done == count : done < count, "how many were taken");
    MUST(m, status == alone && done == each, "a batch is refused where one by one is");
    if (nested == m->nested_left) MUST(m, sum == targets_of(m, m->engine), "a batch leaves what one by one leaves");
    if (status < 0 && done > 0) remember(m); /* they are */
    check_status(m, "press_targets_put", status, STATUSES(PRESS_ERR_INVAL, PRESS_ERR_NOENT, PRESS_ERR_NOSPC), 0);
  } else if (which <= 1) {
    const press_target *given = one_in(m, 64) ? NULL : &t;
    int                 expected = press_target_add_check(m->engine, given, NULL), status = press_target_add(m->engine, given);
    MUST(m, status == expected, "what the check says of adding");
    check_status(m, "press_target_add", status, STATUSES(PRESS_ERR_INVAL, PRESS_ERR_NOENT, PRESS_ERR_NOSPC), 0);
  } else if (which == 2) {
    const press_target *given = one_in(m, 64) ? NULL : &t;
    int                 expected = press_target_update_check(m->engine, given, NULL), status = press_target_update(m->engine, given);
    MUST(m, status == expected, "what the check says of changing");
    check_status(m, "press_target_update", status, STATUSES(PRESS_ERR_INVAL, PRESS_ERR_NOENT), 0);
  } else if (which == 3) {
    uint32_t id = some_target(m), ids[2] = {id, one_in(m, 2) ? id : some_target(m)};
    int      nested = m->nested_left;
    bool     is_alone = one_in(m, 2);
    uint64_t sum = remove_one_by_one(m, ids, is_alone ? 1 : 2);
    int      status = (ledger_remove(&m->ledger), is_alone ? press_target_remove(m->engine, id) : press_targets_remove(m->engine, ids, 2));
    if (status == PRESS_OK && nested == m->nested_left) MUST(m, sum == targets_of(m, m->engine), "removing a batch leaves what one by one leaves");
    if (status == PRESS_OK && nested == m->nested_left)
      MUST(m, press_target_get(m->engine, id, (press_target_init(&t), &t)) == PRESS_ERR_NOENT, "removed, and still there");
    check_status(m, "press_target_remove", status, STATUSES(PRESS_ERR_NOENT), 0);
  } else {
    uint32_t id = 12345;
    search_first(m);
    MUST(m, press_target_find(m->engine, some_place(m), some_place(m), &id) == PRESS_OK, "target_at");
    MUST(m, id == 0 || press_target_get(m->engine, id, (press_target_init(&t), &t)) == PRESS_OK, "target_at finds what is there");
    check_status(m, "press_target_find", 0, STATUSES(0), 0);
    check_unchanged(m, "press_target_find");
  }
}

static void call_delegate(machine *m) {
  press_delegate d = some_delegate(m);
  if (m->following == FOLLOW_QUEUE || (m->following == FOLLOW_NOTHING && one_in(m, 4))) {
    check_status(m, "press_set_delegate NULL", press_set_delegate(m->engine, NULL), STATUSES(0), 0);
    return;
  }
  /* A delegate of a later version: longer by whole members. Unknown members must be 0. */
  struct {
    press_delegate known;
    unsigned char  later[256];
  } given;
  memset(&given, 0, sizeof given);
  if (one_in(m, 16)) d.size = (uint32_t)draw(m) & 0xff;
  uint32_t later = one_in(m, 16) ? below(m, sizeof given.later) : sizeof given.later;
  if (later < sizeof given.later) given.later[later] = 1;
  given.known = d;
  bool wrong = d.size < sizeof d || (d.size - sizeof d) % sizeof(void (*)(void)) != 0 || d.size > sizeof d + later;
  remember(m);
  int status = press_set_delegate(m->engine, &given.known);
  MUST(m, (status == PRESS_ERR_INVAL) == wrong, "a delegate of the wrong size");
  check_status(m, "press_set_delegate", status, STATUSES(PRESS_ERR_INVAL), 0);
}

static void call_preview(machine *m) {
  uint32_t contact = some_contact(m);
  remember(m);
  int state = press_preview_state(m->engine, contact);
  MUST(m, state <= PRESS_PREVIEW_HELD, "state");
  if (one_in(m, 2)) {
    check_status(m, "press_preview_state", state, STATUSES(PRESS_ERR_NOENT), 0);
    return;
  }
  int status = press_preview_cancel(m->engine, contact);
  int expected = state < 0                                                                                               ? state
                 : state == PRESS_PREVIEW_PREVIEWING || state == PRESS_PREVIEW_COMMITTING || state == PRESS_PREVIEW_HELD ? PRESS_OK
                                                                                                                         : PRESS_ERR_STATE;
  MUST(m, status == expected, "cancel works while a preview runs, and only then");
  if (status == PRESS_OK) {
    state = press_preview_state(m->engine, contact);
    MUST(m, state == PRESS_PREVIEW_OVER || state == PRESS_ERR_NOENT, "over after cancel");
  }
  check_status(m, "press_preview_cancel", status, STATUSES(PRESS_ERR_NOENT, PRESS_ERR_STATE), 0);
}

/* Whether a config is valid by the rules of the header. */
static bool is_valid(const press_config *c) {
  bool from_flag = c->flags & PRESS_CONFIG_CONTACT_FROM_FLAG;
  bool forces = from_flag || (c->release_force > 0 && c->touch_force >= c->release_force);
  return c->size == sizeof *c && c->max_contacts >= 1 && c->max_contacts <= 32 && c->max_targets <= 1024 && forces && c->zero_force >= 0
         && c->full_force > c->zero_force && c->preview_pressure >= 0 && c->commit_pressure >= c->preview_pressure
         && c->complete_pressure >= c->commit_pressure && c->flags <= 3 && (c->traits & ~TRAITS) == 0 && c->min_progress_step >= 0
         && c->min_progress_step <= PRESS_ONE && c->max_events <= 4096 && c->reserved == 0 && c->firmness >= -PRESS_ONE && c->firmness <= PRESS_ONE;
}

/* Random settings of a transition for its driver. */
static void some_watch(machine *m, press_transition_config *c) {
  c->flags = below(m, 2);
  c->rest = (uint16_t)(1 + below(m, 65535));
  c->velocity_us = 20000 + below(m, 65536) * 80000u / 65535u;
  c->still_us = 10000 + below(m, 60000);
}

/* Sets a config of the engine or of an attachment while it runs. */
static void call_set(machine *m) {
  int                   status = PRESS_OK;
  press_config          c = some_config(m, !one_in(m, 8));
  press_drag_config     drag;
  press_gestures_config gestures;
  press_gestures_config_init(&gestures);
  press_drag_config_init(&drag);
  if (!one_in(m, 8)) c.max_contacts = m->config.max_contacts, c.max_targets = m->config.max_targets, c.max_events = m->config.max_events;
  press_peek_config       peek;
  press_transition_config transition;
  press_peek_config_init(&peek);
  press_transition_config_init(&transition);
  uint32_t which = below(m, 5);
  remember(m);
  if (which == 0) {
    status = press_engine_set(m->engine, &c);
    MUST(m, status == PRESS_OK || status == PRESS_ERR_INVAL, "set");
    MUST(m, is_valid(&c) || status != PRESS_OK, "what is invalid is refused");
  } else if (which == 1) {
    gestures.hold_us = below(m, 60000);
    gestures.tap_us = below(m, 60000);
    gestures.hold_repeat_us = below(m, 2) * 20000;
    gestures.slop = some_place(m);
    gestures.flags = one_in(m, 16) ? (uint32_t)draw(m) : below(m, 2);
    status = press_gestures_set(m->engine, &gestures);
  } else if (which == 2) {
    peek.flags = below(m, 8);
    peek.hold_us = below(m, 60000);
    peek.reveal_distance = some_place(m);
    status = press_peek_set(m->engine, &peek);
  } else if (which == 3) {
    transition.max_transitions = (uint16_t)(1 + below(m, 4));
    transition.frame_us = below(m, 40000);
    transition.flick_speed = some_place(m);
    some_watch(m, &transition);
    status = press_transition_set(m->engine, &transition);
  } else {
    drag.max_sessions = (uint16_t)(1 + below(m, 3));
    drag.flags = below(m, 128);
    drag.slop = some_place(m);
    status = press_drag_set(m->engine, &drag);
  }
  check_status(m, "press_..._set", status, STATUSES(PRESS_ERR_INVAL, PRESS_ERR_STATE), 0);
}

static void call_release(machine *m) {
  uint32_t contact = some_contact(m);
  remember(m);
  int status = press_contact_release(m->engine, contact);
  if (status == PRESS_OK && m->attached[IS_gestures])
    MUST(m, press_gestures_state(m->engine, contact) < 0 || press_gestures_state(m->engine, contact) == PRESS_GESTURE_OVER,
      "nothing more becomes of what was released");
  check_status(m, "press_contact_release", status, STATUSES(PRESS_ERR_NOENT, PRESS_ERR_STATE), 0);
}

static void call_touch(machine *m) {
  press_touch touch, guard;
  memset(&guard, 0x77, sizeof guard);
  touch = guard;
  remember(m);
  int status = press_touch_get(m->engine, some_contact(m), one_in(m, 2) ? some_target(m) : 0, &touch);
  if (status < 0) MUST(m, memcmp(&touch, &guard, sizeof touch) == 0, "outputs are written on success only");
  check_status(m, "press_touch_get", status, STATUSES(PRESS_ERR_NOENT), 0);
}

static int poll_once(machine *m, size_t capacity) {
  press_event events[9];
  memset(events, 0x77, sizeof events);
  int taken = press_poll(m->engine, events, capacity);
  if (m->config.max_events == 0) {
    MUST(m, taken == PRESS_ERR_STATE, "an engine that keeps no events says so");
    taken = 0;
  }
  MUST(m, taken >= 0 && (size_t)taken <= capacity, "poll");
  for (size_t i = (size_t)taken * sizeof *events; i < sizeof events; i++)
    MUST(m, ((unsigned char *)events)[i] == 0x77, "poll writes what it says, no more");
  if (m->following == FOLLOW_QUEUE)
    for (int i = 0; i < taken; i++) follow(m, &events[i]);
  return taken;
}

static void call_poll(machine *m) { check_status(m, "press_poll", poll_once(m, below(m, 9)), STATUSES(0), 0); }

/* Calls every function that only asks an engine: whatever the arguments, none of them may write a byte of it. */
static void ask_everything(machine *m) {
  const press_engine *e = m->engine;
  uint32_t            contact = some_contact(m), target = some_target(m), id = 0;
  press_q16           q = 0, other = 0;
  const char         *why = NULL;
  press_config        config;
  press_config_init(&config);
  MUST(m, press_engine_get_config(e, &config) == PRESS_OK && config.max_contacts == m->config.max_contacts, "the config of an engine");
#define GET_CONFIG(name) \
  { \
    press_##name##_config c; \
    press_##name##_config_init(&c); \
    MUST(m, press_##name##_get_config(e, &c) == (m->attached[IS_##name] ? PRESS_OK : PRESS_ERR_STATE), "a config of " #name); \
    MUST(m, press_##name##_config_check(&c, NULL) == PRESS_OK, "the config that is kept is a good one: " #name); \
  }
  INTERACTIONS(GET_CONFIG)
#undef GET_CONFIG
#define ASK(kind, get, ...) \
  { \
    kind now; \
    kind##_init(&now); \
    (void)get(e, __VA_ARGS__); \
  }
  ASK(press_drag, press_drag_get, 1, &now)
  ASK(press_levels_status, press_levels_get, contact, &now)
  ASK(press_peek_status, press_peek_get, &now)
  ASK(press_pinch, press_pinch_get, contact, &now)
  ASK(press_button_status, press_button_get, &now)
  ASK(press_scroll_status, press_scroll_get, target, &now)
  ASK(press_strike, press_strike_get, contact, &now)
  ASK(press_target, press_target_get, target, &now)
  ASK(press_transition_status, press_transition_get, 1, &now)
#undef ASK
  press_target spec = some_target_spec(m);
  uint32_t     ids[4];
  (void)press_drag_find(e, contact, &id);
  (void)press_drag_begin_check(e, target, &why);
  (void)press_drag_add_check(e, 1, target, &why);
  (void)press_target_add_check(e, &spec, &why);
  (void)press_target_update_check(e, &spec, &why);
  (void)press_targets_check(e, &id, &why);
  (void)press_target_list(e, (uint32_t)draw(m), ids, below(m, 5));
  (void)press_target_find(e, some_place(m), some_place(m), &id);
  (void)press_gestures_state(e, contact);
  (void)press_scroll_get_velocity(e, contact, &q, &other);
  (void)press_transition_get_velocity(e, 1, &q);
  (void)press_transition_bind_check(e, 1, (press_driver)below(m, 6), target, q, other, &why);
  (void)press_crosstalk_get_share(e, 0, 1, &q);
}

static void call_queries(machine *m) {
  press_engine_stats stats = {.size = sizeof stats};
  press_pad_stats    pad_stats = {.size = sizeof pad_stats};
  press_reading      reading = {.size = sizeof reading};
  remember(m);
  search_first(m);
  MUST(m, press_engine_get_stats(m->engine, &stats) == PRESS_OK, "stats");
  if (m->following == FOLLOW_QUEUE) MUST(m, stats.overwritten == 0, "an event was lost without a delegate");
  MUST(m, press_pad_get_stats(m->pad, &pad_stats) == PRESS_OK, "pad stats");
  MUST(m, press_pad_get(m->pad, &reading) == PRESS_OK, "reading");
  MUST(m, reading.force >= 0, "force is not negative");
  bool lost = false;
  for (size_t i = 0; i < PRESS_PAD_SENSORS; i++) lost = lost || reading.fault[i] != 0;
  MUST(m, lost == ((reading.flags & PRESS_READING_LOST) != 0), "lost while a sensor is faulty, and only then");
  (void)press_next_deadline(m->engine);
  (void)press_pad_next_deadline(m->pad);
  ask_everything(m);
  check_unchanged(m, "queries");
  check_status(m, "queries", 0, STATUSES(0), 0);
}

static void call_null(machine *m) {
  remember(m);
  press_target  t = {0};
  press_touch   touch;
  press_engine *engine;
  uint32_t      id;
  press_frame   frame = {0};
  int           bad = PRESS_ERR_INVAL;
  bool          ok =
    press_feed(NULL, NULL, 0) == bad && press_tick(NULL, 0) == bad && press_engine_reset(NULL) == bad && press_target_add(NULL, &t) == bad
    && press_target_add(m->engine, NULL) == bad && press_target_update(NULL, &t) == bad && press_target_remove(NULL, 1) == bad
    && press_target_get(m->engine, 1, NULL) == bad && press_target_find(m->engine, 0, 0, NULL) == bad && press_target_find(NULL, 0, 0, &id) == bad
    && press_set_delegate(NULL, NULL) == bad && press_preview_cancel(NULL, 0) == bad && press_preview_state(NULL, 0) == bad
    && press_touch_get(NULL, 0, 0, &touch) == bad && press_touch_get(m->engine, 0, 0, NULL) == bad && press_poll(NULL, NULL, 0) == bad
    && press_poll(m->engine, NULL, 1) == bad && press_poll(m->engine, NULL, 0) == 0 && press_engine_get_stats(m->engine, NULL) == bad
    && press_engine_init(NULL, 0, NULL, &engine) == bad && press_engine_init(engine_storage(m), m->engine_bytes, &m->config, NULL) == bad
    && press_pad_feed(NULL, &frame, m->engine) == bad && press_pad_feed(m->pad, NULL, m->engine) == bad
    && press_pad_feed_many(m->pad, NULL, 1, m->engine) == bad && press_pad_feed_many(NULL, &frame, 1, m->engine) == bad
    && press_pad_feed_many(m->pad, &frame, (size_t)INT32_MAX + 1, m->engine) == bad && press_pad_tick(NULL, 0, m->engine) == bad
    && press_pad_tare(NULL, 0) == bad && press_pad_tare(m->pad, 2) == bad && press_pad_get(m->pad, NULL) == bad
    && press_pad_get_stats(NULL, NULL) == bad && press_next_deadline(NULL) == PRESS_NEVER && press_pad_next_deadline(NULL) == PRESS_NEVER
    && press_gestures_attach(NULL, NULL) == bad && press_gestures_state(NULL, 0) == bad && press_gestures_cancel(NULL, 0) == bad
    && press_target_activate(NULL, 1) == bad && press_contact_release(NULL, 0) == bad && press_engine_set(NULL, &m->config) == bad
    && press_gestures_set(NULL, NULL) == bad && press_drag_set(NULL, NULL) == bad && press_peek_set(NULL, NULL) == bad
    && press_transition_set(NULL, NULL) == bad && press_pad_set(NULL, NULL) == bad && press_grid_set(NULL, NULL) == bad
    && press_targets_check(NULL, NULL, NULL) == bad && press_gestures_config_check(NULL, NULL) == bad && press_peek_attach(NULL, NULL) == bad
    && press_peek_declare(NULL, NULL, 0) == bad && press_peek_get(m->engine, NULL) == bad && press_peek_find(m->engine, 1, NULL) == bad
    && press_peek_open(NULL, 1) == bad && press_peek_pop(NULL) == bad && press_peek_dismiss(NULL) == bad && press_peek_reveal(NULL) == bad
    && press_action_perform(NULL, 1) == bad && press_action_back(NULL) == bad && press_peek_replace(NULL, NULL, 0) == bad
    && press_transition_attach(NULL, NULL) == bad && press_transition_config_check(NULL, NULL) == bad && press_transition_start(NULL, 1, NULL) == bad
    && press_transition_update(NULL, 1, 0) == bad && press_transition_finish(NULL, 1) == bad && press_transition_cancel(NULL, 1) == bad
    && press_transition_pause(NULL, 1) == bad && press_transition_set_speed(NULL, 1, 1) == bad
    && press_transition_get_velocity(NULL, 1, &(press_q16){0}) == bad && press_transition_set_velocity(NULL, 1, 1) == bad
    && press_transition_bind(NULL, 1, 0, 0, 0, 0) == bad && press_transition_get(m->engine, 1, NULL) == bad && press_button_attach(NULL, NULL) == bad
    && press_button_set(NULL, NULL) == bad && press_button_get(m->engine, NULL) == bad && press_drag_attach(NULL, NULL) == bad
    && press_drag_config_check(NULL, NULL) == bad && press_drag_get(NULL, 1, NULL) == bad && press_drag_get(m->engine, 1, NULL) == bad
    && press_drag_get_items(NULL, 1, NULL, 0) == bad && press_drag_get_items(m->engine, 1, NULL, 1) == bad && press_drag_find(NULL, 0, NULL) == bad
    && press_drag_set_modifiers(NULL, 0) == bad && press_drag_cancel(NULL, 1) == bad && press_drop_confirm(NULL, 1, true) == bad
    && press_drop_update(NULL, 1, 0, 0) == bad && press_drop_finish(NULL, 1, 0, true) == bad && press_drop_undo(NULL) == bad
    && press_drop_redo(NULL) == bad && press_drag_add(NULL, 1, 1) == bad && press_drag_begin(NULL, 1, NULL) == bad
    && press_drag_move(NULL, 1, 0, 0) == bad && press_drag_over(NULL, 1, 1) == bad && press_drag_drop(NULL, 1) == bad
    && press_drag_perform(NULL, 1, 1, NULL) == bad && press_scroll_declare(NULL, NULL) == bad && press_scroll_throw(NULL, 1, 1, 1) == bad
    && press_scroll_aim(NULL, 1, 1, 1) == bad && press_scroll_stop(NULL, 1) == bad && press_scroll_get(m->engine, 1, NULL) == bad
    && press_scroll_get_velocity(m->engine, 1, NULL, NULL) == bad && press_scroll_set(NULL, NULL) == bad && press_levels_attach(NULL, NULL) == bad
    && press_levels_set(NULL, NULL) == bad && press_levels_get(NULL, 0, NULL) == bad && press_levels_get(m->engine, 0, NULL) == bad
    && press_levels_cancel(NULL, 0) == bad && press_pinch_attach(NULL, NULL) == bad && press_pinch_set(NULL, NULL) == bad
    && press_pinch_get(m->engine, 0, NULL) == bad && press_crosstalk_attach(NULL, NULL) == bad && press_crosstalk_set(NULL, NULL) == bad
    && press_crosstalk_set(m->engine, NULL) == bad && press_crosstalk_get_config(m->engine, NULL) == bad
    && press_crosstalk_set_share(NULL, 0, 1, 0) == bad && press_crosstalk_get_share(m->engine, 0, 1, NULL) == bad;
  MUST(m, ok, "NULL is refused");
  check_unchanged(m, "NULL");
  check_status(m, "NULL", 0, STATUSES(0), 0);
}

static void watch_engine(machine *m) {
  make_feedback(m);
  memset(m->asked, 0, sizeof m->asked);
  ledger_init(&m->ledger, m->following != FOLLOW_DELEGATE, !m->pad_always_delivers);
  memset(m->attached, 0, sizeof m->attached);
  if (m->following == FOLLOW_DELEGATE) {
    press_delegate d = some_delegate(m);
    MUST(m, press_set_delegate(m->engine, &d) == PRESS_OK, "delegate");
  }
}

/* Another pad, which does not know of what the one before has begun. */
static void pads_differ(machine *m) {
  m->pad_always_delivers = false;
  m->ledger.misses_faults = true;
}

static void call_engine_init(machine *m) {
  press_config  c = some_config(m, one_in(m, 2));
  size_t        size = press_engine_size(&c);
  press_engine *made = NULL;
  MUST(m, (size != 0) == is_valid(&c), "a config is valid or has no size");
  press_q16 pressure = (press_q16)below(m, PRESS_ONE + 1), least = 0, most = -1, one_less = -1;
  int       status = press_config_force(&c, pressure, &least);
  MUST(m, (status == PRESS_OK) == (size != 0), "press_config_force");
  if (status == PRESS_OK) {
    MUST(
      m, press_config_pressure(&c, least, &most) == PRESS_OK && press_config_pressure(&c, least - 1, &one_less) == PRESS_OK, "press_config_pressure");
    MUST(m, most >= pressure && (pressure == 0 || one_less < pressure) && most >= one_less, "the least force of a pressure");
  }
  unsigned char *storage = engine_storage(m);
  size_t         bytes = m->engine_bytes;
  bool           misaligned = one_in(m, 16);
  if (misaligned) storage += 1 + below(m, 7);
  remember(m);
  status = press_engine_init(storage, bytes - (misaligned ? 8 : 0), &c, &made);
  if (!misaligned && size != 0 && size <= bytes)
    MUST(m, status == (m->depth ? PRESS_ERR_BUSY : PRESS_OK), "init in storage that does");
  else
    MUST(m, status == (misaligned || size == 0 ? PRESS_ERR_INVAL : PRESS_ERR_NOSPC), "init in storage that does not do");
  MUST(m, (made != NULL) == (status == PRESS_OK), "outputs are written on success only");
  check_status(m, "press_engine_init", status, STATUSES(PRESS_ERR_INVAL, PRESS_ERR_NOSPC, PRESS_ERR_BUSY), 0);
  if (status != PRESS_OK) return;
  MUST(m, (void *)made == (void *)storage, "the engine is the storage by another name");
  m->config = c;
  m->now = below(m, 1000);
  watch_engine(m);
  /* The new engine does not know the contacts that the pad began in the former one. */
  pads_differ(m);
}

/* Copies of the pad and of the engine take frames in one call, and again one by one: they deliver the same, then and at a reset. */
static void check_many_frames(machine *m, const press_frame *first, bool delivers) {
  static twin     t;
  static uint64_t pad[PAD_STORAGE / 8], pad_after[PAD_STORAGE / 8], events, sum, next;
  press_frame     frames[3];
  int             taken = 0;
  const uint64_t  pick = first->t_us ^ (uint32_t)first->code[0]; /* no draw: what follows is as without this check */
  if (m->depth || pick % 4) return;
  for (size_t i = 0; i < 3; i++) {
    frames[i] = *first;
    frames[i].t_us += i * 5000;
    if (pick % 3 == i) frames[i].code[0] /= 2;
    if (pick % 16 == 12 && i == pick / 16 % 3) frames[i].present = frames[i].failed = 1;
  }
  for (int one_by_one = 0; one_by_one < 2; one_by_one++) {
    press_delegate d = {.size = sizeof d, .user = &t, .on_event = on_twin};
    press_pad     *copy = (press_pad *)(void *)pad;
    memcpy(t.storage, engine_storage(m), m->engine_bytes);
    memcpy(pad, pad_storage(m), m->pad_bytes);
    t.engine = (press_engine *)(void *)t.storage;
    t.events = t.sum = 0;
    MUST(m, press_set_delegate(t.engine, &d) == PRESS_OK, "delegate of a copy");
    press_engine *engine = delivers ? t.engine : NULL;
    int           alone = 0, status = 0;
    if (one_by_one)
      while (alone < 3 && (status = press_pad_feed(copy, &frames[alone], engine)) == PRESS_OK) alone++;
    else
      taken = press_pad_feed_many(copy, frames, 3, engine);
    uint64_t deadline = press_next_deadline(t.engine);
    MUST(m, press_engine_reset(t.engine) == PRESS_OK, "reset of a copy");
    if (one_by_one) {
      MUST(m, taken == (alone ? alone : status), "frames are taken up to the first that is refused");
      MUST(m, !memcmp(pad_after, pad, m->pad_bytes) && next == deadline, "many frames leave what one by one leave");
      MUST(m, events == t.events && sum == t.sum, "many frames deliver what one by one deliver");
    }
    memcpy(pad_after, pad, m->pad_bytes);
    events = t.events, sum = t.sum, next = deadline;
  }
}

static void call_pad_feed(machine *m) {
  press_frame          f = {.t_us = some_time(m), .present = (1u << m->sensors) - 1};
  static const int32_t levels[] = {0, 30, 300, 3000, 8000, 16000, 25000, 25990, 26300, 26400};
  for (size_t i = 0; i < PRESS_PAD_SENSORS; i++) f.code[i] = one_in(m, 24) ? wild_number(m) : levels[below(m, 10)] + (int32_t)below(m, 8);
  if (one_in(m, 12)) {
    f.failed = below(m, 1u << m->sensors);
    f.present &= ~f.failed;
  }
  if (one_in(m, 24)) f.present = (uint32_t)draw(m);
  if (one_in(m, 24)) f.failed = (uint32_t)draw(m);
  if (one_in(m, 2))
    for (size_t i = 0; i < PRESS_PAD_SENSORS; i++) f.before_us[i] = one_in(m, 24) ? (uint32_t)draw(m) : below(m, 8000);
  if (f.t_us > m->now && f.t_us - m->now < 2000000) m->now = f.t_us;
  /* Inside a callback a pad is fed to the engine that calls back: it must be refused. */
  bool     delivers = m->depth || m->pad_always_delivers || one_in(m, 2);
  uint32_t merged = merged_now(m);
  check_many_frames(m, &f, delivers);
  remember(m);
  int status =
    one_in(m, 2) ? press_pad_feed(m->pad, &f, delivers ? m->engine : NULL) : press_pad_feed_many(m->pad, &f, 1, delivers ? m->engine : NULL);
  if (status == 1) status = PRESS_OK;
  if (m->depth) MUST(m, status == PRESS_ERR_BUSY || status == PRESS_ERR_INVAL, "pad_feed inside a callback");
  if (status == PRESS_OK) {
    press_reading r = {.size = sizeof r};
    press_pad_get(m->pad, &r);
    MUST(m, r.t_us == f.t_us, "the latest frame");
    /* A callback may have asked for a new zero while a frame was on its way through. */
    uint32_t means_nothing = PRESS_READING_LOST | (m->tared_inside ? 0 : PRESS_READING_STARTING);
    if (r.flags & means_nothing) MUST(m, r.force == 0, "no force while it means nothing");
    if (delivers && r.flags & PRESS_READING_LOST && m->following != FOLLOW_NOTHING)
      MUST(m, press_preview_state(m->engine, m->pad_config.contact) == PRESS_ERR_NOENT, "a contact goes on without its sensor");
  }
  if (status == PRESS_ERR_NOSPC || status == PRESS_ERR_AGAIN) {
    /* The pad may have taken the frame, and the engine have had no place for its contact, or a callback have taken the delegate away. */
    press_reading r = {.size = sizeof r};
    press_pad_get(m->pad, &r);
    if (r.t_us == f.t_us) remember(m);
  }
  check_status(m, "press_pad_feed", status,
    STATUSES(PRESS_ERR_TIME, PRESS_ERR_INVAL, PRESS_ERR_AGAIN, PRESS_ERR_NOSPC, PRESS_ERR_NOBUFS, PRESS_ERR_BUSY), merged);
}

static void call_pad_tick(machine *m) {
  uint64_t t = one_in(m, 4) ? press_pad_next_deadline(m->pad) : some_time(m);
  if (t > m->now && t - m->now < 2000000) m->now = t;
  bool     delivers = m->depth || m->pad_always_delivers || one_in(m, 2);
  uint32_t merged = merged_now(m);
  remember(m);
  int status = press_pad_tick(m->pad, t, delivers ? m->engine : NULL);
  if (m->depth) MUST(m, status == PRESS_ERR_BUSY, "pad_tick inside a callback");
  if (status == PRESS_OK) {
    uint64_t next = press_pad_next_deadline(m->pad);
    MUST(m, next > t || next == PRESS_NEVER, "a deadline that the tick should have fired");
  }
  check_status(m, "press_pad_tick", status,
    STATUSES(PRESS_ERR_TIME, PRESS_ERR_INVAL, PRESS_ERR_AGAIN, PRESS_ERR_NOSPC, PRESS_ERR_NOBUFS, PRESS_ERR_BUSY), merged);
}

static void call_tare(machine *m) {
  remember(m);
  m->tared_inside = m->tared_inside || m->depth;
  check_status(m, "press_pad_tare", press_pad_tare(m->pad, one_in(m, 2) ? PRESS_PAD_TARE_FORCE : 0), STATUSES(PRESS_ERR_BUSY, PRESS_ERR_STATE), 0);
}

static bool make_pad(machine *m) {
  press_pad_config c = some_pad_config(m);
  press_sensor     sensors[PRESS_PAD_SENSORS];
  size_t           count = one_in(m, 8) ? 1 + below(m, 9) : 1;
  for (size_t i = 0; i < count && i < PRESS_PAD_SENSORS; i++) sensors[i] = some_sensor(m);
  press_pad *made = NULL;
  remember(m);
  int status = press_pad_init(pad_storage(m), m->pad_bytes, &c, sensors, count, &made);
  MUST(m, (made != NULL) == (status == PRESS_OK), "outputs are written on success only");
  if (m->pad) check_status(m, "press_pad_init", status, STATUSES(PRESS_ERR_INVAL, PRESS_ERR_NOSPC), 0);
  if (status != PRESS_OK) return false;
  m->pad = made;
  m->pad_config = c;
  m->sensors = count;
  return true;
}

static void call_pad_init(machine *m) {
  /* Not while the pad is being fed: its storage is then in use. */
  if (m->depth == 0 && make_pad(m)) pads_differ(m);
}

static void call_pure(machine *m) {
  press_median   median = {{wild_number(m), wild_number(m)}, (uint32_t)draw(m)};
  press_one_euro filter;
  press_circuit circuit = {wild_number(m), (uint32_t)wild_number(m), (uint32_t)wild_number(m), below(m, 3), wild_number(m), (uint32_t)wild_number(m)};
  press_curve   curve;
  press_q16     out = 77;
  memset(&curve, 0, sizeof curve);
  (void)press_median_step(&median, wild_number(m));
  MUST(m, press_strerror(wild_number(m)) && press_event_name((uint32_t)wild_number(m)) && press_reason_name(wild_number(m)), "text");
  if (press_one_euro_init(&filter, wild_number(m), wild_number(m), wild_number(m)) == PRESS_OK) {
    uint64_t t = draw(m);
    for (int i = 0; i < 4; i++) {
      t += draw(m) >> below(m, 64);
      int status = press_one_euro_step(&filter, t, wild_number(m), &out);
      MUST(m, status == PRESS_OK || status == PRESS_ERR_TIME, "one_euro");
    }
  }
  out = 77;
  if (press_circuit_conductance(&circuit, wild_number(m), &out) != PRESS_OK) MUST(m, out == 77, "outputs are written on success only");
  out = 77;
  if (press_curve_power(wild_number(m), wild_number(m), wild_number(m), &curve) == PRESS_OK) {
    MUST(m, press_curve_force(&curve, wild_number(m), &out) == PRESS_OK && out >= 0, "curve");
  } else {
    for (int i = 0; i < 16; i++) curve.points[i].conductance = curve.points[i].force = i + 1 + (int32_t)below(m, 2);
    curve.kind = (uint16_t)below(m, 4);
    curve.count = (uint16_t)below(m, 18);
    if (press_curve_force(&curve, wild_number(m), &out) == PRESS_OK)
      MUST(m, out >= 0, "curve");
    else
      MUST(m, out == 77, "outputs are written on success only");
  }
  press_curve_point points[70];
  size_t            count = below(m, 70);
  int32_t           g = 0, f = 0;
  for (size_t i = 0; i < count; i++) {
    g += 1 + (int32_t)below(m, 65536) * 256;
    f += 1 + (int32_t)below(m, 65536) * 256;
    points[i].conductance = g;
    points[i].force = f;
  }
  /* Fitting is the slowest call: now and then is enough. */
  if (one_in(m, 16)) {
    bool               rising = one_in(m, 2);
    press_curve_report report;
    press_curve_report_init(&report);
    for (size_t i = 0; i < count && !rising; i++) {
      if (one_in(m, 2)) points[i].conductance = wild_number(m);
      if (one_in(m, 2)) points[i].force = one_in(m, 2) ? 0 : wild_number(m) & INT32_MAX;
    }
    int status = one_in(m, 2) ? press_curve_fit(points, count, &curve, one_in(m, 4) ? NULL : &report)
                              : press_curve_fit_best(points, count, &curve, one_in(m, 4) ? NULL : &report, &out);
    if (rising) MUST(m, (status == PRESS_OK) == (count >= 1 && count <= 64), "fit");
    MUST(m, report.pair >= -1 && report.pair < (int32_t)count && report.worst >= report.rms && report.rms >= 0, "report");
    if (status == PRESS_OK) MUST(m, press_curve_force(&curve, wild_number(m), &out) == PRESS_OK, "what fit makes is a curve");
    press_curve scaled;
    if (status == PRESS_OK && press_curve_scale(&curve, wild_number(m), wild_number(m), &scaled) == PRESS_OK)
      MUST(m, press_curve_force(&scaled, wild_number(m), &out) == PRESS_OK, "what scale makes is a curve");
    press_calibration calibration, loaded;
    uint8_t           bytes[PRESS_CALIBRATION_BYTES + 2];
    press_calibration_init(&calibration);
    press_calibration_init(&loaded);
    calibration.zero = wild_number(m);
    calibration.x = wild_number(m);
    if (status == PRESS_OK) calibration.curve = curve;
    MUST(m, press_calibration_store(&calibration, bytes, sizeof bytes) == PRESS_CALIBRATION_BYTES, "store");
    MUST(m, press_calibration_load(bytes, PRESS_CALIBRATION_BYTES, &loaded) == PRESS_OK && loaded.zero == calibration.zero, "load");
    (void)press_calibration_error(&loaded, wild_number(m), wild_number(m), &out);
    for (unsigned i = 1 + below(m, 3); i > 0; i--) bytes[below(m, sizeof bytes)] ^= (uint8_t)(1 + below(m, 255));
    (void)press_calibration_load(bytes, below(m, sizeof bytes + 1), &loaded);
  }
  (void)press_time_extend(draw(m) >> below(m, 64), (uint32_t)draw(m));
  check_status(m, "pure", 0, STATUSES(0), 0);
}

/* ---- checks ---- */

/* Room for the largest engine, and for what is attached to it. */
static uint64_t scratch[64 * 1024], scratch_pad[PRESS_PAD_STORAGE_8 / 8];

static int no_transfer(uint8_t address, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count, void *user) {
  (void)address, (void)out, (void)out_count, (void)in, (void)in_count, (void)user;
  return PRESS_ERR_NACK;
}

/* A few words of a struct anyhow; at times its size, but not as longer than it is. */
static void spoil(machine *m, void *of, size_t bytes) {
  for (uint32_t changes = below(m, 4); changes; changes--) {
    size_t  at = 4 * (size_t)below(m, (uint32_t)bytes / 4);
    int32_t word = wild_number(m);
    if (at == 0 && (uint32_t)word > bytes) word = 0;
    /* For words that consist of smaller fields: values near the allowed ones. */
    if (one_in(m, 2)) word = (int32_t)(below(m, 40) | below(m, 40) << 16);
    memcpy((unsigned char *)of + at, &word, sizeof word);
  }
}

#define AGREE(name, use) \
  do { \
    press_##name c; \
    const char  *why = NULL; \
    press_##name##_init(&c); \
    spoil(m, &c, sizeof c); \
    int checked = press_##name##_check(&c, &why), used = (use); \
    MUST(m, checked == PRESS_OK || (checked == PRESS_ERR_INVAL && why && strstr(why, ": ")), #name); \
    MUST(m, (used >= 0) == (checked == PRESS_OK), "what the check of " #name " accepts is accepted, and nothing else"); \
    MUST(m, used >= 0 || used == PRESS_ERR_INVAL, "what the check refuses is out of range"); \
  } while (0)

static press_engine *scratch_engine(machine *m) {
  press_engine *engine;
  MUST(m, press_engine_init(scratch, sizeof scratch, NULL, &engine) == PRESS_OK, "an engine of its own");
  return engine;
}

/* The scratch engine does not hold all that a config may ask for. */
static int fits(int status) { return status == PRESS_ERR_NOBUFS || status == PRESS_ERR_NOSPC ? PRESS_OK : status; }

/* A check does not report that the container of a target does not exist. */
static int use_target(press_engine *engine, const press_target *target) {
  int status = press_target_add(engine, target);
  return status == PRESS_ERR_NOENT ? PRESS_OK : status;
}

/* With enough storage a config is accepted exactly if its check accepts it. */
static void call_check(machine *m) {
  press_engine   *engine;
  press_pad      *pad;
  press_grid     *grid;
  press_converter converter;
  press_feedback  feedback;
  press_drv2605l  motor;
  press_bus       bus;
  uint8_t         bytes[PRESS_CALIBRATION_BYTES];
  press_bus_init(&bus);
  bus.transfer = no_transfer;
  switch (below(m, INTERACTION_COUNT + 9)) {
#define CHECK(name) \
  case IS_##name: AGREE(name##_config, fits(press_##name##_attach(scratch_engine(m), &c))); break;
    INTERACTIONS(CHECK)
#undef CHECK
    case INTERACTION_COUNT: AGREE(config, press_engine_init(scratch, sizeof scratch, &c, &engine)); break;
    case INTERACTION_COUNT + 1: AGREE(pad_config, press_pad_init(scratch_pad, sizeof scratch_pad, &c, NULL, 1, &pad)); break;
    case INTERACTION_COUNT + 2: AGREE(grid_config, press_grid_init(scratch, sizeof scratch, &c, &grid)); break;
    case INTERACTION_COUNT + 3: AGREE(converter_config, press_converter_init(&converter, &c, &bus)); break;
    case INTERACTION_COUNT + 4: AGREE(sensor, press_pad_init(scratch_pad, sizeof scratch_pad, NULL, &c, 1, &pad)); break;
    case INTERACTION_COUNT + 6: AGREE(drv2605l_config, press_drv2605l_init(&motor, &c, &bus)); break;
    case INTERACTION_COUNT + 7: AGREE(feedback_config, press_feedback_init(&feedback, &c, NULL, 0)); break;
    case INTERACTION_COUNT + 5: AGREE(calibration, press_calibration_store(&c, bytes, sizeof bytes)); break;
    default: AGREE(target, use_target(scratch_engine(m), &c)); break;
  }
  check_status(m, "checks", 0, STATUSES(0), 0);
}

/* ---- attachments ---- */

static int attach_drag(machine *m, bool default_config, bool *bad) {
  press_drag_config c;
  press_drag_config_init(&c);
  c.flags = one_in(m, 2) ? below(m, 128) : one_in(m, 2) ? PRESS_DRAG_FLAG_FROM_PREVIEW : PRESS_DRAG_FLAG_AFTER_HOLD;
  c.max_sessions = (uint16_t)(1 + below(m, 3));
  c.max_items = (uint16_t)(1 + below(m, 5));
  c.undo_depth = (uint16_t)below(m, 4);
  c.slop = (press_q16)below(m, 4) * 4096;
  c.still_slop = (press_q16)below(m, 8) * 4096;
  c.start_pressure = (press_q16)below(m, 9) * PRESS_ONE / 8;
  c.hold_us = below(m, 60000);
  c.spring_dwell_us = below(m, 60000);
  c.spring_activating_us = below(m, 60000);
  c.spring_pressure = (press_q16)below(m, 8) * PRESS_ONE / 8;
  c.drop_pressure = (press_q16)below(m, 24) * PRESS_ONE / 8;
  c.scroll_edge = some_place(m) & INT32_MAX;
  c.scroll_speed = some_place(m) & INT32_MAX;
  c.scroll_full = some_place(m) & INT32_MAX;
  c.scroll_ramp_us = below(m, 60000);
  c.frame_us = 1 + below(m, 20000);
  c.slow_us = below(m, 60000);
  if (bad && *bad) c.max_items = (uint16_t)(one_in(m, 2) * 65);
  MUST(m, (press_drag_size(&m->config, &c) == 0) == (bad && *bad), "a config is valid or has no size");
  int status = press_drag_attach(m->engine, default_config ? NULL : &c);
  if (status == PRESS_OK) m->attached[IS_drag] = true;
  return status;
}

static press_scroll_config some_scroll(machine *m) {
  press_scroll_config c;
  press_scroll_config_init(&c);
  c.max_throws = (uint16_t)(1 + below(m, 8));
  c.friction = PRESS_ONE / 4 + (press_q16)below(m, 64) * PRESS_ONE / 2;
  c.min_speed = (press_q16)below(m, 65536) * 16;
  c.frame_us = 1 + below(m, 30000);
  c.settle_us = 10000 + below(m, 60000);
  c.swipe_distance = 1 + (press_q16)below(m, 64) * 4096;
  c.swipe_speed = 1 + (press_q16)below(m, 65536) * 16;
  c.flags = below(m, 8);
  c.velocity_us = 20000 + below(m, 65536) * 80000u / 65535u;
  c.still_us = 10000 + below(m, 60000);
  return c;
}

static void call_scroll(machine *m) {
  static const char *const names[] = {"press_scroll_throw", "press_scroll_aim", "press_scroll_stop", "press_scroll_declare", "press_scroll_set",
    "press_scroll_get", "press_scroll_get_velocity"};
  uint32_t                 which = below(m, 7), target = below(m, 6), merged = merged_now(m);
  press_q16                x = one_in(m, 8) ? wild_number(m) : some_shift(m), y = some_shift(m), vx = 0, vy = 0;
  int                      status = 0;
  remember(m);
  if (which == 0) {
    status = press_scroll_throw(m->engine, target, one_in(m, 2) ? wild_number(m) : some_shift(m) * 64, some_shift(m) * 64);
  } else if (which == 1) {
    status = press_scroll_aim(m->engine, target, x, y);
  } else if (which == 2) {
    status = press_scroll_stop(m->engine, target);
  } else if (which == 3) {
    press_scroll_content content;
    press_scroll_content_init(&content);
    content.target = target;
    content.x = x;
    content.y = y;
    if (one_in(m, 2)) content.min_x = -(press_q16)below(m, 64) * 4096, content.max_x = content.min_x + (press_q16)below(m, 64) * 4096;
    if (one_in(m, 2)) content.min_y = wild_number(m), content.max_y = wild_number(m);
    content.snap_x = (press_q16)below(m, 4) * 20000;
    content.snap_y = one_in(m, 8) ? wild_number(m) : 0;
    status = press_scroll_declare(m->engine, &content);
  } else if (which == 4) {
    press_scroll_config c = some_scroll(m);
    if (one_in(m, 16)) c.flags = (uint32_t)draw(m);
    status = press_scroll_set(m->engine, &c);
  } else if (which == 5) {
    press_scroll_status now;
    press_scroll_status_init(&now);
    status = press_scroll_get(m->engine, target, &now);
    if (status == PRESS_OK) MUST(m, now.is_thrown <= 1 && (now.is_thrown != 0 || now.ends_us != 0 || (now.vx == 0 && now.vy == 0)), "content");
    check_unchanged(m, names[which]);
  } else {
    status = press_scroll_get_velocity(m->engine, below(m, 4), &vx, &vy);
    check_unchanged(m, names[which]);
  }
  MUST(m, m->attached[IS_scroll] || status < 0, "throws are not attached");
  check_status(
    m, names[which], status, STATUSES(PRESS_ERR_INVAL, PRESS_ERR_NOENT, PRESS_ERR_NOSPC, PRESS_ERR_STATE, PRESS_ERR_AGAIN, PRESS_ERR_NOBUFS), merged);
}

static press_levels_config some_levels(machine *m) {
  press_levels_config c;
  press_levels_config_init(&c);
  c.flags = below(m, 4);
  c.count = 2 + below(m, 7);
  c.first_pressure = 1 + (press_q16)below(m, 8) * PRESS_ONE / 16;
  c.last_pressure = c.first_pressure + 1 + (press_q16)below(m, 8) * PRESS_ONE / 17;
  c.hysteresis = (press_q16)below(m, 4) * PRESS_ONE / 4;
  c.repeat_us = one_in(m, 3) ? 0 : 1000 + below(m, 29000);
  c.repeat_fast_us = 1000 + below(m, 20000);
  c.repeat_delay_us = one_in(m, 2) ? 0 : below(m, 30000);
  return c;
}

static press_crosstalk_config some_crosstalk(machine *m) {
  press_crosstalk_config c;
  press_crosstalk_config_init(&c);
  c.window_us = 1000 + below(m, 60000);
  c.share = (press_q16)below(m, PRESS_Q16(0.99) + 1);
  return c;
}

static press_strike_config some_strike(machine *m) {
  press_strike_config c;
  press_strike_config_init(&c);
  c.window_us = one_in(m, 2) ? 0 : below(m, 60000);
  c.min_speed = 1 + (press_q16)below(m, 65536) * 16;
  c.max_speed = c.min_speed + 1 + (press_q16)below(m, 65536) * 64;
  c.curve = (press_strike_curve)below(m, 3);
  c.exponent = PRESS_ONE / 8 + (press_q16)below(m, 65536) * 7;
  c.sources = (uint16_t)(one_in(m, 8) ? below(m, 257) : below(m, 4));
  c.unknown_velocity = (uint16_t)(one_in(m, 2) ? below(m, 128) : 0);
  return c;
}

static void call_attach(machine *m) {
#define NAME(name) "press_" #name "_attach",
  static const char *const names[] = {INTERACTIONS(NAME)};
#undef NAME
  uint32_t which = below(m, INTERACTION_COUNT);
  int      status = PRESS_OK;
  bool     default_config = one_in(m, 4), bad = one_in(m, 16);
  remember(m);
  if (which == IS_gestures) {
    press_gestures_config c;
    press_gestures_config_init(&c);
    c.hold_us = 1 + below(m, 60000);
    c.tap_us = one_in(m, 2) ? below(m, 60000) : 0;
    c.double_tap_us = below(m, 60000);
    c.slop = some_place(m) & INT32_MAX;
    c.double_tap_slop = some_place(m) & INT32_MAX;
    c.force_from_hold_us = one_in(m, 3) ? below(m, 60000) : 0;
    c.force_from_hold_delay_us = below(m, 20000);
    c.frame_us = 4000 + below(m, 20000);
    c.hold_slop = some_place(m) & INT32_MAX;
    c.scroll_slop = some_place(m) & INT32_MAX;
    c.hold_repeat_us = one_in(m, 2) ? 1000 + below(m, 30000) : 0;
    c.flags = below(m, 2);
    if (bad) c.frame_us = 0;
    status = press_gestures_attach(m->engine, default_config ? NULL : &c);
  } else if (which == IS_peek) {
    press_peek_config c;
    press_peek_config_init(&c);
    c.flags = below(m, 8);
    c.reveal_distance = 1 + (press_q16)below(m, 16) * 4096;
    c.slop = 1 + (press_q16)below(m, 4) * 4096;
    c.rest_us = below(m, 20000);
    c.hold_us = 1 + below(m, 60000);
    if (bad) c.flags = 8;
    status = press_peek_attach(m->engine, default_config ? NULL : &c);
  } else if (which == IS_transition) {
    press_transition_config c;
    press_transition_config_init(&c);
    c.max_transitions = (uint16_t)(1 + below(m, 3));
    c.frame_us = 1 + below(m, 30000);
    c.options.duration_us = below(m, 60000);
    if (one_in(m, 2)) c.flick_speed = (press_q16)below(m, 65536) * 64;
    some_watch(m, &c);
    if (one_in(m, 3)) some_spring(m, &c.options);
    if (press_transition_options_check(&c.options, NULL) != PRESS_OK) press_transition_options_init(&c.options);
    if (bad) c.options.speed = 0;
    status = press_transition_attach(m->engine, default_config ? NULL : &c);
  } else if (which == IS_drag) {
    bool was_attached = m->attached[IS_drag];
    status = attach_drag(m, default_config, &bad);
    m->attached[IS_drag] = was_attached;
  } else if (which == IS_button) {
    press_button_config c;
    press_button_config_init(&c);
    c.press_force = (press_q16)(1 + below(m, 8)) * PRESS_ONE / 8;
    c.release_force = 1 + (press_q16)below(m, (uint32_t)c.press_force / 2);
    c.flags = below(m, 4);
    if (bad) c.ceiling = 0;
    status = press_button_attach(m->engine, default_config ? NULL : &c);
  } else if (which == IS_scroll) {
    press_scroll_config c = some_scroll(m);
    if (bad) c.friction = 0;
    status = press_scroll_attach(m->engine, default_config ? NULL : &c);
  } else if (which == IS_levels) {
    press_levels_config c = some_levels(m);
    if (bad) c.count = 9;
    status = press_levels_attach(m->engine, default_config ? NULL : &c);
  } else if (which == IS_crosstalk) {
    press_crosstalk_config c = some_crosstalk(m);
    if (bad) c.share = PRESS_ONE;
    status = press_crosstalk_attach(m->engine, default_config ? NULL : &c);
  } else if (which == IS_strike) {
    press_strike_config c = some_strike(m);
    if (bad) c.exponent = 0;
    status = press_strike_attach(m->engine, default_config ? NULL : &c);
  } else {
    default_config = true;
#define ATTACH(name) \
  if (which == IS_##name) status = press_##name##_attach(m->engine, NULL);
    INTERACTIONS(ATTACH)
#undef ATTACH
  }
  if (m->depth && !(bad && !default_config)) MUST(m, status == PRESS_ERR_BUSY, "attached inside a callback");
  if (status == PRESS_OK) {
    MUST(m, !m->attached[which], "attached twice");
    m->attached[which] = true;
  }
  check_status(m, names[which], status, STATUSES(PRESS_ERR_INVAL, PRESS_ERR_NOSPC, PRESS_ERR_NOBUFS, PRESS_ERR_STATE, PRESS_ERR_BUSY), merged_now(m));
}

/* How much of its storage the engine uses. */
static size_t used_of(machine *m) {
  size_t used = press_engine_size(&m->config);
#define ADD(name) \
  if (m->attached[IS_##name]) { \
    press_##name##_config c; \
    press_##name##_config_init(&c); \
    MUST(m, press_##name##_get_config(m->engine, &c) == PRESS_OK, "what is attached has a config: " #name); \
    used += press_##name##_size(&m->config, &c); \
  }
  INTERACTIONS(ADD)
#undef ADD
  return used;
}

/* Attaches a set of interactions: all of it, or nothing. Unused storage may have been written to. */
static void call_attach_set(machine *m) {
  press_interactions set;
  press_interactions_init(&set);
  bool                   chosen[INTERACTION_COUNT], taken = false, any = false;
  press_scroll_config    scroll = some_scroll(m);
  press_strike_config    strike = some_strike(m);
  press_crosstalk_config crosstalk = some_crosstalk(m);
  press_levels_config    levels = some_levels(m);
#define DEFAULT(name) \
  press_##name##_config name##_default; \
  press_##name##_config_init(&name##_default);
  INTERACTIONS(DEFAULT)
#undef DEFAULT
  scroll_default = scroll, strike_default = strike, crosstalk_default = crosstalk, levels_default = levels;
  if (one_in(m, 8)) levels_default.count = 9;
#define CHOOSE(name) \
  chosen[IS_##name] = one_in(m, 4); \
  if (chosen[IS_##name]) set.name = &name##_default; \
  taken = taken || (chosen[IS_##name] && m->attached[IS_##name]); \
  any = any || chosen[IS_##name];
  INTERACTIONS(CHOOSE)
#undef CHOOSE
  if (one_in(m, 32)) set.size = (uint32_t)draw(m);
  bool good = press_interactions_check(&set, NULL) == PRESS_OK;
  MUST(m, set.size != sizeof set || (press_interactions_size(&m->config, &set) != 0) == (good && any), "a set is valid or has no size");
  remember(m);
  int status = press_interactions_attach(m->engine, &set);
  MUST(m, status != PRESS_OK || (good && !taken && (!m->depth || !any)), "a set that cannot be attached is refused");
  size_t used = used_of(m);
  int    level = level_of(m);
  if (status != PRESS_OK) memcpy(m->engine_before[level] + used, engine_storage(m) + used, m->engine_bytes - used);
  for (int i = 0; i < INTERACTION_COUNT && status == PRESS_OK; i++) m->attached[i] = m->attached[i] || chosen[i];
  check_status(m, "press_interactions_attach", status, STATUSES(PRESS_ERR_INVAL, PRESS_ERR_NOSPC, PRESS_ERR_NOBUFS, PRESS_ERR_STATE, PRESS_ERR_BUSY),
    merged_now(m));
}

/* A call in which the delegate may have been asked, and have called back in: then the bytes may differ. */
static void check_asked(machine *m, const char *call, int status, const int *allowed, int nested) {
  if (nested != m->nested_left) remember(m);
  check_status(m, call, status, allowed, merged_now(m));
}

static void call_gestures(machine *m) {
  remember(m);
  if (one_in(m, 3)) {
    int status = press_target_activate(m->engine, some_target(m));
    check_status(m, "press_target_activate", status, STATUSES(PRESS_ERR_NOENT, PRESS_ERR_STATE, PRESS_ERR_AGAIN, PRESS_ERR_NOSPC), merged_now(m));
    return;
  }
  uint32_t contact = some_contact(m);
  int      state = press_gestures_state(m->engine, contact);
  int      status = press_gestures_cancel(m->engine, contact);
  bool     runs = state == PRESS_GESTURE_HOLD || state == PRESS_GESTURE_SCROLL;
  if (status == PRESS_OK) MUST(m, runs, "cancelled what does not run");
  if (m->depth == 0 && runs) MUST(m, status == PRESS_OK && press_gestures_state(m->engine, contact) != state, "cancels what runs");
  check_status(m, "press_gestures_cancel", status, STATUSES(PRESS_ERR_NOENT, PRESS_ERR_STATE), 0);
}

static void call_peek(machine *m) {
  static const char *const names[] = {"press_peek_open", "press_peek_pop", "press_peek_dismiss", "press_peek_reveal", "press_action_perform",
    "press_action_back", "press_peek_find", "press_peek_replace", "press_peek_declare"};
  uint32_t                 which = below(m, 9), id = some_target(m);
  int                      status, nested = m->nested_left;
  press_peek               peek;
  press_peek_init(&peek);
  remember(m);
  switch (which) {
    case 0: status = press_peek_open(m->engine, id); break;
    case 1: status = press_peek_pop(m->engine); break;
    case 2: status = press_peek_dismiss(m->engine); break;
    case 3: status = press_peek_reveal(m->engine); break;
    case 4: status = press_action_perform(m->engine, id); break;
    case 5: status = press_action_back(m->engine); break;
    case 6: status = press_peek_find(m->engine, id, &peek); break;
    case 7: status = press_peek_replace(m->engine, one_in(m, 8) ? NULL : some_actions + below(m, 2), below(m, 4)); break;
    default: status = press_peek_declare(m->engine, declarations, below(m, 3)); break;
  }
  check_asked(m, names[which], status, STATUSES(PRESS_ERR_INVAL, PRESS_ERR_NOENT, PRESS_ERR_STATE, PRESS_ERR_AGAIN, PRESS_ERR_NOSPC), nested);
}

static void call_transition(machine *m) {
  static const char *const names[] = {"press_transition_start", "press_transition_update", "press_transition_finish", "press_transition_cancel",
    "press_transition_pause", "press_transition_set_speed", "press_transition_set_velocity", "press_transition_run_to", "press_transition_bind"};
  uint32_t                 which = below(m, 9), id = 1 + below(m, 3);
  int                      status, nested = m->nested_left;
  press_transition_options o;
  press_transition_options_init(&o);
  o.flags = below(m, 2);
  if (one_in(m, 3)) some_spring(m, &o);
  o.duration_us = below(m, 60000);
  if (one_in(m, 16)) o.speed = wild_number(m);
  if (one_in(m, 4)) o.fraction = one_in(m, 4) ? wild_number(m) : (press_q16)below(m, 65537);
  remember(m);
  switch (which) {
    case 0: status = press_transition_start(m->engine, id, one_in(m, 2) ? NULL : &o); break;
    case 1: status = press_transition_update(m->engine, id, one_in(m, 4) ? wild_number(m) : (press_q16)below(m, 65536)); break;
    case 2: status = press_transition_finish(m->engine, id); break;
    case 3: status = press_transition_cancel(m->engine, id); break;
    case 4: status = press_transition_pause(m->engine, id); break;
    case 5: status = press_transition_set_speed(m->engine, id, one_in(m, 4) ? wild_number(m) : 1 + (press_q16)below(m, 65536) * 4); break;
    case 6:
      status = press_transition_set_velocity(m->engine, id, one_in(m, 4) ? wild_number(m) : (press_q16)below(m, 65536) * 64 - (32 << 16));
      break;
    case 7: status = press_transition_run_to(m->engine, id, one_in(m, 4) ? wild_number(m) : (press_q16)below(m, 65537)); break;
    default: {
      uint32_t  driver = below(m, 6);
      press_q16 dx = driver == PRESS_DRIVER_MOTION ? wild_number(m) : 0;
      status = press_transition_bind(m->engine, id, driver, one_in(m, 2) ? 0 : some_target(m), dx, 0);
    }
  }
  check_asked(m, names[which], status, STATUSES(PRESS_ERR_INVAL, PRESS_ERR_NOENT, PRESS_ERR_STATE, PRESS_ERR_AGAIN, PRESS_ERR_NOSPC), nested);
}

static uint32_t some_session(machine *m) {
  uint32_t found = 0;
  for (size_t i = 0, n = 0; i < DRAGS_SESSIONS; i++)
    if (m->ledger.drags.lives[i].state && one_in(m, (uint32_t)++n)) found = m->ledger.drags.lives[i].id;
  if (!found && m->following != FOLLOW_DELEGATE) found = 1 + below(m, 4);
  return one_in(m, 16) ? (uint32_t)wild_number(m) : found;
}

static uint32_t some_item(machine *m, uint32_t session) {
  const drag_life *s = drags_life(&m->ledger.drags, session);
  if (s && s->begun && !one_in(m, 4)) return s->item[below(m, s->begun)];
  return one_in(m, 3) ? 0 : 1 + below(m, 16);
}

static void call_drag(machine *m) {
  static const char *const names[] = {"press_drag_begin", "press_drag_perform", "press_drag_move", "press_drag_over", "press_drag_drop",
    "press_drag_cancel", "press_drop_confirm", "press_drop_update", "press_drop_finish", "press_drop_undo", "press_drag_set_modifiers",
    "press_drop_redo", "press_drag_add", "press_drag_get_items"};
  uint32_t                 which = below(m, 14), session = some_session(m), target = some_target(m), other = some_target(m);
  uint32_t                 made = 77;
  int                      status, nested = m->nested_left;
  press_drag_item          items[65];
  remember(m);
  switch (which) {
    case 0: status = press_drag_begin(m->engine, target, one_in(m, 4) ? NULL : &made); break;
    case 1: status = press_drag_perform(m->engine, target, other, one_in(m, 4) ? NULL : &made); break;
    case 2: status = press_drag_move(m->engine, session, some_place(m), some_place(m)); break;
    case 3: status = press_drag_over(m->engine, session, target); break;
    case 4: status = press_drag_drop(m->engine, session); break;
    case 5: status = press_drag_cancel(m->engine, session); break;
    case 6: status = press_drop_confirm(m->engine, session, one_in(m, 2)); break;
    case 7:
      status = press_drop_update(m->engine, session, some_item(m, session), one_in(m, 8) ? wild_number(m) : (press_q16)below(m, 0x10001));
      break;
    case 8: status = press_drop_finish(m->engine, session, some_item(m, session), !one_in(m, 3)); break;
    case 9: status = press_drop_undo(m->engine); break;
    case 10: status = press_drag_set_modifiers(m->engine, one_in(m, 8) ? (uint32_t)draw(m) : below(m, 2)); break;
    case 11: status = press_drop_redo(m->engine); break;
    case 12: status = press_drag_add(m->engine, session, target); break;
    default:
      memset(items, 0x77, sizeof items);
      size_t capacity = below(m, 65);
      status = press_drag_get_items(m->engine, session, items, capacity);
      MUST(m, status <= 64, "items");
      size_t written = status < 0 ? 0 : (size_t)status < capacity ? (size_t)status : capacity;
      for (size_t i = 0; i < written; i++)
        MUST(m, items[i].id && items[i].flags <= (PRESS_ITEM_SELECTED | PRESS_ITEM_COPY_ONLY | PRESS_ITEM_SAME_DOMAIN | PRESS_ITEM_INSIDE), "item");
      for (size_t i = written * sizeof *items; i < sizeof items; i++) MUST(m, ((unsigned char *)items)[i] == 0x77, "no more than there are");
  }
  bool from_code = which <= 1, asks = from_code || which == 12;
  if (status == PRESS_ERR_BUSY) MUST(m, asks && m->depth, "busy outside a callback");
  if (from_code) MUST(m, status <= 0 && (status ? made == 77 : made != 0), "an id on success only");
  check_asked(m, names[which], status,
    STATUSES(PRESS_ERR_NOENT, PRESS_ERR_STATE, PRESS_ERR_INVAL, asks ? PRESS_ERR_NOSPC : PRESS_ERR_NOENT,
      from_code ? PRESS_ERR_AGAIN : PRESS_ERR_NOENT, asks ? PRESS_ERR_BUSY : PRESS_ERR_NOENT),
    nested);
}

static void call_button(machine *m) {
  press_button_config c;
  press_button_config_init(&c);
  c.press_force = (press_q16)(1 + below(m, 8)) * PRESS_ONE / 8;
  c.release_force = 1 + (press_q16)below(m, (uint32_t)c.press_force / 2);
  if (one_in(m, 2)) c.lift_us = below(m, 40001);
  c.flags = one_in(m, 16) ? (uint32_t)draw(m) : below(m, 4);
  c.rapid_fall = c.rapid_rise = 1 + (press_q16)below(m, 4) * PRESS_ONE / 8;
  if (one_in(m, 16)) c.ratio_up = wild_number(m);
  remember(m);
  check_status(m, "press_button_set", press_button_set(m->engine, &c), STATUSES(PRESS_ERR_INVAL, PRESS_ERR_STATE), 0);
}

static void call_levels(machine *m) {
  uint32_t            contact = some_contact(m);
  press_levels_status level, guard;
  press_levels_config c = some_levels(m);
  if (one_in(m, 16)) c.last_pressure = wild_number(m);
  memset(&guard, 0x77, sizeof guard);
  bool sized = !one_in(m, 8);
  if (sized) guard.size = sizeof guard;
  level = guard;
  remember(m);
  if (one_in(m, 2)) {
    check_status(m, "press_levels_set", press_levels_set(m->engine, &c), STATUSES(PRESS_ERR_INVAL, PRESS_ERR_STATE), 0);
    return;
  }
  int found = press_levels_get(m->engine, contact, &level);
  MUST(m, sized || found == PRESS_ERR_INVAL, "a state without a size");
  if (found < 0) MUST(m, memcmp(&level, &guard, sizeof level) == 0, "outputs are written on success only");
  if (found == PRESS_OK) MUST(m, level.level <= level.highest && level.highest <= PRESS_LEVELS_MOST && (level.level || !level.interval_us), "level");
  press_levels_status_init(&level);
  found = press_levels_get(m->engine, contact, &level);
  int  status = press_levels_cancel(m->engine, contact);
  bool is_at_one = found == PRESS_OK && level.level;
  MUST(m, status == (found < 0 ? found : is_at_one ? PRESS_OK : PRESS_ERR_STATE), "what is at a level can be cancelled, and nothing else");
  if (status == PRESS_OK && press_levels_get(m->engine, contact, &level) == PRESS_OK) MUST(m, !level.level, "at no level after cancel");
  check_status(m, "press_levels_cancel", status, STATUSES(PRESS_ERR_NOENT, PRESS_ERR_STATE), 0);
}

static void call_strike(machine *m) {
  press_strike_config c = some_strike(m), kept;
  press_strike        strike, guard;
  bool                keeps_sources = !one_in(m, 4);
  press_strike_config_init(&kept);
  press_strike_init(&guard);
  bool is_attached = press_strike_get_config(m->engine, &kept) == PRESS_OK;
  MUST(m, is_attached == m->attached[IS_strike], "a config where it is attached");
  remember(m);
  if (one_in(m, 3)) {
    if (keeps_sources) c.sources = kept.sources;
    if (one_in(m, 8)) c.exponent = wild_number(m);
    if (one_in(m, 8)) c.max_speed = wild_number(m);
    if (one_in(m, 16)) c.unknown_velocity = (uint16_t)draw(m);
    bool good = press_strike_config_check(&c, NULL) == PRESS_OK && c.sources == kept.sources;
    int  status = press_strike_set(m->engine, &c);
    MUST(m, (status == PRESS_OK) == (good && is_attached), "press_strike_set");
    if (status == PRESS_OK) MUST(m, press_strike_get_config(m->engine, &kept) == PRESS_OK && !memcmp(&c, &kept, sizeof c), "what was set");
    check_status(m, "press_strike_set", status, STATUSES(PRESS_ERR_INVAL, PRESS_ERR_STATE), 0);
    return;
  }
  strike = guard;
  int status = press_strike_get(m->engine, some_contact(m), &strike);
  if (status < 0) MUST(m, memcmp(&strike, &guard, sizeof strike) == 0, "outputs are written on success only");
  if (status == PRESS_OK) MUST(m, strike.velocity <= 127 && strike.speed >= 0 && strike.known <= 2 && !strike.reserved, "a strike");
  check_unchanged(m, "press_strike_get");
  check_status(m, "press_strike_get", status, STATUSES(PRESS_ERR_NOENT, PRESS_ERR_STATE), 0);
}

static void call_crosstalk(machine *m) {
  bool is_attached = m->attached[IS_crosstalk];
  remember(m);
  if (one_in(m, 4)) {
    press_crosstalk_config c = some_crosstalk(m), kept;
    if (one_in(m, 8)) c.share = wild_number(m);
    if (one_in(m, 16)) c.window_us = (uint32_t)draw(m);
    int status = press_crosstalk_set(m->engine, &c);
    press_crosstalk_config_init(&kept);
    if (status == PRESS_OK) MUST(m, press_crosstalk_get_config(m->engine, &kept) == PRESS_OK && !memcmp(&c, &kept, sizeof c), "what was set");
    check_status(m, "press_crosstalk_set", status, STATUSES(PRESS_ERR_INVAL, PRESS_ERR_STATE), 0);
    return;
  }
  uint32_t  from = below(m, 18), to = one_in(m, 16) ? some_contact(m) : below(m, 5);
  press_q16 share = one_in(m, 8) ? wild_number(m) : (press_q16)below(m, PRESS_ONE), before = -1, after = -1;
  int       found = press_crosstalk_get_share(m->engine, from, to, &before);
  int       status = press_crosstalk_set_share(m->engine, from, to, share);
  if (found < 0) MUST(m, before == -1 && status == found, "a share that cannot be asked for cannot be set");
  if (found == PRESS_OK) MUST(m, is_attached && from != to && before >= 0 && before <= PRESS_ONE, "a share");
  (void)press_crosstalk_get_share(m->engine, from, to, &after);
  if (status == PRESS_OK)
    MUST(m, after >= share && after - share < 256, "a share is rounded up to 1/256");
  else
    MUST(m, after == before, "a share that is refused changes nothing");
  check_status(m, "press_crosstalk_set_share", status, STATUSES(PRESS_ERR_INVAL, PRESS_ERR_STATE), 0);
}

/* @return false: it was refused. */
static bool feed_sample(machine *m, const press_sample *s) {
  uint32_t merged = merged_now(m);
  uint64_t resets = m->resets;
  check_tick_first(m, s);
  remember(m);
  int status = press_feed(m->engine, s, 1);
  if (status > 0) m->done.samples++, check_deadlines(m, s->t_us, resets);
  check_status(m, "press_feed", status, STATUSES(PRESS_ERR_TIME, PRESS_ERR_AGAIN, PRESS_ERR_NOSPC, PRESS_ERR_BUSY), merged);
  if (status < 0) return false;
  m->now = s->t_us;
  return true;
}

/* A finger that touches, wanders, presses and mostly lifts, slowly enough for interactions to begin. */
static void call_stroke(machine *m) {
  press_sample s = {.t_us = m->now, .contact = contact_ids[below(m, 2)], .flags = PRESS_SAMPLE_DOWN, .x = some_place(m), .y = some_place(m)};
  uint32_t     pace = one_in(m, 2) ? 1000 : 20000;
  bool         still = one_in(m, 2);
  for (uint32_t left = 1 + below(m, 6); left; left--) {
    s.t_us += below(m, pace);
    press_q16 touch = m->config.touch_force < 64 * PRESS_ONE ? m->config.touch_force : 0;
    s.force = touch + (press_q16)below(m, 12) * (PRESS_ONE / 16);
    if (!still) {
      s.x = (press_q16)below(m, 24) * 4096;
      s.y = (press_q16)((uint32_t)s.y - below(m, 24) * 4096u);
    }
    if (left == 1 && !one_in(m, 4)) s.flags = s.force = 0;
    if (!feed_sample(m, &s)) return;
  }
}

static void call_pinch(machine *m) {
  press_pinch_config c;
  press_pinch        pinch, guard;
  press_pinch_config_init(&c);
  press_pinch_init(&guard);
  c.flags = below(m, 2);
  c.slop = one_in(m, 16) ? wild_number(m) : (press_q16)(1 + below(m, 8) * 4096);
  c.turn_slop = (press_q16)(1 + below(m, 90)) * PRESS_ONE;
  pinch = guard;
  remember(m);
  if (one_in(m, 3)) {
    check_status(m, "press_pinch_set", press_pinch_set(m->engine, &c), STATUSES(PRESS_ERR_INVAL, PRESS_ERR_STATE), 0);
    return;
  }
  int status = press_pinch_get(m->engine, some_contact(m), &pinch);
  if (status < 0) MUST(m, memcmp(&pinch, &guard, sizeof pinch) == 0, "outputs are written on success only");
  MUST(m, m->attached[IS_pinch] || status == PRESS_ERR_STATE, "pinches are not attached");
  if (status == PRESS_OK) {
    MUST(m, pinch.contact != pinch.other && pinch.scale >= 0 && pinch.distance >= 0, "a pinch");
    MUST(m, press_pinch_get(m->engine, pinch.other, &guard) == PRESS_OK && memcmp(&pinch, &guard, sizeof pinch) == 0, "both fingers have one pinch");
  }
  check_status(m, "press_pinch_get", status, STATUSES(PRESS_ERR_NOENT, PRESS_ERR_STATE), 0);
}

/* Two fingers that touch in one frame, wander and mostly lift. */
static void call_fingers(machine *m) {
  press_sample both[2] = {
    {.t_us = m->now, .contact = contact_ids[0], .flags = PRESS_SAMPLE_DOWN}, {.contact = contact_ids[1], .flags = PRESS_SAMPLE_DOWN}};
  press_q16 touch = m->config.touch_force < 64 * PRESS_ONE ? m->config.touch_force : 0;
  for (uint32_t left = 1 + below(m, 6); left; left--) {
    uint64_t now = both[0].t_us + below(m, 20000);
    for (unsigned f = 0; f < 2; f++) {
      press_sample *s = &both[f];
      s->t_us = now;
      s->force = touch + (press_q16)below(m, 12) * (PRESS_ONE / 16);
      s->x = (press_q16)below(m, 24) * 4096 * (f ? 2 : 1);
      s->y = (press_q16)below(m, 24) * 4096;
      if (left == 1 && !one_in(m, 4)) s->flags = s->force = 0;
      if (!feed_sample(m, s)) return;
    }
  }
}

/* Progress that newer progress replaces is delivered, or is not. */
static void call_progress(machine *m) {
  remember(m);
  MUST(m, press_set_progress(NULL, true) == PRESS_ERR_INVAL, "NULL");
  check_status(m, "press_set_progress", press_set_progress(m->engine, one_in(m, 2)), STATUSES(0), 0);
}

static void call_interaction(machine *m) {
  switch (below(m, 23)) {
    case 18:
    case 19: call_scroll(m); break;
    case 20: call_crosstalk(m); break;
    case 21: call_strike(m); break;
    case 22:
      if (one_in(m, 4))
        call_attach_set(m);
      else
        call_progress(m);
      break;
    case 12:
    case 13:
    case 14:
    case 15:
    case 16: call_drag(m); break;
    case 0: call_attach(m); break;
    case 1: call_gestures(m); break;
    case 2:
    case 3: call_peek(m); break;
    case 4:
    case 5: call_transition(m); break;
    case 6: call_button(m); break;
    case 7: call_levels(m); break;
    case 8: call_pinch(m); break;
    case 9:
    case 10: call_fingers(m); break;
    default: call_stroke(m); break;
  }
}

static void call_something(machine *m) {
  if (m->drags_mostly && one_in(m, 2)) {
    if (one_in(m, 2))
      call_drag(m);
    else
      call_stroke(m);
    return;
  }
  if (one_in(m, 3)) {
    call_interaction(m);
    return;
  }
  uint32_t pick = below(m, m->depth ? 64 : 100);
  if (pick < 6)
    call_reset(m);
  else if (pick < 18)
    call_target(m);
  else if (pick < 24)
    call_delegate(m);
  else if (pick < 30)
    call_preview(m);
  else if (pick < 33)
    call_set(m);
  else if (pick < 36)
    call_release(m);
  else if (pick < 40)
    call_touch(m);
  else if (pick < 44)
    call_poll(m);
  else if (pick < 46)
    call_queries(m);
  else if (pick < 48)
    call_engine_init(m);
  else if (pick < 52)
    call_tick(m);
  else if (pick < 56)
    call_feed(m);
  else if (pick < 58)
    call_tare(m);
  else if (pick < 61)
    call_pad_feed(m);
  else if (pick < 62)
    call_pad_tick(m);
  else if (pick < 63)
    call_null(m);
  else if (pick < 64)
    call_pad_init(m);
  else if (pick < 66)
    call_check(m);
  else if (pick < 86)
    call_feed(m);
  else if (pick < 97)
    call_pad_feed(m);
  else if (pick < 99)
    call_pad_tick(m);
  else
    call_pure(m);
}

static void check_agreement(machine *m) {
  if (m->following != FOLLOW_DELEGATE) return;
  const char *wrong = ledger_agrees(&m->ledger, m->engine, contact_ids, CONTACTS);
  if (wrong) machine_fail(m, wrong, "what was delivered and what is there agree");
}

/* Finds the counters of refused input by letting an engine and a pad refuse. */
static void machine_learn(void) {
  static uint64_t storage[4096], before[4096];
  press_config    c;
  press_engine   *engine;
  press_sample    sample = {.t_us = 200000};
  press_config_init(&c);
  c.max_contacts = 1;
  c.max_targets = c.max_events = 0;
  engine_counters = 0;
  if (press_engine_init(storage, sizeof storage, &c, &engine) || press_feed(engine, &sample, 1) != 1) abort();
  memcpy(before, storage, sizeof before);
  sample.t_us = 9;
  if (press_feed(engine, &sample, 1) != PRESS_ERR_TIME) abort();
  for (size_t i = 0; i < sizeof storage; i += 4)
    if (memcmp((char *)before + i, (char *)storage + i, 4)) {
      if (engine_counters == 2) abort();
      engine_counter[engine_counters++] = i;
    }
  press_pad  *pad;
  press_frame frame = {.t_us = 10, .present = 1};
  if (press_pad_init(storage, sizeof storage, NULL, NULL, 1, &pad) || press_pad_feed(pad, &frame, NULL)) abort();
  memcpy(before, storage, sizeof before);
  if (press_pad_feed(pad, &frame, NULL) != PRESS_ERR_TIME) abort();
  size_t found = 0;
  for (size_t i = 0; i < sizeof storage; i += 4)
    if (memcmp((char *)before + i, (char *)storage + i, 4)) pad_counter = i, found++;
  if (found != 1) abort();
}

/* One sequence: an engine, a pad, and up to `calls` calls. */
static void machine_run(machine *m, uint32_t calls) {
  m->depth = 0;
  m->tared_inside = false;
  m->following = (int)below(m, 3);
  m->pad_always_delivers = one_in(m, 2);
  m->config = some_config(m, true);
  /* A fifth of all sequences is about drags. */
  m->drags_mostly = one_in(m, 5);
  if (m->drags_mostly) {
    m->config.max_targets = (uint16_t)(2 + below(m, 3));
    if (m->config.max_events) m->config.max_events = (uint16_t)(m->config.max_events + 12);
  }
  m->engine_bytes = press_engine_size(&m->config);
  /* Room for all, for some or for none. */
  if (m->drags_mostly)
    m->engine_bytes += 16384;
  else if (!one_in(m, 4))
    m->engine_bytes += one_in(m, 4) ? below(m, 512) * 8 : 16384;
  m->pad_bytes = press_pad_size(one_in(m, 4) ? PRESS_PAD_SENSORS : 1);
  MUST(m, m->engine_bytes && m->engine_bytes <= STORAGE && m->pad_bytes <= PAD_STORAGE, "sizes");
  m->engine_block = malloc(m->engine_bytes + 2 * CANARY);
  m->pad_block = malloc(m->pad_bytes + 2 * CANARY);
  MUST(m, m->engine_block && m->pad_block, "memory");
  memset(m->engine_block, 0xc5, m->engine_bytes + 2 * CANARY);
  memset(m->pad_block, 0xc5, m->pad_bytes + 2 * CANARY);
  MUST(m, press_engine_init(engine_storage(m), m->engine_bytes, &m->config, &m->engine) == PRESS_OK, "init");
  m->pad = NULL;
  if (!make_pad(m)) {
    /* The config was not valid: use the defaults. */
    press_pad_config_init(&m->pad_config);
    m->sensors = 1;
    MUST(m, press_pad_init(pad_storage(m), m->pad_bytes, NULL, NULL, 1, &m->pad) == PRESS_OK, "defaults");
  }
  m->now = below(m, 1000);
  watch_engine(m);
  if (m->drags_mostly) attach_drag(m, false, NULL);
  for (uint32_t i = below(m, 12); i; i--) call_attach(m);
  for (uint32_t i = m->drags_mostly ? 2 : below(m, 3); i; i--) {
    press_target t = {
      .size = sizeof t, .id = i, .width = PRESS_Q16(4), .height = PRESS_Q16(4), .traits = one_in(m, 2) ? TRAITS : (below(m, 16384) & TRAITS)};
    if (m->drags_mostly) t.traits |= (i == 1 ? PRESS_TARGET_DRAG_SOURCE : PRESS_TARGET_DROP | (below(m, 16384) & TRAITS)), t.width >>= i - 1;
    (void)press_target_add(m->engine, &t);
  }
  calls = 1 + below(m, calls);
  while (calls-- && (!m->bytes || m->left)) {
    m->nested_left = 8;
    call_something(m);
    check_agreement(m);
  }
  /* Whatever is left has its end now. */
  m->nested_left = 0;
  m->ledger.restarts++;
  MUST(m, press_engine_reset(m->engine) == PRESS_OK, "reset");
  int taken = 1;
  while (taken) {
    taken = 0;
    while (poll_once(m, 8)) taken++;
    /* Delivers the events that waited for room. */
    MUST(m, press_tick(m->engine, 0) == PRESS_OK, "tick");
  }
  press_engine_stats stats = {.size = sizeof stats};
  press_engine_get_stats(m->engine, &stats);
  if (m->following == FOLLOW_QUEUE) MUST(m, stats.overwritten == 0, "an event was lost without a delegate");
  if (m->following == FOLLOW_DELEGATE) MUST(m, !m->is_level, "a level goes on after the last event");
  if (m->following != FOLLOW_NOTHING && (m->following == FOLLOW_DELEGATE || m->config.max_events))
    check_nothing_lives(m, true, "everything begun has ended");
  check_canaries(m);
  free(m->engine_block);
  free(m->pad_block);
  m->done.sequences++;
}

#endif
