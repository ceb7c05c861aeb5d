import CPress
import PressCore
import PressSetup

/// Finds faults of sensors, from the bus to the release of a press: press_check of check.h. It lives in the caller's memory, followed by
/// its findings, its sensors, its codes and their times. So it is small, and methods may copy it.
package struct Check {
  /// Codes at rest that are kept of each sensor.
  static var room: Int { 512 }
  /// The most findings of the bus, of all sensors together, and of one sensor.
  static var ofBus: Int { 20 }
  static var ofAll: Int { 3 }
  static var ofSensor: Int { 8 }

  enum Step {
    static var rest: UInt32 { UInt32(PRESS_CHECK_STEP_REST) }
    static var press: UInt32 { UInt32(PRESS_CHECK_STEP_PRESS) }
    static var letGo: UInt32 { UInt32(PRESS_CHECK_STEP_LET_GO) }
    static var replay: UInt32 { UInt32(PRESS_CHECK_STEP_REPLAY) }
    static var done: UInt32 { UInt32(PRESS_CHECK_STEP_DONE) }
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
  var together = Together()
  /// The index of the sensor that is pressed.
  var sensor = 0
  /// When the step began, with its first frame, and the latest time.
  private var beganUs: UInt64?
  private var latestUs: UInt64 = 0
  private(set) var count = 0
  private var countOfBus = 0
  private var exitCode: UInt32 = 0

  var isRecorded: Bool { flags & UInt32(PRESS_CHECK_FLAG_RECORDED) != 0 }

  // MARK: Its making

  package static func size(_ sensors: UInt32) -> Int {
    if sensors == 0 || sensors > 8 { return 0 }
    let n = Int(sensors)
    return readingsOffset(n) &+ n &* MemoryLayout<SensorReading>.stride &+ room &* (4 &* n &+ 2)
  }

  private static var foundsOffset: Int { (MemoryLayout<Check>.size &+ 7) & ~7 }

  private static func readingsOffset(_ sensors: Int) -> Int {
    foundsOffset &+ (ofBus &+ ofAll &+ ofSensor &* sensors) &* MemoryLayout<Found>.stride
  }

  /// The options are valid, and the memory has room.
  package static func initialize(_ memory: UnsafeMutableRawPointer, _ options: UnsafePointer<press_check_options>) {
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

  package static func sensors(_ options: UnsafePointer<press_check_options>) -> UnsafePointer<press_check_sensor> {
    UnsafeRawPointer(Layout.address(of: &UnsafeMutablePointer(mutating: options).pointee.sensor)).assumingMemoryBound(to: press_check_sensor.self)
  }

  // MARK: Input

  /// Whether a frame has bits of its sensors alone, and none in both masks.
  package func fits(_ frame: UnsafePointer<press_frame>) -> Bool {
    let (present, failed) = (frame.pointee.present, frame.pointee.failed)
    return (present | failed) &>> UInt32(truncatingIfNeeded: sensors) == 0 && present & failed == 0
  }

  package mutating func feed(_ frame: UnsafePointer<press_frame>) -> Int32 {
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

  package mutating func tick(_ t_us: UInt64) -> Int32 {
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
  package mutating func end() -> Int32 {
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

  /// Reports the sensors that were not pressed.
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
    pressing.looks = flags & UInt32(PRESS_CHECK_FLAG_INPUTS) != 0 && sensors == 1 ? .asksIdle : .never
    for i in 0..<sensors { readings[i].beginPress() }
    together = Together(said: together.said)
  }

  /// Takes a frame of all sensors.
  mutating func read(_ frame: UnsafePointer<press_frame>) {
    if step != Step.letGo { watch(frame) }
    for i in 0..<sensors where has(frame, i) { readings[i].feed(frame.pointee.codeAt(i)) }
  }

  private mutating func watch(_ frame: UnsafePointer<press_frame>) {
    // A plate that is pressed elsewhere relieves this sensor, by at most half of the force on another sensor in the frame before.
    let first = mostForce(but: sensors)
    let second = first.map { mostForce(but: $0) ?? $0 }
    for i in 0..<sensors where has(frame, i) {
      let other = first == i ? second : first
      readings[i].watch(frame.pointee.codeAt(i), touch: touch, others: other == i ? 0 : other.map { readings[$0].force } ?? 0)
    }
    if sensors > 1 && frame.pointee.present &+ 1 == UInt32(1) &<< UInt32(truncatingIfNeeded: sensors) { compare(frame) }
  }

  private func has(_ frame: UnsafePointer<press_frame>, _ i: Int) -> Bool { frame.pointee.present &>> UInt32(truncatingIfNeeded: i) & 1 != 0 }

  /// The sensor, other than `one`, that reads most newtons; nil: there is no other.
  private func mostForce(but one: Int) -> Int? {
    var most: Int?
    for i in 0..<sensors where i != one && (most.map { readings[i].force > readings[$0].force } ?? true) { most = i }
    return most
  }

  /// Counts, for each sensor, whether it goes with the one that moves most.
  private mutating func compare(_ frame: UnsafePointer<press_frame>) {
    var most = 0
    for i in 1..<sensors where readings[i].share(frame.pointee.codeAt(i)) > readings[most].share(frame.pointee.codeAt(most)) { most = i }
    let share = readings[most].share(frame.pointee.codeAt(most))
    if share < 65536 / 16 { return }
    for i in 0..<sensors where i != most {
      together.count(i, with: most, readings[i].share(frame.pointee.codeAt(i)) &* 100 >= share &* Int64(Finding.inputsTogether.limit) &>> 16)
    }
  }

  /// A sensor that follows this one, or that it follows, and that was not reported yet; nil: none. The sensors of a plate share a press
  /// between them: they count only if both reach the end of the codes.
  mutating func leader(of i: Int) -> Int? {
    for other in 0..<sensors where other != i && !together.isSaid(i, other) && (together.follows(i, other) || together.follows(other, i)) {
      let isPlate = readings[i].isElsewhere(readings[other])
      if isPlate && !(readings[i].reachesEnd && readings[other].reachesEnd) { continue }
      together.say(i, other)
      return other
    }
    return nil
  }

  // MARK: Findings

  mutating func add(
    _ finding: Finding, of sensor: Int? = nil, _ first: Value = Value(), _ second: Value = Value(), _ third: Value = Value()
  ) {
    if count >= Check.ofBus &+ Check.ofAll &+ Check.ofSensor &* sensors { return }  // more findings never occur
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

  package mutating func now(_ state: inout press_check_status) {
    state.step = step
    state.sensor = UInt32(truncatingIfNeeded: sensor)
    state.asks_inputs = step == Step.press && pressing.asksInputs ? 1 : 0
    var force: Int64 = 0
    if step != Step.rest { for i in 0..<sensors { force = force &+ Int64(readings[i].force) } }
    state.force = Int32(clamping: force)
    state.findings = UInt32(truncatingIfNeeded: count)
    state.exit_code = exitCode
  }

  package static func describe(_ kind: UInt32, _ row: inout press_finding) -> Bool {
    guard kind < 256, let finding = Finding(rawValue: UInt8(truncatingIfNeeded: kind)) else { return false }
    row.kind = kind
    row.result = UInt32(finding.result.rawValue)
    row.exit_code = UInt32(truncatingIfNeeded: finding.code)
    row.limit = finding.limit
    row.name = UnsafeRawPointer(finding.name.utf8Start).assumingMemoryBound(to: CChar.self)
    row.check = UnsafeRawPointer(finding.check.utf8Start).assumingMemoryBound(to: CChar.self)
    return true
  }

  package mutating func describe(_ index: UInt32, _ row: inout press_finding) -> Bool {
    if index >= count { return false }
    row.sensor = Int32(founds[Int(index)].sensor)
    return Check.describe(UInt32(founds[Int(index)].finding.rawValue), &row)
  }

  package mutating func write(_ index: UInt32, isAdvice: Bool, _ out: inout Writer) -> Bool {
    if index >= count { return false }
    let found = founds + Int(index)
    found.pointee.write(isAdvice ? found.pointee.finding.advice : found.pointee.finding.found, &out)
    return true
  }

  package mutating func value(_ index: UInt32, _ name: Slice) -> Int64? {
    if index >= count { return nil }
    guard let value = founds[Int(index)].value(name), value.form != .text, value.form != .boards else { return nil }
    return value.form.rawValue <= Value.Form.decimal3.rawValue ? value.number : value.number &* 65536
  }
}

/// A value of a finding. It fills a name in braces in the table of findings.
struct Value {
  enum Name: UInt8 {
    case none, node, bus, address, who, other, model, rate, share, code, ohm, full, zero, force, touch, least, channel, turned, release, seconds, ms,
      boards, own
  }

  static var names: Words {
    Words("?,node,bus,address,who,other,model,rate,share,code,ohm,full,zero,force,touch,least,channel,turned,release,seconds,ms,boards,own")
  }

  enum Form: UInt8 {
    /// Q16, written with this many digits; a whole number, a hexadecimal one, a text.
    case decimal0, decimal1, decimal2, decimal3, whole, hex, text
    /// The boards at an address: the address in the lowest byte, above it which boards.
    case boards
  }

  var name = Name.none
  var form = Form.whole
  /// The number; for a text, the address where it begins.
  var number: Int64 = 0

  static func whole(_ name: Name, _ number: Int64) -> Value { Value(name: name, form: .whole, number: number) }

  static func decimal(_ name: Name, _ number: Int32, _ form: Form) -> Value { Value(name: name, form: form, number: Int64(number)) }

  static func hex(_ name: Name, _ number: UInt16) -> Value { Value(name: name, form: .hex, number: Int64(number)) }

  static func text(_ name: Name, _ text: UnsafePointer<CChar>?, _ otherwise: StaticString = "?") -> Value {
    let bits = text.map { UInt(bitPattern: $0) } ?? UInt(bitPattern: otherwise.utf8Start)
    return Value(name: name, form: .text, number: Int64(bitPattern: UInt64(bits)))
  }

  func write(_ out: inout Writer) {
    switch form {
    case .decimal0, .decimal1, .decimal2, .decimal3: out.q16(Int32(truncatingIfNeeded: number), digits: Int(form.rawValue))
    case .whole: out.signed(number)
    case .hex: out.hex(UInt8(truncatingIfNeeded: number))
    case .boards: writeBoards(&out)
    case .text:
      guard let text = UnsafePointer<CChar>(bitPattern: UInt(truncatingIfNeeded: number)) else { return }
      let slice = Slice(cString: text)
      for i in 0..<slice.count where slice[i] >= 32 && slice[i] != 127 { out.byte(slice[i]) }
    }
  }
}

/// Boards that have an address.
extension Value {
  /// All boards; boards whose chip is not read as an ADS1115. From 2 on: boards with the chip of the board with this number less 2.
  static var any: Int { 0 }
  static var others: Int { 1 }

  /// The boards at an address; nil: there are none.
  static func boards(at address: UInt16, _ which: Int) -> Value? {
    let value = Value(name: .boards, form: .boards, number: Int64(which) &<< 8 | Int64(address & 0xFF))
    return value.board(from: 0) == nil ? nil : value
  }

  /// The boards with this chip.
  static func boards(at address: UInt16, model: Slice) -> Value? {
    guard let first = BoardTable.models.index(of: model) else { return nil }
    return boards(at: address, Int(first) &+ 2)
  }

  static func isReadAsADS1115(_ model: Slice) -> Bool { model.starts("ads1") || model.starts("tla20") }

  /// The index of the next board of the table from `first` on; nil: there is none.
  private func board(from first: Int) -> Int? {
    let which = Int(number &>> 8)
    var n = first
    while true {
      let model = BoardTable.models[n]
      if model.isEmpty { return nil }
      let fits = which == Value.any || (which == Value.others ? !Value.isReadAsADS1115(model) : model == BoardTable.models[which &- 2])
      if fits && Number.unsigned(BoardTable.addresses[n], most: 127) == UInt64(number & 0xFF) { return n }
      n &+= 1
    }
  }

  fileprivate func writeBoards(_ out: inout Writer) {
    var next = board(from: 0)
    while let n = next {
      out.slice(BoardTable.names[n])
      next = board(from: n &+ 1)
      if next != nil { out.text(" or ") }
    }
  }
}

/// A finding that is kept, with its values.
struct Found {
  static var values: Int { 3 }

  var finding: Finding
  var sensor: Int8
  var names: InlineArray<3, Value.Name>
  var forms: InlineArray<3, Value.Form>
  var numbers: InlineArray<3, Int64>

  init(_ finding: Finding, sensor: Int8) {
    self.finding = finding
    self.sensor = sensor
    names = InlineArray(repeating: .none)
    forms = InlineArray(repeating: .whole)
    numbers = InlineArray(repeating: 0)
  }

  mutating func set(_ i: Int, _ value: Value) {
    names[i] = value.name
    forms[i] = value.form
    numbers[i] = value.number
  }

  func value(_ name: Slice) -> Value? {
    guard let id = Value.names.index(of: name), id > 0 else { return nil }
    for i in 0..<Found.values where UInt32(names[i].rawValue) == id {
      return Value(name: names[i], form: forms[i], number: numbers[i])
    }
    return nil
  }

  /// Writes a sentence of the table with the values in it.
  func write(_ template: StaticString, _ out: inout Writer) {
    var rest = Slice(template)
    while !rest.isEmpty {
      if rest[0] == UInt8(ascii: "{"), let end = rest.index(of: UInt8(ascii: "}")) {
        if let value = value(rest.dropping(1).keeping(end &- 1)) { value.write(&out) } else { out.byte(UInt8(ascii: "?")) }
        rest = rest.dropping(end &+ 1)
      } else {
        out.byte(rest[0])
        rest = rest.dropping(1)
      }
    }
  }
}
