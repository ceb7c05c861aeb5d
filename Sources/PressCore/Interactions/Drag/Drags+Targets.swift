import CPress

/// How sessions change when targets change or go away.
extension Drags {
  func removed(_ id: UInt32) {
    if state.isActivated && state.activated == id { state.isActivated = false }
    if state.isRefused && state.refused.target == id { state.isRefused = false }
    forgetUndo(id)
    if engine.traits(of: id) & Trait.keepsDrag != 0 { handOver(id) }
    lose(id)
    loseConfirming(id)
    var i = 0
    while i < count {
      let s = sessions + i
      let drops = s.pointee.phase == .dropping || s.pointee.phase == .letting
      if drops && s.pointee.droppedOn == id { cancel(i, Reason.targetRemoved) }
      if s.pointee.destination == id { s.pointee.destination = 0 }
      if s.pointee.aim == id { s.pointee.aim = 0 }
      if s.pointee.spring.target == id { s.pointee.spring = Spring() }
      s.pointee.scroll.lose(id)
      i &+= 1
    }
    testAgain()
  }

  func changed(_ id: UInt32) {
    if engine.traits(of: id) & Trait.drop == 0 { loseConfirming(id) }
    if engine.traits(of: id) & Trait.dragSource == 0 { lose(id) }
    var i = 0
    while i < count {
      // Its domain may be another one.
      recheck(i)
      i &+= 1
    }
    testAgain()
  }

  /// A target is no destination any more.
  private func loseConfirming(_ id: UInt32) {
    var i = 0
    while i < count {
      if sessions[i].phase == .confirming && sessions[i].destination == id { cancel(i, Reason.targetRemoved) }
      i &+= 1
    }
  }

  /// A target is no source any more. A drop that has begun goes on: a move removes its own source.
  private func lose(_ id: UInt32) {
    var slot = 0
    while slot < engine.maxContacts {
      if tracks[slot].source == id {
        settle(slot, Reason.targetRemoved)
        // It may have settled before, and a callback have removed its source before that was delivered: it names it as long as it may.
        if !tracks[slot].isLifted && tracks[slot].isDelivered { markPending() }
      }
      slot &+= 1
    }
    var i = 0
    while i < count {
      let s = sessions + i
      if s.pointee.isAdding && s.pointee.adding.target == id { s.pointee.isAdding = false }
      if s.pointee.phase == .asking && s.pointee.source == id { cancel(i, Reason.targetRemoved) }
      if !s.pointee.isOver || s.pointee.phase == .cancelling { loseItems(i, id) }
      i &+= 1
    }
  }

  /// If the source goes away, its items are dragged on from where it lay.
  @inline(never)
  private func handOver(_ id: UInt32) {
    let heir = engine.stayingContainer(of: id)
    var i = 0
    while i < count {
      var n = sessions[i].delivered.isBegun && !sessions[i].isOver ? sessions[i].items : 0
      while n > 0 {
        n &-= 1
        if items(i)[n].spec.source == id {
          items(i)[n].spec.source = heir
          items(i)[n].spec.flags |= ItemFlag.inside
        }
      }
      if sessions[i].items > 0 && sessions[i].source == id { sessions[i].source = items(i)[0].spec.source }
      i &+= 1
    }
  }

  /// Items from a source that is gone are not dragged any more.
  @inline(never)
  private func loseItems(_ i: Int, _ source: UInt32) {
    var kept = 0
    var n = 0
    while n < sessions[i].items {
      if items(i)[n].spec.source != source {
        if kept != n { items(i)[kept] = items(i)[n] }
        kept &+= 1
      }
      n &+= 1
    }
    if kept == sessions[i].items { return }
    if kept == 0 { return cancel(i, Reason.targetRemoved) }
    sessions[i].items = kept
    sessions[i].accepted = min(sessions[i].accepted, kept)
    sessions[i].source = items(i)[0].spec.source
    itemsChanged(i)
    recheck(i)
  }

