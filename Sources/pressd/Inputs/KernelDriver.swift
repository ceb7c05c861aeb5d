import PressSetup

/// The names of an IIO device, and the differences of its driver from the kernel's documents: docs/pressd/drivers.md has the table, which
/// Tests/vm reads from the drivers themselves.
struct KernelDriver {
  /// The device's file "name"; some drivers write the address on the bus, "1-006c".
  var device = Path()
  /// The names of the chip and of the driver, if the device has a parent.
  var chip = Path()
  var driver = Path()

  /// The code in the middle of those of a bridge.
  static var middleOf24Bits: Int64 { 0x80_0000 }
  /// The highest full_scale.
  static var mostCodes: UInt64 { 16_777_215 }

  /// One of the three names, in the order in which they are compared.
  func name(_ way: Int) -> Path { way == 0 ? device : way == 1 ? chip : driver }

  private func isCalled(_ name: StaticString) -> Bool { device.withText { $0 == name } || driver.withText { $0 == name } }

  var isNamedByAddress: Bool {
    device.withText { name in
      guard let dash = name.lastIndex(of: UInt8(ascii: "-")), dash > 0, name.count == dash + 5 else { return false }
      for i in 0..<name.count where i != dash && Number.digit(name[i]) == nil { return false }
      return true
    }
  }

  /// An amplifier for bridges, with 24 bits.
  var isOfLoadCells: Bool { isCalled("nau7802") || isOffsetBinary }

  /// Whether the codes have no sign, and no file says so.
  var isOffsetBinary: Bool { isCalled("hx711") || isCalled("hx711-gpio") }

  /// Whether the scale is in volts a code: that of mcp3422, the driver of the MCP3421 to MCP3428; all others use millivolts. If no link names the
  /// driver, the device is recognised by its address, 0x68 to 0x6f, and by a scale that no converter has in millivolts.
  func isInVolts(_ scale: Slice) -> Bool {
    if !driver.isEmpty { return isCalled("mcp3422") }
    let isInRange = device.withText { name in
      name.count > 1 && name[name.count - 2] == UInt8(ascii: "6") && (Number.digit(name[name.count - 1]) ?? 0) >= 8
    }
    return isNamedByAddress && isInRange && bitsOfMCP342x(scale) != nil
  }

  /// 12, 14, 16 or 18 bits of 2.048 V, at a gain of 1 to 8: the most bits that give this scale, which has nine digits.
  private func bitsOfMCP342x(_ scale: Slice) -> Int64? {
    guard let nanovolts = Number.billionths(scale) else { return nil }
    var bits: Int64 = 18
    while bits >= 12 {
      for gain in 0..<Int64(4) where abs(nanovolts - 4_096_000_000 >> (bits + gain)) <= 1 { return bits }
      bits -= 2
    }
    return nil
  }

  /// The last code, if the driver has one that the supply may exceed; 0: it is not known.
  func largestCode(_ scale: Slice) -> Int64 {
    if isInVolts(scale) { return bitsOfMCP342x(scale).map { 1 << ($0 - 1) - 1 } ?? 0 }
    if !isCalled("ads1015") { return 0 }
    if chip.withText({ $0 == "ads1015" }) { return 2047 }
    // 6144 mV in 2048 steps are 3, in 32768 steps 0.1875.
    return Number.q16(scale).map { $0 > 12288 } == true ? 2047 : 32767
  }
}
