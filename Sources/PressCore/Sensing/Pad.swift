import CPress

/// A pad in the caller's storage: a handle, like Engine.
public struct Pad {
  let state: UnsafeMutablePointer<PadState>

  public init(_ pad: OpaquePointer) { state = UnsafeMutablePointer(pad) }

  // MARK: Layout and life

  private static var sensorsOffset: Int { Layout.aligned(MemoryLayout<PadState>.size) }

  public static func size(_ sensors: Int) -> Int { sensorsOffset &+ sensors &* MemoryLayout<SensorState>.stride }

  var sensors: UnsafeMutablePointer<SensorState> {
    state.behind(Pad.sensorsOffset, SensorState.self)
  }

  /// Where the first sensor lies.
  public static func firstSensor(in storage: UnsafeMutableRawPointer) -> UnsafeMutablePointer<press_sensor> {
    storage.advanced(by: sensorsOffset).assumingMemoryBound(to: press_sensor.self)
  }

  /// The storage is aligned and large enough, config and sensors are valid, there are 1...8 of them, each `stride` bytes.
  @inline(never)
  public static func make(
    in storage: UnsafeMutableRawPointer, _ config: UnsafePointer<press_pad_config>, _ sensors: UnsafePointer<press_sensor>, _ count: Int,
    stride: Int
  ) {
    let state = storage.assumingMemoryBound(to: PadState.self)
    begin(state, config, count)
    state.pointee.place(sensors.pointee.x, sensors.pointee.y)
    let pad = Pad(OpaquePointer(state))
    var i = 0
    while i < count {
      let sensor = UnsafeRawPointer(sensors).advanced(by: i &* stride).assumingMemoryBound(to: press_sensor.self)
      if sensor.pointee.lag_us != 0 { state.pointee.isSkewed = true }
      if sensor.pointee.span != 0 { state.pointee.hasSpan = true }
      begin(pad.sensors + i, sensor)
      SensorState.prepare(pad.sensors + i, untouchedForce: config.pointee.untouched_force)
      i &+= 1
    }
  }

  // Each is built on the stack first, so neither may be there while the other is.
  @inline(never)
  private static func begin(_ state: UnsafeMutablePointer<PadState>, _ config: UnsafePointer<press_pad_config>, _ count: Int) {
    state.initialize(to: PadState(config, sensorCount: count))
  }

  @inline(never)
  private static func begin(_ state: UnsafeMutablePointer<SensorState>, _ sensor: UnsafePointer<press_sensor>) {
    state.initialize(to: SensorState(sensor.pointee))
  }

  public var sensorCount: Int { state.pointee.sensorCount }
  public var stats: press_pad_stats { state.pointee.stats }

  @inline(__always)
  func eachSensor(_ body: (Int) -> Void) {
    var i = 0
    while i < sensorCount {
      body(i)
      i &+= 1
    }
  }

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
    if present != state.pointee.sensorBits { miss(present, failed, t, engine) }
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
    expire(before: Wide.addSaturating(t, 1), heard: 0, engine)
    state.pointee.now = t
    _ = engine?.tick(t)
    state.pointee.isBusy = false
    return Status.ok
  }

  public var nextDeadline: UInt64 {
    state.pointee.isStarted ? staleFirst(of: state.pointee.sensorBits).at : UInt64.max
  }

  @inline(__always)
  private func check(_ t: UInt64, _ engine: Engine?) -> Int32 {
    guard let engine else { return Status.ok }
    // Of each sensor a fault, and two more: a new zero, the end of its range, a calibration that does not hold.
    let status = engine.checkFeed(t, moreEvents: 3 &* sensorCount)
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
      state.pointee.rate.restart()
    } else if !state.pointee.rate.isKnown && state.pointee.config.min_cutoff_hz == 0 && elapsed != 0 {
      time(elapsed)
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
  func restartFilters() {
    state.pointee.filter.started = 0
    eachSensor { sensors[$0].median.count = 0 }
  }

  // MARK: From conductance to a sample

  @inline(__always)
  private func measure(_ elapsed: UInt64, _ engine: Engine?) -> Int32 {
    var isTouched = weigh()
    if state.pointee.isStarting || state.pointee.awaitsZero {
      if state.pointee.isStarting { return start(engine) }
      if learnsQuietly(engine) { isTouched = weigh() }
    }
    if mayMoveZero(isTouched) && keepZero(elapsed, isTouched, engine) { isTouched = weigh() }
    if isTouched {
      if !state.pointee.isTouched { state.pointee.touchedSince = state.pointee.now }
      state.pointee.frozenUntil = Wide.addSaturating(state.pointee.now, UInt64(state.pointee.config.hold_us))
      if isTooLong { return question(engine) }
    }
    state.pointee.isTouched = isTouched
    let force = filtered(state.pointee.total, isTouched, engine)
    state.pointee.force = force
    var flags = isTouched ? SampleFlag.down : 0
    if state.pointee.isSettling(state.pointee.total) {
      flags |= SampleFlag.settling
    }
    let answer = send(force, flags: flags, engine)
    if state.pointee.isAtEnd || state.pointee.hasSpan { tellLimits(isTouched, engine) }
    return answer
  }

  /// Feeds the engine. Its answer is the pad's: it may have no place for the contact.
  func send(_ force: Int32, flags: UInt32, _ engine: Engine?) -> Int32 {
    guard let engine else { return Status.ok }
    var sample = press_sample(
      t_us: state.pointee.now, contact: state.pointee.config.contact, flags: flags, force: force, x: state.pointee.x,
      y: state.pointee.y, reserved: 0)
    return engine.feedChecked(&sample)
  }

  /// A sensor cannot say: contacts are cancelled, not released. The engine keeps a finger that is down from beginning anew.
  func lose(_ engine: Engine?) -> Int32 {
    state.pointee.force = 0
    state.pointee.isTouched = false
    state.pointee.isDown = false
    restartFilters()
    state.pointee.startUntil = 0
    return send(0, flags: SampleFlag.lost, engine)
  }
}
