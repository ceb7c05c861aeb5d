import CPress
import CPressLinux
import PressSetup

/// The socket for other programs: events go out to them, commands come in. Everything in it is bounded, and nothing waits.
struct SocketServer {
  static let longestPath = 107
  static let mostReaders = 16
  static let lineCapacity = 16384
  /// This long before a frame is due, no new work begins.
  static let guardUs: UInt64 = 150
  /// The time between two turns of the socket if no time is left between frames.
  static let turnUs: UInt64 = 20_000
  /// The time between two checks of a file that is being written.
  static let savingUs: UInt64 = 5_000

  struct State {
    var listeners = Listeners()
    var eventLog: EventLog
    var changes: Changes
    var line: Writer
    /// The event that `line` holds; 0: something else.
    var lineSeq: UInt64 = 0
    var runId: UInt64 = 0
    var engine: OpaquePointer?
    var pad: OpaquePointer?
    /// The reader that is served first.
    var first = 0
    var lastTurnUs: UInt64 = 0
    /// The time before which no connection is accepted, because accepting one failed.
    var acceptUs: UInt64 = 0
    /// Events came that are not sent yet.
    var hasNews = false
    var isSaving = false
    /// The reader that sends a profile, the number of its lines so far, and the state of reading them.
    var drafter: Int?
    var draftLine: UInt32 = 0
    var draftReader = ConfigReader(isProfile: true)
    var proposals = Proposals()
    var reports = Reports()
  }

  let program: UnsafeMutablePointer<Program>
  /// The state; nil: the server is shut.
  private(set) var state: UnsafeMutablePointer<State>?
  private(set) var readers: UnsafeMutablePointer<Reader>

  init(_ program: UnsafeMutablePointer<Program>) {
    self.program = program
    readers = UnsafeMutableRawPointer(program).assumingMemoryBound(to: Reader.self)  // until it is open
  }

  /// Limits the lines of the log about changes by programs: a program that changes values all the time would fill the log.
  struct Reports {
    private static let most = 32
    private var left = most
    private var sinceUs: UInt64 = 0
    private(set) var omitted = 0

    init() {}

    /// Whether another line may be written: `most` at once, then one a second.
    mutating func take(atUs now: UInt64) -> Bool {
      let seconds = Int((now &- sinceUs) / 1_000_000)
      if seconds > 0 {
        left = min(left + min(seconds, Self.most), Self.most)
        sinceUs = now
      }
      if left == 0 {
        omitted += 1
        return false
      }
      left -= 1
      return true
    }

    /// Takes the number of lines that were left out.
    mutating func takeOmitted() -> Int {
      let count = omitted
      omitted = 0
      return count
    }
  }

  // MARK: Opening and closing

  /// @return an exit code; errors were reported.
  mutating func open(engine: OpaquePointer?, pad: OpaquePointer?) -> Int32 {
    if !Listeners.areGiven(program) { return ExitCode.ok }
    var code = withState(engine: engine, pad: pad) { $0.loadChanges() }
    if code == ExitCode.ok { code = state?.pointee.listeners.open(program) ?? ExitCode.inputOutput }
    if code != ExitCode.ok { shut() }
    return code
  }

  /// @return an exit code; errors were reported.
  mutating func withState(engine: OpaquePointer?, pad: OpaquePointer?, _ body: (SocketServer) -> Int32) -> Int32 {
    if state == nil { state = makeState() }
    guard let state else {
      program.say("--listen: \(linux_strerror(Errno.noMemory))")
      return ExitCode.inputOutput
    }
    state.pointee.engine = engine
    state.pointee.pad = pad
    state.pointee.runId = linux_wall_us()
    return body(self)
  }

  private mutating func makeState() -> UnsafeMutablePointer<State>? {
    func room<Kind>(_ kind: Kind.Type, _ count: Int) -> UnsafeMutablePointer<Kind>? {
      linux_static_memory(MemoryLayout<Kind>.stride * count)?.assumingMemoryBound(to: kind)
    }
    guard let own = room(State.self, 1), let entries = room(EventLog.Entry.self, EventLog.capacity),
      let lives = room(EventLog.Running.self, Life.most), let changes = room(Changes.Change.self, 3 * Changes.capacity),
      let line = room(UInt8.self, Self.lineCapacity), let readers = room(Reader.self, Self.mostReaders)
    else { return nil }
    own.initialize(
      to: State(
        eventLog: EventLog(entries: entries, lives: lives), changes: Changes(changes),
        line: Writer(buffer: line, capacity: Self.lineCapacity)))
    for i in 0..<Self.mostReaders {
      guard let out = room(UInt8.self, Reader.outCapacity), let input = room(UInt8.self, Reader.inCapacity) else { return nil }
      (readers + i).initialize(to: Reader(out: out, input: input))
    }
    self.readers = readers
    return own
  }

