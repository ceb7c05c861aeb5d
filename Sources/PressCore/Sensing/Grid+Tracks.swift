import CPress

/// From blobs to tracks: contacts that are followed from frame to frame.
extension Grid {
  /// Updates the tracks. A track that is over becomes `ending`.
  /// `grace`: the grace of the engine, which then decides about lifts; 0: the grid decides.
  func track(_ t: UInt64, grace: UInt32) {
    let jump = config.pointee.max_jump
    var live = 0
    var i = 0
    while i < most {
      tracks[i].blob = -1
      if tracks[i].phase == .down {
        tracks[i].expect(at: t, within: jump)
        live &+= 1
      }
      i &+= 1
    }
    if live == 0 { return }
    if state.blobs != 0 {
      assign()
      join(t)
    }
    i = 0
    while i < most {
      if tracks[i].phase == .down { update(i, t, grace) }
      i &+= 1
    }
  }

  // MARK: Assignment

  /// Assigns a blob, or none, to each track, so that the sum of the squared distances is the least.
  @inline(never)
  private func assign() {
    let limit = square(config.pointee.max_jump)
    var live = InlineArray<32, UInt8>(repeating: 0)
    var rows = 0
    var found = InlineArray<64, UInt8>(repeating: 0)
    var columns = 0
    var i = 0
    while i < most {
      if tracks[i].phase == .down {
        live[unchecked: rows] = UInt8(truncatingIfNeeded: i)
        rows &+= 1
      }
      i &+= 1
    }
    i = 0
    while i < state.blobs {
      if blobs[i].cells != 0 {
        found[unchecked: columns] = UInt8(truncatingIfNeeded: i)
        columns &+= 1
      }
      i &+= 1
    }
    if nearest(live, rows, found, columns, limit) { return }
    i = 0
    while i < rows {
      tracks[Int(live[unchecked: i])].blob = -1
      i &+= 1
    }
    // Columns behind those of the blobs stand for no blob: one for each track.
    assignment.solve(rows: rows, columns: columns &+ rows) { i, j in
      j < columns ? distance(tracks + Int(live[unchecked: i]), blobs + Int(found[unchecked: j]), limit) : limit
    } give: { i, j in
      if j < columns { tracks[Int(live[unchecked: i])].blob = Int(found[unchecked: j]) }
    }
  }

  /// Assigns its nearest blob to each track. Returns false if two tracks have the same nearest blob, or a track has two; then the
  /// assignments are void.
  @inline(__always)
  private func nearest(_ live: InlineArray<32, UInt8>, _ rows: Int, _ found: InlineArray<64, UInt8>, _ columns: Int, _ limit: Int64) -> Bool {
    let (tracks, blobs) = (tracks, blobs)
    var taken: UInt64 = 0
    var i = 0
    while i < rows {
      let track = tracks + Int(live[unchecked: i])
      var least = limit
      var bit: UInt64 = 0
      var j = 0
      while j < columns {
        let blob = found[unchecked: j]
        let distance = distance(track, blobs + Int(blob), limit)
        if distance == least { return false }
        if distance < least {
          (least, bit) = (distance, 1 &<< UInt64(truncatingIfNeeded: j))
          track.pointee.blob = Int(blob)
        }
        j &+= 1
      }
      if taken & bit != 0 { return false }
      taken |= bit
      i &+= 1
    }
    return true
  }

  static var impossible: Int64 { 1 << 47 }

  @inline(__always)
  private func square(_ v: Int32) -> Int64 { Int64(v >> 4) &* Int64(v >> 4) }

  /// The squared distance of a blob from the expected place, cells squared, Q24: the grid is 32 cells wide.
  @inline(__always)
  private func distance(_ track: UnsafePointer<GridTrack>, _ blob: UnsafePointer<GridBlob>, _ limit: Int64) -> Int64 {
    let d = square(track.pointee.expectedX &- blob.pointee.x) &+ square(track.pointee.expectedY &- blob.pointee.y)
    return d < limit ? d : state.reachX != 0 ? rolled(track, blob, limit) : Grid.impossible
  }

  // MARK: Sharing

