@testable import PressCore

/// Visits every state of "what is pending or may end, and how much room there is" that a setup reaches. States are known by a hash of 128 bits of all
/// their bytes; the bytes are kept until a state is left.
final class RoomWalk {
  struct Report {
    var states = 0
    var edges = 0
    var refused = 0
    var isComplete = false
    /// What went wrong, with the shortest way there.
    var wrong: [String: String] = [:]
    var types: Set<UInt32> = []
    /// Some state has no room at all; something waits for room in some.
    var isFilled = false
    var waitsForRoom = false
  }

  private struct Code: Hashable { var a, b: UInt64 }
  private struct Arrival {
    let from: Int32
    let action: UInt8
  }

  let world: RoomWorld
  private let actions: [RoomAction]
  private let block: UnsafeMutableRawPointer
  private var known: [Code: Int32] = [:]
  private var arrivals: [Arrival] = []
  private var frontier: [UnsafeMutableRawPointer] = []
  private var report = Report()

  init(_ setup: RoomSetup) {
    world = RoomWorld(setup)
    actions = setup.actions
    block = .allocate(byteCount: world.blockSize, alignment: 8)
  }

  deinit { block.deallocate() }

  func run(limit: Int) -> Report {
    world.setUp()
    note(-1, 0)
    enter(-1, 0)
    var next = 0
    while next < frontier.count {
      let own = frontier[next]
      if arrivals.count <= limit && report.wrong.isEmpty { leave(next, own) }
      own.deallocate()
      next += 1
    }
    report.states = arrivals.count
    report.isComplete = arrivals.count <= limit && report.wrong.isEmpty
    report.types = world.types
    return report
  }

  private func leave(_ state: Int, _ own: UnsafeMutableRawPointer) {
    for byReset in [true, false] {
      world.load(own)
      world.checkEnds(byReset: byReset)
      note(state, nil)
    }
    for index in actions.indices {
      world.load(own)
      world.take(actions[index])
      report.edges += 1
      if world.isRefused { report.refused += 1 }
      note(state, index)
      enter(state, index)
    }
  }

  private func enter(_ from: Int, _ action: Int) {
    world.save(block)
    let code = code
    if known[code] != nil { return }
    known[code] = Int32(arrivals.count)
    arrivals.append(Arrival(from: Int32(from), action: UInt8(action)))
    let copy = UnsafeMutableRawPointer.allocate(byteCount: world.blockSize, alignment: 8)
    copy.copyMemory(from: block, byteCount: world.blockSize)
    frontier.append(copy)
    if world.engine.state.outbox.isFull { report.isFilled = true }
    if world.engine.state.waiting != 0 { report.waitsForRoom = true }
  }

  private var code: Code {
    let words = block.assumingMemoryBound(to: UInt64.self)
    var (a, b): (UInt64, UInt64) = (0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F)
    for i in 0..<world.blockSize / 8 {
      a = (a ^ words[i]) &* 0xFF51_AFD7_ED55_8CCD
      a ^= a &>> 32
      b = (b &+ words[i]) &* 0x9FB2_1C65_1E98_DF25
      b ^= b &>> 29
    }
    return Code(a: a, b: b)
  }

  private func note(_ state: Int, _ action: Int?) {
    guard let what = world.wrong, report.wrong[what] == nil else { return }
    report.wrong[what] = (way(to: state) + (action.map { ["\(actions[$0])"] } ?? [])).joined(separator: ", ")
  }

  private func way(to state: Int) -> [String] {
    if state <= 0 { return [] }
    return way(to: Int(arrivals[state].from)) + ["\(actions[Int(arrivals[state].action)])"]
  }
}
