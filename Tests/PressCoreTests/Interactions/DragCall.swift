import CPress
@testable import PressCore

/// Every call of the program that can change a drag. The walk makes each from outside, and from inside every callback.
/// `at`: which of the engine's sessions.
enum DragCall: Hashable {
  case cancel(at: Int), confirm(at: Int, Bool), update(at: Int, UInt32), finish(at: Int, UInt32, Bool)
  case undo, modifiers(UInt32)
  case redo, begin(UInt32), add(at: Int, UInt32), over(UInt32), moveAway, moveOn, drop, perform(UInt32, UInt32)
  case reset, remove(UInt32), put(UInt32), lose(UInt32), gain(UInt32)
  case cancelPreview

  func make(_ engine: Engine, _ setup: DragSetup) -> Int32 {
    let drag = Drags(engine)!
    func id(_ at: Int) -> UInt32 { drag.sessions[at].id }
    var coded: UInt32 { UInt32(max(drag.session(of: UInt32.max), 0)) }
    switch self {
    case .cancel(let at): return drag.cancel(session: id(at))
    case .confirm(let at, let yes): return drag.confirm(id(at), yes)
    case .update(let at, let item): return drag.update(id(at), item, 32768)
    case .finish(let at, let item, let success): return drag.finish(id(at), item, success)
    case .undo: return drag.undo()
    case .redo: return drag.redo()
    case .add(let at, let source): return drag.add(id(at), source)
    case .modifiers(let modifiers): return drag.setModifiers(modifiers)
    case .begin(let source): return drag.begin(source)
    case .over(let target): return drag.over(coded, target)
    case .moveAway: return drag.move(coded, DragWalk.Place.outside.x << 16, DragWalk.Place.outside.y << 16)
    case .moveOn: return drag.move(coded, 155 << 16, 45 << 16)
    case .drop: return drag.drop(coded)
    case .perform(let source, let destination): return drag.perform(source, destination)
    case .reset:
      engine.reset()
      return Status.ok
    case .remove(let target): return engine.remove(target)
    case .put(let target): return engine.add(setup.target(target))
    case .lose(let target): return engine.update(setup.target(target, traits: 0))
    case .gain(let target): return engine.update(setup.target(target))
    case .cancelPreview: return engine.cancelPreview(0)
    }
  }
}
