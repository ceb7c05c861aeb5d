#include "support.h"
#include "drags.h"

#include <stdio.h>
#include <stdlib.h>

static void write_down(recorder *log, press_engine *engine, const entry *told) {
  assert_true(log->count < RECORDER_CAPACITY);
  log->entries[log->count++] = *told;
  if (log->hook) log->hook(log, engine, told);
}

static bool should_begin(press_engine *engine, const press_touch *touch, void *user) {
  recorder *log = user;
  entry     told = {.kind = ENTRY_ASKED, .touch = *touch};
  write_down(log, engine, &told);
  return !log->refuses;
}

static void preview_did_update(press_engine *engine, const press_touch *touch, press_q16 progress, bool ended, void *user) {
  entry told = {.kind = ENTRY_PREVIEW, .touch = *touch, .progress = progress, .ended = ended};
  write_down(user, engine, &told);
}

static void commit_did_update(press_engine *engine, const press_touch *touch, press_q16 progress, bool ended, void *user) {
  entry told = {.kind = ENTRY_COMMIT, .touch = *touch, .progress = progress, .ended = ended};
  write_down(user, engine, &told);
}

static void preview_did_cancel(press_engine *engine, const press_touch *touch, void *user) {
  entry told = {.kind = ENTRY_CANCEL, .touch = *touch};
  write_down(user, engine, &told);
}

static void on_event(press_engine *engine, const press_event *event, void *user) {
  entry told = {.kind = ENTRY_EVENT, .event = *event};
  write_down(user, engine, &told);
}

static bool peek_will_show(press_engine *engine, const press_touch *touch, press_peek *peek, void *user) {
  recorder *log = user;
  entry     told = {.kind = ENTRY_WILL_SHOW, .touch = *touch};
  assert_int_equal(peek->size, sizeof *peek);
  write_down(log, engine, &told);
  if (!log->peek || (log->peek_target && log->peek_target != touch->target)) return false;
  *peek = *log->peek;
  return true;
}

static void transition_will_start(press_engine *engine, uint32_t transition, press_transition_options *options, void *user) {
  recorder *log = user;
  entry     told = {.kind = ENTRY_WILL_START, .transition = transition};
  write_down(log, engine, &told);
  if (log->options) *options = *log->options;
}

press_delegate recorder_delegate(recorder *log) {
  press_delegate delegate = {
    .size = sizeof delegate,
    .user = log,
    .preview_should_begin = should_begin,
    .preview_did_update = preview_did_update,
    .commit_did_update = commit_did_update,
    .preview_did_cancel = preview_did_cancel,
    .on_event = on_event,
    .peek_will_show = peek_will_show,
    .transition_will_start = transition_will_start,
  };
  return delegate;
}

void recorder_clear(recorder *log) { log->count = 0; }

static char text[1 << 20];

static void append(size_t *length, const char *part) {
  size_t more = strlen(part);
  assert_true(*length + more + 1 < sizeof text);
  memcpy(text + *length, part, more + 1);
  *length += more;
}

static const char *describe(const recorder *log, bool with_callbacks) {
  size_t length = 0;
  text[0] = 0;
  for (size_t i = 0; i < log->count; i++) {
    const entry *told = &log->entries[i];
    if (told->kind != ENTRY_EVENT && !with_callbacks) continue;
    if (length) append(&length, " ");
    switch (told->kind) {
      case ENTRY_ASKED: append(&length, "should_begin?"); break;
      case ENTRY_PREVIEW: append(&length, "did_update"); break;
      case ENTRY_COMMIT: append(&length, "commit_did_update"); break;
      case ENTRY_CANCEL: append(&length, "did_cancel"); break;
      case ENTRY_WILL_SHOW: append(&length, "will_show?"); break;
      case ENTRY_WILL_START: append(&length, "will_start?"); break;
      case ENTRY_EVENT: append(&length, press_event_name(told->event.type)); break;
    }
    if (told->kind == ENTRY_EVENT ? (told->event.flags & PRESS_EVENT_ENDED) != 0 : told->ended) append(&length, "!");
    if (told->kind == ENTRY_EVENT && told->event.reason) {
      append(&length, ":");
      append(&length, press_reason_name(told->event.reason));
    }
    if (told->kind == ENTRY_EVENT && told->event.type >= PRESS_EVENT_ACTIONS_REVEALED && told->event.type <= PRESS_EVENT_ACTION_SELECTED) {
      char value[16];
      snprintf(value, sizeof value, "=%d", (int)told->event.value);
      append(&length, value);
    }
  }
  return text;
}

