// Peek and pop: a press shows the peek of a card, a swipe up its quick actions, and the finger rests and
// slides onto one of them. A harder press pops the next peek.
import Engine
import press

@main struct Peek {
  static func main() {
    let engine = Engine()
    engine.add(1, x: 0, y: 300, width: 100, height: 50, traits: .peek)

    // Tables stay where they are while the engine is used, and so do texts of theirs.
    let actions = UnsafeMutablePointer<press_action>.allocate(capacity: 2)
    unsafe actions.initialize(repeating: press_action(), count: 2)
    unsafe actions[0].id = 1
    unsafe actions[1].id = 2
    unsafe actions[1].style = .destructive
    let declaration = UnsafeMutablePointer<press_peek_declaration>.allocate(capacity: 1)
    var peek = unsafe press_peek.defaults
    unsafe peek.id = 7
    unsafe peek.actions_y = PRESS_Q16(200)
    unsafe peek.actions_width = PRESS_Q16(200)
    unsafe peek.action_height = PRESS_Q16(20)
    unsafe peek.action_count = 2
    unsafe peek.actions = UnsafePointer(actions)
    unsafe declaration.initialize(to: press_peek_declaration(target: 1, reserved: 0, peek: peek))
    unsafe check(engine.press.peekDeclare(declaration, count: 1))

    engine.onEvent = { event in
      if event.type != .previewUpdated && event.type != .commitUpdated { print(line(event)) }
    }
    var time: UInt64 = 0
    func finger(_ newtons: Double, _ y: Double) {
      time += 20_000
      engine.feed(newtons, x: 50, y: y, at: time)
    }
    for force in [0.5, 1.5, 2.5, 3.2, 3.2] { finger(force, 320) }
    for y in stride(from: 310.0, through: 270, by: -10) { finger(1.5, y) }
    for _ in 0..<10 { finger(1.5, 270) }  // it rests: from here on it chooses
    for y in stride(from: 260.0, through: 230, by: -10) { finger(1.5, y) }
    finger(0, 230)
    time += 1_000_000
    engine.tick(time)
    for force in [0.5, 1.5, 2.5, 3.5, 4.5, 5, 0] { finger(force, 320) }
    engine.tick(time + 1_000_000)
  }
}
