import CPress

/// The rows: defaults, and what may be wrong with one.
public enum FeedbackRule: UInt8 {
  case event, flags, match, strengths, effect, source, detents, follows

  public var words: UnsafePointer<CChar> {
    switch self {
    case .event: text("event: PRESS_EVENT_...")
    case .flags: text("flags: PRESS_FEEDBACK_..., of RISING and FALLING one")
    case .match: text("match: with one of PRESS_FEEDBACK_REASON and PRESS_FEEDBACK_VALUE, else 0")
    case .strengths: text("least, most: 0..1")
    case .effect: text("effect: PRESS_EFFECT_...")
    case .source: text("source: PRESS_STRENGTH_...")
    case .detents: text("detents: up to 64, of a source that is not fixed, and not of a level; with FALLING above 0")
    case .follows: text("event: detents and levels are of contact_moved, preview_updated, commit_updated, transition_updated")
    }
  }

  /// The first rule that a row breaks. Nil: it is valid.
  @inline(never)
  public static func broken(_ r: UnsafePointer<press_feedback_row>) -> FeedbackRule? {
    let r = r.pointee
    if r.event == 0 { return .event }
    let way = r.flags & (FeedbackFlag.rising | FeedbackFlag.falling)
    if r.flags & ~FeedbackFlag.all != 0 || way & (way &- 1) != 0 { return .flags }
    let matches = r.flags & (FeedbackFlag.reason | FeedbackFlag.value)
    if matches & (matches &- 1) != 0 || matches == 0 && r.match != 0 { return .match }
    if r.least < 0 || r.least > Q16.one || r.most < 0 || r.most > Q16.one { return .strengths }
    if UInt32(r.effect) > EffectKind.double { return .effect }
    if r.source > StrengthSource.progress { return .source }
    if Int32(r.detents) > PRESS_FEEDBACK_DETENTS { return .detents }
    let isLevel = UInt32(r.effect) == EffectKind.level
    if r.detents == 0 && r.flags & FeedbackFlag.falling != 0 { return .detents }
    if r.detents != 0 && (r.source == StrengthSource.fixed || isLevel) { return .detents }
    let follows = r.detents != 0 || isLevel
    return follows && !isFollowed(r.event) ? .follows : nil
  }

  private static func isFollowed(_ event: UInt32) -> Bool {
    event == EventType.contactMoved || event == EventType.previewUpdated || event == EventType.commitUpdated
      || event == EventType.transitionUpdated
  }

  public static var defaultRows: Int { 12 }

  /// What a preview, an action and what is forbidden feel like, the two ends of a force button, and levels.
  public static func defaultRow(_ i: Int) -> press_feedback_row {
    switch i {
    case 0: row(EventType.commitUpdated, FeedbackFlag.ended, EffectKind.firm, 65536)
    case 1: row(EventType.previewUpdated, FeedbackFlag.ended, EffectKind.soft, 39322)
    case 2: row(EventType.actionHighlighted, FeedbackFlag.notZero, EffectKind.tick, 52429)
    case 3: row(EventType.previewRefused, 0, EffectKind.double, 65536)
    case 4: row(EventType.dragHintChanged, FeedbackFlag.value, EffectKind.double, 39322, match: Int32(bitPattern: PointerHint.notAllowed))
    case 5: row(EventType.dragCancelled, FeedbackFlag.reason, EffectKind.double, 65536, match: Reason.forbidden)
    case 6: row(EventType.dragCancelled, FeedbackFlag.reason, EffectKind.double, 65536, match: Reason.denied)
    case 7: row(EventType.buttonPressed, 0, EffectKind.firm, 65536)
    case 8: row(EventType.buttonReleased, 0, EffectKind.soft, 39322)
    case 9: row(EventType.levelsBegan, 0, EffectKind.tick, 52429)
    case 10: row(EventType.levelEntered, 0, EffectKind.tick, 52429)
    default: row(EventType.levelLeft, 0, EffectKind.tick, 32768)
    }
  }

  private static func row(_ event: UInt32, _ flags: UInt8, _ effect: UInt32, _ strength: Int32, match: Int32 = 0) -> press_feedback_row {
    var row = press_feedback_row()
    row.event = event
    row.match = match
    (row.least, row.most) = (strength, strength)
    row.flags = flags
    row.effect = UInt8(truncatingIfNeeded: effect)
    return row
  }
}
