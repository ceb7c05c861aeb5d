// press.hpp as a program uses it: errors as values, delegates of lambdas, and which of an engine and its delegate ends first.
#include <press/press.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

namespace {

void expect(bool holds, const char *what, int line) {
  if (holds) return;
  std::fprintf(stderr, "program.cpp:%d: %s\n", line, what);
  std::exit(1);
}
#define EXPECT(...) expect((__VA_ARGS__), #__VA_ARGS__, __LINE__)

press_sample touch_of(uint64_t t_us, double newtons) {
  press_sample sample{};
  sample.t_us = t_us;
  sample.force = press::q16(newtons);
  return sample;
}

void an_engine_that_was_not_started_answers_errors() {
  press::engine<> engine;
  press::delegate hooks(press::on_event = [](const press_event &) {});
  EXPECT(engine.get() == nullptr && engine.next_deadline() == PRESS_NEVER);
  EXPECT(engine.tick(1) == press::status::inval && engine.set_delegate(hooks) == press::status::inval);
  EXPECT(!engine.touch() && engine.touch().error == press::status::inval);
}

void errors_are_values() {
  static press::engine<64> small;
  static press::engine<>   engine;
  auto                     config = press::defaults<press_config>();
  config.touch_force = 0;
  EXPECT(small.start() == press::status::nospc);
  EXPECT(std::string_view(press::message(press::status::nospc)) == press_strerror(PRESS_ERR_NOSPC));
  EXPECT(engine.start(config) == press::status::inval && engine.start() == press::status::ok);
  EXPECT(engine.remove(7) == press::status::noent && !press::failed(engine.reset()));
  EXPECT(engine.feed(touch_of(500000, 1)) == press::status::ok && engine.feed(touch_of(9, 1)) == press::status::time);
}

void spans_are_arrays_and_containers() {
  static press::engine<>            engine;
  const std::array<press_sample, 2> two{touch_of(1000, 2), touch_of(2000, 0)};
  const std::vector<press_sample>   one{touch_of(3000, 0)};
  press_event                       events[16];
  EXPECT(engine.start() == press::status::ok);
  EXPECT(engine.feed(two).value == 2 && engine.feed(one).value == 1 && engine.feed(press::span<const press_sample>()).value == 0);
  EXPECT(engine.tick(100000) == press::status::ok);
  const auto polled = engine.poll(events);
  EXPECT(polled && polled.value > 2 && events[0].type == PRESS_EVENT_CONTACT_BEGAN);
  EXPECT(events[polled.value - 1].type == PRESS_EVENT_CONTACT_ENDED);
}

void a_delegate_that_ends_first_is_called_no_more() {
  static press::engine<> engine;
  int                    calls = 0;
  EXPECT(engine.start() == press::status::ok);
  {
    press::delegate hooks(press::on_event = [&](const press_event &) { calls++; });
    EXPECT(engine.set_delegate(hooks) == press::status::ok && engine.feed(touch_of(1, 1)) == press::status::ok);
  }
  const int before = calls;
  EXPECT(before > 0 && engine.feed(touch_of(2, 4)) == press::status::ok && calls == before);
}

/* What the hooks of `owner` were called with, before and while an object that has them ends. */
int calls_of_owners, ends_of_owners;

struct recorder {
  std::vector<press_event_type> *log;
  void                           operator()(const press_event &event) const {
                              log->push_back(event.type); // of an owner that is half gone, this is a use after free
                              calls_of_owners++;
                              ends_of_owners += event.type == PRESS_EVENT_CONTACT_CANCELLED || event.type == PRESS_EVENT_PREVIEW_CANCELLED;
  }
};
using hooks_of_owner = decltype(press::delegate(press::on_event = recorder{}));

/* The three orders in which a class has an engine, what its hooks use, and the hooks. */
struct hooks_last {
  press::engine<>               engine;
  std::vector<press_event_type> log;
  hooks_of_owner                hooks{press::on_event = recorder{&log}};
};
struct engine_last {
  std::vector<press_event_type> log;
  hooks_of_owner                hooks{press::on_event = recorder{&log}};
  press::engine<>               engine;
};
struct data_last {
  hooks_of_owner                hooks{press::on_event = recorder{&log}};
  press::engine<>               engine;
  std::vector<press_event_type> log;
};
template <class Owner> struct resets : Owner {
  ~resets() { EXPECT(this->engine.reset() == press::status::ok); }
};

/* How many calls, and how many ends of two that began, come while the owner ends. */
template <class Owner> void end_of(int calls, int ends) {
  calls_of_owners = ends_of_owners = 0;
  int before = 0;
  {
    const auto owner = std::make_unique<Owner>();
    EXPECT(owner->engine.start() == press::status::ok && owner->engine.set_delegate(owner->hooks) == press::status::ok);
    EXPECT(owner->engine.feed(touch_of(1, 0)) == press::status::ok && owner->engine.feed(touch_of(2, 2)) == press::status::ok);
    before = calls_of_owners;
    EXPECT(before >= 2 && ends_of_owners == 0);
  }
  EXPECT(calls_of_owners == before + calls && ends_of_owners == ends);
}

void an_engine_ends_in_silence_wherever_its_owner_has_it() {
  end_of<hooks_last>(0, 0);
  end_of<engine_last>(0, 0);
  end_of<data_last>(0, 0);
}

void an_owner_that_resets_first_has_the_ends_of_what_began() {
  end_of<resets<hooks_last>>(2, 2);
  end_of<resets<engine_last>>(2, 2);
  end_of<resets<data_last>>(2, 2);
}

void a_local_engine_that_ends_before_its_hooks_is_silent() {
  int             began = 0, ended = 0;
  press::delegate hooks(press::on_event = [&](const press_event &event) {
    began += event.type == PRESS_EVENT_CONTACT_BEGAN || event.type == PRESS_EVENT_PREVIEW_BEGAN;
    ended += event.type == PRESS_EVENT_CONTACT_CANCELLED || event.type == PRESS_EVENT_PREVIEW_CANCELLED;
  });
  for (int round = 0; round < 2; round++) { // the hooks outlive an engine, and serve the next one
    press::engine<> engine;
    EXPECT(engine.start() == press::status::ok && engine.set_delegate(hooks) == press::status::ok);
    EXPECT(engine.feed(touch_of(1, 2)) == press::status::ok && began == 2 * (round + 1) && ended == 0);
  }
  EXPECT(ended == 0);
}

void a_delegate_has_one_engine_and_an_engine_one_delegate() {
  static press::engine<> one, other;
  int                    first = 0, second = 0;
  press::delegate        a(press::on_event = [&](const press_event &) { first++; });
  press::delegate        b(press::on_event = [&](const press_event &) { second++; });
  EXPECT(one.start() == press::status::ok && other.start() == press::status::ok);
  EXPECT(one.set_delegate(a) == press::status::ok && other.set_delegate(a) == press::status::ok);
  EXPECT(one.feed(touch_of(1, 1)) == press::status::ok && first == 0);
  EXPECT(other.feed(touch_of(1, 1)) == press::status::ok && first == 1);
  EXPECT(other.set_delegate(b) == press::status::ok && other.feed(touch_of(2, 4)) == press::status::ok && first == 1 && second > 0);
}

void what_is_asked_may_be_changed() {
  static press::engine<PRESS_ENGINE_STORAGE_ALL> engine;
  uint32_t                                       dragged = 0;
  auto                                           target = press::defaults<press_target>();
  target.id = 5;
  target.width = target.height = press::q16(100);
  target.traits = PRESS_TARGET_DRAG_SOURCE;
  press::delegate hooks(
    press::drag_will_begin = [](const press_touch &touch, uint32_t, press_drag_item *items, size_t capacity) -> size_t {
      if (capacity == 0) return 0;
      items[0].id = touch.target * 10;
      return 1;
    },
    press::on_event =
      [&](const press_event &event) {
        press_drag_item item{};
        if (event.type != PRESS_EVENT_DRAG_BEGAN) return;
        if (press_drag_get_items(engine.get(), event.subject, &item, 1) == 1) dragged = item.id;
      });
  EXPECT(engine.start() == press::status::ok && engine.attach(press::defaults<press_drag_config>()) == press::status::ok);
  EXPECT(engine.set_delegate(hooks) == press::status::ok && engine.add(target) == press::status::ok);
  EXPECT(press_drag_begin(engine.get(), 5, nullptr) == PRESS_OK && dragged == 50);
}

void a_pad_feeds_an_engine() {
  static press::engine<>                 engine;
  static press::pad<PRESS_PAD_STORAGE_1> pad;
  const press_sensor                     sensors[] = {press::defaults<press_sensor>()};
  EXPECT(pad.start(sensors) == press::status::ok && engine.start() == press::status::ok);
  press_frame frame{};
  frame.present = 1;
  for (frame.t_us = 10000; frame.t_us <= 500000; frame.t_us += 10000) EXPECT(pad.feed(frame, engine) == press::status::ok);
  EXPECT(pad.feed(frame, engine) == press::status::ok && pad.feed(frame, engine) == press::status::time);
  const auto reading = pad.read();
  EXPECT(reading && press::number(reading.value.force) == 0 && reading.value.t_us == frame.t_us);
  EXPECT(pad.tare() == press::status::ok && pad.tick(frame.t_us, engine) == press::status::ok);
}

} // namespace

int main() {
  an_engine_that_was_not_started_answers_errors();
  errors_are_values();
  spans_are_arrays_and_containers();
  a_delegate_that_ends_first_is_called_no_more();
  an_engine_ends_in_silence_wherever_its_owner_has_it();
  an_owner_that_resets_first_has_the_ends_of_what_began();
  a_local_engine_that_ends_before_its_hooks_is_silent();
  a_delegate_has_one_engine_and_an_engine_one_delegate();
  what_is_asked_may_be_changed();
  a_pad_feeds_an_engine();
}
