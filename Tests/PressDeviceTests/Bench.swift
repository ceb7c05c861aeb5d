import CPress
import PressDevice

/// A driver on a simulated bus, both at fixed addresses.
final class Bench {
  let bus: UnsafeMutablePointer<Bus>
  let driver: UnsafeMutablePointer<I2CConverter>
  let config: press_converter_config
  let volts: [Double]

  init(
    _ config: press_converter_config, oscillatorError: Double = 0, volts: [Double] = [0.11, 0.07, 0.23, 0.19],
    seed: UInt64 = 1
  ) {
    self.config = config
    self.volts = volts
    bus = .allocate(capacity: 1)
    bus.initialize(to: Bus(SimulatedADS1x15(is1015: config.part != PRESS_CONVERTER_ADS1115), address: config.address, seed: seed))
    bus.pointee.converter.oscillatorError = oscillatorError
    for i in 0..<4 { bus.pointee.wires.inputs[i] = .volts(volts[i]) }
    driver = .allocate(capacity: 1)
    driver.initialize(to: I2CConverter(config: config, bus: Bus.functions(bus)))
  }

  deinit {
    bus.deallocate()
    driver.deallocate()
  }

  static func config(_ change: (inout press_converter_config) -> Void = { _ in }) -> press_converter_config {
    var config = press_converter_config()
    press_converter_config.setDefaults(&config)
    config.part = UInt8(PRESS_CONVERTER_ADS1115)
    config.address = 0x48
    config.range_mv = 4096
    change(&config)
    return config
  }

  var channels: [Int] { (0..<4).filter { config.channels & 1 << $0 != 0 } }

  /// The code that a channel's voltage should give.
  func expected(_ channel: Int) -> Double {
    let steps = config.part != PRESS_CONVERTER_ADS1115 ? 2048.0 : 32768.0
    return min(max(volts[channel], 0) / (Double(config.range_mv) / 1000) * steps, steps - 1)
  }

  func read(timeoutUs: UInt32 = 5_000_000) -> (status: Int32, frame: press_frame) {
    var frame = press_frame()
    let status = driver.pointee.read(timeoutUs: timeoutUs, frame: &frame)
    return (status, frame)
  }

  /// Steps once, now.
  func step() -> press_frame? {
    var frame = press_frame()
    return driver.pointee.step(nowUs: bus.pointee.us, frame: &frame) ? frame : nil
  }

  /// The first code that is not what its channel should give.
  func wrongCode(_ frame: press_frame) -> String? {
    for (index, channel) in channels.enumerated() where frame.present & 1 << index != 0 {
      let code = frame.codes[index]
      if abs(Double(code) - expected(channel)) > 1 {
        return "AIN\(channel) read \(code), should be \(expected(channel))"
      }
    }
    return nil
  }
}

extension press_frame {
  var codes: [Int32] { withUnsafeBytes(of: code) { Array($0.bindMemory(to: Int32.self)) } }
}

typealias Bus = SimulatedBus<SimulatedADS1x15>

extension Bus {
  /// The functions for a driver. `bus` must stay where it is.
  static func functions(_ bus: UnsafeMutablePointer<Bus>) -> press_bus {
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
    return functions
  }
}

extension I2CConverter {
  init(config: press_converter_config, bus: press_bus) { self.init(ConverterPart(config.part)!, config: config, bus: bus) }
}
