import CPress
@testable import PressCore

/// What lives of what an engine put into its queue.
struct RoomBooks: Equatable {
  static let most = 16
  /// One key for each life, sorted, so that books that say the same are equal.
  private(set) var lives: [UInt64] = []
  private(set) var wrong: String?

  init() {}
  init(_ words: UnsafePointer<UInt64>) { lives = Array(UnsafeBufferPointer(start: words, count: Self.most)).filter { $0 != 0 } }

  func write(_ words: UnsafeMutablePointer<UInt64>) { for i in 0..<Self.most { words[i] = i < lives.count ? lives[i] : 0 } }

  /// Those of contacts are known by their contact, the rest by what they are about.
  private static func key(_ kind: Lives.Kind, _ e: press_event) -> UInt64 {
    let which: UInt32 =
      switch kind {
      case .contact, .preview, .hold, .scroll, .levels: e.contact
      case .transfer: UInt32(bitPattern: e.value)
      default: e.subject
      }
    return UInt64(kind.rawValue + 1) << 32 | UInt64(which)
  }

  static func kind(_ key: UInt64) -> Lives.Kind { Lives.Kind(rawValue: UInt8(key >> 32) - 1)! }

  private struct Row {
    var begins: [Lives.Kind] = []
    var ends: [Lives.Kind] = []
    var endsWithLast: [Lives.Kind] = []
  }

  /// By the type of the event.
  private static let rows: [Row] = {
    var rows = [Row](repeating: Row(), count: 256)
    for life in Lives.all {
      for type in life.begins { rows[Int(type)].begins.append(life.kind) }
      for type in life.ends { rows[Int(type)].ends.append(life.kind) }
      for type in life.endsWithLast { rows[Int(type)].endsWithLast.append(life.kind) }
    }
    return rows
  }()

  mutating func book(_ e: press_event) {
    let row = Self.rows[Int(e.type)]
    for kind in row.ends { end(kind, e) }
    if e.flags & UInt32(PRESS_EVENT_FLAG_ENDED) != 0 { for kind in row.endsWithLast { end(kind, e) } }
    for kind in row.begins {
      let key = Self.key(kind, e)
      if lives.contains(key) { wrong = "a \(kind) began twice" }
      lives.insert(key, at: lives.firstIndex { $0 > key } ?? lives.count)
    }
    if lives.count > Self.most { wrong = "more lives than are counted" }
  }

  private mutating func end(_ kind: Lives.Kind, _ e: press_event) {
    if let at = lives.firstIndex(of: Self.key(kind, e)) { lives.remove(at: at) } else { wrong = "a \(kind) ended without a beginning" }
  }
}
