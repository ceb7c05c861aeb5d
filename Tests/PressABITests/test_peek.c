/* peek.h: peek and pop with quick actions. Target 1 peeks and is 100 points high; its actions are drawn from (200, 0) downwards, 50 wide, 10
 * high each. */
#include "support.h"

enum { PEEK = PRESS_TARGET_PEEK, PREVIEW = PRESS_TARGET_PREVIEW, TAP = PRESS_TARGET_TAP, HOLD = PRESS_TARGET_HOLD };
enum { FROM_HOLD = PRESS_PEEK_FLAG_FROM_HOLD, HIDE = PRESS_PEEK_FLAG_HIDE };

static const press_action inner[] = {{.id = 21, .title = "inner"}, {.id = 22, .title = "other"}};
static const press_action actions[] = {
  {.id = 11, .title = "copy"},
  {.id = 12, .title = "more", .child_count = 2, .children = inner},
  {.id = 13, .title = "not now", .flags = PRESS_ACTION_FLAG_DISABLED},
  {.id = 14, .title = "delete", .style = PRESS_ACTION_DESTRUCTIVE},
};
static const press_action keeps[] = {{.id = 1, .flags = PRESS_ACTION_FLAG_KEEP_OPEN}};
static const press_action keeping_group[] = {{.id = 12, .flags = PRESS_ACTION_FLAG_KEEP_OPEN, .child_count = 2, .children = inner}};

#define PLACED .size = sizeof(press_peek), .id = 8, .actions_x = PRESS_Q16(200), .actions_width = PRESS_Q16(50), .action_height = PRESS_Q16(10)
static const press_peek plain = {.size = sizeof plain, .id = 7};
static const press_peek full = {PLACED, .action_count = 4, .actions = actions};
static const press_peek with_one = {PLACED, .action_count = 1, .actions = actions}; /* the table goes on, but not that of the peek */
static const press_peek with_keeps = {PLACED, .action_count = 1, .actions = keeps};
static const press_peek with_group = {PLACED, .action_count = 1, .actions = keeping_group};
static const press_peek drawn = {
  PLACED, .x = PRESS_Q16(120), .y = PRESS_Q16(10), .width = PRESS_Q16(75), .height = PRESS_Q16(30), .action_count = 4, .actions = actions};
static const press_peek drawn_wide = {
  PLACED, .x = PRESS_Q16(120), .y = PRESS_Q16(10), .height = PRESS_Q16(30), .action_count = 4, .actions = actions};
/* Its actions lie at the place where a swipe up ends. */
static const press_peek under_the_swipe = {
  .size = sizeof under_the_swipe,
  .id = 8,
  .actions_width = PRESS_Q16(100),
  .action_height = PRESS_Q16(20),
  .action_count = 4,
  .actions = actions,
};

static bench b, other;

typedef struct setting {
  const press_peek *peek; /* NULL: full */
  bool              refuses, gestures;
  uint32_t          flags, lift_us, hold_us; /* hold_us 0: the default */
  uint32_t          traits, surface;         /* of target 1, 0: PEEK; and of the surface, 0: PREVIEW */
  uint32_t          second;                  /* traits of target 2, which lies at (100, 0), as large as 1; 0: there is none */
} setting;

static void make_in(bench *it, setting s) {
  press_config      config = bench_config();
  press_peek_config c;
  press_peek_config_init(&c);
  c.flags = s.flags;
  if (s.hold_us) c.hold_us = s.hold_us;
  if (s.surface) config.traits = s.surface;
  config.lift_us = s.lift_us;
  bench_make(it, &config);
  if (s.gestures) assert_int_equal(press_gestures_attach(it->engine, NULL), PRESS_OK);
  assert_int_equal(press_peek_attach(it->engine, &c), PRESS_OK);
  bench_target(it, 1, 0, 0, 0, 100, 100, s.traits ? s.traits : PEEK);
  if (s.second) bench_target(it, 2, 0, 100, 0, 100, 100, s.second);
  it->log.peek = s.refuses ? NULL : s.peek ? s.peek : &full;
}

#define MAKE(...) make_in(&b, (setting){__VA_ARGS__})

static press_peek_status status_of(bench *it) {
  press_peek_status s = {.size = sizeof s};
  assert_int_equal(press_peek_get(it->engine, &s), PRESS_OK);
  return s;
}

/* Words of scripts: pop, dismiss, reveal, back, open, open2 of target 2, cancel of the preview; do11 performs an action, release1 a contact;
 * refuse: nothing is shown from now on; unhook: the hook is over. Those with = compare: the peek, the preview, the gesture, the highlighted action,
 * the group, how many actions, the target, the contact that chooses, and in how many ms a tick is due. */
static int call(bench *it, const char *word) {
  press_engine           *e = it->engine;
  const press_peek_status s = status_of(it);
  uint32_t                n = (uint32_t)atoi(word + strcspn(word, "0123456789")), preview = press_preview_state(e, it->contact);
  uint64_t                due = press_next_deadline(e);
  const struct {
    const char *word;
    int (*call)(press_engine *);
  } calls[] = {{"pop", press_peek_pop}, {"dismiss", press_peek_dismiss}, {"reveal", press_peek_reveal}, {"back", press_action_back}};
  const struct {
    const char *word;
    bool        is_so;
  } states[] = {
    {"is=none", s.state == PRESS_PEEK_NONE},
    {"is=hinting", s.state == PRESS_PEEK_HINTING},
    {"is=shown", s.state == PRESS_PEEK_SHOWN},
    {"is=revealed", s.state == PRESS_PEEK_REVEALED},
    {"preview=committing", preview == PRESS_PREVIEW_COMMITTING},
    {"preview=held", preview == PRESS_PREVIEW_HELD},
    {"gesture=actions", press_gestures_state(e, it->contact) == PRESS_GESTURE_ACTIONS},
    {"by=none", s.contact == PRESS_NO_CONTACT},
    {"due=never", due == PRESS_NEVER},
    {"at=", s.highlighted == n},
    {"group=", s.group == n},
    {"actions=", s.action_count == n && !s.actions == !n},
    {"target=", s.target == n},
    {"by=", s.contact == n},
    {"due=", due == it->now + n * 1000},
  };
  for (size_t i = 0; i < COUNT(calls); i++)
    if (strcmp(word, calls[i].word) == 0) return calls[i].call(e);
  for (size_t i = 0; i < COUNT(states); i++)
    if (strncmp(word, states[i].word, strlen(states[i].word)) == 0) return states[i].is_so ? PRESS_OK : NOT_SO;
  if (strncmp(word, "open", 4) == 0) return press_peek_open(e, n ? n : 1);
  if (strncmp(word, "do", 2) == 0) return press_action_perform(e, n);
  if (strncmp(word, "release", 7) == 0) return press_contact_release(e, n);
  if (strcmp(word, "cancel") == 0) return press_preview_cancel(e, it->contact);
  if (strcmp(word, "refuse") == 0) return it->log.peek = NULL, PRESS_OK;
  if (strcmp(word, "unhook") == 0) return it->log.hook = NULL, PRESS_OK;
  fail_msg("no such word: %s", word);
  return PRESS_ERR_INVAL;
}

typedef struct story {
  const char *name, *script, *delivered;
  setting     in;
  const char *at, *does; /* the words that it plays within the first callback of a name */
  void (*hook)(recorder *log, press_engine *engine, const entry *what);
  bool asks; /* the questions are delivered, too */
} story;

static void play_rows(const story *stories, size_t count) {
  for (const story *one = stories; one < stories + count; one++) {
    make_in(&b, one->in);
    b.log.hook = one->hook;
    if (one->at) bench_within(&b, one->at, one->does, call);
    if (one->asks) {
      bench_play(&b, one->name, one->script, call);
      if (strcmp(recorder_calls(&b.log), one->delivered)) fail_msg("%s: %s", one->name, recorder_calls(&b.log));
    } else {
      bench_row(&b, one->name, one->script, one->delivered, call);
    }
    bench_finish(&b);
  }
}

