/* Tests of the ledger: it must report each kind of error, so that a test that uses it can fail. */
#include "support.h"
#include "ledger.h"

#define OF(kind) .type = PRESS_EVENT_##kind
#define CODE .contact = PRESS_NO_CONTACT

static const struct {
  const char *name;
  press_event events[6];
  const char *wrong; /* NULL: nothing */
} rows[] = {
  {"a press that lifts",
    {{OF(CONTACT_BEGAN)}, {OF(PREVIEW_BEGAN)}, {OF(PREVIEW_CANCELLED), .reason = PRESS_REASON_LIFTED},
      {OF(CONTACT_ENDED), .reason = PRESS_REASON_LIFTED}},
    NULL},
  {"a preview that commits",
    {{OF(CONTACT_BEGAN)}, {OF(PREVIEW_BEGAN)}, {OF(PREVIEW_UPDATED), .progress = PRESS_ONE, .flags = PRESS_EVENT_FLAG_ENDED},
      {OF(COMMIT_UPDATED), .progress = PRESS_ONE, .flags = PRESS_EVENT_FLAG_ENDED}, {OF(CONTACT_CANCELLED), .reason = PRESS_REASON_LOST}},
    NULL},
  {"a contact that stays", {{OF(CONTACT_BEGAN)}}, "everything_that_began_has_ended"},
  {"a contact that begins twice", {{OF(CONTACT_BEGAN)}, {OF(CONTACT_BEGAN)}}, "ledger_find"},
  {"a contact that ends twice",
    {{OF(CONTACT_BEGAN)}, {OF(CONTACT_ENDED), .reason = PRESS_REASON_LIFTED}, {OF(CONTACT_ENDED), .reason = PRESS_REASON_LIFTED}},
    "nothing_is_delivered_of_a_contact_that_is_not_down"},
  {"a contact that ends without a reason", {{OF(CONTACT_BEGAN)}, {OF(CONTACT_ENDED)}}, "lifted"},
  {"a cancelled contact that was lifted", {{OF(CONTACT_BEGAN)}, {OF(CONTACT_CANCELLED), .reason = PRESS_REASON_LIFTED}}, "lifted"},
  {"a preview that outlives its contact", {{OF(CONTACT_BEGAN)}, {OF(PREVIEW_BEGAN)}, {OF(CONTACT_ENDED), .reason = PRESS_REASON_LIFTED}},
    "all_of_it_ends_before_its_contact"},
  {"a hold that outlives its contact", {{OF(CONTACT_BEGAN)}, {OF(HOLD_BEGAN)}, {OF(CONTACT_ENDED), .reason = PRESS_REASON_LIFTED}},
    "all_of_it_ends_before_its_contact"},
  {"a hold that scrolls", {{OF(CONTACT_BEGAN)}, {OF(HOLD_BEGAN)}, {OF(HOLD_CANCELLED), .reason = PRESS_REASON_PROGRAM}, {OF(SCROLL_BEGAN)}},
    "a_contact_becomes_one_thing_only"},
  {"a hold that ends without a reason", {{OF(CONTACT_BEGAN)}, {OF(HOLD_BEGAN)}, {OF(HOLD_ENDED)}}, "reason"},
  {"a scroll that moves before it began", {{OF(CONTACT_BEGAN)}, {OF(SCROLL_MOVED)}}, "LIFE_SCROLL"},
  {"commit progress before the preview has ended", {{OF(CONTACT_BEGAN)}, {OF(PREVIEW_BEGAN)}, {OF(COMMIT_UPDATED)}}, "committing"},
  {"progress 1 without the flag", {{OF(CONTACT_BEGAN)}, {OF(PREVIEW_BEGAN)}, {OF(PREVIEW_UPDATED), .progress = PRESS_ONE}}, "progress"},
  {"a flag without progress 1", {{OF(CONTACT_BEGAN)}, {OF(PREVIEW_BEGAN)}, {OF(PREVIEW_UPDATED), .flags = PRESS_EVENT_FLAG_ENDED}}, "progress"},
  {"a preview after it was refused", {{OF(CONTACT_BEGAN)}, {OF(PREVIEW_REFUSED)}, {OF(PREVIEW_BEGAN)}}, "decided"},
  {"two peeks", {{OF(PEEK_SHOWN), .subject = 1}, {OF(PEEK_SHOWN), .subject = 2}}, "ledger_count"},
  {"a peek that ends as another", {{OF(PEEK_SHOWN), .subject = 1}, {OF(PEEK_POPPED), .subject = 2}}, "what_ends_has_begun"},
  {"a peek that is dismissed for nothing", {{OF(PEEK_SHOWN), .subject = 1}, {OF(PEEK_DISMISSED), .subject = 1}}, "chosen"},
  {"a peek that pops over its actions", {{OF(PEEK_SHOWN), .subject = 1}, {OF(ACTIONS_REVEALED), .subject = 1}, {OF(PEEK_POPPED), .subject = 1}},
    "revealed"},
  {"an action that was not revealed", {{OF(PEEK_SHOWN), .subject = 1}, {OF(ACTION_SELECTED), .subject = 1}}, "revealed"},
  {"a peek that stays", {{OF(PEEK_SHOWN), .subject = 1}}, "everything_that_began_has_ended"},
  {"a fault that begins twice", {{OF(SENSOR_FAULT), CODE, .reason = PRESS_REASON_OPEN}, {OF(SENSOR_FAULT), CODE, .reason = PRESS_REASON_OPEN}},
    "ledger_find"},
  {"a fault that recovers as another",
    {{OF(SENSOR_FAULT), CODE, .reason = PRESS_REASON_OPEN}, {OF(SENSOR_RECOVERED), CODE, .reason = PRESS_REASON_STUCK}}, "fault"},
  {"a transition that starts twice", {{OF(TRANSITION_STARTED), CODE, .subject = 1}, {OF(TRANSITION_STARTED), CODE, .subject = 1}}, "ledger_find"},
  {"two transitions",
    {{OF(TRANSITION_STARTED), CODE, .subject = 1}, {OF(TRANSITION_STARTED), CODE, .subject = 2}, {OF(TRANSITION_CANCELLED), CODE, .subject = 1},
      {OF(TRANSITION_FINISHED), CODE, .subject = 2, .progress = PRESS_ONE}},
    NULL},
  {"a transition that finishes before 1",
    {{OF(TRANSITION_STARTED), CODE, .subject = 1}, {OF(TRANSITION_FINISHED), CODE, .subject = 1, .progress = 5}}, "progress"},
  {"a transition that moves before it starts", {{OF(TRANSITION_UPDATED), CODE, .subject = 1}}, "LIFE_TRANSITION"},
  {"a button that is pressed by two", {{OF(CONTACT_BEGAN)}, {OF(BUTTON_PRESSED)}, {OF(BUTTON_PRESSED), .contact = 1}}, "ledger_find"},
  {"a button that is let go by another", {{OF(BUTTON_PRESSED)}, {OF(BUTTON_RELEASED), .contact = 1}}, NULL},
  {"a button that is cancelled for nothing", {{OF(BUTTON_PRESSED)}, {OF(BUTTON_CANCELLED)}}, "reason"},
  {"a drag that stays", {{OF(CONTACT_BEGAN)}, {OF(DRAG_BEGAN), .subject = 1, .target = 1}}, "everything_that_began_has_ended"},
  {"a stay over nothing that ends", {{OF(CONTACT_BEGAN)}, {OF(DRAG_BEGAN), .subject = 1, .target = 1}, {OF(DRAG_LEFT), .subject = 1, .target = 2}},
    "what_ends_has_begun"},
  {"a spring that ends before it begins", {{OF(CONTACT_BEGAN)}, {OF(DRAG_BEGAN), .subject = 1, .target = 1}, {OF(SPRING_ENDED), .subject = 1}},
    "what_ends_has_begun"},
  {"a drop that concludes before it was dropped",
    {{OF(CONTACT_BEGAN)}, {OF(DRAG_BEGAN), .subject = 1, .target = 1}, {OF(DROP_CONCLUDED), .subject = 1}}, "what_ends_has_begun"},
  {"a lift that stays", {{OF(CONTACT_BEGAN)}, {OF(DRAG_LIFTED), .target = 1}, {OF(CONTACT_ENDED), .reason = PRESS_REASON_LIFTED}}, "lifted"},
  {"what settles and was not lifted", {{OF(CONTACT_BEGAN)}, {OF(DRAG_SETTLED), .target = 1}}, "lifted"},
  {"what was lifted scrolls", {{OF(CONTACT_BEGAN)}, {OF(DRAG_LIFTED), .target = 1}, {OF(DRAG_SETTLED), .target = 1}, {OF(SCROLL_BEGAN)}},
    "a_contact_becomes_one_thing_only"},
  {"a hold that was not lifted drags",
    {{OF(CONTACT_BEGAN)}, {OF(HOLD_BEGAN)}, {OF(HOLD_CANCELLED), .reason = PRESS_REASON_DRAGGED}, {OF(DRAG_BEGAN), .subject = 1}},
    "a_contact_becomes_one_thing_only"},
  {"an undo that stays", {{OF(DROP_ITEM_UNDONE), CODE, .subject = 1, .value = 5, .value2 = PRESS_DROP_COPY}}, "undoing"},
  {"a redo that ends an undo",
    {{OF(DROP_ITEM_UNDONE), CODE, .subject = 1, .value = 5, .value2 = PRESS_DROP_COPY}, {OF(DROP_REDONE), CODE, .subject = 1, .value2 = 1}}, "again"},
  {"a selection of another item than is undone",
    {{OF(DROP_ITEM_UNDONE), CODE, .subject = 1, .value = 5, .value2 = PRESS_DROP_COPY},
      {OF(SELECTION_CLEARED), CODE, .subject = 1, .target = 1, .value = 6}},
    "item"},
  {"a tap by code of a contact", {{OF(TAPPED), .reason = PRESS_REASON_PROGRAM}}, "PRESS_NO_CONTACT"},
  {"pressure above 1", {{OF(CONTACT_BEGAN), .pressure = PRESS_ONE + 1}}, "pressure"},
  {"time that goes back", {{OF(CONTACT_BEGAN), .t_us = 2}, {OF(CONTACT_MOVED), .t_us = 1}}, "time_goes_back_after_a_reset_only"},
  {"time that stands still", {{OF(TAPPED), .t_us = 2}, {OF(TAPPED), .t_us = 2}}, NULL},
  {"more late than there was time", {{OF(CONTACT_BEGAN), .late_us = 1}}, "late_us"},
  {"a flag that there is not", {{OF(CONTACT_BEGAN), .flags = PRESS_EVENT_FLAG_PART}}, "flags"},
  {"a type that there is not", {{.type = 15}}, "unknown"},
  {"a reason that there is not", {{OF(CONTACT_BEGAN), .reason = 99}}, "unknown"},
};

