/* Scripts for pads: a finger as words, and what is known then. */
#ifndef PAD_PLAYS_H
#define PAD_PLAYS_H

#include "pads.h"

#include <string.h>

/* Feeds a frame in which the readings of some sensors failed. */
static inline void feed_failed(uint32_t failed) {
  press_frame f = {.present = ((1u << p.count) - 1) & ~failed, .failed = failed};
  for (size_t i = 0; i < p.count; i++) f.code[i] = code_of(0);
  feed_frame(f);
}

static inline void feed_code_for(int32_t code, uint64_t us) {
  for (uint64_t end = p.now + us; p.now < end;) feed_code(code);
}

/* The number of an event or of a reason with this name. */
static inline uint32_t named(const char *(*name)(uint32_t), const char *given) {
  for (uint32_t n = 0; n < 1000; n++)
    if (strcmp(name(n), given) == 0) return n;
  fail_msg("no %s is known", given);
  return 0;
}

static inline const char *name_of_reason(uint32_t reason) { return press_reason_name((int32_t)reason); }

/* What is played, for failures. */
static const char *playing;

static inline void is_near(const char *word, double found, const char *expected, double usual) {
  const char *within = strchr(expected, '~');
  if (!(fabs(found - atof(expected)) <= (within ? atof(within + 1) : usual))) fail_msg("%s, at %s: it is %g", playing, word, found);
}

/* Feeds `0.6,0,0.1`: the newtons of each sensor. */
static inline void feed_each(const char *newtons) {
  press_frame f = {.present = (1u << p.count) - 1};
  for (size_t i = 0; i < p.count; i++, newtons = strchr(newtons, ',') ? strchr(newtons, ',') + 1 : "0") f.code[i] = code_of(atof(newtons));
  feed_frame(f);
}

static inline void is_equal(const char *word, uint64_t found, uint64_t expected) {
  if (found != expected) fail_msg("%s, at %s: it is %u", playing, word, (unsigned)found);
}

static inline void is_above(const char *word, double found, double least) {
  if (!(found > least)) fail_msg("%s, at %s: it is %g", playing, word, found);
}

static inline uint32_t flags_of(const char *name) {
  static const char *const names[] = {"none", "starting", "touched", "lost"};
  static const uint32_t    flags[] = {0, PRESS_READING_STARTING, PRESS_READING_TOUCHED, PRESS_READING_LOST};
  for (size_t i = 0; i < COUNT(names); i++)
    if (strcmp(name, names[i]) == 0) return flags[i];
  fail_msg("no flag %s is known", name);
  return 0;
}

static inline void has_reason(const char *word, uint32_t type, const char *reason) {
  const press_event *e = recorder_last(&b.log, type);
  if (!e || e->reason != (int32_t)named(name_of_reason, reason))
    fail_msg("%s, at %s: it is %s", playing, word, e ? press_reason_name(e->reason) : "no");
}

/* A word of plays with `=` in it; `key` is what stands before that. */
static inline void asserts(const char *word, const char *key, const char *value) {
  const press_pad_stats s = stats();
  const struct {
    const char *name;
    uint64_t    count;
  } counts[] = {{"faults", s.faults}, {"spikes", s.spikes}, {"gaps", s.gaps}, {"bus_errors", s.bus_errors}, {"backwards", s.backwards}};
  uint64_t expected = strtoul(value, NULL, 10);
  if (strcmp(key, "n") == 0) {
    is_near(word, reading().force / 65536.0, value, 0.01);
  } else if (strcmp(key, "zero") == 0) {
    is_near(word, reading().baseline[0] / 65536.0, value, 0.01);
  } else if (strcmp(key, "raw") == 0) {
    is_equal(word, (uint32_t)reading().force, (uint32_t)reading().raw_force[0]);
  } else if (strcmp(key, "flags") == 0) {
    is_equal(word, reading().flags, flags_of(value));
  } else if (strcmp(key, "fault") == 0) {
    is_equal(word, (uint32_t)reading().fault[0], named(name_of_reason, value));
  } else if (strcmp(key, "at") == 0) {
    is_near(word, reading().x / 65536.0, value, 0.5);
    is_near(word, reading().y / 65536.0, strchr(value, ',') + 1, 0.5);
  } else if (strcmp(key, "contacts") == 0) {
    static const uint32_t types[] = {PRESS_EVENT_CONTACT_BEGAN, PRESS_EVENT_CONTACT_ENDED, PRESS_EVENT_CONTACT_CANCELLED};
    for (size_t i = 0; i < 3; i++) is_equal(word, recorder_count(&b.log, types[i]), (uint64_t)(value[2 * i] - '0'));
  } else {
    size_t i = 0;
    while (i < COUNT(counts) && strcmp(key, counts[i].name)) i++;
    is_equal(word, i < COUNT(counts) ? counts[i].count : recorder_count(&b.log, named(press_event_name, key)), expected);
  }
}

