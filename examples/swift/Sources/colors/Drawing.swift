import CPress
import Samples

let help = [
  "mouse: hold still to press harder,",
  "   or turn the wheel up and down",
  "+ -    the same wheel, by key",
  "↑ ↓    the colours; or the finger",
  "enter  open, or choose",
  "space  peek, with its actions",
  "p      pop what is peeked",
  "s d    star, delete",
  "t      peeks by table or by code",
  "r      all colours again",
  "esc    back, or cancel",
  "q      quit",
]

extension App {
  var peek: press_peek_status {
    var peek = press_peek_status()
    press_peek_status_init(&peek)
    terminal.must(press_peek_get(engine, &peek), "press_peek_get")
    return peek
  }

  /// The library keeps what is peeked, and which actions are on show: the screen is drawn from that.
  func draw() {
    let screen = terminal.screen, peek = self.peek
    var touch = press_touch()
    press_touch_get(engine, 0, 0, &touch)  // 0 where nothing touches
    screen.clear()
    if screen.columns < Screen.leastColumns || screen.lines < Screen.leastLines {
      screen.put(0, 0, .bold, 0, "40 x 12, please")
      return
    }
    if detail != 0 { drawDetail(screen) } else { drawList(screen, peek) }
    if peek.state == PRESS_PEEK_SHOWN || peek.state == PRESS_PEEK_REVEALED { drawCard(screen, peek) }
    if peek.state == PRESS_PEEK_REVEALED { drawActions(screen, peek) }
    screen.status(pressure: touch.pressure, tenths: Int(touch.force) * 10 / Int(PRESS_ONE), words: message)
    if hasHelp { screen.box(help) }
  }

  private func symbol(_ color: UInt32) -> String { starred.contains(color) ? "★" : "☆" }

  private func drawList(_ screen: Screen, _ peek: press_peek_status) {
    let columns = screen.columns, isPeeked = peek.state != PRESS_PEEK_NONE
    let behind: Style = isPeeked ? .dim : [], swatch = columns / 5
    screen.put(1, 0, .bold, 0, "Colors")
    screen.put(columns - 19, 0, isCode ? [] : .reverse, 0, "Declared")
    screen.put(columns - 9, 0, isCode ? .reverse : [], 0, "Code")
    screen.put(columns - 2, 0, .bold, 0, "?")
    if order.isEmpty { screen.put(2, firstLine, .dim, 0, "Nothing is left. r: all colours again") }
    for (row, number) in order.enumerated() {
      let color = palette[Int(number)], isSource = isPeeked && peek.target == number
      let style = isSource ? .bold : behind, line = line(of: row) + (height(of: row) - 1) / 2
      let shift = isSource && peek.state == PRESS_PEEK_HINTING ? 1 + Int(hint) * 2 / Int(PRESS_ONE) : 0
      if cursor == row && !isPeeked { screen.put(0, line, .bold, 0, "›") }
      screen.put(2 + shift, line, style, color.tint, symbol(number))
      for i in 0..<height(of: row) { screen.fill(4 + shift, self.line(of: row) + i, swatch, style, color.tint, "█") }
      screen.put(6 + swatch + shift, line, style, 0, color.name)
      if peek.state < PRESS_PEEK_SHOWN { screen.put(columns - 9, line, .dim, 0, color.code) }
    }
  }

  /// The card fills the space that it has from `top` to `last`; it has margins, which shrink as it grows.
  private func drawCard(_ screen: Screen, _ peek: press_peek_status) {
    let columns = screen.columns, lines = screen.lines, isRevealed = peek.state == PRESS_PEEK_REVEALED
    let number = peek.peek.id, color = palette[Int(number)]
    func margin(_ most: Int) -> Int { most - Int(growth) * most / Int(PRESS_ONE) }
    let side = margin(columns / 8), above = isRevealed ? 0 : margin((lines - 4) / 5)
    let top = firstLine + above, last = isRevealed ? actionsLine - 2 : lines - 3 - above
    let inside = columns - 2 * side - 2, edge = String(repeating: "─", count: inside)
    screen.put(side, top, [], 0, "╭\(edge)╮")
    for line in top + 1..<max(last, top + 1) {
      screen.put(side, line, [], 0, "│")
      screen.fill(side + 1, line, inside, [], color.tint, "█")
      screen.put(columns - side - 1, line, [], 0, "│")
    }
    screen.put(side, last, [], 0, "╰\(edge)╯")
    var behind = screen.put(side + 2, top, .bold, color.tint, " \(symbol(number)) ")
    behind = screen.put(behind, top, .bold, 0, color.name)
    screen.put(behind, top, [], 0, " ")
    if !isRevealed { screen.put(columns / 2 - 1, last, [], 0, " ▲ ") }
  }

  private func drawActions(_ screen: Screen, _ peek: press_peek_status) {
    for i in 0..<3 {
      let line = actionsLine + i * actionLines
      let action = i < Int(peek.action_count) ? peek.actions[i] : nil
      let byKey = peek.highlighted == 0 && peek.contact == PRESS_NO_CONTACT && cursor == i
      let isChosen = action.map { byKey || peek.highlighted == $0.id } ?? false
      let tint = action.map { $0.style == PRESS_ACTION_DESTRUCTIVE ? 160 : 0 } ?? 0
      let style: Style = isChosen ? [.reverse, .bold] : .bold
      for j in 0..<actionLines { screen.fill(0, line + j, screen.columns, j == 0 ? style : [], tint, " ") }
      guard let action else { continue }
      screen.put(2, line, style, tint, isChosen ? "▶" : " ")
      screen.put(4, line, style, tint, String(cString: action.title))
    }
    screen.fill(0, actionsLine - 1, screen.columns, .dim, 0, "─")
  }

  private func drawDetail(_ screen: Screen) {
    let color = palette[Int(detail)], columns = screen.columns
    screen.put(1, 0, [], 26, "‹ Colors")
    screen.put(11, 0, .bold, 0, color.name)
    screen.put(columns - 20, 0, [], 26, starred.contains(detail) ? "★ Unstar" : "☆ Star")
    screen.put(columns - 10, 0, [], 160, "Delete")
    screen.put(columns - 2, 0, .bold, 0, "?")
    for line in 2..<screen.lines - 2 { screen.fill(0, line, columns, [], color.tint, "█") }
    screen.put(2, 3, [], 0, color.code)
  }
}
