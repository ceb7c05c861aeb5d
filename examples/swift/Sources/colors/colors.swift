// A list of colours with peek and pop. Press a colour lightly and the rest of the list fades; press harder and a card shows the
// colour; harder still, and it opens. Slide up while the card is shown for its quick actions. ? shows the keys.
//
//   swift run colors
//
// ../../../README.md has the screen, the keys and the options; colors.c and colors.py are the same program.
import CPress
import Samples

extension App {
  private func move(_ key: Key, _ count: Int) {
    let next = cursor + (key == .down ? 1 : -1)
    if 0..<count ~= next { cursor = next }
  }

  /// Keys call the functions for what a finger causes; the delegate is called as for the finger.
  private func press(_ key: Key) {
    let peek = self.peek
    switch key {
    case .character("q"): isOver = true
    case .character("?"): hasHelp = true
    case .escape where finger.cancel(): break
    case _ where peek.state == PRESS_PEEK_REVEALED: pressActions(key, peek)
    case .character("p") where peek.state == PRESS_PEEK_SHOWN: terminal.must(press_peek_pop(engine), "press_peek_pop")
    case _ where peek.state != PRESS_PEEK_NONE: break  // a finger peeks
    case _ where detail != 0: pressDetail(key)
    default: pressList(key)
    }
  }

  private func pressActions(_ key: Key, _ peek: press_peek_status) {
    switch key {
    case .up, .down: move(key, Int(peek.action_count))
    case .enter: terminal.must(press_action_perform(engine, peek.actions[cursor].id), "press_action_perform")
    case .character("p"): terminal.must(press_peek_pop(engine), "press_peek_pop")
    case .escape where peek.group != 0: terminal.must(press_action_back(engine), "press_action_back")
    case .escape, .character(" "): terminal.must(press_peek_dismiss(engine), "press_peek_dismiss")
    default: break
    }
  }

  private func pressDetail(_ key: Key) {
    let targets: [(Key, UInt32)] = [(.escape, back), (.character("s"), starButton), (.character("d"), deleteButton)]
    guard let target = targets.first(where: { $0.0 == key })?.1 else { return }
    terminal.must(press_target_activate(engine, target), "press_target_activate")
  }

  private func pressList(_ key: Key) {
    switch key {
    case .character("t"): tapped(isCode ? declaredTab : codeTab)
    case .character("r"): restore()
    case .up, .down: move(key, order.count)
    case _ where order.isEmpty: break
    case .enter: terminal.must(press_target_activate(engine, order[cursor]), "press_target_activate")
    case .character(" "): terminal.must(press_peek_open(engine, order[cursor]), "press_peek_open")
    case .character("s"): toggleStar(order[cursor])
    case .character("d"): place(order[cursor], at: nil)
    default: break
    }
  }

  func take(_ input: Input) {
    switch input {
    case .resized:
      press_peek_dismiss(engine)  // a peek keeps the place that it was given; where there is none, none ends
      layOut()
    case .key, .down:
      if hasHelp { hasHelp = false } else { fallthrough }
    default:
      let isTaken = finger.take(input, column: terminal.screen.columns / 2, line: line(of: cursor))
      if case .key(let key) = input, !isTaken { press(key) }
    }
  }
}

@main struct Colors {
  @MainActor static func main() {
    App(terminal: Terminal(name: "colors")).run()
  }
}
