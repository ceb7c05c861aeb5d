import CPress
import PressCore

@implementation @_cdecl("press_calibration_init")
public func press_calibration_init(_ calibration: UnsafeMutablePointer<press_calibration>?) {
  guard let calibration else { return }
  var sensor = press_sensor.makeDefault
  Calibration.take(&sensor, into: calibration)
}

@implementation @_cdecl("press_calibration_check")
public func press_calibration_check(
  _ calibration: UnsafePointer<press_calibration>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  guard let calibration else { return answer(nothingGiven, why) }
  if !Sized.isWhole(calibration) { return answer(wrongSize, why) }
  let rule = Calibration.brokenRule(calibration)
  return answer(rule == 0 ? nil : Calibration.words(rule), why)
}

/// It is large: it is read where it lies.
private func isValid(_ given: UnsafePointer<press_calibration>) -> Bool { Sized.isWhole(given) && Calibration.brokenRule(given) == 0 }

@implementation @_cdecl("press_calibration_take")
public func press_calibration_take(
  _ sensor: UnsafePointer<press_sensor>?, _ calibration: UnsafeMutablePointer<press_calibration>?
) -> Int32 {
  guard let sensor, let calibration, press_sensor.brokenRule(sensor) == 0, Sized.hasRoom(calibration) else { return Status.invalid }
  var taken = press_calibration()
  Calibration.take(sensor, into: &taken)
  Sized.write(&taken, to: calibration)
  return Status.ok
}

@implementation @_cdecl("press_calibration_apply")
public func press_calibration_apply(
  _ calibration: UnsafePointer<press_calibration>?, _ sensor: UnsafeMutablePointer<press_sensor>?
) -> Int32 {
  guard let calibration, let sensor, isValid(calibration), Sized.hasRoom(sensor) else { return Status.invalid }
  Calibration.apply(calibration, to: sensor)
  return Status.ok
}

@implementation @_cdecl("press_calibration_store")
public func press_calibration_store(
  _ calibration: UnsafePointer<press_calibration>?, _ bytes: UnsafeMutablePointer<UInt8>?, _ capacity: Int
) -> Int32 {
  guard let calibration, let bytes, isValid(calibration) else { return Status.invalid }
  if UInt(bitPattern: capacity) < UInt(bitPattern: Calibration.bytes) { return Status.noSpace }
  Calibration.store(calibration, bytes)
  return Int32(truncatingIfNeeded: Calibration.bytes)
}

@implementation @_cdecl("press_calibration_load")
public func press_calibration_load(
  _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ calibration: UnsafeMutablePointer<press_calibration>?
) -> Int32 {
  guard let bytes, let calibration, Sized.hasRoom(calibration) else { return Status.invalid }
  var loaded = press_calibration()
  let status = Calibration.load(bytes, count, into: &loaded)
  if status == Status.ok { Sized.write(&loaded, to: calibration) }
  return status
}

@implementation @_cdecl("press_calibration_error")
public func press_calibration_error(
  _ calibration: UnsafePointer<press_calibration>?, _ conductance: press_q16, _ force: press_q16,
  _ error: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let calibration, let error, force > 0, isValid(calibration) else { return Status.invalid }
  error.pointee = Calibration.error(calibration, conductance, force)
  return Status.ok
}
