import CPress
import Foundation
@testable import PressCore
import Testing

/// The machine of two contacts against the same in floating point.
@Suite("Pinch: two contacts")
struct PinchTests {
  private static func touch(_ x: Double, _ y: Double) -> press_touch {
    var touch = press_touch()
    (touch.x, touch.y) = (Int32(x * 65536), Int32(y * 65536))
    return touch
  }

  @Test("scale and angle of random ways are those of floating point")
  func ways() {
    var random = SplitMix(21)
    var worst = (scale: 0.0, angle: 0.0)
    for _ in 0..<2_000 {
      var pinch = Pinch()
      let config = press_pinch_config.makeDefault
      var (apart, angle) = (20 + 200 * random.unit(), 2 * .pi * random.unit())
      func places() -> (press_touch, press_touch) {
        let (x, y) = (apart * cos(angle), apart * sin(angle))
        return (Self.touch(500 - x / 2, 500 - y / 2), Self.touch(500 + x / 2, 500 + y / 2))
      }
      var (a, b) = places()
      pinch.watch(&a, &b, config)
      let first = (apart: apart, angle: angle)
      var base: Double?
      var turnBase: Double?
      for _ in 0..<60 {
        apart = max(5, apart * (0.9 + 0.2 * random.unit()))
        angle += 0.6 * (random.unit() - 0.5)
        (a, b) = places()
        let wasScaling = pinch.isScaling
        let wasTurning = pinch.isTurning
        _ = pinch.move(&a, &b)
        // At the limit itself rounding may decide.
        let spread = abs(apart - first.apart) - 8
        let turn = abs(angle - first.angle) * 180 / .pi - 8
        if abs(spread) > 0.01 { #expect(pinch.isScaling == (wasScaling || spread > 0)) }
        if abs(turn) > 0.01 { #expect(pinch.isTurning == (wasTurning || turn > 0)) }
        if pinch.isScaling && base == nil { base = apart }
        if pinch.isTurning && turnBase == nil { turnBase = angle }
        if let base { worst.scale = max(worst.scale, abs(Double(pinch.scale) / 65536 / (apart / base) - 1)) }
        if let turnBase { worst.angle = max(worst.angle, abs(Double(pinch.angle) / 65536 - (angle - turnBase) * 180 / .pi)) }
        #expect(pinch.hasBegun == (pinch.isScaling || pinch.isTurning))
      }
    }
    #expect(worst.scale < 1e-4 && worst.angle < 0.001, "\(worst)")
  }

  @Test("a distance is that of floating point, wherever the two are")
  func distances() {
    var random = SplitMix(4)
    for _ in 0..<100_000 {
      let dx = Int64(random.spread32()) - Int64(random.spread32())
      let dy = Int64(random.spread32()) - Int64(random.spread32())
      let right = hypot(Double(dx), Double(dy)) / 2
      #expect(abs(Double(Pinch.distance(dx, dy)) - right) < 2)
    }
    #expect(Pinch.distance(-(1 << 32), 1 << 32) == 3_037_000_499)
  }
}
