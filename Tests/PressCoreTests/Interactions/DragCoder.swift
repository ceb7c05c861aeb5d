@testable import PressCore

/// What decides what drags do next, for the codes of walks.
struct DragCoder {
  private let isInactive, mayDropByForce: Bool
  private let depth: Int

  private static let unit: UInt64 = 25_000

  init(_ setup: DragSetup) {
    isInactive = setup.isInactive
    mayDropByForce = setup.dropPressure <= 65536
    depth = Int(setup.depth)
  }

  /// Of a walk in which nothing is inactive, nothing is dropped by force and nothing is undone.
  init() { (isInactive, mayDropByForce, depth) = (false, false, 0) }

  func put(_ engine: Engine, _ drag: Drags, _ code: inout DragCode) {
    code.put(Int(drag.state.modifiers))
    for slot in 0..<engine.maxContacts { putContact(engine, drag, slot, &code) }
    for i in 0..<drag.count { putSession(engine, drag, i, &code) }
    if drag.count == 2 { code.put(drag.sessions[0].id > drag.sessions[1].id) }
    code.put(drag.state.undoCount)
    code.put(drag.state.redoCount)
    for u in 0..<drag.state.undoCount + drag.state.redoCount {
      code.put(Int(drag.undos[u].operation))
      code.put(Int(drag.undos[u].destination))
      code.put(drag.undos[u].items)
      for n in 0..<drag.undos[u].items { code.put(Int(drag.undoItems(u)[n].source)) }
    }
  }

  /// How long until t: in units, as far as the alphabet reaches.
  private func left(_ t: UInt64, _ now: UInt64) -> Int { t == Engine.never ? 41 : t <= now ? 0 : Int(min((t - now + Self.unit - 1) / Self.unit, 40)) }

  private func putContact(_ engine: Engine, _ drag: Drags, _ slot: Int, _ code: inout DragCode) {
    let c = engine.contacts[slot]
    let isOccupied = engine.isOccupied(slot)
    let isDown = isOccupied && c.isOpen
    code.put(isDown && c.phase == .lifting ? left(c.deadline, engine.now) : 0)
    code.put(isOccupied ? 1 + Int(c.phase.rawValue) : 0)
    code.put(isOccupied ? 1 + Int(c.touch.contact) : 0)
    let track = drag.tracks[slot]
    let canDrag = isDown && track.canDrag
    code.put(canDrag ? 1 + Int(track.source) : 0)
    code.put(canDrag ? Int(c.startX >> 16) : 0)
    code.put(canDrag && track.isHeld)
    code.put(canDrag && track.isPressed)
    code.put(canDrag && !track.isHeld ? left(track.readyAt, engine.now) : 0)
    // Where it is lifted is where it is then.
    code.put(canDrag && !track.isHeld ? Int(c.touch.x >> 16) & 255 : 0)
    code.put(isDown && track.isLifted ? 1 + Int(track.x >> 16) : 0)
    // A contact that drags nothing any more may activate what is inactive.
    code.put(isDown && (canDrag || isInactive) ? Int(c.claim.rawValue) : 0)
    code.put(isDown && isInactive ? 1 + Int(c.hit) : 0)
    code.put(isDown ? Int(c.preview.state.rawValue) : 0)
  }

  private func putSession(_ engine: Engine, _ drag: Drags, _ i: Int, _ code: inout DragCode) {
    let s = drag.sessions[i]
    code.put(Int(s.phase.rawValue))
    if s.phase == .free { return }
    code.put(s.items)
    for n in 0..<s.items { code.put(Int(drag.items(i)[n].spec.source)) }
    if s.phase == .dropping { return putDrop(engine, drag, i, &code) }
    code.put(s.slot + 1)
    code.put(Int(truncatingIfNeeded: s.contact &+ 1))
    code.put(Int(s.source))
    code.put(Int(s.destination))
    code.put(Int(s.aim))
    code.put(Int(s.launch.rawValue))
    if s.destination != 0 {
      code.put(Int(s.proposal.operation))
      code.put(Int(s.proposal.flags))
      code.put(Int(s.proposal.item_count))
      code.put(s.proposal.accept_count == 0 ? 0 : Int(s.proposal.accepts[0]))
      code.put(s.accepted)
    }
    if s.phase == .confirming { return }
    // What is under it is looked at again when it drops without moving.
    code.put(Int(s.x >> 16) & 255)
    code.put(Int(s.y >> 16) & 255)
    code.put(Int(s.pressure >> 12))
    code.put(s.testsLeft == 0, s.needsTest, s.mustAsk, s.isAdding, s.isArmed && mayDropByForce)
    code.put(Int(s.spring.target))
    code.put(Int(s.spring.state.rawValue))
    code.put(s.spring.isArmed)
    code.put(left(s.spring.due, engine.now))
    code.put(Int(s.scroll.container))
    code.put(left(s.scroll.due, engine.now))
    // What is due waits while the finger may be lifting; how fast it scrolls then depends on how long.
    let waits = s.slot >= 0 && engine.contacts[s.slot].phase == .lifting
    code.put(waits && s.scroll.due < engine.now ? Int(min((engine.now - s.scroll.due) / Self.unit, 40)) : 0)
    code.put(waits && s.spring.due < engine.now ? Int(min((engine.now - s.spring.due) / Self.unit, 40)) : 0)
    // In eighths of the full speed.
    code.put((Int(s.scroll.y) / 65536 + 800) / 100)
  }

  private func putDrop(_ engine: Engine, _ drag: Drags, _ i: Int, _ code: inout DragCode) {
    let s = drag.sessions[i]
    code.put(Int(s.droppedOn))
    code.put(Int(s.task.rawValue))
    code.put(left(s.slowAt, engine.now))
    for n in 0..<s.items {
      code.put(Int(drag.items(i)[n].stage.rawValue))
      // Kept for undoing it.
      code.put(depth > 0 && drag.items(i)[n].hasArrived)
    }
    if depth == 0 { return }
    code.put(Int(s.proposal.operation))
    code.put(Int(s.proposal.flags))
  }
}
