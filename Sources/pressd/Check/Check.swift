import CPress
import CPressLinux
import PressSetup

/// `--check`: what is wrong with the sensors, from the bus to the release of a press. Findings.swift has what it can find.
struct Check<Source: Input> {
  private let source: UnsafeMutablePointer<Source>
  private var feels = InlineArray<8, Feel>(repeating: Feel())
  private var counts = InlineArray<3, UInt32>(repeating: 0)
  private var code = ExitCode.ok
  /// When the present step began.
  private var beganUs: UInt64 = 0

  private static var restUs: UInt64 { 2_000_000 }
  private static var pressUs: UInt64 { 15_000_000 }
  private static var holdUs: UInt64 { 1_500_000 }
  private static var releaseUs: UInt64 { 5_000_000 }
  private static var afterUs: UInt64 { 800_000 }

  private var program: UnsafeMutablePointer<Program> { source.program }
  private var sensors: Int { program.pointee.settings.count(.sensor) }
  private var touch: press_q16 { program.pointee.settings.engine.config.touch_force }
  private var release: press_q16 { program.pointee.settings.engine.config.release_force }

  /// @return an exit code: that of the first finding that failed, or of the signal that stopped it before one did.
  static func run(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    var source = Source(program)
    return withUnsafeMutablePointer(to: &source) {
      var check = Check(source: $0)
      return check.run()
    }
  }

  private init(source: UnsafeMutablePointer<Source>) { self.source = source }

  private mutating func run() -> Int32 {
    if program.pointee.settings.refuses(program.pointee.options.source.setup) || program.pointee.settings.refusesConfigs() { return refuse() }
    program.pointee.originUs = linux_now_us()
    var (rate, wrong) = (UInt64(0), Source.identify(source))
    if wrong == ExitCode.ok && program.pointee.settings.refusesSensors() { return refuse() }
    if wrong == ExitCode.ok { (rate, wrong) = Source.rate(source, asked: UInt64(program.pointee.options.rate)) }
    if wrong != ExitCode.ok { return wrong }
    if open() {
      program.pointee.originUs = linux_now_us() &- Source.now(source)
      Source.start(source, rate: max(rate, 1))
      if rest() {
        for i in 0..<sensors { press(i) }
      }
      Source.close(source)
    }
    let signal = linux_signal()
    if signal != 0 { return stopped(signal) }
    summary()
    return code
  }

  private func stopped(_ signal: Int32) -> Int32 {
    program.pointee.err.begin(.error)
    program.pointee.err.text("stopped before its end; what the check has not reached is not known\n")
    return counts[2] > 0 ? code : ExitCode.signal + signal
  }

  private func refuse() -> Int32 {
    program.pointee.settings.complain(in: program.pointee.options.configPath, &program.pointee.err)
    return ExitCode.config
  }

  // MARK: What is found

  private mutating func add(_ finding: Finding, _ filling: Filling = Filling(), sensor: Int? = nil) {
    let own = sensors > 1 ? sensor : nil
    if program.pointee.options.format == .json {
      FindingPrinter.json(finding, sensor: own, filling, &program.pointee.out)
    } else {
      FindingPrinter.text(finding, sensor: own, filling, &program.pointee.out)
    }
    program.pointee.out.flush()
    counts[Int(finding.result.rawValue)] += 1
    if code == ExitCode.ok { code = finding.code }
  }

  private func summary() {
    if program.pointee.options.format == .json {
      let result: StaticString = code != ExitCode.ok ? "fail" : counts[1] > 0 ? "warn" : "ok"
      program.pointee.out.say(
        "{\"result\":\"\(result)\",\"ok\":\(counts[0]),\"warn\":\(counts[1]),\"fail\":\(counts[2]),\"code\":\(code)}\n")
    } else {
      program.pointee.out.say("\(counts[0]) ok, \(counts[1]) to look at, \(counts[2]) failed.\n")
    }
  }

