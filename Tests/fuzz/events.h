/* Compares the members that an event has with those that the comments of event.h name; and checks its lines. */
#ifndef EVENTS_H
#define EVENTS_H

#include "generated/carries.h"

#include <press.h>
#include <stdbool.h>
#include <string.h>

enum { EVENT_TYPES = 160 };

/* The fields that a type of event may set (some of `about` may always be 0), or the fields that its events did set. */
typedef struct event_fields {
  uint32_t about, fields, flags;
} event_fields;

static inline event_fields event_carries(uint32_t type) {
#define CARRIES_ROW(t, about, fields, flags) \
  if (type == t) return (event_fields){about, fields, flags};
  CARRIES(CARRIES_ROW)
  return (event_fields){0, 0, 0};
}

static inline event_fields event_sets(const press_event *e) {
  event_fields set = {0, 0, e->flags};
#define SETS(name, field) \
  if (e->field) set.fields |= name;
  EVENT_FIELDS(SETS)
  if (e->contact == PRESS_NO_CONTACT) set.fields &= ~(uint32_t)FIELD_CONTACT;
  return set;
}

/* Checks an event. Returns the error, or NULL. */
static inline const char *event_follow(const press_event *e, event_fields *seen) {
  event_fields sets = event_sets(e), may = event_carries(e->type);
  if (sets.fields & ~(may.about | may.fields)) return "it sets a field that event.h does not name";
  if (sets.flags & ~may.flags) return "it has a flag that event.h does not name";
  if (!(may.about & FIELD_CONTACT) && e->contact != PRESS_NO_CONTACT) return "it has a contact, which event.h does not name";
  seen->fields |= sets.fields;
  seen->flags |= sets.flags;
  return NULL;
}

/* Checks that the line of any 64 bytes fits, ends with 0, and is refused as a whole if the buffer is too small. */
static inline const char *event_line(int (*line)(const press_event *, char *, size_t), const press_event *e, size_t room) {
  char whole[PRESS_EVENT_LINE], part[PRESS_EVENT_LINE];
  memset(whole, 'x', sizeof whole);
  memset(part, 'x', sizeof part);
  int length = line(e, whole, sizeof whole);
  if (length <= 0 || strlen(whole) != (size_t)length) return "a line fits PRESS_EVENT_LINE, and ends with 0";
  room %= sizeof part;
  int taken = line(e, part, room);
  for (size_t i = room; i < sizeof part; i++)
    if (part[i] != 'x') return "a line is written beyond its buffer";
  if (room > (size_t)length) return taken == length && !strcmp(part, whole) ? NULL : "a line depends on the room for it";
  return taken == PRESS_ERR_NOSPC && (room == 0 || !part[0]) ? NULL : "a line that does not fit leaves an empty text";
}

static inline const char *event_lines(const press_event *e, size_t room) {
  const char *wrong = event_line(press_event_describe, e, room);
  return wrong ? wrong : event_line(press_event_text, e, room);
}

#endif
