import CPress
import PressCore
import PressDevice

extension Settings {
  /// Sets the values that differ from the library's defaults, before anything is read.
  package mutating func begin() {
    given.open(Place(.sensor), line: 0)
    given.open(Place(.converter), line: 0)
    sensor[0].sensor.circuit.full_scale = 0  // not given
    engine.config.max_events = 0  // the delegate prints them: no polling
    drag.config.undo_depth = 0  // nobody undoes anything, unless a program can connect
    transitions.config.max_transitions = UInt16(Section.transition.most)
  }

  /// Completes the settings when everything was read. The properties of an IIO device come later. `address`: of the first converter, if
  /// the command line gives it.
  package mutating func complete(_ source: SetupSource, address: UInt8?) {
    if case .iio = source { return }
    completeConverters(address)
    completeLoadCells()
    for i in 0..<count(.sensor) where sensor[i].sensor.circuit.full_scale == 0 {
      sensor[i].sensor.circuit.full_scale = usualFullScale(i)
      let converter = converter[min(wire(i).converter, 1)]
      // Codes end below the supply if the board or the reference makes them do so.
      if (converter.part.reference_mv > 0 || converter.board.endMillivolts > 0) && sensor[i].sensor.circuit.max_code <= 0 {
        sensor[i].sensor.circuit.max_code = min(sensor[i].sensor.circuit.full_scale, converter.largestCode)
      }
    }
    completeHeavyCells()
  }

  package mutating func count(_ section: Section) -> Int { given.count(section) }

  /// Begins a section. @return false: the section before it is missing.
  package mutating func open(_ place: Place, line: UInt32) -> Bool {
    let i = place.index
    if i > count(place.section) { return false }
    let isNew = i == count(place.section)
    given.open(place, line: line)
    enable(place.section)
    switch place.section {
    case .sensor where isNew:
      sensor[i] = sensor[i - 1]
      let isPair = sensor[i].channel.pairedWith > 0
      sensor[i].channel.number += isPair ? 2 : 1
      if isPair { sensor[i].channel.pairedWith += 2 }
    case .converter where isNew: openSecondConverter()
    case .target where isNew: target[i].target.id = UInt32(i + 1)
    case .peek where isNew: peek[i].peek.id = UInt32(i + 1)
    case .transition where isNew: transition[i].id = UInt32(i + 1)
    case .action where isNew:
      action[i].id = UInt32(i + 1)
      action[i].peek = count(.peek) > 0 ? peek[count(.peek) - 1].peek.id : 1
    default: break
    }
    return true
  }

  /// Makes the second converter a copy of the first; its address is set when everything was read.
  private mutating func openSecondConverter() {
    converter[1] = converter[0]
    converter[1].board = .none
    converter[1].readyPin = ReadyPin()
    converter[1].reference = Reference()
  }

  /// Sets a key. `line`: the number of its line, or Given.onCommandLine.
  package mutating func set(_ place: Place, _ name: Slice, _ value: Slice, line: UInt32) -> SetResult {
    let isInProfile = Given.isInProfile(line)
    if isInProfile && place.section.keysOfProfile.index(of: name) == nil { return .noKeyOfProfile }
    // A section that is not numbered exists, given or not.
    if place.section.most > 1 && place.index >= count(place.section) && !open(place, line: line) { return .missingBefore }
    guard let index = place.section.key(called: name) else { return .noKey }
    let before = given.line(place, index)
    let isOther = before == Given.onCommandLine || Given.isInProfile(before) != isInProfile
    if before != 0 && line != Given.onCommandLine && !isOther { return .twice(before & ~Given.inProfile) }
    let key = place.section.key(index)
    let own = place.section == .sensor ? sensor[place.index].sensor : press_sensor()
    var result = withUnsafeMutablePointer(to: &self) { key.store(value, at: Self.memory($0, place) + key.offset) }
    if case .special(.calibration) = key.form, case .ok = result { result = calibrate(place, value) }
    guard case .ok = result else { return result }
    if case .special(.calibration) = key.form { keepOwn(place, own) }
    given.note(place, index, line: line)
    return .ok
  }

