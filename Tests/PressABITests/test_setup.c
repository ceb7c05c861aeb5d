/* press_setup_...: a config that is read from text. (Tests/setup/cases.txt lists accepted texts and messages; pressd, C and Python are
 * tested with it.) */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

static uint64_t     storage[PRESS_SETUP_STORAGE / 8];
static press_setup *setup;

static int fresh(void **state) {
  (void)state;
  assert_int_equal(press_setup_init(storage, sizeof storage, &setup), PRESS_OK);
  return 0;
}

static int reads(const char *text) { return press_setup_text(setup, PRESS_SETUP_ORIGIN_CONFIG, text, strlen(text)); }

static void takes(const char *text) {
  press_setup_fault fault;
  press_setup_fault_init(&fault);
  int status = reads(text);
  if (status == PRESS_OK) status = press_setup_check(setup, PRESS_SETUP_SOURCE_CONVERTERS);
  press_setup_get_fault(setup, &fault);
  if (status != PRESS_OK) fail_msg("%u: %s", (unsigned)fault.line, fault.words);
}

/* Asserts the refusal of the last call. */
static void said(uint32_t origin, uint32_t line, const char *words) {
  press_setup_fault fault;
  press_setup_fault_init(&fault);
  assert_int_equal(press_setup_get_fault(setup, &fault), PRESS_OK);
  assert_string_equal(fault.words, words);
  assert_int_equal(fault.length, strlen(words));
  assert_int_equal(fault.origin, origin);
  assert_int_equal(fault.line, line);
}

static press_setup_value value(const char *key) {
  press_setup_value found;
  press_setup_value_init(&found);
  if (press_setup_get(setup, key, &found) != PRESS_OK) fail_msg("no key %s", key);
  return found;
}

TEST_AFTER(fresh, storage_of_the_caller_suffices_and_is_not_exceeded) {
  assert_true(press_setup_size() > 16384 && press_setup_size() <= PRESS_SETUP_STORAGE);
  press_setup *none = NULL;
  assert_int_equal(press_setup_init(storage, press_setup_size() - 1, &none), PRESS_ERR_NOSPC);
  assert_int_equal(press_setup_init((char *)storage + 4, sizeof storage - 8, &none), PRESS_ERR_INVAL);
  assert_int_equal(press_setup_init(NULL, sizeof storage, &none), PRESS_ERR_INVAL);
  assert_int_equal(press_setup_init(storage, sizeof storage, NULL), PRESS_ERR_INVAL);
  assert_null(none);
  uint64_t  last = UINT64_C(0x5A5A5A5A5A5A5A5A);
  uint64_t *exact = malloc(press_setup_size() + 8);
  memcpy((char *)exact + press_setup_size(), &last, 8);
  assert_int_equal(press_setup_init(exact, press_setup_size(), &none), PRESS_OK);
  assert_int_equal(press_setup_text(none, PRESS_SETUP_ORIGIN_CONFIG, "[peek]\n[action]\ntitle = x\n[drag]\n", 32), PRESS_OK);
  press_setup_check(none, PRESS_SETUP_SOURCE_CONVERTERS);
  assert_memory_equal((char *)exact + press_setup_size(), &last, 8);
  free(exact);
}

TEST_AFTER(fresh, values_stand_where_the_library_takes_them) {
  takes("\xEF\xBB\xBF[engine]\ntouch_force = 0.5 # newtons\r\ntraits = preview tap\n[gestures]\nhold_us = 300ms\n[sensor]\nx = 25\n"
        "[sensor2]\nx = -2.5\nchannel = 3\n[converter]\nmode = single poll\n[listen]\npath = /run/press.sock\nmode = 660\n");
  const press_config *engine = press_setup_section(setup, "engine");
  assert_int_equal(engine->touch_force, PRESS_ONE / 2);
  assert_int_equal(engine->traits, PRESS_TARGET_PREVIEW | PRESS_TARGET_TAP);
  assert_int_equal(((const press_gestures_config *)press_setup_section(setup, "gestures"))->hold_us, 300000);
  assert_int_equal(((const press_sensor *)press_setup_section(setup, "sensor2"))->x, -5 * PRESS_ONE / 2);
  assert_int_equal(((const press_converter_config *)press_setup_section(setup, "converter"))->address, 0x48);
  assert_null(press_setup_section(setup, "listen"));
  assert_null(press_setup_section(setup, "sensor9"));
  assert_null(press_setup_section(setup, "nothing"));
  assert_int_equal(press_setup_count(setup, "sensor"), 2);
  assert_int_equal(press_setup_count(setup, "gestures"), 1);
  assert_int_equal(press_setup_count(setup, "drag"), 0);
  assert_int_equal(press_setup_count(setup, "nothing"), 0);
  assert_int_equal(press_setup_option(setup, "drag.enabled=yes"), PRESS_OK);
  assert_int_equal(press_setup_count(setup, "drag"), 1);
  assert_int_equal(press_setup_option(setup, "gestures.enabled=no"), PRESS_OK);
  assert_int_equal(press_setup_count(setup, "gestures"), 0);
  assert_int_equal(press_setup_section_line(setup, "gestures"), 4);
  assert_int_equal(press_setup_section_line(setup, "drag"), 0);
  uint32_t converter = 9, input = 9;
  assert_int_equal(press_setup_get_wire(setup, 1, &converter, &input), PRESS_OK);
  assert_int_equal(converter, 0);
  assert_int_equal(input, 3);
  assert_int_equal(press_setup_get_wire(setup, 2, &converter, &input), PRESS_ERR_NOENT);
}

