/// What the driver does next.
///
///     asking ──idle──► lowThreshold ─► highThreshold ─► selecting ─► converting ─► reading ─► selecting (next channel)
///       │ busy             (READY_PIN only)                 │            ▲            │ code 0, or late
///       ▼                                                   │            └─ not done ─┤
///     halting ─► confirming ─► draining ─► as from idle     │                         ▼
///                                                           └─ continuous ─► streaming ◄─► verifying
///
/// Every failure leads back to asking: a transfer that failed may all the same have reached the converter.
enum ADS1x15State: UInt8 {
  case asking  // read config: is a conversion running, left by an earlier program?
  case halting  // write config: single shot, no start
  case confirming  // read config: did it keep that? Another chip would not, and needs no waiting for
  case draining  // let the running conversion end, and ask whether it did
  case lowThreshold  // ALERT/RDY means "ready" when the thresholds are the wrong way round
  case highThreshold
  case selecting  // write config: the channel, and start
  case converting  // wait, and ask the ready bit
  case reading  // read the code
  case streaming  // continuous: read the code once per period
  case verifying  // read config back before a code is believed that may be of another setting
}

/// Why the state machine is stepped.
enum ADS1x15Event {
  case due  // the time of the state has come
  case early  // the caller came before; with READY_PIN that may be an edge
}

/// The registers of the converter, as the pointer byte names them.
enum ADS1x15Register {
  static let conversion: UInt8 = 0
  static let config: UInt8 = 1
  static let lowThreshold: UInt8 = 2
  static let highThreshold: UInt8 = 3
}
