import CPress

/// Attaches to the engine what the config asks for.
enum Interactions {
  /// @return 0, or what the library answered.
  static func attach(_ program: UnsafeMutablePointer<Program>, _ engine: OpaquePointer?) -> Int32 {
    var status: Int32 = 0
    if program.pointee.settings.interactions.hasGestures {
      status = press_gestures_attach(engine, &program.pointee.settings.interactions.gestures)
    }
    for i in 0..<program.pointee.settings.interactions.targetCount where status == 0 {
      status = press_target_add(engine, &program.pointee.settings.interactions.targets[i])
    }
    if status == 0 { status = attachPeeks(program, engine) }
    if status == 0 { status = attachTransitions(program, engine) }
    if status == 0 && program.pointee.settings.interactions.hasButton {
      status = press_button_attach(engine, &program.pointee.settings.interactions.button)
    }
    if status == 0 && program.pointee.settings.interactions.drag.isOn {
      status = press_drag_attach(engine, &program.pointee.settings.interactions.drag.config)
    }
    return status
  }

  private static func attachPeeks(_ program: UnsafeMutablePointer<Program>, _ engine: OpaquePointer?) -> Int32 {
    let count = program.pointee.settings.interactions.peekCount
    if count == 0 { return 0 }
    let status = press_peek_attach(engine, &program.pointee.settings.interactions.peeksConfig)
    if status != 0 { return status }
    return withUnsafeMutablePointer(to: &program.pointee.tables) { press_peek_declare(engine, PeekTables.declarations($0), count) }
  }

  private static func attachTransitions(_ program: UnsafeMutablePointer<Program>, _ engine: OpaquePointer?) -> Int32 {
    let count = program.pointee.settings.interactions.transitionCount
    if count == 0 { return 0 }
    var status = press_transition_attach(engine, &program.pointee.settings.interactions.transitionsConfig)
    for i in 0..<count where status == 0 {
      let t = program.pointee.settings.interactions.transitions[i]
      status = press_transition_bind(engine, t.id, t.driver, t.target, t.dx, t.dy)
    }
    return status
  }

  /// A transition starts: as its section says.
  static func willStart(_ program: UnsafeMutablePointer<Program>, _ id: UInt32, _ options: UnsafeMutablePointer<press_transition_options>) {
    for i in 0..<program.pointee.settings.interactions.transitionCount where program.pointee.settings.interactions.transitions[i].id == id {
      options.pointee = program.pointee.settings.interactions.transitions[i].options
    }
  }
}
