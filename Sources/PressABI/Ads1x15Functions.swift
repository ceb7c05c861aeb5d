import CPress
import PressCore
import PressDevice

private let invalid = Status.invalid

@inline(never)
private func read(_ given: UnsafePointer<press_ads1x15_config>) -> press_ads1x15_config {
  var full = press_ads1x15_config()
  ADS1x15.setDefaults(&full)
  Sized.read(given, over: &full)
  return full
}

@implementation @_cdecl("press_ads1x15_config_check")
public func press_ads1x15_config_check(
  _ config: UnsafePointer<press_ads1x15_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  answer(config.map { words(ADS1x15.brokenRule(read($0))) } ?? nothingGiven, why)
}

private func words(_ rule: ADS1x15.Rule?) -> UnsafePointer<CChar>? {
  switch rule {
  case .size: wrongSize
  case .model: text("model: PRESS_ADS1115 or PRESS_ADS1015")
  case .address: text("address: 0x48..0x4B")
  case .channels: text("channels: bits 0..3, at least one")
  case .flags: text("flags: PRESS_ADS1X15_...")
  case .continuous: text("flags: PRESS_ADS1X15_CONTINUOUS with one channel only")
  case .range: text("range_mv: 6144, 4096, 2048, 1024, 512 or 256")
  case .rate: text("rate_sps: one of the model's rates")
  case nil: nil
  }
}

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
  guard let adc, let config, let bus else { return Status.invalid }
  let full = read(config)
  var functions = press_bus()
  Sized.read(bus, over: &functions)
  if ADS1x15.brokenRule(full) != nil || !functions.isUsable { return Status.invalid }
  UnsafeMutableRawPointer(adc).assumingMemoryBound(to: ADS1x15.self)
    .initialize(to: ADS1x15(config: full, bus: functions))
  return Status.ok
}

@implementation @_cdecl("press_ads1x15_step")
public func press_ads1x15_step(
  _ adc: UnsafeMutablePointer<press_ads1x15>?, _ now_us: UInt64, _ frame: UnsafeMutablePointer<press_frame>?
) -> Int32 {
  guard let adc, let frame, now_us != UInt64.max, let driver = ADS1x15.inside(UnsafeMutableRawPointer(adc)) else { return Status.invalid }
  return driver.pointee.step(nowUs: now_us, frame: frame) ? 1 : 0
}

@implementation @_cdecl("press_ads1x15_next_deadline")
public func press_ads1x15_next_deadline(_ adc: UnsafePointer<press_ads1x15>?) -> UInt64 {
  guard let adc, let driver = ADS1x15.inside(UnsafeRawPointer(adc)) else { return UInt64.max }
  return driver.pointee.nextUs
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

@implementation @_cdecl("press_bus_init")
public func press_bus_init(_ bus: UnsafeMutablePointer<press_bus>?) {
  bus?.initialize(to: press_bus())
  bus?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_bus>.size)
}
