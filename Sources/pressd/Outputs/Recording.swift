import CPress
import CPressLinux
import PressSetup

/// Records the frames as a trace.
struct Recording: Output {
  private var writer: Writer?
  private var isReported = false

  mutating func open(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    guard let path = program.pointee.options.recordPath else { return ExitCode.ok }
    if program.needs(path) {
      program.say("--record \(path): this file is read, or values are saved in it; a recording would destroy it")
      return ExitCode.cannotCreate
    }
    // In real time, a slow reader must not delay frames.
    let isLive = program.pointee.options.isLive
    let fd = linux_create(path, !isLive)
    if fd == Errno.interrupted { return ExitCode.ok }
    if fd == Errno.isLink {
      program.say("--record \(path): it is a symbolic link that somebody else made; it is not followed")
      return ExitCode.cannotCreate
    }
    if fd < 0 {
      report(fd, program)
      return ExitCode.cannotCreate
    }
    var writer = Writer(fd: fd, buffer: program.pointee.recordBuffer, capacity: Program.recordCapacity)
    writer.waits = !isLive
    let count = program.pointee.settings.count(.sensor)
    writer.say("# libpress trace 1 sensors=\(count) full_scale=")
    for i in 0..<count { writer.say("\(i > 0 ? "," : "")\(program.pointee.settings.sensor[i].sensor.circuit.full_scale)") }
    writer.text("\n# t_us,present,failed,code0,...,before0,...\n")
    self.writer = writer
    return ExitCode.ok
  }

  mutating func receive(_ notice: Notice, _ program: UnsafeMutablePointer<Program>) {
    switch notice {
    case .event, .flush: break
    case .frame(let frame, _):
      if var writer {
        write(frame, count: program.pointee.settings.count(.sensor), &writer)
        self.writer = writer
        // Reports the error at once, because the run goes on without the recording.
        if writer.error != 0 && !isReported {
          report(writer.error, program)
          isReported = true
        }
      }
    case .end(let us):
      writer?.say("# end \(us)\n")
      writer?.flush()
    }
  }

  mutating func note(_ before: BeforeFrame) {
    for c in 0..<2 {
      guard let code = before.references[c] else { continue }
      writer?.text("# supply ")
      writer?.unsigned(UInt64(c))
      writer?.text(" ")
      writer?.signed(Int64(code))
      writer?.text("\n")
    }
  }

  mutating func noteSleep(atUs us: UInt64) { writer?.say("# slept \(us)\n") }

  private func write(_ frame: press_frame, count: Int, _ writer: inout Writer) {
    writer.unsigned(frame.t_us)
    writer.text(",")
    writer.unsigned(UInt64(frame.present))
    writer.text(",")
    writer.unsigned(UInt64(frame.failed))
    for i in 0..<count {
      writer.text(",")
      writer.signed(Int64(frame.codeAt(i)))
    }
    if frame.hasTimes {
      for i in 0..<count {
        writer.text(",")
        writer.unsigned(UInt64(frame.beforeAt(i)))
      }
    }
    writer.text("\n")
  }

  mutating func close(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    guard let writer else { return ExitCode.ok }
    let closed = linux_close(writer.fd)
    let status = writer.error != 0 ? writer.error : closed
    if status == 0 { return ExitCode.ok }
    if !isReported { report(status, program) }
    return ExitCode.cannotCreate
  }

  private func report(_ status: Int32, _ program: UnsafeMutablePointer<Program>) {
    program.say("--record \(program.pointee.options.recordPath): cannot write: \(linux_strerror(status))")
  }
}
