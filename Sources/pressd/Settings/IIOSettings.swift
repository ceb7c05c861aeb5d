/// The [iio] section.
struct IIOSettings {
  /// Where the kernel shows its IIO devices.
  var root = Path()
  /// What the dividers are fed with: full_scale is this, in the device's codes.
  var supplyMillivolts: UInt32 = 3300

  init() {
    root.append("/sys/bus/iio/devices")
  }

  mutating func set(_ key: Slice, _ value: Slice) -> SetResult {
    if key == "supply_mv" { return Setting.u32(value, &supplyMillivolts, 1, 100_000, "1 to 100000 millivolts") }
    if key == "root" { return root.set(value) ? .ok : .badValue("a folder, up to 255 bytes") }
    return .unknownKey("supply_mv, root")
  }
}
