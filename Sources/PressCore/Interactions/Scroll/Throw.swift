import CPress

/// The content of one target, as a value: where it is, where it may rest, and what moves it where no finger does.
///
/// One contact or throw moves content at a time. Which one, and which takes over from which, with which events:
///
/// | moves it | a contact begins in it | a contact is about to scroll it | the force of its scroll falls | its scroll ends | the program throws it |
/// |----------|------------------------|---------------------------------|-------------------------------|-----------------|-----------------------|
/// | nothing  | nothing                | scroll began                    |                               |                 | throw began           |
/// | a scroll | nothing                | it waits                        | fast: it coasts               | by a lift, fast, or where it may not rest, and no finger that waits moves it on: throw began | refused |
/// | coasting | it rests: the scroll goes on without coasting | scroll cancelled (touched), scroll began | | by a lift: throw began; else it rests | refused |
/// | a throw  | throw ended (touched)  | throw ended (touched), scroll began |                           |                 | it goes on from there |
///
/// Whether a finger scrolls it is what `Gestures.scroller` says; the rest is `phase`:
///
/// | phase  | what comes                                                                | next   | pending     |
/// |--------|---------------------------------------------------------------------------|--------|-------------|
/// | rests  | the force of its scroll falls, and it is fast                             | coasts | scroll moved |
/// | rests  | a scroll of it ends where it may not rest; the program throws it          | thrown | throw began |
/// | rests  | any of these, and there is no room for a throw                            | rests  |             |
/// | coasts | a frame is due                                                            | coasts | scroll moved |
/// | coasts | its contact has lifted                                                    | thrown | throw began, late |
/// | coasts | the finger comes back; its scroll is cancelled; another contact begins in it or scrolls it; its target goes; a reset | rests |  |
/// | coasts | the program declares its content                                          | coasts |             |
/// | thrown | a frame is due                                                            | thrown | throw moved |
/// | thrown | the program throws it again, aims it, declares its content                | thrown |             |
/// | thrown | both its courses are over                                                 | rests  | throw ended |
/// | thrown | a contact begins in it or scrolls it; the program stops it; its target goes; a reset | rests | throw ended: see reason |
///
/// A throw starts at the last position of its contact. If it ends before its beginning was delivered, neither is delivered. If it begins before
/// the end of the last throw was delivered, that end is delivered first.
struct Throw {
  /// Bits, in the order in which they are delivered.
  static var ended: UInt8 { 1 }
  static var began: UInt8 { 2 }
  static var moved: UInt8 { 4 }

  var target: UInt32 = 0
  /// It is declared, thrown, or its end is pending.
  var isTaken = false
  var isDeclared = false
  /// The engine keeps room for its end in its queue.
  var hasRoom = false
  private enum Phase: UInt8 { case rests, coasts, thrown }
  private var phase = Phase.rests
  /// The slot of the contact after which it coasts, which may have lifted: it goes on as if it had.
  private var coastsAfter: UInt8 = 0
  /// How much earlier than it is delivered the force fell that throws it.
  var late: UInt32 = 0
  /// Its beginning was delivered, and its end was not.
  private(set) var isDelivered = false
  private(set) var pending: UInt8 = 0
  /// Its target is gone: its end comes before all else.
  var goesFirst = false
  private(set) var reason: Int32 = 0
  private(set) var x = ThrowCourse()
  private(set) var y = ThrowCourse()
  /// Where the content is, and where it may rest.
  private(set) var content = press_scroll_content.anywhere
  private(set) var startedAt: UInt64 = 0
  /// The next frame.
  private(set) var due = UInt64.max
  private(set) var vx: Int32 = 0
  private(set) var vy: Int32 = 0

  init() {}

  init(of target: UInt32) { (self.target, isTaken) = (target, true) }

  /// Takes the throw for a target, if it has none.
  @inline(never)
  mutating func take(_ target: UInt32) { if !isTaken { self = Throw(of: target) } }

  var isThrown: Bool { phase == .thrown }
  var coasts: Bool { phase == .coasts }
  var slot: Int { Int(coastsAfter) }
  /// It goes on without a finger.
  var runs: Bool { phase != .rests }
  var goal: (x: Int32, y: Int32) { runs ? (x.goal, y.goal) : (content.x, content.y) }
  var endsAt: UInt64 { runs ? Wide.addSaturating(startedAt, max(x.length, y.length)) : 0 }

