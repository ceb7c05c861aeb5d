import CPress

/// One transition, as a value: a fraction that a finger drives, and that runs on by itself when it lets go.
///
/// | state       | update      | finish             | cancel             | to a target           | pause       | frame                        |
/// |-------------|-------------|--------------------|--------------------|-----------------------|-------------|------------------------------|
/// | none        |             |                    |                    |                       |             |                              |
/// | interactive | interactive | finishing or ended | cancelling or ended| moving or interactive | refused     |                              |
/// | finishing   | refused     | finishing          | cancelling or ended| moving or interactive | interactive | finishing, ended at the end  |
/// | cancelling  | refused     | finishing or ended | cancelling         | moving or interactive | interactive | cancelling, ended at the end |
/// | moving      | refused     | finishing or ended | cancelling or ended| moving or interactive | interactive | moving, interactive there    |
///
/// Interactive it may coast: its finger may have let go, and it goes on as it will run if so. `finish` or `cancel` goes on with that course, the
/// other turns it round; all else ends it where it is. Ended is none again, with a fraction of 1 or 0. Every change of state starts from where the fraction is at that time.
struct Transition {
  /// The states PRESS_TRANSITION_...
  enum State: UInt8 {
    case none, interactive, finishing, cancelling, moving
  }

  enum Input {
    case update(Int32), finish, cancel, pause, speed(Int32), to(Int32)
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
  /// Interactive: as what it goes on; none: it stands.
  private(set) var coasts = State.none
  /// The value below which a spring rests, 65536ths.
  var rest: UInt16
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

  init(frameTime: UInt32, rest: UInt16 = 16) { (self.frameTime, self.rest) = (frameTime, rest) }

  var isRunning: Bool { state.rawValue >= State.finishing.rawValue }
  /// It goes on without a finger.
  var moves: Bool { isRunning || coasts != .none }

  /// Beyond 0 and 1, in the runs that begin from now on.
  var mayOvershoot: Bool { state == .moving ? course.pace.overshoots : own.overshoots }

