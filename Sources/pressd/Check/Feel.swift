import CPress

/// What one sensor reads while it is checked.
struct Feel {
  var sensor = press_sensor()
  /// Untouched: the code, and its conductance.
  var code: Int32 = 0
  var zero: press_q16 = 0
  /// Newtons of the hardest press, and the code then.
  var peak: press_q16 = 0
  var peakCode: Int32 = 0
  private var last = InlineArray<3, Int32>(repeating: 0)

  init() {}

  mutating func learn(_ sensor: press_sensor, code: Int32) {
    self.sensor = sensor
    self.code = code
    zero = conductance(code)
    last = InlineArray<3, Int32>(repeating: code)
  }

  func conductance(_ code: Int32) -> press_q16 {
    var circuit = sensor.circuit
    var found: press_q16 = 0
    _ = press_circuit_conductance(&circuit, code, &found)
    return found
  }

  /// Newtons of a conductance above the zero.
  func force(above conductance: press_q16) -> press_q16 {
    var curve = sensor.curve
    var found: press_q16 = 0
    _ = press_curve_force(&curve, max(conductance, 0), &found)
    return found
  }

  /// The median of three readings, as newtons.
  mutating func feed(_ code: Int32) -> press_q16 {
    last[0] = last[1]
    last[1] = last[2]
    last[2] = code
    let middle = max(min(last[0], last[1]), min(max(last[0], last[1]), last[2]))
    let newtons = force(above: conductance(middle) &- zero)
    if newtons > peak {
      peak = newtons
      peakCode = middle
    }
    return newtons
  }

  var isPulledUp: Bool { sensor.circuit.flags & UInt32(PRESS_CIRCUIT_PULL_UP) != 0 }

  /// Which part of full scale a code is, Q16.
  func part(_ code: Int32) -> Int64 {
    let part = Int64(code) * 65536 / Int64(max(sensor.circuit.full_scale, 1))
    return isPulledUp ? 65536 - part : part
  }
}
