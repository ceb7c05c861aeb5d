import CPress

/// One sensor of a pad: what it is, and what it has read.
struct SensorState {
  /// Comes first: see `force`.
  private(set) var sensor: press_sensor
  /// Limits of rising codes. Below the first the wire is open, or no converter gives such a code. From the second on the sensor is at the
  /// end of its range, saturated or shorted. From the third on it may be shorted. The last is the highest that is used.
  private(set) var ordinaryFrom: Int32 = 0, endsFrom: Int32 = 0, shortedFrom: Int32 = 0, most: Int32 = 0
  /// The conductance from which on a sensor is saturated.
  private(set) var mostConductance: Int32 = 0
  /// Whether `shortedFrom` is the code of a short, or only the very end of the range.
  private(set) var showsShort = false
  /// Whether a fall below the zero counts against the other sensors: the sensor is of a plate, and declares what lies on it.
  private(set) var countsBelow = false
  /// A median that differs by more took out a spike.
  private(set) var spike: UInt32 = 0
  var median = press_median()
  var monitor = FaultMonitor()
  var zero = Zero()
  /// The latest rising code to be trusted, from 0 to the most that counts, and whether it was not weighed yet; -1: none yet.
  var code: Int32 = -1
  var isNew = false
  /// Microsiemens, Q16, zero not taken off; newtons, Q16.
  var conductance: Int32 = 0
  var force: Int32 = 0
  /// The piece of the curve that the last force lay on: the next is mostly near.
  var piece = 0
  /// The two readings before the latest, if sensors are not read at the same time.
  private var earlier: Int32 = 0
  private var before: Int32 = 0
  private var earlierAt: UInt64 = 0
  private var beforeAt: UInt64 = 0
  private(set) var readAt: UInt64 = 0
  /// When the latest code to be trusted was read, never earlier than the one before; only where sensors are not read at once.
  var codeAt: UInt64 = 0
  var creep = Creep()
  /// The least conductance above the zero that is a touch; only where creep is taken off.
  private var loadedFrom: Int32 = 0
  /// How far below its zero a reading may be noise, microsiemens.
  private(set) var noise: Int32 = 0
  /// What always lies on it, in microsiemens and newtons as the curve has them.
  private(set) var preload: Int32 = 0, preloadForce: Int32 = 0
  /// Microsiemens that the zero may be away from the stored one, and is back within; 0: as far as it likes.
  private(set) var zeroLimit: Int32 = 0, zeroBack: Int32 = 0
  /// When it was last read, well or not.
  var receivedAt: UInt64 = 0
  private var lastCode = Int32.min
  private var sameSince: UInt64 = 0

  init() { sensor = press_sensor() }

  /// The default sensor, made where the state lies.
  @inline(__always)
  static func makeDefault(_ state: UnsafeMutablePointer<SensorState>) {
    press_sensor.setDefaults(Layout.address(of: &state.pointee.sensor))
  }

  /// The sensor as its program gives it, which may know less of it, where the state lies. It is valid.
  @inline(__always)
  static func read(_ sensor: UnsafePointer<press_sensor>, into state: UnsafeMutablePointer<SensorState>) {
    Sized.read(sensor, over: &state.pointee.sensor)
  }

  /// Works out what follows from the sensor, once, where the state lies.
  @inline(never)
  static func prepare(_ state: UnsafeMutablePointer<SensorState>, noise: Int32, untouchedForce: Int32, isAlone: Bool) {
    setRange(state)
    let curve = Curve.of(UnsafeRawPointer(state).assumingMemoryBound(to: press_sensor.self))
    let force = state.pointee.sensor.preload_force
    let bias = force == 0 ? 0 : Curve.conductance(curve, force)
    state.pointee.preload = bias
    state.pointee.preloadForce = Curve.force(curve, bias)
    setLevels(state, noise: noise, untouchedForce: untouchedForce)
    let zero = state.pointee.sensor.zero
    let limit = state.pointee.sensor.zero_limit
    if zero != 0 && limit != 0 {
      state.pointee.zeroLimit = added(curve, bias, limit)
      state.pointee.zeroBack = added(curve, bias, (limit &+ 1) >> 1)
    }
    state.pointee.zero.declare(zero == 0 ? bias : zero)
    state.pointee.countsBelow = !isAlone && state.pointee.zero.isDeclared
  }

