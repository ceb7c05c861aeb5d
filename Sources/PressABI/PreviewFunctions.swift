import CPress
import PressCore

@implementation @_cdecl("press_preview_cancel")
public func press_preview_cancel(_ engine: OpaquePointer?, _ contact: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return Engine(engine).cancelPreview(contact)
}

@implementation @_cdecl("press_preview_state")
public func press_preview_state(_ engine: OpaquePointer?, _ contact: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return Engine(engine).previewState(contact)
}
