import CPress
import PressDevice
import Testing

private let parts = [PRESS_CONVERTER_ADS1115, PRESS_CONVERTER_ADS1015, PRESS_CONVERTER_TLA2024]
private let ranges: [UInt16] = [6144, 4096, 2048, 1024, 512, 256]
private let rates1115: [UInt16] = [8, 16, 32, 64, 128, 250, 475, 860]
private let rates1015: [UInt16] = [128, 250, 490, 920, 1600, 2400, 3300]
private let continuous = UInt8(PRESS_CONVERTER_FLAG_CONTINUOUS)
private let pollReady = UInt8(PRESS_CONVERTER_FLAG_POLL_READY)
private let readyPin = UInt8(PRESS_CONVERTER_FLAG_READY_PIN)

@Suite("ADS1115 and ADS1015 driver")
struct ADS1x15Tests {
  @Test("every model, range, rate, mode and set of channels reads the voltage within one code", arguments: parts)
  func everyConfig(model: Int) {
    var tried = 0
    for range in ranges {
      for rate in model != PRESS_CONVERTER_ADS1115 ? rates1015 : rates1115 {
        for flags in 0..<8 as Range<UInt8> {
          for channels in 1..<16 as Range<UInt16> {
            let config = Bench.config {
              $0.part = UInt8(model)
              $0.range_mv = range
              $0.rate_sps = rate
              $0.flags = flags
              $0.channels = channels
            }
            let several = channels & (channels - 1) != 0
            let bench = Bench(config)
            let accepted = config.isValid
            let hasPin = flags & readyPin == 0 || model != PRESS_CONVERTER_TLA2024
            #expect(accepted == (hasPin && !(several && flags & continuous != 0)))
            if !accepted { continue }
            for slow in [-0.25, 0, 0.25] {
              bench.bus.pointee.converter.oscillatorError = slow
              for _ in 0..<3 {
                let (status, frame) = bench.read()
                #expect(status == 0 && frame.failed == 0 && frame.present == (1 << bench.channels.count) - 1)
                #expect(bench.wrongCode(frame) == nil, "range \(range) rate \(rate) flags \(flags) channels \(channels)")
              }
            }
            tried += 1
          }
        }
      }
    }
    #expect(tried > 1500)
  }

  @Test("codes below 0 read as 0, codes above the range as the largest", arguments: parts)
  func clips(model: Int) {
    let config = Bench.config {
      $0.part = UInt8(model); $0.rate_sps = 250; $0.channels = 3; $0.range_mv = 1024
    }
    let bench = Bench(config, volts: [-0.2, 3, 0, 0])
    #expect(bench.read().frame.codes[0] == 0)
    #expect(bench.read().frame.codes[1] == (model != PRESS_CONVERTER_ADS1115 ? 2047 : 32767))
  }

  @Test("the low bits of an ADS1015 are not trusted")
  func masksLowBits() {
    let bench = Bench(
      Bench.config {
        $0.part = UInt8(PRESS_CONVERTER_ADS1015); $0.rate_sps = 1600
      })
    bench.bus.pointee.converter.lowBits = 0xF
    #expect(bench.wrongCode(bench.read().frame) == nil)
  }

  @Test("a step does at most one transfer and its retries")
  func oneTransferPerStep() {
    for flags in [0, continuous, pollReady, readyPin] {
      let bench = Bench(
        Bench.config {
          $0.flags = flags; $0.retries = 3; $0.channels = flags == continuous ? 1 : 15
        })
      for i in 0..<500 {
        if i == 250 { bench.bus.pointee.nacks = 40 }
        let before = bench.bus.pointee.transfers
        _ = bench.step()
        #expect(bench.bus.pointee.transfers - before <= 4)
        _ = bench.bus.pointee.wait(bench.driver.pointee.nextUs)
      }
    }
  }

  @Test("nothing is sent before the time has come")
  func earlyStepsAreSilent() {
    for flags in [0, continuous, pollReady] {
      let bench = Bench(Bench.config { $0.flags = flags })
      for _ in 0..<200 {
        _ = bench.step()
        let due = bench.driver.pointee.nextUs
        if due > bench.bus.pointee.us {
          let before = bench.bus.pointee.transfers
          _ = bench.step()
          _ = bench.bus.pointee.wait(due - 1)
          _ = bench.step()
          #expect(bench.bus.pointee.transfers == before)
        }
        _ = bench.bus.pointee.wait(due)
      }
    }
  }

