import CPress
@testable import PressCore
import Testing

@Suite("Button: a click from force")
struct ButtonTests {
  /// Levels of 2 N and 1 N that do not follow, as whole newtons are easy to read.
  private static func plain(_ change: (inout press_button_config) -> Void = { _ in }) -> press_button_config {
    var c = press_button_config.makeDefault
    c.press_force = 2 << 16
    c.release_force = 1 << 16
    c.ratio_down = 0
    c.ratio_up = 65536
    c.full_speed = 0
    change(&c)
    return c
  }

  /// One contact, a sample each 10 ms. What was delivered at each force: p, r, or a dot.
  private static func delivered(_ config: press_button_config, _ forces: [Double]) -> String {
    var button = Button(ButtonSettings(config))
    return String(
      forces.map { force in
        switch button.step(Int32(force * 65536), 65536, at: 0, hasGrace: false, mayPress: true) {
        case .nothing: "."
        case .pressed: "p"
        case .released: "r"
        }
      })
  }

  @Test("fixed levels: at or above presses, below releases")
  func fixed() {
    #expect(Self.delivered(Self.plain(), [0, 1.99, 2, 1.5, 1, 0.99, 1.5, 1.99, 2, 9, 0]) == "..p..r..p.r")
  }

  @Test("the release level follows the peak, up to the ceiling")
  func peak() {
    let c = Self.plain {
      $0.ratio_down = 32768; $0.ceiling = 6 << 16
    }
    #expect(Self.delivered(c, [4, 2, 1.99]) == "p.r")
    #expect(Self.delivered(c, [2, 5, 2.5, 2.49]) == "p..r")
    #expect(Self.delivered(c, [20, 3, 2.99]) == "p.r")
    #expect(Self.delivered(c, [2, 1.0, 0.99]) == "p.r")
  }

  @Test("the press level follows the least force since the release, up to the ceiling")
  func least() {
    let c = Self.plain {
      $0.ratio_down = 32768; $0.ratio_up = 98304; $0.ceiling = 6 << 16
    }
    // Released at 2.9: 4.35 presses.
    #expect(Self.delivered(c, [6, 2.9, 3.5, 4.3, 4.4]) == "pr..p")
    // It fell to 2 meanwhile: 3 presses.
    #expect(Self.delivered(c, [6, 2.9, 2.0, 2.9, 3.0]) == "pr..p")
    #expect(Self.delivered(c, [6, 0.5, 1.9, 2.0]) == "pr.p")
  }

  @Test("with a grace a fall is a release only when it has lasted, and nothing is pressed in between")
  func grace() {
    var button = Button(ButtonSettings(Self.plain()))
    func step(_ force: Double, at t: UInt64) -> Button.Step { button.step(Int32(force * 65536), 65536, at: t, hasGrace: true, mayPress: true) }
    #expect(step(2, at: 0) == .pressed && step(0.9, at: 10) == .nothing && button.state == .lifting && button.fellAt == 10)
    #expect(step(0.5, at: 20) == .nothing && button.fellAt == 10, "the fall counts")
    #expect(step(1, at: 30) == .nothing && button.state == .down, "it came back")
    #expect(step(0.2, at: 50) == .nothing && button.fellAt == 50 && button.isDown)
    button.expire()
    #expect(button.state == .up && step(1.9, at: 90) == .nothing && step(2, at: 100) == .pressed)
    #expect(step(0.2, at: 110) == .nothing && button.lift() && button.state == .up, "no contact is left")
  }

  @Test("setting levels never presses, releases or repeats by itself")
  func setting() {
    var button = Button(ButtonSettings(Self.plain()))
    func step(_ force: Double) -> Button.Step { button.step(Int32(force * 65536), 65536, at: 0, hasGrace: false, mayPress: true) }
    func set(_ force: Double, _ change: (inout press_button_config) -> Void = { _ in }) {
      button.set(ButtonSettings(Self.plain(change)), Int32(force * 65536))
    }
    #expect(step(2.5) == .pressed)
    set(2.5) {
      $0.press_force = 5 << 16; $0.release_force = 4 << 16; $0.ceiling = 6 << 16
    }
    #expect(step(4.5) == .nothing && step(3.9) == .nothing && step(1) == .nothing, "the former level holds until the release")
    #expect(step(0.9) == .released && step(4.9) == .nothing && step(5) == .pressed, "and the new one after it")
    set(5) {
      $0.press_force = 65536; $0.release_force = 32768
    }
    #expect(step(4.5) == .nothing && step(3.9) == .released, "the former level releases")
    #expect(step(3) == .nothing && step(0.6) == .nothing, "what presses by the new levels does not press before it fell")
    #expect(step(0.4) == .nothing && step(1) == .pressed)
    set(1)
    #expect(button.lift() && button.pressLevel == 2 << 16)
    #expect(step(1.5) == .nothing)
    set(1.5) {
      $0.press_force = 65536; $0.release_force = 32768
    }
    #expect(step(1.5) == .nothing && step(0.6) == .nothing && step(1.9) == .nothing, "a force that rests above the new level waits")
    #expect(step(2) == .pressed && step(0.9) == .released && step(1) == .pressed, "the former level still presses; then the new one")
  }

