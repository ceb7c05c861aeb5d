import CPressLinux

/// Text into a file, through a buffer that somebody else owns.
struct Writer {
  let fd: Int32
  /// Whether what is drawn must be ASCII.
  var isPlain = false
  /// Whether it leads to the journal, which takes the level of a line from its head.
  var isJournal = false
  /// Whether it waits where what it writes to is slow.
  var waits = true
  private let buffer: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var count = 0
  /// The first error, or 0. After it nothing is written any more.
  private(set) var error: Int32 = 0

  init(fd: Int32, buffer: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.fd = fd
    self.buffer = buffer
    self.capacity = capacity
  }

  /// A writer without a file: what is written can be read, and one byte more than there is room for is an error.
  init(buffer: UnsafeMutablePointer<UInt8>, capacity: Int) { self.init(fd: -1, buffer: buffer, capacity: capacity) }

  /// What was written and not flushed yet.
  var written: Slice { Slice(base: UnsafePointer(buffer), count: count) }

  mutating func clear() {
    count = 0
    error = 0
  }

  mutating func flush() {
    if count > 0 && error == 0 { error = waits ? linux_write(fd, buffer, count) : linux_write_now(fd, buffer, count) }
    count = 0
  }

  mutating func byte(_ byte: UInt8) {
    if count == capacity { flush() }
    buffer[count] = byte
    count += 1
  }

  mutating func text(_ text: StaticString) {
    for i in 0..<text.utf8CodeUnitCount { byte(text.utf8Start[i]) }
  }

  mutating func slice(_ slice: Slice) {
    for i in 0..<slice.count { byte(slice[i]) }
  }

  mutating func cString(_ text: UnsafePointer<CChar>?) {
    guard let text else { return }
    slice(Slice(cString: text))
  }

  mutating func spaces(_ n: Int) {
    var left = n
    while left > 0 {
      byte(UInt8(ascii: " "))
      left -= 1
    }
  }

  mutating func unsigned(_ value: UInt64, width: Int = 0, zeros: Bool = false) {
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

  mutating func signed(_ value: Int64) {
    if value < 0 { byte(UInt8(ascii: "-")) }
    unsigned(value.magnitude)
  }

  /// A decimal with so many digits, rounded to nearest, ties away from 0.
  mutating func q16(_ value: Int32, digits: Int, width: Int = 0) {
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

  mutating func hex(_ value: UInt8) {
    text("0x")
    hexDigits(value)
  }

  mutating func hexDigits(_ value: UInt8) {
    hexDigit(value >> 4)
    hexDigit(value & 15)
  }

  private mutating func hexDigit(_ digit: UInt8) {
    byte(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }
}
