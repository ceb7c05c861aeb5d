import CPress

extension Setup {
  /// "sensor2.x"
  private static func find(_ name: Slice) -> (place: Place, index: Int)? {
    var key = name
    let section = key.takeField(UInt8(ascii: "."))
    guard let place = Place(section), let index = place.section.key(called: key) else { return nil }
    return (place, index)
  }

  /// @return false: no such key.
  public static func read(_ setup: UnsafeMutablePointer<Setup>, _ name: Slice, _ value: UnsafeMutablePointer<press_setup_value>) -> Bool {
    guard let (place, index) = find(name) else { return false }
    let settings = settings(setup)
    let line = settings.pointee.given.line(place, index)
    if line != 0 {
      value.pointee.origin = origin(line)
      value.pointee.line = line == Given.onCommandLine ? 0 : line & ~Given.inProfile
    }
    let key = place.section.key(index)
    key.read(Settings.memory(settings, place) + key.offset, value)
    return true
  }

  /// @return false: no such key.
  public static func show(_ setup: UnsafeMutablePointer<Setup>, _ name: Slice, _ out: inout Writer) -> Bool {
    guard let (place, index) = find(name) else { return false }
    let key = place.section.key(index)
    key.show(Settings.memory(settings(setup), place) + key.offset, &out)
    return true
  }

  public static func count(_ setup: UnsafeMutablePointer<Setup>, _ name: Slice) -> UInt32 {
    guard let place = Place(name), place.index == 0 else { return 0 }
    if let isOn = settings(setup).pointee.isEnabled(place.section) { return isOn ? 1 : 0 }
    return UInt32(settings(setup).pointee.count(place.section))
  }

  public static func line(_ setup: UnsafeMutablePointer<Setup>, _ name: Slice) -> UInt32 {
    Place(name).map { settings(setup).pointee.given.line($0, nil) } ?? 0
  }

  /// What the library takes of a section.
  public static func section(_ setup: UnsafeMutablePointer<Setup>, _ name: Slice) -> UnsafeRawPointer? {
    guard let place = Place(name), place.index < place.section.most, let offset = place.section.structOffset else { return nil }
    let memory = UnsafeRawPointer(Settings.memory(settings(setup), place))
    let isPart = place.section == .converter && settings(setup).pointee.converter[place.index].model.partNumber != nil
    return memory + (isPart ? MemoryLayout<ConverterKeys>.offset(of: \.part)! : offset)
  }

  /// @return false: there is no such sensor.
  public static func wire(
    _ setup: UnsafeMutablePointer<Setup>, _ sensor: UInt32, _ converter: UnsafeMutablePointer<UInt32>, _ input: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    if Int(sensor) >= settings(setup).pointee.count(.sensor) { return false }
    let wire = settings(setup).pointee.wire(Int(sensor))
    converter.pointee = UInt32(wire.converter)
    input.pointee = UInt32(wire.channel)
    return true
  }

  /// @return false: no section says anything of this transition.
  public static func transition(
    _ setup: UnsafeMutablePointer<Setup>, _ id: UInt32, _ options: UnsafeMutablePointer<press_transition_options>
  ) -> Bool {
    let settings = settings(setup)
    for i in 0..<settings.pointee.count(.transition) where settings.pointee.transition[i].id == id {
      options.pointee = settings.pointee.transition[i].options
      return true
    }
    return false
  }

  /// Of all sections, one after the other. @return false: there are less.
  public static func describe(_ number: UInt32, _ key: UnsafeMutablePointer<press_setup_key>) -> Bool {
    guard let (section, index) = place(number) else { return false }
    let found = section.key(index)
    key.pointee.section = text(section.name)
    key.pointee.name = text(found.name)
    key.pointee.accepted = text(found.accepted)
    key.pointee.sections = UInt32(section.most)
    let isOfProfile = section.keysOfProfile.index(of: Slice(found.name)) != nil
    key.pointee.flags = (isOfProfile ? UInt32(PRESS_SETUP_OF_PROFILE) : 0) | (section.canChange ? UInt32(PRESS_SETUP_CHANGES) : 0)
    found.describe(key)
    return true
  }

  /// The unit of a key and what it is, for people. nil: there are less.
  public static func texts(_ number: UInt32) -> (unit: UnsafePointer<CChar>, about: UnsafePointer<CChar>)? {
    guard let (section, index) = place(number) else { return nil }
    return (text(section.unit(index)), text(section.about(index)))
  }

