@testable import PressCore
import Testing

@Suite("Room: every state of what may end and how much room there is")
struct RoomWalkTests {
  @Test("an engine that is polled, with the smallest queue that attaching allows, loses nothing", arguments: RoomSetup.walked)
  func losesNothing(setup: RoomSetup) {
    let report = RoomWalk(setup).run(limit: 3_000_000)
    print("Room, \(setup): \(report.states) states, \(report.edges) edges, \(report.refused) refused")
    #expect(report.isComplete)
    #expect(report.wrong.isEmpty, "\(report.wrong)")
    #expect(report.refused > 0)
    // Strikes are left out where no place is theirs.
    for part in setup.all where part != .strike || setup.extra > 0 { #expect(part.types.contains { report.types.contains($0) }, "\(part)") }
  }
}

extension RoomWalkTests {
  @Test(
    "what coasts as a finger may have lifted ends once, whatever comes next",
    arguments: [
      RoomSetup(parts: [.gestures, .scroll], extra: 6, grace: 1, removes: true, coasts: true),
      RoomSetup(parts: [.gestures, .scroll], contacts: 1, extra: 2, grace: 2, deliversMoves: true, coasts: true),
      RoomSetup(parts: [.gestures, .scroll], extra: 2, grace: 1, isNarrow: true, coasts: true),
      RoomSetup(parts: [.transition], contacts: 1, extra: 2, grace: 2, removes: true, coasts: true),
    ])
  func endsOnceWhatCoasts(setup: RoomSetup) {
    let report = RoomWalk(setup).run(limit: WalkExtent.now >= .most ? 100_000 : 20_000)
    print("Room, \(setup): \(report.states) states, \(report.edges) edges, \(report.refused) refused")
    #expect(report.wrong.isEmpty, "\(report.wrong)")
    #expect(report.states > 10_000)
    let ends = setup.has(.scroll) ? [EventType.throwBegan, EventType.throwEnded] : [EventType.transitionFinished]
    for type in ends { #expect(report.types.contains(type)) }
  }
}

extension RoomSetup.Part {
  /// What says that it took part.
  var types: [UInt32] {
    switch self {
    case .drag: [EventType.dragBegan]
    case .gestures: [EventType.holdBegan]
    case .peek: [EventType.peekShown]
    case .transition: [EventType.transitionStarted]
    case .button: [EventType.buttonPressed]
    case .scroll: [EventType.throwBegan]
    case .strike: [EventType.struck, EventType.letGo]
    case .pinch: [EventType.pinchBegan]
    case .levels: [EventType.levelsBegan]
    }
  }
}

extension RoomSetup {
  static var walked: [RoomSetup] { WalkExtent.walked(few: few, most: most + letGo, all: [RoomSetup(parts: [.strike], extra: 2)]) }

  private static let few: [RoomSetup] = [
    RoomSetup(parts: []), RoomSetup(parts: [], grace: 1, deliversMoves: true), RoomSetup(parts: [.button]),
    RoomSetup(parts: [], youth: 1, deliversMoves: true), RoomSetup(parts: [.button], contacts: 1, youth: 1, deliversMoves: true),
    RoomSetup(parts: [], late: [.button], deliversMoves: true),
    RoomSetup(parts: [.strike], extra: 1, deliversMoves: true, isFirm: true, isNarrow: true),
    RoomSetup(parts: [.button, .strike], contacts: 1, extra: 1, grace: 1, deliversMoves: true),
    RoomSetup(parts: [.gestures], contacts: 1, rises: true), RoomSetup(parts: [.gestures, .button], contacts: 1, deliversMoves: true),
    RoomSetup(parts: [.peek, .button], contacts: 1, deliversMoves: true), RoomSetup(parts: [.gestures, .peek], contacts: 1, deliversMoves: true),
    RoomSetup(parts: [.transition, .button], contacts: 1, deliversMoves: true),
    RoomSetup(parts: [.transition, .button], contacts: 1, grace: 1, deliversMoves: true), RoomSetup(parts: [.drag], contacts: 1, isNarrow: true),
    RoomSetup(parts: [.pinch], isNarrow: true),
    RoomSetup(parts: [.gestures, .scroll], contacts: 1, extra: 2, deliversMoves: true, isNarrow: true),
    RoomSetup(parts: [.levels], deliversMoves: true, isFirm: true, isNarrow: true),
    RoomSetup(parts: [.levels], contacts: 1, grace: 1, deliversMoves: true),
    RoomSetup(parts: [.button], late: [.levels], contacts: 1, extra: 1, deliversMoves: true),
    RoomSetup(parts: [.strike, .levels], contacts: 1, extra: 2, grace: 1), RoomSetup(parts: [.scroll, .levels], extra: 2, isNarrow: true),
  ]

