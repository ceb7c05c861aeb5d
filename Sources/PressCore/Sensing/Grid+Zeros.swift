import CPress

/// The history of the zeros of a grid, which all cells share. The zeros are *known* once each cell has read about its zero for ten seconds in
/// a row without a contact, or if a program asked for them (tare). Before that they may be a load that was there at the start.
///
/// | a cell reads, and is in no contact and beside none | for                  | the zeros are not known     | the zeros are known                          |
/// |-----------------------------------------------------|----------------------|-----------------------------|----------------------------------------------|
/// | up to release_force above its zero, no contact      | each frame           | follows in rise_us          | follows in rise_us                           |
/// | below its zero by less than release_force           | each frame           | follows in fall_us          | follows in fall_us                           |
/// | about its zero, as all others do                    | 10 s                 | they are known              |                                              |
/// | below it by release_force or more                   | 50 ms, or one frame  | the reading: finger_at_start | stays                                       |
/// | the same                                            | 1 s                  |                             | stays: below_zero, once                      |
/// | the same, about the one remembered                  | 50 ms                | the reading                 | the reading: returned                        |
/// | the same                                            | below_zero_us        |                             | the reading, the one before is remembered    |
///
/// While there are contacts, the zeros of free cells follow as well, both ways in rise_us, if the cells are off by less than half of
/// release_force: so a drift does not become a contact later. A cell in a contact keeps its zero, with these exceptions:
///
/// | all cells that count read                            | for                | then                                                            |
/// |-------------------------------------------------------|--------------------|-----------------------------------------------------------------|
/// | a higher zero that is remembered, within release_force | 1 s               | it is the zero again, contacts are cancelled: returned          |
/// | the same, within an eighth of the way to it           | 10 s               | the reading is the zero, contacts are cancelled: returned       |
/// | anything, in one contact                              | longest_contact_us | the reading is the zero, contacts are cancelled: contact_too_long |
struct GridZero {
  static var knownAfter: UInt64 { 10_000_000 }
  static var deliveredAfter: UInt64 { 1_000_000 }
  static var correctedAfter: UInt64 { 50_000 }

  var isKnown = false
  var isBelowDelivered = false
  /// Whether cells remember former zeros, to which they may return.
  var remembers = false
  /// Microseconds for which all cells have read about their zeros, cells have read below them, and cells have read remembered ones.
  var heldFor: UInt64 = 0
  var belowFor: UInt64 = 0
  var backFor: UInt64 = 0
}

extension Grid {
  static var largest: Int32 { 1 << 29 }
  /// Events of a frame that no contact caused.
  static var mostReports: Int { 4 }

  @inline(__always)
  static func clamped(_ cell: Int32) -> Int32 { max(0 &- largest, min(cell, largest)) }

  func startZeros() {
    state.isStarting = true
    state.startUntil = 0
    state.hasLimits = false
  }

  /// Watches the zeros. Returns whether the watching goes on.
  func watch(_ cells: UnsafePointer<Int32>) -> Bool {
    let now = state.now
    let (zeros, remembered) = (zeros, remembered)
    let count = columns &* rows
    var i = 0
    if state.startUntil == 0 {
      state.startUntil = Wide.addSaturating(now, UInt64(config.pointee.start_us))
      state.watched = 0
      while i < count {
        remembered[i] = Grid.rounded(zeros[i])
        zeros[i] = 0
        i &+= 1
      }
    }
    // Sums of more frames would not fit, and would not improve the mean.
    if state.watched < 4096 {
      state.watched &+= 1
      i = 0
      while i < count {
        zeros[i] &+= Int64(Grid.clamped(cells[i]))
        i &+= 1
      }
    }
    if now < state.startUntil { return true }
    i = 0
    while i < count {
      zeros[i] = Wide.divide(zeros[i] << 16, by: state.watched)
      if !state.isAsked { remembered[i] = Grid.rounded(zeros[i]) }
      i &+= 1
    }
    state.zero = GridZero()
    state.zero.isKnown = state.isAsked
    state.zero.remembers = state.isAsked
    state.isAsked = false
    state.isStarting = false
    state.followedAt = now
    return false
  }

