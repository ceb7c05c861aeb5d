import CPress

extension Settings {
  /// Gives an engine whatever the config asks for. `tables` are filled, and stay where they are. @return a status.
  public mutating func furnish(_ engine: OpaquePointer?, _ tables: UnsafeMutablePointer<PeekTables>) -> Int32 {
    var status = attach(to: engine)
    for i in 0..<count(.target) where status == 0 { status = press_target_add(engine, &target[i].target) }
    let peeks = count(.peek)
    if status == 0 && peeks > 0 {
      status = press_peek_attach(engine, &self.peeks.config)
      if status == 0 { status = press_peek_declare(engine, PeekTables.declarations(tables), peeks) }
    }
    return status == 0 ? attachTransitions(engine) : status
  }

  private mutating func attachTransitions(_ engine: OpaquePointer?) -> Int32 {
    let count = count(.transition)
    if count == 0 { return 0 }
    var status = press_transition_attach(engine, &transitions.config)
    for i in 0..<count where status == 0 {
      status = press_transition_bind(
        engine, transition[i].id, transition[i].driver, transition[i].target, transition[i].dx, transition[i].dy)
    }
    return status
  }
}
