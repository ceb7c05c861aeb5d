import CPress

/// Hints for wrong lines: a sentence behind the rule, if the value or the name shows what a person meant. No hint proposes a value that the
/// key would refuse.
extension Writer {
  // MARK: Values

  /// Writes a hint for a value, behind the values that the key accepts.
  @inline(never)
  mutating func hint(_ key: Key, value: Slice) {
    if value.count > 1, value[0] == UInt8(ascii: "\"") || value[0] == UInt8(ascii: "'"), value[value.count - 1] == value[0] {
      quote("; without the quotes: ", value.dropping(1).keeping(value.count - 2), "")
      return
    }
    if let comment = Self.comment(value) { return quote("; a comment begins with #: ", comment, "") }
    switch key.form {
    case .time(let least, let most, _): hintTime(value, least, most)
    case .fixed(let least, let most): hintDecimal(value, least, most)
    case .whole(let least, let most, _): hintWhole(value, isHex: Slice(key.accepted).starts("0x")) { $0 >= UInt64(least) && $0 <= UInt64(most) }
    case .among(let numbers, _): hintWhole(value, isHex: false) { numbers.hold($0) }
    case .word(let words, _, _), .flags(let words): hintWord(value, words, isOne: !key.isFlags)
    case .bit, .yesNo: hintWord(Words(Self.yesAndNo).meaning(of: value) ?? value, Words("yes,no"), isOne: true)
    case .path, .text: break
    case .special(let special): hint(special, value)
    }
  }

  private static let yesAndNo: StaticString = "true=yes,on=yes,1=yes,y=yes,enabled=yes,false=no,off=no,0=no,n=no,disabled=no"

  /// The value before the comment of another language.
  private static func comment(_ value: Slice) -> Slice? {
    for i in 1..<max(value.count, 1) where value[i] == UInt8(ascii: "/") && value.dropping(i).starts("//") && Slice.isBlank(value[i - 1]) {
      return value.keeping(i).trimmed
    }
    return nil
  }

  /// Writes a hint for a time, in the unit that was typed.
  private mutating func hintTime(_ value: Slice, _ least: UInt32, _ most: UInt32) {
    guard let quantity = Quantity(value) else { return }
    let unit = quantity.unit
    let scale = unit.isEmpty ? 1 : Words("us=1,ms=1000,s=1000000").number(of: unit) ?? 0
    guard let us = quantity.times(scale, by: 1) else {
      let known = Words("sec=s,secs=s,second=s,seconds=s,S=s,msec=ms,millis=ms,msecs=ms,MS=ms,Ms=ms,usec=us,micros=us,\u{00B5}s=us,\u{03BC}s=us")
      if let other = known.meaning(of: unit) {
        text("; write ")
        slice(quantity.digits)
        slice(other)
      } else if !unit.isEmpty, let minutes = Words("m=60,min=60,mins=60,minutes=60,minute=60,h=3600,hour=3600,hours=3600").number(of: unit) {
        if let seconds = quantity.times(minutes * Quantity.one, by: Quantity.one), seconds * 1_000_000 <= UInt64(most) {
          text("; write ")
          unsigned(seconds)
          text("s")
        }
      }
      return
    }
    if us >= UInt64(least) && us <= UInt64(most) || quantity.isNegative { return }
    text("; ")
    foreign(value)
    text(us < UInt64(least) ? " is less than " : " is more than ")
    micro(UInt64(us < UInt64(least) ? least : most) * (1_000_000 / scale))
    slice(unit)
    if unit.isEmpty {
      text(us < UInt64(least) && least == 1 ? " microsecond" : " microseconds")
      if us < UInt64(least) && us * 1000 >= UInt64(least) && us * 1000 <= UInt64(most) {
        text(": ")
        slice(quantity.digits)
        text("ms?")
      }
    }
  }

  private mutating func hintDecimal(_ value: Slice, _ least: Int32, _ most: Int32) {
    if Number.q16(value) != nil { return }
    guard let quantity = Quantity(value) else { return }
    if quantity.isExponential { return text("; without an exponent") }
    // The factor of a unit of force, or of parts, in millionths.
    let grams = Words("g,gr,gf,gram,grams").index(of: quantity.unit) != nil
    let scales = Words("kg=9806650,kgf=9806650,mN=1000,kN=1000000000,lb=4448222,lbs=4448222,lbf=4448222,%=10000,cm=0,mm=0")
    let scale = grams ? 9807 : scales.number(of: quantity.unit) ?? Quantity.one
    let found = grams ? quantity.micro(times: 980_665, by: 100_000_000) : quantity.micro(times: scale, by: Quantity.one)
    guard let micro = found, scale > 0, micro < 32768 * Quantity.one else { return }
    let q16 = Int64((micro << 16) / Quantity.one) * (quantity.isNegative ? -1 : 1)
    if q16 < Int64(least) || q16 > Int64(most) { return }
    if scale == Quantity.one && !quantity.unit.isEmpty {
      text("; without its unit: ")
    } else if scale != Quantity.one {
      text("; ")
      foreign(value)
      text(quantity.unit == "%" ? " is " : " in newtons is ")
    } else {
      text("; write ")
    }
    if quantity.isNegative { text("-") }
    self.micro(micro)
  }

