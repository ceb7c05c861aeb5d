/// The presses of a person, one after the other, each made of a seed. Their distributions are those of 196 presses that
/// were recorded with one FSR at 366 readings a second: a strike, then a slow climb; the fall mirrors it; some slip.
package struct SimulatedPresses {
  private static let mostDips = 12
  /// The time before the first press, in which the zero is learnt.
  private static let firstSeconds = 0.6

  private let person: SimulatedPerson
  private let left: Double
  private let top: Double
  private let width: Double
  private let height: Double
  private var random: SimulatedRandom

  // The press of now.
  private var begin = 0.0
  private var end = 0.0
  private var next: Double
  private var isFirstOfPair = false
  private var peak = 0.0
  private var x = 0.0
  private var y = 0.0
  private var rise = Slope()
  private var fall = Slope()
  /// The part of the peak that remains for a moment, and how fast it goes.
  private var tail = 0.0
  private var tailSeconds = 1.0
  private var dips = InlineArray<12, Dip>(repeating: Dip())
  private var dipCount = 0

  /// A slope in two parts, a quick one and a slow one.
  private struct Slope {
    var quickPart = 0.0
    var quick = 1.0
    var slow = 1.0

    func level(_ seconds: Double) -> Double { quickPart * way(seconds / quick) + (1.0 - quickPart) * way(seconds / slow) }

    private func way(_ part: Double) -> Double {
      if part <= 0.0 { return 0.0 }
      return part >= 1.0 ? 1.0 : 1.0 - SimulatedMath.power(1.0 - part, 2.4)
    }
  }

  private struct Dip {
    var begin = 0.0
    var length = 0.0
    var level = 0.0
    var edge = 0.0

    func level(_ seconds: Double) -> Double {
      let inside = min(seconds - begin, begin + length - seconds)
      if inside <= -edge { return 1.0 }
      return inside >= 0.0 ? level : level + (1.0 - level) * (-inside / edge)
    }
  }

  /// Presses in the middle half of the plate.
  package init(_ person: SimulatedPerson, on plate: SimulatedPlate, seed: UInt64) {
    self.person = person
    left = plate.left + plate.width / 4.0
    top = plate.top + plate.height / 4.0
    width = plate.width / 2.0
    height = plate.height / 2.0
    random = SimulatedRandom(seed: seed ^ 0x3F)
    next = Self.firstSeconds
  }

  /// Times rise.
  package mutating func touch(atSeconds seconds: Double) -> SimulatedTouch {
    while seconds >= next { press() }
    var newtons = 0.0
    if seconds < end {
      newtons = peak * min(rise.level(seconds - begin), fall.level(end - seconds))
      for i in 0..<dipCount { newtons = newtons * dips[i].level(seconds - begin) }
    } else if tail > 0.0 {
      newtons = peak * tail * SimulatedMath.exponential((end - seconds) / tailSeconds)
    }
    return SimulatedTouch(newtons: max(newtons, person.rest), x: x, y: y)
  }

  private mutating func press() {
    begin = next
    // Their unit is the microsiemens of the sensor that was recorded, 15.5 to the newton.
    let conductance = min(spread(person.peak * 15.5, person.peakSpread), 600.0)
    peak = conductance / 15.5
    let hard = conductance / 55.0
    let length = max(spread(person.length, person.lengthSpread) * max(1.0, power(conductance / 90.0, 0.6)), 0.08)
    end = begin + length
    x = left + width * random.unit()
    y = top + height * random.unit()

    rise.quickPart = between(0.30, 0.85)
    rise.quick = min(max(spread(0.105, 0.62) * power(max(0.6, hard), 0.7), 0.018), 0.75 * length)
    rise.slow = min(rise.quick + spread(0.36, 0.9) * power(hard, 0.5), 0.9 * length)
    fall.quickPart = between(0.35, 1.0)
    fall.quick = min(max(spread(0.040, 0.55) * power(hard, 0.5), 0.014), 0.5 * length)
    fall.slow = min(fall.quick + spread(0.20, 1.2), 0.85 * length)
    let lingers = random.unit() < (length > 0.8 ? 0.30 : 0.07)
    tail = lingers ? between(0.05, 0.14) : 0.0
    tailSeconds = between(0.020, 0.090)

    dipCount = 0
    if random.unit() < person.slips { slip(length) }

    isFirstOfPair = person.pairGap > 0.0 && !isFirstOfPair
    next = end + (isFirstOfPair ? spread(person.pairGap, 0.2) : max(spread(person.pause, person.pauseSpread), 0.3))
  }

  /// Adds a slip: the contact breaks and comes back, in part or completely.
  private mutating func slip(_ length: Double) {
    var count = 1
    while random.unit() >= 0.33 && count < Self.mostDips { count += 1 }
    // Knuth's way to a Poisson number.
    let limit = SimulatedMath.exponential(-1.2 * min(length, 4.0))
    var product = random.unit()
    while product > limit && count < Self.mostDips {
      product = product * random.unit()
      count += 1
    }
    while dipCount < count {
      let place = random.unit()
      var dip = Dip()
      if place < 0.22 {
        dip.begin = min(0.1, length) * random.unit()
      } else if place < 0.40 {
        dip.begin = length - min(0.1, length) * random.unit()
      } else {
        dip.begin = length * random.unit()
      }
      if random.unit() < 1.0 / 3.0 {
        dip.length = min(spread(0.016, 1.4), 0.140)
      } else {
        dip.level = between(0.25, 0.57)
        dip.length = min(spread(0.007, 1.3), 0.060)
      }
      dip.edge = spread(0.003, 0.4)
      dips[dipCount] = dip
      dipCount += 1
    }
  }

  // MARK: Distributions

  private mutating func between(_ least: Double, _ most: Double) -> Double { least + (most - least) * random.unit() }

  /// Lognormal.
  private mutating func spread(_ median: Double, _ deviation: Double) -> Double {
    median * SimulatedMath.exponential(deviation * random.gauss())
  }

  private func power(_ value: Double, _ exponent: Double) -> Double { SimulatedMath.power(value, exponent) }
}
