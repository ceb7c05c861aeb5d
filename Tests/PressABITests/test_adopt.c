#define _DEFAULT_SOURCE /* mmap */
/* An engine in memory that another process wrote. This program runs itself again: the other process has the library at another address, maps the
 * engines that this one left in the middle of something, and goes on. */
#include "ledger.h"
#include "support.h"
#include "generated/lives.h"

#include <stdio.h>

enum { EVENTS = 600, TABLES = 4 };

/* One engine, its input, and the events that it delivered. */
typedef struct one {
  uint64_t     storage[PRESS_ENGINE_STORAGE_ALL / 8 + 2048];
  uint64_t     seed, t;
  press_sample fingers[2];
  uint32_t     count, wrong; /* events; a line that failed in the other process */
  int32_t      adopted;
  uintptr_t    library; /* where it lay */
  bool         runs[4]; /* at the cut: a press, a drag, a throw, a transition */
  press_event  events[EVENTS];
} one;

static uint64_t below(one *o, uint64_t n) {
  uint64_t z = o->seed += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return (z ^ z >> 31) % n;
}

static void on_event(press_engine *engine, const press_event *event, void *user) {
  one *o = user;
  (void)engine;
  if (o->count < EVENTS) o->events[o->count] = *event;
  o->count++;
}

static bool peek_will_show(press_engine *engine, const press_touch *touch, press_peek *peek, void *user) {
  (void)engine, (void)touch, (void)peek, (void)user;
  return true;
}

static press_delegate delegate_of(one *o) {
  press_delegate d;
  press_delegate_init(&d);
  d.user = o, d.on_event = on_event, d.peek_will_show = peek_will_show;
  return d;
}

static press_engine *engine_of(one *o) { return (press_engine *)(void *)o->storage; }

enum { ALL = INTERACTION_COUNT };