  /// Once it was let go nobody is asked again: what was proposed holds for what is left, as far as it is still right.
  @inline(never)
  private func recheck(_ i: Int) {
    let s = sessions + i
    if s.pointee.phase != .confirming && s.pointee.phase != .letting { return }
    let target = s.pointee.phase == .letting ? s.pointee.droppedOn : s.pointee.destination
    s.pointee.accepted = fit(i, target, &s.pointee.proposal)
    if s.pointee.accepted == 0 { return cancel(i, Reason.targetRemoved) }
    if s.pointee.phase == .confirming { s.pointee.hint = Drags.hint(s.pointee.proposal) }
    markPending()
  }

  /// The targets under the fingers may be others now, although the fingers did not move.
  func testAgain() {
    var i = 0
    while i < count {
      if sessions[i].phase == .dragging || sessions[i].phase == .releasing {
        sessions[i].needsTest = true
        sessions[i].mustAsk = true
        if !engine.isBusy { sessions[i].testsLeft = 8 }
        markPending()
      }
      i &+= 1
    }
  }

  func reset() {
    state.isActivated = false
    state.isRefused = false
    var i = 0
    while i < count {
      cancel(i, Reason.reset)
      i &+= 1
    }
  }
}

/// The targets under a drag: they are asked for a proposal, and they spring and scroll.
extension Drags {
  /// Looks at what is under it, unless it moved within a cell. Returns whether the destinations there are to be asked.
  @inline(never)
  func test(_ i: Int) -> Bool {
    let s = sessions + i
    s.pointee.needsTest = false
    s.pointee.testsLeft &-= 1
    state.isLookedAt = true
    let isKnown = !s.pointee.mustAsk && s.pointee.cell.contains(s.pointee.x, s.pointee.y)
    if !isKnown { look(i) }
    if s.pointee.scroller != 0, s.pointee.contact != UInt32.max, let scroller = engine.target(s.pointee.scroller) {
      let slot = s.pointee.slot
      let start = slot < 0 ? (s.pointee.x, s.pointee.y) : (engine.contacts[slot].startX, engine.contacts[slot].startY)
      s.pointee.scroll.move(scroller, s.pointee.x, s.pointee.y, from: start, at: engine.now, state.config)
      engine.schedule(s.pointee.scroll.due)
    } else {
      s.pointee.scroll.leave()
    }
    if isKnown { return false }
    let under = self.under(i)
    if under == s.pointee.under && !s.pointee.mustAsk { return false }
    s.pointee.under = under
    s.pointee.mustAsk = false
    return true
  }

  /// Which target is on top there, and which cell it moves in from now on.
  @inline(never)
  private func look(_ i: Int) {
    let s = sessions + i
    let isAimed = s.pointee.aim != 0
    let top = isAimed ? s.pointee.aim : engine.target(at: s.pointee.x, s.pointee.y)
    s.pointee.spring.enter(engine.nearest(top, with: Trait.spring).1)
    if s.pointee.spring.state == .asking { s.pointee.spring.press(s.pointee.pressure, state.config.spring_pressure) }
    s.pointee.scroller = engine.nearest(top, with: Trait.scroll).1
    s.pointee.cell = isAimed ? Cell.none : engine.cell(around: s.pointee.x, s.pointee.y)
  }

  /// A hash of the destinations under a drag; equal hashes mean the same set.
  private func under(_ i: Int) -> UInt64 {
    let only = only(i)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var t = destination(i, below: Int(engine.targetCount), only)
    while t >= 0 {
      hash = (hash ^ UInt64(engine.targets[t].spec.id)) &* 0x100_0000_01b3
      t = destination(i, below: t, only)
    }
    return hash
  }

  /// The one destination of a drag that code put over a target, 0: none. Nil: those where it is.
  private func only(_ i: Int) -> UInt32? {
    sessions[i].aim == 0 ? nil : engine.nearest(sessions[i].aim, with: Trait.drop).1
  }

