import CPress
@testable import PressCore
import Testing

/// Tests of internals that C cannot see, and of properties that hold for any numbers and calls. test_transition.c tests each call.
@Suite("Transition: fractions that run on")
struct TransitionTests {
  @Test("the rest takes duration * distance left / speed, to the microsecond")
  func durations() {
    var failures = Failures()
    var random = SplitMix(3)
    for _ in 0..<20_000 {
      var machine = Transition(frameTime: UInt32.max)
      let duration = UInt32(truncatingIfNeeded: random.spread())
      let speed = Int32(truncatingIfNeeded: random.spread() & 0x7fff_ffff)
      if speed == 0 { continue }
      _ = machine.start(TransitionBench.options(duration, speed: speed, linear: false), at: 0)
      let fraction = Int32(random.next() % 65537)
      _ = machine.take(.update(fraction), at: 0)
      let goesUp = random.next() % 2 == 0
      let now = random.next() >> 8
      let outcome = machine.take(goesUp ? .finish : .cancel, at: now)
      let distance = goesUp ? 65536 - Double(fraction) : Double(fraction)
      let exact = Double(duration) * distance / Double(speed)
      if outcome.end != .none {
        failures.expect(exact <= 0.5, "ended at once, \(exact) us left")
        continue
      }
      // Find the end by asking for the position.
      let length = UInt64(exact.rounded())
      failures.expect(machine.position(at: now) == fraction, "jumps at its start")
      failures.expect(machine.position(at: now + length) == (goesUp ? 65536 : 0), "not there after \(length)")
      if exact > 1e6 && exact < 1e12 && distance > 1000 && speed > 4 {
        failures.expect(machine.position(at: now + length / 2) != (goesUp ? 65536 : 0), "there too early")
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("no call makes a jump: reversing, pausing, changing speed, at any time")
  func continuity() {
    var failures = Failures()
    var random = SplitMix(4)
    for _ in 0..<3000 {
      var machine = Transition(frameTime: 16_667)
      var options = TransitionBench.options(400_000, linear: false)
      if random.next() % 2 == 0 { options.curve = press_timing_curve(x1: 0, y1: 131_072, x2: 65536, y2: -65536) }
      _ = machine.start(options, at: 0)
      _ = machine.take(.update(Int32(random.next() % 65537)), at: 0)
      var now: UInt64 = 0
      for _ in 0..<12 {
        let before = machine.position(at: now)
        let outcome: Transition.Outcome
        switch random.next() % 4 {
        case 0: outcome = machine.take(.finish, at: now)
        case 1: outcome = machine.take(.cancel, at: now)
        case 2: outcome = machine.take(.pause, at: now)
        default: outcome = machine.take(.speed(Int32(random.next() % 200_000) + 1), at: now)
        }
        failures.expect(machine.position(at: now) == before, "jumps from \(before) to \(machine.position(at: now))")
        let isDelivered = outcome.isMoved || machine.state == .interactive
        failures.expect(!isDelivered || machine.position(at: now) == machine.fraction, "the fraction is another")
        if outcome.end != .none { break }
        let step = random.next() % 150_000
        if machine.isRunning && now + step > machine.due { _ = machine.skipFrames(to: now + step) }
        while machine.isRunning && machine.due <= now + step { _ = machine.take(.frame, at: machine.due) }
        if machine.state == .none { break }
        now += step
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  // MARK: Drivers

  @Test("what the program starts itself when asked waits until the finger comes there")
  func startsWhenAsked() {
    let b = TransitionBench(transitions: .makeDefault)
    _ = b.transitions.bind(3, UInt32(PRESS_DRIVER_PRESSURE), target: 0, dx: 0, dy: 0)
    b.willStart = { b, id, _ in if b.asked.count == 1 { #expect(b.transitions.start(id, nil) == Status.ok) } }
    b.feed(1000, 2.7)
    #expect(b.asked == [3, 3] && b.names() == ["started"] && b.failures.isEmpty, "\(b.names()) \(b.failures)")
    b.willStart = { b, id, o in o.speed = 0 }
    _ = b.transitions.cancel(3)
    b.feed(2000, 0)
    _ = b.engine.tick(1_000_000)
    b.forget()
    b.feed(2_000_000, 2.7)
    b.feed(2_001_000, 0)
    #expect(b.asked == [3] && b.names().isEmpty, "refused options start nothing")
    b.willStart = { _, _, o in o.flags = UInt32(PRESS_TRANSITION_FLAG_AUTOMATIC) }
    b.feed(3_000_000, 2.7)
    b.feed(3_001_000, 0)
    _ = b.engine.tick(4_000_000)
    #expect(b.names().first == "started" && b.names().last == "finished" && b.failures.isEmpty, "\(b.names()) \(b.failures)")
  }

  @Test("the projection is right at the ends of the range")
  func projections() {
    var failures = Failures()
    let edges: [Int32] = [.min, .min + 1, -65536, -1, 0, 1, 2, 65536, 1 << 24, .max]
    for dx in edges {
      for dy in edges where dx != 0 || dy != 0 {
        let binding = TransitionBinding(dx: dx, dy: dy)
        for x in edges.dropFirst() {
          for y in edges.dropFirst() {
            let along = Double(x) * Double(dx) + Double(y) * Double(dy)
            let exact = min(max(along / (Double(dx) * Double(dx) + Double(dy) * Double(dy)), -1), 1) * 65536
            failures.expect(abs(Double(binding.projection(x, y)) - exact) < 1.01, "(\(x), \(y)) on (\(dx), \(dy))")
          }
        }
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("whatever is called from wherever, each start has one end", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func anySequence(seed: UInt64) {
    let b = TransitionBench(
      transitions: {
        var c = press_transition_config.makeDefault; c.frame_us = 7000; c.options.duration_us = 60_000; return c
      }(),
      button: press_button_config.makeDefault)
    var random = SplitMix(seed)
    var depth = 0
    func deed(_ b: TransitionBench) {
      let id = UInt32(random.next() % 6)
      let t = b.transitions
      switch random.next() % 16 {
      case 0, 1:
        _ = t.start(
          id,
          random.next() % 2 == 0
            ? nil : TransitionBench.options(UInt32(random.next() % 90_000), speed: Int32(random.next() % 99999), automatic: random.next() % 2 == 0))
      case 2, 3: _ = t.update(id, Int32(truncatingIfNeeded: Int64(random.next() % 90_000) - 9000))
      case 4, 5: _ = t.finish(id)
      case 6, 7: _ = t.cancel(id)
      case 8: _ = t.pause(id)
      case 9: _ = t.setSpeed(id, Int32(random.next() % 200_000))
      case 10, 11, 12:
        let driver = UInt32(random.next() % 6)
        _ = t.bind(id, driver, target: 0, dx: driver == 4 ? 20 << 16 : 0, dy: 0)
      case 13: _ = b.engine.cancelPreview(UInt32(random.next() % 3))
      case 14:
        var c = press_button_config.makeDefault
        c.press_force = Int32(random.next() % 100_000) + 90_000
        _ = b.button.set(c)
      default: if random.next() % 4 == 0 { b.reset() }
      }
    }
    b.onEvent = { b, _ in
      depth += 1
      if depth < 30 && random.next() % 3 == 0 { deed(b) }
    }
    b.willStart = { b, _, o in
      depth += 1
      if depth < 30 && random.next() % 4 == 0 { deed(b) }
      if random.next() % 5 == 0 { o.speed = Int32(random.next() % 3) * 40_000 }
      if random.next() % 5 == 0 { o.flags = UInt32(PRESS_TRANSITION_FLAG_AUTOMATIC) }
    }
    var now: UInt64 = 0
    for step in 0..<60_000 {
      depth = 0
      now = max(now, b.engine.now)
      switch random.next() % 6 {
      case 0: deed(b)
      case 1:
        now += random.spread() >> 47
        _ = b.engine.tick(now)
      default:
        now += random.next() % 9000
        let flags = random.next() % 20 == 0 ? PRESS_SAMPLE_LOST : 0
        b.feed(now, contact: UInt32(random.next() % 3), max(0, Double(random.next() % 8) - 1), x: Int32(random.next() % 40), flags: flags)
      }
      b.settle("step \(step)")
      if !b.failures.isEmpty { break }
    }
    #expect(b.failures.isEmpty, "\(b.failures)")
  }
}
