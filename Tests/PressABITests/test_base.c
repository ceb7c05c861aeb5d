/* base.h and event.h: numbers, versions, texts, time. */
#include "support.h"

static void constants_round_to_nearest(void **state) {
  (void)state;
  assert_int_equal(PRESS_Q16(1), PRESS_ONE);
  assert_int_equal(PRESS_Q16(-1), -PRESS_ONE);
  assert_int_equal(PRESS_Q16(0.1), 6554);
  assert_int_equal(PRESS_Q16(-0.1), -6554);
  assert_int_equal(PRESS_Q16(0), 0);
  assert_int_equal(PRESS_Q16(32767.99998), INT32_MAX);
}

static void the_version_that_runs_is_the_one_compiled_against(void **state) {
  (void)state;
  assert_int_equal(press_version(), PRESS_VERSION_NUMBER);
  assert_int_equal(press_version() >> 16, PRESS_VERSION_MAJOR);
}

static void every_status_has_its_own_text(void **state) {
  (void)state;
  static const int statuses[] = {PRESS_OK, PRESS_ERR_NOENT, PRESS_ERR_IO, PRESS_ERR_BUSY, PRESS_ERR_INVAL, PRESS_ERR_NOSPC,
                                 PRESS_ERR_TIME, PRESS_ERR_STATE, PRESS_ERR_DAMAGED, PRESS_ERR_VERSION, PRESS_ERR_NOBUFS, PRESS_ERR_TIMEDOUT, PRESS_ERR_NACK};
  static const int values[] = {0, -2, -5, -16, -22, -28, -62, -71, -74, -93, -105, -110, -121};
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
    assert_int_equal(statuses[i], values[i]);
    const char *text = press_strerror(statuses[i]);
    assert_non_null(text);
    assert_true(strlen(text) > 1);
    assert_int_not_equal(text[strlen(text) - 1], '.');
    assert_string_not_equal(text, "unknown status");
    for (size_t j = 0; j < i; j++) assert_string_not_equal(text, press_strerror(statuses[j]));
  }
}

static void what_is_no_status_is_unknown(void **state) {
  (void)state;
  static const int others[] = {1, -1, -3, 22, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) assert_string_equal(press_strerror(others[i]), "unknown status");
}

static void every_event_type_has_its_name(void **state) {
  (void)state;
  static const struct { uint32_t type; const char *name; } names[] = {
    {1, "contact_began"}, {2, "contact_moved"}, {3, "contact_ended"}, {4, "contact_cancelled"}, {16, "preview_began"},
    {17, "preview_updated"}, {18, "commit_updated"}, {19, "preview_cancelled"}, {20, "preview_refused"},
    {32, "tapped"}, {33, "double_tapped"}, {34, "hold_began"}, {35, "hold_ended"}, {36, "hold_cancelled"}, {37, "scroll_began"},
    {38, "scroll_moved"}, {39, "scroll_ended"}, {40, "scroll_cancelled"}, {48, "peek_shown"}, {49, "peek_popped"},
    {50, "peek_dismissed"}, {51, "actions_revealed"}, {52, "action_highlighted"}, {53, "action_selected"},
    {80, "transition_started"}, {81, "transition_updated"}, {82, "transition_finished"}, {83, "transition_cancelled"},
    {88, "button_pressed"}, {89, "button_released"}, {90, "button_cancelled"}, {64, "sensor_fault"}, {65, "sensor_recovered"}, {66, "baseline_changed"},
    {67, "sensor_saturated"}, {68, "recalibrate"},
    {96, "drag_began"}, {97, "drag_moved"}, {98, "drag_entered"}, {99, "drag_left"}, {100, "drag_proposed"},
    {101, "drag_items_changed"}, {102, "drag_hint_changed"}, {103, "drag_confirm"}, {104, "drag_dropped"},
    {105, "drag_cancelled"}, {106, "spring_possible"}, {107, "spring_activating"}, {108, "spring_activated"}, {109, "spring_ended"},
    {110, "autoscroll_began"}, {111, "autoscroll_changed"}, {112, "autoscroll_ended"}, {113, "drop_item_began"},
    {114, "drop_item_updated"}, {115, "drop_item_ended"}, {116, "drop_slow"}, {117, "drop_concluded"},
    {118, "task_began"}, {119, "task_updated"}, {120, "task_ended"}, {121, "drop_item_undone"}, {122, "drop_undone"},
    {123, "selection_set"}, {124, "selection_cleared"}, {125, "target_activated"},
  };
  size_t known = 0;
  for (uint32_t type = 0; type < 300; type++) known += strcmp(press_event_name(type), "unknown") != 0;
  assert_int_equal(known, sizeof names / sizeof *names);
  for (size_t i = 0; i < known; i++) assert_string_equal(press_event_name(names[i].type), names[i].name);
  assert_string_equal(press_event_name(UINT32_MAX), "unknown");
}

