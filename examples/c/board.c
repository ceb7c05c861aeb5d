/* A board of cards under a plate with four FSRs: drag a card to another column, or press it onto the folder, which springs
 * open; drag a heading to take all its cards. Holding the copy key copies, what is dropped where nothing takes it flies
 * back, and everything can be undone. Keys do the same through calls.
 *
 *   cc -std=c11 board.c $(pkg-config --cflags --libs libpress) -o board && ./board
 *
 *   ./board            a finger that shows it all, in fourteen seconds
 *   ./board --keys     h j k l: the cards, space: pick up and put down, c: copy, u: undo, x: cancel, q: quit
 *     --plain          frames below each other, without escape codes, as something happens; --fast: without waiting
 *     --log            what happens, instead of frames
 * Where the output is no terminal, --plain and --fast go without saying. 40 columns and 14 lines will do; there are no
 * colours where NO_COLOR is set or TERM has none, and a dumb one gets --plain.
 */
#define _POSIX_C_SOURCE 200809L
#include <poll.h>
#include <press.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* ---- The board -------------------------------------------------------------------------------------------------- */

enum { COLUMNS = 40, LINES = 14, COLUMN = 8, LINE = 20 /* points */, CARDS = 12 };
/* Targets. A card's is its number, from 1 on; the places of cards are numbered by their targets, too. */
enum { BOARD = 100, TODO, DOING, DONE, FOLDER, WEEK, SOMEDAY, LOCKED, HEADING = 200 };

static const struct place {
  uint32_t id;
  const char *name;
  int column, line, columns, lines;
  uint32_t container, traits;
} places[] = {
  {BOARD, "board", 0, 2, 40, 7, 0, 0},
  {TODO, "To do", 0, 2, 13, 7, BOARD, PRESS_TARGET_DROP},
  {DOING, "Doing", 13, 2, 13, 7, BOARD, PRESS_TARGET_DROP},
  {DONE, "Done", 26, 2, 14, 7, BOARD, PRESS_TARGET_DROP},
  {HEADING, "all of To do", 0, 2, 13, 1, BOARD, PRESS_TARGET_DRAG_SOURCE},
  {FOLDER, "Later", 0, 10, 13, 1, 0, PRESS_TARGET_SPRING},
  {WEEK, "This week", 0, 11, 0, 1, 0, PRESS_TARGET_DROP}, /* as wide as the folder while that is open */
  {SOMEDAY, "Some day", 0, 12, 0, 1, 0, PRESS_TARGET_DROP},
  {LOCKED, "Locked", 26, 10, 14, 1, 0, PRESS_TARGET_DROP},
};
enum { PLACES = sizeof places / sizeof *places };

struct app {
  press_engine *engine;
  press_pad *pad;
  struct card {
    const char *name; /* NULL: none */
    uint32_t place, was;
  } cards[CARDS + 1];
  uint32_t session;  /* what is dragged, 0: nothing */
  bool is_open;      /* the folder */
  char message[COLUMNS + 1];
  uint32_t cursor;   /* for keys: a card, 0: none */
  bool logs, is_plain, is_fast, is_colored, is_over;
  bool is_new;       /* something happened but moves: a plain frame is due */
  uint64_t t_us, start_us;
};

static void must(int status, const char *what) {
  if (status >= 0) return;
  fprintf(stderr, "board: %s: %s\n", what, press_strerror(status));
  exit(1);
}

static const struct place *place(uint32_t id) {
  for (size_t i = 0; i < PLACES; i++)
    if (places[i].id == id) return &places[i];
  return NULL;
}

static const char *name(const struct app *app, uint32_t target) {
  if (target == 0) return "nothing";
  return target <= CARDS ? app->cards[target].name : place(target)->name;
}

static int count(const struct app *app, uint32_t id) {
  int cards = 0;
  for (int i = 1; i <= CARDS; i++) cards += app->cards[i].name && app->cards[i].place == id;
  return cards;
}