  /// Lets tracks without a blob share the blob of another track, if the cell at their place bears at least half of their strength. Adds up the
  /// claims and strengths in each blob.
  private func join(_ t: UInt64) {
    var i = 0
    while i < most {
      let track = tracks + i
      if track.pointee.phase == .down {
        if track.pointee.blob < 0 { share(track, t) }
        if track.pointee.blob >= 0 {
          blobs[track.pointee.blob].claims &+= 1
          blobs[track.pointee.blob].strength &+= Int64(track.pointee.strength)
        }
      }
      i &+= 1
    }
  }

  private func share(_ track: UnsafeMutablePointer<GridTrack>, _ t: UInt64) {
    let longest = UInt64(config.pointee.merge_us)
    var (found, force) = blob(at: track.pointee.expectedX, track.pointee.expectedY)
    if force < track.pointee.strength >> 1 { (found, force) = blob(at: track.pointee.x, track.pointee.y) }
    if found < 0 || force < track.pointee.strength >> 1 { return }
    if longest == 0 || (track.pointee.isMerged && t &- track.pointee.mergedSince >= longest) {
      if track.pointee.isMerged { track.pointee.phase = .ending }
      return
    }
    if !track.pointee.isMerged { state.stats.merges &+= 1 }
    track.pointee.blob = found
  }

  // MARK: Life

  private func update(_ i: Int, _ t: UInt64, _ grace: UInt32) {
    let track = tracks + i
    if track.pointee.blob < 0 {
      if !track.pointee.isHeld {
        track.pointee.missedAt = t
        track.pointee.grace = grace
      }
      track.pointee.isHeld = true
      if track.pointee.seen < 2 || isOver(track, t) { track.pointee.phase = .ending }
      return
    }
    if track.pointee.isHeld { state.stats.dropouts &+= 1 }
    let blob = blobs + track.pointee.blob
    if blob.pointee.claims > 1 {
      let (found, force) = self.blob(at: track.pointee.expectedX, track.pointee.expectedY)
      track.pointee.drift(in: blob, toExpected: found == track.pointee.blob && force >= track.pointee.strength >> 1, at: t)
    } else {
      track.pointee.follow(blob, at: t)
    }
    if findsPalms && !track.pointee.isPalm { track.pointee.isPalm = isPalm(track.pointee.blob) }
  }

  /// Whether a track that is not seen is over: after the grace of the engine, or after `heldFor` if that is longer; the end of `heldFor` is
  /// then the grace of the engine. Time counts from the first frame without the contact; with no grace, from the last frame with it, and the
  /// contact is held for one frame at least.
  private func isOver(_ track: UnsafePointer<GridTrack>, _ t: UInt64) -> Bool {
    let grace = track.pointee.grace
    if !holds(grace) { return t &- track.pointee.missedAt > UInt64(grace) }
    if grace != 0 { return t &- track.pointee.missedAt >= UInt64(state.heldFor &- grace) }
    return t &- track.pointee.seenAt >= UInt64(config.pointee.dropout_us) && (t != track.pointee.missedAt || state.heldFor == 0)
  }

  /// Whether a track that is not seen is sent as it was; else it is sent as lifted.
  @inline(__always)
  func holds(_ grace: UInt32) -> Bool { grace == 0 || state.heldFor > grace }

  private var findsPalms: Bool { config.pointee.palm_cells | config.pointee.palm_length != 0 }

  @inline(never)
  private func isPalm(_ number: Int) -> Bool {
    if config.pointee.palm_cells != 0 && blobs[number].cells >= Int32(config.pointee.palm_cells) { return true }
    return config.pointee.palm_length != 0 && isLong(number)
  }

  /// Begins a track for each blob without one, the highest first.
  func begin(_ t: UInt64) {
    var i = 0
    var slot = 0
    while i < state.blobs {
      let blob = blobs + i
      if blob.pointee.cells != 0 && blob.pointee.claims == 0 && blob.pointee.peak >= config.pointee.touch_force {
        while slot < most && tracks[slot].phase != .free { slot &+= 1 }
        if slot < most {
          state.serial &+= 1
          (tracks + slot).initialize(to: GridTrack(blob, number: i, at: t, serial: state.serial))
          tracks[slot].isPalm = findsPalms && isPalm(i)
        } else {
          state.stats.crowded &+= 1
        }
      }
      i &+= 1
    }
  }
}

