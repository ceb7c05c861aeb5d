import PressSetup

/// What the simulated finger and bus do.
enum SimulationScript: UInt8 {
  case press, taps, hold, ramp, peek, check, drag, scroll, actions
  case average, firm, light, slipping, resting, doubleTapping
  case flaky, unplug, sag, absent, hang, storm
  /// What a file says.
  case file

  /// As --source says them, in the order of the cases.
  static let names = Words(
    "press,taps,hold,ramp,peek,check,drag,scroll,actions,average,firm,light,slipping,resting,double_tapping,flaky,unplug,sag,absent,hang,storm")
  static var named: UInt8 { file.rawValue }

  init?(_ name: Slice) {
    guard let index = Self.names.index(of: name) else { return nil }
    self.init(rawValue: UInt8(index))
  }

  var durationUs: UInt64 {
    switch self {
    case .press, .flaky, .unplug, .sag, .drag: 6_000_000
    case .peek: 7_000_000
    case .scroll: 4_500_000
    case .actions, .ramp: 5_000_000
    case .average, .firm, .light, .slipping, .resting, .doubleTapping: 30_000_000
    case .file: 0
    case .taps: 3_000_000
    case .check: 40_000_000
    case .hold: 12_000_000
    case .absent, .hang: 1_000_000
    case .storm: 60_000_000
    }
  }
}
