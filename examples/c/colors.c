/* A list of colours that are peeked at by force: press a row lightly and a card shows the colour, press harder and it pops
 * into its own screen; or slide up while the card is shown and choose a quick action. Everything works without force too:
 * a tap opens a colour, a hold opens its actions, and keys do the same through calls.
 *
 *   cc -std=c11 colors.c $(pkg-config --cflags --libs libpress) -o colors && ./colors
 *
 *   ./colors            a finger that shows it all, in ten seconds
 *   ./colors FILE       another finger: lines of t_us,force,x,y (newtons; points, 8 to a column and 20 to a line)
 *   ./colors --keys     j k: up and down, enter: open, space: peek, d: delete, q: back, and out
 *     --code            what is peeked is answered by peek_will_show, instead of --declared, with a constant table
 *     --plain           frames below each other, without escape codes, where something changed; --fast: without waiting
 *     --log             what happens, instead of frames
 * Where the output is no terminal, --plain and --fast go without saying. A terminal of 40 columns and 14 lines will do; there
 * are no colours where NO_COLOR is set or TERM has none, and a dumb one gets --plain.
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

/* ---- What is shown ---------------------------------------------------------------------------------------------- */

enum { COLORS = 6, COLUMNS = 40, LINES = 14, COLUMN = 8, LINE = 20 /* points */ };
enum { FIRST_ROW = 6 };                                      /* the line of the first colour */
enum { BACK = 101, STAR_BUTTON = 102, DELETE_BUTTON = 103 }; /* targets; those of the rows are 1..COLORS */
enum { STAR = 1, DELETE = 2 };                               /* quick actions */

static const struct {
  const char *name, *code;
  int tint; /* of 256 */
} palette[COLORS + 1] = {
  {"", "", 0},
  {"Red", "#d70000", 160},
  {"Orange", "#ff8700", 208},
  {"Yellow", "#ffd700", 220},
  {"Green", "#00af00", 34},
  {"Blue", "#005fd7", 26},
  {"Purple", "#8700af", 91},
};

static const press_action quick_actions[] = {
  {.id = STAR, .style = PRESS_ACTION_DEFAULT, .title = "Star"},
  {.id = DELETE, .style = PRESS_ACTION_DESTRUCTIVE, .title = "Delete"},
};

/* Full width; the actions are the two lines under the title, whichever colour is peeked. */
#define PEEK(color)                                                                                     \
  {.size = sizeof(press_peek), .id = (color), .height = 6 * LINE * PRESS_ONE,                           \
   .actions_y = 2 * LINE * PRESS_ONE, .actions_width = COLUMNS * COLUMN * PRESS_ONE,                    \
   .action_height = LINE * PRESS_ONE, .action_count = 2, .actions = quick_actions}

static const press_peek_declaration declared[] = {
  {.target = 1, .peek = PEEK(1)}, {.target = 2, .peek = PEEK(2)}, {.target = 3, .peek = PEEK(3)},
  {.target = 4, .peek = PEEK(4)}, {.target = 5, .peek = PEEK(5)}, {.target = 6, .peek = PEEK(6)},
};

struct app {
  press_engine *engine;
  bool is_starred[COLORS + 1], is_deleted[COLORS + 1];
  uint32_t detail;          /* the colour that has the screen; 0: the list */
  press_q16 hint, growth;   /* of the peek */
  int cursor;               /* for keys: of the rows, the actions or the buttons; -1: none */
  bool is_code, logs, is_plain, is_fast, is_colored, is_over;
  uint64_t t_us, start_us;
};

/* ---- Targets ---------------------------------------------------------------------------------------------------- */

static void must(int status, const char *what) {
  if (status >= 0) return;
  fprintf(stderr, "colors: %s: %s\n", what, press_strerror(status));
  exit(1);
}

static press_target rectangle(uint32_t id, int column, int line, int columns, uint32_t traits) {
  return (press_target){.size = sizeof(press_target), .id = id, .x = column * COLUMN * PRESS_ONE,
                        .y = line * LINE * PRESS_ONE, .width = columns * COLUMN * PRESS_ONE,
                        .height = LINE * PRESS_ONE, .traits = traits};
}

