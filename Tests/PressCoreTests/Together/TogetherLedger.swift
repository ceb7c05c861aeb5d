import CPress
@testable import PressCore

/// The events of one contact and of all that is attached, kept as books and stated from the headers, not from the code. Each beginning has
/// one end (law 6), inside of its parent; a contact becomes one thing. For a removed target the ends are delivered, at once, and nothing
/// else (law 9); a setting counts from the next contact on, and delivers nothing by itself.
struct TogetherLedger {
  static let gone = UInt32.max

  struct Running {
    var kind: Life
    var subject, value, target: UInt32
  }

  struct Contact {
    /// Its beginning is being delivered: settings that a callback changes apply to it.
    var isNew = true
    var began: UInt64 = 0
    var x: Int32 = 0
    var y: Int32 = 0
    var hit: UInt32 = 0
    /// The targets nearest to it with a trait, 0: none.
    var taps: UInt32 = 0
    var holds: UInt32 = 0
    var scrolls: UInt32 = 0
    var source: UInt32 = 0
    /// The event with which it became something.
    var became: UInt32 = 0
    var isDecided = false
    var isCommitting = false
    var isLifted = false
    var hasFailed = false
    /// When it first was elsewhere.
    var movedAt = UInt64.max
    /// The program ended one of its interactions, or it operates actions.
    var isSpent = false
    /// Targets that were declared, and peeks that were asked for, since it began.
    var wasDeclared: UInt32 = 0
    var wasAsked = false
  }

  /// The config in use, and the one that waits. Bits; 1: the first config, 2: the second.
  struct Setting {
    var now: UInt8 = 1
    var next: UInt8 = 0
    mutating func adopt() { if next != 0 { (now, next) = (next, 0) } }
  }

  private(set) var traits = SIMD8<UInt32>(repeating: gone)
  private(set) var lives: [Running] = []
  private(set) var contact = Contact()
  private(set) var settings = [Setting](repeating: Setting(), count: TogetherCall.Subject.allCases.count)
  /// The target whose peek is declared, 0: none.
  private(set) var declared: UInt32 = 0
  private var isByFinger = false
  private var isRevealed = false
  private var isChosen = false
  private var latest: UInt64 = 0
  private var restarts = 0
  /// Targets that went away in the call that is under way: bits.
  private var removed: UInt32 = 0
  private var isSetting = false
  /// When the transition began by a call, and what its config was then.
  private var ran: (at: UInt64, config: UInt8) = (0, 0)

  init(_ setup: TogetherSetup) { for id in 1...4 { traits[id] = UInt32(setup.traits[id]) } }

  // MARK: Targets

  func isThere(_ target: UInt32) -> Bool { target != 0 && traits[Int(target)] != Self.gone }
  func has(_ target: UInt32, _ trait: Int) -> Bool { isThere(target) && traits[Int(target)] & UInt32(trait) != 0 }

  func nearest(_ target: UInt32, _ trait: Int) -> UInt32 {
    var next = target
    while next != 0 && !has(next, trait) { next = isThere(next) ? TogetherSetup.container(next) : 0 }
    return next
  }

  private mutating func edit(_ target: UInt32, _ after: UInt32) {
    if after == Self.gone {
      for inner: UInt32 in 1...4 where TogetherSetup.container(inner) == target && isThere(inner) { edit(inner, after) }
      if isThere(target) { removed |= 1 << target }
    }
    traits[Int(target)] = after
    if contact.isNew { find() }
    if !has(target, PRESS_TARGET_TAP) && contact.taps == target { contact.taps = 0 }
    if !has(target, PRESS_TARGET_HOLD) && contact.holds == target { contact.holds = 0 }
    if !has(target, PRESS_TARGET_SCROLL) && contact.scrolls == target { contact.scrolls = 0 }
    if !has(target, PRESS_TARGET_DRAG_SOURCE) && contact.source == target { contact.source = 0 }
  }

