/* A list of colours with peek and pop. Press a colour lightly and the rest of the list fades; press harder and a card shows
 * the colour; harder still, and it opens. Slide up while the card is shown for its quick actions. ? shows the keys.
 *
 *   cc -std=c11 colors.c terminal.c screen.c finger.c $(pkg-config --cflags --libs libpress) -o colors && ./colors
 *
 * ../README.md has the screen, the keys and the options.
 */
#include "finger.h"
#include "screen.h"
#include "terminal.h"

#include <press.h>
#include <stdio.h>
#include <string.h>

enum { COLORS = 8, FIRST_LINE = 2 };
/* Targets; those of the rows are 1..COLORS, the numbers of their colours. */
enum { BACK = 101, STAR_BUTTON, DELETE_BUTTON, DECLARED_TAB, CODE_TAB, HELP_BUTTON, LAST_TARGET = HELP_BUTTON };
enum { STAR = 1, MOVE, TO_THE_TOP, TO_THE_END, DELETE }; /* quick actions */

static const struct {
  const char *name, *code;
  int         tint; /* of 256 */
} palette[COLORS + 1] = {
  {"", "", 0},
  {"Red", "#d70000", 160},
  {"Orange", "#ff8700", 208},
  {"Yellow", "#ffd700", 220},
  {"Green", "#00af00", 34},
  {"Teal", "#00afaf", 37},
  {"Blue", "#005fd7", 26},
  {"Purple", "#8700af", 91},
  {"Pink", "#ff87af", 211},
};

static const char *const help[] = {
  "mouse: hold still to press harder,",
  "   or turn the wheel up and down",
  "+ -    the same wheel, by key",
  "↑ ↓    the colours; or the finger",
  "enter  open, or choose",
  "space  peek, with its actions",
  "p      pop what is peeked",
  "s d    star, delete",
  "t      peeks by table or by code",
  "r      all colours again",
  "esc    back, or cancel",
  "q      quit",
};

struct app {
  press_engine *engine;
  struct finger finger;
  uint32_t      order[COLORS]; /* the colours of the list */
  int           count;
  bool          is_starred[COLORS + 1];
  uint32_t      detail;       /* the colour that has the screen; 0: the list */
  bool          is_code;      /* peeks are answered by peek_will_show, not declared in a table */
  press_q16     hint, growth; /* of the peek */
  int           cursor;       /* of the rows, or of the actions on show */
  bool          has_help, is_over;
  char          message[64];
};

/* ---- Where things are --------------------------------------------------------------------------------------------- */

/* All colours fill the list; what is left of them stays where it is. */
static int line_of(int row) { return FIRST_LINE + (lines < 4 ? 0 : row * (lines - 4) / COLORS); }
static int height_of(int row) { return line_of(row + 1) - line_of(row); }
static int action_lines(void) { return lines < 20 ? 1 : 2; }
static int actions_line(void) { return lines - 2 - 3 * action_lines(); }
static int card_height(void) { return actions_line() - 1 < FIRST_LINE ? 0 : actions_line() - 1 - FIRST_LINE; }

static press_target rectangle(uint32_t id, int column, int line, int width, int height, uint32_t traits) {
  return (press_target){.size = sizeof(press_target),
    .id = id,
    .x = column * COLUMN * PRESS_ONE,
    .y = line * LINE * PRESS_ONE,
    .width = width * COLUMN * PRESS_ONE,
    .height = height * LINE * PRESS_ONE,
    .traits = traits};
}

static void add(struct app *app, uint32_t id, int column, int line, int width, int height, uint32_t traits) {
  press_target target = rectangle(id, column, line, width, height, traits);
  must(press_target_add(app->engine, &target), "press_target_add");
}

/* ---- Peeks -------------------------------------------------------------------------------------------------------- */

static const press_action moves[] = {
  {.id = TO_THE_TOP, .title = "To the top"},
  {.id = TO_THE_END, .title = "To the end"},
};
#define ACTIONS(star) \
  { \
    {.id = STAR, .title = (star)}, {.id = MOVE, .title = "Move ›", .child_count = 2, .children = moves}, { \
      .id = DELETE, .style = PRESS_ACTION_DESTRUCTIVE, .title = "Delete" \
    } \
  }
