/// What somebody holds of the force of one contact, and what its sensor climbs by itself: under a constant finger
/// a sensor reads more with every tenfold of time.
///
/// It is looked at every eighth of a second. While the force, less what has crept, is within a thirty-second of what is held:
///
/// | since it was changed last | what is held      | what counts as crept                                             |
/// |---------------------------|-------------------|------------------------------------------------------------------|
/// | less than a second        | follows the force | stays                                                            |
/// | a second or more          | stays             | follows the force, no faster than creep can be at such an age    |
///
/// Further away somebody has changed it: that is held now, and the second begins again. A load that was added counts whole, whenever it
/// came; what is taken off takes its part of what has crept with it.
struct HeldForce {
  /// Microseconds between two looks.
  static var period: UInt64 { 125_000 }
  /// Looks until it is settled.
  private static var settled: UInt16 { 8 }
  /// A change of a force that is nearly none: 0.02 N.
  private static var least: Int32 { 1311 }
  /// Newtons, without what has crept.
  var force: Int32
  /// Looks since it was changed last.
  private var age: UInt16 = 0
  /// Half the deadline that silence had before the latest sample: how far it moved is how far that was from the one before.
  private var half: UInt16 = 0

  init(_ force: Int32) { self.force = max(force, 0) }

  /// All but the force.
  var bits: UInt32 {
    get { UInt32(half) << 16 | UInt32(age) }
    set { (half, age) = (UInt16(truncatingIfNeeded: newValue >> 16), UInt16(truncatingIfNeeded: newValue)) }
  }

  @inline(__always)
  mutating func sampled(before deadline: UInt64) { half = UInt16(truncatingIfNeeded: deadline >> 1) }

  /// There was none before: the longest interval there is, 131 ms.
  mutating func sampledFirst(_ deadline: UInt64) { half = UInt16(truncatingIfNeeded: deadline >> 1) &+ 1 }

  /// Between the latest two samples, microseconds. Longer ones than 131 ms, which have no rate, are any.
  func interval(until deadline: UInt64) -> UInt64 {
    UInt64(UInt16(truncatingIfNeeded: deadline >> 1) &- half) << 1
  }

  /// Looks at what is read now, which like what has crept is not below 0. `share`: the most that it climbs in a tenfold of time, as a
  /// part of it, Q16. Returns what has crept.
  mutating func look(_ read: Int32, crept: Int32, _ share: Int32) -> Int32 {
    let change = read &- crept &- force
    if change.magnitude > UInt32(bitPattern: force >> 5 &+ HeldForce.least) { return changed(read, crept) }
    if age < HeldForce.settled {
      age &+= 1
      force = max(read &- crept, 0)
      return crept
    }
    let most = fastest(share)
    if age < UInt16.max { age &+= 1 }
    return max(crept &+ min(max(change, 0 &- most), most), 0)
  }

  private mutating func changed(_ read: Int32, _ crept: Int32) -> Int32 {
    let before = force &+ crept
    age = 0
    // Of what is taken off its part; never more than is read.
    var left = crept
    if read < before {
      let product = UInt64(UInt32(bitPattern: crept)) &* UInt64(UInt32(bitPattern: read))
      left = Int32(truncatingIfNeeded: Wide.divide(product, by: UInt64(UInt32(bitPattern: before))))
    }
    force = read &- left
    return left
  }

  /// What creep can add between two looks: the slope of share * log10(age). At least as much as there is: it is followed for days.
  private func fastest(_ share: Int32) -> Int32 {
    let inDecade = (UInt64(UInt32(bitPattern: force)) &* UInt64(UInt32(bitPattern: share))) >> 16
    return Int32(truncatingIfNeeded: max((UInt32(truncatingIfNeeded: inDecade) / 9 &* 4) / UInt32(max(age, 1)), 1))
  }
}