  /// What follows from the circuit.
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
    // A short of many ohms lies below what counts as saturated.
    state.pointee.endsFrom = min(saturatedFrom, state.pointee.shortedFrom)
    state.pointee.spike = UInt32(truncatingIfNeeded: circuit.full_scale >> 6)
  }

  /// The supply reads another code from now on.
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

  /// The board slept: nothing of before goes on, but for the zero and a fault.
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

  /// No code came for a while.
  mutating func pause() {
    monitor.forget()
    lastCode = Int32.min
  }

  /// How much conductance a force adds to the zero.
  static func conductance(_ state: UnsafeMutablePointer<SensorState>, of force: Int32) -> Int32 {
    added(Curve.of(UnsafeRawPointer(state).assumingMemoryBound(to: press_sensor.self)), state.pointee.preload, force)
  }

  /// What follows from the config of the pad: noise, which is never more than a quarter of a touch, and the least load that is a touch of a
  /// sensor that creeps.
  @inline(never)
  static func setLevels(_ state: UnsafeMutablePointer<SensorState>, noise: Int32, untouchedForce: Int32) {
    let curve = Curve.of(UnsafeRawPointer(state).assumingMemoryBound(to: press_sensor.self))
    state.pointee.noise = min(noise, added(curve, state.pointee.preload, max(untouchedForce >> 2, 1)))
    if state.pointee.sensor.creep == 0 { return }
    state.pointee.loadedFrom = added(curve, state.pointee.preload, untouchedForce)
  }

  /// How much conductance so many newtons add to a load.
  @inline(never)
  private static func added(_ curve: UnsafePointer<press_curve>, _ bias: Int32, _ force: Int32) -> Int32 {
    Curve.conductance(curve, Q16.add(Curve.force(curve, bias), force)) &- bias
  }

  /// Takes a rising code that says nothing about the sensor itself: the wire is whole, the range not at its end, and it has not been
  /// the same for too long. Returns whether it is such a code; `judge` says what another one is.
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

  /// The state of the sensor by a rising code; of these `saturated` is no fault.
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
  /// Reads the state where it lies: a copy of it is too large for the stack of a small processor.
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
    // Readings that come unevenly make a straight line.
    if !isOnset || state.pointee.beforeAt &- state.pointee.earlierAt > 2 &* span { return Int32(truncatingIfNeeded: line) }
    let bend = Int64(state.pointee.earlier) &- Int64(before) &- fall
    let bow = (bend &* ((share &* (Int64(Q16.one) &- share)) >> 17)) >> 16
    return Int32(truncatingIfNeeded: min(max(line &- bow, Int64(min(force, before))), Int64(max(force, before))))
  }

  /// Whether it reads less than its zero by more than noise.
  @inline(__always)
  var isBelowZero: Bool { Int64(conductance) &- Int64(zero.value) < 0 &- Int64(noise) }

  /// Microsiemens above the zero, from 0 to as many as leave room for the preload.
  @inline(__always)
  static func load(_ state: UnsafeMutablePointer<SensorState>, above: Int64) -> Int32 {
    Int32(truncatingIfNeeded: max(0, min(above, Int64(Int32.max &- state.pointee.preload))))
  }

  /// Newtons that so much conductance is more than a zero; not without a load.
  static func force(_ state: UnsafeMutablePointer<SensorState>, of conductance: Int32, over zero: Int32) -> Int32 {
    force(state, load(state, above: Int64(conductance) &- Int64(zero)))
  }

  /// Newtons, not above 0, of so many microsiemens below the zero: what no longer lies on it. Along the curve, down to minus its preload; of one
  /// with a stored zero as far below as above, for that is all that its calibration says; 0 of one that declares nothing.
  @inline(never)
  static func relief(_ state: UnsafeMutablePointer<SensorState>, _ above: Int64) -> Int32 {
    let preload = state.pointee.preload
    if preload != 0 { return force(state, Int32(truncatingIfNeeded: max(above, 0 &- Int64(preload)))) }
    return state.pointee.sensor.zero != 0 ? 0 &- force(state, load(state, above: 0 &- above)) : 0
  }

  /// Microsiemens above the zero without what has crept.
  @inline(__always)
  static func relieve(_ state: UnsafeMutablePointer<SensorState>, _ load: Int32, at now: UInt64) -> Int32 {
    state.pointee.sensor.creep == 0 ? load : relieveCreep(state, load, now)
  }

  @inline(never)
  private static func relieveCreep(_ state: UnsafeMutablePointer<SensorState>, _ load: Int32, _ now: UInt64) -> Int32 {
    state.pointee.creep.relieve(load, of: state.pointee.sensor.creep, from: state.pointee.loadedFrom, at: now)
  }

  /// Newtons from microsiemens above the zero, at most as many as leave room for the preload. The curve is used where it lies: it is too large to copy each time.
  @inline(__always)
  static func force(_ state: UnsafeMutablePointer<SensorState>, _ conductance: Int32) -> Int32 {
    let curve = Curve.of(UnsafeRawPointer(state).assumingMemoryBound(to: press_sensor.self))
    return Curve.force(curve, conductance &+ state.pointee.preload, from: &state.pointee.piece) &- state.pointee.preloadForce
  }
}