  /// The targets that take part where it began.
  private mutating func find() {
    let hit = isThere(contact.hit) ? contact.hit : 0
    (contact.taps, contact.holds) = (nearest(hit, PRESS_TARGET_TAP), nearest(hit, PRESS_TARGET_HOLD))
    (contact.scrolls, contact.source) = (nearest(hit, PRESS_TARGET_SCROLL), nearest(hit, PRESS_TARGET_DRAG_SOURCE))
  }

  // MARK: Calls of the program

  mutating func make(_ call: TogetherCall, _ setup: TogetherSetup) {
    switch call {
    case .remove(let target): edit(target, Self.gone)
    case .put(let target), .gain(let target): edit(target, UInt32(setup.traits[Int(target)]))
    case .lose(let target): edit(target, 0)
    case .set(let subject, let isSecond): set(subject, isSecond ? 2 : 1)
    case .declare(let target): (declared, contact.wasDeclared) = (target, contact.wasDeclared | 1 << target)
    // A contact that begins while a peek is open operates that peek.
    case .open: if contact.isNew { contact.isSpent = true }
    case .reset:
      restarts += 1
      contact.isSpent = true
    case .release, .cancelGesture, .cancelPreview, .dismiss, .pop, .cancelDrag: contact.isSpent = true
    default: break
    }
  }

  mutating func start(transition now: UInt64) { ran = (now, settings[TogetherCall.Subject.transition.rawValue].now) }

  private mutating func set(_ subject: TogetherCall.Subject, _ config: UInt8) {
    settings[subject.rawValue].next = config
    switch subject {
    case .transition: settings[subject.rawValue].adopt()
    // Set during the beginning of a contact, a config applies to that contact or from the next one on.
    default: if contact.isNew && lives(.contact) { settings[subject.rawValue].now |= config }
    }
  }

  mutating func deliversNothing(_ yes: Bool) { isSetting = yes }

  /// A sample of a contact that is down.
  mutating func sample(_ t: UInt64, _ x: Int32, _ y: Int32) {
    if (x != contact.x || y != contact.y) && contact.movedAt == UInt64.max { contact.movedAt = t }
  }

  mutating func ask(_ touch: press_touch, forPeek: Bool) -> String? {
    contact.isNew = false
    if forPeek { contact.wasAsked = true }
    if forPeek && !has(touch.target, PRESS_TARGET_PEEK) { return "asked what a target without the trait peeks" }
    if forPeek && touch.target == declared { return "asked for what is declared" }
    if touch.contact != 0 { return nil }
    return lives(.contact) && contact.became == 0 ? nil : "asked out of turn"
  }

  mutating func askItems(_ source: UInt32) -> String? {
    contact.isNew = false
    return has(source, PRESS_TARGET_DRAG_SOURCE) ? nil : "asked what is dragged from what is no source"
  }

  mutating func askDrop(_ session: UInt32, _ target: UInt32) -> String? {
    if !lives.contains(where: { $0.kind == .drag && $0.subject == session }) { return "asked a destination for no session" }
    return has(target, PRESS_TARGET_DROP) ? nil : "asked what is no destination"
  }

  // MARK: Events

  private func lives(_ kind: Life) -> Bool { lives.contains { $0.kind == kind } }

  /// Books an event. Returns what is wrong with it.
  mutating func book(_ e: press_event, _ setup: TogetherSetup) -> String? {
    let goesBack = e.t_us < latest
    latest = e.t_us
    if goesBack { restarts -= 1 }
    if restarts < 0 { return "time goes back" }
    if isSetting { return "a setting delivers something" }
    if e.type != EventType.contactBegan { contact.isNew = false }
    return checkTarget(e) ?? checkOrder(e) ?? follow(e) ?? bookContact(e, setup) ?? bookRest(e, setup)
  }

  /// The types of events that end something.
  private static let ends = Set(
    (0..<256).filter { Role($0).ends != nil || Role($0).endsWithLast != nil } + [EventType.dropItemNotTaken, EventType.dragSettled])

