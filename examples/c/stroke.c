/* A recorded stroke of a pen or finger as a drag: six tiles, each of which can be dragged and dropped on, and opens when it
 * is pressed; what happens is printed.
 *
 *   cc -std=c11 stroke.c $(pkg-config --cflags --libs libpress) -o stroke && ./stroke FILE.csv
 *
 * FILE has lines of t_s,x,y,pressure, in the units of the device: they are stretched to 300 x 200 points, and to 0.5 to 4.5 N
 * where there is pressure. Without a file: a stroke that is made up.
 */
#include <press.h>
#include <stddef.h>
#include <stdio.h>

enum { WIDTH = 300, HEIGHT = 200, MOST = 20000 };

static struct sample { double t, x, y, pressure; } samples[MOST];
static size_t count;

static void make_up(void) {
  static const double way[][3] = {{60, 40, 300}, {60, 40, 400}, {260, 40, 500}, {260, 150, 500}, {260, 150, 1000}, {260, 150, 0}, {160, 150, 0},
    {160, 150, 400}, {166, 150, 450}, {150, 60, 450}, {150, 60, 0}, {150, 60, 0}};
  for (int i = 0; i + 1 < (int)(sizeof way / sizeof *way); i++)
    for (int step = 0; step < 20; step++, count++)
      samples[count] = (struct sample){.t = (double)count / 100,
        .x = way[i][0] + (way[i + 1][0] - way[i][0]) * step / 20,
        .y = way[i][1] + (way[i + 1][1] - way[i][1]) * step / 20,
        .pressure = way[i][2] + (way[i + 1][2] - way[i][2]) * step / 20};
}

static int read_file(const char *path) {
  char  line[256];
  FILE *file = fopen(path, "r");
  if (!file) return perror(path), 1;
  for (int number = 1; fgets(line, sizeof line, file) && count < MOST; number++) {
    struct sample *s = &samples[count];
    if (sscanf(line, "%lf,%lf,%lf,%lf", &s->t, &s->x, &s->y, &s->pressure) == 4 && s->t >= 0)
      count++;
    else if (number > 1) { /* a heading may be there */
      fprintf(stderr, "%s:%d: a row needs t_s,x,y,pressure\n", path, number);
      return fclose(file), 1;
    }
  }
  return fclose(file), 0;
}

struct range {
  double least, most;
};

static struct range range(size_t offset) {
  struct range r = {0, 0};
  for (size_t i = 0; i < count; i++) {
    double value = *(const double *)(const void *)((const char *)&samples[i] + offset);
    if (i == 0 || value < r.least) r.least = value;
    if (i == 0 || value > r.most) r.most = value;
  }
  return r;
}

static double stretched(double value, struct range r, double most) { return r.most > r.least ? (value - r.least) / (r.most - r.least) * most : 0; }

/* Where a tile comes from is no place to drop it. */
static bool drop_will_propose(press_engine *engine, const press_drag *drag, uint32_t destination, press_drop_proposal *proposal, void *user) {
  (void)engine, (void)proposal, (void)user;
  return destination != drag->source;
}

static void on_event(press_engine *engine, const press_event *e, void *user) {
  unsigned *moves = user;
  (void)engine;
  if (e->type == PRESS_EVENT_DRAG_MOVED) ++*moves;
  if (e->type < PRESS_EVENT_DRAG_BEGAN || e->type == PRESS_EVENT_DRAG_MOVED) return;
  printf("%8.3f s  %u %s", (double)(e->t_us / 1000) / 1000, (unsigned)e->target, press_event_name(e->type));
  if (e->reason != PRESS_REASON_NONE) printf(" %s", press_reason_name(e->reason));
  putchar('\n');
}

int main(int words_count, char **words) {
  static uint64_t      storage[PRESS_ENGINE_STORAGE_ALL / 8];
  static unsigned      moves;
  const press_delegate delegate = {.size = sizeof delegate, .user = &moves, .on_event = on_event, .drop_will_propose = drop_will_propose};
  press_engine        *engine;
  press_config         config;
  if (words_count > 2) return fprintf(stderr, "usage: stroke [FILE.csv]\n"), 2;
  if (words_count < 2)
    make_up();
  else if (read_file(words[1]))
    return 1;

  press_config_init(&config);
  config.lost_after_us = 0; /* a device that reports only changes is silent while the pen is still */
  int status = press_engine_init(storage, sizeof storage, &config, &engine);
  if (status == 0) status = press_drag_attach(engine, NULL);
  if (status == 0) status = press_set_delegate(engine, &delegate);
  for (int tile = 0; status == 0 && tile < 6; tile++) {
    const press_target target = {.size = sizeof target,
      .id = (uint32_t)tile + 1,
      .x = (tile % 3 * 100) * PRESS_ONE,
      .y = (tile / 3 * 100) * PRESS_ONE,
      .width = 100 * PRESS_ONE + 1,
      .height = 100 * PRESS_ONE + 1,
      .traits = PRESS_TARGET_DRAG_SOURCE | PRESS_TARGET_DROP | PRESS_TARGET_SPRING};
    status = press_target_add(engine, &target);
  }
  struct range x = range(offsetof(struct sample, x)), y = range(offsetof(struct sample, y));
  struct range pressure = range(offsetof(struct sample, pressure));
  for (size_t i = 0; status >= 0 && i < count; i++) {
    double       newtons = samples[i].pressure > 0 ? 0.5 + samples[i].pressure / pressure.most * 4 : 0;
    press_sample sample = {.t_us = (uint64_t)(samples[i].t * 1e6 + 0.5),
      .force = (press_q16)(newtons * PRESS_ONE + 0.5),
      .x = (press_q16)(stretched(samples[i].x, x, WIDTH) * PRESS_ONE + 0.5),
      .y = (press_q16)(stretched(samples[i].y, y, HEIGHT) * PRESS_ONE + 0.5)};
    status = press_feed(engine, &sample, 1);
  }
  /* By then it is certain that a lift at the end is one. */
  uint64_t certain = press_next_deadline(engine);
  if (status >= 0 && certain != PRESS_NEVER) status = press_tick(engine, certain);
  if (status >= 0) status = press_engine_reset(engine); /* what began, ends */
  if (status < 0) return fprintf(stderr, "stroke: %s\n", press_strerror(status)), 1;
  printf("%u samples, %u moves\n", (unsigned)count, moves);
  return 0;
}
