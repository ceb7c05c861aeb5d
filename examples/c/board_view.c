#include "board.h"

#include <stdio.h>

const char *const list_names[LISTS] = {"To do", "Doing", "Done", "Later"};

static const char *const help[] = {
  "mouse: drag a card; click selects",
  "   rest on Later, or turn the wheel",
  "   up over it: it springs open",
  "+ -    the same wheel, by key",
  "arrows the cards; or what is held",
  "space  pick up, put down",
  "enter  select, for several cards",
  "c      hold and let go the copy key",
  "u r    undo, redo",
  "f      the folder Later",
  "esc    cancel; select nothing",
  "q      quit",
};

/* ---- Where things are --------------------------------------------------------------------------------------------- */

enum { FOLDER_LINES = 4 }; /* of the folder when it is open, below its heading */

struct place place_of(const struct app *app, uint32_t target) {
  int folder = lines - 3 - (app->is_open ? FOLDER_LINES : 0), third = columns / 3;
  switch (target) {
    case BOARD: return (struct place){0, 2, columns, lines - 4};
    case TO_DO: return (struct place){0, 2, third, folder - 3};
    case DOING: return (struct place){third, 2, third, folder - 3};
    case DONE: return (struct place){2 * third, 2, columns - 2 * third, folder - 3};
    case LATER: return (struct place){0, folder, app->is_open ? columns : columns / 2, lines - 2 - folder};
    case LOCKED: return (struct place){columns / 2, folder, columns - columns / 2, 1};
    case COPY_BUTTON: return (struct place){columns - 22, 0, 5, 1};
    case UNDO_BUTTON: return (struct place){columns - 16, 0, 5, 1};
    case REDO_BUTTON: return (struct place){columns - 10, 0, 5, 1};
    default: return (struct place){columns - 3, 0, 3, 1};
  }
}

int card_lines(const struct app *app, int list) {
  int height = place_of(app, TO_DO + (uint32_t)list).height - 1;
  return list == LATER - TO_DO || height < 12 ? 1 : height < 24 ? 2 : 3;
}

int card_room(const struct app *app, int list) {
  int height = place_of(app, TO_DO + (uint32_t)list).height - 1;
  return height < 0 ? 0 : height / card_lines(app, list);
}

int index_at(const struct app *app, int list, press_q16 y) {
  int line = y / PRESS_ONE / LINE - place_of(app, TO_DO + (uint32_t)list).line - 1;
  int index = line < 0 ? 0 : line / card_lines(app, list);
  if (list == LATER - TO_DO && !app->is_open) return app->lists.counts[list];
  return index > app->lists.counts[list] ? app->lists.counts[list] : index;
}

/* ---- Drawing ------------------------------------------------------------------------------------------------------ */

static const int tints[LISTS] = {34, 26, 91, 172};

static void draw_heading(const struct app *app, const press_drag *drag, uint32_t target) {
  static const char *const doors[] = {"▸", "▹", "◇", "▾"}; /* by the state of the spring */
  struct place             place = place_of(app, target);
  bool                     is_destination = drag->destination == target;
  int                      style = BOLD | (is_destination ? REVERSE : 0), column = place.column + 1;
  char                     words[32];
  if (target == LOCKED) {
    put(column + 2, place.line, style, 160, "Locked");
  } else {
    if (target == LATER) { put(column, place.line, BOLD, 172, doors[app->is_open ? 3 : drag->spring == LATER ? (int)drag->spring_state : 0]); }
    snprintf(words, sizeof words, "%s %d", list_names[target - TO_DO], app->lists.counts[target - TO_DO]);
    put(column + 2, place.line, style, 0, words);
  }
  if (is_destination) put(column - 1, place.line, BOLD, 0, drag->operation >= PRESS_DROP_COPY ? "»" : "×");
}

static bool is_dragged(const struct app *app, const press_drag *drag, uint32_t card) {
  press_drag_item items[CARDS];
  if (drag->state == PRESS_DRAG_NONE) return false;
  int count = press_drag_get_items(app->engine, drag->session, items, CARDS);
  for (int i = 0; i < count; i++)
    if (items[i].id == card) return true;
  return false;
}

