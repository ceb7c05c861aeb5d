import CPress
import PressCore

@implementation @_cdecl("press_event_name")
public func press_event_name(_ type: UInt32) -> UnsafePointer<CChar>? {
  switch type {
  case EventType.contactBegan: text("contact_began")
  case EventType.contactMoved: text("contact_moved")
  case EventType.contactEnded: text("contact_ended")
  case EventType.contactCancelled: text("contact_cancelled")
  case EventType.previewBegan: text("preview_began")
  case EventType.previewUpdated: text("preview_updated")
  case EventType.commitUpdated: text("commit_updated")
  case EventType.previewCancelled: text("preview_cancelled")
  case EventType.previewRefused: text("preview_refused")
  case EventType.tapped: text("tapped")
  case EventType.doubleTapped: text("double_tapped")
  case EventType.holdBegan: text("hold_began")
  case EventType.holdEnded: text("hold_ended")
  case EventType.holdCancelled: text("hold_cancelled")
  case EventType.scrollBegan: text("scroll_began")
  case EventType.scrollMoved: text("scroll_moved")
  case EventType.scrollEnded: text("scroll_ended")
  case EventType.scrollCancelled: text("scroll_cancelled")
  case EventType.peekShown: text("peek_shown")
  case EventType.peekPopped: text("peek_popped")
  case EventType.peekDismissed: text("peek_dismissed")
  case EventType.actionsRevealed: text("actions_revealed")
  case EventType.actionHighlighted: text("action_highlighted")
  case EventType.actionSelected: text("action_selected")
  case EventType.sensorFault: text("sensor_fault")
  case EventType.sensorRecovered: text("sensor_recovered")
  case EventType.baselineChanged: text("baseline_changed")
  default: text("unknown")
  }
}

@implementation @_cdecl("press_reason_name")
public func press_reason_name(_ reason: Int32) -> UnsafePointer<CChar>? {
  switch reason {
  case Reason.none: text("none")
  case Reason.lifted: text("lifted")
  case Reason.lost: text("lost")
  case Reason.silent: text("silent")
  case Reason.reset: text("reset")
  case Reason.program: text("program")
  case Reason.targetRemoved: text("target_removed")
  case Reason.palm: text("palm")
  case Reason.open: text("open")
  case Reason.shorted: text("shorted")
  case Reason.saturated: text("saturated")
  case Reason.stuck: text("stuck")
  case Reason.stale: text("stale")
  case Reason.bus: text("bus")
  case Reason.start: text("start")
  case Reason.drift: text("drift")
  case Reason.belowZero: text("below_zero")
  case Reason.contactTooLong: text("contact_too_long")
  case Reason.requested: text("requested")
  case Reason.fingerAtStart: text("finger_at_start")
  default: text("unknown")
  }
}
