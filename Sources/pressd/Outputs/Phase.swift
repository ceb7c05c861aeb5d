import PressSetup

/// Where the interaction stands, for the drawing. Where several fall into one cell, the highest is shown.
enum Phase: UInt8 {
  case idle, touch, hold, preview, commit, actions, completed, cancelled, fault

  var name: Slice { Words("idle,touch,hold,preview,commit,actions,completed,cancelled,fault")[Int(rawValue)] }

  /// Those that only some configs can reach are explained where they were seen.
  var isAlwaysExplained: Bool { self != .hold && self != .actions }

  /// The numbers of ECMA-48.
  var color: Slice { Words("90,36,96,34,35,95,32,33,31")[Int(rawValue)] }

  var glyph: Slice { Words("·,t,h,P,C,A,#,x,!")[Int(rawValue)] }
}
