import CPress

/// Finds faulty rows and columns, as far as a load shows them. All lines are checked every 50 ms while something touches. A line is *spanned*
/// in a frame if both neighbours count side by side at three places or more, and the line itself nowhere.
///
/// | state      | the line                                                        | for                | next       | delivers  |
/// |------------|-----------------------------------------------------------------|--------------------|------------|-----------|
/// | well       | is spanned, by two contacts after each other or at six places   | line_after_us      | dead       | began     |
/// | well       | counts from end to end, and its neighbours nowhere              | line_after_us      | stuck      | began     |
/// | well       | counts after it was spanned, eight times, with no second between |                   | flickering | began     |
/// | dead       | counts somewhere                                                | at once            | well       | recovered |
/// | stuck      | does not count from end to end                                  | at once            | well       | recovered |
/// | flickering | counts, and is never spanned                                    | twice line_after_us | well      | recovered |
struct GridLines {
  enum Fault: UInt8 {
    case none, dead, stuck, flickering
  }

  /// Columns from 0, rows from 32 on. Times are in steps of 50 ms.
  var faults: InlineArray<64, Fault>
  var times: InlineArray<64, UInt16>
  var turns: InlineArray<64, UInt8>
  /// The number of checks in which the line counted since it was last spanned, at most 255.
  var ages: InlineArray<64, UInt8>
  /// The serial of the latest contact when the line was first spanned.
  var serials: InlineArray<64, UInt32>
  var lookedAt: UInt64
  var saturatedColumns: UInt32, saturatedRows: UInt32
  var saturatedDelivered: UInt32

  /// Begins again, in place: a value would take 600 bytes of the stack. Faults that were delivered stay, so that each has its end.
  mutating func restart(isNew: Bool) {
    var i = 0
    while i < 64 {
      if isNew { faults[unchecked: i] = .none }
      times[unchecked: i] = 0
      turns[unchecked: i] = 0
      ages[unchecked: i] = 255
      serials[unchecked: i] = 0
      i &+= 1
    }
    lookedAt = 0
    saturatedColumns = 0
    saturatedRows = 0
    saturatedDelivered = 0
  }
}

extension Grid {
  private static var step: UInt64 { 50_000 }

  @inline(__always)
  func watchLines(_ t: UInt64, _ engine: Engine?) {
    if config.pointee.line_after_us == 0 || t &- lines.pointee.lookedAt < Grid.step { return }
    lookAtLines(t, engine)
  }

  @inline(never)
  private func lookAtLines(_ t: UInt64, _ engine: Engine?) {
    // After a pause between contacts, flickers are counted from 0.
    let isNew = t &- lines.pointee.lookedAt > 10 &* Grid.step
    lines.pointee.lookedAt = t
    if isNew { lines.pointee.turns = InlineArray<64, UInt8>(repeating: 0) }
    var across = InlineArray<32, UInt32>(repeating: 0)
    var down = InlineArray<32, UInt32>(repeating: 0)
    let (labels, order, columns, stride) = (labels, order, columns, stride)
    // Replaces a division; exact for all cells of the largest grid.
    let reciprocal = Int(truncatingIfNeeded: Wide.divide(1 << 20, by: UInt64(truncatingIfNeeded: stride))) &+ 1
    var i = 0
    while i < state.active {
      let at = Int(order[i])
      if labels[at] != Grid.none {
        let row = (at &* reciprocal) >> 20
        let column = at &- row &* stride &- 1
        across[unchecked: (row &- 1) & 31] |= 1 &<< UInt32(truncatingIfNeeded: column)
        down[unchecked: column & 31] |= 1 &<< UInt32(truncatingIfNeeded: row &- 1)
      }
      i &+= 1
    }
    var reports = 0
    look(down, columns, crossing: rows, from: 0, &reports, engine)
    look(across, rows, crossing: columns, from: 32, &reports, engine)
    let new = lines.pointee.saturatedColumns & ~lines.pointee.saturatedDelivered
    lines.pointee.saturatedDelivered = lines.pointee.saturatedColumns
    if new != 0 && reports < Grid.mostReports {
      report(EventType.sensorSaturated, Reason.saturated, new.trailingZeroBitCount, 0, 0, engine)
    }
  }

