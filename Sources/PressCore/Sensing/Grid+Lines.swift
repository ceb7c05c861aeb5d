import CPress

/// Rows and columns that are faulty, as far as what presses shows it. They are looked at every 50 ms while something touches. A line is *spanned*
/// in a frame where both neighbours count side by side at three places or more, and the line itself nowhere.
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
  var faults = InlineArray<64, Fault>(repeating: .none)
  var times = InlineArray<64, UInt16>(repeating: 0)
  var turns = InlineArray<64, UInt8>(repeating: 0)
  /// In how many looks it counted since it was spanned last.
  var ages = InlineArray<64, UInt8>(repeating: 255)
  /// The last contact that had begun when it was spanned first.
  var serials = InlineArray<64, UInt32>(repeating: 0)
  var lookedAt: UInt64 = 0
  var saturatedColumns: UInt32 = 0, saturatedRows: UInt32 = 0
  var saturatedDelivered: UInt32 = 0

  mutating func restart() { self = GridLines() }
}

extension Grid {
  private static var step: UInt64 { 50_000 }

  @inline(__always)
  func watchLines(_ t: UInt64, _ engine: Engine?) {
    if config.pointee.line_after_us == 0 || t &- state.lines.lookedAt < Grid.step { return }
    lookAtLines(t, engine)
  }

  @inline(never)
  private func lookAtLines(_ t: UInt64, _ engine: Engine?) {
    // Between two contacts nothing was seen.
    let isNew = t &- state.lines.lookedAt > 10 &* Grid.step
    state.lines.lookedAt = t
    if isNew { state.lines.turns = InlineArray<64, UInt8>(repeating: 0) }
    var across = InlineArray<32, UInt32>(repeating: 0)
    var down = InlineArray<32, UInt32>(repeating: 0)
    let (labels, order, columns, stride) = (labels, order, columns, stride)
    // Exact for the numbers of cells and the strides that there are.
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
    let new = state.lines.saturatedColumns & ~state.lines.saturatedDelivered
    state.lines.saturatedDelivered = state.lines.saturatedColumns
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
      if own | before | after != 0 || state.lines.faults[unchecked: line] != .none {
        let was = state.lines.faults[unchecked: line]
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
      if state.lines.times[unchecked: line] == 0 { state.lines.serials[unchecked: line] = state.serial }
      state.lines.ages[unchecked: line] = 0
    } else if counts {
      if state.lines.ages[unchecked: line] == 0 { state.lines.turns[unchecked: line] &+= 1 }
      state.lines.ages[unchecked: line] = min(state.lines.ages[unchecked: line], 254) &+ 1
      if state.lines.ages[unchecked: line] > 20 { state.lines.turns[unchecked: line] = 0 }
    }
    // A line that flickered has recovered once it counts for long enough.
    let lasts = was == .flickering ? counts : isSpanned || isStuck
    if lasts { state.lines.times[unchecked: line] = min(state.lines.times[unchecked: line], UInt16.max &- 1) &+ 1 }
    if was == .flickering ? isSpanned : counts && !isStuck { state.lines.times[unchecked: line] = 0 }
    let time = state.lines.times[unchecked: line]
    switch was {
    case .none:
      if state.lines.turns[unchecked: line] >= 8 { return .flickering }
      if isStuck && time >= longest { return .stuck }
      let isSure = spans >= 6 || state.serial != state.lines.serials[unchecked: line]
      return isSpanned && time >= longest && isSure ? .dead : .none
    case .dead: return counts ? .none : .dead
    case .stuck: return isStuck ? .stuck : .none
    case .flickering: return time >= 2 &* min(longest, UInt16.max / 4) ? .none : .flickering
    }
  }

  private func turn(
    _ line: Int, _ subject: Int, from was: GridLines.Fault, to now: GridLines.Fault, _ reports: inout Int, _ engine: Engine?
  ) {
    state.lines.faults[unchecked: line] = now
    state.lines.times[unchecked: line] = 0
    state.lines.turns[unchecked: line] = 0
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
      switch state.lines.faults[unchecked: i] {
      case .none: break
      case .dead: if isColumn { lines.dead_columns |= bit } else { lines.dead_rows |= bit }
      case .stuck: if isColumn { lines.stuck_columns |= bit } else { lines.stuck_rows |= bit }
      case .flickering: if isColumn { lines.flickering_columns |= bit } else { lines.flickering_rows |= bit }
      }
      i &+= 1
    }
    lines.saturated_columns = state.lines.saturatedColumns
    lines.saturated_rows = state.lines.saturatedRows
    return lines
  }
}
