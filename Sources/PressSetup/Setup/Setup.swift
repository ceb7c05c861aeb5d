import CPress
import PressCore
import PressDevice

/// The config of a program, and the parts that are made from it: press_setup of setup.h. It lives in the caller's memory.
package struct Setup {
  static let capacity = 1024
  /// The longest line; pressd has the same limit.
  private static let longestLine = 16383

  package var settings: Settings
  var reader: ConfigReader?
  /// The number of the last line, from 1.
  var number: UInt32
  var isAccepted: Bool
  var tables: PeekTables
  var drivers: Drivers
  /// The last refusal: its origin, its line, the length of its text.
  package private(set) var origin: UInt32
  package private(set) var line: UInt32
  package private(set) var length: UInt32
  private var words: InlineArray<1024, UInt8>

  /// Initialises a setup in memory of its size.
  package static func initialize(_ memory: UnsafeMutableRawPointer) {
    var i = 0
    while i < MemoryLayout<Setup>.size {
      memory.storeBytes(of: 0, toByteOffset: i, as: UInt8.self)
      i += 1
    }
    Settings.initialize(memory + MemoryLayout<Setup>.offset(of: \.settings)!)
    let setup = memory.assumingMemoryBound(to: Setup.self)
    setup.pointee.settings.calibrations = CalibrationReader(read: nil)
    setup.pointee.settings.complaint = Complaint()
    setup.pointee.settings.begin()
    setup.pointee.reader = nil
  }

  // MARK: Reading

  /// Begins a text. @return false: no text has this origin.
  package static func begin(_ setup: UnsafeMutablePointer<Setup>, _ origin: UInt32) -> Bool {
    if origin != UInt32(PRESS_SETUP_ORIGIN_CONFIG) && origin != UInt32(PRESS_SETUP_ORIGIN_PROFILE) { return false }
    setup.pointee.reader = ConfigReader(isProfile: origin == UInt32(PRESS_SETUP_ORIGIN_PROFILE))
    setup.pointee.number = 0
    setup.pointee.isAccepted = false
    return true
  }

  /// Takes the next line, and skips the byte order mark before the first. @return whether it is accepted; nil: no text was begun.
  package static func take(_ setup: UnsafeMutablePointer<Setup>, _ raw: Slice) -> Bool? {
    guard var reader = setup.pointee.reader else { return nil }
    setup.pointee.number += 1
    setup.pointee.isAccepted = false
    let number = setup.pointee.number
    let isMarked = number == 1 && raw.count >= 3 && raw[0] == 0xEF && raw[1] == 0xBB && raw[2] == 0xBF
    let line = raw.dropping(isMarked ? 3 : 0)
    let origin = UInt32(reader.isProfile ? PRESS_SETUP_ORIGIN_PROFILE : PRESS_SETUP_ORIGIN_CONFIG)
    if line.count > longestLine {
      refuse(setup, origin, number) { $0.text("the line is too long") }
      return false
    }
    let problem = reader.take(line, number: number, settings(setup))
    setup.pointee.reader = reader
    guard let problem else { return true }
    refuse(setup, origin, number) { $0.say(problem) }
    return false
  }

  /// Takes all lines of a text, up to the first that is wrong.
  package static func take(_ setup: UnsafeMutablePointer<Setup>, text: Slice) -> Bool {
    var rest = text
    while !rest.isEmpty {
      let line = rest.takeField(UInt8(ascii: "\n"))
      if take(setup, line) != true { return false }
    }
    setup.pointee.reader = nil
    return true
  }

  /// Takes SECTION.KEY=VALUE.
  package static func take(_ setup: UnsafeMutablePointer<Setup>, option: Slice) -> Bool {
    let origin = UInt32(PRESS_SETUP_ORIGIN_OPTION)
    setup.pointee.isAccepted = false
    guard let setting = Setting(option) else {
      refuse(setup, origin, 0) {
        $0.text("it must be "); $0.text(Setting.accepted)
      }
      return false
    }
    let result = setting.apply(settings(setup))
    if case .ok = result { return true }
    refuse(setup, origin, 0) { $0.say(result, section: setting.section, key: setting.key) }
    return false
  }

  // MARK: Refusals

  static func settings(_ setup: UnsafeMutablePointer<Setup>) -> UnsafeMutablePointer<Settings> {
    (UnsafeMutableRawPointer(setup) + MemoryLayout<Setup>.offset(of: \.settings)!).assumingMemoryBound(to: Settings.self)
  }

  package static func tables(_ setup: UnsafeMutablePointer<Setup>) -> UnsafeMutablePointer<PeekTables> {
    (UnsafeMutableRawPointer(setup) + MemoryLayout<Setup>.offset(of: \.tables)!).assumingMemoryBound(to: PeekTables.self)
  }

  /// The text of the last refusal, with a 0 at the end.
  package static func words(_ setup: UnsafeMutablePointer<Setup>) -> UnsafeMutablePointer<UInt8> {
    (UnsafeMutableRawPointer(setup) + MemoryLayout<Setup>.offset(of: \.words)!).assumingMemoryBound(to: UInt8.self)
  }

  static func refuse(_ setup: UnsafeMutablePointer<Setup>, _ origin: UInt32, _ line: UInt32, _ say: (inout Writer) -> Void) {
    let buffer = words(setup)
    var out = Writer(buffer: buffer, capacity: capacity - 1)
    say(&out)
    let count = out.written.count
    buffer[count] = 0
    setup.pointee.origin = origin
    setup.pointee.line = line
    setup.pointee.length = UInt32(truncatingIfNeeded: count)
  }

  fileprivate static func refuseComplaint(_ setup: UnsafeMutablePointer<Setup>) {
    let settings = settings(setup)
    let line = settings.pointee.lineOfComplaint()
    refuse(setup, origin(line), line == Given.onCommandLine ? 0 : line & ~Given.inProfile) { settings.pointee.sayComplaint(&$0) }
  }

  /// The origin of a line, by the number that Given has for it.
  static func origin(_ line: UInt32) -> UInt32 {
    if line == Given.onCommandLine { return UInt32(PRESS_SETUP_ORIGIN_OPTION) }
    return UInt32(Given.isInProfile(line) ? PRESS_SETUP_ORIGIN_PROFILE : PRESS_SETUP_ORIGIN_CONFIG)
  }

  /// Accepts a setup of which all else was verified: checks sensors, peeks and their actions. @return whether nothing is wrong; else
  /// `complaint` says what.
  package static func accept(_ setup: UnsafeMutablePointer<Setup>) -> Bool {
    setup.pointee.isAccepted = !settings(setup).pointee.refusesSensors() && PeekTables.fill(tables(setup), settings(setup))
    return setup.pointee.isAccepted
  }

  /// Fills in the values that no key gives, and verifies everything. @return whether nothing is wrong.
  package static func verify(_ setup: UnsafeMutablePointer<Setup>, _ source: SetupSource, address: UInt8? = nil) -> Bool {
    settings(setup).pointee.complete(source, address: address)
    setup.pointee.isAccepted = Settings.verify(settings(setup), source, tables(setup))
    if !setup.pointee.isAccepted { refuseComplaint(setup) }
    return setup.pointee.isAccepted
  }
}

