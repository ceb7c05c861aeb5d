import CPress

/// The zeros of the sensors: when each may move. Zero.swift explains what a zero is, and when it moves. In the order of a frame:
///
/// 1. at the start, and if a program asks for it, zeros are watched and learnt (`start`, `learnsQuietly`);
/// 2. a load that was on the pad before may be back (`hasBack`);
/// 3. while nothing is on the pad zeros follow, stay, or step (`keepZeros`);
/// 4. a contact that lasts too long may be taken for one (`question`).
extension Pad {
  var hasNoBaseline: Bool {
    state.config.flags & PadFlag.noBaseline != 0
  }

  /// Updates the zeros in a frame in which they are neither watched nor learnt. Returns whether something touches, by the forces after
  /// that. A load on the pad keeps all zeros unchanged.
  @inline(__always)
  func mindZeros(_ elapsed: UInt64, _ isTouched: Bool, _ engine: Engine?) -> Bool {
    if hasNoBaseline { return isTouched }
    if state.remembersMore, let isTouched = hasBack(elapsed, isTouched, engine) { return isTouched }
    if isOn(isTouched) { return isTouched }
    let mayFollow = state.now >= state.frozenUntil
    return (isUnderZero() || mayFollow) && keepZeros(elapsed, mayFollow, engine) ? weigh() : false
  }

  /// Whether something is on the pad: a sensor is touched, or a contact is down and all sensors together bear `untouched_force`.
  @inline(__always)
  func isOn(_ isTouched: Bool) -> Bool { isTouched || (state.isDown && state.total >= state.config.untouched_force) }

  // MARK: The start

  /// Watches the zero and feeds force 0; at the end learns the zero, or refuses to. The forces of this frame were weighed with the
  /// zero before.
  func start(_ engine: Engine?) -> Int32 {
    watchStart(engine)
    state.force = 0
    let flags = state.isLostPending ? SampleFlag.lost : 0
    state.isLostPending = false
    // A press that comes meanwhile counts.
    let isThere = state.isFirst && state.total >= engine?.touchForce ?? state.config.untouched_force
    _ = send(0, unfiltered: 0, flags: flags, at: state.frameAt, engine)
    state.isFirst = isThere
    return Status.ok
  }

