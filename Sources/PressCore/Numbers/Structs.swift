/// A config: a struct that a program fills. Its defaults, the ranges of its fields and their messages are made from the comments in the
/// headers (generated/Configs.swift). Other rules, which join fields, are written by hand.
package protocol Ruled {
  init()
  /// The length of the text before the name of a field in `words`, if the struct is within others.
  static var prefix: Int { get }
  /// Writes the defaults into memory, which need not hold a config yet.
  static func setDefaults(_ c: UnsafeMutablePointer<Self>)
  /// Sets the defaults that are no numbers.
  static func setFurtherDefaults(_ c: UnsafeMutablePointer<Self>)
  /// The first field that is out of its range, from 1 on; for a struct within this one, the rule of that, 8 bits higher; 0: none.
  static func brokenField(_ c: UnsafePointer<Self>) -> UInt32
  static func words(ofField rule: UInt32) -> UnsafePointer<CChar>
  /// The first broken rule across fields, from `Rule.ofRelation` on; 0: none. All fields are in their ranges.
  static func brokenRelation(_ c: UnsafePointer<Self>) -> UInt32
  static func words(ofRelation rule: UInt32) -> UnsafePointer<CChar>
}

/// Static text as C takes it.
@inline(__always)
package func text(_ literal: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
}

package enum Rule {
  package static var ofRelation: UInt32 { 128 }
}

extension Ruled {
  package static var prefix: Int { 0 }

  @inline(__always)
  package static func setFurtherDefaults(_ c: UnsafeMutablePointer<Self>) {}

  @inline(__always)
  package static func brokenRelation(_ c: UnsafePointer<Self>) -> UInt32 { 0 }

  package static func words(ofRelation rule: UInt32) -> UnsafePointer<CChar> { text("") }

  package static var makeDefault: Self {
    var c = Self()
    setDefaults(&c)
    return c
  }

  /// The first broken rule; 0: the config is valid.
  @inline(never)
  package static func brokenRule(_ c: UnsafePointer<Self>) -> UInt32 {
    let field = brokenField(c)
    return field == 0 ? brokenRelation(c) : field
  }

  package var isValid: Bool { withUnsafePointer(to: self) { Self.brokenRule($0) == 0 } }

  /// The message of the first broken rule, without the names of structs around this one; nil: the config is valid.
  @inline(never)
  package static func refusal(_ c: UnsafePointer<Self>) -> UnsafePointer<CChar>? {
    let rule = brokenRule(c)
    return rule == 0 ? nil : words(rule) + prefix
  }

  package static func words(_ rule: UInt32) -> UnsafePointer<CChar> {
    rule & 0xff >= Rule.ofRelation ? words(ofRelation: rule) : words(ofField: rule)
  }
}

