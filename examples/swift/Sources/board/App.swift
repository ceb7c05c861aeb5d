import CPress
import Samples

let mostCards = 16, listCount = 4, later = 3, folderLines = 4, undoDepth = 4
// Targets. A card's is its number, 1...mostCards.
let board: UInt32 = 101, toDo: UInt32 = 102, laterList: UInt32 = 105, locked: UInt32 = 106
let copyButton: UInt32 = 107, undoButton: UInt32 = 108, redoButton: UInt32 = 109, helpButton: UInt32 = 110
let listNames = ["To do", "Doing", "Done", "Later"]
private let cardTraits = PRESS_TARGET_DRAG_SOURCE | PRESS_TARGET_TAP

/// A place of the board: a list with its heading, the folder, or what is locked.
struct Place {
  var column = 0, line = 0, width = 0, height = 0
}

@MainActor final class App: Sample {
  let terminal: Terminal, engine: OpaquePointer, finger: Finger
  private(set) var names: [UInt32: String] = [1: "Write", 2: "Test", 3: "Draw", 4: "Paint", 5: "Build", 6: "Plan"]
  private(set) var lists: [[UInt32]] = [[1, 2, 3, 4], [5], [6], []]
  private(set) var selected: Set<UInt32> = []
  private(set) var isOpen = false  // the folder Later
  private var wasSprung = false  // by a drag, so it closes with that
  private(set) var isCopy = false  // the copy key is held
  private(set) var session: UInt32 = 0  // what is dragged, 0: nothing
  private var changes: [(session: UInt32, before: [[UInt32]], after: [[UInt32]])] = []  // drops that can be undone
  var list = 0, index = 0  // for keys: the card at the cursor; or where a drag of keys would put what it has
  var hasHelp = false, isOver = false
  private(set) var message = ""