  private func look(
    _ bits: borrowing InlineArray<32, UInt32>, _ count: Int, crossing: Int, from first: Int, _ reports: inout Int, _ engine: Engine?
  ) {
    let all: UInt32 = crossing == 32 ? ~0 : (1 &<< UInt32(truncatingIfNeeded: crossing)) &- 1
    var n = 0
    while n < count && reports < Grid.mostReports &- 1 {
      let own = bits[unchecked: n]
      let before = n == 0 ? 0 : bits[unchecked: n &- 1]
      let after = n &+ 1 == count ? 0 : bits[unchecked: n &+ 1]
      let spans = own == 0 ? (before & after).nonzeroBitCount : 0
      let isStuck = own == all && crossing >= 4 && count >= 3 && before | after == 0
      let line = first &+ n
      if own | before | after != 0 || lines.pointee.faults[unchecked: line] != .none {
        let was = lines.pointee.faults[unchecked: line]
        let now = judge(line, was, spans: spans, isStuck: isStuck, counts: own != 0)
        if now != was { turn(line, first == 0 ? n : columns &+ n, from: was, to: now, &reports, engine) }
      }
      n &+= 1
    }
  }

  private func judge(_ line: Int, _ was: GridLines.Fault, spans: Int, isStuck: Bool, counts: Bool) -> GridLines.Fault {
    let longest = UInt16(clamping: Wide.divide(UInt64(config.pointee.line_after_us), by: Grid.step))
    let isSpanned = spans >= 3
    if isSpanned {
      if lines.pointee.times[unchecked: line] == 0 { lines.pointee.serials[unchecked: line] = state.serial }
      lines.pointee.ages[unchecked: line] = 0
    } else if counts {
      if lines.pointee.ages[unchecked: line] == 0 { lines.pointee.turns[unchecked: line] &+= 1 }
      lines.pointee.ages[unchecked: line] = min(lines.pointee.ages[unchecked: line], 254) &+ 1
      if lines.pointee.ages[unchecked: line] > 20 { lines.pointee.turns[unchecked: line] = 0 }
    }
    // A line that flickered has recovered once it counts for long enough.
    let lasts = was == .flickering ? counts : isSpanned || isStuck
    if lasts { lines.pointee.times[unchecked: line] = min(lines.pointee.times[unchecked: line], UInt16.max &- 1) &+ 1 }
    if was == .flickering ? isSpanned : counts && !isStuck { lines.pointee.times[unchecked: line] = 0 }
    let time = lines.pointee.times[unchecked: line]
    switch was {
    case .none:
      if lines.pointee.turns[unchecked: line] >= 8 { return .flickering }
      if isStuck && time >= longest { return .stuck }
      let isSure = spans >= 6 || state.serial != lines.pointee.serials[unchecked: line]
      return isSpanned && time >= longest && isSure ? .dead : .none
    case .dead: return counts ? .none : .dead
    case .stuck: return isStuck ? .stuck : .none
    case .flickering: return time >= 2 &* min(longest, UInt16.max / 4) ? .none : .flickering
    }
  }

  private func turn(
    _ line: Int, _ subject: Int, from was: GridLines.Fault, to now: GridLines.Fault, _ reports: inout Int, _ engine: Engine?
  ) {
    lines.pointee.faults[unchecked: line] = now
    lines.pointee.times[unchecked: line] = 0
    lines.pointee.turns[unchecked: line] = 0
    reports &+= 1
    let isEnd = now == .none
    let reason =
      switch isEnd ? was : now {
      case .stuck: Reason.stuck
      case .flickering: Reason.flickering
      default: Reason.open
      }
    report(isEnd ? EventType.sensorRecovered : EventType.sensorFault, reason, subject, 0, 0, engine)
  }

  package var faultyLines: press_grid_lines {
    var lines = press_grid_lines()
    var i = 0
    while i < 64 {
      let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: i & 31)
      let isColumn = i < 32
      switch self.lines.pointee.faults[unchecked: i] {
      case .none: break
      case .dead: if isColumn { lines.dead_columns |= bit } else { lines.dead_rows |= bit }
      case .stuck: if isColumn { lines.stuck_columns |= bit } else { lines.stuck_rows |= bit }
      case .flickering: if isColumn { lines.flickering_columns |= bit } else { lines.flickering_rows |= bit }
      }
      i &+= 1
    }
    lines.saturated_columns = self.lines.pointee.saturatedColumns
    lines.saturated_rows = self.lines.pointee.saturatedRows
    return lines
  }
}