  private static let most: [RoomSetup] = [
    RoomSetup(parts: [.button], grace: 1, deliversMoves: true), RoomSetup(parts: [.button], removes: true),
    RoomSetup(parts: [.strike], extra: 1),
    RoomSetup(parts: [.button, .strike], extra: 1, deliversMoves: true, isFirm: true, isNarrow: true),
    RoomSetup(parts: [.button, .strike], extra: 2, deliversMoves: true, isFirm: true, isNarrow: true),
    RoomSetup(parts: [.button], late: [.strike], extra: 1, deliversMoves: true, isFirm: true, isNarrow: true),
    RoomSetup(parts: [.gestures]), RoomSetup(parts: [.peek]), RoomSetup(parts: [.transition]), RoomSetup(parts: [.gestures, .button], youth: 1),
    RoomSetup(parts: [.gestures, .transition], contacts: 1), RoomSetup(parts: [.peek, .transition], contacts: 1),
    RoomSetup(parts: [.gestures, .peek, .button], contacts: 1), RoomSetup(parts: [.gestures, .transition, .button], contacts: 1),
    RoomSetup(parts: [.drag], contacts: 1), RoomSetup(parts: [.drag, .button], contacts: 1),
    RoomSetup(parts: [.pinch], grace: 1, deliversMoves: true, isNarrow: true), RoomSetup(parts: [.pinch, .button], isFirm: true, isNarrow: true),
    RoomSetup(parts: [.drag, .gestures], contacts: 1, isNarrow: true),
    RoomSetup(parts: [.drag, .transition], contacts: 1, isNarrow: true), RoomSetup(parts: [.drag, .peek], contacts: 1, isNarrow: true),
    RoomSetup(parts: [.drag, .gestures, .button], contacts: 1, isNarrow: true),
    RoomSetup(parts: [.scroll], contacts: 1, extra: 2, removes: true),
    RoomSetup(parts: [.gestures, .scroll], contacts: 1, extra: 2, grace: 1, isNarrow: true),
    RoomSetup(parts: [.levels], deliversMoves: true), RoomSetup(parts: [.levels], extra: 1, deliversMoves: true),
    RoomSetup(parts: [.button, .levels], deliversMoves: true, isNarrow: true),
    RoomSetup(parts: [.strike, .levels], extra: 1, deliversMoves: true, isNarrow: true), RoomSetup(parts: [.gestures, .levels], contacts: 1),
    RoomSetup(parts: [.peek, .levels], contacts: 1), RoomSetup(parts: [.transition, .levels], contacts: 1),
    RoomSetup(parts: [.drag, .levels], contacts: 1, isNarrow: true),
    RoomSetup(parts: [.pinch, .levels], isFirm: true, isNarrow: true),
    RoomSetup(parts: [.gestures, .pinch], isNarrow: true), RoomSetup(parts: [.peek, .pinch], isNarrow: true),
    RoomSetup(parts: [.transition, .pinch], isNarrow: true), RoomSetup(parts: [.drag, .pinch], isNarrow: true),
    RoomSetup(parts: [.gestures, .scroll, .levels], contacts: 1, extra: 5, isNarrow: true),
  ]

  /// Strikes with their lifts, and throws, with each other part; the last with all three that hold places for a while.
  private static let letGo: [RoomSetup] = [
    RoomSetup(parts: [.gestures, .strike], contacts: 1, extra: 1), RoomSetup(parts: [.peek, .strike], contacts: 1, extra: 1),
    RoomSetup(parts: [.transition, .strike], contacts: 1, extra: 1), RoomSetup(parts: [.drag, .strike], contacts: 1, extra: 1, isNarrow: true),
    RoomSetup(parts: [.strike, .pinch], extra: 1, isNarrow: true), RoomSetup(parts: [.strike, .scroll], contacts: 1, extra: 3, grace: 1),
    RoomSetup(parts: [.button, .scroll], extra: 2, isNarrow: true), RoomSetup(parts: [.peek, .scroll], contacts: 1, extra: 2),
    RoomSetup(parts: [.transition, .scroll], contacts: 1, extra: 2), RoomSetup(parts: [.drag, .scroll], contacts: 1, extra: 2, isNarrow: true),
    RoomSetup(parts: [.pinch, .scroll], extra: 2, isNarrow: true),
    RoomSetup(parts: [.strike, .scroll, .levels], contacts: 1, extra: 3, grace: 1),
    RoomSetup(parts: [.strike, .scroll, .levels], contacts: 1, extra: 4, deliversMoves: true),
  ]
}
