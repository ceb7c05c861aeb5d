/* press_profile_line: the profile of a person, line by line. (The tests of the Python package compare the value of every key.) */
#include "support.h"

#include <stdio.h>

static press_profile         p;
static press_config          engine;
static press_gestures_config gestures;
static press_peek_config     peek;
static press_button_config   button;
static press_drag_config     drag;

static int fresh(void **state) {
  (void)state;
  press_config_init(&engine);
  press_gestures_config_init(&gestures);
  press_peek_config_init(&peek);
  press_button_config_init(&button);
  press_drag_config_init(&drag);
  press_profile_init(&p);
  p.engine = &engine;
  p.gestures = &gestures;
  p.peek = &peek;
  p.button = &button;
  p.drag = &drag;
  return 0;
}

/* One line, or several. */
static void takes(const char *text) {
  while (true) {
    const char *why = "";
    size_t      length = strcspn(text, "\n");
    if (press_profile_line(&p, text, length, &why) != PRESS_OK) fail_msg("%s: %s", text, why);
    if (!text[length]) return;
    text += length + 1;
  }
}

static void refuses(const char *text, int status, const char *words) {
  press_profile         p_before = p;
  press_config          engine_before = engine;
  press_gestures_config gestures_before = gestures;
  const char           *why = NULL;
  assert_int_equal(press_profile_line(&p, text, strlen(text), &why), status);
  assert_non_null(why);
  if (!strstr(why, words)) fail_msg("%s: %s", text, why);
  assert_memory_equal(&p, &p_before, sizeof p);
  assert_memory_equal(&engine, &engine_before, sizeof engine);
  assert_memory_equal(&gestures, &gestures_before, sizeof gestures);
}

TEST_AFTER(fresh, the_profile_of_the_manual_changes_the_configs) {
  takes("[profile]\nname = Noa\nright_to_left = yes\n\n[engine]\r\n"
        "touch_force = 0.2            # a light touch counts\n  release_force=0.12 ; lets go\nfull_force = 2\n"
        "lift_us = 80ms\n# nothing\n[ gestures ]\nhold_us = 900ms\nforce_from_hold_us = 1.5s\n[peeks]\n"
        "from_hold = yes\nslide = no\n[button]\nlift_us = contact\n[drag]\nby_force = yes\nspring_dwell = no");
  assert_string_equal(p.name, "Noa");
  assert_int_equal(p.right_to_left, 1);
  assert_int_equal(p.unused, 0);
  assert_int_equal(engine.touch_force, PRESS_Q16(0.2));
  assert_int_equal(engine.release_force, PRESS_Q16(0.12));
  assert_int_equal(engine.full_force, PRESS_Q16(2));
  assert_int_equal(engine.lift_us, 80000);
  assert_int_equal(gestures.hold_us, 900000);
  assert_int_equal(gestures.force_from_hold_us, 1500000);
  assert_int_equal(peek.flags, PRESS_PEEK_FLAG_FROM_HOLD | PRESS_PEEK_FLAG_NO_SLIDE);
  assert_int_equal(button.lift_us, PRESS_BUTTON_LIFT_OF_CONTACT);
  assert_true(drag.flags & PRESS_DRAG_FLAG_BY_FORCE);
  assert_true(drag.flags & PRESS_DRAG_FLAG_NO_DWELL);
  press_config untouched;
  press_config_init(&untouched);
  assert_int_equal(engine.zero_force, untouched.zero_force);
  assert_int_equal(engine.flags, untouched.flags);
}

TEST_AFTER(fresh, a_line_that_is_refused_changes_nothing_and_says_why) {
  refuses("touch_force = 1", PRESS_ERR_STATE, "before the first section");
  refuses("[sensor]", PRESS_ERR_NOENT, "there are profile, engine");
  refuses("[engine", PRESS_ERR_INVAL, "requires a ]");
  refuses("[]", PRESS_ERR_NOENT, "no such section");
  refuses("[", PRESS_ERR_INVAL, "requires a ]");
  takes("[engine]");
  refuses("touch", PRESS_ERR_INVAL, "neither [section] nor key = value");
  refuses("= 1", PRESS_ERR_INVAL, "neither [section] nor key = value");
  refuses("touch = 1", PRESS_ERR_NOENT, "no such key");
  refuses("traits = tap", PRESS_ERR_NOENT, "no such key");
  refuses("touch_force", PRESS_ERR_INVAL, "neither [section] nor key = value");
  static const char *const decimals[] = {"", "0", "-1", "x", "1x", "1.", ".5", "1..2", "1e3", "0x1", "32768", "999999999999", "1 2", "yes"};
  for (size_t i = 0; i < sizeof decimals / sizeof *decimals; i++) {
    char text[64];
    snprintf(text, sizeof text, "touch_force = %s", decimals[i]);
    refuses(text, PRESS_ERR_INVAL, "a decimal in the range");
  }
  static const char *const times[] = {"", "-1", "0.5", "0.5us", "1.0005ms", "4295s", "1m", "ms", "1 min"};
  for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
    char text[64];
    snprintf(text, sizeof text, "lift_us = %s", times[i]);
    refuses(text, PRESS_ERR_INVAL, "a time");
  }
  takes("touch_force = 0.3");
  refuses("touch_force = 0.4", PRESS_ERR_STATE, "came before");
  takes("[engine]");
  refuses("touch_force = 0.4", PRESS_ERR_STATE, "came before");
  takes("[gestures]");
  refuses("hold_us = 0", PRESS_ERR_INVAL, "a time");
  takes("[peeks]");
  refuses("slide = maybe", PRESS_ERR_INVAL, "yes or no");
  assert_int_equal(engine.touch_force, PRESS_Q16(0.3));
}

