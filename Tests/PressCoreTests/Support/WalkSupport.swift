import CPress
import Foundation
import Glibc
@testable import PressCore

/// A fault planted in what the engine delivers.
enum DeliveryFault {
  case forgets(UInt32)
  case deliversTwice(UInt32)
  /// Delivers the event after the next one, or never if none follows in the same call.
  case deliversLate(UInt32)
}

/// The unusual answer of a program that can only say yes or no.
enum Refusal { case no }

/// The program behind an engine that is walked: it books events and questions, and does one deed in one of its callbacks. A subclass
/// defines its calls and its books.
class WalkProgram<Call: Hashable, Answer: Hashable, Books: WalkBooks>: WalkedProgram {
  enum Deed: Hashable {
    case call(Call)
    /// Whether a question was answered in another way than usual.
    case answer(Answer)
  }

  var ledger: Books
  /// A planted fault that changes the delivered events before they are booked.
  var fault: DeliveryFault?
  /// How often it was called since the start, and what it received.
  private(set) var places = 0
  private(set) var log: [press_event] = []
  private(set) var wrong: String?
  var triesEverywhere = false
  private(set) var taken: [(place: Int, deed: Deed)] = []
  private(set) var isTrying = false
  private let calls: [Call]
  private var deed: Deed?
  private var place = -1
  /// The kind of call at that place.
  private var kind: Int?
  private var held: press_event?
  private let copy: UnsafeMutableRawPointer
  private let size: Int

  /// `size`: of the engine's storage.
  init(_ ledger: Books, _ calls: [Call], size: Int) {
    (self.ledger, self.calls, self.size) = (ledger, calls, size)
    copy = .allocate(byteCount: size, alignment: 8)
  }

  deinit { copy.deallocate() }

  /// Only calls.
  func send(_ call: Call, _ engine: Engine) -> Int32 { fatalError("\(call)") }

  /// Makes the call, and books it.
  func make(_ call: Call, _ engine: Engine) { _ = send(call, engine) }

  /// Books what only its own ledger books of an event, before the rest. Returns what is wrong with it.
  func book(_ event: press_event) -> String? { fatalError("\(event)") }

  /// `place`: the how manieth of the places does the deed, from 0.
  func start(_ ledger: Books, _ deed: Deed?, at place: Int, _ now: UInt64) {
    (self.ledger, self.deed, self.place) = (ledger, deed, place)
    self.ledger.events.start(now)
    log.removeAll(keepingCapacity: true)
    taken.removeAll(keepingCapacity: true)
    (places, wrong, kind, held) = (0, nil, nil, nil)
  }

  final func note(_ what: String?) { if wrong == nil, let what { wrong = what } }

  /// Tries a call on a copy. Returns whether it is refused: then it must change nothing (law 8), and the walk need not do it.
  final func isRefused(_ call: Call, _ engine: Engine) -> Bool {
    memcpy(copy, engine.memory, size)
    isTrying = true
    let isRefused = send(call, Engine(OpaquePointer(copy))) < 0
    isTrying = false
    if isRefused && memcmp(copy, engine.memory, size) != 0 { note("\(call) was refused and changed something") }
    return isRefused
  }

  /// Called from each callback with the answers that it may give. If the deed is at a callback with a kind, it is repeated in all later
  /// callbacks of that kind. Returns the answer if it is an unusual one.
  final func visit(_ engine: Engine, answers: @autoclosure () -> [Answer] = [], kind: Int? = nil) -> Answer? {
    if isTrying { return nil }
    let here = places
    places += 1
    var sample = press_sample()
    sample.t_us = UInt64.max
    if engine.feed(&sample, 1) != Status.busy || engine.tick(UInt64.max) != Status.busy { note("not busy in a callback") }
    if triesEverywhere {
      for call in calls where !isRefused(call, engine) { taken.append((here, .call(call))) }
      for answer in answers() { taken.append((here, .answer(answer))) }
    }
    if here == place { self.kind = kind }
    guard let deed, here == place || kind != nil && kind == self.kind else { return nil }
    switch deed {
    case .call(let call): make(call, engine)
    case .answer(let answer): return answer
    }
    return nil
  }

  func receive(_ engine: Engine, _ event: press_event) {
    if isTrying { return }
    deliver(event)
    _ = visit(engine)
  }

  /// Books an event, after the planted fault has changed it.
  final func deliver(_ event: press_event) {
    log.append(event)
    switch fault {
    case .forgets(let type) where type == event.type: break
    case .deliversTwice(let type) where type == event.type:
      enter(event)
      enter(event)
    case .deliversLate(let type) where type == event.type: held = event
    default:
      enter(event)
      if let late = held {
        held = nil
        enter(late)
      }
    }
  }

  private func enter(_ event: press_event) {
    note(book(event).map { "event \(event.type): \($0)" })
    note(ledger.events.book(event).map { "event \(event.type): \($0)" })
  }
}

/// How much the walks visit, as LIBPRESS_WALKS says.
enum WalkExtent: Int, Comparable {
  /// The smaller walks of each kind: in minutes, without it (`make test`).
  case few
  /// Beyond those all that some minutes take: `most` (`make test-walks`).
  case most
  /// All, with those of millions of states: `all` (`make nightly`).
  case all

  static let now: WalkExtent = ["most": .most, "all": .all][ProcessInfo.processInfo.environment["LIBPRESS_WALKS"] ?? ""] ?? .few

  static func < (a: WalkExtent, b: WalkExtent) -> Bool { a.rawValue < b.rawValue }

  /// The selection of the values that this run walks.
  static func walked<T>(few: [T] = [], most: [T], all: [T] = []) -> [T] {
    switch now {
    case .few: few
    case .most: most
    case .all: few + most + all
    }
  }
}

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

/// Counts wrong cases and keeps the first few, so that a table with a million rows stays readable and fast.
struct Failures: CustomStringConvertible {
  private(set) var cases = 0
  private(set) var count = 0
  private var first: [String] = []

  var isEmpty: Bool { count == 0 }

  mutating func expect(_ isRight: Bool, _ what: @autoclosure () -> String) {
    cases += 1
    if isRight { return }
    count += 1
    if first.count < 5 { first.append(what()) }
  }

  var description: String { "\(count) of \(cases) cases wrong: " + first.joined(separator: "; ") }
}

/// A repeatable source of random numbers: the same seed gives the same test everywhere.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// Every width of a number is equally likely, so that small and large numbers meet.
  mutating func spread() -> UInt64 {
    let bits = next() % 65
    return bits == 0 ? 0 : next() >> (64 - bits)
  }

  mutating func spread32() -> Int32 { Int32(truncatingIfNeeded: Int64(bitPattern: spread()) >> Int64(next() % 33)) }

  mutating func unit() -> Double { Double(next() >> 11) / 0x1p53 }
}

/// The worst of many cases: one expectation per table is fast, and says more than the first failure.
struct Worst: CustomStringConvertible {
  private(set) var error = 0.0
  private(set) var cases = 0
  private var place = "nowhere"

  mutating func see(_ error: Double, _ place: @autoclosure () -> String) {
    cases += 1
    // NaN is worse than any error.
    if !(error <= self.error) {
      self.error = error.isNaN ? .infinity : error
      self.place = place()
    }
  }

  var description: String { "worst \(error) of \(cases) cases, at \(place)" }
}
