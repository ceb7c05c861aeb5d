@testable import PressCore
import Testing

@Suite("Preview: the machine")
struct PreviewTests {
  static var levels: [String: Preview.Levels] { [
    "default": Preview.Levels(preview: 16384, commit: 32768, complete: 55706, smallestStep: 0),
    "thinned": Preview.Levels(preview: 16384, commit: 32768, complete: 55706, smallestStep: 40_000),
    "thinned to nothing": Preview.Levels(preview: 16384, commit: 32768, complete: 55706, smallestStep: 65536),
    "no preview phase": Preview.Levels(preview: 32768, commit: 32768, complete: 55706, smallestStep: 0),
    "no commit phase": Preview.Levels(preview: 16384, commit: 32768, complete: 32768, smallestStep: 0),
    "all at once": Preview.Levels(preview: 0, commit: 0, complete: 0, smallestStep: 0),
    "never by force": Preview.Levels(preview: 16384, commit: 32768, complete: Int32.max, smallestStep: 1),
    "widest": Preview.Levels(preview: 0, commit: Int32.max - 1, complete: Int32.max, smallestStep: 0),
  ] }

  @Test("does what its table says, from every state it can reach, for every input", arguments: levels.keys.sorted())
  func everyEdge(name: String) {
    let report = PreviewWalk.run(RealPreview.self, Self.levels[name]!)
    print("Preview, \(name): \(report.states) states, \(report.edges) edges, at most \(report.mostSteps) steps per sample")
    #expect(report.failures.isEmpty, "\(report.failures)")
    #expect(report.states > 10 && report.mostSteps <= 6)
  }

  @Test("the walk finds nothing wrong with the machine written from the table")
  func findsNothing() {
    #expect(Plant.walk(.none, Self.levels["default"]!).failures.isEmpty)
    #expect(Plant.walk(.none, Self.levels["thinned"]!).failures.isEmpty)
  }

  @Test("the walk finds every planted fault", arguments: Fault.allCases.filter { $0 != .none })
  func findsPlantedFaults(fault: Fault) {
    // Faults of thinning show only where there is some.
    let reports = ["default", "thinned"].map { Plant.walk(fault, Self.levels[$0]!) }
    #expect(reports.contains { !$0.failures.isEmpty })
  }

  @Test("a surface without a preview stays without, whatever happens to it")
  func none() {
    var preview = Preview(.none)
    let levels = Self.levels["default"]!
    for pressure in PreviewWalk.pressures(levels) {
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
