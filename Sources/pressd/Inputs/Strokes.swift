import PressDevice

extension SimulationScript {
  /// How long there are no troubles after a storm.
  private static let calmUs: UInt64 = 10_000_000

  /// Gives the bus its finger and its troubles. A finger from a file is set up elsewhere.
  func prepare(_ bus: inout SimulatedBus<SimulatedPart>, durationUs: UInt64, seed: UInt64) {
    var strokes = Strokes(plate: bus.wires.plate)
    func person(_ person: SimulatedPerson) { strokes.finger.presses = SimulatedPresses(person, on: strokes.plate, seed: seed) }
    switch self {
    case .press: strokes.press()
    case .taps: for i in 0..<6 { strokes.tap(500 + UInt64(i) * 400, 80 + 8 * i) }
    case .hold: strokes.keys([(500, 0), (800, 200), (11_000, 200), (11_200, 0)])
    case .sag:
      // A press that is held while the supply goes from 3.3 to 3.0 V.
      strokes.keys([(500, 0), (800, 200), (5000, 200), (5200, 0)])
      bus.wires.sag = 1.0 / 11.0
      bus.wires.sagFromUs = 2_000_000
      bus.secondWires.sag = bus.wires.sag
      bus.secondWires.sagFromUs = bus.wires.sagFromUs
    case .ramp: strokes.keys([(500, 0), (2500, 600), (4500, 0)])
    case .peek: strokes.peek()
    case .check: strokes.check()
    case .drag: strokes.drag()
    case .scroll: strokes.scroll()
    case .actions: strokes.actions()
    case .average: person(.average)
    case .firm: person(.firm)
    case .light: person(.light)
    case .slipping: person(.slipping)
    case .resting: person(.resting)
    case .doubleTapping: person(.doubleTapping)
    case .file: return
    case .flaky:
      bus.faultOnceIn = 30
      strokes.press()
    case .unplug:
      // The wire slips while a finger previews, and is put back.
      strokes.keys([(500, 0), (1000, 220), (2500, 220), (2700, 0)])
      strokes.keys([(4500, 0), (4800, 220), (5500, 0)])
      bus.unpluggedFromUs = 1_500_000
      bus.unpluggedToUs = 3_000_000
    case .absent: bus.unpluggedFromUs = 0
    case .hang: bus.timeouts = Int.max
    case .storm:
      strokes.keys([(500, 0), (900, 480), (1300, 480), (1500, 0)])
      strokes.finger.repeatUs = 2_000_000
      let us = durationUs > 0 ? durationUs : self.durationUs
      bus.storm = SimulatedStorm(fromUs: 400_000, untilUs: us - min(us, Self.calmUs), seed: seed)
    }
    bus.wires.finger = strokes.finger
  }
}

/// Builds the movements of a finger for scripts: times in ms, forces in hundredths of a newton, places in hundredths of the plate.
private struct Strokes {
  let plate: SimulatedPlate
  var finger = SimulatedFinger()

  init(plate: SimulatedPlate) { self.plate = plate }

  /// Not inlined: a script calls it up to forty times, and each copy would take 700 bytes.
  @inline(never) mutating func key(_ ms: UInt64, _ force: Int, _ x: Int = 50, _ y: Int = 50) {
    finger.add(
      FingerKey(
        us: ms * 1000, newtons: Double(force) / 100, x: plate.left + plate.width * Double(x) / 100,
        y: plate.top + plate.height * Double(y) / 100))
  }

  /// In the middle of the plate.
  mutating func keys<let count: Int>(_ keys: InlineArray<count, (UInt64, Int)>) {
    for i in 0..<count { key(keys[i].0, keys[i].1) }
  }

  mutating func tap(_ ms: UInt64, _ force: Int) {
    keys([(ms, 0), (ms + 50, force), (ms + 100, force), (ms + 150, 0)])
  }

  /// The presses that `--check` asks for: nothing at first, then one long press on each sensor.
  mutating func check() {
    for i in 0..<plate.count {
      let us = 3_000_000 + UInt64(i) * 4_000_000
      let (x, y) = plate[i]
      func key(_ ms: UInt64, _ newtons: Double) { finger.add(FingerKey(us: us + ms * 1000, newtons: newtons, x: x, y: y)) }
      key(0, 0)
      key(200, 8)
      key(2_400, 8)
      key(2_600, 0)
    }
  }

  /// Down at one place, to the next within `slideMs`, and up there.
  private mutating func stroke(_ ms: UInt64, _ force: Int, _ x: Int, _ y: Int, to endX: Int, _ endY: Int, slideMs: UInt64) {
    key(ms, 0, x, y)
    key(ms + 100, force, x, y)
    key(ms + 300, force, x, y)
    key(ms + 300 + slideMs, force, endX, endY)
    key(ms + 600 + slideMs, force, endX, endY)
    key(ms + 680 + slideMs, 0, endX, endY)
  }

  /// A preview that falls back, then commits and completes; one that is given up; three taps.
  mutating func press() {
    keys([
      (500, 0), (800, 90), (1300, 215), (1750, 170), (2150, 300), (2350, 290), (2750, 480), (2950, 480), (3200, 0),
      (3500, 0), (3900, 215), (4150, 205), (4400, 0),
    ])
    tap(4750, 100)
    tap(5100, 90)
    tap(5450, 100)
  }

  /// A tap; a finger that stays, lightly; a press that is given up early; a peek that is left; one that pops.
  mutating func peek() {
    tap(500, 130)
    keys([(1000, 0), (1060, 100), (1900, 100), (1980, 0), (2400, 0), (2700, 220), (2800, 220), (2900, 0)])
    keys([(3400, 0), (3500, 120), (3800, 320), (4300, 310), (4500, 0)])
    keys([(5000, 0), (5100, 120), (5400, 320), (5800, 330), (6100, 500), (6300, 500), (6500, 0)])
  }

  /// A card to the slot below it; another to the tray beside it; one that is let go beside everything.
  mutating func drag() {
    stroke(500, 150, 25, 15, to: 25, 80, slideMs: 600)
    stroke(2300, 150, 25, 15, to: 80, 50, slideMs: 600)
    stroke(4100, 150, 25, 15, to: 55, 40, slideMs: 600)
  }

  /// Up, down by half as much, and to the left.
  mutating func scroll() {
    stroke(500, 120, 50, 80, to: 50, 20, slideMs: 400)
    stroke(1800, 120, 50, 40, to: 50, 70, slideMs: 400)
    stroke(3100, 120, 80, 50, to: 20, 50, slideMs: 400)
  }

  /// Peeks, slides up, rests, slides on onto an action and lifts there; the same with the one below it; peeks and lifts.
  mutating func actions() {
    slide(500, to: 12)
    slide(2000, to: 38)
    slide(3500, to: 80)
  }

  private mutating func slide(_ ms: UInt64, to y: Int) {
    key(ms, 0, 50, 80)
    key(ms + 300, 320, 50, 80)
    key(ms + 400, 320, 50, 80)
    key(ms + 550, 320, 50, max(y, 52))
    key(ms + 700, 320, 50, max(y, 52))
    key(ms + 850, 320, 50, y)
    key(ms + 950, 320, 50, y)
    key(ms + 1050, 0, 50, y)
  }
}
