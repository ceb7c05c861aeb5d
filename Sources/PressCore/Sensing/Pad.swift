import CPress

/// A pad in the caller's storage: a handle, like Engine.
package struct Pad: Handle {
  let memory: UnsafeMutablePointer<PadState>

  package init(_ pad: OpaquePointer) { memory = UnsafeMutablePointer(pad) }

  // MARK: Layout and life

  private static var sensorsOffset: Int { Layout.aligned(MemoryLayout<PadState>.size) }

  package static func size(_ sensors: Int) -> Int { sensorsOffset &+ sensors &* MemoryLayout<SensorState>.stride }

  var sensors: UnsafeMutablePointer<SensorState> {
    memory.behind(Pad.sensorsOffset, SensorState.self)
  }

  /// Whether a callback of a frame of the pad in this storage is running.
  package static func isBusy(in storage: UnsafeMutableRawPointer) -> Bool {
    let pad = Pad(OpaquePointer(storage))
    return pad.state.signature == PadState.signature && pad.state.isBusy
  }

  /// Makes a pad; the config is valid. Sensors are large: they are read in place, and none is copied to the stack.
  @inline(never)
  package static func make(
    in storage: UnsafeMutableRawPointer, _ bytes: Int, _ config: UnsafePointer<press_pad_config>, _ sensors: UnsafePointer<press_sensor>?,
    _ count: Int
  ) -> Int32 {
    if UInt(bitPattern: storage) & 7 != 0 || count < 1 || count > Int(PRESS_PAD_SENSORS) { return Status.invalid }
    if sensors == nil && count != 1 { return Status.invalid }
    // A program of a later version may have longer sensors.
    let stride = Int(truncatingIfNeeded: sensors?.pointee.size ?? 0)
    if let sensors, !areValid(sensors, count, stride) { return Status.invalid }
    if bytes >= 0 && bytes < size(count) { return Status.noSpace }
    if isBusy(in: storage) { return Status.busy }
    make(in: storage, config, sensors, count, stride: stride)
    return Status.ok
  }

  /// Whether all sensors are valid and have the same size.
  @inline(never)
  package static func areValid(_ sensors: UnsafePointer<press_sensor>, _ count: Int, _ stride: Int) -> Bool {
    var i = 0
    while i < count {
      let sensor = UnsafeRawPointer(sensors).advanced(by: i &* stride).assumingMemoryBound(to: press_sensor.self)
      if press_sensor.brokenRule(sensor) != 0 || Int(truncatingIfNeeded: sensor.pointee.size) != stride { return false }
      i &+= 1
    }
    return true
  }

  /// Makes a pad. The storage is aligned and large enough; config and sensors are valid; there are 1...8 sensors of `stride` bytes each.
  /// `sensors` nil: one default sensor.
  @inline(never)
  private static func make(
    in storage: UnsafeMutableRawPointer, _ config: UnsafePointer<press_pad_config>, _ sensors: UnsafePointer<press_sensor>?, _ count: Int,
    stride: Int
  ) {
    let pad = Pad(OpaquePointer(storage))
    begin(pad.memory, config, count)
    pad.begin(sensors, stride)
  }

  /// Initialises the sensors, as if none had been read before.
  @inline(never)
  private func begin(_ given: UnsafePointer<press_sensor>?, _ stride: Int) {
    eachSensor { i in
      Pad.begin(sensors + i)
      if let given {
        SensorState.read(UnsafeRawPointer(given).advanced(by: i &* stride).assumingMemoryBound(to: press_sensor.self), into: sensors + i)
      }
      if sensors[i].sensor.lag_us != 0 { state.isSkewed = true }
      if sensors[i].sensor.span != 0 { state.hasSpan = true }
      SensorState.prepare(sensors + i, noise: state.config.below_zero, untouchedForce: state.config.untouched_force, isAlone: sensorCount == 1)
    }
    state.place(sensors[0].sensor.x, sensors[0].sensor.y)
  }

  /// Replaces the sensors while nothing presses. Only their faults, and the times at which they were read, stay.
  package func set(_ given: UnsafePointer<press_sensor>, stride: Int) -> Int32 {
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

  // Each state is built on the stack first. Two functions, so that both are never on the stack together.
  @inline(never)
  private static func begin(_ state: UnsafeMutablePointer<PadState>, _ config: UnsafePointer<press_pad_config>, _ count: Int) {
    state.initialize(to: PadState(config, sensorCount: count))
  }

  @inline(never)
  private static func begin(_ state: UnsafeMutablePointer<SensorState>) {
    state.initialize(to: SensorState())
    SensorState.makeDefault(state)
  }

  package var sensorCount: Int { state.sensorCount }
  package var stats: press_pad_stats { state.stats }

  @inline(__always)
  func eachSensor(_ body: (Int) -> Void) {
    var i = 0
    while i < sensorCount {
      body(i)
      i &+= 1
    }
  }

  // MARK: Frames and time

  /// Feeds a frame. The path of nearly every frame is inlined here: the pad is plain, and the frame has an ordinary code of every sensor.
  @inline(__always)
  package func feed(_ frame: UnsafePointer<press_frame>, _ engine: Engine?) -> Int32 {
    let elapsed: UInt64
    let isTouched: Bool
    if isPlain(frame, engine) && readPlain(frame) {
      elapsed = arrive(frame.pointee.t_us)
      state.isBusy = true
      isTouched = weigh(isPlain: true)
    } else {
      switch weighOnSlowPath(frame, engine) {
      case .over(let answer): return answer
      case .weighed(let time, let touched): (elapsed, isTouched) = (time, touched)
      }
    }
    let answer = measure(elapsed, isTouched, engine)
    state.isBusy = false
    if !state.isPlain { findPlain() }
    return answer
  }

  /// Whether the pad is plain, and the frame is plain, too, as far as can be decided without its codes.
  @inline(__always)
  private func isPlain(_ frame: UnsafePointer<press_frame>, _ engine: Engine?) -> Bool {
    let t = frame.pointee.t_us
    if !state.isPlain || state.isBusy || frame.pointee.present != state.sensorBits || frame.pointee.failed != 0 { return false }
    if t <= state.frameAt || isGap(before: t) || times(of: frame) != nil { return false }
    guard let engine else { return true }
    return !engine.isBusy && engine.canKeep(moreEvents: moreEvents) && engine.checkFeed(t, moreEvents: moreEvents) == Status.ok
  }

  /// Sets `isPlain` if nothing begins, is waited for or suspected, sensors are read at once, and all medians are full. Code that ends
  /// this state clears `isPlain`.
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
  private func weighOnSlowPath(_ frame: UnsafePointer<press_frame>, _ engine: Engine?) -> Course {
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
    let isSlow = isGap(before: t)
    if isSlow && t &- state.frameAt > state.gap { pause() } else if isTimed && t != state.frameAt { time(t &- state.frameAt) }
    let elapsed = arrive(t)
    if isSlow { state.setZeroPace(elapsed) }
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

  package func tick(_ t: UInt64, _ engine: Engine?) -> Int32 {
    if state.isBusy || engine?.isBusy == true { return Status.busy }
    if t == Engine.never { return Status.invalid }
    if t < state.now && (engine?.isTooLate(t, for: state.now) ?? true) {
      state.stats.backwards &+= 1
      return Status.time
    }
    let status = check(t, engine)
    if status != Status.ok { return status }
    state.isBusy = true
    let t = max(t, state.now)
    expire(before: Wide.addSaturating(t, 1), received: 0, engine)
    state.now = t
    _ = engine?.tick(t)
    state.isBusy = false
    return Status.ok
  }

  package var nextDeadline: UInt64 {
    state.isStarted ? staleFirst(of: state.sensorBits).at : UInt64.max
  }

  /// How many more events an engine that is polled must keep: for each sensor a fault, and two of a new zero, the end of its range, and a
  /// calibration that does not hold.
  package static func moreEvents(sensors: Int) -> Int { 3 &* sensors }
  private var moreEvents: Int { Pad.moreEvents(sensors: sensorCount) }

  @inline(__always)
  private func check(_ t: UInt64, _ engine: Engine?) -> Int32 {
    guard let engine else { return Status.ok }
    if !engine.canKeep(moreEvents: moreEvents) { return Status.tooFewEvents }
    let status = engine.checkFeed(t, moreEvents: moreEvents)
    if status == Status.time { state.stats.backwards &+= 1 }
    return status
  }

  /// Whether the time since the last frame may be a pause: longer than `gap_us`. If readings come seldom, `PadState.gap` is longer and decides.
  @inline(__always)
  private func isGap(before t: UInt64) -> Bool { state.config.gap_us != 0 && t &- state.frameAt > UInt64(state.config.gap_us) }

  /// Returns the time since the last frame, 0 for the first.
  @inline(__always)
  private func arrive(_ t: UInt64) -> UInt64 {
    let elapsed = t &- state.frameAt
    state.frameAt = t
    state.interval.pass(elapsed)
    state.now = max(state.now, t)
    state.stats.frames &+= 1
    return elapsed
  }

  /// Begins filters again after a pause: a suspicion or a single reading from before the pause proves nothing.
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

  /// The config that was given last; it may still wait to be applied.
  package var given: press_pad_config { state.next.size != 0 ? state.next : state.config }

  /// `config.contact` must be that of the pad.
  package func set(_ config: UnsafePointer<press_pad_config>) -> Int32 {
    if config.pointee.contact != state.config.contact { return Status.invalid }
    state.next = config.pointee
    state.isPlain = false
    if !state.isBusy { adopt() }
    return Status.ok
  }

  /// Applies the config that waits, once nothing presses by the present config or by the new one.
  @inline(never)
  private func adopt() {
    if state.isTouched || state.isDown || state.isWaiting { return }
    let least = state.next.untouched_force
    var i = 0
    while i < sensorCount && sensors[i].force < least { i &+= 1 }
    if i < sensorCount { return }
    state.adopt()
    eachSensor { SensorState.setThresholds(sensors + $0, noise: state.config.below_zero, untouchedForce: least) }
  }

  // MARK: From conductance to a sample

  /// Whether the codes pass through a median, because single readings may be wrong.
  @inline(__always)
  var hasMedian: Bool { state.config.flags & PadFlag.noMedian == 0 }

  @_transparent
  private func measure(_ elapsed: UInt64, _ wasTouched: Bool, _ engine: Engine?) -> Int32 {
    let isTouched = mindZeros(elapsed, wasTouched, engine)
    if isOn(isTouched) { state.frozenUntil = Wide.addSaturating(state.now, UInt64(state.config.hold_us)) }
    if isTouched {
      if !state.isTouched { state.touchedSince = state.now }
      if isTooLong { return question(engine) }
    }
    state.isTouched = isTouched
    let slot = engine?.slot(of: state.config.contact) ?? -1
    let force = filtered(state.total, isTouched, slot, engine)
    state.force = force
    var flags = isTouched ? SampleFlag.down : 0
    if state.isSettling(state.total) { flags |= SampleFlag.settling }
    let answer = send(force, flags: flags, slot, engine)
    if state.isAtEnd || state.hasSpan { deliverLimits(isTouched, engine) }
    return answer
  }

  /// Feeds the engine; its contact has the slot `slot`.
  @_transparent
  private func send(_ force: Int32, flags: UInt32, _ slot: Int, _ engine: Engine?) -> Int32 {
    guard let engine else { return Status.ok }
    let isTaken = engine.takes(slot, state.frameAt, flags, force, unfiltered: state.total, isSensed: hasMedian, state.x, state.y)
    return isTaken ? Status.ok : send(force, unfiltered: state.total, flags: flags, at: state.frameAt, engine)
  }

  /// Feeds the engine and returns its status: it may have no room for the contact.
  @inline(never)
  func send(_ force: Int32, unfiltered: Int32, flags: UInt32, at t: UInt64, _ engine: Engine?) -> Int32 {
    guard let engine else { return Status.ok }
    let isLost = flags & SampleFlag.lost != 0
    // Nearly all samples that `takes` refuses are idle: no `Sample` is made for them.
    if engine.takesIdle(t, state.config.contact, flags, force) {
      if state.isFirst { state.isFirst = isLost || state.isWaiting }
      return Status.ok
    }
    var sample = Sample(
      // Events that the pad delivered before, by a tick of its own, may have advanced the time of the engine.
      t_us: engine.isTooLate(t) ? state.now : t, contact: state.config.contact, flags: flags, force: force, x: state.x, y: state.y,
      unfiltered: unfiltered,
      isSensed: hasMedian, source: state.isFirst ? .first : .sensor, advance: Sample.advance(isSensed: hasMedian))
    let answer = engine.feedChecked(&sample)
    if answer == Status.ok { state.isFirst = isLost || (state.isFirst && state.isWaiting) }
    return answer
  }

  /// A sensor gives no valid value: the contact is cancelled, not ended. The engine begins no new contact for a finger that stays down.
  func lose(_ engine: Engine?) -> Int32 {
    state.force = 0
    state.isTouched = false
    state.isDown = false
    restartFilters()
    state.startUntil = 0
    return send(0, unfiltered: 0, flags: SampleFlag.lost, at: state.now, engine)
  }
}

extension press_pad_config {
  /// Why this config does not fit the engine that the pad feeds; nil if it fits. Each config is valid by itself.
  package static func refusal(_ c: UnsafePointer<Self>, with engine: UnsafePointer<press_config>) -> UnsafePointer<CChar>? {
    if engine.pointee.flags & ConfigFlag.contactFromFlag != 0 || c.pointee.start_limit <= engine.pointee.touch_force >> 1 { return nil }
    return text("start_limit: at most half of the engine's touch_force")
  }
}

extension press_sensor {
  package static func setFurtherDefaults(_ c: UnsafeMutablePointer<Self>) { Curve.fillTypical(UnsafeMutablePointer(mutating: Curve.of(c))) }

  package static func brokenRelation(_ c: UnsafePointer<Self>) -> UInt32 {
    let rule = Curve.brokenRule(Curve.of(c))
    return rule != 0 || reaches(Curve.of(c), c.pointee.preload_force) ? rule : Rule.ofRelation
  }

  package static func words(ofRelation rule: UInt32) -> UnsafePointer<CChar> {
    rule == Rule.ofRelation ? text("preload_force: reached by the curve") : Curve.words(rule)
  }

  /// Whether some conductance gives this force.
  private static func reaches(_ curve: UnsafePointer<press_curve>, _ force: Int32) -> Bool {
    force == 0 || Curve.conductance(curve, force) != Int32.max
  }
}

/// The state of a pad, at the start of the caller's storage; the sensors lie behind it.
struct PadState {
  static var signature: UInt32 { 0x5041_4450 }

  var config: press_pad_config
  /// The config that is applied once nothing presses; size 0: none waits.
  var next = press_pad_config()
  private let count: UInt8
  /// Whether any sensor was under its zero in the frame before; whether one remembers a zero that is higher, by more than noise.
  var wasBelow = false
  var remembersMore = false
  /// One bit for each sensor.
  let sensorBits: UInt32
  var now: UInt64 = 0
  var frameAt: UInt64 = 0
  var isStarted = false
  /// No force was fed since the pad began, or since a sensor gave no valid value: a load that presses with the first force rests.
  var isFirst = true
  /// The zero is being watched, and forces are 0, until `startUntil`, which the first frame sets.
  var isStarting = false
  /// Something pressed during the start: the zero is learnt in the first quiet stretch, which lasts until `startUntil`; 0: none
  /// has begun.
  var awaitsZero = false
  /// The zero is learnt even if something presses; and whether the contact must be cancelled first.
  var isForced = false
  var isLostPending = false
  /// A callback may be running.
  var isBusy = false
  /// See `Pad.findPlain`.
  var isPlain = false
  var startUntil: UInt64 = 0
  var startReason: Int32 = Reason.start
  /// How many sensors are faulty.
  var faulty: UInt8 = 0
  var isTouched = false
  /// A code of this touch was at the end of its range; and a bit for each sensor whose saturation was delivered.
  var isAtEnd = false
  var saturatedDelivered: UInt8 = 0
  /// Some sensor has a span; a bit for each sensor that was delivered as beyond its span in this touch; a bit for each whose zero was
  /// delivered as too far from the stored one.
  var hasSpan = false
  var spanDelivered: UInt8 = 0
  var zeroDelivered: UInt8 = 0
  // The signature and the outages fill gaps between other fields.
  let signature = PadState.signature
  var touchedSince: UInt64 = 0
  var frozenUntil: UInt64 = 0
  /// The contact is down by its force; the filter runs.
  var isDown = false
  /// If sensors are read one after the other: there was enough force for a place at the time for which it is computed; and whether a
  /// contact waits for its place or for a third reading.
  var isLocated = false
  var isWaiting = false
  /// Readings are so fast that a contact waits for a third one: two readings in a row may be wrong.
  var isFast = false
  /// Four bits for each sensor that events of the supply name: why the supply is out; 0: it is not out.
  var outages: UInt32 = 0
  /// The time until which the place of a contact may still be settling; the greatest force of the contact so far, and the number of
  /// frames in which it did not grow.
  private var settlesUntil: UInt64 = 0
  private var greatest: Int32 = 0
  private var steady: UInt8 = 0
  var filter: press_one_euro
  var pace = OneEuro.Pace()
  var rate = FrameRate()
  /// The interval between frames.
  var interval = SampleInterval()
  /// Newtons, Q16: the sum of the forces of the sensors, after the median.
  var total: Int32 = 0
  /// How far the lowest sensor is above its zero, microsiemens Q16.
  var leastAbove: Int32 = 0
  /// Microseconds for which sensors have read higher zeros that are remembered; time in which they nearly do counts a tenth.
  var backFor: Int32 = 0
  var zeroPace = Zero.Pace()
  var force: Int32 = 0
  private(set) var x: Int32 = 0
  private(set) var y: Int32 = 0
  private var isCorrected: Bool
  /// Sensors are read at different times: their forces are interpolated to one time before the place is computed.
  var isSkewed = false
  /// The force of the latest frames, see `remembered`.
  private var recent: Int32 = 0
  /// The greatest force of a contact on a plate; it decays over a quarter of a second.
  private var crest: Int32 = 0
  private var locatedAt: UInt64 = 0
  var stats = press_pad_stats()

  // Inlined, so that the state is built where it stays and not copied through the stack.
  @inline(__always)
  init(_ given: UnsafePointer<press_pad_config>, sensorCount: Int) {
    config = given.pointee
    count = UInt8(truncatingIfNeeded: sensorCount)
    sensorBits = (1 &<< UInt32(truncatingIfNeeded: sensorCount)) &- 1
    isCorrected = !Correction.isIdentity(config.correction)
    filter = press_one_euro()
    filter.min_cutoff_hz = FrameRate.cutoffBefore
    setFilter()
    isStarting = config.start_us != 0 && config.flags & PadFlag.noBaseline == 0
  }

  var sensorCount: Int { Int(count) }

  private mutating func setFilter() {
    pace = OneEuro.Pace()
    if config.min_cutoff_hz != 0 { filter.min_cutoff_hz = config.min_cutoff_hz }
    setZeroPace(0)
    filter.beta = config.beta
    filter.derivative_cutoff_hz = config.derivative_cutoff_hz
  }

  /// Applies the config that waits. A start that is under way goes on.
  mutating func adopt() {
    let wasSet = config.min_cutoff_hz != 0
    config = next
    next.size = 0
    // The cutoff follows the rate again.
    if wasSet && config.min_cutoff_hz == 0 { filter.min_cutoff_hz = rate.isKnown ? rate.cutoff : FrameRate.cutoffBefore }
    isCorrected = !Correction.isIdentity(config.correction)
    setFilter()
    if config.flags & PadFlag.noBaseline != 0 { awaitsZero = false }
  }

  /// The force of the latest frames, which decays over 65 ms.
  private var remembered: Int32 {
    let elapsed = Int64(truncatingIfNeeded: min(frameAt &- locatedAt, 1 << 16))
    return recent &- Int32(truncatingIfNeeded: (Int64(recent) &* elapsed) >> 16)
  }

  /// Whether `force` is more than twice the remembered force: a finger comes.
  func isOnset(_ force: Int32) -> Bool { remembered < force >> 1 }

  /// Whether `force` is less than three quarters of the remembered force. Updates the remembered force.
  mutating func isDip(_ force: Int32) -> Bool {
    recent = max(force, remembered)
    locatedAt = frameAt
    return force < recent &- recent >> 2
  }

  /// The contact begins.
  mutating func comeDown() {
    isDown = true
    settlesUntil = sensorCount > 1 ? Wide.addSaturating(now, 250_000) : 0
    greatest = 0
    steady = 0
    crest = 0
  }

  /// Whether the place may move although the finger does not. With little force on a plate, hysteresis, gains and zeros of its sensors weigh
  /// much: the place settles until the force has not grown by a sixteenth in two frames, at most for 250 ms. It moves, too, while the force
  /// falls: sensors follow a falling force later than a growing one; for sensors that the plate relieved it is the other way round.
  @inline(__always)
  mutating func isSettling(_ force: Int32) -> Bool {
    if count == 1 || !isDown { return false }
    let passed = Int64(min(interval.latest, 1 << 18))
    crest = max(force, crest &- Int32(truncatingIfNeeded: (Int64(crest) &* passed) >> 18))
    return force < crest &- crest >> 5 || (settlesUntil > now && watch(force))
  }

  @inline(never)
  private mutating func watch(_ force: Int32) -> Bool {
    if force > greatest &+ greatest >> 4 {
      greatest = force
      steady = 0
      return true
    }
    steady &+= 1
    if steady == 2 { settlesUntil = 0 }
    return steady < 2
  }

  @inline(__always)
  mutating func place(_ x: Int32, _ y: Int32) {
    (self.x, self.y) = isCorrected ? Correction.apply(config.correction, x, y) : (x, y)
  }
}