static void play(const char *script) { bench_play(&b, script, script, call); }

static void delivers(const char *expected) { bench_delivers(&b, expected); }

static bool is_event(const entry *what, uint32_t type) { return what->kind == ENTRY_EVENT && what->event.type == type; }

#define SHOWN "contact_began preview_began preview_updated! peek_shown commit_updated"
#define REVEALED SHOWN " actions_revealed=0"
#define TOUCHED "contact_began peek_touched "
#define LIFTED "contact_ended:lifted"
#define UP "preview_cancelled:lifted contact_ended:lifted"
/* A finger shows the peek and reveals its actions; they stay on show. */
#define REVEAL "0.2@50,90 0.55 0.55@50,50 "
#define ON_SHOW REVEAL "0 | "

/* ---- what is shown ---- */

#define PEEK_TEST(name) TEST_BETWEEN(MAKE(0), bench_finish(&b), name)

/* conforms: peek-09, peek-11 */
PEEK_TEST(the_program_is_asked_what_is_peeked_as_the_preview_begins) {
  play("0.2@50,90 0.3@60,80 0");
  assert_string_equal(recorder_calls(&b.log), "contact_began will_show? preview_began did_update preview_updated did_cancel "
                                              "preview_cancelled:lifted contact_ended:lifted");
  const press_touch *touch = &b.log.entries[1].touch;
  assert_true(touch->target == 1 && touch->contact == 0 && touch->x == PRESS_Q16(60) && touch->y == PRESS_Q16(80));
  recorder_clear(&b.log);
  play("open dismiss");
  assert_string_equal(recorder_calls(&b.log), "will_show? peek_shown actions_revealed=0 peek_dismissed:program");
  assert_int_equal(b.log.entries[0].touch.contact, PRESS_NO_CONTACT);
}

/* conforms: peek-08, peek-12 */
TEST(the_innermost_target_that_answers_wins) {
  for (uint32_t answers = 1; answers <= 4; answers++) {
    MAKE(0);
    bench_target(&b, 2, 1, 0, 0, 50, 50, PEEK);
    bench_target(&b, 3, 2, 0, 0, 20, 20, PEEK);
    b.log.peek_target = answers;
    play("0.55@5,5");
    size_t asked = 0;
    for (size_t i = 0; i < b.log.count; i++)
      if (b.log.entries[i].kind == ENTRY_WILL_SHOW) assert_int_equal(b.log.entries[i].touch.target, 3 - asked++);
    assert_int_equal(asked, answers == 4 ? 3 : 4 - answers);
    if (answers == 4) {
      delivers("contact_began preview_refused");
    } else {
      assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PEEK_SHOWN)->target, answers);
      assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PREVIEW_BEGAN)->target, answers);
    }
    b.log.peek = NULL;
    press_engine_reset(b.engine);
  }
}

TEST(a_refused_peek_on_a_preview_target_is_a_preview) {
  MAKE(.traits = PREVIEW, .refuses = true);
  bench_target(&b, 2, 1, 0, 0, 50, 50, PEEK);
  play("0.3@5,5 0");
  assert_string_equal(recorder_calls(&b.log), "contact_began will_show? should_begin? preview_began did_update preview_updated "
                                              "did_cancel preview_cancelled:lifted contact_ended:lifted");
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PREVIEW_BEGAN)->target, 1);
  bench_finish(&b);
}

TEST(the_trait_counts_from_the_next_contact_on) {
  bench_make(&b, NULL);
  bench_target(&b, 1, 0, 0, 0, 100, 100, PEEK | PREVIEW);
  b.log.peek = &full;
  bench_feed_at(&b, 0, 0.2, 5, 5);
  assert_int_equal(press_peek_attach(b.engine, NULL), PRESS_OK);
  play("0.55@5,5 0 0.55");
  delivers("contact_began preview_began preview_updated! commit_updated " UP " " SHOWN);
  press_engine_reset(b.engine);
}

/* conforms: peek-01, peek-14, peek-15, peek-16 */
TEST(a_press_hints_shows_grows_and_pops) {
  static const story stories[] = {
    {"step by step", "0.3@5,5 is=hinting 0.4 0.5 is=shown by=0 actions=0 0.6 0.75 is=none 0.9 0",
      "contact_began preview_began preview_updated preview_updated preview_updated! peek_shown commit_updated commit_updated commit_updated! "
      "peek_popped contact_ended:lifted"},
    {"in one sample", "0.9@5,5", "contact_began preview_began preview_updated! peek_shown commit_updated! peek_popped"},
    {"without actions, however it slides", "0.55@50,90 0.55@50,10 0.8 0", SHOWN " commit_updated commit_updated! peek_popped " LIFTED,
      .in.peek = &plain},
  };
  play_rows(stories, COUNT(stories));
}

/* conforms: peek-01 */
TEST(whatever_ends_the_finger_dismisses) {
  static const story stories[] = {
    {"a lift", "0.6@5,5 | 0", "peek_dismissed:lifted " UP},
    {"a loss", "0.6@5,5 | ~", "peek_dismissed:lost preview_cancelled:lost contact_cancelled:lost"},
    {"a palm", "0.6@5,5 | p", "peek_dismissed:palm preview_cancelled:palm contact_cancelled:palm"},
    {"a reset", "0.6@5,5 | R", "peek_dismissed:reset preview_cancelled:reset contact_cancelled:reset"},
    {"its target is removed", "0.6@5,5 | -1", "peek_dismissed:target_removed preview_cancelled:target_removed"},
    {"its target loses the trait", "0.6@5,5 | x1", "peek_dismissed:target_removed preview_cancelled:target_removed"},
    {"the program", "0.6@5,5 | cancel", "peek_dismissed:program preview_cancelled:program"},
  };
  play_rows(stories, COUNT(stories));
}

TEST(an_update_that_leaves_the_trait_leaves_the_peek) {
  press_target t = {.size = sizeof t, .id = 1, .width = PRESS_Q16(50), .height = PRESS_Q16(50), .traits = PEEK};
  MAKE(0);
  play("0.6@5,5");
  recorder_clear(&b.log);
  assert_int_equal(press_target_update(b.engine, &t), PRESS_OK);
  delivers("");
  press_engine_reset(b.engine);
}

/* ---- actions ---- */

/* conforms: peek-04 */
TEST(swiping_up_reveals_the_actions_and_blocks_the_pop) {
  static const story stories[] = {
    {"up", "0.55@50,90 0.55@50,51 0.55@99,90 is=shown 0.9@50,50 is=revealed preview=held 1@50,40 0.1@50,30 1@50,90 0 is=revealed dismiss due=never",
      SHOWN " commit_updated commit_updated actions_revealed=0 " UP " peek_dismissed:program"},
  };
  play_rows(stories, COUNT(stories));
}

static void reveals_as_it_commits(recorder *log, press_engine *engine, const entry *what) {
  (void)log;
  if (is_event(what, PRESS_EVENT_COMMIT_UPDATED) && (what->event.flags & PRESS_EVENT_FLAG_ENDED))
    assert_int_equal(press_peek_reveal(engine), PRESS_ERR_STATE);
  if (what->kind == ENTRY_COMMIT && what->ended) (void)press_peek_reveal(engine);
}

TEST(a_peek_that_pops_next_reveals_no_actions) {
  static const story stories[] = {
    {"at once", "0.9@50,90 0", "contact_began preview_began preview_updated! peek_shown commit_updated! peek_popped " LIFTED,
      .hook = reveals_as_it_commits},
    {"beside an idle contact, which has the first slot", "c7 0.2@500,500 c1 0.6@50,50 | 0.9 0", "commit_updated! peek_popped " LIFTED,
      .hook = reveals_as_it_commits},
  };
  play_rows(stories, COUNT(stories));
}

