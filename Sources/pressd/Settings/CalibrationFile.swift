import CPress
import CPressLinux

/// A calibration that a program stored.
enum CalibrationFile {
  /// Takes what the file holds.
  static func load(_ name: Slice, _ sensor: inout press_sensor) -> SetResult {
    var path = Path()
    if !path.set(name) { return .badValue }
    let fd = path.call { linux_open_read($0) }
    if fd < 0 { return .badFile(name, linux_strerror(fd)) }
    // One byte more than a calibration has shows that there are more.
    let capacity = Int(PRESS_CALIBRATION_BYTES) + 1
    var bytes = InlineArray<201, UInt8>(repeating: 0)
    var count = 0
    var failed: Int32 = 0
    var calibration = press_calibration()
    press_calibration_init(&calibration)
    let status = withUnsafeMutablePointer(to: &bytes) {
      let buffer = UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)
      while count < capacity {
        let got = linux_read(fd, buffer + count, capacity - count)
        if got < 0 { failed = Int32(truncatingIfNeeded: got) }
        if got <= 0 { break }
        count += got
      }
      return press_calibration_load(buffer, count, &calibration)
    }
    _ = linux_close(fd)
    if failed < 0 { return .badFile(name, linux_strerror(failed)) }
    if status == Int32(PRESS_ERR_INVAL) { return .badFile(name, notACalibration) }
    if status < 0 { return .badFile(name, press_strerror(status)) }
    _ = press_calibration_apply(&calibration, &sensor)
    return .ok
  }

  private static var notACalibration: UnsafePointer<CChar> {
    let text: StaticString = "not a calibration, or one with values out of range\0"
    return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
