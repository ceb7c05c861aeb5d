/* A board of cards: drag a card to another list, or to another place in its own. Several cards that are selected are dragged
 * together. The folder Later springs open under a drag that rests on it or presses it; Locked takes nothing. Every drop can be
 * undone. ? shows the keys.
 *
 *   cc -std=c11 board.c board_view.c terminal.c screen.c finger.c $(pkg-config --cflags --libs libpress) -o board && ./board
 *
 * ../README.md has the screen, the keys and the options.
 */
#include "board.h"

#include <stdio.h>
#include <string.h>

/* ---- Targets ------------------------------------------------------------------------------------------------------ */

static void put_target(struct app *app, uint32_t id, struct place place, uint32_t container, uint32_t traits) {
  if (place.height < 0) place.height = 0; /* the terminal is too small for it */
  const press_target target = {.size = sizeof target,
    .id = id,
    .container = container,
    .x = place.column * COLUMN * PRESS_ONE,
    .y = place.line * LINE * PRESS_ONE,
    .width = place.width * COLUMN * PRESS_ONE,
    .height = place.height * LINE * PRESS_ONE,
    .traits = traits};
  press_target       there;
  press_target_init(&there);
  bool is_there = press_target_get(app->engine, id, &there) == 0;
  must(is_there ? press_target_update(app->engine, &target) : press_target_add(app->engine, &target), "a target");
}

/* A card that is not on show has a target without a size: a drop that it takes part in can still be undone. */
static void lay_out(struct app *app) {
  put_target(app, BOARD, place_of(app, BOARD), 0, 0);
  for (uint32_t list = TO_DO; list <= DONE; list++) put_target(app, list, place_of(app, list), BOARD, PRESS_TARGET_DROP);
  put_target(app, LATER, place_of(app, LATER), BOARD, PRESS_TARGET_DROP | PRESS_TARGET_SPRING | PRESS_TARGET_TAP);
  put_target(app, LOCKED, place_of(app, LOCKED), BOARD, PRESS_TARGET_DROP);
  for (uint32_t id = COPY_BUTTON; id <= HELP_BUTTON; id++) put_target(app, id, place_of(app, id), 0, PRESS_TARGET_TAP);
  for (uint32_t card = 1; card <= CARDS; card++)
    if (app->names[card]) put_target(app, card, (struct place){0, 0, 0, 0}, BOARD, PRESS_TARGET_DRAG_SOURCE | PRESS_TARGET_TAP);
  for (int list = 0; list < LISTS; list++) {
    struct place place = place_of(app, TO_DO + (uint32_t)list);
    int          height = card_lines(app, list), room = list == LATER - TO_DO && !app->is_open ? 0 : card_room(app, list);
    for (int i = 0; i < app->lists.counts[list] && i < room; i++)
      put_target(app, app->lists.cards[list][i], (struct place){place.column, place.line + 1 + i * height, place.width, height}, BOARD,
        PRESS_TARGET_DRAG_SOURCE | PRESS_TARGET_TAP);
  }
}

/* ---- Cards -------------------------------------------------------------------------------------------------------- */

static void insert(struct lists *lists, int list, int index, uint32_t card) {
  uint32_t *cards = lists->cards[list];
  memmove(cards + index + 1, cards + index, (size_t)(lists->counts[list]++ - index) * sizeof *cards);
  cards[index] = card;
}

/* Returns whether the card was there, at or before `index` of `list`. */
static bool take_out(struct lists *lists, uint32_t card, int list, int index) {
  for (int from = 0; from < LISTS; from++)
    for (int i = 0; i < lists->counts[from]; i++) {
      uint32_t *cards = lists->cards[from];
      if (cards[i] != card) continue;
      memmove(cards + i, cards + i + 1, (size_t)(--lists->counts[from] - i) * sizeof *cards);
      return from == list && i < index;
    }
  return false;
}

