import CPress
import PressDevice

/// A simulated finger on simulated sensors behind simulated converters, in a time of its own.
enum Simulation: Input {
  static var isLive: Bool { false }

  static func rate(_ program: UnsafeMutablePointer<Program>, asked: UInt64) -> (rate: UInt64, code: Int32) {
    busRate(program, asked: asked)
  }

  static func open(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    guard case .simulation(let script) = program.pointee.options.source else { return ExitCode.ok }
    var code = assemble(program, script)
    if code == ExitCode.ok { code = Board.open(program) }
    if code == ExitCode.ok && !program.pointee.options.hasSource && !program.pointee.options.isFast {
      program.say("no --source: a simulated finger presses, as with --source sim; --help tells what else there is")
    }
    return code
  }

  static func now(_ program: UnsafeMutablePointer<Program>) -> UInt64 { program.pointee.bus.us }

  static func move(_ program: UnsafeMutablePointer<Program>, toUs us: UInt64) { _ = program.pointee.bus.wait(us) }

  static func next(_ program: UnsafeMutablePointer<Program>) -> Moment {
    var end = program.pointee.options.durationUs
    if end == 0, case .simulation(let script) = program.pointee.options.source {
      end = script.durationUs
      if case .file = script { end = program.pointee.bus.wires.finger.endUs + FingerFile.restUs }
    }
    return nextTick(program, endUs: end)
  }

  static func read(_ program: UnsafeMutablePointer<Program>) -> press_frame {
    ticked(program, Board.read(program), askUs: Board.askUs(program))
  }

  static func close(_ program: UnsafeMutablePointer<Program>) { Board.stop(program) }

  // MARK: The board

  /// Puts the simulated board together as the config describes it.
  /// @return an exit code; what is wrong was told.
  private static func assemble(_ program: UnsafeMutablePointer<Program>, _ script: SimulationScript) -> Int32 {
    let seed = program.pointee.options.seed
    let first = program.pointee.settings.converter[0]
    var bus = SimulatedBus(SimulatedConverter(first.model), address: first.ads1x15.address, seed: seed)
    if program.pointee.settings.count(.converter) == 2 {
      let second = program.pointee.settings.converter[1]
      bus.second = SimulatedConverter(second.model)
      bus.secondWires = SimulatedWires(seed: seed ^ 0x2D)
      bus.secondAddress = second.ads1x15.address
    }
    var parts = SimulatedRandom(seed: seed ^ 0x91)
    for i in 0..<program.pointee.settings.count(.sensor) { plug(sensor: i, program.pointee.settings, &parts, &bus) }
    bus.converter.oscillatorError = 0.03
    bus.second.oscillatorError = -0.02
    script.prepare(&bus, durationUs: program.pointee.options.durationUs, seed: seed)
    if case .file = script {
      let code = FingerFile(program: program).load(&bus.wires.finger, on: bus.wires.plate)
      if code != ExitCode.ok { return code }
    }
    bus.secondWires.finger = bus.wires.finger
    bus.secondWires.plate = bus.wires.plate
    program.pointee.bus = bus
    return ExitCode.ok
  }

  private static func plug(
    sensor i: Int, _ settings: borrowing Settings, _ parts: inout SimulatedRandom, _ bus: inout SimulatedBus<SimulatedConverter>
  ) {
    let wire = settings.wire(i)
    let converter = settings.converter[wire.converter]
    let place = settings.sensor[i].sensor
    var sensor = SimulatedFSR()
    sensor.resistorOhm = Double(place.circuit.resistor_ohm)
    sensor.isPulledUp = place.circuit.flags & UInt32(PRESS_CIRCUIT_PULL_UP) != 0
    sensor.parallelOhm = Double(place.circuit.parallel_ohm)
    sensor.spikeOnceIn = 400
    // The supply is what full_scale says.
    let steps = Double(converter.model.largestCode) + 1.0
    sensor.supplyVolts = Double(place.circuit.full_scale) / steps * Double(converter.ads1x15.range_mv) / 1000.0
    let preload = Double(place.preload_force) / 65536.0
    // It was calibrated with what always lies on it; but no two parts are alike.
    if preload > 0.0 { sensor.microsiemens = sensor.microsiemens * calibration(of: sensor, preload, place.curve) }
    if settings.count(.sensor) > 1 { sensor.microsiemens = sensor.microsiemens * (1.0 + 0.05 * parts.gauss()) }
    bus.wires.plate.add(x: Double(place.x) / 65536.0, y: Double(place.y) / 65536.0, preload: preload)
    sensor.settle(newtons: preload)
    let input = SimulatedInput.sensor(sensor, place: i)
    if wire.converter == 0 {
      bus.wires.supplyVolts = sensor.supplyVolts
      bus.wires.inputs[wire.channel % SimulatedWires.capacity] = input
    } else {
      bus.secondWires.supplyVolts = sensor.supplyVolts
      bus.secondWires.inputs[wire.channel % SimulatedWires.capacity] = input
    }
  }

  /// The factor that brings what a sensor conducts under its preload to what the curve says.
  private static func calibration(of sensor: SimulatedFSR, _ preload: Double, _ curve: press_curve) -> Double {
    var sensor = sensor
    var curve = curve
    sensor.settle(newtons: preload)
    let conducts = sensor.conductance(newtons: preload, seconds: 0.0) * 65536.0
    var (low, high): (Int32, Int32) = (0, Int32.max)
    let right = Int32(preload * 65536.0)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      var force: Int32 = 0
      _ = press_curve_force(&curve, middle, &force)
      if force < right { low = middle } else { high = middle }
    }
    return Double(high) / conducts
  }
}