/// SECTION.KEY=VALUE
package struct Setting {
  package static let accepted: StaticString = "SECTION.KEY=VALUE, as in engine.touch_force=0.5"

  package let section: Slice
  package let key: Slice
  private let value: Slice

  package init?(_ whole: Slice) {
    var value = whole
    var key = value.takeField(UInt8(ascii: "="))
    let hasEquals = key.count < whole.count
    section = key.takeField(UInt8(ascii: ".")).trimmed
    self.key = key.trimmed
    self.value = value.trimmed
    if !hasEquals || self.key.isEmpty || section.isEmpty { return nil }
  }

  package func apply(_ settings: UnsafeMutablePointer<Settings>) -> SetResult {
    guard let place = Place(section) else { return .noSection }
    return settings.pointee.set(place, key, value, line: Given.onCommandLine)
  }
}

/// The drivers of the converters, and their readings of the present frame.
struct Drivers {
  var converters: InlineArray<2, press_converter>
  var codes: InlineArray<2, press_frame>
  /// The bits of the converters with a complete frame.
  var done: UInt32
  /// The number of drivers that were started, and their bus.
  var count: Int
  var bus: press_bus
  /// All sensors side by side, as a pad needs them while it is made.
  var sensors: InlineArray<8, press_sensor>
}

