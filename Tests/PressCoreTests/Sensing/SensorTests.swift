import CPress
import PressCore
import Testing
@testable import PressCore

@Suite("Circuit: from codes to conductance")
struct CircuitTests {
  static func circuit(_ full: Int32, _ resistor: UInt32, _ parallel: UInt32 = 0, pullUp: Bool = false) -> press_circuit {
    press_circuit(
      full_scale: full, resistor_ohm: resistor, parallel_ohm: parallel, flags: pullUp ? UInt32(PRESS_CIRCUIT_PULL_UP) : 0, max_code: 0,
      short_ohm: 20)
  }

  /// The error of a conductance in units of the last place; 0 if the exact value is off the scale and the conductance is at its
  /// end. In wide integers: code / rest / resistor - 1 / parallel as one fraction.
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

  /// Two roundings: of the conductance of the circuit, and of that of the parallel resistor.
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
}

/// The expected result of FaultMonitor, computed each time from the whole history.
struct FaultModel {
  struct Sight {
    let reason: Int32
    let t: UInt64
    let patience: UInt32
  }

  /// Since the last change of state; the state itself.
  private var sights: [Sight] = []
  private(set) var fault: Int32 = 0
  let recovery: UInt32

  init(recovery: UInt32) { self.recovery = recovery }

  /// The run of equal sights that ends with the latest.
  private var run: ArraySlice<Sight> {
    let last = sights.last!.reason
    let start = sights.lastIndex { $0.reason != last }
    return sights[(start.map { $0 + 1 } ?? 0)...]
  }

  var suspect: Int32 { fault == 0 ? (sights.last?.reason ?? 0) : 0 }

  mutating func see(_ sight: Sight) -> FaultMonitor.Verdict {
    sights.append(sight)
    let lasted = sight.t - run.first!.t
    if fault == 0 {
      if sight.reason == 0 || lasted < UInt64(sight.patience) { return .unchanged }
      fault = sight.reason
      sights = []
      return .began
    }
    if sight.reason != 0 || lasted < UInt64(recovery) { return .unchanged }
    fault = 0
    sights = []
    return .recovered
  }
}

@Suite("FaultMonitor")
struct FaultMonitorTests {
  /// A reading, `after` microseconds after the one before, and the expected result.
  struct Row {
    let after: UInt64
    let reason: Int32
    let verdict: FaultMonitor.Verdict
    let fault: Int32
    let suspect: Int32

    init(_ after: UInt64, _ reason: Int32, _ verdict: FaultMonitor.Verdict = .unchanged, fault: Int32 = 0, suspect: Int32 = 0) {
      (self.after, self.reason, self.verdict, self.fault, self.suspect) = (after, reason, verdict, fault, suspect)
    }
  }

  private static let good = Reason.none
  private static let open = Reason.open
  private static let bus = Reason.bus

  /// Patience 100, recovery 200.
  @Test(
    "does what each row of its table says",
    arguments: [
      ("well, good: well", [Row(0, good), Row(1000, good)]),
      ("well, bad: suspect", [Row(0, open, suspect: open)]),
      ("suspect, good: well", [Row(0, open, suspect: open), Row(99, good)]),
      ("suspect, bad for its patience: faulty", [Row(0, open, suspect: open), Row(99, open, suspect: open), Row(1, open, .began, fault: open)]),
      (
        "suspect, another kind of bad: suspect again",
        [
          Row(0, open, suspect: open), Row(99, bus, suspect: bus), Row(99, bus, suspect: bus), Row(1, bus, .began, fault: bus),
        ]
      ),
      (
        "suspect, good, suspect: the patience starts again",
        [
          Row(0, open, suspect: open), Row(99, good), Row(1, open, suspect: open), Row(99, open, suspect: open), Row(1, open, .began, fault: open),
        ]
      ),
      (
        "faulty, bad: faulty",
        [
          Row(0, open, suspect: open), Row(100, open, .began, fault: open), Row(1000, open, fault: open), Row(1000, bus, fault: open),
        ]
      ),
      (
        "faulty, good for recover_after: well",
        [
          Row(0, open, suspect: open), Row(100, open, .began, fault: open), Row(50, good, fault: open), Row(199, good, fault: open),
          Row(1, good, .recovered), Row(1, open, suspect: open),
        ]
      ),
      (
        "faulty, good, bad: the recovery starts again",
        [
          Row(0, open, suspect: open), Row(100, open, .began, fault: open), Row(1, good, fault: open), Row(199, bus, fault: open),
          Row(1, good, fault: open), Row(199, good, fault: open), Row(1, good, .recovered),
        ]
      ),
    ])
  func table(name: String, rows: [Row]) {
    var monitor = FaultMonitor()
    var t: UInt64 = 5000
    for (i, row) in rows.enumerated() {
      t += row.after
      #expect(monitor.see(row.reason, at: t, patience: 100, recovery: 200) == row.verdict, "\(name), row \(i)")
      #expect(monitor.fault == row.fault && monitor.suspect == row.suspect, "\(name), row \(i)")
    }
  }

