/* press_setup_key_get: the range of a key is the range that the reader takes, that the check takes, and that a message says. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

static uint64_t storage[PRESS_SETUP_STORAGE / 8];

/* Further settings that a limit of a key requires: its section is not valid alone, or another key limits it. */
static const struct {
  const char *key; /* "peek": of the whole section */
  const char *before;
  const char *before_least; /* where another text goes with the least */
} BESIDE[] = {
  {"sensor.max_code", "[sensor]\nfull_scale = 16777215\n", NULL},
  {"sensor.preload_force", "[sensor]\ncurve = table 1:1 2:32767.99998\n", NULL},
  {"uinput", "[uinput]\nkind = raw\n", NULL},
  {"effect.detents", "[feedback]\n[effect]\nevent = preview_updated\nfollows = progress\n", NULL},
  {"effect", "[feedback]\n[effect]\nevent = tapped\n", NULL},
  {"pad.start_limit", "[engine]\ntouch_force = 32767.99998\n", NULL},
  {"engine.touch_force", "[engine]\nrelease_force = 0.00002\n", NULL},
  {"engine.release_force", "[engine]\ntouch_force = 32767.99998\n", NULL},
  {"engine.zero_force", "[engine]\nfull_force = 32767.99998\n", NULL},
  {"engine.full_force", "[engine]\nzero_force = 0\n", NULL},
  {"engine.preview_pressure", "[engine]\ncommit_pressure = 32767.99998\ncomplete_pressure = 32767.99998\n", NULL},
  {"engine.commit_pressure", "[engine]\npreview_pressure = 0\ncomplete_pressure = 32767.99998\n", NULL},
  {"engine.complete_pressure", "[engine]\npreview_pressure = 0\ncommit_pressure = 0\n", NULL},
  {"engine.max_targets", "", NULL},
  {"target.width", "[target]\nheight = 1\n", NULL},
  {"target.height", "[target]\nwidth = 1\n", NULL},
  {"target.container", "[target]\nid = 4294967295\nwidth = 1\nheight = 1\n[target2]\nwidth = 1\nheight = 1\n", NULL},
  {"target", "[target]\nwidth = 1\nheight = 1\n", NULL},
  {"peek.target", "[target]\nid = 4294967295\nwidth = 1\nheight = 1\ntraits = peek\n[peek]\n", "[engine]\ntraits = peek\n[peek]\n"},
  {"peek", "[engine]\ntraits = peek\n[peek]\n", NULL},
  {"action.peek", "[engine]\ntraits = peek\n[peek]\nid = 4294967295\n[action]\n", "[engine]\ntraits = peek\n[peek]\nid = 0\n[action]\n"},
  {"action.group", "[engine]\ntraits = peek\n[peek]\n[action]\nid = 4294967295\ntitle = x\n[action2]\n", NULL},
  {"action", "[engine]\ntraits = peek\n[peek]\n[action]\n", NULL},
  {"transition.target", "[target]\nid = 4294967295\nwidth = 1\nheight = 1\n[transition]\n", NULL},
  {"transition.dx", "[transition]\ndriver = motion\n", NULL},
  {"transition.dy", "[transition]\ndriver = motion\n", NULL},
  {"button.press_force", "[button]\nrelease_force = 0.00002\nceiling = 32767.99998\n", NULL},
  {"button.release_force", "[button]\npress_force = 32767.99998\nceiling = 32767.99998\n", NULL},
  {"button.ceiling", "[button]\nrelease_force = 0.00002\npress_force = 0.00002\n", NULL},
  {"strike.min_speed", "[strike]\nmax_speed = 32767.99998\n", NULL},
  {"strike.max_speed", "[strike]\nmin_speed = 0.00002\n", NULL},
  {"levels.first_pressure", "[levels]\nlast_pressure = 1\n", NULL},
  {"levels.last_pressure", "[levels]\nfirst_pressure = 0.00002\n", NULL},
};

static const char *beside(const press_setup_key *key, const char *name, bool is_least) {
  for (size_t i = 0; i < sizeof BESIDE / sizeof *BESIDE; i++)
    if (!strcmp(BESIDE[i].key, name) || !strcmp(BESIDE[i].key, key->section))
      return is_least && BESIDE[i].before_least ? BESIDE[i].before_least : BESIDE[i].before;
  return "";
}

static const char *words(const press_setup *setup) {
  press_setup_fault fault;
  press_setup_fault_init(&fault);
  return press_setup_get_fault(setup, &fault) == PRESS_OK ? fault.words : "";
}