/// Structs that start with their own size. They grow at their end only: the struct of an older program is shorter, and that of a newer one
/// longer, than the one known here.
package enum Sized {
  /// A struct whose size exceeds the known one by more than this is garbage.
  static var mostNewer: Int { 256 }

  /// Reads a struct over one that holds every default: fields that an older program did not know keep their defaults. `full` gets size 0 if
  /// no version ever had the size, or if unknown bytes behind the known fields are not 0. Nil: the defaults.
  @inline(__always)
  package static func read<T>(
    _ given: UnsafePointer<T>?, from minimum: Int = MemoryLayout<T>.size, over full: UnsafeMutablePointer<T>
  ) {
    if let given { read(given, minimum, over: full, MemoryLayout<T>.size, MemoryLayout<T>.alignment) }
  }

  // Copies word by word: copyMemory traps if the compiler cannot prove that a count is not negative.
  @inline(never)
  private static func read(_ given: UnsafeRawPointer, _ minimum: Int, over full: UnsafeMutableRawPointer, _ known: Int, _ alignment: Int) {
    let size = size(given, minimum, known, alignment)
    var isKnown = size != 0
    var i = 4
    while i < size && isKnown {
      let word = given.loadUnaligned(fromByteOffset: i, as: UInt32.self)
      if i < known { full.storeBytes(of: word, toByteOffset: i, as: UInt32.self) } else { isKnown = word == 0 }
      i &+= 4
    }
    full.storeBytes(of: isKnown ? UInt32(truncatingIfNeeded: known) : 0, as: UInt32.self)
  }

  /// Whether a struct can be read in place, at least the fields of its first version, and all bytes behind the known fields are 0.
  @inline(__always)
  package static func isWhole<T>(_ given: UnsafePointer<T>, from minimum: Int = MemoryLayout<T>.size) -> Bool {
    isWhole(given, minimum, MemoryLayout<T>.size, MemoryLayout<T>.alignment)
  }

  @inline(never)
  private static func isWhole(_ given: UnsafeRawPointer, _ minimum: Int, _ known: Int, _ alignment: Int) -> Bool {
    let size = size(given, minimum, known, alignment)
    return size != 0 && isZero(given, from: known, to: size)
  }

  /// Whether a struct of the caller's has the room to be written, by its size.
  @inline(__always)
  package static func hasRoom<T>(_ out: UnsafePointer<T>, from minimum: Int = MemoryLayout<T>.size) -> Bool {
    hasRoom(out, minimum, MemoryLayout<T>.size, MemoryLayout<T>.alignment)
  }

  @inline(never)
  private static func hasRoom(_ out: UnsafeRawPointer, _ minimum: Int, _ known: Int, _ alignment: Int) -> Bool {
    size(out, minimum, known, alignment) != 0
  }

  /// Writes as many fields as the caller's struct has room for, and 0 into unknown ones. Its size stays. It `hasRoom`.
  @inline(__always)
  package static func write<T>(_ full: UnsafePointer<T>, to out: UnsafeMutablePointer<T>) {
    write(full, to: out, MemoryLayout<T>.size)
  }

  @inline(never)
  private static func write(_ full: UnsafeRawPointer, to out: UnsafeMutableRawPointer, _ known: Int) {
    let size = Int(truncatingIfNeeded: out.loadUnaligned(as: UInt32.self))
    var i = 4
    while i < size {
      let word = i < known ? full.loadUnaligned(fromByteOffset: i, as: UInt32.self) : 0
      out.storeBytes(of: word, toByteOffset: i, as: UInt32.self)
      i &+= 4
    }
  }

  /// The size that a struct gives; 0 if that is impossible, and then no other field is read. No struct ends within its last pointer.
  @inline(__always)
  private static func size(_ given: UnsafeRawPointer, _ minimum: Int, _ known: Int, _ alignment: Int) -> Int {
    let size = Int(truncatingIfNeeded: given.loadUnaligned(as: UInt32.self))
    return size < minimum || size > known &+ mostNewer || size & (alignment &- 1) != 0 ? 0 : size
  }

  @inline(__always)
  private static func isZero(_ given: UnsafeRawPointer, from known: Int, to size: Int) -> Bool {
    var i = known
    while i < size {
      if given.loadUnaligned(fromByteOffset: i, as: UInt32.self) != 0 { return false }
      i &+= 4
    }
    return true
  }
}

extension Status {
  /// The meaning of a status, in words.
  @inline(never)
  package static func words(_ status: Int32) -> UnsafePointer<CChar> {
    switch status {
    case Status.ok: text("ok")
    case Status.notFound: text("what the call names does not exist, or nothing is stored there")
    case -4: text("a signal interrupted the bus: try again")
    case Status.io: text("the bus failed")
    case Status.full: text("events wait for press_poll: take them, then call again")
    case Status.busy: text("not from inside a callback")
    case Status.invalid: text("an argument is missing, out of range or of the wrong size")
    case Status.noSpace: text("a capacity given at the start is used up, or the storage too small")
    case Status.time: text("time went backwards")
    case Status.state: text("not possible in the present state")
    case Status.damaged: text("stored bytes are damaged or cut off")
    case Status.moved: text("the bytes of the engine are of another process: press_engine_adopt, then attach again")
    case Status.version: text("stored bytes are of an unknown version")
    case Status.tooFewEvents: text("max_events is too small for the ends of all that can run")
    case Status.timedOut: text("the device did not answer in time")
    case Status.notAcknowledged: text("no device acknowledged the address")
    default: text("unknown status")
    }
  }
}
