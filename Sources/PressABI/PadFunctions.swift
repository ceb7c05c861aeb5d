import CPress
import PressCore

@implementation @_cdecl("press_pad_size")
public func press_pad_size(_ sensors: Int) -> Int {
  sensors >= 1 && sensors <= Int(PRESS_PAD_SENSORS) ? Pad.size(sensors) : 0
}

@implementation @_cdecl("press_pad_init")
public func press_pad_init(
  _ storage: UnsafeMutableRawPointer?, _ bytes: Int, _ config: UnsafePointer<press_pad_config>?,
  _ sensors: UnsafePointer<press_sensor>?, _ count: Int, _ pad: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  var full = press_pad_config()
  guard let storage, let pad, read(config, into: &full) else { return Status.invalid }
  let status = Pad.make(in: storage, bytes, &full, sensors, count)
  if status == Status.ok { pad.pointee = OpaquePointer(storage) }
  return status
}

@implementation @_cdecl("press_pad_set_sensors")
public func press_pad_set_sensors(_ pad: OpaquePointer?, _ sensors: UnsafePointer<press_sensor>?, _ count: Int) -> Int32 {
  guard let pad, let sensors, count == Pad(pad).sensorCount else { return Status.invalid }
  let stride = Int(truncatingIfNeeded: sensors.pointee.size)
  return Pad.areValid(sensors, count, stride) ? Pad(pad).set(sensors, stride: stride) : Status.invalid
}

@implementation @_cdecl("press_pad_set")
public func press_pad_set(_ pad: OpaquePointer?, _ config: UnsafePointer<press_pad_config>?) -> Int32 {
  guard let pad, let config else { return Status.invalid }
  var full = press_pad_config()
  return read(config, into: &full) ? Pad(pad).set(&full) : Status.invalid
}

@implementation @_cdecl("press_pad_get_config")
public func press_pad_get_config(_ pad: OpaquePointer?, _ config: UnsafeMutablePointer<press_pad_config>?) -> Int32 {
  guard let pad, let config, Sized.hasRoom(config) else { return Status.invalid }
  var given = Pad(pad).given
  Sized.write(&given, to: config)
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

@implementation @_cdecl("press_pad_get")
public func press_pad_get(_ pad: OpaquePointer?, _ reading: UnsafeMutablePointer<press_reading>?) -> Int32 {
  guard let pad, let reading, Sized.hasRoom(reading) else { return Status.invalid }
  var now = Pad(pad).reading
  Sized.write(&now, to: reading)
  return Status.ok
}

@implementation @_cdecl("press_pad_fit")
public func press_pad_fit(
  _ points: UnsafePointer<press_pad_point>?, _ count: Int, _ correction: UnsafeMutablePointer<press_pad_correction>?,
  _ worst: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let points, let correction, count >= 3, count <= Int(PRESS_PAD_FIT_POINTS) else { return Status.invalid }
  var found = press_pad_correction.makeDefault
  guard let error = Correction.fit(points, count, into: &found) else { return Status.invalid }
  correction.pointee = found
  worst?.pointee = error
  return Status.ok
}

@implementation @_cdecl("press_pad_get_stats")
public func press_pad_get_stats(_ pad: OpaquePointer?, _ stats: UnsafeMutablePointer<press_pad_stats>?) -> Int32 {
  guard let pad, let stats, Sized.hasRoom(stats) else { return Status.invalid }
  var now = Pad(pad).stats
  Sized.write(&now, to: stats)
  return Status.ok
}
