import CPress

/// A pad in the caller's storage: a handle, like Engine.
public struct Pad {
  private let state: UnsafeMutablePointer<PadState>

  public init(_ pad: OpaquePointer) { state = UnsafeMutablePointer(pad) }

  // MARK: Layout and life

  private static var sensorsOffset: Int { Layout.aligned(MemoryLayout<PadState>.size) }

  public static func size(_ sensors: Int) -> Int { sensorsOffset &+ sensors &* MemoryLayout<SensorState>.stride }

  private var sensors: UnsafeMutablePointer<SensorState> {
    state.behind(Pad.sensorsOffset, SensorState.self)
  }

  /// The storage is aligned and large enough, config and sensors are valid, there are 1...8 of them.
  public static func make(
    in storage: UnsafeMutableRawPointer, _ config: press_pad_config, _ sensors: UnsafePointer<press_sensor>, _ count: Int
  ) {
    let state = storage.assumingMemoryBound(to: PadState.self)
    state.initialize(to: PadState(config, sensorCount: count, x: sensors.pointee.x, y: sensors.pointee.y))
    let pad = Pad(OpaquePointer(state))
    var i = 0
    while i < count {
      if sensors[i].lag_us != 0 { state.pointee.isSkewed = true }
      (pad.sensors + i).initialize(to: SensorState(sensors[i], untouchedForce: config.untouched_force))
      i &+= 1
    }
  }

  public var sensorCount: Int { state.pointee.sensorCount }
  public var stats: press_pad_stats { state.pointee.stats }

  // MARK: Frames and time

  public func feed(_ frame: UnsafePointer<press_frame>, _ engine: Engine?) -> Int32 {
    let present = frame.pointee.present
    let failed = frame.pointee.failed
    if ((present | failed) & ~state.pointee.sensorBits) | (present & failed) != 0 { return Status.invalid }
    let t = frame.pointee.t_us
    if state.pointee.isBusy || engine?.isBusy == true { return Status.busy }
    if t <= state.pointee.frameAt && state.pointee.isStarted {
      state.pointee.stats.backwards &+= 1
      return Status.time
    }
    let status = check(t, engine)
    if status != Status.ok { return status }
    state.pointee.isBusy = true
    let elapsed = arrive(t)
    let isComplete = read(frame, engine)
    var answer = Status.ok
    if state.pointee.faulty != 0 {
      answer = lose(engine)
    } else if isComplete {
      answer = measure(elapsed, engine)
    } else {
      _ = engine?.tick(t)
    }
    state.pointee.isBusy = false
    return answer
  }

  public func tick(_ t: UInt64, _ engine: Engine?) -> Int32 {
    if state.pointee.isBusy || engine?.isBusy == true { return Status.busy }
    if t < state.pointee.now {
      state.pointee.stats.backwards &+= 1
      return Status.time
    }
    let status = check(t, engine)
    if status != Status.ok { return status }
    state.pointee.isBusy = true
    state.pointee.now = t
    var wentStale = false
    if state.pointee.isStarted {
      eachSensor { i in
        if isStale(i) && sensors[i].monitor.fault == Reason.none {
          see(Reason.stale, i, engine)
          wentStale = true
        }
      }
    }
    var answer = Status.ok
    if wentStale {
      answer = lose(engine)
    } else {
      _ = engine?.tick(t)
    }
    state.pointee.isBusy = false
    return answer
  }

  public var nextDeadline: UInt64 {
    let after = UInt64(state.pointee.config.stale_after_us)
    var first = UInt64.max
    var i = 0
    while i < sensorCount && state.pointee.isStarted && after != 0 {
      if sensors[i].monitor.fault == Reason.none { first = min(first, Wide.addSaturating(sensors[i].heardAt, after)) }
      i &+= 1
    }
    return first
  }

  @inline(__always)
  private func check(_ t: UInt64, _ engine: Engine?) -> Int32 {
    guard let engine else { return Status.ok }
    // A fault and a new baseline can be told of each sensor.
    let status = engine.checkFeed(t, moreEvents: 2 &* sensorCount)
    if status == Status.time { state.pointee.stats.backwards &+= 1 }
    return status
  }

  /// Returns the time since the last frame, 0 for the first.
  @inline(__always)
  private func arrive(_ t: UInt64) -> UInt64 {
    if !state.pointee.isStarted { arriveFirst(t) }
    let elapsed = t &- state.pointee.frameAt
    if state.pointee.config.gap_us != 0 && elapsed > UInt64(state.pointee.config.gap_us) {
      state.pointee.stats.gaps &+= 1
      restartFilters()
    }
    state.pointee.frameAt = t
    state.pointee.now = max(state.pointee.now, t)
    state.pointee.stats.frames &+= 1
    return elapsed
  }