  private func say(_ step: StaticString, _ sensor: Int? = nil) {
    program.pointee.err.text(step)
    if let sensor, sensors > 1 { program.pointee.err.say(" (sensor \(sensor))") }
    program.pointee.err.text("\n")
    program.pointee.err.flush()
  }

  // MARK: The bus

  private mutating func open() -> Bool {
    let wrong = Source.open(source)
    var node = Path()
    if case .simulation = program.pointee.options.source { node = Path("simulated bus") } else { node = program.pointee.options.node }
    return node.withText { node in
      let digits = node.dropping((node.lastIndex(of: UInt8(ascii: "-")) ?? -1) + 1)
      let isTaken = program.pointee.problem == Errno.busy
      let c = isTaken ? program.pointee.takenConverter : 0
      var filling = Filling().with("node", .text(node)).with("bus", .text(digits))
        .with("address", .hex(program.pointee.settings.converter[c].ads1x15.address))
      if isTaken, let who = linux_i2c_holder() { filling = filling.with("who", .text(Slice(cString: who))) }
      if wrong != ExitCode.ok {
        if linux_signal() == 0 && program.pointee.problem != 0 { add(Self.finding(wrong, program.pointee.problem), filling) }
        code = wrong
        return false
      }
      add(.busOpens, filling)
      if case .i2c = program.pointee.options.source { add(.addressAnswers, filling) }
      return true
    }
  }

  private static func finding(_ code: Int32, _ status: Int32) -> Finding {
    switch code {
    case ExitCode.noPermission: .busForbidden
    case ExitCode.noInput: Errno.isAbsent(status) ? .busAbsent : .busOther
    case ExitCode.timedOut: .busHangs
    case ExitCode.unavailable: Int(status) == PRESS_ERR_STATE ? .partOther : status == Errno.busy ? .converterInUse : .addressSilent
    default: .transfersFail
    }
  }

  // MARK: Frames

  /// Frames, until `body` returns false, a signal comes, or there are no more. It gets the time since the step began.
  private mutating func follow(_ body: (inout Check, press_frame, UInt64) -> Bool) {
    beganUs = Source.now(source)
    while linux_signal() == 0 {
      guard case .frame(let due) = Source.next(source) else { return }
      while !program.pointee.options.isFast && linux_signal() == 0 && linux_now_us() &- program.pointee.originUs < due {
        linux_sleep_until_us(min(program.pointee.originUs &+ due, linux_now_us() &+ 1_000_000))
      }
      if linux_signal() != 0 { return }
      Source.move(source, toUs: due)
      let frame = Source.read(source)
      if !body(&self, frame, frame.t_us > beganUs ? frame.t_us - beganUs : 0) { return }
    }
  }

  // MARK: Untouched

  /// @return false: nothing was read.
  private mutating func rest() -> Bool {
    say("Keep your hand off the sensor.")
    let codes = UnsafeMutableRawPointer(program.pointee.readBuffer).assumingMemoryBound(to: Int32.self)
    let room = Program.readCapacity / 4 / sensors
    var (frames, failed, lastUs, kept) = (UInt64(0), UInt64(0), UInt64(0), 0)
    follow { check, frame, us in
      frames += 1
      lastUs = us
      if frame.failed != 0 { failed += 1 }
      if frame.present == UInt32(1) << UInt32(check.sensors) - 1 && kept < room {
        for i in 0..<check.sensors { codes[i * room + kept] = frame.codeAt(i) }
        kept += 1
      }
      return us < Self.restUs
    }
    if linux_signal() != 0 { return false }
    if kept == 0 {
      add(.transfersFail, Filling().with("node", .text(Slice("the converter"))))
      return false
    }
    report(frames: frames, failed: failed, us: lastUs)
    for i in 0..<sensors {
      Self.sort(codes + i * room, kept)
      feels[i].learn(program.pointee.settings.sensor[i].sensor, code: codes[i * room + kept / 2])
      input(i, codes + i * room, kept)
    }
    return true
  }

