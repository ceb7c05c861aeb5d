import CPress
import CPressLinux
import PressDevice
import PressSetup

/// A simulated finger on simulated sensors behind simulated converters, with its own time.
struct Simulation: BoardInput {
  let program: UnsafeMutablePointer<Program>
  var ticker = Ticker()
  var board: Board

  init(_ program: UnsafeMutablePointer<Program>) {
    self.program = program
    board = Board(program)
  }

  static var isLive: Bool { false }

  static func open(_ input: UnsafeMutablePointer<Self>) -> Int32 {
    guard case .simulation(let script) = input.program.pointee.options.source else { return ExitCode.ok }
    var code = assemble(input, script)
    // The finger and a storm wait until a slow converter is set up.
    let isSlow = input.program.pointee.settings.setupUs() > 0
    let storm = input.pointee.board.bus.storm
    if isSlow { input.pointee.board.bus.storm = nil }
    if code == ExitCode.ok { code = Board.open(input.board) }
    if isSlow {
      input.pointee.board.bus.storm = storm
      input.pointee.board.bus.wires.originNs = input.pointee.board.bus.ns
      input.pointee.board.bus.secondWires.originNs = input.pointee.board.bus.ns
    }
    if code == ExitCode.ok && !input.program.pointee.options.hasSource && !input.program.pointee.options.isFast {
      input.program.say("no --source: a simulated finger presses, as with --source sim; --help lists the other sources", .notice)
    }
    return code
  }

  static func now(_ input: UnsafeMutablePointer<Self>) -> UInt64 { input.pointee.board.bus.us }

  static func move(_ input: UnsafeMutablePointer<Self>, toUs us: UInt64) { _ = input.pointee.board.bus.wait(us) }

  static func next(_ input: UnsafeMutablePointer<Self>) -> Moment {
    var end = input.program.pointee.options.durationUs
    if end == 0, case .simulation(let script) = input.program.pointee.options.source {
      end = script.durationUs
      if case .file = script { end = input.pointee.board.bus.wires.finger.endUs + FingerFile.restUs }
    }
    return nextTick(input, endUs: end + input.pointee.board.bus.wires.originNs / 1000)
  }

  // MARK: The board

  /// Puts the simulated board together as the config describes it.
  /// @return an exit code; errors were reported.
  private static func assemble(_ input: UnsafeMutablePointer<Self>, _ script: SimulationScript) -> Int32 {
    let seed = input.program.pointee.options.seed
    let first = input.program.pointee.settings.converter[0]
    var bus = SimulatedBus(SimulatedPart(first.model.number)!, address: first.address, seed: seed)
    if input.program.pointee.settings.count(.converter) == 2 {
      let second = input.program.pointee.settings.converter[1]
      bus.second = SimulatedPart(second.model.number)!
      bus.secondWires = SimulatedWires(seed: seed ^ 0x2D)
      bus.secondAddress = second.address
    }
    if input.program.pointee.settings.feedback.drv2605l { bus.motorAddress = UInt8(PRESS_DRV2605L_ADDRESS) }
    for c in 0..<input.program.pointee.settings.count(.converter) {
      bus.hertz = min(bus.hertz, UInt64(input.program.pointee.settings.converter[c].model.part.family.busHertz))
    }
    var parts = SimulatedRandom(seed: seed ^ 0x91)
    for i in 0..<input.program.pointee.settings.count(.sensor) { plug(sensor: i, &input.program.pointee.settings, &parts, &bus) }
    for c in 0..<input.program.pointee.settings.count(.converter) {
      let one = input.program.pointee.settings.converter[c]
      guard let reference = one.reference.channel else { continue }
      let wired = SimulatedInput.supply(65536.0 / Double(one.supply.ratio))
      if c == 0 { bus.wires.inputs[reference] = wired } else { bus.secondWires.inputs[reference] = wired }
    }
    bus.converter.oscillatorError = 0.03
    bus.second.oscillatorError = -0.02
    script.prepare(&bus, durationUs: input.program.pointee.options.durationUs, seed: seed)
    if case .file = script {
      let code = FingerFile(program: input.program).load(&bus.wires.finger, on: bus.wires.plate)
      if code != ExitCode.ok { return code }
    }
    bus.secondWires.finger = bus.wires.finger
    bus.secondWires.plate = bus.wires.plate
    input.pointee.board.bus = bus
    return ExitCode.ok
  }

  private static func plug(
    sensor i: Int, _ settings: inout Settings, _ parts: inout SimulatedRandom, _ bus: inout SimulatedBus<SimulatedPart>
  ) {
    let wire = settings.wire(i)
    let converter = settings.converter[wire.converter]
    let place = settings.sensor[i].sensor
    var sensor = SimulatedFSR()
    sensor.resistorOhm = Double(place.circuit.resistor_ohm)
    sensor.isPulledUp = place.circuit.flags & UInt32(PRESS_CIRCUIT_PULL_UP) != 0
    sensor.parallelOhm = Double(place.circuit.parallel_ohm)
    sensor.spikeOnceIn = 400
    // The supply follows from full_scale.
    let steps = Double(converter.largestCode) + (converter.isRatiometric ? 0.0 : 1.0)
    sensor.supplyVolts = Double(place.circuit.full_scale) / steps * converter.rangeVolts
    let preload = Double(place.preload_force) / 65536.0
    // The sensor was calibrated with its preload; but no two parts are alike.
    if preload > 0.0 { sensor.microsiemens = sensor.microsiemens * calibration(of: sensor, preload, place.curve) }
    if settings.count(.sensor) > 1 { sensor.microsiemens = sensor.microsiemens * (1.0 + 0.05 * parts.gauss()) }
    bus.wires.plate.add(x: Double(place.x) / 65536.0, y: Double(place.y) / 65536.0, preload: preload)
    sensor.settle(newtons: preload)
    let input =
      converter.model == .nau7802 ? loadCell(place, converter, at: i) : SimulatedInput.sensor(sensor, place: i)
    if wire.converter == 0 {
      bus.wires.supplyVolts = sensor.supplyVolts
      bus.wires.inputs[wire.channel % SimulatedWires.capacity] = input
    } else {
      bus.secondWires.supplyVolts = sensor.supplyVolts
      bus.secondWires.inputs[wire.channel % SimulatedWires.capacity] = input
    }
  }

