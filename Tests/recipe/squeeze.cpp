/* A made-up interaction from C++: recipe.py. */
#include <array>

#include "press/press.hpp"

int main() {
  static press::engine<> engine;
  auto                   config = press::defaults<press_squeeze_config>();
  config.pressure = press::q16(0.4);
  if (press::failed(engine.start()) || press::failed(engine.attach(config))) return 1;
  return press_squeeze_set(engine.get(), &config) == 0 ? 0 : 2;
}
