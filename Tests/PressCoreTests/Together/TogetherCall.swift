import CPress
@testable import PressCore

/// Every call of the program that a walk of all that is attached makes, from outside and from inside every callback.
enum TogetherCall: Hashable {
  /// What has settings that can be set again.
  enum Subject: Int, CaseIterable {
    case engine, gestures, peek, transition, button, drag
  }

  case cancelPreview, cancelGesture, release
  case open(UInt32), pop, dismiss, reveal, perform
  /// A peek of that target; 0: none.
  case declare(UInt32)
  case beginDrag(UInt32), over(UInt32), cancelDrag
  case start, finish
  /// The first config, or the second.
  case set(Subject, second: Bool)
  case reset, remove(UInt32), put(UInt32), lose(UInt32), gain(UInt32)

  func make(_ engine: Engine, _ program: TogetherProgram) -> Int32 {
    let setup = program.setup
    switch self {
    case .cancelPreview: return engine.cancelPreview(0)
    case .cancelGesture: return Gestures(engine)!.cancel(0)
    case .release: return engine.release(0)
    case .open(let target): return Peeks(engine)!.open(target)
    case .pop: return Peeks(engine)!.pop()
    case .dismiss: return Peeks(engine)!.dismiss()
    case .reveal: return Peeks(engine)!.revealNow()
    case .perform: return Peeks(engine)!.perform(TogetherProgram.action)
    case .declare(let target): return Peeks.declare(engine, program.declarations(of: target), target == 0 ? 0 : 1)
    case .beginDrag(let source): return Drags(engine)!.begin(source)
    case .over(let target): return Drags(engine)!.over(Drags(engine)!.sessions[0].id, target)
    case .cancelDrag: return Drags(engine)!.cancel(session: Drags(engine)!.sessions[0].id)
    case .start: return Transitions(engine)!.start(1, nil)
    case .finish: return Transitions(engine)!.finish(1)
    case .set(let subject, let second): return set(subject, second, engine, setup)
    case .reset:
      engine.reset()
      return Status.ok
    case .remove(let target): return engine.remove(target)
    case .put(let target): return engine.add(setup.target(target))
    case .lose(let target): return engine.update(setup.target(target, traits: 0))
    case .gain(let target): return engine.update(setup.target(target))
    }
  }

  private func set(_ subject: Subject, _ second: Bool, _ engine: Engine, _ setup: TogetherSetup) -> Int32 {
    switch subject {
    case .engine: return engine.set(setup.engine(second))
    case .gestures: Gestures(engine)!.set(setup.gestures(second))
    case .peek: Peeks(engine)!.set(setup.peek(second))
    case .transition: return Transitions(engine)!.set(setup.transitions(second))
    case .button: Buttons(engine)!.set(setup.button(second))
    case .drag: return Drags(engine)!.set(setup.drag(second))
    }
    return Status.ok
  }
}
