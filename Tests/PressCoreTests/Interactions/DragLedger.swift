import CPress
@testable import PressCore

/// The drags that a program may receive of two contacts, stated from the header: a session that was ended, and a target that is gone, has its
/// ends delivered and nothing else (law 9).
struct DragLedger: WalkBooks {
  static let gone = UInt32.max

  struct Contact {
    /// The target, place and time of its beginning; its greatest pressure.
    var hit: UInt32 = 0
    var x: Int32 = 0
    var y: Int32 = 0
    var began: UInt64 = 0
    var mostPressure: Int32 = 0
    /// The pressure of the latest sample with a force.
    var pressure: Int32 = 0
    var needsHold = false
    /// Its beginning is being delivered.
    var isNew = true
    /// It dragged, added to a drag, caused a question for items, or its source lost the trait for a time: it drags no more.
    var isSpent = false
    var isActivated = false
    /// It did not begin on a source, or it previewed.
    var neverDrags = false
    /// Where it was lifted.
    var liftX: Int32 = 0
    var liftY: Int32 = 0
  }

  struct Undo {
    var session: UInt32
    var operation: UInt32
    var destination: UInt32
    var sources: [UInt32]
  }

  /// A drop that is being undone or redone: the events that are still to come.
  struct Undoing {
    var undo: Undo
    var isRedo: Bool
    /// The item whose event comes next; and what the item before still gets: 0 nothing, 1 that of its source, 2 that of its destination too.
    var left: [UInt32]
    var current: UInt32 = 0
    var due = 0
  }

  var events = EventLedger()
  /// The traits of each target.
  private(set) var traits = SIMD8<UInt32>(repeating: gone)
  private(set) var modifiers: UInt32 = 0
  private(set) var first = DragBook()
  private(set) var second = DragBook()
  private var contacts = (Contact(), Contact())
  /// For each source: the number of items that it gave to sessions whose beginning is still to be delivered.
  private var given = SIMD8<UInt8>()
  private(set) var undos: [Undo] = []
  private(set) var redos: [Undo] = []
  private var undoing: [Undoing] = []
  /// A target changed since the call began.
  private var isEdited = false
  /// The destination of the press_drag_perform that is running.
  private var performs: UInt32 = 0
  private let depth: Int
  private let flags: Int

  init(_ setup: DragSetup) {
    depth = Int(setup.depth)
    flags = setup.flags
    for id in 1...4 { traits[id] = UInt32(setup.traits[id]) }
  }

  var isEmpty: Bool { events.running.isEmpty }

  // MARK: Targets

  func isThere(_ target: UInt32) -> Bool { target != 0 && traits[Int(target)] != Self.gone }
  func has(_ target: UInt32, _ trait: Int) -> Bool { isThere(target) && traits[Int(target)] & UInt32(trait) != 0 }
  private func container(_ target: UInt32) -> UInt32 { target == 2 ? 1 : target == 4 ? 3 : 0 }

  func nearest(_ target: UInt32, _ trait: Int) -> UInt32 {
    if has(target, trait) { return target }
    let outer = container(target)
    return isThere(target) && outer != 0 && has(outer, trait) ? outer : 0
  }

  /// Whether a destination is, or lies in, the container of a source.
  func isWithin(_ target: UInt32, _ source: UInt32) -> Bool {
    let home = container(source) == 0 ? source : container(source)
    return isThere(target) && isThere(source) && (target == home || container(target) == home)
  }

  /// Whether a destination is under a drag: the topmost one at its place, or the one over which code put it.
  func isUnder(_ book: DragBook, _ target: UInt32, _ x: Int32, _ y: Int32, _ setup: DragSetup) -> Bool {
    if book.aim != 0 { return nearest(book.aim, PRESS_TARGET_DROP) == target }
    return has(target, PRESS_TARGET_DROP) && setup.contains(target, x, y)
  }

  func parting(_ source: UInt32) -> UInt32 { UInt32(source == 0 || isThere(source) ? PRESS_EVENT_FLAG_RETURNS : PRESS_EVENT_FLAG_FADES) }

