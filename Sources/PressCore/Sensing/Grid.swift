import CPress

/// A grid in the caller's storage: a handle, like Engine.
public struct Grid: Handle {
  let memory: UnsafeMutablePointer<GridState>

  public init(_ grid: OpaquePointer) { memory = UnsafeMutablePointer(grid) }

  // MARK: Layout and life

  /// Peaks are met in falling order, so that these are the highest.
  static var mostBlobs: Int { 64 }

  private static var tracksOffset: Int { Layout.aligned(MemoryLayout<GridState>.size) }
  private static func blobsOffset(_ contacts: Int) -> Int {
    Layout.aligned(tracksOffset &+ contacts &* MemoryLayout<GridTrack>.stride)
  }
  private static func assignmentOffset(_ contacts: Int) -> Int {
    Layout.aligned(blobsOffset(contacts) &+ mostBlobs &* MemoryLayout<GridBlob>.stride)
  }
  private static func zerosOffset(_ contacts: Int) -> Int {
    Layout.aligned(assignmentOffset(contacts) &+ GridAssignment.size(rows: contacts, columns: mostBlobs &+ contacts))
  }

  /// A border of cells that are never anything spares all looks beyond the edges.
  private typealias Config = UnsafePointer<press_grid_config>
  private static func cells(_ c: Config) -> Int { Int(c.pointee.columns) &* Int(c.pointee.rows) }
  private static func padded(_ c: Config) -> Int { (Int(c.pointee.columns) &+ 2) &* (Int(c.pointee.rows) &+ 2) }
  private static func hasZeros(_ c: Config) -> Bool { c.pointee.flags & GridFlag.baseline != 0 }
  private static func forcesOffset(_ c: Config) -> Int {
    zerosOffset(Int(c.pointee.max_contacts)) &+ (hasZeros(c) ? cells(c) &* 8 : 0)
  }
  private static func orderOffset(_ c: Config) -> Int { forcesOffset(c) &+ padded(c) &* 4 }
  private static func labelsOffset(_ c: Config) -> Int { orderOffset(c) &+ (2 &* cells(c) &+ 256) &* 2 }

  public static func size(_ c: UnsafePointer<press_grid_config>) -> Int { Layout.aligned(labelsOffset(c) &+ padded(c)) }

  /// Comes first in the state.
  var config: UnsafePointer<press_grid_config> { UnsafePointer(memory.behind(0, press_grid_config.self)) }
  var most: Int { Int(config.pointee.max_contacts) }
  var tracks: UnsafeMutablePointer<GridTrack> { memory.behind(Grid.tracksOffset, GridTrack.self) }
  var blobs: UnsafeMutablePointer<GridBlob> { memory.behind(Grid.blobsOffset(most), GridBlob.self) }
  var assignment: GridAssignment {
    GridAssignment(memory.behind(Grid.assignmentOffset(most), Int64.self), rows: most, columns: Grid.mostBlobs &+ most)
  }
  var curve: UnsafePointer<press_curve> { Curve.of(config) }
  /// Units of a cell, Q16.
  var zeros: UnsafeMutablePointer<Int64> { memory.behind(state.zerosAt, Int64.self) }
  /// Newtons, Q16, of cells that count, the border included; of all others 0 or, of a rim, the complement of what the cell says.
  var forces: UnsafeMutablePointer<Int32> { memory.behind(state.forcesAt, Int32.self) }
  /// The cells that count, by their number with the border; as many again to sort them, and a place for each byte.
  var order: UnsafeMutablePointer<UInt16> { memory.behind(state.orderAt, UInt16.self) }
  var spare: UnsafeMutablePointer<UInt16> { order + columns &* rows }
  var places: UnsafeMutablePointer<UInt16> { spare + columns &* rows }
  /// The blob of each cell, the border included.
  var labels: UnsafeMutablePointer<UInt8> { memory.behind(state.labelsAt, UInt8.self) }

  public var columns: Int { Int(config.pointee.columns) }
  public var rows: Int { Int(config.pointee.rows) }
  var stride: Int { columns &+ 2 }
  var hasZeros: Bool { Grid.hasZeros(config) }

  /// The storage is aligned and large enough, the config valid.
  public static func make(in storage: UnsafeMutableRawPointer, _ config: UnsafePointer<press_grid_config>) -> Int32 {
    let grid = Grid(OpaquePointer(storage))
    if grid.state.signature == GridState.signature && grid.state.isBusy { return Status.busy }
    grid.memory.initialize(
      to: GridState(
        config.pointee, zerosAt: zerosOffset(Int(config.pointee.max_contacts)), forcesAt: forcesOffset(config),
        orderAt: orderOffset(config), labelsAt: labelsOffset(config)))
    grid.clear()
    grid.setFloors()
    return Status.ok
  }

