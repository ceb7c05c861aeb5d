import CPress

/// The constants of event.h as the types of the fields that carry them.
public enum EventType {
  public static var contactBegan: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_CONTACT_BEGAN) }
  public static var contactMoved: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_CONTACT_MOVED) }
  public static var contactEnded: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_CONTACT_ENDED) }
  public static var contactCancelled: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_CONTACT_CANCELLED) }
  public static var previewBegan: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_PREVIEW_BEGAN) }
  public static var previewUpdated: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_PREVIEW_UPDATED) }
  public static var commitUpdated: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_COMMIT_UPDATED) }
  public static var previewCancelled: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_PREVIEW_CANCELLED) }
  public static var previewRefused: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_PREVIEW_REFUSED) }
  public static var tapped: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_TAPPED) }
  public static var doubleTapped: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_DOUBLE_TAPPED) }
  public static var holdBegan: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_HOLD_BEGAN) }
  public static var holdEnded: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_HOLD_ENDED) }
  public static var holdCancelled: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_HOLD_CANCELLED) }
  public static var scrollBegan: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_SCROLL_BEGAN) }
  public static var scrollMoved: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_SCROLL_MOVED) }
  public static var scrollEnded: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_SCROLL_ENDED) }
  public static var scrollCancelled: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_SCROLL_CANCELLED) }
  public static var peekShown: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_PEEK_SHOWN) }
  public static var peekPopped: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_PEEK_POPPED) }
  public static var peekDismissed: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_PEEK_DISMISSED) }
  public static var actionsRevealed: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_ACTIONS_REVEALED) }
  public static var actionHighlighted: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_ACTION_HIGHLIGHTED) }
  public static var actionSelected: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_ACTION_SELECTED) }
  public static var sensorFault: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_SENSOR_FAULT) }
  public static var sensorRecovered: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_SENSOR_RECOVERED) }
  public static var baselineChanged: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_BASELINE_CHANGED) }
  public static var transitionStarted: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_TRANSITION_STARTED) }
  public static var transitionUpdated: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_TRANSITION_UPDATED) }
  public static var transitionFinished: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_TRANSITION_FINISHED) }
  public static var transitionCancelled: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_TRANSITION_CANCELLED) }
  public static var buttonPressed: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_BUTTON_PRESSED) }
  public static var buttonReleased: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_BUTTON_RELEASED) }
  public static var buttonCancelled: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_BUTTON_CANCELLED) }
}
