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

/* The package of Python compares each with the enumerators; here it is that text comes out. */
static void events_and_reasons_have_names(void **state) {
  (void)state;
  assert_string_equal(press_event_name(PRESS_EVENT_CONTACT_BEGAN), "contact_began");
  assert_string_equal(press_event_name(PRESS_EVENT_TARGET_ACTIVATED), "target_activated");
  assert_string_equal(press_event_name(0), "unknown");
  assert_string_equal(press_event_name(UINT32_MAX), "unknown");
  assert_string_equal(press_reason_name(PRESS_REASON_NONE), "none");
  assert_string_equal(press_reason_name(PRESS_REASON_SPAN), "span");
  assert_string_equal(press_reason_name(-1), "unknown");
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
    cmocka_unit_test(events_and_reasons_have_names),
    cmocka_unit_test(an_event_is_64_bytes),
    cmocka_unit_test(time_extends_over_the_wrap_of_a_counter),
    cmocka_unit_test(time_extends_backwards_when_the_counter_stepped_back),
    cmocka_unit_test(time_extends_half_way_to_later),
    cmocka_unit_test(time_never_extends_below_zero),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
