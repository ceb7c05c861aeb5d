import CPress
import CPressLinux
import PressSetup

/// A run over an input, from the first frame to the last.
struct Run<Source: Input> {
  private let source: UnsafeMutablePointer<Source>
  private let receivers: UnsafeMutablePointer<Receivers>
  private var made: EngineAndPad
  private var rate: UInt64 = 0
  private var processorUs: UInt64 = 0
  /// The total time that the board had slept at the last frame.
  private var sleptUs: UInt64 = 0

  private var program: UnsafeMutablePointer<Program> { source.program }
  private var outputs: UnsafeMutablePointer<Outputs> { receivers.pointee.outputs }
  private var server: UnsafeMutablePointer<SocketServer> { receivers.pointee.server }

  /// @return an exit code.
  static func run(_ program: UnsafeMutablePointer<Program>) -> Int32 { with(program) { $0.run() } }

  private static func with(_ program: UnsafeMutablePointer<Program>, _ body: (inout Run) -> Int32) -> Int32 {
    var (source, outputs, server) = (Source(program), Outputs(program), SocketServer(program))
    return withUnsafeMutablePointer(to: &source) { source in
      withUnsafeMutablePointer(to: &outputs) { outputs in
        withUnsafeMutablePointer(to: &server) { server in
          var receivers = Receivers(outputs: outputs, server: server)
          return withUnsafeMutablePointer(to: &receivers) { receivers in
            var run = Run(source: source, receivers: receivers, made: EngineAndPad(receivers: receivers))
            return body(&run)
          }
        }
      }
    }
  }

  /// Tests everything that needs no sensor. @return an exit code; errors were reported.
  static func test(_ program: UnsafeMutablePointer<Program>) -> Int32 { with(program) { $0.trial() } }

  /// Loads the saved values for a check. @return an exit code; errors were reported.
  static func loadSaved(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    if program.pointee.settings.listen.save.isEmpty { return ExitCode.ok }
    return with(program) {
      let code = $0.made.make(program)
      return code == ExitCode.ok ? $0.server.pointee.test(engine: $0.made.engine, pad: $0.made.pad) : code
    }
  }

  private mutating func run() -> Int32 {
    var code = prepare()
    if code != ExitCode.ok {
      receivers.pointee.receive(.end(atUs: 0))
      server.pointee.close()
      return isStopped(program, code) ? ExitCode.ok : code
    }
    program.pointee.originUs = linux_now_us() &- Source.now(source)
    processorUs = linux_processor_us()
    sleptUs = linux_slept_us()
    Source.start(source, rate: max(rate, 1))
    Reload.notifyReady(program)
    let end = follow()
    code = end.code
    finish(endUs: end.us)
    let closed = outputs.pointee.close()
    return code == ExitCode.ok ? closed : code
  }

  // MARK: Setting up

  private mutating func prepare() -> Int32 {
    if refusesSettings { return ExitCode.config }
    if Source.isLive { program.pointee.originUs = linux_now_us() }
    var code = Source.identify(source)
    if code == ExitCode.ok { code = made.make(program) }
    if code == ExitCode.ok { (rate, code) = Source.rate(source, asked: UInt64(program.pointee.options.rate)) }
    if code == ExitCode.ok { code = Source.open(source) }
    if code == ExitCode.ok { code = becomeRealTime() }
    if code == ExitCode.ok { code = outputs.pointee.open() }
    program.pointee.rate = rate
    if code == ExitCode.ok { code = server.pointee.open(engine: made.engine, pad: made.pad) }
    return code
  }

  /// Whether the settings contradict each other; reports that.
  private var refusesSettings: Bool {
    let source = program.pointee.options.source.setup
    if !program.pointee.settings.refuses(source) && !program.pointee.settings.refusesConfigs() { return false }
    program.pointee.settings.complain(in: program.pointee.options.configPath, &program.pointee.err)
    return true
  }

  /// Reads the changed config again, in a child process, whose memory is a copy. @return an exit code; errors were reported.
  private func reloaded() -> Int32 {
    var fullScales = InlineArray<8, Int32>(repeating: 0)
    for i in 0..<8 { fullScales[i] = program.pointee.settings.sensor[i].sensor.circuit.full_scale }
    program.pointee.isTrial = true
    let code = program.loadSettings()
    if code != ExitCode.ok { return code }
    for i in 0..<8 where program.pointee.settings.sensor[i].sensor.circuit.full_scale == 0 {
      program.pointee.settings.sensor[i].sensor.circuit.full_scale = max(fullScales[i], fullScales[0])
    }
    var again = self
    return again.trial()
  }

