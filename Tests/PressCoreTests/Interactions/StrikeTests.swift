import CPress
import Testing
@testable import PressCore

/// The machine of one strike against a plain search of its readings.
@Suite("Strikes: how fast a contact was struck")
struct StrikeTests {
  /// The readings that a strike keeps: if the newest two are less than 1.8 ms apart, the next reading replaces the newest.
  private func kept(_ readings: ArraySlice<(t: UInt64, force: Int32)>) -> [(t: UInt64, force: Int32)] {
    var found: [(t: UInt64, force: Int32)] = []
    for reading in readings {
      if found.count > 1 && found[found.count - 1].t - found[found.count - 2].t < 1800 { found.removeLast() }
      found.append(reading)
    }
    return found
  }

  /// N/s of the 8 ms up to each reading, in floating point; the steepest, and the two beside it.
  private func steepest(_ readings: [(t: UInt64, force: Int32)], from first: Int) -> Double {
    var slopes: [(speed: Double, passed: Double)] = []
    // When the contact begins the reading before is looked at, too, of those that are kept.
    let before = kept(readings[...first]).dropLast().suffix(5)
    let rings = [Array(before)] + (first..<readings.count).map { Array(kept(readings[...$0]).suffix(6)) }
    for ring in rings where ring.count > 1 {
      let now = ring.last!
      let at = ring.lastIndex { now.t - $0.t >= 8000 } ?? 0
      var (passed, force) = (Double(now.t - ring[at].t), Double(ring[at].force))
      if at + 1 < ring.count - 1 && passed > 8000 {
        force += (Double(ring[at + 1].force) - force) * (passed - 8000) / Double(ring[at + 1].t - ring[at].t)
        passed = 8000
      }
      slopes.append(((Double(now.force) - force) * 1e6 / max(passed, 8000), passed))
    }
    let most = slopes.map(\.speed).max()!
    if most <= 0 { return 0 }
    let at = slopes.firstIndex { $0.speed == most }!
    let beside = [at > 0 ? max(slopes[at - 1].speed, 0) : -1, at + 1 < slopes.count ? max(slopes[at + 1].speed, 0) : -1]
    let high = beside.max()!
    let low = beside.min()! < 0 ? high : beside.min()!
    let whole = 9000 + (slopes[at].passed - 9000) / 8
    return most + (high - low) / 4 + (slopes[at].passed > 9000 ? (most - max(low, 0)) * (slopes[at].passed - whole) / whole : 0)
  }

  @Test func theSteepest8MillisecondsAreThoseOfASearch() {
    var random = SplitMix(5)
    for round in 0..<3000 {
      var strike = Strike(of: 1)
      var readings: [(t: UInt64, force: Int32)] = []
      var t: UInt64 = random.next() % 2 == 0 ? 1 << 33 : UInt64(UInt32.max) - 2000
      let touches = Int(random.next() % 6)
      let longest: UInt64 = [300, 1500, 6000, 30000][round % 4]
      for i in 0..<14 {
        t += 1 + random.next() % longest
        readings.append((t, Int32(truncatingIfNeeded: random.next() % (20 << 16))))
        _ = strike.read(readings[i].force, at: t)
        if i == touches { strike.begin(at: t) }
      }
      let right = steepest(readings, from: touches)
      #expect(abs(Double(strike.speed) - right) < 1e-4 * right + 126, "\(round)")
      #expect(strike.hasRisen)
    }
  }

  @Test func readingsBeforeAPauseDoNotCount() {
    var strike = Strike(of: 1)
    _ = strike.read(0, at: 1000)
    _ = strike.read(5 << 16, at: 1001 + Strike.gap)
    strike.begin(at: 1001 + Strike.gap)
    #expect(!strike.hasRisen)
    #expect(!strike.isLast(within: 0))
  }

  @Test func itIsPastAfter12MillisecondsWhere8RiseAtLessThanHalf() {
    var strike = Strike(of: 1)
    _ = strike.read(0, at: 1000)
    _ = strike.read(100_000, at: 5000)
    strike.begin(at: 5000)
    let past = (1...4).map { strike.read(100_000, at: 5000 + $0 * 4000) }
    #expect(past == [false, false, true, true])
    #expect(strike.speed == 12_500_000)
  }

  @Test func theWindowHoldsTheReadingsThatComeInTime() {
    for window in UInt32(0)...6 {
      var strike = Strike(of: 1)
      for i in 0...1 { _ = strike.read(Int32(i) << 16, at: UInt64(i + 1) * 1000) }
      strike.begin(at: 2000)
      var last = 0
      while !strike.isLast(within: window * 1000) {
        last += 1
        _ = strike.read(Int32(last + 1) << 16, at: UInt64(last + 2) * 1000)
      }
      #expect(last == Int(window))
    }
  }

