import CPress

/// The zeros of the sensors.
extension Pad {
  var hasNoBaseline: Bool {
    state.config.flags & PadFlag.noBaseline != 0
  }

  @inline(__always)
  var isTooLong: Bool {
    let longest = state.config.longest_contact_us
    return longest != 0 && !hasNoBaseline && state.now &- state.touchedSince >= UInt64(longest)
  }

  /// Watches the zero with no force fed; at the end learns it, or refuses to. The forces of this frame were weighed with the
  /// zero before.
  func start(_ engine: Engine?) -> Int32 {
    watchStart(engine)
    state.force = 0
    let flags = state.isLostPending ? SampleFlag.lost : 0
    state.isLostPending = false
    _ = send(0, unfiltered: 0, flags: flags, engine)
    return Status.ok
  }

  @inline(never)
  private func watchStart(_ engine: Engine?) {
    watch()
    if state.now >= state.startUntil {
      state.isStarting = false
      restartFilters()
      if state.isForced || quietNeeded(engine) == 0 {
        learn(engine)
      } else {
        state.startUntil = 0
        state.awaitsZero = true
        eachSensor { i in
          let zero = sensors[i].baseline.value
          deliver(EventType.baselineChanged, Reason.fingerAtStart, i, engine, zero, zero)
        }
      }
    }
  }

  /// After a refusal: looks for a stretch as long as the start without a finger. Returns whether it learnt the zero.
  @inline(never)
  func learnsQuietly(_ engine: Engine?) -> Bool {
    watch()
    guard let more = quietNeeded(engine) else {
      // It may begin with this reading.
      state.startUntil = 0
      watch()
      if quietNeeded(engine) == nil { state.startUntil = 0 }
      return false
    }
    if more != 0 && Int64(state.total) <= startLimit(engine) {
      // What lay on it is gone: a stretch that needs less begins.
      state.startUntil = 0
      watch()
      return false
    }
    if state.now < Wide.addSaturating(state.startUntil, more) { return false }
    learn(engine)
    return true
  }

  private func watch() {
    if state.startUntil == 0 {
      state.startUntil = Wide.addSaturating(state.now, UInt64(state.config.start_us))
      eachSensor { sensors[$0].baseline.startWatching() }
    }
    eachSensor { sensors[$0].baseline.watch(sensors[$0].conductance) }
  }

  private func learn(_ engine: Engine?) {
    state.awaitsZero = false
    state.isForced = false
    eachSensor { i in
      let old = sensors[i].baseline.value
      sensors[i].baseline.set(sensors[i].baseline.watched)
      // What lies on it for good has crept already.
      sensors[i].creep = Creep()
      deliver(EventType.baselineChanged, state.startReason, i, engine, sensors[i].baseline.value, old)
      compareZero(i, engine)
    }
  }

  /// A hand that rests must not become the zero of one that presses.
  private func startLimit(_ engine: Engine?) -> Int64 {
    Int64(min(state.config.start_limit, (engine?.touchForce ?? Int32.max) >> 1))
  }

  /// How much longer than the start what was watched must stay as it is to be a zero; nil: it is none. All sensors together
  /// are less above the present zeros than a hand could be, and still. Where a preload is declared, sensors that are not
  /// exactly as their curves say may read up to an eighth of it more: for that, still for 10 s longer, as no hand is.
  private func quietNeeded(_ engine: Engine?) -> UInt64? {
    let limit = startLimit(engine)
    var total: Int64 = 0
    var preload: Int64 = 0
    var i = 0
    while i < sensorCount {
      let sensor = sensors + i
      let (lowest, highest, zero) = (sensor.pointee.baseline.lowest, sensor.pointee.baseline.highest, sensor.pointee.baseline.value)
      let force = SensorState.force(sensor, of: highest, over: zero)
      let spread = max(force &- SensorState.force(sensor, of: lowest, over: zero), SensorState.force(sensor, of: highest, over: lowest))
      total &+= Int64(force)
      preload &+= Int64(sensor.pointee.preloadForce)
      if spread >= state.config.untouched_force { return nil }
      i &+= 1
    }
    if total <= limit { return 0 }
    return total <= limit &+ preload >> 3 ? 10_000_000 : nil
  }

