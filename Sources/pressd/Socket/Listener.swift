import CPressLinux
import PressSetup

/// Sockets to which programs connect: that of the config, and those of the service manager.
struct Listeners {
  static let capacity = 4

  struct Listener {
    var fd: Int32 = -1
    /// Of the socket's file.
    var group: UInt32 = 0
    var commands = ListenCommands.all
    var onlyReads = false
  }

  private var listeners = InlineArray<4, Listener>(repeating: Listener())
  private(set) var count = 0
  /// The one whose file is ours.
  private var own = linux_socket()
  private var ownPath = Path()

  init() {}

  subscript(index: Int) -> Listener { listeners[index] }

  /// Whether there is anything to open.
  static func areGiven(_ program: UnsafeMutablePointer<Program>) -> Bool {
    program.pointee.options.listenPath != nil || !program.pointee.settings.listen.path.isEmpty || linux_activated() > 0
  }

  /// @return an exit code; what is wrong was reported.
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
    if let given = program.pointee.options.listenPath { _ = path.set(Slice(cString: given)) }
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

  /// Those of the service manager stay with it; they stay open where the program starts again.
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
  /// Whether one at the other end may send commands.
  func mayCommand(_ peer: linux_peer) -> Bool {
    if onlyReads { return false }
    switch commands {
    case .own: return peer.is_own
    case .group: return peer.is_own || peer.is_member
    case .all: return true
    }
  }
}
