import CPress
import PressCore

@implementation @_cdecl("press_strike_get")
public func press_strike_get(_ engine: OpaquePointer?, _ contact: UInt32, _ strike: UnsafeMutablePointer<press_strike>?) -> Int32 {
  guard let engine, let strike, Sized.hasRoom(strike) else { return Status.invalid }
  guard let strikes = Strikes(Engine(engine)) else { return Status.state }
  guard var found = strikes.strike(of: contact) else { return Status.notFound }
  Sized.write(&found, to: strike)
  return Status.ok
}
