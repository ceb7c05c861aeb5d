import CPress

/// Converts codes to conductances: removes the influence of the cells of one column, or of one row, on each other.
///
/// With u the code over full_scale, R the resistor of a column, and other rows at ground:
///
/// | circuit    | a cell reads                                        | so that its conductance is                              |
/// |------------|-----------------------------------------------------|---------------------------------------------------------|
/// | dividers   | G / (1/R + sum of G over its column)                | u / (1 - sum of u over the column) / R                  |
/// | amplifiers | G R / (1 + row_ohm times the sum of G over its row) | u / R / (1 - row_ohm / R times the sum of u over the row) |
///
/// Behind rows with a resistance r, dividers are a network. With V the voltages that were read, and u those that would be without r:
/// u = V + r Y V, where Y = diag(sum of G over rows) - (G u^T) is what the rows conduct to each other. The sum over a column is short:
/// sum of u = sum of V + r times the sum over its rows of V times the sum of u over the row. The iteration begins with u = V and ends when the
/// rest of full scale that the sums leave changes by less than a 256th. It takes two or three steps with rows of 125 ohm, and up to seven with
/// 470 ohm and a heavy load.
extension Grid {
  /// The fraction bits of the worth of a code beyond microsiemens Q16: four times full scale at the least resistor has room.
  private static var bits: Int64 { 20 }

  func conduct(_ codes: UnsafePointer<Int32>) -> UnsafeMutablePointer<Int32> {
    let out = conductances
    let count = columns &* rows
    lines.pointee.saturatedColumns = 0
    lines.pointee.saturatedRows = 0
    let circuit = config.pointee.circuit
    var codes = codes
    if config.pointee.flags & GridFlag.falling != 0 || (circuit != GridCircuit.plain && !areCodes(codes, count)) {
      turn(codes, out, count)
      codes = UnsafePointer(out)
    }
    if circuit == GridCircuit.amplifiers {
      undoRows(codes, out)
    } else if circuit == GridCircuit.dividers {
      if state.isNetwork { undoNetwork(codes, out) } else { undoColumns(codes, out) }
    }
    if config.pointee.flags & GridFlag.gains != 0 { multiply(circuit == GridCircuit.plain ? codes : UnsafePointer(out), out, count) }
    return out
  }

  /// Whether all codes are near the range of a converter, so that sums have room.
  @inline(__always)
  private func areCodes(_ codes: UnsafePointer<Int32>, _ count: Int) -> Bool {
    // Full scale has 24 bits at most. With p the power of 2 above it, codes may be from -p to below 3 p.
    let bits = UInt32(truncatingIfNeeded: 32 &- config.pointee.full_scale.leadingZeroBitCount)
    let below: Int32 = 1 &<< bits
    var all: Int32 = 0
    var i = 0
    while i < count {
      all |= codes[i] &+ below
      i &+= 1
    }
    return all & ~((4 &<< bits) &- 1) == 0
  }

  /// Makes falling codes rise. With a circuit, codes beyond full scale are clamped to it.
  @inline(never)
  private func turn(_ codes: UnsafePointer<Int32>, _ out: UnsafeMutablePointer<Int32>, _ count: Int) {
    let full = Int32(truncatingIfNeeded: config.pointee.full_scale)
    let falls = config.pointee.flags & GridFlag.falling != 0
    var i = 0
    while i < count {
      let code = Grid.clamped(codes[i])
      let risen = falls ? full &- code : code
      out[i] = config.pointee.circuit == GridCircuit.plain ? risen : max(0 &- full, min(risen, full))
      i &+= 1
    }
  }

  @inline(never)
  private func multiply(_ cells: UnsafePointer<Int32>, _ out: UnsafeMutablePointer<Int32>, _ count: Int) {
    let gains = gains
    var i = 0
    while i < count {
      out[i] = Int32(
        truncatingIfNeeded: max(
          0 &- Int64(Grid.largest), min((Int64(Grid.clamped(cells[i])) &* Int64(gains[i])) >> 16, Int64(Grid.largest))))
      i &+= 1
    }
  }

  /// The worth of one code of a line of which `left` of full scale is left, microsiemens Q36. Less than a 64th counts as a 64th.
  @inline(__always)
  private func worth(of left: Int64, _ resistor: Int64) -> Int64 {
    Wide.divide(resistor, by: max(left, max(Int64(config.pointee.full_scale) >> 6, 1)))
  }

  /// The conductance of a column's resistor, microsiemens Q36. Callers divide once a frame: a division costs more than a row of cells.
  @inline(__always)
  private var resistor: Int64 { Wide.divide(1_000_000 << 36, by: Int64(config.pointee.column_ohm)) }

