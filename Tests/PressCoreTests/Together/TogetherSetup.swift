import CPress
@testable import PressCore

/// One walk of interactions that are attached together. Interactions that may meet stand in one setup, with the smallest alphabet that shows it; drags do the same.
///
/// The targets: 3 in 2 in 1, and beside them 4.
struct TogetherSetup: CustomStringConvertible, Sendable {
  var name: String
  /// The attached interactions; gestures always are.
  var hasPeek = true
  var hasButton = false
  var hasTransition = false
  var dragFlags: Int?
  /// How far is still for a drag, in points; for gestures it is 10.
  var still: Int32 = 10
  var peekFlags = 0
  var hasActions = false
  /// How long a force may be below release.
  var lift: UInt32 = 0
  var traits: [Int]
  var actions: [TogetherWalk.Action]
  var calls: [TogetherCall]
  /// The events that the walk must reach.
  var reaches: [String]

  var description: String { name }

  /// Times in multiples of 25 ms come out of these, and nothing between. The second begins later, and previews later.
  func engine(_ second: Bool) -> press_config {
    var c = press_config.makeDefault
    c.creep_limit = 0
    c.max_contacts = 1
    c.max_targets = 4
    c.max_events = 0
    c.lost_after_us = 0
    c.lift_us = lift
    c.zero_force = 0
    c.complete_pressure = 49152
    if second { (c.touch_force, c.release_force, c.preview_pressure, c.commit_pressure) = (98_304, 65_536, 32_768, 40_960) }
    return c
  }

  func gestures(_ second: Bool) -> press_gestures_config {
    var g = press_gestures_config.makeDefault
    g.hold_us = second ? 400_000 : 200_000
    return g
  }

  func peek(_ second: Bool) -> press_peek_config {
    var p = press_peek_config.makeDefault
    p.flags = UInt32(peekFlags)
    p.hold_us = second ? 300_000 : 100_000
    return p
  }

  func transitions(_ second: Bool) -> press_transition_config {
    var t = press_transition_config.makeDefault
    t.max_transitions = 1
    t.frame_us = 100_000
    t.options.flags = UInt32(PRESS_TRANSITION_FLAG_AUTOMATIC)
    t.options.duration_us = second ? 400_000 : 200_000
    t.options.curve = press_timing_curve(x1: 0, y1: 0, x2: 65536, y2: 65536)
    return t
  }

  /// Its levels stay where they are, however hard it is pressed.
  func button(_ second: Bool) -> press_button_config {
    var b = press_button_config.makeDefault
    (b.press_force, b.release_force) = second ? (230_000, 220_000) : (110_000, 100_000)
    (b.ratio_down, b.ratio_up, b.full_speed) = (0, 65_536, 0)
    return b
  }

  func drag(_ second: Bool) -> press_drag_config {
    var c = press_drag_config.makeDefault
    (c.max_sessions, c.max_items, c.undo_depth) = (1, 1, 0)
    c.flags = UInt32((dragFlags ?? 0) | PRESS_DRAG_FLAG_LINEAR_SCROLL)
    c.hold_us = second ? 400_000 : 200_000
    c.still_slop = still << 16
    c.spring_dwell_us = 200_000
    c.spring_activating_us = 100_000
    // It scrolls at its full speed at once.
    (c.scroll_edge, c.scroll_full, c.scroll_ramp_us, c.frame_us) = (16 << 16, 0, 0, 100_000)
    c.slow_us = UInt32.max
    return c
  }

  static func container(_ id: UInt32) -> UInt32 { id == 3 ? 2 : id == 2 ? 1 : 0 }

  func target(_ id: UInt32, traits: Int? = nil) -> press_target {
    var target = press_target()
    target.size = UInt32(MemoryLayout<press_target>.size)
    target.id = id
    target.container = Self.container(id)
    let (x, y, width, height): (Int32, Int32, Int32, Int32) = [(0, 0, 200, 200), (10, 10, 100, 100), (20, 20, 60, 60), (200, 0, 50, 200)][Int(id) - 1]
    (target.x, target.y, target.width, target.height) = (x << 16, y << 16, width << 16, height << 16)
    target.traits = UInt32(traits ?? self.traits[Int(id)])
    return target
  }

  /// The topmost target at a point: a target that lies in another has the greater id.
  func target(_ traits: SIMD8<UInt32>, at x: Int32, _ y: Int32) -> UInt32 {
    for id: UInt32 in [4, 3, 2, 1] where traits[Int(id)] != TogetherLedger.gone {
      let t = target(id)
      if x << 16 >= t.x && x << 16 < t.x + t.width && y << 16 >= t.y && y << 16 < t.y + t.height { return id }
    }
    return 0
  }

