import CPress
@testable import PressCore

/// An engine with transitions and the program behind it: it logs events, checks that they pair up, and can do a deed
/// from inside callbacks.
final class TransitionBench {
  let engine: Engine
  private let storage: UnsafeMutableRawPointer
  private(set) var log: [press_event] = []
  private(set) var asked: [UInt32] = []
  private(set) var failures = Failures()
  var onEvent: ((TransitionBench, press_event) -> Void)?
  var willStart: ((TransitionBench, UInt32, inout press_transition_options) -> Void)?
  private var open: Set<UInt32> = []
  private var buttonIsDown = false
  private var latest: UInt64 = 0
  /// Events that were pending before a reset are delivered after it: time may go back until the call is through.
  private var wasReset = false

  init(transitions: press_transition_config, button: press_button_config? = nil) {
    var config = press_config.makeDefault
    config.max_events = 0
    config.lift_us = 0
    let bytes = Engine.size(config) + 8192
    storage = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 8)
    _ = Engine.make(in: storage, bytes, config)
    engine = Engine(OpaquePointer(storage))
    failures.expect(Transitions.attach(engine, transitions) == Status.ok, "transitions attach")
    if let button { failures.expect(Buttons.attach(engine, button) == Status.ok, "the button attaches") }
    listen()
  }

  deinit { storage.deallocate() }

  var transitions: Transitions { Transitions(engine)! }
  var button: Buttons { Buttons(engine)! }

  private func listen() {
    var d = press_delegate()
    d.user = Unmanaged.passUnretained(self).toOpaque()
    d.on_event = { _, event, user in TransitionBench.of(user).receive(event!.pointee) }
    d.transition_will_start = { _, id, options, user in
      let bench = TransitionBench.of(user)
      bench.asked.append(id)
      bench.failures.expect(bench.engine.tick(UInt64.max) == Status.busy, "busy while asked")
      bench.willStart?(bench, id, &options!.pointee)
    }
    engine.setDelegate(d)
  }

  private static func of(_ user: UnsafeMutableRawPointer?) -> TransitionBench {
    Unmanaged<TransitionBench>.fromOpaque(user!).takeUnretainedValue()
  }

  func receive(_ e: press_event) {
    log.append(e)
    if e.type != EventType.contactEnded && e.type != EventType.contactCancelled && e.type != EventType.previewCancelled {
      failures.expect(wasReset || e.t_us >= latest, "event \(e.type) at \(e.t_us) after \(latest)")
    }
    latest = max(latest, e.t_us)
    switch e.type {
    case EventType.transitionStarted:
      failures.expect(open.insert(e.subject).inserted, "\(e.subject) started twice")
      // A transition starts at 0; at 1/2 if a hint became its peek; at 1 if its peek was already shown.
      failures.expect([0, 32768, 65536].contains(e.progress), "\(e.subject) started at \(e.progress)")
    case EventType.transitionUpdated:
      failures.expect(open.contains(e.subject) && e.progress >= 0 && e.progress <= 65536, "\(e.subject) updated out of turn")
    case EventType.transitionFinished, EventType.transitionCancelled:
      failures.expect(open.remove(e.subject) != nil, "\(e.subject) ended twice")
      let isWhole = e.type == EventType.transitionFinished ? e.progress == 65536 : e.progress == 0
      failures.expect(isWhole || e.reason == Reason.reset, "\(e.subject) ended at \(e.progress)")
    case EventType.buttonPressed:
      failures.expect(!buttonIsDown, "pressed twice")
      buttonIsDown = true
    case EventType.buttonReleased, EventType.buttonCancelled:
      failures.expect(buttonIsDown, "released twice")
      buttonIsDown = false
    default: break
    }
    onEvent?(self, e)
  }

  /// Checks what must be true between two calls.
  func settle(_ place: @autoclosure () -> String) {
    if wasReset { latest = 0 }
    wasReset = false
    failures.expect(!engine.state.isBusy && engine.state.pending == 0, "pending at \(place())")
    for id in 1...8 as ClosedRange<UInt32> {
      failures.expect((transitions.get(id).state != 0) == open.contains(id), "\(id) lives or not at \(place())")
    }
    if Buttons(engine) != nil { failures.expect(button.get.isDown == buttonIsDown, "button at \(place())") }
  }

  func reset() {
    wasReset = true
    engine.reset()
  }

  func forget() {
    log.removeAll()
    asked.removeAll()
    latest = 0
  }

  func names() -> [String] {
    log.filter { (80...83).contains($0.type) }.map { e in
      let name = [80: "started", 81: "updated", 82: "finished", 83: "cancelled"][e.type]!
      return e.type == 81 ? "\(name) \(e.progress)" : name
    }
  }

  @discardableResult
  func feed(_ t: UInt64, contact: UInt32 = 0, _ force: Double, x: Int32 = 0, y: Int32 = 0, flags: Int = 0) -> Int32 {
    var s = press_sample()
    s.t_us = t
    s.contact = contact
    s.force = Int32(force * 65536)
    s.x = x << 16
    s.y = y << 16
    s.flags = UInt32(flags)
    return engine.feed(&s, 1)
  }

  static func options(_ duration: UInt32, speed: Int32 = 65536, linear: Bool = true, automatic: Bool = false) -> press_transition_options {
    var o = press_transition_options.makeDefault
    o.duration_us = duration
    o.speed = speed
    if linear { o.curve = press_timing_curve(x1: 0, y1: 0, x2: 65536, y2: 65536) }
    if automatic { o.flags = UInt32(PRESS_TRANSITION_FLAG_AUTOMATIC) }
    return o
  }
}
