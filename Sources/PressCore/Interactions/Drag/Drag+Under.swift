import CPress

/// What lies under a drag: it is asked for a proposal, and springs and scrolls.
extension Drag {
  /// Looks at what is under it. Returns whether the destinations there are to be asked.
  @inline(never)
  func test(_ i: Int) -> Bool {
    let s = sessions + i
    s.pointee.needsTest = false
    s.pointee.testsLeft &-= 1
    let top = engine.target(at: s.pointee.x, s.pointee.y)
    s.pointee.spring.enter(engine.nearest(top, with: Trait.spring).1)
    if s.pointee.spring.state == .asking { s.pointee.spring.press(s.pointee.pressure, state.config.spring_pressure) }
    let scroller = engine.target(engine.nearest(top, with: Trait.scroll).1)
    if let scroller, s.pointee.contact != UInt32.max {
      s.pointee.scroll.move(scroller, s.pointee.x, s.pointee.y, at: engine.now, state.config)
      engine.schedule(s.pointee.scroll.due)
    } else {
      s.pointee.scroll.stop()
    }
    let under = self.under(s.pointee.x, s.pointee.y)
    if under == s.pointee.under && !s.pointee.mustAsk { return false }
    s.pointee.under = under
    s.pointee.mustAsk = false
    return true
  }

  /// Delivers one set of destinations from another: a hash of those at a point.
  func under(_ x: Int32, _ y: Int32) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var t = Int(engine.state.targetCount)
    while t > 0 {
      t &-= 1
      if isDestination(t, x, y) { hash = (hash ^ UInt64(engine.targets[t].spec.id)) &* 0x100_0000_01b3 }
    }
    return hash
  }

  private func isDestination(_ t: Int, _ x: Int32, _ y: Int32) -> Bool {
    engine.targets[t].spec.traits & Trait.drop != 0 && engine.targets[t].contains(x, y)
  }

  /// Asks what lies under it, topmost first, until one answers.
  @inline(never)
  func propose(_ i: Int) {
    let s = sessions + i
    let id = s.pointee.id
    var t = Int(engine.state.targetCount)
    while t > 0 {
      t &-= 1
      if !isDestination(t, s.pointee.x, s.pointee.y) { continue }
      let target = engine.targets[t].spec.id
      var proposal = usual(i, target)
      let yes = askProposal(i, target, &proposal)
      // What the callback did to it, or to the targets, counts: it is looked at and asked again.
      let isThere = s.pointee.phase == .dragging || s.pointee.phase == .releasing
      if s.pointee.id != id || !isThere { return }
      if s.pointee.needsTest {
        s.pointee.mustAsk = true
        return
      }
      if yes && Drag.isValid(proposal) && take(i, target, proposal) { return }
    }
    s.pointee.destination = 0
    s.pointee.hint = 0
  }

  @inline(never)
  private func askProposal(_ i: Int, _ target: UInt32, _ proposal: inout press_drop_proposal) -> Bool {
    guard let willPropose = engine.state.delegate.drop_will_propose else { return true }
    var drag = status(i)
    return willPropose(engine.opaque, &drag, target, &proposal, engine.state.delegate.user)
  }

  private static func isValid(_ p: press_drop_proposal) -> Bool {
    p.size == UInt32(truncatingIfNeeded: MemoryLayout<press_drop_proposal>.size) && p.operation <= DropOperation.move
      && p.flags & ~ProposalFlag.all == 0 && p.hint <= PointerHint.notAllowed && (p.accept_count == 0 || p.accepts != nil)
  }

  /// Within one container it moves, elsewhere it copies.
  @inline(never)
  func usual(_ i: Int, _ target: UInt32) -> press_drop_proposal {
    var p = press_drop_proposal()
    p.size = UInt32(truncatingIfNeeded: MemoryLayout<press_drop_proposal>.size)
    p.item_count = UInt32(truncatingIfNeeded: sessions[i].items)
    let moves = engine.sharesContainer(target, sessions[i].source)
      && state.modifiers & Modifier.copy == 0
    p.operation = moves ? DropOperation.move : DropOperation.copy
    return p
  }

  /// Returns whether the destination is one: it refuses, or takes at least one item.
  func take(_ i: Int, _ target: UInt32, _ proposal: press_drop_proposal) -> Bool {
    let s = sessions + i
    let drops = proposal.operation >= DropOperation.copy
    let accepted = drops ? choose(i, proposal, marks: false) : 0
    if drops && accepted == 0 { return false }
    s.pointee.destination = target
    s.pointee.proposal = proposal
    s.pointee.accepted = accepted
    s.pointee.hint = Drag.hint(proposal)
    return true
  }

  static func hint(_ p: press_drop_proposal) -> UInt32 {
    if p.flags & ProposalFlag.ownHint != 0 { return p.hint }
    if p.operation == DropOperation.forbidden { return PointerHint.notAllowed }
    return p.operation == DropOperation.copy ? PointerHint.copy : PointerHint.plain
  }

  /// Goes through the items that a proposal takes, each with the richest representation that it accepts. Returns how many.
  func choose(_ i: Int, _ proposal: press_drop_proposal, marks: Bool) -> Int {
    var taken = 0
    var n = 0
    while n < sessions[i].items && taken < Int(clamping: proposal.item_count) {
      let item = items(i) + n
      if let representation = Drag.representation(item.pointee.spec, proposal) {
        taken &+= 1
        if marks {
          item.pointee.representation = representation
          item.pointee.stage = .toBegin
        }
      }
      n &+= 1
    }
    return taken
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
}
