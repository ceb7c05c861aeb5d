import CPress
import CPressLinux
import PressSetup

/// Accepts clients and reads their messages, when there is time.
extension SocketServer {
  /// Serves until shortly before `untilUs`, or until a command was carried out. @return whether one was.
  func serve(untilUs: UInt64) -> Bool {
    guard let state else { return false }
    var now = linux_now_us()
    if now &+ Self.guardUs >= untilUs {
      // No time is left: take a short turn now and then.
      if now &- state.pointee.lastTurnUs < Self.turnUs { return false }
      return turn(untilUs: now, waitUs: now, most: 2)
    }
    while now &+ Self.guardUs < untilUs && linux_signal() == 0 {
      // The wait lasts to the very end: a separate sleep for the rest would wake the process once more for each frame.
      if turn(untilUs: untilUs &- Self.guardUs, waitUs: untilUs, most: Self.mostReaders) { return true }
      if program.pointee.alarm.isRaised { return false }
      now = linux_now_us()
    }
    return false
  }

  /// Serves all connections once; work that comes after `untilUs` waits for the next turn. @return whether a command was carried out.
  private func turn(untilUs: UInt64, waitUs: UInt64, most: Int) -> Bool {
    guard let state else { return false }
    let now = linux_now_us()
    state.pointee.lastTurnUs = now
    var wakeUs = expire(atUs: now)
    if finishSaving() { wakeUs = min(wakeUs, now &+ Self.savingUs) }
    let ready = watch(untilUs: hasLines ? now : min(waitUs, wakeUs))
    if waitUs > untilUs && linux_now_us() >= untilUs { return false }
    var left = most
    for step in 0..<Self.mostReaders {
      let i = (state.pointee.first + step) % Self.mostReaders
      if readers[i].state == .free || (ready.readers & 1 << UInt32(i) == 0 && !hasWork(i)) { continue }
      if left == 0 || (step > 0 && linux_now_us() >= max(untilUs, now &+ 1)) {
        state.pointee.first = i
        return false
      }
      left -= 1
      if look(i, has: ready.readers & 1 << UInt32(i) != 0) {
        state.pointee.first = (i + 1) % Self.mostReaders
        return true
      }
    }
    if ready.listeners != 0 && left > 0 { accept(ready.listeners, atUs: now) }
    return false
  }

  /// Whether a reader has a whole line that may be worked on.
  private func hasWork(_ i: Int) -> Bool { readers[i].hasLine && mayWork(i) }

  private var hasLines: Bool {
    for i in 0..<Self.mostReaders where hasWork(i) { return true }
    return false
  }

  /// Answers come after the events before them, and must have room.
  private func mayWork(_ i: Int) -> Bool { isUpToDate(i) && !readers[i].isSaving && readers[i].room >= Self.answerCapacity }

  /// @return whether a command was carried out.
  private func look(_ i: Int, has: Bool) -> Bool {
    if has && mayWork(i) && !readers[i].receive() {
      end(i)
      return false
    }
    var isDone = false
    if hasWork(i) {
      switch readers[i].nextLine() {
      case .none: break
      case .tooLong: refuse(i, .tooLong)
      case .line(let count): isDone = answer(i, count)
      }
      readers[i].finishLine()
    }
    if readers[i].state == .open { catchUp(i) }
    if readers[i].state != .free { send(i) }
    return isDone
  }

  // MARK: Watching

