import CPress
import PressCore

private func line(_ event: UnsafePointer<press_event>?, _ buffer: UnsafeMutablePointer<CChar>?, _ bytes: Int) -> EventLine? {
  guard let event, let buffer, let name = press_event_name(event.pointee.type),
    let reason = press_reason_name(event.pointee.reason)
  else { return nil }
  return EventLine(event.pointee, name: name, reason: reason, in: buffer, bytes)
}

@implementation @_cdecl("press_event_describe")
public func press_event_describe(_ event: UnsafePointer<press_event>?, _ buffer: UnsafeMutablePointer<CChar>?, _ bytes: Int) -> Int32 {
  guard var line = line(event, buffer, bytes) else { return Status.invalid }
  return line.json()
}

@implementation @_cdecl("press_event_text")
public func press_event_text(_ event: UnsafePointer<press_event>?, _ buffer: UnsafeMutablePointer<CChar>?, _ bytes: Int) -> Int32 {
  guard var line = line(event, buffer, bytes) else { return Status.invalid }
  return line.text()
}
