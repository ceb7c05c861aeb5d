import CPress

extension Engine {
  package func add(_ target: press_target) -> Int32 {
    let status = take(target, mayUpdate: false)
    if status == Status.ok { flushFromOutside() }
    return status
  }

  /// Why `add` refuses a target. Nil: it does not.
  package func refusal(adding target: press_target) -> TargetRule? {
    if let broken = TargetRule.broken(by: target) { return broken }
    if index(of: target.id) >= 0 { return .idInUse }
    if target.container != 0 && index(of: target.container) < 0 { return .noContainer }
    return targetsThere >= Int(state.maxTargets) ? .noRoom : nil
  }

  /// Why `update` refuses a target. Nil: it does not.
  package func refusal(updating target: press_target) -> TargetRule? {
    if let broken = TargetRule.broken(by: target) { return broken }
    let index = index(of: target.id)
    if index < 0 { return .notThere }
    if target.container == 0 { return nil }
    let container = self.index(of: target.container)
    if container < 0 { return .noContainer }
    return lies(container, within: index) ? .cycle : nil
  }

  package func update(_ target: press_target) -> Int32 {
    let status = take(target, mayAdd: false)
    if status == Status.ok { flushFromOutside() }
    return status
  }

  /// Adds those that are not there, and updates the others. Each is as long as the first: a program may know a shorter struct than this
  /// library, or a longer one. `done`: how many were taken.
  package func put(_ given: UnsafePointer<press_target>?, _ count: Int, _ done: UnsafeMutablePointer<Int>?) -> Int32 {
    guard let given, count != 0 else { return Status.ok }
    let stride = Int(truncatingIfNeeded: given.pointee.size)
    var i = 0
    var status = Status.ok
    while i != count {
      let one = UnsafeRawPointer(given).advanced(by: i &* stride).assumingMemoryBound(to: press_target.self)
      var target = press_target()
      Sized.read(one, over: &target)
      status = Int(truncatingIfNeeded: one.pointee.size) == stride ? take(target) : Status.invalid
      if status != Status.ok { break }
      i &+= 1
    }
    done?.pointee = i
    if i != 0 { flushFromOutside() }
    return status
  }

  /// A target that is not there is added, one that is there updated, where it may be.
  @inline(never)
  private func take(_ target: press_target, mayAdd: Bool = true, mayUpdate: Bool = true) -> Int32 {
    if TargetRule.broken(by: target) != nil { return Status.invalid }
    let index = index(of: target.id)
    if index < 0 ? !mayAdd : !mayUpdate { return mayAdd ? Status.invalid : Status.notFound }
    var container = target.container == 0 ? -1 : self.index(of: target.container)
    if target.container != 0 && container < 0 { return Status.notFound }
    var count = Int(state.targetCount)
    if index < 0 {
      if count >= Int(state.maxTargets) {
        if targetsThere >= count { return Status.noSpace }
        dropLeaving()
        count = Int(state.targetCount)
        if container >= 0 { container = self.index(of: target.container) }
      }
      (targets + count).initialize(to: Target(spec: target, container: container))
      if isIndexed { targetIndex.add(count) }
      state.targetCount &+= 1
    } else {
      if lies(container, within: index) { return Status.invalid }
      leaveContainer(index)
      targets[index].spec = target
      targets[index].container = container
      if isIndexed { targetIndex.move(index, count) }
      if target.traits & state.previewTraits == 0 {
        eachContact { slot in
          if contacts[slot].touch.target == target.id && contacts[slot].isOpen { stopPreview(slot, Reason.targetRemoved) }
        }
      }
    }
    if container >= 0 { targets[container].entry &+= 1 }
    notify(.changed(target.id))
    return Status.ok
  }

  /// How many there are. Slots of an index may be vacant.
  private var targetsThere: Int { isIndexed && state.targetCount > 0 ? targetIndex.there : Int(state.targetCount) }

  @inline(__always)
  private func leaveContainer(_ index: Int) {
    let container = targets[index].container
    if container >= 0 { targets[container].entry &-= 1 }
  }

  /// All of them, or none where one is not there.
  package func remove(_ ids: UnsafePointer<UInt32>?, _ count: Int) -> Int32 {
    guard let ids else { return Status.ok }
    var i = 0
    while i != count {
      if ids[i] == 0 || index(of: ids[i]) < 0 { return Status.notFound }
      i &+= 1
    }
    i = 0
    while i != count {
      targets[index(of: ids[i])].isLeaving = true
      i &+= 1
    }
    if count == 0 { return Status.ok }
    let only = index(of: ids[0])
    let isAlone = count == 1 && isIndexed && targets[only].entry == 0
    removeLeaving(isAlone ? only : -1)
    return Status.ok
  }