  @inline(__always)
  private static func rounded(_ zero: Int64) -> Int32 { Int32(truncatingIfNeeded: (zero &+ 0x8000) >> 16) }

  /// Lets zeros follow while nothing touches. It does so every 20 ms or less often: the share of one frame would be lost to rounding.
  func followZeros(_ cells: UnsafePointer<Int32>, _ elapsed: UInt64, _ interval: UInt64, _ engine: Engine?) {
    if elapsed < (state.mayRest ? restsFor : 20_000) { return }
    state.followedAt = state.now
    // A change during a pause is not observed drift.
    let passed = min(elapsed, 100_000)
    let rise = Grid.share(passed, config.pointee.rise_us)
    let fall = Grid.share(passed, config.pointee.fall_us)
    let zeros = zeros
    let count = columns &* rows
    // Differences from `-below` up to more than a cell can read: their products with a share have room.
    let below = Int64(state.floor) << 16
    let span = UInt64(truncatingIfNeeded: below &+ 1 << 46)
    var isBelow = false
    var i = 0
    while i < count {
      let off = (Int64(cells[i]) << 16) &- zeros[i]
      if UInt64(bitPattern: off &+ below) < span {
        zeros[i] &+= (off &* (off > 0 ? rise : fall)) >> 16
      } else if off > 0 {
        followFar(i, rise)
      } else {
        isBelow = true
      }
      i &+= 1
    }
    if isBelow { settle(cells, elapsed, interval, engine) } else { rest(elapsed, engine) }
  }

  /// Lets a zero follow a reading beyond `largest`.
  @inline(never)
  private func followFar(_ i: Int, _ rise: Int64) { zeros[i] &+= (((Int64(Grid.largest) << 16) &- zeros[i]) &* rise) >> 16 }

  /// Handles a frame in which no cell is below its zero.
  private func rest(_ elapsed: UInt64, _ engine: Engine?) {
    state.zero.belowFor = 0
    if state.zero.isKnown {
      if state.zero.isBelowDelivered { ends(engine) }
      return
    }
    state.zero.heldFor = state.active == 0 && state.rim == 0 ? state.zero.heldFor &+ elapsed : 0
    state.zero.isKnown = state.zero.heldFor >= GridZero.knownAfter
  }

  @inline(never)
  private func ends(_ engine: Engine?) {
    state.zero.isBelowDelivered = false
    report(EventType.baselineChanged, Reason.returned, 0, 0, 0, engine)
  }

  /// Handles a frame in which cells are below their zeros by more than `floor`.
  @inline(never)
  private func settle(_ cells: UnsafePointer<Int32>, _ elapsed: UInt64, _ interval: UInt64, _ engine: Engine?) {
    state.zero.belowFor = Wide.addSaturating(state.zero.belowFor, elapsed)
    let belowFor = state.zero.belowFor
    let isLong = belowFor >= GridZero.correctedAfter || interval >= GridZero.correctedAfter
    if !state.zero.isKnown {
      if isLong { correct(cells, Reason.fingerAtStart, engine) }
      return
    }
    let stepped = config.pointee.below_zero_us
    if isLong && state.zero.remembers && isBack(cells) {
      correct(cells, Reason.returned, engine)
    } else if stepped != 0 && belowFor >= UInt64(stepped) {
      correct(cells, Reason.belowZero, engine)
    } else if belowFor >= GridZero.deliveredAfter && !state.zero.isBelowDelivered {
      state.zero.isBelowDelivered = true
      report(EventType.baselineChanged, Reason.belowZero, 0, 0, 0, engine)
    }
  }

  private func isBelow(_ i: Int, _ cells: UnsafePointer<Int32>, by floor: Int32) -> Bool {
    (Int64(Grid.clamped(cells[i])) << 16) &- zeros[i] < 0 &- Int64(floor) << 16
  }

