import CPress
import PressCore
import PressSetup

/// What is wrong with sensors, from the bus to the release of a press: press_check of check.h. It lies where the program put it, before
/// its findings, its sensors, its codes and their times, so that it is small: methods may copy it.
public struct Check {
  /// Codes at rest that are kept of each sensor.
  static var room: Int { 512 }
  /// Findings of the bus that are taken, those of all sensors together, and those of one.
  static var ofBus: Int { 20 }
  static var ofAll: Int { 3 }
  static var ofSensor: Int { 7 }

  enum Step {
    static var rest: UInt32 { UInt32(PRESS_CHECK_REST) }
    static var press: UInt32 { UInt32(PRESS_CHECK_PRESS) }
    static var letGo: UInt32 { UInt32(PRESS_CHECK_LET_GO) }
    static var replay: UInt32 { UInt32(PRESS_CHECK_REPLAY) }
    static var done: UInt32 { UInt32(PRESS_CHECK_DONE) }
  }

  let sensors: Int
  let touch: Int32
  let release: Int32
  let flags: UInt32
  let node: UnsafePointer<CChar>?
  let founds: UnsafeMutablePointer<Found>
  let readings: UnsafeMutablePointer<SensorReading>
  let codes: UnsafeMutablePointer<Int32>
  let times: UnsafeMutablePointer<UInt16>
  var resting = Resting()
  var pressing = Pressing()
  var letting = Letting()
  /// Why readings fail, as far as the program has said.
  var failure = press_check_result()
  var step: UInt32
  /// Which sensor is pressed.
  var sensor = 0
  /// When the step began, with its first frame, and the latest time.
  private var beganUs: UInt64?
  private var latestUs: UInt64 = 0
  private(set) var count = 0
  private var countOfBus = 0
  private var exitCode: UInt32 = 0

  var isRecorded: Bool { flags & UInt32(PRESS_CHECK_RECORDED) != 0 }

  // MARK: Its making

  public static func size(_ sensors: UInt32) -> Int {
    if sensors == 0 || sensors > 8 { return 0 }
    let n = Int(sensors)
    return readingsOffset(n) &+ n &* MemoryLayout<SensorReading>.stride &+ room &* (4 &* n &+ 2)
  }

  private static var foundsOffset: Int { (MemoryLayout<Check>.size &+ 7) & ~7 }

  private static func readingsOffset(_ sensors: Int) -> Int {
    foundsOffset &+ (ofBus &+ ofAll &+ ofSensor &* sensors) &* MemoryLayout<Found>.stride
  }

  /// The options are valid, and the memory has room.
  public static func initialize(_ memory: UnsafeMutableRawPointer, _ options: UnsafePointer<press_check_options>) {
    memory.initializeMemory(as: Check.self, repeating: Check(memory, options), count: 1)
    let check = memory.assumingMemoryBound(to: Check.self)
    let given = sensors(options)
    for i in 0..<check.pointee.sensors {
      if let sensor = given[i].sensor { check.pointee.readings[i] = SensorReading(given[i], sensor) }  // the options are valid: there is one
    }
  }

  private init(_ memory: UnsafeMutableRawPointer, _ options: UnsafePointer<press_check_options>) {
    let n = Int(options.pointee.sensors)
    sensors = n
    (touch, release) = (options.pointee.touch_force, options.pointee.release_force)
    (flags, node) = (options.pointee.flags, options.pointee.node)
    let after = memory + Check.readingsOffset(n) + n &* MemoryLayout<SensorReading>.stride
    readings = (memory + Check.readingsOffset(n)).assumingMemoryBound(to: SensorReading.self)
    founds = (memory + Check.foundsOffset).assumingMemoryBound(to: Found.self)
    codes = after.assumingMemoryBound(to: Int32.self)
    times = (after + 4 &* n &* Check.room).assumingMemoryBound(to: UInt16.self)
    step = Step.rest
  }

  public static func sensors(_ options: UnsafePointer<press_check_options>) -> UnsafePointer<press_check_sensor> {
    UnsafeRawPointer(Layout.address(of: &UnsafeMutablePointer(mutating: options).pointee.sensor)).assumingMemoryBound(to: press_check_sensor.self)
  }

  // MARK: What it is fed with

  /// Whether a frame has bits of its sensors alone, and none in both masks.
  public func fits(_ frame: UnsafePointer<press_frame>) -> Bool {
    let (present, failed) = (frame.pointee.present, frame.pointee.failed)
    return (present | failed) &>> UInt32(truncatingIfNeeded: sensors) == 0 && present & failed == 0
  }

  public mutating func feed(_ frame: UnsafePointer<press_frame>) -> Int32 {
    if step == Step.done { return Status.state }
    guard let us = advance(to: frame.pointee.t_us) else { return Status.time }
    switch step {
    case Step.rest: rest(frame, us)
    case Step.press: press(frame, us)
    case Step.letGo: letGo(frame, us)
    default: replay(frame, us)
    }
    return Status.ok
  }

  public mutating func tick(_ t_us: UInt64) -> Int32 {
    if step == Step.done { return Status.state }
    guard let us = advance(to: t_us) else { return Status.time }
    switch step {
    case Step.rest: if us > Resting.us { endRest() }
    case Step.press: pressEnds(us)
    case Step.letGo: letGoEnds(us)
    default: break
    }
    return Status.ok
  }

