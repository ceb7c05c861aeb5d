import CPress
import CPressLinux
import PressDevice

/// A run from the first frame to the last.
struct Session {
  let program: UnsafeMutablePointer<Program>
  private var engine: OpaquePointer?
  private var pad: OpaquePointer?
  private var rate: UInt64 = 0
  private var lastUs: UInt64 = 0
  private var endUs: UInt64 = 0
  private var processorUs: UInt64 = 0

  init(program: UnsafeMutablePointer<Program>) {
    self.program = program
  }

  /// @return an exit code.
  mutating func run() -> Int32 {
    let isTrace: Bool
    if case .trace = program.pointee.options.source { isTrace = true } else { isTrace = false }
    if let problem = program.pointee.settings.problem(program.pointee.options.source) {
      tellConfig(problem)
      return ExitCode.config
    }
    if let refusal = program.pointee.settings.refusal() {
      tellConfig(refusal.section, refusal.why)
      return ExitCode.config
    }
    if program.pointee.options.isLive { program.pointee.originUs = linux_now_us() }
    // What an IIO device says of its scale belongs to the pad.
    var code = ExitCode.ok
    if case .iio = program.pointee.options.source { code = IIO.open(program) }
    if code == ExitCode.ok { code = makeEngine() }
    if code == ExitCode.ok { code = chooseRate(isTrace) }
    if code == ExitCode.ok && isTrace { code = checkReadable() }
    if code == ExitCode.ok { code = openConverters() }
    if code == ExitCode.ok { code = openRecord() }
    if code == ExitCode.ok { code = openInput() }
    if code == ExitCode.ok { code = becomeRealTime() }
    if code != ExitCode.ok {
      program.pointee.input.close()
      return code
    }

    program.pointee.liveLine.isOn =
      program.pointee.options.draws && program.pointee.options.format == .text && !program.pointee.options.isFast
      && !program.pointee.options.isQuiet && linux_is_terminal(1)
    program.pointee.originUs = linux_now_us() &- now
    processorUs = linux_processor_us()
    code = isTrace ? runTrace() : runConverter()
    finish()
    if program.pointee.input.error != 0 {
      tellInput(program.pointee.input.error)
      return ExitCode.inputOutput
    }
    // A broken pipe: whoever read the events has seen enough.
    if program.pointee.out.error != 0 && program.pointee.out.error != Errno.brokenPipe {
      program.pointee.err.text("pressd: cannot write the events: ")
      program.pointee.err.cString(linux_strerror(program.pointee.out.error))
      program.pointee.err.text("\n")
      return ExitCode.inputOutput
    }
    return code == ExitCode.ok ? closeRecord() : code
  }

  // MARK: Setting up

  /// Of a section the library says the key and its rule.
  private func tellConfig(_ problem: StaticString, _ why: UnsafePointer<CChar>? = nil) {
    program.pointee.err.text("pressd: ")
    if let path = program.pointee.options.configPath {
      program.pointee.err.cString(path)
      program.pointee.err.text(": ")
    }
    program.pointee.err.text(problem)
    if let why {
      program.pointee.err.text(".")
      program.pointee.err.cString(why)
    }
    program.pointee.err.text("\n")
  }