static void releases_as_it_begins(recorder *log, press_engine *engine, const entry *what) {
  (void)log;
  if (is_event(what, PRESS_EVENT_CONTACT_BEGAN)) assert_int_equal(press_contact_release(engine, what->event.contact), PRESS_OK);
}

/* conforms: peek-18, peek-20 */
TEST(lifting_on_an_action_that_was_slid_onto_selects_it) {
  static const story stories[] = {
    {"sliding", REVEAL "0.55*11 | 0.3@210,5 0.3@210,35 0.3@210,25 0.3@250,5 0.3@249,9 at=11 0@210,5 is=none",
      "action_highlighted=11 action_highlighted=14 action_highlighted=0 action_highlighted=11 action_selected=11 peek_dismissed " UP},
    {"a touch on one", ON_SHOW "by=none 0.9@210,5 0.9@210,15 0.9@210,35 0",
      TOUCHED "action_highlighted=11 action_highlighted=12 action_highlighted=14 action_selected=14 peek_dismissed " LIFTED},
    {"a touch outside", ON_SHOW "0.9@5,5 0", TOUCHED "peek_dismissed:lifted " LIFTED},
    {"one that is disabled", ON_SHOW "!do13 0.2@210,25 0 is=revealed 0.2@210,5 0.2@210,25 0",
      TOUCHED LIFTED " " TOUCHED "action_highlighted=11 action_highlighted=0 " LIFTED},
    {"below the last one", ON_SHOW "0.2@210,15 0.2@210,35 0.2@210,9.9 0.2@210,10", TOUCHED "action_highlighted=11 action_highlighted=0",
      .in.peek = &with_one},
    {"a touch that is lost", ON_SHOW "c1 0.2@210,5 at=11 ~ at=0 is=revealed R",
      TOUCHED "action_highlighted=11 action_highlighted=0 contact_cancelled:lost peek_dismissed:reset"},
    {"without slides: not the finger that peeked", REVEAL "0.5@210,5 0 0.2 0",
      REVEALED " " UP " " TOUCHED "action_highlighted=11 action_selected=11 peek_dismissed " LIFTED, .in.flags = PRESS_PEEK_FLAG_NO_SLIDE},
    {"a finger that was released leaves them to the next", ON_SHOW "0.2@210,5 release0 by=none c1 0.2@210,35 0",
      TOUCHED "action_highlighted=11 action_highlighted=0 " TOUCHED "action_highlighted=14 action_selected=14 peek_dismissed " LIFTED},
    {"another finger leaves the one that chooses alone", ON_SHOW "c1 0.2@210,5 c2 0.2@210,35 by=1 at=11 release2 at=11 0 at=11 | c1 0@210,5",
      "action_selected=11 peek_dismissed " LIFTED},
    {"a touch that closed a group leaves them to the next", ON_SHOW "do12 0.2@5,5 0 group=0 by=none | 0.2@210,5 0",
      TOUCHED "action_highlighted=11 action_selected=11 peek_dismissed " LIFTED},
    {"a touch that is released as it begins operates nothing", "open | 0.2@50,90 0 0.2@210,5 0 is=revealed unhook 0.2@50,90 0",
      "contact_began " LIFTED " contact_began " LIFTED " " TOUCHED "peek_dismissed:lifted " LIFTED, .hook = releases_as_it_begins},
  };
  play_rows(stories, COUNT(stories));
}

TEST(what_a_finger_comes_to_lie_on_is_not_chosen_until_it_rested_or_turned_back) {
#define ARMED "action_highlighted=12 action_highlighted=11 action_selected=11 peek_dismissed "
  static const story stories[] = {
    {"a swipe", "0.2@50,90 0.55 0.55@50,70 0.55@50,50 0.55@50,30 0.55@50,15 0 is=revealed", SHOWN " commit_updated actions_revealed=0 " UP},
    {"a new touch", REVEAL "0.55@50,15 0 | 0.2 0", TOUCHED "action_highlighted=11 action_selected=11 peek_dismissed " LIFTED},
    {"a new touch on that on which the finger before rested", REVEAL "0.55@50,15*11 0 is=revealed | 0.2 0",
      TOUCHED "action_highlighted=11 action_selected=11 peek_dismissed " LIFTED},
    {"90 ms are not enough, nor 20 points in 100 ms",
      REVEAL "| 0.55*9 0.55@50,39 0.55@50,30 0.55@61,30 0.55@50,30 0.55@61,30 0.55@50,30 0.55@61,30 0.55@50,30 0.55@50,15", ""},
    {"it rested", REVEAL "0.55@55,45*11 | 0.55@50,41 at=0 0.55@50,35 at=12 0.55@50,15 0", ARMED UP},
    {"the one on which it rested, once it was left", REVEAL "0.55@50,35*11 | 0.55@150,35 at=0 0.55@50,35", "action_highlighted=12"},
    {"it turned back", REVEAL "| 0.55@50,15 0.55@50,24.9 at=0 0.55@50,25 at=12 0.55@50,10 0", ARMED UP},
    {"not the one on which it turned", REVEAL "| 0.55@50,5 0.55@50,16 0 is=revealed", UP},
    {"one hold reveals and chooses", "0.2@50,50 +500 | 0.2@50,45 at=0 0.2@50,35 0", "action_highlighted=12 actions_revealed=12 " LIFTED,
      .in.flags = FROM_HOLD},
    {"hiding takes back what was highlighted", REVEAL "0.55*11 0.55@50,35 | 0.55@50,75 0.55@50,30",
      "action_highlighted=0 actions_hidden commit_updated actions_revealed=0", .in.flags = HIDE},
  };
  for (size_t i = 0; i < COUNT(stories); i++) {
    story one = stories[i];
    one.in.peek = &under_the_swipe;
    play_rows(&one, 1);
  }
  static const story groups[] = {
    {"a group that opens", ON_SHOW "0.2@50,5 0.2@210,5 do12 | 0.2 0 is=revealed", LIFTED},
    {"a group that closes", ON_SHOW "do12 0.2@50,5 0.2@210,5 back | 0.2 0 is=revealed", LIFTED},
  };
  play_rows(groups, COUNT(groups));
}

/* conforms: peek-17 */
TEST(a_group_opens_and_going_back_closes_it) {
  static const story stories[] = {
    {"a touch outside closes the group, then the peek", ON_SHOW "0.2@210,15 0 group=12 actions=2 ?do11 0.2@5,5 0 0.2@210,15 0 0.2 0 !back",
      TOUCHED "action_highlighted=12 actions_revealed=12 " LIFTED " " TOUCHED "actions_revealed=0 " LIFTED " " TOUCHED
              "action_highlighted=12 actions_revealed=12 " LIFTED " " TOUCHED "action_highlighted=22 action_selected=22 peek_dismissed " LIFTED},
    {"also one that keeps open", ON_SHOW "do12 do21", "actions_revealed=12 action_selected=21 peek_dismissed", .in.peek = &with_group},
  };
  play_rows(stories, COUNT(stories));
}

TEST(a_peek_on_show_says_that_it_takes_a_touch) {
  MAKE(0);
  play(ON_SHOW "c1 0.2@5,5");
  const press_event *e = recorder_last(&b.log, PRESS_EVENT_PEEK_TOUCHED);
  assert_true(e && e->contact == 1 && e->target == 1 && e->subject == 8 && e->x == PRESS_Q16(5));
  /* Another one does nothing, and is taken all the same. Then nothing is on show any more. */
  play("c2 0.2@210,5");
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PEEK_TOUCHED)->contact, 2);
  play("c1 0@5,5 0.2@250,250");
  delivers(TOUCHED "contact_began peek_touched peek_dismissed:lifted " LIFTED " contact_began");
  press_engine_reset(b.engine);
}

