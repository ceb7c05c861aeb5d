/// A state of the walk in a few bytes, one for each thing that decides what comes next.
struct InteractionCode: Hashable {
  private var bytes = SIMD64<UInt8>()
  private var count = 0

  /// More than a byte holds is a mistake of the walk, and traps.
  mutating func put(_ value: Int) {
    bytes[count] = UInt8(value)
    count += 1
  }

  mutating func put(_ values: Bool...) { put(values.reduce(0) { $0 << 1 | ($1 ? 1 : 0) }) }

  static func == (a: InteractionCode, b: InteractionCode) -> Bool { a.bytes == b.bytes }

  func hash(into hasher: inout Hasher) {
    withUnsafeBytes(of: bytes) { hasher.combine(bytes: $0) }
  }
}
