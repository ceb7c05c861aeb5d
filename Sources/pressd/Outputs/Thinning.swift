import CPress

/// For people: every tenth of progress is enough, every ten points of a scroll.
struct Thinning {
  private static let tenth: Int64 = 6553
  private static let tenPoints: Int64 = 10 << 16

  /// Of the preview; -1: the next one is shown.
  private var progress: Int64 = -1
  private var fractions = InlineArray<8, Int64>(repeating: -1)
  private var scrollX: Int64 = 0
  private var scrollY: Int64 = 0

  init() {}

  /// Whether an event says enough that is new to be shown.
  mutating func isWorth(_ event: press_event) -> Bool {
    switch Int(event.type) {
    case PRESS_EVENT_TRANSITION_UPDATED:
      let i = Int(event.subject % 8)
      if Self.isNear(Int64(event.progress), fractions[i], Self.tenth) { return false }
      fractions[i] = Int64(event.progress)
    case PRESS_EVENT_TRANSITION_STARTED, PRESS_EVENT_TRANSITION_FINISHED, PRESS_EVENT_TRANSITION_CANCELLED:
      fractions[Int(event.subject % 8)] = -1
    case PRESS_EVENT_SCROLL_BEGAN:
      scrollX = 0
      scrollY = 0
    case PRESS_EVENT_SCROLL_MOVED:
      let x = Int64(event.value)
      let y = Int64(event.value2)
      if abs(x - scrollX) < Self.tenPoints && abs(y - scrollY) < Self.tenPoints { return false }
      scrollX = x
      scrollY = y
    default:
      if !EventPrinter.isUpdate(event.type) || event.flags & UInt32(PRESS_EVENT_ENDED) != 0 {
        progress = -1
      } else if Self.isNear(Int64(event.progress), progress, Self.tenth) {
        return false
      } else {
        progress = Int64(event.progress)
      }
    }
    return true
  }

  private static func isNear(_ value: Int64, _ last: Int64, _ step: Int64) -> Bool {
    last >= 0 && abs(value - last) < step
  }
}