  private static func needs(_ type: UInt32) -> Int? {
    switch type {
    case EventType.previewBegan, EventType.previewUpdated: PRESS_TARGET_PREVIEW | PRESS_TARGET_PEEK
    case EventType.peekShown, EventType.actionsRevealed, EventType.actionHighlighted, EventType.actionsHidden, EventType.peekTouched:
      PRESS_TARGET_PEEK
    case EventType.holdBegan, EventType.holdRepeated: PRESS_TARGET_HOLD
    case EventType.scrollBegan, EventType.scrollMoved, EventType.autoscrollBegan, EventType.autoscrollChanged: PRESS_TARGET_SCROLL
    case EventType.tapped, EventType.tapFailed: PRESS_TARGET_TAP
    case EventType.dragBegan, EventType.dragLifted, EventType.dragRefused: PRESS_TARGET_DRAG_SOURCE
    case EventType.dragEntered, EventType.dragProposed: PRESS_TARGET_DROP
    case EventType.springPossible, EventType.springActivating, EventType.springActivated: PRESS_TARGET_SPRING
    default: nil
    }
  }

  private func checkTarget(_ e: press_event) -> String? {
    if e.target == 0 { return nil }
    if !isThere(e.target) {
      let isEnd = Self.ends.contains(e.type) && removed & (1 << e.target) != 0
      return isEnd ? nil : "the target is gone"
    }
    if let needs = Self.needs(e.type), !has(e.target, needs) { return "the target lost the trait" }
    return nil
  }

  /// Checks that everything ends before its parent.
  private func checkOrder(_ e: press_event) -> String? {
    switch e.type {
    case EventType.contactEnded, EventType.contactCancelled:
      for kind: Life in [.preview, .hold, .scroll, .press] where lives(kind) { return "ended before its \(kind)" }
      if lives.contains(where: { $0.kind == .drag && $0.value == 0 }) { return "ended before its drag" }
      if contact.isLifted { return "ended before it settled" }
      return lives(.peek) && isByFinger && !isRevealed ? "ended before the peek on it" : nil
    case EventType.previewCancelled: return lives(.peek) && isByFinger && !isRevealed ? "ended before the peek on it" : nil
    case EventType.dragDropped, EventType.dragCancelled:
      for kind: Life in [.stay, .spring, .autoscroll] where lives.contains(where: { $0.kind == kind && $0.subject == e.subject }) {
        return "ended before its \(kind)"
      }
      return nil
    case EventType.dropConcluded: return lives.contains { $0.kind == .transfer && $0.subject == e.subject } ? "concluded before an item" : nil
    case EventType.contactBegan: return nil
    case EventType.previewUpdated, EventType.commitUpdated: return lives(.preview) ? nil : "progress of nothing"
    case EventType.scrollMoved: return lives(.scroll) ? nil : "scrolled out of turn"
    case EventType.springActivating, EventType.springActivated: return lives(.spring) ? nil : "activated out of turn"
    case EventType.autoscrollChanged: return lives(.autoscroll) ? nil : "scrolled out of turn"
    case EventType.dropItemBegan, EventType.dropItemNotTaken: return lives(.drop) ? nil : "before the drop"
    default: return e.contact == 0 && e.type < EventType.dragBegan && !lives(.contact) && !isOfPeek(e) ? "of a contact that is not down" : nil
    }
  }

  private func isOfPeek(_ e: press_event) -> Bool { (EventType.peekShown...EventType.peekTouched).contains(e.type) }

