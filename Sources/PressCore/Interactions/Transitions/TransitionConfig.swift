import CPress

/// Defaults and limits of transitions.
public enum TransitionConfig {
  public typealias Interaction = Transitions

  private static var most: UInt16 { 32 }

  public static var defaultOptions: press_transition_options {
    press_transition_options(
      size: UInt32(truncatingIfNeeded: MemoryLayout<press_transition_options>.size), flags: 0, duration_us: 400_000,
      speed: Q16.one, curve: press_timing_curve(x1: 27525, y1: 0, x2: 38011, y2: 65536), fraction: 0)
  }

  public static var makeDefault: press_transition_config {
    var c = press_transition_config()
    c.size = UInt32(truncatingIfNeeded: MemoryLayout<press_transition_config>.size)
    c.max_transitions = 4
    c.frame_us = 16667
    c.flick_speed = 300 << 16
    c.options = defaultOptions
    return c
  }

  /// What may be wrong with one, or with options alone. The texts stand in PressABI/TransitionFunctions.swift.
  public enum Rule: UInt8 {
    case size, most, reserved, frame, flick, optionsSize, optionsFlags, optionsSpeed, optionsCurve, optionsSpring, optionsFraction
  }

  /// Damping 0.1..4, response 1 ms..60 s.
  private static func isSpring(_ c: press_timing_curve) -> Bool {
    c.x1 >= 6554 && c.x1 <= 4 &* Q16.one && c.y1 >= 66 && c.y1 <= 60 &* Q16.one && c.x2 | c.y2 == 0
  }

  /// The first rule that it breaks. Nil: it is valid.
  @inline(never)
  public static func brokenRule(_ c: press_transition_config) -> Rule? {
    if c.size != UInt32(truncatingIfNeeded: MemoryLayout<press_transition_config>.size) { return .size }
    if c.max_transitions < 1 || c.max_transitions > most { return .most }
    if c.reserved != 0 { return .reserved }
    if c.frame_us == 0 { return .frame }
    if c.flick_speed < 0 { return .flick }
    return brokenRule(c.options)
  }

  @inline(never)
  public static func brokenRule(_ o: press_transition_options) -> Rule? {
    if o.size != UInt32(truncatingIfNeeded: MemoryLayout<press_transition_options>.size) { return .optionsSize }
    if o.flags & ~TransitionFlag.all != 0 { return .optionsFlags }
    if o.speed <= 0 { return .optionsSpeed }
    if o.flags & TransitionFlag.spring != 0 {
      if !isSpring(o.curve) { return .optionsSpring }
    } else if !TimingCurve.isValid(o.curve) {
      return .optionsCurve
    }
    return o.fraction < 0 || o.fraction > Q16.one ? .optionsFraction : nil
  }
}