  /// Tries everything that needs no sensor. @return an exit code; errors were reported.
  private mutating func trial() -> Int32 {
    if refusesSettings { return ExitCode.config }
    // An IIO device would give its full scale: any value will do.
    for i in 0..<8 where program.pointee.settings.sensor[i].sensor.circuit.full_scale == 0 {
      program.pointee.settings.sensor[i].sensor.circuit.full_scale = 26400
    }
    var code = made.make(program)
    if code == ExitCode.ok { code = Source.rate(source, asked: UInt64(program.pointee.options.rate)).code }
    return code == ExitCode.ok ? server.pointee.test(engine: made.engine, pad: made.pad) : code
  }

  private func becomeRealTime() -> Int32 {
    let priority = program.pointee.options.priority
    if priority == 0 { return ExitCode.ok }
    let locked = linux_lock_memory()
    let status = locked < 0 ? locked : linux_set_priority(priority)
    if status >= 0 { return ExitCode.ok }
    let reason = linux_strerror(status)
    if locked < 0 {
      program.say(
        "--realtime \(priority): memory cannot be locked: \(reason). Allow it with CAP_IPC_LOCK, LimitMEMLOCK=infinity (systemd) or memlock (limits.conf)."
      )
    } else {
      program.say(
        "--realtime \(priority): the priority is refused: \(reason). Allow it with CAP_SYS_NICE, LimitRTPRIO=99 (systemd) or rtprio (limits.conf).")
    }
    return ExitCode.noPermission
  }

  // MARK: Time

  private var mustStop: Bool { linux_signal() != 0 || outputs.pointee.mustStop }

  private var nextDeadline: UInt64 { min(press_next_deadline(made.engine), press_pad_next_deadline(made.pad)) }

  /// Sleeps to a time of the run. A simulation and a trace have their own time, which is slowed down to that of the clock.
  /// @return false: a command of another program was carried out, or an alarm came, before that time.
  private func sleep(_ untilUs: UInt64) -> Bool {
    var now = Source.now(source)
    while linux_signal() == 0 {
      let due = min(Source.work(source, beforeUs: untilUs), outputs.pointee.work(atUs: now))
      if due >= untilUs { break }
      now = max(due, now)
      if !rest(now) { return false }
    }
    return rest(untilUs)
  }

  private func rest(_ untilUs: UInt64) -> Bool {
    linux_notify_alive()
    if Source.isLive || !program.pointee.options.isFast {
      while linux_signal() == 0 && linux_now_us() &- program.pointee.originUs < untilUs {
        // A signal that comes just before the sleep does not end it.
        let wakeUs = min(program.pointee.originUs &+ untilUs, linux_now_us() &+ 1_000_000)
        if server.pointee.serve(untilUs: wakeUs) { return false }
        program.pointee.alarm.sleep(untilUs: wakeUs)
        linux_notify_alive()
        reload()
        if program.pointee.alarm.isRaised { return false }
      }
    }
    // Serves programs even if no time was left, or no time passes.
    if server.pointee.serve(untilUs: 0) { return false }
    if linux_signal() == 0 { Source.move(source, toUs: untilUs) }
    return true
  }

  /// Fires each deadline at its own time, so that a replay of the frames alone gives the same events.
  private func fire(throughUs: UInt64) {
    var deadline = nextDeadline
    while deadline <= throughUs {
      program.pointee.lastUs = max(program.pointee.lastUs, deadline)
      _ = press_pad_tick(made.pad, program.pointee.lastUs, made.engine)
      let next = nextDeadline
      if next <= deadline { return }
      deadline = next
    }
  }

  private func sleepFiring(_ untilUs: UInt64) {
    var firedUs: UInt64?
    while linux_signal() == 0 {
      let deadline = nextDeadline
      let isDue = deadline < untilUs && firedUs.map { deadline > $0 } ?? true
      if !sleep(isDue ? deadline : untilUs) {
        show()
        if program.pointee.alarm.isRaised { return }
        continue
      }
      if !isDue || linux_signal() != 0 { return }
      fire(throughUs: deadline)
      show()
      firedUs = deadline
    }
  }

  // MARK: Running

  /// Makes everything that was delivered so far visible.
  private func show() {
    receivers.pointee.receive(.flush)
    if linux_is_asked() { printStatistics() }
    reload()
  }

  private func reload() {
    if program.pointee.options.reloads && Reload.mustTry(program) { Reload.end(program, reloaded()) }
  }

  /// Feeds frame after frame. @return an exit code, and the time that the run reached.
  private mutating func follow() -> (code: Int32, us: UInt64) {
    while true {
      switch Source.next(source) {
      case .frame(let due):
        let isTime = rested(untilUs: due)
        if mustStop { return stopped(atUs: Source.now(source)) }
        if !isTime { continue }
        let read = Source.read(source)
        if hasSlept {
          // The codes of this frame were read partly before and partly after the pause.
          let code = resume(atUs: max(due, program.pointee.lastUs))
          if code != ExitCode.ok { return (code, program.pointee.lastUs) }
          continue
        }
        noteLateness(due)
        let code = feed(read)
        if code != ExitCode.ok { return (code, program.pointee.lastUs) }
      case .slept(let us):
        sleepFiring(us)
        if mustStop { return stopped(atUs: us) }
        let code = resume(atUs: us)
        if code != ExitCode.ok { return (code, program.pointee.lastUs) }
      case .end(let us):
        let isTime = rested(untilUs: us)
        if mustStop { return stopped(atUs: min(us, Source.now(source))) }
        if !isTime { continue }
        fire(throughUs: us)
        return (ExitCode.ok, max(program.pointee.lastUs, us))
      case .failed(let code): return (code, program.pointee.lastUs)
      }
    }
  }

