import CPress

/// Defaults and limits of press_config. Where the defaults come from stands in docs/DESIGN.md.
public enum Config {
  static var most: (contacts: UInt16, targets: UInt16, events: UInt16) { (32, 1024, 4096) }

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
    c.lift_us = 40_000
    c.traits = Trait.preview
    c.max_events = 64
    return c
  }

  @inline(never)
  public static func isValid(_ c: press_config) -> Bool {
    c.size == UInt32(truncatingIfNeeded: MemoryLayout<press_config>.size) && hasValidCapacities(c) && hasValidLevels(c)
      && c.flags & ~ConfigFlag.all == 0 && c.traits & ~Trait.all == 0
      && c.reserved == 0
  }

  private static func hasValidCapacities(_ c: press_config) -> Bool {
    c.max_contacts >= 1 && c.max_contacts <= most.contacts && c.max_targets <= most.targets
      && c.max_events <= most.events
  }

  /// Events that are kept: none, or so many that what a sample can tell fits beside the ends of all that runs.
  static func events(_ c: press_config) -> Int {
    c.max_events == 0 ? 0 : Int(max(c.max_events, 8 &+ 2 &* c.max_contacts))
  }

  private static func hasValidLevels(_ c: press_config) -> Bool {
    let fromFlag = c.flags & ConfigFlag.contactFromFlag != 0
    let forces = fromFlag || (c.release_force > 0 && c.release_force <= c.touch_force)
    return forces && c.zero_force >= 0 && c.zero_force < c.full_force && c.preview_pressure >= 0
      && c.preview_pressure <= c.commit_pressure && c.commit_pressure <= c.complete_pressure
      && c.min_progress_step >= 0 && c.min_progress_step <= Q16.one
  }
}
