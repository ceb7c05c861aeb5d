import CPress

/// A calibration, and its stored form: "PRCL", the words of the struct without its size, a check value.
package enum Calibration {
  private static var size: UInt32 { UInt32(truncatingIfNeeded: MemoryLayout<press_calibration>.size) }
  private static var version: UInt32 { UInt32(truncatingIfNeeded: PRESS_CALIBRATION_VERSION) }
  /// "PRCL" as a little-endian number.
  private static var magic: UInt32 { 0x4c43_5250 }
  package static var bytes: Int { Int(truncatingIfNeeded: PRESS_CALIBRATION_BYTES) }
  /// More than any version is long.
  private static var mostBytes: Int { 4096 }
  /// The number of words of the struct that are stored, with its size: those of the first version.
  private static var words: Int { (bytes &- 4) >> 2 }
  /// The index of the word with the kind and count of the curve. The curve is stored last.
  private static var head: Int { words &- (MemoryLayout<press_curve>.size >> 2) }

  /// The first rule that a calibration breaks; 0: it is valid. It is as long as its size says.
  @inline(never)
  package static func brokenRule(_ c: UnsafePointer<press_calibration>) -> UInt32 {
    if c.pointee.version != version { return 1 }
    let circuit = press_circuit.brokenRule(&UnsafeMutablePointer(mutating: c).pointee.circuit)
    if circuit != 0 { return circuit << 8 }
    if c.pointee.preload_force < 0 { return 2 }
    return c.pointee.span < 0 ? 3 : Curve.brokenRule(Curve.of(c))
  }

  package static func words(_ rule: UInt32) -> UnsafePointer<CChar> {
    switch rule {
    case 1: text("version: PRESS_CALIBRATION_VERSION")
    case 2: text("preload_force: not negative")
    case 3: text("span: not negative")
    case 256...: press_circuit.words(rule >> 8)
    default: Curve.words(rule)
    }
  }

  /// The sensor is valid.
  @inline(never)
  package static func take(_ sensor: UnsafePointer<press_sensor>, into c: UnsafeMutablePointer<press_calibration>) {
    c.pointee.size = size
    c.pointee.version = version
    c.pointee.circuit = sensor.pointee.circuit
    c.pointee.zero = sensor.pointee.zero
    c.pointee.preload_force = sensor.pointee.preload_force
    c.pointee.span = sensor.pointee.span
    c.pointee.x = sensor.pointee.x
    c.pointee.y = sensor.pointee.y
    c.pointee.curve = sensor.pointee.curve
  }

  /// The calibration is valid.
  @inline(never)
  package static func apply(_ c: UnsafePointer<press_calibration>, to sensor: UnsafeMutablePointer<press_sensor>) {
    sensor.pointee.circuit = c.pointee.circuit
    sensor.pointee.zero = c.pointee.zero
    sensor.pointee.preload_force = c.pointee.preload_force
    sensor.pointee.span = c.pointee.span
    sensor.pointee.x = c.pointee.x
    sensor.pointee.y = c.pointee.y
    sensor.pointee.curve = c.pointee.curve
  }

  /// The calibration is valid, and the bytes are enough.
  @inline(never)
  package static func store(_ c: UnsafePointer<press_calibration>, _ out: UnsafeMutablePointer<UInt8>) {
    write(magic, out)
    let pointCount = Int(c.pointee.curve.count)
    let used = head &+ 4 &+ pointCount &* 2
    var i = 1
    while i < words {
      let at = UnsafeRawPointer(c).advanced(by: i &* 4)
      var word: UInt32 = 0
      if i == head {
        word = UInt32(c.pointee.curve.kind) | UInt32(c.pointee.curve.count) << 16
      } else if i < used {
        word = at.assumingMemoryBound(to: UInt32.self).pointee
      }
      write(word, out.advanced(by: i &* 4))
      i &+= 1
    }
    write(check(out, words &* 4), out.advanced(by: words &* 4))
  }

  @inline(never)
  package static func load(_ from: UnsafePointer<UInt8>, _ count: Int, into out: UnsafeMutablePointer<press_calibration>) -> Int32 {
    // A size_t above the largest Int arrives as a negative one.
    if count >= 0 && count < 4 { return Status.invalid }
    if read(from) != magic { return isErased(from, count) ? Status.notFound : Status.invalid }
    if count < 12 || count > mostBytes { return Status.damaged }
    if read(from.advanced(by: count &- 4)) != check(from, count &- 4) { return Status.damaged }
    if read(from.advanced(by: 4)) != version { return Status.version }
    if count != bytes { return Status.damaged }
    var made = press_calibration()
    made.size = size
    var i = 1
    while i < words {
      let word = read(from.advanced(by: i &* 4))
      if i == head {
        made.curve.kind = UInt16(truncatingIfNeeded: word)
        made.curve.count = UInt16(truncatingIfNeeded: word >> 16)
      } else {
        withUnsafeMutablePointer(to: &made) {
          UnsafeMutableRawPointer($0).advanced(by: i &* 4).assumingMemoryBound(to: UInt32.self).pointee = word
        }
      }
      i &+= 1
    }
    if brokenRule(&made) != 0 { return Status.invalid }
    out.pointee = made
    return Status.ok
  }

  /// Whether all bytes that a calibration would have are those of erased flash.
  @inline(never)
  private static func isErased(_ from: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if from[0] != 0 && from[0] != 0xff { return false }
    var i = 1
    while i < bytes && i != count {
      if from[i] != from[0] { return false }
      i &+= 1
    }
    return true
  }

  /// The relative error at a conductance: (force by the calibration - newtons) / newtons, Q16. The calibration is valid, newtons are above 0.
  @inline(never)
  package static func error(_ c: UnsafePointer<press_calibration>, _ conductance: Int32, _ newtons: Int32) -> Int32 {
    var zero = c.pointee.zero
    if zero == 0 && c.pointee.preload_force > 0 { zero = Curve.conductance(Curve.of(c), c.pointee.preload_force) }
    let off = Int64(Curve.force(Curve.of(c), Q16.subtract(conductance, zero))) &- Int64(newtons)
    return Int32(clamping: Wide.divideRounded(off << 16, by: UInt64(UInt32(bitPattern: newtons))))
  }

  @inline(__always)
  private static func write(_ word: UInt32, _ out: UnsafeMutablePointer<UInt8>) {
    var i = 0
    while i < 4 {
      out[i] = UInt8(truncatingIfNeeded: word &>> UInt32(truncatingIfNeeded: i &* 8))
      i &+= 1
    }
  }

  @inline(__always)
  private static func read(_ from: UnsafePointer<UInt8>) -> UInt32 {
    UInt32(from[0]) | UInt32(from[1]) << 8 | UInt32(from[2]) << 16 | UInt32(from[3]) << 24
  }

  /// CRC-32: reflected polynomial 0xedb88320, all ones before and after.
  @inline(never)
  private static func check(_ from: UnsafePointer<UInt8>, _ count: Int) -> UInt32 {
    var sum = UInt32.max
    var i = 0
    while i < count {
      sum ^= UInt32(from[i])
      var bit = 0
      while bit < 8 {
        sum = (sum >> 1) ^ (0xedb8_8320 & (0 &- (sum & 1)))
        bit &+= 1
      }
      i &+= 1
    }
    return ~sum
  }
}
