import CPress

extension Settings {
  /// Where the first action of a peek is. From right to left it counts from the right side of the target to the left.
  mutating func actionsX(_ index: Int) -> press_q16 {
    let own = peek[index].peek
    if !profile.rightToLeft { return own.actions_x }
    for i in 0..<count(.target) where target[i].target.id == peek[index].target {
      let right = Int64(target[i].target.x) + Int64(target[i].target.width)
      let x = right - (Int64(own.actions_x) - Int64(target[i].target.x)) - Int64(own.actions_width)
      return press_q16(clamping: x)
    }
    return own.actions_x
  }
}

extension Writer {
  /// Words with commas between.
  public mutating func list(_ words: Words) {
    var index = 0
    while !words[index].isEmpty {
      if index > 0 { text(", ") }
      slice(words[index])
      index += 1
    }
  }

  public mutating func sectionsOfProfile() {
    var isFirst = true
    for raw in 0..<UInt8(Section.all) {
      guard let section = Section(rawValue: raw), !section.keysOfProfile[0].isEmpty else { continue }
      if !isFirst { text(", ") }
      text(section.name)
      isFirst = false
    }
  }
}
