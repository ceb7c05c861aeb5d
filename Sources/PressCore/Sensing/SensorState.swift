import CPress

/// One sensor of a pad: what it is, and what it has read.
struct SensorState {
  let sensor: press_sensor
  let openBelow: Int32
  var median = press_median()
  var monitor = FaultMonitor()
  var baseline = Baseline()
  /// Microsiemens, Q16, zero not taken off; newtons, Q16.
  var conductance: Int32 = 0
  var force: Int32 = 0
  /// When anything was heard of it, good or bad.
  var heardAt: UInt64 = 0
  private var lastCode: Int32 = -1
  private var sameSince: UInt64 = 0

  init(_ sensor: press_sensor) {
    self.sensor = sensor
    openBelow = Circuit.openBelow(sensor.circuit)
  }

  /// What a rising code says about the sensor itself.
  @inline(__always)
  mutating func judge(_ code: Int32, at t: UInt64, stuckAfter: UInt32) -> Int32 {
    let full = sensor.circuit.full_scale
    if code >= full &- (full >> 8) { return Reason.shorted }
    if code < openBelow { return Reason.open }
    if code != lastCode {
      lastCode = code
      sameSince = t
    } else if stuckAfter != 0 && code > 0 && t &- sameSince >= UInt64(stuckAfter) {
      return Reason.stuck
    }
    return code >= full &- (full >> 6) ? Reason.saturated : Reason.none
  }

  /// Newtons from microsiemens above the zero.
  @inline(__always)
  func force(_ conductance: Int32) -> Int32 {
    withUnsafePointer(to: sensor.curve) { Curve.force($0, conductance) }
  }
}
