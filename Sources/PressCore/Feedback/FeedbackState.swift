import CPress

/// What lies in the caller's press_feedback.
public struct FeedbackState {
  var mark: UInt32 = FeedbackState.isSetUp
  var count: UInt32 = 0
  var config: press_feedback_config
  /// The last effect that was given.
  var lastUs: UInt64 = 0
  var lastKind = EffectKind.none
  /// The row of the level that goes on; `count` and above: there is none.
  var levelRow = UInt32.max
  var levelStrength: Int32 = 0
  var rows = InlineArray<16, press_feedback_row>(repeating: press_feedback_row())
  var tracks = InlineArray<16, FeedbackTrack>(repeating: FeedbackTrack())

  static var isSetUp: UInt32 { 0x3166_6565 }

  init(_ config: press_feedback_config) { self.config = config }
}

/// What a row with detents, or a level, follows.
struct FeedbackTrack {
  /// A contact; of a row of transitions a transition.
  var owner: UInt32 = 0
  var isHeld = false
  /// How many detents lie below.
  var step: UInt8 = 0
}
