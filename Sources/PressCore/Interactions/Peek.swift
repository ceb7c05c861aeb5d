import CPress

/// The peek of an engine: a handle.
///
/// | phase    | what happens                              | next     | tells                                  |
/// |----------|-------------------------------------------|----------|----------------------------------------|
/// | none     | a preview begins where something peeks    | hinting  |                                        |
/// | hinting  | the preview phase ends                    | shown    | shown                                  |
/// | hinting  | lift, cancel                              | none     |                                        |
/// | shown    | the commit phase ends                     | none     | popped                                 |
/// | shown    | lift, cancel                              | none     | dismissed                              |
/// | shown    | the finger moves up by reveal_distance    | revealed | revealed; the preview is held          |
/// | revealed | slides over an action, off it             | revealed | highlighted                            |
/// | revealed | lifts on an action                        | none     | selected, dismissed                    |
/// | revealed | lifts on a group                          | revealed | revealed, with the group               |
/// | revealed | lifts elsewhere                           | revealed |                                        |
/// | revealed | another touch lifts outside, group open   | revealed | revealed, without the group            |
/// | revealed | another touch lifts outside               | none     | dismissed                              |
/// | any      | target removed, reset, the finger is lost | none     | dismissed, where it was shown          |
public struct Peek: Interaction {
  static var kind: Attachment { .peek }
  let engine: Engine
  let memory: UnsafeMutablePointer<PeekState>

  init(_ engine: Engine, _ memory: UnsafeMutablePointer<PeekState>) {
    self.engine = engine
    self.memory = memory
  }

  /// Nil when it is not attached.
  public init?(_ engine: Engine) {
    guard let own = Self.attached(to: engine) else { return nil }
    self = own
  }

  public static var size: Int { Layout.aligned(MemoryLayout<PeekState>.size) }
  private static var mostActions: UInt32 { 64 }
  /// In one peek, groups and ends of groups included.
  private static var mostActionsOfAll: Int { 4096 }
  private static var mostDebts: Int { 16 }
  /// One call or one sample adds no more than this.
  private static var mostDebtsOfACall: Int { 4 }
  private static var deepest: Int { 4 }
  private static var noContact: UInt32 { UInt32.max }

  // MARK: Config

  @inline(never)
  public static func makeDefault() -> press_peek_config {
    var c = press_peek_config()
    c.size = UInt32(truncatingIfNeeded: MemoryLayout<press_peek_config>.size)
    c.reveal_distance = 40 << 16
    return c
  }

  /// What may be wrong with one, in the order of the fields. The texts stand in PressABI/Peek.swift.
  public enum Rule: UInt8 { case size, flags, revealDistance, reserved }

  /// The first rule that it breaks. Nil: it is valid.
  @inline(never)
  public static func brokenRule(_ c: press_peek_config) -> Rule? {
    if c.size != UInt32(truncatingIfNeeded: MemoryLayout<press_peek_config>.size) { return .size }
    if c.flags & ~PeekFlag.all != 0 { return .flags }
    if c.reveal_distance <= 0 { return .revealDistance }
    return c.reserved.0 | c.reserved.1 | c.reserved.2 | c.reserved.3 | c.reserved.4 != 0 ? .reserved : nil
  }

  public static func attach(_ engine: Engine, _ config: press_peek_config) -> Int32 {
    let (status, peek) = attach(
      to: engine, bytes: size, reserve: mostDebtsOfACall,
      .began | .sampled | .ask | .previewTold | .commitTold | .previewStopped | .ended | .removed | .changed | .reset
    ) { Peek($0, $1.assumingMemoryBound(to: PeekState.self)).observe($2) }
    guard let peek else { return status }
    peek.memory.initialize(to: PeekState(config))
    engine.previewsAlsoOn(Trait.peek)
    return status
  }

  func observe(_ notice: Notice) -> Answer {
    switch notice {
    case .began(let slot): began(slot)
    case .sampled(let slot): sampled(slot)
    case .ask(let slot): return ask(slot)
    case .previewTold(let slot, let isEnd): if isEnd { show(slot) }
    case .commitTold(let slot, let isEnd): if isEnd { commit(slot) }
    case .previewStopped(let slot, let reason): stopped(slot, reason)
    case .ended(let slot, let reason): ended(slot, reason)
    case .removed(let id): lose(id)
    case .changed(let id): if !peeks(id) { lose(id) }
    case .reset: if phase != .none { leave(Reason.reset) }
    case .settle: return .more(tellOne())
    case .deadline: return .due(Engine.never)
    case .previewBegan, .fell, .fire: break
    }
    return .none
  }