  private mutating func makeEngine() -> Int32 {
    if let refusal = program.pointee.settings.circuitRefusal() {
      tellConfig(refusal.section, refusal.why)
      return ExitCode.config
    }
    var sensors = InlineArray<8, press_sensor>(repeating: press_sensor())
    for i in 0..<program.pointee.settings.sensorCount { sensors[i] = program.pointee.settings.sensors[i].sensor }
    let count = program.pointee.settings.sensorCount
    var status = withUnsafePointer(to: &sensors) {
      press_pad_init(
        program.pointee.padStorage, Program.padCapacity, &program.pointee.settings.pad,
        UnsafeRawPointer($0).assumingMemoryBound(to: press_sensor.self), count, &pad)
    }
    if status == 0 {
      // An input device follows the finger, whether the log does or not.
      if program.pointee.settings.input.isEnabled || program.pointee.settings.tellsMoved {
        program.pointee.settings.engine.flags |= UInt32(PRESS_CONFIG_TELL_MOVED)
      }
      status = press_engine_init(program.pointee.engineStorage, Program.engineCapacity, &program.pointee.settings.engine, &engine)
    }
    if status == 0 {
      let isFilled = withUnsafeMutablePointer(to: &program.pointee.tables) { tables in
        withUnsafeMutablePointer(to: &program.pointee.settings.interactions) { PeekTables.fill(tables, $0) }
      }
      if !isFilled {
        tellConfig("action.group: groups must not lie in each other in a circle, nor deeper than 4")
        return ExitCode.config
      }
      status = Interactions.attach(program, engine)
    }
    if status != 0 {
      program.pointee.err.text("pressd: the config is not accepted: ")
      program.pointee.err.cString(press_strerror(status))
      program.pointee.err.text("\n")
      return ExitCode.config
    }
    var delegate = press_delegate()
    press_delegate_init(&delegate)
    delegate.user = UnsafeMutableRawPointer(program)
    delegate.on_event = { _, event, user in
      guard let event, let user else { return }
      Session.take(event.pointee, user.assumingMemoryBound(to: Program.self))
    }
    delegate.transition_will_start = { _, id, options, user in
      guard let options, let user else { return }
      Interactions.willStart(user.assumingMemoryBound(to: Program.self), id, options)
    }
    return press_set_delegate(engine, &delegate) == 0 ? ExitCode.ok : ExitCode.config
  }

  private static func take(_ event: press_event, _ program: UnsafeMutablePointer<Program>) {
    program.pointee.input.event(event)
    if event.type == PRESS_EVENT_CONTACT_MOVED && !program.pointee.settings.tellsMoved { return }
    Advice.note(event, program)
    program.pointee.statistics.events += 1
    if program.pointee.options.draws { program.pointee.chart.event(event) }
    if program.pointee.options.isQuiet { return }
    program.pointee.liveLine.hide(&program.pointee.out)
    if program.pointee.options.format == .json {
      EventPrinter.json(event, &program.pointee.out)
      return
    }
    if !program.pointee.thinning.isWorth(event) { return }
    EventPrinter.text(event, &program.pointee.out)
  }

  private mutating func chooseRate(_ isTrace: Bool) -> Int32 {
    let asked = UInt64(program.pointee.options.rate)
    if isTrace {
      rate = asked
      return ExitCode.ok
    }
    if case .iio = program.pointee.options.source {
      // How long its driver takes is not known: deadlines that it misses are counted.
      rate = asked > 0 ? asked : 200
      return checkStale(rate)
    }
    let frameUs = program.pointee.settings.frameOnBusUs
    let most = max(1_000_000 / frameUs, 1)
    if asked > most {
      program.pointee.err.text("pressd: --rate ")
      program.pointee.err.unsigned(asked)
      program.pointee.err.text(": the converter needs ")
      program.pointee.err.unsigned(frameUs)
      program.pointee.err.text(" us for a frame (converter.rate_sps, mode, number of sensors): accepted is up to ")
      program.pointee.err.unsigned(most)
      program.pointee.err.text("\n")
      return ExitCode.usage
    }
    rate = asked > 0 ? asked : min(200, most)
    return checkStale(rate)
  }

