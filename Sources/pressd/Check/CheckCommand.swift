import CPress
import CPressLinux
import PressSetup

/// The storage of a check, with the texts to which it refers.
struct CheckRoom {
  var storage = InlineArray<3072, UInt64>(repeating: 0)  // PRESS_CHECK_STORAGE_8
  var sensors = InlineArray<8, press_sensor>(repeating: press_sensor())
  var inputs = InlineArray<8, Path>(repeating: Path())
  var words = InlineArray<1024, CChar>(repeating: 0)
  var models = InlineArray<2, Path>(repeating: Path())

  /// The check of a config. nil: the library refuses it.
  static func make(_ room: UnsafeMutablePointer<CheckRoom>, _ program: UnsafeMutablePointer<Program>) -> OpaquePointer? {
    let count = program.pointee.settings.count(.sensor)
    var options = press_check_options()
    press_check_options_init(&options)
    options.sensors = UInt32(count)
    options.touch_force = program.pointee.settings.engine.config.touch_force
    options.release_force = program.pointee.settings.engine.config.release_force
    let hasSeveral = program.pointee.settings.count(.converter) > 1
    withUnsafeMutablePointer(to: &options.sensor) { tuple in
      let given = UnsafeMutableRawPointer(tuple).assumingMemoryBound(to: press_check_sensor.self)
      for i in 0..<count {
        let wire = program.pointee.settings.wire(i)
        room.pointee.sensors[i] = program.pointee.settings.sensor[i].sensor
        room.pointee.inputs[i].append(UInt64(wire.channel))
        if hasSeveral { room.pointee.inputs[i].append(wire.converter == 0 ? " of converter" : " of converter2") }
        given[i].sensor = withUnsafePointer(to: &room.pointee.sensors[i]) { $0 }
        given[i].input = withUnsafeMutablePointer(to: &room.pointee.inputs[i]) { Path.text($0) }
        // A load cell has no resistor.
        let keys = program.pointee.settings.converter[min(wire.converter, 1)]
        let hasPin = keys.model.part.family == .ads78x && keys.isRatiometric
        given[i].flags = UInt32(keys.model == .nau7802 ? PRESS_CHECK_SENSOR_FLAG_NO_RESISTOR : hasPin ? PRESS_CHECK_SENSOR_FLAG_REFERENCE_PIN : 0)
      }
    }
    var check: OpaquePointer?
    let storage = withUnsafeMutablePointer(to: &room.pointee.storage) { UnsafeMutableRawPointer($0) }
    return press_check_init(storage, MemoryLayout<InlineArray<3072, UInt64>>.size, &options, &check) == 0 ? check : nil
  }
}

/// `--check`: finds problems of the sensors, from the bus to the release of a press. The library judges (press/check.h); this reads
/// frames, asks the person for each step, and prints the findings.
struct Check<Source: Input> {
  private let source: UnsafeMutablePointer<Source>
  private let room: UnsafeMutablePointer<CheckRoom>
  private let check: OpaquePointer
  private var counts = InlineArray<3, UInt32>(repeating: 0)
  private var printed: UInt32 = 0
  private var code = ExitCode.ok

  private var program: UnsafeMutablePointer<Program> { source.program }

  /// @return an exit code: that of the first finding that failed, or of the signal that stopped it before one did.
  static func run(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    if program.pointee.settings.refuses(program.pointee.options.source.setup) || program.pointee.settings.refusesConfigs() {
      return refuse(program)
    }
    program.pointee.originUs = linux_now_us()
    var source = Source(program)
    var room = CheckRoom()
    return withUnsafeMutablePointer(to: &source) { source in
      var (rate, wrong) = (UInt64(0), Source.identify(source))
      if wrong == ExitCode.ok && program.pointee.settings.refusesSensors() { return refuse(program) }
      if wrong == ExitCode.ok { (rate, wrong) = Source.rate(source, asked: UInt64(program.pointee.options.rate)) }
      if wrong == ExitCode.ok { wrong = Run<Source>.loadSaved(program) }
      if wrong != ExitCode.ok { return wrong }
      return withUnsafeMutablePointer(to: &room) { room in
        guard let made = CheckRoom.make(room, program) else { return refuse(program) }
        var check = Check(source: source, room: room, check: made)
        return check.run(rate)
      }
    }
  }

  private init(source: UnsafeMutablePointer<Source>, room: UnsafeMutablePointer<CheckRoom>, check: OpaquePointer) {
    (self.source, self.room, self.check) = (source, room, check)
  }

  private static func refuse(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    program.pointee.settings.complain(in: program.pointee.options.configPath, &program.pointee.err)
    return ExitCode.config
  }

