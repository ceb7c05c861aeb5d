import CPress
import PressCore

@implementation @_cdecl("press_feedback_row_check")
package func press_feedback_row_check(
  _ row: UnsafePointer<press_feedback_row>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  answer(row.map { FeedbackRule.broken($0)?.words } ?? nothingGiven, why)
}

@implementation @_cdecl("press_feedback_defaults")
package func press_feedback_defaults(_ rows: UnsafeMutablePointer<press_feedback_row>?, _ capacity: Int) -> Int32 {
  guard let rows else { return Status.invalid }
  var i = 0
  while i < FeedbackRule.defaultRows && UInt(bitPattern: i) < UInt(bitPattern: capacity) {
    rows[i] = FeedbackRule.defaultRow(i)
    i &+= 1
  }
  return Int32(truncatingIfNeeded: FeedbackRule.defaultRows)
}

@implementation @_cdecl("press_feedback_init")
package func press_feedback_init(
  _ feedback: UnsafeMutablePointer<press_feedback>?, _ config: UnsafePointer<press_feedback_config>?,
  _ rows: UnsafePointer<press_feedback_row>?, _ count: Int
) -> Int32 {
  var full = press_feedback_config()
  guard let feedback, read(config, into: &full), rows != nil || count == 0 else { return Status.invalid }
  if UInt(bitPattern: count) > UInt(bitPattern: Int(truncatingIfNeeded: PRESS_FEEDBACK_ROWS)) { return Status.noSpace }
  var i = 0
  while let rows, i < count {
    if FeedbackRule.broken(rows + i) != nil { return Status.invalid }
    i &+= 1
  }
  Feedback.setUp(feedback, full, rows, count)
  return Status.ok
}

@implementation @_cdecl("press_feedback_event")
package func press_feedback_event(
  _ feedback: UnsafeMutablePointer<press_feedback>?, _ event: UnsafePointer<press_event>?,
  _ effect: UnsafeMutablePointer<press_effect>?
) -> Int32 {
  guard let feedback, let event, let effect, let table = Feedback(feedback) else { return Status.invalid }
  return table.receive(event, effect) ? 1 : 0
}

@implementation @_cdecl("press_feedback_expects")
package func press_feedback_expects(_ feedback: UnsafePointer<press_feedback>?, _ event: UnsafePointer<press_event>?) -> Int32 {
  guard let feedback, let event, let table = Feedback(UnsafeMutableRawPointer(mutating: feedback)) else { return Status.invalid }
  return table.expects(event) ? 1 : 0
}

@implementation @_cdecl("press_effect_name")
package func press_effect_name(_ kind: UInt32) -> UnsafePointer<CChar>? {
  switch kind {
  case EffectKind.none: text("none")
  case EffectKind.level: text("level")
  case EffectKind.tick: text("tick")
  case EffectKind.soft: text("soft")
  case EffectKind.firm: text("firm")
  case EffectKind.double: text("double")
  default: text("unknown")
  }
}
