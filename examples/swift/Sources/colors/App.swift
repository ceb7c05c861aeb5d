import CPress
import Samples

let firstLine = 2
// Targets; those of the rows are 1...8, the numbers of their colours.
let back: UInt32 = 101, starButton: UInt32 = 102, deleteButton: UInt32 = 103
let declaredTab: UInt32 = 104, codeTab: UInt32 = 105, helpButton: UInt32 = 106

struct Color {
  let name: String, code: String, tint: Int
}
let palette = [
  Color(name: "", code: "", tint: 0),
  Color(name: "Red", code: "#d70000", tint: 160),
  Color(name: "Orange", code: "#ff8700", tint: 208),
  Color(name: "Yellow", code: "#ffd700", tint: 220),
  Color(name: "Green", code: "#00af00", tint: 34),
  Color(name: "Teal", code: "#00afaf", tint: 37),
  Color(name: "Blue", code: "#005fd7", tint: 26),
  Color(name: "Purple", code: "#8700af", tint: 91),
  Color(name: "Pink", code: "#ff87af", tint: 211),
]
let colors = palette.count - 1

@MainActor final class App: Sample {
  let terminal: Terminal, engine: OpaquePointer, finger: Finger
  private(set) var order = Array(1...UInt32(colors))
  private(set) var starred: Set<UInt32> = [3]
  private(set) var detail: UInt32 = 0  // the colour that has the screen; 0: the list
  private(set) var isCode = false  // peeks are answered by peek_will_show, not declared in a table
  private(set) var hint: press_q16 = 0, growth: press_q16 = 0  // of the peek
  var cursor = 0  // of the rows, or of the actions on show
  var hasHelp = false, isOver = false
  private(set) var message = ""
  private let declared = UnsafeMutablePointer<press_peek_declaration>.allocate(capacity: colors)