static void every_reason_has_its_name(void **state) {
  (void)state;
  static const struct { int32_t reason; const char *name; } names[] = {
    {0, "none"}, {1, "lifted"}, {2, "lost"}, {3, "silent"}, {4, "reset"}, {5, "program"}, {6, "target_removed"}, {7, "palm"},
    {8, "no_destination"}, {9, "forbidden"}, {10, "denied"}, {11, "failed"}, {12, "dragged"},
    {16, "open"}, {17, "shorted"}, {18, "saturated"}, {19, "stuck"}, {20, "stale"}, {21, "bus"}, {32, "start"},
    {33, "drift"}, {34, "below_zero"}, {35, "contact_too_long"}, {36, "requested"}, {37, "finger_at_start"},
    {38, "zero"}, {39, "span"},
  };
  size_t known = 0;
  for (int32_t reason = -100; reason < 300; reason++) known += strcmp(press_reason_name(reason), "unknown") != 0;
  assert_int_equal(known, sizeof names / sizeof *names);
  for (size_t i = 0; i < known; i++) assert_string_equal(press_reason_name(names[i].reason), names[i].name);
  assert_string_equal(press_reason_name(INT32_MIN), "unknown");
}

static void an_event_is_64_bytes(void **state) {
  (void)state;
  assert_int_equal(sizeof(press_event), 64);
  assert_int_equal(sizeof(press_sample), 32);
}

static void time_extends_over_the_wrap_of_a_counter(void **state) {
  (void)state;
  uint64_t t = 0;
  uint32_t counter = 0;
  /* Three hours in steps of 29 minutes: the counter wraps twice. */
  for (uint64_t expected = 0; expected < 10800000000u; expected += 1740000000u, counter += 1740000000u) {
    t = press_time_extend(t, counter);
    assert_true(t == expected);
  }
}

static void time_extends_backwards_when_the_counter_stepped_back(void **state) {
  (void)state;
  assert_true(press_time_extend(0x500000010u, 0x00000008u) == 0x500000008u);
  assert_true(press_time_extend(0x500000004u, 0xfffffffcu) == 0x4fffffffcu);
  assert_true(press_time_extend(0x500000004u, 0x00000004u) == 0x500000004u);
}

static void time_extends_half_way_to_later(void **state) {
  (void)state;
  assert_true(press_time_extend(0x500000000u, 0x7fffffffu) == 0x57fffffffu);
  assert_true(press_time_extend(0x500000000u, 0x80000000u) == 0x580000000u);
  assert_true(press_time_extend(0x500000000u, 0x80000001u) == 0x480000001u);
}

static void time_never_extends_below_zero(void **state) {
  (void)state;
  assert_true(press_time_extend(0, 0xffffffffu) == 0xffffffffu);
  assert_true(press_time_extend(5, 3) == 3);
  assert_true(press_time_extend(5, 0xfffffff0u) == 0xfffffff0u);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(constants_round_to_nearest),
    cmocka_unit_test(the_version_that_runs_is_the_one_compiled_against),
    cmocka_unit_test(every_status_has_its_own_text),
    cmocka_unit_test(what_is_no_status_is_unknown),
    cmocka_unit_test(every_event_type_has_its_name),
    cmocka_unit_test(every_reason_has_its_name),
    cmocka_unit_test(an_event_is_64_bytes),
    cmocka_unit_test(time_extends_over_the_wrap_of_a_counter),
    cmocka_unit_test(time_extends_backwards_when_the_counter_stepped_back),
    cmocka_unit_test(time_extends_half_way_to_later),
    cmocka_unit_test(time_never_extends_below_zero),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
