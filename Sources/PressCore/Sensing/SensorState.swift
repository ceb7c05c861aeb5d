import CPress

/// One sensor of a pad: what it is, and what it has read.
struct SensorState {
  /// Comes first, and the curve is its last field: see `force`.
  let sensor: press_sensor
  /// Rising codes: below the first the wire is open, from the others on the sensor is saturated or shorted.
  let openBelow, saturatedFrom, shortedFrom: Int32
  /// A median that differs by more took out a spike.
  let spike: UInt32
  var median = press_median()
  var monitor = FaultMonitor()
  var baseline = Baseline()
  /// The latest rising code to be trusted, from 0 to the most that counts, and whether it came with the present frame; -1: none yet.
  var code: Int32 = -1
  var isNew = false
  /// Microsiemens, Q16, zero not taken off; newtons, Q16.
  var conductance: Int32 = 0
  var force: Int32 = 0
  /// The piece of the curve that the last force lay on: the next is mostly near.
  var piece = 0
  var creep = Creep()
  /// The least conductance above the zero that is a touch; only where creep is taken off.
  private let loadedFrom: Int32
  /// When anything was heard of it, good or bad.
  var heardAt: UInt64 = 0
  private var lastCode: Int32 = -1
  private var sameSince: UInt64 = 0

  init(_ sensor: press_sensor, untouchedForce: Int32) {
    self.sensor = sensor
    let full = sensor.circuit.full_scale
    openBelow = Circuit.openBelow(sensor.circuit)
    saturatedFrom = full &- (full >> 6)
    shortedFrom = full &- (full >> 8)
    spike = UInt32(truncatingIfNeeded: full >> 6)
    loadedFrom = sensor.creep == 0 ? 0 : withUnsafePointer(to: sensor.curve) { Curve.conductance($0, untouchedForce) }
  }

  /// What a rising code says about the sensor itself.
  @inline(__always)
  mutating func judge(_ code: Int32, at t: UInt64, stuckAfter: UInt32) -> Int32 {
    if code != lastCode && code >= openBelow && code < saturatedFrom {
      lastCode = code
      sameSince = t
      return Reason.none
    }
    return judgeUnusual(code, t, stuckAfter)
  }

  @inline(never)
  private mutating func judgeUnusual(_ code: Int32, _ t: UInt64, _ stuckAfter: UInt32) -> Int32 {
    let isStuck = code == lastCode && stuckAfter != 0 && code > 0 && t &- sameSince >= UInt64(stuckAfter)
    if code != lastCode {
      lastCode = code
      sameSince = t
    }
    if code >= shortedFrom { return Reason.shorted }
    if code < openBelow && openBelow > 0 { return Reason.open }
    if isStuck { return Reason.stuck }
    return code >= saturatedFrom ? Reason.saturated : Reason.none
  }

  /// Microsiemens above the zero without what has crept.
  @inline(__always)
  static func relieve(_ state: UnsafeMutablePointer<SensorState>, _ load: Int32, at now: UInt64) -> Int32 {
    let creep = state.pointee.sensor.creep
    return creep == 0 ? load : state.pointee.creep.relieve(load, of: creep, from: state.pointee.loadedFrom, at: now)
  }

  /// Newtons from microsiemens above the zero. The curve is used where it lies: it is too large to copy each time.
  @inline(__always)
  static func force(_ state: UnsafeMutablePointer<SensorState>, _ conductance: Int32) -> Int32 {
    let offset = MemoryLayout<press_sensor>.size &- MemoryLayout<press_curve>.size
    let curve = UnsafeRawPointer(state).advanced(by: offset).assumingMemoryBound(to: press_curve.self)
    return Curve.force(curve, conductance, from: &state.pointee.piece)
  }
}