  /// Ends all connections with the run: each receives the events that are left and the last line, within a second.
  mutating func close() {
    if state == nil { return }
    let endUs = linux_now_us() &+ 1_000_000
    while finishSaving() || closeThoseThatAreDone() {
      let now = linux_now_us()
      if now >= endUs { break }
      _ = watch(untilUs: min(endUs, now &+ 10_000), isLast: true)
    }
    for i in 0..<Self.mostReaders where readers[i].state == .open {
      close(i, last)
      send(i)
    }
    shut()
  }

  /// Why the connections that are left end.
  private var last: Closing { linux_reloads() ? .reload : .end }

  /// Closes the connections that have received everything. @return whether others are left.
  private func closeThoseThatAreDone() -> Bool {
    var isPending = false
    for i in 0..<Self.mostReaders where readers[i].state != .free {
      if readers[i].state == .open {
        catchUp(i)
        if isUpToDate(i) { close(i, last) }
      }
      send(i)
      if readers[i].state != .free { isPending = true }
    }
    return isPending
  }

  private mutating func shut() {
    guard let state else { return }
    for i in 0..<Self.mostReaders { readers[i].end() }
    state.pointee.listeners.close()
    self.state = nil
  }

  // MARK: Out

  func receive(_ notice: Notice) {
    guard let state else { return }
    switch notice {
    case .event(let event):
      if event.type == PRESS_EVENT_CONTACT_MOVED && !program.pointee.deliversMoved { return }
      let seq = state.pointee.eventLog.add(event)
      if event.isProgress {
        for i in 0..<Self.mostReaders where readers[i].receivesEvents { progress(i, seq, event) }
      }
      state.pointee.hasNews = true
    case .frame(let frame, _): forces(frame)
    case .flush: flush()
    case .end: break
    }
  }

  /// Sends everything that was queued since the last call.
  func flush() {
    guard let state, state.pointee.hasNews else { return }
    state.pointee.hasNews = false
    for i in 0..<Self.mostReaders where readers[i].state == .open {
      catchUp(i)
      if readers[i].outCount > 0 { send(i) }
    }
  }

  /// Progress is sent to clients that have room and everything before it; others get the latest progress later.
  private func progress(_ i: Int, _ seq: UInt64, _ event: press_event) {
    catchUp(i)
    if isUpToDate(i) && readers[i].lostSince == 0 && readers[i].canReceiveProgress && readers[i].append(line(seq, event)) { return }
    if readers[i].lostSince == 0 { readers[i].lostSince = seq }
    readers[i].lostCount += 1
  }

  func isUpToDate(_ i: Int) -> Bool {
    guard let state else { return true }
    return !readers[i].receivesEvents || readers[i].place == state.pointee.eventLog.kept
  }

  /// Moves kept events into the buffer of a reader, as many as have room.
  func catchUp(_ i: Int) {
    guard let state, readers[i].receivesEvents else { return }
    if readers[i].place < state.pointee.eventLog.oldest {
      close(i, .tooSlow)
      return
    }
    while readers[i].place < state.pointee.eventLog.kept {
      let entry = state.pointee.eventLog[readers[i].place]
      if !readers[i].append(line(entry.seq, entry.event)) { return }
      readers[i].place += 1
    }
    if readers[i].lostSince > 0 && readers[i].canReceiveProgress { mendProgress(i) }
  }

  /// Sends the latest progress of everything that still runs, in place of the progress that was lost.
  private func mendProgress(_ i: Int) {
    guard let state else { return }
    _ = readers[i].append(warning(lost: readers[i].lostCount))
    for j in 0..<state.pointee.eventLog.runningCount {
      let one = state.pointee.eventLog.running(j)
      if one.seq < readers[i].lostSince || !one.event.isProgress { continue }
      if !readers[i].append(line(one.seq, one.event)) { return }
    }
    readers[i].lostSince = 0
    readers[i].lostCount = 0
  }

