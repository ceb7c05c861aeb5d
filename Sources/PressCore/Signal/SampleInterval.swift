/// How far apart readings come: the shorter one of the latest two intervals, as the other one may be a pause.
///
/// Times after which readings count as silence are made for readings that come often. Where they have their defaults they follow it:
///
/// | readings                          | such a time                             |
/// |-----------------------------------|-----------------------------------------|
/// | none, or the first                | three seconds: they may come that seldom |
/// | at most two seconds apart         | at least three intervals                |
/// | further apart: something happens  | as it is                                |
struct SampleInterval {
  /// Microseconds; 0: unknown.
  private(set) var latest: UInt32 = 0
  private var before: UInt32 = 0

  private static var longest: UInt32 { 2_000_000 }
  private static var unknown: UInt64 { 3_000_000 }

  @inline(__always)
  mutating func pass(_ elapsed: UInt64) {
    before = latest
    latest = UInt32(clamping: elapsed)
  }

  @inline(__always)
  var isKnown: Bool { latest != 0 }

  /// 0: unknown.
  private var usual: UInt32 { before == 0 ? latest : min(latest, before) }

  /// What such a time is now, of something of which there is a reading in each `turns`-th.
  func stretched(_ time: UInt64, turns: UInt64 = 1) -> UInt64 {
    if !isKnown { return max(time, SampleInterval.unknown) }
    return usual > SampleInterval.longest ? time : max(time, 3 &* turns &* UInt64(usual))
  }
}