  package static func memory(_ settings: UnsafeMutablePointer<Settings>, _ place: Place) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(settings) + place.section.offset + place.index * place.section.stride
  }

  /// Keeps the given keys of the section: they override a calibration.
  private mutating func keepOwn(_ place: Place, _ own: press_sensor) {
    let base = MemoryLayout<SensorKeys>.offset(of: \.sensor)!
    withUnsafeMutablePointer(to: &self) { settings in
      withUnsafePointer(to: own) { own in
        for i in 0..<place.section.keyCount where settings.pointee.given.line(place, i) != 0 {
          let key = place.section.key(i)
          let inside = key.offset - base
          if inside < 0 || inside + key.size > MemoryLayout<press_sensor>.size { continue }
          (Self.memory(settings, place) + key.offset).copyMemory(from: UnsafeRawPointer(own) + inside, byteCount: key.size)
        }
      }
    }
  }
}

extension Writer {
  /// Writes what is wrong with a setting, piece by piece: a message for each case would need room on the stack.
  package mutating func say(_ result: SetResult, section: Slice, key: Slice) {
    let place = Place(section)
    switch result {
    case .ok: break
    case .noSection:
      quote("no section ", section, "; there are ")
      sections()
      hint(section: section)
    case .noKey:
      sayNoKey(section, key, "]; there are ")
      guard let place else { break }
      for i in 0..<place.section.keyCount {
        if i > 0 { text(", ") }
        text(place.section.key(i).name)
      }
      hint(place.section, key: key)
    case .noSectionOfProfile:
      quote("no section ", section, " in a profile; there are ")
      sectionsOfProfile()
    case .noKeyOfProfile:
      sayNoKey(section, key, "] of a profile; there are ")
      if let place { list(place.section.keysOfProfile) }
    case .missingBefore:
      guard let place else { break }
      text("[")
      foreign(section)
      text("]: there is no section [")
      self.place(Place(place.section, place.index - 1))
      text("], which must be there first")
    case .badValue(let value):
      name(section, key, ": it must be ")
      guard let place, let index = place.section.key(called: key) else { break }
      text(place.section.key(index).accepted)
      hint(place.section.key(index), value: value)
    case .twice(let line):
      name(section, key, " is given twice: it stands in line ")
      unsigned(UInt64(line))
      text(" already")
      guard let place, place.index + 1 < place.section.most else { break }
      text("; the next [")
      text(place.section.name)
      text("] is [")
      self.place(Place(place.section, place.index + 1))
      text("]")
    case .badFile(let path, let reason):
      name(section, key, ": ")
      foreign(path)
      text(": ")
      if let reason { foreign(Slice(cString: reason)) }
    }
  }

  @inline(never)
  private mutating func name(_ section: Slice, _ key: Slice, _ after: StaticString) {
    foreign(section)
    text(".")
    foreign(key)
    text(after)
  }

  // Not inlined: two copies would become a table of addresses, which a library without variables cannot have.
  @inline(never)
  static func name(of section: Section) -> StaticString { section.name }

  private mutating func sayNoKey(_ section: Slice, _ key: Slice, _ after: StaticString) {
    quote("no key ", key, " in [")
    foreign(section)
    text(after)
  }

  @inline(never)
  mutating func quote(_ before: StaticString, _ quoted: Slice, _ after: StaticString) {
    text(before)
    text("\"")
    foreign(quoted)
    text("\"")
    text(after)
  }

  /// Writes the name of a section as in a config.
  mutating func place(_ place: Place) {
    text(place.section.name)
    if place.index > 0 { unsigned(UInt64(place.index + 1)) }
  }

  @inline(never)
  package mutating func sections() {
    for raw in 0..<UInt8(Section.all) {
      guard let section = Section(rawValue: raw) else { continue }
      if raw > 0 { text(", ") }
      text(section.name)
      if section.most == 1 { continue }
      text(" to ")
      text(section.name)
      unsigned(UInt64(section.most))
    }
  }
}

/// The use of a config.
package enum SetupSource: UInt32 {
  /// Sensors behind converters on a bus.
  case converters = 1
  /// Codes from elsewhere, as from a file.
  case codes
  /// An IIO device of Linux.
  case iio
  /// Sensors behind converters that are to be calibrated.
  case calibration
}