TEST_AFTER(fresh, a_value_says_where_it_was_given) {
  takes("[engine]\ntouch_force = 0.5\n[sensor]\n[sensor2]\nchannel = converter2.1\n[converter2]\nready_pin = /dev/gpiochip0:17\n"
        "[listen]\npath = /run/press.sock\nmode = 640\n[pad]\nflags = no_median\n");
  assert_int_equal(value("engine.touch_force").number, PRESS_ONE / 2);
  assert_int_equal(value("engine.touch_force").line, 2);
  assert_int_equal(value("engine.touch_force").origin, PRESS_SETUP_ORIGIN_CONFIG);
  assert_int_equal(value("engine.full_force").origin, 0);
  assert_int_equal(value("sensor2.channel").number, 2 * 65536 + 1);
  assert_int_equal(value("converter.reference").number, -1);
  assert_int_equal(value("converter2.ready_pin").number, 17);
  assert_string_equal(value("converter2.ready_pin").text, "/dev/gpiochip0");
  assert_string_equal(value("listen.path").text, "/run/press.sock");
  assert_int_equal(value("listen.path").length, 15);
  assert_int_equal(value("listen.mode").number, 0640);
  assert_int_equal(value("pad.flags").number, PRESS_PAD_NO_MEDIAN);
  press_setup_value none;
  press_setup_value_init(&none);
  assert_int_equal(press_setup_get(setup, "engine.colour", &none), PRESS_ERR_NOENT);
  assert_int_equal(press_setup_get(setup, "engine", &none), PRESS_ERR_NOENT);
  none.size = 4;
  assert_int_equal(press_setup_get(setup, "engine.touch_force", &none), PRESS_ERR_INVAL);
}

TEST_AFTER(fresh, what_is_wrong_names_line_key_and_rule) {
  press_setup_fault fault;
  press_setup_fault_init(&fault);
  assert_int_equal(press_setup_get_fault(setup, &fault), PRESS_ERR_NOENT);
  assert_int_equal(fault.origin, 0);
  assert_int_equal(reads("[pad]\nbeta = -1\n"), PRESS_ERR_INVAL);
  said(PRESS_SETUP_ORIGIN_CONFIG, 2, "pad.beta: it must be a decimal from 0 to 32767.99998");
  fresh(NULL);
  assert_int_equal(reads("[engine]\n\nrelease_force = 0.5"), PRESS_OK);
  assert_int_equal(press_setup_check(setup, PRESS_SETUP_SOURCE_CONVERTERS), PRESS_ERR_INVAL);
  said(PRESS_SETUP_ORIGIN_CONFIG, 3, "engine.release_force: above 0, at most touch_force; release_force = 0.5, touch_force = 0.4, its default");
  assert_int_equal(press_setup_check(setup, 9), PRESS_ERR_INVAL);
  fresh(NULL);
  takes("[target]\nwidth = 1\nheight = 1\n");
  assert_int_equal(press_setup_option(setup, "target2.width=1"), PRESS_OK);
  assert_int_equal(press_setup_check(setup, PRESS_SETUP_SOURCE_CODES), PRESS_ERR_INVAL);
  said(PRESS_SETUP_ORIGIN_OPTION, 0, "a target requires width and height above 0");
}

TEST_AFTER(fresh, an_option_goes_before_the_profile_and_that_before_the_config) {
  static const char profile[] = "[profile]\nname = Noa\n[engine]\ntouch_force = 0.2\nrelease_force = 0.1\n";
  assert_int_equal(reads("[engine]\ntouch_force = 0.4\nrelease_force = 0.3\nfull_force = 5\n"), PRESS_OK);
  assert_int_equal(press_setup_text(setup, PRESS_SETUP_ORIGIN_PROFILE, profile, sizeof profile - 1), PRESS_OK);
  assert_int_equal(press_setup_option(setup, "engine.touch_force = 0.25"), PRESS_OK);
  assert_int_equal(press_setup_check(setup, PRESS_SETUP_SOURCE_CONVERTERS), PRESS_OK);
  assert_int_equal(value("engine.touch_force").number, PRESS_ONE / 4);
  assert_int_equal(value("engine.touch_force").origin, PRESS_SETUP_ORIGIN_OPTION);
  assert_int_equal(value("engine.release_force").origin, PRESS_SETUP_ORIGIN_PROFILE);
  assert_int_equal(value("engine.release_force").line, 5);
  assert_int_equal(value("engine.full_force").origin, PRESS_SETUP_ORIGIN_CONFIG);
  assert_int_equal(press_setup_option(setup, "touch_force=1"), PRESS_ERR_INVAL);
  said(PRESS_SETUP_ORIGIN_OPTION, 0, "it must be SECTION.KEY=VALUE, as in engine.touch_force=0.5");
  assert_int_equal(press_setup_text(setup, PRESS_SETUP_ORIGIN_PROFILE, "[sensor]", 8), PRESS_ERR_INVAL);
  said(PRESS_SETUP_ORIGIN_PROFILE, 1, "no section \"sensor\" in a profile; there are engine, gestures, peeks, button, drag, profile");
  assert_int_equal(press_setup_text(setup, PRESS_SETUP_ORIGIN_OPTION, "", 0), PRESS_ERR_INVAL);
}

