import CPress
import PressCore

@implementation @_cdecl("press_circuit_conductance")
public func press_circuit_conductance(
  _ circuit: UnsafePointer<press_circuit>?, _ code: Int32, _ conductance: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let circuit, let conductance, press_circuit.brokenRule(circuit) == 0 else { return Status.invalid }
  conductance.pointee = Circuit.conductance(circuit.pointee, rising: Circuit.rising(circuit.pointee, code))
  return Status.ok
}

@implementation @_cdecl("press_curve_power")
public func press_curve_power(
  _ reference_conductance: press_q16, _ reference_force: press_q16, _ exponent: press_q16,
  _ curve: UnsafeMutablePointer<press_curve>?
) -> Int32 {
  guard let curve else { return Status.invalid }
  var made = Curve.makePower(reference_conductance, reference_force, exponent)
  if Curve.brokenRule(&made) != 0 { return Status.invalid }
  curve.pointee = made
  return Status.ok
}

@implementation @_cdecl("press_curve_table")
public func press_curve_table(
  _ points: UnsafePointer<press_curve_point>?, _ count: Int, _ curve: UnsafeMutablePointer<press_curve>?
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
  _ points: UnsafePointer<press_curve_point>?, _ count: Int, _ curve: UnsafeMutablePointer<press_curve>?,
  _ report: UnsafeMutablePointer<press_curve_report>?
) -> Int32 {
  fit(curve, points, count, report, nil)
}

@implementation @_cdecl("press_curve_fit_best")
public func press_curve_fit_best(
  _ points: UnsafePointer<press_curve_point>?, _ count: Int, _ curve: UnsafeMutablePointer<press_curve>?,
  _ report: UnsafeMutablePointer<press_curve_report>?, _ others: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  var off: press_q16 = 0
  let status = fit(curve, points, count, report, &off)
  if status == Status.ok { others?.pointee = off }
  return status
}

/// `others`: where there are such, it may be a law.
private func fit(
  _ curve: UnsafeMutablePointer<press_curve>?, _ points: UnsafePointer<press_curve_point>?, _ count: Int,
  _ report: UnsafeMutablePointer<press_curve_report>?, _ others: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let curve, let points else { return Status.invalid }
  if let report, !Sized.hasRoom(report) { return Status.invalid }
  var found = CurveFit.makeReport()
  let fits = CurveFit.fit(points, count, into: curve, &found, others)
  if let report { Sized.write(&found, to: report) }
  return fits ? Status.ok : Status.invalid
}

@implementation @_cdecl("press_curve_scale")
public func press_curve_scale(
  _ known: UnsafePointer<press_curve>?, _ conductance: press_q16, _ force: press_q16,
  _ curve: UnsafeMutablePointer<press_curve>?
) -> Int32 {
  guard let curve, let known, Curve.brokenRule(known) == 0, conductance > 0, force > 0 else { return Status.invalid }
  var made = known.pointee
  if !Curve.scale(&made, conductance, force) { return Status.invalid }
  curve.pointee = made
  return Status.ok
}

@implementation @_cdecl("press_curve_force")
public func press_curve_force(
  _ curve: UnsafePointer<press_curve>?, _ conductance: press_q16, _ force: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let curve, let force, Curve.brokenRule(curve) == 0 else { return Status.invalid }
  force.pointee = Curve.force(curve, conductance)
  return Status.ok
}

@implementation @_cdecl("press_curve_init")
public func press_curve_init(_ curve: UnsafeMutablePointer<press_curve>?) {
  if let curve { Curve.placeTypical(at: curve) }
}

@implementation @_cdecl("press_curve_check")
public func press_curve_check(_ curve: UnsafePointer<press_curve>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let curve else { return answer(nothingGiven, why) }
  let rule = Curve.brokenRule(curve)
  // Without "curve.".
  return answer(rule == 0 ? nil : Curve.words(rule) + 6, why)
}