TEST(a_contact_that_begins_while_actions_are_on_show_becomes_nothing_else) {
  static const story stories[] = {
    {"one", ON_SHOW "c1 0.2@150,50 gesture=actions 0.9 0", TOUCHED "peek_dismissed:lifted " LIFTED,
      .in = {.gestures = true, .second = TAP | PREVIEW}},
    {"the second", ON_SHOW "c1 0.2@150,50 c2 0.2 gesture=actions 0.9 0", TOUCHED TOUCHED LIFTED, .in = {.gestures = true, .second = TAP | PREVIEW}},
  };
  play_rows(stories, COUNT(stories));
}

/* ---- declared peeks ---- */

/* conforms: peek-05, peek-06 */
TEST(declared_or_programmed_the_log_is_the_same) {
  static const char *const     script = "0.3@50,90 0.55 0.55@50,40 0.55@205,0 0.55@210,15 0 0.2@210,5 0 0.9@50,90 0";
  const press_peek_declaration table[] = {{.target = 9, .peek = {.size = sizeof(press_peek)}}, {.target = 1, .peek = full}};
  MAKE(0);
  make_in(&other, (setting){.refuses = true});
  assert_int_equal(press_peek_declare(other.engine, table, 2), PRESS_OK);
  play(script);
  bench_play(&other, "declared", script, call);
  for (size_t i = 0; i < other.log.count; i++) assert_int_not_equal(other.log.entries[i].kind, ENTRY_WILL_SHOW);
  static char programmed[8192];
  strcpy(programmed, recorder_events(&b.log));
  assert_string_equal(programmed, recorder_events(&other.log));
  assert_non_null(strstr(programmed, "action_selected=21 peek_dismissed"));
  assert_non_null(strstr(programmed, "peek_popped"));
  /* Declared away again. */
  assert_int_equal(press_peek_declare(other.engine, NULL, 0), PRESS_OK);
  press_peek peek = {.size = sizeof peek};
  assert_int_equal(press_peek_find(other.engine, 1, &peek), PRESS_ERR_NOENT);
  bench_finish(&b);
  bench_finish(&other);
}

/* 64 groups of 63, 4,096 actions in all; with `more`, one more. */
static press_peek with_many(bool more) {
  static press_action groups[64], children[4097];
  uint32_t            used = 0;
  press_peek          peek = full;
  for (uint32_t i = 0; i < 64; i++) {
    uint32_t count = i == 63 && more ? 64 : 63;
    groups[i] = (press_action){.id = 10000 + i, .child_count = count, .children = &children[used]};
    for (uint32_t j = 0; j < count; j++, used++) children[used] = (press_action){.id = 1 + used};
  }
  assert_int_equal(used + 64, 4096 + more);
  peek.actions = groups;
  peek.action_count = 64;
  return peek;
}

/* The first alone is right. A table, and what the program answers, are refused alike. */
TEST(a_table_that_is_wrong_is_refused_and_why_is_said) {
  static const press_action nameless = {.id = 0}, both = {.id = 1, .flags = PRESS_ACTION_FLAG_CHECKED | PRESS_ACTION_FLAG_MIXED};
  static const press_action unknown = {.id = 1, .flags = PRESS_ACTION_FLAG_KEEP_OPEN * 2};
  static press_action       chain[6], many[65], wide;
  const char *const         size = "peek.size: sizeof the struct, as its ..._init writes it", *lengths = "peek: widths and heights are not negative";
  const char *const         table = "peek.actions: ids not 0, PRESS_ACTION_..., at most 64 side by side, 4 deep, 4096 in all";
  for (uint32_t i = 0; i < 6; i++) chain[i] = (press_action){.id = 100 + i, .child_count = i < 5, .children = i < 5 ? &chain[i + 1] : NULL};
  for (uint32_t i = 0; i < 65; i++) many[i].id = 1 + i;
  wide = (press_action){.id = 100, .child_count = 65, .children = many};
  struct {
    const char            *name, *why;
    press_peek_declaration d;
  } rows[] = {
    {"right", NULL, {.peek = {.action_count = 1, .actions = actions}}},
    {"reserved", "reserved: 0", {.reserved = 1}},
    {"size", size, {.peek = {.size = 8}}},
    {"source_width", lengths, {.peek = {.source_width = -1}}},
    {"source_height", lengths, {.peek = {.source_height = -1}}},
    {"width", lengths, {.peek = {.width = -1}}},
    {"height", lengths, {.peek = {.height = -1}}},
    {"actions_width", lengths, {.peek = {.actions_width = -1}}},
    {"action_height", lengths, {.peek = {.action_height = -1}}},
    {"no actions", table, {.peek = {.action_count = 1}}},
    {"no name", table, {.peek = {.action_count = 1, .actions = &nameless}}},
    {"checked and mixed", table, {.peek = {.action_count = 1, .actions = &both}}},
    {"unknown flags", table, {.peek = {.action_count = 1, .actions = &unknown}}},
    {"four groups deep", NULL, {.peek = {.action_count = 1, .actions = chain + 1}}},
    {"five groups deep", table, {.peek = {.action_count = 1, .actions = chain}}},
    {"64 side by side", NULL, {.peek = {.action_count = 64, .actions = many}}},
    {"65 side by side", table, {.peek = {.action_count = 65, .actions = many}}},
    {"65 side by side in a group", table, {.peek = {.action_count = 1, .actions = &wide}}},
  };
  MAKE(.refuses = true);
  for (size_t i = 0; i < COUNT(rows); i++) {
    press_peek_declaration two[2] = {{.target = 9, .peek = plain}, rows[i].d};
    const char            *why = NULL;
    two[1].target = 1;
    if (!two[1].peek.size) two[1].peek.size = sizeof(press_peek);
    int said = press_peek_declarations_check(two, 2, &why);
    if (said != (rows[i].why ? PRESS_ERR_INVAL : PRESS_OK) || (why ? !rows[i].why || strcmp(why, rows[i].why) : rows[i].why != NULL))
      fail_msg("%s: %s", rows[i].name, why);
    assert_int_equal(press_peek_declarations_check(two, 2, NULL), said);
    if (press_peek_declare(b.engine, two, 2) != said) fail_msg("%s: it is declared", rows[i].name);
    /* A program that answers so refuses. */
    if (!said || two[1].reserved) continue;
    make_in(&other, (setting){.peek = &two[1].peek});
    bench_row(&other, rows[i].name, "0.55@5,5 0", "contact_began preview_refused " LIFTED, call);
  }
  for (int more = 0; more < 2; more++) {
    press_peek_declaration d = {.target = 1, .peek = with_many(more)};
    assert_int_equal(press_peek_declare(b.engine, &d, 1), more ? PRESS_ERR_INVAL : PRESS_OK);
  }
  press_peek_declaration deep = {.target = 1, .peek = full};
  deep.peek.action_count = 1, deep.peek.actions = chain + 1;
  assert_int_equal(press_peek_declare(b.engine, &deep, 1), PRESS_OK);
  play("open do101 group=101 do102 group=102 do103 group=103 do104 group=104 back group=103 back group=102 back group=101");
  bench_finish(&b);
  assert_int_equal(press_peek_declare(NULL, &deep, 1), PRESS_ERR_INVAL);
  assert_int_equal(press_peek_declarations_check(NULL, 0, NULL), PRESS_OK);
  assert_int_equal(press_peek_declarations_check(NULL, 1, NULL), PRESS_ERR_INVAL);
}

/* ---- from code ---- */

