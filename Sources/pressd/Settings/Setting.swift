/// One value of a setting: parsed, checked, stored.
enum Setting {
  static let aboveZero: StaticString = "a decimal above 0, up to 32767.9999"
  static let notNegative: StaticString = "a decimal from 0 to 32767.9999"
  static let decimal: StaticString = "a decimal"

  static func q16(_ value: Slice, _ field: inout Int32, _ least: Int32, _ most: Int32, _ accepted: StaticString) -> SetResult {
    guard let number = Number.q16(value, least: least, most: most) else { return .badValue(accepted) }
    field = number
    return .ok
  }

  static func u32(_ value: Slice, _ field: inout UInt32, _ least: UInt32, _ most: UInt32, _ accepted: StaticString) -> SetResult {
    guard let number = Number.unsigned(value, most: UInt64(most)), number >= UInt64(least) else { return .badValue(accepted) }
    field = UInt32(number)
    return .ok
  }

  static func u16(_ value: Slice, _ field: inout UInt16, _ least: UInt16, _ most: UInt16, _ accepted: StaticString) -> SetResult {
    guard let number = Number.unsigned(value, most: UInt64(most)), number >= UInt64(least) else { return .badValue(accepted) }
    field = UInt16(number)
    return .ok
  }

  static func point(_ value: Slice, _ field: inout Int32) -> SetResult {
    q16(value, &field, Int32.min, Int32.max, "a decimal: points")
  }

  static func size(_ value: Slice, _ field: inout Int32) -> SetResult {
    q16(value, &field, 0, Int32.max, "points: a decimal from 0 to 32767.9999")
  }

  static func bool(_ value: Slice, _ field: inout Bool) -> SetResult {
    if value == "yes" {
      field = true
    } else if value == "no" {
      field = false
    } else {
      return .badValue("yes or no")
    }
    return .ok
  }

  /// None, or any of the names of flags.
  static func flags(_ value: Slice, _ field: inout UInt32, _ named: (Slice) -> UInt32?, _ accepted: StaticString) -> SetResult {
    var words = value.trimmed
    var flags: UInt32 = 0
    if words.isEmpty { return .badValue(accepted) }
    while !words.isEmpty {
      let word = words.takeWord()
      if let flag = named(word) {
        flags |= flag
      } else if !(word == "none") {
        return .badValue(accepted)
      }
    }
    field = flags
    return .ok
  }

  static func duration(_ value: Slice, _ field: inout UInt32, least: UInt32 = 0) -> SetResult {
    guard let us = Number.microseconds(value, most: UInt64(UInt32.max)) else {
      return .badValue("a time: microseconds, or a number with us, ms or s (20ms), up to 4294s, in whole microseconds")
    }
    if us < UInt64(least) { return .badValue("a time above 0") }
    field = UInt32(us)
    return .ok
  }
}
