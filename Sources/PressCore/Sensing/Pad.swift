import CPress

/// A pad in the caller's storage: a handle, like Engine.
public struct Pad: Handle {
  let memory: UnsafeMutablePointer<PadState>

  public init(_ pad: OpaquePointer) { memory = UnsafeMutablePointer(pad) }

  // MARK: Layout and life

  private static var sensorsOffset: Int { Layout.aligned(MemoryLayout<PadState>.size) }

  public static func size(_ sensors: Int) -> Int { sensorsOffset &+ sensors &* MemoryLayout<SensorState>.stride }

  var sensors: UnsafeMutablePointer<SensorState> {
    memory.behind(Pad.sensorsOffset, SensorState.self)
  }

  /// A callback of the frame of the pad that lives there is running.
  public static func isBusy(in storage: UnsafeMutableRawPointer) -> Bool {
    let pad = Pad(OpaquePointer(storage))
    return pad.state.signature == PadState.signature && pad.state.isBusy
  }

  /// The config is valid. Sensors are large: they are read where they lie, and none lies on the stack.
  @inline(never)
  public static func make(
    in storage: UnsafeMutableRawPointer, _ bytes: Int, _ config: UnsafePointer<press_pad_config>, _ sensors: UnsafePointer<press_sensor>?,
    _ count: Int
  ) -> Int32 {
    if UInt(bitPattern: storage) & 7 != 0 || count < 1 || count > Int(PRESS_PAD_SENSORS) { return Status.invalid }
    if sensors == nil && count != 1 { return Status.invalid }
    // Of a program whose sensors are longer.
    let stride = Int(truncatingIfNeeded: sensors?.pointee.size ?? 0)
    if let sensors, !areValid(sensors, count, stride) { return Status.invalid }
    if bytes >= 0 && bytes < size(count) { return Status.noSpace }
    if isBusy(in: storage) { return Status.busy }
    make(in: storage, config, sensors, count, stride: stride)
    return Status.ok
  }

  /// Whether all are as they may be, and of one size.
  @inline(never)
  public static func areValid(_ sensors: UnsafePointer<press_sensor>, _ count: Int, _ stride: Int) -> Bool {
    var i = 0
    while i < count {
      let sensor = UnsafeRawPointer(sensors).advanced(by: i &* stride).assumingMemoryBound(to: press_sensor.self)
      if press_sensor.brokenRule(sensor) != 0 || Int(truncatingIfNeeded: sensor.pointee.size) != stride { return false }
      i &+= 1
    }
    return true
  }

  /// The storage is aligned and large enough, config and sensors are valid, there are 1...8 of them, each `stride` bytes. Nil: the default one.
  @inline(never)
  private static func make(
    in storage: UnsafeMutableRawPointer, _ config: UnsafePointer<press_pad_config>, _ sensors: UnsafePointer<press_sensor>?, _ count: Int,
    stride: Int
  ) {
    let pad = Pad(OpaquePointer(storage))
    begin(pad.memory, config, count)
    pad.begin(sensors, stride)
  }

  /// The sensors begin, as none was read before.
  @inline(never)
  private func begin(_ given: UnsafePointer<press_sensor>?, _ stride: Int) {
    eachSensor { i in
      Pad.begin(sensors + i)
      if let given {
        SensorState.read(UnsafeRawPointer(given).advanced(by: i &* stride).assumingMemoryBound(to: press_sensor.self), into: sensors + i)
      }
      if sensors[i].sensor.lag_us != 0 { state.isSkewed = true }
      if sensors[i].sensor.span != 0 { state.hasSpan = true }
      SensorState.prepare(sensors + i, untouchedForce: state.config.untouched_force)
    }
    state.place(sensors[0].sensor.x, sensors[0].sensor.y)
  }

  /// Others in their place, where nothing presses: only their faults, and when they were read, go on.
  public func set(_ given: UnsafePointer<press_sensor>, stride: Int) -> Int32 {
    if state.isBusy { return Status.busy }
    if state.isTouched || state.isDown || state.isWaiting { return Status.state }
    var before = InlineArray<8, (FaultMonitor, UInt64)>(repeating: (FaultMonitor(), 0))
    eachSensor { before[unchecked: $0] = (sensors[$0].monitor, sensors[$0].receivedAt) }
    state.isSkewed = false
    state.hasSpan = false
    begin(given, stride)
    eachSensor { (sensors[$0].monitor, sensors[$0].receivedAt) = before[unchecked: $0] }
    restart()
    return Status.ok
  }

  // Each is built on the stack first, so neither may be there while the other is.
  @inline(never)
  private static func begin(_ state: UnsafeMutablePointer<PadState>, _ config: UnsafePointer<press_pad_config>, _ count: Int) {
    state.initialize(to: PadState(config, sensorCount: count))
  }

  @inline(never)
  private static func begin(_ state: UnsafeMutablePointer<SensorState>) {
    state.initialize(to: SensorState())
    SensorState.makeDefault(state)
  }

