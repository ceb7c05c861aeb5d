import PressDevice

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

  var oscillatorError: Double {
    get {
      switch self {
      case .ads1x15(let chip): chip.oscillatorError
      case .part(let chip): chip.oscillatorError
      }
    }
    set {
      switch self {
      case .ads1x15(var chip):
        chip.oscillatorError = newValue
        self = .ads1x15(chip)
      case .part(var chip):
        chip.oscillatorError = newValue
        self = .part(chip)
      }
    }
  }

  var isStuck: Bool {
    get {
      switch self {
      case .ads1x15(let chip): chip.isStuck
      case .part(let chip): chip.isStuck
      }
    }
    set {
      switch self {
      case .ads1x15(var chip):
        chip.isStuck = newValue
        self = .ads1x15(chip)
      case .part(var chip):
        chip.isStuck = newValue
        self = .part(chip)
      }
    }
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
    guard case .ads1x15(var chip) = self else { return nil }
    let fell = chip.alert(beforeNs: ns, &wires)
    self = .ads1x15(chip)
    return fell
  }

  mutating func reset() {
    switch self {
    case .ads1x15(var chip):
      chip.reset()
      self = .ads1x15(chip)
    case .part(var chip):
      chip.reset()
      self = .part(chip)
    }
  }

  mutating func delay(untilNs ns: UInt64) {
    switch self {
    case .ads1x15(var chip):
      chip.delay(untilNs: ns)
      self = .ads1x15(chip)
    case .part(var chip):
      chip.delay(untilNs: ns)
      self = .part(chip)
    }
  }

  mutating func write(_ bytes: UnsafePointer<UInt8>, count: Int, ns: UInt64, _ wires: inout SimulatedWires) {
    switch self {
    case .ads1x15(var chip):
      chip.write(bytes, count: count, ns: ns, &wires)
      self = .ads1x15(chip)
    case .part(var chip):
      chip.write(bytes, count: count, ns: ns, &wires)
      self = .part(chip)
    }
  }

  mutating func read(_ bytes: UnsafeMutablePointer<UInt8>, count: Int, ns: UInt64, _ wires: inout SimulatedWires) {
    switch self {
    case .ads1x15(var chip):
      chip.read(bytes, count: count, ns: ns, &wires)
      self = .ads1x15(chip)
    case .part(var chip):
      chip.read(bytes, count: count, ns: ns, &wires)
      self = .part(chip)
    }
  }
}