static const press_action actions[2][3] = {ACTIONS("Star"), ACTIONS("Unstar")};

static press_peek peek_of(const struct app *app, uint32_t color) {
  return (press_peek){.size = sizeof(press_peek),
    .id = color,
    .y = FIRST_LINE * LINE * PRESS_ONE,
    .width = columns * COLUMN * PRESS_ONE,
    .height = card_height() * LINE * PRESS_ONE,
    .actions_y = actions_line() * LINE * PRESS_ONE,
    .actions_width = columns * COLUMN * PRESS_ONE,
    .action_height = action_lines() * LINE * PRESS_ONE,
    .action_count = 3,
    .actions = actions[app->is_starred[color]]};
}

/* One way: a table, which is declared again as what it says changes. */
static void declare(const struct app *app) {
  static press_peek_declaration declared[COLORS];
  int                           count = app->is_code ? 0 : app->count;
  for (int row = 0; row < count; row++) declared[row] = (press_peek_declaration){.target = app->order[row], .peek = peek_of(app, app->order[row])};
  must(press_peek_declare(app->engine, count ? declared : NULL, (size_t)count), "press_peek_declare");
}

/* The other way: a function. It is asked only for what is not declared. */
static bool peek_will_show(press_engine *engine, const press_touch *touch, press_peek *peek, void *user) {
  (void)engine;
  *peek = peek_of(user, touch->target);
  return true;
}

/* Makes the targets of what is on the screen. */
static void lay_out(struct app *app) {
  press_target target;
  press_target_init(&target);
  for (uint32_t id = 1; id <= LAST_TARGET; id++)
    if (press_target_get(app->engine, id, &target) == 0) must(press_target_remove(app->engine, id), "press_target_remove");
  add(app, HELP_BUTTON, columns - 3, 0, 3, 1, PRESS_TARGET_TAP);
  if (app->detail) {
    add(app, BACK, 0, 0, 10, 1, PRESS_TARGET_TAP);
    add(app, STAR_BUTTON, columns - 20, 0, 9, 1, PRESS_TARGET_TAP);
    add(app, DELETE_BUTTON, columns - 11, 0, 7, 1, PRESS_TARGET_TAP);
    return;
  }
  add(app, DECLARED_TAB, columns - 20, 0, 10, 1, PRESS_TARGET_TAP);
  add(app, CODE_TAB, columns - 10, 0, 6, 1, PRESS_TARGET_TAP);
  for (int row = 0; row < app->count; row++)
    add(app, app->order[row], 0, line_of(row), columns, height_of(row), PRESS_TARGET_PEEK | PRESS_TARGET_TAP);
  declare(app);
  if (app->cursor >= app->count) app->cursor = app->count ? app->count - 1 : 0;
}

/* ---- What happens ------------------------------------------------------------------------------------------------- */

static void show(struct app *app, uint32_t detail) {
  app->detail = detail;
  lay_out(app);
}

static void star(struct app *app, uint32_t color) {
  app->is_starred[color] = !app->is_starred[color];
  lay_out(app);
}

/* Takes a colour out of the list, and puts it in again at `to`; -1: nowhere. */
static void place(struct app *app, uint32_t color, int to) {
  int row = 0;
  while (app->order[row] != color) row++;
  memmove(app->order + row, app->order + row + 1, (size_t)(--app->count - row) * sizeof *app->order);
  if (to >= 0) {
    memmove(app->order + to + 1, app->order + to, (size_t)(app->count++ - to) * sizeof *app->order);
    app->order[to] = color;
  }
  show(app, 0);
}

static void restore(struct app *app) {
  app->count = COLORS;
  for (int row = 0; row < COLORS; row++) app->order[row] = (uint32_t)row + 1;
  show(app, 0);
}

static void select_action(struct app *app, uint32_t color, uint32_t action) {
  if (action == STAR) star(app, color);
  if (action == DELETE) place(app, color, -1);
  if (action == TO_THE_TOP) place(app, color, 0);
  if (action == TO_THE_END) place(app, color, app->count - 1);
}