  private mutating func follow(_ e: press_event) -> String? {
    let isLast = e.flags & UInt32(PRESS_EVENT_FLAG_ENDED) != 0
    // There is one contact, one peek, one button; a session, a transition and an item are known by their numbers.
    func isIt(_ life: Running, _ kind: Life) -> Bool {
      life.kind == kind && life.subject == e.subject && (kind != .transfer || life.value == UInt32(bitPattern: e.value))
    }
    let role = Role(e.type)
    if let kind = role.ends ?? (isLast ? role.endsWithLast : nil) {
      guard let at = lives.firstIndex(where: { isIt($0, kind) }) else { return "an end without a beginning" }
      lives.remove(at: at)
    }
    if let kind = role.begins {
      if lives.contains(where: { isIt($0, kind) }) { return "began twice" }
      // The value of a drag says whether the program began it.
      let value = kind == .transfer ? UInt32(bitPattern: e.value) : kind == .drag && e.contact != 0 ? 1 : 0
      lives.append(Running(kind: kind, subject: e.subject, value: value, target: e.target))
    }
    return nil
  }

  private mutating func becomes(_ e: press_event) -> String? {
    let was = contact.became
    contact.became = e.type
    return was == 0 && !contact.isLifted ? nil : "became \(e.type) after it had become \(was)"
  }

  private mutating func bookContact(_ e: press_event, _ setup: TogetherSetup) -> String? {
    if e.contact != 0 { return nil }
    switch e.type {
    case EventType.contactBegan: return begin(e, setup)
    case EventType.previewBegan:
      let wasDecided = contact.isDecided
      contact.isDecided = true
      if !lies(contact.hit, e.target) { return "a preview elsewhere" }
      if e.pressure < least(.engine, { setup.engine($0).preview_pressure }) { return "a preview below its level" }
      return wasDecided ? "a preview out of turn" : becomes(e)
    case EventType.previewRefused:
      let wasDecided = contact.isDecided
      contact.isDecided = true
      return wasDecided ? "refused out of turn" : nil
    case EventType.previewUpdated, EventType.commitUpdated:
      let isLast = e.flags & UInt32(PRESS_EVENT_FLAG_ENDED) != 0
      if contact.isCommitting != (e.type == EventType.commitUpdated) { return "progress of another phase" }
      if contact.isCommitting && lives(.peek) && isByFinger && isRevealed { return "commits though revealed" }
      if isLast { contact.isCommitting.toggle() }
      return isLast == (e.progress == 65536) ? nil : "progress \(e.progress)"
    case EventType.holdBegan:
      let held = e.t_us - UInt64(e.late_us) - contact.began
      if !among(.gestures, { held == UInt64(setup.gestures($0).hold_us) }) { return "held for \(held)" }
      return e.target != contact.holds ? "a hold elsewhere" : e.t_us - UInt64(e.late_us) > contact.movedAt ? "held and moved" : becomes(e)
    case EventType.scrollBegan: return e.target == contact.scrolls ? becomes(e) : "scrolls elsewhere"
    case EventType.tapped: return e.target != contact.taps || contact.hasFailed ? "tapped elsewhere" : becomes(e)
    case EventType.tapFailed:
      let hadFailed = contact.hasFailed
      contact.hasFailed = true
      return hadFailed || contact.became != 0 ? "failed out of turn" : nil
    case EventType.dragLifted, EventType.dragSettled: return bookLift(e, setup)
    case EventType.dragBegan:
      let wasHeld = contact.became == EventType.holdBegan && contact.isLifted && !lives(.hold)
      let mayDrag = contact.became == 0 || wasHeld || lives(.preview)
      (contact.became, contact.isLifted) = (e.type, false)
      return !mayDrag ? "drags what became something else" : e.target == contact.source ? nil : "drags from elsewhere"
    default: return nil
    }
  }

  private func lies(_ inner: UInt32, _ outer: UInt32) -> Bool {
    var next = inner
    while next != 0 && next != outer { next = TogetherSetup.container(next) }
    return next != 0
  }