static uint32_t card_at(const struct app *app) {
  if (app->list == LISTS || (app->list == LATER - TO_DO && !app->is_open)) return 0;
  bool is_there = app->index < app->lists.counts[app->list];
  return is_there ? app->lists.cards[app->list][app->index] : 0;
}

static uint32_t free_cards(const struct app *app) {
  uint32_t count = 0;
  for (int card = 1; card <= CARDS; card++) count += !app->names[card];
  return count;
}

/* Puts the items of a drop into a list: they move there, or a copy of each does. What was selected is selected there. */
static void put_items(struct app *app, const press_drag *drag) {
  press_drag_item items[CARDS];
  int             list = (int)(drag->destination - TO_DO), index = index_at(app, list, drag->y);
  int             count = press_drag_get_items(app->engine, drag->session, items, CARDS);
  for (int i = 0; i < count && i < (int)drag->accepted; i++) {
    uint32_t card = items[i].id;
    if (drag->operation == PRESS_DROP_MOVE) {
      index -= take_out(&app->lists, card, list, index);
    } else {
      for (card = 1; app->names[card];) card++;
      app->names[card] = app->names[items[i].id];
      app->is_selected[card] = app->is_selected[items[i].id];
      app->is_selected[items[i].id] = false;
    }
    insert(&app->lists, list, index++, card);
  }
  snprintf(app->message, sizeof app->message, "%s %s", drag->operation == PRESS_DROP_MOVE ? "moved to" : "copied to", list_names[list]);
}

/* ---- What is asked and delivered ---------------------------------------------------------------------------------- */

/* A card that is selected takes the others that are with it. */
static size_t drag_will_begin(press_engine *engine, const press_touch *touch, uint32_t session, press_drag_item *items, size_t capacity, void *user) {
  const struct app *app = user;
  size_t            count = 0;
  (void)engine, (void)session;
  for (int list = 0; list < LISTS; list++)
    for (int i = 0; i < app->lists.counts[list] && count < capacity; i++) {
      uint32_t card = app->lists.cards[list][i];
      if (card != touch->target && !(app->is_selected[touch->target] && app->is_selected[card])) continue;
      items[count].flags = app->is_selected[card] ? PRESS_ITEM_SELECTED : 0;
      items[count++].id = card;
    }
  return count;
}

/* Locked takes nothing now; Later takes two cards at a time; and copies need numbers that are free. */
static bool drop_will_propose(press_engine *engine, const press_drag *drag, uint32_t destination, press_drop_proposal *proposal, void *user) {
  const struct app *app = user;
  (void)engine, (void)drag;
  if (destination == LOCKED) proposal->operation = PRESS_DROP_FORBIDDEN;
  if (destination == LATER && proposal->item_count > 2) proposal->item_count = 2;
  if (proposal->operation == PRESS_DROP_COPY) {
    if (proposal->item_count > free_cards(app)) proposal->item_count = free_cards(app);
    if (proposal->item_count == 0) proposal->operation = PRESS_DROP_FORBIDDEN;
  }
  return true;
}

static void dropped(struct app *app, uint32_t session) {
  press_drag     drag = {.size = sizeof drag};
  struct change *change = &app->changes[app->next_change++ % UNDO];
  must(press_drag_get(app->engine, session, &drag), "press_drag_get");
  change->session = session;
  change->before = app->lists;
  put_items(app, &drag);
  change->after = app->lists;
}

/* The library says what is undone; this program keeps the order of the cards itself. */
static void change_back(struct app *app, uint32_t session, bool is_redone) {
  for (int i = 0; i < UNDO; i++)
    if (app->changes[i].session == session) app->lists = is_redone ? app->changes[i].after : app->changes[i].before;
  snprintf(app->message, sizeof app->message, "%s", is_redone ? "done again" : "undone");
}

static void select_none(struct app *app) { memset(app->is_selected, 0, sizeof app->is_selected); }