  @inline(__always)
  private static func cell(_ code: Int32, _ worth: Int64) -> Int32 {
    Int32(truncatingIfNeeded: max(0 &- Int64(largest), min((Int64(code) &* worth) >> bits, Int64(largest))))
  }

  @inline(never)
  private func undoColumns(_ codes: UnsafePointer<Int32>, _ out: UnsafeMutablePointer<Int32>) {
    let (columns, rows) = (columns, rows)
    let full = Int64(config.pointee.full_scale)
    var sums = InlineArray<32, Int32>(repeating: 0)
    var row = 0
    var i = 0
    while row < rows {
      var column = 0
      while column < columns {
        sums[unchecked: column] &+= codes[i]
        i &+= 1
        column &+= 1
      }
      row &+= 1
    }
    var worth = InlineArray<32, Int64>(repeating: 0)
    let resistor = resistor
    var column = 0
    while column < columns {
      let sum = Int64(sums[unchecked: column])
      worth[unchecked: column] = self.worth(of: full &- sum, resistor)
      if sum &* 10 > full &* 9 { lines.pointee.saturatedColumns |= 1 &<< UInt32(truncatingIfNeeded: column) }
      column &+= 1
    }
    i = 0
    row = 0
    while row < rows {
      column = 0
      while column < columns {
        out[i] = Grid.cell(codes[i], worth[unchecked: column])
        i &+= 1
        column &+= 1
      }
      row &+= 1
    }
  }

  @inline(never)
  private func undoRows(_ codes: UnsafePointer<Int32>, _ out: UnsafeMutablePointer<Int32>) {
    let (columns, rows) = (columns, rows)
    let full = Int64(config.pointee.full_scale)
    let part = Wide.divide(Int64(config.pointee.row_ohm) << 16, by: Int64(config.pointee.column_ohm))
    let resistor = resistor
    var row = 0
    var i = 0
    while row < rows {
      var sum: Int64 = 0
      var end = i &+ columns
      while i < end {
        sum &+= Int64(codes[i])
        if Int64(codes[i]) >= full { lines.pointee.saturatedColumns |= 1 &<< UInt32(truncatingIfNeeded: i &- end &+ columns) }
        i &+= 1
      }
      let left = full &- (sum &* part) >> 16
      if left &* 10 < full { lines.pointee.saturatedRows |= 1 &<< UInt32(truncatingIfNeeded: row) }
      let worth = worth(of: left, resistor)
      i = end &- columns
      end = i &+ columns
      while i < end {
        out[i] = Grid.cell(codes[i], worth)
        i &+= 1
      }
      row &+= 1
    }
  }

  // MARK: At rest

  /// How long frames may stay unconverted, microseconds: cells below their zeros must be found in time.
  var restsFor: UInt64 { state.zero.isKnown ? 100_000 : GridZero.correctedAfter }

  /// Whether no code is above its limit, so that no cell can be at its rim.
  @inline(__always)
  func isWithinLimits(_ codes: UnsafePointer<Int32>) -> Bool {
    let limits = limits
    let count = columns &* rows
    var i = 0
    while i &+ 3 < count && codes[i] <= limits[i] && codes[i &+ 1] <= limits[i &+ 1] && codes[i &+ 2] <= limits[i &+ 2]
      && codes[i &+ 3] <= limits[i &+ 3]
    {
      i &+= 4
    }
    while i < count && codes[i] <= limits[i] { i &+= 1 }
    return i == count
  }

  /// Sets the limit of each code: the code at the zero and a little more. If all codes of a line were at their limits, no cell of the line
  /// would be at its rim; with lower codes in the line, each code is worth less. Behind rows with a resistance codes are worth a little more
  /// than computed here, but so they are in the zeros.
  @inline(never)
  func setLimits(_ codes: UnsafePointer<Int32>) {
    let (columns, rows) = (columns, rows)
    let isAcross = config.pointee.circuit == GridCircuit.amplifiers
    let (lines, length) = isAcross ? (rows, columns) : (columns, rows)
    let (next, line) = isAcross ? (1, columns) : (columns, 1)
    let full = Int64(config.pointee.full_scale)
    let part = isAcross ? Wide.divide(Int64(config.pointee.row_ohm) << 16, by: Int64(config.pointee.column_ohm)) : 1 << 16
    let resistor = resistor
    let half = min(Wide.divide(Int64(state.rimFloor) << (Grid.bits &- 1), by: worth(of: full, resistor)), full)
    // Lines are alike: a margin that was too large for one line is not tried with the next.
    var more = half
    var n = 0
    while n < lines {
      var sum: Int64 = 0
      var at = n &* line
      var i = 0
      while i < length {
        sum &+= Int64(Grid.clamped(codes[at]))
        at &+= next
        i &+= 1
      }
      let now = worth(of: full &- (sum &* part) >> 16, resistor)
      while !rests(from: n &* line, next, length, more, now, full, part, resistor) {
        if more == 0 {
          limits[n &* line] = Int32.min
          more = half
          break
        }
        more = (more &* 3) >> 2
      }
      n &+= 1
    }
    state.hasLimits = true
  }

