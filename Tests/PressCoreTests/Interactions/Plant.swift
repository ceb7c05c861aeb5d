@testable import PressCore

/// Each fault as a type, so that the walk can make machines of it.
enum Plant {
  enum None: PlantedFault { static var fault: Fault { .none } }
  enum NeverNewSample: PlantedFault { static var fault: Fault { .neverNewSample } }
  enum NoIsYes: PlantedFault { static var fault: Fault { .noIsYes } }
  enum CommitNotCancelled: PlantedFault { static var fault: Fault { .commitNotCancelled } }
  enum CancelsCompleted: PlantedFault { static var fault: Fault { .cancelsCompleted } }
  enum StopForgets: PlantedFault { static var fault: Fault { .stopForgets } }
  enum BeginsAbove: PlantedFault { static var fault: Fault { .beginsAbove } }
  enum CommitsAbove: PlantedFault { static var fault: Fault { .commitsAbove } }
  enum SkipsCommit: PlantedFault { static var fault: Fault { .skipsCommit } }
  enum EndsBelowOne: PlantedFault { static var fault: Fault { .endsBelowOne } }
  enum FallsBack: PlantedFault { static var fault: Fault { .fallsBack } }
  enum DeliversAfterEnd: PlantedFault { static var fault: Fault { .deliversAfterEnd } }
  enum DeliversTwice: PlantedFault { static var fault: Fault { .deliversTwice } }
  enum ThinsFirst: PlantedFault { static var fault: Fault { .thinsFirst } }
  enum NeverThins: PlantedFault { static var fault: Fault { .neverThins } }

  /// Walks the machine with a fault in it.
  static func walk(_ fault: Fault, _ levels: Preview.Levels) -> PreviewWalk.Report {
    switch fault {
    case .none: PreviewWalk.run(FaultyPreview<None>.self, levels)
    case .neverNewSample: PreviewWalk.run(FaultyPreview<NeverNewSample>.self, levels)
    case .noIsYes: PreviewWalk.run(FaultyPreview<NoIsYes>.self, levels)
    case .commitNotCancelled: PreviewWalk.run(FaultyPreview<CommitNotCancelled>.self, levels)
    case .cancelsCompleted: PreviewWalk.run(FaultyPreview<CancelsCompleted>.self, levels)
    case .stopForgets: PreviewWalk.run(FaultyPreview<StopForgets>.self, levels)
    case .beginsAbove: PreviewWalk.run(FaultyPreview<BeginsAbove>.self, levels)
    case .commitsAbove: PreviewWalk.run(FaultyPreview<CommitsAbove>.self, levels)
    case .skipsCommit: PreviewWalk.run(FaultyPreview<SkipsCommit>.self, levels)
    case .endsBelowOne: PreviewWalk.run(FaultyPreview<EndsBelowOne>.self, levels)
    case .fallsBack: PreviewWalk.run(FaultyPreview<FallsBack>.self, levels)
    case .deliversAfterEnd: PreviewWalk.run(FaultyPreview<DeliversAfterEnd>.self, levels)
    case .deliversTwice: PreviewWalk.run(FaultyPreview<DeliversTwice>.self, levels)
    case .thinsFirst: PreviewWalk.run(FaultyPreview<ThinsFirst>.self, levels)
    case .neverThins: PreviewWalk.run(FaultyPreview<NeverThins>.self, levels)
    }
  }
}
