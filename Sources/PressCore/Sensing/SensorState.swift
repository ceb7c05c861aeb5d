import CPress

/// The state of one sensor of a pad: its config and its readings.
struct SensorState {
  /// The first field: see `force`.
  private(set) var sensor: press_sensor
  /// Limits of rising codes. Below the first the wire is open, or no converter gives such a code. From the second on the sensor is at the
  /// end of its range, saturated or shorted. From the third on it may be shorted. The last is the highest that is used.
  private(set) var ordinaryFrom: Int32 = 0, endsFrom: Int32 = 0, shortedFrom: Int32 = 0, most: Int32 = 0
  /// The conductance from which on a sensor is saturated.
  private(set) var mostConductance: Int32 = 0
  /// Whether `shortedFrom` is the code of a short, or only the very end of the range.
  private(set) var showsShort = false
  /// Whether a fall below the zero counts against the other sensors: the sensor is of a plate, and declares its zero.
  private(set) var countsBelow = false
  /// If the median differs from a code by more than this, the code was a spike.
  private(set) var spike: UInt32 = 0
  var median = press_median()
  var monitor = FaultMonitor()
  var zero = Zero()
  /// The latest trusted rising code, from 0 to `most`; -1: none yet. And whether it was not weighed yet.
  var code: Int32 = -1
  var isNew = false
  /// The conductance with the zero included, microsiemens, Q16; and the force, newtons, Q16.
  var conductance: Int32 = 0
  var force: Int32 = 0
  /// The piece of the curve that gave the last force; the next force is mostly near.
  var piece = 0
  /// The two readings before the latest, if sensors are not read at the same time.
  private var earlier: Int32 = 0
  private var before: Int32 = 0
  private var earlierAt: UInt64 = 0
  private var beforeAt: UInt64 = 0
  private(set) var readAt: UInt64 = 0
  /// The time at which the latest trusted code was read, never before that of the code before; only if sensors are not read at once.
  var codeAt: UInt64 = 0
  var creep = Creep()
  /// The least conductance above the zero that is a touch; only if the sensor has creep.
  private var loadedFrom: Int32 = 0
  /// How far below its zero a reading may be noise, microsiemens.
  private(set) var noise: Int32 = 0
  /// The preload by the curve: its conductance, microsiemens, and its force, newtons.
  private(set) var preload: Int32 = 0, preloadForce: Int32 = 0
  /// How far the zero may be from the stored one, and the distance within which it is back, microsiemens; 0: there is no limit.
  private(set) var zeroLimit: Int32 = 0, zeroBack: Int32 = 0
  /// The time at which the sensor was last read, successfully or not.
  var receivedAt: UInt64 = 0
  private var lastCode = Int32.min
  private var sameSince: UInt64 = 0

  init() { sensor = press_sensor() }

  /// Makes the default sensor in place.
  @inline(__always)
  static func makeDefault(_ state: UnsafeMutablePointer<SensorState>) {
    press_sensor.setDefaults(Layout.address(of: &state.pointee.sensor))
  }

  /// Reads the valid sensor of a program, whose struct may be shorter, over the one in place.
  @inline(__always)
  static func read(_ sensor: UnsafePointer<press_sensor>, into state: UnsafeMutablePointer<SensorState>) {
    Sized.read(sensor, over: &state.pointee.sensor)
  }

  /// Computes, once and in place, the values that depend on the sensor.
  @inline(never)
  static func prepare(_ state: UnsafeMutablePointer<SensorState>, noise: Int32, untouchedForce: Int32, isAlone: Bool) {
    setRange(state)
    let curve = Curve.of(UnsafeRawPointer(state).assumingMemoryBound(to: press_sensor.self))
    let force = state.pointee.sensor.preload_force
    let bias = force == 0 ? 0 : Curve.conductance(curve, force)
    state.pointee.preload = bias
    state.pointee.preloadForce = Curve.force(curve, bias)
    setThresholds(state, noise: noise, untouchedForce: untouchedForce)
    let zero = state.pointee.sensor.zero
    let limit = state.pointee.sensor.zero_limit
    if zero != 0 && limit != 0 {
      state.pointee.zeroLimit = added(curve, bias, limit)
      state.pointee.zeroBack = added(curve, bias, (limit &+ 1) >> 1)
    }
    state.pointee.zero.declare(zero == 0 ? bias : zero)
    state.pointee.countsBelow = !isAlone && state.pointee.zero.isDeclared
  }

