import CPress
import CPressLinux
import PressSetup

/// Who comes, what they send, and when there is time for that.
extension SocketServer {
  /// Serves until shortly before that time, or until a command was carried out. @return whether one was.
  func serve(untilUs: UInt64) -> Bool {
    guard let state else { return false }
    var now = linux_now_us()
    if now &+ Self.guardUs >= untilUs {
      // No time is left: a little of it is taken now and then.
      if now &- state.pointee.lastTurnUs < Self.turnUs { return false }
      return turn(untilUs: now, most: 2)
    }
    while now &+ Self.guardUs < untilUs && linux_signal() == 0 {
      if turn(untilUs: untilUs &- Self.guardUs, most: Self.mostReaders) { return true }
      if program.pointee.alarm.isRaised { return false }
      now = linux_now_us()
    }
    return false
  }

  /// One look at all of them. @return whether a command was carried out.
  private func turn(untilUs: UInt64, most: Int) -> Bool {
    guard let state else { return false }
    let now = linux_now_us()
    state.pointee.lastTurnUs = now
    var wakeUs = expire(atUs: now)
    if finishSaving() { wakeUs = min(wakeUs, now &+ Self.savingUs) }
    let ready = watch(untilUs: hasLines ? now : min(untilUs, wakeUs))
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

  /// A whole line that may be worked on.
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

  /// Ends what has taken too long. @return when it is to be called again.
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
        // No descriptors, or no memory: it would be ready again at once.
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
