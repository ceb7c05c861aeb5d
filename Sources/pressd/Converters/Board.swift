import CPress
import CPressLinux
import PressDevice

/// One or two converters, real or simulated, each behind its driver.
enum Board {
  /// How often converters that do not answer are asked at the start.
  private static let attempts = 3

  /// Puts the simulated board together as the config describes it.
  /// @return an exit code; what is wrong was told.
  static func assemble(_ program: UnsafeMutablePointer<Program>, _ script: SimulationScript) -> Int32 {
    let settings = program.pointee.settings
    let first = settings.converters[0]
    var bus = SimulatedBus(is1015: first.is1015, address: first.config.address, seed: program.pointee.options.seed)
    if settings.converterCount == 2 {
      bus.second = SimulatedADS1x15(is1015: settings.converters[1].is1015, seed: program.pointee.options.seed ^ 0x2D)
      bus.secondAddress = settings.converters[1].config.address
    }
    var parts = SimulatedRandom(seed: program.pointee.options.seed ^ 0x91)
    for i in 0..<settings.sensorCount {
      let converter = settings.converters[settings.converter(ofSensor: i)]
      let circuit = settings.sensors[i].sensor.circuit
      var sensor = SimulatedFSR()
      sensor.resistorOhm = Double(circuit.resistor_ohm)
      sensor.isPulledUp = circuit.flags & UInt32(PRESS_CIRCUIT_PULL_UP) != 0
      sensor.parallelOhm = Double(circuit.parallel_ohm)
      sensor.spikeOnceIn = 400
      // The supply is what full_scale says.
      let steps = converter.is1015 ? 2048.0 : 32768.0
      sensor.supplyVolts = Double(circuit.full_scale) / steps * Double(converter.config.range_mv) / 1000.0
      let channel = Int(settings.sensors[i].channel & 3)
      let place = settings.sensors[i].sensor
      let preload = Double(place.preload_force) / 65536.0
      // It was calibrated with what always lies on it; but no two parts are alike.
      if preload > 0.0 { sensor.microsiemens = sensor.microsiemens * Self.calibration(of: sensor, preload, place.curve) }
      if settings.sensorCount > 1 { sensor.microsiemens = sensor.microsiemens * (1.0 + 0.05 * parts.gauss()) }
      bus.converter.plate.add(x: Double(place.x) / 65536.0, y: Double(place.y) / 65536.0, preload: preload)
      sensor.settle(newtons: preload)
      let input = SimulatedInput.sensor(sensor, place: i)
      if settings.converter(ofSensor: i) == 0 {
        bus.converter.supplyVolts = sensor.supplyVolts
        bus.converter.inputs[channel] = input
      } else {
        bus.second.supplyVolts = sensor.supplyVolts
        bus.second.inputs[channel] = input
      }
    }
    bus.converter.oscillatorError = 0.03
    bus.second.oscillatorError = -0.02
    script.prepare(&bus, durationUs: program.pointee.options.durationUs, seed: program.pointee.options.seed)
    if case .file = script {
      let code = FingerFile(program: program).load(&bus.converter.finger, on: bus.converter.plate)
      if code != ExitCode.ok { return code }
    }
    bus.second.finger = bus.converter.finger
    bus.second.plate = bus.converter.plate
    program.pointee.bus = bus
    return ExitCode.ok
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

  /// Opens the bus and asks whether everybody is there. @return an exit code; what is wrong was told.
  static func open(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    let opened = Bus.open(program)
    if opened != 0 { return Advice.tell(program, .node, opened) }
    let code = Bus.openReadyPins(program)
    if code != ExitCode.ok { return code }
    var functions = Bus.functions(program)
    for c in 0..<program.pointee.settings.converterCount {
      program.pointee.settings.converters[c].config.channels = program.pointee.settings.channels(ofConverter: c)
      let status = press_ads1x15_init(&program.pointee.adcs[c], &program.pointee.settings.converters[c].config, &functions)
      if status != 0 {
        program.pointee.err.text("pressd: the converter's config is not accepted: ")
        program.pointee.err.cString(press_strerror(status))
        program.pointee.err.text("\n")
        return ExitCode.config
      }
    }
    for attempt in 1...attempts {
      _ = read(program)
      if linux_signal() != 0 { return ExitCode.ok }
      var absent = -1
      for c in 0..<program.pointee.settings.converterCount where program.pointee.links[c].isDown { absent = c }
      if absent < 0 { return ExitCode.ok }
      if attempt == attempts { return Advice.tell(program, .converter(absent), program.pointee.links[absent].status) }
      _ = Bus.wait(program, askUs(program))
    }
    return ExitCode.ok
  }

  /// When somebody who does not answer may be asked again.
  static func askUs(_ program: UnsafeMutablePointer<Program>) -> UInt64 {
    var first = UInt64.max
    for c in 0..<program.pointee.settings.converterCount where program.pointee.links[c].isDown {
      first = min(first, program.pointee.links[c].askUs)
    }
    return first
  }

  /// A frame, codes in the order of the sensors. One that cannot be read is told as failed.
  static func read(_ program: UnsafeMutablePointer<Program>) -> press_frame {
    var codes = InlineArray<2, press_frame>(repeating: press_frame())
    let begin = Bus.wait(program, 0)
    let asked = askable(program, begin)
    let done = asked == 0 ? 0 : step(program, asked, begin, &codes)
    let end = Bus.wait(program, 0)
    let frameUs = program.pointee.settings.frameUs
    for c in 0..<program.pointee.settings.converterCount where asked >> UInt32(c) & 1 != 0 {
      if codes[c].present != 0 {
        program.pointee.links[c].answered()
      } else {
        let isDone = done >> UInt32(c) & 1 != 0
        let status = isDone ? press_ads1x15_last_error(&program.pointee.adcs[c]) : Int32(PRESS_ERR_TIMEDOUT)
        program.pointee.links[c].failed(status, atUs: end, firstPauseUs: max(frameUs, 5000))
      }
    }
    return join(program, codes, end)
  }

  /// Bits of the converters that may be asked. Where nobody answers any more, the node is opened anew first.
  private static func askable(_ program: UnsafeMutablePointer<Program>, _ now: UInt64) -> UInt32 {
    var asked: UInt32 = 0
    var areAllDown = true
    for c in 0..<program.pointee.settings.converterCount {
      if program.pointee.links[c].mayBeAsked(atUs: now) { asked |= 1 << UInt32(c) }
      if !program.pointee.links[c].isDown { areAllDown = false }
    }
    if asked == 0 || !areAllDown { return asked }
    let status = Bus.open(program)
    if status == 0 { return asked }
    for c in 0..<program.pointee.settings.converterCount where asked >> UInt32(c) & 1 != 0 {
      program.pointee.links[c].failed(status, atUs: now, firstPauseUs: 0)
    }
    return 0
  }

  /// Steps drivers in turn, so that their conversions overlap, until each has its frame.
  /// @return bits of those that have.
  private static func step(
    _ program: UnsafeMutablePointer<Program>, _ asked: UInt32, _ begin: UInt64, _ codes: inout InlineArray<2, press_frame>
  ) -> UInt32 {
    let limit = begin + program.pointee.settings.frameUs * 4 + 500_000
    var now = begin
    var done: UInt32 = 0
    while done != asked && now < limit {
      var next = limit
      for c in 0..<program.pointee.settings.converterCount where (asked & ~done) >> UInt32(c) & 1 != 0 {
        if press_ads1x15_step(&program.pointee.adcs[c], now, &codes[c]) == 1 {
          done |= 1 << UInt32(c)
        } else {
          next = min(next, press_ads1x15_next(&program.pointee.adcs[c]))
        }
        now = Bus.wait(program, 0)
      }
      if done != asked { now = Bus.wait(program, next) }
    }
    return done
  }

  /// From the order of the drivers to that of the sensors. The time is that of the last code.
  private static func join(
    _ program: UnsafeMutablePointer<Program>, _ codes: borrowing InlineArray<2, press_frame>, _ now: UInt64
  ) -> press_frame {
    var frame = press_frame()
    for i in 0..<program.pointee.settings.sensorCount {
      let c = program.pointee.settings.converter(ofSensor: i)
      let place = program.pointee.settings.place(ofSensor: i)
      if codes[c].present >> UInt32(place) & 1 != 0 {
        frame.present |= 1 << UInt32(i)
        frame.setCode(i, codes[c].codeAt(place))
        frame.t_us = max(frame.t_us, codes[c].t_us)
      } else {
        frame.failed |= 1 << UInt32(i)
      }
    }
    for i in 0..<program.pointee.settings.sensorCount where frame.present >> UInt32(i) & 1 != 0 {
      let c = program.pointee.settings.converter(ofSensor: i)
      let place = program.pointee.settings.place(ofSensor: i)
      frame.setBefore(i, frame.t_us - codes[c].t_us + UInt64(codes[c].beforeAt(place)))
    }
    if frame.present == 0 { frame.t_us = now }
    return frame
  }

  /// Puts the converters to sleep.
  static func stop(_ program: UnsafeMutablePointer<Program>) {
    for c in 0..<program.pointee.settings.converterCount where !program.pointee.links[c].isDown {
      _ = press_ads1x15_stop(&program.pointee.adcs[c])
    }
  }
}
