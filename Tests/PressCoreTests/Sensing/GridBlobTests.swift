import CPress
@testable import PressCore
import Testing

@Suite("Grid: which peaks are fingers, and where")
struct GridBlobTests {
  /// The slow way: a peak stands for itself unless a way leads from it to a higher cell and never goes below `valley` of it.
  private static func peaks(_ cells: [Int32], _ columns: Int, _ rows: Int, floor: Int32, valley: Int32) -> Set<Int32> {
    func around(_ i: Int) -> [Int] {
      var all: [Int] = []
      for y in max(i / columns - 1, 0)...min(i / columns + 1, rows - 1) {
        for x in max(i % columns - 1, 0)...min(i % columns + 1, columns - 1) where y * columns + x != i {
          all.append(y * columns + x)
        }
      }
      return all
    }
    var found: Set<Int32> = []
    for (i, peak) in cells.enumerated() where peak >= floor && around(i).allSatisfy({ cells[$0] < peak }) {
      var reached: Set<Int> = [i]
      var next = [i]
      while let cell = next.popLast() {
        for n in around(cell) where cells[n] >= floor && Int64(cells[n]) << 16 >= Int64(peak) * Int64(valley) {
          if reached.insert(n).inserted { next.append(n) }
        }
      }
      if reached.allSatisfy({ cells[$0] <= peak }) { found.insert(peak) }
    }
    return found
  }

  @Test("peaks are those of the slow way, on random mountains", arguments: [0, 16384, 52429, 65536] as [Int32])
  func mountains(valley: Int32) {
    var random = SplitMix(UInt64(valley) + 9)
    var failures = Failures()
    for _ in 0..<400 {
      let (columns, rows) = (1 + Int(random.next() % 9), 1 + Int(random.next() % 9))
      let table = GridTable(columns: columns, rows: rows) {
        $0.max_contacts = 32
        $0.valley = valley
        $0.touch_force = 5000
        $0.release_force = 5000
      }
      // No two alike.
      var levels = (0..<columns * rows).map { Int32($0) * 1000 + 1 }
      levels.shuffle(using: &random)
      table.cells = levels
      table.feed()
      let expected = Self.peaks(levels, columns, rows, floor: 5000, valley: valley)
      let found = Set(table.contacts.map(\.peak))
      failures.expect(found == expected, "\(columns) x \(rows) \(levels): \(found) for \(expected)")
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  /// The slow way: the columns and rows of cells that count and of their neighbours, weighted with the force beyond half of release_force.
  private static func centre(_ cells: [Int32]) -> (x: Double, y: Double) {
    func counts(_ x: Int, _ y: Int) -> Bool { (0..<16).contains(x) && (0..<16).contains(y) && cells[y * 16 + x] >= 6554 }
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for (i, cell) in cells.enumerated() where cell > 3277 {
      let (column, row) = (i % 16, i / 16)
      if !(-1...1).contains(where: { dy in (-1...1).contains { counts(column + $0, row + dy) } }) { continue }
      let weight = Double(cell - 3277)
      (sum, x, y) = (sum + weight, x + weight * Double(column), y + weight * Double(row))
    }
    return (x / sum, y / sum)
  }

  @Test("a contact has the force of its cells, and the centre of these and their rim, within one unit")
  func sums() {
    var random = SplitMix(3)
    var worst = Worst()
    for _ in 0..<300 {
      let table = GridTable()
      let finger = GridTable.Finger(x: 2 + 11 * random.unit(), y: 2 + 11 * random.unit(), newtons: 1 + 20 * random.unit())
      table.press([finger], noise: 0.06, &random)
      let force = table.cells.filter { $0 >= 6554 }.map(Double.init).reduce(0, +)
      let (x, y) = Self.centre(table.cells)
      let contacts = table.contacts
      worst.see(Double(contacts.count - 1), "count at \(finger)")
      guard let c = contacts.first else { continue }
      worst.see(abs(Double(c.force) - force), "force at \(finger)")
      worst.see(max(abs(Double(c.x) - x * 65536), abs(Double(c.y) - y * 65536)), "centre at \(finger)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test("with a frame full of equal cells there is one contact")
  func plateau() {
    let table = GridTable(columns: 32, rows: 32)
    table.cells = Array(repeating: Int32.max, count: 1024)
    table.feed()
    #expect(table.contacts.map(\.cells) == [1024])
    #expect(table.contacts.first?.force == Int32.max)
  }
}
