/// The values at which fixed-width arithmetic goes wrong: powers of two and their neighbours, both signs.
enum Edges {
  static let unsigned64: [UInt64] = {
    var all: Set<UInt64> = [0, .max]
    for bit in 0..<64 { for near in [-1, 0, 1] { all.insert((UInt64(1) << UInt64(bit)) &+ UInt64(bitPattern: Int64(near))) } }
    return all.sorted()
  }()

  static let signed64: [Int64] = Set(unsigned64.flatMap { [Int64(bitPattern: $0), 0 &- Int64(bitPattern: $0)] }).sorted()

  static let signed32: [Int32] = Set(signed64.map { Int32(clamping: $0) }).sorted()
}