/* The colour in a row, 0: there is no such row. */
static uint32_t color_at(const struct app *app, int row) {
  for (uint32_t color = 1; color <= COLORS; color++)
    if (!app->is_deleted[color] && row-- == 0) return color;
  return 0;
}

static void remove_targets(struct app *app) {
  press_target target;
  press_target_init(&target);
  for (uint32_t id = 1; id <= DELETE_BUTTON; id++)
    if (press_target_get(app->engine, id, &target) == 0) must(press_target_remove(app->engine, id), "press_target_remove");
}

static void show_list(struct app *app) {
  uint32_t color;
  app->detail = 0;
  remove_targets(app);
  for (int row = 0; (color = color_at(app, row)) != 0; row++) {
    press_target target =
      rectangle(color, 0, FIRST_ROW + row, COLUMNS, PRESS_TARGET_PEEK | PRESS_TARGET_TAP | PRESS_TARGET_HOLD);
    must(press_target_add(app->engine, &target), "press_target_add");
  }
  if (app->cursor >= 0) app->cursor = 0;
}

static void show_detail(struct app *app, uint32_t color) {
  const press_target buttons[] = {
    rectangle(BACK, 0, 0, 10, PRESS_TARGET_TAP),
    rectangle(STAR_BUTTON, 23, 0, 9, PRESS_TARGET_TAP),
    rectangle(DELETE_BUTTON, 33, 0, 7, PRESS_TARGET_TAP),
  };
  app->detail = color;
  remove_targets(app);
  for (size_t i = 0; i < sizeof buttons / sizeof *buttons; i++)
    must(press_target_add(app->engine, &buttons[i]), "press_target_add");
  if (app->cursor >= 0) app->cursor = 1;
}

/* ---- What happens ----------------------------------------------------------------------------------------------- */

static void star(struct app *app, uint32_t color) {
  app->is_starred[color] = !app->is_starred[color];
  const char *what = app->is_starred[color] ? "starred" : "not starred any more";
  if (app->logs) printf("          %s is %s\n", palette[color].name, what);
}

static void delete(struct app *app, uint32_t color) {
  app->is_deleted[color] = true;
  if (app->logs) printf("          %s is deleted\n", palette[color].name);
  show_list(app);
}

static const char *target_name(uint32_t target) {
  if (target <= COLORS) return target == 0 ? "screen" : palette[target].name;
  return target == BACK ? "back button" : target == STAR_BUTTON ? "star button" : "delete button";
}

static void log_event(const press_event *e) {
  if (e->type == PRESS_EVENT_PREVIEW_UPDATED || e->type == PRESS_EVENT_COMMIT_UPDATED) {
    if (!(e->flags & PRESS_EVENT_ENDED)) return;
  }
  printf("%5u ms  %s: %s", (unsigned)(e->t_us / 1000), target_name(e->target), press_event_name(e->type));
  if (e->type == PRESS_EVENT_ACTION_SELECTED || (e->type == PRESS_EVENT_ACTION_HIGHLIGHTED && e->value != 0))
    printf(" %s", e->value == STAR ? "star" : "delete");
  if (e->type == PRESS_EVENT_PREVIEW_UPDATED || e->type == PRESS_EVENT_COMMIT_UPDATED) printf(", ended");
  if (e->reason != PRESS_REASON_NONE) printf(", %s", press_reason_name(e->reason));
  putchar('\n');
}

static void on_event(press_engine *engine, const press_event *e, void *user) {
  struct app *app = user;
  if (app->logs) log_event(e);
  switch (e->type) {
    case PRESS_EVENT_PREVIEW_BEGAN:
    case PRESS_EVENT_PEEK_DISMISSED: app->hint = app->growth = 0; break;
    case PRESS_EVENT_PREVIEW_UPDATED: app->hint = e->progress; break;
    case PRESS_EVENT_COMMIT_UPDATED: app->growth = e->progress; break;
    case PRESS_EVENT_PEEK_POPPED: show_detail(app, e->subject); break;
    case PRESS_EVENT_ACTIONS_REVEALED:
      app->growth = 0;
      if (app->cursor >= 0) app->cursor = 0;
      break;
    case PRESS_EVENT_ACTION_SELECTED:
      if (e->value == STAR) star(app, e->target);
      if (e->value == DELETE) delete(app, e->target);
      break;
    case PRESS_EVENT_HOLD_BEGAN: /* who cannot press hard, or has a screen that cannot feel it */
      must(press_peek_open(engine, e->target), "press_peek_open");
      break;
    case PRESS_EVENT_TAPPED:
      if (e->target <= COLORS) show_detail(app, e->target);
      if (e->target == BACK) show_list(app);
      if (e->target == STAR_BUTTON) star(app, app->detail);
      if (e->target == DELETE_BUTTON) delete(app, app->detail);
      break;
    default: break;
  }
}