  /// Scrolled by a contact.
  mutating func move(by dx: Int32, _ dy: Int32) { (content.x, content.y) = (Q16.add(content.x, dx), Q16.add(content.y, dy)) }

  /// The same beyond its ends, as if on a rubber band of a target of that size. 0: one to one.
  mutating func move(by dx: Int32, _ dy: Int32, in size: (width: Int32, height: Int32)) {
    content.x = RubberBand(content.min_x, content.max_x, size.width).moved(content.x, by: dx)
    content.y = RubberBand(content.min_y, content.max_y, size.height).moved(content.y, by: dy)
  }

  /// How fast content is where a finger is so fast.
  func held(_ vx: Int32, _ vy: Int32, in size: (width: Int32, height: Int32)) -> (x: Int32, y: Int32) {
    (
      RubberBand(content.min_x, content.max_x, size.width).speed(vx, at: content.x),
      RubberBand(content.min_y, content.max_y, size.height).speed(vy, at: content.y)
    )
  }

  /// Brings the throw to its state at `t`.
  mutating func look(at t: UInt64) {
    if !runs { return }
    let passed = t &- min(startedAt, t)
    (content.x, vx) = x.at(passed)
    (content.y, vy) = y.at(passed)
  }

  mutating func declare(_ content: press_scroll_content) { self.content = content }

  /// Whether it goes anywhere from where it is. `coasts`: after the contact of a slot, which may have lifted; -1: it is thrown.
  mutating func start(_ vx: Int32, _ vy: Int32, at t: UInt64, _ config: press_scroll_config, coasts: Int = -1) -> Bool {
    let (x, y) = (content.x, content.y)
    let (naturalX, naturalY) = (Throw.natural(x, vx, config), Throw.natural(y, vy, config))
    let endX = ThrowCourse.rest(naturalX, from: content.min_x, to: content.max_x, snap: content.snap_x)
    let endY = ThrowCourse.rest(naturalY, from: content.min_y, to: content.max_y, snap: content.snap_y)
    if config.flags & ScrollFlag.bounce == 0 { return go(endX, endY, vx, vy, at: t, config, coasts: coasts) }
    let beyondX = naturalX &- min(max(naturalX, Int64(content.min_x)), Int64(content.max_x))
    let beyondY = naturalY &- min(max(naturalY, Int64(content.min_y)), Int64(content.max_y))
    return go(endX, endY, vx, vy, (beyondX, beyondY), at: t, config, coasts: coasts)
  }

  /// The place where friction stops it.
  private static func natural(_ place: Int32, _ velocity: Int32, _ config: press_scroll_config) -> Int64 {
    Int64(place) &+ Wide.divide(Int64(velocity) &<< 16, by: Int64(config.friction))
  }

  /// `beyond`: how far behind its end friction would lead, where it bounces.
  mutating func go(
    _ endX: Int32, _ endY: Int32, _ vx: Int32, _ vy: Int32, _ beyond: (x: Int64, y: Int64) = (0, 0), at t: UInt64, _ config: press_scroll_config,
    coasts: Int = -1
  ) -> Bool {
    x.begin(from: content.x, to: endX, velocity: vx, config.friction, settle: config.settle_us, beyond: beyond.x)
    y.begin(from: content.y, to: endY, velocity: vy, config.friction, settle: config.settle_us, beyond: beyond.y)
    startedAt = t
    if !runs {
      if x.rests && y.rests { return false }
      if coasts >= 0 { (phase, coastsAfter) = (.coasts, UInt8(truncatingIfNeeded: coasts)) } else { launch(late: 0, at: t) }
    }
    (self.vx, self.vy) = (x.at(0).velocity, y.at(0).velocity)
    due = min(endsAt, Wide.addSaturating(t, UInt64(config.frame_us)))
    return true
  }

  /// Its contact has lifted.
  mutating func launch(late: UInt32, at t: UInt64) {
    (phase, self.late) = (.thrown, late)
    due = max(min(due, endsAt), t)
    pending |= Throw.began
  }

  /// It began before `t`: the frames until then are over.
  mutating func catchUp(to t: UInt64) {
    look(at: t)
    due = max(due, t)
  }

