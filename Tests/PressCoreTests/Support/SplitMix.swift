/// A repeatable source of random numbers: the same seed gives the same test everywhere.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// Any width of number is as likely as any other, so that small and large ones meet.
  mutating func spread() -> UInt64 {
    let bits = next() % 65
    return bits == 0 ? 0 : next() >> (64 - bits)
  }

  mutating func spread32() -> Int32 { Int32(truncatingIfNeeded: Int64(bitPattern: spread()) >> Int64(next() % 33)) }

  mutating func unit() -> Double { Double(next() >> 11) / 0x1p53 }
}
