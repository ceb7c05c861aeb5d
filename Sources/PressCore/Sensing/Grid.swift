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
  /// Newtons, Q16, of cells that have a label, the border included; of a rim what the cells say.
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

  /// What waits counts from this frame on, if nothing touches in it by that.
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
    if state.mustLift {
      if mayTouch && state.blobs == 0 { state.mustLift = false }
      state.blobs = 0
    }
    let grace = engine?.grace(of: t &- min(previous, t)) ?? 0
    track(t, grace: grace)
    var answer = sendEnds(engine)
    begin(t)
    let sent = sendAll(engine, holds: grace == 0)
    if answer == Status.ok { answer = sent }
    if mayTouch && hasZeros && !state.hasContacts && !state.mustLift { followZeros(cells, elapsed) }
    // There may be no contact to bring the engine the time.
    if !state.hasContacts { _ = engine?.tick(t) }
    state.isBusy = false
    return answer
  }

  public func lose(_ t: UInt64, _ engine: Engine?) -> Int32 {
    let status = enter(t, engine, t < state.now)
    if status != Status.ok { return status }
    state.isBusy = true
    state.now = t
    state.mustLift = true
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

  /// Of tracks that end, and lost ones once the grid is untouched; their places are free from then on.
  private func sendEnds(_ engine: Engine?) -> Int32 {
    var answer = Status.ok
    var i = 0
    while i < most {
      if tracks[i].phase == .ending || (tracks[i].phase == .lost && !state.mustLift) {
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
    var sample = Sample(t_us: state.now, contact: id(i), flags: flags, force: force, x: x, y: y, unfiltered: force, isSensed: true)
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
