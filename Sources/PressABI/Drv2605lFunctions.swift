import CPress
import PressCore
import PressDevice

@implementation @_cdecl("press_drv2605l_init")
public func press_drv2605l_init(
  _ motor: UnsafeMutablePointer<press_drv2605l>?, _ config: UnsafePointer<press_drv2605l_config>?, _ bus: UnsafePointer<press_bus>?
) -> Int32 {
  guard let motor, let config, let bus else { return Status.invalid }
  var full = press_drv2605l_config()
  guard read(config, into: &full), let functions = press_bus.usable(bus) else { return Status.invalid }
  UnsafeMutableRawPointer(motor).assumingMemoryBound(to: DRV2605L.self).initialize(to: DRV2605L(config: full, bus: functions))
  return Status.ok
}

@implementation @_cdecl("press_drv2605l_step")
public func press_drv2605l_step(_ motor: UnsafeMutablePointer<press_drv2605l>?, _ now_us: UInt64) -> Int32 {
  guard let motor, now_us != UInt64.max, let driver = DRV2605L.inside(motor) else { return Status.invalid }
  return driver.pointee.step(nowUs: now_us) ? 1 : 0
}

@implementation @_cdecl("press_drv2605l_next_deadline")
public func press_drv2605l_next_deadline(_ motor: UnsafePointer<press_drv2605l>?) -> UInt64 {
  guard let motor, let driver = DRV2605L.inside(motor) else { return UInt64.max }
  return driver.pointee.nextUs
}

@implementation @_cdecl("press_drv2605l_play")
public func press_drv2605l_play(
  _ motor: UnsafeMutablePointer<press_drv2605l>?, _ now_us: UInt64, _ effect: UnsafePointer<press_effect>?
) -> Int32 {
  guard let motor, let effect, now_us != UInt64.max, let driver = DRV2605L.inside(motor) else { return Status.invalid }
  let (kind, strength) = (effect.pointee.kind, effect.pointee.strength)
  guard kind != EffectKind.none, kind <= EffectKind.double, strength >= 0, strength <= Q16.one else { return Status.invalid }
  driver.pointee.play(kind, strength, now_us)
  return Status.ok
}

@implementation @_cdecl("press_drv2605l_play_sequence")
public func press_drv2605l_play_sequence(
  _ motor: UnsafeMutablePointer<press_drv2605l>?, _ now_us: UInt64, _ sequence: UnsafePointer<UInt8>?, _ count: Int
) -> Int32 {
  guard let motor, let sequence, now_us != UInt64.max, DRV2605L.isSequence(sequence, count), let driver = DRV2605L.inside(motor) else {
    return Status.invalid
  }
  driver.pointee.play(sequence, count, now_us)
  return Status.ok
}

@implementation @_cdecl("press_drv2605l_arm")
public func press_drv2605l_arm(_ motor: UnsafeMutablePointer<press_drv2605l>?, _ now_us: UInt64, _ for_us: UInt32) -> Int32 {
  guard let motor, now_us != UInt64.max, let driver = DRV2605L.inside(motor) else { return Status.invalid }
  driver.pointee.ready(for: for_us, now_us)
  return Status.ok
}

@implementation @_cdecl("press_drv2605l_get")
public func press_drv2605l_get(_ motor: UnsafePointer<press_drv2605l>?, _ status: UnsafeMutablePointer<press_drv2605l_status>?) -> Int32 {
  guard let motor, let status, Sized.hasRoom(status), let driver = DRV2605L.inside(motor) else { return Status.invalid }
  var now = press_drv2605l_status()
  driver.pointee.describe(&now)
  Sized.write(&now, to: status)
  return Status.ok
}

@implementation @_cdecl("press_drv2605l_stop")
public func press_drv2605l_stop(_ motor: UnsafeMutablePointer<press_drv2605l>?) -> Int32 {
  guard let motor, let driver = DRV2605L.inside(motor) else { return Status.invalid }
  return driver.pointee.stop()
}
