/// Writes text through a buffer of its caller into a file of the program.
package struct Writer {
  /// Writes the content of the buffer. @return 0 or a negative error.
  package typealias Sink = @convention(c) (_ fd: Int32, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ waits: Bool) -> Int32

  /// The error of a writer without a file: there is no more room.
  private static let full: Int32 = -1

  package let fd: Int32
  private let sink: Sink?
  /// Whether drawings must be ASCII.
  package var isPlain = false
  /// Whether the file is the journal, which takes the level of a line from its head.
  package var isJournal = false
  /// Whether the writer waits for a slow file.
  package var waits = true
  private let buffer: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var count = 0
  /// The first error, or 0. After it nothing is written any more.
  package private(set) var error: Int32 = 0

  package init(fd: Int32, sink: Sink?, buffer: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.fd = fd
    self.sink = sink
    self.buffer = buffer
    self.capacity = capacity
  }

  /// A writer without a file: the written text can be read, and a byte for which there is no room is an error.
  package init(buffer: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.init(fd: -1, sink: nil, buffer: buffer, capacity: capacity)
  }

  /// The text that was written and not flushed yet.
  package var written: Slice { Slice(base: UnsafePointer(buffer), count: count) }

  package mutating func clear() {
    count = 0
    error = 0
  }

  package mutating func flush() {
    guard let sink else {
      error = Self.full
      return
    }
    if count > 0 && error == 0 { error = sink(fd, UnsafePointer(buffer), count, waits) }
    count = 0
  }

  package mutating func byte(_ byte: UInt8) {
    if count == capacity { flush() }
    if count == capacity { return }
    buffer[count] = byte
    count += 1
  }

  package mutating func text(_ text: StaticString) {
    for i in 0..<text.utf8CodeUnitCount { byte(text.utf8Start[i]) }
  }

  package mutating func slice(_ slice: Slice) {
    for i in 0..<slice.count { byte(slice[i]) }
  }

  package mutating func cString(_ text: UnsafePointer<CChar>?) {
    guard let text else { return }
    slice(Slice(cString: text))
  }

  package mutating func spaces(_ n: Int) {
    var left = n
    while left > 0 {
      byte(UInt8(ascii: " "))
      left -= 1
    }
  }

  package mutating func unsigned(_ value: UInt64, width: Int = 0, zeros: Bool = false) {
    var digits = 1
    var unit: UInt64 = 1
    while value / unit >= 10 {
      unit *= 10
      digits += 1
    }
    var pad = width - digits
    while pad > 0 {
      byte(zeros ? UInt8(ascii: "0") : UInt8(ascii: " "))
      pad -= 1
    }
    while unit > 0 {
      byte(UInt8(ascii: "0") + UInt8(value / unit % 10))
      unit /= 10
    }
  }

  package mutating func signed(_ value: Int64) {
    if value < 0 { byte(UInt8(ascii: "-")) }
    unsigned(value.magnitude)
  }

  /// Writes a decimal with this many digits behind the point, rounded to nearest, ties away from 0.
  package mutating func q16(_ value: Int32, digits: Int, width: Int = 0) {
    var unit: UInt64 = 1
    for _ in 0..<digits { unit *= 10 }
    let scaled = (UInt64(value.magnitude) * unit + 32768) >> 16
    let isNegative = value < 0 && scaled > 0
    if isNegative { byte(UInt8(ascii: "-")) }
    unsigned(scaled / unit, width: width - digits - 1 - (isNegative ? 1 : 0))
    if digits == 0 { return }
    byte(UInt8(ascii: "."))
    unsigned(scaled % unit, width: digits, zeros: true)
  }

  /// Writes the shortest decimal that is read as this value (`Number.q16`): five digits behind the point distinguish all values.
  @inline(never)
  package mutating func q16(_ value: Int32) {
    var (digits, unit, scaled) = (0, UInt64(1), UInt64(0))
    while true {
      scaled = (UInt64(value.magnitude) * unit + 32768) >> 16
      if digits == 5 || ((scaled << 16) + unit / 2) / unit == UInt64(value.magnitude) { break }
      digits += 1
      unit *= 10
    }
    q16(value, digits: digits)
  }

  package mutating func hex(_ value: UInt8) {
    text("0x")
    hexDigits(value)
  }

  package mutating func hexDigits(_ value: UInt8) {
    hexDigit(value >> 4)
    hexDigit(value & 15)
  }

  private mutating func hexDigit(_ digit: UInt8) {
    byte(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }
}

/// A message to people: literals with values between them, put together without a heap. `"\(path): \(Errno(status))"`.
package struct Message: ExpressibleByStringInterpolation {
  /// A part of a message, as small as possible, because messages are on the stack.
  package struct Piece {
    enum Kind: UInt8 {
      case none, text, foreign, number, hex
    }

    var kind = Kind.none
    /// The length of a text.
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

  package struct StringInterpolation: StringInterpolationProtocol {
    package static let capacity = 24

    package private(set) var pieces = InlineArray<24, Piece>(repeating: Piece())
    package private(set) var count = 0

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func append(_ piece: Piece) {
      if count == Self.capacity { return }
      pieces[count] = piece
      count += 1
    }

    package mutating func appendLiteral(_ text: StaticString) {
      if text.utf8CodeUnitCount > 0 { append(Piece(.text, Slice(text))) }
    }

    package mutating func appendInterpolation(_ text: StaticString) { append(Piece(.text, Slice(text))) }
    package mutating func appendInterpolation(_ number: some BinaryInteger) { append(Piece(.number, UInt64(truncatingIfNeeded: number))) }
    package mutating func appendInterpolation(hex number: UInt8) { append(Piece(.hex, UInt64(number))) }
    /// Text that somebody else wrote.
    package mutating func appendInterpolation(_ text: Slice) { append(Piece(.foreign, text)) }
    @_disfavoredOverload
    package mutating func appendInterpolation(_ text: UnsafePointer<CChar>?) {
      if let text { append(Piece(.foreign, Slice(cString: text))) }
    }
  }

  package let content: StringInterpolation

  package init(stringLiteral text: StaticString) {
    var content = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    content.appendLiteral(text)
    self.content = content
  }

  package init(stringInterpolation content: StringInterpolation) { self.content = content }
}

extension Writer {
  package mutating func say(_ message: Message) {
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

  /// Writes foreign text without the characters that could control a terminal, or change how the rest of the line reads.
  package mutating func foreign(_ slice: Slice) {
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
  /// Whether this is a control character, or an invisible one that changes the text around it: directions, joiners, tags, ends of lines.
  fileprivate var isHidden: Bool {
    switch self {
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0x3164, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
      true
    default: false
    }
  }
}

/// A path, or a name, put together from parts; it ends with a 0 for C.
package struct Path {
  package static let capacity = 256
  private static let nameTooLong: Int32 = -36

  private var bytes = InlineArray<256, CChar>(repeating: 0)
  package private(set) var count = 0
  private var isTooLong = false

  package init() {}

  package init(_ text: StaticString) { append(text) }

  package init(_ text: Slice) { append(text) }

  package var isEmpty: Bool { count == 0 }

  package mutating func append(_ byte: UInt8) {
    if count + 1 >= Self.capacity {
      isTooLong = true
      return
    }
    bytes[count] = CChar(truncatingIfNeeded: byte)
    count += 1
    bytes[count] = 0
  }

  package mutating func append(_ text: StaticString) {
    for i in 0..<text.utf8CodeUnitCount { append(text.utf8Start[i]) }
  }

  package mutating func append(_ slice: Slice) {
    for i in 0..<slice.count { append(slice[i]) }
  }

  package mutating func append(_ path: Path) {
    for i in 0..<path.count { append(UInt8(truncatingIfNeeded: path.bytes[i])) }
  }

  package mutating func append(_ number: UInt64) {
    var unit: UInt64 = 1
    while number / unit >= 10 { unit *= 10 }
    while unit > 0 {
      append(UInt8(ascii: "0") + UInt8(number / unit % 10))
      unit /= 10
    }
  }

  /// A value from the config or the command line: UTF-8 without control characters.
  /// @return false: empty, or it does not fit.
  package mutating func set(_ value: Slice) -> Bool {
    if value.isEmpty || value.count >= Self.capacity || !value.isText { return false }
    self = Path(value)
    return true
  }

  /// The name of a file on the command line: any bytes. @return false: empty, or it does not fit.
  package mutating func set(file name: Slice) -> Bool {
    if name.isEmpty || name.count >= Self.capacity { return false }
    self = Path(name)
    return true
  }

  package func withText<Result>(_ body: (Slice) -> Result) -> Result {
    withUnsafePointer(to: bytes) { body(Slice(base: UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self), count: count)) }
  }

  /// The text of a path, valid while the path stays at this address.
  package static func text(_ path: UnsafeMutablePointer<Path>) -> UnsafePointer<CChar> {
    UnsafeRawPointer(path).advanced(by: MemoryLayout<Path>.offset(of: \.bytes)!).assumingMemoryBound(to: CChar.self)
  }

  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafePointer(to: bytes) { body(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)) }
  }

  /// Hands the path to a function of C that returns a status.
  package func call(_ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
    if isTooLong { return Self.nameTooLong }
    return withCString(body)
  }

  package func write(_ out: inout Writer) {
    for i in 0..<count { out.byte(UInt8(truncatingIfNeeded: bytes[i])) }
  }
}
