/// A force-sensing resistor in a divider: FSR to the supply and resistor to ground, or the other way round.
///
/// Conductance follows a power law of the force above the turn-on force, is higher while the force falls than while it
/// rises (hysteresis), and creeps upwards under a constant force.
public struct SimulatedFSR {
  public var supplyVolts = 3.3
  public var resistorOhm = 4700.0
  /// Resistor to the supply, FSR to ground: the voltage falls with force.
  public var isPulledUp = false
  /// Across the FSR; 0: none.
  public var parallelOhm = 0.0
  /// Below it the FSR is as good as open.
  public var turnOnNewtons = 0.1
  /// At 1 N.
  public var microsiemens = 152.0
  /// 1: conductance is proportional to force.
  public var exponent = 0.705
  /// While the force falls, conductance is that of a force so much higher.
  public var hysteresis = 0.05
  /// More conductance, per decade of seconds under a finger.
  public var creepPerDecade = 0.05
  public var noiseVolts = 0.0005
  /// One sample in so many is far off; 0: none.
  public var spikeOnceIn: UInt64 = 0
  public var spikeVolts = 0.8

  private var held = 0.0
  /// Four relaxations, a decade apart, add up to nearly a straight line over the logarithm of time.
  private var creep = InlineArray<4, Double>(repeating: 0.0)
  private var lastSeconds = 0.0

  public init() {}

  /// As after long use under this force, and harder presses meanwhile.
  public mutating func settle(newtons: Double) {
    held = newtons * (1.0 + hysteresis)
    for i in 0..<4 { creep[i] = newtons >= turnOnNewtons ? 1.0 : 0.0 }
  }

  /// The conductance in microsiemens, without noise. Time goes forwards.
  public mutating func conductance(newtons: Double, seconds: Double) -> Double {
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
  public mutating func volts(newtons: Double, seconds: Double, random: inout SimulatedRandom) -> Double {
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