  private mutating func report(frames: UInt64, failed: UInt64, us: UInt64) {
    let rate = us > 0 ? (frames * 1_000_000 + us / 2) / us : 0
    let filling = Filling().with("rate", .number(Int64(rate)))
    let limit = rate << 16
    add(
      limit < UInt64(Finding.rateLow.limit)
        ? (limit <= UInt64(Finding.ratePoor.limit) ? .ratePoor : .rateLow) : .rateReached, filling)
    let lost = failed * 6_553_600 / max(frames, 1)
    if lost > UInt64(Finding.readingsLost.limit) {
      add(.readingsLost, Filling().with("share", .decimal(press_q16(truncatingIfNeeded: lost), digits: 1)))
    }
  }

  private static func sort(_ codes: UnsafeMutablePointer<Int32>, _ count: Int) {
    for i in 1..<max(count, 1) {
      let code = codes[i]
      var j = i
      while j > 0 && codes[j - 1] > code {
        codes[j] = codes[j - 1]
        j -= 1
      }
      codes[j] = code
    }
  }

  private mutating func input(_ i: Int, _ sorted: UnsafeMutablePointer<Int32>, _ count: Int) {
    let (feel, circuit) = (feels[i], feels[i].sensor.circuit)
    let part = feel.part(feel.code)
    let idle = Int64(circuit.resistor_ohm) * 65536 / (Int64(circuit.resistor_ohm) + Int64(circuit.parallel_ohm))
    let code = Filling().with("code", .number(Int64(feel.code)))
    if part > 64225 {  // 0.98
      return add(.inputShorted, code.with("full", .number(Int64(circuit.full_scale))), sensor: i)
    }
    if circuit.parallel_ohm > 0 && part < idle / 2 {
      add(.inputOpen, code.with("ohm", .number(Int64(circuit.parallel_ohm))), sensor: i)
    } else if part < -Int64(Finding.inputNegative.limit) / 100 {
      add(.inputNegative, code, sensor: i)
    } else {
      add(.inputSound, sensor: i)
    }
    let force = max(feel.force(above: feel.zero) &- feel.sensor.preload_force, 0)
    let zero = Filling().with("zero", .decimal(feel.zero, digits: 1)).with("force", .decimal(force, digits: 2))
    add(force > Finding.zeroLoaded.limit ? .zeroLoaded : .zeroFits, zero, sensor: i)
    noise(i, sorted, count)
  }

  /// From the lowest to the highest code, but for one in a hundred at each end.
  private mutating func noise(_ i: Int, _ sorted: UnsafeMutablePointer<Int32>, _ count: Int) {
    let feel = feels[i]
    let (low, high) = (feel.conductance(sorted[count / 100]), feel.conductance(sorted[count - 1 - count / 100]))
    let away = max((feel.zero &- low).magnitude, (high &- feel.zero).magnitude)
    let noise = feel.force(above: press_q16(truncatingIfNeeded: away))
    let share = Int64(noise) << 16 / Int64(max(touch, 1))
    let finding: Finding =
      share > Int64(Finding.noiseHigh.limit) ? (share > Int64(Finding.noisePoor.limit) ? .noisePoor : .noiseHigh) : .noiseLow
    let least = press_q16(truncatingIfNeeded: Int64(noise) << 16 / Int64(max(Finding.noiseHigh.limit, 1)))
    add(
      finding,
      Filling().with("force", .decimal(noise, digits: 3)).with("touch", .decimal(touch, digits: 2)).with("least", .decimal(least, digits: 2)),
      sensor: i)
  }

  // MARK: Pressed

