import CPress

/// The faults of sensors that their codes show.
extension Pad {
  /// Judges the codes. Returns whether there is one to be trusted of every sensor, of this frame or an earlier one.
  @inline(__always)
  func read(_ frame: UnsafePointer<press_frame>, _ engine: Engine?) -> Bool {
    var code = codes(of: frame)
    let stuckAfter = state.config.stuck_after_us
    let t = frame.pointee.t_us
    let before = times(of: frame)
    if before != nil { state.isSkewed = true }
    let isSkewed = state.isSkewed
    var isComplete = true
    var sensor = sensors
    var present = frame.pointee.present
    var i = 0
    while i < sensorCount {
      if present & 1 != 0 {
        let rising = Circuit.rising(sensor.pointee.sensor.circuit, code.pointee)
        sensor.pointee.receivedAt = t
        if isSkewed { date(sensor, t, before?[i]) }
        if sensor.pointee.takesOrdinary(rising, at: t, stuckAfter: stuckAfter) && sensor.pointee.monitor.isWell {
          sensor.pointee.isNew = true
          sensor.pointee.code = max(rising, 0)  // noise around zero reads as zero
        } else if isTrusted(rising, i, at: t, engine) {
          sensor.pointee.isNew = true
          sensor.pointee.code = max(0, min(rising, sensor.pointee.most))
        } else if sensor.pointee.code < 0 {
          isComplete = false
        }
      } else {
        let isFailed = frame.pointee.failed & (1 &<< UInt32(truncatingIfNeeded: i)) != 0
        if isFailed { fail(i, engine) }
        if isFailed || sensor.pointee.code < 0 { isComplete = false }
      }
      sensor += 1
      code += 1
      present >>= 1
      i &+= 1
    }
    return isComplete
  }

  /// Reads a frame with a code of every sensor and no times, for a pad that is plain. Stops at the first code that is not ordinary. Returns
  /// whether all codes were ordinary; if not, `read` may read the frame again.
  @inline(__always)
  func readPlain(_ frame: UnsafePointer<press_frame>) -> Bool {
    var code = codes(of: frame)
    let stuckAfter = state.config.stuck_after_us
    let t = frame.pointee.t_us
    var sensor = sensors
    let end = sensor + sensorCount
    repeat {
      let rising = Circuit.rising(sensor.pointee.sensor.circuit, code.pointee)
      if !sensor.pointee.takesOrdinary(rising, at: t, stuckAfter: stuckAfter) { return false }
      sensor.pointee.receivedAt = t
      sensor.pointee.code = max(rising, 0)
      sensor += 1
      code += 1
    } while sensor < end
    return true
  }

  /// The codes and then before_us are the last fields.
  @inline(__always)
  private func codes(of frame: UnsafePointer<press_frame>) -> UnsafePointer<Int32> {
    let offset = MemoryLayout<press_frame>.size &- 2 &* Int(PRESS_PAD_SENSORS) &* MemoryLayout<Int32>.stride
    return UnsafeRawPointer(frame).advanced(by: offset).assumingMemoryBound(to: Int32.self)
  }

  /// How long before the frame each sensor was read; nil: the frame has no such times.
  @inline(__always)
  func times(of frame: UnsafePointer<press_frame>) -> UnsafePointer<UInt32>? {
    let bytes = Int(PRESS_PAD_SENSORS) &* MemoryLayout<UInt32>.stride
    let times = UnsafeRawPointer(frame).advanced(by: MemoryLayout<press_frame>.size &- bytes)
    let pairs = times.assumingMemoryBound(to: UInt64.self)
    return pairs[0] | pairs[1] | pairs[2] | pairs[3] == 0 ? nil : times.assumingMemoryBound(to: UInt32.self)
  }

  /// Notes when the code of this frame was read.
  @inline(never)
  private func date(_ sensor: UnsafeMutablePointer<SensorState>, _ t: UInt64, _ before: UInt32?) {
    let back = UInt64(before ?? sensor.pointee.sensor.lag_us)
    sensor.pointee.codeAt = max(sensor.pointee.codeAt, t &- min(t, back))
  }