  private var phase: PeekState.Phase { state.phase }
  /// A finger peeks, and does not operate the actions.
  private var isPeeking: Bool { state.slot >= 0 && !state.isOperating }

  // MARK: A finger

  /// Who may peek here: the innermost target that answers.
  private func ask(_ slot: Int) -> Answer {
    // A contact that was down before peeks were attached previews as it would have.
    if state.known & (1 &<< UInt32(truncatingIfNeeded: slot)) == 0 { return .none }
    let contact = engine.contacts + slot
    var next = contact.pointee.touch.target
    var steps = engine.targetCapacity
    while steps > 0 {
      let traits = engine.traits(of: next)
      if traits & Trait.peek != 0 && phase == .none {
        contact.pointee.touch.target = next
        if let peek = find(next, contact.pointee.touch) {
          if contact.pointee.preview.state != .asking || phase != .none { return .no }
          start(next, peek, slot, .hinting)
          return .yes
        }
        if contact.pointee.preview.state != .asking { return .no }
      }
      if traits & Trait.preview != 0 {
        contact.pointee.touch.target = next
        return .none
      }
      next = engine.target(next)?.container ?? 0
      if next == 0 { return .no }
      steps &-= 1
    }
    return .no
  }

  /// What a target peeks: declared, or as the program answers.
  @inline(never)
  private func find(_ target: UInt32, _ touch: press_touch) -> press_peek? {
    var i = 0
    while i < state.declarationCount {
      if let declaration = state.declarations, declaration[i].target == target { return declaration[i].peek }
      i &+= 1
    }
    guard let willShow = engine.state.delegate.peek_will_show else { return nil }
    var peek = press_peek()
    peek.size = UInt32(truncatingIfNeeded: MemoryLayout<press_peek>.size)
    var touch = touch
    let wasBusy = engine.state.isBusy
    engine.state.isBusy = true
    let answer = willShow(engine.opaque, &touch, &peek, engine.state.delegate.user)
    engine.state.isBusy = wasBusy
    return answer && Peek.isValid(peek) ? peek : nil
  }

  @inline(never)
  private func start(_ target: UInt32, _ peek: press_peek, _ slot: Int, _ phase: PeekState.Phase) {
    state.phase = phase
    state.target = target
    state.peek = peek
    state.slot = slot
    state.isOperating = false
    state.highlighted = 0
    state.depth = 0
  }

  /// The preview phase of the finger that peeks ended.
  private func show(_ slot: Int) {
    if slot != state.slot || phase != .hinting { return }
    state.phase = .shown
    state.shownY = engine.contacts[slot].touch.y
    owe(EventType.peekShown)
  }

  /// Its commit phase ended.
  private func commit(_ slot: Int) {
    if slot != state.slot || phase != .shown { return }
    owe(EventType.peekPopped)
    clear()
  }

  /// A target goes away, or lost the trait.
  private func lose(_ id: UInt32) {
    if phase != .none && state.target == id {
      let slot = state.slot
      let isPeeking = isPeeking
      leave(Reason.targetRemoved)
      if isPeeking { engine.stopPreview(slot, Reason.targetRemoved) }
      return
    }
    // A selection that is not told yet is not told any more.
    let last = state.debtCount &- 1
    if last < 1 || state.debts[unchecked: last &- 1].type != EventType.actionSelected { return }
    if state.debts[unchecked: last].target != id { return }
    state.debts[unchecked: last].reason = Reason.targetRemoved
    state.debts[unchecked: last &- 1] = state.debts[unchecked: last]
    state.debtCount = last
  }

  /// A touch while something is on show operates it, and becomes nothing else.
  private func began(_ slot: Int) {
    state.known |= 1 &<< UInt32(truncatingIfNeeded: slot)
    let isOnShow = phase == .revealed || (phase == .shown && state.slot < 0)
    if !isOnShow { return }
    engine.contacts[slot].become(.actions)
    engine.stopPreview(slot, Reason.none)
    // One finger operates them; others do nothing.
    if state.slot >= 0 { return }
    state.slot = slot
    state.isOperating = true
    highlight(slot)
  }

  private func sampled(_ slot: Int) {
    if slot != state.slot { return }
    let rise = Int64(state.shownY) &- Int64(engine.contacts[slot].touch.y)
    if phase == .shown && !state.isOperating && rise >= Int64(state.revealDistance) && state.peek.action_count > 0 {
      engine.contacts[slot].preview.hold()
      reveal()
    }
    if phase == .revealed { highlight(slot) }
  }

