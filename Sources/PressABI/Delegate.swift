import CPress
import PressCore

@implementation @_cdecl("press_set_delegate")
public func press_set_delegate(_ engine: OpaquePointer?, _ delegate: UnsafePointer<press_delegate>?) -> Int32 {
  guard let engine else { return Status.invalid }
  guard let delegate else {
    Engine(engine).setDelegate(nil)
    return Status.ok
  }
  var copy = press_delegate()
  // Its first version ended with on_event.
  let first = MemoryLayout<press_delegate>.size &- 6 &* MemoryLayout<UnsafeRawPointer>.size
  // No half pointers.
  let pointers = Int(truncatingIfNeeded: delegate.pointee.size) &- first
  guard pointers & (MemoryLayout<UnsafeRawPointer>.size &- 1) == 0, copySized(delegate, from: first, into: &copy) else { return Status.invalid }
  Engine(engine).setDelegate(copy)
  return Status.ok
}
