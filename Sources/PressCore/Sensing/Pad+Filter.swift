import CPress

/// The 1 euro filter is for progress. Contacts begin and end as they would without it: the force that is fed is on the same side of
/// each level as the force of the median.
///
/// | force of the median             | fed                                    | filter                     |
/// |---------------------------------|----------------------------------------|----------------------------|
/// | not down, below touch           | the median                             | stopped                    |
/// | not down, at or above touch     | the median: down                       | begins with the median     |
/// | down, at or above touch         | filtered, but at least touch           | runs                       |
/// | down, from release to touch     | the median: a sensor may keep a rest   | runs                       |
/// | down, below release             | the median: not down any more          | stopped                    |
///
/// If sensors are read one after the other, a contact begins a frame later if its place is not known yet: at the time for
/// which the place is computed, the finger was not there, or hardly.
///
/// Without an engine, or with one that goes by flags, the pad decides whether it is down: a sensor is at or above untouched_force.
extension Pad {
  private var hasNoFilter: Bool {
    state.config.flags & PadFlag.noFilter != 0
  }

  /// The force to feed, from the force of the median. `slot`: the slot of the contact.
  @_transparent
  func filtered(_ force: Int32, _ isTouched: Bool, _ slot: Int, _ engine: Engine?) -> Int32 {
    guard let engine, engine.touchForce != nil else { return filteredByTouch(force, isTouched) }
    let (touch, release) = engine.touchThresholds(ofSlot: slot)
    if force < (state.isDown ? release : touch) {
      state.isDown = false
      state.isWaiting = false
      state.filter.started = 0
      return force
    }
    if !state.isDown && (state.isSkewed || state.isFast) && waits(touch) { return touch &- 1 }
    if !state.isDown { state.comeDown() }
    if hasNoFilter { return force }
    let smooth = OneEuro.step(&state.filter, at: state.frameAt, force, &state.pace)
    return force >= touch ? max(smooth, touch) : force
  }

  /// Whether a contact that would begin waits: for its place, one frame at most; or, if readings are fast, for a third touching one in a row. The
  /// median touches with the second touching reading, and once more even if the reading after that does not touch.
  @inline(never)
  private func waits(_ touch: Int32) -> Bool {
    let isPlaced = !state.isSkewed || sensorCount == 1 || state.isLocated || state.isWaiting
    let isRead = !state.isFast || state.config.flags & (PadFlag.noMedian | PadFlag.noThird) != 0 || (state.isWaiting && latest >= touch)
    state.isWaiting = !isPlaced || !isRead
    return state.isWaiting
  }

  /// The force of the latest codes without the median, newtons.
  private var latest: Int32 {
    var total: Int32 = 0
    eachSensor { total = Q16.add(total, load(of: sensors[$0].code, $0)) }
    return total
  }

  @inline(never)
  private func filteredByTouch(_ force: Int32, _ isTouched: Bool) -> Int32 {
    if !isTouched {
      state.isDown = false
      state.filter.started = 0
      return force
    }
    if !state.isDown { state.comeDown() }
    return hasNoFilter ? force : max(OneEuro.step(&state.filter, at: state.frameAt, force, &state.pace), 0)
  }

  /// Whether the rate of the frames is still being measured.
  @inline(__always)
  var isTimed: Bool { !state.rate.isKnown }

  /// Takes in the time between two frames. The first intervals give the rate, and the rate the cutoff, unless the config sets it.
  @inline(never)
  func time(_ elapsed: UInt64) {
    if !state.rate.isMeasured(with: elapsed) { return }
    state.isFast = state.rate.isFast
    if state.config.min_cutoff_hz == 0 { state.filter.min_cutoff_hz = state.rate.cutoff }
  }
}

/// Times after which readings count as silence.
extension PadState {
  /// The default of stale_after_us and gap_us: they follow the interval.
  private static var measuredTime: UInt32 { 100_000 }

  /// The pause, microseconds, after which filters begin again.
  var gap: UInt64 { following(config.gap_us) }

  /// The silence, microseconds, after which a sensor is stale; 0: never. If a frame lacks some sensors, they may be read in turn.
  var staleAfter: UInt64 { following(config.stale_after_us, turns: isSkewed ? UInt64(sensorCount) : 1) }

  private func following(_ time: UInt32, turns: UInt64 = 1) -> UInt64 {
    time == PadState.measuredTime ? interval.stretched(UInt64(time), turns: turns) : UInt64(time)
  }
}

