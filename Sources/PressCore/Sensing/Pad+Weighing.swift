import CPress

/// From codes to a force and a place.
extension Pad {
  /// From codes to conductances to forces, their sum and their centre of pressure. Returns whether any is a touch. Again
  /// with the same codes, it weighs with the zero as it is then.
  @inline(never)
  func weigh() -> Bool { weigh(isPlain: false) }

  /// `isPlain` is a constant where it is called.
  @_transparent
  func weigh(isPlain: Bool) -> Bool {
    let isSkewed = !isPlain && state.isSkewed
    var most: Int32 = 0
    var least = Int64.max
    var total: Int64 = 0
    var sensor = sensors
    let end = sensor + sensorCount
    repeat {
      if isPlain || sensor.pointee.isNew {
        if isSkewed { sensor.pointee.keep() }
        convert(sensor, isPlain: isPlain)
      }
      let above = Int64(sensor.pointee.conductance) &- Int64(sensor.pointee.baseline.value)
      least = min(least, above)
      let load = SensorState.load(sensor, above: above)
      let force = SensorState.force(sensor, SensorState.relieve(sensor, load, at: state.now))
      sensor.pointee.force = force
      most = max(most, force)
      total &+= Int64(force)
      sensor += 1
    } while sensor < end
    state.total = Int32(clamping: total)
    state.leastAbove = Int32(clamping: least)
    // The position stays where it was while there is too little force to know.
    state.isLocated = false
    if sensorCount > 1 && total >= Int64(state.config.position_force) {
      if isSkewed { locateBack() } else { locateAtOnce() }
    }
    return most >= state.config.untouched_force
  }

  /// With the forces of the moment at which all sensors have been read last: the earliest of their readings. Later ones
  /// would have to be guessed.
  @inline(never)
  private func locateBack() {
    var earliest = UInt64.max
    eachSensor { earliest = min(earliest, (sensors + $0).pointee.readAt) }
    let isOnset = state.isOnset(state.total)
    var total: Int64 = 0
    eachSensor { total &+= Int64(SensorState.force(sensors + $0, at: earliest, isOnset)) }
    // In the edge of a dip the line between readings is wrong.
    if state.isDip(Int32(clamping: total)) { return }
    state.isLocated = total >= Int64(state.config.position_force)
    locate { SensorState.force($0, at: earliest, isOnset) }
  }

  @inline(never)
  private func locateAtOnce() { locate { $0.pointee.force } }

  /// Centre of pressure: each sensor's place, weighted with its force.
  @inline(__always)
  private func locate(_ force: (UnsafeMutablePointer<SensorState>) -> Int32) {
    var weights: Int64 = 0
    var x: Int64 = 0
    var y: Int64 = 0
    var sensor = sensors
    let end = sensor + sensorCount
    repeat {
      // 31 + 31 bits would leave no room for the sum of eight: Q12 newtons do for a weight.
      let weight = Int64(force(sensor) >> 4)
      weights &+= weight
      x &+= weight &* Int64(sensor.pointee.sensor.x)
      y &+= weight &* Int64(sensor.pointee.sensor.y)
      sensor += 1
    } while sensor < end
    // None is negative; the mask shows that to the compiler.
    weights &= Int64.max
    if weights == 0 { return }
    state.place(
      Int32(truncatingIfNeeded: Wide.divide(x, by: weights)), Int32(truncatingIfNeeded: Wide.divide(y, by: weights)))
  }

  @inline(__always)
  private func convert(_ sensor: UnsafeMutablePointer<SensorState>, isPlain: Bool) {
    if !isPlain { sensor.pointee.isNew = false }
    var code = sensor.pointee.code
    let hasMedian = isPlain || self.hasMedian
    if hasMedian && (isPlain || Median.isFull(sensor.pointee.median)) {
      let before = sensor.pointee.median.previous.0
      code = Median.slide(&sensor.pointee.median, code)
      if (before &- code).magnitude > sensor.pointee.spike { state.stats.spikes &+= 1 }
    } else if hasMedian {
      code = Median.step(&sensor.pointee.median, code)
    }
    sensor.pointee.conductance = Circuit.conductance(sensor.pointee.sensor.circuit, clamped: code)
  }
}
