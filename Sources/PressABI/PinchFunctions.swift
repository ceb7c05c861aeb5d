import CPress
import PressCore

func words(_ rule: PinchConfig.Rule?) -> UnsafePointer<CChar>? {
  switch rule {
  case .size: wrongSize
  case .flags: text("flags: PRESS_PINCH_...")
  case .slop: text("slop: above 0")
  case .turnSlop: text("turn_slop: 0.5..90")
  case .reserved: text("reserved: 0")
  case nil: nil
  }
}

@implementation @_cdecl("press_pinch_init")
public func press_pinch_init(_ pinch: UnsafeMutablePointer<press_pinch>?) {
  pinch?.initialize(to: press_pinch())
  pinch?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_pinch>.size)
}

@implementation @_cdecl("press_pinch_get")
public func press_pinch_get(_ engine: OpaquePointer?, _ contact: UInt32, _ pinch: UnsafeMutablePointer<press_pinch>?) -> Int32 {
  guard let engine, let pinch, Sized.hasRoom(pinch) else { return Status.invalid }
  guard let pinches = Pinches(Engine(engine)) else { return Status.state }
  guard var found = pinches.pinch(of: contact) else { return Status.notFound }
  Sized.write(&found, to: pinch)
  return Status.ok
}
