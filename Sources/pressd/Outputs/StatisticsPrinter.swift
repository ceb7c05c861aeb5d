import CPress
import PressSetup

/// What a run counted: lines for people, and one of JSON for programs.
enum StatisticsPrinter {
  static func text(_ counted: Statistics, _ pads: press_pad_stats, _ rate: UInt64, _ err: inout Writer) {
    err.say("frames \(counted.frames), \(counted.rateTenths / 10).\(counted.rateTenths % 10) per second")
    if rate > 0 { err.say(" of \(rate)") }
    err.say("; deadlines missed \(counted.missed)\nlateness ")
    if let mean = counted.latenessMeanUs {
      err.say("mean \(mean) us, worst \(counted.latenessWorstUs) us")
    } else {
      err.text("not measured (--fast)")
    }
    err.say("; processor \(counted.processorPerThousandUs) us per 1000 frames\n")
    err.say(
      "bus errors: not acknowledged \(counted.nacks), timed out \(counted.timeouts), other \(counted.busErrors); of transfers \(counted.transfers); frames failed \(counted.failedFrames)"
    )
    if counted.readyEdges > 0 { err.say("; edges of ready_pin \(counted.readyEdges)") }
    if counted.alarms > 0 { err.say("; alarms of a comparator \(counted.alarms)") }
    if counted.effects > 0 {
      err.say("\neffects \(counted.effects)")
      if counted.effectsPlayed > 0 {
        err.say("; by the DRV2605L \(counted.effectsPlayed), worst \(counted.effectWorstUs) us after the sample")
      }
    }
    err.say("\nsensor faults \(pads.faults), spikes \(pads.spikes), gaps \(pads.gaps); events \(counted.events)\n")
  }

  static func json(_ counted: Statistics, _ pads: press_pad_stats, _ rate: UInt64, _ err: inout Writer) {
    err.say(
      "{\"frames\":\(counted.frames),\"per_second\":\(counted.rateTenths / 10).\(counted.rateTenths % 10),\"asked_per_second\":\(rate),\"missed\":\(counted.missed)"
    )
    if let mean = counted.latenessMeanUs {
      err.say(",\"late_mean_us\":\(mean),\"late_worst_us\":\(counted.latenessWorstUs)")
    }
    err.say(
      ",\"processor_us_per_1000\":\(counted.processorPerThousandUs),\"transfers\":\(counted.transfers),\"not_acknowledged\":\(counted.nacks),\"timed_out\":\(counted.timeouts),\"other_errors\":\(counted.busErrors),\"frames_failed\":\(counted.failedFrames)"
    )
    if counted.effects > 0 {
      err.say(",\"effects\":\(counted.effects),\"effects_played\":\(counted.effectsPlayed),\"effect_worst_us\":\(counted.effectWorstUs)")
    }
    err.say(
      ",\"ready_edges\":\(counted.readyEdges),\"alarms\":\(counted.alarms),\"sensor_faults\":\(pads.faults),\"spikes\":\(pads.spikes),\"gaps\":\(pads.gaps),\"events\":\(counted.events)}\n"
    )
  }
}
