import PressDevice

/// What the simulated finger and bus do.
enum SimulationScript {
  case press, taps, hold, ramp, peek, flaky, unplug, absent, hang, storm

  init?(_ name: Slice) {
    if name == "press" {
      self = .press
    } else if name == "taps" {
      self = .taps
    } else if name == "hold" {
      self = .hold
    } else if name == "ramp" {
      self = .ramp
    } else if name == "peek" {
      self = .peek
    } else if name == "flaky" {
      self = .flaky
    } else if name == "unplug" {
      self = .unplug
    } else if name == "absent" {
      self = .absent
    } else if name == "hang" {
      self = .hang
    } else if name == "storm" {
      self = .storm
    } else {
      return nil
    }
  }

  var durationUs: UInt64 {
    switch self {
    case .press, .flaky, .unplug: return 6_000_000
    case .peek: return 7_000_000
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
    func key(_ ms: UInt64, _ centinewtons: Int) {
      finger.add(FingerKey(us: ms * 1000, newtons: Double(centinewtons) / 100))
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
