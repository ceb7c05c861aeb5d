import CPress

/// Defaults and limits of press_config. Where the defaults come from stands in docs/DESIGN.md.
public enum Config {
  static var most: (contacts: UInt16, targets: UInt16, events: UInt16) { (32, 1024, 4096) }

  private static var longestYouth: UInt32 { 10_000_000 }

  /// As lift_us: what `Engine.grace(of:)` makes of the rate.
  static var measuredLift: UInt32 { 55_000 }

  @inline(never)
  public static func makeDefault() -> press_config {
    var c = press_config()
    c.size = UInt32(truncatingIfNeeded: MemoryLayout<press_config>.size)
    c.max_contacts = 10
    c.max_targets = 32
    c.touch_force = 26214
    c.release_force = 16384
    c.zero_force = 26214
    c.full_force = 5 << 16
    c.preview_pressure = 16384
    c.commit_pressure = 32768
    c.complete_pressure = 55706
    c.lost_after_us = 250_000
    c.lift_us = measuredLift
    c.traits = Trait.preview
    c.max_events = 64
    c.creep_limit = 9175
    return c
  }

  /// What may be wrong with one, in the order of the fields. The texts stand in PressABI/EngineFunctions.swift.
  public enum Rule: UInt8 {
    case size, contacts, targets, touch, release, zero, full, preview, commit, complete, flags, traits, step, events, reserved, previewAfter,
      creepLimit, firmness
  }

  /// The first rule that it breaks. Nil: it is valid.
  @inline(never)
  public static func brokenRule(_ config: UnsafePointer<press_config>) -> Rule? {
    let c = config.pointee
    if c.size != UInt32(truncatingIfNeeded: MemoryLayout<press_config>.size) { return .size }
    if c.max_contacts < 1 || c.max_contacts > most.contacts { return .contacts }
    if c.max_targets > most.targets { return .targets }
    if c.flags & ConfigFlag.contactFromFlag == 0 {
      if c.touch_force <= 0 { return .touch }
      if c.release_force <= 0 || c.release_force > c.touch_force { return .release }
    }
    if c.zero_force < 0 { return .zero }
    if c.full_force <= c.zero_force { return .full }
    if c.preview_pressure < 0 { return .preview }
    if c.commit_pressure < c.preview_pressure { return .commit }
    if c.complete_pressure < c.commit_pressure { return .complete }
    if c.flags & ~ConfigFlag.all != 0 { return .flags }
    if c.traits & ~Trait.all != 0 { return .traits }
    if c.min_progress_step < 0 || c.min_progress_step > Q16.one { return .step }
    if c.max_events > most.events { return .events }
    if c.reserved != 0 { return .reserved }
    if c.preview_after_us > longestYouth { return .previewAfter }
    if c.creep_limit < 0 || c.creep_limit > Q16.one { return .creepLimit }
    return c.firmness < 0 &- Q16.one || c.firmness > Q16.one ? .firmness : nil
  }

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
