import CPress

/// Events in, effects out: a table, and what its detents and its level remember.
///
/// | what comes | what a track does |
/// |---|---|
/// | an event of its row, free | it follows that contact or transition, and takes what lies below as passed |
/// | one of another contact or transition | nothing |
/// | a place is passed upwards; or downwards and hysteresis below | an effect, unless one as strong is too near |
/// | no place is passed downwards, of a row with FALLING | the rows after it are tried |
/// | what it follows ends | it is free; a level ends with strength 0, unless another effect takes its place |
package struct Feedback: Handle {
  let memory: UnsafeMutablePointer<FeedbackState>

  /// Nil: nothing was set up there.
  package init?(_ storage: UnsafeMutableRawPointer) {
    memory = storage.assumingMemoryBound(to: FeedbackState.self)
    if memory.pointee.mark != FeedbackState.isSetUp { return nil }
  }

  package static var size: Int { MemoryLayout<FeedbackState>.size }

  /// Config and rows are valid. Without rows the default table is used.
  package static func setUp(
    _ storage: UnsafeMutableRawPointer, _ config: press_feedback_config, _ rows: UnsafePointer<press_feedback_row>?, _ count: Int
  ) {
    let memory = storage.assumingMemoryBound(to: FeedbackState.self)
    memory.initialize(to: FeedbackState(config))
    let most = min(rows == nil ? FeedbackRule.defaultRows : count, Int(truncatingIfNeeded: PRESS_FEEDBACK_ROWS))
    var i = 0
    while i < most {
      memory.pointee.rows[unchecked: i] = rows?[i] ?? FeedbackRule.defaultRow(i)
      i &+= 1
    }
    memory.pointee.count = UInt32(truncatingIfNeeded: i)
  }

  // MARK: An event

  /// @return whether `effect` was written.
  package func receive(_ event: UnsafePointer<press_event>, _ effect: UnsafeMutablePointer<press_effect>) -> Bool {
    var row = fitting(event, from: 0)
    while row < state.count && !decides(row, event) { row = fitting(event, from: row &+ 1) }
    var (kind, strength) = row < state.count ? answer(row, event) : (EffectKind.none, 0)
    let ends = state.levelRow < state.count && isEnd(of: Int(truncatingIfNeeded: state.levelRow), event)
    // A level that would begin with the event that ends it does not begin.
    if kind == EffectKind.level && isEnd(of: Int(truncatingIfNeeded: row), event) { kind = EffectKind.none }
    release(event)
    if ends && kind <= EffectKind.level { (kind, strength, row) = (EffectKind.level, 0, state.levelRow) }
    if kind == EffectKind.none { return false }
    state.levelRow = strength != 0 && kind == EffectKind.level ? row : UInt32.max
    state.levelStrength = strength
    if kind != EffectKind.level || strength != 0 {
      (state.lastKind, state.lastUs, state.lastEvent) = (kind, event.pointee.t_us, event.pointee.type)
    }
    effect.pointee = press_effect(t_us: event.pointee.t_us, kind: kind, strength: strength, event: event.pointee.type, row: row)
    return true
  }

  /// Whether a row decides: one for the way down alone does where a place is passed.
  private func decides(_ number: UInt32, _ event: UnsafePointer<press_event>) -> Bool {
    let i = Int(truncatingIfNeeded: number)
    let row = state.rows[unchecked: i]
    if row.flags & FeedbackFlag.falling == 0 { return true }
    if !follow(i, event, value(row.source, event)) { return false }
    // The rows for the way up see that it went down.
    var next = fitting(event, from: number &+ 1)
    while next < state.count {
      let i = Int(truncatingIfNeeded: next)
      if state.rows[unchecked: i].detents != 0 { _ = follow(i, event, value(state.rows[unchecked: i].source, event)) }
      next = fitting(event, from: next &+ 1)
    }
    return true
  }

  /// The first row from one on that an event fits; `count` or more: none.
  private func fitting(_ event: UnsafePointer<press_event>, from first: UInt32) -> UInt32 {
    var i = first
    while i < state.count {
      let row = state.rows[unchecked: Int(truncatingIfNeeded: i)]
      let isEnded = event.pointee.flags & EventFlag.ended != 0
      if row.event == event.pointee.type && (row.flags & FeedbackFlag.ended == 0 || isEnded)
        && (row.flags & FeedbackFlag.reason == 0 || row.match == event.pointee.reason)
        && (row.flags & FeedbackFlag.value == 0 || row.match == event.pointee.value)
        && (row.flags & FeedbackFlag.notZero == 0 || event.pointee.value != 0)
        && (row.flags & FeedbackFlag.unlessButton == 0 || event.pointee.flags & EventFlag.button == 0)
      {
        return i
      }
      i &+= 1
    }
    return i
  }

  /// The effect of a row and its strength; none: nothing is to be played now.
  private func answer(_ number: UInt32, _ event: UnsafePointer<press_event>) -> (kind: UInt32, strength: Int32) {
    let i = Int(truncatingIfNeeded: number)
    let row = state.rows[unchecked: i]
    let kind = UInt32(row.effect)
    let value = value(row.source, event)
    let strength = row.source == StrengthSource.fixed ? row.most : row.least &+ Q16.multiply(row.most &- row.least, value)
    let isDecided = row.flags & FeedbackFlag.falling != 0
    if (row.detents != 0 || kind == EffectKind.level) && !isDecided {
      if !follow(i, event, value) { return (EffectKind.none, 0) }
      if kind == EffectKind.level {
        let isOn = state.levelRow == number
        let change = strength &- (isOn ? state.levelStrength : 0)
        if change == 0 || isOn && strength != 0 && change.magnitude < state.config.level_step.magnitude { return (EffectKind.none, 0) }
        if strength == 0 { return (kind, 0) }
      }
    }
    return kind == EffectKind.none || isTooNear(kind, event) ? (EffectKind.none, 0) : (kind, strength)
  }

  /// One that is as strong was given just before. That of a click does not give way to that of a level on the way there.
  private func isTooNear(_ kind: UInt32, _ event: UnsafePointer<press_event>) -> Bool {
    if Feedback.isClick(event.pointee.type) && Feedback.isOfLevel(state.lastEvent) { return false }
    let us = event.pointee.t_us
    return kind <= state.lastKind && us >= state.lastUs && us &- state.lastUs < UInt64(state.config.gap_us)
  }

  /// Whether the event completes an action of a person, who waits for an answer.
  private static func isClick(_ type: UInt32) -> Bool {
    type == EventType.buttonPressed || type == EventType.buttonReleased || type == EventType.tapped || type == EventType.doubleTapped
  }

  /// Whether an event is of a level that a force passes on its way.
  private static func isOfLevel(_ type: UInt32) -> Bool {
    switch type {
    case EventType.contactMoved, EventType.previewBegan...EventType.previewRefused, EventType.transitionUpdated: true
    case EventType.levelsBegan, EventType.levelEntered, EventType.levelLeft: true
    default: false
    }
  }

  /// The value from which a strength and detents come, 0 to 1.
  private func value(_ source: UInt8, _ event: UnsafePointer<press_event>) -> Int32 {
    switch source {
    case StrengthSource.force:
      Fraction.q16(UInt64(max(event.pointee.force, 0)), of: UInt64(max(state.config.full_force, 1)))
    case StrengthSource.pressure: min(max(event.pointee.pressure, 0), Q16.one)
    case StrengthSource.progress: min(max(event.pointee.progress, 0), Q16.one)
    default: 0
    }
  }

  // MARK: What may come

  /// Whether a row may answer what follows soon on an event.
  package func expects(_ event: UnsafePointer<press_event>) -> Bool {
    let isLast = event.pointee.flags & EventFlag.ended != 0
    switch event.pointee.type {
    case EventType.previewBegan, EventType.previewUpdated: return answers(EventType.previewUpdated, EventType.previewCancelled)
    case EventType.commitUpdated: return !isLast && answers(EventType.commitUpdated, EventType.previewCancelled)
    case EventType.peekShown, EventType.actionsRevealed, EventType.actionHighlighted:
      return answers(EventType.actionsRevealed, EventType.actionSelected)
    case EventType.dragBegan...EventType.dragHintChanged: return answers(EventType.dragEntered, EventType.dragCancelled)
    default: return false
    }
  }

  /// Whether a row is for an event from one type up to another.
  private func answers(_ first: UInt32, _ last: UInt32) -> Bool {
    var i = 0
    while i < Int(truncatingIfNeeded: state.count) {
      let row = state.rows[unchecked: i]
      if row.event >= first && row.event <= last && UInt32(row.effect) != EffectKind.none { return true }
      i &+= 1
    }
    return false
  }

  // MARK: Tracks

  private func follows(_ i: Int, _ event: UnsafePointer<press_event>) -> UInt32 {
    state.rows[unchecked: i].event == EventType.transitionUpdated ? event.pointee.subject : event.pointee.contact
  }

  /// @return whether the event is of what the row follows; with detents, whether one was passed.
  private func follow(_ i: Int, _ event: UnsafePointer<press_event>, _ value: Int32) -> Bool {
    let row = state.rows[unchecked: i]
    let owner = follows(i, event)
    var track = state.tracks[unchecked: i]
    let isNew = !track.isHeld
    if !isNew && track.owner != owner { return false }
    (track.isHeld, track.owner) = (true, owner)
    let place = value &* Int32(row.detents)
    let above = UInt8(truncatingIfNeeded: place &>> 16)
    let below = UInt8(truncatingIfNeeded: (place &+ state.config.hysteresis) &>> 16)
    let rises = above > track.step
    let falls = below < track.step
    track.step = isNew || rises ? above : falls ? below : track.step
    state.tracks[unchecked: i] = track
    if row.detents == 0 { return true }
    return !isNew && (rises && row.flags & FeedbackFlag.falling == 0 || falls && row.flags & FeedbackFlag.rising == 0)
  }

  /// Whether this event ends the contact or preview that the track follows.
  private func isEnd(of i: Int, _ event: UnsafePointer<press_event>) -> Bool {
    if !state.tracks[unchecked: i].isHeld || state.tracks[unchecked: i].owner != follows(i, event) { return false }
    let type = event.pointee.type
    let row = state.rows[unchecked: i].event
    if row == EventType.transitionUpdated { return type == EventType.transitionFinished || type == EventType.transitionCancelled }
    if type == EventType.contactEnded || type == EventType.contactCancelled { return true }
    if row == EventType.contactMoved { return false }
    return type == EventType.previewCancelled || type == row && event.pointee.flags & EventFlag.ended != 0
  }

  private func release(_ event: UnsafePointer<press_event>) {
    var i = 0
    while i < Int(truncatingIfNeeded: state.count) {
      if isEnd(of: i, event) { state.tracks[unchecked: i].isHeld = false }
      i &+= 1
    }
  }
}

