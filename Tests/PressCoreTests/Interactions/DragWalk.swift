import CPress
@testable import PressCore

/// Every state that drags reach in a setup, for a StateWalk.
///
/// Two engines are in one state when all that decides what comes next is the same; session numbers count only by their order,
/// times only from now on, in steps of 25 ms. Alphabet and config are chosen so that none lies between two steps.
final class DragWalk: EngineWorld {
  enum Action: Hashable {
    /// A sample, 100 ms after the last: which contact, the force, and where.
    case touch(UInt32, Force, Place)
    case lift(UInt32), lost(UInt32)
    case short, long
    case call(DragCall)
  }

  enum Force: Int32 {
    /// Light; three eighths: previews begin; half: springs open; three quarters: it drops where the setup says so. None is less
    /// than a quarter of another: what a sensor keeps is left to the walk of the engine.
    case light = 61_440, preview = 122_880, firm = 163_840, hard = 245_760
  }

  enum Place: Hashable {
    /// On the first source and a little beside; on its container, and near an edge of that; on the other destination, and on the
    /// second source in that; on no target.
    case source, near, container, edge, destination, second, outside

    var x: Int32 { point.x }
    var y: Int32 { point.y }
    private var point: (x: Int32, y: Int32) {
      switch self {
      case .source: (25, 25)
      case .near: (29, 25)
      case .container: (60, 60)
      case .edge: (60, 92)
      case .destination: (150, 50)
      case .second: (125, 25)
      case .outside: (250, 50)
      }
    }
  }

  let program: DragProgram
  let size: Int
  let actions: [Action]
  private let setup: DragSetup

  private static let unit: UInt64 = 25_000
  private static let short = 4 * unit
  private static let long = 40 * unit

  init(_ setup: DragSetup) {
    self.setup = setup
    actions = setup.actions + setup.calls.map { .call($0) }
    size = Engine.size(setup.engine) + Drags.size(setup.config, contacts: Int(setup.engine.max_contacts)) + 8
    program = DragProgram(setup, size: size)
  }

  func setUp(_ engine: Engine) {
    _ = Engine.make(in: UnsafeMutableRawPointer(engine.memory), size, setup.engine)
    engine.setDelegate(program.delegate)
    var status = Drags.attach(engine, setup.config)
    for id: UInt32 in 1...4 { status |= engine.add(setup.target(id)) }
    if status != 0 { program.note("not set up") }
    _ = engine.tick(1_000_000)
  }

  func take(_ action: Action, _ deed: DragProgram.Deed?, at place: Int, _ books: DragLedger, _ engine: Engine) {
    program.start(books, deed, at: place)
    perform(action, engine)
    settle(action, deed, engine)
  }

  private func perform(_ action: Action, _ engine: Engine) {
    switch action {
    case .touch(let contact, let force, let place): feed(engine, contact, force.rawValue, place, 0)
    case .lift(let contact): feed(engine, contact, 0, .outside, 0)
    case .lost(let contact): feed(engine, contact, 0, .outside, UInt32(PRESS_SAMPLE_LOST))
    case .short: program.note(engine.tick(engine.now + Self.short) == Status.ok ? nil : "a tick was refused")
    case .long: program.note(engine.tick(engine.now + Self.long) == Status.ok ? nil : "a tick was refused")
    case .call(let call): if !program.isRefused(call, engine) { program.make(call, engine) }
    }
  }

  private func feed(_ engine: Engine, _ contact: UInt32, _ force: Int32, _ place: Place, _ flags: UInt32) {
    var sample = press_sample(
      t_us: engine.now + Self.short, contact: contact, flags: flags, force: force, x: place.x << 16, y: place.y << 16, reserved: 0)
    if flags != 0 { program.ledger.lose(contact: contact, at: sample.t_us) }
    if force > 0 { program.ledger.sample(contact, Int32(Int64(force) * 65536 / (5 << 16)), setup) }
    program.note(engine.feed(&sample, 1) == 1 ? nil : "a sample was refused")
  }

  /// What an action leaves behind: nothing pending, nothing overdue, and books that say what the engine says.
  private func settle(_ action: Action, _ deed: DragProgram.Deed?, _ engine: Engine) {
    let s = engine.state
    program.note(s.isBusy || s.pending != 0 ? "busy or pending after the call" : nil)
    program.note(engine.nextDeadline < s.now ? "a deadline has passed" : nil)
    program.note(s.earliest > engine.nextDeadline ? "a deadline would be missed" : nil)
    program.note(program.ledger.settle(engine, setup))
    if case .call(.reset) = action, deed == nil, !program.ledger.isEmpty { program.note("something outlives a reset") }
  }

  func see(_ engine: Engine, _ seen: inout Set<String>) {
    let drag = Drags(engine)!
    for i in 0..<drag.count {
      let s = drag.sessions[i]
      seen.insert("\(s.phase)")
      seen.insert("spring \(s.spring.state)")
      if s.phase == .dropping && s.task == .running { seen.insert("task") }
      if s.phase == .dragging && s.items == 2 { seen.insert("two items") }
      if s.phase == .dragging && s.contact == UInt32.max { seen.insert("from code") }
      if s.scroll.container != 0 { seen.insert("scrolls") }
    }
    if (0..<drag.count).filter({ drag.sessions[$0].phase != .free }).count == 2 { seen.insert("two sessions") }
    seen.insert("\(drag.state.undoCount) to undo")
    seen.insert("\(drag.state.redoCount) to redo")
    for slot in 0..<2 where engine.isOccupied(slot) && drag.tracks[slot].isLifted { seen.insert("lifted") }
  }

  // MARK: The state

  func code(_ engine: Engine) -> DragCode {
    let drag = Drags(engine)!
    var code = DragCode()
    for id: UInt32 in 1...4 { code.put(engine.target(id).map { $0.traits == 0 ? 1 : 2 } ?? 0) }
    DragCoder(setup).put(engine, drag, &code)
    return code
  }
}
