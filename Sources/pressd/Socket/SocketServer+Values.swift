import CPress
import PressSetup

/// What counts of the config now, and where it comes from.
extension SocketServer {
  func get(_ i: Int, _ id: UInt64?, _ fields: inout Fields) {
    guard let state else { return }
    var key = self.key(&fields)
    if fields.refusal != nil { return refuse(i, .get, id, fields) }
    let section = key.takeField(UInt8(ascii: "."))
    guard let place = Place(section), place.index < rooms(place.section), let index = place.section.key(called: key) else {
      fields.refuse(.badValue, Slice("key"), "SECTION.KEY, of a section that there is")
      return refuse(i, .get, id, fields)
    }
    done(i, .get, id) { line in
      line.text(",")
      value(place, index, state.pointee.changes, &line)
    }
  }

  /// Those of one section, or all that were given or changed.
  func dump(_ i: Int, _ id: UInt64?, _ fields: inout Fields) {
    guard let state else { return }
    var only: Place?
    if let section = fields.text("section") {
      only = Place(section)
      if only.map({ $0.index < rooms($0.section) }) != true { fields.refuse(.badValue, Slice("section"), "the name of a section that there is") }
    }
    if fields.refusal != nil { return refuse(i, .dump, id, fields) }
    state.pointee.lineSeq = 0
    state.pointee.line.clear()
    begin(&state.pointee.line, .dump, id)
    state.pointee.line.text(",\"ok\":true,\"values\":[")
    var isFirst = true
    if let only {
      list(only, isWhole: true, &isFirst)
    } else {
      for raw in 0..<UInt8(Section.all) {
        guard let section = Section(rawValue: raw) else { continue }
        for index in 0..<rooms(section) { list(Place(section, index), isWhole: false, &isFirst) }
      }
    }
    state.pointee.line.text("]}\n")
    if state.pointee.line.error == 0 && readers[i].append(state.pointee.line.written) { return }
    finish(i, .dump, id, .noSpace) { $0.text("read what was sent before, or ask for one section") }
  }

  /// How many of a section there are; a single one is there, asked for or not.
  private func rooms(_ section: Section) -> Int { section.most > 1 ? program.pointee.settings.count(section) : 1 }

  private func list(_ place: Place, isWhole: Bool, _ isFirst: inout Bool) {
    guard let state else { return }
    for index in 0..<place.section.keyCount {
      if !isWhole, case .usual = state.pointee.changes.origin(place, index, &program.pointee.settings.given) { continue }
      state.pointee.line.text(isFirst ? "{" : ",{")
      value(place, index, state.pointee.changes, &state.pointee.line)
      state.pointee.line.text("}")
      isFirst = false
    }
  }

  private func value(_ place: Place, _ index: Int, _ changes: Changes, _ line: inout Writer) {
    line.say("\"key\":\"\(place).\(place.section.key(index).name)\",\"value\":\"")
    let origin = changes.origin(place, index, &program.pointee.settings.given)
    program.pointee.settings.withValue(place, index) { line.json($0) }
    line.say("\",\"from\":\"\(origin.name)\"")
    switch origin {
    case .config(let number), .profile(let number): line.say(",\"line\":\(number)")
    case .usual, .option, .saved, .set: break
    }
  }
}

extension Writer {
  /// Within a string of JSON; what is not UTF-8 becomes a question mark.
  fileprivate mutating func json(_ text: Slice) {
    var rest = text
    while !rest.isEmpty {
      let (scalar, count) = rest.firstScalar
      switch scalar {
      case nil, .some(0..<32): byte(UInt8(ascii: "?"))
      case .some(0x22), .some(0x5C):
        byte(UInt8(ascii: "\\"))
        byte(rest[0])
      default: slice(rest.keeping(count))
      }
      rest = rest.dropping(count)
    }
  }
}
