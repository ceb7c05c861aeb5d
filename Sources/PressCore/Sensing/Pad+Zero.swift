import CPress

/// The zeros of the sensors.
extension Pad {
  var hasNoBaseline: Bool {
    state.pointee.config.flags & UInt32(truncatingIfNeeded: PRESS_PAD_NO_BASELINE) != 0
  }

  @inline(__always)
  var isTooLong: Bool {
    let longest = state.pointee.config.longest_contact_us
    return longest != 0 && !hasNoBaseline && state.pointee.now &- state.pointee.touchedSince >= UInt64(longest)
  }

  /// Watches the zero; at the end learns it, or refuses to. The forces of this frame were weighed with the zero before.
  func start(_ engine: Engine?) {
    if state.pointee.startUntil == 0 {
      state.pointee.startUntil = Wide.addSaturating(state.pointee.now, UInt64(state.pointee.config.start_us))
      eachSensor { sensors[$0].baseline.startWatching() }
    }
    eachSensor { sensors[$0].baseline.watch(sensors[$0].conductance) }
    if state.pointee.now < state.pointee.startUntil { return }
    state.pointee.isStarting = false
    restartFilters()
    let isFinger = hasFingerAtStart
    eachSensor { i in
      let old = sensors[i].baseline.value
      if !isFinger {
        sensors[i].baseline.set(sensors[i].baseline.watched)
        // What lies on it for good has crept already.
        sensors[i].creep = Creep()
      }
      let reason = isFinger ? Reason.fingerAtStart : state.pointee.startReason
      tell(EventType.baselineChanged, reason, i, engine, sensors[i].baseline.value, old)
    }
  }

  /// Something pressed harder than a zero can be, or moved.
  private var hasFingerAtStart: Bool {
    var i = 0
    while i < sensorCount {
      let lowest = SensorState.force(sensors + i, sensors[i].baseline.lowest)
      let highest = SensorState.force(sensors + i, sensors[i].baseline.highest)
      if highest > state.pointee.config.start_limit { return true }
      if highest &- lowest >= state.pointee.config.untouched_force { return true }
      i &+= 1
    }
    return false
  }

  /// Whether `keepZero` has anything to do: mostly not, while a finger presses.
  @inline(__always)
  func mayMoveZero(_ isTouched: Bool) -> Bool {
    let isBelow = state.pointee.leastAbove < 0 &- state.pointee.config.below_zero
    let isConcerned = isBelow || state.pointee.wasBelow || (!isTouched && state.pointee.now >= state.pointee.frozenUntil)
    state.pointee.wasBelow = isBelow
    return isConcerned && !hasNoBaseline
  }

  /// Corrects a zero that proves too high, and follows drift while nothing touches. Returns whether forces jumped by it.
  func keepZero(_ elapsed: UInt64, _ isTouched: Bool, _ engine: Engine?) -> Bool {
    let now = state.pointee.now
    let mayFollow = !isTouched && now >= state.pointee.frozenUntil
    var isCorrected = false
    eachSensor { i in
      let sensor = sensors + i
      let above = Q16.subtract(sensor.pointee.conductance, sensor.pointee.baseline.value)
      let margin = state.pointee.config.below_zero
      let after = state.pointee.config.below_zero_us
      if sensor.pointee.baseline.isWrong(by: above, at: now, margin: margin, after: after) {
        isCorrected = true
        let old = sensor.pointee.baseline.told
        sensor.pointee.baseline.set(sensor.pointee.conductance)
        tell(EventType.baselineChanged, Reason.belowZero, i, engine, sensor.pointee.conductance, old)
      } else if mayFollow {
        follow(i, elapsed, engine)
      }
    }
    return isCorrected
  }

  private func follow(_ i: Int, _ elapsed: UInt64, _ engine: Engine?) {
    let sensor = sensors + i
    let rise = state.pointee.config.rise_us
    let fall = state.pointee.config.fall_us
    let step = state.pointee.config.drift_step
    // What a pause brought is not drift that was seen.
    let gap = UInt64(state.pointee.config.gap_us)
    let elapsed = gap == 0 ? elapsed : min(elapsed, gap)
    if !sensor.pointee.baseline.follow(sensor.pointee.conductance, elapsed: elapsed, rise: rise, fall: fall, step: step) { return }
    let old = sensor.pointee.baseline.told
    sensor.pointee.baseline.tellDrift()
    tell(EventType.baselineChanged, Reason.drift, i, engine, sensor.pointee.baseline.value, old)
  }

  /// A contact that lasts too long to be one is taken for a new zero, and cancelled.
  func question(_ engine: Engine?) -> Int32 {
    eachSensor { i in
      let old = sensors[i].baseline.value
      sensors[i].baseline.set(sensors[i].conductance)
      sensors[i].force = 0
      tell(EventType.baselineChanged, Reason.contactTooLong, i, engine, sensors[i].baseline.value, old)
    }
    state.pointee.frozenUntil = 0
    return lose(engine)
  }

  public func tare() -> Int32 {
    if state.pointee.isBusy { return Status.busy }
    if hasNoBaseline || state.pointee.isTouched { return Status.state }
    state.pointee.force = 0
    state.pointee.isStarting = true
    state.pointee.startUntil = 0
    state.pointee.startReason = Reason.requested
    return Status.ok
  }
}