  @Test func velocitiesFollowTheirCurve() {
    var config = press_strike_config.makeDefault
    for curve in StrikeCurve.log...StrikeCurve.power {
      config.curve = curve
      config.exponent = 1 << 15
      let state = StrikeState(config, sources: 1)
      var before: UInt32 = 0
      for step in 0..<4000 {
        let now = state.velocity(Int32(step) * 20000)
        #expect(now >= before && now <= 127)
        before = now
      }
      #expect(state.velocity(config.min_speed - 1) == 0)
      #expect(state.velocity(config.min_speed) == 1)
      #expect(state.velocity(Int32.max) == 127)
    }
  }
}

/// The machine of one lift against a plain search of its readings.
@Suite("Lifts: how fast a contact let go")
struct LiftTests {
  /// N/s of the 8 ms up to each reading, in floating point, from the newest back: to the window, or to 12 ms and less than half of the steepest.
  private func steepest(_ readings: [(t: UInt64, force: Int32)]) -> Double {
    let ring = Array(readings.suffix(24))
    let end = ring.last!.t
    var slopes: [(speed: Double, passed: Double)] = []
    for i in stride(from: ring.count - 1, to: 0, by: -1) {
      if i < ring.count - 1 && end - ring[i - 1].t > 40_000 { break }
      let at = ring[..<i].lastIndex { ring[i].t - $0.t >= 8000 } ?? 0
      var (passed, force) = (Double(ring[i].t - ring[at].t), Double(ring[at].force))
      if at + 1 < i && passed > 8000 {
        force += (Double(ring[at + 1].force) - force) * (passed - 8000) / Double(ring[at + 1].t - ring[at].t)
        passed = 8000
      }
      slopes.append(((force - Double(ring[i].force)) * 1e6 / max(passed, 8000), passed))
      if end - ring[i].t >= 12_000 && slopes.last!.speed * 2 < max(slopes.map(\.speed).max()!, 0) { break }
    }
    let most = slopes.map(\.speed).max()!
    if most <= 0 { return 0 }
    let at = slopes.firstIndex { $0.speed == most }!
    let beside = [at > 0 ? max(slopes[at - 1].speed, 0) : -1, at + 1 < slopes.count ? max(slopes[at + 1].speed, 0) : -1]
    return most + (beside.min()! < 0 ? 0 : (beside.max()! - beside.min()!) / 4)
  }

  private func lift(_ readings: [(t: UInt64, force: Int32)]) -> Lift {
    var lift = Lift()
    lift.begin()
    for reading in readings { lift.read(reading.force, at: reading.t) }
    lift.fall()
    return lift
  }

  @Test func theSteepestFallIsThatOfASearch() {
    var random = SplitMix(7)
    for _ in 0..<3000 {
      var readings: [(t: UInt64, force: Int32)] = []
      var t: UInt64 = random.next() % 2 == 0 ? 1 << 33 : UInt64(UInt32.max) - 20_000
      for _ in 0..<2 + random.next() % 40 {
        t += 1667 + random.next() % 4000
        readings.append((t, Int32(truncatingIfNeeded: random.next() % (20 << 16))))
      }
      let found = lift(readings)
      #expect(found.phase == .fallen)
      let right = steepest(readings)
      #expect(abs(Double(found.falls.speed) - right) < 1e-4 * right + 126)  // a force that lies between two is cut to Q16
    }
  }

  @Test func readingsThatComeFasterFillTheWindowAllTheSame() {
    for interval: UInt64 in [50, 100, 333, 799, 1163] {
      // 100 N/s for 30 ms, after 300 for 5 ms, after nothing: the steepest 8 ms, within 40 ms, fall at 225.
      var readings: [(t: UInt64, force: Int32)] = []
      for i in 0..<(60_000 / interval) {
        let t = Double(i * interval) / 1e6
        let force = 5 - max(0, min(t - 0.025, 0.005)) * 300 - max(0, t - 0.03) * 100
        readings.append((1_000_000 + i * interval, Int32(force * 65536)))
      }
      let speed = Double(lift(readings).falls.speed) / 65536
      #expect(speed > 205 && speed < 226, "\(interval): \(speed)")
    }
  }

  @Test func readingsBeforeAPauseDoNotCount() {
    var held = Lift()
    held.begin()
    held.read(5 << 16, at: 1000)
    held.read(0, at: 1001 + Strike.gap)
    held.fall()
    #expect(held.phase == .held)
    held.end(isLifted: true)
    #expect(held.phase == .apart)
  }

  @Test func whatIsCancelledIsNoLift() {
    var held = lift([(1000, 5 << 16), (2000, 0)])
    held.end(isLifted: false)
    #expect(!held.isOpen)
    held = lift([(1000, 5 << 16), (2000, 0)])
    held.end(isLifted: true)
    #expect(held.phase == .pending && held.falls.speed == 5 << 16 &* 125)
  }
}
