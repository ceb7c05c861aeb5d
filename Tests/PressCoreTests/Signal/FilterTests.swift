import CPress
import Foundation
import PressCore
import Testing
@testable import PressCore

/// Test signals for filters: values of amplitude 1 at a time in seconds.
enum TestSignal: String, CaseIterable {
  case step, pulse, ramp, creep, sine, fastSine, noise, noisySteps

  func value(_ seconds: Double, _ random: inout SplitMix) -> Double {
    switch self {
    case .step: seconds < 0.002 ? 0 : 1
    case .pulse: seconds >= 0.002 && seconds < 0.004 ? 1 : 0
    case .ramp: min(seconds, 1)
    case .creep: min(seconds / 1000, 1)
    case .sine: sin(2 * Double.pi * seconds)
    case .fastSine: sin(2 * Double.pi * 37 * seconds)
    case .noise: 2 * random.unit() - 1
    case .noisySteps: (Int(seconds * 3) % 2 == 0 ? 0.1 : 0.9) + 0.1 * random.unit()
    }
  }
}

/// When samples are taken: the time from each to the next, in microseconds.
enum Sampling: CaseIterable {
  case every100us, every1ms, every12ms, every1s, uneven

  func next(_ random: inout SplitMix) -> UInt64 {
    switch self {
    case .every100us: 100
    case .every1ms: 1000
    case .every12ms: 12_000
    case .every1s: 1_000_000
    // Any decade from 100 us to 1 s is as likely as any other.
    case .uneven: UInt64(exp2(random.unit() * 13.2877) * 100)
    }
  }
}

/// The 1 euro filter in floating point, as Casiez, Roussel and Vogel published it in 2012. The derivative is taken from
/// the previous filtered value, and is 0 at first.
struct OneEuroReference {
  let minCutoff, beta, derivativeCutoff: Double
  var last: (t: UInt64, value: Double, derivative: Double)?

  init(minCutoff: Int32, beta: Int32, derivativeCutoff: Int32) {
    self.minCutoff = Double(minCutoff) / 65536
    self.beta = Double(beta) / 65536
    self.derivativeCutoff = Double(derivativeCutoff) / 65536
  }

  private static func alpha(_ cutoff: Double, _ te: Double) -> Double {
    let tau = 1 / (2 * Double.pi * cutoff)
    return 1 / (1 + tau / te)
  }

  mutating func step(_ t: UInt64, _ value: Double) -> Double {
    guard let last else {
      self.last = (t, value, 0)
      return value
    }
    let te = Double(t - last.t) / 1e6
    let derivative = last.derivative + Self.alpha(derivativeCutoff, te) * ((value - last.value) / te - last.derivative)
    let cutoff = minCutoff + beta * abs(derivative)
    let filtered = last.value + Self.alpha(cutoff, te) * (value - last.value)
    self.last = (t, filtered, derivative)
    return filtered
  }
}

extension OneEuro {
  /// With a pace of its own, as `press_one_euro_step` has it.
  static func step(_ f: inout press_one_euro, at t: UInt64, _ value: Int32) -> Int32 {
    var pace = Pace()
    return step(&f, at: t, value, &pace)
  }
}

@Suite("1 euro filter")
struct OneEuroTests {
  private struct Setting {
    let minCutoff, beta, derivativeCutoff: Int32

    static let all: [Setting] = [0.01, 0.1, 1, 3, 10, 100].flatMap { cutoff in
      [0, 0.01, 1, 10, 100].flatMap { beta in
        [0.1, 1, 10].map { Setting(minCutoff: q16(cutoff), beta: q16(beta), derivativeCutoff: q16($0)) }
      }
    }

    private static func q16(_ value: Double) -> Int32 { Int32((value * 65536).rounded()) }

    func fresh() -> press_one_euro {
      var filter = press_one_euro()
      filter.min_cutoff_hz = minCutoff
      filter.beta = beta
      filter.derivative_cutoff_hz = derivativeCutoff
      return filter
    }

    var reference: OneEuroReference { OneEuroReference(minCutoff: minCutoff, beta: beta, derivativeCutoff: derivativeCutoff) }
    var name: String { "cutoff \(Double(minCutoff) / 65536), beta \(Double(beta) / 65536), derivative \(Double(derivativeCutoff) / 65536)" }
  }

  /// The largest difference from the reference, in parts of the amplitude.
  ///
  /// The algorithm feeds its output back into its own cutoff. Fast noise with a large beta makes that chaotic: then two
  /// runs of the reference that differ by a billionth part, which is what 32 bits of fraction can hold, part ways. Once
  /// they are twenty times as far apart there is no right answer any more, and the run ends.
  private static func compare(_ amplitude: Double, _ settings: [Setting], _ samplings: [Sampling], samples: Int) -> (worst: Worst, chaotic: Int) {
    var worst = Worst()
    var chaotic = 0
    for signal in TestSignal.allCases {
      for sampling in samplings {
        for setting in settings {
          var random = SplitMix(10)
          var filter = setting.fresh()
          var pace = OneEuro.Pace()
          var reference = setting.reference
          var shaken = setting.reference
          var t: UInt64 = 1_000_000
          for i in 0..<samples {
            let input = Int32(clamping: Int64((signal.value(Double(t - 1_000_000) / 1e6, &random) * amplitude * 65536).rounded()))
            let got = Double(OneEuro.step(&filter, at: t, input, &pace)) / 65536
            let right = reference.step(t, Double(input) / 65536)
            let other = shaken.step(t, Double(input) / 65536)
            shaken.last!.value += amplitude * (i % 2 == 0 ? 1e-9 : -1e-9)
            if abs(right - other) > 2e-8 * amplitude {
              chaotic += 1
              break
            }
            worst.see(abs(got - right) / amplitude, "sample \(i) of \(signal), \(sampling), \(setting.name): \(got), not \(right)")
            t += sampling.next(&random)
          }
        }
      }
    }
    return (worst, chaotic)
  }

