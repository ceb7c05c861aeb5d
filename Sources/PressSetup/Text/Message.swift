/// What is said to people: literals with values between, put together without a heap. `"\(path): \(Errno(status))"`.
public struct Message: ExpressibleByStringInterpolation {
  /// A part, as small as it can be: messages lie on the stack.
  public struct Piece {
    enum Kind: UInt8 {
      case none, text, foreign, number, hex
    }

    var kind = Kind.none
    /// Of a text.
    var count: UInt32 = 0
    /// A number, or where a text begins.
    var value: UInt64 = 0

    init() {}

    init(_ kind: Kind, _ value: UInt64) {
      self.kind = kind
      self.value = value
    }

    @inline(__always)
    init(_ kind: Kind, _ text: Slice) {
      self.kind = kind
      count = UInt32(truncatingIfNeeded: text.count)
      value = UInt64(UInt(bitPattern: text.base))
    }

    var slice: Slice {
      guard let base = UnsafePointer<UInt8>(bitPattern: UInt(truncatingIfNeeded: value)) else { return Slice("") }
      return Slice(base: base, count: Int(count))
    }
  }

  public struct StringInterpolation: StringInterpolationProtocol {
    public static let capacity = 24

    public private(set) var pieces = InlineArray<24, Piece>(repeating: Piece())
    public private(set) var count = 0

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func append(_ piece: Piece) {
      if count == Self.capacity { return }
      pieces[count] = piece
      count += 1
    }

    public mutating func appendLiteral(_ text: StaticString) {
      if text.utf8CodeUnitCount > 0 { append(Piece(.text, Slice(text))) }
    }

    public mutating func appendInterpolation(_ text: StaticString) { append(Piece(.text, Slice(text))) }
    public mutating func appendInterpolation(_ number: some BinaryInteger) { append(Piece(.number, UInt64(truncatingIfNeeded: number))) }
    public mutating func appendInterpolation(hex number: UInt8) { append(Piece(.hex, UInt64(number))) }
    /// Text that somebody else wrote.
    public mutating func appendInterpolation(_ text: Slice) { append(Piece(.foreign, text)) }
    @_disfavoredOverload
    public mutating func appendInterpolation(_ text: UnsafePointer<CChar>?) {
      if let text { append(Piece(.foreign, Slice(cString: text))) }
    }
  }

  public let content: StringInterpolation

  public init(stringLiteral text: StaticString) {
    var content = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    content.appendLiteral(text)
    self.content = content
  }

  public init(stringInterpolation content: StringInterpolation) { self.content = content }
}

extension Writer {
  public mutating func say(_ message: Message) {
    for i in 0..<message.content.count {
      let piece = message.content.pieces[i]
      switch piece.kind {
      case .none: break
      case .text: slice(piece.slice)
      case .foreign: foreign(piece.slice)
      case .number: unsigned(piece.value)
      case .hex: hex(UInt8(truncatingIfNeeded: piece.value))
      }
    }
  }

  /// Without what could do anything to a terminal, or to how the rest of the line reads.
  public mutating func foreign(_ slice: Slice) {
    var rest = slice
    while !rest.isEmpty {
      let (scalar, count) = rest.firstScalar
      for i in 0..<count {
        if let scalar, !scalar.isHidden {
          byte(rest[i])
        } else {
          text("\\x")
          hexDigits(rest[i])
        }
      }
      rest = rest.dropping(count)
    }
  }
}

extension UInt32 {
  /// A control character, or one that shows nothing and changes what stands around it: directions, joiners, tags, ends of lines.
  fileprivate var isHidden: Bool {
    switch self {
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0x3164, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
      true
    default: false
    }
  }
}
