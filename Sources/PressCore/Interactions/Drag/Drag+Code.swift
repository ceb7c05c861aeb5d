import CPress

/// A drag without a finger.
extension Drags {
  public func begin(_ source: UInt32) -> Int32 {
    guard let place = engine.target(source) else { return Status.notFound }
    if place.traits & Trait.dragSource == 0 || isThereFromCode { return Status.state }
    if state.isAsking { return Status.busy }
    let i = freeSession
    if i < 0 { return Status.noSpace }
    if !engine.hasRoomBeyondReserve(for: 1) { return Status.full }
    let adopts = mayAdopt(-1)
    let before = state.serial
    var free = DragSession()
    Layout.copyWords(sessions + i, to: &free, MemoryLayout<DragSession>.stride)
    var touch = touch(source, place)
    make(i, source, touch, touch.x, touch.y)
    let id = sessions[i].id
    let found = askItemsFromCode(i, &touch)
    // The callback may have ended it.
    let begins = found > 0 && sessions[i].phase == .asking
    if begins {
      if adopts { adopt() }
      sessions[i].phase = .dragging
      markPending()
    } else {
      Layout.copyWords(&free, to: sessions + i, MemoryLayout<DragSession>.stride)
      state.serial = before
    }
    // The callback may have ended others, too: that is delivered in any case.
    if begins { flushFromOutside() } else { engine.flushFromOutside() }
    return begins ? Int32(truncatingIfNeeded: id) : Status.state
  }

  /// Of a drag from code, or of a finger's.
  public func add(_ session: UInt32, _ source: UInt32) -> Int32 {
    let i = index(session: session)
    if i < 0 { return Status.notFound }
    guard let place = engine.target(source) else { return Status.notFound }
    if place.traits & Trait.dragSource == 0 || sessions[i].phase != .dragging || !sessions[i].delivered.isBegun { return Status.state }
    if state.isAsking { return Status.busy }
    if sessions[i].items >= mostItems { return Status.noSpace }
    var touch = touch(source, place)
    let found = askItemsFromCode(i, &touch)
    if found > 0 {
      itemsChanged(i)
      flushFromOutside()
    } else {
      engine.flushFromOutside()
    }
    return found > 0 ? Status.ok : Status.state
  }

  /// What code asks with: the middle of a source.
  @inline(never)
  private func touch(_ source: UInt32, _ place: press_target) -> press_touch {
    var touch = press_touch()
    touch.t_us = engine.now
    touch.contact = UInt32.max
    touch.target = source
    touch.x = Q16.add(place.x, place.width >> 1)
    touch.y = Q16.add(place.y, place.height >> 1)
    return touch
  }

  /// Nobody can feed meanwhile.
  @inline(__always)
  private func askItemsFromCode(_ i: Int, _ touch: inout press_touch) -> Int {
    let work = engine.state.work
    engine.state.work = .other
    let found = askItems(i, &touch)
    engine.state.work = work
    clearScratch()
    return found
  }

  /// One at a time: until its end is delivered.
  private var isThereFromCode: Bool {
    var i = 0
    while i < count {
      let s = sessions + i
      if s.pointee.contact == UInt32.max && s.pointee.phase != .asking && s.pointee.phase != .free && s.pointee.phase != .dropping { return true }
      i &+= 1
    }
    return false
  }

  /// A session from code that is still being dragged, or an error.
  private func fromCode(_ session: UInt32) -> (i: Int, status: Int32) {
    let i = index(session: session)
    if i < 0 { return (i, Status.notFound) }
    return (i, sessions[i].phase == .dragging && sessions[i].contact == UInt32.max ? Status.ok : Status.state)
  }

  public func move(_ session: UInt32, _ x: Int32, _ y: Int32) -> Int32 { move(session, x, y, aim: 0) }

  @inline(never)
  private func move(_ session: UInt32, _ x: Int32, _ y: Int32, aim: UInt32) -> Int32 {
    let (i, status) = fromCode(session)
    if status != Status.ok { return status }
    if sessions[i].aim != aim {
      sessions[i].aim = aim
      sessions[i].cell = Cell.none
      sessions[i].needsTest = true
    }
    var touch = press_touch()
    touch.x = x
    touch.y = y
    moved(i, touch)
    flushFromOutside()
    return Status.ok
  }

  public func over(_ session: UInt32, _ id: UInt32) -> Int32 {
    guard let place = engine.target(id) else { return Status.notFound }
    return move(session, Q16.add(place.x, place.width >> 1), Q16.add(place.y, place.height >> 1), aim: id)
  }

  public func drop(_ session: UInt32) -> Int32 {
    let (i, status) = fromCode(session)
    if status != Status.ok { return status }
    letGo(i)
    flushFromOutside()
    return Status.ok
  }

  public func perform(_ source: UInt32, _ destination: UInt32) -> Int32 {
    if !engine.hasTarget(destination) { return Status.notFound }
    let session = begin(source)
    if session < 0 { return session }
    let id = UInt32(truncatingIfNeeded: session)
    // Callbacks may have ended it on the way: that is delivered.
    _ = over(id, destination)
    _ = drop(id)
    return session
  }
}
