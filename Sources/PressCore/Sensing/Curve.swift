import CPress

/// The curve from conductance to force.
package enum Curve {
  static var most: Int { Int(truncatingIfNeeded: PRESS_CURVE_POINTS) }
  private static var power: UInt16 { CurveKind.power }
  private static var table: UInt16 { CurveKind.table }

  /// The curve of a sensor, a calibration or a grid, in place: it is too large to copy.
  @inline(__always)
  package static func of(_ sensor: UnsafePointer<press_sensor>) -> UnsafePointer<press_curve> {
    UnsafePointer(Layout.address(of: &UnsafeMutablePointer(mutating: sensor).pointee.curve))
  }

  @inline(__always)
  static func of(_ calibration: UnsafePointer<press_calibration>) -> UnsafePointer<press_curve> {
    UnsafePointer(Layout.address(of: &UnsafeMutablePointer(mutating: calibration).pointee.curve))
  }

  @inline(__always)
  static func of(_ config: UnsafePointer<press_grid_config>) -> UnsafePointer<press_curve> {
    UnsafePointer(Layout.address(of: &UnsafeMutablePointer(mutating: config).pointee.curve))
  }

  /// The first rule that a curve breaks, above `Rule.ofRelation`; 0: it is valid.
  @inline(never)
  package static func brokenRule(_ curve: UnsafePointer<press_curve>) -> UInt32 {
    let broken = broken(curve)
    return broken == 0 ? 0 : Rule.ofRelation &+ broken
  }

  /// The message of a broken rule. Not inlined: a table of texts that two functions share would become a table of addresses.
  @inline(never)
  package static func words(_ rule: UInt32) -> UnsafePointer<CChar> {
    switch rule &- Rule.ofRelation {
    case 1: text("curve.kind: PRESS_CURVE_POWER or PRESS_CURVE_TABLE")
    case 2: text("curve.count: 1..16 points, 0 for a power law")
    case 3: text("curve.points: rising strictly from above 0")
    case 4: text("curve.reference_conductance: above 0")
    case 5: text("curve.reference_force: above 0")
    default: text("curve.exponent: 0.25..4")
    }
  }

  private static func broken(_ curve: UnsafePointer<press_curve>) -> UInt32 {
    let count = Int(curve.pointee.count)
    if curve.pointee.kind == table {
      if count < 1 || count > most { return 2 }
      return isRising(points(curve), count) ? 0 : 3
    }
    if curve.pointee.kind != power { return 1 }
    if count != 0 { return 2 }
    if curve.pointee.reference_conductance <= 0 { return 4 }
    if curve.pointee.reference_force <= 0 { return 5 }
    return curve.pointee.exponent < Q16.one >> 2 || curve.pointee.exponent > Q16.one << 2 ? 6 : 0
  }

  @inline(never)
  package static func isRising(_ p: UnsafePointer<press_curve_point>, _ count: Int) -> Bool {
    var conductance: Int32 = 0
    var force: Int32 = 0
    var i = 0
    while i < count {
      if p[i].conductance <= conductance || p[i].force <= force { return false }
      conductance = p[i].conductance
      force = p[i].force
      i &+= 1
    }
    return true
  }

  package static func makePower(_ conductance: Int32, _ force: Int32, _ exponent: Int32) -> press_curve {
    var curve = press_curve()
    curve.kind = power
    curve.reference_conductance = conductance
    curve.reference_force = force
    curve.exponent = exponent
    return curve
  }

  /// 1...16 points, which may be the curve's own.
  @inline(never)
  package static func fillTable(_ curve: UnsafeMutablePointer<press_curve>, _ p: UnsafePointer<press_curve_point>, _ count: Int) {
    let own = UnsafeMutablePointer(mutating: points(curve))
    own.update(from: p, count: count)
    var i = count
    while i < most {
      own[i] = press_curve_point()
      i &+= 1
    }
    curve.pointee.kind = table
    curve.pointee.count = UInt16(truncatingIfNeeded: count)
    curve.pointee.reference_conductance = 0
    curve.pointee.reference_force = 0
    curve.pointee.exponent = 0
  }

  /// The force of a conductance by a valid curve: newtons, Q16, not negative, rising with the conductance, saturating.
  package static func force(_ curve: UnsafePointer<press_curve>, _ conductance: Int32) -> Int32 {
    var piece = 0
    return force(curve, conductance, from: &piece)
  }

  /// The force of a conductance. The search in a table begins with `piece`, a piece that was found before.
  @inline(__always)
  static func force(_ curve: UnsafePointer<press_curve>, _ conductance: Int32, from piece: inout Int) -> Int32 {
    if conductance <= 0 { return 0 }
    if curve.pointee.kind == power { return powerForce(curve, conductance) }
    let p = points(curve)
    var above = piece
    if p[above].conductance < conductance {
      let last = Int(curve.pointee.count) &- 1
      while above < last && p[above].conductance < conductance { above &+= 1 }
      piece = above
    } else if above > 0 && p[above &- 1].conductance >= conductance {
      repeat { above &-= 1 } while above > 0 && p[above &- 1].conductance >= conductance
      piece = above
    }
    return line(above == 0 ? press_curve_point() : p[above &- 1], p[above], conductance)
  }

  /// The least conductance, above 0, that gives this force; Int32.max if none does.
  @inline(never)
  static func conductance(_ curve: UnsafePointer<press_curve>, _ newtons: Int32) -> Int32 {
    var below: Int32 = 0
    var bit: Int32 = 1 << 30
    while bit != 0 {
      if force(curve, below | bit) < newtons { below |= bit }
      bit >>= 1
    }
    return below == Int32.max ? below : below &+ 1
  }

  @inline(never)
  private static func powerForce(_ curve: UnsafePointer<press_curve>, _ conductance: Int32) -> Int32 {
    let octaves =
      Logarithm.log2Q24(UInt32(bitPattern: conductance))
      &- Logarithm.log2Q24(UInt32(bitPattern: curve.pointee.reference_conductance))
    let exponent = (Int64(octaves) &* Int64(curve.pointee.exponent)) >> 16
    return Logarithm.exp2(q24: exponent, times: curve.pointee.reference_force)
  }

  /// Multiplies the conductances of a valid curve so that a conductance above 0 gives a force above 0. Returns false if the result is no valid
  /// curve.
  @inline(never)
  package static func scale(_ curve: UnsafeMutablePointer<press_curve>, _ conductance: Int32, _ newtons: Int32) -> Bool {
    if curve.pointee.kind == power {
      curve.pointee.reference_conductance = conductance
      curve.pointee.reference_force = newtons
      return true
    }
    let known = Curve.conductance(curve, newtons)
    if force(curve, known) < newtons { return false }
    let own = UnsafeMutablePointer(mutating: points(curve))
    let count = Int(curve.pointee.count)
    var i = 0
    while i < count {
      // None is negative: the product fits 62 bits.
      let product = UInt64(UInt32(bitPattern: own[i].conductance)) &* UInt64(UInt32(bitPattern: conductance))
      let scaled = Wide.divideRounded(product, by: UInt64(UInt32(bitPattern: known)))
      if scaled > 0x7fff_ffff { return false }
      own[i].conductance = Int32(truncatingIfNeeded: scaled)
      i &+= 1
    }
    return isRising(own, count)
  }

  /// The straight line through two points with rising conductance, at one at or above the first.
  @inline(__always)
  static func line(_ from: press_curve_point, _ to: press_curve_point, _ conductance: Int32) -> Int32 {
    // None is negative: the differences fit 31 bits, the product 62.
    let run = UInt32(bitPattern: to.conductance &- from.conductance)
    let rise = UInt32(bitPattern: to.force &- from.force)
    let along = UInt32(bitPattern: conductance &- from.conductance)
    let risen = Wide.divideRounded(UInt64(along) &* UInt64(rise), by: UInt64(run))
    return Int32(truncatingIfNeeded: min(risen &+ UInt64(UInt32(bitPattern: from.force)), 0x7fff_ffff))
  }

  @inline(__always)
  static func points(_ curve: UnsafePointer<press_curve>) -> UnsafePointer<press_curve_point> {
    // The points are the last field.
    let offset = MemoryLayout<press_curve>.size &- most &* MemoryLayout<press_curve_point>.stride
    return UnsafeRawPointer(curve).advanced(by: offset).assumingMemoryBound(to: press_curve_point.self)
  }
}