  private mutating func run(_ rate: UInt64) -> Int32 {
    if program.pointee.leftOut > 0 { printLeftOut() }
    if open() {
      program.pointee.originUs = linux_now_us() &- Source.now(source)
      Source.start(source, rate: max(rate, 1))
      follow()
      Source.close(source)
    }
    let signal = linux_signal()
    if signal != 0 {
      program.pointee.err.begin(.error)
      program.pointee.err.text("stopped before its end; what the check has not reached is not known\n")
      return counts[PRESS_FINDING_RESULT_FAIL] > 0 ? code : ExitCode.signal + signal
    }
    summary()
    return code
  }

  // MARK: Input

  /// @return false: there is nothing to read from.
  private mutating func open() -> Bool {
    let wrong = Source.open(source)
    var node = Path()
    if case .simulation = program.pointee.options.source { node = Path("simulated bus") } else { node = program.pointee.options.node }
    return node.withText { node in
      let isTaken = program.pointee.problem == Errno.busy
      var result = press_check_result()
      press_check_result_init(&result)
      result.address = UInt16(program.pointee.settings.converter[isTaken ? program.pointee.takenConverter : 0].address)
      result.node = UnsafeRawPointer(node.base).assumingMemoryBound(to: CChar.self)
      result.bus = result.node + (node.lastIndex(of: UInt8(ascii: "-")) ?? -1) + 1
      result.who = isTaken ? linux_i2c_holder() : nil
      result.declared = model(0)
      if wrong != ExitCode.ok {
        if linux_signal() == 0 && program.pointee.problem != 0 { take(&result, Self.tried(wrong, program.pointee.problem)) }
        code = wrong
        return false
      }
      take(&result, (PRESS_CHECK_STAGE_OPENED, 0))
      if case .i2c = program.pointee.options.source {
        take(&result, (PRESS_CHECK_STAGE_ASKED, 0))
        for c in 0..<program.pointee.settings.count(.converter) where program.pointee.settings.converter[c].board == .none {
          result.address = UInt16(program.pointee.settings.converter[c].address)
          result.model = model(c)
          take(&result, (PRESS_CHECK_STAGE_BOARD, 0))
        }
      }
      return true
    }
  }

  /// The model of a converter, in the words of the config.
  private func model(_ converter: Int) -> UnsafePointer<CChar> {
    room.pointee.models[converter] = Path(program.pointee.settings.converter[converter].model.name)
    return withUnsafeMutablePointer(to: &room.pointee.models[converter]) { Path.text($0) }
  }

  /// The stage that failed with an exit code, and its status.
  private static func tried(_ code: Int32, _ status: Int32) -> (Int, Int32) {
    switch code {
    case ExitCode.noPermission: (PRESS_CHECK_STAGE_OPENED, Errno.noAccess)
    case ExitCode.noInput: (PRESS_CHECK_STAGE_OPENED, status)
    case ExitCode.timedOut: (PRESS_CHECK_STAGE_ASKED, Int32(PRESS_ERR_TIMEDOUT))
    case ExitCode.unavailable: (status == Errno.busy ? PRESS_CHECK_STAGE_CLAIMED : PRESS_CHECK_STAGE_ASKED, status)
    default: (PRESS_CHECK_STAGE_ASKED, Int32(PRESS_ERR_IO))
    }
  }

  private mutating func take(_ result: inout press_check_result, _ tried: (Int, Int32)) {
    (result.what, result.status) = (UInt32(tried.0), tried.1)
    _ = press_check_bus(check, &result)
    _ = stand()
  }

  /// Feeds frames until the check is done, a signal comes, or there are no more.
  private mutating func follow() {
    var shown: (step: UInt32, sensor: UInt32) = (0, 0)
    while linux_signal() == 0 {
      let state = stand()
      if state.step == UInt32(PRESS_CHECK_STEP_DONE) { return }
      if shown != (state.step, state.sensor) { ask(state) }
      shown = (state.step, state.sensor)
      guard case .frame(let due) = Source.next(source) else {
        if linux_signal() == 0 { _ = press_check_end(check) }
        continue
      }
      while !program.pointee.options.isFast && linux_signal() == 0 && linux_now_us() &- program.pointee.originUs < due {
        linux_sleep_until_us(min(program.pointee.originUs &+ due, linux_now_us() &+ 1_000_000))
      }
      if linux_signal() != 0 { return }
      Source.move(source, toUs: due)
      var frame = Source.read(source)
      _ = press_check_feed(check, &frame)
    }
  }

