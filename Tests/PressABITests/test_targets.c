/* target.h: hit testing, stacking, containers, edits while previews run. */
#include "support.h"

#include <stdio.h>

static bench b;

enum { P = PRESS_TARGET_PREVIEW };

static uint32_t at(double x, double y) {
  uint32_t id = 12345;
  assert_int_equal(press_target_find(b.engine, PRESS_Q16(x), PRESS_Q16(y), &id), PRESS_OK);
  return id;
}

static press_target spec(uint32_t id, uint32_t container, uint32_t traits) {
  press_target t = {.size = sizeof t, .id = id, .container = container, .width = PRESS_ONE * 10, .height = PRESS_ONE * 10, .traits = traits};
  return t;
}

BENCH_TEST(edges_are_half_open) {
  static const struct {
    const char *name;
    double      x, y;
    uint32_t    hit;
  } places[] = {
    {"the first point", 50, 50, 1},
    {"before it across", 50 - 1.0 / 65536, 50, 0},
    {"before it down", 50, 50 - 1.0 / 65536, 0},
    {"the last point", 150 - 1.0 / 65536, 150 - 1.0 / 65536, 1},
    {"behind it across", 150, 100, 0},
    {"behind it down", 100, 150, 0},
    {"behind it", 150, 150, 0},
    {"the last of a neighbour", 309.99, 5, 3},
    {"the first of the next", 310, 5, 4},
    {"no width, nor height", 400, 400, 0},
    /* The distance from one end of the surface to the other takes more than 32 bits. */
    {"an end of the surface", 32767.5, 32767.5, 2},
    {"another end", 32767.5, -32768, 0},
    {"the one across from it", -32768, 32767.5, 0},
  };
  bench_target(&b, 1, 0, 50, 50, 100, 100, P);
  bench_target(&b, 2, 0, 32767, 32767, 100, 100, P);
  bench_target(&b, 3, 0, 300, 0, 10, 10, P);
  bench_target(&b, 4, 0, 310, 0, 10, 10, P);
  bench_target(&b, 5, 0, 400, 400, 0, 10, P);
  bench_target(&b, 6, 0, 400, 400, 10, 0, P);
  for (size_t i = 0; i < COUNT(places); i++) {
    uint32_t found = at(places[i].x, places[i].y);
    bench_feed_at(&b, 0, 0.2, places[i].x, places[i].y);
    uint32_t began = recorder_last(&b.log, PRESS_EVENT_CONTACT_BEGAN)->target;
    if (found != places[i].hit || began != places[i].hit) fail_msg("%s: %u is found, a contact begins on %u", places[i].name, found, began);
    bench_feed_at(&b, 0, 0, 0, 0);
  }
}

BENCH_TEST(coordinates_at_the_extremes_do_not_wrap) {
  uint32_t     id;
  press_target t = spec(1, 0, P);
  t.x = INT32_MAX - 5;
  t.y = INT32_MIN;
  t.width = INT32_MAX;
  t.height = INT32_MAX;
  assert_int_equal(press_target_add(b.engine, &t), PRESS_OK);
  assert_int_equal(press_target_find(b.engine, INT32_MAX, INT32_MIN, &id), PRESS_OK);
  assert_int_equal(id, 1);
  assert_int_equal(press_target_find(b.engine, INT32_MAX, -2, &id), PRESS_OK);
  assert_int_equal(id, 1);
  assert_int_equal(press_target_find(b.engine, INT32_MAX, -1, &id), PRESS_OK);
  assert_int_equal(id, 0);
  assert_int_equal(press_target_find(b.engine, INT32_MIN, INT32_MIN, &id), PRESS_OK);
  assert_int_equal(id, 0);
  assert_int_equal(press_target_find(b.engine, INT32_MAX - 6, INT32_MIN, &id), PRESS_OK);
  assert_int_equal(id, 0);
  /* Relative coordinates saturate. */
  press_sample s = sample_of(1, 0, 0.3, 0);
  s.x = INT32_MAX;
  s.y = INT32_MIN;
  assert_int_equal(press_feed(b.engine, &s, 1), 1);
  t.x = INT32_MIN;
  t.y = INT32_MAX;
  assert_int_equal(press_target_update(b.engine, &t), PRESS_OK);
  press_touch touch;
  assert_int_equal(press_touch_get(b.engine, 0, 1, &touch), PRESS_OK);
  assert_int_equal(touch.x, INT32_MAX);
  assert_int_equal(touch.y, INT32_MIN);
}

BENCH_TEST(the_last_added_is_on_top_and_stays_there) {
  bench_target(&b, 5, 0, 0, 0, 10, 10, P);
  bench_target(&b, 3, 0, 5, 5, 10, 10, P);
  bench_target(&b, 9, 0, 0, 0, 6, 6, P);
  assert_int_equal(at(5, 5), 9);
  assert_int_equal(at(8, 8), 3);
  assert_int_equal(at(4, 8), 5);
  assert_int_equal(at(20, 20), 0);
  press_target t = spec(5, 0, P);
  assert_int_equal(press_target_update(b.engine, &t), PRESS_OK);
  assert_int_equal(at(5, 5), 9);
  assert_int_equal(press_target_remove(b.engine, 9), PRESS_OK);
  assert_int_equal(at(5, 5), 3);
  assert_int_equal(press_target_remove(b.engine, 3), PRESS_OK);
  assert_int_equal(at(5, 5), 5);
}

