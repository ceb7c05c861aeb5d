import CPress

/// Settings that do not go together.
public struct Complaint {
  public let place: Place
  /// The key that is to blame; empty: the section.
  public let key: Slice
  public let message: Message

  public init(_ place: Place, _ key: StaticString, _ message: Message) {
    self.place = place
    self.key = Slice(key)
    self.message = message
  }

  /// What the library says against a section: "KEY: its rule".
  public init(_ place: Place, library why: UnsafePointer<CChar>) {
    self.place = place
    key = Slice(cString: why)
    message = "\(place).\(why)"
  }
}

extension Settings {
  /// The line to look at: that of the key, of another one that the rule names, or of the section. 0: none of them was given.
  public func line(_ complaint: Complaint) -> UInt32 {
    var rest = complaint.key
    while !rest.isEmpty {
      let word = rest.takeName()
      guard let key = complaint.place.section.key(called: word) else { continue }
      let line = given.line(complaint.place, key)
      if line != 0 { return line }
    }
    return given.line(complaint.place, nil)
  }
}

extension Slice {
  /// Takes off and returns the next run of letters, digits and underscores.
  fileprivate mutating func takeName() -> Slice {
    func isPart(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
      default: false
      }
    }
    var first = 0
    while first < count && !isPart(self[first]) { first += 1 }
    var end = first
    while end < count && isPart(self[end]) { end += 1 }
    let name = keeping(end).dropping(first)
    self = dropping(end)
    return name
  }
}
