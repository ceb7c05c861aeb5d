import CPress
import Foundation
import Testing
@testable import PressCore

/// As a pad asks it, for one sensor alone.
extension Baseline {
  fileprivate mutating func isWrong(by above: Int32, at t: UInt64, margin: Int32, after: UInt32) -> Bool {
    if above < 0 - margin { return isWrong(at: t, after: after) }
    forget()
    return false
  }

  fileprivate mutating func follow(_ conductance: Int32, elapsed: UInt64, rise: UInt32, fall: UInt32, step: Int32) -> Bool {
    var pace = Pace()
    pace.set(elapsed, gap: 0, rise: rise, fall: fall)
    return follow(conductance, rise: pace.rise, fall: pace.fall, step: UInt32(max(step, 1)))
  }
}

@Suite("Baseline: the zero of a sensor")
struct BaselineTests {
  private static let micro: Int32 = 65536

  @Test("starts at zero, and is what it is set to", arguments: [Int32.min, -1, 0, 1, 65536, Int32.max])
  func sets(value: Int32) {
    var baseline = Baseline()
    #expect(baseline.value == 0 && baseline.delivered == 0)
    baseline.set(value)
    #expect(baseline.value == value && baseline.delivered == value)
  }

  @Test(
    "the zero that was watched is the mean, with the lowest and the highest",
    arguments: [
      ([5], 5), ([1, 2], 2), ([-1, -2], -2), ([1, 1, 2], 1), ([Int32.max, Int32.max, Int32.max], Int32.max),
      ([Int32.min, Int32.min], Int32.min), ([Int32.min, Int32.max], -1), ([0, 10, 20, 30], 15),
    ] as [([Int32], Int32)])
  func watches(values: [Int32], mean: Int32) {
    var baseline = Baseline()
    for _ in 0..<2 {
      baseline.startWatching()
      for value in values { baseline.watch(value) }
      #expect(baseline.watched == mean)
      #expect(baseline.lowest == values.min() && baseline.highest == values.max())
    }
    #expect(baseline.value == 0)
  }

  /// One reading: conductance at a time, and whether the zero must be corrected by it.
  struct Reading {
    let at: UInt64
    let conductance: Int32
    let isCorrected: Bool

    init(_ at: UInt64, _ conductance: Int32, _ isCorrected: Bool = false) {
      (self.at, self.conductance, self.isCorrected) = (at, conductance, isCorrected)
    }
  }