TEST_AFTER(fresh, the_limits_of_values_are_taken) {
  takes("[engine]\ntouch_force = 0.0000153\nfull_force = 32767.99999\nlift_us = 4294.967295s");
  assert_int_equal(engine.touch_force, 1);
  assert_int_equal(engine.full_force, INT32_MAX);
  assert_int_equal(engine.lift_us, UINT32_MAX);
  takes("release_force = +0.250000000000000000001");
  assert_int_equal(engine.release_force, PRESS_Q16(0.25));
}

TEST_AFTER(fresh, a_section_of_what_the_program_does_not_have_is_read_and_noted) {
  p.peek = NULL;
  takes("[peeks]");
  assert_int_equal(p.unused, 0);
  refuses("hold_us = soon", PRESS_ERR_INVAL, "a time");
  takes("hold_us = 1s\n[drag]\nafter_hold = yes");
  assert_int_equal(p.unused, 1u << 2);
}

TEST_AFTER(fresh, a_name_has_room_and_is_never_cut) {
  takes("[profile]");
  char text[80] = "name = ";
  memset(text + 7, 'n', 64);
  refuses(text, PRESS_ERR_INVAL, "up to 63 bytes");
  refuses("name = a\tb", PRESS_ERR_INVAL, "up to 63 bytes");
  text[7 + 63] = 0;
  takes(text);
  assert_int_equal(strlen(p.name), 63);
}

TEST_AFTER(fresh, a_name_is_utf_8_without_control_characters) {
  const char *refused[] = {"a\tb", "a\x7f", "a\xff", "\x80", "\xc2\x85", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80",
    "\xf8\x88\x80\x80\x80", "a\xc3", "a\xe2\x82"};
  const char *taken[] = {"No\xc3\xa9", "\xc2\xa0x", "\xe2\x82\xac", "\xed\x9f\xbf", "\xee\x80\x80", "\xf0\x9f\x98\x80", "\xf4\x8f\xbf\xbf"};
  char        text[32];
  takes("[profile]");
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    snprintf(text, sizeof text, "name = %s", refused[i]);
    refuses(text, PRESS_ERR_INVAL, "UTF-8 without control characters");
  }
  for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
    snprintf(text, sizeof text, "name = %s", taken[i]);
    fresh(NULL);
    takes("[profile]");
    takes(text);
    assert_string_equal(p.name, taken[i]);
  }
}

TEST_AFTER(fresh, the_length_counts_and_no_zero_ends_the_line) {
  assert_int_equal(press_profile_line(&p, "[engine]rubbish", 8, NULL), PRESS_OK);
  assert_int_equal(press_profile_line(&p, "touch_force = 0.25", 17, NULL), PRESS_OK);
  assert_int_equal(engine.touch_force, PRESS_Q16(0.2));
  assert_int_equal(press_profile_line(&p, "lift_us = 1\0ms", 14, NULL), PRESS_ERR_INVAL);
}

TEST_AFTER(fresh, an_engine_takes_what_was_read) {
  bench b;
  bench_make(&b, NULL);
  takes("[engine]\nrelease_force = 3");
  assert_int_equal(press_engine_set(b.engine, &engine), PRESS_ERR_INVAL); /* above touch_force, which a later line changes */
  takes("touch_force = 4\nfull_force = 8");
  assert_int_equal(press_engine_set(b.engine, &engine), PRESS_OK);
}

TEST_AFTER(fresh, null_is_refused) {
  const char *why = NULL;
  press_profile_init(NULL);
  assert_int_equal(press_profile_line(NULL, "", 0, &why), PRESS_ERR_INVAL);
  assert_non_null(why);
  assert_int_equal(press_profile_line(&p, NULL, 0, NULL), PRESS_ERR_INVAL);
}

int main(void) { return run_all(NULL, NULL); }
