/// The interactions that can be attached to an engine. An engine calls them through a function that it was given when they
/// were attached, so that a program that attaches none links none. Their state lies in the engine's storage.
enum Attachment: Int {
  /// In the order in which they hear and tell: a contact that drags is told so before it would scroll.
  case drag, gestures, peek, transitions, button

  static var count: Int { 5 }
  var bit: UInt32 { 1 &<< UInt32(truncatingIfNeeded: rawValue) }

  /// Engine, notice, slot of the contact, value. The answer is 0 but where a notice says otherwise.
  typealias Hook = @convention(c) (OpaquePointer?, UInt32, Int, UInt64) -> UInt64

  /// What an attached interaction hears, of `notify` what it asked for. It may change state and note what it owes (`Engine.owe`); it tells nothing but in
  /// `settle` and `fire`.
  enum Notice: UInt32 {
    /// A contact is down, its beginning told.
    case began
    /// A sample of a contact that is down was taken in; its preview is stepped next.
    case sampled
    /// The preview of a contact wants to begin. Answers 1 for yes, 2 for no, 0 for no opinion.
    case ask
    /// The preview of a contact has begun; the claim is `preview`.
    case previewBegan
    /// Progress of the preview phase, or of the commit phase, was told; value: 1 for its end.
    case previewTold, commitTold
    /// The force of a contact fell below release; it lifts unless it comes back.
    case fell
    /// A contact ends, and what is left of its preview; value: the reason. Nothing of it is told yet.
    case ended
    /// The preview of a contact is cancelled alone; value: the reason.
    case previewStopped
    /// A target goes away; value: its id.
    case removed
    /// A target was added, or updated, perhaps to fewer traits; value: its id.
    case changed
    /// The engine is reset. Contacts have heard `ended` before.
    case reset
    /// Answers when it is due next, UInt64.max for never.
    case deadline
    /// Its deadline, the value, has come. In place of the slot: how far the time goes on from there with this call, so that
    /// what is due again and again can leave out all but the latest.
    case fire
    /// Tells one thing that it owes, if it owes any. Answers 0 once it owes nothing more.
    case settle

    var bit: UInt32 { 1 &<< rawValue }
  }
}
