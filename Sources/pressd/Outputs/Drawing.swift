import CPress
import CPressLinux
import PressSetup

/// The run as a drawing at its end, and the force of now under the events, on a terminal.
struct Drawing: Output {
  private var chart = Chart()
  private var liveLine = LiveLine()

  mutating func open(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    let options = program.pointee.options
    let width = Int(linux_terminal_width(1))
    if width > 0 { liveLine.width = width }
    liveLine.isOn =
      options.draws && options.format == .text && !options.isFast && !options.isQuiet && linux_is_terminal(1)
      && !Terminal.isDumb && liveLine.width > 22
    return ExitCode.ok
  }

  mutating func receive(_ notice: Notice, _ program: UnsafeMutablePointer<Program>) {
    if !program.pointee.options.draws { return }
    switch notice {
    case .event(let event):
      chart.event(event)
      liveLine.hide(&program.pointee.out)
    case .frame(let frame, let force):
      chart.frame(atUs: frame.t_us, force: force)
      liveLine.show(
        atUs: frame.t_us, force: force, fullForce: program.pointee.settings.engine.config.full_force,
        phase: chart.phaseNow.name, &program.pointee.out)
    case .flush: break
    case .end:
      liveLine.hide(&program.pointee.out)
      draw(program)
    }
  }

  /// To stdout among text; to stderr, where events are for programs.
  private func draw(_ program: UnsafeMutablePointer<Program>) {
    let isText = program.pointee.options.format == .text
    let fd: Int32 = isText ? 1 : 2
    let isTerminal = linux_is_terminal(fd)
    let asked = isTerminal ? Int(linux_terminal_width(fd)) : 0
    let style = Chart.Style(
      width: asked > 0 ? min(asked, 200) : 80,
      hasColor: isTerminal && !Terminal.isDumb && Terminal.environment("NO_COLOR\0").isEmpty)
    let config = program.pointee.settings.engine.config
    if isText {
      chart.draw(config, style, &program.pointee.out)
    } else {
      program.pointee.out.flush()
      chart.draw(config, style, &program.pointee.err)
    }
  }
}
