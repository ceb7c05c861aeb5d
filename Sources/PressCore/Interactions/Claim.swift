/// What a contact has become. This is the one place that decides it; docs/interactions.md shows the table, with a picture,
/// and Tests/PressCoreTests holds the two against each other.
///
/// | a contact that is | may become                                |
/// |-------------------|-------------------------------------------|
/// | open              | tap, hold, scroll, preview, actions, drag |
/// | moved             | preview, drag                             |
/// | hold              |                                           |
/// | scroll            |                                           |
/// | preview           | drag                                      |
/// | actions           |                                           |
/// | drag              |                                           |
/// | over              |                                           |
public enum Claim: UInt8 {
  case open, moved, hold, scroll, preview, actions, over, drag

  public enum Wish {
    case tap, hold, scroll, preview, actions, drag
  }

  @inline(__always)
  public func may(_ wish: Wish) -> Bool {
    switch self {
    case .open: true
    case .moved: wish == .preview || wish == .drag
    case .preview: wish == .drag
    case .hold, .scroll, .actions, .over, .drag: false
    }
  }
}
