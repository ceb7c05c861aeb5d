import CPress

/// Assigns contact ids and places to the pads and grids that feed one engine, as values in the configs from which they are made.
package enum Surface {
  /// The rules that a surface, a place or a config can break. Their texts are in PressABI/SensingFunctions.swift.
  package enum Rule: UInt8 {
    case surfaceSize, width, height, placeSize, reserved, scaleX, scaleY, ownWidth, ownHeight, x, y, correction, grid, contacts
  }

  package static var makeDefault: press_surface {
    var s = press_surface()
    s.size = UInt32(truncatingIfNeeded: MemoryLayout<press_surface>.size)
    return s
  }

  package static var makePlace: press_place {
    var p = press_place()
    p.size = UInt32(truncatingIfNeeded: MemoryLayout<press_place>.size)
    p.scale_x = Q16.one
    p.scale_y = Q16.one
    return p
  }

  /// The first rule that a surface and a place break, for pads and grids alike; nil: none.
  package static func brokenRule(_ s: press_surface, _ p: press_place) -> Rule? {
    if s.size != UInt32(truncatingIfNeeded: MemoryLayout<press_surface>.size) { return .surfaceSize }
    if s.width < 0 { return .width }
    if s.height < 0 { return .height }
    if p.size != UInt32(truncatingIfNeeded: MemoryLayout<press_place>.size) { return .placeSize }
    if p.reserved != 0 { return .reserved }
    if !isScale(p.scale_x) { return .scaleX }
    if !isScale(p.scale_y) { return .scaleY }
    if p.width < 0 { return .ownWidth }
    return p.height < 0 ? .ownHeight : nil
  }

  private static func isScale(_ v: Int32) -> Bool { v != 0 && v.magnitude <= 1024 << 16 }

  /// Adds a pad: places its correction and assigns its contact. The config of the pad is valid.
  package static func add(_ s: inout press_surface, _ p: press_place, _ k: inout press_pad_correction, contact: inout UInt32) -> Rule? {
    if !isWithin(s.x, s.width, p.x, p.scale_x, 0, Int64(p.width)) { return .x }
    if !isWithin(s.y, s.height, p.y, p.scale_y, 0, Int64(p.height)) { return .y }
    if s.next == Engine.noContact { return .contacts }
    let placed = press_pad_correction(
      a: scaled(k.a, p.scale_x), b: scaled(k.b, p.scale_x), c: moved(k.c, p.scale_x, p.x), d: scaled(k.d, p.scale_y),
      e: scaled(k.e, p.scale_y), f: moved(k.f, p.scale_y, p.y))
    if !Correction.isValid(placed) { return .correction }
    k = placed
    contact = s.next
    s.next &+= 1
    return nil
  }

  /// Adds a grid: places its cells and assigns its contacts. The config is valid.
  package static func add(_ s: inout press_surface, _ p: press_place, _ c: UnsafeMutablePointer<press_grid_config>) -> Rule? {
    let most = UInt32(c.pointee.max_contacts)
    if p.width | p.height != 0 { return .grid }
    let (left, right) = reach(c.pointee.x, c.pointee.pitch_x, c.pointee.columns)
    let (top, bottom) = reach(c.pointee.y, c.pointee.pitch_y, c.pointee.rows)
    if !isWithin(s.x, s.width, p.x, p.scale_x, left, right) { return .x }
    if !isWithin(s.y, s.height, p.y, p.scale_y, top, bottom) { return .y }
    if s.next > Engine.noContact &- 32 { return .contacts }
    let pitchX = scaled(c.pointee.pitch_x, p.scale_x)
    let pitchY = scaled(c.pointee.pitch_y, p.scale_y)
    if pitchX == 0 { return .scaleX }
    if pitchY == 0 { return .scaleY }
    c.pointee.x = moved(c.pointee.x, p.scale_x, p.x)
    c.pointee.y = moved(c.pointee.y, p.scale_y, p.y)
    c.pointee.pitch_x = pitchX
    c.pointee.pitch_y = pitchY
    c.pointee.contact = s.next
    s.next &+= most
    return nil
  }

  private static func scaled(_ v: Int32, _ scale: Int32) -> Int32 { Q16.multiply(v, scale) }
  private static func moved(_ v: Int32, _ scale: Int32, _ offset: Int32) -> Int32 { Q16.add(Q16.multiply(v, scale), offset) }

  /// The two outer edges of the cells along one axis, the lower first.
  private static func reach(_ first: Int32, _ pitch: Int32, _ count: UInt16) -> (Int64, Int64) {
    let low = Int64(first) &- Int64(pitch) >> 1
    let high = low &+ Int64(pitch) &* Int64(count)
    return (min(low, high), max(low, high))
  }

  /// Whether the range from `low` to `high`, once placed, lies within the surface; a surface with size 0 has no edges.
  private static func isWithin(_ corner: Int32, _ size: Int32, _ offset: Int32, _ scale: Int32, _ low: Int64, _ high: Int64) -> Bool {
    if size == 0 { return true }
    // The products: at most 38 bits times 27.
    let first = Int64(offset) &+ (low &* Int64(scale)) >> 16
    let last = Int64(offset) &+ (high &* Int64(scale)) >> 16
    return min(first, last) >= Int64(corner) && max(first, last) <= Int64(corner) &+ Int64(size)
  }
}