/* Asked only for what is not declared. */
static bool peek_will_show(press_engine *engine, const press_touch *touch, press_peek *peek, void *user) {
  (void)engine, (void)user;
  *peek = (press_peek)PEEK(touch->target);
  return true;
}

static void start(struct app *app) {
  static uint64_t storage[PRESS_ENGINE_STORAGE_ALL / 8];
  const press_delegate delegate = {.size = sizeof delegate, .user = app, .on_event = on_event,
                                   .peek_will_show = app->is_code ? peek_will_show : NULL};
  must(press_engine_init(storage, sizeof storage, NULL, &app->engine), "press_engine_init");
  must(press_gestures_attach(app->engine, NULL), "press_gestures_attach");
  must(press_peek_attach(app->engine, NULL), "press_peek_attach");
  must(press_set_delegate(app->engine, &delegate), "press_set_delegate");
  if (!app->is_code)
    must(press_peek_declare(app->engine, declared, sizeof declared / sizeof *declared), "press_peek_declare");
  show_list(app);
}

/* ---- The screen ------------------------------------------------------------------------------------------------- */

enum { DIM = 1, BOLD = 2, REVERSE = 4 };

struct cell {
  char text[5]; /* one character */
  unsigned char style, tint;
};

static struct cell screen[LINES][COLUMNS], before[LINES][COLUMNS];

static void put(int column, int line, int style, int tint, const char *text) {
  while (*text && column < COLUMNS) {
    struct cell *cell = &screen[line][column++];
    int n = 1;
    while (((unsigned char)text[n] & 0xc0) == 0x80) n++;
    memset(cell, 0, sizeof *cell);
    memcpy(cell->text, text, (size_t)n);
    cell->style = (unsigned char)style;
    cell->tint = (unsigned char)tint;
    text += n;
  }
}

static void fill(int column, int line, int columns, int style, int tint, const char *text) {
  for (int i = 0; i < columns; i++) put(column + i, line, style, tint, text);
}

static void draw_list(const struct app *app, const press_peek_status *peek) {
  uint32_t color;
  if (app->cursor >= 0) put(1, LINES - 1, DIM, 0, "j k  enter  space: peek  d: delete  q");
  int behind = peek->state == PRESS_PEEK_NONE ? 0 : DIM;
  put(1, 0, BOLD, 0, "Colors");
  fill(0, 1, COLUMNS, 0, 0, "─");
  fill(0, 4, COLUMNS, 0, 0, "─");
  if (color_at(app, 0) == 0) put(2, FIRST_ROW, DIM, 0, "Nothing is left.");
  for (int row = 0; (color = color_at(app, row)) != 0; row++) fill(1 + row * 6, 2, 5, behind, palette[color].tint, "▀");
  for (int row = 0; (color = color_at(app, row)) != 0; row++) {
    bool is_source = peek->state != PRESS_PEEK_NONE && peek->target == color;
    int style = is_source ? BOLD : behind, line = FIRST_ROW + row;
    int shift = is_source && peek->state == PRESS_PEEK_HINTING ? 1 + app->hint * 2 / PRESS_ONE : 0;
    if (peek->state == PRESS_PEEK_NONE && app->cursor == row) put(0, line, BOLD, 0, "›");
    put(2 + shift, line, style, palette[color].tint, app->is_starred[color] ? "★" : "☆");
    put(4 + shift, line, style, 0, palette[color].name);
  }
}