  @inline(never)
  private func reveal() {
    state.phase = .revealed
    owe(EventType.actionsRevealed)
  }

  @inline(never)
  private func highlight(_ slot: Int) {
    let touch = engine.contacts[slot].touch
    let isAllowed = state.slides || state.isOperating
    var id: UInt32 = 0
    if isAllowed && phase == .revealed, let action = action(at: touch.x, touch.y) {
      id = action.pointee.flags & ActionFlag.disabled == 0 ? action.pointee.id : 0
    }
    if id == state.highlighted { return }
    state.highlighted = id
    owe(EventType.actionHighlighted, value: id)
  }

  private func stopped(_ slot: Int, _ reason: Int32) {
    if slot == state.slot && !state.isOperating { leave(reason) }
  }

  private func ended(_ slot: Int, _ reason: Int32) {
    state.known &= ~(1 &<< UInt32(truncatingIfNeeded: slot))
    if slot != state.slot { return }
    let isLifted = reason == Reason.lifted
    let wasOperating = state.isOperating
    if phase != .revealed {
      if phase == .shown && wasOperating && !isLifted { state.slot = -1 } else { leave(reason) }
      return
    }
    if !isLifted && !wasOperating { return leave(reason) }
    let id = state.highlighted
    if isLifted && id != 0 {
      choose(id)
      state.slot = -1
    } else if isLifted && wasOperating {
      if state.depth > 0 { back() } else { leave(reason) }
      state.slot = -1
    } else {
      state.slot = -1
      state.isOperating = false
      if id != 0 {
        state.highlighted = 0
        owe(EventType.actionHighlighted)
      }
    }
  }

  /// The peek is over without having been popped.
  @inline(never)
  private func leave(_ reason: Int32) {
    if phase == .shown || phase == .revealed {
      // What was not told yet of what is over is not told any more.
      forget()
      let last = state.debtCount &- 1
      if reason == Reason.targetRemoved && last >= 0 && state.debts[unchecked: last].type == EventType.peekShown {
        state.debtCount = last
      } else {
        owe(EventType.peekDismissed, reason: reason)
      }
    }
    clear()
  }

  @inline(never)
  private func clear() {
    state.phase = .none
    state.slot = -1
    state.isOperating = false
    state.highlighted = 0
    state.depth = 0
  }

  // MARK: Actions

  /// The actions on show: of the innermost open group, or of the peek.
  private var shown: (actions: UnsafePointer<press_action>?, count: UInt32, group: UInt32) {
    var actions = state.peek.actions
    var count = state.peek.action_count
    var group: UInt32 = 0
    var level = 0
    while level < state.depth {
      guard let open = actions else { break }
      let index = Int(truncatingIfNeeded: state.path[unchecked: level])
      group = open[index].id
      count = open[index].child_count
      actions = open[index].children
      level &+= 1
    }
    return (actions, count, group)
  }

  private func action(at x: Int32, _ y: Int32) -> UnsafePointer<press_action>? {
    let peek = state.peek
    let dx = Int64(x) &- Int64(peek.actions_x)
    let dy = Int64(y) &- Int64(peek.actions_y)
    let (actions, count, _) = shown
    guard let actions, dx >= 0, dx < Int64(peek.actions_width), dy >= 0, peek.action_height > 0 else { return nil }
    let row = Wide.divide(dy, by: Int64(peek.action_height))
    return row < Int64(count) ? actions + Int(truncatingIfNeeded: row) : nil
  }

  @inline(never)
  private func index(of id: UInt32) -> Int {
    let (actions, count, _) = shown
    guard let actions else { return -1 }
    var i = 0
    while i < Int(truncatingIfNeeded: count) {
      if actions[i].id == id { return i }
      i &+= 1
    }
    return -1
  }

  /// Selects an action on show, or opens a group.
  @inline(never)
  private func choose(_ id: UInt32) {
    let index = index(of: id)
    let (actions, _, _) = shown
    guard let actions, index >= 0 else { return }
    state.highlighted = 0
    if actions[index].child_count > 0 {
      if state.depth < Peek.deepest {
        state.path[unchecked: state.depth] = UInt32(truncatingIfNeeded: index)
        state.depth &+= 1
        owe(EventType.actionsRevealed, value: id)
      }
    } else {
      owe(EventType.actionSelected, value: id)
      owe(EventType.peekDismissed)
      clear()
    }
  }