const char *recorder_events(const recorder *log) { return describe(log, false); }
const char *recorder_calls(const recorder *log) { return describe(log, true); }

size_t recorder_count(const recorder *log, uint32_t type) {
  size_t count = 0;
  for (size_t i = 0; i < log->count; i++) count += log->entries[i].kind == ENTRY_EVENT && log->entries[i].event.type == type;
  return count;
}

const press_event *recorder_last(const recorder *log, uint32_t type) {
  for (size_t i = log->count; i-- > 0;)
    if (log->entries[i].kind == ENTRY_EVENT && log->entries[i].event.type == type) return &log->entries[i].event;
  return NULL;
}

/* What is known of one contact while a log is read. */
typedef struct life {
  uint32_t contact;
  bool     down, previewing, committing, decided;
  uint32_t became; /* the event with which it became a hold, a scroll or a preview */
  bool     holding, scrolling;
} life;

static life *life_of(life *lives, size_t *count, uint32_t contact) {
  for (size_t i = 0; i < *count; i++)
    if (lives[i].contact == contact) return &lives[i];
  assert_true(*count < 256);
  life fresh = {.contact = contact};
  lives[*count] = fresh;
  return &lives[(*count)++];
}

static void check_progress(const press_event *event) {
  assert_in_range(event->progress, 0, PRESS_ONE);
  assert_int_equal((event->flags & PRESS_EVENT_ENDED) != 0, event->progress == PRESS_ONE);
}

static void follow_sensor(int32_t *fault, const press_event *event) {
  assert_true(event->subject < PRESS_PAD_SENSORS);
  if (event->type == PRESS_EVENT_SENSOR_FAULT) {
    assert_int_equal(fault[event->subject], PRESS_REASON_NONE);
    assert_int_not_equal(event->reason, PRESS_REASON_NONE);
    fault[event->subject] = event->reason;
  } else if (event->type == PRESS_EVENT_SENSOR_RECOVERED) {
    assert_int_equal(fault[event->subject], event->reason);
    fault[event->subject] = PRESS_REASON_NONE;
  }
}

/* The one peek that may be shown. */
typedef struct peeking {
  bool     shown, revealed, chosen;
  uint32_t subject;
} peeking;

static void follow_peek(peeking *peek, const press_event *event) {
  if (event->type == PRESS_EVENT_PEEK_SHOWN) {
    assert_false(peek->shown);
    peeking fresh = {.shown = true, .subject = event->subject};
    *peek = fresh;
    return;
  }
  assert_true(peek->shown);
  assert_int_equal(event->subject, peek->subject);
  switch (event->type) {
    case PRESS_EVENT_ACTIONS_REVEALED:
      assert_false(peek->chosen);
      peek->revealed = true;
      break;
    case PRESS_EVENT_ACTION_HIGHLIGHTED:
      assert_true(peek->revealed);
      assert_false(peek->chosen);
      break;
    case PRESS_EVENT_ACTION_SELECTED:
      assert_true(peek->revealed);
      assert_false(peek->chosen);
      peek->chosen = true;
      break;
    case PRESS_EVENT_PEEK_POPPED:
      /* Revealing blocks the pop; the program may. */
      assert_true(!peek->revealed || event->reason == PRESS_REASON_PROGRAM);
      peek->shown = false;
      break;
    default:
      assert_int_equal(peek->chosen, event->reason == PRESS_REASON_NONE);
      peek->shown = false;
  }
}

/* Transitions that live, by their subject; 0: a free place. */
static void follow_transition(uint32_t *live, const press_event *event) {
  size_t i = 0;
  assert_int_not_equal(event->subject, 0);
  assert_in_range(event->progress, 0, PRESS_ONE);
  assert_int_equal(event->contact, PRESS_NO_CONTACT);
  while (i < 64 && live[i] != event->subject) i++;
  assert_int_equal(i < 64, event->type != PRESS_EVENT_TRANSITION_STARTED);
  if (event->type == PRESS_EVENT_TRANSITION_STARTED) {
    for (i = 0; i < 64 && live[i]; i++) {}
    assert_true(i < 64);
    live[i] = event->subject;
  } else if (event->type != PRESS_EVENT_TRANSITION_UPDATED) {
    live[i] = 0;
  }
  if (event->type == PRESS_EVENT_TRANSITION_FINISHED) assert_int_equal(event->progress, PRESS_ONE);
}

