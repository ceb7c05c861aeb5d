import PressSetup

/// How long it takes to read the sensors.
extension Settings {
  /// How long a reading of all references takes; 0: there are none.
  mutating func referencesUs() -> UInt64 {
    var us: UInt64 = 0
    for c in 0..<count(.converter) where converter[c].reference.channel != nil { us += converter[c].periodUs + converter[c].onBusUs }
    return us
  }

  /// Least time for a frame, with or without the time on the bus. Two converters convert at the same time.
  private mutating func frameUs(onBus: Bool) -> UInt64 {
    var longest: UInt64 = 0
    for c in 0..<count(.converter) {
      let each = converter[c].periodUs * converter[c].conversions(channels: channels(ofConverter: c)) + (onBus ? converter[c].onBusUs : 0)
      longest = max(longest, each * UInt64(channels(ofConverter: c).nonzeroBitCount))
    }
    return longest
  }

  /// How long converters are set up before their first code.
  mutating func setupUs() -> UInt64 {
    var longest: UInt64 = 0
    for c in 0..<count(.converter) { longest = max(longest, converter[c].setupUs) }
    return longest
  }

  /// The longest that a conversion takes.
  mutating func conversionUs() -> UInt64 {
    var longest: UInt64 = 0
    for c in 0..<count(.converter) { longest = max(longest, converter[c].conversionUs) }
    return longest
  }

  /// Without the time on the bus.
  mutating func frameUs() -> UInt64 { frameUs(onBus: false) }

  /// With the time on the bus, at 400 kHz or as fast as the converter takes it. The second converter begins, and ends, that
  /// much later, and one that converts while it is read has the bus to itself.
  mutating func frameOnBusUs() -> UInt64 {
    if count(.converter) == 1 { return frameUs(onBus: true) + referencesUs() }
    var others: UInt64 = 0
    for c in 0..<2 {
      let isAtOnce = converter[c].periodUs == 0
      others = max(others, converter[c].onBusUs * (isAtOnce ? UInt64(channels(ofConverter: c).nonzeroBitCount) : 1))
    }
    return frameUs(onBus: true) + others + referencesUs()
  }
}