  private func ask(_ state: press_check_status) {
    switch Int(state.step) {
    case PRESS_CHECK_STEP_REST: program.pointee.err.text("Keep your hand off the sensor.")
    case PRESS_CHECK_STEP_PRESS: program.pointee.err.text("Press hard on the sensor, and hold.")
    default: program.pointee.err.text("Let go.")
    }
    let isOneOfMany = Int(state.step) != PRESS_CHECK_STEP_REST && program.pointee.settings.count(.sensor) > 1
    if isOneOfMany { program.pointee.err.say(" (sensor \(state.sensor))") }
    program.pointee.err.text("\n")
    program.pointee.err.flush()
  }

  // MARK: Findings

  /// The state of the check. Prints the findings since the last call.
  private mutating func stand() -> press_check_status {
    var state = press_check_status()
    press_check_status_init(&state)
    _ = press_check_get(check, &state)
    while printed < state.findings {
      print(printed)
      printed += 1
    }
    if code == ExitCode.ok { code = Int32(state.exit_code) }
    return state
  }

  private mutating func print(_ index: UInt32) {
    var finding = press_finding()
    press_finding_init(&finding)
    _ = press_check_get_finding(check, index, &finding)
    counts[Int(finding.result)] += 1
    let (result, check) = (Self.name(finding.result), Slice(cString: finding.check))
    if program.pointee.options.format == .json {
      program.pointee.out.say("{\"finding\":\"\(finding.name)\",\"check\":\"\(check)\",\"result\":\"\(result)\",\"sensor\":")
      if finding.sensor >= 0 { program.pointee.out.say("\(finding.sensor)") } else { program.pointee.out.text("null") }
      program.pointee.out.text(",\"found\":\"")
      words(index, PRESS_CHECK_TEXT_FOUND, isEscaped: true)
      program.pointee.out.text("\",\"do\":\"")
      words(index, PRESS_CHECK_TEXT_ADVICE, isEscaped: true)
      program.pointee.out.text("\"}\n")
    } else {
      program.pointee.out.text(result)
      program.pointee.out.spaces(5 - result.utf8CodeUnitCount)
      program.pointee.out.slice(check)
      program.pointee.out.spaces(max(15 - check.count, 1))
      if finding.sensor >= 0 { program.pointee.out.say("sensor \(finding.sensor): ") }
      words(index, PRESS_CHECK_TEXT_FOUND)
      if finding.result != UInt32(PRESS_FINDING_RESULT_OK) {
        program.pointee.out.text("\n                    -> ")
        words(index, PRESS_CHECK_TEXT_ADVICE)
      }
      program.pointee.out.text("\n")
    }
    program.pointee.out.flush()
  }

  /// A finding that only this program has.
  private mutating func printLeftOut() {
    counts[PRESS_FINDING_RESULT_WARN] += 1
    let isJSON = program.pointee.options.format == .json
    let head: StaticString = "{\"finding\":\"saved_left_out\",\"check\":\"config\",\"result\":\"warn\",\"sensor\":null,\"found\":\""
    program.pointee.out.text(isJSON ? head : "warn config         ")
    program.pointee.out.say("saved values that the config does not go with are left out: \(program.pointee.leftOut)")
    program.pointee.out.text(isJSON ? "\",\"do\":\"" : "\n                    -> ")
    program.pointee.out.text("See the lines on stderr: remove each from the file of listen.save, or change the config.")
    program.pointee.out.text(isJSON ? "\"}\n" : "\n")
    program.pointee.out.flush()
  }

  private func words(_ index: UInt32, _ which: Int, isEscaped: Bool = false) {
    let buffer = withUnsafeMutablePointer(to: &room.pointee.words) { UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self) }
    _ = press_check_get_text(check, index, UInt32(which), buffer, 1024)
    let words = Slice(cString: buffer)
    for i in 0..<words.count {
      if isEscaped && (words[i] == UInt8(ascii: "\"") || words[i] == UInt8(ascii: "\\")) { program.pointee.out.byte(UInt8(ascii: "\\")) }
      program.pointee.out.byte(words[i])
    }
  }

  private static func name(_ result: UInt32) -> StaticString {
    switch Int(result) {
    case PRESS_FINDING_RESULT_OK: "ok"
    case PRESS_FINDING_RESULT_WARN: "warn"
    default: "fail"
    }
  }

  private func summary() {
    if program.pointee.options.format == .json {
      let result: StaticString = code != ExitCode.ok ? "fail" : counts[1] > 0 ? "warn" : "ok"
      program.pointee.out.say(
        "{\"result\":\"\(result)\",\"ok\":\(counts[0]),\"warn\":\(counts[1]),\"fail\":\(counts[2]),\"code\":\(code)}\n")
    } else {
      program.pointee.out.say("\(counts[0]) ok, \(counts[1]) warnings, \(counts[2]) failed.\n")
    }
  }
}