  /// Whether a code that is not ordinary is used all the same. If it is not, the code before it stays in use: a suspicion neither ends
  /// nor begins a contact. At the very end of a range that cannot show a short, a hard press is the likelier cause.
  @inline(never)
  private func isTrusted(_ rising: Int32, _ i: Int, at t: UInt64, _ engine: Engine?) -> Bool {
    let judgement = sensors[i].judge(rising, at: t, stuckAfter: state.config.stuck_after_us)
    // If nothing presses, the same code again and again is rest.
    let isRest = judgement == Reason.stuck && load(of: rising, i) < state.config.untouched_force
    see(isRest ? Reason.none : judgement, i, at: state.now, engine)
    if judgement == Reason.saturated || judgement == Reason.shorted { state.isAtEnd = true }
    if judgement == Reason.range { state.stats.bus_errors &+= 1 }
    let suspect = sensors[i].monitor.suspect
    return suspect != Reason.open && suspect != Reason.range && (suspect != Reason.shorted || !sensors[i].showsShort)
  }

  /// The force of a rising code without filters, newtons.
  @inline(never)
  func load(of rising: Int32, _ i: Int) -> Int32 {
    let conductance = Circuit.conductance(sensors[i].sensor.circuit, rising: rising)
    return SensorState.force(sensors + i, of: conductance, over: sensors[i].zero.value)
  }

  /// Reading a sensor failed.
  @inline(never)
  private func fail(_ i: Int, _ engine: Engine?) {
    state.stats.bus_errors &+= 1
    // With the rule of the bus off, a failed reading is silence, which may make the sensor stale.
    if state.config.bus_after_us == 0 { return }
    sensors[i].receivedAt = state.frameAt
    see(Reason.bus, i, at: state.now, engine)
  }

  /// Handles a frame that lacks the codes of some sensors.
  @inline(never)
  func miss(_ present: UInt32, _ failed: UInt32, _ t: UInt64, _ engine: Engine?) {
    if present | failed != state.sensorBits { state.isSkewed = true }
    expire(before: t, received: state.config.bus_after_us == 0 ? present : present | failed, engine)
  }

  /// Finds the sensors that went stale before t, in the order of time. Sensors in `received` gave a code at t and are not stale.
  @inline(never)
  func expire(before t: UInt64, received: UInt32, _ engine: Engine?) {
    if !state.isStarted { return }
    while true {
      let (i, at) = staleFirst(of: state.sensorBits & ~received)
      if i < 0 || at >= t { return }
      // The sensor may have gone stale before the last frame, and others may have fed the engine since.
      state.now = max(max(state.now, at), engine?.now ?? 0)
      see(Reason.stale, i, at: state.now, engine)
      _ = lose(engine)
    }
  }

  /// Which of these sensors goes stale first, and when; -1: none does.
  func staleFirst(of bits: UInt32) -> (index: Int, at: UInt64) {
    let after = state.staleAfter
    var first = (index: -1, at: UInt64.max)
    var i = 0
    while i < sensorCount && after != 0 {
      let isAsked = bits & (1 &<< UInt32(truncatingIfNeeded: i)) != 0
      let at = Wide.addSaturating(sensors[i].receivedAt, after)
      if isAsked && sensors[i].monitor.fault == Reason.none && at < first.at { first = (i, at) }
      i &+= 1
    }
    return first
  }

  private func patience(_ reason: Int32, _ i: Int) -> UInt32 {
    switch reason {
    case Reason.open: state.config.open_after_us
    case Reason.shorted: sensors[i].showsShort ? state.config.shorted_after_us : state.config.shorted_at_end_us
    case Reason.bus, Reason.range: state.config.bus_after_us
    default: 0
    }
  }

  /// Passes a reading to the sensor's fault monitor and delivers the resulting event.
  private func see(_ seen: Int32, _ i: Int, at t: UInt64, _ engine: Engine?) {
    let sensor = sensors + i
    let patience = patience(seen, i)
    let isRuleOff = patience == 0 && seen != Reason.stuck && seen != Reason.stale
    let before = sensor.pointee.monitor.fault
    let verdict = sensor.pointee.monitor.see(
      isRuleOff ? Reason.none : seen, at: t, patience: patience, recovery: state.config.recover_after_us)
    switch verdict {
    case .unchanged: break
    case .began:
      state.stats.faults &+= 1
      state.faulty &+= 1
      deliver(EventType.sensorFault, sensor.pointee.monitor.fault, i, engine, 0, 0)
    case .recovered:
      state.faulty &-= 1
      deliver(EventType.sensorRecovered, before, i, engine, 0, 0)
    }
  }

