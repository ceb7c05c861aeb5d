/// A key of the config: what it is called, what it takes, and where its section keeps it.
public struct Key {
  public let name: StaticString
  public let form: Form
  public let offset: Int
  private let described: StaticString

  /// What a value is. Numbers lie in memory as a field of C, or as Swift keeps the same.
  public enum Form {
    /// A decimal, as Q16.16.
    case fixed(Int32, Int32)
    case whole(UInt32, UInt32, Width)
    /// Microseconds.
    case time(least: UInt32)
    /// One of these numbers.
    case among(Words, Width)
    /// One of these words; the first stands for this number.
    case word(Words, first: UInt32, Width)
    /// Any of these words, each for a bit.
    case flags(Words)
    /// Yes or no, in a bit.
    case bit(UInt32, whenYes: Bool)
    case yesNo
    case path
    /// At least and at most so many bytes.
    case text(Int, Int)
    case special(Special)
  }

  public enum Width {
    case u8, u16, u32
  }

  public init(_ name: StaticString, _ form: Form, at offset: Int, accepted: StaticString) {
    self.name = name
    self.form = form
    self.offset = offset
    described = accepted
  }

  /// What it accepts, in words.
  public var accepted: StaticString {
    if case .special(let special) = form { return special.accepted }
    return described
  }

  /// Stores a value at its place. Whatever is not accepted changes nothing.
  public func store(_ value: Slice, at place: UnsafeMutableRawPointer) -> SetResult {
    // An option could have it, a line of a config could not.
    if ConfigReader.withoutComment(value).count < value.count { return .badValue }
    switch form {
    case .fixed(let least, let most):
      guard let number = Number.q16(value, least: least, most: most) else { return .badValue }
      place.storeBytes(of: number, as: Int32.self)
    case .whole(let least, let most, let width):
      guard let number = Number.unsigned(value, most: UInt64(most)), number >= UInt64(least) else { return .badValue }
      store(UInt32(number), width, at: place)
    case .time(let least):
      guard let us = Number.microseconds(value, most: UInt64(UInt32.max)), us >= UInt64(least) else { return .badValue }
      store(UInt32(us), .u32, at: place)
    case .among(let numbers, let width):
      guard let number = Number.unsigned(value, most: UInt64(UInt16.max)), numbers.hold(number) else { return .badValue }
      store(UInt32(number), width, at: place)
    case .word(let words, let first, let width):
      guard let index = words.index(of: value) else { return .badValue }
      store(first + index, width, at: place)
    case .flags(let words):
      guard let flags = Self.flags(value, words) else { return .badValue }
      store(flags, .u32, at: place)
    case .bit, .yesNo:
      guard let isYes = Self.yesNo(value) else { return .badValue }
      store(isYes, at: place)
    case .path: return place.assumingMemoryBound(to: Path.self).pointee.set(value) ? .ok : .badValue
    case .text(let least, let most):
      if value.count < least || value.count > most || value.hasControls { return .badValue }
      place.assumingMemoryBound(to: Path.self).pointee = Path(value)
    case .special(let special): return special.store(value, at: place)
    }
    return .ok
  }

  private func store(_ isYes: Bool, at place: UnsafeMutableRawPointer) {
    guard case .bit(let mask, let whenYes) = form else {
      place.storeBytes(of: isYes, as: Bool.self)
      return
    }
    let flags = Self.number(place, Self.width(of: mask))
    store(isYes == whenYes ? flags | mask : flags & ~mask, Self.width(of: mask), at: place)
  }

  /// Flags of a byte stand in a byte, or in the lowest of a word: the library is little-endian everywhere.
  static func width(of mask: UInt32) -> Width { mask < 256 ? .u8 : .u32 }

  private func store(_ number: UInt32, _ width: Width, at place: UnsafeMutableRawPointer) {
    switch width {
    case .u8: place.storeBytes(of: UInt8(truncatingIfNeeded: number), as: UInt8.self)
    case .u16: place.storeBytes(of: UInt16(truncatingIfNeeded: number), as: UInt16.self)
    case .u32: place.storeBytes(of: number, as: UInt32.self)
    }
  }

  private static func yesNo(_ value: Slice) -> Bool? {
    value == "yes" ? true : value == "no" ? false : nil
  }

  private static func flags(_ value: Slice, _ words: Words) -> UInt32? {
    var rest = value.trimmed
    if rest.isEmpty { return nil }
    var flags: UInt32 = 0
    while !rest.isEmpty {
      let word = rest.takeWord()
      if let index = words.index(of: word) {
        flags |= 1 << index
      } else if !(word == "none") {
        return nil
      }
    }
    return flags
  }

  /// How many bytes a calibration may replace there.
  public var size: Int {
    switch form {
    case .fixed, .time, .flags: return 4
    case .bit(let mask, _): return Self.width(of: mask) == .u8 ? 1 : 4
    case .whole(_, _, let width), .among(_, let width), .word(_, _, let width):
      switch width {
      case .u8: return 1
      case .u16: return 2
      case .u32: return 4
      }
    case .yesNo: return 1
    case .special(let special): return special.size
    case .path, .text: return 0
    }
  }
}

/// What became of a value.
public enum SetResult {
  case ok
  case noSection
  case noKey
  case noSectionOfProfile
  case noKeyOfProfile
  /// Sections that are counted come one after the other.
  case missingBefore
  case badValue
  /// The key stands in this line of the file already.
  case twice(UInt32)
  /// The file that the value names, and why it cannot be used.
  case badFile(Slice, UnsafePointer<CChar>?)
}
