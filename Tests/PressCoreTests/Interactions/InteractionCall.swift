import CPress
@testable import PressCore

/// Every call of the program that can change what one contact, a peek or a transition does. The walk makes each from outside,
/// and from inside every callback.
enum InteractionCall: CaseIterable {
  case cancelPreview, cancelGesture, activate, release
  case open, pop, dismiss, reveal, perform, enter, back, replace
  case start, update, finish, cancel, pause, bind, unbind
  case reset, remove, add, loseTraits, gainTraits

  func make(_ engine: Engine, _ setup: InteractionSetup) -> Int32 {
    switch self {
    case .cancelPreview: return engine.cancelPreview(0)
    case .cancelGesture: return Gestures(engine)!.cancel(0)
    case .activate: return Gestures(engine)!.activate(1)
    case .release: return engine.release(0)
    case .open: return Peeks(engine)!.open(1)
    case .pop: return Peeks(engine)!.pop()
    case .dismiss: return Peeks(engine)!.dismiss()
    case .reveal: return Peeks(engine)!.revealNow()
    case .perform: return Peeks(engine)!.perform(InteractionProgram.action)
    case .enter: return Peeks(engine)!.perform(InteractionProgram.group)
    case .back: return Peeks(engine)!.closeGroup()
    case .replace: return replace(engine)
    case .start: return Transitions(engine)!.start(1, nil)
    case .update: return Transitions(engine)!.update(1, 32768)
    case .finish: return Transitions(engine)!.finish(1)
    case .cancel: return Transitions(engine)!.cancel(1)
    case .pause: return Transitions(engine)!.pause(1)
    case .bind: return setup.bind(engine)
    case .unbind: return Transitions(engine)!.bind(1, UInt32(PRESS_DRIVER_NONE), target: 0, dx: 0, dy: 0)
    case .reset:
      engine.reset()
      return Status.ok
    case .remove: return engine.remove(1)
    case .add: return engine.add(InteractionCall.target(1))
    case .loseTraits: return engine.update(InteractionCall.target(1, traits: InteractionCall.fewTraits))
    case .gainTraits: return engine.update(InteractionCall.target(1))
    }
  }

  /// By the same table: groups stay open, and nothing is highlighted.
  private func replace(_ engine: Engine) -> Int32 {
    let peek = Peeks(engine)!
    return peek.replace(peek.state.peek.actions, peek.state.peek.action_count)
  }

  static let fewTraits = PRESS_TARGET_TAP
  static let allTraits = PRESS_TARGET_TAP | PRESS_TARGET_DOUBLE_TAP | PRESS_TARGET_HOLD | PRESS_TARGET_SCROLL | PRESS_TARGET_PEEK

  /// What the target 1 takes part in once this call has succeeded; nil: as before.
  var traitsAfter: UInt32? {
    switch self {
    case .remove: 0
    case .add, .gainTraits: UInt32(Self.allTraits)
    case .loseTraits: UInt32(Self.fewTraits)
    default: nil
    }
  }

  /// The first takes part in everything, the second, beside it, in previews, taps and holds.
  static func target(_ id: UInt32, traits: Int? = nil) -> press_target {
    var target = press_target()
    target.size = UInt32(MemoryLayout<press_target>.size)
    target.id = id
    target.x = id == 1 ? 0 : 100 << 16
    target.width = 100 << 16
    target.height = 100 << 16
    target.traits = UInt32(traits ?? (id == 1 ? allTraits : PRESS_TARGET_TAP | PRESS_TARGET_HOLD | PRESS_TARGET_PREVIEW))
    return target
  }
}
