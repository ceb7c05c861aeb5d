import CPress
import PressCore

/// The registers of the converter, and transfers with their retries.
extension ADS1x15 {
  var channelConfig: UInt16 {
    let comparator: UInt16 = has(ADS1x15Flag.readyPin) ? 0 : ADS1x15Config.comparatorOff
    let mode: UInt16 = has(ADS1x15Flag.continuous) ? 0 : ADS1x15Config.singleShot
    return ADS1x15Config.multiplexer(channel: channel) | gainAndRate | mode | comparator
  }

  var idleConfig: UInt16 {
    ADS1x15Config.multiplexer(channel: channel) | gainAndRate | ADS1x15Config.singleShot | ADS1x15Config.comparatorOff
  }

  /// Converts one channel without pause, and compares it with the thresholds.
  func watchConfig(_ channel: UInt8) -> UInt16 {
    ADS1x15Config.multiplexer(channel: channel) | gainAndRate | ADS1x15Config.window | ADS1x15Config.afterTwo
  }

  private var gainAndRate: UInt16 {
    let gain = ADS1x15Config.gain(rangeMillivolts: config.range_mv) ?? 0
    let rate = ADS1x15Config.dataRate(samplesPerSecond: config.rate_sps, is1015: is1015) ?? 0
    return gain | rate
  }

  func holds(_ config: UInt16) -> Bool {
    (config ^ written) & ~ADS1x15Config.operate == 0
  }

  /// Below 0 reads as 0: that is noise about ground. The low bits of an ADS1015 are not always 0.
  func code(_ raw: UInt16) -> Int32 {
    let signed = Int32(Int16(bitPattern: raw))
    if signed < 0 { return 0 }
    return is1015 ? signed &>> 4 : signed
  }

  /// As the threshold registers have it. Noise about ground is below 0, and no code is too low.
  func threshold(low code: Int32) -> UInt16 {
    let most: Int32 = is1015 ? 2047 : 32767
    return code > 0 ? UInt16(truncatingIfNeeded: is1015 ? min(code, most) &<< 4 : min(code, most)) : 0x8000
  }

  /// With the low bits that an ADS1015 may have.
  func threshold(high code: Int32) -> UInt16 {
    if is1015 { return UInt16(truncatingIfNeeded: min(max(code, 0), 2047) &<< 4 | 15) }
    return UInt16(truncatingIfNeeded: min(max(code, 0), 32767))
  }

  mutating func write(_ register: UInt8, _ value: UInt16) -> Int32 {
    var out: (UInt8, UInt8, UInt8) = (register, UInt8(truncatingIfNeeded: value &>> 8), UInt8(truncatingIfNeeded: value))
    let status = withUnsafePointer(to: &out) { tuple in
      transfer(UnsafeRawPointer(tuple).assumingMemoryBound(to: UInt8.self), 3, nil, 0)
    }
    return status
  }

  mutating func readRegister(_ register: UInt8, _ value: inout UInt16) -> Int32 {
    var out = register
    var into: (UInt8, UInt8) = (0, 0)
    let status = withUnsafePointer(to: &out) { pointer in
      withUnsafeMutablePointer(to: &into) { tuple in
        transfer(pointer, 1, UnsafeMutableRawPointer(tuple).assumingMemoryBound(to: UInt8.self), 2)
      }
    }
    if status == 0 { value = UInt16(into.0) &<< 8 | UInt16(into.1) }
    return status
  }

  private mutating func transfer(
    _ out: UnsafePointer<UInt8>, _ outCount: Int, _ into: UnsafeMutablePointer<UInt8>?, _ inCount: Int
  ) -> Int32 {
    if transfers < UInt8.max { transfers &+= 1 }
    return bus.exchange(config.address, out, outCount, into, inCount, retries: config.retries, error: &lastError)
  }
}
