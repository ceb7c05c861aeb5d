import CPress
@testable import PressCore

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
