/// Which of `columns` each of some rows gets, so that the sum of what they cost is the least: the Hungarian method, with
/// potentials, one row at a time. Its numbers lie in the grid's storage. The work is at most rows * rows * columns.
struct GridAssignment {
  private let rowPotential, columnPotential, least: UnsafeMutablePointer<Int64>
  /// The row of each column from 1, 0: none; column 0 has the row that looks for one.
  private let owner, cameFrom, isDone: UnsafeMutablePointer<UInt8>

  static func size(rows: Int, columns: Int) -> Int { (rows &+ 1) &* 8 &+ (columns &+ 1) &* 19 }

  init(_ storage: UnsafeMutablePointer<Int64>, rows: Int, columns: Int) {
    rowPotential = storage
    columnPotential = storage + (rows &+ 1)
    least = columnPotential + (columns &+ 1)
    owner = UnsafeMutableRawPointer(least + (columns &+ 1)).assumingMemoryBound(to: UInt8.self)
    cameFrom = owner + (columns &+ 1)
    isDone = cameFrom + (columns &+ 1)
  }

  /// There are at least as many columns as rows. Costs are not negative and below 2^48; `give` is called for every row once.
  @inline(__always)
  func solve(rows: Int, columns: Int, cost: (Int, Int) -> Int64, give: (Int, Int) -> Void) {
    var j = 0
    while j <= columns {
      columnPotential[j] = 0
      owner[j] = 0
      j &+= 1
    }
    var row = 1
    while row <= rows {
      rowPotential[row] = 0
      place(row, columns, cost)
      row &+= 1
    }
    j = 1
    while j <= columns {
      if owner[j] != 0 { give(Int(owner[j]) &- 1, j &- 1) }
      j &+= 1
    }
  }

  /// Finds the cheapest way of exchanges that ends at a free column.
  @inline(__always)
  private func place(_ row: Int, _ columns: Int, _ cost: (Int, Int) -> Int64) {
    var j = 0
    while j <= columns {
      least[j] = Int64.max
      isDone[j] = 0
      j &+= 1
    }
    owner[0] = UInt8(truncatingIfNeeded: row)
    var at = 0
    repeat {
      isDone[at] = 1
      let from = Int(owner[at])
      var step = Int64.max
      var next = 0
      j = 1
      while j <= columns {
        if isDone[j] == 0 {
          let reduced = cost(from &- 1, j &- 1) &- rowPotential[from] &- columnPotential[j]
          if reduced < least[j] {
            least[j] = reduced
            cameFrom[j] = UInt8(truncatingIfNeeded: at)
          }
          if least[j] < step {
            step = least[j]
            next = j
          }
        }
        j &+= 1
      }
      j = 0
      while j <= columns {
        if isDone[j] != 0 {
          rowPotential[Int(owner[j])] &+= step
          columnPotential[j] &-= step
        } else {
          least[j] &-= step
        }
        j &+= 1
      }
      at = next
    } while owner[at] != 0
    while at != 0 {
      let before = Int(cameFrom[at])
      owner[at] = owner[before]
      at = before
    }
  }
}