/* The line of a card in its place. */
static int line_of(const struct app *app, uint32_t card) {
  int line = 3;
  for (uint32_t i = 1; i < card; i++) line += app->cards[i].name && app->cards[i].place == app->cards[card].place;
  return line;
}

static void put_target(struct app *app, uint32_t id, int column, int line, int columns, int lines, uint32_t container,
                       uint32_t traits) {
  const press_target target = {
    .size = sizeof target, .id = id, .container = container, .x = column * COLUMN * PRESS_ONE, .y = line * LINE * PRESS_ONE,
    .width = columns * COLUMN * PRESS_ONE, .height = lines * LINE * PRESS_ONE, .traits = traits};
  press_target there;
  press_target_init(&there);
  bool is_there = press_target_get(app->engine, id, &there) == 0;
  must(is_there ? press_target_update(app->engine, &target) : press_target_add(app->engine, &target), "a target");
}

/* Cards move, and the folder opens, by their targets: a drag that is under way notices by itself. */
static void lay_out(struct app *app) {
  for (size_t i = 0; i < PLACES; i++) {
    const struct place *p = &places[i];
    bool is_slot = p->id == WEEK || p->id == SOMEDAY;
    put_target(app, p->id, p->column, p->line, is_slot && app->is_open ? 16 : p->columns, p->lines, p->container, p->traits);
  }
  for (uint32_t id = 1; id <= CARDS; id++) {
    if (!app->cards[id].name) continue;
    const struct place *p = place(app->cards[id].place);
    bool is_shown = p->container == BOARD;
    put_target(app, id, p->column, line_of(app, id), is_shown ? p->columns : 0, 1, BOARD, PRESS_TARGET_DRAG_SOURCE);
  }
}

static void copy_card(struct app *app, uint32_t id, uint32_t to) {
  for (int i = 1; i <= CARDS; i++) {
    if (app->cards[i].name) continue;
    app->cards[i] = (struct card){app->cards[id].name, to, to};
    return;
  }
}

/* The newest card in a place that has the name of another. */
static void remove_copy(struct app *app, uint32_t id, uint32_t from) {
  for (int i = CARDS; i > 0; i--) {
    if (!app->cards[i].name || app->cards[i].place != from || app->cards[i].name != app->cards[id].name) continue;
    app->cards[i].name = NULL;
    must(press_target_remove(app->engine, (uint32_t)i), "press_target_remove");
    return;
  }
}

/* ---- What is asked and delivered ------------------------------------------------------------------------------------- */

static size_t drag_will_begin(press_engine *engine, const press_touch *touch, uint32_t session, press_drag_item *items,
                              size_t capacity, void *user) {
  struct app *app = user;
  size_t n = 0;
  (void)engine, (void)session;
  for (uint32_t id = 1; id <= CARDS && n < capacity; id++) {
    bool is_meant = touch->target == HEADING ? app->cards[id].place == TODO : touch->target == id;
    if (app->cards[id].name && is_meant) items[n++].id = id;
  }
  return n;
}

/* Locked takes nothing now; the folder takes two cards at most, and moves them although it is no part of the board. */
static bool drop_will_propose(press_engine *engine, const press_drag *drag, uint32_t destination,
                              press_drop_proposal *proposal, void *user) {
  (void)engine, (void)user;
  if (destination == LOCKED) proposal->operation = PRESS_DROP_FORBIDDEN;
  if (destination == WEEK || destination == SOMEDAY) {
    proposal->item_count = 2;
    if (!(drag->modifiers & PRESS_MODIFIER_COPY)) proposal->operation = PRESS_DROP_MOVE;
  }
  return true;
}