  private mutating func begin(_ e: press_event, _ setup: TogetherSetup) -> String? {
    let isOnShow = lives(.peek)
    contact = Contact(began: e.t_us, x: e.x, y: e.y, hit: setup.target(traits, at: e.x >> 16, e.y >> 16), isSpent: isOnShow)
    contact.wasDeclared = 1 << declared
    find()
    // No other contact is down and no tap waits: waiting configs are adopted.
    for subject in TogetherCall.Subject.allCases {
      switch subject {
      case .button, .transition: break
      // If this contact begins while a peek is shown, that peek may use either config.
      case .peek where isOnShow: settings[subject.rawValue].now |= settings[subject.rawValue].next
      case .drag where lives(.drag): break
      default: settings[subject.rawValue].adopt()
      }
    }
    return e.force < least(.engine, { setup.engine($0).touch_force }) ? "began below its level" : nil
  }

  /// The least value of the configs that are in use.
  private func least(_ subject: TogetherCall.Subject, _ value: (Bool) -> Int32) -> Int32 {
    let now = settings[subject.rawValue].now
    return now == 1 ? value(false) : now == 2 ? value(true) : min(value(false), value(true))
  }

  private func among(_ subject: TogetherCall.Subject, _ isIt: (Bool) -> Bool) -> Bool {
    let now = settings[subject.rawValue].now
    return now & 1 != 0 && isIt(false) || now & 2 != 0 && isIt(true)
  }

  private mutating func bookLift(_ e: press_event, _ setup: TogetherSetup) -> String? {
    let was = contact.isLifted
    contact.isLifted = e.type == EventType.dragLifted
    if !contact.isLifted { return was ? nil : "settled out of turn" }
    let mayLift = contact.became == 0 || contact.became == EventType.holdBegan && lives(.hold)
    if was || !mayLift || e.t_us - UInt64(e.late_us) > contact.movedAt { return "lifted out of turn" }
    let held = e.t_us - UInt64(e.late_us) - contact.began
    if !among(.drag, { held >= UInt64(setup.drag($0).hold_us) }) { return "lifted after \(held)" }
    return e.target == contact.source ? nil : "lifted elsewhere"
  }

  private mutating func bookRest(_ e: press_event, _ setup: TogetherSetup) -> String? {
    switch e.type {
    case EventType.peekShown: return bookShown(e, setup)
    case EventType.actionsRevealed:
      isRevealed = true
      return lives(.peek) && !isChosen ? nil : "revealed out of turn"
    case EventType.actionsHidden:
      let was = isRevealed
      isRevealed = false
      return was && !isChosen ? nil : "hidden out of turn"
    case EventType.peekTouched: return lives(.peek) && contact.became == 0 ? nil : "touched out of turn"
    case EventType.actionHighlighted: return lives(.peek) && isRevealed && !isChosen ? nil : "highlighted out of turn"
    case EventType.actionSelected:
      let was = isChosen
      isChosen = e.flags & UInt32(PRESS_EVENT_FLAG_KEPT) == 0
      return lives(.peek) && isRevealed && !was ? nil : "selected out of turn"
    case EventType.peekPopped: return e.reason == Reason.none && isRevealed ? "popped though revealed" : isChosen ? "popped though selected" : nil
    case EventType.peekDismissed: return isChosen == (e.reason == Reason.none) ? nil : "reason \(e.reason)"
    case EventType.transitionFinished:
      let took = e.t_us - ran.at
      let right = UInt64(setup.transitions(ran.config == 2).options.duration_us)
      return ran.config != 0 && took != right ? "ran for \(took)" : nil
    case EventType.buttonPressed:
      let setting = settings[TogetherCall.Subject.button.rawValue]
      let levels = [false, true].filter { (setting.now | setting.next) & ($0 ? 2 : 1) != 0 }.map { setup.button($0).press_force }
      if levels.allSatisfy({ e.force < $0 }) { return "pressed below its level" }
      return nil
    default: return nil
    }
  }

