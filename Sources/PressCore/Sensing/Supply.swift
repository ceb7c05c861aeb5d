import CPress

/// The supply of the dividers, read on a spare input.
///
/// | reads                                        | is                        | counts                              |
/// |----------------------------------------------|---------------------------|-------------------------------------|
/// | below least_code; a 64th of top_code          | `open`; `shorted`          | no                                  |
/// | top_code                                     | `saturated`               | no                                  |
/// | nothing: it failed                           | `bus`                     | no                                  |
/// | the first; within a 64th of what counts      | good                      | yes                                 |
/// | further off                                  | good                      | once the next is within a 64th of it |
public struct Supply {
  private static var isSetUp: UInt32 { 0x796c_7073 }
  static var failed: Int32 { -1 }

  private let mark: UInt32
  private let config: press_supply_config
  /// What the input reads when nothing is wrong; 0: none yet. And a step that was seen once.
  private var code: Int32 = 0
  private var step: Int32 = 0
  private var monitor = FaultMonitor()
  private var readings: UInt32 = 0
  private var refused: UInt32 = 0

  /// The config is valid.
  public init(_ config: press_supply_config) {
    mark = Supply.isSetUp
    self.config = config
  }

  /// Nil: nothing was set up there.
  public static func inside(_ storage: UnsafeRawPointer) -> UnsafeMutablePointer<Supply>? {
    let supply = UnsafeMutableRawPointer(mutating: storage).assumingMemoryBound(to: Supply.self)
    return supply.pointee.mark == isSetUp ? supply : nil
  }

  // MARK: A reading

  public static func feed(_ supply: UnsafeMutablePointer<Supply>, _ code: Int32, at time: UInt64, _ pad: Pad, _ engine: Engine?) -> Int32 {
    if code < failed { return Status.invalid }
    if pad.state.isBusy || engine?.isBusy == true { return Status.busy }
    let t = max(time, engine?.now ?? 0)
    if let engine {
      let status = engine.checkFeed(t, moreEvents: 1)
      if status != Status.ok { return status }
    }
    // A callback may set the supply up again: nothing is done with it behind the delivery.
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
    // Set up again during an outage.
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

  /// The sensor that events name: of an outage that has begun, else the first that the supply feeds; and why.
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

  public var status: press_supply_status {
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
  /// The supply gives other codes from now on: the same conductance, and what is kept of before counts as it would read now.
  func scale(_ fullScale: Int32, _ maxCode: Int32, of bits: UInt32) {
    eachSensor { i in
      if bits & (1 &<< UInt32(truncatingIfNeeded: i)) != 0 { SensorState.scale(sensors + i, fullScale, maxCode) }
    }
  }

  /// Sensors that replaced others are as the program gave them.
  func isScaled(_ fullScale: Int32, of bits: UInt32) -> Bool {
    let first = (bits & state.sensorBits).trailingZeroBitCount
    return first >= sensorCount || sensors[first].sensor.circuit.full_scale == fullScale
  }

  /// Of a time that the engine takes.
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
