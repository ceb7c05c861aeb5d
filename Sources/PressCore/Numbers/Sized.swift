/// Copies a struct that starts with its own size, as an older program may have compiled it: fields that it did not
/// know stay as in `full`. Returns false when the size is none that a version of the struct ever had.
@inline(__always)
public func copySized<T>(_ source: UnsafePointer<T>, from minimum: Int, into full: inout T) -> Bool {
  let size = Int(truncatingIfNeeded: UnsafeRawPointer(source).loadUnaligned(as: UInt32.self))
  if size < minimum || size > MemoryLayout<T>.size || size & 3 != 0 { return false }
  withUnsafeMutableBytes(of: &full) { bytes in
    // The pointer is there: T is never empty.
    bytes.baseAddress.unsafelyUnwrapped.copyMemory(from: source, byteCount: size)
  }
  return true
}
