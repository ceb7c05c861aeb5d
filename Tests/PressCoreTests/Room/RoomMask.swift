@_spi(Reflection) import Swift
@testable import PressCore

/// Which bits of an engine's storage hold something. What lies between the fields of a struct is whatever was on the stack before.
struct RoomMask {
  private var bytes: [UInt8]

  var words: [UInt64] { bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt64.self)) } }

  init(_ engine: Engine, contacts: Int, size: Int) {
    bytes = [UInt8](repeating: 0xFF, count: size)
    let base = UnsafeRawPointer(engine.memory)
    put(EngineState.self, at: 0)
    put(Contact.self, contacts, at: UnsafeRawPointer(engine.contacts) - base)
    put(Target.self, 2, at: UnsafeRawPointer(engine.targets) - base)
    var at = engine.state.attached
    while at != 0 {
      put(AttachmentHead.self, at: Int(at))
      at = engine.head(at).pointee.next
    }
    func offset(_ memory: UnsafeRawPointer) -> Int { memory - base }
    if let own = Gestures(engine) {
      put(GesturesState.self, at: offset(own.memory))
      put(Gesture.self, contacts, at: offset(own.gestures))
    }
    if let own = Buttons(engine) {
      put(ButtonState.self, at: offset(own.memory))
      put(ButtonTrack.self, contacts, at: offset(own.memory) + Layout.aligned(MemoryLayout<ButtonState>.size))
    }
    if let own = Strikes(engine) {
      put(StrikeState.self, at: offset(own.memory))
      put(Strike.self, own.state.sources, at: offset(own.memory) + Layout.aligned(MemoryLayout<StrikeState>.size))
      put(Lift.self, contacts, at: offset(own.lifts))
    }
    if let own = Scrolls(engine) {
      put(ScrollState.self, at: offset(own.memory))
      put(Throw.self, own.state.count, at: offset(own.all))
      put(ScrollTrack.self, contacts, at: offset(own.tracks))
    }
    if let own = Levels(engine) {
      put(LevelsState.self, at: offset(own.memory))
      put(Climb.self, contacts, at: offset(own.climbs))
    }
    if let own = Peeks(engine) { put(PeekState.self, at: offset(own.memory)) }
    if let own = Pinches(engine) {
      put(PinchState.self, at: offset(own.memory))
      put(Pinch.self, PinchState.pairs(contacts), at: offset(own.pairs))
      put(PinchTrack.self, contacts, at: offset(own.tracks))
    }
    if let own = Transitions(engine) {
      put(TransitionsState.self, at: offset(own.memory))
      put(TransitionSlot.self, at: offset(own.slots))
    }
    if let own = Drags(engine) {
      put(DragState.self, at: offset(own.memory))
      put(DragSession.self, at: offset(own.sessions))
      put(DragTrack.self, contacts, at: offset(own.tracks))
      put(DragItem.self, at: offset(own.items(0)))
    }
  }

  private mutating func put<T>(_ type: T.Type, _ count: Int = 1, at offset: Int) {
    let stride = MemoryLayout<T>.stride
    for i in offset..<offset + count * stride { bytes[i] = 0 }
    for i in 0..<count { mark(type, at: offset + i * stride) }
  }

  private mutating func mark(_ type: Any.Type, at offset: Int) {
    var fields: [(Int, Any.Type)] = []
    if isStruct(type) {
      _ = _forEachField(of: type) { _, at, field, _ in
        fields.append((at, field))
        return true
      }
    }
    if fields.isEmpty {
      let size = size(of: type)
      for i in offset..<offset + size { bytes[i] = 0xFF }
    }
    for (at, field) in fields { mark(field, at: offset + at) }
  }

  /// Structs of C, arrays and tuples are taken as they are.
  private func isStruct(_ type: Any.Type) -> Bool {
    !"\(type)".hasPrefix("press_") && !"\(type)".hasPrefix("InlineArray") && !"\(type)".hasPrefix("(")
  }

  private func size(of type: Any.Type) -> Int {
    func open<T>(_: T.Type) -> Int { MemoryLayout<T>.size }
    return _openExistential(type, do: open)
  }
}
