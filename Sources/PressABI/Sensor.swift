import CPress
import PressCore

@implementation @_cdecl("press_circuit_conductance")
public func press_circuit_conductance(
  _ circuit: UnsafePointer<press_circuit>?, _ code: Int32, _ conductance: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let circuit, let conductance, Circuit.isValid(circuit.pointee) else { return Status.invalid }
  conductance.pointee = Circuit.conductance(circuit.pointee, rising: Circuit.rising(circuit.pointee, code))
  return Status.ok
}

@implementation @_cdecl("press_curve_power")
public func press_curve_power(
  _ curve: UnsafeMutablePointer<press_curve>?, _ reference_conductance: press_q16, _ reference_force: press_q16,
  _ exponent: press_q16
) -> Int32 {
  guard let curve else { return Status.invalid }
  var made = Curve.makePower(reference_conductance, reference_force, exponent)
  if !Curve.isValid(&made) { return Status.invalid }
  curve.pointee = made
  return Status.ok
}

@implementation @_cdecl("press_curve_table")
public func press_curve_table(
  _ curve: UnsafeMutablePointer<press_curve>?, _ points: UnsafePointer<press_curve_point>?, _ count: Int
) -> Int32 {
  guard let curve, let points, count >= 1, count <= Int(PRESS_CURVE_POINTS), Curve.isRising(points, count) else {
    return Status.invalid
  }
  Curve.fillTable(curve, points, count)
  return Status.ok
}

@implementation @_cdecl("press_curve_report_init")
public func press_curve_report_init(_ report: UnsafeMutablePointer<press_curve_report>?) {
  report?.pointee = CurveFit.makeReport()
}

@implementation @_cdecl("press_curve_fit")
public func press_curve_fit(
  _ curve: UnsafeMutablePointer<press_curve>?, _ points: UnsafePointer<press_curve_point>?, _ count: Int,
  _ report: UnsafeMutablePointer<press_curve_report>?
) -> Int32 {
  guard let curve, let points else { return Status.invalid }
  if let report, report.pointee.size != UInt32(truncatingIfNeeded: MemoryLayout<press_curve_report>.size) {
    return Status.invalid
  }
  var found = CurveFit.makeReport()
  let fits = CurveFit.fit(points, count, into: curve, &found)
  report?.pointee = found
  return fits ? Status.ok : Status.invalid
}

@implementation @_cdecl("press_curve_scale")
public func press_curve_scale(
  _ curve: UnsafeMutablePointer<press_curve>?, _ known: UnsafePointer<press_curve>?, _ conductance: press_q16,
  _ force: press_q16
) -> Int32 {
  guard let curve, let known, Curve.isValid(known), conductance > 0, force > 0 else { return Status.invalid }
  var made = known.pointee
  if !Curve.scale(&made, conductance, force) { return Status.invalid }
  curve.pointee = made
  return Status.ok
}

@implementation @_cdecl("press_curve_force")
public func press_curve_force(
  _ curve: UnsafePointer<press_curve>?, _ conductance: press_q16, _ force: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let curve, let force, Curve.isValid(curve) else { return Status.invalid }
  force.pointee = Curve.force(curve, conductance)
  return Status.ok
}

@implementation @_cdecl("press_sensor_init")
public func press_sensor_init(_ sensor: UnsafeMutablePointer<press_sensor>?) {
  if let sensor { PadConfig.placeDefaultSensor(at: sensor) }
}
