/* drag.h: drag and drop.
 *
 * The scene: 1 is a list (0,0 100x100) and takes drops, 2 and 3 are sources in it (10,10 and 50,10, 20x20); 4 takes drops
 * (200,0 100x100), and in it 5 (220,20 20x20); 6 is a spring (400,0 50x50); 7 scrolls (0,300 400x400); 8 takes drops in another
 * domain (500,0 50x50). Sessions are long over when the next test begins: every one ends with a reset and the monitor. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

#include "ledger.h"

enum {
  SOURCE = PRESS_TARGET_DRAG_SOURCE,
  DROP = PRESS_TARGET_DROP,
  SPRING = PRESS_TARGET_SPRING,
  SCROLL = PRESS_TARGET_SCROLL,
  INACTIVE = PRESS_TARGET_INACTIVE,
  TAP = PRESS_TARGET_TAP,
  PREVIEW = PRESS_TARGET_PREVIEW,
  CANCEL = PRESS_DROP_CANCEL,
  FORBIDDEN = PRESS_DROP_FORBIDDEN,
  COPY = PRESS_DROP_COPY,
  MOVE = PRESS_DROP_MOVE,
  AFTER_HOLD = PRESS_DRAG_FLAG_AFTER_HOLD,
  BY_FORCE = PRESS_DRAG_FLAG_BY_FORCE,
  FROM_PREVIEW = PRESS_DRAG_FLAG_FROM_PREVIEW,
  NO_DWELL = PRESS_DRAG_FLAG_NO_DWELL,
  NO_SPRING_FORCE = PRESS_DRAG_FLAG_NO_SPRING_FORCE,
  HOLD_IN_SCROLL = PRESS_DRAG_FLAG_HOLD_IN_SCROLL
};

/* The answer of a destination. */
typedef struct answer {
  bool            set, no;
  uint32_t        operation, count, flags, hint, accept_count;
  const uint32_t *accepts;
} answer;

typedef struct scene {
  bench          bench;
  press_delegate recorder;
  drags          live;
  char           text[1 << 16];
  size_t         length;
  /* Answers. */
  const press_drag_item *items[16];                   /* by source; NULL: one, ten times its id, selected */
  size_t                 item_count[16], writes_more; /* beyond the capacity */
  bool                   refuses;
  answer                 answers[16];
  bool                   spring_no, spring_no_again, asks_launch, launches;
  int                    proposed; /* how often drop_will_propose was asked */
  uint32_t               offered;  /* the operation that it was asked with last */
  press_touch            asked;    /* the touch that drag_will_begin was asked with last */
  /* The finger. */
  uint32_t contact, session;
  double   force, x, y;
  bool     delivers_moved;
  /* Runs inside every callback, with the line that was written for it. */
  void (*hook)(struct scene *s, press_engine *engine, const char *line);
  int         hooked;
  const char *at, *does; /* of its story */
  bool        is_inside;
} scene;

static scene       a, other;
static const char *row; /* the story that is played */

/* ---- the events as text ---- */

static void write_line(scene *s, press_engine *engine, const char *line) {
  size_t length = strlen(line);
  assert_true(s->length + length + 2 < sizeof s->text);
  if (s->length) s->text[s->length++] = ' ';
  memcpy(s->text + s->length, line, length + 1);
  s->length += length;
  if (s->hook) s->hook(s, engine, line);
}

static const char *operation_name(uint32_t operation) {
  static const char *const names[] = {"cancel", "forbidden", "copy", "move"};
  return operation < 4 ? names[operation] : "?";
}

static void describe(const press_event *e, char *out, size_t size) {
  static const char *const hints[] = {"plain", "copy", "link", "disappearing", "not_allowed"};
  const char              *name = press_event_name(e->type);
  int                      n = snprintf(out, size, "%s", strncmp(name, "drag_", 5) == 0 ? name + 5 : name);
  char                    *end = out + n;
  size_t                   left = size - (size_t)n;
  int                      one = (int)e->value, two = (int)e->value2;
  switch (e->type) {
    case PRESS_EVENT_DRAG_BEGAN: n = snprintf(end, left, "@%u(%d,%d)", e->target, one >> 16, two >> 16); break;
    case PRESS_EVENT_DRAG_ENTERED:
    case PRESS_EVENT_DRAG_PROPOSED:
    case PRESS_EVENT_DRAG_DROPPED:
    case PRESS_EVENT_DROP_REDONE:
    case PRESS_EVENT_DROP_UNDONE: n = snprintf(end, left, "@%u=%s/%d", e->target, operation_name((uint32_t)one), two); break;
    case PRESS_EVENT_DRAG_FORBIDDEN: n = snprintf(end, left, "@%u=%s", e->target, operation_name((uint32_t)one)); break;
    case PRESS_EVENT_DRAG_ITEMS_CHANGED:
    case PRESS_EVENT_DROP_CONCLUDED: n = snprintf(end, left, "=%d/%d", one, two); break;
    case PRESS_EVENT_DRAG_HINT_CHANGED: n = snprintf(end, left, "=%s", hints[one]); break;
    case PRESS_EVENT_AUTOSCROLL_CHANGED: n = snprintf(end, left, "@%u(%d,%d)", e->target, one / 65536, two / 65536); break;
    case PRESS_EVENT_DROP_ITEM_BEGAN: n = snprintf(end, left, "@%u=%d/%d", e->target, one, two); break;
    case PRESS_EVENT_DROP_ITEM_UPDATED: n = snprintf(end, left, "=%d/%d%%", one, (int)(e->progress * 100 / PRESS_ONE)); break;
    case PRESS_EVENT_TASK_UPDATED: n = snprintf(end, left, "/%d%%", (int)(e->progress * 100 / PRESS_ONE)); break;
    case PRESS_EVENT_DROP_ITEM_NOT_TAKEN:
    case PRESS_EVENT_DROP_ITEM_ENDED: n = snprintf(end, left, "=%d", one); break;
    case PRESS_EVENT_DROP_ITEM_REDONE:
    case PRESS_EVENT_DROP_ITEM_UNDONE: n = snprintf(end, left, "@%u=%d/%s", e->target, one, operation_name((uint32_t)two)); break;
    case PRESS_EVENT_SELECTION_SET:
    case PRESS_EVENT_SELECTION_CLEARED: n = snprintf(end, left, "@%u=%d", e->target, one); break;
    default: n = e->target ? snprintf(end, left, "@%u", e->target) : 0;
  }
  end += n;
  left -= (size_t)n;
  if (e->reason) n = snprintf(end, left, ":%s", press_reason_name(e->reason)), end += n, left -= (size_t)n;
  if (e->flags & PRESS_EVENT_FLAG_RETURNS) n = snprintf(end, left, "<"), end += n, left -= (size_t)n;
  if (e->flags & PRESS_EVENT_FLAG_FADES) n = snprintf(end, left, "*"), end += n, left -= (size_t)n;
  if (e->flags & PRESS_EVENT_FLAG_PART) snprintf(end, left, "part");
}

static void on_event(press_engine *engine, const press_event *e, void *user) {
  scene *s = user;
  char   line[96];
  s->recorder.on_event(engine, e, &s->bench.log);
  const char *wrong = drags_follow(&s->live, e, engine);
  if (wrong) fail_msg("%s: %s", press_event_name(e->type), wrong);
  if (e->type == PRESS_EVENT_DRAG_BEGAN) s->session = e->subject;
  if (e->type <= PRESS_EVENT_CONTACT_CANCELLED || (e->type == PRESS_EVENT_DRAG_MOVED && !s->delivers_moved)) return;
  if (e->type >= PRESS_EVENT_PREVIEW_UPDATED && e->type <= PRESS_EVENT_COMMIT_UPDATED) return;
  describe(e, line, sizeof line);
  write_line(s, engine, line);
}

/* ---- the questions ---- */

static size_t will_begin(press_engine *engine, const press_touch *touch, uint32_t session, press_drag_item *items, size_t capacity, void *user) {
  scene   *s = user;
  uint32_t source = touch->target;
  char     line[32];
  s->asked = *touch;
  snprintf(line, sizeof line, "items?%u%s", source, session ? "+" : "");
  for (size_t i = 0; i < capacity; i++) assert_true(!items[i].id && !items[i].flags && !items[i].source && !items[i].representations);
  write_line(s, engine, line);
  if (s->refuses) return 0;
  if (source < 16 && s->items[source]) {
    for (size_t i = 0; i < s->item_count[source] && i < capacity + s->writes_more; i++) items[i] = s->items[source][i];
    return s->item_count[source];
  }
  press_drag_item one = {.id = source * 10, .flags = PRESS_ITEM_SELECTED};
  items[0] = one;
  return 1;
}

static bool will_propose(press_engine *engine, const press_drag *drag, uint32_t destination, press_drop_proposal *proposal, void *user) {
  scene *s = user;
  char   line[32];
  assert_true(drag->size >= sizeof *drag); /* that of the library */
  assert_true(proposal->size >= sizeof *proposal);
  assert_int_equal(proposal->item_count, drag->item_count);
  s->proposed++;
  s->offered = proposal->operation;
  snprintf(line, sizeof line, "propose?%u", destination);
  write_line(s, engine, line);
  const answer *it = &s->answers[destination & 15];
  if (it->no) return false;
  if (it->set) {
    proposal->operation = it->operation;
    if (it->count) proposal->item_count = it->count;
    proposal->flags = it->flags;
    proposal->hint = it->hint;
    proposal->accept_count = it->accept_count;
    proposal->accepts = it->accepts;
  } else {
    proposal->flags = it->flags;
  }
  return true;
}

static bool should_activate(press_engine *engine, const press_drag *drag, uint32_t target, bool again, void *user) {
  scene *s = user;
  char   line[32];
  assert_int_equal(drag->spring, target);
  snprintf(line, sizeof line, "spring?%u%s", target, again ? "+" : "");
  write_line(s, engine, line);
  return again ? !s->spring_no_again : !s->spring_no;
}

static bool should_launch(press_engine *engine, const press_drag *drag, void *user) {
  scene *s = user;
  assert_int_equal(drag->destination, 0);
  write_line(s, engine, "launch?");
  return s->launches;
}

/* ---- the scene ---- */

static void set_delegate(scene *s) {
  s->recorder = recorder_delegate(&s->bench.log);
  press_delegate d = {.size = sizeof d,
    .user = s,
    .on_event = on_event,
    .drag_will_begin = will_begin,
    .drop_will_propose = will_propose,
    .spring_should_activate = should_activate,
    .drag_should_launch = s->asks_launch ? should_launch : NULL};
  assert_int_equal(press_set_delegate(s->bench.engine, &d), PRESS_OK);
}

static press_drag_config drag_config(uint32_t flags) {
  press_drag_config c;
  memset(&c, 0xee, sizeof c);
  press_drag_config_init(&c);
  c.flags = flags;
  return c;
}

static void make_in(scene *s, const press_config *config, const press_drag_config *drag, bool gestures) {
  memset(s, 0, sizeof *s);
  bench_make(&s->bench, config);
  if (gestures) assert_int_equal(press_gestures_attach(s->bench.engine, NULL), PRESS_OK);
  assert_int_equal(press_drag_attach(s->bench.engine, drag), PRESS_OK);
  bench_target(&s->bench, 1, 0, 0, 0, 100, 100, DROP);
  bench_target(&s->bench, 2, 1, 10, 10, 20, 20, SOURCE);
  bench_target(&s->bench, 3, 1, 50, 10, 20, 20, SOURCE);
  bench_target(&s->bench, 4, 0, 200, 0, 100, 100, DROP);
  bench_target(&s->bench, 5, 4, 220, 20, 20, 20, DROP);
  bench_target(&s->bench, 6, 0, 400, 0, 50, 50, SPRING);
  bench_target(&s->bench, 7, 0, 0, 300, 400, 400, SCROLL);
  bench_target(&s->bench, 8, 0, 500, 0, 50, 50, DROP);
  press_target t = {.size = sizeof t};
  assert_int_equal(press_target_get(s->bench.engine, 8, &t), PRESS_OK);
  t.domain = 9;
  assert_int_equal(press_target_update(s->bench.engine, &t), PRESS_OK);
  set_delegate(s);
  s->force = 0.2;
}

static void make(const press_drag_config *drag) { make_in(&a, NULL, drag, false); }

/* What a source answers from now on. */
static void gives(scene *s, uint32_t source, const press_drag_item *items, size_t count) {
  s->items[source] = items;
  s->item_count[source] = count;
}

static void change(scene *s, uint32_t id, uint32_t traits, double x, double y) {
  press_target t = {.size = sizeof t};
  assert_int_equal(press_target_get(s->bench.engine, id, &t), PRESS_OK);
  t.traits = traits;
  if (x != -1) t.x = PRESS_Q16(x), t.y = PRESS_Q16(y); /* -1: it stays where it is */
  assert_int_equal(press_target_update(s->bench.engine, &t), PRESS_OK);
}

static void agree(scene *s) {
  const char *wrong = drags_agree(&s->live, s->bench.engine);
  if (wrong) fail_msg("%s", wrong);
}

static bool holds(scene *s, const char *word) {
  static const char *const states[] = {"none", "dragging", "confirming", "dropping"};
  const char              *is = strchr(word, '=') + 1;
  const size_t             scrolls = recorder_count(&s->bench.log, PRESS_EVENT_AUTOSCROLL_BEGAN);
  press_drag               drag = {.size = sizeof drag};
  if (is == word + 1) {
    for (char *at = s->text; *at; at++)
      if (*at == ' ') *at = ';';
    if (strcmp(s->text, is)) fail_msg("%s: delivered %s, expected %s", row, s->text, is);
    return s->length = 0, s->text[0] = 0, true;
  }
  if (strncmp(word, "has", 3) == 0) return strstr(s->text, is) != NULL;
  if (strncmp(word, "not", 3) == 0) return strstr(s->text, is) == NULL;
  if (strncmp(word, "scrolls", 7) == 0) return scrolls == (size_t)atoi(is);
  if (strncmp(word, "hooked", 6) == 0) return s->hooked == atoi(is);
  if (strncmp(word, "offered", 7) == 0) return strcmp(operation_name(s->offered), is) == 0;
  if (strncmp(word, "due", 3) == 0) return press_next_deadline(s->bench.engine) == PRESS_NEVER;
  assert_int_equal(press_drag_get(s->bench.engine, s->session, &drag), PRESS_OK);
  if (strncmp(word, "op", 2) == 0) return strcmp(operation_name(drag.operation), is) == 0;
  if (strncmp(word, "state", 5) == 0) return strcmp(states[drag.state], is) == 0;
  return (strncmp(word, "to", 2) == 0        ? drag.destination
           : strncmp(word, "items", 5) == 0  ? drag.item_count
           : strncmp(word, "spring", 6) == 0 ? drag.spring
                                             : drag.source)
         == (uint32_t)atoi(is);
}

/* A word of a script:
 *   c1 this contact from now on    f0.6 this hard        20,30 a sample there      u lifts        +5000 a tick so much later, +5000*9 nine
 *   ~ lost    p a palm    R reset   k1 modifiers   X cancels the drag, X1 that of a session   Y N confirm   g cancels the gestures of the contact
 *   -4 removes a target   M4@20,30 moves it there   x4 takes its traits   d4 gives it a domain of its own   S30 another slop in the settings
 *   A3 adds what 3 has    %20 item is half there         F20 arrived   B20 failed   Z undo   z redo    G2 begins from code   P3 drags to 1   m20,30 moves   O4 over   D drops
 *   refuse, accept: the program, from now on     | forgets what was delivered     =left@1;entered@4 exactly that was delivered since; = nothing
 *   has= not= in what was delivered, to= op= state= items= source= spring= of the drag, offered= the operation that a destination was asked with,
 *   scrolls= how many began, hooked=, due=never
 * A call is refused with PRESS_ERR_STATE after !, with PRESS_ERR_NOENT after ?, with PRESS_ERR_NOSPC after #, with
 * PRESS_ERR_BUSY after &. */
static void act(scene *s, const char *word) {
  press_engine     *engine = s->bench.engine;
  const char       *whole = word;
  const int         expected = *word == '!'   ? PRESS_ERR_STATE
                               : *word == '?' ? PRESS_ERR_NOENT
                               : *word == '#' ? PRESS_ERR_NOSPC
                               : *word == '&' ? PRESS_ERR_BUSY
                                              : PRESS_OK;
  double            number = atof(word + 1 + (expected != PRESS_OK)), y = 0;
  uint32_t          n = (uint32_t)number;
  press_target      target = {.size = sizeof target};
  press_drag_config settings;
  press_sample      sample = {.contact = s->contact, .force = PRESS_Q16(s->force), .x = PRESS_Q16(s->x), .y = PRESS_Q16(s->y)};
  int               status = 0;
  if (strchr(word, '=')) {
    if (!holds(s, word)) fail_msg("%s: %s is not so", row, word);
    return;
  }
  word += expected != PRESS_OK;
  switch (*word) {
    case 'c': s->contact = n; return;
    case 'f': s->force = number; return;
    case '|': s->length = 0, s->text[0] = 0; return;
    case 'r': s->refuses = true; return;
    case 'a': s->refuses = false; return;
    case 'g': status = press_gestures_cancel(engine, s->contact); break;
    case 'x': change(s, n, 0, -1, -1); break;
    case 'M':
      assert_int_equal(sscanf(word, "M%u@%lf,%lf", &n, &number, &y), 3);
      assert_int_equal(press_target_get(engine, n, &target), PRESS_OK);
      change(s, n, target.traits, number, y);
      break;
    case 'd':
      assert_int_equal(press_target_get(engine, n, &target), PRESS_OK);
      target.domain = 100 + n;
      status = press_target_update(engine, &target);
      break;
    case 'S':
      press_drag_config_init(&settings);
      assert_int_equal(press_drag_get_config(engine, &settings), PRESS_OK);
      settings.slop = PRESS_Q16(number);
      status = press_drag_set(engine, &settings);
      break;
    case '+':
      for (int times = strchr(word, '*') ? atoi(strchr(word, '*') + 1) : 1; times > 0 && !status; times--)
        status = press_tick(engine, s->bench.now += (uint64_t)number);
      break;
    case 'R': s->bench.log.idle_resets++, status = press_engine_reset(engine); break;
    case '-': status = press_target_remove(engine, n); break;
    case 'k': status = press_drag_set_modifiers(engine, n); break;
    case 'X': status = press_drag_cancel(engine, n ? n : s->session); break;
    case 'Y': status = press_drop_confirm(engine, s->session, true); break;
    case 'N': status = press_drop_confirm(engine, s->session, false); break;
    case '%': status = press_drop_update(engine, s->session, n, PRESS_ONE / 2); break;
    case 'F': status = press_drop_finish(engine, s->session, n, true); break;
    case 'B': status = press_drop_finish(engine, s->session, n, false); break;
    case 'Z': status = press_drop_undo(engine); break;
    case 'z': status = press_drop_redo(engine); break;
    case 'G': status = press_drag_begin(engine, n, NULL); break;
    case 'P': status = press_drag_perform(engine, n, 1, NULL); break;
    case 'm':
      assert_int_equal(sscanf(word + 1, "%lf,%lf", &number, &y), 2);
      status = press_drag_move(engine, s->session, PRESS_Q16(number), PRESS_Q16(y));
      break;
    case 'A': status = press_drag_add(engine, s->session, n); break;
    case 'O': status = press_drag_over(engine, s->session, n); break;
    case 'D': status = press_drag_drop(engine, s->session); break;
    case 'u': sample.force = 0; goto feed;
    case '~': sample.flags = PRESS_SAMPLE_LOST; goto feed;
    case 'p': sample.flags = PRESS_SAMPLE_PALM; goto feed;
    default:
      assert_int_equal(sscanf(word, "%lf,%lf", &s->x, &s->y), 2);
      sample.x = PRESS_Q16(s->x);
      sample.y = PRESS_Q16(s->y);
    feed:
      sample.t_us = s->bench.now += 10000;
      status = press_feed(engine, &sample, 1) - 1;
  }
  if (expected == PRESS_OK ? status < 0 : status != expected) fail_msg("%s: %s: %s", row, whole, press_strerror(status));
  if (!s->is_inside) agree(s);
}

static void play_in(scene *s, const char *script) {
  for (char word[96]; *script;) {
    script = next_word(script, " ", word, sizeof word);
    act(s, word);
  }
}

static void play(const char *script) { play_in(&a, script); }

static void clear(scene *s) { s->length = 0, s->text[0] = 0; }

#define DELIVERED(expected) \
  do { \
    if (strcmp(a.text, expected)) fail_msg("line %d\n  delivered %s\n  expected %s", __LINE__, a.text, expected); \
    clear(&a); \
  } while (0)

static void finish_in(scene *s) {
  s->hook = NULL;
  assert_int_equal(press_engine_reset(s->bench.engine), PRESS_OK);
  agree(s);
  const char *wrong = drags_over(&s->live, true);
  if (wrong) fail_msg("%s", wrong);
  bench_finish(&s->bench);
}

static void finish(void) { finish_in(&a); }

static press_drag drag_of(scene *s) {
  press_drag drag = {.size = sizeof drag};
  assert_int_equal(press_drag_get(s->bench.engine, s->session, &drag), PRESS_OK);
  return drag;
}

typedef void prepare(scene *s);
typedef void hook(scene *s, press_engine *engine, const char *line);

