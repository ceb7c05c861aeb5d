import CPress

/// One contact: how fast it is, what it scrolls, and whether it may still swipe.
struct ScrollTrack {
  var trail = ScrollTrail()
  /// What it would scroll, as far as anything does.
  var target: UInt32 = 0
  var canScroll = false
  /// Where content was moved to with it.
  var isMoving = false
  var x: Int32 = 0
  var y: Int32 = 0
  /// Along which axes it may still swipe; what it began in that takes that.
  var swipesX = false
  var swipesY = false
  var swipeTarget: UInt32 = 0
  /// When and where it was last within a fifth of the way.
  private var slowX: Int32 = 0
  private var slowY: Int32 = 0
  private var slowAt: UInt64 = 0
  /// What is pending: a swipe.
  var isSwipePending = false
  private(set) var direction: Int32 = 0
  private(set) var speed: Int32 = 0

  init() {}

  var isActive: Bool { canScroll || swipesX || swipesY }

  enum Swipe { case none, waits, swiped }

  /// Where it is from where it began. A swipe that is not any more never is again.
  mutating func swipe(_ dx: Int64, _ dy: Int64, at t: UInt64, _ config: press_scroll_config) -> Swipe {
    if !swipesX && !swipesY { return .none }
    let isX = dx.magnitude >= dy.magnitude
    let way = isX ? dx : dy
    let distance = UInt64(truncatingIfNeeded: Int64(config.swipe_distance))
    if way.magnitude &* 5 < distance {
      (slowX, slowY, slowAt) = (Int32(truncatingIfNeeded: dx), Int32(truncatingIfNeeded: dy), t)
      return .waits
    }
    let passed = max(t &- slowAt, 1)
    let gone = (way &- Int64(isX ? slowX : slowY)).magnitude
    // A second is too slow in any case, but for the product.
    let isFast = passed < 1 << 30 && gone &* 1_000_000 >= passed &* UInt64(truncatingIfNeeded: Int64(config.swipe_speed))
    if !(isX ? swipesX : swipesY) || !isFast {
      (swipesX, swipesY) = (false, false)
      return .none
    }
    if way.magnitude < distance { return .waits }
    let found = isX ? (way < 0 ? SwipeDirection.left : SwipeDirection.right) : (way < 0 ? SwipeDirection.up : SwipeDirection.down)
    direction = Int32(truncatingIfNeeded: found)
    speed = Int32(clamping: Wide.divide(gone &* 1_000_000, by: passed) >> 16)
    (swipesX, swipesY) = (false, false)
    return .swiped
  }
}