  package func remove(_ id: UInt32) -> Int32 { withUnsafePointer(to: id) { remove($0, 1) } }

  /// `only`: the index of the only one, in which nothing lies; its slot stays. -1: there may be more.
  private func removeLeaving(_ only: Int) {
    if only < 0 { markContents() }
    // Interactions that end with these targets are delivered before all else that is pending.
    let before = state.pending
    state.pending = 0
    if state.attached != 0 && only >= 0 {
      notify(.removed(targets[only].spec.id))
    } else if state.attached != 0 {
      var i = 0
      while i < Int(state.targetCount) {
        if targets[i].isLeaving { notify(.removed(targets[i].spec.id)) }
        i &+= 1
      }
    }
    eachContact { slot in
      if isLeaving(contacts[slot].touch.target) {
        // A preview that ended before by something else does not name the target any more.
        let wasPending = contacts[slot].isPreviewCancelPending
        if contacts[slot].isOpen { stopPreview(slot, Reason.targetRemoved) }
        if wasPending || !contacts[slot].isPreviewCancelPending { contactSlots[slot].touch.target = 0 }
      }
    }
    let ends = state.pending
    state.pending |= before
    if ends != 0 { markEnding(ends) }
    if only >= 0 { vacate(only) } else { dropLeaving() }
    flushFromOutside()
  }

  /// Takes a target out whose slot stays, until there is no other one or what is left moves up. So the others keep their indices.
  private func vacate(_ index: Int) {
    let id = targets[index].spec.id
    eachContact { slot in
      if contacts[slot].hit == id { contactSlots[slot].hit = 0 }
    }
    leaveContainer(index)
    targetIndex.vacate(index, Int(state.targetCount))
    targets[index] = Target.vacant
    // It would be found by the id 0.
    if Int(state.recentTarget) == index { state.recentTarget = UInt16.max }
    if targetIndex.there == 0 { state.targetCount = 0 }
  }

  /// The nearest container of a target that does not go away with it; 0: the surface.
  func stayingContainer(of id: UInt32) -> UInt32 {
    var i = index(of: id)
    while i >= 0 && targets[i].isLeaving { i = targets[i].container }
    return i < 0 ? 0 : targets[i].spec.id
  }

  @inline(never)
  package func target(_ id: UInt32) -> press_target? {
    let index = index(of: id)
    return index < 0 ? nil : targets[index].spec
  }

  /// Whether what lies in the container of one target (its own where it lies in none) stays there when it goes to another: that
  /// lies in this container, or the other way round; in one domain. A container that is content of its own belongs to that.
  @inline(never)
  func sharesContainer(_ id: UInt32, _ other: UInt32) -> Bool {
    let to = index(of: id)
    let from = index(of: other)
    if to < 0 || from < 0 || targets[from].spec.domain != targets[to].spec.domain { return false }
    let container = home(from)
    return lies(to, within: container) || lies(container, within: to)
  }

  /// The id of the container that a target lies in, 0: in none.
  func container(of id: UInt32) -> UInt32 {
    let index = index(of: id)
    return index < 0 ? 0 : targets[index].spec.container
  }

  /// The container of a target, the outer one where that is content; the target where it lies in none.
  @inline(never)
  private func home(_ index: Int) -> Int {
    var home = index
    while true {
      let outer = targets[home].container
      if outer < 0 { return home }
      home = outer
      if targets[home].spec.traits & Trait.content == 0 { return home }
    }
  }

  /// The domain of a target; 0 for the surface and for a target that is not there.
  @inline(never)
  func domain(of id: UInt32) -> UInt32 {
    let index = id == 0 ? -1 : index(of: id)
    return index < 0 ? 0 : targets[index].spec.domain
  }

  /// Whether a target is there, and its rectangle meets those of all its containers. One without a size clips nothing.
  @inline(never)
  func isVisible(_ id: UInt32) -> Bool {
    let own = index(of: id)
    var next = own
    while next >= 0 {
      if !meet(targets[own].spec, targets[next].spec) { return false }
      next = targets[next].container
    }
    return own >= 0
  }

  private func meet(_ a: press_target, _ b: press_target) -> Bool {
    if b.width == 0 && b.height == 0 { return true }
    return Engine.meet(a.x, a.width, b.x, b.width) && Engine.meet(a.y, a.height, b.y, b.height)
  }

  /// A length of 0 is a point.
  private static func meet(_ start: Int32, _ length: Int32, _ other: Int32, _ otherLength: Int32) -> Bool {
    Int64(start) < Int64(other) &+ Int64(max(otherLength, 1)) && Int64(other) < Int64(start) &+ Int64(max(length, 1))
  }