  // MARK: The walks

  private static let lifts: [TogetherWalk.Action] = [.touch(.none, .inner), .lost, .short]
  private static func both(_ subject: TogetherCall.Subject) -> [TogetherCall] { [.set(subject, second: false), .set(subject, second: true)] }

  /// A drag beside holds, scrolls, taps and peeks by force: whichever comes first.
  static let beside = TogetherSetup(
    name: "a drag beside gestures and peeks", dragFlags: 0, hasActions: true,
    traits: [
      0, PRESS_TARGET_SCROLL | PRESS_TARGET_DROP, PRESS_TARGET_HOLD, PRESS_TARGET_DRAG_SOURCE | PRESS_TARGET_PEEK | PRESS_TARGET_TAP,
      PRESS_TARGET_DROP,
    ],
    actions: [
      .touch(.light, .inner), .touch(.preview, .inner), .touch(.commit, .inner), .touch(.light, .middle), .touch(.light, .beside),
      .touch(.commit, .up),
    ] + lifts,
    calls: [
      .cancelPreview, .release, .dismiss, .open(3), .beginDrag(3), .cancelDrag, .reset, .remove(1), .remove(3), .put(1), .put(2), .put(3), .lose(3),
      .gain(3),
    ],
    reaches: ["drag", "hold", "scroll", "preview", "peek", "actions", "stay", "autoscroll"])

  /// A held contact is lifted under a peek that opens by holding, and in the preview of one that opens by force.
  static let lifted = TogetherSetup(
    name: "a drag that is lifted, and peeks", dragFlags: PRESS_DRAG_FLAG_FROM_PREVIEW | PRESS_DRAG_FLAG_AFTER_HOLD,
    peekFlags: PRESS_PEEK_FLAG_FROM_HOLD,
    lift: 150_000,
    traits: [0, PRESS_TARGET_DROP, PRESS_TARGET_HOLD | PRESS_TARGET_PEEK, PRESS_TARGET_DRAG_SOURCE, PRESS_TARGET_DROP],
    actions: [.touch(.light, .inner), .touch(.preview, .inner), .touch(.commit, .inner), .touch(.light, .nudged), .touch(.preview, .beside)] + lifts,
    calls: [
      .cancelPreview, .release, .pop, .open(2), .cancelDrag, .reset, .remove(2), .remove(3), .put(2), .put(3), .lose(2), .gain(2), .lose(3), .gain(3),
    ],
    reaches: ["drag", "hold", "preview", "peek", "lifted"])

  /// A distance that gestures take for a move is still none for a drag, also while the contact previews.
  static let moved = TogetherSetup(
    name: "a drag that is lifted, of what gestures call moved", hasPeek: false, dragFlags: PRESS_DRAG_FLAG_FROM_PREVIEW | PRESS_DRAG_FLAG_AFTER_HOLD,
    still: 20,
    lift: 150_000,
    traits: [0, PRESS_TARGET_DROP, PRESS_TARGET_HOLD, PRESS_TARGET_DRAG_SOURCE | PRESS_TARGET_PREVIEW, PRESS_TARGET_DROP],
    actions: [
      .touch(.light, .inner), .touch(.preview, .inner), .touch(.light, .nudged), .touch(.preview, .nudged), .touch(.commit, .nudged),
      .touch(.preview, .beside),
    ] + lifts,
    calls: [.cancelPreview, .release, .cancelDrag, .reset, .remove(3), .put(3)], reaches: ["drag", "hold", "preview", "lifted"])

  /// Everything runs on an outer target, and any of the three goes away.
  static let nested = TogetherSetup(
    name: "a target in a container in a container", dragFlags: 0,
    traits: [
      0, PRESS_TARGET_PEEK | PRESS_TARGET_SCROLL | PRESS_TARGET_SPRING | PRESS_TARGET_DROP, PRESS_TARGET_HOLD | PRESS_TARGET_DROP, PRESS_TARGET_TAP,
      PRESS_TARGET_DRAG_SOURCE,
    ],
    actions: [
      .touch(.light, .inner), .touch(.commit, .inner), .touch(.light, .outer), .touch(.light, .beside), .touch(.light, .edge), .touch(.none, .inner),
      .short,
    ],
    calls: [
      .remove(1), .remove(2), .remove(3), .put(1), .put(2), .put(3), .lose(2), .gain(2), .reset,
    ],
    reaches: ["hold", "scroll", "preview", "peek", "drag", "stay", "spring", "autoscroll"])