static void log_event(const struct app *app, const press_event *e) {
  static const char *const operations[] = {"cancel", "forbidden", "copy", "move"};
  static const char *const hints[] = {"plain", "copy", "link", "disappearing", "not allowed"};
  if (e->type == PRESS_EVENT_DRAG_MOVED || e->type < PRESS_EVENT_DRAG_BEGAN) return; /* the rest is about drags */
  printf("%5u ms  %s: %s", (unsigned)(e->t_us / 1000), name(app, e->target), press_event_name(e->type));
  switch (e->type) {
    case PRESS_EVENT_DRAG_ENTERED:
    case PRESS_EVENT_DRAG_PROPOSED:
    case PRESS_EVENT_DRAG_DROPPED:
    case PRESS_EVENT_DROP_UNDONE: printf(" %s %d", operations[e->value], (int)e->value2); break;
    case PRESS_EVENT_DRAG_ITEMS_CHANGED: printf(" badge %d of %d", (int)e->value, (int)e->value2); break;
    case PRESS_EVENT_DRAG_HINT_CHANGED: printf(" %s", hints[e->value]); break;
    case PRESS_EVENT_DROP_ITEM_BEGAN:
    case PRESS_EVENT_DROP_ITEM_ENDED:
    case PRESS_EVENT_DROP_ITEM_UNDONE:
    case PRESS_EVENT_SELECTION_SET: printf(" %s", name(app, (uint32_t)e->value)); break;
    default: break;
  }
  if (e->reason != PRESS_REASON_NONE) printf(", %s", press_reason_name(e->reason));
  if (e->flags & PRESS_EVENT_RETURNS) printf(", flies back");
  putchar('\n');
}

static void arrived(struct app *app, uint32_t id, uint32_t to) {
  press_drag drag = {.size = sizeof drag};
  must(press_drag_get(app->engine, app->session, &drag), "press_drag_get");
  if (drag.operation == PRESS_DROP_COPY) copy_card(app, id, to);
  else app->cards[id].was = app->cards[id].place, app->cards[id].place = to;
  snprintf(app->message, sizeof app->message, "%s %s", drag.operation == PRESS_DROP_COPY ? "copied" : "moved",
           app->cards[id].name);
}

static void on_event(press_engine *engine, const press_event *e, void *user) {
  struct app *app = user;
  (void)engine;
  if (app->logs) log_event(app, e);
  if (e->type != PRESS_EVENT_DRAG_MOVED) app->is_new = true;
  switch (e->type) {
    case PRESS_EVENT_DRAG_BEGAN:
      app->session = e->subject;
      app->message[0] = 0;
      return;
    case PRESS_EVENT_SPRING_ACTIVATED: app->is_open = true; break;
    case PRESS_EVENT_DRAG_CANCELLED:
      app->session = 0;
      app->is_open = false;
      snprintf(app->message, sizeof app->message, "%s flew back", e->reason == PRESS_REASON_FORBIDDEN ? "Locked: it" : "It");
      break;
    case PRESS_EVENT_DROP_ITEM_ENDED:
      if (e->reason == PRESS_REASON_NONE) arrived(app, (uint32_t)e->value, e->target);
      break;
    case PRESS_EVENT_DROP_CONCLUDED:
      app->session = 0;
      app->is_open = false;
      break;
    case PRESS_EVENT_DROP_ITEM_UNDONE:
      snprintf(app->message, sizeof app->message, "undone: %s", app->cards[e->value].name);
      if (e->value2 == PRESS_DROP_MOVE) app->cards[e->value].place = app->cards[e->value].was;
      else remove_copy(app, (uint32_t)e->value, e->target);
      break;
    default: return;
  }
  lay_out(app);
}

