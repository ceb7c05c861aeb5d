import CPress
import PressSetup

/// The pad and the engine as the config describes them.
struct EngineAndPad {
  let receivers: UnsafeMutablePointer<Receivers>
  private(set) var engine: OpaquePointer?
  private(set) var pad: OpaquePointer?
  private var supplies = InlineArray<2, press_supply>(repeating: press_supply())
  private var idle = press_idle()
  private var hasIdle = false

  init(receivers: UnsafeMutablePointer<Receivers>) { self.receivers = receivers }

  /// @return an exit code; errors were reported.
  mutating func make(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    if !Setup.accept(program.pointee.setup) {
      program.pointee.settings.complain(in: program.pointee.options.configPath, &program.pointee.err)
      return ExitCode.config
    }
    // An input device follows the finger, even if the log does not.
    let moved = UInt32(PRESS_CONFIG_TELL_MOVED)
    program.pointee.deliversMoved = program.pointee.settings.engine.config.flags & moved != 0
    if program.pointee.settings.uinput.enabled || program.pointee.settings.feedbackRequiresMoved() {
      program.pointee.settings.engine.config.flags |= moved
    }
    keepDrops(program)
    var parts = press_setup_parts()
    press_setup_parts_init(&parts)
    (parts.engine_storage, parts.engine_bytes) = (program.pointee.engineStorage, Program.engineCapacity)
    (parts.pad_storage, parts.pad_bytes) = (program.pointee.padStorage, Program.padCapacity)
    var status = press_setup_start(OpaquePointer(program.pointee.setup), &parts)
    (engine, pad) = (parts.engine, parts.pad)
    if status == 0 { status = makePower(program) }
    if status == 0 { status = listen() }
    if status == 0 { return ExitCode.ok }
    program.say("the config is not accepted: \(press_strerror(status))")
    return ExitCode.config
  }

  private mutating func makePower(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    var status: Int32 = 0
    for c in 0..<program.pointee.settings.count(.converter) where status == 0 {
      if program.pointee.settings.converter[c].reference.channel == nil { continue }
      let sensors = program.pointee.settings.sensors(ofConverter: c)
      if sensors == 0 { continue }
      var config = program.pointee.settings.converter[c].supplyConfig(sensors)
      status = press_supply_init(&supplies[c], &config)
    }
    hasIdle = program.pointee.settings.idle.enabled
    if hasIdle && status == 0 { status = press_idle_init(&idle, &program.pointee.settings.idle.config) }
    return status
  }

  /// Resumes after the board slept. @return a status.
  func resume(atUs us: UInt64) -> Int32 { press_pad_resume(pad, us, engine) }

  /// Feeds the readings that belong before a frame. @return a status.
  mutating func prepare(_ before: BeforeFrame, atUs us: UInt64) -> Int32 {
    var status: Int32 = 0
    for c in 0..<2 {
      guard status == 0, let code = before.references[c] else { continue }
      status = press_supply_feed(&supplies[c], us, code, pad, engine)
    }
    return status
  }

  /// Whether the next frame may wait; called after a frame.
  mutating func isIdle() -> Bool { hasIdle && press_idle_look(&idle, pad, engine) == 1 }

  /// The codes between which the sensors are at rest.
  func restCodes(_ sensors: Int) -> RestCodes {
    var codes = RestCodes()
    var idle = idle
    for i in 0..<sensors { _ = press_idle_codes(&idle, pad, UInt32(i), &codes.low[i], &codes.high[i]) }
    return codes
  }

  /// Keeps drops if programs can connect: a program can undo them.
  private func keepDrops(_ program: UnsafeMutablePointer<Program>) {
    if !Listeners.areGiven(program) { return }
    var usual = press_drag_config()
    press_drag_config_init(&usual)
    program.pointee.settings.drag.config.undo_depth = usual.undo_depth
  }

  private func listen() -> Int32 {
    var delegate = press_delegate()
    press_delegate_init(&delegate)
    delegate.user = UnsafeMutableRawPointer(receivers)
    delegate.on_event = { _, event, user in
      guard let event, let receivers = user?.assumingMemoryBound(to: Receivers.self) else { return }
      let program = receivers.pointee.program
      if event.pointee.type != PRESS_EVENT_CONTACT_MOVED || program.pointee.deliversMoved { program.pointee.statistics.events += 1 }
      receivers.pointee.receive(.event(event.pointee))
    }
    // A transition starts with the options of its section.
    delegate.transition_will_start = { _, id, options, user in
      guard let options, let program = user?.assumingMemoryBound(to: Receivers.self).pointee.program else { return }
      for i in 0..<program.pointee.settings.count(.transition) where program.pointee.settings.transition[i].id == id {
        options.pointee = program.pointee.settings.transition[i].options
      }
    }
    // A destination proposes as a program has declared.
    if receivers.pointee.program.pointee.settings.drag.enabled {
      delegate.drop_will_propose = { _, _, target, proposal, user in
        guard let proposal, let receivers = user?.assumingMemoryBound(to: Receivers.self) else { return true }
        receivers.pointee.server.pointee.propose(target, &proposal.pointee)
        return true
      }
    }
    return press_set_delegate(engine, &delegate)
  }
}

/// The receivers of notices: the outputs, and the connected programs.
struct Receivers {
  let outputs: UnsafeMutablePointer<Outputs>
  let server: UnsafeMutablePointer<SocketServer>

  var program: UnsafeMutablePointer<Program> { outputs.pointee.program }

  func receive(_ notice: Notice) {
    switch notice {
    case .event(let event): program.pointee.faults.note(event)
    case .end(let us): endFaults(us)
    case .frame, .flush: break
    }
    outputs.pointee.receive(notice)
    server.pointee.receive(notice)
  }

  /// Ends the faults that last to the end of the run: every beginning has an end.
  private func endFaults(_ us: UInt64) {
    while let event = program.pointee.faults.takeEnd(atUs: us) {
      outputs.pointee.receive(.event(event))
      server.pointee.receive(.event(event))
    }
  }
}