TEST_AFTER(fresh, line_by_line_every_wrong_line_is_named) {
  static const char *const lines[] = {"[pad]", "beta = -1", "[pads]", "beta = 1", "[engine]", "touch_force = x"};
  uint32_t                 wrong = 0;
  assert_int_equal(press_setup_line(setup, "", 0), PRESS_ERR_STATE);
  assert_int_equal(press_setup_begin(setup, PRESS_SETUP_ORIGIN_OPTION), PRESS_ERR_INVAL);
  assert_int_equal(press_setup_begin(setup, PRESS_SETUP_ORIGIN_CONFIG), PRESS_OK);
  for (size_t i = 0; i < COUNT(lines); i++) {
    if (press_setup_line(setup, lines[i], strlen(lines[i])) != PRESS_OK) wrong |= 1u << i;
  }
  assert_int_equal(wrong, 1 << 1 | 1 << 2 | 1 << 5);
  said(PRESS_SETUP_ORIGIN_CONFIG, 6, "engine.touch_force: it must be a decimal above 0, up to 32767.99998");
}

TEST_AFTER(fresh, words_that_are_too_long_are_cut_off) {
  static char text[20001];
  memset(text, 'x', sizeof text - 1);
  text[0] = '[';
  text[2000] = ']';
  press_setup_fault fault;
  press_setup_fault_init(&fault);
  assert_int_equal(press_setup_text(setup, PRESS_SETUP_ORIGIN_CONFIG, text, 2001), PRESS_ERR_INVAL);
  assert_int_equal(press_setup_get_fault(setup, &fault), PRESS_OK);
  assert_int_equal(fault.length, 1023);
  assert_int_equal(strlen(fault.words), 1023);
  assert_int_equal(press_setup_text(setup, PRESS_SETUP_ORIGIN_CONFIG, text, 16384), PRESS_ERR_INVAL);
  said(PRESS_SETUP_ORIGIN_CONFIG, 1, "the line is too long");
}

static int give(const char *path, uint8_t *bytes, size_t capacity, const char **why, void *user) {
  press_calibration *held = user;
  if (strcmp(path, "/there") != 0) {
    *why = "there is none";
    return -1;
  }
  return press_calibration_store(held, bytes, capacity);
}

TEST_AFTER(fresh, a_calibration_comes_from_the_program) {
  press_calibration held;
  press_calibration_init(&held);
  held.x = 7 * PRESS_ONE;
  held.y = 8 * PRESS_ONE;
  assert_int_equal(reads("[sensor]\ncalibration = /there\n"), PRESS_ERR_INVAL);
  said(PRESS_SETUP_ORIGIN_CONFIG, 2, "sensor.calibration: /there: no program reads files here");
  press_setup_files files;
  press_setup_files_init(&files);
  files.read = give;
  files.user = &held;
  assert_int_equal(press_setup_set_files(setup, &files), PRESS_OK);
  assert_int_equal(reads("[sensor]\nx = 5\ncalibration = /there\n"), PRESS_OK);
  const press_sensor *sensor = press_setup_section(setup, "sensor");
  assert_int_equal(sensor->x, 5 * PRESS_ONE);
  assert_int_equal(sensor->y, 8 * PRESS_ONE);
  assert_int_equal(press_setup_option(setup, "sensor.calibration=/absent"), PRESS_ERR_INVAL);
  said(PRESS_SETUP_ORIGIN_OPTION, 0, "sensor.calibration: /absent: there is none");
  files.size = 4;
  assert_int_equal(press_setup_set_files(setup, &files), PRESS_ERR_INVAL);
}