  /// The answer of the default rule.
  func usual(_ book: DragBook, _ target: UInt32) -> DragBook.Answer {
    let isHome = isWithin(target, book.items.0.source) && (book.items.1.source == 0 || isWithin(target, book.items.1.source))
    let moves = isHome && modifiers & UInt32(PRESS_MODIFIER_COPY) == 0
    let isInItself = [book.items.0.source, book.items.1.source].contains { $0 != 0 && ($0 == target || $0 == container(target)) }
    return DragBook.Answer(
      isYes: true, operation: UInt32(isInItself ? PRESS_DROP_FORBIDDEN : moves ? PRESS_DROP_MOVE : PRESS_DROP_COPY), flags: 0,
      most: UInt32(book.count), accepts: 0)
  }

  private mutating func edit(_ target: UInt32, _ after: UInt32) {
    if after == Self.gone {
      for inner: UInt32 in [1, 2, 3, 4] where container(inner) == target && isThere(inner) { edit(inner, after) }
      let pending = Set(undoing.map(\.undo.session))
      undos = undos.filter { pending.contains($0.session) || isThere($0, isRedo: false, without: target) }
      redos = redos.filter { pending.contains($0.session) || isThere($0, isRedo: true, without: target) }
      eachBook { book in
        if book.stage == .dropping && book.droppedOn == target { book.end(Reason.targetRemoved) }
        if book.stage == .dropping { book.remove(source: target) }
        if book.aim == target { book.aim = 0 }
        if book.performs == target { book.performs = 0 }
        if (book.stage == .confirming || book.isLetting) && (book.entered == target || book.justLeft == target) { book.end(Reason.targetRemoved) }
      }
    }
    if after != Self.gone && after & UInt32(PRESS_TARGET_DROP) == 0 {
      eachBook { if $0.stage == .confirming && $0.entered == target { $0.end(Reason.targetRemoved) } }
    }
    traits[Int(target)] = after
    isEdited = true
    if contacts.0.isNew { contacts.0.needsHold = needsHold(contacts.0.hit) }
    if contacts.1.isNew { contacts.1.needsHold = needsHold(contacts.1.hit) }
    if !has(target, PRESS_TARGET_DRAG_SOURCE) {
      eachBook { $0.lose(target) }
      eachContact { if $0.hit == target { $0.isSpent = true } }
    }
  }

  private func needsHold(_ hit: UInt32) -> Bool {
    flags & PRESS_DRAG_FLAG_AFTER_HOLD != 0 || flags & PRESS_DRAG_FLAG_HOLD_IN_SCROLL != 0 && nearest(hit, PRESS_TARGET_SCROLL) != 0
  }

  private mutating func eachBook(_ body: (inout DragBook) -> Void) {
    body(&first)
    body(&second)
  }

  private mutating func eachContact(_ body: (inout Contact) -> Void) {
    body(&contacts.0)
    body(&contacts.1)
  }

  private mutating func change(_ session: UInt32, _ body: (inout DragBook) -> Void) {
    if first.id == session && first.stage != .none { body(&first) } else if second.id == session && second.stage != .none { body(&second) }
  }

  private func book(of session: UInt32) -> DragBook? {
    first.stage != .none && first.id == session ? first : second.stage != .none && second.id == session ? second : nil
  }

  // MARK: Calls of the program

  mutating func make(_ call: DragCall, _ engine: Engine, _ setup: DragSetup) {
    let drag = Drags(engine)!
    func id(_ at: Int) -> UInt32 { drag.sessions[at].id }
    for i in 0..<drag.count {
      let phase = drag.sessions[i].phase
      change(id(i)) { ($0.isLetting, $0.isCancelling) = (phase == .letting, phase == .cancelling && !$0.isEnding) }
    }
    switch call {
    case .cancel(let at): change(id(at)) { $0.end(Reason.program) }
    case .confirm(let at, let yes): change(id(at)) { if yes { $0.isConfirmed = true } else { $0.end(Reason.denied) } }
    case .finish(let at, let item, let success): finish(id(at), item, success ? 1 : 2)
    case .undo:
      if let undo = undos.popLast() {
        redos.append(undo)
        undoing.append(Undoing(undo: undo, isRedo: false, left: undo.sources.reversed()))
      }
    case .redo:
      if let undo = redos.popLast() {
        undos.append(undo)
        undoing.append(Undoing(undo: undo, isRedo: true, left: undo.sources))
      }
    case .over(let target): change(UInt32(max(drag.session(of: UInt32.max), 0))) { $0.aim = target }
    case .moveAway, .moveOn: change(UInt32(max(drag.session(of: UInt32.max), 0))) { $0.aim = 0 }
    case .perform(_, let destination): performs = destination
    case .modifiers(let modifiers): self.modifiers = modifiers
    case .reset:
      events.restarts += 1
      eachBook { $0.end(Reason.reset) }
    case .remove(let target): edit(target, Self.gone)
    case .put(let target), .gain(let target): edit(target, UInt32(setup.traits[Int(target)]))
    case .lose(let target): edit(target, 0)
    case .update(let at, let item):
      change(id(at)) { book in
        if item == 0 { book.isTaskUpdated = true }
        if item == DragProgram.item(book.items.0.source) { book.items.0.isUpdated = true }
        if book.items.1.source != 0 && item == DragProgram.item(book.items.1.source) { book.items.1.isUpdated = true }
      }
    case .begin: performs = 0
    case .add, .drop, .cancelPreview: break
    }
  }