extension Pad {
  package var reading: press_reading {
    var r = press_reading()
    r.t_us = state.frameAt
    r.force = state.force
    r.x = state.x
    r.y = state.y
    if state.isTouched { r.flags |= ReadingFlag.touched }
    if state.isStarting { r.flags |= ReadingFlag.starting }
    if state.faulty != 0 { r.flags |= ReadingFlag.lost }
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
      eachSensor { out[$0] = sensors[$0].zero.value }
    }
    withUnsafeMutablePointer(to: &r.fault) { fault in
      let out = UnsafeMutableRawPointer(fault).assumingMemoryBound(to: Int32.self)
      eachSensor { out[$0] = sensors[$0].monitor.fault }
    }
    return r
  }
}

/// Waking: the parts of its state that a pad forgets when the board wakes.
///
/// | of before                              | after                                                                    |
/// |----------------------------------------|--------------------------------------------------------------------------|
/// | a contact                              | cancelled, once; a load that presses then rests until it lifts           |
/// | touch, filters, place, creep           | none: they begin with the next frame                                     |
/// | suspicions, times below zero, one code | forgotten: no earlier reading is used                                 |
/// | a fault                                | lasts until codes have been good for recover_after_us                    |
/// | the zero                               | holds until it is learnt at the first still stretch below the start limit |
/// | the zero, while it was watched         | is watched again                                                         |
extension Pad {
  package func resume(at t: UInt64, _ engine: Engine?) -> Int32 {
    if state.isBusy || engine?.isBusy == true { return Status.busy }
    if t == Engine.never { return Status.invalid }
    if engine?.isTooLate(t) == true {
      state.stats.backwards &+= 1
      return Status.time
    }
    state.isBusy = true
    engine?.cancelAll(Reason.slept)
    forget(t)
    _ = engine?.tick(t)
    state.isBusy = false
    return Status.ok
  }

  private func forget(_ t: UInt64) {
    state.stats.gaps &+= 1
    restartFilters()
    state.rate.restart()
    state.force = 0
    state.total = 0
    state.isTouched = false
    state.isDown = false
    state.isWaiting = false
    state.isLocated = false
    state.isAtEnd = false
    state.saturatedDelivered = 0
    state.spanDelivered = 0
    state.wasBelow = false
    // The first frame begins time, whatever its clock shows.
    state.isStarted = false
    state.isFirst = true
    state.frameAt = t
    state.now = t
    state.startUntil = 0
    state.frozenUntil = Wide.addSaturating(t, UInt64(state.config.hold_us))
    if !state.isStarting && state.config.start_us != 0 && state.config.flags & PadFlag.noBaseline == 0 {
      state.awaitsZero = true
      state.startReason = Reason.slept
    }
    eachSensor { sensors[$0].forget() }
  }
}

/// From codes to a force and a place.
extension Pad {
  /// Computes conductances from codes, and forces from those, their sum and their centre of pressure. Returns whether any force is a touch.
  /// A second call with the same codes uses the zeros as they are then.
  @inline(never)
  func weigh() -> Bool { weigh(isPlain: false) }

  /// `isPlain`: a constant at each call, so that the compiler removes the other path.
  @_transparent
  func weigh(isPlain: Bool) -> Bool {
    let isSkewed = !isPlain && state.isSkewed
    var most: Int32 = 0
    var least = Int64.max
    var total: Int64 = 0
    var sensor = sensors
    let end = sensor + sensorCount
    repeat {
      if isPlain || sensor.pointee.isNew {
        if isSkewed { sensor.pointee.keep() }
        convert(sensor, isPlain: isPlain)
      }
      let above = Int64(sensor.pointee.conductance) &- Int64(sensor.pointee.zero.value)
      least = min(least, above)
      let lacks = above < 0 && sensor.pointee.countsBelow
      let force = lacks ? self.lacks(sensor, above) : bears(sensor, SensorState.load(sensor, above: above))
      sensor.pointee.force = force
      most = max(most, force)
      total &+= Int64(force)
      sensor += 1
    } while sensor < end
    state.total = Int32(clamping: max(total, 0))
    state.leastAbove = Int32(clamping: least)
    // The position stays where it was while there is too little force to know.
    state.isLocated = false
    if sensorCount > 1 && total >= Int64(state.config.position_force) {
      if isSkewed { locateBack() } else { locateAtOnce() }
    }
    return most >= state.config.untouched_force
  }

  /// The force of a conductance above the zero: newtons from microsiemens.
  @inline(__always)
  private func bears(_ sensor: UnsafeMutablePointer<SensorState>, _ load: Int32) -> Int32 {
    SensorState.force(sensor, SensorState.relieve(sensor, load, at: state.now))
  }

  /// The negative force of a conductance below the zero: newtons from microsiemens. A plate relieves one sensor by the load that it adds to others.
  @inline(never)
  private func lacks(_ sensor: UnsafeMutablePointer<SensorState>, _ above: Int64) -> Int32 {
    _ = SensorState.relieve(sensor, 0, at: state.now)
    return SensorState.relief(sensor, above)
  }

