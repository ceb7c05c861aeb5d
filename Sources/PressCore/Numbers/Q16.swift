/// Signed Q16.16 arithmetic on raw values. Everything saturates and rounds to nearest, halves up.
public enum Q16 {
  public static let one: Int32 = 65536

  @inline(__always)
  public static func add(_ a: Int32, _ b: Int32) -> Int32 {
    Int32(clamping: Int64(a) &+ Int64(b))
  }

  @inline(__always)
  public static func subtract(_ a: Int32, _ b: Int32) -> Int32 {
    Int32(clamping: Int64(a) &- Int64(b))
  }

  @inline(__always)
  public static func multiply(_ a: Int32, _ b: Int32) -> Int32 {
    Int32(clamping: (Int64(a) &* Int64(b) &+ 0x8000) >> 16)
  }
}