  /// Whether all cells that are below their zeros read the remembered ones.
  private func isBack(_ cells: UnsafePointer<Int32>) -> Bool {
    var i = columns &* rows
    while i > 0 {
      i &-= 1
      let off = Int64(Grid.clamped(cells[i])) &- Int64(remembered[i])
      if isBelow(i, cells, by: state.floor) && off.magnitude > UInt64(state.floor.magnitude) { return false }
    }
    return true
  }

  /// Makes the readings of cells below their zeros the new zeros; as long as the zeros are not known, only those of free cells.
  private func correct(_ cells: UnsafePointer<Int32>, _ reason: Int32, _ engine: Engine?) {
    let isKnown = state.zero.isKnown
    state.zero.belowFor = 0
    state.zero.heldFor = 0
    state.zero.isBelowDelivered = false
    state.zero.remembers = true
    take(reason, engine) { i, at in
      isBelow(i, cells, by: state.rimFloor) && (isKnown || isFree(at))
    } reading: {
      cells[$0]
    }
  }

  /// Replaces the zeros of some cells with readings, and remembers the former zeros. `at` is the number of a cell with the border.
  @inline(__always)
  private func take(
    _ reason: Int32, _ engine: Engine?, where belongs: (_ i: Int, _ at: Int) -> Bool, reading: (Int) -> Int32
  ) {
    let (zeros, remembered, columns) = (zeros, remembered, columns)
    var most: UInt64 = 0
    var (cell, from, to): (Int, Int32, Int32) = (0, 0, 0)
    var (i, at, column) = (0, stride &+ 1, 0)
    let count = columns &* rows
    while i < count {
      if belongs(i, at) {
        let (before, now) = (Grid.rounded(zeros[i]), Grid.clamped(reading(i)))
        let change = (Int64(now) &- Int64(before)).magnitude
        if change > most { (most, cell, from, to) = (change, i, before, now) }
        remembered[i] = before
        zeros[i] = Int64(now) << 16
      }
      i &+= 1
      at &+= 1
      column &+= 1
      if column == columns {
        column = 0
        at &+= 2
      }
    }
    report(EventType.baselineChanged, reason, cell, to, from, engine)
  }

  /// Whether a cell is free: in no contact, and beside none.
  private func isFree(_ at: Int) -> Bool {
    let (labels, stride) = (labels, stride)
    var row = at &- stride &- 1
    while row <= at &+ stride &- 1 {
      if labels[row] != Grid.none || labels[row &+ 1] != Grid.none || labels[row &+ 2] != Grid.none { return false }
      row &+= stride
    }
    return true
  }

  /// Updates the zeros while something touches. If that cancels contacts, returns the status of the engine.
  func keepZeros(_ cells: UnsafePointer<Int32>, _ elapsed: UInt64, _ engine: Engine?) -> Int32 {
    if lastsTooLong(cells, engine) { return cancel(engine) }
    if elapsed < (state.zero.isKnown && !state.zero.remembers ? 100_000 : 20_000) { return Status.ok }
    state.followedAt = state.now
    if followBeside(cells, min(elapsed, 100_000)) && !state.zero.isKnown {
      state.zero.belowFor = Wide.addSaturating(state.zero.belowFor, elapsed)
      if state.zero.belowFor >= GridZero.correctedAfter { correct(cells, Reason.fingerAtStart, engine) }
    } else {
      state.zero.belowFor = 0
    }
    if !state.zero.remembers { return Status.ok }
    let off = offRemembered(cells)
    state.zero.backFor = off == .far ? 0 : Wide.addSaturating(state.zero.backFor, elapsed)
    if state.zero.backFor < (off == .about ? 1_000_000 : 10_000_000) { return Status.ok }
    state.zero.backFor = 0
    let (labels, remembered) = (labels, remembered)
    let near = UInt64(truncatingIfNeeded: Int64(state.rimFloor))
    take(Reason.returned, engine) { i, at in
      labels[at] != Grid.none || (Int64(Grid.clamped(cells[i])) &- Int64(remembered[i])).magnitude <= near
    } reading: {
      off == .about ? remembered[$0] : cells[$0]
    }
    state.zero.remembers = true
    return cancel(engine)
  }

