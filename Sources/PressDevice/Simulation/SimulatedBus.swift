import CPress
import PressCore

/// A simulated bus with one or two simulated converters, and a motor, in virtual time: transfers and waits move the time on.
package struct SimulatedBus<Chip: SimulatedChip> {
  package var converter: Chip
  package var wires: SimulatedWires
  package var address: UInt8
  /// The second converter, present if its address is not 0.
  package var second: Chip
  package var secondWires = SimulatedWires()
  package var secondAddress: UInt8 = 0
  /// The motor, present if its address is not 0.
  package var motor = SimulatedDRV2605L()
  package var motorAddress: UInt8 = 0
  package var ns: UInt64 = 0
  /// Nine bits per byte on the wire, start and stop.
  package var hertz: UInt64 = 400_000

  /// The number of next transfers that are not acknowledged, and of those that time out.
  package var nacks = 0
  package var timeouts = 0
  /// The number of a transfer that is not acknowledged; 0: none.
  package var failsAt: UInt64 = 0
  /// The converter has no power from..<to.
  package var unpluggedFromUs: UInt64 = UInt64.max
  package var unpluggedToUs: UInt64 = UInt64.max
  /// The supply drops for a moment before this transfer: count down, 0: never.
  package var resetBeforeTransfer = 0
  /// One transfer in this many fails in some way; 0: none.
  package var faultOnceIn: UInt64 = 0
  package var storm: SimulatedStorm?
  /// Wrong all the time, unless the storm brings another.
  package var trouble = SimulatedTrouble.none

  package private(set) var transfers: UInt64 = 0
  package private(set) var faults: UInt64 = 0
  /// How often another program has interfered, and when it is due again.
  package private(set) var disturbances: UInt64 = 0
  private var disturbNs: UInt64 = 0
  private var wasUnplugged = false
  private var random: SimulatedRandom

  package init(_ chip: Chip, address: UInt8 = 0x48, seed: UInt64 = 1) {
    converter = chip
    second = chip
    wires = SimulatedWires(seed: seed)
    self.address = address
    random = SimulatedRandom(seed: seed ^ 0xB5)
  }

  package var us: UInt64 { ns / 1000 }

  package mutating func wait(_ untilUs: UInt64) -> UInt64 {
    if untilUs < UInt64.max / 1000 && untilUs * 1000 > ns { ns = untilUs * 1000 }
    return us
  }

  /// When the comparator of a converter ends a wait; nil: not before then.
  package mutating func alertUs(beforeUs us: UInt64) -> UInt64? {
    let ns = min(min(us, unpluggedFromUs), UInt64.max / 1000) * 1000
    let first = converter.alert(beforeNs: ns, &wires)
    let other = secondAddress == 0 ? nil : second.alert(beforeNs: min(ns, first ?? ns), &secondWires)
    guard let ended = other ?? first else { return nil }
    return ended / 1000 + 1
  }

  package mutating func transfer(
    _ address: UInt8, _ out: UnsafePointer<UInt8>?, _ outCount: Int, _ into: UnsafeMutablePointer<UInt8>?, _ inCount: Int
  ) -> Int32 {
    transfers += 1
    if resetBeforeTransfer > 0 {
      resetBeforeTransfer -= 1
      if resetBeforeTransfer == 0 { converter.reset() }
    }
    if motorAddress != 0 && address == motorAddress { return transferToMotor(out, outCount, into, inCount) }
    let isSecond = secondAddress != 0 && address == secondAddress
    if let error = refusal(address, isSecond) { return fail(error) }
    let trouble = troubleNow
    var isAnswerLost = trouble == .unheard
    switch trouble {
    case .none, .stuck, .unheard: break
    case .shared: disturb()
    case .silent:
      wasUnplugged = true
      return fail(Status.notAcknowledged)
    case .refused: return fail(Status.notAcknowledged)
    case .stalled: return fail(Status.timedOut)
    case .broken: return fail(Status.io)
    case .otherChip, .floating, .garbled:
      faults += 1
      spend(bytes: UInt64(outCount + inCount) + 2)
      if let into { fill(into, inCount, trouble) }
      return 0
    case .unready:
      faults += 1
      converter.delay(untilNs: ns + 10_000_000)
      second.delay(untilNs: ns + 10_000_000)
    }
    if faultOnceIn > 0 && random.once(in: faultOnceIn) {
      switch random.next() % 5 {
      case 0: return fail(Status.notAcknowledged)
      case 1: return fail(Status.timedOut)
      case 2: return fail(Status.io)
      case 3: isAnswerLost = true  // the converter received the transfer
      default:
        faults += 1
        if isSecond { second.reset() } else { converter.reset() }
      }
    }
    exchange(isSecond, out, outCount, into, inCount)
    return isAnswerLost ? fail(Status.io) : 0
  }

  /// Another program uses the converters each 50 ms, not in step with anything.
  private mutating func disturb() {
    if ns < disturbNs { return }
    disturbNs = ns + 48_000_000 + random.next() % 2_000_000
    disturbances += 1
    let way = random.next()
    spend(bytes: 5)
    converter.disturb(way, ns: ns, &wires)
    if secondAddress != 0 { second.disturb(way, ns: ns, &secondWires) }
  }

  /// The motor has its power from elsewhere, and no trouble but what the test sets up in it.
  private mutating func transferToMotor(
    _ out: UnsafePointer<UInt8>?, _ outCount: Int, _ into: UnsafeMutablePointer<UInt8>?, _ inCount: Int
  ) -> Int32 {
    if let out, outCount > 0 {
      spend(bytes: UInt64(outCount) + 1)
      motor.write(out, count: outCount, ns: ns, &wires)
    }
    if let into, inCount > 0 {
      spend(bytes: UInt64(inCount) + 1)
      motor.read(into, count: inCount, ns: ns, &wires)
    }
    return 0
  }

  /// Why no device answers, if so.
  private mutating func refusal(_ address: UInt8, _ isSecond: Bool) -> Int32? {
    if us >= unpluggedFromUs && us < unpluggedToUs {
      wasUnplugged = true
      return Status.notAcknowledged
    }
    if wasUnplugged {
      wasUnplugged = false
      converter.reset()
      second.reset()
    }
    if address != self.address && !isSecond { return Status.notAcknowledged }
    if transfers == failsAt { return Status.notAcknowledged }
    if nacks > 0 {
      nacks -= 1
      return Status.notAcknowledged
    }
    if timeouts > 0 {
      timeouts -= 1
      return Status.timedOut
    }
    return nil
  }

  private var troubleNow: SimulatedTrouble {
    mutating get {
      let time = us
      let now = storm?.trouble(atUs: time) ?? trouble
      if storm != nil || now != .none {
        converter.isStuck = now == .stuck
        second.isStuck = now == .stuck
      }
      return now
    }
  }

  /// The bytes that a reader gets if something other than a converter answers.
  private mutating func fill(_ into: UnsafeMutablePointer<UInt8>, _ count: Int, _ trouble: SimulatedTrouble) {
    for i in 0..<count { into[i] = trouble == .floating ? 0xFF : trouble == .otherChip ? 0x2A : UInt8(random.next() & 0xFF) }
  }

  private mutating func exchange(
    _ isSecond: Bool, _ out: UnsafePointer<UInt8>?, _ outCount: Int, _ into: UnsafeMutablePointer<UInt8>?, _ inCount: Int
  ) {
    if let out, outCount > 0 {
      spend(bytes: UInt64(outCount) + 1)
      if isSecond { second.write(out, count: outCount, ns: ns, &secondWires) } else { converter.write(out, count: outCount, ns: ns, &wires) }
    }
    if let into, inCount > 0 {
      spend(bytes: UInt64(inCount) + 1)
      if isSecond { second.read(into, count: inCount, ns: ns, &secondWires) } else { converter.read(into, count: inCount, ns: ns, &wires) }
    }
  }

  private mutating func fail(_ error: Int32) -> Int32 {
    faults += 1
    // An adapter gives up on a hanging bus after a while.
    if error == Status.timedOut { ns += 10_000_000 } else { spend(bytes: 1) }
    return error
  }

  private mutating func spend(bytes: UInt64) {
    ns += (bytes * 9 + 2) * 1_000_000_000 / hertz
  }
}
