/* base.h and event.h: numbers, versions, texts, time. */
#include "support.h"

TEST(constants_round_to_nearest) {
  assert_int_equal(PRESS_Q16(1), PRESS_ONE);
  assert_int_equal(PRESS_Q16(-1), -PRESS_ONE);
  assert_int_equal(PRESS_Q16(0.1), 6554);
  assert_int_equal(PRESS_Q16(-0.1), -6554);
  assert_int_equal(PRESS_Q16(0), 0);
  assert_int_equal(PRESS_Q16(32767.99998), INT32_MAX);
}

TEST(the_version_that_runs_is_the_one_compiled_against) {
  assert_int_equal(press_version(), PRESS_VERSION_NUMBER);
  assert_int_equal(press_version() >> 16, PRESS_VERSION_MAJOR);
}

TEST(every_status_has_its_own_text) {
  static const int statuses[] = {PRESS_OK, PRESS_ERR_NOENT, PRESS_ERR_IO, PRESS_ERR_AGAIN, PRESS_ERR_BUSY, PRESS_ERR_INVAL, PRESS_ERR_NOSPC,
    PRESS_ERR_TIME, PRESS_ERR_STATE, PRESS_ERR_DAMAGED, PRESS_ERR_MOVED, PRESS_ERR_VERSION, PRESS_ERR_NOBUFS, PRESS_ERR_TIMEDOUT, PRESS_ERR_NACK, -4};
  static const int values[] = {0, -2, -5, -11, -16, -22, -28, -62, -71, -74, -78, -93, -105, -110, -121, -4};
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

TEST(what_is_no_status_is_unknown) {
  static const int others[] = {1, -1, -3, 22, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) assert_string_equal(press_strerror(others[i]), "unknown status");
}

/* The package of Python compares each with the enumerators; here it is that text comes out. */
TEST(events_and_reasons_have_names) {
  assert_string_equal(press_event_name(PRESS_EVENT_CONTACT_BEGAN), "contact_began");
  assert_string_equal(press_event_name(PRESS_EVENT_TARGET_ACTIVATED), "target_activated");
  assert_string_equal(press_event_name(0), "unknown");
  assert_string_equal(press_event_name(UINT32_MAX), "unknown");
  assert_string_equal(press_reason_name(PRESS_REASON_NONE), "none");
  assert_string_equal(press_reason_name(PRESS_REASON_SPAN), "span");
  assert_string_equal(press_reason_name(-1), "unknown");
  assert_string_equal(press_reason_name(INT32_MIN), "unknown");
}

TEST(an_event_is_64_bytes) {
  assert_int_equal(sizeof(press_event), 64);
  assert_int_equal(sizeof(press_sample), 32);
}

TEST(time_extends_over_the_wrap_of_a_counter) {
  uint64_t t = 0;
  uint32_t counter = 0;
  /* Three hours in steps of 29 minutes: the counter wraps twice. */
  for (uint64_t expected = 0; expected < 10800000000u; expected += 1740000000u, counter += 1740000000u) {
    t = press_time_extend(t, counter);
    assert_true(t == expected);
  }
}

TEST(time_extends_backwards_when_the_counter_stepped_back) {
  assert_true(press_time_extend(0x500000010u, 0x00000008u) == 0x500000008u);
  assert_true(press_time_extend(0x500000004u, 0xfffffffcu) == 0x4fffffffcu);
  assert_true(press_time_extend(0x500000004u, 0x00000004u) == 0x500000004u);
  /* Back to the very beginning, and no further. */
  assert_true(press_time_extend(5, 0) == 0);
  assert_true(press_time_extend(5, 0xffffffffu) == 0xffffffffu);
}

TEST(time_extends_half_way_to_later) {
  assert_true(press_time_extend(0x500000000u, 0x7fffffffu) == 0x57fffffffu);
  assert_true(press_time_extend(0x500000000u, 0x80000000u) == 0x580000000u);
  assert_true(press_time_extend(0x500000000u, 0x80000001u) == 0x480000001u);
}

TEST(time_never_extends_below_zero) {
  assert_true(press_time_extend(0, 0xffffffffu) == 0xffffffffu);
  assert_true(press_time_extend(5, 3) == 3);
  assert_true(press_time_extend(5, 0xfffffff0u) == 0xfffffff0u);
}

int main(void) { return run_all(NULL, NULL); }
