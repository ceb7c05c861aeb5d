import CPress
import PressSetup

/// A DRV2605L on the bus of the converters. It is stepped between two frames, if the step ends before the next frame.
struct Motor {
  /// The longest transfer at 100 kHz, 11 bytes, and the time that the kernel adds.
  static let stepUs: UInt64 = 1_200

  private var driver = press_drv2605l()
  private var isOpen = false
  private var readyUs: UInt32 = 0
  /// The time of the sample of the effect that was handed over last.
  private var sampleUs: UInt64 = 0
  private var played: UInt32 = 0
  private var faults: UInt32 = 0
  private var isReported = false
  private var wasCalibrated = false

  init() {}

  /// @return a status.
  mutating func start(_ settings: inout Settings, _ bus: inout press_bus) -> Int32 {
    let feedback = settings.feedback
    if !feedback.enabled || !feedback.drv2605l { return 0 }
    var config = settings.motorConfig()
    wasCalibrated = config.flags & UInt8(PRESS_DRV2605L_FLAG_CALIBRATED) != 0
    let status = press_drv2605l_init(&driver, &config, &bus)
    isOpen = status == 0
    readyUs = UInt32(clamping: feedback.readyUs)
    return status
  }

  /// Does the steps that are due. @return the time of the next call; UInt64.max: after the next frame.
  mutating func work(_ board: UnsafeMutablePointer<Board>, beforeUs: UInt64) -> UInt64 {
    if !isOpen { return UInt64.max }
    var now = Bus.wait(board, 0)
    if var effect = board.program.pointee.effect {
      board.program.pointee.effect = nil
      sampleUs = effect.t_us
      _ = press_drv2605l_play(&driver, now, &effect)
    }
    if board.program.pointee.expectsEffect {
      board.program.pointee.expectsEffect = false
      if readyUs != 0 { _ = press_drv2605l_arm(&driver, now, readyUs) }
    }
    while true {
      let next = press_drv2605l_next_deadline(&driver)
      if next == UInt64.max || max(next, now) + Self.stepUs > beforeUs { return UInt64.max }
      if next > now { return next }
      let changed = press_drv2605l_step(&driver, now) == 1
      let end = Bus.wait(board, 0)
      look(board, changed, end)
      now = end
    }
  }

  private mutating func look(_ board: UnsafeMutablePointer<Board>, _ changed: Bool, _ us: UInt64) {
    var status = press_drv2605l_status()
    press_drv2605l_status_init(&status)
    _ = press_drv2605l_get(&driver, &status)
    if status.played != played {
      played = status.played
      board.program.pointee.statistics.effectsPlayed += 1
      let since = us > sampleUs ? us - sampleUs : 0
      board.program.pointee.statistics.effectWorstUs = max(board.program.pointee.statistics.effectWorstUs, since)
    }
    let isDown = status.state == PRESS_DRV2605L_SETTING_UP && status.last_error != 0
    if isDown && !isReported {
      isReported = true
      let check: StaticString =
        status.last_error == PRESS_ERR_STATE
        ? "what answers at 0x5a is no DRV2605L, or it loses its power" : "is it wired, and its pin EN high?"
      board.program.say("DRV2605L: \(press_strerror(status.last_error)): \(check)", .warning)
    }
    if changed && status.state == PRESS_DRV2605L_READY && isReported {
      isReported = false
      board.program.say("DRV2605L: it answers again", .notice)
    }
    if status.faults != faults { reportFaults(board, status.faults & ~faults) }
    faults = status.faults
    if status.is_calibrated != 0 && !wasCalibrated {
      wasCalibrated = true
      board.program.say(
        "DRV2605L: calibrated; keep it with feedback.calibrated = yes, compensation = \(UInt64(status.compensation)), back_emf = \(UInt64(status.back_emf)), gain = \(UInt64(status.gain))"
      )
    }
  }

  private func reportFaults(_ board: UnsafeMutablePointer<Board>, _ new: UInt32) {
    if new & UInt32(PRESS_DRV2605L_FAULT_CURRENT) != 0 {
      board.program.say("DRV2605L: over-current; is the output shorted, or has the motor less than 8 ohms?", .warning)
    }
    if new & UInt32(PRESS_DRV2605L_FAULT_TEMPERATURE) != 0 { board.program.say("DRV2605L: it is too hot", .warning) }
    if new & UInt32(PRESS_DRV2605L_FAULT_CALIBRATION) != 0 {
      board.program.say("DRV2605L: the calibration failed; do feedback.motor, rated_mv and clamp_mv fit the motor, and is it fixed?", .warning)
    }
    if new & UInt32(PRESS_DRV2605L_FAULT_ENDLESS) != 0 { board.program.say("DRV2605L: an effect did not end, and was stopped", .warning) }
  }

  mutating func stop() {
    if isOpen { _ = press_drv2605l_stop(&driver) }
    isOpen = false
  }
}
