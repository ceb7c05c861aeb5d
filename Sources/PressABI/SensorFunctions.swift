import CPress
import PressCore

@implementation @_cdecl("press_circuit_conductance")
public func press_circuit_conductance(
  _ circuit: UnsafePointer<press_circuit>?, _ code: Int32, _ conductance: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let circuit, let conductance, Circuit.brokenRule(circuit.pointee) == nil else { return Status.invalid }
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
  if Curve.brokenRule(&made) != nil { return Status.invalid }
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
  guard let curve, let known, Curve.brokenRule(known) == nil, conductance > 0, force > 0 else { return Status.invalid }
  var made = known.pointee
  if !Curve.scale(&made, conductance, force) { return Status.invalid }
  curve.pointee = made
  return Status.ok
}

@implementation @_cdecl("press_curve_force")
public func press_curve_force(
  _ curve: UnsafePointer<press_curve>?, _ conductance: press_q16, _ force: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let curve, let force, Curve.brokenRule(curve) == nil else { return Status.invalid }
  force.pointee = Curve.force(curve, conductance)
  return Status.ok
}

@implementation @_cdecl("press_circuit_init")
public func press_circuit_init(_ circuit: UnsafeMutablePointer<press_circuit>?) {
  circuit?.pointee = PadConfig.makeCircuit()
}

@implementation @_cdecl("press_curve_init")
public func press_curve_init(_ curve: UnsafeMutablePointer<press_curve>?) {
  if let curve { PadConfig.placeTypical(at: curve) }
}

@implementation @_cdecl("press_sensor_init")
public func press_sensor_init(_ sensor: UnsafeMutablePointer<press_sensor>?) {
  if let sensor { PadConfig.placeDefaultSensor(at: sensor) }
}

// MARK: Checks

/// A sensor is large: it is read where it lies.
func brokenRule(_ given: UnsafePointer<press_sensor>) -> PadConfig.SensorRule? {
  Sized.isWhole(given) ? PadConfig.brokenRule(given) : .size
}

@implementation @_cdecl("press_circuit_check")
public func press_circuit_check(
  _ circuit: UnsafePointer<press_circuit>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  // Without "circuit.".
  answer(circuit.map { words(Circuit.brokenRule($0.pointee)).map { $0 + 8 } } ?? nothingGiven, why)
}

@implementation @_cdecl("press_curve_check")
public func press_curve_check(_ curve: UnsafePointer<press_curve>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  // Without "curve.".
  answer(curve.map { words(Curve.brokenRule($0)).map { $0 + 6 } } ?? nothingGiven, why)
}

@implementation @_cdecl("press_sensor_check")
public func press_sensor_check(_ sensor: UnsafePointer<press_sensor>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  answer(sensor.map { words(brokenRule($0)) } ?? nothingGiven, why)
}

private func words(_ rule: PadConfig.SensorRule?) -> UnsafePointer<CChar>? {
  switch rule {
  case .size: wrongSize
  case .flags: text("flags: 0")
  case .creep: text("creep: 0..1")
  case .preload: text("preload_force: not negative")
  case .preloadOfCurve: text("preload_force: reached by the curve")
  case .zeroLimit: text("zero_limit: not negative")
  case .span: text("span: not negative")
  case .circuit(let rule): words(rule)
  case .curve(let rule): words(rule)
  case nil: nil
  }
}

func words(_ rule: Circuit.Rule?) -> UnsafePointer<CChar>? {
  switch rule {
  case .fullScale: text("circuit.full_scale: 1..16777215")
  case .resistor: text("circuit.resistor_ohm: 1..16777215")
  case .parallel: text("circuit.parallel_ohm: 0..16777215")
  case .flags: text("circuit.flags: PRESS_CIRCUIT_PULL_UP or 0")
  case .maxCode: text("circuit.max_code: 0..full_scale")
  case .short: text("circuit.short_ohm: 1..16777215")
  case nil: nil
  }
}

func words(_ rule: Curve.Rule?) -> UnsafePointer<CChar>? {
  switch rule {
  case .kind: text("curve.kind: PRESS_CURVE_POWER or PRESS_CURVE_TABLE")
  case .count: text("curve.count: 1..16 points, 0 for a power law")
  case .conductance: text("curve.reference_conductance: above 0")
  case .force: text("curve.reference_force: above 0")
  case .exponent: text("curve.exponent: 0.25..4")
  case .points: text("curve.points: rising strictly from above 0")
  case nil: nil
  }
}