/* conforms: peek-22 */
TEST(code_opens_performs_goes_back_pops_dismisses_and_reveals) {
  static const story stories[] = {
    {"nothing is on show", "!pop !dismiss !reveal !do11 !back ?open5", ""},
    {"open", "open do12 ?do11 back do11 open open pop",
      "peek_shown actions_revealed=0 actions_revealed=12 actions_revealed=0 action_selected=11 peek_dismissed peek_shown actions_revealed=0 "
      "peek_dismissed:program peek_shown actions_revealed=0 peek_popped:program"},
    {"a finger peeks", "0.55@50,90 !open | reveal !reveal 0.9 do14",
      "actions_revealed=0 action_selected=14 peek_dismissed preview_cancelled:program"},
    {"popped under a finger", "0.55@50,90 | pop", "peek_popped:program preview_cancelled:program"},
    {"dismissed in its hint", "0.3@50,90 | dismiss", "preview_cancelled:program"},
    {"refused", "?open", "", .in.refuses = true},
    {"code's actions are hidden by no finger that did not swipe", ON_SHOW "dismiss 0.2@50,90 0.55 reveal | 0.55 0.55@50,95 is=revealed", "",
      .in.flags = HIDE},
  };
  play_rows(stories, COUNT(stories));
}

static void is_busy(recorder *log, press_engine *engine, const entry *what) {
  (void)log;
  (void)what;
  press_sample  s = sample_of(1u << 30, 0, 0.9, 0);
  press_engine *made;
  assert_int_equal(press_feed(engine, &s, 1), PRESS_ERR_BUSY);
  assert_int_equal(press_tick(engine, 1u << 30), PRESS_ERR_BUSY);
  assert_int_equal(press_peek_attach(engine, NULL), PRESS_ERR_BUSY);
  assert_int_equal(press_engine_init(b.storage, sizeof b.storage, NULL, &made), PRESS_ERR_BUSY);
}

PEEK_TEST(the_engine_is_busy_in_every_callback_also_of_open_and_find) {
  press_peek peek = {.size = sizeof peek};
  b.log.hook = is_busy;
  play(ON_SHOW "dismiss open");
  assert_int_equal(press_peek_find(b.engine, 1, &peek), PRESS_OK);
  play("pop");
}

TEST(without_a_delegate_nothing_that_the_program_does_loses_an_event) {
  static const press_peek_declaration table[] = {{.target = 1, .peek = {.size = sizeof(press_peek), .id = 3}}};
  press_event                         events[64];
  MAKE(.refuses = true);
  assert_int_equal(press_peek_declare(b.engine, table, 1), PRESS_OK);
  assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
  for (int i = 0; i < 100; i++) {
    int status = press_peek_open(b.engine, 1);
    if (status != PRESS_OK) assert_int_equal(status, PRESS_ERR_AGAIN);
  }
  press_engine_reset(b.engine);
  assert_int_equal(bench_stats(&b).overwritten, 0);
  int count = press_poll(b.engine, events, 64);
  assert_every_beginning_has_one_end(events, (size_t)count);
}

/* ---- holds ---- */

TEST(a_hold_opens_the_peek_with_its_actions_and_it_stays) {
#define HELD "0.2@50,90 due=500 +499.999 is=none +0.001 is=revealed +600 0.9 0 is=revealed by=none 0.2@210,5 0"
#define HELD_OPENS "contact_began peek_shown actions_revealed=0 " LIFTED " " TOUCHED "action_highlighted=11 action_selected=11 peek_dismissed " LIFTED
  static const story stories[] = {
    {"alone", HELD, HELD_OPENS},
    {"beside gestures", HELD, HELD_OPENS, .in.gestures = true},
    {"instead of a tap or a hold", HELD, HELD_OPENS, .in = {.gestures = true, .traits = PEEK | HOLD | TAP}},
    {"samples alone", "0.2@50,50*50 is=none 0.2*2 is=revealed", "contact_began peek_shown actions_revealed=0"},
    {"within the slop", "0.2@50,50 0.2@59,50 0.2@50,50 +1000", "contact_began peek_shown actions_revealed=0"},
    {"without actions", "0.2@50,90 +500 0 0.2 0", "contact_began peek_shown " LIFTED " " TOUCHED "peek_dismissed:lifted " LIFTED, .in.peek = &plain},
    {"another finger ends", "0.2@50,90 c1 0.2@300,300 0 | +480", "peek_shown actions_revealed=0"},
    {"another finger moves", "0.2@50,90 c1 0.2@300,300 0.2@300,350 | +480", "peek_shown actions_revealed=0"},
    {"the finger may be lifting, and lifts", "0.2@50,90 +485 0 +20 is=none +500", "contact_began " LIFTED, .in = {.peek = &plain, .lift_us = 40000}},
    {"the finger may be lifting, and comes back", "0.2@50,90 +485 0 +20 is=none 0.2", "contact_began peek_shown",
      .in = {.peek = &plain, .lift_us = 40000}},
    {"code takes its place", "0.2@50,90 open pop due=never | +900", ""},
    {"it stays, and the finger that presses next does not hold", "0.2@50,50 +1000 is=shown 0 is=shown dismiss | 0.3 0.6 is=shown 0 is=none",
      "contact_began preview_began preview_updated preview_updated! peek_shown commit_updated peek_dismissed:lifted " UP, .in.peek = &plain},
    {"a finger that comes while another peeks", "0.3@50,50 is=hinting c1 0.2@60,50 c0 0@50,50 is=none due=never +2000 is=none",
      "contact_began preview_began preview_updated contact_began " UP},
    {"moved", "0.2@50,90 0.2@50,80 +900 0", "contact_began " LIFTED, .in = {.gestures = true, .traits = PEEK | HOLD}},
    {"moved by the slop", "0.2@50,50 0.2@60,50 0.2@50,50 +1000", "contact_began"},
    {"lifted", "0.2@50,90 +400 0 +900", "contact_began " LIFTED, .in = {.gestures = true, .traits = PEEK | HOLD}},
    {"its preview began first", "0.3@50,90 +900 0", "contact_began preview_began preview_updated " UP, .in.gestures = true},
    {"refused", "0.2@50,90 +900 0", "contact_began hold_began hold_ended:lifted " LIFTED,
      .in = {.refuses = true, .gestures = true, .traits = PEEK | HOLD}},
    {"what was refused when it pressed is asked once", "0.3@50,90 | +900", "", .in.refuses = true, .asks = true},
    {"each target is asked once, and not the surface", "0.2@50,90 +900", "contact_began will_show?", .in = {.refuses = true, .surface = PEEK},
      .asks = true},
    {"a surface without targets", "-1 0.2@50,90 +900", "contact_began peek_shown actions_revealed=0", .in.surface = PEEK},
    {"removed while it asks: not even the surface", "0.2@50,90 +900 unhook 0", "contact_began " LIFTED, .in.surface = PEEK, .at = "will_show?",
      .does = "-1"},
    {"removed while it asks", "0.2@50,90 +900 is=none", "contact_began", .in = {.gestures = true, .traits = PEEK | HOLD}, .at = "will_show?",
      .does = "-1"},
    {"reset while it asks", "0.2@50,90 +900 is=none", "contact_began contact_cancelled:reset", .at = "will_show?", .does = "R"},
    {"another one opens as it asks, and stays", "0.2@50,50 +2000 target=2", "contact_began peek_shown", .in = {.peek = &plain, .second = PEEK},
      .at = "will_show?", .does = "open2"},
    {"a tap that waited comes first, and takes the target away", "0.2@50,50 0 0.2 | +500 is=none", "tapped",
      .in = {.peek = &plain, .gestures = true, .traits = PEEK | TAP | PRESS_TARGET_DOUBLE_TAP}, .at = "tapped", .does = "-1"},
  };
  for (size_t i = 0; i < COUNT(stories); i++) {
    story one = stories[i];
    one.in.flags = FROM_HOLD;
    play_rows(&one, 1);
  }
  static const story hold[] = {{"without the flag", "0.2@50,90 +900", "contact_began hold_began", .in = {.gestures = true, .traits = PEEK | HOLD}}};
  play_rows(hold, 1);
}

