import CPress
import PressCore
import PressDevice

/// The converters of a config: `model` of docs/pressd/config.md lists them in the order of their numbers in converter.h.
extension ConverterModel {
  /// The number of converter.h.
  package var number: UInt8 { rawValue + 1 }
  /// Its row in the table of the drivers.
  package var part: ConverterPart { ConverterPart(number)! }
  package var isADS1x15: Bool { part.family == .ads1x15 }

  package var name: Slice {
    guard let key = Section.converter.key(called: Slice("model")), case .word(let words, _, _) = Section.converter.key(key).form
    else { return Slice("") }
    return words[Int(rawValue)]
  }

  package var article: StaticString { name.starts("a") || name.starts("mcp") ? "an" : "a" }

  /// AIN0 and on.
  package var channels: Int { Int(part.channels) }

  /// The next address that the model can have; after the highest, the lowest.
  package func address(after address: UInt8) -> UInt8 {
    var next = address
    for _ in 0..<128 {
      next = next < 0x77 ? next + 1 : 0x08
      if part.has(address: next) { return next }
    }
    return address
  }
}

/// The differences of the models.
extension ConverterKeys {
  package var rateCode: UInt8 { model.part.rateCode(part.rate_sps) ?? 0 }

  package var largestCode: Int32 { model.part.largestCode(rateCode) }

  /// Whether the supply, or the pin REF, is the reference.
  package var isRatiometric: Bool { rangeMillivolts == 0 }

  /// The voltage of the largest code plus 1; 0: that of its supply.
  package var rangeMillivolts: UInt32 { UInt32(model.part.rangeMillivolts(part)) }

  /// The longest that a conversion takes.
  package var conversionUs: UInt64 { UInt64(model.part.conversionUs(rateCode)) }

  /// The config of the supply that the reference reads, for the sensors with these bits.
  package func supplyConfig(_ sensors: UInt32) -> press_supply_config {
    var config = supply
    config.sensors = sensors
    config.top_code = largestCode
    config.least_code = (largestCode + 1) / 4
    return config
  }
}

extension ConverterPart {
  /// 48 was meant as 0x48.
  fileprivate func decimalHint(_ address: UInt8) -> StaticString {
    address < 100 && has(address: address / 10 << 4 | address % 10) ? "; a number without 0x is decimal" : ""
  }
}

extension ConverterBoard {
  fileprivate var name: Slice {
    guard let key = Section.converter.key(called: Slice("board")), case .word(let words, _, _) = Section.converter.key(key).form
    else { return Slice("") }
    return words[Int(rawValue)]
  }
}

extension Message.StringInterpolation {
  /// Appends the boards with an address, as many as a message has room for; nothing if there is none.
  package mutating func appendInterpolation(boardsAt address: UInt8) {
    var number: UInt8 = 1
    var isFirst = true
    while let board = ConverterBoard(rawValue: number) {
      if board.address == address {
        if count &+ 4 > Self.capacity {
          appendLiteral(" or others")
          break
        }
        appendLiteral(isFirst ? "; " : " or ")
        if isFirst {
          appendInterpolation(hex: address)
          appendLiteral(" is that of ")
        }
        append(Message.Piece(.text, board.name))
        isFirst = false
      }
      number &+= 1
    }
    if !isFirst { appendLiteral(": set converter.board") }
  }
}

extension ConverterKeys {
  /// Flags of the driver, from the keys of an ADS1x15.
  fileprivate var flags: UInt8 {
    if !model.isADS1x15 { return 0 }
    let pin = readyPin.chip.isEmpty ? 0 : UInt8(PRESS_CONVERTER_FLAG_READY_PIN)
    switch mode {
    case .single: return pin
    case .singlePoll: return pin | UInt8(PRESS_CONVERTER_FLAG_POLL_READY)
    case .continuous: return pin | UInt8(PRESS_CONVERTER_FLAG_CONTINUOUS)
    }
  }
}

/// The rules of a section [converter].
extension Settings {
  mutating func refusesConverter(_ c: Int, calibrates: Bool) -> Bool {
    let place = Place(.converter, c)
    let model = converter[c].model
    if let own = converter[c].board.model, own != model {
      return complain(place, "model", "converter.model: this board has \(own.article) \(own.name)")
    }
    if converter[c].part.reference_mv != 0 && model.part.family != .ads78x {
      return complain(place, "reference_mv", "converter.reference_mv: only ads7828 and ads7830 have it")
    }
    if converter[c].part.external_avdd != 0 && model != .nau7802 {
      return complain(place, "external_avdd", "converter.external_avdd: only nau7802 has it")
    }
    if !model.part.has(address: converter[c].address) {
      let (first, span) = (model.part.firstAddress, model.part.addresses)
      let last = first + UInt8(truncatingIfNeeded: 15 - span.leadingZeroBitCount)
      let pins: StaticString = span & (span &+ 1) == 0 ? "" : ", as its pins give it"
      return complain(
        place, "address",
        "converter.address of \(model.article) \(model.name) must be \(hex: first) to \(hex: last)\(pins)\(model.part.decimalHint(converter[c].address))\(boardsAt: converter[c].address)"
      )
    }
    return model.isADS1x15 ? refusesADS1x15(place) : refusesPart(place, model.part, calibrates)
  }