static void tapped(struct app *app, uint32_t target) {
  switch (target) {
    case BACK: show(app, 0); break;
    case STAR_BUTTON: star(app, app->detail); break;
    case DELETE_BUTTON: place(app, app->detail, -1); break;
    case DECLARED_TAB:
    case CODE_TAB:
      app->is_code = target == CODE_TAB;
      lay_out(app);
      break;
    case HELP_BUTTON: app->has_help = true; break;
    default: show(app, target);
  }
}

static void on_event(press_engine *engine, const press_event *e, void *user) {
  struct app *app = user;
  (void)engine;
  bool is_shown = e->type >= PRESS_EVENT_PREVIEW_BEGAN && e->type != PRESS_EVENT_PREVIEW_UPDATED && e->type != PRESS_EVENT_COMMIT_UPDATED
                  && e->target >= 1 && e->target <= COLORS;
  if (is_shown) snprintf(app->message, sizeof app->message, "%s %s", palette[e->target].name, press_event_name(e->type));
  switch (e->type) {
    case PRESS_EVENT_PREVIEW_BEGAN:
    case PRESS_EVENT_PEEK_DISMISSED: app->hint = app->growth = 0; break;
    case PRESS_EVENT_PREVIEW_UPDATED: app->hint = e->progress; break;
    case PRESS_EVENT_COMMIT_UPDATED: app->growth = e->progress; break;
    case PRESS_EVENT_ACTIONS_REVEALED: app->growth = 0, app->cursor = 0; break;
    case PRESS_EVENT_PEEK_POPPED: show(app, e->subject); break;
    case PRESS_EVENT_ACTION_SELECTED: select_action(app, e->target, (uint32_t)e->value); break;
    case PRESS_EVENT_TAPPED: tapped(app, e->target); break;
    default: break;
  }
}

static void start(struct app *app) {
  static uint64_t       storage[PRESS_ENGINE_STORAGE / 8];
  const press_delegate  delegate = {.size = sizeof delegate, .user = app, .on_event = on_event, .peek_will_show = peek_will_show};
  press_config          config;
  press_gestures_config gestures;
  press_config_init(&config);
  config.lost_after_us = 0; /* a mouse says only what changes */
  config.lift_us = 0;       /* and does not chatter */
  press_gestures_config_init(&gestures);
  gestures.force_from_hold_us = 1500000; /* the button has no force: holding still stands in */
  must(press_engine_init(storage, sizeof storage, &config, &app->engine), "press_engine_init");
  must(press_gestures_attach(app->engine, &gestures), "press_gestures_attach");
  must(press_peek_attach(app->engine, NULL), "press_peek_attach");
  must(press_set_delegate(app->engine, &delegate), "press_set_delegate");
  app->finger.engine = app->engine;
  app->is_starred[3] = true;
  restore(app);
}

/* ---- The screen --------------------------------------------------------------------------------------------------- */

static void draw_list(const struct app *app, const press_peek_status *peek) {
  int behind = peek->state == PRESS_PEEK_NONE ? 0 : DIM, swatch = columns / 5;
  put(1, 0, BOLD, 0, "Colors");
  put(columns - 19, 0, app->is_code ? 0 : REVERSE, 0, "Declared");
  put(columns - 9, 0, app->is_code ? REVERSE : 0, 0, "Code");
  put(columns - 2, 0, BOLD, 0, "?");
  if (app->count == 0) put(2, FIRST_LINE, DIM, 0, "Nothing is left. r: all colours again");
  for (int row = 0; row < app->count; row++) {
    uint32_t color = app->order[row];
    bool     is_source = peek->state != PRESS_PEEK_NONE && peek->target == color;
    int      style = is_source ? BOLD : behind, line = line_of(row) + (height_of(row) - 1) / 2;
    int      shift = is_source && peek->state == PRESS_PEEK_HINTING ? 1 + app->hint * 2 / PRESS_ONE : 0;
    if (app->cursor == row && peek->state == PRESS_PEEK_NONE) put(0, line, BOLD, 0, "›");
    put(2 + shift, line, style, palette[color].tint, app->is_starred[color] ? "★" : "☆");
    for (int i = 0; i < height_of(row); i++) fill(4 + shift, line_of(row) + i, swatch, style, palette[color].tint, "█");
    put(6 + swatch + shift, line, style, 0, palette[color].name);
    if (peek->state < PRESS_PEEK_SHOWN) put(columns - 9, line, DIM, 0, palette[color].code);
  }
}

