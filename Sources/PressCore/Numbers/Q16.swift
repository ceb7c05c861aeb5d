/// Signed Q16.16 on raw values.
public enum Q16 {
  public static let one: Int32 = 65536

  @inline(__always)
  public static func subtract(_ a: Int32, _ b: Int32) -> Int32 {
    Int32(clamping: Int64(a) &- Int64(b))
  }
}
