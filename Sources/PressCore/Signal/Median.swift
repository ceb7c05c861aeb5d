import CPress

/// Median of the last three values.
public enum Median {
  /// Whether the next step takes a median.
  @inline(__always)
  static func isFull(_ median: press_median) -> Bool { median.count >= 2 }

  @inline(__always)
  public static func step(_ median: inout press_median, _ value: Int32) -> Int32 {
    if isFull(median) { return slide(&median, value) }
    median.previous = (value, median.previous.0)
    median.count &+= 1
    return value
  }

  /// The step of one that is full.
  @inline(__always)
  static func slide(_ median: inout press_median, _ value: Int32) -> Int32 {
    let (newer, older) = median.previous
    median.previous = (value, newer)
    return max(min(newer, older), min(max(newer, older), value))
  }
}
