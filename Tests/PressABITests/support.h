/* Shared by the programs of this folder: an engine on a bench, a delegate that records everything, and checkers. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <press.h>

#pragma GCC diagnostic ignored "-Wmissing-field-initializers" /* rows of tables leave out what is 0 */

/* A test: TEST(what_it_says) { ... }. It lists itself, and run_all runs all tests of a program in the order of the file. TEST_AFTER also names a
 * function that is called before the test. */
#define TEST(name) TEST_AFTER(NULL, name)
#define TEST_AFTER(setup, name) \
  static void                     name(void **state); \
  static const listed_test        listed_##name = {__LINE__, {#name, name, setup, NULL, NULL}}; \
  static const listed_test *const place_of_##name __attribute__((section("tests"), used)) = &listed_##name; \
  static void                     name(void **state __attribute__((unused)))

/* A test that runs between two statements. */
#define TEST_BETWEEN(before, after, name) \
  static void between_##name(void); \
  TEST(name) { \
    before; \
    between_##name(); \
    after; \
  } \
  static void between_##name(void)

typedef struct listed_test {
  int               line;
  struct CMUnitTest test;
} listed_test;

/* For main; both may be NULL. */
int run_all(CMFixtureFunction setup, CMFixtureFunction teardown);

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* Whether to run long computations in full. Not after an edit (`make quick` sets QUICK), without a system, or in emulation (Tests/processors). */
#if defined(__linux__) && !defined(EMULATED)
#define IS_FAST (getenv("QUICK") == NULL)
#else
#define IS_FAST false
#endif

/* The function of the delegate that was called. */
enum entry_kind { ENTRY_ASKED, ENTRY_PREVIEW, ENTRY_COMMIT, ENTRY_CANCEL, ENTRY_EVENT, ENTRY_WILL_SHOW, ENTRY_WILL_START, ENTRY_WILL_RUN };

typedef struct entry {
  enum entry_kind kind;
  press_event     event;      /* ENTRY_EVENT */
  press_touch     touch;      /* all others, but for ENTRY_WILL_START and ENTRY_WILL_RUN */
  uint32_t        transition; /* ENTRY_WILL_START, ENTRY_WILL_RUN; of that also `progress`, and `ended`: it finishes */
  press_q16       progress;
  bool            ended;
} entry;

#define RECORDER_CAPACITY 16384

typedef struct recorder recorder;
struct recorder {
  entry                           entries[RECORDER_CAPACITY];
  size_t                          count;
  size_t                          from;        /* the first that recorder_events and recorder_calls write */
  bool                            refuses;     /* what preview_should_begin is not to begin */
  const press_peek               *peek;        /* what peek_will_show fills in; NULL: it says no */
  uint32_t                        peek_target; /* for this target alone; 0: for any */
  const press_transition_options *options;     /* what transition_will_start makes of them; NULL: nothing */
  const press_transition_options *run_options; /* the same of transition_will_run */
  /* Runs inside every callback, after it was written down. */
  void (*hook)(recorder *log, press_engine *engine, const entry *delivered);
  void    *context;     /* for the hook */
  int      calls;       /* for the hook */
  uint32_t idle_resets; /* how often the engine was reset while nothing ran; of other resets the events say so */
};

press_delegate recorder_delegate(recorder *log);
void           recorder_clear(recorder *log);

/* The events written down, each by its name, with `!` when its phase ended, `:reason` when it has one, `:resting` for a contact
 * that rests, and `=action` where it is delivered of quick actions. Static text, overwritten by the next call. */
const char *recorder_events(const recorder *log);
/* All callbacks in order; those that are not on_event as should_begin? did_update commit_did_update did_cancel
 * will_show? will_start? will_run?. */
const char *recorder_calls(const recorder *log);
/* How many events of a type were written down; the last of them, or NULL. */
size_t             recorder_count(const recorder *log, uint32_t type);
const press_event *recorder_last(const recorder *log, uint32_t type);

/* Asserts law 6 for a list of events: every beginning has one end, nothing has events after its end, progress stays in 0..1 and
 * is 1 with ENDED. */
void assert_every_beginning_has_one_end(const press_event *events, size_t count);
/* The same for what a recorder wrote down, and that the callbacks agree with the events. */
void assert_log_is_sound(const recorder *log);

/* An engine whose pressure equals the force: zero at 0 N, full at 1 N; touch at 0.1 N, release below 0.05 N,
 * preview 0.25, commit 0.5, complete 0.75; silence is never a loss, a force below release is a lift at once, and all of it counts. */
typedef struct bench {
  _Alignas(8) unsigned char storage[65536];
  press_config  config;
  press_engine *engine;
  recorder      log;
  uint64_t      now;
  /* The finger of bench_play. */
  uint32_t contact;
  double   newtons, x, y;
  /* Of bench_within. */
  const char *at, *does;
  int (*call)(struct bench *b, const char *word);
} bench;

press_config bench_config(void);
void         bench_make(bench *b, const press_config *config); /* NULL: bench_config; sets the recording delegate */
/* The same with changes of bench_config: BENCH(&b, c.max_contacts = 1, c.max_events = 16). */
#define BENCH(b, ...) \
  do { \
    press_config c = bench_config(); \
    (void)(__VA_ARGS__); \
    bench_make(b, &c); \
  } while (0)