  @inline(never)
  private func watchStart(_ engine: Engine?) {
    watch()
    if state.now >= state.startUntil && isWatchedEnough {
      state.isStarting = false
      restartFilters()
      if state.isForced || quietNeeded(engine) == 0 {
        learn(engine)
      } else {
        state.startUntil = 0
        state.awaitsZero = true
        eachSensor { i in
          let zero = sensors[i].zero.value
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
      // A quiet stretch may begin with this reading.
      state.startUntil = 0
      watch()
      if quietNeeded(engine) == nil { state.startUntil = 0 }
      return false
    }
    if more != 0 && Int64(state.total) <= startLimit(engine) {
      // The load that was on the pad is gone: a shorter stretch suffices and begins now.
      state.startUntil = 0
      watch()
      return false
    }
    if state.now < Wide.addSaturating(state.startUntil, more) || !isWatchedEnough { return false }
    learn(engine)
    return true
  }

  private func watch() {
    if state.startUntil == 0 {
      state.startUntil = Wide.addSaturating(state.now, UInt64(state.config.start_us))
      eachSensor { sensors[$0].zero.startWatching() }
    }
    eachSensor { sensors[$0].zero.watch(sensors[$0].conductance) }
  }

  /// Whether four readings were watched. If readings come seldom, a wrong one would weigh much in a zero.
  private var isWatchedEnough: Bool { sensors[0].zero.count >= 4 || state.config.start_us == 0 }

  private func learn(_ engine: Engine?) {
    let isAsked = state.isForced || state.startReason == Reason.requested
    let origin = state.isForced && quietNeeded(engine) != 0 ? Zero.Origin.taken : .learnt
    state.awaitsZero = false
    state.isForced = false
    eachSensor { i in
      // A permanent load has crept already.
      sensors[i].creep = Creep()
      let old = sensors[i].zero.value
      if !isAsked && isMissing(i, engine) {
        sensors[i].zero.startBelow()
        deliver(EventType.baselineChanged, Reason.belowZero, i, engine, old, old)
      } else {
        let isKnown = !isAsked && sensors[i].zero.isDeclared
        sensors[i].zero.set(sensors[i].zero.watched, isKnown ? .declared : origin, isKnown: isKnown, noise: sensors[i].noise)
        deliver(EventType.baselineChanged, state.startReason, i, engine, sensors[i].zero.value, old)
      }
      compareZero(i, engine)
    }
    noteRemembered()
  }

  /// Whether the load that belongs to the zero of a sensor seems to be gone: more than three quarters of its preload, and more than
  /// `start_limit`, or 0.2 N.
  private func isMissing(_ i: Int, _ engine: Engine?) -> Bool {
    if !sensors[i].zero.isKnown { return false }
    let above = Int64(sensors[i].zero.watched) &- Int64(sensors[i].zero.value)
    let preload = Int64(sensors[i].preloadForce)
    let limit = max(max(Int64(givenLimit), startLimit(engine)), preload &- preload >> 2)
    return above < 0 && 0 &- Int64(SensorState.relief(sensors + i, above)) > limit
  }

  /// start_limit, or 0.2 N if it is 0.
  private var givenLimit: Int32 { state.config.start_limit == 0 ? 13107 : state.config.start_limit }

  /// The greatest load, newtons, at which the start learns a zero: a hand that rests must not become the zero.
  private func startLimit(_ engine: Engine?) -> Int64 {
    guard let touch = engine?.touchForce else { return Int64(givenLimit) }
    let half = touch >> 1
    // An empty load cell for heavy loads may read some newtons.
    if state.config.start_limit == 0 && Circuit.isStraight(sensors.pointee.sensor.circuit) { return Int64(half) }
    return Int64(min(givenLimit, half))
  }

  /// How much longer than the start the watched readings must stay still to become a zero; nil: they cannot. They can if all sensors together
  /// are less above the present zeros than a hand would be, and still. If a preload is declared, sensors that differ from their curves may
  /// read up to an eighth of it more: then they must be still for 10 s longer, as no hand is.
  private func quietNeeded(_ engine: Engine?) -> UInt64? {
    let limit = startLimit(engine)
    var total: Int64 = 0
    var preload: Int64 = 0
    var i = 0
    while i < sensorCount {
      let sensor = sensors + i
      let (lowest, highest, zero) = (sensor.pointee.zero.lowest, sensor.pointee.zero.highest, sensor.pointee.zero.value)
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

  // MARK: A load that was on the pad before

  /// Notes whether any sensor remembers a zero that is higher than its present one.
  private func noteRemembered() {
    state.remembersMore = false
    eachSensor { if remembersMore($0) { state.remembersMore = true } }
    state.backFor = 0
  }

  private func remembersMore(_ i: Int) -> Bool { sensors[i].zero.risesToRemembered > Int64(sensors[i].noise) }

  /// Checks whether a lid is back: all sensors that bear something read a higher zero that they remember. Returns whether something
  /// touches; nil: nothing is back, and `isTouched` holds.
  @inline(never)
  private func hasBack(_ elapsed: UInt64, _ isTouched: Bool, _ engine: Engine?) -> Bool? {
    pace(elapsed)
    let (isAt, isNear) = readsRemembered()
    if !isNear {
      state.backFor = 0
      return nil
    }
    // Ten times as long if it may still be a finger.
    let passed = state.zeroPace.passed
    state.backFor = Q16.add(state.backFor, Int32(clamping: isAt ? UInt64(passed) : Wide.divide(UInt64(passed), by: 10)))
    if state.backFor >= 1_000_000 {
      eachSensor { if remembersMore($0) && isNearRemembered($0) { takeRemembered($0, engine) } }
      noteRemembered()
      return weigh()
    }
    if !isAt || state.isDown { return isTouched ? true : nil }
    state.total = 0
    return false
  }

  private func isNearRemembered(_ i: Int) -> Bool {
    let zero = sensors + i
    return zero.pointee.zero.offRemembered(zero.pointee.conductance) <= max(Int64(zero.pointee.noise), zero.pointee.zero.risesToRemembered >> 3)
  }

  /// Whether all sensors that bear something read the higher zero that each remembers: within noise, and within an eighth of the way to it.
  private func readsRemembered() -> (isAt: Bool, isNear: Bool) {
    var (isAt, isNear) = (true, false)
    var i = 0
    while i < sensorCount {
      if remembersMore(i) && isNearRemembered(i) {
        isNear = true
        if !sensors[i].zero.isAtRemembered(sensors[i].conductance, sensors[i].noise) { isAt = false }
      } else if sensors[i].force >= state.config.untouched_force {
        return (false, false)
      }
      i &+= 1
    }
    return (isAt && isNear, isNear)
  }

  private func takeRemembered(_ i: Int, _ engine: Engine?) {
    let isAt = sensors[i].zero.isAtRemembered(sensors[i].conductance, sensors[i].noise)
    move(i, isAt ? sensors[i].zero.remembered : sensors[i].conductance, isKnown: true, Reason.returned, engine)
  }

  // MARK: Nothing is on the pad

  /// Whether any sensor is under its zero by more than noise, or was before.
  @inline(__always)
  private func isUnderZero() -> Bool {
    let isBelow = state.leastAbove < 0 &- state.config.below_zero
    let isConcerned = isBelow || state.wasBelow
    state.wasBelow = isBelow
    return isConcerned
  }

  private func pace(_ elapsed: UInt64) {
    if elapsed != UInt64(state.zeroPace.elapsed) { state.setZeroPace(elapsed) }
  }

  /// Moves each zero: it follows its sensor if it may, and stays or steps if the sensor reads below it. Returns whether forces jumped.
  @inline(never)
  private func keepZeros(_ elapsed: UInt64, _ mayFollow: Bool, _ engine: Engine?) -> Bool {
    pace(elapsed)
    let (rise, fall) = (state.zeroPace.rise, state.zeroPace.fall)
    let step = UInt32(bitPattern: max(state.config.drift_step, 1))
    var hasJumped = false
    var sensor = sensors
    let end = sensor + sensorCount
    repeat {
      var follows = mayFollow
      var reading = sensor.pointee.conductance
      if sensor.pointee.isBelowZero {
        if seesBelow(sensor, engine) { hasJumped = true }
        follows = follows && sensor.pointee.zero.isBrieflyBelow
        reading = Q16.subtract(sensor.pointee.zero.value, sensor.pointee.noise)
      } else if !sensor.pointee.zero.isSettled {
        seesBack(sensor, mayFollow, engine)
      }
      if follows {
        let isStep = sensor.pointee.zero.follow(reading, rise: rise, fall: fall, step: step)
        if isStep || sensor.pointee.zeroLimit != 0 { followed(sensor, isStep, engine) }
      }
      sensor += 1
    } while sensor < end
    return hasJumped
  }

  /// Handles a sensor that reads less than its zero, by more than noise. Returns whether its zero moved.
  @inline(never)
  private func seesBelow(_ sensor: UnsafeMutablePointer<SensorState>, _ engine: Engine?) -> Bool {
    let (reading, noise) = (sensor.pointee.conductance, sensor.pointee.noise)
    let fate = sensor.pointee.zero.seeBelow(reading, for: state.zeroPace.passed, noise: noise, steppedAfter: state.config.below_zero_us)
    let i = number(of: sensor)
    switch fate {
    case .stays: return false
    case .delivered:
      let zero = sensor.pointee.zero.value
      deliver(EventType.baselineChanged, Reason.belowZero, i, engine, zero, zero)
      return false
    case .corrected: move(i, reading, isKnown: false, Reason.belowZero, engine)
    case .stepped: move(i, reading, isKnown: true, Reason.belowZero, engine)
    case .returned: move(i, sensor.pointee.zero.remembered, isKnown: true, Reason.returned, engine)
    }
    noteRemembered()
    return true
  }

  /// Handles a sensor that does not read below its zero; delivers that if it did before.
  @inline(never)
  private func seesBack(_ sensor: UnsafeMutablePointer<SensorState>, _ isQuiet: Bool, _ engine: Engine?) {
    if !sensor.pointee.zero.seeBack(for: state.zeroPace.passed, isQuiet: isQuiet) { return }
    let zero = sensor.pointee.zero.value
    deliver(EventType.baselineChanged, Reason.returned, number(of: sensor), engine, zero, zero)
  }

  private func move(_ i: Int, _ conductance: Int32, isKnown: Bool, _ reason: Int32, _ engine: Engine?) {
    let old = sensors[i].zero.delivered
    let origin = isKnown || sensors[i].zero.origin != .taken ? Zero.Origin.learnt : .taken
    sensors[i].zero.set(conductance, origin, isKnown: isKnown, noise: sensors[i].noise)
    deliver(EventType.baselineChanged, reason, i, engine, conductance, old)
    compareZero(i, engine)
  }

  /// Handles a zero that has moved by drift. `isStep`: by enough to deliver it.
  @inline(never)
  private func followed(_ sensor: UnsafeMutablePointer<SensorState>, _ isStep: Bool, _ engine: Engine?) {
    let old = sensor.pointee.zero.delivered
    let i = number(of: sensor)
    if isStep {
      sensor.pointee.zero.markDelivered()
      deliver(EventType.baselineChanged, Reason.drift, i, engine, sensor.pointee.zero.value, old)
    }
    compareZero(i, engine)
  }

  /// Delivers that the zero is too far from the stored one: once, until it is back within half of the limit.
  @inline(never)
  private func compareZero(_ i: Int, _ engine: Engine?) {
    let limit = sensors[i].zeroLimit
    if limit == 0 { return }
    let stored = sensors[i].sensor.zero
    let away = (Int64(sensors[i].zero.value) &- Int64(stored)).magnitude
    let bit: UInt8 = 1 &<< UInt8(truncatingIfNeeded: i)
    if away <= UInt64(UInt32(bitPattern: sensors[i].zeroBack)) {
      state.zeroDelivered &= ~bit
    } else if away > UInt64(UInt32(bitPattern: limit)) && state.zeroDelivered & bit == 0 {
      state.zeroDelivered |= bit
      deliver(EventType.recalibrate, Reason.zero, i, engine, sensors[i].zero.value, stored)
    }
  }

  /// The index of a sensor. A difference of addresses would be a division, which some processors lack.
  private func number(of sensor: UnsafeMutablePointer<SensorState>) -> Int {
    var i = 0
    while sensors + i != sensor { i &+= 1 }
    return i
  }

  // MARK: A program asks for it

  @inline(__always)
  var isTooLong: Bool {
    let longest = state.config.longest_contact_us
    return longest != 0 && !hasNoBaseline && state.now &- state.touchedSince >= UInt64(longest)
  }

  /// Takes a contact that has lasted too long for a new zero, and cancels it.
  func question(_ engine: Engine?) -> Int32 {
    takeForZero(engine)
    return lose(engine)
  }

  @inline(never)
  private func takeForZero(_ engine: Engine?) {
    eachSensor { i in
      let old = sensors[i].zero.value
      sensors[i].zero.set(sensors[i].conductance, .taken, isKnown: false, noise: sensors[i].noise)
      sensors[i].force = 0
      deliver(EventType.baselineChanged, Reason.contactTooLong, i, engine, sensors[i].zero.value, old)
      compareZero(i, engine)
    }
    noteRemembered()
    state.awaitsZero = false
    state.frozenUntil = 0
  }

  package func tare(isForced: Bool) -> Int32 {
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
    state.isFirst = true
    state.isStarting = state.config.start_us != 0 && !hasNoBaseline
    state.awaitsZero = false
    state.isForced = false
    state.startUntil = 0
    state.startReason = Reason.requested
  }

  /// Begins again after the sensors were replaced.
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
    state.remembersMore = false
    state.backFor = 0
  }
}

extension PadState {
  mutating func setZeroPace(_ elapsed: UInt64) { zeroPace.set(elapsed, gap: UInt32(clamping: gap), rise: config.rise_us, fall: config.fall_us) }

  /// Changes the gap: readings come more slowly while nobody presses.
  mutating func setGap(_ gap: UInt32) {
    config.gap_us = gap
    setZeroPace(0)
  }
}