  private mutating func refusesADS1x15(_ place: Place) -> Bool {
    let model = converter[place.index].model
    if model == .tla2024 && isGiven(place, "ready_pin") {
      return complain(place, "ready_pin", "converter.ready_pin: a tla2024 has none; only ads1115 and ads1015 have it")
    }
    if model.part.rateCode(converter[place.index].part.rate_sps) == nil {
      return complain(
        place, "rate_sps",
        model != .ads1115
          ? "converter.rate_sps of \(model.article) \(model.name) must be 128, 250, 490, 920, 1600, 2400 or 3300"
          : "converter.rate_sps of an ads1115 must be 8, 16, 32, 64, 128, 250, 475 or 860")
    }
    if channels(ofConverter: place.index).nonzeroBitCount > 1 && converter[place.index].mode == .continuous {
      return complain(place, "mode", "converter.mode = continuous reads one sensor only; use single")
    }
    if let reference = converter[place.index].reference.channel {
      if channels(ofConverter: place.index) >> UInt16(reference) & 1 != 0 {
        return complain(place, "reference", "converter.reference: a sensor is on this channel")
      }
      if converter[place.index].mode == .continuous {
        return complain(place, "mode", "converter.mode = continuous reads one input only; with a reference use single")
      }
    }
    if converter[place.index].part.gain > 0 {
      return complain(place, "gain", "converter.gain: \(model.article) \(model.name) has range_mv")
    }
    return false
  }

  private mutating func refusesPart(_ place: Place, _ part: ConverterPart, _ calibrates: Bool) -> Bool {
    let model = converter[place.index].model
    let article = model.article
    if isGiven(place, "range_mv") || isGiven(place, "ready_pin") || isGiven(place, "mode") || isGiven(place, "reference") {
      let key: StaticString =
        isGiven(place, "range_mv") ? "range_mv" : isGiven(place, "mode") ? "mode" : isGiven(place, "ready_pin") ? "ready_pin" : "reference"
      return complain(place, key, "converter.\(key): \(article) \(model.name) has none; only ads1115 and ads1015 have it")
    }
    if isGiven(place, "rate_sps") && part.rate(0) == 0 {
      return complain(place, "rate_sps", "converter.rate_sps: \(article) \(model.name) has no rates; a reading is a conversion")
    }
    if part.rateCode(converter[place.index].part.rate_sps) == nil {
      // Words, because a message has no loop.
      let slowest: StaticString = model == .nau7802 ? ", 40, 20 or 10" : part.mostBits > 15 ? ", 15 or 3" : " or 15"
      return complain(place, "rate_sps", "converter.rate_sps of \(article) \(model.name) must be \(part.rate(0)), \(part.rate(1))\(slowest)")
    }
    let gain = converter[place.index].part.gain
    if gain > part.family.highestGain || gain & (gain &- 1) != 0 {
      return complain(
        place, "gain",
        part.family.highestGain == 1
          ? "converter.gain: \(article) \(model.name) has no amplifier"
          : part.family.highestGain == 8
            ? "converter.gain of \(article) \(model.name) must be 1, 2, 4 or 8"
            : "converter.gain of \(article) \(model.name) must be 1, 2, 4, 8, 16, 32, 64 or 128")
    }
    for i in 0..<count(.sensor) where !calibrates && model == .nau7802 && wire(i).converter == place.index {
      if !takeLoadCell(i) {
        return complain(Place(.sensor, i), "curve", "sensor.curve: a load cell has none by default: calibrate it, or give a table and zero")
      }
    }
    return false
  }

