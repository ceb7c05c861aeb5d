import CPress

/// One [converter] section.
struct ConverterSettings {
  var config = press_ads1x15_config()
  /// The GPIO chip that ALERT/RDY is wired to, and its line; empty: none.
  var readyChip = Path()
  var readyLine: UInt32 = 0

  init() {
    press_ads1x15_config_init(&config)
  }

  var is1015: Bool { config.model == UInt8(PRESS_ADS1015) }
  var isContinuous: Bool { config.flags & UInt8(PRESS_ADS1X15_CONTINUOUS) != 0 }

  mutating func set(_ key: Slice, _ value: Slice) -> SetResult {
    if key == "model" {
      if value == "ads1115" {
        config.model = UInt8(PRESS_ADS1115)
      } else if value == "ads1015" {
        config.model = UInt8(PRESS_ADS1015)
      } else {
        return .badValue("ads1115 or ads1015")
      }
      return .ok
    }
    if key == "address" {
      guard let address = Number.unsigned(value, most: 0x4B), address >= 0x48 else { return .badValue("0x48, 0x49, 0x4a or 0x4b") }
      config.address = UInt8(address)
      return .ok
    }
    if key == "rate_sps" {
      guard let rate = Number.unsigned(value, most: 3300) else {
        return .badValue("8, 16, 32, 64, 128, 250, 475, 860 (ads1115) or 128, 250, 490, 920, 1600, 2400, 3300 (ads1015)")
      }
      config.rate_sps = UInt16(rate)
      return .ok
    }
    if key == "range_mv" {
      guard let range = Number.unsigned(value, most: 6144) else { return .badValue("6144, 4096, 2048, 1024, 512 or 256") }
      switch range {
      case 6144, 4096, 2048, 1024, 512, 256: config.range_mv = UInt16(range)
      default: return .badValue("6144, 4096, 2048, 1024, 512 or 256")
      }
      return .ok
    }
    if key == "mode" { return setMode(value) }
    if key == "ready_pin" { return setReadyPin(value) }
    if key == "retries" { return Setting.u16(value, &config.retries, 0, 100, "0 to 100") }
    if key == "ready_polls" { return Setting.u16(value, &config.ready_polls, 0, 1000, "0 to 1000") }
    return .unknownKey("model, address, rate_sps, range_mv, mode, ready_pin, retries, ready_polls")
  }

  private mutating func setMode(_ value: Slice) -> SetResult {
    let pin = config.flags & UInt8(PRESS_ADS1X15_READY_PIN)
    if value == "single" {
      config.flags = pin
    } else if value == "single poll" {
      config.flags = pin | UInt8(PRESS_ADS1X15_POLL_READY)
    } else if value == "continuous" {
      config.flags = pin | UInt8(PRESS_ADS1X15_CONTINUOUS)
    } else {
      return .badValue("single (timed), single poll (asks the ready bit) or continuous (one channel)")
    }
    return .ok
  }

  private mutating func setReadyPin(_ value: Slice) -> SetResult {
    if value == "none" {
      readyChip = Path()
      config.flags &= ~UInt8(PRESS_ADS1X15_READY_PIN)
      return .ok
    }
    guard let colon = value.lastIndex(of: UInt8(ascii: ":")), value.starts("/"),
      let line = Number.unsigned(value.dropping(colon + 1), most: UInt64(UInt32.max)), readyChip.set(value.keeping(colon))
    else { return .badValue("CHIP:LINE, as in /dev/gpiochip0:17, or none") }
    readyLine = UInt32(line)
    config.flags |= UInt8(PRESS_ADS1X15_READY_PIN)
    return .ok
  }
}
