import CPress

/// Settings that do not go together.
public struct Complaint {
  var place = Place(.sensor)
  /// The key that is to blame; empty: the section.
  var key = Slice("")
  public fileprivate(set) var message = Message("")

  init() {}
}

extension Settings {
  /// Keeps what is wrong. @return true, as all do that find something wrong.
  @inline(never)
  mutating func complain(_ place: Place, _ key: Slice, _ message: Message) -> Bool {
    complaint.place = place
    complaint.key = key
    complaint.message = message
    return true
  }

  mutating func complain(_ place: Place, _ key: StaticString, _ message: Message) -> Bool { complain(place, Slice(key), message) }

  /// What the library says against a section: "KEY: its rule".
  @inline(never)
  mutating func complain(_ place: Place, library why: UnsafePointer<CChar>) -> Bool {
    complain(place, Slice(cString: why), "\(place).\(why)")
  }

  /// The line to look at: that of the key, of another one that the rule names, or of the section. 0: none of them was given.
  public mutating func lineOfComplaint() -> UInt32 {
    let place = complaint.place
    var rest = complaint.key
    while !rest.isEmpty {
      let word = rest.takeName()
      guard let key = place.section.key(called: word) else { continue }
      let line = given.line(place, key)
      if line != 0 { return line }
    }
    return given.line(place, nil)
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