  @inline(never)
  private func back() {
    state.depth &-= 1
    state.highlighted = 0
    owe(EventType.actionsRevealed, value: shown.group)
  }

  // MARK: Telling

  @inline(never)
  private func owe(_ type: UInt32, value: UInt32 = 0, reason: Int32 = 0) {
    owe()
    let last = state.debtCount &- 1
    // Of highlights that nobody has seen the newest will do.
    if type == EventType.actionHighlighted && last >= 0 && state.debts[unchecked: last].type == type {
      state.debts[unchecked: last].value = Int32(bitPattern: value)
      return
    }
    if state.debtCount >= Peek.mostDebts { return }
    var debt = PeekState.Debt()
    debt.type = type
    debt.subject = state.peek.id
    debt.target = state.target
    debt.contact = state.slot >= 0 ? engine.contacts[state.slot].touch.contact : Peek.noContact
    debt.value = Int32(bitPattern: value)
    debt.reason = reason
    state.debts[unchecked: state.debtCount] = debt
    state.debtCount &+= 1
  }

  /// Takes back what was owed of the present peek and is neither its beginning nor a selection.
  @inline(never)
  private func forget() {
    while state.debtCount > 0 {
      let type = state.debts[unchecked: state.debtCount &- 1].type
      if type != EventType.actionsRevealed && type != EventType.actionHighlighted { return }
      state.debtCount &-= 1
    }
  }

  private func tellOne() -> Bool {
    if state.debtCount == 0 { return false }
    let debt = state.debts[unchecked: 0]
    state.debtCount &-= 1
    var i = 0
    while i < state.debtCount {
      state.debts[unchecked: i] = state.debts[unchecked: i &+ 1]
      i &+= 1
    }
    var event = press_event()
    let slot = debt.contact == Peek.noContact ? -1 : engine.slot(of: debt.contact)
    if slot >= 0 { event = engine.event(debt.type, slot, target: debt.target) }
    event.type = debt.type
    event.contact = debt.contact
    event.target = debt.target
    event.subject = debt.subject
    event.value = debt.value
    event.reason = debt.reason
    engine.post(event)
    return true
  }

  // MARK: Calls of the program

  private static func isValid(_ peek: press_peek) -> Bool {
    peek.size == UInt32(truncatingIfNeeded: MemoryLayout<press_peek>.size) && peek.source_width >= 0 && peek.source_height >= 0
      && peek.width >= 0 && peek.height >= 0 && peek.actions_width >= 0 && peek.action_height >= 0
      && isValid(peek.actions, peek.action_count)
  }

  /// Walks the groups without recursion: the stack is bounded.
  private static func isValid(_ actions: UnsafePointer<press_action>?, _ count: UInt32) -> Bool {
    var next = InlineArray<5, UnsafePointer<press_action>?>(repeating: nil)
    var left = InlineArray<5, UInt32>(repeating: 0)
    next[unchecked: 0] = actions
    left[unchecked: 0] = count
    var level = 0
    var steps = mostActionsOfAll
    if count > mostActions { return false }
    while steps > 0 {
      steps &-= 1
      if left[unchecked: level] == 0 {
        if level == 0 { return true }
        level &-= 1
        continue
      }
      guard let action = next[unchecked: level] else { return false }
      next[unchecked: level] = action + 1
      left[unchecked: level] &-= 1
      let flags = action.pointee.flags & ~ActionFlag.all
      if action.pointee.id == 0 || flags != 0 || action.pointee.style > ActionStyle.destructive { return false }
      let children = action.pointee.child_count
      if children > mostActions || (children > 0 && level == deepest) { return false }
      if children > 0 {
        level &+= 1
        next[unchecked: level] = action.pointee.children
        left[unchecked: level] = children
      }
    }
    return false
  }

  public static func declare(
    _ engine: Engine, _ declarations: UnsafePointer<press_peek_declaration>?, _ count: Int
  ) -> Int32 {
    guard let peek = Peek(engine) else { return Status.state }
    if count > 0 && declarations == nil { return Status.invalid }
    var i = 0
    while i < count {
      guard let declaration = declarations, declaration[i].reserved == 0, isValid(declaration[i].peek) else { return Status.invalid }
      i &+= 1
    }
    peek.state.declarations = declarations
    peek.state.declarationCount = count
    return Status.ok
  }