TEST_AFTER(fresh, keys_are_listed_and_what_is_shown_is_accepted_again) {
  press_setup_key key;
  press_setup_key_init(&key);
  uint32_t count = 0, words = 0;
  for (; press_setup_key_get(count, &key) == PRESS_OK; count++) {
    char name[64], shown[256], again[400];
    snprintf(name, sizeof name, "%s.%s", key.section, key.name);
    assert_true(key.kind >= PRESS_SETUP_KIND_WHOLE && key.kind <= PRESS_SETUP_KIND_FORM);
    assert_true(strlen(key.accepted) > 3);
    if (key.words) words++;
    const char *unit = NULL, *about = NULL;
    assert_int_equal(press_setup_key_get_texts(count, &unit, &about), PRESS_OK);
    assert_true(strlen(about) > 3);
    if (key.kind == PRESS_SETUP_KIND_TIME) assert_string_equal(unit, "us");
    if (!strcmp(name, "engine.touch_force")) assert_string_equal(unit, "N");
    if (!strcmp(name, "sensor.x")) assert_string_equal(about, "where it sits");
    if (!strcmp(name, "sensor.pull_up")) assert_string_equal(unit, "");
    int length = press_setup_get_text(setup, name, shown, sizeof shown);
    assert_int_equal(length, strlen(shown));
    assert_int_equal(press_setup_get_text(setup, name, shown, (size_t)length), PRESS_ERR_NOSPC);
    assert_int_equal(press_setup_get_text(setup, name, shown, sizeof shown), length);
    /* Not for a key that may be missing: it shows nothing, or a number that means so. */
    if (!strcmp(key.name, "full_scale") || !strcmp(key.name, "event") || !strcmp(key.name, "id") || !strcmp(name, "action.peek") || length == 0)
      continue;
    snprintf(again, sizeof again, "%s=%s", name, shown);
    if (press_setup_option(setup, again) != PRESS_OK) fail_msg("%s", again);
  }
  assert_true(count > 200 && words > 8);
  assert_int_equal(press_setup_key_get(count, &key), PRESS_ERR_NOENT);
  const char *text = NULL;
  assert_int_equal(press_setup_key_get_texts(count, &text, &text), PRESS_ERR_NOENT);
  assert_int_equal(press_setup_key_get_texts(0, NULL, &text), PRESS_ERR_INVAL);
  assert_int_equal(press_setup_key_get_texts(0, &text, NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_setup_key_get(0, &key), PRESS_OK);
  assert_string_equal(key.section, "sensor");
  assert_string_equal(key.name, "channel");
  assert_int_equal(key.sections, 8);
}

/* ---- What is written is read back ---- */

static uint64_t fresh_storage[PRESS_SETUP_STORAGE / 8];

/* Asserts that a value is accepted, and that its written form means the same as an option and as a line of a config. */
static void comes_back(const press_setup_key *key, const char *text) {
  char name[64], line[400], shown[400], again[400];
  memcpy(storage, fresh_storage, sizeof storage);
  snprintf(name, sizeof name, "%s.%s", key->section, key->name);
  snprintf(line, sizeof line, "%s=%s", name, text);
  if (press_setup_option(setup, line) != PRESS_OK) fail_msg("%s is refused", line);
  press_setup_value given = value(name);
  char              words[300] = "";
  if (given.text) strcpy(words, given.text);
  int length = press_setup_get_text(setup, name, shown, sizeof shown);
  assert_int_equal(length, strlen(shown));
  for (int is_line = 0; is_line < 2; is_line++) {
    memcpy(storage, fresh_storage, sizeof storage);
    snprintf(line, sizeof line, is_line ? "[%s]\n%s = %s\n" : "%s.%s=%s", key->section, key->name, shown);
    if ((is_line ? reads(line) : press_setup_option(setup, line)) != PRESS_OK)
      fail_msg("%s=%s is written as %s, which is refused", name, text, shown);
    press_setup_value now = value(name);
    press_setup_get_text(setup, name, again, sizeof again);
    if (now.number != given.number || strcmp(now.text ? now.text : "", words) != 0 || strcmp(again, shown) != 0)
      fail_msg("%s=%s is written as %s, which is %s", name, text, shown, again);
  }
}

static void comes_back_all(const press_setup_key *key, const char *const *texts) {
  for (; *texts; texts++) comes_back(key, *texts);
}

/* Asserts it for both limits and for values between them: whole numbers, or all digits of a decimal. */
static void numbers_come_back(const press_setup_key *key) {
  int64_t span = key->most - key->least, steps[] = {0, 1, span / 4, span / 2, span / 3 * 2 + 1, span - 1, span};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    int64_t  number = key->least + (steps[i] < 0 || steps[i] > span ? 0 : steps[i]);
    uint64_t magnitude = number < 0 ? -(uint64_t)number : (uint64_t)number;
    char     text[40];
    if (key->kind == PRESS_SETUP_KIND_DECIMAL)
      snprintf(text, sizeof text, "%s%u.%012llu", number < 0 ? "-" : "", (unsigned)(magnitude >> 16),
        (unsigned long long)((magnitude & 65535) * UINT64_C(1000000000000) / 65536));
    else
      snprintf(text, sizeof text, "%lld", (long long)number);
    comes_back(key, text);
    char name[64];
    snprintf(name, sizeof name, "%s.%s", key->section, key->name);
    assert_int_equal(value(name).number, number);
  }
}

/* Asserts it for each word, and for flags also for all words together. */
static void words_come_back(const press_setup_key *key) {
  char words[400], all[400] = "";
  strcpy(words, key->words);
  for (char *word = strtok(words, ","); word; word = strtok(NULL, ",")) {
    comes_back(key, word);
    strcat(strcat(all, " "), word);
  }
  if (key->kind != PRESS_SETUP_KIND_FLAGS) return;
  comes_back(key, all + 1);
  comes_back(key, "none");
}

