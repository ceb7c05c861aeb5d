import CPress
import PressCore

@implementation @_cdecl("press_pad_config_init")
public func press_pad_config_init(_ config: UnsafeMutablePointer<press_pad_config>?) {
  config?.pointee = PadConfig.makeDefault()
}

@implementation @_cdecl("press_pad_size")
public func press_pad_size(_ sensors: Int) -> Int {
  sensors >= 1 && sensors <= Int(PRESS_PAD_SENSORS) ? Pad.size(sensors) : 0
}

@implementation @_cdecl("press_pad_init")
public func press_pad_init(
  _ storage: UnsafeMutableRawPointer?, _ bytes: Int, _ config: UnsafePointer<press_pad_config>?,
  _ sensors: UnsafePointer<press_sensor>?, _ count: Int, _ pad: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  guard let storage, let pad, UInt(bitPattern: storage) & 7 == 0, count >= 1, count <= Int(PRESS_PAD_SENSORS) else {
    return Status.invalid
  }
  if sensors == nil && count != 1 { return Status.invalid }
  let status = config.map { makePad(storage, bytes, $0, sensors, count) } ?? makeUsualPad(storage, bytes, sensors, count)
  if status == Status.ok { pad.pointee = OpaquePointer(storage) }
  return status
}

// Configs and sensors are large: each lies on the stack only where it is used.
@inline(never)
private func makeUsualPad(
  _ storage: UnsafeMutableRawPointer, _ bytes: Int, _ sensors: UnsafePointer<press_sensor>?, _ count: Int
) -> Int32 {
  var config = PadConfig.makeDefault()
  return makePad(storage, bytes, &config, sensors, count)
}

@inline(never)
private func makePad(
  _ storage: UnsafeMutableRawPointer, _ bytes: Int, _ config: UnsafePointer<press_pad_config>,
  _ sensors: UnsafePointer<press_sensor>?, _ count: Int
) -> Int32 {
  if let sensors { return makePad(storage, bytes, config, of: sensors, count) }
  return makePadOfUsualSensor(storage, bytes, config)
}

@inline(never)
private func makePadOfUsualSensor(
  _ storage: UnsafeMutableRawPointer, _ bytes: Int, _ config: UnsafePointer<press_pad_config>
) -> Int32 {
  if !PadConfig.isValid(config) { return Status.invalid }
  if bytes >= 0 && bytes < Pad.size(1) { return Status.noSpace }
  // It is made where it will lie.
  let sensor = Pad.firstSensor(in: storage)
  PadConfig.placeDefaultSensor(at: sensor)
  Pad.make(in: storage, config, sensor, 1)
  return Status.ok
}

@inline(never)
private func makePad(
  _ storage: UnsafeMutableRawPointer, _ bytes: Int, _ config: UnsafePointer<press_pad_config>,
  of sensors: UnsafePointer<press_sensor>, _ count: Int
) -> Int32 {
  if !PadConfig.isValid(config) { return Status.invalid }
  var i = 0
  while i < count {
    if !PadConfig.isValid(sensors + i) { return Status.invalid }
    i &+= 1
  }
  if bytes >= 0 && bytes < Pad.size(count) { return Status.noSpace }
  Pad.make(in: storage, config, sensors, count)
  return Status.ok
}

@implementation @_cdecl("press_pad_feed")
public func press_pad_feed(_ pad: OpaquePointer?, _ frame: UnsafePointer<press_frame>?, _ engine: OpaquePointer?) -> Int32 {
  guard let pad, let frame else { return Status.invalid }
  return Pad(pad).feed(frame, engine.map { Engine($0) })
}

@implementation @_cdecl("press_pad_tick")
public func press_pad_tick(_ pad: OpaquePointer?, _ t_us: UInt64, _ engine: OpaquePointer?) -> Int32 {
  guard let pad else { return Status.invalid }
  return Pad(pad).tick(t_us, engine.map { Engine($0) })
}

@implementation @_cdecl("press_pad_next_deadline")
public func press_pad_next_deadline(_ pad: OpaquePointer?) -> UInt64 {
  guard let pad else { return UInt64.max }
  return Pad(pad).nextDeadline
}

@implementation @_cdecl("press_pad_tare")
public func press_pad_tare(_ pad: OpaquePointer?, _ flags: UInt32) -> Int32 {
  guard let pad, flags & ~TareFlag.all == 0 else { return Status.invalid }
  return Pad(pad).tare(isForced: flags != 0)
}

@implementation @_cdecl("press_pad_read")
public func press_pad_read(_ pad: OpaquePointer?, _ reading: UnsafeMutablePointer<press_reading>?) -> Int32 {
  guard let pad, let reading else { return Status.invalid }
  reading.pointee = Pad(pad).reading
  return Status.ok
}

@implementation @_cdecl("press_pad_fit")
public func press_pad_fit(
  _ points: UnsafePointer<press_pad_point>?, _ count: Int, _ correction: UnsafeMutablePointer<press_pad_correction>?,
  _ worst: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let points, let correction, count >= 3, count <= Int(PRESS_PAD_FIT_POINTS) else { return Status.invalid }
  var found = Correction.makeIdentity()
  guard let error = Correction.fit(points, count, into: &found) else { return Status.invalid }
  correction.pointee = found
  worst?.pointee = error
  return Status.ok
}

@implementation @_cdecl("press_pad_get_stats")
public func press_pad_get_stats(_ pad: OpaquePointer?, _ stats: UnsafeMutablePointer<press_pad_stats>?) -> Int32 {
  guard let pad, let stats else { return Status.invalid }
  stats.pointee = Pad(pad).stats
  return Status.ok
}
