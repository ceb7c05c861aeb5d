import CPress

/// Median of the last three values.
public enum Median {
  @inline(__always)
  public static func step(_ median: inout press_median, _ value: Int32) -> Int32 {
    let (newer, older) = median.previous
    median.previous = (value, newer)
    if median.count < 2 {
      median.count &+= 1
      return value
    }
    return max(min(newer, older), min(max(newer, older), value))
  }
}