  private func rests(
    from first: Int, _ next: Int, _ length: Int, _ more: Int64, _ now: Int64, _ full: Int64, _ part: Int64,
    _ resistor: Int64
  ) -> Bool {
    let (limits, zeros) = (limits, zeros)
    // A zero has 30 bits: with fewer than 33 the product has room. Rounding does not matter: the limit itself is checked below.
    let inverse = now >> 30 == 0 ? 0 : Wide.divide(1 << 62, by: now)
    var sum: Int64 = 0
    var at = first
    var n = 0
    while n < length {
      let zero = zeros[at] >> 16
      let code = inverse == 0 ? Wide.divide(zero << Grid.bits, by: now) : (zero &* inverse) >> 42
      let limit = max(0, min(code &+ more, full))
      limits[at] = Int32(truncatingIfNeeded: limit)
      sum &+= limit
      at &+= next
      n &+= 1
    }
    let worth = worth(of: full &- (sum &* part) >> 16, resistor)
    at = first
    n = 0
    while n < length {
      let room = zeros[at] &+ (Int64(state.rimFloor) &- 1) << 16
      if Int64(Grid.cell(limits[at], worth)) << 16 > room { return false }
      at &+= next
      n &+= 1
    }
    return true
  }

  // MARK: A network

  /// The least part of full scale, Q24, of a heavy cell. The current that the other cells conduct between rows follows from the sums of columns.
  private static var least: Int32 { 1 << 24 / 64 }
  private static var steps: Int { 8 }
  /// Sums of columns, parts of full scale, Q24. They use the room of `places`, which only sorting needs, and not the stack.
  private typealias Sums = UnsafeMutablePointer<Int32>

  @inline(never)
  private func undoNetwork(_ codes: UnsafePointer<Int32>, _ out: UnsafeMutablePointer<Int32>) {
    let (columns, rows, count) = (columns, rows, columns &* rows)
    let (read, undone) = (out + count, out + 2 &* count)
    let one = Wide.divide(1 << 48, by: Int64(config.pointee.full_scale))
    // No mat has rows of more than four times a column's resistor; more would overflow.
    let part = min(Wide.divide(Int64(config.pointee.row_ohm) << 24, by: Int64(config.pointee.column_ohm)), 1 << 26)
    var heavy = InlineArray<32, UInt32>(repeating: 0)
    let whole = UnsafeMutableRawPointer(places).assumingMemoryBound(to: Int32.self)
    let (sums, next) = (whole + 32, whole + 64)
    whole.update(repeating: 0, count: 32)
    var (row, i) = (0, 0)
    while row < rows {
      var column = 0
      while column < columns {
        read[i] = Int32(truncatingIfNeeded: max(0 &- 1 << 24, min((Int64(codes[i]) &* one) >> 24, 1 << 24)))
        undone[i] = read[i]
        whole[column] &+= read[i]
        if read[i] >= Grid.least { heavy[unchecked: row] |= 1 &<< UInt32(truncatingIfNeeded: column) }
        i &+= 1
        column &+= 1
      }
      row &+= 1
    }
    sums.update(from: whole, count: 32)
    var step = 0
    var isSettled = false
    while true {
      conduct(sums, undone, out)
      if step == Grid.steps || isSettled { break }
      next.update(from: whole, count: 32)
      row = 0
      while row < rows {
        add(row, part, read, undone, next)
        row &+= 1
      }
      isSettled = areNear(sums, next)
      sums.update(from: next, count: 32)
      row = 0
      while row < rows {
        undo(row, heavy, part, read, undone, out)
        row &+= 1
      }
      fit(sums, heavy, undone)
      step &+= 1
    }
    // From multiples of the conductance of a column's resistor to microsiemens.
    let worth = Wide.divide(1_000_000 << 16, by: Int64(config.pointee.column_ohm))
    i = 0
    while i < count {
      out[i] = Int32(truncatingIfNeeded: max(0 &- Int64(Grid.largest), min((Int64(out[i]) &* worth) >> 24, Int64(Grid.largest))))
      i &+= 1
    }
  }