/// Rules that join several keys: those of pressd, and those of the library.
extension Settings {
  /// Whether something is wrong; `complaint` says what.
  package mutating func refuses(_ source: SetupSource) -> Bool {
    if refusesChannels(source) || refusesInteractions() || refusesKeys() || refusesFeedback(source) { return true }
    switch source {
    case .codes, .iio: return false
    case .converters, .calibration: return refusesConverters(calibrates: source == .calibration)
    }
  }

  /// Checks all configs by the rules of the library, except circuits.
  package mutating func refusesConfigs() -> Bool {
    if let why = press_config.refusal(&engine.config) { return complain(Place(.engine), library: why) }
    if let why = press_pad_config.refusal(&pad.config) ?? press_pad_config.refusal(&pad.config, with: &engine.config) {
      return complain(Place(.pad), library: why)
    }
    return refusesAttached() || (feedback.enabled && refusesFeedbackConfigs())
  }

  /// Checks the sensors by the rules of the library, once full_scale is known.
  package mutating func refusesSensors() -> Bool {
    for i in 0..<count(.sensor) {
      if sensor[i].sensor.circuit.full_scale == 0 {
        return complain(
          Place(.sensor, i), "full_scale",
          "\(Place(.sensor, i)).full_scale is not known: of an IIO device it is the voltage of the supply by that of a code (in_voltageN_scale)")
      }
      if let why = press_circuit.refusal(&sensor[i].sensor.circuit) { return complain(Place(.sensor, i), library: why) }
      if let why = press_sensor.refusal(&sensor[i].sensor) { return complain(Place(.sensor, i), library: why) }
    }
    return false
  }

  /// Verifies everything that is known when all was read. Fills `tables`. @return whether nothing is wrong.
  static func verify(
    _ settings: UnsafeMutablePointer<Settings>, _ source: SetupSource, _ tables: UnsafeMutablePointer<PeekTables>
  ) -> Bool {
    if settings.pointee.refuses(source) || settings.pointee.refusesConfigs() { return false }
    if source != .iio && settings.pointee.refusesSensors() { return false }
    return PeekTables.fill(tables, settings)
  }

  private mutating func refusesChannels(_ source: SetupSource) -> Bool {
    for i in 0..<count(.sensor) {
      for j in 0..<i where wire(i) == wire(j) && sensor[i].channel.pairedWith == sensor[j].channel.pairedWith {
        return complain(Place(.sensor, i), "channel", "two sensors have the same channel")
      }
      if source != .iio && sensor[i].channel.pairedWith > 0 {
        return complain(Place(.sensor, i), "channel", "sensor.channel: only a driver of the kernel (--source iio) has pairs of channels")
      }
      if case .iio = source, sensor[i].channel.converter > 0 {
        return complain(
          Place(.sensor, i), "channel",
          "sensor.channel of an IIO device must be a number, N of in_voltageN_raw, or a pair: 0-1 is in_voltage0-voltage1_raw")
      }
    }
    return false
  }

  private mutating func refusesKeys() -> Bool {
    for i in 0..<InputKey.count {
      guard let key = InputKey(rawValue: i), uinput.code(key) != 0 else { continue }
      for j in 0..<i where InputKey(rawValue: j).map({ uinput.code($0) }) == uinput.code(key) {
        return complain(Place(.uinput), key.key, "uinput: two keys have the same code")
      }
    }
    return uinput.enabled && uinput.kind != .raw && refusesInputDevice()
  }

  /// Whether desktops would take the input device for something else, or ignore it, by the rules of udev.
  private mutating func refusesInputDevice() -> Bool {
    var types = false
    for i in 0..<InputKey.count {
      guard let key = InputKey(rawValue: i), uinput.code(key) != 0 else { continue }
      if !InputKey.isOfMouse(uinput.code(key)) {
        types = true
      } else if uinput.kind == .screen && hasPlace() {
        return complain(
          Place(.uinput), key.key,
          "uinput.\(key.key) is a button of a mouse: desktops take a screen with one for a mouse, without touches. uinput.kind = touchpad may have it; raw is for programs that read the device themselves"
        )
      }
    }
    if types || hasPlace() { return false }
    let kind: StaticString = uinput.kind == .screen ? "screen" : "touchpad"
    return complain(
      Place(.uinput), "kind",
      "no desktop takes a \(kind) of sensors without a place (several with different x and y) and without a key of a keyboard; uinput.kind = raw is for programs that read the device themselves"
    )
  }