TEST(without_targets_the_surface_is_one) {
  bench_make(&b, NULL);
  assert_int_equal(at(0, 0), 0);
  bench_feed_at(&b, 0, 0.3, -1000, 1000);
  assert_string_equal(recorder_events(&b.log), "contact_began preview_began preview_updated");
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_PREVIEW_BEGAN)->target, 0);
  bench_finish(&b);
  press_config c = bench_config();
  c.traits = PRESS_TARGET_TAP;
  bench_make(&b, &c);
  bench_feed(&b, 0.9);
  assert_string_equal(recorder_events(&b.log), "contact_began");
  assert_int_equal(press_preview_state(b.engine, 0), PRESS_PREVIEW_NONE);
  bench_finish(&b);
}

/* Words: add2 a target where 1 is; tap1, preview1: its traits; is= the preview of the contact; of=, asked=, last= the target of the newest preview,
 * of the newest question, of the newest event. */
static int call(bench *it, const char *word) {
  static const char *const states[] = {"none", "waiting", "asking", "previewing", "committing", "completed", "over", "held"};
  const uint32_t           n = (uint32_t)atoi(word + strcspn(word, "0123456789"));
  const press_event       *preview = recorder_last(&it->log, PRESS_EVENT_PREVIEW_BEGAN);
  const press_touch       *asked = NULL;
  for (size_t i = 0; i < it->log.count; i++)
    if (it->log.entries[i].kind == ENTRY_ASKED) asked = &it->log.entries[i].touch;
  if (strncmp(word, "add", 3) == 0) return bench_target(it, n, 0, 0, 0, 10, 10, P), PRESS_OK;
  if (strncmp(word, "tap", 3) == 0) return bench_change(it, n, PRESS_TARGET_TAP), PRESS_OK;
  if (strncmp(word, "preview", 7) == 0) return bench_change(it, n, P), PRESS_OK;
  if (strncmp(word, "is=", 3) == 0) return strcmp(states[press_preview_state(it->engine, it->contact)], word + 3) ? NOT_SO : PRESS_OK;
  if (strncmp(word, "of=", 3) == 0) return preview && preview->target == n ? PRESS_OK : NOT_SO;
  if (strncmp(word, "asked=", 6) == 0) return asked && asked->target == n ? PRESS_OK : NOT_SO;
  return it->log.entries[it->log.count - 1].event.target == n ? PRESS_OK : NOT_SO;
}

static void edit_inside(recorder *log, press_engine *engine, const entry *delivered) {
  if (delivered->kind != ENTRY_EVENT || delivered->event.type != PRESS_EVENT_PREVIEW_BEGAN || log->calls++) return;
  press_target t = spec(9, 0, P);
  assert_int_equal(press_target_add(engine, &t), PRESS_OK);
  t.traits = PRESS_TARGET_TAP;
  assert_int_equal(press_target_update(engine, &t), PRESS_OK);
  assert_int_equal(press_target_get(engine, 9, &t), PRESS_OK);
  assert_int_equal(press_target_remove(engine, 9), PRESS_OK);
  assert_int_equal(press_target_remove(engine, 1), PRESS_OK);
}

/* conforms: preview-06 */
TEST(a_contact_previews_on_the_target_where_it_began_or_on_its_nearest_container_with_the_trait) {
  static const struct {
    const char *name;
    struct {
      uint32_t container;
      double   x, y, size;
      uint32_t traits;
    } targets[4];                   /* 1 to 4; a size of 0: there is none */
    const char *script, *delivered; /* NULL: the script says all */
    void (*hook)(recorder *log, press_engine *engine, const entry *delivered);
  } stories[] = {
    {"beside all targets there is none", {{0, 0, 0, 10, P}}, "0.9@10,10 is=none", "contact_began"},
    {"where it began", {{0, 0, 0, 10, P}, {0, 10, 0, 10, P}}, "0.2@5,5 0.3@15,5 last=1 0 last=1"},
    {"the nearest container", {{0, 0, 0, 100, P}, {1, 0, 0, 50, P}, {2, 0, 0, 30, PRESS_TARGET_TAP}, {3, 0, 0, 10, 0}},
      "0.2@5,5 last=4 0.3 of=2 asked=2"},
    {"a container need not enclose geometrically", {{0, 500, 500, 1, P}, {1, 0, 0, 10, 0}}, "0.3@5,5 of=1"},
    {"no container has the trait", {{0, 0, 0, 100, PRESS_TARGET_DROP}, {1, 0, 0, 10, 0}}, "0.9@5,5", "contact_began"},
    {"removed before", {{0, 0, 0, 10, P}, {0, 40, 0, 10, P}}, "0.2@5,5 -1 0.9", "contact_began"},
    {"removed: those on it and in it, and the contacts go on without", {{0, 0, 0, 10, P}, {1, 20, 0, 10, P}, {0, 40, 0, 10, P}},
      "c1 0.3@5,5 c2 0.6@25,5 c3 0.3@45,5 | -1 is=previewing c2 is=over c1 is=over 0.9@5,5 0",
      "preview_cancelled:target_removed preview_cancelled:target_removed contact_ended:lifted"},
    {"losing the trait cancels and gaining it begins nothing", {{0, 0, 0, 10, P}}, "0.6@5,5 tap1 preview1 0.9 is=over",
      "contact_began preview_began preview_updated! commit_updated preview_cancelled:target_removed"},
    {"a reset leaves targets", {{0, 0, 0, 10, P}}, "R 0.3@5,5 of=1"},
    {"adding on top takes no contact away", {{0, 0, 0, 0, 0}}, "c1 0.2@5,5 add1 c2 0.2 add2 c1 0.3 of=0 c2 0.3 of=1"},
    {"edited from inside a callback", {{0, 0, 0, 10, P}, {0, 50, 50, 10, P}}, "0.9@5,5",
      "contact_began preview_began preview_cancelled:target_removed", edit_inside},
  };
  for (size_t i = 0; i < COUNT(stories); i++) {
    bench_make(&b, NULL);
    for (uint32_t k = 0; k < 4 && stories[i].targets[k].size > 0; k++)
      bench_target(&b, k + 1, stories[i].targets[k].container, stories[i].targets[k].x, stories[i].targets[k].y, stories[i].targets[k].size,
        stories[i].targets[k].size, stories[i].targets[k].traits);
    b.log.hook = stories[i].hook;
    bench_play(&b, stories[i].name, stories[i].script, call);
    if (stories[i].delivered && strcmp(recorder_events(&b.log), stories[i].delivered))
      fail_msg("%s: delivered %s", stories[i].name, recorder_events(&b.log));
    bench_finish(&b);
  }
}

