import CPress

extension press_transition_options {
  public static func setFurtherDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.pointee.curve = press_timing_curve(x1: 27525, y1: 0, x2: 38011, y2: 65536)
  }

  public static func brokenRelation(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.flags & TransitionFlag.spring == 0 { return TimingCurve.isValid(c.pointee.curve) ? 0 : Rule.ofRelation }
    return isSpring(c.pointee.curve) ? 0 : Rule.ofRelation + 1
  }

  public static func words(ofRelation rule: UInt32) -> UnsafePointer<CChar> {
    rule == Rule.ofRelation
      ? text("options.curve: x1 and x2 0..1") : text("options.curve: of a spring, x1 0.1..4, y1 0.001..60, x2 and y2 0")
  }

  /// Damping 0.1..4, response 1 ms..60 s.
  private static func isSpring(_ c: press_timing_curve) -> Bool {
    c.x1 >= 6554 && c.x1 <= 4 &* Q16.one && c.y1 >= 66 && c.y1 <= 60 &* Q16.one && c.x2 | c.y2 == 0
  }
}
