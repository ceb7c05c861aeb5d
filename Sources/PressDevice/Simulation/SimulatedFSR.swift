/// A force-sensing resistor in a divider: FSR to the supply and resistor to ground, or the other way round.
///
/// Conductance follows a power law of the force above the turn-on force, is higher while the force falls than while it
/// rises (hysteresis), and creeps upwards under a constant force.
package struct SimulatedFSR {
  package var supplyVolts = 3.3
  package var resistorOhm = 4700.0
  /// Resistor to the supply, FSR to ground: the voltage falls with force.
  package var isPulledUp = false
  /// Across the FSR; 0: none.
  package var parallelOhm = 0.0
  /// The force below which the FSR is nearly open.
  package var turnOnNewtons = 0.1
  /// At 1 N.
  package var microsiemens = 152.0
  /// The exponent of the power law; 1: conductance is proportional to force.
  package var exponent = 0.705
  /// While the force falls, conductance is that of a force higher by this part.
  package var hysteresis = 0.05
  /// More conductance, per decade of seconds under a finger.
  package var creepPerDecade = 0.05
  package var noiseVolts = 0.0005
  /// One sample in this many is far off; 0: none.
  package var spikeOnceIn: UInt64 = 0
  package var spikeVolts = 0.8

  private var held = 0.0
  /// Four relaxations, a decade apart, add up to nearly a straight line over the logarithm of time.
  private var creep = InlineArray<4, Double>(repeating: 0.0)
  private var lastSeconds = 0.0

  package init() {}

  /// Puts the sensor in the state after a long time under this force, with harder presses in between.
  package mutating func settle(newtons: Double) {
    held = newtons * (1.0 + hysteresis)
    for i in 0..<4 { creep[i] = newtons >= turnOnNewtons ? 1.0 : 0.0 }
  }

  /// The conductance in microsiemens, without noise. Time goes forwards.
  package mutating func conductance(newtons: Double, seconds: Double) -> Double {
    let step = seconds > lastSeconds ? seconds - lastSeconds : 0.0
    lastSeconds = seconds
    let pressed = newtons >= turnOnNewtons ? 1.0 : 0.0
    var tau = 0.1
    var crept = 0.0
    for i in 0..<4 {
      creep[i] = creep[i] + (pressed - creep[i]) * (step / (tau + step))
      crept = crept + creep[i]
      tau = tau * 10.0
    }
    if newtons > held { held = newtons }
    let most = newtons * (1.0 + hysteresis)
    if held > most { held = most }
    if held < turnOnNewtons { return 0.02 }
    // From turn-on to twice that, contact spreads until the law holds.
    let spread = (held - turnOnNewtons) / turnOnNewtons
    let law = microsiemens * SimulatedMath.power(held, exponent) * (1.0 + creepPerDecade * crept)
    return spread < 1.0 ? 0.02 + law * spread : law
  }

  /// The voltage at the divider.
  package mutating func volts(newtons: Double, seconds: Double, random: inout SimulatedRandom) -> Double {
    var siemens = conductance(newtons: newtons, seconds: seconds) * 1.0e-6
    if parallelOhm > 0.0 { siemens = siemens + 1.0 / parallelOhm }
    let part = siemens * resistorOhm
    var volts = supplyVolts * (isPulledUp ? 1.0 : part) / (1.0 + part) + noiseVolts * random.gauss()
    if spikeOnceIn > 0 && random.once(in: spikeOnceIn) {
      volts = volts + (random.unit() < 0.5 ? -spikeVolts : spikeVolts)
    }
    return volts
  }
}

/// The sensors and voltages at the inputs of a converter.
package struct SimulatedWires {
  package static var capacity: Int { 16 }

  package var inputs = InlineArray<16, SimulatedInput>(repeating: .volts(0.0))
  package var finger = SimulatedFinger()
  /// The plate under the finger; its sensors are at the inputs.
  package var plate = SimulatedPlate()
  package var supplyVolts = 3.3
  /// The supply sags by this part, in a second from then on.
  package var sag = 0.0
  package var sagFromUs: UInt64 = 0
  /// When the finger began.
  package var originNs: UInt64 = 0
  private var random: SimulatedRandom

  package init(seed: UInt64 = 1) { random = SimulatedRandom(seed: seed) }

  private func supplyPart(_ ns: UInt64) -> Double {
    if sag == 0.0 { return 1.0 }
    let us = Double(ns > originNs ? ns - originNs : 0) / 1000.0 - Double(sagFromUs)
    return 1.0 - sag * (us < 0.0 ? 0.0 : us > 1.0e6 ? 1.0 : us / 1.0e6)
  }

  package mutating func volts(_ channel: Int, _ ns: UInt64) -> Double {
    var volts = 0.0
    switch inputs[channel] {
    case .volts(let fixed):
      volts = fixed
    case .supply(let part):
      volts = supplyVolts * part * supplyPart(ns) + 0.0003 * random.gauss()
    case .sensor(var sensor, let place):
      let newtons = plate.newtons(at: place, finger.touch(atUs: Double(ns > originNs ? ns - originNs : 0) / 1000.0))
      volts = sensor.volts(newtons: newtons, seconds: Double(ns) / 1.0e9, random: &random) * supplyPart(ns)
      inputs[channel] = .sensor(sensor, place: place)
    case .loadCell(let perNewton, let rest, let noise, let place):
      let newtons = plate.newtons(at: place, finger.touch(atUs: Double(ns > originNs ? ns - originNs : 0) / 1000.0))
      volts = rest + perNewton * newtons + noise * random.gauss()
    }
    // The protection diodes clamp voltages beyond the rails.
    if volts > supplyVolts + 0.3 { return supplyVolts + 0.3 }
    if volts < -0.3 { return -0.3 }
    return volts
  }
}