/* Plays a script of words with one space between two:
 *   0.6  a frame of so many newtons    0.6:50  frames of them for 50 ms    0.6*3  three frames    #26400, #26400:50, #26400*3  the same of a code
 *   0.6,0,0.1*3  of so many on each sensor    !1  a frame in which the readings of these sensors fail
 *   w500  the next frame comes so many ms later    +500  a tick so many ms later    tare  a tare, tare=no  one that is refused
 *   (0.6 0:50)*3  all of that three times
 * and asserts what it says:
 *   n=0.6  the force, to 0.01 N    n=0.6~0.05  to 0.05 N    n>0.5  more than that    raw  the filter leaves it as it is
 *   zero=5~0.1, zero>5  the zero of the first sensor, in microsiemens    at=50,20  the place, to half a point
 *   flags=none, flags=starting, flags=touched, flags=lost    fault=open  that of the first sensor    faults=1  a number of the statistics
 *   contact_began=1  so many events of a type    contacts=1/0/1  so many began, ended and were cancelled
 *   sensor_fault:open  the reason of the last event of a type    zero:start  the same of baseline_changed */
static inline void play_words(const char *script, const char *end) {
  while (script < end) {
    while (*script == '(') { /* a group */
      const char *last = strchr(script, ')');
      for (unsigned long left = strtoul(last + 2, NULL, 10); left > 0; left--) play_words(script + 1, last);
      script = last + strcspn(last, " ");
      if (script >= end) return;
      script++;
    }
    char   word[64], key[64] = "";
    size_t split;
    script = next_word(script, " )", word, sizeof word);
    const char *number = *word == '#' || *word == '!' ? word + 1 : word, *part = strpbrk(number, ":*=");
    if (strcmp(word, "tare") == 0 || strcmp(word, "tare=no") == 0) {
      assert_int_equal(press_pad_tare(p.pad, 0), part ? PRESS_ERR_STATE : PRESS_OK);
    } else if (*word == 'w' && word[1] >= '0' && word[1] <= '9') {
      p.now += 1000 * strtoul(word + 1, NULL, 10);
    } else if (*word == '+') {
      assert_int_equal(press_pad_tick(p.pad, p.now += 1000 * strtoul(word + 1, NULL, 10), b.engine), PRESS_OK);
    } else if (*word >= 'a') {
      memcpy(key, word, split = strcspn(word, ":=>"));
      if (word[split] == '>')
        is_above(word, strcmp(key, "n") == 0 ? newtons() : zero(0), atof(word + split + 1));
      else if (word[split] == '=' || word[split] == 0)
        asserts(word, key, word + split + (word[split] != 0));
      else
        has_reason(word, strcmp(key, "zero") == 0 ? PRESS_EVENT_BASELINE_CHANGED : named(press_event_name, key), word + split + 1);
    } else {
      uint64_t until = p.now + (part && *part == ':' ? 1000 * strtoul(part + 1, NULL, 10) : 0);
      for (unsigned long left = part && *part == '*' ? strtoul(part + 1, NULL, 10) : 1; left > 0 || p.now<until; left -= left> 0) {
        if (*word == '!')
          feed_failed((uint32_t)strtoul(number, NULL, 10));
        else if (strchr(word, ','))
          feed_each(word);
        else
          feed_code(*word == '#' ? (int32_t)strtol(number, NULL, 10) : code_of(atof(number)));
      }
    }
  }
}

/* A row of a table: a failure says its name. */
static inline void plays_row(const char *name, const char *script) {
  playing = name;
  play_words(script, script + strlen(script));
}

static inline void plays(const char *script) { plays_row(script, script); }

#endif
