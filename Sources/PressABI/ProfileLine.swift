import PressCore

/// A piece of a line of text, which belongs to somebody else.
struct Line {
  private var base: UnsafePointer<UInt8>
  private(set) var count: Int

  init(at base: UnsafePointer<UInt8>, count: Int) {
    self.base = base
    self.count = count
  }

  @inline(__always)
  init(_ literal: StaticString) { self.init(at: literal.utf8Start, count: literal.utf8CodeUnitCount) }

  subscript(i: Int) -> UInt8 { i >= 0 && i < count ? base[i] : 0 }

  var isEmpty: Bool { count == 0 }

  func from(_ n: Int) -> Line { n >= count ? Line(at: base, count: 0) : Line(at: base + n, count: count &- n) }

  func keeping(_ n: Int) -> Line { Line(at: base, count: n < 0 ? 0 : n < count ? n : count) }

  func isWord(_ word: Line) -> Bool { count == word.count && ends(word) }

  @inline(never)
  private func ends(_ word: Line) -> Bool {
    let first = count &- word.count
    var i = 0
    while i < word.count && self[first &+ i] == word[i] { i &+= 1 }
    return i == word.count
  }

  /// -1: it is not there.
  func index(of byte: UInt8) -> Int {
    var i = 0
    while i < count && base[i] != byte { i &+= 1 }
    return i < count ? i : -1
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 || byte == 10 }

  @inline(never)
  var trimmed: Line {
    var line = self
    while line.count > 0 && Line.isBlank(line[0]) { line = line.from(1) }
    while line.count > 0 && Line.isBlank(line[line.count &- 1]) { line.count &-= 1 }
    return line
  }

  /// After # or ; at the start or after a blank. What is left is trimmed.
  mutating func dropComment() {
    var i = 0
    while i < count {
      if (base[i] == UInt8(ascii: "#") || base[i] == UInt8(ascii: ";")) && (i == 0 || Line.isBlank(base[i &- 1])) {
        count = i
        break
      }
      i &+= 1
    }
    self = trimmed
  }

  var hasControls: Bool {
    var i = 0
    while i < count {
      if base[i] < 32 { return true }
      i &+= 1
    }
    return false
  }

  // MARK: Numbers

  /// A decimal as Q16.16, rounded to the nearest; ties away from 0.
  var fixed: Int64? {
    let isNegative = self[0] == UInt8(ascii: "-")
    let magnitude = isNegative || self[0] == UInt8(ascii: "+") ? from(1) : self
    guard let (whole, fraction, unit) = magnitude.decimal, whole <= 32768 else { return nil }
    let value = whole &<< 16 &+ Int64(bitPattern: Wide.divideRounded(UInt64(bitPattern: fraction &* 65536), by: UInt64(bitPattern: unit)))
    return isNegative ? 0 &- value : value
  }

  /// A time, plain or with us, ms or s; not finer than a microsecond.
  var microseconds: Int64? {
    var digits = self
    var scale: Int64 = 1
    if ends(Line("us")) {
      digits.count &-= 2
    } else if ends(Line("ms")) {
      digits.count &-= 2
      scale = 1000
    } else if ends(Line("s")) {
      digits.count &-= 1
      scale = 1_000_000
    }
    guard let (whole, fraction, unit) = digits.trimmed.decimal, case let micro = Wide.divide(fraction &* scale, by: unit),
      micro &* unit == fraction &* scale
    else { return nil }
    return whole &* scale &+ micro
  }

  /// 12.5 is whole 12, fraction 5 of unit 10. Up to 10 digits before the point; beyond 12 after it they say nothing.
  @inline(never)
  private var decimal: (whole: Int64, fraction: Int64, unit: Int64)? {
    var (whole, fraction, unit): (Int64, Int64, Int64) = (0, 0, 1)
    var (i, point) = (0, -1)
    while i < count {
      let byte = base[i]
      if byte == UInt8(ascii: ".") && point < 0 && i > 0 {
        point = i
      } else if byte < UInt8(ascii: "0") || byte > UInt8(ascii: "9") {
        return nil
      } else if point < 0 {
        if i >= 10 { return nil }
        whole = whole &* 10 &+ Int64(byte &- UInt8(ascii: "0"))
      } else if i &- point <= 12 {
        fraction = fraction &* 10 &+ Int64(byte &- UInt8(ascii: "0"))
        unit = unit &* 10
      }
      i &+= 1
    }
    return count == 0 || point == count &- 1 ? nil : (whole, fraction, unit)
  }
}
