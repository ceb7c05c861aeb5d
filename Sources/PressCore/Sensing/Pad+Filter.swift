import CPress

/// The 1 euro filter is for progress. Contacts begin and end as they would without it: what is fed is on the same side of
/// each level as the force of the median.
///
/// | force of the median             | fed                                    | filter                     |
/// |---------------------------------|----------------------------------------|----------------------------|
/// | not down, below touch           | it                                     | stands                     |
/// | not down, at or above touch     | it: down                               | begins with it             |
/// | down, at or above touch         | filtered, but at least touch           | runs                       |
/// | down, from release to touch     | filtered, but from release to touch    | runs                       |
/// | down, below release             | it: not down any more                  | stands                     |
///
/// Where sensors are read one after the other a contact begins a frame later if its place is not known yet: at the moment for
/// which the place is worked out, the finger was not there, or hardly.
///
/// Without an engine, or with one that goes by flags, down is what the pad says: a sensor at or above untouched_force.
extension Pad {
  private var hasNoFilter: Bool {
    state.config.flags & PadFlag.noFilter != 0
  }

  /// What is fed, from the force of the median. `slot`: of the contact.
  @_transparent
  func filtered(_ force: Int32, _ isTouched: Bool, _ slot: Int, _ engine: Engine?) -> Int32 {
    guard let engine, engine.touchForce != nil else { return filteredByTouch(force, isTouched) }
    let (touch, release) = engine.levels(ofSlot: slot)
    if force < (state.isDown ? release : touch) {
      state.isDown = false
      state.isWaiting = false
      state.filter.started = 0
      return force
    }
    if !state.isDown && state.isSkewed && waits() { return touch &- 1 }
    if !state.isDown { state.comeDown() }
    if hasNoFilter { return force }
    let smooth = OneEuro.step(&state.filter, at: state.frameAt, force, &state.pace)
    return force >= touch ? max(smooth, touch) : min(max(smooth, release), touch &- 1)
  }

  /// Whether a contact that would begin waits for its place: for one frame at most.
  private func waits() -> Bool {
    state.isWaiting = sensorCount > 1 && !state.isLocated && !state.isWaiting
    return state.isWaiting
  }

  @inline(never)
  private func filteredByTouch(_ force: Int32, _ isTouched: Bool) -> Int32 {
    if !isTouched {
      state.isDown = false
      state.filter.started = 0
      return force
    }
    if !state.isDown { state.comeDown() }
    return hasNoFilter ? force : max(OneEuro.step(&state.filter, at: state.frameAt, force, &state.pace), 0)
  }

  /// The cutoff goes by the rate of the frames, which is not known yet.
  @inline(__always)
  var isTimed: Bool { !state.rate.isKnown && state.config.min_cutoff_hz == 0 }

  /// Sees the time between two frames: of the first of them the cutoff is made, where it goes by the rate.
  @inline(never)
  func time(_ elapsed: UInt64) {
    if !state.rate.isMeasured(with: elapsed) { return }
    state.filter.min_cutoff_hz = state.rate.cutoff
  }
}
