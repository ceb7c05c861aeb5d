import CPress
import PressSetup

/// The lines of events, and the pieces of which other lines are made.
enum EventPrinter {
  static func json(_ event: press_event, _ out: inout Writer) {
    object(event, &out)
    out.text("\n")
  }

  /// `seq`: the number of the event in this run; nil: it is not written.
  static func object(_ event: press_event, seq: UInt64? = nil, _ out: inout Writer) {
    line(of: event, press_event_describe) { line in
      guard let seq else { return out.slice(line) }
      out.say("{\"seq\":\(seq),\(line.dropping(1))")
    }
  }

  typealias Describe = (UnsafePointer<press_event>?, UnsafeMutablePointer<CChar>?, Int) -> Int32

  private static func line(of event: press_event, _ describe: Describe, _ body: (Slice) -> Void) {
    var bytes = InlineArray<384, CChar>(repeating: 0)
    withUnsafePointer(to: event) { event in
      withUnsafeMutablePointer(to: &bytes) { bytes in
        let text = UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: CChar.self)
        _ = describe(event, text, MemoryLayout<InlineArray<384, CChar>>.size)
        body(Slice(cString: text))
      }
    }
  }

  static func decimal(_ name: StaticString, _ value: press_q16, _ out: inout Writer) {
    out.text(name)
    out.q16(value, digits: 5)
  }

  /// Writes the text of press_event_text in columns: with the force if something touches, and with progress as a bar, too.
  static func text(_ event: press_event, _ out: inout Writer) {
    time(event.t_us, &out)
    let name = Slice(cString: press_event_name(event.type))
    out.slice(name)
    out.spaces(max(18 - name.count, 1))
    line(of: event, press_event_text) { line in
      let words = line.dropping((line.index(of: UInt8(ascii: "s")) ?? 0) + 2)
      let count = subjectCount(words, before: name)
      let subject = words.keeping(count - 1)
      let more = words.dropping(count + name.count + 1)
      let isTouch = !subject.starts("sensor") && !subject.starts("transition")
      if isTouch {
        out.q16(event.force, digits: 2, width: 6)
        out.text(" N")
      }
      let isSaid = !subject.isEmpty && !subject.starts("contact")
      if isSaid {
        out.say("\(isTouch ? "  " : "")\(subject)\(more.isEmpty ? "" : ":")")
      }
      if !subject.starts("drag"), let progress = progress(more) {
        out.text("  ")
        bar(event.progress, &out)
        out.say(" \(progress)")
      } else if !more.isEmpty {
        out.say("\(isSaid ? " " : "  ")\(more)")
      }
    }
    out.text("\n")
  }

  /// The length of the subject of an event (`drag 1 `), before the name.
  private static func subjectCount(_ words: Slice, before name: Slice) -> Int {
    if words.keeping(name.count) == name { return 0 }
    let kind = (words.index(of: UInt8(ascii: " ")) ?? 0) + 1
    return kind + (words.dropping(kind).index(of: UInt8(ascii: " ")) ?? 0) + 1
  }

  /// The words behind the bar of an event; nil: the event has no bar.
  private static func progress(_ words: Slice) -> Slice? {
    var rest = words
    while !rest.isEmpty && !rest.starts("progress ") { rest = rest.dropping(1) }
    return rest.isEmpty ? nil : rest.dropping(9)
  }

  static func time(_ us: UInt64, _ out: inout Writer) {
    let ms = us / 1000 + (us % 1000 >= 500 ? 1 : 0)
    out.unsigned(ms / 1000, width: 4)
    out.text(".")
    out.unsigned(ms % 1000, width: 3, zeros: true)
    out.text(" s  ")
  }

  /// Twenty cells in eighths.
  static func bar(_ progress: press_q16, _ out: inout Writer) {
    var eighths = Int(progress) * 160 / 65536
    out.text("|")
    for _ in 0..<20 {
      Glyph.bar(min(max(eighths, 0), 8), &out)
      eighths -= 8
    }
    out.text("|")
  }
}

/// The lines of effects that answer events.
extension EventPrinter {
  static func json(_ effect: press_effect, _ out: inout Writer) {
    out.text("{\"t_us\":")
    out.unsigned(effect.t_us)
    out.text(",\"event\":\"effect\",\"effect\":\"")
    out.cString(press_effect_name(effect.kind))
    out.text("\"")
    decimal(",\"strength\":", effect.strength, &out)
    out.text(",\"of\":\"")
    out.cString(press_event_name(effect.event))
    out.text("\"}\n")
  }

  static func text(_ effect: press_effect, _ out: inout Writer) {
    time(effect.t_us, &out)
    out.text("effect            ")
    out.cString(press_effect_name(effect.kind))
    out.text("  ")
    out.q16(effect.strength, digits: 2)
    out.text("\n")
  }
}

/// Prints the counts of a run: lines for people, or one line of JSON for programs.
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
    if counted.conflicts > 0 { err.say("; converters set up again \(counted.conflicts)") }
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
      ",\"processor_us_per_1000\":\(counted.processorPerThousandUs),\"transfers\":\(counted.transfers),\"not_acknowledged\":\(counted.nacks),\"timed_out\":\(counted.timeouts),\"other_errors\":\(counted.busErrors),\"frames_failed\":\(counted.failedFrames),\"conflicts\":\(counted.conflicts)"
    )
    if counted.effects > 0 {
      err.say(",\"effects\":\(counted.effects),\"effects_played\":\(counted.effectsPlayed),\"effect_worst_us\":\(counted.effectWorstUs)")
    }
    err.say(
      ",\"ready_edges\":\(counted.readyEdges),\"alarms\":\(counted.alarms),\"sensor_faults\":\(pads.faults),\"spikes\":\(pads.spikes),\"gaps\":\(pads.gaps),\"events\":\(counted.events)}\n"
    )
  }
}
