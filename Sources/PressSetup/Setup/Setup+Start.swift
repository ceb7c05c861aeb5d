import CPress
import PressCore
import PressDevice

/// The drivers of the converters, and what they have read of a frame.
struct Drivers {
  var ads1x15: InlineArray<2, press_ads1x15>
  var part: InlineArray<2, press_converter>
  var codes: InlineArray<2, press_frame>
  /// Bits of converters that have their frame.
  var done: UInt32
  /// How many were started.
  var count: Int
  /// While a pad is made, which is handed all sensors side by side.
  var sensors: InlineArray<8, press_sensor>
}

extension Setup {
  /// Makes engine, pad and drivers. @return a status.
  public static func start(_ setup: UnsafeMutablePointer<Setup>, _ parts: UnsafeMutablePointer<press_setup_parts>) -> Int32 {
    if !setup.pointee.isAccepted { return Status.state }
    let settings = settings(setup)
    var (engine, pad) = (parts.pointee.engine, parts.pointee.pad)
    var status: Int32 = 0
    if let storage = parts.pointee.engine_storage {
      status = Engine.make(in: storage, parts.pointee.engine_bytes, settings.pointee.engine.config)
      engine = OpaquePointer(storage)
      if status == 0 { status = settings.pointee.furnish(Engine(OpaquePointer(storage)), tables(setup)) }
    }
    if let storage = parts.pointee.pad_storage, status == 0 {
      status = makePad(setup, storage, parts.pointee.pad_bytes)
      pad = OpaquePointer(storage)
    }
    if let bus = parts.pointee.bus, status == 0 { status = open(setup, bus) }
    if status == 0 { (parts.pointee.engine, parts.pointee.pad) = (engine, pad) }
    return status
  }

  private static func makePad(_ setup: UnsafeMutablePointer<Setup>, _ storage: UnsafeMutableRawPointer, _ bytes: Int) -> Int32 {
    let settings = settings(setup)
    let count = settings.pointee.count(.sensor)
    for i in 0..<count { setup.pointee.drivers.sensors[i] = settings.pointee.sensor[i].sensor }
    return withUnsafePointer(to: &setup.pointee.drivers.sensors) {
      let sensors = UnsafeRawPointer($0).assumingMemoryBound(to: press_sensor.self)
      return Pad.make(in: storage, bytes, &settings.pointee.pad.config, sensors, count)
    }
  }

  private static func open(_ setup: UnsafeMutablePointer<Setup>, _ bus: UnsafePointer<press_bus>) -> Int32 {
    let settings = settings(setup)
    var status: Int32 = 0
    setup.pointee.drivers.done = 0
    setup.pointee.drivers.count = 0
    let count = settings.pointee.count(.converter)
    for c in 0..<count where status == 0 {
      let channels = settings.pointee.channels(ofConverter: c)
      if let number = settings.pointee.converter[c].model.partNumber {
        status = I2CConverter.make(&setup.pointee.drivers.part[c], settings.pointee.converter[c].partConfig(number, channels), bus)
      } else {
        status = ADS1x15.make(&setup.pointee.drivers.ads1x15[c], settings.pointee.converter[c].ads1x15Config(channels), bus)
      }
    }
    if status == 0 { setup.pointee.drivers.count = count }
    return status
  }

  /// Does what is due. @return 1: the frame is complete; 0; or a status.
  public static func step(_ setup: UnsafeMutablePointer<Setup>, _ now: UInt64, _ frame: UnsafeMutablePointer<press_frame>) -> Int32 {
    let count = setup.pointee.drivers.count
    if count == 0 { return Status.state }
    for c in 0..<count where setup.pointee.drivers.done >> UInt32(c) & 1 == 0 {
      let isPart = settings(setup).pointee.converter[c].model.partNumber != nil
      let isDone =
        isPart
        ? I2CConverter.step(&setup.pointee.drivers.part[c], now, &setup.pointee.drivers.codes[c])
        : ADS1x15.step(&setup.pointee.drivers.ads1x15[c], now, &setup.pointee.drivers.codes[c])
      if isDone == 1 { setup.pointee.drivers.done |= 1 << UInt32(c) }
    }
    if setup.pointee.drivers.done != (1 << UInt32(count)) - 1 { return 0 }
    setup.pointee.drivers.done = 0
    frame.pointee = withUnsafePointer(to: &setup.pointee.drivers.codes) {
      settings(setup).pointee.joined(UnsafeRawPointer($0).assumingMemoryBound(to: press_frame.self), at: now)
    }
    return 1
  }

  /// When the next step is due.
  public static func next(_ setup: UnsafeMutablePointer<Setup>) -> UInt64 {
    var next = UInt64.max
    for c in 0..<setup.pointee.drivers.count where setup.pointee.drivers.done >> UInt32(c) & 1 == 0 {
      let isPart = settings(setup).pointee.converter[c].model.partNumber != nil
      let own =
        isPart ? I2CConverter.next(&setup.pointee.drivers.part[c]) : ADS1x15.next(&setup.pointee.drivers.ads1x15[c])
      next = min(next, own)
    }
    return next
  }
}
