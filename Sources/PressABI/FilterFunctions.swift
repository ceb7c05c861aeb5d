import CPress
import PressCore

@implementation @_cdecl("press_median_step")
public func press_median_step(_ median: UnsafeMutablePointer<press_median>?, _ value: Int32) -> Int32 {
  guard let median else { return value }
  return Median.step(&median.pointee, value)
}

@implementation @_cdecl("press_one_euro_init")
public func press_one_euro_init(
  _ filter: UnsafeMutablePointer<press_one_euro>?, _ min_cutoff_hz: press_q16, _ beta: press_q16,
  _ derivative_cutoff_hz: press_q16
) -> Int32 {
  guard let filter, OneEuro.isValid(minCutoff: min_cutoff_hz, beta: beta, derivativeCutoff: derivative_cutoff_hz) else {
    return Status.invalid
  }
  var fresh = press_one_euro()
  fresh.min_cutoff_hz = min_cutoff_hz
  fresh.beta = beta
  fresh.derivative_cutoff_hz = derivative_cutoff_hz
  filter.pointee = fresh
  return Status.ok
}

@implementation @_cdecl("press_one_euro_step")
public func press_one_euro_step(
  _ filter: UnsafeMutablePointer<press_one_euro>?, _ t_us: UInt64, _ value: press_q16,
  _ filtered: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let filter, let filtered, t_us != UInt64.max else { return Status.invalid }
  let f = filter.pointee
  if !OneEuro.isValid(minCutoff: f.min_cutoff_hz, beta: f.beta, derivativeCutoff: f.derivative_cutoff_hz) {
    return Status.invalid
  }
  if f.started != 0 && t_us <= f.t_us { return Status.time }
  var pace = OneEuro.Pace()
  filtered.pointee = OneEuro.step(&filter.pointee, at: t_us, value, &pace)
  return Status.ok
}