  public var sensorCount: Int { state.sensorCount }
  public var stats: press_pad_stats { state.stats }

  @inline(__always)
  func eachSensor(_ body: (Int) -> Void) {
    var i = 0
    while i < sensorCount {
      body(i)
      i &+= 1
    }
  }

  // MARK: Frames and time

  /// What nearly every frame requires is inlined here: of a pad in which nothing is out of the ordinary, with a code of every sensor
  /// that is ordinary, too.
  @inline(__always)
  public func feed(_ frame: UnsafePointer<press_frame>, _ engine: Engine?) -> Int32 {
    let elapsed: UInt64
    let isTouched: Bool
    if isPlain(frame, engine) && readPlain(frame) {
      elapsed = arrive(frame.pointee.t_us)
      state.isBusy = true
      isTouched = weigh(isPlain: true)
    } else {
      switch weighRarely(frame, engine) {
      case .over(let answer): return answer
      case .weighed(let time, let touched): (elapsed, isTouched) = (time, touched)
      }
    }
    let answer = measure(elapsed, isTouched, engine)
    state.isBusy = false
    if !state.isPlain { findPlain() }
    return answer
  }

  /// Whether the pad is plain, and so is a frame as far as can be said without its codes.
  @inline(__always)
  private func isPlain(_ frame: UnsafePointer<press_frame>, _ engine: Engine?) -> Bool {
    let t = frame.pointee.t_us
    if !state.isPlain || state.isBusy || frame.pointee.present != state.sensorBits || frame.pointee.failed != 0 { return false }
    if t <= state.frameAt || isGap(before: t) || times(of: frame) != nil { return false }
    guard let engine else { return true }
    return !engine.isBusy && engine.canKeep(moreEvents: moreEvents) && engine.checkFeed(t, moreEvents: moreEvents) == Status.ok
  }

  /// Looks whether the pad is plain: nothing begins, is waited for or suspected, sensors are read at once, all medians are full. What
  /// ends that notes it.
  @inline(never)
  private func findPlain() {
    if state.isStarting || state.awaitsZero || state.next.size != 0 || state.isSkewed || isTimed
      || state.config.flags & PadFlag.noMedian != 0
    {
      return
    }
    var i = 0
    while i < sensorCount {
      if !sensors[i].monitor.isWell || sensors[i].isNew || !Median.isFull(sensors[i].median) { return }
      i &+= 1
    }
    state.isPlain = true
  }

  private enum Course {
    case over(Int32), weighed(elapsed: UInt64, isTouched: Bool)
  }

  @inline(never)
  private func weighRarely(_ frame: UnsafePointer<press_frame>, _ engine: Engine?) -> Course {
    let present = frame.pointee.present
    let failed = frame.pointee.failed
    if ((present | failed) & ~state.sensorBits) | (present & failed) != 0 { return .over(Status.invalid) }
    let t = frame.pointee.t_us
    if state.isBusy || engine?.isBusy == true { return .over(Status.busy) }
    if t == Engine.never { return .over(Status.invalid) }
    if t <= state.frameAt && state.isStarted {
      state.stats.backwards &+= 1
      return .over(Status.time)
    }
    let status = check(t, engine)
    if status != Status.ok { return .over(status) }
    state.isBusy = true
    state.isPlain = false
    if state.next.size != 0 { adopt() }
    if present != state.sensorBits { miss(present, failed, t, engine) }
    if !state.isStarted { arriveFirst(t) }
    if isGap(before: t) { pause() } else if isTimed && t != state.frameAt { time(t &- state.frameAt) }
    let elapsed = arrive(t)
    let isComplete = read(frame, engine)
    var answer = Status.ok
    if state.faulty != 0 {
      answer = lose(engine)
    } else if !isComplete {
      _ = engine?.tick(t)
    } else {
      var isTouched = weigh()
      if state.isStarting {
        answer = start(engine)
      } else {
        if state.awaitsZero && learnsQuietly(engine) { isTouched = weigh() }
        return .weighed(elapsed: elapsed, isTouched: isTouched)
      }
    }
    state.isBusy = false
    return .over(answer)
  }

  public func tick(_ t: UInt64, _ engine: Engine?) -> Int32 {
    if state.isBusy || engine?.isBusy == true { return Status.busy }
    if t == Engine.never { return Status.invalid }
    if t < state.now {
      state.stats.backwards &+= 1
      return Status.time
    }
    let status = check(t, engine)
    if status != Status.ok { return status }
    state.isBusy = true
    expire(before: Wide.addSaturating(t, 1), received: 0, engine)
    state.now = t
    _ = engine?.tick(t)
    state.isBusy = false
    return Status.ok
  }

  public var nextDeadline: UInt64 {
    state.isStarted ? staleFirst(of: state.sensorBits).at : UInt64.max
  }

  /// Of each sensor a fault, and two more: a new zero, the end of its range, a calibration that does not hold.
  private var moreEvents: Int { 3 &* sensorCount }

