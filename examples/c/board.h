/* The board of the sample board: what is on it, and where. board.c plays it, board_view.c draws it. */
#ifndef BOARD_H
#define BOARD_H

#include "finger.h"
#include "screen.h"
#include "terminal.h"

#include <press.h>

enum { CARDS = 16, LISTS = 4, UNDO = 4 };
/* Targets. A card's is its number, 1..CARDS. */
enum { BOARD = 101, TO_DO, DOING, DONE, LATER, LOCKED, COPY_BUTTON, UNDO_BUTTON, REDO_BUTTON, HELP_BUTTON };

struct lists {
  uint32_t cards[LISTS][CARDS]; /* To do, Doing, Done, Later */
  int      counts[LISTS];
};

struct app {
  press_engine *engine;
  struct finger finger;
  struct lists  lists;
  const char   *names[CARDS + 1]; /* of the cards; NULL: there is no such card */
  bool          is_selected[CARDS + 1];
  bool          is_open, was_sprung; /* the folder Later; was_sprung: by a drag, so it closes with that */
  bool          is_copy;             /* the copy key is held */
  uint32_t      session;             /* what is dragged, 0: nothing */
  struct change {                    /* drops that can be undone, by their sessions */
    uint32_t     session;
    struct lists before, after;
  } changes[UNDO];
  int  next_change;
  int  list, index; /* for keys: the card at the cursor; or where a drag of keys would put what it has */
  bool has_help, is_over;
  char message[64];
};

/* A place of the board: a list with its heading, the folder, or what is locked. */
struct place {
  int column, line, width, height;
};
struct place place_of(const struct app *app, uint32_t target);

/* How many lines a card of a list takes, and how many cards there is room for. */
int card_lines(const struct app *app, int list);
int card_room(const struct app *app, int list);

/* Where the finger, or the keys, would put what is dragged: a place in the list of its destination. */
int index_at(const struct app *app, int list, press_q16 y);

extern const char *const list_names[LISTS];

void board_draw(const struct app *app);

#endif
