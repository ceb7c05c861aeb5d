import CPress

/// From blobs to contacts that last.
extension Grid {
  /// Brings the tracks up to date. Those that are over are left as `ending`.
  /// `grace`: that of the engine, which decides then what a lift is; 0: the grid does.
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

  /// Each track gets the blob, or none, with which the squares of all distances add up to the least.
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
    // Columns from there on stand for no blob: one for each track.
    assignment.solve(rows: rows, columns: columns &+ rows) { i, j in
      j < columns ? distance(tracks + Int(live[unchecked: i]), blobs + Int(found[unchecked: j]), limit) : limit
    } give: { i, j in
      if j < columns { tracks[Int(live[unchecked: i])].blob = Int(found[unchecked: j]) }
    }
  }

  private static var impossible: Int64 { 1 << 47 }

  @inline(__always)
  private func square(_ v: Int32) -> Int64 { Int64(v >> 4) &* Int64(v >> 4) }

  /// Cells squared, Q24: the grid is 32 cells wide.
  @inline(__always)
  private func distance(_ track: UnsafePointer<GridTrack>, _ blob: UnsafePointer<GridBlob>, _ limit: Int64) -> Int64 {
    let d = square(track.pointee.expectedX &- blob.pointee.x) &+ square(track.pointee.expectedY &- blob.pointee.y)
    return d < limit ? d : Grid.impossible
  }

  // MARK: Sharing

  /// Tracks that got no blob may be in that of another: where they should be there is one, pressed as hard as they were.
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
      // As long as the engine lets its contact come back; it counts from the first frame without it.
      let isOver =
        grace == 0
        ? t &- track.pointee.seenAt >= UInt64(config.pointee.dropout_us) : t &- track.pointee.missedAt > UInt64(track.pointee.grace)
      if isOver || track.pointee.seen < 2 { track.pointee.phase = .ending }
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

  private var findsPalms: Bool { config.pointee.palm_cells | config.pointee.palm_length != 0 }

  @inline(never)
  private func isPalm(_ number: Int) -> Bool {
    if config.pointee.palm_cells != 0 && blobs[number].cells >= Int32(config.pointee.palm_cells) { return true }
    return config.pointee.palm_length != 0 && isLong(number)
  }

  /// Blobs without a track begin one, the highest first.
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
