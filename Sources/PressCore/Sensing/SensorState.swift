import CPress

/// One sensor of a pad: what it is, and what it has read.
struct SensorState {
  /// Comes first, and the curve is its last field: see `force`.
  let sensor: press_sensor
  /// Rising codes: below the first the wire is open; from the next on the sensor is saturated, and from the one after it may
  /// be shorted; the last is the highest that counts.
  let openBelow, saturatedFrom, shortedFrom, most: Int32
  /// The conductance of `saturatedFrom`.
  let mostConductance: Int32
  /// Whether `shortedFrom` is the code of a short, or only the very end of the range.
  let canTellShort: Bool
  /// A median that differs by more took out a spike.
  let spike: UInt32
  var median = press_median()
  var monitor = FaultMonitor()
  var baseline = Baseline()
  /// The latest rising code to be trusted, from 0 to the most that counts, and whether it was not weighed yet; -1: none yet.
  var code: Int32 = -1
  var isNew = false
  /// Microsiemens, Q16, zero not taken off; newtons, Q16.
  var conductance: Int32 = 0
  var force: Int32 = 0
  /// The piece of the curve that the last force lay on: the next is mostly near.
  var piece = 0
  /// Of the readings before the latest, where sensors are not read at once.
  private var earlier: Int32 = 0
  private var before: Int32 = 0
  private var earlierAt: UInt64 = 0
  private var beforeAt: UInt64 = 0
  private(set) var readAt: UInt64 = 0
  /// When the latest code to be trusted was read, never earlier than the one before; only where sensors are not read at once.
  var codeAt: UInt64 = 0
  var creep = Creep()
  /// The least conductance above the zero that is a touch; only where creep is taken off.
  private let loadedFrom: Int32
  /// What always lies on it, in microsiemens and newtons as the curve has them.
  let preload, preloadForce: Int32
  /// Microsiemens that the zero may be away from the stored one, and is back within; 0: as far as it likes.
  let zeroLimit, zeroBack: Int32
  /// When anything was heard of it, good or bad.
  var heardAt: UInt64 = 0
  private var lastCode: Int32 = -1
  private var sameSince: UInt64 = 0

  /// The sensor is used where it lies: it is too large to copy more than once.
  init(_ from: UnsafePointer<press_sensor>, untouchedForce: Int32) {
    sensor = from.pointee
    let circuit = from.pointee.circuit
    let top = Circuit.top(circuit)
    openBelow = Circuit.openBelow(circuit)
    most = Circuit.most(circuit)
    saturatedFrom = Circuit.saturatedFrom(circuit)
    mostConductance = Circuit.conductance(circuit, rising: saturatedFrom)
    canTellShort = Circuit.canTellShort(circuit)
    shortedFrom = canTellShort ? Circuit.shortCode(circuit) : top &- top >> 10
    spike = UInt32(truncatingIfNeeded: circuit.full_scale >> 6)
    let offset = MemoryLayout<press_sensor>.size &- MemoryLayout<press_curve>.size
    let curve = UnsafeRawPointer(from).advanced(by: offset).assumingMemoryBound(to: press_curve.self)
    let bias = from.pointee.preload_force == 0 ? 0 : Curve.conductance(curve, from.pointee.preload_force)
    let biasForce = Curve.force(curve, bias)
    // What so many newtons more than the preload add.
    func conductance(_ force: Int32) -> Int32 {
      Curve.conductance(curve, Q16.add(biasForce, force)) &- bias
    }
    preload = bias
    preloadForce = biasForce
    loadedFrom = from.pointee.creep == 0 ? 0 : conductance(untouchedForce)
    let limit = from.pointee.zero == 0 ? 0 : from.pointee.zero_limit
    zeroLimit = limit == 0 ? 0 : conductance(limit)
    zeroBack = limit == 0 ? 0 : conductance((limit &+ 1) >> 1)
    baseline.set(from.pointee.zero == 0 ? bias : from.pointee.zero)
  }

  /// What a rising code says about the sensor itself; of these `saturated` is no fault.
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
    let isStuck = code == lastCode && stuckAfter != 0 && t &- sameSince >= UInt64(stuckAfter)
    if code != lastCode {
      lastCode = code
      sameSince = t
    }
    if code >= shortedFrom { return Reason.shorted }
    if code < openBelow { return Reason.open }
    if code >= saturatedFrom { return Reason.saturated }
    return isStuck ? Reason.stuck : Reason.none
  }

  /// A reading of this time comes; `force` is still that of the one before.
  mutating func keep() {
    earlier = before
    earlierAt = beforeAt
    before = force
    beforeAt = readAt
    readAt = codeAt
  }

  /// The force as it was at a time before the latest reading, along a straight line from the one before. A finger's onset is
  /// not straight: for that, along the parabola through the last three readings, not beyond the two that it lies between.
  func force(at t: UInt64, _ isOnset: Bool) -> Int32 {
    let back = readAt &- t
    let span = readAt &- beforeAt
    if back >= span { return back == 0 ? force : before }
    let share = Int64(truncatingIfNeeded: Fraction.q16(back, of: span))
    let fall = Int64(before) &- Int64(force)
    let line = Int64(force) &+ (fall &* share) >> 16
    // Readings that come unevenly make a straight line.
    if !isOnset || beforeAt &- earlierAt > 2 &* span { return Int32(truncatingIfNeeded: line) }
    let bend = Int64(earlier) &- Int64(before) &- fall
    let bow = (bend &* ((share &* (Int64(Q16.one) &- share)) >> 17)) >> 16
    return Int32(truncatingIfNeeded: min(max(line &- bow, Int64(min(force, before))), Int64(max(force, before))))
  }

  /// Microsiemens above the zero, from 0 to as many as leave room for the preload.
  @inline(__always)
  static func load(_ state: UnsafeMutablePointer<SensorState>, above: Int64) -> Int32 {
    Int32(truncatingIfNeeded: max(0, min(above, Int64(Int32.max &- state.pointee.preload))))
  }

  /// Newtons that so much conductance is more than a zero; not without a load.
  static func force(_ state: UnsafeMutablePointer<SensorState>, of conductance: Int32, over zero: Int32) -> Int32 {
    force(state, load(state, above: Int64(conductance) &- Int64(zero)))
  }

  /// Microsiemens above the zero without what has crept.
  @inline(__always)
  static func relieve(_ state: UnsafeMutablePointer<SensorState>, _ load: Int32, at now: UInt64) -> Int32 {
    let creep = state.pointee.sensor.creep
    return creep == 0 ? load : state.pointee.creep.relieve(load, of: creep, from: state.pointee.loadedFrom, at: now)
  }

  /// Newtons from microsiemens above the zero, at most as many as leave room for the preload. The curve is used where it lies: it is too large to copy each time.
  @inline(__always)
  static func force(_ state: UnsafeMutablePointer<SensorState>, _ conductance: Int32) -> Int32 {
    let offset = MemoryLayout<press_sensor>.size &- MemoryLayout<press_curve>.size
    let curve = UnsafeRawPointer(state).advanced(by: offset).assumingMemoryBound(to: press_curve.self)
    return Curve.force(curve, conductance &+ state.pointee.preload, from: &state.pointee.piece) &- state.pointee.preloadForce
  }
}
