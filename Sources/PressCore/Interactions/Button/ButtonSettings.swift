import CPress

/// How the force button works: its levels, and what they follow.
struct ButtonSettings {
  let flags: UInt32
  private let press: Int32
  let release: Int32
  private let ratioDown, ratioUp: Int32
  private let ceiling: Int32
  private let fall, rise: Int32
  let fullSpeed: Int32
  /// As configured: how long the force may be below release.
  private let lift: UInt32

  init(_ c: press_button_config) {
    flags = c.flags
    press = c.press_force
    release = c.release_force
    ratioDown = c.ratio_down
    ratioUp = c.ratio_up
    ceiling = c.ceiling
    fall = c.rapid_fall
    rise = c.rapid_rise
    fullSpeed = c.full_speed
    lift = c.lift_us
  }

  var config: press_button_config {
    var c = press_button_config()
    c.size = UInt32(truncatingIfNeeded: MemoryLayout<press_button_config>.size)
    c.flags = flags
    c.press_force = press
    c.release_force = release
    c.ratio_down = ratioDown
    c.ratio_up = ratioUp
    c.ceiling = ceiling
    c.full_speed = fullSpeed
    c.lift_us = lift
    c.rapid_fall = fall
    c.rapid_rise = rise
    return c
  }

  private var isRapid: Bool { flags & ButtonFlag.rapidTrigger != 0 }

  func grace(ofContact: UInt32) -> UInt32 { isRapid ? 0 : lift == UInt32.max ? ofContact : lift }

  /// Above the least force since the release. A rapid trigger that was released within its band has left it once that is below
  /// the release level.
  func press(least: Int32) -> Int32 {
    if isRapid { return least < release ? press : min(Q16.add(least, rise), ceiling) }
    return max(press, min(Q16.multiply(least, ratioUp), ceiling))
  }

  /// `stillness`: 1 at rest, less the faster the contact moves.
  func release(peak: Int32, stillness: Int32) -> Int32 {
    let most = min(peak, ceiling)
    return Q16.multiply(max(release, isRapid ? Q16.subtract(most, fall) : Q16.multiply(most, ratioDown)), stillness)
  }
}
