/// Angles of vectors: one is turned until it lies along x, by steps of which each is about half the one before.
enum Degrees {
  /// The arc tangent of 2^-i, degrees with 24 bits behind the point.
  private static let steps: InlineArray<24, Int32> = [
    754_974_720, 445_687_602, 235_489_088, 119_537_938, 60_000_934, 30_029_717,
    15_018_523, 7_509_720, 3_754_917, 1_877_466, 938_734, 469_367,
    234_684, 117_342, 58_671, 29_335, 14_668, 7_334,
    3_667, 1_833, 917, 458, 229, 115,
  ]

  /// Half the angle of a vector that is not 0 and shorter than 2^59: above -90 up to 90 degrees, Q16.
  static func half(ofVector x: Int64, _ y: Int64) -> Int32 {
    let half = Int32(truncatingIfNeeded: (angle(ofVector: x, y) &+ 256) >> 9)
    return half == -90 << 16 ? 90 << 16 : half
  }

  /// Its angle: above -180 up to 180 degrees, Q16.
  static func whole(ofVector x: Int64, _ y: Int64) -> Int32 {
    let whole = Int32(truncatingIfNeeded: (angle(ofVector: x, y) &+ 128) >> 8)
    return whole == -180 << 16 ? 180 << 16 : whole
  }

  /// Q24.
  @inline(never)
  private static func angle(ofVector x: Int64, _ y: Int64) -> Int64 {
    let room = Int64((x.magnitude | y.magnitude).leadingZeroBitCount &- 4)
    let isBehind = x < 0
    var angle: Int64 = isBehind ? (y < 0 ? -180 : 180) << 24 : 0
    var (x, y) = (isBehind ? (0 &- x) &<< room : x &<< room, isBehind ? (0 &- y) &<< room : y &<< room)
    var i = 0
    while i < 24 && y != 0 {
      let (dx, dy) = (y &>> Int64(i), x &>> Int64(i))
      let isLeft = y > 0
      (x, y) = isLeft ? (x &+ dx, y &- dy) : (x &- dx, y &+ dy)
      angle &+= isLeft ? Int64(steps[unchecked: i]) : 0 &- Int64(steps[unchecked: i])
      i &+= 1
    }
    return angle
  }
}
