import CPress

/// Decides whether a pad is read seldom.
///
/// | state  | a frame                                                     | next                                                  |
/// |--------|-------------------------------------------------------------|-------------------------------------------------------|
/// | active | something presses, is suspected, is watched, or runs        | active: the rest begins again                         |
/// | active | none of these                                               | idle, once it is after_us, or four intervals          |
/// | idle   | none of these, codes within their window                    | idle                                                  |
/// | idle   | one of these                                                | active, for after_us at least                         |
/// | idle   | a code beyond its window                                    | active, for four intervals at least: mostly a spike   |
public struct Idle {
  private static var isSetUp: UInt32 { 0x656c_6469 }

  private let mark: UInt32
  private let config: press_idle_config
  private var isIdle = false
  private var isResting = false
  private var restSince: UInt64 = 0
  /// How long the rest must be.
  private var needed: UInt32
  /// What the pad's config said, and what it says while idle.
  private var staleBefore: UInt32 = 0, gapBefore: UInt32 = 0
  private var stale: UInt32 = 0, gap: UInt32 = 0
  private var wakes: UInt32 = 0
  private var frames: UInt32 = 0
  /// Of each sensor the code before, and the mean difference from one to the next, Q4.
  private var codes = InlineArray<8, Int32>(repeating: -1)
  private var noise = InlineArray<8, UInt32>(repeating: 0)

  /// The config is valid.
  public init(_ config: press_idle_config) {
    mark = Idle.isSetUp
    self.config = config
    needed = config.after_us
  }

  /// Nil: nothing was set up there.
  public static func inside(_ storage: UnsafeRawPointer) -> UnsafeMutablePointer<Idle>? {
    let idle = UnsafeMutableRawPointer(mutating: storage).assumingMemoryBound(to: Idle.self)
    return idle.pointee.mark == isSetUp ? idle : nil
  }

  // MARK: After a frame

  /// @return 1: idle, 0: at the full rate; or an error.
  public mutating func look(_ pad: Pad, _ engine: Engine?) -> Int32 {
    if pad.state.isBusy || engine?.isBusy == true { return Status.busy }
    let now = pad.state.frameAt
    if isIdle { frames &+= 1 }
    if runs(pad, engine) {
      isResting = false
      needed = config.after_us
      if isIdle { wake(pad) }
    } else if isIdle && isBeyond(pad) {
      // A spike, mostly.
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

  /// Frames that come seldom are neither late nor a pause. Again after a change of the pad's config.
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
      pad.state.config.gap_us = gap
    }
  }

  private mutating func wake(_ pad: Pad) {
    isIdle = false
    wakes &+= 1
    if pad.state.config.stale_after_us == stale { pad.state.config.stale_after_us = staleBefore }
    if pad.state.config.gap_us == gap { pad.state.config.gap_us = gapBefore }
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
    let zero = sensor.pointee.baseline.value
    let woken = SensorState.conductance(sensor, of: config.wake_force)
    let rest = Circuit.code(circuit, zero)
    // A mean difference of 1 is a deviation of 0.9.
    let margin = Int32(truncatingIfNeeded: min((noise[unchecked: i] &* 6) >> 4, 1 << 20))
    return max(Circuit.code(circuit, Q16.add(zero, woken)), rest &+ margin)
  }

  /// As the converter gives them. Nil: there is no such sensor.
  public func window(_ pad: Pad, _ i: UInt32) -> (low: Int32, high: Int32)? {
    if i >= UInt32(truncatingIfNeeded: pad.sensorCount) { return nil }
    let sensor = pad.sensors + Int(truncatingIfNeeded: i)
    let (least, most) = (Circuit.openBelow(sensor.pointee.sensor.circuit), most(sensor, Int(truncatingIfNeeded: i)))
    let circuit = sensor.pointee.sensor.circuit
    if circuit.flags & CircuitFlag.pullUp == 0 { return (least, most) }
    return (circuit.full_scale &- most, circuit.full_scale &- least)
  }

  public var status: press_idle_status {
    var status = press_idle_status()
    status.is_idle = isIdle ? 1 : 0
    status.wakes = wakes
    status.frames = frames
    return status
  }
}