  /// Its section, and which of its keys it is.
  private static func place(_ number: UInt32) -> (Section, Int)? {
    var left = Int(number)
    for raw in 0..<UInt8(Section.all) {
      guard let section = Section(rawValue: raw) else { continue }
      if left < section.keyCount { return (section, left) }
      left -= section.keyCount
    }
    return nil
  }

  private static func text(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

extension Key {
  fileprivate func read(_ place: UnsafeMutableRawPointer, _ value: UnsafeMutablePointer<press_setup_value>) {
    switch form {
    case .fixed: value.pointee.number = Int64(place.load(as: Int32.self))
    case .whole(_, _, let width), .among(_, let width), .word(_, _, let width): value.pointee.number = Int64(Self.number(place, width))
    case .time, .flags: value.pointee.number = Int64(place.load(as: UInt32.self))
    case .bit(let mask, let whenYes): value.pointee.number = (Self.number(place, Self.width(of: mask)) & mask != 0) == whenYes ? 1 : 0
    case .yesNo: value.pointee.number = place.load(as: Bool.self) ? 1 : 0
    case .path, .text: Self.read(place.assumingMemoryBound(to: Path.self), value)
    case .special(let special): special.read(place, value)
    }
  }

  fileprivate static func read(_ path: UnsafeMutablePointer<Path>, _ value: UnsafeMutablePointer<press_setup_value>) {
    value.pointee.text = Path.text(path)
    value.pointee.length = UInt32(path.pointee.count)
  }

  fileprivate func describe(_ key: UnsafeMutablePointer<press_setup_key>) {
    switch form {
    case .fixed(let least, let most): key.describe(PRESS_SETUP_DECIMAL, Int64(least), Int64(most))
    case .whole(let least, let most, _): key.describe(PRESS_SETUP_WHOLE, Int64(least), Int64(most))
    case .time(let least): key.describe(PRESS_SETUP_TIME, Int64(least), Int64(UInt32.max))
    case .among(let words, _): key.describe(PRESS_SETUP_WHOLE, 0, Int64(UInt16.max), words)
    case .word(let words, let first, _): key.describe(PRESS_SETUP_WORD, Int64(first), Int64(first) + Int64(words.count) - 1, words)
    case .flags(let words): key.describe(PRESS_SETUP_FLAGS, 0, (1 << Int64(words.count)) - 1, words)
    case .bit, .yesNo: key.describe(PRESS_SETUP_YES_NO, 0, 1)
    case .path: key.describe(PRESS_SETUP_STRING, 0, 255)
    case .text(let least, let most): key.describe(PRESS_SETUP_STRING, Int64(least), Int64(most))
    case .special: key.describe(PRESS_SETUP_FORM, 0, 0)
    }
  }
}

extension UnsafeMutablePointer<press_setup_key> {
  fileprivate func describe(_ kind: Int, _ least: Int64, _ most: Int64, _ words: Words? = nil) {
    pointee.kind = UInt32(kind)
    pointee.least = least
    pointee.most = most
    pointee.words = words?.cString
  }
}

extension Special {
  fileprivate func read(_ place: UnsafeMutableRawPointer, _ value: UnsafeMutablePointer<press_setup_value>) {
    switch self {
    case .channel:
      let channel = place.assumingMemoryBound(to: Channel.self)
      value.pointee.number = Int64(channel.pointee.converter) << 16 | Int64(channel.pointee.number)
    case .readyPin:
      let pin = place.assumingMemoryBound(to: ReadyPin.self)
      value.pointee.number = Int64(pin.pointee.line)
      let chip = UnsafeMutableRawPointer(pin) + MemoryLayout<ReadyPin>.offset(of: \.chip)!
      if !pin.pointee.chip.isEmpty { Key.read(chip.assumingMemoryBound(to: Path.self), value) }
    case .reference: value.pointee.number = Int64(place.assumingMemoryBound(to: Reference.self).pointee.channel ?? -1)
    case .contactLift: value.pointee.number = Int64(place.load(as: UInt32.self))
    case .inputKey: value.pointee.number = Int64(place.load(as: UInt16.self))
    case .fileMode: value.pointee.number = Int64(place.assumingMemoryBound(to: FileMode.self).pointee.bits)
    case .eventType: value.pointee.number = Int64(place.assumingMemoryBound(to: EventOfRow.self).pointee.type)
    case .sensorCurve, .calibration, .correction, .timingCurve: break  // of the struct of the section
    }
  }
}
