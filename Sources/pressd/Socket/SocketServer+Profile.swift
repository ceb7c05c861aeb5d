import CPress
import PressSetup

/// The profile of a person, that programs put in force.
extension SocketServer {
  private static let lineRule: StaticString = "the number of the first line of text in its profile, from 1 to 65535"

  /// Takes lines of a profile, and with the last of them puts it in force. @return whether that was tried.
  func profile(_ i: Int, _ id: UInt64?, _ fields: inout Fields) -> Bool {
    guard let state else { return false }
    let text = fields.text("text") ?? Slice("")
    let name = fields.text("name") ?? Slice("")
    let first = fields.whole("line", 1, 65535, Self.lineRule) ?? 1
    let hasMore = fields.isYes("more", isRequired: false)
    if name.count > 63 || !name.isText { fields.refuse(.badValue, Slice("name"), "up to 63 bytes without control characters") }
    if fields.refusal != nil {
      refuse(i, .profile, id, fields)
      return false
    }
    if first == 1 {
      beginDraft(state, i, name)
    } else if state.pointee.drafter != i || first != UInt64(state.pointee.draftLine) + 1 {
      finish(i, .profile, id, .notNow) { $0.say("line \(first) does not follow what came: send the profile again, from line 1") }
      return false
    }
    if !takeLines(i, id, text, state) { return false }
    if hasMore {
      done(i, .profile, id) { _ in }
      return false
    }
    state.pointee.drafter = nil
    if let why = state.pointee.changes.choose(program.pointee.draft, program, state.pointee.engine, state.pointee.pad) {
      refuseProfile(i, id) { $0.cString(why) }
      return true
    }
    replaySaved(state)
    if mayReport(state) { reportProfile() }
    catchUp(i)
    done(i, .profile, id) { line in
      line.text(",\"unused\":[")
      var isFirst = true
      program.pointee.settings.eachUnusedOfProfile {
        line.say("\(isFirst ? "" : ",")\"\($0.name)\"")
        isFirst = false
      }
      line.text("]")
    }
    return true
  }

  /// Begins a profile, and forgets another one that is incomplete.
  private func beginDraft(_ state: UnsafeMutablePointer<State>, _ i: Int, _ name: Slice) {
    program.pointee.draft.initialize(to: program.pointee.base.pointee)
    program.pointee.draft.pointee.profile.file = Path()
    program.pointee.draft.pointee.profile.name = Path(name)
    state.pointee.drafter = i
    state.pointee.draftLine = 0
    state.pointee.draftReader = ConfigReader(isProfile: true)
  }

  /// Takes lines of a profile. @return false: a line is wrong, and the answer says so.
  private func takeLines(_ i: Int, _ id: UInt64?, _ text: Slice, _ state: UnsafeMutablePointer<State>) -> Bool {
    var rest = text
    while !rest.isEmpty {
      let line = rest.takeField(UInt8(ascii: "\n"))
      state.pointee.draftLine += 1
      let number = state.pointee.draftLine
      guard let problem = state.pointee.draftReader.take(line, number: number, program.pointee.draft) else { continue }
      state.pointee.drafter = nil
      refuseProfile(i, id) { words in
        words.say("line \(UInt64(number)): ")
        words.say(problem)
      }
      return false
    }
    return true
  }

  private func refuseProfile(_ i: Int, _ id: UInt64?, _ words: (inout Writer) -> Void) {
    var bytes = InlineArray<512, UInt8>(repeating: 0)
    withUnsafeMutablePointer(to: &bytes) { bytes in
      var text = Writer(buffer: UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: UInt8.self), capacity: 512)
      words(&text)
      finish(i, .profile, id, .badValue) { $0.json(text.written) }
    }
  }

  private func reportProfile() {
    let name = program.pointee.settings.profile.name
    if name.isEmpty { return program.say("over the socket a profile without a name was put in force, or none", .notice) }
    name.withText { program.say("over the socket the profile \($0) was put in force", .notice) }
  }
}
