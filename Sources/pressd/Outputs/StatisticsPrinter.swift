import CPress

/// What a run counted: lines for people, and one of JSON for programs.
enum StatisticsPrinter {
  static func text(_ counted: Statistics, _ pads: press_pad_stats, _ rate: UInt64, _ err: inout Writer) {
    line("frames ", counted.frames, &err)
    line(", ", counted.rateTenths / 10, &err)
    line(".", counted.rateTenths % 10, &err)
    err.text(" per second")
    if rate > 0 { line(" of ", rate, &err) }
    line("; deadlines missed ", counted.missed, &err)
    err.text("\nlateness ")
    if let mean = counted.latenessMeanUs {
      line("mean ", mean, &err)
      line(" us, worst ", counted.latenessWorstUs, &err)
      err.text(" us")
    } else {
      err.text("not measured (--fast)")
    }
    line("; processor ", counted.processorPerThousandUs, &err)
    err.text(" us per 1000 frames\n")
    line("bus errors: not acknowledged ", counted.nacks, &err)
    line(", timed out ", counted.timeouts, &err)
    line(", other ", counted.busErrors, &err)
    line("; of transfers ", counted.transfers, &err)
    line("; frames failed ", counted.failedFrames, &err)
    if counted.readyEdges > 0 { line("; edges of ready_pin ", counted.readyEdges, &err) }
    line("\nsensor faults ", UInt64(pads.faults), &err)
    line(", spikes ", UInt64(pads.spikes), &err)
    line(", gaps ", UInt64(pads.gaps), &err)
    line("; events ", counted.events, &err)
    err.text("\n")
  }

  static func json(_ counted: Statistics, _ pads: press_pad_stats, _ rate: UInt64, _ err: inout Writer) {
    line("{\"frames\":", counted.frames, &err)
    line(",\"per_second\":", counted.rateTenths / 10, &err)
    line(".", counted.rateTenths % 10, &err)
    line(",\"asked_per_second\":", rate, &err)
    line(",\"missed\":", counted.missed, &err)
    if let mean = counted.latenessMeanUs {
      line(",\"late_mean_us\":", mean, &err)
      line(",\"late_worst_us\":", counted.latenessWorstUs, &err)
    }
    line(",\"processor_us_per_1000\":", counted.processorPerThousandUs, &err)
    line(",\"transfers\":", counted.transfers, &err)
    line(",\"not_acknowledged\":", counted.nacks, &err)
    line(",\"timed_out\":", counted.timeouts, &err)
    line(",\"other_errors\":", counted.busErrors, &err)
    line(",\"frames_failed\":", counted.failedFrames, &err)
    line(",\"ready_edges\":", counted.readyEdges, &err)
    line(",\"sensor_faults\":", UInt64(pads.faults), &err)
    line(",\"spikes\":", UInt64(pads.spikes), &err)
    line(",\"gaps\":", UInt64(pads.gaps), &err)
    line(",\"events\":", counted.events, &err)
    err.text("}\n")
  }

  private static func line(_ name: StaticString, _ value: UInt64, _ err: inout Writer) {
    err.text(name)
    err.unsigned(value)
  }
}