  /// No more frames come.
  public mutating func end() -> Int32 {
    switch step {
    case Step.rest:
      endRest(isLast: true)
      if step == Step.press { endPresses() }
    case Step.press: endPresses()
    case Step.letGo:
      if letting.goneUs != nil { endLetGo() }
      begin(pressOf: sensor &+ 1)
      endPresses()
    case Step.replay:
      for i in 0..<sensors {
        if judge(i) && !readings[i].isReleased {
          add(.releaseUnseen, of: i, .decimal(.release, release, .decimal2), .decimal(.force, readings[i].force, .decimal2))
        }
      }
      begin(Step.done)
    default: return Status.state
    }
    return Status.ok
  }

  /// Those that were not pressed yet are said to be so.
  private mutating func endPresses() {
    while step == Step.press {
      judge(sensor)
      begin(pressOf: sensor &+ 1)
    }
  }

  /// @return how long the step runs; nil: the time went back.
  private mutating func advance(to t_us: UInt64) -> UInt64? {
    guard let beganUs else {
      self.beganUs = t_us
      latestUs = t_us
      return 0
    }
    if t_us < latestUs { return nil }
    latestUs = t_us
    return t_us &- beganUs
  }

  mutating func begin(_ next: UInt32) {
    step = next
    beganUs = nil
  }

  /// Asks for the press of a sensor, or of none any more.
  mutating func begin(pressOf next: Int) {
    sensor = min(next, sensors &- 1)
    begin(next < sensors ? Step.press : Step.done)
    if step == Step.done { return }
    pressing = Pressing()
    pressing.looks = flags & UInt32(PRESS_CHECK_INPUTS) != 0 && sensors == 1 ? .asksIdle : .never
    readings[next].beginPress()
  }

  /// What all sensors read.
  mutating func read(_ frame: UnsafePointer<press_frame>) {
    for i in 0..<sensors where frame.pointee.present &>> UInt32(truncatingIfNeeded: i) & 1 != 0 {
      if step != Step.letGo { readings[i].watch(frame.pointee.codeAt(i)) }
      readings[i].feed(frame.pointee.codeAt(i))
    }
  }

  // MARK: What it answers

  mutating func add(
    _ finding: Finding, of sensor: Int? = nil, _ first: Value = Value(), _ second: Value = Value(), _ third: Value = Value()
  ) {
    if count >= Check.ofBus &+ Check.ofAll &+ Check.ofSensor &* sensors { return }  // there are never so many
    var found = Found(finding, sensor: sensors > 1 ? Int8(truncatingIfNeeded: sensor ?? -1) : -1)
    found.set(0, first)
    found.set(1, second)
    found.set(2, third)
    founds[count] = found
    count &+= 1
    if exitCode == 0 { exitCode = UInt32(truncatingIfNeeded: finding.code) }
  }

  /// @return false: there were too many.
  mutating func isAccepted() -> Bool {
    if countOfBus == Check.ofBus { return false }
    countOfBus &+= 1
    return true
  }

  public mutating func now(_ state: inout press_check_status) {
    state.step = step
    state.sensor = UInt32(truncatingIfNeeded: sensor)
    state.asks_inputs = step == Step.press && pressing.asksInputs ? 1 : 0
    var force: Int64 = 0
    if step != Step.rest { for i in 0..<sensors { force = force &+ Int64(readings[i].force) } }
    state.force = Int32(clamping: force)
    state.findings = UInt32(truncatingIfNeeded: count)
    state.exit_code = exitCode
  }

  public static func describe(_ kind: UInt32, _ row: inout press_finding) -> Bool {
    guard kind < 256, let finding = Finding(rawValue: UInt8(truncatingIfNeeded: kind)) else { return false }
    row.kind = kind
    row.result = UInt32(finding.result.rawValue)
    row.exit_code = UInt32(truncatingIfNeeded: finding.code)
    row.limit = finding.limit
    row.name = UnsafeRawPointer(finding.name.utf8Start).assumingMemoryBound(to: CChar.self)
    row.check = UnsafeRawPointer(finding.check.utf8Start).assumingMemoryBound(to: CChar.self)
    return true
  }

  public mutating func describe(_ index: UInt32, _ row: inout press_finding) -> Bool {
    if index >= count { return false }
    row.sensor = Int32(founds[Int(index)].sensor)
    return Check.describe(UInt32(founds[Int(index)].finding.rawValue), &row)
  }

  public mutating func write(_ index: UInt32, isAdvice: Bool, _ out: inout Writer) -> Bool {
    if index >= count { return false }
    let found = founds + Int(index)
    found.pointee.write(isAdvice ? found.pointee.finding.advice : found.pointee.finding.found, &out)
    return true
  }

  public mutating func value(_ index: UInt32, _ name: Slice) -> Int64? {
    if index >= count { return nil }
    guard let value = founds[Int(index)].value(name), value.form != .text else { return nil }
    return value.form.rawValue <= Value.Form.decimal3.rawValue ? value.number : value.number &* 65536
  }
}
