import CPress

/// A grid in the caller's storage: a handle, like Engine.
package struct Grid: Handle {
  let memory: UnsafeMutablePointer<GridState>

  package init(_ grid: OpaquePointer) { memory = UnsafeMutablePointer(grid) }

  // MARK: Layout and life

  /// The most blobs of a frame. Unless blobs are joined, peaks are found in falling order, so that the highest are kept.
  static var mostBlobs: Int { 64 }

  private static var linesOffset: Int { Layout.aligned(MemoryLayout<GridState>.size) }
  private static var tracksOffset: Int { linesOffset &+ Layout.aligned(MemoryLayout<GridLines>.size) }
  private static func blobsOffset(_ contacts: Int) -> Int {
    Layout.aligned(tracksOffset &+ contacts &* MemoryLayout<GridTrack>.stride)
  }
  private static func assignmentOffset(_ contacts: Int) -> Int {
    Layout.aligned(blobsOffset(contacts) &+ mostBlobs &* MemoryLayout<GridBlob>.stride)
  }
  private static func zerosOffset(_ contacts: Int) -> Int {
    Layout.aligned(assignmentOffset(contacts) &+ GridAssignment.size(rows: contacts, columns: mostBlobs &+ contacts))
  }

  private typealias Config = UnsafePointer<press_grid_config>
  private static func cells(_ c: Config) -> Int { Int(c.pointee.columns) &* Int(c.pointee.rows) }
  /// The number of cells with a border of empty ones, which spares checks at the edges.
  private static func padded(_ c: Config) -> Int { (Int(c.pointee.columns) &+ 2) &* (Int(c.pointee.rows) &+ 2) }
  private static func hasZeros(_ c: Config) -> Bool { c.pointee.flags & GridFlag.baseline != 0 }
  private static func converts(_ c: Config) -> Bool {
    c.pointee.circuit != GridCircuit.plain || c.pointee.flags & (GridFlag.falling | GridFlag.gains) != 0
  }
  private static func rememberedOffset(_ c: Config) -> Int {
    zerosOffset(Int(c.pointee.max_contacts)) &+ (hasZeros(c) ? cells(c) &* 8 : 0)
  }
  private static func conductancesOffset(_ c: Config) -> Int { rememberedOffset(c) &+ (hasZeros(c) ? cells(c) &* 4 : 0) }
  private static func gainsOffset(_ c: Config) -> Int {
    // Rows that have a resistance take two more numbers a cell.
    let numbers = isNetwork(c) ? 3 : converts(c) ? 1 : 0
    return limitsOffset(c, numbers) &+ (hasLimits(c) ? cells(c) &* 4 : 0)
  }
  private static func limitsOffset(_ c: Config, _ numbers: Int) -> Int { conductancesOffset(c) &+ cells(c) &* 4 &* numbers }
  /// Whether codes have limits, so that frames at rest need not be converted.
  private static func hasLimits(_ c: Config) -> Bool { c.pointee.circuit != GridCircuit.plain && c.pointee.flags == GridFlag.baseline }
  private static func isNetwork(_ c: Config) -> Bool { c.pointee.circuit == GridCircuit.dividers && c.pointee.row_ohm != 0 }
  private static func forcesOffset(_ c: Config) -> Int {
    gainsOffset(c) &+ (c.pointee.flags & GridFlag.gains != 0 ? cells(c) &* 4 : 0)
  }
  private static func orderOffset(_ c: Config) -> Int { forcesOffset(c) &+ padded(c) &* 4 }
  private static func labelsOffset(_ c: Config) -> Int { orderOffset(c) &+ (2 &* cells(c) &+ 256) &* 2 }

  package static func size(_ c: UnsafePointer<press_grid_config>) -> Int { Layout.aligned(labelsOffset(c) &+ padded(c)) }

  /// The config, the first field of the state.
  var config: UnsafePointer<press_grid_config> { UnsafePointer(memory.behind(0, press_grid_config.self)) }
  var most: Int { Int(config.pointee.max_contacts) }
  var lines: UnsafeMutablePointer<GridLines> { memory.behind(Grid.linesOffset, GridLines.self) }
  var tracks: UnsafeMutablePointer<GridTrack> { memory.behind(Grid.tracksOffset, GridTrack.self) }
  var blobs: UnsafeMutablePointer<GridBlob> { memory.behind(Grid.blobsOffset(most), GridBlob.self) }
  var assignment: GridAssignment {
    GridAssignment(memory.behind(Grid.assignmentOffset(most), Int64.self), rows: most, columns: Grid.mostBlobs &+ most)
  }
  var curve: UnsafePointer<press_curve> { Curve.of(config) }
  /// The zero of each cell, units of a cell, Q16.
  var zeros: UnsafeMutablePointer<Int64> { memory.behind(state.zerosAt, Int64.self) }
  /// The former zero of each cell, units of a cell.
  var remembered: UnsafeMutablePointer<Int32> { memory.behind(state.rememberedAt, Int32.self) }
  /// The cells of the present frame, if they are converted from codes.
  var conductances: UnsafeMutablePointer<Int32> { memory.behind(state.conductancesAt, Int32.self) }
  /// The limit of each code: as long as no code is above its limit, no cell comes to its rim.
  var limits: UnsafeMutablePointer<Int32> { conductances + columns &* rows &* (state.isNetwork ? 3 : 1) }
  /// The gain of each cell, Q16, if cells have gains.
  var gains: UnsafeMutablePointer<Int32> { memory.behind(state.gainsAt, Int32.self) }
  /// The force of each cell that counts, newtons, Q16, the border included; for a cell of the rim the complement of its value; else 0.
  var forces: UnsafeMutablePointer<Int32> { memory.behind(state.forcesAt, Int32.self) }
  /// The cells that count, by their number with the border; `spare`: as much room to sort them; `places`: a number for each value of a byte.
  var order: UnsafeMutablePointer<UInt16> { memory.behind(state.orderAt, UInt16.self) }
  var spare: UnsafeMutablePointer<UInt16> { order + columns &* rows }
  var places: UnsafeMutablePointer<UInt16> { spare + columns &* rows }
  /// The blob of each cell, the border included.
  var labels: UnsafeMutablePointer<UInt8> { memory.behind(state.labelsAt, UInt8.self) }

  package var columns: Int { Int(config.pointee.columns) }
  package var rows: Int { Int(config.pointee.rows) }
  var stride: Int { columns &+ 2 }
  var hasZeros: Bool { Grid.hasZeros(config) }

  /// Makes a grid. The storage is aligned and large enough, the config valid. Refuses storage that a callback is using.
  package static func make(in storage: UnsafeMutableRawPointer, _ config: UnsafePointer<press_grid_config>) -> Int32 {
    let grid = Grid(OpaquePointer(storage))
    if grid.state.signature == GridState.signature && grid.state.isBusy { return Status.busy }
    grid.memory.initialize(
      to: GridState(
        config.pointee, zerosAt: zerosOffset(Int(config.pointee.max_contacts)), rememberedAt: rememberedOffset(config),
        conductancesAt: conductancesOffset(config), gainsAt: gainsOffset(config), forcesAt: forcesOffset(config),
        orderAt: orderOffset(config), labelsAt: labelsOffset(config)))
    grid.state.converts = converts(config)
    grid.state.isNetwork = isNetwork(config)
    grid.state.mayRest = hasLimits(config)
    grid.clear(isNew: true)
    if config.pointee.flags & GridFlag.gains != 0 { grid.fillGains(nil) }
    grid.setFloors()
    return Status.ok
  }

  private func clear(isNew: Bool) {
    lines.pointee.restart(isNew: isNew)
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

  package func reset() -> Int32 {
    if state.isBusy { return Status.busy }
    state.restart()
    clear(isNew: false)
    return Status.ok
  }

  package func setMask(_ mask: UnsafePointer<UInt32>?, _ count: Int) -> Int32 {
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

  package func setGains(_ gains: UnsafePointer<Int32>?, _ count: Int) -> Int32 {
    if state.isBusy { return Status.busy }
    if config.pointee.flags & GridFlag.gains == 0 || count != (gains == nil ? 0 : columns &* rows) { return Status.invalid }
    if state.hasContacts { return Status.state }
    var i = 0
    while let gains, i < count {
      if gains[i] <= 0 || gains[i] > 64 << 16 { return Status.invalid }
      i &+= 1
    }
    fillGains(gains)
    if hasZeros { startZeros() }
    return Status.ok
  }

  private func fillGains(_ given: UnsafePointer<Int32>?) {
    let gains = gains
    var i = columns &* rows
    while i > 0 {
      i &-= 1
      gains[i] = given.map { $0[i] } ?? 1 << 16
    }
  }

  /// The config that was given last; it may still wait to be applied.
  package var given: press_grid_config { state.next.size != 0 ? state.next : state.config }

  /// Sets a config, which is applied once nothing touches. Its size, contacts and ids, flags and circuit must be those of the grid.
  package func set(_ next: UnsafePointer<press_grid_config>) -> Int32 {
    let now = config
    let isSame =
      next.pointee.columns == now.pointee.columns && next.pointee.rows == now.pointee.rows
      && next.pointee.max_contacts == now.pointee.max_contacts && next.pointee.contact == now.pointee.contact
      && next.pointee.flags == now.pointee.flags && next.pointee.circuit == now.pointee.circuit
      && next.pointee.full_scale == now.pointee.full_scale && next.pointee.column_ohm == now.pointee.column_ohm
      && next.pointee.row_ohm == now.pointee.row_ohm
    if !isSame { return Status.invalid }
    state.next = next.pointee
    return Status.ok
  }

  /// Applies the config that waits from this frame on, if nothing touches in the frame by that config.
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

  package func tare(_ flags: UInt32) -> Int32 {
    if flags & ~GridTareFlag.all != 0 { return Status.invalid }
    if state.isBusy { return Status.busy }
    if !hasZeros || (state.hasContacts && flags & GridTareFlag.force == 0) { return Status.state }
    startZeros()
    state.isAsked = true
    state.cancels = state.hasContacts
    return Status.ok
  }

  package var stats: press_grid_stats { state.stats }

  // MARK: Frames

  package func feed(_ t: UInt64, _ cells: UnsafePointer<Int32>, _ count: Int, _ engine: Engine?) -> Int32 {
    if count != columns &* rows { return Status.invalid }
    let status = enter(t, engine, state.isStarted && t <= state.frameAt)
    if status != Status.ok { return status }
    state.isBusy = true
    let previous = state.frameAt
    let elapsed = arrive(t)
    let codes = cells
    let isAtRest = state.hasLimits && elapsed < restsFor && !state.hasContacts && state.next.size == 0 && isWithinLimits(codes)
    let cells = state.converts && !isAtRest ? UnsafePointer(conduct(codes)) : codes
    var answer = Status.ok
    if state.cancels { answer = cancel(engine) }
    let mayTouch = !state.isStarting || !watch(cells)
    if state.next.size != 0 && mayTouch && !state.hasContacts { consider(cells) }
    if mayTouch && !isAtRest { find(cells) } else { forget() }
    let interval = t &- min(previous, t)
    let grace = engine?.grace(of: interval) ?? 0
    // A single lost frame is bridged, however long the interval is.
    let dropout = config.pointee.dropout_us
    state.heldFor = dropout == 0 ? 0 : max(dropout, UInt32(truncatingIfNeeded: min(interval, 2_000_000)))
    track(t, grace: grace)
    let ended = sendEnds(engine)
    if answer == Status.ok { answer = ended }
    begin(t)
    let sent = sendAll(engine, grace)
    if answer == Status.ok { answer = sent }
    if mayTouch { state.isFirst = false }
    if mayTouch && hasZeros && !isAtRest {
      if !state.hasContacts {
        followZeros(cells, elapsed, interval, engine)
        if state.mayRest && state.followedAt == t { setLimits(codes) }
      } else {
        let cancelled = keepZeros(cells, elapsed, engine)
        if answer == Status.ok { answer = cancelled }
      }
    }
    if state.hasContacts { watchLines(t, engine) }
    // Without a contact no sample advances the time of the engine.
    if !state.hasContacts {
      engine?.passes(t)
      _ = engine?.tick(t)
    }
    state.isBusy = false
    return answer
  }

  package func lose(_ t: UInt64, _ engine: Engine?) -> Int32 {
    let status = enter(t, engine, t < state.now)
    if status != Status.ok { return status }
    state.isBusy = true
    state.now = t
    state.isFirst = true
    let answer = cancel(engine)
    _ = engine?.tick(t)
    state.isBusy = false
    return answer
  }

  /// Sends all contacts as lost; they end with the next frame.
  func cancel(_ engine: Engine?) -> Int32 {
    state.cancels = false
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
    return answer
  }

  private func enter(_ t: UInt64, _ engine: Engine?, _ isLate: Bool) -> Int32 {
    if state.isBusy || engine?.isBusy == true { return Status.busy }
    if t == Engine.never { return Status.invalid }
    var status = isLate || t < state.now ? Status.time : Status.ok
    if let engine, status == Status.ok { status = engine.checkFeed(t, moreEvents: 6 &* (most &- 1) &+ Grid.mostReports) }
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

  /// Sends the ends of tracks that end or are lost; their places are free from then on.
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

  /// Sends all contacts that are down. A contact that is not seen is sent as it was, or as lifted if the grace of the engine decides.
  private func sendAll(_ engine: Engine?, _ grace: UInt32) -> Int32 {
    let holds = holds(grace)
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

  /// Writes the contacts, as many as fit. Returns how many there are.
  package func contacts(_ out: UnsafeMutablePointer<press_grid_contact>?, _ capacity: Int) -> Int {
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
        let saturated = isSaturated(track.pointee.blob) ? GridContactFlag.saturated : 0
        next.pointee = press_grid_contact(
          since_us: track.pointee.since, contact: id(i), serial: track.pointee.serial, flags: held | merged | palm | saturated,
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
  package static func brokenRelation(_ c: UnsafePointer<Self>) -> UInt32 {
    c.pointee.curve.kind == 0 ? 0 : Curve.brokenRule(Curve.of(c))
  }

  package static func words(ofRelation rule: UInt32) -> UnsafePointer<CChar> { Curve.words(rule) }
}

/// The state of a grid, at the start of the caller's storage. Behind it lie, in this order: lines, tracks, blobs, the numbers of the
/// assignment, zeros and forces of the cells, their order, and their labels.
struct GridState {
  static var signature: UInt64 { 0x4752_4944_7072_6573 }

  /// The first field; its own last field is the curve: see Grid.curve.
  var config: press_grid_config
  let signature = GridState.signature
  /// Offsets of the parts in the storage.
  let zerosAt, rememberedAt, conductancesAt, gainsAt, forcesAt, orderAt, labelsAt: Int
  /// Whether cells are converted from codes; whether rows have a resistance.
  var converts = false
  var isNetwork = false
  /// Whether frames at rest may stay unconverted; whether the limits for that are set.
  var mayRest = false
  var hasLimits = false
  /// The least value of a cell that makes release_force; lower cells do not count.
  var floor: Int32 = 0
  /// The least value of a cell of the rim; lower cells have no part in the place of a contact either.
  var rimFloor: Int32 = 0
  /// A callback may be running.
  var isBusy = false
  var isStarted = false
  /// The zero is being watched until `startUntil`, which the first frame sets.
  var isStarting: Bool
  /// No frame was searched for contacts since the grid began or was lost: a load that touches in the first one rests.
  var isFirst = true
  var hasContacts = false
  var now: UInt64 = 0
  var frameAt: UInt64 = 0
  var startUntil: UInt64 = 0
  /// The time at which the zeros were last updated.
  var followedAt: UInt64 = 0
  var watched: Int64 = 0
  var zero = GridZero()
  /// The zero is learnt because a program asks for it; contacts are cancelled with the next frame.
  var isAsked = false
  var cancels = false
  /// The distance in columns and rows up to which cells belong to one contact; 0: blobs are not joined.
  var reachX = 0, reachY = 0
  /// How long a contact that vanished is held, microseconds.
  var heldFor: UInt32 = 0
  var serial: UInt32 = 0
  /// The number of cells that count in the present frame, of cells of the rim, and of blobs.
  var active = 0
  var rim = 0
  var blobs = 0
  var stats = press_grid_stats()
  /// The config that is applied once nothing touches; size 0: none waits.
  var next = press_grid_config()
  /// For each row, a bit for each masked column.
  var mask = InlineArray<32, UInt32>(repeating: 0)

  init(
    _ config: press_grid_config, zerosAt: Int, rememberedAt: Int, conductancesAt: Int, gainsAt: Int, forcesAt: Int, orderAt: Int, labelsAt: Int
  ) {
    self.config = config
    self.zerosAt = zerosAt
    self.rememberedAt = rememberedAt
    self.conductancesAt = conductancesAt
    self.gainsAt = gainsAt
    self.forcesAt = forcesAt
    self.orderAt = orderAt
    self.labelsAt = labelsAt
    isStarting = config.flags & GridFlag.baseline != 0
  }

  /// Starts again; counts and masked cells stay.
  mutating func restart() {
    isStarted = false
    isStarting = config.flags & GridFlag.baseline != 0
    startUntil = 0
    zero = GridZero()
    hasLimits = false
    isAsked = false
    cancels = false
    isFirst = true
    hasContacts = false
    now = 0
    frameAt = 0
    active = 0
    blobs = 0
  }
}
