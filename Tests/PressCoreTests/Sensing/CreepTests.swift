import CPress
import Foundation
@testable import PressCore
import Testing

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