  private func clear() {
    var i = 0
    while i < most {
      (tracks + i).initialize(to: GridTrack())
      i &+= 1
    }
    i = Grid.padded(config)
    let labels = labels
    let forces = forces
    while i > 0 {
      i &-= 1
      labels[i] = Grid.none
      forces[i] = 0
    }
    if !hasZeros { return }
    i = columns &* rows
    while i > 0 {
      i &-= 1
      zeros[i] = 0
    }
  }

  public func reset() -> Int32 {
    if state.isBusy { return Status.busy }
    state.restart()
    clear()
    return Status.ok
  }

  public func setMask(_ mask: UnsafePointer<UInt32>?, _ count: Int) -> Int32 {
    if state.isBusy { return Status.busy }
    if count != (mask == nil ? 0 : rows) { return Status.invalid }
    let beyond = columns == 32 ? 0 : ~UInt32(0) &<< UInt32(truncatingIfNeeded: columns)
    var row = 0
    while let mask, row < rows {
      if mask[row] & beyond != 0 { return Status.invalid }
      row &+= 1
    }
    row = 0
    while row < rows {
      state.mask[unchecked: row] = mask.map { $0[row] } ?? 0
      row &+= 1
    }
    return Status.ok
  }

  /// The config that was given last, whether it counts yet or not.
  public var given: press_grid_config { state.next.size != 0 ? state.next : state.config }

  /// Size, contacts and ids, and whether there are zeros, are those of the grid.
  public func set(_ next: UnsafePointer<press_grid_config>) -> Int32 {
    let now = config
    let isSame =
      next.pointee.columns == now.pointee.columns && next.pointee.rows == now.pointee.rows
      && next.pointee.max_contacts == now.pointee.max_contacts && next.pointee.contact == now.pointee.contact
      && next.pointee.flags == now.pointee.flags
    if !isSame { return Status.invalid }
    state.next = next.pointee
    return Status.ok
  }

  /// A config that waits is used from this frame on, if nothing touches in it by that config.
  @inline(never)
  private func consider(_ cells: UnsafePointer<Int32>) {
    swap(&state.config, &state.next)
    setFloors()
    find(cells)
    var i = 0
    while i < state.blobs {
      if blobs[i].peak >= config.pointee.touch_force { break }
      i &+= 1
    }
    if i == state.blobs {
      state.next.size = 0
    } else {
      swap(&state.config, &state.next)
      setFloors()
    }
    forget()
  }

  public func tare() -> Int32 {
    if state.isBusy { return Status.busy }
    if !hasZeros || state.hasContacts { return Status.state }
    state.isStarting = true
    state.startUntil = 0
    return Status.ok
  }

  public var stats: press_grid_stats { state.stats }

  // MARK: Frames

  public func feed(_ t: UInt64, _ cells: UnsafePointer<Int32>, _ count: Int, _ engine: Engine?) -> Int32 {
    if count != columns &* rows { return Status.invalid }
    let status = enter(t, engine, state.isStarted && t <= state.frameAt)
    if status != Status.ok { return status }
    state.isBusy = true
    let previous = state.frameAt
    let elapsed = arrive(t)
    let mayTouch = !state.isStarting || !watch(cells)
    if state.next.size != 0 && mayTouch && !state.hasContacts { consider(cells) }
    if mayTouch { find(cells) } else { forget() }
    let grace = engine?.grace(of: t &- min(previous, t)) ?? 0
    track(t, grace: grace)
    var answer = sendEnds(engine)
    begin(t)
    let sent = sendAll(engine, holds: grace == 0)
    if answer == Status.ok { answer = sent }
    if mayTouch { state.isFirst = false }
    if mayTouch && hasZeros && !state.hasContacts { followZeros(cells, elapsed) }
    // There may be no contact to bring the engine the time.
    if !state.hasContacts {
      engine?.passes(t)
      _ = engine?.tick(t)
    }
    state.isBusy = false
    return answer
  }

  public func lose(_ t: UInt64, _ engine: Engine?) -> Int32 {
    let status = enter(t, engine, t < state.now)
    if status != Status.ok { return status }
    state.isBusy = true
    state.now = t
    state.isFirst = true
    var answer = Status.ok
    var i = 0
    while i < most {
      if tracks[i].phase == .down {
        tracks[i].phase = .lost
        let sent = send(i, 0, SampleFlag.lost, engine)
        if answer == Status.ok { answer = sent }
      }
      i &+= 1
    }
    state.hasContacts = false
    _ = engine?.tick(t)
    state.isBusy = false
    return answer
  }