  @Test("a frame of four channels takes four conversions and little more")
  func timeOfAFrame() {
    for (flags, most) in [(0, 1.42), (pollReady, 1.32)] as [(UInt8, Double)] {
      let bench = Bench(
        Bench.config {
          $0.flags = flags; $0.channels = 15
        })
      _ = bench.read()
      let begin = bench.bus.pointee.us
      for _ in 0..<100 { _ = bench.read() }
      let perChannel = Double(bench.bus.pointee.us - begin) / 400
      #expect(perChannel >= 1e6 / 860 * 1.1 && perChannel <= 1e6 / 860 * most, "\(perChannel) us")
    }
  }

  @Test("continuous mode delivers one code per period")
  func continuousRate() {
    let bench = Bench(Bench.config { $0.flags = continuous })
    _ = bench.read()
    let begin = bench.bus.pointee.us
    for _ in 0..<860 { _ = bench.read() }
    let seconds = Double(bench.bus.pointee.us - begin) / 1e6
    #expect(abs(seconds - 1) < 0.02, "\(seconds) s")
  }

  @Test("a loop that steps late by less than a period reads as often as the converter converts", arguments: [0, 30, 300, 1_100])
  func lateSteps(worstUs: UInt64) {
    let bench = Bench(Bench.config { $0.flags = continuous })
    _ = bench.read()
    let begin = bench.bus.pointee.us
    var frame = press_frame()
    var frames = 0
    var random = UInt64(7)
    while frames < 860 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let (next, now) = (bench.driver.pointee.nextUs, bench.bus.pointee.us)
      if next > now { _ = bench.bus.pointee.wait(next + (random >> 33) % max(worstUs, 1)) }
      if bench.driver.pointee.step(nowUs: bench.bus.pointee.us, frame: &frame) { frames += 1 }
    }
    let seconds = Double(bench.bus.pointee.us - begin) / 1e6
    #expect(abs(seconds - 1) < 0.02, "\(seconds) s")
  }

  @Test("a step that is late by periods is followed by one a period later, not by what was missed")
  func longPause() {
    let bench = Bench(Bench.config { $0.flags = continuous })
    _ = bench.read()
    _ = bench.bus.pointee.wait(bench.bus.pointee.us + 50_000)
    let begin = bench.bus.pointee.us
    for _ in 0..<10 { _ = bench.read() }
    #expect(bench.bus.pointee.us - begin > 9 * 1_163)
  }

  @Test("after a switch of the setting no older conversion is delivered, whatever the converter was doing")
  func dropsWhatBelongsToAnother() {
    // Somebody left it converting AIN3 continuously, eight times a second.
    for flags in [0, continuous, pollReady, readyPin] {
      let bench = Bench(Bench.config { $0.flags = flags }, oscillatorError: 0.1)
      let left: [UInt8] = [1, 0x70 | 0x02, 0x03]
      var wires = SimulatedWires()
      bench.bus.pointee.converter.write(left, count: 3, ns: 0, &wires)
      bench.bus.pointee.ns = 60_000_000
      let (status, frame) = bench.read()
      #expect(status == 0 && frame.present == 1)
      #expect(bench.wrongCode(frame) == nil)
    }
  }

  @Test("with the ready pin an edge is taken early, and a false one is not")
  func readyPinEdges() {
    let bench = Bench(
      Bench.config {
        $0.flags = readyPin; $0.channels = 15
      }, oscillatorError: -0.1)
    var frames = 0
    while frames < 50 {
      if let frame = bench.step() {
        frames += 1
        #expect(frame.present == 15)
        #expect(bench.wrongCode(frame) == nil)
      } else if let ready = bench.bus.pointee.converter.readyNs, bench.bus.pointee.converter.signalsReady {
        // A false edge half way, then the true one.
        _ = bench.bus.pointee.wait((bench.bus.pointee.us + ready / 1000) / 2)
        #expect(bench.step() == nil)
        _ = bench.bus.pointee.wait(ready / 1000 + 1)
      } else {
        _ = bench.bus.pointee.wait(bench.driver.pointee.nextUs)
      }
    }
    #expect(bench.bus.pointee.us < 50 * 4 * 1_450)
  }

  @Test("one NACK is retried, and nobody notices")
  func retriesOnce() {
    let bench = Bench(Bench.config { $0.channels = 3 })
    for _ in 0..<20 {
      bench.bus.pointee.nacks = 1
      let (status, frame) = bench.read()
      #expect(status == 0 && frame.present == 3 && frame.failed == 0)
    }
    #expect(bench.driver.pointee.error == PRESS_ERR_NACK)
  }

  @Test("a channel whose transfers fail is marked as failed, with the error")
  func failedChannel() {
    let bench = Bench(Bench.config { $0.channels = 7 })
    _ = bench.read()
    bench.bus.pointee.nacks = 2
    let frame = bench.read().frame
    #expect(frame.failed == 1 && frame.present == 6)
    #expect(bench.wrongCode(frame) == nil)
    #expect(bench.driver.pointee.error == PRESS_ERR_NACK)
    #expect(bench.read().frame.present == 7)
  }

  @Test("a time-out is not retried and fails the rest of the frame: a stalled bus costs one time-out")
  func stalled() {
    let bench = Bench(
      Bench.config {
        $0.channels = 15; $0.retries = 3
      })
    _ = bench.read()
    bench.bus.pointee.timeouts = 1
    let before = bench.bus.pointee.transfers
    let frame = bench.read().frame
    #expect(frame.failed == 15 && frame.present == 0)
    #expect(bench.bus.pointee.transfers - before == 1)
    #expect(bench.driver.pointee.error == PRESS_ERR_TIMEDOUT)
    let after = bench.read().frame
    #expect(after.present == 15 && bench.wrongCode(after) == nil)
  }

  @Test("who does not keep the config is not believed", arguments: [SimulatedTrouble.otherChip, .floating, .garbled])
  func anotherChip(trouble: SimulatedTrouble) {
    for flags in [0, continuous, pollReady, readyPin] {
      let bench = Bench(Bench.config { $0.flags = flags })
      bench.bus.pointee.trouble = trouble
      for _ in 0..<20 {
        let frame = bench.read().frame
        #expect(frame.present == 0 && frame.failed == 1, "flags \(flags)")
        #expect(bench.driver.pointee.error == PRESS_ERR_STATE)
      }
      bench.bus.pointee.trouble = .none
      let frame = bench.read().frame
      #expect(frame.present == 1 && bench.wrongCode(frame) == nil)
    }
  }

  @Test("what another program does on the bus gives no false code", arguments: [0, continuous, pollReady, readyPin])
  func sharedBus(flags: UInt8) {
    let bench = Bench(Bench.config { $0.flags = flags })
    _ = bench.read()
    bench.bus.pointee.trouble = .shared
    var present = 0
    while bench.bus.pointee.disturbances < 200 {
      let frame = bench.read().frame
      #expect(bench.wrongCode(frame) == nil)
      present += frame.present.nonzeroBitCount
    }
    #expect(present > 1000 && bench.driver.pointee.conflicts > 0)
  }

  @Test("in mid-run, another chip, noise and a converter that hangs are found with the next code", arguments: [0, continuous, pollReady, readyPin])
  func foundInMidRun(flags: UInt8) {
    for trouble in [SimulatedTrouble.otherChip, .garbled, .unready] {
      // A converter that runs by itself never says that it is done.
      if trouble == .unready && flags == continuous { continue }
      let bench = Bench(Bench.config { $0.flags = flags })
      for _ in 0..<10 { #expect(bench.read().frame.present == 1) }
      bench.bus.pointee.trouble = trouble
      #expect(bench.read().frame.failed == 1, "\(trouble) flags \(flags)")
      bench.bus.pointee.trouble = .none
      var frames = 0
      while bench.read().frame.present == 0 && frames < 100 { frames += 1 }
      #expect(frames < 3)
    }
  }

  @Test("in mid-run, codes of a data line that nobody drives are not believed", arguments: [0, continuous, pollReady, readyPin])
  func floating(flags: UInt8) {
    let bench = Bench(Bench.config { $0.flags = flags })
    for _ in 0..<10 { #expect(bench.read().frame.present == 1) }
    bench.bus.pointee.trouble = .floating
    for _ in 0..<10 { #expect(bench.read().frame.failed == 1) }
    bench.bus.pointee.trouble = .none
    #expect(bench.read().frame.present == 1)
  }

  @Test("an absent converter fails every channel, in bounded time and without hammering the bus")
  func absent() {
    let bench = Bench(Bench.config { $0.channels = 15 })
    bench.bus.pointee.unpluggedFromUs = 0
    var frames = 0
    while bench.bus.pointee.us < 1_000_000 {
      if let frame = bench.step() {
        #expect(frame.failed == 15 && frame.present == 0)
        frames += 1
      }
      _ = bench.bus.pointee.wait(bench.driver.pointee.nextUs)
    }
    #expect(frames > 100 && frames < 1000)
    #expect(bench.bus.pointee.transfers < 8000)
  }

  @Test("unplugged and plugged in again, it goes on by itself", arguments: [0, continuous, pollReady, readyPin])
  func unplugged(flags: UInt8) {
    let bench = Bench(Bench.config { $0.flags = flags })
    bench.bus.pointee.unpluggedFromUs = 100_000
    bench.bus.pointee.unpluggedToUs = 300_000
    var failed = 0
    while bench.bus.pointee.us < 600_000 {
      let frame = bench.read().frame
      #expect(bench.wrongCode(frame) == nil)
      if frame.failed != 0 { failed += 1 }
      if bench.bus.pointee.us > 310_000 { #expect(frame.present == 1) }
    }
    #expect(failed > 10)
  }

  @Test("after a reset of the converter the config is written again and no false code is delivered", arguments: [0, continuous, pollReady, readyPin])
  func powerGlitch(flags: UInt8) {
    for transfer in 1..<30 {
      let bench = Bench(
        Bench.config {
          $0.flags = flags; $0.channels = flags == continuous ? 2 : 15
        })
      for _ in 0..<3 { _ = bench.read() }
      bench.bus.pointee.resetBeforeTransfer = transfer
      for _ in 0..<40 {
        let (status, frame) = bench.read()
        #expect(status == 0)
        #expect(bench.wrongCode(frame) == nil, "reset before transfer \(transfer)")
      }
      #expect(bench.read().frame.failed == 0)
    }
  }

  @Test("thresholds of the ready pin come back after a reset")
  func thresholdsComeBack() {
    let bench = Bench(Bench.config { $0.flags = readyPin })
    for _ in 0..<3 { _ = bench.read() }
    bench.bus.pointee.converter.reset()
    for _ in 0..<80 { _ = bench.read() }
    #expect(bench.bus.pointee.converter.signalsReady)
  }

  @Test("a true zero is delivered")
  func trueZero() {
    for flags in [0, continuous, pollReady] {
      let bench = Bench(Bench.config { $0.flags = flags }, volts: [0, 1, 1, 1])
      for _ in 0..<100 {
        let (status, frame) = bench.read()
        #expect(status == 0 && frame.present == 1 && frame.codes[0] == 0)
      }
    }
  }

  @Test("a conversion that never ends is given up after ready_polls")
  func readyBitNever() {
    let bench = Bench(
      Bench.config {
        $0.flags = pollReady; $0.ready_polls = 5
      })
    _ = bench.read()
    bench.bus.pointee.converter.oscillatorError = 50
    let before = bench.bus.pointee.transfers
    let frame = bench.read().frame
    #expect(frame.failed == 1)
    #expect(bench.driver.pointee.error == PRESS_ERR_TIMEDOUT)
    #expect(bench.bus.pointee.transfers - before < 12)
  }

  @Test("a read ends when its time is up, also on a clock that stands")
  func readTimesOut() {
    let bench = Bench(Bench.config { $0.rate_sps = 8 })
    let (status, _) = bench.read(timeoutUs: 50_000)
    #expect(status == PRESS_ERR_TIMEDOUT)
    #expect(bench.bus.pointee.us <= 51_000)
    var bus = Bus.functions(bench.bus)
    bus.wait = { _, _ in 5 }
    var driver = I2CConverter(config: bench.config, bus: bus)
    var frame = press_frame()
    var result = driver.read(timeoutUs: 1000, frame: &frame)
    #expect(result == PRESS_ERR_TIMEDOUT)
    bus.wait = nil
    driver = I2CConverter(config: bench.config, bus: bus)
    result = driver.read(timeoutUs: 1000, frame: &frame)
    #expect(result == PRESS_ERR_INVAL)
  }

  @Test("on a slow bus without a clock no conversion is read before it is done")
  func slowBusWithoutClock() {
    for (model, rate) in [(PRESS_CONVERTER_ADS1015, 3300), (PRESS_CONVERTER_ADS1115, 860)] as [(Int, UInt16)] {
      let bench = Bench(
        Bench.config {
          $0.part = UInt8(model); $0.rate_sps = rate; $0.channels = 15
        }, oscillatorError: 0.1)
      bench.bus.pointee.hertz = 100_000
      var functions = Bus.functions(bench.bus)
      functions.wait = nil
      var driver = I2CConverter(config: bench.config, bus: functions)
      var frame = press_frame()
      var frames = 0
      while frames < 50 {
        if driver.step(nowUs: bench.bus.pointee.us, frame: &frame) {
          frames += 1
          #expect(frame.present == 15)
          #expect(bench.wrongCode(frame) == nil)
        }
        _ = bench.bus.pointee.wait(driver.nextUs)
      }
    }
  }

  @Test("a clock that steps back delays a frame by one wait at most")
  func clockStepsBack() {
    let bench = Bench(Bench.config())
    bench.bus.pointee.ns = 1_000_000_000_000
    _ = bench.read()
    _ = bench.step()
    bench.bus.pointee.ns = 5_000_000
    var frame = press_frame()
    var got = false
    for now in stride(from: 5_000, to: 20_000, by: 100) as StrideTo<UInt64> where !got {
      got = bench.driver.pointee.step(nowUs: now, frame: &frame)
    }
    #expect(got)
  }

  @Test("stop leaves the converter asleep, and reading goes on after it")
  func stops() {
    let bench = Bench(Bench.config { $0.flags = continuous })
    _ = bench.read()
    #expect(bench.driver.pointee.stop() == 0)
    #expect(bench.bus.pointee.converter.config & 0x0100 != 0)
    _ = bench.bus.pointee.wait(bench.bus.pointee.us + 10_000)
    let before = bench.bus.pointee.converter.conversions
    _ = bench.bus.pointee.wait(bench.bus.pointee.us + 100_000)
    _ = bench.bus.pointee.transfer(0x48, nil, 0, nil, 0)
    #expect(bench.bus.pointee.converter.conversions <= before + 1)
    #expect(bench.wrongCode(bench.read().frame) == nil)
    bench.bus.pointee.nacks = 9
    #expect(bench.driver.pointee.stop() == PRESS_ERR_NACK)
  }

  // MARK: Watching

  /// When the pin falls while AIN0 is watched, and has each of these voltages for 100 ms.
  private func alarm(_ bench: Bench, after: [Double], low: Int32 = 1000, high: Int32 = 2000) -> UInt64? {
    #expect(bench.driver.pointee.stop() == 0)
    #expect(bench.driver.pointee.watch(channel: 0, low: low, high: high) == 0)
    for volts in after {
      bench.bus.pointee.wires.inputs[0] = .volts(volts)
      let until = bench.bus.pointee.us + 100_000
      if let us = bench.bus.pointee.alertUs(beforeUs: until) { return us }
      _ = bench.bus.pointee.wait(until)
    }
    return nil
  }

  @Test("the comparator watches between two codes, and the next frame is as before", arguments: [0, continuous, pollReady, readyPin])
  func watches(flags: UInt8) {
    for isADS1015 in [false, true] {
      let bench = Bench(
        Bench.config {
          $0.flags = flags; if isADS1015 { $0.part = UInt8(PRESS_CONVERTER_ADS1015); $0.rate_sps = 920 }
        })
      let code = isADS1015 ? 4.096 / 2048 : 4.096 / 32768
      // A code on the edge of the window is within it. An ADS1015 may have low bits that are not 0.
      bench.bus.pointee.converter.lowBits = isADS1015 ? 15 : 0
      for (read, comes) in [(700.0, false), (500, false), (900, false), (901, true), (499, true)] {
        _ = bench.read()
        bench.bus.pointee.wires.inputs[0] = .volts(700 * code)
        let came = alarm(bench, after: [700 * code, read * code, read * code], low: 500, high: 900)
        #expect((came != nil) == comes, "\(read), flags \(flags)")
        if let came { _ = bench.bus.pointee.wait(came) }
        bench.bus.pointee.wires.inputs[0] = .volts(bench.volts[0])
        let frame = bench.read().frame
        #expect(frame.present == 1 && bench.wrongCode(frame) == nil)
        #expect(!bench.bus.pointee.converter.watches)
      }
    }
  }

  @Test("the pin falls with the second code beyond the window, not with one alone")
  func watchesForTwo() {
    let bench = Bench(Bench.config())
    bench.bus.pointee.wires.inputs[0] = .volts(0.2)
    let began = bench.bus.pointee.us
    let came = alarm(bench, after: [0.2, 0.2, 0.5])
    // It came after 200 ms: within two conversions and the one that was running.
    #expect(came.map { $0 > began + 200_000 && $0 < began + 200_000 + 3 * 1163 + 2000 } == true)
  }

  @Test("below a low of 0 nothing is too low, and at the largest code nothing is too high")
  func watchesOneSide() {
    let bench = Bench(Bench.config())
    #expect(alarm(bench, after: [0.2, -0.3, 0.0], low: 0, high: 2000) == nil)
    #expect(alarm(bench, after: [0.2, 4.5, 4.5], low: 1000, high: 32767) == nil)
    #expect(alarm(bench, after: [0.2, 4.5, 4.5], low: 1000, high: Int32.max) == nil)
    #expect(alarm(bench, after: [0.0], low: 1, high: 1) != nil)
  }

  @Test("a watch that fails watches nothing, and what cannot be watched is refused")
  func watchFails() {
    let bench = Bench(
      Bench.config {
        $0.channels = 0b1010; $0.flags = readyPin; $0.retries = 0
      })
    _ = bench.read()
    for wrong in [0, 2, 4, 33, UInt32.max] { #expect(bench.driver.pointee.watch(channel: wrong, low: 1, high: 2) == PRESS_ERR_INVAL) }
    #expect(bench.driver.pointee.watch(channel: 1, low: 3, high: 2) == PRESS_ERR_INVAL)
    for fails in 0..<3 {
      _ = bench.driver.pointee.stop()
      bench.bus.pointee.failsAt = bench.bus.pointee.transfers + UInt64(fails) + 1
      #expect(bench.driver.pointee.watch(channel: 1, low: 100, high: 200) == PRESS_ERR_NACK)
      #expect(bench.bus.pointee.alertUs(beforeUs: bench.bus.pointee.us + 100_000) == nil)
      let frame = bench.read().frame
      #expect(frame.present == 3 && bench.wrongCode(frame) == nil)
    }
  }

  @Test("ten thousand random faults give no false code and no endless loop", arguments: [0, continuous, pollReady, readyPin])
  func randomFaults(flags: UInt8) {
    let bench = Bench(
      Bench.config {
        $0.flags = flags; $0.channels = flags == continuous ? 4 : 13
      }, oscillatorError: 0.09, seed: 7)
    bench.bus.pointee.faultOnceIn = 4
    var present = 0
    var failed = 0
    while bench.bus.pointee.faults < 10_000 {
      let before = bench.bus.pointee.transfers
      let (status, frame) = bench.read()
      #expect(status == 0)
      #expect(bench.wrongCode(frame) == nil)
      #expect(frame.present & frame.failed == 0)
      #expect(frame.present | frame.failed == (1 << bench.channels.count) - 1)
      #expect(bench.bus.pointee.transfers - before < 400)
      present += frame.present.nonzeroBitCount
      failed += frame.failed.nonzeroBitCount
    }
    #expect(present > 2000 && failed > 2000)
  }
}
