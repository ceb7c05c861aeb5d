import CPress

/// What a pad forgets when the board wakes.
///
/// | of before                              | after                                                                    |
/// |----------------------------------------|--------------------------------------------------------------------------|
/// | a contact                              | cancelled, once; the engine keeps it barred until its finger lifts       |
/// | touch, filters, place, creep           | none: they begin with the next frame                                     |
/// | suspicions, times below zero, one code | forgotten: nothing counts on from before                                 |
/// | a fault                                | lasts until codes have been good for recover_after_us                    |
/// | the zero                               | holds until it is learnt at the first still stretch below the start limit |
/// | the zero, while it was watched         | is watched again                                                         |
extension Pad {
  public func resume(at t: UInt64, _ engine: Engine?) -> Int32 {
    if state.isBusy || engine?.isBusy == true { return Status.busy }
    if t == Engine.never { return Status.invalid }
    if t < engine?.now ?? 0 {
      state.stats.backwards &+= 1
      return Status.time
    }
    state.isBusy = true
    engine?.cancelAll(Reason.slept)
    forget(t)
    _ = engine?.tick(t)
    state.isBusy = false
    return Status.ok
  }

  private func forget(_ t: UInt64) {
    state.stats.gaps &+= 1
    restartFilters()
    state.rate.restart()
    state.force = 0
    state.total = 0
    state.isTouched = false
    state.isDown = false
    state.isWaiting = false
    state.isLocated = false
    state.isAtEnd = false
    state.saturatedDelivered = 0
    state.spanDelivered = 0
    state.wasBelow = false
    // The first frame begins time, wherever its clock stands.
    state.isStarted = false
    state.frameAt = t
    state.now = t
    state.startUntil = 0
    state.frozenUntil = Wide.addSaturating(t, UInt64(state.config.hold_us))
    if !state.isStarting && state.config.start_us != 0 && state.config.flags & PadFlag.noBaseline == 0 {
      state.awaitsZero = true
      state.startReason = Reason.slept
    }
    eachSensor { sensors[$0].forget() }
  }
}
