import CPress
import PressCore

private let invalid = Status.invalid

@implementation @_cdecl("press_pad_resume")
public func press_pad_resume(_ pad: OpaquePointer?, _ t_us: UInt64, _ engine: OpaquePointer?) -> Int32 {
  guard let pad else { return invalid }
  return Pad(pad).resume(at: t_us, engine.map { Engine($0) })
}

// MARK: Supply

@implementation @_cdecl("press_supply_init")
public func press_supply_init(_ supply: UnsafeMutablePointer<press_supply>?, _ config: UnsafePointer<press_supply_config>?) -> Int32 {
  var full = press_supply_config()
  guard let supply, read(config, into: &full) else { return invalid }
  UnsafeMutableRawPointer(supply).assumingMemoryBound(to: Supply.self).initialize(to: Supply(full))
  return Status.ok
}

@implementation @_cdecl("press_supply_feed")
public func press_supply_feed(
  _ supply: UnsafeMutablePointer<press_supply>?, _ t_us: UInt64, _ code: Int32, _ pad: OpaquePointer?, _ engine: OpaquePointer?
) -> Int32 {
  guard let pad, t_us != UInt64.max, let supply = supply.flatMap({ Supply.inside($0) }) else { return invalid }
  return Supply.feed(supply, code, at: t_us, Pad(pad), engine.map { Engine($0) })
}

@implementation @_cdecl("press_supply_status_init")
public func press_supply_status_init(_ status: UnsafeMutablePointer<press_supply_status>?) {
  status?.pointee = press_supply_status()
  status?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_supply_status>.size)
}

@implementation @_cdecl("press_supply_get")
public func press_supply_get(_ supply: UnsafePointer<press_supply>?, _ status: UnsafeMutablePointer<press_supply_status>?) -> Int32 {
  guard let status, Sized.hasRoom(status), let supply = supply.flatMap({ Supply.inside($0) }) else { return invalid }
  var found = supply.pointee.status
  Sized.write(&found, to: status)
  return Status.ok
}

// MARK: Idle

@implementation @_cdecl("press_idle_init")
public func press_idle_init(_ idle: UnsafeMutablePointer<press_idle>?, _ config: UnsafePointer<press_idle_config>?) -> Int32 {
  var full = press_idle_config()
  guard let idle, read(config, into: &full) else { return invalid }
  UnsafeMutableRawPointer(idle).assumingMemoryBound(to: Idle.self).initialize(to: Idle(full))
  return Status.ok
}

@implementation @_cdecl("press_idle_look")
public func press_idle_look(_ idle: UnsafeMutablePointer<press_idle>?, _ pad: OpaquePointer?, _ engine: OpaquePointer?) -> Int32 {
  guard let pad, let idle = idle.flatMap({ Idle.inside($0) }) else { return invalid }
  return idle.pointee.look(Pad(pad), engine.map { Engine($0) })
}

@implementation @_cdecl("press_idle_codes")
public func press_idle_codes(
  _ idle: UnsafePointer<press_idle>?, _ pad: OpaquePointer?, _ sensor: UInt32, _ low: UnsafeMutablePointer<Int32>?,
  _ high: UnsafeMutablePointer<Int32>?
) -> Int32 {
  guard let pad, let low, let high, let idle = idle.flatMap({ Idle.inside($0) }) else { return invalid }
  guard let window = idle.pointee.window(Pad(pad), sensor) else { return Status.notFound }
  low.pointee = window.low
  high.pointee = window.high
  return Status.ok
}

@implementation @_cdecl("press_idle_status_init")
public func press_idle_status_init(_ status: UnsafeMutablePointer<press_idle_status>?) {
  status?.pointee = press_idle_status()
  status?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_idle_status>.size)
}

@implementation @_cdecl("press_idle_get")
public func press_idle_get(_ idle: UnsafePointer<press_idle>?, _ status: UnsafeMutablePointer<press_idle_status>?) -> Int32 {
  guard let status, Sized.hasRoom(status), let idle = idle.flatMap({ Idle.inside($0) }) else { return invalid }
  var found = idle.pointee.status
  Sized.write(&found, to: status)
  return Status.ok
}
