import CPress
import PressSetup

/// A value of a finding: what the table of findings has in braces.
struct Value {
  enum Name: UInt8 {
    case none, node, bus, address, who, other, model, rate, share, code, ohm, full, zero, force, touch, least, channel, turned, release, seconds, ms
  }

  static var names: Words {
    Words("?,node,bus,address,who,other,model,rate,share,code,ohm,full,zero,force,touch,least,channel,turned,release,seconds,ms")
  }

  enum Form: UInt8 {
    /// Q16, with so many digits.
    case decimal0, decimal1, decimal2, decimal3, whole, hex, text
  }

  var name = Name.none
  var form = Form.whole
  /// Of a text where it begins.
  var number: Int64 = 0

  static func whole(_ name: Name, _ number: Int64) -> Value { Value(name: name, form: .whole, number: number) }

  static func decimal(_ name: Name, _ number: Int32, _ form: Form) -> Value { Value(name: name, form: form, number: Int64(number)) }

  static func hex(_ name: Name, _ number: UInt16) -> Value { Value(name: name, form: .hex, number: Int64(number)) }

  static func text(_ name: Name, _ text: UnsafePointer<CChar>?, _ otherwise: StaticString = "?") -> Value {
    let bits = text.map { UInt(bitPattern: $0) } ?? UInt(bitPattern: otherwise.utf8Start)
    return Value(name: name, form: .text, number: Int64(bitPattern: UInt64(bits)))
  }

  func write(_ out: inout Writer) {
    switch form {
    case .decimal0, .decimal1, .decimal2, .decimal3: out.q16(Int32(truncatingIfNeeded: number), digits: Int(form.rawValue))
    case .whole: out.signed(number)
    case .hex: out.hex(UInt8(truncatingIfNeeded: number))
    case .text:
      guard let text = UnsafePointer<CChar>(bitPattern: UInt(truncatingIfNeeded: number)) else { return }
      let slice = Slice(cString: text)
      for i in 0..<slice.count where slice[i] >= 32 && slice[i] != 127 { out.byte(slice[i]) }
    }
  }
}

/// A finding with its values, as it is kept.
struct Found {
  static var values: Int { 3 }

  var finding: Finding
  var sensor: Int8
  var names: InlineArray<3, Value.Name>
  var forms: InlineArray<3, Value.Form>
  var numbers: InlineArray<3, Int64>

  init(_ finding: Finding, sensor: Int8) {
    self.finding = finding
    self.sensor = sensor
    names = InlineArray(repeating: .none)
    forms = InlineArray(repeating: .whole)
    numbers = InlineArray(repeating: 0)
  }

  mutating func set(_ i: Int, _ value: Value) {
    names[i] = value.name
    forms[i] = value.form
    numbers[i] = value.number
  }

  func value(_ name: Slice) -> Value? {
    guard let id = Value.names.index(of: name), id > 0 else { return nil }
    for i in 0..<Found.values where UInt32(names[i].rawValue) == id {
      return Value(name: names[i], form: forms[i], number: numbers[i])
    }
    return nil
  }

  /// A sentence of the table, with the values in it.
  func write(_ template: StaticString, _ out: inout Writer) {
    var rest = Slice(template)
    while !rest.isEmpty {
      if rest[0] == UInt8(ascii: "{"), let end = rest.index(of: UInt8(ascii: "}")) {
        if let value = value(rest.dropping(1).keeping(end &- 1)) { value.write(&out) } else { out.byte(UInt8(ascii: "?")) }
        rest = rest.dropping(end &+ 1)
      } else {
        out.byte(rest[0])
        rest = rest.dropping(1)
      }
    }
  }
}
