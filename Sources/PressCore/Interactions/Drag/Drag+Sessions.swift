import CPress

/// Which sessions there are, and how one is cancelled.
extension Drags {
  /// That of a slot's contact, -1: none.
  func index(of slot: Int) -> Int {
    var i = 0
    while i < count {
      if sessions[i].phase != .free && sessions[i].slot == slot { return i }
      i &+= 1
    }
    return -1
  }

  /// Of an id, -1: none.
  @inline(never)
  func index(session id: UInt32) -> Int {
    var i = 0
    while i < count {
      if sessions[i].phase != .free && sessions[i].phase != .asking && sessions[i].id == id { return i }
      i &+= 1
    }
    return -1
  }

  var freeSession: Int {
    @inline(never) get {
      var i = 0
      while i < count {
        if sessions[i].phase == .free { return i }
        i &+= 1
      }
      return -1
    }
  }

  var newestDragging: Int {
    var found = -1
    var i = 0
    while i < count {
      if sessions[i].phase == .dragging && (found < 0 || sessions[i].id > sessions[found].id) { found = i }
      i &+= 1
    }
    return found
  }

  /// Ends a session; what is pending is delivered by the next `flush`.
  @inline(never)
  func cancel(_ i: Int, _ reason: Int32) {
    let s = sessions + i
    markPending()
    switch s.pointee.phase {
    case .free, .cancelling: break
    case .asking:
      s.pointee.phase = .free
      let slot = s.pointee.slot
      if slot >= 0 { engine.contacts[slot].become(.open) }
    case .dragging, .releasing, .confirming, .letting:
      s.pointee.phase = .cancelling
      s.pointee.reason = reason
      if s.pointee.slot >= 0 && !s.pointee.delivered.isBegun { settle(s.pointee.slot, reason) }
      s.pointee.slot = -1
      s.pointee.isAdding = false
      leaveAll(i)
    case .dropping:
      // What ended it first is why.
      if s.pointee.reason == Reason.none { s.pointee.reason = reason }
      fail(i, s.pointee.reason)
    }
  }

  /// Nothing is under it any more.
  func leaveAll(_ i: Int) {
    sessions[i].destination = 0
    sessions[i].hint = 0
    stopUnder(i)
  }

  /// It neither opens nor scrolls anything any more.
  func stopUnder(_ i: Int) {
    sessions[i].spring = Spring()
    sessions[i].scroll.stop()
  }

  /// What is not through fails.
  private func fail(_ i: Int, _ reason: Int32) {
    var n = 0
    while n < sessions[i].items {
      let item = items(i) + n
      switch item.pointee.stage {
      case .toBegin:
        item.pointee.reason = reason
        item.pointee.stage = .notTaken
        sessions[i].lost &+= 1
      case .transferring:
        item.pointee.reason = reason
        item.pointee.isUpdated = false
        item.pointee.stage = .toEnd
      case .idle, .notTaken, .toEnd, .toSelect, .toClear: break
      }
      n &+= 1
    }
    sessions[i].slowAt = Engine.never
    sessions[i].isSlow = false
    switch sessions[i].task {
    case .none, .toEnd: break
    case .toBegin: sessions[i].task = .none
    case .running:
      sessions[i].taskReason = reason
      sessions[i].isTaskUpdated = false
      sessions[i].task = .toEnd
    }
  }
}