extension Setup {
  /// Makes engine, pad and drivers. @return a status; if it is not 0, the refusal has the reason.
  package static func start(_ setup: UnsafeMutablePointer<Setup>, _ parts: UnsafeMutablePointer<press_setup_parts>) -> Int32 {
    if !setup.pointee.isAccepted {
      // An earlier refusal stays.
      if setup.pointee.origin == 0 { refuse(setup, Self.origin(0), 0) { $0.text("press_setup_check comes before press_setup_start") } }
      return Status.state
    }
    if parts.pointee.pad_storage != nil && settings(setup).pointee.refusesSensors() {
      refuseComplaint(setup)
      return Status.invalid
    }
    let status = make(setup, parts)
    if status != 0 { refuse(setup, origin(0), 0) { sayWhy(parts, status, &$0) } }
    return status
  }

  /// Writes what the parts lack.
  private static func sayWhy(_ parts: UnsafeMutablePointer<press_setup_parts>, _ status: Int32, _ out: inout Writer) {
    out.text("it cannot start: ")
    out.cString(Status.words(status))
    if status == Status.noSpace {
      out.text(": engine_bytes ")
      out.unsigned(UInt64(parts.pointee.engine_bytes))
      out.text(", pad_bytes ")
      out.unsigned(UInt64(parts.pointee.pad_bytes))
      out.text("; PRESS_ENGINE_STORAGE_ALL and PRESS_PAD_STORAGE_8 suffice for all")
    } else if status == Status.invalid {
      out.text(": storage that is not aligned to 8 bytes, or a bus without a transfer")
    }
  }

  private static func make(_ setup: UnsafeMutablePointer<Setup>, _ parts: UnsafeMutablePointer<press_setup_parts>) -> Int32 {
    let settings = settings(setup)
    var (engine, pad) = (parts.pointee.engine, parts.pointee.pad)
    var status: Int32 = 0
    if let storage = parts.pointee.engine_storage {
      status = Engine.make(in: storage, parts.pointee.engine_bytes, settings.pointee.engine.config)
      engine = OpaquePointer(storage)
      if status == 0 { status = settings.pointee.furnish(Engine(OpaquePointer(storage)), tables(setup)) }
    }
    if let storage = parts.pointee.pad_storage, status == 0 {
      status = makePad(setup, storage, parts.pointee.pad_bytes)
      pad = OpaquePointer(storage)
    }
    if let bus = parts.pointee.bus, status == 0 { status = open(setup, bus) }
    if status == 0 { (parts.pointee.engine, parts.pointee.pad) = (engine, pad) }
    return status
  }

  private static func makePad(_ setup: UnsafeMutablePointer<Setup>, _ storage: UnsafeMutableRawPointer, _ bytes: Int) -> Int32 {
    let settings = settings(setup)
    let count = settings.pointee.count(.sensor)
    for i in 0..<count { setup.pointee.drivers.sensors[i] = settings.pointee.sensor[i].sensor }
    return withUnsafePointer(to: &setup.pointee.drivers.sensors) {
      let sensors = UnsafeRawPointer($0).assumingMemoryBound(to: press_sensor.self)
      return Pad.make(in: storage, bytes, &settings.pointee.pad.config, sensors, count)
    }
  }

  /// Makes the drivers. @return a status.
  package static func open(_ setup: UnsafeMutablePointer<Setup>, _ bus: UnsafePointer<press_bus>) -> Int32 {
    let settings = settings(setup)
    var status: Int32 = 0
    setup.pointee.drivers.done = 0
    setup.pointee.drivers.count = 0
    let count = settings.pointee.count(.converter)
    for c in 0..<count where status == 0 {
      status = I2CConverter.make(&setup.pointee.drivers.converters[c], settings.pointee.driver(ofConverter: c), bus)
    }
    if status != 0 { return status }
    setup.pointee.drivers.count = count
    setup.pointee.drivers.bus = press_bus.usable(bus) ?? press_bus()
    return 0
  }

  /// The address of the driver of a converter.
  package static func converter(_ setup: UnsafeMutablePointer<Setup>, _ c: Int) -> UnsafeMutablePointer<press_converter> {
    let first = UnsafeMutableRawPointer(setup) + MemoryLayout<Setup>.offset(of: \.drivers.converters)!
    return first.assumingMemoryBound(to: press_converter.self) + c
  }

