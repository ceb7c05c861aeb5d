import CPress
import PressCore
import PressDevice

private let invalid = Status.invalid

@implementation @_cdecl("press_ads1x15_config_init")
public func press_ads1x15_config_init(_ config: UnsafeMutablePointer<press_ads1x15_config>?) {
  guard let config else { return }
  ADS1x15.setDefaults(&config.pointee)
}

@implementation @_cdecl("press_ads1x15_init")
public func press_ads1x15_init(
  _ adc: UnsafeMutablePointer<press_ads1x15>?, _ config: UnsafePointer<press_ads1x15_config>?,
  _ bus: UnsafePointer<press_bus>?
) -> Int32 {
  guard let adc, let config, let bus, ADS1x15.accepts(config.pointee, bus.pointee) else { return invalid }
  UnsafeMutableRawPointer(adc).assumingMemoryBound(to: ADS1x15.self)
    .initialize(to: ADS1x15(config: config.pointee, bus: bus.pointee))
  return 0
}

@implementation @_cdecl("press_ads1x15_step")
public func press_ads1x15_step(
  _ adc: UnsafeMutablePointer<press_ads1x15>?, _ now_us: UInt64, _ frame: UnsafeMutablePointer<press_frame>?
) -> Int32 {
  guard let adc, let frame, let driver = ADS1x15.inside(UnsafeMutableRawPointer(adc)) else { return invalid }
  return driver.pointee.step(nowUs: now_us, frame: frame) ? 1 : 0
}

@implementation @_cdecl("press_ads1x15_next")
public func press_ads1x15_next(_ adc: UnsafePointer<press_ads1x15>?) -> UInt64 {
  guard let adc, let driver = ADS1x15.inside(UnsafeRawPointer(adc)) else { return UInt64.max }
  return driver.pointee.nextUs
}

@implementation @_cdecl("press_ads1x15_read")
public func press_ads1x15_read(
  _ adc: UnsafeMutablePointer<press_ads1x15>?, _ timeout_us: UInt32, _ frame: UnsafeMutablePointer<press_frame>?
) -> Int32 {
  guard let adc, let frame, let driver = ADS1x15.inside(UnsafeMutableRawPointer(adc)) else { return invalid }
  return driver.pointee.read(timeoutUs: timeout_us, frame: frame)
}

@implementation @_cdecl("press_ads1x15_last_error")
public func press_ads1x15_last_error(_ adc: UnsafePointer<press_ads1x15>?) -> Int32 {
  guard let adc, let driver = ADS1x15.inside(UnsafeRawPointer(adc)) else { return invalid }
  return driver.pointee.error
}

@implementation @_cdecl("press_ads1x15_stop")
public func press_ads1x15_stop(_ adc: UnsafeMutablePointer<press_ads1x15>?) -> Int32 {
  guard let adc, let driver = ADS1x15.inside(UnsafeMutableRawPointer(adc)) else { return invalid }
  return driver.pointee.stop()
}
