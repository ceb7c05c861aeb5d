import CPress
import CPressLinux
import PressSetup

/// The lines that go out. docs/protocol.md has them.
extension SocketServer {
  static let version = 1

  /// Why a connection ends.
  enum Closing: UInt8 {
    case tooSlow, full, silent, end, reload

    static let names = Words("too_slow,full,silent,end,reload")

    var explanation: StaticString {
      switch self {
      case .tooSlow: "events came faster than they were read; connect again with since"
      case .full: "all connections are taken"
      case .silent: "no command came within 10 seconds"
      case .end: "pressd ends"
      case .reload: "pressd starts again with what its config says now; connect again"
      }
    }
  }

  /// A new line, which is valid until the next one.
  private func write(_ body: (inout Writer) -> Void) -> Slice {
    guard let state else { return Slice("") }
    state.pointee.lineSeq = 0
    state.pointee.line.clear()
    body(&state.pointee.line)
    state.pointee.line.text("\n")
    return state.pointee.line.written
  }

  func line(_ seq: UInt64, _ event: press_event) -> Slice {
    guard let state else { return Slice("") }
    if state.pointee.lineSeq == seq { return state.pointee.line.written }
    let line = write { EventPrinter.object(event, seq: seq, &$0) }
    state.pointee.lineSeq = seq
    return line
  }

  func hello(mayCommand: Bool) -> Slice {
    guard let state else { return Slice("") }
    let version = press_version()
    let may: StaticString = mayCommand ? "command" : "read"
    return write { line in
      line.say(
        "{\"hello\":\"pressd\",\"protocol\":\(Self.version),\"version\":\"\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)\",\"run\":\(state.pointee.runId),\"may\":\"\(may)\","
      )
      line.say("\"sensors\":\(program.pointee.settings.count(.sensor)),\"rate\":\(program.pointee.rate),\"attached\":[\"preview\"")
      program.pointee.settings.sayAttached(&line)
      line.text("],")
      snapshot(&line)
      line.text("}")
    }
  }

  /// Where everything stands.
  func snapshot(_ line: inout Writer) {
    guard let state else { return }
    line.say(
      "\"seq\":\(state.pointee.eventLog.seq),\"complete_since\":\(state.pointee.eventLog.completeSince),\"t_us\":\(program.pointee.lastUs),\"levels\":{"
    )
    let config = program.pointee.settings.engine.config
    Self.level("\"touch_force\":", config.touch_force, &line)
    Self.level(",\"release_force\":", config.release_force, &line)
    Self.level(",\"zero_force\":", config.zero_force, &line)
    Self.level(",\"full_force\":", config.full_force, &line)
    Self.level(",\"preview_pressure\":", config.preview_pressure, &line)
    Self.level(",\"commit_pressure\":", config.commit_pressure, &line)
    Self.level(",\"complete_pressure\":", config.complete_pressure, &line)
    Self.level(",\"firmness\":", config.firmness, &line)
    line.text("},\"running\":[")
    for i in 0..<state.pointee.eventLog.runningCount {
      let one = state.pointee.eventLog.running(i)
      line.say("\(i > 0 ? "," : "")")
      line.say("{\"life\":\"\(Life.names[Int(one.life.rawValue)])\",\"began_us\":\(one.beganUs),\"latest\":")
      EventPrinter.object(one.event, seq: one.seq, &line)
      line.text("}")
    }
    line.say("],\"omitted\":\(state.pointee.eventLog.omitted)")
  }

  private static func level(_ name: StaticString, _ value: press_q16, _ line: inout Writer) {
    line.text(name)
    line.q16(value)
  }

  func makeForces(_ frame: press_frame) {
    guard let state else { return }
    var reading = press_reading()
    press_reading_init(&reading)
    _ = press_pad_get(state.pointee.pad, &reading)
    _ = write { line in
      line.say("{\"t_us\":\(frame.t_us),\"forces\":[")
      let count = program.pointee.settings.count(.sensor)
      for i in 0..<count {
        line.say("\(i > 0 ? "," : "")")
        line.q16(reading.forceAt(i), digits: 5)
      }
      line.text("],\"codes\":[")
      for i in 0..<count {
        line.say("\(i > 0 ? "," : "")")
        if frame.present & 1 << UInt32(i) != 0 { line.signed(Int64(frame.codeAt(i))) } else { line.text("null") }
      }
      line.text("]")
      EventPrinter.decimal(",\"force\":", reading.force, &line)
      EventPrinter.decimal(",\"x\":", reading.x, &line)
      EventPrinter.decimal(",\"y\":", reading.y, &line)
      line.text(reading.flags & UInt32(PRESS_READING_LOST) != 0 ? ",\"lost\":true}" : ",\"lost\":false}")
    }
  }

  func warning(lost: UInt64) -> Slice { write { $0.say("{\"warning\":\"progress_lost\",\"count\":\(lost)}") } }

  func closed(_ why: Closing) -> Slice {
    write { line in
      line.say(
        "{\"closed\":\"\(Closing.names[Int(why.rawValue)])\",\"seq\":\(state.map { $0.pointee.eventLog.seq } ?? 0),\"message\":\"\(why.explanation)\"}"
      )
    }
  }

  func close(_ i: Int, _ why: Closing) {
    if readers[i].state != .open { return }
    readers[i].close(closed(why), atUs: linux_now_us())
  }
}

extension press_reading {
  fileprivate func forceAt(_ index: Int) -> press_q16 {
    withUnsafePointer(to: raw_force) { UnsafeRawPointer($0).assumingMemoryBound(to: press_q16.self)[index & 7] }
  }
}