  /// Delivers when the zero has wandered too far from the stored one: once, until it is back within half of that.
  @inline(never)
  private func compareZero(_ i: Int, _ engine: Engine?) {
    let limit = sensors[i].zeroLimit
    if limit == 0 { return }
    let stored = sensors[i].sensor.zero
    let away = (Int64(sensors[i].baseline.value) &- Int64(stored)).magnitude
    let bit: UInt8 = 1 &<< UInt8(truncatingIfNeeded: i)
    if away <= UInt64(UInt32(bitPattern: sensors[i].zeroBack)) {
      state.zeroDelivered &= ~bit
    } else if away > UInt64(UInt32(bitPattern: limit)) && state.zeroDelivered & bit == 0 {
      state.zeroDelivered |= bit
      deliver(EventType.recalibrate, Reason.zero, i, engine, sensors[i].baseline.value, stored)
    }
  }

  /// Whether `keepZero` has anything to do: mostly not, while a finger presses.
  @inline(__always)
  func mayMoveZero(_ isTouched: Bool) -> Bool {
    let isBelow = state.leastAbove < 0 &- state.config.below_zero
    let isConcerned = isBelow || state.wasBelow || (!isTouched && state.now >= state.frozenUntil)
    state.wasBelow = isBelow
    return isConcerned && !hasNoBaseline
  }

  /// Corrects a zero that proves too high, and follows drift while nothing touches. Returns whether forces jumped by it.
  func keepZero(_ elapsed: UInt64, _ isTouched: Bool, _ engine: Engine?) -> Bool {
    let now = state.now
    let mayFollow = !isTouched && now >= state.frozenUntil
    var isCorrected = false
    eachSensor { i in
      let sensor = sensors + i
      let above = Q16.subtract(sensor.pointee.conductance, sensor.pointee.baseline.value)
      let margin = state.config.below_zero
      let after = state.config.below_zero_us
      if sensor.pointee.baseline.isWrong(by: above, at: now, margin: margin, after: after) {
        isCorrected = true
        let old = sensor.pointee.baseline.delivered
        sensor.pointee.baseline.set(sensor.pointee.conductance)
        deliver(EventType.baselineChanged, Reason.belowZero, i, engine, sensor.pointee.conductance, old)
        compareZero(i, engine)
      } else if mayFollow {
        follow(i, elapsed, engine)
        compareZero(i, engine)
      }
    }
    return isCorrected
  }

  private func follow(_ i: Int, _ elapsed: UInt64, _ engine: Engine?) {
    let sensor = sensors + i
    let rise = state.config.rise_us
    let fall = state.config.fall_us
    let step = state.config.drift_step
    // What a pause brought is not drift that was seen.
    let gap = UInt64(state.config.gap_us)
    let elapsed = gap == 0 ? elapsed : min(elapsed, gap)
    if !sensor.pointee.baseline.follow(sensor.pointee.conductance, elapsed: elapsed, rise: rise, fall: fall, step: step) { return }
    let old = sensor.pointee.baseline.delivered
    sensor.pointee.baseline.markDelivered()
    deliver(EventType.baselineChanged, Reason.drift, i, engine, sensor.pointee.baseline.value, old)
  }

  /// A contact that lasts too long to be one is taken for a new zero, and cancelled.
  func question(_ engine: Engine?) -> Int32 {
    takeForZero(engine)
    return lose(engine)
  }

  @inline(never)
  private func takeForZero(_ engine: Engine?) {
    eachSensor { i in
      let old = sensors[i].baseline.value
      sensors[i].baseline.set(sensors[i].conductance)
      sensors[i].force = 0
      deliver(EventType.baselineChanged, Reason.contactTooLong, i, engine, sensors[i].baseline.value, old)
      compareZero(i, engine)
    }
    state.awaitsZero = false
    state.frozenUntil = 0
  }

  public func tare(isForced: Bool) -> Int32 {
    if state.isBusy { return Status.busy }
    if hasNoBaseline || (state.isTouched && !isForced) { return Status.state }
    state.isLostPending = state.isLostPending || isForced
    watchAgain()
    state.isForced = isForced
    state.isStarting = true
    return Status.ok
  }

  private func watchAgain() {
    state.force = 0
    state.isPlain = false
    state.isTouched = false
    state.isDown = false
    state.isStarting = state.config.start_us != 0 && !hasNoBaseline
    state.awaitsZero = false
    state.isForced = false
    state.startUntil = 0
    state.startReason = Reason.requested
  }

  /// After the sensors were replaced.
  func restart() {
    watchAgain()
    restartFilters()
    state.total = 0
    state.isLocated = false
    state.isAtEnd = false
    state.saturatedDelivered = 0
    state.spanDelivered = 0
    state.zeroDelivered = 0
    state.wasBelow = false
  }
}