  /// It rests where it is, and was not thrown.
  mutating func halt(at t: UInt64) {
    look(at: t)
    (phase, due, vx, vy) = (.rests, UInt64.max, 0, 0)
  }

  /// A frame. Time goes on for so long from there: of the frames in between the newest will do.
  mutating func step(to t: UInt64, more: UInt64, _ frame: UInt64, hasRoom: Bool) {
    look(at: t)
    if t >= endsAt && isThrown { return end(Reason.none, at: t) }
    due = t >= endsAt ? UInt64.max : min(endsAt, Wide.addSaturating(t, max(Wide.divide(more, by: frame), 1) &* frame))
    if hasRoom && isThrown { pending |= Throw.moved }
  }

  mutating func end(_ reason: Int32, at t: UInt64) {
    if coasts { halt(at: t) }
    if !isThrown { return }
    look(at: t)
    (phase, due, vx, vy) = (.rests, UInt64.max, 0, 0)
    // A pending end belongs to the throw before.
    if pending & Throw.ended == 0 { self.reason = reason }
    pending = isDelivered ? Throw.ended : 0
  }

  /// Its target is gone. The end that is pending names it a last time.
  mutating func lose(at t: UInt64) {
    end(Reason.targetRemoved, at: t)
    reason = Reason.targetRemoved
    isDeclared = false
    goesFirst = pending != 0
  }

  /// The next that is delivered; 0: nothing.
  mutating func take() -> UInt8 {
    let first = pending & (0 &- pending)
    pending &= ~first
    goesFirst = false
    if first != Throw.moved && first != 0 { isDelivered = first == Throw.began }
    return first
  }
}

/// Where content is along one axis while it is thrown, as a value. Points as Q16.
///
/// | its end                                                              | how it goes there                                     |
/// |----------------------------------------------------------------------|-------------------------------------------------------|
/// | where it is                                                          | it rests                                              |
/// | ahead, no further than twice as far as friction leads                | end - (end - from) exp(-k t), k = speed / (end - from) |
/// | back, further ahead, or it does not move                             | a spring without overshoot, which begins with its speed |
/// | ahead, it bounces, and friction leads beyond                         | by friction to its end, and back by that spring        |
///
/// It is over once less than half a point is left: of an exponential after log(2 (end - from)) / k.
struct ThrowCourse {
  private enum Kind: UInt8 { case rest, glide, spring, bounce }

  private var kind = Kind.rest
  private(set) var from: Int32 = 0
  private(set) var goal: Int32 = 0
  /// Glide and bounce: k per second, Q16. Spring: the speed per radian.
  private var rate: Int32 = 0
  /// Spring: the period without damping, microseconds.
  private var period: UInt32 = 0
  /// Bounce: the speed at its beginning, and when it passes its end.
  private var velocity: Int32 = 0
  private var passesAt: UInt64 = 0
  private(set) var length: UInt64 = 0

  init() {}

  init(restingAt place: Int32) { (from, goal) = (place, place) }

  var rests: Bool { kind == .rest }

  /// 2 pi, Q29.
  private static var twoPi: UInt64 { 3_373_259_426 }

  /// velocity: points per second. beyond: how far behind the end friction leads, where it bounces; less than half a point is nothing.
  @inline(never)
  mutating func begin(from: Int32, to goal: Int32, velocity: Int32, _ friction: Int32, settle: UInt32, beyond: Int64) {
    (kind, self.from, self.goal, rate, period, self.velocity, passesAt, length) = (.rest, from, goal, 0, 0, 0, 0, 0)
    let distance = Int64(goal) &- Int64(from)
    let toward = distance < 0 ? 0 &- Int64(velocity) : Int64(velocity)
    if beyond.magnitude >= 32768 && (distance == 0 || distance < 0 && beyond < 0 || distance > 0 && beyond > 0) {
      bounce(velocity, friction, settle)
      return
    }
    if distance == 0 { return }
    let k = toward <= 0 ? 0 : Wide.divide(toward &<< 16, by: Int64(truncatingIfNeeded: distance.magnitude))
    if k &* 2 >= Int64(friction) { glide(Int32(clamping: k), distance.magnitude) } else { pull(distance, Int64(velocity), toward, settle) }
  }

  private mutating func glide(_ k: Int32, _ distance: UInt64) {
    kind = .glide
    rate = k
    length = time(distance, to: 1 << 15)
  }

