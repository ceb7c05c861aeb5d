import CPress

/// How much pads of an engine feel of each other. A handle, as Engine is.
package struct Crosstalks: Interaction {
  static var kind: Attachment { .crosstalk }
  let engine: Engine
  let memory: UnsafeMutablePointer<CrosstalkState>

  init(_ engine: Engine, _ memory: UnsafeMutablePointer<CrosstalkState>) {
    self.engine = engine
    self.memory = memory
  }

  /// Nil when it is not attached.
  package init?(_ engine: Engine) {
    guard let own = Self.attached(to: engine) else { return nil }
    self = own
  }

  private static var padCount: Int { 16 }
  private static var pairCount: Int { padCount &* (padCount &- 1) }
  private static var padsOffset: Int { Layout.aligned(MemoryLayout<CrosstalkState>.size) }
  private static var sharesOffset: Int { padsOffset &+ padCount &* MemoryLayout<CrosstalkPad>.stride }

  package static func size(_ config: press_crosstalk_config, contacts: Int) -> Int {
    AttachmentHead.size &+ sharesOffset &+ pairCount
  }

  private var pads: UnsafeMutablePointer<CrosstalkPad> { memory.behind(Self.padsOffset, CrosstalkPad.self) }
  /// In 256ths: how much of the force on the first pad the second reads at most. The pairs of one first pad lie side by side.
  private var shares: UnsafeMutablePointer<UInt8> { memory.behind(Self.sharesOffset, UInt8.self) }

  /// The config is valid.
  @inline(never)
  package static func attach(_ engine: Engine, _ config: press_crosstalk_config) -> Int32 {
    let (status, own) = attach(
      to: engine, bytes: size(config, contacts: engine.maxContacts), room: Room(ends: config.ends(contacts: engine.maxContacts)),
      .apart | .sampled | .falls | .reset
    ) {
      Crosstalks($0, $1.assumingMemoryBound(to: CrosstalkState.self)).observe($2)
    }
    guard let own else {
      // It was attached in another process.
      if status == Status.ok { attached(to: engine)?.memory.pointee.watch.hook = CrosstalkState.readApart }
      return status
    }
    own.memory.initialize(to: CrosstalkState(config: config))
    own.reset()
    engine.watchIdle(Layout.address(of: &own.memory.pointee.watch))
    return own.set(config)
  }

  /// The config that was given last.
  package var given: press_crosstalk_config { state.config }

  package func set(_ config: press_crosstalk_config) -> Int32 {
    state.config = config
    shares.initialize(repeating: Self.kept(config.share), count: Self.pairCount)
    return Status.ok
  }

  /// Rounded up.
  private static func kept(_ share: Int32) -> UInt8 { UInt8(truncatingIfNeeded: (share &+ 255) >> 8) }

  /// The index of a pair of two different pads; nil: there is no such pair.
  private static func pair(_ from: UInt32, _ to: UInt32) -> Int? {
    max(from, to) >= UInt32(truncatingIfNeeded: padCount) || from == to
      ? nil : place(Int(truncatingIfNeeded: from), Int(truncatingIfNeeded: to))
  }

  private static func place(_ from: Int, _ to: Int) -> Int { from &* (padCount &- 1) &+ to &- (to > from ? 1 : 0) }

  package func setShare(_ from: UInt32, _ to: UInt32, _ share: Int32) -> Int32 {
    var config = state.config
    config.share = share
    guard let pair = Self.pair(from, to), press_crosstalk_config.brokenRule(&config) == 0 else { return Status.invalid }
    shares[pair] = Self.kept(share)
    return Status.ok
  }

  /// Nil: there is no such pair.
  package func share(_ from: UInt32, _ to: UInt32) -> Int32? { Self.pair(from, to).map { Int32(shares[$0]) &<< 8 } }

  // MARK: Notices

  func holdsBack(_ sample: UnsafePointer<Sample>) -> Bool {
    let own = sample.pointee.contact
    if own >= UInt32(truncatingIfNeeded: Self.padCount) { return false }
    let before = pads[Int(truncatingIfNeeded: own)].force
    let t = sample.pointee.t_us
    read(own, Engine.isUnknown(sample) ? 0 : sample.pointee.unfiltered, at: t)
    let touch = engine.settings.touchForce
    if sample.pointee.source == .first || !engine.isTouching(sample, touch) { return false }
    let (most, isKnown) = handedOn(to: Int(truncatingIfNeeded: own), at: t)
    // Where others may have been struck since they were read it is what this pad read before that is known to be theirs.
    if !isKnown && before < touch { return true }
    return most > 0 && (isKnown ? pads[Int(truncatingIfNeeded: own)].force : before) <= most
  }

  /// The most that a pad reads of others; and whether they have all been read since.
  private func handedOn(to own: Int, at t: UInt64) -> (Int32, isKnown: Bool) {
    var most: Int32 = 0
    var isKnown = true
    var other = 0
    while other < Int(state.count) {
      let share = other == own ? 0 : shares[Self.place(other, own)]
      if share != 0 && pads[other].readAt != Engine.never {
        if pads[other].isBehind(t) { isKnown = false }
        most = max(most, Int32(truncatingIfNeeded: (Int64(pads[other].peak(at: t, state.config.window_us)) &* Int64(share)) >> 8))
      }
      other &+= 1
    }
    return (most, isKnown)
  }

  func sampled(_ slot: Int, read force: Int32) {
    read(engine.contacts[slot].touch.contact, force, at: engine.time)
  }

  /// A reading of a contact that may be none of the pads.
  private func read(_ contact: UInt32, _ force: Int32, at t: UInt64) {
    if contact >= UInt32(truncatingIfNeeded: Self.padCount) { return }
    state.count = max(state.count, contact &+ 1)
    readKnown(contact, max(force, 0), at: t)
  }

  /// Takes a reading, 0 or above, of a pad that was read before.
  @inline(__always)
  fileprivate func readKnown(_ contact: UInt32, _ force: Int32, at t: UInt64) {
    pads[Int(truncatingIfNeeded: contact)].read(force, at: t, state.config.window_us)
  }

  /// While nothing touches; then it is handed on.
  @inline(never)
  fileprivate func readAnother(_ contact: UInt32, _ force: Int32, at t: UInt64) -> Int32 {
    read(contact, force, at: t)
    return state.watch.handOn(engine, contact, force, t)
  }

  func falls(_ slot: Int, read force: Int32) { sampled(slot, read: force) }

  /// Time starts again.
  func reset() {
    pads.initialize(repeating: CrosstalkPad(), count: Self.padCount)
    state.count = 0
  }
}

