/// Numbers from text, exactly: no floating point.
public enum Number {
  /// Decimal, or hexadecimal with 0x.
  public static func unsigned(_ text: Slice, most: UInt64) -> UInt64? {
    let isHex = text.starts("0x") || text.starts("0X")
    let digits = isHex ? text.dropping(2) : text
    if digits.isEmpty || digits.count > 19 { return nil }
    let base: UInt64 = isHex ? 16 : 10
    var value: UInt64 = 0
    for i in 0..<digits.count {
      guard let digit = digit(digits[i]), digit < base else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: base)
      let (sum, carry) = product.addingReportingOverflow(digit)
      if overflow || carry { return nil }
      value = sum
    }
    return value <= most ? value : nil
  }

  public static func signed(_ text: Slice) -> Int64? {
    let isNegative = text.starts("-")
    guard let value = unsigned(isNegative ? text.dropping(1) : text, most: UInt64(Int64.max)) else { return nil }
    return isNegative ? -Int64(value) : Int64(value)
  }

  /// A decimal, rounded to the nearest 1/65536; ties away from 0.
  public static func q16(_ text: Slice, least: Int32 = Int32.min, most: Int32 = Int32.max) -> Int32? {
    let isNegative = text.starts("-")
    guard let parts = decimal(isNegative || text.starts("+") ? text.dropping(1) : text), parts.whole <= 32768 else { return nil }
    let magnitude = Int64(parts.whole) << 16 + Int64((parts.fraction * 65536 + parts.unit / 2) / parts.unit)
    let value = isNegative ? -magnitude : magnitude
    return value >= Int64(least) && value <= Int64(most) ? Int32(value) : nil
  }

  /// How often a decimal above 0 goes into `whole`, to the nearest.
  public static func quotient(_ whole: UInt64, by text: Slice) -> UInt64? {
    guard let parts = decimal(text), parts.whole < 1_000_000, whole < 1_000_000 else { return nil }
    let divisor = parts.whole * parts.unit + parts.fraction
    return divisor == 0 ? nil : (whole * parts.unit + divisor / 2) / divisor
  }

  /// A time in microseconds: plain, or with us, ms or s.
  public static func microseconds(_ text: Slice, most: UInt64) -> UInt64? {
    var digits = text
    var scale: UInt64 = 1
    if text.ends("us") {
      digits.count -= 2
    } else if text.ends("ms") {
      digits.count -= 2
      scale = 1000
    } else if text.ends("s") {
      digits.count -= 1
      scale = 1_000_000
    }
    guard let parts = decimal(digits.trimmed), parts.whole <= UInt64.max / 2 / scale else { return nil }
    let fraction = parts.fraction * scale
    if fraction % parts.unit != 0 { return nil }  // finer than a microsecond
    let value = parts.whole * scale + fraction / parts.unit
    return value <= most ? value : nil
  }

  /// 12.5 is whole 12, fraction 5 of unit 10. At most 10 digits before the point; beyond 12 after it they say nothing.
  private static func decimal(_ text: Slice) -> (whole: UInt64, fraction: UInt64, unit: UInt64)? {
    var rest = text
    let hasPoint = text.index(of: UInt8(ascii: ".")) != nil
    let before = rest.takeField(UInt8(ascii: "."))
    if before.isEmpty || before.count > 10 || (hasPoint && rest.isEmpty) { return nil }
    var whole: UInt64 = 0
    for i in 0..<before.count {
      guard let digit = digit(before[i]), digit < 10 else { return nil }
      whole = whole * 10 + digit
    }
    var fraction: UInt64 = 0
    var unit: UInt64 = 1
    for i in 0..<rest.count {
      guard let digit = digit(rest[i]), digit < 10 else { return nil }
      if i < 12 {
        fraction = fraction * 10 + digit
        unit *= 10
      }
    }
    return (whole, fraction, unit)
  }

  /// Hexadecimal.
  public static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): return UInt64(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): return UInt64(byte - UInt8(ascii: "A")) + 10
    default: return nil
    }
  }
}