static void draw_card(const struct app *app, const press_peek_status *peek) {
  int growth = app->growth * 3 / PRESS_ONE;
  int left = 12 - growth * 3, width = COLUMNS - 1 - left, last = FIRST_ROW + 2 + growth;
  uint32_t color = peek->peek.id;
  for (int line = FIRST_ROW - 1; line <= last; line++) {
    bool is_edge = line == FIRST_ROW - 1 || line == last;
    fill(left, line, width, is_edge ? 0 : REVERSE, is_edge ? 0 : palette[color].tint, is_edge ? "─" : "░");
    put(left, line, 0, 0, line == FIRST_ROW - 1 ? "╭" : is_edge ? "╰" : "│");
    put(left + width - 1, line, 0, 0, line == FIRST_ROW - 1 ? "╮" : is_edge ? "╯" : "│");
  }
  put(left + 2, FIRST_ROW - 1, BOLD, 0, " ");
  put(left + 3, FIRST_ROW - 1, BOLD, 0, palette[color].name);
  put(left + 3 + (int)strlen(palette[color].name), FIRST_ROW - 1, BOLD, 0, app->is_starred[color] ? " ★ " : " ☆ ");
  if (peek->state == PRESS_PEEK_SHOWN) put(left + width / 2 - 1, last, 0, 0, " ▲ ");
}

static void draw_actions(const struct app *app, const press_peek_status *peek) {
  for (uint32_t i = 0; i < peek->action_count && i < 2; i++) {
    const press_action *action = &peek->actions[i];
    bool is_chosen = peek->highlighted == action->id || (peek->contact == PRESS_NO_CONTACT && app->cursor == (int)i);
    int style = is_chosen ? REVERSE | BOLD : BOLD;
    int tint = action->style == PRESS_ACTION_DESTRUCTIVE ? 160 : 0;
    fill(0, 2 + (int)i, COLUMNS, style, tint, " ");
    put(2, 2 + (int)i, style, tint, is_chosen ? "▶" : " ");
    put(4, 2 + (int)i, style, tint, action->id == STAR && app->is_starred[peek->peek.id] ? "Unstar" : action->title);
  }
}

static void draw_detail(const struct app *app) {
  uint32_t color = app->detail;
  put(1, 0, app->cursor == 0 ? REVERSE : 0, 26, "‹ Colors");
  put(14, 0, BOLD, 0, palette[color].name);
  put(23, 0, app->cursor == 1 ? REVERSE : 0, 26, app->is_starred[color] ? "★ Unstar" : "☆ Star");
  put(33, 0, app->cursor == 2 ? REVERSE : 0, 160, "Delete");
  fill(0, 1, COLUMNS, 0, 0, "─");
  for (int line = 3; line < LINES - 2; line++) fill(2, line, COLUMNS - 4, REVERSE, palette[color].tint, "░");
  put(2, LINES - 1, DIM, 0, palette[color].code);
  if (app->cursor >= 0) put(14, LINES - 1, DIM, 0, "j k  enter  d  q: back");
}

