/// A path, or a name, put together from parts; it ends with a 0 for C.
public struct Path {
  public static let capacity = 256
  private static let nameTooLong: Int32 = -36

  private var bytes = InlineArray<256, CChar>(repeating: 0)
  public private(set) var count = 0
  private var isTooLong = false

  public init() {}

  public init(_ text: StaticString) { append(text) }

  public init(_ text: Slice) { append(text) }

  public var isEmpty: Bool { count == 0 }

  public mutating func append(_ byte: UInt8) {
    if count + 1 >= Self.capacity {
      isTooLong = true
      return
    }
    bytes[count] = CChar(truncatingIfNeeded: byte)
    count += 1
    bytes[count] = 0
  }

  public mutating func append(_ text: StaticString) {
    for i in 0..<text.utf8CodeUnitCount { append(text.utf8Start[i]) }
  }

  public mutating func append(_ slice: Slice) {
    for i in 0..<slice.count { append(slice[i]) }
  }

  public mutating func append(_ path: Path) {
    for i in 0..<path.count { append(UInt8(truncatingIfNeeded: path.bytes[i])) }
  }

  public mutating func append(_ number: UInt64) {
    var unit: UInt64 = 1
    while number / unit >= 10 { unit *= 10 }
    while unit > 0 {
      append(UInt8(ascii: "0") + UInt8(number / unit % 10))
      unit /= 10
    }
  }

  /// A value from the config or the command line: text without control characters.
  /// @return false: empty, or it does not fit.
  public mutating func set(_ value: Slice) -> Bool {
    if value.isEmpty || value.count >= Self.capacity || value.hasControls { return false }
    self = Path(value)
    return true
  }

  public func withText<Result>(_ body: (Slice) -> Result) -> Result {
    withUnsafePointer(to: bytes) { body(Slice(base: UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self), count: count)) }
  }

  /// Of one that stays where it is: its text, as long as it stays.
  public static func text(_ path: UnsafeMutablePointer<Path>) -> UnsafePointer<CChar> {
    UnsafeRawPointer(path).advanced(by: MemoryLayout<Path>.offset(of: \.bytes)!).assumingMemoryBound(to: CChar.self)
  }

  public func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafePointer(to: bytes) { body(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)) }
  }

  /// Hands it to a function of C that answers a status.
  public func call(_ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
    if isTooLong { return Self.nameTooLong }
    return withCString(body)
  }

  public func write(_ out: inout Writer) {
    for i in 0..<count { out.byte(UInt8(truncatingIfNeeded: bytes[i])) }
  }
}
