import CPress
import Foundation
import Testing
@testable import PressCore

/// A grid and the cells that fingers press on.
final class GridTable {
  struct Finger {
    var x, y, newtons: Double
  }

  let columns, rows: Int
  let grid: Grid
  private let storage: UnsafeMutableRawPointer
  private(set) var now: UInt64 = 0
  var cells: [Int32]

  init(columns: Int = 16, rows: Int = 16, _ change: (inout press_grid_config) -> Void = { _ in }) {
    var config = press_grid_config.makeDefault
    config.columns = UInt16(columns)
    config.rows = UInt16(rows)
    change(&config)
    precondition(config.isValid)
    storage = .allocate(byteCount: Grid.size(&config), alignment: 8)
    // A grid that lay there before must not count as busy.
    storage.initializeMemory(as: UInt8.self, repeating: 0, count: Grid.size(&config))
    _ = Grid.make(in: storage, &config)
    grid = Grid(OpaquePointer(storage))
    cells = Array(repeating: 0, count: columns * rows)
    self.columns = columns
    self.rows = rows
  }

  deinit { storage.deallocate() }

  @discardableResult
  func feed() -> Int32 {
    now += 10_000
    return cells.withUnsafeBufferPointer { grid.feed(now, $0.baseAddress!, $0.count, nil) }
  }

  /// Bells of force, with noise and cells of different gain.
  func press(_ fingers: [Finger], sigma: Double = 0.9, noise: Double = 0, gains: [Double]? = nil, _ random: inout SplitMix) {
    for row in 0..<rows {
      for column in 0..<columns {
        var force = noise * random.unit()
        for f in fingers {
          let d = pow(Double(column) - f.x, 2) + pow(Double(row) - f.y, 2)
          force += f.newtons * exp(-d / (2 * sigma * sigma)) / (2 * .pi * sigma * sigma)
        }
        cells[row * columns + column] = Int32(force * (gains?[row * columns + column] ?? 1) * 65536)
      }
    }
    feed()
  }

  var contacts: [press_grid_contact] {
    var all = Array(repeating: press_grid_contact(), count: 32)
    let count = grid.contacts(&all, 32)
    return Array(all[..<count])
  }
}

@Suite("Grid: identities of fingers that walk about at random")
struct GridWalkTests {
  private struct Walker {
    var finger: GridTable.Finger
    var heading: Double
    var speed: Double
    var until: Int
    var serial: UInt32 = 0
    var isMet = false
  }

  private struct Tally: CustomStringConvertible {
    var frames = 0, lives = 0, meetings = 0, missed = 0, changed = 0
    var description: String {
      "\(lives) lives, \(meetings) meetings, \(frames) frames of a finger apart: \(changed) changed identity, \(missed) missed"
    }

    mutating func add(_ other: Tally) {
      frames += other.frames
      lives += other.lives
      meetings += other.meetings
      missed += other.missed
      changed += other.changed
    }
  }

  /// Fingers land, walk with inertia, cross each other, lift. After each frame in which a finger is apart from all others its
  /// contact must be the one that it was before.
  private static func walk(seed: UInt64, fingers: Int, noise: Double, frames: Int) -> Tally {
    var random = SplitMix(seed)
    let gains = (0..<256).map { _ in 0.85 + 0.3 * random.unit() }
    let table = GridTable()
    var walkers: [Walker] = []
    var tally = Tally()
    for frame in 0..<frames {
      walkers.removeAll { $0.until <= frame }
      if walkers.count < fingers && random.next() % 8 == 0 {
        let finger = GridTable.Finger(x: 2 + 11 * random.unit(), y: 2 + 11 * random.unit(), newtons: 3 + 2 * random.unit())
        if walkers.allSatisfy({ hypot($0.finger.x - finger.x, $0.finger.y - finger.y) > 4 }) {
          walkers.append(
            Walker(
              finger: finger, heading: 2 * .pi * random.unit(), speed: 0.5 * random.unit(), until: frame + 30 + Int(random.next() % 120)))
          tally.lives += 1
        }
      }
      for i in walkers.indices {
        walkers[i].heading += 0.2 * (random.unit() - 0.5)
        var next = walkers[i].finger
        next.x += walkers[i].speed * cos(walkers[i].heading)
        next.y += walkers[i].speed * sin(walkers[i].heading)
        if next.x < 1 || next.x > 14 || next.y < 1 || next.y > 14 { walkers[i].heading += .pi / 2 } else { walkers[i].finger = next }
      }
      table.press(walkers.map(\.finger), noise: noise, gains: gains, &random)
      let contacts = table.contacts
      for i in walkers.indices {
        let f = walkers[i].finger
        let isApart = walkers.indices.allSatisfy {
          $0 == i || hypot(walkers[$0].finger.x - f.x, walkers[$0].finger.y - f.y) > 4
        }
        if !isApart {
          if !walkers[i].isMet { tally.meetings += 1 }
          walkers[i].isMet = true
          continue
        }
        walkers[i].isMet = false
        tally.frames += 1
        let near = contacts.filter { $0.flags & 1 == 0 && hypot(Double($0.x) / 65536 - f.x, Double($0.y) / 65536 - f.y) < 1 }
        if near.count != 1 {
          tally.missed += 1
        } else {
          if walkers[i].serial != 0 && near[0].serial != walkers[i].serial { tally.changed += 1 }
          walkers[i].serial = near[0].serial
        }
      }
    }
    return tally
  }

  @Test("one finger never changes its identity", arguments: 1...10 as ClosedRange<UInt64>)
  func one(seed: UInt64) {
    let tally = Self.walk(seed: seed, fingers: 1, noise: 0.03, frames: 1500)
    #expect(tally.frames > 500)
    #expect(tally.changed == 0 && tally.missed == 0, "\(tally)")
  }

  @Test("of five that cross, merge, turn and lift at random fewer than one meeting in seven costs an identity")
  func five() {
    var all = Tally()
    for seed in 1...10 as ClosedRange<UInt64> { all.add(Self.walk(seed: seed, fingers: 5, noise: 0.03, frames: 1500)) }
    #expect(all.meetings > 500 && all.frames > 10_000)
    #expect(all.changed * 7 < all.meetings, "\(all)")
    #expect(all.missed * 100 < all.frames, "\(all)")
    print("Grid, five walkers: \(all)")
  }
}

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

@Suite("Grid: which peaks are fingers, and where")
struct GridBlobTests {
  /// The slow way: a peak counts unless a path leads from it to a higher cell and never falls below `valley` of the peak.
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
      // All levels differ.
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
