#include "finger.h"

#include <stdio.h>
#include <stdlib.h>

void must(int status, const char *what) {
  if (status >= 0) return;
  terminal_close();
  fprintf(stderr, "%s: %s\n", what, press_strerror(status));
  exit(1);
}

/* The middle of its cell. */
static void feed(struct finger *finger, press_q16 force, uint64_t now_us) {
  press_sample sample = {.t_us = now_us,
    .flags = finger->has_wheel ? PRESS_SAMPLE_HAS_FORCE : 0,
    .force = force,
    .x = (finger->column * COLUMN + COLUMN / 2) * PRESS_ONE,
    .y = (finger->line * LINE + LINE / 2) * PRESS_ONE};
  must(press_feed(finger->engine, &sample, 1), "press_feed");
}

static press_q16 force(const struct finger *finger) { return (finger->steps + (finger->has_wheel ? 0 : 2)) * PRESS_ONE / 2; }

static void touch(struct finger *finger, bool has_wheel, int column, int line, uint64_t now_us) {
  finger->is_down = true;
  finger->has_wheel = has_wheel;
  finger->steps = has_wheel;
  finger->column = column;
  finger->line = line;
  feed(finger, force(finger), now_us);
}

static void lift(struct finger *finger, uint64_t now_us) {
  feed(finger, 0, now_us);
  finger->is_down = false;
}

static void turn(struct finger *finger, int by, int column, int line, uint64_t now_us) {
  if (!finger->is_down && by > 0) {
    touch(finger, true, column, line, now_us);
  } else if (finger->is_down) {
    if (finger->steps + by >= 0 && finger->steps + by <= 10) finger->steps += by;
    if (force(finger) == 0)
      lift(finger, now_us);
    else
      feed(finger, force(finger), now_us);
  }
}

static void move(struct finger *finger, int column, int line, uint64_t now_us) {
  finger->column = column < 0 ? 0 : column;
  finger->line = line < 0 ? 0 : line;
  feed(finger, force(finger), now_us);
}

static bool take_key(struct finger *finger, int key, int column, int line, uint64_t now_us) {
  if (key == '+' || key == '-')
    turn(finger, key == '+' ? 1 : -1, column, line, now_us);
  else if (!finger->is_down)
    return false;
  else if (key == KEY_UP || key == KEY_DOWN)
    move(finger, finger->column, finger->line + (key == KEY_UP ? -1 : 1), now_us);
  else if (key == KEY_LEFT || key == KEY_RIGHT)
    move(finger, finger->column + (key == KEY_LEFT ? -1 : 1), finger->line, now_us);
  else
    return false;
  return true;
}

bool finger_take(struct finger *finger, const struct input *input, int column, int line, uint64_t now_us) {
  switch (input->kind) {
    case INPUT_KEY: return take_key(finger, input->key, column, line, now_us);
    case INPUT_DOWN: /* a click ends the touch of the wheel */
      if (finger->is_down)
        lift(finger, now_us);
      else
        touch(finger, false, input->column, input->line, now_us);
      return true;
    case INPUT_MOVE:
      if (finger->is_down) move(finger, input->column, input->line, now_us);
      return true;
    case INPUT_UP:
      if (finger->is_down && !finger->has_wheel) lift(finger, now_us);
      return true;
    case INPUT_HARDER:
    case INPUT_SOFTER: turn(finger, input->kind == INPUT_HARDER ? 1 : -1, input->column, input->line, now_us); return true;
    default: return false;
  }
}

bool finger_cancel(struct finger *finger, uint64_t now_us) {
  if (!finger->is_down) return false;
  press_contact_release(finger->engine, 0); /* where nothing became of it, there is nothing to cancel */
  lift(finger, now_us);
  return true;
}
