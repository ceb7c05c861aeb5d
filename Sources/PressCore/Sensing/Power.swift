import CPress

/// Decides whether a pad is read seldom.
///
/// | state  | a frame                                                     | next                                                  |
/// |--------|-------------------------------------------------------------|-------------------------------------------------------|
/// | active | something presses, is suspected, is watched, or runs        | active: the rest begins again                         |
/// | active | none of these                                               | idle, after a rest of after_us, or of four intervals  |
/// | idle   | none of these, codes within their window                    | idle                                                  |
/// | idle   | one of these                                                | active, for after_us at least                         |
/// | idle   | a code beyond its window                                    | active, for four intervals at least: mostly a spike   |
package struct Idle {
  private static var isSetUp: UInt32 { 0x656c_6469 }

  private let mark: UInt32
  private let config: press_idle_config
  private var isIdle = false
  private var isResting = false
  private var restSince: UInt64 = 0
  /// How long the rest must be.
  private var needed: UInt32
  /// stale_after_us and gap_us of the pad's config, and their values while idle.
  private var staleBefore: UInt32 = 0, gapBefore: UInt32 = 0
  private var stale: UInt32 = 0, gap: UInt32 = 0
  private var wakes: UInt32 = 0
  private var frames: UInt32 = 0
  /// For each sensor: the code before, and the mean difference from one to the next, Q4.
  private var codes = InlineArray<8, Int32>(repeating: -1)
  private var noise = InlineArray<8, UInt32>(repeating: 0)

  /// The config is valid.
  package init(_ config: press_idle_config) {
    mark = Idle.isSetUp
    self.config = config
    needed = config.after_us
  }

  /// Nil: nothing was set up there.
  package static func inside(_ storage: UnsafeRawPointer) -> UnsafeMutablePointer<Idle>? {
    let idle = UnsafeMutableRawPointer(mutating: storage).assumingMemoryBound(to: Idle.self)
    return idle.pointee.mark == isSetUp ? idle : nil
  }

  // MARK: After a frame

  /// @return 1: idle, 0: at the full rate; or an error.
  package mutating func look(_ pad: Pad, _ engine: Engine?) -> Int32 {
    if pad.state.isBusy || engine?.isBusy == true { return Status.busy }
    let now = pad.state.frameAt
    if isIdle { frames &+= 1 }
    if runs(pad, engine) {
      isResting = false
      needed = config.after_us
      if isIdle { wake(pad) }
    } else if isIdle && isBeyond(pad) {
      // Mostly this is a spike.
      isResting = false
      needed = UInt32(clamping: min(UInt64(config.after_us), UInt64(config.interval_us) &* 4))
      wake(pad)
    } else {
      if !isResting || now < restSince { restSince = now }
      isResting = true
      if !isIdle {
        listen(pad)
        isIdle = now &- restSince >= UInt64(needed)
      }
      if isIdle { slow(pad) }
    }
    return isIdle ? 1 : 0
  }

  /// Whether something presses, is suspected, or runs.
  private func runs(_ pad: Pad, _ engine: Engine?) -> Bool {
    if pad.state.isTouched || pad.state.isStarting || !pad.state.isStarted { return true }
    if let engine, engine.nextDeadline != UInt64.max { return true }
    var i = 0
    while i < pad.sensorCount {
      if pad.sensors[i].monitor.suspect != Reason.none { return true }
      i &+= 1
    }
    return false
  }

  /// Whether a code is beyond its window.
  private func isBeyond(_ pad: Pad) -> Bool {
    var i = 0
    while i < pad.sensorCount {
      let sensor = pad.sensors + i
      if sensor.pointee.monitor.isWell && sensor.pointee.code > most(sensor, i) { return true }
      i &+= 1
    }
    return false
  }

  /// Takes in the noise of codes at rest.
  private mutating func listen(_ pad: Pad) {
    var i = 0
    while i < pad.sensorCount {
      let code = pad.sensors[i].code
      if codes[unchecked: i] >= 0 && code >= 0 {
        let old = noise[unchecked: i]
        let difference = min((code &- codes[unchecked: i]).magnitude, 1 << 20) << 4
        // 1/64 of the difference is taken over with each frame.
        noise[unchecked: i] = old &- old >> 6 &+ difference >> 6
      }
      codes[unchecked: i] = code
      i &+= 1
    }
  }

  /// Raises times of the pad, so that frames at the low rate are neither late nor a pause; again after a change of the pad's config.
  private mutating func slow(_ pad: Pad) {
    let interval = UInt32(clamping: UInt64(config.interval_us) &* 3)
    if pad.state.config.stale_after_us != stale {
      staleBefore = pad.state.config.stale_after_us
      stale = staleBefore == 0 ? 0 : max(staleBefore, interval)
      pad.state.config.stale_after_us = stale
    }
    if pad.state.config.gap_us != gap {
      gapBefore = pad.state.config.gap_us
      gap = gapBefore == 0 ? 0 : max(gapBefore, interval)
      pad.state.setGap(gap)
    }
  }

  private mutating func wake(_ pad: Pad) {
    isIdle = false
    wakes &+= 1
    if pad.state.config.stale_after_us == stale { pad.state.config.stale_after_us = staleBefore }
    if pad.state.config.gap_us == gap { pad.state.setGap(gapBefore) }
    stale = 0
    gap = 0
    var i = 0
    while i < pad.sensorCount {
      codes[unchecked: i] = -1
      i &+= 1
    }
  }

  // MARK: The window of a comparator

  /// The highest rising code at rest.
  @inline(never)
  private func most(_ sensor: UnsafeMutablePointer<SensorState>, _ i: Int) -> Int32 {
    let circuit = sensor.pointee.sensor.circuit
    let zero = sensor.pointee.zero.value
    let woken = SensorState.conductance(sensor, of: config.wake_force)
    let rest = Circuit.code(circuit, zero)
    // A mean difference of 1 is a deviation of 0.9.
    let margin = Int32(truncatingIfNeeded: min((noise[unchecked: i] &* 6) >> 4, 1 << 20))
    return max(Circuit.code(circuit, Q16.add(zero, woken)), rest &+ margin)
  }

  /// The window in codes of the converter; nil: there is no such sensor.
  package func window(_ pad: Pad, _ i: UInt32) -> (low: Int32, high: Int32)? {
    if i >= UInt32(truncatingIfNeeded: pad.sensorCount) { return nil }
    let sensor = pad.sensors + Int(truncatingIfNeeded: i)
    let (least, most) = (Circuit.openBelow(sensor.pointee.sensor.circuit), most(sensor, Int(truncatingIfNeeded: i)))
    let circuit = sensor.pointee.sensor.circuit
    if circuit.flags & CircuitFlag.pullUp == 0 { return (least, most) }
    return (Circuit.turned(circuit) &- most, Circuit.turned(circuit) &- least)
  }

  package var status: press_idle_status {
    var status = press_idle_status()
    status.is_idle = isIdle ? 1 : 0
    status.wakes = wakes
    status.frames = frames
    return status
  }
}

