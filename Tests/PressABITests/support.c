#include "support.h"
#include "ledger.h"

#include <stdio.h>
#include <stdlib.h>

/* The linker knows where a section begins and ends whose name is a word of C. */
extern const listed_test *const __start_tests[], *const __stop_tests[];

static int by_line(const void *one, const void *other) {
  return (*(const listed_test *const *)one)->line - (*(const listed_test *const *)other)->line;
}

int run_all(CMFixtureFunction setup, CMFixtureFunction teardown) {
  static const listed_test *listed[256];
  static struct CMUnitTest  tests[COUNT(listed)];
  size_t                    count = (size_t)(__stop_tests - __start_tests);
  if (count > COUNT(listed)) return fprintf(stderr, "more than %zu tests\n", COUNT(listed)), 1;
  memcpy(listed, __start_tests, count * sizeof *listed);
  qsort(listed, count, sizeof *listed, by_line);
  for (size_t i = 0; i < count; i++) tests[i] = listed[i]->test;
  cmocka_set_test_filter(getenv("ONLY")); /* NULL: all */
  return _cmocka_run_group_tests("tests", tests, count, setup, teardown);
}

static void write_down(recorder *log, press_engine *engine, const entry *delivered) {
  assert_true(log->count < RECORDER_CAPACITY);
  log->entries[log->count++] = *delivered;
  if (log->hook) log->hook(log, engine, delivered);
}

static bool should_begin(press_engine *engine, const press_touch *touch, void *user) {
  recorder *log = user;
  entry     delivered = {.kind = ENTRY_ASKED, .touch = *touch};
  write_down(log, engine, &delivered);
  return !log->refuses;
}

static void preview_did_update(press_engine *engine, const press_touch *touch, press_q16 progress, bool ended, void *user) {
  entry delivered = {.kind = ENTRY_PREVIEW, .touch = *touch, .progress = progress, .ended = ended};
  write_down(user, engine, &delivered);
}

static void commit_did_update(press_engine *engine, const press_touch *touch, press_q16 progress, bool ended, void *user) {
  entry delivered = {.kind = ENTRY_COMMIT, .touch = *touch, .progress = progress, .ended = ended};
  write_down(user, engine, &delivered);
}

static void preview_did_cancel(press_engine *engine, const press_touch *touch, void *user) {
  entry delivered = {.kind = ENTRY_CANCEL, .touch = *touch};
  write_down(user, engine, &delivered);
}

static void on_event(press_engine *engine, const press_event *event, void *user) {
  entry delivered = {.kind = ENTRY_EVENT, .event = *event};
  write_down(user, engine, &delivered);
}

static bool peek_will_show(press_engine *engine, const press_touch *touch, press_peek *peek, void *user) {
  recorder *log = user;
  entry     delivered = {.kind = ENTRY_WILL_SHOW, .touch = *touch};
  assert_int_equal(peek->size, sizeof *peek);
  write_down(log, engine, &delivered);
  if (!log->peek || (log->peek_target && log->peek_target != touch->target)) return false;
  *peek = *log->peek;
  return true;
}

static void transition_will_start(press_engine *engine, uint32_t transition, press_transition_options *options, void *user) {
  recorder *log = user;
  entry     delivered = {.kind = ENTRY_WILL_START, .transition = transition, .progress = options->fraction};
  write_down(log, engine, &delivered);
  if (log->options) *options = *log->options;
}

static void transition_will_run(press_engine *engine, uint32_t transition, bool finishes, press_transition_options *options, void *user) {
  recorder *log = user;
  entry     delivered = {.kind = ENTRY_WILL_RUN, .transition = transition, .ended = finishes, .progress = options->fraction};
  write_down(log, engine, &delivered);
  if (log->run_options) *options = *log->run_options;
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
    .transition_will_run = transition_will_run,
  };
  return delegate;
}

void recorder_clear(recorder *log) { log->count = log->from = 0; }

static char text[1 << 20];

static void append(size_t *length, const char *part) {
  size_t more = strlen(part);
  assert_true(*length + more + 1 < sizeof text);
  memcpy(text + *length, part, more + 1);
  *length += more;
}

