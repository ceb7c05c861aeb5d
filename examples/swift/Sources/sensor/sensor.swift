// A force-sensing resistor behind an ADS1115: `sensor /dev/i2c-1` prints the events, for as many seconds as a second argument says.
import Engine
import Glibc
import I2C
import press

func now() -> UInt64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
}

/// Writes, then, after a repeated start, reads.
func transfer(
  _ address: UInt8, _ out: UnsafePointer<UInt8>?, _ outCount: Int, _ into: UnsafeMutablePointer<UInt8>?, _ inCount: Int,
  _ user: UnsafeMutableRawPointer?
) -> Int32 {
  unsafe withUnsafeTemporaryAllocation(of: i2c_msg.self, capacity: 2) { messages in
    var count = 0
    if outCount > 0 {
      unsafe messages[0] = i2c_msg(addr: UInt16(address), flags: 0, len: UInt16(outCount), buf: UnsafeMutablePointer(mutating: out))
      count = 1
    }
    if inCount > 0 {
      unsafe messages[count] = i2c_msg(addr: UInt16(address), flags: UInt16(I2C_M_RD), len: UInt16(inCount), buf: into)
      count += 1
    }
    var all = unsafe i2c_rdwr_ioctl_data(msgs: messages.baseAddress, nmsgs: UInt32(count))
    let done = unsafe ioctl(Int32(Int(bitPattern: user)), UInt(I2C_RDWR), &all)
    if done == count { return PRESS_OK }
    return errno == EREMOTEIO || errno == ENXIO ? PRESS_ERR_NACK : errno == ETIMEDOUT ? PRESS_ERR_TIMEDOUT : PRESS_ERR_IO
  }
}

@main struct Sensor {
  static func main() {
    let arguments = CommandLine.arguments
    let node = arguments.count > 1 ? arguments[1] : "/dev/i2c-1"
    let end = arguments.count > 2 ? now() + (UInt64(arguments[2]) ?? 0) * 1_000_000 : PRESS_NEVER
    let file = unsafe open(node, O_RDWR | O_CLOEXEC)
    if file < 0 { return unsafe print("\(node): \(words(strerror(errno)))") }

    var bus = unsafe press_bus.defaults
    unsafe bus.user = UnsafeMutableRawPointer(bitPattern: Int(file))
    unsafe bus.transfer = transfer
    unsafe bus.wait = { _, _ in now() }
    var chip = press_converter_config.defaults
    chip.part = .ads1115
    chip.address = 0x48
    chip.flags = .continuous
    chip.rate_sps = 250
    let converter = UnsafeMutablePointer<press_converter>.allocate(capacity: 1)
    unsafe check(press_converter_init(converter, &chip, &bus))

    let engine = Engine()
    engine.onEvent = { event in
      if event.type != .previewUpdated && event.type != .commitUpdated || event.flags.contains(.ended) { print(line(event)) }
    }
    let bytes = PRESS_PAD_STORAGE_FOR(sensors: 1)
    let storage = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 8)
    var made: press_pad?
    unsafe check(press_pad_init(storage, bytes, nil, nil, 1, &made))  // an FSR 402 with 10 kOhm to ground, on all of the codes
    let pad = made!

    let begin = now()
    var hasAnswered = false
    var time = begin
    while time < end {
      var frame = press_frame()
      if unsafe press_converter_step(converter, time, &frame) > 0 {
        hasAnswered = hasAnswered || frame.present != 0
        if !hasAnswered && time - begin > 500_000 {
          return unsafe print("\(node), address 0x48: \(words(press_strerror(press_converter_last_error(converter))))")
        }
        if hasAnswered { unsafe check(pad.feed(&frame, engine: engine.press)) }  // a reading that failed becomes a fault of the sensor
      }
      if min(pad.nextDeadline(), engine.press.nextDeadline()) <= time { check(pad.tick(time, engine: engine.press)) }
      let due = unsafe min(pad.nextDeadline(), engine.press.nextDeadline(), press_converter_next_deadline(converter), end)
      time = now()
      if due > time { usleep(UInt32(min(due - time, 1_000_000))) }
      time = now()
    }
    check(engine.press.reset())
    unsafe check(press_converter_stop(converter))
  }
}
