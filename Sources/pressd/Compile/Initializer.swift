import PressSetup

/// Writes structs as initializers of C: fields that are 0 are left out. Numbers are exact: a decimal is the shortest one that gives the value.
struct Initializer {
  let out: UnsafeMutablePointer<Writer>
  /// The indent of an element of an array.
  var indent = 2

  private func name(_ name: StaticString) {
    out.pointee.spaces(indent)
    out.pointee.text(".")
    out.pointee.text(name)
    out.pointee.text(" = ")
  }

  func size(_ name: StaticString, _ type: StaticString) {
    self.name(name)
    out.pointee.text("sizeof(")
    out.pointee.text(type)
    out.pointee.text("),\n")
  }

  func number(_ name: StaticString, _ value: Int64) {
    if value == 0 { return }
    self.name(name)
    out.pointee.signed(value)
    out.pointee.text(",\n")
  }

  func fixed(_ name: StaticString, _ value: Int32) {
    if value == 0 { return }
    self.name(name)
    out.pointee.text("PRESS_Q16(")
    out.pointee.q16(value)
    out.pointee.text("),\n")
  }

  /// A pointer to an element of an array; nil: NULL.
  func pointer(_ name: StaticString, to array: StaticString, _ index: Int?) {
    guard let index else { return }
    self.name(name)
    out.pointee.text("&")
    out.pointee.text(array)
    out.pointee.text("[")
    out.pointee.unsigned(UInt64(index))
    out.pointee.text("],\n")
  }

  func string(_ name: StaticString, _ text: Slice) {
    self.name(name)
    out.pointee.text("\"")
    for i in 0..<text.count {
      let byte = text[i]
      // Escapes bytes that could end a string, or be part of a trigraph. Octal, because a digit behind three octal ones is not part of it.
      let isPlain = byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "?")
      if isPlain {
        out.pointee.byte(byte)
        continue
      }
      out.pointee.text("\\")
      out.pointee.byte(UInt8(ascii: "0") + byte >> 6)
      out.pointee.byte(UInt8(ascii: "0") + byte >> 3 & 7)
      out.pointee.byte(UInt8(ascii: "0") + byte & 7)
    }
    out.pointee.text("\",\n")
  }

  /// A constant struct.
  func config(_ type: StaticString, _ name: StaticString, _ fields: () -> Void) {
    out.pointee.say("static const \(type) \(name) = {\n")
    fields()
    out.pointee.text("};\n\n")
  }

  /// A constant array; nothing if it is empty.
  func array(_ type: StaticString, _ name: StaticString, _ count: Int, _ fields: (Initializer, Int) -> Void) {
    if count == 0 { return }
    out.pointee.say("static const \(type) \(name)[\(count)] = {\n")
    for i in 0..<count {
      out.pointee.text("  {\n")
      fields(Initializer(out: out, indent: 4), i)
      out.pointee.text("  },\n")
    }
    out.pointee.text("};\n\n")
  }

  /// The size of an interaction in the storage of an engine: its macro, and the bytes that its config needs beyond the defaults.
  func storage(_ macro: StaticString, perContact: Bool, _ bytes: Int, _ usual: Int, _ contacts: UInt16) {
    out.pointee.text(" + ")
    out.pointee.text(macro)
    if perContact { out.pointee.say("_FOR(\(contacts))") }
    if bytes > usual { out.pointee.say(" + \((bytes - usual + 7) & ~7)") }
  }

  /// A call that is made if all calls before it succeeded.
  func call(_ call: StaticString) {
    out.pointee.text("  if (status == PRESS_OK) status = ")
    out.pointee.text(call)
    out.pointee.text(";\n")
  }
}
