import CPress

/// What pads of an engine feel of each other. A handle, as Engine is.
public struct Crosstalks: Interaction {
  static var kind: Attachment { .crosstalk }
  let engine: Engine
  let memory: UnsafeMutablePointer<press_crosstalk_config>

  init(_ engine: Engine, _ memory: UnsafeMutablePointer<press_crosstalk_config>) {
    self.engine = engine
    self.memory = memory
  }

  /// Nil when it is not attached.
  public init?(_ engine: Engine) {
    guard let own = Self.attached(to: engine) else { return nil }
    self = own
  }

  private static var padCount: Int { 16 }
  private static var padsOffset: Int { Layout.aligned(MemoryLayout<press_crosstalk_config>.size) }
  private static var sharesOffset: Int { padsOffset &+ padCount &* MemoryLayout<CrosstalkPad>.stride }

  public static func size(_ config: press_crosstalk_config, contacts: Int) -> Int {
    AttachmentHead.size &+ sharesOffset &+ padCount &* padCount
  }

  private var pads: UnsafeMutablePointer<CrosstalkPad> { memory.behind(Self.padsOffset, CrosstalkPad.self) }
  /// Of 256: what the second of a pair reads of the first at most. The pairs of one first pad stand side by side.
  private var shares: UnsafeMutablePointer<UInt8> { memory.behind(Self.sharesOffset, UInt8.self) }

  /// The config is valid.
  @inline(never)
  public static func attach(_ engine: Engine, _ config: press_crosstalk_config) -> Int32 {
    let (status, own) = attach(
      to: engine, bytes: size(config, contacts: engine.maxContacts), room: Room(ends: 0), .apart | .sampled | .falls | .reset
    ) {
      Crosstalks($0, $1.assumingMemoryBound(to: press_crosstalk_config.self)).observe($2)
    }
    guard let own else { return status }
    own.reset()
    engine.watchIdle(own.head)
    return own.set(config)
  }

  /// The config that was given last.
  public var given: press_crosstalk_config { state }

  public func set(_ config: press_crosstalk_config) -> Int32 {
    memory.initialize(to: config)
    shares.initialize(repeating: Self.kept(config.share), count: Self.padCount &* Self.padCount)
    return Status.ok
  }

  /// Rounded up.
  private static func kept(_ share: Int32) -> UInt8 { UInt8(truncatingIfNeeded: (share &+ 255) >> 8) }

  /// Of pads that differ; nil: there is no such pair.
  private static func pair(_ from: UInt32, _ to: UInt32) -> Int? {
    max(from, to) >= UInt32(truncatingIfNeeded: padCount) || from == to
      ? nil : Int(truncatingIfNeeded: from) &* padCount &+ Int(truncatingIfNeeded: to)
  }

  public func setShare(_ from: UInt32, _ to: UInt32, _ share: Int32) -> Int32 {
    var config = state
    config.share = share
    guard let pair = Self.pair(from, to), press_crosstalk_config.brokenRule(&config) == 0 else { return Status.invalid }
    shares[pair] = Self.kept(share)
    return Status.ok
  }

  /// Nil: there is no such pair.
  public func share(_ from: UInt32, _ to: UInt32) -> Int32? { Self.pair(from, to).map { Int32(shares[$0]) &<< 8 } }

  // MARK: Notices

  func holdsBack(_ sample: UnsafePointer<Sample>) -> Bool {
    let own = sample.pointee.contact
    if own >= UInt32(truncatingIfNeeded: Self.padCount) { return false }
    let pad = pads + Int(truncatingIfNeeded: own)
    let before = pad.pointee.force
    let t = sample.pointee.t_us
    pad.pointee.read(Engine.isUnknown(sample) ? 0 : sample.pointee.unfiltered, at: t, state.window_us)
    let touch = engine.state.settings.touchForce
    if sample.pointee.source == .first || !engine.isTouching(sample, touch) { return false }
    let (most, isKnown) = handedOn(to: Int(truncatingIfNeeded: own), at: t)
    // Where others may have been struck since they were read it is what this pad read before that is known to be theirs.
    if !isKnown && before < touch { return true }
    return most > 0 && (isKnown ? pad.pointee.force : before) <= most
  }

  /// The most that a pad reads of others; and whether they have all been read since.
  private func handedOn(to own: Int, at t: UInt64) -> (Int32, isKnown: Bool) {
    var most: Int32 = 0
    var isKnown = true
    var other = 0
    while other < Self.padCount {
      let share = shares[other &* Self.padCount &+ own]
      if other != own && share != 0 && pads[other].readAt != Engine.never {
        if pads[other].isBehind(t) { isKnown = false }
        most = max(most, Int32(truncatingIfNeeded: (Int64(pads[other].peak(at: t, state.window_us)) &* Int64(share)) >> 8))
      }
      other &+= 1
    }
    return (most, isKnown)
  }

  func sampled(_ slot: Int, read force: Int32) {
    let contact = engine.contacts[slot].touch.contact
    if contact >= UInt32(truncatingIfNeeded: Self.padCount) { return }
    pads[Int(truncatingIfNeeded: contact)].read(force, at: engine.state.now, state.window_us)
  }

  func falls(_ slot: Int, read force: Int32) { sampled(slot, read: force) }

  /// Time starts again.
  func reset() { pads.initialize(repeating: CrosstalkPad(), count: Self.padCount) }
}

/// What was read of one pad, as a value.
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

  /// What the greatest force counts still: it falls in a straight line to nothing.
  func peak(at t: UInt64, _ window: UInt32) -> Int32 {
    let passed = t &- greatestAt
    if passed >= UInt64(window) { return 0 }
    let left = UInt64(window &- UInt32(truncatingIfNeeded: passed))
    // 31 + 20 bits.
    return Int32(truncatingIfNeeded: Wide.divide(UInt64(UInt32(bitPattern: greatest)) &* left, by: UInt64(window)))
  }

  mutating func read(_ read: Int32, at t: UInt64, _ window: UInt32) {
    force = max(read, 0)
    readAt = t
    if force < peak(at: t, window) { return }
    greatest = force
    greatestAt = t
  }
}