/// A contact of a grid, from the frame where it is first seen to the one where it is given up.
///
/// | phase  | frame                                                      | next   | what it sends      |
/// |--------|------------------------------------------------------------|--------|--------------------|
/// | free   | a blob of its own, high enough                             | down   | down               |
/// | down   | a blob near the place where it is expected                 | down   | down               |
/// | down   | in the blob of another, for less than merge_us             | down   | down, its share    |
/// | down   | none, for less than dropout_us, and seen twice before      | down   | down, as it was    |
/// | down   | none, within the grace of the engine, seen twice before    | down   | lifted             |
/// | down   | any other                                                  | ending | lifted             |
/// | ending |                                                            | free   |                    |
/// | down   | lost                                                       | lost   | lost               |
/// | lost   | the next frame; a load that touches in it rests            | free   | lifted             |
struct GridTrack {
  enum Phase: UInt8 {
    case free, down, ending, lost
  }

  var phase = Phase.free
  var isMerged = false
  var isPalm = false
  /// The contact was not seen in the present frame.
  var isHeld = false
  /// The grace of the engine at the first frame without the contact, microseconds.
  var grace: UInt32 = 0
  /// The number of frames in which the contact was seen, at most 4.
  var seen: Int64 = 1
  /// The place, cells Q16; and the place that is expected in the present frame.
  var x: Int32 = 0, y: Int32 = 0
  var expectedX: Int32 = 0, expectedY: Int32 = 0
  /// The speed, cells per microsecond, Q32.
  var speedX: Int64 = 0, speedY: Int64 = 0
  /// The force, newtons, Q16; the force of the highest cell now, and averaged over the last frames in which it was alone in its blob.
  var force: Int32 = 0
  var peak: Int32 = 0
  var strength: Int32 = 0
  var cells: Int32 = 0
  /// The blob of the present frame, -1: none.
  var blob = -1
  /// If blobs are joined: the columns and rows that its blob covered last.
  var box = GridBox()
  var serial: UInt32 = 0
  var since: UInt64 = 0
  var seenAt: UInt64 = 0
  /// The time of the first frame without the contact, while it is held.
  var missedAt: UInt64 = 0
  var mergedSince: UInt64 = 0

  init() {}

  init(_ blob: UnsafePointer<GridBlob>, number: Int, at t: UInt64, serial: UInt32) {
    phase = .down
    self.blob = number
    x = blob.pointee.x
    y = blob.pointee.y
    strength = blob.pointee.peak
    self.serial = serial
    since = t
    seenAt = t
    weigh(blob)
  }

  private mutating func weigh(_ blob: UnsafePointer<GridBlob>) {
    force = Int32(clamping: blob.pointee.force)
    peak = blob.pointee.peak
    cells = blob.pointee.cells
    box = blob.pointee.box
  }

  /// How long a speed is extrapolated, microseconds; and the highest speed, 16 cells per millisecond.
  private static var farthest: UInt64 { 100_000 }
  private static var fastest: Int64 { 1 << 26 }

  /// Computes the place that is expected by the speed, along each axis at most `jump` away.
  mutating func expect(at t: UInt64, within jump: Int32) {
    let elapsed = Int64(truncatingIfNeeded: min(t &- seenAt, GridTrack.farthest))
    expectedX = x &+ GridTrack.way(speedX, elapsed, jump)
    expectedY = y &+ GridTrack.way(speedY, elapsed, jump)
  }

  @inline(__always)
  private static func way(_ speed: Int64, _ elapsed: Int64, _ jump: Int32) -> Int32 {
    Int32(truncatingIfNeeded: max(0 &- Int64(jump), min((speed &* elapsed) >> 16, Int64(jump))))
  }

