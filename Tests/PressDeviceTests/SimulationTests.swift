import CPress
import PressDevice
import Testing

@Suite("Simulation")
struct SimulationTests {
  private func board(seed: UInt64) -> Bench {
    let bench = Bench(Bench.config(), seed: seed)
    var sensor = SimulatedFSR()
    sensor.spikeOnceIn = 100
    bench.bus.pointee.wires.inputs[0] = .sensor(sensor, place: 0)
    var finger = SimulatedFinger()
    for (us, newtons) in [(0, 0), (300_000, 3), (700_000, 3), (1_000_000, 0)] as [(UInt64, Double)] {
      finger.add(FingerKey(us: us, newtons: newtons))
    }
    bench.bus.pointee.wires.finger = finger
    return bench
  }

  @Test("the same seed gives the same codes, another seed others")
  func repeatable() {
    func codes(_ seed: UInt64) -> [Int32] {
      let bench = board(seed: seed)
      return (0..<500).map { _ in bench.read().frame.codes[0] }
    }
    #expect(codes(1) == codes(1))
    #expect(codes(1) != codes(2))
  }

  @Test("a converter wakes up as its data sheet says")
  func resetValue() {
    var converter = SimulatedADS1x15()
    var wires = SimulatedWires()
    var bytes: [UInt8] = [1, 0]
    converter.write(bytes, count: 1, ns: 0, &wires)
    converter.read(&bytes, count: 2, ns: 0, &wires)
    #expect(bytes == [0x85, 0x83])
  }

  @Test("a conversion takes the time of its rate, and the ready bit says when", arguments: [8, 128, 860] as [UInt16])
  func conversionTime(rate: UInt16) {
    var converter = SimulatedADS1x15()
    var wires = SimulatedWires()
    wires.inputs[1] = .volts(1)
    let low = UInt8([8: 0x00, 128: 0x80, 860: 0xE0][rate]!) | 3
    converter.write([1, 0xD3, low], count: 3, ns: 0, &wires)
    let done = UInt64(1e9 / Double(rate)) + 20_000
    #expect(converter.readyNs.map { $0 / 1000 } == done / 1000)
    var bytes: [UInt8] = [0, 0]
    converter.read(&bytes, count: 2, ns: done - 1000, &wires)
    #expect(bytes[0] & 0x80 == 0)
    converter.read(&bytes, count: 2, ns: done + 1000, &wires)
    #expect(bytes[0] & 0x80 != 0)
    converter.write([0], count: 1, ns: done + 1000, &wires)
    converter.read(&bytes, count: 2, ns: done + 1000, &wires)
    #expect(Int(bytes[0]) << 8 | Int(bytes[1]) == 8000)
  }

  @Test("only its own address is acknowledged, and faults come as often as they were ordered")
  func faults() {
    var bus = Bus(SimulatedADS1x15(), address: 0x49)
    var bytes: [UInt8] = [1]
    func transfer(_ address: UInt8) -> Int { Int(bus.transfer(address, bytes, 1, &bytes, 0)) }
    #expect(transfer(0x48) == PRESS_ERR_NACK)
    #expect(transfer(0x49) == 0)
    bus.nacks = 2
    bus.timeouts = 1
    #expect((0..<4).map { _ in transfer(0x49) } == [PRESS_ERR_NACK, PRESS_ERR_NACK, PRESS_ERR_TIMEDOUT, 0])
    bus.unpluggedFromUs = bus.us
    bus.unpluggedToUs = bus.us + 1000
    #expect(transfer(0x49) == PRESS_ERR_NACK)
    _ = bus.wait(bus.unpluggedToUs)
    #expect(transfer(0x49) == 0)
  }

  @Test("a stuck converter repeats its code, whatever the voltage does")
  func stuck() {
    let bench = Bench(Bench.config())
    let before = bench.read().frame.codes[0]
    bench.bus.pointee.converter.isStuck = true
    bench.bus.pointee.wires.inputs[0] = .volts(2)
    #expect(bench.read().frame.codes[0] == before)
  }

  @Test("pulled up, the voltage falls with force; a parallel resistor shows where nothing is pressed")
  func circuits() {
    var random = SimulatedRandom(seed: 1)
    var down = SimulatedFSR()
    down.noiseVolts = 0
    var up = down
    up.isPulledUp = true
    #expect(abs(down.volts(newtons: 0, seconds: 0, random: &random)) < 0.001)
    #expect(abs(up.volts(newtons: 0, seconds: 0, random: &random) - 3.3) < 0.001)
    #expect(abs(down.volts(newtons: 2, seconds: 0, random: &random) + up.volts(newtons: 2, seconds: 0, random: &random) - 3.3) < 1e-9)
    var watched = down
    watched.parallelOhm = 470_000
    watched.turnOnNewtons = 100
    #expect(abs(watched.volts(newtons: 0, seconds: 0, random: &random) - 3.3 * 4700 / 474_700) < 0.001)
  }

  @Test("conductance rises with force, is higher on the way back, and creeps")
  func fsr() {
    var sensor = SimulatedFSR()
    var rising: [Double] = []
    var seconds = 0.0
    for i in 0...40 { seconds += 0.001; rising.append(sensor.conductance(newtons: Double(i) / 4, seconds: seconds)) }
    #expect(zip(rising, rising.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(abs(rising[4] - 152) < 3)
    seconds += 0.001
    #expect(sensor.conductance(newtons: 1, seconds: seconds) > rising[4] * 1.03)
    var resting = SimulatedFSR()
    let early = resting.conductance(newtons: 2, seconds: 0.001)
    var late = early
    for i in 1...10_000 { late = resting.conductance(newtons: 2, seconds: Double(i) / 1000) }
    #expect(late > early * 1.05 && late < early * 1.2)
  }

