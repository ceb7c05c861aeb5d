import CPress
@testable import PressCore
import Testing

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
    // As if the source 3 had been tapped, and were not asked yet.
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
