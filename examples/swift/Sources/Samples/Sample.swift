import CPress

/// What the samples have in common: a loop that draws, waits until something is typed or due, and takes it.
@MainActor public protocol Sample: AnyObject {
  var terminal: Terminal { get }
  var engine: OpaquePointer { get }
  var isOver: Bool { get set }
  func draw()
  func take(_ input: Input)
}

extension Sample {
  public func run() {
    while !isOver {
      draw()
      terminal.screen.show(at: terminal.now)
      let input = terminal.next(until: press_next_deadline(engine))
      terminal.must(press_tick(engine, terminal.now), "press_tick")
      take(input)
      if input == .end { isOver = true }
    }
    draw()
    terminal.screen.show(at: terminal.now)
    terminal.must(press_engine_reset(engine), "press_engine_reset")  // what began, ends
    terminal.close()
  }
}
