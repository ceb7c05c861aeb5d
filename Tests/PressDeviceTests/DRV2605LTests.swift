import CPress
import PressDevice
import Testing

/// A driver on a bus with its simulated chip.
private final class MotorBench {
  typealias Bus = SimulatedBus<SimulatedDRV2605L>
  let bus: UnsafeMutablePointer<Bus>
  var driver: DRV2605L

  init(_ change: (inout press_drv2605l_config) -> Void = { _ in }) {
    var config = press_drv2605l_config()
    press_drv2605l_config.setDefaults(&config)
    change(&config)
    bus = .allocate(capacity: 1)
    bus.initialize(to: Bus(SimulatedDRV2605L(), address: 0x5A, seed: 7))
    var functions = press_bus()
    functions.size = UInt32(MemoryLayout<press_bus>.size)
    functions.user = UnsafeMutableRawPointer(bus)
    functions.transfer = { address, out, outCount, into, inCount, user in
      guard let user else { return Int32(PRESS_ERR_INVAL) }
      return user.assumingMemoryBound(to: Bus.self).pointee.transfer(address, out, outCount, into, inCount)
    }
    driver = DRV2605L(config: config, bus: functions)
  }

  deinit { bus.deallocate() }

  var status: press_drv2605l_status {
    var status = press_drv2605l_status()
    driver.describe(&status)
    return status
  }

  var output: Int { bus.pointee.converter.output(ns: bus.pointee.ns) }

  /// Steps whatever is due.
  func run(us: UInt64) {
    let end = bus.pointee.us + us
    while driver.nextUs <= end {
      _ = bus.pointee.wait(driver.nextUs)
      let before = bus.pointee.transfers
      _ = driver.step(nowUs: bus.pointee.us)
      #expect(bus.pointee.transfers - before <= 2, "a step does one transfer and its retry")
    }
    _ = bus.pointee.wait(end)
  }

  func play(_ kind: Int, _ strength: Double = 1) { driver.play(UInt32(kind), Int32(strength * 65536), bus.pointee.us) }
}

@Suite("The DRV2605L")
struct DRV2605LTests {
  @Test("its state fits the storage that the header promises")
  func stateFits() {
    #expect(MemoryLayout<DRV2605L>.size <= MemoryLayout<press_drv2605l>.size)
    #expect(MemoryLayout<DRV2605L>.alignment <= MemoryLayout<press_drv2605l>.alignment)
  }

  @Test("an effect drives the motor and ends, and the chip sleeps")
  func effects() {
    let bench = MotorBench()
    bench.run(us: 1_000_000)
    #expect(bench.bus.pointee.converter.register(1) == 0x40)
    bench.play(PRESS_EFFECT_FIRM)
    bench.run(us: 5_000)
    #expect(bench.output > 0)
    bench.run(us: 1_000_000)
    #expect(bench.output == 0 && bench.bus.pointee.converter.plays == 1 && bench.bus.pointee.converter.register(1) == 0x40)
  }

  @Test("from the request to GO it takes less than half a millisecond at 400 kHz")
  func latency() {
    let bench = MotorBench()
    bench.run(us: 1_000_000)
    let asked = bench.bus.pointee.us
    bench.play(PRESS_EFFECT_SOFT)
    _ = bench.driver.step(nowUs: asked)
    _ = bench.driver.step(nowUs: bench.bus.pointee.us)
    #expect(bench.output > 0 && bench.bus.pointee.us - asked < 500)
  }

  @Test("a level drives as strongly as it says, and ends by itself")
  func levels() {
    let bench = MotorBench()
    bench.run(us: 1_000_000)
    bench.play(PRESS_EFFECT_LEVEL, 0.5)
    bench.run(us: 10_000)
    #expect(bench.output == 64)
    bench.play(PRESS_EFFECT_LEVEL, 1)
    bench.run(us: 10_000)
    #expect(bench.output == 127)
    bench.run(us: 2_100_000)
    #expect(bench.output == 0)
  }

  @Test("the motor is calibrated, or a fault says that it was not", arguments: [false, true])
  func calibration(isMotorStuck: Bool) {
    let bench = MotorBench { $0.flags = UInt8(PRESS_DRV2605L_FLAG_CALIBRATE) }
    bench.bus.pointee.converter.isMotorStuck = isMotorStuck
    bench.run(us: 3_000_000)
    #expect(bench.status.is_calibrated == (isMotorStuck ? 0 : 1))
    #expect(bench.status.faults == UInt32(isMotorStuck ? PRESS_DRV2605L_FAULT_CALIBRATION : 0))
    #expect(bench.status.compensation == (isMotorStuck ? 0x0C : 0x0D))
    bench.play(PRESS_EFFECT_FIRM)
    bench.run(us: 5_000)
    #expect(bench.output > 0)
  }

  @Test("a shorted output is reported")
  func short() {
    let bench = MotorBench()
    bench.run(us: 1_000_000)
    bench.bus.pointee.converter.isShorted = true
    bench.play(PRESS_EFFECT_FIRM)
    bench.run(us: 1_000_000)
    #expect(bench.status.faults == UInt32(PRESS_DRV2605L_FAULT_CURRENT))
  }

  @Test("whatever goes wrong on the bus, it plays again afterwards and never drives on", arguments: 1...40)
  func storm(seed: Int) {
    let bench = MotorBench()
    bench.run(us: 200_000)
    bench.bus.pointee.storm = SimulatedStorm(fromUs: 200_000, untilUs: 6_000_000, seed: UInt64(seed))
    for i in 0..<60 {
      bench.play([PRESS_EFFECT_LEVEL, PRESS_EFFECT_TICK, PRESS_EFFECT_FIRM, PRESS_EFFECT_LEVEL][i % 4], Double(i % 5) / 4)
      bench.run(us: 97_000)
    }
    bench.run(us: 14_000_000)
    #expect(bench.status.state == UInt32(PRESS_DRV2605L_READY) && bench.output == 0)
    #expect(bench.bus.pointee.converter.register(0x1E) & 3 == 0, "nothing is burnt")
    let before = bench.bus.pointee.converter.plays
    bench.play(PRESS_EFFECT_FIRM)
    bench.run(us: 1_000)
    #expect(bench.bus.pointee.converter.plays == before + 1)
  }
}
