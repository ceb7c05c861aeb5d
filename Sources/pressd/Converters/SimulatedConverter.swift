import PressDevice
import PressSetup

/// The chip, for the simulated bus.
enum SimulatedConverter: SimulatedChip {
  case ads1x15(SimulatedADS1x15)
  case part(SimulatedPart)

  init(_ model: ConverterModel) {
    if let number = model.partNumber, let chip = SimulatedPart(number) {
      self = .part(chip)
    } else {
      self = .ads1x15(SimulatedADS1x15(is1015: model == .ads1015))
    }
  }

  /// What the chip answers that is there; both are asked the same.
  private mutating func ask<Answer>(
    _ ads1x15: (inout SimulatedADS1x15) -> Answer, _ part: (inout SimulatedPart) -> Answer
  ) -> Answer {
    let answer: Answer
    switch self {
    case .ads1x15(var chip):
      answer = ads1x15(&chip)
      self = .ads1x15(chip)
    case .part(var chip):
      answer = part(&chip)
      self = .part(chip)
    }
    return answer
  }

  var oscillatorError: Double {
    get {
      switch self {
      case .ads1x15(let chip): chip.oscillatorError
      case .part(let chip): chip.oscillatorError
      }
    }
    set { ask({ $0.oscillatorError = newValue }, { $0.oscillatorError = newValue }) }
  }

  var isStuck: Bool {
    get {
      switch self {
      case .ads1x15(let chip): chip.isStuck
      case .part(let chip): chip.isStuck
      }
    }
    set { ask({ $0.isStuck = newValue }, { $0.isStuck = newValue }) }
  }

  var signalsReady: Bool {
    switch self {
    case .ads1x15(let chip): chip.signalsReady
    case .part(let chip): chip.signalsReady
    }
  }

  var readyNs: UInt64? {
    switch self {
    case .ads1x15(let chip): chip.readyNs
    case .part(let chip): chip.readyNs
    }
  }

  mutating func alert(beforeNs ns: UInt64, _ wires: inout SimulatedWires) -> UInt64? {
    ask({ $0.alert(beforeNs: ns, &wires) }, { _ in nil })
  }

  mutating func reset() { ask({ $0.reset() }, { $0.reset() }) }

  mutating func delay(untilNs ns: UInt64) { ask({ $0.delay(untilNs: ns) }, { $0.delay(untilNs: ns) }) }

  mutating func write(_ bytes: UnsafePointer<UInt8>, count: Int, ns: UInt64, _ wires: inout SimulatedWires) {
    ask({ $0.write(bytes, count: count, ns: ns, &wires) }, { $0.write(bytes, count: count, ns: ns, &wires) })
  }

  mutating func read(_ bytes: UnsafeMutablePointer<UInt8>, count: Int, ns: UInt64, _ wires: inout SimulatedWires) {
    ask({ $0.read(bytes, count: count, ns: ns, &wires) }, { $0.read(bytes, count: count, ns: ns, &wires) })
  }
}
