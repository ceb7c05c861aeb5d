import Foundation
import Testing

@testable import PressCore

/// What a finger hands over as it lets go, by strokes whose path is known: minimum jerk, cut off on the way; slow drags; stops.
@Suite struct TrailTests {
  /// A finger along x, points and seconds.
  struct Stroke {
    var places: [(t: UInt64, x: Double)] = []
    var fell: UInt64 = 0
    /// Points per second at the fall.
    var speed = 0.0
  }

  private static let rule = Trail.Rule()

  private static func uniform(_ random: inout SplitMix, _ from: Double, _ to: Double) -> Double {
    from + (to - from) * Double(random.next() >> 11) / Double(1 << 53)
  }

  private static func normal(_ random: inout SplitMix) -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + uniform(&random, 0, 1) }
  }

  /// 60 to 1,000 samples a second, 20 % of jitter, 0.15 points of trembling in eighths of a point; then it lies still for so long.
  private static func stroke(_ random: inout SplitMix, lasts: ClosedRange<Double>, stop: Double) -> Stroke {
    let hz = exp(uniform(&random, log(60), log(1000)))
    let length = uniform(&random, lasts.lowerBound, lasts.upperBound)
    let way = uniform(&random, 80, 600)
    let lifts = length * uniform(&random, 0.35, 0.75)
    func at(_ t: Double) -> Double {
      let u = min(t, lifts + (stop > 0 ? 0 : 1)) / length
      return way * u * u * u * (10 - 15 * u + 6 * u * u)
    }
    var stroke = Stroke()
    var t = uniform(&random, 0, 1) / hz
    while t < lifts + stop {
      let place = ((at(t) + 0.15 * normal(&random)) * 8).rounded() / 8
      stroke.places.append((UInt64(1_000_000 + t * 1e6), place))
      t += uniform(&random, 0.8, 1.2) / hz
    }
    stroke.fell = UInt64(1_000_000 + t * 1e6)
    let u = t / length
    stroke.speed = stop > 0 ? 0 : way / length * 30 * u * u * (1 - u) * (1 - u)
    return stroke
  }

  /// Along x as it is, along y back and half as far.
  private static func speed(_ stroke: Stroke) -> (x: Double, y: Double) {
    var trail = Trail()
    for place in stroke.places { trail.add(Int32(place.x * 65536), Int32(place.x * -32768), at: place.t, rule) }
    let found = trail.speed(at: stroke.fell, rule)
    return (Double(found.x) / 65536, Double(found.y) / 65536)
  }

  private static func mean(_ stroke: Stroke) -> Double {
    guard let last = stroke.places.last, let first = stroke.places.first(where: { last.t - $0.t <= 100_000 }), first.t < last.t else { return 0 }
    return (last.x - first.x) * 1e6 / Double(last.t - first.t)
  }

  @Test(arguments: [(0.2...0.5, "flick"), (0.15...0.2, "quick flick"), (0.8...2.0, "drag")])
  func aSpeedIsWithinATenthOfThePathInNinetyFiveOfAHundred(_ kind: (ClosedRange<Double>, String)) {
    var random = SplitMix(33)
    var (right, rightMean) = (0, 0)
    for _ in 0..<2000 {
      let stroke = Self.stroke(&random, lasts: kind.0, stop: 0)
      let found = Self.speed(stroke)
      // Slower than 100 points a second, 10 points a second.
      let allowed = max(0.1 * stroke.speed, 10)
      if abs(found.x - stroke.speed) <= allowed { right += 1 }
      if abs(Self.mean(stroke) - stroke.speed) <= allowed { rightMean += 1 }
      #expect(found.x >= 0 && found.y <= 0)
    }
    print("\(kind.1): \(right) of 2000, mean of 100 ms \(rightMean)")
    #expect(right >= 1900)
    #expect(rightMean < right)
  }

  @Test func aStopOfFortyMillisecondsThrowsNothing() {
    var random = SplitMix(34)
    // By where the stop begins, milliseconds: how many throw, as here and by the mean.
    var thrown: [Int: (here: Int, mean: Int, of: Int)] = [:]
    for _ in 0..<10_000 {
      let stop = Self.uniform(&random, 0, 0.1)
      let stroke = Self.stroke(&random, lasts: 0.15...0.5, stop: stop)
      let from = stop < 0.02 ? 0 : stop < 0.04 ? 20 : 40
      thrown[from, default: (0, 0, 0)].of += 1
      if abs(Self.speed(stroke).x) >= 50 { thrown[from]!.here += 1 }
      if abs(Self.mean(stroke)) >= 50 { thrown[from]!.mean += 1 }
    }
    for (from, one) in thrown.sorted(by: { $0.key < $1.key }) {
      print("stops from \(from) ms: \(one.here) of \(one.of) throw; by the mean of 100 ms \(one.mean)")
    }
    #expect(thrown[40]!.here * 100 <= thrown[40]!.of)
    #expect(thrown[40]!.mean * 100 > 90 * thrown[40]!.of)
  }

  @Test func aPauseWithoutSamplesIsAStop() {
    for pause in stride(from: 10_000, to: 200_000, by: 5_000) {
      var trail = Trail()
      for i in 0..<20 { trail.add(Int32(i * 10 << 16), 0, at: UInt64(1_000_000 + i * 10_000), Self.rule) }
      let found = trail.speed(at: UInt64(1_190_000 + pause), Self.rule).x
      if pause >= 40_000 { #expect(found == 0) } else { #expect(abs(found - 1000 << 16) < 65536) }
    }
  }

  @Test func anEvenSpeedIsThatSpeedAtAnyRate() {
    for interval in [500, 1000, 2500, 5000, 8000, 10_000, 12_000, 16_667, 25_000, 33_333, 50_000] {
      var trail = Trail()
      for i in 0..<(300_000 / interval) { trail.add(Int32(Double(i * interval) * 65.536 * 0.7), 0, at: UInt64(7_000_000 + i * interval), Self.rule) }
      let fell = UInt64(7_000_000 + 300_000 / interval * interval)
      let found = Double(trail.speed(at: fell, Self.rule).x) / 65536
      #expect(abs(found - 700) < 0.7, "every \(interval) µs: \(found)")
    }
  }

  @Test func anEvenRiseIsThrownAtItsEnd() {
    // To 3,000 points a second in 100 ms: a mean says 1,800.
    var trail = Trail()
    for i in 0...20 { trail.add(Int32(15_000 * pow(Double(i) * 0.005, 2) * 65536), 0, at: UInt64(1_000_000 + i * 5000), Self.rule) }
    let found = Double(trail.speed(at: 1_100_000, Self.rule).x) / 65536
    #expect(abs(found - 3000) < 10)
  }

  @Test func aMicrosecondHasNoSpeed() {
    for between in [1, 10, 100, 1000, 3999] {
      var trail = Trail()
      trail.add(0, 0, at: 1_000_000, Self.rule)
      trail.add(50 << 16, 0, at: UInt64(1_000_000 + between), Self.rule)
      #expect(trail.speed(at: UInt64(1_000_000 + between), Self.rule) == (0, 0))
    }
    // After an even way, one that comes at once changes little.
    var trail = Trail()
    for i in 0..<12 { trail.add(Int32(i * 10 << 16), 0, at: UInt64(1_000_000 + i * 10_000), Self.rule) }
    trail.add(111 << 16, 0, at: 1_110_001, Self.rule)
    #expect(abs(trail.speed(at: 1_110_001, Self.rule).x - 1000 << 16) < 300 << 16)
  }

  @Test func nothingThatComesMakesItFasterThanItsLatestWay() {
    var random = SplitMix(35)
    for _ in 0..<3000 {
      var trail = Trail()
      var t = random.next() % (1 << 40)
      var all: [(t: UInt64, x: Int32)] = []
      let (longest, most) = (1 + random.next() % 60_000, 1 + random.next() % (1 << 32))
      for _ in 0..<(1 + random.next() % 40) {
        t += random.next() % longest
        all.append((t, Int32(truncatingIfNeeded: Int64(random.next() % most) - Int64(most / 2))))
        trail.add(all.last!.x, Int32.min, at: t, Self.rule)
      }
      let found = trail.speed(at: t + random.next() % 120_000, Self.rule)
      #expect(found.y == 0)
      let last = all.last!
      let fastest =
        all.dropLast().filter { last.t - $0.t <= 100_000 && last.t > $0.t }
        .map { abs(Double(last.x) - Double($0.x)) * 2e6 / Double(last.t - $0.t) }.max() ?? 0
      #expect(abs(Double(found.x)) <= fastest + 129)
    }
  }
}
