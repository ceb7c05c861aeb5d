import CPress
import PressCore

func words(_ rule: LevelsConfig.Rule?) -> UnsafePointer<CChar>? {
  switch rule {
  case .size: wrongSize
  case .flags: text("flags: PRESS_LEVELS_...")
  case .count: text("count: 2..8")
  case .first: text("first_pressure: above 0")
  case .last: text("last_pressure: above first_pressure, at most 1")
  case .hysteresis: text("hysteresis: 0..0.9")
  case .repeats: text("repeat_us: at most 10000000")
  case .fast: text("repeat_fast_us: 1000..10000000")
  case .delay: text("repeat_delay_us: at most 10000000")
  case .reserved: text("reserved: 0")
  case nil: nil
  }
}

@implementation @_cdecl("press_levels_of")
public func press_levels_of(_ engine: OpaquePointer?, _ contact: UInt32, _ level: UnsafeMutablePointer<press_climb>?) -> Int32 {
  guard let engine, let level else { return Status.invalid }
  guard let levels = PressureLevels(Engine(engine)) else { return Status.state }
  guard let found = levels.level(of: contact) else { return Status.notFound }
  level.pointee = found
  return Status.ok
}

@implementation @_cdecl("press_levels_cancel")
public func press_levels_cancel(_ engine: OpaquePointer?, _ contact: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return PressureLevels(Engine(engine))?.cancel(contact) ?? Status.state
}
