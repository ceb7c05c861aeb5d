import CPress

/// The faults of sensors and of their supplies that have begun and not ended.
struct Faults {
  private var ofSensors: UInt32 = 0
  private var ofSupplies: UInt32 = 0

  mutating func note(_ event: press_event) {
    let bit: UInt32 = 1 &<< (event.subject & 7)
    switch Int(event.type) {
    case PRESS_EVENT_SENSOR_FAULT: ofSensors |= bit
    case PRESS_EVENT_SENSOR_RECOVERED: ofSensors &= ~bit
    case PRESS_EVENT_SUPPLY_FAULT: ofSupplies |= bit
    case PRESS_EVENT_SUPPLY_RECOVERED: ofSupplies &= ~bit
    default: break
    }
  }

  /// Removes one of the faults. @return the event that ends it; nil: there is none.
  mutating func takeEnd(atUs us: UInt64) -> press_event? {
    let isOfSensor = ofSensors != 0
    let bits = isOfSensor ? ofSensors : ofSupplies
    if bits == 0 { return nil }
    var event = press_event()
    event.type = UInt32(isOfSensor ? PRESS_EVENT_SENSOR_RECOVERED : PRESS_EVENT_SUPPLY_RECOVERED)
    event.t_us = us
    event.subject = UInt32(bits.trailingZeroBitCount)
    event.reason = Int32(PRESS_REASON_RESET)
    note(event)
    return event
  }
}
