import CPress
import Samples

let help = [
  "mouse: drag a card; click selects",
  "   rest on Later, or turn the wheel",
  "   up over it: it springs open",
  "+ -    the same wheel, by key",
  "arrows the cards; or what is held",
  "space  pick up, put down",
  "enter  select, for several cards",
  "c      hold and let go the copy key",
  "u r    undo, redo",
  "f      the folder Later",
  "esc    cancel; select nothing",
  "q      quit",
]
private let tints = [34, 26, 91, 172]

extension App {
  // ---- Where things are

  func place(of target: UInt32) -> Place {
    let columns = terminal.screen.columns, lines = terminal.screen.lines
    let folder = lines - 3 - (isOpen ? folderLines : 0), third = columns / 3
    switch target {
    case board: return Place(column: 0, line: 2, width: columns, height: lines - 4)
    case toDo: return Place(column: 0, line: 2, width: third, height: folder - 3)
    case toDo + 1: return Place(column: third, line: 2, width: third, height: folder - 3)
    case toDo + 2: return Place(column: 2 * third, line: 2, width: columns - 2 * third, height: folder - 3)
    case laterList: return Place(column: 0, line: folder, width: isOpen ? columns : columns / 2, height: lines - 2 - folder)
    case locked: return Place(column: columns / 2, line: folder, width: columns - columns / 2, height: 1)
    case copyButton: return Place(column: columns - 22, line: 0, width: 5, height: 1)
    case undoButton: return Place(column: columns - 16, line: 0, width: 5, height: 1)
    case redoButton: return Place(column: columns - 10, line: 0, width: 5, height: 1)
    default: return Place(column: columns - 3, line: 0, width: 3, height: 1)
    }
  }

  /// How many lines a card of a list takes.
  func cardLines(_ list: Int) -> Int {
    let height = place(of: toDo + UInt32(list)).height - 1
    return list == later || height < 12 ? 1 : height < 24 ? 2 : 3
  }

  /// How many cards there is room for.
  func cardRoom(_ list: Int) -> Int { max(0, place(of: toDo + UInt32(list)).height - 1) / cardLines(list) }

  /// Where the finger, or the keys, would put what is dragged: a place in the list of its destination.
  func index(at y: press_q16, in list: Int) -> Int {
    if list == later && !isOpen { return lists[list].count }
    let line = Int(y) / Int(PRESS_ONE) / Samples.line - place(of: toDo + UInt32(list)).line - 1
    return min(max(line, 0) / cardLines(list), lists[list].count)
  }

  // ---- Drawing

  func draw() {
    let screen = terminal.screen
    var drag = press_drag(), touch = press_touch()
    press_drag_init(&drag)
    if session == 0 || press_drag_get(engine, session, &drag) != 0 { drag.state = UInt32(PRESS_DRAG_NONE) }
    press_touch_get(engine, 0, 0, &touch)  // 0 where nothing touches
    screen.clear()
    if screen.columns < Screen.leastColumns || screen.lines < Screen.leastLines {
      screen.put(0, 0, .bold, 0, "40 x 12, please")
      return
    }
    drawButtons(screen)
    screen.fill(0, place(of: laterList).line - 1, screen.columns, .dim, 0, "─")
    for target in toDo...locked { drawHeading(screen, drag, target) }
    let away = drag.state == PRESS_DRAG_NONE ? [] : items(of: session)
    for list in 0..<listCount where list != later || isOpen { drawList(screen, drag, list, away) }
    if drag.state == PRESS_DRAG_DRAGGING { drawDragged(screen, drag, away) }
    screen.status(pressure: touch.pressure, tenths: Int(touch.force) * 10 / Int(PRESS_ONE), words: message)
    if hasHelp { screen.box(help) }
  }

  private func drawButtons(_ screen: Screen) {
    screen.put(1, 0, .bold, 0, "Board")
    screen.put(screen.columns - 21, 0, isCopy ? .reverse : [], 0, "Copy")
    screen.put(screen.columns - 15, 0, [], 0, "Undo")
    screen.put(screen.columns - 9, 0, [], 0, "Redo")
    screen.put(screen.columns - 2, 0, .bold, 0, "?")
  }

