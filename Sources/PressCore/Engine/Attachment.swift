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
  var observes: Notices
  let kind: Attachment

  static var size: Int { Layout.aligned(MemoryLayout<AttachmentHead>.size) }
}

/// What an attachment observes. It may change state, and note that it has something to deliver (`Engine.markPending`);
/// it delivers nothing but on `deliver`, `deliverFirst` and `fire`. The first number is the slot of the contact.
enum Notice {
  /// A sample of no contact, before anything becomes of it.
  case apart(UnsafePointer<press_sample>)
  /// A contact is down, its beginning was delivered.
  case began(Int)
  /// A sample of a contact that is down was taken in; its preview is stepped next.
  case sampled(Int)
  /// The preview of a contact is about to begin. Answers yes, no, or that it has no opinion.
  case ask(Int)
  /// The preview of a contact has begun; the claim is `preview`.
  case previewBegan(Int)
  /// Progress of a phase of the preview was delivered.
  case previewUpdated(Int, isEnd: Bool), commitUpdated(Int, isEnd: Bool)
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
  /// A contact is about to become a hold. Answers yes where it has become something else.
  case held(Int)
  /// Where the peek of a finger has got to; -1: no finger opened it.
  case peeked(Int, PeekStage, target: UInt32)
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

  /// Those that an attachment observes by choice; it is sent the rest in any case.
  @inline(__always)
  var bit: Notices {
    switch self {
    case .began: .began
    case .sampled: .sampled
    case .ask: .ask
    case .previewBegan: .previewBegan
    case .previewUpdated: .previewUpdated
    case .commitUpdated: .commitUpdated
    case .fell: .fell
    case .ended: .ended
    case .previewStopped: .previewStopped
    case .removed: .removed
    case .changed: .changed
    case .held: .held
    case .peeked: .peeked
    case .reset: .reset
    case .apart: .apart
    case .becomes: .becomes
    case .released: .released
    case .deadline, .fire, .deliver, .deliverFirst: Notices(bits: 0)
    }
  }
}

/// What others need to know of a peek.
enum PeekStage {
  /// Its preview has begun; it is shown without a preview; its actions came on show, or were hidden; it popped; it is over without that.
  case hinting, opened, revealed, hidden, popped, dismissed
}

/// A set of notices. Not an OptionSet: its array literal allocates.
struct Notices {
  var bits: UInt16

  static var began: Notices { Notices(bits: 1) }
  static var sampled: Notices { Notices(bits: 2) }
  static var ask: Notices { Notices(bits: 4) }
  static var previewBegan: Notices { Notices(bits: 8) }
  static var previewUpdated: Notices { Notices(bits: 16) }
  static var commitUpdated: Notices { Notices(bits: 32) }
  static var fell: Notices { Notices(bits: 64) }
  static var ended: Notices { Notices(bits: 128) }
  static var previewStopped: Notices { Notices(bits: 256) }
  static var removed: Notices { Notices(bits: 512) }
  static var changed: Notices { Notices(bits: 1024) }
  static var reset: Notices { Notices(bits: 2048) }
  static var apart: Notices { Notices(bits: 4096) }
  static var released: Notices { Notices(bits: 8192) }
  static var held: Notices { Notices(bits: 16384) }
  /// One bit: who observes one ignores the other.
  static var becomes: Notices { Notices(bits: 32768) }
  static var peeked: Notices { Notices(bits: 32768) }

  @inline(__always)
  static func | (a: Notices, b: Notices) -> Notices { Notices(bits: a.bits | b.bits) }

  @inline(__always)
  func has(_ other: Notices) -> Bool { bits & other.bits != 0 }
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
