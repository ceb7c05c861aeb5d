import CPress

extension Pad {
  public var reading: press_reading {
    var r = press_reading()
    r.t_us = state.frameAt
    r.force = state.force
    r.x = state.x
    r.y = state.y
    if state.isTouched { r.flags |= ReadingFlag.touched }
    if state.isStarting { r.flags |= ReadingFlag.starting }
    if state.faulty != 0 { r.flags |= ReadingFlag.lost }
    withUnsafeMutablePointer(to: &r.raw_force) { force in
      let out = UnsafeMutableRawPointer(force).assumingMemoryBound(to: Int32.self)
      eachSensor { out[$0] = sensors[$0].force }
    }
    withUnsafeMutablePointer(to: &r.conductance) { conductance in
      let out = UnsafeMutableRawPointer(conductance).assumingMemoryBound(to: Int32.self)
      eachSensor { out[$0] = sensors[$0].conductance }
    }
    withUnsafeMutablePointer(to: &r.baseline) { baseline in
      let out = UnsafeMutableRawPointer(baseline).assumingMemoryBound(to: Int32.self)
      eachSensor { out[$0] = sensors[$0].baseline.value }
    }
    withUnsafeMutablePointer(to: &r.fault) { fault in
      let out = UnsafeMutableRawPointer(fault).assumingMemoryBound(to: Int32.self)
      eachSensor { out[$0] = sensors[$0].monitor.fault }
    }
    return r
  }
}
