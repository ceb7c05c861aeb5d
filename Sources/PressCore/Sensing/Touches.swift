import CPress

/// Touches at known places, as columns: x and y as read (0, 1) and as they were (2, 3).
///
/// So that products fit, distances from the first touch keep their highest 17 bits, read and actual ones each with
/// their own shift.
struct Touches {
  private let cells: UnsafePointer<Int32>
  let count: Int
  private let read: Int64
  private let actual: Int64

  init(_ points: UnsafePointer<press_pad_point>, _ count: Int) {
    cells = UnsafeRawPointer(points).assumingMemoryBound(to: Int32.self)
    self.count = count
    read = Touches.shift(cells, count, 0)
    actual = Touches.shift(cells, count, 2)
  }

  /// The factor from read to actual distances, 16 bits behind the point: 2 to the power of it. 1...31.
  var scale: Int { Int(truncatingIfNeeded: 16 &+ actual &- read) }

  static func far(_ a: Int32, _ b: Int32) -> Int64 { Int64(truncatingIfNeeded: (Int64(a) &- Int64(b)).magnitude) }

  @inline(never)
  private static func shift(_ cells: UnsafePointer<Int32>, _ count: Int, _ column: Int) -> Int64 {
    var most: Int64 = 0
    var at = column
    while at < count &* 4 {
      most = max(most, max(far(cells[at], cells[column]), far(cells[at &+ 1], cells[column &+ 1])))
      at &+= 4
    }
    return Int64(truncatingIfNeeded: max(47 &- most.leadingZeroBitCount, 0))
  }

  private func distance(_ i: Int, _ column: Int) -> Int64 {
    let shift = column < 2 ? read : actual
    return (Int64(cells[i &* 4 &+ column]) &- Int64(cells[column]) &+ (1 &<< shift) >> 1) &>> shift
  }

  /// n * sum of a * b - sum of a * sum of b.
  @inline(never)
  func moment(_ a: Int, _ b: Int) -> Int64 {
    var sums: (a: Int64, b: Int64, ab: Int64) = (0, 0, 0)
    var i = 0
    while i < count {
      let (here, there) = (distance(i, a), distance(i, b))
      sums = (sums.a &+ here, sums.b &+ there, sums.ab &+ here &* there)
      i &+= 1
    }
    return Int64(truncatingIfNeeded: count) &* sums.ab &- sums.a &* sums.b
  }

  @inline(never)
  func mean(_ column: Int) -> Int64 {
    var sum: Int64 = 0
    var i = 0
    while i < count {
      sum &+= Int64(cells[i &* 4 &+ column])
      i &+= 1
    }
    return Wide.divideRounded(sum, by: UInt64(truncatingIfNeeded: count))
  }
}