  /// A sensor that is read so seldom that it goes stale between two frames would fail and recover for ever.
  private func checkStale(_ rate: UInt64) -> Int32 {
    if !program.pointee.settings.isStale(rate: rate) { return ExitCode.ok }
    let staleUs = UInt64(program.pointee.settings.pad.stale_after_us)
    program.pointee.err.text("pressd: pad.stale_after_us is ")
    program.pointee.err.unsigned(staleUs)
    program.pointee.err.text(" us, a frame at --rate ")
    program.pointee.err.unsigned(rate)
    program.pointee.err.text(" comes every ")
    program.pointee.err.unsigned(1_000_000 / rate)
    program.pointee.err.text(" us only: accepted is --rate from ")
    program.pointee.err.unsigned(1_000_000 / staleUs + 1)
    program.pointee.err.text(", or a longer pad.stale_after_us, or 0 (never)\n")
    return ExitCode.config
  }

  private func checkReadable() -> Int32 {
    guard case .trace(let path) = program.pointee.options.source else { return ExitCode.ok }
    let fd = linux_open_read(path)
    if fd >= 0 {
      program.pointee.fd = fd
      return ExitCode.ok
    }
    program.pointee.err.text("pressd: --source trace:")
    program.pointee.err.cString(path)
    program.pointee.err.text(": ")
    program.pointee.err.cString(linux_strerror(fd))
    program.pointee.err.text("\n")
    return Errno.isForbidden(fd) ? ExitCode.noPermission : ExitCode.noInput
  }

  private func openConverters() -> Int32 {
    switch program.pointee.options.source {
    case .trace, .iio: return ExitCode.ok
    case .simulation(let script):
      let code = Board.assemble(program, script)
      return code == ExitCode.ok ? Board.open(program) : code
    case .i2c: return Board.open(program)
    }
  }

  private func openInput() -> Int32 {
    if !program.pointee.settings.input.isEnabled { return ExitCode.ok }
    let status = program.pointee.input.open(
      program.pointee.settings.input, program.pointee.settings.sensors, program.pointee.settings.sensorCount)
    if status == 0 { return ExitCode.ok }
    tellInput(status)
    return Errno.isForbidden(status) ? ExitCode.noPermission : ExitCode.noInput
  }

  private func tellInput(_ status: Int32) {
    program.pointee.err.text("pressd: ")
    program.pointee.settings.input.node.write(&program.pointee.err)
    program.pointee.err.text(": ")
    program.pointee.err.cString(linux_strerror(status))
    if Errno.isAbsent(status) {
      program.pointee.err.text(". Is the kernel built with uinput, and the module loaded (modprobe uinput)?\n")
    } else if Errno.isForbidden(status) {
      program.pointee.err.text(". Only root may make input devices, unless a udev rule allows it to a group: KERNEL==\"uinput\", GROUP=\"input\", MODE=\"0660\".\n")
    } else if status == Errno.notThatKind || status == Errno.notSupported || status == Errno.invalid {
      program.pointee.err.text(". This is not uinput of Linux 4.5 or later; uinput.node names another node.\n")
    } else {
      program.pointee.err.text("\n")
    }
  }

  private func becomeRealTime() -> Int32 {
    let priority = program.pointee.options.priority
    if priority == 0 { return ExitCode.ok }
    let locked = linux_lock_memory()
    let status = locked < 0 ? locked : linux_set_priority(priority)
    if status >= 0 { return ExitCode.ok }
    program.pointee.err.text("pressd: --realtime ")
    program.pointee.err.unsigned(UInt64(priority))
    program.pointee.err.text(locked < 0 ? ": memory cannot be locked: " : ": the priority is refused: ")
    program.pointee.err.cString(linux_strerror(status))
    program.pointee.err.text(locked < 0
      ? ". Allow it with CAP_IPC_LOCK, LimitMEMLOCK=infinity (systemd) or memlock (limits.conf).\n"
      : ". Allow it with CAP_SYS_NICE, LimitRTPRIO=99 (systemd) or rtprio (limits.conf).\n")
    return ExitCode.noPermission
  }