  /// The traits of a target; id 0 is the surface. 0 for a target that is not there.
  @inline(never)
  func traits(of id: UInt32) -> UInt32 {
    if id == 0 { return state.settings.traits }
    let index = index(of: id)
    return index < 0 ? 0 : targets[index].spec.traits
  }

  /// Whether a point lies in a target. In one that is not there none does.
  @inline(never)
  func contains(_ id: UInt32, _ x: Int32, _ y: Int32) -> Bool {
    let index = index(of: id)
    return index >= 0 && targets[index].contains(x, y)
  }

  package func hasTarget(_ id: UInt32) -> Bool { index(of: id) >= 0 }

  /// Beside traits: no point lies in a target; it ends where numbers do.
  package static var emptyTarget: UInt32 { 1 << 31 }
  package static var clippedTarget: UInt32 { 1 << 30 }

  /// The flaw of its place that keeps a target from what its traits say. A target without an area may contain others.
  private func flaw(_ index: Int) -> UInt32 {
    let spec = targets[index].spec
    if spec.traits == 0 { return 0 }
    let isBeyond = Int64(spec.x) &+ Int64(spec.width) > Int64(Int32.max) || Int64(spec.y) &+ Int64(spec.height) > Int64(Int32.max)
    if isBeyond { return Engine.clippedTarget }
    if spec.width > 0 && spec.height > 0 { return 0 }
    var i = 0
    while i < Int(state.targetCount) {
      if targets[i].container == index { return 0 }
      i &+= 1
    }
    return Engine.emptyTarget
  }

  /// The topmost target with traits that nothing attached takes part in, and these traits, or with a flaw of its place; the surface is 0. Nil:
  /// there is none.
  package func idleTarget() -> (id: UInt32, traits: UInt32)? {
    var served = Trait.preview
    if attachment(.peek) != nil { served |= Trait.peek }
    if attachment(.gestures) != nil { served |= Trait.tap | Trait.doubleTap | Trait.hold | Trait.scroll }
    if attachment(.drag) != nil {
      served |= Trait.dragSource | Trait.drop | Trait.spring | Trait.inactive | Trait.content | Trait.scroll | Trait.keepsDrag
    }
    if attachment(.pinch) != nil { served |= Trait.pinch }
    if attachment(.scroll) != nil { served |= Trait.swipeX | Trait.swipeY }
    var i = Int(state.targetCount)
    if i == 0 && state.settings.traits & ~served != 0 { return (0, state.settings.traits & ~served) }
    while i > 0 {
      i &-= 1
      let idle = targets[i].spec.traits & ~served | flaw(i)
      if idle != 0 { return (targets[i].spec.id, idle) }
    }
    return nil
  }

  /// The topmost target at a point, 0 where there is none.
  package func target(at x: Int32, _ y: Int32) -> UInt32 {
    let index = topmost(at: x, y)
    return index < 0 ? 0 : targets[index].spec.id
  }

  /// The same for a contact that begins: what it hits is looked up often from now on.
  func hit(at x: Int32, _ y: Int32) -> UInt32 {
    let index = topmost(at: x, y)
    if index < 0 { return 0 }
    state.recentTarget = UInt16(truncatingIfNeeded: index)
    return targets[index].spec.id
  }

  /// The index of the topmost target at a point, -1 where there is none.
  private func topmost(at x: Int32, _ y: Int32) -> Int { topmost(at: x, y, below: Int(state.targetCount)) }

  /// The same of those below an index.
  @inline(never)
  func topmost(at x: Int32, _ y: Int32, below limit: Int) -> Int {
    if isIndexed && limit > 0 { return targetIndex.topmost(self, at: x, y, below: limit) }
    var i = limit
    while i > 0 {
      i &-= 1
      if targets[i].contains(x, y) { return i }
    }
    return -1
  }

  /// A few are walked.
  var isIndexed: Bool { Int(state.maxTargets) > TargetIndex.few }

  /// Lists the targets with any of these traits, topmost first. Returns how many there are, or an error.
  package func listTargets(_ traits: UInt32, _ ids: UnsafeMutablePointer<UInt32>?, _ capacity: Int) -> Int32 {
    if traits & ~Trait.all != 0 { return Status.invalid }
    var found = 0
    var i = Int(state.targetCount)
    while i > 0 {
      i &-= 1
      if targets[i].spec.traits & traits != 0 {
        if found < capacity, let ids { ids[found] = targets[i].spec.id }
        found &+= 1
      }
    }
    return Int32(truncatingIfNeeded: found)
  }

