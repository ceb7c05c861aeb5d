import CPress
import Testing
@testable import PressCore

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
