/// What a contact is. `Contact.become` alone changes it, by this table; docs/interactions.md shows it too, with a picture, and
/// Tests/PressCoreTests hold both against the code.
///
/// | a contact that is | may become                                                            |
/// |-------------------|-----------------------------------------------------------------------|
/// | open              | tap, moved, hold, lifted, scroll, preview, actions, drag, pinch, over |
/// | moved             | preview, drag, pinch, over                                            |
/// | hold              | drag, over                                                            |
/// | lifted            | drag, over                                                            |
/// | scroll            | over                                                                  |
/// | preview           | tap, drag, pinch, over                                                |
/// | actions           | over                                                                  |
/// | drag              | open, over                                                            |
/// | pinch             | over                                                                  |
/// | over              |                                                                       |
public enum Claim: UInt8 {
  case open, moved, hold, scroll, preview, actions, over, drag, lifted, pinch

  @inline(__always)
  public func may(_ next: Claim) -> Bool {
    switch self {
    case .open: next != .open
    case .moved: next == .preview || next == .drag || next == .pinch || next == .over
    case .preview: next == .drag || next == .pinch || next == .over
    case .hold, .lifted: next == .drag || next == .over
    case .scroll, .actions, .pinch: next == .over
    case .drag: next == .open || next == .over
    case .over: false
    }
  }

  /// A contact that lifts may end as a tap: it has become nothing else, or a preview whose phase has not ended (`Gestures`).
  @inline(__always)
  public var mayTap: Bool { self == .open || self == .preview }
}