static const char *name_of(const entry *delivered) {
  static const char *const callbacks[] = {
    "should_begin?", "did_update", "commit_did_update", "did_cancel", NULL, "will_show?", "will_start?", "will_run?"};
  return delivered->kind == ENTRY_EVENT ? press_event_name(delivered->event.type) : callbacks[delivered->kind];
}

static bool is_ended(const entry *delivered) {
  return delivered->kind == ENTRY_EVENT ? (delivered->event.flags & PRESS_EVENT_FLAG_ENDED) != 0 : delivered->ended;
}

static const char *describe(const recorder *log, bool with_callbacks) {
  size_t length = 0;
  text[0] = 0;
  for (size_t i = log->from; i < log->count; i++) {
    const entry *delivered = &log->entries[i];
    if (delivered->kind != ENTRY_EVENT && !with_callbacks) continue;
    if (length) append(&length, " ");
    append(&length, name_of(delivered));
    if (is_ended(delivered)) append(&length, "!");
    if (delivered->kind == ENTRY_EVENT && delivered->event.flags & PRESS_EVENT_FLAG_RESTING) append(&length, ":resting");
    if (delivered->kind == ENTRY_EVENT && delivered->event.reason) {
      append(&length, ":");
      append(&length, press_reason_name(delivered->event.reason));
    }
    if (delivered->kind == ENTRY_EVENT && delivered->event.type >= PRESS_EVENT_ACTIONS_REVEALED
        && delivered->event.type <= PRESS_EVENT_ACTION_SELECTED) {
      char value[16];
      snprintf(value, sizeof value, "=%d", (int)delivered->event.value);
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

static void assert_is_sound(const press_event *events, size_t count, uint32_t idle_resets) {
  static ledger books;
  ledger_init(&books, true, false);
  books.restarts = idle_resets;
  for (size_t i = 0; i < count; i++) {
    bool is_reset = events[i].reason == PRESS_REASON_RESET, was_reset = i > 0 && events[i - 1].reason == PRESS_REASON_RESET;
    books.restarts += is_reset && !was_reset;
    const char *wrong = ledger_follow(&books, &events[i], NULL);
    if (wrong) fail_msg("%s: %s", press_event_name(events[i].type), wrong);
  }
  const char *wrong = ledger_over(&books, true);
  if (wrong) fail_msg("%s", wrong);
}

void assert_every_beginning_has_one_end(const press_event *events, size_t count) { assert_is_sound(events, count, 0); }

void assert_log_is_sound(const recorder *log) {
  press_event *events = calloc(log->count + 1, sizeof *events);
  assert_non_null(events);
  size_t count = 0;
  for (size_t i = 0; i < log->count; i++) {
    const entry *delivered = &log->entries[i];
    if (delivered->kind == ENTRY_EVENT) {
      events[count++] = delivered->event;
      continue;
    }
    if (delivered->kind == ENTRY_ASKED || delivered->kind == ENTRY_WILL_SHOW || delivered->kind == ENTRY_WILL_START
        || delivered->kind == ENTRY_WILL_RUN)
      continue;
    /* A specific callback comes just before the event that says the same. */
    const entry *next = delivered + 1;
    /* Skip the questions that calls of the hook caused in between. */
    while (next < log->entries + log->count && (next->kind == ENTRY_WILL_SHOW || next->kind == ENTRY_WILL_START)) next++;
    assert_true(next < log->entries + log->count);
    assert_int_equal(next->kind, ENTRY_EVENT);
    uint32_t type = delivered->kind == ENTRY_PREVIEW  ? PRESS_EVENT_PREVIEW_UPDATED
                    : delivered->kind == ENTRY_COMMIT ? PRESS_EVENT_COMMIT_UPDATED
                                                      : PRESS_EVENT_PREVIEW_CANCELLED;
    assert_int_equal(next->event.type, type);
    assert_int_equal(next->event.contact, delivered->touch.contact);
    assert_int_equal(next->event.target, delivered->touch.target);
    assert_int_equal(next->event.x, delivered->touch.x);
    assert_int_equal(next->event.y, delivered->touch.y);
    assert_int_equal(next->event.force, delivered->touch.force);
    assert_int_equal(next->event.pressure, delivered->touch.pressure);
    /* A cancel may come after the last sample of its contact. */
    assert_true(delivered->kind == ENTRY_CANCEL ? next->event.t_us >= delivered->touch.t_us : next->event.t_us == delivered->touch.t_us);
    if (delivered->kind != ENTRY_CANCEL) {
      assert_int_equal(next->event.progress, delivered->progress);
      assert_int_equal((next->event.flags & PRESS_EVENT_FLAG_ENDED) != 0, delivered->ended);
    }
  }
  assert_is_sound(events, count, log->idle_resets);
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
  config.creep_limit = 0;
  return config;
}

void bench_make(bench *b, const press_config *config) {
  b->config = config ? *config : bench_config();
  b->now = 0;
  b->contact = 0;
  b->newtons = b->x = b->y = 0;
  b->log.count = b->log.from = 0;
  b->log.refuses = false;
  b->log.peek = NULL;
  b->log.peek_target = 0;
  b->log.options = b->log.run_options = NULL;
  b->log.hook = NULL;
  b->log.context = NULL;
  b->log.calls = 0;
  b->log.idle_resets = 0;
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
    .size = sizeof target,
    .id = id,
    .container = container,
    .x = PRESS_Q16(x),
    .y = PRESS_Q16(y),
    .width = PRESS_Q16(width),
    .height = PRESS_Q16(height),
    .traits = traits,
  };
  assert_int_equal(press_target_add(b->engine, &target), PRESS_OK);
}

void bench_change(bench *b, uint32_t id, uint32_t traits) {
  press_target target = {.size = sizeof target};
  assert_int_equal(press_target_get(b->engine, id, &target), PRESS_OK);
  target.traits = traits;
  assert_int_equal(press_target_update(b->engine, &target), PRESS_OK);
}

static int play_sample(bench *b, uint32_t flags) {
  press_sample sample = sample_of(b->now += 10000, b->contact, b->newtons, flags);
  sample.x = PRESS_Q16(b->x);
  sample.y = PRESS_Q16(b->y);
  int status = press_feed(b->engine, &sample, 1);
  return status == 1 ? PRESS_OK : status;
}

static int play_word(bench *b, const char *word, int (*call)(bench *b, const char *word)) {
  uint32_t n = (uint32_t)atoi(word + 1);
  bool     has_number = word[1] >= '0' && word[1] <= '9';
  if (*word >= '0' && *word <= '9') {
    const char *times = strchr(word, '*');
    int         status = PRESS_OK;
    (void)sscanf(word, "%lf@%lf,%lf", &b->newtons, &b->x, &b->y);
    for (int left = times ? atoi(times + 1) : 1; left > 0 && status == PRESS_OK; left--) status = play_sample(b, 0);
    return status;
  }
  if (*word == '+') return press_tick(b->engine, b->now += (uint64_t)(atof(word + 1) * 1000 + 0.5));
  if (*word == 'w' && (has_number || word[1] == '-')) return b->now += (uint64_t)(int64_t)(atof(word + 1) * 1000), PRESS_OK;
  if (*word == '-') return press_target_remove(b->engine, n);
  if (*word == 'x' && has_number) return bench_change(b, n, 0), PRESS_OK;
  if (*word == 'c' && has_number) return b->contact = n, PRESS_OK;
  if (strcmp(word, "~") == 0) return play_sample(b, PRESS_SAMPLE_LOST);
  if (strcmp(word, "p") == 0) return play_sample(b, PRESS_SAMPLE_PALM);
  if (strcmp(word, "R") == 0) {
    size_t before = b->log.count;
    int    status = press_engine_reset(b->engine);
    b->log.idle_resets += b->log.count == before;
    return status;
  }
  if (strcmp(word, "|") == 0) return b->log.from = b->log.count, PRESS_OK;
  return call(b, word);
}

const char *next_word(const char *script, const char *ends, char *word, size_t size) {
  size_t length = strcspn(script, ends);
  assert_in_range(length, 1, size - 1);
  memcpy(word, script, length);
  word[length] = 0;
  return script + length + (script[length] == ' ');
}

void bench_play(bench *b, const char *name, const char *script, int (*call)(bench *b, const char *word)) {
  for (char word[32]; *script;) {
    script = next_word(script, " ", word, sizeof word);
    int expected = *word == '!' ? PRESS_ERR_STATE : *word == '?' ? PRESS_ERR_NOENT : PRESS_OK;
    int status = play_word(b, word + (expected != PRESS_OK), call);
    if (status != expected) fail_msg("%s, at %s: %s", name, word, status == NOT_SO ? "it is not so" : press_strerror(status));
  }
}

static void within(recorder *log, press_engine *engine, const entry *delivered) {
  bench *b = log->context;
  size_t length = strcspn(b->at, "!");
  (void)engine;
  if (log->calls || strlen(name_of(delivered)) != length || strncmp(name_of(delivered), b->at, length)) return;
  if (b->at[length] == '!' && !is_ended(delivered)) return;
  log->calls++;
  bench_play(b, b->at, b->does, b->call);
}

void bench_within(bench *b, const char *at, const char *does, int (*call)(bench *b, const char *word)) {
  b->at = at, b->does = does, b->call = call;
  b->log.hook = within;
  b->log.context = b;
}

void bench_row(bench *b, const char *name, const char *script, const char *expected, int (*call)(bench *b, const char *word)) {
  bench_play(b, name, script, call);
  const char *delivered = recorder_events(&b->log);
  if (strcmp(delivered, expected)) fail_msg("%s\n  delivered %s\n  expected  %s", name, delivered, expected);
}

press_engine_stats bench_stats(const bench *b) {
  press_engine_stats stats = {.size = sizeof stats};
  assert_int_equal(press_engine_get_stats(b->engine, &stats), PRESS_OK);
  return stats;
}

press_button_status bench_button(const bench *b) {
  press_button_status now;
  press_button_status_init(&now);
  assert_int_equal(press_button_get(b->engine, &now), PRESS_OK);
  return now;
}

void bench_delivers(bench *b, const char *expected) {
  assert_string_equal(recorder_events(&b->log), expected);
  recorder_clear(&b->log);
}

void bench_copy(bench *copy, bench *b) {
  memcpy(copy->storage, b->storage, sizeof b->storage);
  copy->now = b->now;
  copy->contact = b->contact, copy->newtons = b->newtons, copy->x = b->x, copy->y = b->y;
  press_delegate delegate = recorder_delegate(&copy->log);
  assert_int_equal(press_set_delegate(copy->engine, &delegate), PRESS_OK);
  recorder_clear(&b->log);
}

void assert_same_events(const recorder *one, const recorder *other) {
  assert_int_equal(one->count, other->count);
  for (size_t i = 0; i < one->count; i++) assert_memory_equal(&one->entries[i].event, &other->entries[i].event, sizeof(press_event));
}

void bench_finish(bench *b) {
  b->log.hook = NULL;
  assert_int_equal(press_engine_reset(b->engine), PRESS_OK);
  assert_log_is_sound(&b->log);
  press_event events[16];
  int         taken;
  size_t      drained = 0;
  while ((taken = press_poll(b->engine, events, 16)) > 0) drained += (size_t)taken;
  assert_int_equal(taken, b->config.max_events == 0 ? PRESS_ERR_STATE : 0);
  size_t least = 8 + 2 * (size_t)b->config.max_contacts;
  size_t most = b->config.max_events == 0 ? 0 : b->config.max_events < least ? least : b->config.max_events;
  assert_true(drained <= most);
  assert_true(press_next_deadline(b->engine) == PRESS_NEVER);
}

double uniform(uint64_t *seed, double from, double to) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return from + (to - from) * (double)(*seed >> 40) / (1 << 24);
}