  /// Until what falls by `rate` from one value to another is there.
  private func time(_ from: UInt64, to value: UInt64) -> UInt64 {
    let octaves = Int64(Logarithm.log2Q24(UInt32(clamping: from))) &- Int64(Logarithm.log2Q24(UInt32(clamping: value)))
    // ln 2 / 2^8 s in nanoseconds.
    return Wide.divide(UInt64(max(octaves, 0)) &* 2_707_606, by: UInt64(truncatingIfNeeded: Int64(rate)) &* 1000)
  }

  private mutating func bounce(_ velocity: Int32, _ friction: Int32, _ settle: UInt32) {
    (kind, self.velocity, rate, period) = (.bounce, velocity, friction, settle)
    passesAt = time(UInt64(velocity.magnitude), to: atEnd.magnitude)
    length = passesAt &+ settles(0, spun)
  }

  /// Bounce: the speed with which it passes its end, and that speed per radian of the spring.
  private var atEnd: Int64 { Int64(velocity) &- (Int64(rate) &* (Int64(goal) &- Int64(from))) >> 16 }
  private var spun: Int64 { Wide.divide(atEnd &* Int64(period), by: 6_283_185) }

  /// Half a point is 2^-12 of 2^11 points.
  private func settles(_ x: Int64, _ w: Int64) -> UInt64 {
    let turns = SpringCurve(damping: Q16.one).settles(x >> 11, w >> 11) ?? 0
    return Wide.divide((turns &* UInt64(period)) &<< 24, by: ThrowCourse.twoPi)
  }

  private mutating func pull(_ distance: Int64, _ velocity: Int64, _ toward: Int64, _ settle: UInt32) {
    kind = .spring
    period = settle
    if toward > 0 {
      // It would pass its end: 2 pi distance / speed.
      period = UInt32(clamping: max(min(UInt64(settle), Wide.divide(distance.magnitude &* 6_283_185, by: toward.magnitude)), 1))
    }
    rate = Int32(clamping: Wide.divide(velocity &* Int64(period), by: 6_283_185))
    length = settles(0 &- distance, Int64(rate))
  }

  /// How much is left: of the way of a glide, of the speed of a bounce.
  private func left(of whole: Int64, after passed: UInt64) -> Int64 {
    // log2 e / 10^6, Q24 from Q16, by 2^34.
    let octaves = Wide.multiplyFitting(Int64(rate) &* Int64(truncatingIfNeeded: passed), 6_345_022, shiftedRight: 34)
    let half = Int64(Logarithm.exp2(q24: 0 &- octaves, times: Int32(clamping: whole.magnitude >> 1)))
    return whole < 0 ? 0 &- half &* 2 : half &* 2
  }

  /// After so long.
  @inline(never)
  func at(_ passed: UInt64) -> (place: Int32, velocity: Int32) {
    if passed >= length || kind == .rest { return (goal, 0) }
    let distance = Int64(goal) &- Int64(from)
    if kind == .glide {
      let left = left(of: distance, after: passed)
      return (Int32(clamping: Int64(goal) &- left), Int32(clamping: Wide.multiplyFitting(left, Int64(rate), shiftedRight: 16)))
    }
    if kind == .bounce && passed < passesAt {
      let now = left(of: Int64(velocity), after: passed)
      return (Int32(clamping: Int64(from) &+ Wide.divide((Int64(velocity) &- now) &<< 16, by: Int64(rate))), Int32(clamping: now))
    }
    let bounces = kind == .bounce
    let spring = SpringCurve(damping: Q16.one)
    let turned = Wide.divide((passed &- passesAt) &* ThrowCourse.twoPi, by: UInt64(period)) &<< 3
    let there = spring.carry(bounces ? 0 : 0 &- distance, bounces ? spun : Int64(rate), by: spring.after(turned))
    return (Int32(clamping: Int64(goal) &+ there.x), Int32(clamping: Wide.divide(there.w &* 6_283_185, by: Int64(period))))
  }

