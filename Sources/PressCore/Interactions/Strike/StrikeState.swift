import CPress

/// What strikes know of an engine; a `Strike` for each source lies behind it, and a `Lift` for each slot.
struct StrikeState {
  var settings: press_strike_config
  /// What counts from the next contact on that is struck while no other is; size 0: nothing waits.
  var next = press_strike_config()
  let sources: Int
  /// How many are measured or pending.
  var open = 0
  /// How many contacts are down, or their lift is pending, of which that is looked for.
  var held: UInt32 = 0
  /// How many strikes and lifts are pending.
  var pending: UInt32 = 0

  init(_ c: press_strike_config, sources: Int) {
    settings = c
    self.sources = sources
  }
}
