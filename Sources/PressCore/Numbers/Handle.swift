/// A state in the caller's storage, read and written as if it were a struct here. A handle holds only an address: it may be made again at
/// any time, also while a callback runs.
protocol Handle {
  associatedtype State
  var memory: UnsafeMutablePointer<State> { get }
}

extension Handle {
  var state: State {
    @inline(__always) unsafeAddress { UnsafePointer(memory) }
    @inline(__always) nonmutating unsafeMutableAddress { memory }
  }
}

/// Offsets in the caller's storage, one part behind the other.
package enum Layout {
  /// The address of a member of a struct in memory, as `&p.pointee.member`.
  @inline(__always)
  package static func address<T>(of member: inout T) -> UnsafeMutablePointer<T> { withUnsafeMutablePointer(to: &member) { $0 } }

  /// An offset rounded up to one at which any part may begin.
  @inline(__always)
  static func aligned(_ bytes: Int) -> Int { (bytes &+ 7) & ~7 }

  /// Copies every byte, also the padding between fields, which an assignment need not copy. Both addresses and `bytes` are multiples of 8.
  @inline(never)
  static func copyWords(_ from: UnsafeRawPointer, to: UnsafeMutableRawPointer, _ bytes: Int) {
    var i = 0
    while i < bytes {
      to.storeBytes(of: from.load(fromByteOffset: i, as: UInt64.self), toByteOffset: i, as: UInt64.self)
      i &+= 8
    }
  }
}

extension UnsafeMutablePointer {
  /// The address this many bytes behind the pointer.
  @inline(__always)
  func behind<T>(_ offset: Int, _: T.Type) -> UnsafeMutablePointer<T> {
    UnsafeMutableRawPointer(self).advanced(by: offset).assumingMemoryBound(to: T.self)
  }
}