TEST(a_hold_asks_at_the_time_and_place_at_which_it_is_due) {
  MAKE(.flags = FROM_HOLD, .gestures = true, .traits = PEEK | HOLD);
  play("0.2@50,90");
  uint64_t due = press_next_deadline(b.engine);
  assert_int_equal(press_tick(b.engine, due), PRESS_OK);
  const entry *asked = NULL;
  for (size_t i = 0; i < b.log.count; i++)
    if (b.log.entries[i].kind == ENTRY_WILL_SHOW) asked = &b.log.entries[i];
  assert_non_null(asked);
  assert_true(asked->touch.t_us == due && due > b.now);
  const press_event *shown = recorder_last(&b.log, PRESS_EVENT_PEEK_SHOWN);
  assert_true(shown->contact == 0 && shown->x == PRESS_Q16(50));
  press_engine_reset(b.engine);
}

TEST(a_hold_opens_the_peek_of_the_container_where_the_target_itself_shows_none) {
  static const struct {
    const char *name, *asked;
    uint32_t    traits, answers;
  } rows[] = {
    {"it has the trait, and shows none", "will_show? will_show? peek_shown actions_revealed=0", PEEK, 1},
    {"it has not the trait", "will_show? peek_shown actions_revealed=0", 0, 0},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    MAKE(.flags = FROM_HOLD);
    bench_target(&b, 2, 1, 20, 20, 30, 30, rows[i].traits);
    b.log.peek_target = rows[i].answers;
    bench_play(&b, rows[i].name, "0.2@30,30 | +1000 target=1", call);
    if (strcmp(recorder_calls(&b.log), rows[i].asked)) fail_msg("%s: %s", rows[i].name, recorder_calls(&b.log));
    press_engine_reset(b.engine);
  }
}

TEST(a_finger_that_gestures_call_moved_opens_no_peek_by_holding) {
  for (int moves = 0; moves < 2; moves++) {
    press_gestures_config g;
    press_gestures_config_init(&g);
    g.slop = g.hold_slop = PRESS_Q16(5);
    MAKE(.flags = FROM_HOLD, .gestures = true, .traits = PEEK | TAP, .peek = &plain);
    assert_int_equal(press_gestures_set(b.engine, &g), PRESS_OK);
    play(moves ? "0.2@50,50 0.2@57,50 +1000 is=none" : "0.2@50,50 0.2@53,50 +1000 is=shown");
    press_engine_reset(b.engine);
  }
}

/* The force falls 15 ms before the hold is long enough, and comes back 15 ms after. What a reset ends then is not late. */
TEST(a_hold_that_waited_for_its_finger_says_how_long) {
  for (int resets = 0; resets < 2; resets++) {
    MAKE(.flags = FROM_HOLD, .peek = &plain, .lift_us = 40000, .hold_us = 55000);
    if (resets) bench_within(&b, "peek_shown", "R", call);
    play("0.2@50,50*5 0.01*2 is=none 0.2");
    const press_event *shown = recorder_last(&b.log, PRESS_EVENT_PEEK_SHOWN);
    assert_non_null(shown);
    assert_int_equal(shown->t_us, 80000);
    assert_int_equal(shown->late_us, 15000);
    assert_int_equal(b.log.calls, resets);
    if (resets) assert_int_equal(recorder_last(&b.log, PRESS_EVENT_CONTACT_CANCELLED)->late_us, 0);
    bench_finish(&b);
  }
}

/* ---- what a touch and a slide do ---- */

TEST(a_tap_on_the_peek_pops_it) {
#define POPS TOUCHED "peek_popped:tapped " LIFTED
#define DISMISSES TOUCHED "peek_dismissed:lifted " LIFTED
  static const story stories[] = {
    {"a swipe from it", ON_SHOW "0.2@125,45 0.2@125,39 0", TOUCHED LIFTED, .in.peek = &drawn},
    {"its actions lie over it", ON_SHOW "0.2@210,25 0", TOUCHED LIFTED, .in.peek = &drawn_wide},
    {"in it", ON_SHOW "0.2@125,39 0@130,12 is=none", POPS, .in.peek = &drawn},
    {"in one as wide as all", ON_SHOW "0.2@125,39 0@130,12 is=none", POPS, .in.peek = &drawn_wide},
    {"on its left", ON_SHOW "0.2@119,39 0", DISMISSES, .in.peek = &drawn},
    {"on its right", ON_SHOW "0.2@195,39 0", DISMISSES, .in.peek = &drawn},
    {"not on the left of one as wide as all", ON_SHOW "0.2@119,39 0", POPS, .in.peek = &drawn_wide},
    {"nor on its right", ON_SHOW "0.2@195,39 0", POPS, .in.peek = &drawn_wide},
  };
  play_rows(stories, COUNT(stories));
}

TEST(sliding_back_down_hides_the_actions) {
  static const story stories[] = {
    {"by half of the way up; a pop needs the pressure to rise through its level again",
      REVEAL "| 0.55@50,70 is=revealed 0.55@50,70.5 is=shown preview=committing 0.55@50,50 0.9 0.9@50,80 0.9 0.75 0.76 is=shown 0.7 0.76 0",
      "actions_hidden commit_updated actions_revealed=0 actions_hidden commit_updated commit_updated! peek_popped " LIFTED},
    {"still too hard as it lifts", REVEAL "| 0.9@50,50 0.9@50,80 0", "actions_hidden peek_dismissed:lifted " UP},
    {"not those that it did not reveal", "0.55@50,90 reveal | 0.55@50,90 0.55@50,99", ""},
    {"not another finger", ON_SHOW "0.2@50,90 0.2@50,99 0.2@210,5", TOUCHED "action_highlighted=11"},
  };
  for (size_t i = 0; i < COUNT(stories); i++) {
    story one = stories[i];
    one.in.flags = HIDE;
    play_rows(&one, 1);
  }
}

TEST(an_action_that_keeps_open_leaves_the_actions_on_show) {
  static const press_action toggles[] = {{.id = 1, .flags = PRESS_ACTION_FLAG_KEEP_OPEN | PRESS_ACTION_FLAG_CHECKED, .subtitle = "on"},
    {.id = 2, .flags = PRESS_ACTION_FLAG_KEEP_OPEN | PRESS_ACTION_FLAG_MIXED}, {.id = 3}};
  press_peek                peek = full;
  peek.actions = toggles;
  peek.action_count = 3;
  MAKE(.peek = &peek);
  play(ON_SHOW "0.2@210,5 0");
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_ACTION_SELECTED)->flags, PRESS_EVENT_FLAG_KEPT);
  play("do2 is=revealed do3");
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_ACTION_SELECTED)->flags, 0);
  delivers(TOUCHED "action_highlighted=1 action_selected=1 action_highlighted=0 " LIFTED " action_selected=2 action_selected=3 peek_dismissed");
  /* A touch lets a tap stop waiting, and highlights: what is over takes its highlight and what is kept along. */
  static const setting beside = {.peek = &with_keeps, .gestures = true, .second = TAP | PRESS_TARGET_DOUBLE_TAP};
  static const story   stories[] = {
      {"the finger that peeks stays at it", REVEAL "| do1 preview=held by=0", "action_selected=1", .in.peek = &with_keeps},
      {"dismissed as it is touched", "0.2@150,50 0 open | 0.2@210,5", "contact_began tapped peek_touched peek_dismissed:program", .in = beside,
        .at = "tapped", .does = "dismiss"},
      {"removed as it is touched", "0.2@150,50 0 open | 0.2@210,5", "contact_began tapped peek_dismissed:target_removed", .in = beside, .at = "tapped",
        .does = "-1"},
      {"selected and dismissed at once", "open | 0.2@5,5", "contact_began action_selected=1 peek_dismissed:program", .in.peek = &with_keeps,
        .at = "contact_began", .does = "do1 dismiss"},
  };
  play_rows(stories, COUNT(stories));
}