  private func arriveFirst(_ t: UInt64) {
    state.pointee.isStarted = true
    state.pointee.frameAt = t
    eachSensor { sensors[$0].heardAt = t }
  }

  @inline(never)
  private func restartFilters() {
    state.pointee.filter.started = 0
    eachSensor { sensors[$0].median.count = 0 }
  }

  // MARK: Sensors

  private func isStale(_ i: Int) -> Bool {
    let after = state.pointee.config.stale_after_us
    return after != 0 && state.pointee.now &- sensors[i].heardAt >= UInt64(after)
  }

  /// Judges the codes. Returns whether there is one to be trusted of every sensor, of this frame or an earlier one.
  private func read(_ frame: UnsafePointer<press_frame>, _ engine: Engine?) -> Bool {
    // The codes and then before_us are the last fields.
    let offset = MemoryLayout<press_frame>.size &- 2 &* Int(PRESS_PAD_SENSORS) &* MemoryLayout<Int32>.stride
    var code = UnsafeRawPointer(frame).advanced(by: offset).assumingMemoryBound(to: Int32.self)
    let stuckAfter = state.pointee.config.stuck_after_us
    let t = frame.pointee.t_us
    var isComplete = true
    var sensor = sensors
    var present = frame.pointee.present
    var i = 0
    while i < sensorCount {
      if present & 1 != 0 {
        sensor.pointee.isNew = true
        // Noise around zero reads as zero.
        let rising = max(Circuit.rising(sensor.pointee.sensor.circuit, code.pointee), 0)
        sensor.pointee.heardAt = t
        let judgement = sensor.pointee.judge(rising, at: t, stuckAfter: stuckAfter)
        if judgement == Reason.none && sensor.pointee.monitor.isWell {
          sensor.pointee.code = rising
        } else if isTrusted(judgement, i, engine) {
          sensor.pointee.code = min(rising, Circuit.most(sensor.pointee.sensor.circuit))
        } else {
          sensor.pointee.isNew = false
          isComplete = false
        }
      } else {
        let isFailed = frame.pointee.failed & (1 &<< UInt32(truncatingIfNeeded: i)) != 0
        miss(i, isFailed, engine)
        if isFailed || sensor.pointee.code < 0 { isComplete = false }
      }
      sensor += 1
      code += 1
      present >>= 1
      i &+= 1
    }
    return isComplete
  }

  /// Whether a code that is out of the ordinary may count all the same.
  @inline(never)
  private func isTrusted(_ judgement: Int32, _ i: Int, _ engine: Engine?) -> Bool {
    see(judgement, i, engine)
    let suspect = sensors[i].monitor.suspect
    return suspect != Reason.shorted && suspect != Reason.open
  }

  /// A sensor without a code.
  @inline(never)
  private func miss(_ i: Int, _ isFailed: Bool, _ engine: Engine?) {
    if isFailed {
      state.pointee.stats.bus_errors &+= 1
      sensors[i].heardAt = state.pointee.frameAt
      see(Reason.bus, i, engine)
    } else {
      state.pointee.isSkewed = true
      if isStale(i) { see(Reason.stale, i, engine) }
    }
  }

  private func patience(_ reason: Int32) -> UInt32 {
    switch reason {
    case Reason.open: state.pointee.config.open_after_us
    case Reason.shorted: state.pointee.config.shorted_after_us
    case Reason.saturated: state.pointee.config.shorted_at_end_us
    case Reason.bus: state.pointee.config.bus_after_us
    default: 0
    }
  }

  /// Shows the monitor of a sensor what was seen, and tells what it makes of it.
  private func see(_ seen: Int32, _ i: Int, _ engine: Engine?) {
    let sensor = sensors + i
    let patience = patience(seen)
    let isRuleOff = patience == 0 && seen != Reason.stuck && seen != Reason.stale
    let reason = isRuleOff ? Reason.none : seen
    let before = sensor.pointee.monitor.fault
    let verdict = sensor.pointee.monitor.see(
      reason, at: state.pointee.now, patience: patience, recovery: state.pointee.config.recover_after_us)
    switch verdict {
    case .unchanged: break
    case .began:
      state.pointee.stats.faults &+= 1
      state.pointee.faulty &+= 1
      state.pointee.mustLift = true
      tell(EventType.sensorFault, sensor.pointee.monitor.fault, i, engine, 0, 0)
    case .recovered:
      state.pointee.faulty &-= 1
      tell(EventType.sensorRecovered, before, i, engine, 0, 0)
    }
  }

  private func tell(_ type: UInt32, _ reason: Int32, _ i: Int, _ engine: Engine?, _ value: Int32, _ value2: Int32) {
    guard let engine else { return }
    var event = press_event()
    event.t_us = state.pointee.now
    event.type = type
    event.contact = state.pointee.config.contact
    event.reason = reason
    event.subject = UInt32(truncatingIfNeeded: i)
    event.value = value
    event.value2 = value2
    engine.tellSensor(event)
  }

