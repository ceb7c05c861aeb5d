import Foundation
@testable import PressCore
import Testing

@Suite("Degrees: angles of vectors")
struct DegreesTests {
  private static func away(_ found: Int32, _ x: Int64, _ y: Int64, _ factor: Double) -> Double {
    let right = atan2(Double(y), Double(x)) * 180 / .pi * factor
    let difference = abs(Double(found) / 65536 - right)
    return min(difference, 360 * factor - difference)
  }

  @Test("whole and half are those of the library of C, within 0.0001 degrees")
  func angles() {
    var worst = (whole: 0.0, half: 0.0)
    var random = SplitMix(11)
    for _ in 0..<200_000 {
      let x = Int64(bitPattern: random.spread()) >> 6
      let y = Int64(bitPattern: random.spread()) >> 6
      if x == 0 && y == 0 { continue }
      let (whole, half) = (Degrees.whole(ofVector: x, y), Degrees.half(ofVector: x, y))
      worst.whole = max(worst.whole, Self.away(whole, x, y, 1))
      worst.half = max(worst.half, Self.away(half, x, y, 0.5))
      #expect(whole > -180 << 16 && whole <= 180 << 16 && half > -90 << 16 && half <= 90 << 16)
    }
    #expect(worst.whole < 1e-4 && worst.half < 1e-4, "\(worst)")
  }

  @Test("the four directions are exact")
  func directions() {
    for length: Int64 in [1, 65536, 1 << 33, 1 << 58] {
      #expect(Degrees.whole(ofVector: length, 0) == 0)
      #expect(Degrees.whole(ofVector: 0, length) == 90 << 16)
      #expect(Degrees.whole(ofVector: -length, 0) == 180 << 16)
      #expect(Degrees.whole(ofVector: 0, -length) == -90 << 16)
    }
  }
}
