import CPress
import PressCore

@implementation @_cdecl("press_circuit_conductance")
package func press_circuit_conductance(
  _ circuit: UnsafePointer<press_circuit>?, _ code: Int32, _ conductance: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let circuit, let conductance, press_circuit.brokenRule(circuit) == 0 else { return Status.invalid }
  conductance.pointee = Circuit.conductance(circuit.pointee, rising: Circuit.rising(circuit.pointee, code))
  return Status.ok
}

@implementation @_cdecl("press_curve_power")
package func press_curve_power(
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
package func press_curve_table(
  _ points: UnsafePointer<press_curve_point>?, _ count: Int, _ curve: UnsafeMutablePointer<press_curve>?
) -> Int32 {
  guard let curve, let points, count >= 1, count <= Int(PRESS_CURVE_POINTS), Curve.isRising(points, count) else {
    return Status.invalid
  }
  Curve.fillTable(curve, points, count)
  return Status.ok
}

@implementation @_cdecl("press_curve_report_init")
package func press_curve_report_init(_ report: UnsafeMutablePointer<press_curve_report>?) {
  report?.pointee = CurveFit.makeReport()
}

@implementation @_cdecl("press_curve_fit")
package func press_curve_fit(
  _ points: UnsafePointer<press_curve_point>?, _ count: Int, _ curve: UnsafeMutablePointer<press_curve>?,
  _ report: UnsafeMutablePointer<press_curve_report>?
) -> Int32 {
  fit(curve, points, count, report, nil)
}

@implementation @_cdecl("press_curve_fit_best")
package func press_curve_fit_best(
  _ points: UnsafePointer<press_curve_point>?, _ count: Int, _ curve: UnsafeMutablePointer<press_curve>?,
  _ report: UnsafeMutablePointer<press_curve_report>?, _ others: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  var off: press_q16 = 0
  let status = fit(curve, points, count, report, &off)
  if status == Status.ok { others?.pointee = off }
  return status
}

/// `others`: if not nil, the curve may be a power law.
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
package func press_curve_scale(
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
package func press_curve_force(
  _ curve: UnsafePointer<press_curve>?, _ conductance: press_q16, _ force: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let curve, let force, Curve.brokenRule(curve) == 0 else { return Status.invalid }
  force.pointee = Curve.force(curve, conductance)
  return Status.ok
}

@implementation @_cdecl("press_curve_init")
package func press_curve_init(_ curve: UnsafeMutablePointer<press_curve>?) {
  if let curve { Curve.placeTypical(at: curve) }
}

@implementation @_cdecl("press_curve_check")
package func press_curve_check(_ curve: UnsafePointer<press_curve>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let curve else { return answer(nothingGiven, why) }
  let rule = Curve.brokenRule(curve)
  // Without "curve.".
  return answer(rule == 0 ? nil : Curve.words(rule) + 6, why)
}

@implementation @_cdecl("press_calibration_init")
package func press_calibration_init(_ calibration: UnsafeMutablePointer<press_calibration>?) {
  guard let calibration else { return }
  var sensor = press_sensor.makeDefault
  Calibration.take(&sensor, into: calibration)
}

@implementation @_cdecl("press_calibration_check")
package func press_calibration_check(
  _ calibration: UnsafePointer<press_calibration>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  guard let calibration else { return answer(nothingGiven, why) }
  if !Sized.isWhole(calibration) { return answer(wrongSize, why) }
  let rule = Calibration.brokenRule(calibration)
  return answer(rule == 0 ? nil : Calibration.words(rule), why)
}

/// Whether a calibration is valid; it is read in place, because it is large.
private func isValid(_ given: UnsafePointer<press_calibration>) -> Bool { Sized.isWhole(given) && Calibration.brokenRule(given) == 0 }

@implementation @_cdecl("press_calibration_take")
package func press_calibration_take(
  _ sensor: UnsafePointer<press_sensor>?, _ calibration: UnsafeMutablePointer<press_calibration>?
) -> Int32 {
  guard let sensor, let calibration, press_sensor.brokenRule(sensor) == 0, Sized.hasRoom(calibration) else { return Status.invalid }
  var taken = press_calibration()
  Calibration.take(sensor, into: &taken)
  Sized.write(&taken, to: calibration)
  return Status.ok
}

@implementation @_cdecl("press_calibration_apply")
package func press_calibration_apply(
  _ calibration: UnsafePointer<press_calibration>?, _ sensor: UnsafeMutablePointer<press_sensor>?
) -> Int32 {
  guard let calibration, let sensor, isValid(calibration), Sized.hasRoom(sensor) else { return Status.invalid }
  Calibration.apply(calibration, to: sensor)
  return Status.ok
}

@implementation @_cdecl("press_calibration_store")
package func press_calibration_store(
  _ calibration: UnsafePointer<press_calibration>?, _ bytes: UnsafeMutablePointer<UInt8>?, _ capacity: Int
) -> Int32 {
  guard let calibration, let bytes, isValid(calibration) else { return Status.invalid }
  if UInt(bitPattern: capacity) < UInt(bitPattern: Calibration.bytes) { return Status.noSpace }
  Calibration.store(calibration, bytes)
  return Int32(truncatingIfNeeded: Calibration.bytes)
}

@implementation @_cdecl("press_calibration_load")
package func press_calibration_load(
  _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ calibration: UnsafeMutablePointer<press_calibration>?
) -> Int32 {
  guard let bytes, let calibration, Sized.hasRoom(calibration) else { return Status.invalid }
  var loaded = press_calibration()
  let status = Calibration.load(bytes, count, into: &loaded)
  if status == Status.ok { Sized.write(&loaded, to: calibration) }
  return status
}

@implementation @_cdecl("press_calibration_error")
package func press_calibration_error(
  _ calibration: UnsafePointer<press_calibration>?, _ conductance: press_q16, _ force: press_q16,
  _ error: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let calibration, let error, force > 0, isValid(calibration) else { return Status.invalid }
  error.pointee = Calibration.error(calibration, conductance, force)
  return Status.ok
}

@implementation @_cdecl("press_pad_config_check_with")
package func press_pad_config_check_with(
  _ config: UnsafePointer<press_pad_config>?, _ engine: UnsafePointer<press_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  guard let config, let engine else { return answer(nothingGiven, why) }
  var (full, fed) = (press_pad_config(), press_config())
  if !read(config, into: &full) { return answer(&full, why) }
  return read(engine, into: &fed) ? answer(press_pad_config.refusal(&full, with: &fed), why) : answer(&fed, why)
}

@implementation @_cdecl("press_pad_size")
package func press_pad_size(_ sensors: Int) -> Int {
  sensors >= 1 && sensors <= Int(PRESS_PAD_SENSORS) ? Pad.size(sensors) : 0
}

@implementation @_cdecl("press_pad_init")
package func press_pad_init(
  _ storage: UnsafeMutableRawPointer?, _ bytes: Int, _ config: UnsafePointer<press_pad_config>?,
  _ sensors: UnsafePointer<press_sensor>?, _ count: Int, _ pad: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  var full = press_pad_config()
  guard let storage, let pad, read(config, into: &full) else { return Status.invalid }
  let status = Pad.make(in: storage, bytes, &full, sensors, count)
  if status == Status.ok { pad.pointee = OpaquePointer(storage) }
  return status
}

@implementation @_cdecl("press_pad_set_sensors")
package func press_pad_set_sensors(_ pad: OpaquePointer?, _ sensors: UnsafePointer<press_sensor>?, _ count: Int) -> Int32 {
  guard let pad, let sensors, count == Pad(pad).sensorCount else { return Status.invalid }
  let stride = Int(truncatingIfNeeded: sensors.pointee.size)
  return Pad.areValid(sensors, count, stride) ? Pad(pad).set(sensors, stride: stride) : Status.invalid
}

@implementation @_cdecl("press_pad_set")
package func press_pad_set(_ pad: OpaquePointer?, _ config: UnsafePointer<press_pad_config>?) -> Int32 {
  guard let pad, let config else { return Status.invalid }
  var full = press_pad_config()
  return read(config, into: &full) ? Pad(pad).set(&full) : Status.invalid
}

@implementation @_cdecl("press_pad_get_config")
package func press_pad_get_config(_ pad: OpaquePointer?, _ config: UnsafeMutablePointer<press_pad_config>?) -> Int32 {
  guard let pad, let config, Sized.hasRoom(config) else { return Status.invalid }
  var given = Pad(pad).given
  Sized.write(&given, to: config)
  return Status.ok
}

@inline(never)
@implementation @_cdecl("press_pad_feed")
package func press_pad_feed(_ pad: OpaquePointer?, _ frame: UnsafePointer<press_frame>?, _ engine: OpaquePointer?) -> Int32 {
  guard let pad, let frame else { return Status.invalid }
  if isElsewhere(engine) { return Status.moved }
  return Pad(pad).feed(frame, engine.map { Engine($0) })
}

@implementation @_cdecl("press_pad_feed_many")
package func press_pad_feed_many(_ pad: OpaquePointer?, _ frames: UnsafePointer<press_frame>?, _ count: Int, _ engine: OpaquePointer?) -> Int32 {
  guard let pad, frames != nil || count == 0, count >= 0, count <= Int(Int32.max) else { return Status.invalid }
  guard let frames else { return Status.ok }
  var taken = 0
  while taken < count {
    let status = press_pad_feed(pad, frames + taken, engine)
    if status < 0 { return taken == 0 ? status : Int32(truncatingIfNeeded: taken) }
    taken &+= 1
  }
  return Int32(truncatingIfNeeded: taken)
}

@implementation @_cdecl("press_pad_tick")
package func press_pad_tick(_ pad: OpaquePointer?, _ t_us: UInt64, _ engine: OpaquePointer?) -> Int32 {
  guard let pad else { return Status.invalid }
  if isElsewhere(engine) { return Status.moved }
  return Pad(pad).tick(t_us, engine.map { Engine($0) })
}

@implementation @_cdecl("press_pad_next_deadline")
package func press_pad_next_deadline(_ pad: OpaquePointer?) -> UInt64 {
  guard let pad else { return UInt64.max }
  return Pad(pad).nextDeadline
}

@implementation @_cdecl("press_pad_tare")
package func press_pad_tare(_ pad: OpaquePointer?, _ flags: UInt32) -> Int32 {
  guard let pad, flags & ~TareFlag.all == 0 else { return Status.invalid }
  return Pad(pad).tare(isForced: flags != 0)
}

@implementation @_cdecl("press_pad_get")
package func press_pad_get(_ pad: OpaquePointer?, _ reading: UnsafeMutablePointer<press_reading>?) -> Int32 {
  guard let pad, let reading, Sized.hasRoom(reading) else { return Status.invalid }
  var now = Pad(pad).reading
  Sized.write(&now, to: reading)
  return Status.ok
}

@implementation @_cdecl("press_pad_fit")
package func press_pad_fit(
  _ points: UnsafePointer<press_pad_point>?, _ count: Int, _ correction: UnsafeMutablePointer<press_pad_correction>?,
  _ worst: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let points, let correction, count >= 3, count <= Int(PRESS_PAD_FIT_POINTS) else { return Status.invalid }
  var found = press_pad_correction.makeDefault
  guard let error = Correction.fit(points, count, into: &found) else { return Status.invalid }
  correction.pointee = found
  worst?.pointee = error
  return Status.ok
}

@implementation @_cdecl("press_pad_get_stats")
package func press_pad_get_stats(_ pad: OpaquePointer?, _ stats: UnsafeMutablePointer<press_pad_stats>?) -> Int32 {
  guard let pad, let stats, Sized.hasRoom(stats) else { return Status.invalid }
  var now = Pad(pad).stats
  Sized.write(&now, to: stats)
  return Status.ok
}

@implementation @_cdecl("press_surface_init")
package func press_surface_init(_ surface: UnsafeMutablePointer<press_surface>?) { surface?.initialize(to: Surface.makeDefault) }

@implementation @_cdecl("press_place_init")
package func press_place_init(_ place: UnsafeMutablePointer<press_place>?) { place?.initialize(to: Surface.makePlace) }

private func read(
  _ surface: UnsafePointer<press_surface>, _ place: UnsafePointer<press_place>
) -> (surface: press_surface, place: press_place, rule: Surface.Rule?) {
  var own = Surface.makeDefault
  var at = Surface.makePlace
  Sized.read(surface, over: &own)
  Sized.read(place, over: &at)
  return (own, at, Surface.brokenRule(own, at))
}

private func answer(_ rule: Surface.Rule?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let rule else { return Status.ok }
  return answer(words(rule), why, rule == .contacts ? Status.noSpace : Status.invalid)
}

private func words(_ rule: Surface.Rule) -> UnsafePointer<CChar>? {
  switch rule {
  case .surfaceSize, .placeSize: wrongSize
  case .width, .ownWidth: text("width: not negative")
  case .height, .ownHeight: text("height: not negative")
  case .reserved: text("reserved: 0")
  case .scaleX: text("scale_x: -1024..1024, not 0")
  case .scaleY: text("scale_y: -1024..1024, not 0")
  case .x: text("x: within the surface, with x + scale_x * width")
  case .y: text("y: within the surface, with y + scale_y * height")
  case .correction: text("correction: valid, also where it is scaled")
  case .grid: text("width, height: 0 for a grid")
  case .contacts: text("next: no contact id is free")
  }
}

@implementation @_cdecl("press_surface_add_pad")
package func press_surface_add_pad(
  _ surface: UnsafeMutablePointer<press_surface>?, _ place: UnsafePointer<press_place>?, _ config: UnsafeMutablePointer<press_pad_config>?,
  _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  guard let surface, let place, let config else { return answer(nothingGiven, why) }
  let checked = press_pad_config_check(config, why)
  if checked != Status.ok { return checked }
  var (own, at, rule) = read(surface, place)
  if rule == nil { rule = Surface.add(&own, at, &config.pointee.correction, contact: &config.pointee.contact) }
  if rule == nil { surface.pointee.next = own.next }
  return answer(rule, why)
}

@implementation @_cdecl("press_surface_add_grid")
package func press_surface_add_grid(
  _ surface: UnsafeMutablePointer<press_surface>?, _ place: UnsafePointer<press_place>?, _ config: UnsafeMutablePointer<press_grid_config>?,
  _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  guard let surface, let place, let config else { return answer(nothingGiven, why) }
  let checked = press_grid_config_check(config, why)
  if checked != Status.ok { return checked }
  var (own, at, rule) = read(surface, place)
  if rule == nil { rule = Surface.add(&own, at, config) }
  if rule == nil { surface.pointee.next = own.next }
  return answer(rule, why)
}

private let invalid = Status.invalid

@implementation @_cdecl("press_pad_resume")
package func press_pad_resume(_ pad: OpaquePointer?, _ t_us: UInt64, _ engine: OpaquePointer?) -> Int32 {
  guard let pad else { return invalid }
  if isElsewhere(engine) { return Status.moved }
  return Pad(pad).resume(at: t_us, engine.map { Engine($0) })
}

// MARK: Supply

@implementation @_cdecl("press_supply_init")
package func press_supply_init(_ supply: UnsafeMutablePointer<press_supply>?, _ config: UnsafePointer<press_supply_config>?) -> Int32 {
  var full = press_supply_config()
  guard let supply, read(config, into: &full) else { return invalid }
  UnsafeMutableRawPointer(supply).assumingMemoryBound(to: Supply.self).initialize(to: Supply(full))
  return Status.ok
}

@implementation @_cdecl("press_supply_feed")
package func press_supply_feed(
  _ supply: UnsafeMutablePointer<press_supply>?, _ t_us: UInt64, _ code: Int32, _ pad: OpaquePointer?, _ engine: OpaquePointer?
) -> Int32 {
  guard let pad, t_us != UInt64.max, let supply = supply.flatMap({ Supply.inside($0) }) else { return invalid }
  if isElsewhere(engine) { return Status.moved }
  return Supply.feed(supply, code, at: t_us, Pad(pad), engine.map { Engine($0) })
}

@implementation @_cdecl("press_supply_status_init")
package func press_supply_status_init(_ status: UnsafeMutablePointer<press_supply_status>?) {
  status?.pointee = press_supply_status()
  status?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_supply_status>.size)
}

@implementation @_cdecl("press_supply_get")
package func press_supply_get(_ supply: UnsafePointer<press_supply>?, _ status: UnsafeMutablePointer<press_supply_status>?) -> Int32 {
  guard let status, Sized.hasRoom(status), let supply = supply.flatMap({ Supply.inside($0) }) else { return invalid }
  var found = supply.pointee.status
  Sized.write(&found, to: status)
  return Status.ok
}

// MARK: Idle

@implementation @_cdecl("press_idle_init")
package func press_idle_init(_ idle: UnsafeMutablePointer<press_idle>?, _ config: UnsafePointer<press_idle_config>?) -> Int32 {
  var full = press_idle_config()
  guard let idle, read(config, into: &full) else { return invalid }
  UnsafeMutableRawPointer(idle).assumingMemoryBound(to: Idle.self).initialize(to: Idle(full))
  return Status.ok
}

@implementation @_cdecl("press_idle_look")
package func press_idle_look(_ idle: UnsafeMutablePointer<press_idle>?, _ pad: OpaquePointer?, _ engine: OpaquePointer?) -> Int32 {
  guard let pad, let idle = idle.flatMap({ Idle.inside($0) }) else { return invalid }
  if isElsewhere(engine) { return Status.moved }
  return idle.pointee.look(Pad(pad), engine.map { Engine($0) })
}

@implementation @_cdecl("press_idle_codes")
package func press_idle_codes(
  _ idle: UnsafePointer<press_idle>?, _ pad: OpaquePointer?, _ sensor: UInt32, _ low: UnsafeMutablePointer<Int32>?,
  _ high: UnsafeMutablePointer<Int32>?
) -> Int32 {
  guard let pad, let low, let high, let idle = idle.flatMap({ Idle.inside($0) }) else { return invalid }
  guard let window = idle.pointee.window(Pad(pad), sensor) else { return Status.notFound }
  low.pointee = window.low
  high.pointee = window.high
  return Status.ok
}

@implementation @_cdecl("press_idle_status_init")
package func press_idle_status_init(_ status: UnsafeMutablePointer<press_idle_status>?) {
  status?.pointee = press_idle_status()
  status?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_idle_status>.size)
}