  /// Sleeps until `us`. @return false: an alarm came before, and a frame is due.
  private func rested(untilUs us: UInt64) -> Bool {
    let alarm = Source.alarm(source, beforeUs: us)
    sleepFiring(min(us, alarm))
    if alarm >= us && !program.pointee.alarm.isRaised { return true }
    program.pointee.alarm.take()
    program.pointee.statistics.alarms += 1
    Source.wake(source)
    return false
  }

  private func stopped(atUs us: UInt64) -> (code: Int32, us: UInt64) {
    let end = max(us, program.pointee.lastUs)
    fire(throughUs: end)
    return (ExitCode.ok, end)
  }

  private func noteLateness(_ due: UInt64) {
    if program.pointee.options.isFast && !Source.isLive { return }
    let clock = linux_now_us() &- program.pointee.originUs
    program.pointee.statistics.late(us: clock > due ? clock - due : 0)
  }

  /// Whether the board slept since the last frame, for longer than a pause of the pad.
  private var hasSlept: Bool {
    mutating get {
      if !Source.isLive { return false }
      let us = linux_slept_us()
      let limit = UInt64(program.pointee.settings.pad.config.gap_us)
      let hasSlept = limit != 0 && us > sleptUs && us - sleptUs > limit
      sleptUs = us
      return hasSlept
    }
  }

  private func resume(atUs us: UInt64) -> Int32 {
    program.pointee.lastUs = max(program.pointee.lastUs, us)
    outputs.pointee.noteSleep(atUs: us)
    return accepted(made.resume(atUs: us))
  }

  /// Feeds the readings that belong before a frame.
  private mutating func prepare(_ before: BeforeFrame, atUs us: UInt64) -> Int32 {
    outputs.pointee.note(before)
    return accepted(made.prepare(before, atUs: us))
  }

  private func accepted(_ status: Int32) -> Int32 {
    if status >= 0 { return ExitCode.ok }
    program.say("a frame was refused: \(press_strerror(status))")
    return ExitCode.inputOutput
  }

  private mutating func feed(_ read: press_frame) -> Int32 {
    var frame = read
    if frame.t_us <= program.pointee.lastUs && program.pointee.statistics.frames > 0 { frame.t_us = program.pointee.lastUs + 1 }
    fire(throughUs: frame.t_us)
    program.pointee.lastUs = max(program.pointee.lastUs, frame.t_us)
    var code = prepare(Source.before(source), atUs: frame.t_us)
    if code != ExitCode.ok { return code }
    program.pointee.statistics.frame(atUs: frame.t_us)
    code = accepted(press_pad_feed(made.pad, &frame, made.engine))
    if code != ExitCode.ok { return code }
    if made.isIdle() {
      let untilUs = frame.t_us + UInt64(program.pointee.settings.idle.config.interval_us)
      Source.rest(source, untilUs: untilUs, made.restCodes(program.pointee.settings.count(.sensor)))
    } else {
      program.pointee.alarm.wasRaised = false
    }
    var reading = press_reading()
    press_reading_init(&reading)
    _ = press_pad_get(made.pad, &reading)
    receivers.pointee.receive(.frame(frame, force: reading.force))
    show()
    return ExitCode.ok
  }

  // MARK: Ending

  private func finish(endUs: UInt64) {
    if !linux_reloads() { linux_notify_stopping() }
    _ = press_engine_reset(made.engine)
    receivers.pointee.receive(.end(atUs: endUs))
    server.pointee.close()
    Source.close(source)
    program.pointee.out.flush()
    let isPrinted = program.pointee.options.printsStatistics || (linux_signal() != 0 && !linux_reloads() && !program.pointee.options.isQuiet)
    if isPrinted { printStatistics() }
  }

  private func printStatistics() {
    var pads = press_pad_stats()
    press_pad_stats_init(&pads)
    _ = press_pad_get_stats(made.pad, &pads)
    program.pointee.statistics.processorUs = linux_processor_us() &- processorUs
    StatisticsPrinter.text(program.pointee.statistics, pads, rate, &program.pointee.err)
    StatisticsPrinter.json(program.pointee.statistics, pads, rate, &program.pointee.err)
    program.pointee.err.flush()
  }
}
