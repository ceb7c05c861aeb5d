import Foundation

/// What is sent through filters: values of amplitude 1 at a time in seconds.
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
