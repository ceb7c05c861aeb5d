import CPress
import PressCore

/// Static text as C takes it.
func text(_ literal: StaticString) -> UnsafePointer<CChar>? {
  UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// What the checks of structs answer: 0 where no rule is broken, which `words` then says.
func answer(_ words: UnsafePointer<CChar>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let words else { return Status.ok }
  why?.pointee = words
  return Status.invalid
}

/// Why a check refuses where it is given nothing, and of a struct that starts with its size.
var nothingGiven: UnsafePointer<CChar>? { text("NULL: there is nothing to check") }
var wrongSize: UnsafePointer<CChar>? { text("size: sizeof the struct, as its ..._init writes it") }

@implementation @_cdecl("press_strerror")
public func press_strerror(_ status: Int32) -> UnsafePointer<CChar>? {
  switch status {
  case Status.ok: text("ok")
  case Status.notFound: text("no such contact, target or sensor, or nothing is stored there")
  case Status.io: text("the bus failed")
  case Status.full: text("events wait for press_poll: take them, then call again")
  case Status.busy: text("not from inside a callback")
  case Status.invalid: text("an argument is missing, out of range or of the wrong size")
  case Status.noSpace: text("a capacity given at the start is used up, or the storage too small")
  case Status.time: text("time went backwards")
  case Status.state: text("not possible in the present state")
  case Status.damaged: text("stored bytes are damaged or cut off")
  case Status.version: text("stored bytes are of an unknown version")
  case Status.tooFewEvents: text("max_events is too small for the ends of all that can run")
  case Status.timedOut: text("the device did not answer in time")
  case Status.notAcknowledged: text("no device acknowledged the address")
  default: text("unknown status")
  }
}

@implementation @_cdecl("press_version")
public func press_version() -> UInt32 {
  UInt32(truncatingIfNeeded: PRESS_VERSION_MAJOR << 16 | PRESS_VERSION_MINOR << 8 | PRESS_VERSION_PATCH)
}

@implementation @_cdecl("press_time_extend")
public func press_time_extend(_ last_us: UInt64, _ now: UInt32) -> UInt64 {
  Time.extend(last_us, now)
}
