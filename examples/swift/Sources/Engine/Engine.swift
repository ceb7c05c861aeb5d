// An engine that owns its storage, and calls a closure with each event. Copy this file into your program.
public import press

@safe public final class Engine {
  public let press: press_engine
  /// Called with each event, from inside feed and tick. It may call the engine, but not feed or tick it.
  public var onEvent: (press_event) -> Void = { _ in }
  /// Asked before a preview begins. It may look at the engine.
  public var shouldPreview: (press_touch) -> Bool = { _ in true }
  private let storage: UnsafeMutableRawPointer

  /// Attaches gestures, peeks and drags.
  public init(_ config: press_config = .defaults) {
    var config = config
    let bytes = Int(PRESS_ENGINE_STORAGE_ALL)
    unsafe storage = .allocate(byteCount: bytes, alignment: 8)
    var made: press_engine?
    unsafe check(press_engine_init(storage, bytes, &config, &made))
    press = made!
    unsafe check(press.gesturesAttach(nil))
    unsafe check(press.peekAttach(nil))
    unsafe check(press.dragAttach(nil))
    var delegate = unsafe press_delegate.defaults
    unsafe delegate.user = Unmanaged.passUnretained(self).toOpaque()
    unsafe delegate.on_event = { _, event, user in
      unsafe Unmanaged<Engine>.fromOpaque(user!).takeUnretainedValue().onEvent(event!.pointee)
    }
    unsafe delegate.preview_should_begin = { _, touch, user in
      unsafe Unmanaged<Engine>.fromOpaque(user!).takeUnretainedValue().shouldPreview(touch!.pointee)
    }
    unsafe check(press.setDelegate(&delegate))
  }

  deinit { unsafe storage.deallocate() }

  public func feed(_ newtons: Double, x: Double = 0, y: Double = 0, at time: UInt64) {
    var sample = press_sample()
    sample.t_us = time
    sample.force = PRESS_Q16(newtons)
    sample.x = PRESS_Q16(x)
    sample.y = PRESS_Q16(y)
    unsafe check(press.feed(&sample, count: 1))
  }

  public func tick(_ time: UInt64) { check(press.tick(time)) }

  public func add(_ id: UInt32, x: Double, y: Double, width: Double, height: Double, traits: press_target_traits) {
    var target = press_target.defaults
    target.id = id
    target.x = PRESS_Q16(x)
    target.y = PRESS_Q16(y)
    target.width = PRESS_Q16(width)
    target.height = PRESS_Q16(height)
    target.traits = traits
    unsafe check(press.targetAdd(&target))
  }
}

/// Ends the program where a function of the library failed.
public func check(_ status: Int32) {
  if status < PRESS_OK { unsafe fatalError(words(press_strerror(status))) }
}

/// A text of the library.
public func words(_ text: UnsafePointer<CChar>?) -> String { unsafe text.map { unsafe String(cString: $0) } ?? "" }

/// An event as a line for people.
public func line(_ event: press_event) -> String {
  unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PRESS_EVENT_LINE)) { text in
    var event = event
    unsafe check(press_event_text(&event, text.baseAddress, text.count))
    return unsafe words(UnsafePointer(text.baseAddress))
  }
}