static void draw_card(const struct app *app, const press_drag *drag, int list, int index, int slot) {
  struct place place = place_of(app, TO_DO + (uint32_t)list);
  uint32_t     card = app->lists.cards[list][index];
  int          height = card_lines(app, list), line = place.line + 1 + slot * height, column = place.column + 1;
  bool         is_away = is_dragged(app, drag, card), is_here = app->list == list && app->index == index;
  if (is_here && drag->state == PRESS_DRAG_NONE) put(column - 1, line, BOLD, 0, "›");
  for (int i = 0; i < (height > 1 ? height - 1 : 1); i++) put(column, line + i, is_away ? DIM : 0, tints[list], is_away ? "▏" : "▌");
  put(column + 1, line, is_away ? DIM : app->is_selected[card] ? REVERSE : 0, 0, app->names[card]);
}

/* A list makes room where a drag would put what it has. */
static void draw_list(const struct app *app, const press_drag *drag, int list) {
  struct place place = place_of(app, TO_DO + (uint32_t)list);
  int          room = card_room(app, list), gap = -1, count = app->lists.counts[list];
  if (drag->state == PRESS_DRAG_DRAGGING && drag->destination == TO_DO + (uint32_t)list && drag->operation >= PRESS_DROP_COPY)
    gap = index_at(app, list, drag->y);
  if (gap >= 0 && gap < room) put(place.column + 1, place.line + 1 + gap * card_lines(app, list), DIM, 0, "┄┄┄┄┄┄");
  for (int i = 0; i < count; i++) {
    int slot = i + (gap >= 0 && i >= gap);
    if (slot < room) draw_card(app, drag, list, i, slot);
  }
  if (count > room && room > 0) put(place.column + place.width - 2, place.line, DIM, 0, "↓");
}

/* What is dragged, where the finger is; the badge, where there is more than one; and what a drop would do. */
static void draw_dragged(const struct app *app, const press_drag *drag) {
  char            words[48], badge[16] = "";
  press_drag_item first;
  if (press_drag_get_items(app->engine, drag->session, &first, 1) < 1) return;
  int column = drag->x / PRESS_ONE / COLUMN + 1, line = drag->y / PRESS_ONE / LINE, half = columns / 2;
  int count = drag->operation >= PRESS_DROP_COPY ? (int)drag->accepted : (int)drag->item_count;
  snprintf(words, sizeof words, "▪%s", app->names[first.id]);
  if (drag->item_count > 1) snprintf(badge, sizeof badge, "(%d)", count);
  int behind = column < half ? 14 : half + 10; /* the words of Later, or of Locked */
  if (line == place_of(app, LATER).line && column < behind) column = behind;
  int most = columns - width(words) - width(badge) - 1;
  if (column > most) column = most;
  if (line > lines - 3) line = lines - 3;
  column = put(column, line, REVERSE, 0, words);
  column = put(column, line, BOLD, 160, badge);
  if (drag->hint == PRESS_HINT_COPY) put(column, line, BOLD, 34, "+");
  if (drag->hint == PRESS_HINT_NOT_ALLOWED) put(column, line, BOLD, 160, "⊘");
}

static void draw_buttons(const struct app *app) {
  put(1, 0, BOLD, 0, "Board");
  put(columns - 21, 0, app->is_copy ? REVERSE : 0, 0, "Copy");
  put(columns - 15, 0, 0, 0, "Undo");
  put(columns - 9, 0, 0, 0, "Redo");
  put(columns - 2, 0, BOLD, 0, "?");
}

void board_draw(const struct app *app) {
  press_drag  drag = {.size = sizeof drag};
  press_touch touch = {0};
  if (app->session == 0 || press_drag_get(app->engine, app->session, &drag) != 0) drag.state = PRESS_DRAG_NONE;
  press_touch_get(app->engine, 0, 0, &touch); /* 0 where nothing touches */
  screen_clear();
  if (columns < LEAST_COLUMNS || lines < LEAST_LINES) {
    put(0, 0, BOLD, 0, "40 x 12, please");
    return;
  }
  draw_buttons(app);
  fill(0, place_of(app, LATER).line - 1, columns, DIM, 0, "─");
  for (uint32_t target = TO_DO; target <= LOCKED; target++) draw_heading(app, &drag, target);
  for (int list = 0; list < LISTS; list++)
    if (list != LATER - TO_DO || app->is_open) draw_list(app, &drag, list);
  if (drag.state == PRESS_DRAG_DRAGGING) draw_dragged(app, &drag);
  screen_status(touch.pressure, touch.force * 10 / PRESS_ONE, app->message);
  if (app->has_help) screen_box(help, sizeof help / sizeof *help);
}