  /// The largest error of a single step, as a fraction of the amplitude: before each step the reference takes over the state of the filter.
  private static func compareSteps(_ amplitude: Double, _ settings: [Setting], _ samplings: [Sampling], samples: Int) -> Worst {
    var worst = Worst()
    for signal in TestSignal.allCases {
      for sampling in samplings {
        for setting in settings {
          var random = SplitMix(12)
          var filter = setting.fresh()
          var pace = OneEuro.Pace()
          var reference = setting.reference
          var t: UInt64 = 1_000_000
          for i in 0..<samples {
            let input = Int32(clamping: Int64((signal.value(Double(t - 1_000_000) / 1e6, &random) * amplitude * 65536).rounded()))
            if i > 0 { reference.last = (filter.t_us, Double(filter.value) / 0x1p32, Double(filter.speed) / 0x1p24) }
            let got = Double(OneEuro.step(&filter, at: t, input, &pace)) / 65536
            let right = reference.step(t, Double(input) / 65536)
            worst.see(abs(got - right) / amplitude, "sample \(i) of \(signal), \(sampling), \(setting.name): \(got), not \(right)")
            t += sampling.next(&random)
          }
        }
      }
    }
    return worst
  }

  @Test("is within 1e-4 of the published algorithm for signals of amplitude 1")
  func unitAmplitude() {
    let (worst, chaotic) = Self.compare(1, Setting.all, Sampling.allCases, samples: 250)
    print("1 euro, amplitude 1: \(worst); \(chaotic) runs ended as chaotic")
    #expect(worst.error <= 1e-4, "\(worst)")
    #expect(worst.cases > 500_000)
  }

  @Test("is within 1e-4 of the published algorithm after a second of samples 100 us apart")
  func longRuns() {
    let few = Setting.all.enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
    let (worst, chaotic) = Self.compare(1, few, [.every100us], samples: 10_000)
    print("1 euro, long runs: \(worst); \(chaotic) runs ended as chaotic")
    #expect(worst.error <= 1e-4, "\(worst)")
  }

  @Test("is within 1e-4 of the amplitude of the published algorithm for larger signals", arguments: [20.0, 1000])
  func largeAmplitude(amplitude: Double) {
    let (worst, chaotic) = Self.compare(amplitude, Setting.all, Sampling.allCases, samples: 100)
    print("1 euro, amplitude \(amplitude): \(worst); \(chaotic) runs ended as chaotic")
    #expect(worst.error <= 1e-4, "\(worst)")
  }

  @Test("each single step is within 1e-4 of the amplitude of the published algorithm, chaotic or not", arguments: [1.0, 20])
  func singleSteps(amplitude: Double) {
    let worst = Self.compareSteps(amplitude, Setting.all, Sampling.allCases, samples: 100)
    print("1 euro, single steps, amplitude \(amplitude): \(worst)")
    #expect(worst.error <= 1e-4, "\(worst)")
  }

  @Test("never leaves the range of its input, not even between the ends of the number range")
  func neverOvershoots() {
    var failures = Failures()
    let values: [[Int32]] = [[Int32.min, Int32.max], [Int32.max, Int32.max - 1], [Int32.min, Int32.min + 1], [0, 1], [-1, Int32.max]]
    var settings = Setting.all
    settings += [Setting(minCutoff: 1, beta: 0, derivativeCutoff: 1), Setting(minCutoff: .max, beta: .max, derivativeCutoff: .max)]
    for pair in values {
      for gap in [1, 100, 12_345, 1_000_000, 1 << 26, 1 << 40, 1 << 62] as [UInt64] {
        for setting in settings {
          var filter = setting.fresh()
          var random = SplitMix(11)
          var t: UInt64 = 0
          for i in 0..<24 {
            let input = i < 12 ? pair[i % 2] : pair[Int(random.next() % 2)]
            let got = OneEuro.step(&filter, at: t, input)
            failures.expect(got >= pair.min()! && got <= pair.max()!, "\(pair) every \(gap), \(setting.name): \(got)")
            t &+= gap
          }
        }
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("a gap of any length does what the published algorithm does at a long one")
  func longGaps() {
    for gap in [67_000_000, 68_000_000, 1 << 40, 1 << 63] as [UInt64] {
      var filter = press_one_euro()
      filter.min_cutoff_hz = 65536
      filter.derivative_cutoff_hz = 65536
      _ = OneEuro.step(&filter, at: 0, 0)
      let out = Double(OneEuro.step(&filter, at: gap, 65536)) / 65536
      // 1 - 1 / (1 + 2 pi 67): the factor that a pause of 67 s gives.
      #expect(out >= 1 - 1 / (1 + 2 * Double.pi * 67) - 1e-4 && out <= 1)
    }
  }
}