  @Test("without patience the first bad sight is a fault, without recovery time the first good one its end")
  func atOnce() {
    var monitor = FaultMonitor()
    #expect(monitor.see(Self.open, at: 7, patience: 0, recovery: 0) == .began)
    #expect(monitor.see(Self.good, at: 7, patience: 0, recovery: 0) == .recovered)
    #expect(monitor.fault == 0 && monitor.suspect == 0)
  }

  @Test("agrees with a model that remembers everything, on every sequence of six sights")
  func everySequence() {
    let reasons = [Self.good, Self.open, Self.bus, Reason.saturated]
    // Below the patience of 100 and at it; two short ones are long enough to recover, one is not.
    let steps: [UInt64] = [60, 100]
    var failures = Failures()
    func walk(_ monitor: FaultMonitor, _ model: FaultModel, _ t: UInt64, _ depth: Int, _ path: String) {
      if depth == 0 { return }
      for reason in reasons {
        for step in steps {
          var (monitor, model) = (monitor, model)
          let patience: UInt32 = reason == Reason.saturated ? 200 : 100
          let got = monitor.see(reason, at: t + step, patience: patience, recovery: 120)
          let right = model.see(.init(reason: reason, t: t + step, patience: patience))
          failures.expect(
            got == right && monitor.fault == model.fault && monitor.suspect == model.suspect,
            "\(path) then \(reason) after \(step): \(got), not \(right)")
          walk(monitor, model, t + step, depth - 1, failures.isEmpty ? "" : "\(path) \(reason)+\(step)")
        }
      }
    }
    walk(FaultMonitor(), FaultModel(recovery: 120), 1000, 6, "")
    print("FaultMonitor: \(failures.cases) edges walked")
    #expect(failures.isEmpty, "\(failures)")
    #expect(failures.cases == 8 + 64 + 512 + 4096 + 32768 + 262_144)
  }
}

@Suite("SensorState: what a code says about the sensor")
struct SensorStateTests {
  /// Full scale 6400; 4.7 kOhm with 470 kOhm across the sensor: 63 codes when idle, open below 31; 6373 at 20 Ohm.
  private static func state(parallel: UInt32 = 470_000) -> SensorState {
    var sensor = press_sensor.makeDefault
    sensor.circuit.full_scale = 6400
    sensor.circuit.parallel_ohm = parallel
    var state = SensorState()
    SensorState.read(&sensor, into: &state)
    SensorState.prepare(&state, noise: 3 * Q16.one, untouchedForce: 9830, isAlone: true)
    return state
  }

  @Test(
    "codes are judged by where they lie",
    arguments: [
      (Int32.min, Reason.range), (-1601, Reason.range), (-1600, Reason.open), (-1, Reason.open), (0, Reason.open), (30, Reason.open),
      (31, Reason.none), (63, Reason.none), (6299, Reason.none),
      (6300, Reason.saturated), (6372, Reason.saturated), (6373, Reason.shorted), (6400, Reason.shorted), (8000, Reason.shorted),
      (8001, Reason.range), (Int32.max, Reason.range),
    ] as [(Int32, Int32)])
  func judges(code: Int32, reason: Int32) {
    var state = Self.state()
    #expect(state.judge(code, at: 0, stuckAfter: 0) == reason)
  }

  @Test("the very same code for too long is stuck, at the end of the range it is not, and one other code starts again")
  func stuck() {
    var state = Self.state(parallel: 0)
    #expect(state.judge(500, at: 0, stuckAfter: 100) == Reason.none)
    #expect(state.judge(500, at: 99, stuckAfter: 100) == Reason.none)
    #expect(state.judge(500, at: 100, stuckAfter: 100) == Reason.stuck)
    #expect(state.judge(501, at: 101, stuckAfter: 100) == Reason.none)
    #expect(state.judge(501, at: 200, stuckAfter: 100) == Reason.none)
    #expect(state.judge(501, at: 201, stuckAfter: 100) == Reason.stuck)
    #expect(state.judge(501, at: 301, stuckAfter: 0) == Reason.none)
    #expect(state.judge(6300, at: 302, stuckAfter: 100) == Reason.saturated)
    #expect(state.judge(6300, at: 900, stuckAfter: 100) == Reason.saturated)
  }

  @Test("a code that is another fault is a difference too", arguments: [0, 6400] as [Int32])
  func stuckAgain(other: Int32) {
    var state = Self.state()
    #expect(state.judge(500, at: 0, stuckAfter: 100) == Reason.none)
    _ = state.judge(other, at: 50, stuckAfter: 100)
    #expect(state.judge(500, at: 100, stuckAfter: 100) == Reason.none)
  }
}
