/// Estimates how much creep has added to the conductance of one sensor, and subtracts it.
///
/// Under a constant load that came at once, conductance is that of the onset times 1 + creep * log10(1 + t / start). The
/// logarithm (here to base 2: octaves) belongs to the load: load that comes later is fresh, so creep is kept as an
/// amount of conductance, not as a share. It is limited to the creep of the whole load since the onset; an excess, because
/// load was taken off, is forgotten over a second. Between contacts a load of `age` counts as one of age * start / (start + rest).
struct Creep {
  /// The time constant of creep in microseconds; and its logarithm to base 2, Q24.
  private static var start: UInt64 { 100_000 }
  private static var startOctaves: Int32 { 278_663_239 }
  /// The longest step between two frames: exp2 takes no more.
  private static var longest: UInt64 { 12_500_000 }

  private var at: UInt64 = 0
  /// The creep so far: microsiemens Q16 times octaves Q24.
  private var crept: UInt64 = 0
  /// How long the sensor has been loaded, and how long it has rested since. Microseconds.
  private var age: UInt32 = 0
  private var rest: UInt32 = 0
  /// The load of the frame before, without creep: microsiemens, Q16.
  private var load: Int32 = 0
  /// The most that the load can have crept, octaves Q24.
  private var most: Int32 = 0
  // The last field: so there is no padding between fields that nothing writes.
  private var isLoaded = false

  /// The conductance above zero as it would be without creep: microsiemens, Q16, not negative. The result is never above `conductance`,
  /// rises with it, and is the same for the same conductance at one time. From `threshold` on the sensor is loaded.
  @inline(__always)
  mutating func relieve(_ conductance: Int32, of creep: Int32, from threshold: Int32, at now: UInt64) -> Int32 {
    if now != at { pass(now) }
    let conductance = UInt64(truncatingIfNeeded: conductance)
    // Both in decades: log10(2) is 19728 in Q16.
    let amount = (((crept >> 24) &* UInt64(truncatingIfNeeded: creep)) >> 8 &* 19728) >> 24
    let share = (UInt64(truncatingIfNeeded: most) &* UInt64(truncatingIfNeeded: creep) &* 19728) >> 32
    let least = Wide.divideRounded(conductance << 24, by: (1 << 24) &+ share)
    load = Int32(truncatingIfNeeded: conductance > least &+ amount ? conductance &- amount : least)
    isLoaded = conductance >= UInt64(truncatingIfNeeded: threshold)
    if isLoaded && rest != 0 {
      age = UInt32(truncatingIfNeeded: effectiveAge)
      rest = 0
    }
    return load
  }

  private var effectiveAge: UInt64 {
    rest == 0 ? UInt64(age) : Wide.divide(UInt64(age) &* Creep.start, by: Creep.start &+ UInt64(rest))
  }

  /// Advances the time, with the load of the frame before.
  private mutating func pass(_ now: UInt64) {
    let elapsed = min(now &- at, Creep.longest)
    at = now
    let whole = UInt64(truncatingIfNeeded: load) &* UInt64(truncatingIfNeeded: most)
    if crept > whole { crept &-= (crept &- whole) >> 20 &* min(elapsed, 1 << 20) }
    if isLoaded {
      let octaves = min(Wide.divide(crept, by: UInt64(truncatingIfNeeded: load)), UInt64(truncatingIfNeeded: most))
      crept &+= UInt64(truncatingIfNeeded: load) &* UInt64(Creep.step(octaves, elapsed))
      age = Creep.add(age, elapsed)
    } else {
      rest = Creep.add(rest, elapsed)
    }
    most = Logarithm.log2Q24(UInt32(truncatingIfNeeded: Creep.start &+ effectiveAge)) &- Creep.startOctaves
  }

  private static func add(_ time: UInt32, _ elapsed: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: min(UInt64(time) &+ elapsed, 0xffff_ffff &- start))
  }

  /// The octaves that `elapsed` adds to `octaves`: log2(1 + elapsed / start / 2 ^ octaves), Q24.
  private static func step(_ octaves: UInt64, _ elapsed: UInt64) -> UInt32 {
    let scale = Int32(truncatingIfNeeded: Wide.divide(elapsed << 24, by: start))
    let part = UInt32(bitPattern: Logarithm.exp2(q24: 0 &- Int64(truncatingIfNeeded: octaves), times: scale))
    if part >= 1 << 18 { return UInt32(bitPattern: Logarithm.log2Q24((1 << 24) &+ part) &- 24 << 24) }
    // For a small result the table is off by 0.8 %; two terms of the series are more exact.
    return UInt32(truncatingIfNeeded: ((UInt64(part) &- (UInt64(part) &* UInt64(part)) >> 25) &* 94_548) >> 16)
  }
}
