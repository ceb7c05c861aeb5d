import CPress

/// What may be wrong with a press_target, whatever engine it is for. The texts stand in PressABI/TargetFunctions.swift.
public enum TargetRule: UInt8 {
  case size, id, container, width, height, traits

  /// The first that it breaks. Nil: it is valid.
  @inline(never)
  public static func broken(by t: press_target) -> TargetRule? {
    if t.size != UInt32(truncatingIfNeeded: MemoryLayout<press_target>.size) { return .size }
    if t.id == 0 { return .id }
    if t.container == t.id { return .container }
    if t.width < 0 { return .width }
    if t.height < 0 { return .height }
    return t.traits & ~Trait.all != 0 ? .traits : nil
  }
}

extension press_target {
  public static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    c.pointee.traits = Trait.preview
  }
}
