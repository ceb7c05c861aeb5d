import CPress
import Testing
@testable import PressCore

/// The machine of one strike against a plain search of its readings.
@Suite("Strikes: how fast a contact was struck")
struct StrikeTests {
  /// N/s of a rise, as a search over all readings of a contact finds it: each against the newest that is 0.8 ms or more before, of the
  /// three before it.
  private func steepest(_ readings: [(t: UInt64, force: Int32)], from first: Int) -> Int32? {
    var found: Int32?
    for i in first..<readings.count where i > 0 {
      let near = readings[max(0, i - 3)..<i]
      let before = near.last { readings[i].t - $0.t >= 800 } ?? near[near.startIndex]
      let rise = Double(readings[i].force) - Double(before.force)
      let speed = Int32(clamping: Int64((rise * 1e6 / Double(readings[i].t - before.t)).rounded(.towardZero)))
      found = max(found ?? 0, speed)
    }
    return found
  }

  @Test func theSteepestRiseIsThatOfASearch() {
    var random = SplitMix(5)
    for _ in 0..<3000 {
      var strike = Strike(of: 1)
      var readings: [(t: UInt64, force: Int32)] = []
      var t: UInt64 = random.next() % 2 == 0 ? 1 << 33 : UInt64(UInt32.max) - 2000
      let touches = Int(random.next() % 6)
      for i in 0..<12 {
        t += 1 + random.next() % 1500
        readings.append((t, Int32(truncatingIfNeeded: random.next() % (20 << 16))))
        _ = strike.read(readings[i].force, at: t)
        if i == touches { strike.begin(at: t) }
      }
      #expect(strike.speed == (steepest(readings, from: touches) ?? 0))
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

  @Test func itIsPastWhereItRisesAtLessThanHalf() {
    var strike = Strike(of: 1)
    _ = strike.read(0, at: 1000)
    _ = strike.read(100_000, at: 2000)
    strike.begin(at: 2000)
    #expect(strike.speed == 100_000_000)
    let goesOn = strike.read(150_000, at: 3000)
    let isPast = strike.read(199_999, at: 4000)
    #expect(!goesOn && isPast)
    #expect(strike.speed == 100_000_000)
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
      var before: UInt32 = 0
      for step in 0..<4000 {
        let now = config.velocity(Int32(step) * 20000)
        #expect(now >= before && now <= 127)
        before = now
      }
      #expect(config.velocity(config.min_speed - 1) == 0)
      #expect(config.velocity(config.min_speed) == 1)
      #expect(config.velocity(Int32.max) == 127)
    }
  }
}
