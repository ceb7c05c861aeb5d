// Targets: a button on the surface, and one inside a card. The card previews, its inner button does not: a press on the inner
// button is the card's preview. The delegate is asked, and called.
//
//   c++ -std=c++17 preview.cpp $(pkg-config --cflags --libs libpress) -o preview && ./preview
#include <press/press.hpp>

#include <array>
#include <cstdio>

namespace {

enum { PLAY = 1, CARD = 2, LIKE = 3 };

const char *name(uint32_t target) {
  static constexpr std::array<const char *, 4> names{"surface", "play", "card", "like"};
  return target < names.size() ? names[target] : "?";
}

bool is_fine(press::status status, const char *what) {
  if (press::failed(status)) std::fprintf(stderr, "%s: %s\n", what, press::message(status));
  return !press::failed(status);
}

int percent(press_q16 progress) { return progress * 100 / PRESS_ONE; }

struct rectangle {
  int x, y, width, height;
};

bool add(press::engine<> &engine, uint32_t id, uint32_t container, rectangle at, uint32_t traits) {
  auto target = press::defaults<press_target>();
  target.id = id;
  target.container = container;
  target.x = at.x * PRESS_ONE;
  target.y = at.y * PRESS_ONE;
  target.width = at.width * PRESS_ONE;
  target.height = at.height * PRESS_ONE;
  target.traits = traits;
  return is_fine(engine.add(target), name(id));
}

// A finger at x, y: one force every 10 ms. Then nothing touches for a while, and the loop ticks: that ends the touch.
bool finger(press::engine<> &engine, uint64_t &t_us, const char *what, int x, int y, press::span<const double> newtons) {
  std::printf("%s\n", what);
  for (double force : newtons) {
    press_sample sample{};
    sample.t_us = t_us += 10000;
    sample.force = press::q16(force);
    sample.x = x * PRESS_ONE;
    sample.y = y * PRESS_ONE;
    if (!is_fine(engine.feed(sample), "feed")) return false;
  }
  return is_fine(engine.tick(t_us += 200000), "tick");
}

} // namespace

int main() {
  static press::engine<>  engine;
  static constexpr double through[] = {0.5, 2.0, 3.5, 4.5, 1.0, 0}, light[] = {0.5, 2.0, 2.5, 1.0, 0};
  bool                    is_locked = false; // then the card may not be previewed
  uint64_t                t_us = 0;

  press::delegate hooks(
    press::preview_should_begin =
      [&](const press_touch &touch) {
        const bool yes = !(is_locked && touch.target == CARD);
        if (const auto inside = engine.touch(touch.contact, touch.target)) // where, seen from the target's corner
          std::printf("  %s: begin at %d, %d? %s\n", name(touch.target), inside.value.x / PRESS_ONE, inside.value.y / PRESS_ONE, yes ? "yes" : "no");
        return yes;
      },
    press::preview_did_update =
      [](const press_touch &touch, press_q16 progress, bool ended) {
        std::printf("  %s: preview %3d %%%s\n", name(touch.target), percent(progress), ended ? ", ended" : "");
      },
    press::commit_did_update =
      [](const press_touch &touch, press_q16 progress, bool ended) {
        std::printf("  %s: commit  %3d %%%s\n", name(touch.target), percent(progress), ended ? ", completed" : "");
      },
    press::preview_did_cancel = [](const press_touch &touch) { std::printf("  %s: cancelled\n", name(touch.target)); });

  if (!is_fine(engine.start(), "start") || !is_fine(engine.set_delegate(hooks), "set_delegate")
      || !add(engine, PLAY, 0, {10, 10, 60, 40}, PRESS_TARGET_PREVIEW) || !add(engine, CARD, 0, {100, 10, 120, 80}, PRESS_TARGET_PREVIEW)
      || !add(engine, LIKE, CARD, {180, 60, 30, 20}, 0))
    return 1;

  if (!finger(engine, t_us, "pressing play through", 30, 30, through)) return 1;
  std::printf("at 190, 70 lies %s\n", name(engine.target_at(190 * PRESS_ONE, 70 * PRESS_ONE).value));
  if (!finger(engine, t_us, "pressing like, and letting go", 190, 70, light)) return 1;
  is_locked = true;
  if (!finger(engine, t_us, "the same, locked", 190, 70, light)) return 1;
  return finger(engine, t_us, "beside both", 80, 30, through) ? 0 : 1;
}