  private mutating func press(_ i: Int) {
    say("Press hard on the sensor, and hold.", i)
    var (touchedUs, isBackwards, away) = (UInt64(0), false, 0)
    follow { check, frame, us in
      guard frame.present >> UInt32(i) & 1 != 0 else { return us < Self.pressUs }
      let feel = check.feels[i]
      let turn = Int64(frame.codeAt(i)) - Int64(feel.code)
      away = (feel.isPulledUp ? -turn : turn) < -Int64(feel.sensor.circuit.full_scale) / 20 ? away + 1 : 0
      isBackwards = away == 10
      if check.feels[i].feed(frame.codeAt(i)) >= check.touch && touchedUs == 0 { touchedUs = us }
      if isBackwards { return false }
      return touchedUs == 0 ? us < Self.pressUs : us < touchedUs + Self.holdUs
    }
    if linux_signal() != 0 { return }
    let channel = Filling().with("channel", .number(Int64(program.pointee.settings.sensor[i].channel.number)))
    if isBackwards {
      let turned: StaticString = feels[i].isPulledUp ? "no" : "yes"
      return add(.pressBackwards, Filling().with("turned", .text(Slice(turned))), sensor: i)
    }
    if touchedUs == 0 { return add(.pressNone, channel, sensor: i) }
    add(.pressFelt, channel.with("force", .decimal(feels[i].peak, digits: 1)), sensor: i)
    resistor(i)
    letGo(i)
  }

  private mutating func resistor(_ i: Int) {
    let wire = program.pointee.settings.wire(i)
    if program.pointee.settings.converter[min(wire.converter, 1)].model == .nau7802 { return }  // a load cell has none
    let (feel, circuit) = (feels[i], feels[i].sensor.circuit)
    let part = min(max(feel.part(feel.peakCode), 64), 65470)
    let highest = circuit.max_code > 0 ? Int64(circuit.max_code) * 65536 / Int64(circuit.full_scale) : 65536
    let percent = part * 100
    var finding = Finding.rangeFits
    if percent < Int64(Finding.rangeLittle.limit) {
      finding = .rangeLittle
    } else if percent > Int64(Finding.rangeEnds.limit) * highest / 65536 {
      finding = .rangeEnds
    } else if percent > Int64(Finding.rangeCrowded.limit) {
      finding = .rangeCrowded
    }
    let ohm = Self.sold(Int64(circuit.resistor_ohm) * 4 * (65536 - part) / part)
    add(finding, Filling().with("share", .number((percent + 32768) / 65536)).with("ohm", .number(ohm)), sensor: i)
  }

  /// The nearest resistor of the series E12.
  private static func sold(_ ohm: Int64) -> Int64 {
    let steps = Words("10,12,15,18,22,27,33,39,47,56,68,82")
    var (best, decade) = (Int64(10), Int64(1))
    while decade <= 100_000 {
      for n in 0..<12 {
        let one = Int64(Number.unsigned(steps[n], most: 82) ?? 10) * decade
        // Nearest by their ratio.
        let (a, b) = (max(one, ohm) * 1000 / max(min(one, ohm), 1), max(best, ohm) * 1000 / max(min(best, ohm), 1))
        if a < b { best = one }
      }
      decade *= 10
    }
    return best
  }

  private mutating func letGo(_ i: Int) {
    say("Let go.", i)
    var (goneUs, force, sum, count): (UInt64?, press_q16, Int64, Int64) = (nil, 0, 0, 0)
    follow { check, frame, us in
      guard frame.present >> UInt32(i) & 1 != 0 else { return us < Self.releaseUs }
      force = check.feels[i].feed(frame.codeAt(i))
      if goneUs == nil && force < check.release { goneUs = us }
      guard let gone = goneUs else { return us < Self.releaseUs }
      if us > gone + Self.afterUs / 2 {
        sum += Int64(force)
        count += 1
      }
      return us < gone + Self.afterUs
    }
    if linux_signal() != 0 { return }
    guard let goneUs else {
      let held = Filling().with("force", .decimal(force, digits: 2)).with("seconds", .number(Int64(Self.releaseUs / 1_000_000)))
      return add(.releaseHeld, held, sensor: i)
    }
    let rest = press_q16(truncatingIfNeeded: sum / max(count, 1))
    if Int64(rest) << 16 > Int64(Finding.releaseRest.limit) * Int64(release) {
      add(.releaseRest, Filling().with("force", .decimal(rest, digits: 2)).with("release", .decimal(release, digits: 2)), sensor: i)
    } else {
      add(.releaseClean, Filling().with("ms", .number(Int64(goneUs / 1000))), sensor: i)
    }
  }
}