/// The supply of the dividers, read on a spare input.
///
/// | reads                                        | is                        | counts                              |
/// |----------------------------------------------|---------------------------|-------------------------------------|
/// | below least_code; a 64th of top_code          | `open`; `shorted`          | no                                  |
/// | top_code                                     | `saturated`               | no                                  |
/// | nothing: it failed                           | `bus`                     | no                                  |
/// | the first; within a 64th of the code in use  | good                      | yes                                 |
/// | further off                                  | good                      | once the next is within a 64th of it |
package struct Supply {
  private static var isSetUp: UInt32 { 0x796c_7073 }
  static var failed: Int32 { -1 }

  private let mark: UInt32
  private let config: press_supply_config
  /// The code in use; 0: none yet. And a code further off that was seen once; 0: none.
  private var code: Int32 = 0
  private var step: Int32 = 0
  private var monitor = FaultMonitor()
  private var readings: UInt32 = 0
  private var refused: UInt32 = 0

  /// The config is valid.
  package init(_ config: press_supply_config) {
    mark = Supply.isSetUp
    self.config = config
  }

  /// Nil: nothing was set up there.
  package static func inside(_ storage: UnsafeRawPointer) -> UnsafeMutablePointer<Supply>? {
    let supply = UnsafeMutableRawPointer(mutating: storage).assumingMemoryBound(to: Supply.self)
    return supply.pointee.mark == isSetUp ? supply : nil
  }

  // MARK: A reading

  package static func feed(_ supply: UnsafeMutablePointer<Supply>, _ code: Int32, at time: UInt64, _ pad: Pad, _ engine: Engine?) -> Int32 {
    if code < failed { return Status.invalid }
    if pad.state.isBusy || engine?.isBusy == true { return Status.busy }
    let t = max(time, engine?.now ?? 0)
    if let engine {
      let status = engine.checkFeed(t, moreEvents: 1)
      if status != Status.ok { return status }
    }
    // A callback may set the supply up again: it is not used after the delivery.
    let outage = supply.pointee.outage(of: pad)
    switch supply.pointee.step(code, t, pad, outage) {
    case .unchanged: break
    case .began(let reason):
      pad.state.setOutage(outage.sensor, reason)
      pad.deliverSupply(EventType.supplyFault, reason, outage.sensor, t, engine)
    case .recovered(let reason):
      pad.state.setOutage(outage.sensor, Reason.none)
      pad.deliverSupply(EventType.supplyRecovered, reason, outage.sensor, t, engine)
    }
    return Status.ok
  }

  private enum Verdict {
    case unchanged
    case began(Int32), recovered(Int32)
  }

  private mutating func step(_ code: Int32, _ t: UInt64, _ pad: Pad, _ outage: (sensor: Int, reason: Int32)) -> Verdict {
    // The supply was set up again during an outage.
    if readings | refused == 0 && outage.reason != Reason.none { monitor = FaultMonitor(fault: outage.reason) }
    let seen = judge(code)
    if seen == Reason.none {
      readings &+= 1
      take(code, pad)
    } else {
      refused &+= 1
    }
    let before = monitor.fault
    switch monitor.see(seen, at: t, patience: config.fault_after_us, recovery: config.recover_after_us) {
    case .unchanged: return .unchanged
    case .began: return .began(monitor.fault)
    case .recovered: return .recovered(before)
    }
  }

  /// The sensor that events name, and why its supply is out: the sensor of an outage that has begun, else the first that the supply feeds.
  private func outage(of pad: Pad) -> (sensor: Int, reason: Int32) {
    let first = config.sensors.trailingZeroBitCount
    var i = first
    while i < 8 {
      let reason = pad.state.outage(i)
      if reason != 0 && config.sensors & (1 &<< UInt32(truncatingIfNeeded: i)) != 0 { return (i, reason) }
      i &+= 1
    }
    return (first, Reason.none)
  }

  private func judge(_ code: Int32) -> Int32 {
    if code == Supply.failed { return Reason.bus }
    if code >= config.top_code { return Reason.saturated }
    if code >= config.least_code { return Reason.none }
    return code < config.top_code >> 6 ? Reason.shorted : Reason.open
  }

  private mutating func take(_ code: Int32, _ pad: Pad) {
    if self.code != 0 && !Supply.isNear(code, self.code) && !Supply.isNear(code, step) {
      step = code
      return
    }
    step = 0
    if code == self.code && pad.isScaled(fullScale, of: config.sensors) { return }
    self.code = code
    pad.scale(fullScale, maxCode, of: config.sensors)
  }

  private static func isNear(_ code: Int32, _ other: Int32) -> Bool { (code &- other).magnitude <= UInt32(bitPattern: other >> 6) }

  /// The code at the supply.
  private var fullScale: Int32 {
    Int32(truncatingIfNeeded: min((Int64(code) &* Int64(config.ratio) &+ 0x8000) >> 16, 0xff_ffff))
  }

  private var maxCode: Int32 { fullScale > config.top_code ? config.top_code : 0 }

  package var status: press_supply_status {
    var status = press_supply_status()
    status.full_scale = fullScale
    status.max_code = maxCode
    status.fault = monitor.fault
    status.readings = readings
    status.refused = refused
    return status
  }
}

extension Pad {
  /// Changes the code of the supply: the same conductance gives other codes, and kept codes are scaled to them.
  func scale(_ fullScale: Int32, _ maxCode: Int32, of bits: UInt32) {
    eachSensor { i in
      if bits & (1 &<< UInt32(truncatingIfNeeded: i)) != 0 { SensorState.scale(sensors + i, fullScale, maxCode) }
    }
  }

  /// Whether the sensors have this full scale; sensors that replaced others have that of the program.
  func isScaled(_ fullScale: Int32, of bits: UInt32) -> Bool {
    let first = (bits & state.sensorBits).trailingZeroBitCount
    return first >= sensorCount || sensors[first].sensor.circuit.full_scale == fullScale
  }

  /// Delivers an event of a supply, at a time that the engine takes.
  func deliverSupply(_ type: UInt32, _ reason: Int32, _ subject: Int, _ t: UInt64, _ engine: Engine?) {
    guard let engine else { return }
    var event = press_event()
    event.t_us = max(t, state.now)
    event.type = type
    event.contact = state.config.contact
    event.reason = reason
    event.subject = UInt32(truncatingIfNeeded: subject)
    state.isBusy = true
    engine.deliverSensor(&event)
    state.isBusy = false
  }
}
