import CPress

/// Defaults and limits of press_config. Where the defaults come from stands in docs/DESIGN.md.
public enum Config {
  /// As lift_us: what `Engine.grace(of:)` makes of the rate.
  static var measuredLift: UInt32 { 55_000 }

  /// Events that are kept: none, or so many that what a sample can cause fits beside the ends of all that runs.
  static func events(_ c: press_config) -> Int {
    c.max_events == 0 ? 0 : Int(max(c.max_events, 8 &+ 2 &* c.max_contacts))
  }

  public static func pressure(_ c: press_config, of force: Int32) -> Int32 {
    var curve = Pressure(from: c.zero_force, to: c.full_force, firmness: c.firmness)
    return Pressure.of(force, by: &curve)
  }

  /// The least force with such a pressure, which is at most 1.
  public static func force(_ c: press_config, at pressure: Int32) -> Int32 {
    var curve = Pressure(from: c.zero_force, to: c.full_force, firmness: c.firmness)
    if pressure <= 0 { return c.zero_force }
    var (below, enough) = (c.zero_force, c.full_force)
    while enough &- below > 1 {
      let middle = below &+ ((enough &- below) >> 1)
      if Pressure.of(middle, by: &curve) >= pressure { enough = middle } else { below = middle }
    }
    return enough
  }
}