  private mutating func hintWhole(_ value: Slice, isHex: Bool, _ isTaken: (UInt64) -> Bool) {
    if isHex, let number = Number.unsigned(value, most: 255), !isTaken(number) {
      // 48 is meant as 0x48.
      var bytes: UInt64 = 0
      for i in 0..<value.count { bytes = bytes << 4 + (Number.digit(value[i]) ?? 0) }
      if isTaken(bytes) {
        text("; ")
        foreign(value)
        text(" is decimal: 0x")
        slice(value)
      }
      return
    }
    guard let quantity = Quantity(value, inGroups: true) else { return }
    let scales = Words("k=1000,K=1000,kohm=1000,kOhm=1000,k\u{03A9}=1000,k\u{2126}=1000,M=1000000,Mohm=1000000,MOhm=1000000,V=1000,v=1000,kHz=1000")
    let scale = scales.number(of: quantity.unit) ?? 1
    guard let number = quantity.times(scale, by: 1), isTaken(number), Number.unsigned(value, most: UInt64.max) == nil else { return }
    text("; write ")
    unsigned(number)
  }

  private mutating func hintWord(_ value: Slice, _ words: Words, isOne: Bool) {
    if !isOne && value.index(of: UInt8(ascii: ",")) != nil { return text("; with blanks between, without commas") }
    for i in 0..<words.count where words[i].isMeant(by: value) || words[i].hasEnd(value) {
      text("; write ")
      slice(words[i])
      return
    }
    if !isOne {
      // Hints at the first word that is not accepted.
      var rest = value
      while !rest.isEmpty {
        let word = rest.takeWord()
        if words.index(of: word) == nil && !(word == "none") { return word.count < value.count ? hintWord(word, words, isOne: true) : () }
      }
    }
  }

  private mutating func hint(_ special: Special, _ value: Slice) {
    switch special {
    case .channel, .reference:
      let pin = Slice.digits(behind: value)
      if pin.count < value.count, Number.unsigned(pin, most: 63) != nil {
        text("; write ")
        slice(pin)
      }
    case .sensorCurve:
      if Number.q16(value) == nil && value.index(of: UInt8(ascii: " ")) == nil {
        text("; names of sensors are none; without this key it is that of an FSR 402")
      }
    case .timingCurve: hintWord(value, Words("ease_in_out,ease_in,ease_out,linear"), isOne: true)
    case .inputKey:
      hintWord(
        value,
        Words("none,btn_left,btn_right,btn_middle,key_esc,key_tab,key_enter,key_space,key_up,key_left,key_right,key_down,key_menu,key_back"),
        isOne: true)
    default: break
    }
  }

  /// Writes millionths as a decimal, without zeros at its end.
  private mutating func micro(_ value: UInt64) {
    unsigned(value / Quantity.one)
    var (rest, digits) = (value % Quantity.one, 6)
    if rest == 0 { return }
    while rest % 10 == 0 { (rest, digits) = (rest / 10, digits - 1) }
    text(".")
    unsigned(rest, width: digits, zeros: true)
  }

  // MARK: Names

  /// Writes a hint for a key, behind the names of the keys: which one was meant, or in which section it is.
  @inline(never)
  mutating func hint(_ section: Section, key name: Slice) {
    if let dot = name.lastIndex(of: UInt8(ascii: ".")), let other = Place(name.keeping(dot)), other.section.key(called: name.dropping(dot + 1)) != nil
    {
      return sayKey(name.dropping(dot + 1), of: other)
    }
    for i in 0..<section.keyCount where Slice(section.key(i).name).isSpelled(name) { return sayMeant(section.key(i).name) }
    var found = 0
    for raw in 0..<UInt8(Section.all) {
      guard let other = Section(rawValue: raw), other != section, other.key(called: name) != nil else { continue }
      text(found == 0 ? "; [" : ", [")
      text(Self.name(of: other))
      text("]")
      found += 1
    }
    if found > 0 { return text(found == 1 ? " has it" : " have it") }
    for i in 0..<section.keyCount where Slice(section.key(i).name).isMeant(by: name) { return sayMeant(section.key(i).name) }
  }

