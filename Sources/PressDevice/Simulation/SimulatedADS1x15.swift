/// An ADS1115, ADS1015 or TLA2024 at register level: writes and reads on the bus, and conversions that take their time.
package struct SimulatedADS1x15: SimulatedChip {
  package var is1015: Bool
  /// The data sheet allows -0.1..0.1.
  package var oscillatorError = 0.0
  package var isStuck = false
  /// An ADS1015 whose low bits are not 0, as some parts have.
  package var lowBits: UInt16 = 0
  package private(set) var conversions: UInt64 = 0

  private var pointer: UInt8 = 0
  package private(set) var config = ADS1x15Config.atReset
  private var conversion: UInt16 = 0
  package private(set) var lowThreshold: UInt16 = 0x8000
  package private(set) var highThreshold: UInt16 = 0x7FFF
  /// The settings of the running conversion: a config written meanwhile acts after it.
  private var running: UInt16 = 0
  private var isRunning = false
  private var doneNs: UInt64 = 0
  /// A conversion is the mean over its time: here the voltage in the middle of it.
  private var middleNs: UInt64 = 0
  /// The comparator: codes in a row that are beyond its window, and when ALERT/RDY fell; nil: it is high.
  private var beyond = 0
  private var fellNs: UInt64?

  package init(is1015: Bool = false) { self.is1015 = is1015 }

  package mutating func reset() {
    pointer = 0
    config = ADS1x15Config.atReset
    conversion = 0
    lowThreshold = 0x8000
    highThreshold = 0x7FFF
    isRunning = false
    fellNs = nil
  }

  package mutating func delay(untilNs ns: UInt64) {
    if isRunning { doneNs = max(doneNs, ns) }
  }

  /// Whether ALERT/RDY is set up to signal that a conversion is done.
  package var signalsReady: Bool {
    highThreshold & 0x8000 != 0 && lowThreshold & 0x8000 == 0 && config & ADS1x15Config.comparatorOff != 3
  }

  /// When the running conversion will be done; nil: none runs.
  package var readyNs: UInt64? { isRunning ? doneNs : nil }

  /// Its window, not a ready signal.
  package var watches: Bool {
    !signalsReady && config & ADS1x15Config.comparatorOff != ADS1x15Config.comparatorOff && config & ADS1x15Config.singleShot == 0
  }

  package mutating func alert(beforeNs ns: UInt64, _ wires: inout SimulatedWires) -> UInt64? {
    while watches && fellNs == nil && isRunning && doneNs < ns { advance(doneNs, &wires) }
    return watches ? fellNs : nil
  }

  package mutating func write(_ bytes: UnsafePointer<UInt8>, count: Int, ns: UInt64, _ wires: inout SimulatedWires) {
    advance(ns, &wires)
    if count == 0 { return }
    pointer = bytes[0] & 3
    if count < 3 { return }
    let value = UInt16(bytes[1]) << 8 | UInt16(bytes[2])
    switch pointer {
    case ADS1x15Config.config: setConfig(value, ns)
    case ADS1x15Config.lowThreshold: lowThreshold = value
    case ADS1x15Config.highThreshold: highThreshold = value
    default: break  // the conversion register cannot be written
    }
  }

  package mutating func read(_ bytes: UnsafeMutablePointer<UInt8>, count: Int, ns: UInt64, _ wires: inout SimulatedWires) {
    advance(ns, &wires)
    let value: UInt16
    switch pointer {
    case ADS1x15Config.config: value = config & ~ADS1x15Config.operate | (isRunning ? 0 : ADS1x15Config.operate)
    case ADS1x15Config.lowThreshold: value = lowThreshold
    case ADS1x15Config.highThreshold: value = highThreshold
    default: value = conversion
    }
    for i in 0..<count { bytes[i] = i & 1 == 0 ? UInt8(value >> 8) : UInt8(value & 0xFF) }
  }

  package mutating func disturb(_ way: UInt64, ns: UInt64, _ wires: inout SimulatedWires) {
    switch way % 5 {
    case 0: exchange([1, 0xD3, 0xE3], count: 3, reads: 0, ns: ns, &wires)  // starts AIN1
    case 1: exchange([1, 0x52, 0xE3], count: 3, reads: 0, ns: ns, &wires)  // leaves it converting AIN1
    case 2: exchange([1, 0x4A, 0xE3], count: 3, reads: 0, ns: ns, &wires)  // another range
    case 3: exchange([1, 0x83, 0xE3], count: 3, reads: 0, ns: ns, &wires)  // AIN0 - AIN1
    default: exchange([0, 0, 0], count: 1, reads: 2, ns: ns, &wires)  // leaves the pointer elsewhere
    }
  }

  private mutating func setConfig(_ value: UInt16, _ ns: UInt64) {
    config = value & ~ADS1x15Config.operate
    beyond = 0
    fellNs = nil
    if isRunning { return }  // a start has no effect while a conversion runs
    let isContinuous = value & ADS1x15Config.singleShot == 0
    if isContinuous || value & ADS1x15Config.operate != 0 {
      begin(ns + 1000 * UInt64(ADS1x15Config.wakeUs))
    }
  }

  private mutating func begin(_ ns: UInt64) {
    running = config
    isRunning = true
    let rate = Double(ADS1x15Config.samplesPerSecond(config: config, is1015: is1015))
    let length = UInt64(1.0e9 / rate * (1.0 + oscillatorError))
    middleNs = ns + length / 2
    doneNs = ns + length
  }

  private mutating func advance(_ ns: UInt64, _ wires: inout SimulatedWires) {
    while isRunning && doneNs <= ns {
      let done = doneNs
      finish(&wires)
      isRunning = false
      if config & ADS1x15Config.singleShot == 0 { begin(done) }
    }
  }

  private mutating func finish(_ wires: inout SimulatedWires) {
    conversions += 1
    let volts = differential(middleNs, &wires)
    if isStuck { return }
    let steps = is1015 ? 2048.0 : 32768.0
    let scaled = volts / range * steps
    var code = Int(scaled < 0.0 ? scaled - 0.5 : scaled + 0.5)
    if code > Int(steps) - 1 { code = Int(steps) - 1 }
    if code < -Int(steps) { code = -Int(steps) }
    let bits = UInt16(truncatingIfNeeded: code)
    conversion = is1015 ? bits << 4 | lowBits & 0xF : bits
    if watches { compare() }
  }

  /// The comparator as a window, not latched: the only mode that the driver uses.
  private mutating func compare() {
    let value = Int16(bitPattern: conversion)
    let isBeyond = value > Int16(bitPattern: highThreshold) || value < Int16(bitPattern: lowThreshold)
    beyond = isBeyond ? beyond + 1 : 0
    if !isBeyond { fellNs = nil }
    if fellNs == nil && beyond >= 1 << Int(config & ADS1x15Config.comparatorOff) { fellNs = doneNs }
  }

  private var range: Double {
    switch (running >> 9) & 7 {
    case 0: return 6.144
    case 1: return 4.096
    case 2: return 2.048
    case 3: return 1.024
    case 4: return 0.512
    default: return 0.256
    }
  }

  private func differential(_ ns: UInt64, _ wires: inout SimulatedWires) -> Double {
    switch (running >> 12) & 7 {
    case 0: return wires.volts(0, ns) - wires.volts(1, ns)
    case 1: return wires.volts(0, ns) - wires.volts(3, ns)
    case 2: return wires.volts(1, ns) - wires.volts(3, ns)
    case 3: return wires.volts(2, ns) - wires.volts(3, ns)
    case 4: return wires.volts(0, ns)
    case 5: return wires.volts(1, ns)
    case 6: return wires.volts(2, ns)
    default: return wires.volts(3, ns)
    }
  }
}