  /// Does the steps that are due. @return 1: the frame is complete; 0: it is not; or a status.
  package static func step(_ setup: UnsafeMutablePointer<Setup>, _ now: UInt64, _ frame: UnsafeMutablePointer<press_frame>) -> Int32 {
    let count = setup.pointee.drivers.count
    if count == 0 { return Status.state }
    let all: UInt32 = (1 << UInt32(count)) - 1
    if step(setup, now, only: all) != all { return 0 }
    frame.pointee = take(setup, now)
    return 1
  }

  /// Does the steps that are due on the converters with these bits. @return the bits of those with a complete frame.
  package static func step(_ setup: UnsafeMutablePointer<Setup>, _ begin: UInt64, only asked: UInt32) -> UInt32 {
    var now = begin
    for c in 0..<setup.pointee.drivers.count where (asked & ~setup.pointee.drivers.done) >> UInt32(c) & 1 != 0 {
      // The second converter is stepped after the transfer of the first.
      if c > 0, let wait = setup.pointee.drivers.bus.wait { now = max(now, wait(0, setup.pointee.drivers.bus.user)) }
      if I2CConverter.step(converter(setup, c), now, &setup.pointee.drivers.codes[c]) == 1 { setup.pointee.drivers.done |= 1 << UInt32(c) }
    }
    return setup.pointee.drivers.done & asked
  }

  /// Whether a converter has a complete frame with a code.
  package static func hasRead(_ setup: UnsafeMutablePointer<Setup>, _ c: Int) -> Bool {
    setup.pointee.drivers.done >> UInt32(c) & 1 != 0 && setup.pointee.drivers.codes[c].present != 0
  }

  /// The least time from one frame to the next.
  package static func frameUs(_ setup: UnsafeMutablePointer<Setup>) -> UInt64 { settings(setup).pointee.frameUs() }

  /// The readings of a frame; a sensor whose converter has given none is marked as failed. The next step begins a new one.
  package static func take(_ setup: UnsafeMutablePointer<Setup>, _ now: UInt64) -> press_frame {
    for c in 0..<2 where setup.pointee.drivers.done >> UInt32(c) & 1 == 0 { setup.pointee.drivers.codes[c] = press_frame() }
    setup.pointee.drivers.done = 0
    return withUnsafePointer(to: &setup.pointee.drivers.codes) {
      settings(setup).pointee.joined(UnsafeRawPointer($0).assumingMemoryBound(to: press_frame.self), at: now)
    }
  }

  /// The time at which the next step of the converters with these bits is due.
  package static func next(_ setup: UnsafeMutablePointer<Setup>, only asked: UInt32 = UInt32.max) -> UInt64 {
    var next = UInt64.max
    for c in 0..<setup.pointee.drivers.count where (asked & ~setup.pointee.drivers.done) >> UInt32(c) & 1 != 0 {
      next = min(next, I2CConverter.next(converter(setup, c)))
    }
    return next
  }

  /// The faults that the driver of a converter has noticed. @return nil: it was not started.
  package static func noticed(_ setup: UnsafeMutablePointer<Setup>, _ number: UInt32) -> (error: Int32, conflicts: UInt32)? {
    let c = Int(number)
    if c >= setup.pointee.drivers.count { return nil }
    return I2CConverter.inside(converter(setup, c)).map { ($0.pointee.error, $0.pointee.conflicts) }
  }

  /// Puts all converters to sleep. @return the first error.
  package static func stop(_ setup: UnsafeMutablePointer<Setup>) -> Int32 {
    let count = setup.pointee.drivers.count
    if count == 0 { return Status.state }
    setup.pointee.drivers.done = 0
    var first: Int32 = 0
    for c in 0..<count {
      let own = I2CConverter.inside(converter(setup, c))?.pointee.stop()
      if first == 0 { first = own ?? 0 }
    }
    return first
  }
}

extension Setup {
  /// "sensor2.x"
  private static func find(_ name: Slice) -> (place: Place, index: Int)? {
    var key = name
    let section = key.takeField(UInt8(ascii: "."))
    guard let place = Place(section), let index = place.section.key(called: key) else { return nil }
    return (place, index)
  }