  private mutating func finish(_ session: UInt32, _ item: UInt32, _ how: Int) {
    change(session) { book in
      if item == 0 && book.task == 1 && book.taskFinished == 0 { return book.taskFinished = how }
      func finish(_ one: inout DragBook.Item) {
        if one.stage == .began && one.finished == 0 && (item == 0 || item == DragProgram.item(one.source)) { one.finished = how }
      }
      finish(&book.items.0)
      finish(&book.items.1)
    }
  }

  /// The contact of a sample is lost: its drag ends from then on.
  mutating func lose(contact: UInt32, at t: UInt64) {
    eachBook { if $0.stage == .dragging && $0.contact == contact { $0.lostAt = t } }
  }

  mutating func sample(_ contact: UInt32, _ pressure: Int32, _ setup: DragSetup) {
    if pressure < setup.config.spring_pressure { eachBook { if $0.contact == contact { $0.springArmed = true } } }
    let isDown = events.runs(.contact, of: contact)
    func take(_ c: inout Contact) {
      c.pressure = pressure
      if isDown { c.mostPressure = max(c.mostPressure, pressure) }
    }
    if contact == 0 { take(&contacts.0) } else { take(&contacts.1) }
  }

  // MARK: Questions

  mutating func askItems(_ touch: press_touch, _ session: UInt32, _ setup: DragSetup) -> String? {
    if touch.contact == 0 { contacts.0.isSpent = true }
    if touch.contact == 1 { contacts.1.isSpent = true }
    if !has(touch.target, PRESS_TARGET_DRAG_SOURCE) { return "asked what is dragged from what is no source" }
    if session == 0 { return nil }
    guard let book = book(of: session) else { return "asked for items of no session" }
    return book.isEnding || book.stage != .dragging ? "asked for items of a session that is ended" : nil
  }

  mutating func answerItems(_ source: UInt32, _ session: UInt32, _ found: Int) {
    if session == 0 { given[Int(source)] += UInt8(found) }
    // An item is not added twice, and not if its source was removed meanwhile.
    let isThere = has(source, PRESS_TARGET_DRAG_SOURCE)
    change(session) { book in
      if found == 1 && isThere && !book.isEnding && book.items.1.source == 0 && book.items.0.source != source {
        (book.items.1.source, book.launch) = (source, 0)
      }
    }
  }

  mutating func ask(_ drag: press_drag, _ proposal: press_drop_proposal, _ target: UInt32, _ setup: DragSetup) -> String? {
    change(drag.session) { $0.arrive(at: drag.x, drag.y, setup) }
    guard let book = book(of: drag.session) else { return "asked a destination for no session" }
    if book.isEnding || book.stage != .dragging { return "asked a destination for a session that is ended" }
    if !isUnder(book, target, drag.x, drag.y, setup) { return "asked what is not there" }
    let right = usual(book, target)
    if drag.modifiers != modifiers || Int(drag.item_count) != book.count { return "asked for something else" }
    return proposal.operation == right.operation && proposal.item_count == right.most ? nil : "operation \(proposal.operation) by default"
  }

  mutating func answer(_ drag: press_drag, _ proposal: press_drop_proposal, _ target: UInt32, _ isYes: Bool) {
    let modifiers = modifiers
    change(drag.session) { book in
      book.keep(
        DragBook.Answer(
          isYes: isYes, operation: proposal.operation, flags: proposal.flags, most: proposal.item_count,
          accepts: proposal.accept_count > 0 ? proposal.accepts[0] : 0), of: target)
      (book.askedItems, book.askedModifiers, book.askedX, book.askedY) = (book.count, modifiers, drag.x, drag.y)
      if book.accepts(book.answer(of: target)) { book.mayAskLaunch = true }
    }
  }

