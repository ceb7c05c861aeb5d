/// Spring loading under one session, as a value.
///
/// | state      | what happens                            | next       | asks                         |
/// |------------|-----------------------------------------|------------|------------------------------|
/// | inactive   | the drag comes over a spring            | asking     | spring_should_activate       |
/// | asking     | yes / no                                | possible / refused |                      |
/// | possible   | rests for dwell                         | activating |                              |
/// | activating | for as long again as is configured      | asking again | spring_should_activate, again |
/// | possible, activating | presses harder than the level | asking again | likewise                     |
/// | asking again | yes / no                              | activated / refused |                     |
/// | any        | the drag leaves it, ends                | inactive   |                              |
struct Spring {
  enum State: UInt8 {
    case inactive, asking, refused, possible, activating, askingAgain, activated
  }

  var target: UInt32 = 0
  var state = State.inactive
  var due = UInt64.max
  /// The pressure was below the level since the drag came over it.
  var isArmed = false

  /// As the header has it.
  @inline(__always)
  var delivered: Int32 {
    switch state {
    case .inactive, .asking, .refused: 0
    case .possible: 1
    case .activating, .askingAgain: 2
    case .activated: 3
    }
  }

  mutating func enter(_ id: UInt32) {
    if id == target { return }
    self = Spring()
    target = id
    if id != 0 { state = .asking }
  }

  mutating func press(_ pressure: Int32, _ level: Int32) {
    if pressure < level {
      isArmed = true
    } else if isArmed && (state == .possible || state == .activating) {
      state = .askingAgain
      due = UInt64.max
    }
  }

  mutating func answer(_ yes: Bool, at t: UInt64, dwell: UInt64?) {
    let wasAgain = state == .askingAgain
    state = yes ? (wasAgain ? .activated : .possible) : .refused
    due = !wasAgain && yes ? dwell.map { Wide.addSaturating(t, $0) } ?? UInt64.max : UInt64.max
  }

  mutating func fire(_ t: UInt64, activating: UInt64) {
    if due > t { return }
    switch state {
    case .possible:
      state = .activating
      due = Wide.addSaturating(t, activating)
    case .activating:
      state = .askingAgain
      due = UInt64.max
    case .inactive, .asking, .refused, .askingAgain, .activated: due = UInt64.max
    }
  }
}
