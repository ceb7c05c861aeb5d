import CPress
@testable import PressCore
import Testing

/// Cells against all targets, one by one: few that are walked, and many that have an index.
@Suite("Cells")
struct CellTests {
  private static func under(_ engine: Engine, _ x: Int32, _ y: Int32) -> [Bool] {
    (0..<Int(engine.state.targetCount)).map { engine.targets[$0].contains(x, y) }
  }

  /// Places that meet edges often, and the ends of all numbers.
  private static func place(_ random: inout SplitMix) -> Int32 {
    random.next() % 16 == 0 ? random.spread32() : Int32(random.next() % 40) - 4
  }

  @Test("the same targets lie everywhere in a cell, and its point lies in it", arguments: [0, 1, 8, 32, 33, 200])
  func holds(count: Int) {
    var random = SplitMix(UInt64(count))
    var failures = Failures()
    var (within, beside) = (0, 0)
    for _ in 0..<40 {
      var config = press_config.makeDefault
      config.max_targets = UInt16(count)
      let storage = UnsafeMutableRawPointer.allocate(byteCount: Engine.size(config), alignment: 8)
      defer { storage.deallocate() }
      _ = Engine.make(in: storage, Engine.size(config), config)
      let engine = Engine(OpaquePointer(storage))
      for id in 0..<UInt32(count) {
        var target = press_target()
        target.size = UInt32(MemoryLayout<press_target>.size)
        target.id = id + 1
        (target.x, target.y) = (Self.place(&random), Self.place(&random))
        (target.width, target.height) = (max(Self.place(&random), 0), max(Self.place(&random), 0))
        failures.expect(engine.add(target) == Status.ok, "a target is refused")
      }
      for _ in 0..<20 {
        let (x, y) = (Self.place(&random), Self.place(&random))
        let cell = engine.cell(around: x, y)
        failures.expect(cell.contains(x, y), "\(x), \(y) is not in its own cell")
        let here = Self.under(engine, x, y)
        for _ in 0..<40 {
          let isNear = random.next() % 2 == 0
          let px = isNear ? x &+ Int32(random.next() % 5) &- 2 : Self.place(&random)
          let py = isNear ? y &+ Int32(random.next() % 5) &- 2 : Self.place(&random)
          if !cell.contains(px, py) { beside += 1; continue }
          within += 1
          failures.expect(Self.under(engine, px, py) == here, "\(px), \(py) has something else under it than \(x), \(y)")
        }
      }
    }
    #expect(failures.isEmpty, "\(failures)")
    #expect(within > 100 && (count == 0) == (beside == 0))
    #expect(!Cell.none.contains(0, 0) && !Cell.none.contains(.max, .max))
  }
}