/* The number as a config has it. */
static void write_number(const press_setup_key *key, int64_t number, char *text, size_t room) {
  if (key->kind == PRESS_SETUP_KIND_DECIMAL && number >= INT32_MIN && number <= INT32_MAX)
    press_setup_decimal((press_q16)number, text, room);
  else if (key->kind == PRESS_SETUP_KIND_DECIMAL)
    snprintf(text, room, "%lld", (long long)(number / 65536 + (number > 0 ? 1 : -1)));
  else
    snprintf(text, room, "%lld", (long long)number);
}

/* 0: taken by both; 1: not read; 2: refused by the check. */
static int taken(const press_setup_key *key, int64_t number, char *said, size_t room) {
  press_setup *setup;
  char         text[64], name[64], section[64], line[160];
  assert_int_equal(press_setup_init(storage, sizeof storage, &setup), PRESS_OK);
  snprintf(name, sizeof name, "%s.%s", key->section, key->name);
  const char *before = beside(key, name, number <= key->least);
  snprintf(section, sizeof section, "[%s]\n", key->section);
  if (press_setup_text(setup, PRESS_SETUP_ORIGIN_CONFIG, before, strlen(before)) != PRESS_OK) fail_msg("%s: %s", before, words(setup));
  if (!strstr(before, section)) assert_int_equal(press_setup_text(setup, PRESS_SETUP_ORIGIN_CONFIG, section, strlen(section)), PRESS_OK);
  write_number(key, number, text, sizeof text);
  char again[40] = "";
  if (!strcmp(name, "target.container") || !strcmp(name, "action.group")) strcpy(again, "2");
  snprintf(line, sizeof line, "%s%s.%s=%s", key->section, again, key->name, text);
  int read = press_setup_option(setup, line), check = read ? PRESS_OK : press_setup_check(setup, PRESS_SETUP_SOURCE_CODES);
  snprintf(said, room, "%s: %s", line, read || check ? words(setup) : "");
  return read ? 1 : check ? 2 : 0;
}

TEST(the_range_of_a_number_is_what_is_taken_and_what_is_said) {
  press_setup_key key;
  char            said[1200], least[40], most[40];
  int             wrong = 0, numbers = 0, times = 0;
  press_setup_key_init(&key);
  for (uint32_t i = 0; press_setup_key_get(i, &key) == PRESS_OK; i++) {
    if (key.kind > PRESS_SETUP_KIND_TIME || key.words) continue;
    numbers++;
    times += key.kind == PRESS_SETUP_KIND_TIME;
    const struct {
      int64_t number;
      int     taken;
    } some[] = {{key.least, 0}, {key.most, 0}, {key.least - 1, 1}, {key.most + 1, 1}, {0, key.flags & PRESS_SETUP_FLAG_OR_ZERO ? 0 : -1}};
    for (size_t one = 0; one < sizeof some / sizeof *some; one++) {
      if (some[one].taken < 0) continue;
      int64_t number = some[one].number;
      if (taken(&key, number, said, sizeof said) != some[one].taken) wrong++, fprintf(stderr, "%s\n", said);
    }
    /* The message has both. */
    write_number(&key, key.least, least, sizeof least);
    write_number(&key, key.most, most, sizeof most);
    if (key.kind == PRESS_SETUP_KIND_DECIMAL
        && (!strstr(key.accepted, most) || !(strstr(key.accepted, least) || (key.least == 1 && strstr(key.accepted, "above 0")))))
      wrong++, fprintf(stderr, "%s.%s: %s\n", key.section, key.name, key.accepted);
  }
  assert_true(numbers > 170 && times > 50);
  assert_int_equal(wrong, 0);
}

