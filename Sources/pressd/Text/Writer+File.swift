import CPressLinux
import PressSetup

extension Writer {
  /// Into a file.
  init(fd: Int32, buffer: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.init(
      fd: fd, sink: { fd, bytes, count, waits in waits ? linux_write(fd, bytes, count) : linux_write_now(fd, bytes, count) },
      buffer: buffer, capacity: capacity)
  }
}
