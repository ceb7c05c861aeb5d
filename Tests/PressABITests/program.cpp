// A program in C++17: the same header, the same library. Returns 0 when a press went through to completion.
#include <press.h>

#include <cstdint>
#include <vector>

namespace {

struct Seen {
  std::vector<std::uint32_t> types;
  bool                       completed = false;
};

static_assert(sizeof(press_event) == 64, "an event is 64 bytes");
constexpr press_q16 half = PRESS_Q16(0.5);
static_assert(half == PRESS_ONE / 2, "constants are constant");

} // namespace

int main() {
  press_config config;
  press_config_init(&config);
  std::vector<std::uint64_t> storage(press_engine_size(&config) / sizeof(std::uint64_t) + 1);
  press_engine              *engine = nullptr;
  if (press_engine_init(storage.data(), storage.size() * sizeof(std::uint64_t), &config, &engine) != PRESS_OK) return 1;

  Seen           seen;
  press_delegate delegate{};
  delegate.size = sizeof delegate;
  delegate.user = &seen;
  delegate.preview_should_begin = [](press_engine *, const press_touch *touch, void *) { return touch->pressure > 0; };
  delegate.commit_did_update = [](press_engine *, const press_touch *, press_q16, bool ended, void *user) {
    if (ended) static_cast<Seen *>(user)->completed = true;
  };
  delegate.on_event = [](press_engine *, const press_event *event, void *user) { static_cast<Seen *>(user)->types.push_back(event->type); };
  if (press_set_delegate(engine, &delegate) != PRESS_OK) return 2;

  press_sample sample{};
  for (int i = 0; i <= 10; i++) {
    sample.t_us += 10000;
    sample.force = i * half;
    if (press_feed(engine, &sample, 1) != 1) return 3;
  }
  sample.t_us += 10000;
  sample.force = 0;
  if (press_feed(engine, &sample, 1) != 1) return 4;
  // The lift is one once its grace is over.
  if (press_tick(engine, sample.t_us + config.lift_us) != PRESS_OK) return 4;
  if (!seen.completed || seen.types.front() != PRESS_EVENT_CONTACT_BEGAN || seen.types.back() != PRESS_EVENT_CONTACT_ENDED) return 5;

  // Every other room links as well.
  press_sensor sensor;
  press_sensor_init(&sensor);
  press_pad_config pad_config;
  press_pad_config_init(&pad_config);
  press_one_euro         filter{};
  press_converter_config adc;
  press_converter_config_init(&adc);
  if (press_one_euro_init(&filter, PRESS_ONE, 0, PRESS_ONE) != PRESS_OK) return 6;
  return press_version() == PRESS_VERSION_NUMBER && press_pad_size(1) > 0 ? 0 : 7;
}