/* Attaches an interaction with its own function. */
static int attach(press_engine *engine, int which) {
#define ATTACH(x) \
  if (which == IS_##x) return press_##x##_attach(engine, NULL);
  INTERACTIONS(ATTACH)
#undef ATTACH
  return PRESS_ERR_INVAL;
}

static void make(one *o, uint64_t seed, bool is_indexed) {
  press_config   c;
  press_engine  *engine;
  press_delegate d = delegate_of(o);
  memset(o, 0, sizeof *o);
  o->seed = seed * 104729, o->t = 1000000, o->library = (uintptr_t)press_feed;
  press_config_init(&c);
  c.max_events = 0, c.max_contacts = 2, c.max_targets = is_indexed ? 40 : 8;
  assert_int_equal(press_engine_init(o->storage, sizeof o->storage, &c, &engine), PRESS_OK);
  for (int i = 0; i < ALL; i++) assert_int_equal(attach(engine, i), PRESS_OK);
  static const uint32_t traits[] = {PRESS_TARGET_TAP | PRESS_TARGET_DOUBLE_TAP | PRESS_TARGET_PREVIEW | PRESS_TARGET_PEEK,
    PRESS_TARGET_SCROLL | PRESS_TARGET_PINCH | PRESS_TARGET_TAP, PRESS_TARGET_DRAG_SOURCE | PRESS_TARGET_HOLD,
    PRESS_TARGET_DROP | PRESS_TARGET_SPRING};
  for (uint32_t i = 0; i < 4; i++) {
    press_target t;
    press_target_init(&t);
    t.id = i + 1, t.traits = traits[i];
    t.x = (press_q16)i * 100 * PRESS_ONE, t.width = 100 * PRESS_ONE, t.height = 100 * PRESS_ONE;
    assert_int_equal(press_target_add(engine, &t), PRESS_OK);
  }
  assert_int_equal(press_transition_bind(engine, 9, PRESS_DRIVER_PRESSURE, 0, 0, 0), PRESS_OK);
  assert_int_equal(press_set_delegate(engine, &d), PRESS_OK);
}

/* The next of its calls. */
static void step(one *o) {
  press_engine *engine = engine_of(o);
  o->t += 1000 + below(o, 12000);
  uint32_t      c = (uint32_t)below(o, 4) == 0;
  press_sample *f = &o->fingers[c];
  f->contact = c, f->t_us = o->t;
  if (f->force == 0 ? below(o, 8) == 0 : below(o, 40) == 0) {
    /* The finger comes down at a random place, or lifts. */
    f->force = f->force ? 0 : PRESS_ONE, f->x = (press_q16)below(o, 400) * PRESS_ONE, f->y = (press_q16)below(o, 100) * PRESS_ONE;
  } else if (f->force) {
    f->force = PRESS_ONE / 2 + (press_q16)below(o, 3 * PRESS_ONE);
    f->x += ((press_q16)below(o, 25) - 8) * PRESS_ONE;
  }
  (void)press_feed(engine, f, 1);
  switch (below(o, 24)) {
    case 0: (void)press_transition_start(engine, 1 + (uint32_t)below(o, 3), NULL); break;
    case 1: (void)press_transition_finish(engine, 1 + (uint32_t)below(o, 3)); break;
    case 2: (void)press_scroll_throw(engine, 2, (press_q16)below(o, 2000) * 16 * PRESS_ONE / 16, 0); break;
    case 3: (void)press_target_activate(engine, 1); break;
    case 4: (void)press_preview_cancel(engine, 0); break;
    case 5: (void)press_engine_set(engine, &(press_config){.size = 4}); break;
    case 6: (void)press_tick(engine, o->t += 30000); break;
    case 7: {
      uint32_t session;
      (void)press_drag_begin(engine, 3, &session);
      break;
    }
    default: break;
  }
}

static uint64_t sum_of(const one *o) {
  uint64_t sum = o->count;
  for (uint32_t i = 0; i < o->count && i < EVENTS; i++) {
    const unsigned char *bytes = (const unsigned char *)&o->events[i];
    for (size_t b = 0; b < sizeof o->events[i]; b++) sum = (sum ^ bytes[b]) * 0x100000001b3u;
  }
  return sum;
}

enum { BEFORE = 60, AFTER = 60 };

static void note_what_runs(one *o) {
  press_engine *engine = engine_of(o);
  press_touch   touch;
  for (uint32_t c = 0; c < 2; c++) o->runs[0] |= press_touch_get(engine, c, 0, &touch) == PRESS_OK;
  for (uint32_t s = 1; s < 64; s++) {
    press_drag drag;
    press_drag_init(&drag);
    o->runs[1] |= press_drag_get(engine, s, &drag) == PRESS_OK;
  }
  press_scroll_status scroll;
  press_scroll_status_init(&scroll);
  o->runs[2] = press_scroll_get(engine, 2, &scroll) == PRESS_OK && scroll.is_thrown;
  for (uint32_t id = 1; id < 4; id++) {
    press_transition_status transition;
    press_transition_status_init(&transition);
    o->runs[3] |= press_transition_get(engine, id, &transition) == PRESS_OK && transition.state > PRESS_TRANSITION_INTERACTIVE;
  }
}

#define NOT(condition) \
  do { \
    if (condition) { \
      o->wrong = __LINE__; \
      return; \
    } \
  } while (0)

/* Runs in the other process. Before the engine is adopted, every call is refused by name. Then one interaction after the other is attached, and the
 * engine goes on. */
static void take_over(one *o) {
  press_engine  *engine = engine_of(o), *taken = NULL;
  press_sample   sample = o->fingers[0];
  press_event    event;
  press_delegate d = delegate_of(o);
  uint64_t       before = sum_of(o);
  sample.t_us = o->t + 1;
  /* A system that gives all processes the same addresses shows nothing here. */
  bool is_elsewhere = o->library != (uintptr_t)press_feed;
  if (is_elsewhere) {
    NOT(press_feed(engine, &sample, 1) != PRESS_ERR_MOVED);
    NOT(press_tick(engine, o->t + 1) != PRESS_ERR_MOVED);
    NOT(press_poll(engine, &event, 1) != PRESS_ERR_MOVED);
    NOT(press_engine_reset(engine) != PRESS_ERR_MOVED);
    NOT(press_set_delegate(engine, &d) != PRESS_ERR_MOVED);
    NOT(press_target_remove(engine, 1) != PRESS_ERR_MOVED);
    NOT(press_transition_finish(engine, 1) != PRESS_ERR_MOVED);
    NOT(press_gestures_attach(engine, NULL) != PRESS_ERR_MOVED);
    NOT(press_next_deadline(engine) != PRESS_NEVER);
    NOT(sum_of(o) != before);
  }
  o->adopted = press_engine_adopt(o->storage, sizeof o->storage, &taken);
  NOT(o->adopted != ALL || taken != engine);
  for (int i = 0; i < ALL; i++) {
    NOT(press_tick(engine, o->t + 1) != PRESS_ERR_MOVED);
    NOT(press_gestures_attach(engine, &(press_gestures_config){.size = 4}) != PRESS_ERR_INVAL);
    NOT(attach(engine, (i + (int)(o->t % ALL)) % ALL) != PRESS_OK);
  }
  NOT(press_gestures_attach(engine, NULL) != PRESS_ERR_STATE);
  NOT(press_set_delegate(engine, &d) != PRESS_OK);
  for (int i = 0; i < AFTER; i++) step(o);
  (void)press_tick(engine, o->t + 10000000);
  NOT(press_engine_reset(engine) != PRESS_OK);
}

#if defined(__linux__) && !defined(EMULATED)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static one *map(int file, size_t count, void *hint) {
  void *at = mmap(hint, count * sizeof(one), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  assert_true(at != MAP_FAILED);
  return at;
}

/* Runs this program again, which takes over `count` engines of the file. */
static void run_again(const char *file, size_t count) {
  char number[24];
  snprintf(number, sizeof number, "%zu", count);
  pid_t pid = fork();
  if (pid == 0) {
    execl("/proc/self/exe", "again", file, number, (char *)NULL);
    _exit(127);
  }
  int status;
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
}

static int again(const char *path, size_t count) {
  int file = open(path, O_RDWR);
  if (file < 0) return 1;
  /* Map a gap first, so that the library is loaded at another address. */
  void *gap = mmap(NULL, 1 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  one  *all = map(file, count, NULL);
  (void)gap;
  for (size_t i = 0; i < count; i++) take_over(&all[i]);
  return 0;
}

TEST(an_engine_goes_on_in_another_process_as_in_one) {
  enum { COUNT_OF_ONE = 100 };
  char path[] = "/tmp/adopted-XXXXXX";
  int  file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(ftruncate(file, COUNT_OF_ONE * sizeof(one)), 0);
  one       *all = map(file, COUNT_OF_ONE, NULL);
  static one alone;
  unsigned   ran[4] = {0};
  for (uint64_t seed = 1; seed <= (IS_FAST ? 1000 : 200); seed += COUNT_OF_ONE) {
    for (uint64_t i = 0; i < COUNT_OF_ONE; i++) {
      make(&all[i], seed + i, i % 2);
      for (int n = 0; n < BEFORE; n++) step(&all[i]);
      note_what_runs(&all[i]);
    }
    run_again(path, COUNT_OF_ONE);
    for (uint64_t i = 0; i < COUNT_OF_ONE; i++) {
      if (all[i].wrong) fail_msg("seed %llu: line %u in the other process", (unsigned long long)(seed + i), all[i].wrong);
      make(&alone, seed + i, i % 2);
      for (int n = 0; n < BEFORE + AFTER; n++) step(&alone);
      (void)press_tick(engine_of(&alone), alone.t + 10000000);
      assert_int_equal(press_engine_reset(engine_of(&alone)), PRESS_OK);
      assert_true(alone.count < EVENTS);
      if (sum_of(&all[i]) != sum_of(&alone)) fail_msg("seed %llu: other events than in one process", (unsigned long long)(seed + i));
      for (int r = 0; r < 4; r++) ran[r] += all[i].runs[r];
    }
  }
  unlink(path);
  /* A press, a drag, a throw and a transition were under way. */
  for (int r = 0; r < 4; r++)
    if (ran[r] < (IS_FAST ? 100 : 20)) fail_msg("only %u of kind %d were under way", ran[r], r);
}
#endif

/* ---- in one process ---- */

static one o;

TEST(an_engine_is_taken_over_in_the_same_process_too) {
  make(&o, 7, false);
  for (int i = 0; i < BEFORE; i++) step(&o);
  press_engine *engine = NULL;
  assert_int_equal(press_engine_adopt(o.storage, sizeof o.storage, &engine), ALL);
  assert_ptr_equal(engine, o.storage);
  assert_int_equal(press_tick(engine, o.t), PRESS_ERR_MOVED);
  assert_int_equal(press_interactions_attach(engine, NULL), PRESS_ERR_INVAL);
  press_interactions all;
  press_interactions_init(&all);
#define FILL(x) \
  press_##x##_config x; \
  press_##x##_config_init(&x); \
  all.x = &x;
  INTERACTIONS(FILL)
#undef FILL
  assert_int_equal(press_interactions_attach(engine, &all), PRESS_OK);
  assert_int_equal(press_tick(engine, o.t), PRESS_OK);
}

TEST(an_engine_without_interactions_is_taken_over_by_one_call) {
  press_engine *engine;
  press_sample  sample = {.t_us = 5, .force = PRESS_ONE};
  assert_int_equal(press_engine_init(o.storage, sizeof o.storage, NULL, &engine), PRESS_OK);
  assert_int_equal(press_feed(engine, &sample, 1), 1);
  assert_int_equal(press_engine_adopt(o.storage, sizeof o.storage, &engine), 0);
  assert_int_equal(press_engine_reset(engine), PRESS_OK);
  press_event events[8];
  assert_int_equal(press_poll(engine, events, 8), 2);
}

TEST(an_engine_with_as_many_targets_as_fit_is_taken_over) {
  press_engine *engine;
  press_config  c;
  press_config_init(&c);
  c.max_targets = 2;
  assert_int_equal(press_engine_init(o.storage, sizeof o.storage, &c, &engine), PRESS_OK);
  for (uint32_t id = 1; id <= 2; id++) {
    press_target target = {.size = sizeof target, .id = id, .width = PRESS_ONE, .height = PRESS_ONE};
    assert_int_equal(press_target_add(engine, &target), PRESS_OK);
  }
  assert_int_equal(press_engine_adopt(o.storage, sizeof o.storage, &engine), 0);
}

/* The word that says where the first interaction lies is the one that has its place: it is where the engine ends. */
TEST(an_interaction_that_would_lie_in_contacts_targets_or_events_is_refused) {
  press_engine *engine;
  press_config  c;
  press_config_init(&c);
  const uint32_t end = (uint32_t)press_engine_size(&c);
  uint32_t      *words = (uint32_t *)(void *)o.storage;
  size_t         at = 0, found = 0, accepted = 0;
  assert_int_equal(press_engine_init(o.storage, sizeof o.storage, &c, &engine), PRESS_OK);
  assert_int_equal(press_gestures_attach(engine, NULL), PRESS_OK);
  for (size_t i = 0; i < 100; i++)
    if (words[i] == end) at = i, found++;
  assert_int_equal(found, 1);
  for (uint32_t place = 8; place < end; place += 8) {
    words[at] = place;
    accepted += press_engine_adopt(o.storage, sizeof o.storage, &engine) >= 0;
  }
  assert_int_equal(accepted, 1); /* the place that the engine has for one of its own */
}

TEST(what_cannot_be_taken_over_is_refused_by_name) {
  press_engine *engine = NULL;
  memset(o.storage, 0, sizeof o.storage);
  assert_int_equal(press_engine_adopt(o.storage, sizeof o.storage, &engine), PRESS_ERR_VERSION);
  memset(o.storage, 0xff, sizeof o.storage);
  assert_int_equal(press_engine_adopt(o.storage, sizeof o.storage, &engine), PRESS_ERR_VERSION);
  make(&o, 3, false);
  assert_int_equal(press_engine_adopt(NULL, sizeof o.storage, &engine), PRESS_ERR_INVAL);
  assert_int_equal(press_engine_adopt(o.storage, sizeof o.storage, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_engine_adopt((char *)o.storage + 4, sizeof o.storage - 4, &engine), PRESS_ERR_INVAL);
  assert_int_equal(press_engine_adopt(o.storage, 8, &engine), PRESS_ERR_NOSPC);
  assert_int_equal(press_engine_adopt(o.storage, 1000, &engine), PRESS_ERR_NOSPC);
  assert_null(engine);
  assert_int_equal(press_tick(engine_of(&o), o.t), PRESS_OK);
}

/* A wrong bit is found, or does no harm before everything is attached again. */
TEST(no_wrong_bit_leads_anywhere_before_all_is_attached) {
  static uint64_t good[sizeof o.storage / 8];
  make(&o, 3, true);
  memcpy(good, o.storage, sizeof good);
  unsigned refused = 0;
  for (size_t bit = 0; bit < 8 * 800; bit++) {
    memcpy(o.storage, good, sizeof good);
    ((unsigned char *)o.storage)[bit / 8] ^= (unsigned char)(1u << bit % 8);
    press_engine *engine = NULL;
    int           status = press_engine_adopt(o.storage, sizeof o.storage, &engine);
    refused += status < 0;
    if (status > 0) assert_int_equal(press_tick(engine, o.t), PRESS_ERR_MOVED);
  }
  assert_true(refused > 100);
}

/* Their tables lie in the process that is gone. */
static bool with_actions(press_engine *engine, const press_touch *touch, press_peek *peek, void *user) {
  static const press_action actions[] = {{.id = 1}};
  (void)engine, (void)touch, (void)user;
  peek->actions = actions, peek->action_count = 1;
  return true;
}

TEST(a_peek_whose_actions_lie_elsewhere_is_refused_by_name) {
  make(&o, 3, false);
  press_engine  *engine = engine_of(&o);
  press_delegate d = delegate_of(&o);
  d.peek_will_show = with_actions;
  assert_int_equal(press_set_delegate(engine, &d), PRESS_OK);
  assert_int_equal(press_peek_open(engine, 1), PRESS_OK);
  assert_int_equal(press_engine_adopt(o.storage, sizeof o.storage, &engine), ALL);
  assert_int_equal(press_peek_attach(engine, NULL), PRESS_ERR_STATE);
  assert_int_equal(press_tick(engine, o.t), PRESS_ERR_MOVED);
}

int main(int argc, char **argv) {
#if defined(__linux__) && !defined(EMULATED)
  if (argc == 3 && !strcmp(argv[0], "again")) return again(argv[1], (size_t)atol(argv[2]));
#else
  (void)argc, (void)argv, (void)take_over, (void)note_what_runs, (void)sum_of;
#endif
  return run_all(NULL, NULL);
}