static void start(struct app *app) {
  static uint64_t storage[PRESS_ENGINE_STORAGE_ALL / 8], pad_storage[PRESS_PAD_STORAGE_8 / 8];
  static const struct card cards[] = {{0}, {"Write", TODO, 0}, {"Test", TODO, 0}, {"Draw", TODO, 0}, {"Paint", TODO, 0},
                                      {"Build", DOING, 0}, {"Plan", DONE, 0}};
  const press_delegate delegate = {.size = sizeof delegate, .user = app, .on_event = on_event,
                                   .drag_will_begin = drag_will_begin, .drop_will_propose = drop_will_propose};
  press_sensor sensors[4];
  memcpy(app->cards, cards, sizeof cards);
  for (int i = 0; i < 4; i++) { /* in the corners of the plate, and straight: 20 microsiemens a newton */
    press_sensor_init(&sensors[i]);
    sensors[i].x = i % 2 * COLUMNS * COLUMN * PRESS_ONE;
    sensors[i].y = i / 2 * LINES * LINE * PRESS_ONE;
    must(press_curve_power(&sensors[i].curve, 20 * PRESS_ONE, PRESS_ONE, PRESS_ONE), "press_curve_power");
  }
  must(press_pad_init(pad_storage, sizeof pad_storage, NULL, sensors, 4, &app->pad), "press_pad_init");
  must(press_engine_init(storage, sizeof storage, NULL, &app->engine), "press_engine_init");
  must(press_drag_attach(app->engine, NULL), "press_drag_attach");
  must(press_set_delegate(app->engine, &delegate), "press_set_delegate");
  lay_out(app);
}

/* ---- The screen ------------------------------------------------------------------------------------------------- */

enum { DIM = 1, BOLD = 2, REVERSE = 4 };

struct cell {
  char text[5]; /* one character */
  unsigned char style, tint;
};

static struct cell screen[LINES][COLUMNS], before[LINES][COLUMNS];

static int put(int column, int line, int style, int tint, const char *text) {
  while (*text && column >= 0 && column < COLUMNS) {
    struct cell *cell = &screen[line][column++];
    int n = 1;
    while (((unsigned char)text[n] & 0xc0) == 0x80) n++;
    memset(cell, 0, sizeof *cell);
    memcpy(cell->text, text, (size_t)n);
    cell->style = (unsigned char)style;
    cell->tint = (unsigned char)tint;
    text += n;
  }
  return column;
}

static void fill(int column, int line, int columns, int style, int tint, const char *text) {
  for (int i = 0; i < columns; i++) put(column + i, line, style, tint, text);
}

static void put_number(int column, int line, int style, const char *text, int number) {
  char words[32];
  snprintf(words, sizeof words, "%s %d", text, number);
  put(column, line, style, 0, words);
}

static void draw_places(const struct app *app, const press_drag *drag) {
  static const char *const doors[] = {"▸", "▹", "◇", "▾"};
  for (size_t i = 0; i < PLACES; i++) {
    const struct place *p = &places[i];
    if (p->id == BOARD || p->id == HEADING || ((p->id == WEEK || p->id == SOMEDAY) && !app->is_open)) continue;
    bool is_destination = drag->destination == p->id;
    int style = is_destination ? REVERSE | BOLD : BOLD, held = count(app, p->id);
    if (p->id == FOLDER) {
      int door = app->is_open ? 3 : drag->spring == FOLDER ? (int)drag->spring_state : 0;
      put(1, p->line, BOLD, 172, doors[door]);
      held = count(app, WEEK) + count(app, SOMEDAY);
    }
    if (is_destination) put(p->column, p->line, BOLD, 0, drag->operation >= PRESS_DROP_COPY ? "»" : "×");
    int left = p->column + (p->id == FOLDER || p->id == WEEK || p->id == SOMEDAY ? 3 : 1);
    if (p->id == LOCKED) put(left, p->line, style, 160, p->name);
    else put_number(left, p->line, style, p->name, held);
  }
}

static bool is_dragged(const struct app *app, const press_drag *drag, uint32_t card) {
  press_drag_item items[CARDS];
  if (drag->state == PRESS_DRAG_NONE) return false;
  int n = press_drag_get_items(app->engine, drag->session, items, CARDS);
  for (int i = 0; i < n; i++)
    if (items[i].id == card) return true;
  return false;
}

static void draw_cards(const struct app *app, const press_drag *drag) {
  static const int tints[] = {34, 26, 91};
  for (uint32_t id = 1; id <= CARDS; id++) {
    if (!app->cards[id].name || place(app->cards[id].place)->container != BOARD) continue;
    const struct place *p = place(app->cards[id].place);
    bool is_away = is_dragged(app, drag, id);
    int line = line_of(app, id);
    if (app->cursor == id && drag->state == PRESS_DRAG_NONE) put(p->column, line, BOLD, 0, "›");
    put(p->column + 1, line, is_away ? DIM : 0, tints[p->id - TODO], is_away ? "□" : "■");
    put(p->column + 3, line, is_away ? DIM : 0, 0, app->cards[id].name);
  }
}

