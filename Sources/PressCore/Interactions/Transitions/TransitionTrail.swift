/// Where a contact was along a direction lately, points as Q16: how fast it was as its finger lifted.
struct TransitionTrail {
  /// What counts, in microseconds; a place is kept every fifth of that.
  private static var window: UInt64 { 100_000 }
  private static var spacing: UInt32 { 20_000 }

  /// What updates of the program leave: their fractions in place of points.
  static var program: Int { -2 }

  /// Whose places they are; -1: nobody's.
  private(set) var slot: Int32 = -1
  private var count: Int32 = 0
  private var places = InlineArray<6, Int32>(repeating: 0)
  /// The lower half of their times: nothing is older than the window and a fifth, as long as the next comes in time.
  private var times = InlineArray<6, UInt32>(repeating: 0)
  private var latest: Int32 = 0
  private var latestAt: UInt64 = 0

  init() {}

  /// What another contact left behind in this slot does not count.
  mutating func begin(_ slot: Int) { if Int32(truncatingIfNeeded: slot) == self.slot { count = 0 } }

  /// Another contact begins from nothing.
  mutating func add(_ slot: Int, _ place: Int32, at t: UInt64) {
    let next = Int32(truncatingIfNeeded: slot)
    if next != self.slot || t &- latestAt > TransitionTrail.window { count = 0 }
    self.slot = next
    latest = place
    latestAt = t
    let time = UInt32(truncatingIfNeeded: t)
    var last = Int(count) &- 1
    if last >= 0 && time &- times[unchecked: last] < TransitionTrail.spacing { return }
    if last == 5 {
      var i = 0
      while i < 5 {
        places[unchecked: i] = places[unchecked: i &+ 1]
        times[unchecked: i] = times[unchecked: i &+ 1]
        i &+= 1
      }
      last = 4
    }
    places[unchecked: last &+ 1] = place
    times[unchecked: last &+ 1] = time
    count = Int32(truncatingIfNeeded: last &+ 2)
  }

  /// The mean of the window before `t`, points per second as Q16.
  func speed(before t: UInt64) -> Int32 {
    let age = t &- latestAt
    if age >= TransitionTrail.window { return 0 }
    var i = 0
    while i < Int(count) {
      let back = UInt64(UInt32(truncatingIfNeeded: latestAt) &- times[unchecked: i])
      if back &+ age <= TransitionTrail.window {
        let way = Int64(latest) &- Int64(places[unchecked: i])
        return Int32(clamping: Wide.divide(way &* 1_000_000, by: Int64(truncatingIfNeeded: back)))
      }
      i &+= 1
    }
    return 0
  }
}
