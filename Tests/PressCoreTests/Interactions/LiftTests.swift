import CPress
import Testing
@testable import PressCore

/// The machine of one lift against a plain search of its readings.
@Suite("Lifts: how fast a contact let go")
struct LiftTests {
  /// N/s of a fall, as a search from the newest reading back finds it: up to a fall of less than half of the steepest, or the window.
  private func steepest(_ readings: [(t: UInt64, force: Int32)]) -> Int32? {
    var found: Int32?
    for i in stride(from: readings.count - 1, to: 0, by: -1) {
      let (high, low) = (readings[i - 1], readings[i])
      if found != nil && readings.last!.t - high.t > 40_000 { break }
      let fall = (Double(high.force) - Double(low.force)) * 1e6 / Double(low.t - high.t)
      found = max(found ?? 0, Int32(clamping: Int64(fall.rounded(.towardZero))))
      if fall * 2 < Double(found!) { break }
    }
    return found
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
      #expect(found.falls.speed == steepest(readings))
    }
  }

  @Test func readingsThatComeFasterFillTheWindowAllTheSame() {
    for interval: UInt64 in [50, 100, 333, 799, 1163] {
      // 100 N/s for 30 ms, after 300 for 5 ms, after nothing: the steepest is within 40 ms.
      var readings: [(t: UInt64, force: Int32)] = []
      for i in 0..<(60_000 / interval) {
        let t = Double(i * interval) / 1e6
        let force = 5 - max(0, min(t - 0.025, 0.005)) * 300 - max(0, t - 0.03) * 100
        readings.append((1_000_000 + i * interval, Int32(force * 65536)))
      }
      let speed = Double(lift(readings).falls.speed) / 65536
      #expect(speed > 270 && speed < 301, "\(interval): \(speed)")
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
    #expect(held.phase == .pending && held.falls.speed == 5 << 16 &* 1000)
  }
}