  func askSpring(_ drag: press_drag, _ target: UInt32, _ again: Bool, _ setup: DragSetup) -> String? {
    guard let book = book(of: drag.session) else { return "asked a spring for no session" }
    if book.isEnding || book.stage != .dragging { return "asked a spring for a session that is ended" }
    if nearest(book.aim != 0 ? book.aim : setup.target(traits, at: drag.x, drag.y), PRESS_TARGET_SPRING) != target {
      return "asked a spring that is not there"
    }
    if again && (book.spring != target || book.springState == 0 || book.springState == 3) { return "asked again out of turn" }
    return nil
  }

  mutating func answerSpring(_ drag: press_drag, _ target: UInt32, _ yes: Bool, _ again: Bool, isArmed: Bool, _ setup: DragSetup) {
    // A contact that comes back from a dip is asked about before its new sample is taken in.
    let comes = drag.contact == 0 ? contacts.0.pressure : drag.contact == 1 ? contacts.1.pressure : 0
    change(drag.session) { book in
      (book.springAsked, book.springSaid, book.springAgain) = (target, yes, again)
      if !again { book.springArmed = isArmed || comes < setup.config.spring_pressure }
    }
  }

  mutating func askLaunch(_ drag: press_drag, _ setup: DragSetup) -> String? {
    change(drag.session) { $0.arrive(at: drag.x, drag.y, setup) }
    guard let book = book(of: drag.session) else { return "asked to launch no session" }
    let isAgain = book.launch != 0 && !book.mayAskLaunch
    change(drag.session) { ($0.launch, $0.mayAskLaunch) = (1, false) }
    if isAgain { return "asked empty space again" }
    return book.isEnding || book.stage != .dragging || drag.destination != 0 ? "asked to launch out of turn" : nil
  }

  /// If the items are others meanwhile it is asked again.
  mutating func answerLaunch(_ session: UInt32, _ yes: Bool) { change(session) { if $0.launch == 1 && yes && !$0.isEnding { $0.launch = 2 } } }

  // MARK: Events

  /// Checks an event before it is booked. Returns what is wrong with it.
  mutating func book(_ e: press_event, _ setup: DragSetup) -> String? {
    if let wrong = checkTarget(e) { return wrong }
    switch e.type {
    case ..<EventType.tapped:
      var contact = e.contact == 0 ? contacts.0 : contacts.1
      let wrong = bookContact(e, &contact, setup)
      if e.contact == 0 { contacts.0 = contact } else { contacts.1 = contact }
      return wrong
    case EventType.targetActivated: return bookActivated(e)
    case EventType.dragRefused:
      // After the refusal this contact never drags.
      if e.contact == 0 { contacts.0.isSpent = true } else { contacts.1.isSpent = true }
      return e.reason == Reason.noSession && !isDragging(e.contact) ? nil : "refused out of turn"
    case EventType.dragLifted:
      if e.contact == 0 { (contacts.0.liftX, contacts.0.liftY) = (e.x, e.y) } else { (contacts.1.liftX, contacts.1.liftY) = (e.x, e.y) }
      return checkLift(e, setup)
    case EventType.dragSettled: return nil
    case EventType.dropItemUndone, EventType.dropUndone, EventType.dropItemRedone, EventType.dropRedone: return bookUndone(e)
    case EventType.selectionSet, EventType.selectionCleared: if book(of: e.subject) == nil { return bookUndone(e) }
    default: break
    }
    if e.type == EventType.dragBegan { return begin(e, setup) }
    let copy = self
    let was = copy.book(of: e.subject)
    if was == nil { return "of no session" }
    let wrong = first.id == e.subject && first.stage != .none ? first.book(e, copy, setup) : second.book(e, copy, setup)
    if e.type == EventType.dropConcluded, let was { keepUndo(was) }
    return wrong
  }

