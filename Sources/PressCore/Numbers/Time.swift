/// Time that a narrow counter gives.
public enum Time {
  /// The time nearest to `last` whose low 32 bits are `now`, never below 0.
  public static func extend(_ last: UInt64, _ now: UInt32) -> UInt64 {
    let step = Int32(bitPattern: now &- UInt32(truncatingIfNeeded: last))
    let back = UInt64(step.magnitude)
    // Exactly half way counts as later.
    if step < 0 && step != Int32.min && back <= last { return last &- back }
    return Wide.addSaturating(last, UInt64(UInt32(bitPattern: step)))
  }
}
