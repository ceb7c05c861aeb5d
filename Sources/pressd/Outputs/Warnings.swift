import CPress
import CPressLinux
import PressSetup

/// Events of sensors and converters that a person should look at, in words on stderr.
struct Warnings: Output {
  /// Bits of the sensors whose end of the range was explained.
  private var saturationsReported: UInt32 = 0

  mutating func receive(_ notice: Notice, _ program: UnsafeMutablePointer<Program>) {
    guard case .event(let event) = notice else { return }
    if case .trace = program.pointee.options.source { return }
    switch Int(event.type) {
    case PRESS_EVENT_SENSOR_SATURATED:
      // Reported only once: a person who presses hard will do so again.
      let bit = UInt32(1) << (event.subject & 7)
      if saturationsReported & bit == 0 {
        report(event, "pressed to the end of the range; nothing is wrong. A lower resistor_ohm measures more force", .notice, program)
      }
      saturationsReported |= bit
    case PRESS_EVENT_RECALIBRATE:
      report(
        event,
        event.reason == PRESS_REASON_SPAN
          ? "it conducts much more than its calibration covers (span): is the force that high? If not, calibrate it again"
          : "its zero is further from the stored one than zero_limit: does something lie on it? If not, calibrate it again",
        .warning, program)
    case PRESS_EVENT_SENSOR_RECOVERED where event.reason == PRESS_REASON_RESET,
      PRESS_EVENT_SUPPLY_RECOVERED where event.reason == PRESS_REASON_RESET:
      break  // only the run ended
    case PRESS_EVENT_SENSOR_FAULT, PRESS_EVENT_SENSOR_RECOVERED:
      let began = event.type == PRESS_EVENT_SENSOR_FAULT
      if event.reason == PRESS_REASON_BUS {
        receiveLink(Int(event.subject & 7), began, event.t_us, program)
      } else {
        let name = press_reason_name(event.reason)
        report(event, began ? "\(name)\(check(event.reason))" : "recovered from: \(name)", began ? .warning : .notice, program)
      }
    case PRESS_EVENT_SUPPLY_FAULT, PRESS_EVENT_SUPPLY_RECOVERED: reportSupply(event, program)
    default: break
    }
  }

  private func reportSupply(_ event: press_event, _ program: UnsafeMutablePointer<Program>) {
    let place = Place(.converter, program.pointee.settings.wire(Int(event.subject & 7)).converter)
    let name = press_reason_name(event.reason)
    if event.type == PRESS_EVENT_SUPPLY_RECOVERED {
      program.say("\(place).reference: recovered from: \(name)", .notice)
      return
    }
    let check: StaticString =
      switch Int(event.reason) {
      case PRESS_REASON_SATURATED:
        "the supply is above the range of the converter; raise range_mv, or wire two equal resistors and set reference_ratio = 2"
      case PRESS_REASON_SHORTED: "the input is at ground; is the supply wired to it?"
      case PRESS_REASON_OPEN: "less than a quarter of the range is no supply; is its wire broken?"
      default: "it cannot be read"
      }
    program.say("\(place).reference: \(name): \(check). pressd keeps using the last good reading", .warning)
  }

  private func report(_ event: press_event, _ note: Message, _ level: Level, _ program: UnsafeMutablePointer<Program>) {
    let channel = program.pointee.settings.sensor[Int(event.subject & 7)].channel
    program.pointee.err.begin(level)
    program.pointee.err.say("sensor \(event.subject) (channel ")
    if channel.converter > 0 { program.pointee.err.say("\(Place(.converter, channel.converter - 1)).") }
    program.pointee.err.say("\(channel.number)): ")
    program.pointee.err.say(note)
    program.pointee.err.text("\n")
    program.pointee.err.flush()
  }

  /// Reports once that a converter fails or recovers: its sensors do so together.
  private func receiveLink(_ sensor: Int, _ began: Bool, _ us: UInt64, _ program: UnsafeMutablePointer<Program>) {
    var c = 0
    var subject = Advice.Subject.iio
    if case .iio = program.pointee.options.source {
    } else {
      c = program.pointee.settings.wire(sensor).converter
      subject = .converter(c)
    }
    if program.pointee.links[c].isReported == began { return }
    program.pointee.links[c].isReported = began
    if began {
      _ = Advice.report(program, subject, program.pointee.links[c].status, .warning)
    } else {
      let since = program.pointee.links[c].downSinceUs
      Advice.reportRecovery(program, subject, afterUs: us > since ? us - since : 0)
    }
  }

  private func check(_ reason: Int32) -> StaticString {
    switch Int(reason) {
    case PRESS_REASON_OPEN: return ": is its wire broken? Or parallel_ohm is set, and no resistor lies across it"
    case PRESS_REASON_SHORTED:
      return
        ": is it bridged, or wired the other way round (pull_up)? Is full_scale too low? Does the converter clip below the supply (max_code)?"
    case PRESS_REASON_STUCK: return ": the very same code all the time; does the converter still convert? Switch its power off and on"
    case PRESS_REASON_RANGE: return ": codes that its converter cannot give; is full_scale too low, or the bus disturbed?"
    case PRESS_REASON_STALE: return ": no code came in time; is --rate too high, or the board too busy?"
    default: return ""
    }
  }
}
