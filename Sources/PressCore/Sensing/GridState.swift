import CPress

/// What a grid knows, at the start of the caller's storage. Behind it lie, in this order: tracks, blobs, the numbers of the
/// assignment, zeros and forces of the cells, their order, and their labels.
struct GridState {
  static var signature: UInt64 { 0x4752_4944_7072_6573 }

  /// Comes first, and the curve is its last field: see Grid.curve.
  var config: press_grid_config
  let signature = GridState.signature
  /// Where in the storage things lie.
  let zerosAt, forcesAt, orderAt, labelsAt: Int
  /// Cells with less count as nothing: the least that makes release_force.
  var floor: Int32 = 0
  /// Cells with less have no part in the place of a contact either.
  var rimFloor: Int32 = 0
  /// A callback may be running.
  var isBusy = false
  var isStarted = false
  /// The zero is being watched: until `startUntil`, once that is set by the first frame.
  var isStarting: Bool
  /// It was lost: nothing begins before it was seen untouched.
  var mustLift = false
  var hasContacts = false
  var now: UInt64 = 0
  var frameAt: UInt64 = 0
  var startUntil: UInt64 = 0
  /// When the zeros were brought up to date.
  var followedAt: UInt64 = 0
  var watched: Int64 = 0
  var serial: UInt32 = 0
  /// Cells that count in the present frame, and blobs.
  var active = 0
  var blobs = 0
  var stats = press_grid_stats()
  /// What counts once nothing touches; size 0: nothing waits.
  var next = press_grid_config()
  /// A bit for each column that is left out, by row.
  var mask = InlineArray<32, UInt32>(repeating: 0)

  init(_ config: press_grid_config, zerosAt: Int, forcesAt: Int, orderAt: Int, labelsAt: Int) {
    self.config = config
    self.zerosAt = zerosAt
    self.forcesAt = forcesAt
    self.orderAt = orderAt
    self.labelsAt = labelsAt
    isStarting = config.flags & GridFlag.baseline != 0
  }

  /// As it began, but for what is counted and left out.
  mutating func restart() {
    isStarted = false
    isStarting = config.flags & GridFlag.baseline != 0
    startUntil = 0
    mustLift = false
    hasContacts = false
    now = 0
    frameAt = 0
    active = 0
    blobs = 0
  }
}