  /// The index of the topmost destination below an index, -1: there is none.
  @inline(never)
  private func destination(_ i: Int, below limit: Int, _ only: UInt32?) -> Int {
    if let only {
      let t = engine.index(of: only)
      return t < limit ? t : -1
    }
    var t = limit
    repeat { t = engine.topmost(at: sessions[i].x, sessions[i].y, below: t) } while t >= 0 && engine.targets[t].spec.traits & Trait.drop == 0
    return t
  }

  /// Asks what lies under it, topmost first, until one answers.
  @inline(never)
  func propose(_ i: Int) {
    let s = sessions + i
    let id = s.pointee.id
    let only = only(i)
    var t = Int(engine.targetCount)
    while true {
      t = destination(i, below: t, only)
      if t < 0 { break }
      let target = engine.targets[t].spec.id
      var proposal = usual(i, target)
      let yes = askProposal(i, target, &proposal)
      // The callback may have changed the drag or the targets: then both are looked at, and asked, again.
      let isThere = s.pointee.phase == .dragging || s.pointee.phase == .releasing
      if s.pointee.id != id || !isThere { return }
      if s.pointee.needsTest {
        s.pointee.mustAsk = true
        return
      }
      if yes && Drags.isValid(proposal) && take(i, target, proposal) { return }
    }
    s.pointee.destination = 0
    s.pointee.hint = s.pointee.launch == .yes ? PointerHint.copy : PointerHint.plain
  }

  @inline(never)
  private func askProposal(_ i: Int, _ target: UInt32, _ proposal: inout press_drop_proposal) -> Bool {
    guard let willPropose = engine.delegate.drop_will_propose else { return true }
    var drag = status(i)
    return willPropose(engine.opaque, &drag, target, &proposal, engine.delegate.user)
  }

  private static func isValid(_ p: press_drop_proposal) -> Bool {
    p.size == UInt32(truncatingIfNeeded: MemoryLayout<press_drop_proposal>.size) && p.operation <= DropOperation.move
      && p.flags & ~ProposalFlag.all == 0 && p.hint <= PointerHint.notAllowed && (p.accept_count == 0 || p.accepts != nil)
  }

  /// Within one container it moves, elsewhere it copies; nothing goes into itself.
  @inline(never)
  func usual(_ i: Int, _ target: UInt32) -> press_drop_proposal {
    var p = press_drop_proposal()
    p.size = UInt32(truncatingIfNeeded: MemoryLayout<press_drop_proposal>.size)
    p.item_count = UInt32(truncatingIfNeeded: sessions[i].items)
    let moves = state.modifiers & Modifier.copy == 0 && sharesContainer(i, target)
    p.operation = isInItself(i, target) ? DropOperation.forbidden : moves ? DropOperation.move : DropOperation.copy
    _ = fit(i, target, &p)
    return p
  }

  /// Whether all that is dragged comes from the container of a target.
  private func sharesContainer(_ i: Int, _ target: UInt32) -> Bool {
    var n = 0
    while n < sessions[i].items {
      let source = items(i)[n].spec.source
      let isKnown = n > 0 && items(i)[n &- 1].spec.source == source
      if !isKnown && !engine.sharesContainer(target, source) { return false }
      n &+= 1
    }
    return true
  }

  /// Whether a target is something that is dragged, or lies in it.
  @inline(never)
  private func isInItself(_ i: Int, _ target: UInt32) -> Bool {
    var n = 0
    while n < sessions[i].items {
      let spec = items(i) + n
      let source = spec.pointee.spec.source
      if source != 0 && spec.pointee.spec.flags & ItemFlag.inside == 0 && engine.lies(target, within: source) { return true }
      n &+= 1
    }
    return false
  }

  /// Returns whether the destination is one: it refuses, or takes at least one item.
  func take(_ i: Int, _ target: UInt32, _ given: press_drop_proposal) -> Bool {
    let s = sessions + i
    var proposal = given
    let accepted = fit(i, target, &proposal)
    if proposal.operation >= DropOperation.copy && accepted == 0 { return false }
    s.pointee.destination = target
    s.pointee.proposal = proposal
    s.pointee.accepted = accepted
    s.pointee.hint = Drags.hint(proposal)
    s.pointee.launch = .unasked
    return true
  }

