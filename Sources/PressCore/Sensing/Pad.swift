import CPress

/// A pad in the caller's storage: a handle, like Engine.
public struct Pad {
  private let state: UnsafeMutablePointer<PadState>

  public init(_ pad: OpaquePointer) { state = UnsafeMutablePointer(pad) }

  // MARK: Layout and life

  private static var sensorsOffset: Int { (MemoryLayout<PadState>.size &+ 7) & ~7 }

  public static func size(_ sensors: Int) -> Int { sensorsOffset &+ sensors &* MemoryLayout<SensorState>.stride }

  private var sensors: UnsafeMutablePointer<SensorState> {
    UnsafeMutableRawPointer(state).advanced(by: Pad.sensorsOffset).assumingMemoryBound(to: SensorState.self)
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
      (pad.sensors + i).initialize(to: SensorState(sensors[i]))
      i &+= 1
    }
  }

  public var sensorCount: Int { state.pointee.sensorCount }
  public var stats: press_pad_stats { state.pointee.stats }

  // MARK: Frames and time

  public func feed(_ frame: press_frame, _ engine: Engine?) -> Int32 {
    let unknown = ~((UInt32(1) << UInt32(truncatingIfNeeded: sensorCount)) &- 1)
    if (frame.present | frame.failed) & unknown != 0 || frame.present & frame.failed != 0 { return Status.invalid }
    let status = check(frame.t_us, engine)
    if status != Status.ok { return status }
    if state.pointee.isStarted && frame.t_us <= state.pointee.frameAt {
      state.pointee.stats.backwards &+= 1
      return Status.time
    }
    let elapsed = arrive(frame.t_us)
    let isComplete = read(frame, engine)
    if isLost {
      lose(engine)
    } else if isComplete {
      measure(elapsed, engine)
    } else {
      _ = engine?.tick(frame.t_us)
    }
    return Status.ok
  }

  public func tick(_ t: UInt64, _ engine: Engine?) -> Int32 {
    let status = check(t, engine)
    if status != Status.ok { return status }
    if t < state.pointee.now {
      state.pointee.stats.backwards &+= 1
      return Status.time
    }
    state.pointee.now = t
    var wentStale = false
    var i = 0
    while i < sensorCount && state.pointee.isStarted {
      if isStale(i) && sensors[i].monitor.fault == Reason.none {
        see(Reason.stale, i, engine)
        wentStale = true
      }
      i &+= 1
    }
    if wentStale { lose(engine) } else { _ = engine?.tick(t) }
    return Status.ok
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

  private func check(_ t: UInt64, _ engine: Engine?) -> Int32 {
    guard let engine else { return Status.ok }
    // A fault and a new baseline can be told of each sensor.
    let status = engine.checkFeed(t, moreEvents: 2 &* sensorCount)
    if status == Status.time { state.pointee.stats.backwards &+= 1 }
    return status
  }

  /// Returns the time since the last frame, 0 for the first.
  private func arrive(_ t: UInt64) -> UInt64 {
    let isFirst = !state.pointee.isStarted
    let elapsed = isFirst ? 0 : t &- state.pointee.frameAt
    if isFirst {
      state.pointee.isStarted = true
      var i = 0
      while i < sensorCount {
        sensors[i].heardAt = t
        i &+= 1
      }
    }
    if state.pointee.config.gap_us != 0 && elapsed > UInt64(state.pointee.config.gap_us) {
      state.pointee.stats.gaps &+= 1
      restartFilters()
    }
    state.pointee.frameAt = t
    state.pointee.now = max(state.pointee.now, t)
    state.pointee.stats.frames &+= 1
    return elapsed
  }

  private func restartFilters() {
    state.pointee.filter.started = 0
    var i = 0
    while i < sensorCount {
      sensors[i].median.count = 0
      i &+= 1
    }
  }

  // MARK: Sensors

  private var isLost: Bool {
    var i = 0
    while i < sensorCount {
      if sensors[i].monitor.fault != Reason.none { return true }
      i &+= 1
    }
    return false
  }

  private func isStale(_ i: Int) -> Bool {
    let after = state.pointee.config.stale_after_us
    return after != 0 && state.pointee.now &- sensors[i].heardAt >= UInt64(after)
  }

  /// Takes in the codes. Returns whether every sensor has a conductance to be trusted.
  private func read(_ frame: press_frame, _ engine: Engine?) -> Bool {
    var isComplete = true
    var i = 0
    while i < sensorCount {
      let bit = UInt32(1) << UInt32(truncatingIfNeeded: i)
      if frame.present & bit != 0 {
        let code = withUnsafePointer(to: frame.code) {
          UnsafeRawPointer($0).assumingMemoryBound(to: Int32.self)[i]
        }
        isComplete = read(i, code, engine) && isComplete
      } else {
        isComplete = false
        if frame.failed & bit != 0 {
          state.pointee.stats.bus_errors &+= 1
          sensors[i].heardAt = frame.t_us
          see(Reason.bus, i, engine)
        } else if isStale(i) {
          see(Reason.stale, i, engine)
        }
      }
      i &+= 1
    }
    return isComplete
  }

  private func read(_ i: Int, _ code: Int32, _ engine: Engine?) -> Bool {
    let sensor = sensors + i
    let circuit = sensor.pointee.sensor.circuit
    sensor.pointee.heardAt = state.pointee.frameAt
    var rising = Circuit.rising(circuit, code)
    see(sensor.pointee.judge(rising, at: state.pointee.frameAt, stuckAfter: state.pointee.config.stuck_after_us), i, engine)
    let suspect = sensor.pointee.monitor.suspect
    if suspect == Reason.shorted || suspect == Reason.open { return false }
    if state.pointee.config.flags & UInt32(truncatingIfNeeded: PRESS_PAD_NO_MEDIAN) == 0 {
      let before = sensor.pointee.median.previous.0
      let isFull = sensor.pointee.median.count == 2
      rising = Median.step(&sensor.pointee.median, rising)
      let off = (Int64(before) &- Int64(rising)).magnitude
      if isFull && off > UInt64(truncatingIfNeeded: circuit.full_scale >> 6) { state.pointee.stats.spikes &+= 1 }
    }
    sensor.pointee.conductance = Circuit.conductance(circuit, rising: rising)
    return true
  }

  private func patience(_ reason: Int32) -> UInt32 {
    if reason == Reason.saturated { return state.pointee.config.saturated_after_us }
    return reason == Reason.stuck || reason == Reason.stale ? 0 : state.pointee.config.fault_after_us
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
      tell(EventType.sensorFault, sensor.pointee.monitor.fault, i, engine, 0, 0)
    case .recovered: tell(EventType.sensorRecovered, before, i, engine, 0, 0)
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

  private func measure(_ elapsed: UInt64, _ engine: Engine?) {
    if state.pointee.isStarting {
      start(engine)
    }
    if state.pointee.isStarting {
      state.pointee.force = 0
      send(0, flags: 0, engine)
      return
    }
    weigh()
    let isTouched = isAnyTouched
    if !hasNoBaseline {
      keepZero(elapsed, isTouched, engine)
      weigh()
    }
    if isTouched && !state.pointee.isTouched { state.pointee.touchedSince = state.pointee.now }
    state.pointee.isTouched = isTouched
    if isTouched {
      state.pointee.frozenUntil = Wide.addSaturating(state.pointee.now, UInt64(state.pointee.config.hold_us))
      let longest = state.pointee.config.longest_contact_us
      if longest != 0 && !hasNoBaseline && state.pointee.now &- state.pointee.touchedSince >= UInt64(longest) {
        question(engine)
        return
      }
    }
    locate()
    var total: Int32 = 0
    var i = 0
    while i < sensorCount {
      total = Q16.add(total, sensors[i].force)
      i &+= 1
    }
    if state.pointee.config.flags & UInt32(truncatingIfNeeded: PRESS_PAD_NO_FILTER) == 0 {
      total = max(OneEuro.step(&state.pointee.filter, at: state.pointee.frameAt, total), 0)
    }
    state.pointee.force = total
    send(total, flags: isTouched ? UInt32(truncatingIfNeeded: PRESS_SAMPLE_DOWN) : 0, engine)
  }

  private var hasNoBaseline: Bool {
    state.pointee.config.flags & UInt32(truncatingIfNeeded: PRESS_PAD_NO_BASELINE) != 0
  }

  private func weigh() {
    var i = 0
    while i < sensorCount {
      let sensor = sensors + i
      sensor.pointee.force = sensor.pointee.force(Q16.subtract(sensor.pointee.conductance, sensor.pointee.baseline.value))
      i &+= 1
    }
  }

  private var isAnyTouched: Bool {
    var i = 0
    while i < sensorCount {
      if sensors[i].force >= state.pointee.config.untouched_force { return true }
      i &+= 1
    }
    return false
  }

  private func send(_ force: Int32, flags: UInt32, _ engine: Engine?) {
    guard let engine else { return }
    var sample = press_sample(
      t_us: state.pointee.now, contact: state.pointee.config.contact, flags: flags, force: force, x: state.pointee.x,
      y: state.pointee.y, reserved: 0)
    _ = engine.feed(&sample, 1)
  }

  /// A sensor cannot say: contacts are cancelled, not released.
  private func lose(_ engine: Engine?) {
    state.pointee.force = 0
    state.pointee.isTouched = false
    restartFilters()
    if state.pointee.isStarting { state.pointee.startUntil = 0 }
    send(0, flags: UInt32(truncatingIfNeeded: PRESS_SAMPLE_LOST), engine)
  }

  /// Centre of pressure: each sensor's place, weighted with its force. It stays where it was while there is too little.
  private func locate() {
    if sensorCount == 1 { return }
    var force: UInt64 = 0
    var x: Int64 = 0
    var y: Int64 = 0
    var i = 0
    while i < sensorCount {
      // 31 + 31 bits would leave no room for the sum of eight: Q8 newtons do for a weight.
      let weight = Int64(sensors[i].force >> 4)
      force &+= UInt64(truncatingIfNeeded: weight)
      x &+= weight &* Int64(sensors[i].sensor.x)
      y &+= weight &* Int64(sensors[i].sensor.y)
      i &+= 1
    }
    if force == 0 || force << 4 < UInt64(truncatingIfNeeded: state.pointee.config.position_force) { return }
    state.pointee.x = Int32(clamping: Wide.divideRounded(x, by: force))
    state.pointee.y = Int32(clamping: Wide.divideRounded(y, by: force))
  }

  // MARK: The zero

  /// Watches the zero; at the end learns it, or refuses to.
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
      if !isFinger { sensors[i].baseline.set(sensors[i].baseline.watched) }
      let reason = isFinger ? Reason.fingerAtStart : state.pointee.startReason
      tell(EventType.baselineChanged, reason, i, engine, sensors[i].baseline.value, old)
    }
  }

  /// Something pressed harder than a zero can be, or moved.
  private var hasFingerAtStart: Bool {
    var i = 0
    while i < sensorCount {
      let lowest = sensors[i].force(sensors[i].baseline.lowest)
      let highest = sensors[i].force(sensors[i].baseline.highest)
      if highest > state.pointee.config.start_limit { return true }
      if highest &- lowest >= state.pointee.config.untouched_force { return true }
      i &+= 1
    }
    return false
  }

  /// Corrects a zero that proves too high, and follows drift while nothing touches.
  private func keepZero(_ elapsed: UInt64, _ isTouched: Bool, _ engine: Engine?) {
    let c = state.pointee.config
    let mayFollow = !isTouched && state.pointee.now >= state.pointee.frozenUntil
    eachSensor { i in
      let conductance = sensors[i].conductance
      let old = sensors[i].baseline.told
      if sensors[i].baseline.isCorrected(by: conductance, at: state.pointee.now, margin: c.below_zero, after: c.below_zero_us) {
        sensors[i].baseline.set(conductance)
        tell(EventType.baselineChanged, Reason.belowZero, i, engine, conductance, old)
      } else if mayFollow
        && sensors[i].baseline.follow(conductance, elapsed: elapsed, rise: c.rise_us, fall: c.fall_us, step: c.drift_step)
      {
        sensors[i].baseline.tellDrift()
        tell(EventType.baselineChanged, Reason.drift, i, engine, sensors[i].baseline.value, old)
      }
    }
  }

  /// A contact that lasts too long to be one is taken for a new zero, and cancelled.
  private func question(_ engine: Engine?) {
    eachSensor { i in
      let old = sensors[i].baseline.value
      sensors[i].baseline.set(sensors[i].conductance)
      sensors[i].force = 0
      tell(EventType.baselineChanged, Reason.contactTooLong, i, engine, sensors[i].baseline.value, old)
    }
    state.pointee.frozenUntil = 0
    lose(engine)
  }

  public func tare() -> Int32 {
    if hasNoBaseline || state.pointee.isTouched { return Status.state }
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
    if isLost { r.flags |= UInt32(truncatingIfNeeded: PRESS_READING_LOST) }
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
