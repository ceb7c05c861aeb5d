import CPress

/// Everything that a config file or --set can change.
struct Settings {
  static let sections: StaticString = "sensor (or sensor1), sensor2 to sensor8, converter, converter2, iio, uinput, pad, engine, gestures, target to target32, peeks, peek to peek8, action to action32, transitions, transition to transition8, button"

  var sensors = InlineArray<8, SensorSettings>(repeating: SensorSettings())
  var sensorCount = 1
  var converters = InlineArray<2, ConverterSettings>(repeating: ConverterSettings())
  var converterCount = 1
  var iio = IIOSettings()
  var input = InputSettings()
  var pad = press_pad_config()
  var engine = press_config()
  /// Whether the log has contact_moved.
  var tellsMoved = false
  var interactions = InteractionSettings()

  init() {
    press_pad_config_init(&pad)
    press_config_init(&engine)
    engine.max_events = 0  // the delegate prints them: nobody polls
  }

  mutating func set(section: Slice, key: Slice, value: Slice) -> SetResult {
    if section.starts("sensor") {
      var number: UInt64 = 1
      if section.count > 6 {
        guard let n = Number.unsigned(section.dropping(6), most: 8), n >= 1 else { return .unknownSection }
        number = n
      }
      return setSensor(Int(number) - 1, key, value)
    }
    if section == "converter" { return converters[0].set(key, value) }
    if section == "converter2" {
      openSecondConverter()
      return converters[1].set(key, value)
    }
    if section == "iio" { return iio.set(key, value) }
    if section == "uinput" { return input.set(key, value) }
    if section == "pad" { return setPad(key, value) }
    if section == "engine" { return setEngine(key, value) }
    return interactions.set(section, key, value)
  }

  /// Announces a section: a sensor that is new begins as a copy of the one before it, on the next channel.
  mutating func open(section: Slice) -> Bool {
    if section == "converter" || section == "iio" || section == "pad" || section == "engine" || section == "sensor" { return true }
    if section == "converter2" {
      openSecondConverter()
      return true
    }
    if section == "uinput" {
      input.isEnabled = true
      return true
    }
    if !section.starts("sensor") { return interactions.open(section) }
    guard let n = Number.unsigned(section.dropping(6), most: 8), n >= 1 else { return false }
    return open(sensor: Int(n) - 1)
  }

  /// A copy of the first, at the next address.
  private mutating func openSecondConverter() {
    if converterCount == 2 { return }
    converterCount = 2
    converters[1] = converters[0]
    converters[1].config.address = converters[0].config.address == 0x4B ? 0x48 : converters[0].config.address + 1
    _ = converters[1].set(Slice("ready_pin"), Slice("none"))
  }

  private mutating func open(sensor: Int) -> Bool {
    if sensor < sensorCount { return true }
    if sensor > sensorCount { return false }
    sensors[sensor] = sensors[sensor - 1]
    sensors[sensor].channel += 1
    sensors[sensor].beginSection()
    sensorCount += 1
    return true
  }

  private mutating func setSensor(_ index: Int, _ key: Slice, _ value: Slice) -> SetResult {
    if !open(sensor: index) { return .badValue("the sensors before it must be there first: sensor, sensor2, sensor3 ...") }
    return sensors[index].set(key, value)
  }

