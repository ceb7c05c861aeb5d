import Foundation
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
import Testing

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
