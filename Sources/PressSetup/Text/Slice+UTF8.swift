extension Slice {
  /// The first character and how many bytes it has; nil and 1 where there is none: overlong forms and surrogates are none.
  public var firstScalar: (scalar: UInt32?, count: Int) {
    let first = UInt32(self[0])
    if first < 0x80 { return (first, 1) }
    let count: Int
    var scalar: UInt32
    switch first {
    case 0xC2...0xDF: (count, scalar) = (2, first & 0x1F)
    case 0xE0...0xEF: (count, scalar) = (3, first & 0x0F)
    case 0xF0...0xF4: (count, scalar) = (4, first & 0x07)
    default: return (nil, 1)
    }
    if count > self.count { return (nil, 1) }
    for i in 1..<count {
      if self[i] & 0xC0 != 0x80 { return (nil, 1) }
      scalar = scalar << 6 | UInt32(self[i] & 0x3F)
    }
    let least: UInt32 = count == 2 ? 0x80 : count == 3 ? 0x800 : 0x10000
    if scalar < least || scalar > 0x10FFFF || (0xD800...0xDFFF).contains(scalar) { return (nil, 1) }
    return (scalar, count)
  }

  public var isUTF8: Bool {
    var rest = self
    while !rest.isEmpty {
      let (scalar, count) = rest.firstScalar
      if scalar == nil { return false }
      rest = rest.dropping(count)
    }
    return true
  }
}