  private mutating func setPad(_ key: Slice, _ value: Slice) -> SetResult {
    if key == "flags" {
      var flags: UInt32 = 0
      var words = value
      while !words.trimmed.isEmpty {
        let word = words.takeWord()
        if word == "no_median" {
          flags |= UInt32(PRESS_PAD_NO_MEDIAN)
        } else if word == "no_filter" {
          flags |= UInt32(PRESS_PAD_NO_FILTER)
        } else if word == "no_baseline" {
          flags |= UInt32(PRESS_PAD_NO_BASELINE)
        } else if !(word == "none") {
          return .badValue("none, or any of no_median no_filter no_baseline")
        }
      }
      pad.flags = flags
      return .ok
    }
    if key == "contact" { return Setting.u32(value, &pad.contact, 0, UInt32.max, "0 to 4294967295") }
    if key == "min_cutoff_hz" { return Setting.q16(value, &pad.min_cutoff_hz, 0, Int32.max, Setting.notNegative) }
    if key == "beta" { return Setting.q16(value, &pad.beta, 0, Int32.max, Setting.notNegative) }
    if key == "derivative_cutoff_hz" { return Setting.q16(value, &pad.derivative_cutoff_hz, 1, Int32.max, Setting.aboveZero) }
    if key == "start_us" { return Setting.duration(value, &pad.start_us) }
    if key == "start_limit" { return Setting.q16(value, &pad.start_limit, 0, Int32.max, Setting.notNegative) }
    if key == "untouched_force" { return Setting.q16(value, &pad.untouched_force, 1, Int32.max, Setting.aboveZero) }
    if key == "hold_us" { return Setting.duration(value, &pad.hold_us) }
    if key == "rise_us" { return Setting.duration(value, &pad.rise_us) }
    if key == "fall_us" { return Setting.duration(value, &pad.fall_us) }
    if key == "drift_step" { return Setting.q16(value, &pad.drift_step, 0, Int32.max, Setting.notNegative) }
    if key == "below_zero" { return Setting.q16(value, &pad.below_zero, 0, Int32.max, Setting.notNegative) }
    if key == "below_zero_us" { return Setting.duration(value, &pad.below_zero_us) }
    if key == "longest_contact_us" { return Setting.duration(value, &pad.longest_contact_us) }
    if key == "open_after_us" { return Setting.duration(value, &pad.open_after_us) }
    if key == "shorted_after_us" { return Setting.duration(value, &pad.shorted_after_us) }
    if key == "shorted_at_end_us" { return Setting.duration(value, &pad.shorted_at_end_us) }
    if key == "bus_after_us" { return Setting.duration(value, &pad.bus_after_us) }
    if key == "stuck_after_us" { return Setting.duration(value, &pad.stuck_after_us) }
    if key == "stale_after_us" { return Setting.duration(value, &pad.stale_after_us) }
    if key == "recover_after_us" { return Setting.duration(value, &pad.recover_after_us) }
    if key == "gap_us" { return Setting.duration(value, &pad.gap_us) }
    if key == "position_force" { return Setting.q16(value, &pad.position_force, 0, Int32.max, Setting.notNegative) }
    if key == "correction" {
      var words = value
      let a = Number.q16(words.takeWord()), b = Number.q16(words.takeWord()), c = Number.q16(words.takeWord())
      let d = Number.q16(words.takeWord()), e = Number.q16(words.takeWord()), f = Number.q16(words.takeWord())
      let accepted: StaticString = "A B C D E F: x' = A x + B y + C, y' = D x + E y + F; A, B, D, E from -1024 to 1024, A E not equal to B D"
      guard let a, let b, let c, let d, let e, let f, words.isEmpty, max(max(a.magnitude, b.magnitude), max(d.magnitude, e.magnitude)) <= 1024 << 16,
        Int64(a) * Int64(e) != Int64(b) * Int64(d)
      else { return .badValue(accepted) }
      pad.correction = press_pad_correction(a: a, b: b, c: c, d: d, e: e, f: f)
      return .ok
    }
    return .unknownKey("flags, contact, min_cutoff_hz, beta, derivative_cutoff_hz, start_us, start_limit, untouched_force, hold_us, rise_us, fall_us, drift_step, below_zero, below_zero_us, longest_contact_us, open_after_us, shorted_after_us, shorted_at_end_us, bus_after_us, stuck_after_us, stale_after_us, recover_after_us, gap_us, position_force, correction")
  }

  private mutating func setEngine(_ key: Slice, _ value: Slice) -> SetResult {
    if key == "touch_force" { return Setting.q16(value, &engine.touch_force, 1, Int32.max, Setting.aboveZero) }
    if key == "release_force" { return Setting.q16(value, &engine.release_force, 1, Int32.max, Setting.aboveZero) }
    if key == "zero_force" { return Setting.q16(value, &engine.zero_force, 0, Int32.max, Setting.notNegative) }
    if key == "full_force" { return Setting.q16(value, &engine.full_force, 1, Int32.max, Setting.aboveZero) }
    if key == "preview_pressure" { return Setting.q16(value, &engine.preview_pressure, 0, Int32.max, Setting.notNegative) }
    if key == "commit_pressure" { return Setting.q16(value, &engine.commit_pressure, 0, Int32.max, Setting.notNegative) }
    if key == "complete_pressure" { return Setting.q16(value, &engine.complete_pressure, 0, Int32.max, Setting.notNegative) }
    if key == "min_progress_step" { return Setting.q16(value, &engine.min_progress_step, 0, 65536, "a decimal from 0 to 1") }
    if key == "lost_after_us" { return Setting.duration(value, &engine.lost_after_us) }
    if key == "lift_us" { return Setting.duration(value, &engine.lift_us) }
    if key == "traits" { return Traits.set(value, &engine.traits) }
    if key == "tell_moved" { return Setting.bool(value, &tellsMoved) }
    return .unknownKey("touch_force, release_force, zero_force, full_force, preview_pressure, commit_pressure, complete_pressure, min_progress_step, lost_after_us, lift_us, traits, tell_moved")
  }
}