  /// Whether what a call may owe still fits.
  private var hasRoom: Bool {
    state.debtCount &+ Peek.mostDebtsOfACall &+ 4 <= Peek.mostDebts && engine.hasRoomBeyondReserve(for: Peek.mostDebtsOfACall)
  }

  public var status: press_peek_status {
    var s = press_peek_status()
    s.size = UInt32(truncatingIfNeeded: MemoryLayout<press_peek_status>.size)
    s.state = phase.rawValue
    s.contact = Peek.noContact
    if phase == .none { return s }
    s.target = state.target
    if state.slot >= 0 { s.contact = engine.contacts[state.slot].touch.contact }
    s.highlighted = state.highlighted
    s.peek = state.peek
    if phase != .revealed { return s }
    (s.actions, s.action_count, s.group) = shown
    return s
  }

  @inline(never)
  public func find(_ target: UInt32) -> (status: Int32, peek: press_peek) {
    guard let spec = engine.target(target), peeks(target) else { return (Status.notFound, press_peek()) }
    let peek = find(target, makeTouch(spec))
    // What the callback left to be told; it may have removed the target.
    engine.settleFromOutside()
    guard let peek, peeks(target) else { return (Status.notFound, press_peek()) }
    return (Status.ok, peek)
  }

  private func peeks(_ target: UInt32) -> Bool {
    (engine.target(target)?.traits ?? 0) & Trait.peek != 0
  }

  private func makeTouch(_ target: press_target) -> press_touch {
    press_touch(
      t_us: engine.now, contact: Peek.noContact, target: target.id, x: Q16.add(target.x, target.width >> 1),
      y: Q16.add(target.y, target.height >> 1), force: 0, pressure: 0)
  }

  public func open(_ target: UInt32) -> Int32 {
    if phase != .none && state.slot >= 0 { return Status.state }
    if !hasRoom { return Status.noSpace }
    let (status, peek) = find(target)
    if status != Status.ok { return status }
    // peek_will_show may have done anything.
    if phase != .none && state.slot >= 0 { return Status.state }
    if !hasRoom { return Status.noSpace }
    if phase != .none { leave(Reason.program) }
    start(target, peek, -1, .shown)
    owe(EventType.peekShown)
    if peek.action_count > 0 { reveal() }
    engine.settleFromOutside()
    return Status.ok
  }

  /// Ends the preview under it too, if a finger is peeking.
  private func stopPreview() {
    let slot = state.slot
    let isPeeking = isPeeking
    state.slot = -1
    if isPeeking { engine.stopPreview(slot, Reason.program) }
  }

  public func pop() -> Int32 {
    if phase != .shown && phase != .revealed { return Status.state }
    if !hasRoom { return Status.noSpace }
    forget()
    owe(EventType.peekPopped, reason: Reason.program)
    stopPreview()
    clear()
    engine.settleFromOutside()
    return Status.ok
  }

  public func dismiss() -> Int32 {
    if phase == .none { return Status.state }
    if !hasRoom { return Status.noSpace }
    let slot = state.slot
    let isPeeking = isPeeking
    leave(Reason.program)
    if isPeeking { engine.stopPreview(slot, Reason.program) }
    engine.settleFromOutside()
    return Status.ok
  }

  /// The finger has committed, and that is being told: it pops next.
  private var isPopping: Bool {
    let slot = state.slot
    return slot >= 0 && !state.isOperating && engine.contacts[slot].preview.state == .completed
  }

  public func revealNow() -> Int32 {
    if phase != .shown || state.peek.action_count == 0 || isPopping { return Status.state }
    if !hasRoom { return Status.noSpace }
    if isPeeking { engine.contacts[state.slot].preview.hold() }
    reveal()
    engine.settleFromOutside()
    return Status.ok
  }

  public func perform(_ id: UInt32) -> Int32 {
    if phase != .revealed { return Status.state }
    let index = index(of: id)
    guard index >= 0, let actions = shown.actions else { return Status.notFound }
    if actions[index].flags & ActionFlag.disabled != 0 { return Status.state }
    if !hasRoom { return Status.noSpace }
    let slot = state.slot
    let isPeeking = isPeeking
    choose(id)
    if phase == .none && isPeeking { engine.stopPreview(slot, Reason.program) }
    engine.settleFromOutside()
    return Status.ok
  }

  public func closeGroup() -> Int32 {
    if phase != .revealed || state.depth == 0 { return Status.state }
    if !hasRoom { return Status.noSpace }
    back()
    engine.settleFromOutside()
    return Status.ok
  }
}
