import PressDevice

/// What the simulated finger and bus do.
enum SimulationScript: UInt8 {
  case press, taps, hold, ramp, peek, drag, scroll, actions
  case average, firm, light, slipping, resting, doubleTapping
  case flaky, unplug, absent, hang, storm
  /// What a file says.
  case file

  /// As --source says them, in the order of the cases.
  static let names: StaticString =
    "press, taps, hold, ramp, peek, drag, scroll, actions, average, firm, light, slipping, resting, double_tapping, flaky, unplug, absent, hang, storm"

  init?(_ name: Slice) {
    var names = Slice(Self.names)
    var number: UInt8 = 0
    while !names.isEmpty {
      if names.takeField(UInt8(ascii: ",")).trimmed == name {
        self.init(rawValue: number)
        return
      }
      number += 1
    }
    return nil
  }

  var durationUs: UInt64 {
    switch self {
    case .press, .flaky, .unplug: return 6_000_000
    case .peek: return 7_000_000
    case .drag: return 6_000_000
    case .scroll: return 4_500_000
    case .actions: return 5_000_000
    case .average, .firm, .light, .slipping, .resting, .doubleTapping: return 30_000_000
    case .file: return 0
    case .taps: return 3_000_000
    case .hold: return 12_000_000
    case .ramp: return 5_000_000
    case .absent, .hang: return 1_000_000
    case .storm: return 60_000_000
    }
  }

  /// How long the weather is fair after a storm.
  private static let calmUs: UInt64 = 10_000_000

  func prepare(_ bus: inout SimulatedBus, durationUs: UInt64, seed: UInt64) {
    var finger = SimulatedFinger()
    let plate = bus.converter.plate
    /// `x` and `y` are hundredths of the plate.
    func key(_ ms: UInt64, _ centinewtons: Int, _ x: Int = 50, _ y: Int = 50) {
      finger.add(
        FingerKey(
          us: ms * 1000, newtons: Double(centinewtons) / 100, x: plate.left + plate.width * Double(x) / 100,
          y: plate.top + plate.height * Double(y) / 100))
    }
    /// Down at one place, to the next within `slideMs`, and up there.
    func stroke(_ ms: UInt64, _ centinewtons: Int, _ x: Int, _ y: Int, to endX: Int, _ endY: Int, slideMs: UInt64) {
      key(ms, 0, x, y)
      key(ms + 100, centinewtons, x, y)
      key(ms + 300, centinewtons, x, y)
      key(ms + 300 + slideMs, centinewtons, endX, endY)
      key(ms + 600 + slideMs, centinewtons, endX, endY)
      key(ms + 680 + slideMs, 0, endX, endY)
    }
    func tap(_ ms: UInt64, _ centinewtons: Int) {
      key(ms, 0)
      key(ms + 50, centinewtons)
      key(ms + 100, centinewtons)
      key(ms + 150, 0)
    }
    if case .flaky = self { bus.faultOnceIn = 30 }
    switch self {
    case .press, .flaky:
      // A preview that falls back, then commits and completes; one that is given up; three taps.
      key(500, 0)
      key(800, 90)
      key(1300, 215)
      key(1750, 170)
      key(2150, 300)
      key(2350, 290)
      key(2750, 480)
      key(2950, 480)
      key(3200, 0)
      key(3500, 0)
      key(3900, 215)
      key(4150, 205)
      key(4400, 0)
      tap(4750, 100)
      tap(5100, 90)
      tap(5450, 100)
    case .taps:
      for i in 0..<6 { tap(500 + UInt64(i) * 400, 80 + 8 * i) }
    case .hold:
      key(500, 0)
      key(800, 200)
      key(11_000, 200)
      key(11_200, 0)
    case .ramp:
      key(500, 0)
      key(2500, 600)
      key(4500, 0)
    case .peek:
      // A tap; a finger that stays, lightly; a press that is given up early; a peek that is left; one that pops.
      tap(500, 130)
      key(1000, 0)
      key(1060, 100)
      key(1900, 100)
      key(1980, 0)
      key(2400, 0)
      key(2700, 220)
      key(2800, 220)
      key(2900, 0)
      key(3400, 0)
      key(3500, 120)
      key(3800, 320)
      key(4300, 310)
      key(4500, 0)
      key(5000, 0)
      key(5100, 120)
      key(5400, 320)
      key(5800, 330)
      key(6100, 500)
      key(6300, 500)
      key(6500, 0)
    case .drag:
      // A card to the slot below it; another to the tray beside it; one that is let go beside everything.
      stroke(500, 150, 25, 15, to: 25, 80, slideMs: 600)
      stroke(2300, 150, 25, 15, to: 80, 50, slideMs: 600)
      stroke(4100, 150, 25, 15, to: 55, 40, slideMs: 600)
    case .scroll:
      // Up, down by half as much, and to the left.
      stroke(500, 120, 50, 80, to: 50, 20, slideMs: 400)
      stroke(1800, 120, 50, 40, to: 50, 70, slideMs: 400)
      stroke(3100, 120, 80, 50, to: 20, 50, slideMs: 400)
    case .actions:
      // Peeks, slides up onto an action and lifts there; the same with the one below it; peeks and lifts.
      func slide(_ ms: UInt64, to y: Int) {
        key(ms, 0, 50, 80)
        key(ms + 300, 320, 50, 80)
        key(ms + 400, 320, 50, 80)
        key(ms + 700, 320, 50, y)
        key(ms + 850, 320, 50, y)
        key(ms + 950, 0, 50, y)
      }
      slide(500, to: 12)
      slide(2000, to: 38)
      slide(3500, to: 80)
    case .average: finger.presses = SimulatedPresses(.average, on: plate, seed: seed)
    case .firm: finger.presses = SimulatedPresses(.firm, on: plate, seed: seed)
    case .light: finger.presses = SimulatedPresses(.light, on: plate, seed: seed)
    case .slipping: finger.presses = SimulatedPresses(.slipping, on: plate, seed: seed)
    case .resting: finger.presses = SimulatedPresses(.resting, on: plate, seed: seed)
    case .doubleTapping: finger.presses = SimulatedPresses(.doubleTapping, on: plate, seed: seed)
    case .file: return
    case .unplug:
      // The wire slips while a finger previews, and is put back.
      key(500, 0)
      key(1000, 220)
      key(2500, 220)
      key(2700, 0)
      key(4500, 0)
      key(4800, 220)
      key(5500, 0)
      bus.unpluggedFromUs = 1_500_000
      bus.unpluggedToUs = 3_000_000
    case .absent:
      bus.unpluggedFromUs = 0
    case .hang:
      bus.timeouts = Int.max
    case .storm:
      key(500, 0)
      key(900, 480)
      key(1300, 480)
      key(1500, 0)
      finger.repeatUs = 2_000_000
      let us = durationUs > 0 ? durationUs : self.durationUs
      bus.storm = SimulatedStorm(fromUs: 400_000, untilUs: us - min(us, Self.calmUs), seed: seed)
    }
    bus.converter.finger = finger
  }
}