  private func openRecord() -> Int32 {
    guard let path = program.pointee.options.recordPath else { return ExitCode.ok }
    let fd = linux_create(path)
    if fd < 0 {
      tellRecord(fd)
      return ExitCode.cannotCreate
    }
    var record = Writer(fd: fd, buffer: program.pointee.recordBuffer, capacity: Program.recordCapacity)
    record.text("# libpress trace 1 sensors=")
    record.unsigned(UInt64(program.pointee.settings.sensorCount))
    record.text(" full_scale=")
    for i in 0..<program.pointee.settings.sensorCount {
      if i > 0 { record.text(",") }
      record.signed(Int64(program.pointee.settings.sensors[i].sensor.circuit.full_scale))
    }
    record.text("\n# t_us,present,failed,code0,...,before0,...\n")
    program.pointee.record = record
    return ExitCode.ok
  }

  private func tellRecord(_ status: Int32) {
    program.pointee.err.text("pressd: --record ")
    program.pointee.err.cString(program.pointee.options.recordPath)
    program.pointee.err.text(": cannot write: ")
    program.pointee.err.cString(linux_strerror(status))
    program.pointee.err.text("\n")
  }

  private func closeRecord() -> Int32 {
    guard let record = program.pointee.record else { return ExitCode.ok }
    let closed = linux_close(record.fd)
    let status = record.error != 0 ? record.error : closed
    if status == 0 { return ExitCode.ok }
    tellRecord(status)
    return ExitCode.cannotCreate
  }

  // MARK: Time

  private var isLive: Bool { program.pointee.options.isLive }

  private var now: UInt64 {
    switch program.pointee.options.source {
    case .i2c, .iio: return linux_now_us() &- program.pointee.originUs
    case .simulation: return program.pointee.bus.us
    case .trace: return lastUs
    }
  }

  /// Sleeps to a time of the run; a simulation and a trace have their own, which is held back to the pace of the clock.
  private func sleep(_ untilUs: UInt64) {
    if isLive || !program.pointee.options.isFast {
      while linux_signal() == 0 && linux_now_us() &- program.pointee.originUs < untilUs {
        // A signal that comes just before the sleep does not end it.
        linux_sleep_until_us(min(program.pointee.originUs &+ untilUs, linux_now_us() &+ 1_000_000))
      }
    }
    if case .simulation = program.pointee.options.source, linux_signal() == 0 {
      _ = program.pointee.bus.wait(untilUs)
    }
  }

  private var nextDeadline: UInt64 { min(press_next_deadline(engine), press_pad_next_deadline(pad)) }

  /// Fires what is due, each at its own time, so that a replay of the frames alone does the very same.
  private mutating func fire(throughUs: UInt64) {
    var deadline = nextDeadline
    while deadline <= throughUs {
      lastUs = max(lastUs, deadline)
      _ = press_pad_tick(pad, lastUs, engine)
      let next = nextDeadline
      if next <= deadline { return }
      deadline = next
    }
  }

  private mutating func sleepFiring(_ untilUs: UInt64) {
    var deadline = nextDeadline
    while deadline < untilUs && linux_signal() == 0 {
      sleep(deadline)
      if linux_signal() != 0 { return }
      fire(throughUs: deadline)
      show()
      let next = nextDeadline
      if next <= deadline { break }
      deadline = next
    }
    sleep(untilUs)
  }

  // MARK: Running

  private var mustStop: Bool { linux_signal() != 0 || program.pointee.out.error != 0 || program.pointee.input.error != 0 }

  /// What was told so far can be seen from now on.
  private func show() {
    program.pointee.input.sync()
    program.pointee.out.flush()
    if linux_is_asked() { tellStatistics() }
  }

