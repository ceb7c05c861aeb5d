/// A contact of a grid, from the frame where it is first seen to the one where it is given up.
///
/// | phase  | frame                                                      | next   | what it sends      |
/// |--------|------------------------------------------------------------|--------|--------------------|
/// | free   | a blob of its own, high enough                             | down   | down               |
/// | down   | a blob near the place where it is expected                 | down   | down               |
/// | down   | in the blob of another, for less than merge_us             | down   | down, its share    |
/// | down   | none, for less than dropout_us, and seen twice before      | down   | down, as it was    |
/// | down   | the same with a grace of the engine, for so long           | down   | lifted             |
/// | down   | any other                                                  | ending | lifted             |
/// | ending |                                                            | free   |                    |
/// | down   | lost                                                       | lost   | lost               |
/// | lost   | nothing touches the grid                                   | free   | lifted             |
struct GridTrack {
  enum Phase: UInt8 {
    case free, down, ending, lost
  }

  var phase = Phase.free
  var isMerged = false
  var isPalm = false
  /// Not seen in the present frame.
  var isHeld = false
  /// How long it may not be seen, as the engine has it; from the first frame without it.
  var grace: UInt32 = 0
  /// In how many frames it was seen, as far as it matters.
  var seen: Int64 = 1
  /// Where it is, cells Q16; and where it is looked for.
  var x: Int32 = 0, y: Int32 = 0
  var expectedX: Int32 = 0, expectedY: Int32 = 0
  /// Cells per microsecond, Q32.
  var speedX: Int64 = 0, speedY: Int64 = 0
  /// Newtons, Q16; its highest cell now, and over the last frames that saw it alone.
  var force: Int32 = 0
  var peak: Int32 = 0
  var strength: Int32 = 0
  var cells: Int32 = 0
  /// The blob of the present frame, -1: none.
  var blob = -1
  var serial: UInt32 = 0
  var since: UInt64 = 0
  var seenAt: UInt64 = 0
  /// The first frame without it, while it is held.
  var missedAt: UInt64 = 0
  var mergedSince: UInt64 = 0

  init() {}

  init(_ blob: UnsafePointer<GridBlob>, number: Int, at t: UInt64, serial: UInt32) {
    phase = .down
    self.blob = number
    x = blob.pointee.x
    y = blob.pointee.y
    strength = blob.pointee.peak
    self.serial = serial
    since = t
    seenAt = t
    weigh(blob)
  }

  private mutating func weigh(_ blob: UnsafePointer<GridBlob>) {
    force = Int32(clamping: blob.pointee.force)
    peak = blob.pointee.peak
    cells = blob.pointee.cells
  }

  /// How long a speed is believed, and the highest that is: 16 cells per millisecond.
  private static var farthest: UInt64 { 100_000 }
  private static var fastest: Int64 { 1 << 26 }

  /// Where it should be by now, not farther than it is looked for.
  mutating func expect(at t: UInt64, within jump: Int32) {
    let elapsed = Int64(truncatingIfNeeded: min(t &- seenAt, GridTrack.farthest))
    expectedX = x &+ GridTrack.way(speedX, elapsed, jump)
    expectedY = y &+ GridTrack.way(speedY, elapsed, jump)
  }

  @inline(__always)
  private static func way(_ speed: Int64, _ elapsed: Int64, _ jump: Int32) -> Int32 {
    Int32(truncatingIfNeeded: max(0 &- Int64(jump), min((speed &* elapsed) >> 16, Int64(jump))))
  }

  /// Seen, alone in its blob.
  mutating func follow(_ blob: UnsafePointer<GridBlob>, at t: UInt64) {
    // A way that began in a shared blob was not seen.
    if !isMerged {
      let elapsed = Int64(truncatingIfNeeded: min(t &- seenAt, UInt64(UInt32.max)))
      speedX = smooth(speedX, Int64(blob.pointee.x) &- Int64(x), elapsed)
      speedY = smooth(speedY, Int64(blob.pointee.y) &- Int64(y), elapsed)
    }
    x = blob.pointee.x
    y = blob.pointee.y
    strength &+= (blob.pointee.peak &- strength) >> 3
    isMerged = false
    weigh(blob)
    see(at: t)
  }

  /// The mean of the first few, then a first-order low-pass.
  @inline(__always)
  private func smooth(_ speed: Int64, _ way: Int64, _ elapsed: Int64) -> Int64 {
    let now = max(0 &- GridTrack.fastest, min(Wide.divide(way << 16, by: elapsed), GridTrack.fastest))
    return speed &+ Wide.divide(now &- speed, by: seen)
  }

  /// Seen with others in one blob: it goes on as it went, to a place of its strength, and has its share of the force.
  mutating func drift(in blob: UnsafePointer<GridBlob>, toExpected: Bool, at t: UInt64) {
    if !isMerged {
      isMerged = true
      mergedSince = t
    }
    // Where it should be is nothing: rather towards the middle.
    x = toExpected ? expectedX : (x >> 1) &+ (blob.pointee.x >> 1)
    y = toExpected ? expectedY : (y >> 1) &+ (blob.pointee.y >> 1)
    weigh(blob)
    force = Int32(truncatingIfNeeded: Wide.divide(Int64(force) &* Int64(strength), by: max(blob.pointee.strength, 1)))
    see(at: t)
  }

  private mutating func see(at t: UInt64) {
    seen = min(seen &+ 1, 4)
    isHeld = false
    seenAt = t
  }
}