  /// The zero is 1000, noise 10, patience 50.
  @Test(
    "a reading below zero corrects it when it lasts",
    arguments: [
      ("within the noise", [Reading(0, 990), Reading(1000, 990)]),
      ("just below, long enough", [Reading(0, 989), Reading(49, 989), Reading(50, 989, true)]),
      ("one good reading between starts again", [Reading(0, 900), Reading(40, 990), Reading(60, 900), Reading(109, 900), Reading(110, 900, true)]),
      ("a single reading", [Reading(0, 0), Reading(1, 1000), Reading(500, 0), Reading(501, 1000)]),
      ("different values below count together", [Reading(0, 900), Reading(25, 500), Reading(50, 989, true)]),
      ("goes on asking until it is corrected", [Reading(0, 900), Reading(50, 900, true), Reading(51, 900, true)]),
      ("far away", [Reading(0, .min), Reading(50, .min, true)]),
    ])
  func corrects(name: String, readings: [Reading]) {
    var baseline = Baseline()
    baseline.set(1000)
    for r in readings {
      #expect(
        baseline.isWrong(by: Q16.subtract(r.conductance, baseline.value), at: r.at, margin: 10, after: 50) == r.isCorrected, "\(name), at \(r.at)")
    }
    #expect(baseline.value == 1000)
  }

  @Test("setting the zero forgets that it was below, and a patience of 0 turns the rule off")
  func forgets() {
    var baseline = Baseline()
    baseline.set(1000)
    #expect(baseline.isWrong(by: 0 - baseline.value, at: 0, margin: 10, after: 50) == false)
    baseline.set(500)
    #expect(baseline.isWrong(by: 0 - baseline.value, at: 60, margin: 10, after: 50) == false)
    #expect(baseline.isWrong(by: 0 - baseline.value, at: 110, margin: 10, after: 50) == true)
    #expect(baseline.isWrong(by: 0 - baseline.value, at: 200, margin: 10, after: 0) == false)
  }

  @Test("noise as large as the number range is no trap")
  func extremes() {
    var baseline = Baseline()
    #expect(baseline.isWrong(by: .max, at: 0, margin: .max, after: 1) == false)
    #expect(baseline.isWrong(by: 0 - .max, at: 0, margin: .max, after: 1) == false)
    #expect(baseline.isWrong(by: .min, at: 0, margin: .max, after: 1) == false)
    #expect(baseline.isWrong(by: .min, at: 1, margin: .max, after: 1) == true)
  }

  @Test("follows like a first-order low-pass, upwards and downwards at their own rates")
  func follows() {
    var worst = Worst()
    for (from, to) in [(0, 65536 * 10), (65536 * 10, 0), (Int32.min, Int32.max), (Int32.max, Int32.min)] as [(Int32, Int32)] {
      for elapsed in [100, 5000, 100_000] as [UInt64] {
        var baseline = Baseline()
        baseline.set(from)
        var exact = Double(from)
        for _ in 0..<500 {
          _ = baseline.follow(to, elapsed: elapsed, rise: 30_000_000, fall: 5_000_000, step: .max)
          exact += (Double(to) - exact) * Double(elapsed) / (to > from ? 30e6 : 5e6)
          worst.see(abs(Double(baseline.value) - exact) / abs(Double(to) - Double(from)), "\(from) to \(to) every \(elapsed)")
        }
      }
    }
    print("baseline: \(worst)")
    #expect(worst.error < 2e-6, "\(worst)")
  }

  @Test("slow drift is not lost to rounding: a thousandth of a unit per sample arrives")
  func slowDrift() {
    var baseline = Baseline()
    baseline.set(0)
    for _ in 0..<20_000 { _ = baseline.follow(300, elapsed: 1000, rise: 30_000_000, fall: 0, step: .max) }
    #expect(abs(Double(baseline.value) - 300 * (1 - exp(-20.0 / 30))) < 1)
  }

  @Test("a rate of 0 does not follow, and a gap longer than the time constant goes all the way")
  func rates() {
    var baseline = Baseline()
    #expect(baseline.follow(.max, elapsed: .max, rise: 0, fall: 1, step: 1) == false)
    #expect(baseline.value == 0)
    #expect(baseline.follow(1_000_000, elapsed: .max, rise: 1, fall: 0, step: 1) == true)
    #expect(baseline.value == 1_000_000)
    #expect(baseline.follow(0, elapsed: 1, rise: 1, fall: 0, step: 1_000_001) == false)
    #expect(baseline.value == 1_000_000)
    #expect(baseline.follow(5, elapsed: .max, rise: 0, fall: .max, step: 1) == true)
    #expect(baseline.value == 5)
  }

  @Test("drift is delivered each time it adds up to a step, and a step of 0 delivers the smallest")
  func deliversDrift() {
    var baseline = Baseline()
    var deliveries = 0
    for i in 1...1000 as ClosedRange<Int32> {
      if baseline.follow(i * 100, elapsed: 10, rise: 10, fall: 10, step: 10_000) {
        deliveries += 1
        #expect(baseline.value - baseline.delivered == 10_000)
        baseline.markDelivered()
      }
    }
    #expect(deliveries == 10 && baseline.delivered == 100_000)
    #expect(baseline.follow(100_000, elapsed: 10, rise: 10, fall: 10, step: 0) == false)
    #expect(baseline.follow(100_001, elapsed: 10, rise: 10, fall: 10, step: 0) == true)
  }
}

@Suite("Creep")
struct CreepTests {
  private static let hundred = 100 * Q16.one
  private static let threshold = 10 * Q16.one

  /// What a constant load of 100 microsiemens reads after so long when it creeps.
  private static func read(_ creep: Double, seconds: Double) -> Int32 {
    Int32((Double(hundred) * (1 + creep * log10(1 + seconds / 0.1))).rounded())
  }

  @Test(
    "a constant load that creeps by 1 to 20 % a decade stays within 0.02 % of its onset for 100 s",
    arguments: [0.01, 0.05, 0.14, 0.2], [1_000, 5_000, 40_000] as [UInt64])
  func constant(part: Double, step: UInt64) {
    var creep = Creep()
    var failures = Failures()
    var worst = 0.0
    var t: UInt64 = 1_000_000
    while t <= 101_000_000 {
      let relieved = creep.relieve(Self.read(part, seconds: Double(t - 1_000_000) / 1e6), of: Int32(part * 65536), from: Self.threshold, at: t)
      let off = abs(Double(relieved) / Double(Self.hundred) - 1)
      worst = max(worst, off)
      failures.expect(off < 0.0002, "\(relieved) at \(t)")
      t += step
    }
    print("Creep of \(part), every \(step) us: at most \(worst * 100) % off")
    #expect(failures.isEmpty, "\(failures)")
    let uncorrected = Double(Self.read(part, seconds: 100)) / Double(Self.hundred) - 1
    #expect(uncorrected > 2.9 * part)
  }