static int attach_peeks(press_engine *engine) { return press_peek_attach(engine, NULL); }
static int attach_gestures(press_engine *engine) { return press_gestures_attach(engine, NULL); }
static int attach_scrolls(press_engine *engine) { return press_scroll_attach(engine, NULL); }
static int attach_drags(press_engine *engine) { return press_drag_attach(engine, NULL); }
static int attach_pinches(press_engine *engine) { return press_pinch_attach(engine, NULL); }

TEST(a_trait_that_nothing_takes_part_in_is_found) {
  static const struct {
    uint32_t    trait;
    const char *why;
    int (*attach)(press_engine *engine);
  } traits[] = {
    {PRESS_TARGET_PEEK, "PEEK: press_peek_attach", attach_peeks},
    {PRESS_TARGET_TAP, "TAP, DOUBLE_TAP, HOLD: press_gestures_attach", attach_gestures},
    {PRESS_TARGET_DOUBLE_TAP, "TAP, DOUBLE_TAP, HOLD: press_gestures_attach", attach_gestures},
    {PRESS_TARGET_HOLD, "TAP, DOUBLE_TAP, HOLD: press_gestures_attach", attach_gestures},
    {PRESS_TARGET_SCROLL, "SCROLL: press_gestures_attach or press_drag_attach", attach_gestures},
    {PRESS_TARGET_SCROLL, "SCROLL: press_gestures_attach or press_drag_attach", attach_drags},
    {PRESS_TARGET_DRAG_SOURCE, "DRAG_SOURCE, DROP, SPRING, INACTIVE, CONTENT, KEEPS_DRAG: press_drag_attach", attach_drags},
    {PRESS_TARGET_DROP, "DRAG_SOURCE, DROP, SPRING, INACTIVE, CONTENT, KEEPS_DRAG: press_drag_attach", attach_drags},
    {PRESS_TARGET_SPRING, "DRAG_SOURCE, DROP, SPRING, INACTIVE, CONTENT, KEEPS_DRAG: press_drag_attach", attach_drags},
    {PRESS_TARGET_PINCH, "PINCH: press_pinch_attach", attach_pinches},
    {PRESS_TARGET_CONTENT, "DRAG_SOURCE, DROP, SPRING, INACTIVE, CONTENT, KEEPS_DRAG: press_drag_attach", attach_drags},
    {PRESS_TARGET_INACTIVE, "DRAG_SOURCE, DROP, SPRING, INACTIVE, CONTENT, KEEPS_DRAG: press_drag_attach", attach_drags},
    {PRESS_TARGET_SWIPE_X, "SWIPE_X, SWIPE_Y: press_scroll_attach", attach_scrolls},
    {PRESS_TARGET_SWIPE_Y, "SWIPE_X, SWIPE_Y: press_scroll_attach", attach_scrolls},
  };
  uint32_t    target = 77;
  const char *why = NULL;
  for (size_t i = 0; i < COUNT(traits); i++) {
    bench_make(&b, NULL);
    bench_target(&b, 1, 0, 0, 0, 10, 10, PRESS_TARGET_PREVIEW);
    assert_int_equal(press_targets_check(b.engine, &target, &why), PRESS_OK);
    bench_target(&b, 2, 0, 0, 0, 10, 10, traits[i].trait | PRESS_TARGET_PREVIEW);
    bench_target(&b, 3, 0, 0, 0, 10, 10, PRESS_TARGET_PREVIEW);
    assert_int_equal(press_targets_check(b.engine, &target, &why), PRESS_ERR_STATE);
    assert_int_equal(target, 2);
    assert_string_equal(why, traits[i].why);
    assert_int_equal(press_targets_check(b.engine, NULL, NULL), PRESS_ERR_STATE);
    assert_int_equal(traits[i].attach(b.engine), PRESS_OK);
    assert_int_equal(press_targets_check(b.engine, &target, &why), PRESS_OK);
  }
  /* The traits of the surface, which apply while there are no targets. */
  press_config c = bench_config();
  c.traits |= PRESS_TARGET_TAP;
  bench_make(&b, &c);
  assert_int_equal(press_targets_check(b.engine, &target, &why), PRESS_ERR_STATE);
  assert_int_equal(target, 0);
  assert_int_equal(press_targets_check(NULL, &target, &why), PRESS_ERR_INVAL);
}

