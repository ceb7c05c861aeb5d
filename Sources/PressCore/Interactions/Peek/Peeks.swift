import CPress

/// The peek of an engine: a handle.
///
/// | phase    | what happens                              | next     | delivers                               |
/// |----------|-------------------------------------------|----------|----------------------------------------|
/// | none     | a preview begins where something peeks    | hinting  |                                        |
/// | hinting  | the preview phase ends                    | shown    | shown                                  |
/// | hinting  | lift, cancel                              | none     |                                        |
/// | shown    | the commit phase ends                     | none     | popped                                 |
/// | shown    | lift, cancel                              | none     | dismissed                              |
/// | shown    | the finger moves up by reveal_distance    | revealed | revealed; the preview is held          |
/// | revealed | moves onto an action that it arms, off it | revealed | highlighted                            |
/// | revealed | lifts on an armed action                  | none     | selected, dismissed                    |
/// | revealed | lifts on an armed group                   | revealed | revealed, with the group               |
/// | revealed | lifts on another action, or elsewhere     | revealed |                                        |
/// | on show  | another touch begins                      |          | touched; it becomes nothing else       |
/// | revealed | another touch lifts outside, group open   | revealed | revealed, without the group            |
/// | revealed | another touch lifts outside               | none     | dismissed                              |
/// | revealed | another touch begins and lifts on the peek | none    | popped                                 |
/// | revealed | the finger comes down again, with HIDE    | shown    | hidden; the preview goes on            |
/// | none     | a contact holds still, with FROM_HOLD     | revealed | shown, revealed                        |
/// | any      | target removed, reset, the finger is lost | none     | dismissed, where it was shown          |
package struct Peeks: Interaction {
  static var kind: Attachment { .peek }
  let engine: Engine
  let memory: UnsafeMutablePointer<PeekState>

  init(_ engine: Engine, _ memory: UnsafeMutablePointer<PeekState>) {
    self.engine = engine
    self.memory = memory
  }

  /// Nil when it is not attached.
  package init?(_ engine: Engine) {
    guard let own = Self.attached(to: engine) else { return nil }
    self = own
  }

  package static func size(_ config: press_peek_config, contacts: Int) -> Int {
    AttachmentHead.size &+ Layout.aligned(MemoryLayout<PeekState>.size)
  }
  static var mostActions: UInt32 { 64 }
  /// In one peek, groups included.
  static var mostActionsOfAll: Int { 4096 }
  static var mostPending: Int { 16 }
  /// One call or one sample adds no more than this.
  static var mostPendingOfACall: Int { 4 }
  static var deepest: Int { 4 }
  static var noContact: UInt32 { UInt32.max }

  @inline(never)
  package static func attach(_ engine: Engine, _ config: press_peek_config) -> Int32 {
    if engine.isAdopting && attached(to: engine)?.needsTables == true { return Status.state }
    let (status, peek) = attach(
      to: engine, bytes: size(config, contacts: engine.maxContacts), room: Room(ends: config.ends(contacts: engine.maxContacts)), resting
    ) { Peeks($0, $1.assumingMemoryBound(to: PeekState.self)).observe($2) }
    guard let peek else {
      if status == Status.ok { attached(to: engine)?.forgetTables() }
      return status
    }
    peek.memory.initialize(to: PeekState(config))
    engine.previewsAlsoOn(Trait.peek)
    return status
  }

  /// Its tables lie in another process. A peek that has actions cannot go on without them.
  private var needsTables: Bool { phase != .none && state.peek.actions != nil }

  private func forgetTables() {
    (state.declarations, state.declarationCount) = (nil, 0)
    (state.peek.actions, state.peek.action_count) = (nil, 0)
  }

  /// The notices that are observed while no finger peeks, operates actions or holds still for a peek.
  private static var resting: Notices {
    .began | .claims | .ask | .previewBegan | .previewUpdated | .commitUpdated | .previewStopped | .released | .ended | .removed | .changed | .reset
      | .deadline
  }

  func previewBegan(_ slot: Int) { if slot == state.slot && phase == .hinting { report(.hinting) } }
  func previewUpdated(_ slot: Int, _ isEnd: Bool) { if isEnd { show(slot) } }
  func commitUpdated(_ slot: Int, _ isEnd: Bool) { if isEnd { commit(slot) } }
  func removed(_ id: UInt32) { lose(id) }
  func changed(_ id: UInt32) { if !peeks(id) { lose(id) } }
  func reset() { if phase != .none { leave(Reason.reset) } }
  func claims(_ slot: Int, _ claim: Claim) -> Bool { claim == .hold && openFromHold(slot) }
  func fire(_ t: UInt64, more: UInt64) { _ = openFromHold(state.holdSlot) }
  var deadline: UInt64 { mayHold ? state.holdAt : Engine.never }
  func deliverFirst() -> Bool { deliver() }

  var phase: PeekState.Phase { state.phase }
  /// A finger peeks, and does not operate the actions.
  var isPeeking: Bool { state.slot >= 0 && !state.isOperating }

  // MARK: A finger

  /// Finds the target that may peek here: the innermost that answers.
  func ask(_ slot: Int) -> Answer {
    // A contact that was down before peeks were attached previews as it would have.
    if state.known & (1 &<< UInt32(truncatingIfNeeded: slot)) == 0 { return .none }
    let contact = engine.contacts + slot
    var next = contact.pointee.touch.target
    var steps = engine.targetCapacity
    var peek = press_peek()
    while steps > 0 {
      let traits = engine.traits(of: next)
      if traits & Trait.peek != 0 && phase == .none {
        engine.setPreviewTarget(slot, next)
        if find(next, contact.pointee.touch, &peek) {
          if contact.pointee.preview.state != .asking || phase != .none { return .no }
          start(next, peek, slot, .hinting)
          return .yes
        }
        if contact.pointee.preview.state != .asking { return .no }
      }
      if traits & Trait.preview != 0 {
        engine.setPreviewTarget(slot, next)
        return .none
      }
      next = engine.container(of: next)
      if next == 0 { return .no }
      steps &-= 1
    }
    return .no
  }

  /// Finds the peek of a target: declared, or by the answer of the program. Returns whether there is one.
  @inline(never)
  func find(_ target: UInt32, _ touch: press_touch, _ peek: inout press_peek) -> Bool {
    var i = 0
    while i < state.declarationCount {
      if let declaration = state.declarations, declaration[i].target == target {
        peek = declaration[i].peek
        return true
      }
      i &+= 1
    }
    guard let willShow = engine.delegate.peek_will_show else { return false }
    peek = press_peek()
    peek.size = UInt32(truncatingIfNeeded: MemoryLayout<press_peek>.size)
    var touch = touch
    let answer = engine.whileBusy { willShow(engine.opaque, &touch, &peek, engine.delegate.user) }
    return answer && Peeks.isValid(peek)
  }

  @inline(never)
  func start(_ target: UInt32, _ peek: press_peek, _ slot: Int, _ phase: PeekState.Phase) {
    state.phase = phase
    state.target = target
    state.peek = peek
    state.slot = slot
    if slot >= 0 { chooseSamples(true, Peeks.resting, slot) }
    state.isOperating = false
    state.isHolding = false
    state.hasSwiped = false
    state.holdSlot = -1
    state.highlighted = 0
    state.passedOver = 0
    state.depth = 0
  }

  /// The preview phase of the finger that peeks ended.
  func show(_ slot: Int) {
    if slot != state.slot || phase != .hinting { return }
    state.phase = .shown
    state.shownY = engine.contacts[slot].touch.y
    markPending(EventType.peekShown)
  }

  /// Its commit phase ended.
  private func commit(_ slot: Int) {
    if slot != state.slot || phase != .shown { return }
    pop(Reason.none)
  }

  func pop(_ reason: Int32) {
    markPending(EventType.peekPopped, reason: reason)
    report(.popped)
    clear()
  }

  /// A target goes away, or lost the trait.
  private func lose(_ id: UInt32) {
    if phase != .none && state.target == id {
      let slot = state.slot
      let isPeeking = isPeeking
      leave(Reason.targetRemoved)
      if isPeeking { engine.stopPreview(slot, Reason.targetRemoved) }
    } else {
      unselect(id)
    }
    // Pending events of the removed target still name it; they are delivered before all others.
    var i = 0
    while i < state.pendingCount {
      if state.pending[unchecked: i].target == id { markPending() }
      i &+= 1
    }
  }

  /// A selection that is not delivered yet is not delivered any more.
  private func unselect(_ id: UInt32) {
    let last = state.pendingCount &- 1
    if last < 1 || state.pending[unchecked: last &- 1].type != EventType.actionSelected { return }
    if state.pending[unchecked: last].target != id { return }
    state.pending[unchecked: last].reason = Reason.targetRemoved
    state.pending[unchecked: last &- 1] = state.pending[unchecked: last]
    state.pendingCount = last
  }

  /// A touch while something is on show operates it, and becomes nothing else.
  func began(_ slot: Int) {
    if state.isChanged && phase == .none && engine.isAlone(slot) { adopt() }
    state.known |= 1 &<< UInt32(truncatingIfNeeded: slot)
    let isOnShow = phase == .revealed || (phase == .shown && state.slot < 0)
    if !isOnShow {
      watchHold(slot)
      return chooseSamples(state.slot >= 0 || state.holdSlot >= 0, Peeks.resting, slot)
    }
    // The program may have released it as it began.
    if !engine.contacts[slot].claim.may(.actions) { return }
    engine.notify(.becomes(slot))
    engine.become(slot, .actions)
    engine.stopPreview(slot, Reason.none)
    markPending(EventType.peekTouched, contact: engine.contacts[slot].touch.contact)
    // One finger operates them; others do nothing.
    if state.slot >= 0 { return }
    state.slot = slot
    chooseSamples(true, Peeks.resting, slot)
    state.isOperating = true
    state.isHolding = false
    state.hasSwiped = false
    state.mayArm = true
    state.passedOver = 0
    state.beganOnPeek = isOnPeek(engine.contacts[slot].touch)
    highlight(slot)
  }

  func sampled(_ slot: Int) {
    if slot == state.holdSlot && (engine.hasMoved(slot, state.settings.slop) || !engine.contacts[slot].claim.may(.actions)) { state.holdSlot = -1 }
    if slot != state.slot { return }
    let rise = Int64(state.shownY) &- Int64(engine.contacts[slot].touch.y)
    if phase == .shown && !state.isOperating && rise >= Int64(state.settings.revealDistance) && state.peek.action_count > 0 {
      engine.holdPreview(slot)
      reveal()
      state.hasSwiped = true
    }
    if phase == .revealed && state.hasSwiped && state.settings.hides && rise < Int64(state.settings.revealDistance >> 1) { hide() }
    // A pop needs the pressure to rise through its level again.
    if phase == .shown && engine.contacts[slot].touch.pressure < engine.settings.thresholds.complete { engine.continuePreview(slot) }
    if phase == .revealed { highlight(slot) }
  }

  @inline(never)
  func reveal() {
    state.phase = .revealed
    disarm()
    markPending(EventType.actionsRevealed)
    report(.revealed)
  }

  /// The finger came back down.
  private func hide() {
    unlight()
    state.phase = .shown
    state.hasSwiped = false
    state.depth = 0
    markPending(EventType.actionsHidden)
    report(.hidden)
  }

  @inline(never)
  func report(_ stage: PeekStage) { engine.notify(.reached(state.slot, Self.kind, stage: stage.rawValue, target: state.target)) }

  func previewStopped(_ slot: Int, _ reason: Int32) {
    if slot == state.slot && !state.isOperating { leave(reason) }
  }

  /// The program releases the finger that operates the actions: they stay on show. A preview under it ends as it stops.
  func released(_ slot: Int) {
    if slot != state.slot || !state.isOperating { return }
    state.slot = -1
    state.isOperating = false
    if state.highlighted == 0 { return }
    state.highlighted = 0
    markPending(EventType.actionHighlighted)
  }

  func ended(_ slot: Int, _ reason: Int32) {
    state.known &= ~(1 &<< UInt32(truncatingIfNeeded: slot))
    if slot == state.holdSlot { state.holdSlot = -1 }
    if slot != state.slot { return }
    let isLifted = reason == Reason.lifted
    let wasOperating = state.isOperating
    let touch = engine.contacts[slot].touch
    let isTap = isLifted && wasOperating && state.beganOnPeek && isOnPeek(touch)
    if isTap { return pop(Reason.tapped) }
    if phase != .revealed {
      let stays = phase == .shown && (isLifted ? state.isHolding : wasOperating)
      if stays { state.slot = -1 } else { leave(reason) }
      return
    }
    if !isLifted && !wasOperating { return leave(reason) }
    let id = state.highlighted
    if isLifted && id != 0 {
      choose(id)
      state.slot = -1
    } else if isLifted && wasOperating && action(at: touch.x, touch.y) == nil && !covers(touch) {
      if state.depth > 0 { back() } else { leave(reason) }
      state.slot = -1
    } else {
      state.slot = -1
      state.isOperating = false
      if id != 0 {
        state.highlighted = 0
        markPending(EventType.actionHighlighted)
      }
    }
  }

  /// The peek is over without having been popped.
  @inline(never)
  func leave(_ reason: Int32) {
    if phase == .shown || phase == .revealed {
      // Pending events of the peek that is over are dropped.
      forget(reason)
      let last = state.pendingCount &- 1
      if reason == Reason.targetRemoved && last >= 0 && state.pending[unchecked: last].type == EventType.peekShown {
        state.pendingCount = last
      } else {
        markPending(EventType.peekDismissed, reason: reason)
      }
    }
    if phase != .none { report(.dismissed) }
    clear()
  }

  @inline(never)
  func clear() {
    state.phase = .none
    state.slot = -1
    state.isOperating = false
    state.highlighted = 0
    state.depth = 0
  }
}

