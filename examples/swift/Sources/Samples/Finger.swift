// The mouse as a finger that feels force, for the samples colors and board.
import CPress
@preconcurrency import Glibc

/// The size of a cell, points.
public let column = 8, line = 16

/// A whole number as Q16.16.
public func q16(_ value: Int) -> press_q16 { press_q16(value) * PRESS_ONE }

extension Terminal {
  /// Ends the program with a message where a function of the library failed.
  public func must(_ status: Int32, _ what: String) {
    if status >= 0 { return }
    close()
    fputs("\(what): \(String(cString: press_strerror(status)))\n", stderr)
    exit(1)
  }
}

/// The button touches with 1 N; the wheel touches with half a newton for each step, up and down again.
public final class Finger {
  private let engine: OpaquePointer, terminal: Terminal
  public private(set) var isDown = false
  private var hasWheel = false  // its force is that of the wheel, and holding still does not raise it
  private var steps = 0, place = (column: 0, line: 0)

  public init(engine: OpaquePointer, terminal: Terminal) {
    self.engine = engine
    self.terminal = terminal
  }

  /// Takes what the mouse does, and the keys + and - as a wheel at a place; arrows move a finger that such keys have put down.
  /// Returns whether the input was one for the finger.
  public func take(_ input: Input, column: Int, line: Int) -> Bool {
    switch input {
    case .key(let key): return take(key, column: column, line: line)
    case .down(let column, let line):  // a click ends the touch of the wheel
      if isDown { lift() } else { touch(hasWheel: false, column, line) }
    case .move(let column, let line): if isDown { move(column, line) }
    case .up: if isDown && !hasWheel { lift() }
    case .wheel(let by, let column, let line): turn(by, column, line)
    default: return false
    }
    return true
  }

  private func take(_ key: Key, column: Int, line: Int) -> Bool {
    switch key {
    case .character("+"): turn(1, column, line)
    case .character("-"): turn(-1, column, line)
    case .up where isDown: move(place.column, place.line - 1)
    case .down where isDown: move(place.column, place.line + 1)
    case .left where isDown: move(place.column - 1, place.line)
    case .right where isDown: move(place.column + 1, place.line)
    default: return false
    }
    return true
  }

  /// Cancels what the finger does, and lifts it. Returns false where it is not down.
  public func cancel() -> Bool {
    if !isDown { return false }
    press_contact_release(engine, 0)  // where nothing became of it, there is nothing to cancel
    lift()
    return true
  }

  private var force: press_q16 { q16(steps + (hasWheel ? 0 : 2)) / 2 }

  /// In the middle of its cell.
  private func feed(_ force: press_q16) {
    var sample = press_sample()
    sample.t_us = terminal.now
    sample.flags = hasWheel ? UInt32(PRESS_SAMPLE_HAS_FORCE) : 0
    sample.force = force
    sample.x = q16(place.column * column + column / 2)
    sample.y = q16(place.line * line + line / 2)
    terminal.must(press_feed(engine, &sample, 1), "press_feed")
  }

  private func touch(hasWheel: Bool, _ column: Int, _ line: Int) {
    isDown = true
    self.hasWheel = hasWheel
    steps = hasWheel ? 1 : 0
    place = (column, line)
    feed(force)
  }

  private func move(_ column: Int, _ line: Int) {
    place = (max(column, 0), max(line, 0))
    feed(force)
  }

  private func turn(_ by: Int, _ column: Int, _ line: Int) {
    if !isDown && by > 0 {
      touch(hasWheel: true, column, line)
    } else if isDown {
      steps = min(max(steps + by, 0), 10)
      if force == 0 { lift() } else { feed(force) }
    }
  }

  private func lift() {
    feed(0)
    isDown = false
  }
}
