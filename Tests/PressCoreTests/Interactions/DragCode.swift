/// A state of the walk of drags in a few bytes, as InteractionCode is of the other interactions.
struct DragCode: Hashable {
  private var low = SIMD64<UInt8>()
  private var high = SIMD64<UInt8>()
  private var count = 0

  /// More than a byte holds is a mistake of the walk, and traps.
  mutating func put(_ value: Int) {
    if count < 64 { low[count] = UInt8(value) } else { high[count - 64] = UInt8(value) }
    count += 1
  }

  mutating func put(_ values: Bool...) { put(values.reduce(0) { $0 << 1 | ($1 ? 1 : 0) }) }

  static func == (a: DragCode, b: DragCode) -> Bool { a.low == b.low && a.high == b.high }

  func hash(into hasher: inout Hasher) {
    withUnsafeBytes(of: low) { hasher.combine(bytes: $0) }
    withUnsafeBytes(of: high) { hasher.combine(bytes: $0) }
  }
}
