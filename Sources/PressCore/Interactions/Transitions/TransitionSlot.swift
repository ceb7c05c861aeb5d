import CPress

/// Room for one transition: one that lives or is bound, or whose end is not delivered yet.
struct TransitionSlot {
  /// What is pending, each with its ticket, 0: nothing. `ask` is a start that a contact causes, `run` a run to be asked about.
  struct Pending {
    var ask, start, update, run, end: UInt32
    var startFraction, updateFraction, endFraction: Int32
    var endType: UInt32
    var endReason: Int32

    static var nothing: Pending {
      Pending(
        ask: 0, start: 0, update: 0, run: 0, end: 0, startFraction: 0, updateFraction: 0, endFraction: 0, endType: 0, endReason: 0)
    }

    /// The ticket that comes first, less 1; the greatest number: nothing is pending.
    @inline(__always)
    var first: UInt32 { min(min(ask &- 1, start &- 1), min(update &- 1, min(run &- 1, end &- 1))) }

    @inline(__always)
    var isNothing: Bool { ask | start | update | run | end == 0 }
  }

  /// The program's name for it. 0: free.
  var id: UInt32
  var machine: Transition
  var binding: TransitionBinding
  var pending: Pending
  /// The program is being asked how its run goes, and has done nothing else with it.
  var isAsking = false

  @inline(__always)
  var isIdle: Bool { machine.state == .none && binding.driver == .none && pending.isNothing }
}