  /// Follows a blob that the contact has alone.
  mutating func follow(_ blob: UnsafePointer<GridBlob>, at t: UInt64) {
    // The place in a shared blob was a guess: no speed follows from it.
    if !isMerged {
      let elapsed = Int64(truncatingIfNeeded: min(t &- seenAt, UInt64(UInt32.max)))
      speedX = smooth(speedX, Int64(blob.pointee.x) &- Int64(x), elapsed)
      speedY = smooth(speedY, Int64(blob.pointee.y) &- Int64(y), elapsed)
    }
    x = blob.pointee.x
    y = blob.pointee.y
    strength &+= (blob.pointee.peak &- strength) >> 3
    isMerged = false
    weigh(blob)
    see(at: t)
  }

  /// The smoothed speed: the mean of the first few speeds, then a first-order low-pass.
  @inline(__always)
  private func smooth(_ speed: Int64, _ way: Int64, _ elapsed: Int64) -> Int64 {
    let now = max(0 &- GridTrack.fastest, min(Wide.divide(way << 16, by: elapsed), GridTrack.fastest))
    return speed &+ Wide.divide(now &- speed, by: seen)
  }

  /// Continues in a blob with other contacts: moves to the expected place if `toExpected`, and takes a share of the force by its strength.
  mutating func drift(in blob: UnsafePointer<GridBlob>, toExpected: Bool, at t: UInt64) {
    if !isMerged {
      isMerged = true
      mergedSince = t
    }
    // If the blob is not at the expected place: halfway to the middle of the blob.
    x = toExpected ? expectedX : (x >> 1) &+ (blob.pointee.x >> 1)
    y = toExpected ? expectedY : (y >> 1) &+ (blob.pointee.y >> 1)
    weigh(blob)
    force = Int32(truncatingIfNeeded: Wide.divide(Int64(force) &* Int64(strength), by: max(blob.pointee.strength, 1)))
    see(at: t)
  }

  private mutating func see(at t: UInt64) {
    seen = min(seen &+ 1, 4)
    isHeld = false
    seenAt = t
  }
}

/// Assigns a column to each row, so that the sum of the costs is the least: the Hungarian method, with potentials, one row at
/// a time. Its numbers lie in the grid's storage. The work is at most rows * rows * columns.
struct GridAssignment {
  private let rowPotential, columnPotential, least: UnsafeMutablePointer<Int64>
  /// `owner`: the row of each column, from 1; 0: none. Column 0 has the row that is being placed.
  private let owner, cameFrom, isDone: UnsafeMutablePointer<UInt8>

  static func size(rows: Int, columns: Int) -> Int { (rows &+ 1) &* 8 &+ (columns &+ 1) &* 19 }

  init(_ storage: UnsafeMutablePointer<Int64>, rows: Int, columns: Int) {
    rowPotential = storage
    columnPotential = storage + (rows &+ 1)
    least = columnPotential + (columns &+ 1)
    owner = UnsafeMutableRawPointer(least + (columns &+ 1)).assumingMemoryBound(to: UInt8.self)
    cameFrom = owner + (columns &+ 1)
    isDone = cameFrom + (columns &+ 1)
  }

  /// There are at least as many columns as rows. Costs are not negative and below 2^48; `give` is called for every row once.
  @inline(__always)
  func solve(rows: Int, columns: Int, cost: (Int, Int) -> Int64, give: (Int, Int) -> Void) {
    var j = 0
    while j <= columns {
      columnPotential[j] = 0
      owner[j] = 0
      j &+= 1
    }
    var row = 1
    while row <= rows {
      rowPotential[row] = 0
      place(row, columns, cost)
      row &+= 1
    }
    j = 1
    while j <= columns {
      if owner[j] != 0 { give(Int(owner[j]) &- 1, j &- 1) }
      j &+= 1
    }
  }