/* The card fills the space that it has from `top` to `last`; it has margins, which shrink as it grows. */
static void draw_card(const struct app *app, const press_peek_status *peek) {
  bool     is_revealed = peek->state == PRESS_PEEK_REVEALED;
  int      side = columns / 8 - app->growth * (columns / 8) / PRESS_ONE, above = (lines - 4) / 5;
  int      top = FIRST_LINE, last = is_revealed ? actions_line() - 2 : lines - 3;
  uint32_t color = peek->peek.id;
  if (!is_revealed) top += above - app->growth * above / PRESS_ONE, last -= above - app->growth * above / PRESS_ONE;
  for (int line = top; line <= last; line++) {
    bool is_edge = line == top || line == last;
    fill(side, line, columns - 2 * side, 0, is_edge ? 0 : palette[color].tint, is_edge ? "─" : "█");
    put(side, line, 0, 0, line == top ? "╭" : is_edge ? "╰" : "│");
    put(columns - side - 1, line, 0, 0, line == top ? "╮" : is_edge ? "╯" : "│");
  }
  int behind = put(side + 2, top, BOLD, palette[color].tint, app->is_starred[color] ? " ★ " : " ☆ ");
  behind = put(behind, top, BOLD, 0, palette[color].name);
  put(behind, top, 0, 0, " ");
  if (!is_revealed) put(columns / 2 - 1, last, 0, 0, " ▲ ");
}

static void draw_actions(const struct app *app, const press_peek_status *peek) {
  for (uint32_t i = 0; i < 3; i++) {
    int  line = actions_line() + (int)i * action_lines();
    bool is_there = i < peek->action_count;
    bool is_chosen =
      is_there && (peek->highlighted ? peek->highlighted == peek->actions[i].id : peek->contact == PRESS_NO_CONTACT && app->cursor == (int)i);
    int tint = is_there && peek->actions[i].style == PRESS_ACTION_DESTRUCTIVE ? 160 : 0;
    int style = is_chosen ? REVERSE | BOLD : BOLD;
    for (int j = 0; j < action_lines(); j++) fill(0, line + j, columns, j == 0 ? style : 0, tint, " ");
    if (!is_there) continue;
    put(2, line, style, tint, is_chosen ? "▶" : " ");
    put(4, line, style, tint, peek->actions[i].title);
  }
  fill(0, actions_line() - 1, columns, DIM, 0, "─");
}

static void draw_detail(const struct app *app) {
  uint32_t color = app->detail;
  put(1, 0, 0, 26, "‹ Colors");
  put(11, 0, BOLD, 0, palette[color].name);
  put(columns - 20, 0, 0, 26, app->is_starred[color] ? "★ Unstar" : "☆ Star");
  put(columns - 10, 0, 0, 160, "Delete");
  put(columns - 2, 0, BOLD, 0, "?");
  for (int line = 2; line < lines - 2; line++) fill(0, line, columns, 0, palette[color].tint, "█");
  put(2, 3, 0, 0, palette[color].code);
}

/* The library keeps what is peeked, and which actions are on show: the screen is drawn from that. */
static void draw(const struct app *app) {
  press_peek_status peek = {.size = sizeof peek};
  press_touch       touch = {0};
  must(press_peek_get(app->engine, &peek), "press_peek_get");
  press_touch_get(app->engine, 0, 0, &touch); /* 0 where nothing touches */
  screen_clear();
  if (columns < LEAST_COLUMNS || lines < LEAST_LINES) {
    put(0, 0, BOLD, 0, "40 x 12, please");
    return;
  }
  if (app->detail)
    draw_detail(app);
  else
    draw_list(app, &peek);
  if (peek.state == PRESS_PEEK_SHOWN || peek.state == PRESS_PEEK_REVEALED) draw_card(app, &peek);
  if (peek.state == PRESS_PEEK_REVEALED) draw_actions(app, &peek);
  screen_status(touch.pressure, touch.force * 10 / PRESS_ONE, app->message);
  if (app->has_help) screen_box(help, sizeof help / sizeof *help);
}

