import CPress
import PressCore
import PressDevice

@implementation @_cdecl("press_converter_part_get")
public func press_converter_part_get(
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
public func press_converter_name(_ part: UInt32) -> UnsafePointer<CChar>? { ConverterPart(UInt8(clamping: part))?.name ?? text("unknown") }

@implementation @_cdecl("press_converter_init")
public func press_converter_init(
  _ converter: UnsafeMutablePointer<press_converter>?, _ config: UnsafePointer<press_converter_config>?,
  _ bus: UnsafePointer<press_bus>?
) -> Int32 {
  var full = press_converter_config()
  guard let converter, let config, let bus, read(config, into: &full) else { return Status.invalid }
  return I2CConverter.make(converter, full, bus)
}

@implementation @_cdecl("press_converter_step")
public func press_converter_step(
  _ converter: UnsafeMutablePointer<press_converter>?, _ now_us: UInt64, _ frame: UnsafeMutablePointer<press_frame>?
) -> Int32 {
  guard let converter, let frame else { return Status.invalid }
  return I2CConverter.step(converter, now_us, frame)
}

@implementation @_cdecl("press_converter_next_deadline")
public func press_converter_next_deadline(_ converter: UnsafePointer<press_converter>?) -> UInt64 {
  converter.map { I2CConverter.next($0) } ?? UInt64.max
}

@implementation @_cdecl("press_converter_read")
public func press_converter_read(
  _ converter: UnsafeMutablePointer<press_converter>?, _ timeout_us: UInt32, _ frame: UnsafeMutablePointer<press_frame>?
) -> Int32 {
  guard let converter, let frame, let driver = I2CConverter.inside(converter) else { return Status.invalid }
  return driver.pointee.read(timeoutUs: timeout_us, frame: frame)
}

@implementation @_cdecl("press_converter_last_error")
public func press_converter_last_error(_ converter: UnsafePointer<press_converter>?) -> Int32 {
  guard let converter, let driver = I2CConverter.inside(converter) else { return Status.invalid }
  return driver.pointee.error
}

@implementation @_cdecl("press_converter_stop")
public func press_converter_stop(_ converter: UnsafeMutablePointer<press_converter>?) -> Int32 {
  guard let converter, let driver = I2CConverter.inside(converter) else { return Status.invalid }
  return driver.pointee.stop()
}