TEST(a_target_that_no_point_reaches_and_one_that_ends_where_numbers_do_are_found) {
  static const struct {
    press_q16   x, y, width, height;
    const char *why; /* NULL: nothing is wrong */
  } places[] = {
    {0, 0, 10, 10, NULL},
    {0, 0, 0, 0, "width, height: 0, no point lies in it, and no target"},
    {0, 0, 10, 0, "width, height: 0, no point lies in it, and no target"},
    {0, 0, 0, 10, "width, height: 0, no point lies in it, and no target"},
    {INT32_MAX - 10, 0, 10, 10, NULL},
    {INT32_MAX - 10, 0, 11, 10, "x + width, y + height: at most 32767.99998, where it ends"},
    {0, INT32_MAX - 10, 10, 10, NULL},
    {0, INT32_MAX, 10, 1, "x + width, y + height: at most 32767.99998, where it ends"},
    {INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX, NULL},
  };
  for (size_t i = 0; i < COUNT(places); i++) {
    uint32_t    target = 77;
    const char *why = NULL;
    bench_make(&b, NULL);
    press_target t = spec(5, 0, P);
    t.x = places[i].x, t.y = places[i].y, t.width = places[i].width, t.height = places[i].height;
    assert_int_equal(press_target_add(b.engine, &t), PRESS_OK);
    assert_int_equal(press_targets_check(b.engine, &target, &why), places[i].why ? PRESS_ERR_STATE : PRESS_OK);
    if (places[i].why) assert_string_equal(why, places[i].why);
    assert_int_equal(target, places[i].why ? 5 : 77);
    if (t.width > 0 && t.height > 0) continue;
    /* A target that contains others, or has no traits, needs no area. */
    bench_target(&b, 6, 5, 0, 0, 10, 10, P);
    assert_int_equal(press_targets_check(b.engine, NULL, NULL), PRESS_OK);
    assert_int_equal(press_target_remove(b.engine, 6), PRESS_OK);
    t.traits = 0;
    assert_int_equal(press_target_update(b.engine, &t), PRESS_OK);
    assert_int_equal(press_targets_check(b.engine, NULL, NULL), PRESS_OK);
  }
}

