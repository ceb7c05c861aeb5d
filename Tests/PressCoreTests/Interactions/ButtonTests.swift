import CPress
@testable import PressCore
import Testing

/// test_button.c has what presses and releases.
@Suite("Button: how fast a finger is")
struct ButtonTests {
  @Test(
    "moving fast lowers the release level: 1 - (speed / full)^2, at least a tenth",
    arguments: [
      (0, 65536), (50, 61440), (100, 49152), (190, 6554), (200, 6554), (5000, 6554),
    ] as [(Int32, Int32)])
  func speed(pointsPerSecond: Int32, stillness: Int32) {
    var track = ButtonTrack()
    var touch = press_touch()
    touch.t_us = 5000
    track.move(touch, 200 << 16)
    #expect(track.stillness == 65536)
    touch.t_us = 105_000
    touch.x = Int32(Int64(pointsPerSecond) * 65536 * 3 / 50)
    touch.y = Int32(Int64(pointsPerSecond) * 65536 * 4 / 50)
    track.move(touch, 200 << 16)
    #expect(abs(track.stillness - stillness) <= 2, "\(track.stillness)")
    touch.x = 0
    track.move(touch, 200 << 16)
    #expect(abs(track.stillness - stillness) <= 2, "two samples of one time say nothing")
  }
}