  // MARK: From conductance to a sample

  @inline(__always)
  private func measure(_ elapsed: UInt64, _ engine: Engine?) -> Int32 {
    var isTouched = weigh()
    if state.pointee.heldBack != 0 && holdBack(isTouched, engine) { return Status.ok }
    if mayMoveZero(isTouched) && keepZero(elapsed, isTouched, engine) { isTouched = weigh() }
    if isTouched {
      if !state.pointee.isTouched { state.pointee.touchedSince = state.pointee.now }
      state.pointee.frozenUntil = Wide.addSaturating(state.pointee.now, UInt64(state.pointee.config.hold_us))
      if isTooLong {
        return question(engine)
      }
    }
    state.pointee.isTouched = isTouched
    var force = state.pointee.total
    if state.pointee.config.flags & UInt32(truncatingIfNeeded: PRESS_PAD_NO_FILTER) == 0 {
      force = max(OneEuro.step(&state.pointee.filter, at: state.pointee.frameAt, force), 0)
    }
    state.pointee.force = force
    return send(force, flags: isTouched ? UInt32(truncatingIfNeeded: PRESS_SAMPLE_DOWN) : 0, engine)
  }

  /// Keeps what is read from being a touch, at the start and after a fault. Returns whether it did.
  @inline(never)
  private func holdBack(_ isTouched: Bool, _ engine: Engine?) -> Bool {
    if state.pointee.isStarting {
      start(engine)
      state.pointee.force = 0
      _ = send(0, flags: 0, engine)
      return true
    }
    // A sensor that comes back under a finger must not make a press that nobody made.
    state.pointee.mustLift = state.pointee.mustLift && isTouched
    if state.pointee.mustLift { _ = lose(engine) }
    return state.pointee.mustLift
  }

  @inline(__always)
  private var isTooLong: Bool {
    let longest = state.pointee.config.longest_contact_us
    return longest != 0 && !hasNoBaseline && state.pointee.now &- state.pointee.touchedSince >= UInt64(longest)
  }

  /// From codes to conductances to forces, their sum and their centre of pressure. Returns whether any is a touch. Again
  /// with the same codes, it weighs with the zero as it is then.
  private func weigh() -> Bool {
    let hasMedian = state.pointee.config.flags & UInt32(truncatingIfNeeded: PRESS_PAD_NO_MEDIAN) == 0
    let isSkewed = state.pointee.isSkewed
    var most: Int32 = 0
    var least = Int64.max
    var total: Int64 = 0
    var sensor = sensors
    let end = sensor + sensorCount
    while sensor < end {
      if sensor.pointee.isNew {
        if isSkewed { sensor.pointee.keep(of: state.pointee.frameAt) }
        convert(sensor, hasMedian)
      }
      let above = Int64(sensor.pointee.conductance) &- Int64(sensor.pointee.baseline.value)
      let load = Int32(truncatingIfNeeded: max(0, min(above, Int64(Int32.max))))
      let force = SensorState.force(sensor, SensorState.relieve(sensor, load, at: state.pointee.now))
      sensor.pointee.force = force
      most = max(most, force)
      least = min(least, above)
      total &+= Int64(force)
      sensor += 1
    }
    state.pointee.total = Int32(clamping: total)
    state.pointee.leastAbove = Int32(clamping: least)
    // The position stays where it was while there is too little force to tell.
    if sensorCount > 1 && total >= Int64(state.pointee.config.position_force) {
      if isSkewed { locateBack() } else { locate { $0.pointee.force } }
    }
    return most >= state.pointee.config.untouched_force
  }

  /// With the forces of the moment at which all sensors have been read last: the earliest of their readings. Later ones
  /// would have to be guessed.
  @inline(never)
  private func locateBack() {
    var earliest = UInt64.max
    eachSensor { earliest = min(earliest, sensors[$0].readAt) }
    var total: Int64 = 0
    eachSensor { total &+= Int64(sensors[$0].force(at: earliest)) }
    // In the edge of a dip the straight line between two readings is wrong.
    if state.pointee.isDip(Int32(clamping: total)) { return }
    locate { $0.pointee.force(at: earliest) }
  }

  /// Centre of pressure: each sensor's place, weighted with its force.
  @inline(__always)
  private func locate(_ force: (UnsafeMutablePointer<SensorState>) -> Int32) {
    var weights: Int64 = 0
    var x: Int64 = 0
    var y: Int64 = 0
    var sensor = sensors
    let end = sensor + sensorCount
    while sensor < end {
      // 31 + 31 bits would leave no room for the sum of eight: Q12 newtons do for a weight.
      let weight = Int64(force(sensor) >> 4)
      weights &+= weight
      x &+= weight &* Int64(sensor.pointee.sensor.x)
      y &+= weight &* Int64(sensor.pointee.sensor.y)
      sensor += 1
    }
    // None is negative; the mask shows that to the compiler.
    weights &= Int64.max
    if weights == 0 { return }
    state.pointee.place(
      Int32(truncatingIfNeeded: Wide.divide(x, by: weights)), Int32(truncatingIfNeeded: Wide.divide(y, by: weights)))
  }