@implementation @_cdecl("press_idle_get")
package func press_idle_get(_ idle: UnsafePointer<press_idle>?, _ status: UnsafeMutablePointer<press_idle_status>?) -> Int32 {
  guard let status, Sized.hasRoom(status), let idle = idle.flatMap({ Idle.inside($0) }) else { return invalid }
  var found = idle.pointee.status
  Sized.write(&found, to: status)
  return Status.ok
}

@implementation @_cdecl("press_median_step")
package func press_median_step(_ median: UnsafeMutablePointer<press_median>?, _ value: Int32) -> Int32 {
  guard let median else { return value }
  return Median.step(&median.pointee, value)
}

@implementation @_cdecl("press_one_euro_init")
package func press_one_euro_init(
  _ filter: UnsafeMutablePointer<press_one_euro>?, _ min_cutoff_hz: press_q16, _ beta: press_q16,
  _ derivative_cutoff_hz: press_q16
) -> Int32 {
  guard let filter, OneEuro.isValid(minCutoff: min_cutoff_hz, beta: beta, derivativeCutoff: derivative_cutoff_hz) else {
    return Status.invalid
  }
  var fresh = press_one_euro()
  fresh.min_cutoff_hz = min_cutoff_hz
  fresh.beta = beta
  fresh.derivative_cutoff_hz = derivative_cutoff_hz
  filter.pointee = fresh
  return Status.ok
}

@implementation @_cdecl("press_one_euro_step")
package func press_one_euro_step(
  _ filter: UnsafeMutablePointer<press_one_euro>?, _ t_us: UInt64, _ value: press_q16,
  _ filtered: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let filter, let filtered, t_us != UInt64.max else { return Status.invalid }
  let f = filter.pointee
  if !OneEuro.isValid(minCutoff: f.min_cutoff_hz, beta: f.beta, derivativeCutoff: f.derivative_cutoff_hz) {
    return Status.invalid
  }
  if f.started != 0 && t_us <= f.t_us { return Status.time }
  var pace = OneEuro.Pace()
  filtered.pointee = OneEuro.step(&filter.pointee, at: t_us, value, &pace)
  return Status.ok
}