static void replaces(const press_action *table, uint32_t count, int status) { assert_int_equal(press_peek_replace(b.engine, table, count), status); }

TEST(a_table_is_replaced_while_it_is_shown) {
  static const press_action deeper[] = {{.id = 23}, {.id = 24}};
  static const press_action fewer[] = {{.id = 15}, {.id = 12, .child_count = 1, .children = deeper}};
  static const press_action first[] = {{.id = 12, .child_count = 2, .children = deeper}, {.id = 15}, {.id = 16}};
  static const press_action flat[] = {{.id = 12}, {.id = 16}};
  MAKE(0);
  replaces(fewer, 2, PRESS_ERR_STATE);
  play(ON_SHOW "do12 |");
  replaces(NULL, 2, PRESS_ERR_INVAL);
  replaces(NULL, 0, PRESS_ERR_INVAL);
  assert_ptr_equal(status_of(&b).actions, inner);
  /* A group stays open wherever it lies in the new table. */
  replaces(first, 3, PRESS_OK);
  play("group=12 actions=2");
  replaces(fewer, 2, PRESS_OK);
  play("group=12 actions=1");
  assert_ptr_equal(status_of(&b).actions, deeper);
  assert_ptr_equal(status_of(&b).peek.actions, fewer);
  replaces(flat, 2, PRESS_OK);
  play("group=0");
  delivers("actions_revealed=12 actions_revealed=12 actions_revealed=0");
  /* An action that comes to lie under a finger is not chosen. */
  play("0.2@210,5");
  replaces(fewer, 2, PRESS_OK);
  play("0.2 0");
  delivers(TOUCHED "action_highlighted=12 action_highlighted=0 actions_revealed=0 " LIFTED);
  /* During the hint no actions are shown; later the replaced ones are. */
  play("dismiss 0.3@50,90 |");
  replaces(NULL, 0, PRESS_OK);
  play("0.55 0.55@50,40");
  delivers("preview_updated! peek_shown commit_updated commit_updated");
  play("0 0.55@50,90 0.55@50,40");
  assert_ptr_equal(status_of(&b).actions, actions);
  press_engine_reset(b.engine);
}

/* conforms: peek-21 */
TEST(actions_can_be_listed_and_queried_at_any_time) {
  press_peek peek = {.size = sizeof peek};
  MAKE(0);
  play("is=none by=none");
  assert_int_equal(press_peek_find(b.engine, 1, &peek), PRESS_OK);
  assert_memory_equal(&peek, &full, offsetof(press_peek, action_count) + sizeof peek.action_count);
  assert_ptr_equal(peek.actions, full.actions);
  assert_int_equal(press_peek_find(b.engine, 2, &peek), PRESS_ERR_NOENT);
  bench_target(&b, 2, 0, 300, 0, 1, 1, TAP);
  assert_int_equal(press_peek_find(b.engine, 2, &peek), PRESS_ERR_NOENT);
  play(REVEAL "actions=4 target=1");
  press_peek_status s = status_of(&b);
  assert_ptr_equal(s.actions, actions);
  assert_memory_equal(&s.peek, &full, sizeof full);
  bench_finish(&b);
  b.log.peek = NULL;
  assert_int_equal(press_peek_find(b.engine, 1, &peek), PRESS_ERR_NOENT);
}

/* ---- what callbacks and other fingers do ---- */

TEST(what_a_callback_does_meanwhile_counts) {
  static const story stories[] = {
    {"removed before its peek is delivered, it shows none", "0.2@50,90 0.55 0",
      "contact_began preview_began preview_updated! preview_cancelled:target_removed " LIFTED, .at = "preview_updated!", .does = "-1"},
    {"actions of a peek that is over before they are delivered are never revealed", "0.2@300,300 0",
      "contact_began peek_shown peek_dismissed:program " LIFTED, .at = "contact_began", .does = "open dismiss"},
    {"opened and popped before its target went away", "0.2@150,150", "contact_began peek_shown peek_popped:program", .at = "contact_began",
      .does = "open pop -1"},
    {"chosen on a target that goes away at once", "0.2@150,50 0 open | 0.2@190,50", "contact_began tapped peek_touched peek_dismissed:target_removed",
      .in = {.gestures = true, .traits = PEEK | TAP, .second = TAP | PRESS_TARGET_DOUBLE_TAP}, .at = "tapped", .does = "do11 -1"},
    {"code opened another as it was asked: the finger previews nothing", "0.3@50,90", "contact_began peek_shown preview_refused",
      .in = {.peek = &plain, .traits = PEEK | PREVIEW, .second = PEEK}, .at = "will_show?", .does = "open2"},
    {"reset as it was asked", "0.3@50,50 is=none", "contact_began contact_cancelled:reset", .at = "will_show?", .does = "R"},
  };
  play_rows(stories, COUNT(stories));
}

TEST(what_another_finger_presses_leaves_a_peek_alone) {
  static const story stories[] = {
    {"previews",
      "c0 0.3@50,90 c1 0.3@150,50 0.6 is=hinting c0 0.6@50,90 is=shown c1 0.9@150,10 is=shown 0 is=shown 0.3@150,50 cancel is=shown by=0 c0 "
      "| 0.9@50,90",
      "commit_updated! peek_popped", .in.second = PREVIEW},
    {"nobody is asked what another or code would peek", "0.55@50,90 | c1 0.55@150,50 !open2 target=1", "contact_began preview_refused",
      .in.second = PEEK, .asks = true},
  };
  play_rows(stories, COUNT(stories));
}

TEST(settings_wait_while_actions_are_on_show) {
  press_peek_config c;
  press_peek_config_init(&c);
  c.rest_us = 10000000;
  c.slop = PRESS_Q16(1000);
  MAKE(0);
  play(ON_SHOW);
  assert_int_equal(press_peek_set(b.engine, &c), PRESS_OK);
  /* An action that replaces another under a finger is armed after the finger has rested for the former time. */
  play("0.2@210,5");
  replaces(inner, 2, PRESS_OK);
  play("0.2*60 | 0.2@210,15");
  delivers("action_highlighted=22");
  press_engine_reset(b.engine);
}

/* A drag from code begins as the peek is popped, and its beginning removes the target that was peeked. */
static void drags_and_removes(recorder *log, press_engine *engine, const entry *what) {
  (void)log;
  if (is_event(what, PRESS_EVENT_COMMIT_UPDATED) && what->event.flags & PRESS_EVENT_FLAG_ENDED)
    assert_int_equal(press_drag_begin(engine, 2, NULL), PRESS_OK);
  if (is_event(what, PRESS_EVENT_DRAG_BEGAN)) assert_int_equal(press_target_remove(engine, 1), PRESS_OK);
}

TEST(a_pop_that_is_pending_names_a_target_that_goes_away_before_all_else) {
  MAKE(.peek = &plain, .second = PRESS_TARGET_DRAG_SOURCE | PRESS_TARGET_DROP | PRESS_TARGET_SPRING);
  assert_int_equal(press_drag_attach(b.engine, NULL), PRESS_OK);
  b.log.hook = drags_and_removes;
  play("0.2@50,90 0.8");
  assert_string_equal(recorder_events(&b.log), "contact_began preview_began preview_updated! peek_shown commit_updated! drag_began "
                                               "peek_popped drag_forbidden drag_items_changed drag_hint_changed spring_possible");
  bench_finish(&b);
}

static int opened_inside;

static void opens_until_refused(recorder *log, press_engine *engine, const entry *what) {
  if (!is_event(what, PRESS_EVENT_CONTACT_BEGAN) || log->calls++) return;
  while (press_peek_open(engine, 1) == PRESS_OK) opened_inside++;
}