  private func enter(_ t: UInt64, _ engine: Engine?, _ isLate: Bool) -> Int32 {
    if state.isBusy || engine?.isBusy == true { return Status.busy }
    if t == Engine.never { return Status.invalid }
    var status = isLate || t < state.now ? Status.time : Status.ok
    if let engine, status == Status.ok { status = engine.checkFeed(t, moreEvents: 6 &* (most &- 1)) }
    if status == Status.time { state.stats.backwards &+= 1 }
    return status
  }

  private func arrive(_ t: UInt64) -> UInt64 {
    if !state.isStarted { state.followedAt = t }
    state.isStarted = true
    state.frameAt = t
    state.now = t
    state.stats.frames &+= 1
    return t &- state.followedAt
  }

  // MARK: Samples

  /// Of tracks that end, and lost ones; their places are free from then on.
  private func sendEnds(_ engine: Engine?) -> Int32 {
    var answer = Status.ok
    var i = 0
    while i < most {
      if tracks[i].phase == .ending || tracks[i].phase == .lost {
        tracks[i].phase = .free
        let sent = send(i, 0, 0, engine)
        if answer == Status.ok { answer = sent }
      }
      i &+= 1
    }
    return answer
  }

  /// `holds`: those not seen are sent as they were; else as lifted.
  private func sendAll(_ engine: Engine?, holds: Bool) -> Int32 {
    var answer = Status.ok
    var hasContacts = false
    var i = 0
    while i < most {
      if tracks[i].phase == .down {
        hasContacts = true
        let palm = tracks[i].isPalm ? SampleFlag.palm : 0
        let sent =
          holds || !tracks[i].isHeld
          ? send(i, tracks[i].force, SampleFlag.down | palm, engine) : send(i, 0, 0, engine)
        if answer == Status.ok { answer = sent }
      }
      i &+= 1
    }
    state.hasContacts = hasContacts
    return answer
  }

  private func send(_ i: Int, _ force: Int32, _ flags: UInt32, _ engine: Engine?) -> Int32 {
    guard let engine else { return Status.ok }
    let (x, y) = points(i)
    if engine.takes(engine.slot(of: id(i)), state.now, flags, force, unfiltered: force, isSensed: true, x, y) { return Status.ok }
    var sample = Sample(
      t_us: state.now, contact: id(i), flags: flags, force: force, x: x, y: y, unfiltered: force, isSensed: true,
      source: state.isFirst && tracks[i].phase == .down ? .first : .sensor, advance: Sample.advance(isSensed: true))
    return engine.feedChecked(&sample)
  }

  private func id(_ i: Int) -> UInt32 { config.pointee.contact &+ UInt32(truncatingIfNeeded: i) }

  private func points(_ i: Int) -> (Int32, Int32) {
    (
      Q16.add(config.pointee.x, Q16.multiply(tracks[i].x, config.pointee.pitch_x)),
      Q16.add(config.pointee.y, Q16.multiply(tracks[i].y, config.pointee.pitch_y))
    )
  }

  /// How many there are; the first are written, as many as fit.
  public func contacts(_ out: UnsafeMutablePointer<press_grid_contact>?, _ capacity: Int) -> Int {
    var count = 0
    var i = 0
    while i < most {
      if tracks[i].phase == .down { count &+= 1 }
      i &+= 1
    }
    guard let out else { return count }
    // A size_t above the largest Int arrives as a negative one.
    var room = capacity < 0 ? most : capacity
    var next = out
    i = 0
    while i < most && room > 0 {
      let track = tracks + i
      if track.pointee.phase == .down {
        let (x, y) = points(i)
        let held = track.pointee.isHeld ? GridContactFlag.held : 0
        let merged = track.pointee.isMerged ? GridContactFlag.merged : 0
        let palm = track.pointee.isPalm ? GridContactFlag.palm : 0
        next.pointee = press_grid_contact(
          since_us: track.pointee.since, contact: id(i), serial: track.pointee.serial, flags: held | merged | palm,
          force: track.pointee.force, x: x, y: y, cells: UInt32(bitPattern: track.pointee.cells), peak: track.pointee.peak)
        next += 1
        room &-= 1
      }
      i &+= 1
    }
    return count
  }
}

extension press_grid_config {
  public static func brokenRelation(_ c: UnsafePointer<Self>) -> UInt32 {
    c.pointee.curve.kind == 0 ? 0 : Curve.brokenRule(Curve.of(c))
  }