  @inline(__always)
  private func convert(_ sensor: UnsafeMutablePointer<SensorState>, _ hasMedian: Bool) {
    sensor.pointee.isNew = false
    var code = sensor.pointee.code
    if hasMedian {
      let before = Median.isFull(sensor.pointee.median) ? sensor.pointee.median.previous.0 : code
      code = Median.step(&sensor.pointee.median, code)
      if (before &- code).magnitude > sensor.pointee.spike { state.pointee.stats.spikes &+= 1 }
    }
    sensor.pointee.conductance = Circuit.conductance(sensor.pointee.sensor.circuit, clamped: code)
  }

  private var hasNoBaseline: Bool {
    state.pointee.config.flags & UInt32(truncatingIfNeeded: PRESS_PAD_NO_BASELINE) != 0
  }

  /// Feeds the engine. Its answer is the pad's: it may have no place for the contact.
  private func send(_ force: Int32, flags: UInt32, _ engine: Engine?) -> Int32 {
    guard let engine else { return Status.ok }
    var sample = press_sample(
      t_us: state.pointee.now, contact: state.pointee.config.contact, flags: flags, force: force, x: state.pointee.x,
      y: state.pointee.y, reserved: 0)
    return engine.feedChecked(&sample)
  }

  /// A sensor cannot say: contacts are cancelled, not released.
  private func lose(_ engine: Engine?) -> Int32 {
    state.pointee.force = 0
    state.pointee.isTouched = false
    restartFilters()
    if state.pointee.isStarting { state.pointee.startUntil = 0 }
    return send(0, flags: UInt32(truncatingIfNeeded: PRESS_SAMPLE_LOST), engine)
  }

  // MARK: The zero

  /// Watches the zero; at the end learns it, or refuses to. The forces of this frame were weighed with the zero before.
  private func start(_ engine: Engine?) {
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
  private func mayMoveZero(_ isTouched: Bool) -> Bool {
    let isBelow = state.pointee.leastAbove < 0 &- state.pointee.config.below_zero
    let isConcerned = isBelow || state.pointee.wasBelow || (!isTouched && state.pointee.now >= state.pointee.frozenUntil)
    state.pointee.wasBelow = isBelow
    return isConcerned && !hasNoBaseline
  }

  /// Corrects a zero that proves too high, and follows drift while nothing touches. Returns whether forces jumped by it.
  private func keepZero(_ elapsed: UInt64, _ isTouched: Bool, _ engine: Engine?) -> Bool {
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
  private func question(_ engine: Engine?) -> Int32 {
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

  @inline(__always)
  private func eachSensor(_ body: (Int) -> Void) {
    var i = 0
    while i < sensorCount {
      body(i)
      i &+= 1
    }
  }

  // MARK: Reading

  public var reading: press_reading {
    var r = press_reading()
    r.t_us = state.pointee.frameAt
    r.force = state.pointee.force
    r.x = state.pointee.x
    r.y = state.pointee.y
    if state.pointee.isTouched { r.flags |= UInt32(truncatingIfNeeded: PRESS_READING_TOUCHED) }
    if state.pointee.isStarting { r.flags |= UInt32(truncatingIfNeeded: PRESS_READING_STARTING) }
    if state.pointee.faulty != 0 { r.flags |= UInt32(truncatingIfNeeded: PRESS_READING_LOST) }
    withUnsafeMutablePointer(to: &r.raw_force) { force in
      let out = UnsafeMutableRawPointer(force).assumingMemoryBound(to: Int32.self)
      eachSensor { out[$0] = sensors[$0].force }
    }
    withUnsafeMutablePointer(to: &r.conductance) { conductance in
      let out = UnsafeMutableRawPointer(conductance).assumingMemoryBound(to: Int32.self)
      eachSensor { out[$0] = sensors[$0].conductance }
    }
    withUnsafeMutablePointer(to: &r.baseline) { baseline in
      let out = UnsafeMutableRawPointer(baseline).assumingMemoryBound(to: Int32.self)
      eachSensor { out[$0] = sensors[$0].baseline.value }
    }
    withUnsafeMutablePointer(to: &r.fault) { fault in
      let out = UnsafeMutableRawPointer(fault).assumingMemoryBound(to: Int32.self)
      eachSensor { out[$0] = sensors[$0].monitor.fault }
    }
    return r
  }
}