  @inline(never)
  private mutating func sayMeant(_ name: StaticString) {
    text("; write ")
    text(name)
  }

  private mutating func sayKey(_ key: Slice, of place: Place) {
    quote("; write ", key, " in [")
    self.place(place)
    text("]")
  }

  /// Writes a hint for a section, behind the names of the sections.
  @inline(never)
  mutating func hint(section name: Slice) {
    if let dot = name.lastIndex(of: UInt8(ascii: ".")), let place = Place(name.keeping(dot)) { return sayKey(name.dropping(dot + 1), of: place) }
    for raw in 0..<UInt8(Section.all) {
      guard let section = Section(rawValue: raw) else { continue }
      let digits = Slice.digits(behind: name)
      let word = name.keeping(name.count - digits.count)
      let called = Slice(Self.name(of: section))
      // [sensor 2], [sensor-2], [sensor0], [Sensor2], [sensor9]
      if called.isMeant(by: word.withoutEnd) {
        text("; write [")
        slice(called)
        if !digits.isEmpty && section.most > 1 {
          let number = Number.unsigned(digits, most: UInt64(section.most)) ?? 0
          if number > 1 { unsigned(number) }
          text(number == 0 ? "], and [" : "]")
          if number == 0 {
            slice(called)
            text("2] for the next")
          }
        } else {
          text("]")
        }
        return
      }
    }
    if let section = Self.section(with: name) {
      text("; it is a key of [")
      text(Self.name(of: section))
      text("]")
    }
  }

  /// The first section that has the key.
  private static func section(with key: Slice) -> Section? {
    for raw in 0..<UInt8(Section.all) {
      if let section = Section(rawValue: raw), section.key(called: key) != nil { return section }
    }
    return nil
  }

  /// Writes a hint behind "neither [section] nor key = value".
  mutating func hint(line: Slice) {
    let colon = line.index(of: UInt8(ascii: ":"))
    var rest = line
    let word = colon.map { line.keeping($0).trimmed } ?? rest.takeWord()
    if Self.section(with: word) != nil { return text("; = stands between a key and its value") }
    if Place(word) != nil { quote("; a section is written [", word, "]") }
    if line.starts("//") || line.starts("--") || line.starts("/*") { text("; a comment begins with #") }
  }

  /// Writes a hint behind "a key before the first section".
  mutating func hint(keyBefore name: Slice) {
    if let section = Self.section(with: name) {
      quote("; ", name, " is a key of [")
      text(Self.name(of: section))
      text("]")
    }
  }
}

/// A number as people write it: with a unit, a decimal comma, a k in its middle.
private struct Quantity {
  /// One in the unit of `millionths`, to which fractions are kept.
  static var one: UInt64 { 1_000_000 }
  private var millionths: UInt64 = 0
  var isNegative = false
  /// The digits as they were typed, without the unit.
  var digits: Slice
  var unit: Slice

  /// `inGroups`: a comma, a blank or a _ between groups of three digits is not a decimal point.
  init?(_ text: Slice, inGroups: Bool = false) {
    var rest = text
    isNegative = text.starts("-")
    if isNegative || text.starts("+") { rest = rest.dropping(1) }
    var (whole, unit, fraction, count) = (UInt64(0), UInt64(0), UInt64(0), 0)
    while !rest.isEmpty {
      if let digit = Number.digit(rest[0]), digit < 10 {
        count += 1
        if count > 12 { return nil }
        if unit == 0 {
          whole = whole * 10 + digit
        } else if unit < Self.one {
          fraction = fraction * 10 + digit
          unit *= 10
        }
      } else if inGroups, count > 0, unit == 0, Self.isGroup(rest) {
      } else if unit == 0 && (rest[0] == UInt8(ascii: ".") || rest[0] == UInt8(ascii: ",")) {
        unit = 1
      } else {
        break
      }
      rest = rest.dropping(1)
    }
    if count == 0 { return nil }
    digits = text.keeping(text.count - rest.count)
    self.unit = rest.trimmed
    // 4k7
    if unit == 0, rest.count > 1, rest[0] == UInt8(ascii: "k") || rest[0] == UInt8(ascii: "M"),
      let behind = Number.unsigned(rest.dropping(1), most: 999)
    {
      self.unit = rest.keeping(1)
      (fraction, unit) = (behind, rest.count == 2 ? 10 : rest.count == 3 ? 100 : 1000)
    }
    millionths = whole * Self.one + (unit > 1 ? fraction * (Self.one / unit) : 0)
  }

