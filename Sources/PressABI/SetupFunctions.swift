import CPress
import PressCore
import PressSetup

private func setup(_ handle: OpaquePointer?) -> UnsafeMutablePointer<Setup>? { handle.map { UnsafeMutablePointer($0) } }

private func slice(_ text: UnsafePointer<CChar>, _ length: Int) -> Slice {
  Slice(base: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: length)
}

@implementation @_cdecl("press_setup_size")
package func press_setup_size() -> Int { MemoryLayout<Setup>.size }

@implementation @_cdecl("press_setup_init")
package func press_setup_init(_ storage: UnsafeMutableRawPointer?, _ bytes: Int, _ setup: UnsafeMutablePointer<OpaquePointer?>?) -> Int32 {
  guard let storage, let setup, UInt(bitPattern: storage) & 7 == 0 else { return Status.invalid }
  if bytes < MemoryLayout<Setup>.size { return Status.noSpace }
  Setup.initialize(storage)
  setup.pointee = OpaquePointer(storage)
  return Status.ok
}

@implementation @_cdecl("press_setup_files_init")
package func press_setup_files_init(_ files: UnsafeMutablePointer<press_setup_files>?) {
  files?.pointee = press_setup_files()
  files?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_setup_files>.size)
}

@implementation @_cdecl("press_setup_set_files")
package func press_setup_set_files(_ handle: OpaquePointer?, _ files: UnsafePointer<press_setup_files>?) -> Int32 {
  guard let setup = setup(handle), let files, Sized.isWhole(files) else { return Status.invalid }
  setup.pointee.settings.calibrations = CalibrationReader(read: files.pointee.read, user: files.pointee.user)
  return Status.ok
}

// MARK: Reading

@implementation @_cdecl("press_setup_text")
package func press_setup_text(_ handle: OpaquePointer?, _ origin: UInt32, _ text: UnsafePointer<CChar>?, _ length: Int) -> Int32 {
  guard let setup = setup(handle), let text, length >= 0, Setup.begin(setup, origin) else { return Status.invalid }
  return Setup.take(setup, text: slice(text, length)) ? Status.ok : Status.invalid
}

@implementation @_cdecl("press_setup_begin")
package func press_setup_begin(_ handle: OpaquePointer?, _ origin: UInt32) -> Int32 {
  guard let setup = setup(handle) else { return Status.invalid }
  return Setup.begin(setup, origin) ? Status.ok : Status.invalid
}

@implementation @_cdecl("press_setup_line")
package func press_setup_line(_ handle: OpaquePointer?, _ line: UnsafePointer<CChar>?, _ length: Int) -> Int32 {
  guard let setup = setup(handle), let line, length >= 0 else { return Status.invalid }
  guard let isAccepted = Setup.take(setup, slice(line, length)) else { return Status.state }
  return isAccepted ? Status.ok : Status.invalid
}

@implementation @_cdecl("press_setup_option")
package func press_setup_option(_ handle: OpaquePointer?, _ setting: UnsafePointer<CChar>?) -> Int32 {
  guard let setup = setup(handle), let setting else { return Status.invalid }
  return Setup.take(setup, option: Slice(cString: setting)) ? Status.ok : Status.invalid
}

@implementation @_cdecl("press_setup_check")
package func press_setup_check(_ handle: OpaquePointer?, _ source: UInt32) -> Int32 {
  guard let setup = setup(handle), let source = SetupSource(rawValue: source) else { return Status.invalid }
  return Setup.verify(setup, source) ? Status.ok : Status.invalid
}

@implementation @_cdecl("press_setup_fault_init")
package func press_setup_fault_init(_ fault: UnsafeMutablePointer<press_setup_fault>?) {
  fault?.pointee = press_setup_fault()
  fault?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_setup_fault>.size)
}

