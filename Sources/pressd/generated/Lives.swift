// Written by `make contract` from the comments in include/press/event.h.

import CPress
import PressSetup

/// What runs from an event that begins it to one that ends it.
enum Life: UInt8 {
  case contact, preview, hold, scroll, `throw`, peek, pinch, fault, outage, levels, transition, press, drag, stay, drop, spring, autoscroll, transfer, task

  static let names = Words("contact,preview,hold,scroll,throw,peek,pinch,fault,outage,levels,transition,press,drag,stay,drop,spring,autoscroll,transfer,task")

  static func begun(by type: UInt32) -> Life? {
    switch Int(type) {
    case PRESS_EVENT_CONTACT_BEGAN: return .contact
    case PRESS_EVENT_PREVIEW_BEGAN: return .preview
    case PRESS_EVENT_HOLD_BEGAN: return .hold
    case PRESS_EVENT_SCROLL_BEGAN: return .scroll
    case PRESS_EVENT_THROW_BEGAN: return .throw
    case PRESS_EVENT_PEEK_SHOWN: return .peek
    case PRESS_EVENT_PINCH_BEGAN: return .pinch
    case PRESS_EVENT_SENSOR_FAULT: return .fault
    case PRESS_EVENT_SUPPLY_FAULT: return .outage
    case PRESS_EVENT_LEVELS_BEGAN: return .levels
    case PRESS_EVENT_TRANSITION_STARTED: return .transition
    case PRESS_EVENT_BUTTON_PRESSED: return .press
    case PRESS_EVENT_DRAG_BEGAN: return .drag
    case PRESS_EVENT_DRAG_ENTERED: return .stay
    case PRESS_EVENT_DRAG_DROPPED: return .drop
    case PRESS_EVENT_SPRING_POSSIBLE: return .spring
    case PRESS_EVENT_AUTOSCROLL_BEGAN: return .autoscroll
    case PRESS_EVENT_DROP_ITEM_BEGAN: return .transfer
    case PRESS_EVENT_TASK_BEGAN: return .task
    default: return nil
    }
  }

  /// isLast: it carries PRESS_EVENT_FLAG_ENDED.
  static func ended(by type: UInt32, isLast: Bool) -> Life? {
    switch Int(type) {
    case PRESS_EVENT_CONTACT_ENDED, PRESS_EVENT_CONTACT_CANCELLED: return .contact
    case PRESS_EVENT_PREVIEW_CANCELLED: return .preview
    case PRESS_EVENT_HOLD_ENDED, PRESS_EVENT_HOLD_CANCELLED: return .hold
    case PRESS_EVENT_SCROLL_ENDED, PRESS_EVENT_SCROLL_CANCELLED: return .scroll
    case PRESS_EVENT_THROW_ENDED: return .throw
    case PRESS_EVENT_PEEK_POPPED, PRESS_EVENT_PEEK_DISMISSED: return .peek
    case PRESS_EVENT_PINCH_ENDED, PRESS_EVENT_PINCH_CANCELLED: return .pinch
    case PRESS_EVENT_SENSOR_RECOVERED: return .fault
    case PRESS_EVENT_SUPPLY_RECOVERED: return .outage
    case PRESS_EVENT_LEVELS_ENDED, PRESS_EVENT_LEVELS_CANCELLED: return .levels
    case PRESS_EVENT_TRANSITION_FINISHED, PRESS_EVENT_TRANSITION_CANCELLED: return .transition
    case PRESS_EVENT_BUTTON_RELEASED, PRESS_EVENT_BUTTON_CANCELLED: return .press
    case PRESS_EVENT_DRAG_DROPPED, PRESS_EVENT_DRAG_CANCELLED: return .drag
    case PRESS_EVENT_DRAG_LEFT: return .stay
    case PRESS_EVENT_DROP_CONCLUDED: return .drop
    case PRESS_EVENT_SPRING_ENDED: return .spring
    case PRESS_EVENT_AUTOSCROLL_ENDED: return .autoscroll
    case PRESS_EVENT_DROP_ITEM_ENDED: return .transfer
    case PRESS_EVENT_TASK_ENDED: return .task
    case PRESS_EVENT_COMMIT_UPDATED where isLast: return .preview
    default: return nil
    }
  }

  /// An event is progress of one, and no last update of a phase: a newer one says all that it does.
  static func isProgress(_ event: press_event) -> Bool {
    switch Int(event.type) {
    case PRESS_EVENT_CONTACT_MOVED, PRESS_EVENT_PREVIEW_UPDATED, PRESS_EVENT_COMMIT_UPDATED, PRESS_EVENT_SCROLL_MOVED, PRESS_EVENT_THROW_MOVED, PRESS_EVENT_PINCH_CHANGED, PRESS_EVENT_TRANSITION_UPDATED, PRESS_EVENT_DRAG_MOVED, PRESS_EVENT_DROP_ITEM_UPDATED, PRESS_EVENT_TASK_UPDATED: event.flags & UInt32(PRESS_EVENT_FLAG_ENDED) == 0
    default: false
    }
  }
}