  /// A load cell that follows the curve, from the stored zero on, or from the middle of the codes.
  private static func loadCell(_ place: press_sensor, _ converter: ConverterKeys, at i: Int) -> SimulatedInput {
    let circuit = place.circuit
    func code(_ microsiemens: Double) -> Double {
      let ratio = microsiemens * 1.0e-6 * Double(circuit.resistor_ohm)
      return Double(circuit.full_scale) * ratio / (1.0 + ratio)
    }
    let middle = 32768.0 / (Double(circuit.full_scale) - 32768.0) / Double(circuit.resistor_ohm) * 1.0e6
    let rest = place.zero != 0 ? Double(place.zero) / 65536.0 : middle
    var curve = place.curve
    let four = conductance(&curve, 4.0)
    let perNewton = (code(rest + four) - code(rest)) / 4.0
    let volts = converter.bridgeVolts
    return .loadCell(
      voltsPerNewton: perNewton * volts, restVolts: (code(rest) - 32768.0) * volts, noiseVolts: 0.3e-6, place: i)
  }

  /// The conductance of a force by a curve, microsiemens.
  private static func conductance(_ curve: inout press_curve, _ newtons: Double) -> Double {
    var (low, high): (Int32, Int32) = (0, Int32.max)
    let right = Int32(newtons * 65536.0)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      var force: Int32 = 0
      _ = press_curve_force(&curve, middle, &force)
      if force < right { low = middle } else { high = middle }
    }
    return Double(high) / 65536.0
  }

  /// The factor from the conductance of a sensor under its preload to that of the curve.
  private static func calibration(of sensor: SimulatedFSR, _ preload: Double, _ curve: press_curve) -> Double {
    var sensor = sensor
    var curve = curve
    sensor.settle(newtons: preload)
    return conductance(&curve, preload) / sensor.conductance(newtons: preload, seconds: 0.0)
  }
}

/// The file that moves a simulated finger: a line for each key point, "TIME NEWTONS [X Y]", comments after #.
struct FingerFile {
  /// How long the run goes on after the last line.
  static let restUs: UInt64 = 500_000

  let program: UnsafeMutablePointer<Program>

  /// @return an exit code; errors were reported.
  func load(_ finger: inout SimulatedFinger, on plate: SimulatedPlate) -> Int32 {
    let fd = linux_open_stream(program.pointee.options.fingerPath)
    if fd == Errno.interrupted { return ExitCode.ok }
    if fd < 0 {
      program.say("--source finger:\(program.pointee.options.fingerPath): \(linux_strerror(fd))")
      return Errno.isForbidden(fd) ? ExitCode.noPermission : ExitCode.noInput
    }
    var lines = LineReader(fd: fd, buffer: program.pointee.readBuffer, capacity: Program.readCapacity)
    let code = load(&lines, &finger, plate)
    _ = linux_close(fd)
    return code
  }

  private func load(_ lines: inout LineReader, _ finger: inout SimulatedFinger, _ plate: SimulatedPlate) -> Int32 {
    // The finger is in the middle of the plate until a line gives a place.
    var x = plate.left + plate.width / 2.0
    var y = plate.top + plate.height / 2.0
    while true {
      switch lines.next() {
      case .end:
        return finger.count > 0 ? ExitCode.ok : broken(lines, "the file has no line TIME NEWTONS [X Y]")
      case .tooLong:
        return broken(lines, "the line is too long")
      case .failed(let status):
        _ = broken(lines, "\(linux_strerror(status))")
        return Errno.exitCode(status)
      case .line(let raw):
        var line = raw
        var words = line.takeField(UInt8(ascii: "#")).trimmed
        if words.isEmpty { continue }
        let time = words.takeWord()
        guard let us = Number.microseconds(time, most: UInt64(Int64.max)), us == 0 || time[time.count - 1] == UInt8(ascii: "s") else {
          return broken(lines, "the first field must be a time with its unit, us, ms or s: 0.5s or 500ms")
        }
        guard let force = Number.q16(words.takeWord(), least: 0) else {
          return broken(lines, "the second field must be a force: newtons, a decimal from 0")
        }
        if !words.isEmpty {
          guard let toX = Number.q16(words.takeWord()), let toY = Number.q16(words.takeWord()), words.isEmpty else {
            return broken(lines, "after time and force there must be nothing, or X and Y in points")
          }
          x = Double(toX) / 65536.0
          y = Double(toY) / 65536.0
        }
        if finger.count == SimulatedFinger.capacity { return broken(lines, "more than 128 lines") }
        if !finger.add(FingerKey(us: us, newtons: Double(force) / 65536.0, x: x, y: y)) {
          return broken(lines, "the time is not later than in the line before")
        }
      }
    }
  }

  private func broken(_ lines: LineReader, _ reason: Message) -> Int32 {
    program.pointee.err.begin(.error)
    program.pointee.err.say("\(program.pointee.options.fingerPath):\(lines.number): ")
    program.pointee.err.say(reason)
    program.pointee.err.text("\n")
    return ExitCode.badData
  }
}