  /// Bits of the readers and of the listeners that have something.
  func watch(untilUs: UInt64, isLast: Bool = false) -> (readers: UInt32, listeners: UInt32) {
    guard let state else { return (0, 0) }
    var watches = InlineArray<22, linux_watch>(repeating: linux_watch())
    var who = InlineArray<22, Int>(repeating: 0)
    var count = 0
    for i in 0..<Self.mostReaders where readers[i].state != .free {
      let asksInput = !isLast && readers[i].canReceive && mayWork(i)
      let asks = (asksInput ? LINUX_READABLE : 0) | (readers[i].outCount > 0 ? LINUX_WRITABLE : 0)
      watches[count] = linux_watch(fd: readers[i].fd, asks: Int16(asks), has: 0)
      who[count] = i
      count += 1
    }
    let readerCount = count
    if !isLast && linux_now_us() >= state.pointee.acceptUs {
      for i in 0..<state.pointee.listeners.count {
        watches[count] = linux_watch(fd: state.pointee.listeners[i].fd, asks: Int16(LINUX_READABLE), has: 0)
        who[count] = i
        count += 1
      }
    }
    let alarms = count
    for c in 0..<2 where program.pointee.alarm.pins[c] >= 0 {
      watches[count] = linux_watch(fd: program.pointee.alarm.pins[c], asks: Int16(LINUX_READABLE), has: 0)
      count += 1
    }
    let all = count
    let ready = withUnsafeMutablePointer(to: &watches) {
      linux_watch_until_us(UnsafeMutableRawPointer($0).assumingMemoryBound(to: linux_watch.self), all, untilUs)
    }
    var found: (readers: UInt32, listeners: UInt32) = (0, 0)
    if ready == 0 { return found }
    for n in 0..<count where watches[n].has != 0 {
      if n >= alarms {
        program.pointee.alarm.isRaised = true
      } else if n >= readerCount {
        found.listeners |= 1 << UInt32(who[n])
      } else if Int(watches[n].has) & LINUX_GONE != 0 && Int(watches[n].has) & LINUX_READABLE == 0 {
        end(who[n])
      } else {
        found.readers |= 1 << UInt32(who[n])
      }
    }
    return found
  }

  /// Ends connections that have taken too long. @return the time of the next call.
  private func expire(atUs now: UInt64) -> UInt64 {
    var next = now &+ 1_000_000
    for i in 0..<Self.mostReaders {
      switch readers[i].state {
      case .free: continue
      case .open:
        if readers[i].hasSpoken { continue }
        if now &- readers[i].sinceUs >= Reader.silenceUs { close(i, .silent) }
        next = min(next, readers[i].sinceUs &+ Reader.silenceUs)
      case .closing:
        if now &- readers[i].sinceUs >= Reader.farewellUs { end(i) }
        next = min(next, readers[i].sinceUs &+ Reader.farewellUs)
      }
    }
    return max(next, now)
  }

  // MARK: Letting in

  private func accept(_ listeners: UInt32, atUs now: UInt64) {
    guard let state else { return }
    for l in 0..<state.pointee.listeners.count where listeners & 1 << UInt32(l) != 0 {
      let listener = state.pointee.listeners[l]
      var peer = linux_peer()
      let fd = linux_accept(listener.fd, listener.group, &peer)
      if fd == Errno.again || fd == Errno.interrupted || fd == Errno.aborted { continue }
      if fd < 0 {
        // There are no descriptors, or no memory: without a pause the socket would be ready again at once.
        state.pointee.acceptUs = now &+ 1_000_000
        continue
      }
      letIn(fd, mayCommand: listener.mayCommand(peer), atUs: now)
    }
  }

  private func letIn(_ fd: Int32, mayCommand: Bool, atUs now: UInt64) {
    for i in 0..<Self.mostReaders where readers[i].state == .free {
      readers[i].begin(fd: fd, mayCommand: mayCommand, atUs: now)
      if !readers[i].append(hello(mayCommand: mayCommand)) { close(i, .full) }
      send(i)
      return
    }
    let line = closed(.full)
    _ = linux_send(fd, line.base, line.count)
    _ = linux_close(fd)
  }
}

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

  /// Writes a new line, which is valid until the next one.
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

  /// Writes the present state of everything.
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
      line.say("{\"life\":\"\(Words(Life.names)[Int(one.life.rawValue)])\",\"began_us\":\(one.beganUs),\"latest\":")
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

/// A program at the other end of a connection. Nothing here waits for it.
struct Reader {
  static let outCapacity = 16384
  static let inCapacity = 1024
  /// Kept free for the last line.
  static let reserve = 256
  /// A program that has sent no command by then is disconnected.
  static let silenceUs: UInt64 = 10_000_000
  /// The time for sending the rest of the buffer, once the connection ends.
  static let farewellUs: UInt64 = 5_000_000

  enum State {
    case free, open
    /// The last line is in the buffer.
    case closing
  }

  enum Line {
    case none
    case line(Int)
    case tooLong
  }

  private let out: UnsafeMutablePointer<UInt8>
  private var outBegin = 0
  private(set) var outCount = 0
  let input: UnsafeMutablePointer<UInt8>
  private var inCount = 0
  /// The length of the line that was handed out last, in bytes of the input.
  private var taken = 0
  /// The rest of a line that is too long is being skipped.
  private var isSkipping = false
  /// The program sends no more; it may still read.
  private(set) var isInputOver = false

