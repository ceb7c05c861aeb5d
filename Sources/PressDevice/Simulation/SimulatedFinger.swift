/// A finger that follows a script of up to 64 keys in rising time. Before the first key and after the last it holds.
public struct SimulatedFinger {
  public static let capacity = 64
  private var keys = InlineArray<64, FingerKey>(repeating: FingerKey(us: 0, newtons: 0))
  public private(set) var count = 0
  /// Begins anew after so long; 0: never.
  public var repeatUs: UInt64 = 0

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

  public func newtons(atUs time: Double) -> Double {
    var us = time
    if repeatUs > 0 { us -= Double(repeatUs) * Double(UInt64(time / Double(repeatUs))) }
    if count == 0 { return 0.0 }
    if us <= Double(keys[0].us) { return keys[0].newtons }
    var i = 1
    while i < count && Double(keys[i].us) < us { i += 1 }
    if i == count { return keys[count - 1].newtons }
    let from = keys[i - 1]
    let to = keys[i]
    var part = (us - Double(from.us)) / Double(to.us - from.us)
    if to.smooth { part = part * part * (3.0 - 2.0 * part) }
    return from.newtons + (to.newtons - from.newtons) * part
  }
}