/* One drag is on the screen at a time: the finger takes the place of the keys. */
static void began(struct app *app, uint32_t session) {
  uint32_t        before = app->session;
  press_drag_item first;
  app->session = session;
  app->message[0] = 0;
  if (press_drag_get_items(app->engine, session, &first, 1) > 0 && !app->is_selected[first.id]) select_none(app);
  if (before) must(press_drag_cancel(app->engine, before), "press_drag_cancel");
}

static void ended(struct app *app, uint32_t session, const char *message) {
  if (session != app->session) return;
  app->session = 0;
  if (message) snprintf(app->message, sizeof app->message, "%s", message);
  if (app->was_sprung) app->is_open = app->was_sprung = false;
}

static void toggle_copy(struct app *app) {
  app->is_copy = !app->is_copy;
  must(press_drag_set_modifiers(app->engine, app->is_copy ? PRESS_MODIFIER_COPY : 0), "press_drag_set_modifiers");
}

static void undo(struct app *app, bool is_redo) {
  int status = is_redo ? press_drop_redo(app->engine) : press_drop_undo(app->engine);
  if (status == PRESS_ERR_NOENT)
    snprintf(app->message, sizeof app->message, "nothing to %s", is_redo ? "redo" : "undo");
  else
    must(status, "press_drop_undo");
}

static void tapped(struct app *app, uint32_t target) {
  if (target == COPY_BUTTON)
    toggle_copy(app);
  else if (target == UNDO_BUTTON || target == REDO_BUTTON)
    undo(app, target == REDO_BUTTON);
  else if (target == HELP_BUTTON)
    app->has_help = true;
  else if (target == LATER)
    app->is_open = !app->is_open;
  else
    app->is_selected[target] = !app->is_selected[target];
}

static void on_event(press_engine *engine, const press_event *e, void *user) {
  struct app *app = user;
  (void)engine;
  switch (e->type) {
    case PRESS_EVENT_TAPPED: tapped(app, e->target); break;
    case PRESS_EVENT_DRAG_BEGAN: began(app, e->subject); break;
    case PRESS_EVENT_SPRING_ACTIVATED: app->was_sprung = !app->is_open, app->is_open = true; break;
    case PRESS_EVENT_DRAG_CANCELLED: ended(app, e->subject, e->reason == PRESS_REASON_FORBIDDEN ? "locked: it flew back" : "it flew back"); break;
    case PRESS_EVENT_DRAG_DROPPED: dropped(app, e->subject); break;
    case PRESS_EVENT_DROP_CONCLUDED: ended(app, e->subject, NULL); break;
    case PRESS_EVENT_DROP_UNDONE: change_back(app, e->subject, false); break;
    case PRESS_EVENT_DROP_REDONE: change_back(app, e->subject, true); break;
    default: return;
  }
  lay_out(app);
}

static void start(struct app *app) {
  static uint64_t          storage[PRESS_ENGINE_STORAGE_ALL / 8];
  static const char *const names[] = {"Write", "Test", "Draw", "Paint", "Build", "Plan"};
  static const int         homes[] = {0, 0, 0, 0, 1, 2};
  const press_delegate     delegate = {
        .size = sizeof delegate, .user = app, .on_event = on_event, .drag_will_begin = drag_will_begin, .drop_will_propose = drop_will_propose};
  press_config config;
  press_config_init(&config);
  config.lost_after_us = 0; /* a mouse says only what changes */
  config.lift_us = 0;       /* and does not chatter */
  must(press_engine_init(storage, sizeof storage, &config, &app->engine), "press_engine_init");
  must(press_gestures_attach(app->engine, NULL), "press_gestures_attach");
  must(press_drag_attach(app->engine, NULL), "press_drag_attach");
  must(press_set_delegate(app->engine, &delegate), "press_set_delegate");
  app->finger.engine = app->engine;
  for (int i = 0; i < 6; i++) {
    app->names[i + 1] = names[i];
    insert(&app->lists, homes[i], app->lists.counts[homes[i]], (uint32_t)i + 1);
  }
  lay_out(app);
}

/* ---- Keys --------------------------------------------------------------------------------------------------------- */

