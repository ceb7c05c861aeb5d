import CPress

/// A config that a program reads, and what it makes of it: press_setup of setup.h. It lies where the program put it.
public struct Setup {
  static let capacity = 1024
  /// As long as the lines that pressd reads.
  private static let longestLine = 16383

  public var settings: Settings
  var reader: ConfigReader?
  /// Of the line that came last, from 1.
  var number: UInt32
  var isAccepted: Bool
  var tables: PeekTables
  var drivers: Drivers
  /// What was refused last.
  public private(set) var origin: UInt32
  public private(set) var line: UInt32
  public private(set) var length: UInt32
  private var words: InlineArray<1024, UInt8>

  /// Puts one into memory of its size.
  public static func initialize(_ memory: UnsafeMutableRawPointer) {
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
  public static func begin(_ setup: UnsafeMutablePointer<Setup>, _ origin: UInt32) -> Bool {
    if origin != UInt32(PRESS_SETUP_CONFIG) && origin != UInt32(PRESS_SETUP_PROFILE) { return false }
    setup.pointee.reader = ConfigReader(isProfile: origin == UInt32(PRESS_SETUP_PROFILE))
    setup.pointee.number = 0
    setup.pointee.isAccepted = false
    return true
  }

  /// Takes the next line, and the mark of the byte order before the first. @return whether it is accepted; nil: no text was begun.
  public static func take(_ setup: UnsafeMutablePointer<Setup>, _ raw: Slice) -> Bool? {
    guard var reader = setup.pointee.reader else { return nil }
    setup.pointee.number += 1
    setup.pointee.isAccepted = false
    let number = setup.pointee.number
    let isMarked = number == 1 && raw.count >= 3 && raw[0] == 0xEF && raw[1] == 0xBB && raw[2] == 0xBF
    let line = raw.dropping(isMarked ? 3 : 0)
    let origin = UInt32(reader.isProfile ? PRESS_SETUP_PROFILE : PRESS_SETUP_CONFIG)
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
  public static func take(_ setup: UnsafeMutablePointer<Setup>, text: Slice) -> Bool {
    var rest = text
    while !rest.isEmpty {
      let line = rest.takeField(UInt8(ascii: "\n"))
      if take(setup, line) != true { return false }
    }
    setup.pointee.reader = nil
    return true
  }

  /// SECTION.KEY=VALUE
  public static func take(_ setup: UnsafeMutablePointer<Setup>, option: Slice) -> Bool {
    let origin = UInt32(PRESS_SETUP_OPTION)
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

  // MARK: What is wrong

  static func settings(_ setup: UnsafeMutablePointer<Setup>) -> UnsafeMutablePointer<Settings> {
    (UnsafeMutableRawPointer(setup) + MemoryLayout<Setup>.offset(of: \.settings)!).assumingMemoryBound(to: Settings.self)
  }

  static func tables(_ setup: UnsafeMutablePointer<Setup>) -> UnsafeMutablePointer<PeekTables> {
    (UnsafeMutableRawPointer(setup) + MemoryLayout<Setup>.offset(of: \.tables)!).assumingMemoryBound(to: PeekTables.self)
  }

  /// With a 0 at the end.
  public static func words(_ setup: UnsafeMutablePointer<Setup>) -> UnsafeMutablePointer<UInt8> {
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

  private static func refuseComplaint(_ setup: UnsafeMutablePointer<Setup>) {
    let settings = settings(setup)
    let line = settings.pointee.lineOfComplaint()
    refuse(setup, origin(line), line == Given.onCommandLine ? 0 : line & ~Given.inProfile) { $0.say(settings.pointee.complaint.message) }
  }

  /// Of a line as Given has it.
  static func origin(_ line: UInt32) -> UInt32 {
    if line == Given.onCommandLine { return UInt32(PRESS_SETUP_OPTION) }
    return UInt32(Given.isInProfile(line) ? PRESS_SETUP_PROFILE : PRESS_SETUP_CONFIG)
  }

  /// For who has verified all else: sensors, peeks and their actions. @return whether nothing is wrong, which `complaint` says.
  public static func accept(_ setup: UnsafeMutablePointer<Setup>) -> Bool {
    setup.pointee.isAccepted = !settings(setup).pointee.refusesSensors() && PeekTables.fill(tables(setup), settings(setup))
    return setup.pointee.isAccepted
  }

  /// Decides what no key says. @return whether everything goes together.
  public static func verify(_ setup: UnsafeMutablePointer<Setup>, _ source: SetupSource) -> Bool {
    settings(setup).pointee.complete(source, address: nil)
    setup.pointee.isAccepted = Settings.verify(settings(setup), source, tables(setup))
    if !setup.pointee.isAccepted { refuseComplaint(setup) }
    return setup.pointee.isAccepted
  }
}

/// SECTION.KEY=VALUE
public struct Setting {
  public static let accepted: StaticString = "SECTION.KEY=VALUE, as in engine.touch_force=0.5"

  public let section: Slice
  public let key: Slice
  private let value: Slice

  public init?(_ whole: Slice) {
    var value = whole
    var key = value.takeField(UInt8(ascii: "="))
    let hasEquals = key.count < whole.count
    section = key.takeField(UInt8(ascii: ".")).trimmed
    self.key = key.trimmed
    self.value = value.trimmed
    if !hasEquals || self.key.isEmpty || section.isEmpty { return nil }
  }

  public func apply(_ settings: UnsafeMutablePointer<Settings>) -> SetResult {
    guard let place = Place(section) else { return .noSection }
    return settings.pointee.set(place, key, value, line: Given.onCommandLine)
  }
}
