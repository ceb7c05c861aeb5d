/// What lies in the caller's storage, read and written as if it were a struct here. A handle holds an address and nothing
/// else: it may be made again at any time, also while a callback runs.
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