/* What is dragged, where the finger is; the badge, where there is more than one; and what a drop would do. */
static void draw_dragged(const struct app *app, const press_drag *drag) {
  char words[32];
  press_drag_item first;
  if (press_drag_get_items(app->engine, drag->session, &first, 1) < 1) return;
  int column = drag->x / PRESS_ONE / COLUMN, line = drag->y / PRESS_ONE / LINE;
  int badge = drag->operation >= PRESS_DROP_COPY ? (int)drag->accepted : (int)drag->item_count;
  snprintf(words, sizeof words, "▪%s", app->cards[first.id].name);
  column = column < 0 ? 0 : column > COLUMNS - 12 ? COLUMNS - 12 : column;
  line = line < 0 ? 0 : line >= LINES ? LINES - 1 : line;
  if (line > 9 && column < 14) column = 14; /* beside the folder's words */
  column = put(column, line, REVERSE, 0, words);
  if (drag->item_count > 1) {
    snprintf(words, sizeof words, "(%d)", badge);
    column = put(column, line, BOLD, 160, words);
  }
  if (drag->hint == PRESS_HINT_COPY) put(column, line, BOLD, 34, "+");
  if (drag->hint == PRESS_HINT_NOT_ALLOWED) put(column, line, BOLD, 160, "⊘");
}

static void draw(const struct app *app) {
  press_drag drag = {.size = sizeof drag};
  if (app->session == 0 || press_drag_get(app->engine, app->session, &drag) != 0) drag.state = PRESS_DRAG_NONE;
  for (int line = 0; line < LINES; line++) fill(0, line, COLUMNS, 0, 0, " ");
  put(1, 0, BOLD, 0, "Board");
  put(13, 0, DIM, 0, app->message);
  fill(0, 1, COLUMNS, 0, 0, "─");
  fill(0, 9, COLUMNS, 0, 0, "─");
  draw_places(app, &drag);
  draw_cards(app, &drag);
  if (app->cursor) put(0, LINES - 1, DIM, 0, "hjkl space c: copy u: undo x: cancel  q");
  if (drag.state == PRESS_DRAG_DRAGGING) draw_dragged(app, &drag);
}

static void print_line(const struct cell *cells, bool is_plain, bool is_colored) {
  int columns = COLUMNS, style = -1, tint = -1;
  while (is_plain && columns > 0 && strcmp(cells[columns - 1].text, " ") == 0) columns--;
  for (int i = 0; i < columns; i++) {
    if (!is_plain && (cells[i].style != style || cells[i].tint != tint)) {
      style = cells[i].style;
      tint = cells[i].tint;
      printf("\033[0%s%s%s", style & DIM ? ";2" : "", style & BOLD ? ";1" : "", style & REVERSE ? ";7" : "");
      if (tint && is_colored) printf(";38;5;%d", tint);
      putchar('m');
    }
    fputs(cells[i].text, stdout);
  }
  fputs(is_plain ? "\n" : "\033[0m", stdout);
}

static void show(struct app *app) {
  if (app->logs || (app->is_plain && !app->is_new)) return;
  app->is_new = false;
  draw(app);
  if (memcmp(screen, before, sizeof screen) == 0) return;
  memcpy(before, screen, sizeof screen);
  if (app->is_plain) printf("%d.%02d s\n", (int)(app->t_us / 1000000), (int)(app->t_us / 10000 % 100));
  for (int line = 0; line < LINES; line++) {
    if (!app->is_plain) printf("\033[%d;1H", line + 1);
    print_line(screen[line], app->is_plain, app->is_colored);
  }
  if (app->is_plain) putchar('\n');
  fflush(stdout);
}

/* ---- A finger, on a simulated plate ----------------------------------------------------------------------------- */

