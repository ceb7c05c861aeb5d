import CPress
import PressCore

@implementation @_cdecl("press_pinch_get")
public func press_pinch_get(_ engine: OpaquePointer?, _ contact: UInt32, _ pinch: UnsafeMutablePointer<press_pinch>?) -> Int32 {
  guard let engine, let pinch, Sized.hasRoom(pinch) else { return Status.invalid }
  guard let pinches = Pinches(Engine(engine)) else { return Status.state }
  guard var found = pinches.pinch(of: contact) else { return Status.notFound }
  Sized.write(&found, to: pinch)
  return Status.ok
}
