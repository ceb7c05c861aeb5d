import CPress
import PressCore
import PressDevice

@implementation @_cdecl("press_converter_part_get")
package func press_converter_part_get(
  _ config: UnsafePointer<press_converter_config>?, _ part: UnsafeMutablePointer<press_converter_part>?
) -> Int32 {
  guard let config, let part, Sized.hasRoom(part) else { return Status.invalid }
  var full = press_converter_config()
  if !read(config, into: &full) { return Status.invalid }
  var found = press_converter_part()
  I2CConverter.describe(full, &found)
  Sized.write(&found, to: part)
  return Status.ok
}

@implementation @_cdecl("press_converter_name")
package func press_converter_name(_ part: UInt32) -> UnsafePointer<CChar>? { ConverterPart(UInt8(clamping: part))?.name ?? text("unknown") }

@implementation @_cdecl("press_converter_init")
package func press_converter_init(
  _ converter: UnsafeMutablePointer<press_converter>?, _ config: UnsafePointer<press_converter_config>?,
  _ bus: UnsafePointer<press_bus>?
) -> Int32 {
  var full = press_converter_config()
  guard let converter, let config, let bus, read(config, into: &full) else { return Status.invalid }
  return I2CConverter.make(converter, full, bus)
}

@implementation @_cdecl("press_converter_step")
package func press_converter_step(
  _ converter: UnsafeMutablePointer<press_converter>?, _ now_us: UInt64, _ frame: UnsafeMutablePointer<press_frame>?
) -> Int32 {
  guard let converter, let frame else { return Status.invalid }
  return I2CConverter.step(converter, now_us, frame)
}

@implementation @_cdecl("press_converter_next_deadline")
package func press_converter_next_deadline(_ converter: UnsafePointer<press_converter>?) -> UInt64 {
  converter.map { I2CConverter.next($0) } ?? UInt64.max
}

@implementation @_cdecl("press_converter_read")
package func press_converter_read(
  _ converter: UnsafeMutablePointer<press_converter>?, _ timeout_us: UInt32, _ frame: UnsafeMutablePointer<press_frame>?
) -> Int32 {
  guard let converter, let frame, let driver = I2CConverter.inside(converter) else { return Status.invalid }
  return driver.pointee.read(timeoutUs: timeout_us, frame: frame)
}

@implementation @_cdecl("press_converter_last_error")
package func press_converter_last_error(_ converter: UnsafePointer<press_converter>?) -> Int32 {
  guard let converter, let driver = I2CConverter.inside(converter) else { return Status.invalid }
  return driver.pointee.error
}

@implementation @_cdecl("press_converter_conflicts")
package func press_converter_conflicts(_ converter: UnsafePointer<press_converter>?) -> UInt32 {
  guard let converter, let driver = I2CConverter.inside(converter) else { return 0 }
  return driver.pointee.conflicts
}

@implementation @_cdecl("press_converter_stop")
package func press_converter_stop(_ converter: UnsafeMutablePointer<press_converter>?) -> Int32 {
  guard let converter, let driver = I2CConverter.inside(converter) else { return Status.invalid }
  return driver.pointee.stop()
}

@implementation @_cdecl("press_converter_watch")
package func press_converter_watch(
  _ converter: UnsafeMutablePointer<press_converter>?, _ channel: UInt32, _ low: Int32, _ high: Int32
) -> Int32 {
  guard let converter, let driver = I2CConverter.inside(converter) else { return Status.invalid }
  return driver.pointee.watch(channel: channel, low: low, high: high)
}

@implementation @_cdecl("press_drv2605l_init")
package func press_drv2605l_init(
  _ motor: UnsafeMutablePointer<press_drv2605l>?, _ config: UnsafePointer<press_drv2605l_config>?, _ bus: UnsafePointer<press_bus>?
) -> Int32 {
  guard let motor, let config, let bus else { return Status.invalid }
  var full = press_drv2605l_config()
  guard read(config, into: &full), let functions = press_bus.usable(bus) else { return Status.invalid }
  UnsafeMutableRawPointer(motor).assumingMemoryBound(to: DRV2605L.self).initialize(to: DRV2605L(config: full, bus: functions))
  return Status.ok
}

@implementation @_cdecl("press_drv2605l_step")
package func press_drv2605l_step(_ motor: UnsafeMutablePointer<press_drv2605l>?, _ now_us: UInt64) -> Int32 {
  guard let motor, now_us != UInt64.max, let driver = DRV2605L.inside(motor) else { return Status.invalid }
  return driver.pointee.step(nowUs: now_us) ? 1 : 0
}

@implementation @_cdecl("press_drv2605l_next_deadline")
package func press_drv2605l_next_deadline(_ motor: UnsafePointer<press_drv2605l>?) -> UInt64 {
  guard let motor, let driver = DRV2605L.inside(motor) else { return UInt64.max }
  return driver.pointee.nextUs
}

@implementation @_cdecl("press_drv2605l_play")
package func press_drv2605l_play(
  _ motor: UnsafeMutablePointer<press_drv2605l>?, _ now_us: UInt64, _ effect: UnsafePointer<press_effect>?
) -> Int32 {
  guard let motor, let effect, now_us != UInt64.max, let driver = DRV2605L.inside(motor) else { return Status.invalid }
  let (kind, strength) = (effect.pointee.kind, effect.pointee.strength)
  guard kind != EffectKind.none, kind <= EffectKind.double, strength >= 0, strength <= Q16.one else { return Status.invalid }
  driver.pointee.play(kind, strength, now_us)
  return Status.ok
}

@implementation @_cdecl("press_drv2605l_play_sequence")
package func press_drv2605l_play_sequence(
  _ motor: UnsafeMutablePointer<press_drv2605l>?, _ now_us: UInt64, _ sequence: UnsafePointer<UInt8>?, _ count: Int
) -> Int32 {
  guard let motor, let sequence, now_us != UInt64.max, DRV2605L.isSequence(sequence, count), let driver = DRV2605L.inside(motor) else {
    return Status.invalid
  }
  driver.pointee.play(sequence, count, now_us)
  return Status.ok
}

@implementation @_cdecl("press_drv2605l_arm")
package func press_drv2605l_arm(_ motor: UnsafeMutablePointer<press_drv2605l>?, _ now_us: UInt64, _ for_us: UInt32) -> Int32 {
  guard let motor, now_us != UInt64.max, let driver = DRV2605L.inside(motor) else { return Status.invalid }
  driver.pointee.ready(for: for_us, now_us)
  return Status.ok
}

@implementation @_cdecl("press_drv2605l_get")
package func press_drv2605l_get(_ motor: UnsafePointer<press_drv2605l>?, _ status: UnsafeMutablePointer<press_drv2605l_status>?) -> Int32 {
  guard let motor, let status, Sized.hasRoom(status), let driver = DRV2605L.inside(motor) else { return Status.invalid }
  var now = press_drv2605l_status()
  driver.pointee.describe(&now)
  Sized.write(&now, to: status)
  return Status.ok
}

@implementation @_cdecl("press_drv2605l_stop")
package func press_drv2605l_stop(_ motor: UnsafeMutablePointer<press_drv2605l>?) -> Int32 {
  guard let motor, let driver = DRV2605L.inside(motor) else { return Status.invalid }
  return driver.pointee.stop()
}