/* ---- Keys --------------------------------------------------------------------------------------------------------- */

static int move(int cursor, int key, int count) {
  int next = cursor + (key == KEY_DOWN ? 1 : -1);
  return next >= 0 && next < count ? next : cursor;
}

/* Keys call the functions for what a finger causes; on_event is called as for the finger. */
static void press_actions_key(struct app *app, int key, const press_peek_status *peek) {
  if (key == KEY_UP || key == KEY_DOWN)
    app->cursor = move(app->cursor, key, (int)peek->action_count);
  else if (key == KEY_ENTER)
    must(press_action_perform(app->engine, peek->actions[app->cursor].id), "press_action_perform");
  else if (key == 'p')
    must(press_peek_pop(app->engine), "press_peek_pop");
  else if (key == KEY_ESCAPE && peek->group)
    must(press_action_back(app->engine), "press_action_back");
  else if (key == KEY_ESCAPE || key == ' ')
    must(press_peek_dismiss(app->engine), "press_peek_dismiss");
}

static void press_detail_key(struct app *app, int key) {
  uint32_t target = key == KEY_ESCAPE ? BACK : key == 's' ? STAR_BUTTON : key == 'd' ? DELETE_BUTTON : 0;
  if (target) must(press_target_activate(app->engine, target), "press_target_activate");
}

static void press_list_key(struct app *app, int key) {
  uint32_t color = app->count ? app->order[app->cursor] : 0;
  if (key == 't')
    tapped(app, app->is_code ? DECLARED_TAB : CODE_TAB);
  else if (key == 'r')
    restore(app);
  else if (key == KEY_UP || key == KEY_DOWN)
    app->cursor = move(app->cursor, key, app->count);
  else if (color == 0)
    return;
  else if (key == KEY_ENTER)
    must(press_target_activate(app->engine, color), "press_target_activate");
  else if (key == ' ')
    must(press_peek_open(app->engine, color), "press_peek_open");
  else if (key == 's')
    star(app, color);
  else if (key == 'd')
    place(app, color, -1);
}

static void press_key(struct app *app, int key) {
  press_peek_status peek = {.size = sizeof peek};
  must(press_peek_get(app->engine, &peek), "press_peek_get");
  if (key == 'q')
    app->is_over = true;
  else if (key == '?')
    app->has_help = true;
  else if (key == KEY_ESCAPE && finger_cancel(&app->finger, terminal_now()))
    return;
  else if (peek.state == PRESS_PEEK_REVEALED)
    press_actions_key(app, key, &peek);
  else if (peek.state == PRESS_PEEK_SHOWN && key == 'p')
    must(press_peek_pop(app->engine), "press_peek_pop");
  else if (peek.state != PRESS_PEEK_NONE)
    return; /* a finger peeks */
  else if (app->detail)
    press_detail_key(app, key);
  else
    press_list_key(app, key);
}

static void take(struct app *app, const struct input *input) {
  if (input->is_resized) {
    press_peek_dismiss(app->engine); /* a peek keeps the place that it was given; where there is none, none ends */
    lay_out(app);
  } else if (app->has_help && (input->kind == INPUT_KEY || input->kind == INPUT_DOWN)) {
    app->has_help = false;
  } else if (!finger_take(&app->finger, input, columns / 2, line_of(app->cursor), terminal_now()) && input->kind == INPUT_KEY) {
    press_key(app, input->key);
  }
}

int main(int count, char **words) {
  static struct app app = {.message = "hold a colour to peek"};
  terminal_open(count, words, "colors");
  start(&app);
  while (!app.is_over) {
    draw(&app);
    terminal_show();
    struct input input = terminal_next(press_next_deadline(app.engine));
    must(press_tick(app.engine, terminal_now()), "press_tick");
    take(&app, &input);
    if (input.kind == INPUT_END) app.is_over = true;
  }
  draw(&app);
  terminal_show();
  must(press_engine_reset(app.engine), "press_engine_reset"); /* what began, ends */
  terminal_close();
  return 0;
}