/* From list to list, and up and down in one; a drag of keys goes over Locked, too. */
static void move_cursor(struct app *app, int key, bool drags) {
  int lists = drags ? LISTS + 1 : app->is_open ? LISTS : LISTS - 1;
  if (app->list >= lists) app->list = lists - 1; /* the folder has closed */
  if (key == KEY_LEFT && app->list > 0) app->list--;
  if (key == KEY_RIGHT && app->list < lists - 1) app->list++;
  int most = app->list == LISTS ? 0 : app->lists.counts[app->list] - !drags;
  if (key == KEY_DOWN) app->index++;
  if (key == KEY_UP) app->index--;
  if (app->index > most) app->index = most;
  if (app->index < 0) app->index = 0;
}

/* What keys carry goes to the middle of the place that the cursor shows. */
static void carry(struct app *app) {
  struct place place = place_of(app, TO_DO + (uint32_t)app->list);
  int          line =
    app->list == LISTS || (app->list == LATER - TO_DO && !app->is_open) ? place.line : place.line + 1 + app->index * card_lines(app, app->list);
  must(press_drag_move(app->engine, app->session, (place.column + place.width / 4) * COLUMN * PRESS_ONE, (line * LINE + LINE / 2) * PRESS_ONE),
    "press_drag_move");
}

static void press_drag_key(struct app *app, int key) {
  if (key >= KEY_UP && key <= KEY_LEFT)
    move_cursor(app, key, true), carry(app);
  else if (key == ' ' || key == KEY_ENTER)
    must(press_drag_drop(app->engine, app->session), "press_drag_drop");
  else if (key == KEY_ESCAPE)
    must(press_drag_cancel(app->engine, app->session), "press_drag_cancel");
}

static void press_key(struct app *app, int key) {
  uint32_t card = card_at(app);
  if (key == 'q')
    app->is_over = true;
  else if (key == '?')
    app->has_help = true;
  else if (key == 'c')
    toggle_copy(app);
  else if (key == KEY_ESCAPE && finger_cancel(&app->finger, terminal_now()))
    return;
  else if (app->finger.is_down)
    return;
  else if (app->session)
    press_drag_key(app, key);
  else if (key == KEY_ESCAPE)
    select_none(app);
  else if (key == 'u' || key == 'r')
    undo(app, key == 'r');
  else if (key == 'f')
    tapped(app, LATER), lay_out(app);
  else if (key >= KEY_UP && key <= KEY_LEFT)
    move_cursor(app, key, false);
  else if (card && key == KEY_ENTER)
    tapped(app, card);
  else if (card && key == ' ')
    must(press_drag_begin(app->engine, card, NULL), "press_drag_begin"), carry(app);
  if (!app->session) move_cursor(app, 0, false);
}

static void take(struct app *app, const struct input *input) {
  struct place place = place_of(app, TO_DO + (uint32_t)(app->list < LISTS ? app->list : 0));
  int          line = place.line + 1 + app->index * card_lines(app, app->list);
  if (input->is_resized) {
    lay_out(app);
  } else if (app->has_help && (input->kind == INPUT_KEY || input->kind == INPUT_DOWN)) {
    app->has_help = false;
  } else if (!finger_take(&app->finger, input, place.column + 4, line, terminal_now()) && input->kind == INPUT_KEY) {
    press_key(app, input->key);
  }
}

int main(int count, char **words) {
  static struct app app = {.message = "drag a card; ? has keys"};
  terminal_open(count, words, "board");
  start(&app);
  while (!app.is_over) {
    board_draw(&app);
    terminal_show();
    struct input input = terminal_next(press_next_deadline(app.engine));
    must(press_tick(app.engine, terminal_now()), "press_tick");
    take(&app, &input);
    if (input.kind == INPUT_END) app.is_over = true;
  }
  board_draw(&app);
  terminal_show();
  must(press_engine_reset(app.engine), "press_engine_reset"); /* what began, ends */
  terminal_close();
  return 0;
}