PEEK_TEST(a_callback_opens_as_many_peeks_as_can_be_pending) {
  b.log.hook = opens_until_refused;
  opened_inside = 0;
  play("0.2@150,150");
  assert_int_equal(opened_inside, 5);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PEEK_SHOWN), 5);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PEEK_DISMISSED), 4);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_ACTIONS_REVEALED), 1);
}

static void many_calls_in_one_callback(recorder *log, press_engine *engine, const entry *what) {
  if (!is_event(what, PRESS_EVENT_CONTACT_ENDED) || log->calls++) return;
  int refused = 0;
  for (int i = 0; i < 60; i++) {
    int status = i % 2 ? press_peek_dismiss(engine) : press_peek_open(engine, 1);
    refused += status == PRESS_ERR_NOSPC;
    assert_true(status == PRESS_OK || status == PRESS_ERR_NOSPC || status == PRESS_ERR_STATE);
  }
  assert_true(refused > 0);
}

PEEK_TEST(so_many_calls_in_one_callback_that_they_do_not_fit_are_refused) {
  b.log.hook = many_calls_in_one_callback;
  play("0.2@50,90 0");
  assert_int_equal(b.log.calls > 0, 1);
}

/* ---- everywhere, limits ---- */

enum deed { RESET, REMOVE, CANCEL, OPEN, POP, DISMISS, REVEAL_IT, PERFORM, GROUP, BACK, REPLACE, FIND, DEEDS };

static void do_deed(press_engine *engine, int deed) {
  press_peek peek = {.size = sizeof peek};
  int        status = 0;
  switch (deed) {
    case RESET: status = press_engine_reset(engine); break;
    case REMOVE: status = press_target_remove(engine, 1); break;
    case CANCEL: status = press_preview_cancel(engine, 0); break;
    case OPEN: status = press_peek_open(engine, 1); break;
    case POP: status = press_peek_pop(engine); break;
    case DISMISS: status = press_peek_dismiss(engine); break;
    case REVEAL_IT: status = press_peek_reveal(engine); break;
    case PERFORM: status = press_action_perform(engine, 11); break;
    case GROUP: status = press_action_perform(engine, 12); break;
    case BACK: status = press_action_back(engine); break;
    case REPLACE: status = press_peek_replace(engine, actions + 1, 3); break;
    default: status = press_peek_find(engine, 1, &peek); break;
  }
  assert_true(status == PRESS_OK || status == PRESS_ERR_NOENT || status == PRESS_ERR_STATE || status == PRESS_ERR_NOSPC);
}

static void at_one_call(recorder *log, press_engine *engine, const entry *what) {
  (void)what;
  const int *plan = log->context;
  if (log->calls++ != plan[0]) return;
  do_deed(engine, plan[1]);
  do_deed(engine, plan[2]);
}

enum { STEPS = 9 };
static const char *const ways[][STEPS] = {
  {"0.3@50,90", "0.55", "0.6", "0.9", "0", "0.9", "0", "0.55", "0"},
  {"0.55@50,90", "0.55@50,40", "0.55@210,2", "0.55@210,15", "0", "0.2@210,5", "0", "0.55@50,90", "0"},
  {"0.55@50,90", "0.55@50,40", "0", "0.9@5,5", "0.9@210,5", "0@5,5", "0.55@50,90", "0.55@50,40", "0@210,35"},
};

static void go(bench *it, size_t way, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) bench_play(it, "a way", ways[way][i], call);
}

TEST(every_call_at_every_point_leaves_one_end_for_every_beginning) {
  for (size_t way = 0; way < COUNT(ways); way++) {
    for (int deed = 0; deed < DEEDS; deed++) {
      for (size_t at = 0; at < STEPS; at++) {
        MAKE(0);
        go(&b, way, 0, at + 1);
        do_deed(b.engine, deed);
        b.now += 1000;
        go(&b, way, at + 1, STEPS);
        bench_finish(&b);
      }
      for (int second = 0; second < DEEDS; second++) {
        int calls = 1;
        for (int at = 0; at < calls; at++) {
          int plan[3] = {at, deed, second};
          MAKE(0);
          b.log.hook = at_one_call;
          b.log.context = plan;
          go(&b, way, 0, STEPS);
          calls = b.log.calls;
          bench_finish(&b);
          assert_int_equal(status_of(&b).state, PRESS_PEEK_NONE);
        }
      }
    }
  }
}

TEST(a_copy_of_the_bytes_is_a_copy_of_the_engine) {
  for (size_t way = 0; way < COUNT(ways); way++) {
    for (size_t at = 0; at < STEPS; at++) {
      MAKE(0);
      make_in(&other, (setting){0});
      go(&b, way, 0, at);
      bench_copy(&other, &b);
      go(&b, way, at, STEPS);
      go(&other, way, at, STEPS);
      assert_same_events(&b.log, &other.log);
    }
  }
}

/* What lies out of range, and what is refused where peeks are attached, is in test_checks.c and test_refused.c. */
TEST(the_defaults_are_those_of_the_header_and_without_peeks_all_is_refused) {
  press_peek_config c;
  press_peek_status s = {.size = sizeof s};
  press_peek        peek = {.size = sizeof peek};
  press_engine     *engine;
  memset(&c, 0xee, sizeof c);
  press_peek_config_init(&c);
  press_peek_config_init(NULL);
  assert_int_equal(c.size, sizeof c);
  assert_int_equal(c.flags, 0);
  assert_int_equal(c.reveal_distance, PRESS_Q16(40));
  assert_int_equal(c.slop, PRESS_Q16(10));
  assert_int_equal(c.rest_us, 100000);
  assert_int_equal(c.hold_us, 500000);
  bench_make(&b, NULL);
  const int statuses[] = {
    press_peek_declare(b.engine, NULL, 0),
    press_peek_get(b.engine, &s),
    press_peek_find(b.engine, 1, &peek),
    press_peek_open(b.engine, 1),
    press_peek_pop(b.engine),
    press_peek_dismiss(b.engine),
    press_peek_reveal(b.engine),
    press_action_perform(b.engine, 1),
    press_action_back(b.engine),
  };
  for (size_t i = 0; i < COUNT(statuses); i++) assert_int_equal(statuses[i], PRESS_ERR_STATE);
  assert_int_equal(press_peek_attach(b.engine, NULL), PRESS_OK);
  assert_int_equal(press_peek_get(NULL, &s), PRESS_ERR_INVAL);
  assert_int_equal(press_peek_get(b.engine, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_peek_find(b.engine, 1, NULL), PRESS_ERR_INVAL);
  press_config config = bench_config();
  config.max_events = (uint16_t)(8 + 2 * config.max_contacts);
  assert_int_equal(press_engine_init(b.storage, sizeof b.storage, &config, &engine), PRESS_OK);
  assert_int_equal(press_peek_attach(engine, NULL), PRESS_ERR_NOBUFS);
}

TEST(the_smallest_queue_has_room_for_a_peek_from_code) {
  press_config config = bench_config();
  config.max_contacts = 1;
  config.max_events = 8 + 2 + 4;
  bench_make(&b, &config);
  assert_int_equal(press_peek_attach(b.engine, NULL), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 100, 100, PEEK);
  const press_peek_declaration declared = {.target = 1, .peek = full};
  assert_int_equal(press_peek_declare(b.engine, &declared, 1), PRESS_OK);
  assert_int_equal(press_set_delegate(b.engine, NULL), PRESS_OK);
  assert_int_equal(press_peek_open(b.engine, 1), PRESS_OK);
  press_event events[16];
  assert_int_equal(press_poll(b.engine, events, 16), 2);
  assert_int_equal(press_peek_dismiss(b.engine), PRESS_OK);
  assert_int_equal(press_poll(b.engine, events, 16), 1);
}

int main(void) { return run_all(NULL, NULL); }