/* Without a delegate: the program polls. */
#define BENCH_POLLED(b, ...) \
  do { \
    BENCH(b, __VA_ARGS__); \
    assert_int_equal(press_set_delegate((b)->engine, NULL), PRESS_OK); \
  } while (0)
/* A test on the bench `b` of its program, which is made before and finished after it. */
#define BENCH_TEST(name) TEST_BETWEEN(bench_make(&b, NULL), bench_finish(&b), name)
#define BENCH_TEST_WITH(name, ...) TEST_BETWEEN(BENCH(&b, __VA_ARGS__), bench_finish(&b), name)
/* A hook that makes a call, which succeeds: with the first event of a type, with each, or with the first question of a kind. */
#define AT_FIRST(name, of_type, call) CALL_WHEN(name, delivered->kind == ENTRY_EVENT && delivered->event.type == (of_type) && log->calls++ == 0, call)
#define AT_EACH(name, of_type, call) CALL_WHEN(name, (void *)log && delivered->kind == ENTRY_EVENT && delivered->event.type == (of_type), call)
#define AT_QUESTION(name, of_kind, call) CALL_WHEN(name, delivered->kind == (of_kind) && log->calls++ == 0, call)
#define CALL_WHEN(name, condition, call) \
  static void name(recorder *log, press_engine *engine, const entry *delivered) { \
    if (condition) assert_int_equal(call, PRESS_OK); \
  }
/* Attaches an interaction to the engine of `b`: with the defaults, or with changes of them. */
#define BENCH_ATTACH(name) assert_int_equal(press_##name##_attach(b.engine, NULL), PRESS_OK)
#define BENCH_ATTACH_WITH(name, ...) \
  do { \
    press_##name##_config c; \
    press_##name##_config_init(&c); \
    (void)(__VA_ARGS__); \
    assert_int_equal(press_##name##_attach(b.engine, &c), PRESS_OK); \
  } while (0)
/* One sample 10 ms after the one before; asserts that it was taken. */
void bench_feed(bench *b, double newtons);
/* Several forces, on the bench `b`. */
#define BENCH_FEED(...) \
  for (size_t i = 0; i < COUNT(((const double[]){__VA_ARGS__})); i++) bench_feed(&b, ((const double[]){__VA_ARGS__})[i])
void                bench_feed_at(bench *b, uint32_t contact, double newtons, double x, double y);
void                bench_feed_flags(bench *b, uint32_t contact, double newtons, uint32_t flags);
int                 bench_try(bench *b, uint64_t t_us, uint32_t contact, double newtons, uint32_t flags);
void                bench_target(bench *b, uint32_t id, uint32_t container, double x, double y, double width, double height, uint32_t traits);
press_engine_stats  bench_stats(const bench *b);
press_button_status bench_button(const bench *b);
/* Asserts which events were delivered since the last such call, as recorder_events writes them. */
void bench_delivers(bench *b, const char *expected);

/* Copies the first word of a script, which ends before one of `ends`. Returns where the next word begins: behind a space. */
const char *next_word(const char *script, const char *ends, char *word, size_t size);
/* Plays a script of words with one space between two:
 *   0.5@20,30  a sample of so many newtons there, 10 ms after the one before    0.5  one where the last one was    0.5*11  that 11 times
 *   c1  the contact from now on, 0 at first    ~  it is lost    p  it is a palm    +500  a tick so many ms later    R  a reset
 *   w500  the next sample comes so many ms later than it would    -4  removes a target    x4  takes its traits
 *   |  what was delivered until here is looked at no more
 * `call` makes of another word a call, and answers its status: it is PRESS_OK, after `!` PRESS_ERR_STATE, after `?` PRESS_ERR_NOENT. Of a word that
 * compares, it answers PRESS_OK or NOT_SO. */
enum { NOT_SO = 1 };
void bench_play(bench *b, const char *name, const char *script, int (*call)(bench *b, const char *word));
/* Plays a script within the first callback of a name, such as will_show?, tapped, or preview_updated! for the one that ends a phase. */
void bench_within(bench *b, const char *at, const char *does, int (*call)(bench *b, const char *word));
/* Plays a script, and asserts which events it delivers from its last `|` on. A failure says the name. */
void bench_row(bench *b, const char *name, const char *script, const char *expected, int (*call)(bench *b, const char *word));
/* The same on the bench `b`: what is played; with all that was delivered since it was made, or what was since the last such call. */
#define BENCH_PLAY(script) bench_play(&b, script, script, NULL)
#define BENCH_ROW(script, expected) bench_row(&b, script, script, expected, NULL)
#define BENCH_DELIVERS(script, expected) (BENCH_ROW(script, expected), recorder_clear(&b.log))
/* Gives a target other traits. */
void bench_change(bench *b, uint32_t id, uint32_t traits);
/* Makes an engine a copy of another, in bytes and time; from now on both recorders record their own. */
void bench_copy(bench *copy, bench *b);
void assert_same_events(const recorder *one, const recorder *other);
/* Resets, drains the queue, and asserts that everything begun has ended. */
void bench_finish(bench *b);

/* The next of random numbers, evenly between the two. */
double uniform(uint64_t *seed, double from, double to);

press_sample sample_of(uint64_t t_us, uint32_t contact, double newtons, uint32_t flags);

#endif