  /// Delivers that sensors conduct all that they can, or more than their calibration covers: once for each sensor and touch.
  @inline(never)
  func deliverLimits(_ isTouched: Bool, _ engine: Engine?) {
    if !isTouched {
      state.isAtEnd = false
      state.saturatedDelivered = 0
      state.spanDelivered = 0
      return
    }
    eachSensor { i in
      let bit: UInt8 = 1 &<< UInt8(truncatingIfNeeded: i)
      // The median may have removed the code at the end of the range.
      if state.isAtEnd && state.saturatedDelivered & bit == 0 && sensors[i].conductance >= sensors[i].mostConductance {
        state.saturatedDelivered |= bit
        deliver(EventType.sensorSaturated, Reason.saturated, i, engine, 0, 0)
      }
      let span = Int64(sensors[i].sensor.span)
      if span != 0 && state.spanDelivered & bit == 0 && 2 &* Int64(sensors[i].conductance) > 3 &* span {
        state.spanDelivered |= bit
        deliver(EventType.recalibrate, Reason.span, i, engine, sensors[i].conductance, sensors[i].sensor.span)
      }
    }
  }

  @inline(never)
  func deliver(_ type: UInt32, _ reason: Int32, _ i: Int, _ engine: Engine?, _ value: Int32, _ value2: Int32) {
    guard let engine else { return }
    var event = press_event()
    event.t_us = state.now
    event.type = type
    event.contact = state.config.contact
    event.reason = reason
    event.subject = UInt32(truncatingIfNeeded: i)
    event.value = value
    event.value2 = value2
    engine.deliverSensor(&event)
  }
}

/// Watches one sensor for faults. Each code gives a reason (`Reason.none`: a good code) with a patience: how long it must last before it is
/// reported.
///
/// | state     | sees                     | next      | delivers  |
/// |-----------|--------------------------|-----------|-----------|
/// | well      | good                     | well      |           |
/// | well      | bad                      | suspect   |           |
/// | well      | bad, patience 0          | faulty    | began     |
/// | suspect   | good                     | well      |           |
/// | suspect   | bad for its patience     | faulty    | began     |
/// | suspect   | another kind of bad      | suspect   |           |
/// | faulty    | bad                      | faulty    |           |
/// | faulty    | good for recover_after   | well      | recovered |
struct FaultMonitor {
  enum Verdict {
    case unchanged, began, recovered
  }

  /// The fault that lasts, `Reason.none` without one.
  private(set) var fault: Int32
  /// The suspected fault; meanwhile the value is not used.
  private(set) var suspect: Int32 = 0
  private var since: UInt64 = 0
  private var isRecovering = false

  init(fault: Int32 = Reason.none) { self.fault = fault }

  /// Whether there is neither a fault nor a suspicion.
  @inline(__always)
  var isWell: Bool { fault | suspect == Reason.none }

  /// Forgets the suspicion, and begins a recovery again.
  mutating func forget() {
    suspect = Reason.none
    isRecovering = false
  }

  mutating func see(_ reason: Int32, at t: UInt64, patience: UInt32, recovery: UInt32) -> Verdict {
    fault == Reason.none ? working(reason, t, patience) : faulty(reason, t, recovery)
  }

  private mutating func working(_ reason: Int32, _ t: UInt64, _ patience: UInt32) -> Verdict {
    if reason != suspect {
      suspect = reason
      since = t
    }
    if reason == Reason.none || t &- since < UInt64(patience) { return .unchanged }
    fault = reason
    suspect = Reason.none
    isRecovering = false
    return .began
  }

  private mutating func faulty(_ reason: Int32, _ t: UInt64, _ recovery: UInt32) -> Verdict {
    if reason != Reason.none {
      isRecovering = false
      return .unchanged
    }
    if !isRecovering {
      isRecovering = true
      since = t
    }
    if t &- since < UInt64(recovery) { return .unchanged }
    fault = Reason.none
    return .recovered
  }
}

/// The outages of supplies: why the supply of each sensor is out.
extension PadState {
  func outage(_ sensor: Int) -> Int32 {
    let bits = Int32(truncatingIfNeeded: outages >> UInt32(truncatingIfNeeded: sensor &* 4) & 15)
    return bits == 0 ? Reason.none : bits &+ PadState.beforeFaults
  }

  mutating func setOutage(_ sensor: Int, _ reason: Int32) {
    let at = UInt32(truncatingIfNeeded: sensor &* 4)
    let bits = reason == Reason.none ? 0 : UInt32(truncatingIfNeeded: reason &- PadState.beforeFaults)
    outages = outages & ~(15 &<< at) | bits &<< at
  }

  private static var beforeFaults: Int32 { Reason.open &- 1 }
}