  private func forces(_ frame: press_frame) {
    guard let state else { return }
    var isMade = false
    for i in 0..<Self.mostReaders where readers[i].forcesUs > 0 && frame.t_us >= readers[i].nextForcesUs {
      // Lines come at the rate that was asked for, not at that of the frames.
      let next = readers[i].nextForcesUs + readers[i].forcesUs
      readers[i].nextForcesUs = next > frame.t_us ? next : frame.t_us + readers[i].forcesUs
      if !isUpToDate(i) || !readers[i].canReceiveProgress { continue }
      if !isMade { makeForces(frame) }
      isMade = true
      _ = readers[i].append(state.pointee.line.written)
      state.pointee.hasNews = true
    }
  }

  func send(_ i: Int) {
    let isThere = readers[i].send()
    let isDone = readers[i].outCount == 0 && (readers[i].state == .closing || hasNothingToSay(i))
    if !isThere || isDone { end(i) }
  }

  /// Ends a connection.
  func end(_ i: Int) {
    if readers[i].state == .free { return }
    readers[i].end()
    forget(i)
  }

  /// Whether a program sends no more, and receives nothing.
  private func hasNothingToSay(_ i: Int) -> Bool {
    readers[i].isInputOver && !readers[i].isSaving && !readers[i].hasLine && !readers[i].receivesEvents && readers[i].forcesUs == 0
  }
}

/// Sockets to which programs connect: that of the config, and those of the service manager.
struct Listeners {
  static let capacity = 4

  struct Listener {
    var fd: Int32 = -1
    /// The group of the socket's file.
    var group: UInt32 = 0
    var commands = ListenCommands.all
    var onlyReads = false
  }

  private var listeners = InlineArray<4, Listener>(repeating: Listener())
  private(set) var count = 0
  /// The socket whose file pressd made.
  private var own = linux_socket()
  private var ownPath = Path()

  init() {}

  subscript(index: Int) -> Listener { listeners[index] }

  /// Whether there is anything to open.
  static func areGiven(_ program: UnsafeMutablePointer<Program>) -> Bool {
    program.pointee.options.listenPath != nil || !program.pointee.settings.listen.path.isEmpty || linux_activated() > 0
  }

  /// @return an exit code; errors were reported.
  mutating func open(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    let activated = linux_activated()
    if activated >= Self.capacity {
      program.say("the service manager passes on \(activated) sockets (LISTEN_FDS): at most \(Self.capacity - 1)")
      return ExitCode.usage
    }
    for i in 0..<activated {
      var onlyReads = false
      let fd = linux_take_activated(i, &onlyReads)
      if fd < 0 {
        program.say(
          "socket \(i) of the service manager (LISTEN_FDS): it must be a listening stream socket of this machine (ListenStream=/PATH): \(linux_strerror(fd))"
        )
        return ExitCode.usage
      }
      add(Listener(fd: fd, onlyReads: onlyReads))
    }
    return openOwn(program)
  }

  private mutating func openOwn(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    var path = program.pointee.settings.listen.path
    if let given = program.pointee.options.listenPath { _ = path.set(file: Slice(cString: given)) }
    if path.isEmpty { return ExitCode.ok }
    var made = linux_socket()
    let mode = program.pointee.settings.listen.mode.bits
    let status = path.call { linux_listen($0, mode, &made) }
    if status == 0 {
      own = made
      ownPath = path
      add(Listener(fd: made.fd, group: made.group, commands: program.pointee.settings.listen.commands))
      return ExitCode.ok
    }
    let why: StaticString =
      status == Errno.inUse
      ? ". Another program listens there" : status == Errno.exists ? ". The file there is no socket" : ""
    path.withText { program.say("--listen unix:\($0): \(linux_strerror(status))\(why)") }
    return Errno.isForbidden(status) ? ExitCode.noPermission : ExitCode.cannotCreate
  }

  private mutating func add(_ listener: Listener) {
    listeners[count] = listener
    count += 1
  }

  /// Closes the sockets. The service manager keeps its own; they stay open if the program starts again.
  mutating func close() {
    for i in 0..<count where listeners[i].fd != own.fd || ownPath.isEmpty {
      if linux_reloads() { linux_keep_activated(listeners[i].fd) } else { _ = linux_close(listeners[i].fd) }
    }
    if !ownPath.isEmpty {
      let made = own
      _ = ownPath.call {
        withUnsafePointer(to: made) { [path = $0] in
          linux_unlisten(path, $0)
          return 0
        }
      }
    }
    ownPath = Path()
    count = 0
  }
}

extension Listeners.Listener {
  /// Whether the program at the other end may send commands.
  func mayCommand(_ peer: linux_peer) -> Bool {
    if onlyReads { return false }
    switch commands {
    case .own: return peer.is_own
    case .group: return peer.is_own || peer.is_member
    case .all: return true
    }
  }
}