/* The library keeps what is peeked, and which actions are on show: the frame is drawn from that. */
static void draw(const struct app *app) {
  press_peek_status peek = {.size = sizeof peek};
  must(press_peek_get(app->engine, &peek), "press_peek_get");
  for (int line = 0; line < LINES; line++) fill(0, line, COLUMNS, 0, 0, " ");
  if (app->detail != 0) {
    draw_detail(app);
    return;
  }
  draw_list(app, &peek);
  if (peek.state == PRESS_PEEK_SHOWN || peek.state == PRESS_PEEK_REVEALED) draw_card(app, &peek);
  if (peek.state == PRESS_PEEK_REVEALED) draw_actions(app, &peek);
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

static void show(const struct app *app) {
  if (app->logs) return;
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

/* ---- A finger --------------------------------------------------------------------------------------------------- */

struct touch {
  unsigned ms;
  double newtons, column, line; /* the middle of a cell is at .5 */
};

static const struct touch script[] = {
  /* Press Green until it peeks, slide up, rest, slide on and choose Star. */
  {500, 0, 12, 9.5}, {900, 3.0, 12, 9.5}, {1400, 3.1, 12, 9.5}, {1600, 2.8, 12, 6.5}, {1780, 2.6, 12, 6.5},
  {1900, 2.5, 12, 3.6}, {2000, 2.4, 12, 2.5}, {2300, 2.0, 12, 2.5}, {2350, 0, 12, 2.5},
  /* Press Blue until it pops; star it there; go back. */
  {2900, 0, 12, 10.5}, {3300, 3.0, 12, 10.5}, {3600, 3.0, 12, 10.5}, {4000, 5.0, 12, 10.5}, {4200, 0, 12, 10.5},
  {4600, 0, 27, 0.5}, {4620, 1, 27, 0.5}, {4700, 1, 27, 0.5}, {4720, 0, 27, 0.5},
  {5100, 0, 4, 0.5}, {5120, 1, 4, 0.5}, {5200, 1, 4, 0.5}, {5220, 0, 4, 0.5},
  /* Tap Orange; delete it there. */
  {5700, 0, 12, 7.5}, {5720, 1, 12, 7.5}, {5800, 1, 12, 7.5}, {5820, 0, 12, 7.5},
  {6400, 0, 36, 0.5}, {6420, 1, 36, 0.5}, {6500, 1, 36, 0.5}, {6520, 0, 36, 0.5},
  /* Hold Red lightly; choose Delete with another touch. */
  {7000, 0, 12, 6.5}, {7050, 1, 12, 6.5}, {7700, 1, 12, 6.5}, {7750, 0, 12, 6.5},
  {8300, 0, 12, 3.5}, {8320, 1, 12, 3.5}, {8420, 1, 12, 3.5}, {8440, 0, 12, 3.5},
  /* Peek at Purple, and let go. */
  {8900, 0, 12, 9.5}, {9300, 3.2, 12, 9.5}, {9700, 3.4, 12, 9.5}, {9900, 0, 12, 9.5}, {10300, 0, 12, 9.5},
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

/* Whatever is due before t_us: a lift that is certain now, a hold. A program that waits for samples sleeps no longer either. */
static void run_until(struct app *app, uint64_t t_us) {
  uint64_t due;
  while (!is_stopped && (due = press_next_deadline(app->engine)) < t_us) {
    wait_until(app, due);
    app->t_us = due;
    must(press_tick(app->engine, due), "press_tick");
    show(app);
  }
}

static void feed(struct app *app, uint64_t t_us, double newtons, double x, double y) {
  press_sample sample = {.t_us = t_us, .force = (press_q16)(newtons * PRESS_ONE), .x = (press_q16)(x * PRESS_ONE),
                         .y = (press_q16)(y * PRESS_ONE)};
  run_until(app, t_us);
  wait_until(app, t_us);
  app->t_us = t_us;
  must(press_feed(app->engine, &sample, 1), "press_feed");
  show(app);
}

static void run_script(struct app *app) {
  const struct touch *last = script + sizeof script / sizeof *script - 1;
  unsigned ms = 0;
  show(app);
  for (const struct touch *from = script; from < last && !is_stopped; ms += 10) {
    while (from < last && from[1].ms <= ms) from++;
    if (from == last) break;
    double part = ms <= from->ms ? 0 : (double)(ms - from->ms) / (from[1].ms - from->ms);
    const struct touch *to = from + 1;
    if (from->newtons == 0 && to->newtons == 0) part = 0; /* not on its way: nobody touches */
    feed(app, ms * 1000u, from->newtons + (to->newtons - from->newtons) * part,
         (from->column + (to->column - from->column) * part) * COLUMN,
         (from->line + (to->line - from->line) * part) * LINE);
  }
}

static bool fits(double value) { return value > -32768 && value < 32768; }

static int run_trace(struct app *app, const char *path) {
  FILE *file = fopen(path, "r");
  char line[256];
  if (!file) return perror(path), 1;
  for (int number = 1; fgets(line, sizeof line, file) && !is_stopped; number++) {
    unsigned long long t_us;
    double newtons, x, y;
    if (line[0] == '#' || line[0] == '\n') continue;
    bool is_touch = line[0] != '-' && sscanf(line, "%llu,%lf,%lf,%lf", &t_us, &newtons, &x, &y) == 4;
    if (is_touch && fits(newtons) && fits(x) && fits(y)) {
      if (app->t_us == 0) app->start_us = clock_us() - t_us;
      feed(app, t_us, newtons, x, y);
    } else if (number > 1 || line[0] != 't') { /* a heading may be there */
      fprintf(stderr, "%s:%d: a row needs t_us,force,x,y\n", path, number);
      fclose(file);
      return 1;
    }
  }
  fclose(file);
  return 0;
}

/* ---- Keys ------------------------------------------------------------------------------------------------------- */

static void move(struct app *app, int by, int count) {
  int next = app->cursor + by;
  if (next >= 0 && next < count) app->cursor = next;
}

/* Keys call the functions for what a finger causes; on_event receives its events too. */
static void press_key(struct app *app, int key) {
  static const uint32_t buttons[] = {BACK, STAR_BUTTON, DELETE_BUTTON};
  press_peek_status peek = {.size = sizeof peek};
  must(press_tick(app->engine, app->t_us), "press_tick");
  must(press_peek_get(app->engine, &peek), "press_peek_get");
  bool is_revealed = peek.state == PRESS_PEEK_REVEALED, is_enter = key == '\r' || key == '\n';
  uint32_t row = app->detail == 0 ? color_at(app, app->cursor) : 0;
  int status = 0, rows = 0;
  while (color_at(app, rows) != 0) rows++;

  if (key == 'j' || key == 'k') move(app, key == 'j' ? 1 : -1, is_revealed ? 2 : app->detail ? 3 : rows);
  else if (key == 'q' && app->detail != 0) status = press_target_activate(app->engine, BACK);
  else if (key == 'q' && is_revealed) status = press_peek_dismiss(app->engine);
  else if (key == 'q') app->is_over = true;
  else if (is_revealed && is_enter) status = press_action_perform(app->engine, peek.actions[app->cursor].id);
  else if (is_revealed && key == 'd') status = press_action_perform(app->engine, DELETE);
  else if (is_revealed && key == ' ') status = press_peek_dismiss(app->engine);
  else if (app->detail != 0 && is_enter) status = press_target_activate(app->engine, buttons[app->cursor]);
  else if (app->detail != 0 && key == 'd') status = press_target_activate(app->engine, DELETE_BUTTON);
  else if (row != 0 && is_enter) status = press_target_activate(app->engine, row);
  else if (row != 0 && key == ' ') status = press_peek_open(app->engine, row);
  else if (row != 0 && key == 'd') {
    status = press_peek_open(app->engine, row);
    if (status == 0) status = press_action_perform(app->engine, DELETE);
  }
  must(status, "a key");
  show(app);
}

static void run_keys(struct app *app) {
  app->cursor = 0;
  show(app);
  while (!app->is_over && !is_stopped) {
    struct pollfd input = {.fd = 0, .events = POLLIN};
    char key;
    if (!app->is_fast && poll(&input, 1, 100) <= 0) continue;
    if (read(0, &key, 1) != 1) break;
    app->t_us = app->is_fast ? app->t_us + 100000 : clock_us() - app->start_us;
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

int main(int count, char **words) {
  static struct app app = {.cursor = -1};
  const char *trace = NULL;
  bool has_keys = false;
  int code = 0;
  for (int i = 1; i < count; i++) {
    const char *word = words[i];
    if (strcmp(word, "--keys") == 0) has_keys = true;
    else if (strcmp(word, "--code") == 0) app.is_code = true;
    else if (strcmp(word, "--declared") == 0) app.is_code = false;
    else if (strcmp(word, "--plain") == 0) app.is_plain = true;
    else if (strcmp(word, "--fast") == 0) app.is_fast = true;
    else if (strcmp(word, "--log") == 0) app.logs = true;
    else if (word[0] != '-' && !trace) trace = word;
    else return fprintf(stderr, "usage: colors [--declared|--code] [--plain|--log] [--fast] [--keys | FILE]\n"), 2;
  }
  const char *terminal = getenv("TERM");
  if (!isatty(1)) app.is_plain = app.is_fast = true;
  if (!terminal || !*terminal || strcmp(terminal, "dumb") == 0) app.is_plain = true;
  app.is_colored = !app.is_plain && has_colors(terminal);
  app.is_starred[3] = true;

  take_terminal(has_keys, !app.is_plain && !app.logs);
  app.start_us = clock_us();
  start(&app);
  if (has_keys) run_keys(&app);
  else if (trace) code = run_trace(&app, trace);
  else run_script(&app);
  if (!has_keys) run_until(&app, PRESS_NEVER); /* the last lift, too */
  must(press_engine_reset(app.engine), "press_engine_reset"); /* what began, ends */
  return code;
}