  init(terminal: Terminal) {
    self.terminal = terminal
    let bytes = Int(PRESS_ENGINE_STORAGE_ALL)
    let storage = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 8)
    var config = press_config(), made: OpaquePointer?
    press_config_init(&config)
    config.lost_after_us = 0  // a mouse says only what changes
    config.lift_us = 0  // and does not chatter
    terminal.must(press_engine_init(storage, bytes, &config, &made), "press_engine_init")
    engine = made!
    finger = Finger(engine: engine, terminal: terminal)
    terminal.must(press_gestures_attach(engine, nil), "press_gestures_attach")
    terminal.must(press_drag_attach(engine, nil), "press_drag_attach")
    setDelegate()
    layOut()
  }

  /// The library calls on the thread that feeds it: the main one.
  private func setDelegate() {
    var delegate = press_delegate()
    press_delegate_init(&delegate)
    delegate.user = Unmanaged.passUnretained(self).toOpaque()
    delegate.on_event = { _, event, user in
      nonisolated(unsafe) let (event, user) = (event!, user!)
      MainActor.assumeIsolated { App.from(user).received(event.pointee) }
    }
    delegate.drag_will_begin = { _, touch, _, items, capacity, user in
      nonisolated(unsafe) let (touch, items, user) = (touch!, items!, user!)
      return MainActor.assumeIsolated { App.from(user).writeItems(of: touch.pointee.target, to: items, at: capacity) }
    }
    delegate.drop_will_propose = { _, _, destination, proposal, user in
      nonisolated(unsafe) let (proposal, user) = (proposal!, user!)
      MainActor.assumeIsolated { App.from(user).propose(destination, &proposal.pointee) }
      return true
    }
    terminal.must(press_set_delegate(engine, &delegate), "press_set_delegate")
  }

  private static func from(_ user: UnsafeMutableRawPointer) -> App { Unmanaged<App>.fromOpaque(user).takeUnretainedValue() }

  // ---- Targets

  private func put(_ id: UInt32, _ place: Place, _ container: UInt32, _ traits: Int) {
    var target = press_target(), there = press_target()
    press_target_init(&target)
    press_target_init(&there)
    target.id = id
    target.container = container
    target.x = q16(place.column * Samples.column)
    target.y = q16(place.line * Samples.line)
    target.width = q16(place.width * Samples.column)
    target.height = q16(max(0, place.height) * Samples.line)  // 0 where the terminal is too small for it
    target.traits = UInt32(traits)
    let isThere = press_target_get(engine, id, &there) == 0
    terminal.must(isThere ? press_target_update(engine, &target) : press_target_add(engine, &target), "a target")
  }

  /// A card that is not on show has a target without a size: a drop that it takes part in can still be undone.
  func layOut() {
    put(board, place(of: board), 0, 0)
    for list in toDo..<laterList { put(list, place(of: list), board, PRESS_TARGET_DROP) }
    put(laterList, place(of: laterList), board, PRESS_TARGET_DROP | PRESS_TARGET_SPRING | PRESS_TARGET_TAP)
    put(locked, place(of: locked), board, PRESS_TARGET_DROP)
    for id in copyButton...helpButton { put(id, place(of: id), 0, PRESS_TARGET_TAP) }
    for card in names.keys.sorted() { put(card, Place(), board, cardTraits) }
    for list in 0..<listCount {
      let place = place(of: toDo + UInt32(list)), height = cardLines(list)
      let room = list == later && !isOpen ? 0 : cardRoom(list)
      for (i, card) in lists[list].prefix(room).enumerated() {
        let line = place.line + 1 + i * height
        put(card, Place(column: place.column, line: line, width: place.width, height: height), board, cardTraits)
      }
    }
  }

  // ---- Cards

  var card: UInt32 {
    let isThere = list < listCount && index < lists[list].count && (list != later || isOpen)
    return isThere ? lists[list][index] : 0
  }

  private var free: [UInt32] { (1...UInt32(mostCards)).filter { names[$0] == nil } }

  /// Puts the items of a drop into a list: they move there, or a copy of each does. What was selected is selected there.
  private func putItems(_ drag: press_drag) {
    let list = Int(drag.destination - toDo), moves = drag.operation == PRESS_DROP_MOVE
    var index = index(at: drag.y, in: list)
    for item in items(of: drag.session).prefix(Int(drag.accepted)) {
      var card = item
      if moves {
        let home = lists.firstIndex { $0.contains(card) }!, place = lists[home].firstIndex(of: card)!
        lists[home].remove(at: place)
        if home == list && place < index { index -= 1 }
      } else {
        card = free[0]
        names[card] = names[item]
        if selected.contains(item) { selected.formSymmetricDifference([item, card]) }
      }
      lists[list].insert(card, at: index)
      index += 1
    }
    message = "\(moves ? "moved" : "copied") to \(listNames[list])"
  }

  func items(of session: UInt32) -> [UInt32] {
    var items = Array(repeating: press_drag_item(), count: mostCards)
    let count = press_drag_get_items(engine, session, &items, items.count)
    return items.prefix(Int(max(count, 0))).map(\.id)
  }

  // ---- What is asked

  /// A card that is selected takes the others that are with it.
  private func writeItems(of target: UInt32, to items: UnsafeMutablePointer<press_drag_item>, at most: Int) -> Int {
    let together = selected.contains(target) ? selected : [target]
    let cards = lists.joined().filter(together.contains).prefix(most)
    for (i, card) in cards.enumerated() {
      items[i].id = card
      items[i].flags = selected.contains(card) ? UInt32(PRESS_ITEM_SELECTED) : 0
    }
    return cards.count
  }

  /// Locked takes nothing now; Later takes two cards at a time; and copies need numbers that are free.
  private func propose(_ destination: UInt32, _ proposal: inout press_drop_proposal) {
    if destination == locked { proposal.operation = UInt32(PRESS_DROP_FORBIDDEN) }
    if destination == laterList { proposal.item_count = min(proposal.item_count, 2) }
    if proposal.operation == PRESS_DROP_COPY {
      proposal.item_count = min(proposal.item_count, UInt32(free.count))
      if proposal.item_count == 0 { proposal.operation = UInt32(PRESS_DROP_FORBIDDEN) }
    }
  }

  // ---- What is delivered

  private func received(_ event: press_event) {
    switch Int(event.type) {
    case PRESS_EVENT_TAPPED: tapped(event.target)
    case PRESS_EVENT_DRAG_BEGAN: began(event.subject)
    case PRESS_EVENT_SPRING_ACTIVATED: (wasSprung, isOpen) = (!isOpen, true)
    case PRESS_EVENT_DRAG_CANCELLED:
      ended(event.subject, event.reason == PRESS_REASON_FORBIDDEN ? "locked: it flew back" : "it flew back")
    case PRESS_EVENT_DRAG_DROPPED: dropped(event.subject)
    case PRESS_EVENT_DROP_CONCLUDED: ended(event.subject)
    case PRESS_EVENT_DROP_UNDONE: changeBack(event.subject, isRedone: false)
    case PRESS_EVENT_DROP_REDONE: changeBack(event.subject, isRedone: true)
    default: return
    }
    layOut()
  }

  private func dropped(_ session: UInt32) {
    var drag = press_drag()
    press_drag_init(&drag)
    terminal.must(press_drag_get(engine, session, &drag), "press_drag_get")
    let before = lists
    putItems(drag)
    changes.append((session, before, lists))
    if changes.count > undoDepth { changes.removeFirst() }
  }

  /// The library says what is undone; this program keeps the order of the cards itself.
  private func changeBack(_ session: UInt32, isRedone: Bool) {
    if let change = changes.first(where: { $0.session == session }) { lists = isRedone ? change.after : change.before }
    message = isRedone ? "done again" : "undone"
  }

  func selectNone() { selected.removeAll() }

  /// One drag is on the screen at a time: the finger takes the place of the keys.
  private func began(_ session: UInt32) {
    let before = self.session
    (self.session, message) = (session, "")
    if let first = items(of: session).first, !selected.contains(first) { selectNone() }
    if before != 0 { terminal.must(press_drag_cancel(engine, before), "press_drag_cancel") }
  }

  private func ended(_ session: UInt32, _ message: String? = nil) {
    if session != self.session { return }
    self.session = 0
    self.message = message ?? self.message
    if wasSprung { (isOpen, wasSprung) = (false, false) }
  }

  func tapped(_ target: UInt32) {
    switch target {
    case copyButton:
      isCopy.toggle()
      terminal.must(press_drag_set_modifiers(engine, isCopy ? UInt32(PRESS_MODIFIER_COPY) : 0), "press_drag_set_modifiers")
    case undoButton, redoButton: undo(isRedo: target == redoButton)
    case helpButton: hasHelp = true
    case laterList: isOpen.toggle()
    default: selected.formSymmetricDifference([target])
    }
    layOut()
  }

  func undo(isRedo: Bool) {
    let status = isRedo ? press_drop_redo(engine) : press_drop_undo(engine)
    if status == PRESS_ERR_NOENT { message = "nothing to \(isRedo ? "redo" : "undo")" } else { terminal.must(status, "press_drop_undo") }
  }
}
