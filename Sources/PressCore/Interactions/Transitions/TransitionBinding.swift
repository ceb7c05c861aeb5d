import CPress

/// Which contacts drive a transition, and which one does.
struct TransitionBinding {
  /// As PRESS_DRIVER_... has them.
  enum Driver: UInt8 {
    case none, preview, commit, pressure, motion

    var observes: Notices {
      switch self {
      case .none: Notices(bits: 0)
      case .preview: .previewBegan | .previewUpdated | .previewStopped
      case .commit: .commitUpdated | .previewStopped
      case .pressure: .began | .sampled
      case .motion: .sampled
      }
    }
  }

  var driver = Driver.none
  /// The program took it from the contact, or it is over: nothing more until that contact ends.
  var isDriving = false
  /// The contact was through before the start was delivered.
  var mustFinish = false
  var target: UInt32 = 0
  var dx: Int32 = 0
  var dy: Int32 = 0
  /// The slot of the contact that has it, -1: none.
  var slot: Int32 = -1
  /// What the contact says, until the start is delivered.
  var fraction: Int32 = 0

  static func isValid(_ driver: UInt32, _ dx: Int32, _ dy: Int32) -> Bool {
    driver <= TransitionDriver.motion
      && (driver == TransitionDriver.motion) == (dx != 0 || dy != 0)
  }

  func takes(_ contact: press_touch) -> Bool { slot < 0 && (target == 0 || target == contact.target) }
  func isDriven(by contact: Int) -> Bool { isDriving && slot == Int32(truncatingIfNeeded: contact) }

  /// How far along the direction a way leads, 0..1.
  func projection(_ x: Int32, _ y: Int32) -> Int32 {
    // Kept above Int32.min, so that the sum of two products fits.
    let along = Int64(max(x, -Int32.max)) &* Int64(dx) &+ Int64(max(y, -Int32.max)) &* Int64(dy)
    let whole = UInt64(truncatingIfNeeded: Int64(dx) &* Int64(dx)) &+ UInt64(truncatingIfNeeded: Int64(dy) &* Int64(dy))
    return along <= 0 ? 0 : Fraction.q16(UInt64(truncatingIfNeeded: along), of: whole)
  }
}