  /// Whether the sensors are not all on one line along x or y.
  private mutating func hasPlace() -> Bool {
    let first = sensor[0].sensor
    var hasX = false
    var hasY = false
    for i in 1..<max(count(.sensor), 1) {
      hasX = hasX || sensor[i].sensor.x != first.x
      hasY = hasY || sensor[i].sensor.y != first.y
    }
    return hasX && hasY
  }

  private mutating func refusesConverters(calibrates: Bool) -> Bool {
    for i in 0..<count(.sensor) {
      let wire = wire(i)
      if wire.converter < count(.converter) && wire.channel < converter[wire.converter].model.channels { continue }
      return complain(Place(.sensor, i), "channel", channelsThereAre())
    }
    for c in 0..<count(.converter) {
      if channels(ofConverter: c) == 0 {
        let first = c == 0 ? 0 : converter[0].model.channels
        return complain(
          Place(.converter, c), "",
          "no sensor is on \(Place(.converter, c)): sensor.channel \(first) to \(first + converter[c].model.channels - 1)")
      }
      if refusesConverter(c, calibrates: calibrates) || refusesCodes(c) { return true }
    }
    if count(.converter) == 2 && converter[0].address == converter[1].address {
      return complain(Place(.converter, 1), "address", "converter and converter2 have the same address")
    }
    return false
  }

  /// Whether max_code or full_scale of a sensor is above the codes that its converter can give.
  private mutating func refusesCodes(_ c: Int) -> Bool {
    let model = converter[c].model
    let largest = converter[c].largestCode
    for i in 0..<count(.sensor) where wire(i).converter == c {
      let circuit = sensor[i].sensor.circuit
      if max(circuit.max_code, 0) > largest {
        return complain(
          Place(.sensor, i), "max_code",
          "sensor.max_code is above the largest code of \(model.article) \(model.name), \(largest)")
      }
      if circuit.full_scale <= largest || circuit.max_code > 0 { continue }
      if converter[c].isRatiometric {
        return complain(
          Place(.sensor, i), "full_scale",
          "sensor.full_scale is above the largest code of \(model.article) \(model.name), \(largest): that is the code at its supply")
      }
      let millivolts = UInt32(truncatingIfNeeded: converter[c].rangeMillivolts)
      return complain(
        Place(.sensor, i), "full_scale",
        "sensor.full_scale is above the largest code of \(model.article) \(model.name), \(largest): it is supply / range * \(largest + 1) (\(3300 * (UInt32(truncatingIfNeeded: largest) + 1) / millivolts) at 3.3 V and \(millivolts) mV); where the range is less than the supply, max_code says at which code it clips"
      )
    }
    return false
  }

  private mutating func channelsThereAre() -> Message {
    let first = converter[0].model.channels
    if count(.converter) == 1 {
      return
        "sensor.channel of a converter must be 0 to \(first - 1) (AIN0 to AIN\(first - 1)); higher ones are those of converter2, if there is that section"
    }
    let second = converter[1].model.channels
    return
      "sensor.channel must be 0 to \(first - 1) (AIN0 to AIN\(first - 1) of converter) or \(first) to \(first + second - 1) (of converter2)"
  }

  /// The times after which readings count as silence, microseconds, if the config sets them and each frame comes too late for them; else 0.
  /// Their defaults follow the rate.
  package mutating func tooShort(rate: UInt64) -> (stale: UInt32, gap: UInt32, lost: UInt32) {
    let (pad, engine) = (pad.config, engine.config)
    func isShort(_ time: UInt32, _ usual: UInt32) -> Bool { time != 0 && time != usual && rate > 0 && UInt64(time) * rate <= 1_000_000 }
    // A frame that comes at the end of gap_us is in time.
    let isGap = isShort(pad.gap_us, 100_000) && UInt64(pad.gap_us) * rate < 1_000_000
    return (
      isShort(pad.stale_after_us, 100_000) ? pad.stale_after_us : 0, isGap ? pad.gap_us : 0,
      isShort(engine.lost_after_us, 250_000) ? engine.lost_after_us : 0
    )
  }
}

