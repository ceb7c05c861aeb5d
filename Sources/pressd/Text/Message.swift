/// What is said to people: literals with values between, put together without a heap. `"\(path): \(Errno(status))"`.
struct Message: ExpressibleByStringInterpolation {
  enum Piece {
    case none
    case text(StaticString)
    case foreign(Slice)
    case number(UInt64)
    case hex(UInt8)
  }

  struct StringInterpolation: StringInterpolationProtocol {
    static let capacity = 24

    private(set) var pieces = InlineArray<24, Piece>(repeating: .none)
    private(set) var count = 0

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func append(_ piece: Piece) {
      if count == Self.capacity { return }
      pieces[count] = piece
      count += 1
    }

    mutating func appendLiteral(_ text: StaticString) {
      if text.utf8CodeUnitCount > 0 { append(.text(text)) }
    }

    mutating func appendInterpolation(_ text: StaticString) { append(.text(text)) }
    mutating func appendInterpolation(_ number: some BinaryInteger) { append(.number(UInt64(truncatingIfNeeded: number))) }
    mutating func appendInterpolation(hex number: UInt8) { append(.hex(number)) }
    /// Text that somebody else wrote.
    mutating func appendInterpolation(_ text: Slice) { append(.foreign(text)) }
    @_disfavoredOverload
    mutating func appendInterpolation(_ text: UnsafePointer<CChar>?) {
      if let text { append(.foreign(Slice(cString: text))) }
    }
  }

  let content: StringInterpolation

  init(stringLiteral text: StaticString) {
    var content = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    content.appendLiteral(text)
    self.content = content
  }

  init(stringInterpolation content: StringInterpolation) { self.content = content }
}

extension Writer {
  mutating func say(_ message: Message) {
    for i in 0..<message.content.count {
      switch message.content.pieces[i] {
      case .none: break
      case .text(let literal): text(literal)
      case .foreign(let slice): foreign(slice)
      case .number(let number): unsigned(number)
      case .hex(let number): hex(number)
      }
    }
  }

  /// Without the control characters, which could do anything to a terminal.
  mutating func foreign(_ slice: Slice) {
    for i in 0..<slice.count {
      // The second half of them: 80 to 9F where they are no part of a character, and C2 80 to C2 9F.
      func isHigh(_ i: Int) -> Bool { i < slice.count && slice[i] >= 0x80 && slice[i] < 0xA0 }
      let isControl =
        slice[i] < 32 || slice[i] == 127 || isHigh(i) && (i == 0 || slice[i - 1] < 0x80 || slice[i - 1] == 0xC2)
        || slice[i] == 0xC2 && isHigh(i + 1)
      if !isControl {
        byte(slice[i])
      } else {
        text("\\x")
        hexDigits(slice[i])
      }
    }
  }
}
