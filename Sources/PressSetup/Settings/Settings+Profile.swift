import CPress

extension Settings {
  /// Where the first action of a peek is. From right to left it counts from the right side of the target to the left.
  public func actionsX(_ peek: PeekSettings) -> press_q16 {
    if !profile.rightToLeft { return peek.peek.actions_x }
    for i in 0..<count(.target) where target[i].target.id == peek.target {
      let right = Int64(target[i].target.x) + Int64(target[i].target.width)
      let x = right - (Int64(peek.peek.actions_x) - Int64(target[i].target.x)) - Int64(peek.peek.actions_width)
      return press_q16(clamping: x)
    }
    return peek.peek.actions_x
  }
}

extension Writer {
  /// Words with commas between.
  public mutating func list(_ words: Words) {
    var index = 0
    while !words[index].isEmpty {
      say("\(index > 0 ? ", " : "")\(words[index])")
      index += 1
    }
  }

  public mutating func sectionsOfProfile() {
    var isFirst = true
    for raw in 0..<UInt8(Section.all) {
      guard let section = Section(rawValue: raw), !section.keysOfProfile[0].isEmpty else { continue }
      say("\(isFirst ? "" : ", ")\(section.name)")
      isFirst = false
    }
  }
}