  /// Where a place comes to rest: between two ends, at the upper one less a multiple of `snap`, or at the lower one.
  static func rest(_ place: Int64, from low: Int32, to high: Int32, snap: Int32) -> Int32 {
    let inside = min(max(place, Int64(low)), Int64(high))
    if snap == 0 { return Int32(truncatingIfNeeded: inside) }
    let steps = Wide.divideRounded(Int64(high) &- inside, by: UInt64(truncatingIfNeeded: Int64(snap)))
    let snapped = Int64(high) &- steps &* Int64(snap)
    let isNearer = snapped < Int64(low) || inside &- Int64(low) < (snapped &- inside).magnitude
    return isNearer ? low : Int32(truncatingIfNeeded: snapped)
  }
}

/// How far content follows a finger beyond its ends, along one axis: by b = d c x / (d + c x) for x of the finger, of a length d, with
/// c = 0.55, so that it is less than d away. Points as Q16.
struct RubberBand {
  private let low: Int32
  private let high: Int32
  private let length: Int64

  private static var stiffness: Int64 { 36045 }

  init(_ low: Int32, _ high: Int32, _ length: Int32) { (self.low, self.high, self.length) = (low, high, Int64(length)) }

  /// The end that a place is at or beyond; else the place.
  private func inside(_ place: Int64) -> Int64 { min(max(place, Int64(low)), Int64(high)) }

  func moved(_ place: Int32, by distance: Int32) -> Int32 {
    if length == 0 { return Q16.add(place, distance) }
    let finger = finger(Int64(place)) &+ Int64(distance)
    let end = inside(finger)
    let pulled = min((Int64(truncatingIfNeeded: (finger &- end).magnitude) &* RubberBand.stiffness) >> 16, 1 << 31)
    let beyond = Wide.divide(length &* pulled, by: pulled &+ length)
    return Int32(clamping: finger < end ? end &- beyond : end &+ beyond)
  }

  /// The place of a finger that would hold the content there.
  private func finger(_ place: Int64) -> Int64 {
    let end = inside(place)
    let beyond = min(Int64(truncatingIfNeeded: (place &- end).magnitude), length &- 1)
    let pulled = min(Wide.divide(beyond &* length, by: max(length &- beyond, 1)), 1 << 31)
    let way = (pulled &<< 16) / RubberBand.stiffness
    return place < end ? end &- way : end &+ way
  }

  /// The slope of that: c ((d - b) / d)².
  func speed(_ speed: Int32, at place: Int32) -> Int32 {
    let beyond = Int64(truncatingIfNeeded: (Int64(place) &- inside(Int64(place))).magnitude)
    if length == 0 || beyond == 0 { return speed }
    let left = Wide.divide(max(length &- beyond, 0) &<< 16, by: length)
    return Int32(clamping: (((Int64(speed) &* left) >> 16 &* left) >> 16 &* RubberBand.stiffness) >> 16)
  }
}

/// One contact: how fast it is, what it scrolls, and whether it may still swipe.
struct ScrollTrack {
  var trail = Trail()
  /// The target that it would scroll, if there is one.
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
  /// Whether a swipe is pending.
  var isSwipePending = false
  private(set) var direction: Int32 = 0
  private(set) var speed: Int32 = 0

  init() {}

  /// Another contact began in what coasted after it.
  var isCaught = false

  /// Forgets the contact before. Its old positions stay in memory and are not counted: to clear them would take longer.
  mutating func begin() {
    trail.clear()
    (isMoving, x, y) = (false, 0, 0)
    (slowX, slowY, slowAt) = (0, 0, 0)
    (isSwipePending, direction, speed, isCaught, drags) = (false, 0, 0, false, false)
  }

  /// It drags, or asked to.
  var drags = false

  var isActive: Bool { canScroll || swipesX || swipesY || drags }

  /// Nothing becomes of it any more.
  mutating func forget() { (canScroll, swipesX, swipesY, drags) = (false, false, false, false) }

  enum Swipe { case none, waits, swiped }

  /// Takes the distance from the start of the contact. Once the movement cannot be a swipe, it never becomes one.
  mutating func swipe(_ dx: Int64, _ dy: Int64, at t: UInt64, _ config: press_scroll_config, _ rule: Trail.Rule) -> Swipe {
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
    let now = trail.speed(at: t, rule)
    let fitted = UInt64((isX ? now.x : now.y).magnitude)
    speed = Int32(clamping: (fitted == 0 ? Wide.divide(gone &* 1_000_000, by: passed) : fitted) >> 16)
    (swipesX, swipesY) = (false, false)
    return .swiped
  }
}
