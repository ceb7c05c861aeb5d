@testable import PressCore
import Testing

@Suite("GridAssignment: rows get columns at the least cost")
struct GridAssignmentTests {
  /// The least sum over every way to give each row a column of its own.
  private static func least(_ costs: [[Int64]], _ row: Int = 0, _ taken: Set<Int> = []) -> Int64 {
    if row == costs.count { return 0 }
    return costs[row].indices.filter { !taken.contains($0) }
      .map { costs[row][$0] + least(costs, row + 1, taken.union([$0])) }.min()!
  }

  private static func solve(_ costs: [[Int64]], most: Int = 32) -> [Int] {
    let columns = costs[0].count
    let bytes = GridAssignment.size(rows: most, columns: 64 + most)
    let storage = UnsafeMutableRawPointer.allocate(byteCount: bytes + 8, alignment: 8)
    defer { storage.deallocate() }
    storage.storeBytes(of: 0x5a5a_5a5a, toByteOffset: (bytes + 3) & ~3, as: UInt32.self)
    var given = Array(repeating: -1, count: costs.count)
    GridAssignment(storage.assumingMemoryBound(to: Int64.self), rows: most, columns: 64 + most)
      .solve(rows: costs.count, columns: columns) {
        costs[$0][$1]
      } give: { row, column in
        #expect(given[row] == -1)
        given[row] = column
      }
    #expect(storage.load(fromByteOffset: (bytes + 3) & ~3, as: UInt32.self) == 0x5a5a_5a5a)
    return given
  }

  @Test("the sum is the least there is, of all ways to assign", arguments: 1...6)
  func optimal(rows: Int) {
    var random = SplitMix(UInt64(rows))
    var failures = Failures()
    for _ in 0..<(rows < 6 ? 300 : 20) {
      let columns = rows + Int(random.next() % 3)
      let ceiling = random.next() % 3 == 0 ? UInt64(4) : 1 << 47
      let costs = (0..<rows).map { _ in (0..<columns).map { _ in Int64(random.next() % ceiling) } }
      let given = Self.solve(costs)
      failures.expect(Set(given).count == rows && !given.contains(-1), "\(given) is no assignment of \(costs)")
      let sum = zip(costs, given).map { $0[$1] }.reduce(0, +)
      failures.expect(sum == Self.least(costs), "\(given) of \(costs)")
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("of equal ways it always takes the same, and 32 rows with 96 columns fit")
  func ties() {
    let costs = Array(repeating: Array(repeating: Int64(7), count: 96), count: 32)
    let given = Self.solve(costs)
    #expect(Set(given).count == 32)
    #expect(given == Self.solve(costs))
  }
}
