/// Text through a buffer that somebody else owns, into a file of the program that uses it.
public struct Writer {
  /// Writes what the buffer holds. @return 0 or a negative error.
  public typealias Sink = @convention(c) (_ fd: Int32, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ waits: Bool) -> Int32

  /// Of a writer without a file: there is no more room.
  private static let full: Int32 = -1

  public let fd: Int32
  private let sink: Sink?
  /// Whether what is drawn must be ASCII.
  public var isPlain = false
  /// Whether it leads to the journal, which takes the level of a line from its head.
  public var isJournal = false
  /// Whether it waits where what it writes to is slow.
  public var waits = true
  private let buffer: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var count = 0
  /// The first error, or 0. After it nothing is written any more.
  public private(set) var error: Int32 = 0

  public init(fd: Int32, sink: Sink?, buffer: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.fd = fd
    self.sink = sink
    self.buffer = buffer
    self.capacity = capacity
  }

  /// A writer without a file: what is written can be read, and one byte more than there is room for is an error.
  public init(buffer: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.init(fd: -1, sink: nil, buffer: buffer, capacity: capacity)
  }

  /// What was written and not flushed yet.
  public var written: Slice { Slice(base: UnsafePointer(buffer), count: count) }

  public mutating func clear() {
    count = 0
    error = 0
  }

  public mutating func flush() {
    guard let sink else {
      error = Self.full
      return
    }
    if count > 0 && error == 0 { error = sink(fd, UnsafePointer(buffer), count, waits) }
    count = 0
  }

  public mutating func byte(_ byte: UInt8) {
    if count == capacity { flush() }
    if count == capacity { return }
    buffer[count] = byte
    count += 1
  }

  public mutating func text(_ text: StaticString) {
    for i in 0..<text.utf8CodeUnitCount { byte(text.utf8Start[i]) }
  }

  public mutating func slice(_ slice: Slice) {
    for i in 0..<slice.count { byte(slice[i]) }
  }

  public mutating func cString(_ text: UnsafePointer<CChar>?) {
    guard let text else { return }
    slice(Slice(cString: text))
  }

  public mutating func spaces(_ n: Int) {
    var left = n
    while left > 0 {
      byte(UInt8(ascii: " "))
      left -= 1
    }
  }

  public mutating func unsigned(_ value: UInt64, width: Int = 0, zeros: Bool = false) {
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

  public mutating func signed(_ value: Int64) {
    if value < 0 { byte(UInt8(ascii: "-")) }
    unsigned(value.magnitude)
  }

  /// A decimal with so many digits, rounded to nearest, ties away from 0.
  public mutating func q16(_ value: Int32, digits: Int, width: Int = 0) {
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

  /// The shortest decimal that is read as this value (`Number.q16`): five digits behind the point tell all of them apart.
  public mutating func q16(_ value: Int32) {
    var (digits, unit, scaled) = (0, UInt64(1), UInt64(0))
    while true {
      scaled = (UInt64(value.magnitude) * unit + 32768) >> 16
      if digits == 5 || ((scaled << 16) + unit / 2) / unit == UInt64(value.magnitude) { break }
      digits += 1
      unit *= 10
    }
    q16(value, digits: digits)
  }

  public mutating func hex(_ value: UInt8) {
    text("0x")
    hexDigits(value)
  }

  public mutating func hexDigits(_ value: UInt8) {
    hexDigit(value >> 4)
    hexDigit(value & 15)
  }

  private mutating func hexDigit(_ digit: UInt8) {
    byte(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }
}