  private mutating func runConverter() -> Int32 {
    var end = program.pointee.options.durationUs
    if end == 0, case .simulation(let script) = program.pointee.options.source {
      end = script.durationUs
      if case .file = script { end = program.pointee.bus.converter.finger.endUs + FingerFile.restUs }
    }
    if end == 0 { end = UInt64.max }
    var tick = now * rate / 1_000_000 + 1
    while true {
      let due = tick * 1_000_000 / rate
      if due >= end {
        sleepFiring(end)
        fire(throughUs: mustStop ? now : end)
        endUs = max(lastUs, min(end, now))
        return ExitCode.ok
      }
      sleepFiring(due)
      if mustStop {
        endUs = max(now, lastUs)
        fire(throughUs: endUs)
        return ExitCode.ok
      }
      noteLateness(due)
      var frame = read()
      if frame.t_us <= lastUs && program.pointee.statistics.frames > 0 { frame.t_us = lastUs + 1 }
      fire(throughUs: frame.t_us)
      let code = feed(&frame)
      if code != ExitCode.ok { return code }
      tick += 1
      // Where nobody answers, the next frame is when somebody is asked again.
      if frame.present == 0 {
        program.pointee.statistics.failedFrames += 1
        tick = max(tick, askUs * rate / 1_000_000 + 1)
      }
      let current = now * rate / 1_000_000
      if tick < current {
        program.pointee.statistics.missed += current - tick
        tick = current
      }
    }
  }

  private func read() -> press_frame {
    if case .iio = program.pointee.options.source { return IIO.read(program) }
    return Board.read(program)
  }

  private var askUs: UInt64 {
    if case .iio = program.pointee.options.source { return program.pointee.links[0].askUs }
    return Board.askUs(program)
  }

  private func noteLateness(_ due: UInt64) {
    if program.pointee.options.isFast && !isLive { return }
    let clock = linux_now_us() &- program.pointee.originUs
    program.pointee.statistics.late(us: clock > due ? clock - due : 0)
  }

  private mutating func runTrace() -> Int32 {
    let lines = LineReader(fd: program.pointee.fd, buffer: program.pointee.readBuffer, capacity: Program.readCapacity)
    var reader = TraceReader(lines: lines, rate: UInt32(rate), program: program)
    let end = program.pointee.options.durationUs == 0 ? UInt64.max : program.pointee.options.durationUs
    var isFirst = true
    while true {
      switch reader.next() {
      case .frame(var frame):
        if isFirst {
          program.pointee.originUs = linux_now_us() &- frame.t_us
          isFirst = false
        }
        sleepFiring(min(frame.t_us, end))
        if mustStop {
          endUs = lastUs
          return ExitCode.ok
        }
        if frame.t_us > end {
          fire(throughUs: end)
          endUs = max(end, lastUs)
          return ExitCode.ok
        }
        if !program.pointee.options.isFast { noteLateness(frame.t_us) }
        fire(throughUs: frame.t_us)
        let code = feed(&frame)
        if code != ExitCode.ok { return code }
      case .end(let us):
        if us > lastUs {
          sleepFiring(us)
          if !mustStop { fire(throughUs: us) }
        }
        endUs = max(us, lastUs)
        return ExitCode.ok
      case .broken(let reason):
        beginTraceProblem(reader.line)
        program.pointee.err.text(reason)
        program.pointee.err.text("\n")
        endUs = lastUs
        return ExitCode.badData
      case .tooSlow:
        return checkStale(rate)
      case .wantsRate:
        program.pointee.err.text("pressd: --rate is missing: a CSV without times wants frames per second, 1 to 3300\n")
        return ExitCode.usage
      case .failed(let status):
        if mustStop {  // while waiting for a pipe
          endUs = lastUs
          return ExitCode.ok
        }
        beginTraceProblem(reader.line)
        program.pointee.err.cString(linux_strerror(status))
        program.pointee.err.text("\n")
        endUs = lastUs
        return ExitCode.inputOutput
      }
    }
  }

  private func beginTraceProblem(_ line: UInt64) {
    guard case .trace(let path) = program.pointee.options.source else { return }
    program.pointee.err.text("pressd: ")
    program.pointee.err.cString(path)
    program.pointee.err.text(":")
    program.pointee.err.unsigned(line)
    program.pointee.err.text(": ")
  }

