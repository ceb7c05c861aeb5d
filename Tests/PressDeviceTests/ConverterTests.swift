import CPress
import PressDevice
import Testing

/// A driver of a part on a bus with its simulated part.
private final class PartBench {
  typealias Bus = SimulatedBus<SimulatedPart>
  let bus: UnsafeMutablePointer<Bus>
  var driver: I2CConverter
  let part: ConverterPart
  let config: press_converter_config

  init?(_ number: UInt8, faultOnceIn: UInt64 = 0, _ change: (inout press_converter_config) -> Void = { _ in }) {
    var config = press_converter_config()
    press_converter_config.setDefaults(&config)
    config.part = number
    guard let part = ConverterPart(number), let chip = SimulatedPart(number) else { return nil }
    config.channels = UInt16((1 << min(Int(part.channels), 8)) - 1)
    change(&config)
    bus = .allocate(capacity: 1)
    bus.initialize(to: Bus(chip, address: part.usualAddress, seed: 5))
    bus.pointee.faultOnceIn = faultOnceIn
    for i in 0..<8 { bus.pointee.wires.inputs[i] = .volts(Self.volts(number, i)) }
    var functions = press_bus()
    functions.size = UInt32(MemoryLayout<press_bus>.size)
    functions.user = UnsafeMutableRawPointer(bus)
    functions.transfer = { address, out, outCount, into, inCount, user in
      guard let user else { return Int32(PRESS_ERR_INVAL) }
      return user.assumingMemoryBound(to: Bus.self).pointee.transfer(address, out, outCount, into, inCount)
    }
    functions.wait = { untilUs, user in
      guard let user else { return 0 }
      return user.assumingMemoryBound(to: Bus.self).pointee.wait(untilUs)
    }
    guard config.isValid, let known = ConverterPart(config.part) else { return nil }
    let driver = I2CConverter(known, config: config, bus: functions)
    self.driver = driver
    self.part = part
    self.config = config
  }

  deinit { bus.deallocate() }

  /// The voltages of a bridge are a few millivolts.
  static func volts(_ number: UInt8, _ channel: Int) -> Double {
    (0.3 + 0.15 * Double(channel)) * (number == UInt8(PRESS_CONVERTER_NAU7802) ? 0.01 : 1)
  }

  func read() -> (status: Int32, frame: press_frame) {
    var frame = press_frame()
    let status = driver.read(timeoutUs: 10_000_000, frame: &frame)
    return (status, frame)
  }

  var channels: [Int] { (0..<16).filter { config.channels & 1 << $0 != 0 } }

  /// The first code that is not what its channel should give.
  func wrongCode(_ frame: press_frame) -> String? {
    let isBridge = part.family == .nau7802
    let rateCode = part.rateCode(config.rate_sps) ?? 0
    for (index, channel) in channels.enumerated() where frame.present & 1 << index != 0 {
      let volts = Self.volts(config.part, channel)
      let steps = Double(part.largestCode(rateCode)) + 1
      let reference = part.family == .mcp342x ? 2.048 : part.family == .ads1x15 ? 4.096 : 3.3
      let expected = isBridge ? 32768 + volts * 128 / 1.5 * 32768 : volts / reference * steps
      if abs(Double(frame.codes[index]) - expected) > 1 { return "input \(channel) read \(frame.codes[index]), not \(expected)" }
    }
    return nil
  }
}

@Suite("Converters of the table")
struct ConverterTests {
  static let numbers = Array(1...40 as ClosedRange<UInt8>)

  @Test("its state fits the storage that the header promises")
  func stateFits() {
    #expect(MemoryLayout<I2CConverter>.size <= MemoryLayout<press_converter>.size)
    #expect(MemoryLayout<I2CConverter>.alignment <= MemoryLayout<press_converter>.alignment)
  }

  @Test("every part reads the voltage of every input within one code, at every rate, however fast its oscillator is", arguments: numbers)
  func everyPart(number: UInt8) throws {
    let rates = try #require(ConverterPart(number).map { part in (0..<8 as Range<UInt8>).map { part.rate($0) } })
    for rate in Set(rates) {
      for slow in [-0.25, 0, 0.25] {
        let bench = try #require(PartBench(number) { $0.rate_sps = rate })
        bench.bus.pointee.converter.oscillatorError = slow
        for _ in 0..<4 {
          let (status, frame) = bench.read()
          #expect(status == 0 && frame.failed == 0 && frame.present.nonzeroBitCount == bench.channels.count)
          #expect(bench.wrongCode(frame) == nil, "rate \(rate), oscillator \(slow)")
        }
      }
    }
  }

  @Test("random faults give no false code and no endless loop", arguments: numbers)
  func randomFaults(number: UInt8) throws {
    let bench = try #require(PartBench(number, faultOnceIn: 6))
    var present = 0
    var failed = 0
    while bench.bus.pointee.faults < 1000 {
      let before = bench.bus.pointee.transfers
      let (status, frame) = bench.read()
      #expect(status == 0 || bench.part.family == .nau7802)
      if status != 0 { continue }
      #expect(bench.wrongCode(frame) == nil)
      #expect(frame.present | frame.failed == (1 << bench.channels.count) - 1 && frame.present & frame.failed == 0)
      #expect(bench.bus.pointee.transfers - before < 3000)
      present += frame.present.nonzeroBitCount
      failed += frame.failed.nonzeroBitCount
    }
    #expect(failed > 20 && (present > 20 || bench.part.family == .nau7802))
  }

  @Test("what another program does on the bus gives no false code", arguments: numbers)
  func sharedBus(number: UInt8) throws {
    let bench = try #require(PartBench(number))
    _ = bench.read()
    bench.bus.pointee.trouble = .shared
    var present = 0
    while bench.bus.pointee.disturbances < 60 {
      let (status, frame) = bench.read()
      #expect(status == 0)
      #expect(bench.wrongCode(frame) == nil)
      present += frame.present.nonzeroBitCount
    }
    // An NAU7802 that is set up in another way each 50 ms never comes to the end of its calibration.
    #expect(present > 20 || bench.part.family == .nau7802)
  }

  @Test("a step does at most one transfer and its retries", arguments: numbers)
  func oneTransferPerStep(number: UInt8) throws {
    let bench = try #require(PartBench(number, faultOnceIn: 9) { $0.retries = 3 })
    var frame = press_frame()
    for _ in 0..<1000 {
      let before = bench.bus.pointee.transfers
      _ = bench.driver.step(nowUs: bench.bus.pointee.us, frame: &frame)
      #expect(bench.bus.pointee.transfers - before <= 4)
      _ = bench.bus.pointee.wait(bench.driver.nextUs)
    }
  }
}