extension Settings {
  /// The x of the first action of a peek. From right to left it is measured from the right side of the target to the left.
  mutating func actionsX(_ index: Int) -> press_q16 {
    let own = peek[index].peek
    if !profile.rightToLeft { return own.actions_x }
    for i in 0..<count(.target) where target[i].target.id == peek[index].target {
      let right = Int64(target[i].target.x) + Int64(target[i].target.width)
      let x = right - (Int64(own.actions_x) - Int64(target[i].target.x)) - Int64(own.actions_width)
      return press_q16(clamping: x)
    }
    return own.actions_x
  }
}

extension Writer {
  /// Writes words with commas between them.
  package mutating func list(_ words: Words) {
    var index = 0
    while !words[index].isEmpty {
      if index > 0 { text(", ") }
      slice(words[index])
      index += 1
    }
  }

  package mutating func sectionsOfProfile() {
    var isFirst = true
    for raw in 0..<UInt8(Section.all) {
      guard let section = Section(rawValue: raw), !section.keysOfProfile[0].isEmpty else { continue }
      if !isFirst { text(", ") }
      text(section.name)
      isFirst = false
    }
  }
}

/// The function that reads the file of a calibration, if the program has files.
package struct CalibrationReader {
  /// The function of press_setup_files in setup.h.
  package typealias Read =
    @convention(c) (
      _ path: UnsafePointer<CChar>?, _ bytes: UnsafeMutablePointer<UInt8>?, _ capacity: Int,
      _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _ user: UnsafeMutableRawPointer?
    ) -> Int32

  package let read: Read?
  package let user: UnsafeMutableRawPointer?

  package init(read: Read?, user: UnsafeMutableRawPointer? = nil) {
    self.read = read
    self.user = user
  }
}

extension Settings {
  /// Applies the calibration in a file to a sensor.
  package mutating func calibrate(_ place: Place, _ name: Slice) -> SetResult {
    var path = Path()
    if !path.set(name) { return .badValue(name) }
    guard let read = calibrations.read else { return .badFile(name, Self.text("no program reads files here\0")) }
    // Room for one byte more than a calibration has: it shows that the file is too long.
    var bytes = InlineArray<201, UInt8>(repeating: 0)
    var why: UnsafePointer<CChar>?
    var calibration = press_calibration()
    let user = calibrations.user
    let (count, status) = withUnsafeMutablePointer(to: &bytes) { all in
      path.withCString { path in
        let bytes = UnsafeMutableRawPointer(all).assumingMemoryBound(to: UInt8.self)
        let count = read(path, bytes, 201, &why, user)
        let isThere = count >= 0 && count <= 201
        return (count, isThere ? Calibration.load(bytes, Int(count), into: &calibration) : Status.invalid)
      }
    }
    if count < 0 { return .badFile(name, why ?? Self.text("it cannot be read\0")) }
    if status == Status.invalid { return .badFile(name, Self.text("not a calibration, or one with values out of range\0")) }
    if status == Status.notFound { return .badFile(name, Self.text("nothing is stored in it: all bytes are the same\0")) }
    if status < 0 { return .badFile(name, Status.words(status)) }
    Calibration.apply(&calibration, to: &sensor[place.index].sensor)
    return .ok
  }

  private static func text(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

extension Settings {
  /// Attaches everything of the config to an engine. `tables` are filled, and stay at their address. @return a status.
  mutating func furnish(_ engine: Engine, _ tables: UnsafeMutablePointer<PeekTables>) -> Int32 {
    var status = attach(to: engine)
    for i in 0..<count(.target) where status == 0 { status = engine.add(target[i].target) }
    let peeks = count(.peek)
    if status == 0 && peeks > 0 {
      status = Peeks.attach(engine, self.peeks.config)
      if status == 0 { status = Peeks.declare(engine, PeekTables.declarations(tables), peeks) }
    }
    return status == 0 ? attachTransitions(engine) : status
  }

  private mutating func attachTransitions(_ engine: Engine) -> Int32 {
    let count = count(.transition)
    if count == 0 { return 0 }
    var status = Transitions.attach(engine, transitions.config)
    guard status == 0, let transitions = Transitions(engine) else { return status }
    for i in 0..<count where status == 0 {
      let one = transition[i]
      status = transitions.bind(one.id, one.driver, target: one.target, dx: one.dx, dy: one.dy)
    }
    return status
  }
}
