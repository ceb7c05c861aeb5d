// Bytes of a terminal to what they mean.

public enum Key: Equatable, Sendable {
  case up, down, right, left, enter, escape
  case character(Character)
}

/// What a terminal has said. Columns and lines count from 0.
public enum Input: Equatable {
  case none  // time has passed
  case resized
  case key(Key)
  case down(column: Int, line: Int)  // the left button of the mouse goes down
  case move(column: Int, line: Int)  // the mouse moves
  case up(column: Int, line: Int)  // the button goes up
  case wheel(Int, column: Int, line: Int)  // it turns up, 1, or down, -1
  case end  // there is no more input, or a signal ends the program
}

/// Some bytes are a part of something only.
struct Decoder {
  private var sequence: [UInt8]? = nil  // what follows an escape
  var held: UInt8? = nil  // a byte that comes behind an escape, and is no part of it

  /// An escape was read, and what it means depends on the next byte.
  var waits: Bool { sequence?.isEmpty ?? false }

  mutating func giveUp() -> Input {
    sequence = nil
    return .key(.escape)
  }

  mutating func take(_ byte: UInt8) -> Input? {
    if byte == 27 {
      let wasAlone = waits
      sequence = []
      return wasAlone ? .key(.escape) : nil
    }
    guard let before = sequence else {
      return .key(byte == 13 || byte == 10 ? .enter : byte == 127 ? .escape : .character(Character(Unicode.Scalar(byte))))
    }
    if before.isEmpty && byte != UInt8(ascii: "[") && byte != UInt8(ascii: "O") {  // it was the key, and this is another one
      held = byte
      return giveUp()
    }
    let whole = before + [byte], isLast = !before.isEmpty && 64...126 ~= byte
    sequence = isLast || whole.count == 31 ? nil : whole
    if !isLast { return nil }
    if whole[1] == UInt8(ascii: "<") { return mouse(whole) }
    let keys: [Key] = [.up, .down, .right, .left]
    return 65...68 ~= byte ? .key(keys[Int(byte) - 65]) : nil
  }

  /// "[<0;12;7M" and the like: buttons and flags, column, line; "m" where a button goes up.
  private func mouse(_ sequence: [UInt8]) -> Input {
    let numbers = String(decoding: sequence[2...].dropLast(), as: UTF8.self).split(separator: ";").compactMap { Int($0) }
    guard numbers.count == 3 else { return .none }
    let (buttons, column, line) = (numbers[0], numbers[1] - 1, numbers[2] - 1)
    if buttons & 64 != 0 {
      return buttons & 3 > 1 ? .none : .wheel(buttons & 3 == 0 ? 1 : -1, column: column, line: line)
    }
    if buttons & 32 != 0 { return .move(column: column, line: line) }
    if buttons & 3 != 0 { return .none }
    return sequence.last == UInt8(ascii: "M") ? .down(column: column, line: line) : .up(column: column, line: line)
  }
}