  private mutating func bookShown(_ e: press_event, _ setup: TogetherSetup) -> String? {
    (isRevealed, isChosen) = (false, false)
    isByFinger = e.contact == 0 && lives(.preview)
    if lives.filter({ $0.kind == .peek }).count > 1 { return "two peeks" }
    let isDeclared = e.subject == TogetherProgram.declaredPeek
    if e.contact != 0 { return nil }
    if isDeclared ? contact.wasDeclared & (1 << e.target) == 0 : !contact.wasAsked { return "shows what nobody said" }
    if !lies(contact.hit, e.target) { return "a peek elsewhere" }
    if isByFinger { return contact.isCommitting ? nil : "shown out of turn" }
    let held = e.t_us - UInt64(e.late_us) - contact.began
    let isDue = among(.peek) { held == UInt64(setup.peek($0).hold_us) } || among(.gestures) { held == UInt64(setup.gestures($0).hold_us) }
    return isDue ? becomes(e) : "shown after \(held)"
  }

  // MARK: Checks between calls

  /// Checks after each call that the books agree with the engine. Returns the first difference.
  mutating func settle(_ engine: Engine, _ setup: TogetherSetup) -> String? {
    (contact.isNew, removed, restarts) = (false, 0, 0)
    latest = min(latest, engine.now)
    let c = engine.contacts[0]
    let isDown = engine.isOccupied(0) && c.isOpen
    var right: [(Life, Bool)] = [
      (.contact, isDown), (.preview, isDown && c.preview.isRunning), (.hold, isDown && c.claim == .hold),
      (.scroll, isDown && c.claim == .scroll),
    ]
    if let peek = Peeks(engine)?.state {
      right.append((.peek, peek.phase == .shown || peek.phase == .revealed))
      if lives(.peek) && (peek.phase == .revealed) != isRevealed { return "the actions and what was delivered of them differ" }
      if !lives(.peek) { (isByFinger, isRevealed, isChosen) = (false, false, false) }
    }
    if let transition = Transitions(engine)?.slots[0] { right.append((.transition, transition.machine.state != .none)) }
    if let button = Buttons(engine) { right.append((.press, button.get.isDown)) }
    if let drag = Drags(engine) {
      let s = drag.sessions[0]
      let isDragging = s.phase == .dragging || s.phase == .confirming
      right += [
        (.drag, isDragging), (.drop, s.phase == .dropping), (.stay, isDragging && s.destination != 0),
        (.spring, isDragging && s.spring.delivered != 0),
        (.autoscroll, isDragging && s.scroll.container != 0),
      ]
      if isDown && drag.tracks[0].isLifted != contact.isLifted { return "lifted, and the events differ" }
    }
    for (kind, there) in right where lives(kind) != there { return "\(kind): \(there), and the events say \(!there)" }
    for life in lives { if let wrong = checkLife(life) { return wrong } }
    return checkHeld(engine, setup)
  }

  /// Checks that the target of a life has the trait that the life needs.
  private func checkLife(_ life: Running) -> String? {
    let needs: Int
    switch life.kind {
    case .hold: needs = PRESS_TARGET_HOLD
    case .scroll, .autoscroll: needs = PRESS_TARGET_SCROLL
    case .peek: needs = PRESS_TARGET_PEEK
    case .preview: needs = PRESS_TARGET_PREVIEW | PRESS_TARGET_PEEK
    case .stay: needs = PRESS_TARGET_DROP
    case .spring: needs = PRESS_TARGET_SPRING
    default: return nil
    }
    return has(life.target, needs) ? nil : "a \(life.kind) outlives its target"
  }

  /// A contact that is still for long enough on a target that holds has become a hold.
  private func checkHeld(_ engine: Engine, _ setup: TogetherSetup) -> String? {
    let c = contact
    if !lives(.contact) || c.became != 0 || c.isLifted || c.movedAt != UInt64.max || c.isSpent || c.holds == 0 || engine.contacts[0].phase == .lifting
    {
      return nil
    }
    let held = engine.now - c.began
    return among(.gestures) { held <= UInt64(setup.gestures($0).hold_us) } ? nil : "held for \(held), and nothing became of it"
  }
}
