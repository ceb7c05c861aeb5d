import PressSetup

/// A JSON object (RFC 8259) without objects and arrays inside. Its strings are decoded in place.
struct FlatObject {
  static let capacity = 8

  enum Kind {
    case text, number, yes, no, null
  }

  struct Member {
    var name = Slice("")
    var kind = Kind.null
    /// The value; a number as it was written.
    var value = Slice("")
  }

  enum Problem {
    case notJSON, nested, tooMany
    case twice(Slice)
  }

  private var members = InlineArray<8, Member>(repeating: Member())
  private(set) var count = 0

  init() {}

  subscript(index: Int) -> Member { members[index] }

  func member(_ name: StaticString) -> Member? {
    for i in 0..<count where members[i].name == name { return members[i] }
    return nil
  }

  /// Takes a line apart, which changes it. @return the problem, or nil.
  mutating func read(_ line: UnsafeMutablePointer<UInt8>, count bytes: Int) -> Problem? {
    if !Slice(base: UnsafePointer(line), count: bytes).isUTF8 { return .notJSON }
    var cursor = JSONCursor(line, count: bytes)
    count = 0
    if !cursor.take(UInt8(ascii: "{")) { return .notJSON }
    if cursor.take(UInt8(ascii: "}")) { return cursor.isAtEnd ? nil : .notJSON }
    repeat {
      guard let name = cursor.takeText(), cursor.take(UInt8(ascii: ":")) else { return .notJSON }
      if cursor.isNested { return .nested }
      guard let value = cursor.takeValue() else { return .notJSON }
      for i in 0..<count where members[i].name == name { return .twice(name) }
      if count == Self.capacity { return .tooMany }
      members[count] = Member(name: name, kind: value.kind, value: value.text)
      count += 1
    } while cursor.take(UInt8(ascii: ","))
    return cursor.take(UInt8(ascii: "}")) && cursor.isAtEnd ? nil : .notJSON
  }
}

/// Reads tokens of JSON, one after the other.
private struct JSONCursor {
  private let bytes: UnsafeMutablePointer<UInt8>
  private let count: Int
  private var at = 0

  init(_ bytes: UnsafeMutablePointer<UInt8>, count: Int) {
    self.bytes = bytes
    self.count = count
  }

  private var byte: UInt8? { at < count ? bytes[at] : nil }

  private mutating func skipBlanks() {
    while let byte, byte == 32 || byte == 9 || byte == 13 || byte == 10 { at += 1 }
  }

  var isAtEnd: Bool {
    mutating get {
      skipBlanks()
      return at == count
    }
  }

  var isNested: Bool {
    mutating get {
      skipBlanks()
      return byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    }
  }

  mutating func take(_ expected: UInt8) -> Bool {
    skipBlanks()
    if byte != expected { return false }
    at += 1
    return true
  }

  mutating func takeValue() -> (kind: FlatObject.Kind, text: Slice)? {
    skipBlanks()
    guard let byte else { return nil }
    if byte == UInt8(ascii: "\"") { return takeText().map { (.text, $0) } }
    let rest = Slice(base: UnsafePointer(bytes) + at, count: count - at)
    if rest.starts("true") { return (.yes, take(rest, 4)) }
    if rest.starts("false") { return (.no, take(rest, 5)) }
    if rest.starts("null") { return (.null, take(rest, 4)) }
    return takeNumber().map { (.number, $0) }
  }

  private mutating func take(_ rest: Slice, _ n: Int) -> Slice {
    at += n
    return rest.keeping(n)
  }

  private mutating func takeDigits() -> Int {
    let begin = at
    while let byte, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { at += 1 }
    return at - begin
  }

  private mutating func takeNumber() -> Slice? {
    let begin = at
    if byte == UInt8(ascii: "-") { at += 1 }
    let startsWithZero = byte == UInt8(ascii: "0")
    let whole = takeDigits()
    if whole == 0 || (startsWithZero && whole > 1) { return nil }
    if byte == UInt8(ascii: ".") {
      at += 1
      if takeDigits() == 0 { return nil }
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      at += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { at += 1 }
      if takeDigits() == 0 { return nil }
    }
    return Slice(base: UnsafePointer(bytes) + begin, count: at - begin)
  }

  /// A string. The decoded text is never longer than its escapes.
  mutating func takeText() -> Slice? {
    if !take(UInt8(ascii: "\"")) { return nil }
    let begin = at
    var end = at
    while let byte {
      at += 1
      if byte == UInt8(ascii: "\"") { return Slice(base: UnsafePointer(bytes) + begin, count: end - begin) }
      if byte < 32 { return nil }
      if byte == UInt8(ascii: "\\") {
        guard let scalar = takeEscape() else { return nil }
        put(scalar, &end)
      } else {
        bytes[end] = byte
        end += 1
      }
    }
    return nil
  }

  private mutating func takeEscape() -> UInt32? {
    guard let byte else { return nil }
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt32(byte)
    case UInt8(ascii: "b"): return 8
    case UInt8(ascii: "f"): return 12
    case UInt8(ascii: "n"): return 10
    case UInt8(ascii: "r"): return 13
    case UInt8(ascii: "t"): return 9
    case UInt8(ascii: "u"): return takeScalar()
    default: return nil
    }
  }

  /// The scalar behind \u; a pair of surrogates is one scalar.
  private mutating func takeScalar() -> UInt32? {
    guard let high = takeFour() else { return nil }
    if high < 0xD800 || high > 0xDFFF { return high }
    if high > 0xDBFF || byte != UInt8(ascii: "\\") { return nil }
    at += 1
    if byte != UInt8(ascii: "u") { return nil }
    at += 1
    guard let low = takeFour(), low >= 0xDC00, low <= 0xDFFF else { return nil }
    return 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
  }

  private mutating func takeFour() -> UInt32? {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte, let digit = Number.digit(byte) else { return nil }
      value = value << 4 | UInt32(digit)
      at += 1
    }
    return value
  }

  private func put(_ scalar: UInt32, _ end: inout Int) {
    func add(_ byte: UInt32) {
      bytes[end] = UInt8(truncatingIfNeeded: byte)
      end += 1
    }
    if scalar < 0x80 {
      add(scalar)
    } else if scalar < 0x800 {
      add(0xC0 | scalar >> 6)
      add(0x80 | scalar & 0x3F)
    } else if scalar < 0x10000 {
      add(0xE0 | scalar >> 12)
      add(0x80 | scalar >> 6 & 0x3F)
      add(0x80 | scalar & 0x3F)
    } else {
      add(0xF0 | scalar >> 18)
      add(0x80 | scalar >> 12 & 0x3F)
      add(0x80 | scalar >> 6 & 0x3F)
      add(0x80 | scalar & 0x3F)
    }
  }
}
