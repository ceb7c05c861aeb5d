// Written by `make contract` from the comments in include/press/event.h.

import CPress

/// What runs from an event that begins it to one that ends it.
enum Life: UInt8 {
  case contact, preview, hold, scroll, `throw`, peek, pinch, fault, outage, levels, transition, press, drag, stay, drop, spring, autoscroll, transfer, task

  static let names: StaticString = "contact,preview,hold,scroll,throw,peek,pinch,fault,outage,levels,transition,press,drag,stay,drop,spring,autoscroll,transfer,task"

  /// The most that can run at once; far more than a pad of eight sensors can begin.
  static let most = 64

  /// There is one at a time, whatever the contact.
  var isSingle: Bool { self == .peek || self == .press }
  /// There is one of each item, which is `value` of its events.
  var isOfItem: Bool { self == .transfer }
}

/// What an event does.
struct Role {
  var begins: Life?
  var ends: Life?
  /// It ends this if it carries PRESS_EVENT_FLAG_ENDED.
  var endsWithLast: Life?
  var goesOnWith: Life?
  /// A newer one says all that it does.
  var isProgress = false
  /// It comes again and again, and each one counts: it counts repeats, or is a state that is measured.
  var isRepeated = false
}

extension Role {
  init(_ type: UInt32) {
    switch Int(type) {
    case PRESS_EVENT_CONTACT_BEGAN: self.init(begins: .contact)
    case PRESS_EVENT_CONTACT_ENDED: self.init(ends: .contact)
    case PRESS_EVENT_CONTACT_CANCELLED: self.init(ends: .contact)
    case PRESS_EVENT_CONTACT_MOVED: self.init(goesOnWith: .contact, isProgress: true)
    case PRESS_EVENT_PREVIEW_BEGAN: self.init(begins: .preview)
    case PRESS_EVENT_PREVIEW_CANCELLED: self.init(ends: .preview)
    case PRESS_EVENT_COMMIT_UPDATED: self.init(endsWithLast: .preview, goesOnWith: .preview, isProgress: true)
    case PRESS_EVENT_PREVIEW_UPDATED: self.init(goesOnWith: .preview, isProgress: true)
    case PRESS_EVENT_HOLD_BEGAN: self.init(begins: .hold)
    case PRESS_EVENT_HOLD_ENDED: self.init(ends: .hold)
    case PRESS_EVENT_HOLD_CANCELLED: self.init(ends: .hold)
    case PRESS_EVENT_HOLD_REPEATED: self.init(goesOnWith: .hold, isRepeated: true)
    case PRESS_EVENT_SCROLL_BEGAN: self.init(begins: .scroll)
    case PRESS_EVENT_SCROLL_ENDED: self.init(ends: .scroll)
    case PRESS_EVENT_SCROLL_CANCELLED: self.init(ends: .scroll)
    case PRESS_EVENT_SCROLL_MOVED: self.init(goesOnWith: .scroll, isProgress: true)
    case PRESS_EVENT_THROW_BEGAN: self.init(begins: .throw)
    case PRESS_EVENT_THROW_ENDED: self.init(ends: .throw)
    case PRESS_EVENT_THROW_MOVED: self.init(goesOnWith: .throw, isProgress: true)
    case PRESS_EVENT_PEEK_SHOWN: self.init(begins: .peek)
    case PRESS_EVENT_PEEK_POPPED: self.init(ends: .peek)
    case PRESS_EVENT_PEEK_DISMISSED: self.init(ends: .peek)
    case PRESS_EVENT_ACTION_HIGHLIGHTED: self.init(goesOnWith: .peek)
    case PRESS_EVENT_ACTIONS_REVEALED: self.init(goesOnWith: .peek)
    case PRESS_EVENT_ACTIONS_HIDDEN: self.init(goesOnWith: .peek)
    case PRESS_EVENT_PINCH_BEGAN: self.init(begins: .pinch)
    case PRESS_EVENT_PINCH_ENDED: self.init(ends: .pinch)
    case PRESS_EVENT_PINCH_CANCELLED: self.init(ends: .pinch)
    case PRESS_EVENT_PINCH_CHANGED: self.init(goesOnWith: .pinch, isProgress: true)
    case PRESS_EVENT_SENSOR_FAULT: self.init(begins: .fault)
    case PRESS_EVENT_SENSOR_RECOVERED: self.init(ends: .fault)
    case PRESS_EVENT_SUPPLY_FAULT: self.init(begins: .outage)
    case PRESS_EVENT_SUPPLY_RECOVERED: self.init(ends: .outage)
    case PRESS_EVENT_LEVELS_BEGAN: self.init(begins: .levels)
    case PRESS_EVENT_LEVELS_ENDED: self.init(ends: .levels)
    case PRESS_EVENT_LEVELS_CANCELLED: self.init(ends: .levels)
    case PRESS_EVENT_LEVEL_ENTERED: self.init(goesOnWith: .levels)
    case PRESS_EVENT_LEVEL_LEFT: self.init(goesOnWith: .levels)
    case PRESS_EVENT_LEVEL_REPEATED: self.init(goesOnWith: .levels, isRepeated: true)
    case PRESS_EVENT_TRANSITION_STARTED: self.init(begins: .transition)
    case PRESS_EVENT_TRANSITION_FINISHED: self.init(ends: .transition)
    case PRESS_EVENT_TRANSITION_CANCELLED: self.init(ends: .transition)
    case PRESS_EVENT_TRANSITION_UPDATED: self.init(goesOnWith: .transition, isProgress: true)
    case PRESS_EVENT_BUTTON_PRESSED: self.init(begins: .press)
    case PRESS_EVENT_BUTTON_RELEASED: self.init(ends: .press)
    case PRESS_EVENT_BUTTON_CANCELLED: self.init(ends: .press)
    case PRESS_EVENT_DRAG_BEGAN: self.init(begins: .drag)
    case PRESS_EVENT_DRAG_DROPPED: self.init(begins: .drop, ends: .drag)
    case PRESS_EVENT_DRAG_CANCELLED: self.init(ends: .drag)
    case PRESS_EVENT_DRAG_MOVED: self.init(goesOnWith: .drag, isProgress: true)
    case PRESS_EVENT_DRAG_ITEMS_CHANGED: self.init(goesOnWith: .drag)
    case PRESS_EVENT_DRAG_HINT_CHANGED: self.init(goesOnWith: .drag)
    case PRESS_EVENT_DRAG_CONFIRM: self.init(goesOnWith: .drag)
    case PRESS_EVENT_DRAG_ENTERED: self.init(begins: .stay)
    case PRESS_EVENT_DRAG_LEFT: self.init(ends: .stay)
    case PRESS_EVENT_DRAG_PROPOSED: self.init(goesOnWith: .stay)
    case PRESS_EVENT_DROP_CONCLUDED: self.init(ends: .drop)
    case PRESS_EVENT_DROP_SLOW: self.init(goesOnWith: .drop)
    case PRESS_EVENT_SPRING_POSSIBLE: self.init(begins: .spring)
    case PRESS_EVENT_SPRING_ENDED: self.init(ends: .spring)
    case PRESS_EVENT_SPRING_ACTIVATING: self.init(goesOnWith: .spring)
    case PRESS_EVENT_SPRING_ACTIVATED: self.init(goesOnWith: .spring)
    case PRESS_EVENT_AUTOSCROLL_BEGAN: self.init(begins: .autoscroll)
    case PRESS_EVENT_AUTOSCROLL_ENDED: self.init(ends: .autoscroll)
    case PRESS_EVENT_AUTOSCROLL_CHANGED: self.init(goesOnWith: .autoscroll, isRepeated: true)
    case PRESS_EVENT_DROP_ITEM_BEGAN: self.init(begins: .transfer)
    case PRESS_EVENT_DROP_ITEM_ENDED: self.init(ends: .transfer)
    case PRESS_EVENT_DROP_ITEM_UPDATED: self.init(goesOnWith: .transfer, isProgress: true)
    case PRESS_EVENT_TASK_BEGAN: self.init(begins: .task)
    case PRESS_EVENT_TASK_ENDED: self.init(ends: .task)
    case PRESS_EVENT_TASK_UPDATED: self.init(goesOnWith: .task, isProgress: true)
    default: self.init()
    }
  }
}

extension Life {
  /// That it is a part of, and ends before.
  var whole: Life? {
    switch self {
    case .preview, .hold, .scroll, .pinch, .levels: .contact
    case .stay, .spring, .autoscroll: .drag
    case .transfer, .task: .drop
    default: nil
    }
  }
}