  private func drawHeading(_ screen: Screen, _ drag: press_drag, _ target: UInt32) {
    let place = place(of: target), column = place.column + 1, isDestination = drag.destination == target
    let style: Style = isDestination ? [.bold, .reverse] : .bold
    if target == locked {
      screen.put(column + 2, place.line, style, 160, "Locked")
    } else {
      let list = Int(target - toDo)
      if target == laterList {
        let state = isOpen ? 3 : drag.spring == laterList ? Int(drag.spring_state) : 0
        screen.put(column, place.line, .bold, 172, ["▸", "▹", "◇", "▾"][state])  // by the state of the spring
      }
      screen.put(column + 2, place.line, style, 0, "\(listNames[list]) \(lists[list].count)")
    }
    if isDestination { screen.put(column - 1, place.line, .bold, 0, drag.operation >= PRESS_DROP_COPY ? "»" : "×") }
  }

  /// A list makes room where a drag would put what it has.
  private func drawList(_ screen: Screen, _ drag: press_drag, _ list: Int, _ away: [UInt32]) {
    let place = place(of: toDo + UInt32(list)), room = cardRoom(list), cards = lists[list]
    let isDestination = drag.state == PRESS_DRAG_DRAGGING && drag.destination == toDo + UInt32(list)
    let gap = isDestination && drag.operation >= PRESS_DROP_COPY ? index(at: drag.y, in: list) : Int.max
    if gap < room { screen.put(place.column + 1, place.line + 1 + gap * cardLines(list), .dim, 0, "┄┄┄┄┄┄") }
    for i in cards.indices {
      let slot = i + (i >= gap ? 1 : 0), isHere = self.list == list && index == i && drag.state == PRESS_DRAG_NONE
      if slot < room { drawCard(screen, list, i, slot, isAway: away.contains(cards[i]), isHere: isHere) }
    }
    if cards.count > room && room > 0 { screen.put(place.column + place.width - 2, place.line, .dim, 0, "↓") }
  }

  private func drawCard(_ screen: Screen, _ list: Int, _ index: Int, _ slot: Int, isAway: Bool, isHere: Bool) {
    let place = place(of: toDo + UInt32(list)), height = cardLines(list), card = lists[list][index]
    let line = place.line + 1 + slot * height, column = place.column + 1
    if isHere { screen.put(column - 1, line, .bold, 0, "›") }
    for i in 0..<max(1, height - 1) { screen.put(column, line + i, isAway ? .dim : [], tints[list], isAway ? "▏" : "▌") }
    screen.put(column + 1, line, isAway ? .dim : selected.contains(card) ? .reverse : [], 0, names[card]!)
  }

  /// What is dragged, where the finger is; the badge, where there is more than one; and what a drop would do.
  private func drawDragged(_ screen: Screen, _ drag: press_drag, _ away: [UInt32]) {
    guard let first = away.first else { return }
    let half = screen.columns / 2, words = "▪\(names[first]!)"
    let count = drag.operation >= PRESS_DROP_COPY ? drag.accepted : drag.item_count
    let badge = drag.item_count > 1 ? "(\(count))" : ""
    var column = Int(drag.x / PRESS_ONE) / Samples.column + 1, line = Int(drag.y / PRESS_ONE) / Samples.line
    if line == place(of: laterList).line { column = max(column, column < half ? 14 : half + 10) }  // beside Later, or Locked
    (column, line) = (min(column, screen.columns - words.count - badge.count - 1), min(line, screen.lines - 3))
    column = screen.put(column, line, .reverse, 0, words)
    column = screen.put(column, line, .bold, 160, badge)
    if drag.hint == PRESS_HINT_COPY { screen.put(column, line, .bold, 34, "+") }
    if drag.hint == PRESS_HINT_NOT_ALLOWED { screen.put(column, line, .bold, 160, "⊘") }
  }
}
