import CPress
import PressCore

extension Settings {
  /// Gives an engine whatever the config asks for. `tables` are filled, and stay where they are. @return a status.
  mutating func furnish(_ engine: Engine, _ tables: UnsafeMutablePointer<PeekTables>) -> Int32 {
    var status = attach(to: engine)
    for i in 0..<count(.target) where status == 0 { status = engine.add(target[i].target) }
    let peeks = count(.peek)
    if status == 0 && peeks > 0 {
      status = Peeks.attach(engine, self.peeks.config)
      if status == 0 { status = Peeks.declare(engine, PeekTables.declarations(tables), peeks) }
    }
    return status == 0 ? attachTransitions(engine) : status
  }

  private mutating func attachTransitions(_ engine: Engine) -> Int32 {
    let count = count(.transition)
    if count == 0 { return 0 }
    var status = Transitions.attach(engine, transitions.config)
    guard status == 0, let transitions = Transitions(engine) else { return status }
    for i in 0..<count where status == 0 {
      let one = transition[i]
      status = transitions.bind(one.id, one.driver, target: one.target, dx: one.dx, dy: one.dy)
    }
    return status
  }
}
