/* Events as lines. Tests/fuzz checks that every event has the members that event.h names, and that any 64 bytes can be printed. */
#include "support.h"

static press_event tap_of_a_program(void) {
  return (press_event){.t_us = 2040000,
    .type = PRESS_EVENT_TAPPED,
    .contact = PRESS_NO_CONTACT,
    .target = 7,
    .reason = PRESS_REASON_PROGRAM,
    .x = PRESS_Q16(-0.5),
    .late_us = 12500};
}

TEST(an_event_is_one_json_object) {
  char        line[PRESS_EVENT_LINE];
  press_event e = tap_of_a_program();
  const char *said = "{\"t_us\":2040000,\"event\":\"tapped\",\"late_us\":12500,\"contact\":null,\"target\":7,\"x\":-0.50000,"
                     "\"y\":0.00000,\"force\":0.00000,\"pressure\":0.00000,\"reason\":\"program\"}";
  assert_int_equal(press_event_describe(&e, line, sizeof line), strlen(said));
  assert_string_equal(line, said);
  e = (press_event){.type = PRESS_EVENT_STRUCK, .value = PRESS_Q16(53.5), .value2 = PRESS_Q16(127)};
  assert_true(press_event_describe(&e, line, sizeof line) > 0);
  assert_non_null(strstr(line, "\"speed\":53.50000,\"velocity\":127}"));
  e = (press_event){.type = PRESS_EVENT_DROP_ITEM_ENDED, .value = -1, .reason = PRESS_REASON_FAILED, .flags = PRESS_EVENT_FLAG_RETURNS};
  assert_true(press_event_describe(&e, line, sizeof line) > 0);
  assert_non_null(strstr(line, "\"item\":4294967295,\"reason\":\"failed\",\"shows\":\"returns\"}"));
}

TEST(an_event_is_a_line_for_people) {
  char        line[PRESS_EVENT_LINE];
  press_event e = tap_of_a_program();
  assert_true(press_event_text(&e, line, sizeof line) > 0);
  assert_string_equal(line, "2.040000 s tapped target 7 (program) 12.5 ms late");
  e = (press_event){.t_us = 1250000, .type = PRESS_EVENT_PREVIEW_UPDATED, .progress = PRESS_Q16(0.5), .flags = PRESS_EVENT_FLAG_ENDED};
  assert_true(press_event_text(&e, line, sizeof line) > 0);
  assert_string_equal(line, "1.250000 s contact 0 preview_updated progress 0.50 ended");
  e =
    (press_event){.type = PRESS_EVENT_BASELINE_CHANGED, .subject = 3, .value = PRESS_Q16(2), .value2 = PRESS_Q16(1.25), .reason = PRESS_REASON_DRIFT};
  assert_true(press_event_text(&e, line, sizeof line) > 0);
  assert_string_equal(line, "0.000000 s sensor 3 baseline_changed 2.0 uS, was 1.3 uS (drift)");
}

TEST(a_line_fits_or_is_refused_and_leaves_nothing) {
  char        line[PRESS_EVENT_LINE] = "before";
  press_event e = tap_of_a_program();
  int         length = press_event_describe(&e, line, sizeof line);
  assert_int_equal(press_event_describe(&e, line, (size_t)length + 1), length);
  assert_int_equal(press_event_describe(&e, line, (size_t)length), PRESS_ERR_NOSPC);
  assert_string_equal(line, "");
  line[0] = 'x';
  assert_int_equal(press_event_text(&e, line, 0), PRESS_ERR_NOSPC);
  assert_int_equal(line[0], 'x');
  assert_int_equal(press_event_describe(&e, line, SIZE_MAX), length);
  assert_int_equal(press_event_describe(NULL, line, sizeof line), PRESS_ERR_INVAL);
  assert_int_equal(press_event_text(&e, NULL, sizeof line), PRESS_ERR_INVAL);
}

int main(void) { return run_all(NULL, NULL); }
