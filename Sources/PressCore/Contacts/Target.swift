import CPress

/// A region of the surface, in a slot of the engine; slots are in stacking order.
struct Target {
  var spec: press_target
  /// The index of the container it lies in and 1, 0: it lies in none. Above it what is known while others leave.
  private var outer: UInt16 = 0
  /// How many lie in it, not counting what lies in those. While others leave: what the index calls it from then on, 0 where it leaves, too.
  var entry: UInt16 = 0

  /// A slot whose target was removed.
  static var vacant: Target { Target(spec: press_target(), container: -1) }
  @inline(__always)
  var isVacant: Bool { spec.id == 0 }

  private static var leaves: UInt16 { 1 << 15 }
  private static var stays: UInt16 { 1 << 14 }

  init(spec: press_target, container: Int) {
    self.spec = spec
    self.container = container
  }

  /// The index of the container it lies in, -1 where it lies in none.
  @inline(__always)
  var container: Int {
    get { Int(outer & (Target.stays &- 1)) &- 1 }
    set { outer = outer & (Target.leaves | Target.stays) | UInt16(truncatingIfNeeded: newValue &+ 1) }
  }

  /// On its way out, with the container it lies in.
  @inline(__always)
  var isLeaving: Bool {
    get { outer & Target.leaves != 0 }
    set { outer = outer & ~(Target.leaves | Target.stays) | (newValue ? Target.leaves : Target.stays) }
  }

  /// While others leave: whether it does is known.
  @inline(__always)
  var isSettled: Bool { outer & (Target.leaves | Target.stays) != 0 }

  @inline(__always)
  mutating func settleNothing() { outer &= ~(Target.leaves | Target.stays) }

  @inline(__always)
  func contains(_ x: Int32, _ y: Int32) -> Bool {
    // A distance that is not below 0 fits into 32 bits without a sign. One that is wraps, to less than a width where the rectangle
    // reaches beyond the largest number.
    UInt32(bitPattern: x &- spec.x) < UInt32(bitPattern: spec.width) && UInt32(bitPattern: y &- spec.y) < UInt32(bitPattern: spec.height)
      && x >= spec.x && y >= spec.y
  }
}

extension press_target {
  /// Its first column and row, and its last. Nil: no point lies in it.
  @inline(__always)
  var edges: (left: Int32, top: Int32, right: Int32, bottom: Int32)? {
    width == 0 || height == 0 ? nil : (x, y, Q16.add(x, width &- 1), Q16.add(y, height &- 1))
  }
}

/// Reasons why a press_target is refused: the first ones whatever the engine, the others when an engine adds or updates it. The texts stand
/// in PressABI/EngineFunctions.swift.
package enum TargetRule: UInt8 {
  case size, id, container, width, height, traits
  case idInUse, noContainer, noRoom, notThere, cycle

  /// The status that adding or updating returns.
  package var status: Int32 {
    if self == .noContainer || self == .notThere { return Status.notFound }
    return self == .noRoom ? Status.noSpace : Status.invalid
  }

  /// The first that it breaks. Nil: it is valid.
  @inline(never)
  package static func broken(by t: press_target) -> TargetRule? {
    if t.size != UInt32(truncatingIfNeeded: MemoryLayout<press_target>.size) { return .size }
    if t.id == 0 { return .id }
    if t.container == t.id { return .container }
    if t.width < 0 { return .width }
    if t.height < 0 { return .height }
    return t.traits & ~Trait.all != 0 ? .traits : nil
  }
}

extension press_target {
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.initialize(to: Self())
    c.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)
    c.pointee.traits = Trait.preview
  }
}
