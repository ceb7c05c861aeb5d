import CPress

/// Autoscroll under one session, as a value: a velocity that grows with how near the edge is, and with time: with the squares
/// of both, or in proportion.
struct Autoscroll {
  /// The container that scrolls, 0: none.
  var container: UInt32 = 0
  /// Points per second at full speed, as near as the finger is now.
  private var fullX: Int32 = 0
  private var fullY: Int32 = 0
  private var since: UInt64 = 0
  private(set) var due = UInt64.max
  private(set) var x: Int32 = 0
  private(set) var y: Int32 = 0

  mutating func stop() { self = Autoscroll() }

  /// The finger is at a place in a container.
  mutating func move(_ target: press_target, _ px: Int32, _ py: Int32, at t: UInt64, _ config: press_drag_config) {
    fullX = Autoscroll.speed(px, target.x, target.width, config)
    fullY = Autoscroll.speed(py, target.y, target.height, config)
    if fullX == 0 && fullY == 0 { return stop() }
    if container != target.id {
      container = target.id
      since = t
    }
    grow(at: t, config)
  }

  /// Time goes on for so long after t, as far as is known: of the frames in between the newest will do.
  mutating func fire(_ t: UInt64, more: UInt64, _ config: press_drag_config) {
    if due > t { return }
    grow(at: t, config)
    let frame = UInt64(config.frame_us)
    if due != UInt64.max { due = Wide.addSaturating(t, max(Wide.divide(more, by: frame), 1) &* frame) }
  }

  @inline(never)
  private mutating func grow(at t: UInt64, _ config: press_drag_config) {
    let time = config.scroll_ramp_us == 0 ? Q16.one : Fraction.q16(t &- since, of: UInt64(config.scroll_ramp_us))
    let part = Autoscroll.grown(time, config)
    x = Q16.multiply(fullX, part)
    y = Q16.multiply(fullY, part)
    due = time < Q16.one ? Wide.addSaturating(t, UInt64(config.frame_us)) : UInt64.max
  }

  /// Towards the nearer edge, negative towards the origin; 0 away from both.
  private static func speed(_ p: Int32, _ start: Int32, _ length: Int32, _ config: press_drag_config) -> Int32 {
    let edge = Int64(min(config.scroll_edge, length >> 2))
    let fromStart = Int64(p) &- Int64(start)
    let fromEnd = Int64(start) &+ Int64(length) &- Int64(p)
    let distance = min(fromStart, fromEnd)
    if edge <= 0 || distance >= edge { return 0 }
    // A zone that is narrower keeps its proportions.
    let full =
      config.scroll_full >= config.scroll_edge
      ? edge
      : Int64(
        truncatingIfNeeded: Wide.divide(
          UInt64(truncatingIfNeeded: edge &* Int64(config.scroll_full)), by: UInt64(truncatingIfNeeded: Int64(config.scroll_edge))))
    let nearness =
      distance <= full
      ? Q16.one
      : Fraction.q16(UInt64(truncatingIfNeeded: edge &- distance), of: UInt64(truncatingIfNeeded: edge &- full))
    let speed = Q16.multiply(config.scroll_speed, grown(nearness, config))
    return fromStart <= fromEnd ? 0 &- speed : speed
  }

  /// Slowly at first, so that what only crosses the edge scrolls little.
  @inline(never)
  private static func grown(_ part: Int32, _ config: press_drag_config) -> Int32 {
    config.flags & DragFlag.linearScroll != 0 ? part : Q16.multiply(part, part)
  }
}