/* A contact becomes one thing only. */
static void becomes(life *it, const press_event *event) {
  assert_int_equal(it->became, 0);
  it->became = event->type;
}

static void follow_gesture(life *it, const press_event *event) {
  switch (event->type) {
    case PRESS_EVENT_HOLD_BEGAN:
      becomes(it, event);
      it->holding = true;
      break;
    case PRESS_EVENT_HOLD_ENDED:
    case PRESS_EVENT_HOLD_CANCELLED:
      assert_true(it->holding);
      assert_int_equal(event->type == PRESS_EVENT_HOLD_ENDED, event->reason == PRESS_REASON_LIFTED);
      assert_int_not_equal(event->reason, PRESS_REASON_NONE);
      it->holding = false;
      break;
    case PRESS_EVENT_SCROLL_BEGAN:
      becomes(it, event);
      it->scrolling = true;
      break;
    case PRESS_EVENT_SCROLL_MOVED: assert_true(it->scrolling); break;
    default:
      assert_true(it->scrolling);
      assert_int_equal(event->type == PRESS_EVENT_SCROLL_ENDED, event->reason == PRESS_REASON_LIFTED);
      assert_int_not_equal(event->reason, PRESS_REASON_NONE);
      it->scrolling = false;
  }
}

void assert_every_beginning_has_one_end(const press_event *events, size_t count) {
  life     lives[256];
  size_t   known = 0;
  int32_t  fault[PRESS_PAD_SENSORS] = {0};
  peeking  peek = {0};
  uint32_t transitions[64] = {0};
  bool     button = false;
  drags    dragged = {0};
  for (size_t i = 0; i < count; i++) {
    const press_event *event = &events[i];
    /* Late is only what later input decided: a lift, a tap that waited, what waited for a finger that came back. */
    assert_true(event->late_us <= event->t_us);
    if (event->type == PRESS_EVENT_CONTACT_BEGAN || event->type == PRESS_EVENT_CONTACT_CANCELLED) assert_int_equal(event->late_us, 0);
    const char *wrong = drags_follow(&dragged, event, NULL);
    if (wrong) fail_msg("%s: %s", press_event_name(event->type), wrong);
    if (event->type >= PRESS_EVENT_DRAG_BEGAN) continue;
    if (event->type >= PRESS_EVENT_SENSOR_FAULT && event->type <= PRESS_EVENT_RECALIBRATE) {
      follow_sensor(fault, event);
      continue;
    }
    if (event->type >= PRESS_EVENT_TRANSITION_STARTED && event->type <= PRESS_EVENT_TRANSITION_CANCELLED) {
      follow_transition(transitions, event);
      continue;
    }
    if (event->type >= PRESS_EVENT_PEEK_SHOWN && event->type <= PRESS_EVENT_ACTION_SELECTED) {
      follow_peek(&peek, event);
      continue;
    }
    /* A tap that waited for a second one is told when its contact is gone. */
    if (event->type == PRESS_EVENT_TAPPED) {
      assert_int_equal(event->reason == PRESS_REASON_PROGRAM, event->contact == PRESS_NO_CONTACT);
      continue;
    }
    life *it = life_of(lives, &known, event->contact);
    if (event->type == PRESS_EVENT_CONTACT_BEGAN) {
      assert_false(it->down);
      life fresh = {.contact = event->contact, .down = true};
      *it = fresh;
      continue;
    }
    /* Nothing is told of a contact that is not there. */
    assert_true(it->down);
    switch (event->type) {
      case PRESS_EVENT_CONTACT_MOVED: break;
      case PRESS_EVENT_CONTACT_ENDED:
        assert_int_equal(event->reason, PRESS_REASON_LIFTED);
        assert_false(it->previewing || it->holding || it->scrolling);
        it->down = false;
        break;
      case PRESS_EVENT_CONTACT_CANCELLED:
        assert_int_not_equal(event->reason, PRESS_REASON_NONE);
        assert_int_not_equal(event->reason, PRESS_REASON_LIFTED);
        assert_false(it->previewing || it->holding || it->scrolling);
        it->down = false;
        break;
      case PRESS_EVENT_PREVIEW_BEGAN:
        assert_false(it->decided);
        becomes(it, event);
        it->decided = it->previewing = true;
        break;
      case PRESS_EVENT_PREVIEW_REFUSED:
        assert_false(it->decided);
        it->decided = true;
        break;
      case PRESS_EVENT_PREVIEW_UPDATED:
        assert_true(it->previewing);
        assert_false(it->committing);
        check_progress(event);
        if (event->flags & PRESS_EVENT_ENDED) it->committing = true;
        break;
      case PRESS_EVENT_COMMIT_UPDATED:
        assert_true(it->previewing);
        assert_true(it->committing);
        check_progress(event);
        if (event->flags & PRESS_EVENT_ENDED) it->previewing = it->committing = false;
        break;
      case PRESS_EVENT_PREVIEW_CANCELLED:
        assert_true(it->previewing);
        assert_int_not_equal(event->reason, PRESS_REASON_NONE);
        it->previewing = it->committing = false;
        break;
      case PRESS_EVENT_DOUBLE_TAPPED: becomes(it, event); break;
      case PRESS_EVENT_HOLD_BEGAN:
      case PRESS_EVENT_HOLD_ENDED:
      case PRESS_EVENT_HOLD_CANCELLED:
      case PRESS_EVENT_SCROLL_BEGAN:
      case PRESS_EVENT_SCROLL_MOVED:
      case PRESS_EVENT_SCROLL_ENDED:
      case PRESS_EVENT_SCROLL_CANCELLED: follow_gesture(it, event); break;
      case PRESS_EVENT_BUTTON_PRESSED:
        assert_false(button);
        button = true;
        break;
      case PRESS_EVENT_BUTTON_RELEASED:
      case PRESS_EVENT_BUTTON_CANCELLED:
        assert_true(button);
        assert_int_equal(event->type == PRESS_EVENT_BUTTON_RELEASED, event->reason == PRESS_REASON_NONE);
        button = false;
        break;
      default: fail_msg("an event of unknown type %u", (unsigned)event->type);
    }
  }
  for (size_t i = 0; i < known; i++) assert_false(lives[i].down || lives[i].previewing || lives[i].holding || lives[i].scrolling);
  for (size_t i = 0; i < 64; i++) assert_int_equal(transitions[i], 0);
  assert_false(peek.shown || button);
  const char *wrong = drags_over(&dragged, true);
  if (wrong) fail_msg("%s", wrong);
}