/* The answer has the unit that was typed. */
TEST(a_time_beyond_its_limit_is_answered_in_its_unit) {
  static const struct {
    const char *line, *end;
  } SOME[] = {
    {"levels.repeat_us=500", "; 500 is less than 1000 microseconds: 500ms?"},
    {"levels.repeat_us=500us", "; 500us is less than 1000us"},
    {"levels.repeat_us=0.5ms", "; 0.5ms is less than 1ms"},
    {"levels.repeat_us=20s", "; 20s is more than 10s"},
    {"levels.repeat_us=20000ms", "; 20000ms is more than 10000ms"},
    {"levels.repeat_us=0.0005s", "; 0.0005s is less than 0.001s"},
    {"pad.gap_us=5000s", "; 5000s is more than 4294.967295s"},
    {"scroll.frame_us=0", "; 0 is less than 1 microsecond"},
    {"pad.gap_us=2min", "; write 120s"},
    {"pad.gap_us=2 sec", "; write 2s"},
  };
  for (size_t i = 0; i < sizeof SOME / sizeof *SOME; i++) {
    press_setup *setup;
    assert_int_equal(press_setup_init(storage, sizeof storage, &setup), PRESS_OK);
    assert_int_equal(press_setup_option(setup, SOME[i].line), PRESS_ERR_INVAL);
    const char *said = words(setup);
    size_t      length = strlen(said), end = strlen(SOME[i].end);
    if (length < end || strcmp(said + length - end, SOME[i].end) != 0) fail_msg("%s: %s", SOME[i].line, said);
  }
}

/* A start that is refused says why. */
TEST(a_setup_that_cannot_start_says_why) {
  static uint64_t   engine[PRESS_ENGINE_STORAGE_ALL / 8], pad[PRESS_PAD_STORAGE_8 / 8];
  press_setup_parts parts;
  press_setup      *setup;
  press_setup_parts_init(&parts);
  parts.engine_storage = engine;
  parts.engine_bytes = sizeof engine;
  parts.pad_storage = pad;
  parts.pad_bytes = sizeof pad;
  assert_int_equal(press_setup_init(storage, sizeof storage, &setup), PRESS_OK);
  assert_int_equal(press_setup_start(setup, &parts), PRESS_ERR_STATE);
  assert_string_equal(words(setup), "press_setup_check comes before press_setup_start");

  /* For an IIO device the program gives the value of a code. */
  assert_int_equal(press_setup_check(setup, PRESS_SETUP_SOURCE_IIO), PRESS_OK);
  assert_int_equal(press_setup_start(setup, &parts), PRESS_ERR_INVAL);
  assert_non_null(strstr(words(setup), "sensor.full_scale is not known"));
  ((press_sensor *)press_setup_section(setup, "sensor"))->circuit.full_scale = 26400;
  assert_int_equal(press_setup_start(setup, &parts), PRESS_OK);

  parts.pad_bytes = 8;
  assert_int_equal(press_setup_start(setup, &parts), PRESS_ERR_NOSPC);
  assert_non_null(strstr(words(setup), "pad_bytes 8"));
  parts.pad_bytes = sizeof pad;
  press_bus bus;
  memset(&bus, 0, sizeof bus);
  bus.size = sizeof bus;
  parts.bus = &bus;
  assert_int_equal(press_setup_start(setup, &parts), PRESS_ERR_INVAL);
  assert_non_null(strstr(words(setup), "bus without a transfer"));
}

/* A conflict of two keys: the message begins with the key that was given, and has both values. */
TEST(keys_that_do_not_go_together_are_named_with_their_values) {
  static const struct {
    const char *text, *words;
    uint32_t    line;
  } SOME[] = {
    {"[levels]\nfirst_pressure = 0.9\n",
      "levels.first_pressure = 0.9 does not go with last_pressure = 0.67, its default: last_pressure: above first_pressure, at most 1", 2},
    {"[levels]\nfirst_pressure = 0.9\nlast_pressure = 0.8\n",
      "levels.last_pressure: above first_pressure, at most 1; last_pressure = 0.8, first_pressure = 0.9", 3},
    {"[engine]\ntouch_force = 0.1\n",
      "engine.touch_force = 0.1 does not go with release_force = 0.25, its default: release_force: above 0, at most touch_force", 2},
  };
  for (size_t i = 0; i < sizeof SOME / sizeof *SOME; i++) {
    press_setup      *setup;
    press_setup_fault fault;
    press_setup_fault_init(&fault);
    assert_int_equal(press_setup_init(storage, sizeof storage, &setup), PRESS_OK);
    assert_int_equal(press_setup_text(setup, PRESS_SETUP_ORIGIN_CONFIG, SOME[i].text, strlen(SOME[i].text)), PRESS_OK);
    assert_int_equal(press_setup_check(setup, PRESS_SETUP_SOURCE_CODES), PRESS_ERR_INVAL);
    assert_int_equal(press_setup_get_fault(setup, &fault), PRESS_OK);
    assert_string_equal(fault.words, SOME[i].words);
    assert_int_equal(fault.line, SOME[i].line);
  }
}

int main(void) { return run_all(NULL, NULL); }