typedef struct story {
  const char *name, *script, *delivered; /* delivered NULL: the script says all */
  prepare    *prepare;
  hook       *hook;
  uint32_t    flags;     /* of the config, where there is no other */
  const char *at, *does; /* what it does within the callback of the first line that begins so */
} story;

/* What a story does within a callback. */
static void does(scene *s, press_engine *engine, const char *line) {
  (void)engine;
  if (strncmp(line, s->at, strlen(s->at)) != 0 || s->hooked++) return;
  s->is_inside = true;
  play_in(s, s->does);
  s->is_inside = false;
}

/* Plays each story twice: with few targets, which are searched one by one, and with so many that they have an index. */
static void delivers(const story *stories, size_t count, const press_drag_config *config, bool gestures, prepare *all) {
  for (size_t i = 0; i < 2 * count; i++) {
    const story *one = &stories[i / 2];
    press_config engine = bench_config();
    if (i % 2) engine.max_targets = 64;
    press_drag_config c = drag_config(one->flags);
    make_in(&a, &engine, config ? config : &c, gestures);
    if (all) all(&a);
    if (one->prepare) one->prepare(&a);
    a.at = one->at, a.does = one->does;
    a.hook = one->at ? does : one->hook;
    row = one->name;
    play(one->script);
    row = NULL;
    if (one->delivered && strcmp(a.text, one->delivered))
      fail_msg("%s, of %d targets:\n  delivered %s\n  expected %s", one->name, engine.max_targets, a.text, one->delivered);
    finish();
  }
}

#define BEGINS "items?2 began@2(10,10) propose?1 entered@1=move/1 items_changed=1/1"
#define OVER_4 "propose?4 left@1 entered@4=copy/1 hint_changed=copy"
#define COPIED "left@4 dropped@4=copy/1 drop_item_began@4=20/0 drop_item_ended=20 selection_set@4=20 selection_cleared@2=20 drop_concluded=1/0"
#define MOVED "left@1 dropped@1=move/1 drop_item_began@1=20/0 drop_item_ended=20 selection_set@1=20 drop_concluded=1/0"
#define FLIES_BACK "cancelled@2:no_destination<"

/* ---- how a drag starts ---- */

