import CPress
import PressCore

@inline(never)
private func read(_ given: UnsafePointer<press_strike_config>?) -> press_strike_config {
  var full = StrikeConfig.makeDefault
  Sized.read(given, over: &full)
  return full
}

@implementation @_cdecl("press_strike_config_check")
public func press_strike_config_check(
  _ config: UnsafePointer<press_strike_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  answer(config.map { words(StrikeConfig.brokenRule(read($0))) } ?? nothingGiven, why)
}

private func words(_ rule: StrikeConfig.Rule?) -> UnsafePointer<CChar>? {
  switch rule {
  case .size: wrongSize
  case .window: text("window_us: at most 100000")
  case .least: text("min_speed: above 0")
  case .most: text("max_speed: above min_speed")
  case .curve: text("curve: PRESS_STRIKE_...")
  case .exponent: text("exponent: 0.125..8")
  case .sources: text("sources: at most 256")
  case .reserved: text("reserved: 0")
  case nil: nil
  }
}

@implementation @_cdecl("press_strike_config_init")
public func press_strike_config_init(_ config: UnsafeMutablePointer<press_strike_config>?) {
  config?.pointee = StrikeConfig.makeDefault
}

@implementation @_cdecl("press_strike_size")
public func press_strike_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_strike_config>?) -> Int {
  let contacts = capacity(of: engine)
  let full = read(config)
  return contacts == 0 || StrikeConfig.brokenRule(full) != nil ? 0 : Strikes.size(full, contacts: Int(contacts))
}

@implementation @_cdecl("press_strike_attach")
public func press_strike_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_strike_config>?) -> Int32 {
  let full = read(config)
  guard let engine, StrikeConfig.brokenRule(full) == nil else { return Status.invalid }
  return Strikes.attach(Engine(engine), full)
}

@implementation @_cdecl("press_strike_set")
public func press_strike_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_strike_config>?) -> Int32 {
  guard let engine, let config else { return Status.invalid }
  let full = read(config)
  if StrikeConfig.brokenRule(full) != nil { return Status.invalid }
  return Strikes(Engine(engine))?.set(full) ?? Status.state
}

@implementation @_cdecl("press_strike_of")
public func press_strike_of(_ engine: OpaquePointer?, _ contact: UInt32, _ strike: UnsafeMutablePointer<press_strike>?) -> Int32 {
  guard let engine, let strike else { return Status.invalid }
  guard let strikes = Strikes(Engine(engine)) else { return Status.state }
  guard let found = strikes.strike(of: contact) else { return Status.notFound }
  strike.pointee = found
  return Status.ok
}
