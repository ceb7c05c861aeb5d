// The screen of the samples colors and board: cells, and how they reach a terminal or a file.
import Glibc

/// How a cell is printed.
public struct Style: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let dim = Style(rawValue: 1), bold = Style(rawValue: 2), reverse = Style(rawValue: 4)
}

struct Cell: Equatable {
  var character: Character = " "
  var style: Style = []
  var tint = 0  // one of 256 colours, 0: none
}

/// How the cells are printed: as lines of text, on a terminal without colours, or with colours.
public enum Mode { case text, plain, colors }

public final class Screen {
  public static let leastColumns = 40, leastLines = 12
  public private(set) var columns = 0, lines = 0
  private let mode: Mode
  private var cells: [[Cell]] = [], shown: [[Cell]] = []

  init(mode: Mode) { self.mode = mode }

  /// Takes a size; what is printed next is the whole screen.
  func resize(_ size: (columns: Int, lines: Int)) {
    (columns, lines) = size
    shown = []
    clear()
  }

  // ---- Drawing

  /// Writes text from a cell to the right, cut off at the edges. Returns the column behind the text.
  @discardableResult
  public func put(_ column: Int, _ line: Int, _ style: Style, _ tint: Int, _ text: String) -> Int {
    var column = column
    for character in text {
      if 0..<columns ~= column && 0..<lines ~= line {
        cells[line][column] = Cell(character: character, style: style, tint: tint)
      }
      column += 1
    }
    return column
  }

  public func fill(_ column: Int, _ line: Int, _ count: Int, _ style: Style, _ tint: Int, _ character: Character) {
    if count > 0 { put(column, line, style, tint, String(repeating: character, count: count)) }
  }

  /// Removes everything; writes rules below the first line and above the last one.
  public func clear() {
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: lines)
    fill(0, 1, columns, .dim, 0, "─")
    fill(0, lines - 2, columns, .dim, 0, "─")
  }

  /// A meter of a pressure (Q16.16) and a force in tenths of a newton on the last line, and words behind it.
  public func status(pressure: Int32, tenths: Int, words: String) {
    let length = columns / 5, line = lines - 1
    fill(1, line, length, .dim, 0, "·")
    for level in [0.25, 0.5, 0.85] { put(1 + Int(level * Double(length)), line, [], 0, "│") } // preview, commit, completed
    for place in 0..<length where Int(pressure) * length > place << 16 { put(1 + place, line, [], 26, "█") }
    put(2 + length, line, [], 0, "\(tenths / 10).\(tenths % 10) N")
    put(8 + length, line, .dim, 0, words)
  }

  /// A box in the middle, with one line of text each.
  public func box(_ texts: [String]) {
    let inside = texts.map(\.count).max() ?? 0, count = texts.count
    let left = (columns - inside - 4) / 2, top = (lines - count - 2) / 2
    let edge = String(repeating: "─", count: inside + 2)
    put(left, top, [], 0, "╭\(edge)╮")
    for (i, text) in texts.enumerated() {
      put(left, top + 1 + i, [], 0, "│ \(text)\(String(repeating: " ", count: inside - text.count)) │")
    }
    put(left, top + count + 1, [], 0, "╰\(edge)╯")
  }

  // ---- Printing

  /// Prints what has changed since the call before; `at` heads the lines of text, microseconds.
  public func show(at time: UInt64) {
    if cells == shown { return }
    var printed = ""
    if mode == .text {
      let hundredths = time / 10_000 % 100
      printed = "\(time / 1_000_000).\(hundredths < 10 ? "0" : "")\(hundredths) s\n"
      for row in cells { printed += text(row) + "\n" }
      printed += "\n"
    } else {
      for (i, row) in cells.enumerated() where shown.isEmpty || row != shown[i] { printed += "\u{1b}[\(i + 1);1H" + line(row) }
    }
    shown = cells
    write(printed)
  }

  private func text(_ row: [Cell]) -> String {
    let last = row.lastIndex { $0.character != " " } ?? -1
    return String(row[...last].map(\.character))
  }

  private func line(_ row: [Cell]) -> String {
    var printed = "", style: Style? = nil, tint = 0
    for cell in row {
      if cell.style != style || cell.tint != tint {
        style = cell.style
        tint = cell.tint
        printed += "\u{1b}[0"
        for (one, code) in [(Style.dim, ";2"), (.bold, ";1"), (.reverse, ";7")] where cell.style.contains(one) { printed += code }
        if tint != 0 && mode == .colors { printed += ";38;5;\(tint)" }
        printed += "m"
      }
      printed.append(cell.character)
    }
    return printed + "\u{1b}[0m"
  }
}

/// Prints without a buffer.
func write(_ text: String) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(1, $0.baseAddress, $0.count) }
    if count < 0 && errno != EINTR { exit(1) }
    rest = rest.dropFirst(max(count, 0))
  }
}
