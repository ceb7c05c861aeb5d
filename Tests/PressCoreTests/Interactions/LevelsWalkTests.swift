import CPress
@testable import PressCore
import Testing

@Suite("Levels: every state they reach")
struct LevelsWalkTests {
  @Test("every climb finds exactly one end, and levels are where the header says, whatever is done from wherever", arguments: LevelsSetup.walked)
  func everyState(setup: LevelsSetup) {
    let report = StateWalk(LevelsWalk(setup)).run(limit: 200_000)
    print("Levels, \(setup): \(report.summary)")
    #expect(report.isComplete)
    #expect(report.wrong.isEmpty, "\(report.wrong)")
    for level in 0...2 { #expect(report.seen.contains("level \(level)")) }
    for what in ["spent", "scrolls"] + (setup.repeats ? ["repeats"] : []) { #expect(report.seen.contains(what)) }
  }

  @Test(
    "the walk finds an event that is forgotten, delivered twice or delivered late",
    arguments: [EventType.levelsBegan, EventType.levelEntered, EventType.levelLeft, EventType.levelsEnded, EventType.levelsCancelled])
  func findsPlantedFaults(type: UInt32) {
    for fault in [DeliveryFault.forgets(type), .deliversTwice(type), .deliversLate(type)] {
      let world = LevelsWalk(LevelsSetup())
      world.program.fault = fault
      let report = StateWalk(world, hasDeeds: false, stopsAtFirst: true).run(limit: 3000)
      #expect(!report.wrong.isEmpty, "\(fault)")
    }
  }

  @Test("of all counts a level is entered at its place and left below it, against a plain search")
  func places() {
    var random = SplitMix(7)
    for _ in 0..<300 {
      var c = press_levels_config.makeDefault
      c.count = 2 + UInt32(random.next() % 7)
      c.first_pressure = 1 + Int32(random.next() % 30_000)
      c.last_pressure = c.first_pressure + 1 + Int32(random.next() % UInt64(65_535 - c.first_pressure))
      c.hysteresis = Int32(random.next() % 58_983)
      let settings = LevelsSettings(c)
      let span = Int64(c.last_pressure - c.first_pressure)
      var climb = Climb()
      var level = 0
      for _ in 0..<200 {
        let pressure = Int32(random.next() % 65_537)
        let places = (0..<Int64(c.count)).map { Int64(c.first_pressure) + span * $0 / Int64(c.count - 1) }
        let below = ((span * Int64(c.hysteresis)) >> 16) / Int64(c.count - 1)
        let reached = places.count { Int64(pressure) >= $0 }
        let kept = (0..<level).filter { Int64(pressure) >= max(places[$0] - below, 1) }.count
        level = max(reached, min(kept, level))
        let settled = climb.settled(settings.reached(pressure), isSensed: false)
        _ = climb.step(pressure, settled: settled, settings, mayBegin: true)
        #expect(Int(climb.level) == level)
      }
    }
  }

  @Test("a sensor is at a level once three samples in a row are, and leaves it at once")
  func threeInARow() {
    let settings = LevelsSettings(press_levels_config.makeDefault)
    var climb = Climb()
    func level(_ pressure: Int32) -> UInt8 {
      let settled = climb.settled(settings.reached(pressure), isSensed: true)
      _ = climb.step(pressure, settled: settled, settings, mayBegin: true)
      return climb.level
    }
    let taken = [0, 65_536, 65_536, 0, 20_000, 65_536, 20_000, 65_536, 65_536, 65_536, 20_000, 0].map { level(Int32($0)) }
    #expect(taken == [0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 1, 0])
  }
}
