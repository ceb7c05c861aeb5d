import CPress

/// What of press_config may change while an engine is used, as the engine uses it.
struct EngineSettings {
  /// Of the surface.
  let traits: UInt32
  let touchForce, releaseForce: Int32
  /// Of a sample that says that nothing touches: flags that it may carry, which one of a finger is taken to carry, and what
  /// its force is below.
  let idleFlags: UInt32
  var idleBelow: Int32
  /// How long a force may be below release before its contact has lifted, 0: not at all.
  let liftAfter: UInt32
  /// How old a contact is before its preview is asked for.
  let previewAfter: UInt32
  /// The most that a held force climbs by itself in a tenfold of time, as a part of it, Q16.
  let creepLimit: Int32
  /// The most there is: silence is no reason.
  let lostAfter: UInt64
  var pressure: Pressure
  var levels: Preview.Thresholds
  let contactFromFlag: Bool
  let deliversMoved: Bool

  @inline(__always)
  init(_ c: press_config) {
    contactFromFlag = c.flags & ConfigFlag.contactFromFlag != 0
    deliversMoved = c.flags & ConfigFlag.tellMoved != 0
    traits = c.traits
    touchForce = c.touch_force
    releaseForce = contactFromFlag ? 0 : c.release_force
    idleFlags = contactFromFlag ? 0 : SampleFlag.down
    idleBelow = contactFromFlag ? Int32.max : c.touch_force
    lostAfter = c.lost_after_us == 0 ? UInt64.max : UInt64(c.lost_after_us)
    liftAfter = contactFromFlag ? 0 : c.lift_us
    previewAfter = c.preview_after_us
    creepLimit = c.creep_limit
    pressure = Pressure(from: c.zero_force, to: c.full_force, firmness: c.firmness)
    levels = Preview.Thresholds(
      preview: c.preview_pressure, commit: c.commit_pressure, complete: c.complete_pressure,
      smallestStep: c.min_progress_step)
  }

  /// All but the capacities.
  var config: press_config {
    var c = press_config.makeDefault
    c.flags = (contactFromFlag ? ConfigFlag.contactFromFlag : 0) | (deliversMoved ? ConfigFlag.tellMoved : 0)
    c.traits = traits
    c.touch_force = touchForce
    c.release_force = releaseForce
    c.lost_after_us = UInt32(truncatingIfNeeded: lostAfter == UInt64.max ? 0 : lostAfter)
    c.lift_us = liftAfter
    c.preview_after_us = previewAfter
    c.creep_limit = creepLimit
    c.zero_force = pressure.low
    c.full_force = pressure.high
    c.firmness = pressure.firmness
    c.preview_pressure = levels.preview
    c.commit_pressure = levels.commit
    c.complete_pressure = levels.complete
    c.min_progress_step = levels.smallestStep
    return c
  }
}
