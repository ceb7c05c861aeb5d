import CPress

extension EngineState {
  /// A number of this version and build: another one means that the parts of an engine may have other sizes.
  @inline(__always)
  static var signature: UInt32 {
    var made = mixed(0x5052_4553, Int(PRESS_VERSION_MAJOR << 16 | PRESS_VERSION_MINOR << 8 | PRESS_VERSION_PATCH))
    made = mixed(made, MemoryLayout<EngineState>.size)
    made = mixed(made, MemoryLayout<Contact>.stride)
    made = mixed(made, MemoryLayout<Target>.stride)
    made = mixed(made, MemoryLayout<press_event>.stride)
    made = mixed(made, MemoryLayout<Housekeeping>.size)
    made = mixed(made, MemoryLayout<DragState>.size &+ MemoryLayout<DragSession>.stride &+ MemoryLayout<DragTrack>.stride)
    made = mixed(made, MemoryLayout<GesturesState>.size &+ MemoryLayout<Gesture>.stride)
    made = mixed(made, MemoryLayout<PeekState>.size)
    made = mixed(made, MemoryLayout<TransitionsState>.size)
    made = mixed(made, MemoryLayout<ButtonState>.size &+ MemoryLayout<ButtonTrack>.stride)
    made = mixed(made, MemoryLayout<StrikeState>.size &+ MemoryLayout<Strike>.stride &+ MemoryLayout<Lift>.stride)
    made = mixed(made, MemoryLayout<PinchState>.size &+ MemoryLayout<Pinch>.stride &+ MemoryLayout<PinchTrack>.stride)
    made = mixed(made, MemoryLayout<ScrollState>.size &+ MemoryLayout<Throw>.stride &+ MemoryLayout<ScrollTrack>.stride)
    made = mixed(made, MemoryLayout<LevelsState>.size &+ MemoryLayout<Climb>.stride)
    return mixed(made, MemoryLayout<CrosstalkState>.size &+ MemoryLayout<CrosstalkPad>.stride)
  }

  @inline(__always)
  private static func mixed(_ made: UInt32, _ next: Int) -> UInt32 { (made ^ UInt32(truncatingIfNeeded: next)) &* 0x0100_0193 }
}
