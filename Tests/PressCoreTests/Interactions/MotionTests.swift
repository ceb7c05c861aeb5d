import CPress
import Foundation
import Glibc
import Testing
@testable import PressCore

/// The speed that a finger hands over as it lifts, by strokes whose path is known: minimum jerk, cut off on the way; slow drags; stops.
@Suite struct TrailTests {
  /// A finger along x, points and seconds.
  struct Stroke {
    var places: [(t: UInt64, x: Double)] = []
    var fell: UInt64 = 0
    /// Points per second at the fall.
    var speed = 0.0
    /// How long the whole stroke lasts, seconds, and how far it goes.
    var length = 0.0
    var way = 0.0
  }

  private static let rule = Trail.Rule()

  private static func uniform(_ random: inout SplitMix, _ from: Double, _ to: Double) -> Double {
    from + (to - from) * Double(random.next() >> 11) / Double(1 << 53)
  }

  private static func normal(_ random: inout SplitMix) -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + uniform(&random, 0, 1) }
  }

  /// 60 to 1,000 samples a second, 20 % of jitter, 0.15 points of trembling in eighths of a point; `stop`: how long the finger then lies still.
  private static func stroke(
    _ random: inout SplitMix, lasts: ClosedRange<Double>, hz rates: ClosedRange<Double> = 60...1000, lifts part: ClosedRange<Double> = 0.35...0.75,
    trembling: Double = 0.15, stop: Double
  ) -> Stroke {
    let hz = exp(uniform(&random, log(rates.lowerBound), log(rates.upperBound)))
    let length = uniform(&random, lasts.lowerBound, lasts.upperBound)
    let way = uniform(&random, 80, 600)
    let lifts = length * uniform(&random, part.lowerBound, part.upperBound)
    func at(_ t: Double) -> Double {
      let u = min(t, lifts + (stop > 0 ? 0 : 1)) / length
      return way * u * u * u * (10 - 15 * u + 6 * u * u)
    }
    var stroke = Stroke()
    var t = uniform(&random, 0, 1) / hz
    while t < lifts + stop {
      let place = ((at(t) + trembling * normal(&random)) * 8).rounded() / 8
      stroke.places.append((UInt64(1_000_000 + t * 1e6), place))
      t += uniform(&random, 0.8, 1.2) / hz
    }
    stroke.fell = UInt64(1_000_000 + t * 1e6)
    let u = min(t / length, 1)
    stroke.speed = stop > 0 ? 0 : way / length * 30 * u * u * (1 - u) * (1 - u)
    (stroke.length, stroke.way) = (length, way)
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
    // By the least length of the stop in milliseconds: how many strokes throw, with this speed and with the mean.
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

  /// A lift that repeats the last place.
  @Test func aPlaceThatIsRepeatedSoonChangesNoSpeed() {
    var random = SplitMix(36)
    var (near, worst) = (0, 0.0)
    for _ in 0..<4000 {
      let hz = exp(Self.uniform(&random, log(60), log(240)))
      let stroke = Self.stroke(&random, lasts: 0.2...0.5, hz: hz...hz, lifts: 0.35...0.75, stop: 0)
      guard let last = stroke.places.last else { continue }
      let later = 1000 * (1 + random.next() % 24)
      var repeated = stroke
      repeated.places.append((last.t + later, last.x))
      repeated.fell = max(stroke.fell, last.t + later + 1000)
      let (without, with) = (Self.speed(stroke).x, Self.speed(repeated).x)
      let off = abs(with - without) / max(without, 1)
      worst = max(worst, off)
      if off <= 0.1 { near += 1 }
    }
    print("repeated: \(near) of 4000 within a tenth, the worst \(worst)")
    #expect(near >= 3800)
  }

  @Test func aPlaceThatIsRepeatedForFortyMillisecondsThrowsNothing() {
    var random = SplitMix(37)
    for _ in 0..<2000 {
      let step = 1e6 / exp(Self.uniform(&random, log(60), log(1000)))
      var trail = Trail()
      var t = 1_000_000.0
      var x = 0.0
      while x < 200 {
        trail.add(Int32(x * 65536), 0, at: UInt64(t), Self.rule)
        t += step
        x += step * 1000 / 1e6
      }
      x -= step * 1000 / 1e6
      let from = t - step
      let rest = Self.uniform(&random, 40_000, 90_000)
      while t < from + rest {
        trail.add(Int32(x * 65536), 0, at: UInt64(t), Self.rule)
        t += step
      }
      #expect(trail.speed(at: UInt64(max(t, from + rest)), Self.rule) == (0, 0))
    }
  }

  /// Lifts late in the stroke, too: how long it lasts, points of trembling, and the part that is right at least.
  private static let late: [(ClosedRange<Double>, Double, Double)] = [
    (0.15...0.2, 0.15, 0.80), (0.2...0.5, 0.15, 0.90), (0.8...2.0, 0.15, 0.97),
    (0.15...0.2, 0.5, 0.65), (0.2...0.5, 0.5, 0.68), (0.8...2.0, 0.5, 0.68),
  ]

  /// How often an unbiased estimate from the places of 100 ms can be within `allowed`: the Cramer-Rao bound. `form`: the estimate knows the form
  /// of the path, but not its place, way, beginning and length. `polynomial`: it only knows that the path is a polynomial of the fifth degree.
  private static func bounds(_ stroke: Stroke, trembling: Double, allowed: Double) -> (form: Double, polynomial: Double) {
    // Rounding to an eighth of a point trembles, too.
    let variance = trembling * trembling + 1 / 768.0
    guard let latest = stroke.places.last?.t else { return (0, 0) }
    let times = stroke.places.filter { latest - $0.t <= 100_000 }.map { Double($0.t) / 1e6 - 1 }
    let fell = Double(stroke.fell) / 1e6 - 1
    func path(_ t: Double) -> (place: Double, slope: Double, bend: Double) {
      let u = min(t / stroke.length, 1)
      return (u * u * u * (10 - 15 * u + 6 * u * u), 30 * u * u * (1 - u) * (1 - u), 60 * u * (1 - u) * (1 - 2 * u))
    }
    let fastest = stroke.way / stroke.length
    let form = times.map { [1, path($0).place * stroke.way, path($0).slope * fastest, path($0).slope * fastest * $0 / stroke.length] }
    let (slope, bend) = (path(fell).slope * fastest, path(fell).bend * fastest / stroke.length)
    let along = [0, slope, bend, slope / stroke.length + bend * fell / stroke.length]
    let polynomial = times.map { t in (0..<6).map { pow((t - fell) / 0.05 + 1, Double($0)) } }
    return (
      chance(form, along, variance, allowed), chance(polynomial, (0..<6).map { Double($0) / 0.05 }, variance, allowed)
    )
  }

  /// The chance of an estimate whose variance is that of the places times g' (J'J)^-1 g. `rows`: J, the derivatives of each place by the unknown
  /// parameters; g: the derivatives of the speed.
  private static func chance(_ rows: [[Double]], _ g: [Double], _ variance: Double, _ allowed: Double) -> Double {
    let n = g.count
    if rows.count < n { return 0 }
    var left = (0..<n).map { i in (0..<n).map { j in rows.reduce(0) { $0 + $1[i] * $1[j] } } + [g[i]] }
    for i in 0..<n {
      left.swapAt(i, (i..<n).max { abs(left[$0][i]) < abs(left[$1][i]) }!)
      for j in 0..<n where j != i {
        let part = left[j][i] / left[i][i]
        for k in i...n { left[j][k] -= part * left[i][k] }
      }
    }
    let spread = (0..<n).reduce(0) { $0 + g[$1] * left[$1][n] / left[$1][$1] } * variance
    return spread > 0 && spread.isFinite ? erf(allowed / (2 * spread).squareRoot()) : 0
  }

  /// docs/design/speed.md shows the bounds and the measured rates.
  @Test(arguments: late)
  func aLateLiftIsWithinATenthOrFortyPoints(_ kind: (ClosedRange<Double>, Double, Double)) {
    var random = SplitMix(38)
    for (from, to) in [(60.0, 100.0), (100, 200), (200, 1000), (60, 1000)] {
      var (right, none, form, polynomial) = (0, 0, 0.0, 0.0)
      for _ in 0..<2000 {
        let stroke = Self.stroke(&random, lasts: kind.0, hz: from...to, lifts: 0.35...0.95, trembling: kind.1, stop: 0)
        let found = Self.speed(stroke).x
        let allowed = max(0.1 * stroke.speed, 40)
        if abs(found - stroke.speed) <= allowed { right += 1 }
        if found == 0 && stroke.speed > 100 { none += 1 }
        let bounds = Self.bounds(stroke, trembling: kind.1, allowed: allowed)
        form += bounds.form
        polynomial += bounds.polynomial
      }
      print(
        "lifts at 35 to 95 % of \(kind.0) s, \(kind.1) points, \(from) to \(to) samples a second: \(right) of 2000,",
        "at most \(Int(polynomial)) as a polynomial, \(Int(form)) with the form known")
      // A moving finger must not be reported as still.
      #expect(none <= 2)
      #expect(Double(right) >= 0.85 * polynomial && Double(right) >= 0.6 * form)
      if to - from > 900 { #expect(Double(right) >= 2000 * kind.2) }
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
    // After an even movement, a place that follows within a microsecond changes the speed little.
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

extension ThrowCourse {
  fileprivate init(from: Int32, to goal: Int32, velocity: Int32, _ friction: Int32, settle: UInt32, beyond: Int64 = 0) {
    self.init()
    begin(from: from, to: goal, velocity: velocity, friction, settle: settle, beyond: beyond)
  }
}

/// Courses of throws against their formulas, places of rest against a search.
@Suite("Throws: where content is, along one axis")
struct ScrollTests {
  private func points(_ q: Int32) -> Double { Double(q) / 65536 }

  @Test func aGlideIsAnExponentialThatBeginsWithItsSpeed() {
    var random = SplitMix(11)
    for _ in 0..<2000 {
      let distance = Double(Int64(bitPattern: random.next()) % 20_000_000) / 10_000
      let k = 0.5 + Double(random.next() % 10_000) / 500
      if abs(distance) < 1 { continue }
      let from = Double(Int64(bitPattern: random.next()) % 1000)
      let (start, goal, velocity) = (Int32(from * 65536), Int32((from + distance) * 65536), Int32(max(min(distance * k, 32767), -32767) * 65536))
      let way = points(goal) - points(start)
      let exact = points(velocity) / way
      let course = ThrowCourse(from: start, to: goal, velocity: velocity, 65536 / 2, settle: 400_000)
      #expect(abs(Double(course.length) - max(log(2 * abs(way)) / exact * 1e6, 0)) < 100 + Double(course.length) * 1e-4)
      for part in 0..<12 {
        let t = course.length / 11 * UInt64(part)
        let left = exp(-exact * Double(t) / 1e6)
        let (place, speed) = course.at(t)
        if t >= course.length {
          #expect(place == goal && speed == 0)
        } else {
          #expect(abs(points(place) - (points(goal) - way * left)) < abs(way) * 1e-4 + 1e-4)
          #expect(abs(points(speed) - points(velocity) * left) < abs(points(velocity)) * 1e-4 + 1e-3)
        }
      }
    }
  }

  @Test func aSpringIsCriticallyDampedAndBeginsWithItsSpeed() {
    var random = SplitMix(12)
    for _ in 0..<2000 {
      let distance = Double(Int64(bitPattern: random.next()) % 10_000_000) / 10_000
      let settle = UInt32(10_000 + random.next() % 2_000_000)
      if abs(distance) < 1 { continue }
      // Away from its end, or slower than friction leads.
      let speed = Double(random.next() % 4000) * (random.next() % 3 == 0 ? 0 : -1)
      let (goal, velocity) = (Int32(distance * 65536), Int32((distance < 0 ? -speed : speed) * 65536))
      let course = ThrowCourse(from: 0, to: goal, velocity: velocity, 131_072, settle: settle)
      let w = 2 * Double.pi * 1e6 / Double(settle)
      let (x, v) = (-points(goal), points(velocity))
      let most = abs(x) + abs(v) / w
      for part in 0..<10 {
        let t = course.length / 10 * UInt64(part)
        let s = Double(t) / 1e6
        let exact = (x + (v + w * x) * s) * exp(-w * s)
        #expect(abs(points(course.at(t).place) - (points(goal) + exact)) < most * 1e-4 + 1e-3)
      }
      let left = (x + (v + w * x) * Double(course.length) / 1e6) * exp(-w * Double(course.length) / 1e6)
      #expect(abs(left) < 0.51)
      #expect(course.at(course.length).place == goal)
    }
  }

  @Test func nothingPassesAnEndThatLiesAhead() {
    var random = SplitMix(13)
    for _ in 0..<2000 {
      let goal = Int32(truncatingIfNeeded: random.next() % (500 << 16)) + 65536
      let velocity = Int32(truncatingIfNeeded: random.next() % (20_000 << 16))
      let friction = Int32(16_384 + random.next() % (64 << 16))
      let course = ThrowCourse(from: 0, to: goal, velocity: velocity, friction, settle: UInt32(10_000 + random.next() % 9_000_000))
      for part in 0..<40 {
        let place = course.at(course.length / 40 * UInt64(part)).place
        #expect(place <= goal + 64 && place >= -64)
      }
    }
  }

  @Test func aPlaceOfRestIsTheNearestThatThereIs() {
    var random = SplitMix(14)
    for _ in 0..<3000 {
      let low = -Int32(random.next() % 2000)
      let high = low + Int32(random.next() % 2000)
      let snap = Int32(1 + random.next() % 300)
      let place = Int64(random.next() % 4000) - 3000
      let inside = min(max(place, Int64(low)), Int64(high))
      let all = [low] + stride(from: high, through: low, by: -Int(snap)).map { Int32($0) }
      let least = all.map { abs(Int64($0) - inside) }.min()!
      let found = ThrowCourse.rest(place, from: low, to: high, snap: snap)
      #expect(all.contains(found) && abs(Int64(found) - inside) == least)
      #expect(ThrowCourse.rest(place, from: low, to: high, snap: 0) == Int32(inside))
    }
  }
}

/// The machine of two contacts against the same in floating point.
@Suite("Pinch: two contacts")
struct PinchTests {
  private static func touch(_ x: Double, _ y: Double) -> press_touch {
    var touch = press_touch()
    (touch.x, touch.y) = (Int32(x * 65536), Int32(y * 65536))
    return touch
  }

  @Test("scale and angle of random ways are those of floating point")
  func ways() {
    var random = SplitMix(21)
    var worst = (scale: 0.0, angle: 0.0)
    for _ in 0..<2_000 {
      var pinch = Pinch()
      let config = press_pinch_config.makeDefault
      var (apart, angle) = (20 + 200 * random.unit(), 2 * .pi * random.unit())
      func places() -> (press_touch, press_touch) {
        let (x, y) = (apart * cos(angle), apart * sin(angle))
        return (Self.touch(500 - x / 2, 500 - y / 2), Self.touch(500 + x / 2, 500 + y / 2))
      }
      var (a, b) = places()
      pinch.watch(&a, &b, config)
      let first = (apart: apart, angle: angle)
      var base: Double?
      var turnBase: Double?
      for _ in 0..<60 {
        apart = max(5, apart * (0.9 + 0.2 * random.unit()))
        angle += 0.6 * (random.unit() - 0.5)
        (a, b) = places()
        let wasScaling = pinch.isScaling
        let wasTurning = pinch.isTurning
        _ = pinch.move(&a, &b)
        // At the limit itself rounding may decide.
        let spread = abs(apart - first.apart) - 8
        let turn = abs(angle - first.angle) * 180 / .pi - 8
        if abs(spread) > 0.01 { #expect(pinch.isScaling == (wasScaling || spread > 0)) }
        if abs(turn) > 0.01 { #expect(pinch.isTurning == (wasTurning || turn > 0)) }
        if pinch.isScaling && base == nil { base = apart }
        if pinch.isTurning && turnBase == nil { turnBase = angle }
        if let base { worst.scale = max(worst.scale, abs(Double(pinch.scale) / 65536 / (apart / base) - 1)) }
        if let turnBase { worst.angle = max(worst.angle, abs(Double(pinch.angle) / 65536 - (angle - turnBase) * 180 / .pi)) }
        #expect(pinch.hasBegun == (pinch.isScaling || pinch.isTurning))
      }
    }
    #expect(worst.scale < 1e-4 && worst.angle < 0.001, "\(worst)")
  }

  @Test("a distance is that of floating point, wherever the two are")
  func distances() {
    var random = SplitMix(4)
    for _ in 0..<100_000 {
      let dx = Int64(random.spread32()) - Int64(random.spread32())
      let dy = Int64(random.spread32()) - Int64(random.spread32())
      let right = hypot(Double(dx), Double(dy)) / 2
      #expect(abs(Double(Pinch.distance(dx, dy)) - right) < 2)
    }
    #expect(Pinch.distance(-(1 << 32), 1 << 32) == 3_037_000_499)
  }
}
