import CPress

extension Attachment {
  /// As many can be told apart by what is pending in an engine.
  static var most: Int { 16 }
}

/// What lies before the state of an attachment.
struct AttachmentHead {
  /// How it observes. It is handed where its state lies.
  typealias Hook = @convention(thin) (Engine, UnsafeMutableRawPointer, Notice) -> Answer

  let hook: Hook
  /// The head of the next, in bytes from the start of the engine's storage; 0: it is the last.
  var next: UInt32
  /// What it observes; above that its number.
  private var bits: UInt32

  init(hook: Hook, next: UInt32, observes: Notices, kind: Attachment) {
    self.hook = hook
    self.next = next
    bits = observes.bits | UInt32(kind.rawValue) &<< Notices.count
  }

  /// Which attachment it is.
  var number: UInt8 { UInt8(truncatingIfNeeded: bits &>> Notices.count) }

  var observes: Notices {
    get { Notices(bits: bits & ~(~0 &<< Notices.count)) }
    set { bits = newValue.bits | bits & (~0 &<< Notices.count) }
  }

  @inline(__always)
  func observes(_ notice: Notices) -> Bool { bits & notice.bits != 0 }

  static var size: Int { Layout.aligned(MemoryLayout<AttachmentHead>.size) }
}

/// What an attachment observes. It may change state, and note that it has something to deliver (`Engine.markPending`);
/// it delivers nothing but on `deliver`, `deliverFirst` and `fire`. The first number is the slot of the contact.
enum Notice {
  /// A sample of no contact, before anything becomes of it.
  case apart(UnsafePointer<Sample>)
  /// A contact is down, its beginning was delivered.
  case began(Int)
  /// A sample of a contact that is down was taken in; its preview is stepped next. `read`: the force before it was filtered. `isSensed`: of a
  /// sensor, of which two in a row may be wrong.
  case sampled(Int, read: Int32, isSensed: Bool)
  /// The preview of a contact is about to begin. Answers yes, no, or that it has no opinion.
  case ask(Int)
  /// The preview of a contact has begun; the claim is `preview`.
  case previewBegan(Int)
  /// Progress of a phase of the preview was delivered.
  case previewUpdated(Int, isEnd: Bool), commitUpdated(Int, isEnd: Bool)
  /// The force of a contact is about to fall below release; `read` as of a sample. It lifts at once, or unless it comes back.
  case falls(Int, read: Int32)
  /// The force of a contact fell below release; it lifts unless it comes back.
  case fell(Int)
  /// A contact is about to become something else than a tap. What was waiting for that comes first.
  case becomes(Int)
  /// The program releases a contact: what it became is cancelled, and nothing more becomes of it.
  case released(Int)
  /// A contact ends, and what is left of its preview. Nothing of it is delivered yet.
  case ended(Int, reason: Int32)
  /// The preview of a contact is cancelled alone.
  case previewStopped(Int, reason: Int32)
  /// A target goes away.
  case removed(UInt32)
  /// A target was added, or updated, perhaps to fewer traits.
  case changed(UInt32)
  /// A contact is about to become that. Answers yes where it has become something else, or waits for what another contact does.
  case claims(Int, Claim)
  /// An attachment says how far it has come, with a contact or without one, -1. What the number means is between it and those that
  /// know it.
  case reached(Int, Attachment, stage: UInt8, target: UInt32)
  /// The engine is reset. Contacts have ended before.
  case reset
  /// Answers when it is due next.
  case deadline
  /// Its deadline has come. `more`: how far the time goes on from there with this call, so that what is due again and again
  /// can leave out all but the latest.
  case fire(UInt64, more: UInt64)
  /// Delivers one thing that is pending. Answers whether more may be.
  case deliver
  /// The same, of what comes before all else that is pending.
  case deliverFirst

  /// Those that an attachment observes by choice; of the rest it is sent what it asked for.
  @inline(__always)
  var bit: Notices {
    switch self {
    case .began: .began
    case .sampled: .sampled
    case .ask: .ask
    case .previewBegan: .previewBegan
    case .previewUpdated: .previewUpdated
    case .commitUpdated: .commitUpdated
    case .falls: .falls
    case .fell: .fell
    case .ended: .ended
    case .previewStopped: .previewStopped
    case .removed: .removed
    case .changed: .changed
    case .claims: .claims
    case .reached: .reached
    case .reset: .reset
    case .apart: .apart
    case .becomes: .becomes
    case .released: .released
    case .deadline: .deadline
    case .fire, .deliver, .deliverFirst: .none
    }
  }
}

/// A set of notices. Not an OptionSet: its array literal allocates.
struct Notices {
  var bits: UInt32

  /// So many bits are for notices; the rest of the 32 says whose head it is.
  static var count: UInt32 { 28 }

  static var none: Notices { Notices(bits: 0) }
  static var began: Notices { Notices(bits: 1 << 0) }
  static var sampled: Notices { Notices(bits: 1 << 1) }
  static var ask: Notices { Notices(bits: 1 << 2) }
  static var previewBegan: Notices { Notices(bits: 1 << 3) }
  static var previewUpdated: Notices { Notices(bits: 1 << 4) }
  static var commitUpdated: Notices { Notices(bits: 1 << 5) }
  static var fell: Notices { Notices(bits: 1 << 6) }
  static var ended: Notices { Notices(bits: 1 << 7) }
  static var previewStopped: Notices { Notices(bits: 1 << 8) }
  static var removed: Notices { Notices(bits: 1 << 9) }
  static var changed: Notices { Notices(bits: 1 << 10) }
  static var reset: Notices { Notices(bits: 1 << 11) }
  static var apart: Notices { Notices(bits: 1 << 12) }
  static var released: Notices { Notices(bits: 1 << 13) }
  static var claims: Notices { Notices(bits: 1 << 14) }
  static var becomes: Notices { Notices(bits: 1 << 15) }
  static var reached: Notices { Notices(bits: 1 << 16) }
  static var deadline: Notices { Notices(bits: 1 << 17) }
  static var falls: Notices { Notices(bits: 1 << 18) }

  @inline(__always)
  static func | (a: Notices, b: Notices) -> Notices { Notices(bits: a.bits | b.bits) }

  @inline(__always)
  func has(_ other: Notices) -> Bool { bits & other.bits != 0 }
  @inline(__always)
  func without(_ other: Notices) -> Notices { Notices(bits: bits & ~other.bits) }
}

/// What a notice is answered with, where it asks.
struct Answer {
  let value: UInt64

  @inline(__always)
  static var none: Answer { Answer(value: 0) }
  @inline(__always)
  static var yes: Answer { Answer(value: 1) }
  @inline(__always)
  static var no: Answer { Answer(value: 2) }
  /// More may be pending.
  @inline(__always)
  static func more(_ more: Bool) -> Answer { Answer(value: more ? 1 : 0) }
  @inline(__always)
  static func due(_ t: UInt64) -> Answer { Answer(value: t) }
}
