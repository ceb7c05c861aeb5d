/* press_setup_...: a config that is read from text. (Tests/setup/cases.txt has what is accepted and what is said; pressd, C and Python
 * are held to it.) */
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

static int reads(const char *text) { return press_setup_text(setup, PRESS_SETUP_CONFIG, text, strlen(text)); }

static void takes(const char *text) {
  press_setup_fault fault;
  press_setup_fault_init(&fault);
  int status = reads(text);
  if (status == PRESS_OK) status = press_setup_check(setup, PRESS_SETUP_CONVERTERS);
  press_setup_get_fault(setup, &fault);
  if (status != PRESS_OK) fail_msg("%u: %s", (unsigned)fault.line, fault.words);
}

/* That the last call was refused. */
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

TEST_AFTER(fresh, h3_storage_of_the_caller_suffices_and_is_not_exceeded) {
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
  assert_int_equal(press_setup_text(none, PRESS_SETUP_CONFIG, "[peek]\n[action]\ntitle = x\n[drag]\n", 32), PRESS_OK);
  press_setup_check(none, PRESS_SETUP_CONVERTERS);
  assert_memory_equal((char *)exact + press_setup_size(), &last, 8);
  free(exact);
}

TEST_AFTER(fresh, h3_values_stand_where_the_library_takes_them) {
  takes("\xEF\xBB\xBF[engine]\ntouch_force = 0.5 # newtons\r\ntraits = preview tap\n[gestures]\nhold_us = 300ms\n[sensor]\nx = 25\n"
        "[sensor2]\nx = -2.5\nchannel = 3\n[converter]\nmode = single poll\n[listen]\npath = /run/press.sock\nmode = 660\n");
  const press_config *engine = press_setup_section(setup, "engine");
  assert_int_equal(engine->touch_force, PRESS_ONE / 2);
  assert_int_equal(engine->traits, PRESS_TARGET_PREVIEW | PRESS_TARGET_TAP);
  assert_int_equal(((const press_gestures_config *)press_setup_section(setup, "gestures"))->hold_us, 300000);
  assert_int_equal(((const press_sensor *)press_setup_section(setup, "sensor2"))->x, -5 * PRESS_ONE / 2);
  assert_int_equal(((const press_ads1x15_config *)press_setup_section(setup, "converter"))->address, 0x48);
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

TEST_AFTER(fresh, h3_a_value_says_where_it_was_given) {
  takes("[engine]\ntouch_force = 0.5\n[sensor]\n[sensor2]\nchannel = converter2.1\n[converter2]\nready_pin = /dev/gpiochip0:17\n"
        "[listen]\npath = /run/press.sock\nmode = 640\n[pad]\nflags = no_median\n");
  assert_int_equal(value("engine.touch_force").number, PRESS_ONE / 2);
  assert_int_equal(value("engine.touch_force").line, 2);
  assert_int_equal(value("engine.touch_force").origin, PRESS_SETUP_CONFIG);
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

TEST_AFTER(fresh, h3_what_is_wrong_names_line_key_and_rule) {
  press_setup_fault fault;
  press_setup_fault_init(&fault);
  assert_int_equal(press_setup_get_fault(setup, &fault), PRESS_ERR_NOENT);
  assert_int_equal(fault.origin, 0);
  assert_int_equal(reads("[pad]\nbeta = -1\n"), PRESS_ERR_INVAL);
  said(PRESS_SETUP_CONFIG, 2, "pad.beta: it must be a decimal from 0 to 32767.9999");
  fresh(NULL);
  assert_int_equal(reads("[engine]\n\nrelease_force = 0.5"), PRESS_OK);
  assert_int_equal(press_setup_check(setup, PRESS_SETUP_CONVERTERS), PRESS_ERR_INVAL);
  said(PRESS_SETUP_CONFIG, 3, "engine.release_force: above 0, at most touch_force");
  assert_int_equal(press_setup_check(setup, 9), PRESS_ERR_INVAL);
  fresh(NULL);
  takes("[target]\nwidth = 1\nheight = 1\n");
  assert_int_equal(press_setup_option(setup, "target2.width=1"), PRESS_OK);
  assert_int_equal(press_setup_check(setup, PRESS_SETUP_CODES), PRESS_ERR_INVAL);
  said(PRESS_SETUP_OPTION, 0, "a target requires width and height above 0");
}

TEST_AFTER(fresh, h3_an_option_goes_before_the_profile_and_that_before_the_config) {
  static const char profile[] = "[profile]\nname = Noa\n[engine]\ntouch_force = 0.2\nrelease_force = 0.1\n";
  assert_int_equal(reads("[engine]\ntouch_force = 0.4\nrelease_force = 0.3\nfull_force = 5\n"), PRESS_OK);
  assert_int_equal(press_setup_text(setup, PRESS_SETUP_PROFILE, profile, sizeof profile - 1), PRESS_OK);
  assert_int_equal(press_setup_option(setup, "engine.touch_force = 0.25"), PRESS_OK);
  assert_int_equal(press_setup_check(setup, PRESS_SETUP_CONVERTERS), PRESS_OK);
  assert_int_equal(value("engine.touch_force").number, PRESS_ONE / 4);
  assert_int_equal(value("engine.touch_force").origin, PRESS_SETUP_OPTION);
  assert_int_equal(value("engine.release_force").origin, PRESS_SETUP_PROFILE);
  assert_int_equal(value("engine.release_force").line, 5);
  assert_int_equal(value("engine.full_force").origin, PRESS_SETUP_CONFIG);
  assert_int_equal(press_setup_option(setup, "touch_force=1"), PRESS_ERR_INVAL);
  said(PRESS_SETUP_OPTION, 0, "it must be SECTION.KEY=VALUE, as in engine.touch_force=0.5");
  assert_int_equal(press_setup_text(setup, PRESS_SETUP_PROFILE, "[sensor]", 8), PRESS_ERR_INVAL);
  said(PRESS_SETUP_PROFILE, 1, "no section \"sensor\" in a profile; there are engine, gestures, peeks, button, drag, profile");
  assert_int_equal(press_setup_text(setup, PRESS_SETUP_OPTION, "", 0), PRESS_ERR_INVAL);
}

TEST_AFTER(fresh, h3_line_by_line_every_wrong_line_is_named) {
  static const char *const lines[] = {"[pad]", "beta = -1", "[pads]", "beta = 1", "[engine]", "touch_force = x"};
  uint32_t                 wrong = 0;
  assert_int_equal(press_setup_line(setup, "", 0), PRESS_ERR_STATE);
  assert_int_equal(press_setup_begin(setup, PRESS_SETUP_OPTION), PRESS_ERR_INVAL);
  assert_int_equal(press_setup_begin(setup, PRESS_SETUP_CONFIG), PRESS_OK);
  for (size_t i = 0; i < COUNT(lines); i++) {
    if (press_setup_line(setup, lines[i], strlen(lines[i])) != PRESS_OK) wrong |= 1u << i;
  }
  assert_int_equal(wrong, 1 << 1 | 1 << 2 | 1 << 5);
  said(PRESS_SETUP_CONFIG, 6, "engine.touch_force: it must be a decimal above 0, up to 32767.9999");
}

TEST_AFTER(fresh, h3_words_that_are_too_long_are_cut_off) {
  static char text[20001];
  memset(text, 'x', sizeof text - 1);
  text[0] = '[';
  text[2000] = ']';
  press_setup_fault fault;
  press_setup_fault_init(&fault);
  assert_int_equal(press_setup_text(setup, PRESS_SETUP_CONFIG, text, 2001), PRESS_ERR_INVAL);
  assert_int_equal(press_setup_get_fault(setup, &fault), PRESS_OK);
  assert_int_equal(fault.length, 1023);
  assert_int_equal(strlen(fault.words), 1023);
  assert_int_equal(press_setup_text(setup, PRESS_SETUP_CONFIG, text, 16384), PRESS_ERR_INVAL);
  said(PRESS_SETUP_CONFIG, 1, "the line is too long");
}

static int give(const char *path, uint8_t *bytes, size_t capacity, const char **why, void *user) {
  press_calibration *held = user;
  if (strcmp(path, "/there") != 0) {
    *why = "there is none";
    return -1;
  }
  return press_calibration_store(held, bytes, capacity);
}

TEST_AFTER(fresh, h3_a_calibration_comes_from_the_program) {
  press_calibration held;
  press_calibration_init(&held);
  held.x = 7 * PRESS_ONE;
  held.y = 8 * PRESS_ONE;
  assert_int_equal(reads("[sensor]\ncalibration = /there\n"), PRESS_ERR_INVAL);
  said(PRESS_SETUP_CONFIG, 2, "sensor.calibration: /there: no program reads files here");
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
  said(PRESS_SETUP_OPTION, 0, "sensor.calibration: /absent: there is none");
  files.size = 4;
  assert_int_equal(press_setup_set_files(setup, &files), PRESS_ERR_INVAL);
}

TEST_AFTER(fresh, h3_keys_are_listed_and_what_is_shown_is_accepted_again) {
  press_setup_key key;
  press_setup_key_init(&key);
  uint32_t count = 0, words = 0;
  for (; press_setup_key_get(count, &key) == PRESS_OK; count++) {
    char name[64], shown[256], again[400];
    snprintf(name, sizeof name, "%s.%s", key.section, key.name);
    assert_true(key.kind >= PRESS_SETUP_WHOLE && key.kind <= PRESS_SETUP_FORM);
    assert_true(strlen(key.accepted) > 3);
    if (key.words) words++;
    const char *unit = NULL, *about = NULL;
    assert_int_equal(press_setup_key_get_texts(count, &unit, &about), PRESS_OK);
    assert_true(strlen(about) > 3);
    if (key.kind == PRESS_SETUP_TIME) assert_string_equal(unit, "us");
    if (!strcmp(name, "engine.touch_force")) assert_string_equal(unit, "N");
    if (!strcmp(name, "sensor.x")) assert_string_equal(about, "where it sits");
    if (!strcmp(name, "sensor.pull_up")) assert_string_equal(unit, "");
    int length = press_setup_get_text(setup, name, shown, sizeof shown);
    assert_int_equal(length, strlen(shown));
    assert_int_equal(press_setup_get_text(setup, name, shown, (size_t)length), PRESS_ERR_NOSPC);
    assert_int_equal(press_setup_get_text(setup, name, shown, sizeof shown), length);
    /* Of a key that may be missing: nothing, or a number that stands for it. */
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

TEST_AFTER(fresh, h3_a_config_is_started_with_everything_on_it) {
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

int main(void) { return run_all(NULL, NULL); }
