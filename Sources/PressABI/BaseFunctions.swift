import CPress
import PressCore

/// What the checks of structs answer: 0 where no rule is broken, which `words` then says.
func answer(_ words: UnsafePointer<CChar>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let words else { return Status.ok }
  why?.pointee = words
  return Status.invalid
}

/// Why a check refuses where it is given nothing, and of a struct that starts with its size.
var nothingGiven: UnsafePointer<CChar>? { text("NULL: there is nothing to check") }
var wrongSize: UnsafePointer<CChar>? { text("size: sizeof the struct, as its ..._init writes it") }

/// A config as it counts: over the defaults what the program gave, however old or new it is. False: it breaks a rule.
@inline(never)
func read<Config: Ruled>(_ given: UnsafePointer<Config>?, into full: UnsafeMutablePointer<Config>) -> Bool {
  Config.setDefaults(full)
  Sized.read(given, over: full)
  return Config.brokenRule(full) == 0
}

/// Which rule a config breaks, that is not within another struct.
func answer<Config: Ruled>(_ full: UnsafePointer<Config>, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  answer(Config.refusal(full), why)
}

@implementation @_cdecl("press_strerror")
public func press_strerror(_ status: Int32) -> UnsafePointer<CChar>? { Status.words(status) }

@implementation @_cdecl("press_version")
public func press_version() -> UInt32 {
  UInt32(truncatingIfNeeded: PRESS_VERSION_MAJOR << 16 | PRESS_VERSION_MINOR << 8 | PRESS_VERSION_PATCH)
}

@implementation @_cdecl("press_time_extend")
public func press_time_extend(_ last_us: UInt64, _ now: UInt32) -> UInt64 {
  Time.extend(last_us, now)
}