/// The rows: defaults, and what may be wrong with one.
package enum FeedbackRule: UInt8 {
  case event, flags, match, strengths, effect, source, detents, follows

  package var words: UnsafePointer<CChar> {
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
  package static func broken(_ r: UnsafePointer<press_feedback_row>) -> FeedbackRule? {
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

  package static var defaultRows: Int { 12 }

  /// The default effects: for a preview, an action, a refusal, the two ends of a force button, and levels.
  package static func defaultRow(_ i: Int) -> press_feedback_row {
    switch i {
    case 0: row(EventType.commitUpdated, FeedbackFlag.ended | FeedbackFlag.unlessButton, EffectKind.firm, 65536)
    case 1: row(EventType.previewUpdated, FeedbackFlag.ended | FeedbackFlag.unlessButton, EffectKind.soft, 39322)
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

/// The content of the caller's press_feedback.
package struct FeedbackState {
  var mark: UInt32 = FeedbackState.isSetUp
  var count: UInt32 = 0
  var config: press_feedback_config
  /// The last effect that was given.
  var lastUs: UInt64 = 0
  var lastKind = EffectKind.none
  var lastEvent: UInt32 = 0
  /// The row of the level that goes on; `count` and above: there is none.
  var levelRow = UInt32.max
  var levelStrength: Int32 = 0
  var rows = InlineArray<16, press_feedback_row>(repeating: press_feedback_row())
  var tracks = InlineArray<16, FeedbackTrack>(repeating: FeedbackTrack())

  static var isSetUp: UInt32 { 0x3166_6565 }

  init(_ config: press_feedback_config) { self.config = config }
}

/// The value that a row with detents, or a level, follows.
struct FeedbackTrack {
  /// A contact; of a row of transitions a transition.
  var owner: UInt32 = 0
  var isHeld = false
  /// How many detents lie below.
  var step: UInt8 = 0
}
