import CPress
import Foundation
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