  /// @return false: no such key.
  package static func read(_ setup: UnsafeMutablePointer<Setup>, _ name: Slice, _ value: UnsafeMutablePointer<press_setup_value>) -> Bool {
    guard let (place, index) = find(name) else { return false }
    let settings = settings(setup)
    let line = settings.pointee.given.line(place, index)
    if line != 0 {
      value.pointee.origin = origin(line)
      value.pointee.line = line == Given.onCommandLine ? 0 : line & ~Given.inProfile
    }
    let key = place.section.key(index)
    key.read(Settings.memory(settings, place) + key.offset, value)
    return true
  }

  /// @return false: no such key.
  package static func show(_ setup: UnsafeMutablePointer<Setup>, _ name: Slice, _ out: inout Writer) -> Bool {
    guard let (place, index) = find(name) else { return false }
    let key = place.section.key(index)
    key.show(Settings.memory(settings(setup), place) + key.offset, &out)
    return true
  }

  package static func count(_ setup: UnsafeMutablePointer<Setup>, _ name: Slice) -> UInt32 {
    guard let place = Place(name), place.index == 0 else { return 0 }
    if let isOn = settings(setup).pointee.isEnabled(place.section) { return isOn ? 1 : 0 }
    return UInt32(settings(setup).pointee.count(place.section))
  }

  package static func line(_ setup: UnsafeMutablePointer<Setup>, _ name: Slice) -> UInt32 {
    Place(name).map { settings(setup).pointee.given.line($0, nil) } ?? 0
  }

  /// The struct of the library in a section; nil: there is none.
  package static func section(_ setup: UnsafeMutablePointer<Setup>, _ name: Slice) -> UnsafeRawPointer? {
    guard let place = Place(name), place.index < place.section.most, let offset = place.section.structOffset else { return nil }
    return UnsafeRawPointer(Settings.memory(settings(setup), place)) + offset
  }

  /// Finds the converter and the input of a sensor. @return false: there is no such sensor.
  package static func wire(
    _ setup: UnsafeMutablePointer<Setup>, _ sensor: UInt32, _ converter: UnsafeMutablePointer<UInt32>, _ input: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    if Int(sensor) >= settings(setup).pointee.count(.sensor) { return false }
    let wire = settings(setup).pointee.wire(Int(sensor))
    converter.pointee = UInt32(wire.converter)
    input.pointee = UInt32(wire.channel)
    return true
  }

  /// Finds the options of a transition. @return false: no section has this transition.
  package static func transition(
    _ setup: UnsafeMutablePointer<Setup>, _ id: UInt32, _ options: UnsafeMutablePointer<press_transition_options>
  ) -> Bool {
    let settings = settings(setup)
    for i in 0..<settings.pointee.count(.transition) where settings.pointee.transition[i].id == id {
      options.pointee = settings.pointee.transition[i].options
      return true
    }
    return false
  }

  /// Describes a key; keys of all sections are numbered through. @return false: there are fewer.
  package static func describe(_ number: UInt32, _ key: UnsafeMutablePointer<press_setup_key>) -> Bool {
    guard let (section, index) = place(number) else { return false }
    let found = section.key(index)
    key.pointee.section = text(section.name)
    key.pointee.name = text(found.name)
    key.pointee.accepted = text(found.accepted)
    key.pointee.sections = UInt32(section.most)
    let isOfProfile = section.keysOfProfile.index(of: Slice(found.name)) != nil
    key.pointee.flags = (isOfProfile ? UInt32(PRESS_SETUP_FLAG_OF_PROFILE) : 0) | (section.canChange(index) ? UInt32(PRESS_SETUP_FLAG_CHANGES) : 0)
    found.describe(key)
    return true
  }

  /// The unit and the description of a key, for people; nil: there are fewer keys.
  package static func texts(_ number: UInt32) -> (unit: UnsafePointer<CChar>, about: UnsafePointer<CChar>)? {
    guard let (section, index) = place(number) else { return nil }
    return (text(section.unit(index)), text(section.about(index)))
  }

  /// The section of a key, and its index there, by its number among all keys.
  private static func place(_ number: UInt32) -> (Section, Int)? {
    var left = Int(number)
    for raw in 0..<UInt8(Section.all) {
      guard let section = Section(rawValue: raw) else { continue }
      if left < section.keyCount { return (section, left) }
      left -= section.keyCount
    }
    return nil
  }

