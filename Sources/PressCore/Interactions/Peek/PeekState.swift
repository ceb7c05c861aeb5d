import CPress

/// What an engine knows of its peek.
struct PeekState {
  enum Phase: UInt32 {
    case none, hinting, shown, revealed
  }

  /// An event that is pending. Delivered in order.
  struct Pending {
    var type: UInt32 = 0
    var subject: UInt32 = 0
    var target: UInt32 = 0
    var contact: UInt32 = 0
    var value: Int32 = 0
    var reason: Int32 = 0
    var flags: UInt32 = 0
  }

  /// What counts, and, where it is changed, what counts from the next contact on that comes alone and finds no peek.
  var settings, next: PeekSettings
  var isChanged = false

  var phase = Phase.none
  /// The finger that has the slot came when the actions were on show already.
  var isOperating = false
  /// It opened the peek by holding still: the peek stays.
  var isHolding = false
  /// It swiped up for the actions.
  var hasSwiped = false
  /// It began on the peek itself.
  var beganOnPeek = false
  /// It may choose actions; but for this one, until it has left it (0: none).
  var mayArm = false
  var passedOver: UInt32 = 0
  var highlighted: UInt32 = 0
  /// The slots whose contacts began since peeks were attached.
  var known: UInt32 = 0
  var target: UInt32 = 0
  /// Where the finger was when the peek was shown.
  var shownY: Int32 = 0
  /// Until it may choose: where and since when it rests; the highest place that it reached, and the action there.
  var restX: Int32 = 0
  var restY: Int32 = 0
  var topY: Int32 = 0
  var topAction: UInt32 = 0
  var restsSince: UInt64 = 0
  /// The program's table.
  var declarations: UnsafePointer<press_peek_declaration>?
  var declarationCount = 0
  var peek = press_peek()
  /// The slot of the finger that peeks or operates the actions, -1: none.
  var slot = -1
  /// The slot of a contact that may open a peek by holding still, -1: none; and when it does.
  var holdSlot = -1
  var holdAt: UInt64 = UInt64.max
  /// The open groups, as indices from the peek's actions downwards.
  var path = InlineArray<4, UInt32>(repeating: 0)
  var depth = 0

  var pending = InlineArray<16, Pending>(repeating: Pending())
  var pendingCount = 0

  init(_ c: press_peek_config) {
    settings = PeekSettings(c)
    next = settings
  }
}

/// A press_peek_config, as it is used.
struct PeekSettings {
  let slides, opensFromHold, hides: Bool
  let revealDistance: Int32
  let slop: Int32
  let restAfter, holdAfter: UInt32

  init(_ c: press_peek_config) {
    slides = c.flags & PeekFlag.noSlide == 0
    opensFromHold = c.flags & PeekFlag.fromHold != 0
    hides = c.flags & PeekFlag.hide != 0
    holdAfter = c.hold_us
    revealDistance = c.reveal_distance
    slop = c.slop
    restAfter = c.rest_us
  }

  var config: press_peek_config {
    var c = press_peek_config.makeDefault
    c.flags = (slides ? 0 : PeekFlag.noSlide) | (opensFromHold ? PeekFlag.fromHold : 0) | (hides ? PeekFlag.hide : 0)
    c.hold_us = holdAfter
    c.reveal_distance = revealDistance
    c.slop = slop
    c.rest_us = restAfter
    return c
  }
}

extension press_peek {
  public static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
  }
}