static const struct {
  const char *of, *texts[8];
} FORMS[] = {
#define FORM(key, ...) {key, {__VA_ARGS__}},
#include "../setup/forms.h"
};

static const char *const *forms_of(const char *of) {
  for (size_t i = 0; i < sizeof FORMS / sizeof *FORMS; i++)
    if (!strcmp(of, FORMS[i].of)) return FORMS[i].texts;
  return NULL;
}

/* A value that is kept in other keys, such as the content of a calibration, has no written form. */
static void form_comes_back(const press_setup_key *key) {
  char name[64];
  snprintf(name, sizeof name, "%s.%s", key->section, key->name);
  const char *const *texts = forms_of(name);
  if (!texts) texts = forms_of(key->section);
  if (!texts) texts = forms_of(key->name);
  if (texts)
    comes_back_all(key, texts);
  else if (strcmp(key->name, "calibration") != 0)
    fail_msg("%s: no value of its form is known here", name);
}

TEST_AFTER(fresh, what_is_written_of_any_key_is_read_back) {
  static const char *const yes_no[] = {"yes", "no", NULL};
  press_setup_key          key;
  press_setup_key_init(&key);
  memcpy(fresh_storage, storage, sizeof storage);
  for (uint32_t i = 0; press_setup_key_get(i, &key) == PRESS_OK; i++) {
    switch (key.kind) {
      case PRESS_SETUP_KIND_DECIMAL:
      case PRESS_SETUP_KIND_TIME: numbers_come_back(&key); break;
      case PRESS_SETUP_KIND_WHOLE: key.words ? words_come_back(&key) : numbers_come_back(&key); break;
      case PRESS_SETUP_KIND_WORD:
      case PRESS_SETUP_KIND_FLAGS: words_come_back(&key); break;
      case PRESS_SETUP_KIND_YES_NO: comes_back_all(&key, yes_no); break;
      case PRESS_SETUP_KIND_STRING: comes_back_all(&key, forms_of("")); break;
      default: form_comes_back(&key);
    }
  }
}

TEST_AFTER(fresh, a_decimal_is_written_as_short_as_it_can_be_read) {
  static const struct {
    press_q16   number;
    const char *text;
  } SOME[] = {{PRESS_Q16(0.4), "0.4"}, {PRESS_Q16(0.85), "0.85"}, {PRESS_Q16(-0.4), "-0.4"}, {0, "0"}, {1, "0.00002"}, {5 * PRESS_ONE, "5"},
    {INT32_MAX, "32767.99998"}, {INT32_MIN, "-32768"}, {-1, "-0.00002"}, {PRESS_Q16(0.1), "0.1"}, {PRESS_ONE / 2, "0.5"}};
  char text[16];
  for (size_t i = 0; i < sizeof SOME / sizeof *SOME; i++) {
    assert_int_equal(press_setup_decimal(SOME[i].number, text, sizeof text), strlen(SOME[i].text));
    assert_string_equal(text, SOME[i].text);
  }
  assert_int_equal(press_setup_decimal(1, text, 7), PRESS_ERR_NOSPC);
  assert_int_equal(press_setup_decimal(1, text, 8), 7);
  assert_int_equal(press_setup_decimal(1, text, 0), PRESS_ERR_NOSPC);
  assert_int_equal(press_setup_decimal(1, NULL, 8), PRESS_ERR_INVAL);
  uint32_t seed = 1;
  for (int i = 0; i < 2000; i++) {
    seed = seed * 1664525u + 1013904223u;
    uint64_t whole = seed >> 1, unit = 1;
    int      length = press_setup_decimal((press_q16)whole, text, sizeof text);
    char    *point = strchr(text, '.');
    if (!point) continue;
    for (const char *digit = point + 2; *digit; digit++) unit *= 10;
    uint64_t less = whole * unit >> 16; /* with one digit less, below and above */
    for (uint64_t other = less; other <= less + 1; other++) assert_true(((other << 16) + unit / 2) / unit != whole);
    assert_true(length <= 12);
  }
}

TEST_AFTER(fresh, a_text_that_no_line_of_a_config_can_have_is_refused) {
  assert_int_equal(press_setup_option(setup, "action.title=a #1"), PRESS_ERR_INVAL);
  said(PRESS_SETUP_ORIGIN_OPTION, 0, "action.title: it must be up to 63 bytes of UTF-8 without control characters, and without # or ; after a blank");
  assert_int_equal(press_setup_option(setup, "listen.path=;a"), PRESS_ERR_INVAL);
  assert_int_equal(press_setup_option(setup, "sensor.calibration=/a ;b"), PRESS_ERR_INVAL);
}

/* A bus with an ADS1115 at 0x48, which always has converted 0x1212, and a part at 0x49 whose bytes are all 1. */
typedef struct wires {
  unsigned transfers;
  uint8_t  pointer, config[2];
} wires;

