import CPress

/// The board slept.
extension Engine {
  /// Cancels every contact that is open, at the time of what came last: no deadline of the time between counts for it.
  @inline(never)
  func cancelAll(_ reason: Int32) {
    state.isBusy = true
    var left = state.occupied
    while left != 0 {
      let slot = left.trailingZeroBitCount
      left &= left &- 1
      if contacts[slot].isOpen {
        contacts[slot].late = 0
        end(slot, reason)
      }
    }
    flush()
    state.isBusy = false
  }
}