  public static func words(ofRelation rule: UInt32) -> UnsafePointer<CChar> { Curve.words(rule) }
}

/// What a grid knows, at the start of the caller's storage. Behind it lie, in this order: tracks, blobs, the numbers of the
/// assignment, zeros and forces of the cells, their order, and their labels.
struct GridState {
  static var signature: UInt64 { 0x4752_4944_7072_6573 }

  /// Comes first, and the curve is its last field: see Grid.curve.
  var config: press_grid_config
  let signature = GridState.signature
  /// Where in the storage things lie.
  let zerosAt, forcesAt, orderAt, labelsAt: Int
  /// Cells with less count as nothing: the least that makes release_force.
  var floor: Int32 = 0
  /// Cells with less have no part in the place of a contact either.
  var rimFloor: Int32 = 0
  /// A callback may be running.
  var isBusy = false
  var isStarted = false
  /// The zero is being watched: until `startUntil`, once that is set by the first frame.
  var isStarting: Bool
  /// No frame was looked at since it began, or was lost: what touches in the first one rests.
  var isFirst = true
  var hasContacts = false
  var now: UInt64 = 0
  var frameAt: UInt64 = 0
  var startUntil: UInt64 = 0
  /// When the zeros were brought up to date.
  var followedAt: UInt64 = 0
  var watched: Int64 = 0
  var serial: UInt32 = 0
  /// Cells that count in the present frame, and blobs.
  var active = 0
  var blobs = 0
  var stats = press_grid_stats()
  /// What counts once nothing touches; size 0: nothing waits.
  var next = press_grid_config()
  /// A bit for each column that is left out, by row.
  var mask = InlineArray<32, UInt32>(repeating: 0)

  init(_ config: press_grid_config, zerosAt: Int, forcesAt: Int, orderAt: Int, labelsAt: Int) {
    self.config = config
    self.zerosAt = zerosAt
    self.forcesAt = forcesAt
    self.orderAt = orderAt
    self.labelsAt = labelsAt
    isStarting = config.flags & GridFlag.baseline != 0
  }

  /// As it began, but for what is counted and left out.
  mutating func restart() {
    isStarted = false
    isStarting = config.flags & GridFlag.baseline != 0
    startUntil = 0
    isFirst = true
    hasContacts = false
    now = 0
    frameAt = 0
    active = 0
    blobs = 0
  }
}

/// The zero of each cell.
extension Grid {
  static var largest: Int32 { 1 << 29 }

  @inline(__always)
  static func clamped(_ cell: Int32) -> Int32 { max(0 &- largest, min(cell, largest)) }

  /// A call, so that the compiler makes no vectors of a loop that has it: those take longer where there is no product of 64 bits.
  @inline(never)
  private static func clampedRarely(_ cell: Int32) -> Int32 { clamped(cell) }

  /// Watches the zeros. Returns whether it goes on.
  func watch(_ cells: UnsafePointer<Int32>) -> Bool {
    let now = state.now
    let zeros = zeros
    let count = columns &* rows
    var i = 0
    if state.startUntil == 0 {
      state.startUntil = Wide.addSaturating(now, UInt64(config.pointee.start_us))
      state.watched = 0
      while i < count {
        zeros[i] = 0
        i &+= 1
      }
    }
    // Sums of more would not fit, and say no more.
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
      i &+= 1
    }
    state.isStarting = false
    state.followedAt = now
    return false
  }

  /// While nothing touches. Not more often than this: the share of one frame would be lost to rounding.
  func followZeros(_ cells: UnsafePointer<Int32>, _ elapsed: UInt64) {
    if elapsed < 20_000 { return }
    state.followedAt = state.now
    // A change during a pause is not drift that was seen.
    let passed = min(elapsed, 100_000)
    let rise = Grid.share(passed, config.pointee.rise_us)
    let fall = Grid.share(passed, config.pointee.fall_us)
    let zeros = zeros
    let count = columns &* rows
    var i = 0
    while i < count {
      var cell = cells[i]
      if (cell &+ Grid.largest) & ~(2 &* Grid.largest &- 1) != 0 { cell = Grid.clampedRarely(cell) }
      let off = (Int64(cell) << 16) &- zeros[i]
      zeros[i] &+= (off &* (off > 0 ? rise : fall)) >> 16
      i &+= 1
    }
  }

  /// Q16. The difference has 47 bits.
  private static func share(_ passed: UInt64, _ constant: UInt32) -> Int64 {
    constant == 0 ? 0 : Int64(truncatingIfNeeded: Wide.divide(min(passed, UInt64(constant)) << 16, by: UInt64(constant)))
  }
}