/// The state of the peek of an engine.
struct PeekState {
  enum Phase: UInt32 {
    case none, hinting, shown, revealed
  }

  /// An event that is pending. Delivered in order.
  struct Pending {
    var type: UInt32 = 0
    var subject: UInt32 = 0
    var target: UInt32 = 0
    var contact: UInt32 = 0
    var value: Int32 = 0
    var reason: Int32 = 0
    var flags: UInt32 = 0
  }

  /// The settings in use; and, if `isChanged`, those to apply when a contact begins while no other is down and no peek is on show.
  var settings, next: PeekSettings
  var isChanged = false

  var phase = Phase.none
  /// The finger that has the slot came when the actions were on show already.
  var isOperating = false
  /// It opened the peek by holding still: the peek stays.
  var isHolding = false
  /// It swiped up for the actions.
  var hasSwiped = false
  /// It began on the peek itself.
  var beganOnPeek = false
  /// It may choose actions; but for this one, until it has left it (0: none).
  var mayArm = false
  var passedOver: UInt32 = 0
  var highlighted: UInt32 = 0
  /// The slots whose contacts began since peeks were attached.
  var known: UInt32 = 0
  var target: UInt32 = 0
  /// Where the finger was when the peek was shown.
  var shownY: Int32 = 0
  /// Until it may choose: where and since when it rests; the highest place that it reached, and the action there.
  var restX: Int32 = 0
  var restY: Int32 = 0
  var topY: Int32 = 0
  var topAction: UInt32 = 0
  var restsSince: UInt64 = 0
  /// The program's table.
  var declarations: UnsafePointer<press_peek_declaration>?
  var declarationCount = 0
  var peek = press_peek()
  /// The slot of the finger that peeks or operates the actions, -1: none.
  var slot = -1
  /// The slot of a contact that may open a peek by holding still, -1: none; and when it does.
  var holdSlot = -1
  var holdAt: UInt64 = UInt64.max
  /// The open groups, as indices from the peek's actions downwards.
  var path = InlineArray<4, UInt32>(repeating: 0)
  var depth = 0