  @Test(
    "at any moment more load never reads less, never more than it is, and never less than creep can explain",
    arguments: 0..<200 as Range<UInt64>)
  func monotone(seed: UInt64) {
    var random = SplitMix(seed)
    let parts: [Int32] = [1, 3277, 9175, 65536]
    let part = parts.randomElement(using: &random)!
    var creep = Creep()
    var failures = Failures()
    var t: UInt64 = 0
    for _ in 0..<200 {
      let load = Int32.random(in: 0...(1 << Int32.random(in: 1...30, using: &random)), using: &random)
      t += UInt64.random(in: 1...(1 << UInt64.random(in: 1...30, using: &random)), using: &random)
      var before: Int32 = 0
      let base = max(load, 1)
      let loads: [Int32] = [0, 1, 2, base / 3, base / 2, base - 1, base, base + 1, min(base, 1 << 29) * 2, Int32.max]
      for more in loads.sorted() {
        // A copy: the moment is the same for all.
        var copy = creep
        let relieved = copy.relieve(more, of: part, from: Self.threshold, at: t)
        failures.expect(relieved >= before, "\(more) gives \(relieved) after \(before)")
        failures.expect(relieved <= more, "\(more) gives \(relieved)")
        // 71 minutes are 4.64 decades.
        let least = Double(more) / (1 + 4.65 * Double(part) / 65536) - 1
        failures.expect(Double(relieved) >= least, "\(more) gives \(relieved)")
        before = relieved
      }
      _ = creep.relieve(load, of: part, from: Self.threshold, at: t)
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  /// The share of a load that is taken off.
  private static func share(_ creep: inout Creep, _ load: Int32, _ t: UInt64) -> Double {
    1 - Double(creep.relieve(load, of: 6554, from: threshold, at: t)) / Double(load)
  }

  /// A contact of this load from `t`, every 5 ms. Returns when it was over.
  private static func press(_ creep: inout Creep, _ load: Int32, from t: UInt64, for us: UInt64) -> UInt64 {
    for i in 0..<(us / 5_000) { _ = creep.relieve(load, of: 6554, from: threshold, at: t + 5_000 * i) }
    return t + us
  }

  @Test("nothing is taken off at the onset, and what is taken off changes by less than 0.3 % from frame to frame")
  func noJump() {
    var creep = Creep()
    #expect(creep.relieve(Self.hundred, of: 6554, from: Self.threshold, at: 7_000_000) == Self.hundred)
    var t: UInt64 = 7_000_000
    var before = 0.0
    var failures = Failures()
    // Down to well under the threshold, and up again.
    for i in 0..<4000 {
      t += 5_000
      let load = i < 2000 ? Self.hundred : max(Self.hundred - Int32(i - 2000) * (Self.hundred / 1500), Self.threshold / 10)
      let now = Self.share(&creep, load, t)
      failures.expect(abs(now - before) < 0.003, "\(before) then \(now) at \(i)")
      before = now
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("a press after a light rest of 30 s reads as a fresh one would, within 4 %")
  func pressAfterRest() {
    var rested = Creep()
    let t = Self.press(&rested, Self.hundred / 8, from: 1, for: 30_000_000)
    #expect(Self.share(&rested, Self.hundred / 8, t) > 0.19)
    #expect(Self.share(&rested, Self.hundred, t + 5_000) < 0.04)
  }

  @Test("a dip of a tenth of a second costs the memory little, a rest of ten seconds most of it")
  func dips() {
    var creep = Creep()
    var t = Self.press(&creep, Self.hundred, from: 1, for: 30_000_000)
    let before = Self.share(&creep, Self.hundred, t)
    t = Self.press(&creep, Self.hundred / 2, from: t + 5_000, for: 100_000)
    #expect(abs(Self.share(&creep, Self.hundred, t) - before) < 0.02)
    t = Self.press(&creep, Self.hundred / 10, from: t + 5_000, for: 10_000_000)
    #expect(Self.share(&creep, Self.hundred, t) < 0.04)
  }

  @Test("after a lift the sensor recovers: half of a decade's worth is left after as long a rest, next to nothing after 100 times that")
  func recovers() {
    var creep = Creep()
    let lifted = Self.press(&creep, Self.hundred, from: 1, for: 1_000_000)
    func tapped(after us: UInt64) -> Double {
      var copy = creep
      let t = Self.press(&copy, 1, from: lifted, for: us)
      return Self.share(&copy, Self.hundred, t)
    }
    #expect(tapped(after: 5_000) > 0.08)
    #expect((0.001...0.03).contains(tapped(after: 1_000_000)))
    #expect(tapped(after: 100_000_000) < 0.0005)
  }

  @Test("taps for a minute read the same within 3 %")
  func taps() {
    var creep = Creep()
    var t: UInt64 = 1
    for _ in 0..<300 {
      #expect(Self.share(&creep, Self.hundred, t) < 0.03)
      t = Self.press(&creep, Self.hundred, from: t, for: 100_000)
      t = Self.press(&creep, 1, from: t, for: 100_000)
    }
  }

  @Test("the threshold is the least conductance that gives the force", arguments: [1, 1000, 9830, 65536, 3_000_000] as [Int32])
  func threshold(force: Int32) {
    for curve in [press_sensor.makeDefault.curve, Curve.makePower(100 * Q16.one, Q16.one, Q16.one), Curve.makePower(5, 70_000, 16384)] {
      withUnsafePointer(to: curve) {
        let found = Curve.conductance($0, force)
        #expect(found > 0)
        #expect(Curve.force($0, found) >= force || found == Int32.max)
        #expect(Curve.force($0, found - 1) < force)
      }
    }
  }
}
