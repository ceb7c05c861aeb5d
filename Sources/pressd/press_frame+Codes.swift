import CPress

/// The codes arrive in Swift as a tuple.
extension press_frame {
  func codeAt(_ index: Int) -> Int32 {
    withUnsafePointer(to: code) { UnsafeRawPointer($0).assumingMemoryBound(to: Int32.self)[index & 7] }
  }

  mutating func setCode(_ index: Int, _ value: Int32) {
    withUnsafeMutablePointer(to: &code) {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: Int32.self)[index & 7] = value
    }
  }
}
