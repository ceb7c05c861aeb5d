import CPress

/// How fast a contact moves, from its last two samples.
struct ButtonTrack {
  private var t: UInt64 = 0
  private var x: Int32 = 0
  private var y: Int32 = 0
  /// Between its last two samples, microseconds; `none` before.
  private(set) var interval = ButtonTrack.none
  /// What the release level is multiplied with: 1 - (speed / full speed)^2, at least a tenth.
  private(set) var stillness: Int32 = Q16.one

  private static var least: Int32 { 6554 }
  private static var none: UInt32 { UInt32.max }

  private var isStarted: Bool { interval != ButtonTrack.none }

  /// fullSpeed: points per second, Q16; 0: off.
  mutating func move(_ touch: press_touch, _ fullSpeed: Int32) {
    let passed = touch.t_us &- t
    // Two samples of one time say nothing of the speed.
    if isStarted && passed == 0 { return }
    if isStarted { stillness = ButtonTrack.stillness(Q16.subtract(touch.x, x), Q16.subtract(touch.y, y), passed, fullSpeed) }
    interval = isStarted ? UInt32(truncatingIfNeeded: min(passed, UInt64(ButtonTrack.none &- 1))) : ButtonTrack.none &- 1
    t = touch.t_us
    x = touch.x
    y = touch.y
  }

  private static func stillness(_ dx: Int32, _ dy: Int32, _ passed: UInt64, _ fullSpeed: Int32) -> Int32 {
    let way = UInt64(dx.magnitude) &* UInt64(dx.magnitude) &+ UInt64(dy.magnitude) &* UInt64(dy.magnitude)
    if way == 0 || fullSpeed == 0 { return Q16.one }
    // How far full speed leads in that time. What both give is compared as squares: no root.
    let reach = Wide.divide(min(passed, UInt64(UInt32.max)) &* UInt64(fullSpeed.magnitude), by: 1_000_000)
    let bounded = min(reach, UInt64(UInt32.max))
    return max(Q16.one &- Fraction.q16(way, of: bounded &* bounded), least)
  }
}