@implementation @_cdecl("press_setup_get_fault")
package func press_setup_get_fault(_ handle: OpaquePointer?, _ fault: UnsafeMutablePointer<press_setup_fault>?) -> Int32 {
  guard let setup = setup(handle), let fault, Sized.hasRoom(fault) else { return Status.invalid }
  var found = press_setup_fault()
  found.origin = setup.pointee.origin
  found.line = setup.pointee.line
  found.length = setup.pointee.length
  found.words = found.origin == 0 ? nil : UnsafeRawPointer(Setup.words(setup)).assumingMemoryBound(to: CChar.self)
  Sized.write(&found, to: fault)
  return found.origin == 0 ? Status.notFound : Status.ok
}

// MARK: Values and messages

@implementation @_cdecl("press_setup_key_init")
package func press_setup_key_init(_ key: UnsafeMutablePointer<press_setup_key>?) {
  key?.pointee = press_setup_key()
  key?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_setup_key>.size)
}

@implementation @_cdecl("press_setup_key_get")
package func press_setup_key_get(_ index: UInt32, _ key: UnsafeMutablePointer<press_setup_key>?) -> Int32 {
  guard let key, Sized.hasRoom(key) else { return Status.invalid }
  var found = press_setup_key()
  if !Setup.describe(index, &found) { return Status.notFound }
  Sized.write(&found, to: key)
  return Status.ok
}

@implementation @_cdecl("press_setup_key_get_texts")
package func press_setup_key_get_texts(
  _ index: UInt32, _ unit: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _ about: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  guard let unit, let about else { return Status.invalid }
  guard let found = Setup.texts(index) else { return Status.notFound }
  unit.pointee = found.unit
  about.pointee = found.about
  return Status.ok
}

@implementation @_cdecl("press_setup_value_init")
package func press_setup_value_init(_ value: UnsafeMutablePointer<press_setup_value>?) {
  value?.pointee = press_setup_value()
  value?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_setup_value>.size)
}

@implementation @_cdecl("press_setup_get")
package func press_setup_get(
  _ handle: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<press_setup_value>?
) -> Int32 {
  guard let setup = setup(handle), let key, let value, Sized.hasRoom(value) else { return Status.invalid }
  var found = press_setup_value()
  if !Setup.read(setup, Slice(cString: key), &found) { return Status.notFound }
  Sized.write(&found, to: value)
  return Status.ok
}

@implementation @_cdecl("press_setup_get_text")
package func press_setup_get_text(
  _ handle: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ buffer: UnsafeMutablePointer<CChar>?, _ bytes: Int
) -> Int32 {
  guard let setup = setup(handle), let key, let buffer else { return Status.invalid }
  return write(buffer, bytes) { Setup.show(setup, Slice(cString: key), &$0) }
}

@implementation @_cdecl("press_setup_decimal")
package func press_setup_decimal(_ number: press_q16, _ buffer: UnsafeMutablePointer<CChar>?, _ bytes: Int) -> Int32 {
  guard let buffer else { return Status.invalid }
  return write(buffer, bytes) {
    $0.q16(number)
    return true
  }
}

/// Writes text into the caller's buffer. `show` returns false if there is nothing of that name.
private func write(_ buffer: UnsafeMutablePointer<CChar>, _ bytes: Int, _ show: (inout Writer) -> Bool) -> Int32 {
  if bytes <= 0 { return Status.noSpace }
  var out = Writer(buffer: UnsafeMutableRawPointer(buffer).assumingMemoryBound(to: UInt8.self), capacity: bytes &- 1)
  let isThere = show(&out)
  buffer[isThere && out.error == 0 ? out.written.count : 0] = 0
  if !isThere { return Status.notFound }
  return out.error == 0 ? Int32(truncatingIfNeeded: out.written.count) : Status.noSpace
}

@implementation @_cdecl("press_setup_count")
package func press_setup_count(_ handle: OpaquePointer?, _ section: UnsafePointer<CChar>?) -> UInt32 {
  guard let setup = setup(handle), let section else { return 0 }
  return Setup.count(setup, Slice(cString: section))
}