  /// Fills keys that were not given from the model.
  package mutating func completeConverters(_ address: UInt8?) {
    for c in 0..<count(.converter) {
      let place = Place(.converter, c)
      if !isGiven(place, "model") {
        converter[c].model = converter[c].board.model ?? (c > 0 ? converter[0].model : converter[c].model)
      }
      let isSecond = c > 0 && converter[c].model == converter[0].model
      converter[c].part.rate_sps =
        isGiven(place, "rate_sps")
        ? UInt16(truncatingIfNeeded: converter[c].rateSps) : isSecond ? converter[0].part.rate_sps : usualRate(converter[c])
      if converter[c].model.isADS1x15 { converter[c].rateSps = UInt32(converter[c].part.rate_sps) }
      let usual = converter[c].board.address ?? converter[c].model.part.usualAddress
      if c == 0 {
        if let address { converter[0].address = address }
        if address == nil && !isGiven(place, "address") { converter[0].address = usual }
      } else if !isGiven(place, "address") {
        let first = converter[0].address
        converter[c].address = isSecond || first == usual ? converter[c].model.address(after: first) : usual
      }
      converter[c].part.part = converter[c].model.number
      converter[c].part.address = converter[c].address
      converter[c].part.channels = channels(ofConverter: c)
      converter[c].part.range_mv = converter[c].model.isADS1x15 ? UInt16(truncatingIfNeeded: converter[c].rangeMv) : 0
      converter[c].part.flags = converter[c].flags
    }
  }

  /// The rate if none was given: for a board with an ADS1015 1600; for another ADS1x15 the default of the key; else 0, the fastest.
  private func usualRate(_ converter: ConverterKeys) -> UInt16 {
    if converter.board.model == .ads1015 { return 1600 }
    return converter.model.isADS1x15 ? UInt16(truncatingIfNeeded: converter.rateSps) : 0
  }

  /// The config of the driver of a converter.
  package mutating func driver(ofConverter c: Int) -> press_converter_config {
    converter[c].part.channels = channels(ofConverter: c)
    return converter[c].part
  }

  /// Sets the circuits of load cells: a load cell is the end of a nearly straight divider, with 65535 codes of 16777215.
  package mutating func completeLoadCells() {
    for i in 0..<count(.sensor) where converter[min(wire(i).converter, 1)].model == .nau7802 { _ = takeLoadCell(i) }
  }

  /// Makes a sensor a load cell. @return whether it has a curve.
  package mutating func takeLoadCell(_ i: Int) -> Bool {
    let place = Place(.sensor, i)
    if !isGiven(place, "full_scale") { sensor[i].sensor.circuit.full_scale = 0xFF_FFFF }
    if !isGiven(place, "max_code") { sensor[i].sensor.circuit.max_code = 0xFFFF }
    if !isGiven(place, "resistor_ohm") { sensor[i].sensor.circuit.resistor_ohm = 1 }
    let first = Place(.sensor)
    return isGiven(first, "calibration") || isGiven(first, "curve") || isGiven(place, "curve") || isGiven(place, "calibration")
  }

  /// Load cells that touch at many newtons are untouched with some.
  package mutating func completeHeavyCells() {
    for i in 0..<count(.sensor) where !Circuit.isStraight(sensor[i].sensor.circuit) { return }
    if count(.sensor) == 0 || isGiven(Place(.pad), "untouched_force") { return }
    pad.config.untouched_force = max(pad.config.untouched_force, Int32(clamping: Int64(engine.config.touch_force) * 3 / 8))
  }

  /// The full scale of a sensor for which none was given: the code at 3.3 V.
  package mutating func usualFullScale(_ sensor: Int) -> Int32 {
    let c = min(wire(sensor).converter, 1)
    // The divider at 3.3 V.
    let end = converter[c].board.endMillivolts
    if end <= 0 && converter[c].isRatiometric { return converter[c].largestCode }
    let isBoard = converter[c].board.model != nil && converter[c].model.isADS1x15
    let range = end > 0 ? end : isBoard ? Int32(truncatingIfNeeded: converter[c].rangeMv) : Int32(converter[c].part.reference_mv)
    if range <= 0 { return SensorKeys().sensor.circuit.full_scale }
    return Int32(truncatingIfNeeded: (Int64(converter[c].largestCode) + 1) * 3300 / Int64(range))
  }

  private mutating func isGiven(_ place: Place, _ name: StaticString) -> Bool {
    place.section.key(called: Slice(name)).map { given.line(place, $0) != 0 } ?? false
  }
}

/// A channel of a converter.
package struct Wire: Equatable {
  package let converter: Int
  package let channel: Int
}

/// The time to read the sensors.
extension Settings {
  /// The least time from one frame to the next, with the time on the bus: C, Python and pressd plan with it. Two converters convert at the same
  /// time; the second one begins, and ends, later by what the first takes on the bus, and one that converts while it is read has the bus to
  /// itself.
  package mutating func frameUs() -> UInt64 {
    var longest: UInt64 = 0
    var others: UInt64 = 0
    for c in 0..<count(.converter) {
      let (part, rateCode) = (converter[c].model.part, converter[c].rateCode)
      let config = driver(ofConverter: c)
      longest = max(longest, UInt64(part.frameUs(config, rateCode)))
      let times = part.conversionUs(rateCode) == 0 ? config.channels.nonzeroBitCount : 1
      others = max(others, UInt64(part.family.onBusUs) * UInt64(times))
    }
    return longest + (count(.converter) > 1 ? others : 0) + referencesUs()
  }

