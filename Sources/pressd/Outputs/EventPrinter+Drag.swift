import CPress

/// Drags and drops: their values by name.
extension EventPrinter {
  /// What a type carries beside the session, in order.
  enum Field {
    case origin, operation, items, badge, hint, velocity, item, representation, progress, arrived, undone, parting, reason
  }

  static func forEachField(_ type: UInt32, _ body: (Field) -> Void) {
    switch Int(type) {
    case PRESS_EVENT_DRAG_BEGAN: body(.origin)
    case PRESS_EVENT_DRAG_ENTERED, PRESS_EVENT_DRAG_PROPOSED, PRESS_EVENT_DRAG_DROPPED, PRESS_EVENT_DROP_UNDONE,
      PRESS_EVENT_DROP_REDONE:
      body(.operation)
      body(.items)
    case PRESS_EVENT_DRAG_ITEMS_CHANGED:
      body(.badge)
      body(.items)
    case PRESS_EVENT_DRAG_HINT_CHANGED: body(.hint)
    case PRESS_EVENT_DRAG_CANCELLED:
      body(.reason)
      body(.parting)
    case PRESS_EVENT_AUTOSCROLL_CHANGED: body(.velocity)
    case PRESS_EVENT_DROP_ITEM_BEGAN:
      body(.item)
      body(.representation)
    case PRESS_EVENT_DROP_ITEM_UPDATED:
      body(.item)
      body(.progress)
    case PRESS_EVENT_DROP_ITEM_ENDED:
      body(.item)
      body(.reason)
    case PRESS_EVENT_DROP_ITEM_NOT_TAKEN:
      body(.item)
      body(.reason)
      body(.parting)
    case PRESS_EVENT_DROP_CONCLUDED:
      body(.arrived)
      body(.reason)
    case PRESS_EVENT_TASK_UPDATED: body(.progress)
    case PRESS_EVENT_TASK_ENDED: body(.reason)
    case PRESS_EVENT_DROP_ITEM_UNDONE, PRESS_EVENT_DROP_ITEM_REDONE:
      body(.item)
      body(.undone)
    case PRESS_EVENT_SELECTION_SET, PRESS_EVENT_SELECTION_CLEARED: body(.item)
    default: break
    }
  }

  static func dragJSON(_ event: press_event, _ out: inout Writer) {
    number(",\"drag\":", event.subject, &out)
    forEachField(event.type) { field in
      switch field {
      case .origin:
        decimal(",\"origin_x\":", event.value, &out)
        decimal(",\"origin_y\":", event.value2, &out)
      case .operation: word(",\"operation\":\"", EventWords.operation[Int(event.value)], &out)
      case .undone: word(",\"operation\":\"", EventWords.operation[Int(event.value2)], &out)
      case .items: number(",\"items\":", UInt32(bitPattern: event.value2), &out)
      case .badge: number(",\"badge\":", UInt32(bitPattern: event.value), &out)
      case .hint: word(",\"hint\":\"", EventWords.hint[Int(event.value)], &out)
      case .velocity:
        decimal(",\"vx\":", event.value, &out)
        decimal(",\"vy\":", event.value2, &out)
      case .item: number(",\"item\":", UInt32(bitPattern: event.value), &out)
      case .representation: number(",\"representation\":", UInt32(bitPattern: event.value2), &out)
      case .progress: decimal(",\"progress\":", event.progress, &out)
      case .arrived:
        number(",\"arrived\":", UInt32(bitPattern: event.value), &out)
        number(",\"failed\":", UInt32(bitPattern: event.value2), &out)
      case .parting: out.text(event.flags & UInt32(PRESS_EVENT_RETURNS) != 0 ? ",\"shows\":\"returns\"" : ",\"shows\":\"fades\"")
      case .reason:
        out.text(",\"reason\":\"")
        out.cString(press_reason_name(event.reason))
        out.text("\"")
      }
    }
  }

  private static func word(_ name: StaticString, _ value: Slice, _ out: inout Writer) {
    out.text(name)
    out.slice(value)
    out.text("\"")
  }

  static func dragText(_ event: press_event, _ out: inout Writer) {
    number("  drag ", event.subject, &out)
    if event.target != 0 { number(", target ", event.target, &out) }
    forEachField(event.type) { field in
      switch field {
      case .origin, .velocity:
        out.text(field == .origin ? ", at " : ", by ")
        out.q16(event.value, digits: 1)
        out.text(", ")
        out.q16(event.value2, digits: 1)
      case .operation, .undone:
        out.text(", ")
        out.slice(EventWords.operation[Int(field == .operation ? event.value : event.value2)])
      case .items: number(" of ", UInt32(bitPattern: event.value2), &out)
      case .badge: number(", badge ", UInt32(bitPattern: event.value), &out)
      case .hint:
        out.text(", ")
        out.slice(EventWords.hint[Int(event.value)])
      case .item: number(", item ", UInt32(bitPattern: event.value), &out)
      case .representation: break
      case .progress:
        out.text(" ")
        out.q16(event.progress, digits: 2)
      case .arrived:
        number(", ", UInt32(bitPattern: event.value), &out)
        number(" arrived, ", UInt32(bitPattern: event.value2), &out)
        out.text(" not")
      case .parting: out.text(event.flags & UInt32(PRESS_EVENT_RETURNS) != 0 ? ", returns" : ", fades")
      case .reason:
        if event.reason != PRESS_REASON_NONE {
          out.text("  ")
          out.cString(press_reason_name(event.reason))
        }
      }
    }
  }
}