  /// A move of what may only be copied is a copy. Returns how many items the target takes by a proposal.
  @inline(never)
  func fit(_ i: Int, _ target: UInt32, _ proposal: inout press_drop_proposal) -> Int {
    if proposal.operation < DropOperation.copy { return 0 }
    let (accepted, mayMove) = choose(i, target, proposal, marks: false)
    if !mayMove { proposal.operation = DropOperation.copy }
    return accepted
  }

  static func hint(_ p: press_drop_proposal) -> UInt32 {
    if p.flags & ProposalFlag.ownHint != 0 { return p.hint }
    if p.operation == DropOperation.forbidden { return PointerHint.notAllowed }
    return p.operation == DropOperation.copy ? PointerHint.copy : PointerHint.plain
  }

  /// Goes through the items that a target takes by a proposal, each with the richest representation that it accepts. Returns how
  /// many, and whether all of them may move there.
  @inline(never)
  func choose(_ i: Int, _ target: UInt32, _ proposal: press_drop_proposal, marks: Bool) -> (taken: Int, mayMove: Bool) {
    let domain = engine.domain(of: target)
    var taken = 0
    var mayMove = true
    var n = 0
    while n < sessions[i].items {
      let item = items(i) + n
      let isForeign = engine.domain(of: item.pointee.spec.source) != domain
      let stays = isForeign && item.pointee.spec.flags & ItemFlag.sameDomain != 0
      if taken < Int(clamping: proposal.item_count), !stays, let representation = Drags.representation(item.pointee.spec, proposal) {
        taken &+= 1
        if isForeign || item.pointee.spec.flags & ItemFlag.copyOnly != 0 { mayMove = false }
        if marks {
          item.pointee.representation = representation
          item.pointee.stage = .toBegin
        }
      } else if marks {
        item.pointee.stage = .notTaken
      }
      n &+= 1
    }
    return (taken, mayMove)
  }

  /// 0 where neither names any; nil where none fits.
  static func representation(_ item: press_drag_item, _ proposal: press_drop_proposal) -> UInt32? {
    guard let offered = item.representations, item.representation_count > 0 else { return 0 }
    guard let accepts = proposal.accepts, proposal.accept_count > 0 else { return offered[0] }
    var r = 0
    while r < Int(clamping: item.representation_count) {
      var a = 0
      while a < Int(clamping: proposal.accept_count) {
        if offered[r] == accepts[a] { return offered[r] }
        a &+= 1
      }
      r &+= 1
    }
    return nil
  }

  // MARK: Empty space

  /// Once as the drag comes there, and as its items change.
  func asksLaunch(_ i: Int) -> Bool {
    let s = sessions + i
    return s.pointee.destination == 0 && s.pointee.launch == .unasked && s.pointee.testsLeft > 0 && engine.delegate.drag_should_launch != nil
  }

  @inline(never)
  func askLaunch(_ i: Int) {
    let s = sessions + i
    let id = s.pointee.id
    s.pointee.testsLeft &-= 1
    state.isLookedAt = true
    s.pointee.launch = .no
    var proposal = usual(i, 0)
    guard fit(i, 0, &proposal) > 0, let should = engine.delegate.drag_should_launch else { return }
    var drag = status(i)
    let yes = should(engine.opaque, &drag, engine.delegate.user)
    // The callback may have changed the drag.
    if s.pointee.id != id || s.pointee.isOver || s.pointee.launch != .no || !yes { return }
    s.pointee.launch = .yes
    s.pointee.hint = PointerHint.copy
  }

  @inline(never)
  func stopLaunch(_ i: Int) {
    sessions[i].launch = .unasked
    if sessions[i].destination == 0 { sessions[i].hint = PointerHint.plain }
  }
}
