/// A DRV2605L at register level, with a motor: each register holds and does what the data sheet (Rev. C) says.
package struct SimulatedDRV2605L: SimulatedChip {
  /// A DRV2605 has 3.
  package var identity: UInt8 = 7
  /// The motor does not turn: its calibration fails.
  package var isMotorStuck = false
  /// The output is shorted: an effect is cut off.
  package var isShorted = false
  package var oscillatorError = 0.0
  /// An effect never ends.
  package var isStuck = false
  /// How long an effect of the library takes; data sheets do not say.
  package var effectMilliseconds: UInt64 = 40

  /// 00 to 22.
  private var registers = Self.atReset
  private var pointer = 0
  private var goUntilNs: UInt64?
  private var latched: UInt8 = 0
  /// How often GO began something in the library's mode.
  package private(set) var plays = 0

  package init() {}

  /// The defaults of the register map.
  private static var atReset: InlineArray<35, UInt8> {
    [
      0xE0, 0x40, 0x00, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
      0x05, 0x19, 0xFF, 0x19, 0xFF, 0x3E, 0x8C, 0x0C, 0x6C, 0x36, 0x93, 0xF5, 0xA0, 0x20, 0x80, 0x33, 0x00, 0x00,
    ]
  }

  package mutating func reset() {
    registers = Self.atReset
    (pointer, goUntilNs, latched) = (0, nil, 0)
  }

  package var signalsReady: Bool { false }
  package var readyNs: UInt64? { goUntilNs }

  package mutating func delay(untilNs ns: UInt64) {
    if let end = goUntilNs { goUntilNs = max(end, ns) }
  }

  package func register(_ number: Int) -> UInt8 { registers[number] }

  /// The present output to the motor: -128 to 127 for a level, 127 for an effect.
  package mutating func output(ns: UInt64) -> Int {
    advance(ns)
    if registers[1] & 0x40 != 0 { return 0 }
    if registers[1] & 7 == 5 { return Int(Int8(bitPattern: registers[2])) }
    return goUntilNs != nil ? 127 : 0
  }

  package mutating func write(_ bytes: UnsafePointer<UInt8>, count: Int, ns: UInt64, _ wires: inout SimulatedWires) {
    advance(ns)
    if count == 0 { return }
    pointer = Int(bytes[0])
    for i in 1..<max(count, 1) {
      set(pointer, bytes[i], ns)
      pointer += 1
    }
  }

  package mutating func read(_ bytes: UnsafeMutablePointer<UInt8>, count: Int, ns: UInt64, _ wires: inout SimulatedWires) {
    advance(ns)
    for i in 0..<count {
      bytes[i] = pointer < 35 ? registers[pointer] : 0
      if pointer == 0 {
        bytes[i] = identity << 5 | latched
        latched = 0
      }
      pointer += 1
    }
  }

  private mutating func set(_ number: Int, _ value: UInt8, _ ns: UInt64) {
    switch number {
    case 0, 0x21, 0x22: break  // read only
    case 1 where value & 0x80 != 0: reset()
    case 0x0C: go(value & 1 != 0, ns)
    case 0x1E: registers[number] = value & 0xF3 | registers[number] & 4
    case 1..<35:
      registers[number] = value
      if number == 1 && value & 0x40 != 0 { stop() }
      if isShorted && registers[1] & 0x47 == 5 && registers[2] != 0 { cutOff() }
    default: break
    }
  }

  private mutating func stop() {
    goUntilNs = nil
    registers[0x0C] = 0
  }

  private mutating func cutOff() {
    latched |= 1
    stop()
  }

  private mutating func go(_ begins: Bool, _ ns: UInt64) {
    if !begins { return stop() }
    if registers[1] & 0x40 != 0 || goUntilNs != nil { return }
    let milliseconds: UInt64
    switch registers[1] & 7 {
    case 0:
      milliseconds = sequenceMilliseconds
      if milliseconds == 0 { return }
      plays += 1
    // AUTO_CAL_TIME 0 and 1, 2, 3: about the middle of the times in the data sheet.
    case 7: milliseconds = registers[0x1E] & 0x20 == 0 ? 300 : registers[0x1E] & 0x10 == 0 ? 600 : 1100
    default: return
    }
    registers[0x0C] = 1
    goUntilNs = ns + UInt64(Double(milliseconds * 1_000_000) * (1.0 + oscillatorError))
    if isShorted { cutOff() }
  }

  /// The duration of the sequence up to the first 0; 0: no library is chosen, or there is no such effect.
  private var sequenceMilliseconds: UInt64 {
    var sum: UInt64 = 0
    for number in 4..<12 {
      let entry = registers[number]
      if entry == 0 { break }
      if entry & 0x80 != 0 { sum += 10 * UInt64(entry & 0x7F) } else if entry <= 123 && registers[3] & 7 != 0 { sum += effectMilliseconds }
    }
    return sum
  }

  private mutating func advance(_ ns: UInt64) {
    guard let end = goUntilNs, end <= ns, !isStuck else { return }
    if registers[1] & 7 == 7 {
      if isMotorStuck {
        latched |= 8
      } else {
        latched &= ~8
        (registers[0x18], registers[0x19], registers[0x1A]) = (0x0D, 0x79, registers[0x1A] & 0xFC | 1)
      }
    }
    stop()
  }
}
