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
  Sized.read(delegate, over: &copy)
  if copy.size == 0 { return Status.invalid }
  Engine(engine).setDelegate(copy)
  return Status.ok
}
