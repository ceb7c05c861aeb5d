import CPress
import PressCore
import PressDevice

private let invalid = Status.invalid

@implementation @_cdecl("press_ads1x15_init")
public func press_ads1x15_init(
  _ adc: UnsafeMutablePointer<press_ads1x15>?, _ config: UnsafePointer<press_ads1x15_config>?,
  _ bus: UnsafePointer<press_bus>?
) -> Int32 {
  var full = press_ads1x15_config()
  guard let adc, let config, let bus, read(config, into: &full) else { return Status.invalid }
  return ADS1x15.make(adc, full, bus)
}

@implementation @_cdecl("press_ads1x15_step")
public func press_ads1x15_step(
  _ adc: UnsafeMutablePointer<press_ads1x15>?, _ now_us: UInt64, _ frame: UnsafeMutablePointer<press_frame>?
) -> Int32 {
  guard let adc, let frame else { return Status.invalid }
  return ADS1x15.step(adc, now_us, frame)
}

@implementation @_cdecl("press_ads1x15_next_deadline")
public func press_ads1x15_next_deadline(_ adc: UnsafePointer<press_ads1x15>?) -> UInt64 {
  adc.map { ADS1x15.next($0) } ?? UInt64.max
}

@implementation @_cdecl("press_ads1x15_read")
public func press_ads1x15_read(
  _ adc: UnsafeMutablePointer<press_ads1x15>?, _ timeout_us: UInt32, _ frame: UnsafeMutablePointer<press_frame>?
) -> Int32 {
  guard let adc, let frame, let driver = ADS1x15.inside(UnsafeMutableRawPointer(adc)) else { return Status.invalid }
  return driver.pointee.read(timeoutUs: timeout_us, frame: frame)
}

@implementation @_cdecl("press_ads1x15_last_error")
public func press_ads1x15_last_error(_ adc: UnsafePointer<press_ads1x15>?) -> Int32 {
  guard let adc, let driver = ADS1x15.inside(UnsafeRawPointer(adc)) else { return Status.invalid }
  return driver.pointee.error
}

@implementation @_cdecl("press_ads1x15_stop")
public func press_ads1x15_stop(_ adc: UnsafeMutablePointer<press_ads1x15>?) -> Int32 {
  guard let adc, let driver = ADS1x15.inside(UnsafeMutableRawPointer(adc)) else { return Status.invalid }
  return driver.pointee.stop()
}

@implementation @_cdecl("press_ads1x15_watch")
public func press_ads1x15_watch(
  _ adc: UnsafeMutablePointer<press_ads1x15>?, _ channel: UInt32, _ low: Int32, _ high: Int32
) -> Int32 {
  guard let adc, let driver = ADS1x15.inside(UnsafeMutableRawPointer(adc)) else { return Status.invalid }
  return driver.pointee.watch(channel: channel, low: low, high: high)
}
