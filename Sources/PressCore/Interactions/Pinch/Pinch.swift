import CPress

/// Two contacts of one target: how far apart they are, in which direction, and what follows from it. It knows of nothing else.
///
/// | phase   | what happens                                                     | next    | delivers                                  |
/// |---------|------------------------------------------------------------------|---------|-------------------------------------------|
/// | free    | two contacts that may pinch are down on a target                 | watched |                                           |
/// | watched | the distance or the centre changes by slop, or they turn         | pinched | began                                     |
/// | watched | one ends, is released, becomes something else; the target goes   | free    |                                           |
/// | pinched | one moves                                                        | pinched | changed, where scale, angle, centre do    |
/// | pinched | the force of one is below release                                | pinched | nothing, until it comes back or ends      |
/// | pinched | one lifts                                                        | ending  | ended                                     |
/// | pinched | one is cancelled or released; reset; the target goes             | ending  | cancelled                                 |
/// | ending  | that is delivered                                                | free    |                                           |
/// | any     | a third contact comes, moves, lifts, is a palm                   |         | nothing of the two                        |
struct Pinch {
  enum Phase: UInt8 {
    case free, watched, pinched, ending
  }

  var phase = Phase.free
  /// The distance has changed by slop: the scale counts from `base`. They have turned: the angle counts from `turnBase`.
  var isScaling = false
  var isTurning = false
  var moves = true
  var slop: Int32 = 0
  var turnSlop: Int32 = 0

  /// The slots, -1: none any more, and the contacts, the one that came first before the other.
  var first = -1
  var second = -1
  var contact: UInt32 = 0
  var other: UInt32 = 0
  var target: UInt32 = 0

  /// Where they were as they came together.
  var startDistance: UInt32 = 0
  var startX: Int32 = 0
  var startY: Int32 = 0
  /// The distance at which the scale began to count, Q15 points.
  var base: UInt32 = 0
  /// How far they have turned since they came together, degrees, and where the angle began to count.
  var turned: Int32 = 0
  var turnBase: Int32 = 0
  /// Now: Q15 points, and degrees of the way from the first to the second.
  var distance: UInt32 = 0
  var direction: Int32 = 0
  var scale: Int32 = Q16.one
  var angle: Int32 = 0
  var x: Int32 = 0
  var y: Int32 = 0
  var force: Int32 = 0
  var pressure: Int32 = 0

  // What is pending.
  var begins = false
  var isChanged = false
  var endType: UInt32 = 0
  var reason: Int32 = 0
  var late: UInt32 = 0

  /// Q15: a point. What is nearer counts as so far.
  static var nearest: UInt32 { 1 << 15 }

  /// The distance of two places, Q15 points, rounded down.
  static func distance(_ dx: Int64, _ dy: Int64) -> UInt32 {
    let (x, y) = ((dx >> 1).magnitude, (dy >> 1).magnitude)
    return Wide.squareRoot(x &* x &+ y &* y)
  }

  /// They come together: everything counts from here.
  mutating func watch(_ a: UnsafePointer<press_touch>, _ b: UnsafePointer<press_touch>, _ config: press_pinch_config) {
    (slop, turnSlop, moves) = (config.slop, config.turn_slop, config.flags & PinchFlag.noMove == 0)
    (phase, contact, other) = (.watched, a.pointee.contact, b.pointee.contact)
    (isScaling, isTurning, scale, angle, turned) = (false, false, Q16.one, 0, 0)
    let (dx, dy) = place(a, b)
    direction = dx == 0 && dy == 0 ? 0 : Degrees.whole(ofVector: dx, dy)
    (startDistance, startX, startY) = (distance, x, y)
  }

  /// Takes in where they are. Returns whether scale, angle or centre are others.
  mutating func move(_ a: UnsafePointer<press_touch>, _ b: UnsafePointer<press_touch>) -> Bool {
    let (oldScale, oldAngle, oldX, oldY) = (scale, angle, x, y)
    let (dx, dy) = place(a, b)
    if distance >= Pinch.nearest { turn(to: Degrees.whole(ofVector: dx, dy)) }
    if !isScaling && hasSpread {
      isScaling = true
      base = max(distance, Pinch.nearest)
    } else if isScaling {
      scale = Int32(clamping: Wide.divideRounded(UInt64(max(distance, Pinch.nearest)) &<< 16, by: UInt64(base)))
    }
    if !isTurning && hasTurned {
      isTurning = true
      turnBase = turned
    } else if isTurning {
      angle = Q16.subtract(turned, turnBase)
    }
    return scale != oldScale || angle != oldAngle || x != oldX || y != oldY
  }

  /// Of a watched one: whether it is a pinch.
  var hasBegun: Bool { isScaling || isTurning || moves && !Engine.isWithin(slop, x, y, startX, startY) }

  private var hasSpread: Bool {
    let change = distance > startDistance ? distance &- startDistance : startDistance &- distance
    return change >= slop.magnitude >> 1
  }

  private var hasTurned: Bool { turned.magnitude >= turnSlop.magnitude }

  private mutating func place(_ a: UnsafePointer<press_touch>, _ b: UnsafePointer<press_touch>) -> (dx: Int64, dy: Int64) {
    let dx = Int64(b.pointee.x) &- Int64(a.pointee.x)
    let dy = Int64(b.pointee.y) &- Int64(a.pointee.y)
    distance = Pinch.distance(dx, dy)
    x = Int32(truncatingIfNeeded: (Int64(a.pointee.x) &+ Int64(b.pointee.x)) >> 1)
    y = Int32(truncatingIfNeeded: (Int64(a.pointee.y) &+ Int64(b.pointee.y)) >> 1)
    force = Q16.add(a.pointee.force, b.pointee.force)
    pressure = max(a.pointee.pressure, b.pointee.pressure)
    return (dx, dy)
  }

  /// By the shorter way.
  private mutating func turn(to direction: Int32) {
    var by = direction &- self.direction
    if by > 180 << 16 { by &-= 360 << 16 }
    if by <= -180 << 16 { by &+= 360 << 16 }
    self.direction = direction
    turned = Q16.add(turned, by)
  }
}

/// What is known of a contact.
struct PinchTrack {
  /// The target on which it may pinch.
  var target: UInt32 = 0
  var mayPinch = false
  /// Of which pair it is one, -1: of none.
  var pair: Int8 = -1
  /// In the order in which they came.
  var serial: UInt32 = 0
  /// When its newest sample came, and the one before.
  var latest: UInt64 = 0
}