  /// Finds the cheapest way of exchanges that ends at a free column.
  @inline(__always)
  private func place(_ row: Int, _ columns: Int, _ cost: (Int, Int) -> Int64) {
    var j = 0
    while j <= columns {
      least[j] = Int64.max
      isDone[j] = 0
      j &+= 1
    }
    owner[0] = UInt8(truncatingIfNeeded: row)
    var at = 0
    repeat {
      isDone[at] = 1
      let from = Int(owner[at])
      var step = Int64.max
      var next = 0
      j = 1
      while j <= columns {
        if isDone[j] == 0 {
          let reduced = cost(from &- 1, j &- 1) &- rowPotential[from] &- columnPotential[j]
          if reduced < least[j] {
            least[j] = reduced
            cameFrom[j] = UInt8(truncatingIfNeeded: at)
          }
          if least[j] < step {
            step = least[j]
            next = j
          }
        }
        j &+= 1
      }
      j = 0
      while j <= columns {
        if isDone[j] != 0 {
          rowPotential[Int(owner[j])] &+= step
          columnPotential[j] &-= step
        } else {
          least[j] &-= step
        }
        j &+= 1
      }
      at = next
    } while owner[at] != 0
    while at != 0 {
      let before = Int(cameFrom[at])
      owner[at] = owner[before]
      at = before
    }
  }
}

/// The shape of a contact, computed when it is asked for: labels and forces of a frame stay until the next.
extension Grid {
  package func shape(_ contact: UInt32, _ out: inout press_grid_shape) -> Int32 {
    let own = contact &- config.pointee.contact
    if own >= UInt32(truncatingIfNeeded: most) { return Status.notFound }
    let i = Int(truncatingIfNeeded: own)
    if tracks[i].phase != .down { return Status.notFound }
    if tracks[i].blob < 0 { return Status.state }
    let moments = moments(tracks[i].blob)
    out.cells = UInt32(truncatingIfNeeded: moments.cells)
    out.area =
      UInt64(truncatingIfNeeded: moments.cells) &* (UInt64(config.pointee.pitch_x.magnitude) &* UInt64(config.pointee.pitch_y.magnitude) >> 16)
    let axes = moments.axes(config.pointee.pitch_x, config.pointee.pitch_y)
    (out.major, out.minor, out.angle) = (axes.major, axes.minor, axes.angle)
    (out.x, out.width) = span(config.pointee.x, config.pointee.pitch_x, moments.columns)
    (out.y, out.height) = span(config.pointee.y, config.pointee.pitch_y, moments.rows)
    out.peak = moments.peak
    out.peak_x = middle(config.pointee.x, config.pointee.pitch_x, moments.peakColumn)
    out.peak_y = middle(config.pointee.y, config.pointee.pitch_y, moments.peakRow)
    return Status.ok
  }

  private func moments(_ blob: Int) -> GridMoments {
    var moments = GridMoments()
    let label = UInt8(truncatingIfNeeded: blob)
    let (labels, forces, order, stride) = (labels, forces, order, stride)
    var n = 0
    while n < state.active {
      let at = Int(order[n])
      if labels[at] == label {
        let row = Int(truncatingIfNeeded: Wide.divide(Int64(at), by: Int64(stride)))
        moments.add(forces[at], column: at &- row &* stride &- 1, row: row &- 1)
      }
      n &+= 1
    }
    return moments
  }

  /// Whether a blob of one contact is as long as a palm.
  func isLong(_ blob: Int) -> Bool {
    let length = Int64(config.pointee.palm_length) << 16
    // The longest shape is a diagonal of cells with all force at both ends: four standard deviations are less than three pitches for each cell.
    let pitch = Int64(max(config.pointee.pitch_x.magnitude, config.pointee.pitch_y.magnitude))
    if blobs[blob].claims > 1 || 3 &* pitch &* Int64(blobs[blob].cells) < length { return false }
    return Int64(moments(blob).axes(config.pointee.pitch_x, config.pointee.pitch_y).major) >= length
  }

  private func middle(_ first: Int32, _ pitch: Int32, _ number: Int64) -> Int32 { Int32(clamping: Int64(first) &+ Int64(pitch) &* number) }

  /// The lower edge and the extent of a range of cells: its outer edges are half a pitch beyond the middles of the cells.
  private func span(_ first: Int32, _ pitch: Int32, _ cells: (first: Int64, last: Int64)) -> (Int32, Int32) {
    let one = 2 &* (Int64(first) &+ Int64(pitch) &* cells.first) &- Int64(pitch)
    let other = 2 &* (Int64(first) &+ Int64(pitch) &* cells.last) &+ Int64(pitch)
    let least = min(one, other)
    return (Int32(clamping: least >> 1), Int32(clamping: (max(one, other) &- least) >> 1))
  }
}
