/// What hangs at the inputs of a converter.
public struct SimulatedWires {
  public static var capacity: Int { 16 }

  public var inputs = InlineArray<16, SimulatedInput>(repeating: .volts(0.0))
  public var finger = SimulatedFinger()
  /// What the finger presses on; its sensors are at the inputs.
  public var plate = SimulatedPlate()
  public var supplyVolts = 3.3
  /// The supply sags by this part, in a second from then on.
  public var sag = 0.0
  public var sagFromUs: UInt64 = 0
  /// When the finger began.
  public var originNs: UInt64 = 0
  private var random: SimulatedRandom

  public init(seed: UInt64 = 1) { random = SimulatedRandom(seed: seed) }

  private func supplyPart(_ ns: UInt64) -> Double {
    if sag == 0.0 { return 1.0 }
    let us = Double(ns > originNs ? ns - originNs : 0) / 1000.0 - Double(sagFromUs)
    return 1.0 - sag * (us < 0.0 ? 0.0 : us > 1.0e6 ? 1.0 : us / 1.0e6)
  }

  public mutating func volts(_ channel: Int, _ ns: UInt64) -> Double {
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
    // The protection diodes clamp what is beyond the rails.
    if volts > supplyVolts + 0.3 { return supplyVolts + 0.3 }
    if volts < -0.3 { return -0.3 }
    return volts
  }
}
