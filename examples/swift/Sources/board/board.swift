// A board of cards: drag a card to another list, or to another place in its own. Several cards that are selected are dragged
// together. The folder Later springs open under a drag that rests on it or presses it; Locked takes nothing. Every drop can be
// undone. ? shows the keys.
//
//   swift run board
//
// ../../../README.md has the screen, the keys and the options; board.c and board.py are the same program.
import CPress
import Samples

extension App {
  /// From list to list, and up and down in one; a drag of keys goes over Locked, too.
  private func moveCursor(_ key: Key?, drags: Bool) {
    let stops = drags ? listCount + 1 : isOpen ? listCount : listCount - 1
    list = max(0, min(min(list, stops - 1) + (key == .right ? 1 : key == .left ? -1 : 0), stops - 1))
    let most = list == listCount ? 0 : lists[list].count - (drags ? 0 : 1)
    index = max(0, min(index + (key == .down ? 1 : key == .up ? -1 : 0), most))
  }

  /// What keys carry goes to the middle of the place that the cursor shows.
  private func carry() {
    let place = place(of: toDo + UInt32(list)), isHeading = list == listCount || (list == later && !isOpen)
    let line = isHeading ? place.line : place.line + 1 + index * cardLines(list)
    let x = q16((place.column + place.width / 4) * Samples.column), y = q16(line * Samples.line + Samples.line / 2)
    terminal.must(press_drag_move(engine, session, x, y), "press_drag_move")
  }

  private func pressDrag(_ key: Key) {
    switch key {
    case .up, .down, .left, .right:
      moveCursor(key, drags: true)
      carry()
    case .character(" "), .enter: terminal.must(press_drag_drop(engine, session), "press_drag_drop")
    case .escape: terminal.must(press_drag_cancel(engine, session), "press_drag_cancel")
    default: break
    }
  }

  private func pressBoard(_ key: Key, _ card: UInt32) {
    switch key {
    case .escape: selectNone()
    case .character("u"): undo(isRedo: false)
    case .character("r"): undo(isRedo: true)
    case .character("f"): tapped(laterList)
    case .up, .down, .left, .right: moveCursor(key, drags: false)
    case .enter where card != 0: tapped(card)
    case .character(" ") where card != 0:
      terminal.must(press_drag_begin(engine, card, nil), "press_drag_begin")
      carry()
    default: break
    }
  }

  private func press(_ key: Key) {
    switch key {
    case .character("q"): isOver = true
    case .character("?"): hasHelp = true
    case .character("c"): tapped(copyButton)
    case .escape where finger.cancel(): return
    case _ where finger.isDown: return
    case _ where session != 0: pressDrag(key)
    default: pressBoard(key, card)
    }
    if session == 0 { moveCursor(nil, drags: false) }
  }

  func take(_ input: Input) {
    switch input {
    case .resized: layOut()
    case .key, .down:
      if hasHelp { hasHelp = false } else { fallthrough }
    default:
      let place = place(of: list < listCount ? toDo + UInt32(list) : toDo)
      let line = place.line + 1 + index * cardLines(list)
      let isTaken = finger.take(input, column: place.column + 4, line: line)
      if case .key(let key) = input, !isTaken { press(key) }
    }
  }
}

@main struct Board {
  @MainActor static func main() {
    App(terminal: Terminal(name: "board")).run()
  }
}
