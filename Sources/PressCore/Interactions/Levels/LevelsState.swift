import CPress

/// What levels know of an engine; a `Climb` for each slot lies behind it.
struct LevelsState {
  var settings: LevelsSettings
  /// What counts from the next contact on that comes alone; size 0: nothing waits.
  var next = press_levels_config()
  /// Slots of which something may be pending.
  var pending: UInt32 = 0

  init(_ c: press_levels_config) { settings = LevelsSettings(c) }
}
