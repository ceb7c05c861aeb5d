import CPress

/// Defaults and limits of press_pad_config and press_sensor. Where the defaults come from stands in docs/DESIGN.md.
public enum PadConfig {
  @inline(never)
  public static func makeDefault() -> press_pad_config {
    var c = press_pad_config()
    c.size = UInt32(truncatingIfNeeded: MemoryLayout<press_pad_config>.size)
    c.beta = 1 << 16
    c.derivative_cutoff_hz = 1 << 16
    c.start_us = 200_000
    c.start_limit = 13107
    c.untouched_force = 9830
    c.hold_us = 1_000_000
    c.rise_us = 30_000_000
    c.fall_us = 5_000_000
    c.drift_step = 2 << 16
    c.below_zero = 3 << 16
    c.below_zero_us = 50_000
    c.open_after_us = 20_000
    c.shorted_after_us = 20_000
    c.shorted_at_end_us = 12_000_000
    c.bus_after_us = 20_000
    c.stale_after_us = 100_000
    c.recover_after_us = 100_000
    c.gap_us = 100_000
    c.position_force = 13107
    c.correction = Correction.makeIdentity()
    return c
  }

  /// What may be wrong with one, in the order of the fields. The texts stand in PressABI/PadFunctions.swift.
  public enum Rule: UInt8 {
    case size, flags, contact, minCutoff, beta, derivativeCutoff, startLimit, untouched, driftStep, belowZero, position, factor, folded
  }

  /// The first rule that it breaks. Nil: it is valid.
  @inline(never)
  public static func brokenRule(_ config: UnsafePointer<press_pad_config>) -> Rule? {
    let c = config.pointee
    if c.size != UInt32(truncatingIfNeeded: MemoryLayout<press_pad_config>.size) { return .size }
    if c.flags & ~PadFlag.all != 0 { return .flags }
    if c.contact == Engine.noContact { return .contact }
    if c.min_cutoff_hz < 0 { return .minCutoff }
    if c.beta < 0 { return .beta }
    if c.derivative_cutoff_hz <= 0 { return .derivativeCutoff }
    if c.start_limit < 0 { return .startLimit }
    if c.untouched_force <= 0 { return .untouched }
    if c.drift_step < 0 { return .driftStep }
    if c.below_zero < 0 { return .belowZero }
    if c.position_force < 0 { return .position }
    if !Correction.hasFactors(c.correction) { return .factor }
    return Correction.isValid(c.correction) ? nil : .folded
  }

  public static func makeDefaultSensor() -> press_sensor {
    var sensor = press_sensor()
    placeDefaultSensor(at: &sensor)
    return sensor
  }

  /// Made where it will lie: it is large.
  @inline(never)
  public static func placeDefaultSensor(at sensor: UnsafeMutablePointer<press_sensor>) {
    sensor.initialize(to: press_sensor())
    sensor.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_sensor>.size)
    sensor.pointee.circuit = makeCircuit()
    fillTypical(UnsafeMutablePointer(mutating: Curve.of(sensor)))
  }

  public static func makeCircuit() -> press_circuit {
    press_circuit(full_scale: 26400, resistor_ohm: 4700, parallel_ohm: 0, flags: 0, max_code: 0, short_ohm: 20)
  }

  /// What may be wrong with a sensor. The texts stand in PressABI/SensorFunctions.swift.
  public enum SensorRule {
    case size, flags, creep, preload, zeroLimit, span, preloadOfCurve
    case circuit(Circuit.Rule)
    case curve(Curve.Rule)
  }

  /// The first rule that it breaks. Nil: it is valid.
  @inline(never)
  public static func brokenRule(_ sensor: UnsafePointer<press_sensor>) -> SensorRule? {
    if sensor.pointee.flags != 0 { return .flags }
    if sensor.pointee.creep < 0 || sensor.pointee.creep > Q16.one { return .creep }
    if sensor.pointee.preload_force < 0 { return .preload }
    if sensor.pointee.zero_limit < 0 { return .zeroLimit }
    if sensor.pointee.span < 0 { return .span }
    if let rule = Circuit.brokenRule(sensor.pointee.circuit) { return .circuit(rule) }
    let curve = Curve.of(sensor)
    if let rule = Curve.brokenRule(curve) { return .curve(rule) }
    return reaches(curve, sensor.pointee.preload_force) ? nil : .preloadOfCurve
  }

  /// Whether some conductance gives so much force.
  private static func reaches(_ curve: UnsafePointer<press_curve>, _ force: Int32) -> Bool {
    force == 0 || Curve.conductance(curve, force) != Int32.max
  }

  /// Interlink FSR 402: resistance at 20 g ... 10 kg as read off the published curve, in microsiemens and newtons.
  @inline(__always)
  public static func placeTypical(at curve: UnsafeMutablePointer<press_curve>) {
    curve.initialize(to: press_curve())
    fillTypical(curve)
  }

  private static func fillTypical(_ curve: UnsafeMutablePointer<press_curve>) {
    let points: InlineArray<10, press_curve_point> = [
      press_curve_point(conductance: 2_184_533, force: 12_854),  // 30 kOhm, 20 g
      press_curve_point(conductance: 6_553_600, force: 32_134),  // 10 kOhm, 50 g
      press_curve_point(conductance: 10_922_667, force: 64_269),  // 6 kOhm, 100 g
      press_curve_point(conductance: 18_724_571, force: 160_672),  // 3.5 kOhm, 250 g
      press_curve_point(conductance: 32_768_000, force: 321_344),  // 2 kOhm, 500 g
      press_curve_point(conductance: 52_428_800, force: 642_689),  // 1.25 kOhm, 1 kg
      press_curve_point(conductance: 87_381_333, force: 1_285_377),  // 750 Ohm, 2 kg
      press_curve_point(conductance: 145_635_556, force: 2_570_754),  // 450 Ohm, 4 kg
      press_curve_point(conductance: 218_453_333, force: 4_498_820),  // 300 Ohm, 7 kg
      press_curve_point(conductance: 262_144_000, force: 6_426_886),  // 250 Ohm, 10 kg
    ]
    withUnsafePointer(to: points) {
      Curve.fillTable(curve, UnsafeRawPointer($0).assumingMemoryBound(to: press_curve_point.self), 10)
    }
  }
}