  var pending = InlineArray<16, Pending>(repeating: Pending())
  var pendingCount = 0

  init(_ c: press_peek_config) {
    settings = PeekSettings(c)
    next = settings
  }
}

/// A press_peek_config, as it is used.
struct PeekSettings {
  let slides, opensFromHold, hides: Bool
  let revealDistance: Int32
  let slop: Int32
  let restAfter, holdAfter: UInt32

  init(_ c: press_peek_config) {
    slides = c.flags & PeekFlag.noSlide == 0
    opensFromHold = c.flags & PeekFlag.fromHold != 0
    hides = c.flags & PeekFlag.hide != 0
    holdAfter = c.hold_us
    revealDistance = c.reveal_distance
    slop = c.slop
    restAfter = c.rest_us
  }

  var config: press_peek_config {
    var c = press_peek_config.makeDefault
    c.flags = (slides ? 0 : PeekFlag.noSlide) | (opensFromHold ? PeekFlag.fromHold : 0) | (hides ? PeekFlag.hide : 0)
    c.hold_us = holdAfter
    c.reveal_distance = revealDistance
    c.slop = slop
    c.rest_us = restAfter
    return c
  }
}

extension press_peek {
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
  }
}

/// How far a peek has come, as it says in `Notice.reached`: its preview has begun; it is shown without a preview; its actions came on
/// show, or were hidden; it popped; it is over without that.
enum PeekStage: UInt8 {
  case hinting, opened, revealed, hidden, popped, dismissed
}

