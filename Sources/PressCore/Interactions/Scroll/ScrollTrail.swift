/// Where a contact was lately, points as Q16: how fast it was before its force fell.
struct ScrollTrail {
  /// What counts, in microseconds; a place is kept every fifth of that.
  static var window: UInt64 { 100_000 }
  private static var spacing: UInt32 { 20_000 }

  struct Place {
    /// The lower half of its time: nothing is older than the window and a fifth.
    var t: UInt32 = 0
    var x: Int32 = 0
    var y: Int32 = 0
  }

  private var count: UInt32 = 0
  private var places = InlineArray<6, Place>(repeating: Place())
  private var latest = Place()
  private var latestAt: UInt64 = 0

  init() {}

  mutating func add(_ x: Int32, _ y: Int32, at t: UInt64) {
    if t &- latestAt > ScrollTrail.window { count = 0 }
    latest = Place(t: UInt32(truncatingIfNeeded: t), x: x, y: y)
    latestAt = t
    var last = Int(truncatingIfNeeded: count) &- 1
    if last >= 0 && latest.t &- places[unchecked: last].t < ScrollTrail.spacing { return }
    if last == 5 {
      var i = 0
      while i < 5 {
        places[unchecked: i] = places[unchecked: i &+ 1]
        i &+= 1
      }
      last = 4
    }
    places[unchecked: last &+ 1] = latest
    count = UInt32(truncatingIfNeeded: last &+ 2)
  }

  /// The mean of the window before `t`, points per second as Q16.
  func speed(before t: UInt64) -> (x: Int32, y: Int32) {
    let age = t &- latestAt
    if age >= ScrollTrail.window { return (0, 0) }
    var i = 0
    while i < Int(truncatingIfNeeded: count) {
      let from = places[unchecked: i]
      let back = latest.t &- from.t
      if UInt64(back) &+ age <= ScrollTrail.window { return (speed(from.x, latest.x, back), speed(from.y, latest.y, back)) }
      i &+= 1
    }
    return (0, 0)
  }

  private func speed(_ from: Int32, _ to: Int32, _ time: UInt32) -> Int32 {
    Int32(clamping: Wide.divide((Int64(to) &- Int64(from)) &* 1_000_000, by: Int64(time)))
  }
}
