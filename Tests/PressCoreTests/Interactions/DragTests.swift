import CPress
import Testing
@testable import PressCore

/// A second source that is tapped before the program was asked for the items of the first: no sequence of samples leads there today,
/// because who is asked is asked at once.
@Suite("Drags: two sources that are tapped at once")
struct DragAddTests {
  @Test("what is tapped while another source waits to be asked is not added, and does not take its place")
  func secondWaits() {
    let setup = DragSetup(name: "adds", items: 4)
    var config = setup.engine
    config.max_contacts = 2
    let size = Engine.size(config) + Drags.size(setup.config, contacts: 2) + 64
    let storage = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    defer { storage.deallocate() }
    storage.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    _ = Engine.make(in: storage, size, config)
    let engine = Engine(OpaquePointer(storage))
    #expect(Drags.attach(engine, setup.config) == Status.ok)
    for id: UInt32 in 1...4 { #expect(engine.add(setup.target(id)) == Status.ok) }
    func feed(_ contact: UInt32, _ force: Int32, _ place: DragWalk.Place) {
      var sample = press_sample(
        t_us: engine.now + 100_000, contact: contact, flags: 0, force: force, x: place.x << 16, y: place.y << 16, reserved: 0)
      #expect(engine.feed(&sample, 1) == 1)
    }
    feed(0, 61_440, .source)
    feed(0, 61_440, .container)
    feed(1, 61_440, .second)
    let session = Drags(engine)!.sessions
    #expect(session[0].phase == .dragging && session[0].items == 1)
    // The state after a tap on source 3, before it is asked.
    session[0].isAdding = true
    session[0].adding.target = 3
    Drags(engine)!.tapped(engine.slot(of: 1), true)
    #expect(session[0].isAdding && session[0].adding.target == 3)
    // Once it was, the next tap counts.
    session[0].isAdding = false
    feed(1, 0, .second)
    #expect(session[0].items == 2 && Drags(engine)!.items(0)[1].spec.source == 4)
  }
}

@Suite("Spring: spring loading as a value")
struct SpringTests {
  @Test("a dwell at the end of time does not overflow")
  func late() {
    var spring = Spring()
    spring.enter(7)
    spring.answer(true, at: UInt64.max - 1, dwell: 500)
    #expect(spring.due == UInt64.max)
  }
}

/// test_drag.c has how fast it is at which place and time (d8).
@Suite("Autoscroll: a velocity that grows towards the edge and with time")
struct AutoscrollTests {
  /// 100 to 500 across and 1000 to 1400 down.
  private static let container = press_target(
    size: 0, id: 7, container: 0, domain: 0, x: 100 << 16, y: 1000 << 16, width: 400 << 16, height: 400 << 16, traits: 0)

  /// The place where drags of these tests begin: away from every edge.
  private static let middle = (x: Int32(300 << 16), y: Int32(1200 << 16))

  private static func config(_ change: (inout press_drag_config) -> Void = { _ in }) -> press_drag_config {
    var c = press_drag_config.makeDefault
    c.scroll_edge = 40 << 16
    c.scroll_speed = 800 << 16
    c.scroll_ramp_us = 1000
    c.frame_us = 100
    // Straight lines, up to the edge.
    c.flags = UInt32(PRESS_DRAG_FLAG_LINEAR_SCROLL)
    c.scroll_full = 0
    change(&c)
    return c
  }

  @Test("moving along the edge keeps what the ramp has reached; leaving it begins again")
  func moving() {
    let c = Self.config()
    var scroll = Autoscroll()
    scroll.move(Self.container, 300 << 16, 1000 << 16, from: Self.middle, at: 0, c)
    scroll.move(Self.container, 320 << 16, 1000 << 16, from: Self.middle, at: 500, c)
    #expect(abs(scroll.y + 400 << 16) <= 1 << 16)
    scroll.move(Self.container, 320 << 16, 1200 << 16, from: Self.middle, at: 600, c)
    #expect(scroll.container == 0 && scroll.y == 0 && scroll.due == UInt64.max)
    scroll.move(Self.container, 320 << 16, 1000 << 16, from: Self.middle, at: 700, c)
    #expect(scroll.y == 0 && scroll.due == 800)
    var another = Self.container
    another.id = 8
    scroll.move(another, 320 << 16, 1000 << 16, from: Self.middle, at: 1500, c)
    #expect(scroll.container == 8 && scroll.y == 0)
  }

  @Test("numbers at the ends of their range do not overflow")
  func extremes() {
    var wide = Self.container
    (wide.x, wide.width, wide.y, wide.height) = (Int32.max, Int32.max, Int32.min, Int32.max)
    let c = Self.config {
      $0.scroll_speed = Int32.max; $0.scroll_edge = Int32.max; $0.scroll_full = Int32.max - 1; $0.scroll_ramp_us = 0
    }
    for x in [Int32.min, 0, Int32.max] {
      for y in [Int32.min, 0, Int32.max] {
        var scroll = Autoscroll()
        scroll.move(wide, x, y, from: Self.middle, at: UInt64.max - 1, c)
        scroll.fire(UInt64.max, more: UInt64.max, c)
        #expect(scroll.x >= -Int32.max && scroll.y >= -Int32.max)
      }
    }
  }
}
