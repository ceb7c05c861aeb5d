import CPress
@testable import PressCore

/// The subject of a walk: an engine, or a value in memory.
protocol Walkable { init(_ storage: OpaquePointer) }
extension Engine: Walkable {}
extension UnsafeMutablePointer: Walkable {}

/// The world of a walk: a subject, which is copied by its bytes, and books of its deliveries.
protocol WalkWorld: AnyObject {
  associatedtype Subject: Walkable
  associatedtype Action
  /// The deeds of the program in a callback of the subject.
  associatedtype Deed = Never
  associatedtype Books
  /// Everything that decides what the subject does next: two subjects with equal codes are in one state.
  associatedtype Code: Hashable

  /// Bytes of the subject.
  var size: Int { get }
  var actions: [Action] { get }
  var books: Books { get }
  /// Whether the program tries every deed in every callback.
  var triesEverywhere: Bool { get set }
  /// The deeds that were not refused in the last step, and their places.
  var taken: [(place: Int, deed: Deed)] { get }
  /// How many events the last step delivered.
  var events: Int { get }
  /// The error of the last step; nil: none.
  var wrong: String? { get }

  /// Whether a second subject in a state continues with its own books. If not, it takes the books of the first subject, because the code
  /// contains everything that matters in them.
  var hasBooksOfItsOwn: Bool { get }

  /// Makes the subject; its bytes are zeros before.
  func setUp(_ subject: Subject)
  /// One step: the action, with the deed at the callback number `place`, counted from 0.
  func take(_ action: Action, _ deed: Deed?, at place: Int, _ books: Books, _ subject: Subject)
  func code(_ subject: Subject) -> Code
  /// Names what can be seen of a state, so that a test can say what must have been reached.
  func see(_ subject: Subject, _ seen: inout Set<String>)
}

extension WalkWorld {
  var hasBooksOfItsOwn: Bool { true }
  func see(_ subject: Subject, _ seen: inout Set<String>) {}
}

/// A value with no program behind it.
extension WalkWorld where Deed == Never {
  var triesEverywhere: Bool {
    get { false }
    set {}
  }
  var taken: [(place: Int, deed: Never)] { [] }
  var events: Int { 0 }
}

protocol WalkedProgram: AnyObject {
  associatedtype Deed
  associatedtype Books
  var ledger: Books { get }
  var log: [press_event] { get }
  var triesEverywhere: Bool { get set }
  var taken: [(place: Int, deed: Deed)] { get }
  var wrong: String? { get }
}

/// An engine with a program behind it.
protocol EngineWorld: WalkWorld where Subject == Engine, Deed == Program.Deed, Books == Program.Books {
  associatedtype Program: WalkedProgram
  var program: Program { get }
}

extension EngineWorld {
  var books: Program.Books { program.ledger }
  var triesEverywhere: Bool {
    get { program.triesEverywhere }
    set { program.triesEverywhere = newValue }
  }
  var taken: [(place: Int, deed: Program.Deed)] { program.taken }
  var events: Int { program.log.count }
  var wrong: String? { program.wrong }
}

/// Walks every state that the subject of a world reaches. By law 5 a copy of the bytes is a copy of an engine. From each state
/// the walk does every action without a deed, and then once more for every callback of that action and every deed in it.
///
/// The walk also checks that the code leaves out nothing that matters: a second subject that reached a state on another way must go
/// where the first one went.
final class StateWalk<World: WalkWorld> {
  struct Report {
    var states = 0
    var edges = 0
    var events = 0
    /// States that a second subject reached on another way, and went on from.
    var confirmed = 0
    var isComplete = true
    /// Each error, with the shortest way to it.
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

  /// How a subject came to a state, and what it is there. The step is nil at the start.
  private struct Arrival {
    let bytes: UnsafeMutableRawPointer
    let books: World.Books
    let from: Int
    let step: Step?
  }

  private struct Node {
    let first: Arrival
    /// The last other subject that came here.
    var other: Arrival?
    /// The state to which each action leads.
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

  /// Stops, incomplete, after `limit` states.
  func run(limit: Int) -> Report {
    storage.initializeMemory(as: UInt8.self, repeating: 0, count: world.size)
    world.setUp(World.Subject(OpaquePointer(storage)))
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

  /// The other subject that came to this state goes the same ways, at another address.
  private func confirm(_ node: Int) {
    guard let other = nodes[node].other else { return }
    report.confirmed += 1
    for (index, action) in world.actions.enumerated() {
      let step = Step(action: action)
      take(step, other, node, in: second, world.hasBooksOfItsOwn ? other.books : nodes[node].first.books)
      if known[world.code(World.Subject(OpaquePointer(second)))] != Int(nodes[node].next[index]) {
        note("two in one state part", step, other, node)
      }
    }
  }

  private func take(_ step: Step, _ arrival: Arrival, _ node: Int, in storage: UnsafeMutableRawPointer, _ books: World.Books) {
    storage.copyMemory(from: arrival.bytes, byteCount: world.size)
    world.take(step.action, step.deed, at: step.place, books, World.Subject(OpaquePointer(storage)))
    report.edges += 1
    report.events += world.events
    if let wrong = world.wrong { note(wrong, step, arrival, node) }
  }

  /// Returns which state it is.
  @discardableResult
  private func enter(_ step: Step?, from: Int) -> Int {
    let subject = World.Subject(OpaquePointer(storage))
    let code = world.code(subject)
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
    world.see(subject, &report.seen)
    return there
  }

  // MARK: The report

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
