/* Plays the scenarios of a file and writes the file again, with what the library answered: README.md says how they are written.
 *
 *   play FILE OUT
 *
 * What it writes is FILE when nothing has changed. The same is written on every processor, and by play.py through Python. */
#include <press.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generated/contract.h"

enum { WORDS = 64, ACTIONS = 32, ITEMS = 16, PLACES = 4 };

#define MOST_DEADLINES 10000

#define MEMBER(name) press_##name##_config name;
#define NUMBERED(name) CONFIG_##name,
#define WRITTEN(name) #name,
typedef union config {
  press_config engine;
  ATTACHED(MEMBER)
} config;
enum { CONFIG_engine, ATTACHED(NUMBERED) CONFIGS };
static const char *const config_names[CONFIGS] = {"engine", ATTACHED(WRITTEN)};

static uint64_t               storage[32768 / 8];
static press_engine          *engine;
static config                 configs[CONFIGS];
static press_peek_declaration declared[ACTIONS];
static press_action           actions[ACTIONS];
static size_t                 declared_count, action_count, line_number;
static uint32_t               item_ids[ITEMS], item_sources[ITEMS];
static size_t                 item_count;
static press_sample           finger[PLACES];
static size_t                 now_finger;
static uint64_t               now, step;
static FILE                  *out;

static void fail(const char *what, const char *detail) {
  fprintf(stderr, "line %zu: %s: %s\n", line_number, what, detail);
  exit(1);
}

/* ---- numbers and names ---- */

/* A decimal number of at most five places, times `one`, rounded; or constants joined by |. */
static int64_t number(const char *text, int64_t one) {
  static const struct {
    const char *name;
    int64_t     value;
  } constants[] = {
#define CONSTANT(name) {#name, PRESS_##name},
    CONSTANTS(CONSTANT){"NO_CONTACT", PRESS_NO_CONTACT},
  };
  bool        negative = *text == '-';
  const char *at = text + negative;
  if (*at >= '0' && *at <= '9') {
    int64_t whole = 0, parts = 0, of = 1;
    while (*at >= '0' && *at <= '9') whole = whole * 10 + (*at++ - '0');
    if (*at == '.') at++;
    while (*at >= '0' && *at <= '9') parts = parts * 10 + (*at++ - '0'), of *= 10;
    if (*at || of > 100000 || (one == 1 && of > 1)) fail("not a number here", text);
    int64_t value = whole * one + (parts * one + of / 2) / of;
    return negative ? -value : value;
  }
  int64_t value = 0;
  for (size_t length; *text; text += length + (text[length] == '|')) {
    length = strcspn(text, "|");
    size_t i = 0;
    while (i < sizeof constants / sizeof *constants && (strncmp(constants[i].name, text, length) || constants[i].name[length])) i++;
    if (i == sizeof constants / sizeof *constants) fail("neither a number nor a constant", text);
    value |= constants[i].value;
  }
  return value;
}

static void write_fixed(const char *name, int32_t value) {
  /* Four places, rounded, without the zeros at the end. */
  int64_t parts = ((int64_t)(value < 0 ? -(int64_t)value : value) * 10000 + 32768) / 65536;
  char    text[32];
  int length = snprintf(text, sizeof text, "%s%lld.%04lld", value < 0 && parts ? "-" : "", (long long)(parts / 10000), (long long)(parts % 10000));
  while (text[length - 1] == '0') text[--length] = 0;
  if (text[length - 1] == '.') text[--length] = 0;
  fprintf(out, " %s=%s", name, text);
}

static void write_time(const char *before, uint64_t t_us) {
  char text[32];
  int  length = snprintf(text, sizeof text, "%llu.%03llu", (unsigned long long)(t_us / 1000), (unsigned long long)(t_us % 1000));
  while (text[length - 1] == '0') text[--length] = 0;
  if (text[length - 1] == '.') text[--length] = 0;
  fprintf(out, "%s%s", before, text);
}

/* ---- what the library says ---- */

