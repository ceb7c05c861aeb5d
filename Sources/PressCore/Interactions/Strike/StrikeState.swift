import CPress

/// What strikes know of an engine; a `Strike` for each source lies behind it.
struct StrikeState {
  var settings: press_strike_config
  /// What counts from the next contact on that is struck while no other is; size 0: nothing waits.
  var next = press_strike_config()
  let sources: Int
  /// How many are measured or pending.
  var open = 0

  init(_ c: press_strike_config, sources: Int) {
    settings = c
    self.sources = sources
  }
}
