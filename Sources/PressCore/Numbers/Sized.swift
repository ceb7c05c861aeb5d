/// Structs that start with their own size. They grow at their end only, so that of an older program is shorter and that of
/// a newer one longer than what is known here.
public enum Sized {
  /// A struct that says to be longer than known by more than this is garbage.
  static var mostNewer: Int { 256 }

  /// Reads a struct over one that holds every default: what an older program did not know stays as it was. A size that no
  /// version ever had, or more than is known here where that is not 0, leaves 0 as the size of `full`. Nil: the defaults.
  @inline(__always)
  public static func read<T>(
    _ given: UnsafePointer<T>?, from minimum: Int = MemoryLayout<T>.size, over full: UnsafeMutablePointer<T>
  ) {
    if let given { read(given, minimum, over: full, MemoryLayout<T>.size, MemoryLayout<T>.alignment) }
  }

  // Word by word: copyMemory traps where it cannot see that a count is not negative.
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

  /// Whether a struct can be read where it lies, up to what its first version had: 0 is behind what is known here.
  @inline(__always)
  public static func isWhole<T>(_ given: UnsafePointer<T>, from minimum: Int = MemoryLayout<T>.size) -> Bool {
    isWhole(given, minimum, MemoryLayout<T>.size, MemoryLayout<T>.alignment)
  }

  @inline(never)
  private static func isWhole(_ given: UnsafeRawPointer, _ minimum: Int, _ known: Int, _ alignment: Int) -> Bool {
    let size = size(given, minimum, known, alignment)
    return size != 0 && isZero(given, from: known, to: size)
  }

  /// Whether a struct of the caller's has the room to be written, by its size.
  @inline(__always)
  public static func hasRoom<T>(_ out: UnsafePointer<T>, from minimum: Int = MemoryLayout<T>.size) -> Bool {
    hasRoom(out, minimum, MemoryLayout<T>.size, MemoryLayout<T>.alignment)
  }

  @inline(never)
  private static func hasRoom(_ out: UnsafeRawPointer, _ minimum: Int, _ known: Int, _ alignment: Int) -> Bool {
    size(out, minimum, known, alignment) != 0
  }

  /// Writes what the caller's struct has room for, and 0 into what is not known here. Its size stays. It `hasRoom`.
  @inline(__always)
  public static func write<T>(_ full: UnsafePointer<T>, to out: UnsafeMutablePointer<T>) {
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

  /// What a struct says about itself; 0 where that cannot be: nothing else of it is read then. No struct ends within its last pointer.
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
