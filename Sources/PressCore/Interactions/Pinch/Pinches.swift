import CPress

/// The state of pinches; behind it lie the pairs, and a track for each contact.
struct PinchState {
  var config: press_pinch_config
  let contacts: Int
  var serial: UInt32 = 0

  init(_ config: press_pinch_config, contacts: Int) {
    self.config = config
    self.contacts = contacts
  }

  /// One pair may wait for the delivery of its end while its fingers pinch again.
  static func pairs(_ contacts: Int) -> Int { contacts &>> 1 &+ 1 }
  static var pairsAt: Int { Layout.aligned(MemoryLayout<PinchState>.size) }
  static func tracksAt(_ contacts: Int) -> Int { Layout.aligned(pairsAt &+ pairs(contacts) &* MemoryLayout<Pinch>.stride) }
  static func size(_ contacts: Int) -> Int { Layout.aligned(tracksAt(contacts) &+ contacts &* MemoryLayout<PinchTrack>.stride) }
}

/// The pinches of an engine: a handle. What two contacts are is said by `Pinch`; here is which two, and what is delivered.
package struct Pinches: Interaction {
  static var kind: Attachment { .pinch }
  let engine: Engine
  let memory: UnsafeMutablePointer<PinchState>

  init(_ engine: Engine, _ memory: UnsafeMutablePointer<PinchState>) {
    self.engine = engine
    self.memory = memory
  }

  /// Nil when it is not attached.
  package init?(_ engine: Engine) {
    guard let own = Self.attached(to: engine) else { return nil }
    self = own
  }

  var pairs: UnsafeMutablePointer<Pinch> { memory.behind(PinchState.pairsAt, Pinch.self) }
  var tracks: UnsafeMutablePointer<PinchTrack> { memory.behind(PinchState.tracksAt(state.contacts), PinchTrack.self) }
  private var count: Int { PinchState.pairs(state.contacts) }

  package static func size(_ config: press_pinch_config, contacts: Int) -> Int { AttachmentHead.size &+ PinchState.size(contacts) }

  /// The config is valid.
  @inline(never)
  package static func attach(_ engine: Engine, _ config: press_pinch_config) -> Int32 {
    let contacts = engine.maxContacts
    // The end of a pinch takes the room of the previews that its contacts cannot have.
    let (status, own) = attach(
      to: engine, bytes: size(config, contacts: contacts), room: Room(ends: config.ends(contacts: engine.maxContacts)), resting
    ) { Pinches($0, $1.assumingMemoryBound(to: PinchState.self)).observe($2) }
    guard let own else { return status }
    own.memory.initialize(to: PinchState(config, contacts: contacts))
    own.pairs.initialize(repeating: Pinch(), count: own.count)
    own.tracks.initialize(repeating: PinchTrack(), count: contacts)
    return status
  }

  /// The notices that are observed while no contact may pinch.
  private static var resting: Notices { .began | .claims | .released | .ended | .removed | .changed }

  package var given: press_pinch_config { state.config }

  package func set(_ config: press_pinch_config) -> Int32 {
    state.config = config
    return Status.ok
  }

  /// All but the size. Nil: the contact does not pinch.
  package func pinch(of contact: UInt32) -> press_pinch? {
    var p = 0
    while p < count {
      let pair = pairs + p
      let isThere = pair.pointee.phase == .pinched || pair.pointee.isEnding
      if isThere && (pair.pointee.contact == contact || pair.pointee.other == contact) {
        var found = press_pinch()
        found.contact = pair.pointee.contact
        found.other = pair.pointee.other
        found.target = pair.pointee.target
        found.scale = pair.pointee.scale
        found.angle = pair.pointee.angle
        found.x = pair.pointee.x
        found.y = pair.pointee.y
        found.distance = pair.pointee.apart
        (found.scale_velocity, found.angle_velocity) = pair.pointee.velocity(at: engine.now &- UInt64(pair.pointee.late))
        return found
      }
      p &+= 1
    }
    return nil
  }

  // MARK: Which two

  func began(_ slot: Int) {
    var track = PinchTrack()
    (track.mayPinch, track.target) = engine.nearest(engine.contacts[slot].hit, with: Trait.pinch)
    state.serial &+= 1
    track.serial = state.serial
    tracks[slot] = track
    chooseSamples(track.mayPinch, Pinches.resting, slot)
    if track.mayPinch { pair(on: track.target) }
  }

  /// The two that came first of those that may pinch, where no two do.
  @inline(never)
  private func pair(on target: UInt32) {
    var free = -1
    var p = 0
    while p < count {
      let pair = pairs + p
      if (pair.pointee.phase == .watched || pair.pointee.phase == .pinched) && pair.pointee.target == target { return }
      if pair.pointee.phase == .free { free = p }
      p &+= 1
    }
    let first = earliest(on: target, after: -1)
    let second = first < 0 ? -1 : earliest(on: target, after: first)
    if second < 0 || free < 0 { return }
    let pair = pairs + free
    pair.pointee = Pinch()
    pair.pointee.target = target
    (pair.pointee.first, pair.pointee.second) = (first, second)
    pair.pointee.watch(engine.touch(first), engine.touch(second), state.config)
    tracks[first].pair = Int8(truncatingIfNeeded: free)
    tracks[second].pair = Int8(truncatingIfNeeded: free)
  }

  /// The contact on a target that came first after another (-1: of all), and may pinch; -1: there is none.
  private func earliest(on target: UInt32, after other: Int) -> Int {
    var found = -1
    var slot = 0
    while slot < engine.maxContacts {
      let isLater = other < 0 || isEarlier(other, slot)
      if slot != other && tracks[slot].target == target && isLater && isEligible(slot) && (found < 0 || isEarlier(slot, found)) { found = slot }
      slot &+= 1
    }
    return found
  }

  private func isEarlier(_ a: Int, _ b: Int) -> Bool { Int32(bitPattern: tracks[a].serial &- tracks[b].serial) < 0 }

  /// It is down, and has become nothing that keeps it from a pinch. One that pinched before may again.
  private func isEligible(_ slot: Int) -> Bool {
    tracks[slot].mayPinch && tracks[slot].pair < 0 && engine.isOccupied(slot) && engine.contacts[slot].isOpen && mayBegin(slot)
  }

  // MARK: What they do

  func sampled(_ slot: Int) {
    let before = tracks[slot].latest
    let now = engine.contacts[slot].touch.t_us
    tracks[slot].latest = now
    let p = Int(tracks[slot].pair)
    if p < 0 { return }
    let other = pairs[p].first == slot ? pairs[p].second : pairs[p].first
    // The other comes with the same frame: both are looked at then. While it may be lifting, nothing is.
    if tracks[other].latest != now && tracks[other].latest == before || engine.contacts[other].phase == .lifting { return }
    look(p)
  }

  @inline(never)
  private func look(_ p: Int) {
    let pair = pairs + p
    let (first, second) = (pair.pointee.first, pair.pointee.second)
    if pair.pointee.phase == .watched && !(mayBegin(first) && mayBegin(second)) {
      free(p)
      return self.pair(on: pair.pointee.target)
    }
    let isChanged = pair.pointee.move(engine.touch(first), engine.touch(second))
    pair.pointee.trail.add(pair.pointee.apart, pair.pointee.turned, at: engine.sampledAt, Trail.Rule())
    if pair.pointee.phase == .pinched {
      if !isChanged { return }
      pair.pointee.isChanged = true
      return markPending()
    }
    if !pair.pointee.hasBegun { return }
    pair.pointee.phase = .pinched
    pair.pointee.begins = true
    become(first)
    become(second)
    markPending()
  }

  private func mayBegin(_ slot: Int) -> Bool {
    let claim = engine.contacts[slot].claim
    return claim == .pinch || claim.may(.pinch)
  }

  private func become(_ slot: Int) {
    if engine.contacts[slot].claim == .pinch { return }
    engine.notify(.becomes(slot))
    engine.become(slot, .pinch)
    engine.stopPreview(slot, Reason.pinched)
  }

  /// Two that have not decided yet do nothing else, unless they move side by side and need not decide.
  func claims(_ slot: Int, _ claim: Claim) -> Bool {
    let p = Int(tracks[slot].pair)
    return p >= 0 && pairs[p].phase == .watched && (pairs[p].moves || claim == .hold)
  }

  func released(_ slot: Int) {
    tracks[slot].mayPinch = false
    leave(slot, EventType.pinchCancelled, Reason.program)
  }

  func ended(_ slot: Int, _ reason: Int32) {
    tracks[slot].mayPinch = false
    let isLifted = reason == Reason.lifted
    leave(slot, isLifted ? EventType.pinchEnded : EventType.pinchCancelled, reason)
  }

  /// A contact is no finger of a pinch any more. Those that are left may be.
  private func leave(_ slot: Int, _ type: UInt32, _ reason: Int32) {
    let p = Int(tracks[slot].pair)
    if p < 0 { return }
    let target = pairs[p].target
    end(p, type, reason, late: engine.contacts[slot].late)
    pair(on: target)
  }

  func removed(_ id: UInt32) { lose(id) }
  func changed(_ id: UInt32) { if engine.traits(of: id) & Trait.pinch == 0 { lose(id) } }

  /// A target is gone, or takes no pinches any more. What is pending of it names it a last time, before all else.
  private func lose(_ id: UInt32) {
    var slot = 0
    while slot < engine.maxContacts {
      if tracks[slot].target == id { tracks[slot].mayPinch = false }
      slot &+= 1
    }
    var p = 0
    while p < count {
      if pairs[p].target == id && pairs[p].phase != .free {
        if pairs[p].phase == .ending { markPending() } else { end(p, EventType.pinchCancelled, Reason.targetRemoved, late: 0) }
      }
      p &+= 1
    }
  }

  /// The two part. Updates that were not delivered yet are dropped.
  @inline(never)
  private func end(_ p: Int, _ type: UInt32, _ reason: Int32, late: UInt32) {
    let pair = pairs + p
    let isDelivered = pair.pointee.phase == .pinched && !pair.pointee.begins
    free(p)
    if !isDelivered { return }
    (pair.pointee.phase, pair.pointee.endType, pair.pointee.reason, pair.pointee.late) = (.ending, type, reason, late)
    markPending()
  }

  private func free(_ p: Int) {
    let pair = pairs + p
    tracks[pair.pointee.first].pair = -1
    tracks[pair.pointee.second].pair = -1
    (pair.pointee.phase, pair.pointee.begins, pair.pointee.isChanged) = (.free, false, false)
  }

  // MARK: Delivery

  func deliverFirst() -> Bool {
    var p = 0
    while p < count {
      if deliverEnd(p) { return true }
      p &+= 1
    }
    return false
  }

  func deliver() -> Bool {
    if deliverFirst() { return true }
    var p = 0
    while p < count {
      let pair = pairs + p
      if pair.pointee.begins || pair.pointee.isChanged {
        let type = pair.pointee.begins ? EventType.pinchBegan : EventType.pinchChanged
        (pair.pointee.begins, pair.pointee.isChanged) = (false, false)
        post(p, type, Reason.none)
        return true
      }
      p &+= 1
    }
    return false
  }

  private func deliverEnd(_ p: Int) -> Bool {
    let pair = pairs + p
    if pair.pointee.phase != .ending { return false }
    // While that is delivered it can still be asked how fast it was.
    (pair.pointee.phase, pair.pointee.isEnding) = (.free, true)
    post(p, pair.pointee.endType, pair.pointee.reason)
    pair.pointee.isEnding = false
    return true
  }

  @inline(never)
  private func post(_ p: Int, _ type: UInt32, _ reason: Int32) {
    let pair = pairs + p
    var event = press_event()
    event.type = type
    event.contact = pair.pointee.contact
    event.subject = pair.pointee.other
    event.target = pair.pointee.target
    event.x = pair.pointee.x
    event.y = pair.pointee.y
    event.force = pair.pointee.force
    event.pressure = pair.pointee.pressure
    event.value = pair.pointee.scale
    event.value2 = pair.pointee.angle
    event.reason = reason
    event.late_us = pair.pointee.endType == type ? pair.pointee.late : 0
    engine.post(&event)
  }
}

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

  // Pending events.
  var begins = false
  var isChanged = false
  var endType: UInt32 = 0
  var reason: Int32 = 0
  var late: UInt32 = 0
  /// Its end is being delivered.
  var isEnding = false
  /// Along x the distance, points, and along y how far they have turned: a degree counts as a point.
  var trail = Trail()

  /// Q15: a point. Smaller distances are raised to it.
  static var nearest: UInt32 { 1 << 15 }

  /// The distance of two places, Q15 points, rounded down.
  static func distance(_ dx: Int64, _ dy: Int64) -> UInt32 {
    let (x, y) = ((dx >> 1).magnitude, (dy >> 1).magnitude)
    return Wide.squareRoot(x &* x &+ y &* y)
  }

  /// The distance, Q16 points.
  var apart: Int32 { Int32(clamping: UInt64(distance) &<< 1) }

  /// The speeds of scale and angle at `t`, per second; 0 for one that does not count yet.
  mutating func velocity(at t: UInt64) -> (scale: Int32, angle: Int32) {
    let speed = trail.speed(at: t, Trail.Rule())
    let scale = isScaling ? Wide.divide(Int64(speed.x) &<< 15, by: Int64(base)) : 0
    return (Int32(truncatingIfNeeded: scale), isTurning ? speed.y : 0)
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

  /// Whether a pair that is watched is a pinch now.
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

  /// Turns to a direction by the shorter way.
  private mutating func turn(to direction: Int32) {
    var by = direction &- self.direction
    if by > 180 << 16 { by &-= 360 << 16 }
    if by <= -180 << 16 { by &+= 360 << 16 }
    self.direction = direction
    turned = Q16.add(turned, by)
  }
}

/// A contact that may pinch.
struct PinchTrack {
  /// The target on which it may pinch.
  var target: UInt32 = 0
  var mayPinch = false
  /// The pair that this contact belongs to; -1: none.
  var pair: Int8 = -1
  /// In the order in which they came.
  var serial: UInt32 = 0
  /// When its newest sample came, and the one before.
  var latest: UInt64 = 0
}
