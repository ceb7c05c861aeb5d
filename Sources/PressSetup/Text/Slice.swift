/// Bytes that belong to somebody else.
package struct Slice {
  package var base: UnsafePointer<UInt8>
  package var count: Int

  package init(base: UnsafePointer<UInt8>, count: Int) {
    self.base = base
    self.count = count
  }

  package init(cString: UnsafePointer<CChar>) {
    var count = 0
    // The limit keeps the loop from becoming a call of strlen, which a microcontroller need not have.
    while count < Int32.max && cString[count] != 0 { count += 1 }
    self.init(base: UnsafeRawPointer(cString).assumingMemoryBound(to: UInt8.self), count: count)
  }

  package init(_ text: StaticString) { self.init(base: text.utf8Start, count: text.utf8CodeUnitCount) }

  package subscript(index: Int) -> UInt8 { base[index] }

  package var isEmpty: Bool { count == 0 }

  package func dropping(_ n: Int) -> Slice { Slice(base: base + min(n, count), count: count - min(n, count)) }

  package func keeping(_ n: Int) -> Slice { Slice(base: base, count: max(min(n, count), 0)) }

  package func starts(_ text: StaticString) -> Bool {
    if count < text.utf8CodeUnitCount { return false }
    for i in 0..<text.utf8CodeUnitCount where base[i] != text.utf8Start[i] { return false }
    return true
  }

  package func ends(_ text: StaticString) -> Bool { dropping(count - min(text.utf8CodeUnitCount, count)) == text }

  package static func == (slice: Slice, text: StaticString) -> Bool {
    slice.count == text.utf8CodeUnitCount && slice.starts(text)
  }

  package static func == (slice: Slice, other: Slice) -> Bool {
    if slice.count != other.count { return false }
    for i in 0..<slice.count where slice[i] != other[i] { return false }
    return true
  }

  package var trimmed: Slice {
    var slice = self
    while slice.count > 0 && Slice.isBlank(slice[0]) { slice = slice.dropping(1) }
    while slice.count > 0 && Slice.isBlank(slice[slice.count - 1]) { slice.count -= 1 }
    return slice
  }

  package func index(of byte: UInt8) -> Int? {
    for i in 0..<count where base[i] == byte { return i }
    return nil
  }

  package func lastIndex(of byte: UInt8) -> Int? {
    var i = count
    while i > 0 {
      i -= 1
      if base[i] == byte { return i }
    }
    return nil
  }

  /// Removes and returns the text before the next `byte`, or all text; also removes the byte.
  package mutating func takeField(_ byte: UInt8) -> Slice {
    guard let i = index(of: byte) else {
      let all = self
      self = dropping(count)
      return all
    }
    let field = keeping(i)
    self = dropping(i + 1)
    return field
  }

  /// Removes and returns the next word.
  package mutating func takeWord() -> Slice {
    self = trimmed
    var n = 0
    while n < count && !Slice.isBlank(base[n]) { n += 1 }
    let word = keeping(n)
    self = dropping(n).trimmed
    return word
  }

  package static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }
}

extension Slice {
  /// The first character and its number of bytes; nil and 1 if there is no valid one: overlong forms and surrogates are not valid.
  package var firstScalar: (scalar: UInt32?, count: Int) {
    let first = UInt32(self[0])
    if first < 0x80 { return (first, 1) }
    let count: Int
    var scalar: UInt32
    switch first {
    case 0xC2...0xDF: (count, scalar) = (2, first & 0x1F)
    case 0xE0...0xEF: (count, scalar) = (3, first & 0x0F)
    case 0xF0...0xF4: (count, scalar) = (4, first & 0x07)
    default: return (nil, 1)
    }
    if count > self.count { return (nil, 1) }
    for i in 1..<count {
      if self[i] & 0xC0 != 0x80 { return (nil, 1) }
      scalar = scalar << 6 | UInt32(self[i] & 0x3F)
    }
    let least: UInt32 = count == 2 ? 0x80 : count == 3 ? 0x800 : 0x10000
    if scalar < least || scalar > 0x10FFFF || (0xD800...0xDFFF).contains(scalar) { return (nil, 1) }
    return (scalar, count)
  }

  package var isUTF8: Bool { every { _ in true } }

