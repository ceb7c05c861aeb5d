import CPress
import PressCore
import Testing

@Suite("Circuit: from codes to conductance")
struct CircuitTests {
  static func circuit(_ full: Int32, _ resistor: UInt32, _ parallel: UInt32 = 0, pullUp: Bool = false) -> press_circuit {
    press_circuit(
      full_scale: full, resistor_ohm: resistor, parallel_ohm: parallel, flags: pullUp ? UInt32(PRESS_CIRCUIT_PULL_UP) : 0, max_code: 0,
      short_ohm: 20)
  }

  /// How far a conductance is from the exact one, in units of the last place; 0 where the exact one is off the scale and
  /// the conductance at the end of it. In wide integers: code / rest / resistor - 1 / parallel as one fraction.
  private static func error(_ c: press_circuit, _ code: Int32, _ got: Int32) -> Double {
    let full = Int128(c.full_scale)
    let clamped = max(0, min(Int128(code), full - max(full / 64, 1)))
    let (rest, resistor, parallel) = (full - clamped, Int128(c.resistor_ohm), Int128(c.parallel_ohm))
    let micro = Int128(1_000_000) << 16
    let numerator = parallel == 0 ? clamped * micro : (clamped * parallel - rest * resistor) * micro
    let denominator = parallel == 0 ? rest * resistor : rest * resistor * parallel
    if numerator > Int128(Int32.max) * denominator { return got == .max ? 0 : .infinity }
    if numerator < Int128(Int32.min) * denominator { return got == .min ? 0 : .infinity }
    let off = Int128(got) * denominator - numerator
    return Double(off.magnitude) / Double(denominator)
  }

  private static let resistors: [UInt32] = [1, 2, 100, 3300, 4700, 10_000, 1_000_000, 0xff_ffff]
  private static let parallels: [UInt32] = [1, 4700, 470_000, 1_000_000, 0xff_ffff]

  private static func sweep(_ c: press_circuit, _ codes: some Sequence<Int32>, _ worst: inout Worst, _ falls: inout Int) {
    var last = Int32.min
    for code in codes {
      let got = Circuit.conductance(c, rising: code)
      if got < last { falls += 1 }
      last = got
      worst.see(error(c, code, got), "code \(code) of \(c.full_scale), \(c.resistor_ohm) Ohm, parallel \(c.parallel_ohm): \(got)")
    }
  }

  @Test(
    "every code of every small converter is within half a unit, and rising",
    arguments: [1, 2, 3, 63, 64, 65, 127, 128, 255, 1000, 1023, 1024] as [Int32])
  func everyCode(full: Int32) {
    var worst = Worst()
    var falls = 0
    for resistor in Self.resistors { Self.sweep(Self.circuit(full, resistor), -3...full + 3, &worst, &falls) }
    #expect(worst.error <= 0.5, "\(worst)")
    #expect(falls == 0)
  }

  @Test("every code of a 15 and 16 bit converter is within half a unit, and rising", arguments: [26400, 32767, 65535] as [Int32])
  func everyCodeOf16Bits(full: Int32) {
    var worst = Worst()
    var falls = 0
    for resistor in [4700, 10_000] as [UInt32] { Self.sweep(Self.circuit(full, resistor), -3...full + 3, &worst, &falls) }
    print("conductance, full scale \(full): \(worst)")
    #expect(worst.error <= 0.5, "\(worst)")
    #expect(falls == 0)
  }

  @Test("20,000 codes of a 24 bit converter are within half a unit, and rising")
  func spreadCodesOf24Bits() {
    var worst = Worst()
    var falls = 0
    for resistor in Self.resistors {
      let c = Self.circuit(0xff_ffff, resistor)
      Self.sweep(c, stride(from: 0, through: 0xff_ffff, by: 6711), &worst, &falls)
      Self.sweep(c, 0xff_ffff - 270_000...0xff_ffff - 262_000, &worst, &falls)
      Self.sweep(c, [Int32.min, -1, 0, 1, Int32.max], &worst, &falls)
    }
    #expect(worst.error <= 0.5, "\(worst)")
    #expect(falls == 0)
  }

  /// Two roundings, of what the circuit conducts and of what the parallel resistor does.
  @Test("with a parallel resistor every code is within one unit, and rising", arguments: [1023, 26400] as [Int32])
  func parallel(full: Int32) {
    var worst = Worst()
    var falls = 0
    for resistor in Self.resistors {
      for parallel in Self.parallels {
        Self.sweep(Self.circuit(full, resistor, parallel), stride(from: -1, through: full + 1, by: full == 1023 ? 1 : 97), &worst, &falls)
      }
    }
    print("conductance with a parallel resistor, full scale \(full): \(worst)")
    #expect(worst.error < 1, "\(worst)")
    #expect(falls == 0)
  }

  @Test("a pull-up circuit mirrors the code")
  func pullUp() {
    for full in [1, 1023, 0xff_ffff] as [Int32] {
      for code in [Int32.min, -1, 0, 1, full / 3, full, Int32.max] {
        #expect(Circuit.rising(Self.circuit(full, 4700), code) == code)
        #expect(Circuit.rising(Self.circuit(full, 4700, pullUp: true), code) == Int32(clamping: Int64(full) - Int64(code)))
      }
    }
  }

  @Test("an open wire is what reads below half of what the parallel resistor alone gives")
  func openBelow() {
    var failures = Failures()
    for full in [1, 1023, 26400, 0xff_ffff] as [Int32] {
      for resistor in Self.resistors {
        #expect(Circuit.openBelow(Self.circuit(full, resistor)) == 0)
        for parallel in Self.parallels {
          let idle = Double(full) * Double(resistor) / (Double(resistor) + Double(parallel))
          let got = Circuit.openBelow(Self.circuit(full, resistor, parallel))
          failures.expect(Double(got) <= idle / 2 && Double(got) > idle / 2 - 1, "\(full), \(resistor), \(parallel): \(got)")
        }
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("circuits out of range are not valid")
  func validity() {
    #expect(Self.circuit(1, 1).isValid)
    #expect(Self.circuit(0xff_ffff, 0xff_ffff, 0xff_ffff, pullUp: true).isValid)
    for bad in [
      Self.circuit(0, 1), Self.circuit(-1, 1), Self.circuit(0x100_0000, 1), Self.circuit(1, 0), Self.circuit(1, 0x100_0000),
      Self.circuit(1, 1, 0x100_0000), Self.circuit(1, .max),
      press_circuit(full_scale: 1, resistor_ohm: 1, parallel_ohm: 0, flags: 2, max_code: 0, short_ohm: 20),
    ] {
      #expect(!bad.isValid)
    }
  }
}
