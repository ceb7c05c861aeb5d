import PressCore

/// Text into bytes of the caller, ended by 0. Where it does not fit, nothing is left of it.
struct LineBuffer {
  private let base: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var count = 0

  init(_ base: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.base = base
    self.capacity = capacity
  }

  /// @return the length, or noSpace
  mutating func end() -> Int32 {
    if count < capacity {
      base[count] = 0
      return Int32(truncatingIfNeeded: count)
    }
    if capacity > 0 { base[0] = 0 }
    return Status.noSpace
  }

  mutating func byte(_ byte: UInt8) {
    if count < capacity { base[count] = byte }
    count &+= 1
  }

  @inline(never)
  mutating func text(_ text: StaticString) {
    // Not by its own properties: their checks are traps.
    let parts = unsafeBitCast(text, to: Literal.self)
    guard let start = parts.start else { return }
    var i = 0
    while i < parts.count {
      byte(start[i])
      i &+= 1
    }
  }

  /// How a StaticString lies in memory.
  private struct Literal {
    let start: UnsafePointer<UInt8>?
    let count: Int
    let flags: UInt8
  }

  @inline(never)
  mutating func cString(_ text: UnsafePointer<CChar>) {
    var i = 0
    while text[i] != 0 {
      byte(UInt8(bitPattern: text[i]))
      i &+= 1
    }
  }

  /// least: so many digits at least, with zeros before.
  @inline(never)
  mutating func number(_ value: UInt64, least: Int = 1) {
    var unit: UInt64 = 1
    var digits = 1
    while digits < least || Wide.divide(value, by: unit) >= 10 {
      unit &*= 10
      digits &+= 1
    }
    var left = value
    while unit > 0 {
      let digit = Wide.divide(left, by: unit)
      byte(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit))
      left &-= digit &* unit
      unit = unit == 1 ? 0 : Wide.divide(unit, by: 10)
    }
  }

  /// Q16.16 with so many digits, rounded to nearest, ties away from 0.
  @inline(never)
  mutating func decimal(_ value: Int32, digits: Int) {
    var unit: UInt64 = 1
    var i = 0
    while i < digits {
      unit &*= 10
      i &+= 1
    }
    let scaled = (UInt64(value.magnitude) &* unit &+ 0x8000) &>> 16
    if value < 0 && scaled > 0 { byte(UInt8(ascii: "-")) }
    let whole = Wide.divide(scaled, by: unit)
    number(whole)
    byte(UInt8(ascii: "."))
    number(scaled &- whole &* unit, least: digits)
  }
}