TEST(it_complains_of_what_is_wrong_and_of_nothing_else) {
  static ledger books;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *wrong = NULL;
    ledger_init(&books, true, false);
    for (size_t n = 0; n < 6 && rows[i].events[n].type && !wrong; n++) wrong = ledger_follow(&books, &rows[i].events[n], NULL);
    if (!wrong) wrong = ledger_over(&books, true);
    if (!rows[i].wrong && wrong) fail_msg("%s: it complains: %s", rows[i].name, wrong);
    if (rows[i].wrong && !(wrong && strstr(wrong, rows[i].wrong)))
      fail_msg("%s: %s, not %s", rows[i].name, wrong ? wrong : "no complaint", rows[i].wrong);
  }
}

TEST(what_code_began_may_stay_where_that_is_said) {
  static ledger     books;
  const press_event started = {OF(TRANSITION_STARTED), CODE, .subject = 1}, began = {OF(CONTACT_BEGAN)};
  ledger_init(&books, true, false);
  assert_null(ledger_follow(&books, &started, NULL));
  assert_null(ledger_over(&books, false));
  assert_non_null(ledger_over(&books, true));
  assert_null(ledger_follow(&books, &began, NULL));
  assert_non_null(ledger_over(&books, false));
}

TEST(time_starts_again_as_often_as_the_engine_was_reset) {
  static ledger     books;
  const press_event late = {OF(TAPPED), .t_us = 2}, early = {OF(TAPPED), .t_us = 1};
  ledger_init(&books, true, false);
  assert_null(ledger_follow(&books, &late, NULL));
  books.restarts++;
  assert_null(ledger_follow(&books, &late, NULL));
  assert_null(ledger_follow(&books, &early, NULL));
  assert_null(ledger_follow(&books, &late, NULL));
  assert_non_null(ledger_follow(&books, &early, NULL));
}

TEST(every_life_has_a_beginning_and_an_end) {
  enum { BEGINS, ENDS, ENDS_WITH_LAST };
  int begins[LIFE_COUNT] = {0}, ends[LIFE_COUNT] = {0};
#define ROW(kind, type, what) \
  if (what == BEGINS) \
    begins[LIFE_##kind]++; \
  else \
    ends[LIFE_##kind]++;
  LIVES(ROW)
#undef ROW
  for (int i = 0; i < LIFE_COUNT; i++) {
    assert_int_equal(begins[i], 1);
    assert_true(ends[i] >= 1);
  }
}

int main(void) { return run_all(NULL, NULL); }