struct touch {
  unsigned ms;
  double newtons, column, line; /* the middle of a cell is at .5 */
  char key;                     /* pressed then, 0: none */
};

static const struct touch script[] = {
  /* Write goes to Doing. */
  {600, 0, 4, 3.5, 0}, {700, 1.2, 4, 3.5, 0}, {900, 1.2, 4, 3.5, 0}, {1500, 1.2, 17, 6.5, 0}, {1700, 1.2, 17, 6.5, 0},
  {1750, 0, 17, 6.5, 0},
  /* Test, with the copy key held, to Done; undone. */
  {2500, 0, 4, 3.5, 0}, {2600, 1.2, 4, 3.5, 'c'}, {2800, 1.2, 4, 3.5, 0}, {3500, 1.2, 30, 6.5, 0}, {3700, 1.2, 30, 6.5, 0},
  {3750, 0, 30, 6.5, 0}, {3850, 0, 30, 6.5, 'c'}, {4300, 0, 30, 6.5, 'u'},
  /* Plan goes to Locked, which does not take it, and then nowhere. */
  {5000, 0, 30, 3.5, 0}, {5100, 1.2, 30, 3.5, 0}, {5700, 1.2, 34, 10.5, 0}, {6000, 1.2, 34, 10.5, 0}, {6050, 0, 34, 10.5, 0},
  {6600, 0, 30, 3.5, 0}, {6700, 1.2, 30, 3.5, 0}, {7100, 1.2, 20, 11.5, 0}, {7300, 1.2, 20, 11.5, 0}, {7350, 0, 20, 11.5, 0},
  /* Build rests on the folder until that opens, and goes into it. */
  {7900, 0, 17, 4.5, 0}, {8000, 1.2, 17, 4.5, 0}, {8500, 1.2, 5, 10.5, 0}, {9400, 1.2, 5, 10.5, 0}, {9700, 1.2, 15, 11.5, 0},
  {9900, 1.2, 15, 11.5, 0}, {9950, 0, 15, 11.5, 0},
  /* All of To do, three cards: pressed onto the folder, which takes two. */
  {10500, 0, 4, 2.5, 0}, {10600, 1.2, 4, 2.5, 0}, {11200, 1.2, 5, 10.5, 0}, {11400, 1.2, 5, 10.5, 0}, {11600, 4, 5, 10.5, 0},
  {11800, 1.2, 5, 10.5, 0}, {12100, 1.2, 15, 12.5, 0}, {12300, 1.2, 15, 12.5, 0}, {12350, 0, 15, 12.5, 0},
  {13000, 0, 5, 12.5, 'u'}, {13800, 0, 5, 12.5, 0},
};

static volatile sig_atomic_t is_stopped;

static void stop(int number) {
  (void)number;
  is_stopped = 1;
}

static uint64_t clock_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void wait_until(const struct app *app, uint64_t t_us) {
  uint64_t until = app->start_us + t_us;
  struct timespec then = {.tv_sec = (time_t)(until / 1000000), .tv_nsec = (long)(until % 1000000 * 1000)};
  if (!app->is_fast) clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &then, NULL);
}

/* Whatever is due before t_us: a lift that is certain now, the folder that opens. A program that waits for frames sleeps no
 * longer either. */
static void run_until(struct app *app, uint64_t t_us) {
  while (!is_stopped) {
    uint64_t due = press_next_deadline(app->engine), of_pad = press_pad_next_deadline(app->pad);
    if (of_pad < due) due = of_pad;
    if (due >= t_us) return;
    wait_until(app, due);
    app->t_us = due;
    must(press_pad_tick(app->pad, due, app->engine), "press_pad_tick"); /* ticks the engine too */
    show(app);
  }
}