  /// Where the present run leads, or the latest one did.
  var target: Int32 { course.goal }

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
    case .finishing, .cancelling, .moving: running(input, now)
    }
  }

  /// A finger takes it over, whatever it does.
  mutating func seize(_ fraction: Int32) -> Outcome {
    if moves { halt() }
    state = .interactive
    self.fraction = fraction
    velocity = 0
    return Outcome(isMoved: true)
  }

  /// Nothing of a run is left.
  private mutating func halt() {
    course = TransitionCourse(restingAt: course.goal)
    (startedAt, due, coasts) = (0, 0, .none)
  }

  /// How fast its finger is: with that the next run begins.
  mutating func handOver(_ velocity: Int32) { self.velocity = velocity }

  /// Its finger may have let go, at `then`: from there it goes on as it will run if so.
  mutating func coast(_ next: State, from then: UInt64, _ velocity: Int32) {
    course.pace = own
    course.goal = next == .finishing ? Q16.one : 0
    course.begin(from: fraction, velocity, rest)
    if course.length == 0 { return }
    (coasts, startedAt, self.velocity) = (next, then, velocity)
    due = Wide.addSaturating(then, min(course.length, UInt64(frameTime)))
  }

  /// To where it is.
  mutating func look(at now: UInt64) -> Outcome {
    if coasts == .none { return Outcome() }
    let here = position(at: now)
    let outcome = Outcome(isMoved: here != fraction)
    fraction = here
    // At its goal it waits for the lift.
    due = endsAt <= now ? UInt64.max : max(due, min(Wide.addSaturating(now, UInt64(frameTime)), endsAt))
    return outcome
  }

  /// Its finger is there: it stands where it is.
  mutating func settle(at now: UInt64) -> Outcome { coasts == .none ? Outcome() : seize(position(at: now)) }

  /// Its finger has let go: what it does already is its run.
  private mutating func goOn(_ next: State, _ now: UInt64) -> Outcome {
    let here = position(at: now)
    let outcome = Outcome(isMoved: here != fraction)
    (state, coasts, fraction, due) = (next, .none, here, max(min(due, endsAt), now))
    return outcome
  }

  /// Ends it where it is.
  mutating func stop(at now: UInt64) {
    fraction = position(at: now)
    coasts = .none
    state = .none
  }

  private mutating func interactive(_ input: Input, _ now: UInt64) -> Outcome {
    switch input {
    case .update(let fraction): return seize(min(max(fraction, 0), Q16.one))
    case .finish: return coasts == .finishing ? goOn(.finishing, now) : runOwn(.finishing, now)
    case .cancel: return coasts == .cancelling ? goOn(.cancelling, now) : runOwn(.cancelling, now)
    case .to(let target): return run(to: target, now)
    case .pause: return .refused
    case .speed(let speed):
      own.speed = speed
      return settle(at: now)
    case .frame: return frame()
    }
  }

  private mutating func running(_ input: Input, _ now: UInt64) -> Outcome {
    switch input {
    case .update: .refused
    case .finish: state == .finishing ? Outcome() : runOwn(.finishing, now)
    case .cancel: state == .cancelling ? Outcome() : runOwn(.cancelling, now)
    case .to(let target): run(to: target, now)
    case .pause: pause(now)
    case .speed(let speed): hasten(speed, now)
    case .frame: frame()
    }
  }

  // MARK: The run

  /// The fraction at `now`; after the end of the run, the fraction at its end.
  @inline(never)
  mutating func position(at now: UInt64) -> Int32 {
    if !moves { return fraction }
    let place = course.place(after: now > startedAt ? now &- startedAt : 0)
    return course.pace.overshoots ? place : min(max(place, 0), Q16.one)
  }

  /// How fast it is: of a run along a curve the mean of 8 ms around that time, in its first 4 ms between that and its velocity; where none runs what
  /// its finger handed over.
  @inline(never)
  mutating func velocity(at now: UInt64) -> Int32 {
    if !moves { return velocity }
    let passed = now > startedAt ? now &- startedAt : 0
    if passed == 0 { return velocity }
    if course.pace.isSpring { return course.spring(after: passed).velocity }
    let middle = max(passed, 4000)
    let (first, last) = (middle &- 4000, min(middle &+ 4000, course.length))
    if last <= first { return 0 }
    let way = Int64(course.place(after: last)) &- Int64(course.place(after: first))
    let mean = Wide.divide(way &* 1_000_000, by: Int64(truncatingIfNeeded: last &- first))
    // Before that between the two.
    let early = (mean &- Int64(velocity)) &* Int64(truncatingIfNeeded: passed) / 4000
    return Int32(clamping: passed < 4000 ? Int64(velocity) &+ early : mean)
  }

  /// A new run at its own pace, as fast as it is now.
  @inline(never)
  private mutating func runOwn(_ next: State, _ now: UInt64) -> Outcome {
    let (here, velocity) = (position(at: now), self.velocity(at: now))
    course.pace = own
    course.goal = next == .finishing ? Q16.one : 0
    return run(next, from: here, now, velocity)
  }

  /// To a target, as fast as it is now; one that runs to another goes on at the pace that it has.
  @inline(never)
  private mutating func run(to target: Int32, _ now: UInt64) -> Outcome {
    let (here, velocity) = (position(at: now), self.velocity(at: now))
    if state != .moving { course.pace = own }
    course.goal = target
    return run(.moving, from: here, now, velocity)
  }

  /// A new run at the pace of the course. Where nothing is left, or it takes no time, it ends.
  @inline(never)
  private mutating func run(_ next: State, from here: Int32, _ now: UInt64, _ velocity: Int32) -> Outcome {
    var outcome = Outcome(isMoved: here != fraction)
    fraction = here
    self.velocity = velocity
    course.begin(from: here, velocity, rest)
    if course.length == 0 {
      outcome.isMoved = outcome.isMoved || fraction != course.goal
      end(next, &outcome)
      return outcome
    }
    (state, coasts) = (next, .none)
    startedAt = now
    due = Wide.addSaturating(now, min(course.length, UInt64(frameTime)))
    return outcome
  }

  private mutating func end(_ running: State, _ outcome: inout Outcome) {
    fraction = course.goal
    velocity = 0
    if running == .moving {
      state = .interactive
      return halt()
    }
    outcome.end = running == .finishing ? .finished : .cancelled
    (state, coasts) = (.none, .none)
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
    let outcome = settle(at: now)
    self.velocity = velocity
    return outcome
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
    if due >= endsAt && isRunning {
      end(state, &outcome)
    } else if due >= endsAt {
      (fraction, due) = (course.goal, UInt64.max)
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

extension press_transition_options {
  /// Whether what runs by itself goes the same way.
  func runs(as other: press_transition_options) -> Bool {
    let isSameCurve = (curve.x1, curve.y1, curve.x2, curve.y2) == (other.curve.x1, other.curve.y1, other.curve.x2, other.curve.y2)
    return isSameCurve && flags == other.flags && duration_us == other.duration_us && speed == other.speed
  }

  package static func setFurtherDefaults(_ c: UnsafeMutablePointer<Self>) {
    c.pointee.curve = press_timing_curve(x1: 27525, y1: 0, x2: 38011, y2: 65536)
  }

  package static func brokenRelation(_ c: UnsafePointer<Self>) -> UInt32 {
    if c.pointee.flags & TransitionFlag.spring == 0 { return TimingCurve.isValid(c.pointee.curve) ? 0 : Rule.ofRelation }
    return isSpring(c.pointee.curve) ? 0 : Rule.ofRelation + 1
  }

  @inline(never)
  package static func words(ofRelation rule: UInt32) -> UnsafePointer<CChar> {
    rule == Rule.ofRelation
      ? text("options.curve: x1 and x2 0..1") : text("options.curve: of a spring, x1 0..10, y1 0.001..60, x2 and y2 0")
  }

  /// Damping 0..10, response 1 ms..60 s.
  private static func isSpring(_ c: press_timing_curve) -> Bool {
    c.x1 >= 0 && c.x1 <= 10 &* Q16.one && c.y1 >= 66 && c.y1 <= 60 &* Q16.one && c.x2 | c.y2 == 0
  }
}

/// How a run goes from one fraction to another, along its curve or as a spring. It begins with the velocity that it is given.
///
/// | begins                                   | along a curve                                                                 |
/// |------------------------------------------|-------------------------------------------------------------------------------|
/// | still, or slower than the curve does     | the curve                                                                     |
/// | faster                                   | a mix of the curve and of 1 - (1 - u)³, which begins with three times its mean |
/// | faster than three times the mean         | 1 - (1 - u)³, in less time                                                    |
/// | away from its end                        | the curve and -k u (1 - u)²: it turns round; no further than 0 or 1           |
///
/// A spring that may not overshoot is damped critically at least, and so quick that it does not pass its end.
struct TransitionCourse {
  /// How runs go.
  struct Pace {
    var duration: UInt32 = 0
    var speed: Int32 = 0
    var curve = press_timing_curve()
    /// The flags of the options, without AUTOMATIC.
    private var bits: UInt8 = 0

    init() {}

    init(_ options: press_transition_options) {
      duration = options.duration_us
      speed = options.speed
      curve = options.curve
      bits = UInt8(truncatingIfNeeded: options.flags & ~TransitionFlag.automatic)
    }

    var flags: UInt32 { UInt32(bits) }
    var isSpring: Bool { flags & TransitionFlag.spring != 0 }
    var overshoots: Bool { flags & TransitionFlag.overshoot != 0 }
  }

  /// The pace of the next run; while one goes on, its own.
  var pace = Pace()
  /// Where it leads: 0 or 1, or the target of the program.
  var goal: Int32 = 0
  private var from: Int32 = 0
  /// Along a curve: how much of the mix, or, below 0, -k. Spring: its velocity per radian.
  private var lead: Int32 = 0
  /// Spring: radians per second without damping, Q32.
  private var rate: UInt64 = 0
  /// The greatest number: it swings for ever.
  private(set) var length: UInt64 = 0

  init() {}

  init(restingAt goal: Int32) { self.goal = goal }

  /// velocity: fraction per second, Q16. What may not overshoot leads to 0..1.
  @inline(never)
  mutating func begin(from: Int32, _ velocity: Int32, _ rest: UInt16) {
    if !pace.overshoots { goal = min(max(goal, 0), Q16.one) }
    (self.from, lead, rate, length) = (from, 0, 0, 0)
    let way = Int64(goal) &- Int64(from)
    let toward = way < 0 ? 0 &- Int64(velocity) : Int64(velocity)
    if pace.isSpring { pull(way, Int64(velocity), toward, Int64(rest)) } else { follow(way.magnitude, toward) }
  }

  /// After so long, of its length. It may lie beyond 0 and 1.
  @inline(never)
  mutating func place(after passed: UInt64) -> Int32 {
    if passed >= length { return goal }
    if pace.isSpring { return spring(after: passed).place }
    let u = Fraction.q32(passed, of: length)
    var part = Int64(TimingCurve(pace.curve)(q32: u))
    let (gone, left) = (Int64(u >> 2), (1 << 30) &- Int64(u >> 2))
    if lead > 0 {
      let quick = Int64(Q16.one) &- ((((left &* left) >> 30) &* left) >> 44)
      part &+= ((quick &- part) &* Int64(lead)) >> 16
    } else if lead < 0 {
      part &+= (Int64(lead) &* ((((gone &* left) >> 30) &* left) >> 30)) >> 30
    }
    return Q16.add(from, Q16.multiply(Q16.subtract(goal, from), Int32(clamping: part)))
  }

  // MARK: Along a curve

  private mutating func follow(_ distance: UInt64, _ toward: Int64) {
    length = Wide.divideRounded(UInt64(pace.duration) &* distance, by: UInt64(truncatingIfNeeded: Int64(pace.speed)))
    if length == 0 || toward == 0 { return }
    let (three, start) = (3 &* Int64(Q16.one), slope)
    // How long the way takes at the present speed, three times that.
    let thrice = Wide.divideRounded(distance &* 3_000_000, by: toward.magnitude)
    if toward < 0 { return lead = turn(distance, thrice, start) }
    if start >= three { return }
    if thrice <= length {
      length = thrice
      lead = Q16.one
      return
    }
    let begin = Int64(truncatingIfNeeded: Wide.divide((length &* 3) &<< 16, by: thrice))
    if begin > start { lead = Int32(clamping: Wide.divide((begin &- start) &<< 16, by: three &- start)) }
  }

  /// -k, so that it begins with its velocity away from its end.
  private func turn(_ distance: UInt64, _ thrice: UInt64, _ start: Int64) -> Int32 {
    let begin = Wide.divide((min(length, 1 << 46) &* 3) &<< 16, by: max(thrice, 1))
    // u (1 - u)² is at most 4/27.
    let room = goal < from ? Int64(Q16.one) &- Int64(from) : Int64(from)
    let most = pace.overshoots ? Int64(Int32.max) : Int64(clamping: Wide.divide(UInt64(max(room, 0)) &* 27 &<< 14, by: distance))
    return Int32(clamping: 0 &- min(Int64(clamping: begin) &+ start, most))
  }

  /// How steep the curve is where it begins, Q16, at most 8 times.
  private var slope: Int64 {
    let most = Int64(Q16.one) &* 8
    let c = pace.curve
    let (x, y) = c.x1 == 0 && c.y1 == 0 ? (Int64(c.x2), Int64(c.y2)) : (Int64(c.x1), Int64(c.y1))
    if x == 0 { return y == 0 ? Int64(Q16.one) : y < 0 ? 0 &- most : most }
    return min(max(Wide.divide(y &<< 16, by: x), 0 &- most), most)
  }

  // MARK: A spring

  /// 2 pi, Q29.
  private static var twoPi: Int64 { 3_373_259_426 }
  /// Rates of one turn in 100 s, and in 1 microsecond: radians per second, Q32.
  private static var slowest: UInt64 { 269_860_754 }
  private static var quickest: UInt64 { 26_986_075_409_000_000 }

  private var damping: Int32 { pace.overshoots ? pace.curve.x1 : max(pace.curve.x1, Q16.one) }

  private mutating func pull(_ way: Int64, _ velocity: Int64, _ toward: Int64, _ rest: Int64) {
    let turns = Wide.divide(UInt64(truncatingIfNeeded: Int64(pace.speed)) &<< 32, by: UInt64(truncatingIfNeeded: Int64(pace.curve.y1)))
    rate = UInt64(truncatingIfNeeded: Wide.multiplyFitting(Int64(clamping: turns), TransitionCourse.twoPi, shiftedRight: 29))
    // It would pass its end.
    if toward > 0 && !pace.overshoots { rate = max(rate, Wide.divide(toward.magnitude &<< 32, by: way.magnitude)) }
    rate = min(max(rate, TransitionCourse.slowest), TransitionCourse.quickest)
    lead = Int32(clamping: Wide.divideRounded(Int64(clamping: velocity) &<< 32, by: rate))
    if way == 0 && !pace.overshoots { return }
    guard let turned = SpringCurve(damping: damping).settles(0 &- way, Int64(lead), rest) else { return length = UInt64.max }
    length = Wide.divide((turned &* 1_000_000) &<< 16, by: rate >> 11) &+ 1
  }

  /// Where a spring is after so long, and how fast: fraction per second, Q16.
  @inline(never)
  func spring(after passed: UInt64) -> (place: Int32, velocity: Int32) {
    if passed >= length { return (goal, 0) }
    // 2^62 / 10^6.
    let each = Wide.multiplyFitting(Int64(truncatingIfNeeded: rate), 4_611_686_018_427, shiftedRight: 34)
    let turned = UInt64(truncatingIfNeeded: Wide.multiplyFitting(Int64(truncatingIfNeeded: passed), each, shiftedRight: 28))
    let spring = SpringCurve(damping: damping)
    let there = spring.carry(Int64(from) &- Int64(goal), Int64(lead), by: spring.after(turned))
    let velocity = Wide.multiplyFitting(there.w, Int64(truncatingIfNeeded: rate), shiftedRight: 32)
    return (Int32(clamping: Int64(goal) &+ there.x), Int32(clamping: velocity))
  }
}
