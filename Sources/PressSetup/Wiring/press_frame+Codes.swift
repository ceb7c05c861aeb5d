import CPress

/// The codes arrive in Swift as a tuple.
extension press_frame {
  public func codeAt(_ index: Int) -> Int32 {
    withUnsafePointer(to: code) { UnsafeRawPointer($0).assumingMemoryBound(to: Int32.self)[index & 7] }
  }

  public mutating func setCode(_ index: Int, _ value: Int32) {
    withUnsafeMutablePointer(to: &code) {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: Int32.self)[index & 7] = value
    }
  }

  public func beforeAt(_ index: Int) -> UInt32 {
    withUnsafePointer(to: before_us) { UnsafeRawPointer($0).assumingMemoryBound(to: UInt32.self)[index & 7] }
  }

  public mutating func setBefore(_ index: Int, _ us: UInt64) {
    withUnsafeMutablePointer(to: &before_us) {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt32.self)[index & 7] = UInt32(clamping: us)
    }
  }

  /// Whether it says when its sensors were read.
  public var hasTimes: Bool {
    for i in 0..<8 where beforeAt(i) != 0 { return true }
    return false
  }
}
