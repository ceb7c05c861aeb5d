import CPress

/// The transitions of an engine, in its storage; the slots lie behind it.
struct TransitionsState {
  /// Of a transition that runs, its frame and its flick are those with which it began.
  var config: press_transition_config
  /// Numbers what is pending in the order in which it happened. 0 while nothing is.
  var tickets: UInt32 = 0

  static func size(_ config: press_transition_config) -> Int {
    AttachmentHead.size &+ Layout.aligned(MemoryLayout<TransitionsState>.size) &+ Int(config.max_transitions) &* MemoryLayout<TransitionSlot>.stride
  }
}
