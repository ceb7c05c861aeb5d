import CPress

/// Defaults and limits of transitions.
public enum TransitionConfig {
  private static var most: UInt16 { 32 }

  public static var defaultOptions: press_transition_options {
    press_transition_options(
      size: UInt32(truncatingIfNeeded: MemoryLayout<press_transition_options>.size), flags: 0, duration_us: 400_000,
      speed: Q16.one, curve: press_timing_curve(x1: 27525, y1: 0, x2: 38011, y2: 65536))
  }

  public static var makeDefault: press_transition_config {
    press_transition_config(
      size: UInt32(truncatingIfNeeded: MemoryLayout<press_transition_config>.size), max_transitions: 4, reserved: 0,
      frame_us: 16667, options: defaultOptions)
  }

  public static func isValid(_ c: press_transition_config) -> Bool {
    c.size == UInt32(truncatingIfNeeded: MemoryLayout<press_transition_config>.size) && c.max_transitions >= 1
      && c.max_transitions <= most && c.reserved == 0 && c.frame_us > 0 && isValid(c.options)
  }

  public static func isValid(_ o: press_transition_options) -> Bool {
    o.size == UInt32(truncatingIfNeeded: MemoryLayout<press_transition_options>.size)
      && o.flags & ~TransitionFlag.all == 0 && o.speed > 0 && TimingCurve.isValid(o.curve)
  }
}