  /// Computes the place from the forces at the earliest of the latest readings of all sensors. For a later time, forces would have to be
  /// guessed.
  @inline(never)
  private func locateBack() {
    var earliest = UInt64.max
    eachSensor { earliest = min(earliest, (sensors + $0).pointee.readAt) }
    let isOnset = state.isOnset(state.total)
    var total: Int64 = 0
    eachSensor { total &+= Int64(SensorState.force(sensors + $0, at: earliest, isOnset)) }
    // At the edge of a dip, interpolation between readings is wrong.
    if state.isDip(Int32(clamping: total)) { return }
    state.isLocated = total >= Int64(state.config.position_force)
    locate { SensorState.force($0, at: earliest, isOnset) }
  }

  @inline(never)
  private func locateAtOnce() { locate { $0.pointee.force } }

  /// Computes the centre of pressure: the mean of the places of the sensors, weighted with their forces. A force is negative if the plate
  /// relieves its sensor.
  @inline(__always)
  private func locate(_ force: (UnsafeMutablePointer<SensorState>) -> Int32) {
    var weights: Int64 = 0
    var x: Int64 = 0
    var y: Int64 = 0
    var sensor = sensors
    let end = sensor + sensorCount
    repeat {
      // 31 + 31 bits would leave no room for the sum of eight: Q12 newtons do for a weight.
      let weight = Int64(force(sensor) >> 4)
      weights &+= weight
      x &+= weight &* Int64(sensor.pointee.sensor.x)
      y &+= weight &* Int64(sensor.pointee.sensor.y)
      sensor += 1
    } while sensor < end
    if weights <= 0 { return }
    state.place(Int32(clamping: Wide.divide(x, by: weights)), Int32(clamping: Wide.divide(y, by: weights)))
  }

  @inline(__always)
  private func convert(_ sensor: UnsafeMutablePointer<SensorState>, isPlain: Bool) {
    if !isPlain { sensor.pointee.isNew = false }
    var code = sensor.pointee.code
    let hasMedian = isPlain || self.hasMedian
    if hasMedian && (isPlain || Median.isFull(sensor.pointee.median)) {
      let before = sensor.pointee.median.previous.0
      code = Median.slide(&sensor.pointee.median, code)
      if (before &- code).magnitude > sensor.pointee.spike { state.stats.spikes &+= 1 }
    } else if hasMedian {
      code = Median.step(&sensor.pointee.median, code)
    }
    sensor.pointee.conductance = Circuit.conductance(sensor.pointee.sensor.circuit, clamped: code)
  }
}

/// The cutoff of the 1 euro filter by the rate of the frames: from the median of the first intervals.
///
/// Slow frames need a high cutoff, because a filter takes some readings to follow; fast frames can average more noise out.
struct FrameRate {
  /// The cutoff before the rate is measured, and the least cutoff: Hz, Q16.
  static var cutoffBefore: Int32 { 10 << 16 }
  private static var leastCutoff: Int32 { 3 << 16 }
  /// Cutoff times rate, Hz^2: 500. So 25 Hz at 20 frames a second, 5 Hz at 100.
  private static var product: UInt64 { 500 }
  private static var most: Int { 16 }

  /// The intervals so far in rising order, microseconds.
  private var intervals = InlineArray<16, UInt32>(repeating: 0)
  private var count: UInt32 = 0

  /// Begins to measure the rate again. The pad keeps the last result until then.
  mutating func restart() { count = 0 }

  @inline(__always)
  var isKnown: Bool { Int(count) == FrameRate.most }

  /// Takes in an interval, microseconds, above 0. Returns whether that was the last one needed.
  mutating func isMeasured(with elapsed: UInt64) -> Bool {
    let interval = UInt32(clamping: elapsed)
    var at = min(Int(count), FrameRate.most &- 1)
    while at > 0 && intervals[unchecked: at &- 1] > interval {
      intervals[unchecked: at] = intervals[unchecked: at &- 1]
      at &-= 1
    }
    intervals[unchecked: at] = interval
    count = UInt32(truncatingIfNeeded: min(Int(count) &+ 1, FrameRate.most))
    return isKnown
  }

  /// Whether readings come at 200 a second, with a tenth to spare: three in a row take less than 15 ms. The rate is known.
  var isFast: Bool { UInt64(intervals[unchecked: 7]) &+ UInt64(intervals[unchecked: 8]) <= 11_000 }

  /// The cutoff by the rate: Hz, Q16. The rate is known.
  var cutoff: Int32 {
    let middle = (UInt64(intervals[unchecked: 7]) &+ UInt64(intervals[unchecked: 8])) >> 1
    let hertz = Wide.divide(middle &* (FrameRate.product << 16), by: 1_000_000)
    return max(FrameRate.leastCutoff, Int32(clamping: hertz))
  }
}
