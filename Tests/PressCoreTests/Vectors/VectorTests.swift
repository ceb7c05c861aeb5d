import CPress
import Foundation
import Testing
@testable import PressCore

/// A file that Tests/vectors/make_vectors.py makes.
struct VectorFile {
  /// The folder into which make_vectors.py wrote the vectors.
  private static let folder: URL = {
    let tests = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let make = Process()
    let output = Pipe()
    make.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    make.arguments = ["python3", tests.appendingPathComponent("vectors/make_vectors.py").path]
    make.standardOutput = output
    do {
      try make.run()
    } catch {
      fatalError("python3 cannot be started: \(error)")
    }
    let path = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    make.waitUntilExit()
    precondition(make.terminationStatus == 0, "make_vectors.py fails")
    return URL(fileURLWithPath: path.trimmingCharacters(in: .newlines))
  }()

  /// The fields of each line, comments left out.
  let rows: [[Substring]]

  init(_ name: String) throws {
    let text = try String(contentsOf: Self.folder.appendingPathComponent("\(name).txt"), encoding: .utf8)
    rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ") }
  }

  /// The fields of each line as numbers. Some are unsigned and need all 64 bits.
  var numbers: [[Int128]] { rows.map { $0.map { Int128($0)! } } }
}

@Suite("Vectors made by an oracle of its own")
struct VectorTests {
  /// Checks a file whose lines end with the right result and a tolerance.
  private static func check(_ name: String, _ result: ([Int128]) -> Int128) throws {
    var failures = Failures()
    var worst: Int128 = 0
    for row in try VectorFile(name).numbers {
      let got = result(row)
      let off = abs(got - row[row.count - 2])
      worst = max(worst, off)
      failures.expect(off <= row.last!, "\(row) gives \(got)")
    }
    print("Vectors, \(name): \(failures.cases) cases, at most \(worst) units off")
    #expect(failures.isEmpty, "\(failures)")
    #expect(failures.cases > 100)
  }

  @Test("numbers")
  func numbers() throws {
    try Self.check("ramp") { Int128(Ramp(from: Int32($0[0]), to: Int32($0[1]))(Int32($0[2]))) }
    try Self.check("log2") { Int128(Logarithm.log2Q24(UInt32($0[0]))) }
    try Self.check("exp2") { Int128(Logarithm.exp2(q24: Int64($0[0]), times: Int32($0[1]))) }
    try Self.check("time") { Int128(Time.extend(UInt64($0[0]), UInt32($0[1]))) }
  }

  @Test("circuits")
  func circuits() throws {
    try Self.check("circuit") { row in
      let circuit = press_circuit(
        full_scale: Int32(row[0]), resistor_ohm: UInt32(row[1]), parallel_ohm: UInt32(row[2]), flags: UInt32(row[3]), max_code: 0, short_ohm: 20)
      return Int128(Circuit.conductance(circuit, rising: Circuit.rising(circuit, Int32(row[4]))))
    }
  }

  @Test("curves")
  func curves() throws {
    try Self.check("power") { row in
      let curve = Curve.makePower(Int32(row[0]), Int32(row[1]), Int32(row[2]))
      return Int128(withUnsafePointer(to: curve) { Curve.force($0, Int32(row[3])) })
    }
    try Self.check("table") { row in
      let count = Int(row[0])
      let points = (0..<count).map { press_curve_point(conductance: Int32(row[1 + 2 * $0]), force: Int32(row[2 + 2 * $0])) }
      var curve = press_curve()
      Curve.fillTable(&curve, points, count)
      return Int128(Curve.force(&curve, Int32(row[1 + 2 * count])))
    }
  }

  @Test("the 1 euro filter")
  func oneEuro() throws {
    var filter = press_one_euro()
    try Self.check("one_euro") { row in
      if UInt64(row[3]) <= filter.t_us { filter = press_one_euro() }
      filter.min_cutoff_hz = Int32(row[0])
      filter.beta = Int32(row[1])
      filter.derivative_cutoff_hz = Int32(row[2])
      return Int128(OneEuro.step(&filter, at: UInt64(row[3]), Int32(row[4])))
    }
  }

  @Test("creep")
  func creep() throws {
    var creep = Creep()
    try Self.check("creep") { row in
      if row[1] == 0 { creep = Creep() }
      return Int128(creep.relieve(Int32(row[2]), of: Int32(row[0]), from: 10 * Q16.one, at: UInt64(row[1])))
    }
  }

  /// Lines of the log since the last call.
  private static func poll(_ engine: Engine) -> [[Int128]] {
    var events = [press_event](repeating: press_event(), count: 64)
    let count = Int(engine.poll(&events, 64))
    return events.prefix(count).map {
      [
        Int128($0.t_us), Int128($0.type), Int128($0.contact), Int128($0.flags), Int128($0.reason), Int128($0.pressure), Int128($0.progress),
        Int128($0.late_us),
      ]
    }
  }

  @Test("whole engines: the event log is the very same")
  func engines() throws {
    var config = press_config.makeDefault
    let size = Engine.size(config)
    let storage = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    defer { storage.deallocate() }
    let engine = Engine(OpaquePointer(storage))
    var failures = Failures()
    var expected: [[Int128]] = []
    var got: [[Int128]] = []
    var line = 0
    func compare() {
      failures.expect(got == expected, "before line \(line): \(got), not \(expected)")
      expected = []
      got = []
    }
    for row in try VectorFile("engine").rows {
      line += 1
      let n = row.dropFirst().map { Int128($0)! }
      if row[0] == "e" {
        expected.append(n)
        continue
      }
      compare()
      switch row[0] {
      case "c":
        (config.touch_force, config.release_force, config.zero_force, config.full_force) = (Int32(n[0]), Int32(n[1]), Int32(n[2]), Int32(n[3]))
        (config.preview_pressure, config.commit_pressure, config.complete_pressure) = (Int32(n[4]), Int32(n[5]), Int32(n[6]))
        config.lost_after_us = UInt32(n[7])
        config.min_progress_step = Int32(n[8])
        config.lift_us = UInt32(n[10])
        config.flags = n[9] == 1 ? UInt32(PRESS_CONFIG_TELL_MOVED) : 0
        #expect(config.isValid)
        _ = Engine.make(in: storage, Engine.size(config), config)
      case "t": failures.expect(engine.tick(UInt64(n[0])) == Status.ok, "tick at \(n)")
      default:
        var sample = press_sample(
          t_us: UInt64(n[0]), contact: UInt32(n[1]), flags: n[2] == 1 ? UInt32(PRESS_SAMPLE_LOST) : 0, force: Int32(n[3]), x: 0, y: 0, reserved: 0)
        failures.expect(engine.feed(&sample, 1) == 1, "sample at \(n)")
      }
      got = Self.poll(engine)
    }
    compare()
    print("Vectors, engine: \(line) lines")
    #expect(failures.isEmpty, "\(failures)")
    #expect(line > 2000)
  }
}