TEST(why_a_target_is_refused_is_said_and_as_it_is_refused) {
  press_config c = bench_config();
  c.max_targets = 3;
  bench_make(&b, &c);
  bench_target(&b, 1, 0, 0, 0, 10, 10, P);
  bench_target(&b, 2, 1, 0, 0, 10, 10, P);
  struct {
    press_target target;
    const char  *why;
  } cases[10];
  for (size_t i = 0; i < COUNT(cases); i++) cases[i].target = spec(9, 0, P), cases[i].why = NULL;
  cases[0].target.size = 4, cases[0].why = "size: sizeof the struct, as its ..._init writes it";
  cases[1].target.id = 0, cases[1].why = "id: not 0";
  cases[2].target.container = 9, cases[2].why = "container: not the target itself";
  cases[3].target.width = -1, cases[3].why = "width: not negative";
  cases[4].target.height = -1, cases[4].why = "height: not negative";
  cases[5].target.traits = UINT32_MAX, cases[5].why = "traits: PRESS_TARGET_...";
  cases[6].target.id = 2, cases[6].why = "id: that of no other target";
  cases[7].target.container = 7, cases[7].why = "container: the id of a target that is there, or 0";
  cases[9].target.id = 10, cases[9].why = "max_targets of the engine are there";
  for (size_t i = 0; i < COUNT(cases); i++) {
    const char *why = NULL;
    int         said = press_target_add_check(b.engine, &cases[i].target, &why);
    assert_int_equal(press_target_add_check(b.engine, &cases[i].target, NULL), said);
    assert_int_equal(press_target_add(b.engine, &cases[i].target), said);
    if (cases[i].why) assert_string_equal(why, cases[i].why);
    assert_int_equal(said == PRESS_OK, cases[i].why == NULL);
    assert_int_equal(why == NULL, cases[i].why == NULL);
  }
  assert_int_equal(press_target_add_check(NULL, &cases[8].target, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_target_add_check(b.engine, NULL, NULL), PRESS_ERR_INVAL);
}

TEST(an_update_that_is_refused_says_why_and_the_call_says_the_same) {
  bench_make(&b, NULL);
  bench_target(&b, 1, 0, 0, 0, 10, 10, P);
  bench_target(&b, 2, 1, 0, 0, 10, 10, P);
  bench_target(&b, 3, 2, 0, 0, 10, 10, P);
  const struct {
    uint32_t    id, container;
    int         status;
    const char *why;
  } cases[] = {
    {0, 0, PRESS_ERR_INVAL, "id: not 0"},
    {7, 0, PRESS_ERR_NOENT, "id: that of a target that is there"},
    {2, 7, PRESS_ERR_NOENT, "container: the id of a target that is there, or 0"},
    {2, 2, PRESS_ERR_INVAL, "container: not the target itself"},
    {1, 2, PRESS_ERR_INVAL, "container: no target that lies in this one"},
    {2, 3, PRESS_ERR_INVAL, "container: no target that lies in this one"},
    {1, 3, PRESS_ERR_INVAL, "container: no target that lies in this one"},
    {3, 1, PRESS_OK, NULL},
    {2, 3, PRESS_OK, NULL},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    const press_target target = spec(cases[i].id, cases[i].container, P);
    const char        *why = NULL;
    assert_int_equal(press_target_update_check(b.engine, &target, &why), cases[i].status);
    assert_int_equal(press_target_update_check(b.engine, &target, NULL), cases[i].status);
    assert_int_equal(press_target_update(b.engine, &target), cases[i].status);
    assert_int_equal(why == NULL, cases[i].why == NULL);
    if (why) assert_string_equal(why, cases[i].why);
  }
  assert_int_equal(press_target_update_check(NULL, NULL, NULL), PRESS_ERR_INVAL);
}

BENCH_TEST(get_gives_what_was_added) {
  press_target in = {sizeof in, 8, 0, 0xdeadbeef, -5, 6, 7, 8, 255}, out;
  memset(&out, 0x77, sizeof out);
  out.size = sizeof out;
  press_target untouched = out;
  assert_int_equal(press_target_get(b.engine, 8, &out), PRESS_ERR_NOENT);
  assert_memory_equal(&out, &untouched, sizeof out);
  assert_int_equal(press_target_add(b.engine, &in), PRESS_OK);
  assert_int_equal(press_target_get(b.engine, 8, &out), PRESS_OK);
  assert_memory_equal(&in, &out, sizeof in);
  assert_int_equal(press_target_get(b.engine, 0, &out), PRESS_ERR_NOENT);
  uint32_t id;
  assert_int_equal(press_target_get(NULL, 1, &out), PRESS_ERR_INVAL);
  assert_int_equal(press_target_get(b.engine, 1, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_target_find(NULL, 0, 0, &id), PRESS_ERR_INVAL);
  assert_int_equal(press_target_find(b.engine, 0, 0, NULL), PRESS_ERR_INVAL);
}

TEST(max_targets_is_the_limit) {
  press_config c = bench_config();
  c.max_targets = 3;
  bench_make(&b, &c);
  for (uint32_t id = 1; id <= 3; id++) bench_target(&b, id, 0, 0, 0, 10, 10, P);
  press_target t = spec(4, 0, P);
  assert_int_equal(press_target_add(b.engine, &t), PRESS_ERR_NOSPC);
  assert_int_equal(press_target_remove(b.engine, 1), PRESS_OK);
  assert_int_equal(press_target_add(b.engine, &t), PRESS_OK);
  assert_int_equal(at(5, 5), 4);
  bench_finish(&b);
  c.max_targets = 0;
  bench_make(&b, &c);
  assert_int_equal(press_target_add(b.engine, &t), PRESS_ERR_NOSPC);
  bench_finish(&b);
}

BENCH_TEST(a_preview_goes_on_while_its_target_moves) {
  bench_target(&b, 1, 0, 0, 0, 10, 10, P);
  bench_feed_at(&b, 0, 0.3, 5, 5);
  press_target t = spec(1, 0, P);
  t.x = PRESS_Q16(100);
  assert_int_equal(press_target_update(b.engine, &t), PRESS_OK);
  bench_feed_at(&b, 0, 0.4, 5, 5);
  press_touch touch;
  assert_int_equal(press_touch_get(b.engine, 0, 1, &touch), PRESS_OK);
  assert_int_equal(touch.x, PRESS_Q16(-95));
  assert_string_equal(recorder_events(&b.log), "contact_began preview_began preview_updated preview_updated");
}

/* ---- removed targets ---- */

typedef struct removal {
  uint32_t on, target;
  bool     adds, sets;
} removal;

/* Removes a target in the callback of the first event of a type, and may add it again. */
static void remove_inside(recorder *log, press_engine *engine, const entry *delivered) {
  const removal *what = log->context;
  if (delivered->kind != ENTRY_EVENT || delivered->event.type != what->on || log->calls++) return;
  press_target again;
  press_target_init(&again);
  assert_int_equal(press_target_get(engine, what->target, &again), PRESS_OK);
  assert_int_equal(press_target_remove(engine, what->target), PRESS_OK);
  if (what->adds) assert_int_equal(press_target_add(engine, &again), PRESS_OK);
}

/* Two fingers: 1 on target 1, 2 on target 2. Returns the events after the removal, each as name@target. */
static const char *after_removal(const removal *what, uint32_t first_traits, void (*deeds)(void)) {
  static char  text[2048];
  press_config c = bench_config();
  c.flags = PRESS_CONFIG_TELL_MOVED;
  bench_make(&b, &c);
  assert_int_equal(press_drag_attach(b.engine, NULL), PRESS_OK);
  assert_int_equal(press_gestures_attach(b.engine, NULL), PRESS_OK);
  assert_int_equal(press_button_attach(b.engine, NULL), PRESS_OK);
  bench_target(&b, 1, 0, 0, 0, 100, 100, first_traits);
  bench_target(&b, 2, 0, 100, 0, 100, 100, PRESS_TARGET_TAP | PRESS_TARGET_HOLD);
  /* After a change of settings the engine takes another path. */
  if (what->sets) assert_int_equal(press_engine_set(b.engine, &c), PRESS_OK);
  b.log.hook = remove_inside;
  b.log.context = (void *)what;
  deeds();
  assert_true(b.log.calls > 0);
  size_t i = 0, length = 0;
  while (b.log.entries[i].kind != ENTRY_EVENT || b.log.entries[i].event.type != what->on) i++;
  text[0] = 0;
  while (++i < b.log.count) {
    const press_event *e = &b.log.entries[i].event;
    if (b.log.entries[i].kind == ENTRY_EVENT)
      length += (size_t)snprintf(text + length, sizeof text - length, "%s%s@%u", length ? " " : "", press_event_name(e->type), e->target);
  }
  b.log.hook = NULL;
  b.log.count = 0;
  press_engine_reset(b.engine);
  return text;
}

static void a_press(void) {
  bench_feed_at(&b, 1, 0.2, 5, 5);
  bench_feed_at(&b, 1, 0, 5, 5);
}

static void a_hard_press(void) {
  bench_feed_at(&b, 1, 0.3, 5, 5);
  bench_feed_at(&b, 1, 2, 5, 5);
  bench_feed_at(&b, 1, 0, 5, 5);
}

static void a_hold_beside_another(void) {
  bench_feed_at(&b, 1, 0.2, 5, 5);
  assert_int_equal(press_tick(b.engine, b.now += 600000), PRESS_OK);
  bench_feed_at(&b, 2, 0.2, 105, 5);
  bench_feed_at(&b, 2, 0, 105, 5);
  bench_feed_at(&b, 1, 0, 5, 5);
}

static void a_tap_beside_a_preview(void) {
  bench_feed_at(&b, 2, 0.2, 105, 5);
  bench_feed_at(&b, 1, 0.3, 5, 5);
  bench_feed_at(&b, 2, 0, 105, 5);
  bench_feed_at(&b, 1, 0, 5, 5);
}

static void two_holds_and_a_reset(void) {
  bench_feed_at(&b, 1, 0.2, 5, 5);
  bench_feed_at(&b, 2, 0.2, 105, 5);
  assert_int_equal(press_tick(b.engine, b.now += 600000), PRESS_OK);
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
}

static void a_drag_onto_the_other(void) {
  bench_feed_at(&b, 1, 0.2, 5, 5);
  bench_feed_at(&b, 1, 0.2, 105, 5);
  bench_feed_at(&b, 1, 0.2, 110, 5);
  bench_feed_at(&b, 1, 0, 110, 5);
}

TEST(after_the_ends_that_a_removal_causes_nothing_names_the_target) {
  static const uint32_t HOLD = PRESS_TARGET_HOLD, TAP = PRESS_TARGET_TAP, DRAG = PRESS_TARGET_DRAG_SOURCE;
  for (int way = 0; way < 4; way++) {
    const bool    adds = way & 1, sets = way & 2;
    const removal in_tap = {PRESS_EVENT_TAPPED, 1, adds, sets}, in_preview = {PRESS_EVENT_PREVIEW_UPDATED, 1, adds, sets};
    const removal in_move = {PRESS_EVENT_CONTACT_MOVED, 1, adds, sets}, in_reset = {PRESS_EVENT_HOLD_CANCELLED, 2, adds, sets};
    const removal in_drag = {PRESS_EVENT_DRAG_MOVED, 1, adds, sets};
    assert_string_equal(after_removal(&in_tap, TAP, a_press), "contact_ended@0");
    assert_string_equal(after_removal(&in_move, TAP, a_press), "contact_ended@0");
    assert_string_equal(
      after_removal(&in_preview, P, a_hard_press), "preview_cancelled@1 contact_moved@0 button_pressed@0 button_released@0 contact_ended@0");
    /* The ends come before other pending events: here the end of the other finger's contact. */
    assert_string_equal(after_removal(&in_tap, HOLD, a_hold_beside_another), "hold_cancelled@1 contact_ended@2 contact_ended@0");
    assert_string_equal(after_removal(&in_tap, P, a_tap_beside_a_preview), "preview_cancelled@1 contact_ended@2 contact_ended@0");
    /* Ends that the reset caused are not ends of the removal. */
    assert_string_equal(after_removal(&in_reset, HOLD, two_holds_and_a_reset), "hold_cancelled@0 contact_cancelled@1 contact_cancelled@0");
    assert_string_equal(after_removal(&in_drag, DRAG, a_drag_onto_the_other), "drag_cancelled@1 contact_ended@0");
  }
}

TEST(a_surface_whose_traits_are_all_taken_is_well) {
  static const uint32_t traits[] = {0, PRESS_TARGET_PREVIEW};
  for (size_t i = 0; i < COUNT(traits); i++) {
    press_config c = bench_config();
    uint32_t     target = 77;
    const char  *why = "untouched";
    c.traits = traits[i];
    bench_make(&b, &c);
    assert_int_equal(press_targets_check(b.engine, &target, &why), PRESS_OK);
    assert_int_equal(target, 77);
    assert_string_equal(why, "untouched");
  }
}

BENCH_TEST(a_list_of_targets_is_written_as_far_as_there_is_room) {
  uint32_t ids[6];
  for (uint32_t id = 1; id <= 4; id++) bench_target(&b, id, 0, 0, 0, 10, 10, P);
  for (size_t capacity = 0; capacity <= 6; capacity++) {
    memset(ids, 0xee, sizeof ids);
    assert_int_equal(press_target_list(b.engine, P, ids, capacity), 4);
    for (size_t i = 0; i < 6; i++) assert_int_equal(ids[i], i < capacity && i < 4 ? 4 - i : 0xeeeeeeee);
  }
}

/* The last one leaves its bytes behind. */
TEST(what_was_removed_is_nowhere) {
  for (uint32_t gone = 1; gone <= 3; gone++) {
    uint32_t     ids[4];
    press_target t;
    bench_make(&b, NULL);
    for (uint32_t id = 1; id <= 3; id++) bench_target(&b, id, 0, id * 20.0, 0, 10, 10, P);
    bench_target(&b, 4, gone, gone * 20.0, 0, 10, 10, P);
    assert_int_equal(press_target_remove(b.engine, gone), PRESS_OK);
    for (uint32_t id = 1; id <= 4; id++) {
      bool is_there = id != gone && id != 4;
      press_target_init(&t);
      assert_int_equal(press_target_get(b.engine, id, &t), is_there ? PRESS_OK : PRESS_ERR_NOENT);
      t = spec(id, 0, P);
      if (!is_there) assert_int_equal(press_target_update(b.engine, &t), PRESS_ERR_NOENT);
      if (!is_there) assert_int_equal(press_target_remove(b.engine, id), PRESS_ERR_NOENT);
      if (id < 4) assert_int_equal(at(id * 20.0 + 5, 5), is_there ? id : 0);
    }
    t = spec(9, gone, P);
    assert_int_equal(press_target_add(b.engine, &t), PRESS_ERR_NOENT);
    assert_int_equal(press_target_list(b.engine, P, ids, 4), 2);
    assert_int_equal(press_target_remove(b.engine, 0), PRESS_ERR_NOENT);
    /* The name is free again. */
    bench_target(&b, gone, 0, 200, 0, 10, 10, P);
    assert_int_equal(at(205, 5), gone);
    bench_finish(&b);
  }
}

TEST(settings_that_change_nothing_of_a_touch_count_at_once) {
  press_config c = bench_config();
  bench_make(&b, &c);
  assert_int_equal(press_targets_check(b.engine, NULL, NULL), PRESS_OK);
  c.traits |= PRESS_TARGET_TAP;
  assert_int_equal(press_engine_set(b.engine, &c), PRESS_OK);
  assert_int_equal(press_targets_check(b.engine, NULL, NULL), PRESS_ERR_STATE);
  bench_finish(&b);
}

/* ---- Many in one call ---- */

static uint64_t seed;
static uint32_t chance(uint32_t n) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % n;
}

static press_target some_spec(uint32_t most) {
  press_target t = spec(1 + chance(most), chance(3) ? 0 : 1 + chance(most), chance(2) ? P : PRESS_TARGET_TAP);
  t.x = PRESS_Q16(20) * (press_q16)chance(8);
  t.y = PRESS_Q16(20) * (press_q16)chance(8);
  if (chance(20) == 0) t.width = -1;
  return t;
}

static void assert_same_targets(const press_engine *one, const press_engine *other, uint32_t most) {
  for (uint32_t id = 1; id <= most; id++) {
    press_target a, c;
    press_target_init(&a), press_target_init(&c);
    assert_int_equal(press_target_get(one, id, &a), press_target_get(other, id, &c));
    assert_memory_equal(&a, &c, sizeof a);
  }
  for (int x = -5; x < 165; x += 10) {
    for (int y = -5; y < 165; y += 10) {
      uint32_t a, c;
      press_target_find(one, PRESS_Q16(x), PRESS_Q16(y), &a);
      press_target_find(other, PRESS_Q16(x), PRESS_Q16(y), &c);
      assert_int_equal(a, c);
    }
  }
}

TEST(many_targets_in_one_call_are_as_one_after_the_other) {
  enum { BATCH = 24 };
  for (uint32_t most = 20; most <= 60; most += 40) { /* walked, and found by the index */
    static uint64_t other_storage[4096], storage[4096];
    press_engine   *one, *other;
    press_config    c = bench_config();
    c.max_targets = (uint16_t)(most - 4);
    assert_int_equal(press_engine_init(storage, sizeof storage, &c, &one), PRESS_OK);
    assert_int_equal(press_engine_init(other_storage, sizeof other_storage, &c, &other), PRESS_OK);
    seed = most;
    for (int round = 0; round < 400; round++) {
      press_target given[BATCH];
      size_t       count = chance(BATCH + 1), done = 99, taken = 0;
      for (size_t i = 0; i < count; i++) given[i] = some_spec(most);
      int last = PRESS_OK, status = press_targets_put(one, given, count, chance(4) ? &done : NULL);
      while (taken < count) {
        press_target there = {.size = sizeof there};
        bool         is_there = press_target_get(other, given[taken].id, &there) == PRESS_OK;
        last = is_there ? press_target_update(other, &given[taken]) : press_target_add(other, &given[taken]);
        if (last < 0) break;
        taken++;
      }
      assert_int_equal(status, last);
      assert_true(done == 99 || done == taken);
      assert_same_targets(one, other, most);
      uint32_t     ids[3] = {1 + chance(most), 1 + chance(most), 1 + chance(most)};
      press_target t = {.size = sizeof t};
      bool         all = true;
      for (int i = 0; i < 3; i++) all = all && press_target_get(other, ids[i], &t) == PRESS_OK;
      assert_int_equal(press_targets_remove(one, ids, 3), all ? PRESS_OK : PRESS_ERR_NOENT);
      for (int i = 0; all && i < 3; i++) press_target_remove(other, ids[i]); /* one may have gone with another */
      assert_same_targets(one, other, most);
    }
  }
}

/* A target that is removed alone keeps its slot for a while; several that are removed together do not. Programs see no difference. */
TEST(a_target_that_leaves_alone_is_as_one_that_leaves_with_others) {
  enum { MOST = 60, CAPACITY = 48 };
  static uint64_t storage[4096], other_storage[4096];
  press_engine   *one, *other;
  press_config    c = bench_config();
  c.max_targets = CAPACITY;
  assert_int_equal(press_engine_init(storage, sizeof storage, &c, &one), PRESS_OK);
  assert_int_equal(press_engine_init(other_storage, sizeof other_storage, &c, &other), PRESS_OK);
  seed = 3;
  int refused = 0, empty = 0;
  for (int round = 0; round < 4000; round++) {
    /* The table is filled, emptied one by one, and filled again. */
    bool     grows = round / 200 % 2 == 0;
    uint32_t id = 1 + chance(MOST), ids[2] = {id, id}, many = round % 200 == 199 ? MOST : 1;
    if (grows || chance(4) == 0) {
      press_target t = some_spec(MOST), there = {.size = sizeof there};
      bool         is_there = press_target_get(one, t.id, &there) == PRESS_OK;
      int          status = is_there ? press_target_update(one, &t) : press_target_add(one, &t);
      assert_int_equal(status, is_there ? press_target_update(other, &t) : press_target_add(other, &t));
      refused += status == PRESS_ERR_NOSPC;
    } else
      for (uint32_t i = 0; i < many; i++) {
        ids[0] = ids[1] = 1 + (id + i) % MOST;
        assert_int_equal(press_target_remove(one, ids[0]), press_targets_remove(other, ids, 2));
      }
    assert_same_targets(one, other, MOST);
    uint32_t listed[MOST], others[MOST], traits = P | PRESS_TARGET_TAP;
    int      count = press_target_list(one, traits, listed, MOST);
    assert_int_equal(count, press_target_list(other, traits, others, MOST));
    assert_memory_equal(listed, others, (size_t)count * sizeof *listed);
    /* The surface has traits only while there are no targets. */
    empty += count == 0;
    press_sample samples[2] = {{.t_us = 2000u * (uint64_t)round + 1, .force = PRESS_ONE * 2, .x = PRESS_Q16(5), .y = PRESS_Q16(5)},
      {.t_us = 2000u * (uint64_t)round + 2, .x = PRESS_Q16(5), .y = PRESS_Q16(5)}};
    press_event  a[64] = {0}, b_[64] = {0};
    assert_int_equal(press_feed(one, samples, 2), press_feed(other, samples, 2));
    int events = press_poll(one, a, 64);
    assert_int_equal(events, press_poll(other, b_, 64));
    assert_memory_equal(a, b_, sizeof a);
  }
  assert_true(refused > 50 && empty >= 2);
}

/* Targets as a program passes them that was built with the headers of another version. */
BENCH_TEST(many_targets_of_a_longer_struct_are_taken_and_others_than_the_first_refused) {
  struct longer {
    press_target known;
    uint32_t     later[4];
  } given[3] = {0};
  for (uint32_t i = 0; i < 3; i++) {
    given[i].known = spec(1 + i, 0, P);
    given[i].known.size = sizeof given[i];
  }
  size_t       done;
  press_target t = {.size = sizeof t};
  assert_int_equal(press_targets_put(b.engine, &given[0].known, 3, &done), PRESS_OK);
  assert_int_equal(done, 3);
  for (uint32_t id = 1; id <= 3; id++) assert_int_equal(press_target_get(b.engine, id, &t), PRESS_OK);
  given[1].known.size = sizeof(press_target);
  assert_int_equal(press_targets_put(b.engine, &given[0].known, 3, &done), PRESS_ERR_INVAL);
  assert_int_equal(done, 1);
  given[1].known.size = sizeof given[1];
  given[2].later[3] = 1; /* a value that this library does not know */
  assert_int_equal(press_targets_put(b.engine, &given[0].known, 3, &done), PRESS_ERR_INVAL);
  assert_int_equal(done, 2);
  for (given[0].known.size = 0; given[0].known.size < sizeof(press_target); given[0].known.size++)
    assert_int_equal(press_targets_put(b.engine, &given[0].known, 3, &done), PRESS_ERR_INVAL);
}

BENCH_TEST(a_call_of_many_without_any_does_nothing_and_one_without_a_list_is_refused) {
  size_t       done = 7;
  press_target t = spec(1, 0, P);
  uint32_t     id = 1;
  assert_int_equal(press_targets_put(b.engine, NULL, 0, &done), PRESS_OK);
  assert_int_equal(done, 0);
  assert_int_equal(press_targets_put(b.engine, NULL, 1, &done), PRESS_ERR_INVAL);
  assert_int_equal(press_targets_put(NULL, &t, 1, &done), PRESS_ERR_INVAL);
  assert_int_equal(press_targets_remove(b.engine, NULL, 0), PRESS_OK);
  assert_int_equal(press_targets_remove(NULL, &id, 1), PRESS_ERR_INVAL);
  assert_int_equal(press_targets_put(b.engine, &t, 1, NULL), PRESS_OK);
  id = 0;
  assert_int_equal(press_targets_remove(b.engine, &id, 1), PRESS_ERR_NOENT);
}

static void sees_all(recorder *log, press_engine *engine, const entry *delivered) {
  press_target t = {.size = sizeof t};
  (void)log;
  if (delivered->kind == ENTRY_EVENT && delivered->event.type == PRESS_EVENT_PREVIEW_CANCELLED)
    assert_int_equal(press_target_get(engine, 3, &t), PRESS_OK);
}

BENCH_TEST(nothing_is_delivered_before_all_of_a_call_are_changed) {
  bench_target(&b, 1, 0, 0, 0, 10, 10, P);
  bench_feed_at(&b, 0, 0.3, 5, 5);
  b.log.hook = sees_all;
  press_target many[] = {spec(1, 0, PRESS_TARGET_TAP), spec(2, 0, P), spec(3, 2, P)};
  assert_int_equal(press_targets_put(b.engine, many, 3, NULL), PRESS_OK);
  assert_int_equal(recorder_count(&b.log, PRESS_EVENT_PREVIEW_CANCELLED), 1);
}

/* A chain of containers in order, in reverse and in random order: a removal also removes everything inside, and nothing else. */
TEST(a_chain_of_containers_leaves_from_any_of_its_links_on) {
  enum { LINKS = 200 };
  static uint64_t storage[1 << 13];
  press_config    c = bench_config();
  c.max_targets = LINKS + 1;
  for (uint32_t from = 1; from <= LINKS; from += 33) {
    for (int order = 0; order < 3; order++) {
      press_engine *engine;
      assert_int_equal(press_engine_init(storage, sizeof storage, &c, &engine), PRESS_OK);
      seed = 9;
      press_target t = spec(1000, 0, P);
      assert_int_equal(press_target_add(engine, &t), PRESS_OK);
      for (uint32_t i = 1; i <= LINKS; i++) { /* 77 has no divisor in common with 200 */
        t = spec(order == 0 ? i : order == 1 ? LINKS + 1 - i : 1 + i * 77 % LINKS, 0, P);
        assert_int_equal(press_target_add(engine, &t), PRESS_OK);
      }
      for (uint32_t i = 2; i <= LINKS; i++) {
        t = spec(i, i - 1, P);
        assert_int_equal(press_target_update(engine, &t), PRESS_OK);
      }
      t = spec(1, LINKS, P);
      assert_int_equal(press_target_update(engine, &t), PRESS_ERR_INVAL);
      assert_int_equal(press_target_remove(engine, from), PRESS_OK);
      for (uint32_t i = 1; i <= LINKS; i++) assert_int_equal(press_target_get(engine, i, &t), i < from ? PRESS_OK : PRESS_ERR_NOENT);
      assert_int_equal(press_target_get(engine, 1000, &t), PRESS_OK);
    }
  }
}

int main(void) { return run_all(NULL, NULL); }