  /// How long a reading of all references takes; 0: there are none.
  package mutating func referencesUs() -> UInt64 {
    var us: UInt64 = 0
    for c in 0..<count(.converter) {
      if let config = reference(ofConverter: c) { us += UInt64(converter[c].model.part.frameUs(config, converter[c].rateCode)) }
    }
    return us
  }

  /// The config of a driver that reads the reference of a converter alone.
  package mutating func reference(ofConverter c: Int) -> press_converter_config? {
    guard let channel = converter[c].reference.channel else { return nil }
    var config = driver(ofConverter: c)
    config.channels = 1 << UInt16(channel)
    config.flags &= ~UInt8(PRESS_CONVERTER_FLAG_CONTINUOUS)
    return config
  }

  /// The longest that a conversion takes.
  package mutating func conversionUs() -> UInt64 {
    var longest: UInt64 = 0
    for c in 0..<count(.converter) { longest = max(longest, converter[c].conversionUs) }
    return longest
  }
}

/// The wiring of the sensors.
extension Settings {
  /// The wire of a sensor. Channels without the name of a converter are counted through all converters.
  package mutating func wire(_ sensor: Int) -> Wire {
    let channel = self.sensor[sensor].channel
    let number = Int(channel.number)
    if channel.converter > 0 { return Wire(converter: channel.converter - 1, channel: number) }
    let first = converter[0].model.channels
    if count(.converter) == 1 || number < first { return Wire(converter: 0, channel: number) }
    return Wire(converter: 1, channel: number - first)
  }

  /// The channels that a converter reads, as bits.
  package mutating func channels(ofConverter index: Int) -> UInt16 {
    var bits: UInt16 = 0
    for i in 0..<count(.sensor) where wire(i).converter == index { bits |= 1 << UInt16(wire(i).channel & 15) }
    return bits
  }

  /// The index of a sensor's code in the frame of its driver, which reads channels in rising order.
  package mutating func place(ofSensor index: Int) -> Int {
    let below = UInt16(1) << UInt16(wire(index).channel & 15) - 1
    return (channels(ofConverter: wire(index).converter) & below).nonzeroBitCount
  }

  /// Joins the frames of the converters, in the order of their channels, to one frame in the order of the sensors. Its time is that of the
  /// last code; `now` without a code.
  package mutating func joined(_ codes: UnsafePointer<press_frame>, at now: UInt64) -> press_frame {
    var frame = press_frame()
    for i in 0..<count(.sensor) {
      let c = wire(i).converter
      let place = place(ofSensor: i)
      if codes[c].present >> UInt32(place) & 1 != 0 {
        frame.present |= 1 << UInt32(i)
        frame.setCode(i, codes[c].codeAt(place))
        frame.t_us = max(frame.t_us, codes[c].t_us)
      } else {
        frame.failed |= 1 << UInt32(i)
      }
    }
    for i in 0..<count(.sensor) where frame.present >> UInt32(i) & 1 != 0 {
      let c = wire(i).converter
      frame.setBefore(i, frame.t_us - codes[c].t_us + UInt64(codes[c].beforeAt(place(ofSensor: i))))
    }
    if frame.present == 0 { frame.t_us = now }
    return frame
  }

  /// The sensors of a converter, as bits.
  package mutating func sensors(ofConverter index: Int) -> UInt32 {
    var bits: UInt32 = 0
    for i in 0..<count(.sensor) where wire(i).converter == index { bits |= 1 << UInt32(i) }
    return bits
  }
}

/// The codes arrive in Swift as a tuple.
extension press_frame {
  package func codeAt(_ index: Int) -> Int32 {
    withUnsafePointer(to: code) { UnsafeRawPointer($0).assumingMemoryBound(to: Int32.self)[index & 7] }
  }

  package mutating func setCode(_ index: Int, _ value: Int32) {
    withUnsafeMutablePointer(to: &code) {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: Int32.self)[index & 7] = value
    }
  }

  package func beforeAt(_ index: Int) -> UInt32 {
    withUnsafePointer(to: before_us) { UnsafeRawPointer($0).assumingMemoryBound(to: UInt32.self)[index & 7] }
  }

  package mutating func setBefore(_ index: Int, _ us: UInt64) {
    withUnsafeMutablePointer(to: &before_us) {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt32.self)[index & 7] = UInt32(clamping: us)
    }
  }

  /// Whether the frame says when its sensors were read.
  package var hasTimes: Bool {
    for i in 0..<8 where beforeAt(i) != 0 { return true }
    return false
  }
}
