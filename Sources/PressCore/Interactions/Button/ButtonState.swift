import CPress

/// The force button of an engine, in its storage; a track for each slot of an engine lies behind it.
struct ButtonState {
  var button: Button
  /// Of the strongest contact when it was looked at last.
  var stillness: Int32 = Q16.one
  /// A sample touched since it was attached: that had room for a press, too. One that only ends something may have none.
  var isReady = false
  /// While it is lifting: how long it may.
  var grace: UInt32 = 0
  /// What is pending, and whether the end comes before the press. With the slot whose place is delivered, and how late the end is.
  var isPressPending = false
  var isEndPending = false
  var endIsFirst = false
  var endLate: UInt32 = 0
  var pressSlot: Int32 = 0
  /// The slot of the strongest contact when it was looked at last.
  var heldBy: Int32 = 0
  var endSlot: Int32 = 0
  var endType: UInt32 = 0
  var endReason: Int32 = 0

  init(_ config: press_button_config) {
    button = Button(ButtonSettings(config))
  }
}
