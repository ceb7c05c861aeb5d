import CPress
import PressCore

/// What came of the bus.
extension Check {
  public mutating func take(_ result: press_check_result) -> Int32 {
    let (what, isGood) = (Int(result.what), result.status == 0)
    if what < PRESS_CHECK_OPENED || what > PRESS_CHECK_READ { return Status.invalid }
    if what == PRESS_CHECK_READ || (what == PRESS_CHECK_CLAIMED && isGood) {
      if !isGood { failure = result }
      return Status.ok
    }
    if !isAccepted() { return Status.noSpace }
    switch what {
    case PRESS_CHECK_OPENED: add(isGood ? .busOpens : Check.finding(opening: result.status), nodeOf(result))
    case PRESS_CHECK_CLAIMED:
      add(.converterInUse, .text(.who, result.who, "another program"), .hex(.address, result.address), nodeOf(result))
    case PRESS_CHECK_PART where isGood:
      let fits = Check.isSame(result.model, result.declared)
      add(fits ? .partFits : .partModel, .text(.model, result.model), .text(.other, result.declared))
    case PRESS_CHECK_ASKED where isGood: add(.addressAnswers, .hex(.address, result.address))
    default: fail(result)
    }
    return Status.ok
  }

  /// A transfer that failed.
  mutating func fail(_ result: press_check_result) {
    let address = Value.hex(.address, result.address)
    switch result.status {
    case Status.notAcknowledged, -6:
      if result.other != 0 {
        add(.addressElsewhere, address, .hex(.other, result.other))
      } else {
        add(.addressSilent, address, nodeOf(result), .text(.bus, result.bus, "N"))
      }
    case Status.timedOut, -116: add(.busHangs, nodeOf(result))
    case Status.state: add(.partOther, address, nodeOf(result))
    default: add(.transfersFail, nodeOf(result))
    }
  }

  private func nodeOf(_ result: press_check_result) -> Value { .text(.node, result.node ?? node, "the converter") }

  /// ENOENT, ENXIO and ENODEV; EACCES and EPERM.
  private static func finding(opening status: Int32) -> Finding {
    switch status {
    case -2, -6, -19: .busAbsent
    case -13, -1: .busForbidden
    case Status.timedOut: .busHangs
    default: .busOther
    }
  }

  private static func isSame(_ a: UnsafePointer<CChar>?, _ b: UnsafePointer<CChar>?) -> Bool {
    guard let a, let b else { return a == b }
    var i = 0
    while a[i] == b[i] {
      if a[i] == 0 { return true }
      i &+= 1
    }
    return false
  }
}