void assert_log_is_sound(const recorder *log) {
  press_event *events = calloc(log->count + 1, sizeof *events);
  assert_non_null(events);
  size_t count = 0;
  for (size_t i = 0; i < log->count; i++) {
    const entry *told = &log->entries[i];
    if (told->kind == ENTRY_EVENT) {
      events[count++] = told->event;
      continue;
    }
    if (told->kind == ENTRY_ASKED || told->kind == ENTRY_WILL_SHOW || told->kind == ENTRY_WILL_START) continue;
    /* A specific callback comes just before the event that says the same. */
    const entry *next = told + 1;
    /* What the hook called from in there may have asked. */
    while (next < log->entries + log->count && (next->kind == ENTRY_WILL_SHOW || next->kind == ENTRY_WILL_START)) next++;
    assert_true(next < log->entries + log->count);
    assert_int_equal(next->kind, ENTRY_EVENT);
    uint32_t type = told->kind == ENTRY_PREVIEW  ? PRESS_EVENT_PREVIEW_UPDATED
                    : told->kind == ENTRY_COMMIT ? PRESS_EVENT_COMMIT_UPDATED
                                                 : PRESS_EVENT_PREVIEW_CANCELLED;
    assert_int_equal(next->event.type, type);
    assert_int_equal(next->event.contact, told->touch.contact);
    assert_int_equal(next->event.target, told->touch.target);
    assert_int_equal(next->event.x, told->touch.x);
    assert_int_equal(next->event.y, told->touch.y);
    assert_int_equal(next->event.force, told->touch.force);
    assert_int_equal(next->event.pressure, told->touch.pressure);
    /* A cancel may come after the last sample of its contact. */
    assert_true(told->kind == ENTRY_CANCEL ? next->event.t_us >= told->touch.t_us : next->event.t_us == told->touch.t_us);
    if (told->kind != ENTRY_CANCEL) {
      assert_int_equal(next->event.progress, told->progress);
      assert_int_equal((next->event.flags & PRESS_EVENT_ENDED) != 0, told->ended);
    }
  }
  assert_every_beginning_has_one_end(events, count);
  free(events);
}