  /// The same with a drag from code, and with a grace and more calls what stands above: for `WalkExtent.all`.
  static let larger: [TogetherSetup] = {
    var code = nested
    code.name += ", and a drag from code"
    code.calls += [.lose(1), .gain(1), .beginDrag(4), .over(3)]
    var dips = beside
    dips.name += ", with a grace"
    dips.lift = 150_000
    dips.actions += [.touch(.preview, .beside), .touch(.light, .outer)]
    dips.calls += [.cancelGesture, .pop, .reveal, .perform, .open(2), .remove(2), .lose(2), .gain(2)]
    var set = lifted
    set.name += ", with settings of peeks"
    set.calls += both(.peek)
    return [code, dips, set]
  }()

  /// Peeks that are declared, and declared no more, while one is about to be shown.
  static let declared = TogetherSetup(
    name: "peeks that are declared", peekFlags: PRESS_PEEK_FLAG_FROM_HOLD, hasActions: true,
    traits: [0, PRESS_TARGET_PEEK, PRESS_TARGET_HOLD, PRESS_TARGET_PEEK | PRESS_TARGET_TAP, 0],
    actions: [
      .touch(.light, .inner), .touch(.preview, .inner), .touch(.commit, .inner), .touch(.full, .inner), .touch(.commit, .up), .touch(.light, .outer),
    ] + lifts,
    calls: [
      .declare(0), .declare(1), .declare(3), .open(1), .open(3), .pop, .dismiss, .perform, .cancelPreview, .remove(2), .remove(3), .put(2), .put(3),
      .lose(3),
      .gain(3), .reset,
    ],
    reaches: ["preview", "peek", "actions", "declared"])

  private static let pressed: [TogetherWalk.Action] = [
    .touch(.light, .inner), .touch(.preview, .inner), .touch(.commit, .inner), .touch(.full, .inner), .touch(.none, .inner), .lost, .short,
  ]
  private static let simple = [0, 0, 0, PRESS_TARGET_PEEK | PRESS_TARGET_TAP | PRESS_TARGET_HOLD, 0]

  /// Up to 7,329 states; of all, many more.
  static var walked: [TogetherSetup] { [beside, lifted, moved, nested, declared] + setters + (WalkExtent.now == .all ? larger : []) }

  /// Each with a setting in the middle: of the engine, of gestures, of peeks, of transitions, of the button, of drags.
  static let setters: [TogetherSetup] = [
    TogetherSetup(
      name: "settings of the engine", hasButton: true, traits: simple, actions: pressed,
      calls: both(.engine) + [.release, .reset, .remove(3), .put(3)],
      reaches: ["preview", "peek", "press", "engine 2", "engine waits"]),
    TogetherSetup(
      name: "settings of gestures", peekFlags: PRESS_PEEK_FLAG_FROM_HOLD, traits: [0, PRESS_TARGET_HOLD, 0, PRESS_TARGET_PEEK, 0],
      actions: pressed + [.touch(.light, .outer)],
      calls: both(.gestures) + both(.peek) + [.dismiss, .cancelGesture, .reset, .remove(3), .put(3)],
      reaches: ["hold", "peek", "gestures 2", "gestures waits", "peek 2", "peek waits"]),
    TogetherSetup(
      name: "settings of transitions and of the button", hasPeek: false, hasButton: true, hasTransition: true, traits: simple, actions: pressed,
      calls: both(.transition) + both(.button) + [.start, .finish, .reset],
      reaches: ["press", "transition", "transition 2", "button 2", "button waits"]),
    TogetherSetup(
      name: "settings of drags", hasPeek: false, dragFlags: PRESS_DRAG_FLAG_AFTER_HOLD,
      traits: [0, PRESS_TARGET_SCROLL | PRESS_TARGET_DROP, 0, PRESS_TARGET_DRAG_SOURCE, PRESS_TARGET_DROP],
      actions: [.touch(.light, .inner), .touch(.light, .middle), .touch(.light, .beside)] + lifts,
      calls: both(.drag) + both(.gestures) + [.beginDrag(3), .over(4), .cancelDrag, .release, .reset, .remove(3), .put(3)],
      reaches: ["drag", "lifted", "drag 2", "drag waits"]),
  ]
}