  private mutating func feed(_ frame: inout press_frame) -> Int32 {
    lastUs = max(lastUs, frame.t_us)
    program.pointee.statistics.frame(atUs: frame.t_us)
    recordFrame(frame)
    let status = press_pad_feed(pad, &frame, engine)
    if status < 0 {
      program.pointee.err.text("pressd: a frame was refused: ")
      program.pointee.err.cString(press_strerror(status))
      program.pointee.err.text("\n")
      endUs = lastUs
      return ExitCode.inputOutput
    }
    if program.pointee.options.draws {
      var reading = press_reading()
      _ = press_pad_read(pad, &reading)
      program.pointee.chart.frame(atUs: frame.t_us, force: reading.force)
      program.pointee.liveLine.show(
        atUs: frame.t_us, force: reading.force, fullForce: program.pointee.settings.engine.full_force,
        phase: program.pointee.chart.phaseNow.name, &program.pointee.out)
    }
    show()
    return ExitCode.ok
  }

  private func recordFrame(_ frame: press_frame) {
    if program.pointee.record == nil { return }
    program.pointee.record?.unsigned(frame.t_us)
    program.pointee.record?.text(",")
    program.pointee.record?.unsigned(UInt64(frame.present))
    program.pointee.record?.text(",")
    program.pointee.record?.unsigned(UInt64(frame.failed))
    for i in 0..<program.pointee.settings.sensorCount {
      program.pointee.record?.text(",")
      program.pointee.record?.signed(Int64(frame.codeAt(i)))
    }
    if frame.hasTimes {
      for i in 0..<program.pointee.settings.sensorCount {
        program.pointee.record?.text(",")
        program.pointee.record?.unsigned(UInt64(frame.beforeAt(i)))
      }
    }
    program.pointee.record?.text("\n")
  }

  // MARK: Ending

  private func finish() {
    _ = press_engine_reset(engine)
    program.pointee.input.close()
    program.pointee.liveLine.hide(&program.pointee.out)
    program.pointee.out.flush()
    if program.pointee.record != nil {
      program.pointee.record?.text("# end ")
      program.pointee.record?.unsigned(endUs)
      program.pointee.record?.text("\n")
      program.pointee.record?.flush()
    }
    switch program.pointee.options.source {
    case .trace: break
    case .iio: IIO.close(program)
    case .i2c, .simulation: Board.stop(program)
    }
    if program.pointee.options.draws { draw() }
    program.pointee.out.flush()
    let isTold = program.pointee.options.tellsStatistics || (linux_signal() != 0 && !program.pointee.options.isQuiet)
    if isTold { tellStatistics() }
  }

  private func draw() {
    let isText = program.pointee.options.format == .text
    let fd: Int32 = isText ? 1 : 2
    let isTerminal = linux_is_terminal(fd)
    let asked = isTerminal ? Int(linux_terminal_width(fd)) : 0
    let noColor = linux_environment(
      UnsafeRawPointer(("NO_COLOR\0" as StaticString).utf8Start).assumingMemoryBound(to: CChar.self))
    let color = isTerminal && (noColor == nil || noColor?.pointee == 0)
    let width = asked > 0 ? min(asked, 200) : 80
    if isText {
      program.pointee.chart.draw(program.pointee.settings.engine, width: width, color: color, &program.pointee.out)
    } else {
      program.pointee.chart.draw(program.pointee.settings.engine, width: width, color: color, &program.pointee.err)
    }
  }

  private func tellStatistics() {
    var pads = press_pad_stats()
    _ = press_pad_get_stats(pad, &pads)
    program.pointee.statistics.processorUs = linux_processor_us() &- processorUs
    StatisticsPrinter.text(program.pointee.statistics, pads, rate, &program.pointee.err)
    StatisticsPrinter.json(program.pointee.statistics, pads, rate, &program.pointee.err)
    program.pointee.err.flush()
  }
}