  /// The target itself or the nearest container of it with a trait; without any targets, the surface.
  @inline(never)
  func nearest(_ id: UInt32, with trait: UInt32) -> (Bool, UInt32) {
    // Most calls ask for the target that was hit last, which lies in no container.
    if let recent = recentIndex(of: id) {
      if targets[recent].spec.traits & trait != 0 { return (true, id) }
      if targets[recent].spec.container == 0 { return (false, 0) }
    }
    return container(of: id, with: trait)
  }

  @inline(never)
  private func container(of id: UInt32, with trait: UInt32) -> (Bool, UInt32) {
    if state.targetCount == 0 { return (state.settings.traits & trait != 0, 0) }
    var next = id == 0 ? -1 : index(of: id)
    while next >= 0 {
      if targets[next].spec.traits & trait != 0 { return (true, targets[next].spec.id) }
      next = targets[next].container
    }
    return (false, 0)
  }

  @inline(never)
  func index(of id: UInt32) -> Int { recentIndex(of: id) ?? index(ofAnother: id) }

  /// The index of the target that was hit last, if it has this id.
  @inline(__always)
  private func recentIndex(of id: UInt32) -> Int? {
    let recent = Int(state.recentTarget)
    return recent < Int(state.targetCount) && targets[recent].spec.id == id ? recent : nil
  }

  @inline(never)
  private func index(ofAnother id: UInt32) -> Int {
    let count = Int(state.targetCount)
    if isIndexed && count > 0 { return targetIndex.index(self, of: id) }
    var i = 0
    while i < count {
      if targets[i].spec.id == id { return i }
      i &+= 1
    }
    return -1
  }

  /// Whether a target is another one, or lies in it.
  @inline(never)
  func lies(_ id: UInt32, within container: UInt32) -> Bool {
    if id == container { return id != 0 }
    let outer = index(of: container)
    return outer >= 0 && lies(index(of: id), within: outer)
  }

  /// The same by their indices. -1: it is not there.
  @inline(never)
  private func lies(_ index: Int, within container: Int) -> Bool {
    var next = index
    while next >= 0 && next != container { next = targets[next].container }
    return next >= 0
  }

  @inline(never)
  private func isLeaving(_ id: UInt32) -> Bool {
    let index = id == 0 ? -1 : index(of: id)
    return index >= 0 && targets[index].isLeaving
  }

  /// What lies in a target that leaves leaves too. Each is passed twice at most: on the way out to one that is settled, and back.
  private func markContents() {
    var i = 0
    while i < Int(state.targetCount) {
      var next = i
      while next >= 0 && !targets[next].isSettled { next = targets[next].container }
      let isLeaving = next >= 0 && targets[next].isLeaving
      next = i
      while next >= 0 && !targets[next].isSettled {
        targets[next].isLeaving = isLeaving
        next = targets[next].container
      }
      i &+= 1
    }
  }

  /// Takes the targets out, and vacant slots; contacts on them are on the surface from now on.
  private func dropLeaving() {
    eachContact { slot in
      if isLeaving(contacts[slot].hit) { contactSlots[slot].hit = 0 }
    }
    let count = Int(state.targetCount)
    var kept = 0
    var i = 0
    while i < count {
      let isGone = targets[i].isLeaving || targets[i].isVacant
      if !isGone { kept &+= 1 }
      targets[i].entry = isGone ? 0 : UInt16(truncatingIfNeeded: kept)
      i &+= 1
    }
    i = 0
    while i < count {
      targets[i].settleNothing()
      let container = targets[i].container
      if container >= 0 { targets[i].container = Int(targets[container].entry) &- 1 }
      i &+= 1
    }
    if isIndexed { targetIndex.leave(count, kept) }
    i = 0
    while i < count {
      if targets[i].entry != 0 { targets[Int(targets[i].entry) &- 1] = targets[i] }
      i &+= 1
    }
    if isIndexed { targetIndex.note(0, count &- 1) }
    state.targetCount = UInt16(truncatingIfNeeded: kept)
    state.recentTarget = UInt16.max
    i = 0
    while i < kept {
      targets[i].entry = 0
      i &+= 1
    }
    i = 0
    while i < kept {
      let container = targets[i].container
      if container >= 0 { targets[container].entry &+= 1 }
      i &+= 1
    }
  }

  /// Calls for each contact, also for those whose end is still to be delivered.
  @inline(__always)
  private func eachContact(_ body: (Int) -> Void) {
    var left = state.occupied
    while left != 0 {
      let slot = left.trailingZeroBitCount
      left &= left &- 1
      body(slot)
    }
  }
}
