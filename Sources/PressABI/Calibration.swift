import CPress
import PressCore

@implementation @_cdecl("press_calibration_init")
public func press_calibration_init(_ calibration: UnsafeMutablePointer<press_calibration>?) {
  guard let calibration else { return }
  var sensor = PadConfig.makeDefaultSensor()
  Calibration.take(&sensor, into: calibration)
}

@implementation @_cdecl("press_calibration_of")
public func press_calibration_of(
  _ sensor: UnsafePointer<press_sensor>?, _ calibration: UnsafeMutablePointer<press_calibration>?
) -> Int32 {
  guard let sensor, let calibration, PadConfig.isValid(sensor) else { return Status.invalid }
  Calibration.take(sensor, into: calibration)
  return Status.ok
}

@implementation @_cdecl("press_calibration_apply")
public func press_calibration_apply(
  _ calibration: UnsafePointer<press_calibration>?, _ sensor: UnsafeMutablePointer<press_sensor>?
) -> Int32 {
  guard let calibration, let sensor, Calibration.isValid(calibration),
    sensor.pointee.size == UInt32(truncatingIfNeeded: MemoryLayout<press_sensor>.size)
  else { return Status.invalid }
  Calibration.apply(calibration, to: sensor)
  return Status.ok
}

@implementation @_cdecl("press_calibration_store")
public func press_calibration_store(
  _ calibration: UnsafePointer<press_calibration>?, _ bytes: UnsafeMutablePointer<UInt8>?, _ capacity: Int
) -> Int32 {
  guard let calibration, let bytes, Calibration.isValid(calibration) else { return Status.invalid }
  if UInt(bitPattern: capacity) < UInt(bitPattern: Calibration.bytes) { return Status.noSpace }
  Calibration.store(calibration, bytes)
  return Int32(truncatingIfNeeded: Calibration.bytes)
}

@implementation @_cdecl("press_calibration_load")
public func press_calibration_load(
  _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ calibration: UnsafeMutablePointer<press_calibration>?
) -> Int32 {
  guard let bytes, let calibration else { return Status.invalid }
  return Calibration.load(bytes, count, into: calibration)
}

@implementation @_cdecl("press_calibration_check")
public func press_calibration_check(
  _ calibration: UnsafePointer<press_calibration>?, _ conductance: press_q16, _ force: press_q16,
  _ error: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let calibration, let error, force > 0, Calibration.isValid(calibration) else { return Status.invalid }
  error.pointee = Calibration.error(calibration, conductance, force)
  return Status.ok
}
