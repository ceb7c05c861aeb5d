/* Targets: a button on the surface, and one inside a card. The card previews, its inner button does not: a press on the
 * inner button is the card's preview. The delegate is asked, and called.
 *
 *   cc -std=c11 preview.c $(pkg-config --cflags --libs libpress) -o preview && ./preview
 */
#include <press.h>
#include <stdio.h>

enum { PLAY = 1, CARD = 2, LIKE = 3 };

struct app {
  bool is_locked; /* then the card may not be previewed */
};

static const char *name(uint32_t target) {
  static const char *const names[] = {"surface", "play", "card", "like"};
  return target < sizeof names / sizeof *names ? names[target] : "?";
}

static bool should_begin(press_engine *engine, const press_touch *touch, void *user) {
  const struct app *app = user;
  bool              yes = !(app->is_locked && touch->target == CARD);
  press_touch       inside; /* where, seen from the target's corner */
  if (press_touch_get(engine, touch->contact, touch->target, &inside) == 0)
    printf("  %s: begin at %d, %d? %s\n", name(touch->target), (int)(inside.x / PRESS_ONE), (int)(inside.y / PRESS_ONE), yes ? "yes" : "no");
  return yes;
}

static void preview(press_engine *engine, const press_touch *touch, press_q16 progress, bool ended, void *user) {
  (void)engine, (void)user;
  printf("  %s: preview %3d %%%s\n", name(touch->target), (int)(progress * 100 / PRESS_ONE), ended ? ", ended" : "");
}

static void commit(press_engine *engine, const press_touch *touch, press_q16 progress, bool ended, void *user) {
  (void)engine, (void)user;
  printf("  %s: commit  %3d %%%s\n", name(touch->target), (int)(progress * 100 / PRESS_ONE), ended ? ", completed" : "");
}

static void cancelled(press_engine *engine, const press_touch *touch, void *user) {
  (void)engine, (void)user;
  printf("  %s: cancelled\n", name(touch->target));
}

static bool add(press_engine *engine, uint32_t id, uint32_t container, int x, int y, int width, int height, uint32_t traits) {
  const press_target target = {.size = sizeof target,
    .id = id,
    .container = container,
    .traits = traits,
    .x = x * PRESS_ONE,
    .y = y * PRESS_ONE,
    .width = width * PRESS_ONE,
    .height = height * PRESS_ONE};
  int                status = press_target_add(engine, &target);
  if (status < 0) fprintf(stderr, "%s: %s\n", name(id), press_strerror(status));
  return status == 0;
}

/* A finger at x, y: one force every 10 ms. Then nothing touches for a while, and the loop ticks: that ends the touch. */
static bool finger(press_engine *engine, uint64_t *t_us, const char *what, int x, int y, const double *newtons, size_t count) {
  printf("%s\n", what);
  for (size_t i = 0; i < count; i++) {
    press_sample sample = {.t_us = *t_us += 10000, .force = (press_q16)(newtons[i] * PRESS_ONE), .x = x * PRESS_ONE, .y = y * PRESS_ONE};
    int          status = press_feed(engine, &sample, 1);
    if (status < 0) return fprintf(stderr, "%s\n", press_strerror(status)), false;
  }
  int status = press_tick(engine, *t_us += 200000);
  if (status < 0) return fprintf(stderr, "%s\n", press_strerror(status)), false;
  return true;
}

int main(void) {
  static uint64_t      storage[PRESS_ENGINE_STORAGE / 8];
  static const double  through[] = {0.5, 2.0, 3.5, 4.5, 1.0, 0}, light[] = {0.5, 2.0, 2.5, 1.0, 0};
  struct app           app = {.is_locked = false};
  const press_delegate delegate = {.size = sizeof delegate,
    .user = &app,
    .preview_should_begin = should_begin,
    .preview_did_update = preview,
    .commit_did_update = commit,
    .preview_did_cancel = cancelled};
  press_engine        *engine;
  uint64_t             t_us = 0;
  uint32_t             topmost;

  int status = press_engine_init(storage, sizeof storage, NULL, &engine);
  if (status == 0) status = press_set_delegate(engine, &delegate);
  if (status < 0) return fprintf(stderr, "%s\n", press_strerror(status)), 1;
  if (!add(engine, PLAY, 0, 10, 10, 60, 40, PRESS_TARGET_PREVIEW) || !add(engine, CARD, 0, 100, 10, 120, 80, PRESS_TARGET_PREVIEW)
      || !add(engine, LIKE, CARD, 180, 60, 30, 20, 0))
    return 1;

  if (!finger(engine, &t_us, "pressing play through", 30, 30, through, sizeof through / sizeof *through)) return 1;

  press_target_find(engine, 190 * PRESS_ONE, 70 * PRESS_ONE, &topmost);
  printf("at 190, 70 lies %s\n", name(topmost));
  if (!finger(engine, &t_us, "pressing like, and letting go", 190, 70, light, sizeof light / sizeof *light)) return 1;

  app.is_locked = true;
  if (!finger(engine, &t_us, "the same, locked", 190, 70, light, sizeof light / sizeof *light)) return 1;
  return finger(engine, &t_us, "beside both", 80, 30, through, sizeof through / sizeof *through) ? 0 : 1;
}
