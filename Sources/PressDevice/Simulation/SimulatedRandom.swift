/// xorshift64*: the same numbers on every processor.
public struct SimulatedRandom {
  private var state: UInt64

  public init(seed: UInt64) {
    // splitmix64, so that neighbouring seeds are far apart and 0 is allowed
    var z = seed &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    state = (z ^ (z &>> 31)) | 1
  }

  public mutating func next() -> UInt64 {
    state ^= state &>> 12
    state ^= state &<< 25
    state ^= state &>> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }

  /// 0 up to, not including, 1.
  public mutating func unit() -> Double {
    Double(next() &>> 11) / 9_007_199_254_740_992.0
  }

  /// Nearly normal with deviation 1: twelve uniform numbers would do, four are enough for noise.
  public mutating func gauss() -> Double {
    (unit() + unit() + unit() + unit() - 2.0) * 1.7320508075688772
  }

  /// True once in `count` times.
  public mutating func once(in count: UInt64) -> Bool {
    next() % count == 0
  }
}