  /// Computes the values that depend on the circuit.
  @inline(__always)
  private static func setRange(_ state: UnsafeMutablePointer<SensorState>) {
    let circuit = state.pointee.sensor.circuit
    let top = Circuit.top(circuit)
    state.pointee.ordinaryFrom = circuit.parallel_ohm == 0 ? Circuit.leastOrdinary(circuit) : Circuit.openBelow(circuit)
    state.pointee.most = Circuit.most(circuit)
    let saturatedFrom = Circuit.saturatedFrom(circuit)
    state.pointee.mostConductance = Circuit.conductance(circuit, rising: saturatedFrom)
    state.pointee.showsShort = Circuit.showsShort(circuit)
    state.pointee.shortedFrom = state.pointee.showsShort ? Circuit.shortCode(circuit) : top &- top >> 10
    // The code of a short of many ohms is below the saturated codes.
    state.pointee.endsFrom = min(saturatedFrom, state.pointee.shortedFrom)
    state.pointee.spike = UInt32(truncatingIfNeeded: circuit.full_scale >> 6)
  }

  /// Changes the code of the supply, and scales kept codes to it.
  @inline(never)
  static func scale(_ state: UnsafeMutablePointer<SensorState>, _ fullScale: Int32, _ maxCode: Int32) {
    let old = UInt64(UInt32(bitPattern: state.pointee.sensor.circuit.full_scale))
    let isPulledUp = state.pointee.sensor.circuit.flags & CircuitFlag.pullUp != 0
    state.pointee.sensor.circuit.full_scale = fullScale
    state.pointee.sensor.circuit.max_code = isPulledUp ? 0 : maxCode
    setRange(state)
    let (newer, older) = state.pointee.median.previous
    state.pointee.median.previous = (scaled(newer, fullScale, old), scaled(older, fullScale, old))
    state.pointee.code = min(scaled(state.pointee.code, fullScale, old), state.pointee.most)
  }

  @inline(never)
  private static func scaled(_ code: Int32, _ fullScale: Int32, _ old: UInt64) -> Int32 {
    if code <= 0 { return code }
    return Int32(truncatingIfNeeded: Wide.divideRounded(UInt64(UInt32(bitPattern: code)) &* UInt64(UInt32(bitPattern: fullScale)), by: old))
  }

  /// Forgets all but the zero and a fault, because the board slept.
  mutating func forget() {
    pause()
    zero.sleep()
    creep = Creep()
    force = 0
    code = -1
    isNew = false
    (earlier, before) = (0, 0)
    (earlierAt, beforeAt, readAt, codeAt) = (0, 0, 0, 0)
  }

  /// Forgets suspicions and repeated codes, because no code came for a while.
  mutating func pause() {
    monitor.forget()
    lastCode = Int32.min
  }

  /// How much conductance a force adds to the zero.
  static func conductance(_ state: UnsafeMutablePointer<SensorState>, of force: Int32) -> Int32 {
    added(Curve.of(UnsafeRawPointer(state).assumingMemoryBound(to: press_sensor.self)), state.pointee.preload, force)
  }

  /// Computes the values that depend on the config of the pad: noise, at most a quarter of a touch; and, if the sensor has creep, the least
  /// load that is a touch.
  @inline(never)
  static func setThresholds(_ state: UnsafeMutablePointer<SensorState>, noise: Int32, untouchedForce: Int32) {
    let curve = Curve.of(UnsafeRawPointer(state).assumingMemoryBound(to: press_sensor.self))
    state.pointee.noise = min(noise, added(curve, state.pointee.preload, max(untouchedForce >> 2, 1)))
    if state.pointee.sensor.creep == 0 { return }
    state.pointee.loadedFrom = added(curve, state.pointee.preload, untouchedForce)
  }

  /// How much conductance `force` adds to `bias`.
  @inline(never)
  private static func added(_ curve: UnsafePointer<press_curve>, _ bias: Int32, _ force: Int32) -> Int32 {
    Curve.conductance(curve, Q16.add(Curve.force(curve, bias), force)) &- bias
  }

  /// Takes a rising code if it is ordinary: the wire is whole, the range is not at its end, and the code has not been the same for too long.
  /// Returns whether it is; `judge` says what another code means.
  @inline(__always)
  mutating func takesOrdinary(_ code: Int32, at t: UInt64, stuckAfter: UInt32) -> Bool {
    if code < ordinaryFrom || code >= endsFrom { return false }
    if code == lastCode { return !isStuck(at: t, stuckAfter) }
    lastCode = code
    sameSince = t
    return true
  }

  @inline(__always)
  private func isStuck(at t: UInt64, _ after: UInt32) -> Bool { after != 0 && t &- sameSince >= UInt64(after) }

  /// The state of the sensor by a rising code, as a reason; `saturated` is no fault.
  @inline(__always)
  mutating func judge(_ code: Int32, at t: UInt64, stuckAfter: UInt32) -> Int32 {
    let isStuck = code == lastCode && isStuck(at: t, stuckAfter)
    if code != lastCode {
      lastCode = code
      sameSince = t
    }
    if code >= shortedFrom || code < ordinaryFrom { return atAnEnd(code) }
    if code >= endsFrom { return Reason.saturated }
    return isStuck ? Reason.stuck : Reason.none
  }

