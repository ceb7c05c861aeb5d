import CPress
@testable import PressCore
import Testing

@Suite("Transition: fractions that run on")
struct TransitionTests {
  private static func bench(frame: UInt32 = 10_000, most: UInt16 = 4) -> TransitionBench {
    var c = press_transition_config.makeDefault
    c.frame_us = frame
    c.max_transitions = most
    return TransitionBench(transitions: c)
  }

  @Test("starts, is updated, and finishes frame by frame at exactly its time")
  func life() {
    let b = Self.bench()
    let t = b.transitions
    _ = b.engine.tick(1_000_000)
    #expect(t.start(7, TransitionBench.options(40_000)) == Status.ok && b.asked == [7])
    #expect(t.update(7, 16384) == Status.ok && t.update(7, 99999) == Status.ok && t.update(7, 16384) == Status.ok)
    #expect(t.finish(7) == Status.ok && t.update(7, 0) == Status.state)
    #expect(b.engine.nextDeadline == 1_010_000)
    for at in stride(from: UInt64(1_000_500), through: 1_040_000, by: 500) { _ = b.engine.tick(at) }
    #expect(
      b.names() == ["started", "updated 16384", "updated 65536", "updated 16384", "updated 32768", "updated 49152", "updated 65536", "finished"])
    #expect(b.log.last?.t_us == 1_030_000 && b.engine.nextDeadline == UInt64.max && b.failures.isEmpty, "\(b.failures)")
  }

  @Test("delivers the newest frame alone when time jumps, and other deadlines in order")
  func jump() {
    let b = Self.bench()
    _ = b.transitions.start(1, TransitionBench.options(100_000, automatic: true))
    _ = b.engine.tick(55_000)
    #expect(b.names() == ["started", "updated 32768"] && b.engine.nextDeadline == 60_000)
    _ = b.engine.tick(10_000_000_000_000)
    #expect(b.names() == ["started", "updated 32768", "updated 65536", "finished"] && b.log.last?.t_us == 100_000)
    #expect(b.failures.isEmpty, "\(b.failures)")
  }

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
      // The end is found by asking where it stands.
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

  @Test("bad arguments have named errors and change nothing")
  func errors() {
    let b = Self.bench(most: 1)
    let t = b.transitions
    #expect(t.start(0, nil) == Status.invalid && t.start(1, TransitionBench.options(1, speed: 0)) == Status.invalid)
    b.willStart = { _, _, o in o.speed = -1 }
    #expect(t.start(1, nil) == Status.invalid)
    b.willStart = nil
    #expect(t.update(1, 0) == Status.notFound && t.finish(1) == Status.notFound && t.cancel(1) == Status.notFound)
    #expect(b.names().isEmpty && t.start(1, nil) == Status.ok)
    #expect(t.start(1, nil) == Status.invalid && t.start(2, nil) == Status.noSpace && t.pause(1) == Status.state)
    #expect(t.setSpeed(1, 0) == Status.invalid && t.bind(2, 1, target: 0, dx: 0, dy: 0) == Status.noSpace)
    #expect(t.bind(1, 4, target: 0, dx: 0, dy: 0) == Status.invalid && t.bind(1, 3, target: 0, dx: 1, dy: 0) == Status.invalid)
    #expect(t.bind(1, 6, target: 0, dx: 0, dy: 0) == Status.invalid && t.cancel(1) == Status.ok)
    #expect(b.names() == ["started", "cancelled"] && b.failures.isEmpty, "\(b.failures)")
  }

  @Test("callbacks cancel in started, finish in updated, start in finished, reset anywhere")
  func callbacks() {
    let b = Self.bench()
    b.onEvent = { b, e in if e.type == EventType.transitionStarted { _ = b.transitions.cancel(e.subject) } }
    _ = b.transitions.start(1, nil)
    #expect(b.names() == ["started", "cancelled"])
    b.onEvent = { b, e in
      if e.type == EventType.transitionUpdated && e.progress == 65536 { _ = b.transitions.finish(e.subject) }
      if e.type == EventType.transitionFinished && e.subject == 1 { _ = b.transitions.start(1 + e.subject, nil) }
    }
    b.forget()
    _ = b.transitions.start(1, nil)
    _ = b.transitions.update(1, 65536)
    #expect(b.names() == ["started", "updated 65536", "finished", "started"])
    b.settle("callbacks")
    b.onEvent = { b, e in if e.type == EventType.transitionUpdated { b.engine.reset() } }
    b.forget()
    _ = b.transitions.update(2, 5)
    #expect(b.names() == ["updated 5", "cancelled"] && b.log.last?.reason == Reason.reset)
    b.settle("reset")
    #expect(b.failures.isEmpty, "\(b.failures)")
  }

  // MARK: Drivers

  @Test("a preview drives it: finished when the preview completes its phase, back to 0 when it is cancelled")
  func preview() {
    let b = Self.bench()
    #expect(b.transitions.bind(3, UInt32(PRESS_DRIVER_PREVIEW), target: 0, dx: 0, dy: 0) == Status.ok)
    b.feed(1000, 0.5)
    b.feed(2000, 2.0)
    let progress = b.engine.contacts[0].preview.progress
    #expect(b.names() == ["started", "updated \(progress)"] && b.transitions.get(3) == (1, progress) && b.asked == [3])
    b.feed(3000, 0.1)
    #expect(b.transitions.get(3).state == 3)
    _ = b.engine.tick(1_000_000)
    #expect(b.names().last == "cancelled")
    b.forget()
    b.feed(2_000_000, 5.0)
    #expect(b.names() == ["started", "updated 65536", "finished"])
    b.feed(2_001_000, 5.0)
    b.feed(2_002_000, 0)
    #expect(b.names().count == 3 && b.failures.isEmpty, "\(b.names()) \(b.failures)")
  }

  @Test("a commit drives it")
  func commit() {
    let b = Self.bench()
    _ = b.transitions.bind(3, UInt32(PRESS_DRIVER_COMMIT), target: 0, dx: 0, dy: 0)
    b.feed(1000, 2.0)
    #expect(b.names().isEmpty)
    b.feed(2000, 3.5)
    let progress = b.engine.contacts[0].preview.progress
    #expect(b.names() == ["started", "updated \(progress)"])
    b.feed(3000, 5)
    #expect(b.names().suffix(2) == ["updated 65536", "finished"])
    b.feed(4000, 0)
    b.forget()
    b.feed(5000, 5)
    #expect(b.names() == ["started", "updated 65536", "finished"] && b.failures.isEmpty, "\(b.names()) \(b.failures)")
  }

  @Test("pressure drives it; the program's own cancel takes it from the contact until that lifts; the next catches it")
  func pressure() {
    let b = Self.bench()
    _ = b.transitions.bind(3, UInt32(PRESS_DRIVER_PRESSURE), target: 0, dx: 0, dy: 0)
    b.feed(1000, 2.7)
    let fraction = b.engine.contacts[0].touch.pressure
    #expect(b.names() == ["started", "updated \(fraction)"])
    #expect(b.transitions.cancel(3) == Status.ok)
    b.feed(2000, 4)
    #expect(b.names().count == 2 && b.transitions.get(3).state == 3)
    b.feed(3000, 0)
    b.feed(4000, 3)
    let caught = b.transitions.get(3).fraction
    #expect(b.asked == [3] && b.transitions.get(3).state == 1 && caught < fraction && caught > fraction - 200)
    b.feed(4100, 1)
    #expect(b.transitions.get(3).fraction == b.engine.contacts[0].touch.pressure)
    #expect(b.transitions.bind(3, 0, target: 0, dx: 0, dy: 0) == Status.ok)
    b.feed(5000, 4)
    b.feed(6000, 0)
    #expect(b.transitions.get(3).state == 1 && b.transitions.finish(3) == Status.ok)
    _ = b.engine.tick(1_000_000)
    #expect(b.names().last == "finished" && b.failures.isEmpty, "\(b.names()) \(b.failures)")
  }

  @Test("motion drives it along its direction; half way decides", arguments: [(49, false), (50, true), (200, true), (-5, false)])
  func motion(way: Int32, finishes: Bool) {
    let b = Self.bench()
    _ = b.transitions.bind(3, UInt32(PRESS_DRIVER_MOTION), target: 0, dx: 0, dy: 100 << 16)
    b.feed(1000, 0.6, x: 10, y: 10)
    #expect(b.names().isEmpty)
    b.feed(2000, 0.6, x: 90, y: 10 + way)
    let fraction = min(max(way * 65536 / 100, 0), 65536)
    #expect(b.names() == (way > 0 ? ["started", "updated \(fraction)"] : []))
    b.feed(203_000, 0, x: 90, y: 10 + way)
    _ = b.engine.tick(1_000_000)
    #expect(b.names().last == (way <= 0 ? nil : finishes ? "finished" : "cancelled") && b.failures.isEmpty, "\(b.names()) \(b.failures)")
  }

  @Test("a reset ends what a contact drives with its own reason, also at 0")
  func resetWhileDriven() {
    let b = Self.bench()
    _ = b.transitions.bind(3, UInt32(PRESS_DRIVER_PREVIEW), target: 0, dx: 0, dy: 0)
    b.feed(1000, 2.0)
    _ = b.transitions.update(3, 0)
    b.reset()
    #expect(b.names().last == "cancelled" && b.log.last?.reason == Reason.reset && b.log.last?.t_us == 1000)
    b.settle("reset")
    b.feed(500, 0)
    b.feed(1000, 2.0)
    #expect(b.asked == [3, 3] && b.transitions.get(3).state == 1, "bindings stay")
    #expect(b.failures.isEmpty, "\(b.failures)")
  }

  @Test("what the program starts itself when asked waits until the finger comes there")
  func startsWhenAsked() {
    let b = Self.bench()
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

  @Test("who polls too late misses progress and no end")
  func outbox() {
    let c = press_transition_config.makeDefault
    let b = TransitionBench(transitions: c, events: 64, isObserved: false)
    let t = b.transitions
    var events = [press_event](repeating: press_event(), count: 64)
    for round in 0..<50 as Range<UInt64> {
      for id in 1...4 as ClosedRange<UInt32> { #expect(t.start(id, TransitionBench.options(1_000_000, automatic: true)) == Status.ok) }
      for at in 1...200 as ClosedRange<UInt64> { _ = b.engine.tick(round * 1_100_000 + at * 5500) }
      let count = b.engine.poll(&events, 64)
      for e in events.prefix(Int(count)) { b.receive(e) }
      b.settle("round \(round)")
    }
    #expect(b.engine.stats.overwritten == 0 && b.failures.isEmpty, "\(b.failures)")
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
        b.button.set(c)
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
