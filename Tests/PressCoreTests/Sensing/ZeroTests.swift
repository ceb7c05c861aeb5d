import CPress
import Foundation
import Testing
@testable import PressCore

/// Asks the zero of one sensor, as a pad does.
extension Zero {
  fileprivate mutating func follow(_ conductance: Int32, elapsed: UInt64, rise: UInt32, fall: UInt32, step: Int32) -> Bool {
    var pace = Pace()
    pace.set(elapsed, gap: 0, rise: rise, fall: fall)
    return follow(conductance, rise: pace.rise, fall: pace.fall, step: UInt32(max(step, 1)))
  }

  /// A learnt zero that is not known yet.
  fileprivate static func learnt(_ conductance: Int32) -> Zero {
    var zero = Zero()
    zero.declare(0)
    zero.set(conductance, .learnt, isKnown: false, noise: 10)
    return zero
  }
}

@Suite("Zero: the zero of a sensor")
struct ZeroTests {
  private static let micro: Int32 = 65536

  @Test("starts at zero, and is what it is set to", arguments: [Int32.min, -1, 0, 1, 65536, Int32.max])
  func sets(value: Int32) {
    var zero = Zero()
    #expect(zero.value == 0 && zero.delivered == 0 && !zero.isKnown)
    zero.set(value, .learnt, isKnown: true, noise: 0)
    #expect(zero.value == value && zero.delivered == value && zero.isKnown)
  }

  @Test("what a sensor declares is known and remembered; of one that declares nothing it is not", arguments: [0, 1, 65536])
  func declares(value: Int32) {
    var zero = Zero()
    zero.declare(value)
    #expect(zero.value == value && zero.remembered == value)
    #expect(zero.isKnown == (value != 0) && zero.isDeclared == (value != 0))
  }

  @Test(
    "the zero that was watched is the mean, with the lowest and the highest",
    arguments: [
      ([5], 5), ([1, 2], 2), ([-1, -2], -2), ([1, 1, 2], 1), ([Int32.max, Int32.max, Int32.max], Int32.max),
      ([Int32.min, Int32.min], Int32.min), ([Int32.min, Int32.max], -1), ([0, 10, 20, 30], 15),
    ] as [([Int32], Int32)])
  func watches(values: [Int32], mean: Int32) {
    var zero = Zero()
    for _ in 0..<2 {
      zero.startWatching()
      for value in values { zero.watch(value) }
      #expect(zero.watched == mean)
      #expect(zero.lowest == values.min() && zero.highest == values.max())
    }
    #expect(zero.value == 0)
  }

  /// One reading: how long after the one before it comes, its conductance, and the expected fate; nil: it is not below the zero.
  struct Reading {
    let passed: UInt32
    let conductance: Int32
    let fate: Zero.Fate?

    init(_ passed: UInt32, _ conductance: Int32, _ fate: Zero.Fate?) {
      (self.passed, self.conductance, self.fate) = (passed, conductance, fate)
    }
  }

  /// The zero is 1000 of a sensor that declares it; 200 is remembered; noise 10, two seconds for a step.
  @Test(
    "a reading below a known zero",
    arguments: [
      ("for less than a second is nothing", [Reading(5, 900, .stays), Reading(999_999, 900, .stays), Reading(5, 1000, nil)]),
      ("for a second is delivered once", [Reading(5, 900, .stays), Reading(1_000_000, 900, .delivered), Reading(500_000, 900, .stays)]),
      ("counts from the first one", [Reading(1_500_000, 900, .stays), Reading(999_999, 900, .stays), Reading(1, 900, .delivered)]),
      (
        "that is back begins again",
        [
          Reading(0, 900, .stays), Reading(900_000, 900, .stays), Reading(5, 1000, nil), Reading(5, 900, .stays),
          Reading(900_000, 900, .stays),
        ]
      ),
      ("for as long as a step takes is one", [Reading(0, 900, .stays), Reading(1_999_999, 700, .delivered), Reading(1, 500, .stepped)]),
      ("about what is remembered for 50 ms is that", [Reading(0, 205, .stays), Reading(49_999, 190, .stays), Reading(1, 210, .returned)]),
      (
        "about what is remembered, but not always",
        [
          Reading(0, 200, .stays), Reading(40_000, 189, .stays), Reading(10_000, 200, .stays),
          Reading(40_000, 200, .stays),
        ]
      ),
      ("that never ends is no overflow", [Reading(.max, .min, .stays), Reading(.max, .min, .stepped), Reading(.max, .min, .stepped)]),
    ])
  func below(name: String, readings: [Reading]) {
    var zero = Zero()
    zero.declare(200)
    zero.set(1000, .declared, isKnown: true, noise: 10)
    for (i, r) in readings.enumerated() {
      if let fate = r.fate {
        #expect(zero.seeBelow(r.conductance, for: r.passed, noise: 10, steppedAfter: 2_000_000) == fate, "\(name), reading \(i)")
      } else {
        _ = zero.seeBack(for: r.passed, isQuiet: true)
      }
    }
    #expect(zero.value == 1000)
  }

  @Test("a reading below a zero that is not known corrects it after 50 ms")
  func corrects() {
    var zero = Zero.learnt(1000)
    #expect(zero.seeBelow(900, for: 5, noise: 10, steppedAfter: 0) == .stays)
    #expect(zero.seeBelow(900, for: 49_999, noise: 10, steppedAfter: 0) == .stays)
    #expect(zero.seeBelow(900, for: 1, noise: 10, steppedAfter: 0) == .corrected)
  }

