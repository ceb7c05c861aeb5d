import CPress

/// Quick actions: which one lies where, and what choosing one does.
extension Peeks {
  /// The actions on show: of the innermost open group, or of the peek.
  var shown: (actions: UnsafePointer<press_action>?, count: UInt32, group: UInt32) {
    var actions = state.peek.actions
    var count = state.peek.action_count
    var group: UInt32 = 0
    var level = 0
    while level < state.depth {
      guard let open = actions else { break }
      let index = Int(truncatingIfNeeded: state.path[unchecked: level])
      group = open[index].id
      count = open[index].child_count
      actions = open[index].children
      level &+= 1
    }
    return (actions, count, group)
  }

  func action(at x: Int32, _ y: Int32) -> UnsafePointer<press_action>? {
    let peek = state.peek
    let dx = Int64(x) &- Int64(peek.actions_x)
    let dy = Int64(y) &- Int64(peek.actions_y)
    let (actions, count, _) = shown
    guard let actions, dx >= 0, dx < Int64(peek.actions_width), dy >= 0, peek.action_height > 0 else { return nil }
    let row = Wide.divide(dy, by: Int64(peek.action_height))
    return row < Int64(count) ? actions + Int(truncatingIfNeeded: row) : nil
  }

  @inline(never)
  func index(of id: UInt32) -> Int {
    let (actions, count, _) = shown
    guard let actions else { return -1 }
    var i = 0
    while i < Int(truncatingIfNeeded: count) {
      if actions[i].id == id { return i }
      i &+= 1
    }
    return -1
  }

  /// Selects an action on show, or opens a group.
  @inline(never)
  func choose(_ id: UInt32) {
    let index = index(of: id)
    let (actions, _, _) = shown
    guard let actions, index >= 0 else { return }
    let isKept = actions[index].flags & ActionFlag.keepOpen != 0 && actions[index].child_count == 0
    if isKept {
      markPending(EventType.actionSelected, value: id, flags: EventFlag.kept)
      return unlight()
    }
    state.highlighted = 0
    if actions[index].child_count > 0 {
      if state.depth < Peeks.deepest {
        state.path[unchecked: state.depth] = UInt32(truncatingIfNeeded: index)
        state.depth &+= 1
        disarm()
        markPending(EventType.actionsRevealed, value: id)
      }
    } else {
      markPending(EventType.actionSelected, value: id)
      markPending(EventType.peekDismissed)
      report(.dismissed)
      clear()
    }
  }

  /// No action is highlighted any more.
  func unlight() {
    if state.highlighted == 0 { return }
    state.highlighted = 0
    markPending(EventType.actionHighlighted)
  }

  /// Other actions in place of those of the peek. Of the open groups those stay open that are there too.
  public func replace(_ actions: UnsafePointer<press_action>?, _ count: UInt32) -> Int32 {
    if phase == .none { return Status.state }
    if !Peeks.isValid(actions, count) || (phase == .revealed && count == 0) { return Status.invalid }
    if room != Status.ok { return room }
    var open = InlineArray<4, UInt32>(repeating: 0)
    let depth = state.depth
    while state.depth > 0 {
      open[unchecked: state.depth &- 1] = shown.group
      state.depth &-= 1
    }
    state.peek.actions = actions
    state.peek.action_count = count
    while state.depth < depth {
      let index = index(of: open[unchecked: state.depth])
      guard index >= 0, let group = shown.actions, group[index].child_count > 0 else { break }
      state.path[unchecked: state.depth] = UInt32(truncatingIfNeeded: index)
      state.depth &+= 1
    }
    unlight()
    disarm()
    if phase == .revealed { markPending(EventType.actionsRevealed, value: shown.group) }
    engine.flushFromOutside()
    return Status.ok
  }

  @inline(never)
  func back() {
    state.depth &-= 1
    state.highlighted = 0
    disarm()
    markPending(EventType.actionsRevealed, value: shown.group)
  }
}
