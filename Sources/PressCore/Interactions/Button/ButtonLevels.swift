import CPress

/// What the levels of the force button are made of.
struct ButtonLevels {
  let press, release: Int32
  let ratioDown, ratioUp: Int32
  let ceiling: Int32

  init(_ c: press_button_config) {
    press = c.press_force
    release = c.release_force
    ratioDown = c.ratio_down
    ratioUp = c.ratio_up
    ceiling = c.ceiling
  }

  /// Never below press_force nor above the ceiling.
  func press(least: Int32) -> Int32 { max(press, min(Q16.multiply(least, ratioUp), ceiling)) }

  /// `stillness`: 1 at rest, less the faster the contact moves.
  func release(peak: Int32, stillness: Int32) -> Int32 {
    Q16.multiply(max(release, Q16.multiply(min(peak, ceiling), ratioDown)), stillness)
  }
}
