import CPress

/// What levels know of an engine; a `Climb` for each slot lies behind it.
struct LevelsState {
  var settings: LevelsSettings
  /// What was given last, and whether it counts only from the next contact on that comes alone.
  var given: press_levels_config
  var isChanged = false
  /// Slots of which something may be pending.
  var pending: UInt32 = 0

  init(_ c: press_levels_config) { (settings, given) = (LevelsSettings(c), c) }
}