static int transfer(uint8_t address, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count, void *user) {
  wires *bus = user;
  bus->transfers++;
  if (address == 0x48 && out_count > 0) bus->pointer = out[0];
  if (address == 0x48 && out_count == 3 && out[0] == 1) memcpy(bus->config, out + 1, 2);
  if (in_count) memset(in, address == 0x48 ? 0x12 : 0x01, in_count);
  if (address == 0x48 && bus->pointer == 1 && in_count == 2) {
    in[0] = bus->config[0] | 0x80; /* ready */
    in[1] = bus->config[1];
  }
  return 0;
}

TEST_AFTER(fresh, a_config_is_started_with_everything_on_it) {
  static uint64_t   engine[PRESS_ENGINE_STORAGE_ALL / 8], pad[PRESS_PAD_STORAGE_8 / 8];
  wires             chips = {0};
  press_bus         bus;
  press_frame       frame;
  press_setup_parts parts;
  press_bus_init(&bus);
  bus.user = &chips;
  bus.transfer = transfer;
  press_setup_parts_init(&parts);
  parts.engine_storage = engine;
  parts.engine_bytes = sizeof engine;
  parts.pad_storage = pad;
  parts.pad_bytes = sizeof pad;
  parts.bus = &bus;
  assert_int_equal(press_setup_step(setup, 0, &frame), PRESS_ERR_STATE);
  assert_int_equal(press_setup_start(setup, &parts), PRESS_ERR_STATE);
  takes("[sensor]\nchannel = 1\n[sensor2]\nchannel = converter2.1\nfull_scale = 255\n[sensor3]\nchannel = 0\nfull_scale = 26400\n"
        "[converter2]\nmodel = pcf8591\n[target]\nid = 5\nwidth = 100\nheight = 100\ntraits = peek drag_source preview\n"
        "[peek]\ntarget = 5\n[action]\ntitle = Copy\n[action2]\ngroup = 1\ntitle = All\n[drag]\n[strike]\n[transition]\nduration = 250ms\n");
  assert_int_equal(press_setup_start(setup, &parts), PRESS_OK);
  assert_non_null(parts.engine);
  assert_non_null(parts.pad);
  press_target target;
  press_target_init(&target);
  assert_int_equal(press_target_get(parts.engine, 5, &target), PRESS_OK);
  assert_int_equal(target.width, 100 * PRESS_ONE);
  press_transition_options options;
  press_transition_options_init(&options);
  assert_int_equal(press_setup_get_transition(setup, 1, &options), PRESS_OK);
  assert_int_equal(options.duration_us, 250000);
  assert_int_equal(press_setup_get_transition(setup, 2, &options), PRESS_ERR_NOENT);
  uint64_t now = 1000000;
  int      done = 0;
  for (int i = 0; i < 1000 && done == 0; i++) {
    done = press_setup_step(setup, now, &frame);
    if (press_setup_next_deadline(setup) > now) now = press_setup_next_deadline(setup);
  }
  assert_int_equal(done, 1);
  assert_int_equal(frame.present | frame.failed, 7);
  assert_int_equal(frame.present, 7);
  assert_int_equal(frame.code[0], 0x1212);
  assert_int_equal(frame.code[1], 0x01);
  assert_int_equal(frame.code[2], 0x1212);
  assert_true(chips.transfers > 3);
  assert_int_equal(press_pad_feed(parts.pad, &frame, parts.engine), PRESS_OK);
  parts.engine_bytes = 512;
  assert_int_equal(press_setup_start(setup, &parts), PRESS_ERR_NOSPC);
}

/* Two ADS1115 that stop answering, or lose their registers. */
typedef struct pair {
  int      answers[2]; /* the status of each transfer */
  bool     forgets[2];
  unsigned asleep; /* bits of those whose last config is single shot, idle */
  uint8_t  pointer[2], config[2][2];
} pair;

static int transfer_to_pair(uint8_t address, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count, void *user) {
  pair *chips = user;
  int   n = address & 1;
  if (chips->answers[n] < 0) return chips->answers[n];
  if (out_count > 0) chips->pointer[n] = out[0];
  if (out_count == 3 && out[0] == 1) {
    memcpy(chips->config[n], out + 1, 2);
    chips->asleep = (chips->asleep & ~(1u << n)) | (unsigned)(out[1] >> 7 == 0 && out[1] & 1) << n;
  }
  if (in_count) memset(in, 0x12, in_count);
  if (chips->pointer[n] == 1 && in_count == 2) {
    in[0] = (uint8_t)((chips->config[n][0] ^ (chips->forgets[n] ? 0x10 : 0)) | 0x80);
    in[1] = chips->config[n][1];
  }
  return 0;
}

/* The frame that comes next. */
static press_frame stepped(uint64_t *now) {
  press_frame frame = {0};
  for (int i = 0; i < 1000; i++) {
    if (press_setup_step(setup, *now, &frame) == 1) return frame;
    if (press_setup_next_deadline(setup) > *now) *now = press_setup_next_deadline(setup);
  }
  fail_msg("no frame");
  return frame;
}

