import CPress
import PressCore

@implementation @_cdecl("press_scroll_content_init")
public func press_scroll_content_init(_ content: UnsafeMutablePointer<press_scroll_content>?) { content?.pointee = .anywhere }

@implementation @_cdecl("press_scroll_declare")
public func press_scroll_declare(_ engine: OpaquePointer?, _ content: UnsafePointer<press_scroll_content>?) -> Int32 {
  guard let engine, let content else { return Status.invalid }
  var full = press_scroll_content.anywhere
  Sized.read(content, over: &full)
  if !full.isValid { return Status.invalid }
  return Scrolls(Engine(engine))?.declare(full) ?? Status.state
}

@implementation @_cdecl("press_scroll_throw")
public func press_scroll_throw(_ engine: OpaquePointer?, _ target: UInt32, _ vx: press_q16, _ vy: press_q16) -> Int32 {
  guard let engine else { return Status.invalid }
  return Scrolls(Engine(engine))?.throwTarget(target, vx, vy) ?? Status.state
}

@implementation @_cdecl("press_scroll_aim")
public func press_scroll_aim(_ engine: OpaquePointer?, _ target: UInt32, _ x: press_q16, _ y: press_q16) -> Int32 {
  guard let engine else { return Status.invalid }
  return Scrolls(Engine(engine))?.aim(target, x, y) ?? Status.state
}

@implementation @_cdecl("press_scroll_stop")
public func press_scroll_stop(_ engine: OpaquePointer?, _ target: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return Scrolls(Engine(engine))?.stop(target) ?? Status.state
}

@implementation @_cdecl("press_scroll_get")
public func press_scroll_get(_ engine: OpaquePointer?, _ target: UInt32, _ state: UnsafeMutablePointer<press_scroll_status>?) -> Int32 {
  guard let engine, let state, Sized.hasRoom(state) else { return Status.invalid }
  guard let scrolls = Scrolls(Engine(engine)) else { return Status.state }
  guard var now = scrolls.get(target) else { return Status.notFound }
  Sized.write(&now, to: state)
  return Status.ok
}

@implementation @_cdecl("press_scroll_get_velocity")
public func press_scroll_get_velocity(
  _ engine: OpaquePointer?, _ contact: UInt32, _ vx: UnsafeMutablePointer<press_q16>?, _ vy: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let engine, let vx, let vy else { return Status.invalid }
  guard let scrolls = Scrolls(Engine(engine)) else { return Status.state }
  guard let velocity = scrolls.velocity(of: contact) else { return Status.notFound }
  (vx.pointee, vy.pointee) = (velocity.x, velocity.y)
  return Status.ok
}
