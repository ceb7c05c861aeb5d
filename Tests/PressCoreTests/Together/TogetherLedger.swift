import CPress
@testable import PressCore

/// What one contact and all that is attached deliver where targets lie in others and settings change, stated from the headers. For a removed
/// target the ends are delivered, at once, and nothing else (law 9); a setting counts from the next contact on, and delivers nothing by itself.
struct TogetherLedger: WalkBooks {
  static let gone = UInt32.max

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

  var events = EventLedger()
  private(set) var traits = SIMD8<UInt32>(repeating: gone)
  private(set) var contact = Contact()
  private(set) var settings = [Setting](repeating: Setting(), count: TogetherCall.Subject.allCases.count)
  /// The target whose peek is declared, 0: none.
  private(set) var declared: UInt32 = 0
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
      events.restarts += 1
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
    default: if contact.isNew && events.runs(.contact) { settings[subject.rawValue].now |= config }
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
    return events.runs(.contact) && events.contact(0).became == 0 ? nil : "asked out of turn"
  }

  mutating func askItems(_ source: UInt32) -> String? {
    contact.isNew = false
    return has(source, PRESS_TARGET_DRAG_SOURCE) ? nil : "asked what is dragged from what is no source"
  }

  mutating func askDrop(_ session: UInt32, _ target: UInt32) -> String? {
    if !events.runs(.drag, in: session) { return "asked a destination for no session" }
    return has(target, PRESS_TARGET_DROP) ? nil : "asked what is no destination"
  }

  // MARK: Events

  /// Checks an event before it is booked. Returns what is wrong with it.
  mutating func book(_ e: press_event, _ setup: TogetherSetup) -> String? {
    if isSetting { return "a setting delivers something" }
    if e.type != EventType.contactBegan { contact.isNew = false }
    return checkTarget(e) ?? checkContact(e) ?? bookContact(e, setup) ?? bookRest(e, setup)
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

  /// No tap waits here, and the button is pressed by a contact.
  private func checkContact(_ e: press_event) -> String? {
    switch e.type {
    case EventType.contactEnded, EventType.contactCancelled: return events.runs(.press) ? "ended before its press" : nil
    case EventType.tapped, EventType.buttonPressed...EventType.buttonCancelled:
      return e.contact != 0 || events.runs(.contact) ? nil : "of a contact that is not down"
    default: return nil
    }
  }

  private mutating func bookContact(_ e: press_event, _ setup: TogetherSetup) -> String? {
    if e.contact != 0 { return nil }
    switch e.type {
    case EventType.contactBegan: return begin(e, setup)
    case EventType.previewBegan:
      if !lies(contact.hit, e.target) { return "a preview elsewhere" }
      return e.pressure < least(.engine, { setup.engine($0).preview_pressure }) ? "a preview below its level" : nil
    case EventType.holdBegan:
      let held = e.t_us - UInt64(e.late_us) - contact.began
      if !among(.gestures, { held == UInt64(setup.gestures($0).hold_us) }) { return "held for \(held)" }
      return e.target != contact.holds ? "a hold elsewhere" : e.t_us - UInt64(e.late_us) > contact.movedAt ? "held and moved" : nil
    case EventType.scrollBegan: return e.target == contact.scrolls ? nil : "scrolls elsewhere"
    case EventType.tapped: return e.target == contact.taps ? nil : "tapped elsewhere"
    case EventType.dragLifted:
      if e.t_us - UInt64(e.late_us) > contact.movedAt { return "lifted and moved" }
      let held = e.t_us - UInt64(e.late_us) - contact.began
      if !among(.drag, { held >= UInt64(setup.drag($0).hold_us) }) { return "lifted after \(held)" }
      return e.target == contact.source ? nil : "lifted elsewhere"
    case EventType.dragBegan: return e.target == contact.source ? nil : "drags from elsewhere"
    default: return nil
    }
  }

  private func lies(_ inner: UInt32, _ outer: UInt32) -> Bool {
    var next = inner
    while next != 0 && next != outer { next = TogetherSetup.container(next) }
    return next != 0
  }

  private mutating func begin(_ e: press_event, _ setup: TogetherSetup) -> String? {
    let isOnShow = events.runs(.peek)
    contact = Contact(began: e.t_us, x: e.x, y: e.y, hit: setup.target(traits, at: e.x >> 16, e.y >> 16), isSpent: isOnShow)
    contact.wasDeclared = 1 << declared
    find()
    // No other contact is down and no tap waits: waiting configs are adopted.
    for subject in TogetherCall.Subject.allCases {
      switch subject {
      case .button, .transition: break
      // If this contact begins while a peek is shown, that peek may use either config.
      case .peek where isOnShow: settings[subject.rawValue].now |= settings[subject.rawValue].next
      case .drag where events.runs(.drag): break
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

  private func bookRest(_ e: press_event, _ setup: TogetherSetup) -> String? {
    switch e.type {
    case EventType.peekShown: return checkShown(e, setup)
    case EventType.transitionFinished:
      let took = e.t_us - ran.at
      let right = UInt64(setup.transitions(ran.config == 2).options.duration_us)
      return ran.config != 0 && took != right ? "ran for \(took)" : nil
    case EventType.buttonPressed:
      let setting = settings[TogetherCall.Subject.button.rawValue]
      let levels = [false, true].filter { (setting.now | setting.next) & ($0 ? 2 : 1) != 0 }.map { setup.button($0).press_force }
      return levels.allSatisfy { e.force < $0 } ? "pressed below its level" : nil
    default: return nil
    }
  }

  private func checkShown(_ e: press_event, _ setup: TogetherSetup) -> String? {
    if e.contact != 0 { return nil }
    let isDeclared = e.subject == TogetherProgram.declaredPeek
    if isDeclared ? contact.wasDeclared & (1 << e.target) == 0 : !contact.wasAsked { return "shows what nobody said" }
    if !lies(contact.hit, e.target) { return "a peek elsewhere" }
    if events.contact(0).hasPreview { return nil }
    let held = e.t_us - UInt64(e.late_us) - contact.began
    let isDue = among(.peek) { held == UInt64(setup.peek($0).hold_us) } || among(.gestures) { held == UInt64(setup.gestures($0).hold_us) }
    return isDue ? nil : "shown after \(held)"
  }

  // MARK: Checks between calls

  /// Checks after each call that the books agree with the engine. Returns the first difference.
  mutating func settle(_ engine: Engine, _ setup: TogetherSetup) -> String? {
    (contact.isNew, removed) = (false, 0)
    let c = engine.contacts[0]
    let isDown = engine.isOccupied(0) && c.isOpen
    var right: [(Life, Bool)] = [
      (.contact, isDown), (.preview, isDown && c.preview.isRunning), (.hold, isDown && c.claim == .hold),
      (.scroll, isDown && c.claim == .scroll),
    ]
    if let peek = Peeks(engine)?.state {
      right.append((.peek, peek.phase == .shown || peek.phase == .revealed))
      if events.runs(.peek) && (peek.phase == .revealed) != events.isRevealed { return "the actions and what was delivered of them differ" }
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
      if isDown && drag.tracks[0].isLifted != events.contact(0).isLifted { return "lifted, and the events differ" }
    }
    for (kind, there) in right where events.runs(kind) != there { return "\(kind): \(there), and the events say \(!there)" }
    for one in events.running { if let wrong = checkTrait(one) { return wrong } }
    return events.wrongAfterCall ?? checkHeld(engine, setup)
  }

  /// Checks that the target of what runs has the trait that this needs.
  private func checkTrait(_ one: EventLedger.Running) -> String? {
    let needs: Int
    switch one.kind {
    case .hold: needs = PRESS_TARGET_HOLD
    case .scroll, .autoscroll: needs = PRESS_TARGET_SCROLL
    case .peek: needs = PRESS_TARGET_PEEK
    case .preview: needs = PRESS_TARGET_PREVIEW | PRESS_TARGET_PEEK
    case .stay: needs = PRESS_TARGET_DROP
    case .spring: needs = PRESS_TARGET_SPRING
    default: return nil
    }
    return has(one.target, needs) ? nil : "a \(one.kind) outlives its target"
  }

  /// A contact that is still for long enough on a target that holds has become a hold.
  private func checkHeld(_ engine: Engine, _ setup: TogetherSetup) -> String? {
    let (c, became) = (contact, events.contact(0))
    let isOpen = events.runs(.contact) && became.became == 0 && !became.isLifted && engine.contacts[0].phase != .lifting
    if !isOpen || c.movedAt != UInt64.max || c.isSpent || c.holds == 0 { return nil }
    let held = engine.now - c.began
    return among(.gestures) { held <= UInt64(setup.gestures($0).hold_us) } ? nil : "held for \(held), and nothing became of it"
  }
}
