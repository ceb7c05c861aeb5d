/// What a contact is. `Contact.become` alone changes it, by this table; docs/interactions.md shows it too, with a picture, and
/// Tests/PressCoreTests hold both against the code.
///
/// | a contact that is | may become                                                     |
/// |-------------------|----------------------------------------------------------------|
/// | open              | tap, moved, hold, lifted, scroll, preview, actions, drag, over |
/// | moved             | preview, drag                                                  |
/// | hold              | drag, over                                                     |
/// | lifted            | drag                                                           |
/// | scroll            | over                                                           |
/// | preview           | drag                                                           |
/// | actions           |                                                                |
/// | drag              | open                                                           |
/// | over              |                                                                |
public enum Claim: UInt8 {
  case open, moved, hold, scroll, preview, actions, over, drag, lifted

  @inline(__always)
  public func may(_ next: Claim) -> Bool {
    switch self {
    case .open: next != .open
    case .moved: next == .preview || next == .drag
    case .hold: next == .over || next == .drag
    case .scroll: next == .over
    case .preview, .lifted: next == .drag
    case .drag: next == .open
    case .actions, .over: false
    }
  }

  /// A contact that lifts ends as a tap: it has become nothing else.
  @inline(__always)
  public var mayTap: Bool { self == .open }
}
