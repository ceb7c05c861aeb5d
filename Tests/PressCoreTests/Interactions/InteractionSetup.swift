import CPress
@testable import PressCore

/// What is attached differently from walk to walk.
struct InteractionSetup: CustomStringConvertible {
  /// Of the transition.
  var driver = PRESS_DRIVER_PREVIEW
  /// Holding stands in for force.
  var risesFromHold = false
  /// A force below release has 150 ms to come back.
  var hasGrace = false
  /// A peek opens by holding still too, has a place, and can hide its actions.
  var hasMenus = false
  /// Nothing but the first target, and of the actions one: those of groups and of a second touch are walked with other drivers.
  var isNarrow = false

  /// Up to 50,715 states; of all, up to 622,799.
  static var walked: [InteractionSetup] {
    WalkExtent.walked(
      few: [InteractionSetup(risesFromHold: true), InteractionSetup(hasGrace: true, isNarrow: true), InteractionSetup(hasMenus: true)],
      most: [
        InteractionSetup(driver: PRESS_DRIVER_COMMIT), InteractionSetup(driver: PRESS_DRIVER_PRESSURE, isNarrow: true),
        InteractionSetup(driver: PRESS_DRIVER_PEEK),
      ],
      all: [
        InteractionSetup(driver: PRESS_DRIVER_PRESSURE), InteractionSetup(hasGrace: true), InteractionSetup(driver: PRESS_DRIVER_MOTION),
        InteractionSetup(driver: PRESS_DRIVER_MOTION, hasGrace: true),
        InteractionSetup(driver: PRESS_DRIVER_PEEK, hasGrace: true, hasMenus: true), InteractionSetup(risesFromHold: true, hasGrace: true),
      ])
  }

  var description: String {
    let drivers = [
      PRESS_DRIVER_PREVIEW: "preview", PRESS_DRIVER_COMMIT: "commit", PRESS_DRIVER_PRESSURE: "pressure", PRESS_DRIVER_MOTION: "motion",
      PRESS_DRIVER_PEEK: "a peek",
    ]
    return "\(drivers[driver]!) drives" + (risesFromHold ? ", force from holding" : "") + (hasGrace ? ", with a grace" : "")
      + (hasMenus ? ", with menus" : "") + (isNarrow ? ", on one target" : "")
  }

  /// Times in multiples of 25 ms and fractions in sixteenths come out of these, and nothing between.
  var config: press_config {
    var c = press_config.makeDefault
    c.creep_limit = 0
    c.max_contacts = 1
    c.max_targets = 2
    c.max_events = 0
    c.lost_after_us = 0
    c.lift_us = hasGrace ? 150_000 : 0
    c.zero_force = 0
    c.complete_pressure = 49152
    return c
  }

  var gestures: press_gestures_config {
    var g = press_gestures_config.makeDefault
    g.hold_us = 200_000
    g.double_tap_us = 200_000
    if risesFromHold {
      g.force_from_hold_us = 400_000
      g.force_from_hold_delay_us = 100_000
      g.frame_us = 100_000
    }
    return g
  }

  var peeks: press_peek_config {
    var p = press_peek_config.makeDefault
    if hasMenus { p.flags = UInt32(PRESS_PEEK_FLAG_FROM_HOLD | PRESS_PEEK_FLAG_HIDE) }
    p.hold_us = 200_000
    return p
  }

  var transitions: press_transition_config {
    var t = press_transition_config.makeDefault
    t.max_transitions = 1
    t.frame_us = 100_000
    t.options.duration_us = 200_000
    t.options.curve = press_timing_curve(x1: 0, y1: 0, x2: 65536, y2: 65536)
    return t
  }

  func bind(_ engine: Engine) -> Int32 {
    Transitions(engine)!.bind(1, UInt32(driver), target: 0, dx: driver == PRESS_DRIVER_MOTION ? 6 << 16 : 0, dy: 0)
  }
}