  /// After its removal a target receives only the ends of the drags on it.
  private func checkTarget(_ e: press_event) -> String? {
    let needs: Int
    switch e.type {
    case EventType.dragBegan, EventType.dragLifted, EventType.dragRefused: needs = PRESS_TARGET_DRAG_SOURCE
    case EventType.dragEntered, EventType.dragProposed, EventType.dragForbidden: needs = PRESS_TARGET_DROP
    case EventType.springPossible, EventType.springActivating, EventType.springActivated: needs = PRESS_TARGET_SPRING
    case EventType.autoscrollBegan, EventType.autoscrollChanged: needs = PRESS_TARGET_SCROLL
    case EventType.targetActivated: needs = PRESS_TARGET_INACTIVE
    case EventType.dragMoved, EventType.dragItemsChanged, EventType.dragHintChanged, EventType.dragConfirm, EventType.dragDropped,
      EventType.dropItemBegan, EventType.dropItemUpdated, EventType.dropSlow, EventType.taskBegan, EventType.taskUpdated,
      EventType.selectionSet, EventType.selectionCleared:
      return e.target == 0 || isThere(e.target) ? nil : "the target is gone"
    default: return nil
    }
    return has(e.target, needs) ? nil : isThere(e.target) ? "the target lost the trait" : "the target is gone"
  }

  private mutating func begin(_ e: press_event, _ setup: DragSetup) -> String? {
    var book = DragBook()
    (book.id, book.stage, book.contact, book.source, book.x, book.y) = (e.subject, .dragging, e.contact, e.target, e.x, e.y)
    book.items.0.source = e.target
    book.delivered = (e.x, e.y)
    if e.contact == UInt32.max { book.performs = performs }
    if first.stage != .none && second.stage != .none { return "too many sessions" }
    if isDragging(e.contact) { return "began while another of the contact drags" }
    if first.stage != .none && first.id > e.subject { return "began out of turn" }
    let wrong = mayBegin(e, setup)
    if first.stage == .none {
      (first, second) = (second.stage == .none ? book : second, second.stage == .none ? second : book)
    } else {
      second = book
    }
    if e.contact == 0 { contacts.0.isSpent = true }
    if e.contact == 1 { contacts.1.isSpent = true }
    if given[Int(e.target)] == 0 { return "began with nothing to drag" }
    given[Int(e.target)] -= 1
    return wrong
  }

  /// Checks the events that must come before the beginning of a drag.
  private func mayBegin(_ e: press_event, _ setup: DragSetup) -> String? {
    if e.contact == UInt32.max { return nil }
    let contact = e.contact == 0 ? contacts.0 : contacts.1
    let (isDown, booked) = (events.runs(.contact, of: e.contact), events.contact(e.contact))
    if !isDown { return "began without its contact" }
    let t = setup.target(e.target)
    if e.value != contact.x - t.x || e.value2 != contact.y - t.y { return "began at \(e.value), \(e.value2)" }
    if contact.needsHold && e.t_us - contact.began < UInt64(setup.config.hold_us) { return "began without holding" }
    if setup.flags & PRESS_DRAG_FLAG_BY_FORCE != 0 && contact.mostPressure < setup.config.start_pressure { return "began without force" }
    if booked.hasPreview && setup.flags & PRESS_DRAG_FLAG_FROM_PREVIEW == 0 { return "began from a preview" }
    let slop = booked.hasPreview ? setup.config.still_slop : setup.config.slop
    if booked.isLifted { return DragLedger.isWithin(slop, e.x - contact.liftX, e.y - contact.liftY) ? "began without moving" : nil }
    return DragLedger.isWithin(slop, e.x - contact.x, e.y - contact.y) ? "began without moving" : nil
  }

  private static func isWithin(_ slop: Int32, _ dx: Int32, _ dy: Int32) -> Bool {
    let (x, y, d) = (dx >> 16, dy >> 16, slop >> 16)
    return x * x + y * y < d * d
  }

  private func bookContact(_ e: press_event, _ c: inout Contact, _ setup: DragSetup) -> String? {
    switch e.type {
    case EventType.contactBegan:
      c = Contact(hit: e.target, x: e.x, y: e.y, began: e.t_us, mostPressure: e.pressure, pressure: e.pressure)
      c.neverDrags = !has(e.target, PRESS_TARGET_DRAG_SOURCE)
      c.needsHold = needsHold(e.target)
      return nil
    case EventType.contactEnded:
      let isTapped = !c.isSpent && nearest(e.target, PRESS_TARGET_INACTIVE) != 0
      return isTapped && !isEdited && !c.isActivated ? "did not activate" : nil
    case EventType.previewBegan:
      c.neverDrags = true
      return nil
    default: return nil
    }
  }

