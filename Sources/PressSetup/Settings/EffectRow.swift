import CPress
import PressCore
import PressDevice

/// Which events a row of the table of effects is for.
public struct EventOfRow {
  private static let mostOfBoth: UInt32 = 255

  /// 0: not given.
  public var type: UInt32 = 0
  public var reason: Int32?

  public init() {}

  public init?(_ value: Slice) {
    var rest = value
    let name = rest.takeField(UInt8(ascii: ":"))
    for number in 1...Self.mostOfBoth where name == Slice(cString: EventType.name(number)) { type = number }
    if type == 0 || name == "unknown" { return nil }
    if name.count == value.count { return }
    for number in 1...Int32(Self.mostOfBoth) where rest == Slice(cString: Reason.name(number)) { reason = number }
    if reason == nil || rest == "unknown" { return nil }
  }
}

extension EffectKeys {
  public var row: press_feedback_row {
    var row = press_feedback_row()
    row.event = event.type
    if let reason = event.reason {
      row.match = reason
      row.flags |= UInt8(PRESS_FEEDBACK_REASON)
    }
    if ended { row.flags |= UInt8(PRESS_FEEDBACK_ENDED) }
    if notZero { row.flags |= UInt8(PRESS_FEEDBACK_NOT_ZERO) }
    if rising { row.flags |= UInt8(PRESS_FEEDBACK_RISING) }
    if falling { row.flags |= UInt8(PRESS_FEEDBACK_FALLING) }
    row.most = Int32((strength * 65536 + 50) / 100)
    row.least = Int32((least * 65536 + 50) / 100)
    // In the order of PRESS_EFFECT_... and PRESS_STRENGTH_....
    row.effect = effect.rawValue
    row.source = follows.rawValue
    row.detents = UInt8(truncatingIfNeeded: detents)
    return row
  }
}

extension Settings {
  /// Whether rows of feedback answer every move of a contact.
  public mutating func feedbackRequiresMoved() -> Bool {
    if !feedback.enabled { return false }
    for i in 0..<count(.effect) where effect[i].event.type == UInt32(PRESS_EVENT_CONTACT_MOVED) { return true }
    return false
  }

  /// The config of the DRV2605L.
  public mutating func motorConfig() -> press_drv2605l_config {
    var config = feedback.chip
    config.motor = UInt8(truncatingIfNeeded: feedback.motor)
    // One transfer at a time, so that it is known how long it takes.
    config.retries = 0
    return config
  }

  public mutating func refusesFeedback(_ source: SetupSource) -> Bool {
    if !feedback.enabled {
      return count(.effect) > 0 && complain(Place(.effect), "", "[effect] requires a section [feedback]")
    }
    switch source {
    case .converters, .calibration: break
    case .codes, .iio:
      if feedback.drv2605l {
        return complain(Place(.feedback), "drv2605l", "feedback.drv2605l requires converters on a bus: --source i2c or sim")
      }
    }
    for i in 0..<count(.effect) {
      if effect[i].event.type == 0 { return complain(Place(.effect, i), "event", "effect.event must be given") }
    }
    return false
  }

  public mutating func refusesFeedbackConfigs() -> Bool {
    if let why = press_feedback_config.refusal(&feedback.config) { return complain(Place(.feedback), library: why) }
    var chip = motorConfig()
    if let why = press_drv2605l_config.refusal(&chip) { return complain(Place(.feedback), library: why) }
    for i in 0..<count(.effect) {
      var row = effect[i].row
      if let why = FeedbackRule.broken(&row)?.words { return complain(Place(.effect, i), library: why) }
    }
    return false
  }
}
