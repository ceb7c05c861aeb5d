/// A rigid plate that lies on up to eight sensors. One sensor alone bears everything.
public struct SimulatedPlate {
  public private(set) var count = 0
  private var xs = InlineArray<8, Double>(repeating: 0.0)
  private var ys = InlineArray<8, Double>(repeating: 0.0)
  private var preloads = InlineArray<8, Double>(repeating: 0.0)

  public init() {}

  /// @param preload newtons that always press on the sensor.
  public mutating func add(x: Double, y: Double, preload: Double) {
    if count == 8 { return }
    xs[count] = x
    ys[count] = y
    preloads[count] = preload
    count += 1
  }

  /// Where a sensor is.
  public subscript(i: Int) -> (x: Double, y: Double) { (xs[i], ys[i]) }

  /// The rectangle around the sensors.
  public var left: Double { least(xs) }
  public var top: Double { least(ys) }
  public var width: Double { most(xs) - left }
  public var height: Double { most(ys) - top }

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

  /// The newtons on the sensor at a place.
  public func newtons(at place: Int, _ touch: SimulatedTouch) -> Double {
    if count == 0 { return touch.newtons }
    return touch.newtons * share(of: place, x: touch.x, y: touch.y) + preloads[place]
  }

  /// The law of the lever: the sensors give way alike, and the shares balance where the finger is. None can pull: one
  /// that would have to bears nothing, and the others bear it all.
  public func share(of place: Int, x: Double, y: Double) -> Double {
    var bears = UInt32(1) << UInt32(count) - 1
    while true {
      let tilt = tilt(bears, x, y)
      var worst = -1
      var least = -1.0e-9
      for i in 0..<count where bears >> UInt32(i) & 1 != 0 {
        let share = tilt.share(xs[i], ys[i])
        if share < least {
          least = share
          worst = i
        }
      }
      if worst < 0 { return bears >> UInt32(place) & 1 != 0 ? max(tilt.share(xs[place], ys[place]), 0.0) : 0.0 }
      bears &= ~(1 << UInt32(worst))
    }
  }

  /// How the plate sinks: the shares are a plane over it.
  private struct Tilt {
    var middle: Double
    var centreX: Double
    var centreY: Double
    var alongX: Double
    var alongY: Double

    func share(_ x: Double, _ y: Double) -> Double { middle + alongX * (x - centreX) + alongY * (y - centreY) }
  }

  private func tilt(_ bears: UInt32, _ x: Double, _ y: Double) -> Tilt {
    let n = Double(bears.nonzeroBitCount)
    var centreX = 0.0
    var centreY = 0.0
    for i in 0..<count where bears >> UInt32(i) & 1 != 0 {
      centreX = centreX + xs[i] / n
      centreY = centreY + ys[i] / n
    }
    var xx = 0.0
    var xy = 0.0
    var yy = 0.0
    for i in 0..<count where bears >> UInt32(i) & 1 != 0 {
      let dx = xs[i] - centreX
      let dy = ys[i] - centreY
      xx = xx + dx * dx
      xy = xy + dx * dy
      yy = yy + dy * dy
    }
    let dx = x - centreX
    let dy = y - centreY
    let spread = xx + yy
    let area = xx * yy - xy * xy
    var tilt = Tilt(middle: 1.0 / n, centreX: centreX, centreY: centreY, alongX: 0.0, alongY: 0.0)
    if area > 1.0e-9 * spread * spread {
      tilt.alongX = (dx * yy - dy * xy) / area
      tilt.alongY = (dy * xx - dx * xy) / area
    } else if spread > 0.0 {
      // All on one line: only the way along it counts.
      tilt.alongX = dx / spread
      tilt.alongY = dy / spread
    }
    return tilt
  }
}