  /// A contact that stays still for long enough is lifted, if a drag needs that.
  private func checkLift(_ e: press_event, _ setup: DragSetup) -> String? {
    let contact = e.contact == 0 ? contacts.0 : contacts.1
    if contact.isSpent || !contact.needsHold { return "lifted out of turn" }
    return e.t_us - contact.began < UInt64(setup.config.hold_us) ? "lifted too early" : nil
  }

  private mutating func bookActivated(_ e: press_event) -> String? {
    let before = e.contact == 0 ? contacts.0 : contacts.1
    if e.contact == 0 { contacts.0.isActivated = true } else { contacts.1.isActivated = true }
    let isRight = events.runs(.contact, of: e.contact) && !isDragging(e.contact)
    return before.isActivated ? "activated twice" : isRight ? nil : "activated out of turn"
  }

  private func isDragging(_ contact: UInt32) -> Bool {
    first.stage == .dragging && first.contact == contact || second.stage == .dragging && second.contact == contact
  }

  // MARK: Undo

  private mutating func keepUndo(_ book: DragBook) {
    if book.arrived > 0 { redos = [] }
    let never = UInt32(PRESS_PROPOSAL_IRREVERSIBLE | PRESS_PROPOSAL_TASK)
    if depth == 0 || book.arrived == 0 || book.droppedOn == 0 || !isThere(book.droppedOn) || book.drop.flags & never != 0 { return }
    let arrived = [book.items.0, book.items.1].filter(\.hasArrived).map(\.source)
    if book.drop.operation == UInt32(PRESS_DROP_MOVE) && !arrived.allSatisfy(isThere) { return }
    if undos.count == depth { undos.removeFirst() }
    undos.append(Undo(session: book.id, operation: book.drop.operation, destination: book.droppedOn, sources: arrived))
  }

  /// Whether the targets that an undo or redo needs are there; `target` is being removed and does not count.
  private func isThere(_ undo: Undo, isRedo: Bool, without target: UInt32 = 0) -> Bool {
    func isHere(_ one: UInt32) -> Bool { one != target && isThere(one) }
    let needsSources = isRedo || undo.operation == UInt32(PRESS_DROP_MOVE)
    return isHere(undo.destination) && (!needsSources || undo.sources.allSatisfy(isHere))
  }

  /// Whether of the latest item something is still due that was to come before this.
  private func isMissing(_ u: Undoing) -> Bool {
    if u.due == 2 && isThere(u.undo.destination) { return true }
    if u.due == 0 || u.current != 2 || !isThere(2) { return false }
    return !u.isRedo || u.undo.operation != UInt32(PRESS_DROP_MOVE) || !isWithin(u.undo.destination, 2)
  }

  /// A removed target is named 0.
  private func named(_ target: UInt32) -> UInt32 { isThere(target) ? target : 0 }

  private mutating func bookUndone(_ e: press_event) -> String? {
    guard var u = undoing.first else { return "undone out of turn" }
    defer { if !undoing.isEmpty, undoing[0].undo.session == u.undo.session { undoing[0] = u } }
    if e.subject != u.undo.session || e.contact != UInt32.max { return "undone another drop" }
    switch e.type {
    case EventType.selectionSet, EventType.selectionCleared:
      let isOfDestination = (e.type == EventType.selectionSet) == u.isRedo
      let was = u.due
      u.due = isOfDestination ? 1 : 0
      if UInt32(e.value) != DragProgram.item(u.current) || was < (isOfDestination ? 2 : 1) { return "selected out of turn" }
      if !isOfDestination && was == 2 && isThere(u.undo.destination) { return "not selected in the destination" }
      return e.target == (isOfDestination ? u.undo.destination : u.current) && (isOfDestination || u.current == 2) ? nil : "selected elsewhere"
    case EventType.dropItemUndone, EventType.dropItemRedone:
      if (e.type == EventType.dropItemRedone) != u.isRedo { return "undone the wrong way" }
      if isMissing(u) { return "an item without its selection" }
      guard let source = u.left.first else { return "an item undone twice" }
      u.left.removeFirst()
      (u.current, u.due) = (source, 2)
      if UInt32(e.value) != DragProgram.item(source) || UInt32(e.value2) != u.undo.operation { return "undone another item" }
      let goesBack = !u.isRedo && u.undo.operation == UInt32(PRESS_DROP_MOVE)
      return e.target == named(goesBack ? source : u.undo.destination) ? nil : "undone elsewhere"
    default:
      if (e.type == EventType.dropRedone) != u.isRedo { return "undone the wrong way" }
      if isMissing(u) { return "an item without its selection" }
      let undo = u.undo
      undoing.removeFirst()
      if !isThere(undo, isRedo: !u.isRedo) {
        undos.removeAll { $0.session == undo.session }
        redos.removeAll { $0.session == undo.session }
      }
      if !u.left.isEmpty { return "undone without its items" }
      return UInt32(e.value) == undo.operation && e.target == named(undo.destination) && Int(e.value2) == undo.sources.count
        ? nil : "undone another drop"
    }
  }