  private static func isGroup(_ text: Slice) -> Bool {
    if text[0] != UInt8(ascii: ",") && text[0] != UInt8(ascii: "_") && text[0] != UInt8(ascii: " ") { return false }
    if text.count < 4 { return false }
    for i in 1...3 where (Number.digit(text[i]) ?? 10) > 9 { return false }
    return text.count == 4 || (Number.digit(text[4]) ?? 10) > 9
  }

  var isExponential: Bool {
    unit.count > 1 && (unit[0] == UInt8(ascii: "e") || unit[0] == UInt8(ascii: "E")) && (Number.digit(unit[unit.count - 1]) ?? 10) < 10
  }

  /// The quantity times `scale` / `divisor`; nil: it is not a whole number, or too large.
  func times(_ scale: UInt64, by divisor: UInt64) -> UInt64? {
    if scale == 0 || isNegative { return nil }
    guard let product = product(scale), product % (Self.one * divisor) == 0 else { return nil }
    return product / (Self.one * divisor)
  }

  func micro(times scale: UInt64, by divisor: UInt64) -> UInt64? { product(scale).map { ($0 + divisor / 2) / divisor } }

  private func product(_ scale: UInt64) -> UInt64? {
    let (product, overflow) = millionths.multipliedReportingOverflow(by: scale)
    return overflow ? nil : product
  }
}

extension Words {
  /// The `to` of a word in a list of words `from=to`.
  fileprivate func meaning(of word: Slice) -> Slice? {
    for i in 0..<count {
      var to = self[i]
      if to.takeField(UInt8(ascii: "=")) == word { return to }
    }
    return nil
  }

  fileprivate func number(of word: Slice) -> UInt64? { meaning(of: word).flatMap { Number.unsigned($0, most: UInt64.max) } }
}

extension Key {
  fileprivate var isFlags: Bool {
    if case .flags = form { return true }
    return false
  }
}

extension Slice {
  /// The digits at the end of a text.
  fileprivate static func digits(behind text: Slice) -> Slice {
    var count = 0
    while count < text.count, let digit = Number.digit(text[text.count - 1 - count]), digit < 10 { count += 1 }
    return text.dropping(text.count - count)
  }

  /// The text without blanks, - and _ at its end.
  fileprivate var withoutEnd: Slice {
    var slice = self
    while slice.count > 0, Slice.isBlank(slice[slice.count - 1]) || slice[slice.count - 1].isJoint { slice.count -= 1 }
    return slice
  }

  /// Whether the other text is this name, except for capitals and the characters that join words.
  fileprivate func isSpelled(_ other: Slice) -> Bool {
    var (i, j) = (0, 0)
    while true {
      while i < count && self[i].isJoint { i += 1 }
      while j < other.count && (other[j].isJoint || Slice.isBlank(other[j])) { j += 1 }
      if i == count || j == other.count { return i == count && j == other.count && count > 0 }
      if self[i] != other[j].small { return false }
      (i, j) = (i + 1, j + 1)
    }
  }

  /// Whether a person who wrote `other` meant this name: they differ only in capitals, joints and two letters (one in a short name).
  fileprivate func isMeant(by other: Slice) -> Bool {
    if isSpelled(other) { return true }
    let most = count < 3 ? 0 : count < 8 ? 1 : 2
    return count <= 31 && other.count <= 31 && distance(to: other) <= most
  }

  /// Whether the name has this end behind a _, as key_enter has enter.
  fileprivate func hasEnd(_ end: Slice) -> Bool {
    let start = count - end.count
    return !end.isEmpty && start > 1 && self[start - 1] == UInt8(ascii: "_") && dropping(start) == end
  }

  /// The number of letters to insert, to remove or to replace.
  private func distance(to other: Slice) -> Int {
    var row = InlineArray<32, UInt8>(repeating: 0)
    for j in 0...other.count { row[j] = UInt8(j) }
    for i in 0..<count {
      var diagonal = row[0]
      row[0] = UInt8(i + 1)
      for j in 0..<other.count {
        let replaced = diagonal + (self[i] == other[j].small ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, min(row[j], diagonal) + 1)
      }
    }
    return Int(row[other.count])
  }
}

extension UInt8 {
  fileprivate var isJoint: Bool { self == UInt8(ascii: "_") || self == UInt8(ascii: "-") }
  fileprivate var small: UInt8 { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self + 32 : self }
}