/// From codes to conductance, by ratio.
package enum Circuit {
  /// The conductance of one ohm, microsiemens, Q16.
  private static var microsiemens: UInt64 { 1_000_000 << 16 }

  /// The highest rising code that the converter gives.
  static func top(_ c: press_circuit) -> Int32 { c.max_code == 0 ? c.full_scale : c.max_code }

  /// Whether no converter gives this rising code, even if the supply is off by a quarter, or noise is added to `max_code`.
  static func isBeyond(_ c: press_circuit, _ code: Int32) -> Bool {
    code < leastOrdinary(c) || code > top(c) &+ top(c) &>> (c.max_code == 0 ? 2 : 6)
  }

  /// The least rising code that a converter gives; noise around zero is above it.
  static func leastOrdinary(_ c: press_circuit) -> Int32 { 0 &- c.full_scale >> 2 }

  /// The rising code from which on the sensor is at the end of its range.
  static func saturatedFrom(_ c: press_circuit) -> Int32 { min(top(c) &- top(c) >> 6, most(c)) }

  /// The rising code of `short_ohm`, rounded to nearest.
  static func shortCode(_ c: press_circuit) -> Int32 {
    let short = UInt64(c.short_ohm)
    let parallel = UInt64(c.parallel_ohm)
    // Ohms in Q8: at most 32 bits; times a code 56.
    let ohm = parallel == 0 ? short << 8 : Wide.divideRounded((short &* parallel) << 8, by: short &+ parallel)
    let resistor = UInt64(c.resistor_ohm) << 8
    return Int32(truncatingIfNeeded: Wide.divideRounded(UInt64(truncatingIfNeeded: c.full_scale) &* resistor, by: resistor &+ ohm))
  }

  /// Whether the code alone distinguishes a short from a finger.
  static func showsShort(_ c: press_circuit) -> Bool { top(c) &- shortCode(c) >= 4 }

  /// A code as it would be with the FSR at the supply: it rises with the force.
  @inline(__always)
  package static func rising(_ c: press_circuit, _ code: Int32) -> Int32 {
    c.flags & CircuitFlag.pullUp != 0 ? Int32(clamping: Int64(turned(c)) &- Int64(code)) : code
  }

  /// The code that a falling code is subtracted from: that of the supply; for a straight line, the highest of the converter.
  static func turned(_ c: press_circuit) -> Int32 { isStraight(c) ? c.max_code : c.full_scale }

  /// Whether codes are so small a part of full scale that conductance is linear in them: a load cell or an amplifier, but no divider.
  package static func isStraight(_ c: press_circuit) -> Bool { c.max_code > 0 && c.max_code <= c.full_scale >> 4 }

  /// The highest code that is used: above it the sensor has no resistance left.
  @inline(__always)
  static func most(_ c: press_circuit) -> Int32 { c.full_scale &- max(c.full_scale >> 6, 1) }

  /// The conductance of a rising code: microsiemens, Q16, rounded to nearest (with a parallel resistor within one
  /// unit), saturating. The circuit is valid.
  package static func conductance(_ c: press_circuit, rising code: Int32) -> Int32 {
    conductance(c, clamped: max(0, min(code, most(c))))
  }

  /// The conductance of a rising code from 0 to `most`.
  @inline(__always)
  static func conductance(_ c: press_circuit, clamped code: Int32) -> Int32 {
    let rest = UInt64(UInt32(bitPattern: c.full_scale &- code))
    let total = Wide.divideRounded(UInt64(UInt32(bitPattern: code)) &* microsiemens, by: rest &* UInt64(c.resistor_ohm))
    if c.parallel_ohm == 0 { return Int32(truncatingIfNeeded: min(total, 0x7fff_ffff)) }
    let parallel = Wide.divideRounded(microsiemens, by: UInt64(c.parallel_ohm))
    return Int32(clamping: Int64(truncatingIfNeeded: total) &- Int64(truncatingIfNeeded: parallel))
  }

  /// The rising code of a conductance, microsiemens Q16, rounded down, from 0 to `most`.
  static func code(_ c: press_circuit, _ conductance: Int32) -> Int32 {
    let parallel = c.parallel_ohm == 0 ? 0 : Wide.divideRounded(microsiemens, by: UInt64(c.parallel_ohm))
    // The ratio has up to 61 bits: it is shifted until there is room for a code.
    let ratio = (UInt64(UInt32(bitPattern: max(conductance, 0))) &+ parallel) &* UInt64(c.resistor_ohm)
    let whole = microsiemens &+ ratio
    let shift = UInt64(truncatingIfNeeded: max(26 &- whole.leadingZeroBitCount, 0))
    let code = Wide.divide((ratio &>> shift) &* UInt64(UInt32(bitPattern: c.full_scale)), by: whole &>> shift)
    return min(Int32(truncatingIfNeeded: code), most(c))
  }

  /// The lowest rising code of a whole wire: half of the code of the parallel resistor alone; 0 without one.
  package static func openBelow(_ c: press_circuit) -> Int32 {
    if c.parallel_ohm == 0 { return 0 }
    let idle = Wide.divide(UInt64(truncatingIfNeeded: c.full_scale) &* UInt64(c.resistor_ohm), by: UInt64(c.resistor_ohm) &+ UInt64(c.parallel_ohm))
    return Int32(truncatingIfNeeded: idle >> 1)
  }
}

extension Curve {
  /// Interlink FSR 402: resistance at 20 g ... 10 kg as read off the published curve, in microsiemens and newtons.
  @inline(__always)
  package static func placeTypical(at curve: UnsafeMutablePointer<press_curve>) {
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
