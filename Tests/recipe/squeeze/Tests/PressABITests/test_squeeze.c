/* squeeze.h: two contacts that press hard one soon after the other. The surface does not preview; a contact at 10 N is at the pressure. */
#include "support.h"

static bench b;

static void make(uint32_t lift_us) {
  press_config config = bench_config();
  config.traits = 0;
  config.lift_us = lift_us;
  bench_make(&b, &config);
  assert_int_equal(press_squeeze_attach(b.engine, NULL), PRESS_OK);
}

static void read_of(uint32_t contact, double newtons, uint64_t after_us) {
  assert_int_equal(bench_try(&b, b.now += after_us, contact, newtons, 0), 1);
}

static void squeeze(void) {
  read_of(7, 10, 1000);
  read_of(9, 10, 100000);
  const press_event *event = recorder_last(&b.log, PRESS_EVENT_SQUEEZE_BEGAN);
  assert_int_equal(event->contact, 9);
  assert_int_equal(event->value, 7);
  bench_delivers(&b, "contact_began contact_began squeeze_began");
}

TEST(two_contacts_that_press_soon_after_each_other_squeeze) {
  make(0);
  squeeze();
  read_of(7, 0.2, 1000);
  bench_delivers(&b, "squeeze_ended");
}

TEST(a_squeeze_ends_before_the_contact_that_lifts) {
  make(0);
  squeeze();
  read_of(9, 0, 1000);
  bench_delivers(&b, "squeeze_ended contact_ended:lifted");
}

TEST(a_squeeze_is_cancelled_with_a_contact) {
  make(0);
  squeeze();
  assert_int_equal(press_engine_reset(b.engine), PRESS_OK);
  assert_int_equal(recorder_last(&b.log, PRESS_EVENT_SQUEEZE_CANCELLED)->reason, PRESS_REASON_RESET);
  bench_delivers(&b, "squeeze_cancelled:reset contact_cancelled:reset contact_cancelled:reset");
}

TEST(one_that_comes_later_does_not_squeeze) {
  make(0);
  read_of(7, 10, 1000);
  read_of(7, 10, 150000);
  read_of(9, 10, 50001);
  bench_delivers(&b, "contact_began contact_began");
}

TEST(settings_of_squeezes_change_while_it_runs) {
  press_squeeze_config config;
  press_squeeze_config_init(&config);
  make(0);
  config.within_us = 50000;
  assert_int_equal(press_squeeze_set(b.engine, &config), PRESS_OK);
  press_squeeze_config given;
  press_squeeze_config_init(&given);
  assert_int_equal(press_squeeze_get_config(b.engine, &given), PRESS_OK);
  assert_int_equal(given.within_us, 50000);
  read_of(7, 10, 1000);
  read_of(9, 10, 50001);
  bench_delivers(&b, "contact_began contact_began");
  config.within_us = 2000001;
  assert_int_equal(press_squeeze_set(b.engine, &config), PRESS_ERR_INVAL);
}

int main(void) { return run_all(NULL, NULL); }
