import CPress

/// One [transition] section.
struct TransitionSettings {
  var id: UInt32 = 0
  var driver = UInt32(PRESS_DRIVER_PREVIEW)
  var target: UInt32 = 0
  var dx: press_q16 = 0
  var dy: press_q16 = 0
  var options = press_transition_options()

  init() {
    press_transition_options_init(&options)
  }

  mutating func set(_ key: Slice, _ value: Slice) -> SetResult {
    if key == "id" { return Setting.u32(value, &id, 1, UInt32.max, "1 to 4294967295") }
    if key == "target" { return Setting.u32(value, &target, 0, UInt32.max, "the id of a target, or 0: any contact") }
    if key == "dx" { return Setting.point(value, &dx) }
    if key == "dy" { return Setting.point(value, &dy) }
    if key == "duration" { return Setting.duration(value, &options.duration_us) }
    if key == "speed" { return Setting.q16(value, &options.speed, 1, Int32.max, Setting.aboveZero) }
    if key == "curve" { return setCurve(value) }
    if key == "driver" {
      if value == "preview" {
        driver = UInt32(PRESS_DRIVER_PREVIEW)
      } else if value == "commit" {
        driver = UInt32(PRESS_DRIVER_COMMIT)
      } else if value == "pressure" {
        driver = UInt32(PRESS_DRIVER_PRESSURE)
      } else if value == "motion" {
        driver = UInt32(PRESS_DRIVER_MOTION)
      } else {
        return .badValue("preview, commit, pressure or motion")
      }
      return .ok
    }
    return .unknownKey("id, driver, target, dx, dy, duration, speed, curve")
  }

  private mutating func setCurve(_ value: Slice) -> SetResult {
    // 0.42 and 0.58, as PRESS_Q16 rounds them.
    if value == "ease_in_out" {
      options.curve = press_timing_curve(x1: 27525, y1: 0, x2: 38011, y2: 65536)
    } else if value == "ease_in" {
      options.curve = press_timing_curve(x1: 27525, y1: 0, x2: 65536, y2: 65536)
    } else if value == "ease_out" {
      options.curve = press_timing_curve(x1: 0, y1: 0, x2: 38011, y2: 65536)
    } else if value == "linear" {
      options.curve = press_timing_curve(x1: 0, y1: 0, x2: 65536, y2: 65536)
    } else {
      var words = value
      let x1 = Number.q16(words.takeWord(), least: 0, most: 65536)
      let y1 = Number.q16(words.takeWord())
      let x2 = Number.q16(words.takeWord(), least: 0, most: 65536)
      let y2 = Number.q16(words.takeWord())
      guard let x1, let y1, let x2, let y2, words.isEmpty else {
        return .badValue("ease_in_out, ease_in, ease_out, linear, or X1 Y1 X2 Y2 with X1 and X2 from 0 to 1")
      }
      options.curve = press_timing_curve(x1: x1, y1: y1, x2: x2, y2: y2)
    }
    return .ok
  }
}
