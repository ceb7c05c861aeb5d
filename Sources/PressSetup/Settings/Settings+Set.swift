import CPress

extension Settings {
  /// Before anything was read.
  public mutating func begin() {
    given.open(Place(.sensor), line: 0)
    given.open(Place(.converter), line: 0)
    sensor[0].sensor.circuit.full_scale = 0  // not given
    engine.config.max_events = 0  // the delegate prints them: no polling
    drag.config.undo_depth = 0  // nobody undoes anything, unless a program can connect
    transitions.config.max_transitions = UInt16(Section.transition.most)
  }

  /// When everything was read. What an IIO device says of itself comes later. `address`: of the first converter, where the
  /// command line says it.
  public mutating func complete(_ source: SetupSource, address: UInt8?) {
    if case .iio = source { return }
    completeConverters(address)
    completeLoadCells()
    for i in 0..<count(.sensor) where sensor[i].sensor.circuit.full_scale == 0 {
      sensor[i].sensor.circuit.full_scale = usualFullScale(i)
    }
  }

  public mutating func count(_ section: Section) -> Int { given.count(section) }

  /// A section begins. @return false: the one before it is not there.
  public mutating func open(_ place: Place, line: UInt32) -> Bool {
    let i = place.index
    if i > count(place.section) { return false }
    let isNew = i == count(place.section)
    given.open(place, line: line)
    enable(place.section)
    switch place.section {
    case .sensor where isNew:
      sensor[i] = sensor[i - 1]
      sensor[i].channel.number += 1
    case .converter where isNew: openSecondConverter()
    case .target where isNew: target[i].target.id = UInt32(i + 1)
    case .peek where isNew: peek[i].peek.id = UInt32(i + 1)
    case .transition where isNew: transition[i].id = UInt32(i + 1)
    case .action where isNew:
      action[i].id = UInt32(i + 1)
      action[i].peek = count(.peek) > 0 ? peek[count(.peek) - 1].peek.id : 1
    default: break
    }
    return true
  }

  /// A copy of the first; its address follows when everything was read.
  private mutating func openSecondConverter() {
    converter[1] = converter[0]
    converter[1].readyPin = ReadyPin()
    converter[1].reference = Reference()
  }

  /// `line`: in which it stands, or Given.onCommandLine.
  public mutating func set(_ place: Place, _ name: Slice, _ value: Slice, line: UInt32) -> SetResult {
    let isInProfile = Given.isInProfile(line)
    if isInProfile && place.section.keysOfProfile.index(of: name) == nil { return .noKeyOfProfile }
    // A single one is there, asked for or not.
    if place.section.most > 1 && place.index >= count(place.section) && !open(place, line: line) { return .missingBefore }
    guard let index = place.section.key(called: name) else { return .noKey }
    let before = given.line(place, index)
    let isOther = before == Given.onCommandLine || Given.isInProfile(before) != isInProfile
    if before != 0 && line != Given.onCommandLine && !isOther { return .twice(before & ~Given.inProfile) }
    let key = place.section.key(index)
    let own = place.section == .sensor ? sensor[place.index].sensor : press_sensor()
    var result = withUnsafeMutablePointer(to: &self) { key.store(value, at: Self.memory($0, place) + key.offset) }
    if case .special(.calibration) = key.form, case .ok = result { result = calibrate(place, value) }
    guard case .ok = result else { return result }
    if case .special(.calibration) = key.form { keepOwn(place, own) }
    given.note(place, index, line: line)
    return .ok
  }

  public static func memory(_ settings: UnsafeMutablePointer<Settings>, _ place: Place) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(settings) + place.section.offset + place.index * place.section.stride
  }

  /// Keys of the same section go before a calibration.
  private mutating func keepOwn(_ place: Place, _ own: press_sensor) {
    let base = MemoryLayout<SensorKeys>.offset(of: \.sensor)!
    withUnsafeMutablePointer(to: &self) { settings in
      withUnsafePointer(to: own) { own in
        for i in 0..<place.section.keyCount where settings.pointee.given.line(place, i) != 0 {
          let key = place.section.key(i)
          let inside = key.offset - base
          if inside < 0 || inside + key.size > MemoryLayout<press_sensor>.size { continue }
          (Self.memory(settings, place) + key.offset).copyMemory(from: UnsafeRawPointer(own) + inside, byteCount: key.size)
        }
      }
    }
  }
}

extension Writer {
  /// What is wrong with a setting. Piece by piece: a message for each would lie on the stack.
  public mutating func say(_ result: SetResult, section: Slice, key: Slice) {
    let place = Place(section)
    switch result {
    case .ok: break
    case .noSection:
      quote("no section ", section, "; there are ")
      sections()
    case .noKey:
      sayNoKey(section, key, "]; there are ")
      guard let place else { break }
      for i in 0..<place.section.keyCount {
        if i > 0 { text(", ") }
        text(place.section.key(i).name)
      }
    case .noSectionOfProfile:
      quote("no section ", section, " in a profile; there are ")
      sectionsOfProfile()
    case .noKeyOfProfile:
      sayNoKey(section, key, "] of a profile; there are ")
      if let place { list(place.section.keysOfProfile) }
    case .missingBefore:
      guard let place else { break }
      text("[")
      foreign(section)
      text("]: there is no section [")
      self.place(Place(place.section, place.index - 1))
      text("], which must be there first")
    case .badValue:
      name(section, key, ": it must be ")
      if let place, let index = place.section.key(called: key) { text(place.section.key(index).accepted) }
    case .twice(let line):
      name(section, key, " is given twice: it stands in line ")
      unsigned(UInt64(line))
      text(" already")
    case .badFile(let path, let reason):
      name(section, key, ": ")
      foreign(path)
      text(": ")
      if let reason { foreign(Slice(cString: reason)) }
    }
  }

  @inline(never)
  private mutating func name(_ section: Slice, _ key: Slice, _ after: StaticString) {
    foreign(section)
    text(".")
    foreign(key)
    text(after)
  }

  private mutating func sayNoKey(_ section: Slice, _ key: Slice, _ after: StaticString) {
    quote("no key ", key, " in [")
    foreign(section)
    text(after)
  }

  @inline(never)
  mutating func quote(_ before: StaticString, _ quoted: Slice, _ after: StaticString) {
    text(before)
    text("\"")
    foreign(quoted)
    text("\"")
    text(after)
  }

  /// A section as configs call it.
  mutating func place(_ place: Place) {
    text(place.section.name)
    if place.index > 0 { unsigned(UInt64(place.index + 1)) }
  }

  @inline(never)
  public mutating func sections() {
    for raw in 0..<UInt8(Section.all) {
      guard let section = Section(rawValue: raw) else { continue }
      if raw > 0 { text(", ") }
      text(section.name)
      if section.most == 1 { continue }
      text(" to ")
      text(section.name)
      unsigned(UInt64(section.most))
    }
  }
}