press_config bench_config(void) {
  press_config config;
  press_config_init(&config);
  config.zero_force = 0;
  config.full_force = PRESS_ONE;
  config.touch_force = PRESS_Q16(0.1);
  config.release_force = PRESS_Q16(0.05);
  config.preview_pressure = PRESS_Q16(0.25);
  config.commit_pressure = PRESS_Q16(0.5);
  config.complete_pressure = PRESS_Q16(0.75);
  config.lost_after_us = 0;
  config.lift_us = 0;
  return config;
}

void bench_make(bench *b, const press_config *config) {
  b->config = config ? *config : bench_config();
  b->now = 0;
  b->log.count = 0;
  b->log.refuses = false;
  b->log.peek = NULL;
  b->log.peek_target = 0;
  b->log.options = NULL;
  b->log.hook = NULL;
  b->log.context = NULL;
  b->log.calls = 0;
  /* Storage is whatever it was before: an engine must not rely on zeros. */
  memset(b->storage, 0xa5, sizeof b->storage);
  assert_int_equal(press_engine_init(b->storage, sizeof b->storage, &b->config, &b->engine), PRESS_OK);
  press_delegate delegate = recorder_delegate(&b->log);
  assert_int_equal(press_set_delegate(b->engine, &delegate), PRESS_OK);
}

press_sample sample_of(uint64_t t_us, uint32_t contact, double newtons, uint32_t flags) {
  press_sample sample = {.t_us = t_us, .contact = contact, .flags = flags, .force = PRESS_Q16(newtons)};
  return sample;
}

int bench_try(bench *b, uint64_t t_us, uint32_t contact, double newtons, uint32_t flags) {
  press_sample sample = sample_of(t_us, contact, newtons, flags);
  return press_feed(b->engine, &sample, 1);
}

void bench_feed_at(bench *b, uint32_t contact, double newtons, double x, double y) {
  press_sample sample = sample_of(b->now += 10000, contact, newtons, 0);
  sample.x = PRESS_Q16(x);
  sample.y = PRESS_Q16(y);
  assert_int_equal(press_feed(b->engine, &sample, 1), 1);
}

void bench_feed(bench *b, double newtons) { bench_feed_at(b, 0, newtons, 0, 0); }

void bench_feed_flags(bench *b, uint32_t contact, double newtons, uint32_t flags) {
  assert_int_equal(bench_try(b, b->now += 10000, contact, newtons, flags), 1);
}

void bench_target(bench *b, uint32_t id, uint32_t container, double x, double y, double width, double height, uint32_t traits) {
  press_target target = {
    .size = sizeof target, .id = id, .container = container,
    .x = PRESS_Q16(x), .y = PRESS_Q16(y), .width = PRESS_Q16(width), .height = PRESS_Q16(height), .traits = traits,
  };
  assert_int_equal(press_target_add(b->engine, &target), PRESS_OK);
}

press_button_status bench_button(const bench *b) {
  press_button_status now;
  press_button_status_init(&now);
  assert_int_equal(press_button_get(b->engine, &now), PRESS_OK);
  return now;
}

void bench_finish(bench *b) {
  b->log.hook = NULL;
  assert_int_equal(press_engine_reset(b->engine), PRESS_OK);
  assert_log_is_sound(&b->log);
  press_event events[16];
  int         taken;
  size_t      drained = 0;
  while ((taken = press_poll(b->engine, events, 16)) > 0) drained += (size_t)taken;
  assert_int_equal(taken, 0);
  size_t least = 8 + 2 * (size_t)b->config.max_contacts;
  size_t most = b->config.max_events == 0 ? 0 : b->config.max_events < least ? least : b->config.max_events;
  assert_true(drained <= most);
  assert_true(press_next_deadline(b->engine) == PRESS_NEVER);
}
