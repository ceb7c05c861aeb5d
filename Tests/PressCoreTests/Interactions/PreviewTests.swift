@testable import PressCore
import Testing

@Suite("Preview: the machine")
struct PreviewTests {
  static var levels: [String: Preview.Thresholds] {
    [
      "default": Preview.Thresholds(preview: 16384, commit: 32768, complete: 55706, smallestStep: 0),
      "thinned": Preview.Thresholds(preview: 16384, commit: 32768, complete: 55706, smallestStep: 40_000),
      "thinned to nothing": Preview.Thresholds(preview: 16384, commit: 32768, complete: 55706, smallestStep: 65536),
      "no preview phase": Preview.Thresholds(preview: 32768, commit: 32768, complete: 55706, smallestStep: 0),
      "no commit phase": Preview.Thresholds(preview: 16384, commit: 32768, complete: 32768, smallestStep: 0),
      "all at once": Preview.Thresholds(preview: 0, commit: 0, complete: 0, smallestStep: 0),
      "never by force": Preview.Thresholds(preview: 16384, commit: 32768, complete: Int32.max, smallestStep: 1),
      "widest": Preview.Thresholds(preview: 0, commit: Int32.max - 1, complete: Int32.max, smallestStep: 0),
    ]
  }

  @Test("does what its table says, from every state it can reach, for every input", arguments: levels.keys.sorted())
  func everyEdge(name: String) {
    let world = PreviewWalk(RealPreview(), Self.levels[name]!)
    let report = StateWalk(world).run(limit: 1000)
    print("Preview, \(name): \(report.summary), at most \(world.mostSteps) steps per sample")
    #expect(report.isComplete && report.wrong.isEmpty, "\(report.wrong)")
    #expect(report.states > 10 && world.mostSteps <= 6)
  }

  // Faults of thinning show only where there is some.
  @Test("the walk finds every fault planted in the machine written from the table, and without one nothing", arguments: FaultyPreview.Fault.allCases)
  func findsPlantedFaults(fault: FaultyPreview.Fault) {
    let reports = ["default", "thinned"].map { StateWalk(PreviewWalk(FaultyPreview(fault), Self.levels[$0]!), stopsAtFirst: true).run(limit: 1000) }
    #expect(reports.allSatisfy(\.wrong.isEmpty) == (fault == .none))
  }

  @Test("a surface without a preview stays without, whatever happens to it")
  func none() {
    var preview = Preview(.none)
    let levels = Self.levels["default"]!
    for pressure in levels.pressures {
      preview.sampled()
      let step = preview.step(pressure, levels)
      #expect(step == .nothing && preview.state == .none)
    }
    let isCancelled = preview.stop()
    #expect(!isCancelled && preview.state == .none)
  }

  @Test("more force never gives less progress, and the same force the same")
  func monotone() {
    let levels = Self.levels["default"]!
    var last: [Preview.State: Int32] = [:]
    for pressure in stride(from: levels.preview, through: levels.complete, by: 7) {
      var preview = Preview(.waiting)
      while true {
        let step = preview.step(pressure, levels)
        if step == .ask { preview.answer(true) }
        if step == .nothing { break }
      }
      #expect(preview.progress >= last[preview.state] ?? 0)
      last[preview.state] = preview.progress
    }
  }
}
