import CPress

/// One transition, as a value: a fraction that a finger drives, and that runs on by itself when it lets go.
///
/// | state       | update      | finish             | cancel             | pause       | frame                        |
/// |-------------|-------------|--------------------|--------------------|-------------|------------------------------|
/// | none        |             |                    |                    |             |                              |
/// | interactive | interactive | finishing or ended | cancelling or ended| refused     |                              |
/// | finishing   | refused     | finishing          | cancelling or ended| interactive | finishing, ended at the end  |
/// | cancelling  | refused     | finishing or ended | cancelling         | interactive | cancelling, ended at the end |
///
/// Ended is none again, with a fraction of 1 or 0. Every change of state starts from where the fraction is at that time.
struct Transition {
  /// As PRESS_TRANSITION_... has them.
  enum State: UInt8 {
    case none, interactive, finishing, cancelling
  }

  enum Input {
    case update(Int32), finish, cancel, pause, speed(Int32)
    /// `due` has come.
    case frame
  }

  enum End: UInt8 {
    case none, finished, cancelled
  }

  struct Outcome {
    var isRefused = false
    /// The fraction is to be delivered.
    var isMoved = false
    var end = End.none

    static var refused: Outcome { Outcome(isRefused: true) }
  }

  private(set) var state = State.none
  private(set) var fraction: Int32 = 0
  var frameTime: UInt32
  /// With which the present run began, or the next one begins: fraction per second, Q16.
  private(set) var velocity: Int32 = 0
  /// How its runs go, and how the present one does.
  private var own = TransitionCourse.Pace()
  private var course = TransitionCourse()
  private var startedAt: UInt64 = 0
  /// When it is to be delivered next, while it runs.
  private(set) var due: UInt64 = 0

  init(frameTime: UInt32) { self.frameTime = frameTime }

  var isRunning: Bool { state == .finishing || state == .cancelling }

  mutating func start(_ options: press_transition_options, at now: UInt64) -> Outcome {
    state = .interactive
    fraction = options.fraction
    own = TransitionCourse.Pace(options)
    velocity = 0
    let isAutomatic = options.flags & TransitionFlag.automatic != 0
    return isAutomatic ? take(.finish, at: now) : Outcome()
  }

  mutating func take(_ input: Input, at now: UInt64) -> Outcome {
    switch state {
    case .none: .refused
    case .interactive: interactive(input, now)
    case .finishing: finishing(input, now)
    case .cancelling: cancelling(input, now)
    }
  }

  /// A finger takes it over, whatever it does.
  mutating func seize(_ fraction: Int32) -> Outcome {
    if isRunning { halt() }
    state = .interactive
    self.fraction = fraction
    velocity = 0
    return Outcome(isMoved: true)
  }

  /// Nothing of a run is left.
  private mutating func halt() {
    course = TransitionCourse()
    (startedAt, due) = (0, 0)
  }

  /// How fast its finger is: with that the next run begins.
  mutating func handOver(_ velocity: Int32) { self.velocity = velocity }

  /// Ends it where it is.
  mutating func stop(at now: UInt64) {
    fraction = position(at: now)
    state = .none
  }

  private mutating func interactive(_ input: Input, _ now: UInt64) -> Outcome {
    switch input {
    case .update(let fraction): return seize(min(max(fraction, 0), Q16.one))
    case .finish: return runOwn(.finishing, now)
    case .cancel: return runOwn(.cancelling, now)
    case .pause: return .refused
    case .speed(let speed):
      own.speed = speed
      return Outcome()
    case .frame: return Outcome()
    }
  }

  private mutating func finishing(_ input: Input, _ now: UInt64) -> Outcome {
    switch input {
    case .update: .refused
    case .finish: Outcome()
    case .cancel: runOwn(.cancelling, now)
    case .pause: pause(now)
    case .speed(let speed): hasten(speed, now)
    case .frame: frame()
    }
  }

  private mutating func cancelling(_ input: Input, _ now: UInt64) -> Outcome {
    switch input {
    case .update: .refused
    case .finish: runOwn(.finishing, now)
    case .cancel: Outcome()
    case .pause: pause(now)
    case .speed(let speed): hasten(speed, now)
    case .frame: frame()
    }
  }

  // MARK: The run

  private static func goal(_ state: State) -> Int32 {
    switch state {
    case .finishing: Q16.one
    case .none, .interactive, .cancelling: 0
    }
  }