/* conforms: drag-01, drag-28, drag-71 */
TEST(a_contact_drags_once_it_moved_by_slop) {
  static const story stories[] = {
    {"less than slop", "20,20 22.9,20 20,17.1 u", ""},
    {"slop", "20,20 23,20 u", BEGINS " " MOVED},
    {"slop, aslant", "20,20 22.2,22.2 u", BEGINS " " MOVED},
    {"not from a source", "5,5 50,50 u", ""},
    {"the origin is where the contact began", "11,29 40,40 u", "items?2 began@2(1,19) propose?1 entered@1=move/1 items_changed=1/1 " MOVED},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

TEST(the_surface_drags_where_there_are_no_targets) {
  press_config config = bench_config();
  config.traits = SOURCE;
  memset(&a, 0, sizeof a);
  bench_make(&a.bench, &config);
  assert_int_equal(press_drag_attach(a.bench.engine, NULL), PRESS_OK);
  a.force = 0.2;
  set_delegate(&a);
  static const press_drag_item one = {.id = 5};
  gives(&a, 0, &one, 1);
  play("20,20 50,50 u");
  DELIVERED("items?0 began@0(20,20) items_changed=1/1 cancelled:no_destination<");
  finish();
}

static void needs_tap_scroll(scene *s) {
  change(s, 2, SOURCE | TAP, 10, 10);
  change(s, 1, DROP | SCROLL, 0, 0);
}

TEST(after_a_hold_a_force_or_both) {
  static const story stories[] = {
    {"at once", "20,20 29,20 50,20 u", "", .flags = AFTER_HOLD},
    {"too early", "20,20 +469998 24,20 25,20 u", "", .flags = AFTER_HOLD},
    {"moved before, and not since", "20,20 +489999 24,20 u", "lifted@2 settled@2:lifted", .flags = AFTER_HOLD},
    {"held", "20,20 +500000 24,20 u", "lifted@2 " BEGINS " " MOVED, .flags = AFTER_HOLD},
    {"trembling", "20,20 24,20 25,25 +480000 26,20 u", "lifted@2 " BEGINS " " MOVED, .flags = AFTER_HOLD},
    {"moved by still_slop, and back", "20,20 30,20 20,20 +500000 24,20 u", "", .flags = AFTER_HOLD},
    {"softly", "f0.24 20,20 50,20 u", "", .flags = BY_FORCE},
    {"hard at last", "f0.24 20,20 50,50 f0.25 50,50 u", BEGINS " " MOVED, .flags = BY_FORCE},
    {"hard at first", "f0.25 20,20 f0.11 24,20 u", BEGINS " " MOVED, .flags = BY_FORCE},
    {"held only", "20,20 +500000 24,20 u", "", .flags = AFTER_HOLD | BY_FORCE},
    {"held, and then pressed", "20,20 +500000 20,20 f0.3 20,20 22,20 24,20 u", "lifted@2 " BEGINS " " MOVED, .flags = AFTER_HOLD | BY_FORCE},
    {"pressed only", "f0.3 20,20 24,20 35,20 u", "", .flags = AFTER_HOLD | BY_FORCE},
    {"both", "f0.3 20,20 +500000 24,20 u", "lifted@2 " BEGINS " " MOVED, .flags = AFTER_HOLD | BY_FORCE},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

static void needs_all(scene *s) {
  change(s, 2, SOURCE | TAP | PRESS_TARGET_HOLD | PREVIEW, 10, 10);
  change(s, 1, DROP | SCROLL, 0, 0);
}

static void no_scroller(scene *s) { change(s, 2, SOURCE | TAP, 10, 10); }

TEST(in_a_scroller_moving_at_once_scrolls) {
  static const story stories[] = {
    {"at once", "20,20 50,20 u", "scroll_began@1 scroll_moved@1 scroll_ended@1:lifted", .prepare = needs_tap_scroll, .flags = HOLD_IN_SCROLL},
    {"after a hold", "20,20 +500000 50,50 u", "lifted@2 " BEGINS " " MOVED, .prepare = needs_tap_scroll, .flags = HOLD_IN_SCROLL},
    {"elsewhere at once", "20,20 24,20 u", BEGINS " " MOVED, .prepare = no_scroller, .flags = HOLD_IN_SCROLL},
  };
  delivers(stories, COUNT(stories), NULL, true, NULL);
}

static void previews(scene *s) { change(s, 2, SOURCE | PREVIEW, 10, 10); }

TEST(a_preview_keeps_its_contact_but_where_it_may_be_dragged_from) {
  static const story stories[] = {
    {"never", "f0.3 20,20 50,50 u", "preview_began@2 preview_cancelled@2:lifted", .prepare = previews},
    {"still", "f0.3 20,20 29.9,20 u", "preview_began@2 preview_cancelled@2:lifted", .prepare = previews, .flags = FROM_PREVIEW},
    {"moved", "f0.3 20,20 30,30 u",
      "preview_began@2 items?2 began@2(10,10) propose?1 entered@1=move/1 items_changed=1/1 "
      "preview_cancelled@2:dragged " MOVED,
      .prepare = previews, .flags = FROM_PREVIEW},
    {"committing", "f0.6 20,20 50,50 u", "preview_began@2 preview_cancelled@2:lifted", .prepare = previews, .flags = FROM_PREVIEW},
    {"pressing harder while it drags", "f0.3 20,20 30,30 f1 31,30 u",
      "preview_began@2 items?2 began@2(10,10) propose?1 entered@1=move/1 items_changed=1/1 preview_cancelled@2:dragged " MOVED, .prepare = previews,
      .flags = FROM_PREVIEW},
    {"no preview yet", "20,20 24,20 f1 25,20 u", BEGINS " " MOVED, .prepare = previews, .flags = FROM_PREVIEW},
    {"a preview is still, too", "f0.3 20,20 +500000 30,30 u",
      "preview_began@2 items?2 began@2(10,10) propose?1 entered@1=move/1 "
      "items_changed=1/1 preview_cancelled@2:dragged " MOVED,
      .prepare = previews, .flags = FROM_PREVIEW | AFTER_HOLD},
    {"too early", "f0.3 20,20 +300000 30,30 u", "preview_began@2 preview_cancelled@2:lifted", .prepare = previews,
      .flags = FROM_PREVIEW | AFTER_HOLD},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

static void refusing(scene *s) {
  s->refuses = true;
  change(s, 2, SOURCE | TAP | PREVIEW, 10, 10);
  change(s, 1, DROP | SCROLL, 0, 0);
}

static void the_container_holds(scene *s) { change(s, 1, DROP | PRESS_TARGET_HOLD, 0, 0); }

TEST(what_is_refused_goes_on_as_if_it_had_no_source) {
  static const story stories[] = {
    {"tap", "20,20 24,20 u", "items?2 tapped@2"},
    {"asked once", "20,20 24,20 25,20 20,20 24,20 u", "items?2 tapped@2"},
    {"scroll", "20,20 24,20 40,20 u", "items?2 scroll_began@1 scroll_moved@1 scroll_ended@1:lifted"},
    {"scroll at once", "20,20 40,20 u", "items?2 scroll_began@1 scroll_moved@1 scroll_ended@1:lifted"},
    {"preview", "20,20 24,20 f0.3 24,20 u", "items?2 preview_began@2 preview_cancelled@2:lifted"},
  };
  delivers(stories, COUNT(stories), NULL, true, refusing);
  static const story preview[] = {
    {"the preview goes on", "f0.3 20,20 35,20 u", "preview_began@2 items?2 preview_cancelled@2:lifted"},
  };
  press_drag_config c = drag_config(FROM_PREVIEW);
  delivers(preview, COUNT(preview), &c, false, refusing);
  static const story removed[] = {
    {"removed as it is asked", "20,20 24,20 40,20 u", "items?2 scroll_began@1 scroll_moved@1 scroll_ended@1:lifted", needs_tap_scroll,
      .at = "items?2", .does = "-2"},
    {"what moved before is no hold", "20,20 50,20 +900000 u", "items?2", the_container_holds, .at = "items?2", .does = "-2"},
  };
  delivers(removed, COUNT(removed), NULL, true, NULL);
}

TEST(items_that_are_wrong_are_a_refusal) {
  static const press_drag_item wrong[][2] = {
    {{.id = 0}, {.id = 2}},
    {{.id = 1}, {.id = 1}},
    {{.id = 1, .flags = 16}, {.id = 2}},
    {{.id = 1}, {.id = 2, .representation_count = 1}},
  };
  static const press_drag_item right[] = {{.id = 1}, {.id = 2}, {.id = 3}, {.id = 4}, {.id = 5}, {.id = 6}, {.id = 7}, {.id = 8}};
  for (size_t i = 0; i < COUNT(wrong); i++) {
    make(NULL);
    gives(&a, 2, wrong[i], 2);
    play("20,20 24,20 50,50 u");
    DELIVERED("items?2");
    /* The source gives no item, and then more items than it was asked for. */
    gives(&a, 2, right, 0);
    play("20,20 24,20 u");
    DELIVERED("items?2");
    a.item_count[2] = 9;
    play("20,20 24,20 u");
    DELIVERED("items?2");
    finish();
  }
}

static void double_taps(scene *s) { change(s, 2, SOURCE | TAP | PRESS_TARGET_DOUBLE_TAP, 10, 10), change(s, 1, DROP, 0, 0); }

TEST(a_contact_that_drags_is_no_tap_hold_or_scroll) {
  static const story stories[] = {
    {"tap", "20,20 24,20 u", BEGINS " " MOVED},
    {"scroll", "20,20 40,40 u", BEGINS " " MOVED},
    {"hold", "20,20 40,40 +900000 u", BEGINS " " MOVED},
    {"after its drag was cancelled", "20,20 40,40 X 60,60 f0.6 60,60 +900000 u", BEGINS " left@1 cancelled@2:program<"},
    {"a tap that waits is delivered when the second drags", "20,20 u 20,20 24,20 u",
      "items?2 tapped@2 began@2(10,10) propose?1 entered@1=move/1 items_changed=1/1 " MOVED, .prepare = double_taps},
  };
  delivers(stories, COUNT(stories), NULL, true, needs_all);
}

/* ---- items ---- */

#define SCENE_TEST(name) TEST_BETWEEN(make(NULL), finish(), name)

/* conforms: drag-16, drag-68 */
SCENE_TEST(the_items_are_those_that_the_program_names) {
  static const uint32_t        types[] = {7, 8};
  static const press_drag_item three[] = {
    {.id = 1, .flags = PRESS_ITEM_SELECTED, .source = 99}, {.id = 2, .representation_count = 2, .representations = types}, {.id = 0xfffffff0u}};
  gives(&a, 2, three, 3);
  play("20,20 24,20");
  DELIVERED("items?2 began@2(10,10) propose?1 entered@1=move/3 items_changed=3/3");
  press_drag_item got[4];
  memset(got, 0x77, sizeof got);
  assert_int_equal(press_drag_get_items(a.bench.engine, a.session, got, 2), 3);
  assert_int_equal(got[2].id, 0x77777777);
  assert_int_equal(press_drag_get_items(a.bench.engine, a.session, NULL, 0), 3);
  assert_int_equal(press_drag_get_items(a.bench.engine, a.session, got, 4), 3);
  for (size_t i = 0; i < 3; i++) {
    assert_int_equal(got[i].id, three[i].id);
    assert_int_equal(got[i].source, 2);
    assert_int_equal(got[i].flags, three[i].flags);
  }
  assert_ptr_equal(got[1].representations, types);
}

SCENE_TEST(without_an_answer_one_item_by_the_name_of_its_target) {
  press_delegate d = {.size = sizeof d, .user = &a, .on_event = on_event};
  assert_int_equal(press_set_delegate(a.bench.engine, &d), PRESS_OK);
  play("20,20 24,20");
  press_drag_item item;
  assert_int_equal(press_drag_get_items(a.bench.engine, a.session, &item, 1), 1);
  assert_int_equal(item.id, 2);
  assert_int_equal(item.flags, PRESS_ITEM_SELECTED);
}

/* conforms: drag-18, drag-32, drag-61 */
TEST(another_contact_that_taps_a_source_adds_to_the_drag) {
  static const story stories[] = {
    {"added", "20,20 24,20 c1 60,20 u c0 24,20", BEGINS " items?3+ propose?1 proposed@1=move/2 items_changed=2/2"},
    {"the same again", "20,20 24,20 c1 20,20 u", BEGINS " items?2+"},
    {"elsewhere", "20,20 24,20 c1 5,5 u", BEGINS},
    {"cancelled", "20,20 24,20 c1 60,20 ~ 60,20 p", BEGINS},
    {"its source goes away", "20,20 24,20 c1 60,20 u -3",
      BEGINS " items?3+ propose?1 proposed@1=move/2 items_changed=2/2 propose?1 proposed@1=move/1 items_changed=1/1"},
    {"to the newest", "20,20 24,20 c1 60,20 64,20 c2 60,20 u",
      BEGINS " items?3 began@3(10,10) propose?1 entered@1=move/1 items_changed=1/1 items?3+"},
  };
  delivers(stories, COUNT(stories), NULL, true, no_scroller);
}

static void two_from_3(scene *s) {
  static const press_drag_item two[] = {{.id = 1}, {.id = 2}};
  gives(s, 3, two, 2);
}

/* conforms: drag-60 */
TEST(nothing_is_added_beyond_max_items) {
  press_drag_config c = drag_config(0);
  c.max_items = 2;
  static const story stories[] = {
    {"two to one", "20,20 24,20 c1 60,20 u", BEGINS " items?3+", two_from_3},
    {"one, and one more", "20,20 24,20 c1 60,20 u 60,20 u", BEGINS " items?3+ propose?1 proposed@1=move/2 items_changed=2/2"},
  };
  delivers(stories, COUNT(stories), &c, false, NULL);
}

/* ---- destinations and what they propose ---- */

static void says_no_5(scene *s) { s->answers[5].no = true; }
static void forbids_5(scene *s) { s->answers[5].set = true, s->answers[5].operation = FORBIDDEN; }
static void cancels_5(scene *s) { s->answers[5].set = true, s->answers[5].operation = CANCEL; }
static void bad_5(scene *s) { s->answers[5].set = true, s->answers[5].operation = 4; }

static void delivers_moves(scene *s) { s->delivers_moved = true; }

/* conforms: drag-27, drag-30, drag-31, drag-33, drag-34, drag-35, drag-36 */
TEST(the_topmost_that_answers_is_the_destination_and_is_delivered_a_move_for_each_sample_that_moves) {
  static const story stories[] = {
    {"in and out", "20,20 24,20 250,50 150,50 250,50", BEGINS " " OVER_4 " left@4 hint_changed=plain propose?4 entered@4=copy/1 hint_changed=copy"},
    {"nested", "20,20 24,20 250,50 225,25 250,50", BEGINS " " OVER_4 " propose?5 left@4 entered@5=copy/1 propose?4 left@5 entered@4=copy/1"},
    {"moved above one", "20,20 24,20 250,50 251,50 252,50 253,50", BEGINS " " OVER_4},
    {"a move once for each sample that moves", "20,20 24,20 25,20 25,20 f0.3 25,20 26,20 u", BEGINS " moved@1 moved@1 " MOVED, delivers_moves},
    {"no", "20,20 24,20 225,25", BEGINS " propose?5 propose?4 left@1 entered@4=copy/1 hint_changed=copy", .prepare = says_no_5},
    {"an operation that there is not", "20,20 24,20 225,25", BEGINS " propose?5 propose?4 left@1 entered@4=copy/1 hint_changed=copy",
      .prepare = bad_5},
    {"forbidden", "20,20 24,20 225,25 u", BEGINS " propose?5 left@1 forbidden@5=forbidden hint_changed=not_allowed cancelled@2:forbidden<",
      .prepare = forbids_5},
    {"cancel", "20,20 24,20 225,25 u", BEGINS " propose?5 left@1 forbidden@5=cancel cancelled@2:no_destination<", .prepare = cancels_5},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

/* conforms: drag-33 */
TEST(a_destination_is_asked_when_it_must_be_and_not_for_each_sample) {
  static const struct {
    const char *script;
    int         asked;
  } cases[] = {
    {"251,50 252,50 253,50 254,50", 0},
    {"+100000", 0},
    {"k1", 1},
    {"k1 k1", 1},
    {"k1 k0", 2},
    {"c1 60,20 u", 1},
    {"225,25", 1},
    {"150,50", 0},
    {"-8", 1},
    {"f0.9 250,50", 0},
    {"225,25 226,25 250,50", 2},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    make(NULL);
    play("20,20 24,20 250,50");
    a.proposed = 0;
    play(cases[i].script);
    if (a.proposed != cases[i].asked) fail_msg("%s: asked %d times", cases[i].script, a.proposed);
    finish();
  }
  make(NULL);
  a.answers[4].flags = PRESS_PROPOSAL_EXACT;
  play("20,20 24,20 250,50");
  a.proposed = 0;
  play("251,50 251,50 252,50 f0.4 252,50 +50000");
  assert_int_equal(a.proposed, 2);
  finish();
}

static void add_target(scene *s, uint32_t id, uint32_t container, uint32_t domain, double x, double size, uint32_t traits) {
  press_target t = {.size = sizeof t,
    .id = id,
    .container = container,
    .domain = domain,
    .x = PRESS_Q16(x),
    .y = PRESS_Q16(20),
    .width = PRESS_Q16(size),
    .height = PRESS_Q16(size),
    .traits = traits};
  assert_int_equal(press_target_add(s->bench.engine, &t), PRESS_OK);
}

static void another_in_1(scene *s) { add_target(s, 9, 1, 0, 80, 20, DROP); }
static void another_in_1_and_a_domain(scene *s) { add_target(s, 9, 1, 1, 80, 20, DROP); }

/* conforms: drag-02, drag-05, drag-06 */
TEST(the_default_moves_within_a_container_and_copies_elsewhere) {
  static const story stories[] = {
    {"its container", "20,20 80,80 op=move", NULL},
    {"another", "20,20 250,50 op=copy", NULL},
    {"in another", "20,20 225,25 op=copy", NULL},
    {"another domain", "20,20 520,20 op=copy", NULL},
    {"nested in its container", "20,20 85,25 to=9 op=move", NULL, another_in_1},
    {"nested, of another domain", "20,20 85,25 to=9 op=copy", NULL, another_in_1_and_a_domain},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

static void takes_two_of_three(scene *s) {
  static const press_drag_item three[] = {{.id = 1}, {.id = 2}, {.id = 3}};
  gives(s, 2, three, 3);
  s->answers[4] = (answer){.set = true, .operation = COPY, .count = 2};
}

/* conforms: drag-69 */
TEST(the_badge_is_the_number_that_would_be_taken) {
  static const story stories[] = {
    {"two of three", "20,20 24,20 250,50 150,50",
      "items?2 began@2(10,10) propose?1 entered@1=move/3 items_changed=3/3 propose?4 left@1 entered@4=copy/2 items_changed=2/3 "
      "hint_changed=copy left@4 items_changed=3/3 hint_changed=plain"},
  };
  delivers(stories, COUNT(stories), NULL, false, takes_two_of_three);
}

/* Moves a target in each question, so that the engine asks again up to its limit; the first time it also removes a source. */
static void never_rests(scene *s, press_engine *engine, const char *line) {
  press_target t;
  if (strncmp(line, "propose?", 8) != 0) return;
  press_target_init(&t);
  assert_int_equal(press_target_get(engine, 5, &t), PRESS_OK);
  t.x ^= 1;
  assert_int_equal(press_target_update(engine, &t), PRESS_OK);
  if (s->hooked++ == 0) assert_int_equal(press_target_remove(engine, 3), PRESS_OK);
}

TEST(the_badge_is_at_most_what_is_dragged_also_where_answers_never_rest) {
  for (int lifts = 0; lifts < 2; lifts++) {
    make(NULL);
    play("20,20 24,20 c1 60,20 u c0 250,50");
    assert_non_null(strstr(a.text, "items_changed=2/2"));
    a.hook = never_rests;
    play(lifts ? "k1 u" : "k1 251,50");
    a.hook = NULL;
    assert_true(a.hooked > 1);
    assert_null(strstr(a.text, "items_changed=2/1"));
    finish();
  }
}

/* ---- the modifier ---- */

/* conforms: drag-03, drag-31, drag-45, drag-46, drag-47 */
TEST(the_modifier_counts_that_is_held_as_it_drops) {
  static const story stories[] = {
    {"held", "20,20 24,20 k1 u",
      BEGINS " propose?1 proposed@1=copy/1 hint_changed=copy left@1 dropped@1=copy/1 drop_item_began@1=20/0 drop_item_ended=20 selection_set@1=20 "
             "selection_cleared@2=20 drop_concluded=1/0"},
    {"let go before", "k1 20,20 24,20 k0 u",
      "items?2 began@2(10,10) propose?1 entered@1=copy/1 items_changed=1/1 hint_changed=copy propose?1 proposed@1=move/1 hint_changed=plain " MOVED},
    {"elsewhere it is a copy anyway", "20,20 24,20 250,50 k1 u", BEGINS " " OVER_4 " propose?4 " COPIED},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

/* ---- representations ---- */

/* conforms: drag-22, drag-23, drag-43 */
TEST(the_richest_representation_that_is_accepted_is_taken) {
  static const uint32_t        rich[] = {10, 20, 30}, poor[] = {30};
  static const press_drag_item items[] = {
    {.id = 1, .representation_count = 3, .representations = rich}, {.id = 2, .representation_count = 1, .representations = poor}, {.id = 3}};
  static const struct {
    uint32_t    accepts[2], count, most;
    const char *delivered;
  } cases[] = {
    {{0}, 0, 0,
      "dropped@4=copy/3 drop_item_began@4=1/10 drop_item_ended=1 selection_set@4=1 drop_item_began@4=2/30 drop_item_ended=2 "
      "selection_set@4=2 drop_item_began@4=3/0 drop_item_ended=3 selection_set@4=3 drop_concluded=3/0"},
    {{30, 20}, 2, 0,
      "dropped@4=copy/3 drop_item_began@4=1/20 drop_item_ended=1 selection_set@4=1 drop_item_began@4=2/30 drop_item_ended=2 "
      "selection_set@4=2 drop_item_began@4=3/0 drop_item_ended=3 selection_set@4=3 drop_concluded=3/0"},
    {{20}, 1, 0,
      "dropped@4=copy/2 drop_item_began@4=1/20 drop_item_ended=1 selection_set@4=1 drop_item_not_taken=2< drop_item_began@4=3/0 drop_item_ended=3 "
      "selection_set@4=3 drop_concluded=2/0"},
    {{30}, 1, 1,
      "dropped@4=copy/1 drop_item_began@4=1/30 drop_item_ended=1 selection_set@4=1 drop_item_not_taken=2< "
      "drop_item_not_taken=3< drop_concluded=1/0"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    make(NULL);
    gives(&a, 2, items, 3);
    answer it = {.set = true, .operation = COPY, .count = cases[i].most, .accept_count = cases[i].count, .accepts = cases[i].accepts};
    a.answers[4] = it;
    play("20,20 24,20 250,50");
    assert_int_equal(drag_of(&a).accepted, cases[i].most ? cases[i].most : cases[i].accepts[0] == 20 ? 2 : 3);
    clear(&a);
    play("u");
    assert_int_equal(strncmp(a.text, "left@4 ", 7), 0);
    if (strcmp(a.text + 7, cases[i].delivered)) fail_msg("case %zu: %s", i, a.text);
    finish();
  }
}

static void accepts_another_type(scene *s) {
  static const uint32_t        type[] = {10}, else_[] = {11};
  static const press_drag_item item = {.id = 1, .representation_count = 1, .representations = type};
  gives(s, 2, &item, 1);
  s->answers[5] = (answer){.set = true, .operation = COPY, .accept_count = 1, .accepts = else_};
}

static void counts_types_that_are_not_there(scene *s) { s->answers[1] = (answer){.set = true, .operation = COPY, .accept_count = 1}; }

TEST(a_destination_that_accepts_no_type_is_none) {
  static const story stories[] = {
    {"another type", "20,20 225,25", "items?2 began@2(10,10) propose?5 propose?4 entered@4=copy/1 items_changed=1/1 hint_changed=copy",
      accepts_another_type},
    {"types that are counted and not there", "20,20 24,20 to=0", NULL, counts_types_that_are_not_there},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

/* conforms: drag-44 */
SCENE_TEST(a_part_is_delivered_as_such) {
  a.answers[4].flags = PRESS_PROPOSAL_PART;
  play("20,20 250,50 u");
  assert_int_equal(recorder_last(&a.bench.log, PRESS_EVENT_DROP_ITEM_BEGAN)->flags, PRESS_EVENT_FLAG_PART);
  assert_int_equal(recorder_last(&a.bench.log, PRESS_EVENT_DROP_ITEM_ENDED)->flags, 0);
}

/* ---- springs ---- */

#define OVER_6 BEGINS " left@1 spring?6 spring_possible@6"

static void refuses_springs(scene *s) { s->spring_no = true; }
static void refuses_springs_again(scene *s) { s->spring_no_again = true; }
static void a_spring_that_scrolls(scene *s) { change(s, 6, SPRING | SCROLL, 400, 0); }

/* conforms: drag-24, drag-26 */
TEST(resting_on_a_spring_activates_it) {
  static const story stories[] = {
    {"not yet", "20,20 24,20 420,20 +499999", OVER_6},
    {"activating", "20,20 24,20 420,20 +500000 +249999", OVER_6 " spring_activating@6"},
    {"activated", "20,20 24,20 420,20 +750000 421,21", OVER_6 " spring_activating@6 spring?6+ spring_activated@6"},
    {"the drag goes on", "20,20 24,20 420,20 +750000 250,50 u",
      OVER_6 " spring_activating@6 spring?6+ spring_activated@6 propose?4 spring_ended@6 entered@4=copy/1 hint_changed=copy " COPIED},
    {"left", "20,20 24,20 420,20 +500000 300,200 +900000", OVER_6 " spring_activating@6 spring_ended@6"},
    {"left and back begins again", "20,20 24,20 420,20 +400000 300,200 420,20 +499999 +1",
      OVER_6 " spring_ended@6 spring?6 spring_possible@6 spring_activating@6"},
    {"removed", "20,20 24,20 420,20 -6", OVER_6 " spring_ended@6"},
    {"lifted", "20,20 24,20 420,20 u", OVER_6 " spring_ended@6 cancelled@2:no_destination<"},
    {"moving on it is resting", "20,20 24,20 420,20 +400000 430,30 +90000", OVER_6 " spring_activating@6"},
    {"scrolling beside it is resting",
      "20,20 24,20 401,25 has=autoscroll_began@6 has=spring_possible@6 +10000*49 not=spring_activating +10000 "
      "has=spring_activating@6",
      NULL, a_spring_that_scrolls},
    {"refused", "20,20 24,20 420,20 +900000 f0.9 421,20", BEGINS " left@1 spring?6", refuses_springs},
    {"refused again", "20,20 24,20 420,20 +750000 f0.9 421,20 +900000", OVER_6 " spring_activating@6 spring?6+ spring_ended@6",
      refuses_springs_again},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

/* conforms: drag-25 */
TEST(pressing_harder_activates_a_spring_at_once) {
  static const story stories[] = {
    {"pressed", "20,20 24,20 420,20 f0.5 420,20", OVER_6 " spring?6+ spring_activating@6 spring_activated@6"},
    {"while activating", "20,20 24,20 420,20 +500000 f0.5 420,20", OVER_6 " spring_activating@6 spring?6+ spring_activated@6"},
    {"it was pressed before", "f0.6 20,20 24,20 420,20 420,21", OVER_6},
    {"let go and pressed", "f0.6 20,20 24,20 420,20 f0.4 420,20 f0.5 420,20", OVER_6 " spring?6+ spring_activating@6 spring_activated@6"},
    {"by dwelling alone", "20,20 24,20 420,20 f0.9 420,20 +500000", OVER_6 " spring_activating@6", .flags = NO_SPRING_FORCE},
    {"also as it moves", "20,20 24,20 420,20 f0.9 421,20 422,20", OVER_6, .flags = NO_SPRING_FORCE},
    {"by force alone", "20,20 24,20 420,20 +9000000 f0.5 420,20", OVER_6 " spring?6+ spring_activating@6 spring_activated@6", .flags = NO_DWELL},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

/* ---- autoscroll ---- */

static double scrolled(const press_drag_config *config, double x, double y, uint64_t after, double *across) {
  make(config);
  char script[64];
  snprintf(script, sizeof script, "20,20 %g,%g", x, y);
  play(script);
  for (uint64_t t = 0; t < after; t += 10000) play("+10000");
  const press_event *e = recorder_last(&a.bench.log, PRESS_EVENT_AUTOSCROLL_CHANGED);
  double             down = e ? e->value2 / 65536.0 : 0;
  *across = e ? e->value / 65536.0 : 0;
  finish();
  return down;
}

static void assert_near(double got, double expected) {
  if (got < expected - 1 || got > expected + 1) fail_msg("%g is not %g", got, expected);
}

/* A config whose speed is proportional to nearness and to time, up to the edge. */
static press_drag_config linear(void) {
  press_drag_config c = drag_config(PRESS_DRAG_FLAG_LINEAR_SCROLL);
  c.scroll_full = 0;
  c.scroll_ramp_us = 500000;
  return c;
}

/* conforms: drag-41 */
TEST(the_speed_grows_towards_the_edge_and_with_time) {
  double            across;
  press_drag_config c = linear();
  static const struct {
    double x, y, across, down;
  } places[] = {
    {200, 340, 0, 0},
    {200, 330, 0, -200},
    {200, 320, 0, -400},
    {200, 300, 0, -800},
    {200, 680, 0, 400},
    {20, 500, -400, 0},
    {390, 320, 600, -400},
  };
  for (size_t i = 0; i < COUNT(places); i++) {
    double down = scrolled(&c, places[i].x, places[i].y, 600000, &across);
    assert_near(down, places[i].down);
    assert_near(across, places[i].across);
  }
  double half = scrolled(&c, 200, 300, 250000, &across);
  if (half > -360 || half < -400) fail_msg("%g after half of the ramp", half);
}

TEST(the_speed_is_full_before_the_edge_and_grows_slowly_at_first) {
  double across;
  static const struct { double y, down; } places[] = {{340, 0}, {324, -200}, {309, -751}, {308, -800}, {300, -800}, {676, 200}, {692, 800}};
  for (size_t i = 0; i < COUNT(places); i++) assert_near(scrolled(NULL, 200, places[i].y, 1300000, &across), places[i].down);
  /* The square of the time: within the first 360 ms less than a tenth. */
  assert_near(scrolled(NULL, 200, 300, 1220000, &across), -800);
  double first = scrolled(NULL, 200, 300, 360000, &across), half = scrolled(NULL, 200, 300, 600000, &across);
  if (first > -50 || first < -80) fail_msg("%g after 360 ms", first);
  if (half > -185 || half < -200) fail_msg("%g after half of the ramp", half);
  /* In a narrower zone both distances shrink in proportion; if full is not less than the edge, full is the whole zone. */
  press_drag_config c = drag_config(0);
  c.scroll_full = c.scroll_edge;
  assert_near(scrolled(&c, 200, 339, 1300000, &across), -800);
  c.scroll_edge = PRESS_Q16(200);
  c.scroll_full = PRESS_Q16(100);
  assert_near(scrolled(&c, 200, 350, 1300000, &across), -800);
  assert_near(scrolled(&c, 200, 375, 1300000, &across), -200);
}

/* conforms: drag-41, drag-42 */
TEST(it_begins_and_ends_at_the_edge) {
  press_drag_config c = linear();
  c.scroll_ramp_us = 0;
  static const story stories[] = {
    {"in and out", "20,20 24,20 200,320 200,400", BEGINS " left@1 autoscroll_began@7 autoscroll_changed@7(0,-400) autoscroll_ended@7"},
    {"nearer", "20,20 24,20 200,320 200,310", BEGINS " left@1 autoscroll_began@7 autoscroll_changed@7(0,-400) autoscroll_changed@7(0,-600)"},
    {"out of the container", "20,20 24,20 200,320 200,299", BEGINS " left@1 autoscroll_began@7 autoscroll_changed@7(0,-400) autoscroll_ended@7"},
    {"lifted", "20,20 24,20 200,320 u",
      BEGINS " left@1 autoscroll_began@7 autoscroll_changed@7(0,-400) autoscroll_ended@7 cancelled@2:no_destination<"},
    {"removed", "20,20 24,20 200,320 -7", BEGINS " left@1 autoscroll_began@7 autoscroll_changed@7(0,-400) autoscroll_ended@7"},
    {"lost", "20,20 24,20 200,320 ~", BEGINS " left@1 autoscroll_began@7 autoscroll_changed@7(0,-400) autoscroll_ended@7 cancelled@2:lost<"},
  };
  delivers(stories, COUNT(stories), &c, false, NULL);
}

static void scrolls_in_1(scene *s) { change(s, 1, DROP | SCROLL, 0, 0); }

/* Target 1, which scrolls, has its edges at 0; its row 2 is dragged from (20, 20): 20 points from two of them. */
TEST(a_drag_that_begins_near_an_edge_scrolls_there_once_it_is_nearer_or_was_away) {
  press_drag_config c = linear(), at_once = c, far = c;
  c.scroll_ramp_us = 0;
  at_once.scroll_ramp_us = at_once.scroll_toward = 0;
  far.scroll_ramp_us = 0;
  far.scroll_toward = PRESS_Q16(30); /* more than is left: half of that */
  static const story near[] = {
    {"rests", "20,20 24,20 +1000000 scrolls=0", NULL},
    {"goes away from the edge", "20,20 20,24 24,30 scrolls=0", NULL},
    {"not near enough", "20,20 24,20 24,16 scrolls=0", NULL},
    {"nearer by 5 points", "20,20 24,20 24,15 scrolls=1", NULL},
    {"it was away", "20,20 24,20 60,60 60,24 scrolls=1", NULL},
    {"from then on anywhere near it", "20,20 24,20 24,15 24,30 scrolls=1", NULL},
  };
  delivers(near, COUNT(near), &c, false, scrolls_in_1);
  static const story zero[] = {{"0: at once", "20,20 24,20 scrolls=1", NULL}};
  delivers(zero, COUNT(zero), &at_once, false, scrolls_in_1);
  static const story half[] = {{"half of what was left", "20,20 24,20 24,11 scrolls=0 24,10 scrolls=1", NULL}};
  delivers(half, COUNT(half), &far, false, scrolls_in_1);
}

TEST(autoscroll_waits_near_an_edge_as_long_as_it_is_set) {
  press_drag_config c = linear();
  c.scroll_ramp_us = 0;
  c.scroll_wait_us = 300000;
  static const story stories[] = {
    {"away in between, it waits again",
      "20,20 24,20 200,320 +290000 scrolls=0 +10000 scrolls=1 has=autoscroll_changed@7(0,-400) 200,500 200,320 +290000 scrolls=1 "
      "has=autoscroll_ended "
      "+20000 scrolls=2",
      NULL},
  };
  delivers(stories, COUNT(stories), &c, false, NULL);
}

TEST(a_jump_of_time_passes_over_frames) {
  press_drag_config c = linear();
  c.scroll_ramp_us = UINT32_MAX;
  c.frame_us = 1;
  make(&c);
  play("20,20 200,300");
  size_t before = recorder_count(&a.bench.log, PRESS_EVENT_AUTOSCROLL_CHANGED);
  play("+4000000000");
  assert_in_range(recorder_count(&a.bench.log, PRESS_EVENT_AUTOSCROLL_CHANGED) - before, 1, 3);
  assert_near(recorder_last(&a.bench.log, PRESS_EVENT_AUTOSCROLL_CHANGED)->value2 / 65536.0, -745);
  finish();
}

static void one_more_above_4(scene *s) { add_target(s, 9, 0, 0, 700, 20, DROP | SPRING); }

TEST(what_comes_under_a_still_finger_counts_and_what_leaves_it) {
  static const story stories[] = {
    {"a scroller and a spring",
      "20,20 24,20 150,150 | M6@140,140 M7@0,145 =spring?6;spring_possible@6;spring_ended@6;autoscroll_began@7 +500000 +1 spring=0 | M7@0,300 x6",
      "autoscroll_ended@7 spring?6 spring_possible@6 spring_ended@6"},
    {"destinations", "20,20 24,20 150,50 | M4@120,0 M5@140,40 x5 M9@145,45 -9 -4",
      "propose?4 entered@4=copy/1 hint_changed=copy propose?5 left@4 entered@5=copy/1 propose?4 left@5 entered@4=copy/1 "
      "propose?9 left@4 spring?9 entered@9=copy/1 spring_possible@9 spring_ended@9 left@9 propose?4 entered@4=copy/1 left@4 hint_changed=plain",
      one_more_above_4},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

static void one_that_reaches_beyond_7(scene *s) { add_target(s, 9, 7, 0, 800, 50, 0); }

TEST(where_nothing_is_an_edge_nothing_scrolls) {
  press_drag_config  c = drag_config(0);
  static const story edge[] = {
    {"an edge", "20,20 24,20 820,20 +100000 200,305 +100000 has=autoscroll_began@7", NULL, one_that_reaches_beyond_7},
    {"one that begins again begins from rest", "20,20 24,20 1,500 +500000*2 has=autoscroll_changed@7( 200,500 | 1,500", "autoscroll_began@7"},
  };
  delivers(edge, COUNT(edge), &c, false, NULL);
  static const story none[] = {{"none", "20,20 24,20 820,20 +100000 200,305 +100000 scrolls=0", NULL, one_that_reaches_beyond_7}};
  c.scroll_edge = 0;
  delivers(none, COUNT(none), &c, false, NULL);
}

/* ---- dropped where nothing takes it ---- */

static void launches(scene *s) {
  s->launches = s->asks_launch = true;
  set_delegate(s);
}

/* conforms: drag-37, drag-39, drag-40 */
TEST(what_is_not_taken_flies_back_or_fades_and_says_why) {
  static const story stories[] = {
    {"nothing there", "20,20 24,20 150,50 u", BEGINS " left@1 " FLIES_BACK},
    {"its source is gone", "20,20 24,20 250,50 -2", BEGINS " " OVER_4 " left@4 cancelled@2:target_removed*"},
    {"with its container", "20,20 24,20 250,50 -1", BEGINS " " OVER_4 " left@4 cancelled@2:target_removed*"},
    {"its source is none any more", "20,20 24,20 150,50 | x2", "cancelled@2:target_removed<"},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

/* conforms: drag-72 */
TEST(dropping_into_empty_space_may_launch) {
  static const story stories[] = {
    {"not on a destination", "20,20 24,20 250,50 u", BEGINS " " OVER_4 " " COPIED},
    {"where nothing is", "20,20 24,20 150,50 u ?Z",
      BEGINS " launch? left@1 hint_changed=copy dropped@0=copy/1 drop_item_began@0=20/0 drop_item_ended=20 drop_concluded=1/0"},
  };
  delivers(stories, COUNT(stories), NULL, false, launches);
}

/* ---- drops that take time ---- */

static const press_drag_item two_items[] = {{.id = 21, .flags = PRESS_ITEM_SELECTED}, {.id = 22}};

static void transfers_two(scene *s) {
  gives(s, 2, two_items, 2);
  for (size_t i = 0; i < 16; i++) s->answers[i].flags = PRESS_PROPOSAL_TRANSFERS;
}

#define BOTH_BEGAN \
  "items?2 began@2(10,10) propose?4 entered@4=copy/2 items_changed=2/2 hint_changed=copy left@4 dropped@4=copy/2 drop_item_began@4=21/0 " \
  "drop_item_began@4=22/0"

/* conforms: drag-21, drag-32, drag-38, drag-48, drag-50 */
TEST(each_item_is_transferred_and_the_drop_concluded_once) {
  static const story stories[] = {
    {"one by one", "20,20 250,50 u %22 F22 %21 F21",
      BOTH_BEGAN " drop_item_updated=22/50% drop_item_ended=22 selection_set@4=22 drop_item_updated=21/50% drop_item_ended=21 "
                 "selection_set@4=21 selection_cleared@2=21 drop_concluded=2/0"},
    {"one fails", "20,20 250,50 u B21 F22", BOTH_BEGAN " drop_item_ended=21:failed< drop_item_ended=22 selection_set@4=22 drop_concluded=1/1"},
    {"all at once", "20,20 250,50 u F0",
      BOTH_BEGAN " drop_item_ended=21 selection_set@4=21 selection_cleared@2=21 drop_item_ended=22 selection_set@4=22 drop_concluded=2/0"},
    {"the rest fails", "20,20 250,50 u F22 B0", BOTH_BEGAN " drop_item_ended=22 selection_set@4=22 drop_item_ended=21:failed< drop_concluded=1/1"},
    {"slow", "20,20 250,50 u +999999 +1 +9000000 F0",
      BOTH_BEGAN " drop_slow@4 drop_item_ended=21 selection_set@4=21 selection_cleared@2=21 drop_item_ended=22 selection_set@4=22 "
                 "drop_concluded=2/0"},
    {"not slow", "20,20 250,50 u +999999 F0 +9000000",
      BOTH_BEGAN " drop_item_ended=21 selection_set@4=21 selection_cleared@2=21 drop_item_ended=22 selection_set@4=22 drop_concluded=2/0"},
    {"cancelled", "20,20 250,50 u F22 X", BOTH_BEGAN " drop_item_ended=22 selection_set@4=22 drop_item_ended=21:program< drop_concluded=1/1:program"},
    {"reset", "20,20 250,50 u R", BOTH_BEGAN " drop_item_ended=21:reset< drop_item_ended=22:reset< drop_concluded=0/2:reset"},
    {"its destination is gone", "20,20 250,50 u F22 -4",
      BOTH_BEGAN " drop_item_ended=22 selection_set@4=22 drop_item_ended=21:target_removed< drop_concluded=1/1:target_removed"},
    {"its source is gone", "20,20 250,50 u -2 B21 F22",
      BOTH_BEGAN " drop_item_ended=21:failed* drop_item_ended=22 selection_set@4=22 drop_concluded=1/1"},
  };
  delivers(stories, COUNT(stories), NULL, false, transfers_two);
}

static void finishes_at_once(scene *s, press_engine *engine, const char *line) {
  if (strncmp(line, "drop_item_began", 15) == 0) {
    uint32_t item = (uint32_t)atoi(strchr(line, '=') + 1);
    assert_int_equal(press_drop_update(engine, s->session, item, PRESS_ONE), PRESS_OK);
    assert_int_equal(press_drop_finish(engine, s->session, item, true), PRESS_OK);
    assert_int_equal(press_drop_finish(engine, s->session, item, true), PRESS_ERR_STATE);
  }
}

TEST(what_a_callback_does_as_it_drops_counts) {
  static const story stories[] = {
    {"an item may be finished from inside its beginning", "20,20 250,50 u",
      "items?2 began@2(10,10) propose?4 entered@4=copy/2 items_changed=2/2 hint_changed=copy left@4 dropped@4=copy/2 drop_item_began@4=21/0 "
      "drop_item_ended=21 selection_set@4=21 selection_cleared@2=21 drop_item_began@4=22/0 "
      "drop_item_ended=22 selection_set@4=22 drop_concluded=2/0",
      transfers_two, finishes_at_once},
    {"items that never begin are counted as lost", "20,20 250,50 u",
      "items?2 began@2(10,10) propose?4 entered@4=copy/2 items_changed=2/2 hint_changed=copy left@4 dropped@4=copy/2 "
      "drop_item_not_taken=21:program< drop_item_not_taken=22:program< drop_concluded=0/2:program",
      transfers_two, .at = "dropped", .does = "X"},
    {"nothing is selected or undone in a destination that went away", "20,20 24,20 250,50 u ?Z",
      BEGINS " " OVER_4 " left@4 dropped@4=copy/1 drop_item_began@4=20/0 drop_item_ended=20 drop_concluded=1/0:target_removed",
      .at = "drop_item_ended", .does = "-4"},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

/* ---- tasks ---- */

static void is_a_task(scene *s) { s->answers[4].flags = PRESS_PROPOSAL_TASK; }

/* conforms: drag-51, drag-52 */
TEST(a_drop_may_start_a_task) {
#define TASK_BEGAN \
  BEGINS " " OVER_4 " left@4 dropped@4=copy/1 task_began@4 drop_item_began@4=20/0 drop_item_ended=20 selection_set@4=20 selection_cleared@2=20"
  static const story stories[] = {
    {"done", "20,20 24,20 250,50 u %0 F0", TASK_BEGAN " task_updated/50% task_ended@4 drop_concluded=1/0"},
    {"failed", "20,20 24,20 250,50 u B0", TASK_BEGAN " task_ended@4:failed drop_concluded=1/0"},
    {"cancelled", "20,20 24,20 250,50 u X", TASK_BEGAN " task_ended@4:program drop_concluded=1/0:program"},
    {"printer removed", "20,20 24,20 250,50 u %0 -4", TASK_BEGAN " task_updated/50% task_ended@4:target_removed drop_concluded=1/0:target_removed"},
    {"slow", "20,20 24,20 250,50 u +1000000 F0", TASK_BEGAN " drop_slow@4 task_ended@4 drop_concluded=1/0"},
  };
  delivers(stories, COUNT(stories), NULL, false, is_a_task);
}

/* ---- confirmation and undo ---- */

static void a_spring_that_scrolls_and_takes(scene *s) {
  change(s, 4, DROP | SPRING | SCROLL, 200, 0);
  s->answers[4].flags = PRESS_PROPOSAL_IRREVERSIBLE | PRESS_PROPOSAL_TRANSFERS | PRESS_PROPOSAL_TASK;
}

static void irreversible(scene *s) { s->answers[4].flags = PRESS_PROPOSAL_IRREVERSIBLE; }

static void answers_late(scene *s) { s->answers[4].flags = PRESS_PROPOSAL_IRREVERSIBLE | PRESS_PROPOSAL_TRANSFERS; }

static void adds_one_more(scene *s, press_engine *engine, const char *line) {
  if (strcmp(line, "launch?")) return;
  s->hooked++;
  assert_true(press_drag_add(engine, s->session, 20 + (uint32_t)s->hooked) >= 0);
}

/* Law 10: no loop runs on what a program answers. */
TEST(empty_space_is_asked_for_a_bounded_number_of_times_however_items_change) {
  press_drag_config c = drag_config(0);
  c.max_items = 16;
  make(&c);
  launches(&a);
  set_delegate(&a);
  for (uint32_t id = 21; id < 35; id++) bench_target(&a.bench, id, 0, 500, 20 * (id - 20), 10, 10, PRESS_TARGET_DRAG_SOURCE);
  a.hook = adds_one_more;
  play("20,20 24,20 150,150");
  assert_int_equal(a.hooked, 4);
  finish();
}

/* conforms: drag-20 */
TEST(a_drop_that_cannot_be_undone_is_confirmed_first) {
#define ASKS BEGINS " " OVER_4 " confirm@4"
  static const story stories[] = {
    {"yes", "20,20 24,20 250,50 u +5000000 Y", ASKS " " COPIED},
    {"no", "20,20 24,20 250,50 u N", ASKS " left@4 cancelled@2:denied<"},
    {"cancelled", "20,20 24,20 250,50 u X", ASKS " left@4 cancelled@2:program<"},
    {"its destination is gone", "20,20 24,20 250,50 u -4", ASKS " left@4 cancelled@2:target_removed<"},
    {"its source is gone", "20,20 24,20 250,50 u -2", ASKS " left@4 cancelled@2:target_removed*"},
    {"reset", "20,20 24,20 250,50 u R", ASKS " left@4 cancelled@2:reset<"},
    {"another drag of the finger meanwhile", "20,20 24,20 250,50 u 60,20 64,20 u",
      ASKS " items?3 began@3(10,10) propose?1 entered@1=move/1 items_changed=1/1 left@1 dropped@1=move/1 drop_item_began@1=30/0 "
           "drop_item_ended=30 selection_set@1=30 drop_concluded=1/0"},
    {"an added source is gone", "20,20 24,20 250,50 c1 60,20 u c0 u -3 Y",
      BEGINS " " OVER_4 " items?3+ propose?4 proposed@4=copy/2 items_changed=2/2 confirm@4 proposed@4=copy/1 items_changed=1/1 " COPIED},
    {"its destination is none any more", "20,20 24,20 250,50 u x4", ASKS " left@4 cancelled@2:target_removed<"},
    {"yes from inside the question", "20,20 24,20 250,50 u ?Z", ASKS " " COPIED, .at = "confirm@4", .does = "Y"},
    {"no from inside the question", "20,20 24,20 250,50 u ?Z", ASKS " left@4 cancelled@2:denied<", .at = "confirm@4", .does = "N"},
    {"before the question there is no answer", "20,20 24,20 250,50 u hooked=1 state=confirming", NULL, a_spring_that_scrolls_and_takes,
      .at = "spring_ended@4", .does = "!Y"},
    {"an answer counts once", "20,20 24,20 250,50 u Y !N !Y F20 has=drop_concluded=1/0", NULL, answers_late},
    {"nothing is added to what was let go", "20,20 24,20 250,50 u state=confirming !A3 Y state=dropping !A3 items=1 not=items?3", NULL, answers_late},
  };
  delivers(stories, COUNT(stories), NULL, false, irreversible);
}

/* ---- selection ---- */

/* conforms: drag-14, drag-54, drag-55, drag-56, drag-57 */
TEST(what_is_dropped_is_selected_and_deselected_where_it_came_from) {
  static const struct {
    uint32_t    selected, operation;
    double      x;
    const char *delivered;
  } cases[] = {
    {1, MOVE, 50, "selection_set@1=5 drop_concluded"},
    {1, COPY, 50, "selection_set@1=5 selection_cleared@2=5 drop_concluded"},
    {1, COPY, 290, "selection_set@4=5 selection_cleared@2=5 drop_concluded"},
    {1, MOVE, 290, "selection_set@4=5 selection_cleared@2=5 drop_concluded"},
    {0, MOVE, 50, "selection_set@1=5 drop_concluded"},
    {0, COPY, 50, "selection_set@1=5 drop_concluded"},
    {0, COPY, 290, "selection_set@4=5 drop_concluded"},
    {0, MOVE, 290, "selection_set@4=5 drop_concluded"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    make(NULL);
    press_drag_item item = {.id = 5, .flags = cases[i].selected};
    gives(&a, 2, &item, 1);
    answer it = {.set = true, .operation = cases[i].operation};
    a.answers[1] = a.answers[4] = it;
    char script[32];
    snprintf(script, sizeof script, "20,20 %g,80 u", cases[i].x);
    play(script);
    const char *selection = strstr(a.text, "selection");
    assert_non_null(selection);
    if (strncmp(selection, cases[i].delivered, strlen(cases[i].delivered))) fail_msg("case %zu: %s", i, selection);
    finish();
  }
}

/* ---- several at once ---- */

/* conforms: drag-59 */
TEST(every_contact_may_drag) {
  static const story stories[] = {
    {"two", "20,20 24,20 c1 60,20 64,20 250,50 c0 250,60 u c1 u",
      BEGINS " items?3 began@3(10,10) propose?1 entered@1=move/1 items_changed=1/1 " OVER_4 " " OVER_4 " " COPIED
             " left@4 dropped@4=copy/1 drop_item_began@4=30/0 drop_item_ended=30 selection_set@4=30 selection_cleared@3=30 "
             "drop_concluded=1/0"},
    {"no more than max_sessions", "20,20 24,20 c1 60,20 64,20 c2 20,20 24,20 u",
      BEGINS " items?3 began@3(10,10) propose?1 entered@1=move/1 items_changed=1/1 refused@2:no_session"},
  };
  delivers(stories, COUNT(stories), NULL, true, NULL);
}

/* ---- inactive containers ---- */

static void in_the_background(scene *s) {
  static const press_drag_item item = {.id = 30};
  change(s, 1, INACTIVE | DROP, 0, 0);
  change(s, 2, SOURCE | TAP, 10, 10);
  gives(s, 3, &item, 1);
}

/* conforms: drag-65, drag-66 */
TEST(dragging_from_the_background_does_not_activate_it) {
  static const story stories[] = {
    {"dragged", "20,20 24,20 250,50 u", BEGINS " " OVER_4 " " COPIED},
    {"tapped", "20,20 u", "target_activated@1 tapped@2"},
    {"touched", "5,5 u", "target_activated@1"},
    {"touched elsewhere", "250,50 u", ""},
    {"lost", "5,5 ~", ""},
    {"cancelled and lifted", "20,20 24,20 X u", BEGINS " left@1 cancelled@2:program<"},
    {"added", "20,20 24,20 c1 60,20 u", BEGINS " items?3+ propose?1 proposed@1=move/2 items_changed=2/2"},
    {"one that is not selected leaves the selection alone", "60,20 64,20 250,50 u",
      "items?3 began@3(10,10) propose?1 entered@1=move/1 items_changed=1/1 " OVER_4
      " left@4 dropped@4=copy/1 drop_item_began@4=30/0 drop_item_ended=30 selection_set@4=30 drop_concluded=1/0"},
  };
  delivers(stories, COUNT(stories), NULL, true, in_the_background);
}

/* ---- the hint ---- */

/* conforms: drag-70 */
TEST(the_hint_says_what_a_drop_would_do) {
  static const struct {
    answer      it;
    const char *hint;
  } cases[] = {
    {{.set = true, .operation = COPY}, "copy"},
    {{.set = true, .operation = MOVE}, NULL},
    {{.set = true, .operation = FORBIDDEN}, "not_allowed"},
    {{.set = true, .operation = CANCEL}, NULL},
    {{.set = true, .operation = MOVE, .flags = PRESS_PROPOSAL_OWN_HINT, .hint = PRESS_HINT_LINK}, "link"},
    {{.set = true, .operation = COPY, .flags = PRESS_PROPOSAL_OWN_HINT, .hint = PRESS_HINT_DISAPPEARING}, "disappearing"},
    {{.set = true, .operation = COPY, .flags = PRESS_PROPOSAL_OWN_HINT, .hint = PRESS_HINT_PLAIN}, NULL},
    {{.set = true, .operation = COPY, .hint = PRESS_HINT_LINK}, "copy"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    make(NULL);
    a.answers[4] = cases[i].it;
    play("20,20 250,50 150,50");
    char expected[64] = "";
    bool enters = cases[i].it.operation >= COPY;
    if (cases[i].hint) snprintf(expected, sizeof expected, "hint_changed=%s %shint_changed=plain", cases[i].hint, enters ? "left@4 " : "");
    const char *hint = strstr(a.text, "hint_changed");
    assert_string_equal(hint ? hint : "", expected);
    finish();
  }
}

/* ---- from code ---- */

/* conforms: drag-08 */
TEST(code_drags_step_by_step_with_the_events_of_a_finger) {
  static const story stories[] = {
    {"copied", "G2 O4 D", BEGINS " " OVER_4 " " COPIED},
    {"moved", "G2 m80,80 D", BEGINS " " MOVED},
    {"nowhere", "G2 m150,50 D", BEGINS " left@1 " FLIES_BACK},
    {"cancelled", "G2 O4 X", BEGINS " " OVER_4 " left@4 cancelled@2:program<"},
    {"a spring", "G2 O6 +500000 +250000", BEGINS " left@1 spring?6 spring_possible@6 spring_activating@6 spring?6+ spring_activated@6"},
    {"no autoscroll", "G2 m200,310 +100000 D", BEGINS " left@1 " FLIES_BACK},
    {"beside a finger", "20,20 24,20 G3", BEGINS " items?3 began@3(10,10) propose?1 entered@1=move/1 items_changed=1/1"},
    {"from inside a callback", "G2 O4 D",
      BEGINS " " OVER_4 " " COPIED " items?3 began@3(10,10) propose?1 entered@1=move/1 items_changed=1/1 left@1 dropped@1=move/1 "
             "drop_item_began@1=30/0 drop_item_ended=30 selection_set@1=30 drop_concluded=1/0",
      .at = "drop_concluded", .does = "P3"},
    {"what refuses is not dropped on, nor what lies under it", "G2 O5 D", BEGINS " propose?5 left@1 " FLIES_BACK, says_no_5},
  };
  delivers(stories, COUNT(stories), NULL, true, NULL);
  make(NULL);
  play("G2 O4 D");
  for (size_t i = 0; i < a.bench.log.count; i++) assert_int_equal(a.bench.log.entries[i].event.contact, PRESS_NO_CONTACT);
  finish();
}

/* conforms: drag-12 */
SCENE_TEST(code_drags_at_once) {
  uint32_t session = 0, next = 0;
  assert_int_equal(press_drag_perform(a.bench.engine, 2, 4, &session), PRESS_OK);
  assert_int_equal(session, a.session);
  DELIVERED(BEGINS " " OVER_4 " " COPIED);
  assert_int_equal(press_drag_perform(a.bench.engine, 2, 7, &next), PRESS_OK);
  assert_true(next > session);
  DELIVERED(BEGINS " left@1 " FLIES_BACK);
  a.refuses = true;
  session = next;
  assert_int_equal(press_drag_perform(a.bench.engine, 2, 4, &next), PRESS_ERR_STATE);
  assert_int_equal(next, session);
  DELIVERED("items?2");
}

/* conforms: drag-13 */
SCENE_TEST(sources_and_drop_points_are_listed) {
  uint32_t ids[8];
  assert_int_equal(press_target_list(a.bench.engine, SOURCE, ids, 8), 2);
  assert_int_equal(ids[0], 3);
  assert_int_equal(ids[1], 2);
  assert_int_equal(press_target_list(a.bench.engine, DROP, ids, 8), 4);
  assert_int_equal(ids[0], 8);
}

/* ---- the end at any time ---- */

#define ALL "20,20 24,20 250,5 +600000 +200000 c1 60,20 u c0 251,5 u Y %20 F20 %0 F0 F30 Z z"

TEST(whatever_ends_a_drag_ends_every_open_phase_once) {
#define OPEN_PHASES_END \
  BEGINS " propose?4 left@1 spring?4 entered@4=copy/1 hint_changed=copy spring_possible@4 autoscroll_began@4 spring_ended@4 autoscroll_ended@4 " \
         "left@4 cancelled@2:"
  static const story stories[] = {
    {"lost", "20,20 24,20 250,5 ~", OPEN_PHASES_END "lost<"},
    {"a palm", "20,20 24,20 250,5 p", OPEN_PHASES_END "palm<"},
    {"reset", "20,20 24,20 250,5 R", OPEN_PHASES_END "reset<"},
    {"program", "20,20 24,20 250,5 X", OPEN_PHASES_END "program<"},
    {"its source", "20,20 24,20 250,5 -2", OPEN_PHASES_END "target_removed*"},
  };
  delivers(stories, COUNT(stories), NULL, false, a_spring_that_scrolls_and_takes);
  press_config config = bench_config();
  config.lost_after_us = 100000;
  make_in(&a, &config, NULL, false);
  play("20,20 24,20 +100000");
  DELIVERED(BEGINS " left@1 cancelled@2:silent<");
  finish();
}

/* Makes one call at some moment. Its status does not matter, because it may come too early or too late. */
static void meddle(scene *s, press_engine *engine, int what) {
  switch (what) {
    case 0: press_drag_cancel(engine, s->session); break;
    case 1: press_engine_reset(engine); break;
    case 2: press_target_remove(engine, 2); break;
    case 3: press_target_remove(engine, 4); break;
    case 4: press_target_remove(engine, 3); break;
    case 5: press_drop_confirm(engine, s->session, false); break;
    case 6: press_drop_finish(engine, s->session, 0, false); break;
    case 7: press_drag_perform(engine, 3, 1, NULL); break;
    case 8: change(s, 4, 0, 200, 0); break;
    case 9: change(s, 5, DROP | SPRING | SCROLL, 240, 0); break;
    case 10: press_drag_set_modifiers(engine, PRESS_MODIFIER_COPY); break;
    case 12: press_drag_add(engine, s->session, 3); break;
    case 13: s->asks_launch = true, set_delegate(s); break;
    case 14: press_drop_redo(engine); break;
    case 11: press_set_delegate(engine, NULL), set_delegate(s); break;
    default: press_drop_undo(engine);
  }
}

enum { MEDDLINGS = 16 };
static int meddling;

static void meddles(scene *s, press_engine *engine, const char *line) {
  (void)line;
  if (s->hooked-- == 0) meddle(s, engine, meddling);
}

/* A script whose words may have become pointless. */
static void stumble(scene *s, const char *script, size_t from, size_t to) {
  char word[32];
  for (size_t at = 0; *script; at++) {
    script = next_word(script, " ", word, sizeof word);
    if (at >= from && at < to) {
      press_engine *e = s->bench.engine;
      uint32_t      n = (uint32_t)atof(word + 1);
      switch (*word) {
        case 'Y': press_drop_confirm(e, s->session, true); break;
        case '%': press_drop_update(e, s->session, n, PRESS_ONE / 2); break;
        case 'F': press_drop_finish(e, s->session, n, true); break;
        case 'Z': press_drop_undo(e); break;
        case 'z': press_drop_redo(e); break;
        case '+':
          if (press_tick(e, s->bench.now + n) == PRESS_OK) s->bench.now += n;
          break;
        default: act(s, word);
      }
      agree(s);
    }
  }
}

TEST(anything_from_inside_any_callback_leaves_one_end_for_every_beginning) {
  int callbacks = 0;
  for (meddling = 0; meddling < MEDDLINGS; meddling++) {
    for (int at = 0;; at++) {
      make_in(&a, NULL, NULL, true);
      a_spring_that_scrolls_and_takes(&a);
      a.hook = meddles;
      a.hooked = at;
      stumble(&a, ALL, 0, 99);
      bool was_there = a.hooked < 0;
      finish();
      if (!was_there) break;
      callbacks++;
    }
  }
  assert_true(callbacks > 400);
}

TEST(anything_between_any_two_samples_leaves_one_end_for_every_beginning) {
  for (int what = 0; what < MEDDLINGS; what++) {
    for (size_t at = 0; at < 19; at++) {
      make_in(&a, NULL, NULL, true);
      a_spring_that_scrolls_and_takes(&a);
      stumble(&a, ALL, 0, at);
      meddle(&a, a.bench.engine, what);
      agree(&a);
      stumble(&a, ALL, at, 99);
      finish();
    }
  }
}

/* ---- force while dragging ---- */

TEST(pressing_hard_drops_where_that_is_asked_for) {
  press_drag_config c = drag_config(0);
  c.drop_pressure = PRESS_Q16(0.8);
  static const story stories[] = {
    {"pressed", "20,20 24,20 250,50 f0.8 251,50 60,20 20,20 50,50 u", BEGINS " " OVER_4 " " COPIED},
    {"as hard as before", "f0.9 20,20 24,20 250,50 251,50", BEGINS " " OVER_4},
    {"let go and pressed", "f0.9 20,20 24,20 250,50 f0.3 251,50 f0.9 251,50", BEGINS " " OVER_4 " " COPIED},
    {"nowhere", "20,20 24,20 150,50 f0.8 150,50 u", BEGINS " left@1 " FLIES_BACK},
  };
  delivers(stories, COUNT(stories), &c, true, NULL);
  static const story lifted[] = {{"else by lifting alone", "20,20 24,20 250,50 f1 251,50", BEGINS " " OVER_4}};
  delivers(lifted, COUNT(lifted), NULL, true, previews);
}

TEST(force_while_dragging_never_previews) {
  make_in(&a, NULL, NULL, true);
  for (uint32_t id = 2; id <= 8; id++) {
    press_target t = {.size = sizeof t};
    press_target_get(a.bench.engine, id, &t);
    change(&a, id, t.traits | PREVIEW, t.x / 65536.0, t.y / 65536.0);
  }
  play("20,20 24,20 f1 250,50 f0.2 250,50 f1 225,25 420,20 200,400 X 250,50 f0.2 250,50 f1 250,50 u");
  assert_int_equal(recorder_count(&a.bench.log, PRESS_EVENT_PREVIEW_BEGAN), 0);
  assert_int_equal(recorder_count(&a.bench.log, PRESS_EVENT_PREVIEW_REFUSED), 0);
  finish();
}

/* ---- from code, whatever lies there ---- */

/* conforms: drag-12 */
TEST(code_drops_on_the_target_that_it_names_whatever_lies_on_it) {
  static const char dropped[] = BEGINS " propose?4 left@1 entered@4=copy/1 hint_changed=copy " COPIED;
  make(NULL);
  press_target over_4 = {
    .size = sizeof over_4, .id = 9, .x = PRESS_Q16(200), .width = PRESS_Q16(100), .height = PRESS_Q16(100), .traits = DROP | SPRING};
  assert_int_equal(press_target_add(a.bench.engine, &over_4), PRESS_OK);
  assert_int_equal(press_drag_perform(a.bench.engine, 2, 4, NULL), PRESS_OK);
  DELIVERED(dropped);
  play("G2 O4 D");
  DELIVERED(dropped);
  /* The same if another target is removed meanwhile. */
  play("G2 O4 -8 D");
  assert_int_equal(recorder_last(&a.bench.log, PRESS_EVENT_DRAG_DROPPED)->target, 4);
  /* A move to the same point goes to the topmost target there. */
  play("G2 O4 m250,50 D");
  assert_int_equal(recorder_last(&a.bench.log, PRESS_EVENT_DRAG_DROPPED)->target, 9);
  finish();
  /* A destination without a size, on another target or apart from every other one. */
  for (int wide = 0; wide < 2; wide++) {
    make(NULL);
    add_target(&a, 9, 0, 0, wide ? 20 : 900, 0, DROP);
    play("G2 O9 D");
    assert_int_equal(recorder_last(&a.bench.log, PRESS_EVENT_DRAG_DROPPED)->target, 9);
    finish();
  }
}

static void two_without_the_trait(scene *s) {
  add_target(s, 9, 4, 0, 225, 10, 0);
  add_target(s, 10, 0, 0, 250, 10, 0);
}

TEST(code_over_a_target_without_the_trait_is_over_its_container) {
  static const story stories[] = {
    {"its container", "G2 O9 D", BEGINS " propose?4 left@1 entered@4=copy/1 hint_changed=copy " COPIED},
    {"no other", "G2 O10 D", BEGINS " left@1 " FLIES_BACK},
    {"gone, what lies there counts", "G2 O9 -9 D",
      BEGINS " propose?4 left@1 entered@4=copy/1 hint_changed=copy propose?5 left@4 entered@5=copy/1 "
             "left@5 dropped@5=copy/1 drop_item_began@5=20/0 drop_item_ended=20 selection_set@5=20 selection_cleared@2=20 drop_concluded=1/0"},
  };
  delivers(stories, COUNT(stories), NULL, false, two_without_the_trait);
}

/* conforms: drag-18 */
TEST(items_are_added_from_code) {
  static const story stories[] = {
    {"to a drag from code", "G2 A3", BEGINS " items?3+ propose?1 proposed@1=move/2 items_changed=2/2"},
    {"to that of a finger", "20,20 24,20 A3", BEGINS " items?3+ propose?1 proposed@1=move/2 items_changed=2/2"},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
  press_drag_config  c = drag_config(0);
  static const story refused[] = {
    {"the same again, or no item, and more than max_items", "G2 | !A2 refuse !A3 =items?2+;items?3+ accept A3 #A3 D ?A3", NULL},
  };
  c.max_items = 2;
  delivers(refused, COUNT(refused), &c, false, NULL);
}

static void begins_and_is_refused(scene *s, press_engine *engine, const char *line) {
  if (strncmp(line, "dropped", 7) == 0) assert_int_equal(press_drag_begin(engine, 3, NULL), PRESS_ERR_STATE);
  (void)s;
}

TEST(a_beginning_that_is_refused_changes_nothing) {
  make(NULL);
  play("G2 D");
  uint32_t first = a.session;
  a.refuses = true;
  for (int i = 0; i < 3; i++) assert_int_equal(press_drag_begin(a.bench.engine, 2, NULL), PRESS_ERR_STATE);
  a.refuses = false;
  play("G2");
  assert_int_equal(a.session, first + 1);
  finish();
  /* Inside a callback, too: the events after it are the same. */
  static const press_drag_item none[1];
  static char                  expected[sizeof a.text];
  for (int refused = 0; refused < 2; refused++) {
    make(NULL);
    a.items[3] = none;
    if (refused) a.hook = begins_and_is_refused;
    play("20,20 24,20 250,50 u G2");
    if (!refused) memcpy(expected, a.text, sizeof expected);
    char *asked = strstr(a.text, " items?3");
    assert_int_equal(asked != NULL, refused);
    if (asked) memmove(asked, asked + 8, strlen(asked + 8) + 1);
    assert_string_equal(a.text, expected);
    finish();
  }
}

TEST(as_many_items_as_there_is_room_for_and_not_one_more) {
  /* No item has the id of the session, which lies behind the room for items. */
  static press_drag_item nine[9];
  for (uint32_t i = 0; i < 9; i++) nine[i].id = 11 + i;
  for (size_t count = 8; count <= 9; count++) {
    make(NULL);
    gives(&a, 2, nine, count);
    play("20,20 24,20");
    if (count == 8)
      DELIVERED("items?2 began@2(10,10) propose?1 entered@1=move/8 items_changed=8/8");
    else
      DELIVERED("items?2");
    finish();
  }
  /* The source answers and writes one item more than there is room for. */
  make(NULL);
  play("20,20 24,20");
  clear(&a);
  gives(&a, 3, nine, 8);
  a.writes_more = 1;
  assert_int_equal(press_drag_add(a.bench.engine, a.session, 3), PRESS_ERR_STATE);
  assert_int_equal(drag_of(&a).item_count, 1);
  finish();
}

/* ---- copy or move ---- */

static void a_folder_in_the_list(scene *s) {
  add_target(s, 9, 1, 0, 80, 20, DROP);
  add_target(s, 10, 9, 0, 80, 5, SOURCE);
}

/* 11 is the board, 12 and 13 its lists, 10 a card in the first, 14 a place in the second. */
static void two_lists(scene *s) {
  add_target(s, 11, 0, 0, 900, 90, 0);
  add_target(s, 12, 11, 0, 900, 40, DROP);
  add_target(s, 13, 11, 0, 950, 40, DROP);
  add_target(s, 10, 12, 0, 900, 10, SOURCE);
  add_target(s, 14, 13, 0, 950, 10, DROP);
}

static void moves_to_8(scene *s) { s->answers[8] = (answer){.set = true, .operation = MOVE}; }

static void moves_to_1(scene *s) { s->answers[1] = (answer){.set = true, .operation = MOVE}; }

static void moves_to_4_and_one_of_another_domain(scene *s) {
  s->answers[4] = (answer){.set = true, .operation = MOVE};
  add_target(s, 9, 0, 7, 600, 20, SOURCE);
}

static void moves_irreversibly(scene *s) { s->answers[4] = (answer){.set = true, .operation = MOVE, .flags = PRESS_PROPOSAL_IRREVERSIBLE}; }

static void one_of_another_container(scene *s) { add_target(s, 9, 4, 0, 280, 10, SOURCE); }

/* conforms: drag-07 */
TEST(containers_and_domains_decide_between_copy_and_move) {
  static const story stories[] = {
    {"a list and a folder in it are one container both ways", "G2 O9 to=9 op=move X G10 O1 op=move X G10 O9 op=move", NULL, a_folder_in_the_list},
    {"two lists of one board are two containers", "G10 O12 to=12 op=move O13 op=copy O14 to=14 op=copy", NULL, two_lists},
    {"items of two containers are copied where only one of them would move", "20,20 24,20 A3 op=move A9 op=copy", NULL, one_of_another_container},
    {"between domains a move becomes a copy", "20,20 520,20 u",
      "items?2 began@2(10,10) propose?8 entered@8=copy/1 items_changed=1/1 hint_changed=copy left@8 dropped@8=copy/1 drop_item_began@8=20/0 "
      "drop_item_ended=20 selection_set@8=20 selection_cleared@2=20 drop_concluded=1/0",
      moves_to_8},
    {"also with one item of another domain", "G2 O4 op=move A9 op=copy", NULL, moves_to_4_and_one_of_another_domain},
    {"the domain changes while it waits to be confirmed", "20,20 250,50 u | d4 =proposed@4=copy/1;hint_changed=copy Y has=dropped@4=copy", NULL,
      moves_irreversibly},
    {"the lowest target has no other domain", "20,20 24,20 90,90 has=entered@1=move/1", NULL, moves_to_1},
    {"the lowest target has a domain too", "d1 20,20 24,20 90,90 has=entered@1=copy/1", NULL, moves_to_1},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

/* ---- what became of each item ---- */

static const press_drag_item three_items[] = {{.id = 21, .flags = PRESS_ITEM_SELECTED}, {.id = 22}, {.id = 23}};

static void takes_one_of_three(scene *s) {
  static const press_drag_item third[] = {{.id = 31}};
  gives(s, 2, three_items, 3);
  gives(s, 3, third, 1);
  answer it = {.set = true, .operation = COPY, .count = 1};
  s->answers[4] = it;
}

TEST(what_became_of_every_item_is_delivered) {
#define THREE "items?2 began@2(10,10) propose?4 entered@4=copy/1 items_changed=1/3 hint_changed=copy left@4 "
  static const story stories[] = {
    {"one is taken", "20,20 250,50 u",
      THREE "dropped@4=copy/1 drop_item_began@4=21/0 drop_item_ended=21 selection_set@4=21 "
            "selection_cleared@2=21 drop_item_not_taken=22< drop_item_not_taken=23< drop_concluded=1/0",
      takes_one_of_three},
    {"transfers never began, because the drop was over before", "20,20 250,50 u",
      THREE "dropped@4=copy/1 drop_item_not_taken=21:program< drop_item_not_taken=22< drop_item_not_taken=23< drop_concluded=0/1:program",
      takes_one_of_three, .at = "dropped", .does = "X"},
    {"one goes away as it drops", "20,20 250,50 A3 | u",
      "left@4 items_changed=1/1 dropped@4=copy/1 drop_item_began@4=20/0 drop_item_ended=20 selection_set@4=20 selection_cleared@2=20 "
      "drop_concluded=1/0",
      .at = "left@4", .does = "-3"},
    {"a source that is removed takes only its own items away", "20,20 24,20 250,50 A3 | -2 source=3 u",
      "propose?4 proposed@4=copy/1 items_changed=1/1 left@4 dropped@4=copy/1 drop_item_began@4=30/0 drop_item_ended=30 selection_set@4=30 "
      "selection_cleared@3=30 drop_concluded=1/0"},
    {"the last source is removed", "20,20 24,20 250,50 A3 -2 | -3", "left@4 cancelled@3:target_removed*"},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

static void in_a_container(scene *s, uint32_t id, double x, double width, double height) {
  press_target around = {.size = sizeof around, .id = 11, .x = PRESS_Q16(x), .width = PRESS_Q16(width), .height = PRESS_Q16(height)}, t = around;
  assert_int_equal(press_target_add(s->bench.engine, &around), PRESS_OK);
  assert_int_equal(press_target_get(s->bench.engine, id, &t), PRESS_OK);
  t.container = 11;
  assert_int_equal(press_target_update(s->bench.engine, &t), PRESS_OK);
}

static void its_list_in_a_point_elsewhere(scene *s) { in_a_container(s, 1, 900, 0, 0); }
static void its_list_in_a_board_elsewhere(scene *s) { in_a_container(s, 1, 900, 10, 10); }
static void on_a_line(scene *s) { in_a_container(s, 2, 15, 0, 50); }
static void beside_a_line(scene *s) { in_a_container(s, 2, 900, 0, 50); }

/* The source must be visible in all its containers, but a container without a size hides nothing. */
/* conforms: drag-39 */
TEST(what_cannot_be_seen_fades) {
#define AWAY "20,20 24,20 150,50 | "
  static const story stories[] = {
    {"seen", AWAY "u", "cancelled@2:no_destination<"},
    {"a part on the left", AWAY "M2@-19.5,10 u", "cancelled@2:no_destination<"},
    {"beyond the left", AWAY "M2@-20,10 u", "cancelled@2:no_destination*"},
    {"a part on the right", AWAY "M2@99.5,10 u", "cancelled@2:no_destination<"},
    {"beyond the right", AWAY "M2@100,10 u", "cancelled@2:no_destination*"},
    {"above", AWAY "M2@10,-20 u", "cancelled@2:no_destination*"},
    {"below", AWAY "M2@10,100 u", "cancelled@2:no_destination*"},
    {"a part below", AWAY "M2@10,99.5 u", "cancelled@2:no_destination<"},
    {"its list in a point elsewhere", AWAY "u", "cancelled@2:no_destination<", its_list_in_a_point_elsewhere},
    {"its list in a board elsewhere", AWAY "u", "cancelled@2:no_destination*", its_list_in_a_board_elsewhere},
    {"a container without a width is a line", "20,20 24,20 150,150 | u", "cancelled@2:no_destination<", on_a_line},
    {"beyond it nothing is seen", "20,20 24,20 150,150 | u", "cancelled@2:no_destination*", beside_a_line},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

static void keeps_its_drag(scene *s) { change(s, 2, SOURCE | PRESS_TARGET_KEEPS_DRAG, 10, 10); }

/* A list removes its row as the drag of the row begins. If the row has the trait for it, the drag goes on, with the list as its source. */
TEST(a_drag_goes_on_whose_source_is_removed_if_that_keeps_it) {
  static const story stories[] = {
    {"in the list", "20,20 24,20 hooked=1 | 80,80 source=1 u",
      "left@1 dropped@1=move/1 drop_item_began@1=20/0 drop_item_ended=20 selection_set@1=20 drop_concluded=1/0", keeps_its_drag, .at = "began@2",
      .does = "-2"},
    {"elsewhere", "20,20 24,20 | 250,50 u",
      "propose?4 left@1 entered@4=copy/1 hint_changed=copy left@4 dropped@4=copy/1 drop_item_began@4=20/0 drop_item_ended=20 selection_set@4=20 "
      "selection_cleared@1=20 drop_concluded=1/0",
      keeps_its_drag, .at = "began@2", .does = "-2"},
    {"nowhere", "20,20 24,20 | 600,600 u", "left@1 cancelled@1:no_destination<", keeps_its_drag, .at = "began@2", .does = "-2"},
    {"without the trait", "20,20 24,20 has=cancelled@2:target_removed | 80,80 u", "", .at = "began@2", .does = "-2"},
    {"from what stays", "20,20 24,20 250,50 -1 source=0 | u",
      "left@4 dropped@4=copy/1 drop_item_began@4=20/0 drop_item_ended=20 selection_set@4=20 drop_concluded=1/0", keeps_its_drag},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

/* ---- destinations that refuse ---- */

static void refuses_4(scene *s, uint32_t operation) { s->answers[4] = (answer){.set = true, .operation = operation}; }

/* conforms: drag-34 */
SCENE_TEST(a_destination_that_refuses_is_not_entered_and_says_so_once) {
  refuses_4(&a, FORBIDDEN);
  play("20,20 24,20 250,50 251,50 252,50 150,50 250,50");
  DELIVERED(BEGINS " propose?4 left@1 forbidden@4=forbidden hint_changed=not_allowed hint_changed=plain "
                   "propose?4 forbidden@4=forbidden hint_changed=not_allowed");
  assert_int_equal(drag_of(&a).destination, 4);
  refuses_4(&a, CANCEL);
  play("k1");
  DELIVERED("propose?4 forbidden@4=cancel hint_changed=plain");
  refuses_4(&a, COPY);
  play("k0");
  DELIVERED("propose?4 entered@4=copy/1 hint_changed=copy");
  refuses_4(&a, FORBIDDEN);
  play("k1 k0");
  DELIVERED("propose?4 left@4 forbidden@4=forbidden hint_changed=not_allowed propose?4");
  play("u");
  DELIVERED("cancelled@2:forbidden<");
}

static void inside(scene *s) {
  static const press_drag_item item = {.id = 40, .flags = PRESS_ITEM_INSIDE};
  gives(s, 4, &item, 1);
}

/* A target in no container is its own container. */
TEST(by_the_default_rule_nothing_goes_into_itself) {
  static const struct {
    const char *name;
    void (*prepare)(scene *s);
    uint32_t    source_traits, operation, destination;
    const char *way;
  } cases[] = {
    {"a container onto itself", NULL, SOURCE | DROP, FORBIDDEN, 4, "250,50 255,50"},
    {"a container into what lies in it", NULL, SOURCE | DROP, FORBIDDEN, 5, "250,50 225,25"},
    {"not with the copy key either", NULL, SOURCE | DROP, FORBIDDEN, 5, "k1 250,50 225,25"},
    {"words within their text", inside, SOURCE | DROP, MOVE, 4, "250,50 255,50"},
    {"words into what lies in their text", inside, SOURCE | DROP, MOVE, 5, "250,50 225,25"},
    {"what lies in it to its container", NULL, DROP, MOVE, 4, "225,25 250,50"},
    {"an item onto itself", NULL, DROP, FORBIDDEN, 5, "225,25 230,25"},
    {"elsewhere it goes", NULL, SOURCE | DROP, COPY, 1, "250,50 80,80"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    make(NULL);
    change(&a, 4, cases[i].source_traits, 200, 0);
    change(&a, 5, SOURCE | DROP, 220, 20);
    if (cases[i].prepare) cases[i].prepare(&a);
    play(cases[i].way);
    press_drag drag = drag_of(&a);
    if (drag.destination != cases[i].destination || drag.operation != cases[i].operation)
      fail_msg("%s: %u, operation %u", cases[i].name, drag.destination, drag.operation);
    assert_int_equal(drag.accepted, drag.operation == FORBIDDEN ? 0 : 1);
    /* The program may say otherwise. */
    a.answers[drag.destination] = (answer){.set = true, .operation = COPY};
    play("-8");
    assert_int_equal(drag_of(&a).operation, COPY);
    finish();
  }
}

static void a_source_that_takes_drops(scene *s) { change(s, 3, SOURCE | DROP, 50, 10); }

TEST(by_the_default_rule_a_selection_does_not_go_into_one_of_its_own) {
  static const story stories[] = {
    {"one of two items is enough", "20,20 60,20 op=move A3 op=forbidden to=3", NULL, a_source_that_takes_drops},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

/* 10 is a list; in it the folders 11 and 12 with an item each (13, 14), an item (15) and a place (16); a place in folder 12 (17). */
static void nest(scene *s, uint32_t mark) {
  bench_target(&s->bench, 10, 0, 600, 0, 100, 100, 0);
  bench_target(&s->bench, 11, 10, 600, 0, 20, 20, mark);
  bench_target(&s->bench, 12, 10, 620, 0, 20, 20, mark);
  bench_target(&s->bench, 13, 11, 600, 0, 10, 10, SOURCE);
  bench_target(&s->bench, 14, 12, 620, 0, 10, 10, SOURCE);
  bench_target(&s->bench, 15, 10, 600, 50, 10, 10, SOURCE);
  bench_target(&s->bench, 16, 10, 650, 50, 10, 10, DROP);
  bench_target(&s->bench, 17, 12, 630, 10, 10, 10, DROP);
}

TEST(a_container_may_be_part_of_the_content_of_its_own) {
  enum { FROM_FOLDER = 13, FROM_OTHER = 14, FROM_LIST = 15, PLACE = 16, PLACE_IN_FOLDER = 17 };
  static const struct {
    uint32_t source, destination, unmarked, marked;
  } cases[] = {
    {FROM_LIST, PLACE_IN_FOLDER, MOVE, MOVE},
    {FROM_FOLDER, PLACE, COPY, MOVE},
    {FROM_FOLDER, PLACE_IN_FOLDER, COPY, MOVE}, /* unmarked these are two lists of one board */
    {FROM_OTHER, PLACE_IN_FOLDER, MOVE, MOVE},
    {FROM_FOLDER, 4, COPY, COPY},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    for (int marked = 0; marked < 2; marked++) {
      make(NULL);
      nest(&a, marked ? PRESS_TARGET_CONTENT : 0);
      char script[32];
      snprintf(script, sizeof script, "G%u O%u", cases[i].source, cases[i].destination);
      play(script);
      uint32_t right = marked ? cases[i].marked : cases[i].unmarked;
      if (drag_of(&a).operation != right) fail_msg("case %zu, marked %d: operation %u", i, marked, drag_of(&a).operation);
      /* The selection depends on the operation: an item that moved within its container stays selected. */
      play("D");
      assert_int_equal(strstr(a.text, "selection_cleared") == NULL, right == MOVE);
      finish();
    }
}

/* ---- what a source allows, and empty space ---- */

static void copies_only(scene *s) {
  static const press_drag_item item = {.id = 20, .flags = PRESS_ITEM_COPY_ONLY};
  gives(s, 2, &item, 1);
}

static void stays_in_its_domain(scene *s) {
  static const press_drag_item items[] = {{.id = 20, .flags = PRESS_ITEM_SAME_DOMAIN}, {.id = 21}};
  gives(s, 2, items, 2);
}

static void stays_in_its_domain_alone(scene *s) {
  stays_in_its_domain(s);
  s->item_count[2] = 1;
}

TEST(a_source_may_allow_copies_only) {
  static const story stories[] = {
    {"in its container", "20,20 24,20 u",
      "items?2 began@2(10,10) propose?1 entered@1=copy/1 items_changed=1/1 hint_changed=copy left@1 dropped@1=copy/1 "
      "drop_item_began@1=20/0 drop_item_ended=20 selection_set@1=20 drop_concluded=1/0"},
    {"though its destination moves", "20,20 24,20 op=copy offered=copy", NULL, moves_to_1},
  };
  delivers(stories, COUNT(stories), NULL, false, copies_only);
}

TEST(a_source_may_keep_an_item_in_its_domain) {
  static const story stories[] = {
    {"the other is taken", "20,20 520,20 u",
      "items?2 began@2(10,10) propose?8 entered@8=copy/1 items_changed=1/2 hint_changed=copy left@8 "
      "dropped@8=copy/1 drop_item_not_taken=20< drop_item_began@8=21/0 drop_item_ended=21 selection_set@8=21 drop_concluded=1/0",
      .prepare = stays_in_its_domain},
    {"at home both", "20,20 24,20", "items?2 began@2(10,10) propose?1 entered@1=move/2 items_changed=2/2", .prepare = stays_in_its_domain},
    {"no destination", "20,20 520,20 u", "items?2 began@2(10,10) propose?8 items_changed=1/1 cancelled@2:no_destination<",
      .prepare = stays_in_its_domain_alone},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

static void asks_and_does_not_launch(scene *s) {
  s->asks_launch = true;
  set_delegate(s);
}

static void launches_what_stays(scene *s) {
  launches(s);
  stays_in_its_domain_alone(s);
}

/* conforms: drag-72 */
TEST(empty_space_is_asked_once_on_coming_there_and_as_items_change) {
  static const story stories[] = {
    {"once", "20,20 24,20 150,50 151,50 152,50 160,60", BEGINS " launch? left@1 hint_changed=copy"},
    {"again when it comes back", "20,20 24,20 150,50 250,50 150,50",
      BEGINS " launch? left@1 hint_changed=copy propose?4 entered@4=copy/1 launch? left@4"},
    {"and as items change", "20,20 24,20 150,50 A3", BEGINS " launch? left@1 hint_changed=copy items?3+ launch? items_changed=2/2"},
    {"launched at the drop", "20,20 24,20 150,50 u",
      BEGINS " launch? left@1 hint_changed=copy dropped@0=copy/1 drop_item_began@0=20/0 drop_item_ended=20 drop_concluded=1/0"},
    {"from code", "G2 m150,50 D",
      BEGINS " launch? left@1 hint_changed=copy dropped@0=copy/1 drop_item_began@0=20/0 drop_item_ended=20 drop_concluded=1/0"},
  };
  delivers(stories, COUNT(stories), NULL, false, launches);
  static const story others[] = {
    {"the program says no", "20,20 24,20 150,50 151,50 u", BEGINS " launch? left@1 " FLIES_BACK, asks_and_does_not_launch},
    {"an item that may not leave its domain is not launched either", "d2 20,20 150,50 u",
      "items?2 began@2(10,10) items_changed=1/1 cancelled@2:no_destination<", launches_what_stays},
  };
  delivers(others, COUNT(others), NULL, false, NULL);
}

TEST(a_start_pressure_of_1_is_as_hard_as_can_be) {
  press_drag_config  c = drag_config(BY_FORCE);
  static const story stories[] = {{"as hard as can be", "f0.99 20,20 24,20 f1 24,20 u", BEGINS " " MOVED}};
  c.start_pressure = PRESS_ONE;
  delivers(stories, COUNT(stories), &c, false, NULL);
}

/* ---- lifted by time ---- */

static void holds_too(scene *s) { change(s, 2, SOURCE | TAP | PRESS_TARGET_HOLD, 10, 10); }
static void refuses_to_drag(scene *s) {
  holds_too(s);
  s->refuses = true;
}
static void taps_and_scrolls(scene *s) {
  change(s, 2, SOURCE | TAP | PREVIEW, 10, 10);
  change(s, 1, DROP | SCROLL, 0, 0);
}

TEST(a_held_source_is_lifted_by_time_after_its_hold_began) {
#define LIFTS "hold_began@2 lifted@2"
  static const story stories[] = {
    {"not yet", "20,20 +499999", ""},
    {"by a tick alone", "20,20 +500000", LIFTS},
    {"by a tick that comes late", "20,20 +900000", LIFTS},
    {"moved by the slop", "20,20 +500000 23,20 u",
      LIFTS " items?2 hold_cancelled@2:dragged began@2(10,10) propose?1 entered@1=move/1 items_changed=1/1 " MOVED},
    {"less than the slop", "20,20 +500000 22.9,20 u", LIFTS " settled@2:lifted hold_ended@2:lifted"},
    {"not moved", "20,20 +500000 u", LIFTS " settled@2:lifted hold_ended@2:lifted"},
    {"slop counts from where it was lifted", "20,20 26,20 +490000 26,20 28.9,20 u", LIFTS " settled@2:lifted hold_ended@2:lifted"},
    {"lost", "20,20 +500000 ~", LIFTS " settled@2:lost hold_cancelled@2:lost"},
    {"its source is gone", "20,20 +500000 -2 u", LIFTS " settled@2:target_removed hold_cancelled@2:target_removed"},
    {"reset", "20,20 +500000 R", LIFTS " settled@2:reset hold_cancelled@2:reset"},
  };
  press_drag_config c = drag_config(AFTER_HOLD);
  delivers(stories, COUNT(stories), &c, true, holds_too);
  static const story refused[] = {
    {"nothing to drag", "20,20 +500000 25,20 u", LIFTS " items?2 settled@2 hold_ended@2:lifted"},
  };
  delivers(refused, COUNT(refused), &c, true, refuses_to_drag);
  /* Its time is that of the deadline, however late the tick comes. */
  make_in(&a, NULL, &c, true);
  holds_too(&a);
  play("20,20 +900000");
  const press_event *lifted = recorder_last(&a.bench.log, PRESS_EVENT_DRAG_LIFTED);
  assert_non_null(lifted);
  assert_int_equal(lifted->t_us, 510000);
  assert_int_equal(lifted->t_us, recorder_last(&a.bench.log, PRESS_EVENT_HOLD_BEGAN)->t_us);
  assert_int_equal(lifted->subject, 0);
  finish();
}

TEST(a_source_that_takes_no_holds_is_lifted_and_is_no_tap_and_no_scroll) {
  static const story stories[] = {
    {"lifts", "20,20 +500000 u", "lifted@2 settled@2:lifted"},
    {"drags", "20,20 +500000 24,20 u", "lifted@2 " BEGINS " " MOVED},
    {"pressed", "20,20 +500000 f0.6 20,20 u", "lifted@2 preview_refused@2 settled@2:lifted"},
    {"a preview is not lifted", "f0.3 20,20 +500000 u", "preview_began@2 preview_cancelled@2:lifted"},
  };
  press_drag_config c = drag_config(AFTER_HOLD);
  delivers(stories, COUNT(stories), &c, true, taps_and_scrolls);
  make_in(&a, NULL, &c, true);
  taps_and_scrolls(&a);
  play("20,20 +500000");
  assert_int_equal(press_gestures_state(a.bench.engine, 0), PRESS_GESTURE_LIFTED);
  finish();
}

TEST(what_was_lifted_settles_where_it_does_not_drag) {
  press_drag_config  c = drag_config(AFTER_HOLD);
  static const story stories[] = {
    {"its hold is cancelled", "20,20 +500000 | g 20,20 30,20 u", "hold_cancelled@2:program settled@2", holds_too},
    {"its drag ends before it began", "20,20 +500000 25,20 u", LIFTS " items?2 hold_cancelled@2:dragged settled@2:target_removed", holds_too,
      .at = "hold_cancelled", .does = "-2"},
    {"its hold ends while its items are asked", "20,20 +500000 25,20 26,20 u",
      "hold_began@1 lifted@2 items?2 settled@2 hold_cancelled@1:target_removed", the_container_holds, .at = "items?2", .does = "x1"},
    {"no session is free", "G3 | 20,20 +500000 25,20 u", LIFTS " refused@2:no_session settled@2 hold_ended@2:lifted", holds_too},
  };
  c.max_sessions = 1;
  delivers(stories, COUNT(stories), &c, true, NULL);
  static const story at_once[] = {
    {"a hold drags only where a drag needs one", "20,20 +500000 40,20 u", "hold_began@2 hold_ended@2:lifted", holds_too}};
  delivers(at_once, COUNT(at_once), NULL, true, NULL);
}

/* ---- what drag_will_begin changes ---- */

TEST(a_refused_beginning_takes_no_settings_over) {
  static unsigned char before[sizeof a.bench.storage];
  press_drag_config    c = drag_config(0);
  c.max_sessions = 1;
  make_in(&a, NULL, &c, false);
  a.answers[4].flags = PRESS_PROPOSAL_TRANSFERS;
  play("20,20 24,20 250,50 u");
  c.slop = PRESS_Q16(9);
  assert_int_equal(press_drag_set(a.bench.engine, &c), PRESS_OK);
  memcpy(before, a.bench.storage, sizeof before);
  assert_int_equal(press_drag_begin(a.bench.engine, 2, NULL), PRESS_ERR_NOSPC);
  assert_memory_equal(before, a.bench.storage, sizeof before);
  play("F20");
  finish();
}

/* ---- undone, with what was selected, and done again ---- */

#define UNDONE_COPY "drop_item_undone@4=20/copy selection_cleared@4=20 selection_set@2=20 drop_undone@4=copy/1"
#define REDONE_COPY "drop_item_redone@4=20/copy selection_set@4=20 selection_cleared@2=20 drop_redone@4=copy/1"
#define UNDONE_MOVE "drop_item_undone@3=30/move selection_cleared@1=30 selection_set@3=30 drop_undone@1=move/1"
#define REDONE_MOVE "drop_item_redone@1=30/move selection_set@1=30 drop_redone@1=move/1"

static void redoes_inside(scene *s, press_engine *engine, const char *line) {
  if (strncmp(line, "drop_item_undone", 16) == 0) assert_int_equal(press_drop_redo(engine), PRESS_ERR_STATE);
  if (strncmp(line, "drop_undone", 11) == 0 && !s->hooked++) assert_int_equal(press_drop_redo(engine), PRESS_OK);
  if (strncmp(line, "drop_item_redone", 16) == 0) assert_int_equal(press_drop_undo(engine), PRESS_ERR_STATE);
}

static void transfers_to_4_and_8(scene *s) { s->answers[4].flags = s->answers[8].flags = PRESS_PROPOSAL_TRANSFERS; }

static void slow_5(scene *s) { s->answers[5].flags = PRESS_PROPOSAL_TRANSFERS; }

static void not_selected(scene *s) {
  static const press_drag_item one = {.id = 20};
  gives(s, 2, &one, 1);
}

static void two_of_which_the_first_stays_in_its_domain(scene *s) {
  static const press_drag_item two[] = {{.id = 41, .flags = PRESS_ITEM_SAME_DOMAIN}, {.id = 42}};
  gives(s, 3, two, 2);
}

static void moves_slowly(scene *s) { s->answers[4] = (answer){.set = true, .operation = MOVE, .flags = PRESS_PROPOSAL_TRANSFERS}; }

/* conforms: drag-19 */
TEST(drops_are_undone_newest_first_and_done_again) {
#define COPIES "20,20 24,20 250,50 u "
#define COPIES_AND_MOVES COPIES "60,20 64,20 u "
  static const story stories[] = {
    {"both", COPIES_AND_MOVES "| Z Z", UNDONE_MOVE " " UNDONE_COPY},
    {"and again", COPIES_AND_MOVES "| Z z", UNDONE_MOVE " " REDONE_MOVE},
    {"both, and both again", COPIES_AND_MOVES "| Z Z z z", UNDONE_MOVE " " UNDONE_COPY " " REDONE_COPY " " REDONE_MOVE},
    {"back and forth", COPIES_AND_MOVES "| Z Z z Z z z Z",
      UNDONE_MOVE " " UNDONE_COPY " " REDONE_COPY " " UNDONE_COPY " " REDONE_COPY " " REDONE_MOVE " " UNDONE_MOVE},
    {"an item that was not selected is not selected by an undo", COPIES "| Z z",
      "drop_item_undone@4=20/copy selection_cleared@4=20 drop_undone@4=copy/1 drop_item_redone@4=20/copy selection_set@4=20 drop_redone@4=copy/1",
      not_selected},
    {"the last item first", "20,20 50,80 u F0 | Z",
      "drop_item_undone@2=22/move selection_cleared@1=22 drop_item_undone@2=21/move selection_cleared@1=21 selection_set@2=21 drop_undone@1=move/2",
      transfers_two},
    {"only what arrived, whatever lay there before", COPIES "60,20 64,20 510,20 u | Z",
      "drop_item_undone@8=42/copy selection_cleared@8=42 drop_undone@8=copy/1", two_of_which_the_first_stays_in_its_domain},
    {"whatever an earlier drag carried beside", "20,20 24,20 A3 u -3 20,20 24,20 u | Z",
      "drop_item_undone@2=20/move selection_cleared@1=20 selection_set@2=20 drop_undone@1=move/1"},
    {"a drop of which nothing arrived leaves what can be done again", COPIES "Z 60,20 64,20 225,25 u B30 | z", REDONE_COPY, .prepare = slow_5},
    {"what is being undone is not redone before it is through", COPIES "| Z", UNDONE_COPY " " REDONE_COPY, .hook = redoes_inside},
    /* A removed target is not named any more. */
    {"nothing is selected where it went away meanwhile", COPIES "| Z ?z", "drop_item_undone@4=20/copy drop_undone@0=copy/1", .at = "drop_item_undone",
      .does = "-4 -1"},
    {"a copy that is done again can be undone without its source", COPIES "Z z hooked=1 Z", NULL, .at = "drop_item_redone", .does = "-2"},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
  press_drag_config  c = drag_config(0);
  static const story two_deep[] = {
    {"as deep as was asked for", "20,20 24,20 u 60,20 64,20 250,50 u 20,20 24,20 520,20 u | Z Z ?Z",
      "drop_item_undone@8=20/copy selection_cleared@8=20 selection_set@2=20 drop_undone@8=copy/1 drop_item_undone@4=30/copy selection_cleared@4=30 "
      "selection_set@3=30 drop_undone@4=copy/1"},
    {"and done again as deep", "20,20 24,20 u 60,20 64,20 u " COPIES "Z Z ?Z z | z ?z", REDONE_COPY},
  };
  c.undo_depth = 2;
  delivers(two_deep, COUNT(two_deep), &c, false, NULL);
  static const story none[] = {{"not at all", COPIES "?Z", NULL}};
  c.undo_depth = 0;
  delivers(none, COUNT(none), &c, false, NULL);
}

TEST(what_went_away_cannot_be_undone_or_done_again) {
  static const story stories[] = {
    {"its destination", COPIES "-4 ?Z", NULL},
    {"the source of a copy", COPIES "-2 ?z Z ?z", NULL},
    {"the source of a move", "20,20 24,20 u -2 ?Z", NULL},
    {"another target", COPIES "-5 Z", NULL},
    {"the destination of a later drop", "20,20 24,20 u 60,20 64,20 250,50 u -4 Z", NULL},
    {"a reset takes nothing away", COPIES "R Z", NULL},
    {"a task", COPIES "F0 ?Z", NULL, is_a_task},
    {"the source of a copy, before it arrived", COPIES "-2 F20 Z", NULL, transfers_to_4_and_8},
    {"the source of a move, before it arrived", COPIES "-2 F20 ?Z", NULL, moves_slowly},
    {"nothing was undone", COPIES "?z Z", NULL},
    {"undone", COPIES "Z z Z", NULL},
    {"the next drop", COPIES "Z 60,20 64,20 u ?z Z", NULL},
    {"not the next that is not taken", COPIES "Z 60,20 64,20 150,50 u z Z", NULL},
    {"undone, and its destination", COPIES "Z -4 ?z ?Z", NULL},
    {"undone, and its source", COPIES "Z -2 ?z ?Z", NULL},
    {"both undone, and the source of the later", COPIES "60,20 64,20 250,50 u Z Z -3 z Z", NULL},
    {"the later undone, and the source of the other", COPIES "60,20 64,20 250,50 u Z -2 z Z", NULL},
    {"done again, and its source", COPIES "Z z -2 ?z Z", NULL},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

/* ---- errors ---- */

/* NULL, and what is nowhere, is refused in test_refused.c. */
SCENE_TEST(every_call_refuses_what_is_wrong_and_changes_nothing) {
  static scene                 before;
  press_drag                   drag = {.size = sizeof drag}, small = {.size = 4};
  static const press_drag_item two[] = {{.id = 21}, {.id = 22}};
  gives(&a, 2, two, 2);
  a.answers[8].flags = PRESS_PROPOSAL_TRANSFERS;
  play("G2 O8 D");
  uint32_t dropping = a.session;
  play("F21 20,20 24,20");
  press_engine   *e = a.bench.engine;
  uint32_t        s = a.session;
  press_drag_item items[2];
  uint32_t        id = 77;
  memcpy(&before, &a, sizeof a);
  const struct {
    int status, expected;
  } calls[] = {
    {press_drag_get(NULL, s, &drag), PRESS_ERR_INVAL},
    {press_drag_get(e, s, NULL), PRESS_ERR_INVAL},
    {press_drag_get(e, s, &small), PRESS_ERR_INVAL},
    {press_drag_get(e, 99, &drag), PRESS_ERR_NOENT},
    {press_drag_get(e, 0, &drag), PRESS_ERR_NOENT},
    {press_drag_get_items(NULL, s, items, 2), PRESS_ERR_INVAL},
    {press_drag_get_items(e, s, NULL, 2), PRESS_ERR_INVAL},
    {press_drag_get_items(e, 99, items, 2), PRESS_ERR_NOENT},
    {press_drag_get_items(e, s, items, SIZE_MAX), PRESS_ERR_INVAL},
    {press_drag_find(NULL, 0, &id), PRESS_ERR_INVAL},
    {press_drag_find(e, 0, NULL), PRESS_ERR_INVAL},
    {press_drag_find(e, 1, &id), PRESS_ERR_NOENT},
    {press_drag_find(e, PRESS_NO_CONTACT, &id), PRESS_ERR_NOENT},
    {press_drag_set_modifiers(e, 2), PRESS_ERR_INVAL},
    {press_drop_confirm(e, s, true), PRESS_ERR_STATE},
    {press_drop_confirm(e, dropping, false), PRESS_ERR_STATE},
    {press_drop_update(e, dropping, 22, -1), PRESS_ERR_INVAL},
    {press_drop_update(e, dropping, 22, PRESS_ONE + 1), PRESS_ERR_INVAL},
    {press_drop_update(e, dropping, 99, 0), PRESS_ERR_NOENT},
    {press_drop_update(e, dropping, 21, 0), PRESS_ERR_STATE},
    {press_drop_update(e, dropping, 0, 0), PRESS_ERR_STATE},
    {press_drop_update(e, s, 21, 0), PRESS_ERR_STATE},
    {press_drop_update(e, s, 0, 0), PRESS_ERR_STATE},
    {press_drop_finish(e, dropping, 99, true), PRESS_ERR_NOENT},
    {press_drop_finish(e, dropping, 21, true), PRESS_ERR_STATE},
    {press_drop_finish(e, s, 0, true), PRESS_ERR_STATE},
    {press_drag_begin(e, 0, NULL), PRESS_ERR_NOENT},
    {press_drag_begin(e, 4, NULL), PRESS_ERR_STATE},
    {press_drag_begin(e, 2, NULL), PRESS_ERR_NOSPC},
    {press_drag_move(e, s, 0, 0), PRESS_ERR_STATE},
    {press_drag_move(e, dropping, 0, 0), PRESS_ERR_STATE},
    {press_drag_over(e, dropping, 99), PRESS_ERR_NOENT},
    {press_drag_over(e, s, 4), PRESS_ERR_STATE},
    {press_drag_add(e, s, 99), PRESS_ERR_NOENT},
    {press_drag_add(e, s, 4), PRESS_ERR_STATE},
    {press_drag_add(e, dropping, 3), PRESS_ERR_STATE},
    {press_drag_drop(e, s), PRESS_ERR_STATE},
    {press_drag_drop(e, dropping), PRESS_ERR_STATE},
    {press_drag_perform(e, 2, 99, NULL), PRESS_ERR_NOENT},
    {press_drag_perform(e, 4, 4, NULL), PRESS_ERR_STATE},
    {press_drag_perform(e, 2, 4, NULL), PRESS_ERR_NOSPC},
  };
  for (size_t i = 0; i < COUNT(calls); i++)
    if (calls[i].status != calls[i].expected) fail_msg("call %zu: %d, expected %d", i, calls[i].status, calls[i].expected);
  assert_memory_equal(&before.bench.storage, &a.bench.storage, sizeof a.bench.storage);
  play("X");
  a.session = dropping;
  play("F22 G2");
  assert_int_equal(press_drag_begin(e, 3, NULL), PRESS_ERR_STATE);
}

/* The check returns the status of the call, and names the error; for a call that would succeed it gives no text. */
static void begin_refused(uint32_t source, int status, const char *words) {
  const char *why = NULL;
  assert_int_equal(press_drag_begin_check(a.bench.engine, source, &why), status);
  assert_int_equal(press_drag_begin_check(a.bench.engine, source, NULL), status);
  if (words) assert_string_equal(why, words);
  if (!words) assert_null(why);
  if (words) assert_int_equal(press_drag_begin(a.bench.engine, source, NULL), status);
}

static void add_refused(uint32_t session, uint32_t source, int status, const char *words) {
  const char *why = NULL;
  assert_int_equal(press_drag_add_check(a.bench.engine, session, source, &why), status);
  assert_int_equal(press_drag_add_check(a.bench.engine, session, source, NULL), status);
  if (words) assert_string_equal(why, words);
  if (!words) assert_null(why);
  if (words) assert_int_equal(press_drag_add(a.bench.engine, session, source), status);
}

static void asks_why(scene *s, press_engine *engine, const char *line) {
  const char *why = NULL;
  (void)s;
  if (strncmp(line, "items?", 6) != 0) return;
  assert_int_equal(press_drag_begin_check(engine, 3, &why), PRESS_ERR_BUSY);
  assert_string_equal(why, "not from inside drag_will_begin");
}

TEST(a_drag_from_code_says_why_it_is_refused) {
  static scene      before;
  press_drag_config c = drag_config(0);
  c.max_items = 2;
  make_in(&a, NULL, &c, false);
  static const press_drag_item two[] = {{.id = 21}, {.id = 22}};
  gives(&a, 2, two, 2);
  a.answers[8].flags = PRESS_PROPOSAL_TRANSFERS;
  begin_refused(99, PRESS_ERR_NOENT, "source: the id of a target that is there");
  begin_refused(4, PRESS_ERR_STATE, "source: a target with PRESS_TARGET_DRAG_SOURCE");
  begin_refused(2, PRESS_OK, NULL);
  play("G2");
  begin_refused(3, PRESS_ERR_STATE, "a drag from code is there: one at a time");
  add_refused(99, 3, PRESS_ERR_NOENT, "session: the id of one that is there");
  add_refused(a.session, 99, PRESS_ERR_NOENT, "source: the id of a target that is there");
  add_refused(a.session, 4, PRESS_ERR_STATE, "source: a target with PRESS_TARGET_DRAG_SOURCE");
  add_refused(a.session, 3, PRESS_ERR_NOSPC, "max_items are dragged");
  memcpy(&before, &a, sizeof a);
  const char *why = NULL;
  assert_int_equal(press_drag_begin_check(NULL, 2, &why), PRESS_ERR_INVAL);
  assert_string_equal(why, "NULL: there is nothing to check");
  assert_int_equal(press_drag_add_check(NULL, 1, 2, NULL), PRESS_ERR_INVAL);
  assert_memory_equal(&before.bench.storage, &a.bench.storage, sizeof a.bench.storage);
  play("O8 D");
  add_refused(a.session, 3, PRESS_ERR_STATE, "session: one that is dragged, and whose beginning was delivered");
  uint32_t dropping = a.session;
  play("20,20 24,20");
  begin_refused(3, PRESS_ERR_NOSPC, "max_sessions are there");
  play("u");
  a.session = dropping;
  play("F21 F22");
  a.hook = asks_why;
  play("G2 X");
  a.hook = NULL;
  finish();
}

TEST(without_drags_attached_nothing_is_possible) {
  bench_make(&a.bench, NULL);
  press_engine *e = a.bench.engine;
  uint32_t      id = 77;
  press_drag    drag = {.size = sizeof drag};
  bench_target(&a.bench, 1, 0, 0, 0, 100, 100, SOURCE | DROP | SPRING | INACTIVE);
  const int statuses[] = {
    press_drag_get(e, 1, &drag),
    press_drag_get_items(e, 1, NULL, 0),
    press_drag_find(e, 0, &id),
    press_drag_set_modifiers(e, 0),
    press_drag_cancel(e, 1),
    press_drag_begin_check(e, 1, NULL),
    press_drag_add_check(e, 1, 1, NULL),
    press_drop_confirm(e, 1, true),
    press_drop_update(e, 1, 1, 0),
    press_drop_finish(e, 1, 1, true),
    press_drop_undo(e),
    press_drop_redo(e),
    press_drag_begin(e, 1, NULL),
    press_drag_move(e, 1, 0, 0),
    press_drag_over(e, 1, 1),
    press_drag_drop(e, 1),
    press_drag_perform(e, 1, 1, NULL),
    press_drag_add(e, 1, 1),
  };
  for (size_t i = 0; i < COUNT(statuses); i++) assert_int_equal(statuses[i], PRESS_ERR_STATE);
  bench_feed_at(&a.bench, 0, 0.2, 5, 5);
  bench_feed_at(&a.bench, 0, 0.2, 50, 50);
  bench_feed_at(&a.bench, 0, 0, 50, 50);
  assert_string_equal(recorder_events(&a.bench.log), "contact_began contact_ended:lifted");
  bench_finish(&a.bench);
}

static void begins_inside(scene *s, press_engine *engine, const char *line) {
  if (strcmp(line, "items?2")) return;
  s->hooked++;
  assert_int_equal(press_drag_begin(engine, 3, NULL), PRESS_ERR_BUSY);
  assert_int_equal(press_drag_perform(engine, 3, 4, NULL), PRESS_ERR_BUSY);
  press_sample sample = sample_of(s->bench.now, 0, 0.2, 0);
  assert_int_equal(press_feed(engine, &sample, 1), PRESS_ERR_BUSY);
}

TEST(nothing_is_added_or_begins_while_items_are_asked) {
  static const story stories[] = {
    {"added", "G2 A3 hooked=1", NULL, .at = "items?3+", .does = "&A3"},
    {"begins", "20,20 24,20 X G2 hooked=2", NULL, .hook = begins_inside},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

TEST(the_defaults_are_those_of_the_header) {
  press_drag_config c = drag_config(0), zero;
  memset(&zero, 0, sizeof zero);
  zero.size = sizeof zero;
  zero.max_sessions = 2, zero.max_items = 8, zero.undo_depth = 4;
  zero.slop = PRESS_Q16(3), zero.still_slop = PRESS_Q16(10), zero.start_pressure = PRESS_Q16(0.25);
  zero.hold_us = zero.spring_dwell_us = 500000;
  zero.scroll_ramp_us = 1200000, zero.scroll_full = PRESS_Q16(8);
  zero.spring_activating_us = 250000, zero.spring_pressure = PRESS_Q16(0.5), zero.drop_pressure = PRESS_Q16(2);
  zero.scroll_edge = PRESS_Q16(40), zero.scroll_speed = PRESS_Q16(800), zero.frame_us = 16667, zero.slow_us = 1000000,
  zero.scroll_toward = PRESS_Q16(5);
  assert_memory_equal(&c, &zero, sizeof c);
  press_drag_config_init(NULL);
}

/* Ranges of fields are in test_checks.c, as is the room in storage. */
TEST(attaching_needs_room_in_the_queue) {
  press_config      config = bench_config();
  press_drag_config drag = drag_config(0);
  press_engine     *engine;
  for (uint16_t more = 0; more < 2; more++) {
    config.max_events = (uint16_t)(8 + 2 * config.max_contacts + 3 * drag.max_sessions - 1 + more);
    assert_int_equal(press_engine_init(a.bench.storage, sizeof a.bench.storage, &config, &engine), PRESS_OK);
    assert_int_equal(press_drag_attach(engine, &drag), more ? PRESS_OK : PRESS_ERR_NOBUFS);
  }
}

/* ---- without a delegate, copies, determinism ---- */

static uint64_t poll_all(scene *s, size_t at_once) {
  press_event event[4];
  uint64_t    count = 0;
  int         taken;
  while ((taken = press_poll(s->bench.engine, event, at_once)) > 0) {
    for (int i = 0; i < taken; i++) {
      const char *wrong = drags_follow(&s->live, &event[i], NULL);
      if (wrong) fail_msg("%s: %s", press_event_name(event[i].type), wrong);
      char line[96];
      describe(&event[i], line, sizeof line);
      if (event[i].type >= PRESS_EVENT_DRAG_BEGAN && event[i].type != PRESS_EVENT_DRAG_MOVED) write_line(s, s->bench.engine, line);
      count++;
    }
    if (at_once < 4) break;
  }
  return count;
}

TEST(a_full_queue_loses_nothing_and_the_drop_goes_on_once_there_is_room) {
  press_config config = bench_config();
  config.max_contacts = 2;
  config.max_events = 8 + 2 * 2 + 4;
  press_drag_config drag = drag_config(0);
  drag.max_sessions = 1;
  for (size_t every = 1; every <= 4; every++) {
    make_in(&a, &config, &drag, false);
    a.live.polled = true;
    assert_int_equal(press_set_delegate(a.bench.engine, NULL), PRESS_OK);
    static const struct {
      uint32_t contact;
      double   force, x, y;
    } steps[] = {
      {0, .2, 20, 20},
      {0, .2, 24, 20},
      {0, .2, 250, 50},
      {0, .2, 225, 25},
      {0, .2, 420, 20},
      {0, .9, 420, 20},
      {0, .2, 250, 50},
      {1, .2, 60, 20},
      {1, 0, 60, 20},
      {0, .2, 252, 50},
      {0, .2, 20, 20},
      {0, .2, 250, 50},
      {0, 0, 250, 50},
    };
    for (size_t i = 0; i < COUNT(steps); i++) {
      press_sample sample = sample_of(a.bench.now += 10000, steps[i].contact, steps[i].force, 0);
      sample.x = PRESS_Q16(steps[i].x);
      sample.y = PRESS_Q16(steps[i].y);
      int status;
      while ((status = press_feed(a.bench.engine, &sample, 1)) == PRESS_ERR_AGAIN) assert_true(poll_all(&a, every) > 0);
      assert_int_equal(status, 1);
    }
    size_t rounds = 0;
    while (poll_all(&a, every) > 0 || press_next_deadline(a.bench.engine) <= a.bench.now) {
      assert_int_equal(press_tick(a.bench.engine, a.bench.now), PRESS_OK);
      assert_true(rounds++ < 100);
    }
    assert_null(drags_over(&a.live, true));
    const char *dropped = strstr(a.text, "dropped");
    assert_non_null(dropped);
    assert_string_equal(dropped, "dropped@4=copy/2 drop_item_began@4=2/0 drop_item_ended=2 selection_set@4=2 selection_cleared@2=2 "
                                 "drop_item_began@4=3/0 drop_item_ended=3 selection_set@4=3 selection_cleared@3=3 drop_concluded=2/0");
    assert_int_equal(bench_stats(&a.bench).overwritten, 0);
  }
}

TEST(a_copy_of_the_bytes_goes_on_in_the_same_way) {
  for (size_t at = 0; at < 19; at++) {
    make_in(&a, NULL, NULL, true);
    a_spring_that_scrolls_and_takes(&a);
    stumble(&a, ALL, 0, at);
    memcpy(&other, &a, sizeof a);
    other.bench.engine = (press_engine *)(void *)other.bench.storage;
    set_delegate(&other);
    stumble(&a, ALL, at, 99);
    stumble(&other, ALL, at, 99);
    assert_string_equal(a.text, other.text);
    assert_int_equal(a.bench.log.count, other.bench.log.count);
    for (size_t i = 0; i < a.bench.log.count; i++)
      assert_memory_equal(&a.bench.log.entries[i].event, &other.bench.log.entries[i].event, sizeof(press_event));
    finish();
    finish_in(&other);
  }
}

/* When the newest drag of those that were polled began; 0: none did. */
static uint64_t polled_drag_us;

/* Until nothing comes any more. */
static void poll_rest(press_engine *engine, ledger *books, unsigned capacity) {
  press_event event;
  for (int quiet = 0; quiet < 2;) {
    int         count = press_poll(engine, &event, 1);
    const char *wrong = count ? ledger_follow(books, &event, NULL) : NULL;
    if (wrong) fail_msg("%u events, %s: %s", capacity, press_event_name(event.type), wrong);
    if (count && event.type == PRESS_EVENT_DRAG_BEGAN) polled_drag_us = event.t_us;
    if (!count) quiet++, press_tick(engine, 0);
  }
}

/* Checks that an engine that nobody has polled yet delivers every end. */
static void nothing_is_lost(press_engine *engine, unsigned capacity, bool polls_first) {
  ledger books;
  ledger_init(&books, true, false);
  polled_drag_us = 0;
  if (polls_first) poll_rest(engine, &books, capacity);
  books.restarts = 1;
  assert_int_equal(press_engine_reset(engine), PRESS_OK);
  poll_rest(engine, &books, capacity);
  press_engine_stats stats = {.size = sizeof stats};
  press_engine_get_stats(engine, &stats);
  assert_int_equal(stats.overwritten, 0);
  const char *wrong = ledger_over(&books, true);
  if (wrong) fail_msg("%u events: %s", capacity, wrong);
}

/* A polled engine with one session and the given numbers of contacts and events; NULL: the queue is too small for `drag` or for `beside`. */
static press_engine *make_polled(
  uint16_t contacts, uint16_t capacity, uint32_t flags, uint32_t lift_us, press_drag_config drag, int (*beside)(press_engine *)) {
  static uint64_t storage[65536 / 8];
  press_config    config = bench_config();
  config.max_contacts = contacts;
  config.max_events = capacity;
  config.flags = flags;
  config.lift_us = lift_us;
  drag.max_sessions = 1;
  press_engine *engine;
  assert_int_equal(press_engine_init(storage, sizeof storage, &config, &engine), PRESS_OK);
  return (beside && beside(engine)) || press_drag_attach(engine, &drag) ? NULL : engine;
}

static void add_polled(press_engine *engine, uint32_t id, double x, double size, uint32_t traits) {
  const press_target t = {.size = sizeof t, .id = id, .x = PRESS_Q16(x), .width = PRESS_Q16(size), .height = PRESS_Q16(size), .traits = traits};
  assert_int_equal(press_target_add(engine, &t), PRESS_OK);
}

/* A drop takes place in the very call that begins the next contact, because its deadline has come or because the next finger
 * takes its place: however full the queue is, no event of either is lost. */
static void leaves_room_for_the_next_finger(uint64_t after_us, uint32_t contact) {
  size_t taken = 0;
  for (uint16_t capacity = 16; capacity < 64; capacity++) {
    press_engine *engine = make_polled(1, capacity, 0, 40000, drag_config(0), NULL);
    if (!engine) continue;
    add_polled(engine, 1, 0, 40, SOURCE);
    add_polled(engine, 2, 50, 90, DROP | PREVIEW);
    uint64_t t = 0;
    for (int i = 0; i < 6; i++) {
      press_sample s = {.t_us = t += 10000, .force = PRESS_Q16(0.2), .x = PRESS_Q16(10 + 12 * i), .y = PRESS_Q16(10)};
      (void)press_feed(engine, &s, 1);
    }
    press_sample lift = {.t_us = t += 10000},
                 again = {.t_us = t += after_us, .contact = contact, .force = PRESS_Q16(0.7), .x = PRESS_Q16(60), .y = PRESS_Q16(20)};
    assert_int_equal(press_feed(engine, &lift, 1), 1);
    taken += press_feed(engine, &again, 1) == 1;
    nothing_is_lost(engine, capacity, false);
  }
  assert_true(taken > 10);
}

/* While the second drop is being delivered the first is undone, and then the destination of the second goes away. */
static void undo_and_remove(recorder *log, press_engine *engine, const entry *delivered) {
  const press_event *e = &delivered->event;
  if (delivered->kind != ENTRY_EVENT) return;
  if (e->type == PRESS_EVENT_DROP_ITEM_ENDED && e->target == 3) assert_int_equal(press_drop_undo(engine), PRESS_OK);
  if (e->type == PRESS_EVENT_DROP_ITEM_UNDONE && log->calls++ == 0) assert_int_equal(press_target_remove(engine, 3), PRESS_OK);
}

TEST(what_is_being_undone_is_undone_to_its_end_whatever_is_concluded_meanwhile) {
  for (uint16_t depth = 1; depth <= 3; depth++) {
    static bench      b;
    press_drag_config config;
    press_drag_config_init(&config);
    config.undo_depth = depth;
    bench_make(&b, NULL);
    assert_int_equal(press_drag_attach(b.engine, &config), PRESS_OK);
    bench_target(&b, 1, 0, 0, 0, 50, 50, PRESS_TARGET_DRAG_SOURCE);
    for (uint32_t id = 2; id <= 4; id++) bench_target(&b, id, 0, 100 * id, 0, 50, 50, PRESS_TARGET_DROP);
    assert_int_equal(press_drag_perform(b.engine, 1, 4, NULL), PRESS_OK);
    assert_int_equal(press_drag_perform(b.engine, 1, 2, NULL), PRESS_OK);
    b.log.hook = undo_and_remove;
    assert_int_equal(press_drag_perform(b.engine, 1, 3, NULL), PRESS_OK);
    b.log.hook = NULL;
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_DROP_CONCLUDED), 3);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_DROP_ITEM_UNDONE), 1);
    assert_int_equal(recorder_count(&b.log, PRESS_EVENT_DROP_UNDONE), 1);
    const press_event *undone = recorder_last(&b.log, PRESS_EVENT_DROP_UNDONE);
    assert_int_equal(undone->subject, 2);
    assert_int_equal(undone->target, 2);
    /* Then the first drop is undone, if the depth is enough for two. */
    assert_int_equal(press_drop_undo(b.engine), depth > 1 ? PRESS_OK : PRESS_ERR_NOENT);
    if (depth > 1) assert_int_equal(recorder_last(&b.log, PRESS_EVENT_DROP_UNDONE)->subject, 1);
    bench_finish(&b);
  }
}

/* The pending events of a drag from code are delivered as soon as there is room, also while a sample is fed. */
TEST(what_is_pending_leaves_room_for_the_rest_of_a_sample) {
  press_drag_config drag = drag_config(0);
  drag.slop = 0;
  for (uint16_t capacity = 16; capacity < 80; capacity++) {
    press_engine *engine = make_polled(1, capacity, PRESS_CONFIG_TELL_MOVED, bench_config().lift_us, drag, NULL);
    if (!engine) continue;
    add_polled(engine, 1, 0, 90, SOURCE | DROP | SPRING | PREVIEW);
    assert_int_equal(press_drag_begin(engine, 1, NULL), PRESS_OK);
    uint64_t t = 0;
    for (int i = 0; i < 40; i++) {
      press_sample s = {.t_us = t += 100000, .force = i & 1 ? PRESS_Q16(0.6) : 0, .x = PRESS_Q16(10 + i), .y = PRESS_Q16(10)};
      if (press_feed(engine, &s, 1) < 0) break;
    }
    nothing_is_lost(engine, capacity, false);
  }
}

static int button_and_gestures(press_engine *engine) { return press_button_attach(engine, NULL) || press_gestures_attach(engine, NULL); }

/* The lift waits for room, and the drag waits for its lift: neither is delivered without the other. */
static void hold_until_full(int moved_x, bool polls_first) {
  press_drag_config drag = drag_config(0);
  drag.flags = AFTER_HOLD;
  for (uint16_t capacity = 16; capacity < 120; capacity++) {
    press_engine *engine = make_polled(1, capacity, PRESS_CONFIG_TELL_MOVED, bench_config().lift_us, drag, button_and_gestures);
    if (!engine) continue;
    add_polled(engine, 1, 0, 90, SOURCE | PRESS_TARGET_HOLD);
    uint64_t t = 0;
    for (int i = 0, status = 1; i < 40 && status == 1; i++) {
      static const int       after_ms[] = {100, 1000, 10, 10};
      static const press_q16 force[] = {PRESS_Q16(0.2), PRESS_Q16(0.2), PRESS_Q16(0.9), 0};
      press_sample           s = {.t_us = t += 1000u * (unsigned)after_ms[i & 3], .force = force[i & 3], .x = PRESS_Q16((i & 3) ? moved_x : 10)};
      status = press_feed(engine, &s, 1);
    }
    /* The hold ends, and a lift that still waits is dropped. */
    press_target free = {.size = sizeof free};
    assert_int_equal(press_target_get(engine, 1, &free), PRESS_OK);
    free.traits = SOURCE;
    assert_int_equal(press_target_update(engine, &free), PRESS_OK);
    nothing_is_lost(engine, capacity, polls_first);
  }
}

TEST(a_held_drag_without_room_for_its_lift_waits_or_never_was) {
  for (int polls_first = 0; polls_first < 2; polls_first++) {
    hold_until_full(10, polls_first);
    /* Found elsewhere by the sample in which the hold is due. */
    hold_until_full(60, polls_first);
  }
}

static bool completed(press_engine *engine) {
  press_sample s = {.t_us = 10000000, .contact = 1, .force = PRESS_ONE, .x = PRESS_Q16(60)};
  return press_feed(engine, &s, 1) == 1 && press_preview_state(engine, 1) == PRESS_PREVIEW_COMPLETED;
}

static bool cancelled(press_engine *engine) { return press_preview_cancel(engine, 1) == PRESS_OK; }

/* A drag from a preview waits until there is room for what another contact activated; meanwhile its preview ends. */
static void drag_waits_until(bool (*is_over)(press_engine *)) {
  press_drag_config drag = drag_config(0);
  drag.flags = FROM_PREVIEW;
  int over = 0;
  for (uint16_t capacity = 16; capacity < 120; capacity++) {
    press_engine *engine = make_polled(2, capacity, 0, 0, drag, NULL);
    if (!engine) continue;
    add_polled(engine, 1, 0, 90, SOURCE | PREVIEW | INACTIVE);
    uint64_t t = 0, waited_us = 0;
    for (int i = 0, status = 1; i < 60 && status == 1; i++) {
      /* One contact previews, another taps, and then the first moves. */
      static const struct {
        uint32_t  contact;
        press_q16 force, x;
      } steps[] = {
        {1, PRESS_Q16(0.4), PRESS_Q16(10)}, {0, PRESS_Q16(0.2), PRESS_Q16(10)}, {0, 0, PRESS_Q16(10)}, {1, PRESS_Q16(0.4), PRESS_Q16(60)}, {1, 0, 0}};
      press_sample s = {.t_us = t += 10000, .contact = steps[i % 5].contact, .force = steps[i % 5].force, .x = steps[i % 5].x};
      status = press_feed(engine, &s, 1);
      if (status != 1 || i % 5 != 3 || !is_over(engine)) continue;
      over++;
      waited_us = t;
      break;
    }
    nothing_is_lost(engine, capacity, true);
    if (waited_us) assert_true(polled_drag_us < waited_us);
  }
  assert_true(over > 0);
}

TEST(a_drag_that_waits_for_room_is_none_once_its_preview_is_cancelled) { drag_waits_until(cancelled); }

TEST(a_drag_that_waits_for_room_is_none_once_its_preview_is_completed) { drag_waits_until(completed); }

TEST(a_drop_by_time_leaves_room_for_what_the_sample_begins) { leaves_room_for_the_next_finger(100000, 0); }

TEST(a_drop_in_whose_grace_another_finger_comes_leaves_room_for_it) { leaves_room_for_the_next_finger(10000, 1); }

/* ---- two fingers, and what an event carries ---- */

TEST(each_contact_is_lifted_and_settles_for_itself) {
  press_drag_config  c = drag_config(AFTER_HOLD);
  static const story stories[] = {
    {"held long enough itself", "20,20 +200000 c1 60,20 +290000 =lifted@2 60,20 +190000 = +10000 =lifted@3", NULL},
    {"by its own name as it goes away",
      "c0 150,150 c1 20,20 c2 150,160 c3 60,20 +600000 =lifted@2;lifted@3 -2 =settled@2:target_removed -3 =settled@3:target_removed", NULL},
  };
  for (uint16_t sessions = 1; sessions <= 3; sessions++) {
    c.max_sessions = sessions;
    delivers(stories, COUNT(stories), &c, false, NULL);
  }
  c.still_slop = PRESS_Q16(40);
  static const story still[] = {{"what moved is not held, though it is still for a drag", "20,20 35,20 +500000 35,20 50,20 u", ""}};
  delivers(still, COUNT(still), &c, true, NULL);
}

TEST(settings_wait_while_something_drags) {
  static const story stories[] = {
    {"code drags", "G2 S30 | 60,20 64,20 u has=began@3 X1 | 60,20 64,20 u", ""},
    {"another contact is down", "150,150 S30 c1 60,20 64,20 u has=began@3 c0 u | 60,20 64,20 u", ""},
    {"not while a drop is still under way", "20,20 24,20 250,50 u state=dropping S30 | 60,20 70,20 = 91,20 has=began@3", NULL, transfers_to_4_and_8},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

SCENE_TEST(an_event_of_a_drag_carries_how_hard_it_is_pressed_then) {
  play("20,20 24,20 f0.4 60,60");
  const press_event *began = recorder_last(&a.bench.log, PRESS_EVENT_DRAG_BEGAN);
  assert_non_null(began);
  assert_int_equal(began->pressure, PRESS_Q16(0.2));
  assert_int_equal(began->force, PRESS_Q16(0.2));
  const press_event *moved = recorder_last(&a.bench.log, PRESS_EVENT_DRAG_MOVED);
  assert_non_null(moved);
  assert_int_equal(moved->pressure, PRESS_Q16(0.4));
  assert_int_equal(moved->force, PRESS_Q16(0.4));
}

TEST(what_moved_is_not_held_once_it_previews_either) {
  press_drag_config c = drag_config(FROM_PREVIEW | AFTER_HOLD);
  c.still_slop = PRESS_Q16(40);
  make_in(&a, NULL, &c, true);
  previews(&a);
  for (int ticks = 0; ticks < 2; ticks++) {
    play("20,20 35,20");
    if (ticks) play("+1000");
    play("f0.3 35,20");
    for (int i = 0; i < 50; i++) {
      play("36,20");
      assert_true(press_next_deadline(a.bench.engine) > a.bench.now);
    }
    play("80,20 u");
    DELIVERED("preview_began@2 preview_cancelled@2:lifted");
    play("f0.2");
  }
  finish();
}

TEST(a_hold_of_no_time_at_time_0_drags) {
  press_drag_config c = drag_config(AFTER_HOLD);
  c.hold_us = 0;
  make(&c);
  press_sample first = {.t_us = 0, .force = PRESS_Q16(0.2), .x = PRESS_Q16(20), .y = PRESS_Q16(20)};
  assert_int_equal(press_feed(a.bench.engine, &first, 1), 1);
  play("24,20");
  DELIVERED("lifted@2 " BEGINS);
  finish();
}

SCENE_TEST(what_a_tap_adds_is_asked_with_the_touch_of_that_tap) {
  play("20,20 24,20 c1 60,25 u");
  assert_non_null(strstr(a.text, "items?3+"));
  assert_int_equal(a.asked.contact, 1);
  assert_int_equal(a.asked.target, 3);
  assert_int_equal(a.asked.x, PRESS_Q16(60));
  assert_int_equal(a.asked.y, PRESS_Q16(25));
}

static void moves_8_when_asked(scene *s, press_engine *engine, const char *line) {
  (void)engine;
  if (strncmp(line, "propose?", 8) == 0) change(s, 8, DROP, 500 + s->hooked++ % 2, 0);
}

/* A program that changes targets in each answer is not asked for ever; the next sample of any finger asks again. */
SCENE_TEST(what_callbacks_never_let_rest_is_looked_at_again_with_the_next_sample_of_any_finger) {
  a.hook = moves_8_when_asked;
  play("20,20 24,20");
  assert_in_range(a.proposed, 2, 100);
  a.hook = NULL;
  clear(&a);
  play("c1 5,5");
  DELIVERED("propose?1 entered@1=move/1");
}

static void begins_when_slow(scene *s, press_engine *engine, const char *line) {
  if (strncmp(line, "drop_slow", 9) || s->hooked++) return;
  assert_int_equal(press_drag_begin(engine, 3, NULL), PRESS_OK);
}

TEST(a_drag_that_begins_as_one_drop_is_slow_takes_nothing_from_another) {
  press_drag_config c = drag_config(0);
  c.max_sessions = 3;
  make(&c);
  a.answers[4].flags = PRESS_PROPOSAL_TRANSFERS;
  uint32_t first = 0;
  assert_int_equal(press_drag_perform(a.bench.engine, 2, 4, &first), PRESS_OK);
  for (int i = 0; i < 2; i++) assert_int_equal(press_drag_perform(a.bench.engine, 2, 4, NULL), PRESS_OK);
  assert_int_equal(press_drop_finish(a.bench.engine, first, 0, true), PRESS_OK);
  clear(&a);
  a.hook = begins_when_slow;
  play("+1000000");
  DELIVERED("drop_slow@4 items?3 began@3(10,10) propose?1 entered@1=move/1 items_changed=1/1 drop_slow@4");
  finish();
}

TEST(moves_that_nobody_polled_are_merged_into_the_newest) {
  press_config config = bench_config();
  config.max_contacts = 1;
  config.max_events = 24;
  press_drag_config c = drag_config(0);
  c.max_sessions = 1;
  make_in(&a, &config, &c, false);
  assert_int_equal(press_set_delegate(a.bench.engine, NULL), PRESS_OK);
  for (int i = 0; i < 100; i++) bench_feed_at(&a.bench, 0, 0.2, 20 + i % 50, 20);
  assert_int_equal(bench_stats(&a.bench).refused, 0);
  /* Only the newest of these events waits for room, or they are merged in the queue. */
  press_event event, newest = {.x = 0};
  size_t      moves = 0;
  while (press_poll(a.bench.engine, &event, 1) == 1)
    if (event.type == PRESS_EVENT_DRAG_MOVED) newest = event, moves++;
  assert_int_equal(newest.x, PRESS_Q16(20 + 99 % 50));
  assert_in_range(moves, 1, 24);
}

TEST(what_is_reached_already_is_not_due_any_more) {
  static const story stories[] = {
    {"a spring by force", "20,20 24,20 420,20 f0.5 420,20 has=spring?6+", NULL, .at = "spring?6+", .does = "due=never"},
    {"a spring by time", "20,20 24,20 420,20 +3000000 has=spring?6+", NULL, .at = "spring?6+", .does = "due=never"},
    {"full speed", "20,20 200,301 +5000000 has=autoscroll_changed@7(0,-800) due=never", NULL},
  };
  delivers(stories, COUNT(stories), NULL, false, NULL);
}

static void holds_at_9(scene *s) { add_target(s, 9, 0, 0, 600, 50, PRESS_TARGET_HOLD); }
static void one_in_3(scene *s) { add_target(s, 9, 3, 0, 50, 20, 0); }

TEST(two_fingers_and_what_ends_meanwhile) {
  press_drag_config  c = drag_config(0);
  static const story stories[] = {
    {"a hold whose target goes away ends before what is pending of a drag", "c1 610,30 +600000 c0 20,20 24,20 | 250,50",
      "propose?4 left@1 hold_cancelled@9:target_removed propose?4 entered@4=copy/1 hint_changed=copy", holds_at_9, .at = "left@1", .does = "-9"},
    {"what is being cancelled is not there to be cancelled", "20,20 24,20 | X hooked=1", "left@1 cancelled@2:program<", .at = "left@", .does = "?X"},
    {"what two fingers drag from one source is judged for each",
      "20,20 24,20 250,50 | c1 15,15 19,15 250,60 has=entered@4=copy/1 | 20,60 has=entered@1=move/1", NULL},
  };
  delivers(stories, COUNT(stories), NULL, true, NULL);
  static const story refused[] = {
    {"what is refused names its source and not what lies in it", "20,20 24,20 c1 55,25 65,25 has=refused@3:no_session", NULL, one_in_3},
  };
  c.max_sessions = 1;
  delivers(refused, COUNT(refused), &c, false, NULL);
}

static uint32_t last_late(uint32_t type) {
  const press_event *e = recorder_last(&a.bench.log, type);
  assert_non_null(e);
  return e->late_us;
}

TEST(what_a_lift_ends_says_how_late_that_is_known_and_what_is_answered_later_does_not) {
  press_config config = bench_config();
  config.lift_us = 40000;
  make_in(&a, &config, NULL, false);
  play("20,20 24,20 250,50 u +40000");
  assert_int_equal(last_late(PRESS_EVENT_DRAG_LEFT), 40000);
  assert_int_equal(last_late(PRESS_EVENT_DRAG_DROPPED), 40000);
  assert_int_equal(last_late(PRESS_EVENT_DROP_ITEM_BEGAN), 0);
  finish();
  make_in(&a, &config, NULL, false);
  play("20,20 24,20 150,150 u +40000");
  assert_int_equal(last_late(PRESS_EVENT_DRAG_CANCELLED), 40000);
  finish();
  make_in(&a, &config, NULL, false);
  answers_late(&a);
  play("20,20 24,20 250,50 u +40000");
  assert_int_equal(last_late(PRESS_EVENT_DRAG_CONFIRM), 40000);
  play("+5000 Y");
  assert_int_equal(last_late(PRESS_EVENT_DRAG_LEFT), 0);
  assert_int_equal(last_late(PRESS_EVENT_DRAG_DROPPED), 0);
  finish();
}

TEST(two_drops_with_as_many_items_as_there_is_room_for_know_nothing_of_each_other) {
  press_drag_config c = drag_config(0);
  c.max_items = 1;
  for (int first = 0; first < 2; first++) {
    make(&c);
    transfers_to_4_and_8(&a);
    play("G2 O4 D");
    const uint32_t one = a.session;
    play("G3 O8 D");
    const uint32_t two = a.session;
    clear(&a);
    assert_int_equal(press_drag_cancel(a.bench.engine, first ? two : one), PRESS_OK);
    DELIVERED(first ? "drop_item_ended=30:program< drop_concluded=0/1:program" : "drop_item_ended=20:program< drop_concluded=0/1:program");
    assert_int_equal(press_drop_update(a.bench.engine, first ? one : two, first ? 20 : 30, PRESS_ONE / 2), PRESS_OK);
    DELIVERED(first ? "drop_item_updated=20/50%" : "drop_item_updated=30/50%");
    assert_int_equal(press_drop_finish(a.bench.engine, first ? one : two, first ? 20 : 30, true), PRESS_OK);
    DELIVERED(first ? "drop_item_ended=20 selection_set@4=20 selection_cleared@2=20 drop_concluded=1/0"
                    : "drop_item_ended=30 selection_set@8=30 selection_cleared@3=30 drop_concluded=1/0");
    finish();
  }
}

static void finishes_one_and_removes_the_place_of_the_other(scene *s, press_engine *engine, const char *line) {
  if (strncmp(line, "drop_item_updated", 17) || s->hooked++) return;
  assert_int_equal(press_drop_finish(engine, 1, 20, true), PRESS_OK);
  assert_int_equal(press_target_remove(engine, 8), PRESS_OK);
}

SCENE_TEST(a_drop_whose_destination_goes_away_ends_before_all_else) {
  transfers_to_4_and_8(&a);
  play("G2 O4 D");
  assert_int_equal(a.session, 1);
  play("G3 O8 D");
  clear(&a);
  a.hook = finishes_one_and_removes_the_place_of_the_other;
  assert_int_equal(press_drop_update(a.bench.engine, 1, 20, PRESS_ONE / 2), PRESS_OK);
  DELIVERED("drop_item_updated=20/50% drop_item_ended=30:target_removed< drop_concluded=0/1:target_removed "
            "drop_item_ended=20 selection_set@4=20 selection_cleared@2=20 drop_concluded=1/0");
}

/* No delegate, one session, two contacts and a queue of `capacity` events. Target `removed` is removed after the steps, and then the queue is
 * polled. Returns how many events of a type with a target are in it; 0 too if the queue is too small. */
typedef struct step {
  uint32_t contact;
  double   force, x;
} step;

static size_t left_of(const step *steps, size_t count, uint16_t capacity, uint32_t removed, uint32_t type, uint32_t target) {
  press_config      config = bench_config();
  press_drag_config c = drag_config(0);
  press_event       event;
  size_t            found = 0;
  c.max_sessions = 1;
  config.max_contacts = 2;
  config.max_events = capacity;
  bench_make(&a.bench, &config);
  if (press_drag_attach(a.bench.engine, &c) != PRESS_OK) return 0;
  make_in(&a, &config, &c, false);
  if (type == PRESS_EVENT_TARGET_ACTIVATED) change(&a, target, INACTIVE | DROP, -1, -1);
  assert_int_equal(press_set_delegate(a.bench.engine, NULL), PRESS_OK);
  for (size_t i = 0; i < count; i++) {
    press_sample sample = sample_of(a.bench.now += 10000, steps[i].contact, steps[i].force, 0);
    sample.x = PRESS_Q16(steps[i].x);
    sample.y = PRESS_Q16(20);
    if (press_feed(a.bench.engine, &sample, 1) != 1) return 0;
  }
  if (removed) assert_int_equal(press_target_remove(a.bench.engine, removed), PRESS_OK);
  while (press_poll(a.bench.engine, &event, 1) == 1) {
    found += event.type == type && event.target == target;
    if (event.type == PRESS_EVENT_DRAG_REFUSED) assert_int_equal(event.target, 3);
  }
  return found;
}

TEST(what_waits_for_room_is_dropped_with_its_target_and_with_no_other) {
  /* Contact 0 drags, and contact 1 moves as if to drag; a tap activates target 1 once there is room. */
  static const step refused[] = {{0, 0.2, 20}, {0, 0.2, 24}, {1, 0.2, 60}, {1, 0.2, 61}, {1, 0.2, 66}};
  static const step tapped[] = {{0, 0.2, 20}, {0, 0.2, 24}, {1, 0.2, 5}, {1, 0, 5}};
  static const struct {
    const step *steps;
    size_t      count;
    uint32_t    type, target;
  } rows[] = {{refused, COUNT(refused), PRESS_EVENT_DRAG_REFUSED, 3}, {tapped, COUNT(tapped), PRESS_EVENT_TARGET_ACTIVATED, 1}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    size_t delivered = 0, dropped = 0;
    for (uint16_t capacity = 16; capacity < 44; capacity++) {
      size_t left[3];
      for (int how = 0; how < 3; how++)
        left[how] = left_of(rows[i].steps, rows[i].count, capacity, how == 0 ? 0 : how == 1 ? 8 : rows[i].target, rows[i].type, rows[i].target);
      delivered += left[0];
      assert_int_equal(left[1], left[0]);
      dropped += left[0] - left[2];
    }
    assert_true(delivered > dropped && dropped > 0);
  }
}

/* Moves the first drag each time that it is asked; if it is armed, it also removes a target. */
static void moves_8_and_removes(scene *s, press_engine *engine, const char *line) {
  if (strcmp(line, "propose?4")) return;
  bool is_armed = s->hooked == -1;
  moves_8_when_asked(s, engine, line);
  if (is_armed) assert_int_equal(press_target_remove(engine, s->launches ? 3 : 6), PRESS_OK);
}

TEST(what_a_tap_would_add_goes_with_its_source_and_with_no_other_target) {
  for (int own = 0; own < 2; own++) {
    make(NULL);
    a.hook = moves_8_and_removes;
    play("20,20 24,20 250,50 c1 20,25 24,25 150,150 c2 60,20");
    clear(&a);
    a.launches = own;
    a.hooked = -1;
    play("u");
    assert_true(a.hooked >= 0);
    assert_int_equal(strstr(a.text, "items?3+") != NULL, !own);
    finish();
  }
}

TEST(a_spring_waits_while_its_finger_may_be_lifting) {
  press_config config = bench_config();
  config.lift_us = 40000;
  make_in(&a, &config, NULL, false);
  play("20,20 24,20 420,20 +480000");
  clear(&a);
  play("u +20000");
  DELIVERED("");
  play("+30000");
  DELIVERED("spring_ended@6 cancelled@2:no_destination<");
  finish();
}

SCENE_TEST(a_tap_adds_to_the_drag_that_began_last_wherever_it_is_kept) {
  play("20,20 24,20 c1 15,15 19,15 c0 150,150 u 25,25 29,25 c2 60,20 u");
  const press_event *changed = recorder_last(&a.bench.log, PRESS_EVENT_DRAG_ITEMS_CHANGED);
  assert_int_equal(changed->value2, 2);
  assert_int_equal(changed->subject, 3);
}

int main(void) { return run_all(NULL, NULL); }
