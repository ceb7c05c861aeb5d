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

@implementation @_cdecl("press_levels_status_init")
public func press_levels_status_init(_ state: UnsafeMutablePointer<press_levels_status>?) {
  state?.initialize(to: press_levels_status())
  state?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_levels_status>.size)
}

@implementation @_cdecl("press_levels_get")
public func press_levels_get(_ engine: OpaquePointer?, _ contact: UInt32, _ state: UnsafeMutablePointer<press_levels_status>?) -> Int32 {
  guard let engine, let state, Sized.hasRoom(state) else { return Status.invalid }
  guard let levels = PressureLevels(Engine(engine)) else { return Status.state }
  guard var now = levels.get(contact) else { return Status.notFound }
  Sized.write(&now, to: state)
  return Status.ok
}

@implementation @_cdecl("press_levels_cancel")
public func press_levels_cancel(_ engine: OpaquePointer?, _ contact: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return PressureLevels(Engine(engine))?.cancel(contact) ?? Status.state
}