  // MARK: Checks between calls

  /// Checks after each call that the books agree with the engine. Returns the first difference.
  mutating func settle(_ engine: Engine, _ setup: DragSetup) -> String? {
    given = SIMD8<UInt8>()
    isEdited = false
    eachContact { $0.isNew = false }
    let drag = Drags(engine)!
    var there = 0
    for i in 0..<drag.count where drag.sessions[i].phase != .free {
      there += 1
      guard let book = book(of: drag.sessions[i].id) else { return "a session that was not delivered" }
      if let wrong = check(drag.sessions[i], book) { return wrong }
    }
    if there != (first.stage != .none ? 1 : 0) + (second.stage != .none ? 1 : 0) { return "a session without an end" }
    if !undoing.isEmpty { return "not undone" }
    if redos.count != drag.state.redoCount { return "\(drag.state.redoCount) drops to redo, not \(redos.count)" }
    if undos.count != drag.state.undoCount { return "\(drag.state.undoCount) drops to undo, not \(undos.count)" }
    let copy = self
    var wrong: String?
    eachBook { if $0.stage != .none, wrong == nil { wrong = $0.settle(copy, setup, engine.now, waits: DragLedger.isLifting($0.contact, engine)) } }
    // A contact that moves while no session is free never drags.
    if there == Int(setup.sessions) {
      if hasMoved(0, contacts.0, engine, setup) { contacts.0.isSpent = true }
      if hasMoved(1, contacts.1, engine, setup) { contacts.1.isSpent = true }
    }
    return wrong ?? events.wrongAfterCall ?? settle(0, contacts.0, engine, setup) ?? settle(1, contacts.1, engine, setup)
  }

  private func check(_ s: DragSession, _ book: DragBook) -> String? {
    switch (s.phase, book.stage) {
    case (.dragging, .dragging), (.confirming, .confirming), (.dropping, .dropping): break
    default: return "\(s.phase), and the events say \(book.stage)"
    }
    let isDelivered = s.taker == book.entered && Int(s.spring.delivered) == book.springState && s.scroll.container == book.scroller
    return isDelivered ? nil : "the session and what was delivered of it differ"
  }

  private func settle(_ contact: UInt32, _ c: Contact, _ engine: Engine, _ setup: DragSetup) -> String? {
    let slot = engine.slot(of: contact)
    let isDown = slot >= 0 && engine.contacts[slot].isOpen
    let track = slot < 0 ? DragTrack() : Drags(engine)!.tracks[slot]
    let isLifted = events.contact(contact).isLifted
    if isDown && track.isLifted != isLifted { return "lifted \(track.isLifted), the events say \(isLifted)" }
    let mustLift = track.canDrag && track.isHeld && track.isPressed && c.needsHold && isDown && engine.contacts[slot].claim == .open
    if mustLift { return "held, and not lifted" }
    if isDown != events.runs(.contact, of: contact) { return "down \(isDown), the events say \(!isDown)" }
    if !isDown || c.isSpent || c.neverDrags || setup.flags != 0 { return nil }
    return hasMoved(contact, c, engine, setup) && engine.contacts[slot].claim.may(.drag) ? "moved and was not asked" : nil
  }

  private static func isLifting(_ contact: UInt32, _ engine: Engine) -> Bool {
    let slot = engine.slot(of: contact)
    return slot >= 0 && engine.contacts[slot].phase == .lifting
  }

  private func hasMoved(_ contact: UInt32, _ c: Contact, _ engine: Engine, _ setup: DragSetup) -> Bool {
    let slot = engine.slot(of: contact)
    if slot < 0 || !events.runs(.contact, of: contact) { return false }
    let touch = engine.contacts[slot].touch
    return !DragLedger.isWithin(setup.config.slop, touch.x - c.x, touch.y - c.y)
  }
}