/* What the four converters say: each FSR has its share of the force, behind a divider of 4.7 kOhm. */
static void feed(struct app *app, uint64_t t_us, double newtons, double x, double y) {
  press_frame frame = {.t_us = t_us, .present = 15};
  for (int i = 0; i < 4; i++) {
    double share = (i % 2 ? x : COLUMNS * COLUMN - x) * (i / 2 ? y : LINES * LINE - y) / (COLUMNS * COLUMN * LINES * LINE);
    double ratio = newtons * share * 20e-6 * 4700;
    frame.code[i] = (int32_t)(26400 * ratio / (1 + ratio) + 0.5);
  }
  run_until(app, t_us);
  wait_until(app, t_us);
  app->t_us = t_us;
  must(press_pad_feed(app->pad, &frame, app->engine), "press_pad_feed");
}

static void toggle_copy(struct app *app) {
  static bool is_held;
  is_held = !is_held;
  must(press_drag_set_modifiers(app->engine, is_held ? PRESS_MODIFIER_COPY : 0), "press_drag_set_modifiers");
}

static void undo(struct app *app) {
  int status = press_drop_undo(app->engine);
  if (status == PRESS_ERR_NOENT) snprintf(app->message, sizeof app->message, "nothing to undo");
  else must(status, "press_drop_undo");
}

static void run_script(struct app *app) {
  const struct touch *last = script + sizeof script / sizeof *script - 1;
  unsigned ms = 0;
  app->is_new = true;
  for (const struct touch *from = script; from < last && !is_stopped; ms += 10) {
    while (from < last && from[1].ms <= ms) {
      from++;
      if (from->key == 'c') toggle_copy(app);
      if (from->key == 'u') undo(app);
    }
    if (from == last) break;
    double part = ms <= from->ms ? 0 : (double)(ms - from->ms) / (from[1].ms - from->ms);
    const struct touch *to = from + 1;
    if (from->newtons == 0 && to->newtons == 0) part = 0; /* not on its way: nobody touches */
    feed(app, ms * 1000u, from->newtons + (to->newtons - from->newtons) * part,
         (from->column + (to->column - from->column) * part) * COLUMN,
         (from->line + (to->line - from->line) * part) * LINE);
    show(app);
  }
}

/* ---- Keys ------------------------------------------------------------------------------------------------------- */

/* The nearest card in a direction. */
static uint32_t neighbour(const struct app *app, int right, int down) {
  const struct card *from = &app->cards[app->cursor];
  uint32_t best = app->cursor;
  int least = 1000;
  for (uint32_t id = 1; id <= CARDS; id++) {
    if (!app->cards[id].name || place(app->cards[id].place)->container != BOARD || id == app->cursor) continue;
    int dx = (int)app->cards[id].place - (int)from->place, dy = line_of(app, id) - line_of(app, app->cursor);
    if (right ? dx * right <= 0 : dx != 0 || dy * down <= 0) continue;
    int distance = abs(dx) * 20 + abs(dy);
    if (distance < least) least = distance, best = id;
  }
  return best;
}

static uint32_t any_card(const struct app *app) {
  for (uint32_t id = 1; id <= CARDS; id++)
    if (app->cards[id].name && place(app->cards[id].place)->container == BOARD) return id;
  return 1;
}

/* Where a card that was picked up goes with l, and back with h. */
static void carry(struct app *app, int by) {
  static const uint32_t all[] = {TODO, DOING, DONE, LOCKED, SOMEDAY, WEEK, FOLDER};
  static int at;
  press_drag drag = {.size = sizeof drag};
  uint32_t stops[7];
  int n = 0;
  for (int i = 0; i < 7; i++)
    if (app->is_open || (all[i] != SOMEDAY && all[i] != WEEK)) stops[n++] = all[i];
  at %= n;
  must(press_drag_get(app->engine, app->session, &drag), "press_drag_get");
  for (int i = n - 1; i >= 0; i--)
    if (stops[i] == drag.destination || stops[i] == drag.spring) at = i;
  at = (at + n + by) % n;
  must(press_drag_over(app->engine, app->session, stops[at]), "press_drag_over");
}