@implementation @_cdecl("press_setup_section_line")
package func press_setup_section_line(_ handle: OpaquePointer?, _ section: UnsafePointer<CChar>?) -> UInt32 {
  guard let setup = setup(handle), let section else { return 0 }
  return Setup.line(setup, Slice(cString: section))
}

@implementation @_cdecl("press_setup_section")
package func press_setup_section(_ handle: OpaquePointer?, _ section: UnsafePointer<CChar>?) -> UnsafeRawPointer? {
  guard let setup = setup(handle), let section else { return nil }
  return Setup.section(setup, Slice(cString: section))
}

@implementation @_cdecl("press_setup_get_wire")
package func press_setup_get_wire(
  _ handle: OpaquePointer?, _ sensor: UInt32, _ converter: UnsafeMutablePointer<UInt32>?, _ input: UnsafeMutablePointer<UInt32>?
) -> Int32 {
  guard let setup = setup(handle), let converter, let input else { return Status.invalid }
  return Setup.wire(setup, sensor, converter, input) ? Status.ok : Status.notFound
}

// MARK: Parts

@implementation @_cdecl("press_setup_parts_init")
package func press_setup_parts_init(_ parts: UnsafeMutablePointer<press_setup_parts>?) {
  parts?.pointee = press_setup_parts()
  parts?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_setup_parts>.size)
}

@implementation @_cdecl("press_setup_start")
package func press_setup_start(_ handle: OpaquePointer?, _ parts: UnsafeMutablePointer<press_setup_parts>?) -> Int32 {
  guard let setup = setup(handle), let parts, Sized.isWhole(parts), parts.pointee.reserved == 0 else { return Status.invalid }
  return Setup.start(setup, parts)
}

@implementation @_cdecl("press_setup_get_transition")
package func press_setup_get_transition(
  _ handle: OpaquePointer?, _ transition: UInt32, _ options: UnsafeMutablePointer<press_transition_options>?
) -> Int32 {
  guard let setup = setup(handle), let options, Sized.hasRoom(options) else { return Status.invalid }
  var full = press_transition_options()
  if !Setup.transition(setup, transition, &full) { return Status.notFound }
  Sized.write(&full, to: options)
  return Status.ok
}

@implementation @_cdecl("press_setup_step")
package func press_setup_step(_ handle: OpaquePointer?, _ now_us: UInt64, _ frame: UnsafeMutablePointer<press_frame>?) -> Int32 {
  guard let setup = setup(handle), let frame, now_us != UInt64.max else { return Status.invalid }
  return Setup.step(setup, now_us, frame)
}

@implementation @_cdecl("press_setup_frame_us")
package func press_setup_frame_us(_ handle: OpaquePointer?) -> UInt64 { setup(handle).map { Setup.frameUs($0) } ?? 0 }

@implementation @_cdecl("press_setup_next_deadline")
package func press_setup_next_deadline(_ handle: OpaquePointer?) -> UInt64 { setup(handle).map { Setup.next($0) } ?? UInt64.max }

@implementation @_cdecl("press_setup_last_error")
package func press_setup_last_error(_ handle: OpaquePointer?, _ converter: UInt32) -> Int32 {
  guard let setup = setup(handle) else { return Status.invalid }
  return Setup.noticed(setup, converter)?.error ?? Status.notFound
}

@implementation @_cdecl("press_setup_conflicts")
package func press_setup_conflicts(_ handle: OpaquePointer?, _ converter: UInt32) -> UInt32 {
  setup(handle).flatMap { Setup.noticed($0, converter) }?.conflicts ?? 0
}

@implementation @_cdecl("press_setup_stop")
package func press_setup_stop(_ handle: OpaquePointer?) -> Int32 {
  setup(handle).map { Setup.stop($0) } ?? Status.invalid
}
