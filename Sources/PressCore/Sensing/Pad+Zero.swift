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
    // A press that comes meanwhile counts.
    let isThere = state.isFirst && state.total >= engine?.touchForce ?? state.config.untouched_force
    _ = send(0, unfiltered: 0, flags: flags, engine)
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
    if state.now < Wide.addSaturating(state.startUntil, more) || !isWatchedEnough { return false }
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

  /// Where readings come seldom, one that is wrong would be much of a zero.
  private var isWatchedEnough: Bool { sensors[0].baseline.count >= 4 || state.config.start_us == 0 }

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
    let given = state.config.start_limit
    guard let touch = engine?.touchForce else { return Int64(given == 0 ? 13107 : given) }
    let half = touch >> 1
    // A heavy load cell is empty with some newtons.
    if given == 0 && Circuit.isStraight(sensors.pointee.sensor.circuit) { return Int64(half) }
    return Int64(min(given == 0 ? 13107 : given, half))
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

  /// Whether any sensor is under its zero by more than noise, or was before.
  @inline(__always)
  func isUnderZero() -> Bool {
    let isBelow = state.leastAbove < 0 &- state.config.below_zero
    let isConcerned = isBelow || state.wasBelow
    state.wasBelow = isBelow
    return isConcerned
  }

  /// Corrects a zero that proves too high, and follows drift where it may, while nothing touches. Returns whether forces jumped by it.
  @inline(never)
  func keepZero(_ elapsed: UInt64, _ mayFollow: Bool, _ engine: Engine?) -> Bool {
    if elapsed != UInt64(state.zeroPace.elapsed) { state.setZeroPace(elapsed) }
    let (rise, fall) = (state.zeroPace.rise, state.zeroPace.fall)
    let step = UInt32(bitPattern: max(state.config.drift_step, 1))
    let margin = Int64(state.config.below_zero)
    var isCorrected = false
    var sensor = sensors
    let end = sensor + sensorCount
    repeat {
      var follows = mayFollow
      if sensor.pointee.isBelowZero(by: margin) {
        if correct(sensor, engine) { (isCorrected, follows) = (true, false) }
      } else {
        sensor.pointee.baseline.forget()
      }
      if follows {
        let isStep = sensor.pointee.baseline.follow(sensor.pointee.conductance, rise: rise, fall: fall, step: step)
        if isStep || sensor.pointee.zeroLimit != 0 { followed(sensor, isStep, engine) }
      }
      sensor += 1
    } while sensor < end
    return isCorrected
  }

  /// A sensor reads less than its zero, by more than noise. Returns whether it has for so long that the zero was wrong.
  @inline(never)
  private func correct(_ sensor: UnsafeMutablePointer<SensorState>, _ engine: Engine?) -> Bool {
    if !sensor.pointee.baseline.isWrong(at: state.now, after: state.config.below_zero_us) { return false }
    let old = sensor.pointee.baseline.delivered
    sensor.pointee.baseline.set(sensor.pointee.conductance)
    let i = number(of: sensor)
    deliver(EventType.baselineChanged, Reason.belowZero, i, engine, sensor.pointee.conductance, old)
    compareZero(i, engine)
    return true
  }

  /// The zero of a sensor has moved. `isStep`: by enough to deliver it.
  @inline(never)
  private func followed(_ sensor: UnsafeMutablePointer<SensorState>, _ isStep: Bool, _ engine: Engine?) {
    let old = sensor.pointee.baseline.delivered
    let i = number(of: sensor)
    if isStep {
      sensor.pointee.baseline.markDelivered()
      deliver(EventType.baselineChanged, Reason.drift, i, engine, sensor.pointee.baseline.value, old)
    }
    compareZero(i, engine)
  }

  /// Which sensor it is. A difference of addresses would be a division, which some processors lack.
  private func number(of sensor: UnsafeMutablePointer<SensorState>) -> Int {
    var i = 0
    while sensors + i != sensor { i &+= 1 }
    return i
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
    state.isFirst = true
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

extension PadState {
  mutating func setZeroPace(_ elapsed: UInt64) { zeroPace.set(elapsed, gap: UInt32(clamping: gap), rise: config.rise_us, fall: config.fall_us) }

  /// Readings are slower while nobody presses, and then not.
  mutating func setGap(_ gap: UInt32) {
    config.gap_us = gap
    setZeroPace(0)
  }
}

/// The zero of one sensor, in microsiemens. Q32 inside, so that slow drift is not lost to rounding.
struct Baseline {
  private var exact: Int64 = 0
  /// Rounded: microsiemens, Q16.
  private(set) var value: Int32 = 0
  /// As delivered last, Q16.
  private(set) var delivered: Int32 = 0
  private var isBelow = false
  private var belowSince: UInt64 = 0
  /// What the start has seen so far.
  private(set) var lowest: Int32 = Int32.max
  private(set) var highest: Int32 = Int32.min
  private var sum: Int64 = 0
  private(set) var count: Int64 = 0

  mutating func set(_ conductance: Int32) {
    exact = Int64(conductance) << 16
    value = conductance
    delivered = conductance
    isBelow = false
  }

  mutating func forget() { isBelow = false }

  mutating func startWatching() {
    lowest = Int32.max
    highest = Int32.min
    sum = 0
    count = 0
  }

  mutating func watch(_ conductance: Int32) {
    lowest = min(lowest, conductance)
    highest = max(highest, conductance)
    sum &+= Int64(conductance)
    count &+= 1
  }

  /// The mean of what was watched.
  var watched: Int32 {
    Int32(clamping: Wide.divideRounded(sum, by: UInt64(truncatingIfNeeded: max(count, 1))))
  }

  /// A reading is under the zero by more than noise: whether it has been for long enough to correct it. 0: never.
  mutating func isWrong(at t: UInt64, after: UInt32) -> Bool {
    if after == 0 {
      isBelow = false
      return false
    }
    if !isBelow {
      isBelow = true
      belowSince = t
    }
    return t &- belowSince >= UInt64(after)
  }

  /// How far a zero follows in the time between two frames: shares of the way to a reading above it and below it, Q30; `none`: it stays. They
  /// cost divisions, and the next frame mostly comes as this one did.
  struct Pace {
    private(set) var elapsed: UInt32 = 0
    private(set) var rise: Int32 = 0
    private(set) var fall: Int32 = 0

    static var none: Int32 { Int32.min }

    @inline(never)
    mutating func set(_ elapsed: UInt64, gap: UInt32, rise: UInt32, fall: UInt32) {
      self.elapsed = UInt32(clamping: elapsed)
      // What a pause brought is not drift that was seen.
      let passed = gap == 0 ? self.elapsed : min(self.elapsed, gap)
      self.rise = Pace.share(passed, rise)
      self.fall = Pace.share(passed, fall)
    }

    private static func share(_ elapsed: UInt32, _ constant: UInt32) -> Int32 {
      constant == 0 ? none : Int32(truncatingIfNeeded: Wide.divide(UInt64(min(elapsed, constant)) << 30, by: UInt64(constant)))
    }
  }

  /// Moves towards the reading as a first-order low-pass. Returns whether that added up to a step worth delivering.
  @inline(__always)
  mutating func follow(_ conductance: Int32, rise: Int32, fall: Int32, step: UInt32) -> Bool {
    let difference = (Int64(conductance) << 16) &- exact
    let share = difference > 0 ? rise : fall
    if share == Pace.none { return false }
    // Between two conductances, so that it fits.
    exact &+= Wide.multiplyFitting(difference, Int64(share), shiftedRight: 30)
    value = Int32(truncatingIfNeeded: (exact &+ 0x8000) >> 16)
    return (Int64(value) &- Int64(delivered)).magnitude >= UInt64(step)
  }

  mutating func markDelivered() { delivered = value }
}

/// What the creep of one sensor has added to its conductance, and takes that off again.
///
/// Under a constant load that came at once, conductance is that of the onset times 1 + creep * log10(1 + t / start). The
/// logarithm (here of two: octaves) belongs to the load: load that comes later is fresh, so what has crept is kept as an
/// amount of conductance, not as a share. It never counts for more than the whole load would have crept since the onset;
/// what is too much, because load was taken off, is forgotten over a second. Between contacts a load of `age` counts as
/// one of age * start / (start + rest).
struct Creep {
  /// Microseconds; and its logarithm, Q24.
  private static var start: UInt64 { 100_000 }
  private static var startOctaves: Int32 { 278_663_239 }
  /// The longest step between two frames: exp2 takes no more.
  private static var longest: UInt64 { 12_500_000 }

  private var at: UInt64 = 0
  /// What has crept: microsiemens Q16 times octaves Q24.
  private var crept: UInt64 = 0
  /// How long it has been loaded, and then has rested. Microseconds.
  private var age: UInt32 = 0
  private var rest: UInt32 = 0
  /// The load of the frame before, without creep: microsiemens, Q16.
  private var load: Int32 = 0
  private var isLoaded = false
  /// As much as a load can have crept, octaves Q24.
  private var most: Int32 = 0

  /// Microsiemens above zero (Q16, not negative) as they would be without creep. Never more, rising with them, the same in
  /// a moment for the same conductance. From `threshold` on the sensor is loaded.
  @inline(__always)
  mutating func relieve(_ conductance: Int32, of creep: Int32, from threshold: Int32, at now: UInt64) -> Int32 {
    if now != at { pass(now) }
    let conductance = UInt64(truncatingIfNeeded: conductance)
    // Both in decades: log10(2) is 19728 in Q16.
    let amount = (((crept >> 24) &* UInt64(truncatingIfNeeded: creep)) >> 8 &* 19728) >> 24
    let share = (UInt64(truncatingIfNeeded: most) &* UInt64(truncatingIfNeeded: creep) &* 19728) >> 32
    let least = Wide.divideRounded(conductance << 24, by: (1 << 24) &+ share)
    load = Int32(truncatingIfNeeded: conductance > least &+ amount ? conductance &- amount : least)
    isLoaded = conductance >= UInt64(truncatingIfNeeded: threshold)
    if isLoaded && rest != 0 {
      age = UInt32(truncatingIfNeeded: effectiveAge)
      rest = 0
    }
    return load
  }

  private var effectiveAge: UInt64 {
    rest == 0 ? UInt64(age) : Wide.divide(UInt64(age) &* Creep.start, by: Creep.start &+ UInt64(rest))
  }

  /// Time passes with the load of the frame before.
  private mutating func pass(_ now: UInt64) {
    let elapsed = min(now &- at, Creep.longest)
    at = now
    let whole = UInt64(truncatingIfNeeded: load) &* UInt64(truncatingIfNeeded: most)
    if crept > whole { crept &-= (crept &- whole) >> 20 &* min(elapsed, 1 << 20) }
    if isLoaded {
      let octaves = min(Wide.divide(crept, by: UInt64(truncatingIfNeeded: load)), UInt64(truncatingIfNeeded: most))
      crept &+= UInt64(truncatingIfNeeded: load) &* UInt64(Creep.step(octaves, elapsed))
      age = Creep.add(age, elapsed)
    } else {
      rest = Creep.add(rest, elapsed)
    }
    most = Logarithm.log2Q24(UInt32(truncatingIfNeeded: Creep.start &+ effectiveAge)) &- Creep.startOctaves
  }

  private static func add(_ time: UInt32, _ elapsed: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: min(UInt64(time) &+ elapsed, 0xffff_ffff &- start))
  }

  /// How many octaves are added to so many: log2(1 + elapsed / start / 2 ^ octaves), Q24.
  private static func step(_ octaves: UInt64, _ elapsed: UInt64) -> UInt32 {
    let scale = Int32(truncatingIfNeeded: Wide.divide(elapsed << 24, by: start))
    let part = UInt32(bitPattern: Logarithm.exp2(q24: 0 &- Int64(truncatingIfNeeded: octaves), times: scale))
    if part >= 1 << 18 { return UInt32(bitPattern: Logarithm.log2Q24((1 << 24) &+ part) &- 24 << 24) }
    // The table is off by 0.8 % of so little: two terms of the series are not.
    return UInt32(truncatingIfNeeded: ((UInt64(part) &- (UInt64(part) &* UInt64(part)) >> 25) &* 94_548) >> 16)
  }
}