  /// Where it is at a time: of the run, at most its end.
  @inline(never)
  mutating func position(at now: UInt64) -> Int32 {
    if !isRunning { return fraction }
    let place = course.place(after: now > startedAt ? now &- startedAt : 0)
    return course.pace.overshoots ? place : min(max(place, 0), Q16.one)
  }

  /// How fast it is: of a run the mean of 8 ms around that time, else what its finger handed over.
  @inline(never)
  mutating func velocity(at now: UInt64) -> Int32 {
    if !isRunning { return velocity }
    let passed = now > startedAt ? now &- startedAt : 0
    if passed == 0 { return velocity }
    let (first, last) = (passed > 4000 ? passed &- 4000 : 0, min(passed &+ 4000, course.length))
    if last <= first { return 0 }
    let way = Int64(course.place(after: last)) &- Int64(course.place(after: first))
    return Int32(clamping: Wide.divide(way &* 1_000_000, by: Int64(truncatingIfNeeded: last &- first)))
  }

  /// A new run at its own pace, as fast as it is now.
  @inline(never)
  private mutating func runOwn(_ next: State, _ now: UInt64) -> Outcome {
    let (here, velocity) = (position(at: now), self.velocity(at: now))
    course.pace = own
    return run(next, from: here, now, velocity)
  }

  /// A new run at the pace of the course. Where nothing is left, or it takes no time, it ends.
  @inline(never)
  private mutating func run(_ next: State, from here: Int32, _ now: UInt64, _ velocity: Int32) -> Outcome {
    let goal = Transition.goal(next)
    var outcome = Outcome(isMoved: here != fraction)
    fraction = here
    self.velocity = velocity
    course.begin(from: here, rises: next == .finishing, velocity)
    if course.length == 0 {
      outcome.isMoved = outcome.isMoved || fraction != goal
      end(next, &outcome)
      return outcome
    }
    state = next
    startedAt = now
    due = Wide.addSaturating(now, min(course.length, UInt64(frameTime)))
    return outcome
  }

  private mutating func end(_ running: State, _ outcome: inout Outcome) {
    fraction = Transition.goal(running)
    outcome.end = running == .finishing ? .finished : .cancelled
    state = .none
  }

  @inline(never)
  private mutating func pause(_ now: UInt64) -> Outcome {
    let here = position(at: now)
    let isMoved = here != fraction
    fraction = here
    halt()
    velocity = 0
    state = .interactive
    return Outcome(isMoved: isMoved)
  }

  @inline(never)
  private mutating func hasten(_ speed: Int32, _ now: UInt64) -> Outcome {
    own.speed = speed
    // A curve starts again, as fast as it is asked to.
    let (here, velocity) = (position(at: now), course.pace.isSpring ? self.velocity(at: now) : 0)
    course.pace.speed = speed
    return run(state, from: here, now, velocity)
  }

  /// A run takes another pace, from where it is.
  mutating func goOn(_ options: press_transition_options, at now: UInt64) -> Outcome {
    let (here, velocity) = (position(at: now), self.velocity(at: now))
    course.pace = TransitionCourse.Pace(options)
    return run(state, from: here, now, velocity)
  }

  /// Another velocity: of what runs, from where it is; else the next run begins with it.
  mutating func change(velocity: Int32, at now: UInt64) -> Outcome {
    if isRunning { return run(state, from: position(at: now), now, velocity) }
    self.velocity = velocity
    return Outcome()
  }

  /// How it runs, in options.
  func describe(_ options: inout press_transition_options) {
    options.flags = course.pace.flags
    options.duration_us = course.pace.duration
    options.speed = course.pace.speed
    options.curve = course.pace.curve
    options.fraction = min(max(fraction, 0), Q16.one)
  }

  var endsAt: UInt64 { Wide.addSaturating(startedAt, course.length) }

  @inline(never)
  private mutating func frame() -> Outcome {
    var outcome = Outcome(isMoved: true)
    if due >= endsAt {
      end(state, &outcome)
    } else {
      fraction = position(at: due)
      due = min(Wide.addSaturating(due, UInt64(frameTime)), endsAt)
    }
    return outcome
  }

  /// Leaves out the frames before the newest one up to `latest`. Returns whether there were any.
  mutating func skipFrames(to latest: UInt64) -> Bool {
    let passed = latest &- startedAt
    let newest =
      latest >= endsAt
      ? endsAt : startedAt &+ Wide.divide(passed, by: UInt64(frameTime)) &* UInt64(frameTime)
    if newest <= due { return false }
    due = newest
    return true
  }
}