static void press_key(struct app *app, int key) {
  must(press_tick(app->engine, app->t_us), "press_tick");
  app->is_new = true;
  if (key == 'q') app->is_over = true;
  else if (key == 'c') toggle_copy(app);
  else if (key == 'u' && app->session == 0) undo(app);
  else if (app->session != 0) {
    if (key == 'h' || key == 'l') carry(app, key == 'h' ? -1 : 1);
    if (key == ' ') must(press_drag_drop(app->engine, app->session), "press_drag_drop");
    if (key == 'x') must(press_drag_cancel(app->engine, app->session), "press_drag_cancel");
  } else if (key == 'h' || key == 'l') app->cursor = neighbour(app, key == 'h' ? -1 : 1, 0);
  else if (key == 'j' || key == 'k') app->cursor = neighbour(app, 0, key == 'j' ? 1 : -1);
  else if (key == ' ') must(press_drag_begin(app->engine, app->cursor, NULL), "press_drag_begin");
  const struct card *card = &app->cards[app->cursor];
  if (!card->name || place(card->place)->container != BOARD) app->cursor = any_card(app);
  show(app);
}

static void run_keys(struct app *app) {
  app->cursor = 1;
  app->is_new = true;
  show(app);
  while (!app->is_over && !is_stopped) {
    struct pollfd input = {.fd = 0, .events = POLLIN};
    char key;
    if (!app->is_fast && poll(&input, 1, 50) <= 0) { /* the folder opens by itself */
      app->t_us = clock_us() - app->start_us;
      must(press_tick(app->engine, app->t_us), "press_tick");
      show(app);
      continue;
    }
    if (read(0, &key, 1) != 1) break;
    app->t_us = app->is_fast ? app->t_us + 400000 : clock_us() - app->start_us;
    press_key(app, key);
  }
}

/* ---- The terminal ----------------------------------------------------------------------------------------------- */

static struct termios usual;
static bool is_raw, has_screen;

static void restore(void) {
  if (has_screen) fputs("\033[?25h\033[?7h\033[?1049l", stdout);
  fflush(stdout);
  if (is_raw) tcsetattr(0, TCSANOW, &usual);
}

static void take_terminal(bool needs_keys, bool needs_screen) {
  atexit(restore);
  signal(SIGINT, stop);
  signal(SIGTERM, stop);
  is_raw = needs_keys && tcgetattr(0, &usual) == 0;
  if (is_raw) {
    struct termios raw = usual;
    raw.c_lflag &= (tcflag_t)~(ICANON | ECHO);
    tcsetattr(0, TCSANOW, &raw);
  }
  has_screen = needs_screen;
  if (has_screen) fputs("\033[?1049h\033[?25l\033[?7l", stdout); /* the other screen, no cursor, cut off at its edge */
}

/* By its name: what has no colours is an old one, or says so. */
static bool has_colors(const char *terminal) {
  const char *refused = getenv("NO_COLOR");
  return !(refused && *refused) && strncmp(terminal, "vt", 2) != 0 && !strstr(terminal, "-m");
}

int main(int words_count, char **words) {
  static struct app app;
  bool has_keys = false;
  for (int i = 1; i < words_count; i++) {
    const char *word = words[i];
    if (strcmp(word, "--keys") == 0) has_keys = true;
    else if (strcmp(word, "--plain") == 0) app.is_plain = true;
    else if (strcmp(word, "--fast") == 0) app.is_fast = true;
    else if (strcmp(word, "--log") == 0) app.logs = true;
    else return fprintf(stderr, "usage: board [--plain|--log] [--fast] [--keys]\n"), 2;
  }
  const char *terminal = getenv("TERM");
  if (!isatty(1)) app.is_plain = app.is_fast = true;
  if (!terminal || !*terminal || strcmp(terminal, "dumb") == 0) app.is_plain = true;
  app.is_colored = !app.is_plain && has_colors(terminal);

  take_terminal(has_keys, !app.is_plain && !app.logs);
  app.start_us = clock_us();
  start(&app);
  if (has_keys) run_keys(&app);
  else run_script(&app);
  must(press_engine_reset(app.engine), "press_engine_reset"); /* what began, ends */
  return 0;
}
