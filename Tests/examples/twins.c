/* The programs of examples/swift in C: twins preview|peek|drag prints the same as they do. */
#include <press.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t      storage[PRESS_ENGINE_STORAGE_ALL / 8], now;
static press_engine *engine;
static char          mode;

static void check(int status) {
  if (status < 0) exit(fprintf(stderr, "%s\n", press_strerror(status)));
}

static void on_event(press_engine *e, const press_event *event, void *user) {
  (void)e, (void)user;
  char text[PRESS_EVENT_LINE];
  bool is_progress = event->type == PRESS_EVENT_PREVIEW_UPDATED && !(event->flags & PRESS_EVENT_FLAG_ENDED);
  if (mode == 'r' && is_progress) {
    printf("preview %d %%\n", (int)(event->progress * 100LL / PRESS_ONE));
    return;
  }
  if (mode == 'e' && (event->type == PRESS_EVENT_PREVIEW_UPDATED || event->type == PRESS_EVENT_COMMIT_UPDATED)) return;
  if (mode == 'd' && (event->type == PRESS_EVENT_DRAG_MOVED || event->type == PRESS_EVENT_CONTACT_MOVED)) return;
  check(press_event_text(event, text, sizeof text));
  puts(text);
}

static bool should_preview(press_engine *e, const press_touch *touch, void *user) { return (void)e, (void)user, touch->target == 1; }

static void add(uint32_t id, double x, double y, double width, double height, press_target_traits traits) {
  press_target target;
  press_target_init(&target);
  target.id = id;
  target.x = PRESS_Q16(x);
  target.y = PRESS_Q16(y);
  target.width = PRESS_Q16(width);
  target.height = PRESS_Q16(height);
  target.traits = traits;
  check(press_target_add(engine, &target));
}

static void finger(uint64_t step_us, double newtons, double x, double y) {
  now += step_us;
  const press_sample sample = {.t_us = now, .force = PRESS_Q16(newtons), .x = PRESS_Q16(x), .y = PRESS_Q16(y)};
  check(press_feed(engine, &sample, 1));
}

static void preview(void) {
  static const double given_up[] = {0.5, 2.0, 2.4, 0}, through[] = {0.5, 2.0, 3.5, 4.5, 0}, locked[] = {0.5, 4.5, 0};
  static const struct {
    double        y;
    const double *forces;
    size_t        count;
  } presses[] = {{20, given_up, 4}, {20, through, 5}, {70, locked, 3}};
  add(1, 0, 0, 100, 50, PRESS_TARGET_PREVIEW);
  add(2, 0, 50, 100, 50, PRESS_TARGET_PREVIEW);
  for (size_t i = 0; i < 3; i++) {
    for (size_t n = 0; n < presses[i].count; n++) finger(100000, presses[i].forces[n], 20, presses[i].y);
    check(press_tick(engine, now += 200000));
  }
}

static void peek(void) {
  static const double           shown[] = {0.5, 1.5, 2.5, 3.2, 3.2}, popped[] = {0.5, 1.5, 2.5, 3.5, 4.5, 5, 0};
  static const press_action     actions[] = {{.id = 1}, {.id = 2, .style = PRESS_ACTION_DESTRUCTIVE}};
  static press_peek_declaration one = {.target = 1};
  add(1, 0, 300, 100, 50, PRESS_TARGET_PEEK);
  press_peek_init(&one.peek);
  one.peek.id = 7;
  one.peek.actions_y = PRESS_Q16(200);
  one.peek.actions_width = PRESS_Q16(200);
  one.peek.action_height = PRESS_Q16(20);
  one.peek.action_count = 2;
  one.peek.actions = actions;
  check(press_peek_declare(engine, &one, 1));
  for (size_t i = 0; i < 5; i++) finger(20000, shown[i], 50, 320);
  for (int y = 310; y >= 270; y -= 10) finger(20000, 1.5, 50, y);
  for (int i = 0; i < 10; i++) finger(20000, 1.5, 50, 270);
  for (int y = 260; y >= 230; y -= 10) finger(20000, 1.5, 50, y);
  finger(20000, 0, 50, 230);
  check(press_tick(engine, now += 1000000));
  for (size_t i = 0; i < 7; i++) finger(20000, popped[i], 50, 320);
  check(press_tick(engine, now + 1000000));
}

static void drag(void) {
  add(1, 0, 0, 50, 50, PRESS_TARGET_DRAG_SOURCE);
  add(2, 100, 0, 50, 50, PRESS_TARGET_DROP | PRESS_TARGET_SPRING);
  for (int i = 0; i < 40; i++) finger(20000, 1, 25, 25);
  for (int x = 25; x <= 125; x += 10) finger(20000, 1, x, 25);
  for (int i = 0; i < 5; i++) finger(20000, 1, 125, 25);
  finger(20000, 0, 125, 25);
  check(press_tick(engine, now + 1000000));
}

int main(int count, char **arguments) {
  const press_delegate delegate = {.size = sizeof delegate, .on_event = on_event, .preview_should_begin = should_preview};
  mode = count > 1 ? arguments[1][1] : 0;
  if (count > 1 && strcmp(arguments[1], "drag") == 0) mode = 'd';
  check(press_engine_init(storage, sizeof storage, NULL, &engine));
  check(press_gestures_attach(engine, NULL));
  check(press_peek_attach(engine, NULL));
  check(press_drag_attach(engine, NULL));
  check(press_set_delegate(engine, &delegate));
  mode == 'r' ? preview() : mode == 'e' ? peek() : mode == 'd' ? drag() : exit(64);
  return 0;
}
