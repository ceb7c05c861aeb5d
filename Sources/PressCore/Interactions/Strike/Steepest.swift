/// The steepest of the changes of a force from reading to reading, one after the other: N/s.
struct Steepest {
  /// Changes are measured over at least so long, microseconds: where readings come faster, their noise would be most of a change.
  static var span: UInt32 { 800 }
  /// A steepest change that took longer is an average of it.
  private static var longest: UInt32 { 5500 }

  private(set) var speed: Int32 = 0
  /// The next one to it, the latest, and the one before that.
  private var second: Int32 = 0
  private var last: Int32 = 0
  private var previous: Int32 = 0
  /// Over how long the steepest was read: without end before one was.
  private var passed = UInt32.max

  init() {}

  /// From one force to another, which is higher where it counts. Returns whether that is less than half as steep as the steepest.
  @inline(never)
  mutating func add(_ high: Int32, after low: Int32, in time: UInt32) -> Bool {
    let time = max(time, 1)
    let found = Int32(clamping: Wide.divide((Int64(high) &- Int64(low)) &* 1_000_000, by: Int64(time)))
    previous = last
    last = found
    if found > speed {
      second = speed
      speed = found
      passed = time
    } else {
      second = max(second, found)
    }
    return Int64(found) &* 2 < Int64(speed)
  }

  /// Whether that is how fast it was: the steepest was read in a short time, it was not the only one, and it does not grow any more.
  var isKnown: Bool {
    let grows = last == speed && Int64(last) &* 8 > Int64(previous) &* 9
    return passed <= Steepest.longest && Int64(second) &* 2 >= Int64(speed) && !grows
  }
}
