import CPress

/// Everything that a config file or --set can change.
struct Settings {
  static let sections: StaticString = "sensor (or sensor1), sensor2 to sensor8, converter, converter2, iio, uinput, pad, engine, gestures, target to target32, peeks, peek to peek8, action to action32, transitions, transition to transition8, button, drag"

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
    if let result = pad.set(key, value) { return result }
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
    return .unknownKey("correction", .pad)
  }

  private mutating func setEngine(_ key: Slice, _ value: Slice) -> SetResult {
    if let result = engine.set(key, value) { return result }
    if key == "tell_moved" { return Setting.bool(value, &tellsMoved) }
    return .unknownKey("tell_moved", .engine)
  }
}
