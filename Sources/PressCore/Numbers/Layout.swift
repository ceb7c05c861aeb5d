/// Where things lie in the caller's storage, one behind the other.
enum Layout {
  /// Rounded up to where anything may begin.
  @inline(__always)
  static func aligned(_ bytes: Int) -> Int { (bytes &+ 7) & ~7 }
}

extension UnsafeMutablePointer {
  /// What lies so many bytes behind it.
  @inline(__always)
  func behind<T>(_ offset: Int, _: T.Type) -> UnsafeMutablePointer<T> {
    UnsafeMutableRawPointer(self).advanced(by: offset).assumingMemoryBound(to: T.self)
  }
}
