import CPress
import PressCheck
import PressCore
import PressSetup

private func check(_ handle: OpaquePointer?) -> UnsafeMutablePointer<Check>? { handle.map { UnsafeMutablePointer($0) } }

@implementation @_cdecl("press_check_options_init")
package func press_check_options_init(_ options: UnsafeMutablePointer<press_check_options>?) {
  guard let options else { return }
  options.pointee = press_check_options()
  options.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_check_options>.size)
  options.pointee.sensors = 1
  options.pointee.node = text("the converter")
}

@implementation @_cdecl("press_check_size")
package func press_check_size(_ sensors: Int) -> Int { Check.size(UInt32(clamping: sensors)) }

@implementation @_cdecl("press_check_init")
package func press_check_init(
  _ storage: UnsafeMutableRawPointer?, _ bytes: Int, _ options: UnsafePointer<press_check_options>?, _ handle: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  guard let storage, let options, let handle, UInt(bitPattern: storage) & 7 == 0, isValid(options) else { return Status.invalid }
  if bytes < Check.size(options.pointee.sensors) { return Status.noSpace }
  Check.initialize(storage, options)
  handle.pointee = OpaquePointer(storage)
  return Status.ok
}

private func isValid(_ options: UnsafePointer<press_check_options>) -> Bool {
  let all = UInt32(PRESS_CHECK_FLAG_RECORDED | PRESS_CHECK_FLAG_INPUTS)
  guard Sized.isWhole(options), options.pointee.reserved == 0, options.pointee.flags & ~all == 0, Check.size(options.pointee.sensors) > 0,
    options.pointee.touch_force > 0, options.pointee.release_force > 0
  else { return false }
  let sensors = Check.sensors(options)
  for i in 0..<Int(options.pointee.sensors) {
    guard let sensor = sensors[i].sensor, press_sensor.brokenRule(sensor) == 0,
      sensors[i].flags & ~UInt32(PRESS_CHECK_SENSOR_FLAG_NO_RESISTOR | PRESS_CHECK_SENSOR_FLAG_REFERENCE_PIN) == 0
    else {
      return false
    }
  }
  return true
}

// MARK: Input

@implementation @_cdecl("press_check_result_init")
package func press_check_result_init(_ result: UnsafeMutablePointer<press_check_result>?) {
  result?.pointee = press_check_result()
  result?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_check_result>.size)
}

@implementation @_cdecl("press_check_bus")
package func press_check_bus(_ handle: OpaquePointer?, _ result: UnsafePointer<press_check_result>?) -> Int32 {
  guard let check = check(handle), let result else { return Status.invalid }
  var full = press_check_result()
  Sized.read(result, over: &full)
  return full.size == 0 ? Status.invalid : check.pointee.take(full)
}

@implementation @_cdecl("press_check_feed")
package func press_check_feed(_ handle: OpaquePointer?, _ frame: UnsafePointer<press_frame>?) -> Int32 {
  guard let check = check(handle), let frame, check.pointee.fits(frame) else { return Status.invalid }
  return check.pointee.feed(frame)
}

@implementation @_cdecl("press_check_tick")
package func press_check_tick(_ handle: OpaquePointer?, _ now_us: UInt64) -> Int32 {
  now_us == UInt64.max ? Status.invalid : check(handle)?.pointee.tick(now_us) ?? Status.invalid
}

@implementation @_cdecl("press_check_inputs")
package func press_check_inputs(_ handle: OpaquePointer?, _ codes: UnsafePointer<Int32>?) -> Int32 {
  guard let check = check(handle), let codes else { return Status.invalid }
  return check.pointee.take(inputs: codes)
}

@implementation @_cdecl("press_check_end")
package func press_check_end(_ handle: OpaquePointer?) -> Int32 { check(handle)?.pointee.end() ?? Status.invalid }

// MARK: Findings

@implementation @_cdecl("press_check_status_init")
package func press_check_status_init(_ state: UnsafeMutablePointer<press_check_status>?) {
  state?.pointee = press_check_status()
  state?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_check_status>.size)
}

@implementation @_cdecl("press_check_get")
package func press_check_get(_ handle: OpaquePointer?, _ state: UnsafeMutablePointer<press_check_status>?) -> Int32 {
  guard let check = check(handle), let state, Sized.hasRoom(state) else { return Status.invalid }
  var found = press_check_status()
  check.pointee.now(&found)
  Sized.write(&found, to: state)
  return Status.ok
}

@implementation @_cdecl("press_finding_init")
package func press_finding_init(_ finding: UnsafeMutablePointer<press_finding>?) {
  finding?.pointee = noFinding()
  finding?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_finding>.size)
}

private func noFinding() -> press_finding {
  var finding = press_finding()
  finding.sensor = -1
  return finding
}

@implementation @_cdecl("press_check_get_finding")
package func press_check_get_finding(_ handle: OpaquePointer?, _ index: UInt32, _ finding: UnsafeMutablePointer<press_finding>?) -> Int32 {
  guard let check = check(handle), let finding, Sized.hasRoom(finding) else { return Status.invalid }
  var found = noFinding()
  if !check.pointee.describe(index, &found) { return Status.notFound }
  Sized.write(&found, to: finding)
  return Status.ok
}

@implementation @_cdecl("press_finding_get")
package func press_finding_get(_ kind: UInt32, _ finding: UnsafeMutablePointer<press_finding>?) -> Int32 {
  guard let finding, Sized.hasRoom(finding) else { return Status.invalid }
  var found = noFinding()
  if !Check.describe(kind, &found) { return Status.notFound }
  Sized.write(&found, to: finding)
  return Status.ok
}

@implementation @_cdecl("press_check_get_text")
package func press_check_get_text(
  _ handle: OpaquePointer?, _ index: UInt32, _ words: UInt32, _ buffer: UnsafeMutablePointer<CChar>?, _ bytes: Int
) -> Int32 {
  guard let check = check(handle), let buffer, words == UInt32(PRESS_CHECK_TEXT_FOUND) || words == UInt32(PRESS_CHECK_TEXT_ADVICE) else {
    return Status.invalid
  }
  if bytes <= 0 { return Status.noSpace }
  var out = Writer(buffer: UnsafeMutableRawPointer(buffer).assumingMemoryBound(to: UInt8.self), capacity: bytes &- 1)
  let isThere = check.pointee.write(index, isAdvice: words == UInt32(PRESS_CHECK_TEXT_ADVICE), &out)
  buffer[isThere && out.error == 0 ? out.written.count : 0] = 0
  if !isThere { return Status.notFound }
  return out.error == 0 ? Int32(truncatingIfNeeded: out.written.count) : Status.noSpace
}

@implementation @_cdecl("press_check_get_value")
package func press_check_get_value(
  _ handle: OpaquePointer?, _ index: UInt32, _ name: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Int64>?
) -> Int32 {
  guard let check = check(handle), let name, let value else { return Status.invalid }
  guard let found = check.pointee.value(index, Slice(cString: name)) else { return Status.notFound }
  value.pointee = found
  return Status.ok
}
