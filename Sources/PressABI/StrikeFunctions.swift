import CPress
import PressCore

func words(_ rule: StrikeConfig.Rule?) -> UnsafePointer<CChar>? {
  switch rule {
  case .size: wrongSize
  case .window: text("window_us: at most 100000")
  case .least: text("min_speed: above 0")
  case .most: text("max_speed: above min_speed")
  case .curve: text("curve: PRESS_STRIKE_...")
  case .exponent: text("exponent: 0.125..8")
  case .sources: text("sources: at most 256")
  case .unknownVelocity: text("unknown_velocity: at most 127")
  case nil: nil
  }
}

@implementation @_cdecl("press_strike_init")
public func press_strike_init(_ strike: UnsafeMutablePointer<press_strike>?) {
  strike?.initialize(to: press_strike())
  strike?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_strike>.size)
}

@implementation @_cdecl("press_strike_get")
public func press_strike_get(_ engine: OpaquePointer?, _ contact: UInt32, _ strike: UnsafeMutablePointer<press_strike>?) -> Int32 {
  guard let engine, let strike, Sized.hasRoom(strike) else { return Status.invalid }
  guard let strikes = Strikes(Engine(engine)) else { return Status.state }
  guard var found = strikes.strike(of: contact) else { return Status.notFound }
  Sized.write(&found, to: strike)
  return Status.ok
}
