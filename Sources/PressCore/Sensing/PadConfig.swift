import CPress

extension press_pad_correction {
  public static func brokenRelation(_ c: UnsafePointer<Self>) -> UInt32 { Correction.isValid(c.pointee) ? 0 : Rule.ofRelation }

  public static func words(ofRelation rule: UInt32) -> UnsafePointer<CChar> { text("correction: a * e not equal to b * d") }
}

extension press_sensor {
  public static func setFurtherDefaults(_ c: UnsafeMutablePointer<Self>) { Curve.fillTypical(UnsafeMutablePointer(mutating: Curve.of(c))) }

  public static func brokenRelation(_ c: UnsafePointer<Self>) -> UInt32 {
    let rule = Curve.brokenRule(Curve.of(c))
    return rule != 0 || reaches(Curve.of(c), c.pointee.preload_force) ? rule : Rule.ofRelation
  }

  public static func words(ofRelation rule: UInt32) -> UnsafePointer<CChar> {
    rule == Rule.ofRelation ? text("preload_force: reached by the curve") : Curve.words(rule)
  }

  /// Whether some conductance gives so much force.
  private static func reaches(_ curve: UnsafePointer<press_curve>, _ force: Int32) -> Bool {
    force == 0 || Curve.conductance(curve, force) != Int32.max
  }
}

extension Curve {
  /// Interlink FSR 402: resistance at 20 g ... 10 kg as read off the published curve, in microsiemens and newtons.
  @inline(__always)
  public static func placeTypical(at curve: UnsafeMutablePointer<press_curve>) {
    curve.initialize(to: press_curve())
    fillTypical(curve)
  }

  static func fillTypical(_ curve: UnsafeMutablePointer<press_curve>) {
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