static void starts_pair(pair *chips) {
  press_bus         bus;
  press_setup_parts parts;
  press_bus_init(&bus);
  bus.user = chips;
  bus.transfer = transfer_to_pair;
  press_setup_parts_init(&parts);
  parts.bus = &bus;
  takes("[sensor]\n[sensor2]\nchannel = converter2.0\n[converter2]\n");
  assert_int_equal(press_setup_start(setup, &parts), PRESS_OK);
}

TEST_AFTER(fresh, a_setup_says_of_each_converter_why_it_failed) {
  static const int ERRORS[] = {PRESS_ERR_NACK, PRESS_ERR_TIMEDOUT, PRESS_ERR_IO, -116};
  assert_int_equal(press_setup_last_error(NULL, 0), PRESS_ERR_INVAL);
  assert_int_equal(press_setup_last_error(setup, 0), PRESS_ERR_NOENT);
  for (uint32_t at = 0; at < 2; at++)
    for (size_t i = 0; i < sizeof ERRORS / sizeof *ERRORS; i++) {
      pair     chips = {0};
      uint64_t now = 1000000;
      fresh(NULL);
      starts_pair(&chips);
      assert_int_equal(stepped(&now).failed, 0);
      assert_int_equal(press_setup_last_error(setup, at), PRESS_OK);
      chips.answers[at] = ERRORS[i];
      assert_int_equal(stepped(&now).failed, 1u << at);
      assert_int_equal(press_setup_last_error(setup, at), ERRORS[i] == -116 ? PRESS_ERR_TIMEDOUT : ERRORS[i]);
      assert_int_equal(press_setup_last_error(setup, !at), PRESS_OK);
      assert_int_equal(press_setup_last_error(setup, 2), PRESS_ERR_NOENT);
      assert_int_equal(press_setup_last_error(setup, UINT32_MAX), PRESS_ERR_NOENT);
    }
}

TEST_AFTER(fresh, a_setup_counts_of_each_converter_how_often_it_was_set_up_by_another) {
  pair     chips = {0};
  uint64_t now = 1000000;
  assert_int_equal(press_setup_conflicts(NULL, 0), 0);
  assert_int_equal(press_setup_conflicts(setup, 0), 0);
  starts_pair(&chips);
  stepped(&now);
  assert_int_equal(press_setup_conflicts(setup, 1), 0);
  chips.forgets[1] = true;
  assert_int_equal(stepped(&now).failed, 2);
  assert_true(press_setup_conflicts(setup, 1) > 0);
  assert_int_equal(press_setup_last_error(setup, 1), PRESS_ERR_STATE);
  assert_int_equal(press_setup_conflicts(setup, 0), 0);
  assert_int_equal(press_setup_conflicts(setup, 2), 0);
}

TEST_AFTER(fresh, all_converters_of_a_setup_are_put_to_sleep_and_the_first_error_is_returned) {
  assert_int_equal(press_setup_stop(NULL), PRESS_ERR_INVAL);
  assert_int_equal(press_setup_stop(setup), PRESS_ERR_STATE);
  for (int silent = 0; silent < 4; silent++) {
    pair     chips = {0};
    uint64_t now = 1000000;
    fresh(NULL);
    starts_pair(&chips);
    stepped(&now);
    chips.asleep = 0;
    if (silent & 1) chips.answers[0] = PRESS_ERR_NACK;
    if (silent & 2) chips.answers[1] = PRESS_ERR_IO;
    assert_int_equal(press_setup_stop(setup), silent & 1 ? PRESS_ERR_NACK : silent & 2 ? PRESS_ERR_IO : PRESS_OK);
    assert_int_equal(chips.asleep, 3 & ~silent);
  }
}

TEST_AFTER(fresh, a_setup_that_was_stopped_reads_a_whole_new_frame) {
  pair        chips = {0};
  press_frame frame;
  uint64_t    now = 1000000;
  starts_pair(&chips);
  chips.answers[1] = PRESS_ERR_TIMEDOUT; /* it is done at once, the first not yet */
  assert_int_equal(press_setup_step(setup, now, &frame), 0);
  chips.answers[1] = PRESS_OK;
  assert_int_equal(press_setup_stop(setup), PRESS_OK);
  now += 1000000;
  frame = stepped(&now);
  assert_int_equal(frame.present, 3);
  assert_int_equal(frame.failed, 0);
}

TEST_AFTER(fresh, a_start_that_is_refused_writes_no_part) {
  static uint64_t   engine[PRESS_ENGINE_STORAGE_ALL / 8], pad[PRESS_PAD_STORAGE_8 / 8];
  press_setup_parts parts;
  press_bus         bus;
  takes("[sensor]\n[target]\nwidth = 9\nheight = 9\n");
  press_setup_parts_init(&parts);
  press_bus_init(&bus);
  parts.engine_storage = engine;
  parts.engine_bytes = sizeof engine;
  parts.pad_storage = pad;
  parts.pad_bytes = 8;
  assert_int_equal(press_setup_start(setup, &parts), PRESS_ERR_NOSPC);
  assert_null(parts.engine);
  parts.pad_bytes = sizeof pad;
  parts.bus = &bus;
  assert_int_equal(press_setup_start(setup, &parts), PRESS_ERR_INVAL);
  assert_null(parts.engine);
  assert_null(parts.pad);
  parts.bus = NULL;
  assert_int_equal(press_setup_start(setup, &parts), PRESS_OK);
  assert_non_null(parts.engine);
  assert_non_null(parts.pad);
}