  @Test("a step after 0 is none, and one that was delivered ends with the zero")
  func neverSteps() {
    var zero = Zero()
    zero.declare(1000)
    #expect(zero.seeBelow(900, for: 5, noise: 10, steppedAfter: 0) == .stays)
    #expect(zero.seeBelow(900, for: .max, noise: 10, steppedAfter: 0) == .delivered)
    #expect(zero.seeBelow(900, for: .max, noise: 10, steppedAfter: 0) == .stays)
    #expect(zero.seeBack(for: 5, isQuiet: false) == true)
    #expect(zero.seeBack(for: 5, isQuiet: false) == false)
  }

  @Test("it is known after a second in which nothing was on the pad; after ten where something pressed")
  func isKnown() {
    for origin in [Zero.Origin.learnt, .taken] {
      var zero = Zero.learnt(0)
      zero.set(1000, origin, isKnown: false, noise: 10)
      _ = zero.seeBack(for: 5, isQuiet: true)
      for _ in 0..<3 { _ = zero.seeBack(for: 400_000, isQuiet: false) }
      for _ in 0..<2 { _ = zero.seeBack(for: 400_000, isQuiet: true) }
      #expect(!zero.isKnown && !zero.isSettled)
      _ = zero.seeBack(for: 200_000, isQuiet: true)
      #expect(zero.isKnown == (origin == .learnt) && zero.isSettled == zero.isKnown)
      _ = zero.seeBack(for: 9_000_000, isQuiet: true)
      #expect(zero.isKnown && zero.isSettled)
    }
  }

  @Test("the zero of before is remembered, where it differs by more than noise, and is none that a contact was taken for")
  func remembers() {
    var zero = Zero()
    zero.declare(1000)
    zero.set(1010, .learnt, isKnown: true, noise: 10)
    #expect(zero.remembered == 1000)
    zero.set(500, .learnt, isKnown: true, noise: 10)
    #expect(zero.remembered == 1010 && zero.risesToRemembered == 510)
    zero.set(5000, .taken, isKnown: false, noise: 10)
    zero.set(300, .learnt, isKnown: false, noise: 10)
    #expect(zero.remembered == 500)
  }

  @Test("follows like a first-order low-pass, upwards and downwards at their own rates")
  func follows() {
    var worst = Worst()
    for (from, to) in [(0, 65536 * 10), (65536 * 10, 0), (Int32.min, Int32.max), (Int32.max, Int32.min)] as [(Int32, Int32)] {
      for elapsed in [100, 5000, 100_000] as [UInt64] {
        var zero = Zero()
        zero.set(from, .learnt, isKnown: true, noise: 0)
        var exact = Double(from)
        for _ in 0..<500 {
          _ = zero.follow(to, elapsed: elapsed, rise: 30_000_000, fall: 5_000_000, step: .max)
          exact += (Double(to) - exact) * Double(elapsed) / (to > from ? 30e6 : 5e6)
          worst.see(abs(Double(zero.value) - exact) / abs(Double(to) - Double(from)), "\(from) to \(to) every \(elapsed)")
        }
      }
    }
    print("zero: \(worst)")
    #expect(worst.error < 2e-6, "\(worst)")
  }

  @Test("slow drift is not lost to rounding: a thousandth of a unit per sample arrives")
  func slowDrift() {
    var zero = Zero()
    zero.set(0, .learnt, isKnown: true, noise: 0)
    for _ in 0..<20_000 { _ = zero.follow(300, elapsed: 1000, rise: 30_000_000, fall: 0, step: .max) }
    #expect(abs(Double(zero.value) - 300 * (1 - exp(-20.0 / 30))) < 1)
  }

  @Test("a rate of 0 does not follow, and a gap longer than the time constant goes all the way")
  func rates() {
    var zero = Zero()
    #expect(zero.follow(.max, elapsed: .max, rise: 0, fall: 1, step: 1) == false)
    #expect(zero.value == 0)
    #expect(zero.follow(1_000_000, elapsed: .max, rise: 1, fall: 0, step: 1) == true)
    #expect(zero.value == 1_000_000)
    #expect(zero.follow(0, elapsed: 1, rise: 1, fall: 0, step: 1_000_001) == false)
    #expect(zero.value == 1_000_000)
    #expect(zero.follow(5, elapsed: .max, rise: 0, fall: .max, step: 1) == true)
    #expect(zero.value == 5)
  }

  @Test("drift is delivered each time it adds up to a step, and a step of 0 delivers the smallest")
  func deliversDrift() {
    var zero = Zero()
    var deliveries = 0
    for i in 1...1000 as ClosedRange<Int32> {
      if zero.follow(i * 100, elapsed: 10, rise: 10, fall: 10, step: 10_000) {
        deliveries += 1
        #expect(zero.value - zero.delivered == 10_000)
        zero.markDelivered()
      }
    }
    #expect(deliveries == 10 && zero.delivered == 100_000)
    #expect(zero.follow(100_000, elapsed: 10, rise: 10, fall: 10, step: 0) == false)
    #expect(zero.follow(100_001, elapsed: 10, rise: 10, fall: 10, step: 0) == true)
  }
}

@Suite("Creep")
struct CreepTests {
  private static let hundred = 100 * Q16.one
  private static let threshold = 10 * Q16.one

  /// The reading of a constant load of 100 microsiemens that has crept for `seconds`.
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
