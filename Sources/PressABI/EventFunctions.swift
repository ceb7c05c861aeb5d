import CPress
import PressCore

private func line(_ event: UnsafePointer<press_event>?, _ buffer: UnsafeMutablePointer<CChar>?, _ bytes: Int) -> EventLine? {
  guard let event, let buffer else { return nil }
  return EventLine(event.pointee, name: EventType.name(event.pointee.type), reason: Reason.name(event.pointee.reason), in: buffer, bytes)
}

@implementation @_cdecl("press_event_name")
public func press_event_name(_ type: UInt32) -> UnsafePointer<CChar>? { EventType.name(type) }

@implementation @_cdecl("press_reason_name")
public func press_reason_name(_ reason: Int32) -> UnsafePointer<CChar>? { Reason.name(reason) }

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