  @Test("a finger passes through its keys and holds at the ends")
  func finger() {
    var finger = SimulatedFinger()
    #expect(finger.newtons(atUs: 5) == 0)
    let added = [
      finger.add(FingerKey(us: 100, newtons: 1)),
      finger.add(FingerKey(us: 200, newtons: 3, smooth: false)),
      finger.add(FingerKey(us: 200, newtons: 4)),
    ]
    #expect(added == [true, true, false])
    #expect(finger.newtons(atUs: 0) == 1)
    #expect(finger.newtons(atUs: 150) == 2)
    #expect(finger.newtons(atUs: 200) == 3)
    #expect(finger.newtons(atUs: 999) == 3)
  }

  @Test("a finger moves from place to place with its force")
  func fingerMoves() {
    var finger = SimulatedFinger()
    finger.add(FingerKey(us: 0, newtons: 2, x: 10, y: 80))
    finger.add(FingerKey(us: 100, newtons: 2, x: 50, y: 20, smooth: false))
    let half = finger.touch(atUs: 50)
    #expect(half.newtons == 2 && half.x == 30 && half.y == 50)
    let after = finger.touch(atUs: 500)
    #expect(after.x == 50 && after.y == 20)
  }

  @Test(
    "the shares of a plate add up, balance where the finger is, and none pulls",
    arguments: [
      [(0, 0), (100, 0)], [(0, 0), (100, 0), (0, 100)], [(0, 0), (100, 0), (0, 100), (100, 100)],
      [(0, 0), (60, 10), (120, 0), (20, 90), (100, 100)],
    ] as [[(Double, Double)]])
  func shares(corners: [(Double, Double)]) {
    var plate = SimulatedPlate()
    for (x, y) in corners { plate.add(x: x, y: y, preload: 0) }
    for a in 0...10 {
      for b in 0...(corners.count == 2 ? 0 : 10 - a) {
        // Inside the triangle of the first, second and last but one or last sensor.
        let third = corners[corners.count - 1]
        let u = Double(a) / 10
        let v = Double(b) / 10
        let x = corners[0].0 + u * (corners[1].0 - corners[0].0) + v * (third.0 - corners[0].0)
        let y = corners[0].1 + u * (corners[1].1 - corners[0].1) + v * (third.1 - corners[0].1)
        let shares = corners.indices.map { plate.newtons(at: $0, SimulatedTouch(newtons: 1, x: x, y: y)) }
        #expect(shares.allSatisfy { $0 >= 0 })
        #expect(abs(shares.reduce(0, +) - 1) < 1e-9)
        #expect(abs(zip(shares, corners).map { $0 * $1.0 }.reduce(0, +) - x) < 1e-6)
        #expect(abs(zip(shares, corners).map { $0 * $1.1 }.reduce(0, +) - y) < 1e-6)
      }
    }
  }

  @Test("a sensor under preload is pressed, whatever other sensors do")
  func preload() {
    var plate = SimulatedPlate()
    plate.add(x: 0, y: 0, preload: 0.5)
    plate.add(x: 100, y: 0, preload: 0.25)
    let touch = SimulatedTouch(newtons: 4, x: 25, y: 0)
    #expect(plate.newtons(at: 0, touch) == 3.5 && plate.newtons(at: 1, touch) == 1.25)
  }

  @Test(
    "a plate with a preload has the far share of its stiffness, and balances also where a sensor has lifted off",
    arguments: [0, 0.3, 0.98, 1], [0.25, 1, 2])
  func stiffness(twist: Double, preload: Double) {
    var plate = SimulatedPlate()
    plate.twist = twist
    let corners = [(0.0, 0.0), (100.0, 0.0), (0.0, 100.0), (100.0, 100.0)]
    for (x, y) in corners { plate.add(x: x, y: y, preload: preload) }
    for place in stride(from: 10.0, through: 50, by: 5) {
      let touch = SimulatedTouch(newtons: 4, x: place, y: place)
      let newtons = corners.indices.map { plate.newtons(at: $0, touch) }
      let part = 1 - place / 50
      let far = preload + (1 - 2 * part + twist * part * part)
      #expect(abs(newtons[3] - max(far, 0)) < 1e-9)
      #expect(newtons.allSatisfy { $0 >= 0 })
      #expect(abs(newtons.reduce(0, +) - 4 * preload - 4) < 1e-9)
      #expect(abs(zip(newtons, corners).map { ($0 - preload) * $1.0 }.reduce(0, +) / 4 - place) < 1e-6)
    }
  }

  @Test("two converters see the same presses of a person, however often each looks")
  func personTwice() {
    var often = SimulatedPresses(.average, on: SimulatedPlate(), seed: 3)
    var seldom = often
    for i in 0..<60_000 {
      let newtons = often.touch(atSeconds: Double(i) / 1000).newtons
      if i % 7 == 0 { #expect(seldom.touch(atSeconds: Double(i) / 1000).newtons == newtons) }
    }
  }
}