  /// Whether the bytes can be a value: UTF-8 without control characters.
  package var isText: Bool { every { $0 >= 0x20 && !(0x7F...0x9F).contains($0) } }

  private func every(_ isTaken: (UInt32) -> Bool) -> Bool {
    var rest = self
    while !rest.isEmpty {
      let (scalar, count) = rest.firstScalar
      guard let scalar, isTaken(scalar) else { return false }
      rest = rest.dropping(count)
    }
    return true
  }
}

/// Words with commas between, each of which stands for its index.
package struct Words {
  private let all: StaticString

  package init(_ all: StaticString) { self.all = all }

  var cString: UnsafePointer<CChar> { UnsafeRawPointer(all.utf8Start).assumingMemoryBound(to: CChar.self) }

  /// The number of words.
  var count: Int {
    var count = 1
    for i in 0..<all.utf8CodeUnitCount where all.utf8Start[i] == UInt8(ascii: ",") { count += 1 }
    return count
  }

  package func index(of word: Slice) -> UInt32? {
    var rest = Slice(all)
    var index: UInt32 = 0
    while !rest.isEmpty {
      if rest.takeField(UInt8(ascii: ",")) == word { return index }
      index += 1
    }
    return nil
  }

  /// Whether one of the words is this number.
  package func hold(_ number: UInt64) -> Bool {
    var rest = Slice(all)
    while !rest.isEmpty {
      if Number.unsigned(rest.takeField(UInt8(ascii: ",")), most: UInt64.max) == number { return true }
    }
    return false
  }

  /// The word at an index; empty: there is none.
  package subscript(index: Int) -> Slice {
    var rest = Slice(all)
    for _ in 0..<max(index, 0) { _ = rest.takeField(UInt8(ascii: ",")) }
    return rest.takeField(UInt8(ascii: ","))
  }
}

/// Numbers from text, exactly: no floating point.
package enum Number {
  /// Decimal, or hexadecimal with 0x.
  package static func unsigned(_ text: Slice, most: UInt64) -> UInt64? {
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

  package static func signed(_ text: Slice) -> Int64? {
    let isNegative = text.starts("-")
    guard let value = unsigned(isNegative ? text.dropping(1) : text, most: UInt64(Int64.max)) else { return nil }
    return isNegative ? -Int64(value) : Int64(value)
  }

  /// A decimal, rounded to the nearest 1/65536; ties away from 0.
  package static func q16(_ text: Slice, least: Int32 = Int32.min, most: Int32 = Int32.max) -> Int32? {
    let isNegative = text.starts("-")
    guard let parts = decimal(isNegative || text.starts("+") ? text.dropping(1) : text), parts.whole <= 32768 else { return nil }
    let magnitude = Int64(parts.whole) << 16 + Int64((parts.fraction * 65536 + parts.unit / 2) / parts.unit)
    let value = isNegative ? -magnitude : magnitude
    return value >= Int64(least) && value <= Int64(most) ? Int32(value) : nil
  }

  /// `whole` divided by a decimal above 0, or by 1000 times that, to the nearest.
  package static func quotient(_ whole: UInt64, by text: Slice, thousandths: Bool) -> UInt64? {
    guard let parts = decimal(text), parts.whole < 1000, whole < 1_000_000 else { return nil }
    let divisor = (parts.whole * parts.unit + parts.fraction) * (thousandths ? 1000 : 1)
    return divisor == 0 ? nil : (whole * parts.unit + divisor / 2) / divisor
  }

  /// Billionths of a decimal below 1.
  package static func billionths(_ text: Slice) -> Int64? {
    guard let parts = decimal(text), parts.whole == 0 else { return nil }
    return Int64(parts.unit > 1_000_000_000 ? parts.fraction / (parts.unit / 1_000_000_000) : parts.fraction * (1_000_000_000 / parts.unit))
  }

  /// A time in microseconds: plain, or with us, ms or s.
  package static func microseconds(_ text: Slice, most: UInt64) -> UInt64? {
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

  /// Splits a decimal: 12.5 is whole 12, fraction 5 of unit 10. At most 10 digits before the point; digits beyond 12 after it are ignored.
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

  /// The value of a hexadecimal digit.
  package static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): return UInt64(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): return UInt64(byte - UInt8(ascii: "A")) + 10
    default: return nil
    }
  }
}
