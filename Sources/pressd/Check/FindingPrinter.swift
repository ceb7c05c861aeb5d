import CPress
import PressSetup

/// What is filled into the words of a finding.
struct Filling {
  enum Value {
    case text(Slice)
    case number(Int64)
    case decimal(press_q16, digits: Int)
    case hex(UInt8)
  }

  private var names = InlineArray<4, StaticString>(repeating: "")
  private var values = InlineArray<4, Value>(repeating: .number(0))
  private var count = 0

  init() {}

  func with(_ name: StaticString, _ value: Value) -> Filling {
    var filled = self
    if filled.count < 4 {
      filled.names[filled.count] = name
      filled.values[filled.count] = value
      filled.count += 1
    }
    return filled
  }

  func value(_ name: Slice) -> Value? {
    for i in 0..<count where name == names[i] { return values[i] }
    return nil
  }
}

/// Findings as lines, for people or as JSON.
enum FindingPrinter {
  static func text(_ finding: Finding, sensor: Int?, _ filling: Filling, _ out: inout Writer) {
    let result = Slice(finding.result.name)
    out.slice(result)
    out.spaces(5 - result.count)
    out.text(finding.check)
    out.spaces(max(15 - finding.check.utf8CodeUnitCount, 1))
    if let sensor { out.say("sensor \(sensor): ") }
    fill(finding.found, filling, escaped: false, &out)
    out.text("\n")
    if finding.result == .ok { return }
    out.spaces(20)
    out.text("-> ")
    fill(finding.advice, filling, escaped: false, &out)
    out.text("\n")
  }

  static func json(_ finding: Finding, sensor: Int?, _ filling: Filling, _ out: inout Writer) {
    out.say("{\"finding\":\"\(finding.name)\",\"check\":\"\(finding.check)\",\"result\":\"\(finding.result.name)\",\"sensor\":")
    if let sensor { out.say("\(sensor)") } else { out.text("null") }
    out.text(",\"found\":\"")
    fill(finding.found, filling, escaped: true, &out)
    out.text("\",\"do\":\"")
    fill(finding.advice, filling, escaped: true, &out)
    out.text("\"}\n")
  }

  private static func fill(_ template: StaticString, _ filling: Filling, escaped: Bool, _ out: inout Writer) {
    var rest = Slice(template)
    while !rest.isEmpty {
      if rest[0] == UInt8(ascii: "{"), let end = rest.index(of: UInt8(ascii: "}")) {
        write(filling.value(rest.dropping(1).keeping(end - 1)), escaped, &out)
        rest = rest.dropping(end + 1)
      } else {
        byte(rest[0], escaped, &out)
        rest = rest.dropping(1)
      }
    }
  }

  private static func write(_ value: Filling.Value?, _ escaped: Bool, _ out: inout Writer) {
    switch value {
    case .text(let slice):
      for i in 0..<slice.count where slice[i] >= 32 && slice[i] != 127 { byte(slice[i], escaped, &out) }
    case .number(let number): out.signed(number)
    case .decimal(let number, let digits): out.q16(number, digits: digits)
    case .hex(let number): out.hex(number)
    case nil: out.text("?")
    }
  }

  private static func byte(_ byte: UInt8, _ escaped: Bool, _ out: inout Writer) {
    if escaped && (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")) { out.byte(UInt8(ascii: "\\")) }
    out.byte(byte)
  }
}
