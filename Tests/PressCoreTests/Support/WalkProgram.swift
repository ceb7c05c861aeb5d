import CPress
import Glibc
@testable import PressCore

/// A fault planted in what the engine delivers.
enum DeliveryFault {
  case forgets(UInt32)
  case deliversTwice(UInt32)
  /// After the event that follows, or never when none follows in the same call.
  case deliversLate(UInt32)
}

/// The answer of a program that can only say yes or no, where it is not yes.
enum Refusal { case no }

/// The program behind an engine that is walked: it keeps books of what it receives and is asked, and does one deed at one of the
/// places where it is called. How it calls, and how it books, a subclass says.
class WalkProgram<Call: Hashable, Answer: Hashable, Books>: WalkedProgram {
  enum Deed: Hashable {
    case call(Call)
    /// Of a question: other than usual.
    case answer(Answer)
  }

  var ledger: Books
  /// A planted fault in what is delivered, before anybody books it.
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
  /// Of the place of the deed.
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

  /// Calls, and keeps books of it.
  func make(_ call: Call, _ engine: Engine) { _ = send(call, engine) }

  /// Books an event. Returns what is wrong with it.
  func book(_ event: press_event) -> String? { fatalError("\(event)") }

  /// `place`: the how manieth of the places does the deed, from 0.
  func start(_ ledger: Books, _ deed: Deed?, at place: Int) {
    (self.ledger, self.deed, self.place) = (ledger, deed, place)
    log.removeAll(keepingCapacity: true)
    taken.removeAll(keepingCapacity: true)
    (places, wrong, kind, held) = (0, nil, nil, nil)
  }

  final func note(_ what: String?) { if wrong == nil, let what { wrong = what } }

  /// Whether a call is refused here. Then it must change nothing (law 8), and leads nowhere else. Tried on a copy.
  final func isRefused(_ call: Call, _ engine: Engine) -> Bool {
    memcpy(copy, engine.memory, size)
    isTrying = true
    let isRefused = send(call, Engine(OpaquePointer(copy))) < 0
    isTrying = false
    if isRefused && memcmp(copy, engine.memory, size) != 0 { note("\(call) was refused and changed something") }
    return isRefused
  }

  /// It is called, and can answer so. At a place with a kind, the deed is done at all later ones of that kind, too. Returns the
  /// answer, where it is to be another than usual.
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

  /// Books an event, or what the planted fault makes of it.
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

  private func enter(_ event: press_event) { note(book(event).map { "event \(event.type): \($0)" }) }
}