  init(terminal: Terminal) {
    self.terminal = terminal
    let bytes = Int(PRESS_ENGINE_STORAGE)
    let storage = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 8)
    var config = press_config(), gestures = press_gestures_config(), made: OpaquePointer?
    press_config_init(&config)
    config.lost_after_us = 0  // a mouse says only what changes
    config.lift_us = 0  // and does not chatter
    press_gestures_config_init(&gestures)
    gestures.force_from_hold_us = 1_500_000  // the button has no force: holding still stands in
    terminal.must(press_engine_init(storage, bytes, &config, &made), "press_engine_init")
    engine = made!
    finger = Finger(engine: engine, terminal: terminal)
    terminal.must(press_gestures_attach(engine, &gestures), "press_gestures_attach")
    terminal.must(press_peek_attach(engine, nil), "press_peek_attach")
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
    delegate.peek_will_show = { _, touch, peek, user in
      nonisolated(unsafe) let (touch, peek, user) = (touch!, peek!, user!)
      MainActor.assumeIsolated { peek.pointee = App.from(user).peek(of: touch.pointee.target) }
      return true
    }
    terminal.must(press_set_delegate(engine, &delegate), "press_set_delegate")
  }

  private static func from(_ user: UnsafeMutableRawPointer) -> App { Unmanaged<App>.fromOpaque(user).takeUnretainedValue() }

  // ---- Where things are

  private var lines: Int { terminal.screen.lines }
  /// All colours fill the list; what is left of them stays where it is.
  func line(of row: Int) -> Int { firstLine + row * max(0, lines - 4) / colors }
  func height(of row: Int) -> Int { line(of: row + 1) - line(of: row) }
  var actionLines: Int { lines < 20 ? 1 : 2 }
  var actionsLine: Int { lines - 2 - 3 * actionLines }

  private func add(_ id: UInt32, _ column: Int, _ line: Int, _ width: Int, _ height: Int, _ traits: Int) {
    var target = press_target()
    press_target_init(&target)
    target.id = id
    target.x = q16(column * Samples.column)
    target.y = q16(line * Samples.line)
    target.width = q16(width * Samples.column)
    target.height = q16(height * Samples.line)
    target.traits = UInt32(traits)
    terminal.must(press_target_add(engine, &target), "press_target_add")
  }

  // ---- Peeks

  private func peek(of color: UInt32) -> press_peek {
    var peek = press_peek()
    let width = q16(terminal.screen.columns * Samples.column)
    press_peek_init(&peek)
    peek.id = color
    peek.y = q16(firstLine * Samples.line)
    peek.width = width
    peek.height = q16(max(0, actionsLine - 1 - firstLine) * Samples.line)
    peek.actions_y = q16(actionsLine * Samples.line)
    peek.actions_width = width
    peek.action_height = q16(actionLines * Samples.line)
    peek.action_count = 3
    peek.actions = starred.contains(color) ? unstarActions : starActions
    return peek
  }

  /// One way is a table, which is declared again as what it says changes; the other is peek_will_show.
  private func declare() {
    let count = isCode ? 0 : order.count
    for (row, color) in order.prefix(count).enumerated() {
      declared[row] = press_peek_declaration(target: color, reserved: 0, peek: peek(of: color))
    }
    terminal.must(press_peek_declare(engine, count == 0 ? nil : declared, count), "press_peek_declare")
  }

  /// Makes the targets of what is on the screen.
  func layOut() {
    let columns = terminal.screen.columns
    var target = press_target()
    press_target_init(&target)
    for id in 1...helpButton where press_target_get(engine, id, &target) == 0 {
      terminal.must(press_target_remove(engine, id), "press_target_remove")
    }
    add(helpButton, columns - 3, 0, 3, 1, PRESS_TARGET_TAP)
    if detail != 0 {
      add(back, 0, 0, 10, 1, PRESS_TARGET_TAP)
      add(starButton, columns - 20, 0, 9, 1, PRESS_TARGET_TAP)
      add(deleteButton, columns - 11, 0, 7, 1, PRESS_TARGET_TAP)
      return
    }
    add(declaredTab, columns - 20, 0, 10, 1, PRESS_TARGET_TAP)
    add(codeTab, columns - 10, 0, 6, 1, PRESS_TARGET_TAP)
    for (row, color) in order.enumerated() {
      add(color, 0, line(of: row), columns, height(of: row), PRESS_TARGET_PEEK | PRESS_TARGET_TAP)
    }
    declare()
    cursor = max(0, min(cursor, order.count - 1))
  }

  // ---- What happens

  private func show(_ color: UInt32) {
    detail = color
    layOut()
  }

  func toggleStar(_ color: UInt32) {
    starred.formSymmetricDifference([color])
    layOut()
  }

  /// Takes a colour out of the list, and puts it in again at `to`; nil: nowhere.
  func place(_ color: UInt32, at to: Int?) {
    order.removeAll { $0 == color }
    if let to { order.insert(color, at: to) }
    show(0)
  }

  func restore() {
    order = Array(1...UInt32(colors))
    show(0)
  }

  private func select(_ action: UInt32, of color: UInt32) {
    switch action {
    case star: toggleStar(color)
    case delete: place(color, at: nil)
    case toTheTop: place(color, at: 0)
    case toTheEnd: place(color, at: order.count - 1)
    default: break
    }
  }

  func tapped(_ target: UInt32) {
    switch target {
    case back: show(0)
    case starButton: toggleStar(detail)
    case deleteButton: place(detail, at: nil)
    case declaredTab, codeTab:
      isCode = target == codeTab
      layOut()
    case helpButton: hasHelp = true
    default: show(target)
    }
  }

  private func received(_ event: press_event) {
    let type = Int(event.type)
    let isProgress = type == PRESS_EVENT_PREVIEW_UPDATED || type == PRESS_EVENT_COMMIT_UPDATED
    if type >= PRESS_EVENT_PREVIEW_BEGAN && !isProgress && 1...UInt32(colors) ~= event.target {
      message = "\(palette[Int(event.target)].name) \(String(cString: press_event_name(event.type)))"
    }
    switch type {
    case PRESS_EVENT_PREVIEW_BEGAN, PRESS_EVENT_PEEK_DISMISSED: (hint, growth) = (0, 0)
    case PRESS_EVENT_PREVIEW_UPDATED: hint = event.progress
    case PRESS_EVENT_COMMIT_UPDATED: growth = event.progress
    case PRESS_EVENT_ACTIONS_REVEALED: (growth, cursor) = (0, 0)
    case PRESS_EVENT_PEEK_POPPED: show(event.subject)
    case PRESS_EVENT_ACTION_SELECTED: select(UInt32(event.value), of: event.target)
    case PRESS_EVENT_TAPPED: tapped(event.target)
    default: break
    }
  }
}