  /// Lets the zeros of free cells follow. Returns whether one of these cells is below its zero by more than `floor`.
  @inline(never)
  private func followBeside(_ cells: UnsafePointer<Int32>, _ passed: UInt64) -> Bool {
    let share = Grid.share(passed, config.pointee.rise_us)
    let (zeros, columns) = (zeros, columns)
    let (rim, floor) = (Int64(state.rimFloor) << 16, Int64(state.floor) << 16)
    var isBelow = false
    var (i, at, column) = (0, stride &+ 1, 0)
    let count = columns &* rows
    while i < count {
      let off = (Int64(Grid.clamped(cells[i])) << 16) &- zeros[i]
      if off < rim && isFree(at) {
        if off >= 0 &- rim { zeros[i] &+= (off &* share) >> 16 }
        isBelow = isBelow || off < 0 &- floor
      }
      i &+= 1
      at &+= 1
      column &+= 1
      if column == columns {
        column = 0
        at &+= 2
      }
    }
    return isBelow
  }

  private enum Off { case about, near, far }

  /// How far the cells that count are from the higher zeros that they remember.
  private func offRemembered(_ cells: UnsafePointer<Int32>) -> Off {
    let (zeros, remembered, labels, columns) = (zeros, remembered, labels, columns)
    var answer = Off.about
    var (i, at, column) = (0, stride &+ 1, 0)
    let count = columns &* rows
    while i < count {
      if labels[at] != Grid.none {
        let between = Int64(remembered[i]) &- Int64(Grid.rounded(zeros[i]))
        let off = (Int64(Grid.clamped(cells[i])) &- Int64(remembered[i])).magnitude
        if between < Int64(state.rimFloor) { return .far }
        if off > UInt64(state.floor.magnitude) {
          if off > between.magnitude >> 3 { return .far }
          answer = .near
        }
      }
      i &+= 1
      at &+= 1
      column &+= 1
      if column == columns {
        column = 0
        at &+= 2
      }
    }
    return answer
  }

  /// Makes the readings of a contact that has lasted longest_contact_us the zeros of its cells. Returns whether there is such a contact.
  private func lastsTooLong(_ cells: UnsafePointer<Int32>, _ engine: Engine?) -> Bool {
    let longest = UInt64(config.pointee.longest_contact_us)
    if longest == 0 { return false }
    var i = 0
    while i < most {
      let track = tracks + i
      if track.pointee.phase == .down && track.pointee.blob >= 0 && state.now &- track.pointee.since >= longest {
        let (labels, label) = (labels, UInt8(truncatingIfNeeded: track.pointee.blob))
        take(Reason.contactTooLong, engine) { _, at in
          labels[at] == label
        } reading: {
          cells[$0]
        }
        state.zero.remembers = true
        return true
      }
      i &+= 1
    }
    return false
  }

  /// The share of the way that a zero follows in this time, Q16. The difference that it multiplies has 47 bits.
  private static func share(_ passed: UInt64, _ constant: UInt32) -> Int64 {
    constant == 0 ? 0 : Int64(truncatingIfNeeded: Wide.divide(min(passed, UInt64(constant)) << 16, by: UInt64(constant)))
  }

  /// Delivers an event that no contact caused.
  @inline(never)
  func report(_ type: UInt32, _ reason: Int32, _ subject: Int, _ value: Int32, _ value2: Int32, _ engine: Engine?) {
    guard let engine else { return }
    var event = press_event()
    event.t_us = state.now
    event.type = type
    event.contact = config.pointee.contact
    event.reason = reason
    event.subject = UInt32(truncatingIfNeeded: subject)
    event.value = value
    event.value2 = value2
    engine.deliverSensor(&event)
  }
}
