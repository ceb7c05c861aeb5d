@testable import PressCore
import Testing

@Suite("Spring: spring loading as a value")
struct SpringTests {
  /// Over spring 7 from 1000 µs on, answered yes, with a dwell of 500 µs.
  private static func possible(dwell: UInt64? = 500) -> Spring {
    var spring = Spring()
    spring.enter(7)
    spring.answer(true, at: 1000, dwell: dwell)
    return spring
  }

  @Test("entering asks once; entering the same again changes nothing; leaving is inactive")
  func entering() {
    var spring = Spring()
    #expect(spring.state == .inactive && spring.delivered == 0)
    spring.enter(7)
    #expect(spring.state == .asking && spring.target == 7 && spring.delivered == 0)
    spring.answer(true, at: 0, dwell: 500)
    spring.enter(7)
    #expect(spring.state == .possible && spring.delivered == 1)
    spring.enter(8)
    #expect(spring.state == .asking && spring.target == 8 && spring.due == UInt64.max)
    spring.enter(0)
    #expect(spring.state == .inactive && spring.target == 0)
  }

  @Test("resting: possible, activating after the dwell, asked again after as long as that takes, activated")
  func resting() {
    var spring = Self.possible()
    #expect(spring.due == 1500)
    spring.fire(1499, activating: 250)
    #expect(spring.state == .possible)
    spring.fire(1500, activating: 250)
    #expect(spring.state == .activating && spring.delivered == 2 && spring.due == 1750)
    spring.fire(1750, activating: 250)
    #expect(spring.state == .askingAgain && spring.delivered == 2 && spring.due == UInt64.max)
    spring.answer(true, at: 1750, dwell: 500)
    #expect(spring.state == .activated && spring.delivered == 3 && spring.due == UInt64.max)
    spring.fire(UInt64.max, activating: 250)
    #expect(spring.state == .activated)
  }

  @Test("without a dwell time it waits for force alone")
  func noDwell() {
    #expect(Self.possible(dwell: nil).due == UInt64.max)
  }

  @Test("a dwell at the end of time does not overflow")
  func late() {
    var spring = Spring()
    spring.enter(7)
    spring.answer(true, at: UInt64.max - 1, dwell: 500)
    #expect(spring.due == UInt64.max)
  }

  @Test("refused, first or again, it stays so until it is left")
  func refused() {
    var first = Spring()
    first.enter(7)
    first.answer(false, at: 0, dwell: 500)
    var again = Self.possible()
    again.press(0, 10)
    again.press(10, 10)
    again.answer(false, at: 0, dwell: 500)
    for var spring in [first, again] {
      #expect(spring.state == .refused && spring.delivered == 0 && spring.due == UInt64.max)
      spring.press(0, 10)
      spring.press(99, 10)
      spring.fire(UInt64.max, activating: 0)
      spring.enter(7)
      #expect(spring.state == .refused)
      spring.enter(0)
      spring.enter(7)
      #expect(spring.state == .asking)
    }
  }

  @Test("force counts as it rises through the level, while possible or activating")
  func force() {
    var hard = Self.possible()
    hard.press(10, 10)
    hard.press(11, 10)
    #expect(hard.state == .possible)
    hard.press(9, 10)
    hard.press(10, 10)
    #expect(hard.state == .askingAgain && hard.due == UInt64.max)

    var activating = Self.possible()
    activating.press(9, 10)
    activating.fire(1500, activating: 250)
    activating.press(10, 10)
    #expect(activating.state == .askingAgain)

    var asking = Spring()
    asking.enter(7)
    asking.press(9, 10)
    asking.press(10, 10)
    #expect(asking.state == .asking)
  }
}