/* Whether a new engine with these capacities has room for everything that a config attaches, and for a pad. */
static bool fits(uint16_t contacts, uint16_t events, unsigned attached, unsigned sensors) {
  static uint64_t storage[64 << 10], place[PRESS_PAD_STORAGE_8 / 8];
  press_config    config;
  press_engine   *engine;
  press_pad      *pad;
  press_sensor    all[8];
  press_config_init(&config);
  config.max_contacts = contacts;
  config.max_events = events;
  press_transition_config transitions;
  press_transition_config_init(&transitions);
  transitions.max_transitions = 8;
  assert_int_equal(press_engine_init(storage, sizeof storage, &config, &engine), PRESS_OK);
  bool fit = true;
  if (attached & 1) fit &= press_gestures_attach(engine, NULL) == PRESS_OK;
  if (attached & 2) fit &= press_peek_attach(engine, NULL) == PRESS_OK;
  if (attached & 4) fit &= press_transition_attach(engine, &transitions) == PRESS_OK;
  if (attached & 8) fit &= press_button_attach(engine, NULL) == PRESS_OK;
  if (attached & 16) fit &= press_drag_attach(engine, NULL) == PRESS_OK;
  if (attached & 32) fit &= press_strike_attach(engine, NULL) == PRESS_OK;
  if (!fit) return false;
  for (unsigned i = 0; i < sensors; i++) press_sensor_init(&all[i]);
  assert_int_equal(press_pad_init(place, sizeof place, NULL, all, sensors, &pad), PRESS_OK);
  const press_frame frame = {.t_us = 5000, .present = (1u << sensors) - 1};
  return press_pad_feed(pad, &frame, engine) == PRESS_OK;
}

TEST(a_config_keeps_as_many_events_as_its_engine_requires) {
  static const char *const sections[] = {"[gestures]\n", "[peek]\n", "[transition]\n", "[button]\n", "[drag]\n", "[strike]\n"};
  unsigned                 refused = 0;
  for (unsigned attached = 0; attached < 64; attached++) {
    for (unsigned i = 0; i < 4; i++) {
      const uint16_t contacts = i < 2 ? 1 : 10;
      const unsigned sensors = i % 2 ? 1 : 3;
      uint16_t       least = 1;
      while (!fits(contacts, least, attached, sensors)) least++;
      for (int events = least - 1; events <= least; events++) {
        char     text[512];
        unsigned length = (unsigned)snprintf(text, sizeof text, "[engine]\nmax_contacts = %u\nmax_events = %d\n", contacts, events);
        if (attached & 2) length += (unsigned)snprintf(text + length, sizeof text - length, "traits = peek\n");
        for (unsigned one = 0; one < 6; one++)
          if (attached & 1u << one) length += (unsigned)snprintf(text + length, sizeof text - length, "%s", sections[one]);
        for (unsigned one = 1; one <= sensors; one++) length += (unsigned)snprintf(text + length, sizeof text - length, "[sensor%u]\n", one);
        assert_int_equal(press_setup_init(storage, sizeof storage, &setup), PRESS_OK);
        assert_int_equal(press_setup_text(setup, PRESS_SETUP_ORIGIN_CONFIG, text, length), PRESS_OK);
        const bool is_accepted = press_setup_check(setup, PRESS_SETUP_SOURCE_CODES) == PRESS_OK;
        refused += !is_accepted;
        if (is_accepted != (events == 0 || events >= least)) fail_msg("%s: %s", text, is_accepted ? "accepted" : "refused");
      }
    }
  }
  assert_true(refused > 200);
}

TEST_AFTER(fresh, the_capacities_of_a_config_are_those_of_its_engine) {
  static uint64_t   engine[(384 << 10) / 8];
  press_setup_parts parts;
  press_config      config;
  takes("[engine]\nmax_contacts = 32\nmax_targets = 1024\nmax_events = 4096\ntraits = peek\n[gestures]\n[peek]\n[transition]\n[button]\n"
        "[drag]\n[strike]\n[pinch]\n[scroll]\n[levels]\n");
  press_setup_parts_init(&parts);
  parts.engine_storage = engine;
  parts.engine_bytes = sizeof engine;
  assert_int_equal(press_setup_start(setup, &parts), PRESS_OK);
  press_config_init(&config);
  assert_int_equal(press_engine_get_config(parts.engine, &config), PRESS_OK);
  assert_int_equal(config.max_contacts, 32);
  assert_int_equal(config.max_targets, 1024);
  assert_int_equal(config.max_events, 4096);
}

int main(void) { return run_all(NULL, NULL); }
