import CPress
@testable import PressCore

/// What a walk goes through: an engine with a program behind it, which keeps books of what it is delivered.
protocol WalkWorld: AnyObject {
  associatedtype Action
  /// What the program can do where it is called.
  associatedtype Deed
  associatedtype Books
  /// All that decides what an engine does next: two engines with one code are in one state.
  associatedtype Code: Hashable

  /// Bytes of the engine's storage.
  var size: Int { get }
  var actions: [Action] { get }
  var books: Books { get }
  /// Of each place where the program is called it tries what it can do there.
  var triesEverywhere: Bool { get set }
  /// What it could do in the last step, and where, other than being refused.
  var taken: [(place: Int, deed: Deed)] { get }
  /// How many events the last step delivered.
  var events: Int { get }
  /// Of the last step.
  var wrong: String? { get }

  /// Whether a second engine in a state goes on with the books that came with it; else with those of the first, because the code
  /// has what matters of them.
  var hasBooksOfItsOwn: Bool { get }

  func setUp(_ engine: Engine)
  /// One step: the action, with the deed at the how manieth of the places, from 0.
  func take(_ action: Action, _ deed: Deed?, at place: Int, _ books: Books, _ engine: Engine)
  func code(_ engine: Engine) -> Code
  /// Names what can be seen of a state, so that a test can say what must have been reached.
  func see(_ engine: Engine, _ seen: inout Set<String>)
}

/// Walks every state that the engine of a world reaches: law 5 makes a copy of the bytes a copy of the engine. From each state
/// every action is done plainly, and then once more for every place where the program was called, and every deed that it can do
/// there.
///
/// That nothing which matters was left out of the code is checked: of each state a second engine, which came there on another
/// way, must go where the first one went.
final class StateWalk<World: WalkWorld> {
  struct Report {
    var states = 0
    var edges = 0
    var events = 0
    /// States that a second engine reached on another way, and went on from.
    var confirmed = 0
    var isComplete = true
    /// What went wrong, with the shortest way there.
    var wrong: [String: String] = [:]
    var seen: Set<String> = []

    var summary: String {
      "\(states) states, \(edges) edges, \(events) events, complete: \(isComplete ? "yes" : "NO"); \(confirmed) states entered twice"
    }
  }

  private struct Step {
    let action: World.Action
    var deed: World.Deed?
    var place = -1
  }

  /// How an engine came to a state, and what it is there. The step is nil at the start.
  private struct Arrival {
    let bytes: UnsafeMutableRawPointer
    let books: World.Books
    let from: Int
    let step: Step?
  }

  private struct Node {
    let first: Arrival
    /// The last other engine that came here.
    var other: Arrival?
    /// Where each action leads.
    var next: [Int32] = []
  }

  let world: World
  private let storage, second: UnsafeMutableRawPointer
  private let hasDeeds, stopsAtFirst: Bool
  private var report = Report()
  private var known: [World.Code: Int] = [:]
  private var nodes: [Node] = []

  init(_ world: World, hasDeeds: Bool = true, stopsAtFirst: Bool = false) {
    self.world = world
    (self.hasDeeds, self.stopsAtFirst) = (hasDeeds, stopsAtFirst)
    storage = .allocate(byteCount: world.size, alignment: 8)
    second = .allocate(byteCount: world.size, alignment: 8)
  }

  deinit {
    storage.deallocate()
    second.deallocate()
    for node in nodes {
      node.first.bytes.deallocate()
      node.other?.bytes.deallocate()
    }
  }

  /// Stops, incomplete, once there are so many states.
  func run(limit: Int) -> Report {
    storage.initializeMemory(as: UInt8.self, repeating: 0, count: world.size)
    world.setUp(Engine(OpaquePointer(storage)))
    if let wrong = world.wrong { report.wrong[wrong] = "at the start" }
    enter(nil, from: -1)
    var next = 0
    while next < nodes.count && nodes.count <= limit && !(stopsAtFirst && !report.wrong.isEmpty) {
      for action in world.actions { expand(next, action) }
      next += 1
    }
    report.isComplete = next == nodes.count
    if report.isComplete { for node in nodes.indices { confirm(node) } }
    report.states = nodes.count
    return report
  }

  private func expand(_ node: Int, _ action: World.Action) {
    world.triesEverywhere = hasDeeds
    let first = nodes[node].first
    take(Step(action: action), first, node, in: storage, first.books)
    world.triesEverywhere = false
    nodes[node].next.append(Int32(enter(Step(action: action), from: node)))
    for (place, deed) in world.taken {
      let step = Step(action: action, deed: deed, place: place)
      take(step, first, node, in: storage, first.books)
      enter(step, from: node)
    }
  }

  /// The other engine that came to this state goes the same ways, at another address.
  private func confirm(_ node: Int) {
    guard let other = nodes[node].other else { return }
    report.confirmed += 1
    for (index, action) in world.actions.enumerated() {
      let step = Step(action: action)
      take(step, other, node, in: second, world.hasBooksOfItsOwn ? other.books : nodes[node].first.books)
      if known[world.code(Engine(OpaquePointer(second)))] != Int(nodes[node].next[index]) {
        note("two engines in one state part", step, other, node)
      }
    }
  }

  private func take(_ step: Step, _ arrival: Arrival, _ node: Int, in storage: UnsafeMutableRawPointer, _ books: World.Books) {
    storage.copyMemory(from: arrival.bytes, byteCount: world.size)
    world.take(step.action, step.deed, at: step.place, books, Engine(OpaquePointer(storage)))
    report.edges += 1
    report.events += world.events
    if let wrong = world.wrong { note(wrong, step, arrival, node) }
  }

  /// Returns which state it is.
  @discardableResult
  private func enter(_ step: Step?, from: Int) -> Int {
    let engine = Engine(OpaquePointer(storage))
    let code = world.code(engine)
    let there = known[code] ?? nodes.count
    // Memory is used again: there are as many arrivals as edges.
    let bytes = there < nodes.count ? nodes[there].other?.bytes : nil
    let copy = bytes ?? .allocate(byteCount: world.size, alignment: 8)
    copy.copyMemory(from: storage, byteCount: world.size)
    let arrival = Arrival(bytes: copy, books: world.books, from: from, step: step)
    if there < nodes.count {
      nodes[there].other = arrival
      return there
    }
    known[code] = there
    nodes.append(Node(first: arrival))
    world.see(engine, &report.seen)
    return there
  }

  // MARK: What is said of it

  private func note(_ what: String, _ step: Step, _ arrival: Arrival, _ node: Int) {
    if report.wrong[what] == nil { report.wrong[what] = way(to: arrival) + describe(step) }
  }

  private func way(to arrival: Arrival) -> String {
    guard let step = arrival.step else { return "" }
    return way(to: nodes[arrival.from].first) + describe(step) + ", "
  }

  private func describe(_ step: Step) -> String {
    "\(step.action)" + (step.deed.map { " with \($0) at place \(step.place)" } ?? "")
  }
}
