/// A plate that lies on up to eight sensors. One sensor alone bears everything.
package struct SimulatedPlate {
  /// How freely it twists, on sensors at the corners of a rectangle: from 0 (rigid) to 1. docs/hardware/plate.md has figures of materials.
  package var twist = 0.0
  package private(set) var count = 0
  private var xs = InlineArray<8, Double>(repeating: 0.0)
  private var ys = InlineArray<8, Double>(repeating: 0.0)
  private var preloads = InlineArray<8, Double>(repeating: 0.0)

  package init() {}

  /// @param preload newtons that always press on the sensor.
  package mutating func add(x: Double, y: Double, preload: Double) {
    if count == 8 { return }
    xs[count] = x
    ys[count] = y
    preloads[count] = preload
    count += 1
  }

  /// The place of a sensor.
  package subscript(i: Int) -> (x: Double, y: Double) { (xs[i], ys[i]) }

  /// The rectangle around the sensors.
  package var left: Double { least(xs) }
  package var top: Double { least(ys) }
  package var width: Double { most(xs) - left }
  package var height: Double { most(ys) - top }

  private func least(_ values: borrowing InlineArray<8, Double>) -> Double {
    var value = values[0]
    var i = 1
    while i < count {
      value = min(value, values[i])
      i += 1
    }
    return value
  }

  private func most(_ values: borrowing InlineArray<8, Double>) -> Double {
    var value = values[0]
    var i = 1
    while i < count {
      value = max(value, values[i])
      i += 1
    }
    return value
  }

  /// The force on a sensor, newtons, with its preload. By statics, the sensors bear the whole load, balanced at the point where it presses. No
  /// sensor can pull: one that would have to has lifted off and bears nothing, and the others bear its preload, too.
  package func newtons(at place: Int, _ touch: SimulatedTouch) -> Double {
    if count == 0 { return touch.newtons }
    var bears = UInt32(1) << UInt32(count) - 1
    while true {
      let tilt = tilt(bears, touch)
      let twisted = bears.nonzeroBitCount == count ? self.twisted(touch) : 0.0
      var worst = -1
      var least = -1.0e-9
      var newtons = 0.0
      for i in 0..<count where bears >> UInt32(i) & 1 != 0 {
        let borne = preloads[i] + tilt.newtons(xs[i], ys[i]) + twisted * turn(i)
        if i == place { newtons = borne }
        if borne < least {
          least = borne
          worst = i
        }
      }
      if worst < 0 { return newtons < 0.0 ? 0.0 : newtons }
      bears &= ~(1 << UInt32(worst))
    }
  }

  /// How the plate sinks: the forces on the sensors form a plane over it.
  private struct Tilt {
    var middle: Double
    var centreX: Double
    var centreY: Double
    var alongX: Double
    var alongY: Double

    func newtons(_ x: Double, _ y: Double) -> Double { middle + alongX * (x - centreX) + alongY * (y - centreY) }
  }

  /// The tilt of a stiff plate on the sensors that bear it.
  private func tilt(_ bears: UInt32, _ touch: SimulatedTouch) -> Tilt {
    let n = Double(bears.nonzeroBitCount)
    var centreX = 0.0
    var centreY = 0.0
    for i in 0..<count where bears >> UInt32(i) & 1 != 0 {
      centreX = centreX + xs[i] / n
      centreY = centreY + ys[i] / n
    }
    var force = touch.newtons
    var momentX = touch.newtons * (touch.x - centreX)
    var momentY = touch.newtons * (touch.y - centreY)
    var xx = 0.0
    var xy = 0.0
    var yy = 0.0
    for i in 0..<count {
      let dx = xs[i] - centreX
      let dy = ys[i] - centreY
      if bears >> UInt32(i) & 1 != 0 {
        xx = xx + dx * dx
        xy = xy + dx * dy
        yy = yy + dy * dy
      } else {
        force = force + preloads[i]
        momentX = momentX + preloads[i] * dx
        momentY = momentY + preloads[i] * dy
      }
    }
    let spread = xx + yy
    let area = xx * yy - xy * xy
    var tilt = Tilt(middle: force / n, centreX: centreX, centreY: centreY, alongX: 0.0, alongY: 0.0)
    if area > 1.0e-9 * spread * spread {
      tilt.alongX = (momentX * yy - momentY * xy) / area
      tilt.alongY = (momentY * xx - momentX * xy) / area
    } else if spread > 0.0 {
      // All sensors are on one line: only the distance along it counts.
      tilt.alongX = momentX / spread
      tilt.alongY = momentY / spread
    }
    return tilt
  }

  /// The force that a plate on four corners of a rectangle adds to two opposite corners, and takes from the others, because it twists.
  private func twisted(_ touch: SimulatedTouch) -> Double {
    let area = width * height
    if count != 4 || twist == 0.0 || area == 0.0 { return 0.0 }
    var i = 0
    while i < 4 {
      let isCorner = (xs[i] == left || xs[i] == left + width) && (ys[i] == top || ys[i] == top + height)
      if !isCorner { return 0.0 }
      i += 1
    }
    return twist * touch.newtons * (touch.x - left - width / 2.0) * (touch.y - top - height / 2.0) / area
  }

  private func turn(_ i: Int) -> Double { (xs[i] == left) == (ys[i] == top) ? 1.0 : -1.0 }
}