  private(set) var fd: Int32 = -1
  private(set) var state = State.free
  private(set) var mayCommand = false
  var hasSpoken = false
  /// The program waits until a file is written, and is then answered, with this id.
  private(set) var isSaving = false
  private var savingID: UInt64?
  /// The time at which the program connected, or at which its end began.
  private(set) var sinceUs: UInt64 = 0

  var receivesEvents = false
  /// The time between two lines of forces; 0: none are sent.
  var forcesUs: UInt64 = 0
  var nextForcesUs: UInt64 = 0
  /// The place in the eventLog of the next event to send.
  var place: UInt64 = 0
  /// The number of the first progress that was not sent; 0: all was sent.
  var lostSince: UInt64 = 0
  var lostCount: UInt64 = 0

  init(out: UnsafeMutablePointer<UInt8>, input: UnsafeMutablePointer<UInt8>) {
    self.out = out
    self.input = input
  }

  mutating func begin(fd: Int32, mayCommand: Bool, atUs us: UInt64) {
    self = Reader(out: out, input: input)
    self.fd = fd
    self.mayCommand = mayCommand
    state = .open
    sinceUs = us
  }

  mutating func end() {
    if state != .free { _ = linux_close(fd) }
    fd = -1
    state = .free
  }

  mutating func beginSaving(_ id: UInt64?) {
    isSaving = true
    savingID = id
  }

  /// @return the id of its command.
  mutating func endSaving() -> UInt64? {
    isSaving = false
    return savingID
  }

  // MARK: Out

  /// The room in the buffer, without the reserve for the last line.
  var room: Int { Self.outCapacity - Self.reserve - outCount }

  var canReceiveProgress: Bool { room > Self.outCapacity / 4 }

  /// Appends a whole line, or nothing of it.
  mutating func append(_ line: Slice, isLast: Bool = false) -> Bool {
    if line.count > room + (isLast ? Self.reserve : 0) { return false }
    if outBegin + outCount + line.count > Self.outCapacity {
      for i in 0..<outCount { out[i] = out[outBegin + i] }
      outBegin = 0
    }
    (out + outBegin + outCount).update(from: line.base, count: line.count)
    outCount += line.count
    return true
  }

  /// Sends as much as the socket takes. @return false: the program has gone.
  mutating func send() -> Bool {
    while outCount > 0 {
      let sent = linux_send(fd, out + outBegin, outCount)
      if sent == Int(Errno.again) || sent == Int(Errno.interrupted) { return true }
      if sent <= 0 { return false }
      outBegin += min(sent, outCount)
      outCount -= min(sent, outCount)
    }
    outBegin = 0
    return true
  }

  /// Begins the end of the connection: only `line` is sent any more.
  mutating func close(_ line: Slice, atUs us: UInt64) {
    if state != .open { return }
    _ = append(line, isLast: true)
    state = .closing
    sinceUs = us
    receivesEvents = false
    forcesUs = 0
  }

  // MARK: In

  var canReceive: Bool { state == .open && !isInputOver && inCount < Self.inCapacity }

  /// Receives the bytes that have come. @return false: the connection is broken.
  mutating func receive() -> Bool {
    if !canReceive { return true }
    let got = linux_receive(fd, input + inCount, Self.inCapacity - inCount)
    if got == Int(Errno.again) || got == Int(Errno.interrupted) { return true }
    if got < 0 { return false }
    if got == 0 { isInputOver = true }
    inCount += got
    return true
  }

  /// Whether there is a whole line, or a part that is too long already.
  var hasLine: Bool {
    if state != .open { return false }
    if inCount == Self.inCapacity { return true }
    for i in 0..<inCount where input[i] == UInt8(ascii: "\n") { return true }
    return false
  }

  /// The next line: its bytes are the first of the input, until `finishLine`.
  mutating func nextLine() -> Line {
    for i in 0..<inCount where input[i] == UInt8(ascii: "\n") {
      if isSkipping {
        isSkipping = false
        drop(i + 1)
        return .none
      }
      taken = i + 1
      return .line(i)
    }
    if inCount < Self.inCapacity && !isSkipping { return .none }
    let isNew = !isSkipping
    inCount = 0
    isSkipping = true
    return isNew ? .tooLong : .none
  }

  mutating func finishLine() {
    drop(taken)
    taken = 0
  }

  private mutating func drop(_ n: Int) {
    if n == 0 { return }
    for i in n..<max(inCount, n) { input[i - n] = input[i] }
    inCount -= min(n, inCount)
  }
}