/// Which action a finger chooses by lifting: the one that is armed. It is the one that is highlighted.
///
/// An action that comes to lie under a finger by itself, as actions are revealed or a group opens, is not armed. The finger must first rest
/// or turn back, and then move onto an action. A new touch may choose at once.
extension Peeks {
  /// Notes that the action under the finger has come there by itself.
  @inline(never)
  func disarm() {
    if state.slot < 0 { return }
    let touch = engine.contacts[state.slot].touch
    state.mayArm = false
    rest(touch)
    state.topY = touch.y
    state.topAction = id(under: touch)
  }

  func id(under touch: press_touch) -> UInt32 { action(at: touch.x, touch.y)?.pointee.id ?? 0 }

  private func rest(_ touch: press_touch) {
    state.restX = touch.x
    state.restY = touch.y
    state.restsSince = touch.t_us
  }

  /// The finger may choose from here on, but not the action on which it is.
  private func free(_ under: UInt32) {
    state.mayArm = true
    state.passedOver = under
  }

  private func watch(_ touch: press_touch) {
    let under = id(under: touch)
    if touch.y <= state.topY {
      state.topY = touch.y
      state.topAction = under
    } else if Int64(touch.y) &- Int64(state.topY) >= Int64(state.settings.slop) {
      return free(state.topAction)
    }
    if !Engine.isWithin(state.settings.slop, touch.x, touch.y, state.restX, state.restY) {
      rest(touch)
    } else if touch.t_us &- state.restsSince >= UInt64(state.settings.restAfter) {
      free(under)
    }
  }

  /// After a sample of the finger, while actions are on show.
  @inline(never)
  func highlight(_ slot: Int) {
    // They may have been hidden, and the finger that did it released or lost.
    if phase != .revealed { return }
    let touch = engine.contacts[slot].touch
    if !state.mayArm { watch(touch) }
    let action = action(at: touch.x, touch.y)
    var id = action?.pointee.id ?? 0
    if id != state.passedOver { state.passedOver = 0 }
    let isAllowed = state.mayArm && (state.settings.slides || state.isOperating)
    if !isAllowed || state.passedOver != 0 || (action?.pointee.flags ?? 0) & ActionFlag.disabled != 0 { id = 0 }
    if id == state.highlighted { return }
    state.highlighted = id
    markPending(EventType.actionHighlighted, value: id)
  }
}
