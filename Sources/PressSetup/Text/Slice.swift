/// Bytes that belong to somebody else.
public struct Slice {
  public var base: UnsafePointer<UInt8>
  public var count: Int

  public init(base: UnsafePointer<UInt8>, count: Int) {
    self.base = base
    self.count = count
  }

  public init(cString: UnsafePointer<CChar>) {
    var count = 0
    // The limit keeps the loop from becoming a call of strlen, which a microcontroller need not have.
    while count < Int32.max && cString[count] != 0 { count += 1 }
    self.init(base: UnsafeRawPointer(cString).assumingMemoryBound(to: UInt8.self), count: count)
  }

  public init(_ text: StaticString) { self.init(base: text.utf8Start, count: text.utf8CodeUnitCount) }

  public subscript(index: Int) -> UInt8 { base[index] }

  public var isEmpty: Bool { count == 0 }

  public func dropping(_ n: Int) -> Slice { Slice(base: base + min(n, count), count: count - min(n, count)) }

  public func keeping(_ n: Int) -> Slice { Slice(base: base, count: max(min(n, count), 0)) }

  public var hasControls: Bool {
    for i in 0..<count where base[i] < 32 { return true }
    return false
  }

  public func starts(_ text: StaticString) -> Bool {
    if count < text.utf8CodeUnitCount { return false }
    for i in 0..<text.utf8CodeUnitCount where base[i] != text.utf8Start[i] { return false }
    return true
  }

  public func ends(_ text: StaticString) -> Bool { dropping(count - min(text.utf8CodeUnitCount, count)) == text }

  public static func == (slice: Slice, text: StaticString) -> Bool {
    slice.count == text.utf8CodeUnitCount && slice.starts(text)
  }

  public static func == (slice: Slice, other: Slice) -> Bool {
    if slice.count != other.count { return false }
    for i in 0..<slice.count where slice[i] != other[i] { return false }
    return true
  }

  public var trimmed: Slice {
    var slice = self
    while slice.count > 0 && Slice.isBlank(slice[0]) { slice = slice.dropping(1) }
    while slice.count > 0 && Slice.isBlank(slice[slice.count - 1]) { slice.count -= 1 }
    return slice
  }

  public func index(of byte: UInt8) -> Int? {
    for i in 0..<count where base[i] == byte { return i }
    return nil
  }

  public func lastIndex(of byte: UInt8) -> Int? {
    var i = count
    while i > 0 {
      i -= 1
      if base[i] == byte { return i }
    }
    return nil
  }

  /// Takes off and returns what stands before the next `byte`, or everything.
  public mutating func takeField(_ byte: UInt8) -> Slice {
    guard let i = index(of: byte) else {
      let all = self
      self = dropping(count)
      return all
    }
    let field = keeping(i)
    self = dropping(i + 1)
    return field
  }

  /// Takes off and returns the next word.
  public mutating func takeWord() -> Slice {
    self = trimmed
    var n = 0
    while n < count && !Slice.isBlank(base[n]) { n += 1 }
    let word = keeping(n)
    self = dropping(n).trimmed
    return word
  }

  public static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }
}