static void on_event(press_engine *e, const press_event *v, void *user) {
  (void)e, (void)user;
  write_time("> ", v->t_us);
  fprintf(out, " %s", press_event_name(v->type));
  if (v->contact == PRESS_NO_CONTACT)
    fprintf(out, " contact=none");
  else if (v->contact)
    fprintf(out, " contact=%lu", (unsigned long)v->contact);
  if (v->target) fprintf(out, " target=%lu", (unsigned long)v->target);
  if (v->subject) fprintf(out, " subject=%lu", (unsigned long)v->subject);
  if (v->reason) fprintf(out, " reason=%s", press_reason_name(v->reason));
  if (v->progress) write_fixed("progress", v->progress);
  const char *const names[] = {"value", "value2"};
  const press_q16   values[] = {v->value, v->value2};
  for (int i = 0; i < 2; i++)
    if (values[i] && IS_FIXED(v->type))
      write_fixed(names[i], values[i]);
    else if (values[i])
      fprintf(out, " %s=%lu", names[i], (unsigned long)(uint32_t)values[i]);
  if (v->type == PRESS_EVENT_DRAG_MOVED) write_fixed("x", v->x), write_fixed("y", v->y);
  const char *const flags[] = {"ended", "returns", "fades", "part"};
  for (int i = 0; i < 4; i++)
    if (v->flags >> i & 1) fprintf(out, " %s", flags[i]);
  if (v->late_us) write_time(" late=", v->late_us);
  fputc('\n', out);
}

static void status(int value, int plain) {
  if (value < 0)
    fprintf(out, "> refused: %s\n", press_strerror(value));
  else if (value != plain)
    fprintf(out, "> answers %d\n", value);
}

static size_t on_drag(press_engine *e, const press_touch *touch, uint32_t session, press_drag_item *items, size_t capacity, void *user) {
  (void)e, (void)user, (void)session;
  size_t count = 0;
  for (size_t i = 0; i < item_count && count < capacity; i++)
    if (item_sources[i] == touch->target) items[count++].id = item_ids[i];
  return count;
}

/* ---- lines ---- */

static size_t config_named(const char *name) {
  for (size_t i = 0; i < CONFIGS; i++)
    if (!strcmp(config_names[i], name)) return i;
  fail("no such config", name);
  return 0;
}

static void set_field(size_t which, char *word) {
  char *equals = strchr(word, '=');
  if (!equals) fail("a field has a value, as in lift_us=0", word);
  *equals = 0;
#define FIELD(owner, struct_name, field, is_fixed) \
  if (which == CONFIG_##owner && !strcmp(word, #field)) { \
    int64_t value = number(equals + 1, is_fixed ? PRESS_ONE : 1); \
    memcpy((char *)&configs[which] + offsetof(struct_name, field), \
      sizeof((struct_name *)0)->field == 2 ? (void *)&(uint16_t){(uint16_t)value} : (void *)&(uint32_t){(uint32_t)value}, \
      sizeof((struct_name *)0)->field); \
    return; \
  }
  FIELDS(FIELD)
  fail("no such field", word);
}

static void start(void) {
  memset(storage, 0xa5, sizeof storage);
  press_config_init(&configs[CONFIG_engine].engine);
#define INIT(name) press_##name##_config_init(&configs[CONFIG_##name].name);
  ATTACHED(INIT)
  memset(finger, 0, sizeof finger);
  engine = NULL;
  declared_count = action_count = item_count = now_finger = 0;
  now = 0, step = 10000;
}

static press_engine *the_engine(void) {
  if (engine) return engine;
  press_delegate delegate = {.size = sizeof delegate, .on_event = on_event, .drag_will_begin = on_drag};
  if (press_engine_init(storage, sizeof storage, &configs[CONFIG_engine].engine, &engine) || press_set_delegate(engine, &delegate))
    fail("no engine", "its config is not valid");
  return engine;
}

