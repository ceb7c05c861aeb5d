/// A finger that follows a script of up to 128 keys in rising time. Before the first key and after the last it holds.
/// Or a person, who presses as people do.
package struct SimulatedFinger {
  package static let capacity = 128
  private var keys = InlineArray<128, FingerKey>(repeating: FingerKey(us: 0, newtons: 0))
  package private(set) var count = 0
  /// The time after which the script begins again; 0: never.
  package var repeatUs: UInt64 = 0
  /// In place of the keys.
  package var presses: SimulatedPresses?

  package init() {}

  /// @return false: full, or not later than the key before.
  @discardableResult
  package mutating func add(_ key: FingerKey) -> Bool {
    if count == Self.capacity || (count > 0 && key.us <= keys[count - 1].us) { return false }
    keys[count] = key
    count += 1
    return true
  }

  package var endUs: UInt64 { count == 0 ? 0 : keys[count - 1].us }

  package mutating func newtons(atUs time: Double) -> Double { touch(atUs: time).newtons }

  /// Times rise.
  package mutating func touch(atUs time: Double) -> SimulatedTouch {
    if let touch = presses?.touch(atSeconds: time / 1.0e6) { return touch }
    var us = time
    if repeatUs > 0 { us -= Double(repeatUs) * Double(UInt64(time / Double(repeatUs))) }
    if count == 0 { return SimulatedTouch(newtons: 0.0, x: 0.0, y: 0.0) }
    if us <= Double(keys[0].us) { return touch(keys[0]) }
    var i = 1
    while i < count && Double(keys[i].us) < us { i += 1 }
    if i == count { return touch(keys[count - 1]) }
    let from = keys[i - 1]
    let to = keys[i]
    var part = (us - Double(from.us)) / Double(to.us - from.us)
    if to.smooth { part = part * part * (3.0 - 2.0 * part) }
    return SimulatedTouch(
      newtons: from.newtons + (to.newtons - from.newtons) * part, x: from.x + (to.x - from.x) * part,
      y: from.y + (to.y - from.y) * part)
  }

  private func touch(_ key: FingerKey) -> SimulatedTouch { SimulatedTouch(newtons: key.newtons, x: key.x, y: key.y) }
}

/// A point of a finger's script: this force at this place and time.
package struct FingerKey {
  package var us: UInt64
  package var newtons: Double
  /// On the plate, points; it has no effect on a single sensor.
  package var x: Double
  package var y: Double
  /// How force and place get here from the key before: along a smoothstep, or a straight line.
  package var smooth: Bool

  package init(us: UInt64, newtons: Double, x: Double = 0, y: Double = 0, smooth: Bool = true) {
    self.us = us
    self.newtons = newtons
    self.x = x
    self.y = y
    self.smooth = smooth
  }
}

/// The sensor or voltage at an input of the simulated converter.
package enum SimulatedInput {
  case volts(Double)
  /// This part of the supply.
  case supply(Double)
  /// The sensor with this number on the plate.
  case sensor(SimulatedFSR, place: Int)
  /// A load cell at this place of the plate: volts for a newton, and volts at rest.
  case loadCell(voltsPerNewton: Double, restVolts: Double, noiseVolts: Double, place: Int)
}

/// The force and the place of a finger at one moment.
package struct SimulatedTouch {
  package var newtons: Double
  package var x: Double
  package var y: Double

  package init(newtons: Double, x: Double, y: Double) {
    self.newtons = newtons
    self.x = x
    self.y = y
  }
}

/// The faults of a wire, a bus or a converter.
package enum SimulatedTrouble: UInt8, Sendable {
  case none
  case silent  // not acknowledged, and the converter loses its registers: no power
  case refused  // not acknowledged, but nothing is lost
  case stalled  // the clock is held low until the adapter gives up
  case broken  // the adapter reports an error
  case unheard  // the converter received the transfer, but the answer is lost
  case otherChip  // another chip acknowledges and keeps nothing
  case floating  // nothing drives the data line: all ones are read
  case garbled  // readings are noise
  case stuck  // the code never changes
  case unready  // no conversion ends
  case shared  // another program sets the converter up, and reads it

  static let kinds: UInt64 = 11
}
