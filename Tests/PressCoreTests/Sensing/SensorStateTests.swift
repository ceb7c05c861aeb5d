import CPress
@testable import PressCore
import Testing

@Suite("SensorState: what a code says about the sensor")
struct SensorStateTests {
  /// Full scale 6400; 4.7 kOhm with 470 kOhm across the sensor: 63 codes when idle, open below 31; 6373 at 20 Ohm.
  private static func state(parallel: UInt32 = 470_000) -> SensorState {
    var sensor = press_sensor.makeDefault
    sensor.circuit.full_scale = 6400
    sensor.circuit.parallel_ohm = parallel
    var state = SensorState()
    SensorState.read(&sensor, into: &state)
    SensorState.prepare(&state, untouchedForce: 9830)
    return state
  }

  @Test(
    "codes are judged by where they lie",
    arguments: [
      (Int32.min, Reason.range), (-1601, Reason.range), (-1600, Reason.open), (-1, Reason.open), (0, Reason.open), (30, Reason.open),
      (31, Reason.none), (63, Reason.none), (6299, Reason.none),
      (6300, Reason.saturated), (6372, Reason.saturated), (6373, Reason.shorted), (6400, Reason.shorted), (8000, Reason.shorted),
      (8001, Reason.range), (Int32.max, Reason.range),
    ] as [(Int32, Int32)])
  func judges(code: Int32, reason: Int32) {
    var state = Self.state()
    #expect(state.judge(code, at: 0, stuckAfter: 0) == reason)
  }

  @Test("without a parallel resistor no code is an open wire", arguments: [-1600, -1, 0, 1] as [Int32])
  func noParallel(code: Int32) {
    var state = Self.state(parallel: 0)
    #expect(state.judge(code, at: 0, stuckAfter: 0) == Reason.none)
  }

  @Test("the very same code for too long is stuck, at the end of the range it is not, and one other code starts again")
  func stuck() {
    var state = Self.state(parallel: 0)
    #expect(state.judge(500, at: 0, stuckAfter: 100) == Reason.none)
    #expect(state.judge(500, at: 99, stuckAfter: 100) == Reason.none)
    #expect(state.judge(500, at: 100, stuckAfter: 100) == Reason.stuck)
    #expect(state.judge(501, at: 101, stuckAfter: 100) == Reason.none)
    #expect(state.judge(501, at: 200, stuckAfter: 100) == Reason.none)
    #expect(state.judge(501, at: 201, stuckAfter: 100) == Reason.stuck)
    #expect(state.judge(501, at: 301, stuckAfter: 0) == Reason.none)
    #expect(state.judge(6300, at: 302, stuckAfter: 100) == Reason.saturated)
    #expect(state.judge(6300, at: 900, stuckAfter: 100) == Reason.saturated)
  }

  @Test("a code that is another fault is a difference too", arguments: [0, 6400] as [Int32])
  func stuckAgain(other: Int32) {
    var state = Self.state()
    #expect(state.judge(500, at: 0, stuckAfter: 100) == Reason.none)
    _ = state.judge(other, at: 50, stuckAfter: 100)
    #expect(state.judge(500, at: 100, stuckAfter: 100) == Reason.none)
  }
}