static void attach(size_t which) {
  the_engine();
#define ATTACH(name) \
  if (which == CONFIG_##name) status(press_##name##_attach(engine, &configs[which].name), 0);
  ATTACHED(ATTACH)
  if (which == CONFIG_engine) fail("made, not attached", "engine");
}

static void set(size_t which) {
#define SETTER(name) \
  if (which == CONFIG_##name) { \
    status(press_##name##_set(the_engine(), &configs[which].name), 0); \
    return; \
  }
  SETTERS(SETTER)
  fail("cannot be changed while it runs", config_names[which]);
}

/* ID X Y WIDTH HEIGHT TRAITS [in CONTAINER] */
static void target(char **words, size_t count) {
  press_target t;
  if (count < 6) fail("a target has an id, a place, a size and traits", words[0]);
  press_target_init(&t);
  t.id = (uint32_t)number(words[0], 1);
  t.x = (press_q16)number(words[1], PRESS_ONE), t.y = (press_q16)number(words[2], PRESS_ONE);
  t.width = (press_q16)number(words[3], PRESS_ONE), t.height = (press_q16)number(words[4], PRESS_ONE);
  t.traits = 0;
  for (size_t i = 5; i < count; i++) {
    char name[64];
    if (!strcmp(words[i], "in")) {
      if (i + 2 != count) fail("in is followed by a container", words[i]);
      t.container = (uint32_t)number(words[++i], 1);
    } else {
      snprintf(name, sizeof name, "TARGET_%s", words[i]);
      t.traits |= (uint32_t)number(name, 1);
    }
  }
  status(press_target_add(the_engine(), &t), 0);
}

/* TARGET PEEK ACTION...; an action is its id, with ! disabled, with * destructive. Actions lie under each other in a frame of
 * 100 by 20 each, its corner at 0, 100. */
static void peek(char **words, size_t count) {
  if (count < 2 || declared_count == ACTIONS || action_count + count - 2 > ACTIONS) fail("TARGET PEEK ACTION...", words[0]);
  press_peek_declaration *d = &declared[declared_count++];
  memset(d, 0, sizeof *d);
  press_peek_init(&d->peek);
  d->target = (uint32_t)number(words[0], 1), d->peek.id = (uint32_t)number(words[1], 1);
  d->peek.actions = &actions[action_count];
  d->peek.action_count = (uint32_t)(count - 2);
  d->peek.actions_y = PRESS_Q16(100), d->peek.actions_width = PRESS_Q16(100), d->peek.action_height = PRESS_Q16(20);
  for (size_t i = 2; i < count; i++) {
    press_action *a = &actions[action_count++];
    size_t        length = strlen(words[i]);
    memset(a, 0, sizeof *a);
    for (; length && strchr("!*", words[i][length - 1]); words[i][--length] = 0) {
      if (words[i][length - 1] == '!')
        a->flags |= PRESS_ACTION_FLAG_DISABLED;
      else
        a->style = PRESS_ACTION_DESTRUCTIVE;
    }
    a->id = (uint32_t)number(words[i], 1);
  }
  status(press_peek_declare(the_engine(), declared, declared_count), 0);
}

static void press(char **words, size_t count) {
  press_sample *s = &finger[now_finger];
  for (size_t i = 0; i < count; i++) {
    if (!strcmp(words[i], "lost"))
      s->flags |= PRESS_SAMPLE_LOST;
    else if (!strcmp(words[i], "palm"))
      s->flags |= PRESS_SAMPLE_PALM;
    else
      s->force = (press_q16)number(words[i], PRESS_ONE);
    now += step;
    s->t_us = now;
    status(press_feed(the_engine(), s, 1), 1);
    s->flags = 0;
  }
}

static void call(char **words, size_t count) {
  int64_t n[8] = {0};
  char    name[64];
  the_engine();
  snprintf(name, sizeof name, "press_%s", words[0]);
#define CALL(function, kinds, made) \
  if (!strcmp(name, #function)) { \
    if (count - 1 != strlen(kinds)) fail("takes another number of arguments", words[0]); \
    for (size_t i = 0; i + 1 < count; i++) n[i] = number(words[i + 1], kinds[i] == 'q' ? PRESS_ONE : 1); \
    status(made, 0); \
    return; \
  }
  CALLS(CALL)
  fail("no such function", words[0]);
}

/* Something that repeats, as a hold does, has a deadline for ever. */
static void deadlines(void) {
  uint64_t next;
  for (int left = MOST_DEADLINES; (next = press_next_deadline(the_engine())) != PRESS_NEVER; left--) {
    if (left == 0) fail("a deadline waits always: end what repeats, or wait for a time", "deadlines");
    now = next > now ? next : now;
    status(press_tick(engine, now), 0);
  }
}

static void items(char **words, size_t count) {
  if (count < 2 || item_count + count - 1 > ITEMS) fail("SOURCE ITEM...", words[0]);
  for (size_t i = 1; i < count; i++) {
    item_sources[item_count] = (uint32_t)number(words[0], 1);
    item_ids[item_count++] = (uint32_t)number(words[i], 1);
  }
}

static void run(char **words, size_t count) {
  char **rest = words + 1;
  if (!strcmp(words[0], "engine") || !strcmp(words[0], "attach") || !strcmp(words[0], "set")) {
    bool   is_engine = words[0][0] == 'e';
    size_t which = is_engine ? CONFIG_engine : count > 1 ? config_named(words[1]) : CONFIGS;
    if (which == CONFIGS) fail("what", words[0]);
    if (is_engine && engine) fail("the engine is made already", words[0]);
    for (size_t i = is_engine ? 1 : 2; i < count; i++) set_field(which, words[i]);
    if (words[0][0] == 'a')
      attach(which);
    else if (words[0][0] == 's')
      set(which);
  } else if (!strcmp(words[0], "target"))
    target(rest, count - 1);
  else if (!strcmp(words[0], "peek"))
    peek(rest, count - 1);
  else if (!strcmp(words[0], "items"))
    items(rest, count - 1);
  else if (!strcmp(words[0], "finger") && count >= 3) {
    now_finger = count > 3 ? (size_t)number(words[3], 1) : 0;
    if (now_finger >= PLACES) fail("no such finger", words[3]);
    finger[now_finger].contact = (uint32_t)now_finger;
    finger[now_finger].x = (press_q16)number(words[1], PRESS_ONE), finger[now_finger].y = (press_q16)number(words[2], PRESS_ONE);
  } else if (!strcmp(words[0], "every") && count == 2)
    step = (uint64_t)number(words[1], 1000);
  else if (!strcmp(words[0], "press"))
    press(rest, count - 1);
  else if (!strcmp(words[0], "wait") && count == 2) {
    now += (uint64_t)number(words[1], 1000);
    status(press_tick(the_engine(), now), 0);
  } else if (!strcmp(words[0], "deadlines"))
    deadlines();
  else if (!strcmp(words[0], "call") && count >= 2)
    call(rest, count - 1);
  else
    fail("no such line", words[0]);
}

int main(int argc, char **argv) {
  static char text[1024], buffers[2][65536];
  FILE       *in = argc == 3 ? fopen(argv[1], "r") : NULL;
  out = argc == 3 ? fopen(argv[2], "w") : NULL;
  if (!in || !out) fail("play FILE OUT", "what cannot be opened");
  setvbuf(in, buffers[0], _IOFBF, sizeof buffers[0]);
  setvbuf(out, buffers[1], _IOFBF, sizeof buffers[1]);
  while (fgets(text, sizeof text, in)) {
    char  *words[WORDS];
    size_t count = 0;
    line_number++;
    if (text[0] == '>') continue;
    fputs(text, out);
    if (!strncmp(text, "## ", 3)) start();
    if (text[0] == '#' || !line_number) continue;
    for (char *word = strtok(text, " \n"); word && count < WORDS; word = strtok(NULL, " \n")) words[count++] = word;
    if (count) run(words, count);
  }
  return fclose(out) ? 1 : 0;
}