/// The state of crosstalk; a `CrosstalkPad` for each pad lies behind it, and the shares.
struct CrosstalkState {
  var watch = IdleWatch(hook: CrosstalkState.readApart)
  var config: press_crosstalk_config
  /// No pad from this number on was read.
  var count: UInt32 = 0
}

extension CrosstalkState {
  @inline(__always)
  static var readApart: IdleWatch.Hook {
    { engine, watch, contact, force, t in
      let own = Crosstalks(engine, UnsafeMutableRawPointer(watch).assumingMemoryBound(to: CrosstalkState.self))
      if contact >= own.state.count { return own.readAnother(contact, force, at: t) }
      own.readKnown(contact, force, at: t)
      return watch.pointee.handOn(engine, contact, force, t)
    }
  }
}

/// The readings of one pad, as a value.
struct CrosstalkPad {
  /// It is waited for no more, microseconds.
  private static var silent: UInt64 { 100_000 }

  /// Newtons, the latest; and the greatest that counts still.
  private(set) var force: Int32 = 0
  private var greatest: Int32 = 0
  private var greatestAt: UInt64 = 0
  /// Never: nothing was.
  private(set) var readAt = Engine.never

  init() {}

  func isBehind(_ t: UInt64) -> Bool { readAt < t && t &- readAt < CrosstalkPad.silent }

  /// The weight that the greatest force still has: it falls in a straight line to 0.
  func peak(at t: UInt64, _ window: UInt32) -> Int32 {
    let passed = t &- greatestAt
    if passed >= UInt64(window) { return 0 }
    let left = UInt64(window &- UInt32(truncatingIfNeeded: passed))
    // 31 + 20 bits.
    return Int32(truncatingIfNeeded: Wide.divide(UInt64(UInt32(bitPattern: greatest)) &* left, by: UInt64(window)))
  }

  /// Whether the latest force is less than that peak: without a division, as both sides of it are whole.
  private func isBelowPeak(at t: UInt64, _ window: UInt32) -> Bool {
    let passed = t &- greatestAt
    if passed >= UInt64(window) { return false }
    let left = UInt64(window &- UInt32(truncatingIfNeeded: passed))
    return UInt64(UInt32(bitPattern: force &+ 1)) &* UInt64(window) <= UInt64(UInt32(bitPattern: greatest)) &* left
  }

  /// 0 or above.
  mutating func read(_ read: Int32, at t: UInt64, _ window: UInt32) {
    force = read
    readAt = t
    if force < greatest && isBelowPeak(at: t, window) { return }
    greatest = force
    greatestAt = t
  }
}
