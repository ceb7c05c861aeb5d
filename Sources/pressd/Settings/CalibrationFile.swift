import CPressLinux
import PressSetup

/// A calibration that a program stored.
enum CalibrationFile {
  static let reader = CalibrationReader(read: { path, bytes, capacity, reason, _ in
    guard let path, let bytes else { return 0 }
    var count = 0
    var got = linux_open_read(path)
    let fd = got
    while got >= 0 && count < capacity {
      let now = linux_read(fd, bytes + count, capacity - count)
      if now <= 0 { got = Int32(truncatingIfNeeded: now) }
      if now <= 0 { break }
      count += now
    }
    if fd >= 0 { _ = linux_close(fd) }
    if got < 0 { reason?.pointee = linux_strerror(got) }
    return got < 0 ? got : Int32(truncatingIfNeeded: count)
  })
}