  @inline(__always)
  private func check(_ t: UInt64, _ engine: Engine?) -> Int32 {
    guard let engine else { return Status.ok }
    if !engine.canKeep(moreEvents: moreEvents) { return Status.tooFewEvents }
    let status = engine.checkFeed(t, moreEvents: moreEvents)
    if status == Status.time { state.stats.backwards &+= 1 }
    return status
  }

  @inline(__always)
  private func isGap(before t: UInt64) -> Bool { state.config.gap_us != 0 && t &- state.frameAt > UInt64(state.config.gap_us) }

  /// Returns the time since the last frame, 0 for the first.
  @inline(__always)
  private func arrive(_ t: UInt64) -> UInt64 {
    let elapsed = t &- state.frameAt
    state.frameAt = t
    state.now = max(state.now, t)
    state.stats.frames &+= 1
    return elapsed
  }

  /// What was suspected before a pause, or seen once, proves nothing after it.
  @inline(never)
  private func pause() {
    state.stats.gaps &+= 1
    restartFilters()
    state.rate.restart()
    state.isTouched = false
    eachSensor { sensors[$0].pause() }
  }

  private func arriveFirst(_ t: UInt64) {
    state.isStarted = true
    state.frameAt = t
    eachSensor { sensors[$0].receivedAt = t }
  }

  @inline(never)
  func restartFilters() {
    state.isPlain = false
    state.filter.started = 0
    eachSensor { sensors[$0].median.count = 0 }
  }

  // MARK: Settings that wait

  /// The contact is that of the pad.
  /// The config that was given last, whether it counts yet or not.
  public var given: press_pad_config { state.next.size != 0 ? state.next : state.config }

  public func set(_ config: UnsafePointer<press_pad_config>) -> Int32 {
    if config.pointee.contact != state.config.contact { return Status.invalid }
    state.next = config.pointee
    state.isPlain = false
    if !state.isBusy { adopt() }
    return Status.ok
  }

  /// Once nothing presses, by what counts now and by what is to count.
  @inline(never)
  private func adopt() {
    if state.isTouched || state.isDown || state.isWaiting { return }
    let least = state.next.untouched_force
    var i = 0
    while i < sensorCount {
      if sensors[i].force >= least { return }
      i &+= 1
    }
    state.adopt()
    eachSensor { SensorState.setLoaded(sensors + $0, least) }
  }

  // MARK: From conductance to a sample

  /// Readings may be wrong.
  @inline(__always)
  var hasMedian: Bool { state.config.flags & PadFlag.noMedian == 0 }

  @_transparent
  private func measure(_ elapsed: UInt64, _ wasTouched: Bool, _ engine: Engine?) -> Int32 {
    var isTouched = wasTouched
    if mayMoveZero(isTouched) && keepZero(elapsed, isTouched, engine) { isTouched = weigh() }
    if isTouched {
      if !state.isTouched { state.touchedSince = state.now }
      state.frozenUntil = Wide.addSaturating(state.now, UInt64(state.config.hold_us))
      if isTooLong { return question(engine) }
    }
    state.isTouched = isTouched
    let slot = engine?.slot(of: state.config.contact) ?? -1
    let force = filtered(state.total, isTouched, slot, engine)
    state.force = force
    var flags = isTouched ? SampleFlag.down : 0
    if state.isSettling(state.total) {
      flags |= SampleFlag.settling
    }
    let answer = send(force, flags: flags, slot, engine)
    if state.isAtEnd || state.hasSpan { deliverLimits(isTouched, engine) }
    return answer
  }

  /// Feeds the engine, where its contact has this slot.
  @_transparent
  private func send(_ force: Int32, flags: UInt32, _ slot: Int, _ engine: Engine?) -> Int32 {
    guard let engine else { return Status.ok }
    let isTaken = engine.takes(slot, state.now, flags, force, unfiltered: state.total, isSensed: hasMedian, state.x, state.y)
    return isTaken ? Status.ok : send(force, unfiltered: state.total, flags: flags, engine)
  }

  /// Feeds the engine. Its answer is the pad's: it may have no place for the contact.
  @inline(never)
  func send(_ force: Int32, unfiltered: Int32, flags: UInt32, _ engine: Engine?) -> Int32 {
    guard let engine else { return Status.ok }
    var sample = Sample(
      t_us: state.now, contact: state.config.contact, flags: flags, force: force, x: state.x, y: state.y, unfiltered: unfiltered,
      isSensed: hasMedian)
    return engine.feedChecked(&sample)
  }

  /// A sensor cannot say: contacts are cancelled, not released. The engine keeps a finger that is down from beginning again.
  func lose(_ engine: Engine?) -> Int32 {
    state.force = 0
    state.isTouched = false
    state.isDown = false
    restartFilters()
    state.startUntil = 0
    return send(0, unfiltered: 0, flags: SampleFlag.lost, engine)
  }
}