  @inline(never)
  private mutating func atAnEnd(_ code: Int32) -> Int32 {
    if Circuit.isBeyond(sensor.circuit, code) { return Reason.range }
    return code < ordinaryFrom ? Reason.open : Reason.shorted
  }

  /// Keeps the two readings before the one that comes now; `force` is still that of the reading before.
  mutating func keep() {
    earlier = before
    earlierAt = beforeAt
    before = force
    beforeAt = readAt
    readAt = codeAt
  }

  /// The force at a time before the latest reading, on a straight line from the reading before. A finger's onset is not
  /// straight: its force is on the parabola through the last three readings, not beyond the two readings around that time.
  /// Reads the state in place: a copy is too large for the stack of a small processor.
  @inline(never)
  static func force(_ state: UnsafeMutablePointer<SensorState>, at t: UInt64, _ isOnset: Bool) -> Int32 {
    let force = state.pointee.force
    let before = state.pointee.before
    let back = state.pointee.readAt &- t
    let span = state.pointee.readAt &- state.pointee.beforeAt
    if back >= span { return back == 0 ? force : before }
    let share = Int64(truncatingIfNeeded: Fraction.q16(back, of: span))
    let fall = Int64(before) &- Int64(force)
    let line = Int64(force) &+ (fall &* share) >> 16
    // If readings come unevenly, the straight line is used.
    if !isOnset || state.pointee.beforeAt &- state.pointee.earlierAt > 2 &* span { return Int32(truncatingIfNeeded: line) }
    let bend = Int64(state.pointee.earlier) &- Int64(before) &- fall
    let bow = (bend &* ((share &* (Int64(Q16.one) &- share)) >> 17)) >> 16
    return Int32(truncatingIfNeeded: min(max(line &- bow, Int64(min(force, before))), Int64(max(force, before))))
  }

  /// Whether the sensor reads less than its zero by more than noise.
  @inline(__always)
  var isBelowZero: Bool { Int64(conductance) &- Int64(zero.value) < 0 &- Int64(noise) }

  /// The conductance above the zero, microsiemens, clamped to at least 0, and so that there is room for the preload.
  @inline(__always)
  static func load(_ state: UnsafeMutablePointer<SensorState>, above: Int64) -> Int32 {
    Int32(truncatingIfNeeded: max(0, min(above, Int64(Int32.max &- state.pointee.preload))))
  }

  /// The force of a conductance over a zero, newtons, not below 0.
  static func force(_ state: UnsafeMutablePointer<SensorState>, of conductance: Int32, over zero: Int32) -> Int32 {
    force(state, load(state, above: Int64(conductance) &- Int64(zero)))
  }

  /// The force of a conductance below the zero, newtons, not above 0: the load that is gone. With a preload it follows the curve, down to minus
  /// the preload. With a stored zero it mirrors the curve above the zero, the only part that the calibration covers. 0 if neither is declared.
  @inline(never)
  static func relief(_ state: UnsafeMutablePointer<SensorState>, _ above: Int64) -> Int32 {
    let preload = state.pointee.preload
    if preload != 0 { return force(state, Int32(truncatingIfNeeded: max(above, 0 &- Int64(preload)))) }
    return state.pointee.sensor.zero != 0 ? 0 &- force(state, load(state, above: 0 &- above)) : 0
  }

  /// The conductance above the zero without creep, microsiemens.
  @inline(__always)
  static func relieve(_ state: UnsafeMutablePointer<SensorState>, _ load: Int32, at now: UInt64) -> Int32 {
    state.pointee.sensor.creep == 0 ? load : relieveCreep(state, load, now)
  }

  @inline(never)
  private static func relieveCreep(_ state: UnsafeMutablePointer<SensorState>, _ load: Int32, _ now: UInt64) -> Int32 {
    state.pointee.creep.relieve(load, of: state.pointee.sensor.creep, from: state.pointee.loadedFrom, at: now)
  }

  /// The force of a conductance above the zero that leaves room for the preload: newtons from microsiemens. The curve is used in place: it is
  /// too large to copy each time.
  @inline(__always)
  static func force(_ state: UnsafeMutablePointer<SensorState>, _ conductance: Int32) -> Int32 {
    let curve = Curve.of(UnsafeRawPointer(state).assumingMemoryBound(to: press_sensor.self))
    return Curve.force(curve, conductance &+ state.pointee.preload, from: &state.pointee.piece) &- state.pointee.preloadForce
  }
}