  @Test("a rapid trigger follows changes of force within its band, and shares do not count")
  func rapid() {
    let c = Self.plain {
      $0.flags = UInt32(PRESS_BUTTON_FLAG_RAPID_TRIGGER); $0.rapid_fall = 32768; $0.rapid_rise = 65536; $0.ratio_down = 65536; $0.ceiling = 6 << 16
    }
    #expect(Self.delivered(c, [1.9, 2, 4, 3.6, 3.4, 4.3, 4.4, 4, 3.8]) == ".p..r.p.r")
    #expect(Self.delivered(c, [2, 1.4, 2.3, 2.4]) == "pr.p")
    #expect(Self.delivered(c, [2, 1.4, 0.9, 1.95, 2]) == "pr..p", "out of the band the press level counts again")
    #expect(Self.delivered(c, [9, 7, 5.6, 5.4]) == "p..r", "falls count from the ceiling")
  }

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

  @Test("a fast contact keeps the button down, and lets go when it rests")
  func dragging() {
    let b = TransitionBench(transitions: nil, button: press_button_config.makeDefault)
    b.feed(10_000, 2.0)
    b.feed(20_000, 1.0, x: 5)
    #expect(b.names(88...90) == ["pressed"])
    b.feed(30_000, 1.0, x: 5)
    #expect(b.names(88...90) == ["pressed", "released"] && b.failures.isEmpty, "\(b.failures)")
  }

  @Test("the strongest of several counts; lifting the last releases, losing it cancels")
  func contacts() {
    let b = TransitionBench(transitions: nil, button: Self.plain())
    b.feed(1000, contact: 1, 1.5, x: 1)
    b.feed(2000, contact: 2, 1.9, x: 2)
    #expect(b.names(88...90).isEmpty, "they are not summed")
    b.feed(3000, contact: 2, 2.0, x: 3)
    #expect(b.names(88...90) == ["pressed"] && b.log.last?.contact == 2 && b.log.last?.x == 3 << 16)
    b.feed(4000, contact: 2, 0, x: 3)
    #expect(b.names(88...90) == ["pressed"], "the other one holds it at 1.5 N")
    b.feed(5000, contact: 1, 0, x: 1, flags: PRESS_SAMPLE_LOST)
    #expect(b.names(88...90) == ["pressed", "lost"])
    let lost = b.log.first { $0.type == EventType.buttonCancelled }
    #expect(lost?.reason == Reason.lost && lost?.t_us == 5000)
    b.feed(6000, contact: 1, 0)
    b.feed(7000, contact: 1, 3)
    b.feed(8000, contact: 1, 0)
    #expect(b.names(88...90).suffix(2) == ["pressed", "released"])
    b.feed(9000, contact: 1, 3)
    b.feed(9000, contact: 2, 3)
    b.reset()
    #expect(b.names(88...90).suffix(2) == ["pressed", "lost"] && b.failures.isEmpty, "\(b.failures)")
    b.settle("the end")
  }

  @Test("levels out of range are refused")
  func limits() {
    let changes: [(inout press_button_config) -> Void] = [
      { $0.size -= 4 }, { $0.flags = 4 }, { $0.release_force = 0 }, { $0.release_force = $0.press_force + 1 },
      { $0.ceiling = $0.press_force - 1 }, { $0.ratio_down = 65537 }, { $0.ratio_up = 65535 }, { $0.ratio_up = (4 << 16) + 1 },
      { $0.full_speed = -1 }, { $0.reserved = 1 }, { $0.rapid_fall = 0 }, { $0.rapid_rise = -1 },
    ]
    #expect(press_button_config.makeDefault.isValid && changes.allSatisfy { !Self.plain($0).isValid })
  }
}
