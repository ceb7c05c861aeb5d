/// A sequence of troubles, each of random kind and length, until the storm is over.
package struct SimulatedStorm {
  package let fromUs: UInt64
  package let untilUs: UInt64
  private var random: SimulatedRandom
  private var trouble = SimulatedTrouble.none
  private var changeUs: UInt64 = 0
  package private(set) var count: UInt64 = 0

  package init(fromUs: UInt64, untilUs: UInt64, seed: UInt64) {
    self.fromUs = fromUs
    self.untilUs = untilUs
    random = SimulatedRandom(seed: seed ^ 0x57)
  }

  /// The trouble of a transfer that begins now.
  package mutating func trouble(atUs us: UInt64) -> SimulatedTrouble {
    if us < fromUs || us >= untilUs { return .none }
    if us < changeUs { return trouble }
    if trouble == .none {
      trouble = SimulatedTrouble(rawValue: UInt8(1 + random.next() % SimulatedTrouble.kinds)) ?? .silent
      count += 1
    } else {
      trouble = .none
    }
    changeUs = us + span()
    return trouble
  }

  /// From a single transfer up to two seconds; short ones are as frequent as long ones.
  private mutating func span() -> UInt64 {
    switch random.next() % 4 {
    case 0: return 1
    case 1: return random.next() % 10_000
    case 2: return random.next() % 200_000
    default: return random.next() % 2_000_000
    }
  }
}
