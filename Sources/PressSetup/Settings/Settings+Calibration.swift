import CPress
import PressCore
import PressDevice

/// How a config comes to what a file holds, where the program has files.
public struct CalibrationReader {
  /// As in press_setup_files of setup.h.
  public typealias Read =
    @convention(c) (
      _ path: UnsafePointer<CChar>?, _ bytes: UnsafeMutablePointer<UInt8>?, _ capacity: Int,
      _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _ user: UnsafeMutableRawPointer?
    ) -> Int32

  public let read: Read?
  public let user: UnsafeMutableRawPointer?

  public init(read: Read?, user: UnsafeMutableRawPointer? = nil) {
    self.read = read
    self.user = user
  }
}

extension Settings {
  /// A sensor takes what a file holds.
  public mutating func calibrate(_ place: Place, _ name: Slice) -> SetResult {
    var path = Path()
    if !path.set(name) { return .badValue }
    guard let read = calibrations.read else { return .badFile(name, Self.text("no program reads files here\0")) }
    // One byte more than a calibration has shows that there are more.
    var bytes = InlineArray<201, UInt8>(repeating: 0)
    var why: UnsafePointer<CChar>?
    var calibration = press_calibration()
    let user = calibrations.user
    let (count, status) = withUnsafeMutablePointer(to: &bytes) { all in
      path.withCString { path in
        let bytes = UnsafeMutableRawPointer(all).assumingMemoryBound(to: UInt8.self)
        let count = read(path, bytes, 201, &why, user)
        let isThere = count >= 0 && count <= 201
        return (count, isThere ? Calibration.load(bytes, Int(count), into: &calibration) : Status.invalid)
      }
    }
    if count < 0 { return .badFile(name, why ?? Self.text("it cannot be read\0")) }
    if status == Status.invalid { return .badFile(name, Self.text("not a calibration, or one with values out of range\0")) }
    if status == Status.notFound { return .badFile(name, Self.text("nothing is stored in it: all bytes are the same\0")) }
    if status < 0 { return .badFile(name, Status.words(status)) }
    Calibration.apply(&calibration, to: &sensor[place.index].sensor)
    return .ok
  }

  private static func text(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
