/// What one contact may still become besides a preview, and what is pending of it.
struct Gesture {
  /// What is delivered, in this order. Bits, and no OptionSet: its array literal allocates.
  enum Pending: UInt16 {
    case tapped = 1
    case doubleTapped = 2
    case holdBegan = 4
    case holdEnded = 8
    case holdCancelled = 16
    case scrollBegan = 32
    case scrollMoved = 64
    case scrollEnded = 128
    case scrollCancelled = 256
    case tapFailed = 512
    case holdRepeated = 1024
  }

  static var taps: UInt16 { Pending.tapped.rawValue | Pending.doubleTapped.rawValue }

  var beganAt: UInt64 = 0
  /// When it is a hold, or when a hold repeats; when its pressure rises next.
  var holdAt: UInt64 = UInt64.max
  var risesAt: UInt64 = UInt64.max
  /// The targets with the traits, the one hit or a container; and whether there are any.
  var tapTarget: UInt32 = 0
  var holdTarget: UInt32 = 0
  var scrollTarget: UInt32 = 0
  /// How often a hold repeated.
  var repeats: Int32 = 0
  var reason: Int32 = 0
  var pending: UInt16 = 0
  /// Why it cannot be a tap any more.
  var tapReason: UInt8 = 0
  var canTap = false
  var canDoubleTap = false
  var canHold = false
  var canScroll = false
  /// The second touch of what may be a double tap.
  var isSecond = false
  /// It began within the target that would be tapped.
  var isInside = false
  /// Its target is gone: that it ended comes before all else.
  var goesFirst = false
}