  private static func text(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

extension Key {
  fileprivate func read(_ place: UnsafeMutableRawPointer, _ value: UnsafeMutablePointer<press_setup_value>) {
    switch form {
    case .fixed: value.pointee.number = Int64(place.load(as: Int32.self))
    case .whole(_, _, let width), .among(_, let width), .word(_, _, let width): value.pointee.number = Int64(Self.number(place, width))
    case .time, .flags: value.pointee.number = Int64(place.load(as: UInt32.self))
    case .bit(let mask, let whenYes): value.pointee.number = (Self.number(place, Self.width(of: mask)) & mask != 0) == whenYes ? 1 : 0
    case .yesNo: value.pointee.number = place.load(as: Bool.self) ? 1 : 0
    case .path, .text: Self.read(place.assumingMemoryBound(to: Path.self), value)
    case .special(let special): special.read(place, value)
    }
  }

  fileprivate static func read(_ path: UnsafeMutablePointer<Path>, _ value: UnsafeMutablePointer<press_setup_value>) {
    value.pointee.text = Path.text(path)
    value.pointee.length = UInt32(path.pointee.count)
  }

  fileprivate func describe(_ key: UnsafeMutablePointer<press_setup_key>) {
    switch form {
    case .fixed(let least, let most): key.describe(PRESS_SETUP_KIND_DECIMAL, Int64(least), Int64(most))
    case .whole(let least, let most, _): key.describe(PRESS_SETUP_KIND_WHOLE, Int64(least), Int64(most))
    case .time(let least, let most, let orZero):
      key.describe(PRESS_SETUP_KIND_TIME, Int64(least), Int64(most))
      if orZero { key.pointee.flags |= UInt32(PRESS_SETUP_FLAG_OR_ZERO) }
    case .among(let words, _): key.describe(PRESS_SETUP_KIND_WHOLE, 0, Int64(UInt16.max), words)
    case .word(let words, let first, _): key.describe(PRESS_SETUP_KIND_WORD, Int64(first), Int64(first) + Int64(words.count) - 1, words)
    case .flags(let words): key.describe(PRESS_SETUP_KIND_FLAGS, 0, (1 << Int64(words.count)) - 1, words)
    case .bit, .yesNo: key.describe(PRESS_SETUP_KIND_YES_NO, 0, 1)
    case .path: key.describe(PRESS_SETUP_KIND_STRING, 0, 255)
    case .text(let least, let most): key.describe(PRESS_SETUP_KIND_STRING, Int64(least), Int64(most))
    case .special: key.describe(PRESS_SETUP_KIND_FORM, 0, 0)
    }
  }
}

extension UnsafeMutablePointer<press_setup_key> {
  fileprivate func describe(_ kind: Int, _ least: Int64, _ most: Int64, _ words: Words? = nil) {
    pointee.kind = UInt32(kind)
    pointee.least = least
    pointee.most = most
    pointee.words = words?.cString
  }
}

extension Special {
  fileprivate func read(_ place: UnsafeMutableRawPointer, _ value: UnsafeMutablePointer<press_setup_value>) {
    switch self {
    case .channel:
      let channel = place.assumingMemoryBound(to: Channel.self)
      value.pointee.number = Int64(channel.pointee.pairedWith) << 24 | Int64(channel.pointee.converter) << 16 | Int64(channel.pointee.number)
    case .readyPin:
      let pin = place.assumingMemoryBound(to: ReadyPin.self)
      value.pointee.number = Int64(pin.pointee.line)
      let chip = UnsafeMutableRawPointer(pin) + MemoryLayout<ReadyPin>.offset(of: \.chip)!
      if !pin.pointee.chip.isEmpty { Key.read(chip.assumingMemoryBound(to: Path.self), value) }
    case .reference: value.pointee.number = Int64(place.assumingMemoryBound(to: Reference.self).pointee.channel ?? -1)
    case .contactLift: value.pointee.number = Int64(place.load(as: UInt32.self))
    case .inputKey: value.pointee.number = Int64(place.load(as: UInt16.self))
    case .fileMode: value.pointee.number = Int64(place.assumingMemoryBound(to: FileMode.self).pointee.bits)
    case .eventType: value.pointee.number = Int64(place.assumingMemoryBound(to: EventOfRow.self).pointee.type)
    case .sensorCurve, .calibration, .correction, .timingCurve: break  // of the struct of the section
    }
  }
}
