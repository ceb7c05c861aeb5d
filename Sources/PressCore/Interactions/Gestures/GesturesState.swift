import CPress

/// What gestures know of an engine; one `Gesture` for each slot lies behind it.
struct GesturesState {
  let holdAfter, tapWithin, doubleTapWithin: UInt64
  let slop, doubleTapSlop: Int32
  let riseWithin, riseDelay, frame: UInt64
  /// A tap that waits for a second one, as it will be delivered; until when, and whether a second touch is there.
  var waiting = press_event()
  var isWaiting = false
  var waitsUntil: UInt64 = UInt64.max
  /// It waits no longer: it is pending.
  var isTapPending = false
  /// Targets that the program activated and that are not delivered yet.
  var activated = InlineArray<8, UInt32>(repeating: 0)
  var activatedCount = 0

  init(_ c: press_gestures_config) {
    holdAfter = UInt64(c.hold_us)
    tapWithin = UInt64(c.tap_us)
    doubleTapWithin = UInt64(c.double_tap_us)
    slop = c.slop
    doubleTapSlop = c.double_tap_slop
    riseWithin = UInt64(c.force_from_hold_us)
    riseDelay = UInt64(c.force_from_hold_delay_us)
    frame = UInt64(c.frame_us)
  }
}