  /// Computes the conductances of cells divided by that of a column's resistor, Q24.
  private func conduct(_ sums: Sums, _ undone: UnsafeMutablePointer<Int32>, _ out: UnsafeMutablePointer<Int32>) {
    let (columns, count) = (columns, columns &* rows)
    var column = 0
    lines.pointee.saturatedColumns = 0
    while column < columns {
      let sum = Int64(sums[column])
      if sum &* 10 > 9 << 24 { lines.pointee.saturatedColumns |= 1 &<< UInt32(truncatingIfNeeded: column) }
      let factor = Wide.divide(1 << 48, by: max((1 << 24) &- sum, 1 << 18))
      var i = column
      while i < count {
        out[i] = Int32(truncatingIfNeeded: (Int64(undone[i]) &* factor) >> 24)
        i &+= columns
      }
      column &+= 1
    }
  }

  private func areNear(_ sums: Sums, _ next: Sums) -> Bool {
    var column = 0
    while column < columns {
      let moved = (next[column] &- sums[column]).magnitude
      if moved > UInt32(truncatingIfNeeded: max(1 << 24 &- next[column], 1 << 18)) >> 8 { return false }
      column &+= 1
    }
    return true
  }

  /// Adds the share of a row to the sums of columns.
  private func add(
    _ row: Int, _ part: Int64, _ read: UnsafeMutablePointer<Int32>, _ undone: UnsafeMutablePointer<Int32>, _ sums: Sums
  ) {
    let own = row &* columns
    var all: Int64 = 0
    var column = 0
    while column < columns {
      all &+= Int64(undone[own &+ column])
      column &+= 1
    }
    all = (all &* part) >> 24
    column = 0
    while column < columns {
      let sum = Int64(sums[column]) &+ (all &* Int64(read[own &+ column])) >> 24
      sums[column] = Int32(truncatingIfNeeded: max(0 &- 1 << 29, min(sum, 1 << 29)))
      column &+= 1
    }
  }

  /// Computes u = V + r Y V for one row. Current between two rows is computed only for columns with a heavy cell in the other row.
  private func undo(
    _ row: Int, _ heavy: borrowing InlineArray<32, UInt32>, _ part: Int64, _ read: UnsafeMutablePointer<Int32>,
    _ undone: UnsafeMutablePointer<Int32>, _ conducts: UnsafeMutablePointer<Int32>
  ) {
    let columns = columns
    let own = row &* columns
    var sum: Int64 = 0
    var taken = InlineArray<32, Int64>(repeating: 0)
    var column = 0
    while column < columns {
      sum &+= Int64(conducts[own &+ column])
      column &+= 1
    }
    var other = 0
    while other < rows {
      let first = other &* columns
      var between: Int64 = 0
      var left = heavy[unchecked: other]
      while left != 0 {
        column = left.trailingZeroBitCount
        left &= left &- 1
        between &+= (Int64(conducts[own &+ column]) &* Int64(undone[first &+ column])) >> 24
      }
      column = between == 0 ? columns : 0
      while column < columns {
        taken[unchecked: column] &+= (between &* Int64(read[first &+ column])) >> 24
        column &+= 1
      }
      other &+= 1
    }
    column = 0
    while column < columns {
      let more = (sum &* Int64(read[own &+ column])) >> 24 &- taken[unchecked: column]
      let voltage = Int64(read[own &+ column]) &+ (max(0 &- 1 << 36, min(more, 1 << 36)) &* part) >> 24
      undone[own &+ column] = Int32(truncatingIfNeeded: max(0 &- 1 << 24, min(voltage, 1 << 24)))
      column &+= 1
    }
  }

  /// Scales the cells of each column that are not heavy, so that they add up to the rest of its sum.
  private func fit(_ sums: Sums, _ heavy: borrowing InlineArray<32, UInt32>, _ undone: UnsafeMutablePointer<Int32>) {
    let (columns, rows) = (columns, rows)
    var column = 0
    while column < columns {
      let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: column)
      var (light, left) = (Int64(0), Int64(sums[column]))
      var (row, i) = (0, column)
      while row < rows {
        if heavy[unchecked: row] & bit == 0 { light &+= Int64(undone[i]) } else { left &-= Int64(undone[i]) }
        i &+= columns
        row &+= 1
      }
      let share = light > 0 ? Wide.divide(max(0, min(left, 2 &* light)) << 24, by: light) : 1 << 24
      (row, i) = (0, column)
      while row < rows {
        if heavy[unchecked: row] & bit == 0 { undone[i] = Int32(truncatingIfNeeded: (Int64(undone[i]) &* share) >> 24) }
        i &+= columns
        row &+= 1
      }
      column &+= 1
    }
  }
}
