/// A finger that follows a script of up to 128 keys in rising time. Before the first key and after the last it holds.
/// Or a person, who presses as people do.
public struct SimulatedFinger {
  public static let capacity = 128
  private var keys = InlineArray<128, FingerKey>(repeating: FingerKey(us: 0, newtons: 0))
  public private(set) var count = 0
  /// Begins again after so long; 0: never.
  public var repeatUs: UInt64 = 0
  /// In place of the keys.
  public var presses: SimulatedPresses?

  public init() {}

  /// @return false: full, or not later than the key before.
  @discardableResult
  public mutating func add(_ key: FingerKey) -> Bool {
    if count == Self.capacity || (count > 0 && key.us <= keys[count - 1].us) { return false }
    keys[count] = key
    count += 1
    return true
  }

  public var endUs: UInt64 { count == 0 ? 0 : keys[count - 1].us }

  public mutating func newtons(atUs time: Double) -> Double { touch(atUs: time).newtons }

  /// Times rise.
  public mutating func touch(atUs time: Double) -> SimulatedTouch {
    if let touch = presses?.touch(atSeconds: time / 1.0e6) { return touch }
    var us = time
    if repeatUs > 0 { us -= Double(repeatUs) * Double(UInt64(time / Double(repeatUs))) }
    if count == 0 { return SimulatedTouch(newtons: 0.0, x: 0.0, y: 0.0) }
    if us <= Double(keys[0].us) { return touch(keys[0]) }
    var i = 1
    while i < count && Double(keys[i].us) < us { i += 1 }
    if i == count { return touch(keys[count - 1]) }
    let from = keys[i - 1]
    let to = keys[i]
    var part = (us - Double(from.us)) / Double(to.us - from.us)
    if to.smooth { part = part * part * (3.0 - 2.0 * part) }
    return SimulatedTouch(
      newtons: from.newtons + (to.newtons - from.newtons) * part, x: from.x + (to.x - from.x) * part,
      y: from.y + (to.y - from.y) * part)
  }

  private func touch(_ key: FingerKey) -> SimulatedTouch { SimulatedTouch(newtons: key.newtons, x: key.x, y: key.y) }
}
